//! Values to bytes.

use std::mem;

use cookie_factory::{GenError, WriteContext, gen_simple};

use super::dialect::Dialect;
use super::model::Variant;
use super::wire::{Cx, Rules, gen_variant, write_variant};
use crate::error::{EncodeError, EncodeErrorKind, Path};
use crate::explain::PathFinder;
use crate::limits::Limits;
use crate::sink::{Buffer, Counter};

/// Room that a new buffer starts with: growing from nothing costs a small packet most of its time.
const ROOM: usize = 256;

/// Writes a value as Godot 3 does.
///
/// The same as [`Dialect::GODOT_3`]`.encode(value)`.
///
/// # Errors
/// If Godot 3 cannot say the value.
///
/// ```
/// let bytes = gamewire::encode_variant(&true.into())?;
/// assert_eq!(bytes, [1, 0, 0, 0, 1, 0, 0, 0]);
/// # Ok::<(), gamewire::EncodeError>(())
/// ```
pub fn encode_variant(value: &Variant<'_>) -> Result<Vec<u8>, EncodeError> {
    Dialect::GODOT_3.encode(value)
}

impl Dialect {
    /// Writes a value into a new vector.
    ///
    /// # Errors
    /// If this dialect has no form for the value: [`EncodeError`] has the path and the reason.
    pub fn encode(self, value: &Variant<'_>) -> Result<Vec<u8>, EncodeError> {
        Encoder::new(self).encode(value)
    }

    /// Writes a value after what `buffer` holds. Reusing a buffer is the fast way: it saves a third of the
    /// time on small packets, and most of it on large ones, where fresh memory is dearer than the writing.
    ///
    /// # Errors
    /// As [`encode`](Self::encode); then `buffer` is as it was.
    pub fn encode_into(self, value: &Variant<'_>, buffer: &mut Vec<u8>) -> Result<(), EncodeError> {
        Encoder::new(self).encode_into(value, buffer)
    }

    /// Writes a value at the start of `buffer` and gives what is left of it.
    ///
    /// # Errors
    /// As [`encode`](Self::encode), and if the buffer is too small.
    pub fn encode_to_slice<'b>(
        self,
        value: &Variant<'_>,
        buffer: &'b mut [u8],
    ) -> Result<&'b mut [u8], EncodeError> {
        Encoder::new(self).encode_to_slice(value, buffer)
    }

    /// The exact number of bytes that writing the value takes.
    ///
    /// # Errors
    /// As [`encode`](Self::encode).
    pub fn encoded_len(self, value: &Variant<'_>) -> Result<usize, EncodeError> {
        Encoder::new(self).encoded_len(value)
    }
}

/// Writes values, with all there is to choose.
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
    /// A writer with the defaults: depth and length as the engine can read them.
    #[inline]
    pub fn new(dialect: Dialect) -> Self {
        Self { rules: dialect.into(), limits: Limits::GODOT }
    }

    /// Refuses values that nest deeper than this; the engine reads no more than 1024.
    ///
    /// Writing takes stack in proportion to the depth: raise it only with a stack to match.
    #[must_use]
    pub fn max_depth(mut self, depth: u32) -> Self {
        self.limits.depth = depth;
        self
    }

    /// Refuses values that take more bytes than this, a header included.
    #[must_use]
    pub fn max_bytes(mut self, bytes: usize) -> Self {
        self.limits.bytes = bytes;
        self
    }

    /// Writes by the grammar as it is written in [`wire`](super::wire), without the room for speed: see
    /// [`Rules::plain`](super::wire::Rules::plain).
    #[must_use]
    pub fn plain(mut self, plain: bool) -> Self {
        self.rules.plain = plain;
        self
    }

    /// For whom values are written.
    pub fn dialect(&self) -> Dialect {
        self.rules.dialect
    }

    /// Writes a value into a new vector.
    ///
    /// # Errors
    /// If the dialect has no form for the value, or it breaks a limit: [`EncodeError`] has the path and the reason.
    pub fn encode(&self, value: &Variant<'_>) -> Result<Vec<u8>, EncodeError> {
        let mut bytes = Vec::with_capacity(ROOM);
        self.encode_into(value, &mut bytes)?;
        Ok(bytes)
    }

    /// Writes a value after what `buffer` holds.
    ///
    /// # Errors
    /// As [`encode`](Self::encode); then `buffer` is as it was.
    pub fn encode_into(&self, value: &Variant<'_>, buffer: &mut Vec<u8>) -> Result<(), EncodeError> {
        let start = buffer.len();
        let mut out = WriteContext::from(Buffer(mem::take(buffer)));
        let result = write_variant(&self.cx(), value, &mut out);
        *buffer = out.write.0;
        let written = match result {
            Ok(()) => self.within_limit(buffer.len() - start),
            Err(error) => Err(self.explain_refusal(value, &error)),
        };
        if written.is_err() {
            buffer.truncate(start);
        }
        written
    }

    /// Writes a value at the start of `buffer` and gives what is left of it.
    ///
    /// # Errors
    /// As [`encode`](Self::encode), and if the buffer is too small.
    pub fn encode_to_slice<'b>(
        &self,
        value: &Variant<'_>,
        buffer: &'b mut [u8],
    ) -> Result<&'b mut [u8], EncodeError> {
        let room = buffer.len();
        let rest = gen_simple(gen_variant(self.cx(), value), buffer)
            .map_err(|error| self.explain_refusal(value, &error))?;
        self.within_limit(room - rest.len())?;
        Ok(rest)
    }

    /// The exact number of bytes that writing the value takes.
    ///
    /// # Errors
    /// As [`encode`](Self::encode).
    pub fn encoded_len(&self, value: &Variant<'_>) -> Result<usize, EncodeError> {
        let mut counter = WriteContext::from(Counter);
        match write_variant(&self.cx(), value, &mut counter) {
            Ok(()) => {
                let length = usize::try_from(counter.position).unwrap_or(usize::MAX);
                self.within_limit(length)?;
                Ok(length)
            }
            Err(error) => Err(self.explain_refusal(value, &error)),
        }
    }

    #[inline]
    fn cx(&self) -> Cx<'_> {
        Cx::new(&self.rules, &self.limits)
    }

    #[inline]
    fn within_limit(&self, length: usize) -> Result<(), EncodeError> {
        let limit = self.limits.bytes;
        if length <= limit {
            return Ok(());
        }
        Err(EncodeError::new(Path::default(), EncodeErrorKind::TooLong { length, limit }))
    }

    /// Why a generator failed, and where: found by running it once more while listening.
    #[cold]
    fn explain_refusal(&self, value: &Variant<'_>, error: &GenError) -> EncodeError {
        let GenError::CustomError(_) = error else {
            return EncodeError::new(Path::default(), EncodeErrorKind::Write);
        };
        let finder = PathFinder::default();
        let cx = Cx::traced(&self.rules, &self.limits, &finder);
        let _ = write_variant(&cx, value, &mut WriteContext::from(Counter));
        EncodeError::new(finder.path(), finder.refusal().unwrap_or(EncodeErrorKind::Write))
    }
}
