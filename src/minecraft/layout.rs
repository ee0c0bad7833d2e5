//! The description of a type that is given as text, for the entry points.

use std::io::Write;

use cookie_factory::SerializeFn;

use super::expr::wire::{gen_value, value};
use super::expr::{TypeExpr, Value};
use super::json::to_string;
use super::protocol::Protocol;
use super::wire::Cx;
use crate::edge::Layout;
use crate::explain::Writer;
use crate::grammar::Grammar;
use crate::trace::Trace;

impl<'a> Layout<'a> for TypeExpr {
    type Rules = Protocol;
    type Value = Value<'a>;
    const WRITER: Writer = Writer::Game;

    fn name(&self) -> &'static str {
        TypeExpr::name(self)
    }

    fn parser<T: Trace>(&self, cx: Cx<'_, T>) -> impl Grammar<'a, Value<'a>> {
        value(cx, self)
    }

    fn serializer<T: Trace, W: Write>(&self, cx: Cx<'_, T>, value: &Value<'a>) -> impl SerializeFn<W> {
        gen_value(cx, self, value)
    }

    fn lenient_counts(&self) -> bool {
        *self == TypeExpr::Nbt
    }

    fn show(&self, protocol: &Protocol, value: &Value<'a>) -> Option<String> {
        let text = to_string(self, *protocol, value);
        Some(match text.char_indices().nth(SHOWN) {
            Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
            None => text,
        })
    }
}

/// The number of characters of a value that an explanation shows.
const SHOWN: usize = 160;
