//! The wire format, one file per family of types. `parse_x` and `gen_x` of a type stand one above the other,
//! under the table of their layout, with the fields in the same order.
//!
//! Sizes in the tables are bytes; `R` is the size of a component, 4, or 8 where components are double. All
//! numbers are little-endian. Positions count from behind the header word.

mod again;
mod build;
mod color;
mod container;
mod dictionary;
mod double;
mod duplicates;
mod geometry;
mod leaf;
mod legacy;
mod matrix;
mod node_path;
mod object;
mod packed;
mod prim;
mod text;
mod typed_array;
mod variant;
mod vector;
mod words;

pub(crate) use again::Again;
pub(crate) use build::{Borrow, Build, Check, Own, Values};
pub use color::{color, gen_color};
pub use container::{gen_element_type, parse_element_type};
pub(crate) use duplicates::resolve;
pub use geometry::{
    aabb, gen_aabb, gen_plane, gen_quaternion, gen_rect2, gen_rect2i, plane, quaternion, rect2, rect2i,
};
pub use legacy::{gen_image, gen_input_event, parse_image, parse_input_event};
pub use matrix::{
    basis, gen_basis, gen_projection, gen_transform2d, gen_transform3d, projection, transform2d, transform3d,
};
pub use node_path::{gen_node_path, parse_node_path};
pub use object::{gen_object_id, gen_rid, gen_signal, parse_object_id, parse_rid, parse_signal};
pub use packed::{
    gen_packed, gen_packed_bytes, gen_packed_strings, parse_packed, parse_packed_bytes, parse_packed_strings,
};
pub use prim::{
    Header, gen_bool, gen_float, gen_header, gen_int, parse_bool, parse_float, parse_header, parse_int,
};
pub(crate) use text::is_loose_text;
pub use text::{gen_text, parse_text};
pub(crate) use variant::AnyValue;
pub use variant::{gen_variant, parse_variant};
pub use vector::{
    gen_vector2, gen_vector2i, gen_vector3, gen_vector3i, gen_vector4, gen_vector4i, vector2, vector2i,
    vector3, vector3i, vector4, vector4i,
};

use super::dialect::Dialect;
use crate::trace::Silent;

/// The context of Godot's parsers and generators.
pub type Cx<'c, T = Silent> = crate::cx::Cx<'c, Rules, T>;

/// What a reader or writer is told beside the limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// Whose bytes they are.
    pub dialect: Dialect,
    /// Whether whole objects are read. Engines refuse them by default, since they build code from them.
    pub objects: bool,
    /// Whether entries with the same key are all kept, instead of becoming one as in the engine.
    pub keep_duplicates: bool,
}

impl From<Dialect> for Rules {
    /// The defaults: objects refused, duplicate keys resolved.
    fn from(dialect: Dialect) -> Self {
        Self { dialect, objects: false, keep_duplicates: false }
    }
}
