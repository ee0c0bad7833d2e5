//! Files of Godot that contain Variants: project settings, compressed files and encrypted files. The first bytes state
//! the type of the file.
//!
//! | begins with | what it is | read and written by |
//! |-------------|------------|---------------------|
//! | `ECFG` | `project.binary` of an exported game, `engine.cfb` before Godot 3 | [`ProjectFile`] |
//! | `; Engine` | `project.godot`, the settings as text | [`ProjectFile::to_text`], [`ProjectFile::from_text`] |
//! | `GCPF` | a file that `open_compressed` wrote | [`decompress`], [`compress()`], [`CompressedFile`] |
//! | `GDEC` | a file that `open_encrypted` or `open_encrypted_with_pass` wrote | [`decrypt`], [`decrypt_in_place`], [`encrypt_again`], [`encrypt`], [`EncryptedFile`] |
//!
//! The contents of compressed and encrypted files are arbitrary bytes. They are often values that `store_var` wrote,
//! which [`Framing::STORE_VAR`](gamewire::godot::Framing::STORE_VAR) can read.
//!
//! ```
//! use gamewire::godot::{Dialect, variant};
//! use gamewire_files::godot::{FileKind, ProjectFile};
//!
//! // The settings of a game: names and values.
//! let mut settings = ProjectFile::default();
//! settings.set("display/window/size/width", Dialect::GODOT_4, &variant!(1280))?;
//! let file = settings.encode()?;
//! assert_eq!(FileKind::detect(&file), Some(FileKind::Project));
//! let settings = ProjectFile::parse(&file)?;
//! let width = settings.get("display/window/size/width").unwrap();
//! assert_eq!(Dialect::GODOT_4.parse(&width.value)?, 1280);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod block;
mod compressed;
mod compression;
mod config;
mod editor;
mod encrypted;
mod error;
mod fastlz;
mod fields;
mod project;
mod project_text;

pub use compressed::{
    Block, CompressedFile, Decompressed, compress, compressed, decompress, decompress_prefix, gen_compressed,
};
pub(crate) use config::{ConfigSection, ConfigSetting, ConfigText, generation};
pub use editor::ProjectEditor;
pub use encrypted::{
    EncryptedFile, Encryption, EncryptionKey, decrypt, decrypt_in_place, encrypt, encrypt_again, encrypted,
    gen_encrypted,
};
pub(crate) use encrypted::{MOST_ADDED, encrypt_in_place};
pub(crate) use project::{FEATURES, project_head, setting_head};
pub use project::{KeyLength, ProjectFile, Setting, gen_project, project};
pub use project_text::ProjectTextError;
pub use {compression::Compression, error::FileError};

/// The type of a file, as its magic bytes state it. The bytes of a Variant never begin with these magic bytes, in any
/// dialect.
///
/// ```
/// use gamewire_files::godot::FileKind;
/// assert_eq!(FileKind::detect(b"GCPF\x02\0\0\0"), Some(FileKind::Compressed));
/// assert_eq!(FileKind::detect(&[2, 0, 0, 0, 5, 0, 0, 0]), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FileKind {
    /// Project settings, `ECFG`.
    Project,
    /// A file compressed in blocks, `GCPF`.
    Compressed,
    /// An encrypted file, `GDEC`, or `CEDG` if Godot 3 wrote it with big-endian numbers.
    Encrypted,
}

impl FileKind {
    /// Detects the type of a file from its first four bytes.
    #[must_use]
    pub fn detect(bytes: &[u8]) -> Option<Self> {
        match bytes.first_chunk()? {
            b"ECFG" => Some(Self::Project),
            b"GCPF" => Some(Self::Compressed),
            b"GDEC" | b"CEDG" => Some(Self::Encrypted),
            _ => None,
        }
    }
}
