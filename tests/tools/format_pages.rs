//! Checks the pages of the book: every type has its section, a dump and links, and links lead somewhere.

use std::collections::BTreeSet;
use std::fs;

use gamewire::godot::{Dialect, Kind};

use crate::book::{COVER, GAMES, all_between, dumps, labels, order, pages, prose, root, target};
use crate::dump_support::dump as snapshot;

/// The section below a heading, to the next one.
fn section<'t>(page: &'t str, heading: &str) -> Option<&'t str> {
    let from = page.split_once(&format!("\n## {heading}\n"))?.1;
    Some(from.split("\n## ").next().unwrap())
}

/// Whether a dump shows a value of this type, read by the release that the dump is of.
fn shows(dump: &str, kind: Kind) -> bool {
    let dialect = Dialect::from_name(dump.split('/').next().unwrap()).unwrap();
    let Some(id) = dialect.id(kind) else { return false };
    let header = format!("{}  (type id {id}", dialect.table().name(kind));
    snapshot(dump).contains(&header)
}

#[test]
fn every_type_has_one_section_with_a_dump() {
    let pages = pages("godot");
    for &kind in Kind::ALL {
        let (page, _) = kind.page().split_once('#').unwrap();
        let of_type = |(_, page): &(&String, &String)| section(page, kind.name()).is_some();
        let having: Vec<_> = pages.iter().filter(of_type).map(|(name, _)| name).collect();
        assert_eq!(having, [page], "{kind}");
        let section = section(&pages[page], kind.name()).unwrap();
        assert!(section.contains(&format!("<!-- ids: {kind} -->")), "{kind} has no ids");
        assert!(section.contains(&format!("](crate::godot::Variant::{kind:?}).")), "{kind} has no links");
        let shown = dumps(section);
        assert!(shown.iter().any(|dump| shows(dump, kind)), "no dump of {kind} in its section: {shown:?}");
    }
}

/// The anchor that rustdoc gives a heading, and the pages of repositories, too.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.collect::<String>().trim().to_lowercase().replace(' ', "-")
}

fn anchors(page: &str) -> BTreeSet<String> {
    let headings = page.lines().filter_map(|line| line.strip_prefix("##"));
    let of_types = all_between(page, "<a id=\"", "\"></a>").into_iter().map(str::to_owned);
    headings.map(|heading| anchor(heading.trim_start_matches('#'))).chain(of_types).collect()
}

#[test]
fn every_link_within_the_book_leads_to_a_section() {
    let books = GAMES.map(|game| (game, pages(game)));
    for (game, pages) in &books {
        let mut followed = 0;
        for (name, text) in pages {
            for label in labels(text) {
                let (to, at, section) = target(game, &label);
                let of_game = books.iter().find(|(game, _)| *game == to);
                let page = of_game.and_then(|(_, pages)| pages.get(at));
                let page = page.unwrap_or_else(|| panic!("{name}: {label} leads to no page"));
                assert!(section.is_none_or(|section| anchors(page).contains(section)), "{name}: {label}");
                followed += 1;
            }
            let prose = prose(text);
            for section in all_between(&prose, "](#", ")") {
                assert!(anchors(text).contains(section), "{name}: #{section} leads to no section");
            }
            let elsewhere = all_between(&prose, "](", ")")
                .into_iter()
                .find(|link| !["#", "crate::", "https://"].iter().any(|start| link.starts_with(start)));
            assert_eq!(elsewhere, None, "{name}: a link to a page is `[text][page#section]`");
        }
        assert!(followed > 50, "{game}: {followed} links");
    }
}

#[test]
fn every_page_is_in_the_contents() {
    for game in GAMES {
        let pages = pages(game);
        let listed: BTreeSet<&str> = order(&pages[COVER]).into_iter().map(|(name, _)| name).collect();
        let all: BTreeSet<&str> = pages.keys().map(String::as_str).filter(|name| *name != COVER).collect();
        assert_eq!(listed, all, "{game}");
        let modules = fs::read_to_string(root().join(format!("src/{game}/format/mod.rs"))).unwrap();
        for name in all {
            assert!(modules.contains(&format!("\n    {name} [")), "{game}::format has no module {name}");
            assert_eq!(
                pages[name].matches("<!-- pages -->").count(),
                2,
                "{game}/{name} has links at its ends"
            );
        }
    }
}

/// Pictures are as wide as dumps.
#[test]
fn no_picture_is_wider_than_a_dump() {
    for (name, page) in GAMES.iter().flat_map(|game| pages(game)) {
        for block in all_between(&page, "```text\n", "```\n") {
            let wide = block.lines().find(|line| line.chars().count() > 92);
            assert_eq!(wide, None, "{name}");
        }
    }
}

/// The most common questions of readers, with words of the answers.
const LOOK_UPS: [(&str, &str, &str); 11] = [
    ("godot", "Transform2D in double precision", "| 24 | 44 | `y` |"),
    ("godot", "id of Array in Godot 3", "| 19: ["),
    ("godot", "flags of `Dictionary[String, int]`", "`1b 00 05 00`"),
    ("godot", "limit of nesting", "A value at level 1024 is accepted, a value at level 1025 is an error."),
    ("godot", "NUL in a PackedStringArray", "that ends with a NUL. **The length counts the NUL.**"),
    ("godot", "bytes of a NaN", "| NaN, because no NaN is equal to itself; its bits are kept | 8 bytes |"),
    ("godot", "what `store_var` writes before a value", "| its length in bytes, 4 bytes, unsigned |"),
    ("godot", "`ENCODE_FLAG_64`, `ENCODE_FLAG_OBJECT_AS_ID`", "| int, float | the number takes 8 bytes"),
    ("godot", "a decoder in 25 lines", "room(n, size):"),
    ("minecraft", "Position, in 1.14 and in 1.13.2", "up to 1.13.2    write: v ="),
    ("minecraft", "metadata type 17", "| OptVarInt | VarInt: 0 if the value is absent,"),
];

/// The answer is in the row of the question on the first page, or in the section that the first link of the row leads to.
#[test]
fn every_look_up_is_one_click() {
    for (format, question, answer) in LOOK_UPS {
        let pages = pages(format);
        let row = pages[COVER].lines().find(|line| line.starts_with(&format!("| {question}")));
        let row = row.unwrap_or_else(|| panic!("{question} is not on the first page"));
        let link = labels(row)
            .into_iter()
            .next()
            .unwrap_or_else(|| format!("contents#{}", all_between(row, "](#", ")")[0]));
        let (_, page, section) = target(format, &link);
        let page = &pages[page];
        let text = match section {
            Some(at) => {
                page.split("\n## ").find(|text| anchor(text.lines().next().unwrap()) == at.to_lowercase())
            }
            None => Some(&**page),
        };
        let is_there = row.contains(answer) || text.is_some_and(|text| text.contains(answer));
        assert!(is_there, "{question}: {answer:?} is not where {link} leads");
    }
    let decoder = all_between(&pages("godot")["minimal"], "```text\n", "```\n")[0].lines().count();
    assert_eq!(decoder, 25, "lines of pseudo-code");
}

#[test]
fn every_type_of_minecraft_has_a_section_with_a_dump_and_a_link() {
    let pages = pages("minecraft");
    for kind in gamewire::minecraft::TypeRow::ALL {
        let (page, at) = kind.page.split_once('#').unwrap();
        let of_type = |(_, page): &(&String, &String)| section(page, kind.name).is_some();
        let having: Vec<_> = pages.iter().filter(of_type).map(|(name, _)| name).collect();
        assert_eq!((having, anchor(kind.name).as_str()), (vec![&page.to_owned()], at), "{}", kind.name);
        let section = section(&pages[page], kind.name).unwrap();
        assert!(!dumps(section).is_empty(), "{} has no dump", kind.name);
        assert!(section.contains("](crate::minecraft::wire::"), "{} has no parser", kind.name);
    }
    // Tags, types of metadata and particles are in tables that are made from those of the code.
    for (page, table) in [("nbt", "tags"), ("metadata", "metadata"), ("items", "particles")] {
        assert!(pages[page].contains(&format!("\n<!-- {table} -->\n| ")), "{page} has no table");
    }
}

#[test]
fn the_cover_has_every_dialect() {
    let cover = &pages("godot")[COVER];
    let table = cover.split_once("\n## Dialects\n").unwrap().1.split_once("\n## ").unwrap().0;
    for &dialect in Dialect::ALL {
        let name = dialect.name().trim_end_matches("-double");
        assert!(table.contains(&format!("`{name}`")), "{name}");
    }
}
