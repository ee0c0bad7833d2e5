//! Paths in values: `$.scores[3].origin`.

use std::borrow::Cow;
use std::fmt;

use crate::escape::visible;
use crate::sure::Sure as _;

/// One step from a value to a value inside it. Two segments are equal if they are printed in the same way.
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
#[expect(clippy::exhaustive_enums, reason = "the forms that the text of a path can have")]
pub enum Segment {
    /// The element of an array or list at this position. In a dictionary, the value of the key that is this int.
    Index(usize),
    /// The value of a key that is this text, in a dictionary or compound. Also a property, a field or a component of
    /// this name.
    Name(Cow<'static, str>),
    /// The value of a dictionary's key of any other type. The key is written as Godot writes it in text.
    Literal(String),
    /// The key of a dictionary's entry at this position, counted from 0.
    KeyAt(usize),
    /// The value of an entry of a dictionary or compound, or of a property, at this position. It is used for keys that
    /// have no text.
    ValueAt(usize),
}

impl Segment {
    /// Creates the step to the value of a key that is text, to a property, or to a named part of a structure.
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

    pub(crate) fn int(key: i64) -> Self {
        usize::try_from(key).map_or_else(|_| Self::Literal(key.to_string()), Self::Index)
    }

    /// Creates the step to the value of a key that is neither text nor an int. `key` is the key as Godot writes it in
    /// text, on one line.
    pub(crate) fn literal(key: &str) -> Self {
        Self::Literal(visible(key).into_owned())
    }

    pub(crate) const fn field(name: &'static str) -> Self {
        Self::Name(Cow::Borrowed(name))
    }
}

fn is_plain(name: &str) -> bool {
    let starts = |c: char| c.is_ascii_alphabetic() || c == '_';
    let follows = |c: char| c.is_ascii_alphanumeric() || "_-/".contains(c);
    name.starts_with(starts) && name.chars().all(follows)
}

/// Returns the first `shown` characters of a text, and `…` if there are more.
fn start_of(text: &str, shown: usize) -> (&str, &'static str) {
    match text.char_indices().nth(shown) {
        Some((end, _)) => (text.get(..end).sure(), "…"),
        None => (text, ""),
    }
}

/// A path from the whole value to a value inside it, printed as `$.scores[3]`.
///
/// The syntax is described in [`path`](crate::path). A path that is printed with `{:#}` and parsed again is equal to
/// the original. Without `#`, only the outermost and innermost 12 steps and the first 80 characters of each key are
/// printed, with `…` in place of the rest.
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
    /// Returns the steps, the outermost first.
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

    /// Removes the last step and returns it, or returns `None` if the path is empty.
    pub fn pop(&mut self) -> Option<Segment> {
        self.0.pop()
    }
}

impl FromIterator<Segment> for Path {
    fn from_iter<I: IntoIterator<Item = Segment>>(segments: I) -> Self {
        Self(segments.into_iter().collect())
    }
}

impl From<usize> for Segment {
    fn from(index: usize) -> Self {
        Self::Index(index)
    }
}

impl From<&str> for Segment {
    fn from(key: &str) -> Self {
        Self::text(key)
    }
}

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

/// The number of characters of a key that are printed without `{:#}`.
const CHARACTERS: usize = 80;

impl fmt::Display for Segment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = if f.alternate() { usize::MAX } else { CHARACTERS };
        match self {
            Self::Index(index) => write!(f, "[{index}]"),
            // The rest of a key is not checked for special characters, because it may be of any length.
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
    // A path may have a thousand steps, so only the outermost and the innermost ones are printed.
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
