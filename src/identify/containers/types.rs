//! The types of containers. Without the feature of a container, its types have no values.

#[cfg(feature = "crypto")]
pub use crate::godot::files::EncryptionKey;
#[cfg(feature = "crypto")]
pub(crate) use crate::godot::files::{Encryption, Envelope};

#[cfg(any(feature = "compress", feature = "crypto"))]
pub(crate) use crate::godot::files::{Compression, FileError};

#[cfg(feature = "compress")]
pub(crate) use crate::minecraft::NbtFileError;
#[cfg(feature = "compress")]
pub(crate) use crate::minecraft::region::{ChunkPos, RegionError};

/// Types without values, with the methods that containers need of them.
#[cfg(not(all(feature = "compress", feature = "crypto")))]
macro_rules! absent {
    ($($(#[$doc:meta])* $vis:vis $name:ident { $($method:ident: $result:ty),* })*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        $vis enum $name {}

        impl $name {
            $(pub(crate) fn $method(&self) -> $result { match *self {} })*
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match *self {}
            }
        }

        impl std::error::Error for $name {}
    )*};
}

#[cfg(not(feature = "crypto"))]
absent! {
    /// The encryption of a file. It has no values without the feature `crypto`.
    #[derive(Copy)]
    pub Encryption { magic: &'static str, generation: u8 }
    /// The key of an encrypted file. It has no values without the feature `crypto`.
    pub EncryptionKey {}
    /// The container around decrypted contents. It has no values without the feature `crypto`.
    pub(crate) Envelope {}
}

#[cfg(not(feature = "compress"))]
absent! {
    /// The position of a chunk in a region. It has no values without the feature `compress`.
    #[derive(Copy)]
    pub ChunkPos {}
    /// An error of a packed file. It has no values without the feature `compress`.
    pub NbtFileError { is_cut: bool, offset: Option<usize>, code: &'static str }
    /// An error of a region. It has no values without the feature `compress`.
    pub RegionError { offset: Option<usize> }
}

#[cfg(not(any(feature = "compress", feature = "crypto")))]
absent! {
    /// The compression of a file of Godot. It has no values without the features `compress` and `crypto`.
    #[derive(Copy)]
    pub Compression {}
    /// An error of a compressed or encrypted file. It has no values without the features `compress` and `crypto`.
    pub FileError { is_cut: bool, offset: Option<usize>, code: &'static str }
}
