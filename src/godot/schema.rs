//! The layouts of Godot's types as data. They are derived from the table in `types.rs` and the fields of the
//! payloads.

use super::dialect::{Dialect, HeaderRule, IntRule, OldNodePath, Precision, RealRule, TextRule};
use super::ids::{Doubles, Kind};
use super::model;
use super::types::for_each_type;
use crate::schema::{Field, FieldRef, RealWidth, Scalar, Schema, Structure, Test, Type, VariantType};

impl Dialect {
    /// Returns the layouts of all types of this dialect as data.
    ///
    /// ```
    /// use gamewire::godot::Dialect;
    /// let schema = Dialect::GODOT_3.schema();
    /// let plane = schema.structure("Plane").unwrap();
    /// assert_eq!(plane.variant_type.unwrap().id, 9);
    /// assert_eq!(plane.fields.iter().map(|field| field.name).collect::<Vec<_>>(), ["normal", "d"]);
    /// ```
    #[must_use]
    pub fn schema(&self) -> Schema {
        let has = |kind: &&Kind| self.id(**kind).is_some();
        let mut kinds: Vec<Kind> = Kind::ALL.iter().filter(has).copied().collect();
        kinds.sort_by_key(|kind| self.id(*kind));
        let mut structures = vec![self.value(&kinds), string_block(), entry()];
        if self.objects {
            structures.push(property());
        }
        structures.extend(kinds.into_iter().map(|kind| self.structure(kind)));
        Schema {
            name: self.name.into(),
            big_endian: false,
            root: VALUE,
            structures,
            tables: Vec::new(),
            rules: self.rules_in_words(),
        }
    }

    /// Returns the layout of a value: its header, then the payload of its type.
    fn value(&self, kinds: &[Kind]) -> Structure {
        let (id_bits, valid) = match self.header {
            HeaderRule::LowByte => (Some(0xff), u32::from(self.types) - 1),
            HeaderRule::WholeWord | HeaderRule::WholeWordOr64 => (None, u32::from(self.types) - 1),
        };
        let cases = kinds
            .iter()
            .filter_map(|kind| Some((u32::from(self.id(*kind)?), Type::Structure(self.table.name(*kind)))));
        let header = Field::scalar(HEADER, Scalar::U32).valid(id_bits, Test::AtMost(valid));
        let payload = Type::switch(FieldRef { field: HEADER, mask: id_bits }, cases);
        let about = "A value: its header, which has the type id and flags, then the payload of its type.";
        Structure::new(VALUE, about, vec![header, Field::new("payload", payload)])
    }

    fn structure(&self, kind: Kind) -> Structure {
        let (about, fields) = layout(self, kind);
        let real = match (self.reals, kind.doubles()) {
            _ if !fields.iter().any(|field| field.of == Type::Real) => None,
            (RealRule::Flagged, Doubles::Flagged) => Some(RealWidth::ByHeader),
            (RealRule::Double, Doubles::Flagged | Doubles::Documented) => Some(RealWidth::F64),
            (RealRule::Single, _) | (RealRule::Flagged, _) | (RealRule::Double, Doubles::Never) => {
                Some(RealWidth::F32)
            }
        };
        let variant_type = self.id(kind).map(|id| VariantType { id, godot4: kind.name() });
        Structure { name: self.table.name(kind), variant_type, about: about.trim(), real, fields }
    }

    /// Returns the rules that the layouts do not express.
    fn rules_in_words(&self) -> Vec<&'static str> {
        let mut rules = vec![
            "The root is at level 0, values inside a value are one level deeper. A value at level 1025 is an error.",
            "A count of n elements of at least s bytes is an error if fewer than n times s bytes follow. Check this before allocating memory.",
            "Of dictionary entries with equal keys the place of the first and the value of the last remain. Which keys are equal depends on the release.",
            "Bytes between a NUL in a text and the end of its length are ignored. A byte order mark at the beginning of a text is dropped by engines.",
            "A bool is false if its value is 0, and true otherwise; 0 or 1 is written.",
            "The padding after the bytes of a packed array of bytes may be missing, or a part of it, at the end of the input.",
        ];
        if !self.padding_required {
            rules.push("The padding after a text may be missing at the end of the input.");
        }
        rules.push(match self.text {
            TextRule::Any => "Text is UTF-8. Text that cannot be decoded is read as empty, or kept as bytes.",
            TextRule::Lenient => {
                "Text is UTF-8, with surrogates, code points above U+10FFFF and most overlong forms."
            }
            TextRule::Strict => "Text is well-formed UTF-8.",
        });
        rules.push(match self.ints {
            IntRule::Always32 => "Ints are written with 32 bits.",
            IntRule::Always64 => "Ints are written with 64 bits.",
            IntRule::ByRange => "An int is written with 32 bits if it fits, a float if converting it to 32 bits and back gives an equal number (so a NaN takes 64 bits).",
        });
        if self.reals == RealRule::Flagged {
            rules.push(match self.precision {
                Precision::Single => {
                    "This build writes components with 32 bits, and clears bit 16 of their header."
                }
                Precision::Double => {
                    "This build writes components with 64 bits, and sets bit 16 of their header."
                }
            });
        }
        if self.objects {
            rules.push("A class name with nothing before its first NUL, or nothing but a byte order mark, means null as well: no property count follows.");
        }
        if self.id(Kind::InputEvent).is_some() {
            rules.push("The length of an InputEvent without fields may be missing at the end of the input.");
        }
        rules
    }
}

const VALUE: &str = "value";
const HEADER: &str = "header";
const STRING_BLOCK: &str = "string_block";

/// Bit 16 of the header.
const WIDE: FieldRef = FieldRef::bits(HEADER, 1 << 16);
const CLEAR: Test = Test::is(&[0]);
const SET: Test = Test::is_not(&[0]);
/// A count without its highest bit, which means "shared" in Godot 2 and is ignored by later releases.
const COUNT: FieldRef = FieldRef::bits("count", 0x7fff_ffff);

/// Defines [`layout`] for the types in the table.
macro_rules! by_type {
    ($(#[doc = $about:literal] $shape:ident $kind:ident [$($read:ident $write:ident)?];)+) => {
        /// Returns the summary and the fields of a type.
        fn layout(dialect: &Dialect, kind: Kind) -> (&'static str, Vec<Field>) {
            match kind {
                $(Kind::$kind => ($about, fields!(dialect $shape $kind $($read)?)),)+
            }
        }
    };
}

/// Returns the fields of a type. A type that consists of numbers has the fields of its payload. Any other
/// type has a function in [`layouts`] with the name of its grammar in [`wire`](super::wire).
macro_rules! fields {
    ($dialect:ident unit $kind:ident) => {
        Vec::new()
    };
    // A basis is written by rows, but its fields are columns.
    ($dialect:ident reals $kind:ident basis) => {
        layouts::basis()
    };
    ($dialect:ident reals $kind:ident $read:ident) => {
        layouts::numbers($dialect, Kind::$kind)
    };
    ($dialect:ident ints $kind:ident $read:ident) => {
        layouts::numbers($dialect, Kind::$kind)
    };
    ($dialect:ident packed $kind:ident $read:ident) => {
        layouts::numbers($dialect, Kind::$kind)
    };
    ($dialect:ident packed_reals $kind:ident $read:ident) => {
        layouts::numbers($dialect, Kind::$kind)
    };
    ($dialect:ident $shape:ident $kind:ident $read:ident) => {
        layouts::$read($dialect)
    };
}

for_each_type!(by_type: doc shape kind wire);

fn string_block() -> Structure {
    let fields = vec![
        Field::scalar("length", Scalar::I32).valid(None, Test::AtLeast(0)),
        Field::new("text", Type::Bytes(FieldRef::new("length"))),
        Field::new("padding", Type::Padding(FieldRef::new("length"))),
    ];
    Structure::new(STRING_BLOCK, "Text, with its length in bytes and padding.", fields)
}

fn entry() -> Structure {
    let fields = vec![Field::structure("key", VALUE), Field::structure("value", VALUE)];
    Structure::new("entry", "A key of a dictionary and its value.", fields)
}

fn property() -> Structure {
    let fields = vec![Field::structure("name", STRING_BLOCK), Field::structure("value", VALUE)];
    Structure::new("property", "The name of a property and its value.", fields)
}

mod layouts {
    use super::model::{NumberType, Numeric};
    use super::*;

    /// Returns the layout of a type that consists of numbers: its fields, or a count and the elements.
    pub(super) fn numbers(dialect: &Dialect, kind: Kind) -> Vec<Field> {
        let Some(numeric) = kind.numeric() else { return Vec::new() };
        match numeric.element {
            Some(element) => packed(part(dialect, element, &numeric)),
            None => {
                let field =
                    |field: &model::Field| Field::new(field.name, part(dialect, field.kind, &numeric));
                numeric.fields.iter().map(field).collect()
            }
        }
    }

    /// Returns the type of a field or an element: a smaller structure, or a number.
    fn part(dialect: &Dialect, kind: Kind, whole: &Numeric) -> Type {
        if kind.numeric().is_some() {
            return Type::Structure(dialect.table.name(kind));
        }
        match whole.number {
            NumberType::F32 if whole.has_wide => Type::Real,
            NumberType::U8 => Type::Scalar(Scalar::U8),
            NumberType::I32 => Type::Scalar(Scalar::I32),
            NumberType::I64 => Type::Scalar(Scalar::I64),
            NumberType::F32 => Type::Scalar(Scalar::F32),
            NumberType::F64 => Type::Scalar(Scalar::F64),
        }
    }

    fn ints<const N: usize>(names: [&'static str; N]) -> Vec<Field> {
        names.map(|name| Field::scalar(name, Scalar::I32)).into()
    }

    /// Returns the layout of a number that takes eight bytes if bit 16 of the header is set.
    fn number(dialect: &Dialect, narrow: Scalar, wide: Scalar) -> Vec<Field> {
        vec![match dialect.header {
            HeaderRule::WholeWord => Field::scalar("value", narrow),
            HeaderRule::WholeWordOr64 | HeaderRule::LowByte => Field::new(
                "value",
                Type::switch(WIDE, [(0, Type::Scalar(narrow)), (1 << 16, Type::Scalar(wide))]),
            ),
        }]
    }

    pub(super) fn boolean(_: &Dialect) -> Vec<Field> {
        vec![Field::scalar("value", Scalar::U32)]
    }

    pub(super) fn int(dialect: &Dialect) -> Vec<Field> {
        number(dialect, Scalar::I32, Scalar::I64)
    }

    pub(super) fn float(dialect: &Dialect) -> Vec<Field> {
        number(dialect, Scalar::F32, Scalar::F64)
    }

    pub(super) fn text(_: &Dialect) -> Vec<Field> {
        vec![Field::structure("text", STRING_BLOCK)]
    }

    pub(super) fn basis() -> Vec<Field> {
        let names = ["x_x", "y_x", "z_x", "x_y", "y_y", "z_y", "x_z", "y_z", "z_z"];
        names.map(|name| Field::new(name, Type::Real)).into()
    }

    pub(super) fn image(_: &Dialect) -> Vec<Field> {
        let mut fields = vec![Field::scalar("format", Scalar::U32).valid(None, Test::AtMost(22))];
        fields.extend(ints(["mipmaps", "width", "height"]));
        fields.push(Field::scalar("length", Scalar::I32).valid(None, Test::AtLeast(0)));
        fields.push(Field::new("pixels", Type::Bytes(FieldRef::new("length"))));
        fields.push(Field::new("padding", Type::Padding(FieldRef::new("length"))));
        fields
    }

    pub(super) fn node_path(dialect: &Dialect) -> Vec<Field> {
        const FORM: FieldRef = FieldRef::bits("name_count", 1 << 31);
        let count = Field::scalar("name_count", Scalar::U32);
        let block = |name, count| {
            Field::structure(name, STRING_BLOCK).when(FORM, SET).times(FieldRef::bits(count, 0x7fff_ffff))
        };
        let as_text = Field::new("path", Type::Bytes(FieldRef::new("name_count"))).when(FORM, CLEAR);
        let padding = Field::new("padding", Type::Padding(FieldRef::new("name_count"))).when(FORM, CLEAR);
        let mut fields = match dialect.old_node_path {
            OldNodePath::Refused => vec![count.valid(Some(1 << 31), SET)],
            OldNodePath::Unpadded => vec![count, as_text],
            OldNodePath::Padded => vec![count, as_text, padding],
        };
        let mut rest = vec![
            Field::scalar("subname_count", Scalar::U32).when(FORM, SET),
            Field::scalar("flags", Scalar::U32).when(FORM, SET),
            block("names", "name_count"),
            Field::structure("subnames", STRING_BLOCK).when(FORM, SET).times(FieldRef::new("subname_count")),
            Field::structure("property", STRING_BLOCK).when(FORM, SET).when(FieldRef::bits("flags", 2), SET),
        ];
        if dialect.old_node_path == OldNodePath::Refused {
            // Every valid path has this bit, so that the fields do not depend on it.
            rest.iter_mut().for_each(|field| field.conditions.retain(|condition| condition.number != FORM));
        }
        fields.extend(rest);
        fields
    }

    pub(super) fn rid(dialect: &Dialect) -> Vec<Field> {
        if dialect.rid_number { vec![Field::scalar("id", Scalar::U64)] } else { Vec::new() }
    }

    pub(super) fn object(dialect: &Dialect) -> Vec<Field> {
        if !dialect.objects {
            return Vec::new();
        }
        let named = |field: Field| field.when(WIDE, CLEAR).when(FieldRef::new("class_name.length"), SET);
        vec![
            Field::scalar("instance_id", Scalar::U64).when(WIDE, SET),
            Field::structure("class_name", STRING_BLOCK).when(WIDE, CLEAR),
            named(Field::scalar("property_count", Scalar::I32)),
            named(Field::structure("properties", "property")).times(FieldRef::new("property_count")),
        ]
    }

    pub(super) fn input_event(dialect: &Dialect) -> Vec<Field> {
        const EVENT: FieldRef = FieldRef::new("event");
        let word = |name, events| Field::scalar(name, Scalar::U32).when(EVENT, Test::is(events));
        let value = Field::scalar("value", Scalar::F32).when(EVENT, Test::is(&[4]));
        // A length of 16 is that of a joystick motion without a value.
        let value = match dialect.short_joystick {
            true => value.when(FieldRef::new("length"), Test::is_not(&[16])),
            false => value,
        };
        vec![
            Field::scalar("event", Scalar::U32),
            Field::scalar("device", Scalar::I32),
            Field::scalar("length", Scalar::U32),
            word("modifiers", &[1]),
            word("scancode", &[1]),
            word("button", &[3, 5]),
            word("axis", &[4]),
            value,
            word("index", &[6]),
        ]
    }

    pub(super) fn signal(_: &Dialect) -> Vec<Field> {
        vec![Field::structure("name", STRING_BLOCK), Field::scalar("object_id", Scalar::U64)]
    }

    /// Returns the fields of a declared type of elements, keys or values. Two bits of the header select its
    /// form.
    fn declared(names: [&'static str; 3], bits: u32) -> [Field; 3] {
        let [id, class, script] = names;
        let form = FieldRef::bits(HEADER, bits);
        let form_is = |field: Field, value: u32| field.when(form, Test::In(vec![value].into()));
        let lowest = bits & bits.wrapping_neg();
        [
            form_is(Field::scalar(id, Scalar::U32), lowest),
            form_is(Field::structure(class, STRING_BLOCK), 2 * lowest),
            form_is(Field::structure(script, STRING_BLOCK), 3 * lowest),
        ]
    }

    pub(super) fn dictionary(dialect: &Dialect) -> Vec<Field> {
        let mut fields = Vec::new();
        if dialect.typed_dictionaries {
            fields.extend(declared(["key_type", "key_class", "key_script"], 3 << 16));
            fields.extend(declared(["value_type", "value_class", "value_script"], 3 << 18));
        }
        fields.push(Field::scalar("count", Scalar::U32));
        fields.push(Field::structure("entries", "entry").times(COUNT));
        fields
    }

    pub(super) fn array(dialect: &Dialect) -> Vec<Field> {
        let mut fields = Vec::new();
        if dialect.typed_arrays {
            fields.extend(declared(["element_type", "element_class", "element_script"], 3 << 16));
        }
        fields.push(Field::scalar("count", Scalar::U32));
        fields.push(Field::structure("elements", VALUE).times(COUNT));
        fields
    }

    fn count() -> Field {
        Field::scalar("count", Scalar::I32).valid(None, Test::AtLeast(0))
    }

    fn packed(element: Type) -> Vec<Field> {
        vec![count(), Field::new("elements", element).times(FieldRef::new("count"))]
    }

    pub(super) fn packed_bytes(_: &Dialect) -> Vec<Field> {
        vec![
            count(),
            Field::new("elements", Type::Bytes(FieldRef::new("count"))),
            Field::new("padding", Type::Padding(FieldRef::new("count"))),
        ]
    }

    pub(super) fn packed_strings(_: &Dialect) -> Vec<Field> {
        // A negative count means 0.
        vec![
            Field::scalar("count", Scalar::I32),
            Field::structure("elements", STRING_BLOCK).times(FieldRef::new("count")),
        ]
    }
}
