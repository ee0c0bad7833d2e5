//! The walk that writes nested values, for every form of JSON. Without recursion: any depth will do.

use std::borrow::Cow;
use std::io::{self, Write};
use std::slice;

use crate::godot::dictionary;
use crate::godot::model::{Text, Variant};

/// Text is written to the sink in parts of about this size.
const PART: usize = 1 << 16;

/// A form of JSON.
pub(super) trait Form {
    /// Writes a leaf, or the start of a container, which is returned.
    fn start<'v>(value: &'v Variant<'v>, out: &mut String) -> Option<OpenContainer<'v>>;

    /// Writes the name before a child, with the separator after it.
    fn name(name: &Text<'_>, out: &mut String);
}

/// A container that is being written.
pub(super) struct OpenContainer<'v> {
    children: Children<'v>,
    /// Whether the next child comes without a comma before it.
    is_first: bool,
    /// The text after the last child.
    close: &'static str,
}

pub(super) enum Children<'v> {
    Items(slice::Iter<'v, Variant<'v>>),
    /// Keys and values in turn. The second one is the value whose key was written last.
    Pairs(dictionary::Iter<'v, 'v>, Option<&'v Variant<'v>>),
    /// Values after the text of their key.
    Entries(dictionary::Iter<'v, 'v>),
    Properties(slice::Iter<'v, (Text<'v>, Variant<'v>)>),
}

/// Writes the text of `value` to `sink`, a part at a time.
pub(super) fn write<'v, F: Form>(value: &'v Variant<'v>, sink: &mut impl Write) -> io::Result<()> {
    let mut out = String::new();
    let mut open: Vec<OpenContainer<'v>> = F::start(value, &mut out).into_iter().collect();
    while let Some(innermost) = open.last_mut() {
        if out.len() >= PART {
            sink.write_all(out.as_bytes())?;
            out.clear();
        }
        match innermost.next::<F>(&mut out) {
            Some(child) => open.extend(F::start(child, &mut out)),
            None => {
                out.push_str(innermost.close);
                open.pop();
            }
        }
    }
    sink.write_all(out.as_bytes())
}

impl<'v> OpenContainer<'v> {
    pub(super) fn new(children: Children<'v>, close: &'static str) -> Self {
        Self { children, is_first: true, close }
    }

    /// A container before whose children something was written.
    pub(super) fn after_member(self) -> Self {
        Self { is_first: false, ..self }
    }

    /// Writes the text before the next child, and returns the child.
    fn next<F: Form>(&mut self, out: &mut String) -> Option<&'v Variant<'v>> {
        let (name, child) = match &mut self.children {
            Children::Items(items) => (None, items.next()?),
            Children::Pairs(_, pending @ Some(_)) => (None, pending.take()?),
            Children::Pairs(pairs, pending) => {
                let (key, value) = pairs.next()?;
                *pending = Some(value);
                (None, key)
            }
            Children::Entries(pairs) => {
                let (key, value) = pairs.next()?;
                let name = key.as_text().map_or_else(|| Cow::Owned(key.to_string().into()), Cow::Borrowed);
                (Some(name), value)
            }
            Children::Properties(properties) => {
                let (name, value) = properties.next()?;
                (Some(Cow::Borrowed(name)), value)
            }
        };
        if !std::mem::replace(&mut self.is_first, false) {
            out.push(',');
        }
        if let Some(name) = name {
            F::name(&name, out);
        }
        Some(child)
    }
}
