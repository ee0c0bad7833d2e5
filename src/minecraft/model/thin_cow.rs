//! Text or bytes, borrowed or owned, in two words.

use std::borrow::{Borrow, Cow};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

/// A [`Cow`] of two words instead of three: owned data is behind one pointer. Values contain many of them, so that their size
/// decides much of the memory of a decode.
///
/// ```
/// use gamewire::minecraft::ThinCow;
/// let borrowed: ThinCow<str> = "stone".into();
/// let owned: ThinCow<str> = String::from("stone").into();
/// assert_eq!(borrowed, owned);
/// assert_eq!(&*owned, "stone");
/// ```
///
/// It derefs to the contents, and is made `from` a reference, a `Cow` or what is owned.
pub struct ThinCow<'a, B: ?Sized + ToOwned + 'static>(Repr<'a, B>);

enum Repr<'a, B: ?Sized + ToOwned + 'static> {
    /// Elsewhere, usually in the input.
    Borrowed(&'a B),
    /// Its own.
    Owned(Box<B::Owned>),
}

const _: () = assert!(size_of::<ThinCow<'_, str>>() == 2 * size_of::<usize>());

impl<B: ?Sized + ToOwned<Owned: Clone> + 'static> Clone for ThinCow<'_, B> {
    fn clone(&self) -> Self {
        match &self.0 {
            Repr::Borrowed(x) => Self(Repr::Borrowed(x)),
            Repr::Owned(x) => Self(Repr::Owned(x.clone())),
        }
    }
}

impl<'a, B: ?Sized + ToOwned + 'static> ThinCow<'a, B> {
    /// Returns the value, borrowing nothing.
    #[must_use]
    pub fn into_owned(self) -> ThinCow<'static, B> {
        match self.0 {
            Repr::Borrowed(x) => ThinCow(Repr::Owned(Box::new(x.to_owned()))),
            Repr::Owned(x) => ThinCow(Repr::Owned(x)),
        }
    }

    /// Converts to a [`Cow`].
    #[must_use]
    pub fn into_cow(self) -> Cow<'a, B> {
        match self.0 {
            Repr::Borrowed(x) => Cow::Borrowed(x),
            Repr::Owned(x) => Cow::Owned(*x),
        }
    }
}

impl<B: ?Sized + ToOwned + 'static> Deref for ThinCow<'_, B> {
    type Target = B;
    fn deref(&self) -> &B {
        match &self.0 {
            Repr::Borrowed(x) => x,
            Repr::Owned(x) => (**x).borrow(),
        }
    }
}

impl<'a, B: ?Sized + ToOwned + 'static> From<Cow<'a, B>> for ThinCow<'a, B> {
    fn from(x: Cow<'a, B>) -> Self {
        match x {
            Cow::Borrowed(x) => Self(Repr::Borrowed(x)),
            Cow::Owned(x) => Self(Repr::Owned(Box::new(x))),
        }
    }
}

impl<'a, B: ?Sized + ToOwned + 'static> From<&'a B> for ThinCow<'a, B> {
    fn from(x: &'a B) -> Self {
        Self(Repr::Borrowed(x))
    }
}

impl From<String> for ThinCow<'_, str> {
    fn from(x: String) -> Self {
        Self(Repr::Owned(Box::new(x)))
    }
}

impl From<Vec<u8>> for ThinCow<'_, [u8]> {
    fn from(x: Vec<u8>) -> Self {
        Self(Repr::Owned(Box::new(x)))
    }
}

/// By content, wherever it is.
impl<B: ?Sized + ToOwned + PartialEq + 'static> PartialEq for ThinCow<'_, B> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<B: ?Sized + ToOwned + Eq + 'static> Eq for ThinCow<'_, B> {}

impl<B: ?Sized + ToOwned + Hash + 'static> Hash for ThinCow<'_, B> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl<B: ?Sized + ToOwned + fmt::Debug + 'static> fmt::Debug for ThinCow<'_, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<B: ?Sized + ToOwned + fmt::Display + 'static> fmt::Display for ThinCow<'_, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}
