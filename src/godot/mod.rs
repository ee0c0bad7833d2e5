//! Godot's Variant serialization: what `var2bytes`, `var_to_bytes`, `File.store_var`, `StreamPeer.put_var` and
//! `PacketPeer.put_var` write.
//!
//! Every value is a header word with the type id, and a payload whose layout depends on the type. The bytes have no
//! length, no magic number and no version. The reader must know which engine wrote them, and selects a [`Dialect`].
//!
//! ```
//! use gamewire::godot::{Dialect, Dictionary, Variant, Vector2};
//!
//! let packet = Variant::from(Dictionary::from_iter([
//!     ("type", Variant::from("move")),
//!     ("pos", Variant::from(Vector2::new(1.5, 2.5))),
//! ]));
//! let bytes = Dialect::GODOT_4.encode(&packet)?;
//!
//! let value = Dialect::GODOT_4.parse(&bytes)?;
//! assert_eq!(value.get("type").and_then(|text| text.as_str()), Some("move"));
//! assert_eq!(value, packet);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Decoder::check`] validates bytes without building a value. A [`VariantView`] is validated once and then read in place, which
//! is faster if you need only a few fields.
//!
//! The following modules are for values in files and streams:
//!
//! - [`frame`]: values with a length before them;
//! - [`stream`]: sockets, and files that are larger than memory.
//!
//! [`format`](mod@format) is a book on the format. It describes each byte of each release, from the beginning.
//!
//! # Types, parsers and serializers
//!
//! | type | layout | parser | generator |
//! |------|--------|--------|-----------|
//! | header of every value | id, flags | [`wire::header`] | [`wire::gen_header`] |
//! | bool | u32 | [`wire::boolean`] | [`wire::gen_boolean`] |
//! | int | i32 or i64 | [`wire::int`] | [`wire::gen_int`] |
//! | float | f32 or f64 | [`wire::float`] | [`wire::gen_float`] |
//! | String, StringName | length, UTF-8, padding | [`wire::text`] | [`wire::gen_text`] |
//! | Vector2, Vector3, Vector4 | 2, 3, 4 reals | [`wire::vector2`] .. | [`wire::gen_vector2`] .. |
//! | Vector2i, Vector3i, Vector4i | 2, 3, 4 i32 | [`wire::vector2i`] .. | [`wire::gen_vector2i`] .. |
//! | Rect2, Rect2i | position, size | [`wire::rect2`], [`wire::rect2i`] | [`wire::gen_rect2`], [`wire::gen_rect2i`] |
//! | Plane | normal, d | [`wire::plane`] | [`wire::gen_plane`] |
//! | Quaternion | x, y, z, w | [`wire::quaternion`] | [`wire::gen_quaternion`] |
//! | AABB | position, size | [`wire::aabb`] | [`wire::gen_aabb`] |
//! | Transform2D | columns | [`wire::transform2d`] | [`wire::gen_transform2d`] |
//! | Basis | **rows** | [`wire::basis`] | [`wire::gen_basis`] |
//! | Transform3D | basis, origin | [`wire::transform3d`] | [`wire::gen_transform3d`] |
//! | Projection | columns | [`wire::projection`] | [`wire::gen_projection`] |
//! | Color | 4 f32 | [`wire::color`] | [`wire::gen_color`] |
//! | NodePath | counts, flags, strings | [`wire::node_path`] | [`wire::gen_node_path`] |
//! | RID | u64 in Godot 4, nothing in earlier releases | [`wire::rid`] | [`wire::gen_rid`] |
//! | Object | by id, or class and properties | [`wire::object_id`], [`wire::object`] | [`wire::gen_object_id`], [`wire::gen_object`] |
//! | Callable | nothing | | |
//! | Signal | name, object id | [`wire::signal`] | [`wire::gen_signal`] |
//! | Dictionary | types, count, pairs | [`wire::dictionary`] | [`wire::gen_dictionary`] |
//! | Array | type, count, values | [`wire::array`] | [`wire::gen_array`] |
//! | any value | header, payload | [`wire::variant`] | [`wire::gen_variant`] |
//! | element type of a typed container | id or name | [`wire::element_type`] | [`wire::gen_element_type`] |
//! | packed arrays | count, elements | [`wire::packed`] | [`wire::gen_packed`] |
//! | PackedByteArray | count, bytes, padding | [`wire::packed_bytes`] | [`wire::gen_packed_bytes`] |
//! | PackedStringArray | count, strings with NUL | [`wire::packed_strings`] | [`wire::gen_packed_strings`] |
//! | Image, InputEvent | Godot 2 | [`wire::image`], [`wire::input_event`] | [`wire::gen_image`], [`wire::gen_input_event`] |
//!
//! [`Table`] has the type ids, with a column for each generation.

pub mod convert;
mod declared;
pub(crate) mod decode;
pub mod detect;
mod dialect;
mod encode;
pub mod format;
pub mod frame;
mod generalized;
#[cfg(feature = "arbitrary")]
pub mod generate;
mod ids;
#[cfg(feature = "json")]
pub mod json;
mod layout;
mod model;
pub(crate) mod path;
pub(crate) mod releases;
#[cfg(feature = "serde")]
mod serde_bridge;
#[cfg(feature = "serde")]
pub mod serde_mapping;
mod skip;
pub mod stream;
pub mod text;
mod type_rows;
mod types;
mod view;
pub mod wire;

/// Dictionaries: entries by key, and iterators.
pub mod dictionary {
    pub use super::Dictionary;
    pub use super::model::DictionaryKey;
    pub use super::model::entry::{Entry, IntoIter, Iter, IterMut};
}

/// The contents of values in a few shapes, for code that handles all types of one shape in the same way: vectors, matrices
/// and colors as numbers with names, packed arrays as numbers, and so on.
///
/// ```
/// use gamewire::godot::shape::Leaf;
/// use gamewire::godot::{Variant, Vector2};
///
/// let value = Variant::from(Vector2::new(1.5, 2.0));
/// let Leaf::Structure(structure) = value.leaf() else { panic!("a vector consists of numbers") };
/// let fields = value.kind().numeric().unwrap().fields.iter().map(|field| field.name);
/// let numbers: Vec<_> = fields.zip(structure.numbers().reals()).collect();
/// assert_eq!(numbers, [("x", 1.5), ("y", 2.0)]);
/// // And back.
/// assert_eq!(Variant::from_numbers(value.kind(), structure.numbers()), Some(value));
/// ```
pub mod shape {
    pub use super::model::components::Field;
    pub use super::model::leaf::{Leaf, Numeric, PackedNumbers};
    pub use super::model::numbers::{NumberType, Numbers, StructureNumbers};
}

pub use crate::variant;
pub use crate::verdict::Verdict;
pub use convert::{Converter, convert};
pub use declared::DeclaredTypeError;
pub use decode::{Decoder, parse_variant};
pub use detect::{Detection, Detector, detect, parse_any};
pub use dialect::{Dialect, OldNodePath, Precision};
pub use encode::{Encoder, encode_variant};
pub use frame::Framing;
pub use ids::{Kind, Table};
pub use model::*;
pub use path::{diff, diff_each};
#[cfg(feature = "serde")]
pub use serde_bridge::{SerdeError, from_slice, from_variant, to_variant, to_vec};
pub use type_rows::TypeRow;
pub use view::{
    ArrayView, ArrayViewIter, DictionaryView, DictionaryViewIter, ObjectView, ObjectViewIter, OwnedView,
    Storage, VariantView,
};
