//! Owned bytes, in three words of memory.

use std::ops::Deref;
use std::sync::Arc;

/// The bytes of the text and the arrays in a tree of NBT. Short bytes, such as most names, are stored inline without an
/// allocation. Copies share the memory of long ones.
#[derive(Debug, Clone)]
pub enum SharedBytes {
    /// The length, and the bytes followed by zeros.
    Short(u8, [u8; SHORT]),
    Long(Arc<[u8]>),
}

const _: () = assert!(size_of::<SharedBytes>() == 3 * size_of::<u64>());

/// The length that fits inline in the three words that a slice and its kind need.
const SHORT: usize = 22;

impl SharedBytes {
    /// Returns the bytes, mutably. Shared bytes are copied first.
    pub(in crate::minecraft) fn to_mut(&mut self) -> &mut [u8] {
        match self {
            Self::Short(length, bytes) => bytes.split_at_mut(usize::from(*length)).0,
            Self::Long(bytes) => Arc::make_mut(bytes),
        }
    }
}

impl Deref for SharedBytes {
    type Target = [u8];
    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            Self::Short(length, bytes) => bytes.split_at(usize::from(*length)).0,
            Self::Long(bytes) => bytes,
        }
    }
}

impl From<&[u8]> for SharedBytes {
    #[inline]
    fn from(bytes: &[u8]) -> Self {
        let mut short = [0; SHORT];
        match (short.get_mut(..bytes.len()), u8::try_from(bytes.len())) {
            (Some(place), Ok(length)) => {
                place.copy_from_slice(bytes);
                Self::Short(length, short)
            }
            _ => Self::Long(bytes.into()),
        }
    }
}

impl From<Vec<u8>> for SharedBytes {
    fn from(bytes: Vec<u8>) -> Self {
        bytes.as_slice().into()
    }
}

impl AsRef<[u8]> for SharedBytes {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl Default for SharedBytes {
    fn default() -> Self {
        Self::Short(0, [0; SHORT])
    }
}
