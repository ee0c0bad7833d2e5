//! References to objects of a running game: ids of resources, ids of objects, and signals. They are decoded as data.

use std::io::Write;

use cookie_factory::SerializeFn;
use cookie_factory::sequence::pair;
use nom::combinator::cond;

use super::Cx;
use super::text::{gen_text, text};
use crate::error::EncodeErrorKind;
use crate::godot::model::{Rid, Signal};
use crate::grammar::{Grammar, bytes, checked, gen_if_else, grammar, le_u64, number, part};
use crate::trace::{Meaning, Trace};

grammar!(
    /// Parses the id of a resource of a server.
    ///
    /// | at | size   | field |
    /// |---:|-------:|-------|
    /// | 0  | 0 or 8 | id, unsigned; only Godot 4 writes it |
    pub fn rid<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Rid> {
        cond(cx.rules().dialect.rid_number, number(cx, "id", le_u64())).map(|id| Rid(id.unwrap_or_default()))
    }
);

/// Writes a `Rid`, in the layout of [`rid`].
pub fn gen_rid<T: Trace, W: Write>(cx: Cx<'_, T>, Rid(id): Rid) -> impl SerializeFn<W> {
    let without = checked(
        move || match id {
            0 => Ok([]),
            _ => cx.refuse(EncodeErrorKind::NotExpressible {
                what: "before Godot 4 a RID has no number; convert to the dialect to drop it",
            }),
        },
        bytes,
    );
    gen_if_else(cx.rules().dialect.rid_number, bytes(id.to_le_bytes()), without)
}

grammar!(
    /// Parses an object that is encoded by its id.
    ///
    /// | at | size | field |
    /// |---:|-----:|-------|
    /// | 0  | 8    | instance id, unsigned; 0 = null |
    ///
    /// This is the form of an Object with header bit 16. In Godot 2 objects have no payload and are null.
    pub fn object_id<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, u64> {
        number(cx, INSTANCE, le_u64())
    }
);

/// Writes the id of an object, in the layout of [`object_id`].
pub fn gen_object_id<W: Write>(id: u64) -> impl SerializeFn<W> {
    bytes(id.to_le_bytes())
}

grammar!(
    /// Parses a signal: its name and the id of its object.
    ///
    /// | at | size | field |
    /// |---:|-----:|-------|
    /// | 0  | ..   | string block: name of the signal |
    /// | .. | 8    | instance id of its object, unsigned |
    pub fn signal<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Signal> {
        (part(cx, "name", text(cx)), object_id(cx)).map(|(name, object)| Signal { name, object })
    }
);

/// Writes a `Signal`, in the layout of [`signal`].
pub fn gen_signal<T: Trace, W: Write>(cx: Cx<'_, T>, signal: &Signal) -> impl SerializeFn<W> {
    pair(gen_text(cx, &signal.name), gen_object_id(signal.object))
}

const INSTANCE: Meaning = Meaning::new("instance id").saying(
    "The number of the object in the process that wrote it, which no other process knows; 0 is null.",
);
