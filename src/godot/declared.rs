//! Validation of typed arrays and dictionaries against their declared types.

use std::fmt;

use super::convert::{Place, Step};
use super::ids::Kind;
use super::model::{ElementType, Inside, Variant};
use crate::error::Path;

/// An element of a typed array, or a key or value of a typed dictionary, is not of the declared type.
///
/// No engine writes such elements and keys. One that reads them converts the element or leaves it out, and says so in its
/// log only. A value of a typed dictionary is read and written unchanged by Godot 4.6.3, though scripts cannot set it.
/// This crate reads and writes them unchanged.
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
    declared: ElementType<'static>,
    found: Kind,
}

impl DeclaredTypeError {
    /// Returns the path of the element.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the declared type of the container's elements.
    #[must_use]
    pub fn declared(&self) -> &ElementType<'static> {
        &self.declared
    }

    /// The type of the element.
    #[must_use]
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

impl fmt::Display for ElementType<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Builtin(kind) => write!(f, "{kind}"),
            Self::Class(name) => write!(f, "{}", name.to_string_lossy().escape_debug()),
            Self::Script(path) => write!(f, "Resource(\"{}\")", path.to_string_lossy().escape_debug()),
        }
    }
}

impl ElementType<'_> {
    /// Returns whether an engine keeps a value unchanged in a container that is declared to hold this.
    ///
    /// Builtin types are exact: an int is no float, a `StringName` no `String`. An object may be null. Of which class it
    /// is, or inherits, only the game knows, and is not checked.
    ///
    /// ```
    /// use gamewire::godot::{ElementType, Kind, Variant};
    /// let floats = ElementType::Builtin(Kind::Float);
    /// assert!(floats.admits(&Variant::Float(1.0)));
    /// assert!(!floats.admits(&Variant::Int(1)));
    /// assert!(ElementType::Class("Node".into()).admits(&Variant::Nil));
    /// ```
    #[must_use]
    pub fn admits(&self, value: &Variant<'_>) -> bool {
        self.admits_kind(value.kind())
    }

    /// [`admits`](Self::admits) for any value of a type.
    pub(crate) fn admits_kind(&self, kind: Kind) -> bool {
        let declared = match self {
            // No type.
            Self::Builtin(Kind::Nil) => return true,
            Self::Builtin(declared) => *declared,
            Self::Class(_) | Self::Script(_) => Kind::Object,
        };
        kind == declared || (declared == Kind::Object && kind == Kind::Nil)
    }
}

impl Variant<'_> {
    /// Returns whether all typed containers in the value hold what they are declared to hold.
    ///
    /// # Errors
    /// With the first element that is not of the declared type.
    pub fn check_declared(&self) -> Result<(), DeclaredTypeError> {
        look(&Place::ROOT, self, true).map_or(Ok(()), |error| Err(*error))
    }

    /// Checks only the types that an engine enforces when it writes: Godot 4.6.3 reads and writes values of a typed
    /// dictionary unchanged, whatever their type.
    pub(crate) fn check_written(&self) -> Result<(), DeclaredTypeError> {
        look(&Place::ROOT, self, false).map_or(Ok(()), |error| Err(*error))
    }
}

/// The first element that is not of the declared type; values of dictionaries count if `of_values`.
fn look(place: &Place<'_>, value: &Variant<'_>, of_values: bool) -> Option<Box<DeclaredTypeError>> {
    match value.inside() {
        Inside::Items(array) => {
            let declared = array.element_type();
            array.iter().enumerate().find_map(|(at, item)| {
                let place = place.inside(Step::Index(at));
                misfit(&place, declared, item).or_else(|| look(&place, item, of_values))
            })
        }
        Inside::Entries(dictionary) => {
            let types = dictionary.entry_types();
            let (keys, values) =
                types.map_or((None, None), |types| (types.key.as_ref(), types.value.as_ref()));
            let values = values.filter(|_| of_values);
            dictionary.iter().enumerate().find_map(|(at, (key, value))| {
                let (of_key, of_value) = (place.inside(Step::KeyAt(at)), place.inside(Step::Key(key)));
                misfit(&of_key, keys, key)
                    .or_else(|| misfit(&of_value, values, value))
                    .or_else(|| look(&of_key, key, of_values))
                    .or_else(|| look(&of_value, value, of_values))
            })
        }
        Inside::Properties(data) => data.properties.iter().find_map(|(name, value)| {
            let place = place.inside(Step::Name(name));
            look(&place, value, of_values)
        }),
        Inside::Nothing => None,
    }
}

#[inline(never)]
fn misfit(
    place: &Place<'_>,
    declared: Option<&ElementType<'_>>,
    value: &Variant<'_>,
) -> Option<Box<DeclaredTypeError>> {
    let declared = declared.filter(|declared| !declared.admits(value))?;
    let declared = declared.clone().into_owned();
    Some(Box::new(DeclaredTypeError { path: place.path(), declared, found: value.kind() }))
}
