//! Lines of an offset, bytes and characters: `hexdump`, `xxd`, `od`, `hexyl`, `tcpdump`, Wireshark, `Format-Hex`.

use super::Read;
use crate::error::TextFault;

/// One line of a dump.
#[derive(Clone)]
pub(super) struct Row<'t> {
    offset: &'t str,
    /// The digits or characters of the line's bytes.
    cells: Vec<&'t str>,
    kind: Cells,
    /// The line before it says that what is before that is repeated up to here.
    repeated: bool,
    /// The line that says so.
    star: &'t str,
    /// The order of the bytes in the groups of the line that its characters show, if one order alone does.
    order: Option<Order>,
}

/// The order of the bytes in a group of digits.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    /// The order of the file: `xxd`.
    File,
    /// The lowest byte last: `xxd -e`.
    Reversed,
}

/// The notation of a line's bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cells {
    /// Pairs of digits.
    Bytes,
    /// Groups of pairs of digits, with a colon after the offset.
    Groups(Order),
    /// Words of this number of bytes, the lowest first.
    Words { base: u32, size: usize },
    /// Columns of four: three octal digits, an escape, or a character.
    Characters,
}

/// The lines of a text that is a dump: where one line is, all are but headings. `None` if there are no such lines.
pub(super) fn rows(text: &str) -> Option<Result<Vec<Row<'_>>, TextFault<'_>>> {
    let mut rows: Vec<Row<'_>> = Vec::new();
    let mut star = None;
    for line in text.lines() {
        let trimmed = line.trim();
        if trimmed.is_empty() || is_ruler(trimmed) {
            continue;
        }
        // hexyl has its star in a box.
        let boxed = trimmed.strip_prefix(['│', '|']).unwrap_or(trimmed);
        if trimmed == "*" || boxed.len() < trimmed.len() && boxed.starts_with('*') {
            star = (!rows.is_empty()).then_some(trimmed);
            continue;
        }
        let first = rows.first().map(|row| row.kind);
        match row(line, first) {
            Some(found) => {
                rows.push(Row { repeated: star.is_some(), star: star.take().unwrap_or_default(), ..found })
            }
            // A heading, or the summary of a packet.
            None if rows.is_empty() => {}
            None => return Some(Err(TextFault::new(trimmed, "this is no line of the dump before it"))),
        }
    }
    // One line that is an offset alone may as well be digits.
    if rows.iter().all(|row| row.cells.is_empty()) {
        return None;
    }
    Some(order_of(&rows).map(|order| {
        for row in &mut rows {
            if let Cells::Groups(of_row) = &mut row.kind {
                *of_row = order;
            }
        }
        rows
    }))
}

/// The order of the bytes in the groups of all lines.
fn order_of<'t>(rows: &[Row<'t>]) -> Result<Order, TextFault<'t>> {
    let shows = |order| rows.iter().any(|row| row.order == Some(order));
    if shows(Order::Reversed) && !shows(Order::File) {
        return Ok(Order::Reversed);
    }
    // xxd makes groups of four bytes with -e, and of two without.
    let wide = |row: &&Row<'t>| {
        let differs =
            row.read().ok() != Row { kind: Cells::Groups(Order::Reversed), ..Row::clone(row) }.read().ok();
        matches!(row.kind, Cells::Groups(_)) && row.cells.iter().any(|cell| cell.len() > 4) && differs
    };
    match rows.iter().find(wide).and_then(|row| row.cells.first()) {
        Some(cell) if !shows(Order::File) => {
            let reason = "the bytes of these groups can be in both orders, as of xxd and of xxd -e: print them with xxd -g1";
            Err(TextFault::new(cell, reason))
        }
        Some(_) | None => Ok(Order::File),
    }
}

/// The groups of digits at the start of a text, and the order of their bytes that the characters after them show.
fn groups(text: &str) -> (Vec<&str>, Option<Order>) {
    let (mut cells, mut order, mut end) = (Vec::<&str>::new(), None, 0);
    while let Some(word) = text.get(end..).map(str::trim_start) {
        let start = text.len() - word.len();
        let cell = word.split(' ').next().unwrap_or_default();
        let digits = cell.bytes().all(|one| one.is_ascii_hexdigit()) && !cell.is_empty();
        let gap = start - end;
        // The last group of `xxd -e` may be short; spaces before it fill it up.
        let size = cells.first().map_or(0, |first| first.len());
        let filled = size > 0 && gap > 1 && gap - 1 + cell.len() == size;
        if !digits || cell.len() % 2 > 0 || size > 0 && gap > 1 && !filled {
            break;
        }
        cells.push(cell);
        end = start + cell.len();
        if filled {
            return (cells, Some(Order::Reversed));
        }
    }
    let count = cells.iter().map(|cell| cell.len() / 2).sum::<usize>();
    let after = text.as_bytes().get(end..).unwrap_or_default();
    if let Some(shown) = after.len().checked_sub(count + 1).and_then(|from| after.get(from + 1..)) {
        let are = |order| {
            let bytes = cells.iter().flat_map(|cell| in_order(cell, order));
            bytes.zip(shown).all(|(byte, shown)| byte == Some(*shown) || !is_shown(byte) && *shown == b'.')
        };
        order = match (are(Order::File), are(Order::Reversed)) {
            (true, false) => Some(Order::File),
            (false, true) => Some(Order::Reversed),
            (true, true) | (false, false) => None,
        };
    }
    (cells, order)
}

fn is_shown(byte: Option<u8>) -> bool {
    matches!(byte, Some(b' '..=b'~'))
}

/// The bytes of a group of digits; `None` for a pair that is no byte.
fn in_order(cell: &str, order: Order) -> impl Iterator<Item = Option<u8>> {
    let count = cell.len() / 2;
    (0..count).map(move |at| {
        let at = if order == Order::File { at } else { count - 1 - at };
        u8::from_str_radix(cell.get(2 * at..2 * at + 2)?, 16).ok()
    })
}

/// Lines that Wireshark, `hexyl` and `Format-Hex` put around a dump.
fn is_ruler(line: &str) -> bool {
    line.chars().all(|one| "═=─-┌┬┐└┴┘├┼┤+ ".contains(one)) && line.len() > 3
}

fn row<'t>(line: &'t str, kind: Option<Cells>) -> Option<Row<'t>> {
    let plain =
        |offset, cells, kind| Some(Row { offset, cells, kind, repeated: false, star: "", order: None });
    let trimmed = line.trim();
    for walls in [&['│', '┊'][..], &['|']] {
        let Some(boxed) = trimmed.strip_prefix(walls) else { continue };
        let mut fields = boxed.split(walls);
        let offset = fields.next().filter(|offset| is_offset(offset, 8))?;
        // Eight bytes are wider than eight characters.
        let of_bytes = fields.take_while(|field| field.len() == 8 * 3 + 1).flat_map(str::split_whitespace);
        return plain(offset, of_bytes.collect(), Cells::Bytes);
    }
    let (offset, rest) = trimmed.split_at(trimmed.find([':', ' ', '\t']).unwrap_or(trimmed.len()));
    let digits = offset.strip_prefix("0x").unwrap_or(offset);
    if !is_offset(digits, 4) {
        return None;
    }
    if let Some(rest) = rest.strip_prefix(':') {
        // Bytes in groups; characters follow after two spaces.
        let (cells, order) = groups(rest.trim_start());
        let found = plain(digits, cells, Cells::Groups(Order::File)).filter(|row| !row.cells.is_empty())?;
        return Some(Row { order, ..found });
    }
    if rest.trim().is_empty() {
        // The last line of hexdump and od is the length. By itself it would be anything.
        return kind.filter(|_| digits.len() >= 6).and_then(|kind| plain(digits, Vec::new(), kind));
    }
    let words: Vec<&str> = rest.split_whitespace().collect();
    let size = words.first().map_or(0, |word| word.len());
    let all =
        |base: u32| words.iter().all(|word| word.len() == size && word.chars().all(|one| one.is_digit(base)));
    // Only the beginning distinguishes such a dump from digits in groups.
    if kind.is_none() && !digits.bytes().all(|digit| digit == b'0') {
        return None;
    }
    let at_start = line.starts_with(digits) && matches!(digits.len(), 6 | 7);
    // What the first line is, all are: a line of od -c may look like others.
    match kind {
        Some(Cells::Characters) => return plain(digits, columns(line, digits), Cells::Characters),
        Some(kind @ Cells::Words { .. }) => return plain(digits, words, kind),
        Some(Cells::Bytes | Cells::Groups(_)) | None => {}
    }
    let mut cells = bytes(rest);
    if digits.len() == 16 {
        cells.truncate(16); // Of PowerShell, whose characters follow after one space.
    }
    let kind = match size {
        2 if !cells.is_empty() => Cells::Bytes,
        _ if kind.is_some() => return None,
        4 if at_start && all(16) => Cells::Words { base: 16, size: 2 },
        6 if at_start && all(8) => Cells::Words { base: 8, size: 2 },
        8 if at_start && all(16) => Cells::Words { base: 16, size: 4 },
        11 if at_start && all(8) => Cells::Words { base: 8, size: 4 },
        _ if at_start && !columns(line, digits).is_empty() => Cells::Characters,
        _ => return None,
    };
    Some(match kind {
        Cells::Bytes | Cells::Groups(_) => plain(digits, cells, kind)?,
        Cells::Words { .. } => plain(digits, words, kind)?,
        Cells::Characters => plain(digits, columns(line, digits), kind)?,
    })
}

fn is_offset(text: &str, least: usize) -> bool {
    text.len() >= least && text.bytes().all(|one| one.is_ascii_hexdigit()) && text.len() <= 16
}

fn is_hex(text: &str, size: usize) -> bool {
    text.len() == size && text.bytes().all(|one| one.is_ascii_hexdigit())
}

/// Pairs of digits up to the characters beside them. Those begin with `|` or `>`, or after a gap that is wider than the
/// one in the middle of a line.
fn bytes(rest: &str) -> Vec<&str> {
    const MIDDLE: usize = 8;
    let mut cells = Vec::new();
    let mut rest = rest;
    loop {
        let word = rest.trim_start();
        let gap = rest.len() - word.len();
        let end = word.find([' ', '\t']).unwrap_or(word.len());
        let cell = word.get(..end).unwrap_or_default();
        let wide = !cells.is_empty() && (gap > 2 || gap == 2 && cells.len() != MIDDLE);
        if !is_hex(cell, 2) || wide {
            return cells;
        }
        cells.push(cell);
        rest = word.get(end..).unwrap_or_default();
    }
}

/// Columns of four characters after an offset, if that is what there is.
fn columns<'t>(line: &'t str, offset: &str) -> Vec<&'t str> {
    let rest = line.get(offset.len()..).unwrap_or_default();
    let mut cells = Vec::new();
    for at in (0..rest.len()).step_by(4) {
        let cell = rest.get(at..(at + 4).min(rest.len())).unwrap_or_default();
        if !cell.starts_with(' ') || character(cell).is_none() {
            return Vec::new();
        }
        cells.push(cell);
    }
    cells
}

/// The byte of a column: ` 022`, `  \0`, `   a`.
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

impl<'t> Row<'t> {
    fn size(&self) -> usize {
        match self.kind {
            Cells::Bytes | Cells::Groups(_) | Cells::Characters => 1,
            Cells::Words { size, .. } => size,
        }
    }

    /// Returns the number of bytes that the line shows, if no other line limits them.
    fn len(&self) -> usize {
        match self.kind {
            Cells::Groups(_) => self.cells.iter().map(|cell| cell.len() / 2).sum(),
            Cells::Bytes | Cells::Characters | Cells::Words { .. } => self.cells.len() * self.size(),
        }
    }

    fn read(&self) -> Result<Vec<u8>, TextFault<'t>> {
        let mut bytes = Vec::with_capacity(self.len());
        for cell in &self.cells {
            let wrong = || TextFault::new(cell, "this is no number of the dump");
            match self.kind {
                Cells::Bytes => bytes.push(u8::from_str_radix(cell, 16).map_err(|_| wrong())?),
                Cells::Groups(order) => {
                    for byte in in_order(cell, order) {
                        bytes.push(byte.ok_or_else(wrong)?);
                    }
                }
                Cells::Characters => bytes.push(character(cell).ok_or_else(wrong)?),
                Cells::Words { base, size } => {
                    let word = u32::from_str_radix(cell, base).map_err(|_| wrong())?;
                    bytes.extend(word.to_le_bytes().get(..size).unwrap_or_default());
                }
            }
        }
        Ok(bytes)
    }
}

/// The bytes of all lines, in order.
///
/// A line that is repeated makes no more of `text` bytes than a compressed file may become.
pub(super) fn read<'t>(rows: &[Row<'t>], text: usize) -> Read<'t> {
    let most = text.saturating_mul(256).max(1 << 20);
    // od counts in octal, or in decimal with an option.
    const BASES: [u32; 3] = [16, 8, 10];
    // A last word may be filled up: only where no count fits without.
    let ways = BASES.map(|base| (base, false)).into_iter().chain(BASES.map(|base| (base, true)));
    let fitting = ways.into_iter().find_map(|(base, filled)| assemble(rows, base, filled, most).ok());
    fitting.map_or_else(|| assemble(rows, 16, true, most), Ok)
}

fn assemble<'t>(rows: &[Row<'t>], base: u32, filled: bool, most: usize) -> Read<'t> {
    let mut bytes: Vec<u8> = Vec::new();
    let mut last: Vec<u8> = Vec::new();
    // How many of the last bytes may be none: the length is in a line of its own.
    let mut spare = 0;
    for row in rows {
        let offset = usize::from_str_radix(row.offset, base);
        let offset =
            offset.map_err(|_| TextFault::new(row.offset, "this is no offset as those before it"))?;
        if row.repeated {
            if offset > most {
                return Err(TextFault::new(
                    row.offset,
                    format!("the lines repeated up to here are more than {most} bytes"),
                ));
            }
            let missing = offset.checked_sub(bytes.len()).filter(|_| !last.is_empty());
            let missing = missing.ok_or_else(|| TextFault::new(row.star, "there is nothing to repeat"))?;
            // The last of the repeated lines may be shorter, as od has it.
            bytes.extend(last.iter().cycle().take(missing));
            spare = 0;
        }
        let fewer = bytes.len().checked_sub(offset);
        match fewer {
            Some(0) => {}
            Some(fewer) if fewer <= spare && filled && row.cells.is_empty() => bytes.truncate(offset),
            _ if offset == 0 => {
                let reason = "another dump begins here, as of another packet or direction: copy one of them";
                return Err(TextFault::new(row.offset, reason));
            }
            _ => {
                let unit = if offset == 1 { "byte" } else { "bytes" };
                let reason = format!("the offset says {offset} {unit}, {} were before it", bytes.len());
                return Err(TextFault::new(row.offset, reason));
            }
        }
        last = row.read()?;
        spare = row.size() - 1;
        bytes.extend(&last);
    }
    Ok(bytes)
}
