//! Escapes for text of foreign origin, such as names and text in files, before it is shown to a person, a
//! terminal or a log.
//!
//! Some characters are not visible, or change what is shown around them. Control characters move the cursor,
//! or begin a command to a terminal; U+2028 and U+2029 end a line for some readers; direction marks reverse
//! the text after them; a byte order mark is invisible. Text that gamewire prints has escapes instead, in the
//! form that JSON and Godot's `var_to_str` have in common: `\u001b`, and `\n`, `\r` and `\t`.
//!
//! Text that represents values as data keeps every character. Examples are [`godot::json`](crate::godot),
//! `Text`, and `Display` of a `NodePath`.

use std::borrow::Cow;
use std::fmt::{self, Write};

/// Returns whether a character is invisible or changes the text around it: a control character (C0, DEL, C1),
/// a separator of lines or paragraphs, a direction mark, a byte order mark, or an anchor of an annotation.
/// All of them are in the Basic Multilingual Plane.
///
/// ```
/// use gamewire::shared::escape::is_hidden;
/// assert!(['\n', '\u{1b}', '\u{7f}', '\u{9b}', '\u{2028}', '\u{202e}', '\u{feff}'].into_iter().all(is_hidden));
/// assert!(!['a', ' ', 'é', '\u{301}', '語', '\u{200d}', '🦀'].into_iter().any(is_hidden));
/// ```
#[must_use]
pub fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{61c}'
                | '\u{200e}'
                | '\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2066}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
        )
}

/// Returns the text with escapes for [hidden](is_hidden) characters. The result has only one line.
///
/// ```
/// use gamewire::shared::escape::visible;
/// assert_eq!(visible("Spieler 1"), "Spieler 1");
/// assert_eq!(visible("a\n~ $.gold: 1 -> 2\u{1b}[2J"), r"a\n~ $.gold: 1 -> 2\u001b[2J");
/// ```
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    visible_but(text, |_| false)
}

/// Escapes hidden characters except the allowed ones, such as line ends in text of several lines.
///
/// ```
/// use gamewire::shared::escape::visible_but;
/// assert_eq!(visible_but("two\nlines\u{7}", |character| character == '\n'), "two\nlines\\u0007");
/// ```
#[must_use]
pub fn visible_but(text: &str, allowed: impl Fn(char) -> bool) -> Cow<'_, str> {
    let hidden = |character: char| is_hidden(character) && !allowed(character);
    if !text.contains(hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        let _ = match hidden(character) {
            true => escape(character, &mut shown),
            false => shown.write_char(character),
        };
    }
    Cow::Owned(shown)
}

pub(crate) fn escape(character: char, out: &mut impl Write) -> fmt::Result {
    match character {
        '\n' => out.write_str("\\n"),
        '\r' => out.write_str("\\r"),
        '\t' => out.write_str("\\t"),
        other => write!(out, "\\u{:04x}", u32::from(other)),
    }
}
