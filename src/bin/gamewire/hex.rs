//! Bytes as hexadecimal digits, and as base64.

use std::io::{self, Write};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use gamewire::pasted;

use crate::problem::Problem;

#[path = "../../hex/digits.rs"]
mod digits;

/// Replaces `bytes` by the bytes of a text: digits, with or without white space, or any form that [`pasted`] reads.
pub fn unhex(text: &[u8], bytes: &mut Vec<u8>) -> Result<(), Problem> {
    bytes.clear();
    let problem = |message: String| Problem { offset: 0, kind: "hex", message };
    // A text of a program that writes no UTF-8 has characters that nobody needs.
    let text = String::from_utf8_lossy(text);
    *bytes = pasted::bytes(&text).map_err(|error| problem(error.to_string()))?;
    Ok(())
}

/// Replaces `bytes` by the bytes of a base64 text; white space is ignored.
pub fn unbase64(text: &[u8], bytes: &mut Vec<u8>) -> Result<(), Problem> {
    bytes.clear();
    let text: Vec<u8> = text.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
    BASE64_STANDARD.decode_vec(text, bytes).map_err(|error| {
        let message = format!("not base64: {error}");
        Problem { offset: bytes.len(), kind: "base64", message }
    })
}

/// Writes bytes as digits.
pub fn write_hex(bytes: &[u8], out: &mut dyn Write) -> io::Result<()> {
    digits::parts(bytes, |digits| out.write_all(digits.as_bytes()))
}

/// Writes bytes as base64.
pub fn write_base64(bytes: &[u8], out: &mut dyn Write) -> io::Result<()> {
    out.write_all(BASE64_STANDARD.encode(bytes).as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_read_and_write() {
        let mut bytes = vec![9; 3];
        unhex(b" 00 ff\t1\nA\r\n", &mut bytes).unwrap();
        assert_eq!(bytes, [0, 0xff, 0x1a]);
        let all: Vec<u8> = (0..=255).collect();
        let mut text = Vec::new();
        write_hex(&all, &mut text).unwrap();
        assert!(text.starts_with(b"00010203") && text.ends_with(b"fdfeff"));
        unhex(&text, &mut bytes).unwrap();
        assert_eq!(bytes, all);
    }

    #[test]
    fn what_is_no_digit_has_its_place() {
        let mut bytes = Vec::new();
        let problem = unhex(b"00 0g", &mut bytes).unwrap_err();
        assert_eq!(problem.message, "at line 1, column 5: this is no hexadecimal digit");
        let problem = unhex(b"00\n0", &mut bytes).unwrap_err();
        assert_eq!(problem.message, "at line 2, column 1: the number of hexadecimal digits is odd");
        assert!(unbase64(b"AB!=", &mut bytes).is_err());
    }
}
