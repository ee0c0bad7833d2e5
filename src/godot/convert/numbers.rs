//! Ints and floats that are too wide for the target.

use super::Conversion;
use super::report::{Place, Rule, became, shown};
use crate::godot::dialect::{IntRule, Precision};
use crate::godot::ids::{Table, for_each_type};
use crate::godot::model::{Double, OfReals, Packed, Real, Variant};

/// Narrows numbers and remembers whether that changed any.
#[derive(Default)]
pub(super) struct Narrow {
    pub(super) inexact: bool,
}

impl Narrow {
    /// The nearest 32-bit float.
    pub(super) fn real(&mut self, wide: f64) -> f32 {
        let narrow = f32::from_f64(wide);
        self.inexact |= f64::from(narrow).to_bits() != wide.to_bits();
        narrow
    }

    /// The nearest 32-bit float to a component of an integer vector.
    pub(super) fn int(&mut self, int: i32) -> f32 {
        self.real(int.into())
    }
}

impl Conversion {
    /// Whether the target's ints and floats have 32 bits and no more.
    pub(super) fn has_narrow_numbers(&self) -> bool {
        self.to().ints == IntRule::Always32
    }

    /// An int past 32 bits is most often an id, a time or a score: as a float it would be a number close by,
    /// so it is left for the encoder to refuse unless losses are asked for.
    pub(super) fn wide_int(&mut self, place: &Place<'_>, value: &mut Variant<'_>) {
        let Variant::Int(int) = *value else { return };
        if !self.has_narrow_numbers() || i32::try_from(int).is_ok() || !self.settings.lossy {
            return;
        }
        #[allow(clippy::cast_precision_loss)] // That is the loss in question.
        let float = int as f64;
        *value = Variant::Float(f32::from_f64(float).into());
        self.report.note(place, Rule::WideInt, || became(&int.to_string(), value));
    }

    /// Godot 2 writes every float with 32 bits, as its games always had it.
    pub(super) fn narrow_float(&mut self, place: &Place<'_>, value: &mut Variant<'_>) {
        let Variant::Float(wide) = *value else { return };
        if !self.has_narrow_numbers() {
            return;
        }
        let mut narrow = Narrow::default();
        *value = Variant::Float(narrow.real(wide).into());
        if narrow.inexact {
            self.report.note(place, Rule::Rounded, || became(&format!("{wide:?}"), value));
        }
    }

    /// Components of 64 bits, for a target that writes 32. Where no digit is lost there is nothing to report:
    /// the engines read either width.
    pub(super) fn narrow_components(&mut self, place: &Place<'_>, value: &mut Variant<'_>) {
        let Variant::Double(double) = value else { return };
        let is_wide_everywhere = matches!(**double, Double::Color(_))
            || matches!(**double, Double::PackedColorArray(_) | Double::PackedFloat32Array(_));
        match (self.to().precision, self.to().table) {
            (Precision::Double, Table::Godot3) => return,
            (Precision::Double, _) if !is_wide_everywhere => return,
            _ => {}
        }
        let before = shown(&Variant::Double(double.clone_head()));
        let mut narrow = Narrow::default();
        let narrowed = narrow.components(double);
        if narrow.inexact && self.keeps_wide_floats(place, double) {
            let Double::PackedFloat32Array(array) = &mut **double else { return };
            *value = Variant::PackedFloat64Array(std::mem::take(array));
            return;
        }
        *value = narrowed;
        if narrow.inexact {
            self.report.note(place, Rule::Rounded, || became(&before, value));
        }
    }

    /// Wide plain floats need not be rounded where there is a packed array of such.
    fn keeps_wide_floats(&mut self, place: &Place<'_>, double: &Double<'_>) -> bool {
        let Double::PackedFloat32Array(array) = double else { return false };
        if self.lacks(crate::godot::ids::Kind::PackedFloat64Array) {
            return false;
        }
        let count = array.len();
        self.report.note(place, Rule::PackedReals, || {
            format!("PackedFloat32Array of {count} wide floats → PackedFloat64Array")
        });
        true
    }
}

/// A row with a wide form becomes an arm that narrows it, and an arm that takes so much of it as is shown.
macro_rules! doubles {
    ($(
        #$doc:tt $kind:ident $payload:tt $shape:ident $wire:tt ($($width:ident $x:ident: $wide:ty)?) $names:tt $ids:tt;
    )+) => {
        impl Narrow {
            fn components(&mut self, double: &Double<'_>) -> Variant<'static> {
                let mut real = |wide| self.real(wide);
                match double {
                    $($(Double::$kind($x) => narrow!($shape $x real).into(),)?)+
                }
            }
        }

        impl Double<'_> {
            /// The value itself, or for an array its first elements: enough to show.
            fn clone_head(&self) -> Box<Double<'static>> {
                Box::new(match self {
                    $($(Self::$kind($x) => Double::$kind(head!($shape $x)),)?)+
                })
            }
        }
    };
}

macro_rules! narrow {
    (reals $x:ident $real:ident) => {
        $x.map(&mut $real)
    };
    (packed_reals $x:ident $real:ident) => {
        $x.iter().map(|element| element.map(&mut $real)).collect::<Packed<'static, _>>()
    };
}

macro_rules! head {
    (reals $x:ident) => {
        $x.clone()
    };
    (packed_reals $x:ident) => {
        $x.iter().take(4).collect()
    };
}

for_each_type!(doubles);
