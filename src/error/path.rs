//! Paths in values: `$.scores[3].origin`.

use std::borrow::Cow;
use std::fmt;

use crate::escape::visible;

/// One step from a value to a value inside it. Two segments are equal if they are printed alike.
///
/// ```
/// use gamewire::godot::variant;
/// use gamewire::path::{Path, Segment};
/// let path = Path::from_iter([Segment::from("bag"), Segment::from(1)]);
/// assert_eq!(path.to_string(), "$.bag[1]");
/// assert_eq!(*variant!({ "bag": ["sword", "potion"] }).get_path(&path)?, "potion");
/// # Ok::<(), gamewire::path::PathError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Segment {
    /// Element of an array or list, by position. In a dictionary, the value of this int as key.
    Index(usize),
    /// Value of a key that is this text, in a dictionary or compound; a property, a field, a component.
    Name(Cow<'static, str>),
    /// Value of a dictionary's key of any other type, by its literal: as Godot writes it in text.
    Literal(String),
    /// Key of a dictionary, by position of the entry.
    KeyAt(usize),
    /// Value of an entry of a dictionary or compound, or of a property, by position: for keys that have no text.
    ValueAt(usize),
}

impl Segment {
    /// Creates the step to the value of a key that is text, to a property, or to a named part.
    ///
    /// ```
    /// use gamewire::path::{Path, Segment};
    /// let path = Path::from(vec![Segment::text("gold"), Segment::text("odd key")]);
    /// assert_eq!(path.to_string(), r#"$.gold["odd key"]"#);
    /// assert_eq!(path.to_string().parse(), Ok(path));
    /// ```
    #[must_use]
    pub fn text(key: &str) -> Self {
        Self::Name(key.to_owned().into())
    }

    /// The step to the value of a key that is an int.
    pub(crate) fn int(key: i64) -> Self {
        usize::try_from(key).map_or_else(|_| Self::Literal(key.to_string()), Self::Index)
    }

    /// The step to the value of a key that is a number, or is of any other type, by the key as Godot writes it in text.
    pub(crate) fn number(key: &str) -> Self {
        key.parse().map_or_else(|_| Self::Literal(key.replace("NaN", "nan")), Self::int)
    }

    /// The step to the value of a key of any other type, by the key as Godot writes it in text. It is one line.
    pub(crate) fn literal(key: &str) -> Self {
        Self::Literal(visible(key).into_owned())
    }

    /// The step to a named part of a structure.
    pub(crate) const fn field(name: &'static str) -> Self {
        Self::Name(Cow::Borrowed(name))
    }
}

/// Returns whether a name is printed without quotes.
fn is_plain(name: &str) -> bool {
    let starts = |c: char| c.is_ascii_alphabetic() || c == '_';
    let follows = |c: char| c.is_ascii_alphanumeric() || "_-/".contains(c);
    name.starts_with(starts) && name.chars().all(follows)
}

/// The start of a text, and what says that there is more.
fn start_of(text: &str, shown: usize) -> (&str, &'static str) {
    match text.char_indices().nth(shown) {
        Some((end, _)) => (text.get(..end).unwrap_or_default(), "…"),
        None => (text, ""),
    }
}

/// The segments from the whole value to a value inside it; printed as `$.scores[3]`.
///
/// A path has one form, and is equal to what is read from it; the syntax is described in [`path`](crate::path).
/// Without `{:#}`, steps past 24 and characters of a key past 80 are left out, and `…` says so.
///
/// ```
/// use gamewire::path::Path;
/// let path: Path = "$.scores[3]".parse()?;
/// assert_eq!(path.segments().len(), 2);
/// assert_eq!(path.to_string(), "$.scores[3]");
/// assert_eq!(path, r#"$["scores"][3]"#.parse()?);
/// # Ok::<(), gamewire::TextError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Path(Vec<Segment>);

impl Path {
    /// The steps, outermost first.
    pub fn segments(&self) -> &[Segment] {
        &self.0
    }

    /// Appends a step.
    ///
    /// ```
    /// use gamewire::path::Path;
    /// let mut path = Path::default();
    /// path.push("items");
    /// path.push(3);
    /// assert_eq!(path.to_string(), "$.items[3]");
    /// ```
    pub fn push(&mut self, segment: impl Into<Segment>) {
        self.0.push(segment.into());
    }

    /// Removes the last step.
    pub fn pop(&mut self) -> Option<Segment> {
        self.0.pop()
    }
}

impl FromIterator<Segment> for Path {
    fn from_iter<I: IntoIterator<Item = Segment>>(segments: I) -> Self {
        Self(segments.into_iter().collect())
    }
}

impl Extend<Segment> for Path {
    fn extend<I: IntoIterator<Item = Segment>>(&mut self, segments: I) {
        self.0.extend(segments);
    }
}

impl IntoIterator for Path {
    type Item = Segment;
    type IntoIter = std::vec::IntoIter<Segment>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'p> IntoIterator for &'p Path {
    type Item = &'p Segment;
    type IntoIter = std::slice::Iter<'p, Segment>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

/// The step to an element, or to the value of an int that is a key.
impl From<usize> for Segment {
    fn from(index: usize) -> Self {
        Self::Index(index)
    }
}

/// The step to the value of a key that is text, as [`Segment::text`].
impl From<&str> for Segment {
    fn from(key: &str) -> Self {
        Self::text(key)
    }
}

/// The step to the value of a key that is text, as [`Segment::text`].
impl From<String> for Segment {
    fn from(key: String) -> Self {
        Self::Name(key.into())
    }
}

impl From<Vec<Segment>> for Path {
    fn from(segments: Vec<Segment>) -> Self {
        Self(segments)
    }
}

/// The number of characters of a key that are shown.
const CHARACTERS: usize = 80;

/// Writes the segment as a step of a path: `.gold`, `[3]`.
impl fmt::Display for Segment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = if f.alternate() { usize::MAX } else { CHARACTERS };
        match self {
            Self::Index(index) => write!(f, "[{index}]"),
            // What is left out of a key is not looked at: it may be of any length.
            Self::Name(name) => match start_of(name, shown) {
                (name, more) if is_plain(name) => write!(f, ".{name}{more}"),
                (name, more) => write!(f, "[\"{}{more}\"]", name.escape_debug()),
            },
            Self::Literal(key) => {
                let key = visible(key);
                let (key, more) = start_of(&key, shown);
                write!(f, "[{key}{more}]")
            }
            Self::KeyAt(index) => write!(f, ".key({index})"),
            Self::ValueAt(index) => write!(f, ".value({index})"),
        }
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_segments(f, self.0.len(), self.0.iter())
    }
}

/// Writes `count` segments as a path, outermost first.
pub(crate) fn write_segments<'s>(
    f: &mut fmt::Formatter<'_>,
    count: usize,
    segments: impl Iterator<Item = &'s Segment>,
) -> fmt::Result {
    f.write_str("$")?;
    // A path of a thousand steps helps nobody: the outermost and the innermost are shown.
    let shown = 12;
    let hidden = if f.alternate() { 0 } else { count.saturating_sub(2 * shown) };
    for (at, segment) in segments.enumerate() {
        if hidden > 0 && at >= shown && at < shown + hidden {
            if at == shown {
                write!(f, "…({hidden} more)…")?;
            }
            continue;
        }
        fmt::Display::fmt(segment, f)?;
    }
    Ok(())
}
