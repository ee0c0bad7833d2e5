//! `--lines`: one value per line, one answer per line, in constant memory.

use std::io::{self, BufRead as _, BufReader, BufWriter, Read as _, Write};
use std::path::Path;

use crate::args::Raw;
use crate::hex::{unbase64, unhex};
use crate::input;
use crate::outcome::{Outcome, Status, Stop};
use crate::problem::Problem;

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
    mut answer: impl FnMut(&[u8], &mut dyn Write) -> io::Result<Status>,
) -> Outcome {
    let path = path.unwrap_or(Path::new("-"));
    let longest = longest.unwrap_or(LONGEST);
    let most = u64::try_from(longest).unwrap_or(u64::MAX).saturating_add(1);
    let mut reader = BufReader::with_capacity(BUFFER, input::open(path)?);
    let mut out = BufWriter::with_capacity(BUFFER, io::stdout().lock());
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
    path: Option<&Path>,
    raw: &Raw,
    mut answer: impl FnMut(Result<&[u8], Problem>, &mut dyn Write) -> io::Result<Status>,
) -> Outcome {
    let mut bytes = Vec::new();
    each(path, raw.max_size, |line, out| {
        let spelled = if raw.base64 { unbase64(line, &mut bytes) } else { unhex(line, &mut bytes) };
        answer(spelled.map(|()| bytes.as_slice()), out)
    })
}
