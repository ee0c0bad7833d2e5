//! Page 6: what refers to things of a running game: RID, Object, Callable, Signal.
//!
//! Most of it means nothing outside the process that wrote it. This crate makes data of it, and never an object.
#![doc = facts!(Rid)]
//!
//! The number of a resource of the rendering, physics or another server. Godot 4 writes it, as eight bytes:
//!
#![doc = dump!("godot4/canonical/object__rid")]
//!
//! Before that nothing is written after the header, and what is read is the RID of nothing:
//!
#![doc = dump!("godot3/canonical/object__rid")]
#![doc = facts!(Object)]
//!
//! Three forms, by release and by what the writer was asked for.
//!
//! **Nothing** (1.0 to 2.1): the header alone, for a live object too. It is always read as null.
//!
#![doc = dump!("godot2/canonical/object__null")]
//!
//! **By id** (3.0 and later), header bit 16 set: the number that the object has in the process that wrote it, eight bytes,
//! unsigned; 0 is null. A reader gets an `EncodedObjectAsID`, which holds the number. In Godot 4 numbers of
//! reference-counted objects have bit 63 set.
//!
#![doc = dump!("godot4/canonical/object__by_id")]
//!
//! **Whole** (3.0 and later), header bit 16 clear: the class, the number of properties, and each property with its name
//! and its value. These are the properties that the class marks to be stored; `script` is among them.
//!
#![doc = dump!("godot4/canonical/object__whole")]
//!
//! A class without a name is null, and nothing follows:
//!
#![doc = dump!("godot3/canonical/object__whole_null")]
//!
//! - Which of the two is written is a switch of the call (`full_objects`, `allow_objects`), not of the value. Left alone,
//!   3.0 and 3.1 write whole objects to files and streams, and ids in packets; 3.2 and later write ids.
//! - **Whole objects are refused unless the reader was told to allow them**: they make the engine run code. The refusal
//!   comes before the class is read, even for null. Ids need no permission. Here it is
//!   [`Decoder::allow_objects`](crate::godot::Decoder::allow_objects); what is read is
//!   [`ObjectData`](crate::godot::ObjectData), a class and properties.
//!
#![doc = dump!("godot4/rejected/object__whole_not_allowed")]
//!
//! - A null object is written as [Nil](super::numbers#Nil) by 3.5 and later, and by debug builds of 3.2; 3.0, 3.1 and
//!   release builds of 3.2 write id 0, or a class without a name. All three are read.
//! - The value of `script` is Nil or a whole nested object in Godot 3 and in 4.0 to 4.2; from 4.3 on it is Nil or a text,
//!   the `res://` path of the script.
//! - An `EncodedObjectAsID` that is written again by id gets *its own* id, not the one that it holds. This crate keeps the
//!   number.
//! - A negative number of properties is read as 0. A class that the engine does not have is an error there
//!   (`ERR_UNAVAILABLE`, from 4.3 on `ERR_INVALID_DATA`) and data here.
#![doc = facts!(Callable)]
//!
//! Nothing of a function is written, whatever it is; what is read is the empty Callable.
//!
#![doc = dump!("godot4/canonical/object__callable")]
#![doc = facts!(Signal)]
//!
//! The name of the signal as a [string block](super::text), and the id of its object, eight bytes.
//!
#![doc = dump!("godot4/canonical/object__signal")]
//!
//! [Contents](super) · before: [vectors, matrices, colors](super::math) · next: [containers](super::containers)
#![doc = layout!()]
