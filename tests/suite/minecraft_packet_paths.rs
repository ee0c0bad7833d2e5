//! Checks the paths of packets. The packets before and after each change were written by node protodef
//! (`tests/fixtures/protodef/README.md`), or follow from the layout of their type.

use gamewire::explain::Role;
use gamewire::minecraft::nbt::{Nbt, Tag};
use gamewire::minecraft::{Packet, Packets, Protocol, Side, State, TypeExpr, TypedValue, Value};
use gamewire::path::Change;

use crate::minecraft_any_packet::{hex, packets_of, table};
use crate::minecraft_support::{natives, type_of};
use crate::support::path;
use crate::support::positions::{is_tried, least};

const P: Protocol = Protocol::V1_15;

/// A value that sets a part to its own value. A tag is the root of NBT.
fn own(part: &TypedValue<'_>) -> Value {
    let root = |tag: Tag| Value::Nbt(Some(Box::new(Nbt::unnamed(tag))));
    part.value().cloned().unwrap_or_else(|| root(part.tag().unwrap().to_tag()))
}

/// The parts have the names and values of the plain JSON, which other tests compare with node, and their paths lead to them.
#[test]
fn trees_have_the_parts_of_plain_json() {
    let mut parts = 0;
    let rows = table("packets.tsv.gz");
    let rows = rows.iter().enumerate().filter(|(number, _)| is_tried(*number));
    for row in rows.map(|(_, row)| row).chain(&table("book.tsv")) {
        let all = packets_of(&row[0], &row[1], &row[2]);
        let value = all.parse(&hex(&row[4])).unwrap();
        let tree = all.tree(&value);
        assert_eq!(tree.to_string(), all.to_plain_json(&value));
        for (path, part) in tree.walk().with_paths() {
            assert_eq!(tree.get_path(&path).as_deref(), Ok(part), "{path}");
            parts += 1;
        }
        assert_eq!(tree.diff(&tree.clone()).count(), 0);
    }
    assert!(parts > least(40_000), "{parts}");
}

/// The rows of a dump have the paths of the tree: each part that has bytes has a row.
#[test]
fn explanations_have_the_paths_of_trees() {
    let mut parts = 0;
    let rows = table("packets.tsv.gz");
    let rows = rows.iter().step_by(5).enumerate().filter(|(number, _)| is_tried(*number));
    for row in rows.map(|(_, row)| row).chain(&table("book.tsv")) {
        let all = packets_of(&row[0], &row[1], &row[2]);
        let bytes = hex(&row[4]);
        let value = all.parse(&bytes).unwrap();
        for (path, part) in all.tree(&value).walk().with_paths().take(40) {
            let is_empty = matches!(part.to_string().as_str(), "{}" | "[]");
            let shown = all.explainer(&bytes).at(path.clone()).explain();
            let is_shown = shown.rows().iter().any(|row| !matches!(row.role, Role::Omitted | Role::Unread));
            assert!(is_shown || is_empty, "{} {path}", row[3]);
            parts += 1;
        }
    }
    assert!(parts > least(5_000), "{parts}");
}

/// If all values that differ between two packets are set in the bytes of one of them, they are the bytes of the other.
#[test]
fn a_packet_becomes_another_one_value_by_value() {
    let mut packets = 0;
    let rows = table("packets.tsv.gz");
    let pairs = rows.iter().zip(&rows[1..]).filter(|(old, new)| old[..4] == new[..4]);
    for (_, (old, new)) in pairs.enumerate().filter(|(number, _)| is_tried(*number)) {
        let all = packets_of(&old[0], &old[1], &old[2]);
        let (bytes, expected) = (hex(&old[4]), hex(&new[4]));
        let (old, new) = (all.parse(&bytes).unwrap(), all.parse(&expected).unwrap());
        let (old, new) = (all.tree(&old), all.tree(&new));
        let changed = old.diff(&new).try_fold(bytes, |bytes, one| match one.change {
            // A value that selects the type of others cannot be changed alone.
            Change::Changed(_, new) => all.set_path(&bytes, &one.path, &own(&new)).ok(),
            _ => None,
        });
        if let Some(changed) = changed {
            assert_eq!(changed, expected);
            packets += 1;
        }
    }
    assert!(packets > least(250), "{packets}");
}

/// A value that is set to itself, also as JSON, changes no byte.
#[test]
fn values_that_are_set_to_themselves_change_no_byte() {
    let mut set = 0;
    let rows = table("packets.tsv.gz");
    let rows = rows.iter().step_by(7).enumerate().filter(|(number, _)| is_tried(*number));
    for row in rows.map(|(_, row)| row).chain(&table("book.tsv")) {
        let all = packets_of(&row[0], &row[1], &row[2]);
        let bytes = hex(&row[4]);
        let value = all.parse(&bytes).unwrap();
        let tree = all.tree(&value);
        for (path, part) in
            tree.walk().with_paths().step_by(3).take(20).filter(|(path, _)| !path.segments().is_empty())
        {
            assert_eq!(all.set_path(&bytes, &path, &own(part)).as_ref(), Ok(&bytes), "{path} {}", row[3]);
            set += 1;
            // A type that refers to fields around it has no JSON of its own.
            if part.walk().count() == 1
                && let Some((of, value)) = part.expr().zip(part.value())
            {
                let json = gamewire::minecraft::json::to_string(of, all.protocol(), value);
                assert_eq!(all.set_path_json(&bytes, &path, &json).as_ref(), Ok(&bytes), "{path} {json}");
            }
        }
    }
    assert!(set > least(1000), "{set}");
}

/// Sets a value by its JSON, and returns the new bytes or the error.
fn json(kind: &str, bytes: &[u8], at: &str, new: &str) -> Result<Vec<u8>, String> {
    let kind = type_of(kind);
    kind.set_path_json(P, bytes, &path(at), new).map_err(|error| error.to_string())
}

fn removed(kind: &str, bytes: &[u8], at: &str) -> Result<Vec<u8>, String> {
    let kind = type_of(kind);
    kind.remove_path(P, bytes, &path(at)).map_err(|error| error.to_string())
}

#[test]
fn parts_of_every_kind_are_set() {
    for (kind, old, at, new, expected) in [
        (
            r#"["bitfield",[{"name":"x","size":4,"signed":true},{"name":"z","size":4,"signed":false}]]"#,
            "f9",
            "$.z",
            "3",
            "f3",
        ),
        (
            r#"["bitfield",[{"name":"x","size":4,"signed":true},{"name":"z","size":4,"signed":false}]]"#,
            "f9",
            "$.x",
            "-8",
            "89",
        ),
        (
            r#"["container",[{"name":"a","type":"u8"},{"anon":true,"type":["bitfield",[{"name":"x","size":4,"signed":true},{"name":"z","size":4,"signed":false}]]}]]"#,
            "01f9",
            "$.x",
            "2",
            "0129",
        ),
        (r#"["bitflags",{"type":"u8","flags":["a","b","c"]}]"#, "84", "$.b", "true", "86"),
        (r#"["bitflags",{"type":"u8","flags":["a","b","c"]}]"#, "84", "$.c", "false", "80"),
        (
            r#"["bitflags",{"type":"u64","flags":["a"]}]"#,
            "8000000000000001",
            "$.a",
            "false",
            "8000000000000000",
        ),
        (
            r#"["bitflags",{"type":"i8","flags":["a","b","c","d","e","f","g","h"]}]"#,
            "01",
            "$.h",
            "true",
            "81",
        ),
        (
            r#"["registryEntryHolder",{"baseName":"id","otherwise":{"name":"value","type":"u8"}}]"#,
            "0005",
            "$.value",
            "6",
            "0006",
        ),
        (
            r#"["registryEntryHolder",{"baseName":"id","otherwise":{"name":"value","type":"u8"}}]"#,
            "05",
            "$.id",
            "7",
            "08",
        ),
        (
            r#"["registryEntryHolderSet",{"base":{"name":"name","type":"string"},"otherwise":{"name":"ids","type":"varint"}}]"#,
            "000161",
            "$.name",
            "\"bc\"",
            "00026263",
        ),
        (
            r#"["registryEntryHolderSet",{"base":{"name":"name","type":"string"},"otherwise":{"name":"ids","type":"varint"}}]"#,
            "0305 06",
            "$.ids[1]",
            "7",
            "030507",
        ),
        (
            r#"["registryEntryHolderSet",{"base":{"name":"name","type":"string"},"otherwise":{"name":"ids","type":"varint"}}]"#,
            "0305 06",
            "$.ids[2]",
            "7",
            "04050607",
        ),
        (
            r#"["registryEntryHolderSet",{"base":{"name":"name","type":"string"},"otherwise":{"name":"ids","type":"varint"}}]"#,
            "0305 06",
            "$.ids",
            "[9]",
            "0209",
        ),
        ("bytes(u8)", "03010203", "$[1]", "255", "0301ff03"),
        ("bytes(u8)", "03010203", "$[3]", "4", "0401020304"),
        ("bytes(u8)", "03010203", "$", "\"0a0b\"", "020a0b"),
        (r#"["entityMetadataLoop",{"endVal":255,"type":"i8"}]"#, "0102ff", "$[2]", "3", "010203ff"),
        (r#"["topBitSetTerminatedArray",{"type":"i8"}]"#, "8102", "$[2]", "3", "818203"),
        (r#"["entityMetadataLoop",{"endVal":255,"type":"u8"}]"#, "0102ff", "$", "[7]", "07ff"),
        (r#"["topBitSetTerminatedArray",{"type":"i8"}]"#, "8102", "$", "[5]", "05"),
        ("array(u8,option(u8))", "020001 07", "$[0]", "5", "020105 0107"),
        ("array(u8,option(u8))", "020001 07", "$[1]", "null", "020000"),
        ("struct(a:option(u8))", "00", "$.a", "9", "0109"),
        (
            r#"["container",[{"name":"t","type":["mapper",{"type":"u8","mappings":{"0":"x","1":"y"}}]},{"anon":true,"type":["switch",{"compareTo":"t","fields":{"x":["container",[{"name":"n","type":"u8"}]],"y":"void"}}]}]]"#,
            "0007",
            "$.n",
            "8",
            "0008",
        ),
        (
            r#"["container",[{"name":"t","type":["mapper",{"type":"u8","mappings":{"0":"x","1":"y"}}]},{"name":"v","type":["switch",{"compareTo":"t","fields":{"x":"u8","y":"i8"}}]}]]"#,
            "0007",
            "$.t",
            "\"y\"",
            "error",
        ),
        (
            r#"["container",[{"name":"n","type":"u8"},{"name":"list","type":["array",{"count":"n","type":"u8"}]}]]"#,
            "020506",
            "$.list[0]",
            "9",
            "020906",
        ),
        (
            r#"["container",[{"name":"n","type":"u8"},{"name":"list","type":["array",{"count":"n","type":"u8"}]}]]"#,
            "020506",
            "$.list[2]",
            "9",
            "error",
        ),
        (
            r#"["container",[{"name":"n","type":"u8"},{"name":"s","type":["container",[{"name":"l","type":["array",{"count":"../n","type":"u8"}]}]]}]]"#,
            "020506",
            "$.s.l[1]",
            "9",
            "020509",
        ),
        // Both types of the second number read the same value.
        (
            r#"["container",[{"name":"t","type":"u8"},{"name":"v","type":["switch",{"compareTo":"t","fields":{"0":"u8","1":"u8"}}]}]]"#,
            "0007",
            "$.t",
            "1",
            "0107",
        ),
        // A VarInt that has more bytes than it needs, which is set, and one beside the part that is set.
        ("varint", "8000", "$", "1", "01"),
        ("struct(a:varint,b:u8)", "810007", "$.b", "8", "0108"),
        // Parts of a position, an item and an entry of metadata.
        ("position", "0000004000003002", "$.y", "1", "0000004000003001"),
        ("slot", "01074000", "$.count", "5", "01070500"),
        ("metadata", "000007ff", "$[0].value", "8", "000008ff"),
        // The NBT is a compound with the Byte hp, or with a list of Bytes.
        ("nbt", "0a000001000268700700", "$.hp", "8", "0a000001000268700800"),
        ("nbt", "0a000009000161010000000101 00", "$.a[0]", "9", "0a000009000161010000000109 00"),
        (
            "struct(n:nbt)",
            "0a000001000268700700",
            "$.n.mp",
            r#"{"type":"byte","value":1}"#,
            "0a0000010002687007010002 6d700100",
        ),
    ] {
        let bytes = |text: &str| hex(&text.replace(' ', ""));
        let set = json(kind, &bytes(old), at, new);
        match expected {
            "error" => assert!(set.is_err(), "{kind} {at}: {set:?}"),
            expected => assert_eq!(set, Ok(bytes(expected)), "{kind} {at}"),
        }
    }
    for (kind, old, at, expected) in [
        ("array(u8,u8)", "020506", "$[0]", "0106"),
        ("bytes(u8)", "020506", "$[1]", "0105"),
        ("struct(a:option(u8),b:u8)", "010506", "$.a", "0006"),
        ("struct(n:nbt)", "0a000001000268700700", "$.n.hp", "0a000000"),
        ("struct(n:nbt)", "0a000001000268700700", "$.n", "00"),
        ("metadata", "000007ff", "$[0]", "ff"),
    ] {
        assert_eq!(removed(kind, &hex(old), at), Ok(hex(expected)), "{kind} {at}");
    }
}

/// Roots of any type, as packets have them since 1.20.3, may be arrays.
#[test]
fn elements_of_a_root_have_paths() {
    let (of, protocol) = (type_of("struct(n:nbt)"), P.nameless_nbt(true).allow_any_roots(true));
    for (old, new, number) in [
        ("0700000003 0a0b0c", "0700000003 0a070c", "7"),
        ("0c00000002 0000000000000005 0000000000000006", "0c00000002 0000000000000005 0000000000000007", "7"),
    ] {
        let [old, new] = [old, new].map(|bytes| hex(&bytes.replace(' ', "")));
        let changed = of.set_path_json(protocol, &old, &path("$.n[1]"), number);
        assert_eq!(changed.as_ref(), Ok(&new));
        let [old, new] = [&old, &new].map(|bytes| of.parse(protocol, bytes).unwrap());
        let [old, new] = [&old, &new].map(|value| of.tree(protocol, value));
        assert_eq!(new.get_path(&path("$.n[1]")).unwrap().to_string(), number);
        let error = new.get_path(&path("$.n[3]")).unwrap_err().to_string();
        assert!(error.starts_with("at $.n[3]: index out of range: there are "), "{error}");
        assert_eq!(old.diff(&new).map(|one| one.path.to_string()).collect::<Vec<_>>(), ["$.n[1]"]);
    }
}

#[test]
fn errors_of_changes_have_the_step_and_the_reason() {
    for (kind, bytes, at, new, error) in [
        ("struct(a:u8)", "01", "$.b", "1", r#"at $.b: there is no such key; the keys are "a""#),
        ("struct(a:u8)", "01", "$[0]", "1", "at $[0]: Struct cannot be indexed with [0]"),
        ("struct(a:u8)", "01", "$.a.b", "1", "at $.a.b: Unsigned Byte cannot be indexed with the key b"),
        ("struct(a:u8)", "01", "$.a", "256", "at $.a: 256 is out of range; the range is 0 to 255"),
        ("struct(a:u8)", "01", "$.a", "\"x\"", "at $.a: expected an integer in range, found \"x\""),
        (
            "struct(a:array(u8,u8))",
            "0101",
            "$.a[2]",
            "1",
            "at $.a[2]: index out of range: there is 1 element",
        ),
        (
            r#"["container",[{"name":"a","type":["bitflags",{"type":"u8","flags":["x"]}]}]]"#,
            "01",
            "$.a.y",
            "true",
            r#"at $.a.y: there is no such key; the keys are "x""#,
        ),
        ("struct(a:bytes(2))", "0102", "$.a[2]", "1", "at $.a: the length must be 2, not 3"),
        ("nbt", "0a000000", "$.a.b", "1", "at $.a: there is no such key; the value is empty"),
        // The name of the second number is that of another enumeration, or the number has another name.
        (
            r#"["container",[{"name":"t","type":"u8"},{"name":"v","type":["switch",{"compareTo":"t","fields":{"0":["mapper",{"type":"u8","mappings":{"0":"a"}}],"1":["mapper",{"type":"u8","mappings":{"0":"b"}}]}}]}]]"#,
            "0000",
            "$.t",
            "1",
            "at $.t: with this value, the bytes of $.v would be read as another value",
        ),
        (
            r#"["array",{"countType":"u8","type":["container",[{"name":"t","type":"u8"},{"anon":true,"type":["switch",{"compareTo":"t","fields":{"0":["container",[{"name":"x","type":"u8"}]],"1":["container",[{"name":"y","type":"u8"}]]}}]}]]}]"#,
            "010007",
            "$[0].t",
            "1",
            "at $[0].t: with this value, the bytes of $[0].x would be read as another value",
        ),
        ("u8", "", "$", "1", "at byte 0x0000, reading Unsigned Byte"),
    ] {
        let found = json(kind, &hex(bytes), at, new).unwrap_err();
        assert!(found.starts_with(error), "{kind} {at}: {found}");
    }
    for (kind, bytes, at, error) in [
        ("struct(a:u8)", "01", "$.a", "at $.a: this part cannot be removed from the value"),
        ("struct(a:u8)", "01", "$", "at $: this part cannot be removed from the value"),
        (
            r#"["bitflags",{"type":"u8","flags":["a"]}]"#,
            "01",
            "$.a",
            "at $.a: this part cannot be removed from the value",
        ),
        ("array(u8,u8)", "0101", "$[1]", "at $[1]: index out of range: there is 1 element"),
        ("array(2,u8)", "0101", "$[1]", "at $"),
    ] {
        let found = removed(kind, &hex(bytes), at).unwrap_err();
        assert!(found.starts_with(error), "{kind} {at}: {found}");
    }
    let set = |kind: &str, bytes: &str, at: &str, new: Value| {
        let kind = type_of(kind);
        kind.set_path(P, &hex(bytes), &path(at), &new).map_err(|error| error.to_string())
    };
    let error = "at $.a: 128 is out of range; the range is -128 to 127";
    assert_eq!(set("struct(a:i8)", "01", "$.a", Value::I64(128)), Err(error.to_owned()));
    let error = "at $: \"z\" is not a name of the enumeration";
    assert_eq!(set("enum(u8;x|y)", "01", "$", Value::String("z".into())), Err(error.to_owned()));
    assert_eq!(set("enum(u8;x|y)", "01", "$", Value::String("x".into())), Ok(vec![0]));
    assert_eq!(set("option(u8)", "00", "$", Value::Option(Some(Value::I64(3).into()))), Ok(vec![1, 3]));
    assert_eq!(set("nbt", "0a000001000268700700", "$.hp", Value::VarInt(8)), Ok(hex("0a000001000268700800")));
    // Plain JSON shows text of NBT as a string. Files have no such root.
    let error = json("nbt", &hex("0a000001000268700700"), "$", r#""hi""#).unwrap_err();
    assert!(error.contains("an NBT root must be a Compound"), "{error}");
    let error = "at $.hp: expected an integer in range, found true";
    assert_eq!(set("nbt", "0a000001000268700700", "$.hp", Value::Bool(true)), Err(error.to_owned()));
    let error = "at $.other: this value does not fit here; expected a value of NBT";
    assert_eq!(set("nbt", "0a000001000268700700", "$.other", Value::Bool(true)), Err(error.to_owned()));
    // Text that is not JSON changes nothing, also inside a value without a type of its own.
    for new in ["x", "1e999"] {
        let error = json("metadata", &hex("000007ff"), "$[0]", new).unwrap_err();
        assert!(error.starts_with("at"), "{new}: {error}");
    }
}

/// `params` may be left out of the paths in packets.
#[test]
fn params_may_be_left_out() {
    let packets = Packets::named("1.20.4").unwrap();
    let packet: Packet = packets.packet(State::Play, Side::Server, "experience").unwrap();
    // node writes the level 127 of `experience` as in `tests/command/packet_paths.rs`.
    let bytes = hex("5a3f8000007f48");
    for at in ["$.level", "$.params.level"] {
        assert_eq!(packet.set_path_json(&bytes, &path(at), "300").unwrap(), hex("5a3f800000ac0248"));
        let value = packet.parse(&bytes).unwrap();
        assert_eq!(packet.tree(&value).get_path(&path(at)).unwrap().value(), Some(&Value::VarInt(127)));
    }
    let error = packet.remove_path(&bytes, &path("$.level")).unwrap_err().to_string();
    assert_eq!(
        error,
        "minecraft-1.20.4 play.toClient.experience: at $.params.level: this part cannot be removed from the value"
    );
}

/// A structure of a number and, after a Boolean, the same again.
fn recursive() -> TypeExpr {
    let types = format!(
        r#"{},"A":["container",[{{"name":"n","type":"u8"}},{{"name":"inner","type":["option","A"]}}]]"#,
        natives()
    );
    Packets::from_protodef(&format!(r#"{{"types":{{{types}}}}}"#)).unwrap().type_of("A").unwrap()
}

#[test]
fn a_part_of_a_type_that_refers_to_itself_is_set() {
    let set = recursive().set_path_json(P, &hex("01010200"), &path("$.inner.n"), "7");
    assert_eq!(set.map_err(|error| error.to_string()), Ok(hex("01010700")));
}

/// The tree of the most deeply nested value that can be read and written needs no more stack than that.
#[test]
fn trees_of_deep_values_are_built() {
    let kind = recursive();
    let bytes = |levels: usize| [[7, 1].repeat(levels), vec![7, 0]].concat();
    let is_read = |bytes: &[u8]| kind.parse(P, bytes).is_ok_and(|value| kind.encode(P, &value).is_ok());
    let deepest = (1..600).rev().find(|levels| is_read(&bytes(*levels))).unwrap();
    assert!(deepest > 50, "{deepest}");
    let bytes = bytes(deepest);
    let value = kind.parse(P, &bytes).unwrap();
    let tree = kind.tree(P, &value);
    assert_eq!(tree.walk().count(), 2 * deepest + 2);
    assert_eq!(tree.diff(&tree.clone()).count(), 0);
    let (last, _) = tree.walk().with_paths().last().unwrap();
    assert_eq!(tree.get_path(&last).unwrap().value(), Some(&Value::U8(7)));
    let changed = kind.set_path(P, &bytes, &last, &Value::U8(9)).unwrap();
    assert_eq!(changed, [&bytes[..bytes.len() - 2], &[9, 0]].concat());
    assert!(tree.to_string().ends_with(&"}".repeat(deepest + 1)));
}
