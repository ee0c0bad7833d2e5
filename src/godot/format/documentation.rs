//! Page 13: Errors of the engine's own documentation.
//!
//! [Contents](super) · Previous: [releases](super::releases) · Next: [differences](super::differences)
//!
//! The engine's manual has a page on this format, *Binary serialization API*. The page has had four texts. The tables below
//! compare each text with what engines write and read. Where they differ, this book and this crate follow the engine.
//!
//! | text | ids in its table | it describes |
//! |------|------------------|--------------|
//! | Godot 2 (a fork publishes it under the name Mole) | 0 to 28; 15 is `image` | Godot 1.0 to 2.1 |
//! | Godot 3 | 0 to 26, and 27 `max` | Godot 3 |
//! | [Godot 4, not updated](#godot-4-not-updated): the stable page, also for 4.6 | 0 to 28, and 29 `max`; 22 is `int64 array` | no release |
//! | [Godot 4, revised](#godot-4-revised) | 0 to 38, also in hexadecimal | Godot 4.4 and later |
//!
//! `max` is the number of ids, not a type.
//!
//! # Godot 2 and 3
//!
//! | topic | the manual | the engine |
//! |-------|----------|------------|
//! | [header](super::header) | the low 16 bits are the type, the high 16 bits flags | the low **8** bits are the type, bits 8 to 15 are ignored. Both rules give the same result for bytes that an engine wrote |
//! | [count](super::containers#bit-31-of-the-count) of a container | bit 31 means *shared* | only in Godot 2; ignored since 3.0 |
//! | [Basis](super::math#Basis), Transform | the x column first: "X component of X column, Y component of X column" | **rows**: the x components of the three columns first. The manual's indices `[i][j]` are right with i as the row; its words "X column" are wrong |
//! | [double precision](#double-precision) in Godot 3 | every float inside a structure takes 8 bytes, at `(offset - 4) * 2 + 4` | Godot 3 writes 4 bytes in structures in every build. Godot 4 writes 8 and sets [bit 16](super::header#precision) |
//! | [float](super::numbers#float) | "always double", in its introduction | 4 bytes where that is exact, as the manual's own table has it |
//! | [NodePath](super::text#NodePath), offsets | the number of subnames at 4, flags at 8 | from the start of the value: names at 4, subnames at 8, flags at 12. The manual restarts its numbering |
//! | NodePath, flags | only bit 0 | also bit 1: [the property](super::text#nodepath-in-godot-2) of Godot 2 follows as one more string |
//! | [NodePath as text](super::text#nodepath-as-text) | read, and padded | not read since 2.1.5, 3.0.6 and 3.1; not padded before. This crate reads the padded form only with [`old_node_path`](crate::godot::Dialect::old_node_path); no dialect with a name does |
//! | [RID](super::references#RID), [Object](super::references#Object) | "unsupported" | RID: nothing, 8 bytes in Godot 4. Object: an id, or class and properties |
//! | [packed strings](super::packed#PackedStringArray) | "string length" | the length counts a NUL |
//! | [float arrays](super::packed#PackedFloat32Array) | elements are of type Integer | floats of 4 bytes |
//! | [InputEvent](super::legacy#InputEvent) of Godot 2 | a heading | three numbers, and fields by the kind of event |
//! | use | one translation: binary scenes and resources | those have another format (`.scn`, `.res`) |
//!
//! Topics on which manual and engine agree are not listed. For example, both have a Transform2D in columns.
//!
//! ## Double precision
//!
//! No engine writes the layout that the manual of Godot 3 describes for double precision. [`godot3-double`](super::header#precision)
//! reads and writes it. The manual leaves two questions open:
//!
//! | | the manual | `godot3-double` |
//! |---|---|---|
//! | an element of a PoolRealArray | "Integer", 4 bytes; only fields of type "Float" double | a float of 8 bytes |
//! | offsets in a packed array | `(offset - 4) * 2 + 4` gives 12 for the first element, four bytes after the end of the count | the count at 4, elements from 8 on, each with components of 8 bytes |
//!
//! # Godot 4, not updated
//!
//! The page says of itself that it was not updated for 4.x. Its ids are those of Godot 3 with two more arrays between them. So
//! they are wrong from 22 on for Godot 3, and from 6 on for Godot 4:
//!
//! | id | the manual | Godot 4 | Godot 3 |
//! |---:|------------|---------|---------|
//! | 6 to 21 | rect2 to int32 array, as in Godot 3 | Vector2i to StringName | Rect2 to PoolIntArray |
//! | 22 | int64 array | NodePath | PoolRealArray |
//! | 23 | float32 array | RID | PoolStringArray |
//! | 24 | float64 array | Object | PoolVector2Array |
//! | 25 | string array | Callable | PoolVector3Array |
//! | 26 | vector2 array | Signal | PoolColorArray |
//! | 27 | vector3 array | Dictionary | – |
//! | 28 | color array | Array | – |
//!
//! All rows of [Godot 2 and 3](#godot-2-and-3) on headers, counts, Basis and Transform3D apply to this text too. It does not describe
//! Vector2i to Projection, StringName, Callable, Signal and declared types.
//!
//! # Godot 4, revised
//!
//! | topic | the manual | the engine |
//! |-------|----------|------------|
//! | [ids](super#the-table-of-types) | Vector4 11, Vector4i 12, Transform2D 13 | Transform2D 11, Vector4 12, Vector4i 13 |
//! | [Basis](super::math#Basis), Transform3D | columns: x.x, x.y, x.z, y.x, .. | **rows**: x.x, y.x, z.x, x.y, .. |
//! | [count](super::containers#bit-31-of-the-count) of a container | bit 31 means *shared* | ignored, and written 0 |
//! | [int](super::numbers#int), [float](super::numbers#float) | its sections have only the form of 4 bytes; its introduction says "always uses double precision" | 4 bytes, or 8 with bit 16 |
//! | [double precision](super::header#precision) | "Float" fields take 8 bytes, at `(offset - 4) * 2 + 4` | 8 bytes if bit 16 is set. In a packed array the count stays at 4 and the elements begin at 8. A Color has floats of 4 bytes |
//! | [Object](super::references#full), [Signal](super::references#Signal), a declared class or script | the field after a text of N bytes is at 8 + N, or 4 + N | after the padding of the text |
//! | declared types | does not say since which release | Array 4.3, Dictionary 4.4 |
//! | PackedVector4Array | does not say since which release | 4.3 |
//!
//! # Words
//!
//! Names in the manual of Godot 2, and where they are in this book: `matrix32` is [Transform2D](super::math#Transform2D), `rect3` is
//! [AABB](super::math#AABB), `matrix3x3` is [Basis](super::math#Basis), `transform (matrix 4x3)` is
//! [Transform3D](super::math#Transform3D), `ByteArray`, `IntArray`, `FloatArray` and `StringArray` are
//! [packed arrays](super::packed).
//!
//! [Contents](super) · Previous: [releases](super::releases) · Next: [differences](super::differences)
#![doc = layout!()]
