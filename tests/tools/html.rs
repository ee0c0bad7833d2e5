//! Checks the page that explains bytes: one file without external resources that shows every byte of any input. The inputs are
//! built in the tests.
//!
//! The tests in a browser run where a Chromium is installed (`CHROMIUM` names another), and say so where none is.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::Command;

use gamewire::godot::{Decoder, Dialect};
use gamewire::shared::explain::Page;

/// {"a": 1 < 2 as text, to see it escaped}
const PACKET: &[u8] = b"\x12\0\0\0\x01\0\0\0\x04\0\0\0\x01\0\0\0a\0\0\0\x04\0\0\0\x05\0\0\x001 < 2\0\0\0";

fn string(text: &str) -> Vec<u8> {
    let mut bytes = [[4, 0, 0, 0], u32::try_from(text.len()).unwrap().to_le_bytes()].concat();
    bytes.extend(text.as_bytes());
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    bytes
}

/// Texts that would leave their place on the page if they could, as keys and as values.
fn hostile() -> Vec<u8> {
    let texts = [
        "</span></li><script>alert(1)</script>",
        "\" onmouseover=\"alert(1)\" x=\"",
        "' autofocus onfocus='alert(1)",
        "<!--",
        "&lt;b&gt;",
        "\u{202e}right to left",
        "</style></title></ul>",
        "\0\u{1b}[31m",
    ];
    let mut bytes = [[18, 0, 0, 0], u32::try_from(texts.len()).unwrap().to_le_bytes()].concat();
    for text in texts {
        bytes.extend(string(text));
        bytes.extend(string(text));
    }
    bytes
}

/// Pages of all kinds: whole, rejected in the middle, ended early, with bytes left over.
fn pages() -> Vec<(Vec<u8>, String)> {
    let mut lying = PACKET.to_vec();
    lying[4] = 200;
    let long = [&[20, 0, 0, 0, 0xe8, 3, 0, 0][..], &[7; 1000]].concat();
    let inputs = [
        PACKET.to_vec(),
        PACKET[..25].to_vec(),
        Vec::new(),
        lying,
        [PACKET, &[1, 2, 3]].concat(),
        hostile(),
        hostile()[..150].to_vec(),
        long,
    ];
    let page = |bytes: &Vec<u8>| Decoder::new(Dialect::GODOT_3).explain(bytes).html();
    inputs.iter().map(|bytes| (bytes.clone(), page(bytes))).collect()
}

#[test]
fn the_page_stands_alone_and_pairs_every_row_with_its_bytes() {
    for (bytes, page) in pages() {
        for outside in ["http:", "https:", "src=", "@import", "url("] {
            assert!(!page.contains(outside), "the page asks for something from outside: {outside}");
        }
        let explanation = Decoder::new(Dialect::GODOT_3).explain(&bytes);
        for (number, row) in explanation.rows().iter().enumerate() {
            assert_eq!(page.matches(&format!("id=\"m{number}\"")).count(), 1, "the meaning of row {number}");
            assert_eq!(page.matches(&format!("id=\"b{number}\"")).count(), 1, "the bytes of row {number}");
            let link = format!("data-row=\"{number}\" href=\"#m{number}\">");
            let parts = page.split(&link).skip(1).map(|rest| rest.split('<').next().unwrap());
            let shown: String = parts.flat_map(|hex| hex.split_whitespace()).collect();
            let hex: String =
                bytes[row.start..row.start + row.len].iter().map(|byte| format!("{byte:02x}")).collect();
            assert!(
                shown == hex || row.len > 128 && hex.starts_with(&shown) && shown.len() >= 224,
                "{shown} {hex}"
            );
        }
    }
}

/// Also those of rows that have no room, or were not asked for.
#[test]
fn links_lead_somewhere() {
    let cut = Decoder::new(Dialect::GODOT_3).explainer(PACKET).limit(3).html();
    assert!(cut.contains("… 24 more bytes"));
    for page in pages().into_iter().map(|(_, page)| page).chain([cut]) {
        let links: Vec<_> =
            page.split("href=\"#").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
        for link in links {
            assert_eq!(page.matches(&format!("id=\"{link}\"")).count(), 1, "{link}");
        }
    }
}

/// Elements are closed in order, attributes are quoted, and no text of the input becomes an element.
#[test]
fn values_stay_text() {
    for (bytes, page) in pages() {
        let mut open = Vec::new();
        let mut rest = page.split_once("<body>").unwrap().1;
        while let Some((_, tag)) = rest.split_once('<') {
            let end = tag.find('>').expect("every element ends");
            let (tag, after) = tag.split_at(end);
            rest = &after[1..];
            let name = tag.split_whitespace().next().unwrap();
            match name.strip_prefix('/') {
                Some("body") => break,
                Some(name) => assert_eq!(open.pop(), Some(name), "{tag} of {bytes:02x?}"),
                None => {
                    let known = "header h1 h2 p code strong a ul li main section table thead tbody tr th td \
                                 details summary div span small script";
                    assert!(known.split_whitespace().any(|element| element == name), "<{tag}>");
                    assert_eq!(tag.matches('"').count() % 2, 0, "<{tag}>");
                    let outside: String = tag.split('"').step_by(2).collect();
                    assert!(!outside.contains(" on") && !outside.contains("autofocus"), "<{tag}>");
                    open.push(name);
                }
            }
            if name == "script" {
                rest = rest.split_once("</script>").unwrap().1;
                open.pop();
            }
        }
        assert_eq!(open, [""; 0], "all are closed");
        assert!(!page.contains("1 < 2"), "text is escaped");
        assert_eq!(page.matches("<script>").count(), 1);
    }
    assert!(pages()[0].1.contains("1 &lt; 2"));
}

#[test]
fn an_error_is_marked_on_both_sides_with_what_was_expected() {
    let (_, lying) = &pages()[3];
    let expected = "count 200 needs at least 1600 bytes, 28 remain";
    assert_eq!(lying.matches(expected).count(), 2, "in the head and at its row");
    assert!(lying.contains("<a href=\"#m1\">Go there</a>"));
    assert!(lying.contains(" class=\"wrong\"><a href=\"#b1\">0x0004</a>"));
    assert!(lying.contains("<a id=\"b1\" class=\"structure wrong\""));
    let (_, short) = &pages()[2];
    assert!(short.contains("<a href=\"#end\">Go there</a>"), "the input that ends early has a place for it");
    assert!(short.contains("id=\"bend\"") && short.contains("id=\"end\""));
}

#[test]
fn several_values_are_one_page() {
    let decoder = Decoder::new(Dialect::GODOT_3);
    let mut page = Page::new();
    assert!(page.is_empty());
    let values = pages();
    for (bytes, _) in &values {
        page.add("<value>", &decoder.explainer(bytes));
    }
    page.problem("the input ends <inside> a frame");
    let page = page.finish();
    for once in ["<!doctype html>", "<script>", "<h1>8 values</h1>", "ends &lt;inside&gt; a frame"] {
        assert_eq!(page.matches(once).count(), 1, "{once}");
    }
    assert_eq!(page.matches("&lt;value&gt;</h2>").count(), values.len());
    let all = |before: &str| -> Vec<String> {
        page.split(before).skip(1).map(|rest| rest.split('"').next().unwrap().to_owned()).collect()
    };
    let places = all(" id=\"");
    let different: BTreeSet<&String> = places.iter().collect();
    assert_eq!(different.len(), places.len(), "each place has a name of its own");
    assert!(all("href=\"#").iter().all(|link| different.contains(link)), "every link leads somewhere");
    let named = all("aria-labelledby=\"");
    assert!(named.len() == 3 * values.len() && named.iter().all(|name| different.contains(name)));
}

#[test]
fn more_values_than_a_page_has_room_for_are_counted() {
    let decoder = Decoder::new(Dialect::GODOT_3);
    let text = string(&"<".repeat(100_000));
    for (bytes, values) in [(PACKET, 10_000), (&text[..], 1_000)] {
        let mut page = Page::new();
        for _ in 0..values {
            page.add("one of many", &decoder.explainer(bytes));
        }
        let page = page.finish();
        assert!(page.len() < 4 << 20, "{} bytes", page.len());
        let shown = page.matches("one of many</h2>").count();
        let note = format!("{} values more have no room on this page", values - shown);
        assert!(shown > 0 && page.contains(&note), "{shown} of {values}");
    }
}

#[test]
fn the_page_is_as_reviewed() {
    let settings = crate::dump_support::snapshots_in("html");
    // Style and script are files of their own.
    let without = |page: &str, element: &str| {
        let (before, rest) = page.split_once(&format!("<{element}>")).unwrap();
        format!("{before}<{element}>..{}", &rest[rest.find(&format!("</{element}>")).unwrap()..])
    };
    let reviewed = |page: &str| without(&without(page, "style"), "script");
    settings.bind(|| {
        insta::assert_snapshot!("godot3__dictionary", reviewed(&pages()[0].1));
        insta::assert_snapshot!("godot3__rejected", reviewed(&pages()[3].1));
    });
}

/// A Chromium, if there is one.
fn chromium() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("CHROMIUM") {
        return Some(named.into());
    }
    let folders: Vec<_> = std::env::split_paths(&std::env::var_os("PATH")?).collect();
    let names = ["chromium", "chromium-browser", "google-chrome", "chrome"];
    let mut all = folders.iter().flat_map(|folder| names.map(|name| folder.join(name)));
    all.find(|path| path.is_file())
}

/// The page as the browser holds it after the script has run, and what the script complained about.
fn in_browser(name: &str, page: &str, fragment: &str) -> Option<(String, String)> {
    let Some(chromium) = chromium() else {
        eprintln!("SKIPPED: no Chromium is installed, the page was not opened in a browser");
        return None;
    };
    let folder =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("html-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("page.html");
    std::fs::write(&file, page).unwrap();
    let mut command = Command::new(chromium);
    let options = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--enable-logging=stderr",
        "--dump-dom",
    ];
    command.args(options).arg(format!("--user-data-dir={}", folder.join("profile").display()));
    let output = command.arg(format!("file://{}{fragment}", file.display())).output().unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let log = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "the browser failed: {log}");
    let complaints = log.lines().filter(|line| line.contains("CONSOLE")).collect::<Vec<_>>().join("\n");
    Some((String::from_utf8(output.stdout).unwrap(), complaints))
}

/// The text of the page about the value of `a`.
const SAID: &str = "0x001c, 5 bytes · $.a · text = \"1 &lt; 2\"\n\
    Five bytes of UTF-8: 5 characters.";

#[test]
fn in_a_browser_a_link_to_a_row_marks_both_sides_and_says_the_path() {
    let Some((dom, complaints)) = in_browser("link", &pages()[0].1, "#m8") else { return };
    assert_eq!(complaints, "");
    let lit = dom.split("class=\"").skip(1).filter(|rest| rest.split('"').next().unwrap().contains("lit"));
    assert_eq!(lit.count(), 2 + 2 + 1, "hexadecimal and characters, each in two lines, and the meaning");
    let status = dom.split("id=\"status\" role=\"status\">").nth(1).unwrap().split('<').next().unwrap();
    assert_eq!(status, SAID);
    assert_eq!(dom.matches("tabindex=\"0\"").count(), 2, "one stop of the Tab key on each side");
}

#[test]
fn in_a_browser_a_link_leads_into_the_second_of_two_values() {
    let decoder = Decoder::new(Dialect::GODOT_3);
    let mut page = Page::new();
    page.add("first", &decoder.explainer(&[2, 0, 0, 0, 5, 0, 0, 0]));
    page.add("second", &decoder.explainer(PACKET));
    // Two rows of the first, and one number that is nobody's.
    let Some((dom, complaints)) = in_browser("several", &page.finish(), "#m11") else { return };
    assert_eq!(complaints, "");
    let status = dom.split("id=\"status\" role=\"status\">").nth(1).unwrap().split('<').next().unwrap();
    assert_eq!(status, SAID);
    assert_eq!(dom.matches("tabindex=\"0\"").count(), 2, "one stop of the Tab key on each side");
}

#[test]
fn in_a_browser_hostile_values_stay_text() {
    let (_, page) = &pages()[5];
    let Some((dom, complaints)) = in_browser("hostile", page, "#m4") else { return };
    assert_eq!(complaints, "", "neither an error nor a refusal by the page's own policy");
    assert_eq!(dom.matches("<script>").count(), 1);
    assert_eq!(
        dom.matches("<li").count(),
        page.matches("<li").count(),
        "the browser found the same elements"
    );
    assert_eq!(dom.matches("</tr>").count(), page.matches("</tr>").count());
}
