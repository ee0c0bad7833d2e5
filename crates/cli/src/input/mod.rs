//! Reads input from a file or from standard input, as raw bytes, hexadecimal digits or base64.

pub mod advice;
pub mod chunk;
pub mod containers;
pub mod external;
pub mod lines;
pub mod many;
pub mod memory;
pub mod packets;
pub mod sample;
pub mod secret;
pub mod stream;
pub mod target;

pub use advice::Hint;
pub use chunk::AskedChunk;
pub use containers::Notes;
pub use many::Several;
pub use packets::{Packets, Thresholds};
pub use secret::Secret;
pub use stream::Part;
pub use target::{At, Target};

use std::fs::File;
use std::io::{self, ErrorKind, IsTerminal as _, Read};
use std::path::Path;

use gamewire_files::shared::pasted;

use crate::args::Raw;
use crate::output::{Problem, Stop, eprintln, reason, shown, wrong};
use crate::values::{unbase64, unhex};

/// The default limit for inputs of unknown length.
const ENDLESS: usize = 1 << 30;

pub fn open(path: &Path) -> Result<Box<dyn Read>, Stop> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin()));
    }
    Ok(Box::new(File::open(path).map_err(|error| missing(path, &error))?))
}

/// Returns the error for a file that cannot be opened. If the name is the text of a value, the message tells how to
/// pass it.
fn missing(path: &Path, error: &io::Error) -> Stop {
    match error.kind() {
        ErrorKind::NotFound if is_value(&path.to_string_lossy()) => {
            Stop::Wrong(format!("{}: {}; {FROM_FILE}", shown(path), reason(error)))
        }
        _ => Stop::file(path, error),
    }
}

/// Advice for a value in the place of a file.
pub const FROM_FILE: &str = "a value is read from a file, or from standard input if - is given instead; commands that read bytes take digits with --hex";

/// Returns whether a word is rather the text of a value, or a part of it, than the name of a file.
pub fn is_value(word: &str) -> bool {
    let digits = word.strip_prefix("0x").unwrap_or(word).trim_end_matches([',', ']']);
    word.starts_with(['{', '[', '"'])
        || word.ends_with([')', '='])
        || digits.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b' ')
}

pub fn read(path: &Path) -> Result<Vec<u8>, Stop> {
    read_up_to(path, None)
}

/// Reads a whole file. Inputs of unknown length, such as standard input, may have at most `limit` bytes.
pub fn read_up_to(path: &Path, limit: Option<usize>) -> Result<Vec<u8>, Stop> {
    all_of(open(path)?, path, limit)
}

/// Reads the rest of an input. It is an error if the input is longer than its limit.
pub fn all_of(reader: impl Read, path: &Path, limit: Option<usize>) -> Result<Vec<u8>, Stop> {
    let most = most(path, limit);
    let mut bytes = Vec::new();
    let read = reader.take((most as u64).saturating_add(1)).read_to_end(&mut bytes);
    read.map_err(|error| Stop::file(path, &error))?;
    if bytes.len() > most {
        return wrong!("{}: more than {most} bytes; raise the limit with --max-size", shown(path));
    }
    Ok(bytes)
}

/// Returns the limit of an input. Regular files have none.
pub fn most(path: &Path, limit: Option<usize>) -> usize {
    let file = path != Path::new("-") && std::fs::metadata(path).is_ok_and(|file| file.is_file());
    if file { usize::MAX } else { limit.unwrap_or(ENDLESS) }
}

/// The bytes of an input, or the error in its hexadecimal or base64 text.
pub type Loaded = Result<Vec<u8>, Problem>;

/// Reads a file, or standard input if there is no path.
pub fn given(path: Option<&Path>, limit: Option<usize>) -> Result<Vec<u8>, Stop> {
    match path {
        Some(path) => read_up_to(path, limit),
        None if io::stdin().is_terminal() => {
            wrong!("no INPUT: pass a file, or - to type the input")
        }
        None => read_up_to(Path::new("-"), limit),
    }
}

/// Loads the bytes of an input.
pub fn load(path: Option<&Path>, raw: &Raw) -> Result<Loaded, Stop> {
    let read = given(path, raw.max_size);
    let taken = raw.secret.password.as_deref().map(Path::new).filter(|word| path.is_none() && word.is_file());
    match (read, taken) {
        (read, Some(word)) if read.as_ref().map_or(true, Vec::is_empty) => {
            wrong!("no INPUT: {} was taken as the password; pass the password before it", shown(word))
        }
        (read, _) => Ok(unspelled(read?, raw)),
    }
}

/// Returns whether bytes are no text. Text of 16 bits for each character has zero bytes, too.
pub fn is_binary(bytes: &[u8]) -> bool {
    bytes.iter().any(|byte| matches!(byte, 1..=8 | 14..=31)) && !bytes.starts_with(&[0xff, 0xfe])
}

/// Returns the bytes of an input, after decoding hexadecimal or base64 text.
pub fn unspelled(text: Vec<u8>, raw: &Raw) -> Loaded {
    let (option, read) = match (raw.hex, raw.base64) {
        (true, _) => ("--hex", unhex(&text)),
        (_, true) => ("--base64", unbase64(&text)),
        _ => return Ok(text),
    };
    let is_json = matches!(text.trim_ascii_start(), [b'"' | b'{', ..]);
    let printed = if is_json { advice::printed(&text) } else { None };
    if raw.hex && pasted::are_rather_bits(&text) {
        eprintln!("note: the digits are read as hexadecimal, not as bits");
    }
    match (printed, read) {
        (Some(advice), _) => Err(Problem::new("hex", advice)),
        (None, Err(_)) if is_binary(&text) => {
            Err(Problem::new("hex", format!("the input is binary, and no text: leave out {option}")))
        }
        (None, read) => read,
    }
}
