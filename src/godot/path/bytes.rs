//! Changes of values in their encoded bytes. All other bytes stay as they are.

use std::ops::Range;

use nom::Offset as _;

use super::super::decode::Decoder;
use super::super::dialect::Dialect;
use super::super::ids::Kind;
use super::super::model::{EntryTypes, Leaf, Variant};
use super::super::view::VariantView;
use super::super::wire;
use super::steps::key_of;
use super::{as_declared, not_taken};
use crate::path::{
    ChildIter, EditError, Path, PathError, PathErrorKind, Segment, Splices, Tree as _, added, fail, failed,
    follow, removed, step,
};
use crate::sure::Sure as _;

impl Decoder {
    /// Returns the value at a path in encoded bytes, like
    /// [`Variant::get_path`](crate::godot::Variant::get_path). All bytes are validated, but only the value at
    /// the path is built.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a valid value, or if the path leads nowhere.
    ///
    /// ```
    /// use gamewire::godot::{Decoder, Dialect, Variant, variant};
    /// let bytes = Dialect::GODOT_4.encode(&variant!({ "gold": 7, "items": ["sword"] }))?;
    /// let gold = Decoder::new(Dialect::GODOT_4).get_path(&bytes, &"$.gold".parse()?)?;
    /// assert_eq!(gold, Variant::Int(7));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn get_path(&self, bytes: &[u8], path: &Path) -> Result<crate::godot::Variant, EditError> {
        Ok(self.view(bytes)?.get_path(path)?)
    }

    /// Sets the value at a path in encoded bytes, like [`Variant::set_path`](crate::godot::Variant::set_path), and returns the new bytes.
    ///
    /// All other bytes are unchanged, even if the engine would write them differently: padding that is not
    /// zero, wide ints, flags without meaning. If an entry is added, the count of its container changes too.
    ///
    /// # Errors
    /// Returns an error if this decoder rejects the bytes, if the path leads nowhere, or if the dialect
    /// cannot express the new value there.
    ///
    /// ```
    /// use gamewire::godot::{Decoder, Dialect, Variant, variant};
    /// let mut bytes = Dialect::GODOT_4.encode(&variant!({ "a": 1, "b": 2 }))?;
    /// bytes[17..20].copy_from_slice(b"xyz"); // Padding that no engine writes.
    /// let decoder = Decoder::new(Dialect::GODOT_4);
    /// let changed = decoder.set_path(&bytes, &"$.b".parse()?, &Variant::Int(999))?;
    /// assert_eq!(changed[..40], bytes[..40]);
    /// assert_eq!(changed[40..], [2, 0, 0, 0, 0xe7, 3, 0, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_path(&self, bytes: &[u8], path: &Path, new: &Variant) -> Result<Vec<u8>, EditError> {
        self.path_set(bytes, path, new)?.checked(bytes, |changed| self.check(changed))
    }

    /// Returns the edits of [`set_path`](Self::set_path).
    pub fn path_set(&self, bytes: &[u8], path: &Path, new: &Variant) -> Result<Splices, EditError> {
        let steps = path.segments();
        let (whole, dialect) = (self.view(bytes)?, self.dialect());
        let Some((last, outer)) = steps.split_last() else {
            return Ok(Splices::put(whole.place_in(bytes), dialect.encode(new)?));
        };
        let (container, taken) = follow(whole, outer)?;
        if taken < outer.len() {
            return inside(bytes, container, steps, taken, new);
        }
        let at = taken;
        let found = step(container, last);
        if let Some(types) = types_of(container) {
            as_declared(&types, steps, new, || found.is_err())?;
        }
        match found {
            Ok(None) => inside(bytes, container, steps, at, new),
            Ok(Some((index, old))) => {
                if let (Segment::KeyAt(_), Some(dictionary)) = (last, container.as_dictionary()) {
                    let others = dictionary.entries().enumerate().filter(|(other, _)| *other != index);
                    not_taken(others.map(|(_, (key, _))| key.to_variant()), new)
                        .map_err(|kind| failed(steps, at, kind))?;
                }
                Ok(Splices::put(old.place_in(bytes), dialect.encode(new)?))
            }
            Err(why) => {
                let part = container.new_part(&dialect, last, new)?;
                let (part, count) = part.zip(container.recounted(1)).ok_or_else(|| failed(steps, at, why))?;
                Ok(added(bytes, container, part, count))
            }
        }
    }

    /// Removes the value at a path from encoded bytes, like [`Variant::remove_path`](crate::godot::Variant::remove_path), and returns the new bytes. The count of the
    /// container changes; all other bytes are unchanged.
    ///
    /// # Errors
    /// Returns an error if this decoder rejects the bytes, if the path leads nowhere, or if it leads to a
    /// part that cannot be removed, such as a component of a vector.
    pub fn remove_path(&self, bytes: &[u8], path: &Path) -> Result<Vec<u8>, EditError> {
        self.path_removed(bytes, path)?.checked(bytes, |changed| self.check(changed))
    }

    /// Returns the edits of [`remove_path`](Self::remove_path).
    pub fn path_removed(&self, bytes: &[u8], path: &Path) -> Result<Splices, EditError> {
        let steps = path.segments();
        let whole = self.view(bytes)?;
        let Some((last, outer)) = steps.split_last() else {
            return Err(failed(steps, 0, PathErrorKind::Fixed).into());
        };
        let (at, dialect) = (outer.len(), self.dialect());
        let fixed = || failed(steps, at, PathErrorKind::Fixed);
        let (container, taken) = follow(whole, outer)?;
        if taken < at {
            return Err(fixed().into());
        }
        match step(container, last).map_err(|kind| failed(steps, at, kind))? {
            Some(_) => removed(bytes, container, last, |fewer| container.recounted(fewer))
                .ok_or_else(|| fixed().into()),
            None => {
                let mut leaf = container.to_variant();
                leaf.remove_path(&vec![last.clone()].into()).map_err(|error| error.in_path(steps, at))?;
                Ok(Splices::put(container.place_in(bytes), dialect.encode(&leaf)?))
            }
        }
    }
}

impl<'a> VariantView<'a> {
    /// Returns the value at a path, like [`Variant::get_path`]: an element, the value of a key, a property,
    /// an element of a packed array, or a component of a vector. Only this value is built.
    ///
    /// # Errors
    /// Returns an error if the path leads nowhere. [`PathError`] has the step that failed, and what is there
    /// instead.
    ///
    /// ```
    /// use gamewire::godot::{Dialect, Variant, Vector3, variant};
    /// let bytes = Dialect::GODOT_4.encode(&variant!({ "units": [{ "at": Vector3::new(1.0, 2.0, 3.0) }] }))?;
    /// let save = Dialect::GODOT_4.view(&bytes)?;
    /// assert_eq!(save.get_path(&"$.units[0].at.z".parse()?)?, Variant::Float(3.0));
    /// assert!(save.get_path(&"$.units[1]".parse()?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn get_path(&self, path: &Path) -> Result<crate::godot::Variant, PathError> {
        let steps = path.segments();
        let (view, taken) = follow(*self, steps)?;
        let rest = steps.get(taken..).sure();
        if rest.is_empty() {
            return Ok(view.to_variant());
        }
        let leaf = view.to_variant();
        let part = leaf.get_path(&rest.to_vec().into()).map_err(|error| error.in_path(steps, taken))?;
        Ok(part.into_owned())
    }

    /// Returns a view of the value at a path. Nothing is built, and its bytes can be forwarded. An element of
    /// a packed array and a component of a vector are not encoded as values; read them with
    /// [`get_path`](Self::get_path).
    ///
    /// # Errors
    /// Returns the errors of [`get_path`](Self::get_path), and an error if the path leads to such a part.
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
        let (view, taken) = follow(*self, path.segments())?;
        if taken == path.segments().len() {
            return Ok(view);
        }
        self.get_path(path)?; // It says why, if no part is there.
        fail(path.segments(), taken, PathErrorKind::Packed)
    }
}

impl VariantView<'_> {
    /// Encodes a new element, entry or property. Returns `None` if the container does not accept this step.
    fn new_part(
        self,
        dialect: &Dialect,
        segment: &Segment,
        new: &Variant,
    ) -> Result<Option<Vec<u8>>, EditError> {
        // The last value of the input may lack its padding. It needs the padding if another value follows.
        let padding = self.as_wire().len().next_multiple_of(4) - self.as_wire().len();
        let mut part = vec![0; padding];
        match (self.children(), segment, key_of(segment)) {
            (ChildIter::Items(items), Segment::Index(index), _) if *index == items.len() => {}
            (ChildIter::Entries(_), _, Some(key)) => dialect.encode_into(&key, &mut part)?,
            (ChildIter::Named(_), _, Some(name @ Variant::String(_))) => {
                // The name is a string block without the header of a value.
                part.extend_from_slice(dialect.encode(&name)?.get(HEADER..).sure());
            }
            _ => return Ok(None),
        }
        dialect.encode_into(new, &mut part)?;
        Ok(Some(part))
    }

    /// Returns the position of the count, and the count that is changed by a number. It keeps the bit above the
    /// count, which only Godot 2 has.
    fn recounted(self, change: isize) -> Option<(Range<usize>, Vec<u8>)> {
        let end = self.inside().start;
        let place = end.checked_sub(4)?..end;
        let old = self.as_wire().get(place.clone())?;
        let word = u32::from_le_bytes(*old.first_chunk()?);
        let changed = |count: u32| count.checked_add_signed(i32::try_from(change).ok()?);
        let bytes = match self.as_object() {
            // Readers treat a negative number of properties as 0.
            Some(_) => changed(u32::try_from(word.cast_signed()).unwrap_or_default())?.to_le_bytes().to_vec(),
            None => wire::recounted(changed(word & !wire::SHARED)?, old)?,
        };
        Some((place, bytes))
    }
}

/// Returns the declared types of a container. For an array, the type of its elements is that of the values.
fn types_of(container: VariantView<'_>) -> Option<EntryTypes> {
    match container.as_array() {
        Some(array) => Some(EntryTypes { key: None, value: Some(array.element_type()?) }),
        None => container.as_dictionary()?.entry_types(),
    }
}

/// Returns the edits of a part of a value that contains no other values. They replace only the bytes that
/// differ.
fn inside(
    bytes: &[u8],
    view: VariantView<'_>,
    steps: &[Segment],
    at: usize,
    new: &Variant,
) -> Result<Splices, EditError> {
    let mut rest = steps.get(at..).sure().to_vec();
    let place = view.place_in(bytes);
    // Only the element of a large array is read and written, as an array of one element.
    let element = rest.first_mut().and_then(|first| {
        let Segment::Index(index) = first else { return None };
        let element = element_place(view, *index)?;
        *first = Segment::Index(0);
        Some(element)
    });
    let edits = |bytes: &[u8], view: VariantView<'_>| {
        let old = view.to_variant();
        let mut leaf = old.clone();
        leaf.set_path(&rest.into(), new.clone()).map_err(|error| error.in_path(steps, at))?;
        leaf_changed(bytes, view, &old, &leaf)
    };
    // The padding of the last value may be missing, and is not replaced then.
    match element {
        None => Ok(edits(view.as_wire(), view)?.after(place.start, place.end)),
        Some(element) => {
            let whole = view.as_wire();
            let mut alone = whole.get(..HEADER).sure().to_vec();
            alone.extend(1_u32.to_le_bytes());
            alone.extend(whole.get(element.clone()).sure());
            alone.resize(alone.len().next_multiple_of(4), 0);
            let splices = edits(&alone, Decoder::new(view.dialect()).view(&alone)?)?;
            Ok(splices.after(place.start + element.start - ELEMENTS, place.end))
        }
    }
}

/// Returns the place of an element in the bytes of a packed array, or `None` if there is none.
fn element_place(view: VariantView<'_>, index: usize) -> Option<Range<usize>> {
    let (header, _) = view.header();
    if header.kind == Kind::PackedStringArray {
        return text_places(view).nth(index);
    }
    let numeric = header.kind.numeric().filter(|numeric| numeric.element.is_some())?;
    let number = numeric.number_type(header.has_wide_components(&view.dialect()));
    let size = numeric.count * number.size();
    let count = u32::from_le_bytes(*view.as_wire().get(HEADER..)?.first_chunk()?);
    (index < count as usize).then(|| ELEMENTS + index * size..ELEMENTS + (index + 1) * size)
}

/// Returns the places of the elements of a PackedStringArray in its bytes.
fn text_places(view: VariantView<'_>) -> impl Iterator<Item = Range<usize>> {
    let whole = view.as_wire();
    let mut rest = whole.get(ELEMENTS..).unwrap_or_default();
    std::iter::from_fn(move || {
        let (after, _) = view.checked_reader().text(rest)?;
        let place = whole.offset(rest)..whole.offset(after);
        rest = after;
        Some(place)
    })
}

/// Returns the edits that change a value into another of the same type, if the type contains no other values.
pub(super) fn leaf_changed(
    bytes: &[u8],
    view: VariantView<'_>,
    old: &Variant,
    new: &Variant,
) -> Result<Splices, EditError> {
    let dialect = view.dialect();
    let place = view.place_in(bytes);
    if let (Leaf::Texts(olds), Leaf::Texts(news)) = (old.leaf(), new.leaf())
        && olds.len() == news.len()
    {
        let mut splices = Splices::default();
        for ((old, new), block) in olds.iter().zip(news).zip(text_places(view)) {
            if old.as_bytes() != new.as_bytes() {
                // The element is encoded as the only one of an array; the bytes before it are dropped.
                let alone = dialect.encode(&Variant::PackedStringArray(vec![new.clone()]))?;
                let block = place.start + block.start..place.start + block.end;
                splices = splices.and(block, alone.get(ELEMENTS..).sure().to_vec());
            }
        }
        return Ok(splices);
    }
    // Readers accept both widths. The dialect with the width of these bytes writes the same width again.
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

/// Returns the dialect with components of 64 bits if `wide` is true, otherwise with components of 32 bits.
fn of_width(dialect: Dialect, wide: bool) -> Dialect {
    let single = Dialect::from_name(dialect.name().trim_end_matches("-double")).unwrap_or(dialect);
    if wide { single.double() } else { single }
}

/// The length of a header.
const HEADER: usize = 4;
/// The offset of the elements of a packed array.
const ELEMENTS: usize = HEADER + 4;
