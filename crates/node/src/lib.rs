//! gamewire for Node.js and browsers. The other half, `js/gamewire.js`, makes values of JavaScript from the text and arrays of this one.

mod about;
mod change;
mod file;
mod index;
mod region;
mod rows;
mod search;
mod tree;
mod values;

use std::fmt::Display;
use std::sync::{Arc, Mutex};

use gamewire::godot::Dialect;
use gamewire::minecraft::json::{tag_from_str, tag_to_string};
use gamewire::minecraft::nbt::{Nbt, OptNbt};
use gamewire::minecraft::{NbtForm, Packets, Protocol, SessionPacket, Side, State, TypeExpr, TypeRow};
use gamewire::path::Path;
use gamewire_files::document::{DocumentError, FormError, Format};
use gamewire_files::shared::{packages, pasted};
use serde_json::json;
use wasm_bindgen::prelude::*;

pub use file::Opened;
use values::{TAG, Writer};

/// The message of the panic that stopped the library.
static DEFECT: Mutex<String> = Mutex::new(String::new());

/// An error with its place.
#[derive(Debug)]
pub struct Fault {
    pub(crate) message: String,
    offset: Option<usize>,
    path: Option<String>,
}

pub(crate) type Res<T> = Result<T, Fault>;

impl Fault {
    /// Creates an error without a place.
    pub(crate) fn of(error: impl Display) -> Self {
        Self { message: error.to_string(), offset: None, path: None }
    }

    fn of_document(error: &DocumentError) -> Self {
        let path = error.path().map(ToString::to_string);
        Self { message: error.to_string(), offset: error.offset(), path }
    }
}

impl<E> From<E> for Fault
where
    DocumentError: From<E>,
{
    fn from(error: E) -> Self {
        Self::of_document(&error.into())
    }
}

impl From<Fault> for JsValue {
    fn from(fault: Fault) -> Self {
        let Fault { message, offset, path } = fault;
        json!({ "message": message, "offset": offset, "path": path }).to_string().into()
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
        FormError::Json(error) => Fault { path: Some(error.path().to_string()), ..Fault::of(error) },
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

pub(crate) fn path(text: &str) -> Res<Path> {
    text.parse().map_err(Fault::of)
}

pub(crate) fn text(bytes: &[u8]) -> Res<&str> {
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

/// Returns the packets that one side sent: the version, the direction, the error at the end, and of each packet its state, name,
/// offset, whether it can be read, and its bytes.
#[wasm_bindgen]
pub fn recording(data: Vec<u8>, version: Option<String>) -> Made {
    let all = packages::recording(data, version.as_deref()).map_err(Fault::of)?;
    Writer::made(false, |writer| {
        let packet = |one: SessionPacket<'_>| {
            let place = writer.array(0, one.bytes.len(), &one.bytes);
            json!([one.packet.state().name(), one.packet.name(), one.frame.start, one.error.is_none(), place])
        };
        let packets: Vec<_> = all.packets().map(packet).collect();
        let error = all.error().map(ToString::to_string);
        writer.put(json!([all.version, all.side.name(), error, packets]))
    })
}

/// Returns the bytes that a text represents, in any form that the command accepts.
#[wasm_bindgen]
pub fn pasted(text: &str) -> Result<Vec<u8>, Fault> {
    pasted::bytes(text).map_err(Fault::of)
}

/// Returns the names of which formats consist, as JSON. Types of Minecraft that have parameters are left out.
#[wasm_bindgen]
pub fn formats() -> String {
    let simple = TypeRow::ALL.iter().map(|row| row.expression.split(", ").next().unwrap_or_default());
    let simple = simple.filter(|expression| expression.parse::<TypeExpr>().is_ok());
    let is_other = |(_, protocol): &&(&str, Protocol)| !Protocol::VERSIONS.contains(protocol);
    let roots = Protocol::NAMED.iter().filter(is_other).map(|(name, _)| format!("{name}/nbt"));
    json!({
        "dialects": Dialect::ALL.iter().map(|dialect| dialect.name()).collect::<Vec<_>>(),
        "types": simple.map(|expression| format!("minecraft/{expression}")).chain(roots).collect::<Vec<_>>(),
        "versions": Packets::versions().map(|(version, _)| version).collect::<Vec<_>>(),
        "states": State::ALL.iter().map(|state| state.name()).collect::<Vec<_>>(),
        "sides": Side::ALL.iter().map(|side| side.name()).collect::<Vec<_>>(),
    })
    .to_string()
}

/// Starts recording the message of a panic.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|info| {
        if let Ok(mut defect) = DEFECT.lock() {
            *defect = info.payload_as_str().unwrap_or("unknown").to_owned();
        }
    }));
}

/// Returns the message of the panic that stopped the library. It is empty if there was none, for example if
/// memory was exhausted.
#[wasm_bindgen]
pub fn defect() -> String {
    DEFECT.lock().map(|defect| defect.clone()).unwrap_or_default()
}

/// Stops the library, to test what the page does then.
#[wasm_bindgen]
pub fn fail() {
    panic!("a test of defects");
}
