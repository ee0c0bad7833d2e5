//! The findings of detection in one value, for the test that holds scanning equal to decoding and encoding. Hidden, as all of
//! [`plain`](crate::godot::plain): detection itself falls back to decoding and shows no difference.

use foldhash::fast::RandomState;

use super::evidence::{Doubt, Evidence};
use super::reading::reading;
use super::scan::{Aims, scan};
use crate::godot::dialect::Dialect;
use crate::godot::model::Variant;

/// The findings of a scan.
#[derive(Debug, Clone, PartialEq)]
pub struct ScanFindings {
    /// Implausible values.
    pub doubts: Vec<Doubt>,
    /// A number: equal values, written by one and the same dialect, have the same.
    pub reading: u64,
    /// Whether the engine writes exactly these bytes.
    pub canonical: bool,
    /// The first byte that the engine writes differently, if the scan can tell.
    pub difference: Option<usize>,
    /// Whether there are full objects.
    pub objects: bool,
    /// The number of bytes of the value.
    pub length: usize,
}

/// Scans values. The numbers of readings are those of one `ValueScanner`.
#[derive(Debug, Clone, Default)]
pub struct ValueScanner(RandomState);

impl ValueScanner {
    /// Scans the value at the start of bytes that the dialect reads. `None` if the value has to be decoded.
    #[inline]
    pub fn scan(&self, dialect: Dialect, bytes: &[u8]) -> Option<ScanFindings> {
        let found = scan(dialect, bytes, Aims { evidence: true, reading: true, canonical: true }, &self.0)?;
        Some(ScanFindings {
            doubts: found.evidence.doubts(),
            reading: found.reading,
            canonical: found.canonical,
            difference: found.difference,
            objects: found.objects,
            length: found.length,
        })
    }
}

/// Implausible values in a decoded value, and a number for the value, if it can be written.
#[inline]
pub fn value_findings(value: &Variant<'_>) -> (Vec<Doubt>, Option<u64>) {
    let mut evidence = Evidence::default();
    evidence.look(value);
    (evidence.doubts(), reading(value))
}
