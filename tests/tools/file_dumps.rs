//! Compares dumps of lengths, compressed files, encrypted files and settings with the ones kept in `snapshots`. The bytes are those
//! of `tests/fixtures/dumps/files`.

use std::path::Path;

use crate::dump_support::{assert_dump, read_hex};
use crate::sentences::{Order, check};
use crate::support::tsv::{rows, unhex};
use gamewire::explain::Role;
use gamewire::godot::Framing;
use gamewire_files::document::{Document, Format, OpenOptions};
use gamewire_files::godot::EncryptionKey;
use gamewire_files::identify::Arrangement;

/// Compares the dumps of a file, and of the contents of its container, with those of these names. Rows tile the bytes.
/// A second reader checks the statements about the numbers of a container.
pub(crate) fn keep(names: &[&str], bytes: &[u8], options: &OpenOptions) {
    let opened = options.containers(bytes).unwrap();
    let document = Document::read(opened, options).unwrap();
    let files = document.explain();
    if files.len() > 1 {
        let is_little =
            [&b"GCPF"[..], b"GDEC", b"LZ4Block", b"\x1f\x8b"].iter().any(|magic| bytes.starts_with(magic));
        let order = if is_little { Order::Little } else { Order::Big };
        let mut said = 0;
        for row in files[0].explain().rows().iter().filter(|row| !row.sentences().is_empty()) {
            check(row, &bytes[row.start..row.start + row.len], order);
            said += 1;
        }
        assert!(said > 0, "{names:?}");
    }
    for (number, file) in files.iter().enumerate() {
        let (mut end, total) =
            (0, if number + 1 < files.len() { bytes.len() } else { document.contents().len() });
        let outcome = file.rows(|row| {
            assert_eq!((row.start, row.role == Role::Unread), (end, false), "{row:?}");
            end += row.len;
        });
        assert_eq!((end, outcome.explained, outcome.error), (total, total, None), "{names:?}");
        let Some(name) = names.get(number) else { continue };
        let mut text = Vec::new();
        file.write(&mut text).unwrap();
        assert_dump(name, std::str::from_utf8(&text).unwrap());
    }
}

/// Writes the dump of a fixture.
fn keep_fixture(name: &str, more: &[&str], options: &OpenOptions) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/dumps/files");
    let dump = format!("files/{name}");
    let names = [&[&*dump], more].concat();
    keep(&names, &read_hex(&folder.join(format!("{name}.hex"))).0, options);
}

#[test]
fn lengths_before_values() {
    let options = OpenOptions::new().format("godot4".parse::<Format>().unwrap());
    let framed = |framing| options.clone().arrangement(Arrangement::Framed(framing));
    keep_fixture("store_var", &[], &framed(Framing::STORE_VAR));
    keep_fixture("store_var_big_endian", &[], &framed(Framing::STORE_VAR.big_endian()));
}

#[test]
fn compressed() {
    keep_fixture("compressed", &["files/compressed_contents"], &OpenOptions::new());
}

#[test]
fn encrypted() {
    let key = EncryptionKey::new(std::array::from_fn(|at| u8::try_from(at).unwrap()));
    for name in ["encrypted_godot3", "encrypted_godot4"] {
        keep_fixture(name, &[], &OpenOptions::new().key(key.clone()));
    }
    // The example of the specification: `store_var(5)` in a file whose numbers are big-endian.
    let big_endian =
        "434544470000 0001df91f82a183f80208357fe04577135b6000000000000000c8a67296948c6435a0084e03e59705e47";
    keep(&[], &unhex(big_endian), &OpenOptions::new().key(key));
}

#[test]
fn settings() {
    keep_fixture("settings", &[], &OpenOptions::new());
}

/// gzip, zlib and LZ4, which no page shows.
#[test]
fn packed() {
    use gamewire_files::minecraft::{Packing, pack};
    let root = b"\x0a\0\0\x03\0\x04Gold\0\0\0\x07\0";
    for packing in [Packing::Gzip, Packing::Zlib] {
        keep(&[], &pack(root, packing).unwrap(), &OpenOptions::new());
        keep(&[], &[pack(root, packing).unwrap(), vec![0; 50]].concat(), &OpenOptions::new());
    }
    // A root that lz4-java compressed.
    let lz4 = &rows("minecraft/lz4.tsv")[0][2];
    keep(&[], &unhex(lz4), &OpenOptions::new());
    // A header with all that it may have: a field, a name, a comment, a checksum (RFC 1952).
    let plain = pack(root, Packing::Gzip).unwrap();
    let more = b"\x03\0abcname\0comment\0";
    let whole = [&plain[..3], &[4 | 8 | 16], &plain[4..10], more, &plain[10..]].concat();
    keep(&[], &whole, &OpenOptions::new());
}

/// Each member of gzip has rows of its own. A field that a cut file lacks has none, and one that is cut off says so.
#[test]
fn members_and_cut_ends() {
    use gamewire_files::minecraft::{Packing, pack};
    let root = b"\x0a\0\0\x03\0\x04Gold\0\0\0\x07\0";
    let damaged = OpenOptions::new().allow_damaged(true).allow_incomplete(true);
    let ends = |file: &[u8]| {
        let opened = damaged.containers(file).unwrap();
        let document = Document::read(opened, &damaged).unwrap();
        let (mut ends, mut end) = (Vec::new(), 0);
        document.explain()[0].rows(|row| {
            assert_eq!(row.start, end);
            end += row.len;
            if ["CRC", "Adler", "length of", "incomplete"].iter().any(|sign| row.meaning.contains(sign)) {
                ends.push(row.meaning.clone());
            }
        });
        assert_eq!(end, file.len());
        ends
    };
    let [first, second] = [&root[..9], &root[9..]].map(|part| pack(part, Packing::Gzip).unwrap());
    let both = [first, second].concat();
    keep(&[], &both, &OpenOptions::new());
    // The sums are those of zlib's crc32 and adler32 in Python.
    let sums = ["CRC-32 of the contents = 0xa965ba97", "CRC-32 of the contents = 0x6de67a28"];
    let lengths = ["length of the contents = 9", "length of the contents = 6"];
    assert_eq!(ends(&both), [sums[0], lengths[0], sums[1], lengths[1]]);
    let cut = |packing, bytes| {
        let file = pack(root, packing).unwrap();
        ends(&file[..file.len() - bytes])
    };
    assert_eq!(
        cut(Packing::Gzip, 3),
        ["CRC-32 of the contents = 0xeda32db8", "length of the contents, cut off        <- here"]
    );
    assert_eq!(cut(Packing::Zlib, 0), ["Adler-32 of the contents = 0x0c42019f"]);
    assert_eq!(cut(Packing::Zlib, 3), ["Adler-32 of the contents, cut off        <- here"]);
}

/// A damaged value does not hide the others, and what has no length is not read.
#[test]
fn the_rest_of_a_damaged_file_is_explained() {
    let file = b"\x08\0\0\0\x63\0\0\0\x05\0\0\0\x08\0\0\0\x02\0\0\0\x07\0\0\0\xff\0\0\0\x02";
    let options = OpenOptions::new().allow_incomplete(true);
    let opened = options.containers(&file[..]).unwrap();
    let document = Document::read(opened, &options).unwrap();
    let files = document.explain();
    let (mut rows, mut end) = (Vec::new(), 0);
    let outcome = files[0].rows(|row| {
        assert_eq!(row.start, end);
        end += row.len;
        rows.push(row.meaning.clone());
    });
    assert_eq!(end, file.len(), "{rows:?}");
    assert!(
        rows.contains(&"value = 7".into()) && rows.contains(&"length = 255        <- here".into()),
        "{rows:?}"
    );
    assert_eq!(outcome.error.map(|error| error.offset()), Some(4));
    // Rows that are not wanted are one.
    let (mut rows, mut end) = (Vec::new(), 0);
    let outcome = document.explain().remove(0).limit(2).rows(|row| {
        assert_eq!(row.start, end);
        end += row.len;
        rows.push(row.meaning.clone());
    });
    assert_eq!((end, outcome.shown >= 2, outcome.explained <= 12), (file.len(), true, true), "{rows:?}");
}
