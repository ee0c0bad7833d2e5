//! Checks framings against files that Godot 3.6.2 and 4.6.3 wrote: see `tests/fixtures/framing`.

use crate::support::tsv::unhex;
use crate::support::{engine_file, fixture_text, values_of_file};
use gamewire::godot::frame::{frame, gen_frame};
use gamewire::godot::stream::{Codec, Reader, StreamError};
use gamewire::godot::{Decoder, Dialect, Framing};
use nom::Parser;

const ENGINES: [(&str, Dialect); 2] = [("3.6.2", Dialect::GODOT_3), ("4.6.3", Dialect::GODOT_4)];

const FILES: [(&str, Framing, bool, usize); 8] = [
    ("store_var_one", Framing::STORE_VAR, false, 1),
    ("store_var_several", Framing::STORE_VAR, false, 10),
    ("store_var_large", Framing::STORE_VAR, false, 3),
    ("store_var_full_objects", Framing::STORE_VAR, false, 2),
    ("store_var_big_endian", Framing::STORE_VAR, true, 10),
    ("put_var_several", Framing::PUT_VAR, false, 10),
    ("put_var_full_objects", Framing::PUT_VAR, false, 2),
    ("put_var_big_endian", Framing::PUT_VAR, true, 10),
];

fn framing(framing: Framing, big_endian: bool) -> Framing {
    if big_endian { framing.big_endian() } else { framing }
}

/// Reads frames, whosever values are in them.
fn reader(framing: Framing, bytes: &[u8]) -> Reader<&[u8]> {
    Reader::new(Codec::new(Dialect::GODOT_4).framing(framing).max_frame(u32::MAX as usize), bytes)
}

/// Frames hold the bytes of the manifest; what is read from them and written again is the file.
fn file_round_trips(version: &str, dialect: Dialect, name: &str, framing: Framing, least: usize) {
    let bytes = engine_file(version, &format!("{name}.bin"));
    let expected = values_of_file(version, &format!("{name}.bin"));
    assert!(expected.len() >= least, "{version} {name}: {} values", expected.len());

    let frames: Vec<_> = framing.frames(&bytes).collect::<Result<_, _>>().unwrap();
    assert_eq!(frames.len(), expected.len(), "{version} {name}");
    let mut reader = reader(framing, &bytes);
    for (frame, expected) in frames.iter().zip(&expected) {
        if let Some(expected) = expected {
            assert_eq!(frame.payload, expected, "{version} {name}");
        }
        assert_eq!(reader.next_frame().unwrap(), Some(*frame), "{version} {name}");
    }
    assert_eq!(reader.next_frame().unwrap(), None);

    let mut written = Vec::new();
    for value in framing.values(Decoder::new(dialect).allow_objects(true), &bytes) {
        framing.write(dialect, &value.unwrap(), &mut written).unwrap();
    }
    assert!(written == bytes, "{version} {name}: written differently");
}

#[test]
fn files_of_engines_read_and_write() {
    for (version, dialect) in ENGINES {
        for (name, kind, big_endian, least) in FILES {
            file_round_trips(version, dialect, name, framing(kind, big_endian), least);
        }
        file_round_trips(version, dialect, "packet_peer_stream", Framing::STREAM, 10);
    }
}

#[test]
fn a_frame_is_read_between_other_bytes() {
    for (version, dialect) in ENGINES {
        let bytes = engine_file(version, "store_var_mixed.bin");
        let expected = values_of_file(version, "store_var_mixed.bin");
        let (rest, first) = frame(Framing::STORE_VAR).parse(&bytes[6..]).unwrap();
        assert_eq!(Some(first), expected[0].as_deref());
        assert!(dialect.parse(first).is_ok());
        let (rest, second) = frame(Framing::STORE_VAR).parse(&rest[4 + 9 + 1 + 8..]).unwrap();
        assert_eq!(Some(second), expected[1].as_deref());
        assert_eq!(rest, b"end\n");
    }
}

#[test]
fn streams_of_packets_have_no_big_endian_form() {
    assert_eq!(Framing::STREAM.big_endian(), Framing::STREAM);
    assert_ne!(Framing::PUT_VAR.big_endian(), Framing::PUT_VAR);
    assert_eq!(Framing::BARE.big_endian(), Framing::BARE);
}

#[test]
fn a_bare_packet_is_one_frame_without_a_length() {
    for (version, dialect) in ENGINES {
        for payload in values_of_file(version, "packet_peer_stream.bin").into_iter().flatten() {
            let frames: Vec<_> = Framing::BARE.frames(&payload).collect::<Result<_, _>>().unwrap();
            assert_eq!(frames.len(), 1);
            assert_eq!((frames[0].offset, frames[0].payload), (0, &payload[..]));
            let mut written = Vec::new();
            Framing::BARE.write(dialect, &dialect.parse(&payload).unwrap(), &mut written).unwrap();
            assert_eq!(written, payload, "{version}");
            written.clear();
            Framing::BARE.wrap(&payload, &mut written).unwrap();
            assert_eq!(written, payload, "{version}");
        }
    }
    assert_eq!(Framing::BARE.frames(&[]).count(), 0);
}

/// Two `get_var` calls on files whose lengths do not fit, answered as Godot 3.6.2 and 4.6.3 do.
#[test]
fn odd_lengths_read_as_the_engine_reads_them() {
    let table = fixture_text("framing/get_var-odd-lengths.tsv");
    let mut rows = 0;
    for row in table.lines().filter(|line| !line.starts_with('#')) {
        let cells: Vec<_> = row.split('\t').collect();
        let bytes = unhex(cells[1]);
        for (cell, dialect) in [(cells[3], Dialect::GODOT_3), (cells[4], Dialect::GODOT_4)] {
            let values = Framing::STORE_VAR.values(Decoder::new(dialect).allow_trailing(true), &bytes);
            let mut ours: Vec<_> =
                values.map(|value| value.map_or("error".into(), |value| value.to_string())).collect();
            // At the end of the file the engine's second call fails again, where an iterator is over.
            ours.resize(2, "error".into());
            let engine: Vec<_> = cell.split(' ').map(|answer| answer.split('@').next().unwrap()).collect();
            assert_eq!(ours, engine, "{} {dialect}", cells[0]);
        }
        rows += 1;
    }
    assert!(rows >= 3);
}

#[test]
fn errors_have_their_offset_in_the_whole_input() {
    let bytes = [8, 0, 0, 0, 2, 0, 0, 0, 7, 0, 0, 0, 8, 0, 0, 0, 99, 0, 0, 0, 7, 0, 0, 0, 100, 0, 0, 0, 1];
    let values: Vec<_> = Framing::STORE_VAR.values(Decoder::new(Dialect::GODOT_3), &bytes).collect();
    assert_eq!(values.len(), 3);
    assert_eq!(values[0], Ok(7.into()));
    let offsets: Vec<_> = values[1..].iter().map(|value| value.as_ref().unwrap_err().offset()).collect();
    assert_eq!(offsets, [16, 24]);
    let error = values[2].as_ref().unwrap_err();
    assert_eq!(
        error.to_string(),
        "at byte 0x0018, reading frame length at $: the length is 100, but 1 byte remains"
    );

    let mut reader = reader(Framing::STORE_VAR, &bytes);
    assert_eq!(reader.next_frame().unwrap().unwrap().offset, 4);
    assert_eq!(reader.next_frame().unwrap().unwrap().offset, 16);
    match reader.next_frame() {
        Err(StreamError::Frame(streamed)) => assert_eq!(streamed, *error),
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_cut_is_incomplete() {
    let bytes = engine_file("3.6.2", "store_var_one.bin");
    for end in 1..bytes.len() {
        let error = Framing::STORE_VAR.frames(&bytes[..end]).next().unwrap().unwrap_err();
        let missing = if end < 4 { 4 - end } else { bytes.len() - end };
        assert_eq!((error.offset(), error.missing()), (0, Some(missing)), "{end}");
        match reader(Framing::STORE_VAR, &bytes[..end]).next_frame() {
            Err(StreamError::Frame(streamed)) => assert_eq!(streamed, error, "{end}"),
            other => panic!("{end}: {other:?}"),
        }
    }
}

#[test]
fn generator_mirrors_parser() {
    for (framing, length) in
        [(Framing::STORE_VAR, 7), (Framing::STORE_VAR.big_endian(), 7), (Framing::BARE, 3)]
    {
        let written = cookie_factory::gen_simple(gen_frame(framing, b"abc"), Vec::new()).unwrap();
        assert_eq!(written.len(), length);
        let (rest, payload) = frame(framing).parse(&written).unwrap();
        assert_eq!((rest, payload), (&b""[..], &b"abc"[..]));
    }
}
