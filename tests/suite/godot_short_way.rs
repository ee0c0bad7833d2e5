//! Containers have a short way for the values that are most common. It must come to what the long way comes
//! to, which a value that is alone takes: whatever a table has, put into an array and into a dictionary,
//! as key and as value, reads as it does alone, or fails in the same place for the same reason.

use crate::godot_support::bits::same as same_bits;
use crate::support::tsv::hex;
use gamewire::godot::{Decoder, Dialect, Kind, Variant};
use gamewire::{DecodeError, DecodeErrorKind};
use proptest::prelude::*;

/// An error where it would be if `bytes` more stood in front.
fn place(error: &DecodeError, bytes: usize) -> (usize, &DecodeErrorKind) {
    (error.offset() + bytes, error.kind())
}

/// A value alone and the bytes after it.
type Alone<'a> = Result<(Variant<'a>, &'a [u8]), DecodeError>;

/// Whether `bytes`, which may be anything and are `alone` when nothing is around them, mean the same after `front`.
fn agree(
    decoder: &Decoder,
    front: &[u8],
    bytes: &[u8],
    alone: &Alone<'_>,
    unwrap: impl Fn(Variant<'_>) -> Variant<'_>,
) {
    let whole = [front, bytes].concat();
    let context = || format!("{} after {} in {}", hex(bytes), hex(front), decoder.dialect().name());
    let within = decoder.parse_prefix(&whole);
    let checked = decoder.check_prefix(&whole);
    assert_eq!(checked.is_ok(), within.is_ok(), "{}", context());
    match (alone, within) {
        (Ok((alone, rest)), Ok((within, rest_within))) => {
            assert_eq!(*rest, rest_within, "{}", context());
            assert!(same_bits(alone, &unwrap(within)), "{}", context());
            let owned = decoder.parse_owned(&whole[..whole.len() - rest.len()]).unwrap();
            assert!(same_bits(alone, &unwrap(owned)), "{}", context());
        }
        (Err(alone), Err(within)) => {
            assert_eq!(place(alone, front.len()), place(&within, 0), "{}", context());
        }
        (alone, within) => panic!("{}: {alone:?}, {within:?}", context()),
    }
}

fn word(number: u32) -> [u8; 4] {
    number.to_le_bytes()
}

/// The only element of an array, the only value and the only key of a dictionary, and the last element of two.
fn agree_everywhere(decoder: &Decoder, bytes: &[u8]) {
    // Fewer bytes than a header takes are reported as missing by the caller.
    if bytes.len() < 4 {
        return;
    }
    let alone = decoder.parse_prefix(bytes);
    let id = |kind| word(decoder.dialect().id(kind).unwrap().into());
    let array = [id(Kind::Array), word(1)].concat();
    agree(decoder, &array, bytes, &alone, |value| only(value, false));
    let two = [id(Kind::Array), word(2), id(Kind::Nil)].concat();
    agree(decoder, &two, bytes, &alone, |value| only(value, false));
    let value_of = [id(Kind::Dictionary), word(1), id(Kind::Nil)].concat();
    agree(decoder, &value_of, bytes, &alone, |value| only(value, false));
    // A key, if it ends where it ends with nil after it as well: padding may be missing at the end of the input.
    let nil = id(Kind::Nil);
    let followed = [bytes, &nil[..]].concat();
    if let Ok((alone, rest)) = decoder.parse_prefix(&followed)
        && rest == nil
    {
        let whole = [&id(Kind::Dictionary)[..], &word(1), &followed].concat();
        let within = decoder.parse(&whole).unwrap();
        assert!(same_bits(&alone, &only(within, true)), "{}", hex(&whole));
    }
}

/// The last element, or an entry's key or value.
fn only(value: Variant<'_>, key: bool) -> Variant<'_> {
    match value {
        Variant::Array(array) => array.into_vec().pop().unwrap(),
        Variant::Dictionary(dictionary) => {
            let (name, entry) = dictionary.into_vec().pop().unwrap();
            if key { name } else { entry }
        }
        other => panic!("{other:?}"),
    }
}

fn every_dialect(bytes: &[u8], objects: bool) {
    for &dialect in Dialect::ALL {
        agree_everywhere(&Decoder::new(dialect).allow_objects(objects), bytes);
    }
}

/// A row a little less deep than the limit is beyond it inside another container.
#[test]
fn all_bytes_of_the_engines_tables() {
    crate::support::all_bytes_of_the_engines_tables(every_dialect);
}

/// Text of every length around the lengths where ways part, with a byte of every kind in every place.
#[test]
fn text_of_every_length_and_kind() {
    for length in (0..=26).chain(60..=70) {
        for odd in [b'a', 0, 0x7f, 0x80, 0xc3, 0xef, 0xff] {
            for at in 0..=length {
                let mut text: Vec<u8> = (0..length).map(|n| b'a' + (n % 26) as u8).collect();
                if at < length {
                    text[at] = odd;
                }
                let padding = length.wrapping_neg() % 4;
                for missing in 0..=padding {
                    let block =
                        [&word(4)[..], &word(length as u32), &text, &[0; 4][missing..padding]].concat();
                    for dialect in [Dialect::GODOT_2, Dialect::GODOT_3, Dialect::GODOT_4] {
                        agree_everywhere(&Decoder::new(dialect), &block);
                    }
                }
            }
        }
    }
    for marked in ["\u{feff}", "\u{feff}a", "\u{feff}größe", "größe", "名前", "🎮"] {
        let length = marked.len();
        let padded = [marked.as_bytes(), &[0; 4][..length.wrapping_neg() % 4]].concat();
        every_dialect(&[&word(4)[..], &word(length as u32), &padded].concat(), false);
    }
}

/// Every id with every flag, before every number of bytes.
#[test]
fn every_header() {
    for id in 0..=48_u32 {
        for flags in [0, 0x100, 0x1_0000, 0x1_0100, 0x2_0000, 0x3_0000, 0x4_0000, 0x8000_0000] {
            for length in 0..=16 {
                let bytes = [&word(id | flags)[..], &[0x01, 0, 0, 0, 0x62, 0xff, 0, 0][..], &[0; 8]].concat();
                every_dialect(&bytes[..4 + length], false);
            }
        }
    }
}

proptest! {
    #[test]
    fn noise_that_starts_like_a_value(
        id in 0..6_u32,
        flags in prop::sample::select(vec![0_u32, 0x1_0000, 0x100]),
        length in prop::sample::select(vec![0_u32, 1, 3, 4, 5, 8, 9, 15, 16, 17, 24]),
        noise in prop::collection::vec(any::<u8>(), 0..32),
    ) {
        every_dialect(&[&word(id | flags)[..], &word(length), &noise].concat(), false);
    }
}
