//! Checks the codec under tokio: every framing and dialect, small buffers, slow peers and false lengths. The streams are recorded
//! from Godot 3.6.2 and 4.6.3, or made of the samples of the crate.
#![cfg(feature = "tokio")]

use crate::stream_support::{Recorded, recorded};
use crate::support::tsv::unhex;
use futures_util::{FutureExt, SinkExt, StreamExt};
use gamewire::DecodeErrorKind;
use gamewire::godot::stream::{Codec, StreamError};
use gamewire::godot::{Decoder, Dialect, Framing, OwnedView, Variant};
use gamewire_fixtures as fixtures;
use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};
use tokio::net::UdpSocket;
use tokio_util::bytes::{Bytes, BytesMut};
use tokio_util::codec::{Decoder as _, Encoder as _, Framed, FramedRead, FramedWrite};
use tokio_util::udp::UdpFramed;

#[tokio::test]
async fn streams_of_engines_come_through_the_smallest_buffers() {
    for Recorded { name, dialect, framing, bytes, values } in recorded() {
        for room in [1, 7, 4096] {
            let (mut engine, ours) = duplex(room);
            let sent = bytes.clone();
            let engine = tokio::spawn(async move {
                engine.write_all(&sent).await.unwrap();
                engine.shutdown().await.unwrap();
                let mut back = Vec::new();
                engine.read_to_end(&mut back).await.unwrap();
                back
            });
            let mut client = Framed::new(ours, Codec::new(dialect).framing(framing));
            let mut came = Vec::new();
            while let Some(value) = client.next().await {
                came.push(value.unwrap());
            }
            let encoded: Vec<_> = came.iter().map(|value| dialect.encode(value).unwrap()).collect();
            assert_eq!(encoded, values, "{name}");
            for value in &came {
                client.send(value).await.unwrap();
            }
            drop(client);
            assert_eq!(engine.await.unwrap(), bytes, "{name}: sent back");
        }
    }
}

#[tokio::test]
async fn every_type_of_every_dialect_in_every_framing_as_values_and_as_views() {
    let framings = [Framing::PUT_VAR, Framing::PUT_VAR.big_endian(), Framing::STREAM, Framing::STORE_VAR];
    for &dialect in fixtures::GODOT {
        let samples = fixtures::godot_samples(dialect);
        let decoder = Decoder::new(dialect).allow_objects(true);
        for framing in framings {
            let codec = Codec::new(decoder).framing(framing);
            let mut expected = Vec::new();
            for sample in &samples {
                framing.wrap(&sample.bytes, &mut expected).unwrap();
            }
            let mut views = FramedRead::new(&expected[..], codec.clone().views());
            let mut values = FramedRead::new(&expected[..], codec.clone());
            let mut written = FramedWrite::new(Vec::new(), codec.clone());
            let mut passed_on = FramedWrite::new(Vec::new(), codec.clone().views());
            for sample in &samples {
                let view = views.next().await.unwrap().unwrap();
                assert_eq!(view.as_wire(), sample.bytes, "{dialect} {}", sample.name);
                passed_on.send(&view).await.unwrap();
                written.send(values.next().await.unwrap().unwrap()).await.unwrap();
            }
            assert!(views.next().await.is_none() && values.next().await.is_none());
            assert_eq!(*written.get_ref(), expected, "{dialect} {framing:?}");
            assert_eq!(*passed_on.get_ref(), expected, "{dialect} {framing:?}");
        }
        // A packet in its own buffer, as a datagram or a message comes.
        let mut codec = Codec::new(decoder).framing(Framing::BARE);
        for sample in &samples {
            let mut packet = BytesMut::from(&sample.bytes[..]);
            assert!(codec.decode(&mut packet).unwrap().is_none());
            let value = codec.decode_eof(&mut packet).unwrap().unwrap();
            assert!(packet.is_empty() && codec.decode_eof(&mut packet).unwrap().is_none());
            codec.encode(value, &mut packet).unwrap();
            assert_eq!(packet, sample.bytes, "{dialect} {}", sample.name);
            let message = Bytes::from(sample.bytes.clone());
            let view: OwnedView<Bytes> = decoder.view_owned(message).unwrap();
            packet.clear();
            codec.encode(view, &mut packet).unwrap();
            assert_eq!(packet, sample.bytes, "{dialect} {}", sample.name);
        }
    }
}

/// A sender is held back once what waits reaches the boundary, and goes on when the other side reads.
#[tokio::test]
async fn a_reader_that_does_not_read_holds_the_writer_back() {
    let (theirs, ours) = duplex(64);
    let mut client = Framed::new(ours, Codec::new(Dialect::GODOT_4));
    client.set_backpressure_boundary(1000);
    let mut taken: i64 = 0;
    while client.feed(Variant::Int(taken)).now_or_never().is_some() {
        taken += 1;
        assert!(client.write_buffer().len() < 1000 + 12, "one frame over the boundary at most");
        assert!(taken < 1000);
    }
    // 64 bytes are on their way and some 1000 wait, in frames of 12.
    assert!((80..100).contains(&taken), "{taken}");

    let reader = tokio::spawn(async move {
        let numbers = FramedRead::new(theirs, Codec::new(Dialect::GODOT_4));
        numbers.map(|value| value.unwrap().as_i64().unwrap()).collect::<Vec<_>>().await
    });
    for number in taken..2000 {
        client.send(Variant::Int(number)).await.unwrap();
    }
    SinkExt::<Variant>::close(&mut client).await.unwrap();
    drop(client);
    assert_eq!(reader.await.unwrap(), (0..2000).collect::<Vec<_>>());
}

#[tokio::test]
async fn a_length_that_is_too_great_ends_the_stream_and_reserves_nothing() {
    for length in [1u32 << 31, u32::MAX, (8 << 20) + 1] {
        let (mut theirs, ours) = duplex(64);
        let mut client = Framed::new(ours, Codec::new(Dialect::GODOT_4));
        theirs.write_all(&length.to_le_bytes()).await.unwrap();
        let error = client.next().await.unwrap().unwrap_err();
        let StreamError::Frame(why) = &error else { panic!("{error:?}") };
        assert_eq!(why.kind(), &DecodeErrorKind::TooLong { length: length.into(), limit: 8 << 20 });
        assert!(client.next().await.is_none());
    }
    // The length is the greatest allowed one, but the bytes never arrive. Memory is reserved only for those
    // that did, and for 64 KiB.
    let (mut theirs, ours) = duplex(64);
    let mut client = Framed::new(ours, Codec::new(Dialect::GODOT_4));
    theirs.write_all(&(8u32 << 20).to_le_bytes()).await.unwrap();
    theirs.write_all(&[1; 40]).await.unwrap();
    assert!(client.next().now_or_never().is_none());
    assert_eq!(client.read_buffer().len(), 44);
    assert!(client.read_buffer().capacity() < 100_000, "{}", client.read_buffer().capacity());
}

/// A good frame, one over the limit of 12, one that holds nonsense, and a good one.
const MIXED: &str = "080000000200000005000000\
     1000000004000000080000006162636465666768\
     080000006300000000000000\
     0800000002000000f9ffffff";

#[tokio::test]
async fn errors_end_a_stream_unless_it_recovers() {
    let mixed = unhex(MIXED);
    for room in [1, 5, 1000] {
        let start = || {
            let (mut theirs, ours) = duplex(room);
            let sent = mixed.clone();
            tokio::spawn(async move { theirs.write_all(&sent).await });
            ours
        };
        let codec = Codec::new(Dialect::GODOT_3).max_frame(12);
        let mut strict = Framed::new(start(), codec.clone());
        assert_eq!(strict.next().await.unwrap().unwrap(), 5);
        assert!(strict.next().await.unwrap().is_err());
        assert!(strict.next().await.is_none());

        let mut views = Framed::new(start(), codec.clone().views().recovering());
        let mut tolerant = Framed::new(start(), codec.clone().recovering());
        // A frame of 20 bytes is over the limit, one of 12 has no value.
        for wanted in [Ok(5), Err(20), Err(12), Ok(-7)] {
            let view = views.next().await.unwrap().unwrap();
            let view = view.map(|view| view.view().as_i64().unwrap());
            assert_eq!(view.map_err(|refused| refused.frame_len), wanted);
            let value = tolerant.next().await.unwrap().unwrap();
            let value = value.map(|value| value.as_i64().unwrap());
            assert_eq!(value.map_err(|refused| refused.frame_len), wanted);
        }
        assert!(views.next().await.is_none() && tolerant.next().await.is_none());
    }
}

#[tokio::test]
async fn the_end_inside_a_frame_is_an_error_even_for_those_who_recover() {
    let cut = &unhex(MIXED)[..10];
    let mut values = FramedRead::new(cut, Codec::new(Dialect::GODOT_3).recovering());
    let error = values.next().await.unwrap().unwrap_err();
    assert!(!error.can_continue());
    assert_eq!(
        error.to_string(),
        "at byte 0x0000, reading frame length at $: the length is 8, but 6 bytes remain"
    );
    assert!(values.next().await.is_none());
}

#[tokio::test]
async fn an_error_of_sending_leaves_the_stream_unchanged() {
    let codec = Codec::new(Dialect::GODOT_3).max_frame(8);
    let mut client = FramedWrite::new(Vec::new(), codec);
    client.send(Variant::Int(5)).await.unwrap();
    assert!(matches!(client.feed(Variant::from("too long")).await, Err(StreamError::Encode(_))));
    let unknown = gamewire::godot::Vector4::new(1.0, 2.0, 3.0, 4.0);
    assert!(matches!(client.feed(Variant::from(unknown)).await, Err(StreamError::Encode(_))));
    client.send(Variant::Int(5)).await.unwrap();
    assert_eq!(*client.get_ref(), unhex("080000000200000005000000").repeat(2));
}

#[tokio::test]
async fn the_datagram_after_an_invalid_one_is_read() {
    let socket = UdpSocket::bind("127.0.0.1:0").await.unwrap();
    let here = socket.local_addr().unwrap();
    let codec = Codec::new(Dialect::GODOT_4).framing(Framing::BARE).max_frame(100);
    let mut packets = UdpFramed::new(socket, codec);
    let theirs = UdpSocket::bind("127.0.0.1:0").await.unwrap();
    let five = unhex("0200000005000000");
    for packet in [&five[..], &[99, 0, 0, 0], &[2, 0], &[0; 101], &five, &five[..7], &five] {
        theirs.send_to(packet, here).await.unwrap();
    }
    for right in [true, false, false, false, true, false, true] {
        match packets.next().await.unwrap() {
            Ok((value, sender)) => {
                assert_eq!((value, sender), (5.into(), theirs.local_addr().unwrap()));
                assert!(right);
            }
            Err(error) => {
                assert!(!right && error.can_continue(), "{error}");
                // A datagram is whole.
                assert!(!matches!(&error, StreamError::Value(error) if error.is_incomplete()), "{error}");
            }
        }
    }
    packets.send((Variant::Int(5), theirs.local_addr().unwrap())).await.unwrap();
    let mut place = [0; 100];
    let count = theirs.recv(&mut place).await.unwrap();
    assert_eq!(&place[..count], five);
}

/// One packet to many: a view of it shares its bytes.
#[tokio::test]
async fn a_view_is_passed_on_without_a_copy() {
    let frame = unhex("080000000200000005000000");
    let mut views = FramedRead::new(&frame[..], Codec::new(Dialect::GODOT_4).views());
    let packet = views.next().await.unwrap().unwrap();
    let clone = packet.clone();
    assert_eq!(packet.as_wire().as_ptr(), clone.as_wire().as_ptr());
    assert_eq!(packet, clone);
    assert_eq!(format!("{packet:?}"), "OwnedVariantView(int, 8 bytes)");
    let mut out = FramedWrite::new(Vec::new(), Codec::new(Dialect::GODOT_4));
    out.send(packet.view()).await.unwrap();
    out.send(clone).await.unwrap();
    assert_eq!(*out.get_ref(), frame.repeat(2));
}

/// A buffer is at most twice as long as the received bytes, whatever length a peer sends.
#[test]
fn a_length_reserves_nothing() {
    let mut codec = Codec::new(Dialect::GODOT_4).max_frame(usize::MAX);
    let mut source = BytesMut::new();
    source.extend_from_slice(&[0xff, 0xff, 0xff, 0x7f]);
    assert!(codec.decode(&mut source).unwrap().is_none());
    assert!(source.capacity() <= 64, "{} bytes are reserved for four", source.capacity());
    for _ in 0..1000 {
        source.extend_from_slice(&[0; 100]);
        assert!(codec.decode(&mut source).unwrap().is_none());
        assert!(source.capacity() <= 2 * source.len() + 200, "{} for {}", source.capacity(), source.len());
    }
}
