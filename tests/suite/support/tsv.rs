//! Reads the tables in `tests/fixtures/`: tab-separated, `#` starts a comment, no quoting.

use std::ops::Range;

use super::fixture_text;
use serde_json::Value;

/// A value, and the bytes that an engine wrote for it.
pub(crate) struct ValueRow {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
    /// Padding that the engine left uninitialized.
    pub(crate) undefined: Vec<Range<usize>>,
    /// Full objects were asked for.
    pub(crate) full: bool,
    /// The value read back is not the value written.
    pub(crate) lossy: bool,
    pub(crate) dump: Value,
}

/// Odd bytes, and the result of an engine that read them.
#[derive(Clone)]
pub(crate) struct OddRow {
    pub(crate) name: String,
    /// Whether objects were allowed; rows for both are made two.
    pub(crate) objects: bool,
    pub(crate) bytes: Vec<u8>,
    pub(crate) status: Status,
    /// The engine's own count of the bytes it used.
    pub(crate) used: Option<i64>,
    /// Null where the table has none.
    pub(crate) dump: Option<Value>,
    pub(crate) written: Option<Vec<u8>>,
    pub(crate) note: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Status {
    Ok,
    Error,
    /// The engine died.
    Crash,
    /// The engine read past the end of the input.
    Overread,
}

/// The columns of each line.
pub(crate) fn rows(table: &str) -> Vec<Vec<String>> {
    let text = fixture_text(table);
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let rows: Vec<_> = lines.map(|line| line.split('\t').map(str::to_owned).collect()).collect();
    assert!(!rows.is_empty(), "{table} is empty");
    rows
}

/// The bytes of hexadecimal digits, which may stand in groups.
pub(crate) fn unhex(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len() / 2);
    let mut high = None;
    // A plain loop: without optimization, iterators take several times as long.
    for digit in text.bytes() {
        let half = match digit {
            b'0'..=b'9' => digit - b'0',
            b'a'..=b'f' => digit - b'a' + 10,
            b'A'..=b'F' => digit - b'A' + 10,
            b' ' | b'\n' => continue,
            _ => panic!("no hex digits: {text}"),
        };
        match high.take() {
            None => high = Some(half),
            Some(high) => bytes.push(high << 4 | half),
        }
    }
    assert!(high.is_none(), "odd number of hex digits: {text}");
    bytes
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    let digit = |half: u8| char::from(b"0123456789abcdef"[usize::from(half)]);
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// The tables have values as deep as the engine reads them, so there is no limit here.
pub(crate) fn json(text: &str) -> Value {
    let mut reader = serde_json::Deserializer::from_str(text);
    reader.disable_recursion_limit();
    let value = reader.into_iter().next().expect("JSON");
    value.unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A `values-*.tsv`.
pub(crate) fn values(table: &str) -> Vec<ValueRow> {
    let row = |columns: Vec<String>| {
        let [name, _source, bytes, flags, dump, _text] = columns.try_into().expect("six columns");
        let flags: Vec<&str> = flags.split(',').collect();
        let undefined = flags.iter().filter_map(|flag| flag.strip_prefix("undef@")).map(range).collect();
        let has = |wanted: &str| flags.contains(&wanted);
        ValueRow {
            bytes: unhex(&bytes),
            undefined,
            full: has("full"),
            lossy: has("lossy"),
            dump: json(&dump),
            name,
        }
    };
    rows(table).into_iter().map(row).collect()
}

/// `O+N`: N bytes at O.
fn range(text: &str) -> Range<usize> {
    let (start, count) = text.split_once('+').expect("O+N");
    let start: usize = start.parse().unwrap();
    start..start + count.parse::<usize>().unwrap()
}

/// A `malformed-*.tsv`, `mutations-*.tsv` or `cross-*.tsv`.
pub(crate) fn odd(table: &str) -> Vec<OddRow> {
    let given = |text: &str| (text != "-").then(|| text.to_owned());
    let row = |columns: Vec<String>| {
        let [name, mode, bytes, status, used, dump, _text, written, note] =
            columns.try_into().expect("nine columns");
        let status = match status.as_str() {
            "ok" => Status::Ok,
            "error" => Status::Error,
            "crash" => Status::Crash,
            "overread" => Status::Overread,
            other => panic!("{name}: status {other}"),
        };
        let row = OddRow {
            objects: mode == "full",
            bytes: unhex(&bytes),
            status,
            used: given(&used).map(|used| used.parse().unwrap()),
            dump: given(&dump).map(|dump| json(&dump)),
            written: given(&written).map(|bytes| unhex(&bytes)),
            note,
            name,
        };
        match mode.as_str() {
            "both" => vec![row.clone(), OddRow { objects: true, ..row }],
            "plain" | "full" => vec![row],
            other => panic!("{}: mode {other}", row.name),
        }
    };
    rows(table).into_iter().flat_map(row).collect()
}
