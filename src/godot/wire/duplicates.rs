//! Dictionary keys that are the same to the engine: the first position stays, the last value wins.
//!
//! The engine compares more loosely than bits: 0.0 is -0.0, every NaN is every other, a 32-bit vector is the
//! 64-bit vector of the same numbers. Godot 2 is the exception: no NaN is any other there, and before 2.1.5
//! 0.0 is not -0.0 when it is the whole key.
//!
//! Nothing here may take more than a fixed multiple of the input's size, in time as in memory. So keys are
//! hashed with a random seed, into eight bytes per entry, and what looks alike is compared only so often.

use std::cell::Cell;
use std::hash::{BuildHasher, Hash, Hasher};
use std::mem;

use foldhash::fast::RandomState;

use crate::godot::dialect::Dialect;
use crate::godot::ids::{Kind, Table};
use crate::godot::model::{Double, Event, Variant};

type Pair<'a> = (Variant<'a>, Variant<'a>);

/// Up to here every key is compared with every other, which is faster than hashing.
const FEW: usize = 12;
/// How many nodes are compared, in one dictionary, of keys that are containers, and how often keys that look
/// alike and are not.
const NODES: u32 = 4096;

/// Makes entries with the same key one.
#[cfg_attr(not(debug_assertions), inline)]
pub(crate) fn resolve(pairs: &mut Vec<Pair<'_>>, dialect: &Dialect) {
    if pairs.len() > FEW {
        resolve_many(pairs, dialect);
    } else if few_have_duplicates(pairs, dialect) {
        merge(pairs, dialect);
    }
}

fn few_have_duplicates(pairs: &[Pair<'_>], dialect: &Dialect) -> bool {
    if texts_differ(pairs) {
        return false;
    }
    let mut nodes = NODES;
    pairs.iter().enumerate().any(|(at, (key, _))| {
        pairs.iter().take(at).any(|(earlier, _)| match (key, earlier) {
            (Variant::String(a), Variant::String(b)) => a == b,
            _ => same(key, earlier, dialect, &mut nodes),
        })
    })
}

/// Whether all keys are text and a first glance already tells them apart: each sets a bit of its own. So it is
/// with nearly all dictionaries, at a tenth of the cost of comparing.
#[cfg_attr(not(debug_assertions), inline(always))]
fn texts_differ(pairs: &[Pair<'_>]) -> bool {
    let mut seen = [0_u64; 4];
    pairs.iter().all(|(key, _)| {
        let Variant::String(text) = key else { return false };
        let glance = glance(text.as_bytes());
        let (word, bit) = (seen.get_mut(usize::from(glance) / 64), 1 << (glance % 64));
        word.is_some_and(|word| std::mem::replace(word, *word | bit) & bit == 0)
    })
}

/// Eight bits that tell most short texts apart: of the length, the first four and the last four bytes.
#[cfg_attr(not(debug_assertions), inline(always))]
fn glance(text: &[u8]) -> u8 {
    let ends = match (text.first_chunk::<4>(), text.last_chunk::<4>()) {
        (Some(first), Some(last)) => {
            u64::from(u32::from_le_bytes(*first)) << 32 | u64::from(u32::from_le_bytes(*last))
        }
        _ => text.iter().fold(0, |ends, byte| ends << 8 | u64::from(*byte)),
    };
    let mixed = (ends ^ text.len() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let [top, ..] = mixed.to_be_bytes();
    top
}

#[inline(never)]
fn resolve_many(pairs: &mut Vec<Pair<'_>>, dialect: &Dialect) {
    merge_headers(pairs, dialect);
    merge(pairs, dialect);
}

/// Merges keys that are a header and nothing else. There are two of a kind at once, and entries of eight bytes
/// leave no room for an index within the limit on memory.
fn merge_headers(pairs: &mut Vec<Pair<'_>>, dialect: &Dialect) {
    if !pairs.iter().any(|(key, _)| header_alone(key, dialect).is_some()) {
        return;
    }
    let mut seen: [(Option<Kind>, usize); 4] = [(None, 0); 4];
    let mut kept = 0;
    for at in 0..pairs.len() {
        let kind = pairs.get(at).and_then(|(key, _)| header_alone(key, dialect));
        let place = kind.and(seen.iter_mut().find(|(seen, _)| seen.is_none() || *seen == kind));
        if let Some((Some(_), first)) = place {
            let value = pairs.get_mut(at).map(|(_, value)| mem::take(value)).unwrap_or_default();
            if let Some((_, last)) = pairs.get_mut(*first) {
                *last = value;
            }
            continue;
        }
        if let Some(place) = place {
            *place = (kind, kept);
        }
        pairs.swap(kept, at);
        kept += 1;
    }
    pairs.truncate(kept);
}

/// The type of a key that is all in its header.
fn header_alone(key: &Variant<'_>, dialect: &Dialect) -> Option<Kind> {
    let is = match key {
        Variant::Nil | Variant::Callable => true,
        Variant::Rid(_) => !dialect.rid_number,
        Variant::Object(_) => key.is_nil(),
        _ => false,
    };
    is.then(|| key.kind())
}

/// Two positions, or a hash and a position, in eight bytes.
fn pack(high: u32, low: usize) -> u64 {
    // Counts have 31 bits.
    u64::from(high) << 32 | low as u64 & u64::from(u32::MAX)
}

fn unpack(packed: u64) -> (usize, usize) {
    let [a, b, c, d, e, f, g, h] = packed.to_le_bytes();
    (u32::from_le_bytes([e, f, g, h]) as usize, u32::from_le_bytes([a, b, c, d]) as usize)
}

/// Finds entries with the same key and makes them one.
fn merge(pairs: &mut Vec<Pair<'_>>, dialect: &Dialect) {
    let repeated = repeated(pairs, dialect);
    if !repeated.is_empty() {
        remove(pairs, &repeated);
    }
}

/// Which entry (high half) becomes part of which earlier one (low half), in order.
fn repeated(pairs: &[Pair<'_>], dialect: &Dialect) -> Vec<u64> {
    let hasher = RandomState::default();
    let nodes = Cell::new(NODES);
    let mut order: Vec<u64> = Vec::with_capacity(pairs.len());
    for (at, (key, _)) in pairs.iter().enumerate() {
        if !is_container(key) && !never_same(key, dialect) {
            let [a, b, c, d, ..] = hasher.hash_one(Key(key, dialect)).to_le_bytes();
            order.push(pack(u32::from_le_bytes([a, b, c, d]), at));
        }
    }
    keep_alike(&mut order);
    order.sort_unstable();

    // What is found takes the place of what was looked at: there is never more of it.
    let key = |at: usize| pairs.get(at).map(|(key, _)| key);
    let is_same = |a: usize, b: usize| {
        let (Some(a), Some(b)) = (key(a), key(b)) else { return false };
        let mut left = nodes.get();
        let is = same(a, b, dialect, &mut left);
        nodes.set(if is { left } else { left.saturating_sub(1) });
        is
    };
    let mut found = 0;
    // The different keys of the hash in question: one, save by accident.
    let mut hash = None;
    let mut firsts: Vec<usize> = Vec::new();
    for looked_at in 0..order.len() {
        let (its_hash, at) = order.get(looked_at).copied().map(unpack).unwrap_or_default();
        if hash != Some(its_hash) {
            hash = Some(its_hash);
            firsts.clear();
        }
        match firsts.iter().copied().find(|first| is_same(*first, at)) {
            Some(first) => {
                if let Some(place) = order.get_mut(found) {
                    *place = pack(u32::try_from(at).unwrap_or(u32::MAX), first);
                }
                found += 1;
            }
            None => firsts.push(at),
        }
    }
    order.truncate(found);

    // Containers are compared one by one, as long as the budget lasts.
    firsts.clear();
    for (at, _) in pairs.iter().enumerate().filter(|(_, (key, _))| can_be_same(key, dialect)) {
        match firsts.iter().copied().find(|first| is_same(*first, at)) {
            Some(first) => order.push(pack(u32::try_from(at).unwrap_or(u32::MAX), first)),
            None if nodes.get() == 0 => break,
            None => firsts.push(at),
        }
    }
    order.sort_unstable();
    order
}

/// Keeps what shares eight or more bits of its hash with another. What does not is like no other, and sorting
/// it would cost more than all the rest.
fn keep_alike(order: &mut Vec<u64>) {
    let words = (order.len() / 8).next_power_of_two();
    let place = |entry: u64| {
        let (hash, _) = unpack(entry);
        (hash / 64 % words, 1_u64 << (hash % 64))
    };
    // A bit for each hash that was seen, and one for each that was seen again.
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

/// The last value of a key moves to its first place.
#[cold]
#[inline(never)]
fn remove(pairs: &mut Vec<Pair<'_>>, repeated: &[u64]) {
    for (at, first) in repeated.iter().copied().map(unpack) {
        let value = pairs.get_mut(at).map(|(_, value)| mem::take(value)).unwrap_or_default();
        if let Some((_, last)) = pairs.get_mut(first) {
            *last = value;
        }
    }
    let mut at = 0;
    let mut repeated = repeated.iter().copied().map(|entry| unpack(entry).0).peekable();
    pairs.retain(|_| {
        let is_repeated = repeated.next_if_eq(&at).is_some();
        at += 1;
        !is_repeated
    });
}

/// A key to be hashed: keys that the engine takes for the same have the same hash, others have another.
struct Key<'k, 'a>(&'k Variant<'a>, &'k Dialect);

impl Hash for Key<'_, '_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Self(key, dialect) = self;
        match key {
            Variant::String(text) => return text.hash(state),
            Variant::StringName(text) if dialect.string_like_keys => return text.hash(state),
            key => key.kind().hash(state),
        }
        match key {
            Variant::StringName(text) => text.hash(state),
            Variant::Int(number) => number.hash(state),
            Variant::Bool(flag) => flag.hash(state),
            Variant::NodePath(path) => {
                (&path.names, &path.subnames, &path.property, path.absolute).hash(state);
            }
            Variant::Vector2i(v) => v.hash(state),
            Variant::Vector3i(v) => v.hash(state),
            Variant::Vector4i(v) => v.hash(state),
            Variant::Rect2i(v) => v.hash(state),
            Variant::PackedStringArray(texts) => texts.hash(state),
            Variant::Rid(rid) => rid.hash(state),
            Variant::Signal(signal) => (&signal.name, signal.object).hash(state),
            Variant::Image(image) => {
                (image.format, image.mipmaps, image.width, image.height, &image.data).hash(state);
            }
            Variant::InputEvent(event) => (event.device, event_fields(&event.event)).hash(state),
            Variant::Float(number) if dialect.zero_keys_differ => number.to_bits().hash(state),
            key => match packed_wire(key) {
                Some(Wire::Exact(bytes)) => bytes.hash(state),
                Some(Wire::Reals(reals)) if dialect.table == Table::Godot4 => {
                    reals.for_each(|real| canonical(real).hash(state));
                }
                Some(Wire::Reals(reals)) => reals.for_each(|real| real.to_bits().hash(state)),
                None => components(key).unwrap_or_default().map(canonical).hash(state),
            },
        }
    }
}

fn event_fields(event: &Event) -> (u32, u64) {
    match *event {
        Event::Key { modifiers, scancode } => (modifiers, scancode.into()),
        Event::MouseButton { button } | Event::JoystickButton { button } => (button, 1),
        Event::JoystickMotion { axis, value } => (axis, value.map_or(2, |value| canonical(value.into()))),
        Event::ScreenTouch { index } => (index, 3),
        Event::Other { kind } => (kind, 4),
    }
}

/// Whether a key is a container that the engine compares by what is inside.
fn can_be_same(key: &Variant<'_>, dialect: &Dialect) -> bool {
    match key {
        Variant::Array(_) | Variant::PackedTypedArray(_) => true,
        // Before Godot 4 a dictionary is a key by its identity, and no two decoded ones are one.
        Variant::Dictionary(_) => dialect.table == Table::Godot4,
        // So are objects everywhere, save null.
        Variant::Object(_) => key.is_nil(),
        _ => false,
    }
}

fn is_container(key: &Variant<'_>) -> bool {
    matches!(key.kind(), Kind::Array | Kind::Dictionary | Kind::PackedTypedArray | Kind::Object)
}

/// Godot 2 compares floats as the processor does, so a NaN is never found again.
fn never_same(key: &Variant<'_>, dialect: &Dialect) -> bool {
    dialect.table == Table::Godot2
        && components(key).is_some_and(|reals| reals.iter().any(|real| real.is_nan()))
}

/// The bits of a float, the same for floats that the engine takes for the same.
fn canonical(real: f64) -> u64 {
    if real.is_nan() {
        f64::NAN.to_bits()
    } else {
        // -0.0 + 0.0 is 0.0.
        (real + 0.0).to_bits()
    }
}

/// Whether two keys are the same to the engine, as far as `nodes` values deep.
fn same(a: &Variant<'_>, b: &Variant<'_>, dialect: &Dialect, nodes: &mut u32) -> bool {
    if *nodes == 0 {
        return false;
    }
    match (a, b) {
        (Variant::String(a), Variant::String(b)) => a == b,
        (Variant::String(a), Variant::StringName(b)) | (Variant::StringName(a), Variant::String(b)) => {
            dialect.string_like_keys && a == b
        }
        (Variant::Array(a), Variant::Array(b)) => {
            a.len() == b.len()
                && a.iter().zip(b.iter()).all(|(a, b)| {
                    *nodes = nodes.saturating_sub(1);
                    a.kind() == b.kind() && same(a, b, dialect, nodes)
                })
        }
        (Variant::Dictionary(a), Variant::Dictionary(b)) => {
            // Before Godot 4 a dictionary is a key by its identity, and no two decoded ones are one.
            dialect.table == Table::Godot4
                && a.len() == b.len()
                && a.iter().zip(b.iter()).all(|((key_a, a), (key_b, b))| {
                    *nodes = nodes.saturating_sub(2);
                    same(key_a, key_b, dialect, nodes) && same(a, b, dialect, nodes)
                })
        }
        // Objects are keys by identity. Only null is null.
        (Variant::Object(_), Variant::Object(_)) => a.is_nil() && b.is_nil(),
        (a, b) if a.kind() != b.kind() => false,
        (a, b) => same_leaf(a, b, dialect),
    }
}

fn same_leaf(a: &Variant<'_>, b: &Variant<'_>, dialect: &Dialect) -> bool {
    if let (Variant::Float(a), Variant::Float(b)) = (a, b)
        && dialect.zero_keys_differ
        && a.to_bits() != b.to_bits()
    {
        return false;
    }
    if never_same(a, dialect) {
        return false;
    }
    if let (Some(a), Some(b)) = (components(a), components(b)) {
        return a.map(canonical) == b.map(canonical);
    }
    match (packed_wire(a), packed_wire(b)) {
        // Godot 3 compares float arrays by their bytes.
        (Some(Wire::Reals(a)), Some(Wire::Reals(b))) if dialect.table == Table::Godot4 => {
            a.map(canonical).eq(b.map(canonical))
        }
        (Some(Wire::Reals(a)), Some(Wire::Reals(b))) => a.map(f64::to_bits).eq(b.map(f64::to_bits)),
        (Some(Wire::Exact(a)), Some(Wire::Exact(b))) => a == b,
        _ => a == b,
    }
}

/// The contents of a packed array: bytes, or floats of either width.
enum Wire<'v> {
    Exact(&'v [u8]),
    Reals(Box<dyn Iterator<Item = f64> + 'v>),
}

fn packed_wire<'v>(key: &'v Variant<'_>) -> Option<Wire<'v>> {
    use crate::godot::model::Element;
    fn singles(wire: &[u8]) -> Wire<'_> {
        Wire::Reals(Box::new(wire.chunks_exact(4).map(|bytes| f32::read(bytes).into())))
    }
    fn doubles(wire: &[u8]) -> Wire<'_> {
        Wire::Reals(Box::new(wire.chunks_exact(8).map(f64::read)))
    }
    Some(match key {
        Variant::PackedByteArray(array) => Wire::Exact(array.as_wire()),
        Variant::PackedInt32Array(array) => Wire::Exact(array.as_wire()),
        Variant::PackedInt64Array(array) => Wire::Exact(array.as_wire()),
        Variant::PackedVector2iArray(array) => Wire::Exact(array.as_wire()),
        Variant::PackedVector3iArray(array) => Wire::Exact(array.as_wire()),
        Variant::PackedVector4iArray(array) => Wire::Exact(array.as_wire()),
        Variant::PackedFloat32Array(array) => singles(array.as_wire()),
        Variant::PackedFloat64Array(array) => doubles(array.as_wire()),
        Variant::PackedVector2Array(array) => singles(array.as_wire()),
        Variant::PackedVector3Array(array) => singles(array.as_wire()),
        Variant::PackedVector4Array(array) => singles(array.as_wire()),
        Variant::PackedColorArray(array) => singles(array.as_wire()),
        Variant::Double(double) => match &**double {
            Double::PackedFloat32Array(array) => doubles(array.as_wire()),
            Double::PackedVector2Array(array) => doubles(array.as_wire()),
            Double::PackedVector3Array(array) => doubles(array.as_wire()),
            Double::PackedVector4Array(array) => doubles(array.as_wire()),
            Double::PackedColorArray(array) => doubles(array.as_wire()),
            _ => return None,
        },
        _ => return None,
    })
}

/// The components of a float, vector, matrix and so on, of either width.
fn components(key: &Variant<'_>) -> Option<[f64; 16]> {
    let mut components = [0.0; 16];
    let mut places = components.iter_mut();
    let known = key.for_each_component(&mut |real| {
        if let Some(place) = places.next() {
            *place = real;
        }
    });
    known.then_some(components)
}
