//! Parses bytes in the notations that people copy from the output of programs, debuggers, engines and network
//! captures.
//!
//! | form | printed by |
//! |---|---|
//! | `02000043`, `02 00`, `02:00`, `02-00`, `02.00` | debuggers, captures, `xxd -p`, `bytes.hex(':')`; Wireshark's *Follow stream*, raw |
//! | `[2, 0, 0, 67]`, `PackedByteArray(2, 0)`, `PackedByteArray("AgAAQw==")` | `print()` and `var_to_str` of an engine, JSON, Python |
//! | `bytes.fromhex("0200")`, `Buffer.from("0200", "hex")` | source code |
//! | `array('B', [2, 0])`, `array([2, 0], dtype=uint8)` | Python's `array`, NumPy |
//! | `2, 0, -5`, `byteArrayOf(2, -5)`, `new byte[] {(byte) 0xfb}`, `[2, 0, fb]` | Java, Kotlin, C#, Rust's `{:x?}` |
//! | `<Buffer 02 00>`, `Uint8Array(2) [ 2, 0 ]`, `{"type":"Buffer","data":[2,0]}`, `{"0":2,"1":0}` | Node and browsers |
//! | `0x02,0x00`, `char peer0_0[] = { 0x02, 0x00 };`, `x'0200'`, `\x0200` | source code, `xxd -i`, Wireshark's *C Arrays*, SQL |
//! | `\x02\x00`, `b'\x02\x00C'`, `bytearray(b'..')`, `"\x02\0"` | Python and C, Wireshark's *Escaped String*; adjacent strings are joined |
//! | `00000000  02 00 .. \|..\|`, `00000000: 0200 ..  ..` | `hexdump -C`, `xxd`, `lldb`; `xxd -e` in groups of four or eight bytes |
//! | `0x7ffe0010:\t0x02\t0x00` | `gdb`, `x/16xb` |
//! | `0000   02 00 ..   ..`, `00000000  02 00 ..  ..` | Wireshark's *Copy as Hex Dump* and *Follow stream*, `tshark -x`, PowerShell's `Format-Hex` |
//! | `0x0000:  0200 ..  ..` | `tcpdump -x` and `-X` |
//! | `0000000 02 00`, `0000000 0002`, `0000000 000002`, `0000000 002  \0` | `od`, also with `-t x1`, `-x`, `-b`, `-c`, and `hexdump`; words are little-endian, as on nearly every machine |
//! | `│00000000│ 02 00 ..│`, `|00000000| 02 00 .. |` | `hexyl`; Netty, in the logs of servers |
//! | `02 00 61  ..a` | bytes and their characters |
//! | `.. buffer :0200` | minecraft-protocol, of a packet that it cannot read |
//! | `AgAAQw==` | Base64, if the text cannot be digits |
//!
//! All lines of a dump must have the same form. The offset of each line must be the number of bytes before it, and
//! the characters beside the bytes must match them. A line `*` stands for repetitions of the line before it. A dump
//! is refused if two forms, two byte orders or two bases of the offsets fit and give different bytes. Also refused
//! are numbers of two decimal digits with commas, or of one and two without them, groups of an odd number of hexadecimal
//! digits between blanks, and the output of `od -t u1`, `od -t d2` and `hexdump -d`. Groups of two bytes in the order
//! of `xxd -e -g2` are read like those of `xxd` if no character shows the order. Comments of C are skipped.
//!
//! No digits are left out silently: a number outside of the brackets must be the number of bytes inside of them, and
//! bytes before or after a dump are refused.
//!
//! These notations are conventions of programs that separate columns by spaces. They have no grammar, so they are
//! parsed without parser combinators. Dumps are read before lists, and without their tokens: the characters beside the bytes
//! can be quotes, brackets and slashes, in which a string or a comment would begin, and only the columns tell them from bytes.

mod dump;
mod list;

use std::borrow::Cow;

use gamewire::error::TextError;
use gamewire::shared::TextFault;
use gamewire::shared::base64;

/// The result of parsing a notation.
type Read<'t> = Result<Vec<u8>, TextFault<'t>>;

/// Parses the bytes of a text in any of the notations of this module.
///
/// # Errors
/// Returns an error if the text is in none of the notations, or has a mistake.
///
/// ```
/// use gamewire_files::shared::pasted::bytes;
///
/// for text in ["02 00 00 43", "[2, 0, 0, 67]", r"b'\x02\x00\x00C'", "0000   02 00 00 43   ...C", "AgAAQw=="] {
///     assert_eq!(bytes(text)?, [2, 0, 0, 0x43], "{text}");
/// }
/// let error = bytes("0000   02 00\n0010   43").unwrap_err();
/// assert_eq!(error.to_string(), "at line 2, column 1: the offset says 16 bytes, but 2 bytes come before it");
/// # Ok::<(), gamewire::TextError>(())
/// ```
pub fn bytes(text: &str) -> Result<Vec<u8>, TextError> {
    read(text).map_err(|fault| fault.in_text(text, ""))
}

/// Returns the text of a file, which is UTF-8, or UTF-16 after a byte order mark. In other text, only ASCII matters.
///
/// ```
/// use gamewire_files::shared::pasted::text;
///
/// assert_eq!(text(b"\xff\xfe0\x002\0"), "02");
/// ```
pub fn text(file: &[u8]) -> Cow<'_, str> {
    let unit: fn([u8; 2]) -> u16 = match file {
        [0xff, 0xfe, ..] => u16::from_le_bytes,
        [0xfe, 0xff, ..] => u16::from_be_bytes,
        _ => return String::from_utf8_lossy(file),
    };
    let units = file.chunks_exact(2).skip(1).filter_map(|pair| pair.try_into().ok().map(unit));
    char::decode_utf16(units).map(|one| one.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

const NOT_A_DIGIT: &str = "this is not a hexadecimal digit";

fn read(text: &str) -> Read<'_> {
    let text = text.trim_start_matches('\u{feff}');
    let trimmed = text.trim();
    // Base64 and digits have no zero bytes.
    if let Some((_, from)) = trimmed.split_once('\0') {
        return Err(TextFault::new(from, "the text has zero bytes: if it is UTF-16, save it as UTF-8"));
    }
    // PostgreSQL prints bytes after `\x`. A few digits can also be characters after one escaped byte.
    let digits = trimmed.strip_prefix("\\x").filter(|digits| digits.len() >= 8).unwrap_or(trimmed);
    if digits.bytes().all(|one| one.is_ascii_hexdigit()) {
        return list::pairs(&[digits]);
    }
    // minecraft-protocol prints a packet that it cannot read so.
    if let Some((before, buffer)) = trimmed.rsplit_once("buffer :")
        && !before.contains('\n')
    {
        return list::groups(buffer);
    }
    let between_dots: Option<Vec<u8>> = trimmed.split('.').map(byte).collect();
    if let Some(bytes) = between_dots.filter(|bytes| bytes.len() > 2) {
        return Ok(bytes);
    }
    if let Some(bytes) = dump::read(text) {
        return bytes;
    }
    if is_base64(trimmed) {
        return of_base64(trimmed);
    }
    list::read(trimmed).map_err(|fault| {
        let has_escapes = trimmed.contains("\\x")
            && !trimmed.contains(['"', '\''])
            && trimmed.split("\\x").skip(1).all(|after| after.get(..2).and_then(byte).is_some());
        let ends = trimmed.lines().filter(|line| line.trim_end().ends_with('=')).count();
        let quoted = "if this is text with escapes such as \\x02, put it in quotes";
        let several = "each line is Base64 of its own: gamewire decode reads them with --lines";
        match has_escapes {
            true => TextFault::new(trimmed, quoted),
            false if ends > 1 && trimmed.lines().all(|line| of_base64(line.trim()).is_ok()) => {
                TextFault::new(trimmed, several)
            }
            false => fault,
        }
    })
}

/// Returns whether a text can only be Base64. Hexadecimal digits with a mistake in them do not count.
fn is_base64(text: &str) -> bool {
    let digits = base64::without_padding(text);
    let padding = text.len() - digits.len();
    let others =
        digits.chars().filter(|one| one.is_ascii() && !one.is_ascii_hexdigit() && !one.is_whitespace());
    let of_alphabet = |one: char| base64::digit(one).is_some() || one.is_whitespace();
    let count = digits.chars().filter(|one| !one.is_whitespace()).count();
    let whole = match padding {
        0 => count % 4 != 1,
        _ => (count + padding).is_multiple_of(4) && padding < 3,
    };
    // Digits with a mistake have one or two other characters.
    let many = others.fold(0_u128, |seen, one| seen | 1 << u32::from(one)).count_ones()
        >= if padding > 0 { 1 } else { 4 };
    let mixed = digits.chars().any(|one| one.is_ascii_uppercase())
        && digits.chars().any(|one| one.is_ascii_lowercase() || one.is_ascii_digit());
    digits.chars().all(of_alphabet) && whole && many && (padding > 0 || mixed && count % 4 == 0)
}

fn of_base64(text: &str) -> Read<'_> {
    let digit = |at: usize| TextFault::new(text.get(at..).unwrap_or_default(), "this is not a Base64 digit");
    base64::bytes(text).map_err(digit)
}

/// Parses two hexadecimal digits.
fn byte(digits: &str) -> Option<u8> {
    let is_pair = digits.len() == 2 && digits.bytes().all(|one| one.is_ascii_hexdigit());
    is_pair.then(|| u8::from_str_radix(digits, 16).ok())?
}

/// Returns the byte of a backslash and this character, in C and Python.
fn escaped(character: u8) -> Option<u8> {
    Some(match character {
        b'0' => 0,
        b'a' => 7,
        b'b' => 8,
        b't' => b'\t',
        b'n' => b'\n',
        b'v' => 11,
        b'f' => 12,
        b'r' => b'\r',
        b'\\' | b'\'' | b'"' => character,
        _ => return None,
    })
}

/// Returns whether words are rather the bits of bytes than four bytes each, of which small numbers have only one digit.
pub fn are_rather_bits(text: &[u8]) -> bool {
    let words = || text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let is_byte = |word: &[u8]| word.len() == 8 && word.iter().all(|bit| matches!(bit, b'0' | b'1'));
    let is_large = |word: &[u8]| word.chunks(2).skip(1).any(|pair| pair.starts_with(b"1"));
    words().all(|word| is_byte(word.strip_prefix(b"0b").unwrap_or(word))) && words().any(is_large)
}
