//! Vectors, matrices and the like, with components of either width.
//!
//! Every type is generic over its component, `f32` unless noted otherwise: `Vector2` is `Vector2<f32>`. The
//! width is kept as it stood on the wire, since widening would change signalling NaNs.

use super::components::of_reals;
use super::{Field, OfInts, OfReals, Real};
use crate::godot::ids::Kind;

macro_rules! math {
    ($(#[$doc:meta])* $name:ident<$n:literal> { $($(#[$field_doc:meta])* $field:ident),+ }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Default)]
        pub struct $name<R = f32> {
            $($(#[$field_doc])* pub $field: R,)+
        }

        impl<R> $name<R> {
            /// Creates a value from its components.
            pub const fn new($($field: R),+) -> Self {
                Self { $($field),+ }
            }
        }

        impl<R> From<[R; $n]> for $name<R> {
            fn from([$($field),+]: [R; $n]) -> Self {
                Self { $($field),+ }
            }
        }

        impl<R> From<$name<R>> for [R; $n] {
            fn from(value: $name<R>) -> Self {
                [$(value.$field),+]
            }
        }
    };
}

macro_rules! of_ints {
    ($name:ident<$n:literal> { $($field:ident: $part:ident of $count:literal),+ }) => {
        impl OfInts for $name {
            type Array = [i32; $n];
            const COUNT: usize = $n;
            const FIELDS: &'static [Field] =
                &[$(Field { name: stringify!($field), kind: Kind::$part, count: $count }),+];
            fn to_ints(self) -> [i32; $n] {
                self.into()
            }
            fn from_ints(ints: [i32; $n]) -> Self {
                ints.into()
            }
        }
    };
}

macro_rules! integral {
    ($(#[$doc:meta])* $name:ident<$n:literal> { $($(#[$field_doc:meta])* $field:ident),+ }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub struct $name {
            $($(#[$field_doc])* pub $field: i32,)+
        }

        impl $name {
            /// Creates a value from its components.
            pub const fn new($($field: i32),+) -> Self {
                Self { $($field),+ }
            }
        }

        impl From<[i32; $n]> for $name {
            fn from([$($field),+]: [i32; $n]) -> Self {
                Self { $($field),+ }
            }
        }

        impl From<$name> for [i32; $n] {
            fn from(value: $name) -> Self {
                [$(value.$field),+]
            }
        }

        of_ints!($name<$n> { $($field: Int of 1),+ });
    };
}

math! {
    /// A point or direction in 2D.
    Vector2<2> {
        /// To the right.
        x,
        /// Downwards.
        y
    }
}

math! {
    /// A point or direction in 3D.
    Vector3<3> {
        /// To the right.
        x,
        /// Upwards.
        y,
        /// Towards the viewer.
        z
    }
}

math! {
    /// Four components.
    Vector4<4> {
        /// First component.
        x,
        /// Second component.
        y,
        /// Third component.
        z,
        /// Fourth component.
        w
    }
}

math! {
    /// A rotation.
    Quaternion<4> {
        /// Imaginary part along x.
        x,
        /// Imaginary part along y.
        y,
        /// Imaginary part along z.
        z,
        /// Real part.
        w
    }
}

math! {
    /// Red, green, blue and opacity, usually from 0 to 1.
    Color<4> {
        /// Red.
        r,
        /// Green.
        g,
        /// Blue.
        b,
        /// Opacity.
        a
    }
}

integral! {
    /// A point of a 2D grid.
    Vector2i<2> {
        /// To the right.
        x,
        /// Downwards.
        y
    }
}

integral! {
    /// A point of a 3D grid.
    Vector3i<3> {
        /// To the right.
        x,
        /// Upwards.
        y,
        /// Towards the viewer.
        z
    }
}

integral! {
    /// Four integers.
    Vector4i<4> {
        /// First component.
        x,
        /// Second component.
        y,
        /// Third component.
        z,
        /// Fourth component.
        w
    }
}

/// A rectangle along the axes.
///
/// ```
/// use gamewire::godot::{Dialect, Rect2, Vector2, variant};
/// let rect = Rect2 { position: Vector2::new(1.0, 2.0), size: Vector2::new(3.0, 4.0) };
/// let bytes = Dialect::GODOT_4.encode(&variant!(rect))?;
/// assert_eq!(Rect2::try_from(Dialect::GODOT_4.parse(&bytes)?)?, rect);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Rect2<R = f32> {
    /// The corner with the smallest coordinates.
    pub position: Vector2<R>,
    /// The size: from `position` to the opposite corner.
    pub size: Vector2<R>,
}

/// A rectangle of a 2D grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Rect2i {
    /// The corner with the smallest coordinates.
    pub position: Vector2i,
    /// The size: from `position` to the opposite corner.
    pub size: Vector2i,
}

impl From<[i32; 4]> for Rect2i {
    fn from([x, y, width, height]: [i32; 4]) -> Self {
        Self { position: Vector2i::new(x, y), size: Vector2i::new(width, height) }
    }
}

impl From<Rect2i> for [i32; 4] {
    fn from(Rect2i { position, size }: Rect2i) -> Self {
        [position.x, position.y, size.x, size.y]
    }
}

of_ints!(Rect2i<4> { position: Vector2i of 2, size: Vector2i of 2 });

/// All points `p` with `normal · p = d`.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Plane<R = f32> {
    /// The direction that the plane faces.
    pub normal: Vector3<R>,
    /// Its distance from the origin along the normal.
    pub d: R,
}

/// A box along the axes.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Aabb<R = f32> {
    /// The corner with the smallest coordinates.
    pub position: Vector3<R>,
    /// The size: from `position` to the opposite corner.
    pub size: Vector3<R>,
}

/// A 2D transform by its columns: the images of the x axis, of the y axis and of the origin.
///
/// ```
/// use gamewire::godot::{Dialect, Transform2D, Vector2, variant};
/// let moved = Transform2D { origin: Vector2::new(5.0, 6.0), ..Transform2D::default() };
/// let bytes = Dialect::GODOT_4.encode(&variant!(moved))?;
/// let value = Dialect::GODOT_4.parse(&bytes)?;
/// assert_eq!(*value.get_path(&"$.origin.y".parse()?)?, 6.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Transform2D<R = f32> {
    /// Image of the x axis.
    pub x: Vector2<R>,
    /// Image of the y axis.
    pub y: Vector2<R>,
    /// Image of the origin.
    pub origin: Vector2<R>,
}

/// A 3D rotation, scale and shear by its columns, as `basis.x`, `basis.y`, `basis.z` in scripts.
///
/// The wire holds it by *rows*; reading and writing transposes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Basis<R = f32> {
    /// Image of the x axis.
    pub x: Vector3<R>,
    /// Image of the y axis.
    pub y: Vector3<R>,
    /// Image of the z axis.
    pub z: Vector3<R>,
}

/// A 3D transform.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Transform3D<R = f32> {
    /// Rotation, scale and shear.
    pub basis: Basis<R>,
    /// Image of the origin.
    pub origin: Vector3<R>,
}

/// A 4×4 matrix by its columns.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Projection<R = f32> {
    /// First column.
    pub x: Vector4<R>,
    /// Second column.
    pub y: Vector4<R>,
    /// Third column.
    pub z: Vector4<R>,
    /// Fourth column.
    pub w: Vector4<R>,
}

of_reals! {
    Vector2 { x, y }
    Vector3 { x, y, z }
    Vector4 { x, y, z, w }
    Quaternion { x, y, z, w }
    Color { r, g, b, a }
    Rect2 { position: Vector2, size: Vector2 }
    Plane { normal: Vector3, d }
    Aabb { position: Vector3, size: Vector3 }
    Transform2D { x: Vector2, y: Vector2, origin: Vector2 }
    Basis { x: Vector3, y: Vector3, z: Vector3 }
    Transform3D { basis: Basis, origin: Vector3 }
    Projection { x: Vector4, y: Vector4, z: Vector4, w: Vector4 }
}

macro_rules! identity {
    ($($real:ty),+) => {$(
        impl Default for Transform2D<$real> {
            /// The identity.
            fn default() -> Self {
                Self { x: Vector2::new(1.0, 0.0), y: Vector2::new(0.0, 1.0), origin: Vector2::new(0.0, 0.0) }
            }
        }

        impl Default for Basis<$real> {
            /// The identity.
            fn default() -> Self {
                Self {
                    x: Vector3::new(1.0, 0.0, 0.0),
                    y: Vector3::new(0.0, 1.0, 0.0),
                    z: Vector3::new(0.0, 0.0, 1.0),
                }
            }
        }

        impl Default for Transform3D<$real> {
            /// The identity.
            fn default() -> Self {
                Self { basis: Basis::<$real>::default(), origin: Vector3::new(0.0, 0.0, 0.0) }
            }
        }

        impl Default for Projection<$real> {
            /// The identity.
            fn default() -> Self {
                Self {
                    x: Vector4::new(1.0, 0.0, 0.0, 0.0),
                    y: Vector4::new(0.0, 1.0, 0.0, 0.0),
                    z: Vector4::new(0.0, 0.0, 1.0, 0.0),
                    w: Vector4::new(0.0, 0.0, 0.0, 1.0),
                }
            }
        }
    )+};
}

identity!(f32, f64);
