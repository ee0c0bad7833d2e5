//! The conversion of NBT to plain JSON, without types. It is recursive, to a depth of at most 512 for NBT that was
//! read.

use std::fmt::Debug;

use crate::json::write::{array, display, string};
use crate::minecraft::nbt::{Compound, JavaStr, List, Tag};

fn compound(out: &mut String, x: &Compound) {
    out.push('{');
    for (at, (name, value)) in x.entries().iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        text(out, name);
        out.push(':');
        tag(out, value);
    }
    out.push('}');
}

/// Returns a tag as plain JSON on one line. Use it for programs that only read JSON, such as jq. Types are lost, so the
/// tag cannot be read back. NaN and infinite numbers are `null`.
///
/// ```
/// use gamewire::minecraft::json::tag_to_plain_string;
/// use gamewire::minecraft::nbt::Tag;
/// let tag: Tag = "{hp: 9b, Pos: [1.5d, 2.0d]}".parse()?;
/// assert_eq!(tag_to_plain_string(&tag), r#"{"hp":9,"Pos":[1.5,2.0]}"#);
/// # Ok::<(), gamewire::TextError>(())
/// ```
#[must_use]
pub fn tag_to_plain_string(x: &Tag) -> String {
    let mut out = String::new();
    tag(&mut out, x);
    out
}

pub(super) fn tag(out: &mut String, x: &Tag) {
    match x {
        Tag::Byte(x) => display(out, x),
        Tag::Short(x) => display(out, x),
        Tag::Int(x) => display(out, x),
        Tag::Long(x) => display(out, x),
        Tag::Float(x) => float(out, *x, x.is_finite()),
        Tag::Double(x) => float(out, *x, x.is_finite()),
        Tag::ByteArray(x) => array(out, x.iter(), display),
        Tag::String(x) => text(out, x),
        Tag::List(x) => list(out, x),
        Tag::Compound(x) => compound(out, x),
        Tag::IntArray(x) => array(out, x.iter(), display),
        Tag::LongArray(x) => array(out, x.iter(), display),
    }
}

fn list(out: &mut String, x: &List) {
    match x {
        List::End => out.push_str("[]"),
        List::Byte(x) => array(out, x.iter(), display),
        List::Short(x) => array(out, x.iter(), display),
        List::Int(x) => array(out, x.iter(), display),
        List::Long(x) => array(out, x.iter(), display),
        List::Float(x) => array(out, x.iter(), |out, x| float(out, x, x.is_finite())),
        List::Double(x) => array(out, x.iter(), |out, x| float(out, x, x.is_finite())),
        List::ByteArray(x) => array(out, x, |out, x| array(out, x.iter(), display)),
        List::String(x) => array(out, x, text),
        List::List(x) => array(out, x, list),
        List::Compound(x) => array(out, x, compound),
        List::IntArray(x) => array(out, x, |out, x| array(out, x.iter(), display)),
        List::LongArray(x) => array(out, x, |out, x| array(out, x.iter(), display)),
    }
}

fn text(out: &mut String, x: &JavaStr) {
    string(out, &x.to_string_lossy());
}

/// JSON cannot represent infinite numbers and NaN.
pub(super) fn float(out: &mut String, x: impl Debug, is_finite: bool) {
    if is_finite { display(out, format_args!("{x:?}")) } else { out.push_str("null") }
}
