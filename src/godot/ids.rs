//! Type names and type ids of each generation, generated from the table in `types.rs`.

pub(crate) use super::types::for_each_type;
use crate::conversions::named;

/// One of the tables of type ids that Godot has used.
///
/// ```
/// use gamewire::godot::{Kind, Table};
/// assert_eq!(Table::Godot3.id(Kind::Array), Some(19));
/// assert_eq!(Table::Godot4.id(Kind::Array), Some(28));
/// assert_eq!(Table::Godot4.kind(19), Some(Kind::Projection));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Table {
    /// Godot 1.0 to 2.1, which a fork published as Mole.
    Godot2,
    /// Godot 3.0 to 3.6, and Rebel Engine.
    Godot3,
    /// Godot 4.0 and later.
    Godot4,
}

const TABLES: usize = Table::ALL.len();
/// The number of values of a byte. A table of this size needs no bounds check.
const IDS: usize = 256;
/// Marks a type that a table does not have.
const NO: u8 = u8::MAX;

/// When the components of a type take 64 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Doubles {
    /// Never: the type contains no floats, or they have a fixed width.
    Never,
    /// 64 bits if bit 16 of the header is set (Godot 4), and in the double-precision layout of Godot 3's documentation.
    Flagged,
    /// 64 bits only in the double-precision layout of Godot 3's documentation. Engines write colors and the
    /// elements of a `PackedFloat32Array` with 32 bits.
    Documented,
}

/// The shape of a type in the table. A type that is unlike all others has a variant of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// `Nil`, `Callable`.
    Unit,
    Bool,
    Int,
    Float,
    /// `String`.
    Text,
    /// `StringName`.
    Name,
    /// A structure of floats, such as a vector or a matrix.
    Reals,
    /// A structure of ints.
    Ints,
    NodePath,
    Rid,
    Signal,
    Image,
    InputEvent,
    /// A packed array of bytes.
    Bytes,
    /// A packed array of elements of one width.
    Packed,
    /// A packed array of elements of either width.
    PackedReals,
    /// A packed array of texts.
    Strings,
    Object,
    Dictionary,
    Array,
}

/// Returns a sentence with the id and the name of a type in one release, or nothing if the release does not have the
/// type.
macro_rules! id_sentence {
    (NO $name:tt $release:literal) => {
        ""
    };
    ($id:literal $name:literal $release:literal) => {
        concat!(" Id ", $id, " in ", $release, ", as `", $name, "`.")
    };
}

/// Returns the documentation of a [`Kind`].
macro_rules! kind_doc {
    ($page:ident [$old:literal $three:literal $four:literal] [$i2:tt $i3:tt $i4:tt]) => {
        concat!(
            "[Layout](crate::godot::format::", stringify!($page), "#", $four, ").",
            id_sentence!($i4 $four "Godot 4"),
            id_sentence!($i3 $three "Godot 3"),
            id_sentence!($i2 $old "Godot 2"),
        )
    };
}

/// Defines [`Kind`] and the tables of names, ids and pages.
macro_rules! kinds {
    ($(
        #$doc:tt $kind:ident $payload:tt $shape:ident ($($doubles:ident $x:ident: $wide:ty)?)
            [$old:literal $three:literal $four:literal] [$($id:tt)+] $page:ident;
    )+) => {
        /// The type of a value, by its name in Godot 4. A type that Godot 4 does not have keeps its older name.
        ///
        /// The types are in the order of Godot 4. The layout, the ids and a dump of each type are in the
        /// [`format`](super::format) pages.
        ///
        /// ```
        /// use gamewire::godot::{Kind, Table, Vector2, variant};
        /// assert_eq!(variant!(Vector2::new(1.0, 2.0)).kind(), Kind::Vector2);
        /// assert_eq!(Table::Godot3.name(Kind::PackedInt32Array), "PoolIntArray");
        /// assert_eq!("PoolIntArray".parse(), Ok(Kind::PackedInt32Array));
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Kind {
            $(#$doc #[doc = ""] #[doc = kind_doc!($page [$old $three $four] [$($id)+])] $kind,)+
        }

        /// The names in Godot 2, 3 and 4, and the id in each [`Table`].
        const ROWS: &[([&str; 3], [u8; TABLES])] = &[$(([$old, $three, $four], [$($id),+])),+];

        /// The page and section of each type.
        const PAGES: &[&str] = &[$(concat!(stringify!($page), "#", $four)),+];

        impl Kind {
            /// Every type of every generation, in the order of Godot 4.
            pub const ALL: &'static [Self] = &[$(Self::$kind),+];

            /// Returns when values of this type have 64-bit components.
            pub(crate) fn doubles(self) -> Doubles {
                match self {
                    $($(Self::$kind => Doubles::$doubles,)?)+
                    _ => Doubles::Never,
                }
            }

            /// Returns the shape of values of this type.
            pub(crate) fn shape(self) -> Shape {
                match self {
                    $(Self::$kind => Shape::$shape,)+
                }
            }
        }
    };
}

for_each_type!(kinds);

/// The type of each id: the inverse of [`ROWS`].
#[allow(clippy::indexing_slicing)] // Worked out by the compiler, which would refuse a wrong index.
static BY_ID: [[Option<Kind>; IDS]; TABLES] = {
    let mut by_id = [[None; IDS]; TABLES];
    let mut row = 0;
    while row < ROWS.len() {
        let mut table = 0;
        while table < TABLES {
            let id = ROWS[row].1[table];
            if id != NO {
                assert!(by_id[table][id as usize].is_none(), "two types with one id");
                by_id[table][id as usize] = Some(Kind::ALL[row]);
            }
            table += 1;
        }
        row += 1;
    }
    by_id
};

/// Returns the id of a type that has the same id in every table. For any other type compilation fails.
#[allow(clippy::indexing_slicing)] // Worked out by the compiler, which would refuse a wrong index.
pub(crate) const fn everywhere(kind: Kind) -> u8 {
    let ids = ROWS[kind as usize].1;
    let mut table = 0;
    while table < TABLES {
        assert!(ids[table] == ids[0] && ids[0] != NO, "the tables differ");
        table += 1;
    }
    ids[0]
}

impl Table {
    /// Every table, the oldest first.
    pub const ALL: &'static [Self] = &[Self::Godot2, Self::Godot3, Self::Godot4];

    /// Returns the types whose padding some releases do not clear, with these releases.
    pub(crate) fn uncleared(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Godot2 => &[
                ("String", "2.1 and 2.1.5"),
                ("NodePath", "2.1 and 2.1.5"),
                ("Image", "2.1 and 2.1.5"),
                ("RawArray", "2.1 and 2.1.5"),
                ("StringArray", "2.1"),
            ],
            Self::Godot3 => &[("NodePath", "3.2.3 and 3.6.2"), ("PoolByteArray", "3.0 and 3.1")],
            Self::Godot4 => &[("NodePath", "before 4.6.3")],
        }
    }

    /// Returns the type with this id, or `None` if this table does not have the id.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn kind(self, id: u8) -> Option<Kind> {
        BY_ID.get(self as usize)?.get(usize::from(id)).copied().flatten()
    }

    /// Returns the id of `kind`, or `None` if this table does not have the type.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn id(self, kind: Kind) -> Option<u8> {
        let id = ROWS.get(kind as usize)?.1.get(self as usize)?;
        (*id != NO).then_some(*id)
    }

    /// Returns the number of ids, which is the engine's `VARIANT_MAX`.
    pub fn count(self) -> u8 {
        let ids = ROWS.iter().filter_map(|row| row.1.get(self as usize)).filter(|id| **id != NO);
        ids.max().map_or(0, |last| last + 1)
    }

    /// Returns the name of `kind` in the engine of this table. If the engine does not have the type, returns its name
    /// in Godot 4.
    ///
    /// ```
    /// use gamewire::godot::{Kind, Table};
    /// assert_eq!(Table::Godot3.name(Kind::PackedInt32Array), "PoolIntArray");
    /// assert_eq!(Table::Godot3.name(Kind::PackedInt64Array), "PackedInt64Array");
    /// ```
    pub fn name(self, kind: Kind) -> &'static str {
        let generation = match self {
            Self::Godot2 | Self::Godot3 if self.id(kind).is_none() => 2,
            Self::Godot2 => 0,
            Self::Godot3 => 1,
            Self::Godot4 => 2,
        };
        ROWS.get(kind as usize).and_then(|row| row.0.get(generation)).copied().unwrap_or_default()
    }
}

impl Kind {
    /// Returns the type's name in Godot 4, which JSON and error messages use for every generation.
    pub fn name(self) -> &'static str {
        Table::Godot4.name(self)
    }

    /// Returns the page and section of [`format`](super::format) that describe the type, such as `math#Vector2`.
    pub fn page(self) -> &'static str {
        PAGES.get(self as usize).copied().unwrap_or_default()
    }

    /// Returns the type with this name in any generation.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let newest_first = [2, 1, 0];
        let is = |generation: usize| ROWS.iter().position(|row| row.0.get(generation).copied() == Some(name));
        newest_first.into_iter().find_map(is).and_then(|row| Kind::ALL.get(row)).copied()
    }
}

named! {
    /// Parses the name of a type in any generation, like [`Kind::from_name`].
    Kind: "type", |name| Self::from_name(name);
}
