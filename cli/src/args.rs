//! Arguments that several subcommands share.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args, ValueEnum};
use gamewire::document::Format;
use gamewire::godot::Framing;

use crate::input::chunk::AskedChunk;
use crate::input::secret::Secret;
use crate::output::problem::Problem;
use crate::values::format::{self, AnyFormat};
use crate::values::hex::{write_base64, write_hex};
use crate::values::own_packets::OwnPackets;
use crate::values::size::size;

/// The source of bytes.
#[derive(Debug, Args)]
pub struct Input {
    /// A file, or `-` for standard input; default: standard input, or an embedded sample if that is a terminal
    #[arg(value_name = "INPUT")]
    pub path: Option<PathBuf>,

    #[command(flatten)]
    pub sample: Sample,

    #[command(flatten)]
    pub spelling: Spelling,
}

/// The sources of bytes, one or several.
#[derive(Debug, Args)]
pub struct Inputs {
    /// Files and folders, or `-` for standard input; default: standard input, or an embedded sample if that is a
    /// terminal
    ///
    /// Folders are read recursively.
    #[arg(value_name = "INPUT")]
    pub paths: Vec<PathBuf>,

    #[command(flatten)]
    pub sample: Sample,

    #[command(flatten)]
    pub spelling: Spelling,
}

/// The choice of the embedded sample.
#[derive(Debug, Clone, Copy, Default, Args)]
pub struct Sample {
    /// Use an embedded sample
    #[arg(long, hide_short_help = true)]
    pub sample: bool,
}

#[derive(Debug, Clone, Default, Args)]
pub struct Spelling {
    #[command(flatten)]
    pub raw: Raw,

    /// The length prefix of each value: store-var, put-var, stream, varint, none; see `gamewire help formats`
    ///
    /// The default is auto; with --as, it is none, but the packets of a recording (--as minecraft-1.20.4) always have lengths. With
    /// a framing, the input may have several values. If --as is given too, --max-size limits each frame.
    #[arg(long, value_name = "FRAMING", value_parser = any_frame(true))]
    #[arg(hide_possible_values = true)]
    pub frame: Option<AnyFrame>,

    /// The compression threshold of --frame varint: packets of this length and more are compressed
    ///
    /// The default is the threshold in the packet Set Compression, if the input begins with that packet. Otherwise, packets are not
    /// compressed. If the input begins with a login (Set Compression of the server, or Handshake and Login Start of the client), these
    /// first packets are read without compression. In a recording (--as minecraft-1.20.4), the compression is detected.
    #[arg(long, value_name = "BYTES", hide_short_help = true)]
    pub threshold: Option<usize>,

    /// The lengths of --frame are big-endian (endian_swap before Godot 4, big_endian in Godot 4)
    #[arg(long, hide_short_help = true)]
    pub big_endian: bool,

    #[command(flatten)]
    pub skip: Skip,
}

impl Spelling {
    /// Returns the framing of `--frame`, or `None` if it is detected or follows from the format.
    pub fn named_frame(&self) -> Option<LengthPrefix> {
        self.frame.and_then(AnyFrame::named)
    }

    /// Returns the framing of `--frame` as a [`Framing`], where `Some(None)` means no framing. `--big-endian` alone stands
    /// for big-endian lengths.
    pub fn framing(&self) -> Option<Option<Framing>> {
        match self.named_frame() {
            None if self.big_endian => Some(LengthPrefix::StoreVar.framing(true)),
            named => named.map(|frame| frame.framing(self.big_endian)),
        }
    }
}

/// The error message of subcommands that do not read packets.
pub const NO_PACKETS: &str = "this subcommand does not read packets of Minecraft; decode, explain and verify do; to change \
                              a packet, change its line in the output of decode, and pass --like to encode";

/// Hides `--threshold` in subcommands that do not read packets, and makes it an error.
pub fn without_threshold(threshold: Arg) -> Arg {
    threshold.hide(true).value_parser(|_: &str| Err::<usize, _>(NO_PACKETS))
}

/// The help of `--frame` after its first line, in subcommands that do not read packets.
const SEVERAL: &str = "The default is auto; with --as, it is none. With a framing, the input may have several values. If --as is given too, \
     --max-size limits each frame. For recorded packets of Minecraft, see minecraft-1.20.4 in `gamewire help formats`.";

/// Extends the help of `--max-size` in subcommands that read lines.
pub fn with_lines(max_size: Arg) -> Arg {
    let help = max_size.get_long_help().map(ToString::to_string).unwrap_or_default();
    max_size.long_help(format!("{help} With --lines, it limits each line (default 64 MiB)."))
}

/// Hides an option that is always an error in a subcommand.
pub fn hidden(arg: Arg) -> Arg {
    arg.hide(true)
}

/// Changes the help of `--frame` in subcommands that do not read packets.
pub fn without_packets(frame: Arg) -> Arg {
    let help =
        "The length prefix of each value: store-var, put-var, stream, none; see `gamewire help formats`";
    frame.help(help).long_help(format!("{help}\n\n{SEVERAL}")).value_parser(any_frame(false))
}

/// Bytes before the first value.
#[derive(Debug, Clone, Copy, Default, Args)]
pub struct Skip {
    /// Skip this number of bytes first, such as a header or the id of a packet
    ///
    /// In a compressed or encrypted file, these are the first bytes of the contents.
    #[arg(long, value_name = "BYTES", default_value_t = 0)]
    pub skip: usize,
}

/// Text encoding and containers of the input.
#[derive(Debug, Clone, Default, Args)]
pub struct Raw {
    /// The input is hexadecimal text, or bytes as other programs print them
    ///
    /// White space is ignored. Further forms: [2, 0, 0, 67], 0x02,0x00, 02:00, b'\x02\x00', <Buffer 02 00>, and the dumps of
    /// Wireshark, tcpdump, hexdump, xxd, od, hexyl, gdb (x/16xb) and Format-Hex. A dump that can be read in two ways is refused,
    /// and so are numbers of two digits without brackets, which could be decimal.
    #[arg(long, conflicts_with = "base64")]
    pub hex: bool,

    /// The input is base64
    #[arg(long, hide_short_help = true)]
    pub base64: bool,

    /// The maximum size of decompressed data: 10000, 64K, 500M, 2G
    ///
    /// The default is 256 times the length of the file, and at least 1 MiB. In a recording, this is the limit
    /// of all packets together. The option also limits standard input (default 1 GiB).
    #[arg(long, value_name = "SIZE", value_parser = size, hide_short_help = true)]
    pub max_size: Option<usize>,

    /// Read this chunk of a region file of Minecraft (.mca): 3,7
    ///
    /// Numbers from 0 to 31 are a position in the region. Other numbers are a position in the world: if the name of the file is
    /// r.X.Z.mca, it must be the region of that position. Data in a separate file c.X.Z.mcc is read from there.
    #[arg(long, value_name = "X,Z", allow_hyphen_values = true)]
    pub chunk: Option<AskedChunk>,

    #[command(flatten)]
    pub secret: Secret,
}

impl Raw {
    /// Writes bytes in the text encoding of the input.
    pub fn spell(&self, bytes: &[u8], out: &mut dyn Write) -> io::Result<()> {
        match (self.hex, self.base64) {
            (true, _) => write_hex(bytes, out).and_then(|()| writeln!(out)),
            (_, true) => write_base64(bytes, out).and_then(|()| writeln!(out)),
            _ => out.write_all(bytes),
        }
    }
}

impl Skip {
    /// Returns the bytes after the skipped ones.
    pub fn apply<'b>(&self, bytes: &'b [u8]) -> Result<&'b [u8], Problem> {
        bytes.get(self.skip..).ok_or_else(|| {
            let message = format!("--skip exceeds the length of the input, which is {} bytes", bytes.len());
            Problem::new("eof", message).at(bytes.len())
        })
    }
}

/// Optional restrictions.
#[derive(Debug, Clone, Copy, Default, Args)]
pub struct Allow {
    /// Reject full objects, as the engine does by default; without this option they are decoded to data
    #[arg(long, conflicts_with = "objects", hide_short_help = true)]
    pub no_objects: bool,

    /// Do not print the note that the input has full objects
    #[arg(long, hide_short_help = true)]
    pub objects: bool,

    /// Ignore bytes after the value; a note says how many
    #[arg(long)]
    pub trailing: bool,

    /// Include the last value if its end is missing
    #[arg(skip)]
    pub incomplete: bool,
}

impl Allow {
    pub fn restrict(self, format: &Format) -> Format {
        format.clone().allow_objects(!self.no_objects).allow_trailing(self.trailing)
    }
}

/// The source of bytes, and their format.
#[derive(Debug, Args)]
pub struct Source {
    #[command(flatten)]
    pub meaning: Meaning,

    #[command(flatten)]
    pub input: Input,
}

/// The sources of bytes, one or several, and their format.
#[derive(Debug, Args)]
pub struct Sources {
    #[command(flatten)]
    pub meaning: Meaning,

    #[command(flatten)]
    pub inputs: Inputs,
}

/// The format of bytes.
#[derive(Debug, Clone, Default, Args)]
pub struct As {
    /// The format of the input: godot3, godot4, minecraft/nbt, ..; see `gamewire help formats`
    #[arg(
        long = "as",
        value_name = "FORMAT",
        default_value = "auto",
        value_parser = format::ANY_FORMAT,
        hide_possible_values = true
    )]
    pub format: AnyFormat,

    #[command(flatten)]
    pub own: OwnPackets,
}

/// The format of bytes, and restrictions.
#[derive(Debug, Clone, Default, Args)]
pub struct Meaning {
    #[command(flatten)]
    pub named: As,

    #[command(flatten)]
    pub allow: Allow,
}

impl Meaning {
    /// Creates a meaning from a format, or from auto-detection, and restrictions.
    pub fn new(format: AnyFormat, allow: Allow) -> Self {
        Self { named: As { format, own: OwnPackets::default() }, allow }
    }

    /// Returns an error if the format is a version of recordings, for subcommands that do not read recordings.
    pub fn refuse_recording(&self) -> Result<(), Problem> {
        match self.named.format.version() {
            None => Ok(()),
            Some(packets) => Err(Problem::new(
                "format",
                format!(
                    "recordings are read by decode, explain, verify, identify, get, set, edit, find and diff; for packets, pass --as minecraft-{}/play.toClient",
                    packets.name()
                ),
            )),
        }
    }

    /// Returns the format of `--as` with its restrictions, or `None` for auto-detection.
    pub fn format(&self) -> Option<Format> {
        self.named.format.named().map(|format| self.allow.restrict(format))
    }
}

/// The length prefix of each value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LengthPrefix {
    /// Nothing: the input is one value
    None,
    /// A length, as File.store_var and FileAccess.store_var write it
    StoreVar,
    /// A length, as StreamPeer.put_var writes it
    PutVar,
    /// A length, as PacketPeerStream writes it before each packet
    Stream,
    /// A VarInt length, as before each packet of Minecraft; see --threshold
    Varint,
}

/// The length prefix of each value, or auto-detection.
#[derive(Debug, Clone, Copy)]
pub struct AnyFrame(Option<LengthPrefix>);

impl AnyFrame {
    /// Returns the framing, or `None` for auto-detection.
    pub fn named(self) -> Option<LengthPrefix> {
        self.0
    }
}

/// Parses the name of a framing, or `auto`. If `offers_packets` is false, the framing of packets is not offered, and
/// is an error of its own.
fn any_frame(offers_packets: bool) -> impl TypedValueParser<Value = AnyFrame> {
    let auto = PossibleValue::new("auto").help("Detected: the framing that fits the whole input");
    let offered = move |frame: &LengthPrefix| {
        let name = frame.to_possible_value()?;
        Some(name.hide(!offers_packets && *frame == LengthPrefix::Varint))
    };
    let named = LengthPrefix::value_variants().iter().filter_map(offered);
    PossibleValuesParser::new(std::iter::once(auto).chain(named)).try_map(move |name| {
        let frame = LengthPrefix::from_str(&name, false).ok();
        let is_refused = frame == Some(LengthPrefix::Varint) && !offers_packets;
        if is_refused { Err(NO_PACKETS) } else { Ok(AnyFrame(frame)) }
    })
}

impl LengthPrefix {
    /// Returns whether each value has a length prefix.
    pub fn has_length(self) -> bool {
        self != Self::None
    }

    pub fn framing(self, big_endian: bool) -> Option<Framing> {
        let framing = match self {
            Self::None | Self::Varint => return None,
            Self::StoreVar => Framing::STORE_VAR,
            Self::PutVar => Framing::PUT_VAR,
            Self::Stream => Framing::STREAM,
        };
        Some(if big_endian { framing.big_endian() } else { framing })
    }
}
