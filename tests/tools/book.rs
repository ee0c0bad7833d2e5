//! Checks the book in `docs/book`: its pages, and the blocks that they copy from dumps, from files and from the tables of the code.
//!
//! A line `<!-- NAME: ARGUMENT -->` begins a block, which ends at the next blank line, at the end of its code, or for `text` at
//! `<!-- end -->`. `INSTA_UPDATE=always cargo test --all-features --test tools book` writes the blocks.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use gamewire::godot::{Dialect, Kind};

use crate::dump_support::{dump, first_difference};

pub(crate) const GAMES: [&str; 2] = ["godot", "minecraft"];

/// The name of the page with the contents of a book.
pub(crate) const COVER: &str = "README";

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The pages of a book, by name.
pub(crate) fn pages(game: &str) -> BTreeMap<String, String> {
    let page = |entry: std::io::Result<fs::DirEntry>| {
        let path = entry.unwrap().path();
        (path.file_stem().unwrap().to_str().unwrap().to_owned(), fs::read_to_string(path).unwrap())
    };
    fs::read_dir(root().join("docs/book").join(game)).unwrap().map(page).collect()
}

/// Returns the text between `before` and `after`, for all occurrences.
pub(crate) fn all_between<'t>(text: &'t str, before: &str, after: &str) -> Vec<&'t str> {
    text.split(before).skip(1).filter_map(|rest| rest.split_once(after)).map(|(found, _)| found).collect()
}

/// The names of the dumps of a text.
pub(crate) fn dumps(text: &str) -> Vec<&str> {
    all_between(text, "<!-- dump: ", " -->")
}

/// A text without its code, in blocks and within lines.
pub(crate) fn prose(text: &str) -> String {
    let mut is_code = false;
    let lines = text.lines().filter(|line| {
        let is_fence = line.starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    });
    let text: String = lines.map(|line| format!("{line}\n")).collect();
    text.split("\n\n").map(|paragraph| paragraph.split('`').step_by(2).collect::<String>() + "\n\n").collect()
}

/// The labels of the links to other pages, in their order: `packed#padding`, `minecraft/nbt`. `contents` is the cover.
pub(crate) fn labels(text: &str) -> Vec<String> {
    let is_label = |label: &&str| {
        let page = label.split('#').next().unwrap();
        !page.is_empty() && page.chars().all(|c| c.is_ascii_lowercase() || matches!(c, '_' | '/'))
    };
    all_between(&prose(text), "][", "]").into_iter().filter(is_label).map(str::to_owned).collect()
}

/// The game, the page and the section that a label leads to.
pub(crate) fn target<'t>(game: &'t str, label: &'t str) -> (&'t str, &'t str, Option<&'t str>) {
    let (game, label) = label.split_once('/').unwrap_or((game, label));
    let (page, section) =
        label.split_once('#').map_or((label, None), |(page, section)| (page, Some(section)));
    (game, if page == "contents" { COVER } else { page }, section)
}

/// The pages in the order of the contents, each with its title there.
pub(crate) fn order(cover: &str) -> Vec<(&str, &str)> {
    let contents = cover.split_once("\n## Contents\n").unwrap().1.split_once("\n## ").unwrap().0;
    let page = |line| Some((*all_between(line, "][", "]").first()?, *all_between(line, ". [", "]").first()?));
    contents.lines().filter_map(page).collect()
}

/// The pages before and after a page.
fn neighbours(cover: &str, name: &str) -> String {
    let order = order(cover);
    let at = order
        .iter()
        .position(|(page, _)| *page == name)
        .unwrap_or_else(|| panic!("{name} is not in the contents"));
    let mut links = "[Contents][contents]".to_owned();
    for (word, at) in [("Previous", at.checked_sub(1)), ("Next", Some(at + 1))] {
        if let Some((page, title)) = at.and_then(|at| order.get(at)) {
            let _ = write!(links, " · {word}: [{title}][{page}]");
        }
    }
    links + "\n"
}

fn id(dialect: Dialect, kind: Kind) -> String {
    dialect.id(kind).map_or_else(|| "–".to_owned(), |id| id.to_string())
}

const GENERATIONS: [(&str, Dialect); 3] =
    [("Godot 4", Dialect::GODOT_4), ("Godot 3", Dialect::GODOT_3), ("Godot 2", Dialect::GODOT_2)];

/// The ids and the names of a type of Godot.
fn ids(name: &str) -> String {
    let kind = Kind::from_name(name).unwrap_or_else(|| panic!("{name} is no type"));
    let ids = GENERATIONS.map(|(release, dialect)| match dialect.id(kind) {
        Some(id) => format!("{release}: **{id}** `{}`", dialect.table().name(kind)),
        None => format!("{release}: –"),
    });
    format!("Ids. {}.\n", ids.join(" · "))
}

/// The types of Godot. Their payloads are kept as they are in the page.
fn types_of_godot(old: &str) -> String {
    let mut table = "| type, by its name in Godot 4 | Godot 4 | Godot 3 | Godot 2 | payload, bytes | in double precision | layout |\n\
        |---|--:|--:|--:|---|---|---|\n"
        .to_owned();
    for &kind in Kind::ALL {
        let head = format!("| [`{kind}`][{}] |", kind.page());
        let row = old.lines().find(|row| row.starts_with(&head));
        let payload = row.map_or("? | ? | ? |", |row| row.splitn(6, '|').last().unwrap().trim());
        let ids = GENERATIONS.map(|(_, dialect)| id(dialect, kind));
        let _ = writeln!(table, "{head} {} | {payload}", ids.join(" | "));
    }
    table
}

mod minecraft {
    use std::fmt::Write as _;

    use gamewire::minecraft::ids::{MetadataType, PARTICLES, ParticleLayout, ParticleRow, TagId};
    use gamewire::minecraft::{Protocol, TypeRow};

    pub(super) fn types() -> String {
        let mut table =
            "| type | bytes | layout | versions | as an expression |\n|---|---|---|---|---|\n".to_owned();
        for TypeRow { name, expression, size, layout, versions, page, .. } in TypeRow::ALL {
            let expression = expression.replace('|', "\\|");
            let _ = writeln!(table, "| [{name}][{page}] | {size} | {layout} | {versions} | `{expression}` |");
        }
        table
    }

    pub(super) fn tags() -> String {
        let mut table =
            "| id | tag | payload | bytes, at least | in Rust |\n|--:|---|---|--:|---|\n".to_owned();
        for tag in TagId::ALL {
            let (id, name, layout, least) = (tag.to_wire(), tag.name(), tag.layout(), tag.min_payload());
            let rust = format!("[`TagId::{tag:?}`](crate::minecraft::ids::TagId::{tag:?})");
            let _ = writeln!(table, "| {id} | {name} | {layout} | {least} | {rust} |");
        }
        table
    }

    /// A table of ids, with a column for all versions in a row whose ids are the same.
    fn by_version([before, after]: [&str; 2], rows: &[([String; 2], Vec<Option<i32>>)]) -> String {
        let same = |a: usize, b: usize| rows.iter().all(|(_, ids)| ids[a] == ids[b]);
        let mut columns: Vec<Vec<usize>> = Vec::new();
        for at in 0..Protocol::VERSIONS.len() {
            match columns.last_mut() {
                Some(column) if same(column[0], at) => column.push(at),
                _ => columns.push(vec![at]),
            }
        }
        let head = |column: &Vec<usize>| {
            column.iter().map(|at| Protocol::VERSIONS[*at].releases()[0].0).collect::<Vec<_>>().join(", ")
                + " | "
        };
        let rule = |cells: &str| "---|".repeat(cells.matches('|').count());
        let heads: String = columns.iter().map(head).collect();
        let mut table = format!(
            "| {before}{heads}{after}\n|{}{}{}\n",
            rule(before),
            "--:|".repeat(columns.len()),
            rule(after)
        );
        for ([before, after], ids) in rows {
            let cell = |column: &Vec<usize>| {
                ids[column[0]].map_or_else(|| "– | ".to_owned(), |id| format!("{id} | "))
            };
            let _ = writeln!(table, "| {before}{}{after}", columns.iter().map(cell).collect::<String>());
        }
        table
    }

    fn ids(id: impl Fn(&Protocol) -> Option<i32>) -> Vec<Option<i32>> {
        Protocol::VERSIONS.iter().map(id).collect()
    }

    pub(super) fn metadata() -> String {
        let row = |kind: &MetadataType| {
            let rust = format!("[`MetadataValue::{kind:?}`](crate::minecraft::MetadataValue::{kind:?})");
            ([String::new(), format!("{} | {rust} |", kind.name())], ids(|protocol| kind.to_wire(protocol)))
        };
        by_version(["", "type | in Rust |"], &MetadataType::ALL.iter().map(row).collect::<Vec<_>>())
    }

    pub(super) fn particles() -> String {
        let row = |particle: &ParticleRow| {
            let data = match particle.layout {
                ParticleLayout::BlockState => "a block state: VarInt",
                ParticleLayout::Dust => "red, green, blue, scale: four Floats",
                ParticleLayout::Item => "a Slot",
                _ => "",
            };
            ([format!("`{}` | ", particle.name), format!("{data} |")], ids(|protocol| particle.id(protocol)))
        };
        by_version(["name | ", "after the id |"], &PARTICLES.iter().map(row).collect::<Vec<_>>())
    }
}

/// The content of a block; `None` if the line is an ordinary comment.
fn content(game: &str, (page, text): (&str, &str), cover: &str, block: &str, old: &str) -> Option<String> {
    let (kind, name) = block.split_once(": ").unwrap_or((block, ""));
    let file =
        || fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{page}: {name}: {error}"));
    Some(match (game, kind) {
        (_, "dump") => format!("```text\n{}```\n", dump(name)),
        (_, "file") => format!("```rust,ignore\n{}```\n", file()),
        (_, "text") => file(),
        (_, "pages") => neighbours(cover, page),
        (_, "links") => labels(text).iter().collect::<BTreeSet<_>>().into_iter().fold(
            String::new(),
            |mut links, label| {
                let (to, page, section) = target(game, label);
                let folder = if to == game { String::new() } else { format!("../{to}/") };
                let section = section.map_or_else(String::new, |section| format!("#{section}"));
                let _ = writeln!(links, "[{label}]: {folder}{page}.md{section}");
                links
            },
        ),
        ("godot", "ids") => ids(name),
        ("godot", "types") => types_of_godot(old),
        ("minecraft", "types") => minecraft::types(),
        ("minecraft", "tags") => minecraft::tags(),
        ("minecraft", "metadata") => minecraft::metadata(),
        ("minecraft", "particles") => minecraft::particles(),
        _ => return None,
    })
}

/// A page with its number and its blocks as they should be.
fn renewed(game: &str, name: &str, page: &str, cover: &str) -> String {
    // The links of a page are those of its blocks, too.
    let blocks = renewed_blocks(game, (name, page), page, cover);
    let page = renewed_blocks(game, (name, &blocks), &blocks, cover);
    let Some(at) = order(cover).iter().position(|(page, _)| *page == name) else { return page };
    let title = page.strip_prefix("# ").unwrap_or_else(|| panic!("{game}/{name} begins with no title"));
    let title = match title.strip_prefix("Page ").and_then(|title| title.split_once(": ")) {
        Some((_, title)) => title,
        None => title,
    };
    format!("# Page {}: {title}", at + 1)
}

fn renewed_blocks(game: &str, page: (&str, &str), text: &str, cover: &str) -> String {
    let mut lines = text.lines().peekable();
    let mut new = String::new();
    let mut is_code = false;
    while let Some(line) = lines.next() {
        new += &format!("{line}\n");
        is_code ^= line.starts_with("```");
        let block = line.strip_prefix("<!-- ").and_then(|line| line.strip_suffix(" -->"));
        let Some(block) = block.filter(|_| !is_code) else { continue };
        let mut old = String::new();
        if content(game, page, cover, block, "").is_none() {
            continue;
        }
        if block.starts_with("text: ") {
            while let Some(line) = lines.next_if(|line| *line != "<!-- end -->") {
                old += &format!("{line}\n");
            }
        } else if lines.peek().is_some_and(|line| line.starts_with("```")) {
            lines.next();
            while lines.next().is_some_and(|line| line != "```") {}
        } else {
            while let Some(line) = lines.next_if(|line| !line.is_empty()) {
                old += &format!("{line}\n");
            }
        }
        new += &content(game, page, cover, block, &old).unwrap();
    }
    new
}

/// Returns the definitions of links for rustdoc. They come before those of the page, so that rustdoc uses
/// them.
fn links_for_rustdoc(game: &str, pages: &BTreeMap<String, String>) -> String {
    let all: BTreeSet<String> = pages.values().flat_map(|page| labels(page)).collect();
    let mut links = String::new();
    for label in &all {
        let (to, page, section) = target(game, label);
        let page = if page == COVER { String::new() } else { format!("::{page}") };
        let section = section.map_or_else(String::new, |section| format!("#{section}"));
        let _ = writeln!(links, "[{label}]: mod@crate::{to}::format{page}{section}");
    }
    links + "\n"
}

#[test]
fn the_blocks_of_the_pages_are_up_to_date() {
    let is_written = std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always");
    let mut wrong = Vec::new();
    let mut compare = |path: String, new: &str| {
        let old = fs::read_to_string(root().join(&path)).unwrap_or_default();
        match first_difference(&old, new) {
            Some(_) if is_written => fs::write(root().join(path), new).unwrap(),
            Some(difference) => wrong.push(format!("{path} {difference}")),
            None => {}
        }
    };
    for game in GAMES {
        let mut pages = pages(game);
        let cover = pages[COVER].clone();
        for (name, page) in &mut pages {
            *page = renewed(game, name, page, &cover);
            assert!(page.contains("\n<!-- links -->\n"), "{game}/{name} has no `<!-- links -->` at its end");
            compare(format!("docs/book/{game}/{name}.md"), page);
        }
        compare(format!("src/{game}/format/links.md"), &links_for_rustdoc(game, &pages));
    }
    let how = "INSTA_UPDATE=always cargo test --all-features --test tools book";
    assert!(wrong.is_empty(), "`{how}` writes these pages anew:\n{}", wrong.join("\n"));
}
