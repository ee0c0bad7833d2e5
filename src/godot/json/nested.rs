//! Writes nested values, for every form of JSON. It does not use recursion, so values may be nested to any depth.

use std::io::{self, Write};

use crate::godot::model::{Text, Variant};
use crate::path::{ChildStep, Children};

/// The approximate size of the parts in which text is written to the sink.
const PART: usize = 1 << 16;

/// A form of JSON.
pub(super) trait JsonForm {
    /// Whether a key of a dictionary is written as a name instead of a value.
    const KEYS_ARE_NAMES: bool;

    /// Writes a value that contains no others, or the start of a container, which is returned.
    fn start<'v>(value: &'v Variant, out: &mut String) -> Option<OpenContainer<'v>>;

    /// Writes the name before a child, and the separator after it.
    fn name(name: &Text, out: &mut String);
}

/// A container that is being written.
pub(super) struct OpenContainer<'v> {
    children: Children<&'v Variant>,
    /// Whether no comma is written before the next child.
    is_first: bool,
    /// The text after the last child.
    close: &'static str,
}

/// Writes the text of `value` to `sink` in parts.
pub(super) fn write<'v, F: JsonForm>(value: &'v Variant, sink: &mut impl Write) -> io::Result<()> {
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
    /// Returns the container, if the value is one.
    pub(super) fn new<F: JsonForm>(value: &'v Variant, close: &'static str) -> Option<Self> {
        Some(Self { children: Children::new(value, !F::KEYS_ARE_NAMES)?, is_first: true, close })
    }

    /// Returns the container with a comma before the first child, because a member precedes it.
    pub(super) fn after_member(self) -> Self {
        Self { is_first: false, ..self }
    }

    /// Writes the text before the next child, and returns the child.
    fn next<F: JsonForm>(&mut self, out: &mut String) -> Option<&'v Variant> {
        let (step, child) = self.children.next()?;
        if !std::mem::replace(&mut self.is_first, false) {
            out.push(',');
        }
        match step {
            ChildStep::Name(_, name) => F::name(name, out),
            ChildStep::Key(_, key) if F::KEYS_ARE_NAMES => match key.as_text() {
                Some(text) => F::name(text, out),
                None => F::name(&key.to_string().into(), out),
            },
            ChildStep::Key(..) | ChildStep::KeyAt(_) | ChildStep::Index(_) => {}
        }
        Some(child)
    }
}
