//! Whole values of the types that the compiler knows ([`Wire`]), by the rules of a protocol.

use std::io::Write;
use std::marker::PhantomData;

use cookie_factory::{GenResult, SerializeFn, WriteContext};
#[cfg(feature = "serde")]
use nom::Parser;

#[cfg(feature = "serde")]
use super::nbt::{OptNbt, lent};
use super::nbt_form::NbtForm;
use super::protocol::{Protocol, Wire};
#[cfg(feature = "serde")]
use super::wire;
use super::wire::gen_count;
use crate::cx::Cx;
use crate::edge::{self, By, Layout, Options};
use crate::error::{DecodeError, EncodeError, PResult};
use crate::explain::{Explainer, Explanation, Writer};
use crate::grammar::Grammar;
use crate::limits::Limits;
use crate::trace::{Dynamic, Trace};
use crate::verdict::Verdict;

impl Protocol {
    /// Reads one value and nothing else.
    ///
    /// The type is the layout: `Option<X>` is a Boolean and, if it is true, an X. NBT that may be absent is
    /// [`OptNbt`](super::nbt::OptNbt), a single byte 0 if it is; `Option<Nbt>` has a Boolean before the root.
    ///
    /// # Errors
    /// If the bytes are no value, end too early, break a limit, or do not end with the value.
    ///
    /// ```
    /// use gamewire::minecraft::{Protocol, VarInt};
    /// assert_eq!(Protocol::V1_14.parse::<VarInt>(&[0xac, 0x02])?, VarInt(300));
    /// # Ok::<(), gamewire::error::DecodeError>(())
    /// ```
    pub fn parse<'a, X: Wire<'a>>(&self, bytes: &'a [u8]) -> Result<X, DecodeError> {
        edge::parse(self, &Typed::NEW, bytes)
    }

    /// Reads the value at the start, and returns the rest too.
    ///
    /// # Errors
    /// If the bytes do not start with a value, or break a limit.
    ///
    /// ```
    /// use gamewire::minecraft::{Protocol, VarInt};
    /// // The id of a packet, and what is in the packet.
    /// let (id, rest) = Protocol::V1_14.parse_prefix::<VarInt>(&[0xac, 0x02, 1])?;
    /// assert_eq!((id, rest), (VarInt(300), &[1][..]));
    /// # Ok::<(), gamewire::error::DecodeError>(())
    /// ```
    pub fn parse_prefix<'a, X: Wire<'a>>(&self, bytes: &'a [u8]) -> Result<(X, &'a [u8]), DecodeError> {
        edge::parse_prefix(self, &Typed::NEW, bytes)
    }

    /// Validates one value without building it.
    ///
    /// # Errors
    /// The errors of [`parse`](Self::parse).
    ///
    /// ```
    /// use gamewire::minecraft::{Protocol, Slot};
    /// assert!(Protocol::V1_14.check::<Slot>(&[1, 5, 64, 0]).is_ok());
    /// assert_eq!(Protocol::V1_14.check::<Slot>(&[1, 5, 64, 9]).unwrap_err().offset(), 3);
    /// ```
    pub fn check<'a, X: Wire<'a>>(&self, bytes: &'a [u8]) -> Result<(), DecodeError> {
        edge::check(self, &Typed::<X>::NEW, bytes)
    }

    /// The root of NBT, with text and arrays that are lent from the bytes.
    #[cfg(feature = "serde")]
    pub(super) fn parse_lent_nbt<'a>(&self, bytes: &'a [u8]) -> Result<Option<lent::Nbt<'a>>, DecodeError> {
        edge::parse_all(self, &Typed::<OptNbt>::NEW, bytes, |cx, i| wire::nbt(cx).parse(i))
    }

    /// Writes one value.
    ///
    /// # Errors
    /// If the type or the version cannot hold the value: where in it, and why.
    ///
    /// ```
    /// use gamewire::minecraft::{Position, Protocol, VarInt};
    /// assert_eq!(Protocol::V1_14.encode(&VarInt(-1))?, [0xff, 0xff, 0xff, 0xff, 0x0f]);
    /// let position = Position { x: 18357644, y: 831, z: -20882616 };
    /// let bytes = Protocol::V1_14.encode(&position)?;
    /// assert_eq!(bytes, [0x46, 0x07, 0x63, 0x2c, 0x15, 0xb4, 0x83, 0x3f]);
    /// // The height has 12 bits.
    /// assert!(Protocol::V1_14.encode(&Position { y: 5000, ..position }).is_err());
    /// # Ok::<(), gamewire::error::EncodeError>(())
    /// ```
    pub fn encode<'a, X: Wire<'a>>(&self, value: &X) -> Result<Vec<u8>, EncodeError> {
        edge::encode(self, &By(&Typed::NEW, value))
    }

    /// Appends one value to the buffer; on an error, the buffer is unchanged. Reusing a buffer is the fast way.
    ///
    /// # Errors
    /// The errors of [`encode`](Self::encode).
    pub fn encode_into<'a, X: Wire<'a>>(&self, value: &X, buffer: &mut Vec<u8>) -> Result<(), EncodeError> {
        let value = By(&Typed::NEW, value);
        // It pays to take the buffer over for values that own memory: most of them are large.
        if !std::mem::needs_drop::<X>() {
            return edge::fill(self, &value, buffer).1;
        }
        let written;
        (*buffer, written) = edge::fill(self, &value, std::mem::take(buffer));
        written
    }

    /// Writes one value at the start of `buffer`, and returns the rest of it.
    ///
    /// # Errors
    /// The errors of [`encode`](Self::encode), and an error if the buffer is too small.
    pub fn encode_to_slice<'a, 'b, X: Wire<'a>>(
        &self,
        value: &X,
        buffer: &'b mut [u8],
    ) -> Result<&'b mut [u8], EncodeError> {
        edge::encode_to_slice(self, &Typed::NEW, value, buffer)
    }

    /// The exact number of bytes that writing the value takes.
    ///
    /// # Errors
    /// The errors of [`encode`](Self::encode).
    ///
    /// ```
    /// use gamewire::minecraft::{Protocol, VarInt};
    /// assert_eq!(Protocol::V1_14.encoded_len(&VarInt(300))?, 2);
    /// # Ok::<(), gamewire::error::EncodeError>(())
    /// ```
    pub fn encoded_len<'a, X: Wire<'a>>(&self, value: &X) -> Result<usize, EncodeError> {
        edge::encoded_len(self, &By(&Typed::NEW, value))
    }

    /// Returns the number of bytes of the value at the start of `bytes`, without decoding it.
    ///
    /// # Errors
    /// The errors of [`parse_prefix`](Self::parse_prefix).
    pub fn check_prefix<'a, X: Wire<'a>>(&self, bytes: &'a [u8]) -> Result<usize, DecodeError> {
        edge::check_prefix(self, &Typed::<X>::NEW, bytes)
    }

    /// Explains bytes as a value of one type.
    ///
    /// ```
    /// use gamewire::minecraft::{Protocol, VarInt};
    /// let dump = Protocol::V1_14.explain::<VarInt>(&[0xac, 0x02]).text();
    /// assert!(dump.contains("0x0000  ac 02                    value = 300"), "{dump}");
    /// ```
    pub fn explain<'a, X: Wire<'a> + 'a>(&self, bytes: &'a [u8]) -> Explanation {
        self.explainer::<X>(bytes).explain()
    }

    /// Explains bytes row by row, or only some of them: see [`Explainer`].
    pub fn explainer<'a, X: Wire<'a> + 'a>(&self, bytes: &'a [u8]) -> Explainer<'a> {
        edge::explainer(*self, Typed::<X>::NEW, self.title(X::NAME), bytes)
    }

    /// Decodes the bytes, encodes the value again, and compares: the result says whether the game writes
    /// these bytes.
    ///
    /// ```
    /// use gamewire::minecraft::{Protocol, VarInt, Verdict};
    /// assert_eq!(Protocol::V1_14.verify::<VarInt>(&[0xac, 0x02]), Verdict::Identical);
    /// let padded = Protocol::V1_14.verify::<VarInt>(&[0xac, 0x82, 0x00]);
    /// assert!(matches!(padded, Verdict::Differs { offset: 1, .. }));
    /// ```
    #[must_use]
    pub fn verify<'a, X: Wire<'a> + 'a>(&self, bytes: &'a [u8]) -> Verdict {
        edge::verify(self, &Typed::<X>::NEW, bytes, |read| self.explainer::<X>(read))
    }

    /// Reads bytes with a grammar of your own, with this protocol's limits, its rule for trailing bytes, and errors that have
    /// an offset and a path. [`godot::Decoder::parse_with`](crate::godot::Decoder::parse_with) has an example.
    ///
    /// # Errors
    /// Those of `grammar`, and as [`parse`](Self::parse) for limits and trailing bytes.
    pub fn parse_with<'a, O>(
        &self,
        bytes: &'a [u8],
        grammar: impl for<'c> Fn(Cx<'c, Self, Dynamic<'c>>, &'a [u8]) -> PResult<'a, O>,
    ) -> Result<O, DecodeError> {
        edge::run_grammar(self, bytes, grammar)
    }

    /// Writes with a serializer of your own, with this protocol's limits, and errors that have a path: mirrors
    /// [`parse_with`](Self::parse_with).
    ///
    /// # Errors
    /// Those of `generator`, and if it writes more bytes than the limit.
    pub fn encode_with(
        &self,
        generator: impl for<'c> Fn(Cx<'c, Self, Dynamic<'c>>, WriteContext<Vec<u8>>) -> GenResult<Vec<u8>>,
    ) -> Result<Vec<u8>, EncodeError> {
        edge::run_generator(self, generator)
    }

    /// The bytes of the number of elements of a list or array of NBT; `None` if it is too great.
    pub(super) fn nbt_count(&self, count: usize) -> Option<Vec<u8>> {
        self.encode_with(|cx, out| gen_count(cx, count)(out)).ok()
    }

    /// The head of a dump.
    pub(super) fn title(&self, what: impl std::fmt::Display) -> String {
        let release = match self.nbt {
            NbtForm::BigEndian => self.version.name(),
            NbtForm::LittleEndian => "bedrock",
            NbtForm::VarInt => "bedrock-network",
        };
        // The rules of no release.
        if self.nbt == NbtForm::BigEndian && (self.nameless_nbt || self.list_roots) {
            return format!("{} {what}", self.name().unwrap_or("minecraft"));
        }
        format!("minecraft {release} {what}")
    }
}

impl Options for Protocol {
    type Rules = Self;

    #[inline]
    fn rules(&self) -> &Self {
        self
    }

    #[inline]
    fn limits(&self) -> &Limits {
        &self.limits
    }

    #[inline]
    fn allows_trailing(&self) -> bool {
        self.trailing
    }
}

/// The layout of a type that implements [`Wire`].
struct Typed<X>(PhantomData<fn() -> X>);

impl<X> Typed<X> {
    const NEW: Self = Self(PhantomData);
}

impl<'a, X: Wire<'a>> Layout<'a> for Typed<X> {
    type Rules = Protocol;
    type Value = X;
    const WRITER: Writer = Writer::Game;

    fn name(&self) -> &'static str {
        X::NAME
    }

    #[inline]
    fn parser<T: Trace>(&self, cx: Cx<'_, Protocol, T>) -> impl Grammar<'a, X> {
        X::parser(cx)
    }

    #[inline]
    fn serializer<T: Trace, W: Write>(&self, cx: Cx<'_, Protocol, T>, value: &X) -> impl SerializeFn<W> {
        value.serializer(cx)
    }
}
