//! Names, places and limits for parsers.

use nom::Err;

use super::cx::{Cx, Rules};
use super::fault::{Fault, Parse, Read, ended, ends};
use super::numbers::Show;
use crate::error::DecodeErrorKind;
use crate::trace::{Event, Internal, Meaning, Part, Shown, Trace};

/// Reads a number, and reports its row.
#[inline]
pub fn field<'a, R: Rules, T: Trace, O: Show>(
    cx: Cx<'_, R, T>,
    meaning: impl Into<Meaning>,
    p: impl Parse<'a, O>,
) -> impl Parse<'a, O> {
    field_as(cx, meaning, p, O::shown)
}

/// Reads a field, and reports its row as `show` says.
#[inline]
pub fn field_as<'a, R: Rules, T: Trace, O>(
    cx: Cx<'_, R, T>,
    meaning: impl Into<Meaning>,
    p: impl Parse<'a, O>,
    show: impl Fn(&O) -> Shown<'_>,
) -> impl Parse<'a, O> {
    let meaning = meaning.into();
    move |i: &'a [u8]| {
        let (rest, x) = p(i)?;
        if T::ENABLED {
            cx.row(i, rest, meaning, show(&x));
            cx.go_on(rest)?;
        }
        Ok((rest, x))
    }
}

/// Makes something of what a parser reads: nom's `map` as a function.
#[inline]
pub fn map<'a, A, B>(p: impl Parse<'a, A>, f: impl Fn(A) -> B) -> impl Parse<'a, B> {
    move |i: &'a [u8]| {
        let (i, x) = p(i)?;
        Ok((i, f(x)))
    }
}

/// Reads `n` bytes that are not promised to an element.
#[inline]
pub fn take<'a, R: Rules, T: Trace>(cx: Cx<'_, R, T>, n: usize) -> impl Parse<'a, &'a [u8]> {
    move |i: &'a [u8]| match i.split_at_checked(n) {
        Some((bytes, rest)) if n <= cx.free(i) || cx.is_lenient() => Ok((rest, bytes)),
        _ => ends(i, n.saturating_add(cx.promised())),
    }
}

/// Reads a part of a value: a step of the path of an error, under which an explanation shows the rows.
#[inline]
pub fn part<'a, 'p, R: Rules, T: Trace, O>(
    cx: Cx<'_, R, T>,
    part: impl Into<Part<'p>>,
    p: impl Parse<'a, O>,
) -> impl Parse<'a, O> {
    let part = part.into();
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
#[inline]
pub fn typed<'a, R: Rules, T: Trace, O>(
    cx: Cx<'_, R, T>,
    name: &'static str,
    p: impl Parse<'a, O>,
) -> impl Parse<'a, O> {
    move |i: &'a [u8]| {
        cx.reading(name);
        match p(i) {
            Ok(read) => Ok(read),
            Err(error) => Err(reading(error, name)),
        }
    }
}
#[cold]
#[inline(never)]
pub(crate) fn reading(error: Err<Fault>, name: &'static str) -> Err<Fault> {
    Fault::amend(error, |fault| {
        fault.0.reading.get_or_insert(name);
    })
}

#[cold]
#[inline(never)]
pub(crate) fn in_part(error: Err<Fault>, part: Part<'_>) -> Err<Fault> {
    Fault::amend(error, |fault| fault.0.steps.extend(crate::trace::PathStep::segment(&part)))
}

/// Reads something whose `unit` bytes were promised.
#[inline]
pub fn promised<'a, R: Rules, T: Trace, O>(
    cx: Cx<'_, R, T>,
    unit: usize,
    p: impl Parse<'a, O>,
) -> impl Parse<'a, O> {
    move |i: &'a [u8]| {
        cx.redeem(unit);
        p(i)
    }
}

/// Reads a structure of `size` bytes, so that an error says how many of all its bytes are missing.
#[inline]
pub fn sized<'a, O>(size: usize, p: impl Parse<'a, O>) -> impl Parse<'a, O> {
    move |i: &'a [u8]| if i.len() >= size { p(i) } else { Err(short(size, &p, i)) }
}
#[cold]
#[inline(never)]
fn short<'a, O>(size: usize, p: &impl Parse<'a, O>, i: &'a [u8]) -> Err<Fault> {
    match p(i) {
        Err(error) => {
            let missing = (size - i.len()) as u64;
            Fault::amend(error, |fault| fault.0.kind = DecodeErrorKind::Incomplete { missing })
        }
        Ok(_) => Err::Error(ended(i.len(), size)),
    }
}

/// Reads `n` elements, to each of which [`Cx::promise`] has promised `unit` bytes.
#[inline]
pub fn list<'a, R: Rules, T: Trace, O, P: Parse<'a, O>>(
    cx: Cx<'_, R, T>,
    n: usize,
    unit: usize,
    element: impl Fn(usize) -> P,
) -> impl Parse<'a, Vec<O>> {
    move |mut i: &'a [u8]| -> Read<'a, Vec<O>> {
        if !cx.keeps_values() {
            let (i, ()) = visit(cx, n, unit, i, |index, i| Ok((element(index)(i)?.0, ())))?;
            return Ok((i, Vec::new()));
        }
        let after = cx.promised_after(n, unit);
        let mut all = Vec::with_capacity(cx.room(i, n, unit));
        for index in 0..n {
            cx.redeem(unit);
            match element(index)(i) {
                Ok((rest, x)) => {
                    all.push(x);
                    i = rest;
                }
                Err(error) => {
                    cx.set_promised(after);
                    return Err(error);
                }
            }
        }
        Ok((i, all))
    }
}

/// Reads the `n` elements of a list only to report them. The observer may skip some.
#[cold]
pub fn visit<'a, R: Rules, T: Trace>(
    cx: Cx<'_, R, T>,
    n: usize,
    unit: usize,
    mut i: &'a [u8],
    mut element: impl FnMut(usize, &'a [u8]) -> Read<'a, ()>,
) -> Read<'a, ()> {
    let (first, after, mut index) = (i.len(), cx.promised_after(n, unit), 0);
    loop {
        if let Some((next, left)) = cx.trace.element(Internal, first, i.len(), index) {
            i = i.get(i.len() - left..).unwrap_or_default();
            cx.redeem((next - index) * unit);
            index = next;
        }
        if index >= n {
            return Ok((i, ()));
        }
        cx.redeem(unit);
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
#[inline(never)]
fn before(error: Err<Fault>, after: usize) -> Err<Fault> {
    let change = |fault: &mut Fault| {
        fault.0.left = fault.0.left.saturating_add(after);
        fault.0.kind = fault.0.kind.in_whole_slice();
    };
    match error {
        Err::Incomplete(_) => Fault::amend(Err::Error(Fault::from_nom(error)), change),
        error => Fault::amend(error, change),
    }
}
