//! Detection of NBT, of its form and of its arrangement.

use super::arrangement::{Arrangement, EncodedValue, begun_arrangement, encoded_values, whole_arrangement};
use super::nearest::{Nearest, ValueFormat};
use super::root::{COMPOUND, LIST, NAMELESS, begins, shows_form};
use gamewire::error::DecodeErrorKind;
use gamewire::godot::Verdict;
use gamewire::minecraft::nbt::OptNbt;
use gamewire::minecraft::{NbtForm, Protocol, TypeExpr};

/// The minimum size in bytes of a Bedrock NBT root that has an entry.
const SMALLEST_BEDROCK: usize = 6;

/// Returns the form and arrangement in which the bytes are NBT of any edition, and the number of bytes read.
pub(super) fn whole(
    bytes: &[u8],
    named: Option<Arrangement>,
    trailing: bool,
) -> Option<(Protocol, Arrangement, usize)> {
    let java = java(bytes, trailing).map(|(protocol, read)| (protocol, Arrangement::Single, read));
    let roots = || {
        let roots = whole_arrangement(bytes, NbtForm::BigEndian).filter(|_| named.is_none() && !trailing)?;
        Some((Protocol::V1_14, roots, bytes.len()))
    };
    let java = java.or_else(roots);
    let others = [Protocol::BEDROCK, Protocol::BEDROCK_NETWORK];
    let [files, network] = others.map(|protocol| bedrock(bytes, protocol, named, trailing));
    // If two read the same number of bytes, the first one is taken.
    [java, files, network].into_iter().flatten().rev().max_by_key(|(_, _, read)| *read)
}

/// Returns the arrangement in which the bytes are Bedrock NBT of the given form, and the number of bytes read. A root
/// without entries or elements is too short to be recognized.
fn bedrock(
    bytes: &[u8],
    protocol: Protocol,
    named: Option<Arrangement>,
    trailing: bool,
) -> Option<(Protocol, Arrangement, usize)> {
    let form = protocol.nbt_form();
    let found = named.or_else(|| whole_arrangement(bytes, form));
    let followed = || if trailing { followed_level(bytes, form) } else { None };
    if let Some((arrangement, read)) = if found.is_none() { followed() } else { None } {
        return Some((protocol, arrangement, read));
    }
    match found.unwrap_or(Arrangement::Single) {
        arrangement @ Arrangement::Single => {
            let tag = *bytes.first().filter(|tag| [COMPOUND, LIST].contains(tag))?;
            let read = protocol.check_prefix::<OptNbt>(bytes).ok()?;
            let shown = match tag {
                LIST => shows_form(bytes.get(..read)?, protocol),
                _ => read >= SMALLEST_BEDROCK,
            };
            let fits = read == bytes.len() || trailing && read >= SMALLEST_BEDROCK;
            (shown && fits).then_some((protocol, arrangement, read))
        }
        // A header before an absent root is also the beginning of a value of Godot.
        arrangement => {
            let smallest = SMALLEST_BEDROCK.max(arrangement.head_len() + 2);
            (bytes.len() >= smallest).then_some((protocol, arrangement, bytes.len()))
        }
    }
}

/// Returns the other forms in which the bytes are one NBT root with other values. This happens if all names are
/// empty, because their lengths are zero in both byte orders.
pub(super) fn other_readings(bytes: &[u8], protocol: Protocol, arrangement: Arrangement) -> Vec<Protocol> {
    if arrangement != Arrangement::Single {
        return Vec::new();
    }
    let java = java(bytes, false).map(|(protocol, _)| protocol);
    let bedrock = [Protocol::BEDROCK, Protocol::BEDROCK_NETWORK]
        .map(|protocol| bedrock(bytes, protocol, Some(arrangement), false).map(|(protocol, ..)| protocol));
    let value = |protocol: Protocol| protocol.parse::<OptNbt>(bytes).ok();
    let others = java.into_iter().chain(bedrock.into_iter().flatten()).filter(|other| *other != protocol);
    others.filter(|other| value(*other) != value(protocol)).collect()
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

/// Returns the arrangement of a `level.dat` with bytes after its root, and the number of bytes up to the end of the
/// root.
fn followed_level(bytes: &[u8], form: NbtForm) -> Option<(Arrangement, usize)> {
    let arrangement = begun_arrangement(bytes, form)?;
    let (values, broken) = encoded_values(bytes, arrangement);
    match (arrangement, values.as_slice(), broken?.kind()) {
        (Arrangement::LevelDat { .. }, [root], DecodeErrorKind::TrailingBytes { .. }) => {
            Some((arrangement, root.offset + root.bytes.len()))
        }
        _ => None,
    }
}

/// Returns the rules that read the bytes as an NBT root of the Java edition, with or without a name, and the number
/// of bytes read. An empty root is too short to be recognized.
pub(super) fn java(bytes: &[u8], trailing: bool) -> Option<(Protocol, usize)> {
    // A root is a Compound or a List. An absent root is a single byte, which is too short.
    let is_list = match bytes.first() {
        Some(&COMPOUND) => false,
        Some(&LIST) => true,
        _ => return None,
    };
    let reads = |protocol: Protocol| {
        let read = protocol.check_prefix::<OptNbt>(bytes).ok()?;
        let shown = match is_list {
            true => shows_form(bytes.get(..read)?, protocol),
            false => read >= if protocol.has_nameless_nbt() { 5 } else { 4 },
        };
        (shown && (trailing || read == bytes.len())).then_some((protocol, read))
    };
    let forms = [Protocol::V1_14, NAMELESS].map(|protocol| reads(protocol.allow_list_roots(is_list)));
    forms.into_iter().flatten().rev().max_by_key(|(_, read)| *read)
}

/// Returns the number of bytes that the two forms of Java NBT read together, before they fail.
pub(super) fn java_reach(bytes: &[u8]) -> usize {
    let reach = |protocol: Protocol| match protocol.check_prefix::<OptNbt>(bytes) {
        Ok(read) => read,
        Err(error) => error.offset(),
    };
    reach(Protocol::V1_14) + reach(NAMELESS)
}

/// Returns whether the bytes are canonical.
pub(super) fn is_canonical(bytes: &[u8], protocol: Protocol) -> bool {
    TypeExpr::Nbt.verify(protocol, bytes) == Verdict::Identical
}

/// Returns the form and arrangement that read the longest prefix of incomplete or damaged NBT. Returns `None` if the
/// bytes do not begin as NBT.
pub(super) fn partial(bytes: &[u8], named: Option<Arrangement>) -> Option<Nearest> {
    // Without a name, a List begins like other data, so lists are considered only if the first byte is their tag.
    let java = Protocol::V1_14.allow_list_roots(bytes.first() == Some(&LIST));
    let all = [java, NAMELESS, Protocol::BEDROCK, Protocol::BEDROCK_NETWORK];
    let mut furthest: Option<(usize, Nearest)> = None;
    for protocol in all {
        let Some((reach, partial)) = partial_as(bytes, protocol, named) else { continue };
        if furthest.as_ref().is_none_or(|(furthest, _)| reach > *furthest) {
            furthest = Some((reach, partial));
        }
    }
    furthest.map(|(_, partial)| partial)
}

/// Reads damaged NBT in the form of `protocol`. Returns the result with the number of bytes read.
fn partial_as(bytes: &[u8], protocol: Protocol, named: Option<Arrangement>) -> Option<(usize, Nearest)> {
    let form = protocol.nbt_form();
    let found = || if form == NbtForm::BigEndian { None } else { begun_arrangement(bytes, form) };
    let arrangement = named.or_else(found).unwrap_or(Arrangement::Single);
    let (values, broken) = encoded_values(bytes, arrangement);
    let first = arrangement.head_len();
    let read = match arrangement {
        Arrangement::Single => 0,
        Arrangement::Roots(_) | Arrangement::LevelDat { .. } => values.len(),
        Arrangement::Framed(_) | Arrangement::Settings(_) => return None,
    };
    let root = bytes.get(first..).filter(|root| begins(root, protocol))?;
    let inside = |value: &EncodedValue<'_>| {
        protocol.check::<OptNbt>(value.bytes).err().map(|error| arrangement.placed(error, value.offset))
    };
    let refused = values.iter().find_map(inside);
    let reach = match (&refused, &broken) {
        (Some(error), _) => error.offset(),
        // The root can be complete although the length in its header is wrong.
        (None, Some(_)) if read == 0 => {
            protocol.check::<OptNbt>(root).map_or_else(|error| first + error.offset(), |()| bytes.len())
        }
        (None, Some(error)) => error.offset(),
        (None, None) => return None,
    };
    let read = if refused.is_some() { 0 } else { read };
    let error = refused.or(broken)?;
    let (format, values) = (ValueFormat::Nbt(protocol), values.len());
    Some((reach, Nearest { format, arrangement, values, read, error }))
}
