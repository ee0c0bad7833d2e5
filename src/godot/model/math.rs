//! Structures of numbers, such as vectors and matrices, with 32-bit or 64-bit components.
//!
//! Every structure of floats is generic over its component, which is `f32` by default: `Vector2` is `Vector2<f32>`. A
//! value keeps the width that it has in the bytes, because widening would change signalling NaNs.

use super::Real;

/// Defines a structure of numbers of one type, and its conversions to and from an array.
macro_rules! vector {
    ($(#[$doc:meta])* $name:ident $(<$real:ident = $default:ty>)? [$number:ty; $n:literal] {
        $($(#[$field_doc:meta])* $field:ident),+
    }) => {
        $(#[$doc])*
        pub struct $name$(<$real = $default>)? {
            $($(#[$field_doc])* pub $field: $number,)+
        }

        impl$(<$real>)? $name$(<$real>)? {
            /// Creates a value from its components.
            pub const fn new($($field: $number),+) -> Self {
                Self { $($field),+ }
            }
        }

        impl$(<$real>)? From<[$number; $n]> for $name$(<$real>)? {
            fn from([$($field),+]: [$number; $n]) -> Self {
                Self { $($field),+ }
            }
        }

        impl$(<$real>)? From<$name$(<$real>)?> for [$number; $n] {
            fn from(value: $name$(<$real>)?) -> Self {
                [$(value.$field),+]
            }
        }
    };
}

vector! {
    /// A point or direction in 2D.
    ///
    /// ```
    /// use gamewire::godot::{Dialect, Double, Variant, Vector2, variant};
    ///
    /// let point = Vector2::new(1.0, 2.5);
    /// let bytes = Dialect::GODOT_4.encode(&variant!(point))?;
    /// assert_eq!(bytes[4..], [1.0_f32.to_le_bytes(), 2.5_f32.to_le_bytes()].concat());
    /// // What a double-precision build wrote is read in either width.
    /// let double = Dialect::GODOT_4.double();
    /// let wide = double.encode(&Variant::Double(Box::new(Double::Vector2(Vector2::new(1.0, 2.5)))))?;
    /// let value = double.parse(&wide)?;
    /// assert_eq!((Vector2::try_from(&value)?, Vector2::<f64>::try_from(&value)?.x), (point, 1.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Default)]
    Vector2<R = f32> [R; 2] {
        /// The x coordinate, which grows to the right.
        x,
        /// The y coordinate, which grows downwards.
        y
    }
}

vector! {
    /// A point or direction in 3D.
    ///
    /// ```
    /// use gamewire::godot::{Dialect, Vector3, variant};
    ///
    /// let bytes = Dialect::GODOT_3.encode(&variant!({ "at": Vector3::new(1.0, 2.0, 3.0) }))?;
    /// let save = Dialect::GODOT_3.parse(&bytes)?;
    /// let [x, y, z] = Vector3::<f32>::try_from(&save["at"])?.into(); // For the vectors of other crates.
    /// assert_eq!((x, y, z), (1.0, 2.0, 3.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Default)]
    Vector3<R = f32> [R; 3] {
        /// The x coordinate, which grows to the right.
        x,
        /// The y coordinate, which grows upwards.
        y,
        /// The z coordinate, which grows towards the viewer.
        z
    }
}

vector! {
    /// A vector of four components.
    ///
    /// ```
    /// use gamewire::godot::{Dialect, Vector4, variant};
    ///
    /// let value = variant!(Vector4::new(1.0, 2.0, 3.0, 4.0));
    /// assert_eq!(Dialect::GODOT_4.encode(&value)?.len(), 4 + 16);
    /// assert!(Dialect::GODOT_3.encode(&value).is_err()); // Godot 4 added the type.
    /// # Ok::<(), gamewire::EncodeError>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Default)]
    Vector4<R = f32> [R; 4] {
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

vector! {
    /// A rotation in 3D as a quaternion.
    ///
    /// ```
    /// use gamewire::godot::{Dialect, Quaternion, variant};
    ///
    /// let half_turn = Quaternion::new(0.0, 1.0, 0.0, 0.0); // Around the y axis.
    /// let bytes = Dialect::GODOT_4.encode(&variant!(half_turn))?;
    /// assert_eq!(Dialect::GODOT_4.parse(&bytes)?.to_string(), "Quaternion(0, 1, 0, 0)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "Quat")]
    #[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Default)]
    Quaternion<R = f32> [R; 4] {
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

vector! {
    /// A color: red, green, blue and opacity, usually from 0 to 1.
    ///
    /// ```
    /// use gamewire::godot::{Color, Dialect, variant};
    ///
    /// let orange = Color::new(1.0, 0.5, 0.0, 1.0);
    /// let bytes = Dialect::GODOT_4.encode(&variant!({ "hair": orange }))?;
    /// let save = Dialect::GODOT_4.parse(&bytes)?;
    /// assert_eq!(Color::try_from(&save["hair"])?, orange);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Default)]
    Color<R = f32> [R; 4] {
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

vector! {
    /// A point on a 2D grid.
    ///
    /// ```
    /// use gamewire::godot::{Dialect, Vector2i, variant};
    ///
    /// // A level, with the tile of each cell.
    /// let mut level = gamewire::godot::Dictionary::new();
    /// level.insert(Vector2i::new(3, 4), "grass");
    /// let bytes = Dialect::GODOT_4.encode(&level.into())?;
    /// let level = Dialect::GODOT_4.parse(&bytes)?;
    /// assert_eq!(level.get(&variant!(Vector2i::new(3, 4))).unwrap(), "grass");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
    Vector2i [i32; 2] {
        /// The x coordinate, which grows to the right.
        x,
        /// The y coordinate, which grows downwards.
        y
    }
}

vector! {
    /// A point on a 3D grid.
    ///
    /// ```
    /// use gamewire::godot::{Dialect, Vector3i, variant};
    ///
    /// let bytes = Dialect::GODOT_4.encode(&variant!(Vector3i::new(1, -2, 3)))?;
    /// assert_eq!(bytes[8..12], (-2_i32).to_le_bytes()); // y
    /// assert_eq!(<[i32; 3]>::from(Vector3i::try_from(Dialect::GODOT_4.parse(&bytes)?)?), [1, -2, 3]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
    Vector3i [i32; 3] {
        /// The x coordinate, which grows to the right.
        x,
        /// The y coordinate, which grows upwards.
        y,
        /// The z coordinate, which grows towards the viewer.
        z
    }
}

vector! {
    /// A vector of four integers.
    ///
    /// ```
    /// use gamewire::godot::{Dialect, Vector4i, variant};
    ///
    /// let value = variant!(Vector4i::from([1, 2, 3, 4]));
    /// assert_eq!(value.to_string(), "Vector4i(1, 2, 3, 4)");
    /// assert!(Dialect::GODOT_3.encode(&value).is_err()); // Godot 4 added the type.
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
    Vector4i [i32; 4] {
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

/// An axis-aligned rectangle.
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
    /// The size, from `position` to the opposite corner.
    pub size: Vector2<R>,
}

/// An axis-aligned rectangle on a 2D grid.
///
/// ```
/// use gamewire::godot::{Dialect, Rect2i, Vector2i, variant};
///
/// let window = Rect2i { position: Vector2i::new(10, 20), size: Vector2i::new(640, 480) };
/// let bytes = Dialect::GODOT_4.encode(&variant!(window))?;
/// assert_eq!(<[i32; 4]>::from(Rect2i::try_from(Dialect::GODOT_4.parse(&bytes)?)?), [10, 20, 640, 480]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Rect2i {
    /// The corner with the smallest coordinates.
    pub position: Vector2i,
    /// The size, from `position` to the opposite corner.
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

/// A plane: all points `p` with `normal · p = d`.
///
/// ```
/// use gamewire::godot::{Dialect, Plane, Vector3, variant};
///
/// let ground = Plane { normal: Vector3::new(0.0, 1.0, 0.0), d: 2.0 }; // y = 2
/// let bytes = Dialect::GODOT_3.encode(&variant!(ground))?;
/// assert_eq!(Plane::try_from(Dialect::GODOT_3.parse(&bytes)?)?, ground);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Plane<R = f32> {
    /// The direction in which the plane faces.
    pub normal: Vector3<R>,
    /// The distance from the origin along the normal.
    pub d: R,
}

/// An axis-aligned box.
///
/// ```
/// use gamewire::godot::{Aabb, Dialect, Vector3, variant};
///
/// let room = Aabb { position: Vector3::new(0.0, 0.0, 0.0), size: Vector3::new(4.0, 3.0, 5.0) };
/// let bytes = Dialect::GODOT_3.encode(&variant!(room))?;
/// let value = Dialect::GODOT_3.parse(&bytes)?;
/// assert_eq!(*value.get_path(&"$.size.z".parse()?)?, 5.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "rect3")]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Aabb<R = f32> {
    /// The corner with the smallest coordinates.
    pub position: Vector3<R>,
    /// The size, from `position` to the opposite corner.
    pub size: Vector3<R>,
}

/// A 2D transform as three columns: the images of the x axis, of the y axis and of the origin.
///
/// ```
/// use gamewire::godot::{Dialect, Transform2D, Vector2, variant};
/// let moved = Transform2D { origin: Vector2::new(5.0, 6.0), ..Transform2D::default() };
/// let bytes = Dialect::GODOT_4.encode(&variant!(moved))?;
/// let value = Dialect::GODOT_4.parse(&bytes)?;
/// assert_eq!(*value.get_path(&"$.origin.y".parse()?)?, 6.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "matrix32")]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Transform2D<R = f32> {
    /// The image of the x axis.
    pub x: Vector2<R>,
    /// The image of the y axis.
    pub y: Vector2<R>,
    /// The image of the origin.
    pub origin: Vector2<R>,
}

/// A 3D rotation, scale and shear as three columns, which are `basis.x`, `basis.y` and `basis.z` in scripts.
///
/// The bytes contain the matrix by *rows*. Reading and writing transposes it.
///
/// ```
/// use gamewire::godot::{Basis, Dialect, Vector3, variant};
///
/// let basis = Basis { y: Vector3::new(7.0, 8.0, 9.0), ..Basis::default() }; // Otherwise the identity.
/// let bytes = Dialect::GODOT_4.encode(&variant!(basis))?;
/// assert_eq!(bytes[8..12], 7.0_f32.to_le_bytes()); // The first row: x.x, y.x, z.x.
/// assert_eq!(Basis::try_from(Dialect::GODOT_4.parse(&bytes)?)?, basis);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias("matrix3x3", "Matrix3"))]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Basis<R = f32> {
    /// The image of the x axis.
    pub x: Vector3<R>,
    /// The image of the y axis.
    pub y: Vector3<R>,
    /// The image of the z axis.
    pub z: Vector3<R>,
}

/// A 3D transform.
///
/// ```
/// use gamewire::godot::{Dialect, Transform3D, Vector3, variant};
///
/// let moved = Transform3D { origin: Vector3::new(5.0, 6.0, 7.0), ..Transform3D::default() };
/// let bytes = Dialect::GODOT_3.encode(&variant!(moved))?;
/// assert_eq!(Transform3D::<f32>::try_from(Dialect::GODOT_3.parse(&bytes)?)?.origin.z, 7.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias("transform", "matrix 4x3"))]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Transform3D<R = f32> {
    /// The rotation, scale and shear.
    pub basis: Basis<R>,
    /// The image of the origin.
    pub origin: Vector3<R>,
}

/// A 4×4 matrix as four columns.
///
/// ```
/// use gamewire::godot::{Dialect, Projection, Vector4, variant};
///
/// let projection = Projection { w: Vector4::new(0.0, 0.0, -1.0, 0.0), ..Projection::default() };
/// let bytes = Dialect::GODOT_4.encode(&variant!(projection))?;
/// assert_eq!(bytes.len(), 4 + 16 * 4); // By columns; the last one is w.
/// assert_eq!(bytes[4 + 14 * 4..][..4], (-1.0_f32).to_le_bytes());
/// # Ok::<(), gamewire::EncodeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Projection<R = f32> {
    /// The first column.
    pub x: Vector4<R>,
    /// The second column.
    pub y: Vector4<R>,
    /// The third column.
    pub z: Vector4<R>,
    /// The fourth column.
    pub w: Vector4<R>,
}

/// Returns the identity.
impl<R: Real> Default for Transform2D<R> {
    fn default() -> Self {
        let [zero, one] = [0.0, 1.0].map(R::from_f64);
        Self { x: Vector2::new(one, zero), y: Vector2::new(zero, one), origin: Vector2::new(zero, zero) }
    }
}

/// Returns the identity.
impl<R: Real> Default for Basis<R> {
    fn default() -> Self {
        let [zero, one] = [0.0, 1.0].map(R::from_f64);
        Self {
            x: Vector3::new(one, zero, zero),
            y: Vector3::new(zero, one, zero),
            z: Vector3::new(zero, zero, one),
        }
    }
}

/// Returns the identity.
impl<R: Real> Default for Transform3D<R> {
    fn default() -> Self {
        Self { basis: Basis::default(), origin: Vector3::default() }
    }
}

/// Returns the identity.
impl<R: Real> Default for Projection<R> {
    fn default() -> Self {
        let [zero, one] = [0.0, 1.0].map(R::from_f64);
        Self {
            x: Vector4::new(one, zero, zero, zero),
            y: Vector4::new(zero, one, zero, zero),
            z: Vector4::new(zero, zero, one, zero),
            w: Vector4::new(zero, zero, zero, one),
        }
    }
}
