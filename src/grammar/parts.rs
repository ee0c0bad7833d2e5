//! Names, places and limits for parsers.

use nom::Err;

use super::cx::{Cx, Rules};
use super::fault::{Fault, Parse, Read, amend, ended, ends, fail_after};
use super::numbers::Show;
use crate::error::DecodeErrorKind;
use crate::trace::{Event, Form, Internal, Meaning, Part, PathStep as _, Shown, Trace};

/// Reads a number, and reports its row. The row of a number whose form is not stated says
/// that it is little-endian: state the form of others by [`Meaning::of`].
pub fn field<'a, R: Rules, T: Trace, O: Show>(
    cx: Cx<'_, R, T>,
    meaning: impl Into<Meaning>,
    p: impl Parse<'a, O>,
) -> impl Parse<'a, O> {
    let mut meaning = meaning.into();
    if T::ENABLED && meaning.form == Form::Unsaid {
        meaning = meaning.of(O::FORM);
    }
    field_as(cx, meaning, p, O::shown)
}

/// Reads a field, and reports its row as `show` says.
pub fn field_as<'a, R: Rules, T: Trace, O>(
    cx: Cx<'_, R, T>,
    meaning: impl Into<Meaning>,
    p: impl Parse<'a, O>,
    show: impl Fn(&O) -> Shown<'_>,
) -> impl Parse<'a, O> {
    let meaning = meaning.into();
    #[cfg_attr(not(debug_assertions), inline(always))]
    move |i: &'a [u8]| {
        let (rest, x) = p(i)?;
        if T::ENABLED {
            cx.row(i, rest, meaning, show(&x));
            cx.go_on(rest)?;
        }
        Ok((rest, x))
    }
}

/// Reads a field, and reports a row with this text.
pub fn said<'a, R: Rules, T: Trace, O>(
    cx: Cx<'_, R, T>,
    meaning: impl Into<Meaning>,
    p: impl Parse<'a, O>,
    text: impl Fn(&O) -> String,
) -> impl Parse<'a, O> {
    let meaning = meaning.into();
    move |i: &'a [u8]| {
        let (rest, x) = p(i)?;
        if T::ENABLED {
            cx.row(i, rest, meaning, Shown::Said(&text(&x)));
            cx.go_on(rest)?;
        }
        Ok((rest, x))
    }
}

/// Makes something of what a parser reads, or fails at it: nom's `map_res` with a reason. `check` gets the rest of the
/// input, too.
pub fn accept<'a, A, B>(
    p: impl Parse<'a, A>,
    check: impl Fn(A, &'a [u8]) -> Result<B, DecodeErrorKind>,
) -> impl Parse<'a, B> {
    move |i: &'a [u8]| {
        let (rest, x) = p(i)?;
        match check(x, rest) {
            Ok(x) => Ok((rest, x)),
            Err(kind) => fail_after(i, rest, kind),
        }
    }
}

/// Makes something of what a parser reads: nom's `map` as a function.
pub fn map<'a, A, B>(p: impl Parse<'a, A>, f: impl Fn(A) -> B) -> impl Parse<'a, B> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    move |i: &'a [u8]| {
        let (i, x) = p(i)?;
        Ok((i, f(x)))
    }
}

/// Reads `n` bytes that are not promised to an element.
pub fn take<'a, R: Rules, T: Trace>(cx: Cx<'_, R, T>, n: usize) -> impl Parse<'a, &'a [u8]> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    move |i: &'a [u8]| match i.split_at_checked(n) {
        Some((bytes, rest)) if cx.missing(i, n) == 0 => Ok((rest, bytes)),
        _ => ends(i, n.saturating_add(cx.promised())),
    }
}

/// Reads a part of a value: a step of the path of an error, under which an explanation shows the rows.
pub fn part<'a, 'p, R: Rules, T: Trace, O>(
    cx: Cx<'_, R, T>,
    part: impl Into<Part<'p>>,
    p: impl Parse<'a, O>,
) -> impl Parse<'a, O> {
    let part = part.into();
    #[cfg_attr(not(debug_assertions), inline(always))]
    move |i: &'a [u8]| {
        cx.open(part);
        match p(i) {
            Ok(read) => {
                cx.close();
                Ok(read)
            }
            // After a failure the part stays open, so that the rows show where it was.
            Err(error) => Err(in_part(error, part)),
        }
    }
}
/// Reads a value of a type, which errors and explanations name.
pub fn typed<'a, R: Rules, T: Trace, O>(
    cx: Cx<'_, R, T>,
    name: &'static str,
    p: impl Parse<'a, O>,
) -> impl Parse<'a, O> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    move |i: &'a [u8]| {
        cx.reading(name);
        match p(i) {
            Ok(read) => Ok(read),
            Err(error) => Err(reading(error, name)),
        }
    }
}
#[cold]
pub(crate) fn reading(error: Err<Fault>, name: &'static str) -> Err<Fault> {
    amend(error, |fault| fault.read_as(name))
}

#[cold]
pub(crate) fn in_part(error: Err<Fault>, part: Part<'_>) -> Err<Fault> {
    amend(error, |fault| fault.add(part.segment()))
}

/// Reads a structure of `size` bytes, so that an error says how many of all its bytes are missing.
pub fn sized<'a, O>(size: usize, p: impl Parse<'a, O>) -> impl Parse<'a, O> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    move |i: &'a [u8]| if i.len() >= size { p(i) } else { Err(short(size, &p, i)) }
}
#[cold]
fn short<'a, O>(size: usize, p: &impl Parse<'a, O>, i: &'a [u8]) -> Err<Fault> {
    match p(i) {
        Err(error) => {
            let missing = (size - i.len()) as u64;
            amend(error, |fault| fault.0.kind = DecodeErrorKind::Incomplete { missing })
        }
        Ok(_) => Err::Error(ended(i.len(), size)),
    }
}

/// Reads `n` elements, to each of which [`Cx::promise`] has promised `unit` bytes.
pub fn list<'a, R: Rules, T: Trace, O, P: Parse<'a, O>>(
    cx: Cx<'_, R, T>,
    n: usize,
    unit: usize,
    element: impl Fn(usize) -> P,
) -> impl Parse<'a, Vec<O>> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    move |i: &'a [u8]| {
        let mut all = Vec::with_capacity(cx.kept(n));
        let (i, ()) = each(cx, n, unit, i, |index, i| {
            cx.redeem(unit);
            let (i, x) = element(index)(i)?;
            if cx.keeps_values() {
                all.push(x);
            }
            Ok((i, ()))
        })?;
        Ok((i, all))
    }
}

/// Reads `n` elements, to each of which [`Cx::promise`] has promised `unit` bytes, which `element` takes back. An
/// observer that needs no values may skip some.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn each<'a, R: Rules, T: Trace>(
    cx: Cx<'_, R, T>,
    n: usize,
    unit: usize,
    mut i: &'a [u8],
    mut element: impl FnMut(usize, &'a [u8]) -> Read<'a, ()>,
) -> Read<'a, ()> {
    let (first, after, mut index) = (i.len(), cx.promised_after(n, unit), 0);
    loop {
        if T::ENABLED
            && let Some(observer) = cx.trace.observer(Internal)
            && let Some((next, left)) = observer.element(first, i.len(), index)
        {
            i = i.get(i.len() - left..).unwrap_or_default();
            cx.redeem((next - index) * unit);
            index = next;
        }
        if index >= n {
            return Ok((i, ()));
        }
        match element(index, i) {
            Ok((rest, ())) => i = rest,
            Err(error) => {
                cx.set_promised(after);
                return Err(error);
            }
        }
        index += 1;
    }
}

/// Takes back what a parser has promised if it fails, because another parser may be tried.
pub fn forgiving<'a, R: Rules, T: Trace, O>(cx: Cx<'_, R, T>, p: impl Parse<'a, O>) -> impl Parse<'a, O> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    move |i: &'a [u8]| {
        let promised = cx.promised();
        let read = p(i);
        if read.is_err() {
            cx.set_promised(promised);
        }
        read
    }
}

/// Reads a value of `length` bytes. `p` gets only these, and may leave some of them. Positions of its errors and rows
/// are corrected, because the slice ends before the input does.
pub fn in_slice<'a, R: Rules, T: Trace, O>(
    cx: Cx<'_, R, T>,
    length: usize,
    p: impl Parse<'a, O>,
) -> impl Parse<'a, O> {
    move |i: &'a [u8]| {
        let (rest, slice) = take(cx, length)(i)?;
        let (after, promised) = (rest.len(), cx.promised());
        if T::ENABLED {
            cx.trace.event(Event::EnterSlice(after));
        }
        cx.set_promised(0);
        let read = p(slice);
        cx.set_promised(promised);
        match read {
            Ok((_, x)) => {
                if T::ENABLED {
                    cx.trace.event(Event::LeaveSlice(after));
                }
                Ok((rest, x))
            }
            Err(error) => Err(before(error, after)),
        }
    }
}
/// All bytes of the slice are there, and more input does not make it longer.
#[cold]
fn before(error: Err<Fault>, after: usize) -> Err<Fault> {
    let change = |fault: &mut Fault| {
        fault.0.left = fault.0.left.saturating_add(after);
        fault.0.kind = fault.0.kind.in_whole_slice();
    };
    match error {
        Err::Incomplete(_) => amend(Err::Error(Fault::from_nom(error)), change),
        error => amend(error, change),
    }
}
