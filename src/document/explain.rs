//! Explanations of whole files: containers, lengths, settings, and the values between them.

use std::borrow::Cow;
use std::collections::HashSet;

use super::{Format, Reading};
use crate::counted::Counted;
use crate::escape::visible;
use crate::explain::{FileExplainer, Role};
use crate::godot::Framing;
use crate::godot::files::{CompressedFile, KeyLength};
use crate::identify::{Arrangement, Contents, EncodedValue, Layer, Opened};
use crate::trace::{Form, Meaning, Order, Unit};

/// Explains every byte of a file. Returns one explanation of the outermost container, if there is one, and one of the
/// contents.
///
/// Offsets count from the start of the container or of the contents. The contents of a compressed or encrypted file
/// have other offsets than the file.
///
/// ```
/// use gamewire::document::{OpenOptions, explain_file};
///
/// let file = b"\x08\0\0\0\x02\0\0\0\x07\0\0\0"; // These are the bytes that store_var(7) writes.
/// let opened = OpenOptions::new().containers(file)?;
/// let reading = OpenOptions::new().read(opened.contents())?;
/// let [contents] = &explain_file(&opened, &reading)[..] else { panic!() };
/// let mut rows = Vec::new();
/// let outcome = contents.rows(|row| rows.push(row.meaning.clone()));
/// assert_eq!(rows, ["length = 8", "int  (type id 2, 32-bit)", "value = 7"]);
/// assert_eq!(outcome.explained, file.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn explain_file<'a>(opened: &'a Opened<'_>, reading: &'a Reading<'_>) -> Vec<FileExplainer<'a>> {
    let container = opened.layers().first().map(|layer| container(*layer, opened.file()));
    let contents = contents(reading).inside(container.is_some());
    container.into_iter().chain([contents]).collect()
}

/// The fields before each value of a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum FrameHead {
    /// The length before a value of Godot.
    Godot(Framing),
    /// The length before a packet of Minecraft and, on a compressed connection, the data length.
    Packet,
    /// The time and the length before a packet in a recording of ReplayMod, whose packets are in an archive.
    Replay,
}

/// Explains one frame of a stream: the fields before the value, and the value. If the value is compressed, it has an
/// explanation of its own after that of the frame.
///
/// `value` is the offset of the value in the frame, or of its compressed bytes, the bytes of the value itself, and its
/// format. If it is `None`, the value could not be read. Use [`FileExplainer::starting_at`] to show the offsets of the whole stream.
///
/// ```
/// use gamewire::document::{FrameHead, explain_frame};
/// use gamewire::minecraft::Protocol;
///
/// // A packet of 3 bytes, which is not compressed because its data length is 0.
/// let frame = [4, 0, 2, b'h', b'i'];
/// let text = "minecraft/string(16)".parse()?;
/// let explanation = explain_frame(FrameHead::Packet, &frame, Some((2, &frame[2..], &text)));
/// let mut rows = Vec::new();
/// explanation[0].rows(|row| rows.push((row.start, row.meaning.clone())));
/// assert_eq!(rows[..2], [(0, "packet length = 4".to_owned()), (1, "data length = 0".to_owned())]);
/// assert_eq!((rows[2].0, rows[3].0), (2, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn explain_frame<'a>(
    head: FrameHead,
    frame: &'a [u8],
    value: Option<(usize, &'a [u8], &Format)>,
) -> Vec<FileExplainer<'a>> {
    let mut file = FileExplainer::new("", frame);
    let is_compressed = match head {
        FrameHead::Godot(framing) => {
            length(&mut file, framing);
            false
        }
        FrameHead::Replay => {
            let word = Form::unsigned(Order::Big);
            file.number(4, 0, Meaning::from("time").of(word).saying("It counts milliseconds."));
            file.number(4, 0, Meaning::from("length").of(word).counting(Unit::BYTES));
            file = file.inside(true);
            false
        }
        FrameHead::Packet => {
            let varint = |file: &mut FileExplainer<'_>, meaning: Meaning| {
                let size = file.rest().iter().take_while(|byte| **byte >= 0x80).count().min(4) + 1;
                file.number(size, 0, meaning.of(Form::VAR_INT))
            };
            varint(&mut file, Meaning::from("packet length").counting(Unit::BYTES));
            let has_more = value.is_some_and(|(start, ..)| file.end() < start);
            let data = Meaning::from("data length");
            let data = data.saying(
                "It is the number of bytes before compression, or 0 if the packet is not compressed.",
            );
            has_more && varint(&mut file, data) > 0
        }
    };
    let Some((_, bytes, format)) = value else {
        let mut file = file.titled("a frame that cannot be read");
        file.failed();
        return vec![file];
    };
    if !is_compressed {
        let depth = usize::from(file.end() > 0);
        file.value(bytes.len(), depth, format.explainer(bytes));
        return vec![file];
    }
    let mut file = file.titled("a compressed packet");
    file.field(
        frame.len(),
        1,
        Role::Value,
        &format!("packet, compressed: {} uncompressed", Counted(bytes.len(), "byte")),
    );
    let mut packet = FileExplainer::new("", bytes).inside(true);
    packet.value(bytes.len(), 0, format.explainer(bytes));
    vec![file, packet]
}

/// Adds the row of the length before a value of Godot.
fn length(file: &mut FileExplainer<'_>, framing: Framing) {
    if framing == Framing::BARE {
        return;
    }
    let is_big = framing == framing.big_endian() && framing != Framing::STREAM;
    let form = Form::unsigned(if is_big { Order::Big } else { Order::Little });
    file.number(framing.head_len(), 0, Meaning::from("length").of(form).counting(Unit::BYTES));
}

/// Returns the first difference between the container or the settings of a file and those that the engine would
/// write: its offset and a description.
///
/// ```
/// # use gamewire::document::{OpenOptions, container_difference};
/// # use gamewire::godot::{ProjectFile, Setting, Dialect};
/// // A setting that is there twice: the engine writes each once.
/// let int = Dialect::GODOT_4.encode(&5.into())?;
/// let mut project = ProjectFile::default();
/// project.settings = vec![Setting::new("a/b", int.clone()), Setting::new("a/b", int)];
/// let file = project.encode()?;
/// let opened = OpenOptions::new().containers(&file)?;
/// let reading = OpenOptions::new().read(opened.contents())?;
/// assert_eq!(container_difference(&opened, &reading).unwrap().1, "the setting a/b occurs twice");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn container_difference(opened: &Opened<'_>, reading: &Reading<'_>) -> Option<(usize, String)> {
    let of_layer = |layer: &Layer| match *layer {
        Layer::Compressed { ends_well: false, .. } => {
            Some((opened.file().len(), "the closing GCPF, which the engine writes, is missing".into()))
        }
        Layer::Encrypted { trailing: count @ 1.., .. } => {
            let place = opened.file().len().saturating_sub(count);
            let more = Counted(count, "byte");
            Some((place, format!("{more} after the encrypted data, which the engine does not write")))
        }
        _ => None,
    };
    let mut names = HashSet::new();
    let twice = || {
        let mut named =
            reading.values.iter().filter_map(|value| Some((value.name.as_deref()?, value.offset)));
        let (name, offset) = named.find(|(name, _)| !names.insert(*name))?;
        Some((offset, format!("the setting {} occurs twice", visible(name))))
    };
    block_size(opened).or_else(|| opened.layers().iter().find_map(of_layer)).or_else(twice)
}

/// Returns the description of a block size that the engine does not use.
fn block_size(opened: &Opened<'_>) -> Option<(usize, String)> {
    let [Layer::Compressed { .. }, ..] = opened.layers() else { return None };
    let size = CompressedFile::parse(&opened.file()).ok()?.block_size();
    (size != 4096).then(|| (8, format!("blocks of {size} bytes: the engine writes blocks of 4096")))
}

fn contents<'a>(reading: &'a Reading<'_>) -> FileExplainer<'a> {
    // The version has a row of its own.
    let version = match reading.arrangement {
        Arrangement::LevelDat { version } => format!(" (version {version})"),
        _ => String::new(),
    };
    let title = match (reading.described(), reading.values.len()) {
        (Some(Contents::Unknown { .. }), _) => {
            format!("an input that no format reads to its end, explained as {}", reading.format)
        }
        (Some(contents), _) => contents.to_string().replace(&version, ""),
        (None, 1) => format!("a value of {}", reading.format),
        (None, count) => format!("{count} values of {}", reading.format),
    };
    let whole = [reading.skipped, reading.contents].concat();
    let mut file = FileExplainer::new(title.lines().next().unwrap_or_default(), whole);
    file.field(reading.skipped.len(), 0, Role::Unread, "skipped");
    if let Arrangement::Settings(_) = reading.arrangement {
        file.field(4, 0, Role::Structure, "magic = \"ECFG\"");
        file.number(4, 0, word("number of settings"));
    }
    for value in reading.values.iter().chain(&reading.incomplete) {
        head(&mut file, reading, value);
        let explainer = reading.format.explainer(value.bytes);
        let depth =
            usize::from(matches!(reading.arrangement, Arrangement::Framed(_) | Arrangement::Settings(_)));
        file.value(value.bytes.len(), depth, explainer);
    }
    file.failing(reading.broken.clone())
}

/// Returns the little-endian number at `at`, or 0 if its bytes are missing.
fn number(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |bytes| u32::from_le_bytes(*bytes))
}

/// Returns the meaning of a little-endian number.
fn word(name: &'static str) -> Meaning {
    Meaning::from(name).of(Form::unsigned(Order::Little))
}

/// Adds the rows before a value: its length and, for a setting, the name.
fn head(file: &mut FileExplainer<'_>, reading: &Reading<'_>, value: &EncodedValue<'_>) {
    match reading.arrangement {
        Arrangement::Framed(framing) => length(file, framing),
        Arrangement::LevelDat { .. } => {
            file.number(4, 0, word("version"));
            file.number(4, 0, word("length of the rest").counting(Unit::BYTES));
        }
        Arrangement::Settings(lengths) => {
            let key = value.name.as_deref().unwrap_or_default();
            let (unit, remark) = match lengths {
                KeyLength::Characters => (Unit::CHARACTERS, " characters"),
                KeyLength::Bytes => (Unit::BYTES, ""),
            };
            file.number(4, 0, word("key length").counting(unit));
            file.add_remark(remark);
            // The name is between the two lengths.
            let length = value.offset.saturating_sub(file.end() + 4);
            file.field(length, 1, Role::Value, &format!("key = \"{}\"", visible(key)));
            file.number(4, 0, word("value length").counting(Unit::BYTES));
        }
        Arrangement::Single | Arrangement::Roots(_) => {}
    }
}

/// Explains a container without its contents, which have an explanation of their own.
fn container<'a>(layer: Layer, bytes: Cow<'a, [u8]>) -> FileExplainer<'a> {
    match layer {
        Layer::Compressed { .. } => rows::compressed(bytes),
        Layer::Encrypted { .. } => rows::encrypted(bytes),
        Layer::Gzip { zeros } => rows::gzip(bytes, zeros),
        Layer::Zlib { zeros } => rows::zlib(bytes, zeros),
        Layer::Lz4 { .. } => rows::lz4(bytes),
        Layer::Chunk { .. } => rows::region(bytes),
    }
}

mod rows {
    use std::borrow::Cow;

    use super::{Counted, number, word};
    use crate::explain::{FileExplainer, Role};
    use crate::godot::files::{CompressedFile, EncryptedFile, Encryption};
    use crate::minecraft::region::{ChunkPos, Region, SECTOR};
    use crate::trace::{Form, Meaning, Order, Unit};

    /// The flags of gzip.
    const GZIP_FLAGS: &str =
        "Bits 1 to 4 are set if a checksum of the header, an extra field, a name and a comment follow.";

    /// Returns the meaning of a big-endian number.
    fn big(name: &'static str) -> Meaning {
        Meaning::from(name).of(Form::unsigned(Order::Big))
    }

    /// Explains a `GCPF` file.
    pub(super) fn compressed(bytes: Cow<'_, [u8]>) -> FileExplainer<'_> {
        let owned = bytes.clone();
        let mut file = FileExplainer::new("a file written by open_compressed", bytes);
        let Ok(parsed) = CompressedFile::parse(&owned) else { return file };
        file.field(4, 0, Role::Structure, "magic = \"GCPF\"");
        file.number_as(4, 0, word("mode"), |mode| format!("mode = {mode} ({:?})", parsed.mode()));
        file.number(4, 0, word("block size"));
        file.number(4, 0, word("total size").saying("It counts the bytes before compression."));
        for at in 0..parsed.blocks().count() {
            file.number_as(4, 0, word("size"), |size| format!("size of block {at} = {size}"));
        }
        for (at, block) in parsed.blocks().enumerate() {
            let meaning = format!("block {at}, compressed: {} uncompressed", Counted(block.length, "byte"));
            file.field(block.bytes.len(), 0, Role::Value, &meaning);
        }
        if parsed.tail() == b"GCPF" {
            file.field(4, 0, Role::Structure, "magic again, ignored by readers");
        }
        file
    }

    /// Explains a `GDEC` file, or a `CEDG` file, whose numbers are big-endian.
    pub(super) fn encrypted(bytes: Cow<'_, [u8]>) -> FileExplainer<'_> {
        let owned = bytes.clone();
        let Ok(parsed) = EncryptedFile::parse(&owned) else {
            return FileExplainer::new("an encrypted file", bytes);
        };
        let old = !matches!(parsed.encryption(), Encryption::Godot4 { .. });
        let releases = if old { "Godot 1.0 to 3.6" } else { "Godot 4" };
        let mut file = FileExplainer::new(format!("a file written by open_encrypted, {releases}"), bytes);
        file.field(4, 0, Role::Structure, &format!("magic = \"{}\"", parsed.encryption().magic()));
        let is_big = parsed.encryption() == Encryption::Godot3BigEndian;
        let word =
            |name| Meaning::from(name).of(Form::unsigned(if is_big { Order::Big } else { Order::Little }));
        if old {
            file.number_as(4, 0, word("mode"), |mode| format!("mode = {mode} (AES-256)"));
        }
        file.field(16, 0, Role::Structure, "MD5 of the contents");
        file.number(8, 0, word("length of the contents"));
        if !old {
            file.field(16, 0, Role::Structure, "initialization vector");
        }
        let rest = owned.len().saturating_sub(file.end() + parsed.tail().len());
        file.field(rest, 0, Role::Value, "contents, extended with zeros to 16·n bytes, encrypted");
        file
    }

    /// Explains gzip (RFC 1952).
    pub(super) fn gzip(bytes: Cow<'_, [u8]>, zeros: usize) -> FileExplainer<'_> {
        let owned = bytes.clone();
        let mut file = FileExplainer::new("a file packed with gzip", bytes);
        file.field(2, 0, Role::Structure, "magic = 1f 8b");
        file.number_as(1, 0, word("compression"), |number| format!("compression = {number} (deflate)"));
        let flags = file.number(1, 0, word("flags").saying(GZIP_FLAGS));
        file.number_as(4, 0, word("time"), |time| format!("time = {time} seconds"));
        file.number(1, 0, word("extra flags"));
        file.number(1, 0, word("system"));
        if flags & 4 != 0 {
            let length = file.number(2, 0, word("length of the extra field"));
            file.field(usize::try_from(length).unwrap_or(usize::MAX), 1, Role::Value, "extra field");
        }
        for (flag, name) in [(8, "name"), (16, "comment")] {
            let rest = owned.get(file.end()..).unwrap_or_default();
            if flags & flag != 0 {
                let length = rest.iter().position(|byte| *byte == 0).map_or(rest.len(), |at| at + 1);
                file.field(length, 0, Role::Value, &format!("{name}, ended by a zero byte"));
            }
        }
        if flags & 2 != 0 {
            file.field(2, 0, Role::Structure, "checksum of the header");
        }
        let end = owned.len().saturating_sub(zeros);
        file.field(end.saturating_sub(file.end() + 8), 0, Role::Value, "data, compressed");
        file.checksum(4, 0, word("CRC-32 of the contents"));
        file.number(4, 0, word("length of the contents"));
        file.field(zeros, 0, Role::Padding, "zeros after the packed data");
        file
    }

    /// Explains zlib (RFC 1950).
    pub(super) fn zlib(bytes: Cow<'_, [u8]>, zeros: usize) -> FileExplainer<'_> {
        let owned = bytes.clone();
        let mut file = FileExplainer::new("a file packed with zlib", bytes);
        file.field(1, 0, Role::Structure, "compression and window: deflate");
        file.field(1, 0, Role::Structure, "flags");
        let end = owned.len().saturating_sub(zeros);
        file.field(end.saturating_sub(file.end() + 4), 0, Role::Value, "data, compressed");
        file.checksum(4, 0, big("Adler-32 of the contents"));
        file.field(zeros, 0, Role::Padding, "zeros after the packed data");
        file
    }

    /// Explains the block format of lz4-java.
    pub(super) fn lz4(bytes: Cow<'_, [u8]>) -> FileExplainer<'_> {
        let owned = bytes.clone();
        let mut file = FileExplainer::new("a file packed with LZ4", bytes);
        while owned.get(file.end()..).is_some_and(|rest| rest.starts_with(b"LZ4Block")) {
            file.field(8, 0, Role::Structure, "magic = \"LZ4Block\"");
            file.field(1, 1, Role::Structure, "method and level");
            let packed = file.number(4, 1, word("length of the block"));
            file.number(4, 1, word("length of its contents"));
            file.field(4, 1, Role::Structure, "checksum of its contents");
            file.field(usize::try_from(packed).unwrap_or(usize::MAX), 1, Role::Value, "data, compressed");
        }
        file
    }

    /// Explains a region file: the tables, and the chunks in the order of their sectors.
    pub(super) fn region(bytes: Cow<'_, [u8]>) -> FileExplainer<'_> {
        let owned = bytes.clone();
        let title = |chunks: usize| match chunks {
            1 => "a region file with one chunk".to_owned(),
            count => format!("a region file with {count} chunks"),
        };
        let Ok(region) = Region::parse_damaged(&owned) else {
            return FileExplainer::new("a region file", bytes);
        };
        let mut file = FileExplainer::new(title(region.chunks().count()), bytes);
        for table in [0, SECTOR] {
            for (at, position) in ChunkPos::all().enumerate() {
                let place = table + at * 4;
                let word = number(&owned, place).swap_bytes();
                if word == 0 {
                    continue;
                }
                file.field(place.saturating_sub(file.end()), 0, Role::Padding, "zeros: no chunks");
                if table == 0 {
                    let meaning = big("location").saying(
                        "The first three bytes are the first sector, the last is the number of sectors.",
                    );
                    file.number_as(4, 0, meaning, |word| {
                        let (first, count) = (word >> 8, word & 0xff);
                        format!("location of chunk {position}: first sector {first}, {count} in all")
                    });
                } else {
                    file.number_as(4, 0, big("time"), |time| {
                        format!("time of chunk {position}: {time} seconds")
                    });
                }
            }
            file.field((table + SECTOR).saturating_sub(file.end()), 0, Role::Padding, "zeros: no chunks");
        }
        let mut chunks: Vec<_> = region.chunks().collect();
        chunks.sort_by_key(|chunk| chunk.sectors());
        for chunk in chunks {
            let (sector, count) = chunk.sectors();
            let (start, end) = (sector * SECTOR, (sector + count) * SECTOR);
            // Sectors of two chunks may overlap.
            if start < file.end() {
                continue;
            }
            file.field(start - file.end(), 0, Role::Unread, "sectors of no chunk");
            let meaning = big("length of the rest").counting(Unit::BYTES);
            let length = file.number_as(4, 0, meaning, |length| {
                format!("chunk {}: length of the rest = {length}", chunk.at())
            });
            let name = chunk.compression();
            file.number_as(1, 1, big("compression"), |number| format!("compression = {number} ({name})"));
            let length = usize::try_from(length).unwrap_or(usize::MAX);
            file.field(length.saturating_sub(1), 1, Role::Value, "data, compressed");
            let rest = end.saturating_sub(file.end());
            file.field(rest, 1, Role::Padding, "not used, up to the end of the sector");
        }
        file
    }
}
