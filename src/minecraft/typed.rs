//! Decoding and encoding of whole values of types that implement [`Wire`], by the rules of a protocol.

use std::io::Write;
use std::marker::PhantomData;

use cookie_factory::{GenResult, SerializeFn, WriteContext};

use super::wire::gen_count;
use super::{NbtForm, Protocol, Wire};
use crate::edge::{self, Edge, Layout, Options};
use crate::error::{DecodeError, EncodeError};
use crate::explain::{Explainer, Explanation, Writer};
use crate::grammar::{Cx, Read};
use crate::limits::Limits;
use crate::trace::{Dynamic, Trace};
use crate::verdict::Verdict;

impl Protocol {
    /// Decodes `bytes` as one value.
    ///
    /// The type selects the layout. For example, `Option<X>` is a Boolean and, if it is true, an X. NBT that may be
    /// absent is an [`OptNbt`](super::nbt::OptNbt), which is a single byte 0 if it is absent, whereas `Option<Nbt>` has
    /// a Boolean before the root.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a valid value, end too early, exceed a limit, or continue after the value.
    ///
    /// ```
    /// use gamewire::minecraft::{Protocol, VarInt};
    /// assert_eq!(Protocol::V1_14.parse::<VarInt>(&[0xac, 0x02])?, VarInt(300));
    /// # Ok::<(), gamewire::error::DecodeError>(())
    /// ```
    pub fn parse<'a, X: Wire<'a>>(&self, bytes: &'a [u8]) -> Result<X, DecodeError> {
        Edge(self, &Typed::NEW).parse(bytes)
    }

    /// Decodes the value at the start of `bytes`, and returns it with the rest.
    ///
    /// # Errors
    /// Returns an error if the bytes do not start with a valid value, or exceed a limit.
    ///
    /// ```
    /// use gamewire::minecraft::{Protocol, VarInt};
    /// // The id of a packet, and what is in the packet.
    /// let (id, rest) = Protocol::V1_14.parse_prefix::<VarInt>(&[0xac, 0x02, 1])?;
    /// assert_eq!((id, rest), (VarInt(300), &[1][..]));
    /// # Ok::<(), gamewire::error::DecodeError>(())
    /// ```
    pub fn parse_prefix<'a, X: Wire<'a>>(&self, bytes: &'a [u8]) -> Result<(X, &'a [u8]), DecodeError> {
        Edge(self, &Typed::NEW).parse_prefix(bytes)
    }

    /// Validates one value without building it.
    ///
    /// # Errors
    /// Returns the same errors as [`parse`](Self::parse).
    ///
    /// ```
    /// use gamewire::minecraft::{Protocol, Slot};
    /// assert!(Protocol::V1_14.check::<Slot>(&[1, 5, 64, 0]).is_ok());
    /// assert_eq!(Protocol::V1_14.check::<Slot>(&[1, 5, 64, 9]).unwrap_err().offset(), 3);
    /// ```
    pub fn check<'a, X: Wire<'a>>(&self, bytes: &'a [u8]) -> Result<(), DecodeError> {
        Edge(self, &Typed::<X>::NEW).check(bytes).map(drop)
    }

    /// Encodes one value.
    ///
    /// # Errors
    /// Returns an error if the type or the version cannot represent the value. The error has the path and the reason.
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
        Edge(self, &Typed::NEW).encode(value)
    }

    /// Appends the encoded value to `buffer`. Reusing a buffer is faster than allocating one for each value.
    ///
    /// # Errors
    /// Returns the same errors as [`encode`](Self::encode). After an error `buffer` is unchanged.
    pub fn encode_into<'a, X: Wire<'a>>(&self, value: &X, buffer: &mut Vec<u8>) -> Result<(), EncodeError> {
        Edge(self, &Typed::NEW).encode_into(value, buffer)
    }

    /// Encodes one value to the start of `buffer`, and returns the rest of the buffer.
    ///
    /// # Errors
    /// Returns the same errors as [`encode`](Self::encode), and an error if the buffer is too small.
    pub fn encode_to_slice<'a, 'b, X: Wire<'a>>(
        &self,
        value: &X,
        buffer: &'b mut [u8],
    ) -> Result<&'b mut [u8], EncodeError> {
        Edge(self, &Typed::NEW).encode_to_slice(value, buffer)
    }

    /// Returns the exact length of the encoded value in bytes.
    ///
    /// # Errors
    /// Returns the same errors as [`encode`](Self::encode).
    ///
    /// ```
    /// use gamewire::minecraft::{Protocol, VarInt};
    /// assert_eq!(Protocol::V1_14.encoded_len(&VarInt(300))?, 2);
    /// # Ok::<(), gamewire::error::EncodeError>(())
    /// ```
    pub fn encoded_len<'a, X: Wire<'a>>(&self, value: &X) -> Result<usize, EncodeError> {
        Edge(self, &Typed::NEW).encoded_len(value)
    }

    /// Validates the value at the start of `bytes` without building it, and returns its length in bytes.
    ///
    /// # Errors
    /// Returns the same errors as [`parse_prefix`](Self::parse_prefix).
    pub fn check_prefix<'a, X: Wire<'a>>(&self, bytes: &'a [u8]) -> Result<usize, DecodeError> {
        Edge(self, &Typed::<X>::NEW).check_prefix(bytes)
    }

    /// Explains every byte of a value of type `X`.
    ///
    /// ```
    /// use gamewire::minecraft::{Protocol, VarInt};
    /// let dump = Protocol::V1_14.explain::<VarInt>(&[0xac, 0x02]).text();
    /// assert!(dump.contains("0x0000  ac 02                    value = 300"), "{dump}");
    /// ```
    pub fn explain<'a, X: Wire<'a> + 'a>(&self, bytes: &'a [u8]) -> Explanation {
        self.explainer::<X>(bytes).explain()
    }

    /// Returns an [`Explainer`], which explains the bytes row by row.
    pub fn explainer<'a, X: Wire<'a> + 'a>(&self, bytes: &'a [u8]) -> Explainer<'a> {
        edge::explainer(*self, Typed::<X>::NEW, self.title(X::NAME), bytes)
    }

    /// Decodes the bytes, encodes the value again, and compares the result with the bytes.
    ///
    /// ```
    /// use gamewire::minecraft::{Protocol, VarInt, Verdict};
    /// assert_eq!(Protocol::V1_14.verify::<VarInt>(&[0xac, 0x02]), Verdict::Identical);
    /// let padded = Protocol::V1_14.verify::<VarInt>(&[0xac, 0x82, 0x00]);
    /// assert!(matches!(padded, Verdict::Differs { offset: 1, .. }));
    /// ```
    #[must_use]
    pub fn verify<'a, X: Wire<'a> + 'a>(&self, bytes: &'a [u8]) -> Verdict {
        Edge(self, &Typed::<X>::NEW).verify(bytes, |read| self.explainer::<X>(read))
    }

    /// Decodes `bytes` with your own grammar. The limits of this protocol and its rule for trailing bytes apply, and
    /// errors have an offset and a path. [`godot::Decoder::parse_with`](crate::godot::Decoder::parse_with) has an
    /// example.
    ///
    /// # Errors
    /// Returns an error if `grammar` fails, if a limit is exceeded, or if bytes follow the value, unless trailing bytes
    /// are allowed.
    pub fn parse_with<'a, O>(
        &self,
        bytes: &'a [u8],
        grammar: impl for<'c> FnOnce(Cx<'c, Self, Dynamic<'c>>, &'a [u8]) -> Read<'a, O>,
    ) -> Result<O, DecodeError> {
        edge::run_parser(self, "a value", bytes, grammar)
    }

    /// Encodes with your own serializer. The limits of this protocol apply, and errors have a path. The counterpart is
    /// [`parse_with`](Self::parse_with).
    ///
    /// # Errors
    /// Returns an error if `generator` fails, or if it writes more bytes than the limit.
    pub fn encode_with(
        &self,
        generator: impl for<'c> FnOnce(Cx<'c, Self, Dynamic<'c>>, WriteContext<Vec<u8>>) -> GenResult<Vec<u8>>,
    ) -> Result<Vec<u8>, EncodeError> {
        edge::run_generator(self, generator)
    }

    /// Returns the encoded number of elements of a list or array of NBT, or `None` if it is too great.
    pub(super) fn nbt_count(&self, count: usize) -> Option<Vec<u8>> {
        self.encode_with(|cx, out| gen_count(cx, count)(out)).ok()
    }

    /// Returns the title of a dump.
    pub(super) fn title(&self, what: impl std::fmt::Display) -> String {
        let release = match self.nbt {
            NbtForm::BigEndian | NbtForm::AnyText => self.release.row().name,
            NbtForm::LittleEndian => "bedrock",
            NbtForm::VarInt => "bedrock-network",
        };
        // These are the rules of no release.
        if self.nbt.is_java() && (self.nameless_nbt || self.list_roots) {
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
    fn parse<T: Trace>(&self, cx: Cx<'_, Protocol, T>, i: &'a [u8]) -> Read<'a, X> {
        X::parser(cx)(i)
    }

    fn skip(&self, cx: Cx<'_, Protocol>, i: &'a [u8]) -> Option<&'a [u8]> {
        X::skip(cx, i)
    }

    #[inline]
    fn serializer<T: Trace, W: Write>(&self, cx: Cx<'_, Protocol, T>, value: &X) -> impl SerializeFn<W> {
        value.serializer(cx)
    }
}
