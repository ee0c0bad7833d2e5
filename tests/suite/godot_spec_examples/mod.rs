//! Every worked example of the format's description, copied from it by hand: bytes, and the value they are.

mod four;
mod must_fail;
mod three;
mod two;
mod values;

use crate::support::tsv::unhex;
use gamewire::godot::{Decoder, Dialect, OldNodePath, Variant};

/// Bytes in hex, in groups as they lie in memory, and the value.
type Example = (&'static str, Variant);

pub(crate) fn bytes(hex: &str) -> Vec<u8> {
    unhex(hex)
}

/// The bytes are read as the value. Floats are compared by how they print, so that a NaN is a NaN.
fn is_read(dialect: Dialect, hex: &str, expected: &Variant) {
    let read = Decoder::new(dialect).allow_objects(true).parse(&bytes(hex));
    let read = read.unwrap_or_else(|error| panic!("{dialect} {hex}: {error}"));
    assert_eq!(format!("{read:?}"), format!("{expected:?}"), "{dialect} {hex}");
    assert!(read == *expected || format!("{expected:?}").contains("NaN"), "{dialect} {hex}: {read:?}");
}

/// The bytes are the value, and the value is the bytes.
fn is_read_and_written(dialect: Dialect, (hex, value): &Example) {
    is_read(dialect, hex, value);
    assert_eq!(dialect.encode(value).as_ref(), Ok(&bytes(hex)), "{dialect} {hex}");
}

#[test]
fn godot_2() {
    for example in &two::both_ways() {
        is_read_and_written(Dialect::GODOT_2, example);
        is_read_and_written(Dialect::GODOT_2_1_5, example);
    }
    for example in &two::before_2_1_5() {
        is_read_and_written(Dialect::GODOT_2, example);
        assert!(Dialect::GODOT_2_1_5.parse(&bytes(example.0)).is_err(), "{}", example.0);
    }
}

#[test]
fn the_old_path_of_godot_2_ends_before_its_padding() {
    let (hex, path) = two::old_path();
    let bytes = bytes(hex);
    let (value, rest) = Dialect::GODOT_2.parse_prefix(&bytes).unwrap();
    assert_eq!((value, rest), (path.clone(), &[0][..]));
    is_read(Dialect::GODOT_2.old_node_path(OldNodePath::Padded), hex, &path);
    assert!(Dialect::GODOT_2_1_5.parse(&bytes).is_err());
}

#[test]
fn godot_3() {
    for example in &three::both_ways() {
        is_read_and_written(Dialect::GODOT_3, example);
    }
    for (hex, value) in &three::only_read() {
        is_read(Dialect::GODOT_3, hex, value);
        assert_ne!(Dialect::GODOT_3.encode(value).as_ref(), Ok(&bytes(hex)), "{hex}");
    }
    is_read_and_written(Dialect::GODOT_3_0, &three::of_3_0());
    is_read(Dialect::GODOT_3, three::of_3_0().0, &three::of_3_0().1);
}

#[test]
fn godot_4() {
    for example in &four::single() {
        is_read_and_written(Dialect::GODOT_4, example);
    }
    for example in &four::double() {
        is_read_and_written(Dialect::GODOT_4.double(), example);
        is_read(Dialect::GODOT_4, example.0, &example.1);
    }
}
