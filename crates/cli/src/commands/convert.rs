//! `gamewire convert`: converts values to another dialect or form.

use std::borrow::Cow;
use std::collections::HashSet;
use std::io::{self, Write};
use std::path::Path;

use gamewire::minecraft::{NbtForm, Packets};
use gamewire::shared::escape::visible;
use gamewire_files::document::{Converted, Document, DocumentError, Format};
use gamewire_files::identify::{Arrangement, Contents};
use gamewire_files::shared::document::recording_title;

use crate::args::{self, Allow, Inputs, Meaning};
use crate::input::{Several, lines, many};
use crate::open::{Asked, Loaded, Value};
use crate::output::{
    Out, Outcome, Problem, Status, Stop, eprint, eprintln, files, report, sentence, shown, wrong,
};
use crate::values::format::named;
use crate::values::{AnyFormat, Named, base64, hex};

/// Convert values of Godot to another dialect, or NBT to another form
///
/// The output goes to standard output or to --out. It keeps the framing, compression and encryption of the input.
/// With --hex or --base64, the output is text if it goes to standard output or to the file that was read, and bytes
/// if it goes to another file. A value whose type the output does not have becomes the closest value of another type.
/// Each kind of change is reported on standard error, with what is lost. The settings of a project.binary keep their
/// names. NBT is converted between the forms of the Java and the Bedrock edition: names and values are kept, even those
/// that only one of the games knows. If there are several files, --out names a folder.
#[derive(Debug, clap::Args)]
#[command(mut_arg("max_size", args::with_lines))]
#[command(mut_arg("chunk", |chunk| chunk.hide(true)))]
pub struct Convert {
    /// The format of the input: auto, godot2, godot3, godot4, .., minecraft/nbt
    #[arg(long, visible_alias = "as", value_name = "FORMAT", default_value = "auto", value_parser = SOURCE, hide_possible_values = true, help_heading = "Input")]
    from: AnyFormat,

    /// The format of the output: a dialect, or minecraft/nbt, minecraft-bedrock/nbt, ..
    #[arg(long, value_name = "FORMAT", value_parser = TARGET, hide_possible_values = true, help_heading = "Output")]
    to: Format,

    #[command(flatten, next_help_heading = "Input")]
    inputs: Inputs,

    #[command(flatten, next_help_heading = "Input")]
    allow: Allow,

    /// Each line of the input is one value in hex (or --base64); each answer is one line
    ///
    /// An invalid line does not end the run. Without INPUT, standard input is read.
    #[arg(long, conflicts_with_all = ["frame", "key", "password", "password_file"], help_heading = "Input")]
    lines: bool,

    /// Convert ints of more than 32 bits to floats for Godot 2; without this option they are an error
    #[arg(long, help_heading = "Output")]
    lossy: bool,

    #[command(flatten, next_help_heading = "Output")]
    out: Out,
}

const SOURCE: Named<AnyFormat> =
    Named { read: source, others: &["auto", "minecraft/nbt", "minecraft-bedrock/nbt"] };

const TARGET: Named<Format> = Named { read: target, others: &["minecraft/nbt", "minecraft-bedrock/nbt"] };

fn source(name: &str) -> Result<AnyFormat, String> {
    let named = !name.eq_ignore_ascii_case("auto");
    Ok(named.then(|| target(name)).transpose()?.into())
}

fn target(name: &str) -> Result<Format, String> {
    let release = name.strip_prefix("minecraft-").unwrap_or(name);
    // Godot has generations with small numbers. Minecraft 1.0 and all later versions before 26.1 begin with 1.
    let is_number = || release.parse().is_ok_and(|number| number > 5 && Packets::of(number).is_some());
    match named(name, None, "minecraft/nbt or minecraft-bedrock/nbt") {
        Ok(format @ Format::Godot(_)) => Ok(format),
        Ok(format) if format.nbt().is_some() => Ok(format),
        Err(_) if name.eq_ignore_ascii_case("json") => Err("gamewire decode prints JSON".into()),
        Err(_) if name.eq_ignore_ascii_case("snbt") => Err("gamewire decode --snbt prints SNBT".into()),
        Err(_) if release.starts_with("1.") || Packets::named(release).is_some() || is_number() => {
            Err("gamewire does not convert between versions of the game".into())
        }
        // Other advice may name a format that is not converted.
        Err(reason) if reason.starts_with("expected ") || reason.trim_end_matches('?').ends_with("nbt") => {
            Err(reason)
        }
        _ => Err("only values of Godot and NBT can be converted".into()),
    }
}

pub fn run(args: &Convert) -> Outcome {
    if let Some(chunk) = args.inputs.spelling.raw.chunk {
        return wrong!(
            "convert writes no regions: gamewire unpack --chunk {chunk} --out FILE writes a file that it converts"
        );
    }
    args::no_packets(&args.inputs.spelling)?;
    let meaning = Meaning { named: args.from.clone(), allow: args.allow };
    let asked = Asked::new(&meaning, &args.inputs.spelling);
    if args.lines {
        let spell = if args.inputs.spelling.raw.base64 { base64 } else { hex };
        return args.out.report(|out| {
            lines::each_value(&args.inputs, &meaning, out, |value, out| {
                let changes = convert(args, value)?;
                if !changes.is_same {
                    eprint!("line {}: {}", value.number, changes.report);
                }
                out.extend(spell(&changes.bytes).into_bytes());
                Ok(Status::Success)
            })
        });
    }
    let files = match many::several(&args.inputs.paths)? {
        Several::One(path) => return one(args, &asked, path),
        Several::Files(files) => files,
    };
    let Some(folder) = args.out.out.as_ref().filter(|out| !out.is_file()) else {
        if let ([_, last], None) = (&*files, &args.out.out)
            && !last.exists()
        {
            return wrong!("{0} does not exist; to write to it, pass --out {0}", shown(last));
        }
        return wrong!("--out must name a folder if there are several files");
    };
    // Files in a folder keep their relative paths.
    let target = |file: &Path| many::below(folder, &args.inputs.paths, file);
    let mut taken = HashSet::new();
    if let Some(twice) = files.iter().map(|file| target(file)).find(|target| !taken.insert(target.clone())) {
        let twice = shown(&twice);
        return wrong!("two files have the same output path {twice}; convert them one at a time");
    }
    let asked = Asked { silent: true, ..asked };
    let convert = |file: &Path, out: &mut dyn Write| {
        let converted = asked.load(Some(file)).and_then(|loaded| whole(args, &asked, &loaded, Some(file)));
        match converted {
            Ok(Some(converted)) => {
                let target = target(file);
                if let Some(parent) = target.parent() {
                    std::fs::create_dir_all(parent).map_err(|error| Stop::file(parent, &error))?;
                }
                let to = Out { out: Some(target.clone()) };
                to.bytes(&asked.spelling.raw.spelled(converted.into()))?;
                writeln!(out, "{}: {}", shown(file), shown(&target))?;
                Ok(Status::Success)
            }
            Ok(None) => Ok(Status::Rejected),
            Err(Stop::Input(problem)) => {
                sentence(Some(file), &problem);
                Ok(Status::Rejected)
            }
            Err(stop) => Err(stop),
        }
    };
    many::each(&files, &mut io::stdout().lock(), convert, many::refuse)
}

/// Converts one input. An incomplete file would look complete, so nothing is written if a value is rejected.
fn one(args: &Convert, asked: &Asked, path: Option<&Path>) -> Outcome {
    let loaded = asked.load(path).map_err(|stop| stop.about(path))?;
    let Some(mut converted) = whole(args, asked, &loaded, None).map_err(|stop| stop.about(path))? else {
        return Ok(Status::Rejected);
    };
    let read = loaded.path.as_deref().and_then(|path| path.canonicalize().ok());
    if args.out.file().is_none_or(|out| read.is_some() && out.canonicalize().ok() == read) {
        converted = loaded.spelling.raw.spelled(converted.into()).into_owned();
    }
    args.out.bytes(&converted)?;
    Ok(Status::Success)
}

/// Converts a whole file. Returns `None` if a value was rejected; the error has been reported then.
fn whole(
    args: &Convert,
    asked: &Asked,
    loaded: &Loaded,
    of_several: Option<&Path>,
) -> Result<Option<Vec<u8>>, Stop> {
    let open = asked.open(loaded)?;
    if let Some(recording) = open.recording() {
        let said = recording_title(recording, &[]);
        let message = format!("only values of Godot and NBT can be converted, but this is {said}");
        let advice = "gamewire decode prints its packets, and encode --like writes them";
        return Err(Problem::new("format", message).with_advice(advice).into());
    }
    if let Some(damage) = &open.damage {
        return Err(damage.clone().into());
    }
    if !matches!(open.document().and_then(Document::found), Some(Contents::Unknown(_)))
        && let Err(error @ DocumentError::Conversion { .. }) = open.format.convert(&[], &args.to, false)
    {
        return Err(Problem::from(error).into());
    }
    let (path, count) = (loaded.path.as_deref(), open.len());
    let arrangement = match (open.arrangement, args.to.nbt()) {
        // Only files of the Bedrock edition have a header before NBT.
        (Arrangement::LevelDat { .. }, Some(to)) if to.nbt_form() != NbtForm::LittleEndian => {
            Arrangement::Single
        }
        (arrangement, _) => arrangement,
    };
    let mut output = Document::new(arrangement, args.to.clone(), open.before());
    let (mut unchanged, mut status) = (0, Status::Success);
    for value in open.values() {
        match convert(args, &value) {
            Ok(changes) => {
                match (of_several, value.name.as_deref()) {
                    // In most files, most settings do not change, so these are not reported.
                    (Some(_), _) | (_, Some(_)) if changes.is_same => {}
                    (None, None) if changes.is_same && count > 1 => unchanged += 1,
                    (Some(file), _) => eprint!("{}: {}", shown(file), changes.report),
                    (None, Some(name)) => eprint!("{}: {}", visible(name), changes.report),
                    (None, None) => eprint!("{}", changes.report),
                }
                report::unread(&value, &args.allow);
                output.push(value.name.map(Cow::into_owned), changes.bytes).map_err(Problem::from)?;
            }
            Err(problem) => {
                let is_of_bytes = value.error.is_none() && problem.kind != "encode";
                let offset = problem.offset + if is_of_bytes { value.offset } else { 0 };
                report::problem(path, &problem.at(offset), is_of_bytes.then_some(&value));
                status = Status::Rejected;
            }
        }
    }
    if status == Status::Rejected {
        open.say_hint();
        return Ok(None);
    }
    if open.arrangement != arrangement {
        eprintln!("note: the header of level.dat, its version and length, is left out");
    }
    if unchanged > 0 {
        eprintln!("{unchanged} of {count} values stay the same, except for their type ids");
    }
    if open.has_settings() && of_several.is_none() {
        eprintln!("the settings keep their names; {} may use other names", args.to);
    }
    let table = if let Format::Godot(decoder) = &args.to { Some(decoder.dialect().table()) } else { None };
    let layers = files::renewed(open.layers(), table)?;
    let file = output.with_key(open.key.clone()).encode_in(&layers).map_err(Problem::from)?.into_owned();
    Ok(Some(file))
}

fn convert(args: &Convert, value: &Value<'_>) -> Result<Converted, Problem> {
    match &value.error {
        Some(problem) => Err(problem.clone()),
        None => Ok(value.format.convert(&value.bytes, &args.to, args.lossy)?),
    }
}
