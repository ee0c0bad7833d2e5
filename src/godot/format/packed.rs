//! Page 8: Packed arrays, elements of one type without headers.
//!
//! [Contents](super) · Previous: [containers](super::containers) · Next: [Image and InputEvent](super::legacy)
//!
//! | at | size | field |
//! |---:|-----:|-------|
//! | 4  | 4    | number of elements, signed; bit 31 is an ordinary sign bit |
//! | 8  | ..   | the elements, one after the other |
//!
#![doc = dump!("godot4/canonical/packed__int32s")]
//!
//! An array of a thousand ints takes 8 + 4000 bytes, half of an [Array](super::containers#Array). Godot 3 names these types
//! `Pool..Array`, Godot 2 `..Array`.
//!
//! - A negative count is an error; in a PackedStringArray it is read as 0.
//! - A count that needs more bytes than remain is an error. The check precedes the allocation of memory for the elements. The
//!   rule is under [counts and lengths](super::reading#counts-and-lengths). In it a text of a PackedStringArray needs 4 bytes:
//!
#![doc = dump!("godot3/rejected/packed__ints_past_end")]
//!
//! - Two types have [padding](super::reading#padding): PackedByteArray after its bytes, PackedStringArray after each text. All
//!   other elements take a multiple of four bytes.
//! - [Header bit 16](super::header#bit-16) selects components of 8 bytes in PackedVector2Array, PackedVector3Array and
//!   PackedVector4Array, in Godot 4. All other packed arrays ignore the bit. So does every packed array in Godot 3 and in
//!   [`godot3-double`](super::header#precision).
#![doc = facts!(PackedByteArray)]
//!
//! The count is the number of bytes. After the bytes comes padding.
//!
#![doc = dump!("godot4/canonical/packed__bytes")]
//!
//! This padding may be missing, wholly or in part, only at the very end of the input, even if the array is the last element of a
//! container. If anything follows the array, the padding must be there.
//!
#![doc = dump!("godot3/lenient/packed__bytes_without_padding")]
#![doc = links!(PackedByteArray)]
#![doc = facts!(PackedInt32Array)]
//!
//! Signed, 4 bytes each.
//!
#![doc = dump!("godot3/canonical/packed__ints")]
#![doc = links!(PackedInt32Array)]
#![doc = facts!(PackedInt64Array)]
//!
//! Signed, 8 bytes each, even if the numbers fit 4. The header has no flag.
//!
#![doc = dump!("godot4/canonical/packed__int64s")]
#![doc = links!(PackedInt64Array)]
#![doc = facts!(PackedFloat32Array)]
//!
//! Floats of 4 bytes. Only [`godot3-double`](super::header#precision) has floats of 8 bytes.
//!
#![doc = dump!("godot4/canonical/packed__float32s")]
#![doc = links!(PackedFloat32Array)]
#![doc = facts!(PackedFloat64Array)]
//!
//! Floats of 8 bytes, even if 4 would hold the number. The header has no flag.
//!
#![doc = dump!("godot4/canonical/packed__float64s")]
#![doc = links!(PackedFloat64Array)]
#![doc = facts!(PackedStringArray)]
//!
//! A [string block](super::text#the-string-block) for each text. **The text is written with a NUL at its end, and the length
//! counts it.** Padding follows the NUL.
//!
#![doc = dump!("godot4/canonical/packed__strings")]
//!
//! The padding of the last text must be there, also at the end of the input. 1.0 to 2.1.4 and 3.0.0 to 3.0.5 read the array without it.
//!
//! Readers also accept a text without the NUL:
//!
#![doc = dump!("godot3/lenient/packed__strings_without_nul")]
#![doc = links!(PackedStringArray)]
#![doc = facts!(PackedVector2Array)]
//!
//! `x`, `y` for each element.
//!
#![doc = dump!("godot4/canonical/packed__vector2s")]
//!
//! In double precision:
//!
#![doc = dump!("godot4-double/canonical/packed__vector2s")]
#![doc = links!(PackedVector2Array)]
#![doc = facts!(PackedVector3Array)]
//!
//! `x`, `y`, `z` for each element.
//!
#![doc = dump!("godot4/canonical/packed__vector3s")]
#![doc = links!(PackedVector3Array)]
#![doc = facts!(PackedColorArray)]
//!
//! Red, green, blue, opacity for each element: floats of 4 bytes, also in double precision. Only
//! [`godot3-double`](super::header#precision) has floats of 8 bytes.
//!
#![doc = dump!("godot4/canonical/packed__colors")]
#![doc = links!(PackedColorArray)]
#![doc = facts!(PackedVector4Array)]
//!
//! `x`, `y`, `z`, `w` for each element. New in 4.3, with the id after that of PackedColorArray.
//!
#![doc = dump!("godot4/canonical/packed__vector4s")]
#![doc = links!(PackedVector4Array)]
//!
//! [Contents](super) · Previous: [containers](super::containers) · Next: [Image and InputEvent](super::legacy)
#![doc = layout!()]
