//! Containers of a file: compression, encryption, and region files.

use std::borrow::Cow;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use gamewire_files::document::{Format, OpenOptions};
use gamewire_files::identify::{Layer, OpenError, OpenErrorKind, Opened};
use gamewire_files::minecraft::region::{RegionError, RegionErrorKind};

use crate::args::Raw;
use crate::input::chunk::AskedChunk;
use crate::output::problem::Problem;
use crate::output::say::{bytes_follow, eprintln, shown};

/// Notes about a file, which are printed to standard error.
#[derive(Debug, Default)]
pub struct Notes {
    notes: Vec<String>,
    /// The name of the file that the notes are about, unless it is standard input.
    file: Option<String>,
    brief: bool,
    silent: bool,
}

impl Notes {
    /// Creates notes that leave out expected facts.
    pub fn brief() -> Self {
        Self { brief: true, ..Self::default() }
    }

    /// Creates notes that are not printed.
    pub fn silent() -> Self {
        Self { silent: true, ..Self::default() }
    }

    /// Returns whether the notes are not printed.
    pub fn are_silent(&self) -> bool {
        self.silent
    }

    /// Adds the name of the file to each note.
    pub fn about(self, file: &Path) -> Self {
        Self { file: (file != Path::new("-")).then(|| shown(file)), ..self }
    }

    /// Collects the notes on all files of a run until [`say_shared`](Self::say_shared) is called.
    pub fn share() {
        *SHARED.lock().unwrap_or_else(PoisonError::into_inner) = Some(Vec::new());
    }

    /// Prints each different note once, with the first file that it is about and the number of further files.
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

    /// Adds an expected fact, which is printed only on request.
    pub fn detail(&mut self, note: impl Into<String>) {
        if !self.brief {
            self.add(note);
        }
    }

    /// Adds notes on the containers of a file.
    pub fn on_containers(&mut self, opened: &Opened<'_>, format: Option<&Format>, raw: &Raw) {
        for layer in opened.layers() {
            self.detail(format!("the file is {layer}: offsets of values are relative to its contents"));
            match layer {
                Layer::Compressed { ends_well: false, .. } => {
                    self.add("the closing GCPF, which the engine writes, is missing");
                }
                Layer::Encrypted { trailing, .. } if *trailing > 0 => {
                    self.add(format!("{} the encrypted data", bytes_follow(*trailing)));
                }
                Layer::Packed { zeros: zeros @ 1.., .. } => {
                    self.add(format!("{zeros} zero bytes after the packed data, which are kept"));
                }
                _ => {}
            }
        }
        if raw.secret.is_named() && opened.key().is_none() && format.is_none_or(Format::has_containers) {
            self.add("the file is not encrypted: the password or key is ignored");
        }
        if let Some(reason) = opened.damage().filter(|reason| reason.is_trailing()) {
            self.add(format!("warning: {reason}"));
        }
    }
}

/// A note that can be about several files of a run.
#[derive(Debug)]
struct SharedNote {
    text: String,
    file: String,
    others: usize,
}

/// The notes of all files of the run, if they are collected.
static SHARED: Mutex<Option<Vec<SharedNote>>> = Mutex::new(None);

fn say(note: &str, files: &str) {
    match note.strip_prefix("warning: ") {
        Some(warning) => eprintln!("warning: {files}{warning}"),
        None => eprintln!("note: {files}{note}"),
    }
}

/// Opens compressed and encrypted files, and the chunk that is asked for, and adds notes on them: see [`try_open`].
pub fn open<'b>(
    file: impl Into<Cow<'b, [u8]>>,
    format: Option<&Format>,
    raw: &Raw,
    damaged: bool,
    notes: &mut Notes,
) -> Result<Opened<'b>, Problem> {
    let opened = try_open(file, format, raw, damaged)?.map_err(|error| closed(&error.reason))?;
    notes.on_containers(&opened, format, raw);
    Ok(opened)
}

/// Opens compressed and encrypted files, and the chunk that is asked for. If an encrypted file is owned, it is
/// decrypted in place. If `damaged` is true, damaged gzip and zlib data is opened as far as possible.
pub fn try_open<'b>(
    file: impl Into<Cow<'b, [u8]>>,
    format: Option<&Format>,
    raw: &Raw,
    damaged: bool,
) -> Result<Result<Opened<'b>, OpenError>, Problem> {
    let options = OpenOptions::new().format(format.cloned()).allow_damaged(damaged).max_size(raw.max_size);
    let options = options.chunk(raw.chunk.map(AskedChunk::in_region));
    let options = |key| options.clone().key(key);
    let is_locked = |error: &OpenError| matches!(error.reason, OpenErrorKind::Encrypted);
    // The user is asked for a password only if the file is encrypted.
    Ok(match file.into() {
        Cow::Owned(file) => {
            let is_locked = options(None).containers(&file).is_err_and(|error| is_locked(&error));
            options(is_locked.then(|| raw.secret.key()).transpose()?).containers(file)
        }
        Cow::Borrowed(file) => match options(None).containers(file) {
            Err(error) if is_locked(&error) => options(Some(raw.secret.key()?)).containers(file),
            opened => opened,
        },
    })
}

/// Returns the reason why the contents may be incomplete. Bytes after the packed data are not such a reason.
pub fn damage(reason: Option<&OpenErrorKind>) -> Option<Problem> {
    reason.filter(|reason| !reason.is_trailing()).map(closed)
}

/// Returns the reason why a layer could not be opened, with advice.
pub fn closed(reason: &OpenErrorKind) -> Problem {
    let message = match reason {
        OpenErrorKind::Contents(error) => return error.clone().into(),
        OpenErrorKind::TooLong { .. } => format!("{reason}; raise it with --max-size"),
        OpenErrorKind::Region(RegionError { kind: RegionErrorKind::NoChunk, .. }) => format!(
            "{reason}: X and Z are numbers from 0 to 31, or a position in the world; \
             gamewire identify lists the chunks"
        ),
        // The most common cause is a mistyped password.
        _ if reason.code() == "md5" => format!("the password or key does not open this file: {reason}"),
        _ => reason.to_string(),
    };
    Problem::new(reason.code(), message).at(reason.offset().unwrap_or(0))
}
