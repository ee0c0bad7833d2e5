//! Bytes borrowed from the input or owned, in three words.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

/// A tree of NBT is made of these. Short runs, as most names and texts are, lie inside and take no allocation; copies share a long
/// one.
#[derive(Clone)]
pub(in crate::minecraft) enum SharedBytes<'a> {
    Borrowed(&'a [u8]),
    /// The first bytes, as many as the number says; the others are zero.
    Short(u8, [u8; SHORT]),
    Long(Arc<[u8]>),
}

const _: () = assert!(size_of::<SharedBytes<'_>>() == 3 * size_of::<u64>());

/// The length that fits beside the kind and the length in the three words that a slice and its kind need.
const SHORT: usize = 22;

impl<'a> SharedBytes<'a> {
    /// The bytes for as long as the input lives, if they are there.
    pub(in crate::minecraft) fn borrowed(&self) -> Option<&'a [u8]> {
        match self {
            Self::Borrowed(bytes) => Some(bytes),
            Self::Short(..) | Self::Long(_) => None,
        }
    }

    /// Returns the bytes, borrowing nothing.
    #[inline]
    pub(in crate::minecraft) fn into_owned(self) -> SharedBytes<'static> {
        match self {
            Self::Borrowed(bytes) => SharedBytes::copied(bytes),
            Self::Short(length, bytes) => SharedBytes::Short(length, bytes),
            Self::Long(bytes) => SharedBytes::Long(bytes),
        }
    }

    /// The bytes, to change some; borrowed and shared ones are copied first.
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

/// By content, wherever it is.
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
