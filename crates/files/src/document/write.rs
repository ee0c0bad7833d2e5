//! Writes documents as files again.

use std::borrow::Cow;
use std::io::{self, Write};
use std::ops::Range;
use std::sync::Arc;

use super::text::TextContents;
use super::value::Slot;
use super::{Document, DocumentError};
use crate::godot::{FileError, encrypt_blocks};
use crate::identify::{Layer, OpenErrorKind};
use gamewire::shared::Sure as _;

impl Document<'_> {
    /// Returns the contents with all changes. Unchanged values keep their bytes.
    ///
    /// # Errors
    /// Returns an error if a changed value cannot be encoded.
    pub fn to_contents(&self) -> Result<Cow<'_, [u8]>, DocumentError> {
        let mut segments = self.to_segments()?;
        if segments.len() > 1 {
            return Ok(Cow::Owned(segments.concat()));
        }
        Ok(segments.pop().unwrap_or_default())
    }

    /// Returns the contents as segments, to be written one after the other. This avoids copying a large changed value
    /// between the bytes before and after it.
    ///
    /// # Errors
    /// Returns an error if a changed value cannot be encoded.
    ///
    /// ```
    /// use gamewire_files::document::Document;
    /// let mut save = Document::open(b"\x08\0\0\0\x02\0\0\0\x07\0\0\0")?;
    /// save.value_mut(0)?.set_wire(*b"\x02\0\0\0\x09\0\0\0");
    /// let segments = save.to_segments()?;
    /// assert_eq!(segments.concat(), *save.to_contents()?);
    /// assert_eq!(*segments[1], *b"\x02\0\0\0\x09\0\0\0");
    /// # Ok::<(), gamewire_files::document::DocumentError>(())
    /// ```
    pub fn to_segments(&self) -> Result<Vec<Cow<'_, [u8]>>, DocumentError> {
        let old = self.opened.contents();
        if !self.rearranged && self.values.iter().all(Slot::is_untouched) {
            return Ok(vec![Cow::Borrowed(old)]);
        }
        if let Some(kind) = self.text {
            let (text, values) = (String::from_utf8_lossy(old), self.values().collect::<Vec<_>>());
            let changed = TextContents::changed(kind, &self.format, &text, &values)?;
            return Ok(vec![changed.map_or(Cow::Borrowed(old), |text| Cow::Owned(text.into_bytes()))]);
        }
        let between = |range: Range<usize>| Cow::Borrowed(old.get(range).sure());
        let mut segments = vec![between(0..self.skipped)];
        if let Some(recording) = &self.recording {
            let changed = self.values.iter().enumerate().filter(|(_, slot)| !slot.is_untouched());
            let new = changed.map(|(number, _)| Ok((number, self.value(number)?.as_wire()?.into_owned())));
            segments.push(recording.with_packets(&new.collect::<Result<_, DocumentError>>()?)?.into());
            return Ok(segments);
        }
        let project = self.project()?;
        if let Some(project) = &project {
            segments.push(Cow::Owned(project.encode()?));
        } else {
            let mut end = self.skipped;
            for (slot, value) in self.values.iter().zip(self.values()) {
                let unchanged = between(end..slot.place.end);
                end = slot.place.end;
                // The length before an incomplete value stays that of the whole value.
                if slot.is_untouched() && !self.rearranged {
                    segments.push(unchanged);
                    continue;
                }
                let bytes = value.segments()?;
                let length = bytes.iter().map(|segment| segment.len()).sum();
                segments.push(Cow::Owned(self.arrangement.head_of(length)?));
                segments.extend(bytes);
            }
        }
        // If a project has no settings, the bytes from `end` on are its header, which was encoded above.
        if project.is_none() || self.end > self.skipped {
            segments.push(between(self.end..old.len()));
        }
        segments.retain(|segment| !segment.is_empty());
        Ok(segments)
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
        let contents = self.to_segments()?;
        let layers = self.layers().iter().map(|layer| layer.renewed(self.opened.key(), &contents));
        let layers: Vec<Layer> = layers.collect();
        self.wrapped(&layers, contents)
    }

    fn refuse_damage(&self) -> Result<(), DocumentError> {
        match &self.opened.damage {
            Some(damage) if !self.damage_allowed => Err(DocumentError::Damaged(Arc::clone(damage))),
            Some(_) | None => Ok(()),
        }
    }

    /// Returns the file with all changes in the given containers, outermost first. If the contents did not change and
    /// are in as many containers as before, the file is the same as before.
    ///
    /// # Errors
    /// Returns the errors of [`encode`](Self::encode), and an error if there is no key for an encrypted container.
    pub fn encode_in(&self, layers: &[Layer]) -> Result<Cow<'_, [u8]>, DocumentError> {
        self.wrapped(layers, self.to_segments()?)
    }

    /// Writes the file of [`encode_in`](Self::encode_in) to an output. If it has no container, or is only encrypted, only
    /// a part of it is in memory at a time, in addition to the contents.
    ///
    /// # Errors
    /// Returns the errors of [`encode_in`](Self::encode_in), and those of the output.
    ///
    /// ```
    /// use gamewire_files::document::Document;
    /// let mut save = Document::open(b"\x08\0\0\0\x02\0\0\0\x07\0\0\0")?;
    /// save.value_mut(0)?.set_wire(*b"\x02\0\0\0\x09\0\0\0");
    /// let mut file = Vec::new();
    /// save.write_in(save.layers(), &mut file)?;
    /// assert_eq!(file, *save.encode()?);
    /// # Ok::<(), gamewire_files::document::DocumentError>(())
    /// ```
    pub fn write_in(&self, layers: &[Layer], mut out: impl Write) -> Result<(), DocumentError> {
        let contents = self.to_segments()?;
        if self.is_unchanged(layers, &contents) {
            return Ok(self.write_file(out)?);
        }
        self.refuse_damage()?;
        match *layers {
            [] => contents.iter().try_for_each(|segment| out.write_all(segment))?,
            [Layer::Encrypted { encryption, .. }] => {
                let key = self.opened.key().ok_or(OpenErrorKind::Encrypted)?;
                let head = encryption.head(&contents).map_err(FileError::from);
                out.write_all(&head.map_err(OpenErrorKind::from)?)?;
                encrypt_blocks(&contents, key, encryption, &mut out)?;
            }
            _ => out.write_all(&self.opened.wrapped(layers, &contents)?)?,
        }
        Ok(())
    }

    /// Writes the bytes of the file that was opened.
    ///
    /// # Errors
    /// Returns an error if writing to the output fails.
    pub fn write_file(&self, out: impl Write) -> io::Result<()> {
        self.opened.write_file(out)
    }

    /// Returns whether these are the contents that were opened, in as many containers.
    fn is_unchanged(&self, layers: &[Layer], contents: &[Cow<'_, [u8]>]) -> bool {
        let rest =
            contents.iter().try_fold(self.opened.contents(), |rest, segment| rest.strip_prefix(&**segment));
        layers.len() == self.layers().len() && rest.is_some_and(<[u8]>::is_empty)
    }

    /// Returns the file with these contents in these containers.
    fn wrapped<'s>(
        &'s self,
        layers: &[Layer],
        mut contents: Vec<Cow<'s, [u8]>>,
    ) -> Result<Cow<'s, [u8]>, DocumentError> {
        if self.is_unchanged(layers, &contents) {
            return Ok(self.file());
        }
        self.refuse_damage()?;
        if let ([], [_]) = (layers, &*contents) {
            return Ok(contents.pop().unwrap_or_default());
        }
        Ok(Cow::Owned(self.opened.wrapped(layers, &contents)?))
    }
}
