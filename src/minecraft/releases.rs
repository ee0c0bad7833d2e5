//! The table of releases, with one row for those with the same rules. Names, rules, ids, errors and help are generated from
//! it.

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
// To add a release, add it here and to the constants of `Protocol`. If its particles differ, add a column to the table of `ids.rs`. If
// it differs in another way, add a field to `Protocol` and here. The page `docs/book/minecraft/versions.md` describes the version, and
// tests compare it with these rows. README and `docs/book/supported.md` name the version, too.
// The rules of a protocol hold the release in one byte, because errors of packets hold the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Release {
    V1_13,
    V1_14,
    V1_15,
}

/// A row of the table of releases.
pub(crate) struct Row {
    /// The name of the oldest release.
    pub(super) name: &'static str,
    pub(super) position: PositionOrder,
    /// The number of types of metadata.
    pub(super) metadata_types: i32,
    /// The column in the table of particles.
    pub(super) particle_column: usize,
    /// The releases with the protocol numbers, the oldest first.
    pub(super) releases: &'static [(&'static str, u32)],
}

impl Release {
    pub(super) const fn row(self) -> &'static Row {
        match self {
            Self::V1_13 => &Row {
                name: "1.13.2",
                position: PositionOrder::Xyz,
                metadata_types: 16,
                particle_column: 0,
                releases: &[("1.13.2", 404)],
            },
            Self::V1_14 => &Row {
                name: "1.14",
                position: PositionOrder::Xzy,
                metadata_types: 19,
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
                name: "1.15",
                position: PositionOrder::Xzy,
                metadata_types: 19,
                particle_column: 2,
                releases: &[("1.15", 573), ("1.15.1", 575), ("1.15.2", 578)],
            },
        }
    }
}
