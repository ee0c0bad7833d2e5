//! Binary data that another program changed as if it were text.

use super::clue::after_header;
use super::{Contents, Expect, Identity, Login, Opener, PacketStream};

use gamewire::godot::Detector;
use gamewire::minecraft::Protocol;
use gamewire::minecraft::stream::Reader;

/// Contents longer than this are not changed back, to see whether a format reads them then.
const COMPARED: usize = 1 << 20;

/// Returns what contents are that no format reads: binary data that a program for text changed, or the start of a session.
pub fn converted(contents: &[u8]) -> Option<&'static str> {
    let quick = Expect { arrangement: None, detector: Detector::new().quick(true) };
    let is_read = |bytes: &[u8]| {
        let found = Identity::of(Opener::default().open(bytes), &quick).contents;
        matches!(found, Ok(Contents::Godot { .. } | Contents::Nbt { .. }))
    };
    let (units, is_short) = (contents.as_chunks::<2>().0.iter(), contents.len() <= COMPARED);
    let latin1 = || {
        str::from_utf8(contents).ok()?.chars().map(|one| u8::try_from(one).ok()).collect::<Option<Vec<_>>>()
    };
    let lines = || contents.split(|byte| *byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    let has_fffd = contents.windows(3).any(|three| three == "\u{fffd}".as_bytes());
    let has_crlf = is_short && contents.windows(2).any(|two| two == b"\r\n");
    Some(match contents {
        [0xef, 0xbb, 0xbf, rest @ ..] if is_short && is_read(rest) => {
            "its first 3 bytes are a byte order mark, which a text editor added: pass --skip 3"
        }
        [0xff, 0xfe, ..]
            if units.filter(|unit| unit[1] == 0).count() * 4 > contents.len()
                && after_header(contents).is_none() =>
        {
            "it is binary data that was written as UTF-16 text, as the > of PowerShell does, which can lose bytes: write files with --out"
        }
        _ if has_fffd && str::from_utf8(contents).is_ok() => {
            "it is binary data that was converted as text: each EF BF BD stands for one or more bytes that are lost, so only a copy from before helps"
        }
        _ if has_crlf && is_read(&lines().collect::<Vec<_>>().join(&b'\n')) => {
            "each LF in it became CR LF, as when a binary file is sent as text: sed 's/\\r$//' undoes that"
        }
        _ if is_short && !contents.is_ascii() && latin1().is_some_and(|bytes| is_read(&bytes)) => {
            "each byte of 128 and more in it became two, as from Latin-1 to UTF-8: iconv -f utf8 -t latin1 undoes that"
        }
        _ if PacketStream::by_lengths(contents).is_none() && is_login(contents) => {
            "these may be packets of Minecraft after their lengths: pass --as minecraft-VERSION, or --frame varint"
        }
        _ => return None,
    })
}

/// Returns whether the input is packets with lengths, of which the first one opens a connection.
fn is_login(contents: &[u8]) -> bool {
    let mut reader = Reader::new(Protocol::V1_14, contents);
    let first = reader.next_packet().ok().flatten();
    let opens = first.is_some_and(|first| Login::detect(first.as_wire()).is_some());
    opens && std::iter::from_fn(|| Some(reader.next_packet().transpose()?.is_ok())).all(|is_ok| is_ok)
}
