//! Tests that every file of `tests/fixtures` that an engine or the game wrote can be identified, read and
//! changed without any option.

use std::fs;
use std::path::Path as FilePath;

use gamewire::godot::{Decoder, Object, Variant};
use gamewire::minecraft::nbt::{Compound, List, Tag};
use gamewire::minecraft::parse_nbt;
use gamewire::path::{Path, Segment};
use gamewire_files::identify::{Contents, examine};
use gamewire_files::shared::identify::encoded_values;
use tempfile::TempDir;

use super::{file, gamewire};
use crate::positions::exhaustive;

/// With files of more bytes, each run takes a while.
const LARGE: u64 = 16 << 10;

/// Known, read, changed and put back, with no option but the password.
#[test]
fn every_file_is_detected_read_changed_and_written_back() {
    let folder = TempDir::new().unwrap();
    let copy = folder.path().join("copy");
    let copy = copy.to_str().unwrap();
    let mut count = 0;
    for (place, name, engine) in [
        ("framing/godot-3.2.3", "bin", Some(0)),
        ("framing/godot-3.2.3", "binary", Some(0)),
        ("framing/godot-3.6.2", "bin", Some(1)),
        ("framing/godot-3.6.2", "binary", Some(1)),
        ("framing/godot-4.6.3", "bin", Some(2)),
        ("framing/godot-4.6.3", "binary", Some(2)),
        ("minecraft/nbt", "nbt", None),
    ] {
        for entry in fs::read_dir(file(&format!("tests/fixtures/{place}"))).unwrap() {
            let path = entry.unwrap().path();
            let is = |suffix: &str| path.to_str().unwrap().ends_with(suffix);
            if path.extension().is_none_or(|extension| extension != name) {
                continue;
            }
            // Values between other things: no reader can know where they are.
            if is("store_var_mixed.bin") {
                continue;
            }
            let digits = (0..32).map(|byte| format!("{byte:02x}")).collect::<String>();
            let secret = match (is("encrypted_pass.bin"), is("encrypted_key.bin") || is("_iv.bin")) {
                (true, _) => vec!["--password", "correct horse"],
                (_, true) => vec!["--key", digits.as_str()],
                _ => Vec::new(),
            };
            count += 1;
            // The engines wrote files of the same names: half of them are tried of one engine, and few large ones, if not all are.
            let sum: usize =
                path.file_name().unwrap().as_encoded_bytes().iter().copied().map(usize::from).sum();
            let is_small = path.metadata().unwrap().len() < LARGE || sum % 9 < 3;
            if exhaustive() || is_small && engine.is_none_or(|engine| sum % 6 == engine) {
                every(&path, &secret, copy);
            }
        }
    }
    assert!(count > 55, "{count}");
}

fn every(path: &FilePath, secret: &[&str], copy: &str) {
    let before = fs::read(path).unwrap();
    let with = |args: &[&str]| gamewire(&[args, secret].concat(), "");
    let name = path.to_str().unwrap();
    let identified = with(&["identify", "--json", name]);
    assert_eq!(identified.status, 0, "{name}: {}", identified.text());
    let decoded = with(&["decode", name]);
    assert_eq!(decoded.status, 0, "{name}: {}", decoded.err);
    let inside = |path: &str| with(&["unpack", path]).out;
    let contents = inside(name);
    let (index, at, now) = place(&contents);
    // Several values as a whole are distinguished by their number alone.
    let index = index.to_string();
    let value: &[&str] = if at.segments().is_empty() { &["--value", &index] } else { &[] };
    let at = format!("{at:#}");
    fs::write(copy, &before).unwrap();
    let old = with(&[&["get", copy, &at][..], value].concat());
    assert_eq!(old.status, 0, "{name} {at}: {}", old.err);
    let set = with(&[&["set", copy, &at, "41"][..], value].concat());
    assert_eq!(set.status, 0, "{name} {at}: {}", set.err);
    assert_eq!(with(&[&["get", copy, &at][..], value].concat()).text().trim_end(), now, "{name} {at}");
    assert!(fs::read(copy).unwrap() != before, "{name} {at}");
    let diff = with(&["diff", name, copy]);
    assert_eq!((diff.status, diff.text().lines().count()), (1, 1), "{name} {at}: {}", diff.text());
    assert_eq!(
        with(&[&["set", copy, &at, old.text().trim_end()][..], value].concat()).status,
        0,
        "{name} {at}"
    );
    assert_eq!(with(&["diff", name, copy]).status, 0, "{name} {at}");
    // Inside, every byte is as it was.
    assert!(inside(copy) == contents, "{name} {at}");
}

/// The place of a number in the values of a file, or else of text: in which value, where in it, and how 41 is printed
/// there.
fn place(contents: &[u8]) -> (usize, Path, &'static str) {
    match examine(contents) {
        Contents::Godot { arrangement, chosen, .. } => {
            let (values, _) = encoded_values(contents, arrangement);
            let decoder = Decoder::new(chosen.dialect).allow_objects(true);
            let place = |wanted: fn(&Variant) -> bool| {
                values.iter().enumerate().find_map(|(at, value)| {
                    let name = value.name.as_ref().map(|name| Segment::text(name));
                    let rest = in_value(&decoder.parse(value.bytes).ok()?, wanted)?;
                    Some((at, name.into_iter().chain(rest).collect::<Vec<_>>().into()))
                })
            };
            let number = place(|value| matches!(value, Variant::Int(_)));
            let text = || place(|value| value.as_str().is_some()).unwrap();
            match number {
                Some((at, path)) => (at, path, "41"),
                None => (text().0, text().1, "\"41\""),
            }
        }
        Contents::Nbt { .. } => {
            let root = Compound::try_from(parse_nbt(contents).unwrap().unwrap().root).unwrap();
            let inside = |wanted| in_compound(&root, wanted);
            if let Some(place) = inside(|tag| tag.as_i64().is_some()) {
                (0, place.into(), "41")
            } else if let Some(place) = inside(|tag| tag.to_str().is_some()) {
                (0, place.into(), "\"41\"")
            } else {
                let arrays = |tag: &Tag| {
                    matches!(
                        tag,
                        Tag::ByteArray(_) | Tag::IntArray(_) | Tag::LongArray(_) | Tag::List(List::Int(_))
                    )
                };
                let mut place = in_compound(&root, arrays).unwrap();
                place.push(Segment::Index(0));
                (0, place.into(), "41")
            }
        }
        other => panic!("{other:?}"),
    }
}

fn in_value(value: &Variant, wanted: fn(&Variant) -> bool) -> Option<Vec<Segment>> {
    let inside = |segment: Segment, value: &Variant| {
        in_value(value, wanted).map(|rest| std::iter::once(segment).chain(rest).collect())
    };
    match value {
        value if wanted(value) => Some(Vec::new()),
        Variant::Array(array) => {
            array.iter().enumerate().find_map(|(at, value)| inside(Segment::Index(at), value))
        }
        Variant::Dictionary(entries) => {
            entries.iter().find_map(|(key, value)| inside(Segment::text(key.as_str()?), value))
        }
        Variant::Object(Object::Full(data)) => {
            let mut properties = data.properties.iter();
            properties.find_map(|(name, value)| inside(Segment::text(&name.to_string_lossy()), value))
        }
        _ => None,
    }
}

fn in_compound(compound: &Compound, wanted: fn(&Tag) -> bool) -> Option<Vec<Segment>> {
    compound.entries().iter().find_map(|(name, tag)| {
        let rest = match tag {
            tag if wanted(tag) => Some(Vec::new()),
            Tag::Compound(inner) => in_compound(inner, wanted),
            Tag::List(List::Compound(inner)) => inner.iter().enumerate().find_map(|(at, inner)| {
                let rest = in_compound(inner, wanted)?;
                Some(std::iter::once(Segment::Index(at)).chain(rest).collect())
            }),
            _ => None,
        }?;
        Some(std::iter::once(Segment::text(&name.to_string_lossy())).chain(rest).collect())
    })
}
