//! What the pages of both formats are put together from.

/// A dump of `snapshots`: `dump!("godot4/canonical/prim__int")`.
macro_rules! dump {
    ($name:literal) => {
        concat!(
            "\n```text\n",
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots/", $name, ".txt")),
            "```\n"
        )
    };
}

/// How the dumps of a page are laid out: the few lines that are longer than the page is wide go on in the next one, unless
/// the window is narrow, where dumps are moved sideways as a whole. Long names in tables may be cut anywhere.
macro_rules! layout {
    () => {
        "\n<style>@media (min-width: 701px) { .docblock pre.language-text { white-space: pre-wrap } } \
         .docblock td code { overflow-wrap: anywhere }</style>\n"
    };
}
