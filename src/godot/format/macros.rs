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

/// The bytes of a payload, the same in double precision, and the layout. n is a length or a count of the payload, p its padding.
macro_rules! payload_cells {
    (Nil) => {
        "0 | – | nothing"
    };
    (Bool) => {
        "4 | – | 0 or 1"
    };
    (Int) => {
        "4 or 8 | – | a signed number"
    };
    (Float) => {
        "4 or 8 | – | a float"
    };
    (String) => {
        "4 + n + p | – | a string block"
    };
    (Vector2) => {
        "8 | 16 | `x`, `y`"
    };
    (Vector2i) => {
        "8 | – | `x`, `y`"
    };
    (Rect2) => {
        "16 | 32 | position, size"
    };
    (Rect2i) => {
        "16 | – | position, size"
    };
    (Vector3) => {
        "12 | 24 | `x`, `y`, `z`"
    };
    (Vector3i) => {
        "12 | – | `x`, `y`, `z`"
    };
    (Transform2D) => {
        "24 | 48 | columns: x axis, y axis, origin"
    };
    (Vector4) => {
        "16 | 32 | `x`, `y`, `z`, `w`"
    };
    (Vector4i) => {
        "16 | – | `x`, `y`, `z`, `w`"
    };
    (Plane) => {
        "16 | 32 | normal, d"
    };
    (Quaternion) => {
        "16 | 32 | `x`, `y`, `z`, `w`"
    };
    (Aabb) => {
        "24 | 48 | position, size"
    };
    (Basis) => {
        "36 | 72 | three rows"
    };
    (Transform3D) => {
        "48 | 96 | a Basis, origin"
    };
    (Projection) => {
        "64 | 128 | four columns"
    };
    (Color) => {
        "16 | – | red, green, blue, opacity"
    };
    (Image) => {
        "20 + n + p | – | format, mipmaps, width, height, n, pixels"
    };
    (StringName) => {
        "4 + n + p | – | a string block"
    };
    (NodePath) => {
        "12 .. | – | two counts, flags, string blocks"
    };
    (Rid) => {
        "8; Godot 2 and 3: 0 | – | an id"
    };
    (Object) => {
        "8, or 4 ..; Godot 2: 0 | – | an id, or class and properties"
    };
    (InputEvent) => {
        "12 to 20 | – | kind, device, length, fields"
    };
    (Callable) => {
        "0 | – | nothing"
    };
    (Signal) => {
        "12 .. | – | a string block, an id"
    };
    (Dictionary) => {
        "4 .. | – | count, pairs"
    };
    (Array) => {
        "4 .. | – | count, elements"
    };
    (PackedByteArray) => {
        "4 + n + p | – | count, bytes"
    };
    (PackedInt32Array) => {
        "4 + 4n | – | count, ints"
    };
    (PackedInt64Array) => {
        "4 + 8n | – | count, ints"
    };
    (PackedFloat32Array) => {
        "4 + 4n | – | count, floats"
    };
    (PackedFloat64Array) => {
        "4 + 8n | – | count, floats"
    };
    (PackedStringArray) => {
        "4 .. | – | count, string blocks"
    };
    (PackedVector2Array) => {
        "4 + 8n | 4 + 16n | count, vectors"
    };
    (PackedVector3Array) => {
        "4 + 12n | 4 + 24n | count, vectors"
    };
    (PackedColorArray) => {
        "4 + 16n | – | count, colors"
    };
    (PackedVector4Array) => {
        "4 + 16n | 4 + 32n | count, vectors"
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

/// Defines `facts!(Vector2)`, the heading and the ids of a section, `links!(Vector2)`, its end, and `index!()`, the table of
/// all types.
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
                    id_and_name!("Godot 2" $i2 $old), ".\n",
                )
            };)+
        }

        macro_rules! links {
            $(($kind) => {
                concat!("\n", functions_cell!($kind $($function)*), ". Variant: ", model_cell!($kind), ".\n")
            };)+
        }

        macro_rules! index {
            () => {
                concat!(
                    "\n| type, by its name in Godot 4 | Godot 4 | Godot 3 | Godot 2 | payload, bytes | in double precision | layout |\n",
                    "|---|--:|--:|--:|---|---|---|\n",
                    $(
                        "| ", section_link!($page $four), " | ", id_cell!($i4), " | ", id_cell!($i3), " | ",
                        id_cell!($i2), " | ", payload_cells!($kind), " |\n",
                    )+
                )
            };
        }
    };
}

for_each_type!(define: kind page wire names ids);
