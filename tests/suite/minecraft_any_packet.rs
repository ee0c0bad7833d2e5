//! Checks packets of any version against the tables of node protodef; `tests/fixtures/protodef/README.md` says how they were made.

use std::collections::{BTreeMap, HashMap};
use std::sync::Mutex;

use gamewire::minecraft::json::{self, JsonError};
use gamewire::minecraft::{Packet, Packets, Protocol, Recording, Session, Side, State, Value};
use serde_json::Value as Json;

use crate::minecraft_support::{natives, type_of};
use crate::support::positions::{exhaustive, is_tried};
use crate::support::thread_time::thread_time;

/// A packed table.
pub(crate) fn table(name: &str) -> Vec<Vec<String>> {
    let bytes =
        std::fs::read(format!("{}/tests/fixtures/protodef/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let (_, bytes) = gamewire_files::minecraft::unpack(&bytes, usize::MAX).unwrap();
    let text = String::from_utf8(bytes.into_owned()).unwrap();
    text.lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

pub(crate) fn hex(text: &str) -> Vec<u8> {
    let digit = |at: usize| u8::from_str_radix(&text[at..at + 2], 16).unwrap();
    (0..text.len()).step_by(2).map(digit).collect()
}

/// The packets of a version, of which each is loaded once for all tests.
pub(crate) fn packets_of(version: &str, state: &str, direction: &str) -> &'static Packet {
    static LOADED: Mutex<BTreeMap<String, &Packets>> = Mutex::new(BTreeMap::new());
    let mut loaded = LOADED.lock().unwrap();
    let packets = loaded.entry(version.to_owned()).or_insert_with(|| {
        Box::leak(Box::new(Packets::named(version).unwrap_or_else(|| panic!("no {version}"))))
    });
    packets.all(state.parse().unwrap(), direction.parse().unwrap()).unwrap()
}

/// Whether plain JSON is the value that protodef reads. Its tables write bytes, long numbers and NBT in forms of their own.
fn same(plain: &Json, node: &Json) -> bool {
    match (plain, node) {
        (Json::Number(x), Json::Number(y)) => {
            x.as_f64() == y.as_f64()
                && x.as_f64().unwrap().is_sign_negative() == y.as_f64().unwrap().is_sign_negative()
        }
        (Json::Number(x), Json::String(digits)) => x.to_string() == *digits,
        (Json::Array(x), Json::Array(y)) => x.len() == y.len() && x.iter().zip(y).all(|(x, y)| same(x, y)),
        (x, Json::Object(y)) if y.len() == 1 && y.contains_key("$bytes") => {
            let bytes = hex(y["$bytes"].as_str().unwrap());
            *x == Json::from(bytes)
        }
        (x, Json::Object(y)) if y.len() == 1 && y.contains_key("$number") => {
            match y["$number"].as_str().unwrap() {
                "-0" => x.as_f64().is_some_and(|x| x == 0.0 && x.is_sign_negative()),
                _ => x.is_null(),
            }
        }
        (Json::Object(x), Json::Object(y))
            if x.len() == y.len() && x.keys().all(|key| y.contains_key(key)) =>
        {
            x.iter().all(|(key, x)| same(x, &y[key])) || is_nbt(plain, node)
        }
        _ => plain == node || is_nbt(plain, node),
    }
}

/// Whether plain JSON is the NBT of this prismarine-nbt.
fn is_nbt(plain: &Json, node: &Json) -> bool {
    let Some((kind, value)) = node.get("type").and_then(Json::as_str).zip(node.get("value")) else {
        return false;
    };
    tag(plain, kind, value)
}

fn tag(plain: &Json, kind: &str, value: &Json) -> bool {
    match (kind, plain, value) {
        ("compound", Json::Object(x), Json::Object(y)) => {
            x.len() == y.len() && x.iter().all(|(key, x)| y.get(key).is_some_and(|y| is_nbt(x, y)))
        }
        ("list", Json::Array(x), y) => {
            let kind = y["type"].as_str().unwrap();
            let y = y["value"].as_array().unwrap();
            x.len() == y.len() && x.iter().zip(y).all(|(x, y)| tag(x, kind, y))
        }
        ("float", Json::Number(x), Json::Number(y)) => {
            x.as_f64().unwrap() as f32 == y.as_f64().unwrap() as f32
        }
        _ => same(plain, value),
    }
}

#[test]
fn every_packet_of_every_version() {
    let mut faults = Vec::new();
    let mut rows = table("packets.tsv.gz");
    rows.extend(table("book.tsv"));
    for (number, row) in rows.iter().enumerate() {
        let [version, state, direction, name, bytes, node] = &row[..] else { panic!("{row:?}") };
        let all = packets_of(version, state, direction);
        let bytes = hex(bytes);
        let mut fault = |what: &str, more: String| {
            faults.push(format!("{version} {state}.{direction}.{name}: {what} {more}"))
        };
        let value = match all.parse(&bytes) {
            Ok(value) => value,
            Err(error) => {
                fault("parse", error.to_string());
                continue;
            }
        };
        if let Err(error) = all.check(&bytes) {
            fault("check", error.to_string());
        }
        match all.encode(&value) {
            Ok(written) if written == bytes => {}
            written => fault("encode", format!("{written:?}")),
        }
        let plain: Json = serde_json::from_str(&all.to_plain_json(&value)).unwrap();
        let (params, node): (_, Json) = (plain.get("params").cloned(), serde_json::from_str(node).unwrap());
        let params = params.unwrap_or(Json::Null);
        let is_empty = |json: &Json| json.is_null() || json.as_object().is_some_and(|json| json.is_empty());
        if plain["name"] != **name || !(same(&params, &node) || is_empty(&params) && is_empty(&node)) {
            fault("value", format!("\n{plain}\n{node}"));
        }
        if !is_tried(number) {
            continue;
        }
        let json = all.to_json(&value);
        match all
            .from_json(&json)
            .map_err(|error| error.to_string())
            .and_then(|x| all.encode(&x).map_err(|error| error.to_string()))
        {
            Ok(written) if written == bytes => {}
            again => fault("json", format!("{again:?}\n{json}")),
        }
        let rows = all.explain(&bytes).text();
        if !rows.contains(&format!("{0} of {0} byte", bytes.len())) {
            fault("explain", rows);
        }
    }
    let mut text = String::new();
    faults
        .iter()
        .take(30)
        .for_each(|fault| text.extend([fault.chars().take(900).collect::<String>().as_str(), "\n"]));
    assert!(faults.is_empty(), "{} of {} rows\n{text}", faults.len(), rows.len());
}

#[test]
fn damaged_packets_have_no_other_value() {
    let (mut same_values, mut refused) = (0, 0);
    for row in table("malformed.tsv.gz") {
        let [version, state, direction, _, _, bytes, answer, read, node] = &row[..] else {
            panic!("{row:?}")
        };
        let all = packets_of(version, state, direction);
        let bytes = hex(bytes);
        let value = all.parse(&bytes);
        assert_eq!(value.is_ok(), all.check(&bytes).is_ok(), "{row:?}");
        let reads_all = answer == "value" && read.parse() == Ok(bytes.len());
        match value {
            Ok(_) if !reads_all => panic!("protodef refuses it: {row:?}"),
            Err(_) => refused += usize::from(reads_all),
            Ok(value) => {
                let plain: Json = serde_json::from_str(&all.to_plain_json(&value)).unwrap();
                let node: Json = serde_json::from_str(node).unwrap();
                let (params, own) = (&plain["params"], &node["params"]);
                let is_empty =
                    |json: &Json| json.is_null() || json.as_object().is_some_and(|json| json.is_empty());
                let agrees = same(params, own) || is_empty(params) && is_empty(own);
                assert!(plain["name"] == node["name"] && agrees, "{row:?}\n{plain}");
                same_values += 1;
            }
        }
    }
    // Booleans, text and VarInts that protodef takes and the game does not.
    assert!(same_values > 100 && refused < 40, "{same_values} {refused}");
}

#[test]
fn packets_of_vanilla_servers() {
    for version in ["1.15.2", "1.19.2"] {
        for (number, row) in table(&format!("minecraft-packets/{version}.tsv.gz")).iter().enumerate() {
            let [name, bytes, node] = &row[..] else { panic!("{row:?}") };
            let bytes = hex(bytes);
            let all = packets_of(version, "play", "toClient");
            let value = all.parse(&bytes).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(all.encode(&value).unwrap(), bytes, "{version} {name}");
            if is_tried(number) {
                let again = all.from_json(&all.to_json(&value)).unwrap();
                assert_eq!(all.encode(&again).unwrap(), bytes, "{version} {name}");
            }
            let plain: Json = serde_json::from_str(&all.to_plain_json(&value)).unwrap();
            // The table leaves out long values.
            let Ok(node) = serde_json::from_str::<Json>(node) else { continue };
            assert!(plain["name"] == **name && same(&plain["params"], &node), "{version} {name}\n{plain}");
        }
    }
}

#[test]
fn the_types_of_all_versions_are_known() {
    let mut numbers: Vec<_> = Packets::versions().map(|(_, number)| number).collect();
    numbers.sort_unstable();
    numbers.dedup();
    for number in numbers {
        let packets = Packets::of(number).unwrap();
        for (state, side, _, name) in packets.list() {
            let error = packets.packet(state, side, name).unwrap().parse(&[]).unwrap_err().to_string();
            // The reason of an unknown type stands in parentheses.
            assert!(!error.ends_with(')'), "{number}: {error}");
        }
    }
}

/// Each construct of ProtoDef reads and writes what node's codec wrote.
#[test]
fn constructs_one_by_one() {
    let rows = table("constructs.tsv");
    assert!(rows.len() > 50);
    for row in rows {
        let [text, of, bytes, node] = &row[..] else { panic!("{row:?}") };
        let (bytes, node): (_, Json) = (hex(bytes), serde_json::from_str(node).unwrap());
        let packets = description(&format!("{},\"T\":{of}", natives())).unwrap();
        let expr = packets.type_of("T").unwrap();
        // Text of NBT without a name needs rules, which a description that has it has.
        let protocol = packets.protocol();
        let value = expr.parse(protocol, &bytes).unwrap_or_else(|error| panic!("{text}: {error}"));
        expr.check(protocol, &bytes).unwrap();
        assert_eq!(expr.encode(protocol, &value).unwrap(), bytes, "{text}");
        let mut plain: Json = serde_json::from_str(&json::to_plain_string(&expr, protocol, &value)).unwrap();
        if let Some(members) = plain.as_object_mut() {
            // The parameters of a packet are there, even if they are nothing.
            members.retain(|_, member| *member != serde_json::json!({}) || node["inner"] == *member);
        }
        assert!(same(&plain, &node), "{text} {plain} {node}");
        let again = json::from_str(&expr, &json::to_string(&expr, protocol, &value)).unwrap();
        assert_eq!(expr.encode(protocol, &again).unwrap(), bytes, "{text}");
        let rows = expr.explain(protocol, &bytes).text();
        assert!(rows.contains(&format!("{0} of {0} byte", bytes.len())) || bytes.is_empty(), "{rows}");
        // A truncated packet is rejected, unless its type accepts any rest of the input.
        for end in 0..bytes.len() {
            let is_read = expr.parse(protocol, &bytes[..end]).is_ok();
            assert!(!is_read || text == "bytes(*)", "{text}, {end} bytes");
        }
    }
}

/// A description with these types and one packet, whose id is 0 and whose type is `T`.
fn description(types: &str) -> Result<Packets, JsonError> {
    let description = format!(
        r#"{{"types":{{{types}}},"play":{{"toClient":{{"types":{{"packet":["container",[
            {{"name":"name","type":["mapper",{{"type":"varint","mappings":{{"0":"one","1":"two"}}}}]}},
            {{"name":"params","type":["switch",{{"compareTo":"name","fields":{{"one":"T","two":"varint"}}}}]}}]]}}}}}}}}"#
    );
    Packets::from_named_protodef(&description, "mine")
}

/// A generated value of any packet is read back unchanged, from its bytes and from its JSON.
#[cfg(feature = "proptest")]
#[test]
fn generated_packets_round_trip() {
    use gamewire::minecraft::generate::Values;
    use proptest::strategy::{Strategy as _, ValueTree as _};
    use proptest::test_runner::TestRunner;

    let mut runner = TestRunner::deterministic();
    let mut unmade = Vec::new();
    for version in ["1.7", "1.12.2", "1.16.5", "1.20.4", "26.1"] {
        let packets = Packets::named(version).unwrap();
        let values = Values::new(packets.protocol());
        for (state, side, _, name) in packets.list() {
            let packet = packets.packet(state, side, name).unwrap();
            // Selectors of several fields are rarely met by chance.
            let Ok(value) = values.of_type(packet.expr()).new_tree(&mut runner) else {
                unmade.push(format!("{version} {name}"));
                continue;
            };
            let value = value.current();
            let bytes = packet.encode(&value).unwrap_or_else(|error| panic!("{error}\n{value:?}"));
            let read = packet.parse(&bytes).unwrap_or_else(|error| panic!("{error}\n{value:?}"));
            assert_eq!(packet.encode(&read).unwrap(), bytes, "{version} {name}");
            // NaN is not equal to itself.
            assert_eq!(format!("{read:?}"), format!("{value:?}"), "{version} {name}");
            let json = packet.to_json(&value);
            let again =
                packet.from_json(&json).unwrap_or_else(|error| panic!("{version} {name}: {error}\n{json}"));
            assert_eq!(packet.encode(&again).unwrap(), bytes, "{version} {name}: {json}");
        }
    }
    assert!(unmade.len() < 20, "{unmade:?}");
}

#[test]
fn hostile_descriptions_come_to_an_end() {
    let doubled: Vec<_> = (0..40)
        .map(|at| {
            format!(
                r#""D{at}":["container",[{{"name":"a","type":"D{0}"}},{{"name":"b","type":"D{0}"}}]]"#,
                at + 1
            )
        })
        .collect();
    let doubled = format!(r#"{},"D40":"void","T":"D0""#, doubled.join(","));
    let inlined: Vec<_> = (0..40)
        .map(|at| format!(r#""I{at}":["container",[{{"name":"a","type":["I{0}",{{}}]}},{{"name":"b","type":["I{0}",{{}}]}}]]"#, at + 1))
        .collect();
    let inlined = format!(r#"{},"I40":"varint","T":["I0",{{}}]"#, inlined.join(","));
    let chain: Vec<_> = (0..5000).map(|at| format!(r#""C{at}":["option","C{}"]"#, at + 1)).collect();
    let chain = format!(r#"{},"C5000":"bool","T":"C0""#, chain.join(","));
    for types in [
        r#""T":"T""#,
        r#""T":"U","U":"T""#,
        r#""T":["container",[{"name":"a","type":"T"}]]"#,
        r#""T":["array",{"countType":"i32","type":"void"}]"#,
        r#""T":["container",[{"name":"n","type":"i32"},{"name":"a","type":["array",{"count":"n","type":["array",{"count":"n","type":"void"}]}]}]]"#,
        r#""T":["entityMetadataLoop",{"endVal":255,"type":"void"}]"#,
        r#""T":["option","T"]"#,
        &doubled,
        &inlined,
        &chain,
    ] {
        // Types that grow without an end are refused.
        let Ok(packets) = description(types) else {
            assert_eq!(types, inlined);
            continue;
        };
        let all = packets.all(State::Play, Side::Server).unwrap();
        for bytes in [
            &[0][..],
            &[0, 0x7f, 0xff, 0xff, 0xff],
            &[0, 0, 0, 0x40, 0, 1],
            &[[0].as_slice(), &[1; 4000]].concat(),
        ] {
            assert_eq!(all.parse(bytes).is_ok(), all.check(bytes).is_ok(), "{types}");
            let _ = all.explain(bytes).text();
        }
        assert_eq!(all.to_plain_json(&all.parse(&[1, 5]).unwrap()), r#"{"name":"two","params":5}"#);
        // Nested text, and values that do not have the form of the type.
        let nested = |begin: &str, end: &str| format!("{}null{}", begin.repeat(20_000), end.repeat(20_000));
        for params in [
            "5",
            "null",
            "{}",
            "[]",
            &nested(r#"{"a":"#, "}"),
            &nested(r#"{"some":"#, "}"),
            &nested("[", "]"),
        ] {
            let read = all.from_json(&format!(r#"{{"name":"one","params":{params}}}"#));
            let Ok(value) = read else { continue };
            let _ = all.encode(&value);
        }
        for params in [Value::Bool(true), Value::Struct(vec![Value::Bool(true)].into()), Value::Option(None)]
        {
            let value = Value::Struct(vec![Value::Enum(0), params].into());
            assert!(all.to_json(&value).contains("one") && all.to_plain_json(&value).contains("one"));
        }
    }
}

/// A type that always contains itself has no values, so none is generated.
#[cfg(feature = "proptest")]
#[test]
fn endless_types_have_no_generated_values() {
    use gamewire::minecraft::generate::Values;
    use proptest::strategy::Strategy as _;
    use proptest::test_runner::{Config, TestRunner};

    let packets = description(r#""T":["container",[{"name":"a","type":"T"}]]"#).unwrap();
    let one = packets.packet(State::Play, Side::Server, "one").unwrap();
    let values = Values::new(packets.protocol()).of_type(one.expr());
    let mut runner = TestRunner::new(Config { max_local_rejects: 10, ..Config::default() });
    assert!(values.new_tree(&mut runner).is_err());
}

/// Types that double have more fields than memory can hold. They are refused while values are read and generated.
#[cfg(feature = "proptest")]
#[test]
fn types_that_double_end() {
    use gamewire::minecraft::Protocol;
    use gamewire::minecraft::generate::Values;
    use proptest::strategy::Strategy as _;
    use proptest::test_runner::{Config, TestRunner};

    let mut runner = TestRunner::new(Config { max_local_rejects: 10, ..Config::default() });
    for leaf in ["void", "bool"] {
        let mut types = format!(r#""t0":["container",[{{"name":"a","type":"{leaf}"}}]]"#);
        for at in 1..=40 {
            let of = format!(r#""type":"t{}""#, at - 1);
            types += &format!(r#","t{at}":["container",[{{"name":"a",{of}}},{{"name":"b",{of}}}]]"#);
        }
        types += r#","T":"t40""#;
        let packets = description(&types).unwrap();
        let one = packets.packet(State::Play, Side::Server, "one").unwrap();
        assert!(one.parse(&[0; 100]).is_err());
        assert!(one.check(&[0; 100]).is_err());
        assert!(one.explain(&[0; 100]).error().is_some());
        let values = Values::new(packets.protocol()).of_type(one.expr());
        assert!(values.new_tree(&mut runner).is_err());
    }
    let long: gamewire::minecraft::TypeExpr = "bytes(4294967295)".parse().unwrap();
    let values = Values::new(Protocol::V1_14).of_type(&long);
    assert!(values.new_tree(&mut runner).is_err());
}

/// Many types that are not descriptions of a type do not make the others unreadable.
#[test]
fn many_invalid_types_do_not_add_up() {
    let invalid: String = (0..200).map(|at| format!(r#""I{at}":["option",{at}],"#)).collect();
    let packets = description(&format!(r#"{invalid}"T":["option","varint"]"#)).unwrap();
    assert_eq!(packets.type_of("I7").unwrap().parse(packets.protocol(), &[1]).ok(), None);
    let one = packets.packet(State::Play, Side::Server, "one").unwrap();
    assert_eq!(one.to_plain_json(&one.parse(&[0, 1, 5]).unwrap()), r#"{"name":"one","params":5}"#);
    let zero = description(&format!(r#"{invalid}"T":"void","Z":["option","varint"]"#)).unwrap();
    assert!(zero.type_of("Z").unwrap().parse(zero.protocol(), &[1, 5]).is_ok());
}

/// The parameters of a packet need not be a type with a name.
#[test]
fn unknown_types_without_a_name_make_only_their_packets_unreadable() {
    for (unknown, reason) in [
        (r#""vecDelta""#, "one: the type \"vecDelta\" of the description is not known"),
        (
            r#"["container",[{"anon":true,"type":["container",[{"name":"a","type":"vecDelta"}]]}]]"#,
            "one: a: the type \"vecDelta\" of the description is not known",
        ),
    ] {
        let packets = Packets::from_protodef(&format!(
            r#"{{"types":{{}},"play":{{"toClient":{{"types":{{"packet":["container",[
                {{"name":"name","type":["mapper",{{"type":"varint","mappings":{{"0":"one","1":"two"}}}}]}},
                {{"name":"params","type":["switch",{{"compareTo":"name","fields":{{"one":{unknown},"two":["container",[
                    {{"name":"a","type":"bool"}},
                    {{"name":"b","type":["switch",{{"compareTo":"a","fields":{{"true":"u8"}}}}]}}]]}}}}]}}]]}}}}}}}}"#
        ));
        let packets = packets.unwrap();
        let all = packets.all(State::Play, Side::Server).unwrap();
        assert!(all.parse(&[0, 5]).unwrap_err().to_string().ends_with(&format!("({reason})")));
        let two = all.parse(&[1, 1, 7]).unwrap();
        assert_eq!(all.to_plain_json(&two), r#"{"name":"two","params":{"a":true,"b":7}}"#);
        assert_eq!(all.encode(&two).unwrap(), [1, 1, 7]);
    }
}

#[test]
fn unknown_types_make_only_their_packets_unreadable() {
    let packets = description(r#""T":["container",[{"name":"a","type":"vecDelta"}]]"#).unwrap();
    let all = packets.all(State::Play, Side::Server).unwrap();
    assert_eq!(
        all.parse(&[0, 1]).unwrap_err().to_string(),
        "minecraft-mine play.toClient.one: at byte 0x0001, reading unknown type at $.params: the type is not known \
         (T: a: the type \"vecDelta\" of the description is not known)"
    );
    assert!(all.parse(&[1, 1]).is_ok());
}

#[test]
fn formats_name_packets() {
    let format: gamewire_files::document::Format =
        "minecraft-1.20.4/play.toServer.keep_alive".parse().unwrap();
    assert_eq!(format.to_string(), "minecraft-1.20.4 packet keep_alive");
    let wrong =
        "minecraft-1.20.4/play.toServer.set_slot".parse::<gamewire_files::document::Format>().unwrap_err();
    assert!(
        wrong.to_string().contains("set_slot as") || wrong.to_string().contains("play.toClient"),
        "{wrong}"
    );
    // Native types have names, too, unless they need arguments.
    let packets = Packets::named("1.20.4").unwrap();
    let varint = packets.find("$varint").unwrap();
    assert_eq!(varint.parse(packets.protocol(), &[0xac, 2]).unwrap(), Value::VarInt(300));
    assert!("minecraft-1.20.4/$UUID".parse::<gamewire_files::document::Format>().is_ok());
    assert!(packets.find("$container").unwrap_err().to_string().contains("no type container"));
    // Here the type of the parameters has the name of the packet.
    let packets = Packets::named("1.13.2").unwrap();
    let tags = packets.packet(State::Play, Side::Server, "tags").unwrap();
    assert_eq!(packets.find("play.toClient.tags").as_ref(), Ok(tags.expr()));
    assert_ne!(packets.find("$play.toClient.tags").as_ref(), Ok(tags.expr()));
    assert!("minecraft-1.14/slot".parse::<gamewire_files::document::Format>().is_ok());
    assert!("minecraft-1.14/play.toClient".parse::<gamewire_files::document::Format>().is_ok());
}

/// An error says what an unknown id is in the versions of the table that have it.
#[test]
fn unknown_ids_have_names_elsewhere() {
    let packets = Packets::named("1.16.5").unwrap();
    let mut found = 0;
    for row in table("packets.tsv.gz") {
        let [version, state, direction, name, bytes, _] = &row[..] else { panic!("{row:?}") };
        let (state, side) = (state.parse().unwrap(), direction.parse().unwrap());
        let Some(all) = packets.all(state, side) else {
            let error = packets.find(&format!("{state}.{side}")).unwrap_err();
            assert!(error.to_string().ends_with("; 1.20.2 to 26.1.2 have it"), "{error}");
            continue;
        };
        let bytes = hex(bytes);
        let id = bytes[0];
        if id < 0x80 && packets.by_id(state, side, id.into()).is_none() {
            let error = all.parse(&bytes).unwrap_err().to_string();
            let (_, meanings) =
                error.split_once(&format!("({id:#04x} is ")).unwrap_or_else(|| panic!("{error}"));
            let numbers = |name: &str| name.split('.').map(|x| x.parse().unwrap()).collect::<Vec<u32>>();
            let has = |meaning: &str| {
                let Some((other, releases)) = meaning.trim_end_matches(')').split_once(" in ") else {
                    return false;
                };
                let (first, last) = releases.split_once(" to ").unwrap_or((releases, releases));
                other == name
                    && first.starts_with(|c: char| c.is_ascii_digit())
                    && (numbers(first)..=numbers(last)).contains(&numbers(version))
            };
            assert!(meanings.split(", ").any(has), "{version} {name}: {error}");
            found += 1;
        }
    }
    assert!(found > 100, "{found}");
}

#[test]
fn recordings_of_sessions() {
    for (version, name) in [("1.15.2", "1.15.2"), ("1.20", "1.20")] {
        let rows = table(&format!("sessions/{name}.tsv.gz"));
        for side in Side::ALL {
            let path =
                format!("{}/tests/fixtures/protodef/sessions/{name}.{side}.bin", env!("CARGO_MANIFEST_DIR"));
            let stream = std::fs::read(path).unwrap();
            let given = (side == Side::Server).then(|| Packets::named(version).unwrap());
            let recording = Recording::read(given, &stream, 1 << 20);
            let error = recording.error();
            let read: Vec<_> = recording
                .packets()
                .map(|one| {
                    (
                        one.packet.state().to_string(),
                        one.packet.name().unwrap().to_owned(),
                        one.bytes.to_vec(),
                    )
                })
                .collect();
            let rows = rows.iter().filter(|row| row[2] == side.to_string());
            let rows: Vec<_> = rows.map(|row| (row[1].clone(), row[3].clone(), hex(&row[5]))).collect();
            assert_eq!(error, None, "{name} {side} after {} of {}", read.len(), rows.len());
            assert_eq!(read, rows, "{name} {side}");
        }
    }
}

/// Large descriptions, and what each has many of. All are built here; none is one of a real version.
fn large_descriptions() -> Vec<(&'static str, String)> {
    let list =
        |count: usize, one: &dyn Fn(usize) -> String| (0..count).map(one).collect::<Vec<_>>().join(",");
    let voids = |count| list(count, &|at| format!(r#"{{"name":"f{at}","type":"void"}}"#));
    let switch = r#"["switch",{"compareTo":"f0","fields":{"1":"u8"}}]"#;
    let switches = |count| list(count, &|at| format!(r#"{{"name":"s{at}","type":{switch}}}"#));
    let names = |count| list(count, &|at| format!(r#""{at}":"m{at}""#));
    let cases = |count| list(count, &|at| format!(r#""m{at}":"u8""#));
    let many = |count, of: &str| list(count, &|at| format!(r#"{{"name":"f{at}","type":{of}}}"#));
    let container = |fields: &str| format!(r#"["container",[{fields}]]"#);
    let array = |of: &str| format!(r#"["array",{{"countType":"varint","type":{of}}}]"#);
    let nested = |kind: &str, inner: &str, count| {
        format!("{}{inner}{}", format!("[\"{kind}\",").repeat(count), "]".repeat(count))
    };
    let structs = |inner: &str, count| {
        format!("{}{inner}{}", r#"["container",[{"name":"a","type":"#.repeat(count), "}]]".repeat(count))
    };
    let mapper = |count| format!(r#"["mapper",{{"type":"varint","mappings":{{{}}}}}]"#, names(count));
    let bits = |field| {
        let bits = list(64, &|bit| format!(r#"{{"name":"f{field}bit{bit}","size":1}}"#));
        format!(r#"{{"anon":true,"type":["bitfield",[{bits}]]}}"#)
    };
    let types = if exhaustive() { 1 << 17 } else { 1 << 14 };
    let by_name = format!(r#"["switch",{{"compareTo":"f0","fields":{{{}}}}}]"#, cases(2000));
    vec![
        ("types", format!(r#"{},"T":"t0""#, list(types, &|at| format!(r#""t{at}":["option","i8"]"#)))),
        ("fields", format!(r#""T":{}"#, container(&voids(20_000)))),
        ("fields of a type", format!(r#""T":{}"#, array(&array(&container(&voids(1900)))))),
        ("repeated names", format!(r#""T":{}"#, container(&many(1900, "\"u8\"").replace("\"f1", "\"f")))),
        ("bits without a name", format!(r#""T":{}"#, container(&list(1500, &bits)))),
        (
            "switches",
            format!(
                r#""T":{}"#,
                container(&[r#"{"name":"f0","type":"varint"}"#, &voids(10_000), &switches(10_000)].join(","))
            ),
        ),
        (
            "names of mappers",
            format!(r#""M":{},"T":{}"#, mapper(20_000), container(&many(20_000, r#"["M",{}]"#))),
        ),
        ("mappers", format!(r#""M":{},"T":{}"#, mapper(1000), container(&many(1900, r#"["M",{}]"#)))),
        ("small mappers", format!(r#""M":{},"T":{}"#, mapper(16), container(&many(1900, "\"M\"")))),
        (
            "cases",
            format!(
                r#""M":{},"T":{}"#,
                mapper(2000),
                container(
                    &[r#"{"name":"f0","type":"M"}"#, &format!(r#"{{"name":"s","type":{by_name}}}"#)]
                        .join(",")
                )
            ),
        ),
        (
            "characters of a name",
            format!(
                r#""T":{}"#,
                array(&container(&format!(r#"{{"name":"{}","type":"u8"}}"#, "n".repeat(100_000))))
            ),
        ),
        (
            "characters of names",
            format!(
                r#""T":{}"#,
                array(&container(&format!(r#"{{"name":"{}","type":"u8"}}"#, "n".repeat(255))))
            ),
        ),
        ("levels of options", format!(r#""T":{}"#, nested("option", "\"T\"", 40))),
        ("levels of structures", format!(r#""T":{}"#, structs(r#"["option","T"]"#, 40))),
        ("levels of a type", format!(r#""T":{}"#, nested("option", "\"i8\"", 60))),
        ("levels of JSON", format!(r#""T":{}"#, nested("option", "\"i8\"", 100_000))),
        ("elements without bytes", format!(r#""T":{}"#, array("\"void\""))),
        (
            "arrays without bytes",
            r#""T":["container",[{"name":"n","type":"varint"},{"name":"a","type":["array",
            {"count":"n","type":["array",{"count":"n","type":["array",{"count":"n","type":"void"}]}]}]}]]"#
                .to_owned(),
        ),
    ]
}

/// The time and memory to read, show and write packets of a description are proportional to the sizes of the
/// description and the packet.
#[test]
fn large_descriptions_take_time_in_proportion() {
    const MOST: std::time::Duration = std::time::Duration::from_secs(8);
    let mut errors = HashMap::new();
    for (what, types) in large_descriptions() {
        let begun = thread_time();
        let packets = match description(&types) {
            Ok(packets) => packets,
            Err(error) => {
                assert!(thread_time() - begun < MOST, "{what}");
                errors.insert(what, error.to_string());
                continue;
            }
        };
        let all = packets.all(State::Play, Side::Server).unwrap();
        let counted = |count: &[u8], byte: u8| [&[0], count, &[byte; 4000]].concat();
        // The counts are 4000 and 2,000,000,000.
        for bytes in [
            vec![0],
            counted(&[], 0),
            counted(&[], 1),
            counted(&[0xa0, 0x1f], 0),
            counted(&[0x80, 0xa8, 0xd6, 0xb9, 7], 0),
        ] {
            let read = all.parse(&bytes);
            assert_eq!(all.check(&bytes).is_ok(), read.is_ok(), "{what}");
            assert!(all.explain(&bytes).text().len() < 2_000_000, "{what}");
            match read {
                Ok(value) => {
                    let json = all.to_json(&value);
                    assert!(json.len().max(all.to_plain_json(&value).len()) < 2_000_000, "{what}");
                    assert_eq!(all.encode(&all.from_json(&json).unwrap()).unwrap(), bytes, "{what}");
                }
                Err(error) => {
                    errors.insert(what, error.to_string());
                }
            }
        }
        let took = thread_time() - begun;
        assert!(took < MOST, "{what}: {took:?} for {} bytes", types.len());
    }
    // Each error says where the packet is refused, or which limit its type exceeds.
    for (what, is) in [
        ("fields", "a type has more than 2048 types inside"),
        ("switches", "a type has more than 2048 types inside"),
        ("characters of a name", "a name has 100000 bytes, more than 255"),
        ("levels of a type", "types are nested deeper than 48"),
        ("levels of JSON", "types are nested deeper than 48"),
    ] {
        let unread = "at byte 0x0001, reading unknown type at $.params: the type is not known (T: ";
        assert!(errors[what].contains(unread) && errors[what].contains(is), "{what}: {}", errors[what]);
    }
    assert_eq!(
        errors["mappers"],
        "at line 1, column 74486, $: params: the description is too large once its types are expanded"
    );
    assert!(errors["names of mappers"].ends_with("the description is too large once its types are expanded"));
    let room = "the bytes contain too many values for their length";
    assert_eq!(
        errors["elements without bytes"],
        format!("minecraft-mine play.toClient.one: at byte 0x0006, reading Array at $.params[32406]: {room}")
    );
    assert!(errors["arrays without bytes"].contains("at byte 0x0006, reading "), "{errors:?}");
}

fn varint(mut x: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    while x >= 0x80 {
        bytes.push(u8::try_from(x & 0x7f).unwrap() | 0x80);
        x >>= 7;
    }
    bytes.push(u8::try_from(x).unwrap());
    bytes
}

/// A packet after its length, as the protocol has it. From a threshold on it has the length of its data.
fn framed(packet: &[u8], threshold: Option<usize>) -> Vec<u8> {
    use gamewire_files::minecraft::{Packing, pack};
    let body = match threshold {
        Some(least) if packet.len() >= least => {
            [varint(packet.len()), pack(packet, Packing::Zlib).unwrap()].concat()
        }
        Some(_) => [&[0], packet].concat(),
        None => packet.to_vec(),
    };
    [varint(body.len()), body].concat()
}

/// Each side alone, from its first packet or from a later one on: the packets are node's, and what the other side said is found.
#[test]
fn one_side_of_a_session_is_enough() {
    let rows = table("packets.tsv.gz");
    for version in ["1.12.2", "1.16.5", "1.20.4", "26.1"] {
        let configures = !matches!(version, "1.12.2" | "1.16.5");
        let row = |state: &str, direction: &str, name: &str| {
            let found = rows.iter().find(|row| row[..4] == [version, state, direction, name]);
            hex(&found.unwrap_or_else(|| panic!("{version} {state}.{direction}.{name}"))[4])
        };
        let all = |state: &str, direction: &str| -> Vec<Vec<u8>> {
            // These begin another state, or compression.
            const OTHERS: [&str; 5] = [
                "start_configuration",
                "configuration_acknowledged",
                "finish_configuration",
                "compress",
                "login_acknowledged",
            ];
            let own = rows.iter().filter(|row| row[..3] == [version, state, direction]);
            let own = own.filter(|row| !OTHERS.contains(&&*row[3]));
            own.map(|row| hex(&row[4])).collect()
        };
        let compress = [&row("login", "toClient", "compress")[..1], &[0x80, 2]].concat();
        let success = row("login", "toClient", "success");
        let begin = |next: u8| {
            let number = Packets::versions().find(|(name, _)| *name == version).unwrap().1;
            [&[0], &*varint(number.try_into().unwrap()), b"\x01h\x63\xdd", &[next]].concat()
        };
        let mut streams: Vec<(&str, Side, State, Vec<Vec<u8>>)> = Vec::new();
        for (direction, side) in [("toClient", Side::Server), ("toServer", Side::Client)] {
            streams.push(("play", side, State::Play, all("play", direction)));
            if configures {
                let finish = row("configuration", direction, "finish_configuration");
                let configuration =
                    [all("configuration", direction), vec![finish], all("play", direction)].concat();
                streams.push(("configuration", side, State::Configuration, configuration));
            }
        }
        for threshold in [None, Some(256)] {
            let mut cases: Vec<_> = streams
                .iter()
                .map(|(what, side, state, packets)| {
                    let stream: Vec<u8> =
                        packets.iter().flat_map(|packet| framed(packet, threshold)).collect();
                    (format!("{what} of {side}"), *side, *state, packets.clone(), stream)
                })
                .collect();
            // A login, after which there is the configuration or the game.
            for (_, side, _, later) in
                streams.iter().filter(|(what, ..)| (*what == "configuration") == configures)
            {
                let plain = |packets: &[Vec<u8>]| {
                    packets.iter().flat_map(|packet| framed(packet, None)).collect::<Vec<u8>>()
                };
                let mut login = match (side, threshold) {
                    (Side::Server, None) => vec![],
                    (Side::Server, Some(_)) => vec![compress.clone()],
                    (Side::Client, _) => vec![begin(2), row("login", "toServer", "login_start")],
                };
                let mut stream = plain(&login);
                let next = match side {
                    Side::Server => vec![success.clone()],
                    Side::Client if configures => vec![row("login", "toServer", "login_acknowledged")],
                    Side::Client => vec![],
                };
                let rest = [next, later.clone()].concat();
                stream.extend(rest.iter().flat_map(|packet| framed(packet, threshold)));
                login.extend(rest);
                let state = if *side == Side::Client { State::Handshaking } else { State::Login };
                cases.push((format!("login of {side}"), *side, state, login, stream));
            }
            for (what, side, state, packets, stream) in cases {
                let recording = Recording::read(Packets::named(version), &stream, 64 << 20);
                let what = format!("{version} {what} {threshold:?}");
                assert_eq!((recording.first_error(), recording.side), (None, side), "{what}");
                assert_eq!(recording.packet(0).unwrap().packet.state(), state, "{what}");
                assert!(recording.packets().map(|one| one.bytes.into_owned()).eq(packets), "{what}");
                if configures || state == State::Play {
                    assert_eq!(
                        recording.packets().next_back().unwrap().packet.state(),
                        State::Play,
                        "{what}"
                    );
                }
            }
        }
    }
}

/// The first packets of a recording are enough to find its version.
#[test]
fn versions_are_found_by_the_first_packets() {
    // Status pings, as a server answers them in all versions, and as none does.
    let pong = framed(&[&[1][..], &[0; 8]].concat(), None);
    let versions = |bytes: &[u8]| Recording::versions(bytes, usize::MAX).len();
    let all = versions(&pong);
    assert!(all > 50, "{all}");
    let bad = framed(&[0x7f], None);
    let many = pong.repeat(5000);
    // One packet of four may be unreadable, but not one of three, and two of seventeen, but not of sixteen.
    let shares = [(2, 1, false), (3, 1, true), (14, 2, false), (15, 2, true)];
    for (good, bad_ones, is_read) in shares.into_iter().take(if exhaustive() { 4 } else { 2 }) {
        let read = versions(&[&many[..pong.len() * good], &bad.repeat(bad_ones)].concat());
        assert_eq!(read >= all, is_read, "{good}");
    }
    // Only the first packets are tried.
    if exhaustive() {
        assert_eq!(versions(&[&many[..], &bad.repeat(5000)].concat()), all);
    }
    assert_eq!([versions(&[]), versions(&[0x80]), versions(&[2, 1])], [0; 3]);
}

/// In 1.8, a server can start and end compression while the game runs. The packet is that of the protocol's page on 1.8: the id
/// 0x46 and the threshold, which is -1 to end it.
#[test]
fn the_compression_of_1_8_changes_in_play() {
    let mut session = Session::new(Packets::named("1.8").unwrap());
    session.read(Side::Client, b"\x00\x2f\x09localhost\x63\xdd\x02").unwrap();
    session.read(Side::Server, b"\x02\x24069a79f4-44e9-4726-a5be-fca90e38aaf5\x05Notch").unwrap();
    assert_eq!((session.state(Side::Server), session.threshold()), (State::Play, None));
    session.read(Side::Server, b"\x46\x80\x02").unwrap();
    assert_eq!(session.threshold(), Some(256));
    session.read(Side::Server, b"\x46\xff\xff\xff\xff\x0f").unwrap();
    assert_eq!(session.threshold(), None);
}

/// The native types of the Bedrock edition, in a description that has only types. The bytes are written by hand.
#[test]
fn types_without_packets_are_found_by_their_names() {
    const TYPES: &str = r#"{"varint": "native", "pstring": "native", "container": "native", "mapper": "native",
        "string": ["pstring", {"countType": "varint"}],
        "hello": ["container", [{"name": "id", "type": "varint"}, {"name": "name", "type": "string"}]],
        "numbers": ["container", [{"name": "a", "type": "li8"}, {"name": "b", "type": "lu8"},
            {"name": "c", "type": "li16"}, {"name": "d", "type": "lu16"}, {"name": "e", "type": "li32"},
            {"name": "f", "type": "lu32"}, {"name": "g", "type": "li64"}, {"name": "h", "type": "lu64"},
            {"name": "i", "type": "lf32"}, {"name": "j", "type": "lf64"}, {"name": "k", "type": "zigzag32"},
            {"name": "l", "type": "zigzag64"}, {"name": "m", "type": "varint64"}, {"name": "n", "type": "u64"}]],
        "texts": ["container", [{"name": "short", "type": ["pstring", {"countType": "li16"}]},
            {"name": "long", "type": ["pstring", {"countType": "i32"}]}, {"name": "id", "type": "uuid"}]],
        "frob": "native", "odd": ["container", [{"name": "x", "type": "frob"}]]}"#;
    let packets = Packets::from_named_protodef(&format!("\u{feff}{TYPES}"), "x").unwrap();
    let names: Vec<_> = packets.type_names().collect();
    assert!(["hello", "numbers", "odd", "texts"].iter().all(|name| names.contains(name)), "{names:?}");
    let protocol = packets.protocol();
    for (name, bytes, plain) in [
        ("hello", "0705416c696365", r#"{"id":7,"name":"Alice"}"#),
        (
            "numbers",
            "ffff0180feffffffff7fffffffffffffffffffffffffffffffffffffffff\
             0000c03f000000000000f83f03ffffffffffffffffff01ff01ffffffffffffffff",
            r#"{"a":-1,"b":255,"c":-32767,"d":65534,"e":2147483647,"f":4294967295,"g":-1,"h":18446744073709551615,"i":1.5,"j":1.5,"k":-2,"l":-9223372036854775808,"m":255,"n":18446744073709551615}"#,
        ),
        (
            "texts",
            "030068657900000002c3a9069a79f444e94726a5befca90e38aaf5",
            r#"{"short":"hey","long":"é","id":"069a79f4-44e9-4726-a5be-fca90e38aaf5"}"#,
        ),
    ] {
        let of = packets.find(name).unwrap();
        let bytes = hex(bytes);
        let value = of.parse(protocol, &bytes).unwrap();
        assert_eq!(json::to_plain_string(&of, protocol, &value), plain);
        assert_eq!(of.encode(protocol, &value).unwrap(), bytes, "{name}");
        let text = json::to_string(&of, protocol, &value);
        assert_eq!(json::from_str(&of, &text).unwrap(), value, "{name}");
        of.check(protocol, &bytes).unwrap();
        for end in 0..bytes.len() {
            assert!(of.parse(protocol, &bytes[..end]).unwrap_err().is_incomplete(), "{name}, {end}");
        }
        assert_eq!(packets.find(&format!("${name}")).unwrap(), of);
    }
    let error = packets.find("nothing").unwrap_err();
    assert_eq!(error.to_string(), "minecraft-x has no type nothing");
}

/// Numbers above the greatest one with a sign are flags, and no counts or numbers of enumerations. The bytes are written by hand.
#[test]
fn unsigned_numbers_of_64_bits_are_not_taken_for_0() {
    let protocol = Protocol::V1_14;
    let flags = type_of(r#"["bitflags",{"type":"u64","flags":["a","b"]}]"#);
    for (bytes, text, plain) in [
        ("ffffffffffffffff", r#"["a","b","18446744073709551612"]"#, 18_446_744_073_709_551_615_u64),
        ("8000000000000001", r#"["a","9223372036854775808"]"#, 9_223_372_036_854_775_809),
        ("0000000000000005", r#"["a",4]"#, 5),
    ] {
        let value = flags.parse(protocol, &hex(bytes)).unwrap();
        assert_eq!(json::to_string(&flags, protocol, &value), text);
        assert_eq!(json::from_str(&flags, text).unwrap(), value);
        let start = format!(r#"{{"_value":{plain},"a":true,"b":"#);
        assert!(json::to_plain_string(&flags, protocol, &value).starts_with(&start), "{start}");
        let explained = flags.explain(protocol, &hex(bytes)).text();
        assert!(explained.contains("flags = "), "{explained}");
    }
    let selected = r#"["container",[{"name":"f","type":["bitflags",{"type":"u64","flags":["a"]}]},
        {"name":"x","type":["switch",{"compareTo":"f/a","fields":{"1":"u8"},"default":"void"}]}]]"#;
    let (selected, bytes) = (type_of(selected), hex("800000000000000107"));
    let value = selected.parse(protocol, &bytes).unwrap();
    assert_eq!(selected.encode(protocol, &value).unwrap(), bytes);
    for kind in ["array(u64,u8)", "bytes(u64)", "enum(u64;a|b)", "fixed(u64,5)"] {
        let error = type_of(kind).parse(protocol, &[0xff; 8]).unwrap_err();
        assert!(error.to_string().ends_with("the number exceeds 63 bits"), "{kind}: {error}");
    }
}

/// ProtoDef also takes the flags as an object: with masks or, if `shift` is set, with the numbers of bits.
#[test]
fn flags_can_be_named_by_their_bits() {
    let protocol = Protocol::V1_14;
    for (flags, bytes, text) in [
        (r#"["bitflags",{"type":"lu16","flags":{"x":1,"y":4}}]"#, "0500", r#"["x","y"]"#),
        (r#"["bitflags",{"type":"u8","flags":{"y":2,"x":0},"shift":true}]"#, "06", r#"["bit1","y"]"#),
        (r#"["bitflags",{"type":"u8","flags":{"x":1,"y":2},"shift":false}]"#, "03", r#"["x","y"]"#),
    ] {
        let flags = type_of(flags);
        let value = flags.parse(protocol, &hex(bytes)).unwrap();
        assert_eq!(json::to_string(&flags, protocol, &value), text);
        assert_eq!(flags.encode(protocol, &json::from_str(&flags, text).unwrap()).unwrap(), hex(bytes));
    }
    for (of, wanted) in [
        (r#"["bitflags",{"type":"u8","flags":{"x":3}}]"#, "is not one bit"),
        (r#"["bitflags",{"type":"u8","flags":{"x":256}}]"#, "is not one bit"),
        (
            r#"["bitflags",{"type":"u8","flags":{"x":1,"y":1}}]"#,
            r#"the flag \"y\" is not one bit of its own"#,
        ),
        (r#"["bitflags",{"type":"u64","flags":{"x":1099511627776},"shift":true}]"#, "is not one bit"),
        (r#"["pstring",{"count":3}]"#, "a pstring without countType is not supported"),
    ] {
        let json = format!(r#"{{"types":{{"a":{of}}}}}"#);
        let reason = format!("{:?}", Packets::from_protodef(&json).unwrap().find("$a"));
        assert!(reason.contains(wanted), "{reason}");
    }
}

/// Registries of the Bedrock edition have more names than the types of a packet may have parts.
#[test]
fn mappers_may_have_many_names() {
    let names: Vec<_> = (0..3000).map(|id| format!("\"{id}\": \"n{id}\"")).collect();
    let types =
        format!(r#"{{"names": ["mapper", {{"type": "varint", "mappings": {{{}}}}}]}}"#, names.join(","));
    let packets = Packets::from_protodef(&types).unwrap();
    let of = packets.find("names").unwrap();
    let value = of.parse(packets.protocol(), &[0xb7, 0x17]).unwrap();
    assert_eq!(json::to_plain_string(&of, packets.protocol(), &value), "\"n2999\"");
}
