//! Reading and writing without the fast path, for the tests that hold both equal. Not for users, and hidden: it is public only
//! because those tests, the fuzz targets and the benches are other crates.
//!
//! Nothing here is compiled unless it is called, so the grammar is compiled once in every other program.

use super::decode::Decoder;
use super::encode::Encoder;
use super::layout::PlainVariant;
use super::model::{OwnedVariant, Variant};
use super::view::VariantView;
pub use super::wire::fast::copied_in_blocks;
pub use super::wire::variant::{gen_plain_variant, plain_variant};
use crate::edge::{self, By};
use crate::error::{DecodeError, EncodeError};
use crate::explain::Explainer;
use crate::verdict::Verdict;

/// A [`Decoder`] or an [`Encoder`] that uses nothing but the grammar of [`wire`](super::wire). It takes several times as
/// long and, where values nest deeply, more stack; the outcome is the same.
#[derive(Debug, Clone, Copy)]
pub struct Plain<S>(pub S);

impl Plain<Decoder> {
    /// [`Decoder::parse`].
    #[inline]
    pub fn parse<'a>(&self, bytes: &'a [u8]) -> Result<Variant<'a>, DecodeError> {
        edge::parse(&self.0, &PlainVariant, bytes)
    }

    /// [`Decoder::parse_owned`].
    #[inline]
    pub fn parse_owned(&self, bytes: &[u8]) -> Result<OwnedVariant, DecodeError> {
        self.parse(bytes).map(Variant::into_owned)
    }

    /// [`Decoder::parse_prefix`].
    #[inline]
    pub fn parse_prefix<'a>(&self, bytes: &'a [u8]) -> Result<(Variant<'a>, &'a [u8]), DecodeError> {
        edge::parse_prefix(&self.0, &PlainVariant, bytes)
    }

    /// [`Decoder::check`].
    #[inline]
    pub fn check(&self, bytes: &[u8]) -> Result<(), DecodeError> {
        edge::check(&self.0, &PlainVariant, bytes)
    }

    /// [`Decoder::check_prefix`].
    #[inline]
    pub fn check_prefix(&self, bytes: &[u8]) -> Result<usize, DecodeError> {
        edge::check_prefix(&self.0, &PlainVariant, bytes)
    }

    /// [`Decoder::view`].
    #[inline]
    pub fn view<'a>(&self, bytes: &'a [u8]) -> Result<VariantView<'a>, DecodeError> {
        self.check(bytes)?;
        self.0.view(bytes)
    }

    /// [`Decoder::explainer`].
    #[inline]
    pub fn explainer<'a>(&self, bytes: &'a [u8]) -> Explainer<'a> {
        edge::explainer(self.0, PlainVariant, self.0.dialect().title(), bytes)
    }

    /// [`Decoder::verify`].
    #[inline]
    pub fn verify(&self, bytes: &[u8]) -> Verdict {
        edge::verify(&self.0, &PlainVariant, bytes, |read| self.explainer(read))
    }
}

impl Plain<Encoder> {
    /// [`Encoder::encode`].
    #[inline]
    pub fn encode(&self, value: &Variant<'_>) -> Result<Vec<u8>, EncodeError> {
        edge::encode(&self.0, &By(&PlainVariant, value))
    }

    /// [`Encoder::encoded_len`].
    #[inline]
    pub fn encoded_len(&self, value: &Variant<'_>) -> Result<usize, EncodeError> {
        edge::encoded_len(&self.0, &By(&PlainVariant, value))
    }
}
