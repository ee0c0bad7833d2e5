//! Measures explanations of long and of hostile input: rows pass through, and rows that nobody wants are not kept. The bytes are
//! built in the tests or samples of the crate.

use std::io::{self, Write};

use gamewire::error::Segment;
use gamewire::explain::{Explainer, Role};
use gamewire::godot::{Decoder, Dialect, Verdict};
use gamewire_fixtures as fixtures;

use crate::positions::share;
use crate::{alone, peak, words};

/// The memory that passing on rows may take for any input: the rows in memory, and a buffer of 8 KiB for the
/// output.
const CONSTANT: usize = 18 << 10;

/// The number of ints of [`long`].
const INTS: u32 = 40_000;

/// Counts what is written.
#[derive(Default)]
struct Count {
    bytes: usize,
    longest: usize,
}

impl Write for &mut Count {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.bytes += buffer.len();
        self.longest =
            buffer.split(|byte| *byte == b'\n').map(<[u8]>::len).max().max(Some(self.longest)).unwrap();
        Ok(buffer.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// An Array of a number of ints, all 7: 8 bytes each.
fn ints(count: u32) -> Vec<u8> {
    [words(&[19, count]), words(&[2, 7]).repeat(count as usize)].concat()
}

/// The texts before them.
const TEXTS: u32 = 4096;

/// The rows of [`long`]: three for each text, two for each int, and two of the array.
const ROWS: usize = 2 + 3 * TEXTS as usize + 2 * INTS as usize;

/// A String of 248 characters.
fn text() -> Vec<u8> {
    [words(&[4, 248]), vec![b'a'; 248]].concat()
}

/// An Array of more than a mebibyte, which is not compared with what the engine writes: texts, then ints, all 7.
fn long() -> Vec<u8> {
    let text = [words(&[4, 248]), vec![b'a'; 248]].concat();
    let long =
        [words(&[19, TEXTS + INTS]), text.repeat(TEXTS as usize), words(&[2, 7]).repeat(INTS as usize)];
    let long = long.concat();
    assert!(long.len() > Explainer::JUDGED);
    long
}

const DECODER: fn() -> Decoder = || Decoder::new(Dialect::GODOT_3).max_stack(200 << 20);

#[test]
fn rows_of_a_megabyte_pass_through() {
    if !alone() {
        return;
    }
    let whole = long();
    let mut count = Count::default();
    let (heap, outcome) = peak(|| DECODER().explainer(&whole).write(&mut count).unwrap());
    assert!(heap <= CONSTANT, "{heap} bytes of heap to explain {} bytes", whole.len());
    assert_eq!((outcome.shown, outcome.explained, outcome.error), (ROWS, whole.len(), None));
    assert!(count.bytes > 40 * ROWS, "every row is written");

    let (heap, outcome) = peak(|| DECODER().explainer(&whole).rows(|_| ()));
    assert!(heap <= CONSTANT, "{heap} bytes of heap for the rows alone");
    assert_eq!(outcome.shown, ROWS);
}

#[test]
fn unused_features_add_no_dependency() {
    if !alone() {
        return;
    }
    let whole = long();
    let last: Vec<Segment> = vec![Segment::Index((TEXTS + INTS - 1) as usize)];
    let mut rows = Vec::new();
    let (heap, outcome) = peak(|| {
        DECODER().explainer(&whole).at(last.into()).rows(|row| rows.push((row.start, row.len, row.role)))
    });
    assert!(heap <= CONSTANT, "{heap} bytes of heap");
    assert_eq!(outcome.shown, 2);
    let omitted = whole.len() - 8;
    assert_eq!(rows, [(0, omitted, Role::Omitted), (omitted, 4, Role::Type), (omitted + 4, 4, Role::Value)]);
}

/// The last int is cut.
#[test]
fn locating_an_error_does_not_keep_all_rows() {
    if !alone() {
        return;
    }
    let mut whole = long();
    whole.pop();
    let (heap, near) = peak(|| DECODER().explainer(&whole).near(whole.len() - 3, 2, 1));
    assert!(heap <= CONSTANT, "{heap} bytes of heap for an excerpt of {} bytes", whole.len());
    let meanings: Vec<_> = near.iter().map(|row| row.meaning.as_str()).collect();
    let int = "[44095]: int  (type id 2, 32-bit)";
    assert_eq!(meanings, ["value = 7", int, "not read        <- here"]);

    let mut count = Count::default();
    let (heap, outcome) = peak(|| DECODER().explainer(&whole).write(&mut count).unwrap());
    assert!(heap <= CONSTANT, "{heap} bytes of heap to explain {} bytes", whole.len());
    assert_eq!(outcome.error, DECODER().check(&whole).err());
}

/// The verdict names the row where bytes differ; for that, all rows were kept.
#[test]
fn a_verdict_needs_no_more_memory_than_decoding() {
    if !alone() {
        return;
    }
    let mut whole = ints(37_500);
    // The last int is written as 64 bits, which the engine does only where it must.
    let last = whole.len() - 8;
    whole[last + 2] = 1;
    whole.extend([0; 4]);
    let (decoding, _) = peak(|| drop(DECODER().parse(&whole)));
    let (heap, verdict) = peak(|| DECODER().verify(&whole));
    let why = "gamewire writes other bytes for `[37499]: int  (type id 2, bit 16: 64-bit)`".to_string();
    assert_eq!(verdict, Verdict::Differs { offset: last + 2, why });
    // The value and the bytes written again, whose buffer doubles.
    assert!(heap <= decoding + 4 * whole.len(), "{heap} bytes of heap, decoding takes {decoding}");
}

/// 500 arrays inside each other, the innermost with 12,500 ints.
#[test]
fn deep_rows_are_not_mostly_spaces() {
    if !alone() {
        return;
    }
    let nested = [words(&[19, 1]).repeat(500), ints(12_500)].concat();
    let mut count = Count::default();
    DECODER().explainer(&nested).write(&mut count).unwrap();
    assert!(count.longest < 200, "a line of {} characters", count.longest);
    assert!(count.bytes <= 40 * nested.len(), "{} bytes of text for {} bytes", count.bytes, nested.len());
    let text = DECODER().explain(&nested).text();
    assert_eq!(text.len(), count.bytes, "the same text at once");
    assert!(text.contains("(level 502) value = 7"));
}

/// Paths are a thousand steps long; rows share what theirs share.
#[test]
fn paths_take_memory_once() {
    if !alone() {
        return;
    }
    let nested = [words(&[19, 1]).repeat(1_000), ints(25_000)].concat();
    let (heap, explanation) = peak(|| DECODER().explain(&nested));
    assert!(heap <= 100 * nested.len(), "{heap} bytes of heap for {} bytes", nested.len());
    let row = explanation.rows().last().unwrap();
    assert_eq!(row.path().segments().len(), 1_001);
    assert_eq!(row.path().segments().last(), Some(&Segment::Index(24_999)));
}

#[test]
fn a_page_is_cut_and_says_so() {
    if !alone() {
        return;
    }
    const CAP: usize = 4 << 20;
    // Text that grows as it is escaped, twice: by quotes for Rust, by references for HTML.
    let wide = "\"\u{202e}".repeat(40);
    let entry = |n: u32| {
        let mut text = format!("{n:06}{wide}").into_bytes();
        let length = u32::try_from(text.len()).unwrap();
        text.resize(text.len().next_multiple_of(4), 0);
        [words(&[4, length]), text, words(&[0])].concat()
    };
    let hostile = [words(&[18, 6_000]), (0..6_000).flat_map(entry).collect()].concat();
    let deep = [words(&[19, 1]).repeat(1_000), ints(4_000)].concat();
    let long =
        [words(&[19, 20_000 + TEXTS]), ints(20_000)[8..].to_vec(), text().repeat(TEXTS as usize)].concat();
    assert!(long.len() > Explainer::JUDGED && hostile.len() > Explainer::JUDGED);
    for (number, whole) in [&hostile, &deep, &long].into_iter().enumerate() {
        let cut = &whole[..whole.len() - 1];
        for bytes in share(&[&whole[..], cut], number) {
            let (heap, page) = peak(|| DECODER().explainer(bytes).html());
            assert!(page.len() <= CAP, "a page of {} bytes", page.len());
            assert!(page.contains("are not explained on this page"), "it says what is missing");
            assert!(page.ends_with("</html>\n"), "it is whole");
            let error = DECODER().check(bytes).err();
            let wrong = error.map(|error| {
                error.reason().replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
            });
            assert!(wrong.is_none_or(|wrong| page.contains(&format!("<strong>{wrong}</strong>"))));
            let judged = bytes.len() <= Explainer::JUDGED;
            let bound = if judged { 20 * bytes.len() } else { 2 * bytes.len() };
            assert!(heap <= bound + 5 * CAP, "{heap} bytes of heap for {} bytes", bytes.len());
        }
        // The input that was explained as a whole is also explained after a cut.
        let page = DECODER().explain(&whole[..whole.len().min(1 << 18)]).html();
        assert!(page.len() <= CAP, "a page of {} bytes", page.len());
    }
}

#[test]
fn nbt_passes_through() {
    use gamewire::minecraft::{Protocol, TypeExpr};
    if !alone() {
        return;
    }
    // A compound with a mebibyte in one row, a list of ints and one with as many empty compounds.
    let list = |id: u8, name: u8, element: &[u8]| {
        let head = [&[9, 0, 1, name, id][..], &INTS.to_be_bytes()].concat();
        [head, element.repeat(INTS as usize)].concat()
    };
    let mebibyte = [&[7, 0, 1, b'c', 0, 0x10, 0, 0][..], &vec![7; 1 << 20]].concat();
    let bytes =
        [&[10, 0, 0][..], &mebibyte, &list(3, b'a', &[0, 0, 0, 7]), &list(10, b'b', &[0]), &[0]].concat();
    let mut count = Count::default();
    let explainer = TypeExpr::Nbt;
    let (heap, outcome) = peak(|| explainer.explainer(Protocol::V1_14, &bytes).write(&mut count).unwrap());
    assert!(heap <= CONSTANT, "{heap} bytes of heap to explain {} bytes", bytes.len());
    assert_eq!((outcome.explained, outcome.error), (bytes.len(), None));
    let (heap, checked) = peak(|| explainer.check(Protocol::V1_14, &bytes));
    assert_eq!((heap <= CONSTANT, checked), (true, Ok(())));
}

/// The heap to explain or to repair a short input: the rows that are held, and their words.
const EXPLAINED: usize = 20 << 10;

/// Explains and repairs bytes of which a count may exceed the input.
fn assert_explained(what: &str, bytes: &[u8], explainer: &Explainer<'_>, repair: impl FnOnce() -> bool) {
    let (heap, outcome) = peak(|| explainer.rows(|_| ()));
    assert!(heap <= EXPLAINED, "{what}: {heap} bytes of heap to explain {bytes:02x?}");
    assert!(outcome.explained <= bytes.len(), "{what}: {bytes:02x?}");
    let (heap, is_valid) = peak(repair);
    assert!(heap <= EXPLAINED, "{what}: {heap} bytes of heap to repair {bytes:02x?}");
    assert!(is_valid, "{what}: {bytes:02x?}");
}

/// Explaining and repairing go on after a count that exceeds the input. Each word of each sample becomes such a count.
#[test]
fn counts_of_godot_allocate_nothing_where_reading_goes_on() {
    if !alone() {
        return;
    }
    for &dialect in fixtures::GODOT {
        let decoder = Decoder::new(dialect).allow_objects(true);
        for sample in fixtures::godot_samples(dialect).iter().filter(|sample| sample.bytes.len() <= 256) {
            for at in (0..sample.bytes.len() / 4 * 4).step_by(4) {
                for count in [0x7fff_ffff_u32, 0x1000_0000] {
                    let mut bytes = sample.bytes.clone();
                    bytes[at..at + 4].copy_from_slice(&count.to_le_bytes());
                    assert_explained(sample.name, &bytes, &decoder.explainer(&bytes), || {
                        decoder.repair(&bytes).is_none_or(|repaired| decoder.check(&repaired.bytes).is_ok())
                    });
                }
            }
        }
    }
}

/// Does the same for Minecraft, whose counts are VarInts or numbers of one to four bytes at any offset.
#[test]
fn counts_of_minecraft_allocate_nothing_where_reading_goes_on() {
    use gamewire::minecraft::Protocol;
    if !alone() {
        return;
    }
    let protocol = Protocol::V1_14;
    for sample in fixtures::minecraft_samples().iter().filter(|sample| sample.bytes.len() <= 256) {
        let expr = sample.type_expr().unwrap();
        for at in 0..sample.bytes.len() {
            for count in [&b"\xff\xff\xff\xff\x07"[..], b"\x7f\xff\xff\xff", b"\x7f\xff", b"\x7f"] {
                let mut bytes = sample.bytes.to_vec();
                bytes.splice(at..(at + count.len()).min(bytes.len()), count.iter().copied());
                assert_explained(&sample.name(), &bytes, &expr.explainer(protocol, &bytes), || {
                    let repaired = expr.repair(protocol, &bytes);
                    repaired.is_none_or(|repaired| expr.check(protocol, &repaired.bytes).is_ok())
                });
            }
        }
    }
}
