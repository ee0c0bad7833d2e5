//! A packet, or all packets of a state and side.

use std::fmt;
use std::sync::Arc;

use super::{Side, State};
use crate::error::{DecodeError, EncodeError, JsonError};
use crate::explain::{Explainer, Explanation};
use crate::minecraft::{EnumNames, Protocol, TypeExpr, TypedValue, Value, json};
use crate::path::{EditError, Path};
use crate::verdict::Verdict;

/// A packet of a description, or all packets of one state and side. The bytes begin with the id; the length and the
/// compression are not part of them.
///
/// Its [type](Self::expr) is a structure of `name`, which is encoded as the id, and of `params`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Packet {
    version: Arc<str>,
    protocol: Protocol,
    state: State,
    side: Side,
    /// The name, if this is a single packet.
    name: Option<Arc<str>>,
    /// The type, which is shared because the type of all packets is large.
    expr: Arc<TypeExpr>,
}

/// The error of a packet that cannot be decoded or encoded, with the description, the packet, the path and the reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PacketError<E> {
    /// The packet, which finds the reason when the error is displayed, because it searches all releases.
    pub(super) packet: Packet,
    pub(super) id: Option<i64>,
    pub(super) error: E,
}

impl<E> PacketError<E> {
    /// Returns the error with the place and the reason.
    pub fn error(&self) -> &E {
        &self.error
    }
}

/// Writes the packet with its state, side and version, then the error.
impl<E: fmt::Display> fmt::Display for PacketError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (packet, id) = (&self.packet, self.id);
        write!(f, "minecraft-{} {}: {}", packet.version, packet.title(id), self.error)?;
        packet.reason(id).map_or(Ok(()), |reason| write!(f, " ({reason})"))
    }
}

impl<E: fmt::Display + fmt::Debug> std::error::Error for PacketError<E> {}

impl Packet {
    pub(super) fn all(
        version: Arc<str>,
        protocol: Protocol,
        state: State,
        side: Side,
        expr: TypeExpr,
    ) -> Self {
        Self { version, protocol, state, side, name: None, expr: Arc::new(expr) }
    }

    /// Returns the names of the packets by id.
    pub fn names(&self) -> Option<&EnumNames> {
        self.expr.packets().map(|(_, names, _)| names)
    }

    /// Returns the packet with this name.
    pub(super) fn one(&self, name: &str) -> Option<Self> {
        let (int, names, TypeExpr::Switch(_, cases)) = self.expr.packets()? else { return None };
        let TypeExpr::Types(types, _) = &*self.expr else { return None };
        let id = names.number(name)?;
        let is = |label: &Option<_>| *label == Some(name.into());
        let case = cases.entries().iter().find(|(label, _)| is(label));
        let params = case.map_or(TypeExpr::Struct(Vec::new()), |(_, params)| params.clone());
        let names = EnumNames::new(vec![(name.to_owned(), id)], false);
        let fields = vec![("name".to_owned(), TypeExpr::Enum(int, names)), ("params".to_owned(), params)];
        let expr = TypeExpr::Types(Arc::clone(types), Box::new(TypeExpr::Struct(fields)));
        let expr = Arc::new(expr);
        Some(Self { name: Some(name.into()), expr, version: Arc::clone(&self.version), ..*self })
    }

    /// Returns the name of the version or description.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Returns the state in which the packet is sent.
    pub fn state(&self) -> State {
        self.state
    }

    /// Returns the side that sends the packet.
    pub fn side(&self) -> Side {
        self.side
    }

    /// Returns the name, if this is a single packet.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Returns the type of the bytes, including the id.
    pub fn expr(&self) -> &TypeExpr {
        &self.expr
    }

    /// Returns the rules of the packet.
    pub fn protocol(&self) -> Protocol {
        self.protocol
    }

    /// Decodes the packet. The value is a structure of its name and its parameters.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a valid packet. The error has the offset, the path and the reason.
    pub fn parse(&self, bytes: &[u8]) -> Result<Value, PacketError<DecodeError>> {
        self.expr.parse(self.protocol, bytes).map_err(|error| self.error(bytes, error))
    }

    /// Validates the packet without building it.
    ///
    /// # Errors
    /// Returns the same errors as [`parse`](Self::parse).
    pub fn check(&self, bytes: &[u8]) -> Result<(), PacketError<DecodeError>> {
        self.expr.check(self.protocol, bytes).map_err(|error| self.error(bytes, error))
    }

    /// Encodes the packet, including the id.
    ///
    /// # Errors
    /// Returns an error if the value is not a value of the packet. The error has the path and the reason.
    pub fn encode(&self, value: &Value) -> Result<Vec<u8>, PacketError<EncodeError>> {
        let id = || if let Some(Value::Enum(id)) = value.field(0) { Some(*id) } else { None };
        let encoded = self.expr.encode(self.protocol, value);
        encoded.map_err(|error| PacketError { packet: self.clone(), id: id(), error })
    }

    /// Explains every byte of the packet.
    pub fn explain(&self, bytes: &[u8]) -> Explanation {
        self.explainer(bytes).explain()
    }

    /// Returns an [`Explainer`], which explains the bytes row by row.
    pub fn explainer<'a>(&self, bytes: &'a [u8]) -> Explainer<'a> {
        let title = format!("minecraft-{} {}", self.version, self.title(self.id(bytes)));
        crate::edge::explainer(self.protocol, TypeExpr::clone(&self.expr), title, bytes)
    }

    /// Decodes the packet, encodes it again, and compares the result with the bytes.
    #[must_use]
    pub fn verify(&self, bytes: &[u8]) -> Verdict {
        crate::edge::Edge(&self.protocol, &*self.expr).verify(bytes, |read| self.explainer(read))
    }

    /// Returns a decoded packet as a tree, whose parts have paths. Use it to read, list and compare fields. In the paths of
    /// [`TypedValue::get_path`], `params` may be left out.
    ///
    /// ```
    /// # #[cfg(feature = "packets")] {
    /// use gamewire::minecraft::{Packets, Side, State, Value};
    ///
    /// let packets = Packets::named("1.20.4").unwrap();
    /// let set_slot = packets.packet(State::Play, Side::Server, "set_slot").unwrap();
    /// let value = set_slot.parse(&[0x15, 0, 7, 0, 36, 1, 0xed, 0x06, 3, 0])?;
    /// let tree = set_slot.tree(&value);
    /// assert_eq!(tree.get_path(&"$.item.itemId".parse()?)?.value(), Some(&Value::VarInt(877)));
    ///
    /// let found = tree.walk().with_paths().find(|(_, part)| part.value() == Some(&Value::I8(3)));
    /// assert_eq!(found.unwrap().0.to_string(), "$.params.item.itemCount");
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tree<'v>(&'v self, value: &'v Value) -> TypedValue<'v> {
        self.expr.tree(self.protocol, value)
    }

    /// Sets the value at a path in the bytes of a packet, and returns the new bytes. [`TypeExpr::set_path`] describes the
    /// paths, the values, and what does not change; `params` may be left out of a path.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a packet, if there is no such place, or if the value does not fit there.
    ///
    /// ```
    /// # #[cfg(feature = "packets")] {
    /// use gamewire::minecraft::{Packets, Side, State, Value};
    ///
    /// let packets = Packets::named("1.20.4").unwrap();
    /// let set_slot = packets.packet(State::Play, Side::Server, "set_slot").unwrap();
    /// let bytes = [0x15, 0, 7, 0, 36, 1, 0xed, 0x06, 3, 0];
    /// let changed = set_slot.set_path(&bytes, &"$.item.itemCount".parse()?, &Value::I64(64))?;
    /// assert_eq!(changed, [0x15, 0, 7, 0, 36, 1, 0xed, 0x06, 64, 0]);
    ///
    /// let error = set_slot.set_path(&bytes, &"$.item.count".parse()?, &Value::I64(64)).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "minecraft-1.20.4 play.toClient.set_slot: at $.params.item.count: there is no such key; \
    ///      the keys are \"present\", \"itemId\", \"itemCount\", \"nbtData\""
    /// );
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_path(
        &self,
        bytes: &[u8],
        path: &Path,
        new: &Value,
    ) -> Result<Vec<u8>, PacketError<EditError>> {
        self.expr.set_path(self.protocol, bytes, path, new).map_err(|error| self.error(bytes, error))
    }

    /// Sets the value at a path in the bytes of a packet, like [`set_path`](Self::set_path). The new value is JSON in the
    /// [forms](json) of the type at the path: `64`, `"Sting"`, `{"x":1,"y":2,"z":3}`.
    ///
    /// # Errors
    /// Returns the errors of [`set_path`](Self::set_path), and an error if the JSON is not a value of the type.
    pub fn set_path_json(
        &self,
        bytes: &[u8],
        path: &Path,
        json: &str,
    ) -> Result<Vec<u8>, PacketError<EditError>> {
        self.expr.set_path_json(self.protocol, bytes, path, json).map_err(|error| self.error(bytes, error))
    }

    /// Removes the element, tag, or value of an option at a path in the bytes of a packet, and returns the new bytes. See
    /// [`TypeExpr::remove_path`].
    ///
    /// # Errors
    /// Returns the errors of [`set_path`](Self::set_path), and an error if the path leads to a part that is always
    /// present.
    pub fn remove_path(&self, bytes: &[u8], path: &Path) -> Result<Vec<u8>, PacketError<EditError>> {
        self.expr.remove_path(self.protocol, bytes, path).map_err(|error| self.error(bytes, error))
    }

    /// Returns the packet as JSON, from which [`from_json`](Self::from_json) reads the same packet.
    pub fn to_json(&self, value: &Value) -> String {
        json::to_string(&self.expr, self.protocol, value)
    }

    /// Returns the packet as plain JSON, in the form of node-minecraft-protocol. See [`json::to_plain_string`].
    pub fn to_plain_json(&self, value: &Value) -> String {
        json::to_plain_string(&self.expr, self.protocol, value)
    }

    /// Reads the packet from the JSON of [`to_json`](Self::to_json).
    ///
    /// # Errors
    /// Returns an error if the text is not JSON, or is not a value of the packet. The error has the place and the
    /// reason.
    pub fn from_json(&self, json: &str) -> Result<Value, JsonError> {
        json::from_str(&self.expr, json)
    }

    /// Returns the id at the start of the bytes.
    pub(super) fn id(&self, bytes: &[u8]) -> Option<i64> {
        self.expr.id(self.protocol, bytes)
    }

    /// Returns the name of a packet with its state and side, such as `play.toClient.set_slot`.
    fn title(&self, id: Option<i64>) -> String {
        let name = || self.names()?.name(id?).map(str::to_owned);
        let name = self.name().map(str::to_owned).or_else(name).map(|name| format!(".{name}"));
        format!("{}.{}{}", self.state, self.side, name.unwrap_or_default())
    }

    /// Returns why the packet with this id cannot be read, if its type or the other releases say so.
    fn reason(&self, id: Option<i64>) -> Option<String> {
        let name = id.and_then(|id| self.names()?.name(id));
        let of = if self.name.is_some() { Some(self.clone()) } else { name.and_then(|name| self.one(name)) };
        of.and_then(|of| of.expr.unknown_part()).or_else(|| {
            let id = id.filter(|_| name.is_none())?;
            super::builtin::meanings(&self.version, self.state, self.side, id)
        })
    }

    fn error<E>(&self, bytes: &[u8], error: E) -> PacketError<E> {
        PacketError { packet: self.clone(), id: self.id(bytes), error }
    }
}
