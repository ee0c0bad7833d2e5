//! The table of types, with one row per type. Everything that lists the types or their ids is generated from it. No
//! other file contains a type id.

/// Calls a macro with the rows of all types, in the order of Godot 4. The caller lists the columns that it needs.
///
/// | column | content |
/// |--------|---------|
/// | `doc` | `#[doc = ".."]`: what the type is |
/// | `kind` | the name of its [`Kind`](super::ids::Kind) and of its [`Variant`](super::model::Variant) |
/// | `payload` | what the variant holds, as `(x: Payload)`, or `()` if it holds nothing. `x` is the name to bind it by, so that `$kind$(($x))?` is both a pattern and an expression |
/// | `shape` | see below |
/// | `wire` | `[read write]`: the functions of [`wire`](super::wire) for the payload; for `packed` and `packed_reals` they are generic over the element |
/// | `wide` | the payload with 64-bit components, a variant of [`Double`](super::model::Double), and when it is on the wire ([`Doubles`](super::ids::Doubles)): `(flagged x: Payload)`, or `()` if there is none |
/// | `names` | the names in Godot 2, 3 and 4 |
/// | `ids` | the ids in Godot 2, 3 and 4: the order of [`Table`](super::ids::Table) |
/// | `page` | the page of [`format`](super::format) that has its section |
///
/// All types of one shape are handled in the same way:
///
/// | shape | content of the type |
/// |-------|---------------------|
/// | `unit` | nothing |
/// | `plain` | a few bytes, the same in every header |
/// | `int`, `float` | a number whose width a flag of the header chooses |
/// | `reals`, `ints` | a structure of floats or of 32-bit ints, which may be boxed |
/// | `text`, `name` | text. A Rust string becomes a `text` |
/// | `boxed` | several fields, in a box |
/// | `bytes`, `packed`, `packed_reals`, `strings` | a packed array: of bytes, of elements of one width, of elements of either width, of texts |
/// | `object`, `dictionary`, `array` | values |
///
/// The following steps lead from the row of Vector2 to the grammar that reads it, as in `leaf` of
/// `wire/payload.rs`:
///
/// ```ignore
/// // 1. The row below, which has all columns.
/// Vector2 (x: Vector2) reals [vector2 gen_vector2] (flagged x: Vector2<f64>) [..names] [..ids] math;
///
/// // 2. The caller asks for three of them, for a macro of its own, `leaf`:
/// for_each_type!(leaf: shape kind wire);
/// // `columns!` copies these out of every row, and calls that macro once, with all types:
/// leaf! { unit Nil []; plain Bool [boolean gen_boolean]; .. reals Vector2 [vector2 gen_vector2]; .. }
///
/// // 3. `leaf` makes an arm of each:
/// match header.kind {
///     Kind::Nil => read!(unit Nil),
///     Kind::Bool => read!(plain Bool boolean),
///     Kind::Vector2 => read!(reals Vector2 vector2),
///     ..
/// }
///
/// // 4. `read`, a second macro of the caller, has an arm for each shape, and a shape without an arm is an error. That of `reals` is
/// //    a grammar, so that the arm of the `match` is:
/// Kind::Vector2 => if_else(
///     header.has_wide_components(dialect),
///     vector2::<f64, T>(cx).map(|x| Variant::Double(Box::new(Double::Vector2(x.into())))),
///     vector2::<f32, T>(cx).map(|x| Variant::Vector2(x.into())),
/// ),
/// ```
///
/// If nothing depends on the shape, steps 2 and 3 are enough. If few things depend on it, `read` may be called through
/// `by_class!`, which puts the class of the shape in front of the row.
macro_rules! for_each_type {
    // Columns: doc kind payload shape wire wide names ids page.
    ($callback:ident: $($column:ident)+) => {
        $crate::godot::types::columns! { $callback [$($column)+]
            /// Null.
            Nil () unit [] ()
                ["Nil" "Nil" "Nil"]                                            [ 0  0  0] numbers;
            /// True or false.
            Bool (x: bool) plain [boolean gen_boolean] ()
                ["bool" "bool" "bool"]                                         [ 1  1  1] numbers;
            /// A whole number, written with 32 or 64 bits, whichever the engine would choose.
            Int (x: i64) int [int gen_int] ()
                ["int" "int" "int"]                                            [ 2  2  2] numbers;
            /// A number, written with 32 or 64 bits, whichever the engine would choose.
            Float (x: f64) float [float gen_float] ()
                ["real" "float" "float"]                                       [ 3  3  3] numbers;
            /// Text.
            String (x: Text) text [text gen_text] ()
                ["String" "String" "String"]                                   [ 4  4  4] text;
            /// A point or direction in 2D.
            Vector2 (x: Vector2) reals [vector2 gen_vector2] (flagged x: Vector2<f64>)
                ["Vector2" "Vector2" "Vector2"]                                [ 5  5  5] math;
            /// A point of a 2D grid.
            Vector2i (x: Vector2i) ints [vector2i gen_vector2i] ()
                ["Vector2i" "Vector2i" "Vector2i"]                             [NO NO  6] math;
            /// A rectangle along the axes.
            Rect2 (x: Rect2) reals [rect2 gen_rect2] (flagged x: Box<Rect2<f64>>)
                ["Rect2" "Rect2" "Rect2"]                                      [ 6  6  7] math;
            /// A rectangle of a 2D grid.
            Rect2i (x: Rect2i) ints [rect2i gen_rect2i] ()
                ["Rect2i" "Rect2i" "Rect2i"]                                   [NO NO  8] math;
            /// A point or direction in 3D.
            Vector3 (x: Vector3) reals [vector3 gen_vector3] (flagged x: Vector3<f64>)
                ["Vector3" "Vector3" "Vector3"]                                [ 7  7  9] math;
            /// A point of a 3D grid.
            Vector3i (x: Vector3i) ints [vector3i gen_vector3i] ()
                ["Vector3i" "Vector3i" "Vector3i"]                             [NO NO 10] math;
            /// A 2D transform.
            Transform2D (x: Transform2D) reals [transform2d gen_transform2d] (flagged x: Box<Transform2D<f64>>)
                ["Matrix32" "Transform2D" "Transform2D"]                       [ 8  8 11] math;
            /// Four numbers.
            Vector4 (x: Vector4) reals [vector4 gen_vector4] (flagged x: Box<Vector4<f64>>)
                ["Vector4" "Vector4" "Vector4"]                                [NO NO 12] math;
            /// Four whole numbers.
            Vector4i (x: Vector4i) ints [vector4i gen_vector4i] ()
                ["Vector4i" "Vector4i" "Vector4i"]                             [NO NO 13] math;
            /// A plane.
            Plane (x: Plane) reals [plane gen_plane] (flagged x: Box<Plane<f64>>)
                ["Plane" "Plane" "Plane"]                                      [ 9  9 14] math;
            /// A rotation.
            Quaternion (x: Quaternion) reals [quaternion gen_quaternion] (flagged x: Box<Quaternion<f64>>)
                ["Quat" "Quat" "Quaternion"]                                   [10 10 15] math;
            /// A box along the axes.
            Aabb (x: Aabb) reals [aabb gen_aabb] (flagged x: Box<Aabb<f64>>)
                ["AABB" "AABB" "AABB"]                                         [11 11 16] math;
            /// A 3D rotation, scale and shear.
            Basis (x: Box<Basis>) reals [basis gen_basis] (flagged x: Box<Basis<f64>>)
                ["Matrix3" "Basis" "Basis"]                                    [12 12 17] math;
            /// A 3D transform.
            Transform3D (x: Box<Transform3D>) reals [transform3d gen_transform3d] (flagged x: Box<Transform3D<f64>>)
                ["Transform" "Transform" "Transform3D"]                        [13 13 18] math;
            /// A 4×4 matrix.
            Projection (x: Box<Projection>) reals [projection gen_projection] (flagged x: Box<Projection<f64>>)
                ["Projection" "Projection" "Projection"]                       [NO NO 19] math;
            /// A color.
            Color (x: Color) reals [color gen_color] (documented x: Box<Color<f64>>)
                ["Color" "Color" "Color"]                                      [14 14 20] math;
            /// An image; Godot 2 only.
            Image (x: Box<Image>) boxed [image gen_image] ()
                ["Image" "Image" "Image"]                                      [15 NO NO] legacy;
            /// Text that engines compare by its address.
            StringName (x: Text) name [text gen_text] ()
                ["StringName" "StringName" "StringName"]                       [NO NO 21] text;
            /// A path to a node or a property.
            NodePath (x: Box<NodePath>) boxed [node_path gen_node_path] ()
                ["NodePath" "NodePath" "NodePath"]                             [16 15 22] text;
            /// The number of a resource of a server.
            Rid (x: Rid) plain [rid gen_rid] ()
                ["RID" "RID" "RID"]                                            [17 16 23] references;
            /// An object: null, a number, or class and properties.
            Object (x: Object) object [object gen_object] ()
                ["Object" "Object" "Object"]                                   [18 17 24] references;
            /// An input event; Godot 2 only.
            InputEvent (x: InputEvent) plain [input_event gen_input_event] ()
                ["InputEvent" "InputEvent" "InputEvent"]                       [19 NO NO] legacy;
            /// A function: nothing of it is written.
            Callable () unit [] ()
                ["Callable" "Callable" "Callable"]                             [NO NO 25] references;
            /// A signal of an object.
            Signal (x: Box<Signal>) boxed [signal gen_signal] ()
                ["Signal" "Signal" "Signal"]                                   [NO NO 26] references;
            /// Values by keys.
            Dictionary (x: Dictionary) dictionary [dictionary gen_dictionary] ()
                ["Dictionary" "Dictionary" "Dictionary"]                       [20 18 27] containers;
            /// Values in order.
            Array (x: Array) array [array gen_array] ()
                ["Array" "Array" "Array"]                                      [21 19 28] containers;
            /// Bytes.
            PackedByteArray (x: Packed<u8>) bytes [packed_bytes gen_packed_bytes] ()
                ["RawArray" "PoolByteArray" "PackedByteArray"]                 [22 20 29] packed;
            /// Ints of 32 bits.
            PackedInt32Array (x: Packed<i32>) packed [packed gen_packed] ()
                ["IntArray" "PoolIntArray" "PackedInt32Array"]                 [23 21 30] packed;
            /// Ints of 64 bits.
            PackedInt64Array (x: Packed<i64>) packed [packed gen_packed] ()
                ["Int64Array" "PoolInt64Array" "PackedInt64Array"]             [NO NO 31] packed;
            /// Floats of 32 bits.
            PackedFloat32Array (x: Packed<f32>) packed_reals [packed gen_packed] (documented x: Packed<f64>)
                ["RealArray" "PoolRealArray" "PackedFloat32Array"]             [24 22 32] packed;
            /// Floats of 64 bits.
            PackedFloat64Array (x: Packed<f64>) packed [packed gen_packed] ()
                ["Float64Array" "PoolFloat64Array" "PackedFloat64Array"]       [NO NO 33] packed;
            /// A packed array of strings.
            PackedStringArray (x: Vec<Text>) strings [packed_strings gen_packed_strings] ()
                ["StringArray" "PoolStringArray" "PackedStringArray"]          [25 23 34] packed;
            /// Points or directions in 2D.
            PackedVector2Array (x: Packed<Vector2>) packed_reals [packed gen_packed] (flagged x: Packed<Vector2<f64>>)
                ["Vector2Array" "PoolVector2Array" "PackedVector2Array"]       [26 24 35] packed;
            /// Points or directions in 3D.
            PackedVector3Array (x: Packed<Vector3>) packed_reals [packed gen_packed] (flagged x: Packed<Vector3<f64>>)
                ["Vector3Array" "PoolVector3Array" "PackedVector3Array"]       [27 25 36] packed;
            /// Colors.
            PackedColorArray (x: Packed<Color>) packed_reals [packed gen_packed] (documented x: Packed<Color<f64>>)
                ["ColorArray" "PoolColorArray" "PackedColorArray"]             [28 26 37] packed;
            /// Four numbers each.
            PackedVector4Array (x: Packed<Vector4>) packed_reals [packed gen_packed] (flagged x: Packed<Vector4<f64>>)
                ["Vector4Array" "PoolVector4Array" "PackedVector4Array"]       [NO NO 38] packed;
        }
    };
}
pub(crate) use for_each_type;

/// Selects the columns that the caller lists from every row. Each arm appends one column.
#[rustfmt::skip] // A table.
macro_rules! columns {
    ($f:ident $columns:tt $(#$d:tt $k:tt $p:tt $s:tt $w:tt $x:tt $n:tt $i:tt $g:tt;)+) => { $crate::godot::types::columns! { @ $f $columns $([] [$d $k $p $s $w $x $n $i $g])+ } };
    (@ $f:ident [doc     $($m:tt)*] $([$($t:tt)*] [$d:tt $k:tt $p:tt $s:tt $w:tt $x:tt $n:tt $i:tt $g:tt])+) => { $crate::godot::types::columns! { @ $f [$($m)*] $([$($t)* #$d] [$d $k $p $s $w $x $n $i $g])+ } };
    (@ $f:ident [kind    $($m:tt)*] $([$($t:tt)*] [$d:tt $k:tt $p:tt $s:tt $w:tt $x:tt $n:tt $i:tt $g:tt])+) => { $crate::godot::types::columns! { @ $f [$($m)*] $([$($t)* $k] [$d $k $p $s $w $x $n $i $g])+ } };
    (@ $f:ident [payload $($m:tt)*] $([$($t:tt)*] [$d:tt $k:tt $p:tt $s:tt $w:tt $x:tt $n:tt $i:tt $g:tt])+) => { $crate::godot::types::columns! { @ $f [$($m)*] $([$($t)* $p] [$d $k $p $s $w $x $n $i $g])+ } };
    (@ $f:ident [shape   $($m:tt)*] $([$($t:tt)*] [$d:tt $k:tt $p:tt $s:tt $w:tt $x:tt $n:tt $i:tt $g:tt])+) => { $crate::godot::types::columns! { @ $f [$($m)*] $([$($t)* $s] [$d $k $p $s $w $x $n $i $g])+ } };
    (@ $f:ident [wire    $($m:tt)*] $([$($t:tt)*] [$d:tt $k:tt $p:tt $s:tt $w:tt $x:tt $n:tt $i:tt $g:tt])+) => { $crate::godot::types::columns! { @ $f [$($m)*] $([$($t)* $w] [$d $k $p $s $w $x $n $i $g])+ } };
    (@ $f:ident [wide    $($m:tt)*] $([$($t:tt)*] [$d:tt $k:tt $p:tt $s:tt $w:tt $x:tt $n:tt $i:tt $g:tt])+) => { $crate::godot::types::columns! { @ $f [$($m)*] $([$($t)* $x] [$d $k $p $s $w $x $n $i $g])+ } };
    (@ $f:ident [names   $($m:tt)*] $([$($t:tt)*] [$d:tt $k:tt $p:tt $s:tt $w:tt $x:tt $n:tt $i:tt $g:tt])+) => { $crate::godot::types::columns! { @ $f [$($m)*] $([$($t)* $n] [$d $k $p $s $w $x $n $i $g])+ } };
    (@ $f:ident [ids     $($m:tt)*] $([$($t:tt)*] [$d:tt $k:tt $p:tt $s:tt $w:tt $x:tt $n:tt $i:tt $g:tt])+) => { $crate::godot::types::columns! { @ $f [$($m)*] $([$($t)* $i] [$d $k $p $s $w $x $n $i $g])+ } };
    (@ $f:ident [page    $($m:tt)*] $([$($t:tt)*] [$d:tt $k:tt $p:tt $s:tt $w:tt $x:tt $n:tt $i:tt $g:tt])+) => { $crate::godot::types::columns! { @ $f [$($m)*] $([$($t)* $g] [$d $k $p $s $w $x $n $i $g])+ } };
    (@ $f:ident [] $([$($t:tt)*] $row:tt)+) => { $f! { $($($t)*;)+ } };
}
pub(crate) use columns;

/// Passes a row that begins with its shape to a macro, with the class of the shape in front: `empty`, `number`,
/// `structure` of numbers, `packed` array of numbers, `container`, or `other`.
#[rustfmt::skip] // A table.
macro_rules! by_class {
    ($f:ident unit $($row:tt)*) => { $f! { empty unit $($row)* } };
    ($f:ident int $($row:tt)*) => { $f! { number int $($row)* } };
    ($f:ident float $($row:tt)*) => { $f! { number float $($row)* } };
    ($f:ident reals $($row:tt)*) => { $f! { structure reals $($row)* } };
    ($f:ident ints $($row:tt)*) => { $f! { structure ints $($row)* } };
    ($f:ident bytes $($row:tt)*) => { $f! { packed bytes $($row)* } };
    ($f:ident packed $($row:tt)*) => { $f! { packed packed $($row)* } };
    ($f:ident packed_reals $($row:tt)*) => { $f! { packed packed_reals $($row)* } };
    ($f:ident object $($row:tt)*) => { $f! { container object $($row)* } };
    ($f:ident dictionary $($row:tt)*) => { $f! { container dictionary $($row)* } };
    ($f:ident array $($row:tt)*) => { $f! { container array $($row)* } };
    ($f:ident plain $($row:tt)*) => { $f! { other plain $($row)* } };
    ($f:ident text $($row:tt)*) => { $f! { other text $($row)* } };
    ($f:ident name $($row:tt)*) => { $f! { other name $($row)* } };
    ($f:ident boxed $($row:tt)*) => { $f! { other boxed $($row)* } };
    ($f:ident strings $($row:tt)*) => { $f! { other strings $($row)* } };
}
pub(crate) use by_class;
