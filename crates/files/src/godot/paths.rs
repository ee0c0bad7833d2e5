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
        let Some((name, rest)) = setting(path) else { return Ok(self.to_variant(decoder)) };
        let setting = self.get(&name).ok_or_else(|| self.missing(path, &name))?;
        let found = decoder.get_path(&setting.value, &rest);
        found.map_err(|error| inside_edit(path, setting.offset(), error))
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
        let Some((name, rest)) = setting(path) else { return Ok(fail(&[], 0, PathErrorKind::Fixed)?) };
        match self.settings.iter_mut().rev().find(|setting| setting.key == name) {
            Some(setting) => {
                let changed = decoder.set_path(&setting.value, &rest, new);
                setting.value = changed.map_err(|error| inside_edit(path, setting.offset(), error))?.into();
            }
            None if rest.segments().is_empty() => {
                self.settings.push(Setting::new(name, decoder.dialect().encode(new)?));
            }
            None => return Err(self.missing(path, &name).into()),
        }
        Ok(())
    }

    /// Removes a setting, or the part of its value at a path. All settings with the same name are removed.
    ///
    /// # Errors
    /// Returns the errors of [`get_path`](Self::get_path), and an error if the part at the path cannot be removed.
    pub fn remove_path(&mut self, decoder: &Decoder, path: &Path) -> Result<(), EditError> {
        let Some((name, rest)) = setting(path) else { return Ok(fail(&[], 0, PathErrorKind::Fixed)?) };
        match self.settings.iter_mut().rev().find(|setting| setting.key == name) {
            None => return Err(self.missing(path, &name).into()),
            Some(_) if rest.segments().is_empty() => self.settings.retain(|setting| setting.key != name),
            Some(setting) => {
                let changed = decoder.remove_path(&setting.value, &rest);
                setting.value = changed.map_err(|error| inside_edit(path, setting.offset(), error))?.into();
            }
        }
        Ok(())
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
        let section = name.split('/').next().unwrap_or_default();
        let names = || self.settings.iter().map(|setting| setting.key.to_string());
        let mut there: Vec<_> = names().filter(|other| other.starts_with(section)).take(NAMED).collect();
        if there.is_empty() {
            there = names().take(NAMED).collect();
        }
        if self.settings.len() > there.len() {
            there.push("..".into());
        }
        failed(path.segments(), 0, PathErrorKind::NoSetting { name: name.to_owned(), there })
    }
}

/// Splits a path into the name of a setting and the path inside its value.
fn setting(path: &Path) -> Option<(String, Path)> {
    let (first, rest) = path.segments().split_first()?;
    let name = match first {
        Segment::Name(name) => name.clone().into_owned(),
        Segment::Literal(key) => key.clone(),
        Segment::Index(index) => index.to_string(),
        Segment::KeyAt(index) => format!("key({index})"),
        Segment::ValueAt(index) => format!("value({index})"),
    };
    Some((name, rest.to_vec().into()))
}

/// Converts an error inside a setting's value to an error in all settings.
fn inside_edit(path: &Path, offset: usize, error: EditError) -> EditError {
    match error {
        EditError::Path(error) => error.in_path(path.segments(), 1).into(),
        EditError::Decode(error) => error.in_slice(offset).into(),
        error => error,
    }
}
