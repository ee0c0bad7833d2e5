//! Bytes that are borrowed from the input or owned, in three words of memory.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

/// The bytes of the text and the arrays in a tree of NBT. Short bytes, such as most names, are stored inline without an
/// allocation. Copies share the memory of long ones.
#[derive(Clone)]
pub(in crate::minecraft) enum SharedBytes<'a> {
    Borrowed(&'a [u8]),
    /// The length, and the bytes followed by zeros.
    Short(u8, [u8; SHORT]),
    Long(Arc<[u8]>),
}

const _: () = assert!(size_of::<SharedBytes<'_>>() == 3 * size_of::<u64>());

/// The length that fits inline in the three words that a slice and its kind need.
const SHORT: usize = 22;

impl<'a> SharedBytes<'a> {
    /// Returns the bytes with the lifetime of the input, if they are borrowed from it.
    pub(in crate::minecraft) fn borrowed(&self) -> Option<&'a [u8]> {
        match self {
            Self::Borrowed(bytes) => Some(bytes),
            Self::Short(..) | Self::Long(_) => None,
        }
    }

    /// Converts the bytes to owned ones.
    #[inline]
    pub(in crate::minecraft) fn into_owned(self) -> SharedBytes<'static> {
        match self {
            Self::Borrowed(bytes) => SharedBytes::copied(bytes),
            Self::Short(length, bytes) => SharedBytes::Short(length, bytes),
            Self::Long(bytes) => SharedBytes::Long(bytes),
        }
    }

    /// Returns the bytes, mutably. Borrowed and shared bytes are copied first.
    pub(in crate::minecraft) fn to_mut(&mut self) -> &mut [u8] {
        if let Self::Borrowed(bytes) = self {
            *self = SharedBytes::copied(bytes);
        }
        match self {
            Self::Short(length, bytes) => bytes.split_at_mut(usize::from(*length)).0,
            Self::Long(bytes) => Arc::make_mut(bytes),
            Self::Borrowed(_) => &mut [],
        }
    }

    #[inline]
    pub(in crate::minecraft) fn copied(bytes: &[u8]) -> Self {
        let mut short = [0; SHORT];
        match (short.get_mut(..bytes.len()), u8::try_from(bytes.len())) {
            (Some(into), Ok(length)) => {
                into.copy_from_slice(bytes);
                Self::Short(length, short)
            }
            _ => Self::Long(bytes.into()),
        }
    }
}

impl Deref for SharedBytes<'_> {
    type Target = [u8];
    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            Self::Borrowed(bytes) => bytes,
            Self::Short(length, bytes) => bytes.split_at(usize::from(*length)).0,
            Self::Long(bytes) => bytes,
        }
    }
}

impl From<Vec<u8>> for SharedBytes<'_> {
    fn from(bytes: Vec<u8>) -> Self {
        if bytes.len() <= SHORT { Self::copied(&bytes) } else { Self::Long(bytes.into()) }
    }
}

impl<'a> From<Cow<'a, [u8]>> for SharedBytes<'a> {
    fn from(bytes: Cow<'a, [u8]>) -> Self {
        match bytes {
            Cow::Borrowed(bytes) => Self::Borrowed(bytes),
            Cow::Owned(bytes) => bytes.into(),
        }
    }
}

impl Default for SharedBytes<'_> {
    fn default() -> Self {
        Self::Borrowed(&[])
    }
}

/// Compares the contents, wherever they are stored.
impl PartialEq for SharedBytes<'_> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for SharedBytes<'_> {}

impl PartialOrd for SharedBytes<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for SharedBytes<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        (**self).cmp(&**other)
    }
}

impl Hash for SharedBytes<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}
