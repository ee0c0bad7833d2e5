//! Parses bytes in the notations that people copy from the output of programs, debuggers, engines and network
//! captures.
//!
//! | form | printed by |
//! |---|---|
//! | `02000043`, `02 00`, `02:00`, `02-00` | debuggers, captures, `xxd -p`, `bytes.hex(':')`; Wireshark's *Follow stream*, raw |
//! | `[2, 0, 0, 67]`, `PackedByteArray(2, 0)` | `print()` of an engine, JSON, Python |
//! | `<Buffer 02 00>`, `Uint8Array(2) [ 2, 0 ]`, `{"type":"Buffer","data":[2,0]}` | Node and browsers |
//! | `0x02,0x00`, `char peer0_0[] = { 0x02, 0x00 };` | source code, `xxd -i`, Wireshark's *C Arrays* |
//! | `\x02\x00`, `b'\x02\x00C'`, `bytearray(b'..')`, `"\x02\0"` | Python and C, Wireshark's *Escaped String*; adjacent strings are joined |
//! | `00000000  02 00 .. \|..\|`, `00000000: 0200 ..  ..` | `hexdump -C`, `xxd`, `lldb`; `xxd -e` in groups of four or eight bytes |
//! | `0x7ffe0010:\t0x02\t0x00` | `gdb`, `x/16xb` |
//! | `0000   02 00 ..   ..`, `00000000  02 00 ..  ..` | Wireshark's *Copy as Hex Dump* and *Follow stream*, `tshark -x`, PowerShell's `Format-Hex` |
//! | `0x0000:  0200 ..  ..` | `tcpdump -x` and `-X` |
//! | `0000000 02 00`, `0000000 0002`, `0000000 000002`, `0000000 002  \0` | `od`, also with `-t x1`, `-x`, `-b`, `-c`, and `hexdump`; words are little-endian, as on nearly every machine |
//! | `│00000000│ 02 00 ..│` | `hexyl` |
//! | `AgAAQw==` | Base64, if the text cannot be digits |
//!
//! All lines of a dump must have the same form. The offset of each line must be the number of bytes before it, and
//! the characters beside the bytes must match them. A line `*` stands for repetitions of the line before it. A dump
//! is refused if two forms, two byte orders or two bases of the offsets fit and give different bytes. Also refused
//! are numbers of two decimal digits, one to a line or with commas, and the output of `od -t u1`, `od -t d2` and
//! `hexdump -d`. Groups of two bytes in the order of `xxd -e -g2` are read like those of `xxd` if no character shows
//! the order. Comments of C are skipped.
//!
//! These notations are conventions of programs that separate columns by spaces. They have no grammar, so they are
//! parsed without parser combinators.

mod base64;
mod dump;
mod list;
mod quoted;

use gamewire::error::TextError;
use gamewire::shared::TextFault;

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

const NOT_A_DIGIT: &str = "this is not a hexadecimal digit";

fn read(text: &str) -> Read<'_> {
    let trimmed = text.trim();
    if trimmed.bytes().all(|one| one.is_ascii_hexdigit()) {
        let mut bytes = Vec::with_capacity(trimmed.len() / 2);
        return pairs([trimmed], &mut bytes).map(|()| bytes);
    }
    if let Some(bytes) = dump::read(text) {
        return bytes;
    }
    if quoted::is(trimmed) {
        return quoted::read(trimmed);
    }
    if base64::is(trimmed) {
        return base64::read(trimmed);
    }
    list::read(trimmed)
}

/// Parses words of hexadecimal digits. A byte may begin in one word and end in the next.
fn pairs<'t>(words: impl IntoIterator<Item = &'t str>, out: &mut Vec<u8>) -> Result<(), TextFault<'t>> {
    let mut high = None;
    let digits = words.into_iter().flat_map(|word| word.char_indices().map(move |(at, one)| (word, at, one)));
    for (word, at, character) in digits {
        let from = word.get(at..).unwrap_or_default();
        let Some(digit) = character.to_digit(16).and_then(|digit| u8::try_from(digit).ok()) else {
            return Err(TextFault::new(from, NOT_A_DIGIT));
        };
        match high.take() {
            None => high = Some((digit, from)),
            Some((high, _)) => out.push(high << 4 | digit),
        }
    }
    match high {
        None => Ok(()),
        Some((_, from)) => Err(TextFault::new(from, "the number of hexadecimal digits is odd")),
    }
}
