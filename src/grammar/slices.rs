//! Parsers and serializers of slices with a length prefix.

use std::io::Write;

use cookie_factory::{GenError, SerializeFn, WriteContext};
use nom::{Emit, Err, Mode, OutputM, OutputMode, PResult, Parser, ToUsize};

use super::{Grammar, in_mode};
use crate::cx::Cx;
use crate::error::Fault;
use crate::sink::put;
use crate::trace::{Event, Trace};

/// Reads a length, and then a value from a slice of that length. Bytes after the value in the slice are
/// skipped; add [`end`](super::end) after the value to reject them.
///
/// It is like nom's combinator of the same name, but offsets in errors and explanations count from the start
/// of the whole input, even in nested slices, and no bytes of the slice are reserved for values after it.
///
/// ```
/// use gamewire::cx::Settings;
/// use gamewire::error::{DecodeErrorKind, Fault};
/// use gamewire::godot::{Dialect, Variant, wire};
/// use gamewire::grammar::nom::{Err, Parser, sequence::terminated};
/// use gamewire::grammar::{end, le_u32, length_value};
/// use gamewire::limits::Limits;
///
/// let rules = Dialect::GODOT_4.into();
/// let settings = Settings::new(&rules, Limits::GODOT);
/// let cx = settings.cx();
/// let mut message = length_value(cx, le_u32(), wire::variant);
/// let (rest, value) = message.parse(b"\x08\0\0\0\x02\0\0\0\x07\0\0\0!").unwrap();
/// assert_eq!((value, rest), (Variant::Int(7), &b"!"[..]));
///
/// // The slice ends inside of the int: the fault is at byte 8 of 13, and more input does not help.
/// let Err(Err::Error(fault)) = message.parse(b"\x06\0\0\0\x02\0\0\0\x07\0\0\0!") else { panic!() };
/// assert_eq!((fault.offset(13), fault.kind), (8, DecodeErrorKind::SliceTooShort { count: None, missing: 2 }));
///
/// // Nothing may follow the int in the slice.
/// let mut exact = length_value(cx, le_u32(), |cx| terminated(wire::variant(cx), end()));
/// let Err(Err::Error(fault)) = exact.parse(b"\x09\0\0\0\x02\0\0\0\x07\0\0\0!") else { panic!() };
/// assert_eq!((fault.offset(13), fault.kind), (12, DecodeErrorKind::TrailingBytes { count: 1 }));
/// ```
pub fn length_value<'a, 'c, R, T: Trace, N: ToUsize, P: Parser<&'a [u8], Error = Fault>>(
    cx: Cx<'c, R, T>,
    length: impl Grammar<'a, N>,
    value: impl Fn(Cx<'c, R, T>) -> P,
) -> impl Grammar<'a, P::Output> {
    LengthValue { cx, length, value }
}

struct LengthValue<'c, R, T: Trace, L, F> {
    cx: Cx<'c, R, T>,
    length: L,
    value: F,
}

impl<'a, 'c, R, T: Trace, L, F, P> Parser<&'a [u8]> for LengthValue<'c, R, T, L, F>
where
    L: Parser<&'a [u8], Error = Fault>,
    L::Output: ToUsize,
    F: Fn(Cx<'c, R, T>) -> P,
    P: Parser<&'a [u8], Error = Fault>,
{
    type Output = P::Output;
    type Error = Fault;

    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], P::Output, Fault> {
        let (i, length) = self.length.process::<OutputM<Emit, OM::Error, OM::Incomplete>>(i)?;
        let taken = self.cx.take(i, length.to_usize());
        let (rest, slice) = in_mode::<OutputM<Emit, OM::Error, OM::Incomplete>, _>(taken)?;
        let after = rest.len();
        self.cx.trace.event(Event::EnterSlice(after));
        match (self.value)(self.cx.in_slice()).process::<OM>(slice) {
            Ok((_, value)) => {
                self.cx.trace.event(Event::LeaveSlice(after));
                Ok((rest, value))
            }
            // The slice stays open to record the place of the error.
            Err(Err::Error(fault)) => {
                Err(Err::Error(OM::Error::map(fault, |fault: Fault| fault.before(after))))
            }
            Err(Err::Failure(fault)) => Err(Err::Failure(fault.before(after))),
            Err(Err::Incomplete(needed)) => {
                let fault = Fault::from_nom(Err::Incomplete(needed)).before(after);
                Err(Err::Error(OM::Error::bind(|| fault)))
            }
        }
    }
}

/// Writes a length and then the value of that length. The value is first written to memory. It mirrors
/// [`length_value`].
///
/// ```
/// use cookie_factory::{bytes::le_u32, combinator::slice, gen_simple};
/// use gamewire::grammar::gen_length_value;
///
/// let length = |n: usize| le_u32(u32::try_from(n).unwrap());
/// let message = gen_length_value(length, slice(b"abc"));
/// assert_eq!(gen_simple(message, Vec::new()).unwrap(), b"\x03\0\0\0abc");
/// ```
pub fn gen_length_value<W: Write, L: SerializeFn<W>>(
    length: impl Fn(usize) -> L,
    value: impl SerializeFn<Vec<u8>>,
) -> impl SerializeFn<W> {
    move |out: WriteContext<W>| -> Result<WriteContext<W>, GenError> {
        let bytes = value(WriteContext::from(Vec::new()))?.write;
        let mut out = length(bytes.len())(out)?;
        put(&mut out, &bytes)?;
        Ok(out)
    }
}
