//! Checks properties that hold for every value and for all bytes, in every dialect. proptest generates the values and the bytes.
//!
//! `PROPTEST_CASES` sets how many cases are tried, 256 by default; the dialects share them.

use std::io::{self, Write};

use crate::godot_support::bits::same;
use crate::godot_support::texts::begins_with_mark;
use crate::godot_support::tried::{any_value, hostile, in_every_dialect};
use crate::godot_support::verdict::assert_own;
use crate::support::positions::{config, positions};
use cookie_factory::gen_simple;
use gamewire::error::Segment;
use gamewire::godot::generate::dialect;
use gamewire::godot::{
    Array, Decoder, Dialect, Dictionary, ElementType, EntryTypes, InputEvent, Kind, Object, ObjectData,
    OldNodePath, Rid, Table, Variant, Verdict, wire,
};
use gamewire::grammar::Settings;
use gamewire::limits::Limits;
use gamewire::{DecodeErrorKind, EncodeErrorKind};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseResult, TestRunner};

/// Reads full objects, and keeps what the engine would make one entry: all that was written comes back.
fn complete(dialect: Dialect) -> Decoder {
    Decoder::new(dialect).allow_objects(true).keep_duplicates(true)
}

#[test]
fn every_value_round_trips_bit_by_bit() {
    in_every_dialect(any_value, |dialect, value| {
        let bytes = dialect.encode(&value)?;
        prop_assert_eq!(bytes.len() % 4, 0, "engines write multiples of four");
        let back = complete(dialect).parse(&bytes)?;
        prop_assert!(same(&value, &back), "{:x?} reads as {:?}", bytes, back);
        assert_own(&complete(dialect), &bytes, &back);
        Ok(())
    });
}

#[test]
fn reading_viewing_and_cloning_are_the_same() {
    in_every_dialect(any_value, |dialect, value| {
        let bytes = dialect.encode(&value)?;
        let decoder = Decoder::new(dialect).allow_objects(true);
        let read = decoder.parse(&bytes)?;
        prop_assert!(same(&read, &decoder.view(&bytes)?.to_variant()));
        prop_assert!(same(&read, &read.clone()));
        Ok(())
    });
}

/// A value that takes the place of another in its bytes, differing at one place: of keys, too.
#[test]
fn a_value_that_replaces_another_is_read_back() {
    let strategy = |dialect| (any_value(dialect), any_value(dialect), any::<prop::sample::Index>());
    in_every_dialect(strategy, |dialect, (old, part, at)| {
        let bytes = dialect.encode(&old)?;
        for decoder in [complete(dialect), Decoder::new(dialect).allow_objects(true)] {
            let mut new = decoder.parse(&bytes)?;
            let paths: Vec<_> = new.walk().with_keys().with_paths().map(|(path, _)| path).collect();
            if new.set_path(at.get(&paths), part.clone()).is_ok()
                && let Ok(expected) = dialect.encode(&new)
            {
                let changed = decoder.set_value(&bytes, &new)?;
                prop_assert!(same(&decoder.parse(&changed)?, &decoder.parse(&expected)?), "{:x?}", changed);
            }
        }
        Ok(())
    });
}

#[test]
fn encoded_len_is_the_length_written() {
    in_every_dialect(any_value, |dialect, value| {
        let bytes = dialect.encode(&value)?;
        prop_assert_eq!(dialect.encoded_len(&value)?, bytes.len());

        let mut exact = vec![0xaa; bytes.len()];
        let left = dialect.encode_to_slice(&value, &mut exact)?.len();
        prop_assert_eq!(left, 0);
        prop_assert_eq!(&exact, &bytes);

        let mut roomy = vec![0xaa; bytes.len() + 3];
        prop_assert_eq!(dialect.encode_to_slice(&value, &mut roomy)?, &[0xaa; 3]);

        let mut short = vec![0; bytes.len() - 1];
        let error = dialect.encode_to_slice(&value, &mut short).unwrap_err();
        prop_assert_eq!(error.kind(), &EncodeErrorKind::Write);

        let mut buffer = b"before".to_vec();
        dialect.encode_into(&value, &mut buffer)?;
        prop_assert_eq!(&buffer[..6], b"before");
        prop_assert_eq!(&buffer[6..], &bytes[..]);
        Ok(())
    });
}

/// A writer that takes three bytes at a time, and now and then none because it was interrupted.
#[derive(Default)]
struct Reluctant {
    bytes: Vec<u8>,
    calls: usize,
}

impl Write for Reluctant {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.calls += 1;
        if self.calls.is_multiple_of(5) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let taken = bytes.len().min(3);
        self.bytes.extend_from_slice(&bytes[..taken]);
        Ok(taken)
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn partial_writes_are_continued() {
    in_every_dialect(any_value, |dialect, value| {
        let rules = wire::Rules::from(dialect);
        let settings = Settings::new(&rules, Limits::GODOT);
        let cx = settings.cx();
        let generator = wire::gen_variant(cx, &value);
        let (writer, written) =
            cookie_factory::r#gen(generator, Reluctant::default()).expect("it takes all in the end");
        let bytes = dialect.encode(&value)?;
        prop_assert_eq!(&writer.bytes, &bytes);
        prop_assert_eq!(written, bytes.len() as u64);
        Ok(())
    });
}

/// A writer that fails after a number of bytes.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0 < bytes.len() {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.0 -= bytes.len();
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn an_error_of_the_writer_is_an_error() {
    in_every_dialect(any_value, |dialect, value| {
        let rules = wire::Rules::from(dialect);
        let settings = Settings::new(&rules, Limits::GODOT);
        let cx = settings.cx();
        let length = dialect.encoded_len(&value)?;
        let generate = |room| gen_simple(wire::gen_variant(cx, &value), Full(room)).is_ok();
        prop_assert!(generate(length));
        prop_assert!(!generate(length - 1));
        prop_assert!(!generate(0));
        Ok(())
    });
}

/// Every way of reading says the same of these bytes, and none panics.
fn all_agree(decoder: Decoder, bytes: &[u8]) -> TestCaseResult {
    let parsed = decoder.parse(bytes);
    let error = parsed.as_ref().err();
    prop_assert_eq!(decoder.check(bytes).err(), error.cloned());

    let owned = decoder.parse(bytes);
    prop_assert_eq!(owned.as_ref().err(), error);
    if let (Ok(borrowed), Ok(owned)) = (&parsed, &owned) {
        prop_assert!(same(borrowed, owned));
    }

    let explanation = decoder.explain(bytes);
    prop_assert_eq!(explanation.error(), error);
    let mut end = 0;
    for row in explanation.rows() {
        prop_assert_eq!(row.start, end, "{}", explanation.text());
        prop_assert!(row.len > 0);
        end += row.len;
    }
    prop_assert_eq!(end, bytes.len(), "{}", explanation.text());

    match (decoder.verify(bytes), error) {
        (Verdict::Rejected(rejected), Some(error)) => prop_assert_eq!(&rejected, error),
        (Verdict::Identical | Verdict::Padding { .. } | Verdict::Differs { .. }, None) => {}
        (verdict, _) => prop_assert!(false, "{:?} of what parse answers {:?}", verdict, parsed),
    }

    match (decoder.parse_prefix(bytes), decoder.check_prefix(bytes)) {
        (Ok((value, rest)), Ok(read)) => {
            prop_assert_eq!(bytes.len() - rest.len(), read);
            match &parsed {
                Ok(whole) => prop_assert!(same(whole, &value)),
                Err(error) => {
                    prop_assert_eq!(error.kind(), &DecodeErrorKind::TrailingBytes { count: rest.len() });
                    prop_assert_eq!(error.offset(), read);
                }
            }
        }
        (Err(prefix), Err(checked)) => {
            prop_assert_eq!(Some(&prefix), error);
            prop_assert_eq!(Some(&checked), error);
        }
        (prefix, checked) => prop_assert!(false, "{:?} against {:?}", prefix, checked),
    }
    if let Some(error) = error {
        prop_assert!(error.offset() <= bytes.len());
        prop_assert!(error.missing() != Some(0), "nothing is missing, and yet: {error}");
        let _ = (error.to_string(), format!("{error:?}"), error.path().segments().len());
    }
    Ok(())
}

#[test]
fn bytes_never_panic_and_all_readers_agree_on_them() {
    in_every_dialect(hostile, |dialect, bytes| {
        all_agree(Decoder::new(dialect), &bytes)?;
        all_agree(Decoder::new(dialect).allow_objects(true).allow_trailing(true), &bytes)?;
        all_agree(
            Decoder::new(dialect.old_node_path(OldNodePath::Padded)).max_depth(3).max_bytes(100),
            &bytes,
        )?;
        all_agree(Decoder::new(dialect.old_node_path(OldNodePath::Unpadded).allow_64_bit_flag(true)), &bytes)
    });
}

/// Found by the property above: the explanation knew another number of missing bytes, and no limit.
#[test]
fn an_explanation_ends_with_the_same_error() {
    let half_a_vector = [5, 0, 0, 0, 0, 0, 0x80, 0x3f];
    let error = gamewire::parse_variant(&half_a_vector).unwrap_err();
    assert_eq!((error.offset(), error.missing()), (8, Some(4)));
    assert_eq!(Decoder::new(Dialect::GODOT_3).explain(&half_a_vector).error(), Some(&error));

    let decoder = Decoder::new(Dialect::GODOT_3).max_bytes(4);
    let explanation = decoder.explain(&[1, 0, 0, 0, 1, 0, 0, 0]);
    let kind = explanation.error().map(gamewire::DecodeError::kind);
    assert_eq!(kind, Some(&DecodeErrorKind::InputTooLong { limit: 4 }));
}

#[test]
fn values_that_were_read_round_trip() {
    in_every_dialect(hostile, |dialect, bytes| {
        let decoder = Decoder::new(dialect).allow_objects(true);
        let Ok((value, rest)) = decoder.parse_prefix(&bytes) else { return Ok(()) };
        // Two marks at the start of a text: each reading takes one away, in the engine as here.
        prop_assume!(!begins_with_mark(&value));
        let written = dialect.encode(&value)?;
        prop_assert!(written.len() <= 3 * (bytes.len() - rest.len()), "{:x?}", written);
        // Doubles read by a single-precision dialect are written narrower: keys may have become the same.
        let decoder = complete(dialect);
        let again = decoder.parse(&written)?;
        prop_assert_eq!(&dialect.encode(&again)?, &written);
        assert_own(&decoder, &written, &again);
        Ok(())
    });
}

/// Found by fuzzing: a path as text, undecodable, cut at a separator into parts that read as nothing.
#[test]
fn an_undecodable_path_changes_no_more() {
    let bytes = [15, 0, 0, 0, 4, 0, 0, 0, 0xd5, b'/', 0xc8, 0xc8];
    let path = Dialect::GODOT_3_0.parse(&bytes).unwrap();
    let written = Dialect::GODOT_3_0.encode(&path).unwrap();
    let again = Dialect::GODOT_3_0.parse(&written).unwrap();
    assert_eq!(Dialect::GODOT_3_0.encode(&again).unwrap(), written);
}

#[test]
fn every_prefix_is_reported_as_incomplete() {
    in_every_dialect(any_value, |dialect, value| {
        let bytes = dialect.encode(&value)?;
        let decoder = Decoder::new(dialect).allow_objects(true);
        for end in positions(bytes.len()) {
            match decoder.parse(&bytes[..end]) {
                Err(error) => {
                    prop_assert!(error.is_incomplete(), "{} of {} bytes: {error}", end, bytes.len());
                    // Never asks for more than there is to come.
                    prop_assert!(
                        error.missing() <= Some(bytes.len() - end),
                        "{} of {} bytes: {error}",
                        end,
                        bytes.len()
                    );
                }
                // Only padding at the very end may be missing, and in Godot 2 the length of an event that has
                // no fields.
                Ok(_) => {
                    let spare = if dialect.table() == Table::Godot2 { 4 } else { 3 };
                    prop_assert!(end + spare >= bytes.len(), "{} of {} bytes were a value", end, bytes.len());
                }
            }
        }
        Ok(())
    });
}

#[test]
fn values_that_a_dialect_lacks_are_errors_with_their_path() {
    let config = Config { source_file: Some(file!()), ..config(256) };
    let pair = (dialect(), dialect()).prop_flat_map(|(from, to)| (Just(to), any_value(from)));
    let tried = TestRunner::new(config).run(&pair, |(to, value)| {
        let inside = Variant::from(vec![Variant::Nil, value.clone()]);
        match (to.encode(&value), to.encode(&inside)) {
            (Ok(bytes), Ok(_)) => {
                complete(to).check(&bytes)?;
                prop_assert_eq!(to.encoded_len(&value)?, bytes.len());
            }
            (Err(error), Err(inner)) => {
                prop_assert_eq!(error.kind(), inner.kind());
                prop_assert_eq!(inner.path().segments().first(), Some(&Segment::Index(1)));
                prop_assert_eq!(&inner.path().segments()[1..], error.path().segments());
                prop_assert_eq!(to.encoded_len(&value), Err(error.clone()));
                let mut buffer = b"before".to_vec();
                prop_assert_eq!(to.encode_into(&value, &mut buffer), Err(error.clone()));
                prop_assert_eq!(&buffer, b"before");
                let mut place = vec![0; 1 << 14];
                prop_assert_eq!(to.encode_to_slice(&value, &mut place).err(), Some(error));
            }
            (alone, inside) => prop_assert!(false, "{alone:?} alone, {inside:?} in an array"),
        }
        Ok(())
    });
    if let Err(failure) = tried {
        panic!("{failure}");
    }
}

/// Each reason for refusing, once, with the place.
#[test]
fn errors_of_writing() {
    let array = |element| Variant::from(Array::typed(element, Vec::new()));
    let not_in = |kind, dialect: Dialect| EncodeErrorKind::NotInDialect { kind, dialect: dialect.name() };
    let is = |dialect: Dialect, value: Variant, kind: EncodeErrorKind| {
        let holder: Dictionary = [("at", Variant::from(vec![value]))].into_iter().collect();
        let error = dialect.encode(&holder.into()).unwrap_err();
        assert_eq!(error.kind(), &kind);
        assert_eq!(error.to_string(), format!("at $.at[0]: {kind}"));
    };
    let (two, three, four) = (Dialect::GODOT_2, Dialect::GODOT_3, Dialect::GODOT_4);
    is(
        two,
        Variant::Int(1 << 31),
        EncodeErrorKind::OutOfRange { value: 1 << 31, min: i32::MIN.into(), max: i32::MAX.into() },
    );
    is(two, Variant::StringName("a".into()), not_in("StringName", two));
    is(three, Variant::Callable, not_in("Callable", three));
    is(four, InputEvent::default().into(), not_in("InputEvent", four));
    is(three, array(ElementType::Builtin(Kind::Int)), not_in("typed Array", three));
    is(four, array(ElementType::Builtin(Kind::Image)), not_in("Image", four));
    let types = EntryTypes { key: Some(ElementType::Builtin(Kind::Int)), value: None };
    let typed = || Variant::from(Dictionary::typed(types.clone(), Vec::new()));
    is(Dialect::GODOT_4_3, typed(), not_in("typed Dictionary", Dialect::GODOT_4_3));

    let inexpressible = |dialect: Dialect, value: Variant| {
        let error = dialect.encode(&value).unwrap_err();
        assert!(matches!(error.kind(), EncodeErrorKind::NotExpressible { .. }), "{error}");
    };
    inexpressible(three, Rid(7).into());
    // A lone surrogate, which Godot 3 holds and Godot 4 would not read.
    let surrogate = || gamewire::godot::Text::from_non_utf8_bytes(vec![0xed, 0xa0, 0x80]);
    assert!(three.encode(&Variant::String(surrogate())).is_ok());
    inexpressible(four, Variant::String(surrogate()));
    inexpressible(four, Variant::PackedStringArray(vec![surrogate()]));
    inexpressible(two, Object::Id(7).into());
    inexpressible(three, ObjectData::default().into());
    let event = gamewire::godot::Event::Other { kind: 4 };
    inexpressible(two, InputEvent { device: 0, event }.into());
    assert_eq!(two.table(), Table::Godot2);
}

/// The engine ends a text at its first NUL: writing what is after it would lose it.
#[test]
fn text_with_a_nul_is_refused_everywhere() {
    let texts = ["a\0b", "\0", "eight..\0", "more than sixteen bytes, then\0one more"];
    for &dialect in Dialect::ALL {
        for text in texts {
            let path = gamewire::godot::NodePath { names: vec![text.into()], ..Default::default() };
            for value in
                [Variant::from(text), Variant::PackedStringArray(vec![text.into()]), Variant::from(path)]
            {
                let error = dialect.encode(&Variant::from(vec![value])).unwrap_err();
                assert!(matches!(error.kind(), EncodeErrorKind::NotExpressible { .. }), "{dialect}: {error}");
                assert_eq!(error.path().segments().first(), Some(&Segment::Index(0)), "{dialect}: {error}");
            }
        }
    }
}
