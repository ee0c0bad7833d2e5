//! `gamewire decode`: prints values as JSON or in another text form.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use gamewire::Repaired;
use gamewire::godot::text::to_engine_text;
use gamewire::shared::escape::visible;
use gamewire_files::document::Format;
use gamewire_files::godot::{ProjectFile, Setting};
use serde_json::json;

use crate::args::{self, Allow, Meaning, Sources};
use crate::input::lines;
use crate::input::many::{self, Several};
use crate::input::recorded::write_sent;
use crate::input::{self, InputValue, Item};
use crate::output::outcome::{Outcome, Status};
use crate::output::problem::Problem;
use crate::output::report;
use crate::output::say::eprintln;
use crate::output::write::Out;
use crate::values::text::{self, Decoded, Form, Text};

/// Decode bytes to JSON
///
/// Values of Godot have the form of the engine's own JSON.from_native, with additional keys for everything that this form
/// would lose. The page "Values as JSON" of the book has the form of each type.
///
/// Compressed files are decompressed, and encrypted files decrypted with their password or key. Each setting of a
/// project.binary is one line: {"key":"..","value":..}. If there are several files, each value is one line:
/// {"file":"..","value":..}.
#[derive(Debug, clap::Args)]
#[command(mut_arg("max_size", args::with_lines))]
pub struct Decode {
    #[command(flatten)]
    sources: Sources,

    /// Each line of the input is one value in hex (or --base64); each answer is one line
    ///
    /// The answer is the JSON text, or {"error":{"offset":N,"kind":"..","message":".."}}. An invalid line does not end
    /// the run. Memory is proportional to the longest line. Without INPUT, standard input is read.
    #[arg(long, conflicts_with_all = ["key", "password", "password_file"])]
    lines: bool,

    /// Print NBT as SNBT, the text form of the game's commands
    ///
    /// SNBT has no place for the name of the root: a note shows it.
    #[arg(long)]
    snbt: bool,

    /// Print the engine's text (var_to_str), or a project.godot
    ///
    /// A project.binary is printed as a project.godot. Dictionaries take several lines, and so does text with line breaks. Godot 3
    /// itself rounds floats to six digits in this text; gamewire prints all digits.
    #[arg(long, conflicts_with_all = ["snbt", "plain", "lines"])]
    text: bool,

    /// Print plain JSON, for jq and scripts: {"gold":7,"pos":{"x":1.5,"y":2.0}}
    ///
    /// The types are lost: 5 may be an int or a byte, "a" a String or a StringName. So `gamewire encode` does not read it.
    /// Dictionaries, compounds and objects are JSON objects. Arrays of all types are JSON arrays. NaN and infinite numbers are null.
    #[arg(long, conflicts_with = "snbt")]
    plain: bool,

    /// Print a cut or damaged value up to the damage
    ///
    /// Arrays, dictionaries, compounds and lists are printed with the elements that are complete. Packed arrays of Godot, and
    /// arrays and lists of numbers of NBT, are printed only if they are complete. The exit status is 1. For a single input,
    /// errors go to standard error, and standard output has only values, so that `gamewire encode` can read it. Without
    /// --partial, standard output also has a line {"error":..} for each damaged frame or setting.
    #[arg(long, conflicts_with = "lines")]
    partial: bool,

    #[command(flatten)]
    out: Out,
}

pub fn run(args: &Decode) -> Outcome {
    let Sources { meaning, inputs } = &args.sources;
    let meaning = &Meaning { allow: Allow { incomplete: args.partial, ..meaning.allow }, ..meaning.clone() };
    if args.lines {
        return args.out.report(|out| {
            lines::each_value(inputs, meaning, out, |value, out| {
                let decoded = value.and_then(|(bytes, format)| {
                    let value = Decoded::new(format, bytes)
                        .map_err(|error| Problem::of_value(format, bytes, error, 0))?;
                    Ok(value.text(args.form())?.write(out))
                });
                match decoded {
                    Ok(written) => written.map(|()| Status::Success),
                    Err(problem) => problem.write(out).map(|()| Status::Rejected),
                }
            })
        });
    }
    match many::several(&inputs.paths)? {
        Several::One(path) if args.partial => args.out.partial(|out| args.one_file(path, meaning, out)),
        Several::One(path) => args.out.whole(|out| args.one_file(path, meaning, out)),
        Several::Files(files) => args.out.report(|all| {
            many::each(&files, all, |file, out| {
                many::values(file, meaning, &inputs.spelling, |item| of_several(args, file, item, out))
            })
        }),
    }
}

/// Prints settings as the text of a `project.godot`.
fn project_text(
    file: Option<&Path>,
    format: &Format,
    project: &ProjectFile<'_>,
    out: &mut dyn Write,
) -> Outcome {
    let Format::Godot(decoder) = format else { return Ok(Status::Success) };
    match project.to_text(decoder) {
        Ok(text) => {
            out.write_all(text.as_bytes())?;
            Ok(Status::Success)
        }
        Err(error) => {
            report::sentence(file, &error.into());
            Ok(Status::Rejected)
        }
    }
}

/// Prints one value of one of several files.
fn of_several(args: &Decode, file: &Path, item: Item<'_>, out: &mut dyn Write) -> Outcome {
    let (encoded, format) = match item {
        Ok(item) => item,
        Err(problem) => return many::refuse(file, None, &problem, out),
    };
    let repaired = args.repaired(encoded, format);
    let value =
        match Decoded::new(format, repaired.as_ref().map_or(encoded.bytes, |repaired| &repaired.bytes)) {
            Ok(value) => value,
            Err(error) => {
                let problem = Problem::of_value(format, encoded.bytes, error, encoded.offset);
                return many::refuse(file, encoded.name, &problem, out);
            }
        };
    let text = match value.text(args.form()) {
        Ok(text) => text,
        Err(problem) => return many::refuse(file, encoded.name, &problem, out),
    };
    if let Text::Plain(_) = text {
        say_unseen(&text);
    }
    write!(out, "{{\"file\":{}", json!(file.display().to_string()))?;
    if let Some(name) = encoded.name {
        write!(out, ",\"key\":{}", json!(name))?;
    }
    write!(out, ",\"value\":")?;
    match text {
        Text::Json(_) | Text::Plain(_) => text.write(out)?,
        Text::Snbt(nbt) => write!(out, "{}", json!(nbt.root.to_string()))?,
        Text::Engine(dialect, value) => write!(out, "{}", json!(to_engine_text(value, dialect)))?,
    }
    writeln!(out, "}}")?;
    match format.check(encoded.bytes).err().filter(|_| repaired.is_some()) {
        Some(error) => many::refuse(file, encoded.name, &error.after(encoded.offset).into(), out),
        None => Ok(Status::Success),
    }
}

/// Prints notes about what the text form does not show: SNBT omits the name of the root, and in plain JSON a name can
/// occur twice (this note is printed once in a run).
fn say_unseen(text: &Text) {
    static REPEATED: AtomicBool = AtomicBool::new(false);
    if let Text::Plain(value) = text
        && let Some((path, name)) = value.repeated_name()
        && !REPEATED.swap(true, Ordering::Relaxed)
    {
        eprintln!(
            "note: {} at {path} occurs twice in the JSON, and jq keeps only the last one: decode without --plain distinguishes the keys",
            json!(name)
        );
    }
    if let Text::Snbt(nbt) = text
        && !nbt.name.is_empty()
    {
        let name = nbt.name.to_string_lossy();
        let name = visible(&name);
        eprintln!(
            "the root is called {name}, which SNBT does not show: encode --snbt --like FILE keeps the name"
        );
    }
}

impl Decode {
    /// Prints the values of a single input.
    fn one_file(&self, path: Option<&Path>, meaning: &Meaning, out: &mut dyn Write) -> Outcome {
        let inputs = &self.sources.inputs;
        let mut framed = inputs.spelling.named_frame().is_some_and(|frame| frame.has_length());
        let mut project = None;
        let mut has_part = false;
        let status = input::each(path, inputs.sample, meaning, &inputs.spelling, |item| {
            framed |= item.as_ref().is_ok_and(|(encoded, _)| encoded.framed && encoded.name.is_none());
            match item {
                Ok((InputValue { bytes, name: Some(name), .. }, format)) if self.text => {
                    let (_, project) =
                        project.get_or_insert_with(|| (format.clone(), ProjectFile::default()));
                    project.settings.push(Setting::new((*name).to_owned(), bytes.to_vec()));
                    Ok(Status::Success)
                }
                item => {
                    let value = item.as_ref().ok().copied();
                    // If --skip exceeds the length of the input, the error is before the end of the skipped bytes.
                    let skipped = inputs.spelling.skip.skip;
                    let is_cut_frame = item
                        .as_ref()
                        .is_err_and(|problem| problem.kind == "eof" && problem.offset >= skipped);
                    let status = one(self, path, item, framed, out)?;
                    has_part |= status == Status::Rejected
                        && value
                            .map_or(is_cut_frame, |(encoded, format)| text::is_cut(format, encoded.bytes));
                    Ok(status)
                }
            }
        })?;
        if has_part && !self.partial {
            eprintln!("hint: pass --partial to print the part before the damage");
        }
        match project {
            Some((format, project)) => Ok(status.and(project_text(path, &format, &project, out)?)),
            None => Ok(status),
        }
    }

    fn form(&self) -> Form {
        Form::of_options(self.snbt, self.text, self.plain)
    }

    /// Returns the part of the value before the damage, if that was requested and the value is damaged.
    fn repaired(&self, encoded: &InputValue<'_>, format: &Format) -> Option<Repaired> {
        if self.partial { format.repair(encoded.bytes) } else { None }
    }
}

/// Reports the error of a value that was printed up to its damage, and where the printed part ends.
fn partial(file: Option<&Path>, encoded: &InputValue<'_>, format: &Format, repaired: &Repaired) -> Status {
    if let Err(error) = format.check(encoded.bytes) {
        report::problem(file, &error.after(encoded.offset).into(), Some((encoded, format)));
    }
    eprintln!("\nthe printed part ends before byte {:#06x}", encoded.offset + repaired.end);
    Status::Rejected
}

/// Prints one value or its error on one line, so that line numbers correspond to values. With `--partial`, only
/// values are printed.
fn one(args: &Decode, file: Option<&Path>, item: Item<'_>, framed: bool, out: &mut dyn Write) -> Outcome {
    let (problem, place) = match item {
        Err(problem) => (problem, None),
        Ok((encoded, format)) => {
            let repaired = args.repaired(encoded, format);
            match Decoded::new(format, repaired.as_ref().map_or(encoded.bytes, |repaired| &repaired.bytes)) {
                Err(error) => {
                    let problem = Problem::of_value(format, encoded.bytes, error, encoded.offset);
                    (problem, Some((encoded, format)))
                }
                Ok(value) => match value.text(args.form()) {
                    Err(problem) => (problem, None),
                    Ok(text) => {
                        if let Some(name) = encoded.name {
                            write!(out, "{{\"key\":{},\"value\":", json!(name))?;
                        }
                        match encoded.sent {
                            Some(sent) => {
                                let mut json = Vec::new();
                                text.write(&mut json)?;
                                write_sent(&json, sent, out)?;
                            }
                            None => text.write(out)?,
                        }
                        say_unseen(&text);
                        writeln!(out, "{}", if encoded.name.is_some() { "}" } else { "" })?;
                        out.flush()?;
                        if let Some(repaired) = &repaired {
                            return Ok(partial(file, encoded, format, repaired));
                        }
                        report::unread(format, encoded, &args.sources.meaning.allow);
                        return Ok(Status::Success);
                    }
                },
            }
        }
    };
    match place {
        _ if args.partial => {}
        Some((InputValue { name: Some(name), .. }, _)) => {
            problem.write_of_setting(name, out)?;
            writeln!(out)?;
        }
        _ if framed => {
            problem.write(out)?;
            writeln!(out)?;
        }
        _ => {}
    }
    out.flush()?;
    report::problem(file, &problem, place);
    Ok(Status::Rejected)
}
