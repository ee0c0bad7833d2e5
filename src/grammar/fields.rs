//! Fields, members and parts: the trace of parsers.

use std::io::Write;
use std::marker::PhantomData;

use cookie_factory::{SerializeFn, WriteContext};
use nom::{Emit, Err, Mode, OutputM, OutputMode, PResult, Parser};

use super::Grammar;
use crate::cx::Cx;
use crate::error::{DecodeErrorKind, Fault};
use crate::trace::{Internal, Part, Shown, Trace};

/// The printable form of a field's value, for the trace.
pub trait Show {
    /// Returns the printable form.
    fn shown(&self) -> Shown<'_>;
}

macro_rules! show {
    ($($number:ty => $shown:ident),+) => {$(
        impl Show for $number {
            #[inline]
            fn shown(&self) -> Shown<'_> {
                Shown::$shown((*self).into())
            }
        }
    )+};
}

show!(i8 => Int, i16 => Int, i32 => Int, i64 => Int, u8 => Uint, u16 => Uint, u32 => Uint, u64 => Uint);
show!(f32 => F32, f64 => F64, bool => Bool);

/// Reports the bytes that `parser` reads as the field `name`.
#[inline(always)]
pub fn field<'a, R, T: Trace, P>(
    cx: Cx<'_, R, T>,
    name: &'static str,
    parser: P,
) -> impl Grammar<'a, P::Output>
where
    P: Parser<&'a [u8], Error = Fault>,
    P::Output: Show,
{
    field_as(cx, name, parser, Show::shown)
}

/// Reports the bytes that `parser` reads as the field `name`, with the result of `show` as value.
#[inline(always)]
pub fn field_as<'a, R, T: Trace, P: Parser<&'a [u8], Error = Fault>>(
    cx: Cx<'_, R, T>,
    name: &'static str,
    parser: P,
    show: impl Fn(&P::Output) -> Shown<'_>,
) -> impl Grammar<'a, P::Output> {
    Field { trace: cx.trace, name, parser, show }
}

struct Field<T, P, F> {
    trace: T,
    name: &'static str,
    parser: P,
    show: F,
}

impl<'a, T: Trace, P, F> Parser<&'a [u8]> for Field<T, P, F>
where
    P: Parser<&'a [u8], Error = Fault>,
    F: Fn(&P::Output) -> Shown<'_>,
{
    type Output = P::Output;
    type Error = Fault;

    #[inline(always)]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], P::Output, Fault> {
        if T::ENABLED { self.reported::<OM>(i) } else { self.parser.process::<OM>(i) }
    }
}

impl<T: Trace, P, F> Field<T, P, F> {
    /// Reads and reports the field: a function, since nearly all fields of a grammar have the same parser.
    #[inline(never)]
    fn reported<'a, OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], P::Output, Fault>
    where
        P: Parser<&'a [u8], Error = Fault>,
        F: Fn(&P::Output) -> Shown<'_>,
    {
        let (rest, value) = self.parser.process::<OutputM<Emit, OM::Error, OM::Incomplete>>(i)?;
        self.trace.field(i.len(), rest.len(), self.name, (self.show)(&value));
        if self.trace.is_done(Internal) {
            return Err(Err::Failure(Fault::incomplete(rest, 0)));
        }
        Ok((rest, OM::Output::bind(|| value)))
    }
}

/// If there is a trace, calls `report` with the output of `parser` and with the input before and after it. For rows that
/// [`field_as`] cannot report, such as several for one value.
#[inline(always)]
pub fn observed<'a, R, T: Trace, P: Parser<&'a [u8], Error = Fault>>(
    _: Cx<'_, R, T>,
    parser: P,
    report: impl Fn(&P::Output, &'a [u8], &'a [u8]),
) -> impl Grammar<'a, P::Output> {
    Observed { trace: PhantomData::<T>, parser, report }
}

struct Observed<T, P, F> {
    trace: PhantomData<T>,
    parser: P,
    report: F,
}

impl<'a, T: Trace, P, F> Parser<&'a [u8]> for Observed<T, P, F>
where
    P: Parser<&'a [u8], Error = Fault>,
    F: Fn(&P::Output, &'a [u8], &'a [u8]),
{
    type Output = P::Output;
    type Error = Fault;

    #[inline(always)]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], P::Output, Fault> {
        if !T::ENABLED {
            return self.parser.process::<OM>(i);
        }
        let (rest, value) = self.parser.process::<OutputM<Emit, OM::Error, OM::Incomplete>>(i)?;
        (self.report)(&value, i, rest);
        Ok((rest, OM::Output::bind(|| value)))
    }
}

/// Runs `parser` for the part `name` of the value: a step of the path, and rows of its own.
#[inline(always)]
pub fn part<'a, R, T: Trace, P: Parser<&'a [u8], Error = Fault>>(
    cx: Cx<'_, R, T>,
    name: &'static str,
    parser: P,
) -> impl Grammar<'a, P::Output> {
    within(cx, Part::Field(name), parser)
}

/// Runs `parser` for the member `name` of a structure of numbers: the rows of its fields are `name.x`, `name.y`.
#[inline(always)]
pub fn member<'a, R, T: Trace, P: Parser<&'a [u8], Error = Fault>>(
    cx: Cx<'_, R, T>,
    name: &'static str,
    parser: P,
) -> impl Grammar<'a, P::Output> {
    within(cx, Part::Member(name), parser)
}

/// Runs `parser` for any part of the value. [`part()`] and [`member`] are for fixed names.
#[inline(always)]
pub fn within<'a, R, T: Trace, P: Parser<&'a [u8], Error = Fault>>(
    cx: Cx<'_, R, T>,
    part: Part<'_>,
    parser: P,
) -> impl Grammar<'a, P::Output> {
    Within { trace: cx.trace, part, parser }
}

struct Within<'p, T, P> {
    trace: T,
    part: Part<'p>,
    parser: P,
}

impl<'a, T: Trace, P: Parser<&'a [u8], Error = Fault>> Parser<&'a [u8]> for Within<'_, T, P> {
    type Output = P::Output;
    type Error = Fault;

    #[inline(always)]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], P::Output, Fault> {
        if T::ENABLED {
            self.trace.open(self.part);
        }
        // After an error the part stays open: it is the place of the error.
        let read = self.parser.process::<OM>(i)?;
        if T::ENABLED {
            self.trace.close();
        }
        Ok(read)
    }
}

/// Reports the type that `parser` reads, for errors.
#[inline(always)]
pub fn typed<'a, R, T: Trace, P: Parser<&'a [u8], Error = Fault>>(
    cx: Cx<'_, R, T>,
    name: &'static str,
    parser: P,
) -> impl Grammar<'a, P::Output> {
    Typed { trace: cx.trace, name, parser }
}

struct Typed<T, P> {
    trace: T,
    name: &'static str,
    parser: P,
}

impl<'a, T: Trace, P: Parser<&'a [u8], Error = Fault>> Parser<&'a [u8]> for Typed<T, P> {
    type Output = P::Output;
    type Error = Fault;

    #[inline(always)]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], P::Output, Fault> {
        if T::ENABLED {
            self.trace.reading(self.name);
        }
        self.parser.process::<OM>(i)
    }
}

/// Runs `parser` for a structure of `size` bytes. If the input ends inside the structure, the error gives the bytes that are
/// missing for the whole structure, not for one field.
#[inline(always)]
pub fn of_size<'a, P: Parser<&'a [u8], Error = Fault>>(
    size: usize,
    parser: P,
) -> impl Grammar<'a, P::Output> {
    OfSize { size, parser }
}

struct OfSize<P> {
    size: usize,
    parser: P,
}

impl<'a, P: Parser<&'a [u8], Error = Fault>> Parser<&'a [u8]> for OfSize<P> {
    type Output = P::Output;
    type Error = Fault;

    #[inline(always)]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], P::Output, Fault> {
        let size = self.size;
        match self.parser.process::<OM>(i) {
            Err(Err::Error(fault)) if i.len() < size => {
                let missing = (size - i.len()) as u64;
                let all = |fault: Fault| Fault { kind: DecodeErrorKind::Incomplete { missing }, ..fault };
                Err(Err::Error(OM::Error::map(fault, all)))
            }
            read => read,
        }
    }
}

/// Writes a part of the value: mirrors [`part`].
#[inline(always)]
pub fn gen_part<'p, R, T: Trace, W: Write>(
    cx: Cx<'_, R, T>,
    part: impl Into<Part<'p>>,
    serializer: impl SerializeFn<W>,
) -> impl SerializeFn<W> {
    let part = part.into();
    move |out: WriteContext<W>| {
        cx.enter(part);
        let out = serializer(out)?;
        cx.leave();
        Ok(out)
    }
}
