//! The entry points for whole inputs and outputs, which all formats share.
//!
//! A format provides [`Options`] (its rules and limits), a [`Layout`] (the grammar of a value and its serializer) and
//! the words for messages. Trailing bytes, limits, error positions, verdicts and explanations are handled here.

mod explain;
mod repair;

use std::borrow::BorrowMut;
use std::io::Write;

use cookie_factory::{GenError, GenResult, SerializeFn, WriteContext, gen_simple};
use nom::{Check, Emit, OutputM, Parser, Streaming};

pub(crate) use explain::{explainer, verify};
pub use repair::{Counts, Recount, Repaired, repair};

use crate::cx::{Cx, Settings};
use crate::error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, Fault, PResult, Path};
use crate::explain::{PathFinder, Writer};
use crate::grammar::{Grammar, run};
use crate::limits::Limits;
use crate::sink::{Buffer, Counter, Gen};
use crate::trace::{Dynamic, Observer, Trace};

/// The initial capacity of a buffer. Without it, repeated growth would dominate the time for small values.
const ROOM: usize = 256;

/// The user's options for a format.
pub trait Options {
    /// The rules that the parsers and serializers of the format take.
    type Rules;
    /// Returns the rules.
    fn rules(&self) -> &Self::Rules;
    /// Returns the limits.
    fn limits(&self) -> &Limits;
    /// Returns whether bytes after a value are allowed.
    fn allows_trailing(&self) -> bool {
        false
    }
    /// Returns the rules and limits for a run of a grammar.
    #[inline]
    fn settings(&self) -> Settings<'_, Self::Rules> {
        Settings::new(self.rules(), *self.limits())
    }
}

/// The grammar of a value and the matching serializer, for a static type or for a type that is only known at run
/// time.
pub trait Layout<'a> {
    /// The rules that the parsers and serializers of the format take.
    type Rules;
    /// The value that the grammar makes.
    type Value;
    /// The program whose output the bytes are compared with.
    const WRITER: Writer;

    /// Returns the name of the value in errors.
    fn name(&self) -> &'static str;
    /// Returns the grammar.
    fn parser<T: Trace>(&self, cx: Cx<'_, Self::Rules, T>) -> impl Grammar<'a, Self::Value>;
    /// Returns the serializer, which mirrors the grammar.
    fn serializer<T: Trace, W: Write>(
        &self,
        cx: Cx<'_, Self::Rules, T>,
        value: &Self::Value,
    ) -> impl SerializeFn<W>;
    /// Encodes a value to a borrowed output.
    #[inline]
    fn write<T: Trace, W: Write>(
        &self,
        cx: Cx<'_, Self::Rules, T>,
        value: &Self::Value,
        out: &mut WriteContext<W>,
    ) -> Gen {
        run(out, self.serializer(cx, value))
    }
    /// Returns the reason why no engine writes the value although it can be encoded, with the path of the part
    /// concerned.
    fn objection(&self, _value: &Self::Value) -> Option<(Path, String)> {
        None
    }
    /// Returns the program, with what is known about its releases.
    fn writer(&self, _rules: &Self::Rules) -> Writer {
        Self::WRITER
    }
    /// Returns whether checking a value allocates nothing. Then counts that exceed the input can be accepted; see
    /// [`Trace::lenient_counts`].
    fn lenient_counts(&self) -> bool {
        false
    }
    /// Returns the value on one line, for explanations, if the format can print it.
    fn show(&self, _rules: &Self::Rules, _value: &Self::Value) -> Option<String> {
        None
    }
}

/// A value that can be encoded.
pub trait Written {
    /// The rules that its serializer takes.
    type Rules;
    /// Encodes the value to a borrowed output.
    fn write<T: Trace, W: Write>(&self, cx: Cx<'_, Self::Rules, T>, out: &mut WriteContext<W>) -> Gen;
}

/// A value with its layout, which can be encoded.
#[allow(missing_debug_implementations)] // Its parts need not have one.
pub struct By<'v, 'a, L: Layout<'a>>(pub &'v L, pub &'v L::Value);

impl<'a, L: Layout<'a>> Written for By<'_, 'a, L> {
    type Rules = L::Rules;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write<T: Trace, W: Write>(&self, cx: Cx<'_, L::Rules, T>, out: &mut WriteContext<W>) -> Gen {
        self.0.write(cx, self.1, out)
    }
}

/// Decodes one value. Trailing bytes are an error unless the options allow them.
pub fn parse<'a, S: Options, L: Layout<'a, Rules = S::Rules>>(
    options: &S,
    layout: &L,
    bytes: &'a [u8],
) -> Result<L::Value, DecodeError> {
    parse_all(options, layout, bytes, |cx, i| layout.parser(cx).parse(i))
}

/// Decodes one value at the start of the input. Returns it and the rest of the input.
#[inline]
pub fn parse_prefix<'a, S: Options, L: Layout<'a, Rules = S::Rules>>(
    options: &S,
    layout: &L,
    bytes: &'a [u8],
) -> Result<(L::Value, &'a [u8]), DecodeError> {
    prefix(options, layout, bytes, |cx, i| layout.parser(cx).parse(i))
}

/// Validates one value as [`parse`] does, without building it.
pub(crate) fn check<'a, S: Options, L: Layout<'a, Rules = S::Rules>>(
    options: &S,
    layout: &L,
    bytes: &'a [u8],
) -> Result<(), DecodeError> {
    parse_all(options, layout, bytes, |cx, i| validate(layout, cx, i))
}

/// Like [`check`], but without the path of an error, which takes a second, slower pass.
pub(crate) fn check_without_path<'a, S: Options, L: Layout<'a, Rules = S::Rules>>(
    options: &S,
    layout: &L,
    bytes: &'a [u8],
) -> Result<(), Fault> {
    match validate(layout, Cx::new(&options.settings()), bytes) {
        Ok(([], ())) => Ok(()),
        Ok(_) if options.allows_trailing() => Ok(()),
        Ok((rest, ())) => {
            let kind = DecodeErrorKind::TrailingBytes { count: rest.len() };
            Err(Fault { left: rest.len(), read: 0, kind })
        }
        Err(error) => Err(Fault::from_nom(error)),
    }
}

/// Returns the length of the value at the start of the input, without building the value.
pub(crate) fn check_prefix<'a, S: Options, L: Layout<'a, Rules = S::Rules>>(
    options: &S,
    layout: &L,
    bytes: &'a [u8],
) -> Result<usize, DecodeError> {
    let ((), rest) = prefix(options, layout, bytes, |cx, i| validate(layout, cx, i))?;
    Ok(bytes.len() - rest.len())
}

/// Like [`parse`], with another parser of the same layout.
#[inline]
pub(crate) fn parse_all<'a, S: Options, L: Layout<'a, Rules = S::Rules>, V>(
    options: &S,
    layout: &L,
    bytes: &'a [u8],
    read: impl FnOnce(Cx<'_, S::Rules>, &'a [u8]) -> PResult<'a, V>,
) -> Result<V, DecodeError> {
    let (value, rest) = prefix(options, layout, bytes, read)?;
    all_read(options, layout.name(), bytes, rest)?;
    Ok(value)
}

/// Returns an error if bytes follow the value, unless the options allow them.
#[inline]
fn all_read(
    options: &impl Options,
    reading: &'static str,
    bytes: &[u8],
    rest: &[u8],
) -> Result<(), DecodeError> {
    if rest.is_empty() || options.allows_trailing() {
        return Ok(());
    }
    Err(trailing(reading, bytes, rest))
}

/// Like [`parse_prefix`], with another parser of the same layout.
#[inline]
pub(crate) fn prefix<'a, S: Options, L: Layout<'a, Rules = S::Rules>, V>(
    options: &S,
    layout: &L,
    bytes: &'a [u8],
    read: impl FnOnce(Cx<'_, S::Rules>, &'a [u8]) -> PResult<'a, V>,
) -> Result<(V, &'a [u8]), DecodeError> {
    let limit = options.limits().bytes;
    if bytes.len() > limit {
        return Err(too_long(limit, layout.name(), bytes));
    }
    match read(Cx::new(&options.settings()), bytes) {
        Ok((rest, value)) => Ok((value, rest)),
        Err(error) => Err(locate(options, layout, bytes, Fault::from_nom(error))),
    }
}

/// Validates a value without building it.
#[inline(always)] // A call would cost as much as checking a short text.
pub(crate) fn validate<'a, L: Layout<'a>, T: Trace>(
    layout: &L,
    cx: Cx<'_, L::Rules, T>,
    bytes: &'a [u8],
) -> PResult<'a, ()> {
    layout.parser(cx).process::<OutputM<Check, Emit, Streaming>>(bytes)
}

/// Decodes with a grammar of the caller, under the limits and the rule for trailing bytes of the options. If it
/// fails, it runs a second time to find the path of the error.
pub fn run_grammar<'a, S: Options, O>(
    options: &S,
    bytes: &'a [u8],
    grammar: impl for<'c> Fn(Cx<'c, S::Rules, Dynamic<'c>>, &'a [u8]) -> PResult<'a, O>,
) -> Result<O, DecodeError> {
    const READING: &str = "a value";
    let limit = options.limits().bytes;
    if bytes.len() > limit {
        return Err(too_long(limit, READING, bytes));
    }
    match grammar(Cx::traced(&options.settings(), Dynamic::NONE), bytes) {
        Ok((rest, value)) => all_read(options, READING, bytes, rest).map(|()| value),
        Err(error) => {
            let fault = Fault::from_nom(error);
            let failed = fault.kind;
            let again = |observer: &dyn Observer| {
                grammar(Cx::traced(&options.settings().again(failed), Dynamic::new(observer)), bytes)
                    .err()
                    .map(Fault::from_nom)
            };
            Err(find(READING, bytes.len(), fault, false, &again))
        }
    }
}

/// Encodes with a serializer of the caller. This is the counterpart of [`run_grammar`].
pub(crate) fn run_generator<S: Options>(
    options: &S,
    generator: impl for<'c> Fn(Cx<'c, S::Rules, Dynamic<'c>>, WriteContext<Vec<u8>>) -> GenResult<Vec<u8>>,
) -> Result<Vec<u8>, EncodeError> {
    let run = options.settings();
    match generator(Cx::traced(&run, Dynamic::NONE), WriteContext::from(Vec::with_capacity(ROOM))) {
        Ok(out) => within_limit(options, out.write.len()).map(|()| out.write),
        Err(error) => Err(refusal(&run, &error)),
    }
}

/// Encodes one value.
#[inline]
pub fn encode<S: Options>(
    options: &S,
    value: &impl Written<Rules = S::Rules>,
) -> Result<Vec<u8>, EncodeError> {
    let (buffer, written) = fill(options, value, Vec::with_capacity(ROOM));
    written.map(|()| buffer)
}

/// Appends one value to a buffer, and restores the buffer if encoding fails. `V` is a buffer that is moved or
/// borrowed: moving is faster for many bytes, and borrowing for a few.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn fill<S: Options, V: BorrowMut<Vec<u8>>>(
    options: &S,
    value: &impl Written<Rules = S::Rules>,
    buffer: V,
) -> (V, Result<(), EncodeError>) {
    let start = buffer.borrow().len();
    let mut out = WriteContext::from(Buffer(buffer));
    let run = options.settings();
    let result = value.write(Cx::new(&run), &mut out);
    let mut buffer = out.write.0;
    let written = match result {
        Ok(()) => within_limit(options, buffer.borrow().len() - start),
        Err(error) => Err(refusal(&run, &error)),
    };
    if written.is_err() {
        buffer.borrow_mut().truncate(start);
    }
    (buffer, written)
}

/// Encodes one value to the start of a slice. Returns the rest of the slice.
pub(crate) fn encode_to_slice<'a, 'b, S: Options, L: Layout<'a, Rules = S::Rules>>(
    options: &S,
    layout: &L,
    value: &L::Value,
    buffer: &'b mut [u8],
) -> Result<&'b mut [u8], EncodeError> {
    let room = buffer.len();
    let run = options.settings();
    let rest =
        gen_simple(layout.serializer(Cx::new(&run), value), buffer).map_err(|error| refusal(&run, &error))?;
    within_limit(options, room - rest.len())?;
    Ok(rest)
}

/// Returns the length of the encoded value.
pub(crate) fn encoded_len<S: Options>(
    options: &S,
    value: &impl Written<Rules = S::Rules>,
) -> Result<usize, EncodeError> {
    let mut counter = WriteContext::from(Counter);
    let run = options.settings();
    value.write(Cx::new(&run), &mut counter).map_err(|error| refusal(&run, &error))?;
    let length = usize::try_from(counter.position).unwrap_or(usize::MAX);
    within_limit(options, length).map(|()| length)
}

#[inline]
fn within_limit(options: &impl Options, length: usize) -> Result<(), EncodeError> {
    let limit = options.limits().bytes;
    if length <= limit {
        return Ok(());
    }
    Err(EncodeError::new(Path::default(), EncodeErrorKind::TooLong { length, limit }))
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

/// Returns an error with its path. To find the path, the same grammar runs a second time with a trace that records
/// it, so that successful parsing costs nothing.
#[cold]
fn locate<'a, S: Options, L: Layout<'a, Rules = S::Rules>>(
    options: &S,
    layout: &L,
    bytes: &'a [u8],
    fault: Fault,
) -> DecodeError {
    // If the fault is far from the end, the rest of the input is not decoded a second time.
    let goes_on = layout.lenient_counts() && fault.kind.missing().is_some() && fault.left <= NEAR_END;
    let failed = fault.kind;
    let again = |observer: &dyn Observer| {
        validate(layout, Cx::traced(&options.settings().again(failed), Dynamic::new(observer)), bytes)
            .err()
            .map(Fault::from_nom)
    };
    find(layout.name(), bytes.len(), fault, goes_on, &again)
}

/// The error of truncated input names the part in which the input ends, if at most this number of bytes follow the
/// fault. A longer rest is not searched for it.
const NEAR_END: usize = 64 << 10;

/// Runs a grammar again to find the path of its fault. It is not generic, so that there is only one copy for all
/// layouts.
fn find(
    name: &'static str,
    total: usize,
    fault: Fault,
    goes_on: bool,
    again: &dyn Fn(&dyn Observer) -> Option<Fault>,
) -> DecodeError {
    let mut finder = PathFinder::new(goes_on);
    let end = again(&finder);
    let (place, cut) = finder.places();
    let left = fault.left;
    let error = DecodeError::new(total, fault, place.reading.unwrap_or(name), place.path);
    match (cut, end) {
        // The bytes for the number at the fault are present. The missing bytes are those that are reserved for `part`.
        (Some((part, count)), Some(end))
            if end.kind.missing().is_some() && end.left < left && count > left =>
        {
            error.with_cut(part, total - count)
        }
        _ => error,
    }
}

/// Returns the reason and the path of an encode error.
#[cold]
fn refusal<R>(run: &Settings<'_, R>, error: &GenError) -> EncodeError {
    match error {
        GenError::CustomError(_) => run.refusal(),
        // The output failed, not the value.
        _ => EncodeError::new(Path::default(), EncodeErrorKind::Write),
    }
}
