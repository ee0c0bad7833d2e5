//! Every value that a dialect can express, such as its engine would write it.

use gamewire::godot::{
    Aabb, Array, Basis, Color, Dialect, Dictionary, Double, Element, ElementType, EntryTypes, Kind, Object,
    ObjectData, OwnedVariant, Packed, Plane, Precision, Projection, Quaternion, Rect2, Rect2i, Rid, Signal,
    Table, Transform2D, Transform3D, Variant, Vector2, Vector2i, Vector3, Vector3i, Vector4, Vector4i,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::named::{image, input_event, node_path};
use super::texts::{Alphabet, text};

/// What to leave out or put in, beyond what the dialect says.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options {
    /// Full objects, and null as one.
    pub objects: bool,
    /// Only what a running engine gives back as it got it. What that leaves out:
    ///
    /// * objects by id (they come back with a new id),
    /// * absolute paths without names (before Godot 4 they come back relative),
    /// * in Godot 3, keys that are or hold a packed array with a NaN (the engine does not find them again, and
    ///   writes something else in their place),
    /// * typed containers whose contents are of another type, or of a class or script that is not there.
    pub live: bool,
}

/// Any value of the dialect.
pub fn value(dialect: Dialect, options: Options) -> BoxedStrategy<OwnedVariant> {
    leaf(dialect, options).prop_recursive(4, 40, 6, move |inner| container(dialect, options, inner)).boxed()
}

/// Values whose types differ little in how often they come, so that none is rare.
fn leaf(dialect: Dialect, options: Options) -> BoxedStrategy<OwnedVariant> {
    let of_kinds = Kind::ALL.iter().filter(|kind| dialect.id(**kind).is_some());
    let strategies: Vec<_> = of_kinds.filter_map(|kind| leaf_of(dialect, *kind, options)).collect();
    proptest::strategy::Union::new(strategies).boxed()
}

/// A float by its bits: any at all, or one of those where something happens.
pub fn single() -> BoxedStrategy<f32> {
    let special = select(vec![
        0.0f32,
        -0.0,
        1.0,
        -1.5,
        f32::MAX,
        f32::MIN_POSITIVE,
        f32::from_bits(1),
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::NAN,
        f32::from_bits(0xffc1_2345),
        f32::from_bits(0x7f80_0001),
    ]);
    prop_oneof![2 => any::<u32>().prop_map(f32::from_bits), 2 => special, 1 => -1000.0f32..1000.0].boxed()
}

fn double() -> BoxedStrategy<f64> {
    let special = select(vec![
        0.0f64,
        -0.0,
        0.1,
        1e39,
        f64::MAX,
        f64::from_bits(1),
        f64::from(f32::from_bits(1)),
        f64::INFINITY,
        f64::NAN,
        f64::from_bits(0xfff8_0000_1234_5678),
        f64::from_bits(0x7ff0_0000_0000_0001),
        16_777_217.0,
    ]);
    let narrow = any::<f32>().prop_map(f64::from);
    prop_oneof![2 => any::<u64>().prop_map(f64::from_bits), 2 => special, 2 => narrow].boxed()
}

fn int(dialect: Dialect) -> BoxedStrategy<i64> {
    let narrow = prop_oneof![
        -4i64..12,
        any::<i32>().prop_map(i64::from),
        Just(i32::MIN.into()),
        Just(i32::MAX.into())
    ];
    if dialect.table() == Table::Godot2 {
        return narrow.boxed();
    }
    let edges = select(vec![i64::MIN, i64::MAX, i64::from(i32::MAX) + 1, i64::from(i32::MIN) - 1]);
    prop_oneof![3 => narrow, 1 => any::<i64>(), 1 => edges].boxed()
}

fn float(dialect: Dialect) -> BoxedStrategy<f64> {
    match dialect.table() {
        // Written with 32 bits whatever comes. A signalling NaN cannot be held in 64.
        Table::Godot2 => {
            single().prop_map(|real| f64::from(if real.is_nan() { quiet(real) } else { real })).boxed()
        }
        _ => double(),
    }
}

fn quiet(nan: f32) -> f32 {
    f32::from_bits(nan.to_bits() | 1 << 22)
}

/// The bytes of up to a few elements of a packed array: as they are the array, any bytes are elements.
fn packed<T: Element>() -> impl Strategy<Value = Packed<'static, T>> {
    vec(any::<u8>(), 0..40).prop_map(|mut wire| {
        wire.truncate(wire.len() / T::SIZE * T::SIZE);
        Packed::try_from_wire(wire).unwrap()
    })
}

/// A type with `N` components, in the width the dialect writes.
macro_rules! real {
    ($wide:expr, $n:literal, |$parts:ident, $r:ident| $make:expr) => {{
        if $wide {
            prop::array::uniform::<_, $n>(double())
                .prop_map(|$parts| {
                    type $r = f64;
                    Variant::from(Double::from($make))
                })
                .boxed()
        } else {
            prop::array::uniform::<_, $n>(single())
                .prop_map(|$parts| {
                    type $r = f32;
                    Variant::from($make)
                })
                .boxed()
        }
    }};
}

/// The values of a type without values inside; none for containers.
#[allow(clippy::too_many_lines)] // A row per type.
pub fn leaf_of(dialect: Dialect, kind: Kind, options: Options) -> Option<BoxedStrategy<OwnedVariant>> {
    let texts = || text(Alphabet::of(dialect));
    let wide = dialect.precision() == Precision::Double;
    // Godot 3's documented layout alone widens colors and packed floats.
    let wide_all = wide && dialect.table() == Table::Godot3;
    let ints = || prop_oneof![any::<i32>(), -2..3i32];
    Some(match kind {
        Kind::Nil => Just(Variant::Nil).boxed(),
        Kind::Bool => any::<bool>().prop_map(Variant::Bool).boxed(),
        Kind::Int => int(dialect).prop_map(Variant::Int).boxed(),
        Kind::Float => float(dialect).prop_map(Variant::Float).boxed(),
        Kind::String => texts().prop_map(Variant::String).boxed(),
        Kind::Vector2 => real!(wide, 2, |v, R| Vector2::<R>::from(v)),
        Kind::Vector2i => prop::array::uniform2(ints()).prop_map(|v| Vector2i::from(v).into()).boxed(),
        Kind::Rect2 => real!(wide, 4, |v, R| {
            let [x, y, w, h] = v;
            Rect2::<R> { position: Vector2::new(x, y), size: Vector2::new(w, h) }
        }),
        Kind::Rect2i => (prop::array::uniform2(ints()), prop::array::uniform2(ints()))
            .prop_map(|(position, size)| Rect2i { position: position.into(), size: size.into() }.into())
            .boxed(),
        Kind::Vector3 => real!(wide, 3, |v, R| Vector3::<R>::from(v)),
        Kind::Vector3i => prop::array::uniform3(ints()).prop_map(|v| Vector3i::from(v).into()).boxed(),
        Kind::Transform2D => real!(wide, 6, |v, R| {
            let [a, b, c, d, e, f] = v;
            Transform2D::<R> { x: Vector2::new(a, b), y: Vector2::new(c, d), origin: Vector2::new(e, f) }
        }),
        Kind::Vector4 => real!(wide, 4, |v, R| Vector4::<R>::from(v)),
        Kind::Vector4i => prop::array::uniform4(ints()).prop_map(|v| Vector4i::from(v).into()).boxed(),
        Kind::Plane => real!(wide, 4, |v, R| {
            let [x, y, z, d] = v;
            Plane::<R> { normal: Vector3::new(x, y, z), d }
        }),
        Kind::Quaternion => real!(wide, 4, |v, R| Quaternion::<R>::from(v)),
        Kind::Aabb => real!(wide, 6, |v, R| {
            let [a, b, c, d, e, f] = v;
            Aabb::<R> { position: Vector3::new(a, b, c), size: Vector3::new(d, e, f) }
        }),
        Kind::Basis => real!(wide, 9, |v, R| {
            let [a, b, c, d, e, f, g, h, i] = v;
            Basis::<R> { x: Vector3::new(a, b, c), y: Vector3::new(d, e, f), z: Vector3::new(g, h, i) }
        }),
        Kind::Transform3D => real!(wide, 12, |v, R| {
            let [a, b, c, d, e, f, g, h, i, j, k, l] = v;
            let basis =
                Basis { x: Vector3::new(a, b, c), y: Vector3::new(d, e, f), z: Vector3::new(g, h, i) };
            Transform3D::<R> { basis, origin: Vector3::new(j, k, l) }
        }),
        Kind::Projection => real!(wide, 16, |v, R| {
            let column = |at: usize| Vector4::new(v[at], v[at + 1], v[at + 2], v[at + 3]);
            Projection::<R> { x: column(0), y: column(4), z: column(8), w: column(12) }
        }),
        Kind::Color => real!(wide_all, 4, |v, R| Color::<R>::from(v)),
        Kind::Image => image().boxed(),
        Kind::StringName => texts().prop_map(Variant::StringName).boxed(),
        Kind::NodePath => node_path(dialect, options).boxed(),
        Kind::Rid if dialect.table() == Table::Godot4 => any::<u64>().prop_map(|id| Rid(id).into()).boxed(),
        Kind::Rid => Just(Rid(0).into()).boxed(),
        Kind::Object if options.live => return None,
        Kind::Object if dialect.table() == Table::Godot2 => Just(Object::Null.into()).boxed(),
        Kind::Object if options.objects => {
            prop_oneof![Just(Object::Null.into()), any::<u64>().prop_map(|id| Object::Id(id).into())].boxed()
        }
        Kind::Object => any::<u64>().prop_map(|id| Object::Id(id).into()).boxed(),
        Kind::InputEvent => input_event(dialect).boxed(),
        Kind::Callable => Just(Variant::Callable).boxed(),
        Kind::Signal => {
            (texts(), any::<u64>()).prop_map(|(name, object)| Signal { name, object }.into()).boxed()
        }
        Kind::Dictionary | Kind::Array | Kind::TypedArray | Kind::PackedTypedArray => return None,
        Kind::PackedByteArray => packed().prop_map(Variant::PackedByteArray).boxed(),
        Kind::PackedInt32Array => packed().prop_map(Variant::PackedInt32Array).boxed(),
        Kind::PackedInt64Array => packed().prop_map(Variant::PackedInt64Array).boxed(),
        Kind::PackedFloat32Array if wide_all => {
            packed().prop_map(|array| Variant::Double(Double::PackedFloat32Array(array).into())).boxed()
        }
        Kind::PackedFloat32Array => packed().prop_map(Variant::PackedFloat32Array).boxed(),
        Kind::PackedFloat64Array => packed().prop_map(Variant::PackedFloat64Array).boxed(),
        Kind::PackedStringArray => vec(texts(), 0..5).prop_map(Variant::PackedStringArray).boxed(),
        Kind::PackedVector2Array if wide => {
            packed::<Vector2<f64>>().prop_map(|v| Double::from(v).into()).boxed()
        }
        Kind::PackedVector2Array => packed().prop_map(Variant::PackedVector2Array).boxed(),
        Kind::PackedVector2iArray => packed().prop_map(Variant::PackedVector2iArray).boxed(),
        Kind::PackedVector3Array if wide => {
            packed::<Vector3<f64>>().prop_map(|v| Double::from(v).into()).boxed()
        }
        Kind::PackedVector3Array => packed().prop_map(Variant::PackedVector3Array).boxed(),
        Kind::PackedVector3iArray => packed().prop_map(Variant::PackedVector3iArray).boxed(),
        Kind::PackedColorArray if wide_all => {
            packed::<Color<f64>>().prop_map(|v| Double::from(v).into()).boxed()
        }
        Kind::PackedColorArray => packed().prop_map(Variant::PackedColorArray).boxed(),
        Kind::PackedVector4Array if wide => {
            packed::<Vector4<f64>>().prop_map(|v| Double::from(v).into()).boxed()
        }
        Kind::PackedVector4Array => packed().prop_map(Variant::PackedVector4Array).boxed(),
        Kind::PackedVector4iArray => packed().prop_map(Variant::PackedVector4iArray).boxed(),
        kind => unreachable!("{kind} has no strategy"),
    })
}

/// Arrays, dictionaries and objects of what `inner` gives.
fn container(
    dialect: Dialect,
    options: Options,
    inner: BoxedStrategy<OwnedVariant>,
) -> BoxedStrategy<OwnedVariant> {
    let shared = if dialect.table() == Table::Godot2 { any::<bool>().boxed() } else { Just(false).boxed() };
    let array = (vec(inner.clone(), 0..6), shared.clone())
        .prop_map(|(items, shared)| Variant::Array(Array::from(items).with_shared(shared)));
    let key = prop_oneof![2 => leaf_of(dialect, Kind::String, options).expect("a leaf"), 1 => inner.clone()];
    let dictionary = (vec((key, inner.clone()), 0..6), shared).prop_map(move |(mut pairs, shared)| {
        if options.live && dialect.table() == Table::Godot3 {
            pairs.retain(|(key, _)| !holds_packed_nan(key));
        }
        Variant::Dictionary(Dictionary::from(pairs).with_shared(shared))
    });
    let mut choices = vec![array.boxed(), dictionary.boxed()];
    if says_typed_arrays(dialect) {
        choices.push(typed_array(dialect, options, inner.clone()));
    }
    if says_typed_dictionaries(dialect) {
        choices.push(typed_dictionary(dialect, options, inner.clone()));
    }
    if dialect.id(Kind::TypedArray).is_some() {
        let array = (fork_element(dialect), vec(inner.clone(), 0..5), any::<bool>());
        let array = array.prop_map(|(element, items, packed)| {
            let array = Array::typed(element, items);
            if packed { Variant::PackedTypedArray(array) } else { Variant::Array(array) }
        });
        choices.push(array.boxed());
    }
    if options.objects && dialect.table() != Table::Godot2 {
        let texts = text(Alphabet::of(dialect));
        let object = ("[A-Z][a-z]{0,9}", vec((texts, inner), 0..5))
            .prop_map(|(class, properties)| ObjectData { class: class.into(), properties }.into());
        choices.push(object.boxed());
    }
    proptest::strategy::Union::new(choices).boxed()
}

/// Whether there is a NaN in a packed array.
fn holds_packed_nan(value: &Variant<'_>) -> bool {
    let any_nan = |wire: &[u8]| {
        wire.chunks_exact(4).any(|real| f32::from_le_bytes([real[0], real[1], real[2], real[3]]).is_nan())
    };
    match value {
        Variant::PackedFloat32Array(array) => any_nan(array.as_wire()),
        Variant::PackedVector2Array(array) => any_nan(array.as_wire()),
        Variant::PackedVector3Array(array) => any_nan(array.as_wire()),
        Variant::PackedColorArray(array) => any_nan(array.as_wire()),
        Variant::Array(array) => array.iter().any(holds_packed_nan),
        Variant::Dictionary(dictionary) => {
            dictionary.iter().any(|(key, value)| holds_packed_nan(key) || holds_packed_nan(value))
        }
        _ => false,
    }
}

fn says_typed_arrays(dialect: Dialect) -> bool {
    dialect.table() == Table::Godot4 && !dialect.name().starts_with("godot4.2")
}

fn says_typed_dictionaries(dialect: Dialect) -> bool {
    matches!(dialect.name(), "godot4" | "godot4-double")
}

fn builtin(dialect: Dialect) -> BoxedStrategy<Kind> {
    let is_said = |kind: &Kind| dialect.id(*kind).is_some() && *kind != Kind::Nil;
    select(Kind::ALL.iter().copied().filter(is_said).collect::<Vec<_>>()).boxed()
}

fn element(dialect: Dialect) -> BoxedStrategy<ElementType<'static>> {
    let texts = || text(Alphabet::of(dialect));
    prop_oneof![
        2 => builtin(dialect).prop_map(ElementType::Builtin),
        1 => texts().prop_map(ElementType::Class),
        1 => texts().prop_map(ElementType::Script),
    ]
    .boxed()
}

/// Pandemonium's typed arrays have no scripts.
fn fork_element(dialect: Dialect) -> BoxedStrategy<ElementType<'static>> {
    let class = text(Alphabet::of(dialect)).prop_map(ElementType::Class);
    prop_oneof![builtin(dialect).prop_map(ElementType::Builtin), class].boxed()
}

/// Builtin types that values without values inside have, objects left out.
fn live_kinds(dialect: Dialect) -> Vec<Kind> {
    let options = Options { live: true, ..Options::default() };
    let fits = |kind: &Kind| {
        *kind != Kind::Nil && dialect.id(*kind).is_some() && leaf_of(dialect, *kind, options).is_some()
    };
    Kind::ALL.iter().copied().filter(fits).collect()
}

fn typed_array(
    dialect: Dialect,
    options: Options,
    inner: BoxedStrategy<OwnedVariant>,
) -> BoxedStrategy<OwnedVariant> {
    if !options.live {
        let array = (element(dialect), vec(inner, 0..5));
        return array.prop_map(|(element, items)| Array::typed(element, items).into()).boxed();
    }
    select(live_kinds(dialect))
        .prop_flat_map(move |kind| {
            let items = vec(leaf_of(dialect, kind, options).expect("a leaf"), 0..4);
            items.prop_map(move |items| Array::typed(ElementType::Builtin(kind), items).into())
        })
        .boxed()
}

fn typed_dictionary(
    dialect: Dialect,
    options: Options,
    inner: BoxedStrategy<OwnedVariant>,
) -> BoxedStrategy<OwnedVariant> {
    if !options.live {
        let both = (prop::option::of(element(dialect)), prop::option::of(element(dialect)));
        let types = both.prop_map(|(key, value)| match (key, value) {
            // A dictionary without any type is no typed one.
            (None, None) => EntryTypes { key: Some(ElementType::Builtin(Kind::Int)), value: None },
            (key, value) => EntryTypes { key, value },
        });
        let dictionary = (types, vec((inner.clone(), inner), 0..5));
        return dictionary.prop_map(|(types, pairs)| Dictionary::typed(types, pairs).into()).boxed();
    }
    let of = move |kind: Kind| leaf_of(dialect, kind, options).expect("a leaf");
    (select(live_kinds(dialect)), select(live_kinds(dialect)), 0..3)
        .prop_flat_map(move |(key, value, which)| {
            let key_type = (which != 0).then_some(ElementType::Builtin(key));
            let value_type = (which != 1).then_some(ElementType::Builtin(value));
            let types = EntryTypes { key: key_type, value: value_type };
            vec((of(key), of(value)), 0..4)
                .prop_map(move |pairs| Dictionary::typed(types.clone(), pairs).into())
        })
        .boxed()
}

/// Names of dialects, for messages and for picking one.
pub fn dialect() -> impl Strategy<Value = Dialect> {
    select(Dialect::ALL.to_vec())
}
