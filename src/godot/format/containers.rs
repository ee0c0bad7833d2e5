//! Page 7: Array and Dictionary, which hold other values.
//!
//! [Contents](super) · Previous: [references](super::references) · Next: [packed arrays](super::packed)
//!
//! A container is a count and then whole values, **each with a header of its own**. An array of a thousand small ints takes
//! 8 + 1000 · 8 bytes. Types may be mixed. Containers may be nested. The count is a number of elements, not of bytes: a container
//! ends where its last value ends.
#![doc = facts!(Array)]
//!
//! | at | size | field |
//! |---:|-----:|-------|
//! | 4  | ..   | the [declared type](#declared-types) of the elements, if header bits 16 and 17 are not both 0 (4.3 and later) |
//! | .. | 4    | bits 0 to 30: number of elements; bit 31: [see below](#bit-31-of-the-count) |
//! | .. | ..   | the elements, each a whole value |
//!
#![doc = dump!("godot4/canonical/container__array")]
#![doc = links!(Array)]
#![doc = facts!(Dictionary)]
//!
//! | at | size | field |
//! |---:|-----:|-------|
//! | 4  | ..   | the [declared type](#declared-types) of the keys, if header bits 16 and 17 are not both 0 (4.4 and later) |
//! | .. | ..   | the declared type of the values, if header bits 18 and 19 are not both 0 (4.4 and later) |
//! | .. | 4    | bits 0 to 30: number of pairs; bit 31: [see below](#bit-31-of-the-count) |
//! | .. | ..   | for each pair: the key, then the value, both whole values |
//!
#![doc = dump!("godot4/canonical/container__dictionary")]
//!
//! The same dictionary in Godot 3:
//!
#![doc = dump!("godot3/canonical/container__dictionary")]
//!
//! - A key may be of any type.
//! - Since 3.0 pairs are in the order of insertion. Godot 2 writes the order of its hash table, which depends on the build.
#![doc = links!(Dictionary)]
//!
//! # Declared types
//!
//! `Array[int]` and `Dictionary[String, int]` declare types. The *kind* of a declaration is a number of two bits in the
//! container's header:
//!
//! | kind | declared type | written before the count |
//! |-----:|---------------|--------------------------|
//! | 0 | nothing: `Variant` | nothing |
//! | 1 | a builtin type | its id, a word of 4 bytes without flags |
//! | 2 | a class of objects | its name, a [string block](super::text#the-string-block) |
//! | 3 | a script | its `res://` path, a string block |
//!
//! | container | bits 16, 17 | bits 18, 19 | third byte of the header |
//! |-----------|-------------|-------------|--------------------------|
//! | Array, since 4.3 | kind of the elements | ignored | kind of the elements |
//! | Dictionary, since 4.4 | kind of the keys | kind of the values | kind of the keys + 4 · kind of the values |
//!
//! `Array[int]`. The elements keep their own headers:
//!
#![doc = dump!("godot4/canonical/container__typed_array_builtin")]
//!
//! `Dictionary[String, int]`. The key's type precedes the value's:
//!
#![doc = dump!("godot4/canonical/container__typed_dictionary")]
//!
//! `Dictionary[int, Variant]` declares only the type of the keys. The kind of the values is 0, and nothing is written for
//! them. `Dictionary[Variant, int]` is the reverse:
//!
#![doc = dump!("godot4/canonical/container__typed_dictionary_key_only")]
#![doc = dump!("godot4/canonical/container__typed_dictionary_value_only")]
//!
//! ## Arrays of objects
//!
//! `Array[Node]` declares a class, kind 2. Which name is written depends on the form of the [objects](super::references#Object):
//!
//! | declared | full objects (`full_objects`) | objects by id |
//! |----------|------------------------------|---------------|
//! | a class: `Array[Node]` | kind 2, `Node` | kind 2, `EncodedObjectAsID` |
//! | any object: `Array[Object]` | kind 2, `Object` | kind 2, `EncodedObjectAsID` |
//! | a class of a script that has a path | kind 3, the path | kind 2, `EncodedObjectAsID` |
//!
//! An empty `Array[Node]`, with full objects:
//!
#![doc = dump!("godot4/canonical/container__typed_array_of_nodes")]
//!
//! `Array[Object]`, with a full object and a null object:
//!
#![doc = dump!("godot4/canonical/container__typed_array_of_objects")]
//!
//! `Array[RefCounted]`, with an object by id:
//!
#![doc = dump!("godot4/canonical/container__typed_array_class")]
//!
//! An empty array of objects of the script `res://my.gd`:
//!
#![doc = dump!("godot4/canonical/container__typed_array_script")]
//!
//! ## Reading declared types
//!
//! - Kind 1 with the id of Nil is read as kind 0.
//! - Kind 1 with the id of Object declares any object. No engine writes it. If full objects are allowed, 4.6.3 reads it as
//!   `Array[Object]`, otherwise as kind 2 with the class `EncodedObjectAsID`.
//! - 4.6.3 reads a declared class or script as `EncodedObjectAsID` if full objects are not allowed.
//! - 4.6.3 converts or drops [elements of another type](#elements-of-another-type).
//! - This crate keeps elements and declaration unchanged; [`element_type`](crate::godot::Array::element_type) has the
//!   declaration.
//! - Kind 1 with an unknown id is an error:
//!
#![doc = dump!("godot4/rejected/container__element_type_unknown")]
//!
//! - 4.2 and earlier write no declaration. Given one, they take its first word for the count. 4.3 does so only with
//!   dictionaries. [`Dialect::GODOT_4_2`](crate::godot::Dialect::GODOT_4_2) and
//!   [`GODOT_4_3`](crate::godot::Dialect::GODOT_4_3) are these releases.
//! - The header bits of a *container* never select a [width](super::header#precision). Elements with 64-bit components have
//!   bit 16 set in their own headers:
//!
#![doc = dump!("godot4-double/canonical/container__typed_array_of_vector2")]
//!
//! ## Elements of another type
//!
//! 4.6.3 was run with every pair of builtin types. It converts elements of arrays and keys of dictionaries of these types:
//!
//! | declared | converted from |
//! |----------|----------------|
//! | bool | int, float |
//! | int | bool, float |
//! | float | bool, int |
//! | String | StringName, NodePath |
//! | StringName, NodePath | String |
//! | Vector2, Rect2, Vector3, Vector4 | Vector2i, Rect2i, Vector3i, Vector4i |
//! | Vector2i, Rect2i, Vector3i, Vector4i | Vector2, Rect2, Vector3, Vector4 |
//! | Transform2D | Transform3D |
//! | Transform3D | Transform2D, Quaternion, Basis, Projection |
//! | Quaternion | Basis |
//! | Basis | Quaternion |
//! | Projection | Transform3D |
//! | Color | int, String |
//! | RID | a null object |
//! | Array | every packed array |
//! | every packed array | Array |
//!
//! It drops elements and keys of all other types, including Nil. It keeps the values of a dictionary, whatever their type, and
//! does not convert them.
//!
//! # Nesting
//!
//! The outermost value is at level 0. Elements, keys, values and the values of an object's properties are one level deeper
//! than their container. **A value at level 1024 is accepted, a value at level 1025 is an error.** So 1024 arrays around a Nil
//! are accepted. In deep rows of a dump `(level n)` stands for the indentation. In the row of a header, n is the level of that value:
//!
#![doc = dump!("godot4/canonical/container__level_1024")]
//!
//! One array more is refused, at the header of the value at level 1025:
//!
#![doc = dump!("godot4/rejected/container__level_1025")]
//!
//! | release | limit when writing | limit when reading |
//! |---------|--------------------|--------------------|
//! | 3.5 and later, 4.0 and later | 1024 | 1024 |
//! | 3.4 | 1024 | 1024 since 3.4.3, none before |
//! | 3.3 | none | 1024 since 3.3.5, none before |
//! | 1.0 to 3.2 | none | none |
//!
//! The rows of 3.3 and 3.4 are from the change notes of the engine; neither release was run, and their source was not read.
//! This crate has the limit 1024 in every dialect; [`Decoder::max_depth`](crate::godot::Decoder::max_depth) changes it.
//!
//! # Equal keys
//!
//! If two keys of a dictionary are equal, one pair remains: the first key, at its position, with the last value.
//!
#![doc = dump!("godot3/lenient/container__dictionary_duplicate_key")]
//!
//! Two keys are equal if they have the same type and the same value, where
//!
//! | keys | equal? |
//! |------|--------|
//! | `1` and `1.0`, `1` and `"1"`, `Vector2(1, 2)` and `Vector2i(1, 2)` | no: the types differ |
//! | 5 in 4 bytes and 5 in 8 bytes | yes |
//! | `"a"` and `&"a"` (Godot 4) | yes; the first key keeps its type |
//! | `"a"` and `&"a"` (Godot 4), as keys of a Dictionary that is a key | yes |
//! | `"a"` and `&"a"` (Godot 4), as elements of an Array that is a key | no |
//! | `"a"` and `"a"` after a [byte order mark](super::text#byte-order-marks) | yes |
//! | `0.0` and `-0.0` | yes; before 2.1.5 no |
//! | NaN and NaN, of any bits | yes; in Godot 2 no |
//! | NaN and NaN, as elements of an Array that is a key | Godot 4: no. Godot 3: yes |
//! | NaN and NaN, as values of a Dictionary that is a key | no |
//! | NaN inside a vector, a matrix, a color or a packed array of them, which is an element of an Array that is a key | yes |
//! | NaN inside a vector, a matrix, a color or a packed array of them, which is a value of a Dictionary that is a key | Godot 4: yes. Godot 3: no |
//! | two vectors, matrices or colors | if their components are equal as floats are. In Godot 4 a vector with 4-byte components equals the one with 8-byte components of the same numbers |
//! | two packed arrays of vectors or colors | if their components are equal as floats are; in Godot 2 if they have the same bits |
//! | two packed arrays of floats | Godot 4: if their elements are equal as floats are. Godot 3 and 2: if they have the same bits; in Godot 3 an array with a NaN equals no other |
//! | two arrays | if they are equally long, and each element has the type of the other's and equals it |
//! | two arrays, typed and untyped or of different types | as if both were untyped |
//! | two packed arrays of bytes, ints or texts | if their elements are equal. A NUL at the end of a text does not count |
//! | packed arrays of different types; a packed array and an Array | no |
//! | two NodePaths | if their names, subnames and flag bit 0 are equal. A property (flag bit 1) counts as a subname |
//! | two RIDs | if their ids are equal; before Godot 4 yes, because the bytes have no id |
//! | two Signals | if their names and ids are equal |
//! | two Callables | yes, because the bytes have no content |
//! | two null objects, in any form | yes |
//! | a null object and Nil | no: the types differ |
//! | two dictionaries | Godot 4: if their keys and values are equal, in order; values must have the same type. Godot 3 and 2: no |
//! | two objects | no, unless both are null |
//!
//! 3.2.3 and 4.6.3 were run for the rows on arrays, paths, RIDs, Signals, Callables and objects.
//!
#![doc = dump!("godot4/canonical/container__dictionary_int_and_float_key")]
#![doc = dump!("godot4/lenient/container__dictionary_string_and_string_name_key")]
//!
//! [`Decoder::keep_duplicates`](crate::godot::Decoder::keep_duplicates) keeps all pairs.
//!
//! # Errors
//!
//! A count is an error if too few bytes remain for its elements and for the missing elements of the containers around it. The
//! error is at the count. [Counts and lengths](super::reading#counts-and-lengths) has the rule and the least size of each element.
//!
#![doc = dump!("godot3/rejected/container__hostile_count")]
//!
//! # Freed objects as keys
//!
//! A key may be an object that no longer exists when its dictionary is written:
//!
//! | release | writes |
//! |---------|--------|
//! | 3.5 and later | the key Nil |
//! | 3.2.3 | the key `"[Deleted Object]"`, a String, with the value Nil |
//!
//! # Bit 31 of the count
//!
//! Since 3.0 bit 31 is never written, and ignored:
//!
#![doc = dump!("godot3/lenient/container__array_bit_31_in_count")]
//!
//! Godot 2 writes 1 for a *shared* container and reads the bit back. The literals `[..]` and `{..}` of its scripts are shared,
//! constants are not:
//!
#![doc = dump!("godot2/canonical/container__shared_in_unshared")]
//!
//! [Contents](super) · Previous: [references](super::references) · Next: [packed arrays](super::packed)
#![doc = layout!()]
