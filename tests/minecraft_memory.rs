//! Heap in proportion to the input, measured: hostile counts, ordinary input, the worst shapes, packed bombs.
#![cfg(feature = "minecraft")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may fail by panicking")]

use gamewire::minecraft::nbt::Nbt;
use gamewire::minecraft::{Protocol, TypeExpr};
use peak_alloc::PeakAlloc;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// The most that was held at once while `run` ran, beyond what was held before.
fn peak<T>(run: impl FnOnce() -> T) -> (usize, T) {
    let before = HEAP.current_usage();
    HEAP.reset_peak_usage();
    let result = run();
    (HEAP.peak_usage() - before, result)
}

/// An error and its path, and this much per byte of input: an element of one byte is a `Value` of 72.
const PER_BYTE: usize = 96;
const FIXED: usize = 4096;

fn bounded(what: &str, expr: &str, bytes: &[u8], accepted: bool) -> usize {
    let expr: TypeExpr = expr.parse().unwrap();
    let (held, result) = peak(|| expr.decode(Protocol::V1_14, bytes));
    assert_eq!(result.is_ok(), accepted, "{what}: {:?}", result.err());
    assert!(held <= PER_BYTE * bytes.len() + FIXED, "{what}: {held} bytes held for {} of input", bytes.len());
    held
}

fn root(contents: &[u8]) -> Vec<u8> {
    [b"\x0a\0\0".as_slice(), contents, b"\0"].concat()
}

fn list(id: u8, elements: &[u8], count: usize) -> Vec<u8> {
    let wire = i32::try_from(count).unwrap().to_be_bytes();
    root(&[b"\x09\0\x01l".as_slice(), &[id], &wire, &elements.repeat(count)].concat())
}

// One test: the counters are shared by the whole process.
#[test]
fn memory_stays_in_proportion() {
    // Counts that lie cost nothing at all beyond the error.
    for id in 1..=12 {
        let bytes = [b"\x0a\0\0\x09\0\x01l".as_slice(), &[id], b"\x7f\xff\xff\xff", &[0; 100]].concat();
        bounded("list of 2^31-1", "nbt", &bytes, false);
    }
    for expr in
        ["array(varint,i64)", "array(varint,slot)", "array(varint,array(varint,bool))", "bytes(varint)"]
    {
        bounded(expr, expr, b"\xff\xff\xff\xff\x07\0\0", false);
    }
    bounded("array of 2^32-1, known", "array(4294967295,uuid)", &[0; 64], false);
    // Each level of nesting may promise what the rest could hold, and all promise the same bytes.
    let mut nested = Vec::new();
    for _ in 0..500 {
        nested.extend(b"\x09\x00\x00\x10\x00");
    }
    bounded(
        "lists that share their promises",
        "nbt",
        &[b"\x0a\0\0\x09\0\x01l".as_slice(), &nested, &[0; 5000]].concat(),
        false,
    );

    // The shapes with the most memory per byte.
    let n = 20_000;
    bounded("empty compounds", "nbt", &list(10, b"\0", n), true);
    bounded("compounds of one byte each", "nbt", &list(10, b"\x01\0\0\x05\0", n), true);
    bounded("empty lists", "nbt", &list(9, b"\0\0\0\0\0", n), true);
    bounded("empty texts", "nbt", &list(8, b"\0\0", n), true);
    bounded("empty arrays", "nbt", &list(11, b"\0\0\0\0", n), true);
    bounded("smallest entries", "nbt", &root(&b"\x01\0\0\x05".repeat(n)), true);
    bounded("metadata", "metadata", &[b"\0\0\x20".repeat(n), vec![0xff]].concat(), true);
    let count = [0xa0, 0x9c, 0x01];
    bounded("booleans", "array(varint,bool)", &[count.as_slice(), &[1; 20_000]].concat(), true);
    bounded(
        "empty arrays in an array",
        "array(varint,array(varint,bool))",
        &[count.as_slice(), &[0; 20_000]].concat(),
        true,
    );
    bounded(
        "options",
        "array(varint,option(option(bool)))",
        &[count.as_slice(), &[0; 20_000]].concat(),
        true,
    );

    // Arrays and numbers in lists are not copied at all.
    let bytes = list(4, &7_i64.to_be_bytes(), n);
    let (held, nbt) = peak(|| Protocol::V1_14.decode::<Option<Nbt>>(&bytes).unwrap());
    assert!(held < 1000, "{held} bytes for a borrowed list of {} bytes", bytes.len());
    drop(nbt);

    bomb();
}

#[cfg(feature = "compress")]
fn bomb() {
    use gamewire::minecraft::{FileError, Packing, pack, read_file, unpack};
    let zeros = vec![0; 64 << 20];
    for packing in [Packing::Gzip, Packing::Zlib] {
        let packed = pack(&zeros, packing).unwrap();
        assert!(packed.len() < 100_000);
        let limit = 1 << 20;
        let (held, result) = peak(|| unpack(&packed, limit).map(|(_, bytes)| bytes.len()));
        assert!(matches!(result, Err(FileError::TooLong { limit: l }) if l == limit), "{result:?}");
        assert!(held < 4 * limit, "{held} bytes held for a limit of {limit}");
        assert!(matches!(read_file(&packed, limit), Err(FileError::TooLong { .. })));
    }
}

#[cfg(not(feature = "compress"))]
fn bomb() {}
