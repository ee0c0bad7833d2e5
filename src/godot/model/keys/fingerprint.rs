//! Fingerprints of keys, which distinguish most keys without comparing or hashing them. Nearly all
//! dictionaries need nothing else.

use super::super::Variant;

/// Returns whether all keys are text and have different fingerprints, as in nearly all small dictionaries. The check
/// takes a tenth of the time of comparing the keys. Keys that are not text are `None`, and so is text with a byte order
/// mark, which equals the same text without it.
pub(crate) fn texts_differ<'k>(mut keys: impl Iterator<Item = Option<&'k [u8]>>) -> bool {
    let mut seen = Seen::default();
    keys.all(|key| key.is_some_and(|text| seen.adds(text)))
}

/// A set of fingerprints, with a bit for each possible one.
#[derive(Default)]
struct Seen([u64; 4]);

impl Seen {
    /// Adds a text, and returns whether it certainly differs from all texts before it. `false` means that it
    /// may be equal to one.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn adds(&mut self, text: &[u8]) -> bool {
        let [first, ..] = fingerprint(text).to_be_bytes();
        let (word, bit) = (self.0.get_mut(usize::from(first) / 64), 1 << (first % 64));
        word.is_some_and(|word| std::mem::replace(word, *word | bit) & bit == 0)
    }
}

/// Returns a fingerprint of the length, the first and the last bytes of a text. The higher bits distinguish
/// texts better.
fn fingerprint(text: &[u8]) -> u64 {
    let ends = if let (Some(first), Some(last)) = (text.first_chunk(), text.last_chunk()) {
        u64::from(u32::from_le_bytes(*first)) << 32 | u64::from(u32::from_le_bytes(*last))
    } else if let (Some(first), Some(last)) = (text.first_chunk(), text.last_chunk()) {
        u64::from(u16::from_le_bytes(*first)) << 16 | u64::from(u16::from_le_bytes(*last))
    } else {
        text.first().copied().unwrap_or_default().into()
    };
    mix(ends ^ text.len() as u64)
}

fn mix(number: u64) -> u64 {
    number.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Returns a number that is equal for keys that the engine treats as equal, and differs for most others. It
/// is a fingerprint for common types of keys, and a hash for the rest.
pub(super) fn hash_of(key: &Variant, hash: impl FnOnce(&Variant) -> u32) -> u32 {
    let print = match key {
        Variant::String(text) | Variant::StringName(text) => fingerprint(text.content()),
        Variant::Int(number) => mix(number.cast_unsigned()),
        key => return hash(key),
    };
    let [a, b, c, d, ..] = print.to_be_bytes();
    u32::from_be_bytes([a, b, c, d])
}

/// Keeps only the entries that share the place of their hash with another entry. The keys of all others are
/// unique.
pub(super) fn keep_alike(order: &mut Vec<u64>) {
    let words = (order.len() / 8).next_power_of_two();
    // The higher bits of a hash are better distributed. The top six choose a bit, and those below them a
    // word.
    let place = |entry: u64| {
        let word = (((entry << 6) >> 32) * words as u64) >> 32;
        (usize::try_from(word).unwrap_or_default(), 1_u64 << (entry >> 58))
    };
    // Each place has a bit that is set the first time, and one that is set the second time.
    let mut seen = vec![(0_u64, 0_u64); words];
    for &entry in order.iter() {
        let (at, bit) = place(entry);
        if let Some((once, again)) = seen.get_mut(at) {
            *again |= *once & bit;
            *once |= bit;
        }
    }
    order.retain(|&entry| {
        let (at, bit) = place(entry);
        seen.get(at).is_some_and(|(_, again)| again & bit != 0)
    });
}

/// Packs two positions, or a hash and a position, into eight bytes.
pub(super) fn pack(high: u32, low: usize) -> u64 {
    // Counts have 31 bits.
    u64::from(high) << 32 | low as u64 & u64::from(u32::MAX)
}

pub(super) fn unpack(packed: u64) -> (usize, usize) {
    let [a, b, c, d, e, f, g, h] = packed.to_le_bytes();
    (u32::from_le_bytes([e, f, g, h]) as usize, u32::from_le_bytes([a, b, c, d]) as usize)
}
