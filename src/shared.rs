//! Items that the other packages of the repository share with this one: `gamewire-files`, `gamewire-fixtures` and the command.
//!
//! The module is hidden from the documentation, and its items are exempt from semantic versioning: only patch releases keep them,
//! because the packages ask for the minor version of this one. No other public item has a type in its signature that is only here.
//!
//! - [`edge`]: entry points for whole inputs and outputs, from a grammar and its serializer;
//! - [`escape`], [`hex`], [`base64`], [`Counted`]: parts of text;
//! - [`explain`], [`path`], [`view`], [`text`], `json`: parts of the modules with those names;
//! - [`Sure`], [`sorted`], [`agree`], [`TextFault`].

pub use crate::counted::Counted;
pub use crate::error::text::TextFault;
pub use crate::error::{FRAME_LENGTH, agree};
pub use crate::sort::sorted;
pub use crate::sure::Sure;

pub use crate::godot::releases::{RARE, WITH_SAMPLES, of_config_version};

/// Entry points for whole inputs and outputs, which all formats share.
pub mod edge {
    pub use crate::edge::own::Given;
    pub use crate::edge::{Counts, Edge, Layout, Options, run_generator, run_parser};
    pub use crate::godot::wire::recounted;
}

/// Escapes text from files, so that it is safe to print.
pub mod escape {
    pub use crate::escape::{is_hidden, visible, visible_but};
}

/// Bytes as hexadecimal digits.
pub mod hex {
    pub use crate::hex::{decode, encode};
}

/// Base64 with both alphabets.
pub mod base64 {
    pub use crate::base64::{bytes, digit, without_padding};
}

/// Parts of explanations: the rows of files around values, the rows of a part of a long input, and pages.
pub mod explain {
    pub use crate::explain::html::Page;
    pub use crate::explain::row::Writer;
    pub use crate::explain::seek::{Outline, outline, rows_at};
}

/// Parts of paths and comparisons: places in text, replaced bytes, children.
pub mod path {
    pub use crate::path::error::{fail, failed};
    pub use crate::path::pairs::pairs;
    pub use crate::path::places::{Inside, Place, Places};
    pub use crate::path::tree::{ChildIter, ChildStep, Tree};
}

/// Views of bytes that were checked before.
pub mod view {
    pub use crate::godot::decode::view_again;
}

/// Parts of Godot's text form.
pub mod text {
    pub use crate::godot::text::leaf::{Read, is_space, space, text as quoted_text};
    pub use crate::godot::text::read::{value_of, whole as value_with_places};
    pub use crate::godot::text::write::engine_text;
}

/// Parts of JSON.
#[cfg(feature = "json")]
pub mod json {
    pub use crate::godot::json::plain::read as read_plain;
    #[cfg(feature = "minecraft")]
    pub use crate::minecraft::json::shared::to_plain_string_with_long_text;

    /// The JSON form of values of Godot, as Markdown.
    pub const GODOT_FORM: &str = include_str!("godot/json/form.md");
    /// The JSON form of values of Minecraft, as Markdown.
    pub const MINECRAFT_FORM: &str = include_str!("minecraft/json/form.md");
}

/// Parts of Minecraft's protocol: packets of unknown ids, the heads of packets, and deflate data of bounded length.
#[cfg(feature = "minecraft")]
pub mod minecraft {
    pub use crate::minecraft::deflate::read_limited;
    #[cfg(feature = "packets")]
    pub use crate::minecraft::packets::builtin::unknown_id;
    pub use crate::minecraft::snbt::read::read as read_snbt;
    pub use crate::minecraft::stream::length::{data_length, packet_length, replay_head};
    pub use crate::minecraft::wire::nbt::shared::{count, text_length};
}
