//! Checks that encrypted files are read and written: files that Godot 3.6.2 and 4.6.3 wrote, files of this crate, and damaged ones.

use crate::support::engine_file;
use crate::support::tsv::unhex;
use gamewire_files::godot::FileKind;
use gamewire_files::godot::{EncryptedFile, Encryption, EncryptionKey, decrypt, encrypt};

fn counted() -> EncryptionKey {
    EncryptionKey::new(std::array::from_fn(|at| at as u8))
}

#[test]
fn files_of_engines_give_what_was_stored_and_are_written_the_same() {
    for version in ["3.6.2", "4.6.3"] {
        let expected = engine_file(version, "store_var_several.bin");
        let names = ["encrypted_pass", "encrypted_key", "encrypted_key_iv"];
        for name in names.into_iter().filter(|name| version == "4.6.3" || *name != "encrypted_key_iv") {
            let key = if name == "encrypted_pass" {
                EncryptionKey::from_password("correct horse")
            } else {
                counted()
            };
            let bytes = engine_file(version, &format!("{name}.bin"));
            assert_eq!(FileKind::detect(&bytes), Some(FileKind::Encrypted));
            let file = EncryptedFile::parse(&bytes).unwrap();
            assert_eq!(file.tail, b"");
            assert_eq!(file.encryption == Encryption::Godot3, version == "3.6.2", "{version} {name}");
            if name == "encrypted_key_iv" {
                let iv = std::array::from_fn(|at| 100 + at as u8);
                assert_eq!(file.encryption, Encryption::Godot4 { iv });
            }
            assert!(decrypt(&bytes, &key).unwrap() == expected, "{version} {name}");
            assert!(encrypt(&expected, &key, file.encryption).unwrap() == bytes, "{version} {name}");
        }
    }
}

/// `store_var(5)`, as Godot 3.2.3, 3.6.2 and 4.6.3 encrypt it.
#[test]
fn the_examples_of_the_specification() {
    let contents = unhex("08000000 02000000 05000000");
    let md5 = "DF91F82A 183F8020 8357FE04 577135B6";
    let old = "8A672969 48C6435A 0084E03E 59705E47";
    let iv = "10111213 14151617 18191A1B 1C1D1E1F";
    let examples = [
        (Encryption::Godot3, format!("47444543 01000000 {md5} 0C000000 00000000 {old}")),
        (Encryption::Godot3BigEndian, format!("43454447 00000001 {md5} 00000000 0000000C {old}")),
        (
            Encryption::Godot4 { iv: unhex(iv).try_into().unwrap() },
            format!("47444543 {md5} 0C000000 00000000 {iv} E1C3EF8A B03453E6 F5749CD6 36E7A88E"),
        ),
    ];
    for (encryption, file) in examples {
        assert_eq!(encrypt(&contents, &counted(), encryption).unwrap(), unhex(&file), "{encryption:?}");
        assert_eq!(EncryptedFile::parse(&unhex(&file)).unwrap().encryption, encryption);
        assert_eq!(decrypt(&unhex(&file), &counted()).unwrap(), contents, "{encryption:?}");
    }
}

const ALL: [Encryption; 3] =
    [Encryption::Godot3, Encryption::Godot3BigEndian, Encryption::Godot4 { iv: [0x5a; 16] }];

#[test]
fn every_length_round_trips() {
    for encryption in ALL {
        for length in (0..70).chain([1000, 4096]) {
            let contents: Vec<u8> = (0..length).map(|at: u32| at.to_le_bytes()[0]).collect();
            let bytes = encrypt(&contents, &counted(), encryption).unwrap();
            let file = EncryptedFile::parse(&bytes).unwrap();
            assert_eq!((file.encryption, file.tail), (encryption, &b""[..]), "{length}");
            assert_eq!(file.decrypt(&counted()).unwrap(), contents, "{encryption:?} {length}");
        }
    }
}

/// An MD5 that begins like the mode of Godot 3 is read as an MD5.
#[test]
fn layouts_are_distinguished_by_their_size() {
    let mut bytes = encrypt(&[1; 40], &counted(), ALL[2]).unwrap();
    bytes[4..8].copy_from_slice(&[1, 0, 0, 0]);
    assert_eq!(EncryptedFile::parse(&bytes).unwrap().encryption, ALL[2]);
    for encryption in [ALL[0], ALL[2]] {
        let mut bytes = encrypt(&[1; 40], &counted(), encryption).unwrap();
        bytes.extend(b"more");
        let file = EncryptedFile::parse(&bytes).unwrap();
        assert_eq!((file.encryption, file.tail), (encryption, &b"more"[..]));
        assert_eq!(file.decrypt(&counted()).unwrap(), [1; 40]);
    }
}

#[test]
fn every_cut_is_an_error_that_says_where() {
    for encryption in ALL {
        let bytes = encrypt(&[9; 40], &counted(), encryption).unwrap();
        for end in 0..bytes.len() {
            let error = decrypt(&bytes[..end], &counted()).unwrap_err();
            assert_eq!(error.code(), "eof", "{end}: {error}");
            assert!(error.offset().is_some_and(|at| at <= end), "{end}: {error}");
        }
    }
}

#[test]
fn every_change_is_noticed_but_that_of_the_filling() {
    for encryption in ALL {
        let bytes = encrypt(&[9; 40], &counted(), encryption).unwrap();
        for at in 0..bytes.len() {
            for change in [1, 0x80, 0xff] {
                let mut bytes = bytes.clone();
                bytes[at] ^= change;
                match decrypt(&bytes, &counted()) {
                    // The last 8 of the encrypted bytes are no contents, and in CFB they are alone.
                    Ok(read) => assert!(at >= bytes.len() - 8 && read == [9; 40], "{encryption:?} {at}"),
                    Err(error) => assert!(error.offset().is_some_and(|at| at <= bytes.len()), "{error}"),
                }
            }
        }
    }
}

#[test]
fn errors_are_sentences_with_a_place() {
    let wrong = EncryptionKey::from_password("wrong");
    for (version, offset) in [("3.6.2", 8), ("4.6.3", 4)] {
        let error = decrypt(&engine_file(version, "encrypted_pass.bin"), &wrong).unwrap_err();
        assert_eq!((error.code(), error.offset()), ("md5", Some(offset)));
    }
    let huge = [&b"GDEC\x01\0\0\0"[..], &[0; 16], &[0xff; 8], &[0; 64]].concat();
    assert_eq!(
        decrypt(&huge, &wrong).unwrap_err().to_string(),
        format!(
            "at byte 0x0020, reading encrypted bytes at $: at least {} bytes are needed, 64 remain",
            usize::MAX
        )
    );
    assert_eq!(
        decrypt(b"CEDG\0\0\0\x02more", &wrong).unwrap_err().to_string(),
        "at byte 0x0004, reading mode at $: 2 is not a value of this enumeration"
    );
    assert_eq!(
        decrypt(b"GCPF", &wrong).unwrap_err().to_string(),
        "at byte 0x0000, reading magic at $: the file does not begin with GDEC"
    );
}

#[test]
fn keys_are_not_printed() {
    assert_eq!(format!("{:?}", counted()), "EncryptionKey(..)");
    assert_eq!(
        EncryptionKey::from_password("correct horse"),
        EncryptionKey::new(*b"3cb4e732631f47e6eb961f34554b7cde")
    );
}
