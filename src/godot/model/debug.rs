//! `{:?}` and `{:#?}`: for programmers.
//!
//! Derived code would nest a formatter in a formatter for every level, which takes time in proportion to the square of
//! the depth, and a thousand levels fill megabytes with spaces. So the pretty form is written here, indented no further
//! than a number of levels.

use std::fmt::{self, Formatter, Result, Write};

use super::*;
use crate::godot::ids::for_each_type;

/// Deeper levels are indented no further.
const INDENTED: usize = 32;

impl fmt::Debug for Variant<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let depth = f.alternate().then_some(0);
        self.write_debug(f, depth)
    }
}

impl fmt::Debug for Array<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let depth = f.alternate().then_some(0);
        write_items(self, f, depth)
    }
}

impl fmt::Debug for Dictionary<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let depth = f.alternate().then_some(0);
        write_pairs(self, f, depth)
    }
}

impl fmt::Debug for ObjectData<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let depth = f.alternate().then_some(0);
        write_object(self, f, depth)
    }
}

impl Variant<'_> {
    /// `depth` is that of the pretty form.
    fn write_debug(&self, f: &mut dyn Write, depth: Option<usize>) -> Result {
        match self {
            Self::Array(array) => {
                f.write_str("Array(")?;
                write_items(array, f, depth)?;
            }
            Self::PackedTypedArray(array) => {
                f.write_str("PackedTypedArray(")?;
                write_items(array, f, depth)?;
            }
            Self::Dictionary(dictionary) => {
                f.write_str("Dictionary(")?;
                write_pairs(dictionary, f, depth)?;
            }
            Self::Object(Object::Full(data)) => {
                f.write_str("Object(Full(")?;
                write_object(data, f, depth)?;
                f.write_str(")")?;
            }
            leaf => return leaf.write_debug_leaf(f),
        }
        f.write_str(")")
    }
}

/// A row becomes an arm that writes the variant's name and its payload.
macro_rules! leaves {
    ($($kind:ident ($($x:ident: $payload:ty)?);)+) => {
        impl Variant<'_> {
            #[inline(never)]
            fn write_debug_leaf(&self, f: &mut dyn Write) -> Result {
                match self {
                    $(Self::$kind$(($x))? => {
                        f.write_str(stringify!($kind))?;
                        $(write!(f, "({:?})", $x)?;)?
                        Ok(())
                    })+
                    Self::Double(double) => write!(f, "Double({double:?})"),
                }
            }
        }
    };
}

for_each_type!(leaves: kind payload);

fn write_items(array: &Array<'_>, f: &mut dyn Write, depth: Option<usize>) -> Result {
    let inside = start(f, "[", array.is_empty(), depth)?;
    for (at, item) in array.iter().enumerate() {
        next(f, at, inside)?;
        item.write_debug(f, inside)?;
    }
    end(f, "]", array.is_empty(), depth)
}

fn write_pairs(dictionary: &Dictionary<'_>, f: &mut dyn Write, depth: Option<usize>) -> Result {
    let inside = start(f, "{", dictionary.is_empty(), depth)?;
    for (at, (key, value)) in dictionary.as_slice().iter().enumerate() {
        next(f, at, inside)?;
        key.write_debug(f, inside)?;
        f.write_str(": ")?;
        value.write_debug(f, inside)?;
    }
    end(f, "}", dictionary.is_empty(), depth)
}

fn write_object(data: &ObjectData<'_>, f: &mut dyn Write, depth: Option<usize>) -> Result {
    write_text(f, &data.class)?;
    let inside = start(f, " {", data.properties.is_empty(), depth)?;
    for (at, (name, value)) in data.properties.iter().enumerate() {
        next(f, at, inside)?;
        write_text(f, name)?;
        f.write_str(": ")?;
        value.write_debug(f, inside)?;
    }
    end(f, "}", data.properties.is_empty(), depth)
}

// Apart from the recursion, so that it takes little stack per level.
#[inline(never)]
fn write_text(f: &mut dyn Write, text: &Text<'_>) -> Result {
    write!(f, "{text}")
}

/// The bracket, and the depth inside it.
fn start(
    f: &mut dyn Write,
    bracket: &str,
    is_empty: bool,
    depth: Option<usize>,
) -> std::result::Result<Option<usize>, fmt::Error> {
    f.write_str(bracket)?;
    Ok(depth.filter(|_| !is_empty).map(|depth| depth + 1))
}

/// Writes the separator before an element.
fn next(f: &mut dyn Write, at: usize, depth: Option<usize>) -> Result {
    if at > 0 {
        f.write_str(if depth.is_some() { "," } else { ", " })?;
    }
    new_line(f, depth)
}

fn end(f: &mut dyn Write, bracket: &str, is_empty: bool, depth: Option<usize>) -> Result {
    if depth.is_some() && !is_empty {
        f.write_str(",")?;
        new_line(f, depth)?;
    }
    f.write_str(bracket)
}

fn new_line(f: &mut dyn Write, depth: Option<usize>) -> Result {
    let Some(depth) = depth else { return Ok(()) };
    f.write_str("\n")?;
    (0..depth.min(INDENTED)).try_for_each(|_| f.write_str("    "))
}
