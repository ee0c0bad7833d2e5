//! Recorded connections of Minecraft, which state their version. Each packet is a value.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::{self, Write};
use std::ops::Range;

use gamewire::minecraft::{Packets, Recording, SessionError, Side, State};
use gamewire_files::document::{Format, FrameHead};

use serde_json::value::RawValue;

use crate::args::{Meaning, Raw, Spelling};
use crate::input::item::{InputValue, Item, RawFrame};
use crate::input::{Part, Whole};
use crate::output::outcome::{Outcome, Status};
use crate::output::problem::Problem;

/// The limits for the unpacked packets: a multiple of the size of the file, and a size that is always allowed.
const RATIO: usize = 256;
const SMALL: usize = 1 << 20;

#[derive(Debug)]
pub struct Recorded<'f> {
    read: Recording<'f>,
    /// The versions that read all packets, if the recording does not state its own.
    versions: Vec<&'static str>,
}

impl<'f> Recorded<'f> {
    /// Reads a recording, if the command line states its version, or if the input itself does and the command line
    /// states nothing else.
    pub fn new(bytes: &'f [u8], meaning: &Meaning, spelling: &Spelling) -> Option<Self> {
        let given = meaning.named.format.version().cloned();
        let is_auto =
            meaning.format().is_none() && spelling.named_frame().is_none() && spelling.skip.skip == 0;
        if given.is_none() {
            return if is_auto { Self::detect(bytes, &spelling.raw) } else { None };
        }
        let bytes = bytes.get(spelling.skip.skip..).unwrap_or_default();
        Some(Self::of(given, bytes, &spelling.raw))
    }

    /// Reads a recording that states its version.
    pub fn detect(bytes: &'f [u8], raw: &Raw) -> Option<Self> {
        Recording::detect(bytes).then(|| Self::of(None, bytes, raw))
    }

    fn of(given: Option<Packets>, bytes: &'f [u8], raw: &Raw) -> Self {
        Self { read: Recording::read(given, bytes, most(bytes, raw)), versions: Vec::new() }
    }

    /// Reads a recording by the first version that reads all of it.
    pub fn by_trial(bytes: &'f [u8], raw: &Raw) -> Option<Self> {
        let versions = Recording::versions(bytes, most(bytes, raw));
        let given = Packets::named(versions.first()?)?;
        Some(Self { versions, ..Self::of(Some(given), bytes, raw) })
    }

    /// Returns the recording.
    pub fn read(&self) -> &Recording<'f> {
        &self.read
    }

    /// Returns the file with new bytes for the packets with these numbers.
    pub fn with_packets(&self, new: &BTreeMap<usize, Vec<u8>>) -> Result<Vec<u8>, Problem> {
        self.read.with_packets(new).map_err(|error| problem(&error))
    }

    /// Calls `whole` with each frame of the recording and `answer` with its packet, then with the error after
    /// them, if there is one. A packet that cannot be read is an error, unless `answer` takes incomplete values.
    pub fn each(
        &self,
        takes_incomplete: bool,
        whole: Whole<'_>,
        answer: &mut dyn FnMut(Item<'_>) -> Outcome,
    ) -> Outcome {
        let archive = self.read.explain_archive();
        let head = if archive.is_some() { FrameHead::Replay } else { FrameHead::Packet };
        let mut status = Status::Success;
        if let Some(archive) = archive {
            status = whole(Part::Container(archive))?.unwrap_or(status);
        }
        for one in self.read.packets() {
            let frame =
                |value| RawFrame { head, bytes: one.raw, offset: one.frame.start, recorded: true, value };
            if let Some(error) = one.error.filter(|_| !takes_incomplete || one.bytes.is_empty()) {
                status = status.and(frame(Err(&problem(error))).answer(whole, answer)?);
                continue;
            }
            let packet = one.packet;
            let format = Format::Minecraft(packet.protocol(), packet.expr().clone());
            let sent = Some((packet.state(), packet.side()));
            let (bytes, offset) = (&*one.bytes, one.offset());
            let value = InputValue { bytes, offset, framed: true, name: None, sent, advised: false };
            status = status.and(frame(Ok((&value, &format))).answer(whole, answer)?);
        }
        match self.read.error() {
            Some(error) if self.read.rest().is_empty() => Ok(status.and(answer(Err(problem(error)))?)),
            Some(error) => {
                let offset = self.read.packets().next_back().map_or(0, |last| last.frame.end);
                let (bytes, value) = (self.read.rest(), Err(&problem(error)));
                Ok(status.and(RawFrame { head, bytes, offset, recorded: true, value }.answer(whole, answer)?))
            }
            None => Ok(status),
        }
    }

    /// Returns the first error of the recording.
    pub fn damage(&self) -> Option<Problem> {
        self.read.first_error().map(problem)
    }

    /// Returns the number of packets that cannot be read.
    pub fn unreadable(&self) -> usize {
        self.read.len() - self.read.readable()
    }

    /// Returns the version and the sender of the packets: `a recorded session of Minecraft 1.20, 15 packets of the
    /// client`.
    pub fn said(&self) -> String {
        let what = if self.read.is_archive() { "a recording of ReplayMod" } else { "a recorded session" };
        let last = self.versions.iter().skip(1).next_back();
        let last = last.map_or(String::new(), |last| format!(" to {last}"));
        let version =
            self.version().map_or(String::new(), |version| format!(" of Minecraft {version}{last}"));
        let side = if self.read.side == Side::Client { "client" } else { "server" };
        let damaged = if self.damage().is_some() { ", damaged" } else { "" };
        let readable = self.read.readable();
        format!("{what}{version}, {readable} packets of the {side}{damaged}")
    }

    pub fn version(&self) -> Option<&str> {
        self.read.version.as_deref()
    }

    /// Returns the versions that read all packets, if the recording does not state its own.
    pub fn versions(&self) -> &[&'static str] {
        &self.versions
    }

    /// Returns the side that sent the packets.
    pub fn side(&self) -> Side {
        self.read.side
    }

    /// Returns the number of readable packets of each state.
    pub fn states(&self) -> BTreeMap<State, usize> {
        let mut states = BTreeMap::new();
        for one in self.read.packets().filter(|one| one.error.is_none()) {
            *states.entry(one.packet.state()).or_default() += 1;
        }
        states
    }
}

pub fn problem(error: &SessionError) -> Problem {
    let problem = Problem::new("packet", error.to_string());
    match error {
        SessionError::Frame(offset, _)
        | SessionError::Packet(offset, _)
        | SessionError::Encrypted(offset) => problem.at(*offset),
        SessionError::NoVersion | SessionError::UnknownVersion(_) => {
            problem.with_advice("pass --as minecraft-VERSION, such as --as minecraft-1.20.4")
        }
        _ => problem,
    }
}

fn most(bytes: &[u8], raw: &Raw) -> usize {
    raw.max_size.unwrap_or_else(|| least(bytes))
}

/// Returns the limit for the unpacked packets, if the command line has none.
fn least(bytes: &[u8]) -> usize {
    bytes.len().saturating_mul(RATIO).max(SMALL)
}

/// Returns the option with the first version that reads all packets of a recording, which does not state its own.
pub fn version_option(bytes: &[u8]) -> Option<String> {
    Recording::versions(bytes, least(bytes)).first().map(|version| format!("--as minecraft-{version}"))
}

/// Writes the JSON of a packet of a recording, with its state and side after its name.
pub fn write_sent(json: &[u8], (state, side): (State, Side), out: &mut dyn Write) -> io::Result<()> {
    const NAME: &str = "{\"name\":\"";
    let start = json.strip_prefix(NAME.as_bytes()).and_then(|rest| memchr::memchr(b'"', rest));
    let (name, rest) = json.split_at(start.map_or(0, |end| NAME.len() + end + 1));
    out.write_all(name)?;
    if !name.is_empty() {
        write!(out, ",\"state\":\"{state}\",\"side\":\"{side}\"")?;
    }
    out.write_all(rest)
}

/// Returns the format of a packet in the JSON of `decode`, which has the state and the side of the packet, and the text without
/// these two members. All other characters keep their offsets.
pub fn packet_of_json(version: &Packets, text: &[u8]) -> Result<(Format, Vec<u8>), Problem> {
    let json = |reason: &dyn Display| Problem::json(0, reason);
    let read = std::str::from_utf8(text).map_err(|_| json(&"the text is not UTF-8"))?;
    let members: BTreeMap<Cow<'_, str>, &RawValue> =
        serde_json::from_str(read).map_err(|error| json(&error))?;
    let mut without = text.to_vec();
    let mut take = |key: &str| {
        let value = members.get(key).ok_or_else(|| json(&format!("{key:?} of the packet is missing")))?.get();
        let start = value.as_ptr().addr() - read.as_ptr().addr();
        remove_member(&mut without, key, start..start + value.len());
        serde_json::from_str::<String>(value).map_err(|error| json(&format!("{key:?}: {error}")))
    };
    let place = format!("{}.{}", take("state")?, take("side")?);
    let expr = version.find(&place).map_err(|error| json(&error.to_string()))?;
    Ok((Format::Minecraft(version.protocol(), expr), without))
}

/// Overwrites a member of an object with spaces, where its value is known.
fn remove_member(text: &mut [u8], key: &str, value: Range<usize>) {
    let key = format!("{key:?}");
    let before = text.get(..value.start).unwrap_or_default();
    let Some(start) = before.windows(key.len()).rposition(|window| window == key.as_bytes()) else { return };
    let is_more = |byte: &u8| !byte.is_ascii_whitespace();
    let after = text.get(value.end..).unwrap_or_default();
    let next = after.iter().position(is_more).filter(|at| after.get(*at) == Some(&b','));
    let last = before.get(..start).unwrap_or_default().iter().rposition(is_more);
    let removed = match (next, last) {
        (Some(at), _) => start..value.end + at + 1,
        (None, Some(at)) if before.get(at) == Some(&b',') => at..value.end,
        (None, _) => start..value.end,
    };
    text.get_mut(removed).into_iter().flatten().for_each(|byte| *byte = b' ');
}
