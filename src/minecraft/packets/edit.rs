//! Changes of a value in a packet, which the command and the page share.

use serde_json::Value as Json;

use crate::minecraft::expr::TypeExpr;
use crate::minecraft::json;
use crate::minecraft::protocol::Protocol;
use crate::path::Segment;

/// Returns the JSON of a packet without loss.
///
/// # Errors
/// Returns the reason if the bytes are not a packet, or if the packet would be written with other bytes.
pub fn tree(expr: &TypeExpr, protocol: Protocol, bytes: &[u8]) -> Result<Json, String> {
    let value = expr.parse(protocol, bytes).map_err(|error| error.to_string())?;
    if expr.encode(protocol, &value).map_err(|error| error.to_string())? != bytes {
        return Err("gamewire would write some bytes of the packet differently, so they would change, too: \
                    gamewire verify shows them"
            .to_owned());
    }
    serde_json::from_str(&json::to_string(expr, protocol, &value)).map_err(|error| error.to_string())
}

/// Returns the bytes of a packet with another value at a path, or without it.
///
/// # Errors
/// Returns the reason if there is no such place, or if the value does not fit.
pub fn with_value(
    expr: &TypeExpr,
    protocol: Protocol,
    bytes: &[u8],
    steps: &[Segment],
    new: Option<Json>,
) -> Result<Vec<u8>, String> {
    let tree = tree(expr, protocol, bytes)?;
    // In the JSON, numbers of 64 bits are text.
    let as_text = new.as_ref().and_then(Json::as_number).map(|number| Some(Json::from(number.to_string())));
    let mut written = Err(String::new());
    for form in std::iter::once(new).chain(as_text) {
        let mut tree = tree.clone();
        put(&mut tree, steps, form).ok_or("this place cannot be changed")?;
        let value = json::from_str(expr, &tree.to_string()).map_err(|error| error.to_string());
        written = value.and_then(|value| expr.encode(protocol, &value).map_err(|error| error.to_string()));
        if written.is_ok() {
            break;
        }
    }
    let bytes = written?;
    expr.check(protocol, &bytes).map_err(|error| error.to_string())?;
    Ok(bytes)
}

/// Sets the value at a path, adds an element or a member, or removes it.
fn put(tree: &mut Json, steps: &[Segment], new: Option<Json>) -> Option<()> {
    let (last, outer) = steps.split_last()?;
    let mut place = tree;
    for step in outer {
        place = match step {
            Segment::Index(at) => place.get_mut(*at)?,
            Segment::Name(name) => place.get_mut(&**name)?,
            _ => return None,
        };
    }
    match (place, last, new) {
        (Json::Array(list), Segment::Index(at), Some(new)) if *at == list.len() => list.push(new),
        (Json::Array(list), Segment::Index(at), Some(new)) => *list.get_mut(*at)? = new,
        (Json::Array(list), Segment::Index(at), None) if *at < list.len() => drop(list.remove(*at)),
        (Json::Object(members), Segment::Name(name), Some(new)) => {
            drop(members.insert(name.to_string(), new))
        }
        (Json::Object(members), Segment::Name(name), None) => drop(members.remove(&**name)?),
        _ => return None,
    }
    Some(())
}
