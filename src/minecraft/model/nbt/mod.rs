//! NBT, a tree of named tags.
//!
//! Values that were decoded are nested at most 512 levels deep. Any operation on such a value needs at most 2 MiB of
//! stack. Values that a program builds may be nested more deeply: dropping them takes no more stack, and encoding them
//! is an error. Cloning, comparing, printing and converting them is recursive.

mod compound;
pub(in crate::minecraft) mod entry;
mod java_str;
mod list;
mod macros;
mod numbers;
mod shared;
mod tag;
mod tag_ref;
mod try_from;
pub(in crate::minecraft) mod types;

pub use crate::array::PartialElementError as PartialNumberError;
pub use compound::Compound;
pub(in crate::minecraft) use compound::Entry;
pub use java_str::{JavaStr, JavaStrError, JavaStrView};
pub use list::{List, Lists, MixedListError};
pub use numbers::{Numbers, PackedNumber};
pub use tag::{Tag, TryFromTagError};
pub use tag_ref::{ListIter, TagRef};

pub use crate::minecraft::ids::TagId;

/// An NBT root: a compound with a name. The game writes an empty name, and ignores the name that it reads.
///
/// In the [forms](crate::minecraft::NbtForm) of the Bedrock edition, and with
/// [`allow_list_roots`](crate::minecraft::Protocol::allow_list_roots), a root may also be a list.
///
/// [`parse_nbt`](crate::minecraft::parse_nbt) reads a root, and [`encode_nbt`](crate::minecraft::encode_nbt) writes it.
/// The layout is described in [`format::nbt`](crate::minecraft::format::nbt).
///
/// ```
/// use gamewire::minecraft::nbt::{Compound, Nbt, Tag};
/// use gamewire::minecraft::{encode_nbt, parse_nbt};
/// let bytes = b"\x0a\0\0\x01\0\x02hp\x14\0";
/// let mut nbt = parse_nbt(bytes)?.unwrap();
/// assert_eq!(nbt.root.get("hp"), Some(&Tag::Byte(20)));
/// nbt.root.set_path(&"$.hp".parse()?, Tag::Byte(7))?;
/// assert_eq!(encode_nbt(&nbt)?, b"\x0a\0\0\x01\0\x02hp\x07\0");
/// assert_eq!(nbt, Nbt::unnamed(Compound::from_iter([("hp", 7_i8)])));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [`Tag::get`], [`Tag::get_mut`] and [`Tag::insert`] are short for the methods of [`Compound`]. The other methods are
/// available after [`as_compound`](Tag::as_compound) and [`as_compound_mut`](Tag::as_compound_mut). Lists are accessed
/// by position:
///
/// ```
/// use gamewire::minecraft::{Protocol, nbt::{Nbt, nbt}};
/// let mut player = Nbt::new("player", nbt!({ "hp": 20_i8 }));
/// player.root.insert("mp", 7_i8)?;
/// assert_eq!(player.root.get("mp").and_then(|mp| mp.as_i64()), Some(7));
/// assert_eq!(player.root.as_compound().map(|entries| entries.len()), Some(2));
///
/// let blocks = Nbt::unnamed(nbt!([{ "name": "stone" }, { "name": "dirt" }]));
/// let bytes = Protocol::BEDROCK.encode(&blocks)?;
/// assert_eq!(bytes[..5], [9, 0, 0, 10, 2]); // A List, no name, 2 Compounds.
/// let read: Nbt = Protocol::BEDROCK.parse(&bytes)?;
/// assert_eq!(read.root.get_path(&"$[1].name".parse()?)?.to_str(), Some("dirt".into()));
/// assert!(Protocol::V1_14.encode(&blocks).is_err()); // The Java edition has only Compounds.
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Nbt {
    /// The name of the root.
    #[cfg_attr(feature = "serde", serde(default))]
    pub name: JavaStr,
    /// The contents: a Compound, or a List in the Bedrock edition. Other tags can be encoded as a root only with
    /// [`allow_any_roots`](crate::minecraft::Protocol::allow_any_roots).
    pub root: Tag,
}

/// Creates an empty compound without a name.
impl Default for Nbt {
    fn default() -> Self {
        Self::unnamed(Compound::new())
    }
}

/// An NBT root, or the single byte 0 if there is none, as in packets.
///
/// An `Option<Nbt>` has a different layout, which is that of every `Option`: a Boolean, then the root if it is true.
///
/// ```
/// use gamewire::minecraft::Protocol;
/// use gamewire::minecraft::nbt::{Compound, Nbt, OptNbt};
/// let nbt = OptNbt(Some(Nbt::unnamed(Compound::from_iter([("hp", 20_i8)]))));
/// assert_eq!(Protocol::V1_14.encode(&nbt)?, b"\x0a\0\0\x01\0\x02hp\x14\0");
/// assert_eq!(Protocol::V1_14.encode(&OptNbt(None))?, [0]);
/// assert_eq!(Protocol::V1_14.encode(&Some(Nbt::default()))?, b"\x01\x0a\0\0\0"); // An `Option`.
/// # Ok::<(), gamewire::EncodeError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct OptNbt(pub Option<Nbt>);

impl Nbt {
    /// Creates a root with a name.
    #[must_use]
    pub fn new(name: impl Into<JavaStr>, root: impl Into<Tag>) -> Self {
        Self { name: name.into(), root: root.into() }
    }

    /// Creates a root without a name.
    #[must_use]
    pub fn unnamed(root: impl Into<Tag>) -> Self {
        Self { name: JavaStr::default(), root: root.into() }
    }
}
