//! The parameter of the context that decides whether values borrow from the input or own their contents.
//!
//! Whether a value is built at all is decided by nom's modes instead.

/// The choice whether values borrow from the input. `'a` is the lifetime of the input, and `'v` that of the value. It
/// is a parameter of [`Cx`](crate::cx::Cx), which parsers of nested values pass on.
///
/// | | contents of a value |
/// |-|---------------------|
/// | [`Borrow`] | borrowed from the input |
/// | [`Own`] | copied as each is read, so that the value borrows nothing |
/// | [`Skip`] | neither, because the bytes were validated before and only the end of the value is needed |
pub trait Make<'a, 'v>: Copy + sealed::Sealed {
    /// Whether contents are copied.
    const OWNED: bool = false;
    /// Whether contents are validated.
    const CHECKED: bool = true;

    /// Returns the contents in the form in which the value keeps them.
    fn keep<X: Lend<'a>>(x: X) -> X::With<'v>;
}

/// A type that may borrow from an input, such as text.
pub trait Lend<'a> {
    /// The type with another lifetime.
    type With<'v>;

    /// Returns the value unchanged.
    fn borrowed(self) -> Self::With<'a>;
    /// Returns a copy that borrows nothing.
    fn owned(self) -> Self::With<'static>;
}

mod sealed {
    /// Implemented for the types of this module.
    pub trait Sealed {}
}

/// The choice to borrow text and arrays from the input.
#[derive(Debug, Clone, Copy)]
pub struct Borrow;

impl sealed::Sealed for Borrow {}

impl<'a> Make<'a, 'a> for Borrow {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn keep<X: Lend<'a>>(x: X) -> X::With<'a> {
        x.borrowed()
    }
}

/// The choice to copy text and arrays.
#[derive(Debug, Clone, Copy)]
pub struct Own;

impl sealed::Sealed for Own {}

impl<'a> Make<'a, 'static> for Own {
    const OWNED: bool = true;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn keep<X: Lend<'a>>(x: X) -> X::With<'static> {
        x.owned()
    }
}

/// The choice to skip validation, for bytes that were validated before.
#[derive(Debug, Clone, Copy)]
pub struct Skip;

impl sealed::Sealed for Skip {}

impl<'a> Make<'a, 'a> for Skip {
    const CHECKED: bool = false;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn keep<X: Lend<'a>>(x: X) -> X::With<'a> {
        x.borrowed()
    }
}

/// Implements [`Lend`] for types with one lifetime and a method `into_owned`.
#[cfg(feature = "minecraft")]
macro_rules! lend {
    ($($type:ident),+ $(,)?) => {$(
        impl<'a> $crate::make::Lend<'a> for $type<'a> {
            type With<'v> = $type<'v>;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn borrowed(self) -> $type<'a> {
                self
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn owned(self) -> $type<'static> {
                self.into_owned()
            }
        }
    )+};
}

#[cfg(feature = "minecraft")]
pub(crate) use lend;

impl<'a, X: Lend<'a>> Lend<'a> for Option<X> {
    type With<'v> = Option<X::With<'v>>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn borrowed(self) -> Option<X::With<'a>> {
        self.map(X::borrowed)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn owned(self) -> Option<X::With<'static>> {
        self.map(X::owned)
    }
}

impl<'a, X: Lend<'a>> Lend<'a> for Vec<X> {
    type With<'v> = Vec<X::With<'v>>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn borrowed(self) -> Vec<X::With<'a>> {
        self.into_iter().map(X::borrowed).collect()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn owned(self) -> Vec<X::With<'static>> {
        self.into_iter().map(X::owned).collect()
    }
}
