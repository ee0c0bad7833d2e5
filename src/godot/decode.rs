//! Bytes to values.

use super::dialect::Dialect;
use super::model::{OwnedVariant, Variant};
use super::view::VariantView;
use super::wire::{Borrow, Check, Cx, Output, Own, Rules, read_variant};
use crate::error::{DecodeError, DecodeErrorKind, Fault, Path};
use crate::explain::PathFinder;
use crate::limits::Limits;
use crate::trace::{Silent, Trace};

/// Reads a Godot 3 value, as `var2bytes`, `store_var` and `put_var` write it, from the whole of `bytes`.
///
/// The same as [`Dialect::GODOT_3`]`.parse(bytes)`. Text and packed arrays are borrowed from the input.
///
/// # Errors
/// If the bytes are no value, end too early, hold a whole object, or do not end with the value.
///
/// ```
/// use gamewire::godot::Variant;
/// let value = gamewire::parse_variant(&[2, 0, 0, 0, 42, 0, 0, 0])?;
/// assert_eq!(value, Variant::Int(42));
/// # Ok::<(), gamewire::DecodeError>(())
/// ```
pub fn parse_variant(bytes: &[u8]) -> Result<Variant<'_>, DecodeError> {
    Dialect::GODOT_3.parse(bytes)
}

impl Dialect {
    /// Reads a value from the whole of `bytes`, borrowing from them.
    ///
    /// # Errors
    /// If the bytes are no value, end too early, hold a whole object, or do not end with the value.
    pub fn parse(self, bytes: &[u8]) -> Result<Variant<'_>, DecodeError> {
        Decoder::new(self).parse(bytes)
    }

    /// Reads a value from the whole of `bytes` and keeps nothing of them. Faster than
    /// [`parse`](Self::parse) followed by [`into_owned`](Variant::into_owned).
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    pub fn parse_owned(self, bytes: &[u8]) -> Result<OwnedVariant, DecodeError> {
        Decoder::new(self).parse_owned(bytes)
    }

    /// Reads the value at the start of `bytes`; gives it and what follows it.
    ///
    /// # Errors
    /// If the bytes do not start with a value.
    pub fn parse_prefix(self, bytes: &[u8]) -> Result<(Variant<'_>, &[u8]), DecodeError> {
        Decoder::new(self).parse_prefix(bytes)
    }

    /// Reads a value from the whole of `bytes` without making it: a check at several times the speed.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    pub fn check(self, bytes: &[u8]) -> Result<(), DecodeError> {
        Decoder::new(self).check(bytes)
    }

    /// Checks a value that takes the whole of `bytes` and leaves it there, for looking up parts of it.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    pub fn view(self, bytes: &[u8]) -> Result<VariantView<'_>, DecodeError> {
        Decoder::new(self).view(bytes)
    }
}

/// Reads values, with all there is to choose.
///
/// ```
/// use gamewire::godot::{Decoder, Dialect, Variant};
/// let strict = Decoder::new(Dialect::GODOT_4).max_depth(2).max_bytes(1 << 20);
/// let nested = [28, 0, 0, 0, 1, 0, 0, 0, 28, 0, 0, 0, 1, 0, 0, 0, 28, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0];
/// let error = strict.parse(&nested).unwrap_err();
/// assert_eq!(error.to_string(), "at byte 0x0018, reading Array at $[0][0]: values are nested deeper than the limit of 2");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Decoder {
    rules: Rules,
    limits: Limits,
    trailing: bool,
}

impl Decoder {
    /// A reader with the defaults: depth as in the engine, whole objects and trailing bytes refused.
    pub fn new(dialect: Dialect) -> Self {
        Self { rules: dialect.into(), limits: Limits::GODOT, trailing: false }
    }

    /// Refuses values that stand deeper than this inside others; the engine's limit is 1024.
    ///
    /// Decoding, and later dropping, takes stack in proportion to the depth: raise it only with a stack to
    /// match, half a KiB per level in release builds and two KiB in debug builds.
    #[must_use]
    pub fn max_depth(mut self, depth: u32) -> Self {
        self.limits.depth = depth;
        self
    }

    /// Refuses inputs that are longer than this.
    #[must_use]
    pub fn max_bytes(mut self, bytes: usize) -> Self {
        self.limits.bytes = bytes;
        self
    }

    /// Reads whole objects. They become data, never anything live.
    #[must_use]
    pub fn allow_objects(mut self, allowed: bool) -> Self {
        self.rules.objects = allowed;
        self
    }

    /// Lets bytes follow the value, as the engine does; they are ignored.
    #[must_use]
    pub fn allow_trailing(mut self, allowed: bool) -> Self {
        self.trailing = allowed;
        self
    }

    /// Keeps every entry of a dictionary, also those whose keys are the same to the engine, which would keep
    /// the first position and the last value. The engine itself never writes such dictionaries.
    #[must_use]
    pub fn keep_duplicates(mut self, keep: bool) -> Self {
        self.rules.keep_duplicates = keep;
        self
    }

    /// Reads by the grammar as it is written in [`wire`](super::wire), without the room for speed: see
    /// [`Rules::plain`].
    #[must_use]
    pub fn plain(mut self, plain: bool) -> Self {
        self.rules.plain = plain;
        self
    }

    /// Whose bytes are read.
    pub fn dialect(&self) -> Dialect {
        self.rules.dialect
    }

    /// Reads a value from the whole of `bytes`, borrowing from them.
    ///
    /// # Errors
    /// If the bytes are no value, end too early, or break a limit.
    pub fn parse<'a>(&self, bytes: &'a [u8]) -> Result<Variant<'a>, DecodeError> {
        let mut value = Variant::Nil;
        self.whole::<Borrow>(bytes, &mut value)?;
        Ok(value)
    }

    /// Reads a value from the whole of `bytes` and keeps nothing of them.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    pub fn parse_owned(&self, bytes: &[u8]) -> Result<OwnedVariant, DecodeError> {
        let mut value = Variant::Nil;
        self.whole::<Own>(bytes, &mut value)?;
        Ok(value)
    }

    /// Reads the value at the start of `bytes`; gives it and what follows it.
    ///
    /// # Errors
    /// If the bytes do not start with a value, or break a limit.
    pub fn parse_prefix<'a>(&self, bytes: &'a [u8]) -> Result<(Variant<'a>, &'a [u8]), DecodeError> {
        let mut value = Variant::Nil;
        let rest = self.prefix::<Borrow>(bytes, &mut value)?;
        Ok((value, rest))
    }

    /// Reads a value from the whole of `bytes` without making it.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    pub fn check(&self, bytes: &[u8]) -> Result<(), DecodeError> {
        self.whole::<Check>(bytes, &mut ())
    }

    /// How many bytes the value at the start of `bytes` takes, without making it.
    ///
    /// # Errors
    /// As [`parse_prefix`](Self::parse_prefix).
    pub fn check_prefix(&self, bytes: &[u8]) -> Result<usize, DecodeError> {
        let rest = self.prefix::<Check>(bytes, &mut ())?;
        Ok(bytes.len() - rest.len())
    }

    /// Checks a value that takes the whole of `bytes` and leaves it there, for looking up parts of it: see
    /// [`VariantView`], and when to use it.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    pub fn view<'a>(&self, bytes: &'a [u8]) -> Result<VariantView<'a>, DecodeError> {
        let (view, rest) = self.view_prefix(bytes)?;
        self.refuses_trailing(bytes, rest).map_or(Ok(view), Err)
    }

    /// The same for the value at the start of `bytes`; gives it and what follows it.
    ///
    /// # Errors
    /// As [`parse_prefix`](Self::parse_prefix).
    pub fn view_prefix<'a>(&self, bytes: &'a [u8]) -> Result<(VariantView<'a>, &'a [u8]), DecodeError> {
        let (value, rest) = bytes.split_at(self.check_prefix(bytes)?);
        Ok((VariantView::checked(value, self.rules), rest))
    }

    fn whole<'a, B: Output<'a>>(&self, bytes: &'a [u8], slot: &mut B::Value) -> Result<(), DecodeError> {
        match self.prefix::<B>(bytes, slot)? {
            [] => Ok(()),
            rest if !self.trailing => Err(self.trailing_bytes(bytes, rest)),
            _ => Ok(()),
        }
    }

    fn prefix<'a, B: Output<'a>>(
        &self,
        bytes: &'a [u8],
        slot: &mut B::Value,
    ) -> Result<&'a [u8], DecodeError> {
        if bytes.len() > self.limits.bytes {
            return Err(self.too_long(bytes));
        }
        match self.run::<B, Silent>(bytes, slot, Silent) {
            Ok(rest) => Ok(rest),
            Err(fault) => Err(self.explain_fault(bytes, fault)),
        }
    }

    /// The one place where the grammar is started.
    pub(super) fn run<'a, B: Output<'a>, T: Trace>(
        &self,
        bytes: &'a [u8],
        slot: &mut B::Value,
        trace: T,
    ) -> Result<&'a [u8], Fault> {
        let cx = Cx::traced(&self.rules, &self.limits, trace);
        match read_variant::<B, T>(&cx, bytes, slot) {
            Ok((rest, ())) => Ok(rest),
            Err(error) => Err(Fault::of(error)),
        }
    }

    /// What bytes behind the value mean to this reader.
    pub(super) fn refuses_trailing(&self, bytes: &[u8], rest: &[u8]) -> Option<DecodeError> {
        (!self.trailing && !rest.is_empty()).then(|| self.trailing_bytes(bytes, rest))
    }

    /// A failure costs a second pass, with somebody listening, and success costs nothing.
    #[cold]
    pub(super) fn explain_fault(&self, bytes: &[u8], fault: Fault) -> DecodeError {
        let finder = PathFinder::default();
        let _ = self.run::<Check, _>(bytes, &mut (), &finder);
        DecodeError::new(bytes.len(), fault, finder.reading().unwrap_or("a value"), finder.path())
    }

    #[cold]
    fn trailing_bytes(&self, bytes: &[u8], rest: &[u8]) -> DecodeError {
        let kind = DecodeErrorKind::TrailingBytes { count: rest.len() };
        DecodeError::new(bytes.len(), Fault { left: rest.len(), read: 0, kind }, "a value", Path::default())
    }

    /// The most bytes that are looked at.
    pub(super) fn max_length(&self) -> usize {
        self.limits.bytes
    }

    #[cold]
    pub(super) fn too_long(&self, bytes: &[u8]) -> DecodeError {
        let kind = DecodeErrorKind::InputTooLong { limit: self.limits.bytes };
        let fault = Fault { left: bytes.len() - self.limits.bytes, read: 0, kind };
        DecodeError::new(bytes.len(), fault, "a value", Path::default())
    }
}
