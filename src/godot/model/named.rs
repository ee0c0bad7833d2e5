//! References to nodes, resources and signals of a running game.

use super::Text;
use crate::conversions::from;

/// A path to a node, and optionally to a property of it.
///
/// For example, `/root/Player:position:x` is absolute, and has the names `root` and `Player` and the subnames
/// `position` and `x`.
///
/// ```
/// use gamewire::godot::{Dialect, NodePath, variant};
/// let path = NodePath::parse("/root/Player:position:x");
/// assert_eq!((path.names.len(), path.subnames.len(), path.absolute), (2, 2, true));
/// let bytes = Dialect::GODOT_4.encode(&variant!(path))?;
/// let value = Dialect::GODOT_4.parse(&bytes)?;
/// assert_eq!(NodePath::try_from(value)?.to_string(), "/root/Player:position:x");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NodePath {
    /// The names of the nodes on the path.
    pub names: Vec<Text>,
    /// The names of the resources and of the property that follow the nodes.
    pub subnames: Vec<Text>,
    /// The property, which Godot 2 encodes separately from the subnames. A missing property and an empty one have
    /// different bytes.
    pub property: Option<Text>,
    /// Whether the path starts at the root of the tree.
    pub absolute: bool,
}

impl NodePath {
    /// Parses a path in the form that the engine writes as text. Every text is a path.
    ///
    /// ```
    /// use gamewire::godot::NodePath;
    /// let path = NodePath::parse("/root/a:b:c");
    /// assert_eq!((path.names.len(), path.subnames.len(), path.absolute), (2, 2, true));
    /// assert_eq!(path.to_string(), "/root/a:b:c");
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let absolute = text.starts_with('/');
        let (nodes, subnames) = text.split_once(':').unwrap_or((text, ""));
        let part = |part: &str| (!part.is_empty()).then(|| Text::from(part));
        Self {
            names: nodes.split('/').filter_map(part).collect(),
            subnames: subnames.split(':').filter_map(part).collect(),
            property: None,
            absolute,
        }
    }
}

from! {
    NodePath;
    &str => |text| Self::parse(text);
    String => |text| Self::parse(&text);
}

from! { Rid; u64 => |id| Self(id); }
from! { u64; Rid => |rid| rid.0; }

/// Writes the path in the form that the engine writes as text.
impl std::fmt::Display for NodePath {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.absolute {
            f.write_str("/")?;
        }
        for (at, name) in self.names.iter().enumerate() {
            write!(f, "{}{name}", if at == 0 { "" } else { "/" })?;
        }
        for name in self.subnames.iter().chain(&self.property) {
            write!(f, ":{name}")?;
        }
        Ok(())
    }
}

/// The id of a resource of a server. Before Godot 4 it is not encoded, and is read as 0.
///
/// ```
/// use gamewire::godot::{Dialect, Rid, variant};
///
/// let value = variant!(Rid(7));
/// assert_eq!(Rid::try_from(Dialect::GODOT_4.parse(&Dialect::GODOT_4.encode(&value)?)?)?, Rid(7));
/// // Godot 3 writes no number.
/// assert!(Dialect::GODOT_3.encode(&value).is_err());
/// assert_eq!(Rid::try_from(Dialect::GODOT_3.parse(&[16, 0, 0, 0])?)?, Rid(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Rid(pub u64);

/// A signal of an object (Godot 4).
///
/// ```
/// use gamewire::godot::{Dialect, Signal, variant};
/// let signal = Signal { name: "hit".into(), object: 42 };
/// let bytes = Dialect::GODOT_4.encode(&variant!(signal.clone()))?;
/// assert_eq!(Signal::try_from(Dialect::GODOT_4.parse(&bytes)?)?, signal);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Signal {
    /// The name of the signal.
    pub name: Text,
    /// The id of the object, or 0 if there is none.
    pub object: u64,
}
