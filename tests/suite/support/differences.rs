//! The differences on purpose between this crate and the engines, in one table. `docs/book/godot/differences.md` has the part for
//! readers. A test compares the two, and shows that each entry is needed.

use super::deep_decoder;
use std::sync::OnceLock;

use gamewire::godot::Dialect;

use super::conform::{Imitation, Mimics, odd_row};
use super::mimic::{self, Mimic};
use super::tsv::{self, OddRow, Status};

/// The rows in which this crate differs from an engine.
pub(crate) struct Difference {
    /// Tables below `tests/fixtures`; `*` stands for anything, `|` separates alternatives.
    pub(crate) tables: &'static str,
    /// Rows of these tables.
    pub(crate) rows: &'static str,
    pub(crate) how: How,
    /// The releases, for readers.
    pub(crate) releases: &'static str,
    /// The behavior of the engine.
    pub(crate) engine: &'static str,
    /// The behavior of this crate, and its reason.
    pub(crate) ours: &'static str,
}

/// In which way a row differs, and so what the test still asks of it.
#[derive(Clone, Copy)]
pub(crate) enum How {
    /// The engine holds another value: this makes it of ours, and then all must be the same.
    Held(Mimic),
    /// The engine writes other bytes: this makes them of ours, and then all must be the same.
    Written(Mimic),
    /// The engine refuses, or reads past the end; this crate accepts.
    Accepted,
    /// The engine accepts; we refuse.
    Refused,
    /// Both accept; the engine makes something that only it can make.
    Kept,
}

impl How {
    /// The word in the document.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Held(_) => "value",
            Self::Written(_) => "bytes",
            Self::Accepted => "accepted",
            Self::Refused => "refused",
            Self::Kept => "kept",
        }
    }
}

/// Every table of odd input and the dialect that it is read in.
pub(crate) const ODD_TABLES: &[(&str, Dialect)] = &[
    ("godot2/malformed-2.1.tsv", Dialect::GODOT_2),
    ("godot2/mutations-2.1.tsv", Dialect::GODOT_2),
    ("godot2/malformed-2.1.5.tsv", Dialect::GODOT_2_1_5),
    ("godot2/mutations-2.1.5.tsv", Dialect::GODOT_2_1_5),
    ("godot3/malformed-3.2.3.tsv", Dialect::GODOT_3),
    ("godot3/malformed-3.6.2.tsv", Dialect::GODOT_3),
    ("godot3/mutations-3.6.2.tsv", Dialect::GODOT_3),
    ("godot4/malformed-4.6.3.tsv", Dialect::GODOT_4),
    ("godot4/mutations-4.6.3.tsv", Dialect::GODOT_4),
    ("godot4/malformed-4.6.3-double.tsv", Dialect::GODOT_4.double()),
    ("godot4/cross-4.6.3.tsv", Dialect::GODOT_4),
];

/// THE table. The first column of the document is `tables`, then `rows`, and so on.
pub(crate) const DIFFERENCES: &[Difference] = &[
    Difference {
        tables: "godot4/*",
        rows: "*",
        how: How::Held(mimic::at_own_width),
        releases: "Godot 4",
        engine: "converts components to the width that it was compiled for. Keys of a dictionary that are equal after this conversion become one",
        ours: "keeps the width that it read, so such keys stay separate. It writes components with the width of the dialect",
    },
    Difference {
        tables: "godot3/*|godot4/*",
        rows: "*",
        how: How::Held(mimic::null_objects),
        releases: "Godot 3.2.3, 3.6.2, 4",
        engine: "reads a null object (id 0, or a class without a name) as null, and writes Nil",
        ours: "reads a null object, and writes the form that it read",
    },
    Difference {
        tables: "godot3/*|godot4/*",
        rows: "*",
        how: How::Held(mimic::whole_ids),
        releases: "Godot 3, 4",
        engine: "reads an id as an `EncodedObjectAsID` and, where objects are allowed, writes this new object in full",
        ours: "reads and writes the id, with or without permission",
    },
    Difference {
        tables: "godot3/*|godot4/*",
        rows: "object/*|*/object_resource*|array/object_full_inside|*/object_property|typed/*_with_resource|typed/*_with_instance|*object_*_full",
        how: How::Kept,
        releases: "Godot 3, 4",
        engine: "creates an object of the class: adds the properties that are not in the bytes, and drops those that the class does not have",
        ours: "creates no object, and keeps the class and the properties that are in the bytes",
    },
    Difference {
        tables: "godot3/*|godot4/*",
        rows: "object/*",
        how: How::Accepted,
        releases: "Godot 3, 4",
        engine: "refuses a class that it does not have or cannot create an object of, and a script that it cannot load",
        ours: "accepts any class and any script, because it keeps their names as data",
    },
    Difference {
        tables: "godot4/*",
        rows: "*",
        how: How::Held(mimic::plain_element_types),
        releases: "Godot 4",
        engine: "where objects are not allowed, reads a declared class or script as `EncodedObjectAsID`",
        ours: "keeps the name that is in the bytes",
    },
    Difference {
        tables: "godot4/*",
        rows: "typed/*_script_*|header/typed_*_class_*",
        how: How::Accepted,
        releases: "Godot 4",
        engine: "where objects are allowed, refuses a declared script that it cannot find",
        ours: "accepts any script, because it keeps its path as data",
    },
    Difference {
        tables: "godot4/*",
        rows: "*",
        how: How::Held(mimic::declared_types),
        releases: "Godot 4",
        engine: "converts or drops elements of arrays and keys of dictionaries that are not of the declared type; 4.6.3 keeps the values of dictionaries",
        ours: "keeps elements and keys unchanged. `element_type()` returns the declared type, and `check_declared()` the first element of another type. `verify` reports `differs` if an element or a key has another type",
    },
    Difference {
        tables: "godot*/*",
        rows: "*",
        how: How::Written(mimic::no_marks),
        releases: "Godot 2, 3, 4",
        engine: "drops a byte order mark at the start of a text",
        ours: "reads the same text, and writes the mark again, because engines write it for a text that begins with U+FEFF",
    },
    Difference {
        tables: "godot3/malformed-3.6.2.tsv",
        rows: "utf8/*",
        how: How::Written(mimic::surrogates_as_spaces),
        releases: "Godot 3.6.2",
        engine: "writes a space for a lone surrogate",
        ours: "writes the surrogate that it read, as 3.2.3 does",
    },
    Difference {
        tables: "godot3/*",
        rows: "nodepath/*",
        how: How::Held(mimic::lone_slash),
        releases: "Godot 3, 4.2",
        engine: "reads the path `/` as the empty path",
        ours: "reads the path `/`, as 4.6.3 does",
    },
    Difference {
        tables: "godot2/*",
        rows: "*",
        how: How::Held(mimic::nameless_paths),
        releases: "Godot 2",
        engine: "reads a path without names as the empty path, even if subnames and a property follow",
        ours: "keeps the subnames and the property, because the engine writes such paths",
    },
    Difference {
        tables: "godot2/*",
        rows: "*",
        how: How::Held(mimic::empty_images),
        releases: "Godot 2",
        engine: "reads an image whose data does not fit its format and size as the empty image",
        ours: "keeps all fields",
    },
    Difference {
        tables: "godot2/*-2.1.tsv",
        rows: "*",
        how: How::Written(mimic::paths_of_2_1),
        releases: "Godot 2.1",
        engine: "writes an empty property for a path that it read without a property, and writes wrong subnames",
        ours: "distinguishes no property from an empty one, and writes the right subnames",
    },
    Difference {
        tables: "godot2/*-2.1.5.tsv",
        rows: "*",
        how: How::Written(mimic::paths_of_2_1_5),
        releases: "Godot 2.1.5",
        engine: "does not write a property that it read as empty, and writes wrong subnames",
        ours: "distinguishes no property from an empty one, and writes the right subnames",
    },
    Difference {
        tables: "godot2/*",
        rows: "event/*|mut/*",
        how: How::Written(mimic::known_modifiers),
        releases: "Godot 2",
        engine: "keeps only the four bits for shift, alt, meta and control of the modifiers of a key event",
        ours: "keeps all bits of the modifiers",
    },
    Difference {
        tables: "godot4/*",
        rows: "typedconv/*|typed/array_of_packed_with_array",
        how: How::Kept,
        releases: "Godot 4",
        engine: "converts those elements of a typed array that it can convert, for example text to colors",
        ours: "keeps the elements unchanged",
    },
    Difference {
        tables: "godot4/malformed-4.6.3.tsv",
        rows: "typed/array_class_empty_name|typed/dict_script_value_ok",
        how: How::Kept,
        releases: "Godot 4.6.3",
        engine: "reads a declared class with an empty name as `Object`, and replaces a declared script by its class",
        ours: "keeps what is in the bytes",
    },
    Difference {
        tables: "*",
        rows: "nodepath/*sub_m*|nodepath/*_max*|nodepath/total_*|nodepath/subnames_ffffffff|nodepath/*_wrap|mut/1665|mut/1763",
        how: How::Refused,
        releases: "Godot 2, 3, 4",
        engine: "adds the number of names and the number of subnames of a path in 32 bits; if the sum overflows, it accepts huge numbers and reads few or no names",
        ours: "reports an error: there are not enough bytes for this number of names",
    },
    Difference {
        tables: "godot2/*-2.1.tsv",
        rows: "strlen/*_80000*|strlen/*_ffffff*|mut/042_string_kanji|mut/422_nodepath_n2_s2_abs",
        how: How::Refused,
        releases: "Godot 2.1",
        engine: "reads text of negative length up to the next NUL",
        ours: "reports an error, as 2.1.5 does",
    },
    Difference {
        tables: "godot2/*-2.1.5.tsv",
        rows: "image/data_len_min|mut/152_image_yuv422_2x2|mut/191_image_gray_7x3",
        how: How::Refused,
        releases: "Godot 2.1.5",
        engine: "reads an image of negative length as the empty image, and continues at a wrong offset",
        ours: "reports an error, as 2.1 does",
    },
    Difference {
        tables: "godot2/malformed-*|godot3/malformed-3.2.3.tsv",
        rows: "deep/*",
        how: How::Refused,
        releases: "Godot 2, 3.2.3",
        engine: "has no limit of nesting",
        ours: "has the limit 1024, as engines have since 3.5. `Decoder::max_depth` changes it",
    },
    Difference {
        tables: "godot2/*-2.1.tsv",
        rows: "event/type_4_16|event/joy_4_bytes*|spec/23_input_event",
        how: How::Accepted,
        releases: "Godot 2.1",
        engine: "reads four bytes too many of a joystick event without a value, as 1.0 to 2.0.2 wrote it",
        ours: "reads no value if the length of the event is 16",
    },
    Difference {
        tables: "godot2/*-2.1.tsv",
        rows: "event/joy_len_10|event/joy_8_bytes_len_16",
        how: How::Kept,
        releases: "Godot 2.1",
        engine: "reads the value of a joystick event even if the length of the event is 16, so that it does not include the value",
        ours: "reads no value",
    },
];

/// Whether `text` is one of the alternatives of `pattern`.
pub(crate) fn matches(pattern: &str, text: &str) -> bool {
    pattern.split('|').any(|pattern| {
        let mut parts = pattern.split('*');
        let Some(mut rest) = text.strip_prefix(parts.next().unwrap_or_default()) else { return false };
        let parts: Vec<&str> = parts.collect();
        let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
        for part in middle {
            match rest.split_once(part) {
                Some((_, after)) => rest = after,
                None => return false,
            }
        }
        rest.ends_with(last)
    })
}

/// The comparison of the rows of one table.
pub(crate) struct Report {
    pub(crate) table: &'static str,
    pub(crate) agree: usize,
    /// Rows that differ on purpose, by the entry of [`DIFFERENCES`].
    pub(crate) differ: Vec<usize>,
    /// Rows that differ, and nothing says why.
    pub(crate) unexplained: Vec<String>,
}

/// The comparison of every row of a table. Several tests ask for it, and it is made once.
pub(crate) fn report(table: &str) -> &'static Report {
    static REPORTS: [OnceLock<Report>; ODD_TABLES.len()] = [const { OnceLock::new() }; ODD_TABLES.len()];
    let at = ODD_TABLES.iter().position(|(name, _)| *name == table).expect("a known table");
    let (table, dialect) = ODD_TABLES[at];
    REPORTS[at].get_or_init(|| run(table, dialect))
}

fn run(table: &'static str, dialect: Dialect) -> Report {
    let mut report = Report { table, agree: 0, differ: vec![0; DIFFERENCES.len()], unexplained: Vec::new() };
    for row in tsv::odd(table) {
        match explain(table, &row, dialect) {
            Ok(entries) if entries.is_empty() => report.agree += 1,
            Ok(entries) => entries.into_iter().for_each(|entry| report.differ[entry] += 1),
            Err(why) => {
                let mode = if row.objects { "full" } else { "plain" };
                report.unexplained.push(format!("{table} {} ({mode}): {why}", row.name));
            }
        }
    }
    report
}

/// Returns the entries that explain a row, which are empty if the results are equal.
fn explain(table: &str, row: &OddRow, dialect: Dialect) -> Result<Vec<usize>, String> {
    let Err(plain) = odd_row(row, dialect, &mut Mimics::default()) else { return Ok(Vec::new()) };
    let applies = |entry: &Difference| matches(entry.tables, table) && matches(entry.rows, &row.name);
    let entries = || DIFFERENCES.iter().enumerate().filter(|(_, entry)| applies(entry));
    let imitate = |mimic: Mimic| Imitation { mimic, changed: false };
    let (mut held, mut written) = (Vec::new(), Vec::new());
    for (at, entry) in entries() {
        match entry.how {
            How::Held(mimic) => held.push((at, imitate(mimic))),
            How::Written(mimic) => written.push((at, imitate(mimic))),
            _ => {}
        }
    }
    let (held_at, mut held): (Vec<_>, Vec<_>) = held.into_iter().unzip();
    let (written_at, mut written): (Vec<_>, Vec<_>) = written.into_iter().unzip();
    let mut mimics = Mimics { held: &mut held, written: &mut written };
    let imitated = odd_row(row, dialect, &mut mimics);
    if imitated.is_ok() {
        let all = held_at.into_iter().chain(written_at).zip(held.iter().chain(&written));
        return Ok(all.filter(|(_, imitation)| imitation.changed).map(|(at, _)| at).collect());
    }
    let accepted = deep_decoder(dialect).allow_objects(row.objects).check_prefix(&row.bytes).is_ok();
    let fits = |how: How| match how {
        How::Accepted => accepted && row.status != Status::Ok,
        How::Refused => !accepted && row.status == Status::Ok,
        How::Kept => accepted && row.status == Status::Ok,
        How::Held(_) | How::Written(_) => false,
    };
    match entries().find(|(_, entry)| fits(entry.how)) {
        Some((at, _)) => Ok(vec![at]),
        None => Err(format!("{plain}; imitated: {}", imitated.unwrap_err())),
    }
}
