//! `--lines`: one value per line, one answer per line, in constant memory.

use std::io::{self, BufRead as _, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::args::Input;
use crate::hex::{unbase64, unhex};
use crate::input;
use crate::outcome::{Outcome, Status, Stop};
use crate::problem::Problem;

/// How much is read and written at once.
const BUFFER: usize = 64 << 10;

/// Answers every line of the input with one line; a bad line does not end the run.
///
/// Answers are held back only while further lines are already there: whoever asks line by line gets each
/// answer at once.
pub fn each(
    input: Option<&PathBuf>,
    mut answer: impl FnMut(&[u8], &mut dyn Write) -> io::Result<Status>,
) -> Outcome {
    let path = input.map_or(Path::new("-"), PathBuf::as_path);
    let mut reader = BufReader::with_capacity(BUFFER, input::open(path)?);
    let mut out = BufWriter::with_capacity(BUFFER, io::stdout().lock());
    let mut line = Vec::new();
    let mut status = Status::Well;
    loop {
        line.clear();
        let read = reader.read_until(b'\n', &mut line).map_err(|error| Stop::file(path, &error))?;
        if read == 0 {
            out.flush()?;
            return Ok(status);
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
    source: &Input,
    mut answer: impl FnMut(Result<&[u8], Problem>, &mut dyn Write) -> io::Result<Status>,
) -> Outcome {
    let mut bytes = Vec::new();
    each(source.path.as_ref(), |line, out| {
        let spelled = if source.base64 { unbase64(line, &mut bytes) } else { unhex(line, &mut bytes) };
        answer(spelled.map(|()| bytes.as_slice()), out)
    })
}
