//! Embedded samples: values and packets that engines wrote.

use gamewire::document::Format;
use gamewire::godot::Dialect;
use gamewire::minecraft::{NbtForm, Protocol, TypeExpr};

/// `var2bytes({"type": "move", "id": 7, "pos": Vector2(1.5, 2.5)})`, Godot 3.6.2.
pub const GODOT_3: &[u8] = b"\x12\0\0\0\x03\0\0\0\
    \x04\0\0\0\x04\0\0\0type\x04\0\0\0\x04\0\0\0move\
    \x04\0\0\0\x02\0\0\0id\0\0\x02\0\0\0\x07\0\0\0\
    \x04\0\0\0\x03\0\0\0pos\0\x05\0\0\0\0\0\xc0\x3f\0\0\x20\x40";

/// `var_to_bytes` of the same value, Godot 4.6.3.
const GODOT_4: &[u8] = b"\x1b\0\0\0\x03\0\0\0\
    \x04\0\0\0\x04\0\0\0type\x04\0\0\0\x04\0\0\0move\
    \x04\0\0\0\x02\0\0\0id\0\0\x02\0\0\0\x07\0\0\0\
    \x04\0\0\0\x03\0\0\0pos\0\x05\0\0\0\0\0\xc0\x3f\0\0\x20\x40";

/// `[InputEvent(KEY, scancode=81), InputEvent(JOYSTICK_MOTION, axis=2, value=-0.5), 7]`, Godot 2.1.5.
const GODOT_2: &[u8] = b"\x15\0\0\0\x03\0\0\x80\
    \x13\0\0\0\x01\0\0\0\0\0\0\0\x14\0\0\0\0\0\0\0\x51\0\0\0\
    \x13\0\0\0\x04\0\0\0\0\0\0\0\x14\0\0\0\x02\0\0\0\0\0\0\xbf\x02\0\0\0\x07\0\0\0";

/// Returns the sample of a format, if there is one.
pub fn bytes(format: &Format) -> Result<Vec<u8>, String> {
    match format {
        Format::Godot(decoder) => Ok(godot(decoder.dialect())),
        Format::Minecraft(protocol, expr) => {
            let sample = minecraft(expr).and_then(|bytes| match protocol.nbt_form() {
                NbtForm::BigEndian => Some(bytes.to_vec()),
                _ => {
                    let value = expr.parse(Protocol::V1_14, bytes).ok()?;
                    expr.encode(*protocol, &value).ok()
                }
            });
            sample.ok_or_else(|| {
                format!("there is no embedded sample of {format}; pass an INPUT, or - for standard input")
            })
        }
    }
}

/// Returns the sample of a dialect. Dialects without a sample of their own encode the one of Godot 3.
fn godot(dialect: Dialect) -> Vec<u8> {
    match dialect {
        Dialect::GODOT_3 => GODOT_3.to_vec(),
        Dialect::GODOT_4 => GODOT_4.to_vec(),
        Dialect::GODOT_2 | Dialect::GODOT_2_1_5 => GODOT_2.to_vec(),
        _ => {
            let written = Dialect::GODOT_3.parse(GODOT_3).map(|value| dialect.encode(&value));
            written.ok().and_then(Result::ok).unwrap_or_default()
        }
    }
}

/// Returns the longest sample of a type, which shows the most.
fn minecraft(expr: &TypeExpr) -> Option<&'static [u8]> {
    let samples = gamewire::fixtures::minecraft_samples()
        .iter()
        .filter(|sample| sample.type_expr().as_ref() == Some(expr));
    samples.map(|sample| sample.bytes).max_by_key(|bytes| bytes.len())
}
