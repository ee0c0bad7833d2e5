//! Checks that bytes are read from text as people copy it. The text is what programs such as xxd and Wireshark print, in
//! `tests/fixtures/pasted`.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::positions::{positions_of_long, share};
use gamewire_files::shared::pasted::{bytes, text};

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/pasted")
}

/// Every file whose name begins with that of a file of bytes says those bytes.
#[test]
fn output_of_programs_is_read() {
    let mut count = 0;
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let Some(text) = name.strip_suffix(".txt") else { continue };
        let (bytes_of, form) = text.split_once('.').unwrap();
        let Ok(expected) = fs::read(folder().join(format!("{bytes_of}.bin"))) else { continue };
        let read = bytes(&fs::read_to_string(&path).unwrap());
        if form == "node-cut" {
            assert_eq!(
                read.unwrap_err().reason(),
                "54 more bytes were left out of the text: print all of them"
            );
            continue;
        }
        let read = read.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(read == expected, "{name}: {read:02x?}\nfor {expected:02x?}");
        count += 1;
    }
    assert!(count > 60, "{count}");
}

/// Reads dumps of every number of lines, each of which has the first bytes of the same packet.
#[test]
fn every_length_is_read() {
    let whole = fs::read(folder().join("packet.bin")).unwrap();
    for form in [
        "hexdump-C",
        "xxd",
        "wireshark-copy",
        "follow-hex",
        "format-hex-5",
        "format-hex-7",
        "hexyl",
        "od-tx1",
    ] {
        let text = fs::read_to_string(folder().join(format!("packet.{form}.txt"))).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let is_row = |line: &&str| line.contains("12 00 00 00 04 00") || line.contains("1200 0000 0400");
        let first = lines.iter().position(is_row).unwrap();
        for count in 1..=6 {
            let cut = lines[..first + count].join("\n");
            assert_eq!(bytes(&cut).unwrap(), whole[..16 * count], "{form}: {count}");
        }
    }
}

#[test]
fn the_two_directions_of_a_stream_are_separate() {
    for (name, line) in [("two.follow-hex.txt", 14), ("two.wireshark-c-arrays.txt", 14)] {
        let error = bytes(&fs::read_to_string(folder().join(name)).unwrap()).unwrap_err();
        assert!(error.reason().contains("copy only one of them"), "{name}: {error}");
        assert!(error.line() >= line, "{name}: {error}");
    }
}

#[test]
fn typed_expressions_are_read() {
    for text in [
        "[2, 0, 0, 67]",
        "[2,0,0,67]",
        "PackedByteArray([2, 0, 0, 67])",
        "PoolByteArray( 2, 0, 0, 67 )",
        "0x02,0x00,0x00,0x43",
        "{0x2, 0x0, 0x0, 0x43};",
        "0x02, 0, 0, 67",
        "0x02000043",
        "[0x02 0x00 0x00 0x43]",
        "02:00:00:43",
        "02-00-00-43",
        "02,00, 00,43",
        "[02, 00, 00, 43]",
        "\\x02\\x00\\x00\\x43",
        "\\x02 \\x00\n\\x00 \\x43",
        "b'\\x02\\x00\\x00C'",
        "\"\\x02\\0\\0C\"",
        "data = b\"\\x02\\x00\" b'\\x00C'",
        "00000000  02 00 00 43                                       |...C|\n00000004",
        "00000000: 0200 0043                                ...C",
        "00000000: 02 00 00 43  ...C\n",
        "0x7fffffffe000:\t0x02\t0x00\n0x7fffffffe002 <x+2>:\t0x00\t0x43",
        "0x100003f50: 02 00 00 43                                      ...C",
        "0000   02 00 00 43   ...C",
        "0000000 02 00 00 43",
        "Offset(h) 00 01 02 03 04 05 06 07\n\n00000000  02 00 00 43              ...C",
        "  Offset: 00 01 02 03 04 05 06 07   Decoded text\n00000000: 02 00 00 43   ...C",
        "02000043",
        "<02000\n043\n>",
        " 02\n00\t00 43\r\n",
        "<02000043>",
        "new Uint8Array([2, 0, 0, 67]);",
        "unsigned char x[4] = { 2, /* nothing */ 0, 0, // C\n 67 };",
        "AgAAQw==",
        "AgAA\nQw==",
    ] {
        assert_eq!(bytes(text).unwrap_or_else(|error| panic!("{text}: {error}")), [2, 0, 0, 0x43], "{text}");
    }
    assert_eq!(bytes(""), Ok(Vec::new()));
    assert_eq!(bytes("[]"), Ok(Vec::new()));
    // Words without an offset, and digits that begin with zeros, are digits.
    assert_eq!(bytes("00000000 05000000").unwrap(), [0, 0, 0, 0, 5, 0, 0, 0]);
    assert_eq!(bytes("0000 0500").unwrap(), [0, 0, 5, 0]);
}

/// The bytes of Java and Kotlin are signed.
#[test]
fn a_minus_is_a_sign_after_a_separator() {
    for text in [
        "2, 0, -5, -1",
        "2,0,-5,-1",
        "2 0 -5 -1",
        "2\n0\n-5\n-1\n",
        "2; 0; -5; -1",
        "[2, 0, -5, -1]",
        "[2 0 -5 -1]",
        "byteArrayOf(2, 0, -5, -1)",
        "new byte[] {2, 0, (byte) 0xfb, (byte) 255}",
        "byte[] data = new byte[4]{ 2, 0, -5, -1 };",
        "sbyte[] { 2, 0, -5, -1 }",
        "byteArrayOf(0x02, 0x00, 0xfb.toByte(), -1)",
    ] {
        assert_eq!(
            bytes(text).unwrap_or_else(|error| panic!("{text}: {error}")),
            [2, 0, 0xfb, 0xff],
            "{text}"
        );
    }
    // Between two digits it is a separator.
    assert_eq!(bytes("02-00-0A").unwrap(), [2, 0, 10]);
    for text in ["02 -00", "-129", "[2, -129]", "[2, --1]", "[2, -]", "- 5"] {
        bytes(text).expect_err(text);
    }
    for value in i8::MIN..=i8::MAX {
        assert_eq!(bytes(&format!("0, {value}, -1")).unwrap()[1], value.to_le_bytes()[0], "{value}");
    }
}

/// Text of which a part has the form of bytes is read whole or refused.
#[test]
fn no_digits_are_left_out() {
    for text in [
        "> 02 00 05\n< 02 00 06",
        "< 02 00 05\n> 02 00 06",
        "< 02 00 05",
        "02 00 05 [02 00 06]",
        "[02 00 05] 02 00 06",
        "[00] 02 00 00 00 05 00 00 00",
        "ab [02 00]",
        "12 'ab'",
        "'ab' 12",
        "x = [2, 0] 7",
        "[2, [3, 4], 5]",
        "Uint8Array(3) [ 2, 0 ]",
        "char x[3] = { 2, 0 };",
        "unsigned char x[] = { 2, 0 }; unsigned int x_len = 3;",
        "02 00 00 05\n00000000  02 00 00 06  |....|",
        "00000000  02 00 00 06  |....|\n02 00 00 05",
        "0000 02 00\n0000 03 00",
        "00000000: 0200  ..\n*5\n00000004: 0300  ..",
        "{\"0\":2,\"2\":0}",
        "{\"a\":2}",
        "02 00 00 ... 05",
        "[1, 2] [3, 4]",
        "[12:03:44] [1, 2, 3]",
        "[12:03:44] recv 8 bytes: 02 00 00 00",
        "[00:00:00] x = [1, 2]",
        "12:03:44 02 00 00 00",
        "12:03:44.120 02 00 00 00",
    ] {
        bytes(text).expect_err(text);
    }
    assert_eq!(bytes("[[1, 2], [3, 4]]").unwrap(), [1, 2, 3, 4]);
    assert_eq!(bytes("Uint8Array(2) [ 2, 0 ]").unwrap(), [2, 0]);
    assert_eq!(bytes("unsigned char x[] = { 2, 0 }; unsigned int x_len = 2;").unwrap(), [2, 0]);
}

/// Texts that programs print when they refuse bytes, or of their own types.
#[test]
fn forms_of_logs_and_languages_are_read() {
    let netty = "         +-------------------------------------------------+\n\
                 \x20        |  0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f |\n\
                 +--------+-------------------------------------------------+----------------+\n\
                 |00000000| 02 00 00 43 02 00 00 43 02 00 00 43 02 00 00 43 |...C...C...C...C|\n\
                 |00000010| 02 00 00 43                                     |...C            |\n\
                 +--------+-------------------------------------------------+----------------+";
    assert_eq!(bytes(netty).unwrap(), [2, 0, 0, 0x43].repeat(5));
    for text in [
        "Chunk size is 29 but only 1 was read ; partial packet : {}; buffer :02000043",
        "PackedByteArray(\"AgAAQw==\")",
        "{\"0\":2,\"1\":0,\"2\":0,\"3\":67}",
        "{\"type\":\"Buffer\",\"data\":[2,0,0,67]}",
        "02.00.00.43",
        "[2, 0, 0, 4c, 43]",
        "x'02000043'",
        "X'02000043'",
        "\"02000043\"",
        "02 00 00 43  ...C",
        "02 00  ..\n00 43  .C\n",
        "02 00 00 43  |...C|",
        "\u{feff}02 00 00 43\r\n",
        "\u{feff}00000000: 0200 0043  ...C",
    ] {
        let expected: &[u8] = if text.contains("4c") { &[2, 0, 0, 0x4c, 0x43] } else { &[2, 0, 0, 0x43] };
        assert_eq!(bytes(text).unwrap_or_else(|error| panic!("{text}: {error}")), expected, "{text}");
    }
    for order in [u16::to_le_bytes, u16::to_be_bytes] {
        let file: Vec<u8> = "\u{feff}02 00\r\n".encode_utf16().flat_map(order).collect();
        assert_eq!(bytes(&text(&file)).unwrap(), [2, 0]);
    }
    assert!(bytes("0\u{0}2\0").unwrap_err().reason().contains("UTF-16"));
}

#[test]
fn errors_have_their_line_and_column() {
    for (text, line, column, reason) in [
        ("xyz", 1, 1, "not a hexadecimal digit"),
        ("02 00\n00 g3", 2, 4, "not a hexadecimal digit"),
        ("02 00 0", 1, 7, "odd"),
        ("[256]", 1, 2, "0 to 255"),
        ("[2,\n -129]", 2, 2, "-128 to 127"),
        ("[2, x]", 1, 5, "not a hexadecimal digit"),
        ("0x", 1, 1, "no digits after 0x"),
        ("0x123", 1, 5, "odd"),
        ("02:0", 1, 4, "odd"),
        ("\\x0", 1, 1, "two hexadecimal digits"),
        ("b'\\xzz'", 1, 3, "two hexadecimal digits"),
        ("b'\\x00", 1, 2, "not closed"),
        ("b'\\q'", 1, 3, "not an escape"),
        ("a\\x00", 1, 1, "put it in quotes"),
        ("AAAA\nBA==\nCQ==", 1, 1, "each line is Base64 of its own"),
        ("00000010: 0200  ..", 1, 1, "16 bytes, but 0 bytes come before"),
        ("00000000: 0200  ..\n00000004: 0200  ..", 2, 1, "4 bytes, but 2 bytes come before"),
        ("00000000: 0200  ..\nwhat", 2, 1, "not have the form of the dump"),
        // The address of gdb's words, decimal words of hexdump, characters that are not those of the bytes.
        ("0x7fffffffe000:\t0x00000002", 1, 1, "the form after this offset is unknown"),
        ("0000000   00002   00000\n0000004", 1, 1, "the form after this offset is unknown"),
        (
            "00000000: 41 42 43 44 45 46 47 48-49 4a  ABCDEFGHIJ",
            1,
            1,
            "the form after this offset is unknown",
        ),
        ("0000000 41 41\n*\n0000160", 1, 1, "two bases"),
        ("*", 1, 1, "print all lines"),
        ("[  2   0 ...   0   0]", 1, 10, "bytes were left out"),
        ("[2, 0, ...]", 1, 8, "bytes were left out"),
        ("02 00\n02 … 7 more bytes\n00 43", 2, 4, "7 more bytes were left out"),
        ("PooledUnsafeDirectByteBuf(ridx: 0, widx: 8, cap: 64)", 1, 1, "names a buffer and has no bytes"),
        ("PooledUnsafeDirectByteBuf(ridx: 0, widx: 8, cap: 64/64)", 1, 1, "names a buffer and has no bytes"),
        ("java.nio.HeapByteBuffer[pos=0 lim=8 cap=64]", 1, 1, "names a buffer and has no bytes"),
        ("System.Byte[]\r\n", 1, 1, "names a type and has no bytes"),
    ] {
        let error = bytes(text).expect_err(text);
        assert_eq!((error.line(), error.column()), (line, column), "{text}: {error}");
        assert!(error.reason().contains(reason), "{text}: {error}");
    }
}

#[test]
fn cut_or_changed_input_is_decoded_or_an_error() {
    for (number, entry) in fs::read_dir(folder()).unwrap().enumerate() {
        let Ok(text) = fs::read_to_string(entry.unwrap().path()) else { continue };
        let all: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        let ends = Vec::from_iter(positions_of_long(all.len()).map(|at| all[at]));
        for &end in share(&ends, number) {
            let _ = bytes(&text[..end]);
            let _ = bytes(&text[end..]);
            let _ = bytes(&format!("{}|{}", &text[..end], &text[end..]));
            let _ = bytes(&format!("{}é'[ 0000{}", &text[..end], &text[end..]));
        }
    }
}

/// A star stands for as much as the next offset says, but not for more than there is memory.
#[test]
fn a_star_is_bounded() {
    let text = "00000000: 0000  ..\n*\nffffffffffff: 00  .";
    assert!(bytes(text).is_err());
}

/// `xxd -e` and `xxd -g4` print groups that look alike: the characters show the order, or the text is refused.
#[test]
fn the_order_of_groups_is_never_guessed() {
    for (text, expected) in [
        ("00000000: 03020100 00000043                    ....C...", [0, 1, 2, 3, 0x43, 0, 0, 0]),
        ("00000000: 00010203 43000000                    ....C...", [0, 1, 2, 3, 0x43, 0, 0, 0]),
    ] {
        assert_eq!(bytes(text).unwrap(), expected, "{text}");
    }
    let both = "00000000: 00000002 00000007                    ........";
    assert!(bytes(both).unwrap_err().reason().contains("print them with xxd -g1"));
    // The last group of xxd -e is filled up at its start.
    assert_eq!(bytes("00000000: 00000002       07                    .....").unwrap(), [2, 0, 0, 0, 7]);
    assert_eq!(bytes("00000000: 02000000 07                          .....").unwrap(), [2, 0, 0, 0, 7]);
    let short = "00000000:     9da0                             ..";
    assert_eq!(bytes(short).unwrap(), [0xa0, 0x9d]);
}

/// Numbers one to a line, or with commas, can be decimal or hexadecimal: those of one or three digits are no pairs.
#[test]
fn numbers_without_brackets_are_never_guessed() {
    for text in [
        "10\n20\n",
        "65\n66\n67",
        "10, 20",
        "2 0 0 0 43 0 0 0",
        "48 65 6",
        "2 0 0 0\n43 0 0 0",
        "2\n0\n10\n0\n",
        "2\r\n0\r\n10\r\n0\r\n",
        "0x02 10 00 00",
        "0200 0000 0x05",
        "0x02, 00, 00, 00, 10",
        "[0x02, 00, 00, 10]",
    ] {
        assert!(bytes(text).unwrap_err().reason().contains("decimal or hexadecimal"), "{text}");
    }
    for text in [
        "2 0 0 1b 0",
        "a 0 0 1",
        "020 0004 3",
        "02 0\n0 00",
        "1  02 00 00 00\n2  2a 00 00 00\n",
        "1 02 00 00 00\n2 2a 00 00 00\n",
        "4 00 00 00 5 00 00 00 68 65 6c 6c 6f 00 00 00",
        "2 00 00 00 a 00 00 00",
        "0b10 0 0 0 0b101010 0 0 0",
        "bytes.fromhex('2 00 00 00 5 0 0 00')",
        "buffer :2 00 00 00 5 0 0 00",
    ] {
        assert!(bytes(text).unwrap_err().reason().contains("odd number of digits"), "{text}");
    }
    assert_eq!(bytes("2, 0, 0, 10").unwrap(), [2, 0, 0, 10]);
    assert_eq!(bytes("[0x02, 0, 0, 10]").unwrap(), [2, 0, 0, 10]);
    assert_eq!(bytes("0x02, 0, 0, 0x10").unwrap(), [2, 0, 0, 0x10]);
    assert_eq!(bytes("\"020\n0004\n3\"").unwrap(), [2, 0, 0, 0x43]);
    assert_eq!(bytes("10\n00\n25\n07\n").unwrap(), [0x10, 0, 0x25, 7]);
    assert_eq!(bytes("10\n0a\n").unwrap(), [0x10, 0x0a]);
    assert_eq!(bytes("10\n0\n255\n7\n").unwrap(), [10, 0, 255, 7]);
    assert_eq!(bytes("2, 0, 0, 100").unwrap(), [2, 0, 0, 100]);
    assert!(bytes("10\n0\n256\n").is_err());
    // Several to a line are digits in groups of whole bytes, unless one of them is a single digit, which is a number.
    assert_eq!(bytes("1000 25\n07").unwrap(), [0x10, 0, 0x25, 7]);
    assert_eq!(bytes("2 0 0 0 251 255 255 255").unwrap(), [2, 0, 0, 0, 251, 255, 255, 255]);
    assert_eq!(bytes("2 0 0 0 7 0 0 0").unwrap(), [2, 0, 0, 0, 7, 0, 0, 0]);
    assert_eq!(bytes("48 65 66").unwrap(), [0x48, 0x65, 0x66]);
}

/// Dumps that installed programs print of many bytes are read as the same bytes or rejected, but never read
/// as other bytes.
#[test]
fn output_of_installed_programs_is_never_read_as_other_bytes() {
    const WAYS: [&str; 20] = [
        "xxd",
        "xxd -g1",
        "xxd -g4",
        "xxd -e",
        "xxd -e -g8",
        "xxd -a",
        "xxd -d",
        "hexdump",
        "hexdump -C",
        "hexdump -c",
        "hexdump -d",
        "od",
        "od -t x1z",
        "od -A d -t x1",
        "od -A x -t x1",
        "od -t x8",
        "od -b",
        "od -c",
        "od -t u1",
        "od -t d2",
    ];
    let words: [&[u8]; 5] = [b" 10 ", b"\0", b"A", b"ab cdef 0123", b"\xa0\x9d\x02\0 7"];
    let samples = words
        .iter()
        .flat_map(|word| [1, 2, 7, 16, 17, 33, 160].map(|length| word.iter().copied().cycle().take(length)));
    let samples = Vec::from_iter(samples.map(Vec::from_iter));
    for way in WAYS {
        let mut words = way.split(' ');
        let (program, options) = (words.next().unwrap(), Vec::from_iter(words));
        let (mut read, mut refused) = (0, 0);
        for sample in &samples {
            let mut child = match Command::new(program)
                .args(&options)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
            {
                Ok(child) => child,
                Err(error) => {
                    eprintln!("{way}: SKIPPED: {error}");
                    break;
                }
            };
            child.stdin.take().unwrap().write_all(sample).unwrap();
            let text = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
            match bytes(&text) {
                Ok(bytes) => {
                    assert!(bytes == *sample, "{way}: {text}\nread {bytes:02x?}\nfor {sample:02x?}");
                    read += 1;
                }
                Err(_) => refused += 1,
            }
        }
        let never = matches!(way, "hexdump -d" | "od -t u1" | "od -t d2");
        assert!(if never { read == 0 } else { read >= refused }, "{way}: {read} read, {refused} refused");
    }
}
