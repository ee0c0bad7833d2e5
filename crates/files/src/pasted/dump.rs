//! Lines with an offset, bytes and characters, as printed by `hexdump`, `xxd`, `od`, `hexyl`, `tcpdump`, `gdb`, Netty,
//! Wireshark and `Format-Hex`, and lines of bytes and characters without an offset.
//!
//! A text is read in every form that fits all of its lines and offsets. If these forms give different bytes, or if
//! none fits, the text is refused.

use super::{Read, byte};
use gamewire::limits::decompressed;
use gamewire::shared::{Counted, TextFault, hex};

/// The text between the offset and the characters of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Hexadecimal digits in the order of the file.
    File,
    /// Groups of hexadecimal digits, the lowest byte last: `xxd -e`, and words of `od` and `hexdump`.
    Reversed,
    /// Words of octal digits, the lowest byte last.
    Octal,
    /// `od -c` and `od -b`: columns of four characters, with three octal digits, an escape or a character.
    Columns,
}

const FORMS: [Form; 4] = [Form::File, Form::Reversed, Form::Octal, Form::Columns];
const BLANK: [char; 2] = [' ', '\t'];
const BOTH_ORDERS: &str =
    "the bytes of these groups can be in the order of xxd or of xxd -e: print them with xxd -g1";

/// One line of a dump.
struct Row<'t> {
    offset: &'t str,
    has_colon: bool,
    /// Whether the offset is an address, which can begin at any number.
    is_address: bool,
    rest: &'t str,
    /// The bytes of a line with walls between its columns, as `hexyl` and Netty print it.
    boxed: Option<Vec<u8>>,
    /// The line `*` before this one, which stands for repetitions of the line before it.
    star: Option<&'t str>,
}

/// Returns the bytes of a dump, or `None` if the text is not a dump.
pub(super) fn read(text: &str) -> Option<Read<'_>> {
    let is_ruler = |line: &&str| line.len() > 3 && line.chars().all(|one| "═=─-┌┬┐└┴┘├┼┤+ ".contains(one));
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !is_ruler(&line.trim()));
    let lines: Vec<&str> = lines.collect();
    let Some(first) = lines.iter().position(|line| begins(line)) else {
        return without_offsets(&lines).map(Ok).or_else(|| {
            // The text begins with an offset, but the form after it is unknown.
            let line = lines.first()?.trim_start();
            let is_before = |(before, _): &(&str, &str)| before.starts_with("0x") || is_offset(before, 8);
            let is_odd = line.split_once(':').is_some_and(|parts| is_before(&parts))
                || line.strip_prefix("0000000").is_some_and(|rest| rest.starts_with(' '));
            let reason = "the form after this offset is unknown: print single bytes, with x/16xb in gdb or with od -v -t x1";
            is_odd.then(|| Err(TextFault::new(line, reason)))
        });
    };
    let (head, lines) = lines.split_at_checked(first)?;
    let reason = "these bytes are before the dump, and have no offset: copy only one of them";
    let dropped =
        head.iter().find(|line| has_bytes(line)).map(|line| Err(TextFault::new(line.trim_start(), reason)));
    Some(dropped.unwrap_or_else(|| in_one_form(lines, text.len())))
}

/// Returns whether a line before a dump has bytes of its own. The numbers of the columns, which count up, are none, also
/// between the words `Offset(h)` and `Decoded text`.
fn has_bytes(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_byte = |word: &&str| byte(word).is_some();
    let is_named = words.first().is_some_and(|word| word.to_ascii_lowercase().starts_with("offset"));
    let columns = words.iter().skip(is_named.into()).take_while(|word| !is_named || is_byte(word));
    let counts = columns.enumerate().all(|(at, word)| usize::from_str_radix(word, 16) == Ok(at));
    !counts && (words.iter().all(is_byte) || words.windows(4).any(|words| words.iter().all(is_byte)))
}

/// Returns the bytes of lines that all have bytes, two spaces, and the characters of these bytes.
fn without_offsets(lines: &[&str]) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for line in lines {
        let row = Row { has_colon: true, ..row_of("", line.trim_start()) };
        let read = cells(Form::File, &row, None)?;
        let (_, shown) = line.trim().rsplit_once("  ")?;
        let shown = shown.strip_prefix('|').and_then(|shown| shown.strip_suffix('|')).unwrap_or(shown);
        if shown.chars().count() != read.len() {
            return None;
        }
        bytes.extend(read);
    }
    Some(bytes).filter(|bytes| !bytes.is_empty())
}

/// Returns whether a dump can begin with this line. Without a colon, only an offset of 0 tells it from digits in
/// groups.
fn begins(line: &str) -> bool {
    row(line).is_some_and(|row| {
        let can = |form| {
            let is_zero = row.offset.bytes().all(|digit| digit == b'0');
            let is_at_start = line.starts_with(row.offset) && matches!(row.offset.len(), 6 | 7);
            row.has_colon || row.boxed.is_some() || is_zero && (form == Form::File || is_at_start)
        };
        FORMS
            .into_iter()
            .any(|form| can(form) && bytes_of(form, &row, None).is_some_and(|bytes| !bytes.is_empty()))
    })
}

/// Returns the bytes of the lines, in the one form that fits all of them.
fn in_one_form<'t>(lines: &[&'t str], length: usize) -> Read<'t> {
    let start = lines.first().copied().unwrap_or_default().trim_start();
    let mut rows: Vec<Row<'t>> = Vec::new();
    let (mut star, mut fault) = (None, None);
    for line in lines {
        let line = line.trim_start();
        let is_star = line.contains('*') && line.chars().all(|one| "*│┊| ".contains(one));
        match row(line) {
            _ if is_star => star = Some(line),
            Some(row) => rows.push(Row { star: star.take(), ..row }),
            None => {
                return Err(TextFault::new(line, "this line does not have the form of the dump before it"));
            }
        }
    }
    let mut found: Option<(Form, Vec<u8>)> = None;
    let is_wide =
        rows.iter().any(|row| row.rest.split_whitespace().next().is_some_and(|cell| cell.len() > 4));
    for (form, base) in
        FORMS.into_iter().flat_map(|form| bases(form, &rows).iter().map(move |base| (form, *base)))
    {
        match (assemble(form, &rows, base, length), &found) {
            (Err(other), _)
                if fault.as_ref().is_some_and(|one: &TextFault<'_>| one.at.len() <= other.at.len()) => {}
            (Err(other), _) => fault = Some(other),
            (Ok(bytes), None) => found = Some((form, bytes)),
            (Ok(bytes), Some((_, others))) if bytes == *others => {}
            (Ok(_), Some((other, _))) if *other == form => {
                let reason = "the offsets fit two bases, such as octal and decimal, which give different bytes: \
                              print all lines, with -v";
                return Err(TextFault::new(start, reason));
            }
            // `xxd -e` makes groups of four bytes, and `xxd` makes groups of two.
            (Ok(_), Some(_)) if !is_wide => {}
            (Ok(_), Some(_)) => return Err(TextFault::new(start, BOTH_ORDERS)),
        }
    }
    let unknown = || TextFault::new(start, "this line is not part of a dump");
    found.map(|(_, bytes)| bytes).ok_or_else(|| fault.unwrap_or_else(unknown))
}

/// Returns the possible bases of the offsets: hexadecimal, or others that the program can print.
fn bases(form: Form, rows: &[Row<'_>]) -> &'static [u32] {
    let Some(first) = rows.first() else { return &[] };
    match form {
        _ if first.boxed.is_some() || rows.iter().any(|row| row.is_address) => &[16],
        Form::File | Form::Reversed if first.has_colon => &[16, 10],
        // od prints octal offsets, or decimal ones with an option.
        Form::File if first.offset.len() == 7 => &[8, 10],
        _ if first.offset.len() == 7 => &[8, 10, 16],
        _ => &[16],
    }
}

fn row_of<'t>(offset: &'t str, rest: &'t str) -> Row<'t> {
    Row { offset, rest, has_colon: false, is_address: false, boxed: None, star: None }
}

/// Splits a line into its offset and the rest.
fn row(line: &str) -> Option<Row<'_>> {
    let line = line.trim_start();
    if let Some(boxed) = line.strip_prefix(['│', '|']) {
        let mut fields = boxed.split(['│', '┊', '|']);
        let offset = fields.next().filter(|offset| is_offset(offset, 8))?;
        // The columns of bytes have three characters for each of 8 or 16, and are wider than those of characters.
        let of_bytes =
            fields.take_while(|field| matches!(field.len(), 25 | 49)).flat_map(str::split_whitespace);
        return Some(Row { boxed: Some(of_bytes.map(byte).collect::<Option<_>>()?), ..row_of(offset, "") });
    }
    let (offset, rest) = line.split_at(line.find([':', ' ', '\t']).unwrap_or(line.len()));
    let digits = offset.strip_prefix("0x").unwrap_or(offset);
    let is_address = digits.len() < offset.len();
    let after = rest.trim_start().strip_prefix('<').and_then(|symbol| symbol.split_once('>'));
    let rest = after.map_or(rest, |(_, after)| after);
    let (has_colon, rest) = rest.strip_prefix(':').map_or((false, rest), |rest| (true, rest));
    is_offset(digits, 4).then(|| Row { has_colon, is_address, ..row_of(digits, rest) })
}

fn is_offset(text: &str, least: usize) -> bool {
    (least..=16).contains(&text.len()) && text.bytes().all(|one| one.is_ascii_hexdigit())
}

/// Returns the bytes of a line in this form. If the line is known to have `wanted` bytes, only these are read.
fn bytes_of(form: Form, row: &Row<'_>, wanted: Option<usize>) -> Option<Vec<u8>> {
    match (&row.boxed, form) {
        (Some(boxed), Form::File) => Some(boxed.clone()),
        (Some(_), _) => None,
        (None, Form::Columns) if row.has_colon => None,
        (None, Form::Columns) => columns(row.rest),
        // The last line of hexdump and od is the length.
        (None, _) if row.rest.trim().is_empty() => Some(Vec::new()),
        (None, Form::File | Form::Reversed | Form::Octal) => cells(form, row, wanted),
    }
}

/// Parses groups of digits, which are followed by their characters or by nothing.
fn cells(form: Form, row: &Row<'_>, wanted: Option<usize>) -> Option<Vec<u8>> {
    const MIDDLE: usize = 8;
    let is_powershell = row.offset.len() == 16;
    let (mut bytes, mut end, mut size, mut first_gap, mut is_last) = (Vec::new(), 0, 0, 0, false);
    let mut found: Option<Vec<u8>> = None;
    loop {
        let after = row.rest.get(end..)?;
        // Words at the end of a file are filled up with zeros.
        let count = wanted.unwrap_or(bytes.len());
        let filled = bytes.get(count..).filter(|_| bytes.len() < count + (size / 2).max(1));
        let is_filled = filled.is_some_and(|filled| filled.iter().all(|byte| *byte == 0));
        if is_filled
            && !bytes.is_empty()
            && beside(after, if is_powershell { 1 } else { 2 }, &bytes, row.has_colon)
        {
            let read = bytes.get(..count).map(<[u8]>::to_vec);
            if found.as_ref().is_some_and(|others| read.as_ref() != Some(others)) {
                return None;
            }
            found = read;
        }
        let word = after.trim_start_matches(BLANK);
        let gap = after.len() - word.len();
        let word = word.split(BLANK).next().unwrap_or_default();
        let cell = word.strip_prefix("0x").filter(|cell| cell.len() == 2).unwrap_or(word);
        // The last group of `xxd -e` can be short, with spaces before it.
        let is_right = form == Form::Reversed
            && row.has_colon
            && match size {
                0 => gap > 2 && (gap + cell.len() - 1).is_power_of_two(),
                _ => cell.len() < size && gap + cell.len() == size + 1,
            };
        let is_next = match size {
            _ if is_right => true,
            0 if row.offset.is_empty() => true,
            // Only od prints seven digits, and one space after them.
            0 if form == Form::File && row.offset.len() == 7 => gap == 1,
            0 => gap > 0 && (gap < 4 || form != Form::File),
            _ if cell.len() > size || cell.len() < size && form != Form::File => false,
            2 if bytes.len() == MIDDLE => gap <= 2,
            _ => gap == 1 || !row.has_colon && size > 2 && gap == first_gap,
        };
        let is_full = is_last || !is_next || is_powershell && bytes.len() == 2 * MIDDLE;
        let Some(read) = cell_bytes(form, cell, row.has_colon).filter(|_| !is_full) else { return found };
        bytes.extend(read);
        is_last = is_right || size > 0 && cell.len() < size;
        if size == 0 {
            (size, first_gap) = (cell.len(), gap);
        }
        end = row.rest.len() - after.len() + gap + word.len();
    }
}

/// Returns the bytes of one group of digits.
fn cell_bytes(form: Form, cell: &str, has_colon: bool) -> Option<Vec<u8>> {
    match form {
        _ if cell.is_empty() => None,
        Form::File => hex::decode(cell).filter(|_| has_colon || cell.len() == 2),
        // Only `xxd -e` has short groups.
        Form::Reversed if has_colon || matches!(cell.len(), 4 | 8 | 16) => {
            hex::decode(cell).map(|bytes| bytes.into_iter().rev().collect())
        }
        Form::Octal => {
            let size = [(6, 2), (11, 4), (22, 8)].into_iter().find(|(digits, _)| *digits == cell.len())?.1;
            let number =
                u64::from_str_radix(cell, 8).ok().filter(|_| !has_colon && !cell.starts_with('+'))?;
            let bytes = number.to_le_bytes();
            let (low, high) = bytes.split_at_checked(size)?;
            high.iter().all(|byte| *byte == 0).then(|| low.to_vec())
        }
        Form::Reversed | Form::Columns => None,
    }
}

/// Returns whether nothing follows bytes, or after at least `least` spaces the characters of these bytes. If `strict`
/// is false, a byte that is not printable ASCII may be shown as any character.
fn beside(text: &str, least: usize, bytes: &[u8], strict: bool) -> bool {
    let fits = |mut shown: &mut dyn Iterator<Item = char>, strict: bool| {
        let mut bytes = bytes.iter();
        let all = Iterator::all(&mut shown, |shown| match bytes.next() {
            Some(byte @ b'!'..=b'~') => char::from(*byte) == shown,
            // tcpdump prints a dot for a space.
            Some(b' ') => matches!(shown, ' ' | '.'),
            Some(_) => shown == '.' || !strict,
            None => false,
        });
        // Spaces at the end of a line may have been removed.
        all && bytes.all(|byte| *byte == b' ' || !strict && !byte.is_ascii_graphic())
    };
    let word = text.trim();
    let inside = |open, close| word.strip_prefix(open).and_then(|word: &str| word.strip_suffix(close));
    if let Some(framed) = inside('|', '|').or_else(|| inside('>', '<'))
        && framed.chars().count() == bytes.len()
        && fits(&mut framed.chars(), true)
    {
        return true;
    }
    let spaces = text.len() - text.trim_start_matches(BLANK).len();
    word.is_empty()
        || (least..=spaces).filter_map(|from| Some(text.get(from..)?.trim_end())).any(|shown| {
            // Wireshark prints a space in the middle, too.
            let has_middle = shown.chars().nth(8) == Some(' ');
            let mut others = shown.chars().enumerate().filter(|(at, _)| *at != 8).map(|(_, shown)| shown);
            fits(&mut shown.chars(), strict) || has_middle && !strict && fits(&mut others, strict)
        })
}

/// Parses columns of four characters after an offset: ` 022`, `  \0`, `   a`.
fn columns(rest: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for at in (0..rest.len()).step_by(4) {
        let cell = rest.get(at..(at + 4).min(rest.len()))?.strip_prefix(' ')?;
        bytes.push(match cell.trim_start().as_bytes() {
            [] => b' ',
            [b'\\', escape] => super::escaped(*escape)?,
            [one] if one.is_ascii_graphic() => *one,
            [_, _, _] => u8::from_str_radix(cell, 8).ok().filter(|_| !cell.starts_with('+'))?,
            _ => return None,
        });
    }
    Some(bytes)
}

/// Joins the bytes of all lines, if their offsets in this base are the numbers of bytes before them.
///
/// The expansion of repeated lines is limited to the ratio that is allowed for compressed files.
fn assemble<'t>(form: Form, rows: &[Row<'t>], base: u32, text: usize) -> Read<'t> {
    let most = decompressed(text);
    let wrong = |row: &Row<'t>, reason: String| Err(TextFault::new(row.offset, reason));
    let is_decimal = |cell: &str| cell.parse::<u8>().is_ok_and(|byte| byte.to_string() == cell);
    let mut words = rows.iter().flat_map(|row| row.rest.split_whitespace());
    // `od -t u1` prints columns of the same width, with decimal numbers.
    if form == Form::Columns
        && words.all(is_decimal)
        && let Some(row) = rows.first()
    {
        let reason = "these columns can be characters, octal numbers or decimal numbers: print the bytes with od -v -t x1";
        return wrong(row, reason.into());
    }
    let offset_of = |row: &Row<'_>| usize::from_str_radix(row.offset, base).ok();
    let start = rows.first().filter(|row| row.is_address).and_then(offset_of).unwrap_or(0);
    let (mut bytes, mut last): (Vec<u8>, Vec<u8>) = (Vec::new(), Vec::new());
    for (number, row) in rows.iter().enumerate() {
        let Some(offset) = offset_of(row) else {
            return wrong(row, "this is not an offset like those before it".into());
        };
        let Some(offset) = offset.checked_sub(start) else {
            return wrong(row, "this address is lower than the first one".into());
        };
        if let Some(star) = row.star {
            if offset > most {
                return wrong(row, format!("the lines repeated up to here are more than {most} bytes"));
            }
            let missing = offset.checked_sub(bytes.len()).filter(|missing| *missing > 0 && !last.is_empty());
            let Some(missing) = missing else {
                return Err(TextFault::new(star, "there is nothing to repeat"));
            };
            // hexdump also omits a shorter last line; od does not.
            if missing % last.len() != 0 && !(row.rest.trim().is_empty() && base == 16) {
                return wrong(row, "the lines repeated up to here do not end at this offset".into());
            }
            bytes.extend(last.iter().cycle().take(missing));
        }
        if bytes.len() != offset {
            let (says, before) = (Counted(offset, "byte"), Counted(bytes.len(), "byte"));
            let come = if bytes.len() == 1 { "comes" } else { "come" };
            return wrong(row, match offset {
                0 => "another dump begins here, such as that of another packet or direction: copy only one of them".into(),
                _ => format!("the offset says {says}, but {before} {come} before it"),
            });
        }
        let next = rows.get(number + 1).filter(|next| next.star.is_none());
        let wanted = next.and_then(offset_of).and_then(|next| next.checked_sub(start + offset));
        let read = wanted.and_then(|_| bytes_of(form, row, wanted)).or_else(|| bytes_of(form, row, None));
        let Some(mut read) = read else {
            return wrong(row, "this line does not have the form of the dump before it".into());
        };
        // A line of `hexdump -c` can be filled up with spaces.
        if form == Form::Columns {
            let is_padded = read.ends_with(b" ");
            match wanted {
                Some(wanted) if read.iter().skip(wanted).all(|byte| *byte == b' ') => read.truncate(wanted),
                None if is_padded && next.is_none() && number + 1 == rows.len() => {
                    return wrong(
                        row,
                        "these spaces may be padding: the last line, which has the length, is missing".into(),
                    );
                }
                _ => {}
            }
        }
        bytes.extend(&read);
        last = read;
    }
    Ok(bytes)
}
