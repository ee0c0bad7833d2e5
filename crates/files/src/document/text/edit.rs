//! Changes a text in place. Only the parts that differ are rewritten, in the style of the text around them.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::{TextKind, engine_form, several_lines};
use crate::document::{AnyValue, DocumentError};
use gamewire::godot::Dialect;
use gamewire::shared::Sure as _;
use gamewire::shared::path::{Inside, Places};
use gamewire::shared::sorted;

/// The changes of a text.
pub(super) struct Editor<'t> {
    kind: TextKind,
    dialect: Dialect,
    pub(super) text: &'t str,
    /// The line end of the text.
    pub(super) eol: &'static str,
    /// The indentation of one level.
    unit: &'t str,
    /// Whether the text has several lines, has commas between them, and has spaces after commas.
    lines: bool,
    commas: bool,
    spaces: bool,
    /// The ranges to be replaced, in any order, and their new text.
    pub(super) edits: Vec<(Range<usize>, String)>,
}

/// An element, or an entry with its key.
struct Child {
    range: Range<usize>,
    /// The place numbers of the key, if there is one, and of the value.
    key: Option<usize>,
    value: usize,
}

/// A text with the places of the values in it.
#[derive(Clone, Copy)]
struct Side<'s> {
    text: &'s str,
    places: &'s Places,
}

impl<'s> Side<'s> {
    fn range(self, number: usize) -> Range<usize> {
        self.places.get(number).map_or(0..0, |place| place.range.clone())
    }

    fn part(self, number: usize) -> &'s str {
        self.text.get(self.range(number)).sure()
    }

    /// Returns the kind of a value's contents, the text before the first child without white space and comments, and
    /// the children.
    fn children(self, number: usize, kind: TextKind) -> (Inside, String, Vec<Child>) {
        let inside = self.places.get(number).map_or(Inside::Nothing, |place| place.inside);
        let mut numbers = self.places.children(number);
        let mut children = Vec::new();
        while let Some(first) = numbers.next() {
            let (key, value) = match inside {
                Inside::Entries => (Some(first), numbers.next().unwrap_or(first)),
                Inside::Items | Inside::Nothing => (None, first),
            };
            children.push(Child { range: self.range(first).start..self.range(value).end, key, value });
        }
        let start = self.range(number).start;
        let head = children.first().and_then(|first| self.text.get(start..first.range.start));
        (inside, bare(kind, head.unwrap_or_default()), children)
    }
}

/// Returns the text between values without white space and comments.
fn bare(kind: TextKind, between: &str) -> String {
    let comments: &[&str] = match kind {
        TextKind::ConfigFile | TextKind::Value => &[";"],
        TextKind::Snbt => &["#", "//"],
        TextKind::Json | TextKind::JsonLines => &[],
    };
    let code = |line: &str| {
        let end = comments.iter().filter_map(|comment| line.find(comment)).min().unwrap_or(line.len());
        line.get(..end).sure().split_whitespace().collect::<String>()
    };
    between.split('\n').map(code).collect()
}

/// Returns whether only white space and commas are between values.
fn is_clean(between: &str) -> bool {
    between.chars().all(|character| character == ',' || character.is_whitespace())
}

/// Returns whether two SNBT texts are numbers that end with the same letter, apart from its case.
fn is_suffixed(old: &str, new: &str) -> bool {
    let letter = |text: &str| {
        let is_number = text.starts_with(|first: char| first.is_ascii_digit() || first == '-');
        text.bytes().next_back().filter(|last| is_number && last.is_ascii_alphabetic())
    };
    letter(old).zip(letter(new)).is_some_and(|(a, b)| a.eq_ignore_ascii_case(&b))
}

impl<'t> Editor<'t> {
    pub(super) fn new(kind: TextKind, dialect: Dialect, text: &'t str) -> Self {
        let spaces = |line: &'t str| line.get(..line.len() - line.trim_start_matches([' ', '\t']).len());
        let indented = text.lines().filter(|line| !line.trim().is_empty()).filter_map(spaces);
        let unit = indented.into_iter().find(|spaces| !spaces.is_empty()).unwrap_or("  ");
        let is_line = |line: &str| line.trim_end().ends_with(',');
        Self {
            kind,
            dialect,
            text,
            eol: if text.contains("\r\n") { "\r\n" } else { "\n" },
            unit: if unit.starts_with('\t') { "\t" } else { unit },
            lines: kind != TextKind::JsonLines && text.trim().lines().nth(1).is_some(),
            commas: kind != TextKind::Snbt
                || text.lines().any(is_line)
                || text.trim().lines().nth(2).is_none(),
            spaces: kind.is_engine_text() || text.contains(", "),
            edits: Vec::new(),
        }
    }

    fn replace(&mut self, range: Range<usize>, new: impl Into<String>) {
        self.edits.push((range, new.into()));
    }

    /// Changes the value at a place to `new`, as a whole or only where it differs.
    pub(super) fn value(
        &mut self,
        place: Range<usize>,
        new: &AnyValue,
        whole: bool,
    ) -> Result<(), DocumentError> {
        if whole {
            let indent = self.indent(place.start);
            let shown = self.shown(new, indent);
            self.replace(place, shown);
            return Ok(());
        }
        let text = self.kind.write(new, self.dialect);
        let (mut old_places, mut new_places) = (Places::of(place.end), Places::of(text.len()));
        self.kind.read(self.text.get(place).sure(), self.dialect, &mut old_places)?;
        let read = self.kind.read(&text, self.dialect, &mut new_places);
        read.map_err(|_| DocumentError::NoText { kind: self.kind })?;
        let old = Side { text: self.text, places: &old_places };
        let new = Side { text: &text, places: &new_places };
        let mut open = vec![(0, 0)];
        while let Some((a, b)) = open.pop() {
            if old.part(a) == new.part(b) {
                continue;
            }
            let (inside, head, olds) = old.children(a, self.kind);
            let (new_inside, new_head, news) = new.children(b, self.kind);
            let is_alike = inside == new_inside && head == new_head && !olds.is_empty() && !news.is_empty();
            // A list with elements of several types is stored as compounds with an empty key, but its text may show
            // the bare elements.
            if new.part(b).starts_with("[{\"\":") && self.same(old.part(a), new.part(b)) {
                continue;
            }
            match inside {
                Inside::Entries if is_alike => self.entries(old, new, (a, b), (&olds, &news), &mut open),
                Inside::Items if is_alike => self.items(old, new, a, (&olds, &news), &mut open),
                _ if self.same(old.part(a), new.part(b)) => {}
                _ => {
                    let shown = match (old.part(a), new.part(b)) {
                        // FTB's mods write bytes that are 0 or 1 as `false` or `true`.
                        ("true" | "false", "0b") => "false".to_owned(),
                        ("true" | "false", "1b") => "true".to_owned(),
                        // The letter after a number keeps its case.
                        (old, part) if self.kind == TextKind::Snbt && is_suffixed(old, part) => {
                            let suffix = old.get(old.len() - 1..).sure();
                            part.get(..part.len() - 1).sure().to_owned() + suffix
                        }
                        (_, part) => self.shown_part(part, self.indent(old.range(a).start)),
                    };
                    self.replace(old.range(a), shown);
                }
            }
        }
        Ok(())
    }

    /// Returns whether two texts represent the same value.
    fn same(&self, old: &str, new: &str) -> bool {
        let read = |text| self.kind.read(text, self.dialect, &mut Places::default()).ok();
        old == new || read(old).is_some_and(|value| read(new) == Some(value))
    }

    /// Returns a key in the form in which this crate writes it.
    fn key(&self, text: &str) -> String {
        let (before, after) = if self.kind == TextKind::Snbt { ("{", ":0}") } else { ("", "") };
        let read = self.kind.read(&format!("{before}{text}{after}"), self.dialect, &mut Places::default());
        read.map_or_else(
            |_| text.to_owned(),
            |key| {
                let key = self.kind.write(&key, self.dialect);
                key.strip_prefix(before).and_then(|key| key.strip_suffix(after)).unwrap_or(&key).to_owned()
            },
        )
    }

    fn items(
        &mut self,
        old: Side<'_>,
        new: Side<'_>,
        number: usize,
        (olds, news): (&[Child], &[Child]),
        open: &mut Vec<(usize, usize)>,
    ) {
        let removed = olds.len().saturating_sub(news.len());
        let is_same = |(a, b): &(&Child, &Child)| self.same(old.part(a.value), new.part(b.value));
        // If elements were removed, the removed ones are assumed to begin at the first difference.
        let start = match removed {
            0 => 0,
            _ => olds.iter().zip(news).take_while(is_same).count(),
        };
        let kept = |at: usize| at < start || at >= start + removed;
        self.remove(old, number, olds, kept);
        let moved = olds.iter().skip(start + removed).zip(news.iter().skip(start));
        open.extend(moved.map(|(a, b)| (a.value, b.value)));
        self.append(old, new, number, olds, olds.len(), news.get(olds.len()..).unwrap_or_default());
    }

    fn entries(
        &mut self,
        old: Side<'_>,
        new: Side<'_>,
        (number, new_number): (usize, usize),
        (olds, news): (&[Child], &[Child]),
        open: &mut Vec<(usize, usize)>,
    ) {
        let keys: Vec<String> =
            olds.iter().map(|child| self.key(child.key.map_or("", |key| old.part(key)))).collect();
        let new_key = |child: &Child| child.key.map_or("", |key| new.part(key));
        if keys.iter().map(String::as_str).eq(news.iter().map(new_key)) {
            open.extend(olds.iter().zip(news).map(|(a, b)| (a.value, b.value)));
            return;
        }
        // If a key occurs several times, the last entry counts.
        let there: HashMap<&str, usize> = news.iter().map(|child| (new_key(child), child.value)).collect();
        let here: HashMap<&str, usize> =
            keys.iter().zip(olds).map(|(key, child)| (key.as_str(), child.value)).collect();
        let pairs = here.iter().filter_map(|(key, value)| Some((*value, *there.get(key)?)));
        open.extend(pairs);
        let kept: Vec<bool> = keys.iter().map(|key| there.contains_key(key.as_str())).collect();
        let Some(last) = kept.iter().rposition(|kept| *kept) else {
            let shown = self.shown_part(new.part(new_number), self.indent(old.range(number).start));
            return self.replace(old.range(number), shown);
        };
        self.remove(old, number, olds, |at| kept.get(at) == Some(&true));
        let mut added = HashSet::new();
        let added = news.iter().filter(|child| {
            let key = new_key(child);
            !here.contains_key(key) && added.insert(key)
        });
        let added: Vec<Child> = added
            .map(|child| Child { range: child.range.clone(), key: child.key, value: child.value })
            .collect();
        self.append(old, new, number, olds, last + 1, &added);
    }

    /// Removes the children that are not kept, with their separators.
    fn remove(&mut self, old: Side<'_>, number: usize, olds: &[Child], kept: impl Fn(usize) -> bool) {
        let end = |at: usize| olds.get(at).map_or(0, |child| child.range.end);
        let start = |at: usize| olds.get(at).map_or(0, |child| child.range.start);
        let between = |from: usize, to: usize| old.text.get(from..to).sure();
        let mut at = 0;
        while at < olds.len() {
            let first = at;
            while at < olds.len() && !kept(at) {
                at += 1;
            }
            if first == at {
                at += 1;
                continue;
            }
            let range = match at < olds.len() {
                true if is_clean(between(end(at - 1), start(at))) => start(first)..start(at),
                false if first > 0 && is_clean(between(end(first - 1), start(first))) => {
                    end(first - 1)..end(at - 1)
                }
                // If all children are removed, the white space around them is removed too.
                false if first == 0 => {
                    let (from, to) = (old.range(number).start, old.range(number).end);
                    let opened = between(from, start(0)).trim_end().len();
                    let after = between(end(at - 1), to);
                    let closed = after.trim_start_matches(|c: char| c == ',' || c.is_whitespace()).len();
                    from + opened..to - closed
                }
                // A comment between the children is kept.
                is_followed => {
                    let after = between(end(at - 1), old.range(number).end);
                    let comma = after.len() - after.trim_start().len();
                    let has_comma = after.trim_start().starts_with(',');
                    if !is_followed && !has_comma && first > 0 {
                        let gap = between(end(first - 1), start(first));
                        if let Some(before) =
                            gap.find(',').filter(|before| is_clean(gap.get(..*before).unwrap_or("-")))
                        {
                            self.edits
                                .push((end(first - 1) + before..end(first - 1) + before + 1, String::new()));
                        }
                    }
                    start(first)..end(at - 1) + if has_comma { comma + 1 } else { 0 }
                }
            };
            self.replace(range, "");
        }
    }

    /// Adds children after the first `count` ones, with the same separators.
    fn append(
        &mut self,
        old: Side<'_>,
        new: Side<'_>,
        number: usize,
        olds: &[Child],
        count: usize,
        news: &[Child],
    ) {
        let Some(last) = count.checked_sub(1).and_then(|last| olds.get(last)) else { return };
        let opened = old.range(number).start;
        let before = match count.checked_sub(2).and_then(|before| olds.get(before)) {
            Some(before) => old.text.get(before.range.end..last.range.start),
            None => old.text.get(opened..last.range.start),
        };
        let before = before.unwrap_or_default();
        let space = before.get(before.trim_end().len()..).sure();
        let colon = last.key.and_then(|key| old.text.get(old.range(key).end..old.range(last.value).start));
        let colon = colon.filter(|colon| colon.trim() == ":").unwrap_or(": ");
        let is_spaced = self.spaces || last.key.is_some() && colon.ends_with(' ');
        let space = match (space, count, is_spaced) {
            (space, 2.., _) => space,
            (space, ..) if space.contains('\n') => space,
            (_, _, true) => " ",
            (_, _, false) => "",
        };
        let has_comma = match count {
            2.. => bare(self.kind, before).starts_with(',') || !space.contains('\n'),
            _ => self.commas || !space.contains('\n'),
        };
        let indent = match space.rsplit_once('\n') {
            Some((_, indent)) => indent,
            None => self.indent(opened),
        };
        let mut added = String::new();
        for child in news {
            added.push_str(if has_comma { "," } else { "" });
            added.push_str(space);
            if let Some(key) = child.key {
                added.push_str(new.part(key));
                added.push_str(colon);
            }
            let part = new.part(child.value);
            match !self.kind.is_engine_text() && !space.contains('\n') {
                true => added.push_str(part),
                false => added.push_str(&self.shown_part(part, indent)),
            }
        }
        if !added.is_empty() {
            self.replace(last.range.end..last.range.end, added);
        }
    }

    /// Returns the text of a value in the style of the text around it.
    pub(super) fn shown(&self, value: &AnyValue, indent: &str) -> String {
        self.shown_part(&self.kind.write(value, self.dialect), indent)
    }

    fn shown_part(&self, part: &str, indent: &str) -> String {
        let read = || self.kind.read(part, self.dialect, &mut Places::default()).ok();
        if self.kind.is_engine_text() {
            return read()
                .and_then(|value| engine_form(&value, self.dialect, self.eol))
                .unwrap_or_else(|| part.to_owned());
        }
        if !part.starts_with(['{', '[']) || !self.lines {
            return part.to_owned();
        }
        let tag = || read().and_then(|value| if let AnyValue::Nbt(tag) = value { Some(tag) } else { None });
        let Some(lines) = several_lines(self.kind, part, tag) else { return part.to_owned() };
        let mut shown = String::new();
        for (at, line) in lines.lines().enumerate() {
            let inner = line.trim_start_matches(' ');
            if at > 0 {
                shown.push_str(self.eol);
                shown.push_str(indent);
                shown.push_str(&self.unit.repeat((line.len() - inner.len()) / 2));
            }
            shown.push_str(if self.commas { inner } else { inner.strip_suffix(',').unwrap_or(inner) });
        }
        shown
    }

    /// Returns the white space at the start of the line at `at`.
    fn indent(&self, at: usize) -> &'t str {
        let line = self.text.get(line_start(self.text, at)..at).sure();
        line.get(..line.len() - line.trim_start().len()).sure()
    }

    /// Removes a setting, including its lines if nothing else is on them.
    pub(super) fn remove_line(&mut self, start: usize, end: usize) {
        let (first, last) = (line_start(self.text, start), line_end(self.text, end));
        let is_blank = |range: Range<usize>| self.text.get(range).is_some_and(|text| text.trim().is_empty());
        if is_blank(first..start) && is_blank(end..last) {
            let rest = self.text.get(last..).sure();
            let eol = rest.len() - rest.trim_start_matches('\r').strip_prefix('\n').unwrap_or(rest).len();
            return self.replace(first..last + eol, "");
        }
        self.replace(start..end, "");
    }
}

fn line_start(text: &str, at: usize) -> usize {
    text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |line| line + 1)
}

/// Returns the end of the line at `at`, before its line end characters.
pub(super) fn line_end(text: &str, at: usize) -> usize {
    let rest = text.get(at..).sure();
    let line = rest.split('\n').next().unwrap_or_default();
    at + line.strip_suffix('\r').unwrap_or(line).len()
}

pub(super) fn applied(text: &str, edits: Vec<(Range<usize>, String)>) -> String {
    let edits = sorted(edits, |(a, _), (b, _)| (a.start, a.end).cmp(&(b.start, b.end)));
    let (mut new, mut at) = (String::with_capacity(text.len()), 0);
    for (range, part) in edits {
        new.push_str(text.get(at..range.start.max(at)).sure());
        new.push_str(&part);
        at = at.max(range.end);
    }
    new.push_str(text.get(at..).sure());
    new
}
