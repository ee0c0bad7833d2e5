//! Defines packets of Minecraft by their fields, and reads, explains and writes them.
//!
//! `cargo run --example own_packet`

#![allow(clippy::print_stdout)] // An example shows something.

use std::error::Error;
use std::io::Write;

use cookie_factory::{SerializeFn, WriteContext};
use gamewire::grammar::{Parse, gen_part, part, typed};
use gamewire::minecraft::wire::{self, Cx};
use gamewire::minecraft::{Chat, Protocol, Slot, Uuid, VarInt, Wire, packet};
use gamewire::trace::{Part, Trace};

packet! {
    /// Puts an item into a slot of a window.
    #[derive(Debug, Clone, PartialEq)]
    pub(crate) struct SetSlot { pub window: i8, pub slot: i16, pub item: Slot }
}

packet! {
    /// Adds players to the list of players.
    #[derive(Debug, Clone, PartialEq)]
    pub(crate) struct AddPlayers { pub action: VarInt, pub players: Vec<Player> }
}

packet! {
    /// A player of the list.
    #[derive(Debug, Clone, PartialEq)]
    pub(crate) struct Player {
        pub uuid: Uuid,
        pub name: String,
        pub properties: Vec<Property>,
        pub mode: VarInt,
        pub ping: VarInt,
        pub display_name: Option<Chat>,
    }
}

packet! {
    /// A property of a player, such as the skin.
    #[derive(Debug, Clone, PartialEq)]
    pub(crate) struct Property {
        pub name: String,
        pub value: String,
        pub signature: Option<String>,
    }
}

/// The score of an entity, which is set or removed. The action decides whether a value follows, so that the layout is more than
/// fields in order: it is written with the grammar.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct UpdateScore {
    pub entity: String,
    pub action: i8,
    pub objective: String,
    pub value: Option<VarInt>,
}

/// The action after which no value follows.
const REMOVE: i8 = 1;

impl<'a> Wire<'a> for UpdateScore {
    const NAME: &'static str = "UpdateScore";
    const MIN_LEN: usize = 3;

    fn parser<T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Self> {
        typed(cx, Self::NAME, move |i: &'a [u8]| {
            let (i, entity) = part(cx, "entity", String::parser(cx))(i)?;
            let (i, action) = part(cx, "action", i8::parser(cx))(i)?;
            let (i, objective) = part(cx, "objective", String::parser(cx))(i)?;
            let value = wire::optional(action != REMOVE, VarInt::parser(cx));
            let (i, value) = part(cx, "value", value)(i)?;
            Ok((i, Self { entity, action, objective, value }))
        })
    }

    fn serializer<T: Trace, W: Write>(&self, cx: Cx<'_, T>) -> impl SerializeFn<W> {
        move |out: WriteContext<W>| {
            let out = gen_part(cx, Part::Field("entity"), self.entity.serializer(cx))(out)?;
            let out = self.action.serializer(cx)(out)?;
            let out = gen_part(cx, Part::Field("objective"), self.objective.serializer(cx))(out)?;
            match self.value {
                Some(value) if self.action != REMOVE => value.serializer(cx)(out),
                None if self.action == REMOVE => Ok(out),
                // The bytes would be read as another value.
                _ => gen_part(cx, Part::Field("value"), wire::gen_disagreeing(cx))(out),
            }
        }
    }
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let protocol = Protocol::V1_14;
    let set_slot = [0x16, 0xff, 0x00, 0x24, 0x01, 0x05, 0x40, 0x00];
    let score = b"\x4c\x05Notch\0\x05kills\x07";
    for bytes in [&set_slot[..], score] {
        // The id of the packet tells which packet follows.
        let (VarInt(id), body) = protocol.parse_prefix(bytes)?;
        match id {
            0x16 => {
                let mut packet: SetSlot = protocol.parse(body)?;
                if let Some(item) = &mut packet.item.0 {
                    item.count /= 2;
                }
                println!("{}", protocol.explain::<SetSlot>(&protocol.encode(&packet)?).text());
            }
            0x33 => println!("{:?}", protocol.parse::<AddPlayers>(body)?),
            0x4c => println!("{}", protocol.explain::<UpdateScore>(body).text()),
            _ => println!("packet {id:#x}, {} bytes", body.len()),
        }
    }
    Ok(())
}
