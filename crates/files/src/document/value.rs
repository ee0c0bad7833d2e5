//! The values of a document.

use std::borrow::Cow;
use std::ops::Range;

use super::{AnyValue, DocumentError, Format};
use crate::identify::{Arrangement, EncodedValue};
use gamewire::godot::Variant;
use gamewire::minecraft::nbt::{Nbt, OptNbt};
use gamewire::minecraft::{Recording, SessionPacket, TypeExpr};
use gamewire::path::Splices;
use gamewire::path::{EditError, Path, Segment};
use gamewire::shared::Sure as _;

/// Returns a path in a packet, in which `params` may be left out.
pub fn packet_path(steps: &[Segment]) -> Path {
    const MEMBERS: [&str; 4] = ["name", "state", "side", "params"];
    let params = match steps.first() {
        Some(Segment::Name(name)) if !MEMBERS.contains(&&**name) => Some(Segment::text("params")),
        _ => None,
    };
    params.into_iter().chain(steps.iter().cloned()).collect::<Vec<_>>().into()
}

/// A value of a document: the range of its bytes, and its new bytes if it was changed. It is as large as an [`EncodedValue`], so that
/// a list of them takes its memory over.
#[derive(Debug, Clone)]
pub(super) struct Slot {
    /// The range of the value in the contents.
    pub(super) place: Range<usize>,
    pub(super) name: Option<Box<str>>,
    changed: Option<Box<Changed>>,
    /// The value that was decoded for a change.
    edited: Option<Box<Edited>>,
}

const _: () = assert!(size_of::<Slot>() <= size_of::<EncodedValue<'_>>());

/// The new bytes of a value.
#[derive(Debug, Clone)]
enum Changed {
    Bytes(Vec<u8>),
    /// The bytes in the file, with some ranges replaced.
    Splices(Splices),
}

#[derive(Debug, Clone)]
enum Edited {
    Godot(Variant),
    Nbt(Nbt),
}

impl Slot {
    /// Creates a value that is in the contents, of which the first bytes are skipped.
    pub(super) fn encoded(value: EncodedValue<'_>, skipped: usize) -> Self {
        let start = skipped + value.offset;
        Self::untouched(start..start + value.bytes.len(), value.name.map(Cow::into))
    }

    pub(super) fn untouched(place: Range<usize>, name: Option<Box<str>>) -> Self {
        Self { place, name, changed: None, edited: None }
    }

    /// Creates a value that is not in the contents yet.
    pub(super) fn new(place: Range<usize>, name: Option<String>, bytes: Vec<u8>) -> Self {
        let name = name.map(String::into_boxed_str);
        Self { changed: Some(Box::new(Changed::Bytes(bytes))), ..Self::untouched(place, name) }
    }

    pub(super) fn is_untouched(&self) -> bool {
        self.changed.is_none() && self.edited.is_none()
    }

    /// Returns the number of new bytes, without those of a decoded value.
    pub(super) fn added(&self) -> usize {
        match self.changed.as_deref() {
            Some(Changed::Bytes(bytes)) => bytes.len(),
            Some(Changed::Splices(splices)) => splices.added(),
            None => 0,
        }
    }
}

const GODOT: &str = "a value of Godot";
const NBT: &str = "NBT";

impl Format {
    /// Returns the error that a value of another format was given.
    pub(super) fn other(&self, given: &'static str) -> DocumentError {
        let holds = match self {
            Self::Godot(_) => "values of Godot",
            Self::Minecraft(_, TypeExpr::Nbt) => NBT,
            Self::Minecraft(..) => "values of another type of Minecraft",
        };
        DocumentError::OtherFormat { holds, given }
    }
}

/// A reference to a value of a document.
///
/// ```
/// use gamewire_files::document::Document;
/// use gamewire::godot::{Dialect, Framing, variant};
/// let mut file = Vec::new();
/// Framing::STORE_VAR.write(Dialect::GODOT_4, &variant!({ "gold": 7 }), &mut file)?;
/// let save = Document::open(&file)?;
/// let value = save.value(0)?;
/// assert_eq!((value.offset(), value.godot()?["gold"].as_i64()), (4, Some(7)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct ValueRef<'d> {
    pub(super) slot: &'d Slot,
    pub(super) within: Within<'d>,
}

/// The parts of a document in which a value is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Within<'d> {
    pub(super) contents: &'d [u8],
    pub(super) arrangement: Arrangement,
    pub(super) format: &'d Format,
    pub(super) recording: Option<&'d Recording<'d>>,
    /// The number of the value.
    pub(super) number: usize,
}

impl<'d> ValueRef<'d> {
    /// Returns the packet with all changes, if the file is a recording.
    pub fn packet(&self) -> Option<SessionPacket<'d>> {
        let one = self.within.recording?.packet(self.within.number)?;
        Some(match self.slot.changed.as_deref() {
            Some(Changed::Bytes(bytes)) => SessionPacket { bytes: Cow::Borrowed(bytes), error: None, ..one },
            Some(Changed::Splices(_)) | None => one,
        })
    }

    /// Returns the format of the value, which is that of the document, or that of the packet.
    pub fn format(&self) -> Cow<'d, Format> {
        self.packet().map_or(Cow::Borrowed(self.within.format), |one| Cow::Owned(one.packet.into()))
    }

    fn path<'p>(&self, path: &'p Path) -> Cow<'p, Path> {
        match self.within.recording {
            Some(_) => Cow::Owned(packet_path(path.segments())),
            None => Cow::Borrowed(path),
        }
    }

    /// Returns the name of the setting, if the value belongs to one.
    pub fn name(&self) -> Option<&'d str> {
        self.slot.name.as_deref()
    }

    /// Returns the offset of the value's bytes in the contents before any change. For a packet, it is the offset in the
    /// recording.
    pub fn offset(&self) -> usize {
        self.packet().map_or(self.slot.place.start, |packet| packet.offset())
    }

    /// Returns the range of the value's bytes or text in the contents before any change. It is empty for new values and packets.
    pub fn place(&self) -> Range<usize> {
        self.slot.place.clone()
    }

    /// Returns the bytes of the value, with all changes.
    ///
    /// # Errors
    /// Returns an error if the value was changed to one that cannot be encoded.
    pub fn as_wire(&self) -> Result<Cow<'d, [u8]>, DocumentError> {
        let bytes = match self.slot.changed.as_deref() {
            None => self.packet().map_or_else(|| Cow::Borrowed(self.there()), |packet| packet.bytes),
            Some(Changed::Bytes(bytes)) => Cow::Borrowed(bytes.as_slice()),
            Some(Changed::Splices(splices)) => Cow::Owned(splices.apply(self.there())),
        };
        let new = match (self.slot.edited.as_deref(), self.within.format) {
            (Some(Edited::Godot(new)), Format::Godot(decoder)) => decoder.set_value(&bytes, new)?,
            (Some(Edited::Nbt(new)), Format::Minecraft(protocol, TypeExpr::Nbt)) => {
                protocol.set_value(&bytes, new)?
            }
            _ => return Ok(bytes),
        };
        Ok(Cow::Owned(new))
    }

    /// Appends the bytes of the value, with all changes, without another copy of a value that was changed at a path.
    pub(super) fn append_to(&self, out: &mut Vec<u8>) -> Result<(), DocumentError> {
        match (self.slot.changed.as_deref(), &self.slot.edited) {
            (Some(Changed::Splices(splices)), None) => splices.append_to(out, self.there()),
            _ => out.extend_from_slice(&self.as_wire()?),
        }
        Ok(())
    }

    /// Returns the bytes of the value before any change.
    pub(super) fn there(&self) -> &'d [u8] {
        self.within.contents.get(self.slot.place.clone()).sure()
    }

    /// Decodes the value as a value of Godot.
    ///
    /// # Errors
    /// Returns an error if the file holds NBT, or if the bytes are not a valid value. The offset of the error is in
    /// the contents.
    pub fn godot(&self) -> Result<Variant, DocumentError> {
        let Format::Godot(decoder) = self.within.format else { return Err(self.within.format.other(GODOT)) };
        self.read(|bytes| Ok(decoder.parse(bytes)?))
    }

    /// Decodes the value as an NBT root.
    ///
    /// # Errors
    /// Returns an error if the file holds values of Godot, or if the bytes are not a valid root. The offset of the
    /// error is in the contents.
    pub fn nbt(&self) -> Result<Nbt, DocumentError> {
        let Format::Minecraft(protocol, TypeExpr::Nbt) = self.within.format else {
            return Err(self.within.format.other(NBT));
        };
        self.read(|bytes| protocol.parse::<OptNbt>(bytes)?.0.ok_or(DocumentError::NoRoot))
    }

    /// Reads the bytes of the value. The offset of an error is in the contents, if the bytes are.
    fn read<T>(&self, read: impl Fn(&[u8]) -> Result<T, DocumentError>) -> Result<T, DocumentError> {
        match self.as_wire()? {
            Cow::Borrowed(bytes) => read(bytes).map_err(|error| self.placed(error)),
            Cow::Owned(bytes) => read(&bytes),
        }
    }

    /// Returns the element at a path in this value. In a packet, `params` may be left out.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a valid value, or if the path leads nowhere.
    pub fn get_path(&self, path: &Path) -> Result<AnyValue, DocumentError> {
        self.check_packet()?;
        let (format, path) = (self.format(), self.path(path));
        self.read(|bytes| match format.nbt() {
            Some(_) if *bytes == [0] => Err(DocumentError::NoRoot),
            _ => Ok(format.get_path(bytes, &path)?),
        })
    }

    /// Returns the error of a packet that cannot be read, whose offset is that in the recording.
    fn check_packet(&self) -> Result<(), DocumentError> {
        let error = self.packet().and_then(|one| one.error);
        error.map_or(Ok(()), |error| Err(error.clone().into()))
    }

    /// Returns `change` if `bytes` are still a valid value after it.
    fn checked(&self, bytes: &[u8], change: Result<Splices, EditError>) -> Result<Splices, DocumentError> {
        let checked = change.and_then(|splices| {
            splices.checked(bytes, |changed| self.within.format.check(changed))?;
            Ok(splices)
        });
        checked.map_err(|error| self.placed(error.into()))
    }

    pub(super) fn placed(&self, error: DocumentError) -> DocumentError {
        match (error, self.slot.changed.as_deref()) {
            (DocumentError::Edit(EditError::Decode(error)), None) => {
                self.within.arrangement.placed(error, self.slot.place.start).into()
            }
            (error, _) => error,
        }
    }
}

/// A mutable reference to a value of a document.
///
/// ```
/// use gamewire_files::document::Document;
/// use gamewire::godot::{Dialect, Variant, variant};
///
/// let file = Dialect::GODOT_4.encode(&variant!({ "gold": 5, "items": ["sword"] }))?;
/// let mut save = Document::open(&file)?;
/// let mut value = save.value_mut(0)?;
/// value.set_path(&"$.gold".parse()?, Variant::Int(6))?; // Changes one place.
/// value.godot()?["items"].as_array_mut().unwrap().push("bow"); // Changes the value as a tree.
/// assert_eq!(save.value(0)?.godot()?, variant!({ "gold": 6, "items": ["sword", "bow"] }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ValueMut<'d> {
    pub(super) slot: &'d mut Slot,
    pub(super) within: Within<'d>,
}

impl<'d> ValueMut<'d> {
    /// Returns a shared reference to the value.
    pub fn as_ref(&self) -> ValueRef<'_> {
        ValueRef { slot: self.slot, within: self.within }
    }

    /// Returns the value of Godot as a mutable tree. [`Document::encode`](super::Document::encode) replaces only the
    /// bytes that differ, like [`Decoder::set_value`](gamewire::godot::Decoder::set_value).
    ///
    /// # Errors
    /// Returns an error if the file holds NBT, or if the bytes are not a valid value. The offset of the error is in
    /// the contents.
    pub fn godot(&mut self) -> Result<&mut Variant, DocumentError> {
        if self.slot.edited.is_none() {
            let value = self.as_ref().godot()?;
            self.slot.edited = Some(Box::new(Edited::Godot(value)));
        }
        match self.slot.edited.as_deref_mut() {
            Some(Edited::Godot(value)) => Ok(value),
            Some(Edited::Nbt(_)) | None => Err(self.within.format.other(GODOT)),
        }
    }

    /// Returns the NBT root as a mutable tree. [`Document::encode`](super::Document::encode) keeps the bytes of
    /// unchanged parts, as [`Protocol::set_value`](gamewire::minecraft::Protocol::set_value) does.
    ///
    /// # Errors
    /// Returns an error if the file holds values of Godot, or if the bytes are not a valid root. The offset of the
    /// error is in the contents.
    pub fn nbt(&mut self) -> Result<&mut Nbt, DocumentError> {
        if self.slot.edited.is_none() {
            let nbt = self.as_ref().nbt()?;
            self.slot.edited = Some(Box::new(Edited::Nbt(nbt)));
        }
        match self.slot.edited.as_deref_mut() {
            Some(Edited::Nbt(nbt)) => Ok(nbt),
            Some(Edited::Godot(_)) | None => Err(self.within.format.other(NBT)),
        }
    }

    /// Replaces the bytes of the value without checking them.
    pub fn set_wire(&mut self, bytes: impl Into<Vec<u8>>) {
        self.slot.edited = None;
        self.slot.changed = Some(Box::new(Changed::Bytes(bytes.into())));
    }

    /// Replaces some ranges of the value. As long as the value is in the contents, its bytes are not copied.
    fn splice(&mut self, splices: Splices) -> Result<(), DocumentError> {
        if self.slot.is_untouched() {
            self.slot.changed = Some(Box::new(Changed::Splices(splices)));
        } else {
            let bytes = splices.apply(&self.as_ref().as_wire()?);
            self.set_wire(bytes);
        }
        Ok(())
    }

    /// Sets the value at a path, and adds a new key. All other bytes of the value are unchanged.
    ///
    /// # Errors
    /// Returns an error, and changes nothing, if the bytes are not a valid value, the path leads nowhere, or the new
    /// value does not fit there.
    pub fn set_path(&mut self, path: &Path, new: impl Into<AnyValue>) -> Result<(), DocumentError> {
        self.change(path, Some(&new.into()))
    }

    /// Sets the value at a path, or removes it if there is no new one.
    fn change(&mut self, path: &Path, new: Option<&AnyValue>) -> Result<(), DocumentError> {
        let value = self.as_ref();
        value.check_packet()?;
        let (bytes, format, path) = (value.as_wire()?, value.format(), &*value.path(path));
        let splices = match (&*format, new) {
            (Format::Godot(decoder), Some(AnyValue::Godot(new))) => decoder.path_set(&bytes, path, new),
            (Format::Godot(decoder), None) => decoder.path_removed(&bytes, path),
            (Format::Minecraft(protocol, TypeExpr::Nbt), Some(AnyValue::Nbt(new))) => {
                protocol.path_set(&bytes, path, new)
            }
            (Format::Minecraft(protocol, TypeExpr::Nbt), None) => protocol.path_removed(&bytes, path),
            (Format::Minecraft(protocol, expr), None | Some(AnyValue::Packet(_)))
                if *expr != TypeExpr::Nbt =>
            {
                let changed = match new.and_then(AnyValue::as_packet) {
                    Some(new) => expr.set_path_json(*protocol, &bytes, path, new.as_json()),
                    None => expr.remove_path(*protocol, &bytes, path),
                };
                let changed = changed.map_err(|error| value.placed(error.into()))?;
                self.set_wire(changed);
                return Ok(());
            }
            (format, Some(AnyValue::Godot(_))) => return Err(format.other(GODOT)),
            (format, Some(AnyValue::Nbt(_))) => return Err(format.other(NBT)),
            (format, _) => return Err(format.other("a part of a packet")),
        };
        let splices = value.checked(&bytes, splices)?;
        drop(bytes);
        self.splice(splices)
    }

    /// Removes the value at a path, with its key. All other bytes of the value are unchanged, except for counts.
    ///
    /// # Errors
    /// Returns an error, and changes nothing, if the bytes are not a valid value, or if the path leads nowhere or to
    /// a part that cannot be removed.
    pub fn remove_path(&mut self, path: &Path) -> Result<(), DocumentError> {
        self.change(path, None)
    }
}
