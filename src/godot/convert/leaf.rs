//! Conversion of values that contain no other values.

use super::Conversion;
use super::report::{Rule, became};
use crate::error::Segment;
use crate::godot::dialect::{IntRule, RealRule};
use crate::godot::ids::{Kind, Table};
use crate::godot::model::{Event, InputEvent, Leaf, NumberType, Numbers, Real, Rid};
use crate::godot::shape::PackedNumbers;
use crate::godot::wire::writes_wide_components;
use crate::godot::{Dictionary, Double, Image, NodePath, Object, Packed, Variant};

/// A value that takes the place of another one.
struct Change {
    value: Variant,
    /// The reason. There is none if the engines read both values alike.
    rule: Option<Rule>,
    /// Whether digits are lost.
    is_rounded: bool,
}

impl Change {
    fn new(rule: Rule, value: impl Into<Variant>) -> Self {
        Self { value: value.into(), rule: Some(rule), is_rounded: false }
    }

    fn rounded(self, is_rounded: bool) -> Self {
        Self { is_rounded, ..self }
    }
}

impl Conversion {
    /// Applies every rule for values without contents, one after the other. For example, a `Vector4i` may become a
    /// `Vector4`, and that a `Quaternion`. Returns `true` if the value has become a container, whose contents may need more
    /// rules.
    #[inline(never)]
    pub(super) fn leaf(&mut self, value: &mut Variant) -> bool {
        self.texts(value);
        let mut is_changed = false;
        while let Some(Change { value: other, rule, is_rounded }) = self.change(value) {
            let before = std::mem::replace(value, other);
            for rule in rule.into_iter().chain(is_rounded.then_some(Rule::Rounded)) {
                self.report.note(rule, || became(&before, value));
            }
            is_changed = true;
        }
        is_changed && matches!(value, Variant::Array(_) | Variant::Dictionary(_))
    }

    fn texts(&mut self, value: &mut Variant) {
        match value {
            Variant::String(text) | Variant::StringName(text) => self.text(text),
            Variant::Signal(signal) => self.text(&mut signal.name),
            Variant::NodePath(path) => {
                for text in path.names.iter_mut().chain(&mut path.subnames).chain(&mut path.property) {
                    self.text(text);
                }
            }
            Variant::PackedStringArray(texts) => {
                for (index, text) in texts.iter_mut().enumerate() {
                    self.inside(|| Segment::Index(index), |run| run.text(text));
                }
            }
            _ => {}
        }
    }

    /// Returns the value that takes the place of one that the target does not have or cannot express.
    fn change(&self, value: &Variant) -> Option<Change> {
        let (from, to) = (self.from(), self.to());
        let is_lacked = self.lacks(value.kind());
        Some(match value.leaf() {
            // An int is usually an id, a time or a score, and the float would be a different number. So if no losses are
            // allowed, the encoder rejects it.
            Leaf::Int(int)
                if self.has_narrow_numbers() && self.settings.lossy && i32::try_from(int).is_err() =>
            {
                #[allow(clippy::cast_precision_loss)] // The caller allowed this loss.
                let (float, _) = narrow(int as f64);
                Change::new(Rule::WideInt, f64::from(float))
            }
            Leaf::Float(wide) if self.has_narrow_numbers() && narrow(wide).1 => {
                Change::new(Rule::Rounded, f64::from(narrow(wide).0))
            }
            // Engines treat a StringName and a String as equal, and games rarely depend on the difference.
            Leaf::Text(text) if is_lacked => Change::new(Rule::StringName, text.clone()),
            Leaf::NodePath(path) => self.node_path(path)?,
            // The number is meaningless in another run of the game.
            Leaf::Rid(Rid(1..)) if !to.rid_number => Change::new(Rule::RidNumber, Rid(0)),
            // A callable has no encoded contents, and a signal is meaningless without its object.
            Leaf::Unit | Leaf::Signal(_) if is_lacked => Change::new(Rule::Callable, ()),
            Leaf::Object(Object::Null) if !from.objects && to.objects => Change::new(Rule::NullObject, ()),
            Leaf::Object(object) if !to.objects && !object.is_null() => {
                Change::new(Rule::Object, Object::Null)
            }
            // An object cannot be decoded from bytes. A script can create it from the fields.
            Leaf::Image(image) if is_lacked => Change::new(Rule::Image, image_fields(image)),
            Leaf::InputEvent(event) if is_lacked => Change::new(Rule::InputEvent, event_fields(event)),
            // The reader of 2.1.5 accepts only motions with a position.
            Leaf::InputEvent(InputEvent { device, event: Event::JoystickMotion { axis, value: None } })
                if !to.short_joystick =>
            {
                let event = Event::JoystickMotion { axis, value: Some(0.0) };
                Change::new(Rule::JoystickPosition, InputEvent { device, event })
            }
            Leaf::Structure(structure) => self.structure(value.kind(), &structure.numbers())?,
            Leaf::Packed(packed) => self.packed(value.kind(), &packed)?,
            _ => return None,
        })
    }

    /// Returns whether the target has only ints and floats of 32 bits.
    fn has_narrow_numbers(&self) -> bool {
        self.to().ints == IntRule::Always32
    }

    /// Converts a path that the target reads as empty, also if it is a key, and moves the property of a path.
    /// `Sprite:modulate` has a property in Godot 2 and a subname later, but is the same path.
    fn node_path(&self, path: &NodePath) -> Option<Change> {
        let (from, to) = (self.from(), self.to());
        let reads_empty = match to.table {
            Table::Godot2 => path.names.is_empty(),
            Table::Godot3 => path.names.is_empty() && path.subnames.is_empty(),
            Table::Godot4 => false,
        };
        if reads_empty && *path != NodePath::default() && from.table != to.table {
            return Some(Change::new(Rule::EmptyPath, NodePath::default()));
        }
        let mut moved = path.clone();
        if !to.node_path_property {
            let property = moved.property.take()?;
            moved.subnames.extend((!property.is_empty()).then_some(property));
        } else if !from.node_path_property && path.property.is_none() {
            moved.property = Some(moved.subnames.pop()?);
        } else {
            return None;
        }
        Some(Change::new(Rule::NodePathProperty, moved))
    }

    /// Converts a vector or matrix.
    fn structure(&self, kind: Kind, numbers: &Numbers<'_>) -> Option<Change> {
        if let Some(change) = self.narrowed(kind, numbers) {
            return Some(change);
        }
        let (other, rule) = if self.lacks(kind) { counterpart(kind)? } else { return None };
        let (numbers, is_rounded) = match numbers {
            Numbers::I32(ints) => narrow_all(ints.iter().map(f64::from)),
            reals => (reals.clone().into_owned(), false),
        };
        Some(Change::new(rule, Variant::from_numbers(other, numbers)?).rounded(is_rounded))
    }

    /// Rounds 64-bit components for a target that writes 32 bits.
    fn narrowed(&self, kind: Kind, numbers: &Numbers<'_>) -> Option<Change> {
        let is_wide = kind.numeric()?.has_wide && numbers.number_type() == NumberType::F64;
        if !is_wide || writes_wide_components(self.to(), kind) {
            return None;
        }
        let (narrow, is_rounded) = narrow_all(numbers.reals());
        if let (Kind::PackedFloat32Array, Numbers::F64(wide)) = (kind, numbers)
            && is_rounded
            && !self.lacks(Kind::PackedFloat64Array)
        {
            return Some(Change::new(Rule::PackedReals, wide.iter().collect::<Packed<f64>>()));
        }
        Some(Change { value: Variant::from_numbers(kind, narrow)?, rule: None, is_rounded })
    }

    /// Converts a packed array of numbers or vectors.
    fn packed(&self, kind: Kind, array: &PackedNumbers<'_>) -> Option<Change> {
        if let Some(change) = self.narrowed(kind, &array.numbers) {
            return Some(change);
        }
        if !self.lacks(kind) {
            return None;
        }
        let elements = || -> Variant { (0..array.len()).filter_map(|at| array.get(at)).collect() };
        Some(match &array.numbers {
            Numbers::I64(ints) => {
                let ints: Result<Packed<i32>, _> = ints.iter().map(i32::try_from).collect();
                Change::new(Rule::PackedIntegers, ints.map_or_else(|_| elements(), Variant::from))
            }
            // Only Godot 3's documented double layout writes packed arrays of floats with 64 bits each.
            Numbers::F64(wide) if array.parts == 1 && self.to().reals == RealRule::Double => {
                Change::new(Rule::PackedReals, Double::PackedFloat32Array(wide.iter().collect()))
            }
            // Plain floats have 64 bits in every engine except Godot 2.
            Numbers::F64(_) if array.parts == 1 => match narrow_all(array.numbers.reals()) {
                (_, true) if !self.has_narrow_numbers() => Change::new(Rule::PackedReals, elements()),
                (narrow, is_rounded) => {
                    let narrow = Variant::from_numbers(Kind::PackedFloat32Array, narrow)?;
                    Change::new(Rule::PackedReals, narrow).rounded(is_rounded)
                }
            },
            _ => Change::new(Rule::PackedVectors, elements()),
        })
    }
}

/// Returns the nearest 32-bit float, and whether it differs.
fn narrow(wide: f64) -> (f32, bool) {
    let narrow = f32::from_f64(wide);
    (narrow, f64::from(narrow).to_bits() != wide.to_bits())
}

fn narrow_all(wide: impl IntoIterator<Item = f64>) -> (Numbers<'static>, bool) {
    let mut is_rounded = false;
    let numbers = Numbers::of(wide.into_iter().map(|wide| {
        let (narrow, differs) = narrow(wide);
        is_rounded |= differs;
        narrow
    }));
    (numbers, is_rounded)
}

/// Returns a type that can hold the same numbers and exists in more dialects.
fn counterpart(kind: Kind) -> Option<(Kind, Rule)> {
    match kind {
        // Among the types with four floats, only `Quaternion` has the same component names and arithmetic. `Color`
        // has other names, and `Plane` is not a vector.
        Kind::Vector4 => Some((Kind::Quaternion, Rule::Vector4)),
        // Godot 3 has such matrices only inside its renderer. The numbers are kept, by columns.
        Kind::Projection => Some((Kind::PackedFloat32Array, Rule::Projection)),
        // Games before Godot 4 kept grid positions in float vectors, such as `Vector2` for `Vector2i`, which are exact
        // up to 2²⁴.
        kind => Some((kind.name().strip_suffix('i').and_then(Kind::from_name)?, Rule::IntegerVector)),
    }
}

/// The fields have the order of `Image.create_from_data(width, height, mipmaps, format, data)`. `mipmaps` is
/// their number; `format` is the name in Godot 2: `RGB` is called `FORMAT_RGB8` in later engines.
fn image_fields(image: &Image) -> Dictionary {
    let fields: [(&str, Variant); 5] = [
        ("width", image.width.into()),
        ("height", image.height.into()),
        ("mipmaps", image.mipmaps.into()),
        ("format", image.format.name().into()),
        ("data", image.data.as_slice().into()),
    ];
    fields.into()
}

fn event_fields(InputEvent { device, event }: InputEvent) -> Dictionary {
    let (kind, words) = event.words();
    let name = Event::type_word(kind);
    let is_known = name != "unknown";
    let mut fields = Dictionary::from([("type", Variant::from(name)), ("device", device.into())]);
    fields.extend(words);
    fields.extend(event.value().map(|value| ("value", value)));
    fields.extend((!is_known).then_some(("kind", kind)));
    fields
}
