//! The parts of a value that have names, as JSON, paths and edits know them.

use std::borrow::Cow;
use std::ptr;

use super::bits::lp_vec3_numbers;
use super::{IntType, Scope, TypeExpr, Value, bits_of, flags_value, has_bit};
use crate::sure::Sure as _;

/// The name of a field whose members become members of the structure around it.
pub(in crate::minecraft) const ANONYMOUS: &str = "..";

/// The types of flags, of numbers of bits, and of coordinates, which no type has inside.
static FLAG: TypeExpr = TypeExpr::Bool;
pub(in crate::minecraft) static NUMBER: TypeExpr = TypeExpr::Int(IntType::I64);
/// Like `NUMBER`, but it is that of bits that every reader of JSON has as a number, of which many have 53 bits.
static SMALL_NUMBER: TypeExpr = TypeExpr::Int(IntType::I64);
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

impl<'s, 't> Scope<'s, 't> {
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
                    let scope = scope.field(values.get(..at).sure());
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
            (TypeExpr::Position, Value::Position(at)) => {
                axes(&COORDINATE, [at.x, at.y, at.z].map(Value::I32))
            }
            (TypeExpr::LpVec3, Value::Bytes(bytes)) => axes(&F64, lp_vec3_numbers(bytes).map(Value::F64)),
            (of, value) => {
                let Some((name, of)) = held(of, value) else { return false };
                let inside = if let Value::Option(Some(inside)) = value { &**inside } else { value };
                f(name, of, scope, Cow::Borrowed(inside));
            }
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
                    let scope = scope.field(before);
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
            (TypeExpr::Position, Value::Position(at)) => {
                let axes = AXES.into_iter().zip([&mut at.x, &mut at.y, &mut at.z]);
                let (_, axis) = { axes }.find(|(own, _)| *own == name)?;
                let mut number = Value::I32(*axis);
                let result = f(&COORDINATE, &Scope::NONE, &mut number);
                if let Value::I32(number) = number {
                    *axis = number;
                }
                Some(result)
            }
            (of, value) => {
                let (_, of) = held(of, value).filter(|(own, _)| *own == name)?;
                Some(match value {
                    Value::Option(Some(inside)) => f(of, scope, inside),
                    value => f(of, scope, value),
                })
            }
        }
    }

    /// Returns whether the members of a field without a name become members of the structure around it.
    fn adds_members(&self, of: &'t TypeExpr) -> bool {
        matches!(self.resolve(of).0, TypeExpr::Struct(_) | TypeExpr::Bits(_))
    }
}

/// Returns the name and the type of what a holder contains: an id or a value, a name or entries.
fn held<'t>(of: &'t TypeExpr, value: &Value) -> Option<(&'t str, &'t TypeExpr)> {
    let (of, is_set) = match of {
        TypeExpr::Holder(of) => (of, false),
        TypeExpr::Holders(of) => (of, true),
        _ => return None,
    };
    let is_id = is_set == matches!(value, Value::Option(Some(_)));
    Some(if is_id { (&of.id, &of.base) } else { (&of.value, &of.inner) })
}
