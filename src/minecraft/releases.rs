//! The table of versions, with one row for each. Names, rules, ids, errors and help are generated from it.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The order of the three fields in a packed [`Position`](super::Position).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PositionOrder {
    /// x 26 bits, z 26 bits, y 12 bits, in 1.14 and later.
    Xzy,
    /// x 26 bits, y 12 bits, z 26 bits, up to 1.13.2.
    Xyz,
}

/// A release, or several releases with the same rules. The differences are described in [Differences in other
/// versions](mod@super::format::versions).
// To add a version, add it here, to `row` and to the constants of `Protocol`. If its ids differ from those of every version, add a
// column to the tables of `ids.rs`. If it differs in another way, add a field to `Protocol` and to `Row`. The page
// `docs/book/minecraft/versions.md` describes the version, and tests compare it with these rows. README and
// `docs/book/supported.md` name the version, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[non_exhaustive]
pub enum Version {
    /// 1.13.2 (protocol 404).
    V1_13,
    /// 1.14 (protocol 477), 1.14.1 (480), 1.14.2 (485), 1.14.3 (490), 1.14.4 (498).
    #[default]
    V1_14,
    /// 1.15 (protocol 573), 1.15.1 (575), 1.15.2 (578).
    V1_15,
}

/// The differences between versions.
pub(super) struct Row {
    short_name: &'static str,
    pub(super) position: PositionOrder,
    /// The columns in the tables of metadata types and of particles in `ids.rs`.
    pub(super) metadata_column: usize,
    pub(super) particle_column: usize,
    /// The releases with the protocol numbers, the oldest first.
    releases: &'static [(&'static str, u32)],
}

impl Version {
    /// All versions, the oldest first.
    pub const ALL: &'static [Self] = &[Self::V1_13, Self::V1_14, Self::V1_15];

    pub(super) const fn row(self) -> &'static Row {
        match self {
            Self::V1_13 => &Row {
                short_name: "1.13",
                position: PositionOrder::Xyz,
                metadata_column: 0,
                particle_column: 0,
                releases: &[("1.13.2", 404)],
            },
            Self::V1_14 => &Row {
                short_name: "1.14",
                position: PositionOrder::Xzy,
                metadata_column: 1,
                particle_column: 1,
                releases: &[
                    ("1.14", 477),
                    ("1.14.1", 480),
                    ("1.14.2", 485),
                    ("1.14.3", 490),
                    ("1.14.4", 498),
                ],
            },
            Self::V1_15 => &Row {
                short_name: "1.15",
                position: PositionOrder::Xzy,
                metadata_column: 1,
                particle_column: 2,
                releases: &[("1.15", 573), ("1.15.1", 575), ("1.15.2", 578)],
            },
        }
    }

    /// Returns the name of the oldest release, such as `1.13.2` or `1.14`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self.releases() {
            [(first, _), ..] => first,
            [] => self.row().short_name,
        }
    }

    /// Returns the releases with the protocol numbers of their handshakes, the oldest first.
    ///
    /// ```
    /// use gamewire::minecraft::Version;
    /// let of_number = |number| Version::ALL.iter().find(|version| version.releases().iter().any(|(_, of)| *of == number));
    /// assert_eq!(of_number(498), Some(&Version::V1_14));
    /// assert_eq!(Version::V1_15.releases()[2], ("1.15.2", 578));
    /// ```
    #[must_use]
    pub const fn releases(self) -> &'static [(&'static str, u32)] {
        self.row().releases
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error of parsing a [`Version`] from the name of an unknown release.
///
/// ```
/// use gamewire::minecraft::Version;
///
/// assert_eq!("1.14.4".parse(), Ok(Version::V1_14));
/// println!("{}", "1.8".parse::<Version>().unwrap_err()); // Lists the releases.
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub struct VersionError;

/// The message lists the known releases.
impl fmt::Display for VersionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Version::ALL.iter().flat_map(|version| version.releases()).map(|(name, _)| *name);
        write!(f, "the releases are {}", names.collect::<Vec<_>>().join(", "))
    }
}

/// Parses the name of any release, such as `1.14` or `1.14.4`. `1.13` is another name of 1.13.2.
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
        let is_named = |version: &Self| {
            let row = version.row();
            row.short_name == text || row.releases.iter().any(|(name, _)| *name == text)
        };
        Self::ALL.iter().copied().find(is_named).ok_or(VersionError)
    }
}
