//! Streams of packets and long streams: the values are answered one by one, so that only one of them is decoded at a time.

use std::borrow::Cow;
use std::io::{self, BufReader, Read};
use std::path::Path;

use gamewire::godot::stream::{Codec, Reader, StreamError};
use gamewire::godot::{Dialect, Framing};
use gamewire::minecraft::Recording;
use gamewire::shared::Counted;
use gamewire_files::document::{Format, OpenOptions};
use gamewire_files::godot::FileKind;
use gamewire_files::identify::{Arrangement, Foreign};

use crate::args::no_big_stream;
use crate::input::{self, Packets, Thresholds, memory, packets};
use crate::open::{self, Asked, Loaded, Open, Value};
use crate::output::{Outcome, Problem, Status, Stop, eprintln};

/// Shorter files are held in memory.
const LONG: u64 = 64 << 20;
/// The packets of a stream together may be this much longer than 256 times the stream.
const ONE_MORE: usize = 1 << 21;
const TOO_MUCH: &str = "the packets of the stream decompress to more than 256 times their length";

/// Frames up to this length are read before their length is checked, and so many bytes of a frame whose length is invalid.
const SMALL: u64 = 1 << 16;

/// The rules of the frames.
enum Frames {
    Packets(Packets, Thresholds),
    Godot(Framing, Format, usize),
}

/// A value with its offset in the frame, and its format.
type Placed<'b> = (usize, Cow<'b, [u8]>, Cow<'b, Format>);

/// Calls `answer` with each packet of a stream of packets, or with each value of a stream that is too long to be held in memory, or
/// that is a pipe, if its framing is named, and returns the status. Any other file is loaded.
pub fn each(
    asked: &Asked,
    path: Option<&Path>,
    answer: &mut dyn FnMut(&Value<'_>) -> Outcome,
) -> Result<Result<Loaded, Status>, Stop> {
    let (meaning, spelling) = (&asked.meaning, &asked.spelling);
    no_big_stream(spelling.named_frame(), spelling.big_endian)?;
    let (raw, skip) = (&spelling.raw, spelling.skip.skip);
    let is_long =
        |path: &Path| !std::fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() < LONG);
    let long = path.filter(|path| is_long(path) && !raw.hex && !raw.base64);
    let packets = Packets::new(meaning, spelling)?;
    let mut frames = match (packets, long, spelling.framing().flatten(), meaning.format()) {
        (Some(packets), ..) => Frames::Packets(packets, Thresholds::default()),
        (None, Some(path), Some(framing), Some(format)) if skip == 0 && !asked.silent => {
            let longest = input::most(path, raw.max_size).min(u32::MAX as usize);
            Frames::Godot(framing, format, longest)
        }
        _ => return asked.load(path).map(Ok),
    };
    let mut reader: Box<dyn Read> = match (long, &frames) {
        (None, Frames::Packets(packets, _)) => {
            let loaded = asked.load(path)?;
            let stream = spelling.skip.apply(&loaded.bytes)?;
            // Finding the version of any other stream would take long.
            let is_candidate = stream.starts_with(b"PK") || Recording::is_bare_replay(stream);
            let recorded = is_candidate.then(|| OpenOptions::new().recording(stream)).flatten();
            if recorded.is_some_and(|(recording, _)| recording.is_replay()) {
                return Err(Problem::new("frame", "the file is a recording: leave out --frame").into());
            }
            if !asked.silent {
                packets.say_hint(stream);
            }
            Box::new(io::Cursor::new(loaded.bytes))
        }
        _ => Box::new(BufReader::new(input::open(path.unwrap_or(Path::new("-")))?)),
    };
    let path = path.unwrap_or(Path::new("-"));
    let failed = |error: io::Error| Stop::file(path, &error);
    if let Frames::Godot(_, Format::Godot(_), _) = &frames {
        // The first bytes show whether the frames are in a container.
        let mut start = Vec::new();
        reader.by_ref().take(8).read_to_end(&mut start).map_err(failed)?;
        let is_container =
            matches!(FileKind::detect(&start), Some(FileKind::Compressed | FileKind::Encrypted));
        let is_other =
            is_container || start.starts_with(&[0x1f, 0x8b]) || Foreign::by_magic(&start).is_some();
        reader = Box::new(io::Cursor::new(start).chain(reader));
        if is_other {
            let bytes = input::all_of(reader, path, raw.max_size)?;
            let (path, spelling) = (Some(path.to_path_buf()), spelling.clone());
            return Ok(Ok(Loaded { path, spelling, text: None, bytes }));
        }
    }
    io::copy(&mut reader.by_ref().take(skip as u64), &mut io::sink()).map_err(failed)?;
    let (mut status, mut start, mut frame, mut decoded) = (Status::Success, skip, Vec::new(), 0);
    let most = raw.max_size.unwrap_or(ONE_MORE);
    for number in 0.. {
        frame.clear();
        let length = frames.head(&mut reader, &mut frame).map_err(failed)?;
        if frame.is_empty() {
            break;
        }
        // The head alone shows whether a frame is too long. Such a frame is skipped.
        let too_long = length.is_none_or(|length| length > SMALL)
            && matches!(frames.value(&frame, number), Err(ref error @ StreamError::Frame(_)) if error.can_continue());
        if !too_long {
            let mut rest = reader.by_ref().take(length.unwrap_or(SMALL));
            rest.read_to_end(&mut frame).map_err(failed)?;
        }
        if let (0, Frames::Packets(packets, thresholds)) = (number, &mut frames) {
            *thresholds = packets.thresholds(&frame);
        }
        let framed = Some((frames.arrangement(), Cow::Borrowed(&*frame), start));
        let value = frames.value(&frame, number);
        decoded += value.as_ref().map_or(0, |(_, bytes, _)| bytes.len());
        let (problem, goes_on) = match value {
            Ok(_) if decoded.saturating_sub(most) / 256 > start + frame.len() => {
                (Problem::new("frame", TOO_MUCH).at(start), false)
            }
            Ok((at, bytes, format)) => match memory::ensure(bytes.len(), Some(&*format)) {
                Ok(()) => {
                    let value =
                        Value { number, bytes, format, frame: framed, framed: true, ..Value::at(start + at) };
                    status = status.max(answer(&value)?);
                    start += frame.len();
                    continue;
                }
                Err(problem) => (problem.at(start), true),
            },
            Err(error) => {
                let goes_on = error.can_continue() && matches!(frames, Frames::Packets(..));
                let (StreamError::Frame(error) | StreamError::Value(error)) = error else {
                    return Err(Stop::wrong(error));
                };
                let problem = Problem::from(error.after(start));
                let is_bare = number == 0 && matches!(frames, Frames::Packets(..));
                match asked.meaning.format().filter(|format| is_bare && format.check(&frame).is_ok()) {
                    Some(_) => {
                        let advice = "it is one packet without its length: leave out --frame varint";
                        (problem.with_advice(advice), goes_on)
                    }
                    None => (problem, goes_on),
                }
            }
        };
        status = status.max(answer(&Value { number, frame: framed, framed: true, ..Value::error(problem) })?);
        if !goes_on {
            break;
        }
        start += frame.len();
        if too_long {
            let skipped = io::copy(&mut reader.by_ref().take(length.unwrap_or(0)), &mut io::sink());
            start += usize::try_from(skipped.map_err(failed)?).unwrap_or(usize::MAX);
        }
    }
    Ok(Err(status))
}

/// A part of a file, for which a subcommand has an answer.
pub enum Part<'p, 'f> {
    /// The open file, before its values. A stream is not opened.
    File(&'p Open<'f>),
    Value(&'p Value<'p>),
    /// The error of the file itself.
    Damage(&'p Problem),
}

impl Asked {
    /// Calls `answer` with each value of a file, and with the error of the file itself.
    pub fn each(&self, path: Option<&Path>, mut answer: impl FnMut(&Value<'_>) -> Outcome) -> Outcome {
        self.each_part(path, &mut |part| match part {
            Part::File(_) => Ok(Status::Success),
            Part::Value(value) => answer(value),
            Part::Damage(problem) => answer(&Value { advised: true, ..Value::error(problem.clone()) }),
        })
    }

    /// Calls `answer` with each part of a file.
    pub fn each_part(&self, path: Option<&Path>, answer: &mut dyn FnMut(Part<'_, '_>) -> Outcome) -> Outcome {
        let mut loaded = match each(self, path, &mut |value| answer(Part::Value(value))) {
            Err(Stop::Input(problem)) => return answer(Part::Damage(&problem)),
            Ok(Err(status)) => return Ok(status),
            Ok(Ok(loaded)) => loaded,
            Err(stop) => return Err(stop),
        };
        let is_read = self.meaning.format().is_none_or(|format| format.nbt().is_some());
        let chunks = if self.explained && is_read { open::chunks(&loaded) } else { None };
        // A region that is asked for as a whole is explained by its first chunk.
        let mut is_elsewhere = false;
        if let Some(chunks) = chunks {
            let first = chunks.iter().min_by_key(|(_, is_external)| *is_external).copied();
            let chunk = first.unwrap_or_default().0;
            is_elsewhere = first.is_none_or(|(_, is_external)| is_external);
            let which = match is_elsewhere {
                true => ": the data of none is in this file".into(),
                false => format!(": this is chunk {chunk}; --chunk X,Z explains another"),
            };
            let count = Counted(chunks.len(), "chunk");
            eprintln!("note: the file is a region file of Minecraft (.mca) with {count}{which}");
            loaded.spelling.raw.chunk = chunk.to_string().parse().ok();
        }
        let open = match self.open(&loaded) {
            Err(problem) => return answer(Part::Damage(&problem)),
            Ok(open) => open,
        };
        let mut status = answer(Part::File(&open))?;
        if is_elsewhere {
            return Ok(status);
        }
        for value in open.values() {
            status = status.max(answer(Part::Value(&value))?);
        }
        if status == Status::Rejected {
            if let ([layer, ..], false, false) = (open.layers(), self.silent, self.explained) {
                eprintln!("note: the file is {layer}: offsets of values are relative to its contents");
            }
            open.say_hint();
        }
        match &open.damage {
            Some(damage) => Ok(status.max(answer(Part::Damage(damage))?)),
            None => Ok(status),
        }
    }
}

impl Frames {
    /// Reads the length before a value, and returns it unless it is invalid. At the end of the stream, nothing is read.
    fn head(&self, reader: &mut dyn Read, head: &mut Vec<u8>) -> io::Result<Option<u64>> {
        match self {
            Self::Godot(framing, ..) => {
                reader.take(framing.head_len() as u64).read_to_end(head)?;
                let Ok(bytes) = <[u8; 4]>::try_from(&**head) else { return Ok(None) };
                let is_big = framing.head_of(1).is_ok_and(|head| head.first() == Some(&0));
                let length = if is_big { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) };
                Ok(Some(length.into()))
            }
            Self::Packets(..) => loop {
                if reader.take(1).read_to_end(head)? == 0 || head.len() > 5 {
                    return Ok(None);
                }
                if let Some((_, length)) = packets::lengths(head) {
                    return Ok(Some(length as u64));
                }
            },
        }
    }

    fn arrangement(&self) -> Arrangement {
        match self {
            Self::Packets(..) => Arrangement::Packets,
            Self::Godot(framing, ..) => Arrangement::Framed(*framing),
        }
    }

    /// Returns the value of a frame, with its offset in the frame.
    fn value<'b>(&'b self, frame: &'b [u8], number: usize) -> Result<Placed<'b>, StreamError> {
        match self {
            Self::Godot(framing, format, longest) => {
                // Only the lengths matter here, and not the dialect.
                let codec = || Codec::new(Dialect::GODOT_4).framing(*framing).max_frame(*longest);
                let whole = framing.frames(frame).next().and_then(Result::ok);
                if whole.is_none_or(|whole| whole.payload.len() > *longest) {
                    Reader::new(codec(), frame).next_frame()?;
                }
                let at = framing.head_len();
                Ok((at, Cow::Borrowed(frame.get(at..).unwrap_or_default()), Cow::Borrowed(format)))
            }
            Self::Packets(packets, thresholds) => {
                let (at, bytes) = packets.first(frame, thresholds.of(number))?;
                let format = packets.format(&bytes);
                Ok((at, Cow::Owned(bytes), format))
            }
        }
    }
}
