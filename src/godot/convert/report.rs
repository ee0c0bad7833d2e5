//! Reports of conversions.

use std::fmt;

use crate::error::Path;
use crate::escape::visible;
use crate::godot::Variant;
use crate::godot::dialect::Dialect;
use crate::godot::ids::Table;

macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident $lossless:literal $why:literal,)+) => {
        /// The reason for a change.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Rule {
            $(#[doc = concat!($why, ".")] $name,)+
        }

        impl Rule {
            /// Every rule.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];

            /// Returns the change and its reason, in words.
            pub fn why(self) -> &'static str {
                match self {
                    $(Self::$name => $why,)+
                }
            }

            /// Returns whether the value means the same as before, and could be changed back.
            pub fn is_lossless(self) -> bool {
                match self {
                    $(Self::$name => $lossless,)+
                }
            }
        }
    };
}

rules! {
    IntegerVector true "integer vectors become float vectors: the target has no integer vectors",
    Vector4 true "four components become a Quaternion: the target has no Vector4, and a Quaternion has the same x, y, z, w",
    Projection true "a Projection becomes an array of its 16 numbers by columns: the target has no Projection",
    StringName true "names become plain text: the target has no StringName",
    SurrogatePair true "surrogate pairs become the characters that they encode: Godot 4 cannot store surrogates",
    NotUnicode false "invalid code points in text become U+FFFD: the target rejects them",
    NodePathProperty true "the property of a path moves: Godot 2 stores it separately, and later releases as the last subname",
    RidNumber false "the number of a RID is dropped: the target does not write it",
    Callable false "a Callable or Signal becomes null: the target does not have these types",
    Object false "an object becomes a null object: the target does not write objects",
    NullObject true "a null object becomes null: later engines read null objects only if objects are allowed",
    EmptyPath false "a path becomes the empty path: the target reads it as empty",
    InputNames true "input events get the target's names of properties and numbers of keys, buttons and axes",
    HyperKey false "the right Hyper key becomes the only Hyper key of the target, which converts back to the left one",
    InputCode false "a key, button or axis is dropped: the target does not have it",
    ClassName true "the class has another name in the target",
    Script true "the source code of a script is not changed: the target may not run GDScript of another generation",
    ElementType false "the declared type of a container is dropped: the target cannot express it",
    SharedBit true "the shared bit is set or dropped: only Godot 2 has a bit for shared containers",
    PackedIntegers true "64-bit ints become 32-bit ints, or an Array of ints: the target has no such packed array",
    PackedReals true "packed 64-bit floats become 32-bit floats, or an Array of floats: the target has no such packed array",
    PackedVectors true "packed vectors become other vectors: the target has no such packed array",
    Image true "an image becomes a Dictionary of its fields: the target has no type for it",
    InputEvent true "an input event becomes a Dictionary of its fields: the target has no type for it",
    JoystickPosition false "a joystick motion without a position gets position 0: the target requires a position",
    WideInt false "an int becomes a float: the target's ints have 32 bits",
    Rounded false "numbers are rounded: the target has fewer digits",
    SameKeys false "several entries become one: their keys are equal in the target",
}

/// One change.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReportedChange {
    /// The path of the changed value.
    pub path: Path,
    /// The reason.
    pub rule: Rule,
    /// The value before and after, in words.
    pub what: String,
}

/// The changes of a conversion. All of them are counted, and the first ones of each kind are listed.
///
/// ```
/// use gamewire::godot::convert::{Rule, convert};
/// use gamewire::godot::{Dialect, Vector2i, variant};
/// let save = variant!({ "cell": Vector2i::new(1, 2), "hp": 9 });
/// let converted = convert(save, Dialect::GODOT_4, Dialect::GODOT_3)?;
/// let report = &converted.report;
/// assert_eq!((report.total(), report.is_lossless()), (1, true));
/// assert_eq!((report.changes()[0].rule, report.changes()[0].path.to_string()), (Rule::IntegerVector, "$.cell".into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    from: Dialect,
    to: Dialect,
    pub(super) changes: Vec<ReportedChange>,
    counts: Vec<(Rule, usize)>,
    /// Whether a type in the value has another id in the target.
    pub(super) ids_differ: bool,
}

/// The greatest length of a value in a report.
const SHOWN: usize = 60;

impl Report {
    /// The number of changes of each rule that are listed with their path. Further ones are only counted, so
    /// that a report stays small even for large values.
    pub const LISTED: usize = 16;

    pub(super) fn new(from: Dialect, to: Dialect) -> Self {
        Self { from, to, changes: Vec::new(), counts: Vec::new(), ids_differ: false }
    }

    /// Returns the first [`LISTED`](Self::LISTED) changes of each rule, in the order of the value.
    pub fn changes(&self) -> &[ReportedChange] {
        &self.changes
    }

    /// Returns how often a rule was applied, listed or not.
    pub fn count(&self, rule: Rule) -> usize {
        self.counts.iter().find(|(counted, _)| *counted == rule).map_or(0, |(_, count)| *count)
    }

    /// Returns the number of changes, listed or not.
    pub fn total(&self) -> usize {
        self.counts.iter().map(|(_, count)| count).sum()
    }

    /// Returns whether nothing changed.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Returns whether every change keeps the meaning.
    pub fn is_lossless(&self) -> bool {
        self.counts.iter().all(|(rule, _)| rule.is_lossless())
    }

    /// Counts a change. `what` is called only while changes of the rule are listed.
    pub(super) fn note(&mut self, rule: Rule, what: impl FnOnce() -> String) {
        let count = match self.counts.iter_mut().find(|(counted, _)| *counted == rule) {
            Some((_, count)) => {
                *count += 1;
                *count
            }
            None => {
                self.counts.push((rule, 1));
                1
            }
        };
        if count <= Self::LISTED {
            self.changes.push(ReportedChange {
                path: Path::default(),
                rule,
                what: visible(&what()).into_owned(),
            });
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, to, total) = (self.from, self.to, self.total());
        if total == 0 {
            let what = if self.ids_differ { "only ids of types change" } else { "nothing to change" };
            return writeln!(f, "{from} to {to}: {what}");
        }
        let unit = if total == 1 { "change" } else { "changes" };
        let lost: usize =
            self.counts.iter().filter(|(rule, _)| !rule.is_lossless()).map(|(_, count)| count).sum();
        match lost {
            0 => writeln!(f, "{from} to {to}: {total} {unit}, nothing lost")?,
            _ => writeln!(f, "{from} to {to}: {total} {unit}, {lost} with losses")?,
        }
        for (rule, count) in &self.counts {
            let loses = if rule.is_lossless() { "" } else { "loss: " };
            writeln!(f, "{loses}{} ({count})", rule.why())?;
            for change in self.changes.iter().filter(|change| change.rule == *rule) {
                writeln!(f, "    {}: {}", change.path, change.what)?;
            }
            if *count > Self::LISTED {
                writeln!(f, "    and {} more", count - Self::LISTED)?;
            }
        }
        Ok(())
    }
}

/// Returns the value before and after, in one line. Types always have their names in Godot 4, so that a `Quat` is not reported
/// as a change.
pub(super) fn became(before: &Variant, after: &Variant) -> String {
    let [before, after] = [before, after].map(|value| value.preview(Table::Godot4, SHOWN));
    format!("{before} → {after}")
}
