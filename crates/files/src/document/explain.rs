//! Explanations of whole files: containers, lengths, settings, and the values between them.

use std::borrow::Cow;
use std::collections::HashSet;

use nom::Parser as _;

use super::{Document, Format};
use crate::godot::{CompressedFile, FileError, compressed, encrypted, project_head, setting_head};
use crate::identify::{Arrangement, Contents, Layer, OpenError, OpenErrorKind, Opened, level_head};
use crate::minecraft::region::{ChunkPos, Region, SECTOR, chunk_compression, chunk_length, location, time};
use crate::minecraft::{Packing, gzip_member, lz4_block, zlib};
use gamewire::explain::{Explainer, Role};
use gamewire::godot::Framing;
use gamewire::godot::frame::frame_length;
use gamewire::grammar::{Cx, Read};
use gamewire::minecraft::{Protocol, Recording, Side};
use gamewire::shared::escape::visible;
use gamewire::shared::minecraft::{data_length, packet_length, replay_head};
use gamewire::shared::{Counted, sorted};
use gamewire::trace::Dynamic;

impl OpenError {
    /// Explains the outermost container of the file that is not opened, up to the error.
    ///
    /// ```
    /// use gamewire_files::document::OpenOptions;
    ///
    /// let file = b"GCPF\x02\0\0\0\x00\x10\0\0\x14\0";
    /// let container = OpenOptions::new().containers(file).unwrap_err().explain(file).unwrap();
    /// let mut rows = Vec::new();
    /// container.rows(|row| rows.push(row.meaning.clone()));
    /// let read = ["magic = \"GCPF\"", "mode = 2 (Zstd)", "block size = 4096"];
    /// assert_eq!((&rows[..3], &*rows[3]), (&read.map(String::from)[..], "incomplete        <- here"));
    /// ```
    pub fn explain<'a>(&self, file: impl Into<Cow<'a, [u8]>>) -> Option<Explainer<'a>> {
        let mut container = container(*self.layers.first()?, file.into());
        match (&self.reason, self.layers.len()) {
            (OpenErrorKind::Godot(FileError::Decode(error)), 1) => {
                return Some(container.failing(Some(error.clone())));
            }
            (reason, 1) => container.failed(reason.offset()),
            _ => {}
        }
        Some(container)
    }
}

impl Opened<'_> {
    /// Explains the outermost container, if there is one. Its contents have other offsets, and rows of their own.
    pub fn explain(&self) -> Option<Explainer<'_>> {
        let mut container = container(*self.layers().first()?, self.file());
        let damage = self.damage().filter(|damage| self.layers().len() == 1 && !damage.is_trailing());
        damage.into_iter().for_each(|damage| container.failed(damage.offset()));
        Some(container)
    }
}

impl Document<'_> {
    /// Explains every byte of the file. Returns one explanation of the outermost container, if there is one, and one
    /// of the contents, before any change. Of a recording in an archive, only the archive is explained, and of a text file
    /// nothing.
    ///
    /// Offsets count from the start of the container or of the contents. The contents of a compressed or encrypted
    /// file have other offsets than the file. The paths of rows begin with the [step](Self::steps) of their value.
    ///
    /// ```
    /// use gamewire_files::document::Document;
    ///
    /// let file = b"\x08\0\0\0\x02\0\0\0\x07\0\0\0"; // These are the bytes that store_var(7) writes.
    /// let document = Document::open(file)?;
    /// let [contents] = &document.explain()[..] else { panic!() };
    /// let mut rows = Vec::new();
    /// let outcome = contents.rows(|row| rows.push(row.meaning.clone()));
    /// assert_eq!(rows, ["length = 8", "int  (type id 2, 32-bit)", "value = 7"]);
    /// assert_eq!(outcome.explained, file.len());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn explain(&self) -> Vec<Explainer<'_>> {
        if let Some(archive) = self.recording().and_then(Recording::explain_archive) {
            return vec![archive];
        }
        let container = self.opened.explain();
        // The bytes of the values are not in a text file.
        if self.text.is_some() {
            return container.into_iter().collect();
        }
        let contents = contents(self).inside(container.is_some());
        container.into_iter().chain([contents]).collect()
    }

    /// Returns the first difference between the container or the settings of the file and those that the engine would
    /// write: its offset and a description.
    ///
    /// ```
    /// # use gamewire_files::document::Document;
    /// # use gamewire_files::godot::{ProjectFile, Setting};
    /// # use gamewire::godot::Dialect;
    /// // A setting that is there twice: the engine writes each once.
    /// let int = Dialect::GODOT_4.encode(&5.into())?;
    /// let mut project = ProjectFile::default();
    /// project.settings = vec![Setting::new("a/b", int.clone()), Setting::new("a/b", int)];
    /// let document = Document::open(project.encode()?)?;
    /// assert_eq!(document.container_difference().unwrap().1, "the setting a/b occurs twice");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn container_difference(&self) -> Option<(usize, String)> {
        let opened = &self.opened;
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
            let mut named = self.values().filter_map(|value| Some((value.name()?, value.offset())));
            let (name, offset) = named.find(|(name, _)| !names.insert(*name))?;
            Some((offset, format!("the setting {} occurs twice", visible(name))))
        };
        block_size(opened).or_else(|| opened.layers().iter().find_map(of_layer)).or_else(twice)
    }
}

/// Explains a part of a file: the fields before one value, and the value. If the value is compressed, it has an explanation of
/// its own after that of the fields.
///
/// Before the first value of a file, a number of bytes is skipped. `start` is the offset of the value in the part, or of its
/// compressed bytes. `value` is the bytes of the value itself, and its format. If it is `None`, the value cannot be read. Use
/// [`Explainer::starting_at`] to show the offsets of the whole file.
///
/// ```
/// use gamewire_files::identify::Arrangement;
/// use gamewire_files::shared::document::explain_part;
///
/// // A packet of 3 bytes, which is not compressed because its data length is 0.
/// let part = [4, 0, 2, b'h', b'i'];
/// let text = "minecraft/string(16)".parse()?;
/// let explanation = explain_part(Arrangement::Packets, None, &part, 2, Some((&part[2..], &text)));
/// let mut rows = Vec::new();
/// explanation[0].rows(|row| rows.push((row.start, row.meaning.clone())));
/// assert_eq!(rows[..2], [(0, "packet length = 4".to_owned()), (1, "data length = 0".to_owned())]);
/// assert_eq!((rows[2].0, rows[3].0), (2, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn explain_part<'a>(
    arrangement: Arrangement,
    skipped: Option<usize>,
    part: &'a [u8],
    start: usize,
    value: Option<(&'a [u8], &Format)>,
) -> Vec<Explainer<'a>> {
    let mut file = Explainer::new("", part).inside(arrangement == Arrangement::Replay);
    if let Some(skipped) = skipped {
        begin(&mut file, arrangement, skipped);
    }
    let is_compressed = head(&mut file, arrangement, start);
    let Some((bytes, format)) = value else {
        file.failed_at(file.end());
        return vec![file.titled("a frame that cannot be read")];
    };
    // The caller may have put the value in the place of its compressed bytes.
    if is_compressed && !part.get(start..).is_some_and(|rest| rest.starts_with(bytes)) {
        let length = Counted(bytes.len(), "byte");
        let meaning = format!("packet, compressed: {length} uncompressed");
        file.field(part.len(), 1, Role::Value, &meaning);
        let mut packet = Explainer::new("", bytes).inside(true);
        packet.value(0, true, format.explainer(bytes));
        return vec![file.titled("a compressed packet"), packet];
    }
    file.value(usize::from(file.end() > 0), arrangement.has_lengths(), format.explainer(bytes));
    vec![file]
}

/// Adds the fields before all values.
fn begin(file: &mut Explainer<'_>, arrangement: Arrangement, skipped: usize) {
    file.field(skipped, 0, Role::Unread, "skipped");
    if let Arrangement::Settings(lengths) = arrangement {
        file.fields(&lengths, 0, |cx, i| project_head(cx).map(drop).parse(i));
    }
}

/// Adds the fields before a value, which begins at `start`. Returns whether it is compressed.
fn head(file: &mut Explainer<'_>, arrangement: Arrangement, start: usize) -> bool {
    match arrangement {
        Arrangement::Framed(framing) if framing != Framing::BARE => {
            file.fields(&framing, 0, |cx, i| frame_length(cx).parse(i));
        }
        Arrangement::LevelDat { .. } => {
            file.fields(&(), 0, |cx, i| level_head(cx).map(drop).parse(i));
        }
        Arrangement::Settings(lengths) => {
            file.fields(&lengths, 0, |cx, i| setting_head(cx).map(drop).parse(i));
        }
        Arrangement::Replay => {
            file.fields(&(), 0, |cx, i| replay_head(cx).parse(i));
        }
        Arrangement::Packets => {
            let protocol = Protocol::V1_14;
            file.fields(&protocol, 0, |cx, i| packet_length(cx)(i));
            if file.end() < start {
                let length = file.fields(&protocol, 0, |cx, i| data_length(cx)(i));
                return length.is_some_and(|length| length > 0);
            }
        }
        Arrangement::Single | Arrangement::Framed(_) | Arrangement::Roots(_) => {}
    }
    false
}

/// Returns the description of a block size that the engine does not use.
fn block_size(opened: &Opened<'_>) -> Option<(usize, String)> {
    let [Layer::Compressed { .. }, ..] = opened.layers() else { return None };
    let size = CompressedFile::parse(&opened.file()).ok()?.block_size;
    (size != 4096).then(|| (8, format!("blocks of {size} bytes: the engine writes blocks of 4096")))
}

/// Explains the contents. Packets that are compressed or cannot be read have no rows of their own.
fn contents<'a>(document: &'a Document<'_>) -> Explainer<'a> {
    let (arrangement, format, skipped) = (document.arrangement, &document.format, document.skipped);
    // The version has a row of its own.
    let version = match arrangement {
        Arrangement::LevelDat { version } => format!(" (version {version})"),
        _ => String::new(),
    };
    let recording = document.recording();
    let whole = document.contents();
    let rest = whole.get(document.end..).unwrap_or_default();
    let has_zeros = format.nbt().is_some() && !rest.is_empty() && rest.iter().all(|byte| *byte == 0);
    // A value that is alone has a title of its own, with a verdict.
    let is_single = arrangement == Arrangement::Single && skipped == 0 && !has_zeros;
    let is_alone = document.layers().is_empty() && is_single;
    let title = match (&document.found, document.values.len()) {
        (_, 1) if is_alone => String::new(),
        (Some(Contents::Unknown(_)), _) => {
            format!("an input that no detectable format reads to its end, explained as {format}")
        }
        (Some(contents), _) => contents.to_string().replace(&version, ""),
        (None, count) => match recording {
            Some(recording) => recording_title(recording, &[]),
            None if count == 1 => format!("a value of {format}"),
            None => format!("{count} values of {format}"),
        },
    };
    let mut file = Explainer::new(title.lines().next().unwrap_or_default(), whole);
    begin(&mut file, arrangement, skipped);
    let depth = match arrangement {
        Arrangement::Single | Arrangement::Roots(_) | Arrangement::LevelDat { .. } => 0,
        _ => 1,
    };
    for ((at, slot), step) in document.values.iter().enumerate().zip(document.steps()) {
        let packet = recording.and_then(|recording| recording.packet(at));
        let place = match &packet {
            None => slot.place.clone(),
            Some(one) => skipped + one.offset()..skipped + one.frame.end,
        };
        head(&mut file, arrangement, place.start);
        match packet {
            Some(one) if matches!(one.bytes, Cow::Owned(_)) || file.end() != place.start => {
                let rest = place.end.saturating_sub(file.end());
                file.field(rest, depth, Role::Value, "packet, compressed");
            }
            packet => {
                let format = packet.map_or(Cow::Borrowed(format), |one| Cow::Owned(one.packet.into()));
                let bytes = whole.get(place).unwrap_or_default();
                file.value(depth, arrangement.has_lengths(), format.explainer(bytes).below(step.as_ref()));
            }
        }
    }
    // The fields before the length of a setting that does not fit.
    if let (Arrangement::Settings(_), Some(error)) = (arrangement, &document.broken)
        && error.offset() >= file.end()
        && error.kind().code() != "trailing"
    {
        head(&mut file, arrangement, 0);
    }
    if recording.is_some() {
        file.field(usize::MAX, 0, Role::Unread, "not read");
    }
    if has_zeros {
        file.field(usize::MAX, 0, Role::Padding, "zeros after the roots");
    }
    file.failing(document.broken.clone())
}

/// Returns the version and the sender of the packets: `a recorded session of Minecraft 1.20, 15 packets of the client`.
/// `versions` are all that read the recording, if it does not state its own.
pub fn recording_title(recording: &Recording<'_>, versions: &[&'static str]) -> String {
    let what = if recording.is_replay() { "a recording of ReplayMod" } else { "a recorded session" };
    let last = versions.iter().skip(1).next_back().map_or(String::new(), |last| format!(" to {last}"));
    let version =
        recording.version.as_ref().map_or(String::new(), |version| format!(" of Minecraft {version}{last}"));
    let side = if recording.side == Side::Client { "client" } else { "server" };
    let damaged = if recording.first_error().is_some() { ", damaged" } else { "" };
    format!("{what}{version}, {} of the {side}{damaged}", Counted(recording.readable(), "packet"))
}

/// Explains a container without its contents, which have an explanation of their own.
fn container<'a>(layer: Layer, bytes: Cow<'a, [u8]>) -> Explainer<'a> {
    match layer {
        Layer::Compressed { .. } => {
            let mut file = Explainer::new("a file written by open_compressed", bytes);
            file.fields(&(), 0, |cx, i| compressed(cx)(i).map(|_| (i, ())));
            if file.rest() == b"GCPF" {
                file.field(4, 0, Role::Structure, "magic again, ignored by readers");
            }
            file
        }
        Layer::Encrypted { encryption, .. } => {
            let releases = if encryption.generation() == 4 { "Godot 4" } else { "Godot 1.0 to 3.6" };
            let mut file = Explainer::new(format!("a file written by open_encrypted, {releases}"), bytes);
            file.fields(&encryption, 0, |cx, i| encrypted(cx)(i).map(|_| (i, ())));
            file
        }
        Layer::Packed { packing, zeros } => match packing {
            Packing::Gzip => packed(layer, bytes, zeros, MOST_PARTS, |cx, i| gzip_member(cx).parse(i)),
            Packing::Zlib => packed(layer, bytes, zeros, 1, |cx, i| zlib(cx).parse(i)),
            // Data without compression is never detected as a layer.
            Packing::Lz4 | Packing::None => {
                packed(layer, bytes, zeros, MOST_PARTS, |cx, i| lz4_block(cx).map(drop).parse(i))
            }
        },
        Layer::Stored { zeros, .. } => {
            let mut file = Explainer::new("a chunk as regions store it", bytes);
            file.fields(&ChunkPos::default(), 0, |cx, i| chunk_length(cx)(i));
            file.fields(&ChunkPos::default(), 0, |cx, i| chunk_compression(cx)(i));
            file.field(file.rest().len() - zeros, 1, Role::Value, "data, compressed");
            file.field(zeros, 1, Role::Padding, "not used, up to the end of the sector");
            file
        }
        Layer::Chunk { at } => region(bytes, at),
    }
}

/// The most parts of packed data that are explained, because rows take memory.
const MOST_PARTS: usize = 10_000;

/// Explains packed data: at most this number of parts, which begin with the same bytes, and the zeros after them.
fn packed<'a>(
    layer: Layer,
    bytes: Cow<'a, [u8]>,
    zeros: usize,
    most: usize,
    part: impl for<'c, 'i> Fn(Cx<'c, (), Dynamic<'c>>, &'i [u8]) -> Read<'i, ()>,
) -> Explainer<'a> {
    let magic = bytes.first_chunk::<2>().copied().unwrap_or_default();
    let mut file = Explainer::new(format!("a file packed with {}", layer.name()), bytes);
    let mut parts = 0;
    while parts < most
        && file.rest().len() > zeros
        && file.rest().starts_with(&magic)
        && file.fields(&(), 0, &part).is_some()
    {
        parts += 1;
    }
    if parts == MOST_PARTS {
        file.field(usize::MAX, 0, Role::Unread, "not explained, because the file has too many parts");
    }
    if file.rest().len() == zeros {
        file.field(zeros, 0, Role::Padding, "zeros after the packed data");
    }
    file
}

/// Explains a region file: the tables, and the chunks in the order of their sectors. Only the data of the chunk `opened` has
/// rows for its parts, because they are found by decompressing it.
fn region(bytes: Cow<'_, [u8]>, opened: ChunkPos) -> Explainer<'_> {
    let owned = bytes.clone();
    let Ok(region) = Region::parse_damaged(&owned) else {
        return Explainer::new("no region file", bytes);
    };
    let count = ChunkPos::all().filter(|at| !matches!(region.read(*at), Ok(None))).count();
    let chunks = Counted(count, "chunk");
    let title = match region.damage().count() {
        0 => format!("a region file with {chunks}"),
        damaged => format!("a region file with {chunks}, {damaged} damaged"),
    };
    let mut file = Explainer::new(title, bytes);
    let zeros = |table: usize| if table == 0 { "zeros: no chunks" } else { "times that are 0" };
    for table in [0, SECTOR] {
        for position in ChunkPos::all() {
            let place = table + position.location();
            if owned.get(place..).is_some_and(|word| word.starts_with(&[0; 4])) {
                continue;
            }
            file.field(place.saturating_sub(file.end()), 0, Role::Padding, zeros(table));
            match table {
                0 => file.fields(&position, 0, |cx, i| location(cx)(i).map(|_| (i, ()))),
                _ => file.fields(&position, 0, |cx, i| time(cx)(i).map(|_| (i, ()))),
            };
        }
        file.field((table + SECTOR).saturating_sub(file.end()), 0, Role::Padding, zeros(table));
    }
    // The first byte and the end of the sectors of each chunk, and the chunk, unless it is damaged.
    let chunks = ChunkPos::all().filter_map(|at| match region.read(at) {
        Ok(chunk) => {
            let (sector, count) = chunk?.sectors();
            Some((sector * SECTOR, (sector + count) * SECTOR, at, chunk))
        }
        Err(_) => {
            let (sector, count) = region.location(at);
            let start = sector * SECTOR;
            let is_in_file = start >= 2 * SECTOR && start < owned.len();
            is_in_file.then_some((start, start + count.max(1) * SECTOR, at, None))
        }
    });
    let mut chunks = sorted(chunks.collect(), |a, b| a.0.cmp(&b.0)).into_iter().peekable();
    while let Some((start, end, at, chunk)) = chunks.next() {
        // Sectors of two chunks may overlap.
        if start < file.end() {
            continue;
        }
        file.field(start - file.end(), 0, Role::Padding, "sectors that no chunk uses");
        file.fields(&at, 0, |cx, i| chunk_length(cx)(i));
        file.fields(&at, 0, |cx, i| chunk_compression(cx)(i));
        let Some(chunk) = chunk else {
            let next = chunks.peek().map_or(end, |next| end.min(next.0));
            file.field(next.saturating_sub(file.end()), 1, Role::Unread, "data of a damaged chunk, not read");
            continue;
        };
        match chunk.packing.filter(|packing| at == opened && *packing != Packing::None) {
            Some(packing) => {
                let layer = Layer::Packed { packing, zeros: 0 };
                file.value(1, true, container(layer, Cow::Owned(chunk.data.to_vec())));
            }
            None => file.field(chunk.data.len(), 1, Role::Value, "data, compressed"),
        }
        let rest = end.saturating_sub(file.end());
        file.field(rest, 1, Role::Padding, "not used, up to the end of the sector");
    }
    file.field(usize::MAX, 0, Role::Padding, "bytes that no chunk uses");
    file
}
