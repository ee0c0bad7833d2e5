//! The entry points for whole inputs and outputs, which all formats share.
//!
//! A format provides [`Options`] (its rules and limits), a [`Layout`] (the parser of a value and its serializer) and the
//! words for messages. Trailing bytes, limits, errors, verdicts and explanations are handled here.

mod explain;
mod open;
pub(crate) mod own;
mod repair;

use std::io::{self, Write};

use cookie_factory::{GenError, GenResult, SerializeFn, WriteContext, gen_simple};
pub(crate) use explain::explainer;
use open::OpenFinder;
pub use repair::{Counts, Repaired};

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
    /// Returns whether counts that exceed the input can be accepted while rows are reported, so that the elements that are
    /// there are explained.
    fn lenient_counts(&self) -> bool {
        false
    }
    /// Returns more about the reason of an error, such as the name of an unknown type.
    fn hint(&self, _kind: DecodeErrorKind) -> Option<String> {
        None
    }
    /// Returns the value on one line, for explanations, if the format can print it.
    fn show(&self, _rules: &Self::Rules, _value: &Self::Value) -> Option<String> {
        None
    }
}

/// A layout, with the options for reading and writing it.
#[allow(missing_debug_implementations)] // It is made where it is used.
pub struct Edge<'e, S, L>(pub &'e S, pub &'e L);

impl<'a, S: Options, L: Layout<'a, Rules = S::Rules>> Edge<'_, S, L> {
    /// Decodes one value. Trailing bytes are an error unless the options allow them.
    pub fn parse(&self, bytes: &'a [u8]) -> Result<L::Value, DecodeError> {
        let (value, rest) = self.parse_prefix(bytes)?;
        all_read(self.0, self.1.name(), bytes, rest)?;
        Ok(value)
    }

    /// Decodes one value at the start of the input. Returns it and the rest of the input.
    pub fn parse_prefix(&self, bytes: &'a [u8]) -> Result<(L::Value, &'a [u8]), DecodeError> {
        not_too_long(self.0, self.1.name(), bytes)?;
        match self.1.parse(self.0.settings().cx(), bytes) {
            Ok((rest, value)) => Ok((value, rest)),
            Err(error) => Err(self.located(bytes, Fault::from_nom(error))),
        }
    }

    /// Validates one value as [`parse`](Self::parse) does, without building it. Returns its length.
    pub(crate) fn check(&self, bytes: &'a [u8]) -> Result<usize, DecodeError> {
        let end = self.check_prefix(bytes)?;
        all_read(self.0, self.1.name(), bytes, bytes.get(end..).unwrap_or_default())?;
        Ok(end)
    }

    /// Like [`check`](Self::check), but for an input of any length, and without the part of the input that ends too early.
    pub(crate) fn check_fault(&self, bytes: &'a [u8]) -> Result<(), Fault> {
        let rest = self.after(bytes)?;
        if rest.is_empty() || self.0.allows_trailing() {
            return Ok(());
        }
        Err(Fault::new(rest.len(), 0, DecodeErrorKind::TrailingBytes { count: rest.len() }))
    }

    /// Returns the length of the value at the start of the input, without building the value.
    pub(crate) fn check_prefix(&self, bytes: &'a [u8]) -> Result<usize, DecodeError> {
        not_too_long(self.0, self.1.name(), bytes)?;
        match self.after(bytes) {
            Ok(rest) => Ok(bytes.len() - rest.len()),
            Err(fault) => Err(self.located(bytes, fault)),
        }
    }

    /// Returns the input after the value. [`Layout::skip`] finds it if it can. Otherwise the parser decides.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn after(&self, bytes: &'a [u8]) -> Result<&'a [u8], Fault> {
        match self.1.skip(self.0.settings().cx(), bytes) {
            Some(rest) => Ok(rest),
            None => self.observe(bytes, &Nothing),
        }
    }

    /// Runs the parser with an observer, and returns the input after the value. Lists keep no elements meanwhile.
    #[cold]
    fn observe(&self, bytes: &'a [u8], observer: &dyn Observer) -> Result<&'a [u8], Fault> {
        match self.1.parse(self.0.settings().traced(Dynamic::new(observer)), bytes) {
            Ok((rest, _)) => Ok(rest),
            Err(error) => Err(Fault::from_nom(error)),
        }
    }

    /// Encodes a value to a new buffer.
    pub fn encode(&self, value: &L::Value) -> Result<Vec<u8>, EncodeError> {
        let mut buffer = Vec::with_capacity(ROOM);
        self.encode_into(value, &mut buffer)?;
        Ok(buffer)
    }

    /// Appends an encoded value to a buffer. After an error the buffer is as before.
    pub(crate) fn encode_into(&self, value: &L::Value, buffer: &mut Vec<u8>) -> Result<(), EncodeError> {
        let start = buffer.len();
        let written = self.write(value, buffer);
        let written = written.and_then(|()| within_limit(self.0, buffer.len() - start));
        if written.is_err() {
            buffer.truncate(start);
        }
        written
    }

    /// Appends an encoded value of any length to a buffer. After an error the buffer has a part of it.
    fn write(&self, value: &L::Value, buffer: &mut Vec<u8>) -> Result<(), EncodeError> {
        let settings = self.0.settings();
        match self.1.serializer(settings.cx(), value)(WriteContext::from(buffer)) {
            Ok(_) => Ok(()),
            Err(error) => Err(refusal(&settings, &error)),
        }
    }

    /// Encodes a value to the start of a slice. Returns the rest of the slice.
    pub(crate) fn encode_to_slice<'b>(
        &self,
        value: &L::Value,
        buffer: &'b mut [u8],
    ) -> Result<&'b mut [u8], EncodeError> {
        let room = buffer.len();
        let settings = self.0.settings();
        let rest = gen_simple(self.1.serializer(settings.cx(), value), buffer)
            .map_err(|error| refusal(&settings, &error))?;
        within_limit(self.0, room - rest.len())?;
        Ok(rest)
    }

    /// Returns the length of a value in bytes, without writing it.
    pub(crate) fn encoded_len(&self, value: &L::Value) -> Result<usize, EncodeError> {
        let settings = self.0.settings();
        let out = self.1.serializer(settings.cx(), value)(WriteContext::from(io::sink()))
            .map_err(|error| refusal(&settings, &error))?;
        let length = usize::try_from(out.position).unwrap_or(usize::MAX);
        within_limit(self.0, length).map(|()| length)
    }

    /// Returns the error of a parser. If the input ends too early, it is at the part in which the input ends.
    #[cold]
    fn located(&self, bytes: &'a [u8], fault: Fault) -> DecodeError {
        let (left, hint) = (fault.left(), self.1.hint(*fault.kind()));
        let error = fault.in_input(bytes.len(), self.1.name()).with_hint(hint);
        let Some(missing) = error.missing().filter(|_| left <= NEAR_END && self.1.lenient_counts()) else {
            return error;
        };
        let finder = OpenFinder::new(bytes.len());
        let Err(end) = self.observe(bytes, &finder) else { return error };
        match finder.into_open().refused {
            // The number is too large by itself.
            Some(own) if own > error.remain() as u64 => error.with_own(own),
            // The bytes for the number are there. Those are missing that are promised to later parts.
            Some(_) if end.kind().missing().is_some() && end.left() < left => {
                end.in_input(bytes.len(), self.1.name()).with_promised(missing)
            }
            _ => error,
        }
    }
}

/// The place where the input ends is looked for if at most this number of bytes follow the fault.
const NEAR_END: usize = 64 << 10;

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

#[inline]
fn not_too_long(options: &impl Options, reading: &'static str, bytes: &[u8]) -> Result<(), DecodeError> {
    let limit = options.limits().bytes;
    if bytes.len() <= limit { Ok(()) } else { Err(too_long(limit, reading, bytes)) }
}

/// Runs a parser of the caller on the whole input. `reading` is what was read if an error is in no type.
pub fn run_parser<'a, S: Options, O>(
    options: &S,
    reading: &'static str,
    bytes: &'a [u8],
    parser: impl for<'c> FnOnce(Cx<'c, S::Rules, Dynamic<'c>>, &'a [u8]) -> Read<'a, O>,
) -> Result<O, DecodeError> {
    not_too_long(options, reading, bytes)?;
    match parser(options.settings().traced(Dynamic::NONE), bytes) {
        Ok((rest, value)) => all_read(options, reading, bytes, rest).map(|()| value),
        Err(error) => Err(Fault::from_nom(error).in_input(bytes.len(), reading)),
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

/// Returns the reason and the path of an encode error.
#[cold]
fn refusal<R: Rules>(settings: &Settings<'_, R>, error: &GenError) -> EncodeError {
    match error {
        GenError::CustomError(_) => settings.refusal(),
        // The output failed, not the value.
        _ => EncodeError::new(Path::default(), EncodeErrorKind::Write),
    }
}
