//! Entries of dictionaries that an engine loses.

use crate::error::{Path, Segment};
use crate::godot::dialect::Dialect;
use crate::godot::model::{Variant, kept};

impl Dialect {
    /// Returns the paths of the entries that an engine of this dialect loses when it reads the value, because
    /// a later entry of the dictionary has the same key. Each path leads to the key by its position, such as
    /// `$.items.key(2)`.
    ///
    /// A value that [`parse`](Dialect::parse) returns has no such entries. A value that is read from JSON or
    /// built by a program may have some, and they are encoded like all others.
    ///
    /// ```
    /// use gamewire::godot::{Dialect, json};
    /// let value = json::from_str(r#"{"type":"Dictionary","args":["s:hp","i:1","s:mp","i:2","s:hp","i:3"]}"#)?;
    /// let lost: Vec<String> = Dialect::GODOT_4.lost_entries(&value).map(|path| path.to_string()).collect();
    /// assert_eq!(lost, ["$.key(0)"]);
    /// # Ok::<(), gamewire::godot::json::JsonError>(())
    /// ```
    pub fn lost_entries(&self, value: &Variant) -> impl Iterator<Item = Path> {
        let dialect = *self;
        value.walk().with_keys().paths_inside(move |value| match value {
            Variant::Dictionary(dictionary) => lost(dictionary.as_slice(), &dialect),
            _ => Vec::new(),
        })
    }
}

/// Returns the keys of the entries whose values are lost, the last first.
fn lost(pairs: &[(Variant, Variant)], dialect: &Dialect) -> Vec<Segment> {
    let kept = kept(pairs.iter().map(|(key, _)| key.clone()), dialect.keys);
    if kept.len() == pairs.len() {
        return Vec::new();
    }
    let mut is_lost = vec![true; pairs.len()];
    for (_, at) in kept {
        is_lost.get_mut(at).into_iter().for_each(|is_lost| *is_lost = false);
    }
    let lost = is_lost.into_iter().enumerate().rev().filter(|(_, is_lost)| *is_lost);
    lost.map(|(at, _)| Segment::KeyAt(at)).collect()
}
