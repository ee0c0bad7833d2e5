#![doc = include_str!("links.md")]
#![doc = include_str!("../../../docs/book/minecraft/README.md")]
#![doc = layout!()]
// Without these features the links to their functions lead nowhere.
#![cfg_attr(not(feature = "packets"), allow(rustdoc::broken_intra_doc_links))]

pages! { "minecraft":
    bedrock ["level.dat" "zigzag" "PocketMine"]
    combined ["Optional" "Enum" "Byte Array"]
    documentation []
    items ["Slot" "Particle" "item stack"]
    json []
    metadata ["Entity Metadata" "Pose" "Rotation" "Villager Data"]
    nbt ["Compound" "Modified UTF-8" "TAG_List"]
    numbers ["VarInt" "VarLong" "Protocol Buffers" "fixed-point"]
    packets ["set_slot" "player_info" "map_chunk" "declare_commands" "protocol.json" "ProtoDef"]
    places ["Position" "Angle" "UUID"]
    reading ["big-endian" "owed"]
    region ["mca" "chunk" "sector"]
    text ["Chat" "Identifier"]
    versions []
}
