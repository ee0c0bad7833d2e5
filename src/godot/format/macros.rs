//! Parts of the pages that follow from the table of types. `dump!` is in `src/pages.rs`.

use crate::godot::types::for_each_type;

/// An id of the table, as a cell: a dash for none.
macro_rules! id_cell {
    (NO) => {
        "–"
    };
    ($id:literal) => {
        $id
    };
}

/// The id and the name of a type in one generation.
macro_rules! id_and_name {
    ($release:literal NO $name:literal) => {
        concat!($release, ": –")
    };
    ($release:literal $id:literal $name:literal) => {
        concat!($release, ": **", $id, "** `", $name, "`")
    };
}

/// The functions of column 4 of the table, as links.
macro_rules! functions_cell {
    ($kind:ident) => {
        "No payload"
    };
    ($kind:ident $read:ident $write:ident) => {
        concat!(
            "Layout and parser: [`wire::",
            stringify!($read),
            "`](crate::godot::wire::",
            stringify!($read),
            "). Serializer: [`wire::",
            stringify!($write),
            "`](crate::godot::wire::",
            stringify!($write),
            ")"
        )
    };
}

/// The variant of the model, as a link.
macro_rules! model_cell {
    ($kind:ident) => {
        concat!("[`Variant::", stringify!($kind), "`](crate::godot::Variant::", stringify!($kind), ")")
    };
}

/// A link to the section of a type: its anchor is the name in Godot 4.
macro_rules! section_link {
    ($page:ident $name:literal) => {
        concat!("[`", $name, "`](crate::godot::format::", stringify!($page), "#", $name, ")")
    };
}

/// The target of links to a type. rustdoc makes one of the heading, in lower case, so a name in lower case needs no second
/// one.
macro_rules! anchor {
    (Bool $name:literal) => {
        ""
    };
    (Int $name:literal) => {
        ""
    };
    (Float $name:literal) => {
        ""
    };
    ($kind:ident $name:literal) => {
        concat!("\n<a id=\"", $name, "\"></a>\n")
    };
}

/// A sentence about a type in a release that has it.
macro_rules! id_sentence {
    (NO $name:tt $release:literal) => {
        ""
    };
    ($id:literal $name:literal $release:literal) => {
        concat!(" Id ", $id, " in ", $release, ", as `", $name, "`.")
    };
}

/// The documentation of a [`Kind`](crate::godot::Kind).
macro_rules! kind_doc {
    ($page:ident [$old:literal $three:literal $four:literal] [$i2:tt $i3:tt $i4:tt]) => {
        concat!(
            "[Layout](crate::godot::format::", stringify!($page), "#", $four, ").",
            id_sentence!($i4 $four "Godot 4"),
            id_sentence!($i3 $three "Godot 3"),
            id_sentence!($i2 $old "Godot 2"),
        )
    };
}

/// Defines `facts!(Vector2)`, the heading, the ids and the links of a section, and `index!()`, the table of all types.
macro_rules! define {
    ($(
        $kind:ident $page:ident [$($function:ident)*]
            [$old:literal $three:literal $four:literal] [$i2:tt $i3:tt $i4:tt];
    )+) => {
        macro_rules! facts {
            $(($kind) => {
                concat!(
                    anchor!($kind $four), "\n# ", $four, "\n\nIds. ",
                    id_and_name!("Godot 4" $i4 $four), " · ",
                    id_and_name!("Godot 3" $i3 $three), " · ",
                    id_and_name!("Godot 2" $i2 $old), ".\n\n",
                    functions_cell!($kind $($function)*), ". Variant: ", model_cell!($kind), ".\n",
                )
            };)+
        }

        macro_rules! index {
            () => {
                concat!(
                    "\n| type, by its name in Godot 4 | Godot 4 | Godot 3 | Godot 2 |\n",
                    "|---|--:|--:|--:|\n",
                    $(
                        "| ", section_link!($page $four), " | ", id_cell!($i4), " | ", id_cell!($i3), " | ",
                        id_cell!($i2), " |\n",
                    )+
                )
            };
        }
    };
}

for_each_type!(define: kind page wire names ids);
