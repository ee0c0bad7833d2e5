//! NBT: decoded values agree with views, owned values with borrowed ones, and built values can be written.

use super::build_nbt;
use arbitrary::Unstructured;
use cookie_factory::{SerializeFn, gen_simple};
use gamewire::DecodeErrorKind;
use gamewire::minecraft::nbt::{
    Compound, CompoundView, OptNbt, OptNbtView, Tag, TagView, from_slice as from_nbt, from_tag, to_tag,
};
use gamewire::minecraft::wire;
use gamewire::minecraft::{Protocol, TypeExpr, Value, check_nbt, diff, encode_nbt, parse_nbt};
use nom::Parser;

const P: Protocol = Protocol::V1_14;

/// Returns the protocol with only the limit of depth. In builds without optimization, the ways to read need
/// different amounts of stack.
pub(super) fn deep(protocol: Protocol) -> Protocol {
    protocol.max_stack(128 << 20)
}

/// Reads the input as a root with and without a name and of any type, and as a compound and a list without a root.
pub fn nbt(data: &[u8]) {
    for protocol in [P, P.nameless_nbt(true), P.nameless_nbt(true).allow_any_roots(true)].map(deep) {
        let tree = protocol.parse::<OptNbt>(data);
        let view = protocol.parse::<OptNbtView<'_>>(data);
        assert_eq!(view.as_ref().map(|_| ()), tree.as_ref().map(|_| ()));
        assert_eq!(protocol.check::<OptNbt>(data), tree.as_ref().map(|_| ()).map_err(Clone::clone));
        let (Ok(tree), Ok(view)) = (tree, view) else { continue };
        assert_eq!(protocol.encode(&tree).as_deref(), Ok(data), "NBT keeps all it reads");
        assert_eq!(protocol.encode(&view).as_deref(), Ok(data));
        let read = wire::nbt(protocol.settings().cx()).parse(data).map(|(_, nbt)| OptNbt(nbt));
        assert_eq!(protocol.encode(&read.expect("as by the protocol")).as_deref(), Ok(data));
        if let (Some(tree), Some(view)) = (&tree.0, &view.0) {
            assert_eq!(view.name(), tree.name);
            same_tag(view.root(), &tree.root);
            assert_eq!(protocol.encode(&view.to_nbt()).as_deref(), Ok(data));
            assert!(diff(tree, tree).next().is_none());
        }
    }
    let errors = [check_nbt(data).err(), parse_nbt(data).err()];
    if !errors.iter().flatten().any(|error| matches!(error.kind(), DecodeErrorKind::StackLimit { .. })) {
        let [checked, parsed] = errors;
        assert_eq!(checked, parsed);
    }
    if let Ok(nbt) = parse_nbt(data) {
        assert_eq!(encode_nbt(nbt.as_ref()).as_deref(), Ok(data));
    }
    let _ = from_nbt::<serde_json::Value>(data);
    parts(data);
}

/// A compound and a list without a root are written as they were read.
fn parts(data: &[u8]) {
    if let Ok((rest, compound)) = wire::compound(P.settings().cx()).parse(data) {
        written(wire::gen_compound(P.settings().cx(), &compound), data, rest);
    }
    if let Ok((rest, list)) = wire::list(P.settings().cx()).parse(data) {
        written(wire::gen_list(P.settings().cx(), &list), data, rest);
    }
}

fn written(serializer: impl SerializeFn<Vec<u8>>, data: &[u8], rest: &[u8]) {
    let bytes = gen_simple(serializer, Vec::new()).expect("what was read can be written");
    assert_eq!(bytes, data[..data.len() - rest.len()]);
}

fn same_compound(view: CompoundView<'_>, tree: &Compound) {
    let mut entries = tree.entries().iter();
    for (name, tag) in view.entries() {
        let (expected, tree) = entries.next().expect("as many entries");
        assert_eq!(name, *expected);
        same_tag(tag, tree);
    }
    assert!(entries.next().is_none());
}

pub(super) fn same_tag(view: TagView<'_>, tree: &Tag) {
    assert_eq!(view.id(), tree.id());
    match tree {
        Tag::Compound(tree) => same_compound(view.as_compound().expect("a compound"), tree),
        Tag::List(tree) => {
            let view = view.as_list().expect("a list");
            assert_eq!((view.len(), view.element_type()), (tree.len(), tree.element_type()));
            assert!(view.get(tree.len()).is_none());
            let tags = tree.clone().into_tags();
            assert_eq!(view.iter().count(), tags.len());
            view.iter().zip(&tags).for_each(|(view, tree)| same_tag(view, tree));
            if let Some(last) = tags.last() {
                assert_eq!(view.get(tags.len() - 1).map(|view| view.id()), Some(last.id()));
            }
        }
        leaf => {
            assert_eq!((view.as_i64(), view.to_str()), (leaf.as_i64(), leaf.to_str()));
            assert_eq!(view.as_f64().map(f64::to_bits), leaf.as_f64().map(f64::to_bits));
            assert_eq!(format!("{:?}", view.to_tag()), format!("{leaf:?}"));
        }
    }
}

/// A built value is written and read back, as bytes, as JSON and with serde.
pub fn build(data: &[u8]) {
    let Ok(tree) = build_nbt::nbt(&mut Unstructured::new(data)).map(OptNbt) else { return };
    let shown = format!("{tree:?}");
    assert_eq!(format!("{:?}", tree.clone()), shown);
    if let Some(nbt) = &tree.0 {
        assert!(diff(nbt, &nbt.clone()).next().is_none());
    }
    let bytes = match P.encode(&tree) {
        Ok(bytes) => bytes,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let back = P.parse::<OptNbt>(&bytes).unwrap_or_else(|error| panic!("{error}: {shown}"));
    assert_eq!(format!("{back:?}"), shown);
    nbt(&bytes);
    let value = Value::Nbt(tree.0.clone().map(Box::new));
    let json = gamewire::minecraft::json::to_string(&TypeExpr::Nbt, P, &value);
    let read = gamewire::minecraft::json::from_str(&TypeExpr::Nbt, &json)
        .unwrap_or_else(|error| panic!("{error}: {json}"));
    assert_eq!(TypeExpr::Nbt.encode(P, &read).as_ref(), Ok(&bytes), "{json}");
    if let Some(nbt) = tree.0
        && let Ok(json) = from_tag::<serde_json::Value>(nbt.root)
    {
        let _ = to_tag(&json);
    }
}
