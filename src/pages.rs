//! Macros of the pages of both formats.

/// A dump of `snapshots`: `dump!("godot4/canonical/prim__int")`.
macro_rules! dump {
    ($name:literal) => {
        concat!(
            "\n```text\n",
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots/", $name, ".snap.txt")),
            "```\n"
        )
    };
}

/// The layout of a page. Long names in tables may break anywhere.
macro_rules! layout {
    () => {
        "\n<style>.docblock td code { overflow-wrap: anywhere }</style>\n"
    };
}
