//! Checks the verdict of `verify` for bytes that this crate would write differently: only padding or more, and the offset. The
//! bytes are written in the tests.

use gamewire::godot::{Decoder, Dialect, Verdict};

/// `"a"` and its padding.
fn text(padding: [u8; 3]) -> Vec<u8> {
    [&[4, 0, 0, 0, 1, 0, 0, 0, b'a'], &padding[..]].concat()
}

/// A bool, which is true of any number but 0; written as 1.
fn truth(number: u8) -> Vec<u8> {
    vec![1, 0, 0, 0, number, 0, 0, 0]
}

/// An int of 64 bits, which are more than 5 needs.
const WIDE: [u8; 12] = [2, 0, 1, 0, 5, 0, 0, 0, 0, 0, 0, 0];

/// An array of Godot 3: its elements begin at byte 8.
fn array(items: &[Vec<u8>]) -> Vec<u8> {
    let count = u32::try_from(items.len()).unwrap().to_le_bytes();
    [&19_u32.to_le_bytes()[..], &count, &items.concat()].concat()
}

fn verdict(bytes: &[u8]) -> Verdict {
    Decoder::new(Dialect::GODOT_3).verify(bytes)
}

#[test]
fn padding_alone_is_counted() {
    assert_eq!(verdict(&text([0, 0, 0])), Verdict::Identical);
    assert_eq!(verdict(&text([7, 0, 0])), Verdict::Padding { offset: 9, bytes: 1 });
    assert_eq!(verdict(&text([0, 7, 7])), Verdict::Padding { offset: 10, bytes: 2 });
    assert_eq!(verdict(&text([1, 2, 3])), Verdict::Padding { offset: 9, bytes: 3 });
    let several = array(&[text([0, 0, 7]), truth(1), text([0, 0, 0]), text([7, 0, 7])]);
    assert_eq!(verdict(&several), Verdict::Padding { offset: 19, bytes: 3 });
}

/// A row of padding names the releases that do not clear it, and the release that wrote these bytes is one of them.
#[test]
fn padding_names_the_releases_that_leave_it() {
    let tables = [
        ("2.1", "godot2/values-2.1.tsv", Dialect::GODOT_2, 84),
        ("2.1.5", "godot2/values-2.1.5.tsv", Dialect::GODOT_2_1_5, 79),
        ("3.2.3", "godot3/values-3.2.3.tsv", Dialect::GODOT_3, 11),
        ("3.6.2", "godot3/values-3.6.2.tsv", Dialect::GODOT_3, 11),
    ];
    for (release, table, dialect, count) in tables {
        let decoder = Decoder::new(dialect).allow_objects(true);
        let rows = crate::support::tsv::values(table);
        let left = rows.iter().filter(|row| matches!(decoder.verify(&row.bytes), Verdict::Padding { .. }));
        let said: Vec<_> = left
            .filter_map(|row| {
                let explanation = decoder.explainer(&row.bytes).explain();
                let mut said = explanation
                    .rows()
                    .iter()
                    .filter_map(|row| row.meaning.split_once("not cleared by Godot "));
                said.next().map(|(_, releases)| releases.to_owned())
            })
            .collect();
        assert_eq!(said.len(), count, "{release}");
        assert!(
            said.iter().all(|releases| releases.split(" and ").any(|one| one == release)),
            "{release}: {said:?}"
        );
    }
    // Godot 3 clears the padding of text.
    let explanation = Decoder::new(Dialect::GODOT_3).explain(&text([1, 2, 3]));
    let padding = &explanation.rows().last().unwrap().meaning;
    assert!(padding.ends_with("<- readers ignore it; the engine writes zeros"), "{padding}");
    // Godot 4 clears the padding of names since 4.6.3.
    let path = [&[22, 0, 0, 0, 1, 0, 0, 0x80], &[0; 8][..], &[1, 0, 0, 0, b'a', 1, 2, 3]].concat();
    let explanation = Decoder::new(Dialect::GODOT_4).explain(&path);
    let padding = &explanation.rows().last().unwrap().meaning;
    assert!(padding.ends_with("<- readers ignore it; not cleared by Godot before 4.6.3"), "{padding}");
}

#[test]
fn padding_and_more_is_a_difference() {
    let differs = |items: &[Vec<u8>]| match verdict(&array(items)) {
        Verdict::Differs { offset, why } => (offset, why),
        other => panic!("{other:?}"),
    };
    assert_eq!(differs(&[text([7, 7, 7]), truth(2)]).0, 17);
    assert_eq!(differs(&[truth(2), text([7, 7, 7])]).0, 12);
    assert_eq!(differs(&[truth(2)]).0, 12);
    // Written shorter.
    assert_eq!(differs(&[text([0, 0, 7]), WIDE.to_vec()]).0, 19);
    let (offset, why) = differs(&[WIDE.to_vec(), text([7, 0, 0])]);
    assert_eq!(offset, 10);
    assert!(why.starts_with("gamewire writes other bytes for `"), "{why}");
}

/// Types that the compiler knows have no value to show, and no declared types.
#[test]
fn known_types_are_judged_by_their_bytes_alone() {
    use gamewire::minecraft::{Protocol, VarInt};
    let protocol = Protocol::V1_14;
    assert_eq!(protocol.verify::<VarInt>(&[5]), Verdict::Identical);
    let explanation = protocol.explain::<VarInt>(&[5]);
    assert!(!explanation.text().contains("\nvalue: "));
    assert!(explanation.text().lines().next().is_some_and(|head| head.ends_with("1 byte, canonical")));
    // Longer than the game writes it.
    let Verdict::Differs { offset, why } = protocol.verify::<VarInt>(&[0x85, 0]) else {
        panic!("it differs")
    };
    assert_eq!((offset, why.starts_with("gamewire writes other bytes for `")), (0, true), "{why}");
}

#[test]
fn trailing_bytes_are_refused_unless_allowed() {
    use gamewire::godot::Detector;
    use gamewire::godot::detect::Choice;
    let bytes = [2, 0, 0, 0, 5, 0, 0, 0, 0xff];
    for dialect in [Dialect::GODOT_3, Dialect::GODOT_4] {
        let detector = Detector::new().only(Some(dialect));
        assert!(matches!(detector.detect(&[&bytes]).choice, Choice::Refused(_)));
        assert_eq!(detector.allow_trailing(true).detect(&[&bytes]).reader(), Some(dialect));
        assert_eq!(detector.detect(&[&bytes[..8]]).reader(), Some(dialect));
    }
}
