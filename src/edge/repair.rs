//! Repairs values that are incomplete or damaged: returns the part before the damage as a complete value.
//!
//! The grammar reads the value with a trace, which records for each open container where its count is and how many of
//! its elements are complete. The result consists of the bytes up to the last complete element, with these numbers as
//! counts.

use super::open::{Extent, Kind, Open, OpenFinder};
use super::{Edge, Layout, Options};
use crate::error::DecodeErrorKind;

/// The part of an incomplete or damaged value before the damage, as a complete value.
///
/// ```
/// use gamewire::godot::{Decoder, Dialect, variant};
///
/// let mut file = Dialect::GODOT_4.encode(&variant!({ "hp": 9, "items": ["sword", "bow"] }))?;
/// file.truncate(file.len() - 6); // The download was interrupted.
/// let decoder = Decoder::new(Dialect::GODOT_4);
/// let repaired = decoder.repair(&file).unwrap();
/// assert_eq!(decoder.parse(&repaired.bytes)?, variant!({ "hp": 9, "items": ["sword"] }));
/// println!("{} bytes are lost", file.len() - repaired.end);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Repaired {
    /// The bytes of a complete value. They are the bytes of the input up to `end`, with the numbers of complete
    /// elements as counts, and with an end tag for each open compound.
    pub bytes: Vec<u8>,
    /// The number of bytes of the input that were kept.
    pub end: usize,
}

/// Returns the encoding of a count that replaces the given bytes.
type Recount<'f> = &'f dyn Fn(u32, &[u8]) -> Option<Vec<u8>>;

/// How a format encodes the number of elements in a container.
#[allow(missing_debug_implementations)] // It has a function.
pub struct Counts<'f> {
    /// Whether containers inside containers are repaired too.
    pub nested: bool,
    /// Whether containers with named elements have an end tag (the byte 0) instead of a count.
    pub end_tags: bool,
    /// Returns another count in place of the given bytes.
    pub count: Recount<'f>,
}

impl<'a, S: Options, L: Layout<'a, Rules = S::Rules>> Edge<'_, S, L> {
    /// Returns the part before the damage, or `None` if there is no damage or no container before it. The caller checks
    /// that the result is a valid value.
    pub fn repair(&self, counts: &Counts<'_>, bytes: &'a [u8]) -> Option<Repaired> {
        if bytes.len() > self.0.limits().bytes {
            return None;
        }
        let fault = self.check_fault(bytes).err()?;
        if let DecodeErrorKind::TrailingBytes { .. } = fault.kind() {
            let end = bytes.len() - fault.left();
            return bytes.get(..end).map(|bytes| Repaired { bytes: bytes.to_vec(), end });
        }
        let finder = OpenFinder::new(bytes.len());
        let _ = self.observe(bytes, &finder);
        finder.into_open().repaired(bytes, counts)
    }
}

impl Open {
    /// Returns the part before the damage.
    fn repaired(self, bytes: &[u8], counts: &Counts<'_>) -> Option<Repaired> {
        let most = if counts.nested { usize::MAX } else { 1 };
        // The open containers, outermost first. Containers inside keys are left out, because a part of a key is
        // another key.
        let open = self.levels.into_iter().enumerate();
        let open = open
            .take_while(|(depth, level)| *depth == 0 || matches!(level.kind, Kind::Element | Kind::Named));
        let open: Vec<Extent> = open
            .map_while(|(_, level)| level.inside.filter(|inside| inside.first != Kind::Numbered))
            .take(most)
            .collect();
        let end = open.last()?.end;
        let mut repaired = Repaired { bytes: bytes.get(..end)?.to_vec(), end };
        let innermost = open.len() - 1;
        for (depth, inside) in open.iter().enumerate().rev() {
            inside.close(inside.elements + usize::from(depth < innermost), counts, &mut repaired)?;
        }
        Some(repaired)
    }
}

impl Extent {
    /// Writes the number of elements, or the end tag. Outer containers are closed after inner ones, because closing
    /// an inner one can change its length, and the outer counts come before it.
    fn close(
        &self,
        elements: usize,
        counts: &Counts<'_>,
        Repaired { bytes, .. }: &mut Repaired,
    ) -> Option<()> {
        if counts.end_tags && self.first == Kind::Named {
            bytes.push(0);
            return Some(());
        }
        let head = self.head.0..self.head.1;
        let count = (counts.count)(u32::try_from(elements).ok()?, bytes.get(head.clone())?)?;
        bytes.splice(head, count);
        Some(())
    }
}
