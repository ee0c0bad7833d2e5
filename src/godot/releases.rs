//! The table of releases, with one row for each dialect that has a name. All lists of dialects are generated from it.
//!
//! To add a release, add a row here and its rules in `dialect.rs`.

use super::dialect::Dialect;
use super::ids::Table;

/// The group of a dialect, which decides when detection tries it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Group {
    /// The dialect of most games of its generation.
    Mainline,
    /// A dialect that reads some bytes that newer releases reject.
    Older,
    /// A dialect of few games.
    Rare,
    /// A dialect that reads exactly what another dialect reads. Detection never tries it.
    ReadsAsAnother,
}

type Version = (u8, u8, u8);

struct Release {
    dialect: Dialect,
    /// The first release with these rules, or `None` for builds in double precision.
    first: Option<Version>,
    /// A description of the releases, for people.
    releases: &'static str,
    /// The name of the engine in a sentence.
    engine: &'static str,
    group: Group,
    /// Whether the bytes of some samples differ from those of every other dialect.
    has_samples: bool,
    /// The `config_version` of `project.godot`.
    config_version: Option<i64>,
    /// Whether [`Dialect::alternative`] tries it on bytes that another dialect rejects.
    is_alternative: bool,
}

const GODOT_2: Release = Release {
    dialect: Dialect::GODOT_2,
    first: Some((1, 0, 0)),
    releases: "Godot 1.0 to 2.1.4",
    engine: "Godot 2",
    group: Group::Mainline,
    has_samples: true,
    config_version: None,
    is_alternative: true,
};
const GODOT_3: Release = Release {
    dialect: Dialect::GODOT_3,
    first: Some((3, 1, 0)),
    releases: "Godot 3.1 to 3.6",
    engine: "Godot 3",
    config_version: Some(4),
    ..GODOT_2
};
const GODOT_4: Release = Release {
    dialect: Dialect::GODOT_4,
    first: Some((4, 4, 0)),
    releases: "Godot 4.4 and later",
    engine: "Godot 4",
    config_version: Some(5),
    ..GODOT_2
};

/// The releases, grouped by generation with the oldest first. Each generation begins with its mainline dialect.
const RELEASES: [Release; 11] = [
    GODOT_2,
    Release {
        dialect: Dialect::GODOT_2_1_5,
        first: Some((2, 1, 5)),
        releases: "Godot 2.1.5",
        group: Group::Older,
        has_samples: false,
        is_alternative: false,
        ..GODOT_2
    },
    GODOT_3,
    Release {
        dialect: Dialect::GODOT_3_0,
        first: Some((3, 0, 0)),
        releases: "Godot 3.0",
        group: Group::Older,
        config_version: Some(3),
        is_alternative: false,
        ..GODOT_3
    },
    Release {
        dialect: Dialect::GODOT_3.double(),
        first: None,
        releases: "Godot 3 in double precision, as its documentation describes it",
        engine: "Godot 3 in double precision",
        group: Group::Rare,
        ..GODOT_3
    },
    GODOT_4,
    Release {
        dialect: Dialect::GODOT_4_3,
        first: Some((4, 3, 0)),
        releases: "Godot 4.3",
        group: Group::Older,
        has_samples: false,
        is_alternative: false,
        ..GODOT_4
    },
    Release {
        dialect: Dialect::GODOT_4_2,
        first: Some((4, 0, 0)),
        releases: "Godot 4.0 to 4.2",
        group: Group::Older,
        is_alternative: false,
        ..GODOT_4
    },
    Release {
        dialect: Dialect::GODOT_4.double(),
        releases: "Godot 4.4 and later in double precision",
        is_alternative: true,
        ..GODOT_4_DOUBLE
    },
    Release {
        dialect: Dialect::GODOT_4_3.double(),
        releases: "Godot 4.3 in double precision",
        has_samples: false,
        ..GODOT_4_DOUBLE
    },
    Release {
        dialect: Dialect::GODOT_4_2.double(),
        releases: "Godot 4.0 to 4.2 in double precision",
        has_samples: false,
        ..GODOT_4_DOUBLE
    },
];

/// Double-precision builds of Godot 4 read the same bytes as all other builds.
const GODOT_4_DOUBLE: Release = Release {
    first: None,
    engine: "Godot 4 in double precision",
    group: Group::ReadsAsAnother,
    is_alternative: false,
    ..GODOT_4
};

/// Selects rows of the table.
#[derive(Clone, Copy)]
enum Listing {
    All,
    OfGroup(Group),
    WithSamples,
}

const ALL: [Dialect; count(Listing::All)] = oldest_first(Listing::All);
/// The dialects that have samples of their own, because their bytes differ from those of all other dialects.
pub const WITH_SAMPLES: [Dialect; count(Listing::WithSamples)] = oldest_first(Listing::WithSamples);
pub(crate) const MAINLINE: [Dialect; count(MAINLINE_ROWS)] = newest_first(oldest_first(MAINLINE_ROWS));
pub(crate) const OLDER: [Dialect; count(OLDER_ROWS)] = newest_first(oldest_first(OLDER_ROWS));
/// Dialects that are chosen only if nothing else reads the bytes.
pub const RARE: [Dialect; count(RARE_ROWS)] = newest_first(oldest_first(RARE_ROWS));

const MAINLINE_ROWS: Listing = Listing::OfGroup(Group::Mainline);
const OLDER_ROWS: Listing = Listing::OfGroup(Group::Older);
const RARE_ROWS: Listing = Listing::OfGroup(Group::Rare);

impl Release {
    const fn is_in(&self, list: Listing) -> bool {
        match list {
            Listing::All => true,
            Listing::OfGroup(group) => self.group as u8 == group as u8,
            Listing::WithSamples => self.has_samples,
        }
    }
}

#[allow(clippy::indexing_slicing)] // Worked out by the compiler, which would refuse a wrong index.
const fn count(list: Listing) -> usize {
    let (mut count, mut row) = (0, 0);
    while row < RELEASES.len() {
        count += RELEASES[row].is_in(list) as usize;
        row += 1;
    }
    count
}

/// Returns the dialects of a list, in the order of the table.
#[allow(clippy::indexing_slicing)] // Worked out by the compiler, which would refuse a wrong index.
const fn oldest_first<const N: usize>(list: Listing) -> [Dialect; N] {
    let mut dialects = [Dialect::GODOT_3; N];
    let (mut at, mut row) = (0, 0);
    while row < RELEASES.len() {
        if RELEASES[row].is_in(list) {
            dialects[at] = RELEASES[row].dialect;
            at += 1;
        }
        row += 1;
    }
    dialects
}

/// Sorts dialects by generation, the newest first. Dialects of one generation keep their order.
#[allow(clippy::indexing_slicing)] // Worked out by the compiler, which would refuse a wrong index.
const fn newest_first<const N: usize>(from: [Dialect; N]) -> [Dialect; N] {
    let mut dialects = from;
    let (mut at, mut table) = (0, Table::ALL.len());
    while table > 0 {
        table -= 1;
        let mut row = 0;
        while row < N {
            if from[row].table as usize == table {
                dialects[at] = from[row];
                at += 1;
            }
            row += 1;
        }
    }
    dialects
}

/// Returns the dialects whose error is reported if no dialect reads the bytes. The default dialect is the first.
pub fn default_first() -> [Dialect; MAINLINE.len()] {
    let mut dialects = MAINLINE;
    let default = dialects.iter().take_while(|dialect| **dialect != Dialect::default()).count();
    if let Some(first) = dialects.get_mut(..=default) {
        first.rotate_right(1);
    }
    dialects
}

/// Returns the dialects that [`Dialect::alternative`] tries.
pub(crate) fn alternatives() -> impl Iterator<Item = Dialect> {
    newest_first(RELEASES.each_ref().map(|row| row.dialect))
        .into_iter()
        .filter(|dialect| dialect.row().is_some_and(|row| row.is_alternative))
}

/// Returns the dialect whose engine writes this `config_version` to `project.godot`.
pub fn of_config_version(version: i64) -> Option<Dialect> {
    RELEASES.iter().find(|row| row.config_version == Some(version)).map(|row| row.dialect)
}

impl Dialect {
    /// Every dialect that has a name, including those in double precision.
    pub const ALL: &'static [Self] = &ALL;

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
    #[must_use]
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
            None => first.0 <= major && row.group == Group::Mainline,
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
