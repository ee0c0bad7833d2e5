//! The containers of a file: compressed, encrypted, packed, regions.

use std::borrow::Cow;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use gamewire::document::{Format, OpenOptions};
use gamewire::identify::{Layer, OpenError, OpenErrorKind, Opened, Opener};
use gamewire::minecraft::region::RegionError;

use crate::args::Raw;
use crate::input::chunk::AskedChunk;
use crate::output::problem::Problem;
use crate::output::say::{bytes_follow, eprintln, shown};

/// Notes about a file, for standard error.
#[derive(Debug, Default)]
pub struct Notes {
    notes: Vec<String>,
    /// The file that they are about, if it is named.
    file: Option<String>,
    brief: bool,
    silent: bool,
}

impl Notes {
    /// Collects only unexpected facts.
    pub fn brief() -> Self {
        Self { brief: true, ..Self::default() }
    }

    /// Prints nothing.
    pub fn silent() -> Self {
        Self { silent: true, ..Self::default() }
    }

    /// Returns whether nothing is printed.
    pub fn are_silent(&self) -> bool {
        self.silent
    }

    /// Names the file in each note.
    pub fn about(self, file: &Path) -> Self {
        Self { file: (file != Path::new("-")).then(|| shown(file)), ..self }
    }

    /// Holds back the notes on all files of a run until [`say_shared`](Self::say_shared).
    pub fn share() {
        *SHARED.lock().unwrap_or_else(PoisonError::into_inner) = Some(Vec::new());
    }

    /// Prints each of the notes that were held back once, with the first file that it is about and the number of the others.
    pub fn say_shared() {
        let shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner).take();
        for SharedNote { text, file, others } in shared.unwrap_or_default() {
            let others = match others {
                0 => String::new(),
                1 => " and 1 more file".into(),
                count => format!(" and {count} more files"),
            };
            say(&text, &format!("{file}{others}: "));
        }
    }

    /// Prints all notes.
    pub fn say(&mut self) {
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        for text in self.notes.drain(..) {
            match (&mut *shared, &self.file) {
                (Some(shared), Some(file)) => match shared.iter_mut().find(|note| note.text == text) {
                    Some(note) => note.others += usize::from(note.file != *file),
                    None => shared.push(SharedNote { text, file: file.clone(), others: 0 }),
                },
                (None, Some(file)) => say(&text, &format!("{file}: ")),
                (_, None) => say(&text, ""),
            }
        }
    }

    pub fn add(&mut self, note: impl Into<String>) {
        if !self.silent {
            self.notes.push(note.into());
        }
    }

    /// Adds an expected fact, which is printed on request only.
    pub fn detail(&mut self, note: impl Into<String>) {
        if !self.brief {
            self.add(note);
        }
    }
}

/// A note on several files of a run.
#[derive(Debug)]
struct SharedNote {
    text: String,
    /// The first file.
    file: String,
    others: usize,
}

/// The notes that are held back.
static SHARED: Mutex<Option<Vec<SharedNote>>> = Mutex::new(None);

/// Prints a note, or a warning.
fn say(note: &str, files: &str) {
    match note.strip_prefix("warning: ") {
        Some(warning) => eprintln!("warning: {files}{warning}"),
        None => eprintln!("note: {files}{note}"),
    }
}

/// Opens compressed, encrypted and packed files, and the chunk that is asked for. An encrypted file that is owned is decrypted
/// in its own memory. gzip and zlib that are damaged are opened as far as possible if `damaged` allows it.
pub fn open<'b>(
    file: impl Into<Cow<'b, [u8]>>,
    format: Option<&Format>,
    raw: &Raw,
    damaged: bool,
    notes: &mut Notes,
) -> Result<Opened<'b>, Problem> {
    let opener = Opener::new().allow_damaged(damaged).max_size(raw.max_size);
    let opener = opener.chunk(raw.chunk.map(AskedChunk::in_region));
    let options = |key| OpenOptions::new().format(format.cloned()).opener(opener.clone().key(key));
    let is_locked = |error: &OpenError| matches!(error.reason, OpenErrorKind::Encrypted);
    // A password is asked for only if a file is encrypted.
    let opened = match file.into() {
        Cow::Owned(file) => {
            let is_locked = options(None).containers(&file).is_err_and(|error| is_locked(&error));
            options(is_locked.then(|| raw.secret.key()).transpose()?).containers(file)
        }
        Cow::Borrowed(file) => match options(None).containers(file) {
            Err(error) if is_locked(&error) => options(Some(raw.secret.key()?)).containers(file),
            opened => opened,
        },
    };
    let opened = opened.map_err(|error| closed(&error.reason))?;
    for layer in opened.layers() {
        notes.detail(format!("the file is {layer}: offsets are relative to its contents"));
        match layer {
            Layer::Compressed { ends_well: false, .. } => {
                notes.add("the closing GCPF, which the engine writes, is missing");
            }
            Layer::Encrypted { trailing, .. } if *trailing > 0 => {
                notes.add(format!("{} the encrypted data", bytes_follow(*trailing)));
            }
            Layer::Gzip { zeros: zeros @ 1.. }
            | Layer::Zlib { zeros: zeros @ 1.. }
            | Layer::Lz4 { zeros: zeros @ 1.. } => {
                notes.add(format!("{zeros} zero bytes after the packed data, which are left as they are"));
            }
            _ => {}
        }
    }
    if raw.secret.is_named() && opened.key().is_none() && format.is_none_or(Format::has_containers) {
        notes.add("the file is not encrypted: the password or key is ignored");
    }
    if let Some(reason) = opened.damage().filter(|reason| reason.is_trailing()) {
        notes.add(format!("warning: {reason}"));
    }
    Ok(opened)
}

/// The reason why the contents may be incomplete. Bytes after what is packed are none.
pub fn damage(reason: Option<&OpenErrorKind>) -> Option<Problem> {
    reason.filter(|reason| !reason.is_trailing()).map(closed)
}

/// The reason why a layer could not be opened, with advice.
pub fn closed(reason: &OpenErrorKind) -> Problem {
    let message = match reason {
        OpenErrorKind::Contents(error) => return error.clone().into(),
        OpenErrorKind::TooLong { .. } => format!("{reason}; raise it with --max-size"),
        OpenErrorKind::Region(RegionError::NoChunk { .. }) => format!(
            "{reason}: X and Z are 0 to 31, and of a position in the world the remainder of the division by 32; \
             gamewire identify lists the chunks"
        ),
        // Most often the password was mistyped.
        _ if reason.code() == "md5" => format!("the password or key does not open this file: {reason}"),
        _ => reason.to_string(),
    };
    Problem::new(reason.code(), message).at(reason.offset().unwrap_or(0))
}
