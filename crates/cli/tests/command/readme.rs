//! Tests that the README shows the real output of the command, and that the tables of
//! `docs/book/supported.md` agree with the library.

use std::collections::BTreeSet;

use gamewire::godot::{Dialect, Kind};

use super::{file, gamewire};

fn readme() -> String {
    std::fs::read_to_string(file("README.md")).unwrap()
}

fn supported() -> String {
    std::fs::read_to_string(file("docs/book/supported.md")).unwrap()
}

#[test]
fn the_dump_is_what_the_command_prints() {
    let command = "$ echo 5a3f8000007f48 | gamewire explain --hex --as minecraft-1.20.4/play.toClient -\n";
    let arguments: Vec<&str> = command.trim_end().split(' ').skip(5).collect();
    let printed = gamewire(&arguments, "5a3f8000007f48\n");
    assert!(readme().contains(&format!("```text\n{command}{}```\n", printed.text())), "{}", printed.text());
}

/// `docs/picture` makes it.
#[test]
fn the_picture_shows_what_the_command_prints() {
    assert!(readme().contains("](docs/explain.svg)"));
    let svg = std::fs::read_to_string(file("docs/explain.svg")).unwrap();
    let lines =
        svg.lines().filter_map(|line| line.strip_prefix("<text ").and_then(|line| line.split_once('>')));
    let mut shown = String::new();
    for (_, spans) in lines {
        // Keeps the text between the tags.
        shown.extend(spans.split('<').map(|tag| tag.split_once('>').map_or(tag, |(_, text)| text)));
        shown.push('\n');
    }
    let shown = shown.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    assert_eq!(shown, gamewire(&["explain", "--sample"], "").text());
}

#[test]
fn the_support_table_is_that_of_the_ids() {
    let dialects = [Dialect::GODOT_2, Dialect::GODOT_3, Dialect::GODOT_4];
    let page = supported();
    let section = page.split("\n## ").find(|section| section.starts_with("Godot\n")).unwrap();
    let mut listed = BTreeSet::new();
    for row in section.lines().filter(|row| row.starts_with("| ")) {
        let cells: Vec<_> = row.trim_matches('|').split('|').map(str::trim).collect();
        for kind in cells[0].split(", ").filter_map(Kind::from_name) {
            let marks = dialects.map(|dialect| if dialect.id(kind).is_some() { "✓" } else { "–" });
            assert_eq!(cells[1..], marks, "{kind}");
            assert!(listed.insert(kind.name()), "{kind} is listed twice");
        }
    }
    let known = Kind::ALL.iter().filter(|kind| dialects.iter().any(|dialect| dialect.id(**kind).is_some()));
    assert_eq!(listed, known.map(|kind| kind.name()).collect());
}

#[test]
fn the_table_has_every_version_of_minecraft_and_its_last_ids() {
    use gamewire::minecraft::Protocol;
    use gamewire::minecraft::ids::{MetadataType, particle};
    let last = |known: &dyn Fn(i32) -> bool| (0..1000).take_while(|id| known(*id)).last().unwrap();
    let page = supported();
    let row = |name: &str, cell: &dyn Fn(&Protocol) -> String| {
        let cells: String =
            Protocol::VERSIONS.iter().map(|protocol| format!(" {} |", cell(protocol))).collect();
        let row = format!("| {name} |{cells}\n");
        assert!(page.contains(&row), "{row}");
    };
    row("types", &|protocol| protocol.releases()[0].0.to_owned());
    row("Entity Metadata, types", &|protocol| {
        format!("0 to {}", last(&|id| MetadataType::from_wire(id, protocol).is_some()))
    });
    row("Particle, ids", &|protocol| format!("0 to {}", last(&|id| particle(id, protocol).is_some())));
}

#[test]
fn the_links_lead_to_files_and_headings() {
    let folder = |page: &str| page.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
    for page in [
        "README.md",
        "CONTRIBUTING.md",
        "docs/PERFORMANCE.md",
        "docs/book/README.md",
        "docs/book/conform.md",
        "docs/book/fixtures.md",
        "docs/book/javascript.md",
        "docs/book/python.md",
        "docs/book/rust.md",
        "docs/book/supported.md",
    ] {
        let text = std::fs::read_to_string(file(page)).unwrap();
        let headings: Vec<String> = text
            .lines()
            .filter_map(|line| line.strip_prefix("## "))
            .map(|heading| format!("#{}", heading.to_lowercase().replace(' ', "-")))
            .collect();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let is_there = match link.strip_prefix('#') {
                Some(_) => headings.iter().any(|heading| heading == link),
                None => {
                    link.starts_with("http")
                        || std::path::Path::new(&file(&format!("{}{link}", folder(page)))).exists()
                }
            };
            assert!(is_there, "{page}: {link}");
        }
    }
}
