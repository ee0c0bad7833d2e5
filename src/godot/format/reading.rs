//! Page 1: how to read a dump.
//!
//! A dump is a table of some bytes, one row for each number or text among them:
//!
#![doc = dump!("godot4/canonical/text__string")]
//!
//! - **offset** counts bytes from the first one, in hexadecimal: `0x000b` is the twelfth byte.
//! - **bytes** are in the order in which they lie in the file or arrive in the packet, two hexadecimal digits each.
//!   A row that needs more than eight goes on in the next line.
//! - **meaning** says what they are, with numbers in decimal. Indentation is nesting: what is inside a value is further
//!   right than the value. Every byte is in exactly one row, padding too.
//! - The first line names the *dialect*, the release of Godot whose rules the bytes were read by, and says
//!   `canonical` if that release would write the same bytes, `lenient` if it reads them and would write others,
//!   `rejected` if they are no value.
//!
//! # Numbers in memory
//!
//! All numbers are **little-endian**: the lowest byte comes first. To read one, write its bytes down in the opposite
//! order: `04 00 00 00` is `0x00000004`, 4; `00 00 01 00` is `0x00010000`, 65536. A number takes 4 bytes unless a page
//! says otherwise.
//!
//! **Signed** numbers are in two's complement: if the highest bit is set, subtract 2³² (with eight bytes, 2⁶⁴).
//! `ff ff ff ff` is `0xffffffff` = 4294967295, less 2³²: −1.
//!
//! **Floats** are those of IEEE 754, with 4 or 8 bytes. Of the 32 bits of a short one the highest is the sign, eight
//! are the exponent e, 23 are the fraction f; the value is ±(1 + f / 2²³) · 2ᵉ⁻¹²⁷. For 1.5 that is sign 0, exponent 127
//! and half of 2²³: `0x3fc00000`, in memory `00 00 c0 3f`. 1 is `00 00 80 3f`, 2 is `00 00 00 40`, 0 is four zeros. A long
//! one has 11 bits of exponent, 52 of fraction, and 1023 in the place of 127: 1.5 is `00 00 00 00 00 00 f8 3f`.
//!
//! **Bits** are counted from the lowest one, 0. Bit 16 of a header word is the lowest bit of its third byte: `02 00 01
//! 00` has it, and the type id 2.
//!
//! **Text** is UTF-8: one byte for each ASCII character, two to four for others. It has no end mark; a length comes
//! before it.
//!
//! # Padding
//!
//! Every value takes a multiple of four bytes. Text and bytes that end elsewhere are followed by one to three bytes of
//! padding, which have no meaning: zero as a rule, but old engines left there whatever was in memory before. Offsets of
//! multiples of four count from the start of the *value*, not of the file it is in.
//!
//! # Errors
//!
//! Bytes that are no value have a dump up to the number that is wrong:
//!
#![doc = dump!("godot3/rejected/container__inner_count_past_end")]
//!
//! `<- here` marks that number. The error names it by its offset, by the type that was being read, and by its *path* in
//! the value: `$` is the whole, `$["a"]` what the key `"a"` of a dictionary has, `$[0]` the first element of an array.
//!
//! Bytes that are read and would be written otherwise show both, and where they begin to differ:
//!
#![doc = dump!("godot3/lenient/prim__int_5_as_64_bits")]
//!
//! # In Rust
//!
//! [`Decoder::explain`](crate::godot::Decoder::explain) makes dumps, [`Explainer`](crate::explain::Explainer) those of a
//! part of a value, or in color, or as a page of HTML; [`Decoder::verify`](crate::godot::Decoder::verify) tells
//! canonical, lenient and rejected apart; [`DecodeError`](crate::DecodeError) is the error.
//!
//! [Contents](super) · next: [the header word](super::header)
#![doc = layout!()]
