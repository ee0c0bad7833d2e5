//! Bytes as hexadecimal digits, and as base64.

use std::io::{self, Write};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

use crate::pasted;
use crate::problem::Problem;

/// Replaces what `bytes` holds by what the digits mean; white space between them does not count. What is not digits
/// alone may be bytes in another form: see [`pasted`].
pub fn unhex(text: &[u8], bytes: &mut Vec<u8>) -> Result<(), Problem> {
    let problem = match digits(text, bytes) {
        Ok(()) => return Ok(()),
        Err(problem) => problem,
    };
    match std::str::from_utf8(text).ok().and_then(pasted::bytes) {
        Some(pasted) => {
            *bytes = pasted;
            Ok(())
        }
        None => Err(problem),
    }
}

fn digits(text: &[u8], bytes: &mut Vec<u8>) -> Result<(), Problem> {
    bytes.clear();
    // Seven digits in front of each line: hexdump without -C, which prints words and not bytes.
    if text.starts_with(b"0000000 ") {
        let message = "these are the words of hexdump, whose bytes are swapped: hexdump -C and xxd are read";
        return Err(Problem { offset: 0, kind: "hex", message: message.into() });
    }
    let mut high = None;
    for (at, &character) in text.iter().enumerate() {
        let Some(digit) = char::from(character).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
        else {
            if character.is_ascii_whitespace() {
                continue;
            }
            let message = format!("character {} is no hexadecimal digit", at + 1);
            return Err(Problem { offset: bytes.len(), kind: "hex", message });
        };
        match high.take() {
            None => high = Some(digit),
            Some(high) => bytes.push(high << 4 | digit),
        }
    }
    match high {
        None => Ok(()),
        Some(_) => {
            let message = "the number of hexadecimal digits is odd".into();
            Err(Problem { offset: bytes.len(), kind: "hex", message })
        }
    }
}

/// Replaces what `bytes` holds by what the base64 text means; white space does not count.
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
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |nibble: u8| DIGITS.get(usize::from(nibble)).copied().unwrap_or_default();
    let mut text = [0; 128];
    for chunk in bytes.chunks(text.len() / 2) {
        for (pair, byte) in text.chunks_exact_mut(2).zip(chunk) {
            pair.copy_from_slice(&[digit(byte >> 4), digit(byte & 15)]);
        }
        out.write_all(text.get(..chunk.len() * 2).unwrap_or_default())?;
    }
    Ok(())
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
        assert_eq!((problem.offset, problem.message.as_str()), (1, "character 5 is no hexadecimal digit"));
        assert_eq!(unhex(b"000", &mut bytes).unwrap_err().offset, 1);
        assert!(unbase64(b"AB!=", &mut bytes).is_err());
    }
}
