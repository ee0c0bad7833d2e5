//! Lists of numbers with separators, in brackets or without.

use super::{Read, pairs};
use crate::error::TextFault;

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
                    _ => return Err(TextFault::new(from, "this is not a hexadecimal digit")),
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
    if let Some(at) = words.iter().position(|word| word.starts_with("...") || *word == "…") {
        let left: Vec<&str> = words.get(at + 1..).unwrap_or_default().to_vec();
        let dots = words.get(at).copied().unwrap_or_default();
        return Err(TextFault::new(
            dots,
            format!("{} were left out of the text: print all of them", left.join(" ")),
        ));
    }
    if let Some(star) = words.iter().find(|word| **word == "*") {
        let reason = "repeated lines were left out here, and without offsets their number is unknown: print all lines (od -v)";
        return Err(TextFault::new(star, reason));
    }
    let prefixed = |word: &str| word.starts_with("0x") || word.starts_with("0X");
    if words.iter().any(|word| prefixed(word)) {
        for word in words {
            match word.get(2..).filter(|_| prefixed(word)) {
                Some("") => return Err(TextFault::new(word, "there are no digits after 0x")),
                // `0x2` is one byte, and `0x0200` is two bytes.
                Some(digit) if digit.len() == 1 => bytes.push(
                    u8::from_str_radix(digit, 16)
                        .map_err(|_| TextFault::new(digit, "this is not a hexadecimal digit"))?,
                ),
                Some(digits) => pairs(digits, bytes)?,
                // In source code, a plain 0 can be among the prefixed numbers.
                None => bytes.push(decimal(word)?),
            }
        }
        return Ok(());
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
    let separated = in_brackets || text.contains([',', ':', '-']);
    if separated {
        if let Some((word, at)) =
            words.iter().find_map(|word| Some((word, word.find(|one: char| !one.is_ascii_hexdigit())?)))
        {
            return Err(TextFault::new(
                word.get(at..).unwrap_or_default(),
                "this is not a hexadecimal digit",
            ));
        }
        return words.into_iter().try_for_each(|word| pairs(word, bytes));
    }
    // Groups of digits may have any length.
    let mut odd = None;
    for word in words {
        let mut digits = word;
        if let Some(high) = odd.take() {
            let (low, after) = digits.split_at_checked(1).unwrap_or((digits, ""));
            let both = format!("{high}{low}");
            let byte = u8::from_str_radix(&both, 16)
                .map_err(|_| TextFault::new(low, "this is not a hexadecimal digit"))?;
            bytes.push(byte);
            digits = after;
        }
        if let Some(wrong) = digits.find(|one: char| !one.is_ascii_hexdigit()) {
            let from = digits.get(wrong..).unwrap_or_default();
            return Err(TextFault::new(from, "this is not a hexadecimal digit"));
        }
        let even = digits.len() / 2 * 2;
        pairs(digits.get(..even).unwrap_or_default(), bytes)?;
        odd = digits.get(even..).filter(|digit| !digit.is_empty());
    }
    match odd {
        None => Ok(()),
        Some(digit) => Err(TextFault::new(digit, "the number of hexadecimal digits is odd")),
    }
}

fn decimal(word: &str) -> Result<u8, TextFault<'_>> {
    word.parse().map_err(|_| TextFault::new(word, "this is not a byte, which is a number from 0 to 255"))
}
