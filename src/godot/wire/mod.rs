//! The wire format: a nom parser and a cookie-factory serializer for each type. Use them to build a parser of your own
//! format that contains Godot values.
//!
//! There is one file for each family of types. It has the table of a type's layout, its grammar (the parser) and its
//! mirror (the serializer), which lists the same fields in the same order.
//!
//! Sizes in the tables are in bytes. `R` is the size of a component: 4, or 8 if the components are 64-bit floats.
//! `payload` decides this from the dialect and the header. All numbers are little-endian. Positions are counted from
//! the end of the header word (except in `header` and `variant`), so they are 4 less than on the pages of the [format](crate::godot::format), which count
//! from the start of the value.
//!
//! | file | holds |
//! |------|-------|
//! | `header` | the word that every value begins with |
//! | `number`, `text` | bool, int, float; the string block |
//! | `vector`, `geometry`, `matrix`, `color` | structures of floats or integers |
//! | `node_path`, `reference`, `legacy` | paths; ids and signals; Godot 2's images and events |
//! | `packed` | packed arrays |
//! | `array`, `dictionary`, `object`, `element_type` | types that contain other values |
//! | `payload` | the choice of the grammar by type |
//! | `variant` | header and payload; the recursion |
//! | `shortcuts` | faster alternatives for the most common values, and for parts of a value that was validated before |
//!
//! # Comparison with a small codec
//!
//! To learn how the grammars work, begin with [`examples/minimal.rs`](crate::godot::format::minimal): the types of
//! Godot 3 in plain nom and cookie-factory, in 250 lines. This module has the same parsers and serializers with more
//! features.
//!
//! The following code compares the two, shortened:
//!
//! ```text
//! array       list(count(), inner)
//!             then(array_header(cx, header), |Announced { count, inner, .. }| each(inner, count, MIN_VALUE, |cx, n| part(cx, Part::Index(n), variant(cx))))
//!     writes  gen_list(x, |x| gen_variant(x, deeper))
//!             pair(gen_array_header(cx, x), gen_deeper(cx, |cx| gen_each(x, |n, x| gen_part(cx, Part::Index(n), gen_variant(cx, x)))))
//!
//! dictionary  list(count(), (inner, inner))
//!             .. each(inner, count, MIN_PAIR, |cx, n| (part(cx, Part::Key(n), variant(cx.keeping(MIN_VALUE))), part(cx, Part::Value(n), variant(cx))))
//!     writes  gen_list(x, |(k, v)| pair(gen_variant(k, deeper), gen_variant(v, deeper)))
//!             .. gen_each(x, |n, (k, v)| gen_both(gen_part(cx, Part::Key(n), gen_variant(cx, k)), gen_part(cx, ValueOf(k), gen_variant(cx, v))))
//!
//! rect2       times(floats)
//!             (member(cx, "position", vector2(cx)), member(cx, "size", vector2(cx)))
//!     writes  many_ref(x, gen_floats)
//!             pair(gen_vector2(&rect.position), gen_vector2(&rect.size))
//!
//! string      le_u32.flat_map(|n| terminated(take(n), take(padding(n))))
//!             byte_length(cx, true).flat_map(|n| terminated(characters(cx, n), padding(cx, n, true)))
//!     writes  tuple((gen_count(n, 0), string(text), gen_padding(n)))
//!             tuple((gen_count(cx, n), slice(text), gen_padding(n)))
//! ```
//!
//! This module adds
//!
//! - errors with the offset, the path and the reason: [`Fault`](crate::error::Fault),
//!   [`DecodeError`](crate::DecodeError);
//! - events during reading, which explanations and the paths of errors are made from: [`trace`](crate::trace);
//! - [limits](crate::limits) of depth and memory, and the check of counts before memory is allocated for them:
//!   [reserved bytes](crate::cx::Cx#reserved-bytes);
//! - the rules of each generation and release, full objects, and text that is not UTF-8: [`Dialect`], [`Rules`];
//! - the merging of entries with equal keys, as in the engine: [`Rules::keep_duplicates`].
//!
//! Part of the [grammar layer](crate#the-grammar-layer), which may change in minor releases.

pub(crate) mod array;
mod color;
mod dictionary;
mod element_type;
mod geometry;
mod header;
mod legacy;
mod matrix;
mod node_path;
mod number;
mod object;
mod packed;
mod payload;
mod reference;
mod shortcuts;
mod text;
mod variant;
mod vector;

pub(super) use array::{SHARED, recounted};
pub use array::{array, gen_array};
pub use color::{color, gen_color};
pub use dictionary::{dictionary, gen_dictionary};
pub use element_type::{element_type, gen_element_type};
pub use geometry::{
    aabb, gen_aabb, gen_plane, gen_quaternion, gen_rect2, gen_rect2i, plane, quaternion, rect2, rect2i,
};
pub use header::{Header, gen_header, header};
pub use legacy::{gen_image, gen_input_event, image, input_event};
pub use matrix::{
    basis, gen_basis, gen_projection, gen_transform2d, gen_transform3d, projection, transform2d, transform3d,
};
pub use node_path::{gen_node_path, node_path};
pub use number::{boolean, float, gen_boolean, gen_float, gen_int, int};
pub use object::{gen_object, object};
pub use packed::{gen_packed, gen_packed_bytes, gen_packed_strings, packed, packed_bytes, packed_strings};
pub(crate) use payload::writes_wide_components;
pub use reference::{gen_object_id, gen_rid, gen_signal, object_id, rid, signal};
pub(crate) use shortcuts::{CheckedReader, has_control};
pub use text::{gen_text, text};
pub use variant::{gen_variant, variant};
pub use vector::{
    gen_vector2, gen_vector2i, gen_vector3, gen_vector3i, gen_vector4, gen_vector4i, vector2, vector2i,
    vector3, vector3i, vector4, vector4i,
};

use super::dialect::Dialect;
use crate::trace::Silent;

/// The context of Godot's parsers and generators.
pub type Cx<'c, T = Silent> = crate::cx::Cx<'c, Rules, T>;

/// The rules of reading and writing, in addition to the limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rules {
    /// The dialect of the bytes.
    pub dialect: Dialect,
    /// Whether full objects are allowed. Engines reject them by default, because reading one creates an object.
    pub objects: bool,
    /// Whether all entries with the same key are kept. By default they are merged, as in the engine.
    pub keep_duplicates: bool,
}

impl From<Dialect> for Rules {
    /// Uses the defaults: full objects are rejected, and entries with the same key are merged.
    fn from(dialect: Dialect) -> Self {
        Self { dialect, objects: false, keep_duplicates: false }
    }
}
