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

/// The layout of a page. Lines of a dump that are wider than the page wrap; in a narrow window dumps scroll instead. Long
/// names in tables may break anywhere.
macro_rules! layout {
    () => {
        "\n<style>@media (min-width: 701px) { .docblock pre.language-text { white-space: pre-wrap } } \
         .docblock td code { overflow-wrap: anywhere }</style>\n"
    };
}
