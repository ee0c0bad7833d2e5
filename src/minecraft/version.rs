//! The releases.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A release whose data types this module knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[non_exhaustive]
pub enum Version {
    /// 1.13.2 (protocol 404): Position as x, y, z; metadata types 0 to 15; particles 0 to 49.
    V1_13,
    /// 1.14 to 1.14.4 (protocols 477 to 498).
    #[default]
    V1_14,
    /// 1.15 to 1.15.2 (protocols 573 to 578): four particles more than 1.14.
    V1_15,
}

impl Version {
    /// The release as text.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::V1_13 => "1.13.2",
            Self::V1_14 => "1.14",
            Self::V1_15 => "1.15",
        }
    }

    /// All releases, the oldest first.
    pub const ALL: &'static [Self] = &[Self::V1_13, Self::V1_14, Self::V1_15];
}

/// Writes the [`name`](Version::name).
impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The text names no release that this module knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("there are 1.13.2, 1.14 to 1.14.4 and 1.15 to 1.15.2")]
pub struct VersionError;

/// Any release of the same data types: `1.14` as well as `1.14.4`.
///
/// ```
/// use gamewire::minecraft::Version;
/// assert_eq!("1.14.4".parse(), Ok(Version::V1_14));
/// assert_eq!(Version::V1_13.to_string().parse(), Ok(Version::V1_13));
/// assert!("1.16".parse::<Version>().is_err());
/// ```
impl FromStr for Version {
    type Err = VersionError;

    fn from_str(text: &str) -> Result<Self, VersionError> {
        match text {
            "1.13.2" | "1.13" => Ok(Self::V1_13),
            "1.14" | "1.14.1" | "1.14.2" | "1.14.3" | "1.14.4" => Ok(Self::V1_14),
            "1.15" | "1.15.1" | "1.15.2" => Ok(Self::V1_15),
            _ => Err(VersionError),
        }
    }
}
