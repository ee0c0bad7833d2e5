//! The arguments that several subcommands share.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use gamewire::godot::Framing;

use crate::format::{self, Wanted};
use crate::secret::Secret;

/// Where bytes come from and how they are spelled.
#[derive(Debug, Args)]
pub struct Input {
    /// A file, or `-` for standard input; left out: an embedded sample
    #[arg(value_name = "INPUT")]
    pub path: Option<PathBuf>,

    /// The input is hexadecimal digits; white space between them does not count
    #[arg(long, conflicts_with = "base64")]
    pub hex: bool,

    /// The input is base64
    #[arg(long)]
    pub base64: bool,

    /// What stands in front of each value; with a framing, all values of the input are answered
    #[arg(long, value_name = "FRAMING", value_enum, default_value_t = Frame::None)]
    pub frame: Frame,

    /// The lengths of --frame are big-endian (endian_swap in Godot 3, big_endian in Godot 4)
    #[arg(long)]
    pub big_endian: bool,

    #[command(flatten)]
    pub secret: Secret,
}

/// How much is let through.
#[derive(Debug, Clone, Copy, Args)]
pub struct Allow {
    /// Read full objects of Godot, as data
    #[arg(long)]
    pub objects: bool,

    /// Let bytes follow the value; they are ignored
    #[arg(long)]
    pub trailing: bool,
}

/// Where bytes come from and what they are.
#[derive(Debug, Args)]
pub struct Source {
    /// What the bytes are: godot2, godot3, godot4, .., minecraft/TYPE, auto (--help lists all)
    #[arg(long = "as", value_name = "FORMAT", default_value = "godot3", long_help = format::HELP)]
    pub format: Wanted,

    #[command(flatten)]
    pub input: Input,

    #[command(flatten)]
    pub allow: Allow,
}

impl Input {
    /// Whether the input holds several values, each with something in front.
    pub fn frames(&self) -> bool {
        self.path.is_some() && self.frame != Frame::None
    }
}

/// What stands in front of each value.
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

impl Frame {
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
