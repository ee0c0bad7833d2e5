//! Page 13: Errors of the engine's own documentation.
//!
//! The engine's manual has a page on this format, *Binary serialization API*. This page compares its text of Godot 3, and that of
//! Godot 2 (which a fork publishes under the name Mole), with what engines write and read. Where they differ, this book and
//! this crate follow the engine.
//!
//! | topic | the manual | the engine |
//! |-------|----------|------------|
//! | everything since 4.0 | not described | Vector2i to Projection, StringName, Callable, Signal, 64-bit arrays, declared types: this book |
//! | [header](super::header) | the low 16 bits are the type, the high 16 bits flags | the low **8** bits are the type, bits 8 to 15 are ignored. For bytes that an engine wrote both give the same |
//! | [count](super::containers#bit-31-of-the-count) of a container | bit 31 means *shared* | in Godot 2 only; ignored since 3.0 |
//! | [Basis](super::math#Basis), Transform | the x column first: "X component of X column, Y component of X column" | **rows**: the x components of the three columns first. The `[i][j]` of the manual are right if i is the row |
//! | double precision in Godot 3 | every float inside a structure takes 8 bytes, at `(offset - 4) * 2 + 4` | Godot 3 writes 4 bytes in structures in every build. Godot 4 writes 8 and sets [bit 16](super::header#precision) |
//! | [float](super::numbers#float) | "always double", in its introduction | 4 bytes where that is exact, as the manual's own table has it |
//! | [NodePath](super::text#NodePath), offsets | the number of subnames at 4, flags at 8 | from the start of the value: names at 4, subnames at 8, flags at 12. The manual restarts its numbering |
//! | NodePath, flags | bit 0 alone | also bit 1: [the property](super::text#nodepath-in-godot-2) of Godot 2 follows as one more string |
//! | [NodePath as text](super::text#nodepath-as-text) | read, and padded | not read since 2.1.5, 3.0.6 and 3.1; not padded before |
//! | [RID](super::references#RID), [Object](super::references#Object) | "unsupported" | RID: nothing, 8 bytes in Godot 4. Object: an id, or class and properties |
//! | [packed strings](super::packed#PackedStringArray) | "string length" | the length counts a NUL |
//! | [float arrays](super::packed#PackedFloat32Array) | elements are of type Integer | floats of 4 bytes |
//! | [InputEvent](super::legacy#InputEvent) of Godot 2 | a heading | three numbers, and fields by the kind of event |
//! | use | one translation: binary scenes and resources | those have another format (`.scn`, `.res`) |
//!
//! Topics on which manual and engine agree are not listed. For example, both have a Transform2D in columns.
//!
//! [Contents](super) · Previous: [releases](super::releases) · Next: [differences](super::differences)
#![doc = layout!()]
