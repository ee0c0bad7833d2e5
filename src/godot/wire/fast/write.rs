//! Writing values in loops that keep their output, with the headers of the commonest values in one write with what
//! follows.
//!
//! | here | writes as |
//! |------|-----------|
//! | [`AnyValue::write`] | [`gen_variant`](super::super::gen_variant): header, then payload |
//! | `write_array`, `write_dictionary`, `write_object` | [`gen_array`](super::super::gen_array), [`gen_dictionary`](super::super::gen_dictionary), [`gen_object`](super::super::gen_object) |

use std::io::Write;

use cookie_factory::WriteContext;
use cookie_factory::sequence::pair;

use super::super::array::{gen_array_header, header_of_array};
use super::super::dictionary::{gen_dictionary_header, header_of_dictionary, show_key};
use super::super::header::{common, gen_header, writes_doubles};
use super::super::number::{count_word, is_beyond_narrow, is_wide_float};
use super::super::object::gen_object_header;
use super::super::payload::{gen_leaf, header_of};
use super::super::text::gen_text;
use super::super::{Cx, Header};
use super::read::AnyValue;
use super::text::{Short, joined};
use crate::godot::dialect::IntRule;
use crate::godot::ids::Kind;
use crate::godot::model::{Array, Dictionary, Object, ObjectData, Real, Text, Variant, Vector2, Vector3};
use crate::grammar::run;
use crate::sink::{Gen, put};
use crate::trace::{Part, Trace};

impl AnyValue {
    /// A value.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn write<W: Write, T: Trace>(
        cx: &Cx<'_, T>,
        value: &Variant<'_>,
        out: &mut WriteContext<W>,
    ) -> Gen {
        // Every arm is a call, so that this function, which is on the stack once per level of nesting, keeps nothing there.
        match value {
            Variant::Nil => put(out, &common::NIL.to_le_bytes()),
            Variant::Bool(value) => put(out, &joined(common::BOOL, (*value).into())),
            Variant::Int(value) => write_int(cx, *value, out),
            Variant::Float(value) => write_float(cx, *value, out),
            Variant::String(text) => write_text(cx, text, out),
            Variant::Vector2(v) if !writes_doubles(&cx.rules.dialect) => write_vector2(cx, v, out),
            Variant::Vector3(v) if !writes_doubles(&cx.rules.dialect) => write_vector3(cx, v, out),
            Variant::Array(array) => write_array(cx, array, out),
            Variant::Dictionary(dictionary) => write_dictionary(cx, dictionary, out),
            Variant::Object(Object::Full(data)) => write_object(cx, value, data, out),
            leaf => write_leaf(cx, leaf, out),
        }
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn write_int<W: Write, T: Trace>(cx: &Cx<'_, T>, value: i64, out: &mut WriteContext<W>) -> Gen {
    match (cx.rules.dialect.ints, i32::try_from(value)) {
        (IntRule::ByRange | IntRule::Always32, Ok(narrow)) => {
            put(out, &joined(common::INT, narrow.cast_unsigned()))
        }
        (IntRule::Always32, Err(_)) => write_leaf(cx, &Variant::Int(value), out),
        (IntRule::ByRange, Err(_)) | (IntRule::Always64, _) => {
            put_wide(common::WIDE_INT, value.to_le_bytes(), out)
        }
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn write_float<W: Write, T: Trace>(cx: &Cx<'_, T>, value: f64, out: &mut WriteContext<W>) -> Gen {
    if is_wide_float(cx.rules.dialect.ints, value) {
        return put_wide(common::WIDE_FLOAT, value.to_le_bytes(), out);
    }
    if is_beyond_narrow(cx.rules.dialect.ints, value) {
        return write_leaf(cx, &Variant::Float(value), out);
    }
    put(out, &joined(common::FLOAT, f32::from_f64(value).to_bits()))
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn write_vector2<W: Write, T: Trace>(cx: &Cx<'_, T>, v: &Vector2, out: &mut WriteContext<W>) -> Gen {
    put_reals(Header::new(cx, Kind::Vector2, 0)?, [v.x, v.y], out)
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn write_vector3<W: Write, T: Trace>(cx: &Cx<'_, T>, v: &Vector3, out: &mut WriteContext<W>) -> Gen {
    put_reals(Header::new(cx, Kind::Vector3, 0)?, [v.x, v.y, v.z], out)
}

/// Header word and eight bytes.
#[cfg_attr(not(debug_assertions), inline(always))]
fn put_wide<W: Write>(head: u32, bytes: [u8; 8], out: &mut WriteContext<W>) -> Gen {
    let [a, b] = [bytes.first_chunk(), bytes.last_chunk()].map(|half| half.copied().unwrap_or([0; 4]));
    put(out, [head.to_le_bytes(), a, b].as_flattened())
}

/// Header word and components of 32 bits.
#[cfg_attr(not(debug_assertions), inline(always))]
fn put_reals<W: Write, const N: usize>(header: Header, reals: [f32; N], out: &mut WriteContext<W>) -> Gen {
    let head = header.word.to_le_bytes();
    let reals = reals.map(f32::to_le_bytes);
    match reals.as_slice() {
        [x, y] => put(out, [head, *x, *y].as_flattened()),
        [x, y, z] => put(out, [head, *x, *y, *z].as_flattened()),
        reals => put(out, &head).and_then(|()| put(out, reals.as_flattened())),
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn write_text<W: Write, T: Trace>(cx: &Cx<'_, T>, text: &Text<'_>, out: &mut WriteContext<W>) -> Gen {
    match Short::of(text) {
        Some(short) => short.r#gen(common::STRING, out),
        None => write_long_text(cx, text, out),
    }
}

#[inline(never)]
fn write_long_text<W: Write, T: Trace>(cx: &Cx<'_, T>, text: &Text<'_>, out: &mut WriteContext<W>) -> Gen {
    run(out, pair(gen_header(Header::new(cx, Kind::String, 0)?), gen_text(*cx, text)))
}

/// A value without values inside, by the grammar.
#[inline(never)]
fn write_leaf<W: Write, T: Trace>(cx: &Cx<'_, T>, leaf: &Variant<'_>, out: &mut WriteContext<W>) -> Gen {
    let header = header_of(cx, leaf)?;
    run(out, pair(gen_header(header), gen_leaf(*cx, header, leaf)))
}

#[inline(never)]
#[allow(clippy::question_mark)] // Once per level of nesting on the stack, where `?` takes more room.
fn write_array<W: Write, T: Trace>(cx: &Cx<'_, T>, array: &Array<'_>, out: &mut WriteContext<W>) -> Gen {
    let begun = match array.plain() {
        Some(items) => begin(cx, Kind::Array, items.len(), out),
        None => write_array_header(cx, array, out),
    };
    if begun.is_err() {
        return begun;
    }
    write_elements(cx, array, out)
}

/// Writes the header word and the count of a container with neither declared types nor a shared bit.
#[cfg_attr(not(debug_assertions), inline(always))]
fn begin<W: Write, T: Trace>(cx: &Cx<'_, T>, kind: Kind, count: usize, out: &mut WriteContext<W>) -> Gen {
    put(out, &joined(Header::new(cx, kind, 0)?.word, count_word(cx, count)?))
}

/// Writes the fields before the elements of an array with a declared type or a shared bit.
#[inline(never)]
fn write_array_header<W: Write, T: Trace>(
    cx: &Cx<'_, T>,
    array: &Array<'_>,
    out: &mut WriteContext<W>,
) -> Gen {
    let header = header_of_array(cx, array)?;
    run(out, pair(gen_header(header), gen_array_header(*cx, array)))
}

#[cfg_attr(not(debug_assertions), inline(always))]
#[allow(clippy::question_mark)] // Once per level of nesting on the stack, where `?` takes more room.
fn write_elements<W: Write, T: Trace>(
    cx: &Cx<'_, T>,
    items: &[Variant<'_>],
    out: &mut WriteContext<W>,
) -> Gen {
    if items.is_empty() {
        return Ok(());
    }
    let inner = match cx.deeper_out() {
        Ok(inner) => inner,
        Err(refusal) => return Err(refusal),
    };
    for (index, item) in items.iter().enumerate() {
        inner.enter(Part::Index(index));
        let result = AnyValue::write(&inner, item, out);
        if result.is_err() {
            return result;
        }
        inner.leave();
    }
    Ok(())
}

#[inline(never)]
#[allow(clippy::question_mark)] // Once per level of nesting on the stack, where `?` takes more room.
fn write_dictionary<W: Write, T: Trace>(
    cx: &Cx<'_, T>,
    dictionary: &Dictionary<'_>,
    out: &mut WriteContext<W>,
) -> Gen {
    let begun = match dictionary.plain() {
        Some(pairs) => begin(cx, Kind::Dictionary, pairs.len(), out),
        None => write_dictionary_header(cx, dictionary, out),
    };
    if begun.is_err() {
        return begun;
    }
    write_pairs(cx, dictionary.as_slice(), out)
}

/// Writes the fields before the pairs of a dictionary with declared types or a shared bit.
#[inline(never)]
fn write_dictionary_header<W: Write, T: Trace>(
    cx: &Cx<'_, T>,
    dictionary: &Dictionary<'_>,
    out: &mut WriteContext<W>,
) -> Gen {
    let header = header_of_dictionary(cx, dictionary)?;
    run(out, pair(gen_header(header), gen_dictionary_header(*cx, dictionary)))
}

#[cfg_attr(not(debug_assertions), inline(always))]
#[allow(clippy::question_mark)] // Once per level of nesting on the stack, where `?` takes more room.
fn write_pairs<W: Write, T: Trace>(
    cx: &Cx<'_, T>,
    pairs: &[(Variant<'_>, Variant<'_>)],
    out: &mut WriteContext<W>,
) -> Gen {
    if pairs.is_empty() {
        return Ok(());
    }
    let inner = match cx.deeper_out() {
        Ok(inner) => inner,
        Err(refusal) => return Err(refusal),
    };
    for (index, (key, entry)) in pairs.iter().enumerate() {
        inner.enter(Part::Key(index));
        // Nearly all keys are text. A second copy of everything would be too much for the loop.
        let result = match key {
            Variant::String(text) => write_text(&inner, text, out),
            key => write_other_key(&inner, key, out),
        };
        if result.is_err() {
            return result;
        }
        inner.leave();
        show_key(&inner, key);
        inner.enter(Part::Value(index));
        let result = AnyValue::write(&inner, entry, out);
        if result.is_err() {
            return result;
        }
        inner.leave();
    }
    Ok(())
}

#[inline(never)]
fn write_other_key<W: Write, T: Trace>(cx: &Cx<'_, T>, key: &Variant<'_>, out: &mut WriteContext<W>) -> Gen {
    AnyValue::write(cx, key, out)
}

#[inline(never)]
fn write_object<W: Write, T: Trace>(
    cx: &Cx<'_, T>,
    value: &Variant<'_>,
    data: &ObjectData<'_>,
    out: &mut WriteContext<W>,
) -> Gen {
    let mut result = write_object_header(cx, value, data, out);
    for (name, property) in &data.properties {
        if result.is_ok() {
            result = write_property(cx, name, property, out);
        }
    }
    result
}

#[inline(never)]
fn write_object_header<W: Write, T: Trace>(
    cx: &Cx<'_, T>,
    value: &Variant<'_>,
    data: &ObjectData<'_>,
    out: &mut WriteContext<W>,
) -> Gen {
    let header = header_of(cx, value)?;
    run(out, pair(gen_header(header), gen_object_header(*cx, data)))
}

/// A property: its name, and its value one level deeper.
#[allow(clippy::question_mark)] // Once per level of nesting on the stack, where `?` takes more room.
fn write_property<W: Write, T: Trace>(
    cx: &Cx<'_, T>,
    name: &Text<'_>,
    value: &Variant<'_>,
    out: &mut WriteContext<W>,
) -> Gen {
    let result = run(out, gen_text(*cx, name));
    if result.is_err() {
        return result;
    }
    let inner = match cx.deeper_out() {
        Ok(inner) => inner,
        Err(refusal) => return Err(refusal),
    };
    inner.enter(Part::Named(name.as_str().unwrap_or_default()));
    let result = AnyValue::write(&inner, value, out);
    if result.is_ok() {
        inner.leave();
    }
    result
}
