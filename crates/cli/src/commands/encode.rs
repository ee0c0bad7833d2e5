//! `gamewire encode`: encodes JSON or another text form.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Arg;
use gamewire::godot::{Dialect, Framing};
use gamewire::minecraft::snbt::SnbtVersion;
use gamewire::minecraft::{Protocol, TypeExpr};
use gamewire_files::document::{Document, Format};
use gamewire_files::godot::{KeyLength, ProjectFile};
use gamewire_files::identify::{Arrangement, Contents, Foreign, examine};
use serde_json::value::RawValue;

use crate::args::{self, LengthPrefix, Raw, Spelling};
use crate::commands::like;
use crate::input::{self, AskedChunk, Secret, Thresholds, lines, packets};
use crate::open::Asked;
use crate::output::{
    Container, Out, Outcome, Problem, Status, Stop, eprintln, files, sentence, shown, wrong,
};
use crate::values::{AnyFormat, Form, base64, format, hex, size, text, utf8};

/// The maximum number of rejected values whose errors are printed.
const REPORTED: usize = 10;

/// Encode JSON to bytes
///
/// Reads the JSON that `gamewire decode` prints. For Godot, it also reads the output of the engine's own
/// JSON.from_native.
#[derive(Debug, clap::Args)]
#[command(mut_arg("name", to_write))]
pub struct Encode {
    /// A file, or `-` for standard input, which is the default
    input: Option<PathBuf>,

    /// The input is SNBT, the text form of NBT in the game's commands
    ///
    /// The format is minecraft/nbt unless --as names another. Text of FTB Quests, whose lines end without commas, is read as well.
    #[arg(long, conflicts_with = "project", help_heading = "Input")]
    snbt: bool,

    /// The release of the game whose rules SNBT follows, such as 1.20.4
    ///
    /// The rules changed in 1.21.5: 0xff, 1_000 and 255ub are numbers since then, and were text before. Without this, the newer rules
    /// are used, and a note says if the older ones give other values.
    #[arg(long, value_name = "RELEASE", requires = "snbt", conflicts_with = "like", help_heading = "Input")]
    snbt_version: Option<SnbtVersion>,

    /// The input is the engine's text (var_to_str), or a project.godot
    ///
    /// A project.godot is written as a project.binary. Without --as, its config_version decides the dialect. With
    /// --project, config_version may be missing.
    #[arg(long, conflicts_with = "snbt", help_heading = "Input")]
    text: bool,

    /// Each line of the input is one JSON value; each answer is one line
    ///
    /// The answer is the bytes in hex (or --base64), or {"error":{"offset":N,"kind":"..","message":".."}} with an offset in
    /// bytes from the start of the line. An invalid line does not end the run. Without INPUT, standard input is read.
    #[arg(long, conflicts_with_all = ["key", "password", "password_file"], help_heading = "Input")]
    lines: bool,

    /// Reject duplicate keys in JSON and SNBT; without this option they cause a note
    ///
    /// Games keep one of the entries.
    #[arg(long, conflicts_with_all = ["like", "text"], help_heading = "Input")]
    strict: bool,

    #[command(flatten, next_help_heading = "Input")]
    named: AnyFormat,

    #[command(flatten, next_help_heading = "Output")]
    secret: Secret,

    /// The length prefix of each value: store-var, put-var, stream, varint
    ///
    /// With a framing, the input may have several values. With --snbt or --text, each of them begins on a line of its own.
    #[arg(long, value_name = "FRAMING", default_value = "none", hide_possible_values = true)]
    #[arg(value_enum)]
    #[arg(group = "several")]
    frame: LengthPrefix,

    /// The compression threshold of --frame varint: packets of this length and more are compressed
    ///
    /// The default is the threshold in the packet Set Compression, if the input begins with that packet. Otherwise, packets are not
    /// compressed. If the input begins with a login (Set Compression of the server, or Handshake and Login Start of the client), these
    /// first packets are not compressed.
    #[arg(long, value_name = "BYTES", value_parser = size)]
    threshold: Option<usize>,

    /// Write the lengths of --frame big-endian
    #[arg(long, requires = "frame")]
    big_endian: bool,

    /// Write a project.binary from settings: {"key":"..","value":..}
    #[arg(long, conflicts_with_all = ["frame", "lines", "compress", "key", "password", "password_file"])]
    #[arg(group = "several")]
    project: bool,

    /// Compress the output: fastlz, deflate, zstd, gzip; for NBT gzip, zlib
    ///
    /// Values of Godot are compressed as by open_compressed.
    #[arg(long, value_name = "MODE", value_parser = files::compression(), hide_possible_values = true)]
    #[arg(conflicts_with_all = ["lines", "key", "password", "password_file"])]
    compress: Option<Container>,

    /// Write with the dialect, framing, compression and encryption of this file
    ///
    /// The input is the output of `gamewire decode`, with the same --snbt. A value that equals a value of the file
    /// keeps its bytes. If all values are equal, the output equals the file. If the file is damaged, the part before the damage
    /// is used.
    ///
    /// For packets of Minecraft, repeat the --as of `gamewire decode`. In a recorded session or a .mcpr, each line replaces the
    /// packet of its number, and only packets that changed are compressed again.
    #[arg(long, value_name = "FILE")]
    #[arg(conflicts_with_all = ["big_endian", "lines", "project", "compress"])]
    like: Option<PathBuf>,

    /// The chunk of the region file that --like names: 3,7
    ///
    /// The output is the whole region with this chunk, or the file c.X.Z.mcc that has its data.
    #[arg(long, value_name = "X,Z", requires = "like", allow_hyphen_values = true)]
    chunk: Option<AskedChunk>,

    /// Print hexadecimal digits instead of bytes
    #[arg(long, conflicts_with = "base64")]
    hex: bool,

    /// Print base64 instead of bytes
    #[arg(long)]
    base64: bool,

    #[command(flatten, next_help_heading = "Output")]
    out: Out,

    /// Ignored: objects are always written
    #[arg(long, hide = true)]
    objects: bool,
}

/// Changes `--as`, which is the format of the output.
fn to_write(name: Arg) -> Arg {
    name.help(
        "The format of the output: godot3 (default), godot4, minecraft/nbt, ..; see `gamewire help formats`",
    )
    .default_value(None)
    .value_parser(format::WRITTEN)
    .help_heading("Output")
}

pub fn run(args: &Encode) -> Outcome {
    args.refuse_contradictions()?;
    if let Some(like) = &args.like {
        return encode_like(args, like);
    }
    let format = args.format();
    if args.lines {
        return encode_lines(args, &format);
    }
    let text = args.input_text()?;
    if args.text
        && let Ok(text) = std::str::from_utf8(&text)
        && (args.project || files::is_project_text(text))
    {
        return encode_project(args, text);
    }
    let (values, several) = args.values(&text);
    let mut output = Document::new(args.arrangement(several), format.clone(), b"");
    let (mut thresholds, mut rejected) = (None, 0);
    for value in values {
        let added = args.value(&format, value).and_then(|(name, bytes)| {
            let thresholds = thresholds.get_or_insert_with(|| Thresholds::new(args.threshold, &bytes));
            let bytes = args.framed(bytes, thresholds.of(output.len()))?;
            Ok(output.push(name, bytes)?)
        });
        if let Err(problem) = added {
            if rejected == 0
                && let Some(problem) = args.other_form(&text, &problem, format.nbt().is_some())
            {
                return Err(args.rejected(&problem));
            }
            rejected += 1;
            // Finding the position of each error takes time from the start of the text, so only some are reported.
            if rejected <= REPORTED {
                let problem = if several { problem.within(&text, value) } else { problem };
                sentence(args.input.as_deref(), &problem);
            }
        }
    }
    if rejected > REPORTED {
        eprintln!("{} more values were rejected", rejected - REPORTED);
    }
    let is_file =
        args.project || args.compress.is_some() || args.secret.is_named() || args.out.file().is_some();
    if rejected > 0 {
        args.say_hint(several, &text);
        if is_file {
            return Ok(Status::Rejected); // An incomplete file would look complete.
        }
    }
    let file = files::around_new(&format, args.compress, &args.secret)
        .and_then(|(layers, key)| Ok(output.with_key(key).encode_in(&layers)?.into_owned()))
        .map_err(|problem| args.rejected(&problem))?;
    if args.named.is_auto() && args.out.file().is_some() {
        eprintln!("note: without --as, the file is written as {format}");
    }
    // Without a value, there is no line of digits either.
    if rejected == 0 || !file.is_empty() {
        print(args, &file)?;
    }
    Ok(if rejected > 0 { Status::Rejected } else { Status::Success })
}

/// Encodes each line of the input by itself.
fn encode_lines(args: &Encode, format: &Format) -> Outcome {
    packets::lines_allow(Some(args.frame))?;
    args.out.report(|out| {
        lines::each(args.input.as_deref(), None, out, |line, out| {
            lines::answered(out, |out| {
                let bytes = args.framed(encode(args, format, line?)?, args.threshold)?;
                let spell = if args.base64 { base64 } else { hex };
                out.extend(spell(&bytes).into_bytes());
                Ok(Status::Success)
            })
        })
    })
}

fn encode(args: &Encode, format: &Format, text: &[u8]) -> Result<Vec<u8>, Problem> {
    if let Some(version) = args.named.version() {
        return like::encode_packet(version, text, args.strict);
    }
    match args.form() {
        Form::Snbt => text::encode_snbt(format, text, args.strict, args.snbt_version),
        Form::Text => text::encode_text(format, text),
        Form::Json | Form::Plain if args.has_any_packets() => {
            text::encode_json(&packets::format_of_json(text), text, args.strict)
        }
        Form::Json | Form::Plain => text::encode_json(format, text, args.strict),
    }
}

impl Encode {
    /// Refuses options that do not go together, and an output that would be replaced by a file of another format.
    fn refuse_contradictions(&self) -> Result<(), Stop> {
        let is_chosen = !self.named.is_auto() || self.like.is_some() || self.lines;
        if let Some(out) = self.out.file().filter(|out| !is_chosen && out.is_file()) {
            let is_text = self.text || self.input.iter().any(|input| input.ends_with("project.godot"));
            let out = shown(out);
            let like = if is_text { String::new() } else { format!("--like {out} to keep its format, or ") };
            return wrong!("{out} exists: pass {like}--as FORMAT to replace it by a new file");
        }
        if self.named.version().is_some() && self.form() != Form::Json {
            return wrong!(
                "--as with a version alone takes the lines of `gamewire decode`: omit --snbt and --text"
            );
        }
        args::no_big_stream(Some(self.frame), self.big_endian)?;
        if self.threshold.is_some() && self.frame != LengthPrefix::Varint {
            return wrong!("--threshold needs --frame varint");
        }
        Ok(())
    }

    /// Returns the texts of the values in the input, and whether it may have several.
    fn values<'t>(&self, text: &'t [u8]) -> (Vec<&'t [u8]>, bool) {
        // Roots of NBT need no lengths.
        let has_roots = || self.format().nbt().is_some() && files::has_several(text, self.form());
        match self.project || self.frame.has_length() || has_roots() {
            true => (files::values_of(text, self.form()), true),
            false => (vec![text], false),
        }
    }

    fn arrangement(&self, several: bool) -> Arrangement {
        match self.frame.framing(self.big_endian) {
            _ if self.project => Arrangement::Settings(KeyLength::Bytes),
            Some(framing) => Arrangement::Framed(framing),
            // Packets get their frames by `framed`, and roots of NBT need no lengths.
            None if several => Arrangement::Framed(Framing::BARE),
            None => Arrangement::Single,
        }
    }

    /// Returns the name and the bytes of a value of the input. A setting has a name.
    fn value(&self, format: &Format, text: &[u8]) -> Result<(Option<String>, Vec<u8>), Problem> {
        if !self.project {
            return Ok((None, encode(self, format, text)?));
        }
        let (key, value) = files::setting(text)?;
        let bytes = text::encode_json(format, value.as_bytes(), self.strict);
        Ok((Some(key), bytes.map_err(|problem| problem.within(text, value.as_bytes()))?))
    }

    /// Returns a packet in its frame with `--frame varint`, and other bytes unchanged.
    fn framed(&self, bytes: Vec<u8>, threshold: Option<usize>) -> Result<Vec<u8>, Problem> {
        if self.frame != LengthPrefix::Varint {
            return Ok(bytes);
        }
        let mut frame = Vec::new();
        packets::rules(&self.format(), threshold)?.encode_packet(&bytes, &mut frame)?;
        Ok(frame)
    }

    /// Returns the error of the input.
    fn rejected(&self, problem: &Problem) -> Stop {
        Stop::rejected(self.input.as_deref(), problem)
    }

    /// Reads the input, which must not be binary.
    fn input_text(&self) -> Result<Vec<u8>, Stop> {
        let text = utf8(input::given(self.input.as_deref(), None)?);
        let is_text = |like: &Path| std::fs::read(like).is_ok_and(|like| !input::is_binary(&like));
        let (kind, reason) = match input::is_binary(&text) {
            true if self.like.as_deref().is_some_and(is_text) => {
                ("json", "the input is binary, and the file of --like is text: swap the two")
            }
            true => ("json", "the input is binary, and no text: gamewire decode reads it"),
            false if text.trim_ascii().is_empty() => ("empty", "the input is empty"),
            false => return Ok(text),
        };
        Err(self.rejected(&Problem::new(kind, reason)))
    }

    /// Returns the error for text of another form, which says how to encode it. `problem` is that of the form that was asked for.
    fn other_form(&self, text: &[u8], problem: &Problem, is_nbt: bool) -> Option<Problem> {
        if text::is_after_comma(text, problem) {
            return None;
        }
        let Contents::Foreign(kind) = examine(text) else { return None };
        let advice = match kind {
            Foreign::Snbt | Foreign::SnbtLines if self.snbt || self.text && !is_nbt => return None,
            Foreign::ValueText if self.text => return None,
            Foreign::Snbt | Foreign::SnbtLines if is_nbt => "pass --snbt",
            Foreign::Snbt | Foreign::SnbtLines
                if self.like.is_none() && !matches!(self.named.named(), Some(Format::Minecraft(..))) =>
            {
                "write JSON, whose keys and text need double quotes, and whose words are true, false and null, or pass --as minecraft/nbt --snbt"
            }
            Foreign::Snbt | Foreign::SnbtLines => "pass --snbt, and minecraft/nbt as the format",
            Foreign::ConfigFile
                if !self.project && !str::from_utf8(text).is_ok_and(files::is_project_text) =>
            {
                "gamewire get, find, set and diff read and change it"
            }
            Foreign::ValueText | Foreign::ConfigFile if self.like.is_some() => {
                "to write a new file of it, pass --text and --as FORMAT instead of --like"
            }
            Foreign::ValueText | Foreign::ConfigFile if !is_nbt || self.named.is_auto() => "pass --text",
            Foreign::ValueText | Foreign::ConfigFile => "pass --text, and a dialect of Godot as the format",
            Foreign::LfsPointer => kind.advice(),
            Foreign::TextResource => "gamewire does not write it; Godot's editor can save it as .scn or .res",
            Foreign::Text if !self.snbt && text.starts_with(b"'") => "text needs double quotes",
            Foreign::Text if !self.snbt && is_command(text) => {
                "of an item or a command of the game, pass the value in braces, with --as minecraft/nbt --snbt"
            }
            _ => return None,
        };
        let form = match self.form() {
            Form::Snbt => "SNBT",
            Form::Text => "the engine's text",
            Form::Json | Form::Plain => "JSON",
        };
        Some(Problem::new("json", format!("the text is {kind}, and not {form}: {advice}")))
    }

    /// Returns the format of the output: the given one, or the default. For a version of packets, this format only determines
    /// whether the values have lengths.
    fn format(&self) -> Format {
        match (self.named.version(), self.named.named()) {
            (Some(version), _) => Format::Minecraft(version.protocol(), TypeExpr::Nbt),
            (None, Some(format)) => format.clone(),
            (None, None) if self.snbt => Format::Minecraft(Protocol::V1_14, TypeExpr::Nbt),
            (None, None) if self.has_any_packets() => packets::id_and_data(0),
            (None, None) => format::godot(Dialect::GODOT_3),
        }
    }

    /// Returns whether the input consists of packets without a given type, as `decode --frame varint` prints them.
    fn has_any_packets(&self) -> bool {
        self.frame == LengthPrefix::Varint && self.named.is_auto() && self.form() == Form::Json
    }

    fn form(&self) -> Form {
        Form::of_options(self.snbt, self.text, false)
    }

    /// Prints advice after a value of the input was rejected.
    fn say_hint(&self, several: bool, text: &[u8]) {
        type Object<'t> = BTreeMap<&'t str, &'t RawValue>;
        let is_json = self.form() == Form::Json;
        let first = files::values(text).into_iter().next().filter(|_| is_json);
        let first: Option<Object<'_>> = first.and_then(|value| serde_json::from_slice(value).ok());
        let keys: Vec<&str> = first.iter().flatten().map(|(key, _)| *key).collect();
        let hint = match *keys {
            ["name", "tag"] if self.named.is_auto() => "this is the form of NBT: pass --as minecraft/nbt",
            _ if !several && is_json && files::has_several(text, Form::Json) => match self.named.version() {
                Some(_) => "the input has several packets: pass --frame varint, or --like and a recording",
                None => {
                    "the input has several values: pass --frame store-var, or --like and a file of such values"
                }
            },
            _ if !self.named.is_auto() || self.snbt || self.project => return,
            ["name", "params", ..] if self.frame == LengthPrefix::Varint => {
                "these packets have names: pass --as minecraft-VERSION"
            }
            _ if self.frame == LengthPrefix::Varint => return,
            ["name", "params", ..] => {
                "this is the form of a packet: pass its version, state and side, as in --as minecraft-1.20.4/play.toClient"
            }
            ["data", "id"] => "this is the form of a packet of Minecraft: pass --frame varint",
            _ if self.text || !keys.is_empty() => "without --as, values are encoded as godot3",
            _ => return,
        };
        eprintln!("hint: {hint}");
    }
}

/// Returns whether text is a command of the game or a part of one: `minecraft:stone{Count:1b}`, `/give @p stone[damage=3]`.
fn is_command(text: &[u8]) -> bool {
    let word = text.split(|byte| matches!(byte, b'{' | b'[')).next().unwrap_or_default();
    word.starts_with(b"/") || word.contains(&b':') && !word.contains(&b'"')
}

fn encode_project(args: &Encode, text: &str) -> Outcome {
    let dialect = match args.named.named() {
        Some(Format::Minecraft(..)) => {
            return wrong!("a project can only have values of Godot");
        }
        Some(Format::Godot(decoder)) => Some(decoder.dialect()),
        None => None,
    };
    let file = ProjectFile::from_text(text, dialect).map_err(Problem::from);
    let file = file.and_then(|(project, _)| Ok(project.encode()?));
    print(args, &file.map_err(|problem| args.rejected(&problem))?)
}

/// Writes the values with the encoding of another file.
fn encode_like(args: &Encode, like: &Path) -> Outcome {
    let has_packets = args.named.version().is_some() || args.named.named().is_some_and(text::is_of_version);
    if !args.named.is_auto() && !has_packets || args.frame.has_length() {
        return wrong!(
            "--like sets the format and the framing: omit --frame, and --as for other files than packets"
        );
    }
    let text = String::from_utf8(args.input_text()?);
    let raw = Raw { secret: args.secret.clone(), chunk: args.chunk, ..Raw::default() };
    let spelling = Spelling { raw, ..Spelling::default() };
    let named = if has_packets { args.named.clone() } else { AnyFormat::default() };
    let asked = Asked::by_paths(&named, &spelling, false).damaged();
    let loaded = asked.load(Some(like))?;
    let mut open = asked.open(&loaded).map_err(|problem| Stop::rejected(like, &problem))?;
    open.warn_of_damage();
    let file = text
        .map_err(|error| Problem::json(error.utf8_error().valid_up_to(), &"the text is not UTF-8"))
        .and_then(|text| {
            let is_nbt = open.format.nbt().is_some();
            let changed = like::change(&mut open, &text, args.form(), args.named.version(), args.strict);
            changed.map_err(|problem| args.other_form(text.as_bytes(), &problem, is_nbt).unwrap_or(problem))
        })
        .and_then(|()| open.written());
    print(args, &file.map_err(|problem| args.rejected(&problem))?)
}

/// Prints the bytes in the requested text encoding.
fn print(args: &Encode, bytes: &[u8]) -> Outcome {
    let raw = Raw { hex: args.hex, base64: args.base64, ..Raw::default() };
    args.out.bytes(&raw.spelled(bytes.into())).map(|()| Status::Success)
}
