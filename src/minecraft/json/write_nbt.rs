//! Slots and NBT to JSON text. Recursion is as deep as the NBT, 512 at most when it was read.

use std::fmt::Write as _;

use super::pieces::{display, float32, float64, hex, quoted, sequence, string};
use crate::minecraft::model::ItemStack;
use crate::minecraft::nbt::{Compound, JavaStr, List, Nbt, Tag};

pub(super) fn slot(out: &mut String, x: Option<&ItemStack<'_>>) {
    let Some(stack) = x else {
        return out.push_str("null");
    };
    let _ = write!(out, "{{\"id\":{},\"count\":{},\"nbt\":", stack.id, stack.count);
    nbt(out, stack.nbt.as_ref());
    out.push('}');
}

pub(super) fn nbt(out: &mut String, x: Option<&Nbt<'_>>) {
    let Some(nbt) = x else {
        return out.push_str("null");
    };
    out.push_str("{\"name\":");
    text(out, &nbt.name);
    out.push_str(",\"tag\":{\"type\":\"compound\",\"value\":");
    compound(out, &nbt.root);
    out.push_str("}}");
}

fn text(out: &mut String, x: &JavaStr<'_>) {
    match x.to_str() {
        Some(text) if x.is_canonical() => string(out, &text),
        _ => {
            out.push_str("{\"mutf8\":");
            hex(out, x.as_bytes());
            out.push('}');
        }
    }
}

fn compound(out: &mut String, x: &Compound<'_>) {
    sequence(out, x.entries(), |out, (name, value)| {
        out.push('[');
        text(out, name);
        let _ = write!(out, ",{{\"type\":\"{}\",\"value\":", value.id().json_name());
        payload(out, value);
        out.push_str("}]");
    });
}

fn payload(out: &mut String, x: &Tag<'_>) {
    match x {
        Tag::Byte(x) => display(out, x),
        Tag::Short(x) => display(out, x),
        Tag::Int(x) => display(out, x),
        Tag::Long(x) => quoted(out, x),
        Tag::Float(x) => float32(out, *x),
        Tag::Double(x) => float64(out, *x),
        Tag::ByteArray(x) => sequence(out, x.iter(), display),
        Tag::String(x) => text(out, x),
        Tag::List(x) => list(out, x),
        Tag::Compound(x) => compound(out, x),
        Tag::IntArray(x) => sequence(out, x.iter(), display),
        Tag::LongArray(x) => sequence(out, x.iter(), quoted),
    }
}

fn list(out: &mut String, x: &List<'_>) {
    let _ = write!(out, "{{\"type\":\"{}\",\"value\":", x.element_type().json_name());
    match x {
        List::End => out.push_str("[]"),
        List::Byte(x) => sequence(out, x.iter(), display),
        List::Short(x) => sequence(out, x.iter(), display),
        List::Int(x) => sequence(out, x.iter(), display),
        List::Long(x) => sequence(out, x.iter(), quoted),
        List::Float(x) => sequence(out, x.iter(), float32),
        List::Double(x) => sequence(out, x.iter(), float64),
        List::ByteArray(x) => sequence(out, x, |out, x| sequence(out, x.iter(), display)),
        List::String(x) => sequence(out, x, text),
        List::List(x) => sequence(out, x, list),
        List::Compound(x) => sequence(out, x, compound),
        List::IntArray(x) => sequence(out, x, |out, x| sequence(out, x.iter(), display)),
        List::LongArray(x) => sequence(out, x, |out, x| sequence(out, x.iter(), quoted)),
    }
    out.push('}');
}
