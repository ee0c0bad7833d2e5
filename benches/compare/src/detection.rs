//! The inputs and operations with which detection is measured.

use std::hint::black_box;

use gamewire::godot::{
    Array, Decoder, Detector, Dialect, Dictionary, ElementType, Kind, Variant, Vector2, Vector3,
};

/// The dialects that detection considers. Godot 4 in double precision is left out, because it reads the same
/// bytes as in single precision.
pub const CANDIDATES: [Dialect; 8] = [
    Dialect::GODOT_4,
    Dialect::GODOT_3,
    Dialect::GODOT_2,
    Dialect::GODOT_4_3,
    Dialect::GODOT_4_2,
    Dialect::GODOT_3_0,
    Dialect::GODOT_2_1_5,
    Dialect::GODOT_3.double(),
];

/// The number of values in the arrays.
const VALUES: u16 = 15_000;

/// Returns the input with this name.
pub fn input(name: &str) -> Option<Vec<u8>> {
    let (two, three, four) = (Dialect::GODOT_2, Dialect::GODOT_3, Dialect::GODOT_4);
    Some(match name {
        "nested" => nested(28, 60_000),
        "nested3" => nested(19, 60_000),
        "cut4" => nested(28, 59_999),
        "arrays4" => four.encode(&array(|_| Variant::Array(Array::default()))).ok()?,
        "ints3" => three.encode(&array(int)).ok()?,
        "ints4" => four.encode(&array(int)).ok()?,
        "typed4" => four.encode(&typed_ints()).ok()?,
        "mixed4" => four.encode(&array(|at| Variant::Int(i64::from(at).pow(2) * 7919 * 31))).ok()?,
        "floats3" => three.encode(&array(|at| Variant::Float(f64::from(at) * 0.1))).ok()?,
        "floats4" => four.encode(&array(|at| Variant::Float(f64::from(at) * 0.1))).ok()?,
        "pairs3" => three.encode(&array(|at| Vector2::new(f32::from(at), 2.0).into())).ok()?,
        "vectors3" => three.encode(&array(vector)).ok()?,
        "vectors4" => four.encode(&array(vector)).ok()?,
        "players2" => two.encode(&players()).ok()?,
        "players3" => three.encode(&players()).ok()?,
        "players4" => four.encode(&players()).ok()?,
        "random" => random(240_000),
        _ => return None,
    })
}

/// Runs an operation of [`CANDIDATES`] or of the detector on the bytes.
pub fn run(operation: &str, bytes: &[u8]) {
    let bytes = black_box(bytes);
    match operation {
        // The bytes are checked in each dialect that detection considers.
        "check" => {
            for dialect in CANDIDATES {
                drop(black_box(Decoder::new(dialect).allow_objects(true).check(bytes)));
            }
        }
        "quick" => drop(black_box(Detector::new().quick(true).detect(&[bytes]))),
        "detect" => drop(black_box(Detector::new().detect(&[bytes]))),
        other => panic!("no operation {other}"),
    }
}

/// Returns sixteen nested arrays around up to 60,000 nulls. All headers have this id. A value can start at
/// every header, which is the worst case for detection.
fn nested(id: u32, nulls: usize) -> Vec<u8> {
    let head = |count: u32| [id, count].map(u32::to_le_bytes).concat();
    [head(1).repeat(15), head(60_000), vec![0; 4 * nulls]].concat()
}

fn array(element: impl Fn(u16) -> Variant) -> Variant {
    (0..VALUES).map(element).collect::<Vec<_>>().into()
}

fn int(at: u16) -> Variant {
    Variant::Int(at.into())
}

fn vector(at: u16) -> Variant {
    Vector3::new(f32::from(at), 2.0, -0.5).into()
}

fn typed_ints() -> Variant {
    let items: Vec<Variant> = (0..VALUES).map(int).collect();
    Variant::Array(Array::typed(ElementType::Builtin(Kind::Int), items))
}

/// Returns a thousand dictionaries.
fn players() -> Variant {
    let player = |at: u16| {
        let items = vec!["sword".into(), int(at), Variant::Nil];
        Variant::from(Dictionary::from_iter([
            ("name", Variant::from(format!("player {at}"))),
            ("gold", Variant::Int(i64::from(at) * 7)),
            ("health", Variant::Float(f64::from(at) * 0.5)),
            ("alive", Variant::Bool(at.is_multiple_of(3))),
            ("position", Vector2::new(f32::from(at), 2.0).into()),
            ("items", items.into()),
        ]))
    };
    (0..1_000).map(player).collect::<Vec<_>>().into()
}

/// Returns pseudo-random bytes, which are the same each time.
fn random(count: usize) -> Vec<u8> {
    let mut state = 88_172_645_463_325_252_u64;
    let next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[0]
    };
    std::iter::repeat_with(next).take(count).collect()
}
