//! Values to bytes.

use std::mem;

use cookie_factory::{GenError, WriteContext, gen_simple};

use super::dialect::Dialect;
use super::model::Variant;
use super::wire::{AnyValue, Cx, Rules, Values};
use crate::error::{EncodeError, EncodeErrorKind, Path};
use crate::explain::PathFinder;
use crate::limits::Limits;
use crate::sink::{Buffer, Counter, serializer};

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
    /// If this dialect cannot say the value: [`EncodeError`] has the path and the reason.
    pub fn encode(self, value: &Variant<'_>) -> Result<Vec<u8>, EncodeError> {
        let mut bytes = Vec::with_capacity(ROOM);
        self.encode_into(value, &mut bytes)?;
        Ok(bytes)
    }

    /// Writes a value behind what `buffer` holds. Reusing a buffer is the fast way: it saves a third of the
    /// time on small packets, and most of it on large ones, where fresh memory is dearer than the writing.
    ///
    /// # Errors
    /// As [`encode`](Self::encode); then `buffer` is as it was.
    pub fn encode_into(self, value: &Variant<'_>, buffer: &mut Vec<u8>) -> Result<(), EncodeError> {
        let start = buffer.len();
        let rules = Rules::from(self);
        let cx = Cx::new(&rules, &Limits::GODOT);
        let mut out = WriteContext::from(Buffer(mem::take(buffer)));
        let result = AnyValue::r#gen(&cx, value, &mut out);
        *buffer = out.write.0;
        result.map_err(|error| {
            buffer.truncate(start);
            self.explain_refusal(value, &error)
        })
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
        let rules = Rules::from(self);
        let cx = Cx::new(&rules, &Limits::GODOT);
        gen_simple(serializer(|out| AnyValue::r#gen(&cx, value, out)), buffer)
            .map_err(|error| self.explain_refusal(value, &error))
    }

    /// The exact number of bytes that writing the value takes.
    ///
    /// # Errors
    /// As [`encode`](Self::encode).
    pub fn encoded_len(self, value: &Variant<'_>) -> Result<usize, EncodeError> {
        let rules = Rules::from(self);
        let cx = Cx::new(&rules, &Limits::GODOT);
        let mut counter = WriteContext::from(Counter);
        match AnyValue::r#gen(&cx, value, &mut counter) {
            Ok(()) => Ok(usize::try_from(counter.position).unwrap_or(usize::MAX)),
            Err(error) => Err(self.explain_refusal(value, &error)),
        }
    }

    /// Why a generator failed, and where: found by running it once more while listening.
    #[cold]
    fn explain_refusal(self, value: &Variant<'_>, error: &GenError) -> EncodeError {
        let GenError::CustomError(_) = error else {
            return EncodeError::new(Path::default(), EncodeErrorKind::Write);
        };
        let finder = PathFinder::default();
        let rules = Rules::from(self);
        let cx = Cx::traced(&rules, &Limits::GODOT, &finder);
        let _ = AnyValue::r#gen(&cx, value, &mut WriteContext::from(Counter));
        EncodeError::new(finder.path(), finder.refusal().unwrap_or(EncodeErrorKind::Write))
    }
}
