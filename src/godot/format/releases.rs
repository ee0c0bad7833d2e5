//! Page 12: Releases and forks: tables of type ids, changes, evidence.
//!
//! [Contents](super) · Previous: [files](super::files) · Next: [the published documentation](super::documentation)
//!
//! The bytes do not say which release wrote them. A [`Dialect`](crate::godot::Dialect) is the set of rules of one group of
//! releases; [the cover](super#dialects) lists all of them.
//!
//! # Tables of type ids
//!
//! These are the columns of [the table of types](super#the-table-of-types). In Rust: [`Table`](crate::godot::Table).
//!
//! | table | releases | types | first unknown id |
//! |-------|----------|-------|-----------------:|
//! | Godot 4 | 4.0 and later | adds vectors of ints, Vector4, Projection, StringName, Callable, Signal, 64-bit arrays; PackedVector4Array from 4.3 on, at the end | 39; before 4.3 38 |
//! | Godot 3 | 3.0 to 3.6 | those of Godot 2 without Image and InputEvent | 27 |
//! | Godot 2 | 1.0 to 2.1 | | 29 |
//!
//! Rebel Engine has the table and the layouts of Godot 3. Blazium 4.3 has the table and the layouts of Godot 4.3. Forks with
//! their own table, such as Pandemonium, are not supported.
//!
//! # Changes
//!
//! | | 4.4 and later | 4.3 | 4.0 to 4.2 | 3.5, 3.6 | 3.3, 3.4 | 3.2 | 3.1 | 3.0 | 2.1 | 1.0 to 2.0 |
//! |---|---|---|---|---|---|---|---|---|---|---|
//! | id in the header | low byte | low byte | low byte | low byte | low byte | low byte | low byte | low byte | whole word | whole word |
//! | width of ints | as needed | as needed | as needed | as needed | as needed | as needed | as needed | 64 bits | 32 bits | 32 bits |
//! | components of 64 bits | bit 16 | bit 16 | bit 16 | no | no | no | no | no | no | no |
//! | typed Dictionary | yes | no | no | no | no | no | no | no | no | no |
//! | typed Array | yes | yes | no | no | no | no | no | no | no | no |
//! | payload of objects | id or full | id or full | id or full | id or full | id or full | id or full | id or full | id or full | none | none |
//! | objects by default | id | id | id | id | id | id | full | full | – | – |
//! | null objects | Nil | Nil | Nil | Nil | not known | Nil in debug builds | Object | Object | Object | Object |
//! | value of `script` | path | path | object | object | object | object | object | object | – | – |
//! | payload of RID | id | id | id | none | none | none | none | none | none | none |
//! | UTF-8 | strict | strict | strict | lenient | lenient | lenient | lenient | not checked | not checked | not checked |
//! | padding of text | required | required | required | required | required | required | required | optional | optional | optional |
//! | NodePath as text | refused | refused | refused | refused | refused | refused | refused | read | read | read |
//! | property of a NodePath | last subname | last subname | last subname | last subname | last subname | last subname | last subname | last subname | separate | separate |
//! | bit 31 of container counts | ignored | ignored | ignored | ignored | ignored | ignored | ignored | ignored | shared | shared |
//! | limit of nesting | 1024 | 1024 | 1024 | 1024 | [by patch](super::containers#nesting) | none | none | none | none | none |
//! | joystick motion | – | – | – | – | – | – | – | – | axis, value | axis; value from 2.0.3 on |
//!
//! In this table 2.1 means 2.1.0 to 2.1.4, and 3.0 means 3.0.0 to 3.0.5. The patch releases **2.1.5** and **3.0.6** read as
//! strictly as 3.1 (UTF-8, padding of text, NodePath as text), and write as before.
//!
//! # Padding
//!
//! Writers write zeros in padding from these releases on. Earlier releases write uninitialized memory.
//!
//! | padding of | zeros since |
//! |------------|-------------|
//! | strings | 3.0.3 |
//! | packed strings | 2.1.5, 3.0.6 |
//! | byte arrays | 3.2 |
//! | names and subnames of a NodePath | 4.6.3 |
//! | images of Godot 2 | never |
//!
//! # Evidence
//!
//! | releases | evidence |
//! |----------|----------|
//! | 4.6.3 | run, in single and double precision |
//! | 4.2 to 4.5 | source read, not run |
//! | 4.0, 4.1 | change notes of the engine |
//! | 3.6.2, 3.2.3 | run |
//! | 3.5, 3.1 | source read, not run |
//! | 3.3, 3.4 | change notes of the engine |
//! | 3.0.0 to 3.0.6 | source read, not run |
//! | 2.1, 2.1.5 | encoder and decoder run, built from source |
//! | 1.0 | encoder and decoder run in the core of 2.1 |
//! | 1.1, 2.0 | source read, not run |
//! | Rebel Engine, Blazium | source read, not run |
//!
//! Development snapshots (the first half of 2017, the alphas of 4.0) wrote other bytes and are not described here.
//!
//! # In Rust
//!
//! [`convert`](crate::godot::convert()) converts a value of one dialect to another, and reports what had to change.
//! [`detect`](crate::godot::detect()) ranks the dialects that may have written given bytes.
//!
//! [Contents](super) · Previous: [files](super::files) · Next: [the published documentation](super::documentation)
#![doc = layout!()]
