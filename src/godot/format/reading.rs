//! Page 1: How to read a dump.
//!
//! [Contents](super) · Next: [the header word](super::header)
//!
//! A dump shows bytes and their meaning, one row for each number or text:
//!
#![doc = dump!("godot4/canonical/text__string_with_padding")]
//!
//! - The first line has the [dialect](super#dialects), the precision, the number of bytes and the [verdict](#verdicts).
//! - **value** is the whole value in the notation of scripts, cut after 100 characters. A typed container shows its
//!   declared type: `Array[int]([128])`. [JSON](super::json) is another notation, of the command and of the sample files.
//! - **offset** counts bytes from the first one, in hexadecimal: `0x000f` is the sixteenth byte.
//! - **bytes** are in the order of the file or packet, two hexadecimal digits each. A row of more than eight bytes
//!   continues on the next line. A line longer than 92 columns continues on the next line, which is indented.
//! - **meaning** names the field and gives its value, with numbers in decimal. Indentation shows nesting: the contents of a
//!   value are further to the right than the value. Every byte is in exactly one row, padding included.
//! - `note`, after some dumps, names the releases that write or read these bytes.
//!
//! # Layouts
//!
//! A layout is a table with the columns **at**, **size** and **field**. *at* counts bytes from the start of what the table
//! describes: a value, a string block, a frame, a file. A value begins with its [header](super::header), so its first field is at 4.
//! *at* is therefore the offset in a dump of only that value, and the offset in the engine's manual. `..` stands for a number
//! that depends on the preceding fields.
//!
//! # Numbers in memory
//!
//! All numbers are **little-endian**: the lowest byte comes first. To read one, write its bytes down in reverse order:
//! `04 00 00 00` is `0x00000004`, 4; `00 00 01 00` is `0x00010000`, 65536. A number takes 4 bytes unless a page says
//! otherwise.
//!
//! **Signed** numbers are in two's complement: if the highest bit is set, subtract 2³² (with eight bytes, 2⁶⁴).
//! `ff ff ff ff` is `0xffffffff` = 4294967295; minus 2³² this is −1. Payload ints are signed. Type ids, object ids and RIDs are
//! unsigned. For lengths and counts see [the table](#counts-and-lengths).
//!
//! **Floats** are those of IEEE 754, with 4 or 8 bytes. A float of 4 bytes has, from the highest bit on, 1 bit of sign, 8 bits
//! of exponent e and 23 bits of fraction f:
//!
//! | e | value |
//! |---|-------|
//! | 1 to 254 | ±(1 + f / 2²³) · 2ᵉ⁻¹²⁷ |
//! | 0 | ±(f / 2²³) · 2⁻¹²⁶: zero, and the *subnormal* numbers |
//! | 255 | ±infinity if f is 0, else NaN (not a number) |
//!
//! 1.5 has sign 0, exponent 127 and the fraction 2²²: `0x3fc00000`, in memory `00 00 c0 3f`. 1 is `00 00 80 3f`, 2 is
//! `00 00 00 40`, 0 is four zeros. A float of 8 bytes has 11 bits of exponent and 52 bits of fraction. In the table 2046
//! replaces 254, 2047 replaces 255, 2⁵² replaces 2²³, 1023 replaces 127 and 2⁻¹⁰²² replaces 2⁻¹²⁶. 1.5 is
//! `00 00 00 00 00 00 f8 3f`.
//!
//! **Bits** are counted from the lowest one, 0. Bit 16 of a header word is the lowest bit of its third byte: `02 00 01 00`
//! is type id 2 with bit 16 set.
//!
//! **Text** is UTF-8: one byte for each ASCII character, two to four for others. A length in bytes comes before it.
//!
//! # Padding
//!
//! Padding is (−n mod 4) bytes, 0 to 3, after n bytes of text, of a PackedByteArray or of an Image. All other fields take a
//! multiple of four bytes. So every field begins, and every value ends, at a multiple of 4 from the start of the *value*. The
//! value itself may begin at any offset of a file.
//!
//! Writers write zeros. Old releases write uninitialized memory ([table](super::releases#padding)). Readers ignore the content
//! of padding. Some readers accept an input that ends before its padding. That depends on the type and the release: see
//! [text](super::text#refused) and [packed arrays](super::packed).
//!
//! # Verdicts
//!
//! | verdict | meaning |
//! |---------|---------|
//! | `canonical` | This crate, as that dialect, reads the bytes and writes the same bytes. |
//! | `lenient` | This crate, as that dialect, reads the bytes and writes other bytes. The first row that differs is marked. After it, "written again" shows the bytes that are written. |
//! | `rejected` | The bytes are not a value. The dump ends at the wrong field. |
//!
//! If this crate and the engine read the same bytes and then write different ones, a `note` under the dump says so. There are
//! few such cases: this crate keeps the form of a [null object](super::references#null-objects) and a
//! [byte order mark](super::text#byte-order-marks); engines lose both. [Differences](super::differences) has the list.
//!
//! A lenient dump shows both forms:
//!
#![doc = dump!("godot3/lenient/prim__int_5_as_64_bits")]
//!
//! # Errors
//!
//! A rejected dump ends at the wrong field, which `<- here` marks:
//!
#![doc = dump!("godot3/rejected/container__inner_count_past_end")]
//!
//! The error has the offset of that field, the type that was being read, and the *path* of the value: `$` is the whole
//! value, `$.a` is the value of the key `"a"` in a dictionary, `$[0]` is the first element of an array. The names and subnames
//! of a NodePath have the path of the NodePath.
//!
//! | error | offset |
//! |-------|--------|
//! | the input ends before or within a number | the number; in a vector or matrix its component |
//! | unknown type id; flags in Godot 2; a level too deep; a full object without permission | the header of the value |
//! | a count or a length is negative, or [too great](#counts-and-lengths) | the count or the length |
//! | the number of names or of subnames of a NodePath is too great | that number. Both are checked after the flags were read, first the names |
//! | a NodePath as text, where it is [refused](super::text#nodepath-as-text) | the first word after the header |
//! | the declared type of a container, or the format of an image, is unknown | its word |
//! | text is not valid | the first byte of the text, whichever byte is wrong |
//! | the input ends before or within padding that must be there | the first byte of the padding |
//! | bytes follow the value | the first byte after the value |
//!
//! Engines report only the kind of an error. The offsets are those of this crate.
//!
//! Only the first error is reported. Values are checked in the order of their bytes, and each part of them in this order:
//!
//! | part | order of the checks |
//! |------|---------------------|
//! | a value | its level; the header is there; its type id, in Godot 2 its flags; permission for a full object; the payload |
//! | a string block | the length is there; not negative; not too great; the text is valid; the padding is there |
//! | a NodePath | bit 31 of the number of names; all three numbers are there; the number of names is not too great; that of subnames is not too great; the string blocks |
//! | a container | the declared types, in order; the count is there; not too great; each key and value |
//! | a packed array | the count is there; not negative; not too great; the elements; the padding |
//! | the input | the value; then the bytes after it |
//!
//! # Counts and lengths
//!
//! | number | bits | if bit 31 is set |
//! |--------|------|------------------|
//! | length of a text; count of a packed array | 32, signed | negative: an error, in a PackedStringArray 0 elements |
//! | number of properties of an object | 32, signed | negative: 0 properties |
//! | count of an Array or a Dictionary | 31 | [ignored; in Godot 2 *shared*](super::containers#bit-31-of-the-count) |
//! | number of names of a NodePath | 31 | always set |
//! | number of subnames of a NodePath; length of a frame, of a setting; bytes of an image | 32, unsigned | too great for any input that is accepted |
//!
//! A count is checked before memory is allocated for its elements. The check uses the least size of an element:
//!
//! | element | bytes, at least |
//! |---------|------:|
//! | element of an Array, key, value | 4 |
//! | entry of a Dictionary | 8 |
//! | property of an object, with its name | 8 |
//! | name or subname of a NodePath | 4 |
//! | text of a PackedStringArray | 4 |
//! | element of another packed array | its size |
//!
//! *rest* is the number of bytes of the input after the count or the length; in a NodePath after the flags.
//!
//! *owed* is a sum over all containers that are still open. For each of them, add the least sizes of the elements, keys, values,
//! properties, names and texts that it has announced and that have not begun. In an Array of 3, 2 elements are owed while `[0]` is
//! read: 8 bytes. While a key is read, its value is owed. While the number of subnames of a NodePath is checked, its names are owed.
//! [`Cx`](crate::cx::Cx) has a picture of an array of arrays, step by step.
//!
//! ```text
//! count c of elements of s bytes at least     too great if c · s + owed > rest
//! length n of a text                          too great if n > 0 and n + owed > rest
//! p bytes of padding that must be there       missing if p > 0 and p + owed > rest
//! ```
//!
//! Single numbers, headers and components do not use *owed*: they are refused only if their own bytes are missing. Engines do not
//! compute *owed*. They refuse the same inputs, but at a later field: the field in which the bytes end.
//!
//! # In Rust
//!
//! [`Decoder::explain`](crate::godot::Decoder::explain) makes a dump. [`Explainer`](crate::explain::Explainer) makes one of a
//! part of a value, in color, or as HTML. [`Decoder::verify`](crate::godot::Decoder::verify) gives the verdict. It also
//! reports elements that are not of the [declared type](super::containers#declared-types) of their container.
//! [`DecodeError`](crate::DecodeError) is the error.
//!
//! [Contents](super) · Next: [the header word](super::header)
#![doc = layout!()]
