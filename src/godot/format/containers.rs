//! Page 7: what has values inside: Dictionary and Array.
//!
//! A container is a count and so many values, **each with a header of its own**: an array of a thousand ints is a
//! thousand times eight bytes. Types may be mixed and containers nested.
//!
//! - The count is not a length in bytes: where a container ends is known when its last value was read.
//! - **Bit 31 of the count** is not part of it. Godot 2 writes there whether the container is *shared*, which `[..]` and
//!   `{..}` in its scripts are:
//!
#![doc = dump!("godot2/canonical/container__shared_in_unshared")]
//!
//!   From 3.0 on it is never written, and ignored when read:
//!
#![doc = dump!("godot3/lenient/container__array_bit_31_in_count")]
//!
//! - Values may be nested 1024 deep: the outermost is level 0, keys, values, elements and properties of an object are one
//!   level deeper than their container. Engines refuse more from 3.4 on when writing and from 3.5 on when reading; those
//!   before have no limit. [`Decoder::max_depth`](crate::godot::Decoder::max_depth) sets another one.
//! - A count that promises more than there are bytes is an error: a value takes four bytes at least. Engines find that out
//!   when the bytes end; this crate before it takes any memory:
//!
#![doc = dump!("godot3/rejected/container__hostile_count")]
#![doc = facts!(Dictionary)]
//!
//! The number of pairs, then for each pair the **key** and the **value**, both whole values.
//!
#![doc = dump!("godot4/canonical/container__dictionary")]
//!
//! - Any type may be a key: numbers, vectors, arrays, even NaN.
//! - The order is that of insertion from 3.0 on. Godot 2 writes the order of its hash table, which cannot be foretold.
//! - Of two equal keys the last value counts, in the place of the first:
//!
#![doc = dump!("godot3/lenient/container__dictionary_duplicate_key")]
//!
//!   [`Decoder::keep_duplicates`](crate::godot::Decoder::keep_duplicates) keeps both.
//! - A key that is an object which no longer exists is written by 3.2.3 as the text `[Deleted Object]` with the value Nil, by
//!   later releases as the key Nil.
#![doc = facts!(Array)]
//!
//! The number of elements, then the elements.
//!
#![doc = dump!("godot4/canonical/container__array")]
//!
//! # Element types
//!
//! `Array[int]` and `Dictionary[String, int]` of Godot 4 say in their header that a type is declared, and how:
//!
//! | two bits, as a number | what is declared | what comes before the count |
//! |----------------------:|------------------|-----------------------------|
//! | 0 | nothing | nothing |
//! | 1 | a builtin type | its id, 4 bytes |
//! | 2 | a class of objects | its name, a [string block](super::text) |
//! | 3 | a script | its `res://` path, a string block |
//!
//! Bits 16 and 17 of an Array's header are about its elements: its third byte is this number. Of a Dictionary's header they
//! are about its keys, and bits 18 and 19 about its values: the third byte is the number of the keys and four times the
//! number of the values. [`wire::element_type`](crate::godot::wire::element_type()) reads what they announce. The elements
//! keep their own headers all the same:
//!
#![doc = dump!("godot4/canonical/container__typed_array_builtin")]
//!
//! In a Dictionary the key's type comes before the value's, and each only if it is declared:
//!
#![doc = dump!("godot4/canonical/container__typed_dictionary")]
#![doc = dump!("godot4/canonical/container__typed_dictionary_value_only")]
//!
//! A script:
//!
#![doc = dump!("godot4/canonical/container__typed_array_script")]
//!
//! - Where whole objects are not written, a class or a script is declared as the class `EncodedObjectAsID`, which is what
//!   their ids are read as:
//!
#![doc = dump!("godot4/canonical/container__typed_array_class")]
//!
//! - A builtin type that is Nil is the same as none. One that does not exist is an error:
//!
#![doc = dump!("godot4/rejected/container__element_type_unknown")]
//!
//! - **Arrays are typed on the wire from 4.3 on, dictionaries from 4.4 on.** An earlier release writes typed ones like
//!   any other, and takes the type of a later one's for the count.
//!   [`Dialect::GODOT_4_2`](crate::godot::Dialect::GODOT_4_2) and
//!   [`GODOT_4_3`](crate::godot::Dialect::GODOT_4_3) are those releases.
//! - Elements of another type than declared are converted or dropped by the engine; this crate keeps what the bytes hold,
//!   and [`element_type`](crate::godot::Array::element_type) has what was declared.
//! - The bits of the *container's* header are never a width; elements of 64 bits have the flag in their own headers:
//!
#![doc = dump!("godot4-double/canonical/container__typed_array_of_vector2")]
//!
//! # Typed arrays of Pandemonium
//!
//! The fork Pandemonium has two types of its own from release 5.0 on.
#![doc = facts!(TypedArray)]
//!
//! The id of the element type, the number of elements, the elements with their headers. If the elements are objects that
//! are written whole, a value comes between the two, a StringName with the class.
//!
#![doc = dump!("pandemonium5.0/canonical/container__typed_array")]
#![doc = facts!(PackedTypedArray)]
//!
//! The same layout; the engine keeps it in one piece in memory.
//!
#![doc = dump!("pandemonium5.0/canonical/container__packed_typed_array")]
//!
//! [Contents](super) · before: [references](super::references) · next: [packed arrays](super::packed)
#![doc = layout!()]
