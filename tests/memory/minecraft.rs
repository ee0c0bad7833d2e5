//! Measures the heap of Minecraft's decoders, which stays in proportion to the input: hostile counts, ordinary input, the worst
//! shapes, packed bombs. The bytes are built in the tests.

use gamewire::minecraft::nbt::{OptNbt, OptNbtView};
use gamewire::minecraft::{Cases, IntType, Label, Length, Protocol, Selector, TypeExpr, Value};

use crate::positions::exhaustive;
use crate::{alone, peak};

/// The most that is held per byte of input, by format: what the comment in `limits.rs` states.
///
/// An entry of a compound is 56 bytes and takes 4 of the wire, and while the last compound is cut to its length
/// its entries are held twice; a compound in a list is 16 bytes and takes 1. A `Value` is 24 bytes, and an
/// element of an array may take 1.
const NBT: usize = 28;
const VALUES: usize = 24;
/// An error and its path, and the smallest allocations.
const FIXED: usize = 1024;

fn bounded(what: &str, expr: &str, bytes: &[u8], accepted: bool) -> usize {
    let per_byte = if expr == "nbt" { NBT } else { VALUES };
    let parsed: TypeExpr = expr.parse().unwrap();
    let (held, result) = peak(|| parsed.parse(Protocol::V1_14, bytes));
    eprintln!("{what:36} {expr:36} {:7} bytes: {:.2}", bytes.len(), held as f64 / bytes.len() as f64);
    assert_eq!(result.is_ok(), accepted, "{what}: {:?}", result.err());
    assert!(held <= per_byte * bytes.len() + FIXED, "{what}: {held} bytes held for {} of input", bytes.len());
    held
}

fn root(contents: &[u8]) -> Vec<u8> {
    [b"\x0a\0\0".as_slice(), contents, b"\0"].concat()
}

fn list(id: u8, elements: &[u8], count: usize) -> Vec<u8> {
    let wire = i32::try_from(count).unwrap().to_be_bytes();
    root(&[b"\x09\0\x01l".as_slice(), &[id], &wire, &elements.repeat(count)].concat())
}

#[test]
fn memory_stays_proportional_to_the_bytes() {
    if !alone() {
        return;
    }
    // Counts that lie cost nothing at all beyond the error.
    for id in 1..=12 {
        let bytes = [b"\x0a\0\0\x09\0\x01l".as_slice(), &[id], b"\x7f\xff\xff\xff", &[0; 100]].concat();
        bounded("list of 2^31-1", "nbt", &bytes, false);
    }
    for expr in
        ["array(varint,i64)", "array(varint,slot)", "array(varint,array(varint,bool))", "bytes(varint)"]
    {
        bounded(expr, expr, b"\xff\xff\xff\xff\x07\0\0", false);
    }
    bounded("array of 2^32-1, known", "array(4294967295,uuid)", &[0; 64], false);
    // Each level of nesting may promise what the rest could hold, and all promise the same bytes.
    let mut nested = Vec::new();
    for _ in 0..500 {
        nested.extend(b"\x09\x00\x00\x10\x00");
    }
    bounded(
        "lists that share their promises",
        "nbt",
        &[b"\x0a\0\0\x09\0\x01l".as_slice(), &nested, &[0; 5000]].concat(),
        false,
    );

    // The shapes with the most memory per byte.
    let n = 5000;
    bounded("empty compounds", "nbt", &list(10, b"\0", n), true);
    bounded("compounds of one byte each", "nbt", &list(10, b"\x01\0\0\x05\0", n), true);
    bounded("empty lists", "nbt", &list(9, b"\0\0\0\0\0", n), true);
    bounded("lists of one empty compound", "nbt", &list(9, b"\x0a\0\0\0\x01\0", n), true);
    bounded("empty texts", "nbt", &list(8, b"\0\0", n), true);
    bounded("empty arrays", "nbt", &list(11, b"\0\0\0\0", n), true);
    let smallest = b"\x01\0\0\x05";
    // Growth in steps makes the worst length one just past a step: several lengths, and entries that belong to
    // the root, to its only entry, to its last, to each of two.
    for n in if exhaustive() { &[1000, 1025, 4097, 5000, 8200][..] } else { &[1025] }.iter().copied() {
        let entries = smallest.repeat(n);
        let inner = [b"\x0a\0\0".as_slice(), &entries, b"\0"].concat();
        let half = [b"\x0a\0\0".as_slice(), &smallest.repeat(n / 2), b"\0"].concat();
        bounded("smallest entries", "nbt", &root(&entries), true);
        bounded("smallest entries in the only entry", "nbt", &root(&inner), true);
        bounded(
            "smallest entries in the last entry",
            "nbt",
            &root(&[smallest, inner.as_slice()].concat()),
            true,
        );
        bounded("smallest entries in two", "nbt", &root(&[inner.as_slice(), &inner].concat()), true);
        bounded("half before, half inside", "nbt", &root(&[entries.as_slice(), &inner].concat()), true);
        bounded("more before than inside", "nbt", &root(&[entries.as_slice(), &half].concat()), true);
        bounded(
            "entries, then text",
            "nbt",
            &root(&[&entries, b"\x08\0\0\x01\0".as_slice(), &[b'x'; 256]].concat()),
            true,
        );
        for (what, entry) in [
            ("metadata, booleans", b"\0\x07\0".as_slice()),
            ("metadata, particles", b"\0\x0f\0"),
            ("metadata, particles of no item", b"\0\x0f\x20\0"),
            ("metadata, items", b"\0\x06\x01\x01\x01\0"),
            ("metadata, empty NBT", b"\0\x0e\x0a\0\0\0"),
            ("metadata, empty texts", b"\0\x03\0"),
        ] {
            let text = [b"\0\x03\x7f".as_slice(), &[b'x'; 127]].concat();
            bounded(what, "metadata", &[entry.repeat(n), text, vec![0xff]].concat(), true);
            bounded(what, "metadata", &[entry.repeat(n), vec![0xff]].concat(), true);
        }
    }
    // 5000 as VarInt.
    let count = [0x88, 0x27];
    for (expr, element) in [
        ("bool", b"\x01".as_slice()),
        ("string(5)", b"\0"),
        ("string(5)", b"\x01x"),
        ("chat", b"\0"),
        ("identifier", b"\0"),
        ("bytes(varint)", b"\0"),
        ("varint", b"\0"),
        ("slot", b"\0"),
        ("slot", b"\x01\x01\x01\0"),
        ("slot", b"\x01\x01\x01\x0a\0\0\0"),
        ("nbt", b"\0"),
        ("nbt", b"\x0a\0\0\0"),
        ("particle", b"\0"),
        ("particle", b"\x20\0"),
        ("metadata", b"\xff"),
        ("metadata", b"\0\0\0\xff"),
        ("uuid", &[7; 16]),
        ("position", &[7; 8]),
        ("array(varint,bool)", b"\0"),
        ("array(varint,bool)", b"\x01\x01"),
        ("option(option(bool))", b"\0"),
        ("option(option(bool))", b"\x01\x01\x01"),
    ] {
        let bytes = [count.as_slice(), &element.repeat(5000)].concat();
        bounded(expr, &format!("array(varint,{expr})"), &bytes, true);
    }

    types_inside_each_other();

    // Arrays and numbers in lists are copied once.
    let bytes = list(4, &7_i64.to_be_bytes(), n);
    let (held, nbt) = peak(|| Protocol::V1_14.parse::<OptNbt>(&bytes).unwrap());
    assert!(held < bytes.len() + 1000, "{held} bytes for a list of {} bytes", bytes.len());
    drop(nbt);

    // Checking makes nothing, and a view is a slice.
    let bytes = list(10, b"\x01\0\0\x05\0", n);
    let (held, checked) = peak(|| Protocol::V1_14.check::<OptNbt>(&bytes));
    assert!(checked.is_ok() && held == 0, "{held} bytes held to check {}", bytes.len());
    let structure: TypeExpr = "struct(first:nbt,more:option(nbt))".parse().unwrap();
    let both = [&bytes[..], &[1], &bytes].concat();
    let (held, checked) = peak(|| structure.check(Protocol::V1_14, &both));
    // Only the places of its two fields and of the value in the option, which could select the types of later ones.
    assert!(checked.is_ok() && held <= 72, "{held} bytes held to check a structure of {}", both.len());
    let (held, view) = peak(|| Protocol::V1_14.parse::<OptNbtView>(&bytes).unwrap());
    assert!(view.0.is_some() && held == 0, "{held} bytes held to view {}", bytes.len());

    bomb();
}

/// Explaining and repairing go on after a count that exceeds the input, and take no memory for it.
#[test]
fn explained_and_repaired_counts_allocate_nothing() {
    if !alone() {
        return;
    }
    // The greatest count, in each form of NBT; the last is a zigzag VarInt.
    for (protocol, count) in [
        (Protocol::V1_14, b"\x7f\xff\xff\xff".as_slice()),
        (Protocol::BEDROCK, b"\xff\xff\xff\x7f"),
        (Protocol::BEDROCK_NETWORK, b"\xfe\xff\xff\xff\x0f"),
    ] {
        let arrays = [7, 11, 12].map(|id| vec![id, 1, b'a']);
        let lists = (1..=12).map(|id| vec![9, 1, b'a', id]);
        for head in arrays.into_iter().chain(lists) {
            // The length of the name has two bytes in the other forms.
            let length: &[u8] = match protocol {
                Protocol::V1_14 => &[0, 1],
                Protocol::BEDROCK => &[1, 0],
                _ => &[1],
            };
            let nameless = protocol.nameless_nbt(true);
            let bytes = [&[10, head[0]], length, &head[2..], count, b"\0\0\0"].concat();
            let (heap, explanation) = peak(|| TypeExpr::Nbt.explain(nameless, &bytes));
            let error = explanation.error().unwrap();
            assert_eq!((error.kind().code(), error.offset()), ("eof", bytes.len() - 3 - count.len()));
            assert!(heap < EXPLAINED, "{heap} bytes of heap to explain {bytes:02x?}");
            let (heap, repaired) = peak(|| TypeExpr::Nbt.repair(nameless, &bytes));
            assert!(heap < EXPLAINED, "{heap} bytes of heap to repair {bytes:02x?}");
            let repaired = repaired.map(|repaired| TypeExpr::Nbt.check(nameless, &repaired.bytes));
            assert!(repaired.is_none_or(|checked| checked.is_ok()), "{bytes:02x?}");
        }
    }
}

/// Some rows of an explanation, with their words and sentences, and what the test runner allocates meanwhile.
const EXPLAINED: usize = 12 << 10;

/// A type and the bytes of one of its smallest values.
type Element = (TypeExpr, Vec<u8>);

/// Everything that can be put around a type, as small as it goes.
fn around((expr, bytes): &Element) -> [Element; 8] {
    let with = |front: &[u8]| [front, bytes].concat();
    let array = |length| TypeExpr::Array(length, Box::new(expr.clone()));
    let fields = |fields: Vec<(&str, TypeExpr)>| {
        TypeExpr::Struct(fields.into_iter().map(|(name, of)| (name.to_owned(), of)).collect())
    };
    let nothing = || TypeExpr::Struct(Vec::new());
    let switch = |part, number, of, other| {
        let cases = vec![(Some(Label::from(number)), of), (None, other)];
        TypeExpr::Switch(Selector { part, ..Selector::default() }, Cases::new(&TypeExpr::Bool, cases))
    };
    let (short, byte) = (TypeExpr::Int(IntType::I16), TypeExpr::Int(IntType::I8));
    [
        (array(Length::Known(1)), bytes.clone()),
        (array(Length::Known(2)), bytes.repeat(2)),
        (array(Length::Prefixed(IntType::VarInt)), with(&[1])),
        (fields(vec![("a", expr.clone())]), bytes.clone()),
        (
            fields(vec![
                ("a", TypeExpr::Array(Length::Known(0), Box::new(TypeExpr::Bool))),
                ("b", expr.clone()),
                ("c", TypeExpr::Bytes(Length::Known(0))),
            ]),
            bytes.clone(),
        ),
        (TypeExpr::Option(Box::new(expr.clone())), with(&[1])),
        (
            fields(vec![
                ("f", short.clone()),
                ("a", switch(None, 0, nothing(), expr.clone())),
                ("b", switch(Some(1), 1, byte.clone(), nothing())),
                ("c", switch(None, 0, nothing(), TypeExpr::Bool)),
            ]),
            vec![0, 0],
        ),
        (
            fields(vec![
                ("f", short),
                ("a", switch(None, 1, expr.clone(), nothing())),
                ("b", switch(Some(1), 1, byte, nothing())),
            ]),
            with(&[0, 1]),
        ),
    ]
}

/// Types of up to four levels around the smallest: a long array of each takes no more than is promised for all types, or
/// has too many values for its bytes.
fn types_inside_each_other() {
    const MOST: usize = 96;
    const COUNT: i32 = 4_000;
    // The memory that values without bytes may take in any input.
    const FREE: usize = 16_384 * size_of::<Value>();
    let mut level: Vec<Element> = vec![
        (TypeExpr::Bool, vec![1]),
        (TypeExpr::String(5), vec![0]),
        (TypeExpr::Int(IntType::I32), vec![0; 4]),
        (TypeExpr::Slot, vec![0]),
    ];
    let (mut accepted, mut refused) = (0, 0);
    let (first, step, least) = if exhaustive() { (100, 10, 200) } else { (20, 9, 100) };
    for _ in 0..4 {
        level = level.iter().flat_map(around).collect();
        // All of the first levels, some of the last.
        level = level.into_iter().step_by(if accepted > first { step } else { 1 }).collect();
        for (expr, bytes) in level.iter().filter(|(expr, _)| expr.min_len() > 0) {
            let array = TypeExpr::Array(Length::Prefixed(IntType::I32), Box::new(expr.clone()));
            let input = [&COUNT.to_be_bytes()[..], &bytes.repeat(COUNT as usize)].concat();
            let (held, result) = peak(|| array.parse(Protocol::V1_14, &input));
            match result {
                Ok(_) => accepted += 1,
                Err(error) => {
                    assert!(error.to_string().contains("too many values"), "{expr}: {error}");
                    refused += 1;
                }
            }
            assert!(held <= MOST * input.len() + FREE + FIXED, "{expr}: {held} for {}", input.len());
        }
    }
    eprintln!("types inside each other: {accepted} accepted, {refused} refused");
    assert!(accepted > least && refused > 0);
}

fn bomb() {
    use gamewire_files::minecraft::{NbtFileError, Packing, pack, parse_nbt_file, unpack};
    let zeros = vec![0; 16 << 20];
    for packing in [Packing::Gzip, Packing::Zlib] {
        let packed = pack(&zeros, packing).unwrap();
        assert!(packed.len() < 25_000);
        let limit = 1 << 20;
        let (held, result) = peak(|| unpack(&packed, limit).map(|(_, bytes)| bytes.len()));
        assert!(matches!(result, Err(NbtFileError::TooLong { limit: l }) if l == limit), "{result:?}");
        assert!(held < 4 * limit, "{held} bytes held for a limit of {limit}");
        assert!(matches!(parse_nbt_file(&packed, limit), Err(NbtFileError::TooLong { .. })));
    }
    // NBT that is packed by gzip in a packet is unpacked for plain JSON.
    let packed = pack(&list(1, &[0], 16 << 20), Packing::Gzip).unwrap();
    let length = u16::try_from(packed.len()).unwrap().to_be_bytes();
    let expr: TypeExpr = "gzip_nbt".parse().unwrap();
    let value = expr.parse(Protocol::V1_14, &[&length[..], &packed].concat()).unwrap();
    let (held, json) = peak(|| gamewire::minecraft::json::to_plain_string(&expr, Protocol::V1_14, &value));
    let most = 512 * packed.len();
    assert!(held <= most && !json.is_empty(), "{held} bytes held for {} of packed NBT", packed.len());
}

/// A recording of the smallest packets, and one whose packets cannot be read.
#[test]
fn recordings_take_memory_in_proportion() {
    use gamewire::minecraft::Recording;

    if !alone() {
        return;
    }
    /// A packet takes two bytes or more. The comment of `Recording` states how much it takes.
    const PER_BYTE: usize = 32;
    const ERRORS: usize = 2 << 20;
    // The descriptions are unpacked once.
    let handshake = b"\x10\x00\xfd\x05\x09localhost\x63\xdd\x01";
    assert_eq!(Recording::read(None, handshake, 1 << 20).len(), 1);
    let pings = if exhaustive() { 50_000 } else { 20_000 };
    for (what, packet, count) in [
        ("ping_start", &b"\x01\x00"[..], pings + 1),
        ("empty", b"\x00", 1000),
        ("unknown", b"\x01\x7e", 1000),
    ] {
        let bytes = [&handshake[..], &packet.repeat(pings)].concat();
        let (held, recording) = peak(|| Recording::read(None, &bytes, 1 << 20));
        eprintln!("{what:36} {:7} bytes: {:.2}", bytes.len(), held as f64 / bytes.len() as f64);
        let (shown, sum) = peak(|| recording.packets().map(|one| one.bytes.len()).sum::<usize>());
        assert!(shown == 0 && sum <= bytes.len(), "{what}: {shown} bytes held to go through the packets");
        assert_eq!(recording.len(), count, "{what}");
        assert!(held <= PER_BYTE * bytes.len() + ERRORS, "{what}: {held} bytes held for {}", bytes.len());
    }
}
