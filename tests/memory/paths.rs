//! Measures that a value at a path is read and replaced in place, without a tree of the other values. The values are built in the
//! tests.

use gamewire::godot::{Decoder, Dialect, Dictionary, Variant};
use gamewire::path::Path;

use crate::{alone, peak};

const ELEMENTS: i64 = 25_000;
/// The memory that is needed in addition to the bytes: the path and one value.
const FIXED: usize = 1 << 10;

#[test]
fn the_value_at_a_path_is_all_that_is_built() {
    if !alone() {
        return;
    }
    let path: Path = "$.gold".parse().unwrap();
    let items: Vec<Variant> = (0..ELEMENTS).map(|at| Dictionary::from_iter([("count", at)]).into()).collect();
    let save = Dictionary::from_iter([("gold", Variant::Int(7)), ("items", items.into())]);
    let bytes = Dialect::GODOT_4.encode(&save.into()).unwrap();
    let decoder = Decoder::new(Dialect::GODOT_4);
    let (most, gold) = peak(|| decoder.get_path(&bytes, &path).unwrap());
    assert_eq!(gold, Variant::Int(7));
    assert!(most < FIXED, "{most} bytes to read one of {}", bytes.len());
    let (most, changed) = peak(|| decoder.set_path(&bytes, &path, &Variant::Int(8)).unwrap());
    assert_eq!(changed.len(), bytes.len());
    assert!(most < bytes.len() + FIXED, "{most} bytes to replace one of {}", bytes.len());
}

/// The declared types of a container are read in place.
#[test]
fn a_typed_container_is_not_built_to_change_it() {
    use gamewire::godot::{ElementType, EntryTypes, Kind};

    if !alone() {
        return;
    }
    let [key, value] = [Kind::String, Kind::Int].map(|kind| Some(ElementType::Builtin(kind)));
    let scores = (0..ELEMENTS).map(|at| (at.to_string().into(), Variant::Int(at)));
    let scores = Dictionary::typed(EntryTypes { key, value }, scores.collect::<Vec<_>>());
    let bytes = Dialect::GODOT_4.encode(&scores.into()).unwrap();
    let decoder = Decoder::new(Dialect::GODOT_4);
    for key in ["$[\"7\"]", "$.new"] {
        let key = key.parse().unwrap();
        let (most, changed) = peak(|| decoder.set_path(&bytes, &key, &Variant::Int(8)).unwrap());
        let added = changed.len() - bytes.len();
        assert!(most < bytes.len() + added + FIXED, "{most} bytes to replace one of {}", bytes.len());
        assert!(decoder.set_path(&bytes, &key, &Variant::Float(8.0)).is_err());
    }
}

#[test]
fn the_tag_at_a_path_is_all_that_is_built() {
    use gamewire::minecraft::nbt::{Compound, List, Nbt, Tag};
    use gamewire::minecraft::{Protocol, encode_nbt};

    if !alone() {
        return;
    }
    let path: Path = "$.gold".parse().unwrap();
    let items = (0..ELEMENTS).map(|at| Compound::from_iter([("count", at)])).collect::<Vec<_>>();
    let root =
        Compound::from_iter([("gold", Tag::Long(7)), ("items", Tag::List(List::Compound(items.into())))]);
    let java = Protocol::V1_14;
    let bytes = encode_nbt(&Nbt::unnamed(root)).unwrap();
    let (most, gold) = peak(|| java.get_path(&bytes, &path).unwrap());
    assert_eq!(gold, Tag::Long(7));
    assert!(most < FIXED, "{most} bytes to read one of {}", bytes.len());
}

/// A change at a path is applied where the contents are written.
#[test]
fn a_changed_document_is_written_without_another_copy() {
    use gamewire::godot::Framing;
    use gamewire_files::document::Document;

    if !alone() {
        return;
    }
    let items: Vec<Variant> = (0..ELEMENTS).map(Variant::Int).collect();
    let mut file = Vec::new();
    Framing::STORE_VAR.write(Dialect::GODOT_4, &items.into(), &mut file).unwrap();
    let mut save = Document::open(&file).unwrap();
    let (most, ()) = peak(|| {
        save.set_path(&"$[7]".parse().unwrap(), Variant::Int(8)).unwrap();
        assert_eq!(save.to_contents().unwrap().len(), file.len());
    });
    assert!(most < file.len() + FIXED, "{most} bytes to replace one of {}", file.len());
}

/// A key that is everywhere and deep is named a few times.
#[test]
fn a_few_places_of_a_key_are_held() {
    use gamewire_files::document::Document;

    if !alone() {
        return;
    }
    let items: Vec<Variant> = (0..ELEMENTS).map(|at| Dictionary::from_iter([("gold", at)]).into()).collect();
    let deep = (0..100).fold(Variant::from(items), |inside, _| Dictionary::from_iter([("a", inside)]).into());
    let bytes = Dialect::GODOT_4.encode(&deep).unwrap();
    let document = Document::open(&bytes).unwrap();
    let (most, found) = peak(|| document.elsewhere(&"$.gold".parse().unwrap(), 3));
    assert_eq!(found.len(), 3);
    assert!(most < bytes.len() * 4, "{most} bytes to search {}", bytes.len());
}
