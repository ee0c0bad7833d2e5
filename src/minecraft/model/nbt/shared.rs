//! Bytes borrowed from the input or owned, in two words.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

/// A tree of NBT is made of these, so their size is most of its size. A borrowed slice is two words; what is
/// owned is behind one pointer, which copies share, and the compiler distinguishes the two by the null that a
/// slice cannot be. (`Cow<[u8]>` takes three words: its owned form has a capacity, which is not needed here.)
#[derive(Clone)]
pub(in crate::minecraft) enum SharedBytes<'a> {
    Borrowed(&'a [u8]),
    Owned(Arc<Store>),
}

const _: () = assert!(size_of::<SharedBytes<'_>>() == 2 * size_of::<usize>());

/// Short runs, as most names are, take one allocation.
#[derive(Clone)]
pub(in crate::minecraft) enum Store {
    Short(u8, [u8; SHORT]),
    Long(Box<[u8]>),
}

/// The length that fits beside the length and the tag in the three words that a long run needs.
const SHORT: usize = 22;

impl<'a> SharedBytes<'a> {
    /// The bytes for as long as the input lives, if they are there.
    pub(in crate::minecraft) fn borrowed(&self) -> Option<&'a [u8]> {
        match self {
            Self::Borrowed(bytes) => Some(bytes),
            Self::Owned(_) => None,
        }
    }

    /// Returns the bytes, borrowing nothing.
    pub(in crate::minecraft) fn into_owned(self) -> SharedBytes<'static> {
        match self {
            Self::Borrowed(bytes) => SharedBytes::copied(bytes),
            Self::Owned(store) => SharedBytes::Owned(store),
        }
    }

    /// The bytes, to change some; borrowed and shared ones are copied first.
    pub(in crate::minecraft) fn to_mut(&mut self) -> &mut [u8] {
        if let Self::Borrowed(bytes) = self {
            *self = SharedBytes::copied(bytes);
        }
        match self {
            Self::Owned(store) => match Arc::make_mut(store) {
                Store::Short(length, bytes) => bytes.get_mut(..usize::from(*length)).unwrap_or_default(),
                Store::Long(bytes) => bytes,
            },
            Self::Borrowed(_) => &mut [],
        }
    }

    pub(in crate::minecraft) fn copied(bytes: &[u8]) -> Self {
        let mut short = [0; SHORT];
        match (short.get_mut(..bytes.len()), u8::try_from(bytes.len())) {
            (_, Ok(0)) => Self::default(),
            (Some(into), Ok(length)) => {
                into.copy_from_slice(bytes);
                Self::Owned(Arc::new(Store::Short(length, short)))
            }
            _ => Self::Owned(Arc::new(Store::Long(bytes.into()))),
        }
    }
}

impl Deref for SharedBytes<'_> {
    type Target = [u8];
    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            Self::Borrowed(bytes) => bytes,
            Self::Owned(store) => store,
        }
    }
}

impl Deref for Store {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        match self {
            Self::Short(length, bytes) => bytes.get(..usize::from(*length)).unwrap_or_default(),
            Self::Long(bytes) => bytes,
        }
    }
}

impl From<Vec<u8>> for SharedBytes<'_> {
    fn from(bytes: Vec<u8>) -> Self {
        if bytes.len() <= SHORT {
            return Self::copied(&bytes);
        }
        Self::Owned(Arc::new(Store::Long(bytes.into())))
    }
}

impl<'a> From<std::borrow::Cow<'a, [u8]>> for SharedBytes<'a> {
    fn from(bytes: std::borrow::Cow<'a, [u8]>) -> Self {
        match bytes {
            std::borrow::Cow::Borrowed(bytes) => Self::Borrowed(bytes),
            std::borrow::Cow::Owned(bytes) => bytes.into(),
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

/// Names that were copied a moment ago. In a tree the same few come again and again: they share one allocation.
#[derive(Default)]
pub(in crate::minecraft) struct NameCache {
    known: Vec<SharedBytes<'static>>,
    /// A tree may be too small for all this.
    seen: usize,
}

/// The number of remembered names, each at the index that its first and last bytes give.
const NAMES: usize = 64;
/// The number of names at the beginning that are not shared.
const UNSHARED: usize = 8;

impl NameCache {
    /// Returns the name, borrowing nothing; equal names share one allocation.
    pub(in crate::minecraft) fn own(&mut self, name: SharedBytes<'_>) -> SharedBytes<'static> {
        let bytes = match name {
            SharedBytes::Borrowed(bytes) => bytes,
            SharedBytes::Owned(store) => return SharedBytes::Owned(store),
        };
        self.seen += 1;
        if self.seen <= UNSHARED {
            return SharedBytes::copied(bytes);
        }
        if self.known.is_empty() {
            self.known.resize(NAMES, SharedBytes::default());
        }
        let ends = match (bytes.first_chunk(), bytes.last_chunk()) {
            (Some(first), Some(last)) => {
                u32::from_le_bytes(*first) ^ u32::from_le_bytes(*last).rotate_left(7)
            }
            _ => bytes.iter().fold(0, |ends, byte| ends << 8 | u32::from(*byte)),
        };
        let place = ends.wrapping_mul(0x9e37_79b1) as usize >> 26;
        match self.known.get_mut(place) {
            Some(known) if **known == *bytes => known.clone(),
            Some(known) => {
                *known = SharedBytes::copied(bytes);
                known.clone()
            }
            None => SharedBytes::copied(bytes),
        }
    }
}
