//! Zip archives, which hold the recordings of ReplayMod.

use std::ops::Range;

use crate::escape::visible;
use crate::explain::{Explainer, Role};
use crate::grammar::{Cx, Parse, map, said, take};
use crate::minecraft::deflate::{CORRUPT, MISSING, inflate_raw};
use crate::sure::Sure as _;
use crate::trace::{Form, Meaning, Order, Trace};

/// A number in a header: its length in bytes, and its meaning.
type Field = (usize, Meaning);

/// The numbers of a header, which follow its signature: their lengths and meanings.
pub(super) struct Header {
    signature: [u8; 4],
    title: &'static str,
    numbers: &'static [Field],
}

const fn number(name: &'static str) -> Meaning {
    Meaning::new(name).of(Form::unsigned(Order::Little))
}

const VERSION: Field = (2, number("version needed"));
pub(super) const FLAGS: Field =
    (2, number("flags").saying("If bit 3 is set, the checksum and the lengths follow the data."));
const METHOD: Field = (2, number("method").saying("0 is data that is not compressed, 8 is deflate."));
const TIME: Field =
    (2, number("time").saying("Bits 0 to 4 are half the second, 5 to 10 the minute, 11 to 15 the hour."));
const DATE: Field =
    (2, number("date").saying("Bits 0 to 4 are the day, 5 to 8 the month, 9 to 15 the years since 1980."));
pub(super) const OFFSET: Field = (4, number("offset of the file"));
const ENTRIES: Field = (2, number("entries"));
pub(super) const LIST: Field = (4, number("offset of the list"));
pub(super) const CHECKSUM: Field = (4, number("CRC-32 of the contents"));
pub(super) const PACKED: Field = (4, number("length of the data"));
const UNPACKED: Field = (4, number("length of the contents"));
const NAME: Field = (2, number("length of the name"));
const EXTRA: Field = (2, number("length of the extra field"));
const COMMENT: Field = (2, number("length of the comment"));

/// The texts after the numbers of a header, by the numbers of their bytes.
static TEXTS: [(Field, &str); 3] = [(NAME, "name"), (EXTRA, "extra field"), (COMMENT, "comment")];

/// The header before the data of a file.
pub(super) static LOCAL: Header = Header {
    signature: *b"PK\x03\x04",
    title: "a file",
    numbers: &[VERSION, FLAGS, METHOD, TIME, DATE, CHECKSUM, PACKED, UNPACKED, NAME, EXTRA],
};

/// The checksum and lengths after the data of a file, whose signature may be missing.
pub(super) static AFTER: Header =
    Header { signature: *b"PK\x07\x08", title: "after the data", numbers: &[CHECKSUM, PACKED, UNPACKED] };

/// An entry in the list of files.
pub(super) static ENTRY: Header = Header {
    signature: *b"PK\x01\x02",
    title: "an entry in the list of files",
    numbers: &[
        (2, number("version made by")),
        VERSION,
        FLAGS,
        METHOD,
        TIME,
        DATE,
        CHECKSUM,
        PACKED,
        UNPACKED,
        NAME,
        EXTRA,
        COMMENT,
        (2, number("disk")),
        (2, number("internal attributes")),
        (4, number("external attributes")),
        OFFSET,
    ],
};

/// The end of the list of files.
pub(super) static LIST_END: Header = Header {
    signature: *b"PK\x05\x06",
    title: "the end of the list",
    numbers: &[
        (2, number("disk")),
        (2, number("first disk of the list")),
        (2, number("entries on this disk")),
        ENTRIES,
        (4, number("length of the list")),
        LIST,
        COMMENT,
    ],
};

impl Header {
    /// Returns the number of bytes of the header, without its texts.
    pub(super) fn len(&self) -> usize {
        self.numbers.iter().fold(self.signature.len(), |end, (len, _)| end + len)
    }

    /// Returns whether the signature is at the start of these bytes.
    pub(super) fn starts(&self, bytes: &[u8]) -> bool {
        bytes.starts_with(&self.signature)
    }

    /// Returns the place in the archive of a number of the header at `at`.
    pub(super) fn place(&self, at: usize, field: &Field) -> Range<usize> {
        let before = self.numbers.iter().take_while(|one| *one != field);
        let start = before.fold(at + self.signature.len(), |end, (len, _)| end + len);
        start..start + field.0
    }

    /// Reads a number of the header at `at`.
    pub(super) fn read(&self, file: &[u8], at: usize, field: &Field) -> Option<usize> {
        let bytes = file.get(self.place(at, field))?;
        usize::try_from(field.1.form.unsigned_number(bytes)).ok()
    }

    /// Returns the lengths of the texts after the numbers, with the names of the texts.
    fn texts(&self) -> impl Iterator<Item = &'static (Field, &'static str)> {
        TEXTS.iter().filter(|(length, _)| self.numbers.contains(length))
    }

    /// Returns the number of bytes of the texts of the header at `at`.
    fn texts_len(&self, file: &[u8], at: usize) -> Option<usize> {
        self.texts().try_fold(0, |sum, (length, _)| Some(sum + self.read(file, at, length)?))
    }

    /// Adds the rows of the signature and the numbers.
    fn explain(&self, file: &mut Explainer<'_>) {
        if self.starts(file.rest()) {
            let signature: Vec<_> = self.signature.iter().map(|byte| format!("{byte:02x}")).collect();
            file.field(4, 0, Role::Structure, &format!("{}: magic = {}", self.title, signature.join(" ")));
        }
        for field in self.numbers {
            file.fields(&(), 1, |cx, i| number_of(cx, field)(i));
        }
    }
}

/// Parses a number of a header.
fn number_of<'a, T: Trace>(cx: Cx<'_, (), T>, field: &'static Field) -> impl Parse<'a, u64> {
    let number = map(take(cx, field.0), |bytes| field.1.form.unsigned_number(bytes));
    said(cx, field.1, number, |number| match *field == CHECKSUM {
        true => format!("{} = {number:#010x}", field.1.name),
        false => format!("{} = {number}", field.1.name),
    })
}

/// The data of a file of an archive, after its header.
pub(super) struct Packed<'f> {
    /// The offset of the header in the archive.
    pub(super) at: usize,
    pub(super) is_deflate: bool,
    /// The bytes after the header. The data ends by itself, or after the stated number of bytes.
    pub(super) data: &'f [u8],
    length: usize,
    /// Whether the checksum and the lengths follow the data.
    pub(super) is_described: bool,
    /// Whether the lengths have 64 bits, in the extra field.
    pub(super) is_zip64: bool,
}

/// The contents of a file of an archive, as far as they can be read.
#[derive(Debug, Clone, Default)]
pub(super) struct Unpacked {
    pub(super) contents: Vec<u8>,
    /// The number of bytes of the data that were read.
    pub(super) read: usize,
    /// The reason why the rest cannot be read.
    pub(super) damage: Option<String>,
}

/// Returns whether bytes begin with a file of an archive.
pub(super) fn starts_archive(file: &[u8]) -> bool {
    LOCAL.starts(file)
}

/// Finds a file by its local header. The list of files at the end of the archive is not needed, because a truncated
/// archive has none.
pub(super) fn find<'f>(file: &'f [u8], name: &str) -> Option<Packed<'f>> {
    memchr::memmem::find_iter(file, &LOCAL.signature).find_map(|at| {
        let names = at + LOCAL.len();
        let own = LOCAL.read(file, at, &NAME)?;
        (file.get(names..names + own)? == name.as_bytes()).then(|| Packed::at(file, at)).flatten()
    })
}

impl<'f> Packed<'f> {
    /// Reads the header at `at`.
    fn at(file: &'f [u8], at: usize) -> Option<Self> {
        let read = |field| LOCAL.read(file, at, field);
        let data = file.get(at + LOCAL.len() + LOCAL.texts_len(file, at)?..)?;
        let is_described = read(&FLAGS)? & 8 != 0;
        let is_deflate = read(&METHOD)? != 0;
        let mut length = read(&PACKED)?;
        let is_zip64 = length == IN_EXTRA;
        // A length after the data, or of 64 bits, is in the list of files, too.
        if is_zip64 || is_described && !is_deflate {
            let entries = list(file).unwrap_or_default().0;
            let entry = entries.into_iter().find(|entry| ENTRY.read(file, *entry, &OFFSET) == Some(at));
            let listed = entry.and_then(|entry| ENTRY.read(file, entry, &PACKED));
            length = listed
                .filter(|length| *length != IN_EXTRA)
                .or_else(|| long_length(file, at))
                .unwrap_or(length);
        }
        Some(Self { at, is_deflate, data, length, is_described, is_zip64 })
    }

    /// Unpacks at most `most` bytes.
    pub(super) fn unpack(&self, most: usize) -> Unpacked {
        let mut unpacked = if self.is_deflate {
            let inflated = inflate_raw(self.data, most);
            let reason = if inflated.read == self.data.len() { MISSING } else { CORRUPT };
            let damage = (!inflated.is_whole).then(|| reason.to_owned());
            Unpacked { contents: inflated.contents, read: inflated.read, damage }
        } else {
            let data = self.data.get(..self.length);
            let damage = data.is_none().then(|| MISSING.to_owned());
            let contents = data.unwrap_or(self.data).to_vec();
            Unpacked { read: contents.len(), contents, damage }
        };
        if unpacked.contents.len() > most {
            unpacked.contents.truncate(most);
            unpacked.damage = Some(format!("it has more than {most} bytes"));
        }
        unpacked
    }

    /// Adds the rows of the data, and of the checksum and lengths after it.
    fn explain(&self, file: &mut Explainer<'_>, most: usize) {
        let unpacked = (self.is_described && self.is_deflate).then(|| self.unpack(most));
        let length = unpacked.as_ref().map_or(self.length, |unpacked| unpacked.read);
        let meaning = if self.is_deflate { "data, compressed" } else { "data" };
        file.field(length, 1, Role::Value, meaning);
        let is_whole = unpacked.is_some_and(|unpacked| unpacked.damage.is_none());
        if self.is_described && (is_whole || AFTER.starts(file.rest())) {
            AFTER.explain(file);
        }
    }
}

/// The length of data whose length is in the extra field.
const IN_EXTRA: usize = 0xffff_ffff;

/// Returns the length of the data in the extra field of the header at `at`. The field has the number 1, its length of 16,
/// the length of the contents, and that of the data.
fn long_length(file: &[u8], at: usize) -> Option<usize> {
    let extra = at + LOCAL.len() + LOCAL.read(file, at, &NAME)?;
    let field = file.get(extra..)?.get(..LOCAL.read(file, at, &EXTRA)?.min(20))?;
    let (head, length) = field.split_last_chunk::<8>()?;
    (head.starts_with(&[1, 0, 16, 0])).then(|| usize::try_from(u64::from_le_bytes(*length)).ok())?
}

/// Returns the offsets of the entries in the list of files, and of the end of the list. A truncated archive has none.
pub(super) fn list(file: &[u8]) -> Option<(Vec<usize>, usize)> {
    let is_whole = |end: &usize| file.len() - end >= LIST_END.len();
    let end = memchr::memmem::rfind(file, &LIST_END.signature).filter(is_whole)?;
    let mut at = LIST_END.read(file, end, &LIST)?;
    let mut entries = Vec::new();
    for _ in 0..LIST_END.read(file, end, &ENTRIES)? {
        file.get(at..end).filter(|entry| ENTRY.starts(entry))?;
        entries.push(at);
        at += ENTRY.len() + ENTRY.texts_len(file, at)?;
    }
    Some((entries, end))
}

/// The headers that begin a part of an archive.
static HEADERS: [&Header; 3] = [&LOCAL, &ENTRY, &LIST_END];

/// The most headers and gaps that are explained. Archives of recordings have few files, and rows take memory.
const MOST_PARTS: usize = 10_000;

/// Explains the bytes of an archive. A file whose length follows its data is unpacked, to at most `most` bytes, to find
/// the end of the data.
pub(super) fn explain(bytes: &[u8], most: usize) -> Explainer<'_> {
    let mut file = Explainer::new("a zip archive", bytes);
    let mut parts = 0;
    while let Some(rest @ [_, ..]) = bytes.get(file.end()..) {
        let at = file.end();
        parts += 1;
        if parts > MOST_PARTS {
            file.field(rest.len(), 0, Role::Unread, "not explained, because the archive has too many parts");
            break;
        }
        let Some(header) = HEADERS.into_iter().find(|header| header.starts(rest)) else {
            let is_header = |at: &usize| HEADERS.iter().any(|header| header.starts(rest.get(*at..).sure()));
            let next = memchr::memmem::find_iter(rest, b"PK").find(is_header);
            file.field(next.unwrap_or(rest.len()), 0, Role::Unread, "not part of the archive");
            continue;
        };
        header.explain(&mut file);
        for (field, what) in header.texts() {
            let length = header.read(bytes, at, field).unwrap_or_default();
            let text = String::from_utf8_lossy(file.rest().get(..length).unwrap_or(file.rest()));
            let meaning =
                if *field == EXTRA { (*what).to_owned() } else { format!("{what} = \"{}\"", visible(&text)) };
            file.field(length, 1, Role::Value, &meaning);
        }
        if let Some(packed) = Packed::at(bytes, at).filter(|_| starts_archive(rest)) {
            packed.explain(&mut file, most);
        }
    }
    file
}
