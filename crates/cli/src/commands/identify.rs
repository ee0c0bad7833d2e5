//! `gamewire identify`: detects the format of files.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use gamewire::godot::detect::{Certainty, Chosen};
use gamewire::godot::{Precision, Table};
use gamewire::minecraft::{Recording, State};
use gamewire::shared::Counted;
use gamewire::shared::escape::is_hidden;
use gamewire_files::document::{Document, OpenOptions};
use gamewire_files::identify::{
    Arrangement, Clue, Contents, Foreign, Identity, Layer, Nearest, OpenError, OpenErrorKind, Opened,
    ValueFormat, examine,
};
use gamewire_files::minecraft::Packing;
use gamewire_files::minecraft::region::{Chunk, ChunkPos, Region, RegionError};
use gamewire_files::shared::document::recording_title;
use gamewire_files::shared::identify::{converted, reads_nothing};
use serde_json::{Map, Value, json};

use crate::args::{Raw, Skip};
use crate::input::{self, AskedChunk, Several, advice, containers, external, many, memory};
use crate::open::problem_of_session;
use crate::output::{Out, Outcome, Problem, Status, Stop, bytes_follow, of_file, sentence};

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
    #[arg(long, help_heading = "Output")]
    json: bool,

    #[command(flatten, next_help_heading = "Output")]
    out: Out,
}

pub fn run(args: &Identify) -> Outcome {
    args.out.report(|out| match many::several(&args.paths)? {
        Several::One(path) => match one(args, path, true, out) {
            Err(Stop::Input(problem)) => {
                sentence(path, &problem);
                Ok(Status::Rejected)
            }
            outcome => outcome,
        },
        Several::Files(files) => {
            let refuse = |file: &Path, problem: Problem, out: &mut dyn Write| {
                if args.json {
                    return many::refuse(file, problem, out);
                }
                writeln!(out, "{}", of_file(Some(file), &problem))?;
                Ok(Status::Rejected)
            };
            many::each(&files, out, |file, out| one(args, Some(file), false, out), refuse)
        }
    })
}

/// Identifies a file. If it is the only one, its description has several lines.
fn one(args: &Identify, path: Option<&Path>, is_only: bool, out: &mut dyn Write) -> Outcome {
    let (from, raw) = external::source_of(path, &args.raw)?;
    let bytes = input::load(from.as_deref(), &raw)??;
    let name = path.filter(|path| !is_only || *path != Path::new("-"));
    let Facts { status, what, lines, object, .. } = identified(&bytes, &raw, name, args)?;
    if args.json {
        writeln!(out, "{}", Value::from(object))?;
    } else if is_only {
        writeln!(out, "{}: {what}", shown(name))?;
        for (what, says) in lines {
            writeln!(out, "  {what:<10} {says}")?;
        }
    } else {
        writeln!(out, "{}: {}", shown(name), what.replace("\n ", ""))?;
    }
    Ok(status)
}

/// Returns the chunks of a region file, including damaged ones.
fn region(bytes: &[u8]) -> Vec<(ChunkPos, String)> {
    let region = match Region::parse_damaged(bytes) {
        Ok(region) => region,
        Err(error) => return vec![(ChunkPos::default(), format!("damaged: {error}"))],
    };
    let said = |chunk: Chunk<'_>| {
        let (first, count) = chunk.sectors();
        let place = if chunk.is_external { ", in a file of its own" } else { "" };
        let (length, compression) = (chunk.data.len(), chunk.packing.map_or("custom", Packing::name));
        (
            chunk.at,
            format!("{compression}, {length} bytes{place}, {count} from sector {first}, time {}", chunk.time),
        )
    };
    let damaged = |error: RegionError| (error.at.unwrap_or_default(), format!("damaged: {error}"));
    region.chunks().map(said).chain(region.damage().map(damaged)).collect()
}

/// Returns the facts about a file. If the password is wrong, this is reported, and the other facts are still returned.
fn identified(bytes: &[u8], raw: &Raw, name: Option<&Path>, args: &Identify) -> Result<Facts, Problem> {
    let options = OpenOptions::new().max_size(raw.max_size).chunk(raw.chunk.map(AskedChunk::in_region));
    let mut opened = options.containers(bytes);
    if let Err(OpenError { reason: OpenErrorKind::Encrypted, .. }) = opened
        && (raw.secret.is_named() || raw.secret.is_in_environment())
    {
        opened = options.key(raw.secret.key()?).containers(bytes);
    }
    let skip = containers::skipped(bytes, args.skip.skip);
    let mut size = raw.max_size.map(|size| size.to_string());
    let (layers, mut facts) = match opened {
        Ok(opened) => (opened.layers().to_vec(), of_contents(opened, bytes, raw, name, skip)?),
        Err(OpenError { layers, reason, .. }) => {
            let identity = Identity::new(layers, None, Err(reason));
            let mut facts = Facts::new(identity.to_string(), bytes.len(), &identity.layers, None, name);
            if let Err(reason) = &identity.contents {
                facts.add_closed(reason, skip);
            }
            if let Err(OpenErrorKind::TooLong { .. }) = identity.contents {
                size = Some("1G".into());
            }
            (identity.layers, facts)
        }
    };
    // The next command needs the options of this one.
    let command = facts.next.take().map(|(subcommand, more)| {
        let spelled = match (raw.hex, raw.base64) {
            (true, _) => " --hex",
            (_, true) => " --base64",
            _ => "",
        };
        let size = size.map_or(String::new(), |size| format!(" --max-size {size}"));
        let encrypted = layers.iter().any(|layer| matches!(layer, Layer::Encrypted { .. }));
        let secret = if encrypted { " --password-file FILE" } else { "" };
        let chunk = args.raw.chunk.map_or(String::new(), |at| format!(" --chunk {at}"));
        let name = name.map_or("-".into(), word);
        format!("gamewire {subcommand}{spelled}{size}{secret}{chunk}{more} {name}")
    });
    facts.fields(json!({ "command": command }));
    facts.lines.extend(command.map(|command| ("next", command)));
    Ok(facts)
}

/// Returns the facts about a file whose containers are open. `skip` is the number of bytes that `--skip` leaves out of its
/// contents.
fn of_contents(
    opened: Opened<'_>,
    bytes: &[u8],
    raw: &Raw,
    name: Option<&Path>,
    skip: usize,
) -> Result<Facts, Problem> {
    // Identifying takes no more memory than decoding.
    memory::ensure(opened.contents().len(), None)?;
    let inside = opened.contents().get(skip..).unwrap_or_default();
    let (layers, length) = (opened.layers().to_vec(), inside.len());
    if layers.is_empty()
        && let Some((recording, versions)) =
            OpenOptions::new().max_size(raw.max_size).skip(skip).recording(bytes)
    {
        let what = recording_title(&recording, &versions);
        let mut facts = Facts::new(what, bytes.len(), &layers, Some(length), name);
        facts.add_recorded(&recording, &versions, &skipping(skip));
        return Ok(facts);
    }
    let mut contents = examine(inside);
    if let Contents::Unknown(nearest) = &mut contents {
        nearest.error = nearest.error.clone().after(skip);
    }
    let identity = Identity::new(layers.clone(), Some(length), Ok(contents.clone()));
    let mut facts = Facts::new(identity.to_string(), bytes.len(), &layers, Some(length), name);
    let clues = contents.clues(inside, skip);
    match &contents {
        Contents::Godot { arrangement, values, chosen } => {
            // Only containers and settings have bytes besides their values.
            let has_more = !layers.is_empty() || matches!(arrangement, Arrangement::Settings(_));
            let container = (has_more && skip == 0).then(|| Document::read(opened, &OpenOptions::new()));
            let container = container.and_then(|document| document.ok()?.container_difference());
            facts.add_godot(*arrangement, *values, chosen, container);
            facts.next = Some(("decode", skipping(skip)));
        }
        Contents::Nbt { .. } => {
            facts.add_nbt(&contents, inside);
            facts.next = Some(("decode", skipping(skip)));
        }
        Contents::Foreign(foreign) => facts.add_foreign(*foreign, inside, &layers, raw, skip),
        Contents::Empty => facts.fields(json!({ "kind": "empty" })),
        Contents::Ambiguous(readings) => {
            let around: String = layers.iter().map(|layer| format!("{layer}: ")).collect();
            let said = readings.iter().map(|reading| format!("\n  {}", advice::alternative(reading)));
            let said: String = said.collect();
            facts.says(format!("{around}several formats read the input, with different values:{said}"));
            let reading = |one| json!({ "option": advice::option(one), "value": one.value });
            let first = readings.first().map_or(String::new(), advice::option);
            let readings: Vec<_> = readings.iter().map(reading).collect();
            facts.fields(json!({ "kind": "ambiguous", "readings": readings }));
            facts.next = Some(("decode", format!("{} {first}", skipping(skip))));
        }
        Contents::Unknown(nearest @ Nearest { format, error, .. }) => {
            let begins: Vec<_> = inside.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
            facts.fields(json!({
                "kind": "unknown", "begins": begins.join(" "), "cut": contents.is_cut(),
                "nearest": format.to_string(), "error": Problem::from(error.clone()).details(),
            }));
            facts.line("begins", begins.join(" "));
            if let Some(says) = converted(inside) {
                facts.line("perhaps", says);
                facts.fields(json!({ "perhaps": [{ "what": says, "options": "" }] }));
                return Ok(facts);
            }
            facts.next = match clues.iter().find(|clue| !clue.options.is_empty()) {
                Some(clue) if clue.skip > 0 => Some(("decode", format!(" {}", clue.options))),
                Some(clue) => Some(("decode", format!("{} {}", skipping(skip), clue.options))),
                None => (!reads_nothing(&nearest.error, skip)).then(|| ("explain", skipping(skip))),
            };
            if let Some(says) = advice::of_packet(nearest, inside, skip).filter(|_| clues.is_empty()) {
                facts.line("advice", says);
                facts.fields(json!({ "advice": says }));
            }
        }
        _ => {}
    }
    facts.add_clues(&clues);
    // A file of another type counts as identified.
    if let Contents::Godot { .. } | Contents::Nbt { .. } | Contents::Foreign(_) = &contents {
        facts.status = Status::Success;
    }
    Ok(facts)
}

/// Returns the option that skips bytes.
fn skipping(skip: usize) -> String {
    if skip > 0 { format!(" --skip {skip}") } else { String::new() }
}

/// The facts about a file, as text and as JSON.
struct Facts {
    /// Whether the file was identified.
    status: Status,
    /// The result on one line. If there are several readings, each has a further line with the option that selects it.
    what: String,
    /// The lines that are printed below it for a single file: labels and texts.
    lines: Vec<(&'static str, String)>,
    object: Map<String, Value>,
    /// The subcommand to run next, and its options.
    next: Option<(&'static str, String)>,
}

impl Facts {
    fn new(what: String, size: usize, layers: &[Layer], inside: Option<usize>, name: Option<&Path>) -> Self {
        let (status, lines) = (Status::Rejected, Vec::new());
        let mut facts = Self { status, what, lines, object: Map::new(), next: None };
        let containers = layers.iter().map(|layer| match layer {
            Layer::Compressed { mode, .. } => json!({ "kind": layer.name(), "compression": mode.name() }),
            layer => json!({ "kind": layer.name() }),
        });
        facts.fields(json!({
            "file": name.map(|name| name.display().to_string()), "what": facts.what, "size": size,
            "containers": containers.collect::<Vec<_>>(), "contents": inside,
        }));
        for layer in layers {
            facts.line("container", container(*layer));
        }
        let inside = inside.filter(|_| !layers.is_empty());
        let inside = inside.map_or(String::new(), |inside| format!(", {inside} inside"));
        facts.line("size", format!("{}{inside}", Counted(size, "byte")));
        facts
    }

    fn says(&mut self, what: String) {
        self.fields(json!({ "what": what }));
        self.what = what;
    }

    fn line(&mut self, label: &'static str, text: impl Into<String>) {
        self.lines.push((label, text.into()));
    }

    fn fields(&mut self, fields: Value) {
        if let Value::Object(fields) = fields {
            self.object.extend(fields);
        }
    }

    /// Adds the reason why the outermost container cannot be opened.
    fn add_closed(&mut self, reason: &OpenErrorKind, skip: usize) {
        if let OpenErrorKind::Encrypted = reason {
            self.status = Status::Success;
            self.line("advice", "--password-file, GAMEWIRE_PASSWORD, --password or --file-key opens it");
            self.next = Some(("identify", skipping(skip)));
            return self.fields(json!({ "kind": "encrypted" }));
        }
        if let OpenErrorKind::TooLong { .. } = reason {
            self.next = Some(("identify", String::new()));
        }
        let error = containers::closed(reason).details();
        self.fields(json!({ "kind": "closed", "cut": reason.is_cut(), "error": error }));
    }

    fn add_recorded(&mut self, recorded: &Recording<'_>, versions: &[&'static str], skip: &str) {
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
            "side": side.to_string(), "packets": packets.collect::<Map<_, _>>(),
            "unreadable": unreadable, "error": damage.as_ref().map(Problem::details),
        }));
        for (state, count) in states {
            self.line("packets", format!("{count} of {state}.{side}"));
        }
        if !versions.is_empty() {
            self.line("versions", versions.join(", "));
        }
        if let Some(damage) = &damage {
            self.line("damage", damage.to_string());
        }
        if unreadable > 0 {
            self.line("unreadable", format!("{unreadable} of the packets"));
        }
        if damage.is_none() {
            self.status = Status::Success;
        }
        let version =
            versions.first().map_or(String::new(), |version| format!("{skip} --as minecraft-{version}"));
        self.next = Some(("decode", version));
    }

    fn add_foreign(&mut self, foreign: Foreign, inside: &[u8], layers: &[Layer], raw: &Raw, skip: usize) {
        let spelled = if raw.hex || raw.base64 { None } else { advice::spelled(foreign, inside) };
        let advice = advice::advice_for(foreign, inside, spelled);
        self.fields(json!({ "kind": foreign.code(), "advice": advice }));
        let is_bare = layers.is_empty();
        self.next = match foreign {
            Foreign::HexText => Some(("identify", " --hex".into())),
            Foreign::Text if is_bare => spelled.map(|option| ("identify", format!(" {option}"))),
            Foreign::Snbt | Foreign::SnbtLines if is_bare => Some(("encode", " --snbt".into())),
            Foreign::Region if is_bare => {
                let chunks = region(inside);
                let chunk =
                    |(at, says): &(ChunkPos, String)| json!({ "chunk": at.to_string(), "what": says });
                self.fields(json!({ "chunks": chunks.iter().map(chunk).collect::<Vec<_>>() }));
                self.line("chunks", chunks.len().to_string());
                for (at, says) in &chunks {
                    self.line("chunk", format!("{:<6} {says}", at.to_string()));
                }
                chunks.first().map(|(at, _)| ("decode", format!(" --chunk {at}")))
            }
            Foreign::Json | Foreign::JsonLines | Foreign::ValueText | Foreign::ConfigFile => {
                // Long text is not parsed only to know whether it has an error.
                let is_asked = foreign == Foreign::ConfigFile || inside.len() <= advice::SPELLED;
                let open = || Document::open_with(inside, &OpenOptions::new().allow_text(true));
                let text = is_asked.then(open).transpose();
                if let (Ok(Some(settings)), Foreign::ConfigFile) = (&text, foreign) {
                    self.says(format!("{} with {}", self.what, Counted(settings.len(), "setting")));
                }
                let as_bytes = || spelled.map(|option| ("identify", format!(" {option}")));
                text.map_or_else(|_| as_bytes(), |_| Some(("find", skipping(skip))))
            }
            _ => (!is_bare).then(|| ("unpack", String::new())),
        };
        self.line("advice", advice);
    }

    fn add_godot(
        &mut self,
        arrangement: Arrangement,
        values: usize,
        chosen: &Chosen,
        container: Option<(usize, String)>,
    ) {
        let (dialect, reason) = (chosen.dialect, chosen.to_string());
        let precision = match dialect.precision() {
            Precision::Single => "single",
            Precision::Double => "double",
        };
        let is_settings = matches!(arrangement, Arrangement::Settings(_));
        self.fields(json!({
            "kind": if is_settings { "project" } else { "variant" }, "format": dialect.name(),
            "generation": generation(dialect.table()), "precision": precision,
            "frame": match arrangement { Arrangement::Framed(_) => "store-var", _ => "none" },
            "big_endian": matches!(arrangement, Arrangement::Framed(framing) if framing == framing.big_endian()),
            "values": values, "canonical": chosen.compared.then_some(chosen.lenient.is_none() && container.is_none()),
            "objects": chosen.objects,
            "certainty": if chosen.certainty == Certainty::Sure { "sure" } else { "likely" },
            "reason": reason, "also": chosen.same.iter().map(|dialect| dialect.name()).collect::<Vec<_>>(),
        }));
        self.line("frame", frame(arrangement));
        self.line("dialect", format!("{}, {precision} precision", dialect.name()));
        self.line("reason", reason);
        self.line("values", values.to_string());
        self.line(
            "bytes",
            match (&chosen.lenient, &container) {
                (None, Some((offset, why))) => format!("not canonical: byte {offset:#06x}: {why}"),
                (None, None) => canonical(chosen.compared.then_some(true)).into(),
                (Some(lenient), _) => {
                    let place = if values > 1 { format!("value {}, ", lenient.index) } else { String::new() };
                    format!("not canonical: {place}byte {:#06x}: {}", lenient.offset, lenient.why)
                }
            },
        );
        if chosen.objects {
            self.line("objects", "full objects, decoded to data");
        }
    }

    fn add_nbt(&mut self, contents: &Contents, inside: &[u8]) {
        let Contents::Nbt { protocol, arrangement, values, alone, canonical, zeros } = contents else {
            return;
        };
        self.fields(json!({
            "kind": "nbt", "format": ValueFormat::Nbt(*protocol).to_string(),
            "frame": match arrangement { Arrangement::LevelDat { .. } => "level.dat", _ => "none" },
            "values": values, "canonical": canonical,
            "certainty": if *alone { "sure" } else { "likely" }, "zeros_after": zeros,
        }));
        if *arrangement != Arrangement::Single {
            self.line("frame", frame(*arrangement));
            self.line("values", values.to_string());
        }
        self.line(
            "reason",
            match alone {
                true => "no other format reads these bytes".into(),
                false => advice::not_alone(*protocol, inside),
            },
        );
        self.line("bytes", self::canonical(*canonical));
    }

    fn add_clues(&mut self, clues: &[Clue]) {
        for Clue { text, skip, .. } in clues {
            self.line("perhaps", text.clone());
            if *skip > 0 {
                self.fields(json!({ "skip": skip }));
            }
        }
        let one = |Clue { text, options, .. }: &Clue| json!({ "what": text, "options": options });
        if !clues.is_empty() {
            self.fields(json!({ "perhaps": clues.iter().map(one).collect::<Vec<_>>() }));
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
