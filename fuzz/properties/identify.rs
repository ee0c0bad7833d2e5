//! What bytes are, when nobody knows anything about them.

use super::text_and_bytes;
use gamewire::godot::files::Key;
use gamewire::godot::{Certainty, Choice, Chooser, Decoder, Framing, choose, guess};
use gamewire::identify::{
    Arrangement, Expect, Finding, Foreign, Opener, examine, identify as identified, pieces, wrap,
};

/// Every way of asking; what is said to fit does fit.
pub fn identify(data: &[u8]) {
    guessed(data);
    chosen(data);
    let _ = (Foreign::by_magic(data), Foreign::by_shape(data));
    for opener in [Opener::new(), Opener::new().key(Some(Key::new([7; 32]))).max_size(Some(1 << 16))] {
        let _ = format!("{:?}", identified(data, &opener));
        let Ok(opened) = opener.open(data) else { continue };
        let key = Key::new([7; 32]);
        if let Ok(wrapped) = wrap(opened.layers(), opened.contents(), Some(&key))
            && let Ok(again) = opener.open(&wrapped)
        {
            assert!(again.contents() == opened.contents() || opened.layers().is_empty());
        }
    }
    examined(data);
    for arrangement in [
        Arrangement::Single,
        Arrangement::Framed(Framing::STORE_VAR),
        Arrangement::Framed(Framing::STORE_VAR.big_endian()),
    ] {
        for piece in pieces(data, arrangement).0 {
            assert_eq!(&data[piece.offset..][..piece.bytes.len()], piece.bytes);
        }
    }
    // Text in front of a NUL, as text that someone pasted.
    if let Some((text, _)) = text_and_bytes(data) {
        let _ = format!("{:?}", examine(text.as_bytes()));
    }
}

fn guessed(data: &[u8]) {
    let guess = guess(data);
    let _ = (guess.to_string(), guess.same_value());
    if let Some(best) = guess.best() {
        assert!(Decoder::new(best).allow_objects(true).check(data).is_ok(), "{guess}");
    }
    for candidate in guess.candidates().iter().filter(|candidate| candidate.fits()) {
        let reads =
            Decoder::new(candidate.dialect).allow_objects(true).allow_trailing(true).check(data).is_ok();
        assert!(reads, "{guess}");
    }
    if guess.certainty() == Certainty::Sure {
        assert!(guess.best().is_some());
    }
}

fn chosen(data: &[u8]) {
    match choose(&[data]) {
        Choice::Chosen(chosen) => {
            let reads = Decoder::new(chosen.dialect).allow_objects(true).check(data);
            assert!(reads.is_ok() || chosen.lenient.is_some(), "{chosen}");
        }
        Choice::Ambiguous(readings) => assert!(readings.len() > 1),
        other => drop(format!("{other:?}")),
    }
    let (front, back) = data.split_at(data.len() / 2);
    let _ = format!("{:?}", Chooser::new().quick(true).allow_trailing(true).choose(&[front, back]));
}

fn examined(data: &[u8]) {
    let finding = examine(data);
    let _ = format!("{finding:?}");
    if let Finding::Godot { chosen, arrangement: Arrangement::Single, .. } = finding {
        let decoder = Decoder::new(chosen.dialect).allow_objects(true).allow_trailing(true);
        assert!(decoder.check(data).is_ok() || chosen.lenient.is_some(), "{chosen}");
    }
    let _ = format!("{:?}", Expect::default().examine(data));
}
