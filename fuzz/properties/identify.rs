//! Detection of the format of arbitrary bytes.

use super::{shown, text_and_bytes};
use gamewire::godot::detect::{Certainty, Choice};
use gamewire::godot::{Decoder, Detector, Framing, detect};
use gamewire_files::document::OpenOptions;
use gamewire_files::godot::EncryptionKey;
use gamewire_files::identify::{Arrangement, Contents, Foreign, examine};
use gamewire_files::shared::identify::{encoded_values, wrap};

/// Tries all options of detection. A format that is said to fit must fit.
pub fn identify(data: &[u8]) {
    detected(data);
    let _ = (Foreign::by_magic(data), Foreign::by_shape(data));
    for options in [
        OpenOptions::new(),
        OpenOptions::new().key(Some(EncryptionKey::new([7; 32]))).max_size(Some(1 << 16)),
    ] {
        let _ = format!("{:?}", options.identify(data));
        let Ok(opened) = options.containers(data) else { continue };
        let key = EncryptionKey::new([7; 32]);
        if let Ok(wrapped) = wrap(opened.layers(), opened.contents().into(), Some(&key), &[])
            && let Ok(again) = options.containers(&*wrapped)
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
        for value in encoded_values(data, arrangement).0 {
            assert_eq!(&data[value.offset..][..value.bytes.len()], value.bytes);
        }
    }
    // The text before a NUL is used as text that somebody pasted.
    if let Some((text, _)) = text_and_bytes(data) {
        let _ = format!("{:?}", examine(text.as_bytes()));
    }
}

fn detected(data: &[u8]) {
    let found = detect(data);
    shown::lines(&found.to_string());
    let certainty = found.certainty();
    if let Some(best) = found.best() {
        assert!(Decoder::new(best).allow_objects(true).check(data).is_ok(), "{found}");
        assert!(found.reader() == Some(best) && certainty >= Certainty::Likely);
    }
    for candidate in &found.candidates {
        let decoder = Decoder::new(candidate.dialect).allow_objects(true);
        assert_eq!(decoder.check(data).is_ok(), candidate.fits(), "{found}");
    }
    if certainty == Certainty::Sure {
        assert!(found.best().is_some());
    }
    match &found.choice {
        Choice::Chosen(chosen) => {
            assert_eq!(found.candidates.first().map(|first| first.dialect), Some(chosen.dialect));
            let reads = Decoder::new(chosen.dialect).allow_objects(true).check(data);
            assert!(reads.is_ok(), "{chosen}");
        }
        Choice::Ambiguous(readings) => assert!(readings.len() > 1 && certainty == Certainty::Ambiguous),
        other => drop(format!("{other:?}")),
    }
    let (front, back) = data.split_at(data.len() / 2);
    let _ = format!("{:?}", Detector::new().quick(true).allow_trailing(true).detect(&[front, back]));
}

fn examined(data: &[u8]) {
    let finding = examine(data);
    let _ = format!("{finding:?}");
    if let Contents::Godot { chosen, arrangement: Arrangement::Single, .. } = finding {
        let decoder = Decoder::new(chosen.dialect).allow_objects(true).allow_trailing(true);
        assert!(decoder.check(data).is_ok() || chosen.lenient.is_some(), "{chosen}");
    }
    let _ = format!("{:?}", OpenOptions::default().examine(data));
}
