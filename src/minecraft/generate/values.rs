//! Values made of bytes.

use std::cell::Cell;

use arbitrary::{Error, Result, Unstructured};

use super::Values;
use crate::minecraft::expr::bits::first_byte;
use crate::minecraft::expr::wire::gen_value;
use crate::minecraft::expr::{Label, Length, Scope, Selector, TypeExpr, Types, Value, int_value};
use crate::minecraft::ids::{DIRECTIONS, MetadataType, PARTICLES, POSES, ParticleLayout, TagId};
use crate::minecraft::model::{
    Angle, Chat, Dust, FixedPoint, Identifier, ItemStack, Metadata, MetadataEntry, MetadataValue, Particle,
    ParticleData, Position, Slot, Uuid,
};
use crate::minecraft::nbt::{Compound, JavaStr, List, Nbt, Numbers, OptNbt, Tag};
use crate::unstructured::{LEVELS, option, several};

/// The greatest number of elements.
const MOST: usize = 4;

/// The types of tags that contain no others.
const LEAVES: [TagId; 10] = {
    use TagId::*;
    [Byte, Short, Int, Long, Float, Double, ByteArray, String, IntArray, LongArray]
};

impl Values {
    fn single(self, u: &mut Unstructured<'_>) -> Result<f32> {
        Ok(self.float(f32::from_bits(u.arbitrary()?)))
    }

    fn double(self, u: &mut Unstructured<'_>) -> Result<f64> {
        Ok(self.float(f64::from_bits(u.arbitrary()?)))
    }

    /// Creates text of NBT. In the Java edition it may have unpaired surrogates. In the Bedrock edition some of them represent
    /// bytes, and the others are invalid.
    pub(super) fn made_java_str(self, u: &mut Unstructured<'_>) -> Result<JavaStr> {
        if self.protocol.nbt.is_java() && u.ratio(1, 3)? {
            return Ok(JavaStr::from_units(&several(u, 6, |u| u.arbitrary::<u16>())?));
        }
        Ok(self.made_text(u, u32::MAX)?.into())
    }

    /// Creates a tag that contains at most this number of levels, from the bytes of a fuzzer.
    ///
    /// # Errors
    /// Returns the errors of [`Unstructured`].
    pub fn arbitrary_tag(&self, u: &mut Unstructured<'_>, levels: u32) -> Result<Tag> {
        let at = u.int_in_range(0..=if levels == 0 { 9 } else { 13 })?;
        let container = if at < 12 { TagId::Compound } else { TagId::List };
        self.tag_of(u, LEAVES.get(at).copied().unwrap_or(container), levels)
    }

    fn tag_of(self, u: &mut Unstructured<'_>, id: TagId, levels: u32) -> Result<Tag> {
        Ok(match id {
            TagId::Byte => Tag::Byte(u.arbitrary()?),
            TagId::Short => Tag::Short(u.arbitrary()?),
            TagId::Int => Tag::Int(u.arbitrary()?),
            TagId::Long => Tag::Long(u.arbitrary()?),
            TagId::Float => Tag::Float(self.single(u)?),
            TagId::Double => Tag::Double(self.double(u)?),
            TagId::ByteArray => Tag::ByteArray(Numbers::from(several(u, MOST, |u| u.arbitrary::<i8>())?)),
            TagId::String => Tag::String(self.made_java_str(u)?),
            TagId::IntArray => Tag::IntArray(Numbers::from(several(u, MOST, |u| u.arbitrary::<i32>())?)),
            TagId::LongArray => Tag::LongArray(Numbers::from(several(u, MOST, |u| u.arbitrary::<i64>())?)),
            TagId::Compound => Tag::Compound(self.made_compound(u, levels - 1)?),
            TagId::End | TagId::List => Tag::List(self.list(u, levels - 1)?),
        })
    }

    fn list(self, u: &mut Unstructured<'_>, levels: u32) -> Result<List> {
        let Some(at) = u.int_in_range(0..=if levels == 0 { 10_usize } else { 12 })?.checked_sub(1) else {
            return Ok(List::End);
        };
        let container = if at < 11 { TagId::List } else { TagId::Compound };
        let id = LEAVES.get(at).copied().unwrap_or(container);
        let tags = several(u, MOST, |u| self.tag_of(u, id, levels))?;
        Ok(List::of_type(id, tags))
    }

    /// Creates a compound, which may have a name several times.
    pub(super) fn made_compound(self, u: &mut Unstructured<'_>, levels: u32) -> Result<Compound> {
        let entry = |u: &mut Unstructured<'_>| Ok((self.made_java_str(u)?, self.arbitrary_tag(u, levels)?));
        let mut entries = several(u, MOST, entry)?;
        if u.ratio(1, 8)?
            && let Some((name, _)) = entries.first()
        {
            entries.push((name.clone(), self.arbitrary_tag(u, 0)?));
        }
        Ok(Compound::from(entries))
    }

    /// Creates a root. It has a name if the protocol's roots have one. In the forms of the Bedrock edition it may be a List.
    pub(super) fn made_nbt(self, u: &mut Unstructured<'_>) -> Result<Nbt> {
        let name = if self.protocol.nameless_nbt { JavaStr::default() } else { self.made_java_str(u)? };
        let root = match self.protocol.has_list_roots() && u.ratio(1, 4)? {
            true => Tag::List(self.list(u, LEVELS)?),
            false => Tag::Compound(self.made_compound(u, LEVELS)?),
        };
        Ok(Nbt { name, root })
    }

    /// Creates a root, or none, from the bytes of a fuzzer.
    ///
    /// ```
    /// use arbitrary::Unstructured;
    /// use gamewire::minecraft::{Protocol, generate::Values};
    /// let mut u = Unstructured::new(b"bytes of a fuzzer");
    /// let nbt = Values::new(Protocol::V1_14).arbitrary_nbt(&mut u)?;
    /// assert!(Protocol::V1_14.encode(&nbt).is_ok());
    /// # Ok::<(), arbitrary::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`Unstructured`].
    pub fn arbitrary_nbt(&self, u: &mut Unstructured<'_>) -> Result<OptNbt> {
        option(u, |u| self.made_nbt(u)).map(OptNbt)
    }

    pub(super) fn made_slot(self, u: &mut Unstructured<'_>) -> Result<Slot> {
        let item = option(u, |u| {
            let (id, count, OptNbt(nbt)) = (u.arbitrary()?, u.arbitrary::<i8>()?, self.arbitrary_nbt(u)?);
            Ok(ItemStack { id, count: count.into(), nbt: nbt.map(Box::new) })
        });
        item.map(Slot)
    }

    pub(super) fn made_position(self, u: &mut Unstructured<'_>) -> Result<Position> {
        let xz = |u: &mut Unstructured<'_>| u.int_in_range(-33_554_432..=33_554_431);
        Ok(Position { x: xz(u)?, y: u.int_in_range(-2048..=2047)?, z: xz(u)? })
    }

    /// Creates a particle of the protocol's release.
    pub(super) fn made_particle(self, u: &mut Unstructured<'_>) -> Result<Particle> {
        use ParticleLayout as L;
        let layout = *u.choose(&[L::None, L::BlockState, L::Dust, L::Item])?;
        let rows = PARTICLES.iter().filter(|row| row.layout == layout);
        let id = *u.choose(&rows.filter_map(|row| row.id(&self.protocol)).collect::<Vec<_>>())?;
        let data = match layout {
            L::None => ParticleData::None,
            L::BlockState => ParticleData::BlockState(u.arbitrary()?),
            L::Dust => {
                let [red, green, blue, scale] =
                    [self.single(u)?, self.single(u)?, self.single(u)?, self.single(u)?];
                ParticleData::Dust(Box::new(Dust { red, green, blue, scale }))
            }
            L::Item => ParticleData::Item(self.made_slot(u)?.0.map(Box::new)),
        };
        Ok(Particle { id, data })
    }

    /// Creates a value of entity metadata of one type.
    fn metadata_value(self, of: MetadataType, u: &mut Unstructured<'_>) -> Result<MetadataValue> {
        use MetadataValue as V;
        let id = |u: &mut Unstructured<'_>, names: &[&str]| {
            u.int_in_range(0..=i32::try_from(names.len().saturating_sub(1)).unwrap_or(0))
        };
        // The number that means "none" is excluded.
        let not = |none: i32| {
            move |u: &mut Unstructured<'_>| u.arbitrary().map(|x| if x == none { none + 1 } else { x })
        };
        Ok(match of {
            MetadataType::Byte => V::Byte(u.arbitrary()?),
            MetadataType::VarInt => V::VarInt(u.arbitrary()?),
            MetadataType::Float => V::Float(self.single(u)?),
            MetadataType::String => V::String(self.made_text(u, 20)?.into()),
            MetadataType::Chat => V::Chat(self.chat(u)?),
            MetadataType::OptChat => V::OptChat(option(u, |u| self.chat(u))?.map(Box::new)),
            MetadataType::Slot => V::Slot(self.made_slot(u)?.0.map(Box::new)),
            MetadataType::Boolean => V::Boolean(u.arbitrary()?),
            MetadataType::Rotation => V::Rotation([self.single(u)?, self.single(u)?, self.single(u)?]),
            MetadataType::Position => V::Position(self.made_position(u)?),
            MetadataType::OptPosition => V::OptPosition(option(u, |u| self.made_position(u))?),
            MetadataType::Direction => V::Direction(id(u, DIRECTIONS)?),
            MetadataType::OptUuid => V::OptUuid(option(u, uuid)?.map(Box::new)),
            MetadataType::OptBlockId => V::OptBlockId(option(u, not(0))?),
            MetadataType::Nbt => V::Nbt(self.arbitrary_nbt(u)?.0.map(Box::new)),
            MetadataType::Particle => V::Particle(self.made_particle(u)?),
            MetadataType::VillagerData => {
                let [kind, profession, level] = u.arbitrary()?;
                V::VillagerData { kind, profession, level }
            }
            MetadataType::OptVarInt => V::OptVarInt(option(u, not(-1))?),
            MetadataType::Pose => V::Pose(id(u, POSES)?),
        })
    }

    /// Creates entity metadata with values of the types of the protocol's release.
    pub(super) fn made_metadata(self, u: &mut Unstructured<'_>) -> Result<Metadata> {
        let types = MetadataType::ALL.iter().copied().filter(|of| of.to_wire(&self.protocol).is_some());
        let types: Vec<_> = types.collect();
        let entries = several(u, 5, |u| {
            let of = *u.choose(&types)?;
            Ok(MetadataEntry { index: u.int_in_range(0..=254)?, value: self.metadata_value(of, u)? })
        });
        Ok(Metadata(entries?.into()))
    }

    /// Creates text of at most `units` UTF-16 units.
    fn made_text(self, u: &mut Unstructured<'_>, units: u32) -> Result<String> {
        let most = usize::try_from(units / 2).unwrap_or(usize::MAX).min(20);
        let character = |u: &mut Unstructured<'_>| match u.ratio(1, 2)? {
            true => u.int_in_range(b' '..=b'~').map(char::from),
            false => u.arbitrary(),
        };
        Ok(several(u, most, character)?.into_iter().collect())
    }

    fn chat(self, u: &mut Unstructured<'_>) -> Result<Chat> {
        self.made_text(u, self.protocol.chat_limit).map(Chat::new)
    }

    /// Creates a value of a type, from the bytes of a fuzzer.
    ///
    /// # Errors
    /// Returns the errors of [`Unstructured`], and an error if the bytes lead to no value, for example because the type
    /// always contains itself.
    pub fn arbitrary_value(&self, expr: &TypeExpr, u: &mut Unstructured<'_>) -> Result<Value> {
        let left = &Cell::new(MOST_VALUES);
        self.value(expr, Around { scope: Scope::NONE, depth: 0, left }, u)
    }

    fn value(self, expr: &TypeExpr, around: Around<'_>, u: &mut Unstructured<'_>) -> Result<Value> {
        around.spend(1)?;
        let some = |x: Value| Value::Option(Some(x.into()));
        Ok(match expr {
            TypeExpr::Optional(inner) | TypeExpr::Option(inner) => {
                match around.most(1) > 0 && u.arbitrary()? {
                    true => some(self.value(inner, around, u)?),
                    false => Value::Option(None),
                }
            }
            TypeExpr::Array(length, inner) => {
                let count = around.length(length, around.most(3), u)?;
                let elements: Result<Vec<_>> = (0..count).map(|_| self.value(inner, around, u)).collect();
                match inner.packed_element() {
                    Some(int) => Value::Integers(int.bytes_of(&elements?)),
                    None => Value::Array(elements?.into()),
                }
            }
            TypeExpr::Bytes(length) => {
                let length = around.length(length, 8, u)?;
                around.spend(length / size_of::<Value>())?;
                let mut bytes = vec![0; length];
                u.fill_buffer(&mut bytes)?;
                Value::Bytes(bytes.into())
            }
            TypeExpr::Struct(fields) => self.structure(fields, around, u)?,
            TypeExpr::Until(end, inner) => self.until(*end, inner, around, u)?,
            TypeExpr::Marked(inner) => self.marked(inner, around, u)?,
            TypeExpr::Holder(of) => match around.most(1) > 0 && u.arbitrary()? {
                true => some(self.value(&of.inner, around, u)?),
                false => Value::VarInt(u.int_in_range(0..=i32::MAX - 1)?),
            },
            TypeExpr::Holders(of) if u.arbitrary()? => some(self.value(&of.base, around, u)?),
            TypeExpr::Holders(of) => self.value(&of.inner, around, u)?,
            TypeExpr::Types(types, inner) => self.value(inner, around.named(types, 0), u)?,
            TypeExpr::Named(name) => {
                let (types, depth) = (around.scope.types.ok_or(Error::IncorrectFormat)?, around.depth + 1);
                // A type that always contains itself has no values.
                if depth > DEEPEST {
                    return Err(Error::IncorrectFormat);
                }
                let of = types.get(name).ok_or(Error::IncorrectFormat)?;
                self.value(of, around.named(types, depth), u)?
            }
            TypeExpr::Switch(of, cases) => match around.scope.select(*of, cases) {
                Ok(case) => self.value(case, around, u)?,
                // Descriptions have a field for every selector, so that this is never reached for them.
                Err(_) => Value::Option(None),
            },
            leaf => self.leaf(leaf, u)?,
        })
    }

    /// Creates a value of a type without others inside.
    fn leaf(self, expr: &TypeExpr, u: &mut Unstructured<'_>) -> Result<Value> {
        Ok(match expr {
            TypeExpr::Bool => Value::Bool(u.arbitrary()?),
            TypeExpr::Int(int) | TypeExpr::Flags(int, _) => int.made(u)?,
            TypeExpr::F32 | TypeExpr::Lf32 => Value::F32(self.single(u)?),
            TypeExpr::F64 | TypeExpr::Lf64 => Value::F64(self.double(u)?),
            TypeExpr::Text(_) => Value::String(self.made_text(u, 100)?.into()),
            TypeExpr::String(units) => Value::String(self.made_text(u, *units)?.into()),
            TypeExpr::Chat => Value::Chat(self.chat(u)?),
            TypeExpr::Identifier => Value::Identifier(identifier(u)?),
            TypeExpr::Position => Value::Position(self.made_position(u)?),
            TypeExpr::Angle => Value::Angle(Angle(u.arbitrary()?)),
            TypeExpr::Uuid => Value::Uuid(uuid(u)?),
            TypeExpr::Nbt => Value::Nbt(self.arbitrary_nbt(u)?.0.map(Box::new)),
            TypeExpr::Mutf8 => Value::Mutf8(Box::new(Self::default().made_java_str(u)?)),
            TypeExpr::Slot => Value::Slot(self.made_slot(u)?.0.map(Box::new)),
            TypeExpr::Particle => Value::Particle(self.made_particle(u)?),
            TypeExpr::Metadata => Value::Metadata(self.made_metadata(u)?),
            TypeExpr::Enum(_, names) => Value::Enum(u.choose(names.entries())?.1),
            TypeExpr::Fixed(int, fraction_bits) => {
                let (least, most) = int.range();
                Value::Fixed(FixedPoint { raw: u.int_in_range(least..=most)?, fraction_bits: *fraction_bits })
            }
            TypeExpr::Bits(parts) => {
                let number = |u: &mut Unstructured<'_>, (least, most)| u.int_in_range(least..=most);
                let numbers: Result<_> =
                    parts.iter().map(|part| number(u, part.range()).map(Value::I64)).collect();
                Value::Struct(numbers?)
            }
            TypeExpr::GzipNbt => {
                let packed = option(u, |u| several(u, 8, |u| u.arbitrary::<u8>()))?;
                Value::Option(packed.map(|packed| Value::Bytes(packed.into()).into()))
            }
            TypeExpr::LpVec3 => Value::Bytes(lp_vec3(u)?),
            // An unknown type has no values.
            _ => Value::Option(None),
        })
    }

    fn structure(
        self,
        fields: &[(String, TypeExpr)],
        around: Around<'_>,
        u: &mut Unstructured<'_>,
    ) -> Result<Value> {
        let mut values = Vec::new();
        let mut rest = fields;
        while let [(_, of), later @ ..] = rest {
            let around = Around { scope: around.scope.field(&values), ..around };
            values.push(self.field(of, later, &values, around, u)?);
            rest = later;
        }
        Ok(Value::Struct(values.into()))
    }

    /// Creates a value of a field after these values. If the field selects the type of later fields, its value has one of
    /// their labels.
    fn field(
        self,
        of: &TypeExpr,
        later: &[(String, TypeExpr)],
        values: &[Value],
        around: Around<'_>,
        u: &mut Unstructured<'_>,
    ) -> Result<Value> {
        let mut x = self.value(of, around, u)?;
        let (mut switches, mut is_count) = (Vec::new(), false);
        for (_, later) in later {
            each_within(later, 0, &mut |later, up| {
                let is_this = |of: &Selector| (of.up, of.field as usize) == (up, values.len());
                match later {
                    // The selector is resolved from this field, not from the place of the switch.
                    TypeExpr::Switch(of, cases) if is_this(of) => {
                        switches.push((Selector { up: 0, ..*of }, cases))
                    }
                    TypeExpr::Array(Length::Field(of), _) | TypeExpr::Bytes(Length::Field(of)) => {
                        is_count |= is_this(of);
                    }
                    _ => {}
                }
            });
        }
        if is_count {
            x = with_label(of, x, &Label::Number(u.int_in_range(0..=2)?));
        }
        if switches.is_empty() {
            return Ok(x);
        }
        let labels = switches.iter().flat_map(|(_, cases)| cases.entries());
        let labels = labels.filter_map(|(label, _)| label.as_ref());
        // The value as it is comes last, so that shorter bytes select a case.
        let mut ways: Vec<_> =
            labels.map(|label| with_label(of, x.clone(), label)).chain([x.clone()]).collect();
        let first = u.int_in_range(0..=ways.len() - 1)?;
        ways.rotate_left(first);
        let selects = |x: &Value| {
            let values: Vec<_> = values.iter().chain([x]).cloned().collect();
            let scope = around.scope.field(&values);
            switches.iter().all(|(of, cases)| scope.select(*of, cases).is_ok())
        };
        ways.into_iter().find(selects).ok_or(Error::IncorrectFormat)
    }

    /// Creates elements that do not begin with the byte after them.
    fn until(self, end: u8, inner: &TypeExpr, around: Around<'_>, u: &mut Unstructured<'_>) -> Result<Value> {
        let starts_otherwise = |x: &Value| {
            let bytes = self.protocol.encode_with(|cx, out| gen_value(cx, &around.scope, inner, x)(out));
            bytes.is_ok_and(|bytes| bytes.first().is_some_and(|first| *first != end))
        };
        let mut elements = several(u, around.most(3), |u| self.value(inner, around, u))?;
        elements.retain(starts_otherwise);
        Ok(Value::Array(elements.into()))
    }

    /// Creates elements that begin with an `i8` without a mark.
    fn marked(self, inner: &TypeExpr, around: Around<'_>, u: &mut Unstructured<'_>) -> Result<Value> {
        let unmarked = |u: &mut Unstructured<'_>| {
            let mut x = self.value(inner, around, u)?;
            if let Some(first) = first_byte(&mut x) {
                *first &= i8::MAX;
            }
            Ok(x)
        };
        let mut elements = vec![unmarked(u)?];
        elements.extend(several(u, around.most(3), unmarked)?);
        Ok(Value::Array(elements.into()))
    }
}

/// The most named types around a type.
pub(super) const DEEPEST: usize = 64;

/// The most values inside a value. A description of few bytes can have types with any number of fields.
pub(super) const MOST_VALUES: usize = 1 << 18;

/// The context of a type.
#[derive(Clone, Copy)]
struct Around<'s> {
    scope: Scope<'s, 's>,
    /// The number of named types around the type.
    depth: usize,
    /// The number of values that may still be created.
    left: &'s Cell<usize>,
}

impl<'s> Around<'s> {
    /// Creates what is around a type of a table.
    fn named(self, types: &'s Types, depth: usize) -> Self {
        Self { scope: Scope::of_types(Some(types)), depth, ..self }
    }

    /// Returns a number of elements. If neither the type nor a field has it, it is at most `most`.
    fn length(&self, of: &Length, most: usize, u: &mut Unstructured<'_>) -> Result<usize> {
        match of {
            Length::Field(of) => Ok(self.scope.count(*of).map_or(0, |count| count as usize)),
            Length::Known(length) => Ok(*length as usize),
            Length::Prefixed(_) | Length::Rest => u.int_in_range(0..=most),
        }
    }

    /// Counts values, or fails if there are too many.
    fn spend(&self, count: usize) -> Result<()> {
        self.left.set(self.left.get().checked_sub(count).ok_or(Error::IncorrectFormat)?);
        Ok(())
    }

    /// Returns the maximum number of elements at this depth. It decreases, so that types that contain themselves end.
    fn most(&self, most: usize) -> usize {
        const DEEP: usize = 3;
        if self.depth > DEEP { 0 } else { most }
    }
}

/// Calls `f` with a type and each type inside it, and the number of structures around that one. Named types are not
/// entered.
fn each_within<'e>(of: &'e TypeExpr, up: u32, f: &mut dyn FnMut(&'e TypeExpr, u32)) {
    f(of, up);
    let inside = up + u32::from(matches!(of, TypeExpr::Struct(_)));
    of.each_part(&mut |part| each_within(part, inside, f));
}

/// Returns a value of the field's type that has this label.
fn with_label(of: &TypeExpr, x: Value, label: &Label) -> Value {
    match (of, label) {
        (TypeExpr::Int(int), Label::Number(number)) => int_value(*int, *number).unwrap_or(x),
        (TypeExpr::Bool, Label::Number(number)) => Value::Bool(*number != 0),
        (TypeExpr::Enum(_, names), Label::Text(name)) => names.number(name).map_or(x, Value::Enum),
        (TypeExpr::String(_), Label::Text(text)) => Value::String((&**text).into()),
        (TypeExpr::Identifier, Label::Text(text)) => {
            Identifier::new(text.clone()).map_or(x, Value::Identifier)
        }
        _ => x,
    }
}

fn lp_vec3(u: &mut Unstructured<'_>) -> Result<Box<[u8]>> {
    Ok(match u.int_in_range(0..=2)? {
        0 => [0].into(),
        1 => {
            let [first, rest @ ..] = u.arbitrary::<[u8; 6]>()?;
            [&[first & !4 | 1][..], &rest].concat().into()
        }
        _ => {
            let [first, rest @ .., end] = u.arbitrary::<[u8; 7]>()?;
            [&[first | 4][..], &rest, &[0x80, end & 0x7f]].concat().into()
        }
    })
}

fn identifier(u: &mut Unstructured<'_>) -> Result<Identifier> {
    let part = |u: &mut Unstructured<'_>, characters: &[u8]| -> Result<String> {
        Ok(several(u, 8, |u| u.choose(characters).copied().map(char::from))?.into_iter().collect())
    };
    let namespace = option(u, |u| part(u, b"azm059_.-"))?;
    let path = part(u, b"azm059_./-")?;
    let text = namespace.map_or_else(|| path.clone(), |namespace| format!("{namespace}:{path}"));
    Identifier::new(text).map_err(|_| Error::IncorrectFormat)
}

fn uuid(u: &mut Unstructured<'_>) -> Result<Uuid> {
    u.arbitrary().map(Uuid::from_u128)
}
