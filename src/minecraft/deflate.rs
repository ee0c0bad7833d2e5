//! Deflate data of bounded length: that of compressed packets, of the recordings in zip archives, and of built-in text.

use std::io::{self, Read, Write as _};

use flate2::Compression;
use flate2::bufread::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};
use flate2::write::ZlibEncoder;
#[cfg(feature = "packets")]
use flate2::{Decompress, FlushDecompress, Status, write::DeflateEncoder};

/// Decompresses zlib data and appends up to one byte more than the limit. Returns the number of bytes after the data.
pub(crate) fn inflate(data: &[u8], limit: usize, contents: &mut Vec<u8>) -> io::Result<usize> {
    let mut decoder = ZlibDecoder::new(data);
    read_limited(&mut decoder, limit, contents)?;
    Ok(decoder.into_inner().len())
}

/// Unpacks a text that is a part of this program: deflate data without a header.
pub(crate) fn inflated_text(packed: &[u8]) -> String {
    let mut text = String::new();
    let read = DeflateDecoder::new(packed).read_to_string(&mut text);
    // The bytes are a part of this program, so they are valid.
    debug_assert!(read.is_ok());
    text
}

/// Compresses bytes to zlib data.
pub(crate) fn deflate(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes)?;
    encoder.finish()
}

/// Decompresses gzip data. Returns `None` if it is damaged or exceeds the limit.
pub(crate) fn gunzip(data: &[u8], limit: usize) -> Option<Vec<u8>> {
    let mut contents = Vec::new();
    read_limited(&mut MultiGzDecoder::new(data), limit, &mut contents).ok()?;
    (contents.len() <= limit).then_some(contents)
}

/// Deflate data without a header, as far as it can be decompressed.
#[cfg(feature = "packets")]
pub(crate) struct Inflated {
    /// The contents, with at most `PART` bytes more than the limit.
    pub(crate) contents: Vec<u8>,
    /// The number of bytes of the data that were read.
    pub(crate) read: usize,
    /// Whether the end of the data was reached. If it was not, all of the data was read, or the rest is damaged.
    pub(crate) is_whole: bool,
}

/// Decompresses deflate data without a header as far as possible, until the contents exceed the limit.
#[cfg(feature = "packets")]
pub(crate) fn inflate_raw(data: &[u8], limit: usize) -> Inflated {
    let mut decoder = Decompress::new(false);
    let mut inflated = Inflated { contents: Vec::new(), read: 0, is_whole: false };
    let mut part = [0; PART];
    loop {
        let rest = data.get(inflated.read..).unwrap_or_default();
        let (read, written) = (decoder.total_in(), decoder.total_out());
        let status = decoder.decompress(rest, &mut part, FlushDecompress::None);
        let count = |now: u64, before: u64| usize::try_from(now - before).unwrap_or_default();
        let (read, written) = (count(decoder.total_in(), read), count(decoder.total_out(), written));
        inflated.read += read;
        inflated.contents.extend_from_slice(part.get(..written).unwrap_or_default());
        inflated.is_whole = matches!(status, Ok(Status::StreamEnd));
        let is_stuck = read == 0 && written == 0;
        if inflated.is_whole || status.is_err() || is_stuck || inflated.contents.len() > limit {
            return inflated;
        }
    }
}

/// Compresses bytes with deflate, without a header. If `is_whole` is false, the data has no end, so that more may follow.
#[cfg(feature = "packets")]
pub(crate) fn deflate_raw(bytes: &[u8], is_whole: bool) -> io::Result<Vec<u8>> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes)?;
    if is_whole {
        return encoder.finish();
    }
    encoder.flush()?;
    Ok(encoder.get_ref().clone())
}

/// The reasons for errors, instead of those of each decompressor.
pub(crate) const MISSING: &str = "its end is missing";
pub(crate) const CORRUPT: &str = "it cannot be decompressed";

/// The number of bytes that are unpacked at once.
pub(crate) const PART: usize = 8 << 10;

/// Appends up to one byte more than the limit. If there is an error, the bytes before it are kept.
pub fn read_limited(decoder: &mut impl Read, limit: usize, contents: &mut Vec<u8>) -> io::Result<()> {
    let one_more = u64::try_from(limit - contents.len()).unwrap_or(u64::MAX).saturating_add(1);
    let mut decoder = decoder.take(one_more);
    // The part that contains an error is lost, so short parts lose less.
    let mut part = [0; PART];
    loop {
        match decoder.read(&mut part) {
            Ok(0) => return Ok(()),
            Ok(count) => contents.extend_from_slice(part.get(..count).unwrap_or_default()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => {
                let is_cut = error.kind() == io::ErrorKind::UnexpectedEof;
                return Err(io::Error::new(error.kind(), if is_cut { MISSING } else { CORRUPT }));
            }
        }
    }
}
