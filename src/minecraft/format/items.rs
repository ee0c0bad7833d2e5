//! Page 9: Slot and Particle.
//!
//! [Contents](super) · Previous: [region files](super::region) · Next: [entity metadata](super::metadata)
//!
//! # Slot
//!
//! The contents of a slot of an inventory.
//!
//! | at | size | type | field |
//! |---:|-----:|------|-------|
//! | 0  | 1    | Boolean | true if the slot has an item; after false nothing follows |
//! | 1  | k = 1 to 5 | VarInt | id of the item |
//! | 1 + k | 1 | Byte | count, signed; any number |
//! | 2 + k | .. | [NBT](super::nbt#nbt) | further properties: a root, or `00` for none |
//!
#![doc = dump!("minecraft/1.14/slot__stone")]
#![doc = dump!("minecraft/1.14/slot__empty")]
//!
//! - For an item with NBT see [the first dump of the cover](super#a-value-byte-by-byte).
//! - No NBT (`00`) and an empty compound (`0a 00 00 00`) differ in bytes. This crate keeps the difference.
//! - Ids are those of the version's item registry, 876 in 1.14. This crate does not check ids.
//! - Some documents show an item whose NBT has a Long as its root. That is an error:
//!
#![doc = dump!("minecraft/1.14/slot__rejected_made_up_nbt")]
//!
//! | version | layout |
//! |---------|--------|
//! | 1.13.2 to 1.20.4 | as above; this crate reads 1.13.2 to 1.15 |
//! | 1.13, 1.13.1 | Short id, −1 for no item, with nothing after it; Byte count; NBT |
//! | up to 1.12.2 | Short id, −1 for no item, with nothing after it; Byte count; Short damage; NBT |
//! | 1.20.5 and later | components |
//!
//! In Rust: [`wire::slot`](crate::minecraft::wire::slot()), [`ItemStack`](crate::minecraft::ItemStack).
//!
//! # Particle
//!
//! An id as a VarInt, then data whose type depends on the id. [The table](#all-particles) has all ids. Most particles have no data. Four
//! particles have data:
//!
#![doc = dump!("minecraft/1.14/particle__flame")]
#![doc = dump!("minecraft/1.14/particle__block")]
#![doc = dump!("minecraft/1.14/particle__dust")]
#![doc = dump!("minecraft/1.14/particle__item")]
//!
//! An id that the version does not have is an error, because the length of its data is unknown:
//!
#![doc = dump!("minecraft/1.14/particle__rejected_id")]
//!
//! The *packet* that shows particles has the id as an Int. Its data is at the end of the packet, after other fields.
//! [`wire::particle_data`](crate::minecraft::wire::particle_data) reads this data.
//!
//! In Rust: [`wire::particle`](crate::minecraft::wire::particle()), [`Particle`](crate::minecraft::Particle).
//!
//! # All particles
//!
#![doc = particle_table!()]
//!
//! [Contents](super) · Previous: [region files](super::region) · Next: [entity metadata](super::metadata)
#![doc = layout!()]
