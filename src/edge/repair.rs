//! Repairs values that are incomplete or damaged: returns the part before the damage as a complete value.
//!
//! The grammar reads the value with a trace, which records for each open container where its count is and how many of
//! its elements are complete. The result consists of the bytes up to the last complete element, with these numbers as
//! counts.

use std::cell::RefCell;

use super::{Edge, Layout, Options};
use crate::error::DecodeErrorKind;
use crate::trace::{Event, Observer, Part};

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
pub type Recount<'f> = &'f dyn Fn(u32, &[u8]) -> Option<Vec<u8>>;

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
        let repairer = Repairer::new(bytes.len());
        let _ = self.observe(bytes, &repairer);
        repairer.repaired(bytes, counts)
    }
}

pub(crate) struct Repairer(RefCell<Progress>);

struct Progress {
    total: usize,
    /// The start and the end of the field that was read last.
    field: (usize, usize),
    /// The whole value, followed by each open part.
    levels: Vec<OpenLevel>,
}

/// An open part of the value.
#[derive(Default)]
struct OpenLevel {
    kind: Kind,
    /// The contents, if the part is a container.
    inside: Option<Extent>,
}

/// The role of a part in its container.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Kind {
    /// A complete element, or the value of an entry.
    Element,
    /// An element whose encoding contains or follows its name.
    Named,
    Key,
    #[default]
    Other,
}

impl Kind {
    fn from_part(part: Part<'_>) -> Self {
        match part {
            Part::Index(_) | Part::Value(_) => Self::Element,
            Part::Named(_) => Self::Named,
            Part::Key(_) | Part::Numbered("property", _) => Self::Key,
            Part::Numbered(..) | Part::Field(_) | Part::Member(_) => Self::Other,
        }
    }
}

/// The part of a container's contents that was read.
struct Extent {
    /// The range of the field before the first element.
    head: (usize, usize),
    /// The role of the first part.
    first: Kind,
    /// The number of complete elements, and the end of the last one.
    elements: usize,
    end: usize,
}

impl Repairer {
    pub(crate) fn new(total: usize) -> Self {
        Self(RefCell::new(Progress { total, field: (0, 0), levels: vec![OpenLevel::default()] }))
    }

    /// Returns the part before the damage.
    pub(crate) fn repaired(self, bytes: &[u8], counts: &Counts<'_>) -> Option<Repaired> {
        self.0.into_inner().repaired(bytes, counts)
    }
}

impl Observer for Repairer {
    fn event(&self, event: Event<'_>) {
        let progress = &mut *self.0.borrow_mut();
        match event {
            Event::Open(part) => progress.enter(part),
            Event::Close => progress.leave(),
            Event::Field { from, to, .. } if from > to => {
                progress.field = (progress.total - from, progress.total - to);
            }
            Event::EnterSlice(after) => progress.total -= after,
            Event::LeaveSlice(after) => progress.total += after,
            Event::Reading(_) | Event::Holds(_) | Event::Field { .. } => {}
        }
    }

    fn lenient_counts(&self, _: u64) -> bool {
        true
    }
}

impl Progress {
    fn enter(&mut self, part: Part<'_>) {
        let kind = Kind::from_part(part);
        let head = self.field;
        if let Some(around) = self.levels.last_mut().filter(|_| kind != Kind::Other) {
            around.inside.get_or_insert(Extent { head, first: kind, elements: 0, end: head.1 });
        }
        self.levels.push(OpenLevel { kind, inside: None });
    }

    fn leave(&mut self) {
        let Some(OpenLevel { kind: Kind::Element | Kind::Named, .. }) = self.levels.pop() else { return };
        if let Some(OpenLevel { inside: Some(inside), .. }) = self.levels.last_mut() {
            inside.elements += 1;
            inside.end = self.field.1;
        }
    }

    fn repaired(self, bytes: &[u8], counts: &Counts<'_>) -> Option<Repaired> {
        let most = if counts.nested { usize::MAX } else { 1 };
        // The open containers, outermost first. Containers inside keys are left out, because a part of a key is
        // another key.
        let open = self.levels.into_iter().enumerate();
        let open = open
            .take_while(|(depth, level)| *depth == 0 || matches!(level.kind, Kind::Element | Kind::Named));
        let open: Vec<Extent> = open.map_while(|(_, level)| level.inside).take(most).collect();
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
