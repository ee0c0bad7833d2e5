//! Checks the detection of the generation on every value that engines wrote: a result that claims to be sure must be right.

use crate::convert_support::{TABLES, rows};
use crate::support::positions::share;
use crate::support::{SPAWNED, on_stack};
use gamewire::error::DecodeErrorKind;
use gamewire::godot::detect::{Certainty, Choice, Fit};
use gamewire::godot::{Color, Converter, Decoder, Detector, Dialect, Dictionary, Variant, Verdict, detect};

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
    let guess = detect(bytes);
    let right = guess.best().is_some_and(|best| best.table() == from.table());
    match guess.certainty() {
        Certainty::Sure => counts.sure += 1,
        Certainty::Likely => counts.likely += 1,
        Certainty::Ambiguous => counts.open += 1,
        _ => counts.nothing += 1,
    }
    counts.open_same_value +=
        usize::from(guess.certainty() == Certainty::Ambiguous && guess.reader().is_some());
    match guess.certainty() {
        Certainty::Sure if !right => counts.sure_wrong += 1,
        Certainty::Likely if !right => counts.likely_wrong += 1,
        _ => return None,
    }
    Some(guess.to_string())
}

#[test]
fn detection_is_right_for_bytes_of_engines() {
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

/// Values of three tables, converted to every dialect: of some there are no tables.
#[test]
fn sure_detections_are_right_in_every_dialect() {
    for &to in Dialect::ALL {
        let mut counts = Count::default();
        for (table, from) in [TABLES[0], TABLES[4], TABLES[5]] {
            for row in rows(table) {
                let value = Decoder::new(from).allow_objects(true).parse(&row.bytes).unwrap();
                let Ok(converted) = Converter::new(from, to).allow_lossy(true).convert(value) else {
                    continue;
                };
                let answer = count(to, &to.encode(&converted.value).unwrap(), &mut counts);
                assert_eq!(counts.sure_wrong, 0, "{to}: {table} {}: {answer:?}", row.name);
            }
        }
        eprintln!("{to}: {counts:?}");
        assert_eq!(counts.nothing, 0);
    }
}

#[test]
fn two_dialects_that_fit_equally_are_both_reported() {
    // Sixteen bytes at id 14: a color until Godot 3, a plane in Godot 4.
    let bytes = Dialect::GODOT_3.encode(&Color::new(0.25, 0.5, 0.75, 1.0).into()).unwrap();
    let guess = detect(&bytes);
    assert_eq!(
        (guess.certainty(), guess.best(), guess.reader().is_some()),
        (Certainty::Ambiguous, None, false)
    );
    let fits: Vec<&str> =
        guess.candidates.iter().filter(|candidate| candidate.fits()).map(|fit| fit.dialect.name()).collect();
    assert!(fits.contains(&"godot2") && fits.contains(&"godot3") && fits.contains(&"godot4"), "{fits:?}");
    assert!(
        guess
            .to_string()
            .starts_with("ambiguous: several generations read the input, with different values\n  godot"),
        "{guess}"
    );
}

#[test]
fn evidence_decides_between_readings() {
    let bytes =
        Dialect::GODOT_3.encode(&vec![Variant::Int(1), "text".into(), Variant::Float(0.5)].into()).unwrap();
    let three = detect(&bytes);
    assert_eq!((three.certainty(), three.best()), (Certainty::Sure, Some(Dialect::GODOT_3)), "{three}");
    assert!(
        three.to_string().starts_with("certainly godot3: every other known generation rejects these bytes\n"),
        "{three}"
    );
    let refused = three.candidates.iter().find(|candidate| candidate.dialect == Dialect::GODOT_4).unwrap();
    // The id is that of Projection, which has 64 bytes after its header, and here are 32.
    let missing = DecodeErrorKind::Incomplete { missing: 32 };
    assert!(
        matches!(&refused.fit, Fit::Rejected(why) if (why.index, why.offset, why.kind) == (0, 36, missing)),
        "{refused:?}"
    );
    let doubtful = Dialect::GODOT_2.encode(&Variant::from("a\u{1}b")).unwrap();
    let text = detect(&doubtful).to_string();
    assert!(text.contains("control characters in text (1)"), "{text}");
}

#[test]
fn bytes_of_no_dialect_have_no_best_dialect() {
    for bytes in [&[][..], &[0xff; 4], &[4, 0, 0, 0, 9, 0, 0, 0, b'x']] {
        let guess = detect(bytes);
        assert_eq!((guess.certainty(), guess.best()), (Certainty::Nothing, None));
        assert_eq!(guess.to_string(), "no dialect reads the whole input\n  11 dialects reject it\n");
    }
}

#[test]
fn deep_input_needs_little_stack() {
    let work = || {
        // Without optimization the limit of the stack ends sooner than that of the depth.
        let levels = if cfg!(debug_assertions) { 200 } else { 1024 };
        let deep = (0..levels).fold(Variant::Nil, |inner, _| vec![inner].into());
        let bytes = Dialect::GODOT_3.encode(&deep).unwrap();
        drop(deep);
        assert_eq!(detect(&bytes).best(), Some(Dialect::GODOT_3));
    };
    on_stack(SPAWNED, work);
}

/// Long values are compared with what the engine would write a part at a time; the answer is that for the whole.
#[test]
fn long_values_are_compared_as_short_ones() {
    // Long text, so that few entries are as many bytes as two parts need.
    let text = "text".repeat(1500) + "s";
    let entry = |n: i64| {
        let inner = vec![Variant::Int(n), text.as_str().into(), Variant::Bool(n % 2 == 0)];
        (format!("key {n:04}"), Variant::from(inner))
    };
    let part = |from: i64| Variant::from(Dictionary::from_iter((from..from + 50).map(entry)));
    let parts = [("first", part(0)), ("last", part(50))];
    for value in
        [Variant::from(Dictionary::from_iter(parts.clone())), vec![part(0), part(50), Variant::Nil].into()]
    {
        let bytes = Dialect::GODOT_4.encode(&value).unwrap();
        assert!(bytes.len() > 600_000);
        let mut tried = vec![bytes.clone()];
        let place = |of: &[u8]| bytes.windows(of.len()).position(|at| at == of).unwrap();
        // An entry of the second part: key, array and its count, int, text and its padding, truth value.
        let key = place(b"key 0070");
        let (header, count, int, padding) = (key - 8, key + 12, key + 20, key + 32 + text.len());
        let truth = padding + 3 + 4;
        let places = [1, 2, 3, 16, 17, header, header + 1, header + 2, header + 3, key + 7, count, count + 3];
        let places = places.into_iter().chain([int, padding, truth, bytes.len() - 4, bytes.len() - 1]);
        // A header with a flag, padding, a truth value of 2, a count with its highest bit.
        for (at, with) in places
            .enumerate()
            .flat_map(|(number, at)| share(&[1, 2, 0x80], number).map(move |with| (at, *with)))
        {
            let mut changed = bytes.clone();
            changed[at] ^= with;
            tried.push(changed);
        }
        // A key twice, far from each other.
        let mut twice = bytes.clone();
        let at = place(b"key 0049");
        twice[at..at + 8].copy_from_slice(b"key 0028");
        tried.push(twice);
        let mut different = 0;
        for bytes in tried {
            let verdict = Decoder::new(Dialect::GODOT_4).verify(&bytes);
            let found = detect(&bytes);
            let chosen = match &found.choice {
                Choice::Chosen(chosen) if chosen.dialect == Dialect::GODOT_4 => chosen,
                _ => {
                    // Some other release may read what this one refuses.
                    assert!(matches!(verdict, Verdict::Rejected(_)), "{verdict:?}");
                    continue;
                }
            };
            let lenient = chosen.lenient.as_ref().map(|lenient| lenient.offset);
            match verdict {
                Verdict::Identical => assert_eq!(lenient, None),
                Verdict::Padding { offset, .. } | Verdict::Differs { offset, .. } => {
                    assert_eq!(lenient, Some(offset), "{verdict:?}");
                    different += 1;
                }
                other => panic!("{other:?}"),
            }
        }
        assert!(different > 5, "{different}");
    }
}

/// Several values are detected together; the result for each alone is unchanged.
#[test]
fn one_dialect_is_found_for_all_values() {
    let color = Dialect::GODOT_3.encode(&Color::new(0.25, 0.5, 0.75, 1.0).into()).unwrap();
    let array = Dialect::GODOT_3.encode(&vec![Variant::Int(1), "text".into()].into()).unwrap();
    assert_eq!(detect(&color).reader(), None);
    let both = Detector::new().detect(&[&color, &array]);
    assert_eq!((both.best(), both.certainty()), (Some(Dialect::GODOT_3), Certainty::Sure));
    let refused = Detector::new().detect(&[&array, &color, &[0xff; 4]]);
    let Choice::Refused(refusal) = &refused.choice else { panic!("{refused}") };
    assert_eq!((refusal.read, refusal.index, refusal.error.offset()), (2, 2, 0));
}

/// The decoded value of a large file takes many times its bytes.
#[test]
fn containers_of_more_than_a_mebibyte_are_not_compared_with_what_the_engine_writes() {
    let compared = |value: Variant| {
        let found = detect(&Dialect::GODOT_4.encode(&value).unwrap());
        let Choice::Chosen(chosen) = &found.choice else { panic!("{found}") };
        assert_eq!(chosen.dialect, Dialect::GODOT_4);
        (chosen.compared, found.certainty())
    };
    let array = |length| Variant::from(vec![Variant::Int(1); length]);
    assert_eq!(compared(array(1_000)), (true, Certainty::Sure));
    assert_eq!(compared(array(200_000)), (false, Certainty::Likely));
    // A single text is borrowed, however long it is.
    assert!(compared("x".repeat(2 << 20).into()).0);
}
