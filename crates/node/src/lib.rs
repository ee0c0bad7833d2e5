//! gamewire for Node.js and browsers. The other half, `js/gamewire.js`, makes values of JavaScript from the text and arrays of this one.

mod file;
mod values;

use std::fmt::Display;
use std::sync::Arc;

use gamewire::minecraft::json::{tag_from_str, tag_to_string};
use gamewire::minecraft::nbt::{Nbt, OptNbt};
use gamewire::minecraft::{NbtForm, Packets, TypeExpr};
use gamewire::path::Path;
use gamewire_files::document::{DocumentError, FormError, Format};
use gamewire_files::shared::packages;
use serde_json::json;
use wasm_bindgen::prelude::*;

use values::{TAG, Writer};

/// An error, as JSON with a message, an offset and a path.
pub struct Fault(serde_json::Value);

pub(crate) type Res<T> = Result<T, Fault>;

impl Fault {
    /// Creates an error without a place.
    pub(crate) fn of(error: impl Display) -> Self {
        Self::at(error, None, None)
    }

    fn at(error: impl Display, offset: Option<usize>, path: Option<&Path>) -> Self {
        let path = path.map(ToString::to_string);
        Self(json!({ "message": error.to_string(), "offset": offset, "path": path }))
    }
}

impl<E> From<E> for Fault
where
    DocumentError: From<E>,
{
    fn from(error: E) -> Self {
        let error = DocumentError::from(error);
        Self::at(&error, error.offset(), error.path())
    }
}

impl From<Fault> for JsValue {
    fn from(fault: Fault) -> Self {
        fault.0.to_string().into()
    }
}

/// Values as text for `JSON.parse`, and the bytes of their arrays.
pub(crate) type Made = Result<Vec<JsValue>, Fault>;

/// Returns the number of the game of a format: see `game_of`.
#[wasm_bindgen]
pub fn game(format: &str) -> Result<u8, Fault> {
    Ok(game_of(&*self::format(format, true)?))
}

/// Decodes a value.
#[wasm_bindgen]
pub fn decode(data: &[u8], format: &str, objects: bool, plain: bool) -> Made {
    let format = self::format(format, objects)?;
    Writer::made(plain, |writer| writer.encoded(&format, data))
}

/// Encodes the JSON of `to_json`, in bytes: wasm-bindgen copies a text character by character.
#[wasm_bindgen]
pub fn from_json(json: &[u8], format: &str) -> Result<Vec<u8>, Fault> {
    let made = self::format(format, true)?.from_json(text(json)?);
    made.map(|made| made.bytes).map_err(|error| match error {
        FormError::Encode(error) => error.into(),
        FormError::Json(error) => Fault::at(&error, None, Some(error.path())),
        error => Fault::of(error),
    })
}

/// Encodes a root from its name and its tag.
#[wasm_bindgen]
pub fn from_nbt(name: &[u8], tag: &[u8], format: &str) -> Result<Vec<u8>, Fault> {
    let format = self::format(format, true)?;
    let protocol = format.nbt().ok_or_else(|| Fault::of("this format is no NBT"))?;
    let java = protocol.with_nbt_form(NbtForm::BigEndian).allow_list_roots(protocol.has_list_roots());
    let name = if java.has_nameless_nbt() || tag == b"\0" { b"" } else { name };
    let (id, payload) = tag.split_at_checked(1).unwrap_or_default();
    let wire = [id, name, payload].concat();
    if protocol == java {
        protocol.check::<OptNbt>(&wire)?;
        return Ok(wire);
    }
    Ok(protocol.encode(&java.parse::<OptNbt>(&wire)?)?)
}

/// Returns a value as JSON that keeps all types.
#[wasm_bindgen]
pub fn to_json(data: &[u8], format: &str, objects: bool) -> Result<String, Fault> {
    Ok(self::format(format, objects)?.to_json(data)?)
}

/// Returns a value as plain JSON, with integers of 64 bits as text if that is asked for.
#[wasm_bindgen]
pub fn to_plain_json(data: &[u8], format: &str, objects: bool, long_text: bool) -> Result<String, Fault> {
    let format = self::format(format, objects)?;
    Ok(if long_text { format.to_plain_json_with_long_text(data)? } else { format.to_plain_json(data)? })
}

/// Explains a value of a format, or a file, as text or as rows.
#[wasm_bindgen]
pub fn explain(data: &[u8], format: Option<String>, rows: bool) -> Result<String, Fault> {
    let format = format.map(|name| self::format(&name, true)).transpose()?;
    Ok(match rows {
        true => json!(packages::explain_rows(data, format.as_deref())?).to_string(),
        false => packages::explain(data, format.as_deref())?,
    })
}

/// Returns the JSON of a payload of NBT.
#[wasm_bindgen]
pub fn nbt_to_json(id: u8, payload: &[u8]) -> Result<String, Fault> {
    let nbt: Nbt = TAG.parse(&[&[id], payload].concat())?;
    Ok(tag_to_string(&nbt.root))
}

/// Returns the type and the payload of NBT in JSON. Returns `None` if it has text that is too long for them.
#[wasm_bindgen]
pub fn nbt_from_json(json: &str) -> Result<Option<Vec<u8>>, Fault> {
    Ok(TAG.encode(&Nbt::unnamed(tag_from_str(json).map_err(Fault::of)?)).ok())
}

/// Returns 0 for values of Godot, 1 for NBT, and 2 for other types of Minecraft, which are JSON without marks.
pub(crate) fn game_of(format: &Format) -> u8 {
    match format {
        Format::Godot(_) => 0,
        Format::Minecraft(_, TypeExpr::Nbt) => 1,
        Format::Minecraft(..) => 2,
    }
}

pub(crate) fn format(name: &str, objects: bool) -> Res<Arc<Format>> {
    packages::format(name, objects).map_err(Fault::of)
}

fn text(bytes: &[u8]) -> Res<&str> {
    std::str::from_utf8(bytes).map_err(Fault::of)
}

/// Says what bytes are.
#[wasm_bindgen]
pub fn identify(data: &[u8]) -> String {
    gamewire_files::identify::identify(data).to_string()
}

/// Returns the description of the packets of a version, in the form of ProtoDef.
#[wasm_bindgen]
pub fn protodef(version: &str) -> Option<String> {
    Packets::named(version).map(|packets| packets.protodef().to_owned())
}

/// Returns the names of the versions of Minecraft whose packets are known, as JSON.
#[wasm_bindgen]
pub fn versions() -> String {
    json!(Packets::versions().map(|(name, _)| name).collect::<Vec<_>>()).to_string()
}
