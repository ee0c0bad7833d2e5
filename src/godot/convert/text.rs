//! Conversion of text, names and paths.

use super::Conversion;
use super::report::{Rule, became, shown};
use crate::godot::dialect::TextRule;
use crate::godot::generalized::is_generalized_utf8;
use crate::godot::ids::{Kind, Table};
use crate::godot::{NodePath, Text, Variant};

impl Conversion {
    /// Converts text that the target would reject. Windows builds of Godot 3 store and write characters above U+FFFF as
    /// surrogate pairs, which are joined. Each remaining code point that is not a character becomes U+FFFD.
    pub(super) fn text(&mut self, text: &mut Text) {
        if text.as_str().is_some() {
            return;
        }
        let readable = is_generalized_utf8(text.as_bytes());
        match self.to().text {
            TextRule::Any => return,
            TextRule::Lenient if readable => return,
            _ => {}
        }
        let (joined, lost) = if readable { join(text) } else { (text.to_string_lossy().into_owned(), true) };
        let before = std::mem::replace(text, joined.into());
        let rule = if lost { Rule::NotUnicode } else { Rule::SurrogatePair };
        self.report.note(rule, || format!("{before:?} → {text:?}"));
    }

    /// Converts a StringName to a String. Engines treat both as equal, and games rarely depend on the difference.
    pub(super) fn string_name(&mut self, value: &mut Variant) {
        let Variant::StringName(text) = value else { return };
        self.text(text);
        if self.lacks(Kind::StringName) {
            let text = std::mem::take(text);
            *value = Variant::String(text);
            self.report.note(Rule::StringName, || {
                let plain = shown(value);
                format!("&{plain} → {plain}")
            });
        }
    }

    /// Moves the property of a path. `Sprite:modulate` has a property in Godot 2 and a subname later, but is the same
    /// path.
    pub(super) fn node_path(&mut self, path: &mut NodePath) {
        for text in path.names.iter_mut().chain(&mut path.subnames).chain(&mut path.property) {
            self.text(text);
        }
        self.empty_path(path);
        match (self.from().node_path_property, self.to().node_path_property) {
            (_, false) => {
                let Some(property) = path.property.take() else { return };
                if !property.is_empty() {
                    path.subnames.push(property);
                }
            }
            (false, true) => {
                if path.property.is_some() || path.subnames.is_empty() {
                    return;
                }
                path.property = path.subnames.pop();
            }
            (true, true) => return,
        }
        self.report.note(Rule::NodePathProperty, || became(&path.to_string(), &path.clone().into()));
    }
}

impl Conversion {
    /// Replaces a path by the empty path if the target reads it as empty. This also applies to keys.
    fn empty_path(&mut self, path: &mut NodePath) {
        let reads_empty = path.names.is_empty()
            && match self.to().table {
                Table::Godot2 => true,
                Table::Godot3 => path.subnames.is_empty(),
                Table::Godot4 => false,
            };
        if !reads_empty || *path == NodePath::default() || self.from().table == self.to().table {
            return;
        }
        let before = std::mem::take(path);
        self.report.note(Rule::EmptyPath, || became(&shown(&before.into()), &path.clone().into()));
    }
}

/// Joins surrogate pairs. Returns `true` if there were other code points that are not characters.
fn join(text: &Text) -> (String, bool) {
    let mut joined = String::with_capacity(text.len());
    let mut lost = false;
    let mut points = text.code_points().peekable();
    while let Some(point) = points.next() {
        let low = points.peek().copied().filter(|low| (0xdc00..0xe000).contains(low));
        let character = match (point, low) {
            (0xd800..0xdc00, Some(low)) => {
                points.next();
                char::from_u32(0x1_0000 + ((point - 0xd800) << 10 | (low - 0xdc00)))
            }
            _ => char::from_u32(point),
        };
        lost |= character.is_none();
        joined.push(character.unwrap_or(char::REPLACEMENT_CHARACTER));
    }
    (joined, lost)
}
