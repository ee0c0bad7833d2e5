//! Checks details of the types: boundaries, strictness, versions, and values that cannot be written. The bytes are written in the
//! tests; `level.nbt` is from another codec.

use std::borrow::Cow;

use gamewire::error::DecodeErrorKind;
use gamewire::minecraft::ids;
use gamewire::minecraft::nbt::{Compound, List, Nbt, NbtView, Numbers, OptNbt, Tag};
use gamewire::minecraft::{
    Angle, Chat, Identifier, Metadata, MetadataEntry, MetadataValue, Particle, ParticleData, Position,
    Protocol, TypeExpr, TypeRow, Uuid, VarInt, VarLong,
};
use gamewire_fixtures::minecraft_samples;

const P: Protocol = Protocol::V1_14;

#[test]
fn varints_at_every_boundary() {
    // The table of the specification, section 3.
    let ints: [(i32, &[u8]); 11] = [
        (0, &[0]),
        (127, &[0x7f]),
        (128, &[0x80, 1]),
        (16383, &[0xff, 0x7f]),
        (16384, &[0x80, 0x80, 1]),
        (2_097_151, &[0xff, 0xff, 0x7f]),
        (2_097_152, &[0x80, 0x80, 0x80, 1]),
        (268_435_455, &[0xff, 0xff, 0xff, 0x7f]),
        (268_435_456, &[0x80, 0x80, 0x80, 0x80, 1]),
        (-1, &[0xff, 0xff, 0xff, 0xff, 0xf]),
        (i32::MIN, &[0x80, 0x80, 0x80, 0x80, 8]),
    ];
    for (value, bytes) in ints {
        assert_eq!(P.parse(bytes), Ok(VarInt(value)));
        assert_eq!(P.encode(&VarInt(value)), Ok(bytes.to_vec()));
    }
    for n in 1..9_u32 {
        let below = (1_i64 << (7 * n)) - 1;
        let full = [vec![0xff; n as usize - 1], vec![0x7f]].concat();
        let next = [vec![0x80; n as usize], vec![1]].concat();
        assert_eq!(P.encode(&VarLong(below)), Ok(full.clone()));
        assert_eq!(P.encode(&VarLong(below + 1)), Ok(next.clone()));
        assert_eq!((P.parse(&full), P.parse(&next)), (Ok(VarLong(below)), Ok(VarLong(below + 1))));
    }
    assert_eq!(P.encode(&VarLong(i64::MIN)).unwrap(), [[0x80; 9].as_slice(), &[1]].concat());
}

#[test]
fn a_varint_ends_with_its_last_possible_byte() {
    // Five bytes that all announce another: wrong at once, not incomplete.
    let error = P.parse::<VarInt>(&[0x80; 5]).unwrap_err();
    assert_eq!(error.kind(), &DecodeErrorKind::VarIntTooLong { max: 5 });
    assert!(P.parse::<VarInt>(&[0x80; 4]).unwrap_err().is_incomplete());
    assert_eq!(
        P.parse::<VarLong>(&[0x80; 10]).unwrap_err().kind(),
        &DecodeErrorKind::VarIntTooLong { max: 10 }
    );
    assert!(P.parse::<VarLong>(&[0x80; 9]).unwrap_err().is_incomplete());
}

#[test]
fn versions_differ_as_the_table_says() {
    let here = Position { x: 1, y: 2, z: 3 };
    assert_eq!(Protocol::V1_13.encode(&here).unwrap(), 0x4008000003_u64.to_be_bytes());
    assert_eq!(Protocol::V1_15.encode(&here).unwrap(), 0x4000003002_u64.to_be_bytes());
    // Dust is 11 in 1.13 and 14 later; 58 to 61 came with 1.15; poses with 1.14.
    let dust = [&[11_u8][..], &[0; 16]].concat();
    assert!(matches!(Protocol::V1_13.parse::<Particle>(&dust).unwrap().data, ParticleData::Dust(_)));
    let name = |of: Particle, protocol| ids::particle(of.id, &protocol).map(|row| row.name);
    let landing = P.parse_prefix::<Particle>(&dust).unwrap().0;
    assert_eq!(name(landing, Protocol::V1_14), Some("minecraft:landing_lava"));
    let falling = Protocol::V1_15.parse(&[61]).unwrap();
    assert_eq!(name(falling, Protocol::V1_15), Some("minecraft:falling_nectar"));
    assert_eq!(P.parse::<Particle>(&[58]).unwrap_err().kind().code(), "particle_id");
    assert_eq!(Protocol::V1_13.parse::<Particle>(&[50]).unwrap_err().kind().code(), "particle_id");
    assert_eq!(Protocol::V1_13.parse::<Metadata>(&[6, 18, 0, 255]).unwrap_err().kind().code(), "meta_type");
    let pose = Metadata::from(vec![MetadataEntry::new(6, MetadataValue::Pose(5))]);
    assert_eq!(Protocol::V1_13.encode(&pose).unwrap_err().to_string(), "at $[0]: 1.13.2 has no Pose");
}

#[test]
fn values_that_would_not_round_trip_are_not_written() {
    let refused = |value| {
        let metadata = Metadata::from(vec![MetadataEntry::new(1, value)]);
        P.encode(&metadata).unwrap_err().to_string()
    };
    assert_eq!(refused(MetadataValue::OptVarInt(Some(-1))), "at $[0]: -1 plus one would read back as absent");
    assert_eq!(
        refused(MetadataValue::OptBlockId(Some(0))),
        "at $[0]: block state 0 would read back as absent"
    );
    assert_eq!(refused(MetadataValue::Direction(6)), "at $[0]: 6 is out of range; the range is 0 to 5");
    let end = Metadata::from(vec![MetadataEntry::new(255, MetadataValue::Byte(0))]);
    assert!(P.encode(&end).is_err());
    let wrong = Particle::new(3, ParticleData::None);
    assert_eq!(P.encode(&wrong).unwrap_err().to_string(), "at $: this particle has other data");
    assert!(P.encode(&Particle::new(58, ParticleData::None)).is_err());
}

#[test]
fn opt_varint_wraps_as_java_does() {
    let read: Metadata = P.parse(&[0, 17, 0x80, 0x80, 0x80, 0x80, 8, 255]).unwrap();
    assert_eq!(read.get(0), Some(&MetadataValue::OptVarInt(Some(i32::MAX))));
    assert_eq!(P.encode(&read).unwrap(), [0, 17, 0x80, 0x80, 0x80, 0x80, 8, 255]);
}

#[test]
fn counts_of_64_bits_are_reported_as_they_are() {
    let list: TypeExpr = "array(i64,bool)".parse().unwrap();
    for (count, kind) in [
        (i64::MIN, DecodeErrorKind::NegativeLength { value: i64::MIN }),
        (1 << 40, DecodeErrorKind::TooLong { length: 1 << 40, limit: u32::MAX }),
        (i64::MAX, DecodeErrorKind::TooLong { length: i64::MAX.unsigned_abs(), limit: u32::MAX }),
    ] {
        let error = list.parse(P, &count.to_be_bytes()).unwrap_err();
        assert_eq!((error.kind(), error.offset()), (&kind, 0));
    }
}

#[test]
fn nbt_text_of_65535_bytes_is_written_and_one_more_refused() {
    let with = |length: usize| {
        let inner = Compound::from_iter([("text", "x".repeat(length))]);
        Nbt::unnamed(Compound::from_iter([("inner", inner)]))
    };
    let bytes = P.encode(&with(65535)).unwrap();
    assert_eq!(P.parse(&bytes), Ok(with(65535)));
    let mut buffer = b"kept".to_vec();
    let error = P.encode_into(&with(65536), &mut buffer).unwrap_err();
    assert_eq!(error.to_string(), "at $.inner.text: the length 65536 is over the limit of 65535");
    assert_eq!(buffer, b"kept", "what was begun is taken back");
    // Counted after conversion: a zero is two bytes.
    assert!(P.encode(&with(0)).is_ok());
    let zeros = Nbt::new("\0".repeat(32768), Compound::new());
    assert_eq!(P.encode(&zeros).unwrap_err().path().to_string(), "$.name");
}

#[test]
fn a_failure_says_its_path() {
    let bytes = b"\x0a\0\0\x09\0\x05items\x0a\0\0\0\x02\x08\0\x02id\0\x01x\0\x08\0\x02id\0\x02\xc3A\0\0";
    let error = P.parse::<OptNbt>(bytes).unwrap_err();
    assert_eq!(
        error.to_string(),
        "at byte 0x0020, reading String at $.items[1].id: text is not valid modified UTF-8"
    );
}

#[test]
fn views_lend_arrays_and_read_numbers_in_place() {
    let tag = Nbt::unnamed(Compound::from_iter([
        ("bytes", Tag::ByteArray(vec![7, -8].into())),
        ("array", Tag::LongArray(vec![1, -2].into())),
        ("list", Tag::List(List::Short(vec![3, -4].into()))),
    ]));
    let bytes = P.encode(&tag).unwrap();
    let view: NbtView<'_> = P.parse(&bytes).unwrap();
    let root = view.root();
    let lent = root.get("bytes").unwrap().as_bytes().unwrap();
    assert!(lent == [7, 0xf8] && bytes.as_ptr_range().contains(&lent.as_ptr()), "{lent:?}");
    let numbers = |name| {
        let tag = root.get(name).unwrap();
        let elements = tag.as_array().or_else(|| tag.as_list()).unwrap();
        elements.iter().map(|number| number.as_i64().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(["bytes", "array", "list"].map(numbers), [[7, -8], [1, -2], [3, -4]]);
    assert!(
        root.get("list").unwrap().as_array().is_none() && root.get("array").unwrap().as_bytes().is_none()
    );
    assert_eq!(
        Numbers::<i32>::try_from_wire(&[0_u8; 7][..]).unwrap_err().to_string(),
        "7 bytes are not a multiple of the element size 4"
    );
}

#[test]
fn floats_compare_as_floats() {
    let list = |x: f64| Tag::List(List::Double(vec![x].into()));
    assert_eq!(list(0.0), list(-0.0));
    assert_ne!(list(f64::NAN), list(f64::NAN));
}

#[test]
fn files_are_recognized_and_written_back_unchanged() {
    use gamewire_files::minecraft::{NbtFileError, Packing, encode_nbt_file, pack, parse_nbt_file, unpack};
    let bytes = crate::support::fixture_bytes("minecraft/nbt/level.nbt");
    let OptNbt(level) = P.parse(&bytes).unwrap();
    for packing in [Packing::None, Packing::Gzip, Packing::Zlib] {
        let file = encode_nbt_file(&level, packing).unwrap();
        let (found, read) = parse_nbt_file(&file, 1 << 20).unwrap();
        assert_eq!((found, &read), (packing, &level));
        assert_eq!(unpack(&file, 1 << 20).unwrap().1, bytes);
        assert!(matches!(parse_nbt_file(&file, bytes.len() - 1), Err(NbtFileError::TooLong { .. })));
        assert!(parse_nbt_file(&file, bytes.len()).is_ok());
    }
    let mut packed = pack(&bytes, Packing::Gzip).unwrap();
    packed.push(0);
    // Packed data that has ended is not continued, whatever its contents lack.
    for (packing, incomplete) in [(Packing::None, true), (Packing::Gzip, false), (Packing::Zlib, false)] {
        let cut = pack(&bytes[..bytes.len() - 1], packing).unwrap();
        let Err(NbtFileError::Decode(error)) = parse_nbt_file(&cut, 1 << 20) else { panic!() };
        assert_eq!(error.is_incomplete(), incomplete, "{error}");
    }
    let trailing = parse_nbt_file(&packed, 1 << 20).unwrap_err();
    assert!(matches!(trailing, NbtFileError::Trailing { count: 1, .. }));
    assert_eq!((trailing.offset(), trailing.code()), (Some(packed.len() - 1), "trailing"));
    packed.truncate(100);
    let damaged = parse_nbt_file(&packed, 1 << 20).unwrap_err();
    assert!(matches!(damaged, NbtFileError::Packed(_)));
    assert_eq!((damaged.offset(), damaged.code()), (Some(packed.len()), "packed"));
}

#[cfg(feature = "serde")]
mod serde_bridge {
    use super::*;
    use gamewire::minecraft::nbt::{from_slice as from_nbt, from_tag, to_tag, to_vec as to_nbt};
    use serde::{Deserialize, Serialize};
    use std::collections::BTreeMap;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    enum Mode {
        Survival,
        Custom { speed: f32 },
        Pair(i32, i32),
        Named(String),
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Everything {
        flag: bool,
        byte: i8,
        short: i16,
        int: i32,
        long: i64,
        unsigned: u16,
        float: f32,
        double: f64,
        text: String,
        list: Vec<i32>,
        nested: Vec<Vec<String>>,
        #[serde(with = "gamewire::minecraft::nbt::byte_array")]
        bytes: Vec<u8>,
        #[serde(with = "gamewire::minecraft::nbt::int_array")]
        ints: Vec<i32>,
        #[serde(with = "gamewire::minecraft::nbt::long_array")]
        longs: Vec<i64>,
        #[serde(with = "gamewire::minecraft::nbt::int_array")]
        none: Vec<i32>,
        absent: Option<i32>,
        present: Option<i32>,
        modes: BTreeMap<String, Mode>,
    }

    fn everything() -> Everything {
        let modes = [
            ("a", Mode::Survival),
            ("b", Mode::Custom { speed: 0.5 }),
            ("c", Mode::Pair(1, 2)),
            ("d", Mode::Named("x\0\u{1f600}".into())),
        ];
        Everything {
            flag: true,
            byte: -1,
            short: 2,
            int: 3,
            long: 4,
            unsigned: 65535,
            float: 0.5,
            double: -0.0,
            text: "日本".into(),
            list: vec![1, 2],
            nested: vec![vec!["x".into()], vec!["y".into(), "z".into()]],
            bytes: vec![0, 255],
            ints: vec![7],
            longs: vec![8, 9],
            none: vec![],
            absent: None,
            present: Some(5),
            modes: modes.into_iter().map(|(name, mode)| (name.to_string(), mode)).collect(),
        }
    }

    #[test]
    fn a_struct_round_trips() {
        let bytes = to_nbt(&everything()).unwrap();
        assert_eq!(from_nbt::<Everything>(&bytes).unwrap(), everything());
    }

    #[test]
    fn tags_are_those_of_the_table() {
        let tag = to_tag(&everything()).unwrap();
        let root = tag.as_compound().unwrap();
        assert_eq!(root.get("flag"), Some(&Tag::Byte(1)));
        // The number is stored as its bits.
        assert_eq!(root.get("unsigned"), Some(&Tag::Short(-1)));
        assert_eq!(root.get("list"), Some(&Tag::List(List::Int(vec![1, 2].into()))));
        assert_eq!(root.get("ints"), Some(&Tag::IntArray(vec![7].into())));
        assert_eq!(root.get("none"), Some(&Tag::IntArray(vec![].into())));
        assert_eq!(root.get("bytes"), Some(&Tag::ByteArray(vec![0, -1].into())));
        assert_eq!(root.get("absent"), None);
    }

    /// A type that reads a tag writes the same tag again.
    #[test]
    fn unsigned_integers_are_the_bits_of_the_tag_of_their_width() {
        type Unsigned = (u8, u16, u32, u64);
        let tag =
            |byte, short, int, long| [Tag::Byte(byte), Tag::Short(short), Tag::Int(int), Tag::Long(long)];
        let cases: [(Unsigned, _); 3] = [
            ((200, 40_000, 3_000_000_000, u64::MAX), tag(-56, -25_536, -1_294_967_296, -1)),
            ((0, 0, 0, 0), tag(0, 0, 0, 0)),
            ((127, 32_767, 1 << 31, 1 << 63), tag(127, 32_767, i32::MIN, i64::MIN)),
        ];
        for ((a, b, c, d), [byte, short, int, long]) in cases {
            assert_eq!(to_tag(&a).unwrap(), byte);
            assert_eq!(to_tag(&b).unwrap(), short);
            assert_eq!(to_tag(&c).unwrap(), int);
            assert_eq!(to_tag(&d).unwrap(), long);
            assert_eq!(from_tag::<u8>(byte).unwrap(), a);
            assert_eq!(from_tag::<u16>(short).unwrap(), b);
            assert_eq!(from_tag::<u32>(int).unwrap(), c);
            assert_eq!(from_tag::<u64>(long).unwrap(), d);
        }
        // Tags of another width by their values.
        assert_eq!(from_tag::<u8>(Tag::Int(200)).unwrap(), 200);
        assert_eq!(from_tag::<u64>(Tag::Byte(5)).unwrap(), 5);
        assert!(from_tag::<u8>(Tag::Int(-56)).is_err());
        assert!(from_tag::<u16>(Tag::Byte(-1)).is_err());
        let bytes = vec![1_u8, 255];
        assert_eq!(to_tag(&bytes).unwrap(), Tag::List(List::Byte(vec![1, -1].into())));
        assert_eq!(from_tag::<Vec<u8>>(to_tag(&bytes).unwrap()).unwrap(), bytes);
    }

    /// An absent value is written as nothing, and each field is requested once.
    #[test]
    fn a_field_is_serialized_once() {
        use std::cell::Cell;
        struct Counted<'c>(&'c Cell<u32>, Option<i32>);
        impl Serialize for Counted<'_> {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.0.set(self.0.get() + 1);
                self.1.serialize(serializer)
            }
        }
        #[derive(Serialize)]
        struct Wrapped<T>(T);
        let calls = Cell::new(0);
        let map =
            BTreeMap::from([("a", Wrapped(Counted(&calls, Some(5)))), ("b", Wrapped(Counted(&calls, None)))]);
        assert_eq!(to_tag(&map).unwrap(), Tag::Compound(Compound::from_iter([("a", 5)])));
        assert_eq!(calls.get(), 2);
        // It would read back as `None`.
        assert!(to_tag(&BTreeMap::from([("a", Some(None::<i32>))])).is_err());
        assert!(to_tag(&None::<i32>).is_err());
    }

    #[test]
    fn unsigned_integers_are_read_by_their_bits_where_serde_buffers() {
        #[derive(serde::Serialize, serde::Deserialize, Debug, PartialEq, Clone)]
        struct Light {
            #[serde(with = "gamewire::minecraft::nbt::unsigned")]
            a: u8,
            #[serde(with = "gamewire::minecraft::nbt::unsigned")]
            b: u16,
            #[serde(with = "gamewire::minecraft::nbt::unsigned")]
            c: u32,
            #[serde(with = "gamewire::minecraft::nbt::unsigned")]
            d: u64,
        }
        #[derive(serde::Serialize, serde::Deserialize, Debug, PartialEq)]
        struct Flat {
            #[serde(flatten)]
            light: Light,
        }
        #[derive(serde::Serialize, serde::Deserialize, Debug, PartialEq)]
        #[serde(untagged)]
        enum Untagged {
            Light(Light),
        }
        #[derive(serde::Serialize, serde::Deserialize, Debug, PartialEq)]
        #[serde(tag = "id")]
        enum Tagged {
            Light(Light),
        }
        let light = Light { a: 200, b: 60_000, c: 4_000_000_000, d: u64::MAX - 1 };
        let tag = to_tag(&light).unwrap();
        assert_eq!(tag.get("a"), Some(&Tag::Byte(-56)));
        assert_eq!(from_tag::<Light>(tag.clone()).unwrap(), light);
        assert_eq!(from_tag::<Flat>(tag.clone()).unwrap(), Flat { light: light.clone() });
        assert_eq!(from_tag::<Untagged>(tag).unwrap(), Untagged::Light(light.clone()));
        let tagged = Tagged::Light(light);
        assert_eq!(from_tag::<Tagged>(to_tag(&tagged).unwrap()).unwrap(), tagged);
        // A tag of another width by its value.
        let one = |a: i32| {
            Compound::from_iter([
                ("a", Tag::Int(a)),
                ("b", Tag::Byte(3)),
                ("c", Tag::Int(-1)),
                ("d", Tag::Byte(1)),
            ])
        };
        let read = from_tag::<Flat>(one(255).into()).unwrap().light;
        assert_eq!(read, Light { a: 255, b: 3, c: u32::MAX, d: 1 });
        assert!(from_tag::<Flat>(one(256).into()).is_err() && from_tag::<Flat>(one(-1).into()).is_err());
    }

    #[test]
    fn text_and_bytes_borrow_from_the_input() {
        #[derive(serde::Deserialize)]
        struct Borrowed<'a> {
            name: &'a str,
            bytes: &'a [u8],
        }
        let root =
            Compound::from_iter([("name", Tag::from("x")), ("bytes", Tag::ByteArray(vec![1_i8, -1].into()))]);
        let bytes = Protocol::V1_14.encode(&Nbt::unnamed(root)).unwrap();
        let read: Borrowed = from_nbt(&bytes).unwrap();
        assert_eq!((read.name, read.bytes), ("x", &[1, 255][..]));
        assert!(bytes.as_ptr_range().contains(&read.bytes.as_ptr()));
    }

    #[test]
    fn lists_and_arrays_are_kept_apart() {
        #[derive(Debug, Deserialize)]
        struct Listed {
            #[expect(dead_code)]
            x: Vec<i32>,
        }
        let array = Nbt::unnamed(Compound::from_iter([("x", Tag::IntArray(vec![1].into()))]));
        let error = from_nbt::<Listed>(&P.encode(&array).unwrap()).unwrap_err();
        assert_eq!(error.to_string(), "at $.x: expected a List, found an Int_Array");
    }

    #[test]
    fn errors_are_sentences_with_a_place() {
        assert_eq!(
            to_tag(&BTreeMap::from([("a", vec![Some(1), None])])).unwrap_err().to_string(),
            "at $.a: None can be left out of a struct or a map, but a value is needed here"
        );
        assert!(to_nbt(&5).unwrap_err().to_string().contains("a root is a Compound"));
        let wide = Tag::Compound(Compound::from_iter([("a", Tag::Int(300))]));
        let error = from_tag::<BTreeMap<String, i8>>(wide).unwrap_err().to_string();
        assert_eq!(error, "at $.a: invalid value: integer `300`, expected i8");
    }

    #[test]
    fn the_last_of_entries_with_equal_names_counts() {
        let twice = Tag::Compound(Compound::from_iter([("a", 1), ("b", 2), ("a", 3)]));
        let map = from_tag::<BTreeMap<String, i32>>(twice).unwrap();
        assert_eq!(map, BTreeMap::from([("a".into(), 3), ("b".into(), 2)]));
        #[derive(Debug, Deserialize, PartialEq)]
        struct Borrowed<'a> {
            name: &'a str,
        }
        let twice = Nbt::unnamed(Compound::from_iter([("name", "here"), ("name", "there")]));
        let bytes = P.encode(&twice).unwrap();
        assert_eq!(from_nbt::<Borrowed>(&bytes).unwrap(), Borrowed { name: "there" });
    }
}

#[test]
fn the_chat_limit_is_a_choice() {
    let chat = Chat::new(format!("\"{}\"", "x".repeat(40_000)));
    let bytes = Protocol::V1_14.encode(&chat).unwrap();
    assert_eq!(Protocol::V1_14.parse::<Chat>(&bytes), Ok(chat.clone()));
    let page = Protocol::V1_14.chat_limit(32767);
    assert_eq!(page.parse::<Chat>(&bytes).unwrap_err().kind().code(), "length_limit");
    assert!(page.encode(&chat).is_err());
}

#[test]
fn lossy_text_replaces_what_is_malformed() {
    let lossy = Protocol::V1_14.allow_lossy_text(true);
    assert_eq!(lossy.parse::<Cow<str>>(&[2, b'a', 0x80]).unwrap(), "a\u{fffd}");
}

#[test]
fn an_empty_namespace_means_minecraft() {
    assert_eq!(Identifier::new(":x").unwrap().namespace(), "minecraft");
    assert_eq!(Identifier::new("a:b:c").unwrap_err().offset(), 3);
}

#[test]
fn uuids_read_what_they_print() {
    let text = "069a79f4-44e9-4726-a5be-fca90e38aaf5";
    assert_eq!(text.parse::<Uuid>().unwrap().to_string(), text);
    assert!("069a79f444e94726a5befca90e38aaf5".parse::<Uuid>().is_err());
    assert!("+69a79f4-44e9-4726-a5be-fca90e38aaf5".parse::<Uuid>().is_err());
}

#[test]
fn a_coordinate_too_wide_is_refused_not_wrapped() {
    let high = Position { x: 0, y: 2048, z: 0 };
    let error = Protocol::V1_14.encode(&high).unwrap_err();
    assert_eq!(error.to_string(), "at $.y: 2048 is out of range; the range is -2048 to 2047");
    assert!(Protocol::V1_14.encode(&Position { x: 1 << 25, y: 0, z: 0 }).is_err());
}

#[test]
fn positions_of_1_13_have_the_older_order() {
    let bytes = 0x0000_0040_0800_0003_u64.to_be_bytes();
    assert_eq!(Protocol::V1_13.parse(&bytes), Ok(Position { x: 1, y: 2, z: 3 }));
}

#[test]
fn angles_are_256_steps_of_a_circle() {
    assert_eq!(Angle(64).degrees(), 90.0);
    assert_eq!(Angle::from_degrees_floor(-90.0), Some(Angle(0xc0)));
    assert_eq!(Angle::from_degrees_floor(f32::NAN), None);
}

#[test]
fn every_sample_is_canonical() {
    for sample in minecraft_samples() {
        let expr = sample.type_expr().unwrap();
        let value = expr.parse(Protocol::V1_14, sample.bytes).unwrap();
        assert_eq!(expr.encode(Protocol::V1_14, &value).unwrap(), sample.bytes, "{}", sample.name());
    }
}

#[test]
fn every_kind_has_a_sample() {
    for kind in TypeRow::ALL {
        let word = kind.expression.split([',', '(']).next().unwrap();
        let inside = format!("{word}(");
        let has = |expression: &str| expression.starts_with(word) || expression.contains(&inside);
        let has = minecraft_samples().iter().any(|sample| has(sample.expression));
        assert!(has, "{}", kind.expression);
    }
}

#[test]
fn a_replaced_character_that_an_identifier_may_not_have_is_explained() {
    let lossy = Protocol::V1_14.allow_lossy_text(true);
    // "a", and a byte that is not UTF-8. It is replaced by a character whose UTF-8 has three bytes.
    let bytes = b"\x02a\xff";
    let error = lossy.parse::<Identifier>(bytes).unwrap_err();
    assert_eq!(
        (error.offset(), error.kind()),
        (2, &DecodeErrorKind::IdentifierChar { character: '\u{fffd}' })
    );
    let explained = lossy.explain::<Identifier>(bytes).text().to_string();
    assert!(explained.contains("0x0002  ff"), "{explained}");
}
