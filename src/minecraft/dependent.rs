//! Layouts that depend on a value that was read before: a condition, a discriminant, or the type of a count.

use std::borrow::Cow;
use std::fmt;
use std::io::Write;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

use cookie_factory::{SerializeFn, WriteContext};
use nom::Parser;

use super::model::{Identifier, VarInt, VarLong};
use super::protocol::Wire;
use super::types::assert_takes_bytes;
use super::wire::{self, Cx};
use crate::error::{DecodeErrorKind, EncodeErrorKind};
use crate::grammar::{Grammar, accept, field_as, observed};
use crate::trace::{Form, Meaning, Shown, Trace, Unit};

/// The number or text that selects a layout.
///
/// ```
/// use gamewire::minecraft::{Discriminant, Identifier, Label, VarInt};
/// assert_eq!(VarInt(3).label(), Label::from(3));
/// assert_eq!(Identifier::new("brigadier:bool")?.label(), Label::from("brigadier:bool"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Label<'a> {
    /// A number. A Boolean is 0 or 1.
    Number(i64),
    /// Text.
    Text(Cow<'a, str>),
}

impl From<i64> for Label<'_> {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl<'a> From<&'a str> for Label<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text.into())
    }
}

impl fmt::Display for Label<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => text.fmt(f),
        }
    }
}

impl Label<'_> {
    /// Returns the label with text of its own.
    pub(super) fn into_owned(self) -> Label<'static> {
        match self {
            Self::Number(number) => Label::Number(number),
            Self::Text(text) => Label::Text(text.into_owned().into()),
        }
    }

    /// Returns the reason of the error that no layout has this label.
    #[must_use]
    pub fn unlisted(&self) -> DecodeErrorKind {
        match self {
            Self::Number(value) => DecodeErrorKind::EnumValue { value: *value },
            Self::Text(_) => DecodeErrorKind::EnumText,
        }
    }

    /// Returns the row of a discriminant, with the name of the layout that it selects.
    fn shown<'s>(&'s self, name: Option<&'s str>) -> Shown<'s> {
        match (self, name) {
            (Self::Number(number), Some(name)) => Shown::Named(*number, name),
            (Self::Number(number), None) => Shown::Int(*number),
            (Self::Text(text), _) => Shown::Text(text),
        }
    }
}

/// A type that can select a layout: the integers, `bool`, text, and the discriminant of an enumeration of
/// [`packet!`](crate::packet).
pub trait Discriminant<'a>: Wire<'a> {
    /// The form of its bytes, for explanations.
    #[doc(hidden)]
    const FORM: Form = Form::Unsaid;

    /// Returns the number or text.
    fn label(&self) -> Label<'_>;

    /// Returns the value with this number or text, if the type has one.
    fn from_label(label: Label<'static>) -> Option<Self>;

    /// Reads the number or text, and returns the result of `select` for it. The row of an explanation has the name that
    /// is found.
    fn select<T: Trace, V>(
        cx: Cx<'_, T>,
        select: fn(&Label<'_>) -> Option<(V, &'static str)>,
    ) -> impl Grammar<'a, V> {
        let named = observed(cx, Self::parser(wire::untraced(cx)), move |by, i, rest| {
            let label = by.label();
            cx.field(
                i,
                rest,
                Meaning::new("variant").of(Self::FORM),
                label.shown(select(&label).map(|(_, name)| name)),
            );
        });
        accept(named, move |by, _| {
            let label = by.label();
            select(&label).map(|(selected, _)| selected).ok_or_else(|| label.unlisted())
        })
    }

    /// Writes the number or text, in the layout of [`select`](Self::select).
    fn gen_label<T: Trace, W: Write>(cx: Cx<'_, T>, label: Option<Label<'static>>) -> impl SerializeFn<W> {
        let value = label.and_then(Self::from_label);
        move |out: WriteContext<W>| match &value {
            Some(value) => value.serializer(cx)(out),
            None => {
                let what = "this variant has no discriminant of the type that precedes it";
                cx.refuse(EncodeErrorKind::NotExpressible { what })
            }
        }
    }
}

/// An integer type that can precede the elements of a [`Counted`].
pub trait CountType<'a>: Discriminant<'a> {
    /// The least and the greatest number of the type.
    const RANGE: (i64, i64);

    /// Returns the number.
    fn number(&self) -> i64;

    /// Returns the value with this number, if the type has one.
    fn from_number(number: i64) -> Option<Self>;
}

macro_rules! integers {
    ($($type:ty: $of:ident, |$x:ident| $inner:expr, |$y:ident| $outer:expr;)+) => {$(
        impl<'a> CountType<'a> for $type {
            const RANGE: (i64, i64) = ($of::MIN as i64, $of::MAX as i64);

            fn number(&self) -> i64 {
                let $x = self;
                $inner.into()
            }

            fn from_number(number: i64) -> Option<Self> {
                $of::try_from(number).ok().map(|$y| $outer)
            }
        }

        impl<'a> Discriminant<'a> for $type {
            fn label(&self) -> Label<'_> {
                Label::Number(self.number())
            }

            fn from_label(label: Label<'static>) -> Option<Self> {
                if let Label::Number(number) = label { Self::from_number(number) } else { None }
            }
        }
    )+};
}

integers! {
    i8: i8, |x| *x, |x| x;
    u8: u8, |x| *x, |x| x;
    i16: i16, |x| *x, |x| x;
    u16: u16, |x| *x, |x| x;
    i32: i32, |x| *x, |x| x;
    i64: i64, |x| *x, |x| x;
    VarInt: i32, |x| x.0, |x| VarInt(x);
    VarLong: i64, |x| x.0, |x| VarLong(x);
}

macro_rules! other_discriminants {
    ($($type:ty: |$x:ident| $label:expr, $pattern:pat => $of:expr;)+) => {$(
        impl<'a> Discriminant<'a> for $type {
            fn label(&self) -> Label<'_> {
                let $x = self;
                $label
            }

            fn from_label(label: Label<'static>) -> Option<Self> {
                if let $pattern = label { $of } else { None }
            }
        }
    )+};
}

other_discriminants! {
    bool: |x| Label::Number((*x).into()), Label::Number(number @ (0 | 1)) => Some(number == 1);
    String: |x| Label::from(x.as_str()), Label::Text(text) => Some(text.into_owned());
    Cow<'a, str>: |x| Label::from(&**x), Label::Text(text) => Some(text);
    Identifier: |x| Label::from(x.as_str()), Label::Text(text) => Identifier::new(text).ok();
}

/// A type whose layout depends on a value that is known before it.
///
/// It is the type of a field after `where` in a structure of [`packet!`](crate::packet). An `Option` depends on a
/// condition, and an enumeration of `packet!` depends on its discriminant.
pub trait Dependent<'a>: Sized {
    /// The type of the value that the layout depends on.
    type By: ?Sized;
    /// The least number of bytes of a value, for any value of [`By`](Self::By).
    const MIN_LEN: usize = 0;

    /// Returns the parser of the value.
    fn parser_by<T: Trace>(cx: Cx<'_, T>, by: &Self::By) -> impl Grammar<'a, Self>;

    /// Returns the serializer of the value. It fails if `by` does not belong to the value.
    fn serializer_by<T: Trace, W: Write>(&self, cx: Cx<'_, T>, by: &Self::By) -> impl SerializeFn<W>;
}

/// The value is present if the condition is true. No Boolean is encoded before it.
impl<'a, X: Wire<'a>> Dependent<'a> for Option<X> {
    type By = bool;

    fn parser_by<T: Trace>(cx: Cx<'_, T>, present: &bool) -> impl Grammar<'a, Self> {
        wire::optional(*present, X::parser(cx))
    }

    fn serializer_by<T: Trace, W: Write>(&self, cx: Cx<'_, T>, present: &bool) -> impl SerializeFn<W> {
        let agrees = self.is_some() == *present;
        let value = wire::gen_optional(self.as_ref().map(|x| x.serializer(cx)));
        move |out: WriteContext<W>| if agrees { value(out) } else { wire::gen_disagreeing(cx)(out) }
    }
}

/// Elements after a count of the integer type `N`. For a VarInt count use `Vec<X>`.
///
/// ```
/// use gamewire::minecraft::{Counted, Protocol};
/// let list: Counted<i16, bool> = Protocol::V1_14.parse(&[0, 2, 1, 0])?;
/// assert_eq!(*list, [true, false]);
/// assert_eq!(Protocol::V1_14.encode(&list)?, [0, 2, 1, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Counted<N, X> {
    elements: Vec<X>,
    count: PhantomData<fn() -> N>,
}

impl<N, X> Counted<N, X> {
    /// Returns the elements.
    #[must_use]
    pub fn into_vec(self) -> Vec<X> {
        self.elements
    }
}

impl<N, X> From<Vec<X>> for Counted<N, X> {
    fn from(elements: Vec<X>) -> Self {
        Self { elements, count: PhantomData }
    }
}

impl<N, X> Deref for Counted<N, X> {
    type Target = Vec<X>;

    fn deref(&self) -> &Vec<X> {
        &self.elements
    }
}

impl<N, X> DerefMut for Counted<N, X> {
    fn deref_mut(&mut self) -> &mut Vec<X> {
        &mut self.elements
    }
}

impl<N, X: fmt::Debug> fmt::Debug for Counted<N, X> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.elements.fmt(f)
    }
}

impl<N, X: Clone> Clone for Counted<N, X> {
    fn clone(&self) -> Self {
        self.elements.clone().into()
    }
}

impl<N, X> Default for Counted<N, X> {
    fn default() -> Self {
        Vec::new().into()
    }
}

impl<N, X: PartialEq> PartialEq for Counted<N, X> {
    fn eq(&self, other: &Self) -> bool {
        self.elements == other.elements
    }
}

impl<N, X: Eq> Eq for Counted<N, X> {}

impl<'a, N: CountType<'a>, X: Wire<'a>> Wire<'a> for Counted<N, X> {
    const NAME: &'static str = "Array";
    const MIN_LEN: usize = N::MIN_LEN;

    fn parser<T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Self> {
        const { assert_takes_bytes::<X>() };
        let number = N::parser(wire::untraced(cx)).map(|count| count.number());
        let count = wire::not_negative(field_as(
            cx,
            Meaning::new("count").of(N::FORM).counting(Unit::ELEMENTS),
            number,
            |count| Shown::Int(*count),
        ));
        wire::prefixed_array(cx, count, X::MIN_LEN, X::parser).map(Self::from)
    }

    fn serializer<T: Trace, W: Write>(&self, cx: Cx<'_, T>) -> impl SerializeFn<W> {
        const { assert_takes_bytes::<X>() };
        let value = i64::try_from(self.len()).unwrap_or(i64::MAX);
        let count = move |out: WriteContext<W>| match N::from_number(value) {
            Some(count) => count.serializer(cx)(out),
            None => {
                let (min, max) = N::RANGE;
                cx.refuse(EncodeErrorKind::OutOfRange { value, min, max })
            }
        };
        wire::gen_prefixed_array(cx, count, self.iter(), move |x| x.serializer(cx))
    }
}
