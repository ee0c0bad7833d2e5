//! Measures the heap while finding out what a file is, also inside containers. The bytes are built in the tests.

use gamewire::godot::{Dialect, Dictionary, Variant};
use gamewire::minecraft::Recording;
use gamewire_files::document::OpenOptions;
use gamewire_files::godot::{ProjectFile, Setting};
use gamewire_files::identify::examine;
use gamewire_files::minecraft::{Packing, pack};
use gamewire_files::shared::identify::after_header;

use crate::positions::exhaustive;
use crate::{alone, peak};

/// The bound that the command checks before it identifies, as before it decodes.
const TIMES: usize = 20;
/// The memory that any contents need, for example for hash tables.
const FIXED: usize = 1 << 18;

/// Contents that need much for their length.
fn contents() -> Vec<(&'static str, Vec<u8>)> {
    let nulls = |header: &[u8], count: usize| {
        let mut bytes = header.to_vec();
        bytes.extend((count as u32).to_le_bytes());
        bytes.resize(bytes.len() + 4 * count, 0);
        bytes
    };
    let compounds = |count: usize| {
        let mut bytes = b"\x0a\0\0\x09\0\x01a\x0a".to_vec();
        bytes.extend((count as u32).to_be_bytes());
        bytes.resize(bytes.len() + count + 1, 0);
        bytes
    };
    let settings = ProjectFile {
        settings: (0..20_000).map(|_| Setting::new(String::new(), vec![0; 4])).collect(),
        ..ProjectFile::default()
    };
    let ints = |count: i64| {
        let pairs = (0..count).map(|number| (Variant::Int(number), Variant::Nil));
        Dialect::GODOT_4.encode(&Dictionary::from(pairs.collect::<Vec<_>>()).into()).unwrap()
    };
    vec![
        ("null in an array", nulls(&[28, 0, 0, 0], 62_500)),
        ("null in an array of Godot 3", nulls(&[19, 0, 0, 0], 62_500)),
        ("empty texts", nulls(&[34, 0, 0, 0], 62_500)),
        ("keys", ints(20_000)),
        ("frames of four bytes", [4, 0, 0, 0, 0, 0, 0, 0].repeat(30_000)),
        ("big-endian frames of four bytes", [0, 0, 0, 4, 0, 0, 0, 0].repeat(30_000)),
        ("settings without a name", settings.encode().unwrap()),
        ("empty compounds", compounds(250_000)),
        ("many empty compounds", compounds(4_300_000)),
        ("zeros", vec![0; 250_000]),
        ("ones", vec![1; 250_000]),
        ("text", b"0200000005000000\n".repeat(15_000)),
        ("after a header", [b"GAME".as_slice(), &nulls(&[28, 0, 0, 0], 62_500)].concat()),
        ("cut", {
            let mut bytes = nulls(&[28, 0, 0, 0], 62_500);
            bytes.truncate(175_001);
            bytes
        }),
    ]
}

#[test]
fn memory_is_proportional_to_the_contents() {
    if !alone() {
        return;
    }
    for (what, bytes) in contents() {
        let bound = bytes.len() * TIMES + FIXED;
        let (held, found) =
            peak(|| (format!("{:.60}", format!("{:?}", kind(&bytes))), after_header(&bytes).is_some()));
        eprintln!("{what}: {} bytes, {:.1} times: {found:?}", bytes.len(), held as f64 / bytes.len() as f64);
        assert!(held <= bound, "{what}: {held} bytes for {}", bytes.len());
        // Behind a layer: the contents, which grow by doubling, and no more beside.
        let packed = pack(&bytes, Packing::Gzip).unwrap();
        let (held, opened) = peak(|| {
            OpenOptions::new()
                .max_size(Some(bytes.len()))
                .containers(&packed)
                .map(|opened| opened.contents().len())
        });
        assert_eq!(opened.ok(), Some(bytes.len()));
        assert!(held <= 3 * bytes.len() + FIXED, "{what}: {held} bytes to open {}", bytes.len());
    }
}

/// Without what was found: it may be larger than the contents, and is no part of this.
fn kind(bytes: &[u8]) -> std::mem::Discriminant<gamewire_files::identify::Contents> {
    std::mem::discriminant(&examine(bytes))
}

/// Gzip in gzip in gzip: each layer is limited by the length of the file, not by that of the layer around it.
#[test]
fn memory_for_nested_layers_is_that_of_one() {
    if !alone() {
        return;
    }
    let mut bomb = vec![0; if exhaustive() { 512 << 20 } else { 64 << 20 }];
    for _ in 0..3 {
        bomb = pack(&bomb, Packing::Gzip).unwrap();
    }
    let (most, opened) = peak(|| OpenOptions::new().containers(&bomb).is_ok());
    eprintln!("{} bytes: {most} bytes held", bomb.len());
    // The contents of two layers, which grow by doubling.
    assert!(!opened && most < 6 << 20, "{most} bytes for {}", bomb.len());
}

/// A zip archive with files of deflate data, without a list.
fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = Vec::new();
    for (name, contents) in files {
        // gzip is deflate data after a header of 10 bytes, and before 8 bytes.
        let packed = pack(contents, Packing::Gzip).unwrap();
        let data = &packed[10..packed.len() - 8];
        archive.extend(b"PK\x03\x04\x14\0\0\0\x08\0\0\0\0\0\0\0\0\0");
        archive.extend((data.len() as u32).to_le_bytes());
        archive.extend((contents.len() as u32).to_le_bytes());
        archive.extend([(name.len() as u16).to_le_bytes(), [0; 2]].concat());
        archive.extend(name.as_bytes());
        archive.extend(data);
    }
    archive
}

/// The files of a recording that are read are limited, and so is what is parsed of them.
#[test]
fn memory_for_a_recording_is_limited() {
    if !alone() {
        return;
    }
    let metadata = [
        b"[".repeat(20_000_000),
        [b"[".as_slice(), &b"{},".repeat(6_000_000), b"0]"].concat(),
        [b"{\"a\":\"".as_slice(), &b"\\n".repeat(10_000_000), b"\"}"].concat(),
    ];
    let known = br#"{"protocol":340,"fileFormatVersion":9}"#.to_vec();
    let packets = [vec![0; 20_000_000], [0, 0, 0, 0, 0, 0, 0, 1, 0x1f].repeat(2_000_000)];
    let about = metadata.into_iter().map(|about| (about, vec![0; 9]));
    for (about, packets) in about.chain(packets.map(|packets| (known.clone(), packets))) {
        let file = archive(&[("metaData.json", &about), ("recording.tmcpr", &packets)]);
        // The limit of the command.
        let most = (256 * file.len()).max(1 << 20);
        let (held, recording) = peak(|| Recording::read(None, &*file, most).len());
        eprintln!("{} bytes: {recording} packets, {held} bytes held", file.len());
        // The contents, which grow by doubling, and 64 bytes for a packet of at least 8.
        assert!(held <= 12 * most, "{held} bytes for a file of {}", file.len());
    }
}
