//! Checks Java's text: modified UTF-8, and lengths in UTF-16 units. The bytes are written in the tests.

#[path = "../../src/minecraft/mutf8.rs"]
mod mutf8;

use std::borrow::Cow;

use self::mutf8::{first_malformed, first_malformed_sequence, is_well_formed};
use gamewire::minecraft::nbt::{Compound, JavaStr, Nbt, NbtView};
use gamewire::minecraft::wire::units;
use gamewire::minecraft::{Protocol, encode_nbt};

#[test]
fn text_of_views_is_lent_if_it_is_utf8() {
    let text = "日本語 and ASCII";
    for (name, is_lent) in [(JavaStr::from(text), true), (JavaStr::from("\u{1f600}"), false)] {
        let bytes = encode_nbt(&Nbt::new(name.clone(), Compound::default())).unwrap();
        let view: NbtView<'_> = Protocol::V1_14.parse(&bytes).unwrap();
        assert_eq!(view.name(), name);
        let read = view.name().into_str().unwrap();
        assert_eq!(matches!(read, Cow::Borrowed(_)), is_lent, "{read}");
        assert_eq!(Some(&*read), name.to_str().as_deref());
    }
}

#[test]
fn odd_bytes_are_kept_and_known() {
    let raw_zero = JavaStr::from_bytes(&[0_u8][..]).unwrap();
    assert_eq!(raw_zero.to_str().unwrap(), "\0");
    assert!(!raw_zero.is_canonical());
    assert!(JavaStr::from("\0").is_canonical());
    assert_eq!(JavaStr::from_bytes(&[b'a', 0xf0][..]).unwrap_err().offset(), 1);
}

#[test]
fn words_are_validated_as_sequences_are() {
    const KINDS: [u8; 7] = [b'a', 0x80, 0xbf, 0xc3, 0xe2, 0xef, 0xf0];
    // Any four bytes, anywhere in a text of up to three words.
    for n in 0..KINDS.len().pow(4) {
        let odd: Vec<u8> = (0..4).map(|k| KINDS[n / KINDS.len().pow(k) % KINDS.len()]).collect();
        for front in [0, 1, 3, 4, 5, 6, 7, 8, 14] {
            for after in [0, 1, 2, 6] {
                let text = [&vec![b'x'; front][..], &odd, &vec![b'x'; after]].concat();
                let well_formed = first_malformed_sequence(&text).is_none();
                assert_eq!(is_well_formed(&text), well_formed, "{text:x?}");
                assert_eq!(first_malformed(&text), first_malformed_sequence(&text), "{text:x?}");
                let offset = JavaStr::from_bytes(&text[..]).err().map(|error| error.offset());
                assert_eq!(offset, first_malformed_sequence(&text), "{text:x?}");
            }
        }
    }
}

#[test]
fn units_are_what_java_counts() {
    assert_eq!(units("aé日"), 3);
    assert_eq!(units("\u{1f600}"), 2);
}
