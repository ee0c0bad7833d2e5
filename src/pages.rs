//! The pages of `docs/book` as modules.

/// Sets the style of a page, so that long names in tables may break anywhere.
macro_rules! layout {
    () => {
        "\n<style>.docblock td code { overflow-wrap: anywhere }</style>\n"
    };
}

/// Declares pages: their names, each with the words by which a search finds it. rustdoc uses the first
/// definition of a link. `links.md`, which a test writes, therefore redirects links between files of the book
/// to modules.
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
