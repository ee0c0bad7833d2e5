//! `gamewire decode`

use std::io::{self, BufWriter, Write};

use serde_json::json;

use crate::args::Sources;
use crate::auto::Chooser;
use crate::input::{self, Item, Piece};
use crate::many::{self, Several};
use crate::outcome::{Outcome, Status};
use crate::{lines, report};

/// Turn bytes into JSON
///
/// Godot's values take the form of the engine's own JSON.from_native, with further keys for what that form
/// would lose; the library's documentation has the tables.
///
/// Compressed files of Godot are decompressed, encrypted ones decrypted with their password or key. The settings of
/// a project.binary are one line each: {"key":"..","value":..}. Of several files, each value is one line:
/// {"file":"..","value":..}.
#[derive(Debug, clap::Args)]
pub struct Decode {
    #[command(flatten)]
    sources: Sources,

    /// Each line of the input is one value in hex (or --base64); each gets one line of answer
    ///
    /// The answer is the JSON text, or {"error":{"offset":N,"kind":"..","message":".."}}. The run goes on after
    /// a bad line and takes the memory of the longest. Without INPUT, standard input is read.
    #[arg(long, conflicts_with_all = ["frame", "key", "password", "password_file"])]
    lines: bool,
}

/// Decodes every value of the input.
pub fn run(args: &Decode) -> Outcome {
    let Sources { meaning, inputs } = &args.sources;
    if args.lines {
        let chooser = Chooser::new(meaning);
        return lines::each_value(many::only(&inputs.paths)?, &inputs.spelling.raw, |bytes, out| {
            let answered = bytes.and_then(|bytes| {
                let codec = chooser.choose(bytes)?;
                Ok(codec.decode(bytes)?.write_json(out))
            });
            match answered {
                Ok(written) => written.map(|()| Status::Well),
                Err(problem) => problem.write(out).map(|()| Status::Rejected),
            }
        });
    }
    match many::several(&inputs.paths)? {
        Several::One(path) => {
            let mut framed = inputs.spelling.frame.named().is_some_and(|frame| frame.has_length());
            input::each(path, meaning, &inputs.spelling, |item| {
                framed |= item.as_ref().is_ok_and(|(piece, _)| piece.framed && piece.name.is_none());
                one(args, item, framed)
            })
        }
        Several::Files(files) => many::each(&files, |file, out| {
            many::values(file, meaning, &inputs.spelling, |item| match item {
                Ok((piece, codec)) => match codec.decode(piece.bytes) {
                    Ok(value) => {
                        write!(out, "{{\"file\":{}", json!(file.display().to_string()))?;
                        if let Some(name) = piece.name {
                            write!(out, ",\"key\":{}", json!(name))?;
                        }
                        write!(out, ",\"value\":")?;
                        value.write_json(out)?;
                        writeln!(out, "}}")?;
                        Ok(Status::Well)
                    }
                    Err(error) => {
                        let problem = error.after(piece.offset).into();
                        many::refuse(file, piece.name, &problem, out)
                    }
                },
                Err(problem) => many::refuse(file, None, &problem, out),
            })
        }),
    }
}

/// Prints one value; what is wrong with it takes its line, so that those that follow keep their place.
fn one(args: &Decode, item: Item<'_>, framed: bool) -> Outcome {
    let mut out = BufWriter::new(io::stdout().lock());
    let (problem, place) = match item {
        Err(problem) => (problem, None),
        Ok((piece, codec)) => match codec.decode(piece.bytes) {
            Err(error) => (error.after(piece.offset).into(), Some((piece, codec))),
            Ok(value) => {
                if let Some(name) = piece.name {
                    write!(out, "{{\"key\":{},\"value\":", json!(name))?;
                }
                value.write_json(&mut out)?;
                writeln!(out, "{}", if piece.name.is_some() { "}" } else { "" })?;
                out.flush()?;
                report::unread(codec, piece, &args.sources.meaning.allow);
                return Ok(Status::Well);
            }
        },
    };
    match place {
        Some((Piece { name: Some(name), .. }, _)) => {
            problem.write_of_setting(name, &mut out)?;
            writeln!(out)?;
        }
        _ if framed => {
            problem.write(&mut out)?;
            writeln!(out)?;
        }
        _ => {}
    }
    out.flush()?;
    report::problem(&problem, place);
    Ok(Status::Rejected)
}
