//! Advice about files: the options that read a file, and the types of files that gamewire does not read.

use gamewire::godot::Dialect;
use gamewire::godot::text::from_text;
use gamewire::minecraft::nbt::Tag;
use gamewire::minecraft::{Packets, Protocol};
use gamewire::shared::Counted;
use gamewire_files::document::{DocumentError, Format, OpenOptions};
use gamewire_files::godot::KeyLength;
use gamewire_files::identify::{
    Alternative, Arrangement, Clue, Contents, Differs, Foreign, Layer, Nearest, ValueFormat, examine,
};
use gamewire_files::shared::document::recording_title;
use gamewire_files::shared::identify::{
    after_header, converted, frame_option, header_clue, packet_clues, reads_nothing, same_nbt, writer_of,
};

use crate::args::{Meaning, Spelling};
use crate::input::Notes;
use crate::output::{Problem, eprintln, files};
use crate::values::{text, unbase64, unhex};

/// Advice for values with correct lengths, of which at least one is rejected.
const DAMAGED: &str = "the lengths before the values are correct, so this value is damaged or has another dialect; \
                       decode --partial prints the part before the damage";

/// Advice for input that no format reads, or that the chosen format does not read.
#[derive(Debug)]
pub struct Hint {
    pub text: String,
    /// Whether the advice is an option that reads the input as other values.
    pub other_values: bool,
}

impl Hint {
    pub fn say(&self) {
        eprintln!("\nhint: {}", self.text);
    }

    fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), other_values: false }
    }

    fn of_other_values(text: impl Into<String>) -> Self {
        Self { text: text.into(), other_values: true }
    }
}

/// Longer contents of an unknown format are hardly one packet.
const LONGEST_PACKET: usize = 1 << 16;
const PACKET: &str = "to read a packet of Minecraft, pass its version, state and side, as in --as minecraft-1.20.4/play.toClient";

/// Returns advice for short contents of which no format reads anything.
pub fn of_packet(nearest: &Nearest, contents: &[u8], skipped: usize) -> Option<&'static str> {
    (contents.len() <= LONGEST_PACKET && reads_nothing(&nearest.error, skipped)).then_some(PACKET)
}

/// Adds notes about the values of a file. Returns advice if no format reads them all.
pub fn hint(
    found: Option<&Contents>,
    contents: &[u8],
    meaning: &Meaning,
    spelling: &Spelling,
    notes: &mut Notes,
) -> Option<Hint> {
    let arrangement = found.and_then(Contents::arrangement);
    let skipped = spelling.skip.skip;
    let contents = contents.get(skipped..).unwrap_or_default();
    if arrangement == Some(Arrangement::Settings(KeyLength::Characters)) {
        notes.add(
            "the lengths of names count characters: Godot 3.2.3 or older wrote this file and cannot read it",
        );
    }
    let dialect = match meaning.format() {
        Some(Format::Godot(decoder)) => Some(decoder.dialect()),
        Some(Format::Minecraft(..)) | None => None,
    };
    if let (None, Some(format @ Format::Minecraft(..))) = (found, meaning.format())
        && contents.len() <= SPELLED
        && format.check(contents).is_err()
    {
        let other = other_bytes(&format, contents, spelling);
        return other.or_else(|| converted(contents).map(Hint::of_other_values));
    }
    match found {
        Some(found @ Contents::Godot { .. }) => note_dialect(found, contents, meaning, notes),
        Some(Contents::Nbt { protocol, zeros: zeros @ 1.., .. }) => {
            let zeros = Counted(*zeros, "zero byte");
            notes.add(format!("{}, and {zeros} after the value", ValueFormat::Nbt(*protocol)));
        }
        Some(found @ Contents::Unknown(Nearest { arrangement, values, read, error, .. })) => {
            let framed = matches!(arrangement, Arrangement::Framed(_)) && spelling.framing().is_none();
            if let Some(hint) = converted(contents).map(Hint::of_other_values) {
                return Some(hint);
            }
            let may_follow = matches!(arrangement, Arrangement::LevelDat { .. } | Arrangement::Settings(_));
            return match dialect {
                None if framed && read < values && (*values > 1 || after_header(contents).is_none()) => {
                    Some(Hint::new(DAMAGED))
                }
                None if framed && meaning.allow.trailing => Some(Hint::new(
                    "--trailing ignores bytes after a value in its frame, and not after the last frame",
                )),
                _ if may_follow && !meaning.allow.trailing && error.kind().code() == "trailing" => {
                    Some(Hint::new("pass --trailing to ignore them"))
                }
                None => other_values(found, contents, spelling, notes),
                Some(dialect) => by_another(contents, dialect.name(), Some(dialect), spelling),
            };
        }
        _ => {}
    }
    None
}

/// Returns advice for bytes that are not of the chosen type of Minecraft: text that spells them out, or a packet of another
/// version.
fn other_bytes(format: &Format, contents: &[u8], spelling: &Spelling) -> Option<Hint> {
    let is_text = contents.iter().all(|byte| byte.is_ascii_graphic() || byte.is_ascii_whitespace());
    if is_text && !spelling.raw.hex && !spelling.raw.base64 {
        let text = match spelled(Foreign::Text, contents) {
            Some(option) => format!("the input spells out bytes: pass {option}"),
            None => {
                let Contents::Foreign(kind) = examine(contents) else { return None };
                format!("the input is {kind}: {}", advice_for(kind, contents, None))
            }
        };
        return Some(Hint::of_other_values(text));
    }
    if let Some(message) = recorded(contents, false) {
        return Some(Hint::of_other_values(message));
    }
    let is_packet = text::is_of_version(format);
    let clues = if is_packet { packet_clues(contents, Packets::reading) } else { Vec::new() };
    if !clues.is_empty() {
        return Some(Hint::of_other_values(format!("the input may be {}", listed(&clues))));
    }
    by_another(contents, &format.to_string(), None, spelling)
}

/// Returns how to read a recording of packets, if it is one, or if its version reads the whole of it.
pub fn recorded(contents: &[u8], whole: bool) -> Option<String> {
    let (recording, versions) = OpenOptions::new().recording(contents)?;
    if whole && (recording.first_error().is_some() || versions.is_empty()) {
        return None;
    }
    let title = recording_title(&recording, &versions);
    Some(match versions.first() {
        Some(version) => format!("the input is {title}: pass --as minecraft-{version}"),
        None => format!("the input is {title}: leave out --as"),
    })
}

/// Returns the options that read the contents, if a format writes the same bytes. A format that just reads the bytes says little,
/// because some bytes are read by nearly all formats. `dialect` is tried first.
fn by_another(contents: &[u8], named: &str, dialect: Option<Dialect>, spelling: &Spelling) -> Option<Hint> {
    let as_named = dialect.and_then(|dialect| writer_of(contents, None, Some(dialect)));
    let Some((format, arrangement)) = as_named.or_else(|| writer_of(contents, None, None)) else {
        // Parts of packets can be NBT.
        let may_have_header = dialect.is_some() || named.ends_with("/nbt");
        let clue = may_have_header.then(|| header_clue(contents, spelling.skip.skip))??;
        return Some(Hint::of_other_values(format!("the input may be {}", listed(&[clue]))));
    };
    let name = if format.to_string() == named { String::new() } else { format!(" --as {format}") };
    if name.is_empty() && spelling.framing().is_some() {
        return Some(Hint::of_other_values(other_framing(arrangement, spelling)));
    }
    let options = match format!("{name}{}", frame_option(arrangement)) {
        options if !options.is_empty() => options,
        _ if spelling.frame.is_some() => " --frame none".into(),
        _ => return None,
    };
    Some(Hint::of_other_values(format!("{format} reads this input: pass{options}")))
}

/// Adds notes about the dialect of a file.
fn note_dialect(found: &Contents, contents: &[u8], meaning: &Meaning, notes: &mut Notes) {
    let Contents::Godot { chosen, .. } = found else { return };
    if meaning.format().is_none() {
        // A certain dialect needs no note, nor do others that read the same value.
        if !chosen.unlikely.is_empty() || !chosen.doubts.is_empty() {
            notes.add(chosen.to_string());
        }
        let others = found.clues(contents, 0);
        if !others.is_empty() {
            notes.add(format!("the input may also be {}", listed(&others)));
        }
    }
    if chosen.objects && !meaning.allow.no_objects && !meaning.allow.objects {
        notes.add("the input has full objects: they are decoded to data; --no-objects rejects them");
    }
}

/// Returns a sentence with the other formats that also read the NBT.
pub fn not_alone(protocol: Protocol, contents: &[u8]) -> String {
    let same: Vec<String> =
        same_nbt(contents, protocol).into_iter().map(|other| ValueFormat::Nbt(other).to_string()).collect();
    match same.as_slice() {
        [] => "some dialects of Godot read these bytes, but no release writes them".into(),
        [one] => format!("{one} reads the same value"),
        several => format!("{} read the same value", several.join(" and ")),
    }
}

/// Returns the error for contents that cannot be read.
pub fn refused(error: DocumentError, layers: &[Layer], contents: &[u8]) -> Problem {
    // Without another format, a recording is read before.
    if let (DocumentError::Foreign(Foreign::Other { .. }), Some(message)) =
        (&error, recorded(contents, false))
    {
        return Problem::new("foreign", message);
    }
    match error {
        DocumentError::Ambiguous(readings) => ambiguous(&readings),
        DocumentError::Foreign(kind) => foreign(kind, layers, contents),
        DocumentError::Empty => Problem::new("empty", "the input is empty"),
        DocumentError::Text { .. } if spelled(Foreign::Json, contents).is_some() => {
            Problem::from(error).with_advice("if its numbers are bytes, pass --hex")
        }
        error => error.into(),
    }
}

/// Returns advice for a file that no format reads, or adds a note that says so.
fn other_values(found: &Contents, contents: &[u8], spelling: &Spelling, notes: &mut Notes) -> Option<Hint> {
    let skipped = spelling.skip.skip;
    if spelling.framing().is_some()
        && let Some((_, arrangement)) = writer_of(contents, None, None)
    {
        return Some(Hint::of_other_values(other_framing(arrangement, spelling)));
    }
    let clues = if spelling.frame.is_none() { found.clues(contents, skipped) } else { Vec::new() };
    if !clues.is_empty() {
        return Some(Hint::of_other_values(format!("the input may be {}", listed(&clues))));
    }
    match found {
        Contents::Unknown(nearest) if reads_nothing(&nearest.error, skipped) => {
            of_packet(nearest, contents, skipped).filter(|_| !notes.silent).map(Hint::of_other_values)
        }
        Contents::Unknown(Nearest { format, .. }) => {
            notes.add(format!(
                "no detectable format reads the whole input; the error is that of {format}, which reads the longest prefix"
            ));
            None
        }
        _ => None,
    }
}

/// Returns advice for values with other lengths before them than the asked ones.
fn other_framing(arrangement: Arrangement, spelling: &Spelling) -> String {
    let frame = frame_option(arrangement);
    match (frame.is_empty(), spelling.big_endian && !frame.ends_with("--big-endian")) {
        (false, true) => "its lengths are little-endian: leave out --big-endian".into(),
        (true, true) if spelling.frame.is_none() => {
            "it has no lengths before its values: leave out --big-endian".into()
        }
        (true, _) => "it has another framing: pass --frame none".into(),
        (false, _) => format!("it has another framing: pass{frame}"),
    }
}

/// Returns clues in one sentence, with their options.
pub fn listed(clues: &[Clue]) -> String {
    let one = |clue: &Clue| match clue.options.as_str() {
        "" => clue.text.clone(),
        options => format!("{}: pass {options}", clue.text),
    };
    clues.iter().map(one).collect::<Vec<_>>().join("; or ")
}

/// Returns the error for several readings with different values.
pub fn ambiguous(readings: &[Alternative]) -> Problem {
    let mut message = String::from("several formats read the input, with different values; choose one:");
    for reading in readings {
        message.push_str(&format!("\n  {}", alternative(reading)));
    }
    Problem::new("ambiguous", message)
}

/// Returns one reading, after the option that selects it.
pub fn alternative(reading: &Alternative) -> String {
    let doubts: Vec<String> = reading.doubts.iter().map(ToString::to_string).collect();
    let doubts = if doubts.is_empty() { String::new() } else { format!("  ({})", doubts.join(", ")) };
    format!("{}: {}{doubts}", option(reading), reading.value)
}

/// Returns the option that selects one of several readings.
pub fn option(reading: &Alternative) -> String {
    match (reading.differs, reading.arrangement) {
        (Differs::Arrangement, arrangement @ Arrangement::Framed(_)) => {
            frame_option(arrangement).trim().into()
        }
        (Differs::Arrangement, _) => "--frame none".into(),
        _ => format!("--as {}", reading.format),
    }
}

/// Text longer than this is not searched for bytes in text form.
pub const SPELLED: usize = 1 << 20;

/// Returns the option for plain text that is a dump of bytes, or base64 of a known format.
pub fn spelled(kind: Foreign, contents: &[u8]) -> Option<&'static str> {
    if !matches!(kind, Foreign::Text | Foreign::Json) || contents.len() > SPELLED {
        return None;
    }
    let is_hex = || unhex(contents).is_ok_and(|bytes| bytes.len() >= 4);
    if kind == Foreign::Json {
        return (!contents.starts_with(b"\"") && is_hex()).then_some("--hex");
    }
    let is_numbers = contents.iter().all(|byte| byte.is_ascii_digit() || byte.is_ascii_whitespace());
    // Any word can be base64, so the decoded bytes must be in a known format.
    if !is_numbers && let Ok(bytes) = unbase64(contents) {
        let found = OpenOptions::new().quick(true).identify(&bytes);
        if matches!(found.contents, Ok(Contents::Godot { .. } | Contents::Nbt { .. })) {
            return Some("--base64");
        }
        // Other base64 is none, unless its letters are hexadecimal digits.
        if !contents.iter().all(|byte| byte.is_ascii_hexdigit() || byte.is_ascii_whitespace()) {
            return None;
        }
    }
    is_hex().then_some("--hex")
}

/// Returns advice for a file of another type: the option or the program that reads it. `spelled` is the option that reads its
/// text as bytes.
pub fn advice_for(kind: Foreign, contents: &[u8], spelled: Option<&str>) -> String {
    let advice = match kind {
        Foreign::Region => {
            "pass --chunk X,Z to read a chunk (for convert, to unpack); gamewire identify lists them, and set and edit write one"
        }
        kind => kind.advice(),
    };
    match (kind, spelled) {
        (Foreign::Json, Some(option)) => {
            format!("if its numbers are bytes, pass {option}; otherwise {advice}")
        }
        (_, Some(option)) => format!("it spells out bytes; pass {option} to read them"),
        (Foreign::Text | Foreign::Json | Foreign::JsonLines, None) if contents.len() <= SPELLED => {
            let text = str::from_utf8(contents).unwrap_or_default();
            let is_snbt = || text::after_words(text).or_else(|| nearly(text));
            printed(contents)
                .or_else(|| is_snbt().filter(|_| kind != Foreign::JsonLines))
                .unwrap_or_else(|| advice.into())
        }
        (_, None) => advice.into(),
    }
}

/// Returns how to encode JSON that `gamewire decode` printed.
pub fn printed(contents: &[u8]) -> Option<String> {
    let values = files::values(contents);
    let (count, is_one) = (Counted(values.len(), "value"), values.len() == 1);
    let of_format = |(name, option): (&str, &str)| {
        let format: Format = name.parse().ok()?;
        let is_read = |json: &&[u8]| text::from_json(&format, json).is_ok();
        let frame = if is_one || format.nbt().is_some() { "" } else { " --frame store-var" };
        let advice =
            format!("it is JSON of gamewire decode, {count}: gamewire encode{option}{frame} reads it");
        (!values.is_empty() && values.iter().all(is_read)).then_some(advice)
    };
    let formats = [("godot3", ""), ("godot4", " --as godot4"), ("minecraft/nbt", " --as minecraft/nbt")];
    formats.into_iter().find_map(of_format)
}

/// Returns the error of text in brackets that is nearly SNBT or a value of Godot.
fn nearly(text: &str) -> Option<String> {
    let text = text.trim();
    let is_one = text.starts_with('{') || text.starts_with('[') && text.ends_with(']');
    let (snbt, godot) = (text.parse::<Tag>().err()?, from_text(text).err().filter(|_| is_one)?);
    let (what, error) =
        if godot.offset() > snbt.offset() { ("a value of Godot", godot) } else { ("SNBT", snbt) };
    Some(format!("it begins like {what}, but has an error {error}"))
}

/// Returns the error for a file of another type.
pub fn foreign(kind: Foreign, layers: &[Layer], contents: &[u8]) -> Problem {
    let advice = advice_for(kind, contents, spelled(kind, contents));
    let message = match layers {
        [] => format!("the file is {kind}: {advice}"),
        _ => format!("the contents are {kind}: gamewire unpack extracts them; {advice}"),
    };
    Problem::new("foreign", message)
}
