//! `gamewire unpack`

use std::path::PathBuf;

use gamewire::identify::Layer;

use crate::args::{Raw, Sample};
use crate::document::{self, Notes};
use crate::format::Wanted;
use crate::input;
use crate::outcome::{Outcome, Status};
use crate::report;
use crate::say::eprintln;
use crate::write::Out;

/// Get out what is inside a compressed, encrypted or packed file
///
/// Whatever it is: values, JSON, text, a picture. A file with nothing around its contents is given as it is.
#[derive(Debug, clap::Args)]
pub struct Unpack {
    /// A file, or `-` for standard input; left out: standard input, or an embedded sample where that is a terminal
    #[arg(value_name = "INPUT")]
    path: Option<PathBuf>,

    #[command(flatten)]
    sample: Sample,

    #[command(flatten)]
    raw: Raw,

    #[command(flatten)]
    out: Out,
}

/// Opens the file and writes what is inside.
pub fn run(args: &Unpack) -> Outcome {
    let mut notes = Notes::default();
    let bytes = match input::load(args.path.as_deref(), args.sample, &args.raw, &Wanted::Auto)? {
        Ok(bytes) => bytes,
        Err(problem) => {
            report::sentence(&problem);
            return Ok(Status::Rejected);
        }
    };
    let opened = match document::open(&bytes, &Wanted::Auto, &args.raw, &mut notes) {
        Ok(opened) => opened,
        Err(problem) => {
            report::sentence(&problem);
            return Ok(Status::Rejected);
        }
    };
    if opened.layers.is_empty() {
        eprintln!("nothing is around these bytes: they are given as they are");
    }
    let layers: Vec<String> = opened.layers.iter().map(Layer::to_string).collect();
    if !layers.is_empty() {
        eprintln!("{}: {} bytes inside", layers.join(", "), opened.contents.len());
    }
    args.out.bytes(&opened.contents)?;
    Ok(Status::Success)
}
