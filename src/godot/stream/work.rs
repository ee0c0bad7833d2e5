//! Counts the bytes that are looked at or moved, for the test that each is so once. Costs nothing elsewhere.

#[cfg(test)]
thread_local! {
    pub(super) static BYTES: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Notes that so many bytes were looked at or moved.
#[inline(always)]
pub(super) fn count(_bytes: usize) {
    #[cfg(test)]
    BYTES.set(BYTES.get() + _bytes);
}

#[cfg(test)]
mod tests {
    use super::super::{Codec, FrameDecoder, Reader};
    use super::BYTES;
    use crate::godot::{Dialect, Framing};

    /// Bytes looked at or moved while `run` runs.
    fn work(run: impl FnOnce()) -> usize {
        BYTES.set(0);
        run();
        BYTES.get()
    }

    /// Frames with so many bytes of text.
    fn stream(framing: Framing, lengths: &[usize]) -> Vec<u8> {
        let mut bytes = Vec::new();
        for length in lengths {
            framing.write(Dialect::GODOT_3, &"x".repeat(*length).into(), &mut bytes).unwrap();
        }
        bytes
    }

    /// Every byte is copied into the buffer once. Each call looks at the four bytes of a length at most, and what
    /// is moved to the front is never more than what was taken from there.
    #[test]
    fn nothing_is_scanned_twice() {
        for framing in [Framing::PUT_VAR, Framing::PUT_VAR.big_endian()] {
            for lengths in
                [vec![200_000], vec![10; 3000], vec![0, 70_000, 1, 2, 3, 90_000, 4], vec![300; 300]]
            {
                let bytes = stream(framing, &lengths);
                for size in [1, 2, 3, 7, 1000, bytes.len()] {
                    let mut came = 0;
                    let work = work(|| {
                        let mut frames = FrameDecoder::new(Codec::new(Dialect::GODOT_3).framing(framing));
                        for piece in bytes.chunks(size) {
                            frames.push(piece);
                            while let Ok(Some(_)) = frames.next_frame() {
                                came += 1;
                            }
                        }
                    });
                    assert_eq!(came, lengths.len());
                    let calls = bytes.len().div_ceil(size) + lengths.len();
                    let most = 2 * bytes.len() + 4 * calls;
                    assert!(
                        work <= most,
                        "{work} bytes for {} in pieces of {size}, {calls} calls",
                        bytes.len()
                    );
                }
            }
        }
    }

    /// What is not yet taken is moved to the front only when more than it was taken before it.
    #[test]
    fn nor_where_frames_wait_in_line() {
        let bytes = stream(Framing::PUT_VAR, &vec![10; 3000]);
        let mut came = 0;
        let work = work(|| {
            let mut frames = FrameDecoder::new(Dialect::GODOT_3);
            frames.push(&bytes);
            while let Ok(Some(_)) = frames.next_frame() {
                came += 1;
                frames.push(&[]);
            }
        });
        assert_eq!(came, 3000);
        assert!(work <= 2 * bytes.len() + 4 * came, "{work} for {}", bytes.len());
    }

    #[test]
    fn nor_by_a_reader() {
        let lengths = [200_000, 0, 70_000, 10];
        let bytes = stream(Framing::PUT_VAR, &lengths);
        let work = work(|| assert_eq!(Reader::new(Dialect::GODOT_3, &bytes[..]).count(), lengths.len()));
        // Of a large frame 64 KiB are asked for at a time, and the length is looked at each time.
        assert!(work <= bytes.len() + 4 * 20, "{work} for {}", bytes.len());
    }
}
