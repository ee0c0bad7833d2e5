//! When two keys are the same to the engine.

use std::hash::{Hash, Hasher};

use crate::godot::dialect::Dialect;
use crate::godot::ids::Table;
use crate::godot::model::{Double, Event, Variant};

/// A key to be hashed: keys that the engine takes for the same have the same hash, others have another.
pub(super) struct Key<'k, 'a>(pub(super) &'k Variant<'a>, pub(super) &'k Dialect);

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
pub(super) fn can_be_same(key: &Variant<'_>, dialect: &Dialect) -> bool {
    match key {
        Variant::Array(_) | Variant::PackedTypedArray(_) => true,
        // Before Godot 4 a dictionary is a key by its identity, and no two decoded ones are one.
        Variant::Dictionary(_) => dialect.table == Table::Godot4,
        // So are objects everywhere, save null.
        Variant::Object(_) => key.is_nil(),
        _ => false,
    }
}

pub(super) fn is_container(key: &Variant<'_>) -> bool {
    matches!(
        key,
        Variant::Array(_) | Variant::Dictionary(_) | Variant::PackedTypedArray(_) | Variant::Object(_)
    )
}

/// Godot 2 compares floats as the processor does, so a NaN is never found again.
pub(super) fn never_same(key: &Variant<'_>, dialect: &Dialect) -> bool {
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
pub(super) fn same(a: &Variant<'_>, b: &Variant<'_>, dialect: &Dialect, nodes: &mut u32) -> bool {
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
