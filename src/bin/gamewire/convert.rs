//! `gamewire convert`

use std::io::{self, BufWriter, Write};

use anstream::eprint;
use gamewire::godot::{Converter, Decoder, Dialect, Report};

use crate::args::{Allow, Input};
use crate::auto::{Chooser, Purpose};
use crate::codec::Codec;
use crate::format::{Format, Wanted};
use crate::hex::{write_base64, write_hex};
use crate::outcome::{Outcome, Status, Stop};
use crate::problem::Problem;
use crate::write::{self, Out};
use crate::{input, lines, report};

/// Turn bytes of one Godot into bytes of another
///
/// The bytes go to standard output, or to --out, spelled and framed as they came, but neither compressed nor
/// encrypted. What had to change is reported on standard error. What has no translation is an error.
#[derive(Debug, clap::Args)]
pub struct Convert {
    /// Whose bytes they are: godot2, godot3, godot4, .., or auto
    #[arg(long, value_name = "FORMAT", default_value = "godot3", value_parser = source)]
    from: Wanted,

    /// Whose bytes they shall be
    #[arg(long, value_name = "FORMAT", value_parser = target)]
    to: Dialect,

    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    allow: Allow,

    /// Also change what is better refused: ints past 32 bits become floats on the way to Godot 2
    #[arg(long)]
    lossy: bool,

    #[command(flatten)]
    out: Out,

    /// Each line of the input is one value in hex (or --base64); each gets one line of answer
    ///
    /// The run goes on after a bad line. Without INPUT, standard input is read.
    #[arg(long, conflicts_with_all = ["frame", "key", "password", "password_file", "out"])]
    lines: bool,
}

fn source(name: &str) -> Result<Wanted, String> {
    if name == "auto" {
        Ok(Wanted::Auto)
    } else {
        target(name).map(|dialect| Wanted::Format(Format::Godot(dialect)))
    }
}

fn target(name: &str) -> Result<Dialect, String> {
    match name.parse()? {
        Format::Godot(dialect) => Ok(dialect),
        Format::Minecraft(..) => Err("only values of Godot are converted".into()),
    }
}

/// Converts every value of the input.
pub fn run(args: &Convert) -> Outcome {
    let chooser = Chooser::new(&args.from, args.allow);
    if args.lines {
        let mut number = 0;
        return lines::each_value(&args.input, |bytes, out| {
            number += 1;
            let converted = bytes.and_then(|bytes| {
                let codec = chooser.choose(bytes, Purpose::Value, false)?;
                convert(args, decoder(&codec)?, bytes)
            });
            match converted {
                Ok((bytes, changes)) => {
                    if !changes.is_empty() {
                        eprint!("line {number}: {changes}");
                    }
                    spell(&args.input, &bytes, out, true).map(|()| Status::Well)
                }
                Err(problem) => problem.write(out).map(|()| Status::Rejected),
            }
        });
    }
    let mut written = Vec::new();
    let status = input::each(&args.input, &args.from, |piece| {
        let piece = match piece {
            // Settings have other names in each Godot: their values alone would be no help.
            Ok(piece) if piece.name.is_some() => {
                return Err(Stop::Wrong("the settings of a project are not converted".into()));
            }
            Ok(piece) => piece,
            Err(problem) => {
                report::sentence(&problem);
                return Ok(Status::Rejected);
            }
        };
        let chosen = chooser.choose(piece.bytes, Purpose::Value, true);
        let converted = chosen.clone().and_then(|codec| convert(args, decoder(&codec)?, piece.bytes));
        let framed = converted.and_then(|(bytes, changes)| {
            match args.input.frame.framing(args.input.big_endian).filter(|_| piece.framed) {
                None => written.extend(bytes),
                Some(framing) => framing.wrap(&bytes, &mut written)?,
            }
            Ok(changes)
        });
        match framed {
            Ok(changes) => {
                eprint!("{changes}");
                Ok(Status::Well)
            }
            Err(problem) => {
                let problem = Problem { offset: problem.offset + piece.offset, ..problem };
                report::problem(&problem, chosen.as_ref().ok().map(|codec| (&piece, codec.as_ref())));
                Ok(Status::Rejected)
            }
        }
    })?;
    match &args.out.out {
        // Half a file would pass for a whole one.
        _ if status == Status::Rejected => {}
        None => spell(&args.input, &written, &mut BufWriter::new(io::stdout().lock()), false)?,
        Some(path) => {
            let mut spelled = Vec::new();
            spell(&args.input, &written, &mut spelled, false)?;
            write::write(path, &spelled, args.out.keep)?;
        }
    }
    Ok(status)
}

/// Reads, converts, writes.
fn convert(args: &Convert, decoder: Decoder, bytes: &[u8]) -> Result<(Vec<u8>, Report), Problem> {
    let converter = Converter::new(decoder.dialect(), args.to).lossy(args.lossy);
    let converted = converter.convert(decoder.parse(bytes)?)?;
    Ok((args.to.encode(&converted.value)?, converted.report))
}

fn decoder(codec: &Codec) -> Result<Decoder, Problem> {
    match codec {
        Codec::Godot(decoder) => Ok(*decoder),
        Codec::Minecraft(_) => {
            Err(Problem { offset: 0, kind: "format", message: "only values of Godot are converted".into() })
        }
    }
}

/// Writes bytes the way the input was spelled; lines are in hex unless they are base64.
fn spell(input: &Input, bytes: &[u8], out: &mut dyn Write, line: bool) -> io::Result<()> {
    if input.base64 {
        write_base64(bytes, out)?;
    } else if input.hex || line {
        write_hex(bytes, out)?;
    } else {
        out.write_all(bytes)?;
    }
    if !line && (input.base64 || input.hex) {
        writeln!(out)?;
    }
    if line { Ok(()) } else { out.flush() }
}
