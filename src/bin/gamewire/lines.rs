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

/// Answers every line of the input with one line; a bad line does not end the run.
///
/// Answers are held back only while further lines are already there: whoever asks line by line gets each
/// answer at once.
pub fn each(
    path: Option<&Path>,
    longest: Option<usize>,
    out: &mut dyn Write,
    mut answer: impl FnMut(&[u8], &mut dyn Write) -> io::Result<Status>,
) -> Outcome {
    let path = path.unwrap_or(Path::new("-"));
    let longest = longest.unwrap_or(LONGEST);
    let most = u64::try_from(longest).unwrap_or(u64::MAX).saturating_add(1);
    let mut reader = BufReader::with_capacity(BUFFER, input::open(path)?);
    let mut out = BufWriter::with_capacity(BUFFER, out);
    let mut line = Vec::new();
    let mut status = Status::Well;
    loop {
        line.clear();
        let read = reader.by_ref().take(most).read_until(b'\n', &mut line);
        if read.map_err(|error| Stop::file(path, &error))? == 0 {
            out.flush()?;
            return Ok(status);
        }
        if line.len() > longest {
            let message = format!("a line is longer than {longest} bytes; --max-size allows more");
            Problem { offset: longest, kind: "length_limit", message }.write(&mut out)?;
            out.write_all(b"\n")?;
            out.flush()?;
            return Ok(Status::Rejected); // Its end may never come.
        }
        status = status.and(answer(line.trim_ascii(), &mut out)?);
        out.write_all(b"\n")?;
        if reader.buffer().is_empty() {
            out.flush()?;
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
        let spelled = if raw.base64 { unbase64(line, &mut bytes) } else { unhex(line, &mut bytes) };
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
