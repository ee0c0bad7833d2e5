//! Decoding.

use nom::Emit;

use super::Variant;
use super::dialect::Dialect;
use super::layout::AnyVariant;
use super::releases::alternatives;
use super::view::{OwnedView, Storage, VariantView};
use super::wire::{Cx, Rules, recounted, variant};
use crate::edge::{self, Counts, Options, Repaired};
use crate::error::{DecodeError, DecodeErrorKind, Fault, PResult};
use crate::explain::{Explainer, Explanation};
use crate::grammar::InPlace;
use crate::limits::Limits;
use crate::trace::Dynamic;
use crate::verdict::Verdict;

/// Decodes `bytes` as a value of **Godot 3**; for Godot 4 call [`Dialect::GODOT_4`]`.parse(bytes)`.
///
/// Decodes with [`Dialect::GODOT_3`]`.parse(bytes)` what `var2bytes`, `store_var` and `put_var` write. Text and packed
/// arrays are borrowed from the input.
///
/// # Errors
/// If the bytes are not a valid value, end too early, contain a full object, or continue after the value. If a type id exists in
/// Godot 4 only, the error says so ([`DecodeError::hint`]).
///
/// Most bytes of another generation are such an error, but not all: some types have the id and the size of another type. Of
/// Godot 4, a Plane is read as a Color, a Transform2D as an AABB, a StringName of fitting length as a PoolIntArray, and the id of
/// an object as a PoolVector2Array. If you do not know which generation wrote the bytes, call [`parse_any`](crate::parse_any).
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

/// The short form of a [`Decoder`] with the defaults.
impl Dialect {
    /// Decodes `bytes` as a value: [`Decoder::parse`].
    pub fn parse(self, bytes: &[u8]) -> Result<Variant, DecodeError> {
        Decoder::new(self).parse(bytes)
    }

    /// Decodes the value at the start of `bytes`, and returns the rest too: [`Decoder::parse_prefix`].
    pub fn parse_prefix(self, bytes: &[u8]) -> Result<(Variant, &[u8]), DecodeError> {
        Decoder::new(self).parse_prefix(bytes)
    }

    /// Validates `bytes` without building a value: [`Decoder::check`].
    pub fn check(self, bytes: &[u8]) -> Result<(), DecodeError> {
        Decoder::new(self).check(bytes)
    }

    /// Returns another dialect that decodes all of `bytes` and encodes the value to the same bytes, for bytes that this
    /// dialect refuses. Successful decoding by itself is weak evidence: Godot 2 ignores much of an `InputEvent`.
    ///
    /// Decodes `bytes` up to four times. [`detect`](super::detect()) considers every dialect and gives its reasons.
    ///
    /// ```
    /// use gamewire::godot::Dialect;
    /// // A Vector2i of Godot 4. Godot 3 has a Rect2 of this id.
    /// let bytes = [6, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0];
    /// assert!(gamewire::parse_variant(&bytes).is_err());
    /// assert_eq!(Dialect::GODOT_3.alternative(&bytes), Some(Dialect::GODOT_4));
    /// ```
    #[must_use]
    pub fn alternative(self, bytes: &[u8]) -> Option<Self> {
        let writes = |dialect: &Self| {
            let value = dialect.parse(bytes);
            value.is_ok_and(|value| dialect.encode(&value).is_ok_and(|written| written == bytes))
        };
        alternatives().filter(|other| *other != self).find(writes)
    }

    /// Validates `bytes` and returns a view for reading parts of the value in place: [`Decoder::view`].
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
    /// Creates a decoder with the defaults: the engine's nesting limit; full objects and trailing bytes are rejected.
    pub fn new(dialect: Dialect) -> Self {
        Self { rules: dialect.into(), limits: Limits::GODOT, trailing: false }
    }

    /// Sets the deepest allowed level of nesting. The outermost value is at level 0; the default is the engine's limit of 1024.
    ///
    /// Reading and writing take stack in proportion to the depth: see [`Limits::stack`].
    #[must_use]
    pub fn max_depth(mut self, depth: u32) -> Self {
        self.limits.depth = depth;
        self
    }

    /// Sets the most stack that nested values may use: [`Limits::stack`].
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

    /// Allows full objects. They are decoded to data; nothing is instantiated.
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

    /// Allows bytes after the value and ignores them, as the engine does.
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

    /// Keeps every entry of a dictionary, even if keys are the same to the engine.
    ///
    /// The engine would keep the first position and the last value. It never writes such dictionaries.
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

    /// Decodes `bytes` with your own grammar, composed of parsers of [`wire`](super::wire) and of nom, with this
    /// decoder's limits, its rule for trailing bytes, and errors that have an offset and a path.
    ///
    /// If `grammar` fails, it is called a second time to find the path. The error has all that an error type of your own needs: the
    /// offset, the path and the reason.
    ///
    /// ```
    /// use gamewire::godot::{Decoder, Dialect, Variant, wire};
    /// use gamewire::grammar::{le_u32, part};
    /// use nom::Parser as _;
    ///
    /// let decoder = Decoder::new(Dialect::GODOT_4);
    /// let message = |bytes| decoder.parse_with(bytes, |cx, i| (le_u32(), part(cx, "body", wire::variant(cx))).parse(i));
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
    /// Those of `grammar`, and as [`parse`](Self::parse) for limits and trailing bytes.
    pub fn parse_with<'a, O>(
        &self,
        bytes: &'a [u8],
        grammar: impl for<'c> Fn(Cx<'c, Dynamic<'c>>, &'a [u8]) -> PResult<'a, O>,
    ) -> Result<O, DecodeError> {
        edge::run_grammar(self, bytes, grammar)
    }

    /// Returns the dialect.
    pub fn dialect(&self) -> Dialect {
        self.rules.dialect
    }

    /// Decodes `bytes` as a value that owns everything; see [`view`](Self::view) for one that borrows.
    ///
    /// # Errors
    /// If the bytes are not a valid value, end too early, or exceed a limit; unless it is allowed, also if they contain a full object,
    /// or continue after the value.
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
        let mut value = Variant::Nil;
        edge::parse_all(self, &AnyVariant, bytes, |cx, i| variant(cx.owning()).put::<Emit>(i, &mut value))?;
        Ok(value)
    }

    /// [`parse`](Self::parse), with text and arrays that are lent from the bytes.
    #[cfg(feature = "serde")]
    pub(super) fn parse_lent<'a>(&self, bytes: &'a [u8]) -> Result<super::lent::Variant<'a>, DecodeError> {
        let mut value = super::lent::Variant::Nil;
        edge::parse_all(self, &AnyVariant, bytes, |cx, i| variant(cx).put::<Emit>(i, &mut value))?;
        Ok(value)
    }

    /// Decodes the value at the start of `bytes`. Returns it and the rest.
    ///
    /// # Errors
    /// If the bytes do not start with a valid value, or exceed a limit.
    ///
    /// ```
    /// use gamewire::godot::{Dialect, Variant};
    /// // A bool takes eight bytes; the rest is not part of the value.
    /// let (value, rest) = Dialect::GODOT_3.parse_prefix(&[1, 0, 0, 0, 1, 0, 0, 0, 0xff])?;
    /// assert_eq!((value, rest), (Variant::Bool(true), &[0xff][..]));
    /// # Ok::<(), gamewire::DecodeError>(())
    /// ```
    pub fn parse_prefix<'a>(&self, bytes: &'a [u8]) -> Result<(Variant, &'a [u8]), DecodeError> {
        let mut value = Variant::Nil;
        let ((), rest) =
            edge::prefix(self, &AnyVariant, bytes, |cx, i| variant(cx.owning()).put::<Emit>(i, &mut value))?;
        Ok((value, rest))
    }

    /// Returns the part before the damage of a value that is cut or damaged, as the bytes of a complete value.
    ///
    /// Arrays, dictionaries and objects have the elements that are complete before the damage. A text, or an array of
    /// packed numbers, that is cut is left out. The counts in the bytes are those of the elements that are there, so every
    /// reader of the dialect decodes them.
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
        let repaired = edge::repair(self, &AnyVariant, &counts, bytes)?;
        self.check(&repaired.bytes).is_ok().then_some(repaired)
    }

    /// Validates `bytes` without building a value, several times as fast.
    ///
    /// # Errors
    /// The errors of [`parse`](Self::parse).
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
        edge::check(self, &AnyVariant, bytes)
    }

    /// [`check`](Self::check), and where it fails without the path to it: for trying dialects.
    pub(super) fn check_without_path(&self, bytes: &[u8]) -> Result<(), Fault> {
        edge::check_without_path(self, &AnyVariant, bytes)
    }

    /// Returns the length of the value at the start of `bytes`, without building it.
    ///
    /// # Errors
    /// The errors of [`parse_prefix`](Self::parse_prefix).
    ///
    /// ```
    /// use gamewire::godot::{Decoder, Dialect};
    /// let decoder = Decoder::new(Dialect::GODOT_3);
    /// assert_eq!(decoder.check_prefix(&[2, 0, 0, 0, 5, 0, 0, 0, 0xff, 0xff])?, 8);
    /// # Ok::<(), gamewire::DecodeError>(())
    /// ```
    pub fn check_prefix(&self, bytes: &[u8]) -> Result<usize, DecodeError> {
        edge::check_prefix(self, &AnyVariant, bytes)
    }

    /// Validates `bytes` and returns a view for reading parts of the value in place. [`VariantView`] says when to use it.
    ///
    /// # Errors
    /// The errors of [`parse`](Self::parse).
    pub fn view<'a>(&self, bytes: &'a [u8]) -> Result<VariantView<'a>, DecodeError> {
        edge::parse_all(&self.for_views(), &AnyVariant, bytes, |cx, i| {
            let (rest, ()) = edge::validate(&AnyVariant, cx, i)?;
            let value = i.get(..i.len() - rest.len()).unwrap_or_default();
            Ok((rest, VariantView::checked(value, self.rules)))
        })
    }

    /// This decoder with the limits of views.
    fn for_views(&self) -> Self {
        Self { limits: self.limits.for_views(), ..*self }
    }

    /// Validates the value at the start of `bytes`. Returns its view and the rest.
    ///
    /// # Errors
    /// The errors of [`parse_prefix`](Self::parse_prefix).
    pub fn view_prefix<'a>(&self, bytes: &'a [u8]) -> Result<(VariantView<'a>, &'a [u8]), DecodeError> {
        let (value, rest) = bytes.split_at(self.for_views().check_prefix(bytes)?);
        Ok((VariantView::checked(value, self.rules), rest))
    }

    /// Validates `bytes`, and returns a view that owns them.
    ///
    /// # Errors
    /// The errors of [`parse`](Self::parse).
    pub fn view_owned<B: Storage>(&self, bytes: B) -> Result<OwnedView<B>, DecodeError> {
        let length = self.view(bytes.as_ref())?.as_wire().len();
        Ok(OwnedView::checked(bytes, length, self.rules))
    }

    /// Explains every byte. For long input, or a part of it, see [`explainer`](Self::explainer).
    ///
    /// ```
    /// use gamewire::godot::{Decoder, Dialect};
    /// let dump = Decoder::new(Dialect::GODOT_3).explain(&[2, 0, 0, 0, 5, 0, 0, 0]).text();
    /// assert!(dump.contains("0x0004  05 00 00 00                value = 5"));
    /// ```
    pub fn explain(&self, bytes: &[u8]) -> Explanation {
        self.explainer(bytes).explain()
    }

    /// Explains bytes row by row, or only some of them: see [`Explainer`].
    pub fn explainer<'a>(&self, bytes: &'a [u8]) -> Explainer<'a> {
        edge::explainer(*self, AnyVariant, self.dialect().title(), bytes)
    }

    /// Decodes the bytes, encodes the value again, and compares.
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
        edge::verify(self, &AnyVariant, bytes, |read| self.explainer(read))
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
