//! Page 4: The string block; String, StringName, NodePath.
//!
//! [Contents](super) · Previous: [numbers](super::numbers) · Next: [vectors, matrices, colors](super::math)
//!
//! # The string block
//!
//! All text is written as a *string block*: strings, the parts of paths, the elements of packed string arrays, the names of
//! classes, properties, signals and scripts. [`wire::text`](crate::godot::wire::text) is its layout and parser.
//!
//! | at | size | field |
//! |---:|-----:|-------|
//! | 0  | 4    | n, the length **in bytes**, signed |
//! | 4  | n    | the text in UTF-8 |
//! | 4 + n | (−n mod 4) | [padding](super::reading#padding) |
//!
//! n counts neither itself nor the padding. The text has no NUL at its end, with one exception: an element of a
//! [PackedStringArray](super::packed#PackedStringArray) is written with a NUL, which n counts.
#![doc = facts!(String)]
//!
//! | at | size | field |
//! |---:|-----:|-------|
//! | 4  | 4 + n + (−n mod 4) | a [string block](#the-string-block) |
//!
//! Five characters, seven bytes, one byte of padding:
//!
#![doc = dump!("godot4/canonical/text__string_with_padding")]
//!
//! One character, four bytes, no padding:
//!
#![doc = dump!("godot4/canonical/text__string")]
//!
//! Empty text is the length 0 and nothing else:
//!
#![doc = dump!("godot3/canonical/text__string_empty")]
#![doc = links!(String)]
#![doc = facts!(StringName)]
//!
//! | at | size | field |
//! |---:|-----:|-------|
//! | 4  | 4 + n + (−n mod 4) | a [string block](#the-string-block) |
//!
#![doc = dump!("godot4/canonical/text__string_name")]
//!
//! Scripts write `&"name"`. The engine stores each such text once in memory and compares it by address. As dictionary keys
//! `"a"` and `&"a"` are [equal](super::containers#equal-keys).
#![doc = links!(StringName)]
#![doc = facts!(NodePath)]
//!
//! A path leads to a node of the scene, `/root/a`, and may continue to a property of that node, `:b:c`. `root` and `a` are its
//! *names*, `b` and `c` its *subnames*:
//!
//! ```text
//!        names       subnames
//!  /  root  /  a   :  b   :  c
//!  │   │       │      │      └─ string block 4, at 40
//!  │   │       │      └──────── string block 3, at 32
//!  │   │       └─────────────── string block 2, at 24
//!  │   └─────────────────────── string block 1, at 16
//!  └─────────────────────────── flag bit 0, at 12
//! ```
//!
//! | at | size | field |
//! |---:|-----:|-------|
//! | 4  | 4    | number of names + 2³¹ (bit 31 is always set) |
//! | 8  | 4    | number of subnames, unsigned |
//! | 12 | 4    | flags. Bit 0: the path is absolute, it begins with `/`. Bit 1: see [Godot 2](#nodepath-in-godot-2). Others are ignored, and written as 0 |
//! | 16 | ..   | a string block for each name |
//! | .. | ..   | a string block for each subname |
//!
//! Separators are not written. `.` and `..` are ordinary names, and names may be empty. A number of names or subnames that the
//! input is too short for is an error.
//!
#![doc = dump!("godot4/canonical/node_path__absolute_with_subnames")]
//!
//! The path `/` has no names and flags 1. The empty path has no names and flags 0. Both take 12 bytes:
//!
#![doc = dump!("godot4/canonical/node_path__root")]
//!
//! - Godot 2, 3 and 4.2 read the path `/` as the empty path. 4.6 keeps it.
//! - Every release before 4.6.3 writes uninitialized memory as the padding of names and subnames, even parts of earlier
//!   packets. Readers must not check this padding.
#![doc = links!(NodePath)]
//!
//! # What readers ignore
//!
//! ## NUL
//!
//! Text ends at the first NUL inside the n bytes. Readers drop the NUL and the bytes after it: `61 00 62` is read as `a` and
//! written as `61`. The dropped bytes need not be UTF-8. This holds for every string block.
//!
#![doc = dump!("godot3/lenient/text__nul_inside")]
//!
//! ## Byte order marks
//!
//! Readers drop the bytes `ef bb bf` at the start of a text (U+FEFF in UTF-8, the *byte order mark*) once. Writers do not
//! strip it: a text that begins with U+FEFF is written with the mark, and loses it when it is read back. This crate keeps the mark
//! apart from the text and writes it again.
//!
#![doc = dump!("godot4/canonical/text__byte_order_mark")]
//!
//! ## The content of padding
//!
//! Padding may hold any bytes:
//!
#![doc = dump!("godot3/lenient/text__padding_not_zero")]
//!
//! # Refused
//!
//! | input | 4.0 and later | 2.1.5, 3.0.6 to 3.6 | 1.0 to 2.1.4, 3.0.0 to 3.0.5 |
//! |---|---|---|---|
//! | n is negative | refused | refused | read up to the next NUL, even after the end of the input |
//! | n is greater than the rest of the input | refused | refused | refused |
//! | the input ends before or within the padding | refused | refused | read; in a NodePath refused |
//! | a wrong or missing continuation byte, a lone continuation byte, `fe`, `ff`, the overlong `c0` and `c1` | refused | refused | read as empty text, or as other text |
//! | surrogates, code points above U+10FFFF, forms of five and six bytes | refused | **read** | read |
//! | overlong forms of b bytes, b = 3 to 6 | refused | **read**; but refused if bytes 1 and 2 have no payload bit set and `byte 3 & 0x3f < 1 << (7 - b)` | read; under that condition as other text |
//!
//! For example, 2.1.5 refuses `e0 80 80`, the form of U+0000 in three bytes, and reads `e0 9f bf`, that of U+07FF.
//!
//! Godot 4 accepts only well-formed UTF-8. 2.1.5 and 3.0.6 are patch releases of 2018 that check text as 3.1 does. The source of
//! 3.0.0 to 3.0.6 was read; these releases were not run.
//!
//! The engines that read such text take the payload bits of each form as one code point, and write that code point again:
//!
//! | bytes | code points | written by 2.1.5, 3.2.3 | written by 3.6.2 |
//! |-------|-------------|--------------|--------------|
//! | `e0 9f bf`, overlong (2.1.5) | U+07FF | `df bf`, the shortest form | not run |
//! | `f4 90 80 80`, above U+10FFFF | 0x110000 | the same bytes | the same bytes |
//! | `f8 88 80 80 80`, five bytes | 0x200000 | the same bytes | the same bytes |
//! | `ed a0 80`, a lone surrogate | 0xd800 | the same bytes | a space, `20` |
//! | `ed a0 bd ed b8 80`, a surrogate pair | 0xd83d, 0xde00 | the same bytes | `f0 9f 98 80`, the character U+1F600 |
//!
//! The last row was run with 2.1.5; the tables of 3.2.3 and 3.6.2 do not have it.
//!
//! This crate writes the same bytes as 2.1.5 and 3.2.3. A Rust `char` cannot hold some of these code points, so
//! [`Text`](crate::godot::Text) keeps them as bytes. In Godot 4 such text is an error:
//!
#![doc = dump!("godot3/canonical/text__surrogate")]
#![doc = dump!("godot4/rejected/text__surrogate")]
#![doc = dump!("godot3/rejected/text__padding_missing")]
#![doc = dump!("godot3/rejected/text__length_past_end")]
//!
//! # NodePath in Godot 2
//!
//! In Godot 2 the part after the last colon is not a subname, but *the property* of the path. Godot 2 sets flag bit 1 and
//! writes the property as one more string block, after the others. Neither number counts this block:
//!
#![doc = dump!("godot2/canonical/node_path__property")]
//!
//! Later releases never write bit 1, but read it: the property becomes one more subname, even if it is empty. `a` with an empty
//! property has one subname, an empty text (run with 3.2.3, 3.6.2 and 4.6.3).
//!
//! - 1.0 to 2.1.2 write an empty property for paths that were not made from text, and for text that ends with `:`. An empty
//!   property is equivalent to no property.
//! - 1.0 to 2.1.5 write wrong subnames, unless there are as many subnames as names:
//!
//!   ```text
//!   for k in 0 .. subnames.count:
//!       i = names.count + k - subnames.count      # should be i = k
//!       write string block: subnames[i] if 0 <= i < subnames.count, else empty text
//!   ```
//!
//!   `a/b:c:d` has the names `a` and `b`, the subname `c` and the property `d`. It is written with an empty subname. A reader
//!   cannot restore the subname.
//! - 1.0 to 2.1.5 read a path without names as the empty path, even if subnames and a property follow.
//!
//! # NodePath as text
//!
//! If bit 31 of the first word is clear, the word is the length of a text. The text follows: the whole path, as scripts write
//! it. No release writes this form.
//!
//! | release | reads it |
//! |---------|----------|
//! | 2.1.5, 3.0.6, 3.1 and later, 4.0 and later | no |
//! | 1.0 to 2.1.4, 3.0.0 to 3.0.5 | yes, without padding |
//!
//! The published documentation describes this form with padding. The argument of
//! [`Dialect::old_node_path`](crate::godot::Dialect::old_node_path) chooses between both.
//!
#![doc = dump!("godot2/lenient/node_path__old_text_form")]
#![doc = dump!("godot3/rejected/node_path__old_text_form")]
//!
//! [Contents](super) · Previous: [numbers](super::numbers) · Next: [vectors, matrices, colors](super::math)
#![doc = layout!()]
