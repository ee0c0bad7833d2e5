//! The containers of files: one module for each feature, and one that takes its place without the feature and refuses its containers by
//! name.

#[cfg_attr(not(feature = "compress"), path = "no_compress.rs")]
pub(super) mod compress;
#[cfg_attr(not(feature = "crypto"), path = "no_crypto.rs")]
pub(super) mod crypto;
pub(super) mod types;

use super::layer::{Layer, OpenErrorKind};

/// A layer, where it can be named, with its contents and its damage.
pub(super) type LayerContents = (Option<Layer>, Result<(Vec<u8>, Option<OpenErrorKind>), OpenErrorKind>);

/// The rest of a file that was decrypted in its own memory, and its key.
pub(super) type Sealed = (types::Envelope, types::EncryptionKey);

/// The limits of the contents of a layer.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(not(feature = "compress"), allow(dead_code, reason = "what is refused has no contents"))]
pub(super) struct Bounds {
    /// The length of the outermost file, or of the data of its chunk.
    pub(super) packed: usize,
    /// The maximum length of the contents, if the caller sets it.
    pub(super) max_size: Option<usize>,
    /// Whether contents up to the damage are taken.
    pub(super) damaged: bool,
}

/// The refusal of a container whose feature is not enabled.
#[cfg(not(all(feature = "compress", feature = "crypto")))]
fn refused(container: &'static str, feature: &'static str) -> LayerContents {
    (None, Err(OpenErrorKind::Feature { container, feature }))
}
