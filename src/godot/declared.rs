//! Validation of typed arrays and dictionaries against their declared types.

use std::fmt;

use super::ids::Kind;
use super::model::{ElementType, Variant};
use crate::error::Path;
use crate::path::is_container;

/// An element of a typed array, or a key or value of a typed dictionary, is not of the declared type.
///
/// No engine writes such elements and keys. An engine that reads them converts or drops the element, and only
/// prints a message. Values of a typed dictionary are an exception: Godot 4.6.3 reads and writes them
/// unchanged, although scripts cannot set them. This crate reads and writes all of them unchanged.
///
/// ```
/// use gamewire::godot::{Array, ElementType, Kind, Variant};
/// let ints = Array::typed(ElementType::Builtin(Kind::Int), vec![1.into(), 2.5.into()]);
/// let error = Variant::from(ints).check_declared().unwrap_err();
/// assert_eq!(error.to_string(), "at $[1]: float in a container that is declared to hold int");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeclaredTypeError {
    path: Path,
    declared: ElementType,
    found: Kind,
}

impl DeclaredTypeError {
    /// Returns the path of the element.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the declared type of the container's elements.
    pub fn declared(&self) -> &ElementType {
        &self.declared
    }

    /// Returns the type of the element.
    pub fn found(&self) -> Kind {
        self.found
    }

    /// Returns the reason, without the path.
    pub fn reason(&self) -> String {
        format!("{} in a container that is declared to hold {}", self.found, self.declared)
    }
}

impl fmt::Display for DeclaredTypeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at {}: {}", self.path, self.reason())
    }
}

impl std::error::Error for DeclaredTypeError {}

impl fmt::Display for ElementType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Builtin(kind) => write!(f, "{kind}"),
            Self::Class(name) => write!(f, "{}", name.to_string_lossy().escape_debug()),
            Self::Script(path) => write!(f, "Resource(\"{}\")", path.to_string_lossy().escape_debug()),
        }
    }
}

impl ElementType {
    /// Returns whether an engine keeps a value unchanged in a container that is declared to hold this type.
    ///
    /// Builtin types must match exactly. For example, an int is not accepted as a float, nor a `StringName`
    /// as a `String`. An object may be null; its class is not checked, because only the game knows which
    /// classes inherit from which.
    ///
    /// ```
    /// use gamewire::godot::{ElementType, Kind, Variant};
    /// let floats = ElementType::Builtin(Kind::Float);
    /// assert!(floats.admits(&Variant::Float(1.0)));
    /// assert!(!floats.admits(&Variant::Int(1)));
    /// assert!(ElementType::Class("Node".into()).admits(&Variant::Nil));
    /// ```
    pub fn admits(&self, value: &Variant) -> bool {
        let kind = value.kind();
        let declared = match self {
            // The type Nil means that no type is declared.
            Self::Builtin(Kind::Nil) => return true,
            Self::Builtin(declared) => *declared,
            Self::Class(_) | Self::Script(_) => Kind::Object,
        };
        kind == declared || (declared == Kind::Object && kind == Kind::Nil)
    }
}

impl Variant {
    /// Checks that the elements of all typed containers in the value have the declared types.
    ///
    /// # Errors
    /// Returns an error for the first element that does not have the declared type.
    pub fn check_declared(&self) -> Result<(), DeclaredTypeError> {
        first_misfit(self, true)
    }

    /// Checks only the types that an engine enforces when it writes: Godot 4.6.3 reads and writes values of a typed
    /// dictionary unchanged, whatever their type.
    pub(crate) fn check_written(&self) -> Result<(), DeclaredTypeError> {
        first_misfit(self, false)
    }
}

/// Returns the first element, key or (if `of_values`) value that is not of the declared type.
fn first_misfit(value: &Variant, of_values: bool) -> Result<(), DeclaredTypeError> {
    let mut walk = value.walk().with_keys();
    // The declared types of each container around the value: of its keys, and of its elements or values.
    let mut declared: Vec<[Option<&ElementType>; 2]> = Vec::new();
    while let Some(value) = walk.next() {
        declared.truncate(walk.depth());
        let here =
            declared.last().and_then(|[of_key, of_value]| if walk.is_at_key() { *of_key } else { *of_value });
        if let Some(here) = here.filter(|here| !here.admits(value)) {
            return Err(DeclaredTypeError { path: walk.path(), declared: here.clone(), found: value.kind() });
        }
        declared.push(match value {
            Variant::Array(array) => {
                let of_items = array.element_type();
                // Nearly all elements fit and contain nothing; these need no step of the walk.
                let fits = |item: &Variant| of_items.is_none_or(|of| of.admits(item)) && !is_container(item);
                if array.iter().all(fits) {
                    walk.skip_inside();
                }
                [None, of_items]
            }
            Variant::Dictionary(dictionary) => match dictionary.entry_types() {
                Some(types) => [types.key.as_ref(), types.value.as_ref().filter(|_| of_values)],
                None => [None; 2],
            },
            _ => [None; 2],
        });
    }
    Ok(())
}
