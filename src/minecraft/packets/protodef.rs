//! The translation of ProtoDef descriptions to types.

use std::borrow::Cow;

use foldhash::{HashMap, HashMapExt as _, HashSet, HashSetExt as _};

use super::{Side, State};
use crate::escape::is_hidden;
use crate::json::{JsonNode, JsonType, Object, Res};
use crate::minecraft::dependent::Label;
use crate::minecraft::expr::{
    ANONYMOUS, BitField, Cases, EnumNames, Holder, IntType, Length, Selector, TypeExpr, TypeName,
};
use crate::sort::sorted;

/// A type, or the reason why it cannot be read.
type Made<T> = Result<T, String>;

/// The deepest allowed nesting of types, including that of the types that they name.
const MAX_DEPTH: usize = 100;

/// The deepest allowed nesting of types without names. Each level takes up to 28 KiB of stack in builds without
/// optimization.
const MAX_NESTING: usize = 48;

/// The most types inside one definition, without those that it names. Also the most names of a mapper.
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
        root: definitions(description.need("types")?)?,
        own: HashMap::new(),
        place: String::new(),
        is_shadowed: false,
        table: Vec::new(),
        numbers: HashMap::new(),
        levels: Vec::new(),
        depth: 0,
        parts: 0,
        left: bytes / 4 + 1000,
        named_nbt: false,
        nameless_nbt: false,
    };
    let mut lists = Vec::new();
    for state in State::ALL {
        for side in Side::ALL {
            let types = description
                .get(state.name())
                .and_then(|of| Object::from_node(of).ok()?.get(side.direction()));
            let Some(types) = types.and_then(|of| Object::from_node(of).ok()?.get("types")) else { continue };
            builder.own = definitions(types)?;
            builder.is_shadowed = builder.own.keys().any(|name| builder.root.contains_key(name));
            builder.place = format!("{}.{}.", state.name(), side.direction());
            if let Some(packet) = builder.own.get("packet").copied() {
                let packet = builder.packet(packet).map_err(|reason| packet.fault(reason))?;
                lists.push((state, side, packet));
            }
        }
    }
    (builder.own, builder.is_shadowed) = (HashMap::new(), false);
    let mut names: Vec<_> = builder.root.keys().cloned().collect();
    names.sort_unstable();
    for name in names {
        // Types that packets do not use can be looked up by name. Types with parameters have no name.
        let _ = builder.definition(&name).map(|of| builder.named(&name, of));
    }
    if builder.named_nbt && builder.nameless_nbt {
        return Err(
            root.fault("a description cannot have NBT with a name (nbt) and without one (anonymousNbt)")
        );
    }
    Ok(Translated { types: builder.table, lists, nameless: builder.nameless_nbt })
}

type Definitions<'d> = HashMap<Cow<'d, str>, JsonNode<'d>>;

fn definitions(node: JsonNode<'_>) -> Res<Definitions<'_>> {
    Object::from_node(node)?;
    node.entries().map(|(name, of)| Ok((name.string()?, of))).collect()
}

/// A structure of ProtoDef that contains the current type.
struct Level<'d> {
    fields: Vec<Known<'d>>,
    /// The number of structures of the translated type around it. Anonymous structures do not count.
    depth: usize,
}

/// The names of the fields of a structure.
#[derive(Default)]
struct Names {
    known: HashSet<String>,
    /// The number of fields with each name in ProtoDef. All fields with the same name except the first get a
    /// number.
    repeated: HashMap<String, usize>,
}

/// A field before the current one.
struct Known<'d> {
    name: Cow<'d, str>,
    /// The name in the translated structure.
    own: String,
    of: JsonNode<'d>,
    /// Whether the field is a member of an anonymous field of bits.
    is_member: bool,
}

struct Builder<'d> {
    root: Definitions<'d>,
    own: Definitions<'d>,
    /// The state and side, which precede the names of their types.
    place: String,
    /// Whether the state and side have a type with the same name as a global one.
    is_shadowed: bool,
    table: Vec<(String, TypeExpr)>,
    numbers: HashMap<String, usize>,
    levels: Vec<Level<'d>>,
    depth: usize,
    /// The number of types inside the current definition.
    parts: usize,
    /// The number of types that may still follow.
    left: usize,
    named_nbt: bool,
    nameless_nbt: bool,
}

/// Returns the value of a key of an object.
fn get<'d>(node: JsonNode<'d>, key: &str) -> Option<JsonNode<'d>> {
    node.is_object().then(|| node.entries().find(|(name, _)| name.is(key)))?.map(|(_, value)| value)
}

/// Returns the value of a required key of an object.
fn need<'d>(node: JsonNode<'d>, key: &str) -> Made<JsonNode<'d>> {
    get(node, key).ok_or_else(|| format!("{key:?} is missing"))
}

fn text(node: JsonNode<'_>) -> Made<Cow<'_, str>> {
    let text = node.string().map_err(|_| format!("a text is needed, not {}", node.shown()))?;
    let is_plain = text.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    if text.is_empty() || !is_plain && text.contains(is_hidden) {
        return Err(format!("the name {text:?} is empty or has a control or invisible character"));
    }
    if text.len() > MAX_NAME {
        return Err(format!("a name has {} bytes, more than {MAX_NAME}", text.len()));
    }
    Ok(text)
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

fn flag(node: JsonNode<'_>, key: &str) -> bool {
    get(node, key).is_some_and(|value| value.json_type() == JsonType::True)
}

fn int_type(name: &str) -> Option<IntType> {
    Some(match name {
        "i8" => IntType::I8,
        "u8" => IntType::U8,
        "i16" => IntType::I16,
        "u16" => IntType::U16,
        "i32" => IntType::I32,
        "u32" => IntType::U32,
        "i64" => IntType::I64,
        "varint" => IntType::VarInt,
        "varlong" => IntType::VarLong,
        _ => return None,
    })
}

/// Returns a native type of ProtoDef or of minecraft-protocol that has no arguments.
pub(super) fn native(name: &str) -> Option<TypeExpr> {
    Some(match name {
        "bool" => TypeExpr::Bool,
        "f32" => TypeExpr::F32,
        "f64" => TypeExpr::F64,
        "UUID" => TypeExpr::Uuid,
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
    /// Returns the type of all packets: their names by id, and the parameters that the name selects.
    fn packet(&mut self, packet: JsonNode<'d>) -> Made<TypeExpr> {
        let mut packet = self.expr(packet, None)?;
        match &mut packet {
            TypeExpr::Struct(fields) => match fields.as_mut_slice() {
                [(name, TypeExpr::Enum(_, ids)), (params, TypeExpr::Switch(..))]
                    if name == "name" && params == "params" =>
                {
                    ids.open = false;
                    Ok(packet)
                }
                _ => Err("the packets need a mapper \"name\" and a switch \"params\"".to_owned()),
            },
            _ => Err("the packets need a container".to_owned()),
        }
    }

    fn definition(&self, name: &str) -> Option<JsonNode<'d>> {
        let of = self.own.get(name).or_else(|| self.root.get(name))?;
        (!of.is("native")).then_some(*of)
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
        let of = self.resolve(of);
        let int = of.string().ok().and_then(|name| int_type(&name));
        // A count has the type of its number.
        let counted = || call(of).filter(|(kind, _)| kind == "count").and_then(|(_, of)| get(of, "type"));
        match int {
            Some(int) => Ok(int),
            None => {
                match counted().and_then(|of| self.resolve(of).string().ok()).and_then(|name| int_type(&name))
                {
                    Some(int) => Ok(int),
                    None => Err(format!("{} is not an integer type", of.shown())),
                }
            }
        }
    }

    fn length(&self, of: JsonNode<'d>) -> Made<Length> {
        if let Some(count) = get(of, "countType") {
            return Ok(Length::Prefixed(self.int(count)?));
        }
        let count = need(of, "count")?;
        match count.json_type() {
            JsonType::Number => {
                count.raw().parse().map(Length::Known).map_err(|_| format!("the count {}", count.raw()))
            }
            _ => Ok(Length::Field(self.selector(&text(count)?)?.0)),
        }
    }

    /// Returns the selector of a path, and the type of the field.
    fn selector(&self, path: &str) -> Made<(Selector, JsonNode<'d>)> {
        let (mut rest, mut up) = (path, 0);
        while let Some(inner) = rest.strip_prefix("../") {
            (rest, up) = (inner, up + 1);
        }
        let (name, member) = rest.split_once('/').map_or((rest, None), |(name, member)| (name, Some(member)));
        let depth = self.levels.last().map_or(0, |level| level.depth);
        let known = self.levels.len().saturating_sub(up);
        for level in self.levels.iter().take(known).rev() {
            let Some(field) = level.fields.iter().rev().find(|field| field.name == name) else { continue };
            let selector = Selector {
                field: field.own.clone(),
                up: depth.saturating_sub(level.depth),
                member: member.map(str::to_owned),
                ..Selector::default()
            };
            return match (field.is_member, member) {
                (true, Some(_)) => Err(format!("{path:?} is not a path of a field")),
                _ => Ok((selector, field.of)),
            };
        }
        Err(format!("there is no field {path:?} before it"))
    }

    /// Returns the label of a field of this type.
    fn label(&self, of: JsonNode<'d>, label: &str, depth: usize) -> Made<Label<'static>> {
        let of = self.resolve(of);
        match call(of) {
            _ if depth > MAX_DEPTH => Err("types are nested too deeply".to_owned()),
            Some((kind, _)) if matches!(&*kind, "mapper" | "pstring") => {
                Ok(Label::Text(label.to_owned().into()))
            }
            Some((kind, inner)) if kind == "option" => self.label(inner, label, depth + 1),
            Some((kind, arguments)) if kind == "switch" => {
                let case = get(arguments, "fields")
                    .and_then(|cases| cases.entries().map(|(_, case)| case).find(|case| !case.is("void")));
                self.label(case.ok_or("a switch without a case has no label")?, label, depth + 1)
            }
            _ => match label {
                "true" | "false" => Ok(Label::Number((label == "true").into())),
                digits => number(digits).map(Label::Number),
            },
        }
    }

    /// Returns a reference to a named type, or the type itself if it is small.
    fn named(&mut self, name: &str, of: JsonNode<'d>) -> Made<TypeExpr> {
        let is_root = !self.own.contains_key(name) && !self.is_shadowed;
        let full = if is_root { name.to_owned() } else { format!("{}{name}", self.place) };
        if full.contains(is_hidden) {
            return Err(format!("the name {full:?} has a control or invisible character"));
        }
        let at = match self.numbers.get(&full) {
            Some(at) => *at,
            None => {
                let at = self.table.len();
                self.table.push((full.clone(), TypeExpr::Named(TypeName::new(full.clone()))));
                self.numbers.insert(full.clone(), at);
                let levels = std::mem::take(&mut self.levels);
                let parts = std::mem::take(&mut self.parts);
                // Global types can refer only to each other.
                let own = if is_root { std::mem::take(&mut self.own) } else { HashMap::new() };
                let made = self
                    .expr(of, None)
                    .unwrap_or_else(|reason| TypeExpr::Unknown(format!("{name}: {reason}")));
                self.levels = levels;
                self.parts = parts;
                if is_root {
                    self.own = own;
                }
                if let Some((_, place)) = self.table.get_mut(at) {
                    *place = made;
                }
                at
            }
        };
        const SMALL: usize = 16;
        if let Some((_, TypeExpr::Enum(_, names))) = self.table.get(at) {
            self.spend(names.entries().len().min(SMALL))?;
        }
        Ok(match self.table.get(at).map(|(_, of)| of) {
            Some(TypeExpr::Enum(int, names)) if names.entries().len() <= SMALL => {
                TypeExpr::Enum(*int, names.clone())
            }
            Some(of) if of.is_small() => of.clone(),
            _ => TypeExpr::Named(TypeName::new(full)),
        })
    }

    /// Translates the fields of a container. If it is anonymous, they are added to the structure around it.
    fn fields(
        &mut self,
        list: JsonNode<'d>,
        arguments: Option<JsonNode<'d>>,
        out: &mut Vec<(String, TypeExpr)>,
        names: &mut Names,
    ) -> Made<()> {
        if !list.is_array() {
            return Err("a container needs a list of fields".to_owned());
        }
        for field in list.children() {
            let of = need(field, "type")?;
            let anonymous = flag(field, "anon");
            if anonymous
                && let Some((kind, inner)) = call(of)
                && kind == "container"
            {
                let depth = self.levels.last().map_or(0, |level| level.depth);
                self.levels.push(Level { fields: Vec::new(), depth });
                self.fields(inner, arguments, out, names)?;
                let level = self.levels.pop();
                // Later fields can refer to the fields inside.
                if let (Some(inner), Some(outer)) = (level, self.levels.last_mut()) {
                    outer.fields.extend(inner.fields);
                }
                continue;
            }
            let name = if anonymous { Cow::Borrowed(ANONYMOUS) } else { text(need(field, "name")?)? };
            let made = self.expr(of, arguments).map_err(|reason| format!("{name}: {reason}"))?;
            let mut members = Vec::new();
            let stands_around = anonymous && made.members(&mut |name| members.push(name.to_owned()));
            let mut own = name.clone().into_owned();
            if !stands_around || members.iter().any(|name| names.known.contains(name)) {
                let base = if anonymous { "anonymous" } else { &*name };
                own = base.to_owned();
                while own == ANONYMOUS || !names.known.insert(own.clone()) {
                    let number = names.repeated.entry(base.to_owned()).or_insert(1);
                    *number += 1;
                    own = format!("{base}#{number}");
                }
            } else {
                names.known.extend(members);
            }
            let is_around = own == ANONYMOUS;
            out.push((own.clone(), made));
            let Some(level) = self.levels.last_mut() else { continue };
            let bits = call(of).filter(|(kind, _)| anonymous && kind == "bitfield").map(|(_, parts)| parts);
            for part in bits.into_iter().flat_map(JsonNode::children) {
                let name = text(need(part, "name")?)?;
                let own = if is_around { name.clone().into_owned() } else { own.clone() };
                level.fields.push(Known { own, name, of, is_member: true });
            }
            level.fields.push(Known { name, own, of, is_member: false });
        }
        Ok(())
    }

    /// Counts types, and names that take as much memory.
    fn spend(&mut self, count: usize) -> Made<()> {
        self.left = self.left.checked_sub(count).ok_or("the description grows beyond its size")?;
        Ok(())
    }

    /// Translates a type. `arguments` are those of the definition that contains it.
    fn expr(&mut self, of: JsonNode<'d>, arguments: Option<JsonNode<'d>>) -> Made<TypeExpr> {
        self.spend(1)?;
        self.parts += 1;
        if self.parts > MAX_PARTS {
            return Err(format!("a type has more than {MAX_PARTS} types inside"));
        }
        if self.depth == MAX_NESTING {
            return Err(format!("types are nested deeper than {MAX_NESTING}"));
        }
        self.depth += 1;
        let made = match call(of) {
            Some((kind, inner)) => self.of_kind(&kind, inner, arguments),
            None => self.of_name(&text(of)?),
        };
        self.depth -= 1;
        made
    }

    fn of_name(&mut self, name: &str) -> Made<TypeExpr> {
        if let Some(of) = self.definition(name) {
            return self.named(name, of);
        }
        self.named_nbt |= matches!(name, "nbt" | "optionalNbt");
        self.nameless_nbt |= matches!(name, "anonymousNbt" | "anonOptionalNbt");
        native(name).ok_or_else(|| format!("the type {name:?} of the description is not known"))
    }

    fn of_kind(&mut self, kind: &str, of: JsonNode<'d>, arguments: Option<JsonNode<'d>>) -> Made<TypeExpr> {
        if let Some(definition) = self.definition(kind) {
            return self.expr(definition, Some(of));
        }
        let boxed = |made: Made<TypeExpr>| made.map(Box::new);
        Ok(match kind {
            "container" => {
                let depth = self.levels.last().map_or(0, |level| level.depth) + 1;
                self.levels.push(Level { fields: Vec::new(), depth });
                let mut out = Vec::new();
                let made = self.fields(of, arguments, &mut out, &mut Names::default());
                self.levels.pop();
                made?;
                TypeExpr::Struct(out)
            }
            "switch" => {
                let mut path = text(need(of, "compareTo")?)?;
                if let Some(parameter) = path.strip_prefix('$') {
                    let given = arguments.and_then(|arguments| get(arguments, parameter));
                    path = text(given.ok_or_else(|| format!("the argument {parameter:?} is missing"))?)?;
                }
                if get(of, "compareToValue").is_some() {
                    return Err("a switch with compareToValue is not known".to_owned());
                }
                let (selector, field) = self.selector(&path)?;
                let (mut cases, mut labels) = (Vec::new(), HashSet::new());
                for (label, case) in need(of, "fields")?.entries() {
                    let label = text(label)?;
                    let label = self.label(field, &label, 0)?;
                    // `0` and `false` are the same label of a Boolean.
                    if labels.insert(label.clone()) {
                        cases.push((Some(label), self.expr(case, arguments)?));
                    }
                }
                let other = get(of, "default").map_or(Ok(nothing()), |of| self.expr(of, arguments))?;
                cases.push((None, other));
                TypeExpr::Switch(selector, Cases::from(cases))
            }
            "option" => TypeExpr::Option(boxed(self.expr(of, arguments))?),
            "array" => {
                let length = self.length(of)?;
                TypeExpr::Array(length, boxed(self.expr(need(of, "type")?, arguments))?)
            }
            "buffer" => TypeExpr::Bytes(self.length(of)?),
            "pstring" => match self.int(need(of, "countType")?)? {
                IntType::VarInt => TypeExpr::String(u32::MAX),
                other => return Err(format!("text with a length of type {} is not known", other.name())),
            },
            "count" => TypeExpr::Int(self.int(need(of, "type")?)?),
            "mapper" => self.mapper(of)?,
            "bitfield" => TypeExpr::Bits(bit_fields(of)?),
            "bitflags" => {
                let int = self.int(need(of, "type")?)?;
                let names = need(of, "flags")?;
                let names: Vec<_> =
                    names.children().map(|name| text(name).map(Cow::into_owned)).collect::<Made<_>>()?;
                if names.len() > int.width() || !all_differ(names.iter()) || get(of, "shift").is_some() {
                    return Err("these flags are not known".to_owned());
                }
                TypeExpr::Flags(int, names)
            }
            "entityMetadataLoop" => {
                let end = need(of, "endVal")?.raw();
                let end = end.parse().map_err(|_| format!("the end {end:?} is not a byte"))?;
                TypeExpr::Until(end, boxed(self.expr(need(of, "type")?, arguments))?)
            }
            "topBitSetTerminatedArray" => match self.expr(need(of, "type")?, arguments)? {
                element if element.may_have_mark() => TypeExpr::Marked(Box::new(element)),
                _ => return Err("its elements do not begin with an i8".to_owned()),
            },
            "registryEntryHolder" => {
                let (value, inner) = self.part(need(of, "otherwise")?, arguments)?;
                let id = text(need(of, "baseName")?)?.into_owned();
                let base = TypeExpr::Unknown(String::new());
                TypeExpr::Holder(Box::new(holder(id, base, value, inner)?))
            }
            "registryEntryHolderSet" => {
                let (id, base) = self.part(need(of, "base")?, arguments)?;
                let (value, inner) = self.part(need(of, "otherwise")?, arguments)?;
                TypeExpr::Holders(Box::new(holder(id, base, value, inner)?))
            }
            other => return Err(format!("the type {other:?} of the description is not known")),
        })
    }

    /// Translates a name and a type.
    fn part(&mut self, of: JsonNode<'d>, arguments: Option<JsonNode<'d>>) -> Made<(String, TypeExpr)> {
        Ok((text(need(of, "name")?)?.into_owned(), self.expr(need(of, "type")?, arguments)?))
    }

    fn mapper(&mut self, of: JsonNode<'d>) -> Made<TypeExpr> {
        let int = self.int(need(of, "type")?)?;
        let (min, max) = int.range();
        let mut entries = Vec::new();
        for (digits, name) in need(of, "mappings")?.entries() {
            self.spend(1)?;
            if entries.len() == MAX_PARTS {
                return Err(format!("a mapper has more than {MAX_PARTS} names"));
            }
            let name = if name.is_string() { text(name)? } else { name.raw().into() };
            let number = number(&text(digits)?)?;
            if !(min..=max).contains(&number) || name.is_empty() {
                return Err(format!("{number} is not a valid {}", int.name()));
            }
            entries.push((name.into_owned(), number));
        }
        let entries = sorted(entries, |(_, a), (_, b)| a.cmp(b));
        let ascends = entries.is_sorted_by(|(_, one), (_, next)| one < next);
        if !ascends || !all_differ(entries.iter().map(|(name, _)| name)) {
            return Err("two numbers have one name".to_owned());
        }
        Ok(TypeExpr::Enum(int, EnumNames::new(entries, true)))
    }
}

fn holder(id: String, base: TypeExpr, value: String, inner: TypeExpr) -> Made<Holder> {
    if id == value {
        Err(format!("the name {id:?} occurs twice"))
    } else {
        Ok(Holder { id, base, value, inner })
    }
}

fn bit_fields(of: JsonNode<'_>) -> Made<Vec<BitField>> {
    let part = |part| {
        let name = text(need(part, "name")?)?.into_owned();
        let size = need(part, "size")?.raw();
        let size = size.parse().ok().filter(|size| (1..=64).contains(size));
        Ok(BitField { name, size: size.ok_or("a number has 1 to 64 bits")?, signed: flag(part, "signed") })
    };
    let parts: Vec<_> = of.children().map(part).collect::<Made<_>>()?;
    let bits: u32 = parts.iter().map(|part| part.size).sum();
    if bits == 0 || !bits.is_multiple_of(8) || bits > 64 || !all_differ(parts.iter().map(|part| &part.name)) {
        return Err(format!("bits are 1 to 8 whole bytes, not {bits} bits"));
    }
    Ok(parts)
}

fn all_differ<X: Eq + std::hash::Hash>(all: impl Iterator<Item = X>) -> bool {
    let mut known = HashSet::new();
    { all }.all(|one| known.insert(one))
}
