//! The rules of a release, with options for the strictness of reading.

use std::fmt;
use std::io::Write;
use std::str::FromStr;

use cookie_factory::SerializeFn;

use super::ids::TagId;
use super::nbt_form::NbtForm;
use super::releases::{PositionOrder, Release};
use crate::error::UnknownNameError;
use crate::grammar::{Cx, Parse, Settings};
use crate::limits::Limits;
use crate::trace::Trace;

/// The rules of a version, with options that set which invalid or unusual input is accepted.
///
/// | input | by default | changed by |
/// |-------|------------|------------|
/// | a VarInt with more bytes than it needs, or bits beyond its width | read, as the game does | [`strict_varints`](Self::strict_varints) |
/// | a Boolean that is neither 0 nor 1 | an error | [`allow_lenient_booleans`](Self::allow_lenient_booleans) |
/// | malformed UTF-8 | an error | [`allow_lossy_text`](Self::allow_lossy_text) |
/// | an NBT root that is a List, in the form of the Java edition | an error | [`allow_list_roots`](Self::allow_list_roots) |
/// | bytes after the value | an error | [`allow_trailing`](Self::allow_trailing) |
///
/// The options do not change how these are encoded: VarInts have as few bytes as possible, Booleans are 0 or 1, and
/// strings are valid UTF-8.
///
/// ```
/// use gamewire::minecraft::{Position, PositionOrder, Protocol};
///
/// let here = Position { x: 1, y: 2, z: 3 };
/// assert_eq!(Protocol::V1_14.encode(&here)?, 0x0000_0040_0000_3002_u64.to_be_bytes());
/// let older = Protocol::V1_14.position_order(PositionOrder::Xyz);
/// assert_eq!(older.encode(&here)?, 0x0000_0040_0800_0003_u64.to_be_bytes());
/// # Ok::<(), gamewire::error::EncodeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Protocol {
    pub(crate) release: Release,
    pub(crate) position: PositionOrder,
    pub(crate) lenient_booleans: bool,
    pub(crate) lossy_text: bool,
    pub(crate) strict_varints: bool,
    pub(crate) nameless_nbt: bool,
    pub(crate) list_roots: bool,
    pub(crate) any_roots: bool,
    pub(crate) nbt: NbtForm,
    pub(crate) chat_limit: u32,
    pub(crate) limits: Limits,
    pub(crate) trailing: bool,
}

impl Default for Protocol {
    fn default() -> Self {
        Self::V1_14
    }
}

impl Protocol {
    /// The rules of 1.13.2.
    pub const V1_13: Self = Self::of(Release::V1_13);
    /// The rules of 1.14 to 1.14.4.
    pub const V1_14: Self = Self::of(Release::V1_14);
    /// The rules of 1.15 to 1.15.2.
    pub const V1_15: Self = Self::of(Release::V1_15);

    /// The rules of all releases, the oldest first.
    pub const VERSIONS: &[Self] = &[Self::V1_13, Self::V1_14, Self::V1_15];

    /// All rules that have a name, with their names, which the command uses too. `minecraft` is 1.14.
    pub const NAMED: &[(&str, Self)] = &[
        ("minecraft", Self::V1_14),
        ("minecraft-1.13", Self::V1_13),
        ("minecraft-1.14", Self::V1_14),
        ("minecraft-1.15", Self::V1_15),
        ("minecraft-nameless", Self::V1_14.nameless_nbt(true)),
        ("minecraft-bedrock", Self::BEDROCK),
        ("minecraft-bedrock-network", Self::BEDROCK_NETWORK),
        ("minecraft-list-roots", Self::V1_14.allow_list_roots(true)),
        ("minecraft-nameless-list-roots", Self::V1_14.nameless_nbt(true).allow_list_roots(true)),
    ];

    /// The rules of NBT in files of the Bedrock edition, which is little-endian. Types other than NBT are those of the
    /// Java edition.
    pub const BEDROCK: Self = Self::V1_14.with_nbt_form(NbtForm::LittleEndian);

    /// The rules of NBT in packets of the Bedrock edition, which is little-endian with VarInts. Types other than NBT
    /// are those of the Java edition.
    pub const BEDROCK_NETWORK: Self = Self::V1_14.with_nbt_form(NbtForm::VarInt);

    /// Returns the rules with this name.
    ///
    /// ```
    /// use gamewire::minecraft::Protocol;
    /// assert_eq!(Protocol::from_name("minecraft-bedrock"), Some(Protocol::BEDROCK));
    /// assert_eq!(Protocol::BEDROCK.name(), Some("minecraft-bedrock"));
    /// assert_eq!(Protocol::V1_15.allow_lossy_text(true).name(), None);
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::NAMED.iter().find(|(known, _)| *known == name).map(|(_, protocol)| *protocol)
    }

    /// Returns the name of these rules, or `None` if they have none. If they have several, it is the first in
    /// [`NAMED`](Self::NAMED).
    pub fn name(&self) -> Option<&'static str> {
        Self::NAMED.iter().find(|(_, known)| known == self).map(|(name, _)| *name)
    }

    const fn of(release: Release) -> Self {
        Self {
            release,
            position: release.row().position,
            lenient_booleans: false,
            lossy_text: false,
            strict_varints: false,
            nameless_nbt: false,
            list_roots: false,
            any_roots: false,
            nbt: NbtForm::BigEndian,
            chat_limit: 262_144,
            limits: Limits::NBT,
            trailing: false,
        }
    }

    /// Returns the releases with these rules and the protocol numbers of their handshakes, the oldest first.
    ///
    /// ```
    /// use gamewire::minecraft::Protocol;
    /// let of_number = |number| Protocol::VERSIONS.iter().find(|one| one.releases().iter().any(|(_, of)| *of == number));
    /// assert_eq!(of_number(498), Some(&Protocol::V1_14));
    /// assert_eq!(Protocol::V1_15.releases()[2], ("1.15.2", 578));
    /// ```
    pub const fn releases(&self) -> &'static [(&'static str, u32)] {
        self.release.row().releases
    }

    /// Sets the order of the fields of a Position, instead of the order of the version.
    #[must_use]
    pub fn position_order(self, position: PositionOrder) -> Self {
        Self { position, ..self }
    }

    /// Accepts every byte except 0 as true, as the game does. Such a byte is encoded as 1 again.
    #[must_use]
    pub fn allow_lenient_booleans(self, yes: bool) -> Self {
        Self { lenient_booleans: yes, ..self }
    }

    /// Replaces malformed UTF-8 in String and Chat with U+FFFD, as the game does.
    #[must_use]
    pub fn allow_lossy_text(self, yes: bool) -> Self {
        Self { lossy_text: yes, ..self }
    }

    /// Rejects VarInts and VarLongs that are longer than necessary, or that have bits beyond their width.
    #[must_use]
    pub fn strict_varints(self, yes: bool) -> Self {
        Self { strict_varints: yes, ..self }
    }

    /// Sets whether NBT roots have no name, everywhere that NBT occurs. This is the form of 1.20.2 and later in
    /// packets. Files still have the name.
    ///
    /// ```
    /// use gamewire::minecraft::{Protocol, nbt::Nbt};
    /// let network = Protocol::V1_15.nameless_nbt(true);
    /// let bytes = b"\x0a\x01\0\x04size\x05\0";
    /// let nbt: Nbt = network.parse(bytes)?;
    /// assert_eq!(nbt.root.get("size").unwrap().as_i64(), Some(5));
    /// assert_eq!(network.encode(&nbt)?, bytes);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn nameless_nbt(self, yes: bool) -> Self {
        Self { nameless_nbt: yes, ..self }
    }

    /// Allows NBT roots that are Lists in the form of the Java edition. The game rejects them, but NBT libraries for
    /// JavaScript and Python write them. The forms of the Bedrock edition always allow such roots.
    ///
    /// ```
    /// use gamewire::minecraft::{Protocol, nbt::Nbt};
    /// let bytes = b"\x09\0\0\x01\0\0\0\x02\x05\x06";
    /// assert!(Protocol::V1_14.parse::<Nbt>(bytes).is_err());
    /// let protocol = Protocol::V1_14.allow_list_roots(true);
    /// let nbt: Nbt = protocol.parse(bytes)?;
    /// assert_eq!(nbt.root.to_string(), "[5b,6b]");
    /// assert_eq!(protocol.encode(&nbt)?, bytes);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn allow_list_roots(self, yes: bool) -> Self {
        Self { list_roots: yes, ..self }
    }

    /// Allows NBT roots of any type. This is the form of 1.20.3 and later in packets, where a text may be a String.
    ///
    /// ```
    /// use gamewire::minecraft::{Protocol, nbt::Nbt};
    /// let network = Protocol::V1_15.nameless_nbt(true).allow_any_roots(true);
    /// let nbt: Nbt = network.parse(b"\x08\0\x05hello")?;
    /// assert_eq!(nbt.root.to_str().as_deref(), Some("hello"));
    /// # Ok::<(), gamewire::DecodeError>(())
    /// ```
    #[must_use]
    pub const fn allow_any_roots(self, yes: bool) -> Self {
        Self { any_roots: yes, ..self }
    }

    /// Returns whether roots have no name.
    pub fn has_nameless_nbt(&self) -> bool {
        self.nameless_nbt
    }

    /// Returns whether a root may be a List.
    pub fn has_list_roots(&self) -> bool {
        self.list_roots || self.any_roots || !self.nbt.is_java()
    }

    /// Returns whether a root may have this type. The byte 0 stands for no root.
    pub(in crate::minecraft) fn allows_root(&self, id: TagId) -> bool {
        match id {
            TagId::End | TagId::Compound => true,
            TagId::List => self.has_list_roots(),
            _ => self.any_roots,
        }
    }

    /// Sets the form of NBT, everywhere that NBT occurs.
    #[must_use]
    pub const fn with_nbt_form(self, form: NbtForm) -> Self {
        Self { nbt: form, ..self }
    }

    /// Returns the form of NBT.
    pub const fn nbt_form(&self) -> NbtForm {
        self.nbt
    }

    /// Sets the maximum number of UTF-16 units of a Chat. It is 262144 in 1.14, and 32767 in older documents and in
    /// releases up to 1.12.2.
    #[must_use]
    pub fn chat_limit(self, units: u32) -> Self {
        Self { chat_limit: units, ..self }
    }

    /// Sets the deepest allowed level of nesting of NBT. The root is at level 0. The default is the game's limit of
    /// 512.
    #[must_use]
    pub fn max_depth(mut self, depth: u32) -> Self {
        self.limits.depth = depth;
        self
    }

    /// Sets the maximum size of the stack that nested values may use. See [`Limits::stack`].
    #[must_use]
    pub fn max_stack(mut self, bytes: usize) -> Self {
        self.limits.stack = bytes;
        self
    }

    /// Sets the maximum length of inputs and outputs in bytes.
    ///
    /// ```
    /// use gamewire::minecraft::{Protocol, VarInt};
    /// let short = Protocol::V1_14.max_bytes(1);
    /// assert!(short.parse::<VarInt>(&[5]).is_ok());
    /// assert!(short.parse::<VarInt>(&[0xac, 0x02]).is_err());
    /// ```
    #[must_use]
    pub fn max_bytes(mut self, bytes: usize) -> Self {
        self.limits.bytes = bytes;
        self
    }

    /// Allows bytes after a value when parsing, checking and verifying, like [`Decoder::allow_trailing`].
    ///
    /// ```
    /// use gamewire::minecraft::{Protocol, VarInt};
    /// assert!(Protocol::V1_14.parse::<VarInt>(&[5, 0xff]).is_err());
    /// assert_eq!(Protocol::V1_14.allow_trailing(true).parse::<VarInt>(&[5, 0xff])?, VarInt(5));
    /// # Ok::<(), gamewire::DecodeError>(())
    /// ```
    ///
    /// [`Decoder::allow_trailing`]: crate::godot::Decoder::allow_trailing
    #[must_use]
    pub fn allow_trailing(self, yes: bool) -> Self {
        Self { trailing: yes, ..self }
    }

    /// Creates the settings of a context, to call the parsers and serializers of [`wire`](super::wire) directly.
    pub fn settings(&self) -> Settings<'_, Self> {
        Settings::new(self, self.limits)
    }
}

/// Parses the name of rules, like [`Protocol::from_name`].
///
/// ```
/// use gamewire::minecraft::Protocol;
/// assert_eq!("minecraft-1.15".parse(), Ok(Protocol::V1_15));
/// assert_eq!(Protocol::V1_15.to_string(), "minecraft-1.15");
/// assert_eq!(Protocol::V1_15.allow_lossy_text(true).to_string(), "minecraft-1.15 with other settings");
/// ```
impl FromStr for Protocol {
    type Err = UnknownNameError;
    fn from_str(name: &str) -> Result<Self, UnknownNameError> {
        Self::from_name(name).ok_or_else(|| UnknownNameError::new("protocol", name))
    }
}

/// Writes the [name](Protocol::name). Rules without a name are written as their version and a remark that other
/// settings differ.
impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.pad(name),
            None => f.pad(&format!("minecraft-{} with other settings", self.release.row().name)),
        }
    }
}

/// A type that can be decoded and encoded. [`Protocol::parse`] and [`Protocol::encode`] accept these types.
///
/// These Rust types implement it:
///
/// | Rust | layout |
/// |------|--------|
/// | numbers, `bool`, text, the types of this module | the type of that name |
/// | `Vec<X>` | VarInt count, elements |
/// | `Option<X>` | Boolean, X if true |
/// | `[X; N]`, tuples | the parts in order |
/// | a structure of [`packet!`](crate::packet) | its fields in order |
///
/// For a layout of another form, such as fields that depend on others, implement the trait with a parser and its mirror:
///
/// ```
/// use std::io::Write;
///
/// use cookie_factory::{SerializeFn, sequence::pair};
/// use gamewire::minecraft::{Protocol, Slot, VarInt, Wire, wire};
/// use gamewire::grammar::Parse;
/// use gamewire::trace::Trace;
///
/// struct SetSlot { window: i8, item: Slot }
///
/// impl<'a> Wire<'a> for SetSlot {
///     const NAME: &'static str = "Set Slot";
///     fn parser<T: Trace>(cx: wire::Cx<'_, T>) -> impl Parse<'a, Self> {
///         move |i: &'a [u8]| {
///             let (i, window) = wire::byte(cx, "window")(i)?;
///             let (i, item) = Slot::parser(cx)(i)?;
///             Ok((i, SetSlot { window, item }))
///         }
///     }
///     fn serializer<T: Trace, W: Write>(&self, cx: wire::Cx<'_, T>) -> impl SerializeFn<W> {
///         pair(wire::gen_byte(self.window), wire::gen_slot(cx, self.item.0.as_ref()))
///     }
/// }
///
/// let packets: Vec<SetSlot> = Protocol::V1_14.parse(&[2, 0, 0, 0xff, 1, 5, 64, 0])?;
/// assert_eq!((packets[1].window, packets[1].item.0.as_ref().unwrap().count), (-1, 64));
/// # Ok::<(), gamewire::DecodeError>(())
/// ```
pub trait Wire<'a>: Sized {
    /// The name in the specification.
    const NAME: &'static str;
    /// The least number of bytes of a value. An array is rejected if fewer bytes are left for its elements.
    const MIN_LEN: usize = 1;

    /// Returns the parser of the value.
    fn parser<T: Trace>(cx: Cx<'_, Protocol, T>) -> impl Parse<'a, Self>;

    /// Returns the serializer of the value.
    fn serializer<T: Trace, W: Write>(&self, cx: Cx<'_, Protocol, T>) -> impl SerializeFn<W>;

    /// Returns the input after a value, or `None` if there is none. NBT is not built for this.
    #[doc(hidden)]
    fn skip(cx: Cx<'_, Protocol>, i: &'a [u8]) -> Option<&'a [u8]> {
        Self::parser(cx)(i).ok().map(|(rest, _)| rest)
    }
}
