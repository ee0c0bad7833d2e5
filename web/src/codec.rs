//! The format of values, by the names that the command has for them.

use gamewire::explain::Explainer;
use gamewire::godot::{Decoder, Dialect, Kind, Verdict};
use gamewire::minecraft::ids::TagId;
use gamewire::minecraft::{NbtForm, Protocol, TypeExpr, TypeRow};

/// Reads values of one format.
#[derive(Debug, Clone)]
pub(crate) enum Codec {
    Godot(Decoder),
    Minecraft(Protocol, TypeExpr),
}

impl Codec {
    pub(crate) fn godot(dialect: Dialect) -> Self {
        Self::Godot(Decoder::new(dialect).allow_objects(true))
    }

    pub(crate) fn nbt(form: NbtForm, nameless: bool) -> Self {
        Self::Minecraft(Protocol::V1_14.nbt_form(form).nameless_nbt(nameless), TypeExpr::Nbt)
    }

    /// The format of a name: `godot3`, `minecraft/slot`.
    pub(crate) fn named(name: &str) -> Result<Self, String> {
        if let Some(dialect) = Dialect::from_name(name) {
            return Ok(Self::godot(dialect));
        }
        let (release, expr) = name.split_once('/').unwrap_or((name, ""));
        let protocol = Protocol::from_name(release).ok_or_else(|| format!("there is no format {name}"))?;
        let expr = expr.parse().map_err(|error| format!("{error}"))?;
        Ok(Self::Minecraft(protocol, expr))
    }

    /// The name of the format.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Godot(decoder) => decoder.dialect().name().to_owned(),
            Self::Minecraft(protocol, expr) => {
                format!("{}/{expr}", protocol.name().unwrap_or("minecraft"))
            }
        }
    }

    /// The names that can be chosen. Types of Minecraft with parameters can be typed.
    pub(crate) fn names() -> impl Iterator<Item = String> {
        let simple = TypeRow::ALL.iter().map(|row| row.expression.split(", ").next().unwrap_or_default());
        let simple = simple.filter(|expression| expression.parse::<TypeExpr>().is_ok());
        let types = simple.map(|expression| format!("minecraft/{expression}"));
        let godot = Dialect::ALL.iter().map(|dialect| dialect.name().to_owned());
        let roots = Protocol::NAMED.iter().skip(4).map(|(name, _)| format!("{name}/nbt"));
        godot.chain(types).chain(roots)
    }

    pub(crate) fn explainer<'b>(&self, bytes: &'b [u8]) -> Explainer<'b> {
        match self {
            Self::Godot(decoder) => decoder.explainer(bytes),
            Self::Minecraft(protocol, expr) => expr.explainer(*protocol, bytes),
        }
    }

    pub(crate) fn verify(&self, bytes: &[u8]) -> Verdict {
        match self {
            Self::Godot(decoder) => decoder.verify(bytes),
            Self::Minecraft(protocol, expr) => expr.verify(*protocol, bytes),
        }
    }

    /// The page of the format that describes a type, from the root of the documentation; the overview if the type has none.
    pub(crate) fn page(&self, type_name: &str) -> String {
        let (game, page) = match self {
            Self::Godot(_) => ("godot", Kind::from_name(type_name).map(Kind::page)),
            Self::Minecraft(..) => {
                let row =
                    TypeRow::ALL.iter().find(|row| row.name == type_name || is_expression(row, type_name));
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
}

fn is_expression(row: &TypeRow, name: &str) -> bool {
    row.expression.split(", ").any(|expression| expression.split('(').next() == Some(name))
}
