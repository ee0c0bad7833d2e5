//! Changing values in their encoded bytes. All other bytes are unchanged.

use std::ops::Range;

use nom::{Offset as _, Parser as _};

use super::super::decode::Decoder;
use super::super::dialect::Dialect;
use super::super::ids::Kind;
use super::super::model::{EntryTypes, Parts, Variant};
use super::super::view::{ArrayView, DictionaryView, ObjectView, VariantView};
use super::super::wire::{self, Rules};
use super::steps::Step;
use super::{as_declared, keys_of};
use crate::limits::Limits;
use crate::path::{EditError, Path, PathError, PathErrorKind, Segment, Splices, fail, failed, missing};

impl Decoder {
    /// Returns the value at a path in the bytes of another, as [`Variant::get_path`](super::super::Variant::get_path) does in a
    /// value. The bytes are validated; only the value at the path is built.
    ///
    /// # Errors
    /// If the bytes are not a valid value, or the path leads nowhere.
    ///
    /// ```
    /// use gamewire::godot::{Decoder, Dialect, Variant};
    /// let bytes = b"\x1b\0\0\0\x01\0\0\0\x04\0\0\0\x04\0\0\0gold\x02\0\0\0\x07\0\0\0";
    /// let gold = Decoder::new(Dialect::GODOT_4).get_path(bytes, &"$.gold".parse()?)?;
    /// assert_eq!(gold, Variant::Int(7));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn get_path<'b>(&self, bytes: &'b [u8], path: &Path) -> Result<Variant<'b>, EditError> {
        let (whole, _) = self.view_in(bytes)?;
        Ok(whole.get_path(path)?)
    }

    /// Puts a value where a path leads in the bytes of another, as
    /// [`Variant::set_path`](super::super::Variant::set_path) does in a value, and gives the new bytes.
    ///
    /// All other bytes are unchanged, also where the engine would write others: odd padding, wide ints, flags
    /// without meaning. Where an entry is added, the count before it changes too.
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
        self.path_set(bytes, path, new)?.checked(bytes, |changed| self.check(changed))
    }

    /// The bytes that [`set_path`](Self::set_path) replaces.
    pub(crate) fn path_set(
        &self,
        bytes: &[u8],
        path: &Path,
        new: &Variant<'_>,
    ) -> Result<Splices, EditError> {
        let steps = path.segments();
        let (whole, _) = self.view_in(bytes)?;
        let dialect = self.dialect();
        let located = locate(whole, steps);
        if let Some((_, outer)) = steps.split_last()
            && let Ok(Place::Value(container)) = locate(whole, outer)
            && let Some(types) = types_of(container)
        {
            as_declared(&types, steps, new, |_| matches!(located, Ok(Place::New { .. })))?;
        }
        Ok(match located? {
            Place::Value(view) => Splices::put(range(bytes, view), dialect.encode(new)?),
            Place::Key { dictionary, at, view } => {
                let Some(Segment::KeyAt(index)) = steps.last() else { return Err(nowhere(steps, at).into()) };
                let key = new;
                let entries = dictionary.as_dictionary().into_iter().flat_map(|all| all.entries());
                let mut others = entries.enumerate().filter(|(other, _)| other != index);
                if others.any(|(_, (other, _))| other.to_variant().same_key(key)) {
                    return Err(failed(steps, at, PathErrorKind::Taken).into());
                }
                Splices::put(range(bytes, view), dialect.encode(key)?)
            }
            Place::Inside { view, at } => inside(bytes, view, steps, at, new)?,
            Place::New { container, at, why } => {
                let Some(segment) = steps.get(at) else { return Err(nowhere(steps, at).into()) };
                added(bytes, dialect, container, segment, new)?.ok_or_else(|| failed(steps, at, why))?
            }
        })
    }

    /// Takes the value that a path leads to out of the bytes of another, as
    /// [`Variant::remove_path`](super::super::Variant::remove_path) does of a value, and gives the new bytes. The
    /// count before them changes, all other bytes are unchanged.
    ///
    /// # Errors
    /// If the bytes are no value to this decoder, or the path leads nowhere, or to what cannot be taken out.
    pub fn remove_path(&self, bytes: &[u8], path: &Path) -> Result<Vec<u8>, EditError> {
        self.path_removed(bytes, path)?.checked(bytes, |changed| self.check(changed))
    }

    /// The bytes that [`remove_path`](Self::remove_path) replaces.
    pub(crate) fn path_removed(&self, bytes: &[u8], path: &Path) -> Result<Splices, EditError> {
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
            Place::Value(container) => match Opened::of(container) {
                Opened::Array(_) | Opened::Dictionary(_) | Opened::Object(_) => {
                    taken_out(bytes, container, segment)
                }
                Opened::Whole => {
                    let mut leaf = container.to_variant();
                    leaf.remove_path(&vec![segment.clone()].into())
                        .map_err(|error| deeper(steps, at, error))?;
                    Some(Splices::put(range(bytes, container), self.dialect().encode(&leaf)?))
                }
            },
            Place::Key { .. } | Place::Inside { .. } | Place::New { .. } => None,
        };
        change.ok_or_else(|| failed(steps, at, PathErrorKind::Fixed).into())
    }

    /// The value at the start of the bytes, and what follows it, if that may be.
    fn view_in<'b>(&self, bytes: &'b [u8]) -> Result<(VariantView<'b>, &'b [u8]), EditError> {
        let view = self.view(bytes)?;
        Ok((view, bytes.get(view.as_wire().len()..).unwrap_or_default()))
    }
}

impl<'a> VariantView<'a> {
    /// Returns the value that a path leads to, as [`Variant::get_path`] does in a tree: an element, the value of a key, a
    /// property, an element of a packed array, a component of a vector. Only this value is built.
    ///
    /// # Errors
    /// If the path leads nowhere: [`PathError`] says at which step, and what there is instead.
    ///
    /// ```
    /// use gamewire::godot::{Dialect, Variant, Vector3, variant};
    /// let bytes = Dialect::GODOT_4.encode(&variant!({ "units": [{ "at": Vector3::new(1.0, 2.0, 3.0) }] }))?;
    /// let save = Dialect::GODOT_4.view(&bytes)?;
    /// assert_eq!(save.get_path(&"$.units[0].at.z".parse()?)?, Variant::Float(3.0));
    /// assert!(save.get_path(&"$.units[1]".parse()?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn get_path(&self, path: &Path) -> Result<Variant<'a>, PathError> {
        let steps = path.segments();
        match locate(*self, steps)? {
            Place::Value(view) | Place::Key { view, .. } => Ok(view.to_variant()),
            Place::Inside { view, at } => {
                let rest: Path = steps.get(at..).unwrap_or_default().to_vec().into();
                let leaf = view.to_variant();
                let part = leaf.get_path(&rest).map_err(|error| deeper(steps, at, error))?;
                Ok(part.into_owned())
            }
            Place::New { at, why, .. } => Err(failed(steps, at, why)),
        }
    }

    /// Returns the value that a path leads to, in place: nothing is built, and its bytes can be forwarded. An element of a
    /// packed array and a component of a vector have no bytes of a value: [`get_path`](Self::get_path) reads them.
    ///
    /// # Errors
    /// The errors of [`get_path`](Self::get_path), and an error for such a part.
    ///
    /// ```
    /// use gamewire::godot::{Dialect, variant};
    /// let bytes = Dialect::GODOT_4.encode(&variant!({ "units": [{ "hp": 7 }, { "hp": 9 }] }))?;
    /// let save = Dialect::GODOT_4.view(&bytes)?;
    /// let hp = save.view_path(&"$.units[1].hp".parse()?)?;
    /// assert_eq!((hp.as_i64(), hp.as_wire().len()), (Some(9), 8));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn view_path(&self, path: &Path) -> Result<VariantView<'a>, PathError> {
        let steps = path.segments();
        match locate(*self, steps)? {
            Place::Value(view) | Place::Key { view, .. } => Ok(view),
            Place::Inside { view, at } => {
                let rest: Path = steps.get(at..).unwrap_or_default().to_vec().into();
                view.to_variant().get_path(&rest).map_err(|error| deeper(steps, at, error))?;
                fail(steps, at, PathErrorKind::Packed)
            }
            Place::New { at, why, .. } => fail(steps, at, why),
        }
    }
}

/// A value with values inside, in bytes.
pub(super) enum Opened<'a> {
    Array(ArrayView<'a>),
    Dictionary(DictionaryView<'a>),
    /// One that has properties: null and ids have none.
    Object(ObjectView<'a>),
    /// A value without children, such as a vector or a packed array.
    Whole,
}

impl<'a> Opened<'a> {
    pub(super) fn of(view: VariantView<'a>) -> Self {
        let array = || view.as_array().map(Self::Array);
        let dictionary = || view.as_dictionary().map(Self::Dictionary);
        let object = || view.as_object().map(Self::Object);
        array().or_else(dictionary).or_else(object).unwrap_or(Self::Whole)
    }
}

/// The place that a path leads to.
enum Place<'a> {
    /// To a value with a header of its own.
    Value(VariantView<'a>),
    /// To the key of an entry, by step `at`.
    Key { dictionary: VariantView<'a>, at: usize, view: VariantView<'a> },
    /// Into a value without children, by step `at`.
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
        let found = match Opened::of(view) {
            Opened::Array(array) => {
                let Step::Index(index) = &step else {
                    return fail(steps, at, PathErrorKind::NoWay { kind: view.kind().name() });
                };
                let past_end = PathErrorKind::PastEnd { len: array.len() };
                if last && *index == array.len() {
                    return Ok(Place::New { container: view, at, why: past_end });
                }
                array.get(*index).ok_or(past_end)
            }
            Opened::Dictionary(dictionary) => {
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
                    Step::ValueAt(index) => dictionary.entries().nth(*index).map(|(_, value)| value),
                    step => {
                        let entries = dictionary.entries().filter(|(key, _)| step.is(&key.to_variant()));
                        entries.last().map(|(_, value)| value)
                    }
                }
                .ok_or_else(|| missing(keys_of(&dictionary)))
            }
            Opened::Object(object) => {
                let found = match &step {
                    Step::Text(name) => object.get(name),
                    Step::ValueAt(index) => object.properties().nth(*index).map(|(_, value)| value),
                    Step::Index(_) | Step::Key(_) | Step::KeyAt(_) => None,
                };
                found.ok_or_else(|| missing(object.properties().map(|(name, _)| format!("{name:?}"))))
            }
            Opened::Whole => return Ok(Place::Inside { view, at }),
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

/// The declared types of a container; of an array, the type of its elements is that of the values.
fn types_of(container: VariantView<'_>) -> Option<EntryTypes<'_>> {
    match container.as_array() {
        Some(array) => Some(EntryTypes { key: None, value: Some(array.element_type()?) }),
        None => container.as_dictionary()?.entry_types(),
    }
}

#[cold]
fn nowhere(steps: &[Segment], at: usize) -> PathError {
    failed(steps, at, PathErrorKind::Fixed)
}

/// An error of the steps from `at` on, as one of all of them.
fn deeper(steps: &[Segment], at: usize, error: PathError) -> PathError {
    let taken = error.path().segments().len().saturating_sub(1);
    failed(steps, at + taken, error.kind().clone())
}

/// Returns the range of a value in the bytes.
pub(super) fn range(bytes: &[u8], view: VariantView<'_>) -> Range<usize> {
    let start = bytes.offset(view.as_wire());
    start..start + view.as_wire().len()
}

/// A part of a value without children: only the bytes that differ are replaced.
fn inside(
    bytes: &[u8],
    view: VariantView<'_>,
    steps: &[Segment],
    at: usize,
    new: &Variant<'_>,
) -> Result<Splices, EditError> {
    let mut rest = steps.get(at..).unwrap_or_default().to_vec();
    let place = range(bytes, view);
    let (splices, start) = match Alone::of(view, &rest) {
        Some(Alone { bytes, start }) => {
            if let Some(first) = rest.first_mut() {
                *first = Segment::Index(0);
            }
            let splices =
                Decoder::new(view.dialect()).view(&bytes).map(|view| leaf_set(&bytes, view, rest, new));
            (splices?, place.start + start)
        }
        None => (leaf_set(view.as_wire(), view, rest, new), place.start),
    };
    match splices {
        Ok(splices) => Ok(splices.after(start, place.end)),
        Err(EditError::Path(error)) => Err(deeper(steps, at, error).into()),
        Err(error) => Err(error),
    }
}

/// The change of a value without children by steps inside it.
fn leaf_set(
    bytes: &[u8],
    view: VariantView<'_>,
    steps: Vec<Segment>,
    new: &Variant<'_>,
) -> Result<Splices, EditError> {
    let old = view.to_variant();
    let changed = if let [Segment::Index(index)] = &*steps { vec![*index] } else { Vec::new() };
    let mut leaf = old.clone();
    leaf.set_path(&steps.into(), new.clone())?;
    leaf_changed(bytes, view, &old, &leaf, &changed)
}

/// An element of a packed array, as the only one of an array.
struct Alone {
    bytes: Vec<u8>,
    /// The offset of those bytes in the array, if the others were there before it.
    start: usize,
}

impl Alone {
    /// The element that the first step leads to; `None` if there is none.
    fn of(view: VariantView<'_>, steps: &[Segment]) -> Option<Self> {
        let Some(Segment::Index(index)) = steps.first() else { return None };
        let (whole, before) = (view.as_wire(), HEADER + 4);
        let place = if view.kind() == Kind::PackedStringArray {
            text_blocks(view, &[*index])?.pop()?
        } else {
            let packed = view.to_variant();
            let Parts::Elements(packed) = packed.parts() else { return None };
            packed.get(*index)?;
            let size = packed.numbers.as_wire().len() / packed.len();
            before + index * size..before + (index + 1) * size
        };
        let mut bytes = whole.get(..HEADER)?.to_vec();
        bytes.extend(1_u32.to_le_bytes());
        bytes.extend(whole.get(place.clone())?);
        bytes.resize(bytes.len().next_multiple_of(4), 0);
        Some(Self { bytes, start: place.start - before })
    }
}

/// Returns the edits that change a value without values inside into another of the same type. `changed` are the positions of the
/// elements that differ, in order.
pub(super) fn leaf_changed(
    bytes: &[u8],
    view: VariantView<'_>,
    old: &Variant<'_>,
    new: &Variant<'_>,
    changed: &[usize],
) -> Result<Splices, EditError> {
    let dialect = view.dialect();
    let place = range(bytes, view);
    if let Variant::PackedStringArray(texts) = new
        && let Some(blocks) = text_blocks(view, changed)
    {
        let mut splices = Splices::default();
        for (index, block) in changed.iter().zip(blocks) {
            let Some(text) = texts.get(*index) else { continue };
            // As the only element of an array, without the bytes before it.
            let alone = dialect.encode(&Variant::PackedStringArray(vec![text.clone()]))?;
            let block = place.start + block.start..place.start + block.end;
            splices = splices.and(block, alone.get(8..).unwrap_or_default().to_vec());
        }
        return Ok(splices);
    }
    // Readers take either width; to write the one that is there, it takes the dialect of that width.
    let own = of_width(dialect, matches!(old, Variant::Double(_)));
    let (before, after) = (own.encode(old)?, own.encode(new)?);
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

/// Returns the dialect's variant for components of 64 bits (`wide`) or 32 bits.
fn of_width(dialect: Dialect, wide: bool) -> Dialect {
    let single = Dialect::from_name(dialect.name().trim_end_matches("-double")).unwrap_or(dialect);
    if wide { single.double() } else { single }
}

/// Bytes of a header.
const HEADER: usize = 4;

/// Returns the ranges of elements of a PackedStringArray, with their length and padding; the positions are in order.
/// `None` if one is not there, or none is wanted.
fn text_blocks(view: VariantView<'_>, wanted: &[usize]) -> Option<Vec<Range<usize>>> {
    let whole = view.as_wire();
    let mut rest = whole.get(HEADER + 4..)?;
    let count = u32::from_le_bytes(*whole.get(HEADER..)?.first_chunk()?);
    let mut blocks = Vec::new();
    for number in 0..usize::try_from(i32::try_from(count).ok()?).ok()? {
        let Some(next) = wanted.get(blocks.len()) else { break };
        let after = after_text(view.dialect(), rest)?;
        if number == *next {
            let start = whole.offset(rest);
            blocks.push(start..start + (rest.len() - after.len()));
        }
        rest = after;
    }
    (!wanted.is_empty() && blocks.len() == wanted.len()).then_some(blocks)
}

fn after_text(dialect: Dialect, i: &[u8]) -> Option<&[u8]> {
    let rules = Rules::from(dialect);
    wire::text(wire::Cx::new(&rules, &Limits::GODOT)).parse(i).ok().map(|(after, _)| after)
}

/// Returns the offsets of a container's count and of its first element, key or name.
fn count_at(bytes: &[u8], container: VariantView<'_>) -> Option<usize> {
    let place = range(bytes, container);
    let first = match Opened::of(container) {
        Opened::Object(_) => {
            let after = after_text(container.dialect(), container.as_wire().get(HEADER..)?)?;
            return Some(place.end - after.len());
        }
        Opened::Dictionary(dictionary) => dictionary.entries().next().map(|(key, _)| key),
        Opened::Array(array) => array.iter().next(),
        Opened::Whole => return None,
    };
    Some(first.map_or(place.end, |first| bytes.offset(first.as_wire())).saturating_sub(4))
}

/// The changed count; the bit above it, which only Godot 2 has, stays.
fn recount(bytes: &[u8], at: usize, container: VariantView<'_>, change: i64) -> Option<Vec<u8>> {
    let old = bytes.get(at..at + 4)?;
    let word = u32::from_le_bytes(*old.first_chunk()?);
    let changed = |count: u32| u32::try_from(i64::from(count).checked_add(change)?).ok();
    match Opened::of(container) {
        // A negative number of properties reads as none.
        Opened::Object(_) => {
            let count = changed(u32::try_from(word.cast_signed()).unwrap_or_default())?;
            Some(count.to_le_bytes().to_vec())
        }
        Opened::Array(_) | Opened::Dictionary(_) => wire::recounted(changed(word & !wire::SHARED)?, old),
        Opened::Whole => None,
    }
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
    match Opened::of(container) {
        Opened::Dictionary(_) => match Step::of(segment).into_key() {
            Some(key) => dialect.encode_into(&key, &mut entry)?,
            None => return Ok(None),
        },
        Opened::Object(_) => {
            let Step::Text(name) = Step::of(segment) else { return Ok(None) };
            // Only the string block, without the header of a value.
            let named = dialect.encode(&Variant::String(name.into()))?;
            entry.extend_from_slice(named.get(HEADER..).unwrap_or_default());
        }
        Opened::Array(_) => {}
        Opened::Whole => return Ok(None),
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
    match Opened::of(container) {
        Opened::Dictionary(dictionary) => {
            if let Step::KeyAt(_) = step {
                return None;
            }
            for (at, (key, value)) in dictionary.entries().enumerate() {
                if matches!(step, Step::ValueAt(wanted) if wanted == at) || step.is(&key.to_variant()) {
                    gone.push(range(bytes, key).start..range(bytes, value).end);
                }
            }
        }
        Opened::Object(object) => {
            let mut start = count_at(bytes, container)? + 4;
            for (at, (name, value)) in object.properties().enumerate() {
                let end = range(bytes, value).end;
                let is_wanted = match &step {
                    Step::Text(wanted) => name == wanted.as_str(),
                    Step::ValueAt(wanted) => *wanted == at,
                    Step::Index(_) | Step::Key(_) | Step::KeyAt(_) => false,
                };
                if is_wanted {
                    gone.push(start..end);
                }
                start = end;
            }
        }
        Opened::Array(array) => {
            let Step::Index(index) = step else { return None };
            gone.push(range(bytes, array.get(index)?));
        }
        Opened::Whole => return None,
    }
    let count = count_at(bytes, container)?;
    let fewer = i64::try_from(gone.len()).ok().filter(|fewer| *fewer > 0)?;
    let change = Splices::put(count..count + 4, recount(bytes, count, container, -fewer)?);
    Some(gone.into_iter().fold(change, |change, range| change.and(range, Vec::new())))
}
