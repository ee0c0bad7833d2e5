//! Checks of text for people and terminals: it has no characters that could have an effect there.

use gamewire::shared::escape::is_hidden;

/// Checks that the text is one line without hidden characters.
#[track_caller]
pub fn line(text: &str) {
    assert_eq!(text.chars().find(|character| is_hidden(*character)), None, "{text:?}");
}

/// Checks text of several lines.
#[track_caller]
pub fn lines(text: &str) {
    text.lines().for_each(line);
}

/// Checks text with colors, which are commands to the terminal.
#[track_caller]
pub fn colored(text: &str) {
    let mut parts = text.split("\u{1b}[");
    lines(parts.next().unwrap_or_default());
    for part in parts {
        let (color, text) = part.split_once('m').expect("a color ends");
        assert!(color.bytes().all(|byte| byte.is_ascii_digit() || byte == b';'), "{color:?}");
        lines(text);
    }
}
