//! Changes of values of types that are known at run time, in their encoded bytes.

use std::mem::take;

use super::super::expr::bits::{flags_value, has_bit};
use super::super::expr::{ANONYMOUS, IntType, Length, Scope, TypeExpr, Value, int_of, int_value};
use super::super::ids::TagId;
#[cfg(feature = "json")]
use super::super::json;
use super::super::nbt::{Nbt, Tag, TagRef};
use super::super::protocol::Protocol;
use super::text;
use super::typed::{BITS, BYTE, FLAG, ID, in_packet};
use crate::error::with_article;
use crate::path::{EditError, Path, PathError, PathErrorKind, Segment, fail, failed, missing, reach};
use crate::sure::Sure as _;

impl TypeExpr {
    /// Sets the value at a path in the bytes of a value, and returns the new bytes. All other bytes are unchanged, except
    /// for the count if an element is added.
    ///
    /// The paths are those of [`TypedValue`](super::TypedValue). A path may also lead to an absent field, and to the
    /// position after the last element of an array, where it adds an element. In a packet, it may begin with a field of
    /// `params`.
    ///
    /// `new` may be any integer that the type at the path can represent, so `Value::I64(7)` sets a `varint`, too. An
    /// enumeration also accepts a `Value::String` with a name, and an option the value inside it. A tag inside NBT keeps
    /// its type; to set a tag of any type, pass it as the root of a `Value::Nbt`.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a value of the type, or not canonical; if there is no such place; or if the
    /// new value does not fit there. A field that selects the type of other fields cannot be changed if they do not fit
    /// any more.
    ///
    /// ```
    /// use gamewire::minecraft::{Protocol, TypeExpr, Value};
    /// let health: TypeExpr = "struct(health:f32,food:varint,effects:array(i8,varint))".parse()?;
    /// let bytes = [0x41, 0xa0, 0, 0, 20, 1, 5];
    /// let set = |path: &str, new| health.set_path(Protocol::V1_15, &bytes, &path.parse().unwrap(), &new);
    /// assert_eq!(set("$.food", Value::I64(300))?, [0x41, 0xa0, 0, 0, 0xac, 0x02, 1, 5]);
    /// assert_eq!(set("$.effects[1]", Value::I64(6))?, [0x41, 0xa0, 0, 0, 20, 2, 5, 6]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_path(
        &self,
        protocol: Protocol,
        bytes: &[u8],
        path: &Path,
        new: &Value,
    ) -> Result<Vec<u8>, EditError> {
        self.edit(protocol, bytes, path, Change::Set(new))
    }

    /// Sets the value at a path in the bytes of a value, like [`set_path`](Self::set_path). The new value is JSON in the
    /// [forms](super::super::json) of the type at the path.
    ///
    /// # Errors
    /// Returns the errors of [`set_path`](Self::set_path), and an error if the JSON is not a value of the type.
    ///
    /// ```
    /// use gamewire::minecraft::{Protocol, TypeExpr};
    /// let chat: TypeExpr = "struct(position:enum(i8;chat|system),sender:option(uuid))".parse()?;
    /// let set = |path: &str, json| chat.set_path_json(Protocol::V1_15, &[1, 0], &path.parse().unwrap(), json);
    /// assert_eq!(set("$.position", "\"chat\"")?, [0, 0]);
    /// assert_eq!(set("$.sender", "\"00000000-0000-0000-0000-000000000007\"")?.len(), 18);
    /// let error = set("$.position", "\"whisper\"").unwrap_err();
    /// assert_eq!(error.to_string(), "at $.position: \"whisper\" is not a name of the enumeration");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "json")]
    pub fn set_path_json(
        &self,
        protocol: Protocol,
        bytes: &[u8],
        path: &Path,
        json: &str,
    ) -> Result<Vec<u8>, EditError> {
        self.edit(protocol, bytes, path, Change::Json(json))
    }

    /// Removes the element, tag, or value of an option at a path in the bytes of a value, and returns the new bytes. All
    /// other bytes are unchanged, except for the count of an array.
    ///
    /// # Errors
    /// Returns the errors of [`set_path`](Self::set_path), and an error if the path leads to a part that is always
    /// present.
    ///
    /// ```
    /// use gamewire::minecraft::{Protocol, TypeExpr};
    /// let list: TypeExpr = "array(varint,u8)".parse()?;
    /// let bytes = list.remove_path(Protocol::V1_15, &[3, 7, 8, 9], &"$[1]".parse()?)?;
    /// assert_eq!(bytes, [2, 7, 9]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove_path(&self, protocol: Protocol, bytes: &[u8], path: &Path) -> Result<Vec<u8>, EditError> {
        self.edit(protocol, bytes, path, Change::Remove)
    }

    fn edit(
        &self,
        protocol: Protocol,
        bytes: &[u8],
        path: &Path,
        change: Change<'_>,
    ) -> Result<Vec<u8>, EditError> {
        let mut value = self.parse(protocol, bytes)?;
        if self.encode(protocol, &value)? != bytes {
            return Err(EditError::NotCanonical);
        }
        let steps = in_packet(self, path.segments());
        Editor { steps: &steps, change, protocol }.edit(self, Scope::NONE, &mut value, 0)?;
        let changed = self.encode(protocol, &value)?;
        self.check(protocol, &changed)?;
        Ok(changed)
    }
}

/// A change of a value.
#[derive(Clone, Copy)]
enum Change<'c> {
    Set(&'c Value),
    #[cfg(feature = "json")]
    Json(&'c str),
    Remove,
}

/// Changes the value at a path.
#[derive(Clone, Copy)]
struct Editor<'c> {
    steps: &'c [Segment],
    change: Change<'c>,
    protocol: Protocol,
}

impl Editor<'_> {
    /// Follows the path from step `at` on, and changes the value there.
    fn edit(self, of: &TypeExpr, scope: Scope<'_>, value: &mut Value, at: usize) -> Result<(), EditError> {
        let Some(step) = self.steps.get(at) else { return self.replace(of, scope, value) };
        let (of, scope) = scope.resolve(of);
        match (of, value) {
            (TypeExpr::Types(types, of), value) => self.edit(of, Scope::of_types(Some(types)), value, at),
            (
                TypeExpr::Optional(of) | TypeExpr::Option(of) | TypeExpr::If(_, _, of),
                Value::Option(Some(value)),
            ) => self.edit(of, scope, value, at),
            (TypeExpr::Struct(fields), Value::Struct(values)) => {
                let members = members(fields, scope, values);
                let member = members.iter().find(|(_, name)| Some(&**name) == text(step));
                let index = member.map(|(index, _)| *index);
                let (before, after) = values.split_at_mut(index.unwrap_or_default());
                match index.and_then(|index| fields.get(index)).zip(after.first_mut()) {
                    Some(((name, field), value)) => {
                        let at = at + usize::from(name != ANONYMOUS);
                        self.edit(field, scope.field(fields, before), value, at)
                    }
                    None => self.no_member(of, at, members.iter().map(|(_, name)| name)),
                }
            }
            (TypeExpr::Bits(parts), Value::Struct(values)) => {
                let index = text(step).and_then(|name| parts.iter().position(|part| part.name == name));
                match index.and_then(|index| values.get_mut(index)) {
                    Some(number) => self.edit(&BITS, scope, number, at + 1),
                    None => self.no_member(of, at, parts.iter().map(|part| &part.name)),
                }
            }
            (TypeExpr::Flags(int, names), value) if text(step).is_some() => {
                let Some(bit) = names.iter().position(|name| Some(&**name) == text(step)) else {
                    return self.no_member(of, at, names.iter());
                };
                let old = int_of(value).unwrap_or_default();
                let mut flag = Value::Bool(has_bit(old, bit));
                self.edit(&FLAG, scope, &mut flag, at + 1)?;
                let bit = u32::try_from(bit).ok().and_then(|bit| 1_u64.checked_shl(bit)).unwrap_or_default();
                let old = old.cast_unsigned();
                let new = if flag == Value::Bool(true) { old | bit } else { old & !bit };
                *value = flags_value(*int, new).unwrap_or_default();
                Ok(())
            }
            (TypeExpr::Holder(holder), Value::Option(Some(value))) if text(step) == Some(&holder.value) => {
                self.edit(&holder.inner, scope, value, at + 1)
            }
            (TypeExpr::Holder(holder), value) if text(step) == Some(&holder.id) => {
                self.edit(&ID, scope, value, at + 1)
            }
            (TypeExpr::Holders(holder), Value::Option(Some(value))) if text(step) == Some(&holder.id) => {
                self.edit(&holder.base, scope, value, at + 1)
            }
            (TypeExpr::Holders(holder), value @ Value::Array(_)) if text(step) == Some(&holder.value) => {
                let entries = TypeExpr::Array(Length::Rest, Box::new(holder.inner.clone()));
                self.edit(&entries, scope, value, at + 1)
            }
            (TypeExpr::Array(_, of) | TypeExpr::Until(_, of) | TypeExpr::Marked(of), Value::Array(list)) => {
                let mut values = take(list).into_vec();
                self.element(of, scope, &mut values, at)?;
                *list = values.into();
                Ok(())
            }
            (TypeExpr::Bytes(_), Value::Bytes(bytes)) => {
                let mut values: Vec<_> = bytes.iter().copied().map(Value::U8).collect();
                self.element(&BYTE, scope, &mut values, at)?;
                let byte = |value| int_of(value).and_then(|byte| byte.try_into().ok());
                *bytes = values.iter().filter_map(byte).collect();
                Ok(())
            }
            (TypeExpr::Nbt, Value::Nbt(Some(nbt))) => self.tag(nbt, at),
            (of, value) => self.inside(of, value, at),
        }
    }

    /// Changes, adds or removes the element at step `at`.
    fn element(
        self,
        of: &TypeExpr,
        scope: Scope<'_>,
        values: &mut Vec<Value>,
        at: usize,
    ) -> Result<(), EditError> {
        let (len, is_last) = (values.len(), at + 1 == self.steps.len());
        let Some(Segment::Index(index)) = self.steps.get(at) else { return self.fail(at, no_way("Array")) };
        match (values.get_mut(*index), self.change) {
            (Some(_), Change::Remove) if is_last => drop(values.remove(*index)),
            (Some(value), _) => self.edit(of, scope, value, at + 1)?,
            (None, Change::Remove) => return self.fail(at, PathErrorKind::PastEnd { len }),
            (None, _) if is_last && *index == len => {
                let mut new = Value::default();
                self.replace(of, scope, &mut new)?;
                values.push(new);
            }
            (None, _) => return self.fail(at, PathErrorKind::PastEnd { len }),
        }
        Ok(())
    }

    /// Changes the value at the end of the path.
    fn replace(self, of: &TypeExpr, scope: Scope<'_>, value: &mut Value) -> Result<(), EditError> {
        let last = self.steps.len().saturating_sub(1);
        match (self.change, value) {
            (Change::Set(new), value) => match fitting(of, scope, new) {
                Ok(new) => *value = new,
                Err(kind) => return self.fail(last, kind),
            },
            #[cfg(feature = "json")]
            (Change::Json(new), value) => *value = json::read_at(of, scope, new, self.steps)?,
            (Change::Remove, Value::Nbt(nbt @ Some(_))) => *nbt = None,
            (Change::Remove, Value::Option(inside @ Some(_))) if is_option(scope.resolve(of).0) => {
                *inside = None
            }
            (Change::Remove, _) => return self.fail(last, PathErrorKind::Fixed),
        }
        Ok(())
    }

    /// Changes a tag inside NBT.
    fn tag(self, nbt: &mut Nbt, at: usize) -> Result<(), EditError> {
        let steps = self.steps.get(at..).unwrap_or_default();
        let path = Path::from(steps.to_vec());
        let in_path = |error: PathError| EditError::from(error.in_path(self.steps, at));
        let outer = steps.split_last().map_or(steps, |(_, outer)| outer);
        reach(TagRef::from(&nbt.root), outer).map_err(in_path)?;
        let old = reach(TagRef::from(&nbt.root), steps).ok().and_then(|tag| number_type(tag.id()));
        let new = match self.change {
            Change::Set(new) => match old {
                Some(of) => fitting(&of, Scope::NONE, new),
                None => Ok(new.clone()),
            }
            .and_then(|new| to_tag(&new).ok_or_else(|| unfit("this value", "a value of NBT"))),
            #[cfg(feature = "json")]
            Change::Json(new) => match old {
                Some(of) => {
                    to_tag(&json::read_at(&of, Scope::NONE, new, self.steps)?).ok_or(PathErrorKind::Fixed)
                }
                None => Ok(json::read_tag_at(new, self.steps)?),
            },
            Change::Remove => {
                return nbt
                    .remove_path(&path)
                    .map(drop)
                    .map_err(|error| error.in_path(self.steps, at).into());
            }
        };
        let new = new.map_err(|kind| failed(self.steps, self.steps.len().saturating_sub(1), kind))?;
        nbt.set_path(&path, new).map(drop).map_err(in_path)
    }

    /// Changes a part of a value whose parts are no values by themselves, such as an item, in its JSON.
    fn inside(self, of: &TypeExpr, value: &mut Value, at: usize) -> Result<(), EditError> {
        #[cfg(feature = "json")]
        if let Change::Json(_) | Change::Remove = self.change {
            let (before, steps) = self.steps.split_at_checked(at).sure();
            let new = match self.change {
                Change::Json(new) => serde_json::from_str(new).ok(),
                _ => None,
            };
            let tree = serde_json::from_str(&json::to_string(of, self.protocol, value)).ok();
            if let Some(mut tree) = tree
                && put(&mut tree, steps, new).is_some()
            {
                *value = json::read_at(of, Scope::NONE, &tree.to_string(), before)?;
                return Ok(());
            }
        }
        let _ = value;
        self.fail(at, no_way(of.name()))
    }

    /// Returns the error that a structure has no such member.
    fn no_member<'n>(
        self,
        of: &TypeExpr,
        at: usize,
        names: impl Iterator<Item = &'n String>,
    ) -> Result<(), EditError> {
        let is_name = self.steps.get(at).and_then(text).is_some();
        let names = names.map(|name| format!("{name:?}"));
        self.fail(at, if is_name { missing(names) } else { no_way(of.name()) })
    }

    fn fail(self, at: usize, kind: PathErrorKind) -> Result<(), EditError> {
        Ok(fail(self.steps, at, kind)?)
    }
}

fn no_way(kind: &'static str) -> PathErrorKind {
    PathErrorKind::NoWay { kind }
}

fn unfit(value: impl Into<String>, wanted: impl Into<String>) -> PathErrorKind {
    PathErrorKind::Unfit { value: value.into(), wanted: wanted.into() }
}

/// Returns the names of the members of a structure, including those of fields without a name, and the positions of their
/// fields.
fn members(fields: &[(String, TypeExpr)], scope: Scope<'_>, values: &[Value]) -> Vec<(usize, String)> {
    let mut members = Vec::new();
    for (at, ((name, field), value)) in fields.iter().zip(values).enumerate() {
        if name != ANONYMOUS {
            members.push((at, name.clone()));
            continue;
        }
        let scope = scope.field(fields, values.get(..at).sure());
        match (scope.resolve(field), value) {
            ((TypeExpr::Struct(fields), scope), Value::Struct(values)) => {
                let inside = self::members(fields, scope, values);
                members.extend(inside.into_iter().map(|(_, name)| (at, name)));
            }
            ((TypeExpr::Bits(parts), _), _) => {
                members.extend(parts.iter().map(|part| (at, part.name.clone())));
            }
            _ => {}
        }
    }
    members
}

fn is_option(of: &TypeExpr) -> bool {
    matches!(of, TypeExpr::Optional(_) | TypeExpr::Option(_) | TypeExpr::If(..) | TypeExpr::GzipNbt)
}

/// Returns a value in the form of the type at its place.
fn fitting(of: &TypeExpr, scope: Scope<'_>, new: &Value) -> Result<Value, PathErrorKind> {
    let (of, scope) = scope.resolve(of);
    let integer = |int: IntType, number: i64| {
        let (min, max) = int.range();
        let wanted = || format!("{}, which is {min} to {max}", with_article(TypeExpr::Int(int).name()));
        int_value(int, number).ok_or_else(|| unfit(number.to_string(), wanted()))
    };
    Ok(match (of, new, int_of(new)) {
        (TypeExpr::Optional(of) | TypeExpr::Option(of) | TypeExpr::If(_, _, of), Value::Option(new), _) => {
            let inside = new.as_ref().map(|new| fitting(of, scope, new)).transpose()?;
            Value::Option(inside.map(Into::into))
        }
        (TypeExpr::Optional(of) | TypeExpr::Option(of) | TypeExpr::If(_, _, of), new, _) => {
            Value::Option(Some(fitting(of, scope, new)?.into()))
        }
        (TypeExpr::GzipNbt, Value::Bytes(_), _) => Value::Option(Some(new.clone().into())),
        (TypeExpr::Int(int) | TypeExpr::Flags(int, _), _, Some(number)) => integer(*int, number)?,
        (TypeExpr::Holder(_), _, Some(id)) => integer(IntType::VarInt, id)?,
        (TypeExpr::Enum(..), _, Some(number)) => Value::Enum(number),
        (TypeExpr::Enum(_, names), Value::String(name), _) => {
            let number = names.number(name);
            Value::Enum(number.ok_or_else(|| unfit(format!("{name:?}"), "a name of the enumeration"))?)
        }
        (_, new, _) => new.clone(),
    })
}

/// Returns the type of the values of a tag that is a number or text.
fn number_type(id: TagId) -> Option<TypeExpr> {
    Some(match id {
        TagId::Byte => TypeExpr::Int(IntType::I8),
        TagId::Short => TypeExpr::Int(IntType::I16),
        TagId::Int => TypeExpr::Int(IntType::I32),
        TagId::Long => TypeExpr::Int(IntType::I64),
        TagId::Float => TypeExpr::F32,
        TagId::Double => TypeExpr::F64,
        TagId::String => TypeExpr::Mutf8,
        TagId::End | TagId::ByteArray | TagId::IntArray | TagId::LongArray => return None,
        TagId::List | TagId::Compound => return None,
    })
}

/// Returns a number, a text, or the root of NBT as a tag.
fn to_tag(value: &Value) -> Option<Tag> {
    Some(match value {
        Value::I8(x) => Tag::Byte(*x),
        Value::I16(x) => Tag::Short(*x),
        Value::I32(x) | Value::VarInt(x) => Tag::Int(*x),
        Value::I64(x) | Value::VarLong(x) => Tag::Long(*x),
        Value::F32(x) => Tag::Float(*x),
        Value::F64(x) => Tag::Double(*x),
        Value::Mutf8(x) => Tag::String((**x).clone()),
        Value::String(x) => Tag::String((&**x).into()),
        Value::Nbt(Some(nbt)) => nbt.root.clone(),
        _ => return None,
    })
}

/// Sets the value at a path in JSON, adds an element, or removes it.
#[cfg(feature = "json")]
fn put(tree: &mut serde_json::Value, steps: &[Segment], new: Option<serde_json::Value>) -> Option<()> {
    use serde_json::Value as Json;

    let (last, outer) = steps.split_last()?;
    let mut place = tree;
    for step in outer {
        place = match step {
            Segment::Index(at) => place.get_mut(*at)?,
            step => place.get_mut(text(step)?)?,
        };
    }
    match (place, last, new) {
        (Json::Array(list), Segment::Index(at), Some(new)) if *at == list.len() => list.push(new),
        (Json::Array(list), Segment::Index(at), Some(new)) => *list.get_mut(*at)? = new,
        (Json::Array(list), Segment::Index(at), None) if *at < list.len() => drop(list.remove(*at)),
        (Json::Object(members), step, Some(new)) => *members.get_mut(text(step)?)? = new,
        _ => return None,
    }
    Some(())
}
