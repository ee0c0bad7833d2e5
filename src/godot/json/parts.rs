//! The parts that the text of every value is made of.

use crate::godot::ids::Kind;
use crate::json::write::string;

/// Only the type is written.
pub(super) fn bare(out: &mut String, kind: Kind) {
    head(out, kind.name());
    out.push('}');
}

/// The start of an object, up to its type.
pub(super) fn head(out: &mut String, kind: &str) {
    out.push_str("{\"type\":");
    string(out, kind);
}

pub(super) fn args(out: &mut String, kind: Kind) {
    head(out, kind.name());
    out.push_str(",\"args\":");
}

pub(super) fn key(out: &mut String, key: &str) {
    out.push(',');
    string(out, key);
    out.push(':');
}
