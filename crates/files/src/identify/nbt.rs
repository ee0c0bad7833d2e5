//! NBT of each form as a candidate.

use super::arrangement::{Arrangement, EncodedValue, encoded_values, is_trailing, nbt_arrangement};
use super::candidate::Candidate;
use super::nearest::ValueFormat;
use super::root::{COMPOUND, LIST, NAMELESS, begins, shows_form};
use gamewire::minecraft::nbt::OptNbt;
use gamewire::minecraft::{NbtForm, Protocol};

/// Returns the forms of NBT that read all of the bytes, or begin so that other data do not. `named` is the arrangement, if
/// it is known.
pub(super) fn candidates(bytes: &[u8], named: Option<Arrangement>, trailing: bool) -> Vec<Candidate<'_>> {
    let is_list = bytes.first() == Some(&LIST);
    let java = [Protocol::V1_14, NAMELESS].map(|protocol| protocol.allow_list_roots(is_list));
    let forms = java.into_iter().chain([Protocol::BEDROCK, Protocol::BEDROCK_NETWORK]);
    forms.filter_map(|protocol| candidate(bytes, protocol, named, trailing)).collect()
}

/// Reads the bytes as NBT of one form.
pub(super) fn candidate(
    bytes: &[u8],
    protocol: Protocol,
    named: Option<Arrangement>,
    trailing: bool,
) -> Option<Candidate<'_>> {
    let form = protocol.nbt_form();
    let is_usual = protocol == Protocol::V1_14.with_nbt_form(form);
    let mut arrangement = match named {
        None if is_usual => nbt_arrangement(bytes, form),
        None | Some(Arrangement::Single) => Arrangement::Single,
        Some(named @ Arrangement::Roots(of)) if is_usual && of == form => named,
        Some(named @ Arrangement::LevelDat { .. }) if form == NbtForm::LittleEndian => named,
        Some(_) => return None,
    };
    let (mut values, mut broken) = encoded_values(bytes, arrangement);
    // Files of the Java edition have one root, so damaged ones after it are other bytes.
    if named.is_none()
        && matches!(arrangement, Arrangement::Roots(_))
        && (trailing || broken.is_some() && form == NbtForm::BigEndian)
    {
        arrangement = Arrangement::Single;
        (values, broken) = encoded_values(bytes, arrangement);
    }
    let inside = |value: &EncodedValue<'_>| {
        let error = protocol.check::<OptNbt>(value.bytes).err()?;
        Some(arrangement.placed(error, value.offset))
    };
    let refused = match arrangement {
        Arrangement::Roots(_) => None, // They are split by reading them.
        _ => values.iter().find_map(inside),
    };
    let read = if refused.is_some() || arrangement == Arrangement::Single { 0 } else { values.len() };
    let error = refused.or(broken);
    let (start, root) = (arrangement.head_len(), bytes.get(arrangement.head_len()..)?);
    let reach = match &error {
        None => bytes.len(),
        // The root can be complete although the length in its header is wrong.
        Some(error) if error.offset() < start => {
            protocol.check::<OptNbt>(root).map_or_else(|error| start + error.offset(), |()| bytes.len())
        }
        Some(error) => error.offset(),
    };
    let error = error.filter(|error| !trailing || !is_trailing(error));
    let read_root = root.get(..reach.saturating_sub(start)).unwrap_or(root);
    // The names of a root and of its first entry do not occur by accident.
    let has_names = begins(root, protocol);
    let is_shown = match (&error, arrangement, root.first()) {
        (Some(_), ..) => has_names,
        // A header before an absent root is also the beginning of a value of Godot.
        (None, Arrangement::Roots(_) | Arrangement::LevelDat { .. }, Some(&(COMPOUND | LIST))) => true,
        (None, _, Some(&LIST)) => shows_form(read_root, protocol),
        // Roots without entries are too short to be recognized.
        (None, _, Some(&COMPOUND)) => {
            let smallest = match form {
                NbtForm::BigEndian | NbtForm::AnyText => 4 + usize::from(protocol.has_nameless_nbt()),
                NbtForm::LittleEndian | NbtForm::VarInt => 6,
            };
            read_root.len() >= smallest
        }
        (None, ..) => false,
    };
    let format = ValueFormat::Nbt(protocol);
    is_shown.then_some(Candidate { format, arrangement, values, read, reach, error, has_names, choice: None })
}

/// Returns the other forms that read the same value from the bytes, for example if a root has no name and no entries.
#[must_use]
pub fn same_nbt(bytes: &[u8], protocol: Protocol) -> Vec<Protocol> {
    let value = |protocol: Protocol| protocol.parse::<OptNbt>(bytes).ok();
    let forms = [Protocol::V1_14, NAMELESS, Protocol::BEDROCK, Protocol::BEDROCK_NETWORK];
    let others = forms.into_iter().filter(|other| *other != protocol.allow_list_roots(false));
    // Few bytes are valid in several forms, and a check does not build a tree.
    let others = others.filter(|other| other.check::<OptNbt>(bytes).is_ok());
    others.filter(|other| value(*other) == value(protocol)).collect()
}
