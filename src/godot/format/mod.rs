#![doc = include_str!("links.md")]
#![doc = include_str!("../../../docs/book/godot/README.md")]
#![doc = layout!()]
// Without these features the links to their functions lead nowhere.
#![cfg_attr(not(feature = "packets"), allow(rustdoc::broken_intra_doc_links))]

pages! { "godot":
    containers ["Array" "Dictionary" "typed array" "max_depth" "equal keys" "duplicate keys"]
    differences []
    documentation ["Mole" "packet" "quat" "raw array" "transform" "binary_serialization_api" "matrix3x3" "rect3" "max"]
    files ["GCPF" "GDEC" "ECFG"]
    frames ["store_var" "put_var"]
    header ["ENCODE_FLAG_64" "ENCODE_FLAG_OBJECT_AS_ID" "type id"]
    json []
    legacy []
    math ["Transform2D" "Transform3D" "Matrix32" "Matrix3" "Basis" "Quat" "AABB" "Projection"]
    minimal []
    numbers []
    packed ["PoolByteArray" "ByteArray" "RawArray" "FloatArray" "IntArray" "StringArray" "raw array" "int array" "real array" "string array"]
    reading ["padding" "owed" "count" "canonical"]
    references ["EncodedObjectAsID" "full_objects" "Callable"]
    releases []
    text ["string block" "UTF-8" "byte order mark" "StringName"]
}
