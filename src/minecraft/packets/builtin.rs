//! The descriptions that are built in: those of minecraft-data, see `descriptions/build.js`.

use std::io::Read;
use std::sync::OnceLock;

use super::Packets;

/// A text of definitions, descriptions and versions, packed by zstd.
const PACKED: &[u8] = include_bytes!("descriptions/descriptions.txt.zst");

/// The unpacked text.
fn text() -> &'static str {
    static TEXT: OnceLock<String> = OnceLock::new();
    TEXT.get_or_init(|| {
        let mut text = String::new();
        let read = ruzstd::decoding::StreamingDecoder::new(PACKED);
        // The bytes are a part of this program.
        let read = read.map_err(drop).and_then(|mut read| read.read_to_string(&mut text).map_err(drop));
        debug_assert_eq!(read.map(|_| ()), Ok(()));
        text
    })
}

/// The three parts of the text.
fn parts() -> [&'static str; 3] {
    let mut parts = text().splitn(3, "\n\n");
    [(); 3].map(|()| parts.next().unwrap_or_default())
}

/// A version: its name, its number in handshakes, and that of its description.
type Version = (&'static str, i32, usize);

fn versions() -> impl Iterator<Item = Version> {
    let [_, _, versions] = parts();
    versions.lines().filter_map(|line| {
        let mut words = line.split(' ');
        Some((words.next()?, words.next()?.parse().ok()?, words.next()?.parse().ok()?))
    })
}

/// The JSON of a description.
fn json(description: usize) -> Option<String> {
    let [definitions, descriptions, _] = parts();
    let definitions: Vec<_> = definitions.lines().collect();
    let mut json = String::from("{");
    let mut around = "";
    for place in descriptions.lines().nth(description)?.split(';') {
        let mut words = place.split(' ');
        let (outer, inner) = words.next()?.split_once('.').unwrap_or_default();
        let types =
            words.filter_map(|number| definitions.get(number.parse::<usize>().ok()?)?.split_once('\t'));
        let types: Vec<_> = types.map(|(name, of)| format!("\"{name}\":{of}")).collect();
        if outer != around && !around.is_empty() {
            json.push('}');
        }
        json.push_str(if json.len() > 1 { "," } else { "" });
        if outer.is_empty() {
            json.push_str("\"types\":{");
        } else if outer == around {
            json.push_str(&format!("\"{inner}\":{{\"types\":{{"));
        } else {
            json.push_str(&format!("\"{outer}\":{{\"{inner}\":{{\"types\":{{"));
        }
        json.push_str(&types.join(","));
        json.push_str(if outer.is_empty() { "}" } else { "}}" });
        around = outer;
    }
    json.push_str(if around.is_empty() { "}" } else { "}}" });
    Some(json)
}

fn packets((name, _, description): Version) -> Option<Packets> {
    Packets::named_protodef(&json(description)?, name).ok()
}

impl Packets {
    /// Returns the packets of a version of the Java edition by its name, such as `1.20.4`.
    ///
    /// ```
    /// use gamewire::minecraft::{Packets, Side, State};
    ///
    /// let packets = Packets::named("1.20.4").unwrap();
    /// let keep_alive = packets.by_id(State::Play, Side::Client, 0x15).unwrap();
    /// assert_eq!(keep_alive.name(), Some("keep_alive"));
    /// let value = keep_alive.parse(&[0x15, 0, 0, 0, 0, 0, 0, 0, 7])?;
    /// assert_eq!(keep_alive.to_plain_json(&value), r#"{"name":"keep_alive","params":{"keepAliveId":7}}"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn named(version: &str) -> Option<Self> {
        versions().find(|(name, ..)| *name == version).and_then(packets)
    }

    /// Returns the packets of the version with this number, which handshakes have: 765 is 1.20.4.
    #[must_use]
    pub fn of(protocol_number: i32) -> Option<Self> {
        versions().find(|(_, number, _)| *number == protocol_number).and_then(packets)
    }

    /// Returns the names of all versions that are built in, with their numbers in handshakes.
    pub fn versions() -> impl Iterator<Item = (&'static str, i32)> {
        versions().map(|(name, number, _)| (name, number))
    }

    /// Returns the description of a version as JSON of ProtoDef.
    #[must_use]
    pub fn protodef_of(version: &str) -> Option<String> {
        versions().find(|(name, ..)| *name == version).and_then(|(_, _, description)| json(description))
    }
}
