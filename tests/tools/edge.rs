//! Checks that the entry points agree: for the same bytes, all of them return the same error at the same offset. The bytes are
//! written in the tests.

use gamewire::godot::{Decoder, Dialect, Encoder, Verdict};
use gamewire::minecraft::{Position, Protocol, TypeExpr, VarInt};
use gamewire::{DecodeError, DecodeErrorKind, EncodeErrorKind};
use gamewire_files::godot::ProjectFile;
use nom::Parser as _;

/// A null of Godot, and as many bytes more.
const NIL: [u8; 8] = [0; 8];

/// Returns the results of all ways to read the same input.
fn every_way(
    parse: Result<(), DecodeError>,
    check: Result<(), DecodeError>,
    verify: Verdict,
    explained: Option<DecodeError>,
) -> DecodeError {
    let error = parse.expect_err("the input is wrong");
    assert_eq!(check.as_ref(), Err(&error));
    assert_eq!(verify, Verdict::Rejected(error.clone()));
    assert_eq!(explained.as_ref(), Some(&error));
    error
}

fn godot(decoder: Decoder, bytes: &[u8]) -> DecodeError {
    assert_eq!(decoder.parse(bytes).map(drop), decoder.parse(bytes).map(drop));
    assert_eq!(decoder.view(bytes).map(drop), decoder.parse(bytes).map(drop));
    every_way(
        decoder.parse(bytes).map(drop),
        decoder.check(bytes),
        decoder.verify(bytes),
        decoder.explain(bytes).error().cloned(),
    )
}

fn minecraft(protocol: Protocol, bytes: &[u8]) -> DecodeError {
    let known = every_way(
        protocol.parse::<VarInt>(bytes).map(drop),
        protocol.check::<VarInt>(bytes),
        protocol.verify::<VarInt>(bytes),
        protocol.explain::<VarInt>(bytes).error().cloned(),
    );
    let varint: TypeExpr = "varint".parse().expect("a type");
    let at_run_time = every_way(
        varint.parse(protocol, bytes).map(drop),
        varint.check(protocol, bytes),
        varint.verify(protocol, bytes),
        varint.explain(protocol, bytes).error().cloned(),
    );
    assert_eq!(known, at_run_time);
    known
}

#[test]
fn too_long_at_the_first_byte_over_the_limit() {
    let errors = [
        godot(Decoder::new(Dialect::GODOT_3).max_bytes(4), &NIL),
        minecraft(Protocol::V1_14.max_bytes(4), &[0x80, 0x80, 0x80, 0x80, 1]),
    ];
    for error in errors {
        assert_eq!((error.offset(), error.kind()), (4, &DecodeErrorKind::InputTooLong { limit: 4 }));
    }
}

/// A limit is the last length that is allowed, and one byte less is an error, of reading and of writing.
#[test]
fn a_limit_is_the_last_length_that_is_allowed() {
    use gamewire::godot::wire;
    const INT: [u8; 8] = [2, 0, 0, 0, 5, 0, 0, 0];
    for (limit, allowed) in [(9, true), (8, true), (7, false)] {
        let decoder = Decoder::new(Dialect::GODOT_3).max_bytes(limit);
        assert_eq!(decoder.parse(&INT).is_ok(), allowed);
        assert_eq!(decoder.check(&INT).is_ok(), allowed);
        let run = decoder.parse_with(&INT, |cx, i| wire::variant(cx).parse(i).map(|(i, _)| (i, ())));
        assert_eq!(run.is_ok(), allowed);
        let encoder = Encoder::new(Dialect::GODOT_3).max_bytes(limit);
        // The slice is longer than the value, and than the limit.
        let mut slice = [7; 20];
        assert_eq!(
            encoder.encode_to_slice(&5.into(), &mut slice).map(|rest| rest.len()).ok(),
            allowed.then_some(12)
        );
        assert_eq!(encoder.encode(&5.into()).is_ok(), allowed);
    }
}

#[test]
fn trailing_bytes_where_they_begin() {
    let project = b"ECFG\0\0\0\0\0\0\0\0";
    let errors = [
        (4, godot(Decoder::new(Dialect::GODOT_3), &NIL)),
        (1, minecraft(Protocol::V1_14, &[5, 0, 0, 0, 0])),
        (8, ProjectFile::parse(project).expect_err("four bytes are left")),
    ];
    for (offset, error) in errors {
        assert_eq!((error.offset(), error.kind()), (offset, &DecodeErrorKind::TrailingBytes { count: 4 }));
    }
    let prefixes = [
        Decoder::new(Dialect::GODOT_3).check_prefix(&NIL),
        Protocol::V1_14.check_prefix::<VarInt>(&[0x80, 0x80, 0x80, 1, 0]),
        ProjectFile::parse_prefix(project).map(|(_, rest)| rest.len()),
    ];
    for length in prefixes {
        assert_eq!(length, Ok(4));
    }
    let lenient = Decoder::new(Dialect::GODOT_3).allow_trailing(true);
    assert_eq!((lenient.check(&NIL), lenient.verify(&NIL)), (Ok(()), Verdict::Identical));
}

#[test]
fn missing_bytes_have_the_offset_of_the_cut() {
    let errors = [
        godot(Decoder::new(Dialect::GODOT_3), &[2, 0, 0]),
        ProjectFile::parse(b"ECF").expect_err("a byte is missing"),
        minecraft(Protocol::V1_14, &[]),
    ];
    for error in errors {
        assert_eq!((error.offset(), error.missing()), (0, Some(1)), "{error}");
    }
}

#[test]
fn writing_has_limits_too() {
    let here = Position { x: 1, y: 2, z: 3 };
    let mut buffer = vec![7];
    let godot = Encoder::new(Dialect::GODOT_3).max_bytes(4);
    let minecraft = Protocol::V1_14.max_bytes(4);
    let errors = [
        godot.encode_into(&true.into(), &mut buffer),
        minecraft.encode_into(&here, &mut buffer),
        godot.encoded_len(&true.into()).map(drop),
        minecraft.encoded_len(&here).map(drop),
        godot.encode_to_slice(&true.into(), &mut [0; 8]).map(drop),
        minecraft.encode_to_slice(&here, &mut [0; 8]).map(drop),
    ];
    for error in errors {
        let error = error.expect_err("eight bytes are too many");
        assert_eq!(error.kind(), &EncodeErrorKind::TooLong { length: 8, limit: 4 });
    }
    assert_eq!(buffer, [7]);
}
