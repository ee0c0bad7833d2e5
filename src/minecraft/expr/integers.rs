//! Arrays of integers, which are stored as their encoded bytes.

use super::bits::{bits_of, flags_value};
use super::{IntType, TypeExpr, Value};
use crate::sure::Sure as _;
use crate::trace::{Form, Order};

impl IntType {
    /// Returns an iterator over the numbers in the bytes of a [`Value::Integers`] of this type.
    ///
    /// ```
    /// use gamewire::minecraft::{IntType, Protocol, TypeExpr, Value};
    /// let expr: TypeExpr = "array(varint,i16)".parse()?;
    /// let value = expr.parse(Protocol::V1_15, &[2, 0, 7, 0xff, 0xff])?;
    /// let Value::Integers(bytes) = &value else { panic!() };
    /// assert_eq!(bytes[..], [0, 7, 0xff, 0xff]);
    /// assert_eq!(IntType::I16.values(bytes).collect::<Vec<_>>(), [Value::I16(7), Value::I16(-1)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn values(self, bytes: &[u8]) -> impl ExactSizeIterator<Item = Value> + '_ {
        let form = self.form();
        let value = move |number| flags_value(self, form.unsigned_number(number)).sure();
        bytes.chunks_exact(self.min_len()).map(value)
    }

    /// Returns the bytes of values of this type.
    pub(in crate::minecraft) fn bytes_of(self, values: &[Value]) -> Box<[u8]> {
        let (size, form) = (self.min_len(), self.form());
        let is_little = matches!(form, Form::Int { order: Order::Little, .. });
        let mut all = vec![0; values.len().saturating_mul(size)];
        for (place, value) in all.chunks_exact_mut(size).zip(values) {
            let bits = bits_of(value).sure();
            for (at, byte) in place.iter_mut().rev().zip(bits.to_le_bytes()) {
                *at = byte;
            }
            if is_little {
                place.reverse();
            }
        }
        all.into()
    }
}

impl TypeExpr {
    /// Returns the type of the elements, if an array of them is a [`Value::Integers`].
    pub(in crate::minecraft) fn packed_element(&self) -> Option<IntType> {
        if let Self::Int(int) = self { int.bits().map(|_| *int) } else { None }
    }

    /// Returns the number of elements in the bytes of a [`Value::Integers`] with elements of this type.
    pub(super) fn count_in(&self, bytes: &[u8]) -> Option<usize> {
        let size = self.packed_element()?.min_len();
        bytes.len().is_multiple_of(size).then(|| bytes.len() / size)
    }
}

impl Value {
    /// Creates an array of elements of this type.
    pub(in crate::minecraft) fn array(element: &TypeExpr, values: Vec<Self>) -> Self {
        match element.packed_element() {
            Some(int) => Self::Integers(int.bytes_of(&values)),
            None => Self::Array(values.into()),
        }
    }
}
