//! The parts of a value that have names, as JSON, paths and edits know them.

use std::borrow::Cow;
use std::ptr;

use super::bits::{bits_of, flags_value, has_bit, lp_vec3_numbers};
use super::select::{ANONYMOUS, MOST_NAMES, Scope};
use super::{IntType, TypeExpr, Value};
use crate::sure::Sure as _;

/// The types of flags, of numbers of bits, of ids, and of coordinates, which no type has inside.
pub(super) static FLAG: TypeExpr = TypeExpr::Bool;
pub(in crate::minecraft) static NUMBER: TypeExpr = TypeExpr::Int(IntType::I64);
/// Like `NUMBER`, but it is that of bits that every reader of JSON has as a number, of which many have 53 bits.
static SMALL_NUMBER: TypeExpr = TypeExpr::Int(IntType::I64);
pub(in crate::minecraft) static ID: TypeExpr = TypeExpr::Int(IntType::VarInt);
static COORDINATE: TypeExpr = TypeExpr::Int(IntType::I32);
static F64: TypeExpr = TypeExpr::F64;

/// The names of coordinates.
pub(super) const AXES: [&str; 3] = ["x", "y", "z"];

/// Returns whether the type is that of a number of bits that every reader of JSON has.
pub(in crate::minecraft) fn is_small(of: &TypeExpr) -> bool {
    ptr::eq(of, &SMALL_NUMBER)
}

/// A function that changes a member, which has this type and scope.
pub(in crate::minecraft) type Change<'f, R> = &'f mut dyn FnMut(&TypeExpr, &Scope<'_, '_>, &mut Value) -> R;

impl TypeExpr {
    /// Returns the type of the value that may be absent, if this is the type of an option.
    pub(in crate::minecraft) fn optional(&self) -> Option<&Self> {
        match self {
            Self::Optional(inner) | Self::Option(inner) | Self::If(_, _, inner) => Some(inner),
            _ => None,
        }
    }

    /// Returns the type of the elements of an array.
    pub(in crate::minecraft) fn element(&self) -> Option<&Self> {
        match self {
            Self::Array(_, element) | Self::Until(_, element) | Self::Marked(element) => Some(element),
            _ => None,
        }
    }
}

impl<'s, 't> Scope<'s, 't> {
    /// Returns the type that a value has here, after names and selections are resolved, and its scope if it is not this one.
    #[inline]
    pub(in crate::minecraft) fn resolve(&self, mut of: &'t TypeExpr) -> (&'t TypeExpr, Option<Self>) {
        let mut named = None;
        for _ in 0..MOST_NAMES {
            of = match of {
                TypeExpr::Types(types, inner) => {
                    named = Some(Self::of_types(Some(types)));
                    inner
                }
                TypeExpr::Switch(field, cases) => match named.as_ref().unwrap_or(self).select(field, cases) {
                    Ok(case) => case,
                    Err(_) => break,
                },
                TypeExpr::Named(name) => {
                    let types = named.as_ref().unwrap_or(self).types;
                    match types.and_then(|types| types.get(name)) {
                        Some(inner) => {
                            named = Some(Self::of_types(types));
                            inner
                        }
                        None => break,
                    }
                }
                _ => break,
            }
        }
        (of, named)
    }

    /// Calls `f` with each member of a value, its name, its type and its scope: the fields of a structure, including those inside fields without a name,
    /// numbers of bits, flags, what a holder holds, and coordinates. Returns `false` if the value has no members.
    pub(in crate::minecraft) fn members(
        &self,
        of: &'t TypeExpr,
        value: &'t Value,
        f: &mut impl FnMut(&'t str, &'t TypeExpr, &Scope<'_, 't>, Cow<'t, Value>),
    ) -> bool {
        let (of, named) = self.resolve(of);
        let scope = named.as_ref().unwrap_or(self);
        let mut axes = |of, numbers: [Value; 3]| {
            for (name, number) in AXES.into_iter().zip(numbers) {
                f(name, of, &Scope::NONE, Cow::Owned(number));
            }
        };
        match (of, value) {
            (TypeExpr::Struct(fields), Value::Struct(values)) => {
                for (at, ((name, field), value)) in fields.iter().zip(&**values).enumerate() {
                    let scope = scope.field(fields, values.get(..at).sure());
                    let is_around = name == ANONYMOUS && scope.adds_members(field);
                    if !is_around || !scope.members(field, value, f) {
                        f(name, field, &scope, Cow::Borrowed(value));
                    }
                }
            }
            (TypeExpr::Bits(parts), Value::Struct(values)) => {
                for (part, value) in parts.iter().zip(&**values) {
                    let of = if part.size <= 53 { &SMALL_NUMBER } else { &NUMBER };
                    f(&part.name, of, &Scope::NONE, Cow::Borrowed(value));
                }
            }
            (TypeExpr::Flags(_, names), value) => {
                let bits = bits_of(value).unwrap_or_default();
                for (bit, name) in names.iter().enumerate() {
                    f(name, &FLAG, &Scope::NONE, Cow::Owned(Value::Bool(has_bit(bits, bit))));
                }
            }
            (TypeExpr::Holder(of), Value::Option(Some(value))) => {
                f(&of.value, &of.inner, scope, Cow::Borrowed(value));
            }
            (TypeExpr::Holder(of), value) => f(&of.id, &ID, &Scope::NONE, Cow::Borrowed(value)),
            (TypeExpr::Holders(of), Value::Option(Some(value))) => {
                f(&of.id, &of.base, scope, Cow::Borrowed(value));
            }
            (TypeExpr::Holders(of), value) => f(&of.value, &of.inner, scope, Cow::Borrowed(value)),
            (TypeExpr::Position, Value::Position(at)) => {
                axes(&COORDINATE, [at.x, at.y, at.z].map(Value::I32))
            }
            (TypeExpr::LpVec3, Value::Bytes(bytes)) => axes(&F64, lp_vec3_numbers(bytes).map(Value::F64)),
            _ => return false,
        }
        true
    }

    /// Calls `f` with the member of this name, and keeps what it changes. Returns `None` if there is no such member, or
    /// if it cannot be changed alone.
    pub(in crate::minecraft) fn change_member<R>(
        &self,
        of: &'t TypeExpr,
        value: &mut Value,
        name: &str,
        f: Change<'_, R>,
    ) -> Option<R> {
        let (of, named) = self.resolve(of);
        let scope = named.as_ref().unwrap_or(self);
        match (of, value) {
            (TypeExpr::Struct(fields), Value::Struct(values)) => (0..fields.len().min(values.len()))
                .find_map(|at| {
                    let (before, after) = values.split_at_mut(at);
                    let ((own, field), value) = fields.get(at).zip(after.first_mut())?;
                    let scope = scope.field(fields, before);
                    match own.as_str() {
                        ANONYMOUS if scope.adds_members(field) => scope.change_member(field, value, name, f),
                        own => (own == name).then(|| f(field, &scope, value)),
                    }
                }),
            (TypeExpr::Bits(parts), Value::Struct(values)) => {
                let at = parts.iter().position(|part| part.name == name)?;
                Some(f(&NUMBER, &Scope::NONE, values.get_mut(at)?))
            }
            (TypeExpr::Flags(int, names), value) => {
                let bit = names.iter().position(|own| own == name).filter(|bit| *bit < 64)?;
                let all = bits_of(value)?;
                let mut flag = Value::Bool(all >> bit & 1 != 0);
                let result = f(&FLAG, &Scope::NONE, &mut flag);
                let new = all & !(1 << bit) | u64::from(flag == Value::Bool(true)) << bit;
                *value = flags_value(*int, new)?;
                Some(result)
            }
            (TypeExpr::Holder(of), Value::Option(Some(value))) => {
                (of.value == name).then(|| f(&of.inner, scope, value))
            }
            (TypeExpr::Holder(of), value) => (of.id == name).then(|| f(&ID, &Scope::NONE, value)),
            (TypeExpr::Holders(of), Value::Option(Some(value))) => {
                (of.id == name).then(|| f(&of.base, scope, value))
            }
            (TypeExpr::Holders(of), value) => (of.value == name).then(|| f(&of.inner, scope, value)),
            (TypeExpr::Position, Value::Position(at)) => {
                let axis = match name {
                    "x" => &mut at.x,
                    "y" => &mut at.y,
                    "z" => &mut at.z,
                    _ => return None,
                };
                let mut number = Value::I32(*axis);
                let result = f(&COORDINATE, &Scope::NONE, &mut number);
                if let Value::I32(number) = number {
                    *axis = number;
                }
                Some(result)
            }
            _ => None,
        }
    }

    /// Returns whether the members of a field without a name become members of the structure around it.
    fn adds_members(&self, of: &'t TypeExpr) -> bool {
        matches!(self.resolve(of).0, TypeExpr::Struct(_) | TypeExpr::Bits(_))
    }
}
