//! UUIDs.

use std::fmt;
use std::str::FromStr;

/// A UUID of 128 bits, printed as `069a79f4-44e9-4726-a5be-fca90e38aaf5`.
///
/// ```
/// use gamewire::minecraft::Uuid;
/// let uuid: Uuid = "069a79f4-44e9-4726-a5be-fca90e38aaf5".parse()?;
/// assert_eq!(uuid.as_u128() >> 96, 0x069a_79f4);
/// assert_eq!(Uuid::from_u128(uuid.as_u128()), uuid);
/// # Ok::<(), gamewire::minecraft::UuidError>(())
/// ```
// The value is stored as two halves, because the alignment of a `u128` would make every enum around it a third larger.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Uuid([u64; 2]);

impl Uuid {
    /// Creates the UUID with these bits.
    #[must_use]
    pub const fn from_u128(bits: u128) -> Self {
        let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = bits.to_be_bytes();
        Self([u64::from_be_bytes([a, b, c, d, e, f, g, h]), u64::from_be_bytes([i, j, k, l, m, n, o, p])])
    }

    /// Returns the 128 bits of the UUID.
    pub const fn as_u128(self) -> u128 {
        let [high, low] = self.0;
        (high as u128) << 64 | low as u128
    }
}

impl fmt::Debug for Uuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Uuid({self})")
    }
}

#[cfg(feature = "uuid")]
impl From<uuid::Uuid> for Uuid {
    fn from(uuid: uuid::Uuid) -> Self {
        Self::from_u128(uuid.as_u128())
    }
}

#[cfg(feature = "uuid")]
impl From<Uuid> for uuid::Uuid {
    fn from(uuid: Uuid) -> Self {
        Self::from_u128(uuid.as_u128())
    }
}

impl fmt::Display for Uuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, byte) in self.as_u128().to_be_bytes().iter().enumerate() {
            if matches!(at, 4 | 6 | 8 | 10) {
                f.write_str("-")?;
            }
            write!(f, "{byte:02x}")?;
        }
        Ok(())
    }
}

/// The error of parsing a UUID, which is 32 hexadecimal digits in groups of 8, 4, 4, 4 and 12.
///
/// ```
/// use gamewire::minecraft::Uuid;
///
/// assert!("069a79f4-44e9-4726-a5be-fca90e38aaf5".parse::<Uuid>().is_ok());
/// assert!("069a79f4".parse::<Uuid>().is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a UUID is 32 hexadecimal digits in groups of 8, 4, 4, 4 and 12, joined by hyphens")]
pub struct UuidError;

impl FromStr for Uuid {
    type Err = UuidError;

    fn from_str(text: &str) -> Result<Self, UuidError> {
        let groups: Vec<&str> = text.split('-').collect();
        let shape = groups.iter().map(|group| group.len()).eq([8, 4, 4, 4, 12]);
        let digits = groups.concat();
        if !shape || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(UuidError);
        }
        u128::from_str_radix(&digits, 16).map(Self::from_u128).map_err(|_| UuidError)
    }
}
