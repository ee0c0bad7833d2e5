//! `gamewire decode`: prints values as JSON or in another text form.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use gamewire::minecraft::snbt::SnbtVersion;
use gamewire::minecraft::{Side, State};
use gamewire::shared::escape::visible;
use gamewire_files::document::Format;
use gamewire_files::godot::{ProjectFile, Setting};
use serde_json::json;

use crate::answer::{Place, Printer, Says};
use crate::args::{self, Allow, Meaning, Sources};
use crate::input::{Several, lines, many};
use crate::open::{Asked, Value};
use crate::output::{Out, Outcome, Problem, Status, Stop, eprintln, report, sentence};
use crate::values::{Form, nbt_value, text};

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
    #[command(flatten, next_help_heading = "Input")]
    sources: Sources,

    /// Each line of the input is one value in hex (or --base64); each answer is one line
    ///
    /// The answer is the JSON text, or {"error":{"offset":N,"kind":"..","message":".."}}. An invalid line does not end
    /// the run. Memory is proportional to the longest line. Without INPUT, standard input is read.
    #[arg(long, conflicts_with_all = ["key", "password", "password_file"], help_heading = "Input")]
    lines: bool,

    /// Print NBT as SNBT, the text form of the game's commands
    ///
    /// SNBT has no place for the name of the root: a note shows it.
    #[arg(long, help_heading = "Output")]
    snbt: bool,

    /// The release of the game that SNBT is for, such as 1.20.4
    ///
    /// Before 1.21.5, \n in quotes was no line end: for these releases, line ends and tabs are printed as they are, and other
    /// control characters are an error.
    #[arg(long, value_name = "RELEASE", requires = "snbt", help_heading = "Output")]
    snbt_version: Option<SnbtVersion>,

    /// Print the engine's text (var_to_str), or a project.godot
    ///
    /// A project.binary is printed as a project.godot. Dictionaries take several lines, and so does text with line breaks. Godot 3
    /// itself rounds floats to six digits in this text; gamewire prints all digits.
    #[arg(long, conflicts_with_all = ["snbt", "plain", "lines"], help_heading = "Output")]
    text: bool,

    /// Print plain JSON, for jq and scripts: {"gold":7,"pos":{"x":1.5,"y":2.0}}
    ///
    /// The types are lost: 5 may be an int or a byte, "a" a String or a StringName. So `gamewire encode` does not read it.
    /// Dictionaries, compounds and objects are JSON objects. Arrays of all types are JSON arrays. NaN and infinite numbers are null.
    #[arg(long, conflicts_with = "snbt", help_heading = "Output")]
    plain: bool,

    /// Print a cut or damaged value up to the damage
    ///
    /// Arrays, dictionaries, compounds and lists are printed with the elements that are complete. Packed arrays of Godot, and
    /// arrays and lists of numbers of NBT, are printed only if they are complete. The exit status is 1. For a single input,
    /// errors go to standard error, and standard output has only values, so that `gamewire encode` can read it. Without
    /// --partial, standard output also has a line {"error":..} for each damaged frame or setting.
    #[arg(long, conflicts_with = "lines", help_heading = "Output")]
    partial: bool,

    #[command(flatten, next_help_heading = "Output")]
    out: Out,
}

pub fn run(args: &Decode) -> Outcome {
    let Sources { meaning, inputs } = &args.sources;
    let meaning = &Meaning { allow: Allow { incomplete: args.partial, ..meaning.allow }, ..meaning.clone() };
    if args.lines {
        return args.out.report(|out| {
            lines::each_value(inputs, meaning, out, |value, out| {
                out.extend(args.text(value, false)?.0.into_bytes());
                Ok(Status::Success)
            })
        });
    }
    let asked = Asked { nearest: args.partial, ..Asked::new(meaning, &inputs.spelling) };
    match many::several(&inputs.paths)? {
        Several::One(path) => args.out.whole(args.partial, |out| args.file(&asked, path, None, out)),
        Several::Files(files) => args.out.report(|all| {
            let asked = Asked { silent: true, ..asked };
            let answer = |file: &Path, out: &mut dyn Write| args.file(&asked, Some(file), Some(file), out);
            let status = many::each(&files, all, answer, many::refuse)?;
            if status != Status::Success {
                eprintln!("error: some of the files cannot be read: their lines have \"error\"");
            }
            Ok(status)
        }),
    }
}

/// The error of a value that is printed up to it, and the offset in the value.
type Damage = (Problem, usize);

impl Decode {
    /// Prints the values of a file. If there are several files, each line has its name.
    fn file(&self, asked: &Asked, path: Option<&Path>, file: Option<&Path>, out: &mut dyn Write) -> Outcome {
        let mut framed = asked.spelling.named_frame().is_some_and(|frame| frame.has_length());
        let (mut project, mut has_part) = (None, false);
        let status = asked.each(path, |value| {
            framed |= value.error.is_none() && value.framed && value.name.is_none();
            if let (None, true, Some(name), None) = (file, self.text, &value.name, &value.error) {
                let (_, project) = project
                    .get_or_insert_with(|| (value.format.clone().into_owned(), ProjectFile::default()));
                project.settings.push(Setting::new(name.clone().into_owned(), value.bytes.to_vec()));
                return Ok(Status::Success);
            }
            let place = Place { file, key: value.name.as_deref(), ..Place::default() };
            let problem = match self.text(value, file.is_some() || place.key.is_some()) {
                Ok((text, damage)) => {
                    Printer::Lines.print(out, place, &Says::Value(&text))?;
                    out.flush()?;
                    let Some((problem, end)) = damage else {
                        if file.is_none() {
                            report::unread(value, &self.sources.meaning.allow);
                        }
                        return Ok(Status::Success);
                    };
                    if file.is_none() {
                        report::problem(path, &problem, Some(value));
                        eprintln!("\nthe printed part ends before byte {:#06x}", value.offset + end);
                        return Ok(Status::Rejected);
                    }
                    problem
                }
                // No value of the file has a text of this form.
                Err(problem) if problem.kind == "format" && file.is_some() => return Err(problem.into()),
                Err(problem) if problem.kind == "format" => return Err(Stop::rejected(path, &problem)),
                Err(problem) => problem,
            };
            let is_printed = file.is_some() || !self.partial && (framed || place.key.is_some());
            if is_printed {
                Printer::Lines.print(out, place, &Says::Problem(&problem))?;
            }
            out.flush()?;
            if file.is_none() {
                let is_of_bytes = value.error.is_none() && problem.kind != "snbt";
                report::problem(path, &problem, is_of_bytes.then_some(value));
                let is_repaired = || value.format.repair(&value.bytes).is_some();
                has_part |= match value.error {
                    Some(_) => {
                        !value.advised && problem.kind == "eof" && problem.offset >= asked.spelling.skip.skip
                    }
                    None => matches!(problem.kind, "eof" | "utf8" | "mutf8") && is_repaired(),
                };
            }
            Ok(Status::Rejected)
        })?;
        if has_part && !self.partial {
            eprintln!("hint: pass --partial to print what can be read");
        }
        let Some((Format::Godot(decoder), project)) = project else { return Ok(status) };
        match project.to_text(&decoder) {
            Ok(text) => out.write_all(text.as_bytes())?,
            Err(error) => {
                sentence(path, &error.into());
                return Ok(Status::Rejected);
            }
        }
        Ok(status)
    }

    /// Returns a value as text, with the damage after the part that is shown. In an object, other forms than JSON are JSON texts.
    fn text(&self, value: &Value<'_>, in_object: bool) -> Result<(String, Option<Damage>), Problem> {
        if let Some(problem) = &value.error {
            return Err(problem.clone());
        }
        let repaired = if self.partial { value.format.repair(&value.bytes) } else { None };
        let bytes = repaired.as_ref().map_or(&*value.bytes, |repaired| &repaired.bytes);
        let refused = |error| Problem::of_value(&value.format, &value.bytes, error, value.offset);
        let (form, is_snbt) = (Form::of_options(self.snbt, self.text, self.plain), self.snbt);
        let mut written = text::of(&value.format, bytes, form, refused)?;
        if self.snbt_version == Some(SnbtVersion::V1_12) {
            written = nbt_value::without_escapes(&written)?;
        }
        if in_object && matches!(form, Form::Snbt | Form::Text) {
            written = json!(written).to_string();
        }
        if !(self.lines || in_object && is_snbt) {
            say_unseen(&value.format, bytes, form);
        }
        if let Some(sent) = value.sent {
            written = with_sent(written, sent);
        }
        let damage =
            repaired.and_then(|repaired| Some((value.format.check(&value.bytes).err()?, repaired.end)));
        Ok((written, damage.map(|(error, end)| (error.after(value.offset).into(), end))))
    }
}

/// Returns the JSON of a packet of a recording, with its state and side after its name.
pub fn with_sent(mut json: String, (state, side): (State, Side)) -> String {
    const NAME: &str = "{\"name\":\"";
    if let Some(end) = json.strip_prefix(NAME).and_then(|rest| rest.find('"')) {
        json.insert_str(NAME.len() + end + 1, &format!(",\"state\":\"{state}\",\"side\":\"{side}\""));
    }
    json
}

/// Prints notes about what the text form does not show: SNBT omits the name of the root, and in plain JSON a name can
/// occur twice (this note is printed once in a run).
fn say_unseen(format: &Format, bytes: &[u8], form: Form) {
    static REPEATED: AtomicBool = AtomicBool::new(false);
    match form {
        Form::Plain if !REPEATED.load(Ordering::Relaxed) => {
            if let Some((path, name)) = format.repeated_name(bytes)
                && !REPEATED.swap(true, Ordering::Relaxed)
            {
                eprintln!(
                    "note: {} at {path} occurs twice in the JSON, and jq keeps only the last one: decode without --plain distinguishes the keys",
                    json!(name)
                );
            }
        }
        Form::Snbt => {
            if let Some(name) = format.root_name(bytes).filter(|name| !name.is_empty()) {
                eprintln!(
                    "the root is called {}, which SNBT does not show: encode --snbt --like FILE keeps the name",
                    visible(&name)
                );
            }
        }
        _ => {}
    }
}
