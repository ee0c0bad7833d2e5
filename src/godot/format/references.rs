//! Page 6: RID, Object, Callable, Signal: references to parts of a running game.
//!
//! [Contents](super) · Previous: [vectors, matrices, colors](super::math) · Next: [containers](super::containers)
//!
//! Ids mean nothing outside the process that wrote them. This crate reads all of these types as data and never makes an
//! object.
#![doc = facts!(Object)]
//!
//! An object is written in one of two forms: by id or full. The caller chooses; header bit 16 distinguishes the forms. By default
//! engines write ids. Exception: 3.0 and 3.1 write full objects to files and streams, and ids only to packets. For full objects
//! the caller sets `full_objects` of `store_var` and `put_var`, or the second argument of `var2bytes`, or calls
//! `var_to_bytes_with_objects`.
//!
//! ## By id
//!
//! Header bit 16 is set. Since 3.0:
//!
//! | at | size | field |
//! |---:|-----:|-------|
//! | 4  | 8    | id of the object in the process that wrote it, unsigned; 0 is null |
//!
#![doc = dump!("godot4/canonical/object__by_id")]
//!
//! A reader makes an `EncodedObjectAsID` that holds the id. In Godot 4 the ids of reference-counted objects have bit 63 set.
//! Reading an id needs no permission.
//!
//! ## Full
//!
//! Header bit 16 is clear. Since 3.0:
//!
//! | at | size | field |
//! |---:|-----:|-------|
//! | 4  | ..   | [string block](super::text#the-string-block): the name of the class. If it is empty, also after readers [drop](super::text#what-readers-ignore) a NUL or a byte order mark, the object is null and nothing follows |
//! | .. | 4    | number of properties, signed; a negative one is read as 0 |
//! | .. | ..   | for each property: a string block with its name, which may be empty, then a whole value with header |
//!
#![doc = dump!("godot4/canonical/object__full_with_properties")]
//!
//! - The properties are those that the class marks to be stored, in the order of the engine's property list. They do not
//!   depend on the values: a property with its default value is written, too. `script` is one of them.
//! - The value of `script` is Nil if the object has no script. Otherwise 4.3 and later write a String with the `res://` path of
//!   the script. Godot 3 and 4.0 to 4.2 write the script itself, a full object.
//! - **Readers refuse full objects without permission**, because making one runs code of the game. They refuse at the
//!   header, so a full null object is refused as well. In this crate
//!   [`Decoder::allow_objects`](crate::godot::Decoder::allow_objects) gives permission, and
//!   [`ObjectData`](crate::godot::ObjectData) holds class and properties.
//!
#![doc = dump!("godot4/rejected/object__full_not_allowed")]
//!
//! - A class that the engine does not have is an error in the engine (`ERR_UNAVAILABLE`, from 4.3 on `ERR_INVALID_DATA`). This
//!   crate looks up no class.
//! - An engine that writes an `EncodedObjectAsID` by id writes the id *of that object*, not the id that it holds. This crate writes
//!   the id that it read.
//!
//! ## Null objects
//!
//! All readers since 3.0 accept three forms of a null object: [Nil](super::numbers#Nil); the id 0; and, if full objects are
//! allowed, an empty class name. Writers differ:
//!
//! | release | writes a null object as |
//! |---------|-------------------------|
//! | 4.0 and later | Nil |
//! | 3.5, 3.6 | Nil |
//! | 3.3, 3.4 | not known: neither was run, and their source was not read. The change notes of 3.4 say that its release builds check objects as debug builds do |
//! | 3.2 | Nil in debug and editor builds; in release builds as 3.1 |
//! | 3.0, 3.1 | id 0, or an empty class name if full objects are written |
//!
//! Whichever form an engine reads, it writes its own. This crate writes the form that it read:
//!
#![doc = dump!("godot3/canonical/object__by_id_null")]
#![doc = dump!("godot3/canonical/object__full_null")]
//!
//! ## Godot 2
//!
//! Nothing follows the header, not even for a live object. Every object is read as null:
//!
#![doc = dump!("godot2/canonical/object__null")]
#![doc = links!(Object)]
#![doc = facts!(Rid)]
//!
//! The number of a resource that the rendering server, the physics server or another server of the engine holds.
//!
//! | at | size | field |
//! |---:|-----:|-------|
//! | 4  | 8    | id, unsigned; only in Godot 4 |
//!
//! Scripts have no unsigned ints: `get_id()` of the id 2⁶⁴ − 1 is −1. Scripts show the ids of objects as signed ints, too.
//!
#![doc = dump!("godot4/canonical/object__rid")]
//!
//! Godot 3 and 2 write nothing after the header and read the null RID:
//!
#![doc = dump!("godot3/canonical/object__rid")]
#![doc = links!(Rid)]
#![doc = facts!(Callable)]
//!
//! Nothing follows the header, for any function. Every Callable is read as the empty one:
//!
#![doc = dump!("godot4/canonical/object__callable")]
#![doc = links!(Callable)]
#![doc = facts!(Signal)]
//!
//! | at | size | field |
//! |---:|-----:|-------|
//! | 4  | ..   | [string block](super::text#the-string-block): the name of the signal |
//! | .. | 8    | id of its object, unsigned; 0 is none |
//!
#![doc = dump!("godot4/canonical/object__signal")]
//!
//! 4.6.3 keeps the id that it read, even if no object has this id, and writes it again (run).
//!
//! The empty signal, `Signal()`, has no name and the id 0:
//!
#![doc = dump!("godot4/canonical/object__signal_empty")]
#![doc = links!(Signal)]
//!
//! [Contents](super) · Previous: [vectors, matrices, colors](super::math) · Next: [containers](super::containers)
#![doc = layout!()]
