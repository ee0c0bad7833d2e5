//! A thousand values inside each other, on a stack of 2 MiB, also in builds without optimization.

use crate::godot_support::verdict::assert_own;
use crate::support::positions::exhaustive;
use crate::support::{SPAWNED, on_stack};
use gamewire::godot::{
    Array, Decoder, Dialect, Dictionary, ElementType, Kind, ObjectData, OwnedVariant, Variant, VariantView,
};
use gamewire::{DecodeErrorKind, EncodeErrorKind};

/// As deep as the engine goes.
const DEPTH: usize = 1024;

/// A chain of `depth` containers around a null.
type Chain = fn(OwnedVariant) -> OwnedVariant;

fn chain(link: Chain, depth: usize) -> OwnedVariant {
    (0..depth).fold(Variant::Nil, |inner, _| link(inner))
}

fn in_array(inner: OwnedVariant) -> OwnedVariant {
    Variant::from(vec![inner])
}

fn in_typed_array(inner: OwnedVariant) -> OwnedVariant {
    Array::typed(ElementType::Builtin(Kind::Array), vec![inner]).into()
}

fn as_value(inner: OwnedVariant) -> OwnedVariant {
    Dictionary::from(vec![(Variant::Int(1), inner)]).into()
}

fn as_key(inner: OwnedVariant) -> OwnedVariant {
    Dictionary::from(vec![(inner, Variant::Int(1))]).into()
}

fn as_one_of_two_keys(inner: OwnedVariant) -> OwnedVariant {
    Dictionary::from(vec![(Variant::Int(1), Variant::Nil), (inner, Variant::Int(1))]).into()
}

fn as_property(inner: OwnedVariant) -> OwnedVariant {
    ObjectData { class: "A".into(), properties: vec![("p".into(), inner)] }.into()
}

const CHAINS: [(&str, Chain); 5] = [
    ("arrays", in_array),
    ("values", as_value),
    ("keys", as_key),
    ("one of two keys", as_one_of_two_keys),
    ("properties", as_property),
];

fn is_first_of_table(dialect: Dialect) -> bool {
    Dialect::ALL.iter().find(|first| first.table() == dialect.table()) == Some(&dialect)
}

/// The dialects and the chains they can express: one dialect of each table of ids, if not all is tried.
fn every_chain(run: impl Fn(Dialect, &str, Chain) + Sync) {
    let run = &run;
    for &dialect in Dialect::ALL.iter().filter(|dialect| exhaustive() || is_first_of_table(**dialect)) {
        for (name, link) in CHAINS {
            if name != "properties" || dialect.table() != gamewire::godot::Table::Godot2 {
                on_stack(SPAWNED, move || run(dialect, name, link));
            }
        }
    }
    on_stack(SPAWNED, move || run(Dialect::GODOT_4, "typed arrays", in_typed_array));
}

#[test]
fn writing_and_reading() {
    every_chain(|dialect, name, link| {
        let value = chain(link, DEPTH);
        let bytes = dialect.encode(&value).unwrap_or_else(|error| panic!("{dialect}, {name}: {error}"));
        assert_eq!(dialect.encoded_len(&value), Ok(bytes.len()));
        let decoder = Decoder::new(dialect).allow_objects(true);
        assert_eq!(decoder.check(&bytes), Ok(()));
        assert_eq!(decoder.parse(&bytes).as_ref(), Ok(&value));
        assert_eq!(decoder.parse_owned(&bytes).as_ref(), Ok(&value));
        assert_own(&decoder, &bytes, &value);
    });
}

#[test]
fn looking() {
    every_chain(|dialect, name, link| {
        let bytes = dialect.encode(&chain(link, DEPTH)).expect("as above");
        let mut view = Decoder::new(dialect).allow_objects(true).view(&bytes).expect("as above");
        assert_eq!(view.to_variant(), chain(link, DEPTH));
        // A step down a chain of keys walks over the rest of it, to the value. Releases with one table of ids take the same steps:
        // the first of them goes all the way, and of these only one if not all is tried.
        let goes_on = if exhaustive() { is_first_of_table(dialect) } else { dialect == Dialect::GODOT_4 };
        let levels = if name.ends_with("keys") && !goes_on { 16 } else { DEPTH };
        let mut depth = 0;
        while let Some(inner) = inside(view).filter(|_| depth < levels) {
            view = inner;
            depth += 1;
        }
        assert_eq!((depth, view.is_nil()), (levels, levels == DEPTH), "{dialect}, {name}");
        let rest = chain(link, DEPTH - levels);
        assert_eq!(view.to_variant(), rest, "{dialect}, {name}");
    });
}

/// The next of a chain.
fn inside(view: VariantView<'_>) -> Option<VariantView<'_>> {
    if let Some(array) = view.as_array() {
        return array.get(0);
    }
    if let Some(object) = view.as_object() {
        return object.get("p");
    }
    let (key, value) = view.as_dictionary()?.entries().last()?;
    Some(if value.as_i64() == Some(1) { key } else { value })
}

#[test]
fn explaining() {
    every_chain(|dialect, name, link| {
        // The text of a thousand levels is long, so not every table of ids has its turn.
        if dialect.name().contains('.') {
            return;
        }
        let bytes = dialect.encode(&chain(link, DEPTH)).expect("as above");
        let explanation = Decoder::new(dialect).allow_objects(true).explain(&bytes);
        assert_eq!(explanation.error(), None, "{dialect}, {name}");
        assert!(explanation.text().len() > bytes.len());
    });
}

#[test]
fn cloning_comparing_owning_dropping() {
    every_chain(|dialect, _, link| {
        let value = chain(link, DEPTH);
        let clone = value.clone();
        assert!(clone == value);
        drop(value);
        let bytes = dialect.encode(&clone).expect("as above");
        let borrowed = Decoder::new(dialect).allow_objects(true).parse(&bytes).expect("as above");
        assert!(borrowed.into_owned() == clone);
    });
}

#[test]
fn printing() {
    every_chain(|_, _, link| {
        let value = chain(link, DEPTH);
        assert!(value.to_string().len() > DEPTH);
        assert!(format!("{value:?}").len() > DEPTH);
        // Indented no further than some levels: in proportion to the depth, not to its square.
        let pretty = format!("{value:#?}").len();
        assert!((DEPTH * 10..DEPTH * 1000).contains(&pretty), "{pretty}");
    });
}

#[cfg(feature = "json")]
#[test]
fn json() {
    use gamewire::godot::json;
    every_chain(|dialect, name, link| {
        let value = chain(link, DEPTH);
        let text = json::to_string(&value);
        let back = json::from_str(&text).unwrap_or_else(|error| panic!("{dialect}, {name}: {error}"));
        assert!(back == value);
    });
}

#[test]
fn one_level_more_is_an_error() {
    every_chain(|dialect, name, link| {
        let value = chain(link, DEPTH + 1);
        let error = dialect.encode(&value).unwrap_err();
        assert_eq!(error.kind(), &EncodeErrorKind::TooDeep { limit: 1024 }, "{dialect}, {name}");
        assert_eq!(error.path().segments().len(), DEPTH);
        assert_eq!(dialect.encoded_len(&value), Err(error));
        // What is at that depth is written, since the bytes of a null without anything around it do not say.
        let inner = chain(link, 1);
        let bytes = deeper(dialect, link, &inner);
        let decoder = Decoder::new(dialect).allow_objects(true);
        let error = decoder.parse(&bytes).unwrap_err();
        assert_eq!(error.kind(), &DecodeErrorKind::TooDeep { limit: 1024 }, "{dialect}, {name}");
        assert_eq!(error.path().segments().len(), DEPTH, "{dialect}, {name}");
        assert_eq!(decoder.parse_owned(&bytes).as_ref(), Err(&error));
        assert_eq!(decoder.check(&bytes), Err(error));
        assert!(Decoder::new(dialect).allow_objects(true).max_depth(1025).check(&bytes).is_ok());
    });
}

/// The bytes of a chain of depth 1025: those of depth 1024, with the null in the middle replaced by `inner`.
fn deeper(dialect: Dialect, link: Chain, inner: &OwnedVariant) -> Vec<u8> {
    let around = dialect.encode(&chain(link, DEPTH)).expect("as above");
    // What one more link adds in front of what it holds.
    let front = dialect.encode(&link(Variant::Nil)).expect("a link");
    let back = dialect.encode(&link(Variant::Bool(true))).expect("a link");
    let at = front.iter().zip(&back).take_while(|(a, b)| a == b).count();
    let middle = DEPTH * at;
    let inner = dialect.encode(inner).expect("a link");
    [&around[..middle], &inner, &around[middle + 4..]].concat()
}

/// Values that a program builds, deeper than any limit and any stack.
#[test]
fn deep_values_of_programs_are_dropped_and_refused() {
    const VERY_DEEP: usize = 200_000;
    for (name, link) in CHAINS.into_iter().chain([
        ("typed arrays", in_typed_array as Chain),
        ("shared arrays", |inner| Array::from(vec![inner]).with_shared(true).into()),
        ("objects in arrays", |inner| in_array(as_property(inner))),
    ]) {
        on_stack(SPAWNED, move || {
            let value = chain(link, VERY_DEEP);
            let error = Dialect::GODOT_4.encode(&value).unwrap_err();
            assert_eq!(error.kind(), &EncodeErrorKind::TooDeep { limit: 1024 }, "{name}");
            drop(value);
        });
    }
}
