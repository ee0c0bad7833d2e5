//! Page 8: packed arrays: many elements of one type, without headers.
//!
//! Godot 3 calls them `Pool..Array`, Godot 2 `..Array`. A count, then the elements at their plain size: an array of a
//! thousand ints takes 4004 bytes and the header, half of what an [Array](super::containers#Array) of them takes.
//!
//! - The count is signed and is the number of elements, not of bytes; bit 31 is not special. A negative one is an error,
//!   except for texts, where it is 0.
//! - A count that promises more than there is, is an error at once:
//!
#![doc = dump!("godot3/rejected/packed__ints_past_end")]
//!
//! - Only bytes need padding, and no engine minds if it is missing at the very end of the input:
//!
#![doc = dump!("godot3/lenient/packed__bytes_without_padding")]
//!
//! - Arrays of vectors take 64-bit components by bit 16, as [vectors](super::math) do; empty ones, too. Arrays of floats
//!   and of colors do not.
#![doc = facts!(PackedByteArray)]
//!
//! The number of bytes, the bytes, padding to a multiple of four. The padding is zero from 3.2 on, anything before.
//!
#![doc = dump!("godot4/canonical/packed__bytes")]
#![doc = facts!(PackedInt32Array)]
//!
//! Signed, four bytes each.
//!
#![doc = dump!("godot4/canonical/packed__int32s")]
#![doc = facts!(PackedInt64Array)]
//!
//! Signed, eight bytes each, whatever the values are; the header has no flag.
//!
#![doc = dump!("godot4/canonical/packed__int64s")]
#![doc = facts!(PackedFloat32Array)]
//!
//! Four bytes each.
//!
#![doc = dump!("godot4/canonical/packed__float32s")]
//!
//! The published documentation of Godot 3 gives the type of the elements as Integer; they are floats.
#![doc = facts!(PackedFloat64Array)]
//!
//! Eight bytes each, whatever the values are; the header has no flag.
//!
#![doc = dump!("godot4/canonical/packed__float64s")]
#![doc = facts!(PackedStringArray)]
//!
//! A [string block](super::text) each, and here **the length counts a NUL that is written after the text**:
//!
#![doc = dump!("godot4/canonical/packed__strings")]
//!
//! Readers use one routine for all string blocks, so a NUL may be missing here, and may be there elsewhere:
//!
#![doc = dump!("godot3/lenient/packed__strings_without_nul")]
#![doc = facts!(PackedVector2Array)]
//!
//! `x`, `y` each.
//!
#![doc = dump!("godot4/canonical/packed__vector2s")]
//!
//! In double precision:
//!
#![doc = dump!("godot4-double/canonical/packed__vector2s")]
#![doc = facts!(PackedVector2iArray)]
//!
//! `x`, `y` each, as ints; Pandemonium alone has it.
//!
#![doc = dump!("pandemonium5.0/canonical/packed__vector2is")]
#![doc = facts!(PackedVector3Array)]
//!
//! `x`, `y`, `z` each.
//!
#![doc = dump!("godot4/canonical/packed__vector3s")]
#![doc = facts!(PackedVector3iArray)]
//!
//! `x`, `y`, `z` each, as ints; Pandemonium alone has it.
//!
#![doc = dump!("pandemonium5.0/canonical/packed__vector3is")]
#![doc = facts!(PackedColorArray)]
//!
//! Four 32-bit floats each, in every precision.
//!
#![doc = dump!("godot4/canonical/packed__colors")]
#![doc = facts!(PackedVector4Array)]
//!
//! `x`, `y`, `z`, `w` each. Godot has it since 4.3, with the id after that of PackedColorArray.
//!
#![doc = dump!("godot4/canonical/packed__vector4s")]
//!
//! Pandemonium's reader takes `w` from the place of `z`.
#![doc = facts!(PackedVector4iArray)]
//!
//! Four ints each; Pandemonium alone has it. Its writer writes `z` in the place of `w`, and its reader reads it from there.
//!
#![doc = dump!("pandemonium5.0/canonical/packed__vector4is")]
//!
//! [Contents](super) · before: [containers](super::containers) · next: [what Godot 2 had](super::legacy)
#![doc = layout!()]
