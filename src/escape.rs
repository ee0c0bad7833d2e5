//! Foreign text, made fit to be shown: names and texts of files, where a person, a terminal or a log reads them.
//!
//! Some characters are not seen as what they are. Control characters move the cursor, or begin a command to a terminal;
//! U+2028 and U+2029 end a line for some readers; marks of direction turn around what follows them; a byte order mark
//! is not seen at all. Text that gamewire prints has escapes in their places, of the form that JSON and
//! Godot's `var_to_str` have in common: `\u001b`, and `\n`, `\r` and `\t`.
//!
//! Values as data ([`godot::json`](crate::godot), `Text`, `Display` of a `NodePath`, ..) keep every character.

use std::borrow::Cow;
use std::fmt::{self, Write};

/// Returns whether a character is invisible or looks like another: a control character (C0, DEL, C1), a separator of lines or paragraphs,
/// a mark of direction, a byte order mark, an anchor of an annotation. All of them are in the Basic Multilingual Plane.
///
/// ```
/// use gamewire::__private::escape::is_hidden;
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

/// The text with escapes for what is [hidden](is_hidden). It is one line.
///
/// ```
/// use gamewire::__private::escape::visible;
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
/// use gamewire::__private::escape::visible_but;
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

/// The escape of one character.
pub(crate) fn escape(character: char, out: &mut impl Write) -> fmt::Result {
    match character {
        '\n' => out.write_str("\\n"),
        '\r' => out.write_str("\\r"),
        '\t' => out.write_str("\\t"),
        other => write!(out, "\\u{:04x}", u32::from(other)),
    }
}
