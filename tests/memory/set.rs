//! Measures the heap while a file is changed: of its contents there are at most two copies, one that was opened and one that is
//! checked. The files are built in the tests.

use std::io;

use gamewire::godot::{Decoder, Dialect, Dictionary, Framing, Packed, Variant};
use gamewire::path::Path;
use gamewire_files::document::{Document, Format, OpenOptions};
use gamewire_files::identify::Arrangement;

use crate::{alone, peak};

/// The memory that any file needs: buffers of compressors and the table of sizes.
const FIXED: usize = 1 << 19;

/// A saved game, as `store_var` writes it.
fn contents() -> Vec<u8> {
    let player = |at: i64| Dictionary::from_iter([("hp", at), ("gold", at * at % 65537)]).into();
    let players: Vec<Variant> = (0..15_000).map(player).collect();
    let save = Dictionary::from_iter([("gold", Variant::Int(7)), ("players", players.into())]);
    let mut contents = Vec::new();
    Framing::STORE_VAR.write(Dialect::GODOT_4, &save.into(), &mut contents).unwrap();
    contents
}

fn gold() -> Path {
    "$.gold".parse().unwrap()
}

/// Changes the gold and writes the file.
fn change(mut save: Document<'_>, mut out: impl io::Write) {
    save.set_path(&gold(), Variant::Int(8)).unwrap();
    assert_eq!(save.get_path(&gold()).unwrap(), Variant::Int(8).into());
    out.write_all(&save.encode_in(save.layers()).unwrap()).unwrap();
}

/// The options for such contents.
fn options() -> OpenOptions {
    let format = Format::Godot(Decoder::new(Dialect::GODOT_4));
    OpenOptions::new().format(Some(format)).arrangement(Some(Arrangement::Framed(Framing::STORE_VAR)))
}

#[test]
fn a_plain_file_is_copied_once() {
    if !alone() {
        return;
    }
    let file = contents();
    let save = Document::open_with(&file, &options()).unwrap();
    let (held, ()) = peak(|| change(save, io::sink()));
    assert!(held < file.len() + (1 << 15), "{held} bytes beside a file of {}", file.len());
}

#[test]
fn a_compressed_file_is_unpacked_once_and_copied_once() {
    use gamewire_files::godot::{Compression, compress};
    use gamewire_files::minecraft::{Packing, pack};

    if !alone() {
        return;
    }
    let contents = contents();
    let mode = |mode: Compression| (mode.to_string(), 2, compress(&contents, mode).unwrap());
    let blocks = [Compression::FastLz, Compression::Deflate, Compression::Zstd, Compression::Gzip].map(mode);
    let packed = [("gzip file", Packing::Gzip), ("zlib file", Packing::Zlib)]
        .map(|(name, packing)| (name.to_owned(), 3, pack(&contents, packing).unwrap()));
    for (name, most, file) in blocks.into_iter().chain(packed) {
        let mut written = Vec::with_capacity(2 * file.len());
        let (held, ()) = peak(|| {
            change(Document::open_with(&file, &options()).unwrap(), &mut written);
        });
        let times = held as f64 / contents.len() as f64;
        eprintln!("{name}: {} bytes of {}, {times:.2} times", file.len(), contents.len());
        assert!(written.len() > file.len() / 2);
        // Growing counts as old and new together: gzip and zlib do not say beforehand how long their contents are.
        assert!(
            held < most * contents.len() + 2 * file.len() + FIXED,
            "{name}: {held} bytes, {times:.2} times"
        );
    }
}

#[test]
fn an_encrypted_file_is_decrypted_where_it_is_and_copied_once() {
    use gamewire_files::godot::{Encryption, EncryptionKey, decrypt, encrypt};

    if !alone() {
        return;
    }
    let (key, contents) = (EncryptionKey::from_password("secret"), contents());
    for encryption in [Encryption::Godot3, Encryption::Godot3BigEndian, Encryption::Godot4 { iv: [7; 16] }] {
        let file = encrypt(&contents, &key, encryption).unwrap();
        let (expected, mut written) = (file.clone(), Vec::with_capacity(file.len()));
        let (held, ()) = peak(|| {
            let options = options().key(key.clone());
            let save = Document::open_with(file, &options).unwrap();
            assert_eq!(*save.file(), expected);
            change(save, &mut written);
        });
        // The file is one of the two copies.
        assert!(held < contents.len() + (1 << 15), "{held} bytes beside a file of {}", contents.len());
        let changed = decrypt(&written, &key).unwrap();
        assert_eq!(changed.iter().zip(&contents).filter(|(a, b)| a != b).count(), 1);
    }
}

/// An element of a packed array has a place in the bytes.
#[test]
fn an_element_of_a_packed_array_is_replaced_in_its_bytes() {
    if !alone() {
        return;
    }
    let floats = Packed::from(vec![1.5_f32; 1_000_000]);
    let texts: Vec<gamewire::godot::Text> = vec!["some text".into(); 100_000];
    for (array, new) in [
        (Variant::from(floats), Variant::Float(2.5)),
        (Variant::PackedStringArray(texts), "another text".into()),
    ] {
        let bytes = Dialect::GODOT_4.encode(&Dictionary::from_iter([("a", array)]).into()).unwrap();
        let path: Path = "$.a[50000]".parse().unwrap();
        let decoder = Decoder::new(Dialect::GODOT_4);
        let (held, changed) = peak(|| decoder.set_path(&bytes, &path, &new).unwrap());
        assert!(held < bytes.len() + (1 << 12), "{held} bytes to replace one of {}", bytes.len());
        assert_eq!(decoder.get_path(&changed, &path).unwrap(), new);
    }
}
