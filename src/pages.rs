//! The pages of `docs/book` as modules.

/// The layout of a page. Long names in tables may break anywhere.
macro_rules! layout {
    () => {
        "\n<style>.docblock td code { overflow-wrap: anywhere }</style>\n"
    };
}

/// Declares pages: their names, each with the words that a search finds it by. Of definitions of a link the first one counts:
/// `links.md`, which a test writes, leads to modules where the page has links between files.
macro_rules! pages {
    ($game:literal: $($name:ident [$($alias:literal)*])*) => {$(
        #[doc = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/", $game, "/format/links.md"))]
        #[doc = include_str!(
            concat!(env!("CARGO_MANIFEST_DIR"), "/docs/book/", $game, "/", stringify!($name), ".md")
        )]
        #[doc = layout!()]
        $(#[doc(alias = $alias)])*
        pub mod $name {}
    )*};
}
