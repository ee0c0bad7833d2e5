//! Measures that an announced length reserves no memory, and that the buffer does not stay as large as one large frame was. The
//! frames are built in the tests.

use gamewire::godot::stream::{Codec, FrameDecoder, Reader, Writer};
use gamewire::godot::{Dialect, Framing, Packed};

use crate::{HEAP, alone, peak};

#[test]
fn memory_is_bounded_by_the_received_bytes() {
    if !alone() {
        return;
    }
    let hostile = [0xff, 0xff, 0xff, 0x7f, 1, 2, 3];
    let anything = || Codec::new(Dialect::GODOT_4).framing(Framing::STREAM).max_frame(usize::MAX);
    let (peak_reading, error) =
        peak(|| Reader::new(anything(), &hostile[..]).next_frame().map(drop).unwrap_err());
    assert!(!error.can_continue());
    assert!(peak_reading < 4096, "{peak_reading}");

    let (peak_pushing, needed) = peak(|| {
        let mut stream = FrameDecoder::new(anything());
        stream.push(&hostile);
        stream.needed()
    });
    assert_eq!(needed, 0x7fff_ffff - 3);
    assert!(peak_pushing < 4096, "{peak_pushing}");

    // A rejected value is skipped in chunks.
    let mut long = (4_000_000u32).to_le_bytes().to_vec();
    long.resize(4 + 4_000_000, 0xee);
    long.extend([8, 0, 0, 0, 2, 0, 0, 0, 5, 0, 0, 0]);
    let codec = || Codec::new(Dialect::GODOT_4).max_frame(1000);
    let (peak_refusing, answers) =
        peak(|| Reader::new(codec(), &long[..]).map(|answer| answer.is_ok()).collect::<Vec<_>>());
    assert_eq!(answers, [false, true]);
    assert!(peak_refusing < 300_000, "{peak_refusing}");
    let (peak_refusing, answers) = peak(|| {
        let mut stream = FrameDecoder::new(codec());
        let mut answers = Vec::new();
        for chunk in long.chunks(1000) {
            stream.push(chunk);
            answers.extend((&mut stream).map(|answer| answer.is_ok()));
        }
        answers
    });
    assert_eq!(answers, [false, true]);
    assert!(peak_refusing < 4096, "{peak_refusing}");

    // A large frame, then small ones: the room is given back after the first of them that comes alone.
    let large = gamewire::godot::Variant::from(Packed::<i32>::try_from_wire(vec![7u8; 2_000_000]).unwrap());
    let mut bytes = Vec::new();
    let mut writer = Writer::new(Dialect::GODOT_4, &mut bytes);
    writer.write(&large).unwrap();
    writer.write(&5.into()).unwrap();
    writer.write(&6.into()).unwrap();
    let before = HEAP.current_usage();
    let mut stream = FrameDecoder::new(Dialect::GODOT_4);
    for chunk in bytes.chunks(1000) {
        stream.push(chunk);
        while let Some(view) = stream.next_view().unwrap() {
            assert!(!view.as_wire().is_empty());
        }
    }
    let small = [8, 0, 0, 0, 2, 0, 0, 0, 5, 0, 0, 0];
    for _ in 0..2 {
        stream.push(&small);
        assert_eq!(stream.next_value().unwrap(), Some(5.into()));
    }
    let kept = HEAP.current_usage() - before;
    assert!(kept < 100_000, "{kept}");
    let mut reader = Reader::new(Dialect::GODOT_4, &bytes[..]);
    while reader.next_view().unwrap().is_some() {}
    let kept = HEAP.current_usage() - before;
    assert!(kept < 200_000, "{kept}");
}
