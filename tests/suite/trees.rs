//! Questions about paths, differences and views that are asked of every format: values as trees and their bytes give the same
//! answers. The values are written as text in a table for each format.

use std::fmt::Display;

use crate::support::{SPAWNED, path};
use gamewire::path::PathError;

/// A value for the questions, in the text form of the format, and the answers.
struct Table {
    /// A value with something of everything that paths lead through.
    sample: &'static str,
    /// Paths, and the values there.
    reads: &'static [(&'static str, &'static str)],
    /// Paths among these to parts of packed values, which are read but not borrowed: as values, and in views.
    parts: [&'static [&'static str]; 2],
    /// Paths that lead nowhere, and their errors.
    errors: &'static [(&'static str, &'static str)],
    /// Paths, values that do not fit there, and a part of the errors.
    unfit: &'static [(&'static str, &'static str, &'static str)],
    /// Paths, the values to which they are set, and the values that are then read, if they are others.
    sets: &'static [(&'static str, &'static str, &'static str)],
    /// Paths whose values can be removed, and others.
    removes: &'static [&'static str],
    fixed: &'static [&'static str],
    /// Changes of the sample, a path that is removed, and the differences.
    changes: &'static [(&'static str, &'static str)],
    removed: &'static str,
    differences: &'static [&'static str],
    /// Values, the second of which has more elements, and these with their paths.
    longer: &'static [(&'static str, &'static str, &'static [&'static str])],
    /// Paths at which the whole sample is put into itself.
    inside: [&'static str; 2],
}

/// Values of Godot.
mod of_godot {
    pub(super) use super::GODOT as TABLE;
    use crate::support::{deep_decoder, deep_encoder};
    pub(super) use gamewire::godot::{Decoder as Codec, Variant as Root, Variant as Part, diff, diff_each};
    use gamewire::godot::{Dialect, Dictionary, VariantView};
    use gamewire::path::Segment;

    pub(super) const LEVELS: usize = 1024;
    /// A value that is one level too deep inside of so many.
    pub(super) const TOO_DEEP: &str = "{\"a\": 1}";

    pub(super) fn codecs() -> [Codec; 2] {
        [Dialect::GODOT_4, Dialect::GODOT_4_2].map(|dialect| deep_decoder(dialect).allow_objects(true))
    }
    /// The codecs of values that every dialect has.
    pub(super) fn plain_codecs() -> [Codec; 3] {
        [Dialect::GODOT_3, Dialect::GODOT_4, Dialect::GODOT_4_2].map(deep_decoder)
    }
    /// Steps into nested values, and the text around what is inside.
    pub(super) fn nested() -> [(Segment, &'static str, &'static str); 2] {
        [("a".into(), "{\"a\": ", "}"), (Segment::Index(0), "[", "]")]
    }
    pub(super) fn root(text: &str) -> Root {
        text.parse().unwrap()
    }
    /// A value with these names and numbers, however often a name is there.
    pub(super) fn named(entries: &[(&'static str, i32)]) -> Root {
        let pairs = entries.iter().map(|(name, number)| ((*name).into(), (*number).into()));
        Dictionary::from(pairs.collect::<Vec<_>>()).into()
    }
    pub(super) fn encode(codec: &Codec, value: &Root) -> Vec<u8> {
        deep_encoder(codec.dialect()).encode(value).unwrap()
    }
    pub(super) fn view<'b>(codec: &Codec, bytes: &'b [u8]) -> VariantView<'b> {
        codec.view(bytes).unwrap()
    }
    pub(super) fn tree(view: VariantView<'_>) -> Part {
        view.to_variant()
    }
}

/// NBT in each form, whose root is a compound.
mod of_nbt {
    pub(super) use super::NBT as TABLE;
    use crate::support::deep_protocol;
    use gamewire::minecraft::nbt::{Compound, NbtView, Tag, TagRef, TagView};
    pub(super) use gamewire::minecraft::{
        Protocol as Codec, diff, diff_each, nbt::Nbt as Root, nbt::Tag as Part,
    };
    use gamewire::path::{Path, PathError, Segment, Walk};

    pub(super) const LEVELS: usize = 512;
    /// A value that is one level too deep inside of so many, because the root is none.
    pub(super) const TOO_DEEP: &str = "{\"a\": {\"a\": 1}}";

    pub(super) fn codecs() -> impl Iterator<Item = Codec> {
        let forms = [Codec::V1_14, Codec::BEDROCK, Codec::BEDROCK_NETWORK].map(deep_protocol);
        forms.into_iter().flat_map(|form| [form, form.nameless_nbt(true)])
    }
    pub(super) use self::codecs as plain_codecs;
    /// Steps into nested values, and the text around what is inside.
    pub(super) fn nested() -> [(Segment, &'static str, &'static str); 1] {
        [("a".into(), "{\"a\": ", "}")]
    }
    pub(super) fn root(text: &str) -> Root {
        let Ok(Tag::Compound(root)) = text.parse() else { panic!("{text}") };
        Root::unnamed(root)
    }
    pub(super) fn named(entries: &[(&'static str, i32)]) -> Root {
        Root::unnamed(Compound::from_iter(entries.iter().copied()))
    }
    pub(super) fn encode(codec: &Codec, value: &Root) -> Vec<u8> {
        codec.encode(value).unwrap()
    }
    pub(super) fn view<'b>(codec: &Codec, bytes: &'b [u8]) -> NbtView<'b> {
        codec.parse(bytes).unwrap()
    }
    pub(super) fn tree(view: TagView<'_>) -> Part {
        view.to_tag()
    }

    /// The methods of the tag that is the root, by the names of those of a value of Godot.
    pub(super) trait OfRoot {
        fn inside(&self) -> &Tag;
        fn inside_mut(&mut self) -> &mut Tag;
        fn get_path(&self, path: &Path) -> Result<Tag, PathError> {
            self.inside().get_path(path)
        }
        fn get_path_mut(&mut self, path: &Path) -> Result<&mut Tag, PathError> {
            self.inside_mut().get_path_mut(path)
        }
        fn set_path(&mut self, path: &Path, new: Tag) -> Result<Option<Tag>, PathError> {
            self.inside_mut().set_path(path, new)
        }
        fn remove_path(&mut self, path: &Path) -> Result<Tag, PathError> {
            self.inside_mut().remove_path(path)
        }
        fn walk(&self) -> Walk<TagRef<'_>> {
            self.inside().walk()
        }
    }
    impl OfRoot for Root {
        fn inside(&self) -> &Tag {
            &self.root
        }
        fn inside_mut(&mut self) -> &mut Tag {
            &mut self.root
        }
    }
    pub(super) trait OfRootView<'a> {
        fn view_path(&self, path: &Path) -> Result<TagView<'a>, PathError>;
    }
    impl<'a> OfRootView<'a> for NbtView<'a> {
        fn view_path(&self, path: &Path) -> Result<TagView<'a>, PathError> {
            self.root().view_path(path)
        }
    }
}

const GODOT: Table = Table {
    sample: r#"{"gold": 7, "odd key": true, &"name": "Ada", 3: "three", 1.5: "float", Vector2(1, 2): "vector", "items": [1, [2]],
        "at": Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0), "bytes": PackedByteArray(1, 2, 3),
        "points": PackedVector2Array(1, 2), "texts": PackedStringArray("a", "b"), "object": Object(Node, "name": "a")}"#,
    reads: &[
        ("$.gold", "7"),
        ("$[\"gold\"]", "7"),
        ("$[gold]", "7"), // A shell removes the quotes.
        ("$[\"odd key\"]", "true"),
        ("$.name", "\"Ada\""),
        ("$[&\"name\"]", "\"Ada\""),
        ("$[3]", "\"three\""),
        ("$[1.5]", "\"float\""),
        ("$[Vector2(1, 2)]", "\"vector\""),
        ("$.items[1][0]", "2"),
        ("$.at.basis.y", "Vector3(0, 1, 0)"),
        ("$.at.basis.y.y", "1.0"),
        ("$.bytes[2]", "3"),
        ("$.points[0].y", "2.0"),
        ("$.texts[1]", "\"b\""),
        ("$.object.name", "\"a\""),
        ("$.key(0)", "\"gold\""),
        ("$.key(5).y", "2.0"),
    ],
    parts: [
        &[
            "$.at.basis.y",
            "$.at.basis.y.y",
            "$.bytes[2]",
            "$.points[0].y",
            "$.texts[1]",
            "$.key(0)",
            "$.key(5).y",
        ],
        &["$.at.basis.y", "$.at.basis.y.y", "$.bytes[2]", "$.points[0].y", "$.texts[1]", "$.key(5).y"],
    ],
    errors: &[
        (
            "$.gould",
            "at $.gould: there is no such key; the keys are \"gold\", \"odd key\", &\"name\", 3, 1.5, Vector2(1, 2), \"items\", \"at\", ..",
        ),
        ("$.items[2]", "at $.items[2]: index out of range: there are 2 elements"),
        (
            "$.items.gold",
            "at $.items.gold: Array cannot be indexed with the key gold; there are 2 elements: [0], [1]",
        ),
        (
            "$.items.0",
            "at $.items[\"0\"]: Array cannot be indexed with the key 0; there are 2 elements: [0], [1]; write [0]",
        ),
        ("$.gold.0", "at $.gold[\"0\"]: int cannot be indexed with the key 0"),
        ("$.gold.x", "at $.gold.x: int cannot be indexed with the key x"),
        ("$.at.x", "at $.at.x: there is no such key; the keys are basis, origin"),
        ("$.at[1]", "at $.at[1]: there is no such key; the keys are basis, origin"),
        (
            "$.bytes.7",
            "at $.bytes[\"7\"]: PackedByteArray cannot be indexed with the key 7; there are 3 elements: [0] to [2]",
        ),
        ("$.bytes[3]", "at $.bytes[3]: index out of range: there are 3 elements"),
        ("$.object.x.y", "at $.object.x: there is no such key; the keys are \"name\""),
        ("$.key(12)", "at $.key(12): index out of range: there are 12 elements"),
    ],
    unfit: &[
        ("$.bytes[0]", "256", "expected an int from 0 to 255"),
        ("$.at.origin", "1", "expected a Vector3"),
        ("$.at.origin.x", "\"text\"", "String \"text\" does not fit here; expected a number"),
        ("$.texts[0]", "1", "expected text"),
        ("$.key(0)", "\"odd key\"", "another entry has this key"),
        ("$.items[3]", "null", "there are 2 elements"),
        ("$.gold.x", "null", "int cannot be indexed"),
        ("$.no.x", "null", "at $.no: there is no such key"),
    ],
    sets: &[
        ("$", "\"all\"", ""),
        ("$.gold", "\"text\"", ""),
        ("$.new", "[null]", ""),
        ("$[4]", "4", ""),
        ("$[2.5]", "4", ""),
        ("$.items[2]", "4", ""),
        ("$.items[1][1]", "4", ""),
        ("$.at.basis.x.z", "4", "4.0"),
        ("$.bytes[1]", "255.0", "255"),
        ("$.bytes[3]", "4", ""),
        ("$.points[0]", "Vector2(8, 9)", ""),
        ("$.texts[0]", "\"longer than before\"", ""),
        ("$.texts[2]", "\"c\"", ""),
        ("$.object.hp", "4", ""),
        ("$.key(0)", "\"silver\"", ""),
    ],
    removes: &["$.gold", "$[3]", "$.items[0]", "$.items[1][0]", "$.bytes[1]", "$.texts[0]", "$.object.name"],
    fixed: &["$", "$.at.origin", "$.key(0)", "$.no"],
    changes: &[
        ("$.gold", "8"),
        ("$.items[1][0]", "2.0"),
        ("$.items[2]", "null"),
        ("$.at.origin.x", "5.0"),
        ("$.bytes[1]", "9"),
        ("$.texts[2]", "\"c\""),
        ("$.object.hp", "1"),
        ("$[-7]", "1"),
    ],
    removed: "$[Vector2(1, 2)]",
    differences: &[
        "~ $.gold: 7 -> 8",
        "- $[Vector2(1, 2)]: \"vector\"",
        "~ $.items[1][0]: 2 -> 2.0",
        "+ $.items[2]: null",
        "~ $.at: Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0) -> Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 5, 0, 0)",
        "~ $.bytes[1]: 2 -> 9",
        "+ $.texts[2]: \"c\"",
        "+ $.object.hp: 1",
        "+ $[-7]: 1",
    ],
    longer: &[
        ("[1, 2, 3, 4, 5]", "[1, 9, 2, 3, 4, 5]", &["$[1]: 9"]),
        ("PackedInt32Array(1, 2, 3)", "PackedInt32Array(1, 2, 9, 3, 8)", &["$[2]: 9", "$[4]: 8"]),
        ("PackedStringArray(\"b\", \"c\")", "PackedStringArray(\"a\", \"b\", \"c\")", &["$[0]: \"a\""]),
    ],
    inside: ["$.gold", "$.items"],
};

const NBT: Table = Table {
    sample: "{Gold: 7, \"odd key\": text, Items: [{id: sword, Count: 1b}, {id: apple, Count: 64b}], Pos: [1.5d, 64d, -3.25d], \
        Lists: [[], [5]], Bytes: [B; 1b, 2b, 3b], Longs: [L; 1099511627776L, 2L], Empty: [], \"\u{1f600}\": {x: 1}, \
        Far: 5000000000L, Half: 1.5f, Few: 2s, Text: \"\u{1f600}\u{e9}\", Ints: [I; 1, -300, 70000], List: [1, -2, 300], \
        Maps: [{a: 1}, {}], Texts: [\"a\", \"\u{e9}\"]}",
    reads: &[
        ("$.Gold", "7"),
        ("$[\"odd key\"]", "\"text\""),
        ("$.Items[1].Count", "64b"),
        ("$.Pos[2]", "-3.25d"),
        ("$.Lists[1][0]", "5"),
        ("$.Bytes[1]", "2b"),
        ("$.Longs[0]", "1099511627776L"),
        ("$.Empty", "[]"),
        ("$.Items[0]", "{id:\"sword\",Count:1b}"),
    ],
    parts: [&["$.Pos[2]", "$.Lists[1][0]", "$.Bytes[1]", "$.Longs[0]", "$.Items[0]"], &[]],
    errors: &[
        (
            "$.gold",
            "at $.gold: there is no such key; the keys are \"Gold\", \"odd key\", \"Items\", \"Pos\", \"Lists\", \"Bytes\", \"Longs\", \"Empty\", ..",
        ),
        ("$[0]", "at $[0]: Compound cannot be indexed with [0]"),
        ("$.Items[2]", "at $.Items[2]: index out of range: there are 2 elements"),
        ("$.Items.x", "at $.Items.x: List cannot be indexed with the key x; there are 2 elements: [0], [1]"),
        (
            "$.Items.0",
            "at $.Items[\"0\"]: List cannot be indexed with the key 0; there are 2 elements: [0], [1]; write [0]",
        ),
        ("$.Gold.x.y", "at $.Gold.x: Int cannot be indexed with the key x"),
        ("$.Bytes[3]", "at $.Bytes[3]: index out of range: there are 3 elements"),
        ("$.Pos[0][0]", "at $.Pos[0][0]: Double cannot be indexed with [0]"),
    ],
    unfit: &[
        ("$.Items[0]", "1", "another type does not fit here; expected a Compound, as the whole list"),
        ("$.Pos[3]", "1", "expected a Double, as the whole list"),
        ("$.Bytes[0]", "1", "an Int does not fit here; expected numbers of a Byte_Array"),
        ("$.Items[3]", "1", "there are 2 elements"),
        ("$", "1", "cannot be removed"),
        ("$.no.x", "1", "at $.no: there is no such key"),
        ("$.Gold.x", "1", "at $.Gold.x: Int cannot be indexed with the key x"),
        ("$.Items[0].id.x", "1", "at $.Items[0].id.x: String cannot be indexed with the key x"),
        ("$.Gold[0]", "1", "at $.Gold[0]: Int cannot be indexed with [0]"),
    ],
    sets: &[
        ("$.Gold", "999", ""),
        ("$.Gold", "\"text\"", ""),
        ("$.New", "[1]", ""),
        ("$[\"größe \u{1f600}\"]", "1b", ""),
        ("$.Items[0].Count", "9s", ""),
        ("$.Items[1]", "{}", ""),
        ("$.Items[2]", "{id:\"stick\"}", ""),
        ("$.Pos[1]", "70.0d", ""),
        ("$.Pos[3]", "70.0d", ""),
        ("$.Lists[0]", "[\"a\"]", ""),
        ("$.Lists[1][0]", "6L", ""),
        ("$.Lists[1][1]", "6", ""),
        ("$.Bytes[0]", "-1b", ""),
        ("$.Bytes[3]", "4b", ""),
        ("$.Longs[1]", "-1L", ""),
        ("$.Empty[0]", "\"first\"", ""),
        ("$.Gold", "1099511627776L", ""),
        ("$.Far", "7", ""),
        ("$[\"\u{1f600}\"].x", "9s", ""),
        ("$[\"\u{1f600}\"]", "9b", ""),
        ("$.Ints[0]", "100000", ""),
        ("$.Ints[2]", "0", ""),
        ("$.Ints[3]", "5", ""),
        ("$.Longs[0]", "-9223372036854775808L", ""),
        ("$.Longs[2]", "5L", ""),
        ("$.List[1]", "-2147483648", ""),
        ("$.List[3]", "4", ""),
        ("$.Maps[1].new", "0.5d", ""),
        ("$.Maps[2]", "{z:1}", ""),
        ("$.Texts[1]", "\"\"", ""),
        ("$.Lists[1][0]", "-70000", ""),
        ("$.Added", "[I;1,2]", ""),
        // Its length needs more bytes in packets of the Bedrock edition.
        (
            "$.Text",
            "\"\u{1f600}\u{1f600}\u{1f600}\u{1f600}\u{1f600}\u{1f600}\u{1f600}\u{1f600}\u{1f600}\u{1f600}\u{1f600}\u{1f600}\u{1f600}\u{1f600}\u{1f600}\u{1f600}\u{1f600}\u{1f600}\u{1f600}\u{1f600}\u{1f600}\u{1f600}\u{1f600}\u{1f600}\u{1f600}\u{1f600}\u{1f600}\u{1f600}\u{1f600}\u{1f600}\u{1f600}\u{1f600}\u{1f600}\u{1f600}\u{1f600}\u{1f600}\u{1f600}\u{1f600}\u{1f600}\u{1f600}\"",
            "",
        ),
    ],
    removes: &[
        "$.Gold",
        "$.Items[0].id",
        "$.Items[0]",
        "$.Pos[1]",
        "$.Lists[1][0]",
        "$.Lists[0]",
        "$.Bytes[2]",
        "$.Longs[0]",
        "$.Text",
        "$[\"\u{1f600}\"]",
        "$.Ints[1]",
        "$.List[2]",
        "$.Maps[0]",
    ],
    fixed: &["$", "$.no"],
    changes: &[
        ("$.Gold", "8"),
        ("$.Items[1].Count", "1b"),
        ("$.Pos[1]", "70.0d"),
        ("$.Bytes[3]", "1b"),
        ("$.Empty[0]", "1"),
        ("$.New", "1"),
    ],
    removed: "$[\"odd key\"]",
    differences: &[
        "~ $.Gold: 7 -> 8",
        "- $[\"odd key\"]: \"text\"",
        "~ $.Items[1].Count: 64b -> 1b",
        "~ $.Pos[1]: 64.0d -> 70.0d",
        "+ $.Bytes[3]: 1b",
        "+ $.Empty[0]: 1",
        "+ $.New: 1",
    ],
    longer: &[
        ("{a: [{n: 1}, {n: 2}, {n: 3}]}", "{a: [{n: 1}, {n: 9}, {n: 2}, {n: 3}]}", &["$.a[1]: {n:9}"]),
        ("{a: [I; 1, 2, 3, 4, 5]}", "{a: [I; 1, 9, 2, 3, 4, 5]}", &["$.a[1]: 9"]),
    ],
    inside: ["$.Gold", "$.Items"],
};

fn text<V: Display>(value: V) -> String {
    value.to_string()
}

/// Compares what is lent for a path with the value there, or with the error of a part.
fn assert_lent<V: Display>(lent: Result<V, PathError>, at: &str, expected: &str, parts: &[&str]) {
    match lent {
        Ok(lent) => assert!(text(lent) == expected && !parts.contains(&at), "{at}"),
        Err(error) => assert!(text(error).contains("cannot be borrowed") && parts.contains(&at), "{at}"),
    }
}

/// The questions to a format, whose types have methods of the same names.
macro_rules! questions {
    ($($format:ident)+) => {$(mod $format {
        use super::super::$format::*;
        use super::super::{SPAWNED, assert_lent, path, text};
        use crate::support::on_stack;
        use crate::support::positions::is_tried;
        use gamewire::path::{Change, Difference, Path};

        fn part(text: &str) -> Part {
            text.parse().unwrap()
        }

        /// Asks about the sample in each form.
        fn each(ask: impl Fn(&Codec, &Root, &[u8])) {
            let value = root(TABLE.sample);
            for codec in codecs() {
                ask(&codec, &value, &encode(&codec, &value));
            }
        }

        fn by_trees(old: &Root, new: &Root) -> Vec<String> {
            diff(old, new).map(text).collect()
        }

        fn by_views(codec: &Codec, old: &[u8], new: &[u8]) -> Vec<String> {
            let mut lines = Vec::new();
            let (old, new) = (view(codec, old), view(codec, new));
            let each = |path: &Path, change| {
                lines.push(text(Difference { path: path.clone(), change }));
                Ok::<_, std::convert::Infallible>(())
            };
            old.diff_each(&new, each).unwrap();
            lines
        }

        #[test]
        fn every_step_of_a_path_is_followed() {
            each(|codec, value, bytes| {
                for (at, expected) in TABLE.reads {
                    let path = path(at);
                    assert_eq!(value.get_path(&path).map(text).as_deref(), Ok(*expected), "{at}");
                    assert_eq!(codec.get_path(bytes, &path).map(text).as_deref(), Ok(*expected), "{at}");
                    let [in_tree, in_view] = TABLE.parts;
                    assert_lent(value.clone().get_path_mut(&path).cloned(), at, expected, in_tree);
                    assert_lent(view(codec, bytes).view_path(&path).map(tree), at, expected, in_view);
                }
            });
        }

        #[test]
        fn errors_of_paths_name_the_place_and_its_contents() {
            each(|codec, value, bytes| {
                for (at, said) in TABLE.errors {
                    let path = path(at);
                    let error = value.get_path(&path).unwrap_err();
                    assert_eq!(text(&error), *said);
                    // A number in a list is not borrowed at all.
                    let lent = text(value.clone().get_path_mut(&path).unwrap_err());
                    assert!(lent == *said || lent.contains("cannot be borrowed"), "{lent}");
                    assert_eq!(view(codec, bytes).view_path(&path).map(tree).unwrap_err(), error);
                    assert_eq!(value.clone().remove_path(&path).unwrap_err(), error);
                    assert_eq!(text(codec.get_path(bytes, &path).unwrap_err()), *said);
                    assert_eq!(text(codec.remove_path(bytes, &path).unwrap_err()), *said);
                }
            });
        }

        #[test]
        fn a_value_that_does_not_fit_changes_nothing() {
            each(|codec, value, bytes| {
                for (at, new, said) in TABLE.unfit {
                    let mut changed = value.clone();
                    let error = text(changed.set_path(&path(at), part(new)).unwrap_err());
                    assert!(error.contains(said), "{error}");
                    assert_eq!(encode(codec, &changed), bytes, "{at}");
                    let in_bytes = codec.set_path(bytes, &path(at), &part(new)).unwrap_err();
                    assert_eq!(text(in_bytes), error);
                }
            });
        }

        #[test]
        fn things_are_set_added_and_removed_alike_in_trees_and_bytes() {
            each(|codec, value, bytes| {
                for (at, new, after) in TABLE.sets {
                    let (path, mut changed) = (path(at), value.clone());
                    let old = value.get_path(&path).ok().map(text);
                    assert_eq!(changed.set_path(&path, part(new)).unwrap().map(text), old, "{at}");
                    let read = if after.is_empty() { new } else { after };
                    assert_eq!(changed.get_path(&path).map(text).as_deref(), Ok(*read), "{at}");
                    let in_bytes = codec.set_path(bytes, &path, &part(new)).unwrap();
                    assert_eq!(in_bytes, encode(codec, &changed), "{at}");
                    assert_eq!(codec.set_value(bytes, &changed).unwrap(), in_bytes, "{at}");
                    let differences = by_trees(value, &changed);
                    assert!(!differences.is_empty(), "{at}");
                    assert_eq!(by_views(codec, bytes, &in_bytes), differences, "{at}");
                    assert_eq!(by_views(codec, &in_bytes, bytes), by_trees(&changed, value), "{at}");
                }
                for at in TABLE.removes {
                    let (path, mut changed) = (path(at), value.clone());
                    let old = value.get_path(&path).map(text);
                    assert_eq!(changed.remove_path(&path).map(text), old, "{at}");
                    let less = encode(codec, &changed);
                    assert_eq!(codec.remove_path(bytes, &path).unwrap(), less, "{at}");
                    assert_eq!(codec.set_value(bytes, &changed).unwrap(), less, "{at}");
                }
                for at in TABLE.fixed {
                    assert!(value.clone().remove_path(&path(at)).is_err(), "{at}");
                    assert!(codec.remove_path(bytes, &path(at)).is_err(), "{at}");
                }
            });
        }

        /// The last of them counts, and none is left when they are taken out.
        #[test]
        fn the_last_of_equal_names_counts() {
            for codec in plain_codecs() {
                let twice = |last| encode(&codec, &named(&[("a", 1), ("b", 2), ("a", last)]));
                let (bytes, at) = (twice(3), path("$.a"));
                let mut value = named(&[("a", 1), ("b", 2), ("a", 3)]);
                assert_eq!(value.remove_path(&at).map(text).as_deref(), Ok("3"));
                assert!(value == named(&[("b", 2)]));
                assert_eq!(codec.get_path(&bytes, &at).map(text).as_deref(), Ok("3"));
                assert_eq!(codec.set_path(&bytes, &at, &part("9")).unwrap(), twice(9));
                assert_eq!(codec.remove_path(&bytes, &at).unwrap(), encode(&codec, &named(&[("b", 2)])));
            }
        }

        #[test]
        fn differences_have_their_paths() {
            each(|codec, old, bytes| {
                let mut new = old.clone();
                for (at, value) in TABLE.changes {
                    new.set_path(&path(at), part(value)).unwrap();
                }
                new.remove_path(&path(TABLE.removed)).unwrap();
                assert_eq!(by_trees(old, &new), TABLE.differences);
                assert_eq!(by_views(codec, bytes, &encode(codec, &new)), TABLE.differences);
                for difference in diff(old, &new) {
                    let is_removed = matches!(difference.change, Change::Removed(_));
                    assert_eq!(new.get_path(&difference.path).is_err(), is_removed, "{difference}");
                }
                for at in TABLE.inside {
                    let mut new = old.clone();
                    new.set_path(&path(at), part(TABLE.sample)).unwrap();
                    let (larger, differences) = (encode(codec, &new), by_trees(old, &new));
                    assert!(!differences.is_empty(), "{at}");
                    assert_eq!(by_views(codec, bytes, &larger), differences, "{at}");
                    assert_eq!(by_views(codec, &larger, bytes), by_trees(&new, old), "{at}");
                }
                assert_eq!(diff(old, old).count(), 0);
                // The caller may stop; the path is lent.
                let mut lent = Vec::new();
                let stopped = diff_each(old, &new, |path, change| {
                    lent.push(Difference { path: path.clone(), change });
                    if lent.len() < 2 { Ok(()) } else { Err("enough") }
                });
                assert!(stopped == Err("enough") && diff(old, &new).take(2).eq(lent));
            });
        }

        #[test]
        fn an_element_put_into_a_list_is_one_difference() {
            for (short, long, elements) in TABLE.longer {
                let [short, long] = [short, long].map(|text| root(text));
                let lines =
                    |sign| elements.iter().map(|element| format!("{sign} {element}")).collect::<Vec<_>>();
                assert_eq!(by_trees(&short, &long), lines("+"));
                assert_eq!(by_trees(&long, &short), lines("-"));
            }
        }

        #[test]
        fn walks_visit_the_same_values_in_trees_and_bytes() {
            each(|codec, value, bytes| {
                let all: Vec<_> = value.walk().with_paths().map(|(path, part)| (path, text(part))).collect();
                let in_place = view(codec, bytes).walk().with_paths();
                assert!(in_place.map(|(path, part)| (path, text(tree(part)))).eq(all.iter().cloned()));
                for (path, shown) in &all {
                    assert_eq!(value.get_path(path).map(text).as_ref(), Ok(shown), "{path}");
                }
                assert!(all.len() > 15, "{all:?}");
            });
        }

        #[test]
        fn deep_values_are_compared_and_changed_on_a_small_stack() {
            for (_, codec) in codecs().into_iter().enumerate().filter(|(number, _)| is_tried(*number)) {
                for (step, open, close) in nested() {
                    on_stack(SPAWNED, || {
                        let at = Path::from(vec![step.clone(); LEVELS]);
                        let deep = |inner| root(&[&*open.repeat(LEVELS), inner, &*close.repeat(LEVELS)].concat());
                        let (old, new) = (deep("1"), deep("2"));
                        let bytes = encode(&codec, &old);
                        assert!(diff(&old, &new).map(|found| found.path).eq([at.clone()]));
                        assert_eq!(by_views(&codec, &bytes, &encode(&codec, &new)).len(), 1);
                        assert_eq!(old.get_path(&at).map(text).as_deref(), Ok("1"));
                        let in_bytes = codec.set_path(&bytes, &at, &part("2")).unwrap();
                        assert!(in_bytes == encode(&codec, &new));
                        assert!(codec.set_value(&bytes, &new).unwrap() == in_bytes);
                        let deeper = Path::from(vec![step.clone(); LEVELS + 1]);
                        let error = codec.set_path(&bytes, &deeper, &part("2")).unwrap_err();
                        assert!(text(&error).contains("cannot be indexed"), "{error}");
                        let error = codec.set_path(&bytes, &at, &part(TOO_DEEP)).unwrap_err();
                        assert!(text(&error).contains("nested deeper"), "{error}");
                        let mut changed = old;
                        changed.set_path(&at, part("2")).unwrap();
                        assert!(changed == new);
                    });
                }
            }
        }
    })+};
}

mod asked {
    questions! { of_godot of_nbt }
}
