//! Serde: values survive self-describing formats, and arbitrary bytes are read as the user's types without a
//! panic.

use std::collections::BTreeMap;

use super::bits::same;
use super::build_godot::value;
use super::chosen;
use arbitrary::Unstructured;
use gamewire::godot::{Dialect, Variant, Vector2, from_slice, from_variant, to_variant, to_vec};
use gamewire::minecraft::nbt::{from_slice as from_nbt, to_vec as to_nbt};
use serde::{Deserialize, Serialize};

#[derive(Debug, PartialEq, Serialize, Deserialize)]
enum State {
    Idle,
    Walk(u32),
    Jump(i8, String),
    Fall { speed: i64 },
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Player {
    name: String,
    #[serde(default)]
    hp: Option<u8>,
    #[serde(default)]
    states: Vec<State>,
    #[serde(default)]
    scores: BTreeMap<String, i16>,
}

/// Serializes and deserializes values, reads the input as the user's types, and reads text as JSON that
/// becomes values.
pub fn serde(data: &[u8]) {
    // A value that no dialect can express cannot be stored in another format either. The result is an error,
    // or the closest value that a dialect can express.
    if let Ok(built) = value(&mut Unstructured::new(data), 3)
        && let Ok(json) = serde_json::to_string(&built)
    {
        let back: Result<Variant, _> = serde_json::from_str(&json);
        assert!(back.is_ok(), "{back:?}: {json}");
    }
    let Some((decoder, bytes)) = chosen(data) else { return };
    let dialect = decoder.dialect();
    if let Ok((value, _)) = decoder.allow_objects(true).parse_prefix(bytes) {
        through(&value);
    }
    own::<Player>(bytes, dialect);
    own::<State>(bytes, dialect);
    own::<Vec<Option<i32>>>(bytes, dialect);
    own::<BTreeMap<String, String>>(bytes, dialect);
    let _ = from_slice::<Vector2>(bytes, dialect);
    let _ = from_slice::<serde_json::Value>(bytes, dialect).map(|json| to_vec(&json, dialect));
    let _ = from_nbt::<Player>(bytes).map(|player| to_nbt(&player).expect("it is small"));
    if let Ok(json) = serde_json::from_slice::<serde_json::Value>(bytes) {
        let _ = serde_json::from_value::<Variant>(json.clone());
        let _ = to_variant(&json).map(from_variant::<serde_json::Value>);
        let _ = to_nbt(&json);
    }
}

fn through(value: &Variant) {
    let Ok(json) = serde_json::to_string(value) else { return };
    let back: Variant = match serde_json::from_str(&json) {
        Ok(back) => back,
        // The limit of that reader was reached.
        Err(error) => return assert!(error.to_string().contains("recursion limit"), "{error}: {json}"),
    };
    assert!(same(&back, value), "{value:?} comes back from {json} as {back:?}");
    if let Ok(same_value) = to_variant(value) {
        assert!(same(&same_value, value), "{value:?} becomes {same_value:?}");
    }
    if let Ok(same_value) = from_variant::<Variant>(value.clone()) {
        assert!(same(&same_value, value), "{value:?} becomes {same_value:?}");
    }
}

fn own<T: Serialize + for<'de> Deserialize<'de> + PartialEq + std::fmt::Debug>(
    bytes: &[u8],
    dialect: Dialect,
) {
    let Ok(read) = from_slice::<T>(bytes, dialect) else { return };
    let Ok(written) = to_vec(&read, dialect) else { return };
    let again: T = from_slice(&written, dialect).unwrap_or_else(|error| panic!("{error}: {read:?}"));
    assert_eq!(again, read);
}
