//! The conversion of NBT to plain JSON, without types.

use std::fmt::Debug;

use super::numbers::quoted;
use crate::json::write::{array, display, string};
use crate::limits::with_stack;
use crate::minecraft::nbt::{Compound, JavaStr, Tag, TagRef};

fn compound(out: &mut String, x: &Compound, long_text: bool) {
    out.push('{');
    for (at, (name, value)) in x.entries().iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        text(out, name);
        out.push(':');
        tag(out, value.into(), long_text);
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
    tag(&mut out, x.into(), false);
    out
}

/// With `long_text`, integers of 64 bits are text.
pub(in crate::minecraft) fn tag(out: &mut String, x: TagRef<'_>, long_text: bool) {
    match x {
        TagRef::Byte(x) => display(out, x),
        TagRef::Short(x) => display(out, x),
        TagRef::Int(x) => display(out, x),
        TagRef::Long(x) if long_text => quoted(out, x),
        TagRef::Long(x) => display(out, x),
        TagRef::Float(x) => float(out, x, x.is_finite()),
        TagRef::Double(x) => float(out, x, x.is_finite()),
        TagRef::ByteArray(x) => array(out, x, display),
        TagRef::String(x) => text(out, x),
        TagRef::List(x) => with_stack(|| array(out, x, |out, x| tag(out, x, long_text))),
        TagRef::Compound(x) => with_stack(|| compound(out, x, long_text)),
        TagRef::IntArray(x) => array(out, x, display),
        TagRef::LongArray(x) if long_text => array(out, x, quoted),
        TagRef::LongArray(x) => array(out, x, display),
    }
}

fn text(out: &mut String, x: &JavaStr) {
    string(out, &x.to_string_lossy());
}

/// JSON cannot represent infinite numbers and NaN.
pub(super) fn float(out: &mut String, x: impl Debug, is_finite: bool) {
    if is_finite { display(out, format_args!("{x:?}")) } else { out.push_str("null") }
}
