//! Changes a text in place. Only the parts that differ are rewritten, in the style of the text around them.

use std::collections::HashMap;
use std::ops::Range;

use super::TextKind;
use crate::document::{AnyValue, DocumentError};
use gamewire::godot::Dialect;
use gamewire::godot::text::{from_text_as, to_engine_text};
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
                Inside::Entries | Inside::Items if is_alike => {
                    self.children(old, new, (a, b), (&olds, &news), &mut open);
                }
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

    /// Changes the children of a container: removes the lines of those that are missing, adds new ones, and opens the others,
    /// which are compared next.
    fn children(
        &mut self,
        old: Side<'_>,
        new: Side<'_>,
        (number, new_number): (usize, usize),
        (olds, news): (&[Child], &[Child]),
        open: &mut Vec<(usize, usize)>,
    ) {
        let keys = olds.iter().map(|child| child.key.map_or(String::new(), |key| self.key(old.part(key))));
        let keys: Vec<String> = keys.collect();
        let names = || news.iter().map(|child| child.key.map_or("", |key| new.part(key)));
        let (kept, pairs, added): (Vec<bool>, Vec<(usize, usize)>, Vec<usize>);
        if olds.iter().all(|child| child.key.is_none()) || names().eq(keys.iter().map(String::as_str)) {
            // If elements are missing, they are assumed to be those at the first difference.
            let missing = olds.len().saturating_sub(news.len());
            let is_same = |(a, b): &(&Child, &Child)| self.same(old.part(a.value), new.part(b.value));
            let start = if missing > 0 { olds.iter().zip(news).take_while(is_same).count() } else { 0 };
            kept = (0..olds.len()).map(|at| !(start..start + missing).contains(&at)).collect();
            pairs = (0..start).chain(start + missing..olds.len()).zip(0..news.len()).collect();
            added = (olds.len()..news.len()).collect();
        } else {
            // If a key occurs several times, the last entry counts.
            let here: HashMap<&str, usize> = keys.iter().map(String::as_str).zip(0..).collect();
            let there: HashMap<&str, usize> = names().zip(0..).collect();
            kept = keys.iter().map(|key| there.contains_key(&**key)).collect();
            pairs = here.iter().filter_map(|(key, at)| Some((*at, *there.get(key)?))).collect();
            let new = there.iter().filter(|(name, _)| !here.contains_key(*name)).map(|(_, at)| *at);
            added = sorted(new.collect(), usize::cmp);
        }
        let Some(last) = kept.iter().rposition(|kept| *kept) else {
            let shown = self.shown_part(new.part(new_number), self.indent(old.range(number).start));
            return self.replace(old.range(number), shown);
        };
        self.remove(old.range(number).end, olds, &kept);
        let pairs = pairs.into_iter().filter_map(|(a, b)| Some((olds.get(a)?.value, news.get(b)?.value)));
        open.extend(pairs);
        let added = added.into_iter().filter_map(|at| news.get(at));
        self.append((old, new), old.range(number).start, olds, last, added);
    }

    /// Removes the children that are not kept, with their separators. At least one is kept.
    fn remove(&mut self, closed: usize, olds: &[Child], kept: &[bool]) {
        let mut at = 0;
        for run in kept.chunk_by(|a, b| a == b) {
            let (first, next) = (at, at + run.len());
            at = next;
            let Some([child, ..]) = olds.get(first..next).filter(|_| run.first() == Some(&false)) else {
                continue;
            };
            let start = child.range.start;
            let end = olds.get(next - 1).map_or(start, |last| last.range.end);
            let before =
                first.checked_sub(1).and_then(|before| olds.get(before)).map(|child| child.range.end);
            let (gap, next) = (before.map(|before| self.between(before, start)), olds.get(next));
            let after = self.between(end, next.map_or(closed, |next| next.range.start));
            let range = match (next, before, gap) {
                (Some(next), ..) if is_clean(after) => start..next.range.start,
                (None, Some(before), Some(gap)) if is_clean(gap) => before..end,
                // A comment between the children is kept.
                _ => {
                    let rest = after.trim_start();
                    if let (None, Some(before), Some(gap), false) = (next, before, gap, rest.starts_with(','))
                        && let Some((clean, _)) = gap.split_once(',').filter(|(gap, _)| is_clean(gap))
                    {
                        let comma = before + clean.len();
                        self.replace(comma..comma + 1, "");
                    }
                    let comma = if rest.starts_with(',') { after.len() - rest.len() + 1 } else { 0 };
                    start..end + comma
                }
            };
            self.replace(range, "");
        }
    }

    /// Adds children after the one at this position, with the same separators. The container begins at `opened`.
    fn append<'c>(
        &mut self,
        (old, new): (Side<'_>, Side<'_>),
        opened: usize,
        olds: &[Child],
        at: usize,
        news: impl Iterator<Item = &'c Child>,
    ) {
        let Some(last) = olds.get(at) else { return };
        let before = at.checked_sub(1).and_then(|before| olds.get(before));
        let before = self.between(before.map_or(opened, |before| before.range.end), last.range.start);
        let space = before.get(before.trim_end().len()..).sure();
        let colon = last.key.map(|key| self.between(old.range(key).end, old.range(last.value).start));
        let colon = colon.filter(|colon| colon.trim() == ":").unwrap_or(": ");
        let space = match space {
            space if at > 0 || space.contains('\n') => space,
            _ if self.spaces || last.key.is_some() && colon.ends_with(' ') => " ",
            _ => "",
        };
        let is_line = space.contains('\n');
        let has_comma =
            !is_line || if at > 0 { bare(self.kind, before).starts_with(',') } else { self.commas };
        let indent = space.rsplit_once('\n').map_or_else(|| self.indent(opened), |(_, indent)| indent);
        let mut added = String::new();
        for child in news {
            added.push_str(if has_comma { "," } else { "" });
            added.push_str(space);
            if let Some(key) = child.key {
                added.push_str(new.part(key));
                added.push_str(colon);
            }
            let part = new.part(child.value);
            match !self.kind.is_engine_text() && !is_line {
                true => added.push_str(part),
                false => added.push_str(&self.shown_part(part, indent)),
            }
        }
        if !added.is_empty() {
            self.replace(last.range.end..last.range.end, added);
        }
    }

    fn between(&self, from: usize, to: usize) -> &'t str {
        self.text.get(from..to).sure()
    }

    /// Returns the text of a value in the style of the text around it.
    pub(super) fn shown(&self, value: &AnyValue, indent: &str) -> String {
        self.shown_part(&self.kind.write(value, self.dialect), indent)
    }

    fn shown_part(&self, part: &str, indent: &str) -> String {
        let read = || self.kind.read(part, self.dialect, &mut Places::default()).ok();
        if self.kind.is_engine_text() {
            let Some(AnyValue::Godot(value)) = read() else { return part.to_owned() };
            let text = to_engine_text(&value, self.dialect);
            // Not all values have a form of the engine that is read as the same value.
            let read = |text: &String| from_text_as(text, self.dialect.precision());
            let is_same = |text: &String| read(text).is_ok_and(|read| read == value);
            let forms = [text.replace('\n', self.eol), text];
            return forms.into_iter().find(is_same).unwrap_or_else(|| part.to_owned());
        }
        let lines = match self.kind {
            _ if !part.starts_with(['{', '[']) || !self.lines => None,
            TextKind::Json => gamewire::json::pretty(part).ok(),
            _ => match read() {
                Some(AnyValue::Nbt(tag)) => Some(format!("{tag:#}")),
                _ => None,
            },
        };
        let Some(lines) = lines else { return part.to_owned() };
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
