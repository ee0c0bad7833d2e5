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

    #[inline]
    pub(in crate::minecraft) fn copied(bytes: &[u8]) -> Self {
        let mut copy = Self::default();
        copy.set(bytes);
        copy
    }

    /// Replaces the bytes.
    #[inline(never)]
    fn set(&mut self, bytes: &[u8]) {
        if let Self::Short(length, short) = self
            && let Some(short) = short.get_mut(..bytes.len())
        {
            *length = bytes.len().to_le_bytes()[0];
            copy_words(bytes, short);
        } else {
            self.set_long(bytes);
        }
    }

    #[cold]
    #[inline(never)]
    fn set_long(&mut self, bytes: &[u8]) {
        *self = Self::Long(bytes.into());
    }
}

/// Copies short bytes as two words, which may overlap.
#[inline]
fn copy_words(from: &[u8], to: &mut [u8]) -> Option<()> {
    #[inline]
    fn words<const N: usize>(from: &[u8], to: &mut [u8]) -> Option<()> {
        let (first, last) = (from.first_chunk::<N>()?, from.last_chunk()?);
        *to.first_chunk_mut()? = *first;
        *to.last_chunk_mut::<N>()? = *last;
        Some(())
    }
    words::<16>(from, to)
        .or_else(|| words::<8>(from, to))
        .or_else(|| words::<4>(from, to))
        .or_else(|| words::<2>(from, to))
        .or_else(|| words::<1>(from, to))
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
        Self::copied(bytes)
    }
}

impl From<Vec<u8>> for SharedBytes {
    fn from(bytes: Vec<u8>) -> Self {
        if bytes.len() <= SHORT { Self::copied(&bytes) } else { Self::Long(bytes.into()) }
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
