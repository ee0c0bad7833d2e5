//! Text that is built into the program, packed by zstd.

use std::io::Read;

/// Unpacks a text of this program.
pub(crate) fn text(packed: &[u8]) -> String {
    let mut text = String::new();
    let read = ruzstd::decoding::StreamingDecoder::new(packed);
    let read = read.map_err(drop).and_then(|mut read| read.read_to_string(&mut text).map_err(drop));
    // The bytes are a part of this program, so they are valid.
    debug_assert_eq!(read.map(drop), Ok(()));
    text
}
