//! The pages of the format: every type has its section, a dump and links, and what the pages say can be followed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use gamewire::godot::{Dialect, KINDS, Kind, Variant};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The pages of a format, by name; `mod` is the cover.
fn pages(format: &str) -> BTreeMap<String, String> {
    let folder = root().join("src").join(format).join("format");
    let mut pages = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if name != "macros" {
            pages.insert(name, fs::read_to_string(path).unwrap());
        }
    }
    pages
}

/// What is between `before` and `after`, wherever that occurs.
fn all_between<'t>(text: &'t str, before: &str, after: &str) -> Vec<&'t str> {
    text.split(before).skip(1).filter_map(|rest| rest.split_once(after)).map(|(found, _)| found).collect()
}

/// The section of a type: from its heading to the next one.
fn section<'t>(page: &'t str, heading: &str) -> Option<&'t str> {
    let from = page.split_once(heading)?.1;
    let ends = ["#![doc = facts!(", "\n//! # ", "\n//! [Contents]"];
    let end = ends.iter().filter_map(|end| from.find(end)).min().unwrap_or(from.len());
    from.get(..end)
}

fn dumps(text: &str) -> Vec<&str> {
    all_between(text, "dump!(\"", "\")")
}

fn snapshot(name: &str) -> PathBuf {
    root().join("snapshots").join(format!("{name}.txt"))
}

/// Whether a dump shows a value of this type, read by the release that the dump is of.
fn shows(dump: &str, kind: Kind) -> bool {
    let dialect = Dialect::from_name(dump.split('/').next().unwrap()).unwrap();
    let Some(id) = dialect.id(kind) else { return false };
    let header = format!("{}  (type id {id}", dialect.table().name(kind));
    fs::read_to_string(snapshot(dump)).unwrap().contains(&header)
}

#[test]
fn every_type_has_one_section_with_a_dump() {
    let pages = pages("godot");
    for &kind in KINDS {
        let heading = format!("#![doc = facts!({kind:?})]");
        let sections: Vec<_> = pages.values().filter_map(|page| section(page, &heading)).collect();
        assert_eq!(sections.len(), 1, "{kind:?} has {} sections", sections.len());
        let shown = dumps(sections[0]);
        assert!(shown.iter().any(|dump| shows(dump, kind)), "no dump of {kind:?} in its section: {shown:?}");
    }
}

/// `facts!` makes parser, generator and model of a section's links from the table of types. The table of all types
/// needs the page of each.
#[test]
fn the_table_of_all_types_leads_to_the_page_of_each() {
    let table = fs::read_to_string(root().join("src/godot/types.rs")).unwrap();
    let pages = pages("godot");
    for &kind in KINDS {
        let row = all_between(&table, &format!("\n            {kind:?} ("), ";");
        let page = row.first().and_then(|row| row.rsplit(' ').next()).unwrap();
        let heading = format!("facts!({kind:?})");
        let is_there = pages.get(page).is_some_and(|text| text.contains(&heading));
        assert!(is_there, "{kind:?} is not on the page {page}");
    }
}

/// The anchor that rustdoc gives a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.collect::<String>().trim().to_lowercase().replace(' ', "-")
}

fn anchors(name: &str, page: &str) -> BTreeSet<String> {
    let mut anchors: BTreeSet<String> = page
        .lines()
        .filter_map(|line| line.strip_prefix("//! #"))
        .map(|heading| anchor(heading.trim_start_matches('#')))
        .collect();
    let of_type = |kind: &&Kind| page.contains(&format!("facts!({kind:?})"));
    anchors.extend(KINDS.iter().filter(of_type).map(|kind| kind.name().to_owned()));
    assert!(name == "mod" || name == "differences" || !anchors.is_empty() || page.contains("# "), "{name}");
    anchors
}

#[test]
fn every_link_within_the_book_leads_to_a_section() {
    for format in ["godot", "minecraft"] {
        let pages = pages(format);
        let mut followed = 0;
        for (name, page) in &pages {
            for link in all_between(page, "](", ")") {
                let Some((target, anchor)) = link.split_once('#') else { continue };
                let target = match target {
                    "" => name,
                    "super" => "mod",
                    page => page.trim_start_matches("super::"),
                };
                let Some(page) = pages.get(target) else { panic!("{name}: {link} leads to no page") };
                assert!(anchors(target, page).contains(anchor), "{name}: {link} leads to no section");
                followed += 1;
            }
        }
        assert!(followed > 5, "{format}: {followed} links");
    }
}

#[test]
fn the_pages_are_in_one_order_and_all_in_the_contents() {
    for format in ["godot", "minecraft"] {
        let pages = pages(format);
        let contents = pages["mod"].split_once("# Contents").unwrap().1.split_once("\n//! # ").unwrap().0;
        let order: Vec<&str> = all_between(contents, "](", ")");
        assert_eq!(order.len(), pages.len() - 1, "{format}: a page is not in the contents");
        for (at, &name) in order.iter().enumerate() {
            let page = &pages[name];
            let foot = page.lines().rev().find(|line| line.contains("[Contents](super)")).unwrap();
            let links = all_between(foot, "](super::", ")");
            let neighbours = [at.checked_sub(1).map(|at| order[at]), order.get(at + 1).copied()];
            let expected: Vec<&str> = neighbours.into_iter().flatten().collect();
            assert_eq!(links, expected, "{format}/{name}");
            assert!(page.starts_with(&format!("//! Page {}", at + 1)), "{format}/{name} is page {}", at + 1);
        }
    }
}

/// Rustdoc shows no list of names with the constants that hold them, so that the page has them.
#[cfg(feature = "minecraft")]
#[test]
fn the_names_of_metadata_are_those_of_the_lists() {
    use gamewire::minecraft::ids::{DIRECTIONS, POSES, VILLAGER_PROFESSIONS, VILLAGER_TYPES};
    let page = &pages("minecraft")["metadata"];
    for names in [DIRECTIONS, POSES, VILLAGER_TYPES, VILLAGER_PROFESSIONS] {
        let row = format!(" | {} | [`", names.join(", "));
        assert!(page.contains(&row), "no row with {row}");
    }
}

/// Long lines of dumps would end at the edge of the page.
#[test]
fn every_page_lays_out_its_dumps() {
    for format in ["godot", "minecraft"] {
        for (name, page) in pages(format) {
            assert!(page.contains("\n#![doc = layout!()]\n"), "{format}/{name}");
        }
    }
}

/// The exercises of the cover.
#[test]
fn the_answers_are_right() {
    let cover = &pages("godot")["mod"];
    let answers = cover.split_once("<summary>Answers</summary>").unwrap().1;
    let given: Vec<String> = answers
        .lines()
        .map(|line| line.split_once("   ").unwrap_or((line, "")).0.replace("//!", ""))
        .collect();
    let array = Variant::from(vec![Variant::Nil, true.into()]);
    for (dialect, value) in [
        (Dialect::GODOT_3, "hp".into()),
        (Dialect::GODOT_4, array),
        (Dialect::GODOT_3, (-1).into()),
        (Dialect::GODOT_3, 3_000_000_000_i64.into()),
    ] {
        let bytes = dialect.encode(&value).unwrap();
        let right: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let found = given.iter().any(|line| line.split_whitespace().collect::<String>() == right);
        assert!(found, "{value:?} is {right}, among {given:#?}");
    }
}

#[cfg(feature = "minecraft")]
#[test]
fn every_type_of_minecraft_has_a_section_with_a_dump_and_a_link() {
    let pages = pages("minecraft");
    for kind in gamewire::minecraft::kinds() {
        let heading = format!("//! # {}\n", kind.name);
        let sections: Vec<&str> =
            pages.values().filter_map(|page| page.split_once(&heading)).map(|x| x.1).collect();
        assert_eq!(sections.len(), 1, "{} has {} sections", kind.name, sections.len());
        let section = sections[0].split("\n//! #").next().unwrap();
        assert!(!dumps(section).is_empty(), "{} has no dump", kind.name);
        assert!(section.contains("](crate::minecraft::wire::"), "{} has no parser", kind.name);
    }
    // Tags, types of metadata and particles are in tables that are made from those of the code.
    for (page, table) in [("nbt", "tag_table"), ("metadata", "metadata_table"), ("items", "particle_table")] {
        assert!(pages[page].contains(&format!("#![doc = {table}!()]")), "{page} has no table");
    }
}

/// The links of the table of types are written with the types.
#[cfg(feature = "minecraft")]
#[test]
fn the_table_of_minecrafts_types_leads_to_the_section_of_each() {
    let pages = pages("minecraft");
    let rows = fs::read_to_string(root().join("src/minecraft/samples.rs")).unwrap();
    let rows =
        rows.split_once("macro_rules! for_each_kind").unwrap().1.split_once("pub(crate) use").unwrap().0;
    let sections: Vec<&str> = rows.split('"').filter(|cell| cell.contains('#')).collect();
    assert_eq!(sections.len(), gamewire::minecraft::kinds().len());
    for section in sections {
        let (page, anchor) = section.split_once('#').unwrap();
        assert!(anchors(page, &pages[page]).contains(anchor), "{section} leads nowhere");
    }
}
