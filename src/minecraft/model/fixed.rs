//! Fixed-point numbers: integers whose low bits are the fraction.

/// A fixed-point number, whose value is the integer × 2^-`fraction_bits`. Only the integer is encoded, as
/// the integer type of the field.
///
/// ```
/// use gamewire::minecraft::FixedPoint;
/// let coordinate = FixedPoint::from_exact(100.5, 5).unwrap();
/// assert_eq!(coordinate.raw, 0xc90);
/// assert_eq!(coordinate.value(), 100.5);
/// // A number between two steps has no exact form: the game rounds it down, a cast in Java rounds it toward zero.
/// assert_eq!(FixedPoint::from_exact(-0.01, 5), None);
/// assert_eq!(FixedPoint::from_floor(-0.01, 5).unwrap().raw, -1);
/// assert_eq!(FixedPoint::from_trunc(-0.01, 5).unwrap().raw, 0);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FixedPoint {
    /// The encoded integer.
    pub raw: i64,
    /// The number of low bits that are the fraction. It is at most 63 in every type that is read from text.
    pub fraction_bits: u32,
}

/// The least magnitude from which on an `f64` cannot represent every integer.
const EXACT: f64 = 9_007_199_254_740_992.0;

impl FixedPoint {
    /// Returns the number. It is exact if the integer has at most 53 bits, as those of the protocol do.
    #[expect(clippy::cast_precision_loss, reason = "as documented")]
    pub fn value(self) -> f64 {
        self.raw as f64 / scale(self.fraction_bits)
    }

    /// Returns whether the magnitude of the integer is at most 2^53, so that [`value`](Self::value) is exact.
    pub fn is_exact(self) -> bool {
        self.raw.unsigned_abs() <= 1 << 53
    }

    /// Returns the number of steps from 0 to 1, 2^`fraction_bits`, as text, because it may be too large for an integer type.
    pub(in crate::minecraft) fn steps(self) -> String {
        match 1_u64.checked_shl(self.fraction_bits) {
            Some(steps) => steps.to_string(),
            None => format!("2^{}", self.fraction_bits),
        }
    }

    /// Converts a number that can be represented exactly. Returns `None` for other numbers, and if the magnitude of the
    /// integer would be more than 2^53.
    #[must_use]
    pub fn from_exact(value: f64, fraction_bits: u32) -> Option<Self> {
        let scaled = value * scale(fraction_bits);
        if scaled.fract() != 0.0 { None } else { Self::from_scaled(scaled, fraction_bits) }
    }

    /// Converts a number and rounds it down to a step, as the game does when it writes. Returns `None` if the number is
    /// NaN, or if the magnitude of the integer would be more than 2^53.
    #[must_use]
    pub fn from_floor(value: f64, fraction_bits: u32) -> Option<Self> {
        Self::from_scaled((value * scale(fraction_bits)).floor(), fraction_bits)
    }

    /// Converts a number and rounds it toward zero, as a cast in Java does. Returns `None` if the number is NaN, or
    /// if the magnitude of the integer would be more than 2^53.
    #[must_use]
    pub fn from_trunc(value: f64, fraction_bits: u32) -> Option<Self> {
        Self::from_scaled((value * scale(fraction_bits)).trunc(), fraction_bits)
    }

    #[expect(clippy::cast_possible_truncation, reason = "whole, and tested to be in range")]
    fn from_scaled(scaled: f64, fraction_bits: u32) -> Option<Self> {
        (scaled.abs() <= EXACT).then_some(Self { raw: scaled as i64, fraction_bits })
    }
}

fn scale(fraction_bits: u32) -> f64 {
    // A larger scale is infinite anyway.
    (0..fraction_bits.min(1024)).fold(1.0, |scale, _| scale * 2.0)
}
