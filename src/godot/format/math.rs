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
//!   [Color](#Color) ignores the bit. A Godot 4 that was compiled in double precision always writes 8 bytes, any other engine
//!   always 4: see [precision](super::header#precision).
//! - Godot 3 and 2 have only components of 4 bytes, and Godot 3 ignores bit 16 here. `godot3-double` is a layout that
//!   [no engine writes](super::header#precision): 8 bytes, whatever bit 16 says.
//! - *at* counts from the start of the value. Its first four bytes are the header.
//! - Every bit pattern is a value. Too few bytes are the only error:
//!
#![doc = dump!("godot4/rejected/vector__double_cut")]
#![doc = facts!(Vector2)]
//!
//! | at | at, components of 8 bytes | field |
//! |---:|---:|-------|
//! | 4 | 4 | `x` |
//! | 8 | 12 | `y` |
//!
//! The first dump of this page is in single precision. In double precision:
//!
#![doc = dump!("godot4-double/canonical/vector__vector2_thirds")]
//!
//! In Godot 3:
//!
#![doc = dump!("godot3/canonical/vector__vector2")]
#![doc = links!(Vector2)]
#![doc = facts!(Vector2i)]
//!
//! | at | size | field |
//! |---:|-----:|-------|
//! | 4 | 4 | `x` |
//! | 8 | 4 | `y` |
//!
#![doc = dump!("godot4/canonical/vector__vector2i")]
#![doc = links!(Vector2i)]
#![doc = facts!(Rect2)]
//!
//! | at | at, components of 8 bytes | field |
//! |---:|---:|-------|
//! | 4 | 4 | position `x` |
//! | 8 | 12 | `y` |
//! | 12 | 20 | **size** `x` |
//! | 16 | 28 | `y` |
//!
//! The size is not the opposite corner.
//!
#![doc = dump!("godot4/canonical/geometry__rect2")]
#![doc = links!(Rect2)]
#![doc = facts!(Rect2i)]
//!
//! | at | size | field |
//! |---:|-----:|-------|
//! | 4 | 4 | position `x` |
//! | 8 | 4 | `y` |
//! | 12 | 4 | size `x` |
//! | 16 | 4 | `y` |
//!
#![doc = dump!("godot4/canonical/geometry__rect2i")]
#![doc = links!(Rect2i)]
#![doc = facts!(Vector3)]
//!
//! | at | at, components of 8 bytes | field |
//! |---:|---:|-------|
//! | 4 | 4 | `x` |
//! | 8 | 12 | `y` |
//! | 12 | 20 | `z` |
//!
#![doc = dump!("godot4/canonical/vector__vector3")]
#![doc = links!(Vector3)]
#![doc = facts!(Vector3i)]
//!
//! | at | size | field |
//! |---:|-----:|-------|
//! | 4 | 4 | `x` |
//! | 8 | 4 | `y` |
//! | 12 | 4 | `z` |
//!
#![doc = dump!("godot4/canonical/vector__vector3i")]
#![doc = links!(Vector3i)]
#![doc = facts!(Transform2D)]
//!
//! **Columns**: the x axis, the y axis, the origin. Scripts call them `t.x`, `t.y` and `t.origin`.
//!
//! | at | at, components of 8 bytes | field |
//! |---:|---:|-------|
//! | 4 | 4 | x axis: `x` |
//! | 8 | 12 | `y` |
//! | 12 | 20 | y axis: `x` |
//! | 16 | 28 | `y` |
//! | 20 | 36 | origin: `x` |
//! | 24 | 44 | `y` |
//!
#![doc = dump!("godot4/canonical/matrix__transform2d")]
//!
//! In double precision:
//!
#![doc = dump!("godot4-double/canonical/matrix__transform2d")]
#![doc = links!(Transform2D)]
#![doc = facts!(Vector4)]
//!
//! | at | at, components of 8 bytes | field |
//! |---:|---:|-------|
//! | 4 | 4 | `x` |
//! | 8 | 12 | `y` |
//! | 12 | 20 | `z` |
//! | 16 | 28 | `w` |
//!
#![doc = dump!("godot4/canonical/vector__vector4")]
#![doc = links!(Vector4)]
#![doc = facts!(Vector4i)]
//!
//! | at | size | field |
//! |---:|-----:|-------|
//! | 4 | 4 | `x` |
//! | 8 | 4 | `y` |
//! | 12 | 4 | `z` |
//! | 16 | 4 | `w` |
//!
#![doc = dump!("godot4/canonical/vector__vector4i")]
#![doc = links!(Vector4i)]
#![doc = facts!(Plane)]
//!
//! | at | at, components of 8 bytes | field |
//! |---:|---:|-------|
//! | 4 | 4 | normal: `x` |
//! | 8 | 12 | `y` |
//! | 12 | 20 | `z` |
//! | 16 | 28 | `d`, the distance from the origin |
//!
#![doc = dump!("godot4/canonical/geometry__plane")]
#![doc = links!(Plane)]
#![doc = facts!(Quaternion)]
//!
//! | at | at, components of 8 bytes | field |
//! |---:|---:|-------|
//! | 4 | 4 | `x`, imaginary |
//! | 8 | 12 | `y`, imaginary |
//! | 12 | 20 | `z`, imaginary |
//! | 16 | 28 | `w`, the real part |
//!
#![doc = dump!("godot4/canonical/geometry__quaternion")]
#![doc = links!(Quaternion)]
#![doc = facts!(Aabb)]
//!
//! | at | at, components of 8 bytes | field |
//! |---:|---:|-------|
//! | 4 | 4 | position: `x` |
//! | 8 | 12 | `y` |
//! | 12 | 20 | `z` |
//! | 16 | 28 | size: `x` |
//! | 20 | 36 | `y` |
//! | 24 | 44 | `z` |
//!
#![doc = dump!("godot4/canonical/geometry__aabb")]
#![doc = links!(Aabb)]
#![doc = facts!(Basis)]
//!
//! **Rows**, unlike Transform2D: the `x` components of the three axes, then their `y`, then their `z`.
//!
//! ```text
//! bytes, in order       at  4    8   12     16   20   24     28   32   36
//!                        ┌────┬────┬────┐ ┌────┬────┬────┐ ┌────┬────┬────┐
//!                        │x.x │y.x │z.x │ │x.y │y.y │z.y │ │x.z │y.z │z.z │
//!                        └────┴────┴────┘ └────┴────┴────┘ └────┴────┴────┘
//! components of 8 bytes at  4   12   20     28   36   44     52   60   68
//!
//! axes, as in a script   x axis = (x.x, x.y, x.z)      at  4, 16, 28
//!                        y axis = (y.x, y.y, y.z)      at  8, 20, 32
//!                        z axis = (z.x, z.y, z.z)      at 12, 24, 36
//! ```
//!
//! `y.x` is the x component of the y axis. Scripts show the axes, so the bytes are the transpose of what a script prints. This Basis
//! has the x axis (1, 2, 3), the y axis (4, 5, 6) and the z axis (7, 8, 9):
//!
#![doc = dump!("godot4/canonical/matrix__basis")]
//!
//! The published documentation describes [the transpose](super::documentation).
#![doc = links!(Basis)]
#![doc = facts!(Transform3D)]
//!
//! | at | at, components of 8 bytes | field |
//! |---:|---:|-------|
//! | 4 | 4 | row 0 of the [Basis](#Basis): `x.x`, `y.x`, `z.x` |
//! | 16 | 28 | row 1: `x.y`, `y.y`, `z.y` |
//! | 28 | 52 | row 2: `x.z`, `y.z`, `z.z` |
//! | 40 | 76 | origin: `x`, `y`, `z` |
//!
#![doc = dump!("godot4/canonical/matrix__transform3d")]
#![doc = links!(Transform3D)]
#![doc = facts!(Projection)]
//!
//! A 4×4 matrix in **columns**:
//!
//! | at | at, components of 8 bytes | field |
//! |---:|---:|-------|
//! | 4 | 4 | column 0: `x`, `y`, `z`, `w` |
//! | 20 | 36 | column 1: `x`, `y`, `z`, `w` |
//! | 36 | 68 | column 2: `x`, `y`, `z`, `w` |
//! | 52 | 100 | column 3: `x`, `y`, `z`, `w` |
//!
#![doc = dump!("godot4/canonical/matrix__projection")]
#![doc = links!(Projection)]
#![doc = facts!(Color)]
//!
//! | at | size | field |
//! |---:|-----:|-------|
//! | 4 | 4 | red, 0 to 1; above 1 brighter than white |
//! | 8 | 4 | green |
//! | 12 | 4 | blue |
//! | 16 | 4 | opacity |
//!
#![doc = dump!("godot4/canonical/color__color")]
//!
//! **Floats of 4 bytes in every engine**, also in double precision. Only [`godot3-double`](super::header#precision) has floats of
//! 8 bytes.
#![doc = links!(Color)]
//!
//! [Contents](super) · Previous: [text](super::text) · Next: [references](super::references)
#![doc = layout!()]
