//! The releases.

/// A release whose data types this module knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
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
    pub fn name(self) -> &'static str {
        match self {
            Self::V1_13 => "1.13.2",
            Self::V1_14 => "1.14",
            Self::V1_15 => "1.15",
        }
    }
}
