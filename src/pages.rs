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
