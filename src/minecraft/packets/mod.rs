//! Packets of the versions of the Java edition. Use this module to decode, explain and encode whole packets by name or
//! id.
//!
//! The layouts come from the descriptions of [minecraft-data], which are written in ProtoDef, a language for layouts in JSON.
//! [`Packets`] is the description of one version, translated to [`TypeExpr`]s.
//!
//! [minecraft-data]: https://github.com/PrismarineJS/minecraft-data

#[cfg_attr(not(feature = "packets"), path = "no_builtin.rs")]
pub(crate) mod builtin;
mod packet;
mod protodef;
#[cfg(feature = "packets")]
pub(super) mod session;

use std::sync::Arc;

pub use packet::{Packet, PacketError};

use builtin::having;

use super::json::read_text;
use super::{Protocol, TypeExpr, Types};
use crate::conversions::named;
use crate::error::JsonError;

/// The state of a connection. Each state has packets of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum State {
    /// The state of the first packet of a client, which selects the next state.
    Handshaking,
    /// The state in which a client asks for the entry in its list of servers.
    Status,
    /// The state in which a player logs in.
    Login,
    /// The state in which a server sends its registries, since 1.20.2.
    Configuration,
    /// The state of the running game.
    Play,
}

/// The side that sends a packet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(clippy::exhaustive_enums, reason = "a connection has two sides")]
pub enum Side {
    /// The client. Descriptions call its packets `toServer`.
    Client,
    /// The server. Descriptions call its packets `toClient`.
    Server,
}

/// Implements the names that are used in descriptions.
macro_rules! names {
    ($type:ident: $($variant:ident $name:literal),+) => {
        impl $type {
            /// All values.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$variant),+];

            /// Returns the name in descriptions.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }
        }
    };
}

names!(State: Handshaking "handshaking", Status "status", Login "login", Configuration "configuration", Play "play");
names!(Side: Client "toServer", Server "toClient");

named! {
    State: "state", |name| Self::ALL.into_iter().find(|known| known.name() == name);

    Side: "side", |name| Self::ALL.into_iter().find(|known| known.name() == name);
}

/// The error that a description has no packet or type with a name. It says what exists instead.
///
/// ```
/// use gamewire::minecraft::Packets;
/// let packets = Packets::named("1.20.4").unwrap();
/// let error = packets.find("Slot").unwrap_err();
/// assert_eq!(error.to_string(), "minecraft-1.20.4 has no type Slot; it has slot");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UnknownTypeError(String);

/// The packets of a version. [A page](crate::minecraft::format::packets) shows some of them byte by byte.
///
/// ```
/// use gamewire::minecraft::{Packets, Side, State, Verdict};
///
/// let description = r#"{"types": {"varint": "native", "i16": "native"}, "play": {"toClient": {"types": {
///     "packet_health": ["container", [{"name": "food", "type": "varint"}, {"name": "air", "type": "i16"}]],
///     "packet": ["container", [
///         {"name": "name", "type": ["mapper", {"type": "varint", "mappings": {"0x52": "health"}}]},
///         {"name": "params", "type": ["switch", {"compareTo": "name", "fields": {"health": "packet_health"}}]}]]
/// }}}}"#;
/// let packets = Packets::from_protodef(description)?;
/// let health = packets.packet(State::Play, Side::Server, "health").unwrap();
/// let bytes = [0x52, 20, 1, 0];
/// let value = health.parse(&bytes)?;
/// assert_eq!(health.to_plain_json(&value), r#"{"name":"health","params":{"food":20,"air":256}}"#);
/// assert_eq!(health.encode(&value)?, bytes);
///
/// let by_id = packets.by_id(State::Play, Side::Server, 0x52).unwrap();
/// by_id.check(&bytes)?;
/// assert_eq!(by_id.verify(&bytes), Verdict::Identical);
/// assert!(by_id.explain(&bytes).text().contains("\"food\": value = 20"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Packets {
    name: Arc<str>,
    protocol: Protocol,
    types: Arc<Types>,
    /// All packets of each state and side.
    lists: Vec<Packet>,
    json: Arc<str>,
}

impl Packets {
    /// Translates a description in ProtoDef, which is a `protocol.json` of minecraft-data. If a type is unknown, only
    /// the packets that contain it cannot be read, and their errors say so. A description without states, such as one of
    /// the Bedrock edition, has only types: see [`type_of`](Self::type_of).
    ///
    /// # Errors
    /// Returns an error if the text is not JSON or not a description. The error has the place and the reason.
    pub fn from_protodef(json: &str) -> Result<Self, JsonError> {
        Self::from_named_protodef(json, "a description")
    }

    /// Translates a description like [`from_protodef`](Self::from_protodef), with a name for errors and headings.
    ///
    /// # Errors
    /// Returns the same errors as [`from_protodef`](Self::from_protodef).
    pub fn from_named_protodef(json: &str, name: &str) -> Result<Self, JsonError> {
        read_text(json.strip_prefix('\u{feff}').unwrap_or(json), |root| {
            let made = protodef::translate(root, json.len())?;
            let types = Arc::new(Types::new(made.types, name));
            let protocol = Protocol::V1_14.nameless_nbt(made.nameless).allow_any_roots(made.nameless);
            // A level of a packet takes more stack than one of NBT, especially in builds without optimization.
            let protocol = protocol.max_stack(if cfg!(debug_assertions) { 1 << 20 } else { 5 << 18 });
            let name: Arc<str> = name.into();
            let list = |(state, side, of)| {
                let of = TypeExpr::Types(Arc::clone(&types), Box::new(of));
                Packet::all(Arc::clone(&name), protocol, state, side, of)
            };
            let lists = made.lists.into_iter().map(list).collect();
            Ok(Self { name: Arc::clone(&name), protocol, types, lists, json: json.into() })
        })
    }

    /// Returns the name, which is that of a version or of [`from_named_protodef`](Self::from_named_protodef).
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the description in ProtoDef, which is JSON.
    ///
    /// ```
    /// # #[cfg(feature = "packets")] {
    /// use gamewire::minecraft::Packets;
    /// assert!(Packets::named("1.20.4").unwrap().protodef().contains(r#""packet_set_slot":["container",["#));
    /// # }
    /// ```
    pub fn protodef(&self) -> &str {
        &self.json
    }

    /// Returns the rules of the packets, for example whether roots of NBT have names.
    pub fn protocol(&self) -> Protocol {
        self.protocol
    }

    /// Returns all packets of a state and side as one type. Its values begin with the name of the packet, which the id
    /// selects.
    pub fn all(&self, state: State, side: Side) -> Option<&Packet> {
        self.lists.iter().find(|all| (all.state(), all.side()) == (state, side))
    }

    /// Returns the packet with this name.
    pub fn packet(&self, state: State, side: Side, name: &str) -> Option<Packet> {
        self.all(state, side)?.one(name)
    }

    /// Returns the packet with this id.
    pub fn by_id(&self, state: State, side: Side, id: i32) -> Option<Packet> {
        let all = self.all(state, side)?;
        all.one(all.names()?.name(id.into())?)
    }

    /// Returns an iterator over all packets: state, side, id and name.
    pub fn list(&self) -> impl Iterator<Item = (State, Side, i32, &str)> {
        self.lists.iter().flat_map(|all| {
            let names = all.names().into_iter().flat_map(|names| names.entries());
            let id = |id: &i64| i32::try_from(*id).unwrap_or_default();
            names.map(move |(name, number)| (all.state(), all.side(), id(number), name.as_str()))
        })
    }

    /// Returns the type with a name: `play.toClient` for all packets of a state and side, `play.toClient.set_slot` for
    /// one packet, and `Slot` for a type of the description. `$` before the name also finds the types of ProtoDef itself, such
    /// as `$lpVec3`; if the description has no packets, they are found without it. Where a packet and a type have the same name,
    /// `$` finds the type.
    ///
    /// # Errors
    /// Returns an error if there is no such type. The error says what exists instead.
    pub fn find(&self, name: &str) -> Result<TypeExpr, UnknownTypeError> {
        let found = self.find_type(name);
        found.map_err(|reason| UnknownTypeError(format!("minecraft-{} {reason}", self.name)))
    }

    fn find_type(&self, name: &str) -> Result<TypeExpr, String> {
        let mut words = name.splitn(3, '.');
        let (state, side) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let place = state.parse().ok().zip(side.parse().ok());
        let (all, packet) = (place.and_then(|(state, side)| self.all(state, side)), words.next());
        // A type of a state and side may have the name of a packet.
        if let Some(packet) = all.zip(packet).and_then(|(all, name)| all.one(name)) {
            return Ok(packet.expr().clone());
        }
        let bare = name.strip_prefix('$').unwrap_or(name);
        let is_type = bare != name || self.lists.is_empty();
        let is_described = self.type_names().any(|of| of == name);
        if let Some(of) = self.type_of(bare).filter(|_| is_type || is_described) {
            return Ok(of);
        }
        if let Some(same) = self.type_names().find(|of| of.eq_ignore_ascii_case(bare)) {
            return Err(format!("has no type {bare}; it has {same}"));
        }
        if is_type {
            return Err(format!("has no type {bare}"));
        }
        let Some(all) = all else {
            return Err(self.places(name).unwrap_or_else(|| {
                let mut known: Vec<_> =
                    self.list().map(|(state, side, ..)| format!("{state}.{side}")).collect();
                known.dedup();
                let others = place.map(|(state, side)| having(state, side, None)).unwrap_or_default();
                format!("has the packets {}{others}", known.join(", "))
            }));
        };
        let Some(name) = packet else { return Ok(all.expr().clone()) };
        Err(self.places(name).unwrap_or_else(|| {
            format!("has no packet {name}{}", having(all.state(), all.side(), Some(name)))
        }))
    }

    /// Returns where packets of this name exist.
    fn places(&self, packet: &str) -> Option<String> {
        let packets = self.list().filter(|(.., name)| *name == packet);
        let places: Vec<_> =
            packets.map(|(state, side, id, name)| format!("{state}.{side}.{name} ({id:#04x})")).collect();
        (!places.is_empty()).then(|| format!("has it as {}", places.join(", ")))
    }

    /// Returns the names of all types of the description.
    pub fn type_names(&self) -> impl Iterator<Item = &str> {
        self.types.entries().iter().map(|(name, _)| name.as_str())
    }

    /// Returns the type with this name in the description, such as `Slot`, or a native type without arguments, such as
    /// `varint`. The names differ from version to version: up to 1.20.4, `Slot` is `slot`.
    ///
    /// Unlike those of a [`Packet`], the methods of a type take the [`protocol`](Self::protocol).
    ///
    /// ```
    /// # #[cfg(feature = "packets")] {
    /// use gamewire::minecraft::{Packets, Verdict};
    ///
    /// let packets = Packets::named("1.21.8").unwrap();
    /// let (protocol, slot) = (packets.protocol(), packets.type_of("Slot").unwrap());
    /// let bytes = [1, 0xed, 0x06, 0, 0];
    /// let value = slot.parse(protocol, &bytes)?;
    /// assert_eq!(slot.encode(protocol, &value)?, bytes);
    /// assert_eq!(slot.tree(protocol, &value).get_path(&"$.itemId".parse()?)?.to_string(), "877");
    /// slot.check(protocol, &bytes)?;
    /// assert_eq!(slot.verify(protocol, &bytes), Verdict::Identical);
    /// assert!(slot.explain(protocol, &bytes).text().contains("\"itemId\": value = 877"));
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn type_of(&self, name: &str) -> Option<TypeExpr> {
        let Some(name) = self.types.find(name) else { return protodef::native(name) };
        Some(TypeExpr::Types(Arc::clone(&self.types), Box::new(TypeExpr::Named(name))))
    }
}
