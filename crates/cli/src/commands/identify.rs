//! `gamewire identify`: detects the format of files.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use gamewire::godot::detect::Certainty;
use gamewire::godot::{Precision, Table};
use gamewire::minecraft::{Recording, State};
use gamewire::shared::Counted;
use gamewire::shared::escape::is_hidden;
use gamewire_files::document::{Document, OpenOptions};
use gamewire_files::identify::{
    Arrangement, Clue, Contents, Foreign, Identity, Layer, Nearest, OpenErrorKind, Opened, ValueFormat,
    examine,
};
use gamewire_files::minecraft::region::{Chunk, ChunkPos, Region, RegionError};
use serde_json::{Map, Value, json};

use crate::args::{Raw, Skip};
use crate::input;
use crate::input::advice;
use crate::input::chunk::AskedChunk;
use crate::input::containers;
use crate::input::external;
use crate::input::many::{self, Several};
use crate::input::memory;
use crate::open::{self, problem_of_session, said_of_recording};
use crate::output::outcome::{Outcome, Status, Stop};
use crate::output::problem::Problem;
use crate::output::report;
use crate::output::say::bytes_follow;
use crate::output::write::Out;

/// Detect the format of a file
///
/// Reports compression and encryption, the framing, the dialect with the evidence for it, whether the bytes are
/// canonical, and the command that decodes them. If the file has a known format that gamewire does not read, such as PNG, that
/// format is reported. If there are several files, or a folder, prints one line for each file.
#[derive(Debug, clap::Args)]
pub struct Identify {
    /// Files and folders, or `-` for standard input, which is the default
    #[arg(value_name = "FILE")]
    paths: Vec<PathBuf>,

    #[command(flatten, next_help_heading = "Input")]
    raw: Raw,

    #[command(flatten, next_help_heading = "Input")]
    skip: Skip,

    /// Print one JSON object for each file, each on its own line
    #[arg(long)]
    json: bool,

    #[command(flatten, next_help_heading = "Output")]
    out: Out,
}

pub fn run(args: &Identify) -> Outcome {
    args.out.report(|out| match many::several(&args.paths)? {
        Several::One(path) => match one(args, path, true, out) {
            Err(Stop::Input(problem)) => {
                report::sentence(path, &problem);
                Ok(Status::Rejected)
            }
            outcome => outcome,
        },
        Several::Files(files) => {
            many::each(&files, out, |file, out| one(args, Some(file), false, out), many::refuse)
        }
    })
}

/// Identifies a file. If it is the only one, its description has several lines.
fn one(args: &Identify, path: Option<&Path>, is_only: bool, out: &mut dyn Write) -> Outcome {
    let (from, raw) = external::source_of(path, &args.raw)?;
    let bytes = input::load(from.as_deref(), &raw)??;
    let answer = identify_file(&bytes, &raw, args)?;
    let name = path.filter(|path| !is_only || *path != Path::new("-"));
    let facts = Facts::new(&answer, bytes.len(), name, args);
    if args.json {
        writeln!(out, "{}", Value::from(facts.object))?;
    } else if is_only {
        writeln!(out, "{}: {}", shown(name), said(&answer))?;
        for (what, says) in facts.lines {
            writeln!(out, "  {what:<10} {says}")?;
        }
    } else {
        writeln!(out, "{}: {}", shown(name), said(&answer).replace("\n ", ""))?;
    }
    Ok(status(&answer))
}

/// The result for one file.
struct Answer<'f> {
    identity: Identity,
    /// Guesses about the contents, if no format reads them well.
    clues: Vec<Clue>,
    /// Their first bytes in hexadecimal.
    begins: String,
    /// The recorded connection, if the input is one.
    recorded: Option<(Recording<'f>, Vec<&'static str>)>,
    /// The chunks of a region: their positions and descriptions.
    region: Vec<(ChunkPos, String)>,
    /// The option that reads the bytes that a text spells out.
    spelled: Option<&'static str>,
    /// Advice for a file of another type.
    advice: String,
    /// The number of settings, if the file is the text of a ConfigFile.
    settings: Option<usize>,
    /// The other formats that also read the NBT.
    not_alone: String,
    /// The first difference between the container and the one that the engine would write: its offset and
    /// description.
    container: Option<(usize, String)>,
}

/// Returns the chunks of a region file, including damaged ones.
fn region(bytes: &[u8]) -> Vec<(ChunkPos, String)> {
    let region = match Region::parse_damaged(bytes) {
        Ok(region) => region,
        Err(error) => return vec![(ChunkPos::default(), format!("damaged: {error}"))],
    };
    let said = |chunk: Chunk<'_>| {
        let (first, count) = chunk.sectors();
        let place = if chunk.is_external() { ", in a file of its own" } else { "" };
        let (length, compression) = (chunk.data().len(), chunk.compression());
        (
            chunk.at(),
            format!(
                "{compression}, {length} bytes{place}, {count} from sector {first}, time {}",
                chunk.time()
            ),
        )
    };
    let damaged = |error: RegionError| (error.at.unwrap_or_default(), format!("damaged: {error}"));
    region.chunks().map(said).chain(region.damage().map(damaged)).collect()
}

/// Identifies the bytes of a file. If the password is wrong, this is reported, and the rest of the result is still
/// returned.
fn identify_file<'f>(bytes: &'f [u8], raw: &Raw, args: &Identify) -> Result<Answer<'f>, Problem> {
    let Raw { max_size, secret, chunk, .. } = raw;
    let options = OpenOptions::new().max_size(*max_size).chunk(chunk.map(AskedChunk::in_region));
    let mut answer = answer(bytes, &options, raw, args.skip.skip)?;
    if let Err(OpenErrorKind::Encrypted) = answer.identity.contents
        && (secret.is_named() || secret.is_in_environment())
        && let Ok(key) = secret.key()
    {
        answer = self::answer(bytes, &options.key(key), raw, args.skip.skip)?;
    }
    Ok(answer)
}

/// Identifies a file. `skip` is the number of bytes that `--skip` leaves out of its contents.
fn answer<'f>(bytes: &'f [u8], options: &OpenOptions, raw: &Raw, skip: usize) -> Result<Answer<'f>, Problem> {
    let opened = options.containers(bytes);
    let is_packed = opened.as_ref().map_or(true, |opened| !opened.layers().is_empty());
    // If a container is closed, nothing is known about its contents.
    let inside = opened.as_ref().map_or(&[][..], Opened::contents);
    // Identifying takes no more memory than decoding.
    memory::ensure(inside.len(), None)?;
    let inside = inside.get(skip..).unwrap_or_default();
    let mut contents = examine(inside);
    if let Contents::Unknown(nearest) = &mut contents {
        nearest.error = nearest.error.clone().after(skip);
    }
    let most = open::most(bytes, raw);
    let is_tried = !is_packed && skip == 0 && Recording::detect(bytes);
    let detected = is_tried.then(|| (Recording::read(None, bytes, most), Vec::new()));
    let recorded = detected.or_else(|| {
        let data = bytes.get(skip..).unwrap_or_default();
        let Contents::Unknown(nearest) = &contents else { return None };
        if is_packed { None } else { open::nameless(data, &nearest.error, most) }
    });
    let clues = if recorded.is_none() { contents.clues(inside, skip) } else { Vec::new() };
    let begins: Vec<_> = inside.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    let region = match contents {
        Contents::Foreign(Foreign::Region) => region(inside),
        _ => Vec::new(),
    };
    let not_alone = match &contents {
        Contents::Nbt { protocol, alone: false, .. } => advice::not_alone(*protocol, inside),
        _ => String::new(),
    };
    let foreign = if let Contents::Foreign(kind) = &contents { Some(*kind) } else { None };
    let spelled = foreign.filter(|_| !raw.hex && !raw.base64).and_then(|kind| advice::spelled(kind, inside));
    let settings = match contents {
        Contents::Foreign(Foreign::ConfigFile) => {
            let text = Document::open_with(inside, &OpenOptions::new().allow_text(true));
            text.ok().map(|text| text.len())
        }
        _ => None,
    };
    // Only containers and settings have bytes besides their values.
    let has_more =
        is_packed || matches!(contents, Contents::Godot { arrangement: Arrangement::Settings(_), .. });
    let length = inside.len();
    let (identity, opened) = match opened {
        Ok(opened) => (Identity::new(opened.layers().to_vec(), Some(length), Ok(contents)), Some(opened)),
        Err(error) => (Identity::new(error.layers, None, Err(error.reason)), None),
    };
    let opened = opened.filter(|_| has_more && skip == 0);
    let document = opened.and_then(|opened| Document::read(opened, &OpenOptions::new()).ok());
    let container = document.and_then(|document| document.container_difference());
    Ok(Answer {
        clues,
        begins: begins.join(" "),
        container,
        settings,
        region,
        recorded,
        spelled,
        not_alone,
        advice: foreign.map_or(String::new(), |kind| advice::advice_for(kind, spelled)),
        identity,
    })
}

/// Returns the result on one line. If there are several readings, each has a further line with the option that
/// selects it.
fn said(answer: &Answer<'_>) -> String {
    let identity = &answer.identity;
    if let Some((recording, versions)) = &answer.recorded {
        return said_of_recording(recording, versions);
    }
    match answer.settings {
        Some(1) => return format!("{identity} with 1 setting"),
        Some(count) => return format!("{identity} with {count} settings"),
        None => {}
    }
    let Ok(Contents::Ambiguous(readings)) = &identity.contents else { return identity.to_string() };
    let layers = identity.layers.iter().map(|layer| format!("{layer}: "));
    let readings = readings.iter().map(|reading| format!("\n  {}", advice::alternative(reading)));
    let middle = "several formats read the input, with different values:".into();
    layers.chain(std::iter::once(middle)).chain(readings).collect()
}

/// Returns the status, which is a success if the file was identified. A file of another type counts as identified.
fn status(answer: &Answer<'_>) -> Status {
    if let Some((recording, _)) = &answer.recorded {
        return if recording.first_error().is_some() { Status::Rejected } else { Status::Success };
    }
    match &answer.identity.contents {
        Err(OpenErrorKind::Encrypted)
        | Ok(Contents::Godot { .. } | Contents::Nbt { .. } | Contents::Foreign(_)) => Status::Success,
        _ => Status::Rejected,
    }
}

/// The facts about a file, as text and as JSON.
#[derive(Default)]
struct Facts {
    /// The lines that are printed below the first one for a single file: labels and texts.
    lines: Vec<(&'static str, String)>,
    object: Map<String, Value>,
}

impl Facts {
    fn new(answer: &Answer<'_>, size: usize, name: Option<&Path>, args: &Identify) -> Self {
        let mut facts = Self::default();
        facts.add_file(answer, size, name);
        if let Some((recording, versions)) = &answer.recorded {
            facts.add_recorded(recording, versions);
        } else {
            facts.add_contents(answer);
            facts.add_clues(answer);
        }
        let command = command(answer, name, args);
        facts.fields(json!({ "command": command }));
        facts.lines.extend(command.map(|command| ("next", command)));
        facts
    }

    fn line(&mut self, label: &'static str, text: impl Into<String>) {
        self.lines.push((label, text.into()));
    }

    fn fields(&mut self, fields: Value) {
        if let Value::Object(fields) = fields {
            self.object.extend(fields);
        }
    }

    fn add_file(&mut self, answer: &Answer<'_>, size: usize, name: Option<&Path>) {
        let identity = &answer.identity;
        let containers = identity.layers.iter().map(|layer| match layer {
            Layer::Compressed { mode, .. } => json!({ "kind": layer.name(), "compression": mode.name() }),
            layer => json!({ "kind": layer.name() }),
        });
        self.fields(json!({
            "file": name.map(|name| name.display().to_string()),
            "what": said(answer),
            "size": size,
            "containers": containers.collect::<Vec<_>>(),
            "contents": identity.size,
        }));
        for layer in &identity.layers {
            self.line("container", container(*layer));
        }
        let inside = identity.size.filter(|_| !identity.layers.is_empty());
        let inside = inside.map_or(String::new(), |inside| format!(", {inside} inside"));
        self.line("size", format!("{}{inside}", Counted(size, "byte")));
    }

    fn add_recorded(&mut self, recorded: &Recording<'_>, versions: &[&'static str]) {
        let (side, damage) = (recorded.side, recorded.first_error().map(problem_of_session));
        let unreadable = recorded.len() - recorded.readable();
        let mut states: BTreeMap<State, usize> = BTreeMap::new();
        for one in recorded.packets().filter(|one| one.error.is_none()) {
            *states.entry(one.packet.state()).or_default() += 1;
        }
        let format = |version: &str| format!("minecraft-{version}");
        let packets = states.iter().map(|(state, count)| (state.to_string(), json!(count)));
        self.fields(json!({
            "kind": if recorded.is_replay() { "replay" } else { "session" },
            "format": recorded.version.as_deref().map(format),
            "also": versions.iter().skip(1).map(|version| format(version)).collect::<Vec<_>>(),
            "side": side.to_string(),
            "packets": packets.collect::<Map<_, _>>(),
            "unreadable": unreadable,
            "error": damage.as_ref().map(Problem::details),
        }));
        for (state, count) in states {
            self.line("packets", format!("{count} of {state}.{side}"));
        }
        if !versions.is_empty() {
            self.line("versions", versions.join(", "));
        }
        if let Some(damage) = damage {
            self.line("damage", damage.to_string());
        }
        if unreadable > 0 {
            self.line("unreadable", format!("{unreadable} of the packets"));
        }
    }

    fn add_contents(&mut self, answer: &Answer<'_>) {
        let fields = match &answer.identity.contents {
            Ok(contents @ Contents::Godot { .. }) => return self.add_godot(contents, answer),
            Ok(contents @ Contents::Nbt { .. }) => return self.add_nbt(contents, answer),
            Ok(Contents::Foreign(foreign)) => {
                self.fields(json!({ "kind": foreign.code(), "advice": answer.advice }));
                if *foreign == Foreign::Region {
                    let chunk =
                        |(at, says): &(ChunkPos, String)| json!({ "chunk": at.to_string(), "what": says });
                    let chunks = answer.region.iter().map(chunk);
                    self.fields(json!({ "chunks": chunks.collect::<Vec<_>>() }));
                    self.line("chunks", answer.region.len().to_string());
                }
                for (at, says) in &answer.region {
                    self.line("chunk", format!("{:<6} {says}", at.to_string()));
                }
                return self.line("advice", answer.advice.clone());
            }
            Ok(Contents::Empty) => json!({ "kind": "empty" }),
            Err(OpenErrorKind::Encrypted) => {
                self.line("advice", "--password-file, GAMEWIRE_PASSWORD, --password or --file-key opens it");
                json!({ "kind": "encrypted" })
            }
            Err(reason) => {
                let error = containers::closed(reason).details();
                json!({ "kind": "closed", "cut": reason.is_cut(), "error": error })
            }
            Ok(Contents::Ambiguous(readings)) => {
                let reading = |one| json!({ "option": advice::option(one), "value": one.value });
                json!({ "kind": "ambiguous", "readings": readings.iter().map(reading).collect::<Vec<_>>() })
            }
            Ok(contents @ Contents::Unknown(Nearest { format, error, .. })) => json!({
                "kind": "unknown",
                "begins": answer.begins,
                "cut": contents.is_cut(),
                "nearest": format.to_string(),
                "error": Problem::from(error.clone()).details(),
            }),
            _ => json!({}),
        };
        self.fields(fields);
    }

    fn add_godot(&mut self, contents: &Contents, answer: &Answer<'_>) {
        let Contents::Godot { arrangement, values, chosen } = contents else { return };
        let (dialect, reason) = (chosen.dialect, chosen.to_string());
        let precision = match dialect.precision() {
            Precision::Single => "single",
            Precision::Double => "double",
        };
        let is_settings = matches!(arrangement, Arrangement::Settings(_));
        self.fields(json!({
            "kind": if is_settings { "project" } else { "variant" },
            "format": dialect.name(),
            "generation": generation(dialect.table()),
            "precision": precision,
            "frame": match arrangement { Arrangement::Framed(_) => "store-var", _ => "none" },
            "big_endian": matches!(arrangement, Arrangement::Framed(framing) if *framing == framing.big_endian()),
            "values": values,
            "canonical": chosen.compared.then_some(chosen.lenient.is_none() && answer.container.is_none()),
            "objects": chosen.objects,
            "certainty": if chosen.certainty == Certainty::Sure { "sure" } else { "likely" },
            "reason": reason,
            "also": chosen.same.iter().map(|dialect| dialect.name()).collect::<Vec<_>>(),
        }));
        self.line("frame", frame(*arrangement));
        self.line("dialect", format!("{}, {precision} precision", dialect.name()));
        self.line("reason", reason);
        self.line("values", values.to_string());
        self.line(
            "bytes",
            match (&chosen.lenient, &answer.container) {
                (None, Some((offset, why))) => format!("not canonical: byte {offset:#06x}: {why}"),
                (None, None) => canonical(chosen.compared.then_some(true)).into(),
                (Some(lenient), _) => {
                    let place =
                        if *values > 1 { format!("value {}, ", lenient.index) } else { String::new() };
                    format!("not canonical: {place}byte {:#06x}: {}", lenient.offset, lenient.why)
                }
            },
        );
        if chosen.objects {
            self.line("objects", "full objects, decoded to data");
        }
    }

    fn add_nbt(&mut self, contents: &Contents, answer: &Answer<'_>) {
        let Contents::Nbt { protocol, arrangement, values, alone, canonical, zeros } = contents else {
            return;
        };
        self.fields(json!({
            "kind": "nbt",
            "format": ValueFormat::Nbt(*protocol).to_string(),
            "frame": match arrangement { Arrangement::LevelDat { .. } => "level.dat", _ => "none" },
            "values": values,
            "canonical": canonical,
            "certainty": if *alone { "sure" } else { "likely" },
            "zeros_after": zeros,
        }));
        if *arrangement != Arrangement::Single {
            self.line("frame", frame(*arrangement));
            self.line("values", values.to_string());
        }
        self.line("reason", if *alone { "no other format reads these bytes" } else { &answer.not_alone });
        self.line("bytes", self::canonical(*canonical));
    }

    fn add_clues(&mut self, answer: &Answer<'_>) {
        if let Ok(Contents::Unknown(_)) = &answer.identity.contents {
            self.line("begins", answer.begins.clone());
        }
        for Clue { text, skip, .. } in &answer.clues {
            self.line("perhaps", text.clone());
            if *skip > 0 {
                self.fields(json!({ "skip": skip }));
            }
        }
        let one = |Clue { text, options, .. }: &Clue| json!({ "what": text, "options": options });
        if !answer.clues.is_empty() {
            self.fields(json!({ "perhaps": answer.clues.iter().map(one).collect::<Vec<_>>() }));
        }
    }
}

fn canonical(is_canonical: Option<bool>) -> &'static str {
    match is_canonical {
        Some(true) => "canonical: gamewire writes the same bytes",
        Some(false) => "not canonical",
        None => "not compared with what gamewire writes",
    }
}

fn container(layer: Layer) -> String {
    match layer {
        Layer::Compressed { mode, ends_well } => {
            let end = if ends_well { "" } else { ", without the closing GCPF" };
            format!("GCPF, {mode}{end}")
        }
        Layer::Encrypted { trailing: 0, .. } => format!("{}, {layer}", layer.name()),
        Layer::Encrypted { trailing, .. } => {
            format!("{}, {layer}, {}", layer.name(), bytes_follow(trailing))
        }
        _ => layer.name().into(),
    }
}

fn frame(arrangement: Arrangement) -> &'static str {
    match arrangement {
        Arrangement::Single => "none",
        Arrangement::Framed(framing) if framing == framing.big_endian() => "store-var, big-endian",
        Arrangement::Framed(_) => "store-var",
        Arrangement::Roots(_) => "none, roots in a row",
        Arrangement::LevelDat { .. } => "level.dat: version, length",
        _ => "settings of a project",
    }
}

/// Returns the suggested next command, with the options that this file needed.
fn command(answer: &Answer<'_>, name: Option<&Path>, args: &Identify) -> Option<String> {
    let Answer { identity, clues, region, spelled: in_text, .. } = answer;
    let name = name.map_or("-".into(), word);
    let encrypted = identity.layers.iter().any(|layer| matches!(layer, Layer::Encrypted { .. }));
    let spelled = match (args.raw.hex, args.raw.base64) {
        (true, _) => " --hex",
        (_, true) => " --base64",
        _ => "",
    };
    let size = args.raw.max_size.map_or(String::new(), |size| format!(" --max-size {size}"));
    let secret = if encrypted { " --password-file FILE" } else { "" };
    let chunk = args.raw.chunk.map_or(String::new(), |at| format!(" --chunk {at}"));
    let skipped = args.skip.skip;
    let skip = if skipped > 0 { format!(" --skip {skipped}") } else { String::new() };
    let (subcommand, more) = match &identity.contents {
        _ if answer.recorded.is_some() => {
            let version = answer.recorded.iter().find_map(|(_, versions)| versions.first());
            ("decode", version.map_or(String::new(), |version| format!("{skip} --as minecraft-{version}")))
        }
        Ok(Contents::Godot { .. } | Contents::Nbt { .. }) => ("decode", skip),
        Err(OpenErrorKind::Encrypted) => ("identify", skip),
        Err(OpenErrorKind::TooLong { .. }) => {
            return Some(format!("gamewire identify{spelled} --max-size 1G {name}"));
        }
        Ok(Contents::Ambiguous(readings)) => {
            let option = readings.first().map_or(String::new(), advice::option);
            ("decode", format!("{skip} {option}"))
        }
        Ok(Contents::Foreign(Foreign::HexText)) => ("identify", " --hex".into()),
        Ok(Contents::Foreign(Foreign::Text)) if identity.layers.is_empty() => {
            ("identify", format!(" {}", (*in_text)?))
        }
        Ok(Contents::Foreign(Foreign::Snbt | Foreign::SnbtLines)) if identity.layers.is_empty() => {
            ("encode", " --snbt".into())
        }
        Ok(Contents::Foreign(Foreign::Region)) => {
            let (at, _) = region.first()?;
            ("decode", format!(" --chunk {at}"))
        }
        Ok(Contents::Foreign(
            Foreign::Json | Foreign::JsonLines | Foreign::ValueText | Foreign::ConfigFile,
        )) => ("find", skip),
        Ok(Contents::Foreign(_)) if !identity.layers.is_empty() => ("unpack", String::new()),
        Ok(Contents::Unknown(_)) => match clues.iter().find(|clue| !clue.options.is_empty()) {
            Some(clue) if clue.skip > 0 => ("decode", format!(" {}", clue.options)),
            Some(clue) => ("decode", format!("{skip} {}", clue.options)),
            None => ("explain", skip),
        },
        _ => return None,
    };
    Some(format!("gamewire {subcommand}{spelled}{size}{secret}{chunk}{more} {name}"))
}

/// Returns the name of a file for the start of a line. Unprintable characters are escaped.
fn shown(name: Option<&Path>) -> String {
    match name.map(|name| (name, name.to_str())) {
        None => "-".into(),
        Some((_, Some(text))) if !text.contains(is_hidden) => text.into(),
        Some((name, _)) => word(name),
    }
}

/// Returns the name of a file as a shell argument that cannot be taken for an option. Names that are not UTF-8 or not
/// printable are quoted byte by byte, in a form that bash, zsh, ksh and busybox read.
fn word(name: &Path) -> String {
    let before = if name.as_os_str().as_encoded_bytes().starts_with(b"-") { "./" } else { "" };
    let plain = |character: char| character.is_alphanumeric() || "-_./+@%:,".contains(character);
    match name.to_str() {
        Some(text) if !text.is_empty() && text.chars().all(plain) => format!("{before}{text}"),
        Some(text) if !text.contains(is_hidden) => format!("'{before}{}'", text.replace('\'', "'\\''")),
        _ => {
            let spelled = name.as_os_str().as_encoded_bytes().iter().map(|byte| match byte {
                b'\'' | b'\\' => format!("\\{}", char::from(*byte)),
                b' '..=b'~' => char::from(*byte).into(),
                byte => format!("\\x{byte:02x}"),
            });
            format!("$'{before}{}'", spelled.collect::<String>())
        }
    }
}

fn generation(table: Table) -> Value {
    match table {
        Table::Godot2 => 2.into(),
        Table::Godot3 => 3.into(),
        Table::Godot4 => 4.into(),
        _ => Value::Null,
    }
}
