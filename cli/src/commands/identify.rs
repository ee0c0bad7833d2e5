//! `gamewire identify`: detects the format of files.

use std::io::Write;
use std::path::{Path, PathBuf};

use gamewire::__private::Counted;
use gamewire::__private::identify::Untyped;
use gamewire::document::{Document, OpenOptions, container_difference};
use gamewire::godot::{Precision, Table};
use gamewire::identify::{
    Arrangement, Contents, Foreign, Identity, Layer, Nearest, OpenErrorKind, Opened, ValueFormat, examine,
};
use gamewire::minecraft::region::{Chunk, ChunkPos, Region, RegionError};
use serde_json::{Value, json};

use crate::args::{Raw, Sample, Skip};
use crate::input;
use crate::input::advice;
use crate::input::chunk::AskedChunk;
use crate::input::containers;
use crate::input::external;
use crate::input::headers::Headers;
use crate::input::many::{self, Several};
use crate::input::memory;
use crate::input::recorded::Recorded;
use crate::input::session::Session;
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
    /// Files and folders, or `-` for standard input; default: standard input, or an embedded sample if that is a
    /// terminal
    #[arg(value_name = "FILE")]
    paths: Vec<PathBuf>,

    #[command(flatten)]
    sample: Sample,

    #[command(flatten)]
    raw: Raw,

    #[command(flatten)]
    skip: Skip,

    /// Print one JSON object for each file, each on its own line
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    out: Out,
}

pub fn run(args: &Identify) -> Outcome {
    args.out.report(|out| match many::several(&args.paths)? {
        Several::One(path) => match one(args, path, args.sample, true, out) {
            Err(Stop::Input(problem)) => {
                report::sentence(path, &problem);
                Ok(Status::Rejected)
            }
            outcome => outcome,
        },
        Several::Files(files) => {
            many::each(&files, out, |file, out| one(args, Some(file), Sample::default(), false, out))
        }
    })
}

/// Identifies a file. If it is the only one, its description has several lines.
fn one(args: &Identify, path: Option<&Path>, sample: Sample, is_only: bool, out: &mut dyn Write) -> Outcome {
    let (from, raw) = external::source_of(path, &args.raw, |raw| raw)?;
    let bytes = input::load(from.as_deref(), sample, &raw, None)??;
    let answer = identify_file(&bytes, &raw, args)?;
    let name = path.filter(|path| !is_only || *path != Path::new("-"));
    if args.json {
        writeln!(out, "{}", object(&answer, bytes.len(), name, args))?;
    } else if is_only {
        writeln!(out, "{}: {}", shown(name), said(&answer))?;
        for (what, says) in details(&answer, bytes.len(), name, args) {
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
    /// The length of a possible header and the format after it, if no format reads the whole file.
    after: Option<(usize, String)>,
    /// The network headers before the contents, if no format reads the whole file.
    headers: Option<Headers>,
    /// The packets in the input, or after the network headers, if no format reads it.
    session: Option<Session>,
    /// The recorded connection, if the input is one.
    recorded: Option<Recorded<'f>>,
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
    /// The first bytes in hexadecimal, if no format reads the input.
    begins: Option<String>,
    /// The text or the floats in the input, if no format reads it, or only in a form that no engine writes.
    untyped: Option<String>,
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
    let recorded = if is_packed || skip > 0 { None } else { Recorded::detect(bytes, raw) };
    let contents = examine(inside);
    let region = match contents {
        Contents::Foreign(Foreign::Region) => region(inside),
        _ => Vec::new(),
    };
    let is_unknown = matches!(contents, Contents::Unknown(_));
    let headers = Headers::detect(inside).filter(|_| is_unknown && skip == 0);
    let header = headers.and_then(|headers| headers.skip());
    let start = header.unwrap_or(0);
    let data = inside.get(start..).unwrap_or_default();
    let found = header.map(|_| examine(data));
    let found = found.as_ref().unwrap_or(&contents);
    let session = match found {
        Contents::Unknown(nearest) => Session::detect(data, &nearest.error),
        _ => None,
    };
    let recorded = recorded.or_else(|| {
        let is_tried = session.is_some() && !is_packed;
        let data = bytes.get(skip + start..).unwrap_or_default();
        if is_tried { Recorded::by_trial(data, raw) } else { None }
    });
    let after = match found {
        Contents::Unknown(nearest) if skip == 0 && session.is_none() => {
            let after = advice::after_header(data, &nearest.error, 0);
            after.map(|(more, found)| (start + more, found.to_string()))
        }
        Contents::Unknown(_) => None,
        found => header.map(|header| (header, found.to_string())),
    };
    let not_alone = match &contents {
        Contents::Nbt { protocol, alone: false, .. } => advice::not_alone(*protocol, inside),
        _ => String::new(),
    };
    let foreign = if let Contents::Foreign(kind) = &contents { Some(*kind) } else { None };
    let spelled = foreign.and_then(|kind| advice::spelled(kind, inside));
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
    let container = (has_more && skip == 0)
        .then(|| OpenOptions::new().read(inside).ok())
        .flatten()
        .and_then(|reading| container_difference(opened.as_ref().ok()?, &reading));
    let is_doubtful = match &contents {
        Contents::Unknown(_) => session.is_none() && after.is_none() && headers.is_none(),
        Contents::Godot { chosen, .. } => chosen.lenient.is_some(),
        _ => false,
    };
    let untyped = if is_doubtful { Untyped::detect(inside).map(|untyped| untyped.to_string()) } else { None };
    let first = inside.iter().take(16).map(|byte| format!("{byte:02x}"));
    Ok(Answer {
        container,
        untyped,
        begins: is_unknown.then(|| first.collect::<Vec<_>>().join(" ")),
        settings,
        region,
        headers,
        session,
        recorded,
        spelled,
        not_alone,
        advice: foreign.map_or(String::new(), |kind| advice::advice_for(kind, spelled)),
        after,
        identity: match opened {
            Ok(ref opened) => Identity::new(opened.layers().to_vec(), Some(inside.len()), Ok(contents)),
            Err(error) => Identity::new(error.layers, None, Err(error.reason)),
        },
    })
}

/// Returns the result on one line. If there are several readings, each has a further line with the option that
/// selects it.
fn said(answer: &Answer<'_>) -> String {
    let identity = &answer.identity;
    if let Some(recorded) = &answer.recorded {
        return recorded.said();
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
    if let Some(recorded) = &answer.recorded {
        return if recorded.damage().is_some() { Status::Rejected } else { Status::Success };
    }
    match &answer.identity.contents {
        Err(OpenErrorKind::Encrypted)
        | Ok(Contents::Godot { .. } | Contents::Nbt { .. } | Contents::Foreign(_)) => Status::Success,
        _ => Status::Rejected,
    }
}

/// Returns the lines that are printed below the first one for a single file: labels and texts.
fn details(
    answer: &Answer<'_>,
    size: usize,
    name: Option<&Path>,
    args: &Identify,
) -> Vec<(&'static str, String)> {
    let Answer { identity, after, headers, session, region, advice, .. } = answer;
    let mut lines = Vec::new();
    for layer in &identity.layers {
        lines.push(("container", container(*layer)));
    }
    let inside = identity.size.filter(|_| !identity.layers.is_empty());
    let inside = inside.map_or(String::new(), |inside| format!(", {inside} inside"));
    lines.push(("size", format!("{}{inside}", Counted(size, "byte"))));
    if let Some(recorded) = &answer.recorded {
        let packets = |(state, count)| ("packets", format!("{count} of {state}.{}", recorded.side()));
        lines.extend(recorded.states().into_iter().map(packets));
        let versions = Some(recorded.versions().join(", ")).filter(|versions| !versions.is_empty());
        lines.extend(versions.map(|versions| ("versions", versions)));
        lines.extend(recorded.damage().map(|damage| ("damage", damage.to_string())));
        let unreadable = Some(recorded.unreadable()).filter(|count| *count > 0);
        lines.extend(unreadable.map(|count| ("unreadable", format!("{count} of the packets"))));
        lines.extend(command(answer, name, args).map(|command| ("next", command)));
        return lines;
    }
    match &identity.contents {
        Ok(Contents::Godot { arrangement, values, chosen }) => {
            lines.push(("frame", frame(*arrangement).into()));
            let dialect = chosen.dialect;
            lines.push((
                "dialect",
                format!("{}, {} precision", dialect.name(), precision(dialect.precision())),
            ));
            lines.push(("reason", chosen.to_string()));
            lines.push(("values", values.to_string()));
            lines.push((
                "bytes",
                match (&chosen.lenient, &answer.container) {
                    (None, Some((offset, why))) => format!("not canonical: byte {offset:#06x}: {why}"),
                    (None, None) if !chosen.compared => "not compared with what gamewire writes".into(),
                    (None, None) => "canonical: gamewire writes the same bytes".into(),
                    (Some(lenient), _) => {
                        let place =
                            if *values > 1 { format!("value {}, ", lenient.index) } else { String::new() };
                        format!("not canonical: {place}byte {:#06x}: {}", lenient.offset, lenient.why)
                    }
                },
            ));
            if chosen.objects {
                lines.push(("objects", "full objects, decoded to data".into()));
            }
        }
        Ok(Contents::Nbt { arrangement, values, alone, canonical, .. }) => {
            if *arrangement != Arrangement::Single {
                lines.push(("frame", frame(*arrangement).into()));
                lines.push(("values", values.to_string()));
            }
            let why = if *alone { "no other format reads these bytes" } else { &answer.not_alone };
            lines.push(("reason", why.into()));
            let written = match canonical {
                Some(true) => "canonical: gamewire writes the same bytes",
                Some(false) => "not canonical",
                None => "not compared with what gamewire writes",
            };
            lines.push(("bytes", written.into()));
        }
        Ok(Contents::Foreign(Foreign::Region)) => {
            lines.push(("chunks", region.len().to_string()));
            lines.extend(region.iter().map(|(at, says)| ("chunk", format!("{:<6} {says}", at.to_string()))));
            lines.push(("advice", advice::advice(Foreign::Region).into()));
        }
        Ok(Contents::Foreign(_)) => lines.push(("advice", advice.clone())),
        Err(OpenErrorKind::Encrypted) => {
            lines.push((
                "advice",
                "--password-file, GAMEWIRE_PASSWORD, --password or --file-key opens it".into(),
            ));
        }
        _ => {}
    }
    lines.extend(answer.begins.clone().map(|begins| ("begins", begins)));
    lines.extend(headers.map(|headers| ("perhaps", headers.to_string())));
    let after = after.as_ref().map(|(header, what)| (Counted(*header, "byte"), what));
    lines.extend(after.map(|(header, what)| ("perhaps", format!("after {header} there is {what}"))));
    if let Some(session) = session {
        lines.push(("perhaps", session.to_string()));
        lines.push((
            "advice",
            "no known version reads all packets; --as minecraft-VERSION shows which ones a version reads"
                .into(),
        ));
    }
    lines.extend(answer.untyped.clone().map(|untyped| ("perhaps", untyped)));
    lines.extend(command(answer, name, args).map(|command| ("next", command)));
    lines
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

fn precision(precision: Precision) -> &'static str {
    match precision {
        Precision::Single => "single",
        Precision::Double => "double",
    }
}

/// Returns the suggested next command, with the options that this file needed.
fn command(answer: &Answer<'_>, name: Option<&Path>, args: &Identify) -> Option<String> {
    let Answer { identity, after, headers, session, region, spelled: in_text, .. } = answer;
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
    let skipped = headers.and_then(|headers| headers.skip()).unwrap_or(args.skip.skip);
    let skip = if skipped > 0 { format!(" --skip {skipped}") } else { String::new() };
    let (subcommand, more) = match &identity.contents {
        _ if answer.recorded.is_some() => {
            let version = answer.recorded.iter().find_map(|recorded| recorded.versions().first());
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
        Ok(Contents::Foreign(Foreign::Json | Foreign::ConfigFile)) => ("find", skip),
        Ok(Contents::Foreign(_)) if !identity.layers.is_empty() => ("unpack", String::new()),
        Ok(Contents::Unknown(_)) => match (after, session) {
            (Some((header, _)), _) => ("decode", format!(" --skip {header}")),
            (None, Some(session)) => ("decode", format!("{skip} {}", session.options())),
            (None, None) => ("explain", skip),
        },
        _ => return None,
    };
    Some(format!("gamewire {subcommand}{spelled}{size}{secret}{chunk}{more} {name}"))
}

/// Returns the name of a file for the start of a line. Unprintable characters are escaped.
fn shown(name: Option<&Path>) -> String {
    match name.map(|name| (name, name.to_str())) {
        None => "-".into(),
        Some((_, Some(text))) if !text.contains(unprintable) => text.into(),
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
        Some(text) if !text.contains(unprintable) => format!("'{before}{}'", text.replace('\'', "'\\''")),
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

/// Returns whether a terminal hides or interprets a character.
fn unprintable(character: char) -> bool {
    let turns =
        matches!(character, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    character.is_control() || turns || matches!(character, '\u{2028}' | '\u{2029}' | '\u{feff}')
}

/// Returns the result as JSON.
fn object(answer: &Answer<'_>, size: usize, name: Option<&Path>, args: &Identify) -> Value {
    let identity = &answer.identity;
    let containers = identity.layers.iter().map(|layer| match layer {
        Layer::Compressed { mode, .. } => json!({ "kind": layer.name(), "compression": mode.name() }),
        layer => json!({ "kind": layer.name() }),
    });
    let mut object = json!({
        "file": name.map(|name| name.display().to_string()),
        "what": said(answer),
        "size": size,
        "containers": containers.collect::<Vec<_>>(),
        "contents": identity.size,
    });
    let more = match &identity.contents {
        _ if answer.recorded.is_some() => answer.recorded.as_ref().map_or(Value::Null, |recorded| json!({
            "kind": if recorded.read().is_archive() { "replay" } else { "session" },
            "format": recorded.version().map(|version| format!("minecraft-{version}")),
            "also": recorded.versions().iter().skip(1).map(|version| format!("minecraft-{version}")).collect::<Vec<_>>(),
            "side": recorded.side().to_string(),
            "packets": recorded.states().into_iter().map(|(state, count)| (state.to_string(), json!(count))).collect::<serde_json::Map<_, _>>(),
            "unreadable": recorded.unreadable(),
            "error": recorded.damage().map(|damage| damage.details()),
        })),
        Ok(Contents::Godot { arrangement, values, chosen }) => json!({
            "kind": if matches!(arrangement, Arrangement::Settings(_)) { "project" } else { "variant" },
            "format": chosen.dialect.name(),
            "generation": generation(chosen.dialect.table()),
            "precision": precision(chosen.dialect.precision()),
            "frame": match arrangement { Arrangement::Framed(_) => "store-var", _ => "none" },
            "big_endian": matches!(arrangement, Arrangement::Framed(framing) if *framing == framing.big_endian()),
            "values": values,
            "canonical": chosen.compared.then_some(chosen.lenient.is_none() && answer.container.is_none()),
            "objects": chosen.objects,
            "certainty": if chosen.certainty == gamewire::godot::detect::Certainty::Sure { "sure" } else { "likely" },
            "reason": chosen.to_string(),
            "also": chosen.same.iter().map(|dialect| dialect.name()).collect::<Vec<_>>(),
        }),
        Ok(Contents::Nbt { protocol, arrangement, values, alone, canonical, zeros }) => json!({
            "kind": "nbt",
            "format": ValueFormat::Nbt(*protocol).to_string(),
            "frame": match arrangement { Arrangement::LevelDat { .. } => "level.dat", _ => "none" },
            "values": values,
            "canonical": canonical,
            "certainty": if *alone { "sure" } else { "likely" },
            "zeros_after": zeros,
        }),
        Ok(Contents::Foreign(Foreign::Region)) => {
            let chunks =
                answer.region.iter().map(|(at, says)| json!({ "chunk": at.to_string(), "what": says }));
            json!({ "kind": Foreign::Region.code(), "advice": advice::advice(Foreign::Region), "chunks": chunks.collect::<Vec<_>>() })
        }
        Ok(Contents::Foreign(foreign)) => json!({ "kind": foreign.code(), "advice": answer.advice }),
        Ok(Contents::Empty) => json!({ "kind": "empty" }),
        Err(OpenErrorKind::Encrypted) => json!({ "kind": "encrypted" }),
        Err(reason) => {
            json!({ "kind": "closed", "cut": reason.is_cut(), "error": containers::closed(reason).details() })
        }
        Ok(Contents::Ambiguous(readings)) => {
            let readings =
                readings.iter().map(|one| json!({ "option": advice::option(one), "value": one.value }));
            json!({ "kind": "ambiguous", "readings": readings.collect::<Vec<_>>() })
        }
        Ok(contents @ Contents::Unknown(Nearest { format, error, .. })) => json!({
            "kind": "unknown",
            "begins": answer.begins,
            "cut": contents.is_cut(),
            "untyped": answer.untyped,
            "nearest": format.to_string(),
            "error": Problem::from(error.clone()).details(),
        }),
        _ => json!({}),
    };
    if let (Some(object), Value::Object(more)) = (object.as_object_mut(), more) {
        object.extend(more);
        let skip = answer.headers.and_then(|headers| headers.skip());
        if let Some(skip) = skip.or(answer.after.as_ref().map(|(header, _)| *header)) {
            object.insert("skip".into(), skip.into());
        }
        object.insert("command".into(), command(answer, name, args).into());
    }
    object
}

fn generation(table: Table) -> Value {
    match table {
        Table::Godot2 => 2.into(),
        Table::Godot3 => 3.into(),
        Table::Godot4 => 4.into(),
        _ => Value::Null,
    }
}
