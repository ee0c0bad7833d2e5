//! Define packets of Minecraft by their fields; read, explain and write them.
//!
//! `cargo run --example own_packet`

#![allow(clippy::print_stdout)] // An example shows something.

use std::borrow::Cow;
use std::error::Error;

use gamewire::minecraft::{Chat, Protocol, Slot, Uuid, VarInt, packet};

packet! {
    /// Puts an item into a slot of a window.
    #[derive(Debug, Clone, PartialEq)]
    pub(crate) struct SetSlot<'a> { pub window: i8, pub slot: i16, pub item: Slot<'a> }
}

packet! {
    /// Adds players to the list of players.
    #[derive(Debug, Clone, PartialEq)]
    pub(crate) struct AddPlayers<'a> { pub action: VarInt, pub players: Vec<Player<'a>> }
}

packet! {
    /// A player of the list.
    #[derive(Debug, Clone, PartialEq)]
    pub(crate) struct Player<'a> {
        pub uuid: Uuid,
        pub name: Cow<'a, str>,
        pub properties: Vec<Property<'a>>,
        pub mode: VarInt,
        pub ping: VarInt,
        pub display_name: Option<Chat<'a>>,
    }
}

packet! {
    /// A property of a player, such as the skin.
    #[derive(Debug, Clone, PartialEq)]
    pub(crate) struct Property<'a> {
        pub name: Cow<'a, str>,
        pub value: Cow<'a, str>,
        pub signature: Option<Cow<'a, str>>,
    }
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let protocol = Protocol::V1_14;
    let bytes = [0x16, 0xff, 0x00, 0x24, 0x01, 0x05, 0x40, 0x00];
    // The id of the packet says which of them follows.
    let (VarInt(id), body) = protocol.parse_prefix(&bytes)?;
    match id {
        0x16 => {
            let mut packet: SetSlot<'_> = protocol.parse(body)?;
            if let Some(item) = packet.item.item_mut() {
                item.count /= 2;
            }
            println!("{}", protocol.explain::<SetSlot<'_>>(&protocol.encode(&packet)?).text());
        }
        0x33 => println!("{:?}", protocol.parse::<AddPlayers<'_>>(body)?),
        _ => println!("packet {id:#x}, {} bytes", body.len()),
    }
    Ok(())
}
