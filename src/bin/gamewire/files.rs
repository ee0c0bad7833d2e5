//! Whole files of Godot: settings, compressed, encrypted.

use std::borrow::Cow;
use std::collections::BTreeMap;

use anstream::eprintln;
use clap::ValueEnum;
use gamewire::godot::files::{
    CompressedFile, Compression, EncryptedFile, Encryption, FileError, compress, encrypt,
};
use gamewire::godot::{FileKind, ProjectFile, Setting, Table};
use serde_json::value::RawValue;

use crate::codec::Codec;
use crate::format::{Format, Wanted};
use crate::problem::Problem;
use crate::secret::Secret;

/// Far more than any saved game; a bomb ends here.
pub const LIMIT: usize = 1 << 30;

/// How a file is compressed that is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Mode {
    /// FastLZ
    Fastlz,
    /// Deflate
    Deflate,
    /// Zstandard
    Zstd,
    /// Gzip
    Gzip,
}

impl Mode {
    fn compression(self) -> Compression {
        match self {
            Self::Fastlz => Compression::FastLz,
            Self::Deflate => Compression::Deflate,
            Self::Zstd => Compression::Zstd,
            Self::Gzip => Compression::Gzip,
        }
    }
}

/// What kind of file it is, where files of Godot are expected at all.
pub fn kind(start: &[u8], format: &Wanted) -> Option<FileKind> {
    FileKind::of(start).filter(|_| !matches!(format, Wanted::Format(Format::Minecraft(..))))
}

/// The contents of a compressed or encrypted file; other bytes as they are.
pub fn open<'b>(bytes: &'b [u8], format: &Wanted, secret: &Secret) -> Result<Cow<'b, [u8]>, Problem> {
    let contents = match kind(bytes, format) {
        Some(FileKind::Compressed) => {
            let file = CompressedFile::parse(bytes)?;
            let contents = file.unpack(LIMIT)?;
            eprintln!("the file is compressed ({}): offsets are those of what is inside", file.mode());
            if file.tail() != b"GCPF" {
                eprintln!("it does not end with GCPF, as the engine writes it");
            }
            contents
        }
        Some(FileKind::Encrypted) => {
            let file = EncryptedFile::parse(bytes)?;
            let contents = file.decrypt(&secret.key()?).map_err(wrong_key)?;
            let engine = if matches!(file.encryption(), Encryption::Godot4 { .. }) { 4 } else { 3 };
            eprintln!("the file is encrypted (Godot {engine}): offsets are those of what is inside");
            if !file.tail().is_empty() {
                eprintln!("{} bytes follow what is encrypted", file.tail().len());
            }
            contents
        }
        Some(FileKind::Project) | None => {
            if secret.is_named() {
                eprintln!("the file is not encrypted: it needs no password and no key");
            }
            return Ok(Cow::Borrowed(bytes));
        }
    };
    Ok(Cow::Owned(contents))
}

/// Most often the password was mistyped.
fn wrong_key(error: FileError) -> Problem {
    let problem = Problem::from(error);
    if problem.kind != "md5" {
        return problem;
    }
    let message = format!("the password does not open this file. {}", problem.message);
    Problem { message, ..problem }
}

impl From<FileError> for Problem {
    fn from(error: FileError) -> Self {
        Self { offset: error.offset(), kind: error.code(), message: error.to_string() }
    }
}

/// Packs what was written, as asked for.
pub fn wrap(
    bytes: Vec<u8>,
    format: &Format,
    mode: Option<Mode>,
    secret: &Secret,
) -> Result<Vec<u8>, Problem> {
    if let Some(mode) = mode {
        return Ok(compress(&bytes, mode.compression())?);
    }
    let Some(key) = secret.named()? else { return Ok(bytes) };
    let encryption = match format {
        Format::Godot(dialect) if dialect.table() == Table::Godot4 => {
            let mut iv = [0; 16];
            getrandom::fill(&mut iv).map_err(|error| Problem {
                offset: 0,
                kind: "random",
                message: format!("the system has no random numbers: {error}"),
            })?;
            Encryption::Godot4 { iv }
        }
        _ => Encryption::Godot3,
    };
    Ok(encrypt(&bytes, &key, encryption)?)
}

/// Adds the setting that a line says, as `decode` prints it: `{"key":"a/b","value":"i:1"}`.
pub fn add_setting(line: &[u8], codec: &Codec, project: &mut ProjectFile<'_>) -> Result<(), Problem> {
    let fields: BTreeMap<String, &RawValue> =
        serde_json::from_slice(line).map_err(|error| Problem::json(0, &error))?;
    let (Some(key), Some(value), 2) = (fields.get("key"), fields.get("value"), fields.len()) else {
        return Err(Problem::json(0, &"a setting is {\"key\":\"..\",\"value\":..}"));
    };
    let key: String = serde_json::from_str(key.get()).map_err(|error| Problem::json(0, &error))?;
    project.settings.push(Setting::new(key, codec.encode(value.get().as_bytes())?));
    Ok(())
}
