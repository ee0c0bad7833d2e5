//! The entry points for whole inputs and outputs, which all formats share.
//!
//! A format provides [`Options`] (its rules and limits), a [`Layout`] (the parser of a value and its serializer) and the
//! words for messages. Trailing bytes, limits, errors, verdicts and explanations are handled here.

mod cut;
mod explain;
pub(crate) mod own;
mod repair;

use std::io::{self, Write};

use cookie_factory::{GenError, GenResult, SerializeFn, WriteContext, gen_simple};
pub(crate) use explain::{explainer, verify};
pub use repair::{Counts, Recount, Repaired, repair};

use crate::error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, Path};
use crate::explain::Writer;
use crate::grammar::{Cx, Fault, Read, Rules, Settings};
use crate::limits::Limits;
use crate::trace::{Dynamic, Event, Observer, Trace};

/// The initial capacity of a buffer. Without it, repeated growth would dominate the time for small values.
const ROOM: usize = 256;

/// The user's options for a format.
pub trait Options {
    /// The rules that the parsers and serializers of the format take.
    type Rules: Rules;
    /// Returns the rules.
    fn rules(&self) -> &Self::Rules;
    /// Returns the limits.
    fn limits(&self) -> &Limits;
    /// Returns whether bytes after a value are allowed.
    fn allows_trailing(&self) -> bool {
        false
    }
    /// Returns the settings for reading or writing one input.
    #[inline]
    fn settings(&self) -> Settings<'_, Self::Rules> {
        Settings::new(self.rules(), *self.limits())
    }
}

/// The parser of a value and the matching serializer, for a static type or for a type that is only known at run time.
pub trait Layout<'a> {
    /// The rules that the parser and the serializer take.
    type Rules: Rules;
    /// The value that the parser makes.
    type Value;
    /// The program whose output the bytes are compared with.
    const WRITER: Writer;

    /// Returns the name of the value in errors.
    fn name(&self) -> &'static str;
    /// Reads a value.
    fn parse<T: Trace>(&self, cx: Cx<'_, Self::Rules, T>, i: &'a [u8]) -> Read<'a, Self::Value>;
    /// Returns the serializer, which mirrors the parser.
    fn serializer<T: Trace, W: Write>(
        &self,
        cx: Cx<'_, Self::Rules, T>,
        value: &Self::Value,
    ) -> impl SerializeFn<W>;
    /// Returns the input after the value without building it, or `None` if only the parser can tell.
    fn skip(&self, _cx: Cx<'_, Self::Rules>, _i: &'a [u8]) -> Option<&'a [u8]> {
        None
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
    /// Returns whether counts that exceed the input can be accepted while rows are reported; see
    /// [`Trace::lenient_counts`].
    fn lenient_counts(&self) -> bool {
        false
    }
    /// Returns the value on one line, for explanations, if the format can print it.
    fn show(&self, _rules: &Self::Rules, _value: &Self::Value) -> Option<String> {
        None
    }
}

/// Decodes one value. Trailing bytes are an error unless the options allow them.
#[inline]
pub fn parse<'a, S: Options, L: Layout<'a, Rules = S::Rules>>(
    options: &S,
    layout: &L,
    bytes: &'a [u8],
) -> Result<L::Value, DecodeError> {
    let (value, rest) = parse_prefix(options, layout, bytes)?;
    all_read(options, layout.name(), bytes, rest)?;
    Ok(value)
}

/// Decodes one value at the start of the input. Returns it and the rest of the input.
#[inline]
pub fn parse_prefix<'a, S: Options, L: Layout<'a, Rules = S::Rules>>(
    options: &S,
    layout: &L,
    bytes: &'a [u8],
) -> Result<(L::Value, &'a [u8]), DecodeError> {
    let limit = options.limits().bytes;
    if bytes.len() > limit {
        return Err(too_long(limit, layout.name(), bytes));
    }
    match layout.parse(options.settings().cx(), bytes) {
        Ok((rest, value)) => Ok((value, rest)),
        Err(error) => Err(located(options, layout, bytes, Fault::from_nom(error))),
    }
}

/// Validates one value as [`parse`] does, without building it. Returns its length.
pub(crate) fn check<'a, S: Options, L: Layout<'a, Rules = S::Rules>>(
    options: &S,
    layout: &L,
    bytes: &'a [u8],
) -> Result<usize, DecodeError> {
    let end = check_prefix(options, layout, bytes)?;
    all_read(options, layout.name(), bytes, bytes.get(end..).unwrap_or_default())?;
    Ok(end)
}

/// Like [`check`], but for an input of any length, and without the part of the input that ends too early.
pub(crate) fn check_fault<'a, S: Options, L: Layout<'a, Rules = S::Rules>>(
    options: &S,
    layout: &L,
    bytes: &'a [u8],
) -> Result<(), Fault> {
    let rest = after(options, layout, bytes)?;
    if rest.is_empty() || options.allows_trailing() {
        return Ok(());
    }
    Err(Fault::new(rest.len(), 0, DecodeErrorKind::TrailingBytes { count: rest.len() }))
}

/// Returns the length of the value at the start of the input, without building the value.
pub(crate) fn check_prefix<'a, S: Options, L: Layout<'a, Rules = S::Rules>>(
    options: &S,
    layout: &L,
    bytes: &'a [u8],
) -> Result<usize, DecodeError> {
    let limit = options.limits().bytes;
    if bytes.len() > limit {
        return Err(too_long(limit, layout.name(), bytes));
    }
    match after(options, layout, bytes) {
        Ok(rest) => Ok(bytes.len() - rest.len()),
        Err(fault) => Err(located(options, layout, bytes, fault)),
    }
}

/// Returns the input after the value. [`Layout::skip`] finds it if it can. Otherwise the parser decides.
#[inline]
fn after<'a, S: Options, L: Layout<'a, Rules = S::Rules>>(
    options: &S,
    layout: &L,
    bytes: &'a [u8],
) -> Result<&'a [u8], Fault> {
    match layout.skip(options.settings().cx(), bytes) {
        Some(rest) => Ok(rest),
        None => observe(options, layout, bytes, &Nothing),
    }
}

/// Runs the parser with an observer, and returns the input after the value. Lists keep no elements meanwhile.
#[cold]
fn observe<'a, S: Options, L: Layout<'a, Rules = S::Rules>>(
    options: &S,
    layout: &L,
    bytes: &'a [u8],
    observer: &dyn Observer,
) -> Result<&'a [u8], Fault> {
    match layout.parse(options.settings().traced(Dynamic::new(observer)), bytes) {
        Ok((rest, _)) => Ok(rest),
        Err(error) => Err(Fault::from_nom(error)),
    }
}

/// An observer that ignores all events.
struct Nothing;

impl Observer for Nothing {
    fn event(&self, _: Event<'_>) {}
}

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

/// Runs a parser of the caller on the whole input.
pub fn run_parser<'a, S: Options, O>(
    options: &S,
    bytes: &'a [u8],
    parser: impl for<'c> FnOnce(Cx<'c, S::Rules, Dynamic<'c>>, &'a [u8]) -> Read<'a, O>,
) -> Result<O, DecodeError> {
    const READING: &str = "a value";
    let limit = options.limits().bytes;
    if bytes.len() > limit {
        return Err(too_long(limit, READING, bytes));
    }
    match parser(options.settings().traced(Dynamic::NONE), bytes) {
        Ok((rest, value)) => all_read(options, READING, bytes, rest).map(|()| value),
        Err(error) => Err(Fault::from_nom(error).in_input(bytes.len(), READING)),
    }
}

/// Runs a serializer of the caller.
pub fn run_generator<S: Options>(
    options: &S,
    generator: impl for<'c> FnOnce(Cx<'c, S::Rules, Dynamic<'c>>, WriteContext<Vec<u8>>) -> GenResult<Vec<u8>>,
) -> Result<Vec<u8>, EncodeError> {
    let settings = options.settings();
    match generator(settings.traced(Dynamic::NONE), WriteContext::from(Vec::with_capacity(ROOM))) {
        Ok(out) => within_limit(options, out.write.len()).map(|()| out.write),
        Err(error) => Err(refusal(&settings, &error)),
    }
}

/// Encodes a value to a new buffer.
#[inline]
pub fn encode<'a, S: Options, L: Layout<'a, Rules = S::Rules>>(
    options: &S,
    layout: &L,
    value: &L::Value,
) -> Result<Vec<u8>, EncodeError> {
    let mut buffer = Vec::with_capacity(ROOM);
    encode_into(options, layout, value, &mut buffer)?;
    Ok(buffer)
}

/// Appends an encoded value to a buffer. After an error the buffer is as before.
#[inline]
pub(crate) fn encode_into<'a, S: Options, L: Layout<'a, Rules = S::Rules>>(
    options: &S,
    layout: &L,
    value: &L::Value,
    buffer: &mut Vec<u8>,
) -> Result<(), EncodeError> {
    let start = buffer.len();
    let written = write(options, layout, value, buffer);
    let written = written.and_then(|()| within_limit(options, buffer.len() - start));
    if written.is_err() {
        buffer.truncate(start);
    }
    written
}

/// Appends an encoded value of any length to a buffer. After an error the buffer has a part of it.
#[inline]
fn write<'a, S: Options, L: Layout<'a, Rules = S::Rules>>(
    options: &S,
    layout: &L,
    value: &L::Value,
    buffer: &mut Vec<u8>,
) -> Result<(), EncodeError> {
    let settings = options.settings();
    match layout.serializer(settings.cx(), value)(WriteContext::from(buffer)) {
        Ok(_) => Ok(()),
        Err(error) => Err(refusal(&settings, &error)),
    }
}

/// Encodes a value to the start of a slice. Returns the rest of the slice.
pub(crate) fn encode_to_slice<'a, 'b, S: Options, L: Layout<'a, Rules = S::Rules>>(
    options: &S,
    layout: &L,
    value: &L::Value,
    buffer: &'b mut [u8],
) -> Result<&'b mut [u8], EncodeError> {
    let room = buffer.len();
    let settings = options.settings();
    let rest = gen_simple(layout.serializer(settings.cx(), value), buffer)
        .map_err(|error| refusal(&settings, &error))?;
    within_limit(options, room - rest.len())?;
    Ok(rest)
}

/// Returns the length of a value in bytes, without writing it.
pub(crate) fn encoded_len<'a, S: Options, L: Layout<'a, Rules = S::Rules>>(
    options: &S,
    layout: &L,
    value: &L::Value,
) -> Result<usize, EncodeError> {
    let settings = options.settings();
    let out = layout.serializer(settings.cx(), value)(WriteContext::from(Counter))
        .map_err(|error| refusal(&settings, &error))?;
    let length = usize::try_from(out.position).unwrap_or(usize::MAX);
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
    Fault::new(bytes.len() - limit, 0, kind).in_input(bytes.len(), reading)
}

#[cold]
fn trailing(reading: &'static str, bytes: &[u8], rest: &[u8]) -> DecodeError {
    let kind = DecodeErrorKind::TrailingBytes { count: rest.len() };
    Fault::new(rest.len(), 0, kind).in_input(bytes.len(), reading)
}

/// Returns the error of a parser. If the input ends too early, it names the container whose elements are missing.
#[cold]
fn located<'a, S: Options, L: Layout<'a, Rules = S::Rules>>(
    options: &S,
    layout: &L,
    bytes: &'a [u8],
    fault: Fault,
) -> DecodeError {
    let left = fault.left();
    let is_cut = fault.kind().missing().is_some() && left <= cut::NEAR_END;
    let error = fault.in_input(bytes.len(), layout.name());
    if !is_cut || !layout.lenient_counts() {
        return error;
    }
    let finder = cut::CutFinder::new();
    match observe(options, layout, bytes, &finder) {
        Ok(_) => error,
        Err(end) => finder.add_to(error, bytes.len(), left, end),
    }
}

/// Returns the reason and the path of an encode error.
#[cold]
fn refusal<R: Rules>(settings: &Settings<'_, R>, error: &GenError) -> EncodeError {
    match error {
        GenError::CustomError(_) => settings.refusal(),
        // The output failed, not the value.
        _ => EncodeError::new(Path::default(), EncodeErrorKind::Write),
    }
}

/// A writer that only counts the bytes, to compute the exact length of an encoding.
struct Counter;

impl Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
