//! Where bytes come from: a file, standard input, an embedded sample; raw, hexadecimal, base64.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::Path;

use anstream::eprintln;
use gamewire::godot::files::KeyLength;
use gamewire::godot::stream::{Codec, Reader, StreamError};
use gamewire::godot::{Dialect, FileKind, ProjectFile};
use gamewire::minecraft::{self, Packing, TypeExpr};

use crate::args::Input;
use crate::files;
use crate::format::{Format, Wanted};
use crate::hex::{unbase64, unhex};
use crate::outcome::{Outcome, Status, Stop};
use crate::problem::Problem;
use crate::sample;
use crate::secret::Secret;

/// Opens a file, or standard input for `-`.
pub fn open(path: &Path) -> Result<Box<dyn Read>, Stop> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin()));
    }
    Ok(Box::new(File::open(path).map_err(|error| Stop::file(path, &error))?))
}

/// Reads a whole file, or standard input for `-`.
pub fn read(path: &Path) -> Result<Vec<u8>, Stop> {
    let mut bytes = Vec::new();
    open(path)?.read_to_end(&mut bytes).map_err(|error| Stop::file(path, &error))?;
    Ok(bytes)
}

/// One value's bytes, and where in the input they begin.
pub struct Piece<'b> {
    /// The bytes.
    pub bytes: &'b [u8],
    /// How many bytes stand in front of them.
    pub offset: usize,
    /// Whether others may follow.
    pub framed: bool,
    /// The name of the setting whose value it is.
    pub name: Option<&'b str>,
}

impl<'b> Piece<'b> {
    /// All there is.
    fn alone(bytes: &'b [u8]) -> Self {
        Self { bytes, offset: 0, framed: false, name: None }
    }
}

/// Hands every value of the input to `answer`, or what is wrong with the input itself.
pub fn each(
    source: &Input,
    format: &Wanted,
    mut answer: impl FnMut(Result<Piece<'_>, Problem>) -> Outcome,
) -> Outcome {
    let Some(path) = &source.path else {
        let (bytes, name) = match format {
            Wanted::Format(format) => (sample::bytes(format).map_err(Stop::Wrong)?, format.to_string()),
            Wanted::Auto => (sample::GODOT_3.to_vec(), "some dialect".into()),
        };
        eprintln!("no INPUT was named: this is an embedded sample of {name}");
        return answer(Ok(Piece::alone(&bytes)));
    };
    let mut bytes = Vec::new();
    let spelled = source.hex || source.base64;
    if spelled {
        let text = read(path)?;
        let decoded = if source.hex { unhex(&text, &mut bytes) } else { unbase64(&text, &mut bytes) };
        if let Err(problem) = decoded {
            return answer(Err(problem));
        }
    }
    let Some(framing) = source.frame.framing(source.big_endian) else {
        if !spelled {
            bytes = read(path)?;
        }
        let contents = match unpack(&bytes, format, &source.secret) {
            Ok(contents) => contents,
            Err(problem) => return answer(Err(problem)),
        };
        return match files::kind(&contents, format) {
            Some(FileKind::Project) => settings(&contents, answer),
            _ => answer(Ok(Piece::alone(&contents))),
        };
    };
    let mut reader: Box<dyn Read + '_> =
        if spelled { Box::new(bytes.as_slice()) } else { Box::new(io::BufReader::new(open(path)?)) };
    // The first bytes tell whether there is a file around the frames.
    let mut start = Vec::new();
    reader.by_ref().take(4).read_to_end(&mut start).map_err(|error| Stop::file(path, &error))?;
    let reader = Cursor::new(&start).chain(reader);
    let mut whole = Vec::new();
    let contents;
    let reader: Box<dyn Read + '_> = match files::kind(&start, format) {
        Some(FileKind::Compressed | FileKind::Encrypted) => {
            { reader }.read_to_end(&mut whole).map_err(|error| Stop::file(path, &error))?;
            contents = match files::open(&whole, format, &source.secret) {
                Ok(contents) => contents,
                Err(problem) => return answer(Err(problem)),
            };
            Box::new(contents.as_ref())
        }
        _ => Box::new(reader),
    };
    // Frames alone are asked for: whose values are in them does not matter, nor how long a file's values are.
    let codec = Codec::new(Dialect::GODOT_4).framing(framing).max_frame(u32::MAX as usize);
    let mut frames = Reader::new(codec, reader);
    let mut status = Status::Well;
    loop {
        status = status.and(match frames.next_frame() {
            Ok(None) => return Ok(status),
            Ok(Some(frame)) => {
                answer(Ok(Piece { bytes: frame.payload, offset: frame.offset, framed: true, name: None }))?
            }
            Err(StreamError::Frame(error)) => return Ok(status.and(answer(Err(error.into()))?)),
            Err(StreamError::Io(error)) => return Err(Stop::file(path, &error)),
            Err(error) => return Err(Stop::Wrong(error.to_string())),
        });
    }
}

/// Hands over the value of every setting.
fn settings(bytes: &[u8], mut answer: impl FnMut(Result<Piece<'_>, Problem>) -> Outcome) -> Outcome {
    let project = match ProjectFile::parse(bytes) {
        Ok(project) => project,
        Err(error) => return answer(Err(error.into())),
    };
    if project.key_length == KeyLength::Characters {
        eprintln!("the names' lengths are in characters: Godot 3.2.3 or older wrote this and cannot read it");
    }
    let mut status = Status::Well;
    for setting in &project.settings {
        let name = Some(setting.key.as_ref());
        let piece = Piece { bytes: &setting.value, offset: setting.offset(), framed: true, name };
        status = status.and(answer(Ok(piece))?);
    }
    Ok(status)
}

/// Files of NBT are packed more often than not. No packed form could be taken for NBT itself, and none of Godot's
/// files for a Variant.
fn unpack<'b>(bytes: &'b [u8], format: &Wanted, secret: &Secret) -> Result<Cow<'b, [u8]>, Problem> {
    if !matches!(format, Wanted::Format(Format::Minecraft(_, TypeExpr::Nbt))) {
        return files::open(bytes, format, secret);
    }
    let (packing, unpacked) = minecraft::unpack(bytes, files::LIMIT).map_err(|error| Problem {
        offset: 0,
        kind: "packed",
        message: error.to_string(),
    })?;
    if packing != Packing::None {
        eprintln!("the file is packed ({packing:?}): offsets are those of what is inside");
    }
    Ok(unpacked)
}
