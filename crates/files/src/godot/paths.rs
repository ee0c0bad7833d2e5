//! Paths into the settings of a project. The first step of a path is the name of a setting.

use super::project::{ProjectFile, Setting};
use gamewire::error::{Path, Segment};
use gamewire::godot::{Decoder, Dictionary, Packed, Variant, diff};
use gamewire::path::{Difference, EditError, PathError, PathErrorKind};
use gamewire::shared::path::{fail, failed};

/// The number of existing names that the error about an unknown name lists.
const NAMED: usize = 8;

impl<'a> ProjectFile<'a> {
    /// Returns the value at a path whose first step is the name of a setting, such as `application/config/name`,
    /// `input/ui_accept.events[0]` or `$["a name.with dots"]`. The path `$` returns all settings as a dictionary.
    ///
    /// # Errors
    /// Returns an error if there is no such setting, if the decoder cannot decode its value, or if the value has no
    /// part at the rest of the path.
    ///
    /// ```
    /// use gamewire::godot::{Decoder, Dialect, Variant, Vector2};
    /// use gamewire_files::godot::ProjectFile;
    /// let mut project = ProjectFile::default();
    /// project.set("display/size", Dialect::GODOT_4, &Vector2::new(640.0, 480.0).into())?;
    ///
    /// let decoder = Decoder::new(Dialect::GODOT_4).allow_objects(true);
    /// assert_eq!(project.get_path(&decoder, &"display/size.x".parse()?)?, Variant::Float(640.0));
    /// let error = project.get_path(&decoder, &"display/sise".parse()?).unwrap_err();
    /// assert_eq!(error.to_string(), "at $.display/sise: there is no setting display/sise; the keys are display/size");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn get_path(&self, decoder: &Decoder, path: &Path) -> Result<Variant, EditError> {
        if path.segments().is_empty() {
            return Ok(self.to_variant(decoder));
        }
        let (at, steps) = self.place(path).map_err(|name| self.missing(path, &name))?;
        let setting = self.settings.get(at).ok_or_else(|| self.missing(path, ""))?;
        let found = decoder.get_path(&setting.value, &after(path, steps));
        found.map_err(|error| inside_edit(path, steps, setting.offset(), error))
    }

    /// Sets the value at a path. All other bytes of the setting are unchanged. A new setting is added at the end.
    ///
    /// # Errors
    /// Returns the errors of [`get_path`](Self::get_path), and an error if the value is not allowed there. After an
    /// error the settings are unchanged.
    ///
    /// ```
    /// use gamewire::godot::{Decoder, Dialect, Variant};
    /// use gamewire_files::godot::ProjectFile;
    /// let bytes = b"ECFG\x01\0\0\0\x05\0\0\0x/int\x08\0\0\0\x02\0\0\0\x05\0\0\0";
    /// let mut project = ProjectFile::parse(bytes)?;
    /// project.set_path(&Decoder::new(Dialect::GODOT_4), &"x/int".parse()?, &Variant::Int(999))?;
    /// assert_eq!(project.encode()?, b"ECFG\x01\0\0\0\x05\0\0\0x/int\x08\0\0\0\x02\0\0\0\xe7\x03\0\0");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_path(&mut self, decoder: &Decoder, path: &Path, new: &Variant) -> Result<(), EditError> {
        if path.segments().is_empty() {
            return Ok(fail(&[], 0, PathErrorKind::Fixed)?);
        }
        match self.place(path) {
            Ok(place) => self.change(path, place, |value, rest| decoder.set_path(value, rest, new))?,
            Err(name) if !name.is_empty() => {
                self.settings.push(Setting::new(name, decoder.dialect().encode(new)?));
            }
            Err(name) => return Err(self.missing(path, &name).into()),
        }
        Ok(())
    }

    /// Removes a setting, or the part of its value at a path. All settings with the same name are removed.
    ///
    /// # Errors
    /// Returns the errors of [`get_path`](Self::get_path), and an error if the part at the path cannot be removed.
    pub fn remove_path(&mut self, decoder: &Decoder, path: &Path) -> Result<(), EditError> {
        if path.segments().is_empty() {
            return Ok(fail(&[], 0, PathErrorKind::Fixed)?);
        }
        let (at, steps) = self.place(path).map_err(|name| self.missing(path, &name))?;
        if steps < path.segments().len() {
            return self.change(path, (at, steps), |value, rest| decoder.remove_path(value, rest));
        }
        let removed = self.settings.remove(at);
        if !matches!(path.segments(), [Segment::ValueAt(_)]) {
            self.settings.retain(|setting| setting.key != removed.key);
        }
        Ok(())
    }

    /// Changes the value of a setting, whose place is the one in the path.
    fn change(
        &mut self,
        path: &Path,
        (at, steps): (usize, usize),
        change: impl FnOnce(&[u8], &Path) -> Result<Vec<u8>, EditError>,
    ) -> Result<(), EditError> {
        let Some(setting) = self.settings.get_mut(at) else { return Ok(()) };
        let changed = change(&setting.value, &after(path, steps));
        setting.value = changed.map_err(|error| inside_edit(path, steps, setting.offset(), error))?.into();
        Ok(())
    }

    /// Returns the number of the setting that a path leads to, and the number of steps that are its name. The name may be
    /// written with dots, or as one step; a part of the setting comes after it. If there is no such setting, returns the name
    /// of the one that the path would add, which is empty if it cannot.
    fn place(&self, path: &Path) -> Result<(usize, usize), String> {
        let word = |step: &Segment| match step {
            Segment::Name(name) => name.clone().into_owned(),
            Segment::Literal(key) => key.clone(),
            Segment::Index(index) => index.to_string(),
            Segment::KeyAt(index) => format!("key({index})"),
            Segment::ValueAt(index) => format!("value({index})"),
        };
        let words: Vec<String> = path.segments().iter().map(word).collect();
        let find = |name: String| {
            let exact = self.settings.iter().rposition(|setting| setting.key == name);
            let name = name.replace('/', ".");
            let alike = |setting: &&Setting<'_>| setting.key.replace('/', ".") == name;
            let one = self.settings.iter().rposition(|setting| alike(&setting))?;
            let key = |at: usize| self.settings.get(at).map(|setting| &setting.key);
            let is_only = || self.settings.iter().filter(alike).all(|other| Some(&other.key) == key(one));
            exact.or_else(|| is_only().then_some(one))
        };
        let named = (1..=words.len()).find_map(|steps| Some((find(words.get(..steps)?.join("."))?, steps)));
        if let Some(place) = named {
            return Ok(place);
        }
        match path.segments() {
            [Segment::ValueAt(at), ..] if *at < self.settings.len() => Ok((*at, 1)),
            [_] => Err(words.concat()),
            _ => {
                // The section of a new setting has other settings.
                let name = words.join(".");
                let section = name.find('/').and_then(|slash| name.get(..=slash)).unwrap_or(&name);
                let has = self.settings.iter().any(|setting| setting.key.starts_with(section));
                Err(if has { name } else { String::new() })
            }
        }
    }

    /// Returns all settings as a dictionary by name. A value that the decoder cannot decode is replaced by its bytes.
    pub fn to_variant(&self, decoder: &Decoder) -> Variant {
        let entry = |setting: &'_ Setting<'a>| {
            let bytes = || Variant::from(Packed::from(setting.value.to_vec()));
            let value = decoder.parse(&setting.value).unwrap_or_else(|_| bytes());
            (Variant::from(setting.key.clone().into_owned()), value)
        };
        Variant::Dictionary(self.settings.iter().map(entry).collect::<Dictionary>())
    }

    /// Returns the differences to other settings, as [`diff`](diff()) does for values. Both are decoded with `decoder`.
    /// To compare projects of different engines, compare the results of [`to_variant`](Self::to_variant).
    ///
    /// ```
    /// use gamewire::godot::{Decoder, Dialect};
    /// use gamewire_files::godot::ProjectFile;
    /// let mut old = ProjectFile::default();
    /// old.set("game/lives", Dialect::GODOT_4, &3.into())?;
    /// let mut new = old.clone();
    /// new.set("game/lives", Dialect::GODOT_4, &9.into())?;
    /// let mut changes = old.diff(&Decoder::new(Dialect::GODOT_4), &new);
    /// assert_eq!(changes.next().unwrap().to_string(), "~ $.game/lives: 3 -> 9");
    /// # Ok::<(), gamewire::EncodeError>(())
    /// ```
    pub fn diff(
        &self,
        decoder: &Decoder,
        new: &ProjectFile<'_>,
    ) -> impl Iterator<Item = Difference<Variant>> + use<> {
        let (old, new) = (self.to_variant(decoder), new.to_variant(decoder));
        diff(&old, &new).collect::<Vec<_>>().into_iter()
    }

    /// Returns the error about an unknown name. It lists the most likely names first: those in the same section.
    fn missing(&self, path: &Path, name: &str) -> PathError {
        let name = if name.is_empty() {
            path.to_string().trim_start_matches("$.").to_owned()
        } else {
            name.to_owned()
        };
        let section = name.split(['/', '.']).next().unwrap_or_default();
        let names = || self.settings.iter().map(|setting| setting.key.to_string());
        let mut there: Vec<_> = names().filter(|other| other.starts_with(section)).take(NAMED).collect();
        if there.is_empty() {
            there = names().take(NAMED).collect();
        }
        if self.settings.len() > there.len() {
            there.push("..".into());
        }
        failed(path.segments(), 0, PathErrorKind::NoSetting { name, there })
    }
}

/// Returns the steps of a path after the first ones.
fn after(path: &Path, steps: usize) -> Path {
    path.segments().get(steps..).unwrap_or_default().to_vec().into()
}

/// Converts an error inside a setting's value, which the first steps lead to, to an error in all settings.
fn inside_edit(path: &Path, steps: usize, offset: usize, error: EditError) -> EditError {
    match error {
        EditError::Path(error) => error.in_path(path.segments(), steps).into(),
        EditError::Decode(error) => error.in_slice(offset).into(),
        error => error,
    }
}
