//! Page 11: Differences in other versions.
//!
//! [Contents](super) · Previous: [entity metadata](super::metadata) · Next: [the published documentation](super::documentation)
//!
//! The version is not in the bytes. A [`Protocol`](crate::minecraft::Protocol) is the set of rules of a version.
//!
//! | | up to 1.12.2 | 1.13, 1.13.1 | 1.13.2 | **1.14 to 1.14.4** | 1.15 to 1.15.2 | later |
//! |---|---|---|---|---|---|---|
//! | protocol numbers | to 340 | 393, 401 | 404 | **477, 480, 485, 490, 498** | 573, 575, 578 | |
//! | [Position](super::places#position) | x, y, z | x, y, z | x, y, z | **x, z, y** | x, z, y | x, z, y |
//! | [Slot](super::items#slot) | Short, Byte, Short, NBT | Short, Byte, NBT | Boolean, VarInt, Byte, NBT | **Boolean, VarInt, Byte, NBT** | Boolean, VarInt, Byte, NBT | components from 1.20.5 on |
//! | [metadata](super::metadata) types | 0 to 13, other types | 0 to 15 | 0 to 15 | **0 to 18** | 0 to 18 | more |
//! | [particles](super::items#particle) | 0 to 48, other particles | 0 to 49 | 0 to 49 | **0 to 57** | 0 to 61 | other ids from 1.16 on |
//! | [Chat](super::text#chat), at most | 32767 | 262144 | 262144 | **262144** | 262144 | NBT from 1.20.3 on |
//! | root of [NBT](super::nbt#nbt) | named | named | named | **named** | named | without a name from 1.20.2 on |
//!
//! This crate reads and writes [`V1_13`](crate::minecraft::Protocol::V1_13), [`V1_14`](crate::minecraft::Protocol::V1_14)
//! and [`V1_15`](crate::minecraft::Protocol::V1_15).
//!
//! [Contents](super) · Previous: [entity metadata](super::metadata) · Next: [the published documentation](super::documentation)
#![doc = layout!()]
