//! A way to read contents as values of Godot.

use super::arrangement::{self, Arrangement, EncodedValue};
use crate::error::DecodeError;
use crate::godot::detect::Choice;
use crate::godot::files::dialect_of_settings;
use crate::godot::{Decoder, Detector};

/// A way to read the contents.
pub(super) struct Plan<'a> {
    pub(super) arrangement: Arrangement,
    pub(super) values: Vec<EncodedValue<'a>>,
    pub(super) broken: Option<DecodeError>,
    pub(super) choice: Choice,
    /// The number of bytes that are read, if all values are.
    pub(super) read: usize,
}

impl<'a> Plan<'a> {
    pub(super) fn new(bytes: &'a [u8], arrangement: Arrangement, expect: Detector) -> Self {
        let (values, mut broken) = arrangement::whole_values(bytes, arrangement);
        let mut read = bytes.len();
        if expect.trailing
            && matches!(arrangement, Arrangement::Settings(_))
            && let Some(error) = broken.take_if(|error| arrangement::is_trailing(error))
        {
            read = error.offset();
        }
        let only: Vec<&[u8]> = values.iter().map(|value| value.bytes).collect();
        let names = values.iter().filter_map(|value| value.name.as_deref());
        let named = dialect_of_settings(names);
        let detector = expect.prefer(named).allow_trailing(false);
        let choice = match detector.detect(&only).into_choice() {
            Choice::Refused(_) if expect.trailing => {
                let choice = expect.detect(&only).into_choice();
                if let (Arrangement::Single, Choice::Chosen(chosen)) = (arrangement, &choice) {
                    let decoder = Decoder::new(chosen.dialect).allow_objects(true);
                    read = decoder.check_prefix(bytes).unwrap_or_default();
                }
                choice
            }
            choice => choice,
        };
        Self { arrangement, values, broken, choice, read }
    }

    /// Returns whether every byte is read, if perhaps in several ways.
    pub(super) fn fits(&self) -> bool {
        self.broken.is_none() && !matches!(self.choice, Choice::Refused(_))
    }

    /// Returns whether the engine would write every byte so. A header of Godot has no bits beside its id and flags; as that of
    /// an NBT root it has.
    pub(super) fn is_canonical(&self) -> bool {
        match &self.choice {
            Choice::Chosen(chosen) => chosen.lenient.is_none(),
            Choice::Ambiguous(_) => true,
            Choice::Refused(_) => false,
        }
    }
}
