//! `--lines`: one value per line, one answer per line, in constant memory.

use std::io::{self, BufRead as _, BufReader, BufWriter, Read as _, Write};
use std::path::Path;

use gamewire_files::document::Format;

use crate::args::{Inputs, Meaning, Spelling};
use crate::input;
use crate::input::many;
use crate::input::packets::{self, Packets};
use crate::output::outcome::{Outcome, Status, Stop};
use crate::output::problem::Problem;
use crate::output::say::eprintln;
use crate::values::auto::Chooser;
use crate::values::hex::{unbase64, unhex};

/// The size of the buffers for reading and writing.
const BUFFER: usize = 64 << 10;
/// The default limit of a line. Without it, input without line ends could use all memory.
const LONGEST: usize = 64 << 20;
/// The number of bytes to skip in search of the end of a line that is too long, as a multiple of the limit.
const FAR: u64 = 16;

/// Answers each line of the input with one line. An invalid line does not end the run.
///
/// Answers are buffered only while further lines are available, so an interactive caller gets each answer at once.
pub fn each(
    path: Option<&Path>,
    longest: Option<usize>,
    out: &mut dyn Write,
    mut answer: impl FnMut(Result<&[u8], Problem>, &mut dyn Write) -> io::Result<Status>,
) -> Outcome {
    let path = path.unwrap_or(Path::new("-"));
    let longest = longest.unwrap_or(LONGEST);
    let most = u64::try_from(longest).unwrap_or(u64::MAX).saturating_add(1);
    let mut reader = BufReader::with_capacity(BUFFER, input::open(path)?);
    let mut out = BufWriter::with_capacity(BUFFER, out);
    let mut line = Vec::new();
    let mut status = Status::Success;
    loop {
        line.clear();
        let read = reader.by_ref().take(most).read_until(b'\n', &mut line);
        if read.map_err(|error| Stop::file(path, &error))? == 0 {
            out.flush()?;
            return Ok(status);
        }
        if line.len() > longest {
            let message = format!("the line is longer than {longest} bytes; raise the limit with --max-size");
            status = status.and(answer(Err(Problem::new("length_limit", message).at(longest)), &mut out)?);
            out.write_all(b"\n")?;
            out.flush()?;
            line = Vec::new();
            // The line may never end. If it does, the lines after it are answered.
            if !to_the_next(&mut reader, most.saturating_mul(FAR))
                .map_err(|error| Stop::file(path, &error))?
            {
                return Ok(status);
            }
            continue;
        }
        status = status.and(answer(Ok(line.trim_ascii()), &mut out)?);
        out.write_all(b"\n")?;
        if reader.buffer().is_empty() {
            out.flush()?;
        }
    }
}

/// Skips the rest of a line, up to a limit. Returns whether another line can follow.
fn to_the_next(reader: &mut impl io::BufRead, most: u64) -> io::Result<bool> {
    let mut left = most;
    loop {
        let bytes = reader.fill_buf()?;
        let end = memchr::memchr(b'\n', bytes);
        let count = end.map_or(bytes.len(), |at| at + 1);
        reader.consume(count);
        match (end, left.checked_sub(count as u64)) {
            (Some(_), _) => return Ok(true),
            (None, Some(less)) if count > 0 => left = less,
            _ => return Ok(false),
        }
    }
}

/// Calls `answer` with the bytes of each line, which is base64 if the arguments say so, and otherwise hexadecimal.
pub fn each_value(
    inputs: &Inputs,
    meaning: &Meaning,
    out: &mut dyn Write,
    mut answer: impl FnMut(Result<(&[u8], &Format), Problem>, &mut dyn Write) -> io::Result<Status>,
) -> Outcome {
    let Spelling { raw, skip, .. } = &inputs.spelling;
    meaning.refuse_recording().map_err(Stop::wrong)?;
    packets::lines_allow(inputs.spelling.named_frame())?;
    let packets = Packets::new(meaning, &inputs.spelling).map_err(Stop::wrong)?;
    let chooser = Chooser::new(meaning);
    let mut bytes = Vec::new();
    let mut hint = None;
    let status = each(many::only(&inputs.paths)?, raw.max_size, out, |line, out| {
        let spelled = line.and_then(|line| match raw.base64 {
            true => unbase64(line, &mut bytes),
            false => unhex(line, &mut bytes),
        });
        if let Some(packets) = &packets {
            let packet = spelled.and_then(|()| packets.only(skip.apply(&bytes)?));
            return match packet {
                Ok(packet) => answer(Ok((&packet, &packets.format(&packet))), out),
                Err(problem) => answer(Err(problem), out),
            };
        }
        let value = spelled.and_then(|()| skip.apply(&bytes));
        let status = match value.and_then(|value| Ok((value, chooser.choose(value)?))) {
            Ok((value, format)) => answer(Ok((value, &format)), out)?,
            Err(problem) => answer(Err(problem), out)?,
        };
        // If lines are in another dialect, the hint is about the first one.
        if status == Status::Rejected && hint.is_none() {
            hint = Some(skip.apply(&bytes).ok().and_then(|value| chooser.other(value)));
        }
        Ok(status)
    })?;
    if let Some(Some(format)) = hint {
        eprintln!("hint: the first rejected line is a value of {format}: pass --as {format}");
    }
    Ok(status)
}
