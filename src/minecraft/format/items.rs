//! Page 7: Slot and Particle.
//!
//! # Slot
//!
//! What is in a slot of an inventory: a Boolean, whether there is anything, and if so the id of the item (VarInt), how many
//! (Byte, signed) and [NBT](super::nbt): [`wire::slot`](crate::minecraft::wire::slot()),
//! [`ItemStack`](crate::minecraft::ItemStack). An item with NBT is [on the cover](super#a-value-byte-by-byte).
//!
#![doc = dump!("minecraft/1.14/slot__empty")]
#![doc = dump!("minecraft/1.14/slot__stone")]
//!
//! - No NBT (`00`) and an empty compound (`0a 00 00 00`) are different bytes, and are kept apart.
//! - Ids are those of the version's item registry: 876 of them in 1.14. None is looked up here.
//! - Some documents show an item with made-up NBT; its root is a Long, which the game refuses:
//!
#![doc = dump!("minecraft/1.14/slot__rejected_made_up_nbt")]
//!
//! - 1.13 and 1.13.1 have a Short as id, −1 for nothing, and no Boolean; up to 1.12.2 a Short of damage follows the count.
//!   From 1.20.5 on a slot is made of components. This crate reads 1.13.2 to 1.15.
//!
//! # Particle
//!
//! Its id as a VarInt, and what the particle needs: [`wire::particle`](crate::minecraft::wire::particle()),
//! [`Particle`](crate::minecraft::Particle). Four of them need something:
//!
#![doc = dump!("minecraft/1.14/particle__flame")]
#![doc = dump!("minecraft/1.14/particle__block")]
#![doc = dump!("minecraft/1.14/particle__dust")]
#![doc = dump!("minecraft/1.14/particle__item")]
//!
//! An id that the version does not have is an error, because what follows it cannot even be skipped:
//!
#![doc = dump!("minecraft/1.14/particle__rejected_id")]
//!
//! In the *packet* that shows particles the id is an Int, and the data comes at the end, after other fields:
//! [`wire::particle_data`](crate::minecraft::wire::particle_data) reads it.
//!
//! # All particles
//!
#![doc = particle_table!()]
//!
//! [Contents](super) · before: [NBT](super::nbt) · next: [entity metadata](super::metadata)
#![doc = layout!()]
