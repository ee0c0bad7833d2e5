//! Changes of values of types that are known at run time, in their encoded bytes.

use std::borrow::Cow;
use std::mem::take;

use super::super::expr::{IntType, Scope, TypeExpr, Value, int_of};
use super::super::nbt::{Nbt, Tag, TagId, TagRef};
use super::super::{Protocol, json};
use super::text;
use super::typed::{BYTE, TypedValue, in_packet};
use crate::json::{JsonNode, Object};
use crate::path::{
    Difference, EditError, Path, PathError, PathErrorKind, Segment, fail, failed, missing, reach,
};
use crate::sure::Sure as _;

impl TypeExpr {
    /// Sets the value at a path in the bytes of a value, and returns the new bytes. All other values stay the same, and
    /// so do their bytes, except for the count if an element is added, and for a VarInt that has more bytes than it
    /// needs.
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
    /// Returns an error if the bytes are not a value of the type, if there is no such place, or if the new value does not
    /// fit there. A field that selects the type or the number of other fields can be changed only if they stay as they
    /// are: it is an error if they would not fit any more, or if their bytes would be read as another value.
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
        self.edit(protocol, bytes, path, Change::Value(new))
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
        let old = self.parse(protocol, bytes)?;
        let mut value = old.clone();
        let steps = in_packet(self, path.segments());
        Editor { steps: &steps, change, protocol }.edit(self, &Scope::NONE, &mut value, 0)?;
        let changed = self.encode(protocol, &value)?;
        let new = self.parse(protocol, &changed)?;
        match changed_beside(&self.tree(protocol, &old), &self.tree(protocol, &new), &steps) {
            Some(other) => Err(at_end(&steps, PathErrorKind::Selects { other: other.into() }).into()),
            None => Ok(changed),
        }
    }
}

/// A change of a value: a new one in the form in which it is passed, or its removal.
#[derive(Clone, Copy)]
enum Change<'c> {
    Value(&'c Value),
    Json(&'c str),
    Remove,
}

/// Returns the path of a part that is not the same in both trees, although it is outside of the part at the path `steps`.
/// Elements of an array do not depend on each other.
fn changed_beside(old: &TypedValue<'_>, new: &TypedValue<'_>, steps: &[Segment]) -> Option<Vec<Segment>> {
    old.diff(new).find_map(|Difference { path, .. }| {
        let is_other = |(one, step): (&Segment, &Segment)| match one {
            Segment::Index(_) => one != step,
            _ => text(one) != text(step),
        };
        let path = path.segments();
        let beside = path.get(..=path.iter().zip(steps).position(is_other)?)?;
        (!matches!(beside.last(), Some(Segment::Index(_)))).then(|| beside.to_vec())
    })
}

/// Returns the error of a value that does not fit at the end of the path.
fn at_end(steps: &[Segment], kind: PathErrorKind) -> PathError {
    failed(steps, steps.len().saturating_sub(1), kind)
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
    fn edit(
        self,
        of: &TypeExpr,
        scope: &Scope<'_, '_>,
        value: &mut Value,
        at: usize,
    ) -> Result<(), EditError> {
        let (of, named) = scope.resolve(of);
        let scope = named.as_ref().unwrap_or(scope);
        let Some(step) = self.steps.get(at) else { return self.replace(of, scope, value) };
        match (of.optional(), of.element(), value) {
            (Some(of), _, Value::Option(Some(value))) => self.edit(of, scope, value, at),
            (_, Some(of), Value::Array(list)) => {
                let mut values = take(list).into_vec();
                self.element(of, scope, &mut values, at)?;
                *list = values.into();
                Ok(())
            }
            (_, element, Value::Integers(bytes) | Value::Bytes(bytes))
                if element.is_some() || matches!(of, TypeExpr::Bytes(_)) =>
            {
                let element = element.unwrap_or(&BYTE);
                let int = element.packed_element().unwrap_or(IntType::U8);
                let mut values = int.values(bytes).collect();
                self.element(element, scope, &mut values, at)?;
                *bytes = int.bytes_of(&values);
                Ok(())
            }
            (.., Value::Nbt(Some(nbt))) => self.tag(nbt, at),
            (.., value) => {
                let change = &mut |of: &TypeExpr, scope: &Scope<'_, '_>, value: &mut Value| {
                    self.edit(of, scope, value, at + 1)
                };
                let changed = text(step).and_then(|name| scope.change_member(of, value, name, change));
                changed.unwrap_or_else(|| self.inside(of, scope, value, at))
            }
        }
    }

    /// Changes, adds or removes the element at step `at`.
    fn element(
        self,
        of: &TypeExpr,
        scope: &Scope<'_, '_>,
        values: &mut Vec<Value>,
        at: usize,
    ) -> Result<(), EditError> {
        let (len, is_last) = (values.len(), at + 1 == self.steps.len());
        let Some(Segment::Index(index)) = self.steps.get(at) else {
            return self.fail(at, PathErrorKind::NoKeys { kind: "Array", len });
        };
        let removes = is_last && matches!(self.change, Change::Remove);
        if *index == len && is_last && !removes {
            values.push(Value::default());
        }
        match values.get_mut(*index) {
            Some(_) if removes => drop(values.remove(*index)),
            Some(value) => self.edit(of, scope, value, at + 1)?,
            None => return self.fail(at, PathErrorKind::PastEnd { len }),
        }
        Ok(())
    }

    /// Changes the value at the end of the path.
    fn replace(self, of: &TypeExpr, scope: &Scope<'_, '_>, value: &mut Value) -> Result<(), EditError> {
        match (self.change, value) {
            (Change::Value(_) | Change::Json(_), value) => *value = self.value(self.change, of, scope)?,
            (Change::Remove, Value::Nbt(nbt @ Some(_))) => *nbt = None,
            // That of a holder cannot be absent.
            (Change::Remove, Value::Option(inside))
                if inside.is_some() && (of.optional().is_some() || matches!(of, TypeExpr::GzipNbt)) =>
            {
                *inside = None;
            }
            (Change::Remove, _) => return Err(at_end(self.steps, PathErrorKind::Fixed).into()),
        }
        Ok(())
    }

    /// Changes a tag inside NBT.
    fn tag(self, nbt: &mut Nbt, at: usize) -> Result<(), EditError> {
        let (_, steps) = self.steps.split_at_checked(at).sure();
        let path = Path::from(steps.to_vec());
        let in_path = |error: PathError| EditError::from(error.in_path(self.steps, at));
        if let Change::Remove = self.change {
            return nbt.root.remove_path(&path).map(drop).map_err(in_path);
        }
        let outer = steps.split_last().map_or(steps, |(_, outer)| outer);
        reach(TagRef::from(&nbt.root), outer).map_err(in_path)?;
        let old = reach(TagRef::from(&nbt.root), steps).ok().and_then(|tag| number_type(tag.id()));
        let new = match (old, self.change) {
            (None, Change::Json(json)) => Some(json::read_tag_at(json, self.steps)?),
            (None, Change::Value(new)) | (_, Change::Value(new @ Value::Nbt(_))) => to_tag(new),
            (Some(of), new) => to_tag(&self.value(new, &of, &Scope::NONE)?),
            (None, Change::Remove) => None,
        };
        let new = new.ok_or_else(|| at_end(self.steps, unfit("this value", "a value of NBT")))?;
        nbt.root.set_path(&path, new).map(drop).map_err(in_path)
    }

    /// Changes a part of a value whose parts are no values by themselves, such as an item, in its JSON.
    fn inside(
        self,
        of: &TypeExpr,
        scope: &Scope<'_, '_>,
        value: &mut Value,
        at: usize,
    ) -> Result<(), EditError> {
        let (outer, steps) = self.steps.split_at_checked(at).sure();
        let new = match self.change {
            Change::Json(new) => json::read_text(new, |_| Ok(Some(Some(new))))?,
            Change::Remove => Some(None),
            Change::Value(_) => None,
        };
        let old = json::to_string(of, self.protocol, value);
        let put = |new| json::read_text(&old, |root| Ok(put(&old, root, steps, new)));
        if let Some(changed) = new.map(put).transpose()?.flatten() {
            *value = json::read_at(of, Scope::NONE, &changed, outer)?;
            return Ok(());
        }
        let (mut names, step) = (Vec::new(), self.steps.get(at).and_then(text));
        scope.members(of, value, &mut |name, _, _, _| names.push(name));
        let is_missing = step.is_some_and(|step| !names.is_empty() && !names.contains(&step));
        let names = names.iter().map(|name| format!("{name:?}"));
        self.fail(at, if is_missing { missing(names) } else { no_way(of.name()) })
    }

    /// Returns a new value in the form of the type at the path.
    fn value(self, new: Change<'_>, of: &TypeExpr, scope: &Scope<'_, '_>) -> Result<Value, EditError> {
        let json = match (new, of.optional()) {
            (Change::Json(json), _) => json.into(),
            (Change::Value(Value::Option(None)) | Change::Remove, _) => "null".into(),
            (Change::Value(new), Some(of)) => {
                let new = if let Value::Option(Some(new)) = new { new } else { new };
                let (of, named) = scope.resolve(of);
                let new = self.value(Change::Value(new), of, named.as_ref().unwrap_or(scope))?;
                return Ok(Value::Option(Some(new.into())));
            }
            // The type decides which integer it is.
            (Change::Value(new), None) => Cow::Owned(match int_of(new) {
                Some(number) => number.to_string(),
                None => json::in_scope(of, scope, self.protocol, new),
            }),
        };
        Ok(json::read_at(of, *scope, &json, self.steps)?)
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

/// Sets the value at a path in JSON, adds an element, or removes it. Returns `None` if there is no such place.
fn put(json: &str, root: JsonNode<'_>, steps: &[Segment], new: Option<&str>) -> Option<String> {
    let (last, outer) = steps.split_last()?;
    let place = outer.iter().try_fold(root, child)?;
    let (old, by) = match last {
        Segment::Index(at) if place.is_array() => {
            let mut elements: Vec<_> = place.children().map(JsonNode::text).collect();
            let count = elements.len();
            if *at >= count + usize::from(new.is_some()) {
                return None;
            }
            elements.splice(*at..count.min(*at + 1), new);
            (place, format!("[{}]", elements.join(",")))
        }
        last => (child(place, last)?, new?.to_owned()),
    };
    let (before, rest) = json.split_at_checked(old.offset())?;
    Some(format!("{before}{by}{}", rest.get(old.text().len()..)?))
}

fn child<'d>(place: JsonNode<'d>, step: &Segment) -> Option<JsonNode<'d>> {
    match step {
        Segment::Index(at) => place.elements().ok()?.nth(*at),
        step => Object::from_node(place).ok()?.get(text(step)?),
    }
}
