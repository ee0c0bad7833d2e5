//! The output of `{:?}` and `{:#?}` of tags.

use std::fmt::{Debug, Formatter, Result};

use super::compound::Compound;
use super::list::{List, Lists};
use super::tag::Tag;
use super::types::for_each_tag;
use crate::pretty::Indent;

impl Debug for Tag {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let indent = Indent::new(f);
        write_tag(self, f, indent)
    }
}

impl Debug for List {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let indent = Indent::new(f);
        write_list(self, f, indent)
    }
}

impl Debug for Lists {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let indent = Indent::new(f);
        write_items(self, f, indent, write_list)
    }
}

impl Debug for Compound {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let indent = Indent::new(f);
        write_compound(self, f, indent)
    }
}

/// Generates a match arm from a row, which writes the name of the type and the contents of the tag.
macro_rules! tags {
    ($($shape:ident $name:ident;)*) => {
        fn write_tag(tag: &Tag, f: &mut Formatter<'_>, indent: Indent) -> Result {
            match tag {
                $(Tag::$name(held) => {
                    f.write_str(concat!(stringify!($name), "("))?;
                    tags!(@ $shape held f indent)?;
                })*
            }
            f.write_str(")")
        }

        fn write_list(list: &List, f: &mut Formatter<'_>, indent: Indent) -> Result {
            f.write_str(list.element_type().name())?;
            f.write_str(" ")?;
            match list {
                List::End => f.write_str("[]"),
                $(List::$name(held) => tags!(@ list of $shape held f indent),)*
            }
        }
    };
    (@ list $held:ident $f:ident $indent:ident) => { write_list($held, $f, $indent) };
    (@ compound $held:ident $f:ident $indent:ident) => { write_compound($held, $f, $indent) };
    (@ $leaf:ident $held:ident $f:ident $indent:ident) => { write_leaf($held, $f, $indent) };
    (@ list of number $held:ident $f:ident $indent:ident) => { write_leaf($held, $f, $indent) };
    (@ list of list $held:ident $f:ident $indent:ident) => { write_items($held, $f, $indent, write_list) };
    (@ list of compound $held:ident $f:ident $indent:ident) => { write_items($held, $f, $indent, write_compound) };
    (@ list of $leaf:ident $held:ident $f:ident $indent:ident) => { write_items($held, $f, $indent, write_leaf) };
}

for_each_tag!(tags);

fn write_compound(compound: &Compound, f: &mut Formatter<'_>, indent: Indent) -> Result {
    let inside = indent.start(f, "{", compound.is_empty())?;
    for (at, (name, tag)) in compound.entries().iter().enumerate() {
        inside.next(f, at)?;
        name.fmt(f)?;
        f.write_str(": ")?;
        write_tag(tag, f, inside)?;
    }
    indent.end(f, "}", compound.is_empty())
}

fn write_items<T>(
    items: &[T],
    f: &mut Formatter<'_>,
    indent: Indent,
    write: fn(&T, &mut Formatter<'_>, Indent) -> Result,
) -> Result {
    let inside = indent.start(f, "[", items.is_empty())?;
    for (at, item) in items.iter().enumerate() {
        inside.next(f, at)?;
        write(item, f, inside)?;
    }
    indent.end(f, "]", items.is_empty())
}

// This is not inlined into the recursive function, so that a level of nesting takes little stack.
#[inline(never)]
fn write_leaf<T: Debug>(leaf: &T, f: &mut Formatter<'_>, indent: Indent) -> Result {
    if indent.is_pretty() { write!(f, "{leaf:?}") } else { leaf.fmt(f) }
}
