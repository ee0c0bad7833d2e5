//! Keys of dictionaries: of the keys that an engine treats as equal, only one remains. This file determines
//! equality in a second way, from the bytes that engines write, without using the crate's comparison.

use super::bits::{bits, same};
use super::build_godot::value;
use super::chosen;
use arbitrary::Unstructured;
use gamewire::godot::{Array, Decoder, Dialect, Dictionary, Object, Text, Variant};
use std::collections::HashMap;

/// The input is a recipe for a dictionary with equal keys, followed by bytes.
pub fn keys(data: &[u8]) {
    if let Some((dialect, value)) = built(data) {
        // One of the keys may be written only by the dialect itself.
        if let Ok(bytes) = dialect.encode(&value) {
            once(&Decoder::new(dialect).allow_objects(true), &bytes);
        }
    }
    if let Some((decoder, bytes)) = chosen(data) {
        once(&decoder.allow_objects(true), bytes);
    }
}

/// Checks that each key has one entry, at its first position and with its last value.
pub fn once(decoder: &Decoder, bytes: &[u8]) {
    let Ok((all, _)) = decoder.keep_duplicates(true).parse_prefix(bytes) else { return };
    let (merged, _) = decoder.keep_duplicates(false).parse_prefix(bytes).expect("what is merged was read");
    let engine = Engine::of(decoder.dialect());
    let Some(expected) = engine.merged(all.clone()) else { return };
    assert!(same(&merged, &expected), "{all}: {merged} and not {expected}");
    let owned = decoder.keep_duplicates(false).parse(bytes);
    assert!(owned.is_err() || owned.is_ok_and(|owned| same(&owned, &expected)));
    alike(&engine, &all);
}

/// Checks that comparing two keys gives the same result as reading a dictionary with both.
fn alike(engine: &Engine, value: &Variant) {
    let Variant::Dictionary(pairs) = value else { return };
    for (at, (a, _)) in pairs.iter().enumerate().take(6) {
        for (b, _) in pairs.iter().take(at + 1) {
            let (Some(a_form), Some(b_form)) = (engine.form(a), engine.form(b)) else { continue };
            let expected = matches!((a_form, b_form), (Form::Of(a), Form::Of(b)) if a == b);
            assert_eq!(engine.dialect.same_key(a, b), expected, "{}: {a} and {b}", engine.dialect);
        }
    }
}

/// Builds a dictionary with the same keys several times, in every form that engines may treat as equal.
fn built(data: &[u8]) -> Option<(Dialect, Variant)> {
    let mut u = Unstructured::new(data);
    let dialect = *u.choose(Dialect::ALL).ok()?;
    let mut keys = Vec::new();
    for _ in 0..u.int_in_range(1..=8).ok()? {
        let key = match u.int_in_range(0..=3).ok()? {
            0 => value(&mut u, 2).ok()?,
            1 => Variant::Float(f64::from_bits(u.arbitrary().ok()?)),
            2 => Variant::from(vec![Variant::Float(f64::NAN), value(&mut u, 0).ok()?]),
            _ => "key".into(),
        };
        keys.push(key);
    }
    let mut pairs = Vec::new();
    // A few keys are compared one by one; many are hashed.
    for number in 0..u.int_in_range(2..=24).ok()? {
        let mut key = u.choose(&keys).ok()?.clone();
        for _ in 0..u.int_in_range(0..=2).ok()? {
            let depth = u.int_in_range(0..=40).ok()?;
            key = twin(key, u.int_in_range(0..=6).ok()?, depth);
        }
        pairs.push((key, Variant::Int(number)));
    }
    Some((dialect, Variant::from(Dictionary::from(pairs))))
}

/// Returns the same key in another form, or a key that is nearly the same.
fn twin(key: Variant, form: u8, depth: i64) -> Variant {
    match (form, key) {
        (0, Variant::String(text)) => Variant::StringName(text),
        (0, Variant::StringName(text)) => Variant::String(text),
        (1, Variant::String(text)) => {
            Variant::String(Text::from_non_utf8_bytes([b"\xef\xbb\xbf", text.as_bytes()].concat()))
        }
        (0 | 1, Variant::Float(number)) => Variant::Float(f64::from_bits(number.to_bits() ^ 1 << 63)),
        (0 | 1, Variant::Array(array)) => {
            Variant::Array(Array::from(array.into_vec()).with_shared(form == 1))
        }
        (2, key) => Variant::from(vec![key]),
        (3, key) => Variant::from(Dictionary::from(vec![(key, Variant::Int(1))])),
        (4, key) => Variant::from(Dictionary::from(vec![(Variant::Int(1), key)])),
        (5, key) => (0..depth).fold(key, |key, _| Variant::from(vec![key])),
        (6, key) => {
            let zeros = (0..depth * 4).map(|_| Variant::Int(0));
            Variant::Array(zeros.chain([key]).collect())
        }
        (_, key) => key,
    }
}

/// The rules by which an engine compares keys.
struct Engine {
    dialect: Dialect,
    generation: u8,
    zeros_differ: bool,
}

/// The identity of a key for an engine.
enum Form {
    /// The key equals all keys of the same form.
    Of(Vec<u8>),
    /// The key equals no key, not even itself.
    Alone,
}

impl Engine {
    fn of(dialect: Dialect) -> Self {
        let name = dialect.name();
        let generation = match name.strip_prefix("godot").and_then(|version| version.bytes().next()) {
            Some(b'2') => 2,
            Some(b'4') => 4,
            _ => 3,
        };
        Self { dialect, generation, zeros_differ: name == "godot2" }
    }

    /// Returns the value with one entry for each key. Returns `None` if a key cannot be written, because no
    /// engine can then have the value.
    fn merged(&self, value: Variant) -> Option<Variant> {
        Some(match value {
            Variant::Array(array) => Variant::Array(self.array(array)?),
            Variant::Dictionary(dictionary) => {
                let (types, shared) = (dictionary.entry_types().cloned(), dictionary.is_shared());
                let mut places: HashMap<Vec<u8>, usize> = HashMap::new();
                let mut pairs: Vec<(Variant, Variant)> = Vec::new();
                for (key, value) in dictionary.into_vec() {
                    let (key, value) = (self.merged(key)?, self.merged(value)?);
                    match self.form(&key)? {
                        Form::Of(form) => {
                            let at = *places.entry(form).or_insert(pairs.len());
                            match pairs.get_mut(at) {
                                Some((_, there)) => *there = value,
                                None => pairs.push((key, value)),
                            }
                        }
                        Form::Alone => pairs.push((key, value)),
                    }
                }
                Variant::from(match types {
                    Some(types) => Dictionary::typed(types, pairs),
                    None => Dictionary::from(pairs).with_shared(shared),
                })
            }
            Variant::Object(Object::Full(mut data)) => {
                let properties = std::mem::take(&mut data.properties).into_iter();
                data.properties = properties
                    .map(|(name, value)| Some((name, self.merged(value)?)))
                    .collect::<Option<_>>()?;
                Variant::Object(Object::Full(data))
            }
            leaf => leaf,
        })
    }

    fn array(&self, array: Array) -> Option<Array> {
        let (element, shared) = (array.element_type().cloned(), array.is_shared());
        let items: Vec<_> =
            array.into_vec().into_iter().map(|item| self.merged(item)).collect::<Option<_>>()?;
        Some(match element {
            Some(element) => Array::typed(element, items),
            None => Array::from(items).with_shared(shared),
        })
    }

    /// Returns the form of a key, or `None` if it cannot be written.
    fn form(&self, key: &Variant) -> Option<Form> {
        let mut form = Vec::new();
        Some(if self.lay(key, true, &mut form)? { Form::Of(form) } else { Form::Alone })
    }

    /// Appends the form of a value. Returns `false` if it equals no other. Elements have stricter rules than
    /// keys: text and names differ, and in Godot 4 so do NaNs.
    fn lay(&self, value: &Variant, is_key: bool, form: &mut Vec<u8>) -> Option<bool> {
        let mut name = value.kind().name();
        if self.generation == 4 && is_key && name == "StringName" {
            name = "String";
        }
        form.extend(name.bytes().chain([0]));
        let mut found = true;
        match value {
            Variant::Array(items) => {
                form.extend(items.len().to_le_bytes());
                for item in items.iter() {
                    found &= self.lay(item, false, form)?;
                }
            }
            Variant::Dictionary(pairs) => {
                form.extend(pairs.len().to_le_bytes());
                found &= self.generation == 4;
                for (key, value) in pairs.iter() {
                    found &= self.lay(key, true, form)? && self.lay(value, false, form)?;
                }
            }
            Variant::Object(object) => found &= object.is_null(),
            Variant::Float(number) => {
                found &= !number.is_nan() || self.generation == 3 || (self.generation == 4 && is_key);
                let zero = self.zeros_differ && *number == 0.0;
                form.extend(if zero { number.to_bits() } else { canonical(*number) }.to_le_bytes());
            }
            Variant::String(text) | Variant::StringName(text) => {
                form.extend(text.as_bytes().strip_prefix(b"\xef\xbb\xbf").unwrap_or(text.as_bytes()));
            }
            leaf => found &= self.leaf(name, leaf, form)?,
        }
        Some(found)
    }

    /// Appends the form of a value without contents. Numbers have the form that they have in bytes with the
    /// widest components.
    fn leaf(&self, name: &str, leaf: &Variant, form: &mut Vec<u8>) -> Option<bool> {
        let packed = name.starts_with("Packed");
        let vectors = packed
            && ["Vector2Array", "Vector3Array", "Vector4Array", "Color"].iter().any(|of| name.contains(of));
        let floats = packed && name.contains("Float");
        let whole = name.ends_with('i');
        let parts = ["Vector", "Rect2", "Transform", "Plane", "Quat", "AABB", "Basis", "Projection", "Color"];
        let structure = !packed && !whole && parts.iter().any(|part| name.starts_with(part));
        let as_numbers = structure || (vectors && self.generation > 2) || (floats && self.generation == 4);
        if !as_numbers {
            form.extend(bits(leaf));
            let nan = floats && numbers(leaf, packed)?.iter().any(|number| number.is_nan());
            let event = matches!(leaf, Variant::InputEvent(_)) && event_is_nan(leaf);
            return Some(!(event || nan && self.generation == 3));
        }
        let numbers = numbers(leaf, packed)?;
        form.extend(numbers.iter().flat_map(|number| canonical(*number).to_le_bytes()));
        Some(self.generation > 2 || !numbers.iter().any(|number| number.is_nan()))
    }
}

fn event_is_nan(leaf: &Variant) -> bool {
    use gamewire::godot::{Event, InputEvent};
    let Variant::InputEvent(event) = leaf else { return false };
    let InputEvent { event, .. } = event;
    matches!(event, Event::JoystickMotion { value: Some(value), .. } if value.is_nan())
}

/// Returns the floats of a vector, a matrix or a packed array.
fn numbers(leaf: &Variant, packed: bool) -> Option<Vec<f64>> {
    // These dialects write both widths as the wider one. Godot 3 does not encode the width, and Godot 4 sets
    // a flag.
    let (three, four) = (Dialect::GODOT_3.double(), Dialect::GODOT_4.double());
    let in_three = three.id(leaf.kind()).is_some();
    let wire = if in_three { three } else { four }.encode(leaf).ok()?;
    let wide = in_three || wire.get(2)? & 1 != 0;
    let numbers = wire.get(if packed { 8 } else { 4 }..).unwrap_or_default();
    Some(if wide {
        numbers.chunks_exact(8).map(|eight| f64::from_le_bytes(eight.try_into().unwrap())).collect()
    } else {
        numbers.chunks_exact(4).map(|four| f32::from_le_bytes(four.try_into().unwrap()).into()).collect()
    })
}

/// Returns the same bits for all NaNs, and for both zeros.
fn canonical(number: f64) -> u64 {
    if number.is_nan() {
        return f64::NAN.to_bits();
    }
    if number == 0.0 { 0 } else { number.to_bits() }
}
