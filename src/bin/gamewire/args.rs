//! The arguments that several subcommands share.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use gamewire::godot::Framing;

use crate::format::{self, Wanted};
use crate::hex::{write_base64, write_hex};
use crate::problem::Problem;
use crate::secret::Secret;

/// Where bytes come from.
#[derive(Debug, Args)]
pub struct Input {
    /// A file, or `-` for standard input; left out: standard input, or an embedded sample where that is a terminal
    #[arg(value_name = "INPUT")]
    pub path: Option<PathBuf>,

    #[command(flatten)]
    pub sample: Sample,

    #[command(flatten)]
    pub spelling: Spelling,
}

/// Where bytes of several files come from.
#[derive(Debug, Args)]
pub struct Inputs {
    /// Files and folders, or `-` for standard input; left out: standard input, or an embedded sample where that is
    /// a terminal
    ///
    /// Several files, and all those below a folder, are answered with a line each.
    #[arg(value_name = "INPUT")]
    pub paths: Vec<PathBuf>,

    #[command(flatten)]
    pub sample: Sample,

    #[command(flatten)]
    pub spelling: Spelling,
}

/// Whether there is an input at all.
#[derive(Debug, Clone, Copy, Default, Args)]
pub struct Sample {
    /// Work on an embedded sample
    #[arg(long)]
    pub sample: bool,
}

/// How bytes are spelled, wrapped and framed.
#[derive(Debug, Clone, Default, Args)]
pub struct Spelling {
    #[command(flatten)]
    pub raw: Raw,

    /// What is written in front of each value; with a framing, all values of the input are answered
    #[arg(long, value_name = "FRAMING", value_parser = any_frame(), default_value = "auto")]
    pub frame: AnyFrame,

    /// The lengths of --frame are big-endian (endian_swap in Godot 3, big_endian in Godot 4)
    #[arg(long)]
    pub big_endian: bool,

    #[command(flatten)]
    pub skip: Skip,
}

/// What is in front of the values and none of them.
#[derive(Debug, Clone, Copy, Default, Args)]
pub struct Skip {
    /// Pass over so many bytes in front of what is read: the id of a packet, the version of a save
    ///
    /// Of a compressed or encrypted file they are the first bytes inside, with --lines those of each line.
    #[arg(long, value_name = "BYTES", default_value_t = 0)]
    pub skip: usize,
}

/// How bytes are spelled and wrapped.
#[derive(Debug, Clone, Default, Args)]
pub struct Raw {
    /// The input is bytes as text: hexadecimal digits, or what programs print of bytes
    ///
    /// White space does not count. Lists of numbers ([2, 0, 0, 67]), 0x02,0x00, 02:00, b'\x02\x00', <Buffer 02 00> and
    /// the dumps of Wireshark, tcpdump, hexdump, xxd, od, hexyl and Format-Hex are read too.
    #[arg(long, conflicts_with = "base64")]
    pub hex: bool,

    /// The input is base64
    #[arg(long)]
    pub base64: bool,

    /// How many bytes a compressed file may become: 10000, 64K, 500M, 2G
    ///
    /// By default 256 times the length of the file, and 1 MiB in any case. It is also how much is read from
    /// standard input, 1 GiB by default, and the longest line of --lines, 64 MiB by default. Frames that are read one
    /// by one, with --as and --frame, may be as long each.
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub max_size: Option<usize>,

    #[command(flatten)]
    pub secret: Secret,
}

impl Raw {
    /// Writes bytes the way that the input is spelled.
    pub fn spell(&self, bytes: &[u8], out: &mut dyn Write) -> io::Result<()> {
        match (self.hex, self.base64) {
            (true, _) => write_hex(bytes, out).and_then(|()| writeln!(out)),
            (_, true) => write_base64(bytes, out).and_then(|()| writeln!(out)),
            _ => out.write_all(bytes),
        }
    }
}

impl Skip {
    /// What is after the bytes that are passed over.
    pub fn of<'b>(&self, bytes: &'b [u8]) -> Result<&'b [u8], Problem> {
        bytes.get(self.skip..).ok_or_else(|| {
            let message = format!("there are only {} bytes, fewer than are to be skipped", bytes.len());
            Problem { offset: bytes.len(), kind: "eof", message }
        })
    }
}

/// How much is let through.
#[derive(Debug, Clone, Copy, Default, Args)]
pub struct Allow {
    /// Refuse whole objects, as the engine does unless it is told otherwise; they are read as data by default
    #[arg(long, conflicts_with = "objects")]
    pub no_objects: bool,

    /// Read whole objects without remarking on it
    #[arg(long)]
    pub objects: bool,

    /// Let bytes follow the value; how many they are is said
    #[arg(long)]
    pub trailing: bool,
}

/// Where bytes come from and what they are.
#[derive(Debug, Args)]
pub struct Source {
    #[command(flatten)]
    pub meaning: Meaning,

    #[command(flatten)]
    pub input: Input,
}

/// The same for several files.
#[derive(Debug, Args)]
pub struct Sources {
    #[command(flatten)]
    pub meaning: Meaning,

    #[command(flatten)]
    pub inputs: Inputs,
}

/// What bytes are.
#[derive(Debug, Clone, Args)]
pub struct Meaning {
    /// What the bytes are: auto, godot2, godot3, godot4, .., minecraft/TYPE (--help lists all)
    #[arg(long = "as", value_name = "FORMAT", default_value = "auto", long_help = format::HELP)]
    pub format: Wanted,

    #[command(flatten)]
    pub allow: Allow,
}

/// What is written in front of each value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Frame {
    /// Nothing: the input is one value
    None,
    /// A length, as File.store_var and FileAccess.store_var write it
    StoreVar,
    /// A length, as StreamPeer.put_var writes it
    PutVar,
    /// A length, as PacketPeerStream writes it in front of each packet
    Stream,
}

/// What is in front of each value, or that it is to be found out.
#[derive(Debug, Clone, Copy, Default)]
pub struct AnyFrame(Option<Frame>);

impl AnyFrame {
    /// What was named; `None` if that is to be found out.
    pub fn named(self) -> Option<Frame> {
        self.0
    }
}

/// A frame by its name, or `auto`.
fn any_frame() -> impl TypedValueParser<Value = AnyFrame> {
    let auto =
        PossibleValue::new("auto").help("Whatever makes sense of the whole input: nothing, or lengths");
    let named = Frame::value_variants().iter().filter_map(ValueEnum::to_possible_value);
    PossibleValuesParser::new(std::iter::once(auto).chain(named))
        .map(|name| AnyFrame(Frame::from_str(&name, false).ok()))
}

impl Frame {
    /// Whether there is something in front of each value.
    pub fn has_length(self) -> bool {
        self != Self::None
    }

    /// The library's name for it.
    pub fn framing(self, big_endian: bool) -> Option<Framing> {
        let framing = match self {
            Self::None => return None,
            Self::StoreVar => Framing::STORE_VAR,
            Self::PutVar => Framing::PUT_VAR,
            Self::Stream => Framing::STREAM,
        };
        Some(if big_endian { framing.big_endian() } else { framing })
    }
}

/// A number of bytes, with K, M or G for 1024 and its powers.
pub fn size(text: &str) -> Result<usize, String> {
    let upper = text.trim().to_ascii_uppercase();
    let upper = upper.trim_end_matches("IB").trim_end_matches('B');
    let (digits, unit) = match upper.char_indices().last() {
        Some((at, 'K')) => (upper.get(..at), 1 << 10),
        Some((at, 'M')) => (upper.get(..at), 1 << 20),
        Some((at, 'G')) => (upper.get(..at), 1 << 30),
        _ => (Some(upper), 1_usize),
    };
    let number = digits.and_then(|digits| digits.trim().parse::<usize>().ok());
    let bytes = number.and_then(|number| number.checked_mul(unit));
    bytes.ok_or_else(|| format!("{text} is no size; 10000, 64K, 500M and 2G are"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        for (text, bytes) in [
            ("0", 0),
            ("10000", 10_000),
            ("64K", 65_536),
            ("64k", 65_536),
            ("1MiB", 1 << 20),
            ("2 gb", 2 << 30),
        ] {
            assert_eq!(size(text), Ok(bytes), "{text}");
        }
        for text in ["", "K", "-1", "1T", "99999999999999999999", "9999999999G0"] {
            assert!(size(text).is_err(), "{text}");
        }
    }
}
