//! `--lines`: one value per line, one answer per line, in constant memory.

use std::io::{self, BufRead as _, BufReader, BufWriter, Read as _, Write};
use std::path::Path;

use crate::args::{Inputs, Meaning, Spelling};
use crate::auto::Chooser;
use crate::codec::Codec;
use crate::hex::{unbase64, unhex};
use crate::outcome::{Outcome, Status, Stop};
use crate::problem::Problem;
use crate::say::eprintln;
use crate::{input, many};

/// How much is read and written at once.
const BUFFER: usize = 64 << 10;
/// The longest line, unless `--max-size` says otherwise. Input without line ends must not take all memory.
const LONGEST: usize = 64 << 20;
/// How many times the longest line is read past to find the end of one that is longer.
const FAR: u64 = 16;

/// Answers every line of the input with one line; a bad line does not end the run.
///
/// Answers are held back only while further lines are already there: whoever asks line by line gets each
/// answer at once.
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
            let message = format!("a line is longer than {longest} bytes; --max-size allows more");
            status = status
                .and(answer(Err(Problem { offset: longest, kind: "length_limit", message }), &mut out)?);
            out.write_all(b"\n")?;
            out.flush()?;
            line = Vec::new();
            // Its end may never come; if it does, the lines after it are answered.
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

/// Passes over the rest of a line, or gives up after so many bytes: whether there may be another line.
fn to_the_next(reader: &mut impl io::BufRead, most: u64) -> io::Result<bool> {
    let mut left = most;
    loop {
        let bytes = reader.fill_buf()?;
        let end = bytes.iter().position(|byte| *byte == b'\n');
        let count = end.map_or(bytes.len(), |at| at + 1);
        reader.consume(count);
        match (end, left.checked_sub(count as u64)) {
            (Some(_), _) => return Ok(true),
            (None, Some(less)) if count > 0 => left = less,
            _ => return Ok(false),
        }
    }
}

/// The same, with each line as bytes: hexadecimal unless the source says base64.
pub fn each_value(
    inputs: &Inputs,
    meaning: &Meaning,
    out: &mut dyn Write,
    mut answer: impl FnMut(Result<(&[u8], &Codec), Problem>, &mut dyn Write) -> io::Result<Status>,
) -> Outcome {
    let Spelling { raw, skip, .. } = &inputs.spelling;
    let chooser = Chooser::new(meaning);
    let mut bytes = Vec::new();
    let mut hint = None;
    let status = each(many::only(&inputs.paths)?, raw.max_size, out, |line, out| {
        let spelled = line.and_then(|line| match raw.base64 {
            true => unbase64(line, &mut bytes),
            false => unhex(line, &mut bytes),
        });
        let value = spelled.and_then(|()| skip.of(&bytes));
        let status = match value.and_then(|value| Ok((value, chooser.choose(value)?))) {
            Ok((value, codec)) => answer(Ok((value, &codec)), out)?,
            Err(problem) => answer(Err(problem), out)?,
        };
        // Of many lines in another dialect, the first tells.
        if status == Status::Rejected && hint.is_none() {
            hint = Some(skip.of(&bytes).ok().and_then(|value| chooser.other(value)));
        }
        Ok(status)
    })?;
    if let Some(Some(format)) = hint {
        eprintln!("hint: {format} reads the first of the lines that were refused");
    }
    Ok(status)
}
