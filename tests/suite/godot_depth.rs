//! Checks that a thousand values inside each other are handled without a stack overflow: on a small stack in optimized builds, on a
//! large one in others. The values are built in the tests.

use crate::godot_support::verdict::assert_own;
use crate::support::positions::exhaustive;
use crate::support::{SPAWNED, deep_decoder, deep_encoder, on_stack};
use gamewire::godot::{
    Array, Decoder, Dialect, Dictionary, ElementType, Encoder, Kind, ObjectData, Variant, VariantView,
};
use gamewire::{DecodeErrorKind, EncodeErrorKind};

/// The greatest depth that the engine accepts.
const DEPTH: usize = 1024;

/// A chain of `depth` containers around a null.
type Chain = fn(Variant) -> Variant;

fn chain(link: Chain, depth: usize) -> Variant {
    (0..depth).fold(Variant::Nil, |inner, _| link(inner))
}

fn in_array(inner: Variant) -> Variant {
    Variant::from(vec![inner])
}

fn in_typed_array(inner: Variant) -> Variant {
    Array::typed(ElementType::Builtin(Kind::Array), vec![inner]).into()
}

fn as_value(inner: Variant) -> Variant {
    Dictionary::from(vec![(Variant::Int(1), inner)]).into()
}

fn as_key(inner: Variant) -> Variant {
    Dictionary::from(vec![(inner, Variant::Int(1))]).into()
}

fn as_one_of_two_keys(inner: Variant) -> Variant {
    Dictionary::from(vec![(Variant::Int(1), Variant::Nil), (inner, Variant::Int(1))]).into()
}

fn as_property(inner: Variant) -> Variant {
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
        let bytes =
            deep_encoder(dialect).encode(&value).unwrap_or_else(|error| panic!("{dialect}, {name}: {error}"));
        assert_eq!(deep_encoder(dialect).encoded_len(&value), Ok(bytes.len()));
        let decoder = deep_decoder(dialect).allow_objects(true);
        assert_eq!(decoder.check(&bytes), Ok(()));
        assert_eq!(decoder.parse(&bytes).as_ref(), Ok(&value));
        assert_eq!(decoder.parse(&bytes).as_ref(), Ok(&value));
        assert_own(&decoder, &bytes, &value);
    });
}

#[test]
fn looking() {
    every_chain(|dialect, name, link| {
        let bytes = deep_encoder(dialect).encode(&chain(link, DEPTH)).expect("as above");
        let mut view = deep_decoder(dialect).allow_objects(true).view(&bytes).expect("as above");
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
        let bytes = deep_encoder(dialect).encode(&chain(link, DEPTH)).expect("as above");
        let explanation = deep_decoder(dialect).allow_objects(true).explain(&bytes);
        assert_eq!(explanation.error(), None, "{dialect}, {name}");
        assert!(explanation.text().len() > bytes.len());
    });
}

#[test]
fn cloning_comparing_dropping() {
    every_chain(|dialect, _, link| {
        let value = chain(link, DEPTH);
        let clone = value.clone();
        assert!(clone == value);
        drop(value);
        let bytes = deep_encoder(dialect).encode(&clone).expect("as above");
        let read = deep_decoder(dialect).allow_objects(true).parse(&bytes).expect("as above");
        assert!(read == clone);
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
        let error = deep_encoder(dialect).encode(&value).unwrap_err();
        assert_eq!(error.kind(), &EncodeErrorKind::TooDeep { limit: 1024 }, "{dialect}, {name}");
        assert_eq!(error.path().segments().len(), DEPTH);
        assert_eq!(deep_encoder(dialect).encoded_len(&value), Err(error));
        // The value at that depth is written inside its container, because the bytes of a null alone do not
        // show the type of the container.
        let inner = chain(link, 1);
        let bytes = deeper(dialect, link, &inner);
        let decoder = deep_decoder(dialect).allow_objects(true);
        let error = decoder.parse(&bytes).unwrap_err();
        assert_eq!(error.kind(), &DecodeErrorKind::TooDeep { limit: 1024 }, "{dialect}, {name}");
        assert_eq!(error.path().segments().len(), DEPTH, "{dialect}, {name}");
        assert_eq!(decoder.parse(&bytes).as_ref(), Err(&error));
        assert_eq!(decoder.check(&bytes), Err(error));
        assert!(deep_decoder(dialect).allow_objects(true).max_depth(1025).check(&bytes).is_ok());
    });
}

/// The bytes of a chain of depth 1025: those of depth 1024, with the null in the middle replaced by `inner`.
fn deeper(dialect: Dialect, link: Chain, inner: &Variant) -> Vec<u8> {
    let around = deep_encoder(dialect).encode(&chain(link, DEPTH)).expect("as above");
    // The bytes that another level adds before its contents.
    let front = deep_encoder(dialect).encode(&link(Variant::Nil)).expect("a link");
    let back = deep_encoder(dialect).encode(&link(Variant::Bool(true))).expect("a link");
    let at = front.iter().zip(&back).take_while(|(a, b)| a == b).count();
    let middle = DEPTH * at;
    let inner = deep_encoder(dialect).encode(inner).expect("a link");
    [&around[..middle], &inner, &around[middle + 4..]].concat()
}

/// Values that a program builds, deeper than any limit and any stack.
#[test]
fn deep_values_of_programs_are_dropped_and_refused() {
    let very_deep = if exhaustive() { 200_000 } else { 50_000 };
    for (name, link) in CHAINS.into_iter().chain([
        ("typed arrays", in_typed_array as Chain),
        ("shared arrays", |inner| Array::from(vec![inner]).with_shared(true).into()),
        ("objects in arrays", |inner| in_array(as_property(inner))),
    ]) {
        on_stack(SPAWNED, move || {
            let value = chain(link, very_deep);
            let error = deep_encoder(Dialect::GODOT_4).encode(&value).unwrap_err();
            assert_eq!(error.kind(), &EncodeErrorKind::TooDeep { limit: 1024 }, "{name}");
            drop(value);
        });
    }
}

/// The stack of a thread, if nobody asks for another.
const THREAD: usize = 2 << 20;

/// The bytes of a chain, whatever its depth.
fn chain_bytes(dialect: Dialect, link: Chain, depth: usize) -> Vec<u8> {
    let front = dialect.encode(&link(Variant::Nil)).expect("a link");
    let back = dialect.encode(&link(Variant::Bool(true))).expect("a link");
    let at = front.iter().zip(&back).take_while(|(a, b)| a == b).count();
    [front[..at].repeat(depth), vec![0; 4], front[at + 4..].repeat(depth)].concat()
}

/// All that reads a value with this decoder, on a small stack. Returns the kind of the error that all of it has, if any.
fn read_in_all_ways(decoder: Decoder, bytes: &[u8]) -> Option<DecodeErrorKind> {
    let error = decoder.parse(bytes).err();
    if let Some(error) = &error {
        assert!(error.path().segments().len() >= 200, "{error}");
    }
    let kind = |error: gamewire::DecodeError| *error.kind();
    let explained = decoder.explain(bytes).error().cloned();
    let ways = [
        decoder.parse(bytes).err(),
        decoder.parse_prefix(bytes).err(),
        explained.clone(),
        decoder.check(bytes).err(),
    ];
    // Frames differ, so that one way may be refused where another is not.
    for other in ways.into_iter().flatten() {
        assert!(matches!(kind(other), DecodeErrorKind::StackLimit { .. } | DecodeErrorKind::TooDeep { .. }));
    }
    if let Ok(view) = decoder.view(bytes) {
        let tree = view.to_variant();
        assert_eq!(error.is_none(), decoder.parse(bytes).is_ok_and(|value| value == tree));
    }
    let _ = decoder.verify(bytes);
    let _ = decoder.repair(bytes);
    error.map(kind)
}

#[test]
fn two_hundred_levels_fit_on_the_stack_of_a_thread_in_any_build() {
    for (name, link) in CHAINS {
        on_stack(THREAD, move || {
            let bytes = chain_bytes(Dialect::GODOT_4, link, 200);
            let decoder = Decoder::new(Dialect::GODOT_4).allow_objects(true);
            assert_eq!(read_in_all_ways(decoder, &bytes), None, "{name}");
            let value = decoder.parse(&bytes).unwrap();
            assert_eq!(Encoder::new(Dialect::GODOT_4).encode(&value), Ok(bytes.clone()), "{name}");
            assert_eq!(decoder.explain(&bytes).error(), None, "{name}");
            assert!(decoder.view(&bytes).is_ok(), "{name}");
            assert_eq!(decoder.verify(&bytes), gamewire::godot::Verdict::Identical, "{name}");
        });
    }
}

#[test]
fn a_thousand_levels_fit_on_the_stack_of_a_thread_in_optimized_builds() {
    if cfg!(debug_assertions) {
        eprintln!("skipped: this build is not optimized");
        return;
    }
    for (name, link) in CHAINS {
        on_stack(THREAD, move || {
            let bytes = chain_bytes(Dialect::GODOT_4, link, DEPTH);
            let decoder = Decoder::new(Dialect::GODOT_4).allow_objects(true);
            assert_eq!(read_in_all_ways(decoder, &bytes), None, "{name}");
            let value = decoder.parse(&bytes).unwrap();
            assert_eq!(Encoder::new(Dialect::GODOT_4).encode(&value).as_ref(), Ok(&bytes), "{name}");
        });
    }
}

/// With no limit of depth the stack is the limit, in any build.
#[test]
fn no_depth_overflows_the_stack() {
    for (name, link) in CHAINS {
        on_stack(THREAD, move || {
            for depth in [250, 300, 350, 400, DEPTH, 100_000] {
                let bytes = chain_bytes(Dialect::GODOT_4, link, depth);
                for decoder in
                    [Decoder::new(Dialect::GODOT_4), Decoder::new(Dialect::GODOT_4).max_depth(u32::MAX)]
                {
                    let kind = read_in_all_ways(decoder.allow_objects(true), &bytes);
                    assert!(kind.is_some() || depth <= DEPTH, "{name}, {depth}");
                }
            }
        });
        on_stack(SPAWNED, move || {
            let value = chain(link, 20_000);
            on_stack(THREAD, || {
                for encoder in
                    [Encoder::new(Dialect::GODOT_4), Encoder::new(Dialect::GODOT_4).max_depth(u32::MAX)]
                {
                    let error = encoder.encode(&value).unwrap_err();
                    assert!(
                        matches!(
                            error.kind(),
                            EncodeErrorKind::TooDeep { .. } | EncodeErrorKind::StackLimit { .. }
                        ),
                        "{name}: {error}"
                    );
                    assert!(error.path().segments().len() >= 200, "{name}: {error}");
                }
            });
        });
    }
}

/// The error has the limit, and the place where it was reached.
#[test]
fn the_error_of_a_stack_that_is_used_up() {
    const LIMIT: usize = 64 << 10;
    let bytes = chain_bytes(Dialect::GODOT_4, in_array, DEPTH);
    let error = Decoder::new(Dialect::GODOT_4).max_stack(LIMIT).parse(&bytes).unwrap_err();
    let DecodeErrorKind::StackLimit { limit: LIMIT, depth } = *error.kind() else { panic!("{error}") };
    assert_eq!(error.kind().code(), "stack");
    assert!(error.to_string().ends_with("values are nested too deeply for the stack (limit 65536 bytes)"));
    let depth = depth as usize;
    assert_eq!((error.offset(), error.path().segments().len()), (8 * (depth + 1), depth));
}
