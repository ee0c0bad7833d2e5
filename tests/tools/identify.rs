//! Checks that the detection of a file's kind never gives a wrong answer that claims to be sure, over every fixture of engines and
//! other codecs, whole, cut and changed.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fs;

use crate::convert_support::{TABLES, rows};
use crate::minecraft_support;
use crate::support::positions::{exhaustive, least, positions, share};
use crate::support::{fixture, fixture_bytes};
use gamewire::godot::detect::Certainty;
use gamewire::godot::{Decoder, Dialect, Framing, Table};
use gamewire::minecraft::{NbtForm, Protocol, check_nbt};
use gamewire_files::document::OpenOptions;
use gamewire_files::godot::ProjectFile;
use gamewire_files::godot::{Compression, Encryption, EncryptionKey, compress, encrypt};
use gamewire_files::identify::{Arrangement, Contents, Layer, OpenErrorKind, ValueFormat, examine, identify};
use gamewire_files::minecraft::Packing;
use gamewire_files::minecraft::region::ChunkPos;
use gamewire_files::shared;
use gamewire_files::shared::identify::{encoded_values, incomplete_value};

const GZIP: Layer = Layer::Packed { packing: Packing::Gzip, zeros: 0 };
const ZLIB: Layer = Layer::Packed { packing: Packing::Zlib, zeros: 0 };
/// The rules of roots without a name.
const NAMELESS: Protocol = Protocol::V1_14.nameless_nbt(true);

fn is_nbt(found: &Contents, rules: Protocol) -> bool {
    matches!(found, Contents::Nbt { protocol, .. } if *protocol == rules)
}

/// The value that a dialect reads, in a form that can be compared between dialects.
fn value(dialect: Dialect, bytes: &[u8]) -> Option<Vec<u8>> {
    let value = Decoder::new(dialect).allow_objects(true).parse(bytes).ok()?;
    let common = [Dialect::GODOT_4.double(), Dialect::GODOT_2];
    common.iter().find_map(|common| common.encode(&value).ok())
}

/// Small numbers that are the same each time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides as u64) as usize
    }
}

#[derive(Debug, Default)]
struct Count {
    sure: usize,
    likely: usize,
    ambiguous: usize,
    other: usize,
}

/// Judges the detection of bytes that `from` wrote, or of bytes that were derived from them.
fn judge(from: Dialect, bytes: &[u8], count: &mut Count) -> Result<(), String> {
    match examine(bytes) {
        Contents::Godot { chosen, arrangement: Arrangement::Single, .. } => {
            let right = value(from, bytes).is_none_or(|right| value(chosen.dialect, bytes) == Some(right));
            match chosen.certainty {
                Certainty::Sure if !right => return Err(format!("not {chosen}")),
                Certainty::Sure => count.sure += 1,
                _ if !right => return Err(format!("unlikely: {chosen}")),
                _ => count.likely += 1,
            }
        }
        Contents::Ambiguous(_) => count.ambiguous += 1,
        Contents::Nbt { alone: true, .. } if value(from, bytes).is_some() => return Err("not NBT".into()),
        _ => count.other += 1,
    }
    Ok(())
}

fn wrap(layers: &[Layer], contents: &[u8], key: Option<&EncryptionKey>) -> Result<Vec<u8>, OpenErrorKind> {
    shared::identify::wrap(layers, contents.into(), key, &[]).map(Cow::into_owned)
}

#[test]
fn detection_reads_the_value_of_the_engine_or_refuses() {
    for (table, from) in TABLES {
        let mut count = Count::default();
        for row in rows(table) {
            judge(from, &row.bytes, &mut count)
                .unwrap_or_else(|error| panic!("{table} {}: {error}", row.name));
        }
        eprintln!("{table}: {count:?}");
        assert_eq!(count.other, 0, "{table}");
        assert!(count.sure + count.likely > 4 * count.ambiguous, "{table}: {count:?}");
    }
}

#[test]
fn damaged_bytes_are_never_certainly_another_dialect() {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    for (table, from) in TABLES {
        let mut count = Count::default();
        for row in rows(table) {
            let mut tried = vec![row.bytes[..dice.roll(row.bytes.len())].to_vec()];
            for _ in 0..if exhaustive() { 3 } else { 1 } {
                let mut bytes = row.bytes.clone();
                for _ in 0..=dice.roll(2) {
                    let at = dice.roll(bytes.len().min(64));
                    bytes[at] = if dice.roll(2) == 0 { dice.roll(40) as u8 } else { dice.roll(256) as u8 };
                }
                tried.push(bytes);
            }
            for bytes in tried {
                if let Err(error) = judge(from, &bytes, &mut count) {
                    // A dialect that only fits better may be wrong, and the result says so.
                    assert!(error.starts_with("unlikely"), "{table} {}: {error}: {bytes:02x?}", row.name);
                }
            }
        }
        eprintln!("{table}: {count:?}");
    }
}

#[test]
fn nbt_is_distinguished_from_all_other_formats() {
    let mut dice = Dice(7);
    let mut without_name = 0;
    for entry in fs::read_dir(fixture("minecraft/nbt")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "nbt") {
            continue;
        }
        let bytes = fs::read(&path).unwrap();
        for layers in [&[][..], &[GZIP], &[ZLIB]] {
            let packed = wrap(layers, &bytes, None).unwrap();
            let identity = OpenOptions::new().max_size(Some(bytes.len().max(1 << 20))).identify(&packed);
            // Some fixtures are packed themselves.
            assert!(identity.layers.starts_with(layers), "{}", path.display());
            assert!(
                matches!(identity.contents, Ok(Contents::Nbt { alone: true, .. })),
                "{}: {identity}",
                path.display()
            );
        }
        // Packets have roots without names. An empty root, packed files and lists at the root are left out.
        if let (10, Ok(_)) = (bytes[0], check_nbt(&bytes)) {
            let length = usize::from(u16::from_be_bytes([bytes[1], bytes[2]]));
            let nameless = [&bytes[..1], &bytes[3 + length..]].concat();
            match examine(&nameless) {
                Contents::Nbt { protocol, .. } if protocol == NAMELESS => without_name += 1,
                other => assert!(nameless.len() <= 4, "{}: {other:?}", path.display()),
            }
            for _ in 0..40 {
                let mut changed = nameless[..nameless.len() - dice.roll(nameless.len() / 2)].to_vec();
                let at = dice.roll(changed.len());
                changed[at] = dice.roll(256) as u8;
                if let Contents::Godot { chosen, .. } = examine(&changed) {
                    assert_ne!(chosen.certainty, Certainty::Sure, "{}: {chosen}", path.display());
                }
            }
        }
        for _ in 0..40 {
            let mut changed = bytes[..bytes.len() - dice.roll(bytes.len() / 2)].to_vec();
            let at = dice.roll(changed.len());
            changed[at] = dice.roll(256) as u8;
            if let Contents::Godot { chosen, .. } = examine(&changed) {
                assert_ne!(chosen.certainty, Certainty::Sure, "{}: {chosen}", path.display());
            }
        }
    }
    assert!(without_name > 3, "{without_name}");
}

#[test]
fn files_of_engines_are_detected_without_hints() {
    let options = OpenOptions::new().key(Some(EncryptionKey::from_password("correct horse")));
    for (version, table) in [("3.6.2", Table::Godot3), ("4.6.3", Table::Godot4)] {
        let folder = fixture(&format!("framing/godot-{version}"));
        let little = Arrangement::Framed(Framing::STORE_VAR);
        let big = Arrangement::Framed(Framing::STORE_VAR.big_endian());
        let files = [
            ("store_var_one.bin", little, 0),
            ("store_var_several.bin", little, 0),
            ("store_var_big_endian.bin", big, 0),
            ("put_var_several.bin", little, 0),
            ("put_var_big_endian.bin", big, 0),
            ("packet_peer_stream.bin", little, 0),
            ("store_var_full_objects.bin", little, 0),
            ("store_var_large.bin", little, 0),
            ("compressed_fastlz.bin", little, 1),
            ("compressed_deflate_large.bin", little, 1),
            ("compressed_zstd.bin", little, 1),
            ("compressed_gzip.bin", little, 1),
            ("encrypted_pass.bin", little, 1),
        ];
        for (name, expected, layers) in files {
            let identity = options.identify(&fs::read(folder.join(name)).unwrap());
            assert_eq!(identity.layers.len(), layers, "{name}");
            match identity.contents {
                Ok(Contents::Godot { arrangement, chosen, values }) => {
                    assert_eq!(arrangement, expected, "{name}");
                    assert!(
                        values > 0 && (chosen.dialect.table() == table || !chosen.same.is_empty()),
                        "{name}"
                    );
                    assert_eq!(chosen.lenient, None, "{version} {name}");
                    assert_eq!(chosen.objects, name.contains("objects"), "{version} {name}");
                }
                other => panic!("{version} {name}: {other:?}"),
            }
        }
        let Ok(Contents::Godot { arrangement, chosen, values }) =
            identify(&fs::read(folder.join("project.binary")).unwrap()).contents
        else {
            panic!("{version}");
        };
        assert!(matches!(arrangement, Arrangement::Settings(_)) && values > 5 && chosen.objects);
        assert_eq!((chosen.dialect.table(), chosen.certainty), (table, Certainty::Sure));
    }
}

#[test]
fn precision_is_that_of_the_bytes() {
    for row in rows("godot4/values-4.6.3-double.tsv") {
        let wide = Dialect::GODOT_4
            .parse(&row.bytes)
            .is_ok_and(|value| Dialect::GODOT_4.encode(&value).is_ok_and(|single| single != row.bytes));
        if let (true, Contents::Godot { chosen, .. }) = (wide, examine(&row.bytes)) {
            assert_eq!(chosen.dialect, Dialect::GODOT_4.double(), "{}", row.name);
        }
    }
}

#[test]
fn lengths_outweigh_a_short_magic_number() {
    // 0x9c78 is both the start of a zlib stream and the length of this value.
    let text = "x".repeat(0x9c78 - 8);
    let mut file = Vec::new();
    Framing::STORE_VAR.write(Dialect::GODOT_4, &text.as_str().into(), &mut file).unwrap();
    assert_eq!(file[..2], [0x78, 0x9c]);
    let identity = identify(&file);
    assert!(identity.layers.is_empty());
    assert!(matches!(identity.contents, Ok(Contents::Godot { values: 1, .. })), "{identity}");
}

#[test]
fn layers_are_opened_in_turn_and_put_back() {
    let key = EncryptionKey::from_password("p");
    let inside = b"[save]\ngold=5\n";
    let layers = [
        Layer::Encrypted { encryption: Encryption::Godot4 { iv: [3; 16] }, trailing: 0 },
        Layer::Compressed { mode: Compression::FastLz, ends_well: true },
    ];
    let file = wrap(&layers, inside, Some(&key)).unwrap();
    assert_eq!(
        file,
        encrypt(&compress(inside, Compression::FastLz).unwrap(), &key, Encryption::Godot4 { iv: [3; 16] })
            .unwrap()
    );
    let opened = OpenOptions::new().key(Some(key.clone())).containers(&file).unwrap();
    assert_eq!((opened.layers(), opened.contents()), (&layers[..], &inside[..]));
    assert_eq!(wrap(opened.layers(), opened.contents(), Some(&key)).unwrap(), file);
    let locked = identify(&file);
    assert!(matches!(locked.contents, Err(OpenErrorKind::Encrypted)), "{locked}");
    assert_eq!(locked.layers, layers[..1]);
    assert!(matches!(wrap(&layers, inside, None), Err(OpenErrorKind::Encrypted)));
    for (version, shown) in [("3.6.2", "encrypted (Godot 3)"), ("4.6.3", "encrypted (Godot 4)")] {
        let whole = fixture_bytes(&format!("framing/godot-{version}/encrypted_pass.bin"));
        assert_eq!(identify(&whole[..200]).layers[0].to_string(), shown);
    }
    let deep = wrap(&[GZIP; 5], inside, None).unwrap();
    assert!(matches!(identify(&deep).contents, Err(OpenErrorKind::TooDeep)));
}

/// A file of two thousand bytes that would become two gigabytes is not opened, unless that is asked for.
#[test]
fn memory_for_contents_is_proportional_to_the_file() {
    let zeros = vec![0; 8 << 20];
    for layer in [GZIP, ZLIB, Layer::Compressed { mode: Compression::Zstd, ends_well: true }] {
        let file = wrap(&[layer], &zeros, None).unwrap();
        let small = OpenOptions::new().max_size(Some(zeros.len() - 1)).containers(&file).unwrap_err();
        assert!(matches!(small.reason, OpenErrorKind::TooLong { .. }), "{layer}: {small}");
        assert_eq!(
            OpenOptions::new().max_size(Some(zeros.len())).containers(&file).unwrap().contents().len(),
            zeros.len()
        );
    }
    let bomb = wrap(&[GZIP, GZIP], &vec![0; 64 << 20], None).unwrap();
    assert!(bomb.len() < 4096);
    let error = OpenOptions::new().containers(&bomb).unwrap_err();
    assert!(matches!(error.reason, OpenErrorKind::TooLong { limit: 1_048_576.., .. }), "{error}");
}

/// Each value of the engines alone in a file, with its length in front: the length is seen, or both readings are shown.
#[test]
fn lengths_before_single_values_are_detected() {
    for (table, from) in TABLES {
        let (mut seen, mut ambiguous) = (0, 0);
        for row in rows(table) {
            for framing in [Framing::STORE_VAR, Framing::STORE_VAR.big_endian()] {
                let mut file = Vec::new();
                framing.wrap(&row.bytes, &mut file).unwrap();
                match examine(&file) {
                    Contents::Godot { arrangement, chosen, .. } => {
                        assert_eq!(arrangement, Arrangement::Framed(framing), "{table} {}", row.name);
                        assert_eq!(
                            value(chosen.dialect, &row.bytes),
                            value(from, &row.bytes),
                            "{}",
                            row.name
                        );
                        seen += 1;
                    }
                    Contents::Ambiguous(_) => ambiguous += 1,
                    other => panic!("{table} {}: {other:?}", row.name),
                }
            }
        }
        eprintln!("{table}: {seen} seen, {ambiguous} ambiguous");
        assert!(seen > 4 * ambiguous, "{table}");
    }
}

/// Bytes after a value are allowed: of two readings, the one that comes further is taken.
#[test]
fn with_bytes_after_the_value_the_longest_reading_is_taken() {
    // {"GamePrivileges": 6144} as NBT, and bytes after it: to an engine of Godot its first bytes are a value as well.
    let root = b"\x0a\0\0\x03\0\x0eGamePrivileges\0\0\x18\0\0";
    let lax = OpenOptions::new().allow_trailing(true);
    for after in [&b""[..], &b"\0\0\x06"[..], &b"\xff"[..]] {
        let bytes = [&root[..], after].concat();
        assert!(is_nbt(&lax.examine(&bytes), Protocol::V1_14), "{after:?}");
    }
    assert!(!matches!(examine(&[&root[..], b"\0\0\x06"].concat()), Contents::Nbt { .. }));
    let nameless = [b"\x0a".as_slice(), &root[3..], b"\xff"].concat();
    assert!(is_nbt(&lax.examine(&nameless), NAMELESS));
    let int = [2, 0, 0, 0, 5, 0, 0, 0, 0xff];
    assert!(matches!(lax.examine(&int), Contents::Godot { .. }));
    // {"l": -1L}, and 16 bytes: Godot 3 reads all 32 as one value, but the name does not occur by accident.
    let long = [
        &b"\x0a\0\0\x04\0\x01l\xff\xff\xff\xff\xff\xff\xff\xff\0"[..],
        &b"\x13\0\0\0\x07\0\0\0\x0c\0\0\0\x0c\0\0\0"[..],
    ];
    assert!(is_nbt(&lax.examine(&long.concat()), Protocol::V1_14));
}

/// A cut file is reported with its format and with the number of missing bytes.
/// A length that equals the rest shows the framing, also of a value that is damaged: the error is inside the value.
#[test]
fn damage_inside_of_a_frame_is_not_damage_of_its_length() {
    for (version, table) in [("3.6.2", Table::Godot3), ("4.6.3", Table::Godot4)] {
        let whole = fixture_bytes(&format!("framing/godot-{version}/store_var_one.bin"));
        let (mut refused, mut of_the_engine) = (0, 0);
        for bit in 4 * 8..whole.len() * 8 {
            let mut damaged = whole.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            let finding = examine(&damaged);
            let Contents::Unknown(nearest) = &finding else { continue };
            assert_eq!(nearest.arrangement, Arrangement::Framed(Framing::STORE_VAR), "{version}: bit {bit}");
            assert!(nearest.error.offset() >= 4 && nearest.error.reading() != "frame length", "{nearest:?}");
            refused += 1;
            let dialect = match nearest.format {
                ValueFormat::Godot(dialect) => Some(dialect),
                _ => None,
            };
            of_the_engine += usize::from(dialect.is_some_and(|dialect| dialect.table() == table));
            let contents = finding;
            assert!(
                !contents.is_cut() && contents.to_string().contains("(store_var), damaged: "),
                "{contents}"
            );
        }
        assert!(refused > 300 && of_the_engine * 50 >= refused * 49, "{refused} {of_the_engine}");
    }
    // If a small length is also a type id, the reading that decodes more is chosen.
    let mut array =
        Dialect::GODOT_4.encode(&vec![1.into(), 2.into(), gamewire::godot::Variant::Nil].into()).unwrap();
    assert_eq!((array[0] as usize, array.len()), (28, 28));
    array.extend([0xee, 0, 0, 0]);
    array[4] = 4;
    let Contents::Unknown(nearest) = examine(&array) else { panic!() };
    assert_eq!((nearest.arrangement, nearest.error.offset()), (Arrangement::Single, 28));
}

#[test]
fn cut_files_are_reported() {
    let whole = |name: &str| fixture_bytes(name);
    let nbt = whole("minecraft/nbt/bigtest.nbt");
    let packed = wrap(&[GZIP], &nbt, None).unwrap();
    for (bytes, what) in [
        (
            whole("framing/godot-4.6.3/store_var_large.bin")[..200].to_vec(),
            "it looks like values of Godot 4 after their lengths (store_var), cut short: at byte 0x0000, \
             reading frame length at $: the length is 133896, but 196 bytes remain",
        ),
        (
            whole("framing/godot-3.6.2/store_var_large.bin")[..200].to_vec(),
            "it looks like values of Godot 3 after their lengths (store_var), cut short: at byte 0x0000",
        ),
        // The first settings are the same in Godot 3 and 4.
        (
            whole("framing/godot-4.6.3/project.binary")[..200].to_vec(),
            "settings of Godot, cut short: at byte",
        ),
        (whole("framing/godot-3.6.2/project.binary")[..20].to_vec(), "settings of Godot, cut short: at byte"),
        (nbt[..200].to_vec(), "it looks like NBT of Minecraft, cut short: at byte 0x00c5, reading String at"),
        (
            whole("framing/godot-4.6.3/compressed_zstd.bin")[..200].to_vec(),
            "compressed (zstd): cut short: at byte 0x0010, reading size of a block at $: the length is 270, but 180 bytes remain",
        ),
        (
            whole("framing/godot-4.6.3/encrypted_pass.bin")[..200].to_vec(),
            "encrypted (Godot 4): cut short: at byte 0x002c, reading encrypted bytes at $: at least 480 bytes",
        ),
        (packed[..packed.len() / 2].to_vec(), "packed (gzip): cut short: "),
    ] {
        let identity = identify(&bytes);
        assert!(identity.is_cut(), "{identity}");
        assert!(identity.to_string().contains(what), "{identity}\n{what}");
    }
    for bytes in [&b"\x02\0\0\0\x05\0\0\0\xff"[..], b"\x04\0\0\0\xff\xff\0\0abc", &[0x13; 64]] {
        let identity = identify(bytes);
        assert!(!identity.is_cut(), "{identity}");
    }
}

/// NBT of the Bedrock edition that other codecs wrote: the rules, the bytes.
fn bedrock() -> Vec<(Protocol, Vec<u8>)> {
    let rows = ["bedrock.tsv", "list_roots.tsv"].map(minecraft_support::rows).into_iter().flatten();
    let rows = rows.filter(|row| !row[0].starts_with('#') && row[1] != NbtForm::BigEndian.name());
    rows.map(|row| {
        let form = NbtForm::ALL.iter().find(|form| form.name() == row[1]).unwrap();
        (Protocol::V1_14.with_nbt_form(*form), crate::support::tsv::unhex(&row[3]))
    })
    .collect()
}

/// The root of a `level.dat` after its header.
fn level() -> Vec<u8> {
    let root = fixture_bytes("minecraft/bedrock/level_root.nbt");
    [&10_u32.to_le_bytes()[..], &u32::try_from(root.len()).unwrap().to_le_bytes(), &root].concat()
}

/// The format of bytes of which the end is missing.
fn cut(bytes: &[u8]) -> Option<(ValueFormat, Arrangement)> {
    let finding = examine(bytes);
    let Contents::Unknown(nearest) = &finding else { return None };
    let named = (nearest.format, nearest.arrangement);
    finding.is_cut().then_some(named)
}

/// From the first name on, a file that is cut is named; a cut file of Godot has no such name.
#[test]
fn every_cut_of_nbt_of_the_bedrock_edition_is_named() {
    let (mut named, mut roots) = (0, 0);
    for (protocol, bytes) in bedrock() {
        // Names of more than 20 bytes that are not ASCII are cut in a character.
        for end in positions(bytes.len()).filter(|end| *end >= 20) {
            let found = cut(&bytes[..end]);
            let expected = Some((ValueFormat::Nbt(protocol), Arrangement::Single));
            assert_eq!(found, expected, "{end} of {}", bytes.escape_ascii());
            named += 1;
        }
        // A second root after the first, which is whole.
        let several = bytes.repeat(2);
        let arrangement = Arrangement::Roots(protocol.nbt_form());
        for end in positions(bytes.len()).map(|at| bytes.len() + at).skip(1) {
            let found = cut(&several[..end]);
            assert_eq!(found, Some((ValueFormat::Nbt(protocol), arrangement)), "{end}");
            let (values, _) = encoded_values(&several[..end], arrangement);
            assert_eq!(values.len(), 1);
            let part = incomplete_value(&several[..end], arrangement, &values).unwrap();
            assert_eq!((part.bytes, part.offset), (&several[bytes.len()..end], bytes.len()));
            roots += 1;
        }
    }
    assert!(named > least(3000) && roots > least(3000), "{named} {roots}");
    let level = level();
    let arrangement = Arrangement::LevelDat { version: 10 };
    let named = OpenOptions::new().arrangement(arrangement).examine(&level);
    assert!(is_nbt(&named, Protocol::BEDROCK), "{named:?}");
    for end in positions(level.len()).filter(|end| *end >= 16) {
        let bytes = &level[..end];
        assert_eq!(cut(bytes), Some((ValueFormat::Nbt(Protocol::BEDROCK), arrangement)), "{end}");
        let (values, _) = encoded_values(bytes, arrangement);
        let part = incomplete_value(bytes, arrangement, &values).unwrap();
        assert_eq!((part.bytes, part.offset), (&level[8..end], 8));
        let says = format!(
            "NBT of Minecraft's Bedrock edition, little-endian, after the header of level.dat (version 10), \
             cut short: at byte 0x0004, reading frame length at $: the length is 483, but {} bytes remain",
            end - 8
        );
        let contents = examine(bytes).to_string();
        assert!(contents.ends_with(&says) || end == 9, "{contents}");
    }
}

/// If a root and its first entry have no names, the contents of the entry show the form.
#[test]
fn a_cut_root_without_names_is_named() {
    let java = fixture_bytes("minecraft/nbt/inttest1023.nbt");
    for end in positions(java.len()).filter(|end| *end >= 11) {
        let expected = Some((ValueFormat::Nbt(Protocol::V1_14), Arrangement::Single));
        assert_eq!(cut(&java[..end]), expected, "{end}");
    }
    // Half a million levels of lists in lists, and of compounds in compounds; a fifth of them without the exhaustive test.
    let levels = if exhaustive() { 500_000 } else { 100_000 };
    for (root, inside) in [(&b"\x09\0\0"[..], &b"\x09\x01\0\0\0"[..]), (b"\x0a\0\0", b"\x0a\0\0")] {
        let deep = [root, &inside.repeat(levels)].concat();
        let named = cut(&deep).is_some();
        assert!(!named, "{:?}", examine(&deep));
    }
}

/// A changed byte after the names of the root and its first entry leaves the form and the arrangement.
#[test]
fn damaged_nbt_of_the_bedrock_edition_is_named() {
    let level = level();
    let mut refused = 0;
    for at in 30..level.len() {
        let mut damaged = level.clone();
        damaged[at] = 0xee;
        let Contents::Unknown(nearest) = examine(&damaged) else { continue };
        let Arrangement::LevelDat { version: 10 } = nearest.arrangement else { panic!("{nearest:?}") };
        assert_eq!(nearest.format, ValueFormat::Nbt(Protocol::BEDROCK));
        assert!(nearest.error.offset() >= 30, "{:?}", nearest.error);
        refused += 1;
    }
    // Text of the Bedrock edition is any bytes, so that damage to a name or a text is none.
    assert!(refused > 70, "{refused}");
    // A header with another length, and bytes after the root.
    for (change, code) in [(-1_i32, "length_mismatch"), (1, "eof"), (400, "eof"), (-400, "length_mismatch")] {
        let mut wrong = level.clone();
        wrong[4..8].copy_from_slice(&(483 + change).to_le_bytes());
        let Contents::Unknown(nearest) = examine(&wrong) else { panic!() };
        assert_eq!((nearest.error.kind().code(), nearest.error.offset()), (code, 4), "{change}");
        assert_eq!(nearest.arrangement, Arrangement::LevelDat { version: 10 });
    }
    let followed = [&level[..], b"xy"].concat();
    let Contents::Unknown(nearest) = examine(&followed) else { panic!() };
    assert_eq!((nearest.error.kind().code(), nearest.error.offset(), nearest.read), ("trailing", 491, 1));
    let lax = OpenOptions::new().allow_trailing(true).examine(&followed);
    assert!(matches!(lax, Contents::Nbt { arrangement: Arrangement::LevelDat { .. }, .. }), "{lax:?}");
    // The beginning of an array of Godot 4, which is no header before a root that is absent.
    assert!(!matches!(examine(b"\x1c\0\0\0\x01\0\0\0\0"), Contents::Nbt { .. }));
}

/// Bytes that an engine wrote, and NBT of the Java edition, are not mistaken for the Bedrock edition, even if
/// they are cut.
#[test]
fn no_other_cut_file_is_of_the_bedrock_edition() {
    let form = |bytes: &[u8]| match examine(bytes) {
        Contents::Unknown(nearest) => match nearest.format {
            ValueFormat::Nbt(protocol) => Some(protocol.nbt_form()),
            _ => None,
        },
        _ => None,
    };
    let mut cuts = BTreeSet::new();
    for (table, _) in TABLES {
        for (number, row) in rows(table).into_iter().enumerate() {
            let ends = Vec::from_iter(positions(row.bytes.len().min(201)).skip(1));
            for cut in share(&ends, number).map(|end| &row.bytes[..*end]) {
                // Many values begin alike.
                if cuts.insert(cut.to_vec()) {
                    assert_eq!(form(cut), None, "{table} {}: {}", row.name, cut.len());
                }
            }
        }
    }
    for version in ["3.6.2", "4.6.3"] {
        for name in ["store_var_several", "store_var_big_endian", "store_var_mixed", "put_var_full_objects"] {
            let bytes = fixture_bytes(&format!("framing/godot-{version}/{name}.bin"));
            for end in positions(bytes.len()).skip(1) {
                assert_eq!(form(&bytes[..end]), None, "{version} {name}: {end}");
            }
        }
    }
    let mut java = 0;
    for name in ["bigtest", "complex_player", "level", "simple_player", "small4", "string_list"] {
        let bytes = fixture_bytes(&format!("minecraft/nbt/{name}.nbt"));
        for end in positions(bytes.len().min(301)).skip(1) {
            let found = form(&bytes[..end]);
            assert!(found.is_none_or(|form| form == NbtForm::BigEndian), "{name}: {end}");
            java += usize::from(found.is_some());
        }
    }
    assert!(java > least(1000), "{java}");
    let mut dice = Dice(0x2545_f491_4f6c_dd1d);
    for number in 0..if exhaustive() { 20_000 } else { 1000 } {
        let mut bytes: Vec<u8> = (0..8 + number % 100).map(|_| dice.roll(256) as u8).collect();
        bytes[0] = [0, 9, 10, 10][number % 4].max(bytes[0] * u8::from(number % 4 == 0));
        assert_eq!(form(&bytes), None, "{bytes:02x?}");
    }
}

/// Layers inside of layers do not multiply the limit: it is that of the outermost file.
#[test]
fn nested_layers_share_one_limit() {
    let layers = [GZIP; 3];
    let bomb = wrap(&layers, &vec![0; 32 << 20], None).unwrap();
    assert!(bomb.len() < 512, "{}", bomb.len());
    let error = OpenOptions::new().containers(&bomb).unwrap_err();
    assert!(
        matches!(error.reason, OpenErrorKind::TooLong { packed, limit: 1_048_576 } if packed == bomb.len()),
        "{error}"
    );
    assert_eq!(error.layers.len(), 3);
    // The contents of the first layer are opened with the limit of the file.
    let first = OpenOptions::new().max_size(Some(1 << 16)).containers(&bomb).unwrap_err();
    assert!(matches!(first.reason, OpenErrorKind::TooLong { limit: 65_536, .. }), "{first}");
    let opened = OpenOptions::new().max_size(Some(32 << 20)).containers(&bomb).unwrap();
    assert_eq!((opened.layers(), opened.contents().len()), (&layers[..], 32 << 20));
    // The contents of a chunk, by the length of its data: gzip in zlib.
    let data = wrap(&[ZLIB, GZIP, GZIP], &vec![0; 32 << 20], None).unwrap();
    let mut region = vec![0; 3 * 4096];
    region[..4].copy_from_slice(&[0, 0, 2, 1]);
    region[8196] = 2;
    region[8197..8197 + data.len()].copy_from_slice(&data);
    region[8192..8196].copy_from_slice(&u32::try_from(data.len() + 1).unwrap().to_be_bytes());
    let chunk = OpenOptions::new().chunk(ChunkPos::new(0, 0)).containers(&region).unwrap_err();
    assert!(
        matches!(chunk.reason, OpenErrorKind::TooLong { packed, limit: 1_048_576 } if packed == data.len()),
        "{chunk}"
    );
    let plain = wrap(&[ZLIB], &vec![0; 2 << 20], None).unwrap();
    region[8192..8196].copy_from_slice(&u32::try_from(plain.len() + 1).unwrap().to_be_bytes());
    region[8197..8197 + plain.len()].copy_from_slice(&plain);
    let chunk = OpenOptions::new().chunk(ChunkPos::new(0, 0)).containers(&region).unwrap_err();
    assert!(chunk.to_string().contains("1048576"), "{chunk}");
}

/// A chain of sources has each sentence once, and errors of decoding are errors of input.
#[test]
fn errors_are_told_once() {
    use std::error::Error as _;
    let cut = wrap(&[GZIP], b"anything", None).unwrap();
    let error = OpenOptions::new().containers(&cut[..cut.len() - 9]).unwrap_err();
    let mut sentences = vec![error.to_string()];
    let mut source = error.source();
    while let Some(error) = source {
        assert!(!sentences.contains(&error.to_string()), "{error}");
        sentences.push(error.to_string());
        source = error.source();
    }
    for (bytes, kind) in [
        (&[2, 0, 0, 0][..], std::io::ErrorKind::UnexpectedEof),
        (&[0x63, 0, 0, 0][..], std::io::ErrorKind::InvalidData),
    ] {
        let error = gamewire::parse_variant(bytes).unwrap_err();
        let said = error.to_string();
        let error = std::io::Error::from(error);
        assert_eq!((error.kind(), error.to_string()), (kind, said));
    }
}

/// Settings of the official demos of both generations, whose values both generations read: `application/config/features` is in
/// every project of Godot 4 and in none of Godot 3.
#[test]
fn a_project_is_of_the_generation_of_its_settings() {
    let three = [
        "[application]\n\nconfig/name=\"Pong\"\nrun/main_scene=\"pong.tscn\"\nconfig/icon=\"res://icon.png\"\n\n\
         [display]\n\nwindow/size/width=640\nwindow/size/height=400\nwindow/stretch/mode=\"2d\"\n\n\
         [rendering]\n\nquality/driver/driver_name=\"GLES2\"\nquality/2d/use_pixel_snap=true\n\
         viewport/default_clear_color=Color( 0, 0, 0, 1 )\n",
        "[application]\n\nconfig/name=\"Bullet Shower\"\nrun/main_scene=\"res://shower.tscn\"\n\n\
         [physics]\n\n2d/cell_size=64\ncommon/enable_pause_aware_picking=true\n\n\
         [rendering]\n\nvram_compression/import_etc=true\n\
         environment/default_clear_color=Color( 0.133333, 0.133333, 0.2, 1 )\n",
        "[application]\n\nconfig/name=\"Text\"\nrun/main_scene=\"res://main.tscn\"\n",
    ];
    let four = [
        "[application]\n\nconfig/name=\"Custom Drawing\"\nrun/main_scene=\"uid://e3ko2k5vfsph\"\n\
         config/features=PackedStringArray(\"4.6\", \"Mobile\")\nrun/low_processor_mode=true\n\n\
         [rendering]\n\nrenderer/rendering_method=\"mobile\"\n",
        "[application]\n\nconfig/features=PackedStringArray()\n",
        // Without the features, what has another name in Godot 3 decides.
        "[application]\n\nconfig/name=\"Text\"\n\n[display]\n\nwindow/size/viewport_width=640\n",
        "[application]\n\nconfig/name=\"Text\"\n\n[internationalization]\n\nlocale/fallback=\"de\"\n",
    ];
    let projects = three.map(|text| (4, Table::Godot3, text)).into_iter();
    for (version, table, text) in projects.chain(four.map(|text| (5, Table::Godot4, text))) {
        let (project, _) =
            ProjectFile::from_text(&format!("config_version={version}\n\n{text}"), None).unwrap();
        let identity = identify(&project.encode().unwrap());
        let Ok(Contents::Godot { chosen, .. }) = &identity.contents else { panic!("{text}: {identity}") };
        assert_eq!(chosen.dialect.table(), table, "{text}: {identity}");
        assert!(chosen.same.is_empty() && chosen.certainty >= Certainty::Likely, "{text}: {identity}");
    }
}

/// If all names are empty, their lengths are zero in both byte orders, and only the numbers differ.
#[test]
fn nbt_that_reads_in_both_orders_of_bytes_is_ambiguous() {
    let five = b"\x0a\0\0\x03\0\0\0\0\0\x05\0";
    let Contents::Ambiguous(readings) = examine(five) else { panic!("{:?}", examine(five)) };
    let readings: Vec<String> = readings.iter().map(ToString::to_string).collect();
    assert_eq!(readings, ["minecraft/nbt: {\"\":5}", "minecraft-bedrock/nbt: {\"\":83886080}"]);
    // A name has another length in the other order, and a byte has no order.
    for one in [&b"\x0a\0\0\x03\0\x01a\0\0\0\x05\0"[..], b"\x0a\0\0\x01\0\0\x05\0"] {
        assert!(is_nbt(&examine(one), Protocol::V1_14), "{one:?}");
    }
}
