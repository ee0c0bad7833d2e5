//! Changing values in their bytes: all bytes but those of the change stay as they are.

use std::ops::Range;

use nom::{Offset as _, Parser as _};

use super::super::decode::Decoder;
use super::super::dialect::Dialect;
use super::super::ids::Kind;
use super::super::model::Variant;
use super::super::view::VariantView;
use super::super::wire::{self, Rules};
use super::steps::Step;
use super::{as_declared, keys_of};
use crate::limits::Limits;
use crate::path::{EditError, Path, PathError, PathErrorKind, Segment, Splices, fail, failed, missing};

impl Decoder {
    /// Puts a value where a path leads in the bytes of another, as
    /// [`Variant::set_path`](super::super::Variant::set_path) does in a value, and gives the new bytes.
    ///
    /// All other bytes stay as they are, also where the engine would not write them so: odd padding, wide ints, flags
    /// without meaning. Where an entry is added, the count in front changes too.
    ///
    /// # Errors
    /// If the bytes are no value to this decoder, the path leads nowhere, or the dialect cannot express the new value
    /// there.
    ///
    /// ```
    /// use gamewire::godot::{Decoder, Dialect, Variant};
    /// // {"a": 1, "b": 2}, with padding that no engine writes.
    /// let bytes = b"\x1b\0\0\0\x02\0\0\0\
    ///     \x04\0\0\0\x01\0\0\0axyz\x02\0\0\0\x01\0\0\0\x04\0\0\0\x01\0\0\0b\0\0\0\x02\0\0\0\x02\0\0\0";
    /// let decoder = Decoder::new(Dialect::GODOT_4);
    /// let changed = decoder.set_path(bytes, &"$.b".parse()?, &Variant::Int(999))?;
    /// assert_eq!(changed[..40], bytes[..40]);
    /// assert_eq!(changed[40..], [2, 0, 0, 0, 0xe7, 3, 0, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_path(&self, bytes: &[u8], path: &Path, new: &Variant<'_>) -> Result<Vec<u8>, EditError> {
        let steps = path.segments();
        let (whole, _) = self.view_in(bytes)?;
        let dialect = self.dialect();
        if let Some((_, outer)) = steps.split_last()
            && let Ok(Place::Value(container)) = locate(whole, outer)
            && is_typed(container)
        {
            as_declared(&container.to_variant(), steps, new)?;
        }
        let change = match locate(whole, steps)? {
            Place::Value(view) => Splices::put(range(bytes, view), dialect.encode(new)?),
            Place::Key { dictionary, at, view } => {
                let key = new;
                let entries = dictionary.as_dictionary().into_iter().flat_map(|all| all.entries());
                let index = match steps.last() {
                    Some(Segment::KeyAt(index)) => *index,
                    _ => return Err(nowhere(steps, at).into()),
                };
                let mut others = entries.enumerate().filter(|(other, _)| *other != index);
                if others.any(|(_, (other, _))| other.to_variant().same_key(key)) {
                    return Err(failed(steps, at, PathErrorKind::Taken).into());
                }
                Splices::put(range(bytes, view), dialect.encode(key)?)
            }
            Place::Inside { view, at } => inside(bytes, dialect, view, steps, at, new)?,
            Place::New { container, at, why } => {
                let Some(segment) = steps.get(at) else { return Err(nowhere(steps, at).into()) };
                added(bytes, dialect, container, segment, new)?.ok_or_else(|| failed(steps, at, why))?
            }
        };
        self.changed(bytes, change)
    }

    /// Takes the value that a path leads to out of the bytes of another, as
    /// [`Variant::remove_path`](super::super::Variant::remove_path) does of a value, and gives the new bytes. The
    /// count in front changes, all other bytes stay as they are.
    ///
    /// # Errors
    /// If the bytes are no value to this decoder, or the path leads nowhere, or to what cannot be taken out.
    pub fn remove_path(&self, bytes: &[u8], path: &Path) -> Result<Vec<u8>, EditError> {
        let steps = path.segments();
        let (whole, _) = self.view_in(bytes)?;
        let Some((segment, outer)) = steps.split_last() else {
            return Err(failed(steps, 0, PathErrorKind::Fixed).into());
        };
        let at = outer.len();
        // Says what is wrong with the last step, if anything is.
        if let Place::New { at, why, .. } = locate(whole, steps)? {
            return Err(failed(steps, at, why).into());
        }
        let change = match locate(whole, outer)? {
            Place::Value(container) => match container.kind() {
                Kind::Array | Kind::PackedTypedArray | Kind::Dictionary => {
                    taken_out(bytes, container, segment)
                }
                // One that has properties: null and ids have none.
                Kind::Object if container.as_object().is_some() => taken_out(bytes, container, segment),
                _ => {
                    let mut leaf = container.to_variant();
                    leaf.remove_path(&vec![segment.clone()].into())
                        .map_err(|error| deeper(steps, at, error))?;
                    Some(Splices::put(range(bytes, container), self.dialect().encode(&leaf)?))
                }
            },
            _ => None,
        };
        match change {
            Some(change) => self.changed(bytes, change),
            None => Err(failed(steps, at, PathErrorKind::Fixed).into()),
        }
    }

    /// The value at the start of the bytes, and what follows it, if that may be.
    fn view_in<'b>(&self, bytes: &'b [u8]) -> Result<(VariantView<'b>, &'b [u8]), EditError> {
        let view = self.view(bytes)?;
        Ok((view, bytes.get(view.as_wire().len()..).unwrap_or_default()))
    }

    /// The new bytes, provided that they are a value again.
    fn changed(&self, bytes: &[u8], change: Splices) -> Result<Vec<u8>, EditError> {
        let changed = change.apply(bytes);
        self.check(&changed)?;
        Ok(changed)
    }
}

/// Where a path leads.
enum Place<'a> {
    /// To a value with a header of its own.
    Value(VariantView<'a>),
    /// To the key of an entry, by step `at`.
    Key { dictionary: VariantView<'a>, at: usize, view: VariantView<'a> },
    /// Into a value that is kept in one piece, by step `at`.
    Inside { view: VariantView<'a>, at: usize },
    /// To what is not there yet: the last step leads nowhere in a container that can take more. Or why it is an error,
    /// where nothing is to be added.
    New { container: VariantView<'a>, at: usize, why: PathErrorKind },
}

fn locate<'a>(whole: VariantView<'a>, steps: &[Segment]) -> Result<Place<'a>, PathError> {
    let mut view = whole;
    for (at, segment) in steps.iter().enumerate() {
        let last = at + 1 == steps.len();
        let step = Step::of(segment);
        let found = match view.kind() {
            Kind::Array | Kind::PackedTypedArray => {
                let (Some(array), Step::Index(index)) = (view.as_array(), &step) else {
                    return fail(steps, at, PathErrorKind::NoWay { kind: view.kind().name() });
                };
                let past_end = PathErrorKind::PastEnd { len: array.len() };
                if last && *index == array.len() {
                    return Ok(Place::New { container: view, at, why: past_end });
                }
                array.get(*index).ok_or(past_end)
            }
            Kind::Dictionary => {
                let Some(dictionary) = view.as_dictionary() else { return Err(nowhere(steps, at)) };
                if let Step::KeyAt(index) = step {
                    let Some((key, _)) = dictionary.entries().nth(index) else {
                        return fail(steps, at, PathErrorKind::PastEnd { len: dictionary.len() });
                    };
                    if !last {
                        view = key;
                        continue;
                    }
                    return Ok(Place::Key { dictionary: view, at, view: key });
                }
                match &step {
                    Step::Text(key) => dictionary.get(key),
                    step => {
                        let entries = dictionary.entries().filter(|(key, _)| step.is(&key.to_variant()));
                        entries.last().map(|(_, value)| value)
                    }
                }
                .ok_or_else(|| missing(keys_of(&dictionary)))
            }
            Kind::Object if view.as_object().is_some() => {
                let Some(object) = view.as_object() else { return Err(nowhere(steps, at)) };
                let found = match &step {
                    Step::Text(name) => object.get(name),
                    _ => None,
                };
                found.ok_or_else(|| missing(object.properties().map(|(name, _)| format!("{name:?}"))))
            }
            _ => return Ok(Place::Inside { view, at }),
        };
        view = match found {
            Ok(found) => found,
            Err(why @ PathErrorKind::Missing { .. }) if last => {
                return Ok(Place::New { container: view, at, why });
            }
            Err(kind) => return fail(steps, at, kind),
        };
    }
    Ok(Place::Value(view))
}

#[cold]
/// Whether it is declared what a container holds.
fn is_typed(container: VariantView<'_>) -> bool {
    container.as_array().is_some_and(|array| array.element_type().is_some())
        || container.as_dictionary().is_some_and(|dictionary| dictionary.entry_types().is_some())
}

fn nowhere(steps: &[Segment], at: usize) -> PathError {
    failed(steps, at, PathErrorKind::Fixed)
}

/// An error of the steps from `at` on, as one of all of them.
fn deeper(steps: &[Segment], at: usize, error: PathError) -> PathError {
    let taken = error.path().segments().len().saturating_sub(1);
    failed(steps, at + taken, error.kind().clone())
}

/// Where a value is.
fn range(bytes: &[u8], view: VariantView<'_>) -> Range<usize> {
    let start = bytes.offset(view.as_wire());
    start..start + view.as_wire().len()
}

/// A part of a value that is kept in one piece: only the bytes that differ are replaced.
fn inside(
    bytes: &[u8],
    dialect: Dialect,
    view: VariantView<'_>,
    steps: &[Segment],
    at: usize,
    new: &Variant<'_>,
) -> Result<Splices, EditError> {
    let old = view.to_variant();
    let rest: Path = steps.get(at..).unwrap_or_default().to_vec().into();
    let mut leaf = old.clone();
    leaf.set_path(&rest, new.clone()).map_err(|error| deeper(steps, at, error))?;
    let place = range(bytes, view);
    if let (Variant::PackedStringArray(texts), [Segment::Index(index)]) = (&leaf, rest.segments())
        && let Some(block) = text_block(view, *index)
        && let Some(text) = texts.get(*index)
    {
        // As the only element of an array, without what is in front of it.
        let alone = dialect.encode(&Variant::PackedStringArray(vec![text.clone()]))?;
        let start = place.start + block.start;
        return Ok(Splices::put(start..place.start + block.end, alone.get(8..).unwrap_or_default().to_vec()));
    }
    // Readers take either width; to write the one that is there, it takes the dialect of that width.
    let own = of_width(dialect, matches!(old, Variant::Double(_)));
    let (before, after) = (own.encode(&old)?, own.encode(&leaf)?);
    // Padding at the end of the input may be missing.
    let missing = before.len().saturating_sub(place.len());
    if before.len() != after.len() || place.len() > before.len() || missing > 3 {
        return Ok(Splices::put(place, after));
    }
    let mut change = Splices::default();
    let pairs = before.iter().zip(&after).enumerate().skip(HEADER);
    for (at, (_, after)) in pairs.filter(|(_, (before, after))| before != after) {
        change = change.and(place.start + at..place.start + at + 1, vec![*after]);
    }
    Ok(change)
}

/// The same dialect for components of one width.
fn of_width(dialect: Dialect, wide: bool) -> Dialect {
    let single = Dialect::from_name(dialect.name().trim_end_matches("-double")).unwrap_or(dialect);
    if wide { single.double() } else { single }
}

/// Bytes of a header.
const HEADER: usize = 4;

/// Where in the bytes of a PackedStringArray an element is, its length and padding with it.
fn text_block(view: VariantView<'_>, index: usize) -> Option<Range<usize>> {
    let whole = view.as_wire();
    let mut at = whole.get(HEADER + 4..)?;
    let count = u32::from_le_bytes(*whole.get(HEADER..)?.first_chunk()?);
    for number in 0..usize::try_from(i32::try_from(count).ok()?).ok()? {
        let after = after_text(view.dialect(), at)?;
        if number == index {
            let start = whole.offset(at);
            return Some(start..start + (at.len() - after.len()));
        }
        at = after;
    }
    None
}

fn after_text(dialect: Dialect, i: &[u8]) -> Option<&[u8]> {
    let rules = Rules::from(dialect);
    wire::text(wire::Cx::new(&rules, &Limits::GODOT)).parse(i).ok().map(|(after, _)| after)
}

/// Where the count of a container is, and where its first element, key or name.
fn count_at(bytes: &[u8], container: VariantView<'_>) -> Option<usize> {
    let place = range(bytes, container);
    let first = match container.kind() {
        Kind::Object => {
            let after = after_text(container.dialect(), container.as_wire().get(HEADER..)?)?;
            return Some(place.end - after.len());
        }
        Kind::Dictionary => container.as_dictionary()?.entries().next().map(|(key, _)| key),
        _ => container.as_array()?.iter().next(),
    };
    Some(first.map_or(place.end, |first| bytes.offset(first.as_wire())).saturating_sub(4))
}

/// The count with so many more or less; the bit above it, which only Godot 2 knows, stays.
fn recount(bytes: &[u8], at: usize, container: VariantView<'_>, change: i64) -> Option<Vec<u8>> {
    const SHARED: u32 = 1 << 31;
    let word = u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?);
    let (count, shared) = match container.kind() {
        // A negative number of properties reads as none.
        Kind::Object => (u32::try_from(word.cast_signed()).unwrap_or_default(), 0),
        _ => (word & !SHARED, word & SHARED),
    };
    let count = u32::try_from(i64::from(count).checked_add(change)?).ok()?;
    Some((count | shared).to_le_bytes().to_vec())
}

/// A new element, entry or property after the others; `None` if the container takes none by this step.
fn added(
    bytes: &[u8],
    dialect: Dialect,
    container: VariantView<'_>,
    segment: &Segment,
    new: &Variant<'_>,
) -> Result<Option<Splices>, EditError> {
    let mut entry = Vec::new();
    match (container.kind(), Step::of(segment)) {
        (Kind::Dictionary, step) => match step.into_key() {
            Some(key) => dialect.encode_into(&key, &mut entry)?,
            None => return Ok(None),
        },
        (Kind::Object, Step::Text(name)) => {
            // The string block alone, without the header of a value.
            let named = dialect.encode(&Variant::String(name.into()))?;
            entry.extend_from_slice(named.get(HEADER..).unwrap_or_default());
        }
        (Kind::Object, _) => return Ok(None),
        _ => {}
    }
    dialect.encode_into(new, &mut entry)?;
    let place = range(bytes, container);
    // Where the very end of the input lacks its padding, that is not the end any more.
    let padding = place.len().next_multiple_of(4) - place.len();
    entry.splice(..0, std::iter::repeat_n(0, padding));
    let change = count_at(bytes, container).and_then(|count| {
        let word = recount(bytes, count, container, 1)?;
        Some(Splices::put(count..count + 4, word).and(place.end..place.end, entry))
    });
    Ok(change)
}

/// Takes out an element, all entries of a key, or all properties of a name.
fn taken_out(bytes: &[u8], container: VariantView<'_>, segment: &Segment) -> Option<Splices> {
    let step = Step::of(segment);
    let mut gone = Vec::new();
    match container.kind() {
        Kind::Dictionary => {
            if let Step::KeyAt(_) = step {
                return None;
            }
            for (key, value) in container.as_dictionary()?.entries() {
                if step.is(&key.to_variant()) {
                    gone.push(range(bytes, key).start..range(bytes, value).end);
                }
            }
        }
        Kind::Object => {
            let mut start = count_at(bytes, container)? + 4;
            for (name, value) in container.as_object()?.properties() {
                let end = range(bytes, value).end;
                if matches!(&step, Step::Text(wanted) if name == wanted.as_str()) {
                    gone.push(start..end);
                }
                start = end;
            }
        }
        _ => match step {
            Step::Index(index) => gone.push(range(bytes, container.as_array()?.get(index)?)),
            _ => return None,
        },
    }
    let count = count_at(bytes, container)?;
    let fewer = i64::try_from(gone.len()).ok().filter(|fewer| *fewer > 0)?;
    let change = Splices::put(count..count + 4, recount(bytes, count, container, -fewer)?);
    Some(gone.into_iter().fold(change, |change, range| change.and(range, Vec::new())))
}
