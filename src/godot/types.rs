//! The table of types, with one row per type. Everything that lists the types or their ids is generated from it. No
//! other file contains a type id.

/// Calls a macro with the rows of all types, in the order of Godot 4. A row has these columns, of which the macro ignores
/// what it does not need:
///
/// | column | content |
/// |--------|---------|
/// | `doc` | `#[doc = ".."]`: what the type is |
/// | `kind` | the name of its [`Kind`](super::ids::Kind) and of its [`Variant`](super::model::Variant) |
/// | `payload` | what the variant holds, as `(x: Payload)`, or `()` if it holds nothing. `x` is the name to bind it by, so that `$kind$(($x))?` is both a pattern and an expression |
/// | `shape` | its [`Shape`](super::ids::Shape). All types of one shape are handled in the same way |
/// | `wide` | the payload with 64-bit components, a variant of [`Double`](super::model::Double), and when it is on the wire ([`Doubles`](super::ids::Doubles)): `(Flagged x: Payload)`, or `()` if there is none |
/// | `names` | the names in Godot 2, 3 and 4 |
/// | `ids` | the ids in Godot 2, 3 and 4: the order of [`Table`](super::ids::Table) |
/// | `page` | the page of [`format`](super::format) that has its section |
///
/// The layouts on the wire are not in this table. They are the functions of [`wire`](super::wire), which a `match` over all
/// types calls.
macro_rules! for_each_type {
    ($callback:ident) => {
        $callback! {
            /// Null.
            Nil () Unit ()
                ["Nil" "Nil" "Nil"]                                            [ 0  0  0] numbers;
            /// True or false.
            Bool (x: bool) Bool ()
                ["bool" "bool" "bool"]                                         [ 1  1  1] numbers;
            /// A whole number, written with 32 or 64 bits, whichever the engine would choose.
            Int (x: i64) Int ()
                ["int" "int" "int"]                                            [ 2  2  2] numbers;
            /// A number, written with 32 or 64 bits, whichever the engine would choose.
            Float (x: f64) Float ()
                ["real" "float" "float"]                                       [ 3  3  3] numbers;
            /// Text.
            String (x: Text) Text ()
                ["String" "String" "String"]                                   [ 4  4  4] text;
            /// A point or direction in 2D.
            Vector2 (x: Vector2) Reals (Flagged x: Vector2<f64>)
                ["Vector2" "Vector2" "Vector2"]                                [ 5  5  5] math;
            /// A point of a 2D grid.
            Vector2i (x: Vector2i) Ints ()
                ["Vector2i" "Vector2i" "Vector2i"]                             [NO NO  6] math;
            /// A rectangle along the axes.
            Rect2 (x: Rect2) Reals (Flagged x: Box<Rect2<f64>>)
                ["Rect2" "Rect2" "Rect2"]                                      [ 6  6  7] math;
            /// A rectangle of a 2D grid.
            Rect2i (x: Rect2i) Ints ()
                ["Rect2i" "Rect2i" "Rect2i"]                                   [NO NO  8] math;
            /// A point or direction in 3D.
            Vector3 (x: Vector3) Reals (Flagged x: Vector3<f64>)
                ["Vector3" "Vector3" "Vector3"]                                [ 7  7  9] math;
            /// A point of a 3D grid.
            Vector3i (x: Vector3i) Ints ()
                ["Vector3i" "Vector3i" "Vector3i"]                             [NO NO 10] math;
            /// A 2D transform.
            Transform2D (x: Transform2D) Reals (Flagged x: Box<Transform2D<f64>>)
                ["Matrix32" "Transform2D" "Transform2D"]                       [ 8  8 11] math;
            /// Four numbers.
            Vector4 (x: Vector4) Reals (Flagged x: Box<Vector4<f64>>)
                ["Vector4" "Vector4" "Vector4"]                                [NO NO 12] math;
            /// Four whole numbers.
            Vector4i (x: Vector4i) Ints ()
                ["Vector4i" "Vector4i" "Vector4i"]                             [NO NO 13] math;
            /// A plane.
            Plane (x: Plane) Reals (Flagged x: Box<Plane<f64>>)
                ["Plane" "Plane" "Plane"]                                      [ 9  9 14] math;
            /// A rotation.
            Quaternion (x: Quaternion) Reals (Flagged x: Box<Quaternion<f64>>)
                ["Quat" "Quat" "Quaternion"]                                   [10 10 15] math;
            /// A box along the axes.
            Aabb (x: Aabb) Reals (Flagged x: Box<Aabb<f64>>)
                ["AABB" "AABB" "AABB"]                                         [11 11 16] math;
            /// A 3D rotation, scale and shear.
            Basis (x: Box<Basis>) Reals (Flagged x: Box<Basis<f64>>)
                ["Matrix3" "Basis" "Basis"]                                    [12 12 17] math;
            /// A 3D transform.
            Transform3D (x: Box<Transform3D>) Reals (Flagged x: Box<Transform3D<f64>>)
                ["Transform" "Transform" "Transform3D"]                        [13 13 18] math;
            /// A 4×4 matrix.
            Projection (x: Box<Projection>) Reals (Flagged x: Box<Projection<f64>>)
                ["Projection" "Projection" "Projection"]                       [NO NO 19] math;
            /// A color.
            Color (x: Color) Reals (Documented x: Box<Color<f64>>)
                ["Color" "Color" "Color"]                                      [14 14 20] math;
            /// An image; Godot 2 only.
            Image (x: Box<Image>) Image ()
                ["Image" "Image" "Image"]                                      [15 NO NO] legacy;
            /// Text that engines compare by its address.
            StringName (x: Text) Name ()
                ["StringName" "StringName" "StringName"]                       [NO NO 21] text;
            /// A path to a node or a property.
            NodePath (x: Box<NodePath>) NodePath ()
                ["NodePath" "NodePath" "NodePath"]                             [16 15 22] text;
            /// The number of a resource of a server.
            Rid (x: Rid) Rid ()
                ["RID" "RID" "RID"]                                            [17 16 23] references;
            /// An object: null, a number, or class and properties.
            Object (x: Object) Object ()
                ["Object" "Object" "Object"]                                   [18 17 24] references;
            /// An input event; Godot 2 only.
            InputEvent (x: InputEvent) InputEvent ()
                ["InputEvent" "InputEvent" "InputEvent"]                       [19 NO NO] legacy;
            /// A function: nothing of it is written.
            Callable () Unit ()
                ["Callable" "Callable" "Callable"]                             [NO NO 25] references;
            /// A signal of an object.
            Signal (x: Box<Signal>) Signal ()
                ["Signal" "Signal" "Signal"]                                   [NO NO 26] references;
            /// Values by keys.
            Dictionary (x: Dictionary) Dictionary ()
                ["Dictionary" "Dictionary" "Dictionary"]                       [20 18 27] containers;
            /// Values in order.
            Array (x: Array) Array ()
                ["Array" "Array" "Array"]                                      [21 19 28] containers;
            /// Bytes.
            PackedByteArray (x: Packed<u8>) Bytes ()
                ["RawArray" "PoolByteArray" "PackedByteArray"]                 [22 20 29] packed;
            /// Ints of 32 bits.
            PackedInt32Array (x: Packed<i32>) Packed ()
                ["IntArray" "PoolIntArray" "PackedInt32Array"]                 [23 21 30] packed;
            /// Ints of 64 bits.
            PackedInt64Array (x: Packed<i64>) Packed ()
                ["Int64Array" "PoolInt64Array" "PackedInt64Array"]             [NO NO 31] packed;
            /// Floats of 32 bits.
            PackedFloat32Array (x: Packed<f32>) PackedReals (Documented x: Packed<f64>)
                ["RealArray" "PoolRealArray" "PackedFloat32Array"]             [24 22 32] packed;
            /// Floats of 64 bits.
            PackedFloat64Array (x: Packed<f64>) Packed ()
                ["Float64Array" "PoolFloat64Array" "PackedFloat64Array"]       [NO NO 33] packed;
            /// A packed array of strings.
            PackedStringArray (x: Vec<Text>) Strings ()
                ["StringArray" "PoolStringArray" "PackedStringArray"]          [25 23 34] packed;
            /// Points or directions in 2D.
            PackedVector2Array (x: Packed<Vector2>) PackedReals (Flagged x: Packed<Vector2<f64>>)
                ["Vector2Array" "PoolVector2Array" "PackedVector2Array"]       [26 24 35] packed;
            /// Points or directions in 3D.
            PackedVector3Array (x: Packed<Vector3>) PackedReals (Flagged x: Packed<Vector3<f64>>)
                ["Vector3Array" "PoolVector3Array" "PackedVector3Array"]       [27 25 36] packed;
            /// Colors.
            PackedColorArray (x: Packed<Color>) PackedReals (Documented x: Packed<Color<f64>>)
                ["ColorArray" "PoolColorArray" "PackedColorArray"]             [28 26 37] packed;
            /// Four numbers each.
            PackedVector4Array (x: Packed<Vector4>) PackedReals (Flagged x: Packed<Vector4<f64>>)
                ["Vector4Array" "PoolVector4Array" "PackedVector4Array"]       [NO NO 38] packed;
        }
    };
}
pub(crate) use for_each_type;
