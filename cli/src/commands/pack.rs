//! `gamewire pack`: compresses or encrypts bytes.

use std::path::PathBuf;

use gamewire::godot::files::EncryptionKey;
use gamewire::identify::Layer;

use crate::args::{self, Raw, Sample};
use crate::input;
use crate::input::containers::{self, Notes};
use crate::output::files::{self, Container};
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
    containers: Vec<Container>,

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
        true => Err(Problem::new("file", format!("{} has no container that --like could use", shown(like)))),
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
