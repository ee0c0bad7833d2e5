//! A validated value together with its bytes.

use std::fmt;
use std::sync::Arc;

use super::VariantView;
use crate::godot::Variant;
use crate::godot::dialect::Dialect;
use crate::godot::wire::Rules;
use crate::sure::Sure as _;

/// A validated value that owns its bytes. Use it instead of a [`VariantView`] to store a value or to send it to another
/// thread.
///
/// `B` is the type that stores the bytes: `Vec<u8>`, `Box<[u8]>`, `Arc<[u8]>`, `&[u8]`, and `Bytes` with the feature
/// `tokio`. With `Arc<[u8]>` or `Bytes` a clone does not copy the bytes, so one packet can be sent to many peers.
///
/// ```
/// use gamewire::godot::{Decoder, Dialect, OwnedView};
///
/// let packet: OwnedView = Decoder::new(Dialect::GODOT_3).view_owned(vec![2, 0, 0, 0, 7, 0, 0, 0])?;
/// let there = std::thread::spawn(move || packet.view().as_i64());
/// assert_eq!(there.join().unwrap(), Some(7));
/// # Ok::<(), gamewire::DecodeError>(())
/// ```
#[derive(Clone)]
pub struct OwnedView<B = Vec<u8>> {
    bytes: B,
    /// The length of the value. More bytes may follow it if the decoder allows that.
    length: usize,
    rules: Rules,
}

impl<B: Storage> OwnedView<B> {
    /// Creates a view of bytes that begin with a value of this length, which was just validated with these rules.
    pub(in crate::godot) fn checked(bytes: B, length: usize, rules: Rules) -> Self {
        Self { bytes, length, rules }
    }

    /// Returns the view.
    pub fn view(&self) -> VariantView<'_> {
        VariantView { bytes: self.as_wire(), rules: self.rules }
    }

    /// Returns the bytes of the value, including its header.
    pub fn as_wire(&self) -> &[u8] {
        self.bytes.as_ref().get(..self.length).sure()
    }

    /// Decodes the value to a tree, which owns its contents.
    pub fn to_variant(&self) -> Variant {
        self.view().to_variant()
    }

    /// Returns the dialect of the bytes.
    pub fn dialect(&self) -> Dialect {
        self.rules.dialect
    }

    /// Returns all of the bytes, including any that follow the value.
    #[must_use]
    pub fn into_inner(self) -> B {
        self.bytes
    }
}

impl<B: Storage> fmt::Debug for OwnedView<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Owned{:?}", self.view())
    }
}

impl<B: Storage, C: Storage> PartialEq<OwnedView<C>> for OwnedView<B> {
    fn eq(&self, other: &OwnedView<C>) -> bool {
        self.view() == other.view()
    }
}

impl<B: Storage> Eq for OwnedView<B> {}

/// A type that stores the bytes of an [`OwnedView`]. The trait is sealed, because the bytes must never change.
pub trait Storage: AsRef<[u8]> + sealed::Sealed {}

impl<S: AsRef<[u8]> + sealed::Sealed> Storage for S {}

mod sealed {
    pub trait Sealed {}
    impl Sealed for Vec<u8> {}
    impl Sealed for Box<[u8]> {}
    impl Sealed for super::Arc<[u8]> {}
    impl Sealed for &[u8] {}
    #[cfg(feature = "tokio")]
    impl Sealed for tokio_util::bytes::Bytes {}
}
