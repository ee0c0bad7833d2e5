//! Conversions to and from the types of [`mint`](::mint), and through them those of glam, nalgebra, cgmath and others.

use super::*;

/// A type of mint with its type of Godot. The trait has no public path, so that only the types of the table below have it.
#[cfg(feature = "serde")]
pub trait Counterpart: Sized {
    /// The type of Godot.
    type Godot: From<Self> + Into<Self>;
}

/// Implements the conversions in both directions, for components of either width.
macro_rules! same {
    ($($ours:ident$(<$real:ident>)? = $theirs:ty: |$from:ident| $to_ours:expr, |$back:ident| $to_theirs:expr;)+) => {$(
        impl$(<$real>)? From<$theirs> for $ours$(<$real>)? {
            fn from($from: $theirs) -> Self {
                $to_ours
            }
        }

        impl$(<$real>)? From<$ours$(<$real>)?> for $theirs {
            fn from($back: $ours$(<$real>)?) -> Self {
                $to_theirs
            }
        }

        #[cfg(feature = "serde")]
        impl$(<$real: Real>)? Counterpart for $theirs {
            type Godot = $ours$(<$real>)?;
        }
    )+};
}

same! {
    Vector2<R> = ::mint::Vector2<R>: |v| Self { x: v.x, y: v.y }, |v| Self { x: v.x, y: v.y };
    Vector2<R> = ::mint::Point2<R>: |v| Self { x: v.x, y: v.y }, |v| Self { x: v.x, y: v.y };
    Vector3<R> = ::mint::Vector3<R>: |v| Self { x: v.x, y: v.y, z: v.z }, |v| Self { x: v.x, y: v.y, z: v.z };
    Vector3<R> = ::mint::Point3<R>: |v| Self { x: v.x, y: v.y, z: v.z }, |v| Self { x: v.x, y: v.y, z: v.z };
    Vector4<R> = ::mint::Vector4<R>: |v| Self { x: v.x, y: v.y, z: v.z, w: v.w },
        |v| Self { x: v.x, y: v.y, z: v.z, w: v.w };
    Quaternion<R> = ::mint::Quaternion<R>: |q| Self { x: q.v.x, y: q.v.y, z: q.v.z, w: q.s },
        |q| Self { v: ::mint::Vector3 { x: q.x, y: q.y, z: q.z }, s: q.w };
    Transform2D<R> = ::mint::ColumnMatrix2x3<R>: |m| Self { x: m.x.into(), y: m.y.into(), origin: m.z.into() },
        |m| Self { x: m.x.into(), y: m.y.into(), z: m.origin.into() };
    Basis<R> = ::mint::ColumnMatrix3<R>: |m| Self { x: m.x.into(), y: m.y.into(), z: m.z.into() },
        |m| Self { x: m.x.into(), y: m.y.into(), z: m.z.into() };
    Transform3D<R> = ::mint::ColumnMatrix3x4<R>:
        |m| Self { basis: Basis { x: m.x.into(), y: m.y.into(), z: m.z.into() }, origin: m.w.into() },
        |m| Self { x: m.basis.x.into(), y: m.basis.y.into(), z: m.basis.z.into(), w: m.origin.into() };
    Projection<R> = ::mint::ColumnMatrix4<R>: |m| Self { x: m.x.into(), y: m.y.into(), z: m.z.into(), w: m.w.into() },
        |m| Self { x: m.x.into(), y: m.y.into(), z: m.z.into(), w: m.w.into() };
    Vector2i = ::mint::Vector2<i32>: |v| Self { x: v.x, y: v.y }, |v| Self { x: v.x, y: v.y };
    Vector3i = ::mint::Vector3<i32>: |v| Self { x: v.x, y: v.y, z: v.z }, |v| Self { x: v.x, y: v.y, z: v.z };
    Vector4i = ::mint::Vector4<i32>: |v| Self { x: v.x, y: v.y, z: v.z, w: v.w },
        |v| Self { x: v.x, y: v.y, z: v.z, w: v.w };
}

macro_rules! into_mint {
    ($($ours:ty = $theirs:ty;)+) => {$(
        impl ::mint::IntoMint for $ours {
            type MintType = $theirs;
        }
    )+};
}

into_mint! {
    Vector2<f32> = ::mint::Vector2<f32>;
    Vector2<f64> = ::mint::Vector2<f64>;
    Vector3<f32> = ::mint::Vector3<f32>;
    Vector3<f64> = ::mint::Vector3<f64>;
    Vector4<f32> = ::mint::Vector4<f32>;
    Vector4<f64> = ::mint::Vector4<f64>;
    Quaternion<f32> = ::mint::Quaternion<f32>;
    Quaternion<f64> = ::mint::Quaternion<f64>;
    Vector2i = ::mint::Vector2<i32>;
    Vector3i = ::mint::Vector3<i32>;
    Vector4i = ::mint::Vector4<i32>;
}
