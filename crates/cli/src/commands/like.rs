//! Replaces the values of an open file by those of a text, as `decode` prints it. What does not change keeps its bytes.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Display;
use std::ops::Range;

use gamewire::minecraft::Packets;
use gamewire_files::document::{Document, Format, ValueRef};
use gamewire_files::identify::Arrangement;
use serde_json::value::RawValue;

use crate::open::{Open, Value};
use crate::output::{Problem, files};
use crate::values::{Form, nbt_value, text};

/// Replaces the only value by a root in SNBT. Details of the old root that SNBT does not show are kept.
fn change_by_snbt(document: &mut Document<'_>, text: &str) -> Result<(), Problem> {
    if !matches!((document.format(), document.len()), (Format::Minecraft(..), 1)) {
        return Err(Problem::new("snbt", "the file is not one NBT root"));
    }
    let mut value = document.value_mut(0)?;
    let old = value.nbt()?;
    *old = nbt_value::root_of_snbt(text, Some(old), None)?;
    // If the value cannot be encoded, this reports it while the text can still be edited.
    value.as_ref().as_wire()?;
    Ok(())
}

/// Replaces the values by those that the text encodes. Packets of a recording are of `version`. Unchanged values keep
/// their bytes. `serde_json` is only used to split the JSON, as in [`files::values`].
pub fn change(
    open: &mut Open<'_>,
    text: &str,
    form: Form,
    version: Option<&Packets>,
    strict: bool,
) -> Result<(), Problem> {
    if open.is_recording() || open.format.nbt().is_none() && matches!(open.format, Format::Minecraft(..)) {
        return match form {
            Form::Json => replace_packets(open, text.as_bytes(), version, strict),
            _ => Err(Problem::new("file", "packets are encoded from JSON: omit --snbt and --text")),
        };
    }
    let document = open.document_mut().ok_or_else(|| Problem::new("file", "the file has no values"))?;
    match form {
        Form::Json | Form::Plain => {}
        Form::Snbt => return change_by_snbt(document, text),
        Form::Text => {
            return Err(Problem::new(
                "text",
                "encode --like takes JSON or SNBT: to write a new file of this text, pass --as FORMAT instead of --like",
            ));
        }
    }
    let values = serde_json::Deserializer::from_str(text).into_iter::<&RawValue>();
    let old: Vec<ValueRef<'_>> = document.values().collect();
    // If several values have the same name, this is the last one.
    let named: HashMap<&str, ValueRef<'_>> =
        old.iter().filter_map(|value| Some((value.name()?, *value))).collect();
    let mut new = Vec::new();
    for (at, value) in values.enumerate() {
        let value = value.map_err(|error| Problem::of_serde(&error))?;
        let within = |problem: Problem, part: &str| problem.within(text.as_bytes(), part.as_bytes());
        let (name, json) = match document.arrangement() {
            Arrangement::Settings(_) => files::setting(value.get().as_bytes())
                .map(|(name, json)| (Some(name), json))
                .map_err(|problem| within(problem, value.get()))?,
            _ => (None, value.get()),
        };
        let before = name.as_ref().map_or(old.get(at), |name| named.get(&**name));
        let bytes = text::encode_json(document.format(), json.as_bytes(), false)
            .map_err(|problem| within(problem, json))?;
        // If the previous value differs only in parts, the other bytes are kept.
        let bytes = match before.and_then(|before| before.as_wire().ok()) {
            Some(old) => document.format().updated(&old, bytes),
            None => bytes,
        };
        new.push((name, bytes));
    }
    Ok(document.set_values(new)?)
}

/// Replaces the packets of a file by the lines that `decode` prints for it. Packets that do not change keep their
/// bytes, as do those for which a line has an error.
fn replace_packets(
    open: &mut Open<'_>,
    text: &[u8],
    version: Option<&Packets>,
    strict: bool,
) -> Result<(), Problem> {
    let own = open.recording().and_then(|recording| Packets::named(recording.version.as_deref()?));
    let version = version.or(own.as_ref());
    let values = files::values(text);
    let is_error = |value: &[u8]| {
        let members = serde_json::from_slice::<BTreeMap<String, &RawValue>>(value);
        members.is_ok_and(|members| members.len() == 1 && members.contains_key("error"))
    };
    let count = values.len() - usize::from(values.get(open.len()).is_some_and(|value| is_error(value)));
    let packet = |message: String| Problem::new("packet", message);
    if count != open.len() {
        return Err(packet(format!(
            "the file has {} packets and the input has {count}: encode --like cannot add or remove packets",
            open.len()
        )));
    }
    for (number, line) in values.into_iter().enumerate() {
        let Some(Value { error, bytes, format, .. }) = open.value(number) else { break };
        if is_error(line) {
            if error.is_some() {
                continue;
            }
            return Err(packet(format!(
                "the input has an error in place of packet {number}, which can be read: encode --like cannot add or remove packets"
            )));
        }
        let encode = || match (open.is_recording(), version) {
            (false, _) => text::encode_json(&format, line, strict),
            (true, Some(version)) => encode_packet(version, line, strict),
            (true, None) => {
                Err(packet("the version of the recording is not known: pass --as minecraft-VERSION".into()))
            }
        };
        let new = encode().map_err(|problem| problem.within(text, line))?;
        if format.rewrite(&bytes).is_ok_and(|old| old == new) {
            continue;
        }
        drop((bytes, format));
        if let Some(document) = open.document_mut() {
            document.value_mut(number)?.set_wire(new);
        }
    }
    Ok(())
}

/// Encodes a packet from the JSON of `decode`, which has the state and the side of the packet. The text without these two
/// members is the JSON of its type, in which all other characters keep their offsets.
pub fn encode_packet(version: &Packets, text: &[u8], strict: bool) -> Result<Vec<u8>, Problem> {
    let json = |reason: &dyn Display| Problem::json(0, reason);
    let read = std::str::from_utf8(text).map_err(|_| json(&"the text is not UTF-8"))?;
    let members: BTreeMap<Cow<'_, str>, &RawValue> =
        serde_json::from_str(read).map_err(|error| json(&error))?;
    let mut without = text.to_vec();
    let mut take = |key: &str| {
        let value = members.get(key).ok_or_else(|| json(&format!("{key:?} of the packet is missing")))?.get();
        let start = value.as_ptr().addr() - read.as_ptr().addr();
        remove_member(&mut without, key, start..start + value.len());
        serde_json::from_str::<String>(value).map_err(|error| json(&format!("{key:?}: {error}")))
    };
    let place = format!("{}.{}", take("state")?, take("side")?);
    let expr = version.find(&place).map_err(|reason| json(&reason))?;
    text::encode_json(&Format::Minecraft(version.protocol(), expr), &without, strict)
}

/// Overwrites a member of an object with spaces, where its value is known.
fn remove_member(text: &mut [u8], key: &str, value: Range<usize>) {
    let key = format!("{key:?}");
    let before = text.get(..value.start).unwrap_or_default();
    let Some(start) = before.windows(key.len()).rposition(|window| window == key.as_bytes()) else { return };
    let is_more = |byte: &u8| !byte.is_ascii_whitespace();
    let after = text.get(value.end..).unwrap_or_default();
    let next = after.iter().position(is_more).filter(|at| after.get(*at) == Some(&b','));
    let last = before.get(..start).unwrap_or_default().iter().rposition(is_more);
    let removed = match (next, last) {
        (Some(at), _) => start..value.end + at + 1,
        (None, Some(at)) if before.get(at) == Some(&b',') => at..value.end,
        (None, _) => start..value.end,
    };
    text.get_mut(removed).into_iter().flatten().for_each(|byte| *byte = b' ');
}
