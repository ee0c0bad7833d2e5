//! `gamewire kinds`

use std::io::{self, Write};

use gamewire::godot::Dialect;
use gamewire::minecraft;

use crate::format::{self, Format};
use crate::outcome::{Outcome, Status};
use crate::write::Out;

/// List the types of a format
///
/// For Godot: each id with the engine's name of the type and, if different, the name in Godot 4, which JSON and error
/// messages use. For Minecraft: each type, with its name for `minecraft/TYPE`, its size and its layout.
#[derive(Debug, clap::Args)]
pub struct Kinds {
    /// godot2, godot3, godot4, .., or minecraft
    #[arg(long = "as", value_name = "FORMAT", default_value = "godot3", value_parser = listed)]
    list: List,

    #[command(flatten)]
    out: Out,
}

/// A table of types.
#[derive(Debug, Clone)]
pub enum List {
    /// Of a dialect of Godot.
    Godot(Dialect),
    /// Of Minecraft.
    Minecraft,
}

/// The type after `minecraft` is optional here: all types are listed.
pub fn listed(name: &str) -> Result<List, String> {
    if format::protocol(name).is_some() {
        return Ok(List::Minecraft);
    }
    Ok(match name.parse()? {
        Format::Godot(dialect) => List::Godot(dialect),
        Format::Minecraft(..) => List::Minecraft,
    })
}

/// Prints the table.
pub fn run(args: &Kinds) -> Outcome {
    args.out.report(|out| {
        match &args.list {
            List::Godot(dialect) => godot(*dialect, out)?,
            List::Minecraft => minecraft(out)?,
        }
        Ok(Status::Success)
    })
}

fn godot(dialect: Dialect, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{:>3}  {:<20}  name in Godot 4", "id", dialect.name())?;
    for id in 0..=u8::MAX {
        let Some(kind) = dialect.kind(id) else { continue };
        let name = dialect.table().name(kind);
        let newest = if name == kind.name() { "" } else { kind.name() };
        writeln!(out, "{}", format!("{id:>3}  {name:<20}  {newest}").trim_end())?;
    }
    Ok(())
}

fn minecraft(out: &mut dyn Write) -> io::Result<()> {
    let head = ["type", "minecraft/..", "bytes", "layout", "versions"];
    let rows: Vec<_> = minecraft::TypeRow::ALL
        .iter()
        .map(|kind| [kind.name, kind.expression, kind.size, kind.layout, kind.versions])
        .collect();
    let width = |column: usize| {
        let cells = std::iter::once(&head).chain(&rows).filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or_default()
    };
    let widths: Vec<_> = (0..head.len()).map(width).collect();
    for row in std::iter::once(&head).chain(&rows) {
        let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}"));
        writeln!(out, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
    }
    Ok(())
}
