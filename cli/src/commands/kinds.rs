//! `gamewire kinds`: lists the types of a format.

use std::io::{self, Write};

use gamewire::__private::fixtures;
use gamewire::document::Format;
use gamewire::godot::Dialect;
use gamewire::minecraft::{self, Packets, Protocol, TypeExpr, Version};
use gamewire::schema::{self, Schema};
use serde_json::{Value, json};

use crate::output::outcome::{Outcome, Status};
use crate::output::write::Out;
use crate::values::format::{Named, named, version};
use crate::values::own_packets::OwnPackets;

/// List the types of a format
///
/// For Godot, each row has an id and the engine's name of the type, and the name in Godot 4 if that is different:
/// JSON and error messages use that name. For Minecraft, each row has a type, its name for `minecraft/TYPE`, its size
/// and its layout. For a version such as minecraft-1.20.4, each row has a packet with its state, side, id and name.
/// For a single packet, as in minecraft-1.20.4/play.toClient.set_slot, its layout is printed. The names minecraft-1.13,
/// minecraft-1.14 and minecraft-1.15 list types instead of packets; for packets, add the state and side.
#[derive(Debug, clap::Args)]
pub struct Kinds {
    /// godot2, godot3, godot4, .., minecraft, or a version such as minecraft-1.20.4; default: godot3, or all of them
    /// with --json
    #[arg(long = "as", value_name = "FORMAT", value_parser = LISTED, hide_possible_values = true)]
    list: Option<TypeTable>,

    #[command(flatten)]
    own: OwnPackets,

    /// Print the layouts of the types as one JSON document
    ///
    /// For each type, the document has the id, the name, and the fields with offset, size, type and condition. For a version of
    /// Minecraft, it has the state, side, id and name of each packet, and for a single packet the text of its type.
    #[arg(long)]
    json: bool,

    /// Print a description of godot2, godot3, godot4, .., or nbt for Kaitai Struct (.ksy)
    #[arg(long, value_name = "FORMAT", value_parser = DESCRIBED, hide_possible_values = true)]
    #[arg(conflicts_with_all = ["list", "json"])]
    ksy: Option<Described>,

    #[command(flatten)]
    out: Out,
}

#[derive(Debug, Clone)]
pub enum TypeTable {
    Godot(Dialect),
    Minecraft(Version),
    /// The packets of a version of Minecraft.
    Packets(Box<Packets>),
    /// The layout of one packet.
    Packet(TypeExpr),
}

/// A format that has a description for Kaitai Struct.
#[derive(Debug, Clone)]
pub enum Described {
    Godot(Dialect),
    Nbt,
}

/// Parses the name of a table of types.
const LISTED: Named<TypeTable> = Named { read: listed, others: &["minecraft"] };

/// Parses the name of a format for `--ksy`.
const DESCRIBED: Named<Described> = Named { read: described, others: &["nbt"] };

/// Parses the name of a table of types. A type after `minecraft` may be omitted, because all types are listed.
pub fn listed(name: &str) -> Result<TypeTable, String> {
    let own = if name == "minecraft" { version(name)? } else { None };
    if let (None, Some(protocol)) = (&own, Protocol::from_name(name)) {
        return Ok(TypeTable::Minecraft(protocol.version()));
    }
    if let Some(packets) = own.map_or_else(|| version(name), |own| Ok(Some(own)))? {
        return Ok(TypeTable::Packets(Box::new(packets)));
    }
    Ok(match named(name, "minecraft")? {
        Format::Godot(decoder) => TypeTable::Godot(decoder.dialect()),
        Format::Minecraft(_, expr @ TypeExpr::Types(..)) => TypeTable::Packet(expr),
        Format::Minecraft(protocol, _) => TypeTable::Minecraft(protocol.version()),
    })
}

/// Parses the name of a format for `--ksy`.
fn described(name: &str) -> Result<Described, String> {
    match name {
        "nbt" => Ok(Described::Nbt),
        name => match named(name, "nbt")? {
            Format::Godot(decoder) => Ok(Described::Godot(decoder.dialect())),
            Format::Minecraft(..) => Err("of the Minecraft formats, only nbt has a description".into()),
        },
    }
}

pub fn run(args: &Kinds) -> Outcome {
    args.out.report(|out| {
        match (&args.ksy, args.json, &args.list) {
            (Some(described), _, _) => out.write_all(schema_of(described).kaitai().as_bytes())?,
            (None, true, Some(TypeTable::Packets(packets))) => writeln!(out, "{:#}", json_list(packets))?,
            (None, true, Some(TypeTable::Packet(expr))) => {
                writeln!(out, "{}", json!({ "type": expr.to_string() }))?;
            }
            (None, true, list) => out.write_all(schema::to_json(&schemas(list.as_ref())).as_bytes())?,
            (None, false, None) => godot(Dialect::default(), out)?,
            (None, false, Some(TypeTable::Godot(dialect))) => godot(*dialect, out)?,
            (None, false, Some(TypeTable::Minecraft(_))) => minecraft(out)?,
            (None, false, Some(TypeTable::Packets(packets))) => {
                for (state, side, id, name) in packets.list() {
                    writeln!(out, "{:<24}  {id:#04x}  {name}", format!("{state}.{side}"))?;
                }
            }
            (None, false, Some(TypeTable::Packet(expr))) => writeln!(out, "{expr:#}")?,
        }
        Ok(Status::Success)
    })
}

/// Returns the packets of a version as JSON.
fn json_list(packets: &Packets) -> Value {
    let list = packets.list().map(|(state, side, id, name)| {
        json!({ "state": state.to_string(), "side": side.to_string(), "id": id, "name": name })
    });
    json!({ "version": packets.name(), "packets": list.collect::<Vec<_>>() })
}

fn schema_of(described: &Described) -> Schema {
    match described {
        Described::Godot(dialect) => dialect.schema(),
        Described::Nbt => minecraft::nbt::schema(),
    }
}

fn schemas(list: Option<&TypeTable>) -> Vec<Schema> {
    match list {
        None => fixtures::schemas(),
        Some(TypeTable::Godot(dialect)) => vec![dialect.schema()],
        Some(TypeTable::Minecraft(version)) => vec![Protocol::of(*version).schema()],
        // Packets are written by `json_list`.
        Some(TypeTable::Packets(_) | TypeTable::Packet(_)) => Vec::new(),
    }
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
