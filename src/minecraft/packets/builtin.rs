//! The built-in descriptions of packets, which come from minecraft-data. See `descriptions/build.js`.

use std::cell::LazyCell;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use super::{Packet, Packets, Side, State};
use crate::minecraft::{EnumNames, Protocol, TypeExpr, VarInt};
use crate::sort::sorted;

/// The text of the definitions, descriptions and versions, as deflate data.
const PACKED: &[u8] = include_bytes!("descriptions/descriptions.txt.deflate");

/// The three parts of the unpacked text.
fn parts() -> [&'static str; 3] {
    static TEXT: OnceLock<String> = OnceLock::new();
    static PARTS: OnceLock<[&str; 3]> = OnceLock::new();
    *PARTS.get_or_init(|| {
        let mut rest = &**TEXT.get_or_init(|| crate::minecraft::deflate::inflated_text(PACKED));
        [(); 3].map(|()| {
            // The search of `splitn` would take half as long as the translation of a description.
            let end = memchr::memmem::find(rest.as_bytes(), b"\n\n").unwrap_or(rest.len());
            let part = rest.get(..end).unwrap_or_default();
            rest = rest.get(end + 2..).unwrap_or_default();
            part
        })
    })
}

/// The names and definitions of types.
fn definitions() -> &'static [&'static str] {
    static DEFINITIONS: OnceLock<Vec<&str>> = OnceLock::new();
    DEFINITIONS.get_or_init(|| {
        let [definitions, ..] = parts();
        definitions.lines().collect()
    })
}

/// The name of a version, its number in handshakes, and the number of its description.
type Version = (&'static str, i32, usize);

fn versions() -> impl Iterator<Item = Version> {
    let [_, _, versions] = parts();
    versions.lines().filter_map(|line| {
        let mut words = line.split(' ');
        Some((words.next()?, words.next()?.parse().ok()?, words.next()?.parse().ok()?))
    })
}

/// Returns the definitions of a description: for each state and side, and first those of no state, their names and types.
fn groups(
    description: usize,
) -> impl Iterator<Item = ((&'static str, &'static str), impl Iterator<Item = (&'static str, &'static str)>)>
{
    let ([_, descriptions, _], definitions) = (parts(), definitions());
    let groups = descriptions.lines().nth(description).unwrap_or_default().split(';');
    groups.map(|group| {
        let mut words = group.split(' ');
        let place = words.next().and_then(|place| place.split_once('.')).unwrap_or_default();
        let definition = |number: &str| definitions.get(number.parse::<usize>().ok()?)?.split_once('\t');
        (place, words.filter_map(definition))
    })
}

/// Returns definitions as ProtoDef JSON.
fn json<'d>(
    groups: impl IntoIterator<Item = ((&'d str, &'d str), impl IntoIterator<Item = (&'d str, &'d str)>)>,
) -> String {
    let mut json = String::new();
    let mut around = "";
    for ((state, side), types) in groups {
        json.push_str(match around {
            _ if json.is_empty() => "{",
            around if around.is_empty() || around == state => ",",
            _ => "},",
        });
        if state != around {
            json.extend(["\"", state, "\":{"]);
        }
        if !state.is_empty() {
            json.extend(["\"", side, "\":{"]);
        }
        json.push_str("\"types\":{");
        for (at, (name, of)) in types.into_iter().enumerate() {
            json.extend([if at == 0 { "\"" } else { ",\"" }, name, "\":", of]);
        }
        json.push_str(if state.is_empty() { "}" } else { "}}" });
        around = state;
    }
    json.push_str(if around.is_empty() { "}" } else { "}}" });
    json
}

/// A packet of a description.
#[derive(Debug, Clone, Copy)]
struct Entry {
    state: State,
    side: Side,
    id: i64,
    name: &'static str,
}

/// Returns the packets of a description, from the mapper of ids in each list of packets.
fn entries(description: usize) -> Arc<[Entry]> {
    let lists = groups(description).filter_map(|((state, side), mut types)| {
        let (state, side) = (state.parse().ok()?, side.parse().ok()?);
        let (_, packet) = types.find(|(name, _)| *name == "packet")?;
        let ids = packet.split_once("\"mappings\":{")?.1.split_once('}')?.0;
        Some(ids.split(',').filter_map(move |pair| {
            let (id, name) = pair.split_once(':')?;
            let (id, name) = (id.trim_matches('"'), name.trim_matches('"'));
            let id = id.strip_prefix("0x").map_or_else(|| id.parse(), |id| i64::from_str_radix(id, 16));
            Some(Entry { state, side, id: id.ok()?, name })
        }))
    });
    lists.flatten().collect()
}

/// Returns a description that has only this packet, and the types that it names, as ProtoDef JSON.
fn json_of(description: usize, packet: Entry) -> Option<String> {
    let Entry { id, name, .. } = packet;
    let place = (packet.state.name(), packet.side.name());
    let types = groups(description).filter(|(of, _)| of.0.is_empty() || *of == place);
    let mut types: HashMap<_, _> = types.flat_map(|(_, types)| types).collect();
    let (_, fields) = types.remove("packet")?.split_once("\"fields\":{")?;
    let (of, _) = fields.split_once(&format!("\"{name}\":\""))?.1.split_once('"')?;
    let ids = format!(r#"["mapper",{{"type":"varint","mappings":{{"{id}":"{name}"}}}}]"#);
    let params = format!(r#"["switch",{{"compareTo":"name","fields":{{"{name}":"{of}"}}}}]"#);
    let list =
        format!(r#"["container",[{{"name":"name","type":{ids}}},{{"name":"params","type":{params}}}]]"#);
    let (mut used, mut rest) = (Vec::new(), vec![&*list]);
    while let Some(text) = rest.pop() {
        // A name of a field may be that of a type, too.
        for (name, of) in text.split('"').filter_map(|word| types.remove_entry(word)) {
            used.push((name, of));
            rest.push(of);
        }
    }
    Some(json([(("", ""), used), (place, vec![("packet", &list)])]))
}

/// A version whose name consists of numbers.
struct Release {
    name: &'static str,
    version: Version,
    packets: Arc<[Entry]>,
}

/// Returns the numbers of which the name of a release consists. Those of snapshots have other words.
fn numbers(name: &str) -> Option<Vec<u32>> {
    name.split('.').map(|number| number.parse().ok()).collect()
}

/// Returns the releases in their order.
fn releases() -> &'static [Release] {
    static RELEASES: OnceLock<Vec<Release>> = OnceLock::new();
    RELEASES.get_or_init(|| {
        let releases = versions().filter_map(|version| Some((numbers(version.0)?, version))).collect();
        let releases = sorted(releases, Ord::cmp);
        let mut known = HashMap::new();
        let with_packets = releases.into_iter().map(|(_, version)| {
            let (name, _, description) = version;
            let packets = known.entry(description).or_insert_with(|| entries(description));
            Release { name, version, packets: Arc::clone(packets) }
        });
        with_packets.collect()
    })
}

/// Returns the releases whose packets have the highest score, unless it is 0.
pub(super) fn releases_with_most(score: impl Fn(&Packets) -> usize) -> Vec<&'static str> {
    let mut known = HashMap::new();
    let scores = releases().iter().map(|release| {
        let (.., description) = release.version;
        let score = || packets(release.version).map_or(0, |packets| score(&packets));
        (*known.entry(description).or_insert_with(score), release.name)
    });
    let scores: Vec<_> = scores.collect();
    let most = scores.iter().map(|(score, _)| *score).max().unwrap_or(0);
    scores.into_iter().filter(|(score, _)| *score == most && most > 0).map(|(_, name)| name).collect()
}

/// Returns the results of `key` for all packets, each with the releases that have it, such as `1.16.2 to 1.18.2`.
fn places<K: PartialEq>(key: impl Fn(&Entry) -> Option<K>) -> Vec<(K, String)> {
    // The first and the last release, and the number of the last.
    let mut found: Vec<(K, &str, &str, usize)> = Vec::new();
    for (number, Release { name: release, packets, .. }) in releases().iter().enumerate() {
        for entry in packets.iter().filter_map(&key) {
            match found.iter_mut().find(|(other, .., at)| *other == entry && at + 1 >= number) {
                Some((.., last, at)) => (*last, *at) = (release, number),
                None => found.push((entry, release, release, number)),
            }
        }
    }
    let range = |first, last| if first == last { String::from(first) } else { format!("{first} to {last}") };
    found.into_iter().map(|(entry, first, last, _)| (entry, range(first, last))).collect()
}

/// Returns which releases have packets of a state and side, or a packet with this name, such as `; 1.20.2 to 26.1 have
/// it`.
pub(super) fn having(state: State, side: Side, name: Option<&str>) -> String {
    let has = |entry: &Entry| {
        (entry.state, entry.side) == (state, side) && name.is_none_or(|name| name == entry.name)
    };
    let releases: Vec<_> =
        places(|entry| has(entry).then_some(())).into_iter().map(|(_, releases)| releases).collect();
    match releases.as_slice() {
        [] => String::new(),
        [release] if !release.contains(' ') => format!("; {release} has it"),
        several => format!("; {} have it", several.join(", ")),
    }
}

/// Returns the meanings of an id that this state of a version does not have: in its other states, and in other
/// versions.
pub(super) fn meanings(version: &str, state: State, side: Side, id: i64) -> Option<String> {
    let own = releases().iter().find(|release| release.name == version);
    let own = own.into_iter().flat_map(|release| release.packets.iter());
    let own = own.filter(|entry| entry.id == id && (entry.state, entry.side) != (state, side));
    let own = own.map(|entry| format!("{} in {}.{}", entry.name, entry.state, entry.side));
    let is_it = |entry: &Entry| (entry.state, entry.side, entry.id) == (state, side, id);
    let others = places(|entry| is_it(entry).then_some(entry.name));
    let others = others.into_iter().map(|(name, releases)| format!("{name} in {releases}"));
    let all: Vec<_> = own.chain(others).collect();
    (!all.is_empty()).then(|| format!("{id:#04x} is {}", all.join(", ")))
}

/// Returns the version, and all packets of the state and side, of the type of one of these packets or of all.
fn place(of: &TypeExpr, names: &EnumNames) -> Option<(Packets, Packet)> {
    let TypeExpr::Types(types, inner) = of else { return None };
    let (packets, (name, _)) = (Packets::named(types.title())?, names.entries().first()?);
    let is_it = |packet: &Packet| matches!(packet.expr(), TypeExpr::Types(_, own) if own == inner);
    let has = |list: &&Packet| is_it(list) || list.one(name).as_ref().is_some_and(is_it);
    let list = packets.lists.iter().find(has)?.clone();
    Some((packets, list))
}

/// Returns the meaning of an unknown packet id in other versions or states. `all` is the type of all packets of a state
/// and side, or of one packet.
pub fn unknown_id(all: &TypeExpr, protocol: Protocol, bytes: &[u8]) -> Option<String> {
    let (_, names, _) = all.packets()?;
    let id = all.id(protocol, bytes)?;
    if names.name(id).is_some() {
        return None;
    }
    let (packets, list) = place(all, names)?;
    match list.names().and_then(|names| names.name(id)) {
        Some(name) => Some(format!("{id:#04x} is {name}")),
        None => meanings(packets.name(), list.state(), list.side(), id),
    }
}

/// Returns where a packet of this name exists, if the type of one packet or of all packets of a state and side does not
/// have it.
pub(crate) fn unknown_name(all: &TypeExpr, name: &str) -> Option<String> {
    let (_, names, _) = all.packets()?;
    if names.number(name).is_some() {
        return None;
    }
    let (packets, list) = place(all, names)?;
    let error = packets.find(&format!("{}.{}.{name}", list.state(), list.side())).err()?;
    Some(error.to_string())
}

fn packets((name, _, description): Version) -> Option<Packets> {
    Packets::from_named_protodef(&json(groups(description)), name).ok()
}

impl Packets {
    /// Returns the packets of a version of the Java edition by its name, such as `1.20.4`, or `None` if the version is
    /// unknown.
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

    /// Returns the packets of the version with this number in handshakes. If several releases have the number, they have
    /// the name of the last one: 765 is 1.20.4, not 1.20.3.
    ///
    /// ```
    /// use gamewire::minecraft::Packets;
    /// assert_eq!(Packets::of(765).unwrap().name(), "1.20.4");
    /// assert_eq!(Packets::of(47).unwrap().name(), "1.8.9");
    /// ```
    #[must_use]
    pub fn of(protocol_number: i32) -> Option<Self> {
        let all = versions().filter(|(_, number, _)| *number == protocol_number);
        all.max_by_key(|(name, ..)| numbers(name)).and_then(packets)
    }

    /// Returns the names of all versions that are built in, with their numbers in handshakes: the releases from 1.7.6 to
    /// 26.1.2 except 1.14.2, and some snapshots. `1.7` is another name of 1.7.10.
    pub fn versions() -> impl Iterator<Item = (&'static str, i32)> {
        versions().map(|(name, number, _)| (name, number))
    }

    /// Returns the packets that bytes of unknown origin can be, without their length: those that read all of the bytes and
    /// write the same. Packets that would read further bytes, too, are left out. Each is a packet of the newest release that
    /// has it, with all releases that have it. The packet of the most releases is the first.
    ///
    /// ```
    /// use gamewire::minecraft::Packets;
    ///
    /// let bytes = [&[0x2e, 0, 1][..], &[7; 16], b"\x05Alice\0\0\0\0"].concat();
    /// let found = Packets::reading(&bytes);
    /// let (packet, releases) = &found[0];
    /// assert_eq!((packet.name(), &releases[..]), (Some("player_info"), &["1.12.1", "1.12.2"][..]));
    /// ```
    #[must_use]
    pub fn reading(bytes: &[u8]) -> Vec<(Packet, Vec<&'static str>)> {
        let mut found: Vec<(Packet, Vec<&str>)> = Vec::new();
        let Ok((VarInt(id), _)) = Protocol::V1_14.parse_prefix(bytes) else { return found };
        // Many releases describe a packet in the same way.
        let mut known = HashMap::new();
        for Release { name: release, version, packets: entries } in releases().iter().rev() {
            let all = LazyCell::new(|| packets(*version));
            let with_id = entries.iter().filter(|entry| entry.id == i64::from(id)).collect();
            for entry in sorted(with_id, |a: &&Entry, b| (a.state, a.side).cmp(&(b.state, b.side))) {
                let fits = |json: &String| {
                    let only = Packets::from_named_protodef(json, release).ok();
                    let packet = only.and_then(|packets| packets.fitting(bytes).pop());
                    packet.is_some_and(|packet| packet.check(&[bytes, &[0]].concat()).is_err())
                };
                let json = json_of(version.2, *entry).unwrap_or_default();
                if !*known.entry(json).or_insert_with_key(fits) {
                    continue;
                }
                let (state, side, name) = (entry.state, entry.side, entry.name);
                let is_it = |(packet, _): &&mut (Packet, Vec<&str>)| {
                    (packet.state(), packet.side(), packet.name()) == (state, side, Some(name))
                };
                match found.iter_mut().find(is_it) {
                    Some((_, releases)) => releases.insert(0, release),
                    None => {
                        let packet = all.as_ref().and_then(|all| all.packet(state, side, name));
                        found.extend(packet.map(|packet| (packet, vec![*release])));
                    }
                }
            }
        }
        found.sort_by_key(|(_, releases)| std::cmp::Reverse(releases.len()));
        found
    }

    /// Returns the packets of this version that read all of the bytes and write the same.
    pub fn fitting(&self, bytes: &[u8]) -> Vec<Packet> {
        let fitting = self.lists.iter().filter_map(|all| {
            let same = all.encode(&all.parse(bytes).ok()?).is_ok_and(|written| written == bytes);
            if same { all.one(all.names()?.name(all.id(bytes)?)?) } else { None }
        });
        fitting.collect()
    }

    /// Returns the description of a version as ProtoDef JSON.
    #[must_use]
    pub fn protodef_of(version: &str) -> Option<String> {
        versions().find(|(name, ..)| *name == version).map(|(.., description)| json(groups(description)))
    }
}
