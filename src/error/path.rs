//! Where in a value something is: `$["scores"][3].origin`.

use std::fmt;

/// One step from a value to a value inside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Segment {
    /// Element of an array or list, by position.
    Index(usize),
    /// Value of a dictionary or compound, by its key as text, with quotes where the key is text.
    Key(String),
    /// Key of a dictionary, by position of the entry.
    KeyAt(usize),
    /// A named part of a structure.
    Field(&'static str),
}

/// Steps from the whole value to the place in question; prints as `$["scores"][3]`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Path(Vec<Segment>);

impl Path {
    /// The steps, outermost first.
    pub fn segments(&self) -> &[Segment] {
        &self.0
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
        let hidden = self.0.len().saturating_sub(2 * shown);
        for (at, segment) in self.0.iter().enumerate() {
            if hidden > 0 && at >= shown && at < shown + hidden {
                if at == shown {
                    write!(f, "…({hidden} more)…")?;
                }
                continue;
            }
            match segment {
                Segment::Index(index) => write!(f, "[{index}]")?,
                Segment::Key(key) => write!(f, "[{key}]")?,
                Segment::KeyAt(index) => write!(f, ".key({index})")?,
                Segment::Field(name) => write!(f, ".{name}")?,
            }
        }
        Ok(())
    }
}
