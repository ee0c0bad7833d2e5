//! The strategies of proptest.

use proptest::arbitrary::Arbitrary;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::{Just, Strategy, any, prop_oneof};
use proptest::sample::select;
use proptest::strategy::{BoxedStrategy, Union};

use std::sync::Arc;

use super::Values;
use crate::minecraft::dependent::Label;
use crate::minecraft::expr::bits::first_byte;
use crate::minecraft::expr::value::int_of;
use crate::minecraft::expr::wire::int_value;
use crate::minecraft::expr::{IntType, Length, Scope, Selector, TypeExpr, Types, Value};
use crate::minecraft::ids::{DIRECTIONS, MetadataType, PARTICLES, POSES, ParticleLayout};
use crate::minecraft::model::{
    Angle, Chat, Dust, FixedPoint, Identifier, ItemStack, Metadata, MetadataEntry, MetadataValue, Particle,
    ParticleData, Position, Slot, Uuid,
};
use crate::minecraft::nbt::{Compound, JavaStr, List, Nbt, Numbers, OptNbt, Tag};

impl Values {
    fn single(self) -> impl Strategy<Value = f32> + Clone {
        any::<u32>().prop_map(move |bits| self.float(f32::from_bits(bits)))
    }

    fn double(self) -> impl Strategy<Value = f64> + Clone {
        any::<u64>().prop_map(move |bits| self.float(f64::from_bits(bits)))
    }

    /// Returns a strategy for text of NBT, in the Java edition also with unpaired surrogates.
    pub fn java_str(&self) -> BoxedStrategy<JavaStr> {
        let unicode = ".{0,12}".prop_map(JavaStr::from);
        if self.has_surrogates() {
            let units = vec(any::<u16>(), 0..6);
            prop_oneof![unicode, units.prop_map(|units| JavaStr::from_units(&units))].boxed()
        } else {
            unicode.boxed()
        }
    }

    fn leaf(self) -> BoxedStrategy<Tag> {
        prop_oneof![
            any::<i8>().prop_map(Tag::Byte),
            any::<i16>().prop_map(Tag::Short),
            any::<i32>().prop_map(Tag::Int),
            any::<i64>().prop_map(Tag::Long),
            self.single().prop_map(Tag::Float),
            self.double().prop_map(Tag::Double),
            vec(any::<i8>(), 0..9).prop_map(|x| Tag::ByteArray(x.into())),
            self.java_str().prop_map(Tag::String),
            vec(any::<i32>(), 0..5).prop_map(|x| Tag::IntArray(x.into())),
            vec(any::<i64>(), 0..5).prop_map(|x| Tag::LongArray(x.into())),
        ]
        .boxed()
    }

    fn list_of_leaves(self) -> BoxedStrategy<List> {
        prop_oneof![
            Just(List::End),
            vec(any::<i8>(), 0..5).prop_map(|x| List::Byte(x.into())),
            vec(any::<i16>(), 0..5).prop_map(|x| List::Short(x.into())),
            vec(any::<i32>(), 0..5).prop_map(|x| List::Int(x.into())),
            vec(any::<i64>(), 0..5).prop_map(|x| List::Long(x.into())),
            vec(self.single(), 0..5).prop_map(|x| List::Float(x.into())),
            vec(self.double(), 0..5).prop_map(|x| List::Double(x.into())),
            vec(self.java_str(), 0..4).prop_map(|x| List::String(x.into())),
            vec(vec(any::<i8>(), 0..3).prop_map(Numbers::from), 0..4).prop_map(|x| List::ByteArray(x.into())),
            vec(vec(any::<i32>(), 0..3).prop_map(Numbers::from), 0..4).prop_map(|x| List::IntArray(x.into())),
            vec(vec(any::<i64>(), 0..3).prop_map(Numbers::from), 0..4)
                .prop_map(|x| List::LongArray(x.into())),
        ]
        .boxed()
    }

    /// Returns a strategy for tags of all types, nested up to four levels.
    pub fn tag(&self) -> BoxedStrategy<Tag> {
        let values = *self;
        let leaves = prop_oneof![values.leaf(), values.list_of_leaves().prop_map(Tag::List)];
        leaves
            .prop_recursive(4, 24, 5, move |inner| {
                let compound = vec((values.java_str(), inner), 0..5).prop_map(Compound::from).boxed();
                prop_oneof![
                    compound.clone().prop_map(Tag::Compound),
                    vec(compound, 0..4).prop_map(|x| Tag::List(List::Compound(x.into()))),
                    vec(values.list_of_leaves(), 0..4).prop_map(|x| Tag::List(List::List(x.into()))),
                ]
            })
            .boxed()
    }

    /// Returns a strategy for lists of all types.
    fn list(self) -> BoxedStrategy<List> {
        prop_oneof![
            self.list_of_leaves(),
            vec(self.compound(), 0..4).prop_map(|x| List::Compound(x.into())),
            vec(self.list_of_leaves(), 0..4).prop_map(|x| List::List(x.into())),
        ]
        .boxed()
    }

    /// Returns a strategy for compounds, some of which have a repeated name.
    pub fn compound(&self) -> BoxedStrategy<Compound> {
        vec((self.java_str(), self.tag()), 0..6).prop_map(Compound::from).boxed()
    }

    /// Returns a strategy for roots. They have a name if the protocol's roots have one, and in the formats of
    /// the Bedrock edition they may be lists.
    pub fn nbt(&self) -> BoxedStrategy<Nbt> {
        let name =
            if self.protocol.nameless_nbt { Just(JavaStr::default()).boxed() } else { self.java_str() };
        let compound = self.compound().prop_map(Tag::Compound);
        let root = match self.protocol.has_list_roots() {
            true => prop_oneof![3 => compound, 1 => self.list().prop_map(Tag::List)].boxed(),
            false => compound.boxed(),
        };
        (name, root).prop_map(|(name, root)| Nbt { name, root }).boxed()
    }

    /// Returns a strategy for roots that may be absent.
    pub fn opt_nbt(&self) -> BoxedStrategy<OptNbt> {
        option::of(self.nbt()).prop_map(OptNbt).boxed()
    }

    /// Returns a strategy for slots, with an item or empty.
    pub fn slot(&self) -> BoxedStrategy<Slot> {
        let item = (any::<i32>(), any::<i8>(), self.opt_nbt());
        option::of(item.prop_map(|(id, count, OptNbt(nbt))| ItemStack {
            id,
            count: i32::from(count),
            nbt: nbt.map(Box::new),
        }))
        .prop_map(Slot)
        .boxed()
    }

    /// Returns a strategy for positions of blocks.
    pub fn position(&self) -> BoxedStrategy<Position> {
        let xz = -33_554_432..=33_554_431_i32;
        (xz.clone(), -2048..=2047_i32, xz).prop_map(|(x, y, z)| Position { x, y, z }).boxed()
    }

    /// Returns a strategy for particles of the protocol's release.
    pub fn particle(&self) -> BoxedStrategy<Particle> {
        let version = self.protocol.version();
        let of = |layout: ParticleLayout| {
            let rows = PARTICLES.iter().filter(|row| row.layout == layout);
            select(rows.filter_map(|row| row.id(version)).collect::<Vec<_>>())
        };
        let block = (of(ParticleLayout::BlockState), any::<i32>());
        let dust = (of(ParticleLayout::Dust), [self.single(), self.single(), self.single(), self.single()]);
        let item = (of(ParticleLayout::Item), self.slot());
        prop_oneof![
            of(ParticleLayout::None).prop_map(|id| Particle { id, data: ParticleData::None }),
            block.prop_map(|(id, state)| Particle { id, data: ParticleData::BlockState(state) }),
            dust.prop_map(|(id, [red, green, blue, scale])| {
                Particle { id, data: ParticleData::Dust(Box::new(Dust { red, green, blue, scale })) }
            }),
            item.prop_map(|(id, Slot(item))| Particle { id, data: ParticleData::Item(item.map(Box::new)) }),
        ]
        .boxed()
    }

    /// Returns a strategy for values of entity metadata of one type.
    fn metadata_value(self, of: MetadataType) -> BoxedStrategy<MetadataValue> {
        use MetadataValue as V;
        let ids = |names: &[&str]| 0..i32::try_from(names.len()).unwrap_or(1);
        // The numbers that mean "none" are excluded.
        let not = |none: i32| any::<i32>().prop_map(move |x| if x == none { none + 1 } else { x });
        match of {
            MetadataType::Byte => any::<i8>().prop_map(V::Byte).boxed(),
            MetadataType::VarInt => any::<i32>().prop_map(V::VarInt).boxed(),
            MetadataType::Float => self.single().prop_map(V::Float).boxed(),
            MetadataType::String => self.text(20).prop_map(|x| V::String(x.into())).boxed(),
            MetadataType::Chat => self.chat().prop_map(V::Chat).boxed(),
            MetadataType::OptChat => {
                option::of(self.chat()).prop_map(|x| V::OptChat(x.map(Box::new))).boxed()
            }
            MetadataType::Slot => self.slot().prop_map(|x| V::Slot(x.0.map(Box::new))).boxed(),
            MetadataType::Boolean => any::<bool>().prop_map(V::Boolean).boxed(),
            MetadataType::Rotation => {
                [self.single(), self.single(), self.single()].prop_map(V::Rotation).boxed()
            }
            MetadataType::Position => self.position().prop_map(V::Position).boxed(),
            MetadataType::OptPosition => option::of(self.position()).prop_map(V::OptPosition).boxed(),
            MetadataType::Direction => ids(DIRECTIONS).prop_map(V::Direction).boxed(),
            MetadataType::OptUuid => option::of(uuid()).prop_map(|x| V::OptUuid(x.map(Box::new))).boxed(),
            MetadataType::OptBlockId => option::of(not(0)).prop_map(V::OptBlockId).boxed(),
            MetadataType::Nbt => self.opt_nbt().prop_map(|x| V::Nbt(x.0.map(Box::new))).boxed(),
            MetadataType::Particle => self.particle().prop_map(V::Particle).boxed(),
            MetadataType::VillagerData => any::<[i32; 3]>()
                .prop_map(|[kind, profession, level]| V::VillagerData { kind, profession, level })
                .boxed(),
            MetadataType::OptVarInt => option::of(not(-1)).prop_map(V::OptVarInt).boxed(),
            MetadataType::Pose => ids(POSES).prop_map(V::Pose).boxed(),
        }
    }

    /// Returns a strategy for entity metadata with values of the types of the protocol's release.
    pub fn metadata(&self) -> BoxedStrategy<Metadata> {
        let version = self.protocol.version();
        let types = MetadataType::ALL.iter().copied();
        let types = types.filter(|of| of.to_wire(version).is_some());
        let value = Union::new(types.map(|of| self.metadata_value(of)));
        let entry = (0..255_u8, value).prop_map(|(index, value)| MetadataEntry { index, value });
        vec(entry, 0..6).prop_map(|x| Metadata(x.into())).boxed()
    }

    /// Returns a strategy for text of at most `units` UTF-16 units.
    fn text(self, units: u32) -> BoxedStrategy<String> {
        let most = usize::try_from(units / 2).unwrap_or(usize::MAX).min(20);
        let characters = prop_oneof![3 => any::<char>(), 1 => (b' '..=b'~').prop_map(char::from)];
        vec(characters, 0..=most).prop_map(|characters| characters.into_iter().collect()).boxed()
    }

    fn chat(self) -> BoxedStrategy<Chat> {
        self.text(self.protocol.chat_limit).prop_map(Chat::new).boxed()
    }

    /// Returns a strategy for values of a type expression.
    pub fn of_type(&self, expr: &TypeExpr) -> BoxedStrategy<Value> {
        self.of_type_after(expr, &Before::default())
    }

    fn of_type_after(self, expr: &TypeExpr, before: &Before) -> BoxedStrategy<Value> {
        match expr {
            TypeExpr::Bool => any::<bool>().prop_map(Value::Bool).boxed(),
            TypeExpr::Int(int) => integer(*int),
            TypeExpr::F32 => self.single().prop_map(Value::F32).boxed(),
            TypeExpr::F64 => self.double().prop_map(Value::F64).boxed(),
            TypeExpr::String(units) => self.text(*units).prop_map(|x| Value::String(x.into())).boxed(),
            TypeExpr::Chat => self.chat().prop_map(Value::Chat).boxed(),
            TypeExpr::Identifier => "([a-z0-9_.-]{0,8}:)?[a-z0-9_./-]{0,8}"
                .prop_filter_map("an identifier", |x| Identifier::new(x).ok())
                .prop_map(Value::Identifier)
                .boxed(),
            TypeExpr::Position => self.position().prop_map(Value::Position).boxed(),
            TypeExpr::Angle => any::<u8>().prop_map(|x| Value::Angle(Angle(x))).boxed(),
            TypeExpr::Uuid => uuid().prop_map(Value::Uuid).boxed(),
            TypeExpr::Nbt => self.opt_nbt().prop_map(|x| Value::Nbt(x.0.map(Box::new))).boxed(),
            TypeExpr::Mutf8 => {
                let units = vec(any::<u16>(), 0..6).prop_map(|units| JavaStr::from_units(&units));
                prop_oneof![".{0,12}".prop_map(JavaStr::from), units]
                    .prop_map(|text| Value::Mutf8(Box::new(text)))
                    .boxed()
            }
            TypeExpr::Slot => self.slot().prop_map(|x| Value::Slot(x.0.map(Box::new))).boxed(),
            TypeExpr::Particle => self.particle().prop_map(Value::Particle).boxed(),
            TypeExpr::Metadata => self.metadata().prop_map(Value::Metadata).boxed(),
            TypeExpr::Optional(_) | TypeExpr::Option(_) if before.most(1) == 0 => {
                Just(Value::Option(None)).boxed()
            }
            TypeExpr::Optional(inner) | TypeExpr::Option(inner) => {
                option::of(self.of_type_after(inner, before))
                    .prop_map(|x| Value::Option(x.map(Into::into)))
                    .boxed()
            }
            TypeExpr::Array(Length::Field(of), inner) => {
                let count = before.scope(|scope| scope.count(of).map_or(0, |count| count as usize));
                vec(self.of_type_after(inner, before), count).prop_map(|x| Value::Array(x.into())).boxed()
            }
            TypeExpr::Array(Length::Known(count), inner) => {
                let count = usize::try_from(*count).unwrap_or(usize::MAX);
                vec(self.of_type_after(inner, before), count).prop_map(|x| Value::Array(x.into())).boxed()
            }
            TypeExpr::Array(Length::Prefixed(_) | Length::Rest, inner) => {
                vec(self.of_type_after(inner, before), 0..=before.most(3))
                    .prop_map(|x| Value::Array(x.into()))
                    .boxed()
            }
            TypeExpr::Bytes(Length::Field(of)) => {
                let length = before.scope(|scope| scope.count(of).map_or(0, |length| length as usize));
                vec(any::<u8>(), length).prop_map(|x| Value::Bytes(x.into())).boxed()
            }
            TypeExpr::Bytes(Length::Known(length)) => {
                let length = usize::try_from(*length).unwrap_or(usize::MAX);
                vec(any::<u8>(), length).prop_map(|x| Value::Bytes(x.into())).boxed()
            }
            TypeExpr::Bytes(Length::Prefixed(_) | Length::Rest) => {
                vec(any::<u8>(), 0..9).prop_map(|x| Value::Bytes(x.into())).boxed()
            }
            TypeExpr::Enum(_, names) => {
                let numbers: Vec<i64> = names.entries().iter().map(|(_, number)| *number).collect();
                select(numbers).prop_map(Value::Enum).boxed()
            }
            TypeExpr::Fixed(int, fraction_bits) => {
                let ((least, most), fraction_bits) = (int.range(), *fraction_bits);
                (least..=most).prop_map(move |raw| Value::Fixed(FixedPoint { raw, fraction_bits })).boxed()
            }
            TypeExpr::Struct(fields) if expr.selects() => {
                let mut values = Just(before.inside()).boxed();
                for at in 0..fields.len() {
                    let fields = fields.clone();
                    values =
                        values.prop_flat_map(move |before| self.next_field(&fields, at, &before)).boxed();
                }
                values.prop_map(|all| Value::Struct(all.values.into())).boxed()
            }
            TypeExpr::Struct(fields) => {
                let fields: Vec<_> = fields.iter().map(|(_, field)| self.of_type(field)).collect();
                fields.prop_map(|fields| Value::Struct(fields.into())).boxed()
            }
            TypeExpr::Until(end, inner) => {
                let (of, types, end, values) = (inner.clone(), before.types.clone(), *end, self);
                let starts_otherwise = move |x: &Value| {
                    let of = types
                        .as_ref()
                        .map_or_else(|| (*of).clone(), |types| TypeExpr::Types(types.clone(), of.clone()));
                    of.encode(values.protocol, x)
                        .is_ok_and(|bytes| bytes.first().is_some_and(|first| *first != end))
                };
                let element = self.of_type_after(inner, before).prop_filter("an end", starts_otherwise);
                vec(element, 0..before.most(3)).prop_map(|x| Value::Array(x.into())).boxed()
            }
            TypeExpr::Marked(inner) => {
                let unmarked = |mut x: Value| {
                    if let Some(first) = first_byte(&mut x) {
                        *first &= i8::MAX;
                    }
                    x
                };
                let element = self.of_type_after(inner, before).prop_map(unmarked);
                vec(element, 1..1 + before.most(3)).prop_map(|x| Value::Array(x.into())).boxed()
            }
            TypeExpr::Bits(parts) => {
                let numbers: Vec<_> =
                    parts.iter().map(|part| (part.range().0..=part.range().1).boxed()).collect();
                numbers.prop_map(|x| Value::Struct(x.into_iter().map(Value::I64).collect())).boxed()
            }
            TypeExpr::Flags(int, _) => integer(*int),
            TypeExpr::Holder(of) => {
                let id = (0..i32::MAX).prop_map(Value::VarInt);
                if before.most(1) == 0 {
                    return id.boxed();
                }
                prop_oneof![
                    id,
                    self.of_type_after(&of.inner, before).prop_map(|x| Value::Option(Some(x.into())))
                ]
                .boxed()
            }
            TypeExpr::Holders(of) => {
                let base = self.of_type_after(&of.base, before).prop_map(|x| Value::Option(Some(x.into())));
                let entries = vec(self.of_type_after(&of.inner, before), 0..=before.most(3));
                prop_oneof![base, entries.prop_map(|x| Value::Array(x.into()))].boxed()
            }
            TypeExpr::GzipNbt => {
                let packed = option::of(vec(any::<u8>(), 0..9));
                packed.prop_map(|x| Value::Option(x.map(|x| Value::Bytes(x.into()).into()))).boxed()
            }
            TypeExpr::LpVec3 => prop_oneof![
                Just(vec![0]),
                any::<[u8; 6]>().prop_map(|[first, rest @ ..]| [&[first & !4 | 1][..], &rest].concat()),
                any::<[u8; 7]>().prop_map(|[first, rest @ .., end]| [
                    &[first | 4][..],
                    &rest,
                    &[0x80, end & 0x7f]
                ]
                .concat()),
            ]
            .prop_map(|x| Value::Bytes(x.into()))
            .boxed(),
            TypeExpr::Types(types, inner) => {
                self.of_type_after(inner, &Before { types: Some(types.clone()), ..Before::default() })
            }
            TypeExpr::Named(name) => {
                let Some(types) = before.types.clone() else { return Just(Value::Option(None)).boxed() };
                let deeper =
                    Before { types: before.types.clone(), depth: before.depth + 1, ..Before::default() };
                let of = types.get(name).cloned().unwrap_or(TypeExpr::Unknown(String::new()));
                // The strategy is created only when it is used, because the type may contain itself.
                Just(()).prop_flat_map(move |()| self.of_type_after(&of, &deeper)).boxed()
            }
            // The type has no values.
            TypeExpr::Unknown(_) => Just(Value::Option(None)).boxed(),
            TypeExpr::If(of, is, inner) => match before.scope(|scope| scope.holds(of, is.as_ref())) {
                Ok(true) => {
                    self.of_type_after(inner, before).prop_map(|x| Value::Option(Some(x.into()))).boxed()
                }
                Ok(false) | Err(_) => Just(Value::Option(None)).boxed(),
            },
            TypeExpr::Switch(of, cases) => match before.scope(|scope| scope.select(of, cases).cloned()) {
                Ok(case) => self.of_type_after(&case, before),
                // Types that were parsed from text have a field for every selector, so that this is never
                // reached for them.
                Err(_) => Just(Value::Option(None)).boxed(),
            },
        }
    }

    /// Returns a strategy for the values before a field and a value of the field. If the field selects the
    /// type of later fields, its value has one of their labels.
    fn next_field(self, fields: &[(String, TypeExpr)], at: usize, before: &Before) -> BoxedStrategy<Before> {
        let Some((field, later)) = fields.get(at..).and_then(<[_]>::split_first) else {
            return Just(before.clone()).boxed();
        };
        let any = self.of_type_after(&field.1, before);
        let mut switches = Vec::new();
        for (_, later) in later {
            later.any_selecting(&mut |of| {
                if let TypeExpr::Switch(of, cases) = of
                    && of.field == field.0
                {
                    // The selector is resolved from this field, not from the place of the switch.
                    switches.push((Selector { place: None, up: 0, ..of.clone() }, cases.clone()));
                }
                false
            });
        }
        let counts = |later: &TypeExpr| {
            later.any_selecting(&mut |of| match of {
                TypeExpr::Array(Length::Field(of), _) | TypeExpr::Bytes(Length::Field(of)) => {
                    of.field == field.0
                }
                _ => false,
            })
        };
        let any = if later.iter().any(|(_, later)| counts(later)) {
            let of = field.1.clone();
            (any, 0..=2_i64)
                .prop_map(move |(x, count)| with_label(&of, x, None, &Label::Number(count)))
                .boxed()
        } else {
            any
        };
        let labels = switches.iter().flat_map(|(of, cases)| {
            let labels = cases.entries().iter().filter_map(|(label, _)| label.clone());
            labels.map(|label| (of.mask, label))
        });
        let labels: Vec<_> = labels.collect();
        let value = if labels.is_empty() {
            any
        } else {
            let of = field.1.clone();
            let labeled = (any.clone(), select(labels))
                .prop_map(move |(x, (mask, label))| with_label(&of, x, mask, &label));
            prop_oneof![1 => any, 4 => labeled].boxed()
        };
        let (field, before) = (field.clone(), before.clone());
        let with = move |value| {
            let mut all = before.clone();
            all.fields.push(field.clone());
            all.values.push(value);
            all
        };
        let selects = move |all: &Before| {
            all.scope(|scope| switches.iter().all(|(of, cases)| scope.select(of, cases).is_ok()))
        };
        value.prop_map(with).prop_filter("a label of every switch", selects).boxed()
    }
}

/// The fields before a type, and their values.
#[derive(Debug, Clone, Default)]
struct Before {
    /// The fields before the structure that contains the type.
    outer: Option<Arc<Before>>,
    fields: Vec<(String, TypeExpr)>,
    values: Vec<Value>,
    /// The named types.
    types: Option<Arc<Types>>,
    /// The number of named types around the type.
    depth: usize,
}

impl Before {
    /// Calls `f` with the fields and values as a scope.
    fn scope<X>(&self, f: impl FnOnce(Scope<'_>) -> X) -> X {
        let mut f = Some(f);
        let mut result = None;
        self.in_scope(&mut |scope| result = f.take().map(|f| f(scope)));
        result.unwrap_or_else(|| unreachable!("a scope is always there"))
    }

    fn in_scope(&self, f: &mut dyn FnMut(Scope<'_>)) {
        let Self { types, fields, values, .. } = self;
        let own = Scope { types: types.as_deref(), fields, values, ..Scope::NONE };
        match &self.outer {
            Some(outer) => outer.in_scope(&mut |outer| f(Scope { outer: Some(&outer), ..own })),
            None => f(own),
        }
    }

    /// Returns the fields before the first field of a structure inside.
    fn inside(&self) -> Self {
        let Self { types, depth, .. } = self;
        Self { outer: Some(Arc::new(self.clone())), types: types.clone(), depth: *depth, ..Self::default() }
    }

    /// Returns the maximum number of elements at this depth. It decreases, so that types that contain
    /// themselves end.
    fn most(&self, most: usize) -> usize {
        const DEEP: usize = 3;
        if self.depth > DEEP { 0 } else { most }
    }
}

/// Returns a value of the field's type that has this label. Bits of a number outside the mask are those of
/// `x`.
fn with_label(of: &TypeExpr, x: Value, mask: Option<i64>, label: &Label<'_>) -> Value {
    match (of, label) {
        (TypeExpr::Int(int), Label::Number(number)) => {
            let other_bits = mask.map_or(0, |mask| int_of(&x).unwrap_or_default() & !mask);
            int_value(*int, other_bits | number).unwrap_or(x)
        }
        (TypeExpr::Bool, Label::Number(number)) => Value::Bool(*number != 0),
        (TypeExpr::Enum(_, names), Label::Text(name)) => names.number(name).map_or(x, Value::Enum),
        (TypeExpr::String(_), Label::Text(text)) => Value::String(text.clone().into_owned().into()),
        (TypeExpr::Identifier, Label::Text(text)) => {
            Identifier::new(text.clone().into_owned()).map_or(x, Value::Identifier)
        }
        _ => x,
    }
}

fn integer(int: IntType) -> BoxedStrategy<Value> {
    match int {
        IntType::I8 => any::<i8>().prop_map(Value::I8).boxed(),
        IntType::U8 => any::<u8>().prop_map(Value::U8).boxed(),
        IntType::I16 => any::<i16>().prop_map(Value::I16).boxed(),
        IntType::U16 => any::<u16>().prop_map(Value::U16).boxed(),
        IntType::I32 => any::<i32>().prop_map(Value::I32).boxed(),
        IntType::U32 => any::<u32>().prop_map(Value::U32).boxed(),
        IntType::I64 => any::<i64>().prop_map(Value::I64).boxed(),
        IntType::VarInt => any::<i32>().prop_map(Value::VarInt).boxed(),
        IntType::VarLong => any::<i64>().prop_map(Value::VarLong).boxed(),
    }
}

fn uuid() -> impl Strategy<Value = Uuid> {
    any::<u128>().prop_map(Uuid::from_u128)
}

macro_rules! arbitrary {
    ($($method:ident $type:ty;)+) => {$(
        /// Makes values of the default protocol, 1.14.
        impl Arbitrary for $type {
            type Parameters = Values;
            type Strategy = BoxedStrategy<Self>;

            fn arbitrary_with(values: Values) -> Self::Strategy {
                values.$method()
            }
        }
    )+};
}

arbitrary! {
    java_str JavaStr;
    tag Tag;
    compound Compound;
    nbt Nbt;
    opt_nbt OptNbt;
    slot Slot;
    position Position;
    particle Particle;
    metadata Metadata;
}
