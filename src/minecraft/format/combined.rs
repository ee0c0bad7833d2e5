//! Page 5: Combined types: optional, array, enum, byte array, structure, if, switch.
//!
//! [Contents](super) · Previous: [positions, angles, UUIDs](super::places) · Next: [NBT](super::nbt)
//!
//! Nothing is written between the parts. Where this page says that the reader knows something, the packet's definition or
//! an earlier field of the packet gives it.
//!
//! # Optional X
//!
//! X, or nothing. The reader knows whether it is there. Absent, it has no bytes. Present, it is X, here a Position:
//!
#![doc = dump!("minecraft/1.14/position__position")]
//!
//! In Rust: [`wire::optional`](crate::minecraft::wire::optional).
//!
//! # Option of X
//!
//! A Boolean, then X if the Boolean is true.
//!
#![doc = dump!("minecraft/1.14/combine__option_present")]
#![doc = dump!("minecraft/1.14/combine__option_absent")]
//!
//! In Rust: [`wire::option`](crate::minecraft::wire::option).
//!
//! # Array of X
//!
//! The elements, one after the other. Either the reader knows their number, or a VarInt or another integer precedes them:
//!
#![doc = dump!("minecraft/1.14/combine__array_of_known_count")]
#![doc = dump!("minecraft/1.14/combine__array_with_count")]
//!
//! A negative count is an error, and so is one that needs more bytes than remain. It is found before memory is taken for the elements:
//!
#![doc = dump!("minecraft/1.14/combine__rejected_count_past_end")]
//!
//! In Rust: [`wire::array`](crate::minecraft::wire::array) of a known number, [`wire::prefixed_array`](crate::minecraft::wire::prefixed_array).
//!
//! # X Enum
//!
//! A number of type X that must be in a list.
//!
#![doc = dump!("minecraft/1.14/combine__enum_direction")]
#![doc = dump!("minecraft/1.14/combine__rejected_enum")]
//!
//! In Rust: [`wire::enumeration`](crate::minecraft::wire::enumeration).
//!
//! # Byte Array
//!
//! Bytes. Either the reader knows their number, or an integer precedes them.
//!
#![doc = dump!("minecraft/1.14/combine__bytes_of_known_length")]
#![doc = dump!("minecraft/1.14/combine__bytes_with_length")]
//!
//! In Rust: [`wire::byte_array`](crate::minecraft::wire::byte_array) of a known number, [`wire::prefixed_byte_array`](crate::minecraft::wire::prefixed_byte_array).
//!
//! # Structure
//!
//! Fields in order, for example those of a packet:
//!
#![doc = dump!("minecraft/1.14/combine__struct_of_set_slot")]
//!
//! In Rust: a tuple of parsers, such as [`wire::byte`](crate::minecraft::wire::byte), [`wire::short`](crate::minecraft::wire::short)
//! and [`wire::slot`](crate::minecraft::wire::slot()), or a [`TypeExpr`](crate::minecraft::TypeExpr).
//!
//! # If
//!
//! X if an earlier field has a certain value, else nothing: [`wire::optional`](crate::minecraft::wire::optional). In
//! [`packet!`](crate::packet) it is an `Option` with an expression after `where`, in a
//! [`TypeExpr`](crate::minecraft::TypeExpr) it is `if`. Bits of flags announce fields:
//!
#![doc = dump!("minecraft/1.14/combine__if_of_flags")]
//!
//! or a number does, here the action 0:
//!
#![doc = dump!("minecraft/1.14/combine__if_of_action")]
//!
//! # Switch
//!
//! One of several types, by the value of an earlier field: a number, or text. In [`packet!`](crate::packet) it is an `enum`. A
//! grammar of combinators reads the number by [`wire::enumeration`](crate::minecraft::wire::enumeration), and chooses by `match`.
//! The field need not be right before it:
//!
#![doc = dump!("minecraft/1.14/combine__switch_of_action")]
//!
//! A value without a type is an error, at the place where the type would begin:
//!
#![doc = dump!("minecraft/1.14/combine__rejected_switch")]
//!
//! [Contents](super) · Previous: [positions, angles, UUIDs](super::places) · Next: [NBT](super::nbt)
#![doc = layout!()]
