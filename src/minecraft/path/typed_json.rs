//! Changes of values of types that are known at run time, by JSON.

use super::super::expr::{Scope, TypeExpr, Value};
use super::super::json;
use super::super::nbt::Tag;
use super::super::protocol::Protocol;
use super::text;
use super::typed_edit::{Change, New};
use crate::path::{EditError, Path, Segment};

impl TypeExpr {
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
        self.edit(protocol, bytes, path, Change::New(&Json(json)))
    }
}

/// A new value as JSON text.
struct Json<'c>(&'c str);

impl New for Json<'_> {
    fn value(&self, of: &TypeExpr, scope: Scope<'_, '_>, steps: &[Segment]) -> Result<Value, EditError> {
        Ok(json::read_at(of, scope, self.0, steps)?)
    }

    fn tag(&self, steps: &[Segment]) -> Result<Tag, EditError> {
        Ok(json::read_tag_at(self.0, steps)?)
    }

    fn inside(
        &self,
        protocol: Protocol,
        of: &TypeExpr,
        value: &mut Value,
        places: (&[Segment], &[Segment]),
    ) -> Result<bool, EditError> {
        change_inside(protocol, of, value, places, serde_json::from_str(self.0).ok())
    }
}

/// Sets or removes a part of a value whose parts are no values by themselves, in the JSON of the value. Returns whether
/// there is such a part.
pub(super) fn change_inside(
    protocol: Protocol,
    of: &TypeExpr,
    value: &mut Value,
    (steps, inside): (&[Segment], &[Segment]),
    new: Option<serde_json::Value>,
) -> Result<bool, EditError> {
    let tree = serde_json::from_str(&json::to_string(of, protocol, value)).ok();
    let Some(mut tree) = tree else { return Ok(false) };
    if put(&mut tree, inside, new).is_none() {
        return Ok(false);
    }
    *value = json::read_at(of, Scope::NONE, &tree.to_string(), steps)?;
    Ok(true)
}

/// Sets the value at a path in JSON, adds an element, or removes it.
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
