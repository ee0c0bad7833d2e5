//! Streams: the result does not depend on where the input is cut. The first bytes choose the dialect, the
//! framing, the limit and the cuts.

use super::chosen;
use gamewire::godot::Framing;
use gamewire::godot::stream::{Codec, FrameDecoder, Reader, StreamError};

/// Reads frames from the whole input, in random chunks, byte by byte, from a reader, and with the iterator.
pub fn frames(data: &[u8]) {
    let Some((decoder, rest)) = chosen(data) else { return };
    let Some(([framing, limit, count], rest)) = rest.split_first_chunk() else { return };
    let framings = [
        Framing::PUT_VAR,
        Framing::PUT_VAR.big_endian(),
        Framing::STREAM,
        Framing::STORE_VAR,
        Framing::STORE_VAR.big_endian(),
        Framing::BARE,
    ];
    let framing = framings[usize::from(*framing) % framings.len()];
    let Some((cuts, bytes)) = rest.split_at_checked(usize::from(count % 8)) else { return };
    let limit = if *limit == 0xff { usize::MAX } else { usize::from(*limit) * 4 };
    let codec = Codec::new(decoder).framing(framing).max_frame(limit);
    let whole = pushed(&codec, [bytes].into_iter());
    let mut ends: Vec<usize> = cuts.iter().map(|cut| usize::from(*cut) * (bytes.len() + 1) / 256).collect();
    ends.extend([0, bytes.len()]);
    ends.sort_unstable();
    assert_eq!(pushed(&codec, ends.windows(2).map(|ends| &bytes[ends[0]..ends[1]])), whole);
    assert_eq!(pushed(&codec, bytes.chunks(1)), whole);
    let read: Vec<_> = Reader::new(codec.clone(), bytes).map(|answer| format!("{answer:?}")).collect();
    assert_eq!(read, whole);
    alone(framing, &Codec::new(decoder).framing(framing).max_frame(usize::MAX), bytes);
}

/// Returns everything that the decoder returns, as text. A view must exist exactly if there is a value.
fn pushed<'a>(codec: &Codec, chunks: impl Iterator<Item = &'a [u8]>) -> Vec<String> {
    let mut stream = FrameDecoder::new(codec.clone());
    let mut views = FrameDecoder::new(codec.clone());
    let mut answers = Vec::new();
    let mut take = |stream: &mut FrameDecoder, views: &mut FrameDecoder| loop {
        let needed = stream.needed();
        let view = views.next_view().map(|view| view.is_some()).map_err(|error| error.to_string());
        let Some(answer) = stream.next() else {
            assert_eq!(view, Ok(false));
            break;
        };
        assert_eq!(needed, 0, "{answer:?}");
        let valued = answer.as_ref().map(|_| true).map_err(StreamError::to_string);
        assert_eq!(view, valued);
        answers.push(format!("{answer:?}"));
    };
    for chunk in chunks {
        stream.push(chunk);
        views.push(chunk);
        take(&mut stream, &mut views);
    }
    stream.finish();
    views.finish();
    take(&mut stream, &mut views);
    answers
}

/// Without a limit, the iterator returns the same frames as the stream, and writing the frames gives the same
/// bytes.
fn alone(framing: Framing, codec: &Codec, bytes: &[u8]) {
    let mut stream = FrameDecoder::new(codec.clone());
    stream.push(bytes);
    stream.finish();
    let mut written = Vec::new();
    for frame in framing.frames(bytes) {
        match (frame, stream.next_frame()) {
            (Ok(expected), Ok(Some(frame))) => {
                assert_eq!(expected, frame);
                framing.wrap(frame.payload, &mut written).expect("it was framed before");
            }
            (Err(expected), Err(error)) => assert_eq!(expected.to_string(), error.to_string()),
            (expected, frame) => panic!("{expected:?} and {frame:?}"),
        }
    }
    assert!(matches!(stream.next_frame(), Ok(None)));
    assert!(bytes.starts_with(&written) || framing == Framing::STREAM, "{written:?}");
}
