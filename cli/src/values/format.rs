//! Names of formats: `godot3`, `minecraft/slot`, and so on.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command};
use gamewire::document::{Format, FormatError};
use gamewire::godot::{Decoder, Dialect};
use gamewire::minecraft::{Packets, Protocol, TypeExpr, Version};

use crate::output::problem::with_kinds;
use crate::values::own_packets::{self, own};

/// A named format, or auto-detection.
#[derive(Debug, Clone, Default)]
pub struct AnyFormat {
    named: Option<Format>,
    version: Option<Box<Packets>>,
}

impl AnyFormat {
    /// Returns the version of a recording that is given without a state: `minecraft-1.20.4`.
    pub fn version(&self) -> Option<&Packets> {
        self.version.as_deref()
    }

    /// Returns the format, or `None` for auto-detection.
    pub fn named(&self) -> Option<&Format> {
        self.named.as_ref()
    }
}

impl From<Option<Format>> for AnyFormat {
    fn from(named: Option<Format>) -> Self {
        Self { named, version: None }
    }
}

/// Parses the name of a format, or `auto`.
fn any(name: &str) -> Result<AnyFormat, String> {
    if name.eq_ignore_ascii_case("auto") {
        return Ok(AnyFormat::default());
    }
    if let Some(packets) = version(name)? {
        return Ok(AnyFormat { named: None, version: Some(Box::new(packets)) });
    }
    named(name, "minecraft/TYPE or auto").map(|format| Some(format).into())
}

/// Parses the name of a format, or of a version whose packets say their state and side.
fn written(name: &str) -> Result<AnyFormat, String> {
    if let Some(packets) = version(name)? {
        return Ok(AnyFormat { named: None, version: Some(Box::new(packets)) });
    }
    named(name, "minecraft/TYPE").map(|format| Some(format).into())
}

/// Returns the packets of a version by its name, such as `minecraft-1.20.4`. The name `minecraft` stands for those of
/// `--protocol`.
pub fn version(name: &str) -> Result<Option<Packets>, String> {
    match name {
        "minecraft" => own().map(|packets| packets.cloned()),
        name => Ok(name.strip_prefix("minecraft-").and_then(Packets::named)),
    }
}

/// A parser of names. Shell completions offer the dialects and `others`.
#[derive(Debug, Clone, Copy)]
pub struct Named<T> {
    /// Parses a name, which need not be one of those that are offered.
    pub read: fn(&str) -> Result<T, String>,
    /// The names that are offered in addition to the dialects.
    pub others: &'static [&'static str],
}

/// Parses the name of a format to be written.
pub const FORMAT: Named<AnyFormat> = Named { read: written, others: NAMES.split_at(1).1 };

/// Parses the name of a format, or `auto`.
pub const ANY_FORMAT: Named<AnyFormat> = Named { read: any, others: NAMES };

/// `auto`, and the Minecraft formats that are offered.
const NAMES: &[&str] = &[
    "auto",
    "minecraft/nbt",
    "minecraft/slot",
    "minecraft/varint",
    "minecraft/metadata",
    "minecraft-bedrock/nbt",
    "minecraft-bedrock-network/nbt",
];

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Named<T> {
    type Value = T;

    fn parse_ref(&self, cmd: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, clap::Error> {
        self.read.parse_ref(cmd, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let dialects = Dialect::ALL.iter().map(|dialect| PossibleValue::new(dialect.name()));
        Some(Box::new(dialects.chain(self.others.iter().copied().map(PossibleValue::new))))
    }
}

/// Returns the text of `gamewire help formats`.
pub fn help() -> String {
    let line = |dialect: &Dialect| format!("  {:<20}{}\n", dialect.name(), dialect.releases());
    let dialects: String = Dialect::ALL.iter().map(line).collect();
    let others = Version::ALL.iter().filter(|version| **version != Version::default());
    let versions: String = others.map(|version| other_version(*version)).collect();
    format!("--as FORMAT, the format of the bytes:\n\n{dialects}{TYPES}{versions}{HELP}")
}

/// Returns the help line of a version of Minecraft that is not the default.
fn other_version(version: Version) -> String {
    let releases: Vec<_> = version.releases().iter().map(|(name, _)| *name).collect();
    format!("  {:<20}the same in {}\n", format!("{}/TYPE", Protocol::of(version)), releases.join(", "))
}

/// The help text after the dialects.
const TYPES: &str = "  mole                another name of godot2
  minecraft/TYPE      a type of Minecraft's protocol, 1.14, where TYPE is
                      bool, i8, u8, i16, u16, i32, i64, f32, f64, varint, varlong,
                      string(16), chat, identifier, position, angle, uuid, nbt, mutf8,
                      slot, particle, metadata, bytes(varint), array(varint,slot),
                      array(i16,slot), array(3,f32), optional(uuid), option(uuid),
                      enum(varint;a|b|c), fixed(i32,5), and for whole packets
                      struct(id:varint,window:i8,slot:i16,item:slot)
";

/// The help text after the versions of Minecraft.
const HELP: &str = "  minecraft-nameless/TYPE
                      the same in 1.14, but the root of NBT has no name, as in packets since
                      1.20.2
  minecraft-1.20.4/play.toClient, minecraft-1.20.4/play.toClient.set_slot
                      a packet, with its id, of a version from 1.7.6 to 26.1.2: any packet of
                      a state and side (toClient: from the server; toServer: from the client),
                      or one particular packet. gamewire kinds --as minecraft-1.20.4 lists
                      them. With --protocol FILE, a protocol.json of another or a modded
                      version, pass minecraft/play.toClient
  minecraft-1.20.4    a recording: the bytes that one side sent, each packet after its length,
                      or a .mcpr. --as is not needed if the bytes begin with the client's
                      handshake, or if the .mcpr has the version. encode --frame varint reads
                      the output of decode, where each line gives the state and side of a
                      packet. get, set, find and diff take paths such as [12].slot.itemId,
                      which begin with the number of the packet
  minecraft-bedrock/nbt, minecraft-bedrock-network/nbt
                      NBT of the Bedrock edition: as in files (level.dat with its header,
                      .mcstructure), and as in packets
  minecraft-list-roots/nbt, minecraft-nameless-list-roots/nbt
                      NBT whose root is a List, as some libraries write it for the Java
                      edition, which refuses it
  auto                the format that fits the whole input: a dialect of Godot, or
                      minecraft/nbt. If several dialects give the same value, the newest of
                      them is used. If they give different values, this is an error, which
                      lists the options that select one of them.
                      Rare dialects and those of old releases are tried only if no other fits

--frame FRAMING, the length prefix of each value:

  none                no length: the input is one value
  store-var           the length that File.store_var and FileAccess.store_var write
  put-var             the length that StreamPeer.put_var writes
  stream              the length that PacketPeerStream writes before each packet
  varint              a VarInt, as before each packet of Minecraft. --threshold BYTES is the
                      compression threshold of the session, if the input does not begin with
                      Set Compression
  auto                the framing that fits the whole input: the default without --as. With
                      --as, the default is none, but packets of a recording always have
                      lengths
  --big-endian        lengths are big-endian: endian_swap or big_endian was set in the engine
  --skip BYTES        bytes before the first value

Text of bytes: --hex reads hexadecimal digits, lists of numbers and the dumps of Wireshark,
tcpdump, hexdump, xxd, od, hexyl, gdb (x/16xb) and Format-Hex; --base64 reads base64.

Containers: open_compressed (GCPF), gzip and zlib are detected. open_encrypted (GDEC) needs
--password-file, --password, --file-key or GAMEWIRE_PASSWORD. To read one chunk of a region file
of Minecraft, pass --chunk X,Z; identify, verify and find read all chunks.

Text of values: decode prints JSON, which encode reads. --plain is JSON for jq, --snbt the
text of NBT, --text the engine's var_to_str or a project.godot.
";

/// Explain the names of formats, framings and containers
#[derive(Debug, clap::Args)]
#[command(long_about = help())]
pub struct Formats {}

pub fn dialects() -> String {
    let names: Vec<_> = Dialect::ALL.iter().map(Dialect::name).collect();
    format!("{}, mole", names.join(", "))
}

/// Returns advice if `name` is a release instead of a dialect: `4`, `3.6`, `v4.2.1`, `godot 4.6`.
pub fn meant(name: &str) -> String {
    let release = name.trim().to_ascii_lowercase();
    let release = release.trim_start_matches("godot").trim_start_matches([' ', '-', 'v']);
    let mut numbers = release.split('.').map(|number| number.parse().ok());
    let mut next = || numbers.next().flatten();
    let dialect = next().and_then(|major| Dialect::of_release(major, next(), next()));
    dialect.map_or_else(String::new, |dialect| format!("; Godot {release} is {dialect}"))
}

/// Parses the name of a format. `others` are the names that the error message lists after the dialects.
pub fn named(name: &str, others: &str) -> Result<Format, String> {
    if let Some(packet) = name.strip_prefix("minecraft/").filter(|name| own_packets::is_name(name)) {
        let own = own()?.ok_or_else(|| {
            format!("{packet} needs a version, such as minecraft-1.20.4/{packet}, or a description: pass --protocol FILE")
        })?;
        let found = own.find(packet).map_err(|reason| with_kinds(&reason));
        return found.map(|expr| Format::Minecraft(own.protocol(), expr));
    }
    name.parse().map_err(|error| match error {
        FormatError::Unknown(_) if name.parse::<TypeExpr>().is_ok() => {
            format!("{name} is a type of Minecraft: pass minecraft/{name}")
        }
        FormatError::Unknown(_) => unknown_release(name)
            .unwrap_or_else(|| format!("expected {}, {others}{}", dialects(), meant(name))),
        error => with_kinds(&error.to_string()),
    })
}

/// Returns the message that a release of Minecraft is not supported, with the nearest ones that are.
fn unknown_release(name: &str) -> Option<String> {
    let release = name.strip_prefix("minecraft-")?.split('/').next()?;
    let numbers =
        |name: &str| name.split('.').map(|number| number.parse::<u32>().ok()).collect::<Option<Vec<_>>>();
    let asked = numbers(release)?;
    let known = || Packets::versions().filter_map(|(name, _)| Some((numbers(name)?, name)));
    let before = known().filter(|(known, _)| *known < asked).max();
    let after = known().filter(|(known, _)| *known > asked).min();
    let next: Vec<_> =
        [before, after].into_iter().flatten().map(|(_, name)| format!("minecraft-{name}")).collect();
    let nearest = if next.len() == 1 { "version is" } else { "versions are" };
    Some(format!(
        "gamewire has no packets of Minecraft {release}; the nearest {nearest} {}",
        next.join(" and ")
    ))
}

/// Returns the format of a dialect. Full objects are decoded to data.
pub fn godot(dialect: Dialect) -> Format {
    Format::Godot(Decoder::new(dialect).allow_objects(true))
}
