//! The names of formats, which are the same as in the command, and the pages that describe their types.

use gamewire::godot::{Dialect, Kind};
use gamewire::minecraft::ids::TagId;
use gamewire::minecraft::{Protocol, TypeExpr, TypeRow};
pub(crate) use gamewire_files::document::Format as Codec;

/// Returns the formats that can be selected. Types of Minecraft that have parameters must be typed.
pub(crate) fn names() -> impl Iterator<Item = String> {
    let simple = TypeRow::ALL.iter().map(|row| row.expression.split(", ").next().unwrap_or_default());
    let simple = simple.filter(|expression| expression.parse::<TypeExpr>().is_ok());
    let types = simple.map(|expression| format!("minecraft/{expression}"));
    let godot = Dialect::ALL.iter().map(|dialect| dialect.name().to_owned());
    let is_other = |(_, protocol): &&(&str, Protocol)| *protocol != Protocol::of(protocol.version());
    let roots = Protocol::NAMED.iter().filter(is_other).map(|(name, _)| format!("{name}/nbt"));
    godot.chain(types).chain(roots)
}

/// Returns the path of the page that describes a type, relative to the root of the documentation. Returns the
/// overview if the type has no page.
pub(crate) fn page(codec: &Codec, type_name: &str) -> String {
    let (game, page) = match codec {
        Codec::Godot(_) => ("godot", Kind::from_name(type_name).map(Kind::page)),
        _ => {
            let row = TypeRow::ALL.iter().find(|row| row.name == type_name || is_expression(row, type_name));
            let tag = || type_name.parse::<TagId>().is_ok().then_some("nbt#tags");
            ("minecraft", row.map(|row| row.page).or_else(tag))
        }
    };
    let (page, section) = page.unwrap_or_default().split_once('#').unwrap_or_default();
    match page {
        "" => format!("gamewire/{game}/format/index.html"),
        page => format!("gamewire/{game}/format/{page}/index.html#{section}"),
    }
}

fn is_expression(row: &TypeRow, name: &str) -> bool {
    row.expression.split(", ").any(|expression| expression.split('(').next() == Some(name))
}
