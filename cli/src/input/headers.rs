//! The headers that a capture of a network has before the data of a packet: Ethernet, IP, TCP, UDP.
//!
//! | header | size | checked |
//! |---|---:|---|
//! | Ethernet II, also with a VLAN tag | 14, 18 | type |
//! | Linux cooked, version 1 and 2 | 16, 20 | type |
//! | BSD loopback | 4 | family |
//! | IPv4 | 20.. | version, total length, no fragment, checksum, protocol |
//! | IPv6 | 40 | version, payload length, next header |
//! | TCP | 20.. | data offset |
//! | UDP | 8 | length |

use std::fmt;

/// The headers at the start of some bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Headers {
    /// Their names, outermost first.
    names: [&'static str; 3],
    /// The number of their bytes.
    length: usize,
    /// The number of bytes of data after them.
    data: usize,
}

/// The shortest Ethernet frame, without its checksum: shorter ones are filled up.
const SHORTEST: usize = 60;

const IPV4: u16 = 0x0800;
const IPV6: u16 = 0x86dd;
const VLAN: u16 = 0x8100;

/// The families of addresses of the loopback interfaces of BSD, macOS and Windows.
const FAMILIES: [(u32, u16); 5] = [(2, IPV4), (10, IPV6), (24, IPV6), (28, IPV6), (30, IPV6)];

impl Headers {
    /// Recognizes headers whose lengths fit all of the bytes.
    pub fn detect(bytes: &[u8]) -> Option<Self> {
        let family = |number: Option<u32>| FAMILIES.iter().find(|(family, _)| Some(*family) == number);
        let of_loopback = |start: &[u8]| {
            let bytes = start.first_chunk()?;
            let [little, big] = [u32::from_le_bytes(*bytes), u32::from_be_bytes(*bytes)];
            family(Some(little)).or(family(Some(big))).map(|(_, kind)| *kind)
        };
        let (vlan, cooked) = (u16_at(bytes, 12) == Some(VLAN), u16_at(bytes, 0));
        let version = bytes.first().map(|first| first >> 4);
        let bare = if version == Some(6) { IPV6 } else { IPV4 };
        [
            ("Ethernet", 14, u16_at(bytes, 12)),
            ("Ethernet", 18, u16_at(bytes, 16).filter(|_| vlan)),
            ("", 0, Some(bare)),
            ("Linux cooked", 16, u16_at(bytes, 14)),
            ("Linux cooked", 20, cooked),
            ("loopback", 4, of_loopback(bytes)),
        ]
        .into_iter()
        .find_map(|(link, length, kind)| {
            let inside = bytes.get(length..)?;
            // What fills up a short frame is no data.
            let is_filled = link == "Ethernet" && bytes.len() <= SHORTEST;
            let (ip, transport, headers, data) = match kind? {
                IPV4 => ipv4(inside, is_filled)?,
                IPV6 => ipv6(inside, is_filled)?,
                _ => return None,
            };
            Some(Self { names: [link, ip, transport], length: length + headers, data })
        })
    }

    /// The number of bytes to skip, if there are any data after them.
    pub fn skip(&self) -> Option<usize> {
        (self.data > 0).then_some(self.length)
    }
}

/// `headers of Ethernet, IPv4 and UDP, 42 bytes`
impl fmt::Display for Headers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [link, ip, transport] = self.names;
        let comma = if link.is_empty() { "" } else { ", " };
        write!(f, "headers of {link}{comma}{ip} and {transport}, {} bytes", self.length)
    }
}

/// The names of both headers, the number of their bytes, and that of the data.
type Datagram = (&'static str, &'static str, usize, usize);

fn ipv4(bytes: &[u8], is_filled: bool) -> Option<Datagram> {
    let first = *bytes.first()?;
    let length = usize::from(first & 15) * 4;
    let header = bytes.get(..length)?;
    let total = usize::from(u16_at(header, 2)?);
    let is_fragment = u16_at(header, 6)? & 0x3fff != 0;
    // A network card that computes the checksum does it after the capture.
    let is_right = u16_at(header, 10) == Some(0) || checksum(header) == 0xffff;
    if first >> 4 != 4 || length < 20 || is_fragment || !is_right {
        return None;
    }
    let (transport, headers, data) = transport(*header.get(9)?, inside(bytes, length, total, is_filled)?)?;
    Some(("IPv4", transport, length + headers, data))
}

fn ipv6(bytes: &[u8], is_filled: bool) -> Option<Datagram> {
    const HEADER: usize = 40;
    if bytes.first()? >> 4 != 6 {
        return None;
    }
    let total = HEADER + usize::from(u16_at(bytes, 4)?);
    let (transport, headers, data) = transport(*bytes.get(6)?, inside(bytes, HEADER, total, is_filled)?)?;
    Some(("IPv6", transport, HEADER + headers, data))
}

/// The bytes in a packet of IP, which takes all bytes, unless it was filled up.
fn inside(bytes: &[u8], header: usize, total: usize, is_filled: bool) -> Option<&[u8]> {
    let fits = bytes.len() == total || is_filled && bytes.len() > total;
    bytes.get(header..total).filter(|_| fits)
}

/// The name of the protocol, and the number of bytes of its header and of its data.
fn transport(protocol: u8, bytes: &[u8]) -> Option<(&'static str, usize, usize)> {
    let (name, header) = match protocol {
        6 => ("TCP", usize::from(bytes.get(12)? >> 4) * 4),
        17 if usize::from(u16_at(bytes, 4)?) == bytes.len() => ("UDP", 8),
        _ => return None,
    };
    let shortest = if name == "TCP" { 20 } else { 8 };
    (header >= shortest).then_some((name, header, bytes.len().checked_sub(header)?))
}

/// The sum of all numbers, with carries added: 0xffff if the checksum is right.
fn checksum(header: &[u8]) -> u32 {
    let numbers = header.chunks_exact(2).filter_map(|pair| u16_at(pair, 0));
    let sum: u32 = numbers.map(u32::from).sum();
    (sum & 0xffff) + (sum >> 16)
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    bytes.get(at..)?.first_chunk().map(|two| u16::from_be_bytes(*two))
}
