//! Page 5: Structures of a fixed size: vectors, rectangles, matrices, colors.
//!
//! [Contents](super) · Previous: [text](super::text) · Next: [references](super::references)
//!
//! The components follow the header, one after the other; there is no length and no count. A Vector2 has two:
//!
#![doc = dump!("godot4/canonical/vector__vector2")]
//!
//! - A component of a type whose name ends in `i` is a signed int of 4 bytes, in every build.
//! - A component of any other type is a float of 4 bytes, or of 8 bytes if [header bit 16](super::header#bit-16) is set. A
//!   [Color](#Color) ignores the bit. An engine writes 8 bytes in every value if it was compiled in double precision, and in
//!   none otherwise: see [precision](super::header#precision).
//! - Godot 3 and 2 have only components of 4 bytes, and Godot 3 ignores bit 16 here. `godot3-double` is a layout that
//!   [no engine writes](super::header#precision): 8 bytes, whatever bit 16 says.
//! - Every bit pattern is a value. Too few bytes are the only error:
//!
#![doc = dump!("godot4/rejected/vector__double_cut")]
#![doc = facts!(Vector2)]
//!
//! `x`, `y`. In single precision see the first dump of this page. In double precision:
//!
#![doc = dump!("godot4-double/canonical/vector__vector2_thirds")]
//!
//! In Godot 3:
//!
#![doc = dump!("godot3/canonical/vector__vector2")]
#![doc = facts!(Vector2i)]
//!
//! `x`, `y`, ints.
//!
#![doc = dump!("godot4/canonical/vector__vector2i")]
#![doc = facts!(Rect2)]
//!
//! The position `x`, `y`, then the **size** `x`, `y` (not the opposite corner).
//!
#![doc = dump!("godot4/canonical/geometry__rect2")]
#![doc = facts!(Rect2i)]
//!
//! The position `x`, `y`, then the size `x`, `y`, ints.
//!
#![doc = dump!("godot4/canonical/geometry__rect2i")]
#![doc = facts!(Vector3)]
//!
//! `x`, `y`, `z`.
//!
#![doc = dump!("godot4/canonical/vector__vector3")]
#![doc = facts!(Vector3i)]
//!
//! `x`, `y`, `z`, ints.
//!
#![doc = dump!("godot4/canonical/vector__vector3i")]
#![doc = facts!(Transform2D)]
//!
//! **Columns**: the x axis, the y axis, the origin, each with `x` and `y`. Scripts call them `t.x`, `t.y` and `t.origin`.
//!
#![doc = dump!("godot4/canonical/matrix__transform2d")]
#![doc = facts!(Vector4)]
//!
//! `x`, `y`, `z`, `w`.
//!
#![doc = dump!("godot4/canonical/vector__vector4")]
#![doc = facts!(Vector4i)]
//!
//! `x`, `y`, `z`, `w`, ints.
//!
#![doc = dump!("godot4/canonical/vector__vector4i")]
#![doc = facts!(Plane)]
//!
//! The normal `x`, `y`, `z`, then `d`, the distance from the origin.
//!
#![doc = dump!("godot4/canonical/geometry__plane")]
#![doc = facts!(Quaternion)]
//!
//! The imaginary parts `x`, `y`, `z`, then the real part `w`.
//!
#![doc = dump!("godot4/canonical/geometry__quaternion")]
#![doc = facts!(Aabb)]
//!
//! The position `x`, `y`, `z`, then the size `x`, `y`, `z`.
//!
#![doc = dump!("godot4/canonical/geometry__aabb")]
#![doc = facts!(Basis)]
//!
//! **Rows**, unlike Transform2D: the `x` components of the three axes, then their `y`, then their `z`. Scripts show the axes,
//! so the bytes are the transpose of what a script prints. This Basis has the x axis (1, 2, 3), the y axis (4, 5, 6) and the z
//! axis (7, 8, 9). In the dump `y.x` is the x component of the y axis:
//!
#![doc = dump!("godot4/canonical/matrix__basis")]
//!
//! The published documentation describes [the transpose](super::documentation).
#![doc = facts!(Transform3D)]
//!
//! A [Basis](#Basis) in rows, then the origin `x`, `y`, `z`.
//!
#![doc = dump!("godot4/canonical/matrix__transform3d")]
#![doc = facts!(Projection)]
//!
//! A 4×4 matrix in **columns**: four vectors of `x`, `y`, `z`, `w`.
//!
#![doc = dump!("godot4/canonical/matrix__projection")]
#![doc = facts!(Color)]
//!
//! Red, green, blue, opacity: 0 to 1, and above 1 for what is brighter than white. **Floats of 4 bytes in every engine**, also in
//! double precision. Only [`godot3-double`](super::header#precision) has floats of 8 bytes.
//!
#![doc = dump!("godot4/canonical/color__color")]
//!
//! [Contents](super) · Previous: [text](super::text) · Next: [references](super::references)
#![doc = layout!()]
