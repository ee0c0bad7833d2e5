//! Guessing the generation of every value that real engines wrote: what is said to be sure must be right.

use crate::convert_support::{TABLES, rows};
use gamewire::godot::{Certainty, Color, Converter, Decoder, Dialect, Fit, Variant, guess};

#[derive(Debug, Default, PartialEq)]
struct Count {
    sure: usize,
    sure_wrong: usize,
    likely: usize,
    likely_wrong: usize,
    open: usize,
    open_same_value: usize,
    nothing: usize,
}

fn count(from: Dialect, bytes: &[u8], counts: &mut Count) -> Option<String> {
    let guess = guess(bytes);
    let right = guess.best().is_some_and(|best| best.table() == from.table());
    match guess.certainty() {
        Certainty::Sure => counts.sure += 1,
        Certainty::Likely => counts.likely += 1,
        Certainty::Ambiguous => counts.open += 1,
        _ => counts.nothing += 1,
    }
    counts.open_same_value += usize::from(guess.certainty() == Certainty::Ambiguous && guess.same_value());
    match guess.certainty() {
        Certainty::Sure if !right => counts.sure_wrong += 1,
        Certainty::Likely if !right => counts.likely_wrong += 1,
        _ => return None,
    }
    Some(guess.to_string())
}

#[test]
fn what_is_said_of_engines_own_bytes_is_right() {
    let (mut sure, mut all) = (0, 0);
    for (table, from) in TABLES {
        let mut counts = Count::default();
        for row in rows(table) {
            if let Some(answer) = count(from, &row.bytes, &mut counts) {
                panic!("{table} {}: {answer}", row.name);
            }
            all += 1;
        }
        eprintln!("{table}: {counts:?}");
        // An engine's own bytes are always read by its own dialect.
        assert_eq!(counts.nothing, 0, "{table}");
        sure += counts.sure;
    }
    assert!(sure * 4 > all, "sure of {sure} of {all}");
}

/// The same values in every dialect, Pandemonium's included, of which there are no tables.
#[test]
fn what_is_sure_is_right_in_every_dialect() {
    for to in Dialect::ALL {
        let mut counts = Count::default();
        for (table, from) in [TABLES[0], TABLES[4], TABLES[5]] {
            for row in rows(table) {
                let value = Decoder::new(from).allow_objects(true).parse_owned(&row.bytes).unwrap();
                let Ok(converted) = Converter::new(from, to).lossy(true).convert(value) else { continue };
                let answer = count(to, &to.encode(&converted.value).unwrap(), &mut counts);
                assert_eq!(counts.sure_wrong, 0, "{to}: {table} {}: {answer:?}", row.name);
            }
        }
        eprintln!("{to}: {counts:?}");
        assert_eq!(counts.nothing, 0);
    }
}

#[test]
fn two_that_fit_equally_are_both_named() {
    // Sixteen bytes at id 14: a colour until Godot 3, a plane in Godot 4.
    let bytes = Dialect::GODOT_3.encode(&Color::new(0.25, 0.5, 0.75, 1.0).into()).unwrap();
    let guess = guess(&bytes);
    assert_eq!((guess.certainty(), guess.best(), guess.same_value()), (Certainty::Ambiguous, None, false));
    let fits: Vec<&str> = guess
        .candidates()
        .iter()
        .filter(|candidate| candidate.fits())
        .map(|fit| fit.dialect.name())
        .collect();
    assert!(fits.contains(&"godot2") && fits.contains(&"godot3") && fits.contains(&"godot4"), "{fits:?}");
    assert!(
        guess.to_string().starts_with("cannot tell: several generations fit equally\n  godot"),
        "{guess}"
    );
}

#[test]
fn evidence_decides_between_readings() {
    let bytes =
        Dialect::GODOT_3.encode(&vec![Variant::Int(1), "text".into(), Variant::Float(0.5)].into()).unwrap();
    let three = guess(&bytes);
    assert_eq!((three.certainty(), three.best()), (Certainty::Sure, Some(Dialect::GODOT_3)), "{three}");
    assert!(
        three.to_string().starts_with("surely godot3: every other known generation refuses these bytes\n"),
        "{three}"
    );
    let refused = three.candidates().iter().find(|candidate| candidate.dialect == Dialect::GODOT_4).unwrap();
    assert!(matches!(&refused.fit, Fit::Rejected(why) if why.starts_with("at byte 0x")), "{refused:?}");
    let doubtful = Dialect::GODOT_2.encode(&Variant::from("a\u{1}b")).unwrap();
    let text = guess(&doubtful).to_string();
    assert!(text.contains("control characters in text (1)"), "{text}");
}

#[test]
fn bytes_of_nobody_have_no_best() {
    for bytes in [&[][..], &[0xff; 4], &[4, 0, 0, 0, 9, 0, 0, 0, b'x']] {
        let guess = guess(bytes);
        assert_eq!((guess.certainty(), guess.best()), (Certainty::Nothing, None));
        assert_eq!(guess.to_string(), "no dialect reads the whole input\n  14 dialects refuse it\n");
    }
}

#[test]
fn deep_input_needs_little_stack() {
    let work = || {
        let deep = (0..1024).fold(Variant::Nil, |inner, _| vec![inner].into());
        let bytes = Dialect::GODOT_3.encode(&deep).unwrap();
        drop(deep);
        assert_eq!(guess(&bytes).best(), Some(Dialect::GODOT_3));
    };
    std::thread::Builder::new().stack_size(2 << 20).spawn(work).unwrap().join().unwrap();
}
