//! Bytes of Godot: all ways to read them agree, and a value that was read can be written.

use super::bits::same;
use super::verdict::assert_own;
use super::{chosen, keys, shown, walk};
use gamewire::DecodeError;
use gamewire::godot::stream::{Codec, FrameDecoder, StreamError};
use gamewire::godot::{Decoder, Encoder, Framing, Variant, Verdict, wire};
use nom::Parser;

/// Reads the input borrowed, owned, checked, viewed, without shortcuts, as a prefix, and from a stream.
pub fn decode(data: &[u8]) {
    let Some((decoder, bytes)) = chosen(data) else { return };
    let parsed = decoder.parse(bytes);
    let outcome: Result<(), DecodeError> = parsed.as_ref().map(|_| ()).map_err(Clone::clone);
    let owned = decoder.parse(bytes);
    assert_eq!(owned.as_ref().err(), parsed.as_ref().err());
    assert_eq!(decoder.check(bytes), outcome);
    assert_eq!(decoder.view(bytes).map(|_| ()), outcome);
    if let (Ok(value), Ok(owned)) = (&parsed, &owned) {
        assert!(same(value, owned) && same(&value.clone(), value));
    }
    keys::once(&decoder, bytes);
    without_shortcuts(&decoder, bytes, &parsed);
    prefix(&decoder, bytes, &outcome);
    streamed(&decoder, bytes, &outcome);
    if let Err(error) = &outcome {
        shown::line(&error.to_string());
    }
}

/// A grammar that `run` executes may have a trace, so that it uses no shortcuts.
fn without_shortcuts(decoder: &Decoder, bytes: &[u8], parsed: &Result<Variant, DecodeError>) {
    match (decoder.parse_with(bytes, |cx, i| wire::variant(cx).parse(i)), parsed) {
        (Ok(read), Ok(value)) => {
            assert!(same(&read, value), "{read} and {value}");
            let encoder = Encoder::new(decoder.dialect());
            let written = encoder.encode_with(|cx, out| wire::gen_variant(cx, value)(out));
            assert_eq!(written.ok(), encoder.encode(value).ok());
        }
        (read, value) => {
            let (read, value) = (read.as_ref().err(), value.as_ref().err());
            let place = |error: &DecodeError| (error.offset(), *error.kind());
            match (read, value) {
                // The grammar reports the number that is too great, and the decoder the later place where the input ends.
                (Some(at), Some(end)) if at.offset() < end.offset() && at.missing().is_some() => {
                    assert_eq!(at.missing(), end.missing());
                }
                (read, value) => assert_eq!(read.map(place), value.map(place)),
            }
        }
    }
}

fn prefix(decoder: &Decoder, bytes: &[u8], parsed: &Result<(), DecodeError>) {
    match (decoder.parse_prefix(bytes), decoder.check_prefix(bytes), decoder.view_prefix(bytes)) {
        (Ok((_, rest)), Ok(read), Ok((view, left))) => {
            assert_eq!((read + rest.len(), view.as_wire().len()), (bytes.len(), read));
            assert_eq!(left, rest);
            // Reading only these bytes gives the same value. One byte less is an error, except for padding at
            // the end, which may be missing, and for events of Godot 2, which may extend to the end of their
            // input.
            assert_eq!(decoder.check(&bytes[..read]), Ok(()));
            if let Err(cut) = decoder.check(&bytes[..read - 1]) {
                assert!(cut.offset() < read, "{cut}");
            }
        }
        (Err(parse), Err(check), Err(view)) => {
            assert_eq!((&check, &view), (&parse, &parse));
            assert_eq!(parsed.as_ref(), Err(&parse));
            let Err(error) = parsed else { panic!("a prefix is refused and the whole is not") };
            assert!(error.offset() <= bytes.len() && !error.to_string().is_empty(), "{error}");
        }
        (parse, check, view) => panic!("{parse:?}, {check:?} and {view:?}"),
    }
}

fn streamed(decoder: &Decoder, bytes: &[u8], parsed: &Result<(), DecodeError>) {
    let mut frame = Vec::new();
    Framing::PUT_VAR.wrap(bytes, &mut frame).unwrap();
    let mut stream = FrameDecoder::new(Codec::new(*decoder).framing(Framing::PUT_VAR));
    stream.push(&frame);
    match (stream.next_value(), parsed) {
        (Ok(Some(_)), Ok(())) => {}
        (Err(StreamError::Value(error)), Err(alone)) => assert_eq!(error, alone.clone().in_slice(4)),
        (streamed, alone) => panic!("{streamed:?} and alone {alone:?}"),
    }
}

/// A view agrees with the decoded value.
pub fn view(data: &[u8]) {
    let Some((decoder, bytes)) = chosen(data) else { return };
    walk::agree(&decoder, bytes);
    let owned = decoder.view_owned(bytes.to_vec());
    match (owned, decoder.view(bytes)) {
        (Ok(owned), Ok(view)) => assert_eq!(owned.view(), view),
        (owned, view) => assert_eq!(owned.map(drop), view.map(drop)),
    }
}

/// A value that was read can be written, and is then read back unchanged.
pub fn round_trip(data: &[u8]) {
    let Some((decoder, bytes)) = chosen(data) else { return };
    let Ok((value, rest)) = decoder.parse_prefix(bytes) else { return };
    let dialect = decoder.dialect();
    let written = match dialect.encode(&value) {
        Ok(written) => written,
        // Reading removes only the first of two byte order marks. The second one would be lost at the next read, so
        // that such a text cannot be written.
        Err(error) => {
            let marks = bytes.windows(6).any(|six| six == b"\xef\xbb\xbf\xef\xbb\xbf");
            return assert!(marks, "what was read can be written: {error}");
        }
    };
    assert_eq!(dialect.encoded_len(&value), Ok(written.len()));
    let mut place = vec![0; written.len()];
    assert_eq!(dialect.encode_to_slice(&value, &mut place).map(|left| left.len()), Ok(0));
    assert_eq!(place, written);
    // A dialect of single precision writes doubles in fewer bits, so that different keys may become equal.
    let decoder = decoder.allow_objects(true).keep_duplicates(true);
    let again = decoder.parse(&written).expect("what was written can be read");
    let rewritten = dialect.encode(&again).expect("and written again");
    assert_eq!(rewritten, written);
    assert_own(&decoder, &written, &again);
    if let Verdict::Differs { why, .. } = decoder.verify(&bytes[..bytes.len() - rest.len()]) {
        shown::line(&why);
    }
}
