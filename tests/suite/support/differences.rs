//! The differences on purpose between this crate and the engines, in one table. `docs/DIFFERENCES.md` tells
//! them to readers; a test keeps both the same, and shows that each is needed.

use gamewire::godot::{Decoder, Dialect};

use super::conform::{Imitation, Mimics, odd_row};
use super::mimic::{self, Mimic};
use super::tsv::{self, OddRow, Status};

/// Where this crate does not do what an engine does.
pub(crate) struct Difference {
    /// Tables below `tests/fixtures`; `*` stands for anything, `|` separates alternatives.
    pub(crate) tables: &'static str,
    /// Rows of these tables.
    pub(crate) rows: &'static str,
    pub(crate) how: How,
    /// What the engine does.
    pub(crate) engine: &'static str,
    /// What this crate does, and why.
    pub(crate) ours: &'static str,
}

/// In which way a row differs, and so what the test still asks of it.
#[derive(Clone, Copy)]
pub(crate) enum How {
    /// The engine holds another value: this makes it of ours, and then all must be the same.
    Held(Mimic),
    /// The engine writes other bytes: this makes them of ours, and then all must be the same.
    Written(Mimic),
    /// The engine refuses, or reads what is not there; we accept.
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
        engine: "vectors, matrices and so on of the other width become its own; keys that are then the same are one",
        ours: "the width that was read is kept; only writing makes it the dialect's, and merges no keys",
    },
    Difference {
        tables: "godot3/*|godot4/*",
        rows: "*",
        how: How::Held(mimic::null_objects),
        engine: "an object that is null, as id 0 or as a class without name, is null and written as NIL",
        ours: "it is null, but keeps its form and is written as it came",
    },
    Difference {
        tables: "godot3/*|godot4/*",
        rows: "*",
        how: How::Held(mimic::whole_ids),
        engine: "where objects are allowed, an id is read as an EncodedObjectAsID and written as that whole object",
        ours: "an id stays an id, with or without objects",
    },
    Difference {
        tables: "godot3/*|godot4/*",
        rows: "object/*|*/object_resource*|array/object_full_inside|*/object_property|typed/*_with_resource|typed/*_with_instance|*object_*_full",
        how: How::Kept,
        engine: "makes a live object: properties it lacks are added, those the class does not know are dropped",
        ours: "class and properties as they are on the wire; nothing is ever instantiated",
    },
    Difference {
        tables: "godot3/*|godot4/*",
        rows: "object/*",
        how: How::Accepted,
        engine: "refuses classes that it does not have or cannot make, and scripts that it cannot load",
        ours: "no class or script is looked up: any name is data",
    },
    Difference {
        tables: "godot4/*",
        rows: "*",
        how: How::Held(mimic::plain_element_types),
        engine: "without objects, a declared type that is a class or a script is read as EncodedObjectAsID",
        ours: "the name on the wire is kept",
    },
    Difference {
        tables: "godot4/*",
        rows: "typed/*_script_*|header/typed_*_class_*",
        how: How::Accepted,
        engine: "with objects, refuses a declared script whose path leads nowhere",
        ours: "no script is looked up: any path is data",
    },
    Difference {
        tables: "godot4/*",
        rows: "*",
        how: How::Held(mimic::declared_types),
        engine: "elements and keys of another type than declared are converted or dropped",
        ours: "what is on the wire is kept; `element_type()` tells what was declared",
    },
    Difference {
        tables: "godot*/*",
        rows: "*",
        how: How::Written(mimic::no_marks),
        engine: "a byte order mark before text is read past and lost",
        ours: "the value is the same, but the mark is written again: engines do write it",
    },
    Difference {
        tables: "godot3/malformed-3.6.2.tsv",
        rows: "utf8/*",
        how: How::Written(mimic::surrogates_as_spaces),
        engine: "3.6 writes a space for a surrogate that is alone",
        ours: "it is written as it came, as 3.2 does",
    },
    Difference {
        tables: "godot3/*",
        rows: "nodepath/*",
        how: How::Held(mimic::lone_slash),
        engine: "the path `/` is the empty path",
        ours: "it stays absolute, as in Godot 4",
    },
    Difference {
        tables: "godot2/*",
        rows: "*",
        how: How::Held(mimic::nameless_paths),
        engine: "a path without names is the empty path, though its subnames and property are read",
        ours: "they are kept: the engine writes such bytes",
    },
    Difference {
        tables: "godot2/*",
        rows: "*",
        how: How::Held(mimic::empty_images),
        engine: "an image whose data does not fit its format and size is the empty image",
        ours: "all fields are kept",
    },
    Difference {
        tables: "godot2/*-2.1.tsv",
        rows: "*",
        how: How::Written(mimic::paths_of_2_1),
        engine: "writes an empty property after a path that it read without one, and wrong subnames",
        ours: "no property and an empty one are kept apart; the subnames are right",
    },
    Difference {
        tables: "godot2/*-2.1.5.tsv",
        rows: "*",
        how: How::Written(mimic::paths_of_2_1_5),
        engine: "does not write an empty property, and writes wrong subnames",
        ours: "no property and an empty one are kept apart; the subnames are right",
    },
    Difference {
        tables: "godot2/*",
        rows: "event/*|mut/*",
        how: How::Written(mimic::known_modifiers),
        engine: "keeps only the four modifier bits of a key that it knows",
        ours: "all bits are kept",
    },
    Difference {
        tables: "godot4/*",
        rows: "typedconv/*|typed/array_of_packed_with_array",
        how: How::Kept,
        engine: "elements of a typed array that it can convert are converted, colors from text and so on",
        ours: "as above, what is on the wire is kept; only the simple conversions are imitated by the test",
    },
    Difference {
        tables: "godot4/malformed-4.6.3.tsv",
        rows: "typed/array_class_empty_name|typed/dict_script_value_ok",
        how: How::Kept,
        engine: "a declared class without name is Object; a script's class takes the place of the script",
        ours: "the name on the wire is kept",
    },
    Difference {
        tables: "*",
        rows: "nodepath/*sub_m*|nodepath/*_max*|nodepath/total_*|nodepath/subnames_ffffffff|nodepath/*_wrap|mut/1665|mut/1763",
        how: How::Refused,
        engine: "adds the counts of a path in 32 bits: counts over 2³¹ can add up to a few, or none",
        ours: "such counts are an error: there is nothing to read so many names from",
    },
    Difference {
        tables: "godot2/*-2.1.tsv",
        rows: "strlen/*_80000*|strlen/*_ffffff*|mut/042_string_kanji|mut/422_nodepath_n2_s2_abs",
        how: How::Refused,
        engine: "reads text of negative length up to the next NUL, wherever that is",
        ours: "a negative length is an error, as from 2.1.5 on",
    },
    Difference {
        tables: "godot2/*-2.1.5.tsv",
        rows: "image/data_len_min|mut/152_image_yuv422_2x2|mut/191_image_gray_7x3",
        how: How::Refused,
        engine: "an image of negative length is empty, and what follows is read from the wrong place",
        ours: "a negative length is an error, as before 2.1.5",
    },
    Difference {
        tables: "godot2/malformed-*|godot3/malformed-3.2.3.tsv",
        rows: "deep/*",
        how: How::Refused,
        engine: "has no limit of depth",
        ours: "1024, as engines have had since 3.5; `Decoder::max_depth` allows more",
    },
    Difference {
        tables: "godot2/*-2.1.tsv",
        rows: "event/type_4_16|event/joy_4_bytes*|spec/23_input_event",
        how: How::Accepted,
        engine: "reads four bytes more than there are of a joystick event without value, as 1.0 to 2.0.2 wrote it",
        ours: "the length word tells that there is no value",
    },
    Difference {
        tables: "godot2/*-2.1.tsv",
        rows: "event/joy_len_10|event/joy_8_bytes_len_16",
        how: How::Kept,
        engine: "reads the value of a joystick event whatever the length word says",
        ours: "as above: four bytes that the length word does not count are not the event's",
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

/// How the rows of one table compare.
pub(crate) struct Report {
    pub(crate) table: &'static str,
    pub(crate) agree: usize,
    /// Rows that differ on purpose, by the entry of [`DIFFERENCES`].
    pub(crate) differ: Vec<usize>,
    /// Rows that differ, and nothing says why.
    pub(crate) unexplained: Vec<String>,
}

/// Compares every row of a table.
pub(crate) fn run(table: &'static str, dialect: Dialect) -> Report {
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

/// Which entries it takes to explain a row: none if it agrees.
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
    let accepted = Decoder::new(dialect).allow_objects(row.objects).check_prefix(&row.bytes).is_ok();
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
