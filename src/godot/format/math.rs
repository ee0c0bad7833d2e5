//! Page 5: structures of a fixed size: vectors, rectangles, matrices, colors.
//!
//! None of them has a length or a count: the components follow the header, one after the other. What differs is how
//! many there are, whether they are floats or ints, and in which **order** a matrix is written.
//!
//! - Types whose name ends in `i` hold signed ints of 32 bits, in every build.
//! - The others hold floats: 32-bit ones, or in Godot 4 64-bit ones where bit 16 of the header says so, which a build in
//!   double precision sets always: see [precision](super::header#precision). A [Color](#Color) is the exception.
//! - Every bit pattern is a value; too few bytes are the only error:
//!
#![doc = dump!("godot4/rejected/vector__double_cut")]
//!
//! - A Godot 4 that reads the width that is not its own rounds to nearest, or widens exactly, and makes a signaling NaN
//!   quiet. This crate keeps the width that it read ([`Double`](crate::godot::Double)); writing makes it the dialect's.
//! - Godot 3 ignores bit 16 in these headers: of a vector that a double build of Godot 4 wrote it would read the first
//!   half of the bytes, as other numbers.
//!
#![doc = dump!("godot3/lenient/vector__vector2_with_wide_flag")]
#![doc = facts!(Vector2)]
//!
//! `x`, `y`.
//!
#![doc = dump!("godot3/canonical/vector__vector2")]
//!
//! With 64-bit components, of a build in double precision:
//!
#![doc = dump!("godot4-double/canonical/vector__vector2_thirds")]
#![doc = facts!(Vector2i)]
//!
//! `x`, `y`, signed.
//!
#![doc = dump!("godot4/canonical/vector__vector2i")]
#![doc = facts!(Rect2)]
//!
//! The position, then the **size**: not the opposite corner.
//!
#![doc = dump!("godot4/canonical/geometry__rect2")]
#![doc = facts!(Rect2i)]
//!
//! The same in ints.
//!
#![doc = dump!("godot4/canonical/geometry__rect2i")]
#![doc = facts!(Vector3)]
//!
//! `x`, `y`, `z`.
//!
#![doc = dump!("godot4/canonical/vector__vector3")]
#![doc = facts!(Vector3i)]
//!
//! `x`, `y`, `z`, signed.
//!
#![doc = dump!("godot4/canonical/vector__vector3i")]
#![doc = facts!(Transform2D)]
//!
//! **Columns**: the x axis, the y axis, the origin, a vector each. What scripts call `t.x`, `t.y` and `t.origin` is written
//! in this order.
//!
#![doc = dump!("godot4/canonical/matrix__transform2d")]
#![doc = facts!(Vector4)]
//!
//! `x`, `y`, `z`, `w`.
//!
#![doc = dump!("godot4/canonical/vector__vector4")]
//!
//! Pandemonium writes the same 16 bytes and reads 12 of them: what follows such a vector in a container, it misreads.
#![doc = facts!(Vector4i)]
//!
//! The same in ints.
//!
#![doc = dump!("godot4/canonical/vector__vector4i")]
#![doc = facts!(Plane)]
//!
//! The normal, then the distance from the origin.
//!
#![doc = dump!("godot4/canonical/geometry__plane")]
#![doc = facts!(Quaternion)]
//!
//! The imaginary parts `x`, `y`, `z`, then the real part `w`.
//!
#![doc = dump!("godot4/canonical/geometry__quaternion")]
#![doc = facts!(Aabb)]
//!
//! The position, then the size.
//!
#![doc = dump!("godot4/canonical/geometry__aabb")]
#![doc = facts!(Basis)]
//!
//! **Rows**, unlike Transform2D: first the `x` components of the three axes, then their `y`, then their `z`. Scripts show
//! the axes, so the bytes are the transpose of what a script prints. This is the matrix with the axes (1, 2, 3),
//! (4, 5, 6) and (7, 8, 9); `y.x` is the x component of the y axis:
//!
#![doc = dump!("godot4/canonical/matrix__basis")]
//!
//! The published documentation has it the other way round: see [there](super::documentation).
#![doc = facts!(Transform3D)]
//!
//! A [Basis](#Basis), as rows, then the origin.
//!
#![doc = dump!("godot4/canonical/matrix__transform3d")]
#![doc = facts!(Projection)]
//!
//! A 4×4 matrix, **columns** again: four vectors of four components.
//!
#![doc = dump!("godot4/canonical/matrix__projection")]
//!
//! Pandemonium's reader wants 248 bytes where its writer writes 64.
#![doc = facts!(Color)]
//!
//! Red, green, blue, opacity: 0 to 1, and above for what is brighter than white. **Always 32-bit floats**, in double
//! precision, too; bit 16 is ignored.
//!
#![doc = dump!("godot4/canonical/color__color")]
//!
//! [Contents](super) · before: [text](super::text) · next: [references](super::references)
#![doc = layout!()]
