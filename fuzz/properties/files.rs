//! Files: the containers that engines and games store values in, and their compressions.

use super::shown;
use gamewire::godot::{Dialect, Variant};
use gamewire_files::godot::FileKind;
use gamewire_files::godot::{
    CompressedFile, Compression, EncryptedFile, Encryption, EncryptionKey, ProjectFile, compress, decompress,
    decrypt, encrypt,
};
use gamewire_files::minecraft::{Packing, encode_nbt_file, pack, parse_nbt_file, unpack};

/// The greatest unpacked size. A larger result would show that an input is a decompression bomb.
const LIMIT: usize = 1 << 18;

/// Reads the input as a file of each kind, and then as the contents of each kind of file.
pub fn files(data: &[u8]) {
    let _ = FileKind::detect(data);
    compressed(data);
    encrypted(data);
    project(data);
    packed(data);
    if data.len() <= 4096 {
        contents(data);
    }
}

fn compressed(data: &[u8]) {
    let unpacked = decompress(data, LIMIT);
    let Ok(file) = CompressedFile::parse(data) else {
        assert!(unpacked.is_err());
        return;
    };
    for block in file.blocks() {
        assert!(data[block.offset..].starts_with(block.bytes));
    }
    let _ = (file.mode.name(), file.block_size, file.tail);
    match unpacked {
        Ok(unpacked) => {
            assert_eq!(unpacked.len(), usize::try_from(file.total).unwrap());
            assert!(unpacked.len() <= LIMIT);
            let again = compress(&unpacked, file.mode).expect("what was unpacked can be packed");
            assert_eq!(decompress(&again, LIMIT).expect("what was packed can be unpacked"), unpacked);
        }
        Err(error) => assert!(error.offset().is_some_and(|at| at <= data.len()), "{error}"),
    }
}

fn key() -> EncryptionKey {
    EncryptionKey::new([7; 32])
}

fn encrypted(data: &[u8]) {
    let opened = decrypt(data, &key());
    let Ok(file) = EncryptedFile::parse(data) else {
        assert!(opened.is_err());
        return;
    };
    if let Ok(contents) = opened {
        let again = encrypt(&contents, &key(), file.encryption).expect("it was encrypted before");
        assert_eq!(decrypt(&again, &key()).expect("it is again"), contents);
    }
}

fn project(data: &[u8]) {
    let prefix = ProjectFile::parse_prefix(data);
    let project = match ProjectFile::parse(data) {
        Ok(project) => project,
        Err(error) => {
            shown::line(&error.to_string());
            return assert!(error.offset() <= data.len(), "{error}");
        }
    };
    let written = project.encode().expect("what was read can be written");
    assert_eq!(ProjectFile::parse(&written).as_ref(), Ok(&project));
    assert_eq!(project.clone().into_owned(), project);
    if let Ok((prefix, rest)) = prefix {
        assert!(rest.len() < data.len() && prefix.settings.len() <= project.settings.len());
    }
    for setting in &project.settings {
        assert_eq!(data[setting.offset()..][..setting.value.len()], setting.value[..]);
        let _ = Dialect::GODOT_4.parse(&setting.value);
        assert!(project.get(&setting.key).is_some());
    }
    // Setting a value changes only that setting, both in a single change and with the editor.
    let Some(first) = project.settings.first() else { return };
    let key = first.key.to_string();
    let (mut one, mut other) = (project.clone(), project.clone());
    one.set(&key, Dialect::GODOT_4, &Variant::Int(5)).expect("an int");
    other.edit().set(&key, Dialect::GODOT_4, &Variant::Int(5)).expect("an int");
    assert_eq!(one, other);
    assert_eq!(one.settings.len(), project.settings.len());
    assert_eq!(one.get(&key).map(|setting| &setting.value[..]), Some(&[2, 0, 0, 0, 5, 0, 0, 0][..]));
}

fn packed(data: &[u8]) {
    let packing = Packing::detect(data);
    match unpack(data, LIMIT) {
        Ok((found, contents)) => {
            assert_eq!(found, packing);
            let again = pack(&contents, packing).expect("a buffer takes all");
            assert_eq!(unpack(&again, LIMIT).expect("what was packed").1, contents);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    if let Ok((packing, nbt)) = parse_nbt_file(data, LIMIT) {
        let written = encode_nbt_file(nbt.as_ref(), packing).expect("what was read can be written");
        let (packing_again, nbt_again) =
            parse_nbt_file(&written, LIMIT).expect("what was written can be read");
        // The values are compared as text, because a NaN is not equal to itself.
        assert_eq!((packing_again, format!("{nbt_again:?}")), (packing, format!("{nbt:?}")));
    }
}

/// Writes the input as the contents of one kind of file, chosen by its last byte. Only one is tried, because
/// compressing takes longer than everything else here.
fn contents(data: &[u8]) {
    let Some(choice) = data.last().map(|last| usize::from(*last)) else { return };
    let mode = Compression::ALL[choice % Compression::ALL.len()];
    let file = compress(data, mode);
    assert_eq!(file.is_ok(), mode != Compression::Brotli);
    if let Ok(file) = file {
        assert_eq!(decompress(&file, LIMIT).expect("what was written is read"), data, "{mode:?}");
        assert!(decompress(&file, data.len() - 1).is_err());
    }
    let iv = [data.len().to_le_bytes(), data.len().to_le_bytes()].concat().try_into().unwrap_or([0; 16]);
    let encryptions = [Encryption::Godot3, Encryption::Godot3BigEndian, Encryption::Godot4 { iv }];
    let encryption = encryptions[choice % encryptions.len()];
    let file = encrypt(data, &key(), encryption).expect("short contents can be encrypted");
    assert_eq!(EncryptedFile::parse(&file).map(|file| file.encryption).ok(), Some(encryption));
    assert_eq!(decrypt(&file, &key()).expect("and decrypted"), data);
    assert!(decrypt(&file, &EncryptionKey::new([8; 32])).is_err());
    let packing = [Packing::Gzip, Packing::Zlib, Packing::Lz4][choice % 3];
    let file = pack(data, packing).expect("a buffer takes all");
    assert_eq!(Packing::detect(&file), packing);
    assert_eq!(unpack(&file, data.len()).expect("it fits").1, data);
}
