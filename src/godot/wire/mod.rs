//! The wire format: a nom parser and a cookie-factory serializer for each type. Use them to build a parser of your own
//! format that contains Godot values.
//!
//! A type is two functions: `x(cx)` returns the parser, and `gen_x` the serializer, with the same fields in the same order,
//! under the table of the layout. Where both are written at once, `gen_x` writes the header, too: ints, floats, Strings and
//! containers. To learn how they work, begin with
//! [`examples/minimal.rs`](crate::godot::format::minimal): the types of Godot 3 in plain nom and cookie-factory, in 250
//! lines. This module has the same parsers with more features:
//!
//! - errors with the offset, the path and the reason: [`Fault`],
//!   [`DecodeError`](crate::DecodeError);
//! - events during reading, which explanations are made from: [`trace`](crate::trace);
//! - [limits](crate::limits) of depth and memory, and the check of counts before memory is allocated for them:
//!   [`Cx::promise`](crate::grammar::Cx::promise);
//! - the rules of each generation and release, full objects, and text that is not UTF-8: [`Dialect`], [`Rules`];
//! - the merging of entries with equal keys, as in the engine: [`Rules::keep_duplicates`].
//!
//! Sizes in the tables are in bytes. `R` is the size of a component: 4, or 8 if the components are 64-bit floats. The
//! dialect and the header decide this. All numbers are little-endian. Positions are counted from the end of the header
//! word (except in [`header`] and [`variant`]), so they are 4 less than on the pages of the
//! [format](crate::godot::format), which count from the start of the value.
//!
//! | file | holds |
//! |------|-------|
//! | this one | the word that every value begins with, the tables of types in reading and in writing, and the types of one number: RIDs, ids of objects, signals |
//! | `number`, `text`, `geometry` | bool, int, float; the string block; vectors, matrices and colors |
//! | `node_path`, `packed`, `legacy` | paths; packed arrays; Godot 2's images and events |
//! | `container` | types that contain other values |
//! | `words` | what explanations say about the fields |
//!
//! Part of the [grammar layer](crate#the-grammar-layer), which may change in minor releases.

mod container;
mod geometry;
mod legacy;
mod node_path;
mod number;
mod packed;
mod text;
mod words;

use std::io::Write;
use std::mem;

use cookie_factory::sequence::pair;
use cookie_factory::{GenError, GenResult, SerializeFn, WriteContext};
use nom::Err;

pub use container::*;
pub use geometry::*;
pub use legacy::*;
pub use node_path::*;
pub use number::*;
pub use packed::*;
pub use text::*;

use super::dialect::{Dialect, HeaderRule, Precision, RealRule};
use super::ids::{Doubles, Kind, everywhere};
use super::model::{Color, Double, Object, Rid, Signal, Variant, Vector2, Vector3, Vector4};
use crate::error::{DecodeErrorKind, EncodeErrorKind};
use crate::grammar::{
    self, Fault, Parse, Read, fail_after, field, le_u32, le_u64, map, part, reading, slice,
};
use crate::trace::{Silent, Trace};

/// The context of Godot's parsers and serializers.
pub type Cx<'c, T = Silent> = grammar::Cx<'c, Rules, T>;

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

impl grammar::Rules for Rules {
    type Scratch = ();
}

impl From<Dialect> for Rules {
    /// Uses the defaults: full objects are rejected, and entries with the same key are merged.
    fn from(dialect: Dialect) -> Self {
        Self { dialect, objects: false, keep_duplicates: false }
    }
}

impl<'c, T: Trace> Cx<'c, T> {
    /// Returns the dialect of the bytes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn dialect(self) -> &'c Dialect {
        &self.rules().dialect
    }
}

/// A header word: the type of the value, and the flags that decide the layout of its payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// The type of the value.
    pub kind: Kind,
    /// The whole word, flags included.
    pub word: u32,
}

/// Bit 16 of a header.
pub(super) const WIDE: u32 = 1 << 16;

/// Reads the word that every value begins with: the type and the flags.
///
/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | 1    | type id |
/// | 1  | 1    | ignored, written 0 |
/// | 2  | 2    | flags |
///
/// | flag bit | in values of type | means |
/// |---------:|-------------------|-------|
/// | 16       | int, float        | the number takes 8 bytes |
/// | 16       | Object            | only the id of the object follows |
/// | 16       | vectors, matrices and the like, packed arrays of vectors (Godot 4) | components take 8 bytes |
/// | 16, 17   | Array (Godot 4.3), keys of a Dictionary (Godot 4.4) | how the element type is given |
/// | 18, 19   | values of a Dictionary (Godot 4.4) | the same |
///
/// In Godot 2 the whole word is the id.
pub fn header<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Header> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    move |i: &'a [u8]| {
        let (rest, word) = le_u32(i)?;
        let [id, ..] = word.to_le_bytes();
        match cx.dialect().kind(id) {
            Some(kind) if flags_are_known(cx.dialect(), kind, word) => {
                let header = Header { kind, word };
                if T::ENABLED {
                    words::row_of_header(cx, i, rest, header);
                    cx.go_on(rest)?;
                }
                Ok((rest, header))
            }
            _ => fail_after(i, rest, unknown_type(cx.dialect(), word)),
        }
    }
}
/// Mirrors [`header`]: writes the header of a type of the dialect with these flags.
pub fn gen_header<T: Trace, W: Write>(cx: Cx<'_, T>, kind: Kind, flags: u32) -> impl SerializeFn<W> {
    move |out| gen_words([header_word(cx, kind)? | flags])(out)
}
#[cfg_attr(not(debug_assertions), inline(always))]
fn header_word<T: Trace>(cx: Cx<'_, T>, kind: Kind) -> Result<u32, GenError> {
    match cx.dialect().id(kind) {
        Some(id) => Ok(id.into()),
        None => cx.refuse(EncodeErrorKind::NotInDialect { kind: kind.name(), dialect: cx.dialect().name }),
    }
}
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn flags_are_known(dialect: &Dialect, kind: Kind, word: u32) -> bool {
    match dialect.header {
        _ if word >> 8 == 0 => true,
        HeaderRule::LowByte => true,
        HeaderRule::WholeWord => false,
        HeaderRule::WholeWordOr64 => matches!(kind, Kind::Int | Kind::Float) && word >> 8 == WIDE >> 8,
    }
}
#[cold]
fn unknown_type(dialect: &Dialect, word: u32) -> DecodeErrorKind {
    let [id, ..] = word.to_le_bytes();
    match dialect.header {
        HeaderRule::LowByte => DecodeErrorKind::UnknownType { id: id.into(), dialect: dialect.name() },
        HeaderRule::WholeWord | HeaderRule::WholeWordOr64 => match dialect.kind(id) {
            Some(_) => DecodeErrorKind::UnknownFlags { header: word },
            None => DecodeErrorKind::UnknownType { id: word, dialect: dialect.name() },
        },
    }
}

// The header words of the types that have the same id in every dialect.
pub(super) const NIL: u32 = everywhere(Kind::Nil) as u32;
pub(super) const BOOL: u32 = everywhere(Kind::Bool) as u32;
pub(super) const INT: u32 = everywhere(Kind::Int) as u32;
pub(super) const WIDE_INT: u32 = INT | WIDE;
pub(super) const FLOAT: u32 = everywhere(Kind::Float) as u32;
pub(super) const WIDE_FLOAT: u32 = FLOAT | WIDE;
pub(super) const STRING: u32 = everywhere(Kind::String) as u32;
pub(super) const VECTOR2: u32 = everywhere(Kind::Vector2) as u32;

impl Header {
    /// Returns whether bit 16 is set.
    pub fn is_wide(self) -> bool {
        self.word & WIDE != 0
    }

    /// Returns whether the components of the value take eight bytes.
    pub fn has_wide_components(self, dialect: &Dialect) -> bool {
        match dialect.reals {
            RealRule::Single => false,
            RealRule::Flagged => self.is_wide() && self.kind.doubles() == Doubles::Flagged,
            RealRule::Double => self.kind.doubles() != Doubles::Never,
        }
    }
}

/// Returns whether the dialect writes values of this type with 64-bit components.
pub(super) fn writes_wide_components(dialect: &Dialect, kind: Kind) -> bool {
    dialect.precision == Precision::Double
        && match kind.doubles() {
            Doubles::Never => false,
            Doubles::Flagged => true,
            Doubles::Documented => dialect.reals == RealRule::Double,
        }
}

/// Reads a value: the header and the payload.
///
/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | 4    | [`header`]: type id and flags |
/// | 4  | ..   | the payload of that type |
///
/// ```
/// use gamewire::godot::{Dialect, Variant, wire};
/// use gamewire::limits::Limits;
/// use gamewire::grammar::Settings;
/// use nom::{Parser, bytes::complete::tag, multi::many0, sequence::preceded};
///
/// // Embedded in a grammar of your own: values after a magic number.
/// let rules = Dialect::GODOT_3.into();
/// let settings = Settings::new(&rules, Limits::GODOT);
/// let mut message = preceded(tag(&b"SAVE"[..]), many0(wire::variant(settings.cx())));
/// let (rest, values) = message.parse(b"SAVE\x02\0\0\0\x07\0\0\0\0\0\0\0!").unwrap();
/// assert_eq!((values, rest), (vec![Variant::Int(7), Variant::Nil], &b"!"[..]));
/// ```
pub fn variant<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Variant> {
    move |i: &'a [u8]| {
        let mut x = Variant::Nil;
        let (i, ()) = put(cx, i, &mut x)?;
        Ok((i, x))
    }
}
/// Reads a value into its place, which holds null.
#[cfg_attr(not(debug_assertions), inline(always))]
fn put<'a, T: Trace>(cx: Cx<'_, T>, i: &'a [u8], place: &mut Variant) -> Read<'a, ()> {
    match common(cx, i, place) {
        Some(rest) => Ok((rest, ())),
        None => put_any(cx, i, place),
    }
}
fn put_any<'a, T: Trace>(cx: Cx<'_, T>, i: &'a [u8], place: &mut Variant) -> Read<'a, ()> {
    let (i, header) = header(cx)(i)?;
    let is_full = cx.dialect().objects && !header.is_wide();
    let read = match header.kind {
        Kind::Array => fill(place, array(cx, header)(i), Variant::Array),
        Kind::Dictionary => fill(place, dictionary(cx, header)(i), Variant::Dictionary),
        Kind::Object if is_full && cx.rules().objects => fill(place, object(cx)(i), Variant::Object),
        Kind::Object if is_full => {
            Err(Err::Error(Fault::new(i.len() + 4, 4, DecodeErrorKind::ObjectsRefused)))
        }
        _ => fill(place, leaf(cx, header, i), |x| x),
    };
    match read {
        Ok(read) => Ok(read),
        Err(error) => Err(reading(error, cx.dialect().table.name(header.kind))),
    }
}
/// Makes a value of what was read, in a place that holds null, so that nothing has to be dropped.
#[cfg_attr(not(debug_assertions), inline(always))]
fn fill<'a, X>(place: &mut Variant, read: Read<'a, X>, make: impl FnOnce(X) -> Variant) -> Read<'a, ()> {
    let (i, x) = read?;
    mem::forget(mem::replace(place, make(x)));
    Ok((i, ()))
}

/// The only shortcut of reading values: the most common ones, whose header word is nearly all that there is to know. It saves
/// the look-up of the type, and two moves of the value through memory. It may be deleted without a change in any answer.
#[cfg_attr(not(debug_assertions), inline(always))]
fn common<'a, T: Trace>(cx: Cx<'_, T>, i: &'a [u8], place: &mut Variant) -> Option<&'a [u8]> {
    if T::ENABLED {
        return None;
    }
    let (i, word) = le_u32(i).ok()?;
    let dialect = cx.dialect();
    let read = match word {
        NIL => Ok((i, ())),
        BOOL => fill(place, boolean(cx)(i), Variant::Bool),
        INT => fill(place, int(cx, false)(i), Variant::Int),
        WIDE_INT if flags_are_known(dialect, Kind::Int, word) => fill(place, int(cx, true)(i), Variant::Int),
        FLOAT => fill(place, float(cx, false)(i), Variant::Float),
        WIDE_FLOAT if flags_are_known(dialect, Kind::Float, word) => {
            fill(place, float(cx, true)(i), Variant::Float)
        }
        STRING => fill(place, text(cx)(i), Variant::String),
        VECTOR2 if dialect.reals != RealRule::Double => fill(place, vector2(cx)(i), Variant::Vector2),
        _ if dialect.reals != RealRule::Double && dialect.id(Kind::Vector3).map(u32::from) == Some(word) => {
            fill(place, vector3(cx)(i), Variant::Vector3)
        }
        _ => return None,
    };
    Some(read.ok()?.0)
}
/// Reads the payload of a value that contains no values.
#[inline(never)] // Its variables would take stack at each level of nesting.
fn leaf<'a, T: Trace>(cx: Cx<'_, T>, header: Header, i: &'a [u8]) -> Read<'a, Variant> {
    use Variant as V;
    let wide = header.has_wide_components(cx.dialect());
    match header.kind {
        Kind::Nil => Ok((i, V::Nil)),
        Kind::Bool => map(boolean(cx), V::Bool)(i),
        Kind::Int => map(int(cx, header.is_wide()), V::Int)(i),
        Kind::Float => map(float(cx, header.is_wide()), V::Float)(i),
        Kind::String => map(text(cx), V::String)(i),
        Kind::StringName => map(text(cx), V::StringName)(i),
        Kind::NodePath => map(node_path(cx), |x| V::NodePath(Box::new(x)))(i),
        Kind::Vector2 => reals(wide, vector2::<f32, T>(cx), vector2::<f64, T>(cx))(i),
        Kind::Vector3 => reals(wide, vector3::<f32, T>(cx), vector3::<f64, T>(cx))(i),
        Kind::Rect2 => reals(wide, rect2::<f32, T>(cx), rect2::<f64, T>(cx))(i),
        Kind::Vector4 => reals(wide, vector4::<f32, T>(cx), vector4::<f64, T>(cx))(i),
        Kind::Transform2D => reals(wide, transform2d::<f32, T>(cx), transform2d::<f64, T>(cx))(i),
        Kind::Plane => reals(wide, plane::<f32, T>(cx), plane::<f64, T>(cx))(i),
        Kind::Quaternion => reals(wide, quaternion::<f32, T>(cx), quaternion::<f64, T>(cx))(i),
        Kind::Aabb => reals(wide, aabb::<f32, T>(cx), aabb::<f64, T>(cx))(i),
        Kind::Basis => reals(wide, basis::<f32, T>(cx), basis::<f64, T>(cx))(i),
        Kind::Transform3D => reals(wide, transform3d::<f32, T>(cx), transform3d::<f64, T>(cx))(i),
        Kind::Projection => reals(wide, projection::<f32, T>(cx), projection::<f64, T>(cx))(i),
        Kind::Color => reals(wide, color::<f32, T>(cx), color::<f64, T>(cx))(i),
        Kind::Vector2i => map(vector2i(cx), V::Vector2i)(i),
        Kind::Vector3i => map(vector3i(cx), V::Vector3i)(i),
        Kind::Vector4i => map(vector4i(cx), V::Vector4i)(i),
        Kind::Rect2i => map(rect2i(cx), V::Rect2i)(i),
        Kind::Rid => map(rid(cx), V::Rid)(i),
        Kind::Callable => Ok((i, V::Callable)),
        Kind::Signal => map(signal(cx), |x| V::Signal(Box::new(x)))(i),
        Kind::Object if !cx.dialect().objects => Ok((i, V::Object(Object::Null))),
        Kind::Object => map(object_id(cx), |id| V::Object(Object::Id(id)))(i),
        Kind::Image => map(image(cx), |x| V::Image(x.into()))(i),
        Kind::InputEvent => map(input_event(cx), V::InputEvent)(i),
        Kind::PackedByteArray => map(packed_bytes(cx), V::PackedByteArray)(i),
        Kind::PackedInt32Array => map(packed(cx), V::PackedInt32Array)(i),
        Kind::PackedInt64Array => map(packed(cx), V::PackedInt64Array)(i),
        Kind::PackedFloat32Array => reals(wide, packed::<f32, T>(cx), packed::<f64, T>(cx))(i),
        Kind::PackedFloat64Array => map(packed(cx), V::PackedFloat64Array)(i),
        Kind::PackedStringArray => map(packed_strings(cx), V::PackedStringArray)(i),
        Kind::PackedVector2Array => reals(wide, packed::<Vector2, T>(cx), packed::<Vector2<f64>, T>(cx))(i),
        Kind::PackedVector3Array => reals(wide, packed::<Vector3, T>(cx), packed::<Vector3<f64>, T>(cx))(i),
        Kind::PackedVector4Array => reals(wide, packed::<Vector4, T>(cx), packed::<Vector4<f64>, T>(cx))(i),
        Kind::PackedColorArray => reals(wide, packed::<Color, T>(cx), packed::<Color<f64>, T>(cx))(i),
        // `put` reads these.
        Kind::Array | Kind::Dictionary => fail_after(i, i, unknown_type(cx.dialect(), header.word)),
    }
}

/// Reads the payload of a type whose components have 32 or 64 bits.
fn reals<'a, N: Into<Variant>, D: Into<Double>>(
    wide: bool,
    narrow: impl Parse<'a, N>,
    double: impl Parse<'a, D>,
) -> impl Parse<'a, Variant> {
    move |i: &'a [u8]| match wide {
        true => map(&double, |x| Variant::from(x.into()))(i),
        false => map(&narrow, Into::into)(i),
    }
}

/// Writes a value, in the layout of [`variant`].
///
/// ```
/// use cookie_factory::{combinator::slice, gen_simple, sequence::tuple};
/// use gamewire::godot::{Dialect, Variant, wire};
/// use gamewire::limits::Limits;
/// use gamewire::grammar::Settings;
///
/// let rules = Dialect::GODOT_3.into();
/// let settings = Settings::new(&rules, Limits::GODOT);
/// let message = tuple((slice(b"SAVE"), wire::gen_variant(settings.cx(), &Variant::Int(7))));
/// assert_eq!(gen_simple(message, Vec::new()).unwrap(), b"SAVE\x02\0\0\0\x07\0\0\0");
/// ```
pub fn gen_variant<T: Trace, W: Write>(cx: Cx<'_, T>, x: &Variant) -> impl SerializeFn<W> {
    use Variant as V;
    #[cfg_attr(not(debug_assertions), inline(always))]
    move |out: WriteContext<W>| match x {
        V::Nil => gen_words([NIL])(out),
        V::Bool(x) => gen_words([BOOL, (*x).into()])(out),
        V::Int(x) => gen_int(cx, *x)(out),
        V::Float(x) => gen_float(cx, *x)(out),
        V::String(x) => gen_headed_text(cx, x)(out),
        // These two are here for speed: `gen_leaf` writes them, too.
        V::Vector2(v) if cx.dialect().precision == Precision::Single => {
            gen_words([VECTOR2, v.x.to_bits(), v.y.to_bits()])(out)
        }
        V::Vector3(v) if cx.dialect().precision == Precision::Single => {
            gen_words([header_word(cx, Kind::Vector3)?, v.x.to_bits(), v.y.to_bits(), v.z.to_bits()])(out)
        }
        V::Array(x) => gen_array(cx, x)(out),
        V::Dictionary(x) => gen_dictionary(cx, x)(out),
        V::Object(Object::Full(x)) if cx.dialect().objects => {
            gen_object(cx, x)(gen_header(cx, Kind::Object, 0)(out)?)
        }
        _ => gen_leaf(cx, x, out),
    }
}
/// Writes a value that contains no values.
#[inline(never)] // As `leaf`.
fn gen_leaf<T: Trace, W: Write>(cx: Cx<'_, T>, x: &Variant, out: WriteContext<W>) -> GenResult<W> {
    use Variant as V;
    let kind = x.kind();
    let wide = writes_wide_components(cx.dialect(), kind);
    let flag = if wide && cx.dialect().reals == RealRule::Flagged { WIDE } else { 0 };
    let word = if let V::Object(x) = x { object_word(cx, x)? } else { header_word(cx, kind)? | flag };
    let out = gen_words([word])(out)?;
    match x {
        V::Vector2(x) => gen_vector2(wide, x)(out),
        V::Vector3(x) => gen_vector3(wide, x)(out),
        V::StringName(x) => gen_text(cx, x)(out),
        V::NodePath(x) => gen_node_path(cx, x)(out),
        V::Rect2(x) => gen_rect2(wide, x)(out),
        V::Vector4(x) => gen_vector4(wide, x)(out),
        V::Transform2D(x) => gen_transform2d(wide, x)(out),
        V::Plane(x) => gen_plane(wide, x)(out),
        V::Quaternion(x) => gen_quaternion(wide, x)(out),
        V::Aabb(x) => gen_aabb(wide, x)(out),
        V::Basis(x) => gen_basis(wide, x)(out),
        V::Transform3D(x) => gen_transform3d(wide, x)(out),
        V::Projection(x) => gen_projection(wide, x)(out),
        V::Color(x) => gen_color(wide, x)(out),
        V::Vector2i(x) => gen_vector2i(x)(out),
        V::Vector3i(x) => gen_vector3i(x)(out),
        V::Vector4i(x) => gen_vector4i(x)(out),
        V::Rect2i(x) => gen_rect2i(x)(out),
        V::Rid(x) => gen_rid(cx, *x)(out),
        V::Callable => Ok(out),
        V::Signal(x) => gen_signal(cx, x)(out),
        V::Object(Object::Id(id)) if cx.dialect().objects => gen_object_id(*id)(out),
        V::Object(Object::Null) if cx.dialect().objects => gen_words([0])(out), // An empty class.
        V::Object(_) => Ok(out),
        V::Image(x) => gen_image(cx, x)(out),
        V::InputEvent(x) => gen_input_event(cx, *x)(out),
        V::PackedByteArray(x) => gen_packed_bytes(cx, x)(out),
        V::PackedInt32Array(x) => gen_packed(cx, x)(out),
        V::PackedInt64Array(x) => gen_packed(cx, x)(out),
        V::PackedFloat32Array(x) => gen_packed_reals::<f32, _, _, _>(cx, wide, x)(out),
        V::PackedFloat64Array(x) => gen_packed(cx, x)(out),
        V::PackedStringArray(x) => gen_packed_strings(cx, x)(out),
        V::PackedVector2Array(x) => gen_packed_reals::<f32, _, _, _>(cx, wide, x)(out),
        V::PackedVector3Array(x) => gen_packed_reals::<f32, _, _, _>(cx, wide, x)(out),
        V::PackedVector4Array(x) => gen_packed_reals::<f32, _, _, _>(cx, wide, x)(out),
        V::PackedColorArray(x) => gen_packed_reals::<f32, _, _, _>(cx, wide, x)(out),
        V::Double(x) => gen_double(cx, wide, x)(out),
        // `gen_variant` writes these.
        V::Nil | V::Bool(_) | V::Int(_) | V::Float(_) | V::String(_) | V::Array(_) | V::Dictionary(_) => {
            Ok(out)
        }
    }
}
/// Writes the payload of a value with 64-bit components. In a dialect of single precision, the components are rounded to
/// the nearest ones, as an engine of single precision does.
fn gen_double<T: Trace, W: Write>(cx: Cx<'_, T>, wide: bool, x: &Double) -> impl SerializeFn<W> {
    use Double as D;
    move |out: WriteContext<W>| match x {
        D::Vector2(x) => gen_vector2(wide, x)(out),
        D::Vector3(x) => gen_vector3(wide, x)(out),
        D::Rect2(x) => gen_rect2(wide, x)(out),
        D::Vector4(x) => gen_vector4(wide, x)(out),
        D::Transform2D(x) => gen_transform2d(wide, x)(out),
        D::Plane(x) => gen_plane(wide, x)(out),
        D::Quaternion(x) => gen_quaternion(wide, x)(out),
        D::Aabb(x) => gen_aabb(wide, x)(out),
        D::Basis(x) => gen_basis(wide, x)(out),
        D::Transform3D(x) => gen_transform3d(wide, x)(out),
        D::Projection(x) => gen_projection(wide, x)(out),
        D::Color(x) => gen_color(wide, x)(out),
        D::PackedFloat32Array(x) => gen_packed_reals::<f64, _, _, _>(cx, wide, x)(out),
        D::PackedVector2Array(x) => gen_packed_reals::<f64, _, _, _>(cx, wide, x)(out),
        D::PackedVector3Array(x) => gen_packed_reals::<f64, _, _, _>(cx, wide, x)(out),
        D::PackedVector4Array(x) => gen_packed_reals::<f64, _, _, _>(cx, wide, x)(out),
        D::PackedColorArray(x) => gen_packed_reals::<f64, _, _, _>(cx, wide, x)(out),
    }
}

/// Reads the id of a resource of a server.
///
/// | at | size   | field |
/// |---:|-------:|-------|
/// | 0  | 0 or 8 | id, unsigned; only Godot 4 writes it |
pub fn rid<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Rid> {
    move |i: &'a [u8]| match cx.dialect().rid_number {
        true => map(field(cx, "id", le_u64), Rid)(i),
        false => Ok((i, Rid(0))),
    }
}
/// Mirrors [`rid`].
pub fn gen_rid<T: Trace, W: Write>(cx: Cx<'_, T>, Rid(id): Rid) -> impl SerializeFn<W> {
    move |out| match cx.dialect().rid_number {
        true => slice(id.to_le_bytes())(out),
        false if id == 0 => Ok(out),
        false => cx.refuse(EncodeErrorKind::NotExpressible {
            what: "before Godot 4 a RID has no number; convert to the dialect to drop it",
        }),
    }
}

/// Reads an object that is encoded by its id.
///
/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | 8    | instance id, unsigned; 0 = null |
///
/// This is the form of an Object with header bit 16. In Godot 2 objects have no payload and are null.
pub fn object_id<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, u64> {
    field(cx, words::INSTANCE, le_u64)
}
/// Mirrors [`object_id`].
pub fn gen_object_id<W: Write>(id: u64) -> impl SerializeFn<W> {
    slice(id.to_le_bytes())
}

/// Reads a signal: its name and the id of its object.
///
/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | ..   | string block: name of the signal |
/// | .. | 8    | instance id of its object, unsigned |
pub fn signal<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Signal> {
    move |i: &'a [u8]| {
        let (i, name) = part(cx, "name", text(cx))(i)?;
        let (i, object) = object_id(cx)(i)?;
        Ok((i, Signal { name, object }))
    }
}
/// Mirrors [`signal`].
pub fn gen_signal<T: Trace, W: Write>(cx: Cx<'_, T>, x: &Signal) -> impl SerializeFn<W> {
    pair(gen_text(cx, &x.name), gen_object_id(x.object))
}
