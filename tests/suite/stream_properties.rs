//! Checks that any bytes, cut anywhere, give the same answers as the whole. proptest generates the bytes and the cuts.

use crate::support::positions::config;
use gamewire::godot::stream::{Codec, FrameDecoder, Reader};
use gamewire::godot::{Dialect, Framing};
use proptest::collection::vec;
use proptest::prelude::*;

/// Bytes that are now and then frames, and lengths that are now and then true.
fn stream() -> impl Strategy<Value = Vec<u8>> {
    let value = prop_oneof![
        any::<i32>().prop_map(|int| [&[2, 0, 0, 0][..], &int.to_le_bytes()].concat()),
        vec(any::<u8>(), 0..30),
        "[a-z]{0,12}".prop_map(|text| Dialect::GODOT_4.encode(&text.into()).unwrap()),
    ];
    let chunk = prop_oneof![
        8 => value.prop_map(|value| {
            let mut frame = Vec::new();
            Framing::PUT_VAR.wrap(&value, &mut frame).unwrap();
            frame
        }),
        1 => vec(any::<u8>(), 0..6),
        1 => (0u32..100, 0usize..30).prop_map(|(length, came)| [&length.to_le_bytes()[..], &vec![1; came]].concat()),
    ];
    vec(chunk, 0..12).prop_map(|chunks| chunks.concat())
}

/// All values and errors of a stream, as text.
fn pushed<'a>(codec: &Codec, chunks: impl Iterator<Item = &'a [u8]>) -> Vec<String> {
    let mut stream = FrameDecoder::new(codec.clone());
    let mut answers = Vec::new();
    for chunk in chunks {
        stream.push(chunk);
        answers.extend((&mut stream).map(|answer| format!("{answer:?}")));
        assert_eq!(stream.next().map(drop), None);
    }
    stream.finish();
    answers.extend(stream.map(|answer| format!("{answer:?}")));
    answers
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn the_cuts_do_not_matter(bytes in stream(), cuts in vec(any::<prop::sample::Index>(), 0..8), limit in 0usize..60) {
        for framing in [Framing::PUT_VAR, Framing::PUT_VAR.big_endian(), Framing::STREAM] {
            let codec = Codec::new(Dialect::GODOT_4).framing(framing).max_frame(limit);
            let whole = pushed(&codec, [&bytes[..]].into_iter());
            let mut ends: Vec<_> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
            ends.extend([0, bytes.len()]);
            ends.sort_unstable();
            let chunks = ends.windows(2).map(|ends| &bytes[ends[0]..ends[1]]);
            prop_assert_eq!(&pushed(&codec, chunks), &whole);
            prop_assert_eq!(&pushed(&codec, bytes.chunks(1)), &whole);
            let read: Vec<_> = Reader::new(codec.clone(), &bytes[..]).map(|answer| format!("{answer:?}")).collect();
            prop_assert_eq!(&read, &whole);
        }
    }

    /// Without a limit, as the iterator over bytes that are all there.
    #[test]
    fn a_stream_is_its_frames(bytes in stream()) {
        for framing in [Framing::PUT_VAR, Framing::PUT_VAR.big_endian(), Framing::STREAM, Framing::BARE] {
            let codec = Codec::new(Dialect::GODOT_4).framing(framing).max_frame(usize::MAX);
            let mut stream = FrameDecoder::new(codec);
            stream.push(&bytes);
            stream.finish();
            for frame in framing.frames(&bytes) {
                match (frame, stream.next_frame()) {
                    (Ok(expected), Ok(Some(frame))) => prop_assert_eq!(expected, frame),
                    (Err(expected), Err(error)) => prop_assert_eq!(expected.to_string(), error.to_string()),
                    (expected, frame) => prop_assert!(false, "{expected:?} and {frame:?}"),
                }
            }
            prop_assert!(stream.next_frame().unwrap().is_none());
        }
    }
}
