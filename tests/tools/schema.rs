//! Checks the layouts as data: the fields are where the grammars have them, and the printed layouts are kept as snapshots.
//! `.ci/kaitai` decodes all fixtures by the printed layouts, with programs in other languages.

use std::collections::BTreeSet;
use std::rc::Rc;

use gamewire::explain::Explanation;
use gamewire::godot::{Decoder, Dialect};
use gamewire::schema::{Condition, Field, FieldRef, RealWidth, Repeat, Scalar, Schema, Size, Test, Type};
use gamewire_fixtures::{GODOT, godot_samples};

/// The offsets of fields, and the ranges of text and similar bytes, in which a dump has further rows.
#[derive(Default)]
struct Found {
    starts: BTreeSet<usize>,
    runs: Vec<(usize, usize)>,
}

/// A decoder that knows nothing but the schema.
struct Walk<'s> {
    schema: &'s Schema,
    bytes: &'s [u8],
    at: usize,
    found: Found,
}

/// The numbers of a structure by name, with those of structures inside as `field.field`, and the structure around it.
#[derive(Clone, Default)]
struct Scope {
    numbers: Vec<(String, i64)>,
    around: Option<Rc<Scope>>,
}

impl Scope {
    fn number(&self, number: FieldRef) -> i64 {
        match self.numbers.iter().find(|(name, _)| name == number.field) {
            Some((_, found)) => number.mask.map_or(*found, |mask| found & i64::from(mask)),
            None => self.around.as_ref().unwrap_or_else(|| panic!("{number:?}")).number(number),
        }
    }

    fn holds(&self, condition: &Condition) -> bool {
        let x = self.number(condition.number);
        let is_one = |values: &[u32]| values.iter().any(|value| i64::from(*value) == x);
        match &condition.test {
            Test::In(values) => is_one(values),
            Test::NotIn(values) => !is_one(values),
            Test::AtLeast(least) => x >= i64::from(*least),
            Test::AtMost(most) => x <= i64::from(*most),
            test => panic!("{test:?}"),
        }
    }
}

/// [`FieldRef`] may get fields: it is made from one that is there.
fn of(field: &'static str, mask: Option<u32>) -> FieldRef {
    let schema = Dialect::GODOT_4.schema();
    let Type::Switch { on: number, .. } = &schema.structures[0].fields[1].of else {
        panic!("a value has a payload")
    };
    let mut number = *number;
    (number.field, number.mask) = (field, mask);
    number
}

impl Walk<'_> {
    fn take(&mut self, count: usize) -> u64 {
        let bytes = &self.bytes[self.at..self.at + count];
        self.at += count;
        let number = |number: u64, byte: &u8| number << 8 | u64::from(*byte);
        if self.schema.big_endian { bytes.iter().fold(0, number) } else { bytes.iter().rev().fold(0, number) }
    }

    fn structure(&mut self, name: &str, around: Option<Rc<Scope>>) -> Scope {
        let structure = self.schema.structure(name).unwrap_or_else(|| panic!("no structure {name}")).clone();
        let mut scope = Scope { numbers: Vec::new(), around };
        for field in &structure.fields {
            if !field.conditions.iter().all(|condition| scope.holds(condition)) {
                continue;
            }
            match &field.repeat {
                Repeat::Once => {
                    let inside = self.one(field, &field.of, structure.real, &scope);
                    scope.numbers.extend(inside.numbers);
                }
                Repeat::Times(times) => {
                    for _ in 0..scope.number(*times) {
                        let start = self.at;
                        self.one(field, &field.of, structure.real, &scope);
                        // An element of a packed array has one row.
                        if matches!(self.schema.size(field), Size::Fixed { .. }) {
                            self.found.starts.retain(|at| *at <= start);
                        }
                    }
                }
                Repeat::Until(until) => loop {
                    let element = self.one(field, &field.of, structure.real, &scope);
                    let name = format!("{}.{}", field.name, until.number.field);
                    let (_, number) = element.numbers.iter().find(|(inside, _)| *inside == name).unwrap();
                    if (Scope { numbers: vec![(until.number.field.into(), *number)], around: None })
                        .holds(until)
                    {
                        break;
                    }
                },
                repeat => panic!("{repeat:?}"),
            }
            assert!(field.valid.as_ref().is_none_or(|valid| scope.holds(valid)), "{name}.{}", field.name);
        }
        scope
    }

    /// One element of a field: its number, or the numbers of the structure.
    fn one(&mut self, field: &Field, of: &Type, real: Option<RealWidth>, scope: &Scope) -> Scope {
        let start = self.at;
        let mut numbers = Vec::new();
        match of {
            Type::Scalar(scalar) => numbers.push((field.name.into(), self.scalar(*scalar))),
            Type::Real => {
                let wide = match real.unwrap() {
                    RealWidth::F32 => false,
                    RealWidth::F64 => true,
                    _ => scope.number(self::of("header", Some(1 << 16))) != 0,
                };
                self.take(if wide { 8 } else { 4 });
            }
            Type::Structure(name) => {
                let inside = self.structure(name, Some(Rc::new(scope.clone())));
                let outside = |(name, number)| (format!("{}.{name}", field.name), number);
                numbers.extend(inside.numbers.into_iter().map(outside));
            }
            Type::Bytes(length) => {
                self.at += usize::try_from(scope.number(*length)).unwrap();
                self.found.runs.push((start, self.at));
            }
            Type::Padding(length) => self.at += usize::try_from(-scope.number(*length) & 3).unwrap(),
            Type::Switch { on, cases } => {
                let case = scope.number(*on);
                let case = cases.iter().find(|one| i64::from(one.number) == case).unwrap();
                return self.one(field, &case.of, real, scope);
            }
            of => panic!("{of:?}"),
        }
        if self.at > start {
            self.found.starts.insert(start);
        }
        Scope { numbers, around: None }
    }

    fn scalar(&mut self, scalar: Scalar) -> i64 {
        let signed = |number: u64, bits: u32| number.cast_signed() << (64 - bits) >> (64 - bits);
        match scalar {
            Scalar::U8 => self.take(1).cast_signed(),
            Scalar::I8 => signed(self.take(1), 8),
            Scalar::U16 => self.take(2).cast_signed(),
            Scalar::I16 => signed(self.take(2), 16),
            Scalar::U32 | Scalar::F32 => self.take(4).cast_signed(),
            Scalar::I32 => signed(self.take(4), 32),
            Scalar::U64 | Scalar::I64 | Scalar::F64 => self.take(8).cast_signed(),
            Scalar::VarInt | Scalar::VarLong => {
                let mut number = 0;
                for group in 0.. {
                    let byte = self.take(1);
                    number |= (byte & 0x7f) << (7 * group);
                    if byte < 0x80 {
                        break;
                    }
                }
                signed(number, if scalar == Scalar::VarInt { 32 } else { 64 })
            }
            scalar => panic!("{scalar:?}"),
        }
    }
}

/// Every byte is in a field of the schema, and fields begin where the rows of the dump do.
fn same_fields(schema: &Schema, root: &str, bytes: &[u8], dump: &Explanation, name: &str) {
    let mut walk = Walk { schema, bytes, at: 0, found: Found::default() };
    walk.structure(root, None);
    assert_eq!(walk.at, bytes.len(), "{name}: bytes are left");
    let rows: BTreeSet<usize> = dump.rows().iter().filter(|row| row.len > 0).map(|row| row.start).collect();
    let missing: Vec<_> = walk.found.starts.difference(&rows).collect();
    assert!(missing.is_empty(), "{name}: fields at {missing:?} have no row\n{}", dump.text());
    let inside = |at: &usize| walk.found.runs.iter().any(|(start, end)| (*start..*end).contains(at));
    let further: Vec<_> = rows.difference(&walk.found.starts).filter(|at| !inside(at)).collect();
    assert!(further.is_empty(), "{name}: rows at {further:?} are no fields\n{}", dump.text());
}

#[test]
fn fields_of_godot_are_where_the_grammar_has_them() {
    let mut seen = 0;
    for &dialect in GODOT {
        let schema = dialect.schema();
        for sample in godot_samples(dialect) {
            let dump = Decoder::new(dialect).allow_objects(true).explain(&sample.bytes);
            same_fields(&schema, schema.root, &sample.bytes, &dump, &format!("{dialect}/{}", sample.name));
            seen += 1;
        }
    }
    assert!(seen > 550, "{seen} samples");
}

/// The layouts read bytes that engines wrote, in addition to the samples.
#[test]
fn every_value_of_the_engines_is_in_fields() {
    for (dialect, tables) in [
        (Dialect::GODOT_2, &["godot2/values-2.1.tsv"][..]),
        (Dialect::GODOT_3, &["godot3/values-3.2.3.tsv", "godot3/values-3.6.2.tsv"]),
        (Dialect::GODOT_4, &["godot4/values-4.6.3.tsv"]),
        (Dialect::GODOT_4.double(), &["godot4/values-4.6.3-double.tsv"]),
    ] {
        let schema = dialect.schema();
        for row in tables.iter().flat_map(|table| crate::support::tsv::values(table)) {
            let mut walk = Walk { schema: &schema, bytes: &row.bytes, at: 0, found: Found::default() };
            walk.structure(schema.root, None);
            assert_eq!(walk.at, row.bytes.len(), "{dialect}: {}", row.name);
        }
    }
}

#[test]
fn fields_of_minecraft_are_where_the_grammar_has_them() {
    use gamewire::minecraft::Protocol;
    use gamewire_fixtures::minecraft_samples;
    let schema = Protocol::V1_14.schema();
    let mut seen = 0;
    for sample in minecraft_samples() {
        let structure = match sample.expression {
            "nbt" => "NBT",
            "slot" => "Slot",
            "particle" => "Particle",
            "metadata" => "Entity_Metadata",
            "mutf8" => "Modified_UTF8",
            _ => continue,
        };
        let expr = sample.type_expr().unwrap();
        let dump = expr.explain(Protocol::V1_14, sample.bytes);
        same_fields(&schema, structure, sample.bytes, &dump, &sample.name());
        seen += 1;
    }
    assert!(seen > 15, "{seen} samples");
}

/// Names of fields and structures are identifiers in most languages, and unique.
#[test]
fn names_are_unique() {
    for schema in gamewire_fixtures::golden::schemas() {
        let names: BTreeSet<_> = schema.structures.iter().map(|structure| structure.name).collect();
        assert_eq!(names.len(), schema.structures.len(), "{}", schema.name);
        for structure in &schema.structures {
            let fields: BTreeSet<_> = structure.fields.iter().map(|field| field.name).collect();
            assert_eq!(fields.len(), structure.fields.len(), "{}: {}", schema.name, structure.name);
            let plain =
                |name: &str| name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
            assert!(fields.iter().all(|field| plain(field)), "{}: {}", schema.name, structure.name);
            assert!(plain(&structure.name.to_ascii_lowercase()), "{}", structure.name);
        }
    }
}

mod printed {
    use crate::dump_support::snapshots_in;
    use gamewire::godot::Dialect;
    use gamewire::minecraft::{Protocol, nbt};
    use gamewire::schema::to_json;
    use insta::assert_snapshot;

    fn keep(name: &str, text: &str) {
        snapshots_in("kinds").bind(|| assert_snapshot!(name, text));
    }

    #[test]
    fn the_document_is_kept() {
        for dialect in [Dialect::GODOT_2, Dialect::GODOT_3, Dialect::GODOT_4] {
            keep(&format!("{dialect}.json"), &to_json(&[dialect.schema()]));
        }
        keep("minecraft.json", &to_json(&[Protocol::V1_14.schema()]));
    }

    #[test]
    fn the_descriptions_for_kaitai_are_kept() {
        for dialect in [Dialect::GODOT_3, Dialect::GODOT_4] {
            keep(&format!("{dialect}.ksy"), &dialect.schema().kaitai());
        }
        keep("nbt.ksy", &nbt::schema().kaitai());
    }
}
