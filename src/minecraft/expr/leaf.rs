//! The types of type expressions that have no arguments, except integers.

use super::{IntType, TypeExpr};
use crate::minecraft::model::{Angle, Chat, Identifier, Metadata, Particle, Position, Slot, Uuid};
use crate::minecraft::nbt::{JavaStr, OptNbt};
use crate::minecraft::protocol::Wire;

/// Returns the name and the least number of bytes of a Rust type.
const fn of<'a, X: Wire<'a>>() -> (&'static str, usize) {
    (X::NAME, X::MIN_LEN)
}

/// Defines the types. A row has the variant, the name in expressions and perhaps another name, the name in the
/// specification with the least number of bytes.
macro_rules! leaves {
    ($($name:ident: $text:literal $(| $alias:literal)?, $of:expr;)+) => {
        /// The pattern of these types, for matches that have an arm for every type.
        macro_rules! leaf_type {
            () => { $(TypeExpr::$name)|+ };
        }

        impl TypeExpr {
            /// Returns the type without arguments that has this name.
            pub(super) fn without_arguments(name: &str) -> Option<Self> {
                match name {
                    $($text $(| $alias)? => Some(Self::$name),)+
                    name => IntType::from_name(name).map(Self::Int),
                }
            }

            /// Returns the name in expressions, the name in the specification and the least number of bytes, if this is a type
            /// without arguments.
            pub(super) fn leaf(&self) -> Option<(&'static str, &'static str, usize)> {
                let (text, (name, min_len)) = match self {
                    $(Self::$name => ($text, const { $of }),)+
                    _ => return None,
                };
                Some((text, name, min_len))
            }
        }
    };
}

leaves! {
    Bool: "bool" | "boolean", of::<bool>();
    F32: "f32" | "float", of::<f32>();
    F64: "f64" | "double", of::<f64>();
    Lf32: "lf32", ("Float", 4);
    Lf64: "lf64", ("Double", 8);
    Chat: "chat", of::<Chat>();
    Identifier: "identifier", of::<Identifier>();
    Position: "position", of::<Position>();
    Angle: "angle", of::<Angle>();
    Uuid: "uuid", of::<Uuid>();
    Nbt: "nbt", of::<OptNbt>();
    Mutf8: "mutf8", of::<JavaStr>();
    Slot: "slot", of::<Slot>();
    Particle: "particle", of::<Particle>();
    Metadata: "metadata", of::<Metadata>();
    GzipNbt: "gzip_nbt", ("packed NBT", 2);
    LpVec3: "lpvec3", ("LpVec3", 1);
}

pub(in crate::minecraft) use leaf_type;
