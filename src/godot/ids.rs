//! THE table of types: a row per type, a column per generation. No other file holds a type id.

/// One of the tables of type ids that Godot and its forks have used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Table {
    /// Godot 1.0 to 2.1, which a fork published as Mole.
    Godot2,
    /// Godot 3.0 to 3.6, and Rebel Engine.
    Godot3,
    /// Godot 4.0 and later.
    Godot4,
    /// Pandemonium 3.5 to 3.7.
    Pandemonium35,
    /// Pandemonium 3.8 to 4.9.
    Pandemonium38,
    /// Pandemonium 5.0 and later.
    Pandemonium50,
}

/// How many tables there are.
const TABLES: usize = 6;
/// As many as an id of one byte can be: looking one up needs no test.
const IDS: usize = 256;
/// "This table has no such type."
const NO: u8 = u8::MAX;

macro_rules! types {
    ($($kind:ident $old:literal $three:literal $four:literal : $($id:expr)+ ;)+) => {
        /// The type of a value, by its name in Godot 4. Types that other generations alone have keep theirs.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        #[repr(u8)]
        pub enum Kind {
            $(#[doc = concat!("`", $four, "`; `", $three, "` in Godot 3, `", $old, "` in Godot 2.")] $kind,)+
        }

        /// Every type of every generation, in the order of Godot 4.
        pub const KINDS: &[Kind] = &[$(Kind::$kind),+];

        /// Names in Godot 2, 3 and 4, and the id in each [`Table`].
        const ROWS: &[([&str; 3], [u8; TABLES])] = &[$(([$old, $three, $four], [$($id),+])),+];
    };
}

types! {
    //                  Godot 2         Godot 3             Godot 4                : 2  3  4  Pandemonium 35 38 50
    Nil                "Nil"           "Nil"               "Nil"                   :  0  0  0  0  0  0;
    Bool               "bool"          "bool"              "bool"                  :  1  1  1  1  1  1;
    Int                "int"           "int"               "int"                   :  2  2  2  2  2  2;
    Float              "real"          "float"             "float"                 :  3  3  3  3  3  3;
    String             "String"        "String"            "String"                :  4  4  4  4  4  4;
    Vector2            "Vector2"       "Vector2"           "Vector2"               :  5  5  5  5  7  7;
    Vector2i           "Vector2i"      "Vector2i"          "Vector2i"              : NO NO  6  6  8  8;
    Rect2              "Rect2"         "Rect2"             "Rect2"                 :  6  6  7  7  5  5;
    Rect2i             "Rect2i"        "Rect2i"            "Rect2i"                : NO NO  8  8  6  6;
    Vector3            "Vector3"       "Vector3"           "Vector3"               :  7  7  9  9  9  9;
    Vector3i           "Vector3i"      "Vector3i"          "Vector3i"              : NO NO 10 10 10 10;
    Transform2D        "Matrix32"      "Transform2D"       "Transform2D"           :  8  8 11 11 18 18;
    Vector4            "Vector4"       "Vector4"           "Vector4"               : NO NO 12 NO 11 11;
    Vector4i           "Vector4i"      "Vector4i"          "Vector4i"              : NO NO 13 NO 12 12;
    Plane              "Plane"         "Plane"             "Plane"                 :  9  9 14 12 13 13;
    Quaternion         "Quat"          "Quat"              "Quaternion"            : 10 10 15 13 14 14;
    Aabb               "AABB"          "AABB"              "AABB"                  : 11 11 16 14 15 15;
    Basis              "Matrix3"       "Basis"             "Basis"                 : 12 12 17 15 16 16;
    Transform3D        "Transform"     "Transform"         "Transform3D"           : 13 13 18 16 17 17;
    Projection         "Projection"    "Projection"        "Projection"            : NO NO 19 NO 19 19;
    Color              "Color"         "Color"             "Color"                 : 14 14 20 17 20 20;
    Image              "Image"         "Image"             "Image"                 : 15 NO NO NO NO NO;
    StringName         "StringName"    "StringName"        "StringName"            : NO NO 21 21 24 24;
    NodePath           "NodePath"      "NodePath"          "NodePath"              : 16 15 22 18 21 21;
    Rid                "RID"           "RID"               "RID"                   : 17 16 23 19 22 22;
    Object             "Object"        "Object"            "Object"                : 18 17 24 20 23 23;
    InputEvent         "InputEvent"    "InputEvent"        "InputEvent"            : 19 NO NO NO NO NO;
    Callable           "Callable"      "Callable"          "Callable"              : NO NO 25 NO NO NO;
    Signal             "Signal"        "Signal"            "Signal"                : NO NO 26 NO NO NO;
    Dictionary         "Dictionary"    "Dictionary"        "Dictionary"            : 20 18 27 22 25 25;
    Array              "Array"         "Array"             "Array"                 : 21 19 28 23 26 26;
    TypedArray         "TypedArray"    "TypedArray"        "TypedArray"            : NO NO NO NO NO 27;
    PackedTypedArray   "PackedTypedArray" "PackedTypedArray" "PackedTypedArray"    : NO NO NO NO NO 28;
    PackedByteArray    "RawArray"      "PoolByteArray"     "PackedByteArray"       : 22 20 29 24 27 29;
    PackedInt32Array   "IntArray"      "PoolIntArray"      "PackedInt32Array"      : 23 21 30 25 28 30;
    PackedInt64Array   "Int64Array"    "PoolInt64Array"    "PackedInt64Array"      : NO NO 31 NO NO NO;
    PackedFloat32Array "RealArray"     "PoolRealArray"     "PackedFloat32Array"    : 24 22 32 26 29 31;
    PackedFloat64Array "Float64Array"  "PoolFloat64Array"  "PackedFloat64Array"    : NO NO 33 NO NO NO;
    PackedStringArray  "StringArray"   "PoolStringArray"   "PackedStringArray"     : 25 23 34 27 30 32;
    PackedVector2Array "Vector2Array"  "PoolVector2Array"  "PackedVector2Array"    : 26 24 35 28 31 33;
    PackedVector2iArray "Vector2iArray" "PoolVector2iArray" "PackedVector2iArray"  : NO NO NO 29 32 34;
    PackedVector3Array "Vector3Array"  "PoolVector3Array"  "PackedVector3Array"    : 27 25 36 30 33 35;
    PackedVector3iArray "Vector3iArray" "PoolVector3iArray" "PackedVector3iArray"  : NO NO NO 31 34 36;
    PackedColorArray   "ColorArray"    "PoolColorArray"    "PackedColorArray"      : 28 26 37 32 37 39;
    PackedVector4Array "Vector4Array"  "PoolVector4Array"  "PackedVector4Array"    : NO NO 38 NO 35 37;
    PackedVector4iArray "Vector4iArray" "PoolVector4iArray" "PackedVector4iArray"  : NO NO NO NO 36 38;
}

/// The table turned round: the type of each id.
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
                by_id[table][id as usize] = Some(KINDS[row]);
            }
            table += 1;
        }
        row += 1;
    }
    by_id
};

/// The id of a type that has the same one in every table; anything else does not compile.
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
    /// The type that `id` stands for.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn kind(self, id: u8) -> Option<Kind> {
        BY_ID.get(self as usize)?.get(usize::from(id)).copied().flatten()
    }

    /// The id of `kind`, where this table has it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn id(self, kind: Kind) -> Option<u8> {
        let id = ROWS.get(kind as usize)?.1.get(self as usize)?;
        (*id != NO).then_some(*id)
    }

    /// The first id that stands for nothing: the engine's `VARIANT_MAX`.
    pub fn count(self) -> u8 {
        let ids = ROWS.iter().filter_map(|row| row.1.get(self as usize)).filter(|id| **id != NO);
        ids.max().map_or(0, |last| last + 1)
    }

    /// What this table's engine calls `kind`.
    pub fn name(self, kind: Kind) -> &'static str {
        let generation = match self {
            Self::Godot2 => 0,
            Self::Godot3 | Self::Pandemonium35 | Self::Pandemonium38 | Self::Pandemonium50 => 1,
            Self::Godot4 => 2,
        };
        ROWS.get(kind as usize).and_then(|row| row.0.get(generation)).copied().unwrap_or_default()
    }
}

impl Kind {
    /// The type's name in Godot 4, which JSON and error messages use for every generation.
    pub fn name(self) -> &'static str {
        Table::Godot4.name(self)
    }

    /// The type of that name, in whichever generation it bears it.
    pub fn from_name(name: &str) -> Option<Self> {
        let newest_first = [2, 1, 0];
        let is = |generation: usize| ROWS.iter().position(|row| row.0.get(generation).copied() == Some(name));
        newest_first.into_iter().find_map(is).and_then(|row| KINDS.get(row)).copied()
    }
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_is_without_gaps_and_as_long_as_the_engine_says() {
        let counts = [
            (Table::Godot2, 29),
            (Table::Godot3, 27),
            (Table::Godot4, 39),
            (Table::Pandemonium35, 33),
            (Table::Pandemonium38, 38),
            (Table::Pandemonium50, 40),
        ];
        for (table, count) in counts {
            assert_eq!(table.count(), count, "{table:?}");
            for id in 0..count {
                let kind = table.kind(id).unwrap_or_else(|| panic!("{table:?} has no type {id}"));
                assert_eq!(table.id(kind), Some(id));
            }
            assert_eq!(table.kind(count), None);
        }
    }

    #[test]
    fn names_lead_back_to_their_type() {
        for &kind in KINDS {
            for table in [Table::Godot2, Table::Godot3, Table::Godot4] {
                assert_eq!(Kind::from_name(table.name(kind)), Some(kind));
            }
        }
    }
}
