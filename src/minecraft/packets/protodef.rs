//! The translation of ProtoDef descriptions to types.

use std::borrow::Cow;
use std::mem::take;

use foldhash::{HashMap, HashMapExt as _, HashSet, HashSetExt as _};
use memchr::memchr2;

use super::{Side, State};
use crate::escape::is_hidden;
use crate::json::{JsonNode, JsonType, Object, Res};
use crate::limits::with_stack;
use crate::minecraft::expr::{
    ANONYMOUS, BitField, Cases, EnumNames, Holder, IntType, Label, Length, NUMBER, Selector, TypeExpr,
    TypeName,
};
use crate::sort::sorted;
use crate::sure::Sure as _;

/// A type, or the reason why it cannot be read.
type Made<T> = Result<T, String>;

/// The deepest allowed nesting of types, including that of the types that they name.
const MAX_DEPTH: usize = 100;

/// The deepest allowed nesting of types without names.
const MAX_NESTING: usize = 48;

/// The most types inside one definition, without those that it names.
const MAX_PARTS: usize = 2048;

/// The longest allowed name. In JSON, each value of the type repeats the name.
const MAX_NAME: usize = 255;

/// The types of a description, and the type of all packets of each state and side.
pub(super) struct Translated {
    pub(super) types: Vec<(String, TypeExpr)>,
    pub(super) lists: Vec<(State, Side, TypeExpr)>,
    /// Whether roots of NBT have no name.
    pub(super) nameless: bool,
}

/// Translates a description. Types that cannot be translated become [`TypeExpr::Unknown`].
pub(super) fn translate(root: JsonNode<'_>, bytes: usize) -> Res<Translated> {
    let description = Object::from_node(root)?;
    let mut builder = Builder {
        // A description without states may be only its types.
        root: definitions(description.get("types").unwrap_or(root))?,
        own: HashMap::new(),
        place: String::new(),
        table: Vec::new(),
        around: Around::default(),
        depth: 0,
        left: bytes / 4 + 1000,
        named_nbt: false,
        nameless_nbt: false,
        is_list: false,
        is_plain: root.text().is_ascii() && memchr2(b'\\', 0x7f, root.text().as_bytes()).is_none(),
    };
    let mut lists = Vec::new();
    for state in State::ALL {
        for side in Side::ALL {
            let types = description.get(state.name()).and_then(|of| get(get(of, side.name())?, "types"));
            let Some(types) = types else { continue };
            builder.own = definitions(types)?;
            if builder.own.keys().any(|name| builder.root.contains_key(name)) {
                // Global types may refer to a type of this state and side by the name of a global one.
                for (name, Definition { of, .. }) in &builder.root {
                    builder.own.entry(name.clone()).or_insert(Definition { of: *of, name: None });
                }
            }
            builder.place = format!("{}.{}.", state.name(), side.name());
            if let Some(packet) = builder.own.get("packet").and_then(|packet| packet.of) {
                let packet = builder.packet(packet).map_err(|reason| packet.fault(reason))?;
                lists.push((state, side, packet));
            }
        }
    }
    builder.own = HashMap::new();
    let names = builder.root.keys().filter(|name| !name.contains(is_hidden)).cloned().collect();
    for name in sorted(names, Ord::cmp) {
        // Types that packets do not use can be looked up by name. Types with parameters have no name.
        let _ = builder.named(&name);
    }
    if builder.named_nbt && builder.nameless_nbt {
        return Err(
            root.fault("a description cannot have NBT with a name (nbt) and without one (anonymousNbt)")
        );
    }
    let mut types = builder.table;
    let least: Vec<_> = types.iter().map(|(_, of)| of.min_len()).collect();
    types.iter_mut().for_each(|(_, of)| measure(of, &least));
    Ok(Translated { types, lists, nameless: builder.nameless_nbt })
}

/// Sets the least number of bytes of each reference. That of a type that contains itself was not known inside it.
fn measure(of: &mut TypeExpr, least: &[usize]) {
    of.each_part_mut(&mut |part| measure(part, least));
    match of {
        TypeExpr::Named(name) => name.min_len = least.get(name.at).copied().sure(),
        TypeExpr::Switch(_, cases) => cases.measure(),
        _ => {}
    }
}

/// A type with a name.
struct Definition<'d> {
    /// The type, which is `None` if it is native.
    of: Option<JsonNode<'d>>,
    /// The reference to its translation, if it was translated.
    name: Option<TypeName>,
}

type Definitions<'d> = HashMap<Cow<'d, str>, Definition<'d>>;

fn definitions(node: JsonNode<'_>) -> Res<Definitions<'_>> {
    Object::from_node(node)?;
    let definition = |of: JsonNode<'_>| !of.is("native");
    node.entries()
        .map(|(name, of)| Ok((name.string()?, Definition { of: definition(of).then_some(of), name: None })))
        .collect()
}

/// The context of the current type in its definition.
#[derive(Default)]
struct Around<'d> {
    /// The arguments of the definition.
    arguments: Option<JsonNode<'d>>,
    /// The names before the current field in each structure of ProtoDef, and where these are. If several fields have a
    /// name, the last one is meant.
    names: Vec<HashMap<Cow<'d, str>, Known>>,
    /// The translated structures, without those that are anonymous.
    structures: Vec<Structure<'d>>,
    /// The number of types inside the definition.
    parts: usize,
}

/// A translated structure, as far as its fields are known.
#[derive(Default)]
struct Structure<'d> {
    fields: Vec<(String, TypeExpr)>,
    /// The names of the fields, and of the members that fields without a name add.
    names: HashSet<String>,
    /// The number of fields with the same name. All of them except the first get a number.
    repeated: HashMap<Cow<'d, str>, usize>,
}

/// The place of a field or of a number of its bits: the positions of the structure, the field, and the number.
type Known = (usize, usize, Option<usize>);

struct Builder<'d> {
    root: Definitions<'d>,
    own: Definitions<'d>,
    /// The state and side, which precede the names of their types.
    place: String,
    table: Vec<(String, TypeExpr)>,
    around: Around<'d>,
    depth: usize,
    /// The number of types that may still follow.
    left: usize,
    named_nbt: bool,
    nameless_nbt: bool,
    /// Whether the next switch selects the parameters of a packet.
    is_list: bool,
    /// Whether no text has hidden characters, because all are ASCII without escapes.
    is_plain: bool,
}

/// Returns the value of an optional key. Values without keys have none.
fn get<'d>(node: JsonNode<'d>, key: &str) -> Option<JsonNode<'d>> {
    Object::from_node(node).ok()?.get(key)
}

/// Returns the value of a required key.
fn need<'d>(node: JsonNode<'d>, key: &str) -> Made<JsonNode<'d>> {
    get(node, key).ok_or_else(|| format!("{key:?} is missing"))
}

fn number(text: &str) -> Made<i64> {
    let parsed = match text.strip_prefix("0x") {
        Some(digits) => i64::from_str_radix(digits, 16),
        None => text.parse(),
    };
    parsed.map_err(|_| format!("{text:?} is not a number"))
}

/// Returns the name and the arguments of a type, if it has arguments.
fn call<'d>(node: JsonNode<'d>) -> Option<(Cow<'d, str>, JsonNode<'d>)> {
    let mut parts = node.is_array().then(|| node.children())?;
    let (name, arguments) = (parts.next()?, parts.next()?);
    Some((name.string().ok()?, arguments))
}

fn is_true(value: Option<JsonNode<'_>>) -> bool {
    value.is_some_and(|value| value.json_type() == JsonType::True)
}

fn int_type(name: &str) -> Option<IntType> {
    let name = match name {
        // One byte has no order.
        "li8" => "i8",
        "lu8" => "u8",
        "varint64" => "varlong",
        name => name,
    };
    IntType::from_name(name).filter(|int| int.name() == name)
}

/// Returns a native type of ProtoDef or of minecraft-protocol that has no arguments.
pub(super) fn native(name: &str) -> Option<TypeExpr> {
    Some(match name {
        "bool" => TypeExpr::Bool,
        "f32" => TypeExpr::F32,
        "f64" => TypeExpr::F64,
        "lf32" => TypeExpr::Lf32,
        "lf64" => TypeExpr::Lf64,
        "UUID" | "uuid" => TypeExpr::Uuid,
        "void" => nothing(),
        "nbt" | "optionalNbt" | "anonymousNbt" | "anonOptionalNbt" => TypeExpr::Nbt,
        "restBuffer" => TypeExpr::Bytes(Length::Rest),
        "compressedNbt" => TypeExpr::GzipNbt,
        "lpVec3" => TypeExpr::LpVec3,
        name => TypeExpr::Int(int_type(name)?),
    })
}

/// The type of nothing.
fn nothing() -> TypeExpr {
    TypeExpr::Struct(Vec::new())
}

impl<'d> Builder<'d> {
    /// Returns a name or label.
    fn text(&self, node: JsonNode<'d>) -> Made<Cow<'d, str>> {
        let text = node.string().map_err(|_| format!("a text is needed, not {}", node.shown()))?;
        if text.is_empty() || !self.is_plain && text.contains(is_hidden) {
            return Err(format!("the name {text:?} is empty or has a control or invisible character"));
        }
        if text.len() > MAX_NAME {
            return Err(format!("a name has {} bytes, more than {MAX_NAME}", text.len()));
        }
        Ok(text)
    }

    /// Returns the type of all packets: their names by id, and the parameters that the name selects.
    fn packet(&mut self, packet: JsonNode<'d>) -> Made<TypeExpr> {
        self.is_list = true;
        let packet = self.expr(packet);
        self.is_list = false;
        let mut packet = packet?;
        if let TypeExpr::Struct(fields) = &mut packet
            && let [(name, TypeExpr::Enum(_, ids)), (params, TypeExpr::Switch(..))] = fields.as_mut_slice()
            && name == "name"
            && params == "params"
        {
            ids.open = false;
            return Ok(packet);
        }
        Err("the packets need a container of a mapper \"name\" and a switch \"params\"".to_owned())
    }

    /// Returns the type with this name, unless it is native.
    fn definition(&self, name: &str) -> Option<JsonNode<'d>> {
        self.own.get(name).or_else(|| self.root.get(name))?.of
    }

    /// Returns the type that a name refers to.
    fn resolve(&self, mut of: JsonNode<'d>) -> JsonNode<'d> {
        for _ in 0..MAX_DEPTH {
            let name = if of.is_string() { of.string().ok() } else { call(of).map(|(name, _)| name) };
            match name.and_then(|name| self.definition(&name)) {
                Some(next) => of = next,
                None => break,
            }
        }
        of
    }

    fn int(&self, of: JsonNode<'d>) -> Made<IntType> {
        let mut of = self.resolve(of);
        // A count has the type of its number.
        if let Some((kind, arguments)) = call(of)
            && kind == "count"
            && let Some(counted) = get(arguments, "type")
        {
            of = self.resolve(counted);
        }
        let int = of.string().ok().and_then(|name| int_type(&name));
        int.ok_or_else(|| format!("{} is not an integer type", of.shown()))
    }

    fn length(&self, of: JsonNode<'d>) -> Made<Length> {
        if let Some(prefix) = get(of, "countType") {
            return Ok(Length::Prefixed(self.int(prefix)?));
        }
        let count = need(of, "count")?;
        match count.json_type() {
            JsonType::Number => {
                let number = count.raw().parse().map(Length::Known);
                number.map_err(|_| format!("the count {} is not valid", count.shown()))
            }
            _ => Ok(Length::Field(self.selector(&self.text(count)?)?)),
        }
    }

    /// Returns the selector of a path.
    fn selector(&self, path: &str) -> Made<Selector> {
        let (mut rest, mut up) = (path, 0);
        while let Some(inner) = rest.strip_prefix("../") {
            (rest, up) = (inner, up + 1);
        }
        let (name, member) = rest.split_once('/').map_or((rest, None), |(name, member)| (name, Some(member)));
        let Around { names, structures, .. } = &self.around;
        let names = names.get(..names.len().saturating_sub(up)).sure();
        let unknown = || format!("there is no field {path:?} before it");
        let (structure, field, part) =
            *names.iter().rev().find_map(|names| names.get(name)).ok_or_else(unknown)?;
        let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let up = number(structures.len().saturating_sub(structure + 1));
        let of_field = Selector { up, field: number(field), part: None };
        let part = match (part, member) {
            (part, None) => part,
            (Some(_), Some(_)) => return Err(format!("{path:?} is not a path of a field")),
            (None, Some(member)) => {
                let part = match self.field_type(of_field) {
                    Some(TypeExpr::Bits(parts)) => parts.iter().position(|part| part.name == member),
                    Some(TypeExpr::Flags(_, names)) => names.iter().position(|name| name == member),
                    _ => None,
                };
                Some(part.ok_or_else(unknown)?)
            }
        };
        Ok(Selector { part: part.and_then(|part| u8::try_from(part).ok()), ..of_field })
    }

    /// Returns the type of the values that a field has as labels, without names and options.
    fn field_type(&self, of: Selector) -> Option<&TypeExpr> {
        if of.part.is_some() {
            return Some(&NUMBER);
        }
        let structures = &self.around.structures;
        let structure = structures.len().checked_sub(1 + of.up as usize)?;
        let mut of = &structures.get(structure)?.fields.get(of.field as usize)?.1;
        for _ in 0..MAX_DEPTH {
            of = match of {
                TypeExpr::Named(name) => &self.table.get(name.at)?.1,
                TypeExpr::Option(inner) => inner,
                TypeExpr::Switch(_, cases) => {
                    let has_fields =
                        |of: &&TypeExpr| !matches!(of, TypeExpr::Struct(fields) if fields.is_empty());
                    cases.entries().iter().map(|(_, case)| case).find(has_fields)?
                }
                of => return Some(of),
            };
        }
        None
    }

    /// Translates the type with this name, unless it is native. Returns a reference to the type, or the type itself if
    /// it is small.
    fn named(&mut self, name: &str) -> Made<Option<TypeExpr>> {
        let is_root = !self.own.contains_key(name);
        let definitions = if is_root { &mut self.root } else { &mut self.own };
        let Some(Definition { of: Some(of), name: known }) = definitions.get_mut(name) else {
            return Ok(None);
        };
        let reference = match known {
            Some(known) => known.clone(),
            None => {
                let full = if is_root { name.to_owned() } else { [&self.place, name].concat() };
                let mut reference = TypeName::new(&full, self.table.len());
                *known = Some(reference.clone());
                self.table.push((full, TypeExpr::Named(reference.clone())));
                let of = *of;
                let around = take(&mut self.around);
                // Global types can refer only to each other.
                let own = if is_root { take(&mut self.own) } else { HashMap::new() };
                let made =
                    self.expr(of).unwrap_or_else(|reason| TypeExpr::Unknown(format!("{name}: {reason}")));
                self.around = around;
                if is_root {
                    self.own = own;
                }
                reference.min_len = made.min_len();
                if let Some((_, place)) = self.table.get_mut(reference.at) {
                    *place = made;
                }
                let definitions = if is_root { &mut self.root } else { &mut self.own };
                if let Some(definition) = definitions.get_mut(name) {
                    definition.name = Some(reference.clone());
                }
                reference
            }
        };
        const SMALL: usize = 16;
        Ok(Some(match self.table.get(reference.at) {
            Some((_, TypeExpr::Enum(int, names))) => {
                let (int, count) = (*int, names.entries().len());
                let small = (count <= SMALL).then(|| TypeExpr::Enum(int, names.clone()));
                self.spend(count.min(SMALL))?;
                small.unwrap_or(TypeExpr::Named(reference))
            }
            Some((_, of)) if is_small(of) => of.clone(),
            _ => TypeExpr::Named(reference),
        }))
    }

    /// Translates a structure.
    fn container(&mut self, list: JsonNode<'d>) -> Made<TypeExpr> {
        self.around.structures.push(Structure::default());
        let made = self.fields(list);
        let structure = self.around.structures.pop().sure();
        made.map(|_| TypeExpr::Struct(structure.fields))
    }

    /// Translates the fields of a container, and adds them to the current structure. Returns where they are.
    fn fields(&mut self, list: JsonNode<'d>) -> Made<HashMap<Cow<'d, str>, Known>> {
        if !list.is_array() {
            return Err("a container needs a list of fields".to_owned());
        }
        self.around.names.push(HashMap::new());
        let made = list.children().try_for_each(|field| self.field(field));
        let names = self.around.names.pop().sure();
        made.map(|()| names)
    }

    /// Translates a field. If it is an anonymous container, its fields are added to the structure around it.
    fn field(&mut self, field: JsonNode<'d>) -> Made<()> {
        let (of, anonymous) = (need(field, "type")?, is_true(get(field, "anon")));
        if anonymous
            && let Some((kind, inner)) = call(of)
            && kind == "container"
        {
            let inside = self.fields(inner)?;
            // Later fields can refer to the fields inside.
            self.learn(inside);
            return Ok(());
        }
        let name = if anonymous { Cow::Borrowed(ANONYMOUS) } else { self.text(need(field, "name")?)? };
        let made = self.expr(of).map_err(|reason| format!("{name}: {reason}"))?;
        let structure = self.around.structures.len().saturating_sub(1);
        let Structure { fields, names, repeated } =
            self.around.structures.last_mut().ok_or("a field needs a container")?;
        let mut added = Vec::new();
        let has_members = anonymous && each_member(&made, &mut |name| added.push(name.to_owned()));
        let is_around = has_members && !added.iter().any(|name| names.contains(name));
        let base = if anonymous && !is_around { Cow::Borrowed("anonymous") } else { name.clone() };
        let mut own = base.clone();
        while !is_around && (own == ANONYMOUS || names.contains(&*own)) {
            let number = repeated.entry(base.clone()).or_insert(1);
            *number += 1;
            own = format!("{base}#{number}").into();
        }
        if !is_around {
            added = vec![own.to_string()];
        }
        names.extend(added);
        let at = fields.len();
        let bits = if let (true, TypeExpr::Bits(bits)) = (anonymous, &made) { &**bits } else { &[] };
        let bits =
            bits.iter().zip(0..).map(|(bit, part)| (bit.name.clone().into(), (structure, at, Some(part))));
        let bits: Vec<_> = bits.collect();
        fields.push((own.into_owned(), made));
        self.learn(bits);
        self.learn([(name, (structure, at, None))]);
        Ok(())
    }

    /// Adds names to which later fields of the current structure may refer.
    fn learn(&mut self, known: impl IntoIterator<Item = (Cow<'d, str>, Known)>) {
        if let Some(names) = self.around.names.last_mut() {
            names.extend(known);
        }
    }

    /// Counts types, and names that take as much memory.
    fn spend(&mut self, count: usize) -> Made<()> {
        self.left =
            self.left.checked_sub(count).ok_or("the description is too large once its types are expanded")?;
        Ok(())
    }

    /// Translates a type.
    fn expr(&mut self, of: JsonNode<'d>) -> Made<TypeExpr> {
        self.spend(1)?;
        self.around.parts += 1;
        if self.around.parts > MAX_PARTS {
            return Err(format!("a type has more than {MAX_PARTS} types inside"));
        }
        if self.depth == MAX_NESTING {
            return Err(format!("types are nested deeper than {MAX_NESTING}"));
        }
        self.depth += 1;
        let made = match call(of) {
            Some((kind, inner)) => with_stack(|| self.of_kind(&kind, inner)),
            None => self.text(of).and_then(|name| self.of_name(&name)),
        };
        self.depth -= 1;
        made
    }

    fn of_name(&mut self, name: &str) -> Made<TypeExpr> {
        if let Some(named) = self.named(name)? {
            return Ok(named);
        }
        self.named_nbt |= matches!(name, "nbt" | "optionalNbt");
        self.nameless_nbt |= matches!(name, "anonymousNbt" | "anonOptionalNbt");
        native(name).ok_or_else(|| format!("the type {name:?} of the description is not known"))
    }

    fn of_kind(&mut self, kind: &str, of: JsonNode<'d>) -> Made<TypeExpr> {
        if let Some(definition) = self.definition(kind) {
            let outer = self.around.arguments.replace(of);
            let made = self.expr(definition);
            self.around.arguments = outer;
            return made;
        }
        Ok(match kind {
            "container" => self.container(of)?,
            "switch" => self.switch(of)?,
            "option" => TypeExpr::Option(Box::new(self.expr(of)?)),
            "array" => TypeExpr::Array(self.length(of)?, self.element(of)?),
            "buffer" => TypeExpr::Bytes(self.length(of)?),
            "pstring" => {
                let count = get(of, "countType").ok_or("a pstring without countType is not supported")?;
                match self.int(count)? {
                    IntType::VarInt => TypeExpr::String(u32::MAX),
                    other => TypeExpr::Text(other),
                }
            }
            "count" => TypeExpr::Int(self.int(need(of, "type")?)?),
            "mapper" => self.mapper(of)?,
            "bitfield" => TypeExpr::Bits(self.bit_fields(of)?),
            "bitflags" => self.flags(of)?,
            "entityMetadataLoop" => {
                let end = need(of, "endVal")?;
                let end = end.raw().parse().map_err(|_| format!("the end {} is not a byte", end.shown()))?;
                TypeExpr::Until(end, self.element(of)?)
            }
            "topBitSetTerminatedArray" => match self.element(of)? {
                element if may_have_mark(&element) => TypeExpr::Marked(element),
                _ => return Err("the elements of topBitSetTerminatedArray must begin with an i8".to_owned()),
            },
            "registryEntryHolder" => {
                let (id, otherwise) = (need(of, "baseName")?, need(of, "otherwise")?);
                let (value, inner) = self.part(otherwise)?;
                let id = self.text(id)?.into_owned();
                let base = TypeExpr::Int(IntType::VarInt);
                TypeExpr::Holder(Box::new(holder(id, base, value, inner)?))
            }
            "registryEntryHolderSet" => {
                let (base, otherwise) = (need(of, "base")?, need(of, "otherwise")?);
                let ((id, base), (value, inner)) = (self.part(base)?, self.part(otherwise)?);
                let entries = TypeExpr::Array(Length::Prefixed(IntType::VarInt), Box::new(inner));
                TypeExpr::Holders(Box::new(holder(id, base, value, entries)?))
            }
            other => return Err(format!("the type {other:?} of the description is not known")),
        })
    }

    fn switch(&mut self, of: JsonNode<'d>) -> Made<TypeExpr> {
        let is_list = take(&mut self.is_list);
        let (path, fields) = (need(of, "compareTo")?, need(of, "fields")?);
        let mut path = self.text(path)?;
        if let Some(parameter) = path.strip_prefix('$') {
            let given = self.around.arguments.and_then(|arguments| get(arguments, parameter));
            path = self.text(given.ok_or_else(|| format!("the argument {parameter:?} is missing"))?)?;
        }
        if get(of, "compareToValue").is_some() {
            return Err("a switch with compareToValue is not supported".to_owned());
        }
        let selector = self.selector(&path)?;
        let has_text = match self.field_type(selector) {
            None => Err("the field of a switch has no type that can select another"),
            Some(of) => Ok(matches!(of, TypeExpr::Enum(..) | TypeExpr::String(_) | TypeExpr::Text(_))),
        };
        let (mut cases, mut known) = (Vec::new(), HashSet::new());
        for (label, case) in fields.entries() {
            let label = self.text(label)?;
            let label = match &*label {
                text if has_text? => Label::from(text),
                "true" | "false" => Label::Number((label == "true").into()),
                digits => Label::Number(number(digits)?),
            };
            // `0` and `false` are the same label of a Boolean.
            if known.insert(label.clone()) {
                let made = match self.expr(case) {
                    // The other packets can be read.
                    Err(reason) if is_list && self.left > 0 => {
                        TypeExpr::Unknown(format!("{label}: {reason}"))
                    }
                    made => made?,
                };
                cases.push((Some(label), made));
            }
        }
        let other = get(of, "default").map_or(Ok(nothing()), |of| self.expr(of))?;
        cases.push((None, other));
        let field = self.field_type(selector).unwrap_or(&NUMBER);
        Ok(TypeExpr::Switch(selector, Cases::new(field, cases)))
    }

    fn flags(&self, of: JsonNode<'d>) -> Made<TypeExpr> {
        let (int, flags) = (need(of, "type")?, need(of, "flags")?);
        let int = self.int(int)?;
        let names = match flags.json_type() {
            JsonType::Object => self.flags_by_bits(flags, int, is_true(get(of, "shift")))?,
            // ProtoDef ignores `shift` here.
            _ => flags.children().map(|name| Ok(self.text(name)?.into_owned())).collect::<Made<_>>()?,
        };
        if names.len() > int.width() || !all_differ(names.iter()) {
            return Err("these flags are not supported".to_owned());
        }
        Ok(TypeExpr::Flags(int, names))
    }

    /// Returns the names of bits from an object of their masks, or of their numbers if `is_shift` is set.
    fn flags_by_bits(&self, flags: JsonNode<'d>, int: IntType, is_shift: bool) -> Made<Vec<String>> {
        let (mut names, mut seen) = (Vec::new(), 0_u64);
        for (name, value) in flags.entries() {
            let value = number(value.raw())?;
            let bit = match is_shift {
                true => usize::try_from(value).ok(),
                false if value > 0 && value.count_ones() == 1 => Some(value.trailing_zeros() as usize),
                false => None,
            };
            let Some(bit) = bit.filter(|bit| *bit < int.width() && seen >> bit & 1 == 0) else {
                return Err(format!(
                    "the flag {} is not one bit of its own of a {}",
                    name.shown(),
                    int.name()
                ));
            };
            seen |= 1 << bit;
            // Bits between the flags have no names.
            let missing = names.len()..=bit;
            names.extend(missing.map(|bit| format!("bit{bit}")));
            if let Some(unnamed) = names.get_mut(bit) {
                *unnamed = self.text(name)?.into_owned();
            }
        }
        Ok(names)
    }

    /// Translates the type of the elements of an array.
    fn element(&mut self, of: JsonNode<'d>) -> Made<Box<TypeExpr>> {
        Ok(Box::new(self.expr(need(of, "type")?)?))
    }

    /// Translates a name and a type.
    fn part(&mut self, of: JsonNode<'d>) -> Made<(String, TypeExpr)> {
        let (name, of) = (need(of, "name")?, need(of, "type")?);
        Ok((self.text(name)?.into_owned(), self.expr(of)?))
    }

    fn mapper(&mut self, of: JsonNode<'d>) -> Made<TypeExpr> {
        let (int, names) = (need(of, "type")?, need(of, "mappings")?);
        let int = self.int(int)?;
        let (min, max) = int.range();
        let mut entries = Vec::new();
        for (digits, name) in names.entries() {
            self.spend(1)?;
            let name = if name.is_string() { self.text(name)? } else { name.raw().into() };
            let number = number(&self.text(digits)?)?;
            if !(min..=max).contains(&number) || !(1..=MAX_NAME).contains(&name.len()) {
                return Err(format!("{number} is not a valid {}", int.name()));
            }
            entries.push((name.into_owned(), number));
        }
        let entries = sorted(entries, |(_, a), (_, b)| a.cmp(b));
        let ascends = entries.is_sorted_by(|(_, one), (_, next)| one < next);
        let names = EnumNames::new(entries, true);
        if !ascends || !names.differ() {
            return Err("two numbers have the same name".to_owned());
        }
        Ok(TypeExpr::Enum(int, names))
    }

    fn bit_fields(&self, of: JsonNode<'d>) -> Made<Vec<BitField>> {
        let part = |part| {
            let (name, size) = (need(part, "name")?, need(part, "size")?);
            let name = self.text(name)?.into_owned();
            let size = size.raw().parse().ok().filter(|size| (1..=64).contains(size));
            let size = size.ok_or("a bit field needs a size from 1 to 64")?;
            Ok(BitField { name, size, signed: is_true(get(part, "signed")) })
        };
        let parts: Vec<_> = of.children().map(part).collect::<Made<_>>()?;
        let bits: u32 = parts.iter().map(|part| part.size).sum();
        if bits == 0
            || !bits.is_multiple_of(8)
            || bits > 64
            || !all_differ(parts.iter().map(|part| &part.name))
        {
            return Err(format!("bits are 1 to 8 whole bytes, not {bits} bits"));
        }
        Ok(parts)
    }
}

fn holder(id: String, base: TypeExpr, value: String, inner: TypeExpr) -> Made<Holder> {
    if id == value {
        Err(format!("the name {id:?} occurs twice"))
    } else {
        Ok(Holder { id, base, value, inner })
    }
}

fn all_differ<X: Eq + std::hash::Hash>(all: impl Iterator<Item = X>) -> bool {
    let mut known = HashSet::with_capacity_and_hasher(all.size_hint().0, Default::default());
    { all }.all(|one| known.insert(one))
}

/// Returns whether the first byte of a value may be the `i8` with a mark.
fn may_have_mark(of: &TypeExpr) -> bool {
    match of {
        TypeExpr::Int(IntType::I8) | TypeExpr::Named(_) => true,
        TypeExpr::Struct(fields) => fields.first().is_some_and(|(_, field)| may_have_mark(field)),
        _ => false,
    }
}

/// Returns whether the members of a value can become members of the structure around it, and calls `f` with each name
/// that it may have. Members of named types are not included.
fn each_member<'e>(of: &'e TypeExpr, f: &mut dyn FnMut(&'e str)) -> bool {
    match of {
        TypeExpr::Named(_) => true,
        TypeExpr::Bits(parts) => {
            parts.iter().for_each(|part| f(&part.name));
            true
        }
        TypeExpr::Struct(fields) => fields.iter().all(|(name, field)| {
            if name == ANONYMOUS {
                return each_member(field, f);
            }
            f(name);
            true
        }),
        TypeExpr::Switch(_, cases) => cases.entries().iter().all(|(_, case)| each_member(case, f)),
        _ => false,
    }
}

/// Returns whether the type takes no more memory than a reference to it.
fn is_small(of: &TypeExpr) -> bool {
    use TypeExpr as T;
    let is_number = matches!(of, T::Bool | T::Int(_) | T::F32 | T::F64 | T::String(_));
    is_number || matches!(of, T::Uuid | T::Nbt | T::Bytes(_) | T::Bits(_) | T::Flags(..))
}
