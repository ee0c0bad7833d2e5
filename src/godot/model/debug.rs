//! The output of `{:?}` and `{:#?}`.

use std::fmt::{self, Formatter, Result, Write};

use super::*;
use crate::godot::ids::for_each_type;
use crate::limits::with_stack;
use crate::pretty::Indent;

impl fmt::Debug for Variant {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.write_debug(Indent::new(f), f)
    }
}

impl fmt::Debug for Array {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write_items(Indent::new(f), self, f)
    }
}

impl fmt::Debug for Dictionary {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write_pairs(Indent::new(f), self, f)
    }
}

impl fmt::Debug for ObjectData {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write_object(Indent::new(f), self, f)
    }
}

impl Variant {
    fn write_debug(&self, indent: Indent, f: &mut dyn Write) -> Result {
        match self {
            Self::Array(array) => {
                f.write_str("Array(")?;
                with_stack(|| write_items(indent, array, f))?;
            }
            Self::Dictionary(dictionary) => {
                f.write_str("Dictionary(")?;
                with_stack(|| write_pairs(indent, dictionary, f))?;
            }
            Self::Object(Object::Full(data)) => {
                f.write_str("Object(Full(")?;
                with_stack(|| write_object(indent, data, f))?;
                f.write_str(")")?;
            }
            leaf => return leaf.write_debug_leaf(f),
        }
        f.write_str(")")
    }
}

/// Generates a match arm from a row, which writes the variant's name and its payload.
macro_rules! leaves {
    ($(
        #$doc:tt $kind:ident ($($x:ident: $payload:ty)?) $shape:ident $wide:tt $names:tt $ids:tt $page:ident;
    )+) => {
        impl Variant {
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

for_each_type!(leaves);

fn write_items(indent: Indent, array: &Array, f: &mut dyn Write) -> Result {
    let inside = indent.start(f, "[", array.is_empty())?;
    for (at, item) in array.iter().enumerate() {
        inside.next(f, at)?;
        item.write_debug(inside, f)?;
    }
    indent.end(f, "]", array.is_empty())
}

fn write_pairs(indent: Indent, dictionary: &Dictionary, f: &mut dyn Write) -> Result {
    let inside = indent.start(f, "{", dictionary.is_empty())?;
    for (at, (key, value)) in dictionary.as_slice().iter().enumerate() {
        inside.next(f, at)?;
        key.write_debug(inside, f)?;
        f.write_str(": ")?;
        value.write_debug(inside, f)?;
    }
    indent.end(f, "}", dictionary.is_empty())
}

fn write_object(indent: Indent, data: &ObjectData, f: &mut dyn Write) -> Result {
    write_text(f, &data.class)?;
    let inside = indent.start(f, " {", data.properties.is_empty())?;
    for (at, (name, value)) in data.properties.iter().enumerate() {
        inside.next(f, at)?;
        write_text(f, name)?;
        f.write_str(": ")?;
        value.write_debug(inside, f)?;
    }
    indent.end(f, "}", data.properties.is_empty())
}

// This is not in the recursive function, so that a level of nesting takes little stack.
#[inline(never)]
fn write_text(f: &mut dyn Write, text: &Text) -> Result {
    write!(f, "{text}")
}
