//! The containers of a file: compressed, encrypted, packed, regions.

use std::borrow::Cow;

use gamewire::document::Format;
use gamewire::godot::FileKind;
use gamewire::godot::files::{EncryptedFile, EncryptionKey, Envelope, decrypt_in_place};
use gamewire::identify::{Layer, OpenErrorKind, Opener};
use gamewire::minecraft;
use gamewire::minecraft::region::RegionError;

use crate::args::Raw;
use crate::input::chunk::AskedChunk;
use crate::output::problem::Problem;
use crate::output::say::{bytes_follow, eprintln};

/// Notes about a file, for standard error.
#[derive(Debug, Default)]
pub struct Notes {
    notes: Vec<String>,
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

    /// Prints all notes.
    pub fn say(&mut self) {
        for note in self.notes.drain(..) {
            eprintln!("{}{note}", if note.starts_with("warning: ") { "" } else { "note: " });
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

/// The contents of a file, and its containers.
pub struct Opened<'b> {
    /// The containers, outermost first.
    pub layers: Vec<Layer>,
    /// The contents.
    pub contents: Cow<'b, [u8]>,
    /// The key of an encrypted container.
    pub key: Option<EncryptionKey>,
    /// The reason why the contents may be incomplete.
    pub damage: Option<Problem>,
}

/// [`open_damaged`] for a file that is complete.
pub fn open<'b>(
    bytes: &'b [u8],
    format: Option<&Format>,
    raw: &Raw,
    notes: &mut Notes,
) -> Result<Opened<'b>, Problem> {
    open_by(Opener::new(), bytes, None, format, raw, notes)
}

/// [`open`] for a file that was decrypted in its own memory.
pub fn open_decrypted<'b>(
    decrypted: &'b Decrypted,
    format: Option<&Format>,
    raw: &Raw,
    notes: &mut Notes,
) -> Result<Opened<'b>, Problem> {
    open_by(Opener::new(), &decrypted.contents, Some(decrypted), format, raw, notes)
}

/// Opens compressed, encrypted and packed files. gzip and zlib that are damaged are opened as far as possible: to read,
/// not to write again.
pub fn open_damaged<'b>(
    bytes: &'b [u8],
    format: Option<&Format>,
    raw: &Raw,
    notes: &mut Notes,
) -> Result<Opened<'b>, Problem> {
    open_by(Opener::new().allow_damaged(true), bytes, None, format, raw, notes)
}

/// A file that was decrypted in its own memory.
#[derive(Debug)]
pub struct Decrypted {
    /// The bytes in the encrypted container.
    pub contents: Vec<u8>,
    /// The container.
    pub envelope: Envelope,
    /// Its key.
    pub key: EncryptionKey,
}

impl Decrypted {
    /// Decrypts a file; `None` if its outermost container is not an encrypted one, or has no complete header.
    pub fn from_file(
        file: &mut Vec<u8>,
        format: Option<&Format>,
        raw: &Raw,
    ) -> Result<Option<Self>, Problem> {
        let is_encrypted = FileKind::detect(file) == Some(FileKind::Encrypted)
            && may_be_opened(format)
            && raw.chunk.is_none()
            && EncryptedFile::parse(file).is_ok();
        if !is_encrypted {
            return Ok(None);
        }
        let key = raw.secret.key()?;
        let decrypted = decrypt_in_place(std::mem::take(file), &key);
        let (contents, envelope) = decrypted.map_err(|error| closed(&error.into()))?;
        Ok(Some(Self { contents, envelope, key }))
    }
}

fn may_be_opened(format: Option<&Format>) -> bool {
    format.is_none_or(Format::has_containers)
}

fn open_by<'b>(
    opener: Opener,
    bytes: &'b [u8],
    decrypted: Option<&Decrypted>,
    format: Option<&Format>,
    raw: &Raw,
    notes: &mut Notes,
) -> Result<Opened<'b>, Problem> {
    if !may_be_opened(format) {
        return Ok(Opened { layers: Vec::new(), contents: Cow::Borrowed(bytes), key: None, damage: None });
    }
    let mut key = decrypted.map(|decrypted| decrypted.key.clone());
    let opener = opener.max_size(raw.max_size).chunk(raw.chunk.map(AskedChunk::in_region)).key(key.clone());
    let opened = match decrypted.map(|decrypted| &decrypted.envelope) {
        Some(envelope) => {
            let (encryption, trailing) = (envelope.encryption(), envelope.tail().len());
            opener.open_inside(gamewire::identify::Opened::new(
                vec![Layer::Encrypted { encryption, trailing }],
                bytes,
            ))
        }
        None => match opener.open(bytes) {
            // Only now is a password asked for.
            Err(error) if matches!(error.reason, OpenErrorKind::Encrypted) => {
                key = Some(raw.secret.key()?);
                opener.key(key.clone()).open(bytes)
            }
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
            _ => {}
        }
    }
    if raw.secret.is_named() && key.is_none() {
        notes.add("the file is not encrypted: the password or key is ignored");
    }
    let damage = match opened.damage() {
        Some(reason @ OpenErrorKind::Packed(minecraft::NbtFileError::Trailing { .. })) => {
            notes.add(format!("warning: {reason}"));
            None
        }
        damage => damage.map(closed),
    };
    Ok(Opened { layers: opened.layers().to_vec(), contents: opened.into_contents(), key, damage })
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
