//! Access to the values of documents by paths.

use std::borrow::Cow;

use super::value::{Slot, Within};
use super::{AnyValue, AnyView, Document, DocumentError, Format};
use crate::identify::Arrangement;
use gamewire::path::{Change, Path, Segment};

impl Document<'_> {
    /// Returns the number of the value that has a path, and the path in it. This is the only value of the file, or the only
    /// one of several in which the path exists. If it exists in none, the first step can be the number of the value, as in
    /// `[1].health`. In a recording, it must be the number of the packet.
    ///
    /// # Errors
    /// Returns an error if there are no values, or if none or more than one of several values have the path.
    pub fn find(&self, path: &Path) -> Result<(usize, Path), DocumentError> {
        if self.recording.is_some() {
            let [Segment::Index(number), rest @ ..] = path.segments() else {
                return Err(DocumentError::NoNumber);
            };
            return self.value(*number).map(|_| (*number, rest.to_vec().into()));
        }
        if self.len() == 1 {
            return Ok((0, path.clone()));
        }
        let leads = self.values().enumerate().filter(|(_, value)| value.get_path(path).is_ok());
        let numbers: Vec<usize> = leads.map(|(number, _)| number).collect();
        match (numbers.as_slice(), path.segments()) {
            ([number], _) => Ok((*number, path.clone())),
            ([], [Segment::Index(number), rest @ ..]) if *number < self.len() => {
                Ok((*number, rest.to_vec().into()))
            }
            ([], _) => Err(DocumentError::Nowhere { path: path.clone(), count: self.len() }),
            _ => Err(DocumentError::Several { path: path.clone(), numbers }),
        }
    }

    /// Returns the element at a path. In a file of settings, the first step is the name of a setting. In a file of
    /// several values, the element is in the only value that has the path.
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
        match (self.project()?, &self.format) {
            (Some(project), Format::Godot(decoder)) => Ok(AnyValue::Godot(project.get_path(decoder, path)?)),
            _ => {
                let (number, path) = self.find(path)?;
                self.value(number)?.get_path(&path)
            }
        }
    }

    /// Returns the paths of all entries with a key, in order, as text. If the file has several values, the paths begin with the
    /// number of the value.
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
        for (number, value) in self.values().enumerate() {
            let is_only = self.len() == 1 && self.recording.is_none();
            let mut path = if is_only { "$".into() } else { format!("$[{number}]") };
            let wire = value.as_wire()?;
            let look = |view: AnyView<'_>| {
                let mut open = vec![(path.len(), view.children())];
                while let Some((length, children)) = open.last_mut() {
                    path.truncate(*length);
                    let Some(child) = children.next() else {
                        open.pop();
                        continue;
                    };
                    path.push_str(&child.step.to_string());
                    if child.key.as_deref() == Some(key) {
                        total += path.len();
                        if total > most {
                            return Err(DocumentError::LongPaths { most });
                        }
                        found.push(path.clone());
                    }
                    open.push((path.len(), child.view.children()));
                }
                Ok(())
            };
            value.format().view(&wire, &Path::default(), look)?.transpose()?;
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
        if let (Arrangement::Settings(_), &Format::Godot(decoder)) = (self.arrangement, &self.format) {
            let AnyValue::Godot(new) = new else { return Err(self.format.other("a value of Minecraft")) };
            return self.change_project(|project| project.set_path(&decoder, path, &new));
        }
        let nowhere = match self.find(path) {
            Ok((number, path)) => return self.value_mut(number)?.set_path(&path, new),
            Err(error @ DocumentError::Nowhere { .. }) => error,
            Err(error) => return Err(error),
        };
        // A new key is in none of the values. It is added to the only value that accepts it.
        let taking = |slot: &Slot| {
            let mut slot = slot.clone();
            let within = Within::new(self.opened.contents(), &self.format, None, 0);
            let mut value = super::ValueMut::new(&mut slot, within);
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

    /// Removes the value at a path, with its key. In a file of settings, a path of one step removes the setting. All
    /// other bytes of the contents are unchanged, except for counts and lengths.
    ///
    /// # Errors
    /// Returns an error, and changes nothing, if no value or more than one has the path, or if the path leads to a
    /// part that cannot be removed.
    pub fn remove_path(&mut self, path: &Path) -> Result<(), DocumentError> {
        match (self.arrangement, &self.format) {
            (Arrangement::Settings(_), &Format::Godot(decoder)) => {
                self.change_project(|project| project.remove_path(&decoder, path))
            }
            _ => {
                let (number, path) = self.find(path)?;
                self.value_mut(number)?.remove_path(&path)
            }
        }
    }

    /// Changes settings. Settings whose bytes are still borrowed afterwards were not changed.
    fn change_project(
        &mut self,
        change: impl FnOnce(&mut crate::godot::ProjectFile<'_>) -> Result<(), gamewire::path::EditError>,
    ) -> Result<(), DocumentError> {
        let Some(mut project) = self.project()? else { return Ok(()) };
        change(&mut project)?;
        let settings = project.settings.into_iter().map(|setting| {
            let offset = setting.offset();
            let changed = match setting.value {
                Cow::Owned(bytes) => Some(bytes),
                Cow::Borrowed(_) => None,
            };
            (setting.key.into_owned(), offset, changed)
        });
        let settings: Vec<(String, usize, Option<Vec<u8>>)> = settings.collect();
        self.rearranged |= settings.len() != self.values.len();
        let end = self.end;
        let mut old = std::mem::take(&mut self.values).into_iter();
        self.values.extend(settings.into_iter().map(|(name, offset, changed)| {
            let is_same =
                |slot: &Slot| slot.name.as_deref() == Some(name.as_str()) && slot.place.start == offset;
            match (old.find(is_same), changed) {
                (Some(slot), None) => slot,
                (Some(slot), Some(bytes)) => Slot::new(slot.place, slot.name, bytes),
                (None, changed) => Slot::new(end..end, Some(name), changed.unwrap_or_default()),
            }
        }));
        Ok(())
    }
}
