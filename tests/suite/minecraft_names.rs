//! Checks that names and text of NBT that is independent of its input are those of the input, although equal names share their
//! memory. The values are built in the tests.

use gamewire::minecraft::nbt::{Compound, JavaStr, List, Nbt, Tag};
use gamewire::minecraft::{encode_nbt, parse_nbt};

/// The names of compounds in a list.
fn names(root: &Nbt) -> Vec<&JavaStr> {
    let Some(Tag::List(List::Compound(compounds))) = root.root.get("list") else { panic!("{root:?}") };
    compounds.iter().flat_map(Compound::keys).collect()
}

#[test]
fn every_name_is_what_it_was() {
    // The names have the same length, and the same or different starts and ends.
    let texts: Vec<String> = (0..40_usize)
        .flat_map(|length| ["", "a", "b"].map(|odd| format!("name{}{odd}name", "x".repeat(length))))
        .chain((0..40_usize).map(|length| "y".repeat(length)))
        .collect();
    let both = texts.iter().chain(&texts).map(String::as_str).chain(["minecraft"; 2]);
    let compounds: Vec<_> = both.clone().map(|name| Compound::from([(name.to_owned(), 1_i8)])).collect();
    let root = Nbt::unnamed(Compound::from([("list", List::from(compounds))]));
    let bytes = encode_nbt(&root).unwrap();
    let owned = parse_nbt(&bytes).unwrap().unwrap();
    drop(bytes);
    let names = names(&owned);
    assert!(both.eq(names.iter().map(|name| std::str::from_utf8(name.as_bytes()).unwrap())));
}

#[test]
fn owned_runs_of_any_length_are_what_they_were() {
    let bytes: Vec<u8> = (1..65).collect();
    for length in 0..64 {
        let run = &bytes[..length];
        let owned = JavaStr::from_bytes(run).unwrap();
        assert_eq!(owned.as_bytes(), run);
    }
}
