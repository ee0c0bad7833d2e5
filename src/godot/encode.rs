//! The encoder: values to bytes.

use cookie_factory::{GenResult, WriteContext};

use super::Variant;
use super::dialect::Dialect;
use super::layout::AnyVariant;
use super::wire::{Cx, Rules};
use crate::edge::{self, Edge, Options};
use crate::error::EncodeError;
use crate::limits::Limits;
use crate::trace::Dynamic;

/// Encodes a value as **Godot 3** does. For Godot 4 call [`Dialect::GODOT_4`]`.encode(value)`.
///
/// This function is short for [`Dialect::GODOT_3`]`.encode(value)`.
///
/// # Errors
/// Returns an error if Godot 3 cannot encode the value. If Godot 4 can, the error has a [`hint`](EncodeError::hint)
/// that says so. [`convert`](super::convert()) finds the nearest value of another generation.
///
/// ```
/// let bytes = gamewire::encode_variant(&true.into())?;
/// assert_eq!(bytes, [1, 0, 0, 0, 1, 0, 0, 0]);
/// # Ok::<(), gamewire::EncodeError>(())
/// ```
pub fn encode_variant(value: &Variant) -> Result<Vec<u8>, EncodeError> {
    Dialect::GODOT_3.encode(value).map_err(|error| {
        let can = Dialect::GODOT_4.encoded_len(value).is_ok();
        error.with_hint(can.then_some("Godot 4 can write it: `Dialect::GODOT_4.encode`"))
    })
}

/// Short forms for an [`Encoder`] with default options.
impl Dialect {
    /// Encodes a value to a new vector. See [`Encoder::encode`].
    pub fn encode(self, value: &Variant) -> Result<Vec<u8>, EncodeError> {
        Encoder::new(self).encode(value)
    }

    /// Appends the encoded value to `buffer`. See [`Encoder::encode_into`].
    pub fn encode_into(self, value: &Variant, buffer: &mut Vec<u8>) -> Result<(), EncodeError> {
        Encoder::new(self).encode_into(value, buffer)
    }

    /// Encodes a value to the start of `buffer`. See [`Encoder::encode_to_slice`].
    pub fn encode_to_slice<'b>(
        self,
        value: &Variant,
        buffer: &'b mut [u8],
    ) -> Result<&'b mut [u8], EncodeError> {
        Encoder::new(self).encode_to_slice(value, buffer)
    }

    /// Returns the exact length of the encoded value in bytes. See [`Encoder::encoded_len`].
    pub fn encoded_len(self, value: &Variant) -> Result<usize, EncodeError> {
        Encoder::new(self).encoded_len(value)
    }
}

/// An encoder with options.
///
/// ```
/// use gamewire::godot::{Dialect, Encoder, Variant};
/// let shallow = Encoder::new(Dialect::GODOT_4).max_depth(1);
/// let nested = Variant::from(vec![Variant::from(vec![Variant::Nil])]);
/// let error = shallow.encode(&nested).unwrap_err();
/// assert_eq!(error.to_string(), "at $[0]: values are nested deeper than the limit of 1");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Encoder {
    rules: Rules,
    limits: Limits,
}

impl Encoder {
    /// Creates an encoder with default options: the nesting and the length that the engine can read.
    pub fn new(dialect: Dialect) -> Self {
        Self { rules: dialect.into(), limits: Limits::GODOT }
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

    /// Sets the maximum length of the encoded value in bytes, headers included.
    #[must_use]
    pub fn max_bytes(mut self, bytes: usize) -> Self {
        self.limits.bytes = bytes;
        self
    }

    /// Encodes with your own serializer, which is composed of the serializers of [`wire`](super::wire) and of
    /// cookie-factory. The limits of this encoder apply, and errors have a path. The counterpart is
    /// [`Decoder::parse_with`](super::Decoder::parse_with).
    ///
    /// ```
    /// use cookie_factory::{bytes::le_u32, sequence::pair};
    /// use gamewire::godot::{Dialect, Encoder, Variant, wire};
    /// use gamewire::grammar::gen_part;
    /// use gamewire::trace::Part;
    ///
    /// let encoder = Encoder::new(Dialect::GODOT_2);
    /// let message = |body: &Variant| {
    ///     encoder.encode_with(|cx, out| {
    ///         pair(le_u32(9), gen_part(cx, "body", wire::gen_variant(cx, body)))(out)
    ///     })
    /// };
    /// assert_eq!(message(&Variant::Int(7))?, [9, 0, 0, 0, 2, 0, 0, 0, 7, 0, 0, 0]);
    /// let error = message(&Variant::Int(1 << 40)).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "at $.body: 1099511627776 is out of range; the range is -2147483648 to 2147483647"
    /// );
    /// # Ok::<(), gamewire::EncodeError>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if `generator` fails, or if it writes more bytes than the limit.
    pub fn encode_with(
        &self,
        generator: impl for<'c> Fn(Cx<'c, Dynamic<'c>>, WriteContext<Vec<u8>>) -> GenResult<Vec<u8>>,
    ) -> Result<Vec<u8>, EncodeError> {
        edge::run_generator(self, generator)
    }

    /// Returns the dialect.
    pub fn dialect(&self) -> Dialect {
        self.rules.dialect
    }

    /// Encodes a value to a new vector.
    ///
    /// # Errors
    /// Returns an error if the dialect cannot encode the value, or if the value exceeds a limit. The [`EncodeError`]
    /// has the path and the reason.
    ///
    /// ```
    /// use gamewire::error::EncodeErrorKind;
    /// use gamewire::godot::{Dialect, Vector2i};
    /// let cell = Vector2i::new(1, -2).into();
    /// let bytes = Dialect::GODOT_4.encode(&cell)?;
    /// assert_eq!(bytes, [6, 0, 0, 0, 1, 0, 0, 0, 0xfe, 0xff, 0xff, 0xff]);
    ///
    /// // Godot 3 has no such type; `convert` finds another one.
    /// let error = Dialect::GODOT_3.encode(&cell).unwrap_err();
    /// assert!(matches!(error.kind(), EncodeErrorKind::NotInDialect { kind: "Vector2i", .. }));
    /// # Ok::<(), gamewire::EncodeError>(())
    /// ```
    pub fn encode(&self, value: &Variant) -> Result<Vec<u8>, EncodeError> {
        Edge(self, &AnyVariant).encode(value)
    }

    /// Appends the encoded value to `buffer`.
    ///
    /// Reusing a buffer saves a third of the time for small packets. For large ones it saves most of the time, because
    /// allocation takes longer than encoding.
    ///
    /// # Errors
    /// Returns the same errors as [`encode`](Self::encode). After an error `buffer` is unchanged.
    ///
    /// ```
    /// use gamewire::godot::Dialect;
    /// let mut packet = vec![7]; // what kind of packet it is
    /// Dialect::GODOT_3.encode_into(&5.into(), &mut packet)?;
    /// assert_eq!(packet, [7, 2, 0, 0, 0, 5, 0, 0, 0]);
    /// # Ok::<(), gamewire::EncodeError>(())
    /// ```
    pub fn encode_into(&self, value: &Variant, buffer: &mut Vec<u8>) -> Result<(), EncodeError> {
        Edge(self, &AnyVariant).encode_into(value, buffer)
    }

    /// Encodes a value to the start of `buffer`, and returns the rest of the buffer.
    ///
    /// # Errors
    /// Returns the same errors as [`encode`](Self::encode), and an error if the buffer is too small.
    ///
    /// ```
    /// use gamewire::godot::Dialect;
    /// let mut buffer = [0xff; 10];
    /// let left = Dialect::GODOT_3.encode_to_slice(&true.into(), &mut buffer)?;
    /// assert_eq!(left.len(), 2);
    /// assert_eq!(buffer, [1, 0, 0, 0, 1, 0, 0, 0, 0xff, 0xff]);
    /// # Ok::<(), gamewire::EncodeError>(())
    /// ```
    pub fn encode_to_slice<'b>(
        &self,
        value: &Variant,
        buffer: &'b mut [u8],
    ) -> Result<&'b mut [u8], EncodeError> {
        Edge(self, &AnyVariant).encode_to_slice(value, buffer)
    }

    /// Returns the exact length of the encoded value in bytes.
    ///
    /// # Errors
    /// Returns the same errors as [`encode`](Self::encode).
    ///
    /// ```
    /// use gamewire::godot::Dialect;
    /// // A header, a length, three bytes of text, one of padding.
    /// assert_eq!(Dialect::GODOT_3.encoded_len(&"hé".into())?, 12);
    /// # Ok::<(), gamewire::EncodeError>(())
    /// ```
    pub fn encoded_len(&self, value: &Variant) -> Result<usize, EncodeError> {
        Edge(self, &AnyVariant).encoded_len(value)
    }
}

impl Options for Encoder {
    type Rules = Rules;

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn limits(&self) -> &Limits {
        &self.limits
    }
}
