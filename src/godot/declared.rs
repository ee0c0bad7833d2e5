//! Validation of typed arrays and dictionaries against their declared types.

use std::fmt;

use super::ids::Kind;
use super::model::{ContainerRef, ElementType, Variant};
use crate::error::{Path, Segment};
use crate::limits::with_stack;
use crate::path::TreeName as _;

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
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the declared type of the container's elements.
    #[must_use]
    pub fn declared(&self) -> &ElementType {
        &self.declared
    }

    /// Returns the type of the element.
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
    #[must_use]
    pub fn admits(&self, value: &Variant) -> bool {
        self.admits_kind(value.kind())
    }

    /// Like [`admits`](Self::admits), for any value of a type.
    pub(crate) fn admits_kind(&self, kind: Kind) -> bool {
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

/// Finds the first element that does not have the declared type. Values of dictionaries are checked only if
/// `of_values` is true.
fn first_misfit(value: &Variant, of_values: bool) -> Result<(), DeclaredTypeError> {
    check_inside(value, of_values).map_err(|misfit| {
        let (steps, declared, found) = *misfit;
        DeclaredTypeError { path: steps.into_iter().rev().collect(), declared, found }
    })
}

/// The steps to an element, the innermost first, with the declared type and the type that was found.
type Misfit = Box<(Vec<Segment>, ElementType, Kind)>;

fn check_inside(container: &Variant, of_values: bool) -> Result<(), Misfit> {
    let check = |value: &Variant, declared: Option<&ElementType>, step: &dyn Fn() -> Segment| {
        let checked = match declared.filter(|declared| !declared.admits(value)) {
            Some(declared) => Err(Box::new((Vec::new(), declared.clone(), value.kind()))),
            None => check_inside(value, of_values),
        };
        checked.map_err(|mut misfit| {
            misfit.0.push(step());
            misfit
        })
    };
    match container.as_container() {
        ContainerRef::Nothing => Ok(()),
        ContainerRef::Items(array) => with_stack(|| {
            // Nearly all elements fit and contain nothing; these are passed without a call.
            let fits = |item: &Variant| {
                array.element_type().is_none_or(|declared| declared.admits(item))
                    && matches!(item.as_container(), ContainerRef::Nothing)
            };
            let mut items = array.iter().enumerate().filter(|(_, item)| !fits(item));
            items.try_for_each(|(at, item)| check(item, array.element_type(), &|| Segment::Index(at)))
        }),
        ContainerRef::Entries(dictionary) => with_stack(|| {
            let types = dictionary.entry_types();
            let of_key = types.and_then(|types| types.key.as_ref());
            let of_value = types.and_then(|types| types.value.as_ref()).filter(|_| of_values);
            dictionary.iter().enumerate().try_for_each(|(at, (key, value))| {
                check(key, of_key, &|| Segment::KeyAt(at))?;
                check(value, of_value, &|| Segment::of_key(key, at))
            })
        }),
        ContainerRef::Properties(data) => with_stack(|| {
            let mut properties = data.properties.iter().enumerate();
            properties.try_for_each(|(at, (name, value))| check(value, None, &|| name.step(at)))
        }),
    }
}
