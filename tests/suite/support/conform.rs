//! One row of an engine's table against this crate: every way of reading and writing must agree with it.

use super::{deep_decoder, deep_encoder};
use gamewire::godot::{Decoder, Dialect, Table, Variant};
use serde_json::{Value, json};

use crate::godot_support::bits::same;

use super::dump::{depth, dump};
use super::mimic::{self, Mimic};
use super::tsv::{OddRow, Status, ValueRow, hex};

/// Reads `bytes` in all ways, which must agree; gives the value and how many bytes it took.
fn read(decoder: &Decoder, bytes: &[u8]) -> Result<(Variant, usize), String> {
    let borrowed = decoder.parse_prefix(bytes);
    let checked = decoder.check_prefix(bytes);
    let owned = decoder.allow_trailing(true).parse(bytes);
    tiles(decoder, bytes);
    match (borrowed, owned, checked) {
        (Ok((borrowed, rest)), Ok(owned), Ok(used)) => {
            assert_eq!(used, bytes.len() - rest.len(), "check and parse differ on {}", hex(bytes));
            assert!(same(&borrowed, &owned), "{}: {borrowed:?} borrowed, {owned:?} owned", hex(bytes));
            Ok((owned, used))
        }
        (Err(borrowed), Err(owned), Err(checked)) => {
            assert_eq!(borrowed, owned, "{}", hex(bytes));
            assert_eq!(borrowed, checked, "{}", hex(bytes));
            Err(borrowed.to_string())
        }
        (borrowed, owned, checked) => {
            panic!("{}: borrowed {borrowed:?}, owned {owned:?}, check {checked:?}", hex(bytes))
        }
    }
}

/// Rows of an explanation follow each other without gap or overlap and cover everything.
fn tiles(decoder: &Decoder, bytes: &[u8]) {
    let mut end = 0;
    decoder.explainer(bytes).rows(|row| {
        assert_eq!(row.start, end, "rows of {}", hex(bytes));
        end += row.len;
    });
    assert_eq!(end, bytes.len(), "rows of {}", hex(bytes));
}

/// Writes the value in all ways, which must agree.
fn write(dialect: Dialect, value: &Variant) -> Result<Vec<u8>, String> {
    let bytes = deep_encoder(dialect).encode(value).map_err(|error| format!("cannot be written: {error}"))?;
    assert_eq!(
        deep_encoder(dialect).encoded_len(value).unwrap(),
        bytes.len(),
        "length announced for {}",
        hex(&bytes)
    );
    let mut buffer = b"before".to_vec();
    deep_encoder(dialect).encode_into(value, &mut buffer).unwrap();
    assert_eq!(buffer[6..], bytes);
    let mut exact = vec![0xee; bytes.len()];
    assert!(deep_encoder(dialect).encode_to_slice(value, &mut exact).unwrap().is_empty());
    assert_eq!(exact, bytes);
    Ok(bytes)
}

/// A row of `values-*.tsv`: the bytes are the value, and the value is the bytes.
pub(crate) fn value_row(row: &ValueRow, dialect: Dialect) -> Result<(), String> {
    let decoder = deep_decoder(dialect).allow_objects(row.full);
    let (value, used) = read(&decoder, &row.bytes)?;
    if used != row.bytes.len() {
        return Err(format!("used {used} of {} bytes", row.bytes.len()));
    }
    let mut shown = value.clone();
    if row.lossy {
        shown = mimic::nameless_paths(shown, dialect, row.full);
    }
    let ours = as_written(dump(&shown, dialect), dialect, true);
    let theirs = as_written(row.dump.clone(), dialect, row.full);
    if ours != theirs {
        return Err(format!("value {ours}, engine {theirs}"));
    }
    let mut written = write(dialect, &value)?;
    for range in &row.undefined {
        if let Some(place) = written.get_mut(range.clone()) {
            assert!(place.iter().all(|byte| *byte == 0), "padding is written as zero");
            place.copy_from_slice(&row.bytes[range.clone()]);
        }
    }
    if written != row.bytes {
        return Err(format!("bytes {}, engine {}", hex(&written), hex(&row.bytes)));
    }
    Ok(())
}

/// The dump of a value in the tables is of the value in the engine; this is what of it is on the wire:
///
/// - null is null, whether the engine calls it an object or not (from Godot 3 on),
/// - an object written as an id has no class there,
/// - nor has a declared element type that is a class or a script, unless full objects are written,
/// - a script with a path is its path (Godot 4),
/// - of a Callable there is nothing, nor, before Godot 4, of a RID,
/// - a byte order mark is there, but not read as text,
/// - a signalling NaN of 32 bits is, while the tables show it made quiet: the script that wrote them had only
///   doubles.
pub(crate) fn as_written(shown: Value, dialect: Dialect, full: bool) -> Value {
    let generation = dialect.table();
    if generation == Table::Godot2 {
        return shown;
    }
    let again = |value: Value| as_written(value, dialect, full);
    match shown {
        Value::Array(items) => {
            if let [name, script] = items.as_slice()
                && name == "script"
                && generation == Table::Godot4
                && (script["Object"]["class"] == "GDScript"
                    || script.as_str().is_some_and(|path| path.starts_with("res://")))
            {
                return json!(["script", "a path"]);
            }
            items.into_iter().map(again).collect()
        }
        Value::Object(fields) => {
            if fields.get("Object").is_some_and(Value::is_null) {
                return Value::Null;
            }
            if let Some(Value::String(id)) = fields.get("Object").and_then(|object| object.get("id")) {
                let id = json!({"int": id});
                let properties = json!([["object_id", id], ["script", null]]);
                return json!({"Object": {"class": "EncodedObjectAsID", "properties": properties}});
            }
            if fields.contains_key("RID") && generation == Table::Godot3 {
                return json!({"RID": "0"});
            }
            if fields.contains_key("Callable") {
                return json!({"Callable": {"null": true, "custom": false}});
            }
            let field = |(name, value): (String, Value)| match name.as_str() {
                "type" | "key_type" | "value_type" if !full => {
                    let builtin = |name: &str| gamewire::godot::Kind::from_name(name).is_some();
                    let is_class = value.as_str().is_some_and(|name| name == "Object" || !builtin(name));
                    (name, if is_class { "EncodedObjectAsID".into() } else { value })
                }
                _ => (name, again(value)),
            };
            Value::Object(fields.into_iter().map(field).collect())
        }
        Value::String(text) if is_signalling(&text) => {
            format!("{:08x}", parse_bits(&text).unwrap() | 1 << 22).into()
        }
        Value::String(text) => text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text).into(),
        leaf => leaf,
    }
}

fn parse_bits(text: &str) -> Option<u32> {
    (text.len() == 8).then(|| u32::from_str_radix(text, 16).ok())?
}

fn is_signalling(text: &str) -> bool {
    parse_bits(text).is_some_and(|bits| f32::from_bits(bits).is_nan() && bits & 1 << 22 == 0)
}

/// One imitation, and whether it changed anything.
pub(crate) struct Imitation {
    pub(crate) mimic: Mimic,
    pub(crate) changed: bool,
}

impl Imitation {
    fn apply(&mut self, value: Variant, dialect: Dialect, objects: bool) -> Variant {
        let after = (self.mimic)(value.clone(), dialect, objects);
        if self.changed || same(&after, &value) {
            return after;
        }
        self.changed |= deep_encoder(dialect).encode(&after) != deep_encoder(dialect).encode(&value);
        self.changed |= dump(&after, dialect) != dump(&value, dialect);
        after
    }
}

/// The behavior of the engine that is imitated before comparing.
#[derive(Default)]
pub(crate) struct Mimics<'m> {
    /// Imitations of reading a value.
    pub(crate) held: &'m mut [Imitation],
    /// Imitations of writing a value.
    pub(crate) written: &'m mut [Imitation],
}

/// A row of `malformed-*.tsv`, `mutations-*.tsv` or `cross-*.tsv`: accepted or refused as the engine does,
/// same value, same bytes again. The mimics make of our value what the engine holds, and what it writes.
pub(crate) fn odd_row(row: &OddRow, dialect: Dialect, mimics: &mut Mimics<'_>) -> Result<(), String> {
    let decoder = deep_decoder(dialect).allow_objects(row.objects);
    let result = read(&decoder, &row.bytes);
    if row.status != Status::Ok {
        return match result {
            Ok((value, _)) => Err(format!("accepted as {value:?}, engine: {:?} {}", row.status, row.note)),
            Err(_) => Ok(()),
        };
    }
    let (value, used) = result.map_err(|error| format!("refused: {error}"))?;
    if let Some(engine) = row.used
        && engine != used as i64
        && !(engine > row.bytes.len() as i64 && used == row.bytes.len())
    {
        return Err(format!("used {used} bytes, engine {engine}"));
    }
    if row.name.starts_with("deep/") && row.dump.is_some() {
        return deep_row(row, &value, dialect);
    }
    let mut value = value;
    for mimic in &mut *mimics.held {
        value = mimic.apply(value, dialect, row.objects);
    }
    if let Some(theirs) = &row.dump {
        let ours = unordered(as_written(dump(&value, dialect), dialect, true), dialect);
        let theirs = unordered(as_written(theirs.clone(), dialect, true), dialect);
        if ours != theirs {
            return Err(format!("value {ours}, engine {theirs}"));
        }
    }
    for mimic in &mut *mimics.written {
        value = mimic.apply(value, dialect, row.objects);
    }
    if let Some(theirs) = &row.written {
        let ours = write(dialect, &in_order(mimic::zero_ids(value), dialect))?;
        let theirs = match dialect.table() {
            Table::Godot2 => deep_encoder(dialect)
                .encode(&in_order(deep_decoder(dialect).parse(theirs).unwrap(), dialect))
                .unwrap(),
            _ => theirs.clone(),
        };
        if ours != theirs {
            return Err(format!("bytes {}, engine {}", hex(&ours), hex(&theirs)));
        }
    }
    Ok(())
}

/// Deep rows give only the depth of the value.
fn deep_row(row: &OddRow, value: &Variant, dialect: Dialect) -> Result<(), String> {
    let ours = depth(value) as u64;
    let theirs = row.dump.as_ref().and_then(|dump| dump["depth"].as_u64()).expect("a depth");
    if ours != theirs {
        return Err(format!("depth {ours}, engine {theirs}"));
    }
    let written = write(dialect, value)?;
    match &row.written {
        Some(theirs) if written != *theirs => Err("other bytes".into()),
        _ => Ok(()),
    }
}

/// Godot 2 keeps dictionaries in the order of its hash table, so entries are compared as a set.
fn unordered(shown: Value, dialect: Dialect) -> Value {
    if dialect.table() != Table::Godot2 {
        return shown;
    }
    match shown {
        Value::Array(items) => items.into_iter().map(|item| unordered(item, dialect)).collect(),
        Value::Object(fields) => {
            let field = |(name, value): (String, Value)| {
                let mut value = unordered(value, dialect);
                if let ("Dictionary", Value::Array(pairs)) = (name.as_str(), &mut value) {
                    pairs.sort_by_key(Value::to_string);
                }
                (name, value)
            };
            Value::Object(fields.into_iter().map(field).collect())
        }
        leaf => leaf,
    }
}

/// Sorts the entries of all dictionaries in a value by the bytes of their keys.
fn in_order(value: Variant, dialect: Dialect) -> Variant {
    if dialect.table() != Table::Godot2 {
        return value;
    }
    mimic::map(value, &|mut value| {
        if let Variant::Dictionary(dictionary) = &mut value {
            dictionary.sort_by_cached_key(|key, _| deep_encoder(dialect).encode(key).unwrap());
        }
        value
    })
}
