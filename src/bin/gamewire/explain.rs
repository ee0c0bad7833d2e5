//! `gamewire explain`

use std::io::{self, Write as _};

use crate::args::Source;
use crate::auto::{Chooser, Purpose};
use crate::codec::Codec;
use crate::input::{self, Piece};
use crate::outcome::{Outcome, Status};
use crate::problem::Problem;
use crate::report;

/// Show what each byte means
///
/// Prints one row per field: offset, bytes, meaning. Input that is rejected is explained up to the number that
/// is wrong.
#[derive(Debug, clap::Args)]
pub struct Explain {
    #[command(flatten)]
    source: Source,

    /// Print one HTML page instead of text
    #[arg(long)]
    html: bool,
}

/// Explains every value of the input.
pub fn run(args: &Explain) -> Outcome {
    let chooser = Chooser::new(&args.source.format, args.source.allow);
    let mut first = true;
    input::each(&args.source.input, &args.source.format, |piece| {
        let chosen = piece.and_then(|piece| {
            let codec = chooser.choose(piece.bytes, Purpose::Origin, true)?;
            Ok((piece, codec))
        });
        match chosen {
            Ok((piece, codec)) => explain(args, &codec, &piece, std::mem::take(&mut first)),
            Err(problem) => {
                report::sentence(&problem);
                Ok(Status::Rejected)
            }
        }
    })
}

fn explain(args: &Explain, codec: &Codec, piece: &Piece<'_>, first: bool) -> Outcome {
    let explanation = codec.explain(piece.bytes);
    if args.html {
        io::stdout().lock().write_all(explanation.html().as_bytes())?;
    } else {
        // Takes the colours away again unless a terminal, or CLICOLOR_FORCE, wants them.
        let mut out = anstream::stdout().lock();
        if !first {
            writeln!(out)?;
        }
        if piece.framed {
            let name = piece.name.map_or(String::new(), |name| format!(", {name}"));
            writeln!(out, "at byte {:#06x} of the input{name}:", piece.offset)?;
        }
        out.write_all(explanation.ansi().as_bytes())?;
    }
    let Err(error) = codec.check(piece.bytes) else { return Ok(Status::Well) };
    let problem = Problem::from(error.behind(piece.offset));
    if explanation.error().is_none() {
        report::sentence(&problem);
    }
    report::hint(&problem, piece);
    Ok(Status::Rejected)
}
