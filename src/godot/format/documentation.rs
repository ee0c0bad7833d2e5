//! Page 13: where the engine's own documentation is wrong.
//!
//! The engine's manual has a page on this format, *Binary serialization API*. What follows compares its text as of Godot 3,
//! and that of Godot 2 (which a fork carries under the name Mole), with what the engines write and read. Where the two
//! differ, the engine is right, and this book and this crate follow it.
//!
//! | topic | the page | the engine |
//! |-------|----------|------------|
//! | [header](super::header) | the low 16 bits are the type, the high 16 bits flags | the low **8** bits are the type, bits 8 to 15 are ignored. Bytes that an engine wrote look the same to both |
//! | [count](super::containers) of a container | bit 31 means *shared* | in Godot 2 only; ignored since 3.0 |
//! | [Basis](super::math#Basis), Transform | the x column first: "X component of X column, Y component of X column" | **rows**: the x components of the three columns first. The page's `[i][j]` are right if i is the row |
//! | double precision in Godot 3 | every float inside a structure takes 8 bytes, at `(offset - 4) * 2 + 4` | Godot 3 writes 32 bits in structures in every build. Godot 4 writes 64 and sets [bit 16](super::header#precision) |
//! | [float](super::numbers#float) | "always double", in its introduction | 32 bits where that is exact, as the page's own table has it |
//! | [NodePath](super::text#NodePath), offsets | the number of subnames at 4, flags at 8 | from the start of the value: names at 4, subnames at 8, flags at 12. The page starts to count anew |
//! | NodePath, flags | bit 0 alone | bit 1 too: one more string follows, the property, as Godot 2 writes it |
//! | NodePath as text | read, and padded | not read since 2.1.5, 3.0.6 and 3.1; not padded before |
//! | [RID](super::references#RID), [Object](super::references#Object) | "unsupported" | RID: nothing, 8 bytes in Godot 4. Object: an id, or class and properties |
//! | [packed strings](super::packed#PackedStringArray) | "string length" | the length counts a NUL |
//! | [float arrays](super::packed#PackedFloat32Array) | elements are of type Integer | 32-bit floats |
//! | [InputEvent](super::legacy#InputEvent) of Godot 2 | a heading | three numbers, and fields by the kind of event |
//! | what it is used for | one translation: binary scenes and resources | those have another format (`.scn`, `.res`) |
//! | everything since 4.0 | not described | Vector2i to Projection, StringName, Callable, Signal, 64-bit arrays, typed containers: this book |
//!
//! Where documentation and engine agree nothing is listed: Transform2D in columns, for one.
//!
//! [Contents](super) · before: [releases](super::releases) · next: [differences](super::differences)
#![doc = layout!()]
