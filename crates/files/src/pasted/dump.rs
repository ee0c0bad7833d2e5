//! Dumps in lines with an offset, bytes and characters, as printed by `hexdump`, `xxd`, `od`, `hexyl`, `tcpdump`,
//! `gdb`, Wireshark and `Format-Hex`.
//!
//! A text is read in every form that fits all of its lines and offsets. If these forms give different bytes, or if
//! none fits, the text is refused.

use super::Read;
use gamewire::shared::Counted;
use gamewire::shared::TextFault;

/// A form in which programs print bytes, in lines that begin with an offset.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Groups of pairs of digits after a colon, optionally with characters: `xxd`, `tcpdump`, `lldb`.
    Groups(Order),
    /// Bytes with `0x` after an address and a colon: `x/16xb` of `gdb`.
    Prefixed,
    /// Pairs of digits, optionally with characters: `hexdump -C`, `od -t x1z`, Wireshark, `Format-Hex`.
    Pairs,
    /// Numbers of this size in this base, the lowest byte first: `od`, `hexdump`.
    Words { base: u32, size: usize },
    /// The output of `od -c` and `od -b`: columns of four characters, each with three octal digits, an escape or a character.
    Columns,
    /// Pairs of digits in boxes: `hexyl`.
    Boxes,
}

/// The order of the bytes in a group of digits.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    /// The order of the bytes in the file, as `xxd` prints it.
    File,
    /// The lowest byte of a group comes last, as `xxd -e` prints it.
    Reversed,
}

const FORMS: [Form; 12] = [
    Form::Groups(Order::File),
    Form::Groups(Order::Reversed),
    Form::Prefixed,
    Form::Pairs,
    Form::Words { base: 16, size: 2 },
    Form::Words { base: 16, size: 4 },
    Form::Words { base: 16, size: 8 },
    Form::Words { base: 8, size: 2 },
    Form::Words { base: 8, size: 4 },
    Form::Words { base: 8, size: 8 },
    Form::Columns,
    Form::Boxes,
];

/// One line of a dump.
struct Row<'t> {
    offset: &'t str,
    /// Whether the offset is an address, which can begin at any number.
    is_address: bool,
    bytes: Vec<u8>,
    /// The number of groups that fit only this order of bytes.
    proofs: usize,
    /// Whether the groups have more than two bytes.
    is_wide: bool,
    /// The line `*` before this one, which stands for repetitions of the line before it.
    star: Option<&'t str>,
}

const BOTH_ORDERS: &str =
    "the bytes of these groups can be in the order of xxd or of xxd -e: print them with xxd -g1";

/// Returns the bytes of a dump, or `None` if the text is not a dump.
pub(super) fn read(text: &str) -> Option<Read<'_>> {
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !is_ruler(line.trim()));
    let lines: Vec<&str> = lines.collect();
    let begins = |form| lines.iter().position(|line| row(form, line, true).is_some());
    let Some(first) = FORMS.into_iter().filter_map(begins).min() else {
        // The text begins with an offset, but the form after it is unknown.
        let is_odd = |line: &&str| {
            let is_before = |(before, _): &(&str, &str)| before.starts_with("0x") || is_offset(before, 8);
            let before_colon = line.split_once(':').filter(is_before);
            before_colon.is_some() || line.strip_prefix("0000000").is_some_and(|rest| rest.starts_with(' '))
        };
        let reason = "the form after this offset is unknown: print the bytes with od -v -t x1";
        return lines.first().copied().filter(is_odd).map(|line| Err(TextFault::new(line, reason)));
    };
    Some(in_one_form(lines.get(first..).unwrap_or_default(), text.len()))
}

/// Returns the bytes of the lines, in the one form that fits all of them.
fn in_one_form<'t>(lines: &[&'t str], length: usize) -> Read<'t> {
    let start = lines.first().copied().unwrap_or_default().trim_start();
    let mut found: Option<(Form, Vec<u8>)> = None;
    let mut fault = None;
    for form in FORMS {
        let rows = match rows(form, lines) {
            Ok(rows) => rows,
            Err(other) => {
                fault = Some(later(fault, other));
                continue;
            }
        };
        let is_reversed = form == Form::Groups(Order::Reversed);
        // `xxd -e` makes groups of four bytes, and `xxd` makes groups of two.
        if is_reversed && found.is_some() && !rows.iter().any(|row| row.is_wide) {
            continue;
        }
        for &base in bases(form, &rows) {
            match (assemble(form, &rows, base, length), &found) {
                (Err(other), _) => fault = Some(later(fault, other)),
                (Ok(bytes), None) => {
                    if is_reversed && rows.iter().all(|row| row.proofs == 0) {
                        return Err(TextFault::new(start, BOTH_ORDERS));
                    }
                    found = Some((form, bytes));
                }
                (Ok(bytes), Some((_, others))) if bytes == *others => {}
                (Ok(_), Some((other, _))) => {
                    let bases = "the offsets fit two bases, such as octal and decimal, which give different bytes: \
                                 print all lines, with -v";
                    return Err(TextFault::new(start, if *other == form { bases } else { BOTH_ORDERS }));
                }
            }
        }
    }
    let unknown = || TextFault::new(start, "this line is not part of a dump");
    found.map(|(_, bytes)| bytes).ok_or_else(|| fault.unwrap_or_else(unknown))
}

/// Returns the error that is further in the text.
fn later<'t>(one: Option<TextFault<'t>>, other: TextFault<'t>) -> TextFault<'t> {
    one.filter(|one| one.at.as_ptr() >= other.at.as_ptr()).unwrap_or(other)
}

/// Parses lines that all have this form.
fn rows<'t>(form: Form, lines: &[&'t str]) -> Result<Vec<Row<'t>>, TextFault<'t>> {
    let mut rows: Vec<Row<'t>> = Vec::new();
    let mut star = None;
    for line in lines {
        let trimmed = line.trim();
        // hexyl prints its star in a box.
        let boxed = trimmed.strip_prefix(['│', '|']).unwrap_or(trimmed);
        if trimmed == "*" || boxed.len() < trimmed.len() && boxed.starts_with('*') {
            star = Some(trimmed);
            continue;
        }
        let found = match row(form, line, rows.is_empty()) {
            // The last line of hexdump and od is the length.
            None if !rows.is_empty() && is_offset(trimmed, 6) => plain(trimmed, Vec::new()),
            found => found.ok_or_else(|| {
                TextFault::new(trimmed, "this line does not have the form of the dump before it")
            })?,
        };
        rows.push(Row { star: star.take(), ..found });
    }
    // `od -t u1` prints columns of the same width, with decimal numbers.
    match rows.first() {
        Some(first) if form == Form::Columns && rows.iter().all(|row| row.proofs == 0) => {
            let reason = "these columns can be characters, octal numbers or decimal numbers: print the bytes with od -v -t x1";
            Err(TextFault::new(first.offset, reason))
        }
        _ => Ok(rows),
    }
}

/// Returns the possible bases of the offsets: hexadecimal, or others that the program can print.
fn bases(form: Form, rows: &[Row<'_>]) -> &'static [u32] {
    let is_seven = rows.first().is_some_and(|row| row.offset.len() == 7);
    match form {
        Form::Groups(_) if rows.iter().any(|row| row.is_address) => &[16],
        Form::Groups(_) => &[16, 10],
        // od prints octal offsets, or decimal ones with an option.
        Form::Pairs if is_seven => &[8, 10],
        Form::Words { .. } | Form::Columns if is_seven => &[8, 10, 16],
        Form::Pairs | Form::Words { .. } | Form::Columns | Form::Prefixed | Form::Boxes => &[16],
    }
}

fn plain(offset: &str, bytes: Vec<u8>) -> Row<'_> {
    Row { offset, is_address: false, bytes, proofs: 0, is_wide: false, star: None }
}

/// Parses a line of this form.
fn row(form: Form, line: &str, is_first: bool) -> Option<Row<'_>> {
    let trimmed = line.trim_start();
    if form == Form::Boxes {
        return boxes(trimmed);
    }
    let (offset, rest) = trimmed.split_at(trimmed.find([':', ' ', '\t']).unwrap_or(trimmed.len()));
    let digits = offset.strip_prefix("0x").unwrap_or(offset);
    let is_address = digits.len() < offset.len();
    if !is_offset(digits, 4) {
        return None;
    }
    // The first line distinguishes a dump without colons from digits in groups: its offset is 0.
    let may_begin = !is_first || digits.bytes().all(|digit| digit == b'0');
    let is_at_start = line.len() == trimmed.len() && (!is_first || matches!(digits.len(), 6 | 7));
    match form {
        Form::Groups(order) => {
            let (bytes, proofs, is_wide) = groups(rest.strip_prefix(':')?, order)?;
            Some(Row { is_address, proofs, is_wide, ..plain(digits, bytes) })
        }
        Form::Prefixed => {
            let after_symbol = rest.trim_start().strip_prefix('<').and_then(|symbol| symbol.split_once('>'));
            let words = after_symbol.map_or(rest, |(_, rest)| rest).strip_prefix(':')?.split_whitespace();
            let byte = |word: &str| byte(word.strip_prefix("0x")?);
            let bytes = words.map(byte).collect::<Option<Vec<u8>>>().filter(|bytes| !bytes.is_empty())?;
            Some(Row { is_address, ..plain(digits, bytes) })
        }
        Form::Pairs if may_begin => {
            // Only od prints seven digits, and one space after them.
            let gap = rest.len() - rest.trim_start().len();
            let fits = gap <= if digits.len() == 7 { 1 } else { 3 };
            Some(plain(digits, pairs(rest, digits.len() == 16).filter(|_| fits)?))
        }
        Form::Words { base, size } if may_begin && is_at_start => {
            Some(plain(digits, words(rest, base, size)?))
        }
        Form::Columns if may_begin && is_at_start => {
            let (bytes, proofs) = columns(rest)?;
            Some(Row { proofs, ..plain(digits, bytes) })
        }
        Form::Pairs | Form::Words { .. } | Form::Columns | Form::Boxes => None,
    }
}

/// Parses groups of digits with the characters that fit them. Returns the bytes, the number of groups that fit only
/// this order, and whether groups have more than two bytes.
fn groups(text: &str, order: Order) -> Option<(Vec<u8>, usize, bool)> {
    let mut cells: Vec<(&str, usize)> = Vec::new();
    let (mut size, mut end, mut is_filled) = (0, 0, false);
    while let Some(word) = text.get(end..).map(str::trim_start) {
        let gap = text.len() - end - word.len();
        let cell = word.split([' ', '\t']).next().unwrap_or_default();
        if cell.is_empty() {
            break;
        }
        // The last group of `xxd -e` can be short, with spaces before it.
        let filled = (gap + cell.len()).saturating_sub(1);
        let is_alone = order == Order::Reversed && cells.is_empty() && gap > 2 && filled.is_power_of_two();
        let is_short = is_alone || !cells.is_empty() && cell.len() < size;
        let fits = match order {
            _ if is_alone => true,
            _ if cells.is_empty() => (1..=2).contains(&gap),
            Order::Reversed if is_short => filled == size,
            _ => gap == 1 || gap == 2 && size == 2 && cells.len() == 8,
        };
        if !fits || cell.len() % 2 > 0 || !cells.is_empty() && cell.len() > size {
            break;
        }
        if !cell.bytes().all(|one| one.is_ascii_hexdigit()) {
            break;
        }
        size = size.max(cell.len());
        end = text.len() - word.len() + cell.len();
        cells.push((cell, end));
        if is_short {
            is_filled = order == Order::Reversed;
            break;
        }
    }
    let mut found: Option<(Vec<u8>, usize)> = None;
    for count in 1..=cells.len() {
        let used = cells.get(..count)?;
        let bytes = used.iter().flat_map(|(cell, _)| in_order(cell, order)).collect::<Option<Vec<u8>>>()?;
        let after = used.last().and_then(|(_, end)| text.get(*end..))?;
        let Some(shown) = beside(after, 2, &bytes, true) else { continue };
        if found.as_ref().is_some_and(|(others, _)| *others != bytes) {
            return None;
        }
        let mut proofs = usize::from(is_filled && count == cells.len());
        let mut at = 0;
        for (cell, _) in used {
            let other = in_order(cell, if order == Order::File { Order::Reversed } else { Order::File });
            let shown = shown.as_bytes().get(at..).unwrap_or_default();
            let fits = other
                .zip(shown)
                .all(|(byte, shown)| byte.is_some_and(|byte| shows(byte, char::from(*shown), true)));
            proofs += usize::from(!fits);
            at += cell.len() / 2;
        }
        found = Some((bytes, proofs));
    }
    found.map(|(bytes, proofs)| (bytes, proofs, size > 4))
}

/// Returns whether programs print a byte as this character. tcpdump prints a dot for a space. If `strict` is false, a
/// byte that is not printable ASCII may be shown as any character.
fn shows(byte: u8, shown: char, strict: bool) -> bool {
    match byte {
        b'!'..=b'~' => char::from(byte) == shown,
        b' ' => matches!(shown, ' ' | '.'),
        _ => shown == '.' || !strict,
    }
}

/// Returns the characters beside bytes, after at least `least` spaces. They are empty if there are none. Returns
/// `None` if they do not fit the bytes.
fn beside<'t>(text: &'t str, least: usize, bytes: &[u8], strict: bool) -> Option<&'t str> {
    if text.trim().is_empty() {
        return Some("");
    }
    let fits = |mut shown: &mut dyn Iterator<Item = char>| {
        let mut bytes = bytes.iter();
        let fit = |shown| bytes.next().is_some_and(|byte| shows(*byte, shown, strict));
        let all = Iterator::all(&mut shown, fit);
        // Spaces at the end of a line may have been removed.
        all && bytes.all(|byte| *byte == b' ' || !strict && !byte.is_ascii_graphic())
    };
    // Wireshark prints a space in the middle too.
    let without_middle = |shown: &str| {
        let is_wide = !strict && shown.chars().nth(8) == Some(' ');
        is_wide && fits(&mut shown.chars().enumerate().filter(|(at, _)| *at != 8).map(|(_, shown)| shown))
    };
    let spaces = text.len() - text.trim_start_matches([' ', '\t']).len();
    let mut starts = (least..=spaces).rev().filter_map(|from| Some(text.get(from..)?.trim_end()));
    starts.find(|shown| fits(&mut shown.chars()) || without_middle(shown))
}

/// Returns the bytes of a group of digits, with `None` for each pair that is not a byte.
fn in_order(cell: &str, order: Order) -> impl Iterator<Item = Option<u8>> {
    let count = cell.len() / 2;
    (0..count).map(move |at| {
        let at = if order == Order::File { at } else { count - 1 - at };
        byte(cell.get(2 * at..2 * at + 2)?)
    })
}

/// Parses two hexadecimal digits.
fn byte(digits: &str) -> Option<u8> {
    let is_pair = digits.len() == 2 && digits.bytes().all(|one| one.is_ascii_hexdigit());
    is_pair.then(|| u8::from_str_radix(digits, 16).ok())?
}

/// Returns whether a line is part of the frame that Wireshark, `hexyl` and `Format-Hex` print around a dump.
fn is_ruler(line: &str) -> bool {
    line.chars().all(|one| "═=─-┌┬┐└┴┘├┼┤+ ".contains(one)) && line.len() > 3
}

fn is_offset(text: &str, least: usize) -> bool {
    text.len() >= least && text.bytes().all(|one| one.is_ascii_hexdigit()) && text.len() <= 16
}

/// Parses a line of `hexyl`.
fn boxes(line: &str) -> Option<Row<'_>> {
    for walls in [&['│', '┊'][..], &['|']] {
        let Some(boxed) = line.strip_prefix(walls) else { continue };
        let mut fields = boxed.split(walls);
        let offset = fields.next().filter(|offset| is_offset(offset, 8))?;
        // The cells of bytes are wider than those of characters.
        let of_bytes = fields.take_while(|field| field.len() == 8 * 3 + 1).flat_map(str::split_whitespace);
        return Some(plain(offset, of_bytes.map(byte).collect::<Option<Vec<u8>>>()?));
    }
    None
}

/// Parses pairs of digits, with a wider gap in the middle of a line, and the characters beside them. PowerShell
/// prints one space before the characters.
fn pairs(rest: &str, is_powershell: bool) -> Option<Vec<u8>> {
    const MIDDLE: usize = 8;
    let (mut bytes, mut rest) = (Vec::new(), rest);
    let mut found: Option<Vec<u8>> = None;
    loop {
        let word = rest.trim_start();
        let gap = rest.len() - word.len();
        let cell = word.split([' ', '\t']).next().unwrap_or_default();
        let is_apart = !bytes.is_empty() && (gap > 2 || gap == 2 && bytes.len() != MIDDLE);
        let next =
            byte(cell).filter(|_| gap > 0 && !is_apart && !(is_powershell && bytes.len() == 2 * MIDDLE));
        let inside = |open, close| word.strip_prefix(open).and_then(|word: &str| word.strip_suffix(close));
        let framed = inside('|', '|').or_else(|| inside('>', '<')).filter(|_| gap > 1);
        let fits = match framed {
            Some(framed) => framed.len() == bytes.len() && beside(framed, 0, &bytes, true).is_some(),
            None => beside(rest, if is_powershell { 1 } else { 2 }, &bytes, false).is_some(),
        };
        if fits && !bytes.is_empty() {
            if found.as_ref().is_some_and(|others| *others != bytes) {
                return None;
            }
            found = Some(bytes.clone());
        }
        let Some(next) = next else { return found };
        bytes.push(next);
        rest = word.get(cell.len()..).unwrap_or_default();
    }
}

/// Parses numbers of `size` bytes, the lowest byte first.
fn words(rest: &str, base: u32, size: usize) -> Option<Vec<u8>> {
    let length = if base == 16 { 2 * size } else { (8 * size).div_ceil(3) };
    // od and hexdump print one space between words, `hexdump -x` four, and `hexdump -o` two.
    let gap = rest.len() - rest.trim_start_matches(' ').len();
    if gap != 1 && (base, size, gap) != (16, 2, 4) && (base, size, gap) != (8, 2, 2) {
        return None;
    }
    let mut bytes = Vec::new();
    for word in rest.trim().split(&*" ".repeat(gap)) {
        let number = u64::from_str_radix(word, base).ok().filter(|_| word.len() == length)?;
        let (low, high) =
            number.to_le_bytes().split_at_checked(size).map(|(low, high)| (low.to_vec(), high.to_vec()))?;
        if high.iter().any(|byte| *byte != 0) || !word.bytes().all(|one| one.is_ascii_hexdigit()) {
            return None;
        }
        bytes.extend(low);
    }
    (!bytes.is_empty()).then_some(bytes)
}

/// Parses columns of four characters after an offset. Returns the bytes, and the number of columns that are not
/// decimal numbers.
fn columns(rest: &str) -> Option<(Vec<u8>, usize)> {
    let cells = (0..rest.len()).step_by(4).map(|at| rest.get(at..(at + 4).min(rest.len())));
    let mut proofs = 0;
    let mut byte = |cell: Option<&str>| {
        let cell = cell.filter(|cell| cell.starts_with(' '))?;
        let number = cell.trim_start();
        let is_decimal = number.parse::<u8>().is_ok_and(|byte| byte.to_string() == number);
        proofs += usize::from(!number.is_empty() && !is_decimal);
        character(cell)
    };
    let bytes = cells.map(&mut byte).collect::<Option<Vec<u8>>>().filter(|bytes| !bytes.is_empty())?;
    Some((bytes, proofs))
}

/// Parses the byte of a column: ` 022`, `  \0`, `   a`.
fn character(cell: &str) -> Option<u8> {
    let inside = cell.get(1..)?;
    let short = inside.trim_start();
    Some(match short.as_bytes() {
        [] => b' ',
        [b'\\', b'0'] => 0,
        [b'\\', b'a'] => 7,
        [b'\\', b'b'] => 8,
        [b'\\', b't'] => b'\t',
        [b'\\', b'n'] => b'\n',
        [b'\\', b'v'] => 11,
        [b'\\', b'f'] => 12,
        [b'\\', b'r'] => b'\r',
        [one] if one.is_ascii_graphic() => *one,
        [_, _, _] => u8::from_str_radix(inside, 8).ok()?,
        _ => return None,
    })
}

/// Joins the bytes of all lines, if their offsets in this base are the numbers of bytes before them.
///
/// The expansion of repeated lines is limited to the ratio that is allowed for compressed files.
fn assemble<'t>(form: Form, rows: &[Row<'t>], base: u32, text: usize) -> Read<'t> {
    let most = text.saturating_mul(256).max(1 << 20);
    let mut bytes: Vec<u8> = Vec::new();
    let mut last: &[u8] = &[];
    let mut start = 0;
    for (number, row) in rows.iter().enumerate() {
        let wrong = |reason: String| Err(TextFault::new(row.offset, reason));
        let Ok(offset) = usize::from_str_radix(row.offset, base) else {
            return wrong("this is not an offset like those before it".into());
        };
        if number == 0 && row.is_address {
            start = offset;
        }
        let Some(offset) = offset.checked_sub(start) else {
            return wrong("this address is lower than the first one".into());
        };
        let is_end = row.bytes.is_empty();
        if let Some(star) = row.star {
            if offset > most {
                return wrong(format!("the lines repeated up to here are more than {most} bytes"));
            }
            let missing = offset.checked_sub(bytes.len()).filter(|missing| *missing > 0 && !last.is_empty());
            let Some(missing) = missing else {
                return Err(TextFault::new(star, "there is nothing to repeat"));
            };
            // hexdump also omits a shorter last line; od does not.
            if missing % last.len() != 0 && !(is_end && base == 16) {
                return wrong("the lines repeated up to here do not end at this offset".into());
            }
            bytes.extend(last.iter().cycle().take(missing));
        }
        // The last word can be padded, and a line of `hexdump -c` can be padded with spaces.
        let spare = match form {
            Form::Words { size, .. } if is_end => size - 1,
            Form::Columns if is_end => spaces(&bytes),
            _ => 0,
        };
        match bytes.len().checked_sub(offset) {
            Some(fewer) if fewer <= spare => bytes.truncate(offset),
            _ if offset == 0 => {
                return wrong(
                    "another dump begins here, such as that of another packet or direction: copy only one of them".into(),
                );
            }
            _ => {
                let (offset, before) = (Counted(offset, "byte"), Counted(bytes.len(), "byte"));
                let come = if bytes.len() == 1 { "comes" } else { "come" };
                return wrong(format!("the offset says {offset}, but {before} {come} before it"));
            }
        }
        last = &row.bytes;
        bytes.extend(last);
    }
    match rows.last() {
        Some(row) if form == Form::Columns && spaces(&row.bytes) > 0 => Err(TextFault::new(
            row.offset,
            "these spaces may be padding: the last line, which has the length, is missing",
        )),
        _ => Ok(bytes),
    }
}

/// Returns the number of spaces at the end.
fn spaces(bytes: &[u8]) -> usize {
    bytes.iter().rev().take_while(|byte| **byte == b' ').count()
}
