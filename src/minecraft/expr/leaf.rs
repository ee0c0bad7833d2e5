//! The types of type expressions that have no arguments, except integers.

use super::bits::{gzip_nbt, lp_vec3};
use super::wire::UNKNOWN;
use super::{IntType, TypeExpr, Value};
use crate::error::DecodeErrorKind;
use crate::grammar::{Grammar, fail, grammar};
use crate::minecraft::model::{Angle, Chat, Identifier, Metadata, Particle, Position, Slot, Uuid};
use crate::minecraft::nbt::{JavaStr, OptNbt};
use crate::minecraft::protocol::Wire;
use crate::minecraft::wire::{self, Cx};
use crate::trace::Trace;
use Value as V;

/// Returns the name and the least number of bytes of a Rust type.
const fn of<'a, X: Wire<'a>>() -> (&'static str, usize) {
    (X::NAME, X::MIN_LEN)
}

/// Defines the types. A row has the variant, the name in expressions and perhaps another name, the name in the
/// specification with the least number of bytes, and the parser. The serializers are in `put_any`, which is faster as one
/// function.
macro_rules! leaves {
    (|$cx:ident| $($name:ident: $text:literal $(| $alias:literal)?, $of:expr, $parser:expr;)+) => {
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

        grammar!(
            /// Parses a value of a type without arguments.
            pub(super) fn leaf<'a, 'c, T: Trace>($cx: Cx<'c, T>, expr: &'c TypeExpr) -> impl Grammar<'a, Value> {
                match expr {
                    $(TypeExpr::$name => $parser,)+
                    _ => fail(DecodeErrorKind::Custom(UNKNOWN)),
                }
            }
        );
    };
}

leaves! { |cx|
    Bool: "bool" | "boolean", of::<bool>(), wire::boolean(cx, "value").map(V::Bool);
    F32: "f32" | "float", of::<f32>(), wire::float(cx, "value").map(V::F32);
    F64: "f64" | "double", of::<f64>(), wire::double(cx, "value").map(V::F64);
    Chat: "chat", of::<Chat>(), wire::chat(cx).map(V::Chat);
    Identifier: "identifier", of::<Identifier>(), wire::identifier(cx).map(V::Identifier);
    Position: "position", of::<Position>(), wire::position(cx).map(V::Position);
    Angle: "angle", of::<Angle>(), wire::angle(cx).map(V::Angle);
    Uuid: "uuid", of::<Uuid>(), wire::uuid(cx).map(V::Uuid);
    Nbt: "nbt", of::<OptNbt>(), wire::nbt(cx).map(|x| V::Nbt(x.map(Box::new)));
    Mutf8: "mutf8", of::<JavaStr>(), wire::mutf8(cx).map(|x| V::Mutf8(x.into()));
    Slot: "slot", of::<Slot>(), wire::slot(cx).map(|x| V::Slot(x.map(Box::new)));
    Particle: "particle", of::<Particle>(), wire::particle(cx).map(|x| V::Particle(x.into()));
    Metadata: "metadata", of::<Metadata>(), wire::metadata(cx).map(V::Metadata);
    GzipNbt: "gzip_nbt", ("packed NBT", 2), gzip_nbt(cx);
    LpVec3: "lpvec3", ("LpVec3", 1), lp_vec3(cx);
}

pub(in crate::minecraft) use leaf_type;
