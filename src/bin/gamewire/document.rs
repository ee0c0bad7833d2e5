//! One file as a whole: what is around it, how its values follow one another, and who wrote them.

use std::borrow::Cow;

use gamewire::DecodeError;
use gamewire::godot::Dialect;
use gamewire::godot::files::{Key, KeyLength};
use gamewire::identify::{
    self, Alternative, Arrangement, Closed, Contents, Differs, Expect, Finding, Foreign, Layer, Opener,
    pieces,
};
use gamewire::minecraft::{Protocol, TypeExpr};

use crate::args::{Frame, Meaning, Raw, Spelling};
use crate::codec::Codec;
use crate::format::{Format, Wanted};
use crate::memory;
use crate::outcome::{Outcome, Status};
use crate::piece::{Item, Piece};
use crate::problem::Problem;
use crate::say::eprintln;

/// Contents beyond this size are not compared with what the engine would write, unless that is what was asked for.
const COMPARED: usize = 8 << 20;

/// What is to be said about a file on standard error.
#[derive(Debug, Default)]
pub struct Notes {
    notes: Vec<String>,
    brief: bool,
}

impl Notes {
    /// Only what somebody may be surprised by.
    pub fn brief() -> Self {
        Self { brief: true, ..Self::default() }
    }

    /// Says all there is.
    pub fn say(&mut self) {
        for note in self.notes.drain(..) {
            eprintln!("{note}");
        }
    }

    fn add(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    /// What is as it should be.
    fn detail(&mut self, note: impl Into<String>) {
        if !self.brief {
            self.add(note);
        }
    }
}

/// What is inside a file, and what was around it.
pub struct Opened<'b> {
    /// What was around it, outermost first.
    pub layers: Vec<Layer>,
    /// What is inside.
    pub contents: Cow<'b, [u8]>,
    /// What opened an encrypted one.
    pub key: Option<Key>,
}

/// Opens what is compressed, encrypted or packed. Other types of Minecraft than NBT may begin with any bytes at all.
pub fn open<'b>(
    bytes: &'b [u8],
    format: &Wanted,
    raw: &Raw,
    notes: &mut Notes,
) -> Result<Opened<'b>, Problem> {
    if matches!(format, Wanted::Format(Format::Minecraft(_, expr)) if *expr != TypeExpr::Nbt) {
        return Ok(Opened { layers: Vec::new(), contents: Cow::Borrowed(bytes), key: None });
    }
    let (mut key, opener) = (None, Opener::new().max_size(raw.max_size));
    let opened = match opener.open(bytes) {
        // Only now is a password asked for.
        Err(error) if matches!(error.reason, Closed::Encrypted) => {
            key = Some(raw.secret.key()?);
            opener.key(key.clone()).open(bytes)
        }
        opened => opened,
    };
    let opened = opened.map_err(|error| closed(&error.reason))?;
    for layer in opened.layers() {
        notes.detail(format!("the file is {layer}: offsets are those of what is inside"));
        match layer {
            Layer::Compressed { ends_well: false, .. } => {
                notes.add("it does not end with GCPF, as the engine writes it");
            }
            Layer::Encrypted { trailing, .. } if *trailing > 0 => {
                notes.add(format!("{trailing} bytes follow what is encrypted"));
            }
            _ => {}
        }
    }
    if raw.secret.is_named() && key.is_none() {
        notes.add("the file is not encrypted: it needs no password and no key");
    }
    Ok(Opened { layers: opened.layers().to_vec(), contents: opened.into_contents(), key })
}

/// Why a layer could not be opened, and what helps.
pub fn closed(reason: &Closed) -> Problem {
    let message = match reason {
        Closed::TooLong { .. } => format!("{reason}; --max-size allows more"),
        // Most often the password was mistyped.
        _ if reason.code() == "md5" => format!("the password does not open this file. {reason}"),
        _ => reason.to_string(),
    };
    Problem { offset: reason.offset(), kind: reason.code(), message }
}

/// A file as a whole.
pub struct Document<'b> {
    /// How its values are read.
    pub codec: Codec,
    /// How they follow one another.
    pub arrangement: Arrangement,
    /// The bytes of each.
    pub pieces: Vec<identify::Piece<'b>>,
    /// Why there are no more of them, where that is an error.
    pub broken: Option<DecodeError>,
    /// Whether there is something that reads all of them.
    known: bool,
    /// What may help where something is refused.
    hint: Option<String>,
}

impl<'b> Document<'b> {
    /// Finds out what the command line leaves open. Offsets are those of the contents, with what is skipped.
    pub fn new(
        contents: &'b [u8],
        layers: &[Layer],
        meaning: &Meaning,
        spelling: &Spelling,
        notes: &mut Notes,
    ) -> Result<Self, Problem> {
        memory::ensure(contents.len(), &meaning.format)?;
        let mut document = Self::of(spelling.skip.of(contents)?, layers, meaning, spelling, notes)?;
        let skipped = spelling.skip.skip;
        for piece in &mut document.pieces {
            piece.offset += skipped;
        }
        document.broken = document.broken.map(|error| error.after(skipped));
        if document.arrangement == Arrangement::Settings(KeyLength::Characters) {
            notes.add(
                "the names' lengths are in characters: Godot 3.2.3 or older wrote this and cannot read it",
            );
        }
        Ok(document)
    }

    fn of(
        contents: &'b [u8],
        layers: &[Layer],
        meaning: &Meaning,
        spelling: &Spelling,
        notes: &mut Notes,
    ) -> Result<Self, Problem> {
        let framing = match spelling.frame.named() {
            // Only lengths are big-endian.
            None if spelling.big_endian => Some(Frame::StoreVar.framing(true)),
            named => named.map(|frame| frame.framing(spelling.big_endian)),
        };
        let named = match framing {
            Some(Some(framing)) => Some(Arrangement::Framed(framing)),
            Some(None) if contents.starts_with(b"ECFG") => None,
            Some(None) => Some(Arrangement::Single),
            None => None,
        };
        let made = |format: &Format, arrangement, pieces, broken| Self {
            codec: Codec::new(format, meaning.allow),
            arrangement,
            pieces,
            broken,
            known: true,
            hint: None,
        };
        let dialect = match &meaning.format {
            Wanted::Auto => None,
            Wanted::Format(Format::Godot(dialect)) => Some(*dialect),
            Wanted::Format(format) => {
                let arrangement = named.unwrap_or(Arrangement::Single);
                let (pieces, broken) = pieces(contents, arrangement);
                return Ok(made(format, arrangement, pieces, broken));
            }
        };
        let trailing = meaning.allow.trailing;
        let expect = Expect::new()
            .arrangement(named)
            .dialect(dialect)
            .allow_trailing(trailing)
            .quick(contents.len() > COMPARED);
        Ok(match expect.examine(contents) {
            Finding::Godot { arrangement, pieces, chosen } => {
                if dialect.is_none() {
                    match chosen.same.is_empty() && chosen.unlikely.is_empty() {
                        true => notes.detail(chosen.to_string()),
                        false => notes.add(chosen.to_string()),
                    }
                }
                if chosen.objects && !meaning.allow.no_objects && !meaning.allow.objects {
                    notes.add(
                        "there are whole objects inside: they are read as data, and --no-objects refuses them",
                    );
                }
                made(&Format::Godot(chosen.dialect), arrangement, pieces, None)
            }
            Finding::Nbt { alone, nameless, .. } => {
                let format = nbt(nameless);
                match alone {
                    true => notes.detail(format!("surely {format}: nothing else reads these bytes")),
                    false => notes.add(format!(
                        "likely {format}: no engine of Godot would write these bytes, though some read them"
                    )),
                }
                let (pieces, broken) = pieces(contents, Arrangement::Single);
                made(&format, Arrangement::Single, pieces, broken)
            }
            Finding::Ambiguous(readings) => return Err(ambiguous(&readings)),
            Finding::Foreign(kind) => return Err(foreign(kind, layers)),
            Finding::Unknown(found) => {
                let hint = hint(contents, dialect, found.dialect);
                let error = found.pieces.is_empty().then_some(found.error);
                // The lengths may end too early; the values before that are still there.
                let (pieces, broken) = match found.arrangement {
                    Arrangement::Framed(_) => pieces(contents, found.arrangement),
                    _ => (found.pieces, error),
                };
                let document = made(&nearest(found.dialect), found.arrangement, pieces, broken);
                Self { known: false, hint, ..document }
            }
            _ => {
                let message = "the input is empty; --sample shows an embedded one".into();
                return Err(Problem { offset: 0, kind: "eof", message });
            }
        })
    }

    /// Hands over each value, then what is wrong after them.
    pub fn each(&self, mut answer: impl FnMut(Item<'_>) -> Outcome) -> Outcome {
        let status = self.each_quietly(&mut answer)?;
        if status == Status::Rejected {
            self.say_hint();
        }
        Ok(status)
    }

    /// Says what may help where something is refused, if there is such.
    pub fn say_hint(&self) {
        if let Some(hint) = &self.hint {
            eprintln!("\nhint: {hint}");
        }
    }

    /// Why nothing reads all of it, if that is so.
    pub fn error(&self) -> Option<DecodeError> {
        let refused = |piece: &identify::Piece<'_>| {
            self.codec.check(piece.bytes).err().map(|error| error.after(piece.offset))
        };
        (!self.known).then(|| self.pieces.iter().find_map(refused).or(self.broken.clone())).flatten()
    }

    /// The same, and nothing is said of what may help.
    pub fn each_quietly(&self, mut answer: impl FnMut(Item<'_>) -> Outcome) -> Outcome {
        let mut status = Status::Success;
        for piece in &self.pieces {
            status = status.and(answer(Ok((&self.piece(piece), &self.codec)))?);
        }
        if let Some(error) = &self.broken {
            status = status.and(answer(Err(error.clone().into()))?);
        }
        Ok(status)
    }

    /// A piece as the rest of the command knows it.
    pub fn piece<'p>(&self, piece: &'p identify::Piece<'_>) -> Piece<'p> {
        Piece {
            bytes: piece.bytes,
            offset: piece.offset,
            framed: self.arrangement != Arrangement::Single,
            name: piece.name.as_deref(),
        }
    }
}

/// The format that comes furthest.
pub fn nearest(dialect: Option<Dialect>) -> Format {
    dialect.map_or(nbt(false), Format::Godot)
}

/// NBT roots with their names, or without.
pub fn nbt(nameless: bool) -> Format {
    Format::Minecraft(Protocol::V1_14.nameless_nbt(nameless), TypeExpr::Nbt)
}

/// What may help somebody whose file is read by nothing, or not by what was named.
fn hint(contents: &[u8], named: Option<Dialect>, nearest: Option<Dialect>) -> Option<String> {
    let Some(named) = named else {
        if let Some((header, finding)) = identify::after_header(contents) {
            return Some(format!(
                "after {header} bytes there is {}: --skip {header}",
                Contents::from(finding)
            ));
        }
        let name = nearest.map_or("minecraft/nbt", |dialect| dialect.name());
        return Some(format!("nothing reads the whole of it; this is how far {name} comes"));
    };
    match Expect::new().quick(true).examine(contents) {
        Finding::Godot { chosen, arrangement, .. } if chosen.dialect != named => {
            let frame = match arrangement {
                Arrangement::Framed(framing) if framing == framing.big_endian() => " --big-endian",
                _ => "",
            };
            Some(format!("{0} reads this: --as {0}{frame}", chosen.dialect))
        }
        Finding::Nbt { nameless, .. } => Some(format!("{0} reads this: --as {0}", nbt(nameless))),
        _ => None,
    }
}

/// Several readings differ.
pub fn ambiguous(readings: &[Alternative]) -> Problem {
    let mut message = String::from("several readings fit, and they differ; name one:");
    for reading in readings {
        message.push_str(&format!("\n  {}", alternative(reading)));
    }
    Problem { offset: 0, kind: "ambiguous", message }
}

/// One of them, after the option that chooses it.
pub fn alternative(reading: &Alternative) -> String {
    let doubts: Vec<String> = reading.doubts.iter().map(ToString::to_string).collect();
    let doubts = if doubts.is_empty() { String::new() } else { format!("  ({})", doubts.join(", ")) };
    format!("{}: {}{doubts}", option(reading), reading.value)
}

/// The option that chooses one of several readings.
pub fn option(reading: &Alternative) -> String {
    match (reading.differs, reading.arrangement) {
        (Differs::Arrangement, Arrangement::Framed(framing)) => {
            let order = if framing == framing.big_endian() { " --big-endian" } else { "" };
            format!("--frame {}{order}", framing.name())
        }
        (Differs::Arrangement, _) => "--frame none".into(),
        _ => format!("--as {}", reading.dialect),
    }
}

/// Who reads a file that is not read here, or what to do.
pub fn advice(kind: Foreign) -> &'static str {
    match kind {
        Foreign::HexText => "--hex reads the bytes that its digits stand for",
        kind => kind.advice(),
    }
}

/// A file that is not read here.
pub fn foreign(kind: Foreign, layers: &[Layer]) -> Problem {
    let text = matches!(kind, Foreign::Json | Foreign::ConfigFile | Foreign::TextResource | Foreign::Text);
    let message = match layers {
        [] => format!("this is {kind}, which gamewire does not read: {}", advice(kind)),
        _ if text => format!("inside is {kind}, which gamewire does not read: gamewire unpack gives it"),
        _ => format!(
            "inside is {kind}, which gamewire does not read: gamewire unpack gives it, and {}",
            advice(kind)
        ),
    };
    Problem { offset: 0, kind: "foreign", message }
}
