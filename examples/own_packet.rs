//! Defines packets of Minecraft by their fields, and reads, explains and writes them.
//!
//! `cargo run --example own_packet`

#![allow(clippy::print_stdout)] // An example shows something.

use std::error::Error;

use gamewire::minecraft::{Chat, Counted, Identifier, Protocol, Slot, Uuid, VarInt, packet};

packet! {
    /// Puts an item into a slot of a window.
    #[derive(Debug, Clone, PartialEq)]
    pub(crate) struct SetSlot { pub window: i8, pub slot: i16, pub item: Slot }
}

packet! {
    /// The items of a window. Their count is a Short, unlike the count of a `Vec`, which is a VarInt.
    #[derive(Debug, Clone, PartialEq)]
    pub(crate) struct WindowItems { pub window: u8, pub items: Counted<i16, Slot> }
}

packet! {
    /// Changes the list of players. An action precedes the players, as a VarInt, and determines the fields of each player.
    #[derive(Debug, Clone, PartialEq)]
    pub(crate) enum PlayerInfo: VarInt {
        Add(Vec<Player>) = 0,
        SetMode(Vec<(Uuid, VarInt)>) = 1,
        SetPing(Vec<(Uuid, VarInt)>) = 2,
        SetName(Vec<(Uuid, Option<Chat>)>) = 3,
        Remove(Vec<Uuid>) = 4,
    }
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

packet! {
    /// The commands of the server, as a graph.
    #[derive(Debug, Clone, PartialEq)]
    pub(crate) struct DeclareCommands { pub nodes: Vec<Node>, pub root: VarInt }
}

packet! {
    /// A node of the graph. Its flags tell which of the later fields are present.
    #[derive(Debug, Clone, PartialEq)]
    pub(crate) struct Node {
        pub flags: u8,
        pub children: Vec<VarInt>,
        pub redirect: Option<VarInt> where flags & 8 != 0,
        pub node: NodeKind where flags & 3,
        pub suggestions: Option<Identifier> where flags & 16 != 0,
    }
}

packet! {
    #[derive(Debug, Clone, PartialEq)]
    pub(crate) enum NodeKind: u8 {
        Root = 0,
        Literal(String) = 1,
        Argument(Argument) = 2,
    }
}

packet! {
    #[derive(Debug, Clone, PartialEq)]
    pub(crate) struct Argument {
        pub name: String,
        pub parser: Identifier,
        pub properties: Properties where parser,
    }
}

packet! {
    /// The properties that follow the name of a parser.
    #[derive(Debug, Clone, PartialEq)]
    pub(crate) enum Properties: Identifier {
        Float(FloatRange) = "brigadier:float",
        Double(DoubleRange) = "brigadier:double",
        Integer(IntRange) = "brigadier:integer",
        /// The number of words that the string may have.
        String(VarInt) = "brigadier:string",
        Entity(u8) = "minecraft:entity",
        ScoreHolder(u8) = "minecraft:score_holder",
        Range(bool) = "minecraft:range",
        /// All other parsers have no properties.
        None = _,
    }
}

/// Defines the properties of a parser of numbers: a minimum and a maximum, each of which the flags may omit.
macro_rules! range {
    ($name:ident, $number:ty) => {
        packet! {
            #[derive(Debug, Clone, PartialEq)]
            pub(crate) struct $name {
                pub flags: u8,
                pub min: Option<$number> where flags & 1 != 0,
                pub max: Option<$number> where flags & 2 != 0,
            }
        }
    };
}

range!(FloatRange, f32);
range!(DoubleRange, f64);
range!(IntRange, i32);

packet! {
    /// The score of an entity, which is set or removed.
    #[derive(Debug, Clone, PartialEq)]
    pub(crate) struct UpdateScore {
        pub entity: String,
        pub action: i8,
        pub objective: String,
        pub value: Option<VarInt> where *action != 1,
    }
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let protocol = Protocol::V1_14;
    let set_slot = [0x16, 0xff, 0x00, 0x24, 0x01, 0x05, 0x40, 0x00];
    let commands = b"\x11\x02\0\x01\x01\x0e\0\0\x01i\0";
    for bytes in [&set_slot[..], commands] {
        // The id of the packet tells which packet follows.
        let (VarInt(id), body) = protocol.parse_prefix(bytes)?;
        match id {
            0x11 => println!("{}", protocol.explain::<DeclareCommands>(body).text()),
            0x14 => println!("{:?}", protocol.parse::<WindowItems>(body)?),
            0x16 => {
                let mut packet: SetSlot = protocol.parse(body)?;
                if let Some(item) = packet.item.item_mut() {
                    item.count /= 2;
                }
                println!("{}", protocol.explain::<SetSlot>(&protocol.encode(&packet)?).text());
            }
            0x33 => println!("{:?}", protocol.parse::<PlayerInfo>(body)?),
            0x4c => println!("{:?}", protocol.parse::<UpdateScore>(body)?),
            _ => println!("packet {id:#x}, {} bytes", body.len()),
        }
    }
    Ok(())
}
