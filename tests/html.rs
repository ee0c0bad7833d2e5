//! The page that explains bytes: one file, nothing from outside, every byte in it.

use gamewire::godot::{Decoder, Dialect};

/// {"a": 1 < 2 as text, to see it escaped}
const PACKET: &[u8] = b"\x12\0\0\0\x01\0\0\0\x04\0\0\0\x01\0\0\0a\0\0\0\x04\0\0\0\x05\0\0\x001 < 2\0\0\0";

#[test]
fn the_page_stands_alone_and_pairs_every_row_with_its_bytes() {
    let explanation = Decoder::new(Dialect::GODOT_3).explain(PACKET);
    let page = explanation.html();
    for outside in ["http:", "https:", "src=", "@import", "url("] {
        assert!(!page.contains(outside), "the page asks for something from outside: {outside}");
    }
    for row in 0..explanation.rows().len() {
        assert_eq!(page.matches(&format!("data-row=\"{row}\"")).count(), 2, "bytes and meaning of row {row}");
    }
    assert!(page.contains("1 &lt; 2") && !page.contains("1 < 2"), "text is escaped");
}

#[test]
fn the_page_is_as_reviewed() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots/html"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let page = Decoder::new(Dialect::GODOT_3).explain(PACKET).html();
    settings.bind(|| insta::assert_snapshot!("godot3__dictionary", page));
}
