//! Dialects: the rules by which each release of the engine encodes values. The bytes do not say which dialect they are
//! in.

use super::ids::{Kind, Table};
use super::model::{KeyRules, Variant};
use crate::conversions::named;

/// The rules by which a release of the engine reads and writes values, in single or double precision. The default is
/// Godot 3.
///
/// ```
/// use gamewire::godot::Dialect;
/// let bytes = Dialect::GODOT_4.encode(&"hi".into())?;
/// assert_eq!(bytes, [4, 0, 0, 0, 2, 0, 0, 0, b'h', b'i', 0, 0]);
/// assert_eq!(Dialect::from_name("godot4-double"), Some(Dialect::GODOT_4.double()));
/// # Ok::<(), gamewire::EncodeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Dialect {
    pub(crate) name: &'static str,
    /// The name of the double-precision variant, if the engine has a different layout in double precision.
    pub(crate) double_name: Option<&'static str>,
    pub(crate) table: Table,
    /// The number of type ids. Minor releases add types at the end of the table.
    pub(crate) types: u8,
    pub(crate) header: HeaderRule,
    pub(crate) ints: IntRule,
    pub(crate) reals: RealRule,
    pub(crate) precision: Precision,
    /// Whether the payload of a `RID` is its number.
    pub(crate) rid_number: bool,
    /// Whether an `Object` has a payload: its id, or its class and properties.
    pub(crate) objects: bool,
    /// Whether text at the end of the input must have its padding.
    pub(crate) padding_required: bool,
    pub(crate) text: TextRule,
    /// The way to read a path that is encoded as one text.
    pub(crate) old_node_path: OldNodePath,
    /// Whether the property of a path is encoded separately from the subnames.
    pub(crate) node_path_property: bool,
    /// Whether the value of a joystick motion may be missing, as in events that 1.0 to 2.0.2 wrote.
    pub(crate) short_joystick: bool,
    /// Whether bit 31 of a container's count means "shared". The bit is then preserved.
    pub(crate) shared_bit: bool,
    pub(crate) typed_arrays: bool,
    pub(crate) typed_dictionaries: bool,
    /// The rules that decide when two keys of a dictionary are equal.
    pub(crate) keys: KeyRules,
}

/// The flags that a header may have besides the type id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum HeaderRule {
    /// No flags: the whole word is the id (Godot 2).
    WholeWord,
    /// No flags, except for bit 16 of int and real, which a late fork of Godot 2 writes.
    WholeWordOr64,
    /// The low byte is the id, and bits of the upper half are flags. Unused bits are ignored (Godot 3 and 4).
    LowByte,
}

/// The width of encoded ints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum IntRule {
    Always32,
    /// Godot 3.0, whose test of the range is always true.
    Always64,
    ByRange,
}

/// The width of the components of vectors, matrices and so on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum RealRule {
    /// 32 bits; bit 16 of the header is ignored.
    Single,
    /// 64 bits if bit 16 of the header is set (Godot 4).
    Flagged,
    /// Always 64 bits, without a flag, as the documentation of Godot 3 describes builds in double precision.
    Double,
}

/// The precision that the engine was compiled with. It decides the width of components that are *written*. If the
/// header has a flag for the width, both widths are read.
///
/// ```
/// use gamewire::godot::{Dialect, Precision, Variant, Vector2};
/// let vector = Variant::from(Vector2::new(1.0, 2.0));
/// assert_eq!(Dialect::GODOT_4.precision(), Precision::Single);
/// assert_eq!(Dialect::GODOT_4.encode(&vector)?.len(), 4 + 2 * 4);
/// assert_eq!(Dialect::GODOT_4.double().encode(&vector)?.len(), 4 + 2 * 8);
/// # Ok::<(), gamewire::EncodeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Precision {
    /// 32-bit components, the default of every engine.
    Single,
    /// 64-bit components.
    Double,
}

/// The rule for bytes that are accepted as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum TextRule {
    /// All bytes. Text that cannot be decoded is read as empty (before 2.1.5 and 3.0.6).
    Any,
    /// UTF-8 with surrogates, long forms and code points beyond Unicode (2.1.5, 3.0.6 to 3.6).
    Lenient,
    /// Well-formed UTF-8 (Godot 4).
    Strict,
}

/// The way to read a NodePath that is encoded as one text. See [`Dialect::old_node_path`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OldNodePath {
    /// Reading the path is an error.
    Refused,
    /// The next value begins directly after the last byte of the text, as in the engines.
    Unpadded,
    /// The text is padded to a multiple of four bytes, as in the published documentation.
    Padded,
}

impl Dialect {
    /// Godot 1.0 to 2.1.4. A fork documents this format as Mole. The dialect accepts the same bytes as 2.1.0 to 2.1.4.
    pub const GODOT_2: Self = Self {
        name: "godot2",
        double_name: None,
        table: Table::Godot2,
        types: 29,
        header: HeaderRule::WholeWord,
        ints: IntRule::Always32,
        reals: RealRule::Single,
        precision: Precision::Single,
        rid_number: false,
        objects: false,
        padding_required: false,
        text: TextRule::Any,
        old_node_path: OldNodePath::Unpadded,
        node_path_property: true,
        short_joystick: true,
        keys: KeyRules::GODOT_2,
        shared_bit: true,
        typed_arrays: false,
        typed_dictionaries: false,
    };

    /// Godot 2.1.5. It rejects invalid text, text without its padding, paths as text, and joystick motions without a
    /// value, all of which [`GODOT_2`](Self::GODOT_2) reads.
    pub const GODOT_2_1_5: Self = Self {
        name: "godot2.1.5",
        padding_required: true,
        text: TextRule::Lenient,
        old_node_path: OldNodePath::Refused,
        short_joystick: false,
        keys: KeyRules::GODOT_2_1_5,
        ..Self::GODOT_2
    };

    /// Godot 3.1 to 3.6.
    pub const GODOT_3: Self = Self {
        name: "godot3",
        double_name: Some("godot3-double"),
        table: Table::Godot3,
        types: 27,
        header: HeaderRule::LowByte,
        ints: IntRule::ByRange,
        objects: true,
        padding_required: true,
        text: TextRule::Lenient,
        old_node_path: OldNodePath::Refused,
        node_path_property: false,
        short_joystick: false,
        keys: KeyRules::GODOT_3,
        shared_bit: false,
        ..Self::GODOT_2
    };

    /// Godot 3.0, which always writes ints with 64 bits. It reads bytes as 3.0.0 to 3.0.5 do. 3.0.6 writes the same bytes, but
    /// rejects invalid text, text without its padding, and paths as text.
    pub const GODOT_3_0: Self = Self {
        name: "godot3.0",
        double_name: None,
        ints: IntRule::Always64,
        padding_required: false,
        text: TextRule::Any,
        old_node_path: OldNodePath::Unpadded,
        ..Self::GODOT_3
    };

    /// Godot 4.4 and later.
    pub const GODOT_4: Self = Self {
        name: "godot4",
        double_name: Some("godot4-double"),
        table: Table::Godot4,
        types: 39,
        reals: RealRule::Flagged,
        rid_number: true,
        text: TextRule::Strict,
        typed_arrays: true,
        typed_dictionaries: true,
        keys: KeyRules::GODOT_4,
        ..Self::GODOT_3
    };

    /// Godot 4.3, which has no typed dictionaries.
    pub const GODOT_4_3: Self = Self {
        name: "godot4.3",
        double_name: Some("godot4.3-double"),
        typed_dictionaries: false,
        ..Self::GODOT_4
    };

    /// Godot 4.0 to 4.2, which have no typed containers and no `PackedVector4Array`.
    pub const GODOT_4_2: Self = Self {
        name: "godot4.2",
        double_name: Some("godot4.2-double"),
        types: 38,
        typed_arrays: false,
        ..Self::GODOT_4_3
    };

    /// Returns the dialect of the same engine compiled for double precision.
    ///
    /// For Godot 4 this decides only what is written, because every build reads both widths. For [`GODOT_3`](Self::GODOT_3) it
    /// is the layout of the documentation: every float inside a structure takes eight bytes, and no flag shows it. A float at
    /// `offset` in single precision, counted from the header, is at `(offset - 4) * 2 + 4`. Other dialects have no such layout and are returned unchanged.
    #[must_use]
    pub const fn double(self) -> Self {
        let Some(name) = self.double_name else { return self };
        let reals = match self.reals {
            RealRule::Single => RealRule::Double,
            rule => rule,
        };
        Self { name, double_name: None, reals, precision: Precision::Double, ..self }
    }

    /// Allows ints and reals of Godot 2 with the 64-bit flag of Godot 3, which one late fork writes.
    ///
    /// The official 2.1 readers reject these values, and so does this dialect by default.
    #[must_use]
    pub const fn allow_64_bit_flag(self, yes: bool) -> Self {
        let header = match self.header {
            HeaderRule::WholeWord | HeaderRule::WholeWordOr64 if yes => HeaderRule::WholeWordOr64,
            HeaderRule::WholeWord | HeaderRule::WholeWordOr64 => HeaderRule::WholeWord,
            HeaderRule::LowByte => HeaderRule::LowByte,
        };
        Self { header, ..self }
    }

    /// Sets how to read a NodePath that is encoded as one text. 2.1.5, 3.0.6, and 3.1 and later reject this form.
    ///
    /// ```
    /// use gamewire::godot::{Dialect, NodePath, OldNodePath};
    /// // A NodePath with a length where names would be counted.
    /// let bytes = *b"\x0f\0\0\0\x03\0\0\0a/b\0";
    /// assert!(Dialect::GODOT_3.parse(&bytes).is_err());
    /// let path = Dialect::GODOT_3.old_node_path(OldNodePath::Padded).parse(&bytes)?;
    /// assert_eq!(NodePath::try_from(path)?.to_string(), "a/b");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn old_node_path(self, old_node_path: OldNodePath) -> Self {
        Self { old_node_path, ..self }
    }

    /// Returns whether the engine treats two values as the same key of a dictionary. The rule of Godot 4 is also
    /// available as [`Variant::same_key`].
    ///
    /// - In Godot 2, a NaN is never equal to another NaN. Before 2.1.5, 0.0 and -0.0 are different keys.
    /// - In Godot 3, all NaNs are equal, also inside arrays. A PoolRealArray is compared by its bits, and one that
    ///   contains a NaN is equal to no other, as in 3.2.3; in 3.6.2 it is equal to one with the same bits.
    /// - Before Godot 4, two dictionaries are never the same key.
    ///
    /// ```
    /// use gamewire::godot::{Dialect, Variant};
    /// let array = Variant::from(vec![Variant::Float(f64::NAN)]);
    /// assert!(Dialect::GODOT_3.same_key(&array, &array));
    /// assert!(!Dialect::GODOT_4.same_key(&array, &array));
    /// ```
    pub fn same_key(&self, a: &Variant, b: &Variant) -> bool {
        self.keys.same(a, b)
    }

    /// Returns the name of the dialect, such as `godot3` or `godot4-double`.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the table of type ids.
    pub fn table(&self) -> Table {
        self.table
    }

    /// Returns the width of encoded components.
    pub fn precision(&self) -> Precision {
        self.precision
    }

    /// Returns the id of a type, or `None` if this dialect does not have the type.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn id(&self, kind: Kind) -> Option<u8> {
        self.table.id(kind).filter(|id| *id < self.types)
    }

    /// Returns the type of an id, or `None` if this dialect does not have the id.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn kind(&self, id: u8) -> Option<Kind> {
        if id < self.types { self.table.kind(id) } else { None }
    }
}

/// The default is the dialect of Godot 3, as in [`parse_variant`](super::parse_variant). It does not follow the newest release, so that
/// a program keeps its meaning. Where bytes are read without a dialect, as in [`parse_any`](super::parse_any) and the command, the
/// newest generation that reads the same value is named.
impl Default for Dialect {
    fn default() -> Self {
        Self::GODOT_3
    }
}

named! {
    /// Parses the name of a dialect, like [`Dialect::from_name`].
    ///
    /// ```
    /// use gamewire::godot::Dialect;
    /// assert_eq!("godot4-double".parse(), Ok(Dialect::GODOT_4.double()));
    /// assert_eq!("godot9".parse::<Dialect>().unwrap_err().to_string(), "there is no dialect \"godot9\"");
    /// ```
    Dialect: "dialect", |name| Self::from_name(name);
}
