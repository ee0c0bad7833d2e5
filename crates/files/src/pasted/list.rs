//! Lists of numbers with separators, in brackets or without.

use super::{NOT_A_DIGIT, Read, pairs};
use gamewire::shared::TextFault;

pub(super) fn read(text: &str) -> Read<'_> {
    let mut bytes = Vec::new();
    let groups = groups(text)?;
    let empty = |text: &str| text.bytes().all(|one| b"[](){}; ".contains(&one)) && text.len() > 1;
    if groups.is_empty() && !empty(text) {
        words(text, false, &mut bytes)?;
    }
    for group in groups {
        let hex = group.strip_prefix("Buffer");
        words(hex.unwrap_or(group), hex.is_none(), &mut bytes)?;
    }
    Ok(bytes)
}

/// Returns the contents of the innermost brackets, except lengths, as in `Uint8Array(76) [..]` and `char packet[76] =
/// {..}`.
fn groups(text: &str) -> Result<Vec<&str>, TextFault<'_>> {
    let mut groups: Vec<&str> = Vec::new();
    let mut open: Option<&str> = None;
    let mut rest = text;
    let mut peers: Option<&str> = None;
    while let Some(at) = rest.find(['[', '(', '{', '<', ']', ')', '}', '>', '/']) {
        let from = rest.get(at..).unwrap_or_default();
        rest = from.get(1..).unwrap_or_default();
        match from.as_bytes().first() {
            Some(b'/') => {
                let end = match rest.as_bytes().first() {
                    Some(b'*') => rest.find("*/").map(|end| end + 2),
                    Some(b'/') => Some(rest.find('\n').unwrap_or(rest.len())),
                    _ => return Err(TextFault::new(from, NOT_A_DIGIT)),
                };
                let end = end.ok_or_else(|| TextFault::new(from, "this comment is not closed"))?;
                rest = rest.get(end..).unwrap_or_default();
            }
            Some(b'[' | b'(' | b'{' | b'<') => {
                // Wireshark puts the direction into the names of arrays.
                let before = text.get(..text.len() - from.len()).unwrap_or_default();
                let name = before.rsplit(|one: char| !(one.is_ascii_alphanumeric() || one == '_')).next();
                if let Some(peer) =
                    name.filter(|name| name.starts_with("peer")).and_then(|name| name.split('_').next())
                {
                    if peers.is_some_and(|other| other != peer) {
                        return Err(TextFault::new(
                            from,
                            "the text has both directions of a stream: copy only one of them",
                        ));
                    }
                    peers = Some(peer);
                }
                open = Some(rest);
            }
            _ => {
                let Some(inside) = open.take() else { continue };
                let inside = inside.get(..inside.len() - from.len()).unwrap_or_default();
                if !without_comments(inside).trim().is_empty() {
                    groups.push(inside);
                }
            }
        }
    }
    if let Some(open) = open {
        // If the end of a list was cut off, the list still counts.
        groups.push(open);
    }
    if groups.len() > 1 {
        let is_length = |group: &&str| group.bytes().all(|one| one.is_ascii_digit());
        if !groups.iter().all(is_length) {
            groups.retain(|group| !is_length(group));
        }
    }
    Ok(groups)
}

fn without_comments(text: &str) -> String {
    let mut rest = text;
    let mut kept = String::new();
    while let Some((before, from)) = rest.split_once("/*") {
        kept.push_str(before);
        rest = from.split_once("*/").map_or("", |(_, after)| after);
    }
    kept + rest
}

/// Parses the words of a group, or of a text without brackets.
fn words<'t>(text: &'t str, in_brackets: bool, bytes: &mut Vec<u8>) -> Result<(), TextFault<'t>> {
    let words = split(text, in_brackets);
    refuse_omissions(&words)?;
    if words.iter().any(|word| is_prefixed(word)) {
        return prefixed(&words, bytes);
    }
    // Decimal numbers in a list have no leading zeros, but digits in pairs do.
    let is_decimal = |word: &&str| {
        word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
            && (word.len() == 1 || !word.starts_with('0'))
    };
    // Digits in pairs, with one pair to a line or with commas, can also be decimal numbers of two digits.
    let lines = || text.lines().filter(|line| !line.trim().is_empty()).count();
    let is_list = !in_brackets && words.len() > 1 && (text.contains(',') || lines() == words.len());
    if words.iter().all(is_decimal) && (in_brackets || is_list) {
        if let Some(word) = words.first().filter(|_| is_list && words.iter().all(|word| word.len() == 2)) {
            let reason =
                "these numbers can be decimal or hexadecimal: put decimal ones in brackets, as in [2, 0, 67]";
            return Err(TextFault::new(word, reason));
        }
        for word in words {
            bytes.push(decimal(word)?);
        }
        return Ok(());
    }
    if let Some(word) = words.iter().find(|word| is_list && word.len() % 2 > 0) {
        return Err(TextFault::new(word, "the number of hexadecimal digits is odd"));
    }
    if in_brackets || text.contains([',', ':', '-']) {
        words.iter().try_for_each(|word| refuse_non_digits(word))?;
        return words.into_iter().try_for_each(|word| pairs([word], bytes));
    }
    // Other groups of digits may have any length, so that a byte begins in one and ends in the next.
    pairs(words, bytes)
}

/// Splits text into its words, without its comments.
fn split(text: &str, in_brackets: bool) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let comment = rest.starts_with("/*").then(|| rest.find("*/").map_or(rest.len(), |end| end + 2));
        let comment = comment.or(rest.starts_with("//").then(|| rest.find('\n').unwrap_or(rest.len())));
        if let Some(end) = comment {
            rest = rest.get(end..).unwrap_or_default();
            continue;
        }
        // A minus inside brackets is not a separator.
        let separator = |one: char| one.is_whitespace() || ",;:".contains(one) || one == '-' && !in_brackets;
        let end = rest.find(|one| separator(one) || one == '/').unwrap_or(rest.len());
        if end > 0 {
            words.push(rest.get(..end).unwrap_or_default());
        }
        let skip = rest.get(end..).and_then(|rest| rest.chars().next()).filter(|one| *one != '/' || end == 0);
        rest = rest.get(end + skip.map_or(0, char::len_utf8)..).unwrap_or_default();
    }
    words
}

/// Refuses text in which a program has left out bytes.
fn refuse_omissions<'t>(words: &[&'t str]) -> Result<(), TextFault<'t>> {
    if let Some(at) = words.iter().position(|word| word.starts_with("...") || *word == "…") {
        let left = words.get(at + 1..).unwrap_or_default().join(" ");
        let dots = words.get(at).copied().unwrap_or_default();
        return Err(TextFault::new(dots, format!("{left} were left out of the text: print all of them")));
    }
    if let Some(star) = words.iter().find(|word| **word == "*") {
        let reason = "repeated lines were left out here, and without offsets their number is unknown: print all lines (od -v)";
        return Err(TextFault::new(star, reason));
    }
    Ok(())
}

fn is_prefixed(word: &str) -> bool {
    word.starts_with("0x") || word.starts_with("0X")
}

/// Parses numbers of which at least one begins with `0x`.
fn prefixed<'t>(words: &[&'t str], bytes: &mut Vec<u8>) -> Result<(), TextFault<'t>> {
    for word in words {
        match word.get(2..).filter(|_| is_prefixed(word)) {
            Some("") => return Err(TextFault::new(word, "there are no digits after 0x")),
            // `0x2` is one byte, and `0x0200` is two bytes.
            Some(digit) if digit.len() == 1 => pairs(["0", digit], bytes)?,
            Some(digits) => pairs([digits], bytes)?,
            // In source code, a plain 0 can be among the prefixed numbers.
            None => bytes.push(decimal(word)?),
        }
    }
    Ok(())
}

/// Refuses a word with a character that is not a hexadecimal digit.
fn refuse_non_digits(word: &str) -> Result<(), TextFault<'_>> {
    match word.find(|one: char| !one.is_ascii_hexdigit()) {
        Some(at) => Err(TextFault::new(word.get(at..).unwrap_or_default(), NOT_A_DIGIT)),
        None => Ok(()),
    }
}

fn decimal(word: &str) -> Result<u8, TextFault<'_>> {
    word.parse().map_err(|_| TextFault::new(word, "this is not a byte, which is a number from 0 to 255"))
}
