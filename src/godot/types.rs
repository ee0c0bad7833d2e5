//! THE table of types: a row per type. Ids, names, values and all that is done with every type follow from it; no other
//! file holds a type id.

/// Hands every type, a row each in the order of Godot 4, to a macro.
///
/// A row has these columns:
///
/// 1. the type's name in this crate: of its [`Kind`](super::ids::Kind) and of its [`Variant`](super::model::Variant);
/// 2. what the variant holds, as `(x: Payload)`, `()` if nothing: `x` is the name to bind it by, so that
///    `$kind$(($x))?` is a pattern and an expression;
/// 3. the shape, by which rows that are treated alike are told apart:
///
///    | shape | what it is |
///    |-------|------------|
///    | `unit` | nothing is written |
///    | `plain` | a few bytes, the same in every header |
///    | `int`, `float` | a number whose width a flag of the header chooses |
///    | `reals`, `ints` | a structure of floats, of 32-bit ints: all of it is in column 2, perhaps boxed |
///    | `text`, `name` | text; the second has the payload of the first, and is not what text becomes |
///    | `boxed` | something that borrows from the input, in a box |
///    | `bytes`, `packed`, `packed_reals`, `strings` | packed arrays: of bytes, of elements of one width, of elements with a wide form, of texts |
///    | `object`, `dictionary`, `array`, `packed_array` | what has values inside |
///
/// 4. the functions of [`wire`](super::wire) that read and write the payload; for `packed` and `packed_reals`
///    they are generic over the element;
/// 5. the payload with 64-bit components, as a variant of [`Double`](super::model::Double), and when it is on
///    the wire: [`Doubles`](super::ids::Doubles);
/// 6. the names in Godot 2, 3 and 4;
/// 7. the ids in Godot 2, 3, 4 and in Pandemonium 3.5, 3.8, 5.0: the order of [`Table`](super::ids::Table).
///
/// The macro names the columns that it needs and takes the others as one token, so it is as short as this:
///
/// ```ignore
/// macro_rules! kinds_of_values {
///     ($(#$doc:tt $kind:ident $payload:tt $shape:ident $wire:tt $wide:tt $names:tt $ids:tt;)+) => {
///         match value {
///             $(Variant::$kind { .. } => Kind::$kind,)+   // Variant::Rect2 { .. } => Kind::Rect2,
///             Variant::Double(double) => double.kind(),
///         }
///     };
/// }
/// for_each_type!(kinds_of_values);
///
/// // Where the shape decides, a second macro has an arm per shape, and no arm for a shape is an error.
/// macro_rules! leaf_parsers {
///     ($(#$doc:tt $kind:ident ($($x:ident: $payload:ty)?) $shape:ident [$($read:ident $write:ident)?] $wide:tt $names:tt $ids:tt;)+) => {
///         match header.kind {
///             $(Kind::$kind => parse!($shape $kind $($read, $payload)?),)+
///         }
///     };
/// }
/// macro_rules! parse {
///     (unit $kind:ident) => { .. };
///     (reals $kind:ident $read:ident, $payload:ty) => { plain!($read::<f32, T>(cx).parse(i)) };
///     (packed $kind:ident $read:ident, $payload:ty) => { .. };
///     ..
/// }
/// ```
macro_rules! for_each_type {
    // With the type that no value has.
    ($callback:ident + wire_only) => {
        for_each_type! { $callback
            /// How Pandemonium writes an `Array` with an element type.
            TypedArray () array [] ()
                ["TypedArray" "TypedArray" "TypedArray"]                       [NO NO NO NO NO 27];
        }
    };
    ($callback:ident $($more:tt)*) => {
        $callback! {
            /// Null.
            Nil () unit [] ()
                ["Nil" "Nil" "Nil"]                                            [ 0  0  0  0  0  0];
            /// True or false.
            Bool (x: bool) plain [boolean gen_boolean] ()
                ["bool" "bool" "bool"]                                         [ 1  1  1  1  1  1];
            /// A whole number, written with 32 or 64 bits, whichever the engine would choose.
            Int (x: i64) int [int gen_int] ()
                ["int" "int" "int"]                                            [ 2  2  2  2  2  2];
            /// A number, written with 32 bits where that loses nothing.
            Float (x: f64) float [float gen_float] ()
                ["real" "float" "float"]                                       [ 3  3  3  3  3  3];
            /// Text.
            String (x: Text<'a>) text [text gen_text] ()
                ["String" "String" "String"]                                   [ 4  4  4  4  4  4];
            /// A point or direction in 2D.
            Vector2 (x: Vector2) reals [vector2 gen_vector2] (flagged x: Vector2<f64>)
                ["Vector2" "Vector2" "Vector2"]                                [ 5  5  5  5  7  7];
            /// A point of a 2D grid.
            Vector2i (x: Vector2i) ints [vector2i gen_vector2i] ()
                ["Vector2i" "Vector2i" "Vector2i"]                             [NO NO  6  6  8  8];
            /// A rectangle along the axes.
            Rect2 (x: Rect2) reals [rect2 gen_rect2] (flagged x: Box<Rect2<f64>>)
                ["Rect2" "Rect2" "Rect2"]                                      [ 6  6  7  7  5  5];
            /// A rectangle of a 2D grid.
            Rect2i (x: Rect2i) ints [rect2i gen_rect2i] ()
                ["Rect2i" "Rect2i" "Rect2i"]                                   [NO NO  8  8  6  6];
            /// A point or direction in 3D.
            Vector3 (x: Vector3) reals [vector3 gen_vector3] (flagged x: Vector3<f64>)
                ["Vector3" "Vector3" "Vector3"]                                [ 7  7  9  9  9  9];
            /// A point of a 3D grid.
            Vector3i (x: Vector3i) ints [vector3i gen_vector3i] ()
                ["Vector3i" "Vector3i" "Vector3i"]                             [NO NO 10 10 10 10];
            /// A 2D transform.
            Transform2D (x: Transform2D) reals [transform2d gen_transform2d] (flagged x: Box<Transform2D<f64>>)
                ["Matrix32" "Transform2D" "Transform2D"]                       [ 8  8 11 11 18 18];
            /// Four numbers.
            Vector4 (x: Vector4) reals [vector4 gen_vector4] (flagged x: Box<Vector4<f64>>)
                ["Vector4" "Vector4" "Vector4"]                                [NO NO 12 NO 11 11];
            /// Four whole numbers.
            Vector4i (x: Vector4i) ints [vector4i gen_vector4i] ()
                ["Vector4i" "Vector4i" "Vector4i"]                             [NO NO 13 NO 12 12];
            /// A plane.
            Plane (x: Plane) reals [plane gen_plane] (flagged x: Box<Plane<f64>>)
                ["Plane" "Plane" "Plane"]                                      [ 9  9 14 12 13 13];
            /// A rotation.
            Quaternion (x: Quaternion) reals [quaternion gen_quaternion] (flagged x: Box<Quaternion<f64>>)
                ["Quat" "Quat" "Quaternion"]                                   [10 10 15 13 14 14];
            /// A box along the axes.
            Aabb (x: Aabb) reals [aabb gen_aabb] (flagged x: Box<Aabb<f64>>)
                ["AABB" "AABB" "AABB"]                                         [11 11 16 14 15 15];
            /// A 3D rotation, scale and shear.
            Basis (x: Box<Basis>) reals [basis gen_basis] (flagged x: Box<Basis<f64>>)
                ["Matrix3" "Basis" "Basis"]                                    [12 12 17 15 16 16];
            /// A 3D transform.
            Transform3D (x: Box<Transform3D>) reals [transform3d gen_transform3d] (flagged x: Box<Transform3D<f64>>)
                ["Transform" "Transform" "Transform3D"]                        [13 13 18 16 17 17];
            /// A 4×4 matrix.
            Projection (x: Box<Projection>) reals [projection gen_projection] (flagged x: Box<Projection<f64>>)
                ["Projection" "Projection" "Projection"]                       [NO NO 19 NO 19 19];
            /// A color.
            Color (x: Color) reals [color gen_color] (documented x: Box<Color<f64>>)
                ["Color" "Color" "Color"]                                      [14 14 20 17 20 20];
            /// An image; Godot 2 only.
            Image (x: Box<Image<'a>>) boxed [image gen_image] ()
                ["Image" "Image" "Image"]                                      [15 NO NO NO NO NO];
            /// Text that engines compare by its address.
            StringName (x: Text<'a>) name [text gen_text] ()
                ["StringName" "StringName" "StringName"]                       [NO NO 21 21 24 24];
            /// A path to a node or a property.
            NodePath (x: Box<NodePath<'a>>) boxed [node_path gen_node_path] ()
                ["NodePath" "NodePath" "NodePath"]                             [16 15 22 18 21 21];
            /// The number of a resource of a server.
            Rid (x: Rid) plain [rid gen_rid] ()
                ["RID" "RID" "RID"]                                            [17 16 23 19 22 22];
            /// An object: null, a number, or class and properties.
            Object (x: Object<'a>) object [object gen_object] ()
                ["Object" "Object" "Object"]                                   [18 17 24 20 23 23];
            /// An input event; Godot 2 only.
            InputEvent (x: InputEvent) plain [input_event gen_input_event] ()
                ["InputEvent" "InputEvent" "InputEvent"]                       [19 NO NO NO NO NO];
            /// A function: nothing of it is written.
            Callable () unit [] ()
                ["Callable" "Callable" "Callable"]                             [NO NO 25 NO NO NO];
            /// A signal of an object.
            Signal (x: Box<Signal<'a>>) boxed [signal gen_signal] ()
                ["Signal" "Signal" "Signal"]                                   [NO NO 26 NO NO NO];
            /// Values by keys.
            Dictionary (x: Dictionary<'a>) dictionary [dictionary gen_dictionary] ()
                ["Dictionary" "Dictionary" "Dictionary"]                       [20 18 27 22 25 25];
            /// Values in order.
            Array (x: Array<'a>) array [array gen_array] ()
                ["Array" "Array" "Array"]                                      [21 19 28 23 26 26];
            /// An array kept in one piece, its elements of one declared type; Pandemonium only.
            PackedTypedArray (x: Array<'a>) packed_array [typed_array gen_typed_array] ()
                ["PackedTypedArray" "PackedTypedArray" "PackedTypedArray"]     [NO NO NO NO NO 28];
            /// Bytes.
            PackedByteArray (x: Packed<'a, u8>) bytes [packed_bytes gen_packed_bytes] ()
                ["RawArray" "PoolByteArray" "PackedByteArray"]                 [22 20 29 24 27 29];
            /// Ints of 32 bits.
            PackedInt32Array (x: Packed<'a, i32>) packed [packed gen_packed] ()
                ["IntArray" "PoolIntArray" "PackedInt32Array"]                 [23 21 30 25 28 30];
            /// Ints of 64 bits.
            PackedInt64Array (x: Packed<'a, i64>) packed [packed gen_packed] ()
                ["Int64Array" "PoolInt64Array" "PackedInt64Array"]             [NO NO 31 NO NO NO];
            /// Floats of 32 bits.
            PackedFloat32Array (x: Packed<'a, f32>) packed_reals [packed gen_packed] (documented x: Packed<'a, f64>)
                ["RealArray" "PoolRealArray" "PackedFloat32Array"]             [24 22 32 26 29 31];
            /// Floats of 64 bits.
            PackedFloat64Array (x: Packed<'a, f64>) packed [packed gen_packed] ()
                ["Float64Array" "PoolFloat64Array" "PackedFloat64Array"]       [NO NO 33 NO NO NO];
            /// Texts.
            PackedStringArray (x: Vec<Text<'a>>) strings [packed_strings gen_packed_strings] ()
                ["StringArray" "PoolStringArray" "PackedStringArray"]          [25 23 34 27 30 32];
            /// Points or directions in 2D.
            PackedVector2Array (x: Packed<'a, Vector2>) packed_reals [packed gen_packed] (flagged x: Packed<'a, Vector2<f64>>)
                ["Vector2Array" "PoolVector2Array" "PackedVector2Array"]       [26 24 35 28 31 33];
            /// Points of a 2D grid; Pandemonium only.
            PackedVector2iArray (x: Packed<'a, Vector2i>) packed [packed gen_packed] ()
                ["Vector2iArray" "PoolVector2iArray" "PackedVector2iArray"]    [NO NO NO 29 32 34];
            /// Points or directions in 3D.
            PackedVector3Array (x: Packed<'a, Vector3>) packed_reals [packed gen_packed] (flagged x: Packed<'a, Vector3<f64>>)
                ["Vector3Array" "PoolVector3Array" "PackedVector3Array"]       [27 25 36 30 33 35];
            /// Points of a 3D grid; Pandemonium only.
            PackedVector3iArray (x: Packed<'a, Vector3i>) packed [packed gen_packed] ()
                ["Vector3iArray" "PoolVector3iArray" "PackedVector3iArray"]    [NO NO NO 31 34 36];
            /// Colors.
            PackedColorArray (x: Packed<'a, Color>) packed_reals [packed gen_packed] (documented x: Packed<'a, Color<f64>>)
                ["ColorArray" "PoolColorArray" "PackedColorArray"]             [28 26 37 32 37 39];
            /// Four numbers each.
            PackedVector4Array (x: Packed<'a, Vector4>) packed_reals [packed gen_packed] (flagged x: Packed<'a, Vector4<f64>>)
                ["Vector4Array" "PoolVector4Array" "PackedVector4Array"]       [NO NO 38 NO 35 37];
            /// Four whole numbers each; Pandemonium only.
            PackedVector4iArray (x: Packed<'a, Vector4i>) packed [packed gen_packed] ()
                ["Vector4iArray" "PoolVector4iArray" "PackedVector4iArray"]    [NO NO NO NO 36 38];
            $($more)*
        }
    };
}
pub(crate) use for_each_type;
