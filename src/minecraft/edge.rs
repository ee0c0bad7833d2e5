//! Whole values by the rules of a protocol: reading, writing, checking. For types that the compiler knows
//! ([`Wire`]) and types known at run time ([`TypeExpr`](super::TypeExpr)) alike.

use std::borrow::BorrowMut;
use std::io::Write;
use std::marker::PhantomData;

use cookie_factory::{SerializeFn, WriteContext};
use nom::{Check, Emit, OutputM, Parser, Streaming};

use super::protocol::{Protocol, Wire};
use crate::cx::Cx;
use crate::error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, Fault, PResult, Path};
use crate::explain::PathFinder;
use crate::grammar::{Grammar, run};
use crate::sink::{Buffer, Counter};
use crate::trace::Trace;

impl Protocol {
    /// Reads one value and nothing else.
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
        parse(self, &Typed::NEW, bytes)
    }

    /// Reads one value from the front and returns the rest.
    ///
    /// # Errors
    /// If the bytes do not start with a value, or break a limit.
    pub fn parse_prefix<'a, X: Wire<'a>>(&self, bytes: &'a [u8]) -> Result<(X, &'a [u8]), DecodeError> {
        parse_prefix(self, &Typed::NEW, bytes)
    }

    /// Reads one value without making it.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    ///
    /// ```
    /// use gamewire::minecraft::{Protocol, Slot};
    /// assert!(Protocol::V1_14.check::<Slot>(&[1, 5, 64, 0]).is_ok());
    /// assert_eq!(Protocol::V1_14.check::<Slot>(&[1, 5, 64, 9]).unwrap_err().offset(), 3);
    /// ```
    pub fn check<'a, X: Wire<'a>>(&self, bytes: &'a [u8]) -> Result<(), DecodeError> {
        check(self, &Typed::<X>::NEW, bytes)
    }

    /// Writes one value.
    ///
    /// # Errors
    /// If the type or the version cannot hold the value: where in it, and why.
    pub fn encode<'a, X: Wire<'a>>(&self, value: &X) -> Result<Vec<u8>, EncodeError> {
        encode(self, &By(&Typed::NEW, value))
    }

    /// Writes one value after what the buffer holds; nothing is left there if it fails. Reusing a buffer is
    /// the fast way.
    ///
    /// # Errors
    /// As [`encode`](Self::encode).
    pub fn encode_into<'a, X: Wire<'a>>(&self, value: &X, buffer: &mut Vec<u8>) -> Result<(), EncodeError> {
        if !X::LARGE {
            return encode_into(self, &Typed::NEW, value, buffer);
        }
        let written;
        (*buffer, written) = fill(self, &By(&Typed::NEW, value), std::mem::take(buffer));
        written
    }
}

/// What a new buffer holds before it first grows.
const FIRST_BUFFER: usize = 256;

/// A layout as a value, so that a type known to the compiler and one known at run time share the edge.
pub(super) trait Layout<'a> {
    /// What is read and written.
    type Value;
    /// The name of the type.
    fn name(&self) -> &'static str;
    /// Reads.
    fn parser<T: Trace>(&self, cx: Cx<'_, Protocol, T>) -> impl Grammar<'a, Self::Value>;
    /// Writes.
    fn serializer<T: Trace, W: Write>(
        &self,
        cx: Cx<'_, Protocol, T>,
        value: &Self::Value,
    ) -> impl SerializeFn<W>;
    /// The value in one line, for explanations.
    fn show(&self, _: &Protocol, _: &Self::Value) -> Option<String> {
        None
    }
}

/// Something that can be written.
pub(super) trait Written {
    /// Writes it.
    fn serializer<T: Trace, W: Write>(&self, cx: Cx<'_, Protocol, T>) -> impl SerializeFn<W>;
}

/// A value and its layout.
struct By<'v, 'a, L: Layout<'a>>(&'v L, &'v L::Value);

impl<'a, L: Layout<'a>> Written for By<'_, 'a, L> {
    #[inline]
    fn serializer<T: Trace, W: Write>(&self, cx: Cx<'_, Protocol, T>) -> impl SerializeFn<W> {
        self.0.serializer(cx, self.1)
    }
}

/// The layout of a type that implements [`Wire`].
pub(super) struct Typed<X>(PhantomData<X>);

impl<X> Typed<X> {
    pub(super) const NEW: Self = Self(PhantomData);
}

impl<'a, X: Wire<'a>> Layout<'a> for Typed<X> {
    type Value = X;

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

/// Reads one value and demands that nothing follows.
pub(super) fn parse<'a, L: Layout<'a>>(
    protocol: &Protocol,
    layout: &L,
    bytes: &'a [u8],
) -> Result<L::Value, DecodeError> {
    match parse_prefix(protocol, layout, bytes)? {
        (value, []) => Ok(value),
        (_, rest) => Err(trailing(layout.name(), bytes, rest)),
    }
}

/// Reads one value from the front.
#[inline]
pub(super) fn parse_prefix<'a, L: Layout<'a>>(
    protocol: &Protocol,
    layout: &L,
    bytes: &'a [u8],
) -> Result<(L::Value, &'a [u8]), DecodeError> {
    refuse_long(protocol, layout, bytes)?;
    match layout.parser(protocol.cx()).parse(bytes) {
        Ok((rest, value)) => Ok((value, rest)),
        Err(error) => Err(locate(protocol, layout, bytes, Fault::of(error))),
    }
}

/// Reads one value without making it, and demands that nothing follows.
pub(super) fn check<'a, L: Layout<'a>>(
    protocol: &Protocol,
    layout: &L,
    bytes: &'a [u8],
) -> Result<(), DecodeError> {
    refuse_long(protocol, layout, bytes)?;
    match skim(layout, protocol.cx(), bytes) {
        Ok(([], ())) => Ok(()),
        Ok((rest, ())) => Err(trailing(layout.name(), bytes, rest)),
        Err(error) => Err(locate(protocol, layout, bytes, Fault::of(error))),
    }
}

/// Reads without making anything.
pub(super) fn skim<'a, L: Layout<'a>, T: Trace>(
    layout: &L,
    cx: Cx<'_, Protocol, T>,
    bytes: &'a [u8],
) -> PResult<'a, ()> {
    layout.parser(cx).process::<OutputM<Check, Emit, Streaming>>(bytes)
}

/// Writes one value.
#[inline]
pub(super) fn encode(protocol: &Protocol, value: &impl Written) -> Result<Vec<u8>, EncodeError> {
    let (buffer, written) = fill(protocol, value, Vec::with_capacity(FIRST_BUFFER));
    written.map(|()| buffer)
}

/// Writes one value after what the buffer holds.
#[inline]
pub(super) fn encode_into<'a, L: Layout<'a>>(
    protocol: &Protocol,
    layout: &L,
    value: &L::Value,
    buffer: &mut Vec<u8>,
) -> Result<(), EncodeError> {
    // By reference: most values are a few bytes, and taking the buffer over and back takes longer than they do.
    fill(protocol, &By(layout, value), buffer).1
}

/// Where the value that `read` holds would be written differently, if anywhere.
pub(super) fn difference<'a, L: Layout<'a>>(
    protocol: &Protocol,
    layout: &L,
    value: &L::Value,
    read: &[u8],
) -> Result<Option<usize>, EncodeError> {
    let mut written = Vec::new();
    encode_into(protocol, layout, value, &mut written)?;
    let same = || read.iter().zip(&written).take_while(|(a, b)| a == b).count();
    Ok((read != written).then(same))
}

/// Writes one value after what a buffer holds, which is handed over or lent, and comes back.
#[cfg_attr(not(debug_assertions), inline(always))]
fn fill<V: BorrowMut<Vec<u8>>>(
    protocol: &Protocol,
    value: &impl Written,
    buffer: V,
) -> (V, Result<(), EncodeError>) {
    let start = buffer.borrow().len();
    let mut out = WriteContext::from(Buffer(buffer));
    let written = run(&mut out, value.serializer(protocol.cx()));
    let mut buffer = out.write.0;
    let written = written.map_err(|_| {
        buffer.borrow_mut().truncate(start);
        locate_out(protocol, value)
    });
    (buffer, written)
}

/// Fails if there are more bytes than the limit allows, at the first that is too many.
#[inline]
pub(super) fn refuse_long<'a, L: Layout<'a>>(
    protocol: &Protocol,
    layout: &L,
    bytes: &'a [u8],
) -> Result<(), DecodeError> {
    let limit = protocol.limits.bytes;
    if bytes.len() > limit { Err(too_long(limit, layout.name(), bytes)) } else { Ok(()) }
}

#[cold]
fn too_long(limit: usize, reading: &'static str, bytes: &[u8]) -> DecodeError {
    let kind = DecodeErrorKind::InputTooLong { limit };
    let fault = Fault { left: bytes.len() - limit, read: 0, kind };
    DecodeError::new(bytes.len(), fault, reading, Path::default())
}

#[cold]
fn trailing(reading: &'static str, bytes: &[u8], rest: &[u8]) -> DecodeError {
    let kind = DecodeErrorKind::TrailingBytes { count: rest.len() };
    let fault = Fault { left: rest.len(), read: 0, kind };
    DecodeError::new(bytes.len(), fault, reading, Path::default())
}

/// Reads the failing input once more, by the same grammar, with somebody listening for the path.
#[cold]
pub(super) fn locate<'a, L: Layout<'a>>(
    protocol: &Protocol,
    layout: &L,
    bytes: &'a [u8],
    fault: Fault,
) -> DecodeError {
    let finder = PathFinder::default();
    let _ = skim(layout, Cx::traced(protocol, &protocol.limits, &finder), bytes);
    let reading = finder.reading().unwrap_or(layout.name());
    DecodeError::new(bytes.len(), fault, reading, finder.path())
}

/// Writes the refused value once more, into nothing, with somebody listening for the path.
#[cold]
fn locate_out(protocol: &Protocol, value: &impl Written) -> EncodeError {
    let finder = PathFinder::default();
    let mut out = WriteContext::from(Counter);
    let _ = run(&mut out, value.serializer(Cx::traced(protocol, &protocol.limits, &finder)));
    EncodeError::new(finder.path(), finder.refusal().unwrap_or(EncodeErrorKind::Write))
}
