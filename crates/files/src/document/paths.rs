//! Access to the values of documents by paths.

use std::collections::HashMap;

use super::value::Slot;
use super::{AnyValue, AnyView, Document, DocumentError, Format};
use crate::identify::Arrangement;
use gamewire::godot::{Dictionary, Packed, Variant};
use gamewire::path::{Change, EditError, Path, PathErrorKind, Segment};
use gamewire::shared::path::{fail, failed};

/// The number of existing names that the error about an unknown setting lists.
const NAMED: usize = 8;

/// The number of values in which a key is looked for.
const LOOKED_AT: usize = 50_000;

impl Document<'_> {
    /// Returns an iterator over the steps with which the paths of the values begin in the file, in order: the name of a
    /// setting, the number of one of several values or of a packet, or none for a value that is alone.
    ///
    /// ```
    /// use gamewire_files::document::Document;
    /// use gamewire::godot::{Dialect, Framing};
    ///
    /// let mut file = Vec::new();
    /// for level in [3, 4] {
    ///     Framing::STORE_VAR.write(Dialect::GODOT_4, &level.into(), &mut file)?;
    /// }
    /// let save = Document::open(&file)?;
    /// let steps: Vec<_> = save.steps().flatten().map(|step| step.to_string()).collect();
    /// assert_eq!(steps, ["[0]", "[1]"]);
    /// assert_eq!(save.get_path(&"[1]".parse()?)?.as_godot(), Some(&4.into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn steps(&self) -> impl ExactSizeIterator<Item = Option<Segment>> {
        let names = self.values.iter().enumerate().filter_map(|(at, slot)| Some((slot.name.as_deref()?, at)));
        let last: HashMap<&str, usize> = names.collect();
        let is_alone = self.len() == 1 && self.recording.is_none();
        self.values.iter().enumerate().map(move |(at, slot)| match slot.name.as_deref() {
            // A name leads to the last setting that has it.
            Some(name) if last.get(name) == Some(&at) => Some(Segment::text(name)),
            Some(_) => Some(Segment::ValueAt(at)),
            None => (!is_alone).then_some(Segment::Index(at)),
        })
    }

    /// Returns the number of the value that has a path, and the path in it. The path begins with the [step](Self::steps) of the
    /// value. The number of one of several values may be left out, if the path exists in no other.
    ///
    /// # Errors
    /// Returns an error if there are no values, or if none or more than one of several values have the path.
    pub fn find(&self, path: &Path) -> Result<(usize, Path), DocumentError> {
        if self.has_settings() {
            return self.setting(path)?.map_err(|name| self.no_setting(path, &name));
        }
        let numbered = match path.segments() {
            [Segment::Index(number), ..] => Some((*number, after(path, 1))),
            _ => None,
        };
        match numbered {
            Some(place) if self.recording.is_some() => self.value(place.0).map(|_| place),
            None if self.recording.is_some() => Err(DocumentError::NoNumber),
            _ if self.len() == 1 => Ok((0, path.clone())),
            Some(place) if self.leads(place.0, &place.1) => Ok(place),
            numbered => {
                let numbers: Vec<usize> =
                    (0..self.len()).filter(|number| self.leads(*number, path)).collect();
                match (numbers.as_slice(), numbered.filter(|(number, _)| *number < self.len())) {
                    ([number], _) => Ok((*number, path.clone())),
                    ([], Some(place)) => Ok(place),
                    ([], None) => Err(DocumentError::Nowhere { path: path.clone(), count: self.len() }),
                    _ => Err(DocumentError::Several { path: path.clone(), numbers }),
                }
            }
        }
    }

    /// Returns the path that leads to the same value and begins with its [step](Self::steps).
    ///
    /// # Errors
    /// Returns the same errors as [`find`](Self::find).
    ///
    /// ```
    /// use gamewire_files::document::{Document, OpenOptions};
    ///
    /// let file = b"[audio]\nvolume={\"music\": 0.5}\n";
    /// let config = Document::open_with(file, &OpenOptions::new().allow_text(true))?;
    /// let path = config.full_path(&"$.audio.volume.music".parse()?)?;
    /// assert_eq!(path.to_string(), "$.audio/volume.music");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn full_path(&self, path: &Path) -> Result<Path, DocumentError> {
        let (number, rest) = self.find(path)?;
        Ok(below(self.steps().nth(number).flatten(), &rest))
    }

    /// Returns whether a path leads to a part of a value.
    fn leads(&self, number: usize, path: &Path) -> bool {
        self.value(number).is_ok_and(|value| value.get_path(path).is_ok())
    }

    /// Returns at most `most` paths of other keys with the name at the end of a path, for a path that leads nowhere. All other
    /// keys of the path are on the way to them. Only the first values of a long file are looked at.
    ///
    /// ```
    /// use gamewire_files::document::{Document, OpenOptions};
    ///
    /// let file = br#"{"player": {"stats": {"gold": 5}}, "shop": {"gold": 9}}"#;
    /// let save = Document::open_with(file, &OpenOptions::new().allow_text(true))?;
    /// let found = save.elsewhere(&"$.player.gold".parse()?, 3);
    /// assert_eq!(found, ["$.player.stats.gold".parse()?]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn elsewhere(&self, path: &Path, most: usize) -> Vec<Path> {
        let asked: Vec<String> = names(path.segments()).collect();
        let (asked, mut found, mut left) = (asked.join("."), Vec::new(), LOOKED_AT);
        if !matches!(path.segments().last(), Some(Segment::Name(_))) {
            return found;
        }
        for (step, value) in self.steps().zip(self.values()) {
            if left == 0 || found.len() >= most {
                break;
            }
            let place: Path = step.into_iter().collect();
            if value.name().is_some_and(|name| name.rsplit('/').next() == Some(&asked)) {
                found.push(place.clone());
            }
            let look = |view: AnyView<'_>| {
                each_key(&view, place, |place, key| {
                    let before = key.and_then(|key| asked.strip_suffix(key));
                    let around = place.segments().split_last().map_or(&[][..], |(_, around)| around);
                    let is_it = before.is_some_and(|before| {
                        (before.is_empty() || before.ends_with('.'))
                            && before.split_terminator('.').all(|key| names(around).any(|name| name == key))
                    });
                    found.extend(is_it.then(|| place.clone()));
                    left -= 1;
                    (left > 0 && found.len() < most).then_some(())
                })
            };
            if let Ok(bytes) = value.as_wire() {
                let _ = value.format().view(&bytes, &Path::default(), look);
            }
        }
        found
    }

    /// Returns the number of the setting that a path leads to, and the path in it. The name of the setting comes first, and may
    /// be written with dots or as one step. If there is no such setting, returns the name of the one that the path would add,
    /// which is empty if it cannot.
    fn setting(&self, path: &Path) -> Result<Result<(usize, Path), String>, DocumentError> {
        if path.segments().is_empty() {
            fail(&[], 0, PathErrorKind::Fixed)?;
        }
        let word = |step: &Segment| match step {
            Segment::Name(name) => name.clone().into_owned(),
            Segment::Literal(key) => key.clone(),
            Segment::Index(index) => index.to_string(),
            Segment::KeyAt(index) => format!("key({index})"),
            Segment::ValueAt(index) => format!("value({index})"),
        };
        let words: Vec<String> = path.segments().iter().map(word).collect();
        let names: Vec<&str> = self.values().map(|value| value.name().unwrap_or_default()).collect();
        // The last one of each name counts.
        let last = |name: &str| names.iter().rposition(|other| *other == name);
        // The paths that begin with a step of the file have the whole name in this step.
        if let Some(at) = words.first().and_then(|word| last(word)) {
            return Ok(Ok((at, after(path, 1))));
        }
        let find = |name: String| {
            let dotted = name.replace('/', ".");
            let alike = names.iter().enumerate().filter(|(_, other)| other.replace('/', ".") == dotted);
            let alike = alike.filter(|(at, other)| last(other) == Some(*at)).map(|(at, _)| at);
            last(&name).map_or_else(|| alike.collect(), |exact| vec![exact])
        };
        let starts = (1..=words.len()).filter_map(|steps| Some((words.get(..steps)?.join("."), steps)));
        let places = starts.flat_map(|(name, steps)| find(name).into_iter().map(move |at| (at, steps)));
        let mut places: Vec<_> = places.map(|(number, steps)| (number, after(path, steps))).collect();
        if places.len() > 1 {
            let leading: Vec<_> = places.iter().filter(|(number, rest)| self.leads(*number, rest)).collect();
            match leading.as_slice() {
                [] => places.truncate(1),
                [one] => return Ok(Ok((*one).clone())),
                several => {
                    let step = |number: usize| names.get(number).map(|name| Segment::text(name));
                    let paths = several.iter().map(|(number, rest)| below(step(*number), rest)).collect();
                    return Err(DocumentError::SeveralSettings { path: path.clone(), paths });
                }
            }
        }
        if let Some(place) = places.pop() {
            return Ok(Ok(place));
        }
        Ok(match path.segments() {
            [Segment::ValueAt(at), ..] if *at < names.len() => Ok((*at, after(path, 1))),
            [_] => Err(words.concat()),
            _ => {
                // The section of a new setting has other settings.
                let name = words.join(".");
                let section = name.find('/').and_then(|slash| name.get(..=slash)).unwrap_or(&name);
                let has = names.iter().any(|other| other.starts_with(section));
                Err(if has { name } else { String::new() })
            }
        })
    }

    /// Returns the error about an unknown setting. It lists the most likely names first: those in the same section.
    fn no_setting(&self, path: &Path, name: &str) -> DocumentError {
        let name = match name {
            "" => path.to_string().trim_start_matches("$.").to_owned(),
            name => name.to_owned(),
        };
        let section = name.split(['/', '.']).next().unwrap_or_default();
        let names = || self.values().filter_map(|value| value.name()).map(str::to_owned);
        let mut there: Vec<_> = names().filter(|other| other.starts_with(section)).take(NAMED).collect();
        if there.is_empty() {
            there = names().take(NAMED).collect();
        }
        if self.len() > there.len() {
            there.push("..".into());
        }
        failed(path.segments(), 0, PathErrorKind::NoSetting { name, there }).into()
    }

    /// Returns the settings as a dictionary by name. A value that cannot be decoded is replaced by its bytes.
    fn all_settings(&self) -> Result<Variant, DocumentError> {
        let entry = |value: super::ValueRef<'_>| {
            let bytes = || Ok(Packed::from(value.as_wire()?.into_owned()).into());
            let read: Result<_, DocumentError> = value.godot().or_else(|_| bytes());
            Ok((Variant::from(value.name().unwrap_or_default().to_owned()), read?))
        };
        let entries = self.values().map(entry).collect::<Result<Dictionary, DocumentError>>();
        Ok(Variant::Dictionary(entries?))
    }

    /// Returns the element at a path, as [`find`](Self::find) finds it. In a file of settings, the path `$` leads to a dictionary of all.
    ///
    /// # Errors
    /// Returns an error if no value has the path, or several have it.
    ///
    /// ```
    /// use gamewire_files::document::{Document, AnyValue};
    /// let level = Document::open(b"\x0a\0\0\x03\0\x04Gold\0\0\0\x07\0")?;
    /// let gold = level.get_path(&"$.Gold".parse()?)?;
    /// assert_eq!(gold.as_nbt().and_then(|tag| tag.as_i64()), Some(7));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn get_path(&self, path: &Path) -> Result<AnyValue, DocumentError> {
        if self.has_settings() && path.segments().is_empty() {
            return Ok(self.all_settings()?.into());
        }
        let (number, rest) = self.find(path)?;
        self.value(number)?.get_path(&rest).map_err(|error| self.in_file(error, path, &rest))
    }

    /// Converts the error of a path in a setting to an error of the path in the file.
    fn in_file(&self, error: DocumentError, path: &Path, rest: &Path) -> DocumentError {
        match error {
            DocumentError::Edit(EditError::Path(error)) if self.has_settings() => {
                let steps = path.segments();
                error.in_path(steps, steps.len() - rest.segments().len()).into()
            }
            error => error,
        }
    }

    /// Returns the paths of all entries with a key, in order, as text. They begin with the [step](Self::steps) of the value.
    ///
    /// # Errors
    /// Returns an error if a value cannot be read, or if the paths are longer than `most` bytes together: nested deeply, paths
    /// of few bytes become long.
    ///
    /// ```
    /// use gamewire_files::document::Document;
    /// let level = Document::open(b"\x0a\0\0\x03\0\x04Gold\0\0\0\x07\0")?;
    /// assert_eq!(level.find_key("Gold", 100)?, ["$.Gold"]);
    /// # Ok::<(), gamewire_files::document::DocumentError>(())
    /// ```
    pub fn find_key(&self, key: &str, most: usize) -> Result<Vec<String>, DocumentError> {
        let (mut found, mut total) = (Vec::new(), 0);
        for (step, value) in self.steps().zip(self.values()) {
            let wire = value.as_wire()?;
            let look = |view: AnyView<'_>| {
                each_key(&view, step.into_iter().collect(), |path, other| {
                    if other == Some(key) {
                        found.push(path.to_string());
                        total += found.last().map_or(0, String::len);
                    }
                    if total > most { None } else { Some(()) }
                })
            };
            let all = value.format().view(&wire, &Path::default(), look)?;
            if all == Some(None) {
                return Err(DocumentError::LongPaths { most });
            }
        }
        Ok(found)
    }

    /// Returns the differences to another file, with their paths as text. Both files must have one value.
    ///
    /// # Errors
    /// Returns an error if a file has no or several values, if a value cannot be read, if the files are of different games, or
    /// if the paths are longer than `most` bytes together: nested deeply, paths of few bytes become long.
    ///
    /// ```
    /// use gamewire::path::Change;
    /// use gamewire_files::document::Document;
    /// let old = Document::open(b"\x0a\0\0\x03\0\x04Gold\0\0\0\x07\0")?;
    /// let new = Document::open(b"\x0a\0\0\x03\0\x04Gold\0\0\0\x08\0")?;
    /// let changes = old.diff(&new, 100)?;
    /// assert!(matches!(&changes[..], [(path, Change::Changed(..))] if path == "$.Gold"));
    /// # Ok::<(), gamewire_files::document::DocumentError>(())
    /// ```
    pub fn diff(
        &self,
        other: &Document<'_>,
        most: usize,
    ) -> Result<Vec<(String, Change<AnyValue>)>, DocumentError> {
        if self.len() != 1 || other.len() != 1 {
            return Err(DocumentError::NotOne);
        }
        let (mut changes, mut total) = (Vec::new(), 0);
        let (old, new) = (self.value(0)?.as_wire()?, other.value(0)?.as_wire()?);
        let same = self.format().diff_each(&old, (other.format(), &new), |path, change| {
            let path = path.to_string();
            total += path.len();
            if total > most {
                return Err(DocumentError::LongPaths { most });
            }
            changes.push((path, change));
            Ok(())
        })?;
        match (self.format().nbt(), other.format().nbt()) {
            _ if same => Ok(changes),
            (Some(_), Some(_)) => Err(DocumentError::NoRoot),
            _ => Err(DocumentError::OtherGame),
        }
    }

    /// Sets the value at a path. A new key, a new setting, or an element after the last one is added; if the file has
    /// several values, it is added to the only one that accepts it. All other bytes of the contents are unchanged,
    /// except for lengths.
    ///
    /// # Errors
    /// Returns an error, and changes nothing, if the path leads nowhere, the value does not fit there, or several
    /// values have the path.
    ///
    /// ```
    /// use gamewire_files::document::Document;
    /// use gamewire::minecraft::nbt::Tag;
    /// let mut level = Document::open(b"\x0a\0\0\x03\0\x04Gold\0\0\0\x07\0")?;
    /// level.set_path(&"$.Gold".parse()?, Tag::Int(999))?;
    /// assert_eq!(level.encode()?[..], b"\x0a\0\0\x03\0\x04Gold\0\0\x03\xe7\0"[..]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_path(&mut self, path: &Path, new: impl Into<AnyValue>) -> Result<(), DocumentError> {
        let new = new.into();
        if self.has_settings()
            && let Err(name) = self.setting(path)?
        {
            let (Format::Godot(decoder), false) = (&self.format, name.is_empty()) else {
                return Err(self.no_setting(path, &name));
            };
            let AnyValue::Godot(new) = &new else { return Err(self.format.other("a value of Minecraft")) };
            let bytes = decoder.dialect().encode(new)?;
            return self.push(Some(name), bytes);
        }
        let nowhere = match self.find(path) {
            Ok((number, rest)) => {
                let set = self.value_mut(number)?.set_path(&rest, new);
                return set.map_err(|error| self.in_file(error, path, &rest));
            }
            Err(error @ DocumentError::Nowhere { .. }) => error,
            Err(error) => return Err(error),
        };
        // A new key is in none of the values. It is added to the only value that accepts it.
        let taking = |slot: &Slot| {
            let mut slot = slot.clone();
            let mut value = super::ValueMut { slot: &mut slot, within: self.within(0) };
            value.set_path(path, new.clone()).ok()?;
            Some(slot)
        };
        let mut taking = self.values.iter().enumerate().filter_map(|(at, slot)| Some((at, taking(slot)?)));
        let (Some((at, changed)), None) = (taking.next(), taking.next()) else { return Err(nowhere) };
        if let Some(slot) = self.values.get_mut(at) {
            *slot = changed;
        }
        Ok(())
    }

    /// Removes the value at a path, with its key. In a file of settings, a path without more steps than the name removes all
    /// settings with the name. All other bytes of the contents are unchanged, except for counts and lengths.
    ///
    /// # Errors
    /// Returns an error, and changes nothing, if no value or more than one has the path, or if the path leads to a
    /// part that cannot be removed.
    pub fn remove_path(&mut self, path: &Path) -> Result<(), DocumentError> {
        let (number, rest) = self.find(path)?;
        if !self.has_settings() || !rest.segments().is_empty() {
            let removed = self.value_mut(number)?.remove_path(&rest);
            return removed.map_err(|error| self.in_file(error, path, &rest));
        }
        let removed = self.values.remove(number);
        if !matches!(path.segments(), [Segment::ValueAt(_)]) {
            self.values.retain(|slot| slot.name != removed.name);
        }
        self.rearranged = true;
        Ok(())
    }

    pub(super) fn has_settings(&self) -> bool {
        matches!(self.arrangement, Arrangement::Settings(_))
    }
}

/// Returns the steps of a path after the first ones.
fn after(path: &Path, steps: usize) -> Path {
    path.segments().get(steps..).unwrap_or_default().to_vec().into()
}

/// Returns the path that begins with the step of a value and leads on by a path in it.
fn below(step: Option<Segment>, rest: &Path) -> Path {
    step.into_iter().chain(rest.segments().iter().cloned()).collect()
}

/// Returns the keys of a path.
fn names(steps: &[Segment]) -> impl Iterator<Item = String> {
    steps.iter().filter_map(|step| match step {
        Segment::Name(name) => Some(name.to_string()),
        _ => None,
    })
}

/// Calls `each` with the path and the key of each value inside the value at `place`, until it returns `None`.
fn each_key(
    view: &AnyView<'_>,
    mut place: Path,
    mut each: impl FnMut(&Path, Option<&str>) -> Option<()>,
) -> Option<()> {
    let mut open = vec![view.children()];
    while let Some(children) = open.last_mut() {
        let Some(child) = children.next() else {
            open.pop();
            place.pop();
            continue;
        };
        place.push(child.step);
        each(&place, child.key.as_deref())?;
        open.push(child.view.children());
    }
    Some(())
}
