//! The output of `{:?}` and `{:#?}` of tags.

use std::fmt::{Debug, Formatter, Result};

use super::compound::Compound;
use super::list::{List, Lists};
use super::tag::Tag;
use super::tag_ref::TagRef;
use super::types::for_each_tag;
use crate::limits::with_stack;
use crate::pretty::Indent;

impl Debug for Tag {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let indent = Indent::new(f);
        write_tag(self.into(), f, indent)
    }
}

impl Debug for List {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let indent = Indent::new(f);
        write_contents(TagRef::List(self), f, indent)
    }
}

impl Debug for Lists {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let indent = Indent::new(f);
        write_items(self.iter().map(TagRef::List), f, indent)
    }
}

impl Debug for Compound {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let indent = Indent::new(f);
        write_contents(TagRef::Compound(self), f, indent)
    }
}

fn write_tag(tag: TagRef<'_>, f: &mut Formatter<'_>, indent: Indent) -> Result {
    write!(f, "{:?}(", tag.id())?;
    write_contents(tag, f, indent)?;
    f.write_str(")")
}

/// Generates a match arm from a row, which writes the contents of the tag.
macro_rules! tags {
    ($($shape:ident $name:ident;)*) => {
        fn write_contents(tag: TagRef<'_>, f: &mut Formatter<'_>, indent: Indent) -> Result {
            match tag {
                $(TagRef::$name(held) => tags!(@ $shape held f indent),)*
            }
        }
    };
    (@ list $held:ident $f:ident $indent:ident) => { with_stack(|| write_list($held, $f, $indent)) };
    (@ compound $held:ident $f:ident $indent:ident) => { with_stack(|| write_compound($held, $f, $indent)) };
    (@ $leaf:ident $held:ident $f:ident $indent:ident) => { write_leaf(&$held, $f, $indent) };
}

for_each_tag!(tags);

/// Writes a list. Numbers are on one line.
fn write_list(list: &List, f: &mut Formatter<'_>, indent: Indent) -> Result {
    f.write_str(list.element_type().name())?;
    f.write_str(" ")?;
    write_items(list.iter(), f, if list.element_type().is_number() { Indent::ONE_LINE } else { indent })
}

fn write_items<'l>(
    items: impl ExactSizeIterator<Item = TagRef<'l>>,
    f: &mut Formatter<'_>,
    indent: Indent,
) -> Result {
    let is_empty = items.len() == 0;
    let inside = indent.start(f, "[", is_empty)?;
    for (at, item) in items.enumerate() {
        inside.next(f, at)?;
        write_contents(item, f, inside)?;
    }
    indent.end(f, "]", is_empty)
}

fn write_compound(compound: &Compound, f: &mut Formatter<'_>, indent: Indent) -> Result {
    let inside = indent.start(f, "{", compound.is_empty())?;
    for (at, (name, tag)) in compound.entries().iter().enumerate() {
        inside.next(f, at)?;
        name.fmt(f)?;
        f.write_str(": ")?;
        write_tag(tag.into(), f, inside)?;
    }
    indent.end(f, "}", compound.is_empty())
}

// This is not inlined into the recursive function, so that a level of nesting takes little stack.
#[inline(never)]
fn write_leaf<T: Debug>(leaf: &T, f: &mut Formatter<'_>, indent: Indent) -> Result {
    if indent.is_pretty() { write!(f, "{leaf:?}") } else { leaf.fmt(f) }
}
