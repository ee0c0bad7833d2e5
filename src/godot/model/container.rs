//! Common parts of arrays and dictionaries: declared types, and the storage of elements.

use super::Text;
use crate::godot::ids::Kind;

/// The declared type of the elements of a typed container.
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
pub enum ElementType<'a> {
    /// A builtin type.
    Builtin(Kind),
    /// Objects of a class of the engine, by its name.
    Class(Text<'a>),
    /// Objects of a script, by its `res://` path.
    Script(Text<'a>),
}

impl ElementType<'_> {
    /// Returns the type, borrowing nothing.
    #[must_use]
    pub fn into_owned(self) -> ElementType<'static> {
        match self {
            Self::Builtin(kind) => ElementType::Builtin(kind),
            Self::Class(name) => ElementType::Class(name.into_owned()),
            Self::Script(path) => ElementType::Script(path.into_owned()),
        }
    }
}

/// The declared types of a typed dictionary: of its keys and of its values.
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
pub struct EntryTypes<'a> {
    /// The type of the keys, if declared.
    pub key: Option<ElementType<'a>>,
    /// The type of the values, if declared.
    pub value: Option<ElementType<'a>>,
}

impl EntryTypes<'_> {
    /// Returns whether neither is declared.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.key.is_none() && self.value.is_none()
    }
}

/// A plain list costs no more than a `Vec`; what few containers have, typed elements or Godot 2's shared
/// bit, is boxed away.
#[derive(Clone, PartialEq)]
pub(super) enum Repr<L, M> {
    Plain(L),
    Shared(Box<L>),
    Typed(Box<(L, M)>),
}

impl<L: Default, M> Repr<L, M> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn plain(&self) -> Option<&L> {
        match self {
            Self::Plain(list) => Some(list),
            Self::Shared(_) | Self::Typed(_) => None,
        }
    }

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
