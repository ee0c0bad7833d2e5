//! `gamewire pack`: compresses or encrypts bytes.

use std::path::PathBuf;

use clap::ValueEnum;
use gamewire::godot::files::{Compression, EncryptionKey};
use gamewire::identify::Layer;

use crate::args::{self, Raw, Sample};
use crate::input;
use crate::input::containers::{self, Notes};
use crate::output::files;
use crate::output::outcome::{Outcome, Status, Stop};
use crate::output::problem::Problem;
use crate::output::say::shown;
use crate::output::write::Out;

/// Compress or encrypt any bytes
///
/// The reverse of `gamewire unpack`. --in can be repeated: the first container is the outermost.
#[derive(Debug, clap::Args)]
#[command(mut_arg("chunk", args::hidden))]
pub struct Pack {
    /// A file, or `-` for standard input; default: standard input
    #[arg(value_name = "INPUT")]
    path: Option<PathBuf>,

    /// The container; encryption needs a password or key
    #[arg(long = "in", value_name = "CONTAINER", value_enum, required_unless_present = "like")]
    containers: Vec<PackContainer>,

    /// Use the containers of this file
    #[arg(long, value_name = "FILE", conflicts_with = "containers")]
    like: Option<PathBuf>,

    #[command(flatten)]
    sample: Sample,

    #[command(flatten)]
    raw: Raw,

    #[command(flatten)]
    out: Out,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum PackContainer {
    /// Godot's open_compressed with FastLZ
    Fastlz,
    /// Godot's open_compressed with Deflate
    Deflate,
    /// Godot's open_compressed with Zstandard
    Zstd,
    /// Godot's open_compressed with Gzip
    GzipBlocks,
    /// A gzip file, like Minecraft's level.dat
    Gzip,
    /// A zlib file, like Minecraft's chunks
    Zlib,
    /// Encrypted as Godot 1 to 3 do
    Godot3,
    /// Encrypted as Godot 4 does
    Godot4,
}

impl PackContainer {
    fn layer(self) -> Result<Layer, Problem> {
        let blocks = |mode| Ok(Layer::Compressed { mode, ends_well: true });
        match self {
            Self::Fastlz => blocks(Compression::FastLz),
            Self::Deflate => blocks(Compression::Deflate),
            Self::Zstd => blocks(Compression::Zstd),
            Self::GzipBlocks => blocks(Compression::Gzip),
            Self::Gzip => Ok(Layer::Gzip { zeros: 0 }),
            Self::Zlib => Ok(Layer::Zlib { zeros: 0 }),
            Self::Godot3 => files::encrypted(false),
            Self::Godot4 => files::encrypted(true),
        }
    }
}

/// The layers of the output, and the key for them.
type Around = (Vec<Layer>, Option<EncryptionKey>);

fn layers(args: &Pack) -> Result<Result<Around, Problem>, Stop> {
    if args.raw.chunk.is_some() {
        return Ok(Err(Problem::new(
            "file",
            "pack writes no chunks: gamewire set and edit do, with --chunk",
        )));
    }
    let Some(like) = &args.like else {
        let layers: Result<Vec<Layer>, Problem> =
            args.containers.iter().map(|container| container.layer()).collect();
        return Ok(layers.and_then(|layers| {
            let key = files::key_for(&layers, &args.raw.secret)?;
            Ok((layers, key))
        }));
    };
    let bytes = input::read(like)?;
    let opened = containers::open(&bytes, None, &args.raw, false, &mut Notes::default());
    Ok(opened.and_then(|opened| match opened.layers().is_empty() {
        true => Err(Problem::new("file", format!("{} has no container that could be used", shown(like)))),
        false => Ok((files::renewed(opened.layers(), None)?, opened.key().cloned())),
    }))
}

pub fn run(args: &Pack) -> Outcome {
    let layers = layers(args)?;
    let packed = input::load(args.path.as_deref(), args.sample, &args.raw, None)?.and_then(|bytes| {
        let (layers, key) = layers?;
        files::around(&layers, &bytes, key.as_ref())
    });
    args.out.bytes(&packed.map_err(|problem| Stop::rejected(args.path.as_deref(), &problem))?)?;
    Ok(Status::Success)
}
