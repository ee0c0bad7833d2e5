//! The containers of files.

pub(super) mod compress;
pub(super) mod crypto;

use super::layer::{Layer, OpenErrorKind};
use crate::godot::files::{EncryptionKey, Envelope};

/// A layer, with its contents and its damage.
pub(super) type LayerContents = (Layer, Result<(Vec<u8>, Option<OpenErrorKind>), OpenErrorKind>);

/// The rest of a file that was decrypted in its own memory, and its key.
pub(super) type Sealed = (Envelope, EncryptionKey);

/// The limits of the contents of a layer.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    /// The length of the outermost file, or of the data of its chunk.
    pub(super) packed: usize,
    /// The maximum length of the contents, if the caller sets it.
    pub(super) max_size: Option<usize>,
    /// Whether contents up to the damage are taken.
    pub(super) damaged: bool,
}
