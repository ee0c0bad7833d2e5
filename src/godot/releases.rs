//! The table of releases, with one row for each dialect that has a name, and the lists of dialects that detection tries.
//!
//! To add a release, add a row here and its rules in `dialect.rs`, and put its dialect into one of the lists.

use super::dialect::Dialect;

type Version = (u8, u8, u8);

struct Release {
    dialect: Dialect,
    /// The first release with these rules, or `None` for builds in double precision.
    first: Option<Version>,
    /// A description of the releases, for people.
    releases: &'static str,
    /// The name of the engine in a sentence.
    engine: &'static str,
    /// The `config_version` of `project.godot`.
    config_version: Option<i64>,
}

const fn row(
    dialect: Dialect,
    first: Option<Version>,
    releases: &'static str,
    engine: &'static str,
    config_version: Option<i64>,
) -> Release {
    Release { dialect, first, releases, engine, config_version }
}

/// The releases, grouped by generation with the oldest first. Each generation begins with its mainline dialect.
#[rustfmt::skip] // A table.
const RELEASES: [Release; 11] = [
    row(Dialect::GODOT_2, Some((1, 0, 0)), "Godot 1.0 to 2.1.4", "Godot 2", None),
    row(Dialect::GODOT_2_1_5, Some((2, 1, 5)), "Godot 2.1.5", "Godot 2", None),
    row(Dialect::GODOT_3, Some((3, 1, 0)), "Godot 3.1 to 3.6", "Godot 3", Some(4)),
    row(Dialect::GODOT_3_0, Some((3, 0, 0)), "Godot 3.0", "Godot 3", Some(3)),
    row(Dialect::GODOT_3.double(), None, "Godot 3 in double precision, as its documentation describes it", "Godot 3 in double precision", Some(4)),
    row(Dialect::GODOT_4, Some((4, 4, 0)), "Godot 4.4 and later", "Godot 4", Some(5)),
    row(Dialect::GODOT_4_3, Some((4, 3, 0)), "Godot 4.3", "Godot 4", Some(5)),
    row(Dialect::GODOT_4_2, Some((4, 0, 0)), "Godot 4.0 to 4.2", "Godot 4", Some(5)),
    row(Dialect::GODOT_4.double(), None, "Godot 4.4 and later in double precision", "Godot 4 in double precision", Some(5)),
    row(Dialect::GODOT_4_3.double(), None, "Godot 4.3 in double precision", "Godot 4 in double precision", Some(5)),
    row(Dialect::GODOT_4_2.double(), None, "Godot 4.0 to 4.2 in double precision", "Godot 4 in double precision", Some(5)),
];

/// The dialects of most games of their generation, the newest first.
pub(crate) const MAINLINE: [Dialect; 3] = [Dialect::GODOT_4, Dialect::GODOT_3, Dialect::GODOT_2];
/// The dialects that read some bytes that newer releases reject.
pub(crate) const OLDER: [Dialect; 4] =
    [Dialect::GODOT_4_3, Dialect::GODOT_4_2, Dialect::GODOT_3_0, Dialect::GODOT_2_1_5];
/// The dialects of few games, which are chosen only if nothing else reads the bytes. Builds of Godot 4 in double precision
/// read the same bytes as all other builds, so detection never tries them.
pub const RARE: [Dialect; 1] = [Dialect::GODOT_3.double()];
/// The dialects that have samples of their own, because their bytes differ from those of all other dialects.
pub const WITH_SAMPLES: [Dialect; 7] = [
    Dialect::GODOT_2,
    Dialect::GODOT_3,
    Dialect::GODOT_3_0,
    Dialect::GODOT_3.double(),
    Dialect::GODOT_4,
    Dialect::GODOT_4_2,
    Dialect::GODOT_4.double(),
];

/// Returns the dialect whose engine writes this `config_version` to `project.godot`.
pub fn of_config_version(version: i64) -> Option<Dialect> {
    RELEASES.iter().find(|row| row.config_version == Some(version)).map(|row| row.dialect)
}

impl Dialect {
    /// Every dialect that has a name, including those in double precision.
    #[allow(clippy::indexing_slicing)] // Worked out by the compiler, which would refuse a wrong index.
    pub const ALL: &'static [Self] = &{
        let mut all = [Self::GODOT_2; RELEASES.len()];
        let mut row = 0;
        while row < all.len() {
            all[row] = RELEASES[row].dialect;
            row += 1;
        }
        all
    };

    /// Returns the dialect with this name. `mole` is another name of `godot2`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "mole" => Some(Self::GODOT_2),
            _ => Self::ALL.iter().copied().find(|dialect| dialect.name == name),
        }
    }

    /// Returns the row of the dialect. Options such as [`Dialect::allow_64_bit_flag`] make no difference.
    fn row(&self) -> Option<&'static Release> {
        RELEASES.iter().find(|row| row.dialect.name == self.name)
    }

    /// Returns a description of the engine's releases that have these rules.
    ///
    /// ```
    /// use gamewire::godot::Dialect;
    /// assert_eq!(Dialect::GODOT_3.releases(), "Godot 3.1 to 3.6");
    /// assert_eq!(Dialect::GODOT_4_2.releases(), "Godot 4.0 to 4.2");
    /// ```
    pub fn releases(&self) -> &'static str {
        self.row().map_or(self.name, |row| row.releases)
    }

    /// Returns the dialect of a release of Godot in single precision.
    ///
    /// Without a minor version, returns the dialect of most games of that generation. Returns `None` if there is no
    /// such release, or if the release is newer than this crate.
    ///
    /// ```
    /// use gamewire::godot::Dialect;
    /// assert_eq!(Dialect::of_release(4, Some(1), Some(3)), Some(Dialect::GODOT_4_2));
    /// assert_eq!(Dialect::of_release(3, None, None), Some(Dialect::GODOT_3));
    /// assert_eq!(Dialect::of_release(5, None, None), None);
    /// ```
    #[must_use]
    pub fn of_release(major: u8, minor: Option<u8>, patch: Option<u8>) -> Option<Self> {
        let known = RELEASES.iter().filter_map(|row| Some((row.first?, row)));
        let (newest, _) = known.clone().max_by_key(|(first, _)| *first)?;
        let candidate = |(first, row): &(Version, &Release)| match minor {
            None => first.0 <= major && MAINLINE.contains(&row.dialect),
            Some(minor) => *first <= (major, minor, patch.unwrap_or_default()),
        };
        let found = known.filter(candidate).max_by_key(|(first, _)| *first);
        found.filter(|_| major <= newest.0).map(|(_, row)| row.dialect)
    }

    /// Returns the name of the engine in a sentence, such as `Godot 3 in double precision`.
    pub fn engine(&self) -> &'static str {
        self.row().map_or(self.name, |row| row.engine)
    }

    /// Returns the `config_version` that the engine writes to `project.godot`.
    pub fn config_version(&self) -> Option<i64> {
        self.row()?.config_version
    }
}
