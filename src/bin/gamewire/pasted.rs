//! Bytes as people paste them: what programs, debuggers and engines print.

/// The bytes that some text means; `None` if it is in none of the known forms.
///
/// | form | where it is met |
/// |---|---|
/// | `[2, 0, 0, 67]`, `PackedByteArray(2, 0)` | `print()` of an engine, JSON |
/// | `0x02,0x00`, `{0x02, 0x00}` | source code |
/// | `02:00`, `02-00`, `02,00` | debuggers and captures |
/// | `\x02\x00`, `b'\x02a'` | strings of Python and C |
/// | `00000000  02 00 .. \|..\|` | `hexdump -C` |
/// | `00000000: 0200 ..  ..` | `xxd` |
pub fn bytes(text: &str) -> Option<Vec<u8>> {
    let text = text.trim();
    if text.lines().all(|line| line.contains("\\x") || line.trim().is_empty()) && !text.is_empty() {
        return escaped(text);
    }
    dump(text).or_else(|| list(text))
}

/// The lines of `hexdump -C` and `xxd`.
fn dump(text: &str) -> Option<Vec<u8>> {
    let mut bytes: Vec<u8> = Vec::new();
    let mut last = Vec::new();
    let mut repeats = false;
    let mut any = false;
    for line in text.lines().map(str::trim_end).filter(|line| !line.trim().is_empty()) {
        if line.trim() == "*" {
            repeats = any;
            continue;
        }
        let line = line.trim_start();
        let (offset, rest) = line.split_at_checked(line.find([':', ' ']).unwrap_or(line.len()))?;
        let offset = (offset.len() >= 7).then(|| usize::from_str_radix(offset, 16).ok()).flatten()?;
        while repeats && bytes.len() < offset {
            bytes.extend(&last);
        }
        repeats = false;
        if bytes.len() != offset {
            return None;
        }
        if rest.is_empty() {
            continue; // The last line of hexdump is the length.
        }
        let digits = match rest.strip_prefix(": ") {
            // Characters follow after two spaces.
            Some(rest) => rest.split("  ").next()?,
            None => rest.split_once('|')?.0,
        };
        last = pairs(digits)?;
        bytes.extend(&last);
        any = true;
    }
    any.then_some(bytes)
}

/// Digits in pairs, with white space anywhere.
fn pairs(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<u32> =
        text.chars().filter(|one| !one.is_whitespace()).map(|one| one.to_digit(16)).collect::<Option<_>>()?;
    let (pairs, []) = digits.as_chunks::<2>() else { return None };
    pairs.iter().map(|[high, low]| u8::try_from(high << 4 | low).ok()).collect()
}

/// Numbers with something between them.
fn list(text: &str) -> Option<Vec<u8>> {
    // What an array is called does not matter, nor what ends the statement.
    let open = text.find(['[', '{', '(']);
    let inside = open.and_then(|open| text.get(open..)).unwrap_or(text);
    let bracketed = inside.trim_matches(|one: char| "[]{}();".contains(one) || one.is_whitespace());
    // A minus in a list is no separator.
    let separators = |one: char| one.is_whitespace() || ",;:".contains(one) || one == '-' && open.is_none();
    let words: Vec<&str> = bracketed.split(separators).filter(|word| !word.is_empty()).collect();
    let prefixed = |word: &&str| word.starts_with("0x") || word.starts_with("0X");
    if words.is_empty() && open.is_none() {
        return None;
    }
    if words.iter().any(prefixed) {
        let digits = |word: &&str| match word.get(2..).filter(|_| prefixed(word)) {
            Some(digits) => pairs_or_one(digits),
            // Source code has a plain 0 among them.
            None => word.parse().ok().map(|byte| vec![byte]),
        };
        return words.iter().map(digits).collect::<Option<Vec<_>>>().map(|all| all.concat());
    }
    // No list of numbers has zeros in front, and no digits in pairs lack them.
    let decimal = |word: &&str| {
        word.bytes().all(|byte| byte.is_ascii_digit()) && (word.len() == 1 || !word.starts_with('0'))
    };
    if open.is_some() && words.iter().all(decimal) {
        return words.iter().map(|word| word.parse().ok()).collect();
    }
    pairs(&words.concat()).filter(|_| words.iter().all(|word| word.len() % 2 == 0))
}

/// `0x2` is one byte, `0x0200` two.
fn pairs_or_one(digits: &str) -> Option<Vec<u8>> {
    if digits.is_empty() {
        None
    } else if digits.len() == 1 {
        pairs(&format!("0{digits}"))
    } else {
        pairs(digits)
    }
}

/// Text with escapes, in quotes or without.
fn escaped(text: &str) -> Option<Vec<u8>> {
    let text = text.trim_start_matches(['b', 'B', 'r']).trim();
    let quote = text.chars().next().filter(|first| matches!(first, '"' | '\''));
    let inside = match quote {
        Some(quote) => text.strip_prefix(quote)?.strip_suffix(quote)?,
        None => text,
    };
    let mut bytes = Vec::new();
    let mut rest = inside.chars();
    while let Some(one) = rest.next() {
        if one != '\\' {
            // Without quotes, what is between the escapes only separates them.
            match quote {
                Some(_) => bytes.extend(one.encode_utf8(&mut [0; 4]).as_bytes()),
                None if one.is_whitespace() || one == ',' => {}
                None => return None,
            }
            continue;
        }
        bytes.push(match rest.next()? {
            'x' => {
                let (high, low) = (rest.next()?.to_digit(16)?, rest.next()?.to_digit(16)?);
                u8::try_from(high << 4 | low).ok()?
            }
            '0' => 0,
            'a' => 7,
            'b' => 8,
            't' => b'\t',
            'n' => b'\n',
            'v' => 11,
            'f' => 12,
            'r' => b'\r',
            same @ ('\\' | '\'' | '"') => u8::try_from(same).ok()?,
            _ => return None,
        });
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::bytes;

    #[test]
    fn what_people_paste_is_read() {
        let forms = [
            "[2, 0, 0, 67]",
            "[2,0,0,67]",
            "PackedByteArray([2, 0, 0, 67])",
            "PoolByteArray( 2, 0, 0, 67 )",
            "0x02,0x00,0x00,0x43",
            "{0x2, 0x0, 0x0, 0x43};",
            "0x02, 0, 0, 67",
            "0x02000043",
            "[0x02 0x00 0x00 0x43]",
            "02:00:00:43",
            "02-00-00-43",
            "02,00, 00,43",
            "[02, 00, 00, 43]",
            "\\x02\\x00\\x00\\x43",
            "\\x02 \\x00\n\\x00 \\x43",
            "b'\\x02\\x00\\x00C'",
            "\"\\x02\\0\\0C\"",
            "00000000  02 00 00 43                                       |...C|\n00000004",
            "00000000: 0200 0043                                ...C",
            "00000000: 02 00 00 43  ...C\n",
        ];
        for form in forms {
            assert_eq!(bytes(form), Some(vec![2, 0, 0, 0x43]), "{form}");
        }
    }

    #[test]
    fn repeated_lines_are_repeated() {
        let text = "00000000  01 01 01 01 01 01 01 01  01 01 01 01 01 01 01 01  |................|\n*\n\
                    00000030  02                                                |.|\n00000031\n";
        let mut expected = vec![1; 48];
        expected.push(2);
        assert_eq!(bytes(text), Some(expected));
    }

    #[test]
    fn what_is_no_bytes_is_refused() {
        for text in [
            "",
            "xyz",
            "[256]",
            "[2, -1]",
            "[2, x]",
            "0x",
            "0x123",
            "02:0",
            "\\x0",
            "\\xzz",
            "a\\x00",
            "00000010: 0200  ..",
            "*",
        ] {
            assert_eq!(bytes(text), None, "{text}");
        }
    }
}
