//! An editor for many changes to the settings of a project.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::project::{ProjectFile, Setting};
use gamewire::error::EncodeError;
use gamewire::godot::{Dialect, Variant};

/// An editor that changes settings by name, returned by [`ProjectFile::edit`]. The time of a change does not depend on
/// the number of settings.
#[derive(Debug)]
pub struct ProjectEditor<'p, 'a> {
    project: &'p mut ProjectFile<'a>,
    /// The position of the last setting with each name, which is the one that the engine uses.
    last: HashMap<Box<str>, usize, RandomState>,
}

impl<'a> ProjectFile<'a> {
    /// Returns an editor for many changes. It reads the names of all settings once, whereas [`set`](Self::set) searches
    /// them for each change.
    ///
    /// ```
    /// use gamewire::godot::Dialect;
    /// use gamewire_files::godot::ProjectFile;
    /// let mut project = ProjectFile::default();
    /// let mut editor = project.edit();
    /// for level in 0..1000 {
    ///     editor.set(&format!("levels/{level}"), Dialect::GODOT_4, &level.into())?;
    /// }
    /// editor.set("levels/0", Dialect::GODOT_4, &7.into())?;
    /// assert_eq!(editor.get("levels/0").unwrap().value[..], [2, 0, 0, 0, 7, 0, 0, 0]);
    /// assert_eq!(project.settings.len(), 1000);
    /// # Ok::<(), gamewire::EncodeError>(())
    /// ```
    pub fn edit(&mut self) -> ProjectEditor<'_, 'a> {
        let names = self.settings.iter().enumerate().map(|(at, setting)| (setting.key.as_ref().into(), at));
        let last: HashMap<Box<str>, usize, RandomState> = names.collect();
        ProjectEditor { last, project: self }
    }
}

impl<'a> ProjectEditor<'_, 'a> {
    /// Returns the setting with this name. If several settings have it, returns the last one.
    pub fn get(&self, key: &str) -> Option<&Setting<'a>> {
        self.project.settings.get(*self.last.get(key)?)
    }

    /// Sets the value of a setting, or adds the setting at the end.
    ///
    /// # Errors
    /// Returns an error if the dialect cannot encode the value. The settings are then unchanged.
    pub fn set(&mut self, key: &str, dialect: Dialect, value: &Variant) -> Result<(), EncodeError> {
        let value = dialect.encode(value)?;
        let settings = &mut self.project.settings;
        match self.last.get(key).and_then(|at| settings.get_mut(*at)) {
            Some(setting) => setting.value = value.into(),
            None => {
                self.last.insert(key.into(), settings.len());
                settings.push(Setting::new(key.to_owned(), value));
            }
        }
        Ok(())
    }
}
