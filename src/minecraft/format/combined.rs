//! Page 5: types made of other types.
//!
//! What is written between the parts is nothing. In the first forms even the number of parts is nowhere: the packet says it
//! elsewhere, or its definition does.
//!
//! # Optional X
//!
//! Nothing, or X. Whether it is there, the reader has to know: [`wire::optional`](crate::minecraft::wire::optional). Absent, it
//! has no bytes and no dump. Present, it looks like X, here a Position:
//!
#![doc = dump!("minecraft/1.14/position__position")]
//!
//! # Option of X
//!
//! A Boolean, and X if it is true: [`wire::option`](crate::minecraft::wire::option).
//!
#![doc = dump!("minecraft/1.14/combine__option_present")]
#![doc = dump!("minecraft/1.14/combine__option_absent")]
//!
//! # Array of X
//!
//! The elements, one after the other. Their number is known ([`wire::array`](crate::minecraft::wire::array)), or comes first
//! ([`wire::prefixed_array`](crate::minecraft::wire::prefixed_array)), as a VarInt or as another integer:
//!
#![doc = dump!("minecraft/1.14/combine__array_of_known_count")]
#![doc = dump!("minecraft/1.14/combine__array_with_count")]
//!
//! A count that is negative, or promises more than there are bytes for, is refused before memory is taken for it:
//!
#![doc = dump!("minecraft/1.14/combine__rejected_count_past_end")]
//!
//! # X Enum
//!
//! A number of type X that must be in a list: [`wire::enumeration`](crate::minecraft::wire::enumeration).
//!
#![doc = dump!("minecraft/1.14/combine__enum_direction")]
#![doc = dump!("minecraft/1.14/combine__rejected_enum")]
//!
//! # Byte Array
//!
//! Bytes, as they are; their number is known ([`wire::byte_array`](crate::minecraft::wire::byte_array)) or comes first
//! ([`wire::prefixed_byte_array`](crate::minecraft::wire::prefixed_byte_array)).
//!
#![doc = dump!("minecraft/1.14/combine__bytes_of_known_length")]
#![doc = dump!("minecraft/1.14/combine__bytes_with_length")]
//!
//! # Structure
//!
//! Fields in order, such as those of a packet. In Rust a tuple of parsers, for instance of
//! [`wire::byte`](crate::minecraft::wire::byte), [`wire::short`](crate::minecraft::wire::short) and
//! [`wire::slot`](crate::minecraft::wire::slot()), or a [`TypeExpr`](crate::minecraft::TypeExpr):
//!
#![doc = dump!("minecraft/1.14/combine__struct_of_set_slot")]
//!
//! [Contents](super) · before: [places and names](super::places) · next: [NBT](super::nbt)
#![doc = layout!()]
