//! A view held against the tree of the same bytes, down to the leaves.

use gamewire::godot::{
    Array, ArrayView, Decoder, Dictionary, DictionaryView, Object, ObjectView, Text, Variant, VariantView,
};

use super::bits::{bits, same};

/// Returns the offset of `part` in `whole`.
fn offset(part: &[u8], whole: &[u8]) -> usize {
    let at = part.as_ptr() as usize - whole.as_ptr() as usize;
    assert!(at + part.len() <= whole.len(), "a part of it");
    at
}

/// The parts follow each other up to the end of the whole, each with as many bytes in front of it as it may have;
/// gives where the first one starts.
fn tile<'a>(whole: &[u8], parts: impl Iterator<Item = VariantView<'a>>, gap: bool) -> Option<usize> {
    let (mut first, mut end) = (None, 0);
    for part in parts {
        let at = offset(part.as_wire(), whole);
        match first {
            None => first = Some(at),
            Some(_) => assert!(if gap { at >= end + 4 } else { at == end }, "after the one before"),
        }
        end = at + part.as_wire().len();
    }
    assert!(first.is_none() || end == whole.len(), "the last one ends with the container");
    first
}

/// Values longer than this are not decoded once more: those inside are.
const LONG: usize = 1000;

/// Walks both and counts the values. Both were read by this decoder, which keeps equal keys.
pub fn walk(decoder: &Decoder, view: VariantView<'_>, tree: &Variant) -> usize {
    assert_eq!(view.kind(), tree.kind());
    assert_eq!(view.dialect(), decoder.dialect());
    if view.as_wire().len() < LONG {
        assert!(same(&view.to_variant(), tree));
        assert_eq!(decoder.view(view.as_wire()), Ok(view), "alone, its bytes are the same value");
    }
    leaf(view, tree);
    assert_eq!(view.as_array().is_some(), matches!(tree, Variant::Array(_)));
    assert_eq!(view.as_dictionary().is_some(), tree.as_dictionary().is_some());
    assert_eq!(view.as_object().is_some(), matches!(tree, Variant::Object(Object::Full(_))));
    match tree {
        Variant::Array(tree) => array(decoder, view, view.as_array().unwrap(), tree),
        Variant::Dictionary(tree) => dictionary(decoder, view, view.as_dictionary().unwrap(), tree),
        Variant::Object(Object::Full(tree)) => {
            object(decoder, view, view.as_object().unwrap(), &tree.class, &tree.properties)
        }
        _ => 1,
    }
}

/// Operations that need no container.
fn leaf(view: VariantView<'_>, tree: &Variant) {
    assert_eq!(view.is_nil(), tree.is_nil());
    assert_eq!(view.as_bool(), tree.as_bool());
    assert_eq!(view.as_i64(), tree.as_i64());
    assert_eq!(view.as_f64().map(f64::to_bits), tree.as_f64().map(f64::to_bits));
    assert_eq!(view.as_text().as_ref(), tree.as_text());
    match (view.as_str(), tree.as_str()) {
        (Some(text), theirs) => {
            assert_eq!(Some(text), theirs);
            if !text.is_empty() {
                offset(text.as_bytes(), view.as_wire());
            }
        }
        // Forms that are longer than need be, which only engines before Godot 4 read: the text is not there.
        (None, Some(text)) => {
            // The text ends at a NUL; any bytes may follow within its length.
            let content = view.as_wire().iter().skip(8).copied().take_while(|byte| *byte != 0);
            let content: Vec<u8> = content.collect();
            let mut places = content.windows(text.len().max(1));
            assert!(!places.any(|place| place == text.as_bytes()), "{text} is in {content:x?}");
        }
        (None, None) => {}
    }
}

fn array(decoder: &Decoder, whole: VariantView<'_>, view: ArrayView<'_>, tree: &Array) -> usize {
    assert_eq!(view.element_type().as_ref(), tree.element_type());
    assert_eq!(view.is_shared(), tree.is_shared());
    assert_eq!((view.len(), view.is_empty()), (tree.len(), tree.is_empty()));
    let elements = Vec::from_iter(&view);
    assert_eq!((view.iter().len(), elements.len()), (tree.len(), tree.len()));
    tile(whole.as_wire(), elements.iter().copied(), false);
    assert_eq!(view.get(tree.len()), None);
    for index in [0, tree.len() / 2, tree.len().wrapping_sub(1)] {
        assert_eq!(view.get(index), elements.get(index).copied());
    }
    1 + elements.into_iter().zip(tree).map(|(view, tree)| walk(decoder, view, tree)).sum::<usize>()
}

fn dictionary(
    decoder: &Decoder,
    whole: VariantView<'_>,
    view: DictionaryView<'_>,
    tree: &Dictionary,
) -> usize {
    assert_eq!(view.entry_types().as_ref(), tree.entry_types());
    assert_eq!(view.is_shared(), tree.is_shared());
    assert_eq!((view.len(), view.is_empty()), (tree.len(), tree.is_empty()));
    let entries = Vec::from_iter(&view);
    assert_eq!((view.entries().len(), entries.len()), (tree.len(), tree.len()));
    tile(whole.as_wire(), entries.iter().flat_map(|(key, value)| [*key, *value]), false);
    let mut seen = 1;
    for ((key, value), (tree_key, tree_value)) in entries.into_iter().zip(tree) {
        seen += walk(decoder, key, tree_key) + walk(decoder, value, tree_value);
        if let Some(text) = tree_key.as_str() {
            let found = view.get(text).unwrap();
            assert_eq!(whole.get(text), Some(found));
            assert!(whole.as_wire().len() > LONG || same(&found.to_variant(), tree.get(text).unwrap()));
        }
        if whole.as_wire().len() < LONG {
            let found = view.get(tree_key).map(|found| bits(&found.to_variant()));
            assert_eq!(found, tree.get(tree_key).map(bits));
        }
    }
    assert_eq!(view.get("no such key, surely"), None);
    seen
}

fn object(
    decoder: &Decoder,
    whole: VariantView<'_>,
    view: ObjectView<'_>,
    class: &Text,
    tree: &[(Text, Variant)],
) -> usize {
    assert_eq!(view.class(), *class);
    assert_eq!((view.len(), view.is_empty()), (tree.len(), tree.is_empty()));
    let properties = Vec::from_iter(&view);
    assert_eq!((view.properties().len(), properties.len()), (tree.len(), tree.len()));
    tile(whole.as_wire(), properties.iter().map(|(_, value)| *value), true);
    let mut seen = 1;
    for ((name, value), (tree_name, tree_value)) in properties.iter().cloned().zip(tree) {
        assert_eq!(name, *tree_name);
        seen += walk(decoder, value, tree_value);
        if let Some(name) = tree_name.as_str() {
            // The view that is compared with the tree when it is its turn.
            let last = properties.iter().rev().find(|(other, _)| other == tree_name).unwrap();
            assert_eq!(view.get(name), Some(last.1));
        }
    }
    assert_eq!(view.get("no such property, surely"), None);
    seen
}

/// A view is made exactly when a check succeeds, fails with the same error, and says what the tree says. Gives how
/// many values were compared; 0 if the bytes were refused.
pub fn agree(decoder: &Decoder, bytes: &[u8]) -> usize {
    let (whole, prefix) = (decoder.view(bytes), decoder.view_prefix(bytes));
    assert_eq!(whole.as_ref().err(), decoder.check(bytes).as_ref().err());
    match (&prefix, decoder.check_prefix(bytes)) {
        (Ok((view, rest)), Ok(read)) => {
            assert_eq!((view.as_wire(), *rest), bytes.split_at(read));
            assert_eq!(view.as_wire().as_ptr(), bytes.as_ptr());
        }
        (Err(ours), Err(checked)) => assert_eq!(*ours, checked),
        (ours, checked) => panic!("{ours:?} against {checked:?}"),
    }
    let Ok((view, _)) = prefix else { return 0 };
    if let Ok(whole) = whole {
        assert_eq!(whole, view);
    }
    let resolved = decoder.parse_prefix(bytes).unwrap().0;
    assert!(same(&view.to_variant(), &resolved), "{:?}, {resolved:?}", view.to_variant());

    let keeping = decoder.keep_duplicates(true);
    let (tree, view) = (keeping.parse_prefix(bytes).unwrap().0, keeping.view_prefix(bytes).unwrap().0);
    walk(&keeping.allow_trailing(false), view, &tree)
}
