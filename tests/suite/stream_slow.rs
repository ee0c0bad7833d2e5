//! Checks readers and writers whose other side does not block, is slow, fails, or sends something else. The streams are recorded
//! from Godot 3.6.2 and 4.6.3; the other side is simulated.

use std::io::{ErrorKind, Read};

use crate::stream_support::{Recorded, Slow, Step, recorded};
use crate::support::positions::exhaustive;
use crate::support::tsv::unhex;
use crate::support::{engine_file, values_of_file};
use gamewire::godot::stream::{Codec, FrameDecoder, Reader, StreamError, Writer};
use gamewire::godot::{Dialect, Framing};

#[test]
fn a_reader_resumes_after_it_waited() {
    for Recorded { name, dialect, framing, bytes, values } in recorded() {
        let mut reader = Reader::new(Codec::new(dialect).framing(framing), Slow::drips(&bytes));
        let (mut came, mut waits) = (Vec::new(), 0);
        loop {
            match reader.next_view() {
                Ok(Some(view)) => came.push(view.as_wire().to_vec()),
                Ok(None) => break,
                Err(error) => {
                    assert!(error.can_continue());
                    assert!(matches!(error, StreamError::Io(io) if io.kind() == ErrorKind::WouldBlock));
                    waits += 1;
                }
            }
        }
        assert_eq!(came, values, "{name}");
        assert_eq!(waits, bytes.len(), "{name}: one for each byte");
    }
}

#[test]
fn a_reader_asks_for_nothing_twice_and_stops_when_it_fails() {
    let bytes = unhex("0800000002000000050000000800000002000000");
    let mut steps = Slow::drips(&bytes);
    steps.steps.push_back(Step::Fails(ErrorKind::ConnectionReset));
    steps.steps.push_back(Step::Bytes(vec![5, 0, 0, 0]));
    let mut reader = Reader::new(Dialect::GODOT_3, steps);
    let answers: Vec<_> = reader
        .by_ref()
        .filter(|answer| match answer {
            Err(error) => !error.can_continue(),
            Ok(_) => true,
        })
        .collect();
    assert_eq!(*answers[0].as_ref().unwrap(), 5);
    assert!(matches!(&answers[1], Err(StreamError::Io(error)) if error.kind() == ErrorKind::ConnectionReset));
    assert_eq!(answers.len(), 2);
    assert_eq!(reader.get_ref().calls, 3 * bytes.len() + 1);
}

/// The stream contains `store_var` calls among other data.
#[test]
fn bytes_after_a_frame_are_left_in_the_reader() {
    for (version, dialect) in [("3.6.2", Dialect::GODOT_3), ("4.6.3", Dialect::GODOT_4)] {
        let bytes = engine_file(version, "store_var_mixed.bin");
        let expected = values_of_file(version, "store_var_mixed.bin");
        let expected: Vec<_> = expected.into_iter().map(Option::unwrap).collect();

        let codec = Codec::new(dialect).framing(Framing::STORE_VAR);
        let mut reader = Reader::new(codec.clone(), &bytes[6..]);
        assert_eq!(reader.next_view().unwrap().unwrap().as_wire(), expected[0]);
        let mut between = [0; 4 + 9 + 1 + 8];
        reader.get_mut().read_exact(&mut between).unwrap();
        assert_eq!(&between[4..13], "slot é 1".as_bytes());
        assert_eq!(reader.next_view().unwrap().unwrap().as_wire(), expected[1]);
        assert_eq!(reader.into_inner(), b"end\n");
    }
}

#[test]
fn a_file_that_grows_is_read_on() {
    let frame = unhex("080000000200000005000000");
    let mut file = Slow { steps: [Step::Bytes(frame.clone())].into(), ..Slow::default() };
    let mut reader = Reader::new(Dialect::GODOT_3, &mut file);
    assert_eq!(reader.next_value().unwrap(), Some(5.into()));
    assert_eq!(reader.next_value().unwrap(), None);
    assert_eq!(reader.next_value().unwrap(), None);
    reader.get_mut().steps.push_back(Step::Bytes(frame));
    assert_eq!(reader.next_value().unwrap(), Some(5.into()));
    assert_eq!(reader.next_value().unwrap(), None);
}

#[test]
fn a_bare_value_ends_with_its_input() {
    let value = unhex("0400000005000000617263 6865000000");
    let codec = Codec::new(Dialect::GODOT_3).framing(Framing::BARE);
    let mut reader = Reader::new(
        codec,
        Slow { steps: value.chunks(3).map(|chunk| Step::Bytes(chunk.to_vec())).collect(), ..Slow::default() },
    );
    assert_eq!(reader.next_value().unwrap(), Some("arche".into()));
    assert_eq!(reader.next_value().unwrap(), None);
}

#[test]
fn a_writer_buffers_at_most_one_frame() {
    let frames = ["080000000200000005000000", "080000000200000006000000"].map(unhex);
    let slow = Slow { steps: [Step::Bytes(vec![0; 5])].into(), ..Slow::default() };
    let mut writer = Writer::new(Dialect::GODOT_3, slow);
    writer.write(&5.into()).unwrap();
    assert_eq!(writer.pending(), 7);

    // No room: the second is not taken, nor is it forgotten that the first is on its way.
    for _ in 0..3 {
        let error = writer.write(&6.into()).unwrap_err();
        assert!(error.can_continue());
        assert!(matches!(error, StreamError::Io(io) if io.kind() == ErrorKind::WouldBlock));
        assert_eq!(writer.flush().unwrap_err().kind(), ErrorKind::WouldBlock);
        assert_eq!(writer.pending(), 7);
    }

    writer.get_mut().steps = [Step::Fails(ErrorKind::Interrupted), Step::Bytes(vec![0; 4])].into();
    assert!(writer.write(&6.into()).is_err());
    assert_eq!(writer.pending(), 3);
    writer.get_mut().steps = (0..4).map(|_| Step::Bytes(vec![0; 4])).collect();
    writer.write(&6.into()).unwrap();
    writer.flush().unwrap();
    assert_eq!(writer.pending(), 0);
    assert_eq!(writer.into_inner().taken, frames.concat());
}

#[test]
fn a_writer_whose_peer_is_gone_fails() {
    let slow = Slow { steps: [Step::Bytes(Vec::new())].into(), ..Slow::default() };
    let error = Writer::new(Dialect::GODOT_3, slow).write(&5.into()).unwrap_err();
    assert!(!error.can_continue());
    assert!(matches!(error, StreamError::Io(io) if io.kind() == ErrorKind::WriteZero));
}

/// If each byte caused all received bytes to be read or moved again, this would be two trillion bytes.
#[test]
fn a_large_frame_that_arrives_byte_by_byte_is_scanned_once() {
    for framing in [Framing::PUT_VAR, Framing::PUT_VAR.big_endian()] {
        let mut bytes = Vec::new();
        framing
            .write(
                Dialect::GODOT_3,
                &"x".repeat(if exhaustive() { 2_000_000 } else { 400_000 }).into(),
                &mut bytes,
            )
            .unwrap();
        let mut frames = FrameDecoder::new(Codec::new(Dialect::GODOT_3).framing(framing));
        let mut came = 0;
        for byte in &bytes {
            frames.push(std::slice::from_ref(byte));
            came += usize::from(frames.next_frame().unwrap().is_some());
        }
        assert_eq!(came, 1);
    }
}

/// Were those that wait moved to the front each time that one is taken, this would be a million million bytes.
#[test]
fn buffered_frames_are_moved_seldom() {
    let mut bytes = Vec::new();
    for _ in 0..300_000 {
        Framing::PUT_VAR.write(Dialect::GODOT_3, &"0123456789".into(), &mut bytes).unwrap();
    }
    let mut frames = FrameDecoder::new(Dialect::GODOT_3);
    frames.push(&bytes);
    let mut came = 0;
    while frames.next_frame().unwrap().is_some() {
        came += 1;
        frames.push(&[]);
    }
    assert_eq!(came, 300_000);
}
