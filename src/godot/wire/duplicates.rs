//! Dictionary keys that are the same to the engine: the first position stays, the last value wins.
//!
//! The engine compares more loosely than bits: 0.0 is -0.0, every NaN is every other, a 32-bit vector is the
//! 64-bit vector of the same numbers. Godot 2 is the exception: no NaN is any other there, and before 2.1.5
//! 0.0 is not -0.0 when it is the whole key. Nothing here may take more than a fixed multiple of the input's size in
//! time, so keys are hashed with a random seed, and keys that are containers are compared only so far.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, Hasher};

use foldhash::fast::RandomState;

use crate::godot::dialect::Dialect;
use crate::godot::ids::{Kind, Table};
use crate::godot::model::{Double, Variant};

type Pair<'a> = (Variant<'a>, Variant<'a>);

/// Up to here every key is compared with every other, which is faster than hashing.
const FEW: usize = 12;
/// How many nodes are compared, in one dictionary, of keys that are containers.
const NODES: u32 = 4096;

/// Makes entries with the same key one.
#[cfg_attr(not(debug_assertions), inline)]
pub(crate) fn resolve(pairs: &mut Vec<Pair<'_>>, dialect: &Dialect) {
    let found = if pairs.len() <= FEW {
        few_have_duplicates(pairs, dialect)
    } else {
        many_have_duplicates(pairs, dialect)
    };
    if found {
        merge(pairs, dialect);
    }
}

fn few_have_duplicates(pairs: &[Pair<'_>], dialect: &Dialect) -> bool {
    let mut nodes = NODES;
    pairs.iter().enumerate().any(|(at, (key, _))| {
        pairs.iter().take(at).any(|(earlier, _)| match (key, earlier) {
            (Variant::String(a), Variant::String(b)) => a == b,
            _ => same(key, earlier, dialect, &mut nodes),
        })
    })
}

fn many_have_duplicates(pairs: &[Pair<'_>], dialect: &Dialect) -> bool {
    index(pairs, dialect).is_none()
}

/// The entries by key; `None` as soon as two keys are the same.
fn index<'k, 'a>(
    pairs: &'k [Pair<'a>],
    dialect: &'k Dialect,
) -> Option<HashMap<Key<'k, 'a>, usize, RandomState>> {
    let mut seen = HashMap::with_capacity_and_hasher(pairs.len(), RandomState::default());
    let mut containers: Vec<&Variant<'_>> = Vec::new();
    let mut nodes = NODES;
    for (at, (key, _)) in pairs.iter().enumerate() {
        if never_same(key, dialect) {
            continue;
        }
        if is_container(key) {
            if containers.iter().any(|earlier| same(key, earlier, dialect, &mut nodes)) {
                return None;
            }
            if nodes > 0 {
                containers.push(key);
            }
        } else if seen.insert(Key(key, dialect), at).is_some() {
            return None;
        }
    }
    Some(seen)
}

/// The rare case: there are duplicates.
#[cold]
#[inline(never)]
fn merge(pairs: &mut Vec<Pair<'_>>, dialect: &Dialect) {
    // Which entry each entry becomes part of.
    let hasher = RandomState::default();
    let mut by_hash: HashMap<u64, Vec<usize>, RandomState> = HashMap::default();
    let mut nodes = NODES;
    let mut merged: Vec<Pair<'_>> = Vec::with_capacity(pairs.len());
    for (key, value) in std::mem::take(pairs) {
        let places = by_hash.entry(hasher.hash_one(Key(&key, dialect))).or_default();
        let earlier = places.iter().copied().find(|place| {
            let same = |earlier: &Pair<'_>| same(&key, &earlier.0, dialect, &mut nodes);
            merged.get(*place).is_some_and(same)
        });
        match earlier.and_then(|place| merged.get_mut(place)) {
            Some(entry) => entry.1 = value,
            None => {
                // Keys that are containers share a hash; beyond the budget they are not compared.
                if !never_same(&key, dialect) && (nodes > 0 || !is_container(&key)) {
                    places.push(merged.len());
                }
                merged.push((key, value));
            }
        }
    }
    *pairs = merged;
}

/// A key as the engine compares it.
struct Key<'k, 'a>(&'k Variant<'a>, &'k Dialect);

impl PartialEq for Key<'_, '_> {
    fn eq(&self, other: &Self) -> bool {
        let mut nodes = NODES;
        same(self.0, other.0, self.1, &mut nodes)
    }
}

impl Eq for Key<'_, '_> {}

impl Hash for Key<'_, '_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Self(key, dialect) = self;
        match key {
            Variant::String(text) => text.hash(state),
            Variant::StringName(text) if dialect.string_like_keys => text.hash(state),
            Variant::StringName(text) => (Kind::StringName, text).hash(state),
            Variant::Int(number) => number.hash(state),
            Variant::Bool(flag) => flag.hash(state),
            Variant::NodePath(path) => (&path.names, &path.subnames).hash(state),
            Variant::PackedStringArray(texts) => texts.hash(state),
            Variant::Rid(rid) => rid.hash(state),
            Variant::Signal(signal) => signal.name.hash(state),
            Variant::Image(image) => image.data.hash(state),
            key => match packed_wire(key) {
                Some(Wire::Exact(bytes)) => bytes.hash(state),
                Some(Wire::Reals(reals)) => reals.for_each(|real| canonical(real).hash(state)),
                None => {
                    key.kind().hash(state);
                    components(key).unwrap_or_default().map(canonical).hash(state);
                }
            },
        }
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
