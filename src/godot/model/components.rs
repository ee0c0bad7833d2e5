//! Components of types of a fixed size.

use super::*;
use crate::godot::ids::Kind;

/// A named part of a structure of numbers, such as the position of a `Rect2`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Field {
    /// The name of the part in the engine.
    pub name: &'static str,
    /// The type of the part: `Float`, `Int`, or a smaller structure.
    pub kind: Kind,
    /// The number of numbers in the part.
    pub count: usize,
}

/// A structure of numbers of one type, or one such number.
pub trait Structure: Sized {
    type Number: Number;
    const KIND: Kind;
    const COUNT: usize;
    const FIELDS: &'static [Field];
    /// Calls `each` with every number, in order.
    fn each(&self, each: &mut impl FnMut(Self::Number));
    /// Returns all numbers. A method, so that it is found behind a `Box`.
    fn numbers(&self) -> StructureNumbers {
        StructureNumbers::of(self)
    }
    /// Builds a value from its numbers.
    fn build(next: &mut impl FnMut() -> Self::Number) -> Self;

    /// Returns the structure with these numbers, if there are exactly as many as it has.
    fn of(numbers: impl ExactSizeIterator<Item = Self::Number>) -> Option<Self> {
        let mut numbers = numbers;
        (numbers.len() == Self::COUNT).then(|| Self::build(&mut || numbers.next().unwrap_or_default()))
    }
}

impl<N: Number> Structure for N {
    type Number = N;
    const KIND: Kind = <N as Number>::KIND;
    const COUNT: usize = 1;
    const FIELDS: &'static [Field] = &[];
    fn each(&self, each: &mut impl FnMut(N)) {
        each(*self);
    }
    fn build(next: &mut impl FnMut() -> N) -> N {
        next()
    }
}

macro_rules! structures {
    ($($name:ident$(<$real:ident>)? { $($field:ident: $part:ty),+ } of $number:ty;)+) => {$(
        impl$(<$real: Real>)? Structure for $name$(<$real>)? {
            type Number = $number;
            const KIND: Kind = Kind::$name;
            const COUNT: usize = 0 $(+ <$part>::COUNT)+;
            const FIELDS: &'static [Field] =
                &[$(Field { name: stringify!($field), kind: <$part as Structure>::KIND, count: <$part>::COUNT }),+];
            fn each(&self, each: &mut impl FnMut($number)) {
                $(self.$field.each(each);)+
            }
            fn build(next: &mut impl FnMut() -> $number) -> Self {
                Self { $($field: <$part>::build(next)),+ }
            }
        }
    )+};
}

structures! {
    Vector2<R> { x: R, y: R } of R;
    Vector3<R> { x: R, y: R, z: R } of R;
    Vector4<R> { x: R, y: R, z: R, w: R } of R;
    Quaternion<R> { x: R, y: R, z: R, w: R } of R;
    Color<R> { r: R, g: R, b: R, a: R } of R;
    Rect2<R> { position: Vector2<R>, size: Vector2<R> } of R;
    Plane<R> { normal: Vector3<R>, d: R } of R;
    Aabb<R> { position: Vector3<R>, size: Vector3<R> } of R;
    Transform2D<R> { x: Vector2<R>, y: Vector2<R>, origin: Vector2<R> } of R;
    Basis<R> { x: Vector3<R>, y: Vector3<R>, z: Vector3<R> } of R;
    Transform3D<R> { basis: Basis<R>, origin: Vector3<R> } of R;
    Projection<R> { x: Vector4<R>, y: Vector4<R>, z: Vector4<R>, w: Vector4<R> } of R;
    Vector2i { x: i32, y: i32 } of i32;
    Vector3i { x: i32, y: i32, z: i32 } of i32;
    Vector4i { x: i32, y: i32, z: i32, w: i32 } of i32;
    Rect2i { position: Vector2i, size: Vector2i } of i32;
}
