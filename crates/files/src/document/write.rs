//! Writes documents as files again.

use std::borrow::Cow;
use std::sync::Arc;

use super::text::TextContents;
use super::value::Slot;
use super::{Document, DocumentError};
use crate::godot::{MOST_ADDED, ProjectFile, Setting};
use crate::identify::layers::wrap;
use crate::identify::{Arrangement, Layer};
use gamewire::shared::Sure as _;

impl Document<'_> {
    /// Returns the contents with all changes. Unchanged values keep their bytes.
    ///
    /// # Errors
    /// Returns an error if a changed value cannot be encoded.
    pub fn to_contents(&self) -> Result<Cow<'_, [u8]>, DocumentError> {
        let old = self.opened.contents();
        if !self.rearranged && self.values.iter().all(Slot::is_untouched) {
            return Ok(Cow::Borrowed(old));
        }
        if let Some(kind) = self.text {
            let (text, values) = (String::from_utf8_lossy(old), self.values().collect::<Vec<_>>());
            let changed = TextContents::changed(kind, &self.format, &text, &values)?;
            return Ok(changed.map_or(Cow::Borrowed(old), |text| Cow::Owned(text.into_bytes())));
        }
        // The contents may be encrypted in this buffer.
        let added: usize = self.values.iter().map(Slot::added).sum();
        let mut contents = Vec::with_capacity(old.len() + added + MOST_ADDED);
        contents.extend_from_slice(old.get(..self.skipped).sure());
        if let Some(recording) = &self.recording {
            let changed = self.values.iter().enumerate().filter(|(_, slot)| !slot.is_untouched());
            let new = changed.map(|(number, _)| Ok((number, self.value(number)?.as_wire()?.into_owned())));
            contents.extend(recording.with_packets(&new.collect::<Result<_, DocumentError>>()?)?);
            return Ok(Cow::Owned(contents));
        }
        if let Arrangement::Settings(key_length) = self.arrangement {
            let settings = self
                .values()
                .map(|value| Ok(Setting::new(value.name().unwrap_or_default(), value.as_wire()?)));
            let settings = settings.collect::<Result<_, DocumentError>>()?;
            contents.extend(ProjectFile { settings, key_length }.encode()?);
        } else {
            let mut end = self.skipped;
            for (slot, value) in self.values.iter().zip(self.values()) {
                let unchanged = old.get(end..slot.place.end).sure();
                end = slot.place.end;
                // The length before an incomplete value stays that of the whole value.
                if slot.is_untouched() && !self.rearranged {
                    contents.extend_from_slice(unchanged);
                    continue;
                }
                let start = contents.len();
                value.append_to(&mut contents)?;
                let head = self.arrangement.head_of(contents.len() - start)?;
                contents.splice(start..start, head);
            }
        }
        // If a project has no settings, the bytes from `end` on are its header, which was encoded above.
        if !self.has_settings() || self.end > self.skipped {
            contents.extend_from_slice(old.get(self.end..).sure());
        }
        Ok(Cow::Owned(contents))
    }

    /// Returns the file with all changes, in the same containers as before. If the contents did not change, the file
    /// is the same, byte for byte. Otherwise, compressed bytes can differ from those that the engine's compressor
    /// would write for the same contents.
    ///
    /// A file that Godot 4 encrypted gets another initialization vector, which is derived from the key, the old
    /// vector and the contents. To choose the vector, use [`encode_in`](Self::encode_in).
    ///
    /// # Errors
    /// Returns an error if a changed value cannot be encoded, or if the contents do not fit in a container. If the
    /// document was changed and a container was damaged, it returns an error unless
    /// [`allow_damaged`](Self::allow_damaged) is set.
    pub fn encode(&self) -> Result<Cow<'_, [u8]>, DocumentError> {
        let contents = self.to_contents()?;
        let layers = self.layers().iter().map(|layer| layer.renewed(self.opened.key(), &contents));
        let layers: Vec<Layer> = layers.collect();
        self.wrapped(&layers, contents)
    }

    /// Returns the file with all changes in the given containers, outermost first. If the contents did not change and
    /// are in as many containers as before, the file is the same as before.
    ///
    /// # Errors
    /// Returns the errors of [`encode`](Self::encode), and an error if there is no key for an encrypted container.
    pub fn encode_in(&self, layers: &[Layer]) -> Result<Cow<'_, [u8]>, DocumentError> {
        self.wrapped(layers, self.to_contents()?)
    }

    /// Returns the file with these contents in these containers.
    fn wrapped<'s>(
        &'s self,
        layers: &[Layer],
        contents: Cow<'s, [u8]>,
    ) -> Result<Cow<'s, [u8]>, DocumentError> {
        if layers.len() == self.layers().len() && *contents == *self.contents() {
            return Ok(self.file());
        }
        match &self.opened.damage {
            Some(damage) if !self.damage_allowed => Err(DocumentError::Damaged(Arc::clone(damage))),
            Some(_) | None => Ok(wrap(layers, contents, self.opened.key(), &self.opened.file)?),
        }
    }
}
