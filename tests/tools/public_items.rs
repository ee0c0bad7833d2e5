//! The public items as a snapshot: a change of the API is visible in the diff of a commit.
//!
//! `INSTA_UPDATE=always cargo test --all-features --test tools -- public_items` writes the list anew. It is made from
//! the source: what is `pub` can be reached from outside, the lint `unreachable_pub` sees to it. Private modules inside a
//! file hold the members of sealed traits, which nobody outside can name: they are not in the list, and neither are
//! implementations for private types.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, into);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            into.push(path);
        }
    }
}

fn is_name(of: char) -> bool {
    of.is_alphanumeric() || of == '_'
}

/// The name that follows one of these words.
fn name_after<'t>(text: &'t str, words: &[&str]) -> Option<&'t str> {
    let rest = words.iter().find_map(|word| text.strip_prefix(word))?;
    Some(rest.split(|of| !is_name(of)).next().unwrap())
}

/// A file without its private modules inside braces, and these modules.
fn without_private_modules(text: &str) -> (String, String) {
    let (mut public, mut private) = (String::new(), String::new());
    let mut end = None;
    for line in text.lines() {
        let inside = line.trim_start();
        let indent = &line[..line.len() - inside.len()];
        let opens =
            ["mod ", "pub(crate) mod ", "pub(super) mod "].iter().any(|word| inside.starts_with(word));
        if end.is_none() && opens && inside.ends_with('{') {
            end = Some(format!("{indent}}}"));
        }
        let side = if end.is_some() { &mut private } else { &mut public };
        side.push_str(line);
        side.push('\n');
        if end.as_deref() == Some(line) {
            end = None;
        }
    }
    (public, private)
}

/// The lines of a file that are code, up to its own tests.
struct Lines<'t> {
    lines: std::iter::Peekable<std::vec::IntoIter<&'t str>>,
}

impl<'t> Lines<'t> {
    fn new(text: &'t str) -> Self {
        let lines: Vec<_> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        Self { lines: lines.into_iter().peekable() }
    }

    /// An item's head, on one line: up to its body, its value or its end.
    fn head(&mut self, first: &str) -> String {
        let mut head = first.trim().to_owned();
        loop {
            let open = head.matches(['(', '[']).count() > head.matches([')', ']']).count();
            let uses = head.starts_with("pub use ") || head.starts_with("pub(crate) use ");
            let ended =
                if uses { head.ends_with(';') } else { !open && head.ends_with(['{', '}', ';', ',']) };
            let valued = !open && (head.starts_with("pub const ") || head.starts_with("pub static "));
            if ended || (valued && head.contains(" =")) {
                break;
            }
            let Some(next) = self.lines.next() else { break };
            if !head.ends_with(['(', '<', '[']) {
                head.push(' ');
            }
            head.push_str(next.trim());
        }
        if head.starts_with("pub const ") && !head.starts_with("pub const fn") {
            head.truncate(head.find(" =").unwrap_or(head.len()));
        }
        head.replace(",)", ")")
            .replace(", )", ")")
            .replace(", >", ">")
            .trim_end_matches(['{', ';', ','])
            .trim_end()
            .to_owned()
    }

    /// What an enumeration or a trait holds.
    fn body(&mut self, end: &str) -> Vec<String> {
        let mut body = Vec::new();
        while let Some(line) = self.lines.next() {
            if line == end {
                break;
            }
            let text = line.trim();
            let (item, is_part) = (
                text.starts_with("fn ") || text.starts_with("type "),
                line.starts_with(&format!("{}    ", &end[..end.len() - 1])),
            );
            if text.is_empty() || text.starts_with("#[") || !is_part {
                continue;
            }
            let deep = line.len() - line.trim_start().len() > end.len() + 3;
            if item && !deep {
                body.push(self.head(line));
            } else if !deep && !text.starts_with(['}', ')']) {
                body.push(text.trim_end_matches(',').to_owned());
            } else if body.last().is_some_and(|last| last.ends_with(['{', '('])) || text.ends_with(',') {
                body.push(format!("    {}", text.trim_end_matches(',')));
            }
        }
        body
    }
}

/// An attribute that a user sees the effect of.
fn is_told(attribute: &str) -> bool {
    [
        "#[derive(",
        "#[non_exhaustive]",
        "#[doc(hidden)]",
        "#[cfg(",
        "#[deprecated",
        "#[macro_export]",
        "#[repr",
    ]
    .iter()
    .any(|told| attribute.starts_with(told))
}

/// The name of the type that a trait is implemented for.
fn implementor(head: &str) -> &str {
    let of = head.split(" where ").next().unwrap().split(" for ").last().unwrap();
    let path = of.split(['<', '(', '[', ' ']).next().unwrap();
    path.rsplit(':').next().unwrap()
}

/// The items of one file. `types` are public, of `private` a name may be public in another file.
fn items(text: &str, types: &BTreeSet<String>, private: &Private) -> Vec<String> {
    let mut lines = Lines::new(text);
    let mut found = Vec::new();
    let mut attributes = Vec::new();
    let mut implemented = None;
    while let Some(line) = lines.lines.next() {
        let text = line.trim();
        let indent = line.len() - line.trim_start().len();
        if text.starts_with("#[") {
            let mut attribute = text.split(" // ").next().unwrap().to_owned();
            while attribute.matches('[').count() > attribute.matches(']').count() {
                attribute.push_str(lines.lines.next().unwrap().trim());
            }
            attributes.push(attribute);
            continue;
        }
        let told = std::mem::take(&mut attributes).into_iter().filter(|attribute| is_told(attribute));
        let told = || told.map(|attribute| attribute + " ").collect::<String>();
        let of_impl = text.starts_with("impl ") || text.starts_with("impl<");
        let exported = text.starts_with("macro_rules! ");
        if of_impl {
            let head = lines.head(line);
            let words: Vec<_> = head.split(|of| !is_name(of)).collect();
            let of_trait = head.split(" where ").next().unwrap().contains(" for ");
            if !of_trait {
                implemented = Some((told() + &head, indent));
            } else if words.iter().any(|word| types.contains(*word))
                && !words.iter().any(|word| private.traits.contains(*word))
                && (types.contains(implementor(&head)) || !private.types.contains(implementor(&head)))
            {
                found.push(told() + &head);
            }
        } else if exported {
            let told = told();
            if told.contains("#[macro_export]") {
                found.push(told + text.trim_end_matches(" {"));
            }
        } else if text.starts_with("pub ") {
            let head = lines.head(line);
            let mut before = String::new();
            if let Some((of, at)) = &implemented
                && indent == at + 4
            {
                before = format!("{of} :: ");
            }
            let has_body =
                !head.ends_with('}') && (head.starts_with("pub enum ") || head.starts_with("pub trait "));
            let is_field = head.starts_with("pub ") && indent > 0 && before.is_empty() && !head.contains('(');
            let under = if is_field { "    " } else { "" };
            found.push(format!("{under}{before}{}{head}", told()));
            if has_body {
                let end = format!("{}}}", " ".repeat(indent));
                found.extend(lines.body(&end).into_iter().map(|part| format!("    {part}")));
            }
        } else if text == "}" && implemented.as_ref().is_some_and(|(_, at)| *at == indent) {
            implemented = None;
        }
    }
    found
}

/// The names of private items.
#[derive(Default)]
struct Private {
    traits: BTreeSet<String>,
    types: BTreeSet<String>,
}

fn list() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut paths = Vec::new();
    sources(&root, &mut paths);
    paths.retain(|path| !path.starts_with(root.join("bin")));
    paths.sort();
    let (mut types, mut hidden) = (BTreeSet::new(), Private::default());
    let mut files = Vec::new();
    for path in &paths {
        let (public, private) = without_private_modules(&fs::read_to_string(path).unwrap());
        files.push((path.strip_prefix(&root).unwrap().to_str().unwrap(), public));
        let sealed = private.lines().filter_map(|line| name_after(line.trim_start(), &["pub trait "]));
        hidden.traits.extend(sealed.map(str::to_owned));
    }
    for line in files.iter().flat_map(|(_, text)| text.lines()) {
        let line = line.trim_start();
        let of_type =
            name_after(line, &["pub struct ", "pub enum ", "pub trait ", "pub type ", "pub union "]);
        types.extend(of_type.map(str::to_owned));
        let private =
            line.strip_prefix("pub(").and_then(|line| line.split_once(") ")).map_or(line, |(_, item)| item);
        hidden.traits.extend(name_after(private, &["trait "]).map(str::to_owned));
        hidden.types.extend(name_after(private, &["struct ", "enum "]).map(str::to_owned));
    }
    types.insert("$name".into());

    let mut list = String::new();
    for (path, text) in &files {
        let items = items(text, &types, &hidden);
        if !items.is_empty() {
            list += &format!("{path}\n");
            for item in items {
                list += &format!("    {item}\n");
            }
        }
    }
    list
}

#[test]
fn are_as_listed() {
    let settings = crate::dump_support::snapshots_in("");
    settings.bind(|| insta::assert_snapshot!("public_items", list()));
}
