//! Frames out of a file or socket, one at a time.

use std::io::{self, ErrorKind, Read};

use thiserror::Error;

use super::{Framing, parse_frame};
use crate::error::{DecodeError, Fault, Path};

/// Reads one frame after the other into the caller's buffer: any number of them in the memory of the largest.
///
/// ```
/// use gamewire::godot::{Dialect, FrameReader, Framing};
///
/// let file: &[u8] = &[8, 0, 0, 0, 2, 0, 0, 0, 7, 0, 0, 0];
/// let mut frames = FrameReader::new(Framing::STORE_VAR, file);
/// let mut buffer = Vec::new();
/// while let Some(offset) = frames.next_into(&mut buffer)? {
///     assert_eq!(offset, 4);
///     assert_eq!(Dialect::GODOT_3.parse(&buffer)?, 7.into());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct FrameReader<R> {
    framing: Framing,
    reader: R,
    offset: usize,
}

/// Why there is no next frame.
#[derive(Debug, Error)]
pub enum StreamError {
    /// The reader failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The stream ends inside a length or before the bytes that it announces.
    #[error(transparent)]
    Decode(#[from] DecodeError),
}

impl<R: Read> FrameReader<R> {
    /// Reads frames from `reader`; a `BufReader` around files and sockets pays.
    pub fn new(framing: Framing, reader: R) -> Self {
        Self { framing, reader, offset: 0 }
    }

    /// Replaces what is in `buffer` by the next frame's bytes and gives their offset; `None` at the end.
    ///
    /// Memory grows with the bytes that really come, whatever the length claims.
    ///
    /// # Errors
    /// If the reader fails, or ends inside a frame.
    pub fn next_into(&mut self, buffer: &mut Vec<u8>) -> Result<Option<usize>, StreamError> {
        buffer.clear();
        let mut word = [0; 4];
        let got = fill(&mut self.reader, &mut word)?;
        if got == 0 {
            return Ok(None);
        }
        let start = self.offset;
        let refuse = |read: &[u8], error| {
            let error = DecodeError::new(read.len(), Fault::of(error), "frame length", Path::default());
            Err(error.behind(start).into())
        };
        // Of the length alone, the parser says how many bytes are missing behind it.
        let missing = match parse_frame(self.framing, word.get(..got).unwrap_or_default()) {
            Ok(_) => 0,
            Err(error) if got < word.len() => return refuse(word.get(..got).unwrap_or_default(), error),
            Err(error) => Fault::of(error).kind.missing().unwrap_or_default(),
        };
        let came = (&mut self.reader).take(missing as u64).read_to_end(buffer)?;
        if came < missing {
            let whole = [&word, buffer.as_slice()].concat();
            if let Err(error) = parse_frame(self.framing, &whole) {
                return refuse(&whole, error);
            }
        }
        self.offset += word.len() + came;
        Ok(Some(start + word.len()))
    }
}

/// Reads until `place` is full or the input ends.
fn fill(reader: &mut impl Read, place: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while let Some(rest) = place.get_mut(filled..).filter(|rest| !rest.is_empty()) {
        match reader.read(rest) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}
