//! Which version is spoken and how strictly, and the calls that read and write whole values by it.

use std::borrow::BorrowMut;

use cookie_factory::{GenError, WriteContext};

use super::version::Version;
use crate::cx::Cx;
use crate::error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, Fault, PResult};
use crate::explain::PathFinder;
use crate::limits::Limits;
use crate::sink::{Buffer, Gen};
use crate::trace::Trace;

/// The order of the three fields in a packed [`Position`](super::Position).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PositionOrder {
    /// x 26 bits, z 26 bits, y 12 bits: 1.14 and later.
    Xzy,
    /// x 26 bits, y 12 bits, z 26 bits: up to 1.13.2.
    Xyz,
}

/// The rules in force: a version, and how far to follow the game where it is more lenient.
///
/// Strict is the default. What is written is always the strict form.
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
    pub(crate) version: Version,
    pub(crate) position: PositionOrder,
    pub(crate) lenient_booleans: bool,
    pub(crate) lossy_text: bool,
    pub(crate) strict_varints: bool,
    pub(crate) chat_limit: u32,
    pub(crate) limits: Limits,
}

impl Default for Protocol {
    fn default() -> Self {
        Self::V1_14
    }
}

impl Protocol {
    /// 1.14 to 1.14.4.
    pub const V1_14: Self = Self {
        version: Version::V1_14,
        position: PositionOrder::Xzy,
        lenient_booleans: false,
        lossy_text: false,
        strict_varints: false,
        chat_limit: 262_144,
        limits: Limits::NBT,
    };

    /// 1.13.2.
    pub const V1_13: Self = Self { version: Version::V1_13, position: PositionOrder::Xyz, ..Self::V1_14 };

    /// 1.15 to 1.15.2.
    pub const V1_15: Self = Self { version: Version::V1_15, ..Self::V1_14 };

    /// The release.
    pub fn version(&self) -> Version {
        self.version
    }

    /// Chooses the order of the fields of a Position, whatever the version.
    pub fn position_order(self, position: PositionOrder) -> Self {
        Self { position, ..self }
    }

    /// Takes every byte but 0 as true, as the game does. Such a byte is written back as 1.
    pub fn lenient_booleans(self, yes: bool) -> Self {
        Self { lenient_booleans: yes, ..self }
    }

    /// Replaces malformed UTF-8 in String and Chat by U+FFFD, as the game does.
    pub fn lossy_text(self, yes: bool) -> Self {
        Self { lossy_text: yes, ..self }
    }

    /// Refuses VarInts and VarLongs that are longer than they need be or have bits beyond their width.
    pub fn strict_varints(self, yes: bool) -> Self {
        Self { strict_varints: yes, ..self }
    }

    /// The most UTF-16 units of a Chat: 262144 in 1.14; older documents, and releases to 1.12.2, say 32767.
    pub fn chat_limit(self, units: u32) -> Self {
        Self { chat_limit: units, ..self }
    }

    /// How deep NBT may nest, and how long the input may be.
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// A context for calling the parsers and generators of [`wire`](super::wire) directly.
    pub fn cx(&self) -> Cx<'_, Self> {
        Cx::new(self, &self.limits)
    }

    /// Reads one value and nothing else.
    ///
    /// ```
    /// use gamewire::minecraft::{Protocol, VarInt};
    /// assert_eq!(Protocol::V1_14.decode::<VarInt>(&[0xac, 0x02])?, VarInt(300));
    /// # Ok::<(), gamewire::error::DecodeError>(())
    /// ```
    pub fn decode<'a, X: Wire<'a>>(&self, bytes: &'a [u8]) -> Result<X, DecodeError> {
        read_whole(self, &Typed::NEW, bytes)
    }

    /// Reads one value from the front and returns the rest.
    pub fn decode_prefix<'a, X: Wire<'a>>(&self, bytes: &'a [u8]) -> Result<(X, &'a [u8]), DecodeError> {
        read_prefix(self, &Typed::NEW, bytes)
    }

    /// Writes one value.
    pub fn encode<'a, X: Wire<'a>>(&self, value: &X) -> Result<Vec<u8>, EncodeError> {
        let (buffer, written) = fill(self, &Typed::NEW, value, Vec::with_capacity(FIRST_BUFFER));
        written.map(|()| buffer)
    }

    /// Writes one value behind what the buffer holds; nothing is left there if it fails. Reusing a buffer is
    /// the fast way.
    pub fn encode_into<'a, X: Wire<'a>>(&self, value: &X, buffer: &mut Vec<u8>) -> Result<(), EncodeError> {
        if !X::LARGE {
            return write(self, &Typed::NEW, value, buffer);
        }
        let written;
        (*buffer, written) = fill(self, &Typed::NEW, value, std::mem::take(buffer));
        written
    }
}

/// What a new buffer holds before it first grows.
const FIRST_BUFFER: usize = 256;

/// A type with a layout on the wire: what [`Protocol::decode`] and [`Protocol::encode`] accept.
pub trait Wire<'a>: Sized {
    /// The name in the specification.
    const NAME: &'static str;
    /// Whether most values are large, so that it pays to take a buffer over before one is written.
    const LARGE: bool = false;

    /// Reads the value.
    fn parse<T: Trace>(cx: Cx<'_, Protocol, T>, i: &'a [u8]) -> PResult<'a, Self>;

    /// Writes the value.
    fn gen_to<T: Trace, W: std::io::Write>(&self, cx: Cx<'_, Protocol, T>, out: &mut WriteContext<W>) -> Gen;
}

/// A grammar as a value, so that a type known to the compiler and one known at run time share the edges.
pub(crate) trait Grammar<'a> {
    /// What is read and written.
    type Value;
    /// The name of the type.
    fn name(&self) -> &'static str;
    /// Reads.
    fn read<T: Trace>(&self, cx: Cx<'_, Protocol, T>, i: &'a [u8]) -> PResult<'a, Self::Value>;
    /// Writes.
    fn write<T: Trace, W: std::io::Write>(
        &self,
        cx: Cx<'_, Protocol, T>,
        value: &Self::Value,
        out: &mut WriteContext<W>,
    ) -> Gen;
    /// Reads without need of the value.
    fn skim<T: Trace>(&self, cx: Cx<'_, Protocol, T>, i: &'a [u8]) -> PResult<'a, ()> {
        self.read(cx, i).map(|(rest, _)| (rest, ()))
    }
    /// The value in one line, for explanations.
    fn show(&self, _: &Protocol, _: &Self::Value) -> Option<String> {
        None
    }
}

/// The grammar of a type that implements [`Wire`].
pub(crate) struct Typed<X>(std::marker::PhantomData<X>);

impl<X> Typed<X> {
    pub(crate) const NEW: Self = Self(std::marker::PhantomData);
}

impl<'a, X: Wire<'a>> Grammar<'a> for Typed<X> {
    type Value = X;
    fn name(&self) -> &'static str {
        X::NAME
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read<T: Trace>(&self, cx: Cx<'_, Protocol, T>, i: &'a [u8]) -> PResult<'a, X> {
        X::parse(cx, i)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write<T: Trace, W: std::io::Write>(
        &self,
        cx: Cx<'_, Protocol, T>,
        value: &X,
        out: &mut WriteContext<W>,
    ) -> Gen {
        value.gen_to(cx, out)
    }
}

/// Reads one value from the front.
pub(crate) fn read_prefix<'a, G: Grammar<'a>>(
    protocol: &Protocol,
    grammar: &G,
    bytes: &'a [u8],
) -> Result<(G::Value, &'a [u8]), DecodeError> {
    refuse_long(protocol, grammar, bytes)?;
    match grammar.read(protocol.cx(), bytes) {
        Ok((rest, value)) => Ok((value, rest)),
        Err(error) => Err(locate(protocol, grammar, bytes, Fault::of(error))),
    }
}

/// Reads one value and demands that nothing follows.
pub(crate) fn read_whole<'a, G: Grammar<'a>>(
    protocol: &Protocol,
    grammar: &G,
    bytes: &'a [u8],
) -> Result<G::Value, DecodeError> {
    let (value, rest) = read_prefix(protocol, grammar, bytes)?;
    if rest.is_empty() { Ok(value) } else { Err(trailing(grammar.name(), bytes, rest)) }
}

#[cold]
fn trailing(reading: &'static str, bytes: &[u8], rest: &[u8]) -> DecodeError {
    let kind = DecodeErrorKind::TrailingBytes { count: rest.len() };
    let fault = Fault { left: rest.len(), read: 0, kind };
    DecodeError::new(bytes.len(), fault, reading, Default::default())
}

/// Whether some bytes are one value and nothing else.
pub(crate) fn check<'a, G: Grammar<'a>>(
    protocol: &Protocol,
    grammar: &G,
    bytes: &'a [u8],
) -> Result<(), DecodeError> {
    refuse_long(protocol, grammar, bytes)?;
    match grammar.skim(protocol.cx(), bytes) {
        Ok(([], ())) => Ok(()),
        Ok((rest, ())) => Err(trailing(grammar.name(), bytes, rest)),
        Err(error) => Err(locate(protocol, grammar, bytes, Fault::of(error))),
    }
}

/// Fails if there are more bytes than the limit allows.
pub(super) fn refuse_long<'a, G: Grammar<'a>>(
    protocol: &Protocol,
    grammar: &G,
    bytes: &'a [u8],
) -> Result<(), DecodeError> {
    if bytes.len() <= protocol.limits.bytes {
        return Ok(());
    }
    let kind = DecodeErrorKind::InputTooLong { limit: protocol.limits.bytes };
    let fault = Fault { left: bytes.len(), read: 0, kind };
    Err(DecodeError::new(bytes.len(), fault, grammar.name(), Default::default()))
}

/// Reads the failing input once more, by the same grammar, with somebody listening for the path.
#[cold]
pub(super) fn locate<'a, G: Grammar<'a>>(
    protocol: &Protocol,
    grammar: &G,
    bytes: &'a [u8],
    fault: Fault,
) -> DecodeError {
    let finder = PathFinder::default();
    let _ = grammar.skim(Cx::traced(protocol, &protocol.limits, &finder), bytes);
    let reading = finder.reading().unwrap_or(grammar.name());
    DecodeError::new(bytes.len(), fault, reading, finder.path())
}

/// Writes one value behind what the buffer holds.
#[cfg_attr(not(debug_assertions), inline)]
pub(crate) fn write<'a, G: Grammar<'a>>(
    protocol: &Protocol,
    grammar: &G,
    value: &G::Value,
    buffer: &mut Vec<u8>,
) -> Result<(), EncodeError> {
    // By reference: most values are a few bytes, and taking the buffer over and back takes longer than they do.
    fill(protocol, grammar, value, buffer).1
}

/// Writes one value behind what a buffer holds, which is handed over or lent, and comes back.
#[cfg_attr(not(debug_assertions), inline(always))]
fn fill<'a, G: Grammar<'a>, V: BorrowMut<Vec<u8>>>(
    protocol: &Protocol,
    grammar: &G,
    value: &G::Value,
    buffer: V,
) -> (V, Result<(), EncodeError>) {
    let start = buffer.borrow().len();
    let mut out = WriteContext::from(Buffer(buffer));
    let written = grammar.write(protocol.cx(), value, &mut out);
    let mut buffer = out.write.0;
    let written = written.map_err(|error| {
        buffer.borrow_mut().truncate(start);
        locate_out(protocol, grammar, value, &error)
    });
    (buffer, written)
}

/// Writes the refused value once more, into nothing, with somebody listening for the path.
#[cold]
fn locate_out<'a, G: Grammar<'a>>(
    protocol: &Protocol,
    grammar: &G,
    value: &G::Value,
    _: &GenError,
) -> EncodeError {
    let finder = PathFinder::default();
    let mut out = WriteContext::from(crate::sink::Counter);
    let _ = grammar.write(Cx::traced(protocol, &protocol.limits, &finder), value, &mut out);
    EncodeError::new(finder.path(), finder.refusal().unwrap_or(EncodeErrorKind::Write))
}
