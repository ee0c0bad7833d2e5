//! Page 4: String, StringName, NodePath, and the string block that all text is made of.
//!
//! # The string block
//!
//! Wherever there is text, it is written in the same way: its **length in bytes** (not characters), its bytes in UTF-8,
//! and **padding** to a multiple of four. [`wire::text`](crate::godot::wire::text) has the layout. The length does not
//! count the padding. There is no NUL at the end, with one exception: the elements of a
//! [PackedStringArray](super::packed#PackedStringArray) have one, and their length counts it.
//!
//! Rules of every reader:
//!
//! - Text ends at the first NUL inside the length. What follows it is not looked at, and lost.
//!
#![doc = dump!("godot3/lenient/text__nul_inside")]
//!
//! - A byte order mark (`ef bb bf`) at the start is read past. Engines do write it, so this crate keeps it in mind and
//!   writes it again:
//!
#![doc = dump!("godot3/canonical/text__byte_order_mark")]
//!
//! - Padding may be any bytes, and is written as zeros: for text from 3.0.3 on. Before that it was memory that nobody had
//!   cleared.
//!
#![doc = dump!("godot3/lenient/text__padding_not_zero")]
//!
//! What is refused has changed:
//!
//! | | 1.0 to 2.1.4, 3.0.0 to 3.0.5 | 2.1.5, 3.0.6 to 3.6 | 4.0 and later |
//! |---|---|---|---|
//! | padding missing at the end of the input | read | refused | refused |
//! | negative length | text up to the next NUL, wherever that is | refused | refused |
//! | length beyond the input | refused | refused | refused |
//! | a wrong continuation byte, a lone continuation byte, `fe`, `ff`, the overlong `c0` and `c1` | read as empty text, or as other text | refused | refused |
//! | surrogates, code points beyond U+10FFFF, forms of five and six bytes, most overlong forms | read | **read** | refused |
//!
//! 2.1.5 and 3.0.6 are patch releases of 2018 that got the checks of 3.1. Text that Godot 3 holds and Unicode does not
//! is kept by this crate as it is, [`Text`](crate::godot::Text) says so, and Godot 4 refuses it:
//!
#![doc = dump!("godot3/canonical/text__surrogate")]
#![doc = dump!("godot4/rejected/text__surrogate")]
#![doc = dump!("godot3/rejected/text__padding_missing")]
#![doc = dump!("godot3/rejected/text__length_past_end")]
#![doc = facts!(String)]
//!
//! A header and a string block. Two characters, three bytes, one byte of padding:
//!
#![doc = dump!("godot3/canonical/text__string")]
//!
//! Empty text is a length of 0 and nothing else:
//!
#![doc = dump!("godot3/canonical/text__string_empty")]
#![doc = facts!(StringName)]
//!
//! The same under another id. To scripts a StringName is a text that is kept once in memory and compared by its address;
//! `&"name"` is how Godot 4 spells it. As a key of a dictionary it is the same as a String.
//!
#![doc = dump!("godot4/canonical/text__string_name")]
#![doc = facts!(NodePath)]
//!
//! The path to a node of the scene, `/root/a`, and from there to a property, `:b:c`. The parts are written apart:
//!
//! 1. the number of **names** (`root`, `a`), with bit 31 set;
//! 2. the number of **subnames** (`b`, `c`);
//! 3. flags: bit 0, the path is absolute, it began with `/`;
//! 4. a string block for each name, then for each subname.
//!
//! Separators are not written. `.` and `..` are names like others.
//!
#![doc = dump!("godot4/canonical/node_path__absolute_with_subnames")]
//!
//! The root alone is no names and the flag; the empty path is three numbers, too:
//!
#![doc = dump!("godot4/canonical/node_path__root")]
//!
//! Old forms:
//!
//! - **Godot 2 keeps the part after the last colon apart**, as *the property*: flag bit 1 says that one more string block
//!   follows, which the second number does not count. Later engines never write the bit, but read it, and take the
//!   property for one more subname. 1.0 to 2.1.2 write an empty property for paths that were not made from text.
//!
#![doc = dump!("godot2/canonical/node_path__property")]
//!
//! - Godot 2 also writes wrong subnames: it takes the one at `names + k − subnames` in place of number k, and nothing where
//!   there is none. `a/b:c:d` is written with an empty subname.
//! - **The path as text**: without bit 31 the first number is the length of a text, which follows. 1.0 to 2.1.4 and 3.0.0
//!   to 3.0.5 read it, without padding; later releases refuse it. No release writes it. The published documentation
//!   describes it with padding; [`Dialect::accept_old_node_path`](crate::godot::Dialect::accept_old_node_path) chooses.
//!
#![doc = dump!("godot2/lenient/node_path__old_text_form")]
#![doc = dump!("godot3/rejected/node_path__old_text_form")]
//!
//! - The padding between the parts is uninitialized memory in every release before 4.6.3, even parts of earlier packets.
//!   Readers must not check it.
//! - Unknown flags are ignored. The path `/` loses its flag in 2, 3 and 4.2.
//!
//! [Contents](super) · before: [numbers](super::numbers) · next: [vectors, matrices, colors](super::math)
#![doc = layout!()]
