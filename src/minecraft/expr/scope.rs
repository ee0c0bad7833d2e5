//! The fields before a type, which may select it or have its count.

use super::{Cases, Selector, TypeExpr, Types, Value, bits_of, has_bit, int_of};
use crate::error::DecodeErrorKind;

/// The values of the fields before a type: those of its structure, and those of the structures around it.
#[derive(Clone, Copy)]
pub(in crate::minecraft) struct Scope<'s, 't> {
    values: &'s [Value],
    outer: Option<&'s Self>,
    /// The named types.
    pub(in crate::minecraft) types: Option<&'t Types>,
}

/// The value of a field that a selector refers to.
enum Asked<'s> {
    Number(i64),
    /// A number above `i64::MAX`, which no label has.
    Large(u64),
    Text(&'s str),
    /// An option without a value, or a type that reads nothing.
    Absent,
}

/// The error of a type that was built by a program. Those of descriptions refer to fields that exist.
const NO_FIELD: DecodeErrorKind = DecodeErrorKind::Custom("no field before this one selects its type");

/// The most names and selections between a type and the one that its values have.
const MOST_NAMES: usize = 32;

impl<'s, 't> Scope<'s, 't> {
    pub(in crate::minecraft) const NONE: Self = Self { values: &[], outer: None, types: None };

    /// Creates the scope of the types of a table, and of a type that refers to them.
    pub(in crate::minecraft) fn of_types(types: Option<&'t Types>) -> Self {
        Self { types, ..Self::NONE }
    }

    /// Creates the scope of a field, which comes after the fields of its structure that have `values`.
    pub(in crate::minecraft) fn field(&'s self, values: &'s [Value]) -> Self {
        Self { values, outer: Some(self), types: self.types }
    }

    /// Returns the value of a field, without options. The value is `None` if there is no such field, or if it is no label.
    fn asked(&self, of: Selector) -> Option<Asked<'s>> {
        let mut scope = self;
        for _ in 0..of.up {
            scope = scope.outer?;
        }
        let mut value = scope.values.get(of.field as usize)?;
        loop {
            return Some(match (value, of.part.map(usize::from)) {
                (Value::Option(None), _) => Asked::Absent,
                (Value::Option(Some(inner)), _) => {
                    value = inner;
                    continue;
                }
                (Value::Struct(parts), Some(part)) => Asked::Number(int_of(parts.get(part)?)?),
                (value, Some(bit)) => Asked::Number(has_bit(bits_of(value)?, bit).into()),
                (Value::Struct(_), None) => Asked::Absent,
                (Value::Enum(number), None) => Asked::Number(*number),
                (Value::Bool(value), None) => Asked::Number((*value).into()),
                (Value::String(text), None) => Asked::Text(text),
                (Value::Identifier(text), None) => Asked::Text(text.as_str()),
                (Value::U64(value), None) => {
                    i64::try_from(*value).map_or(Asked::Large(*value), Asked::Number)
                }
                (value, None) => Asked::Number(int_of(value)?),
            });
        }
    }

    /// Returns the type that a `switch` selects.
    pub(in crate::minecraft) fn select<'e>(
        &self,
        of: Selector,
        cases: &'e Cases,
    ) -> Result<&'e TypeExpr, DecodeErrorKind> {
        let (found, unlisted) = match self.asked(of).ok_or(NO_FIELD)? {
            Asked::Number(value) => (cases.of_number(value), DecodeErrorKind::EnumValue { value }),
            Asked::Text(text) => (cases.of_text(text), DecodeErrorKind::EnumText),
            Asked::Large(_) => (None, DecodeErrorKind::EnumText),
            Asked::Absent => (None, NO_FIELD),
        };
        found.or_else(|| cases.other()).ok_or(unlisted)
    }

    /// Returns the number in a field, as a count or length.
    pub(in crate::minecraft) fn count(&self, of: Selector) -> Result<u32, DecodeErrorKind> {
        let value = match self.asked(of) {
            Some(Asked::Number(value)) => value,
            Some(Asked::Large(length)) => return Err(DecodeErrorKind::TooLong { length, limit: u32::MAX }),
            _ => return Err(NO_FIELD),
        };
        match u32::try_from(value) {
            Ok(count) => Ok(count),
            Err(_) if value < 0 => Err(DecodeErrorKind::NegativeLength { value }),
            Err(_) => Err(DecodeErrorKind::TooLong { length: value.unsigned_abs(), limit: u32::MAX }),
        }
    }

    /// Returns the type that a value has here, after names and selections are resolved, and its scope if it is not this one.
    #[inline]
    pub(in crate::minecraft) fn resolve(&self, mut of: &'t TypeExpr) -> (&'t TypeExpr, Option<Self>) {
        let mut named: Option<Self> = None;
        for _ in 0..MOST_NAMES {
            let scope = named.as_ref().unwrap_or(self);
            let types = match of {
                TypeExpr::Switch(field, cases) => match scope.select(*field, cases) {
                    Ok(case) => {
                        of = case;
                        continue;
                    }
                    Err(_) => break,
                },
                TypeExpr::Types(types, inner) => {
                    of = inner;
                    Some(&**types)
                }
                TypeExpr::Named(name) => match scope.types.and_then(|types| types.get(name)) {
                    Some(inner) => {
                        of = inner;
                        scope.types
                    }
                    None => break,
                },
                _ => break,
            };
            named = Some(Self::of_types(types));
        }
        (of, named)
    }
}
