//! Where in a value something is: `$["scores"][3].origin`.

use std::fmt;

/// One step from a value to a value inside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Segment {
    /// Element of an array or list, by position. To a dictionary it is a key, the number.
    Index(usize),
    /// Value of a dictionary or compound, by its key as text, with quotes where the key is text.
    Key(String),
    /// Key of a dictionary, by position of the entry.
    KeyAt(usize),
    /// A named part of a structure.
    Field(&'static str),
    /// A name that was read from a path: a part of a structure, a property, or a key that is text.
    Name(String),
}

impl Segment {
    /// The step to the value of a key that is text.
    ///
    /// ```
    /// use gamewire::path::{Path, Segment};
    /// assert_eq!(Path::from(vec![Segment::text("odd key")]).to_string(), r#"$["odd key"]"#);
    /// ```
    #[must_use]
    pub fn text(key: &str) -> Self {
        Self::Key(format!("\"{}\"", key.escape_debug()))
    }

    /// The name of a key of text that needs no quotes.
    fn plain(&self) -> Option<&str> {
        let Self::Key(key) = self else { return None };
        let name = key.strip_prefix('"')?.strip_suffix('"')?;
        let starts = |c: char| c.is_ascii_alphabetic() || c == '_';
        let follows = |c: char| c.is_ascii_alphanumeric() || "_-/".contains(c);
        (name.starts_with(starts) && name.chars().all(follows)).then_some(name)
    }
}

/// Steps from the whole value to the place in question; prints as `$["scores"][3]`.
///
/// With `{:#}` all of it is printed, however long, and keys that need no quotes are names: `$.scores[3]`. How paths
/// are read is told in [`path`](crate::path).
///
/// ```
/// use gamewire::path::Path;
/// let path: Path = "$.scores[3]".parse()?;
/// assert_eq!(path.segments().len(), 2);
/// assert_eq!(format!("{path:#}"), "$.scores[3]");
/// # Ok::<(), gamewire::path::ParsePathError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Path(Vec<Segment>);

impl Path {
    /// The steps, outermost first.
    pub fn segments(&self) -> &[Segment] {
        &self.0
    }

    /// Goes one step further in.
    pub fn push(&mut self, segment: Segment) {
        self.0.push(segment);
    }

    /// Goes one step back out.
    pub fn pop(&mut self) -> Option<Segment> {
        self.0.pop()
    }
}

impl From<Vec<Segment>> for Path {
    fn from(segments: Vec<Segment>) -> Self {
        Self(segments)
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("$")?;
        // A path of a thousand steps helps nobody: the outermost and the innermost are shown.
        let shown = 12;
        let hidden = if f.alternate() { 0 } else { self.0.len().saturating_sub(2 * shown) };
        for (at, segment) in self.0.iter().enumerate() {
            if hidden > 0 && at >= shown && at < shown + hidden {
                if at == shown {
                    write!(f, "…({hidden} more)…")?;
                }
                continue;
            }
            match segment {
                Segment::Index(index) => write!(f, "[{index}]")?,
                Segment::Key(_) if f.alternate() && segment.plain().is_some() => {
                    write!(f, ".{}", segment.plain().unwrap_or_default())?;
                }
                Segment::Key(key) => write!(f, "[{key}]")?,
                Segment::KeyAt(index) => write!(f, ".key({index})")?,
                Segment::Field(name) => write!(f, ".{name}")?,
                Segment::Name(name) => write!(f, ".{name}")?,
            }
        }
        Ok(())
    }
}
