//! Page 5: Combined types: optional, array, enum, byte array, structure, if, switch.
//!
//! [Contents](super) · Previous: [positions, angles, UUIDs](super::places) · Next: [NBT](super::nbt)
//!
//! Nothing is written between the parts. On this page, "the reader knows" means: the definition of the packet, or an earlier field of
//! the packet, gives the information.
//!
//! # Optional X
//!
//! X, or nothing. The reader knows whether the value is present. An absent value has no bytes. A present value is X, here a Position:
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
//! The elements, one after the other. Either the reader knows the number of elements, or an integer before them has it, usually a
//! VarInt:
//!
#![doc = dump!("minecraft/1.14/combine__array_of_known_count")]
#![doc = dump!("minecraft/1.14/combine__array_with_count")]
//!
//! A negative count is an error. A count whose elements need more bytes than remain is an error. This crate detects both errors
//! before it allocates memory for the elements:
//!
#![doc = dump!("minecraft/1.14/combine__rejected_count_past_end")]
//!
//! In Rust: [`wire::array`](crate::minecraft::wire::array) for a known number,
//! [`wire::prefixed_array`](crate::minecraft::wire::prefixed_array).
//!
//! # X Enum
//!
//! A number of type X. Only the numbers of a list are allowed.
//!
#![doc = dump!("minecraft/1.14/combine__enum_direction")]
#![doc = dump!("minecraft/1.14/combine__rejected_enum")]
//!
//! In Rust: [`wire::enumeration`](crate::minecraft::wire::enumeration).
//!
//! # Byte Array
//!
//! Bytes. Either the reader knows their number, or an integer before them has it.
//!
#![doc = dump!("minecraft/1.14/combine__bytes_of_known_length")]
#![doc = dump!("minecraft/1.14/combine__bytes_with_length")]
//!
//! In Rust: [`wire::byte_array`](crate::minecraft::wire::byte_array) for a known number,
//! [`wire::prefixed_byte_array`](crate::minecraft::wire::prefixed_byte_array).
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
//! X if an earlier field has a certain value, else nothing.
//!
//! In Rust: [`wire::optional`](crate::minecraft::wire::optional), an `Option` with an expression after `where` in
//! [`packet!`](crate::packet), or `if` in a [`TypeExpr`](crate::minecraft::TypeExpr).
//!
//! The earlier field may hold flags. Here a bit announces each of two fields:
//!
#![doc = dump!("minecraft/1.14/combine__if_of_flags")]
//!
//! The earlier field may also be a number, here the action 0:
//!
#![doc = dump!("minecraft/1.14/combine__if_of_action")]
//!
//! # Switch
//!
//! One of several types. The value of an earlier field selects the type: a number or a text. Other fields may stand between the two:
//!
#![doc = dump!("minecraft/1.14/combine__switch_of_action")]
//!
//! A value that selects no type is an error. The offset of the error is where the type would begin:
//!
#![doc = dump!("minecraft/1.14/combine__rejected_switch")]
//!
//! In Rust: an `enum` in [`packet!`](crate::packet), or `switch` in a [`TypeExpr`](crate::minecraft::TypeExpr). A grammar of
//! combinators reads the number by [`wire::enumeration`](crate::minecraft::wire::enumeration), and chooses by `match`.
//!
//! [Contents](super) · Previous: [positions, angles, UUIDs](super::places) · Next: [NBT](super::nbt)
#![doc = layout!()]
