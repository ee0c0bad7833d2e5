//! Tables of the pages that follow from the tables of the code. `dump!` is in `src/pages.rs`.

use crate::minecraft::ids::{for_each_metadata_type, for_each_particle, for_each_tag};
use crate::minecraft::type_rows::for_each_kind;

/// An expression as a cell of a table, where `|` must be escaped.
macro_rules! expression_cell {
    ("enum(T;a|b|c=7)") => {
        "`enum(T;a\\|b\\|c=7)`"
    };
    ($expression:literal) => {
        concat!("`", $expression, "`")
    };
}

/// Defines `type_table!()`: every type, with a link to its section.
macro_rules! define_types {
    ($($name:literal $expression:tt $size:literal $layout:literal $versions:literal $section:literal;)+) => {
        macro_rules! type_table {
            () => {
                concat!(
                    "\n| type | bytes | layout | versions | as an expression |\n|---|---|---|---|---|\n",
                    $(
                        "| [", $name, "](crate::minecraft::format::", $section, ") | ", $size, " | ", $layout,
                        " | ", $versions, " | ", expression_cell!($expression), " |\n",
                    )+
                )
            };
        }
    };
}
for_each_kind!(define_types);

/// Defines `tag_table!()`.
macro_rules! define_tags {
    ($($name:ident = $id:literal, $shown:literal, $json:literal, $min_len:literal, $layout:literal;)*) => {
        macro_rules! tag_table {
            () => {
                concat!(
                    "\n| id | tag | payload | bytes, at least | in Rust |\n|--:|---|---|--:|---|\n",
                    $(
                        "| ", $id, " | ", $shown, " | ", $layout, " | ", $min_len,
                        " | [`TagId::", stringify!($name), "`](crate::minecraft::ids::TagId::",
                        stringify!($name), ") |\n",
                    )*
                )
            };
        }
    };
}
for_each_tag!(define_tags);

/// An id as a cell: a dash for none.
macro_rules! id_cell {
    (NO) => {
        "–"
    };
    ($id:literal) => {
        $id
    };
}

/// The line below the head of a column of ids.
macro_rules! id_column {
    ($column:literal) => {
        "--:|"
    };
}

/// Defines `metadata_table!()`.
macro_rules! define_metadata_types {
    ([$($column:literal)*] $($name:ident [$($id:tt)*] $json:literal, $shown:literal;)*) => {
        macro_rules! metadata_table {
            () => {
                concat!(
                    "\n| ", $($column, " | ",)* "type | in Rust |\n|", $(id_column!($column),)* "---|---|\n",
                    $(
                        "| ", $(id_cell!($id), " | ",)* $shown, " | [`MetadataValue::", stringify!($name),
                        "`](crate::minecraft::MetadataValue::", stringify!($name), ") |\n",
                    )*
                )
            };
        }
    };
}
for_each_metadata_type!(define_metadata_types);

/// The data after the id of a particle.
macro_rules! particle_data {
    (None) => {
        ""
    };
    (BlockState) => {
        "a block state: VarInt"
    };
    (Dust) => {
        "red, green, blue, scale: four Floats"
    };
    (Item) => {
        "a Slot"
    };
}

/// Defines `particle_table!()`.
macro_rules! define_particles {
    ([$($column:literal)*] $($name:literal $layout:ident [$($id:tt)*];)+) => {
        macro_rules! particle_table {
            () => {
                concat!(
                    "\n| name | ", $($column, " | ",)* "after the id |\n|---|", $(id_column!($column),)* "---|\n",
                    $("| `", $name, "` | ", $(id_cell!($id), " | ",)* particle_data!($layout), " |\n",)+
                )
            };
        }
    };
}
for_each_particle!(define_particles);
