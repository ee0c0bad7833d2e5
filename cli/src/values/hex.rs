//! Bytes as hexadecimal digits and as base64.

use std::io::{self, Write};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use gamewire::__private::hex_parts;
use gamewire::__private::pasted;

use crate::output::problem::Problem;

/// Replaces `bytes` by the bytes of a text, which has hexadecimal digits or any other form that [`pasted`] reads.
pub fn unhex(text: &[u8], bytes: &mut Vec<u8>) -> Result<(), Problem> {
    bytes.clear();
    let problem = |message: String| Problem::new("hex", message);
    // Text that is not UTF-8 can still be parsed, because only ASCII characters matter.
    let text = String::from_utf8_lossy(text);
    *bytes = pasted::bytes(&text).map_err(|error| problem(error.to_string()))?;
    Ok(())
}

/// Replaces `bytes` by the bytes of a base64 text. White space is ignored.
pub fn unbase64(text: &[u8], bytes: &mut Vec<u8>) -> Result<(), Problem> {
    bytes.clear();
    let text: Vec<u8> = text.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
    BASE64_STANDARD.decode_vec(text, bytes).map_err(|error| {
        let message = format!("not base64: {error}");
        Problem::new("base64", message).at(bytes.len())
    })
}

pub fn write_hex(bytes: &[u8], out: &mut dyn Write) -> io::Result<()> {
    hex_parts(bytes, |digits| out.write_all(digits.as_bytes()))
}

pub fn write_base64(bytes: &[u8], out: &mut dyn Write) -> io::Result<()> {
    out.write_all(BASE64_STANDARD.encode(bytes).as_bytes())
}
