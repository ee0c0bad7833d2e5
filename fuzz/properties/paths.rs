//! Paths: reading them from text, and following them in values and in encoded bytes, which must agree.

use super::bits::same;
use super::build_godot::value;
use super::build_nbt::tag;
use super::nbt::deep;
use super::{chosen, shown, text_and_bytes};
use arbitrary::Unstructured;
use gamewire::godot::{Decoder, Dialect, Variant, diff};
use gamewire::minecraft::nbt::{Nbt, NbtView, OptNbt, Tag};
use gamewire::minecraft::{self, Protocol};
use gamewire::path::{Difference, Path};
use gamewire::{DecodeError, EncodeError};

/// A path that is printed in full is read back unchanged.
fn path(text: &str) -> Option<Path> {
    match text.parse::<Path>() {
        Ok(path) => {
            let printed = format!("{path:#}");
            let again: Path = printed.parse().unwrap_or_else(|error| panic!("{error}: {printed}"));
            assert_eq!(format!("{again:#}"), printed);
            shown::line(&path.to_string());
            shown::line(&printed);
            Some(path)
        }
        Err(error) => {
            assert!(text.is_char_boundary(error.offset()), "{error}");
            shown::line(&error.to_string());
            None
        }
    }
}

/// The input is a path, a NUL, and a value. The first bytes of the value determine the new value that is set.
pub fn godot(data: &[u8]) {
    let Some((text, rest)) = text_and_bytes(data) else { return };
    let Some(path) = path(text) else { return };
    let Some((decoder, bytes)) = chosen(rest) else { return };
    // A decoded value would have only one of several equal keys, whereas the bytes have all of them.
    let decoder = decoder.allow_trailing(false).keep_duplicates(true);
    let Ok(tree) = decoder.parse(bytes) else { return };
    let Ok(new) = value(&mut Unstructured::new(bytes), 1) else { return };
    let got = tree.get_path(&path);
    if let Err(error) = &got {
        shown::line(&error.to_string());
    }
    let mut changed = tree.clone();
    match (changed.set_path(&path, new.clone()), decoder.set_path(bytes, &path, &new)) {
        (Ok(_), Ok(written)) => same_written(&decoder, &written, &changed),
        // The errors may name different steps, but both must be errors.
        (Err(error), Err(of_bytes)) => {
            assert!(same(&changed, &tree), "what fails changes nothing");
            shown::line(&error.to_string());
            shown::line(&of_bytes.to_string());
        }
        // The value does not fit the dialect, so that nothing is compared.
        _ => {}
    }
    declared(&decoder, bytes, &tree, &path, &new);
    if let Ok(got) = &got {
        let mut there = tree.clone();
        if there.set_path(&path, got.clone().into_owned()).is_ok() && !text.contains("key(") {
            assert!(diff(&there, &tree).next().is_none(), "{path:#}");
        }
    }
    let mut left = tree.clone();
    match (left.remove_path(&path), decoder.remove_path(bytes, &path)) {
        (Ok(removed), Ok(written)) => {
            same_written(&decoder, &written, &left);
            assert!(got.is_ok(), "what was taken out was there");
            let _ = removed.to_string();
        }
        (Err(_), Err(_)) => assert!(same(&left, &tree)),
        _ => {}
    }
    if let (Ok(a), Ok(b)) = (decoder.dialect().encode(&tree), decoder.dialect().encode(&changed)) {
        same_differences(&decoder.allow_objects(true), [&a, &b]);
        same_differences(&decoder.allow_objects(true).keep_duplicates(false), [&b, &a]);
    }
    for difference in diff(&tree, &changed).chain(diff(&changed, &left)) {
        shown::line(&difference.to_string());
    }
}

/// Differences between encoded values are the same as between decoded ones.
fn same_differences(decoder: &Decoder, [old, new]: [&[u8]; 2]) {
    let parsed = |bytes| decoder.parse(bytes).expect("what was written is read");
    let trees: Vec<String> =
        diff(&parsed(old), &parsed(new)).map(|difference| difference.to_string()).collect();
    let [old, new] = [old, new].map(|bytes| decoder.view(bytes).expect("what was written is read"));
    let mut views = Vec::new();
    let each = |path: &Path, change| {
        views.push(Difference { path: path.clone(), change }.to_string());
        Ok::<_, std::convert::Infallible>(())
    };
    let Ok(()) = old.diff_each(&new, each);
    assert_eq!(views, trees);
}

/// A typed container whose contents have the declared types still has them after every successful change.
fn declared(decoder: &Decoder, bytes: &[u8], tree: &Variant, path: &Path, new: &Variant) {
    if tree.check_declared().is_err() || new.check_declared().is_err() {
        return;
    }
    let mut changed = tree.clone();
    if changed.set_path(path, new.clone()).is_ok() {
        assert_eq!(changed.check_declared(), Ok(()), "{path:#} of {tree} set to {new}");
    }
    if let Ok(written) = decoder.set_path(bytes, path, new) {
        let read = decoder.allow_objects(true).parse(&written).expect("what was written is read");
        assert_eq!(read.check_declared(), Ok(()), "{path:#} of {tree} set to {new}");
    }
}

/// The change of the bytes is the same as the change of the value, if the dialect can express it.
fn same_written(decoder: &Decoder, written: &[u8], changed: &Variant) {
    let dialect: Dialect = decoder.dialect();
    let Ok(read) = decoder.allow_objects(true).parse(written) else {
        panic!("what was written is not read: {written:02x?}");
    };
    if let (Ok(a), Ok(b)) = (dialect.encode(&read), dialect.encode(changed)) {
        assert_eq!(a, b, "{read} and {changed}");
    }
}

fn p() -> Protocol {
    deep(Protocol::V1_14)
}

fn parse_nbt(bytes: &[u8]) -> Result<Option<Nbt>, DecodeError> {
    p().parse::<OptNbt>(bytes).map(|nbt| nbt.0)
}

fn encode_nbt(nbt: &Nbt) -> Result<Vec<u8>, EncodeError> {
    p().encode(nbt)
}

/// Checks the same properties for NBT.
pub fn nbt(data: &[u8]) {
    let Some((text, bytes)) = text_and_bytes(data) else { return };
    let Some(path) = path(text) else { return };
    let Ok(Some(tree)) = parse_nbt(bytes) else { return };
    let Ok(new) = tag(&mut Unstructured::new(bytes), 1) else { return };
    let got = tree.root.get_path(&path);
    let mut changed = tree.clone();
    match (changed.root.set_path(&path, new.clone()), p().set_path(bytes, &path, &new)) {
        (Ok(_), Ok(written)) => assert_eq!(encode_nbt(&changed).as_ref(), Ok(&written)),
        (Err(_), Err(_)) => unchanged(&changed, bytes),
        // The changed value is nested more deeply than can be written.
        (Ok(_), Err(_)) => assert!(encode_nbt(&changed).is_err()),
        (ours, theirs) => panic!("{ours:?} and {theirs:?}"),
    }
    if let Ok(got) = &got {
        let mut there = tree.clone();
        if there.root.set_path(&path, Tag::clone(got)).is_ok() {
            unchanged(&there, bytes);
        }
    }
    let mut left = tree.clone();
    match (left.root.remove_path(&path), p().remove_path(bytes, &path)) {
        (Ok(_), Ok(written)) => assert_eq!(encode_nbt(&left).as_ref(), Ok(&written)),
        (Err(_), Err(_)) => unchanged(&left, bytes),
        (ours, theirs) => panic!("{ours:?} and {theirs:?}"),
    }
    if let Ok(changed) = encode_nbt(&changed) {
        same_nbt_differences([bytes, &changed]);
        same_nbt_differences([&changed, bytes]);
    }
}

/// Differences between encoded roots are the same as between decoded ones.
fn same_nbt_differences([old, new]: [&[u8]; 2]) {
    let [Ok(Some(old_tree)), Ok(Some(new_tree))] = [old, new].map(parse_nbt) else { return };
    let trees = minecraft::diff(&old_tree, &new_tree).map(|difference| difference.to_string());
    let view = |bytes| p().parse::<NbtView<'_>>(bytes).expect("what is read as a tree is read");
    let mut views = Vec::new();
    let each = |path: &Path, change| {
        views.push(Difference { path: path.clone(), change }.to_string());
        Ok::<_, std::convert::Infallible>(())
    };
    let Ok(()) = view(old).diff_each(&view(new), each);
    assert_eq!(views, trees.collect::<Vec<_>>());
}

fn unchanged(nbt: &Nbt, bytes: &[u8]) {
    assert_eq!(encode_nbt(nbt).as_deref(), Ok(bytes));
}
