//! Checks that a cut file is explained, unpacked and read up to the cut. The values, files and NBT are those of engines and of
//! other codecs, in `tests/fixtures`.

use gamewire::explain::{Explainer, Role, Row};
use gamewire::godot::{Decoder, Dialect};
use gamewire::minecraft::{NbtForm, Protocol, TypeExpr};

use crate::support::positions::positions_of_long;
use crate::support::tsv::values;
use crate::support::{fixture_bytes, with_stack};

/// Longer values are cut at their first and last bytes only.
const LONG: usize = 300;

fn ends(length: usize) -> impl Iterator<Item = usize> {
    ends_of(length, LONG)
}

fn ends_of(length: usize, long: usize) -> impl Iterator<Item = usize> {
    let is_near = move |end: &usize| length <= long || *end < long / 2 || length - *end < long / 2;
    positions_of_long(length).skip(1).filter(is_near)
}

fn rows(explainer: &Explainer<'_>) -> Vec<Row> {
    let mut rows = Vec::new();
    explainer.rows(|row| rows.push(row.clone()));
    rows
}

/// The rows of a cut file tile it, and the rows of all complete values are there. Returns the number of cuts.
fn explained<'a>(bytes: &'a [u8], long: usize, explainer: impl Fn(&'a [u8]) -> Explainer<'a>) -> usize {
    let whole = rows(&explainer(bytes));
    let places = |rows: &[Row]| rows.iter().map(|row| (row.start, row.len)).collect::<Vec<_>>();
    for end in ends_of(bytes.len(), long) {
        let cut = rows(&explainer(&bytes[..end]));
        let tiled = cut.iter().fold(0, |at, row| {
            assert_eq!(row.start, at, "{end}: {cut:#?}");
            at + row.len
        });
        assert_eq!(tiled, end);
        // The value that is cut itself may be unread.
        let last = whole.iter().rposition(|row| row.role == Role::Type && row.start < end).unwrap_or(0);
        assert_eq!(places(&cut)[..last], places(&whole)[..last], "{end}: {cut:#?}");
    }
    ends_of(bytes.len(), long).count()
}

#[test]
fn every_cut_of_an_engines_value_is_explained_up_to_the_cut() {
    with_stack(|| {
        let tables = [
            ("godot2/values-2.1.tsv", Dialect::GODOT_2),
            ("godot3/values-3.6.2.tsv", Dialect::GODOT_3),
            ("godot4/values-4.6.3.tsv", Dialect::GODOT_4),
        ];
        for (table, dialect) in tables {
            let cuts = values(table).into_iter().map(|row| {
                let decoder = Decoder::new(dialect).allow_objects(row.full);
                explained(&row.bytes, 40, |bytes| decoder.explainer(bytes))
            });
            assert!(cuts.sum::<usize>() > 1000, "{table}");
        }
    });
}

#[test]
fn every_cut_of_nbt_is_explained_up_to_the_cut() {
    with_stack(|| {
        for (name, nbt) in nbt_files() {
            let cuts = explained(&nbt, LONG, |bytes| TypeExpr::Nbt.explainer(Protocol::V1_14, bytes));
            assert!(cuts > 10, "{name}");
        }
    });
}

#[test]
fn every_cut_of_an_array_of_an_engines_values_leaves_those_in_front() {
    with_stack(|| {
        for (table, dialect, id) in [
            ("godot3/values-3.6.2.tsv", Dialect::GODOT_3, 19),
            ("godot4/values-4.6.3.tsv", Dialect::GODOT_4, 28),
        ] {
            let decoder = Decoder::new(dialect).allow_objects(true);
            let rows = values(table);
            let few: Vec<_> = rows.iter().filter(|row| row.bytes.len() < 64).take(40).collect();
            let mut bytes = [id, few.len() as u32].map(u32::to_le_bytes).concat();
            let mut places = vec![bytes.len()];
            for row in &few {
                bytes.extend(&row.bytes);
                places.push(bytes.len());
            }
            let whole = decoder.parse(&bytes).unwrap();
            assert_eq!(decoder.repair(&bytes), None);
            for end in 8..bytes.len() {
                let complete = places.iter().rposition(|place| *place <= end).unwrap();
                // Without its padding, the last is complete as well, as it is to the engine.
                let Some(repaired) = decoder.repair(&bytes[..end]) else {
                    assert!(decoder.check(&bytes[..end]).is_ok(), "{end}");
                    continue;
                };
                let value = decoder.parse(&repaired.bytes).unwrap();
                let (read, all) = (value.as_array().unwrap(), whole.as_array().unwrap());
                assert!((complete..=complete + 1).contains(&read.len()), "{end}: {read:?}");
                assert_eq!(
                    read.iter().take(complete).collect::<Vec<_>>(),
                    all.iter().take(complete).collect::<Vec<_>>()
                );
                assert!((places[complete]..=end).contains(&repaired.end), "{end}");
            }
        }
    });
}

#[test]
fn every_cut_of_nbt_leaves_the_tags_in_front() {
    with_stack(|| {
        for (name, nbt) in nbt_files() {
            let mut most = 0;
            for end in ends(nbt.len()) {
                let Some(repaired) = TypeExpr::Nbt.repair(Protocol::V1_14, &nbt[..end]) else {
                    assert!(most == 0, "{name} {end}");
                    continue;
                };
                assert!(repaired.end <= end && repaired.end >= most, "{name} {end}");
                most = repaired.end;
            }
            assert!(most + 12 > nbt.len() || name == "level", "{name}: {most} of {}", nbt.len());
        }
    });
}

/// Damaged NBT in the two forms of the Bedrock edition, which encode counts differently, keeps the names before the damage and
/// their values.
#[test]
fn every_cut_of_bedrock_nbt_leaves_the_tags_in_front() {
    use gamewire::minecraft::nbt::{Nbt, Tag};
    let (mut cuts, mut short) = (0, 0);
    for row in crate::minecraft_support::rows("bedrock.tsv") {
        let form = NbtForm::ALL.iter().find(|form| form.name() == row[1]).unwrap();
        let (protocol, bytes) = (Protocol::V1_14.with_nbt_form(*form), crate::support::tsv::unhex(&row[3]));
        let whole: Nbt = protocol.parse(&bytes).unwrap();
        assert_eq!(TypeExpr::Nbt.repair(protocol, &bytes), None);
        let mut most = 0;
        for end in 1..bytes.len() {
            let Some(repaired) = TypeExpr::Nbt.repair(protocol, &bytes[..end]) else {
                assert_eq!(most, 0, "{end}");
                continue;
            };
            assert!(repaired.end <= end && repaired.end >= most, "{end}");
            most = repaired.end;
            let part: Nbt = protocol.parse(&repaired.bytes).unwrap();
            let (Tag::Compound(part), Tag::Compound(all)) = (&part.root, &whole.root) else { continue };
            let (part, all) = (part.entries(), all.entries());
            let complete = part.len().saturating_sub(1);
            assert_eq!(part[..complete], all[..complete], "{end}");
            assert!(part.last().is_none_or(|last| last.0 == all[complete].0), "{end}");
            cuts += 1;
        }
        short += usize::from(most + 12 < bytes.len());
    }
    assert!(cuts > 2000, "{cuts}");
    assert!(short < 4, "{short}");
}

/// A list of 100 bytes, cut after 50: its count of two bytes gets one byte shorter.
#[test]
fn a_count_gets_shorter() {
    let inside: Vec<u8> = (0..100).flat_map(|number| [8, 1, b'a', 1, number, 0]).collect();
    let list = [b"\x0a\0\x09\x01l\x0a\xc8\x01".as_slice(), &inside, b"\0"].concat();
    assert!(TypeExpr::Nbt.check(Protocol::BEDROCK_NETWORK, &list).is_ok());
    let cut = &list[..8 + 50 * 6 + 2];
    let repaired = TypeExpr::Nbt.repair(Protocol::BEDROCK_NETWORK, cut).unwrap();
    let expected = [b"\x0a\0\x09\x01l\x0a\x64".as_slice(), &inside[..300], b"\0"].concat();
    assert_eq!((repaired.bytes, repaired.end), (expected, 308));
}

/// NBT of the game and of other programs, unpacked.
fn nbt_files() -> Vec<(&'static str, Vec<u8>)> {
    let names =
        ["bigtest", "complex_player", "hello_world", "inttest1023", "level", "simple_player", "string_list"];
    names.map(|name| (name, unpacked(&fixture_bytes(&format!("minecraft/nbt/{name}.nbt"))))).into()
}

fn unpacked(file: &[u8]) -> Vec<u8> {
    gamewire_files::minecraft::unpack(file, 1 << 24).unwrap().1.into_owned()
}

mod packed {
    use std::io::ErrorKind;

    use gamewire_files::minecraft::{NbtFileError, Packing, pack, unpack, unpack_prefix};

    const LIMIT: usize = 1 << 20;

    #[test]
    fn cut_files_are_unpacked_up_to_the_cut() {
        let nbt = super::nbt_files().remove(0).1;
        for packing in [Packing::Gzip, Packing::Zlib] {
            let file = pack(&nbt, packing).unwrap();
            let mut longest = 0;
            for end in 2..file.len() {
                let cut = unpack_prefix(&file[..end], LIMIT).unwrap();
                assert!(nbt.starts_with(&cut.contents), "{end}");
                assert!(cut.contents.len() >= longest, "{end}");
                longest = cut.contents.len();
                let Some(NbtFileError::Packed(damage)) = cut.damage else { panic!("{end}") };
                assert_eq!(damage.error.kind(), ErrorKind::UnexpectedEof);
                assert!(unpack(&file[..end], LIMIT).is_err());
            }
            // Only the checksum is missing.
            assert_eq!(longest, nbt.len());
        }
    }

    #[test]
    fn a_wrong_checksum_leaves_the_contents() {
        for packing in [Packing::Gzip, Packing::Zlib] {
            let mut file = pack(b"anything", packing).unwrap();
            let sum = file.len() - if packing == Packing::Gzip { 8 } else { 4 };
            file[sum] ^= 1;
            let read = unpack_prefix(&file, LIMIT).unwrap();
            assert_eq!(*read.contents, *b"anything");
            assert!(matches!(read.damage, Some(NbtFileError::Packed(_))));
            assert!(matches!(unpack(&file, LIMIT), Err(NbtFileError::Packed(_))));
        }
    }

    #[test]
    fn members_in_a_row_are_one_file_and_what_follows_is_said() {
        let [one, two] = [&b"any"[..], b"thing"].map(|text| pack(text, Packing::Gzip).unwrap());
        let both = [one, two].concat();
        assert_eq!(*unpack(&both, LIMIT).unwrap().1, *b"anything");
        assert!(matches!(unpack(&both, 7), Err(NbtFileError::TooLong { limit: 7 })));
        let followed = [&both[..], b"\0\0\0"].concat();
        let read = unpack_prefix(&followed, LIMIT).unwrap();
        assert_eq!(*read.contents, *b"anything");
        let Some(NbtFileError::Trailing { offset, count: 3 }) = read.damage else { panic!() };
        assert_eq!(offset, both.len());
        assert!(matches!(unpack(&followed, LIMIT), Err(NbtFileError::Trailing { .. })));
    }
}
