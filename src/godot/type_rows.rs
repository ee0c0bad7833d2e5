//! The types of a dialect with their sizes and layouts on one line each, for help and documentation.

use super::dialect::{Dialect, HeaderRule, OldNodePath, RealRule};
use super::ids::{Doubles, Kind};
use super::model::{NumberType, Numeric};

/// A type of a dialect: its id, its size and its layout.
///
/// ```
/// use gamewire::godot::{Dialect, Kind};
///
/// let rows = Dialect::GODOT_4.type_rows();
/// let rect = rows.iter().find(|row| row.kind == Kind::Rect2).unwrap();
/// assert_eq!((rect.id, &*rect.size, &*rect.layout), (7, "16/32", "Vector2 position, Vector2 size"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TypeRow {
    /// The id in the header.
    pub id: u8,
    /// The type.
    pub kind: Kind,
    /// The number of bytes after the header. `8/16` means 16 if bit 16 of the header is set and 8 otherwise, and `4..` means at
    /// least 4.
    pub size: String,
    /// The fields after the header, in order, each with its type and its name. `f32/f64 x` means an `f64` if bit 16 of the header
    /// is set and an `f32` otherwise.
    pub layout: String,
}

impl Dialect {
    /// Returns the types of this dialect with their sizes and layouts, in the order of their ids.
    pub fn type_rows(&self) -> Vec<TypeRow> {
        let row = |id| {
            let kind = self.kind(id)?;
            let (size, layout) = self.layout(kind);
            Some(TypeRow { id, kind, size, layout })
        };
        (0..=u8::MAX).filter_map(row).collect()
    }

    /// Returns the size and the fields of a type.
    fn layout(&self, kind: Kind) -> (String, String) {
        if let Some(numeric) = kind.numeric() {
            return self.numbers(kind, &numeric);
        }
        let (size, layout) = match kind {
            Kind::Bool => ("4", "u32 value"),
            Kind::Int | Kind::Float => {
                let (narrow, wide) = if kind == Kind::Int { ("i32", "i64") } else { ("f32", "f64") };
                return match self.header {
                    HeaderRule::WholeWord => ("4".into(), format!("{narrow} value")),
                    HeaderRule::WholeWordOr64 | HeaderRule::LowByte => {
                        ("4/8".into(), format!("{narrow}/{wide} value"))
                    }
                };
            }
            Kind::String | Kind::StringName => ("4..", "i32 byte length, text, padding"),
            Kind::NodePath => {
                let size = if self.old_node_path == OldNodePath::Refused { "12.." } else { "4.." };
                let property =
                    if self.node_path_property { ", String property if flags has bit 1" } else { "" };
                let layout = "u32 name count with bit 31 set, u32 subname count, u32 flags, String name.., String subname..";
                return (size.into(), format!("{layout}{property}"));
            }
            Kind::Rid if self.rid_number => ("8", "u64 id"),
            Kind::Object if self.objects => (
                "4..",
                "if bit 16: u64 instance id; else String class, and i32 property count, String property.., value..",
            ),
            Kind::Signal => ("12..", "String name, u64 instance id"),
            Kind::Image => {
                ("20..", "u32 format, i32 mipmaps, i32 width, i32 height, i32 byte length, pixels, padding")
            }
            Kind::InputEvent => (
                "8..",
                "u32 event type, i32 device, u32 length of the event; by type: u32 modifiers, u32 scancode; u32 button; u32 axis, f32 value; u32 index",
            ),
            Kind::Dictionary if self.typed_dictionaries => {
                ("4..", "key type and value type if bits 16 to 19, u32 pair count, key.., value..")
            }
            Kind::Dictionary => ("4..", "u32 pair count, key.., value.."),
            Kind::Array if self.typed_arrays => {
                ("4..", "element type if bits 16 and 17, u32 element count, elements")
            }
            Kind::Array => ("4..", "u32 element count, elements"),
            Kind::PackedStringArray => ("4..", "i32 element count, String elements"),
            // Nil and Callable, and what this dialect writes nothing of.
            _ => ("0", "no bytes"),
        };
        (size.into(), layout.into())
    }

    /// Returns the size and the fields of a type that consists of numbers.
    fn numbers(&self, kind: Kind, numeric: &Numeric) -> (String, String) {
        let wide = numeric.number_type(true);
        let (name, width) = match (self.reals, kind.doubles()) {
            (RealRule::Flagged, Doubles::Flagged) if wide != numeric.number => {
                ("f32/f64".into(), format!("{}/{}", 4 * numeric.count, 8 * numeric.count))
            }
            (RealRule::Double, Doubles::Flagged | Doubles::Documented) => number(wide, numeric.count),
            _ => number(numeric.number, numeric.count),
        };
        let of = |kind: Kind| match kind.numeric() {
            Some(_) => self.table().name(kind).to_owned(),
            None => name.clone(),
        };
        if kind == Kind::PackedByteArray {
            return ("4..".into(), "i32 element count, u8 elements, padding".into());
        }
        if let Some(element) = numeric.element {
            return ("4..".into(), format!("i32 element count, {} elements", of(element)));
        }
        if kind == Kind::Basis {
            // The numbers are written by rows, but the fields of a basis are columns.
            return (width, format!("{name} x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z"));
        }
        let fields = numeric.fields.iter().map(|field| format!("{} {}", of(field.kind), field.name));
        (width, fields.collect::<Vec<_>>().join(", "))
    }
}

/// Returns the name of a type of numbers, and the size of `count` of them.
fn number(of: NumberType, count: usize) -> (String, String) {
    let (name, size) = match of {
        NumberType::U8 => ("u8", 1),
        NumberType::I32 => ("i32", 4),
        NumberType::I64 => ("i64", 8),
        NumberType::F32 => ("f32", 4),
        NumberType::F64 => ("f64", 8),
    };
    (name.into(), (size * count).to_string())
}
