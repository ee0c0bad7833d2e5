//! Checks streams of packets: those that npm minecraft-protocol wrote (`tests/fixtures/minecraft/stream`), and hostile ones, which
//! are written in the tests.

use std::io::{self, Read};

use crate::support::fixture_bytes;
use crate::support::tsv::unhex;
use gamewire::minecraft::stream::{Codec, FrameDecoder, Reader, StreamError, Writer};
use gamewire::minecraft::{Protocol, VarInt};

fn fixture(name: &str) -> Vec<u8> {
    fixture_bytes(&format!("minecraft/stream/{name}"))
}

/// The packets that are in both streams.
fn packets() -> Vec<Vec<u8>> {
    let text = String::from_utf8(fixture("packets.txt")).unwrap();
    text.lines().map(|line| unhex(line.split('\t').nth(1).unwrap())).collect()
}

fn plain() -> Codec {
    Codec::new(Protocol::V1_14)
}

/// All packets of a stream that is cut into parts of these lengths.
fn pushed(codec: Codec, stream: &[u8], part: usize) -> Vec<Vec<u8>> {
    let mut frames = FrameDecoder::new(codec);
    let mut found = Vec::new();
    for part in stream.chunks(part) {
        frames.push(part);
        while let Some(packet) = frames.next_packet().unwrap() {
            found.push(packet.as_wire().to_vec());
        }
    }
    frames.finish();
    assert!(frames.next_packet().unwrap().is_none());
    assert_eq!(frames.buffered(), 0);
    found
}

#[test]
fn packets_of_another_codec_are_read_and_written_the_same() {
    let stream = fixture("plain.bin");
    let all: Vec<Vec<u8>> =
        Reader::new(plain(), &stream[..]).map(|packet| packet.unwrap().into_wire().into_owned()).collect();
    assert!(all == packets());
    for part in [1, 2, 3, 7, 1000, stream.len()] {
        assert!(pushed(plain(), &stream, part) == packets(), "{part}");
    }
    let mut writer = Writer::new(plain(), Vec::new());
    for packet in packets() {
        writer.write_packet(&packet).unwrap();
    }
    assert!(writer.into_inner() == stream);
    // Keep Alive of 1.14: id 32, a Long.
    let mut reader = Reader::new(plain(), &stream[..]);
    let first = reader.next_packet().unwrap().unwrap();
    assert_eq!((first.id().unwrap(), first.parse::<i64>(&Protocol::V1_14).unwrap()), (0x20, 1_234_567_890));
    assert_eq!((first.offset(), first.is_compressed()), (1, false));
    // An error has the offset in the stream.
    let error = first.parse::<i32>(&Protocol::V1_14).unwrap_err();
    assert_eq!((error.offset(), error.kind().code()), (6, "trailing"));
}

#[test]
fn compressed_packets_of_another_codec_are_read_and_ours_are_the_same_packets() {
    let stream = fixture("threshold_64.bin");
    let codec = plain().threshold(64);
    for part in [1, 2, 3, 7, 50, stream.len()] {
        assert!(pushed(codec.clone(), &stream, part) == packets(), "{part}");
    }
    let mut reader = Reader::new(codec.clone(), &stream[..]);
    let mut compressed = Vec::new();
    while let Some(packet) = reader.next_packet().unwrap() {
        compressed.push((packet.offset(), packet.is_compressed()));
    }
    // 0a 00 20 ..; 1d bb 02 78 9c ..
    let expected = [(2, false), (13, false), (34, false), (54, true), (83, false), (94, false), (100, true)];
    assert_eq!(compressed, expected);
    assert_eq!(stream[54..56], [0x78, 0x9c]);

    // Compressors differ, packets do not; what is not compressed has the same bytes.
    let mut writer = Writer::new(codec.clone(), Vec::new());
    for packet in packets() {
        writer.write_packet(&packet).unwrap();
    }
    let ours = writer.into_inner();
    assert_eq!(ours[..51], stream[..51]);
    assert!(pushed(codec, &ours, 5) == packets());
}

/// The switch in the middle of a stream, as Set Compression makes it.
#[test]
fn compression_begins_where_it_is_set() {
    let stream = [fixture("plain.bin"), fixture("threshold_64.bin")].concat();
    let mut reader = Reader::new(plain(), &stream[..]);
    for packet in packets() {
        assert!(reader.next_packet().unwrap().unwrap().as_wire() == packet);
    }
    reader.set_threshold(64);
    for packet in packets() {
        assert!(reader.next_packet().unwrap().unwrap().as_wire() == packet);
    }
    assert!(reader.next_packet().unwrap().is_none());
}

fn error_of(codec: Codec, stream: &[u8]) -> StreamError {
    let mut reader = Reader::new(codec, stream);
    loop {
        match reader.next_packet() {
            Ok(Some(_)) => {}
            Ok(None) => panic!("no error"),
            Err(error) => return error,
        }
    }
}

#[test]
fn an_invalid_frame_is_an_error_with_its_offset() {
    for (stream, code, offset, continues) in [
        // Cut in the packet, and in its length.
        (&b"\x01\x0e\x05\x0e\x05he"[..], "eof", 2, false),
        (b"\x01\x0e\x85", "eof", 2, false),
        // A VarInt without an end, and a negative length.
        (b"\x01\x0e\xff\xff\xff\xff\xff", "varint_too_long", 2, false),
        (b"\x01\x0e\xff\xff\xff\xff\x0f", "negative_length", 2, false),
        // Over the limit.
        (b"\x01\x0e\x81\x80\x80\x01", "length_limit", 2, true),
    ] {
        let error = error_of(plain(), stream);
        let StreamError::Frame(inner) = &error else { panic!("{error}") };
        assert_eq!(
            (inner.kind().code(), inner.offset(), error.can_continue()),
            (code, offset, continues),
            "{stream:x?}"
        );
    }
}

#[test]
fn a_frame_over_the_limit_is_skipped_and_reserves_nothing() {
    let mut stream = b"\x01\x01".to_vec();
    stream.extend(b"\xa0\x8d\x06"); // 100000
    stream.extend(vec![7; 100_000]);
    stream.extend(b"\x01\x02");
    let mut frames = FrameDecoder::new(plain().max_frame(1000));
    let (mut found, mut refused) = (Vec::new(), 0);
    for part in stream.chunks(333) {
        frames.push(part);
        loop {
            match frames.next_packet() {
                Ok(Some(packet)) => found.push(packet.id().unwrap()),
                Ok(None) => break,
                Err(error) => {
                    assert!(error.can_continue());
                    refused += 1;
                }
            }
        }
        assert!(frames.buffered() <= 1000);
    }
    assert_eq!((found, refused), (vec![1, 2], 1));
    let error = plain().max_frame(5).encode_packet(b"123456", &mut Vec::new()).unwrap_err();
    assert!(error.to_string().contains("limit of 5"), "{error}");
}

/// The game reads a length of at most three bytes: 2097151.
#[test]
fn a_frame_has_a_length_of_at_most_three_bytes() {
    let packet = vec![0; 1 << 21];
    for codec in [plain(), plain().max_frame(usize::MAX)] {
        let mut stream = Vec::new();
        codec.encode_packet(&packet[1..], &mut stream).unwrap();
        assert_eq!(stream[..4], *b"\xff\xff\x7f\0");
        let read = Reader::new(codec.clone(), &stream[..]).next_packet().unwrap().unwrap().as_wire().len();
        assert_eq!(read, 2_097_151);
        let error = codec.encode_packet(&packet, &mut stream).unwrap_err();
        assert!(error.to_string().contains("limit of 2097151"), "{error}");
        let longer = [&b"\x80\x80\x80\x01"[..], &packet].concat();
        let error = Reader::new(codec, &longer[..]).next_packet().unwrap_err();
        assert!(error.to_string().contains("limit of 2097151"), "{error}");
    }
}

/// zlib data by hand: a stored block, and its Adler-32.
fn stored(data: &[u8]) -> Vec<u8> {
    let length = u16::try_from(data.len()).unwrap();
    let (mut a, mut b) = (1_u32, 0_u32);
    for byte in data {
        a = (a + u32::from(*byte)) % 65521;
        b = (b + a) % 65521;
    }
    let mut zlib = vec![0x78, 0x01, 0x01];
    zlib.extend(length.to_le_bytes());
    zlib.extend((!length).to_le_bytes());
    zlib.extend(data);
    zlib.extend((b << 16 | a).to_be_bytes());
    zlib
}

#[test]
fn a_wrong_data_length_is_refused_and_the_next_packet_is_read() {
    let frame = |data_length: &[u8], data: &[u8]| {
        let body = [data_length, data].concat();
        [&[u8::try_from(body.len()).unwrap()][..], &body].concat()
    };
    let hundred = stored(&[5; 100]);
    let mut damaged = hundred.clone();
    damaged[50] ^= 1;
    let mut followed = hundred.clone();
    followed.push(0);
    let good = frame(&[100], &hundred);
    for (stream, code, offset) in [
        (frame(&[101], &hundred), "length_mismatch", 1),
        (frame(&[99], &hundred), "length_mismatch", 1),
        // Below the threshold.
        (frame(&[63], &stored(&[5; 63])), "custom", 1),
        (frame(&[100], &damaged), "custom", 2),
        (frame(&[100], &hundred[..60]), "custom", 2),
        (frame(&[100], &followed), "trailing", 2 + hundred.len()),
        // More than the limit, and negative.
        (frame(&[0xa0, 0x8d, 0x06], &hundred), "length_limit", 1),
        (frame(&[0xff, 0xff, 0xff, 0xff, 0x0f], &hundred), "negative_length", 1),
        (frame(&[0xff, 0xff], &[]), "slice_end", 1),
    ] {
        let stream = [stream, good.clone()].concat();
        let mut reader = Reader::new(plain().threshold(64).max_frame(1000), &stream[..]);
        let error = reader.next_packet().unwrap_err();
        let StreamError::Value(inner) = &error else { panic!("{error}") };
        assert_eq!(
            (inner.kind().code(), inner.offset(), error.can_continue()),
            (code, offset, true),
            "{error}"
        );
        assert_eq!(reader.next_packet().unwrap().unwrap().as_wire(), [5; 100], "{error}");
    }
}

/// The length of a packet is known: what its fields or its id lack does not come.
#[test]
fn a_packet_that_lacks_bytes_is_not_incomplete() {
    for end in 0..6 {
        let packet = &b"\x0e\x05hello"[..=end];
        let stream = [&[u8::try_from(packet.len()).unwrap()], packet, b"\x02\x0e\x00"].concat();
        let mut reader = Reader::new(plain(), &stream[..]);
        let packet = reader.next_packet().unwrap().unwrap();
        let error = packet.parse::<std::borrow::Cow<'_, str>>(&Protocol::V1_14).unwrap_err();
        assert_eq!(
            (error.kind().code(), error.offset(), error.is_incomplete()),
            ("slice_end", 2, false),
            "{end}"
        );
    }
    let mut reader = Reader::new(plain(), &b"\x01\x80\x00"[..]);
    let no_id = reader.next_packet().unwrap().unwrap().id().unwrap_err();
    assert_eq!((no_id.kind().code(), no_id.offset(), no_id.is_incomplete()), ("slice_end", 1, false));
    // No packet at all.
    let empty = reader.next_packet().unwrap().unwrap().fields().unwrap_err();
    assert_eq!((empty.kind().code(), empty.offset(), empty.is_incomplete()), ("slice_end", 3, false));
}

/// Says nothing for now: the bytes are not lost.
struct Halting<'s>(&'s [u8], bool);

impl Read for Halting<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.1 = !self.1;
        if self.1 {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        let length = buffer.len().min(3);
        self.0.read(&mut buffer[..length])
    }
}

#[test]
fn a_socket_that_does_not_block_loses_nothing() {
    let stream = fixture("plain.bin");
    let mut reader = Reader::new(plain(), Halting(&stream, false));
    let mut found = Vec::new();
    loop {
        match reader.next_packet() {
            Ok(Some(packet)) => found.push(packet.as_wire().to_vec()),
            Ok(None) => break,
            Err(error) => assert!(error.can_continue()),
        }
    }
    assert!(found == packets());
}

#[test]
fn fields_are_written_after_the_id() {
    let mut writer = Writer::new(plain(), Vec::new());
    writer.write(0x03, &VarInt(64)).unwrap();
    assert_eq!(writer.into_inner(), [2, 3, 64]);
}

#[cfg(feature = "tokio")]
mod with_tokio {
    use futures_util::{SinkExt as _, StreamExt as _};
    use tokio_util::bytes::BytesMut;
    use tokio_util::codec::{Decoder as _, Framed, FramedRead};

    use super::*;

    #[tokio::test]
    async fn a_connection_carries_packets_both_ways() {
        for codec in [plain(), plain().threshold(64)] {
            let (client, server) = tokio::io::duplex(100);
            let (mut client, mut server) = (Framed::new(client, codec.clone()), Framed::new(server, codec));
            let sent = packets();
            let sending = async {
                for packet in &sent {
                    client.send(packet).await.unwrap();
                }
                drop(client);
            };
            let receiving = async {
                let mut found = Vec::new();
                while let Some(packet) = server.next().await {
                    found.push(packet.unwrap().to_vec());
                }
                found
            };
            let ((), found) = tokio::join!(sending, receiving);
            assert!(found == sent);
        }
    }

    #[tokio::test]
    async fn packets_of_another_codec_are_items_and_a_bad_one_is_between_them() {
        let good = fixture("threshold_64.bin");
        let stream = [&good[..], &[2, 63, 0x78], &good].concat();
        let codec = plain().threshold(64).recovering();
        let items: Vec<_> = FramedRead::new(&stream[..], codec)
            .map(|item| item.unwrap().map(|it| it.to_vec()).map_err(|refused| refused.frame_len))
            .collect()
            .await;
        let expected: Vec<_> =
            packets().into_iter().map(Ok).chain([Err(3)]).chain(packets().into_iter().map(Ok)).collect();
        assert!(items == expected);
    }

    #[test]
    fn a_length_reserves_nothing() {
        let mut codec = plain();
        let mut source = BytesMut::from(&b"\xff\xff\x7f"[..]);
        let before = source.capacity();
        assert!(codec.decode(&mut source).unwrap().is_none());
        assert!(source.capacity() <= before.max(64));
    }
}

/// A hundred packets of two megabytes in two kilobytes each: the stream as a whole has a limit, not only each packet.
#[test]
fn all_packets_together_decompress_in_proportion() {
    let codec = plain().threshold(64);
    let mut frame = Vec::new();
    codec.encode_packet(&vec![0; 2 << 20], &mut frame).unwrap();
    assert!(frame.len() < 2200, "{}", frame.len());
    let stream = frame.repeat(100);
    let (mut read, mut refused) = (0, 0);
    for packet in Reader::new(codec.clone(), &stream[..]) {
        match packet {
            Ok(packet) => read += packet.as_wire().len(),
            Err(error) => {
                let expected = "the packets of the stream decompress to more than 256 times their length";
                assert!(error.to_string().contains(expected) && error.can_continue(), "{error}");
                refused += 1;
            }
        }
    }
    assert!(refused > 0 && read <= 256 * stream.len() + (2 << 20), "{read} bytes of {}", stream.len());
    // The length of a packet in addition is the caller's choice.
    let wide = codec.max_frame(200 << 20);
    assert_eq!(Reader::new(wide, &stream[..]).filter(Result::is_ok).count(), 100);
}
