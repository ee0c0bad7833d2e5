//! Parts that arrays and dictionaries share: declared types and the storage of elements.

use super::Text;
use crate::godot::ids::Kind;
use crate::limits::with_stack;

/// The declared type of the elements of a typed array, or of the keys or the values of a typed dictionary.
///
/// ```
/// use gamewire::godot::{Array, Dialect, ElementType, Kind, Variant};
/// let ints = Array::typed(ElementType::Builtin(Kind::Int), vec![1.into(), 2.into()]);
/// let bytes = Dialect::GODOT_4.encode(&ints.into())?;
/// let value = Dialect::GODOT_4.parse(&bytes)?;
/// assert_eq!(value.as_array().unwrap().element_type(), Some(&ElementType::Builtin(Kind::Int)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ElementType {
    /// A builtin type.
    Builtin(Kind),
    /// Objects of a class of the engine, with the name of the class.
    Class(Text),
    /// Objects of a script, with the `res://` path of the script.
    Script(Text),
}

/// The declared types of the keys and values of a typed dictionary.
///
/// ```
/// use gamewire::godot::{Dialect, Dictionary, ElementType, EntryTypes, Kind, variant};
///
/// // Dictionary[String, int]
/// let types = EntryTypes { key: Some(ElementType::Builtin(Kind::String)), value: Some(ElementType::Builtin(Kind::Int)) };
/// let scores = variant!(Dictionary::typed(types.clone(), vec![("Ada".into(), 5.into())]));
/// let bytes = Dialect::GODOT_4.encode(&scores)?;
/// let read = Dialect::GODOT_4.parse(&bytes)?;
/// assert_eq!(read.as_dictionary().unwrap().entry_types(), Some(&types));
/// assert!(Dialect::GODOT_4_3.encode(&scores).is_err()); // 4.4 added typed dictionaries.
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EntryTypes {
    /// The type of the keys, if it is declared.
    pub key: Option<ElementType>,
    /// The type of the values, if it is declared.
    pub value: Option<ElementType>,
}

impl EntryTypes {
    /// Returns whether neither type is declared.
    pub fn is_empty(&self) -> bool {
        self.key.is_none() && self.value.is_none()
    }
}

/// The elements of a container, with their declared type or Godot 2's shared bit. Few containers have either. The elements
/// of those that do are in a box, so that a container has the size of a `Vec`.
pub(super) enum Repr<L, M> {
    Plain(L),
    Shared(Box<L>),
    Typed(Box<(L, M)>),
}

impl<L: Clone, M: Clone> Clone for Repr<L, M> {
    fn clone(&self) -> Self {
        with_stack(|| match self {
            Self::Plain(list) => Self::Plain(list.clone()),
            Self::Shared(list) => Self::Shared(list.clone()),
            Self::Typed(typed) => Self::Typed(typed.clone()),
        })
    }
}

impl<L: PartialEq, M: PartialEq> PartialEq for Repr<L, M> {
    fn eq(&self, other: &Self) -> bool {
        with_stack(|| match (self, other) {
            (Self::Plain(a), Self::Plain(b)) => a == b,
            (Self::Shared(a), Self::Shared(b)) => a == b,
            (Self::Typed(a), Self::Typed(b)) => a == b,
            (Self::Plain(_) | Self::Shared(_) | Self::Typed(_), _) => false,
        })
    }
}

impl<L: Default, M> Repr<L, M> {
    pub(super) fn list(&self) -> &L {
        match self {
            Self::Plain(list) => list,
            Self::Shared(list) => list,
            Self::Typed(typed) => &typed.0,
        }
    }

    pub(super) fn list_mut(&mut self) -> &mut L {
        match self {
            Self::Plain(list) => list,
            Self::Shared(list) => list,
            Self::Typed(typed) => &mut typed.0,
        }
    }

    pub(super) fn take(&mut self) -> L {
        std::mem::take(self.list_mut())
    }
}
