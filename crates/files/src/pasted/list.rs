//! Numbers and strings, in brackets or without, with the names, types and comments of source code around them.

use super::{NOT_A_DIGIT, Read, byte, of_base64};
use gamewire::shared::{TextFault, hex};

/// One token of source code.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Open,
    Close,
    /// A number, a digit group or a name.
    Word,
    Quoted,
    /// `=`, `:`, or another mark between words.
    Mark,
}

/// A token, and the text from it on.
#[derive(Clone, Copy)]
struct Token<'t> {
    kind: Kind,
    text: &'t str,
    from: &'t str,
}

/// The numbers in one pair of brackets, or outside of all brackets.
#[derive(Default)]
struct Part<'t> {
    bracket: &'t str,
    /// The number of parts that were closed before it.
    inner: usize,
    /// A key that is not the number of bytes before it.
    key: Option<&'t str>,
    /// The text from the bracket on, if it is outside of all others and no variable is set to it.
    alone: Option<&'t str>,
    words: Vec<&'t str>,
}

pub(super) fn read(text: &str) -> Read<'_> {
    let array = text.strip_prefix("array(").and_then(|text| text.strip_suffix(')'));
    // Digits with colons between them have no others beside them, except after a time.
    let mut words = text.split_whitespace();
    let is_time =
        |word: &str| word.split(':').count() == 3 && word.ends_with(|one: char| one.is_ascii_digit());
    if words.next().is_some_and(is_time) && words.next().is_some_and(|word| !word.contains(':')) {
        return Err(TextFault::new(text, format!("this begins with a time: {ALONE}")));
    }
    let list = array.and_then(|array| {
        let after_type = array.strip_prefix("'B',").or_else(|| array.strip_prefix("'b',"));
        after_type.or_else(|| array.strip_suffix("dtype=uint8"))
    });
    let text = list.map_or(text, |list| list.trim().trim_end_matches(','));
    if let Some(at) = text.find(" <repeats ") {
        let from = text.get(at + 1..).unwrap_or_default();
        return Err(TextFault::new(from, "gdb left bytes out here: set print repeats 0"));
    }
    let tokens = tokens(text)?;
    let kinds = |kind| tokens.iter().filter(move |token| token.kind == kind);
    let Some(first) = kinds(Kind::Quoted).next() else { return of_numbers(text, &tokens) };
    // `{"type":"Buffer","data":[2,0]}` and `{"0":2,"1":0}` have strings as keys of numbers.
    if tokens.first().is_some_and(|token| token.text == "{")
        && kinds(Kind::Word).any(|word| is_number(word.text))
    {
        return of_numbers(text, &tokens);
    }
    // `bytes.fromhex("0200")`, `Buffer.from("0200", "hex")`
    let calls_hex = |pair: &[Token<'_>]| {
        let [word, next] = pair else { return false };
        word.kind == Kind::Word && word.text.to_ascii_lowercase().contains("hex") && next.text == "("
    };
    let names_hex = |pair: &[Token<'_>]| {
        let [digits, name] = pair else { return false };
        let are_quoted = digits.kind == Kind::Quoted && name.kind == Kind::Quoted;
        are_quoted && is_digits(inside(digits.text)) && inside(name.text) == "hex"
    };
    let is_hex = tokens.windows(2).any(|pair| calls_hex(pair) || names_hex(pair));
    let mut bytes = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let before =
            |count: usize| at.checked_sub(count).and_then(|at| tokens.get(at)).map(|token| token.text);
        match token.kind {
            Kind::Quoted
                if is_digits(inside(token.text))
                    && (tokens.len() == 1 || is_hex || before(1) == Some("=")) =>
            {
                bytes.extend(groups(inside(token.text))?);
            }
            Kind::Quoted if at > 0 && tokens.get(at - 1..=at).is_some_and(names_hex) => {}
            Kind::Quoted if matches!(before(1), Some("x" | "X")) => {
                bytes.extend(pairs(&[inside(token.text)])?)
            }
            Kind::Quoted if before(2) == Some("PackedByteArray") => {
                bytes.extend(of_base64(inside(token.text))?)
            }
            Kind::Quoted => drop(string(token.text, &mut bytes)?),
            Kind::Word if token.from.len() > first.from.len() && !is_digits(token.text) => {}
            // A prefix such as `b`.
            Kind::Word
                if token.from.get(token.text.len()..).is_some_and(|rest| rest.starts_with(['\'', '"'])) => {}
            Kind::Word if tokens.get(at + 1).is_some_and(|next| next.text == "=") => {}
            Kind::Open if token.text == "(" || tokens.get(at + 1).is_some_and(|next| next.text == "]") => {}
            Kind::Close => {}
            Kind::Mark if token.text == "=" => {}
            _ => {
                return Err(TextFault::new(
                    token.from,
                    "numbers and text in quotes, or escapes and other text, are mixed here",
                ));
            }
        }
    }
    Ok(bytes)
}

/// Returns the text of a string without its quotes.
fn inside(quoted: &str) -> &str {
    quoted.get(1..quoted.len() - 1).unwrap_or_default()
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|one| one.is_ascii_hexdigit() || one.is_ascii_whitespace()) && !text.is_empty()
}

/// Returns whether a word is a number rather than a name.
fn is_number(word: &str) -> bool {
    word.starts_with(|one: char| one.is_ascii_digit() || one == '-') || is_digits(word)
}

/// Splits a text into tokens. Comments, white space and commas separate them.
fn tokens(text: &str) -> Result<Vec<Token<'_>>, TextFault<'_>> {
    let mut tokens = Vec::new();
    let mut from = text;
    while let Some(one) = from.chars().next() {
        let rest = from.get(one.len_utf8()..).unwrap_or_default();
        let (kind, length) = match one {
            '/' if rest.starts_with('*') => match rest.find("*/") {
                Some(end) => (None, end + 3),
                None => return Err(TextFault::new(from, "this comment is not closed")),
            },
            '/' if rest.starts_with('/') => (None, from.find('\n').unwrap_or(from.len())),
            '[' | '(' | '{' | '<' => (Some(Kind::Open), 1),
            ']' | ')' | '}' | '>' => (Some(Kind::Close), 1),
            '=' | ':' => (Some(Kind::Mark), 1),
            '\'' | '"' => (Some(Kind::Quoted), string(from, &mut Vec::new())?),
            // The end of a line of C, which Wireshark's *Copy as Escaped String* prints.
            '\\' if rest.starts_with(['\n', '\r']) => (None, 1),
            '\\' if text.starts_with("\\x") => (Some(Kind::Quoted), escape(from, &mut Vec::new())?),
            one if one.is_whitespace() || ",;".contains(one) => (None, one.len_utf8()),
            _ => {
                // A minus between two digits separates them, and is a sign elsewhere.
                let is_end = |(at, one): &(usize, char)| {
                    let is_minus =
                        || *one == '-' && *at > 0 && !from.get(..*at).is_some_and(|word| word.ends_with('-'));
                    one.is_whitespace() || "[](){}<>,;:='\"/".contains(*one) && *at > 0 || is_minus()
                };
                let end = from.char_indices().find(is_end).map_or(from.len(), |(at, _)| at);
                (Some(Kind::Word), end)
            }
        };
        let (token, after) = from.split_at(length);
        tokens.extend(kind.map(|kind| Token { kind, text: token, from }));
        let is_separator = kind == Some(Kind::Word)
            && after
                .strip_prefix('-')
                .is_some_and(|rest| rest.starts_with(|one: char| one.is_ascii_hexdigit()));
        from = if is_separator { after.get(1..).unwrap_or_default() } else { after };
    }
    Ok(tokens)
}

fn of_numbers<'t>(text: &'t str, tokens: &[Token<'t>]) -> Read<'t> {
    let (mut open, mut closed) = (vec![Part::default()], Vec::new());
    let has_brackets = tokens.iter().any(|token| token.kind == Kind::Open);
    let mut peer: Option<&str> = None;
    for (at, token) in tokens.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| tokens.get(at));
        let next = tokens.get(at + 1);
        let Some(part) = open.last_mut() else { break };
        match token.kind {
            Kind::Open => {
                let name = before.filter(|before| before.kind == Kind::Word).map_or("", |before| before.text);
                // Wireshark puts the direction into the names of arrays.
                if let Some(direction) = name.strip_prefix("peer").and_then(|name| name.split('_').next()) {
                    if peer.is_some_and(|peer| peer != direction) {
                        let reason = "the text has both directions of a stream: copy only one of them";
                        return Err(TextFault::new(token.from, reason));
                    }
                    peer = Some(direction);
                }
                let is_alone = open.len() == 1 && before.is_none_or(|before| before.text != "=");
                let alone = Some(token.from).filter(|_| is_alone && token.text != "(");
                open.push(Part { bracket: token.text, inner: closed.len(), alone, ..Part::default() });
            }
            Kind::Close
                if !matches!(
                    (part.bracket, token.text),
                    ("[", "]") | ("(", ")") | ("{", "}") | ("<", ">")
                ) =>
            {
                return Err(TextFault::new(token.from, DIRECTION));
            }
            Kind::Close if !part.words.is_empty() && part.key.is_some() => {
                let reason = "the keys of bytes must count them: 0, 1, 2 and so on";
                return Err(TextFault::new(part.key.unwrap_or_default(), reason));
            }
            Kind::Close if !part.words.is_empty() && part.inner < closed.len() => {
                return Err(TextFault::new(
                    token.from,
                    "there are numbers inside and outside of the brackets in this one",
                ));
            }
            Kind::Close if part.words.is_empty() => drop(open.pop()),
            Kind::Close => closed.extend(open.pop()),
            // A key of JSON counts the numbers before it.
            Kind::Quoted if inside(token.text).parse() == Ok(part.words.len()) => {}
            Kind::Quoted => part.key = Some(token.from),
            // `PooledHeapByteBuf(ridx: 0, widx: 8, cap: 64)`, `java.nio.HeapByteBuffer[pos=0 lim=8 cap=64]`
            Kind::Word
                if token.text == "cap"
                    && !part.bracket.is_empty()
                    && next.is_some_and(|next| next.kind == Kind::Mark) =>
            {
                return Err(TextFault::new(text, "this names a buffer and has no bytes: print its contents"));
            }
            Kind::Word => {
                let is_before = |mark: &str| {
                    next.is_some_and(|next| {
                        next.text == mark
                            && (mark == "=" || token.from.get(token.text.len()..) == Some(next.from))
                    })
                };
                let is_name = !is_number(token.text)
                    || ["=", "[", "(", "{"].into_iter().any(is_before)
                        && token.text.starts_with(|one: char| one.is_ascii_alphabetic());
                let is_cast = part.bracket == "(" && at > 1 && !is_number(token.text);
                // Without brackets, or in a list, a name is a mistake.
                let is_alone = is_name
                    && (part.bracket.is_empty() || is_cast || token.text == "Buffer" || is_before("("));
                if !is_alone || !has_brackets {
                    part.words.push(token.text);
                }
            }
            Kind::Mark if token.text == "=" && !has_brackets => {
                return Err(TextFault::new(token.from, NOT_A_DIGIT));
            }
            Kind::Mark => {}
        }
    }
    if open.get(1).is_some_and(|part| part.bracket == "<") {
        return Err(TextFault::new(tokens.first().map_or(text, |token| token.from), DIRECTION));
    }
    // If the end of a list was cut off, the list still counts.
    closed.extend(open.drain(1..).filter(|part| !part.words.is_empty()));
    let outside = open.pop().map(|part| part.words).unwrap_or_default();
    if closed.is_empty() {
        // C# prints an array so: `System.Byte[]`.
        if text.strip_suffix("[]").is_some_and(|name| name.ends_with(char::is_alphanumeric)) {
            return Err(TextFault::new(text, "this names a type and has no bytes: print its contents"));
        }
        return numbers(text, &outside, false);
    }
    // One number in brackets is the length of the next array.
    let is_length = |word: &&str| word.bytes().all(|one| one.is_ascii_digit());
    let only_lengths = closed.iter().all(|part| part.words.len() == 1 && part.words.iter().all(is_length));
    let (mut bytes, mut counts, mut lengths) = (Vec::new(), Vec::new(), Vec::new());
    for part in &closed {
        match part.words.as_slice() {
            [length] if is_length(length) && !only_lengths => lengths.push(*length),
            words => {
                let read = numbers(text, words, part.bracket != "<")?;
                counts.push(read.len());
                bytes.extend(read);
            }
        }
    }
    let lists = || closed.iter().filter(|part| part.words.len() > 1);
    if let (Some(alone), 2..) = (lists().find_map(|part| part.alone), lists().count()) {
        return Err(TextFault::new(alone, format!("these brackets are not the only ones: {ALONE}")));
    }
    counts.push(bytes.len());
    let is_count = |word: &str| word.parse().is_ok_and(|length| counts.contains(&length));
    match outside.iter().chain(&lengths).find(|word| !is_count(word)) {
        Some(word) => Err(TextFault::new(
            word,
            format!("this is outside of the brackets, and is not the number of bytes in them: {ALONE}"),
        )),
        None => Ok(bytes),
    }
}

const ALONE: &str = "copy the bytes alone, without a time or words beside them";
const DIRECTION: &str =
    "this bracket has no other one: if it marks a direction, copy the bytes of one packet without it";

/// Parses the words of a part.
fn numbers<'t>(text: &str, words: &[&'t str], in_brackets: bool) -> Read<'t> {
    let omission = words.iter().position(|word| word.starts_with("...") || *word == "…");
    if let Some([dots, after @ ..]) = omission.and_then(|at| words.get(at..)) {
        // Node counts them, and other programs go on with the last bytes.
        let left = match after {
            [count, "more", what, ..] => format!("{count} more {what}"),
            _ => "bytes".into(),
        };
        return Err(TextFault::new(dots, format!("{left} were left out of the text: print all of them")));
    }
    if let Some(star) = words.iter().find(|word| **word == "*") {
        let reason = "repeated lines were left out here, and without offsets their number is unknown: print all lines (od -v)";
        return Err(TextFault::new(star, reason));
    }
    let decimal = |word: &&'t str| {
        let number =
            word.parse::<i16>().ok().filter(|number| (-128..256).contains(number) && !word.starts_with('+'));
        let byte = number.and_then(|number| u8::try_from(number & 0xff).ok());
        byte.ok_or_else(|| {
            TextFault::new(word, "this is not a byte, which is a number from 0 to 255, or from -128 to 127")
        })
    };
    let after_prefix = |word: &'t str| word.strip_prefix("0x").or_else(|| word.strip_prefix("0X"));
    // Decimal numbers in a list have no leading zeros, but digits in pairs do.
    let is_decimal = |word: &&str| {
        let digits = word.strip_prefix('-').unwrap_or(word);
        !digits.is_empty()
            && digits.bytes().all(|byte| byte.is_ascii_digit())
            && (digits.len() == 1 || !digits.starts_with('0'))
    };
    if words.iter().any(|word| after_prefix(word).is_some()) {
        // In source code, decimal numbers can be among the prefixed ones.
        let mut plain = words.iter().filter(|word| after_prefix(word).is_none());
        if let Some(word) = plain.find(|word| word.len() > 1 && !(text.contains(',') && is_decimal(word))) {
            let reason = "this has no 0x before it, as others have, so it can be decimal or hexadecimal";
            return Err(TextFault::new(word, reason));
        }
        let mut bytes = Vec::new();
        for word in words {
            match after_prefix(word).map(|digits| digits.strip_suffix(".toByte").unwrap_or(digits)) {
                Some("") => return Err(TextFault::new(word, "there are no digits after 0x")),
                // `0x2` is one byte, and `0x0200` is two bytes.
                Some(digits) => bytes.extend(of_word(digits, true)?),
                None => bytes.push(decimal(word)?),
            }
        }
        return Ok(bytes);
    }
    let lines = || text.lines().filter(|line| !line.trim().is_empty()).count();
    let is_signed = words.iter().any(|word| word.starts_with('-'));
    let is_list = !in_brackets && words.len() > 1 && (text.contains(',') || lines() == words.len());
    // Hexadecimal digits come in pairs, so a single one among numbers of up to three digits is a number, too.
    let is_spaced = words.len() > 1
        && words.iter().any(|word| word.len() == 1)
        && words.iter().all(|word| word.len() <= 3 && decimal(word).is_ok());
    if words.iter().all(is_decimal) && (in_brackets || is_list || is_signed || is_spaced) {
        // Two digits can also be hexadecimal. Without commas, `%x` prints bytes without their zeros, so that one and
        // two digits can be, too.
        let all_have = |length| words.iter().all(|word| word.len() == length);
        let is_either = match text.contains(',') {
            _ if in_brackets || is_signed => false,
            true => all_have(2),
            false => !all_have(1) && words.iter().all(|word| word.len() < 3),
        };
        if let Some(word) = words.first().filter(|_| is_either) {
            let reason =
                "these numbers can be decimal or hexadecimal: put decimal ones in brackets, as in [2, 0, 67]";
            return Err(TextFault::new(word, reason));
        }
        return words.iter().map(decimal).collect();
    }
    let each = in_brackets || text.contains([',', ':', '-']);
    if let Some(word) = words.iter().find(|word| (each || is_list) && !is_digits(word)) {
        return pairs(&[*word]);
    }
    if each || is_list {
        // Rust's `{:x?}` prints a digit without a zero before it.
        let is_short = text.contains(',')
            && words.iter().all(|word| word.len() == 1 || word.len() == 2 && !word.starts_with('0'));
        let all: Result<Vec<_>, _> = words.iter().map(|word| of_word(word, is_short)).collect();
        return all.map(|all| all.concat());
    }
    joined(text, words)
}

/// Parses groups of hexadecimal digits between white space.
pub(super) fn groups(text: &str) -> Read<'_> {
    joined(text, &Vec::from_iter(text.split_whitespace()))
}

/// Parses the groups of digits in a text. Only the end of a line can split a byte. Between blanks, one or three digits
/// are a byte that was printed as a number.
fn joined<'t>(text: &str, words: &[&'t str]) -> Read<'t> {
    let has_blanks = || text.lines().any(|line| line.trim().contains(char::is_whitespace));
    match words.iter().find(|word| !word.len().is_multiple_of(2)) {
        Some(word) if words.iter().all(|word| is_digits(word)) && has_blanks() => {
            Err(TextFault::new(word, ODD_GROUP))
        }
        _ => pairs(words),
    }
}

const ODD_GROUP: &str = "bytes have two hexadecimal digits each, and here is an odd number of digits: write 2 as 02, or put decimal \
                         numbers in brackets, without zeros before them, as in [2, 0, 67]";

/// Parses the digits of one word, of which a single digit can be a byte.
fn of_word(word: &str, is_short: bool) -> Read<'_> {
    if is_short && word.len() == 1 { pairs(&["0", word]) } else { pairs(&[word]) }
}

/// Parses words of hexadecimal digits. A byte may begin in one word and end in the next.
pub(super) fn pairs<'t>(words: &[&'t str]) -> Read<'t> {
    hex::decode(&words.concat()).ok_or_else(|| {
        let mut others =
            words.iter().map(|word| word.trim_start_matches(|one: char| one.is_ascii_hexdigit()));
        let last = words.last().and_then(|word| word.get(word.len().checked_sub(1)?..));
        match others.find(|other| !other.is_empty()) {
            Some(other) => TextFault::new(other, NOT_A_DIGIT),
            None => TextFault::new(last.unwrap_or_default(), "the number of hexadecimal digits is odd"),
        }
    })
}

/// Parses a string, which is in quotes, or one escape. Returns its length in the text.
fn string<'t>(text: &'t str, bytes: &mut Vec<u8>) -> Result<usize, TextFault<'t>> {
    if text.starts_with('\\') {
        return escape(text, bytes);
    }
    let mut at = 1;
    while let Some(one) = text.get(at..).and_then(|rest| rest.chars().next()) {
        match one {
            one if text.starts_with(one) => return Ok(at + 1),
            '\\' => at += escape(text.get(at..).unwrap_or_default(), bytes)?,
            one => {
                bytes.extend(one.encode_utf8(&mut [0; 4]).as_bytes());
                at += one.len_utf8();
            }
        }
    }
    Err(TextFault::new(text, "this quote is not closed"))
}

/// Parses one escape of Python or C. Returns its length in the text.
fn escape<'t>(text: &'t str, bytes: &mut Vec<u8>) -> Result<usize, TextFault<'t>> {
    let rest = text.as_bytes().get(1..).unwrap_or_default();
    let wrong = |reason: &str| Err(TextFault::new(text, reason));
    let octal = rest.iter().take(3).take_while(|digit| matches!(digit, b'0'..=b'7')).count();
    let (byte, length) = match rest {
        [b'x', ..] => {
            let Some(byte) = text.get(2..4).and_then(byte) else {
                return wrong("\\x must be followed by two hexadecimal digits");
            };
            (byte, 4)
        }
        [b'0'..=b'7', ..] => {
            let Ok(byte) = u8::from_str_radix(text.get(1..=octal).unwrap_or_default(), 8) else {
                return wrong("this is more than a byte can hold");
            };
            (byte, 1 + octal)
        }
        [one, ..] if super::escaped(*one).is_some() => (super::escaped(*one).unwrap_or_default(), 2),
        _ => return wrong("this is not an escape of a byte"),
    };
    bytes.push(byte);
    Ok(length)
}
