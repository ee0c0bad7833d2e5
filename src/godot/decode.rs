//! The decoder: bytes to values, views and explanations.

use super::Variant;
use super::dialect::Dialect;
use super::layout::AnyVariant;
use super::view::{OwnedView, Storage, VariantView};
use super::wire::{Cx, Rules, recounted};
use crate::edge::{self, Counts, Edge, Options, Repaired};
use crate::error::{DecodeError, DecodeErrorKind};
use crate::explain::{Explainer, Explanation};
use crate::grammar::{Fault, Read};
use crate::limits::Limits;
use crate::sure::Sure as _;
use crate::trace::Dynamic;
use crate::verdict::Verdict;

/// Decodes `bytes` as a value of **Godot 3**. For Godot 4 call [`Dialect::GODOT_4`]`.parse(bytes)`.
///
/// The bytes are those that `var2bytes`, `store_var` and `put_var` write. This function is short for
/// [`Dialect::GODOT_3`]`.parse(bytes)`.
///
/// # Errors
/// Returns an error if the bytes are not a valid value, end too early, contain a full object, or continue after the
/// value. If a type id exists only in Godot 4, the error has a [`hint`](DecodeError::hint) that says so.
///
/// Most values of another generation are rejected, but not all of them, because some types have the id and the size of
/// another type. For example, a Plane of Godot 4 is read as a Color, a Transform2D as an AABB, and a StringName of one
/// character as a PoolIntArray. If you do not know which generation wrote the bytes, call [`parse_any`](crate::parse_any).
///
/// ```
/// use gamewire::godot::Variant;
/// let value = gamewire::parse_variant(&[2, 0, 0, 0, 42, 0, 0, 0])?;
/// assert_eq!(value, Variant::Int(42));
/// # Ok::<(), gamewire::DecodeError>(())
/// ```
pub fn parse_variant(bytes: &[u8]) -> Result<Variant, DecodeError> {
    Dialect::GODOT_3.parse(bytes).map_err(|error| {
        let DecodeErrorKind::UnknownType { id, .. } = *error.kind() else { return error };
        let kind = u8::try_from(id).ok().and_then(|id| Dialect::GODOT_4.kind(id));
        error.with_hint(
            kind.map(|kind| format!("type id {id} is {kind} in Godot 4: `Dialect::GODOT_4.parse`")),
        )
    })
}

/// Short forms for a [`Decoder`] with default options.
impl Dialect {
    /// Decodes `bytes` as a value. See [`Decoder::parse`].
    pub fn parse(self, bytes: &[u8]) -> Result<Variant, DecodeError> {
        Decoder::new(self).parse(bytes)
    }

    /// Decodes the value at the start of `bytes`, and returns it with the rest. See [`Decoder::parse_prefix`].
    pub fn parse_prefix(self, bytes: &[u8]) -> Result<(Variant, &[u8]), DecodeError> {
        Decoder::new(self).parse_prefix(bytes)
    }

    /// Validates `bytes` without building a value. See [`Decoder::check`].
    pub fn check(self, bytes: &[u8]) -> Result<(), DecodeError> {
        Decoder::new(self).check(bytes)
    }

    /// Validates `bytes` and returns a view that reads parts of the value in place. See [`Decoder::view`].
    pub fn view(self, bytes: &[u8]) -> Result<VariantView<'_>, DecodeError> {
        Decoder::new(self).view(bytes)
    }
}

/// A decoder with options.
///
/// ```
/// use gamewire::godot::{Decoder, Dialect, Variant};
/// let strict = Decoder::new(Dialect::GODOT_4).max_depth(2).max_bytes(1 << 20);
/// let nested = [[28, 0, 0, 0, 1, 0, 0, 0]; 3].concat(); // an array in an array in an array
/// let error = strict.parse(&[&nested[..], &[0; 4]].concat()).unwrap_err();
/// assert_eq!(error.reason(), "values are nested deeper than the limit of 2");
/// assert_eq!((error.offset(), error.path().to_string()), (24, "$[0][0]".into()));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Decoder {
    rules: Rules,
    limits: Limits,
    trailing: bool,
}

impl Decoder {
    /// Creates a decoder with default options: it allows the nesting that the engine allows, and rejects full objects
    /// and trailing bytes.
    pub fn new(dialect: Dialect) -> Self {
        Self { rules: dialect.into(), limits: Limits::GODOT, trailing: false }
    }

    /// Sets the deepest allowed level of nesting. The outermost value is at level 0. The default is the engine's limit
    /// of 1024.
    ///
    /// Reading and writing use stack in proportion to the depth. See [`Limits::stack`].
    #[must_use]
    pub fn max_depth(mut self, depth: u32) -> Self {
        self.limits.depth = depth;
        self
    }

    /// Sets the maximum size of the stack that nested values may use. See [`Limits::stack`].
    #[must_use]
    pub fn max_stack(mut self, bytes: usize) -> Self {
        self.limits.stack = bytes;
        self
    }

    /// Sets the maximum length of the input in bytes.
    #[must_use]
    pub fn max_bytes(mut self, bytes: usize) -> Self {
        self.limits.bytes = bytes;
        self
    }

    /// Allows full objects. They are decoded as data, and nothing is instantiated.
    ///
    /// ```
    /// use gamewire::godot::{Decoder, Dialect, ObjectData};
    /// let node = ObjectData { class: "Node2D".into(), properties: vec![("z_index".into(), 5.into())] };
    /// let bytes = Dialect::GODOT_4.encode(&node.into())?;
    /// let error = Dialect::GODOT_4.parse(&bytes).unwrap_err();
    /// assert_eq!(error.reason(), "full objects are not allowed");
    ///
    /// let value = Decoder::new(Dialect::GODOT_4).allow_objects(true).parse(&bytes)?;
    /// assert_eq!(value.as_object().unwrap().class, "Node2D");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn allow_objects(mut self, yes: bool) -> Self {
        self.rules.objects = yes;
        self
    }

    /// Allows bytes after the value and ignores them, as the engine's `bytes_to_var` and `get_var` do.
    ///
    /// ```
    /// use gamewire::godot::{Decoder, Dialect, Variant};
    /// let bytes = [2, 0, 0, 0, 5, 0, 0, 0, 1, 2, 3];
    /// let decoder = Decoder::new(Dialect::GODOT_3);
    /// assert_eq!(decoder.parse(&bytes).unwrap_err().offset(), 8);
    /// assert_eq!(decoder.allow_trailing(true).parse(&bytes)?, Variant::Int(5));
    /// # Ok::<(), gamewire::DecodeError>(())
    /// ```
    #[must_use]
    pub fn allow_trailing(mut self, yes: bool) -> Self {
        self.trailing = yes;
        self
    }

    /// Keeps every entry of a dictionary, even if several keys are the same for the engine.
    ///
    /// By default the first position and the last value are kept, as in the engine.
    ///
    /// ```
    /// use gamewire::godot::{Decoder, Dialect};
    /// let bytes = *b"\x12\0\0\0\x02\0\0\0\
    ///     \x04\0\0\0\x01\0\0\0a\0\0\0\x02\0\0\0\x01\0\0\0\
    ///     \x04\0\0\0\x01\0\0\0a\0\0\0\x02\0\0\0\x02\0\0\0";
    /// let decoder = Decoder::new(Dialect::GODOT_3);
    /// assert_eq!(decoder.parse(&bytes)?.to_string(), r#"{"a": 2}"#);
    /// let both = decoder.keep_duplicates(true).parse(&bytes)?;
    /// assert_eq!(both.to_string(), r#"{"a": 1, "a": 2}"#);
    /// # Ok::<(), gamewire::DecodeError>(())
    /// ```
    #[must_use]
    pub fn keep_duplicates(mut self, yes: bool) -> Self {
        self.rules.keep_duplicates = yes;
        self
    }

    /// Decodes `bytes` with your own grammar, which is composed of the parsers of [`wire`](super::wire) and of nom.
    ///
    /// The limits of this decoder and its rule for trailing bytes apply, and errors have an offset and a path.
    ///
    /// ```
    /// use gamewire::godot::{Decoder, Dialect, Variant, wire};
    /// use gamewire::grammar::{le_u32, part};
    /// use nom::Parser as _;
    ///
    /// let decoder = Decoder::new(Dialect::GODOT_4);
    /// let message = |bytes| decoder.parse_with(bytes, |cx, i| (le_u32, part(cx, "body", wire::variant(cx))).parse(i));
    /// let bytes = [9, 0, 0, 0, 2, 0, 0, 0, 7, 0, 0, 0];
    /// assert_eq!(message(&bytes)?, (9, Variant::Int(7)));
    /// let error = message(&bytes[..10]).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "at byte 0x0008, reading int at $.body: at least 4 bytes are needed, 2 remain"
    /// );
    /// # Ok::<(), gamewire::DecodeError>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if `grammar` fails, if a limit is exceeded, or if bytes follow the value, unless trailing bytes
    /// are allowed.
    pub fn parse_with<'a, O>(
        &self,
        bytes: &'a [u8],
        grammar: impl for<'c> Fn(Cx<'c, Dynamic<'c>>, &'a [u8]) -> Read<'a, O>,
    ) -> Result<O, DecodeError> {
        edge::run_parser(self, "a value", bytes, grammar)
    }

    /// Returns the dialect.
    pub fn dialect(&self) -> Dialect {
        self.rules.dialect
    }

    /// Decodes `bytes` as a value that owns its contents. Use [`view`](Self::view) to borrow from the bytes instead.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a valid value, end too early, or exceed a limit. Full objects and bytes
    /// after the value are errors too, unless they are allowed.
    ///
    /// ```
    /// use gamewire::godot::Dialect;
    ///
    /// // {"a": [1, Vector2(1.5, 2)]}, as Godot 4 writes it.
    /// let bytes = [
    ///     27, 0, 0, 0, 1, 0, 0, 0, // Dictionary, one pair
    ///     4, 0, 0, 0, 1, 0, 0, 0, b'a', 0, 0, 0, // String, one byte, padded to four
    ///     28, 0, 0, 0, 2, 0, 0, 0, // Array, two elements
    ///     2, 0, 0, 0, 1, 0, 0, 0, // int
    ///     5, 0, 0, 0, 0, 0, 0xc0, 0x3f, 0, 0, 0, 0x40, // Vector2
    /// ];
    /// let value = Dialect::GODOT_4.parse(&bytes)?;
    /// assert_eq!(value.to_string(), r#"{"a": [1, Vector2(1.5, 2)]}"#);
    ///
    /// // Ids have moved: Godot 3 has no type 27.
    /// assert_eq!(Dialect::GODOT_3.parse(&bytes).unwrap_err().offset(), 0);
    /// # Ok::<(), gamewire::DecodeError>(())
    /// ```
    pub fn parse(&self, bytes: &[u8]) -> Result<Variant, DecodeError> {
        Edge(self, &AnyVariant).parse(bytes)
    }

    /// Decodes the value at the start of `bytes`, and returns it with the rest.
    ///
    /// # Errors
    /// Returns an error if the bytes do not start with a valid value, or exceed a limit.
    ///
    /// ```
    /// use gamewire::godot::{Dialect, Variant};
    /// // A bool takes eight bytes; the rest is not part of the value.
    /// let (value, rest) = Dialect::GODOT_3.parse_prefix(&[1, 0, 0, 0, 1, 0, 0, 0, 0xff])?;
    /// assert_eq!((value, rest), (Variant::Bool(true), &[0xff][..]));
    /// # Ok::<(), gamewire::DecodeError>(())
    /// ```
    pub fn parse_prefix<'a>(&self, bytes: &'a [u8]) -> Result<(Variant, &'a [u8]), DecodeError> {
        Edge(self, &AnyVariant).parse_prefix(bytes)
    }

    /// Returns the part of a truncated or damaged value that precedes the damage, as the bytes of a complete value.
    ///
    /// Arrays, dictionaries and objects keep the elements that are complete before the damage. A text or a packed array
    /// that is cut is left out. The counts are adjusted to the remaining elements, so that every reader of the dialect
    /// can decode the result.
    ///
    /// Returns `None` if the value is undamaged, or if it is not a container. [`parse`](Self::parse) returns the error.
    ///
    /// ```
    /// use gamewire::godot::{Decoder, Dialect, variant};
    /// let mut cut = Dialect::GODOT_3.encode(&variant!([7, 8, 9]))?;
    /// cut.truncate(cut.len() - 6); // The last element has a part of its header.
    /// let decoder = Decoder::new(Dialect::GODOT_3);
    /// assert_eq!(decoder.parse(&cut).unwrap_err().offset(), 24);
    /// let repaired = decoder.repair(&cut).unwrap();
    /// assert_eq!(decoder.parse(&repaired.bytes)?, variant!([7, 8]));
    /// assert_eq!(repaired.end, 24); // The bytes of the input that it covers.
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn repair(&self, bytes: &[u8]) -> Option<Repaired> {
        let counts = Counts { nested: true, end_tags: false, count: &recounted };
        let repaired = Edge(self, &AnyVariant).repair(&counts, bytes)?;
        self.check(&repaired.bytes).is_ok().then_some(repaired)
    }

    /// Validates `bytes` without building a value. This is several times as fast as [`parse`](Self::parse).
    ///
    /// # Errors
    /// Returns the same errors as [`parse`](Self::parse).
    ///
    /// ```
    /// use gamewire::godot::{Dialect, variant};
    /// let bytes = Dialect::GODOT_4.encode(&variant!(["hp", 9]))?;
    /// assert!(Dialect::GODOT_4.check(&bytes).is_ok());
    /// let error = Dialect::GODOT_4.check(&bytes[..bytes.len() - 3]).unwrap_err();
    /// assert_eq!((error.path().to_string(), error.missing()), ("$[1]".into(), Some(3)));
    /// # Ok::<(), gamewire::EncodeError>(())
    /// ```
    pub fn check(&self, bytes: &[u8]) -> Result<(), DecodeError> {
        Edge(self, &AnyVariant).check(bytes).map(drop)
    }

    /// Validates like [`check`](Self::check), but returns errors without a path. This is faster when dialects are tried
    /// one after the other.
    pub(super) fn check_fault(&self, bytes: &[u8]) -> Result<(), Fault> {
        Edge(self, &AnyVariant).check_fault(bytes)
    }

    /// Validates the value at the start of `bytes` without building it, and returns its length.
    ///
    /// # Errors
    /// Returns the same errors as [`parse_prefix`](Self::parse_prefix).
    ///
    /// ```
    /// use gamewire::godot::{Decoder, Dialect};
    /// let decoder = Decoder::new(Dialect::GODOT_3);
    /// assert_eq!(decoder.check_prefix(&[2, 0, 0, 0, 5, 0, 0, 0, 0xff, 0xff])?, 8);
    /// # Ok::<(), gamewire::DecodeError>(())
    /// ```
    pub fn check_prefix(&self, bytes: &[u8]) -> Result<usize, DecodeError> {
        Edge(self, &AnyVariant).check_prefix(bytes)
    }

    /// Validates `bytes` and returns a view that reads parts of the value in place. [`VariantView`] describes when to
    /// use it.
    ///
    /// # Errors
    /// Returns the same errors as [`parse`](Self::parse).
    pub fn view<'a>(&self, bytes: &'a [u8]) -> Result<VariantView<'a>, DecodeError> {
        let end = Edge(&self.for_views(), &AnyVariant).check(bytes)?;
        Ok(VariantView::checked(bytes.get(..end).sure(), self.rules))
    }

    /// Returns this decoder with the limits of views.
    fn for_views(&self) -> Self {
        Self { limits: self.limits.for_views(), ..*self }
    }

    /// Validates the value at the start of `bytes`, and returns its view with the rest.
    ///
    /// # Errors
    /// Returns the same errors as [`parse_prefix`](Self::parse_prefix).
    pub fn view_prefix<'a>(&self, bytes: &'a [u8]) -> Result<(VariantView<'a>, &'a [u8]), DecodeError> {
        let (value, rest) = bytes.split_at(self.for_views().check_prefix(bytes)?);
        Ok((VariantView::checked(value, self.rules), rest))
    }

    /// Validates `bytes` and returns a view that owns them.
    ///
    /// # Errors
    /// Returns the same errors as [`parse`](Self::parse).
    pub fn view_owned<B: Storage>(&self, bytes: B) -> Result<OwnedView<B>, DecodeError> {
        let length = self.view(bytes.as_ref())?.as_wire().len();
        Ok(OwnedView::checked(bytes, length, self.rules))
    }

    /// Explains every byte. For long inputs, or for a part of an input, use [`explainer`](Self::explainer).
    ///
    /// ```
    /// use gamewire::godot::{Decoder, Dialect};
    /// let dump = Decoder::new(Dialect::GODOT_3).explain(&[2, 0, 0, 0, 5, 0, 0, 0]).text();
    /// assert!(dump.contains("0x0004  05 00 00 00                value = 5"));
    /// ```
    pub fn explain(&self, bytes: &[u8]) -> Explanation {
        self.explainer(bytes).explain()
    }

    /// Returns an [`Explainer`], which explains the bytes row by row.
    pub fn explainer<'a>(&self, bytes: &'a [u8]) -> Explainer<'a> {
        edge::explainer(*self, AnyVariant, self.dialect().title(), bytes)
    }

    /// Decodes the bytes, encodes the value again, and compares the result with the bytes.
    ///
    /// ```
    /// use gamewire::godot::{Decoder, Dialect, Verdict};
    /// let decoder = Decoder::new(Dialect::GODOT_3);
    /// assert_eq!(decoder.verify(&[2, 0, 0, 0, 5, 0, 0, 0]), Verdict::Identical);
    /// let wide = [2, 0, 1, 0, 5, 0, 0, 0, 0, 0, 0, 0];
    /// assert!(matches!(decoder.verify(&wide), Verdict::Differs { offset: 2, .. }));
    /// ```
    #[must_use]
    pub fn verify(&self, bytes: &[u8]) -> Verdict {
        Edge(self, &AnyVariant).verify(bytes, |read| self.explainer(read))
    }
}

impl Options for Decoder {
    type Rules = Rules;

    #[inline]
    fn rules(&self) -> &Rules {
        &self.rules
    }

    #[inline]
    fn limits(&self) -> &Limits {
        &self.limits
    }

    #[inline]
    fn allows_trailing(&self) -> bool {
        self.trailing
    }
}

/// Returns the view of bytes that [`Decoder::view`] of this decoder has accepted before, without checking them again. Of other bytes, it shows
/// wrong values.
///
/// ```
/// use gamewire::godot::{Decoder, Dialect};
/// use gamewire::shared::view::view_again;
///
/// let (decoder, bytes) = (Decoder::new(Dialect::GODOT_4), [2, 0, 0, 0, 7, 0, 0, 0]);
/// assert_eq!(decoder.view(&bytes)?, view_again(&decoder, &bytes));
/// # Ok::<(), gamewire::DecodeError>(())
/// ```
pub fn view_again<'a>(decoder: &Decoder, bytes: &'a [u8]) -> VariantView<'a> {
    VariantView::checked(bytes, decoder.rules)
}
