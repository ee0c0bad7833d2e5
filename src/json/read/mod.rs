//! The reader of JSON text, and the printer of its pretty form.

mod document;
mod fault;
#[cfg(feature = "minecraft")]
mod members;
mod object;
mod pretty;
mod scan;

pub(crate) use self::document::{JsonDocument, JsonNode, JsonRules, JsonType};
pub(crate) use self::fault::{Fault, Res, Within};
#[cfg(feature = "minecraft")]
pub(crate) use self::members::Members;
pub(crate) use self::object::Object;
pub use self::pretty::pretty;
pub use crate::error::JsonError;
