//! Checks that a live engine keeps as many entries of generated dictionaries with similar keys as we do.

use crate::convert_support::through_engine;
use crate::support::tsv::hex;
use gamewire::godot::{Decoder, Dialect, Dictionary, Packed, Variant, Vector2, Vector3};

/// The number of dictionaries. `GAMEWIRE_LIVE_VALUES` replaces it.
const VALUES: usize = 10_000;

/// Pseudorandom numbers, the same for the same seed.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % end
    }

    fn real(&mut self) -> f64 {
        let nan = f64::from_bits(0xfff8_0000_0000_0001);
        [0.0, -0.0, 1.0, f64::NAN, nan, f64::INFINITY][self.below(6) as usize]
    }

    fn single(&mut self) -> f32 {
        self.real() as f32
    }
}

/// One of a few keys, so that equal ones occur.
fn key(chance: &mut Chance, dialect: Dialect, depth: u32) -> Variant {
    let text = |chance: &mut Chance| {
        // With a byte order mark, which the constructor of a text keeps.
        ["key", "\u{feff}key", "", "\u{feff}"][chance.below(4) as usize]
    };
    match chance.below(if depth == 0 { 9 } else { 14 }) {
        0 => Variant::Int(chance.below(2) as i64),
        1 | 2 => Variant::Float(chance.real()),
        3 => Variant::from(text(chance)),
        4 if dialect == Dialect::GODOT_4 => Variant::StringName(text(chance).into()),
        4 => Variant::Bool(chance.below(2) == 0),
        5 => Vector2::new(chance.single(), 1.0).into(),
        6 => Packed::from(vec![chance.single()]).into(),
        7 => Packed::from(vec![Vector3::new(1.0, chance.single(), 0.0)]).into(),
        8 => Variant::PackedStringArray(vec![text(chance).into()]),
        9..12 => {
            // Some are long, and differ in the last one only.
            let zeros = if chance.below(8) == 0 { 300 } else { 0 };
            let items = 1 + chance.below(2);
            let mut all = vec![Variant::Int(0); zeros];
            all.extend((0..items).map(|_| key(chance, dialect, depth - 1)));
            Variant::Array(all.into_iter().collect())
        }
        _ => {
            let entry = (key(chance, dialect, depth - 1), key(chance, dialect, depth - 1));
            Variant::from(Dictionary::from(vec![entry]))
        }
    }
}

/// A dictionary of two entries: the same `PoolRealArray` with a NaN twice. Godot 3.2.3 keeps both, and so does this crate
/// for all of Godot 3; 3.6.2 keeps one.
fn two_arrays_of_nan(dialect: Dialect) -> Vec<u8> {
    let key = || Variant::from(Packed::from(vec![f32::NAN]));
    dialect.encode(&Dictionary::from(vec![(key(), 1.into()), (key(), 2.into())]).into()).unwrap()
}

/// Prepares keys for an engine that compares float arrays only by their bits: replaces each NaN in such an array by numbers
/// that stand for its bits.
fn by_bits(value: Variant) -> Variant {
    match value {
        Variant::PackedFloat32Array(floats) => {
            let of_bits = |float: f32| match float.is_nan() {
                true => vec![(float.to_bits() >> 16) as f32, (float.to_bits() & 0xffff) as f32],
                false => vec![float],
            };
            Packed::from(floats.iter().flat_map(of_bits).collect::<Vec<_>>()).into()
        }
        Variant::Array(items) => Variant::Array(items.into_vec().into_iter().map(by_bits).collect()),
        Variant::Dictionary(pairs) => {
            let pairs = pairs.into_vec().into_iter().map(|(key, value)| (by_bits(key), by_bits(value)));
            Variant::from(Dictionary::from(pairs.collect::<Vec<_>>()))
        }
        leaf => leaf,
    }
}

/// The number of entries, from the bytes of a dictionary.
fn entries(bytes: &[u8]) -> u32 {
    u32::from_le_bytes(bytes[4..8].try_into().unwrap()) & 0x7fff_ffff
}

fn as_many_as_the_engine(variable: &str, script: &str, dialect: Dialect) {
    let number = |name: &str| std::env::var(name).ok().and_then(|number| number.parse::<u64>().ok());
    let wanted = number("GAMEWIRE_LIVE_VALUES").unwrap_or(VALUES as u64);
    let seed = number("GAMEWIRE_LIVE_SEED").unwrap_or(1);
    let mut chance = Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut sent = Vec::new();
    for _ in 0..wanted {
        // Two keys alone say most; many go another way here.
        let count = [2, 2, 3, 8, 40][chance.below(5) as usize];
        let pairs = (0..count).map(|at| (key(&mut chance, dialect, 3), Variant::Int(at))).collect::<Vec<_>>();
        sent.push(dialect.encode(&Dictionary::from(pairs).into()).unwrap());
    }
    // The release is known by its answer to the last one.
    sent.push(two_arrays_of_nan(dialect));
    let Some(answers) = through_engine(variable, script, &sent) else { return };
    let one_array = dialect == Dialect::GODOT_3
        && answers.last().and_then(|answer| answer.as_deref()).is_some_and(|bytes| entries(bytes) == 1);
    let mut merged = 0;
    let mut differ = Vec::new();
    for (sent, answer) in sent.iter().zip(answers) {
        let engine = entries(&answer.unwrap_or_else(|| panic!("the engine refuses {}", hex(sent))));
        let value = match one_array {
            true => {
                let all = Decoder::new(dialect).keep_duplicates(true).parse(sent).unwrap();
                dialect.parse(&dialect.encode(&by_bits(all)).unwrap()).unwrap()
            }
            false => dialect.parse(sent).unwrap(),
        };
        let ours = value.as_dictionary().unwrap().len() as u32;
        merged += u32::from(engine < entries(sent));
        if ours != engine {
            // This shows the value that was sent, because the value that we read may have lost an entry.
            differ.push((sent.len(), format!("engine {engine}, ours {ours}: {}: {value}", hex(sent))));
        }
    }
    differ.sort();
    let shortest: Vec<_> = differ.iter().take(8).map(|(_, text)| text).collect();
    assert!(differ.is_empty(), "{} of {} differ: {shortest:#?}", differ.len(), sent.len());
    assert!(merged * 4 > sent.len() as u32, "too few keys are alike: {merged} of {}", sent.len());
    eprintln!(
        "{} dictionaries have as many entries as in a live {dialect}; it merged keys in {merged}{}",
        sent.len(),
        if one_array { "; arrays of floats with a NaN too, by their bits" } else { "" }
    );
}

#[test]
fn keys_are_as_many_as_in_godot_3() {
    as_many_as_the_engine("GAMEWIRE_GODOT3", "roundtrip3.gd", Dialect::GODOT_3);
}

#[test]
fn keys_are_as_many_as_in_godot_4() {
    as_many_as_the_engine("GAMEWIRE_GODOT4", "roundtrip4.gd", Dialect::GODOT_4);
}
