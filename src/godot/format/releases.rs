//! Page 12: what each release of the engine changed, and its forks.
//!
//! Bytes do not say who wrote them, so a reader has to be told. A [`Dialect`](crate::godot::Dialect) is a release and its
//! rules; the named ones are those whose bytes, or whose manners of reading, differ.
//!
//! # Tables
//!
//! There are three tables of type ids, and three more of a fork: the columns of [the table of types](super#the-table-of-types),
//! [`Table`](crate::godot::Table) in Rust.
//!
//! | table | releases | types | first unknown id |
//! |-------|----------|-------|-----------------:|
//! | Godot 2 | 1.0 to 2.1 | | 29 |
//! | Godot 3 | 3.0 to 3.6 | without Image and InputEvent | 27 |
//! | Godot 4 | 4.0 and later | vectors of ints, Vector4, Projection, StringName, Callable, Signal and 64-bit arrays are new; PackedVector4Array from 4.3 on, at the end | 38, from 4.3 on 39 |
//! | Pandemonium 3.5 | 3.5 to 3.7 | of Godot 3, with vectors of ints and StringName | 33 |
//! | Pandemonium 3.8 | 3.8 to 4.9 | with Vector4 and Projection; in another order | 38 |
//! | Pandemonium 5.0 | 5.0 and later | with typed arrays | 40 |
//!
//! Rebel Engine has the table and the layouts of Godot 3, Blazium 4.3 those of Godot 4.3.
//!
//! # What changed
//!
//! | | 1.0 to 2.0 | 2.1 | 3.0 | 3.1 | 3.2 to 3.4 | 3.5, 3.6 | 4.0 to 4.2 | 4.3 | 4.4 and later |
//! |---|---|---|---|---|---|---|---|---|---|
//! | header: what is the id | the whole word | the whole word | low byte | low byte | low byte | low byte | low byte | low byte | low byte |
//! | ints written with | 32 bits | 32 bits | 64 bits | what is needed | the same | the same | the same | the same | the same |
//! | components of 64 bits | – | – | – | – | – | – | bit 16 | bit 16 | bit 16 |
//! | objects | nothing | nothing | id or whole | the same | the same; null as Nil in debug builds | null as Nil | the same | `script` as a path | the same |
//! | objects, unless asked | – | – | whole | whole | id | id | id | id | id |
//! | RID | nothing | nothing | nothing | nothing | nothing | nothing | number | number | number |
//! | shared bit of containers | written | written | – | – | – | – | – | – | – |
//! | property of a NodePath | apart | apart | the last subname | the same | the same | the same | the same | the same | the same |
//! | NodePath as text | read | read | read | – | – | – | – | – | – |
//! | padding of text must be there | – | – | – | yes | yes | yes | yes | yes | yes |
//! | UTF-8 is checked | – | – | – | loosely | loosely | loosely | strictly | strictly | strictly |
//! | typed Array | – | – | – | – | – | – | – | yes | yes |
//! | typed Dictionary | – | – | – | – | – | – | – | – | yes |
//! | nesting is limited | – | – | – | – | from 3.4 on | 1024 | 1024 | 1024 | 1024 |
//! | joystick motion | 4 bytes, from 2.0.3 on 8 | 8 bytes | – | – | – | – | – | – | – |
//!
//! 2.1 means 2.1.0 to 2.1.4, and 3.0 means 3.0.0 to 3.0.5. The patch releases **2.1.5** and **3.0.6** read as strictly as 3.1:
//! padding must be there, UTF-8 is checked loosely, a NodePath as text is refused. They write as before.
//!
//! Padding was memory that nobody had cleared: of text until 3.0.3, of packed strings until 2.1.5 and 3.0.6, of byte arrays
//! until 3.2, between the parts of a NodePath until 4.6.3, of images in all of Godot 2. Nothing may be read from it.
//!
//! # Dialects
//!
//! | [`Dialect`](crate::godot::Dialect) | for |
//! |-----------|-----|
//! | [`GODOT_2`](crate::godot::Dialect::GODOT_2), `godot2` | 1.0 to 2.1.4, and the fork Mole |
//! | [`GODOT_2_1_5`](crate::godot::Dialect::GODOT_2_1_5), `godot2.1.5` | 2.1.5 |
//! | [`GODOT_3_0`](crate::godot::Dialect::GODOT_3_0), `godot3.0` | 3.0 |
//! | [`GODOT_3`](crate::godot::Dialect::GODOT_3), `godot3` | 3.1 to 3.6, Rebel Engine |
//! | [`GODOT_4_2`](crate::godot::Dialect::GODOT_4_2), `godot4.2` | 4.0 to 4.2 |
//! | [`GODOT_4_3`](crate::godot::Dialect::GODOT_4_3), `godot4.3` | 4.3 |
//! | [`GODOT_4`](crate::godot::Dialect::GODOT_4), `godot4` | 4.4 and later |
//! | [`.double()`](crate::godot::Dialect::double) of those, `godot4-double` .. | builds in double precision; of Godot 3, the layout of its documentation |
//! | [`PANDEMONIUM_3_5`](crate::godot::Dialect::PANDEMONIUM_3_5), [`PANDEMONIUM_3_8`](crate::godot::Dialect::PANDEMONIUM_3_8), [`PANDEMONIUM_5_0`](crate::godot::Dialect::PANDEMONIUM_5_0) | that fork |
//!
//! [`convert`](crate::godot::convert()) makes a value of one dialect one that another can express, and reports what had to change;
//! [`guess`](crate::godot::guess()) ranks the dialects that bytes may be of.
//!
//! # What was run, and what was only read
//!
//! The encoder and decoder of 2.1 and 2.1.5, and the released 3.2.3, 3.6.2 and 4.6.3 were run, the last also in double
//! precision. 1.0 was run in the core of 2.1. Of 3.0, 3.1, 3.5, and 4.2 to 4.5 the source was read; of 3.3, 3.4, 4.0 and 4.1
//! what the engine's own change notes say. Snapshots from before a release (the first half of 2017, the alphas of 4.0) wrote
//! other bytes and are not described here.
//!
//! [Contents](super) · before: [files](super::files) · next: [the published documentation](super::documentation)
#![doc = layout!()]
