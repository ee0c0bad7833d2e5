//! Ints and floats that are too wide for the target.

use super::Run;
use super::report::{Place, Rule, became, shown};
use crate::godot::dialect::{IntRule, Precision};
use crate::godot::ids::Table;
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

impl Run {
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

impl Double<'_> {
    /// The value itself, or for an array its first elements: enough to show.
    fn clone_head(&self) -> Box<Double<'static>> {
        const HEAD: usize = 4;
        Box::new(match self {
            Self::PackedVector2Array(array) => Double::PackedVector2Array(array.iter().take(HEAD).collect()),
            Self::PackedVector3Array(array) => Double::PackedVector3Array(array.iter().take(HEAD).collect()),
            Self::PackedVector4Array(array) => Double::PackedVector4Array(array.iter().take(HEAD).collect()),
            Self::PackedFloat32Array(array) => Double::PackedFloat32Array(array.iter().take(HEAD).collect()),
            Self::PackedColorArray(array) => Double::PackedColorArray(array.iter().take(HEAD).collect()),
            fixed => fixed.clone().into_owned(),
        })
    }
}

impl Narrow {
    fn components(&mut self, double: &Double<'_>) -> Variant<'static> {
        let mut real = |wide| self.real(wide);
        /// Each element of a packed array.
        macro_rules! each {
            ($array:expr) => {
                $array.iter().map(|element| element.map(&mut real)).collect::<Packed<'static, _>>().into()
            };
        }
        match double {
            Double::Vector2(value) => value.map(&mut real).into(),
            Double::Rect2(value) => value.map(&mut real).into(),
            Double::Vector3(value) => value.map(&mut real).into(),
            Double::Transform2D(value) => value.map(&mut real).into(),
            Double::Vector4(value) => value.map(&mut real).into(),
            Double::Plane(value) => value.map(&mut real).into(),
            Double::Quaternion(value) => value.map(&mut real).into(),
            Double::Aabb(value) => value.map(&mut real).into(),
            Double::Basis(value) => value.map(&mut real).into(),
            Double::Transform3D(value) => value.map(&mut real).into(),
            Double::Projection(value) => value.map(&mut real).into(),
            Double::Color(value) => value.map(&mut real).into(),
            Double::PackedVector2Array(array) => each!(array),
            Double::PackedVector3Array(array) => each!(array),
            Double::PackedVector4Array(array) => each!(array),
            Double::PackedColorArray(array) => each!(array),
            Double::PackedFloat32Array(array) => {
                array.iter().map(real).collect::<Packed<'static, f32>>().into()
            }
        }
    }
}
