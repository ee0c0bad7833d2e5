//! Checks streams that arrive in chunks of any size, with errors in them, and from peers that are slow or send false lengths. The
//! streams are recorded from Godot 3.6.2 and 4.6.3, or made of the samples of the crate.

use crate::stream_support::{Recorded, recorded};
use crate::support::tsv::unhex;
use gamewire::godot::stream::{Codec, FrameDecoder, Reader, StreamError, Writer};
use gamewire::godot::{Decoder, Dialect, Framing, OwnedView};
use gamewire::{DecodeError, DecodeErrorKind, EncodeErrorKind};
use gamewire_fixtures as fixtures;

/// The engine's stream in these chunks gives the engine's values, as frames, as values and as views.
fn arrives<'a>(stream: &Recorded, chunks: impl Iterator<Item = &'a [u8]> + Clone, what: &str) {
    let Recorded { name, dialect, framing, values, .. } = stream;
    let new = || FrameDecoder::new(Codec::new(*dialect).framing(*framing));
    let (mut frames, mut views, mut trees, mut owned) = (new(), new(), new(), new());
    let mut came = [const { Vec::new() }; 4];
    for chunk in chunks {
        frames.push(chunk);
        while let Some(frame) = frames.next_frame().unwrap() {
            came[0].push(frame.payload.to_vec());
        }
        views.push(chunk);
        while let Some(view) = views.next_view().unwrap() {
            came[1].push(view.as_wire().to_vec());
        }
        trees.push(chunk);
        while let Some(value) = trees.next_value().unwrap() {
            came[2].push(dialect.encode(&value).unwrap());
        }
        owned.push(chunk);
        came[3].extend((&mut owned).map(|value| dialect.encode(&value.unwrap()).unwrap()));
    }
    for came in came {
        assert_eq!(came, *values, "{name}, {what}");
    }
    for mut decoder in [frames, views, trees, owned] {
        assert_eq!(decoder.buffered(), 0, "{name}, {what}");
        decoder.finish();
        assert!(decoder.next_frame().unwrap().is_none(), "{name}, {what}");
    }
}

#[test]
fn a_stream_may_be_cut_anywhere() {
    for stream in recorded() {
        let bytes = &stream.bytes;
        arrives(&stream, [&bytes[..]].into_iter(), "whole");
        arrives(&stream, bytes.chunks(1), "byte by byte");
        for size in [2, 3, 5, 7, 64, 1000] {
            arrives(&stream, bytes.chunks(size), &format!("in chunks of {size}"));
        }
        for cut in 0..=bytes.len() {
            let (left, right) = bytes.split_at(cut);
            arrives(&stream, [left, right].into_iter(), &format!("cut at {cut}"));
        }
    }
}

#[test]
fn readers_and_writers_agree_with_the_engines() {
    for Recorded { name, dialect, framing, bytes, values } in recorded() {
        let codec = Codec::new(dialect).framing(framing);
        let mut writer = Writer::new(codec.clone(), Vec::new());
        for value in Reader::new(codec.clone(), &bytes[..]) {
            writer.write(&value.unwrap()).unwrap();
        }
        assert_eq!(writer.into_inner(), bytes, "{name}");

        let mut writer = Writer::new(codec.clone(), Vec::new());
        let mut reader = Reader::new(codec.clone(), &bytes[..]);
        let mut seen = Vec::new();
        while let Some(view) = reader.next_view().unwrap() {
            writer.write_view(view).unwrap();
            seen.push(view.as_wire().to_vec());
        }
        assert_eq!(seen, values, "{name}");
        assert_eq!(writer.into_inner(), bytes, "{name}");
    }
}

#[test]
fn every_type_of_every_dialect_goes_through_every_framing() {
    let framings = [Framing::PUT_VAR, Framing::PUT_VAR.big_endian(), Framing::STREAM, Framing::STORE_VAR];
    for &dialect in fixtures::GODOT {
        let samples = fixtures::godot_samples(dialect);
        assert!(samples.len() > 20, "{dialect}");
        let decoder = Decoder::new(dialect).allow_objects(true);
        for framing in framings {
            let codec = Codec::new(decoder).framing(framing);
            let mut expected = Vec::new();
            let mut writer = Writer::new(codec.clone(), Vec::new());
            for sample in &samples {
                framing.wrap(&sample.bytes, &mut expected).unwrap();
                writer.write(&sample.value).unwrap();
            }
            let written = writer.into_inner();
            assert_eq!(written, expected, "{dialect} {framing:?}");
            let mut reader = Reader::new(codec, &written[..]);
            for sample in &samples {
                let view = reader.next_view().unwrap().unwrap();
                assert_eq!(view.as_wire(), sample.bytes, "{dialect} {}", sample.name);
            }
            assert!(reader.next_view().unwrap().is_none());
        }
        // A packet has no length, and ends where it is said to.
        let mut packets = FrameDecoder::new(Codec::new(decoder).framing(Framing::BARE));
        for sample in &samples {
            for chunk in sample.bytes.chunks(3) {
                packets.push(chunk);
                assert!(packets.next_view().unwrap().is_none());
            }
            packets.finish();
            assert_eq!(packets.needed(), 0);
            assert_eq!(packets.next_view().unwrap().unwrap().as_wire(), sample.bytes);
            assert!(packets.next_view().unwrap().is_none());
        }
    }
}

#[test]
fn an_incomplete_input_has_the_number_of_missing_bytes() {
    for Recorded { dialect, framing, bytes, values, .. } in recorded() {
        let mut stream = FrameDecoder::new(Codec::new(dialect).framing(framing));
        let (mut rest, mut pushes, mut came) = (&bytes[..], 0, 0);
        while !rest.is_empty() {
            let (chunk, after) = rest.split_at(stream.needed());
            stream.push(chunk);
            (rest, pushes) = (after, pushes + 1);
            if stream.needed() == 0 {
                assert!(stream.next_frame().unwrap().is_some());
                came += 1;
            } else {
                assert!(stream.next_frame().unwrap().is_none());
            }
        }
        // A length, then what it says.
        assert_eq!((came, pushes), (values.len(), 2 * values.len()));
    }
    let mut stream = FrameDecoder::new(Dialect::GODOT_3);
    assert_eq!(stream.needed(), 4);
    stream.push(&[8, 0, 0]);
    assert_eq!(stream.needed(), 1);
    stream.push(&[0, 2]);
    assert_eq!(stream.needed(), 7);
}

/// 2^31 is where an engine's own signed length turns negative.
#[test]
fn a_length_over_the_limit_is_refused_before_its_bytes_come() {
    for (length, limit) in
        [(1 << 31, None), (u32::MAX, None), ((8 << 20) + 1, None), (9, Some(8)), (1, Some(0))]
    {
        for framing in [Framing::PUT_VAR, Framing::PUT_VAR.big_endian()] {
            let codec = Codec::new(Dialect::GODOT_3).framing(framing);
            let codec = limit.map_or(codec.clone(), |limit: u32| codec.max_frame(limit as usize));
            let mut stream = FrameDecoder::new(codec);
            let big_endian = framing == Framing::PUT_VAR.big_endian();
            let word = if big_endian { length.to_be_bytes() } else { length.to_le_bytes() };
            stream.push(&word[..3]);
            assert!(stream.next_view().unwrap().is_none());
            stream.push(&word[3..]);
            let error = stream.next_view().unwrap_err();
            let StreamError::Frame(why) = &error else { panic!("{error:?}") };
            let limit = limit.unwrap_or(8 << 20);
            assert_eq!(why.kind(), &DecodeErrorKind::TooLong { length: length.into(), limit });
            assert_eq!(
                error.to_string(),
                format!(
                    "at byte 0x0000, reading frame length at $: length {length} is over the limit of {limit}"
                )
            );
            assert!(error.can_continue());
            assert_eq!(stream.buffered(), 0);
            assert_eq!(stream.needed(), (length as usize).saturating_add(4));
            if length > 1000 {
                stream.push(&[1; 1000]);
                assert_eq!(
                    (stream.buffered(), stream.needed()),
                    (0, (length as usize - 1000).saturating_add(4))
                );
            }
        }
    }
    let mut stream = FrameDecoder::new(Dialect::GODOT_3);
    stream.push(&(8u32 << 20).to_le_bytes());
    assert!(stream.next_view().unwrap().is_none());
    assert_eq!(stream.needed(), 8 << 20);
}

/// A good frame, one that is too long, one that holds nonsense, and a good one; with the offset of each answer.
const MIXED: &str = "080000000200000005000000\
     1000000004000000080000006162636465666768\
     080000006300000000000000\
     0800000002000000f9ffffff";

#[test]
fn after_an_error_the_next_frame_comes() {
    let mixed = unhex(MIXED);
    for size in 1..=mixed.len() {
        let codec = Codec::new(Dialect::GODOT_3).max_frame(12);
        let mut stream = FrameDecoder::new(codec.clone());
        let mut answers = Vec::new();
        for chunk in mixed.chunks(size) {
            stream.push(chunk);
            answers.extend(&mut stream);
            assert!(stream.buffered() < 16, "what is refused is not kept");
        }
        stream.finish();
        answers.extend(&mut stream);
        check_mixed(&answers, &format!("in chunks of {size}"));
    }
    let codec = Codec::new(Dialect::GODOT_3).max_frame(12);
    check_mixed(&Reader::new(codec.clone(), &mixed[..]).collect::<Vec<_>>(), "from a reader");
    check_mixed(
        &Reader::new(codec, &mut crate::stream_support::Slow::drips(&mixed))
            .filter(there)
            .collect::<Vec<_>>(),
        "slowly",
    );
}

/// `{"hp": 9}`, cut anywhere, in a frame of that length: more input does not help.
#[test]
fn a_frame_that_lacks_bytes_is_not_incomplete() {
    let value = unhex("1b000000010000000400000002000000687000000200000009000000");
    for framing in [Framing::STORE_VAR, Framing::PUT_VAR.big_endian(), Framing::BARE] {
        for end in 1..value.len() {
            let mut stream = Vec::new();
            framing.wrap(&value[..end], &mut stream).unwrap();
            let wrong = |error: DecodeError| {
                assert!(matches!(error.kind(), DecodeErrorKind::SliceTooShort { .. }), "{end}: {error}");
                assert!(!error.is_incomplete() && error.offset() >= stream.len() - end, "{end}: {error}");
                error.to_string()
            };
            let decoder = Decoder::new(Dialect::GODOT_4);
            let frame = framing.frames(&stream).next().unwrap().unwrap();
            let expected = wrong(frame.parse(&decoder).unwrap_err());
            let owned = wrong(frame.parse(&decoder).unwrap_err());
            let view = wrong(frame.view(&decoder).unwrap_err());
            assert_eq!([&owned, &view], [&expected; 2]);
            let value = framing.values(decoder, &stream).next().unwrap();
            assert_eq!(wrong(value.unwrap_err()), expected);
            let codec = Codec::new(Dialect::GODOT_4).framing(framing);
            let Err(StreamError::Value(error)) = Reader::new(codec, &stream[..]).next().unwrap() else {
                panic!()
            };
            assert_eq!(wrong(error), expected);
        }
    }
    // A count, and the part that is cut.
    let error = |frame: &[u8]| {
        let mut stream = Vec::new();
        Framing::STORE_VAR.wrap(frame, &mut stream).unwrap();
        let value = Framing::STORE_VAR.values(Decoder::new(Dialect::GODOT_4), &stream).next();
        value.unwrap().unwrap_err().to_string()
    };
    assert_eq!(
        error(&unhex("1c000000e803000002000000")),
        "at byte 0x0008, reading Array at $: count 1000 needs at least 3996 more bytes than the frame has"
    );
    assert_eq!(
        error(&value[..20]),
        "at byte 0x0018, reading Dictionary at $.hp: the frame ends here, at least 4 more bytes are needed"
    );
}

fn there<T>(answer: &Result<T, StreamError>) -> bool {
    !matches!(answer, Err(StreamError::Io(_)))
}

fn check_mixed(answers: &[Result<gamewire::godot::Variant, StreamError>], what: &str) {
    let [Ok(first), Err(StreamError::Frame(long)), Err(StreamError::Value(wrong)), Ok(last)] = answers else {
        panic!("{what}: {answers:?}")
    };
    assert_eq!((first, last), (&5.into(), &(-7).into()), "{what}");
    assert_eq!(
        (long.offset(), long.kind()),
        (12, &DecodeErrorKind::TooLong { length: 16, limit: 12 }),
        "{what}"
    );
    assert_eq!(
        (wrong.offset(), wrong.kind()),
        (36, &DecodeErrorKind::UnknownType { id: 99, dialect: "godot3" }),
        "{what}"
    );
}

#[test]
fn the_end_inside_a_frame_is_the_end() {
    for Recorded { name, dialect, framing, bytes, .. } in recorded() {
        let codec = Codec::new(dialect).framing(framing);
        let ends: Vec<usize> =
            framing.frames(&bytes).map(|f| f.unwrap()).map(|f| f.offset + f.payload.len()).collect();
        for end in 1..bytes.len() {
            let mut reader = Reader::new(codec.clone(), &bytes[..end]);
            let mut pushed = FrameDecoder::new(codec.clone());
            pushed.push(&bytes[..end]);
            pushed.finish();
            let whole = ends.iter().filter(|at| **at <= end).count();
            assert_eq!(reader.by_ref().take(whole).filter(Result::is_ok).count(), whole, "{name} {end}");
            assert_eq!(pushed.by_ref().take(whole).filter(Result::is_ok).count(), whole, "{name} {end}");
            if ends.contains(&end) {
                assert!(reader.next().is_none() && pushed.next().is_none(), "{name} {end}");
                continue;
            }
            let in_memory = framing.frames(&bytes[..end]).find_map(Result::err).unwrap();
            for error in [reader.next().unwrap().unwrap_err(), pushed.next().unwrap().unwrap_err()] {
                assert!(!error.can_continue(), "{name} {end}");
                match error {
                    StreamError::Frame(streamed) => assert_eq!(streamed, in_memory, "{name} {end}"),
                    other => panic!("{name} {end}: {other:?}"),
                }
            }
            assert!(reader.next().is_none() && pushed.next().is_none(), "{name} {end}");
            pushed.push(&bytes);
            assert!(pushed.next().is_none() && pushed.buffered() == 0, "nothing can follow");
        }
    }
}

#[test]
fn the_end_inside_a_refused_frame_is_reported() {
    let codec = Codec::new(Dialect::GODOT_3).max_frame(8);
    let bytes = [&[8, 0, 0, 0, 2, 0, 0, 0, 5, 0, 0, 0, 100, 0, 0, 0][..], &[1; 30]].concat();
    let answers: Vec<_> =
        Reader::new(codec, &bytes[..]).map(|answer| answer.map_err(|error| error.to_string())).collect();
    assert_eq!(
        answers[1..],
        [
            Err("at byte 0x000c, reading frame length at $: length 100 is over the limit of 8".to_string()),
            Err("at byte 0x000c, reading frame length at $: the length is 100, but 30 bytes remain"
                .to_string()),
        ]
    );
}

#[test]
fn the_packet_after_one_over_the_limit_is_read() {
    let mut packets = FrameDecoder::new(Codec::new(Dialect::GODOT_3).framing(Framing::BARE).max_frame(12));
    packets.push(&[7; 10]);
    assert!(packets.next_value().unwrap().is_none());
    packets.push(&[7; 10]);
    let error = packets.next_value().unwrap_err();
    assert!(error.can_continue());
    assert_eq!(
        error.to_string(),
        "at byte 0x000c, reading a packet at $: the input is longer than the limit of 12 bytes"
    );
    packets.push(&[7; 1000]);
    assert!(packets.next_value().unwrap().is_none());
    assert_eq!(packets.buffered(), 0);
    packets.finish();
    assert!(packets.next_value().unwrap().is_none());
    packets.push(&[2, 0, 0, 0, 5, 0, 0, 0]);
    packets.finish();
    assert_eq!(packets.next_value().unwrap(), Some(5.into()));
}

#[test]
fn bytes_after_a_value_in_a_frame_are_refused_unless_allowed() {
    let frame = unhex("0c000000020000000500000000000000");
    let error = Reader::new(Dialect::GODOT_3, &frame[..]).next().unwrap().unwrap_err();
    assert_eq!(error.to_string(), "at byte 0x000c, reading a value at $: 4 bytes follow the value");
    let as_the_engine = Decoder::new(Dialect::GODOT_3).allow_trailing(true);
    let mut reader = Reader::new(as_the_engine, &frame[..]);
    let view = reader.next_view().unwrap().unwrap();
    assert_eq!(view.as_wire().len(), 8);
    let owned: OwnedView = as_the_engine.view_owned(frame[4..].to_vec()).unwrap();
    assert_eq!((owned.as_wire(), owned.view().as_i64()), (&frame[4..12], Some(5)));
    assert_eq!(owned.into_inner(), &frame[4..]);
}

#[test]
fn a_value_that_cannot_be_written_writes_nothing() {
    let codec = Codec::new(Dialect::GODOT_3).max_frame(8);
    let mut writer = Writer::new(codec, Vec::new());
    writer.write(&5.into()).unwrap();
    let long = writer.write(&"longer".into()).unwrap_err();
    assert!(long.can_continue());
    let StreamError::Encode(error) = long else { panic!("{long:?}") };
    assert_eq!(*error.kind(), EncodeErrorKind::TooLong { length: 16, limit: 8 });
    let view = [4, 0, 0, 0, 6, 0, 0, 0, b'l', b'o', b'n', b'g', b'e', b'r', 0, 0];
    assert!(writer.write_view(Dialect::GODOT_3.view(&view).unwrap()).is_err());
    let unknown = gamewire::godot::Vector4::new(1.0, 2.0, 3.0, 4.0);
    assert!(matches!(writer.write(&unknown.into()), Err(StreamError::Encode(_))));
    // A view of another dialect is written as this one writes the value.
    let theirs = Dialect::GODOT_4.encode(&true.into()).unwrap();
    writer.write_view(Dialect::GODOT_4.view(&theirs).unwrap()).unwrap();
    assert_eq!(writer.into_inner(), unhex("080000000200000005000000080000000100000001000000"));

    let packed = Dialect::GODOT_4.encode(&vec![gamewire::godot::Variant::Int(1)].into()).unwrap();
    let mut writer = Writer::new(Dialect::GODOT_3, Vec::new());
    writer.write_view(Dialect::GODOT_4.view(&packed).unwrap()).unwrap();
    assert_eq!(writer.into_inner(), unhex("1000000013000000010000000200000001000000"));
}

#[test]
fn values_can_be_sent_to_another_thread() {
    fn sent_and_shared<T: Send + Sync + 'static>() {}
    sent_and_shared::<Codec>();
    sent_and_shared::<FrameDecoder>();
    sent_and_shared::<Reader<std::net::TcpStream>>();
    sent_and_shared::<Writer<std::net::TcpStream>>();
    sent_and_shared::<StreamError>();
    sent_and_shared::<OwnedView>();
    sent_and_shared::<OwnedView<std::sync::Arc<[u8]>>>();
    #[cfg(feature = "tokio")]
    {
        use gamewire::godot::stream::{Recovering, Refused, ViewCodec};
        sent_and_shared::<Refused>();
        sent_and_shared::<ViewCodec>();
        sent_and_shared::<Recovering<ViewCodec>>();
        sent_and_shared::<OwnedView<tokio_util::bytes::Bytes>>();
    }
}
