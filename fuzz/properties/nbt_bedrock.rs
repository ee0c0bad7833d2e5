//! NBT of the Bedrock edition: both of its forms agree with each other and with that of the Java edition, and
//! so do the files that contain roots.

use super::explain::{explained, repaired};
use super::nbt::{deep, same_tag};
use gamewire::minecraft::nbt::{OptNbt, OptNbtView};
use gamewire::minecraft::{NbtForm, Protocol, TypeExpr, Verdict};
use gamewire_files::identify::Arrangement;
use gamewire_files::shared::identify::{encoded_values, nbt_arrangement};

/// For inputs up to this length, every prefix is tried.
const SHORT: usize = 64;

/// Reads the input as a root in both forms, with and without a name, as a `level.dat`, and as several roots.
pub fn nbt(data: &[u8]) {
    // Explaining takes longer than everything else, so that only one of the four readings is explained.
    let mut explained = data.len() % 4;
    for protocol in [Protocol::BEDROCK, Protocol::BEDROCK_NETWORK] {
        for nameless in [false, true] {
            let rules = deep(protocol.nameless_nbt(nameless));
            root(rules, data, protocol == Protocol::BEDROCK_NETWORK);
            if explained == 0 {
                explain(rules, data);
            }
            explained = explained.wrapping_sub(1);
        }
    }
    for form in [NbtForm::LittleEndian, NbtForm::VarInt] {
        arranged(data, form);
    }
}

fn root(protocol: Protocol, data: &[u8], has_varints: bool) {
    let tree = protocol.parse::<OptNbt>(data);
    let view = protocol.parse::<OptNbtView<'_>>(data);
    assert_eq!(view.as_ref().map(|_| ()), tree.as_ref().map(|_| ()));
    assert_eq!(protocol.check::<OptNbt>(data), tree.as_ref().map(|_| ()).map_err(Clone::clone));
    let (Ok(tree), Ok(view)) = (tree, view) else { return };
    let shown = format!("{tree:?}");
    // Only in packets, a VarInt may have more bytes than it needs.
    let written = protocol.encode(&tree).expect("what was read can be written");
    let verdict = protocol.verify::<OptNbt>(data);
    assert_eq!(verdict == Verdict::Identical, written == data, "{verdict:?}");
    assert!(written.len() <= data.len() && (written == data || has_varints));
    // The values are compared as text, because a NaN is not equal to itself.
    assert_eq!(format!("{:?}", protocol.parse::<OptNbt>(&written).expect("it is read again")), shown);
    if let (Some(tree), Some(view)) = (&tree.0, &view.0) {
        assert_eq!(view.name(), tree.name);
        same_tag(view.root(), &tree.root);
        assert_eq!(protocol.encode(&view.to_nbt()).as_ref(), Ok(&written));
    }
    // The other forms can encode the same value, except for long text, because they have only two bytes for
    // its length.
    for other in [Protocol::V1_14, Protocol::BEDROCK, Protocol::BEDROCK_NETWORK].map(deep) {
        let Ok(bytes) = other.encode(&tree) else { continue };
        assert_eq!(format!("{:?}", other.parse::<OptNbt>(&bytes).expect("written by this crate")), shown);
    }
    for end in 0..data.len().min(SHORT) {
        let error = protocol.parse::<OptNbt>(&data[..end]).expect_err("the root is longer");
        assert!(error.is_incomplete() && error.offset() <= end, "{end}: {error}");
    }
}

fn explain(protocol: Protocol, data: &[u8]) {
    let error = TypeExpr::Nbt.check(protocol, data).err();
    explained(&|| TypeExpr::Nbt.explainer(protocol, data), data, error.as_ref());
    repaired(&TypeExpr::Nbt, protocol, data);
}

fn arranged(data: &[u8], form: NbtForm) {
    let arrangement = nbt_arrangement(data, form, false);
    let (values, error) = encoded_values(data, arrangement);
    let start = if matches!(arrangement, Arrangement::LevelDat { .. }) { 8 } else { 0 };
    let end = values.iter().fold(start, |end, value| {
        assert_eq!((value.offset, &data[end..][..value.bytes.len()]), (end, value.bytes));
        end + value.bytes.len()
    });
    assert!(end == data.len() || error.is_some());
    if let Arrangement::LevelDat { .. } = arrangement {
        assert!(Protocol::BEDROCK.check::<OptNbt>(&data[8..]).is_ok() || begins(&data[8..]));
    }
    // A root after the header of a level.dat is detected. A damaged root may be detected too.
    let framed = [&10_u32.to_le_bytes()[..], &(data.len() as u32).to_le_bytes(), data].concat();
    let is_root = Protocol::BEDROCK.check::<OptNbt>(data).is_ok();
    let found =
        nbt_arrangement(&framed, NbtForm::LittleEndian, false) == Arrangement::LevelDat { version: 10 };
    assert!(found || !is_root);
    assert!(!found || is_root || begins(data));
}

/// Returns whether the start of a damaged root is recognized, by its type and by its name, which must be
/// printable and may be cut.
fn begins(root: &[u8]) -> bool {
    let [9 | 10, low, high, name @ ..] = root else { return false };
    let length = usize::from(u16::from_le_bytes([*low, *high]));
    root.len() >= 8 && !name.iter().take(length).any(u8::is_ascii_control)
}
