//! Compares checked views with trees, which are two results of one grammar, over all bytes that engines wrote or refused.

use std::collections::BTreeSet;

use crate::godot_support::tried::{any_value, hostile, in_every_dialect};
use crate::godot_support::walk::agree;
use crate::support::differences::ODD_TABLES;
use crate::support::positions::{is_tried, least, positions_of_long, share};
use crate::support::tsv::{odd, values};
use crate::support::{deep_decoder, with_stack};
use gamewire::DecodeErrorKind;
use gamewire::godot::{
    Array, Decoder, Dialect, Dictionary, ElementType, EntryTypes, Kind, Object, ObjectData, OldNodePath,
    Packed, Variant, VariantView,
};
use gamewire_fixtures::{GODOT, godot_samples};

const VALUES: [(&str, Dialect); 8] = [
    ("godot2/values-2.1.tsv", Dialect::GODOT_2),
    ("godot2/values-2.1.5.tsv", Dialect::GODOT_2_1_5),
    ("godot2/values-joystick-1.0.tsv", Dialect::GODOT_2),
    ("godot3/values-3.2.3.tsv", Dialect::GODOT_3),
    ("godot3/values-3.6.2.tsv", Dialect::GODOT_3),
    ("godot3/values-3.6.2.tsv", Dialect::GODOT_3_0),
    ("godot4/values-4.6.3.tsv", Dialect::GODOT_4),
    ("godot4/values-4.6.3-double.tsv", Dialect::GODOT_4.double()),
];

/// Rows of so many bytes are nearly all nested about a thousand deep.
const LONG: usize = 4096;

/// The decoders that a row is read by.
fn decoders(dialect: Dialect, objects: bool) -> [Decoder; 2] {
    let decoder = deep_decoder(dialect).allow_objects(objects);
    [decoder, decoder.allow_trailing(true).max_depth(3)]
}

#[test]
fn views_and_values_of_engines_bytes_agree() {
    let seen = with_stack(|| {
        let (mut seen, mut cuts) = (0, BTreeSet::new());
        for (table, dialect) in VALUES {
            for (number, row) in values(table).into_iter().enumerate() {
                for decoder in decoders(dialect, row.full) {
                    seen += agree(&decoder, &row.bytes);
                }
                // Something after it, and something missing.
                let decoder = Decoder::new(dialect).allow_objects(row.full);
                agree(&decoder, &[&row.bytes[..], b"more"].concat());
                let ends = Vec::from_iter(positions_of_long(row.bytes.len()));
                for cut in share(&ends, number).map(|end| &row.bytes[..*end]) {
                    // Many values begin alike.
                    if cuts.insert((dialect.name(), row.full, cut.to_vec())) {
                        agree(&decoder, cut);
                    }
                }
            }
        }
        seen
    });
    assert!(seen > 10_000, "{seen} values");
}

#[test]
fn odd_input_is_accepted_or_refused_by_both() {
    let (seen, refused) = with_stack(|| {
        let (mut seen, mut refused, mut tried, mut long) = (0, 0, 0, 0);
        let mut inputs = BTreeSet::new();
        for (table, dialect) in ODD_TABLES {
            for row in odd(table) {
                // Several tables have the same row.
                if !inputs.insert((dialect.name(), row.objects, row.bytes.clone())) {
                    continue;
                }
                // In what nests deeply every step down is a walk.
                long += usize::from(row.bytes.len() >= LONG);
                if row.bytes.len() >= LONG && !is_tried(long) {
                    continue;
                }
                tried += 1;
                for decoder in share(&decoders(*dialect, row.objects), tried) {
                    let values = agree(decoder, &row.bytes);
                    seen += values;
                    refused += usize::from(values == 0);
                }
            }
        }
        (seen, refused)
    });
    assert!(seen > least(5000) && refused > least(1000), "{seen} values, {refused} refused");
}

#[test]
fn views_and_values_of_samples_agree() {
    let samples = || GODOT.iter().copied().flat_map(godot_samples);
    let decoder = |dialect| Decoder::new(dialect).allow_objects(true);
    let seen: usize = samples().map(|sample| agree(&decoder(sample.dialect), &sample.bytes)).sum();
    assert!(seen > 500, "{seen} values");
}

#[test]
fn every_value_says_the_same_in_both() {
    in_every_dialect(any_value, |dialect, value| {
        let bytes = dialect.encode(&value)?;
        assert!(agree(&Decoder::new(dialect).allow_objects(true), &bytes) > 0);
        Ok(())
    });
}

#[test]
fn views_and_values_agree_on_hostile_bytes() {
    in_every_dialect(hostile, |dialect, bytes| {
        agree(&Decoder::new(dialect), &bytes);
        agree(&Decoder::new(dialect).allow_objects(true).allow_trailing(true), &bytes);
        agree(&Decoder::new(dialect.old_node_path(OldNodePath::Padded)).max_depth(3).max_bytes(100), &bytes);
        agree(&Decoder::new(dialect.old_node_path(OldNodePath::Unpadded).allow_64_bit_flag(true)), &bytes);
        Ok(())
    });
}

/// The first part starts right after what its container has of its own, as long as this is.
#[test]
fn the_first_element_begins_after_the_count() {
    let four = Dialect::GODOT_4;
    let starts = |value: Variant, head: usize| {
        let bytes = four.encode(&value).unwrap();
        let view = Decoder::new(four).allow_objects(true).view(&bytes).unwrap();
        let first = view
            .as_array()
            .and_then(|array| array.get(0))
            .or_else(|| Some(view.as_dictionary()?.entries().next()?.0))
            .or_else(|| Some(view.as_object()?.properties().next()?.1));
        assert_eq!(first.unwrap().as_wire(), &bytes[head..head + 8]);
    };
    let int = || Some(ElementType::Builtin(Kind::Int));
    starts(vec![Variant::Int(7), Variant::Nil].into(), 8);
    starts(Array::typed(int().unwrap(), vec![Variant::Int(7)]).into(), 12);
    starts(Array::typed(ElementType::Class("Node".into()), vec![Variant::Int(7)]).into(), 16);
    starts(Dictionary::from_iter([(7, "a")]).into(), 8);
    let typed = |key, value| Dictionary::typed(EntryTypes { key, value }, vec![(7.into(), "a".into())]);
    starts(typed(int(), None).into(), 12);
    starts(typed(int(), int()).into(), 16);
    let properties = vec![("hp".into(), Variant::Int(7))];
    starts(ObjectData { class: "Node".into(), properties }.into(), 24);
}

#[test]
fn the_last_of_equal_keys_counts() {
    let key = |text: &'static str| Variant::from(text);
    let name = |text: &'static str| Variant::StringName(text.into());
    let pairs = vec![
        (key("a"), 1.into()),
        (key("b"), 2.into()),
        (7.into(), 3.into()),
        (key("a"), 4.into()),
        (7.into(), 5.into()),
        (name("b"), 6.into()),
    ];
    let bytes = Dialect::GODOT_4.encode(&Dictionary::from(pairs).into()).unwrap();
    let view = Dialect::GODOT_4.view(&bytes).unwrap();
    let dictionary = view.as_dictionary().unwrap();
    assert_eq!(dictionary.len(), 6);
    let int = |found: Option<VariantView<'_>>| found.and_then(|found| found.as_i64());
    assert_eq!(int(view.get("a")), Some(4));
    assert_eq!(int(view.get("b")), Some(6));
    assert_eq!(int(dictionary.get(&7)), Some(5));
    assert_eq!(int(view.get("c")), None);
    assert_eq!(view.to_variant().as_dictionary().unwrap().len(), 3);
    let keeping = Decoder::new(Dialect::GODOT_4).keep_duplicates(true).view(&bytes).unwrap();
    assert_eq!(keeping.to_variant().as_dictionary().unwrap().len(), 6);
    assert_ne!(view, keeping, "other rules");
}

#[test]
fn bytes_after_the_value() {
    let bytes = [2, 0, 0, 0, 5, 0, 0, 0, 9];
    let decoder = Decoder::new(Dialect::GODOT_3);
    let error = decoder.view(&bytes).unwrap_err();
    assert_eq!((error.offset(), error.kind()), (8, &DecodeErrorKind::TrailingBytes { count: 1 }));
    assert_eq!(decoder.allow_trailing(true).view(&bytes).unwrap().as_wire(), &bytes[..8]);
    let (view, rest) = decoder.view_prefix(&bytes).unwrap();
    assert_eq!((view.as_i64(), view.as_wire(), rest), (Some(5), &bytes[..8], &[9][..]));
}

#[test]
fn null_and_text_in_keys() {
    let view = |dialect: Dialect, value: Variant, test: fn(VariantView<'_>)| {
        let bytes = dialect.encode(&value).unwrap();
        test(Decoder::new(dialect).allow_objects(true).view(&bytes).unwrap());
    };
    view(Dialect::GODOT_4, Variant::Nil, |view| assert!(view.is_nil()));
    view(Dialect::GODOT_4, Object::Null.into(), |view| assert!(view.is_nil() && view.as_object().is_none()));
    view(Dialect::GODOT_4, Object::Id(0).into(), |view| assert!(view.is_nil()));
    view(Dialect::GODOT_4, Object::Id(3).into(), |view| {
        assert!(!view.is_nil() && view.as_object().is_none())
    });
    view(Dialect::GODOT_2, Object::Null.into(), |view| assert!(view.is_nil()));
    view(Dialect::GODOT_4, Packed::from(vec![1_u8, 2]).into(), |view| {
        assert!(view.as_array().is_none());
        assert_eq!(format!("{view:?}"), "VariantView(PackedByteArray, 12 bytes)");
    });

    // After a byte order mark, before a NUL, both: the text is in the input all the same.
    for block in [&b"\xef\xbb\xbfabc"[..], b"abc\0", b"\xef\xbb\xbfabc\0x"] {
        let length = u32::try_from(block.len()).unwrap().to_le_bytes();
        let mut bytes = [&[4, 0, 0, 0], &length[..], block].concat();
        bytes.resize(bytes.len().next_multiple_of(4), 0);
        let text = Dialect::GODOT_4.view(&bytes).unwrap().as_str();
        assert_eq!(text, Some("abc"));
    }
    // Longer than need be: Godot 3 reads a text that the input does not have.
    let bytes = [4, 0, 0, 0, 3, 0, 0, 0, 0xe0, 0x83, 0xa9, 0];
    let view = Dialect::GODOT_3.view(&bytes).unwrap();
    assert_eq!((view.as_str(), view.as_text().unwrap().as_str()), (None, Some("é")));
}

/// Compares the debug text of every accessor of leaves, each with the type that it is for.
macro_rules! leaves {
    ($value:expr; $($method:ident $kind:ident)+) => {{
        let value = $value;
        [$((Kind::$kind, value.$method().map(|leaf| format!("{leaf:?}")))),+]
    }};
}

macro_rules! all_leaves {
    ($value:expr) => {
        leaves! {
            $value;
            as_bool Bool  as_i64 Int  as_bytes PackedByteArray
        }
    };
}

fn packed<T: gamewire::godot::PackedElement>(tree: &Variant, view: VariantView<'_>) -> bool {
    let (of_tree, of_view) = (tree.as_packed::<T>(), view.as_packed::<T>());
    assert_eq!(
        of_tree.as_ref().map(|array| array.as_wire()),
        of_view.as_ref().map(|array| array.as_wire()),
        "{tree}"
    );
    of_tree.is_some()
}

#[test]
fn accessors_of_leaves_give_what_the_type_is() {
    use gamewire::godot::*;
    macro_rules! structures {
        ($value:expr; $($kind:ident $(<$real:ident>)?)+) => {
            [$((Kind::$kind, $kind$(::<$real>)?::try_from($value).is_ok())),+]
        };
    }
    let mut seen = std::collections::HashSet::new();
    for sample in GODOT.iter().flat_map(|dialect| godot_samples(*dialect)) {
        let decoder = Decoder::new(sample.dialect).allow_objects(true);
        let (tree, view) = (decoder.parse(&sample.bytes).unwrap(), decoder.view(&sample.bytes).unwrap());
        let (of_tree, of_view) = (all_leaves!(&tree), all_leaves!(view));
        assert_eq!(of_tree, of_view, "{} {}", sample.dialect, sample.name);
        for (kind, leaf) in of_tree {
            assert_eq!(leaf.is_some(), tree.kind() == kind, "{} {}", sample.dialect, sample.name);
        }
        let structures = structures!(&tree; Vector2<f32> Vector2<f64> Vector3<f32> Vector3<f64> Vector4<f32> Vector4<f64>
            Rect2<f32> Rect2<f64> Plane<f32> Plane<f64> Quaternion<f32> Quaternion<f64> Aabb<f32> Aabb<f64> Basis<f32>
            Basis<f64> Transform2D<f32> Transform2D<f64> Transform3D<f32> Transform3D<f64> Projection<f32> Projection<f64>
            Color<f32> Color<f64> Vector2i Vector3i Vector4i Rect2i Rid InputEvent);
        for (kind, is_ok) in structures {
            assert_eq!(is_ok, tree.kind() == kind, "{} {}", sample.dialect, sample.name);
        }
        let arrays = [
            packed::<u8>(&tree, view),
            packed::<i32>(&tree, view),
            packed::<i64>(&tree, view),
            packed::<f32>(&tree, view),
            packed::<f64>(&tree, view),
            packed::<Vector2>(&tree, view) | packed::<Vector2<f64>>(&tree, view),
            packed::<Vector3>(&tree, view) | packed::<Vector3<f64>>(&tree, view),
            packed::<Vector4>(&tree, view) | packed::<Vector4<f64>>(&tree, view),
            packed::<Color>(&tree, view) | packed::<Color<f64>>(&tree, view),
        ];
        let is_packed = tree.kind().name().starts_with("Packed");
        let other = tree.kind() == Kind::PackedStringArray;
        assert_eq!(arrays.into_iter().filter(|is| *is).count(), usize::from(is_packed && !other), "{tree}");
        seen.insert(tree.kind());
    }
    assert!(seen.len() > 30, "{seen:?}");
}

#[test]
fn any_key_looks_up_in_a_view() {
    let value = gamewire::godot::variant!({ "units": [7], (3): "three", "ints": Packed::from(vec![4, 5]) });
    let bytes = Dialect::GODOT_4.encode(&value).unwrap();
    let view = Dialect::GODOT_4.view(&bytes).unwrap();
    assert_eq!(view.get(&3_i64).unwrap().as_str(), Some("three"));
    assert_eq!(view.get(&Variant::StringName("units".into())).map(|units| units.kind()), Some(Kind::Array));
    assert_eq!(view.get(&String::from("ints")).unwrap().as_packed::<i32>().unwrap().to_vec(), [4, 5]);
    assert!(view.get(&Variant::Float(3.0)).is_none() && value.get(&Variant::Float(3.0)).is_none());
}
