//! Page 1: How to read a dump.
//!
//! [Contents](super) · Next: [numbers](super::numbers)
//!
//! A dump shows bytes and their meaning, one row for each number or text:
//!
#![doc = dump!("minecraft/1.14/text__identifier")]
//!
//! - The first line has the version, the type, the number of bytes and the verdict.
//! - **value** is the value as [JSON](#json), cut after 160 characters.
//! - **offset** counts bytes from the first one, in hexadecimal: `0x0009` is the tenth byte.
//! - **bytes** are in the order of the packet, two hexadecimal digits each. A row of more than eight bytes continues in the
//!   next line. A line longer than 92 columns continues in the next line, with an indent.
//! - **meaning** names the field and gives its value, with numbers in decimal. The parts of a value are indented.
//!
//! | verdict | meaning |
//! |---------|---------|
//! | `canonical` | This crate, as that version, reads the bytes and writes the same bytes. |
//! | `lenient` | This crate, as that version, reads the bytes and writes other bytes. The first row that differs is marked. |
//! | `rejected` | The bytes are not a value of the type. The dump ends at the wrong field. |
//!
//! # Numbers in memory
//!
//! Numbers of a fixed width are **big-endian**: the highest byte comes first. `00 00 01 f2` is `0x000001f2`, 498. **Signed**
//! numbers are in two's complement: if the highest bit is set, subtract 2 to the power of the number of bits. `ff fe` is
//! 65534 − 65536, −2.
//!
//! **Floats** are those of IEEE 754. A Float of 4 bytes has, from the highest bit on, 1 bit of sign, 8 bits of exponent e and 23
//! bits of fraction f:
//!
//! | e | value |
//! |---|-------|
//! | 1 to 254 | ±(1 + f / 2²³) · 2ᵉ⁻¹²⁷ |
//! | 0 | ±(f / 2²³) · 2⁻¹²⁶: zero, and the *subnormal* numbers |
//! | 255 | ±infinity if f is 0, else NaN (not a number) |
//!
//! `3f 80 00 00` is 1, `3f c0 00 00` is 1.5, `40 00 00 00` is 2.
//!
//! A Double has 11 bits of exponent and 52 bits of fraction. Its table is the one above with 2046 for 254, 2047 for 255, 2⁵² for
//! 2²³, 1023 for 127 and 2⁻¹⁰²² for 2⁻¹²⁶. `3f f8 00 00 00 00 00 00` is 1.5.
//!
//! Two types are not big-endian: [VarInt and VarLong](super::numbers#varint) write groups of seven bits, the lowest first.
//!
//! # JSON
//!
//! | type | JSON |
//! |------|------|
//! | Long, VarLong, Long of NBT | a string with the decimal number, because many readers of JSON have 53 bits |
//! | all other integers | a number |
//! | Float, Double | a number; as strings `"NaN"` (with other bits `"NaN:7fa00000"`), `"Infinity"`, `"-Infinity"`, `"-0"` |
//! | tag of NBT | an object with `type` and `value`. The values of a List have no types of their own |
//! | Compound | an array of `[name, tag]`, in the order of the bytes |
//! | Byte_Array, Int_Array of NBT | an array of numbers |
//! | Long_Array of NBT | an array of strings |
//! | Angle | the number of steps, 0 to 255 |
//! | Rotation | an array of three numbers: pitch, yaw, roll |
//! | text of NBT | a string; or the bytes in hexadecimal, `{"mutf8":"eda080"}`, if a string cannot hold the text, or if Java writes the text with other bytes |
//! | Modified UTF-8 outside NBT | an array of UTF-16 units |
//!
//! [JSON and sample files](super::json) has the complete list.
//!
//! # Errors
//!
//! A rejected dump ends at the wrong field, which `<- here` marks:
//!
#![doc = dump!("minecraft/1.14/nbt__rejected_count_past_end")]
//!
//! The error has the path of the value: `$` is the whole value, `$.c` is the tag named `c` of a compound, `$.nbt` is a part
//! with a name from the type, `$[0]` is the first element of a list or an array.
//!
//! | error | offset |
//! |-------|--------|
//! | the input ends before or within a number; a VarInt or VarLong does not end; a number is not allowed | the first byte of the number |
//! | a length or a count is negative or too great | the length or the count |
//! | the type of a tag is unknown; the nesting is too deep | the type of the tag; for an element of a list, the first byte of the element |
//! | text is not valid, or a character is not allowed | the first byte of the wrong character. This also holds in NBT |
//! | bytes follow the value | the first byte after the value |
//!
//! ```text
//! too great if    bytes that the length or the count needs at least
//!               + least bytes of all elements not yet begun, in lists and arrays around it
//!               > bytes after the length or the count
//! ```
//!
//! The table of [tags](super::nbt#tags) has the least size of each tag. [`Cx`](crate::cx::Cx) shows this sum step by step.
//!
//! [Contents](super) · Next: [numbers](super::numbers)
#![doc = layout!()]
