//! The containers that files can be packed in.

pub(super) mod compress;
pub(super) mod crypto;

use super::layer::{Layer, OpenErrorKind};
use crate::godot::files::{EncryptionKey, Envelope};

/// A layer with its contents and their damage, or the error of opening it.
pub(super) type LayerContents = (Layer, Result<(Vec<u8>, Option<OpenErrorKind>), OpenErrorKind>);

/// The parts of a file, apart from its contents, that was decrypted in place, and its key.
pub(super) type Sealed = (Envelope, EncryptionKey);

#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    /// The length of the outermost file, or of the data of its chunk.
    pub(super) packed: usize,
    /// The maximum length of the contents, if the caller sets it.
    pub(super) max_size: Option<usize>,
    /// Whether the contents of damaged data are returned up to the damage.
    pub(super) damaged: bool,
}
