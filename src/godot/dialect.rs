//! Dialects: the rules of each engine release. The bytes do not name their dialect.

use super::ids::{Kind, Table};
use super::model::{KeyRules, Variant};
use crate::error::UnknownNameError;

/// The rules by which one engine reads and writes: generation, behavior of the release, precision. The default is Godot 3.
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
    /// The name in double precision, if the engine has another layout then.
    pub(crate) double_name: Option<&'static str>,
    pub(crate) table: Table,
    /// Ids from here on are unknown: minor releases add types at the end.
    pub(crate) types: u8,
    pub(crate) header: HeaderRule,
    pub(crate) ints: IntRule,
    pub(crate) reals: RealRule,
    pub(crate) precision: Precision,
    /// `RID` is encoded with its number.
    pub(crate) rid_number: bool,
    /// `Object` has a payload: by id, or full.
    pub(crate) objects: bool,
    /// Text needs its padding even at the end of the input.
    pub(crate) padding_required: bool,
    pub(crate) text: TextRule,
    /// The path form that is only text is read.
    pub(crate) old_node_path: OldNodePath,
    /// A path's property is written apart from its subnames, and kept apart when read.
    pub(crate) node_path_property: bool,
    /// A joystick motion whose length says so has no value, as 1.0 to 2.0.2 wrote it.
    pub(crate) short_joystick: bool,
    /// Bit 31 of a container's count means "shared"; it is kept and written.
    pub(crate) shared_bit: bool,
    pub(crate) typed_arrays: bool,
    pub(crate) typed_dictionaries: bool,
    /// When two keys of a dictionary are the same.
    pub(crate) keys: KeyRules,
}

/// The flags that a header may have beside the type id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum HeaderRule {
    /// Nothing: the whole word is the id (Godot 2).
    WholeWord,
    /// The rule of Godot 2, except for bit 16 of int and real, which a late fork writes and which is honored.
    WholeWordOr64,
    /// The low byte is the id, bit 16 is a width, the rest is ignored (Godot 3 and 4).
    LowByte,
}

/// The width of encoded ints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum IntRule {
    Always32,
    /// Godot 3.0: its range test is always true.
    Always64,
    ByRange,
}

/// The width of the components of vectors, matrices and so on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum RealRule {
    /// 32 bits, whatever the header says.
    Single,
    /// 64 bits where bit 16 of the header is set (Godot 4).
    Flagged,
    /// 64 bits everywhere, with no flag: as Godot 3's documentation says of double builds.
    Double,
}

/// The precision that the engine was compiled with. It decides what is *written*; both widths are read if a flag distinguishes them.
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

/// Which bytes pass as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum TextRule {
    /// Everything; what cannot be decoded reads as empty (before 2.1.5 and 3.0.6).
    Any,
    /// UTF-8 with surrogates, long forms and code points beyond Unicode (2.1.5, 3.0.6 to 3.6).
    Lenient,
    /// Well-formed UTF-8 (Godot 4).
    Strict,
}

/// The handling of a NodePath that is encoded as one text: see [`Dialect::old_node_path`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OldNodePath {
    /// It is an error.
    Refused,
    /// The next value begins right after its last byte, as engines read it.
    Unpadded,
    /// The next value begins at a multiple of four, as the published documentation says.
    Padded,
}

impl Dialect {
    /// Godot 1.0 to 2.1, a format that a fork documents as Mole. Accepts the same bytes as 2.1.0 to 2.1.4.
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

    /// Godot 2.1.5, which writes the same bytes and validates text.
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

    /// Godot 3.0.0 to 3.0.5: ints are always written with 64 bits, reading is tolerant.
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

    /// Godot 4.3: no typed dictionaries.
    pub const GODOT_4_3: Self = Self {
        name: "godot4.3",
        double_name: Some("godot4.3-double"),
        typed_dictionaries: false,
        ..Self::GODOT_4
    };

    /// Godot 4.0 to 4.2: no typed containers, no `PackedVector4Array`.
    pub const GODOT_4_2: Self = Self {
        name: "godot4.2",
        double_name: Some("godot4.2-double"),
        types: 38,
        typed_arrays: false,
        ..Self::GODOT_4_3
    };

    /// Returns the dialect of the same engine compiled for double precision.
    ///
    /// For Godot 4 this decides what is written: every build reads both widths. For Godot 3 it is the layout
    /// of the documentation: every float inside a structure takes eight bytes, at `(offset - 4) * 2 + 4`,
    /// with no flag for it. Other generations have no such layout and are unchanged.
    #[must_use]
    pub const fn double(self) -> Self {
        let Some(name) = self.double_name else { return self };
        let reals = match self.reals {
            RealRule::Single => RealRule::Double,
            rule => rule,
        };
        Self { name, double_name: None, reals, precision: Precision::Double, ..self }
    }

    /// Also reads Godot 2 ints and reals with the 64-bit flag of Godot 3, as one late fork writes them.
    /// The official 2.1 readers refuse them, and so does this dialect unless asked.
    #[must_use]
    pub const fn allow_64_bit_flag(self, yes: bool) -> Self {
        let header = match self.header {
            HeaderRule::WholeWord | HeaderRule::WholeWordOr64 if yes => HeaderRule::WholeWordOr64,
            HeaderRule::WholeWord | HeaderRule::WholeWordOr64 => HeaderRule::WholeWord,
            HeaderRule::LowByte => HeaderRule::LowByte,
        };
        Self { header, ..self }
    }

    /// Sets how a NodePath that is encoded as one text is read. Engines since 2.1.5, 3.0.6 and 3.1 refuse this form.
    ///
    /// ```
    /// use gamewire::godot::{Dialect, OldNodePath};
    /// // A NodePath with a length where names would be counted.
    /// let bytes = *b"\x0f\0\0\0\x03\0\0\0a/b\0";
    /// assert!(Dialect::GODOT_3.parse(&bytes).is_err());
    /// let path = Dialect::GODOT_3.old_node_path(OldNodePath::Padded).parse(&bytes)?;
    /// assert_eq!(path.as_node_path().map(ToString::to_string).as_deref(), Some("a/b"));
    /// # Ok::<(), gamewire::DecodeError>(())
    /// ```
    #[must_use]
    pub const fn old_node_path(self, old_node_path: OldNodePath) -> Self {
        Self { old_node_path, ..self }
    }

    /// Returns whether two values are the same key of a dictionary in the engine. [`Variant::same_key`] is the rule of Godot 4.
    ///
    /// - Godot 2 equates no NaN with another, and before 2.1.5 distinguishes 0.0 from -0.0;
    /// - Godot 3 takes every NaN for every other, also inside arrays, but compares a PoolRealArray by its bits, and with a
    ///   NaN takes it for no other (3.2.3; 3.6.2 takes it for one of the same bits);
    /// - before Godot 4, every dictionary is a different key.
    ///
    /// ```
    /// use gamewire::godot::{Dialect, Variant};
    /// let array = Variant::from(vec![Variant::Float(f64::NAN)]);
    /// assert!(Dialect::GODOT_3.same_key(&array, &array));
    /// assert!(!Dialect::GODOT_4.same_key(&array, &array));
    /// ```
    #[must_use]
    pub fn same_key(&self, a: &Variant<'_>, b: &Variant<'_>) -> bool {
        self.keys.same(a, b)
    }

    /// Returns the dialect's name: `godot3`, `godot4-double`, ..
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the table of type ids.
    #[must_use]
    pub fn table(&self) -> Table {
        self.table
    }

    /// Returns the width of encoded components.
    #[must_use]
    pub fn precision(&self) -> Precision {
        self.precision
    }

    /// Returns the id of a type, or `None` if this dialect does not have the type.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn id(&self, kind: Kind) -> Option<u8> {
        self.table.id(kind).filter(|id| *id < self.types)
    }

    /// Returns the type of an id, or `None` if this dialect does not have the id.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn kind(&self, id: u8) -> Option<Kind> {
        if id < self.types { self.table.kind(id) } else { None }
    }
}

impl Default for Dialect {
    /// Godot 3, single precision.
    fn default() -> Self {
        Self::GODOT_3
    }
}

/// By its name, as [`Dialect::from_name`].
///
/// ```
/// use gamewire::godot::Dialect;
/// assert_eq!("godot4-double".parse(), Ok(Dialect::GODOT_4.double()));
/// assert_eq!("godot9".parse::<Dialect>().unwrap_err().to_string(), "there is no dialect \"godot9\"");
/// ```
impl std::str::FromStr for Dialect {
    type Err = UnknownNameError;
    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::from_name(name).ok_or_else(|| UnknownNameError::new("dialect", name))
    }
}

impl AsRef<str> for Dialect {
    fn as_ref(&self) -> &str {
        self.name
    }
}

impl std::fmt::Display for Dialect {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name)
    }
}
