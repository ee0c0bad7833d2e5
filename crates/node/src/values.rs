//! Values as text for `JSON.parse`, with the bytes of arrays and of NBT beside it.
//!
//! A text that begins with U+007F has a value that JSON does not have. The letter after it says which: see `revive` in `js/gamewire.js`.
//! An object with the only key U+007F has one with parts.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::Write as _;

use gamewire::godot::shape::{Leaf, NumberType, Numbers};
use gamewire::godot::{self, Kind, NodePath, Variant};
use gamewire::minecraft::json::tag_to_string;
use gamewire::minecraft::nbt::{JavaStr, Nbt, NbtView, OptNbtView, Tag};
use gamewire::minecraft::{NbtForm, Protocol, TypeExpr};
use gamewire_files::document::{AnyValue, Format};
use gamewire_files::shared::packages::DEPTH;

use crate::{Fault, Made, Res};

pub(crate) const LIST: [&str; 2] = ["[", "]"];
/// The form in which tags are handed over: a type and a payload.
pub(crate) const TAG: Protocol = Protocol::V1_14.nameless_nbt(true).allow_any_roots(true);

const MAP: [&str; 2] = ["{\"\x7f\":[\"m\",[", "]]}"];

pub(crate) struct Writer {
    text: Vec<u8>,
    arrays: Vec<u8>,
    /// Whether types may be lost.
    plain: bool,
}

impl Writer {
    pub(crate) fn made(plain: bool, write: impl FnOnce(&mut Self) -> Res<()>) -> Made {
        let mut writer = Self { text: Vec::new(), arrays: Vec::new(), plain };
        write(&mut writer)?;
        Ok(vec![String::from_utf8(writer.text).map_err(Fault::of)?.into(), writer.arrays.into()])
    }

    /// Writes a value that is encoded.
    pub(crate) fn encoded(&mut self, format: &Format, data: &[u8]) -> Res<()> {
        match format {
            Format::Godot(decoder) => self.godot(&decoder.parse(data)?, DEPTH),
            Format::Minecraft(protocol, TypeExpr::Nbt) => {
                let OptNbtView(Some(view)) = protocol.parse(data)? else { return self.put("null") };
                let name = JavaStr::from(view.name());
                if self.plain || name.is_empty() {
                    return self.root(*protocol, &view);
                }
                self.put("{\"\x7f\":[\"r\",")?;
                self.tag(Tag::String(name))?;
                self.put(",")?;
                self.root(*protocol, &view)?;
                self.put("]}")
            }
            Format::Minecraft(..) if self.plain => self.put(format.to_plain_json(data)?),
            Format::Minecraft(..) => self.put(format.to_json(data)?),
        }
    }

    /// Writes the tag of a root.
    fn root(&mut self, protocol: Protocol, view: &NbtView<'_>) -> Res<()> {
        if protocol.nbt_form() != NbtForm::BigEndian {
            return self.tag(view.to_nbt().root);
        }
        self.wire(&[view.as_wire().get(..1).unwrap_or_default(), view.root().as_wire()])
    }

    /// Writes a tag as bytes of the Java edition, or as JSON if it has text that is too long for them: the Bedrock edition has.
    fn tag(&mut self, tag: Tag) -> Res<()> {
        let nbt = Nbt::unnamed(tag);
        match TAG.encode(&nbt) {
            Ok(bytes) => self.wire(&[&bytes]),
            Err(_) => self.text("\x7fT", &tag_to_string(&nbt.root)),
        }
    }

    fn wire(&mut self, bytes: &[&[u8]]) -> Res<()> {
        let start = self.place(bytes);
        self.put(format_args!("\"\x7fg{start}\""))
    }

    /// Writes an element of a file.
    pub(crate) fn any(&mut self, value: AnyValue) -> Res<()> {
        match value {
            AnyValue::Godot(value) => self.godot(&value, DEPTH),
            AnyValue::Nbt(tag) => self.tag(tag),
            AnyValue::Packet(part) => self.put(part.as_json()),
            _ => Err(Fault::of("this value has no form in JavaScript")),
        }
    }

    /// Writes a comma, and the value if there is one.
    pub(crate) fn optional(&mut self, value: Option<AnyValue>) -> Res<()> {
        self.put(",")?;
        match value {
            Some(value) => self.any(value),
            None => self.put("\"\x7fu\""),
        }
    }

    pub(crate) fn put(&mut self, x: impl Display) -> Res<()> {
        write!(self.text, "{x}").map_err(Fault::of)
    }

    /// Writes a text with a mark.
    pub(crate) fn text(&mut self, mark: &str, text: &str) -> Res<()> {
        // A text may begin like a mark.
        let mark = if mark.is_empty() && text.starts_with('\x7f') { "\x7ft" } else { mark };
        let start = self.text.len() + 1;
        serde_json::to_writer(&mut self.text, text).map_err(Fault::of)?;
        self.text.splice(start..start, mark.bytes());
        Ok(())
    }

    fn number(&mut self, x: f64) -> Res<()> {
        match x.is_finite() {
            true => self.put(format_args!("{x:?}")),
            false => self.put(format_args!("\"\x7fn{x}\"")),
        }
    }

    fn long(&mut self, x: i64) -> Res<()> {
        // A number has all integers up to this one.
        match self.plain && x.unsigned_abs() <= 1 << 53 {
            true => self.put(x),
            false => self.put(format_args!("\"\x7fl{x}\"")),
        }
    }

    /// Returns the place of bytes, which begin at a multiple of 8.
    fn place(&mut self, bytes: &[&[u8]]) -> usize {
        let start = self.arrays.len().next_multiple_of(8);
        self.arrays.resize(start, 0);
        bytes.iter().for_each(|bytes| self.arrays.extend_from_slice(bytes));
        start
    }

    /// Returns the text for an array of numbers. `code` is the number of its type in `js/gamewire.js`.
    pub(crate) fn array(&mut self, code: usize, count: usize, bytes: &[u8]) -> String {
        format!("\x7fa{code}{},{count}", self.place(&[bytes]))
    }

    pub(crate) fn list<T>(
        &mut self,
        [open, close]: [&str; 2],
        items: impl IntoIterator<Item = T>,
        mut each: impl FnMut(&mut Self, T) -> Res<()>,
    ) -> Res<()> {
        self.put(open)?;
        for (at, item) in items.into_iter().enumerate() {
            self.text.extend((at > 0).then_some(b','));
            each(self, item)?;
        }
        self.put(close)
    }

    fn numbers(&mut self, numbers: &Numbers<'_>) -> Res<()> {
        let types = [NumberType::U8, NumberType::I32, NumberType::I64, NumberType::F32, NumberType::F64];
        let code = types.iter().position(|number| *number == numbers.number_type());
        let array = self.array(code.unwrap_or_default(), numbers.len(), numbers.as_wire());
        self.put(format_args!("\"{array}\""))
    }

    fn value(&mut self, kind: Kind, wide: bool, args: impl FnOnce(&mut Self) -> Res<()>) -> Res<()> {
        self.put(format_args!("{{\"\x7f\":[\"v\",\"{}\",", kind.name()))?;
        args(self)?;
        self.put(format_args!(",{wide}]}}"))
    }

    fn godot(&mut self, x: &Variant, depth: usize) -> Res<()> {
        let (kind, plain) = (x.kind(), self.plain);
        match x.leaf() {
            Leaf::Unit if kind == Kind::Nil => self.put("null"),
            Leaf::Bool(x) => self.put(x),
            Leaf::Int(x) => self.long(x),
            Leaf::Float(x) if !x.is_nan() || x.to_bits() == 0x7ff8 << 48 => self.number(x),
            Leaf::Text(text) if unmarked(text).is_some() => self
                .text(if kind == Kind::StringName && !plain { "\x7fS" } else { "" }, &text.to_string_lossy()),
            Leaf::NodePath(path) if !plain && NodePath::parse(&path.to_string()) == *path => {
                self.text("\x7fN", &path.to_string())
            }
            Leaf::Array(array) if plain || array.element_type().is_none() && !array.is_shared() => {
                let depth = below(depth)?;
                self.list(LIST, array.iter(), |this, item| this.godot(item, depth))
            }
            Leaf::Dictionary(pairs)
                if plain
                    || pairs.entry_types().is_none_or(|types| types.is_empty()) && !pairs.is_shared() =>
            {
                let keys = pairs.keys().map(|key| match (key, key.leaf()) {
                    (Variant::String(text), _) if unmarked(text).is_some() => text.to_string_lossy(),
                    // 0 and -0 are one key of a Map.
                    (_, Leaf::Float(x)) => Cow::Owned(format!("\x7f{:?}", x + 0.0)),
                    _ => Cow::Owned(format!("\x7f{}", godot::json::to_string(key))),
                });
                let Some((ends, colon)) = ends(keys.collect()) else { return self.exact(x) };
                let depth = below(depth)?;
                self.list(ends, pairs.iter(), |this, (key, value)| {
                    this.godot(key, depth)?;
                    this.text.extend(colon.bytes());
                    this.godot(value, depth)
                })
            }
            Leaf::Packed(packed) => {
                let wide = packed.numbers.number_type() == NumberType::F64;
                // Godot 3 in double precision has two arrays of 64-bit floats.
                match packed.parts == 1 && (!wide || kind == Kind::PackedFloat64Array) {
                    true => self.numbers(&packed.numbers),
                    false => self.value(kind, wide, |this| this.numbers(&packed.numbers)),
                }
            }
            Leaf::Structure(structure)
                if !plain && !structure.numbers().reals().iter().any(|x| x.is_nan()) =>
            {
                let numbers = structure.numbers();
                self.value(kind, numbers.number_type() == NumberType::F64, |this| {
                    this.list(LIST, numbers.reals(), |this, x| this.number(x))
                })
            }
            _ => self.exact(x),
        }
    }

    /// Writes a value that JavaScript's types would not bring back in the form of JSON that keeps all.
    fn exact(&mut self, value: &Variant) -> Res<()> {
        if !self.plain {
            return self.text("\x7fj", &godot::json::to_string(value));
        }
        let text = godot::json::to_plain_string(value);
        // Its texts are no marks.
        if text.contains('\x7f') { self.text("\x7fp", &text) } else { self.put(text) }
    }
}

/// Returns the levels below a container.
fn below(depth: usize) -> Res<usize> {
    depth.checked_sub(1).ok_or_else(|| Fault::of("the value is nested too deeply"))
}

/// Returns the text, if it is Unicode and began with no mark in the bytes.
fn unmarked(text: &godot::Text) -> Option<&str> {
    text.as_str().filter(|plain| plain.len() == text.len())
}

/// Returns the ends of a container with these keys, and what separates keys and values: an object, or a Map where an object would
/// put integers first or take `__proto__` for no key. `None` if a key is there twice.
fn ends<T: AsRef<str> + Ord>(mut keys: Vec<T>) -> Option<([&'static str; 2], &'static str)> {
    keys.sort_unstable();
    let is_object = keys.iter().map(AsRef::as_ref).all(|name| {
        let is_index = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
        !is_index && name != "__proto__" && !name.starts_with('\x7f')
    });
    let is_unique = keys.windows(2).all(|pair| pair.first() != pair.last());
    is_unique.then_some(if is_object { (["{", "}"], ":") } else { (MAP, ",") })
}
