//! Conversion of text that the target would reject.

use super::Conversion;
use super::report::Rule;
use crate::godot::Text;
use crate::godot::dialect::TextRule;
use crate::godot::generalized::is_generalized_utf8;

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
