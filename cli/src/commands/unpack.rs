//! `gamewire unpack`: decompresses or decrypts a file.

use std::path::PathBuf;

use gamewire::__private::Counted;
use gamewire::identify::Layer;

use crate::args::{Raw, Sample};
use crate::input;
use crate::input::containers::{self, Notes};
use crate::input::external;
use crate::output::outcome::{Outcome, Status, Stop};
use crate::output::say::eprintln;
use crate::output::write::Out;

/// Decompress or decrypt a file
///
/// The contents can be anything: values, JSON, text, an image. A file that is neither compressed nor encrypted is written
/// unchanged.
#[derive(Debug, clap::Args)]
pub struct Unpack {
    /// A file, or `-` for standard input; default: standard input, or an embedded sample if that is a terminal
    #[arg(value_name = "INPUT")]
    path: Option<PathBuf>,

    #[command(flatten)]
    sample: Sample,

    #[command(flatten)]
    raw: Raw,

    #[command(flatten)]
    out: Out,
}

pub fn run(args: &Unpack) -> Outcome {
    let mut notes = Notes::default();
    let (path, raw) = external::source_of(args.path.as_deref(), &args.raw, |raw| raw)?;
    let (path, raw) = (path.as_deref(), &raw);
    let rejected = |problem| Stop::rejected(path, &problem);
    let bytes = input::load(path, args.sample, raw, None)?.map_err(rejected)?;
    let opened = containers::open(&bytes, None, raw, true, &mut notes).map_err(rejected)?;
    if opened.layers().is_empty() {
        eprintln!("the input has no container: it is written unchanged");
    }
    let layers: Vec<String> = opened.layers().iter().map(Layer::to_string).collect();
    if !layers.is_empty() {
        eprintln!("{}: {} inside", layers.join(", "), Counted(opened.contents().len(), "byte"));
    }
    args.out.bytes(opened.contents())?;
    containers::damage(opened.damage()).map_or(Ok(Status::Success), |damage| Err(rejected(damage)))
}
