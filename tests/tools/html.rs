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
fn the_page_stands_alone_and_has_every_row_with_its_bytes() {
    for (bytes, page) in pages() {
        for outside in ["http:", "https:", "src=", "@import", "url(", "<script"] {
            assert!(!page.contains(outside), "the page asks for something from outside: {outside}");
        }
        let explanation = Decoder::new(Dialect::GODOT_3).explain(&bytes);
        let mut items = page.split("<li").skip(1);
        for row in explanation.rows() {
            let item = items.next().unwrap();
            let mut codes = item.split("<code>").skip(1).map(|rest| rest.split('<').next().unwrap());
            assert_eq!(codes.next(), Some(&*format!("{:#06x}", row.start)), "{item}");
            let shown = codes.next().unwrap();
            let hex: Vec<_> =
                bytes[row.start..row.start + row.len].iter().map(|byte| format!("{byte:02x}")).collect();
            let hex = hex.join(" ");
            let (first, more) = shown.split_once(" …").unwrap_or((shown, ""));
            assert!(
                hex == shown || row.len > 128 && hex.starts_with(first) && first.len() == 383,
                "{shown}{more} {hex}"
            );
        }
    }
}

/// The link to the error leads to its row, also if that is the end.
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
                    let known = "h1 h2 p code strong a ul li details summary span";
                    assert!(known.split_whitespace().any(|element| element == name), "<{tag}>");
                    assert_eq!(tag.matches('"').count() % 2, 0, "<{tag}>");
                    let outside: String = tag.split('"').step_by(2).collect();
                    assert!(!outside.contains(" on") && !outside.contains("autofocus"), "<{tag}>");
                    open.push(name);
                }
            }
        }
        assert_eq!(open, [""; 0], "all are closed");
        assert!(!page.contains("1 < 2"), "text is escaped");
    }
    assert!(pages()[0].1.contains("1 &lt; 2"));
}

#[test]
fn an_error_is_marked_at_its_row_with_what_was_expected() {
    let (_, lying) = &pages()[3];
    let expected = "count 200 needs at least 1600 bytes, 28 remain";
    assert_eq!(lying.matches(expected).count(), 2, "in the head and at its row");
    assert!(lying.contains("<a href=\"#wrong0\">Go there</a>"));
    assert!(lying.contains("<li id=\"wrong0\" class=\"wrong\" title=\"$\n"), "{lying}");
    let (_, short) = &pages()[2];
    assert!(short.contains("<li id=\"wrong0\" class=\"wrong\"><code>0x0000</code> ← <strong>"), "{short}");
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
    for once in ["<!doctype html>", "<h1>8 values</h1>", "ends &lt;inside&gt; a frame"] {
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
}

#[test]
fn more_values_than_a_page_has_room_for_are_counted() {
    let decoder = Decoder::new(Dialect::GODOT_3);
    let text = string(&"<".repeat(100_000));
    for (bytes, values) in [(PACKET, 10_000), (&text[..], 2_000)] {
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
    settings.bind(|| {
        insta::assert_snapshot!("godot3__dictionary", pages()[0].1);
        insta::assert_snapshot!("godot3__rejected", pages()[3].1);
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

/// The page as the browser holds it, and what the browser complained about.
fn in_browser(name: &str, page: &str) -> Option<(String, String)> {
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
    let output = command.arg(format!("file://{}", file.display())).output().unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let log = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "the browser failed: {log}");
    let complaints = log.lines().filter(|line| line.contains("CONSOLE")).collect::<Vec<_>>().join("\n");
    Some((String::from_utf8(output.stdout).unwrap(), complaints))
}

#[test]
fn in_a_browser_hostile_values_stay_text() {
    let (_, page) = &pages()[5];
    let Some((dom, complaints)) = in_browser("hostile", page) else { return };
    assert_eq!(complaints, "", "neither an error nor a refusal by the page's own policy");
    assert_eq!(
        dom.matches("<li").count(),
        page.matches("<li").count(),
        "the browser found the same elements"
    );
    assert_eq!(dom.matches("</details>").count(), page.matches("</details>").count());
}
