//! `gamewire decode`

use std::io::{self, BufWriter, Write};

use serde_json::json;

use crate::args::Source;
use crate::auto::{Chooser, Purpose};
use crate::outcome::{Outcome, Status};
use crate::{input, lines, report};

/// Turn bytes into JSON
///
/// Godot's values take the form of the engine's own JSON.from_native, with further keys for what that form
/// would lose; the library's documentation has the tables.
///
/// Compressed files of Godot are decompressed, encrypted ones decrypted with --password or --key. The settings of
/// a project.binary are one line each: {"key":"..","value":..}.
#[derive(Debug, clap::Args)]
pub struct Decode {
    #[command(flatten)]
    source: Source,

    /// Each line of the input is one value in hex (or --base64); each gets one line of answer
    ///
    /// The answer is the JSON text, or {"error":{"offset":N,"kind":"..","message":".."}}. The run goes on after
    /// a bad line and takes the memory of the longest. Without INPUT, standard input is read.
    #[arg(long, conflicts_with_all = ["frame", "key", "password", "password_file"])]
    lines: bool,
}

/// Decodes every value of the input.
pub fn run(args: &Decode) -> Outcome {
    let Source { input, format, allow } = &args.source;
    let chooser = Chooser::new(format, *allow);
    if args.lines {
        return lines::each_value(input, |bytes, out| {
            let answered = bytes.and_then(|bytes| {
                let codec = chooser.choose(bytes, Purpose::Value, false)?;
                Ok(codec.decode(bytes)?.write_json(out))
            });
            match answered {
                Ok(written) => written.map(|()| Status::Well),
                Err(problem) => problem.write(out).map(|()| Status::Rejected),
            }
        });
    }
    input::each(input, format, |piece| {
        let mut out = BufWriter::new(io::stdout().lock());
        let (problem, place) = match piece {
            Err(problem) => (problem, None),
            Ok(piece) => match chooser.choose(piece.bytes, Purpose::Value, true) {
                Err(problem) => (problem, None),
                Ok(codec) => match codec.decode(piece.bytes) {
                    Err(error) => (error.behind(piece.offset).into(), Some((piece, codec.clone()))),
                    Ok(value) => {
                        if let Some(name) = piece.name {
                            write!(out, "{{\"key\":{},\"value\":", json!(name))?;
                        }
                        value.write_json(&mut out)?;
                        writeln!(out, "{}", if piece.name.is_some() { "}" } else { "" })?;
                        out.flush()?;
                        return Ok(Status::Well);
                    }
                },
            },
        };
        // One line per value: those that follow keep their place.
        let name = place.as_ref().and_then(|(piece, _)| piece.name);
        if let Some(name) = name {
            problem.write_of_setting(name, &mut out)?;
            writeln!(out)?;
        } else if input.frames() {
            problem.write(&mut out)?;
            writeln!(out)?;
        }
        out.flush()?;
        report::problem(&problem, place.as_ref().map(|(piece, codec)| (piece, codec.as_ref())));
        Ok(Status::Rejected)
    })
}
