//! Contents of values and types: dropping them takes the same stack, however deep a program has built them.

use std::mem::{replace, take};
use std::ops::{Deref, DerefMut};

use super::{TypeExpr, Value};
use crate::minecraft::model::{boxed_slice, release};

/// The elements of an array, or the values of a structure's fields. A slice in all that is done with it, except that
/// dropping it takes no more stack if it nests deeper than any type from text.
///
/// ```
/// use gamewire::minecraft::{Value, Values};
/// let mut values: Values = [Value::U8(1), Value::U8(2)].into();
/// values[1] = Value::U8(3);
/// assert_eq!(values.into_vec(), [Value::U8(1), Value::U8(3)]);
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Values<'a>(Box<[Value<'a>]>);

boxed_slice!(Values of Value);

/// The value inside an option: a [`Box`] in all that is done with it, except that dropping it takes no more stack if it
/// nests deeper than any type from text.
///
/// ```
/// use gamewire::minecraft::{BoxedValue, Value};
/// let some = Value::Option(Some(Value::U8(1).into()));
/// if let Value::Option(inner) = some {
///     assert_eq!(inner.map(BoxedValue::into_inner), Some(Value::U8(1)));
/// }
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct BoxedValue<'a>(Box<Value<'a>>);

impl<'a> BoxedValue<'a> {
    /// The value, moved out.
    #[must_use]
    pub fn into_inner(mut self) -> Value<'a> {
        replace(&mut self.0, NO_VALUE)
    }
}

/// The value that replaces a taken one.
const NO_VALUE: Value<'static> = Value::Bool(false);
const NO_TYPE: TypeExpr = TypeExpr::Bool;

impl<'a> Value<'a> {
    /// The values right inside this one.
    fn inside(&mut self) -> &mut [Self] {
        match self {
            Self::Array(values) | Self::Struct(values) => values,
            Self::Option(Some(value)) => std::slice::from_mut(value),
            _ => &mut [],
        }
    }
}

/// Drops values of any depth: those inside them join the list before they go.
#[cold]
#[inline(never)]
fn release_values(values: &mut [Value<'_>]) {
    let mut waiting = Vec::new();
    take_nested(values, &mut waiting);
    while let Some(mut value) = waiting.pop() {
        take_nested(value.inside(), &mut waiting);
    }
}

fn take_nested<'a>(values: &mut [Value<'a>], waiting: &mut Vec<Value<'a>>) {
    for value in values {
        if !value.inside().is_empty() {
            waiting.push(replace(value, NO_VALUE));
        }
    }
}

impl Drop for Values<'_> {
    #[inline]
    fn drop(&mut self) {
        if !self.0.is_empty() {
            release(take(&mut self.0), |mut values| release_values(&mut values));
        }
    }
}

impl Drop for BoxedValue<'_> {
    #[inline]
    fn drop(&mut self) {
        release(replace(&mut *self.0, NO_VALUE), |mut value| release_values(value.inside()));
    }
}

impl TypeExpr {
    /// Takes out those of the types right inside this one that have others inside.
    fn take_nested(&mut self, waiting: &mut Vec<Self>) {
        let mut part = |inner: &mut Self| {
            if matches!(inner, Self::Optional(_) | Self::Option(_) | Self::Array(..) | Self::Struct(_)) {
                waiting.push(replace(inner, NO_TYPE));
            }
        };
        match self {
            Self::Optional(inner) | Self::Option(inner) | Self::Array(_, inner) => part(inner),
            Self::Struct(fields) => fields.iter_mut().for_each(|(_, field)| part(field)),
            _ => {}
        }
    }
}

impl Drop for TypeExpr {
    fn drop(&mut self) {
        let mut waiting = Vec::new();
        self.take_nested(&mut waiting);
        while let Some(mut expr) = waiting.pop() {
            expr.take_nested(&mut waiting);
        }
    }
}

impl<'a> Deref for BoxedValue<'a> {
    type Target = Value<'a>;
    #[inline]
    fn deref(&self) -> &Value<'a> {
        &self.0
    }
}

impl DerefMut for BoxedValue<'_> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl<'a> From<Value<'a>> for BoxedValue<'a> {
    #[inline]
    fn from(value: Value<'a>) -> Self {
        Self(Box::new(value))
    }
}

impl<'a> From<Box<Value<'a>>> for BoxedValue<'a> {
    #[inline]
    fn from(value: Box<Value<'a>>) -> Self {
        Self(value)
    }
}
