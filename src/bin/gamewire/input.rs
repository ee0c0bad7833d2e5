//! Where bytes come from: a file, standard input, an embedded sample; raw, hexadecimal, base64.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anstream::eprintln;
use gamewire::godot::FrameReader;
use gamewire::godot::frame::StreamError;
use gamewire::minecraft::{self, Packing, TypeExpr};

use crate::args::Input;
use crate::format::{Format, Wanted};
use crate::hex::{unbase64, unhex};
use crate::outcome::{Outcome, Status, Stop};
use crate::problem::Problem;
use crate::sample;

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
        return answer(Ok(Piece { bytes: &bytes, offset: 0, framed: false }));
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
        return match unpack(&bytes, format) {
            Ok(bytes) => answer(Ok(Piece { bytes: &bytes, offset: 0, framed: false })),
            Err(problem) => answer(Err(problem)),
        };
    };
    let reader: Box<dyn Read + '_> =
        if spelled { Box::new(bytes.as_slice()) } else { Box::new(io::BufReader::new(open(path)?)) };
    let mut frames = FrameReader::new(framing, reader);
    let mut payload = Vec::new();
    let mut status = Status::Well;
    loop {
        status = status.and(match frames.next_into(&mut payload) {
            Ok(None) => return Ok(status),
            Ok(Some(offset)) => answer(Ok(Piece { bytes: &payload, offset, framed: true }))?,
            Err(StreamError::Decode(error)) => return Ok(status.and(answer(Err(error.into()))?)),
            Err(StreamError::Io(error)) => return Err(Stop::file(path, &error)),
        });
    }
}

/// Files of NBT are packed more often than not. No packed form could be taken for NBT itself.
fn unpack<'b>(bytes: &'b [u8], format: &Wanted) -> Result<Cow<'b, [u8]>, Problem> {
    /// Far more than any level or chunk; a bomb ends here.
    const LIMIT: usize = 1 << 30;
    if !matches!(format, Wanted::Format(Format::Minecraft(_, TypeExpr::Nbt))) {
        return Ok(Cow::Borrowed(bytes));
    }
    let (packing, unpacked) = minecraft::unpack(bytes, LIMIT).map_err(|error| Problem {
        offset: 0,
        kind: "packed",
        message: error.to_string(),
    })?;
    if packing != Packing::None {
        eprintln!("the file is packed ({packing:?}): offsets are those of what is inside");
    }
    Ok(unpacked)
}
