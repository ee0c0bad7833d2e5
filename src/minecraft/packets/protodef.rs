//! The translation of ProtoDef descriptions to types.

use std::borrow::Cow;
use std::mem::take;

use foldhash::{HashMap, HashMapExt as _, HashSet, HashSetExt as _};

use super::{Side, State};
use crate::escape::is_hidden;
use crate::json::{JsonNode, JsonType, Object, Res};
use crate::limits::with_stack;
use crate::minecraft::expr::{
    ANONYMOUS, BitField, Cases, EnumNames, Holder, IntType, Label, Length, Selector, TypeExpr, TypeName,
    has_name,
};
use crate::sort::sorted;

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
        levels: Vec::new(),
        depth: 0,
        parts: 0,
        left: bytes / 4 + 1000,
        named_nbt: false,
        nameless_nbt: false,
        is_list: false,
        is_plain: root.text().bytes().fold(true, |is_plain, byte| is_plain & (byte < 0x7f) & (byte != b'\\')),
    };
    let mut lists = Vec::new();
    for state in State::ALL {
        for side in Side::ALL {
            let types = description
                .get(state.name())
                .and_then(|of| Object::from_node(of).ok()?.get(side.direction()));
            let Some(types) = types.and_then(|of| Object::from_node(of).ok()?.get("types")) else { continue };
            builder.own = definitions(types)?;
            if builder.own.keys().any(|name| builder.root.contains_key(name)) {
                // Global types may refer to a type of this state and side by the name of a global one.
                for (name, Definition { of, .. }) in &builder.root {
                    builder.own.entry(name.clone()).or_insert(Definition { of: *of, name: None });
                }
            }
            builder.place = format!("{}.{}.", state.name(), side.direction());
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
    Ok(Translated { types: builder.table, lists, nameless: builder.nameless_nbt })
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

/// A structure of ProtoDef that contains the current type.
struct Level<'d> {
    fields: Vec<Known<'d>>,
    /// The number of structures of the translated type around it. Anonymous structures do not count.
    depth: usize,
}

/// The number of fields of a structure with the same name. All of them except the first get a number.
type Repeated<'d> = HashMap<Cow<'d, str>, usize>;

/// A field before the current one.
struct Known<'d> {
    name: Cow<'d, str>,
    /// The name in the translated structure.
    own: Cow<'d, str>,
    of: JsonNode<'d>,
    /// Whether the field is a member of an anonymous field of bits.
    is_member: bool,
}

struct Builder<'d> {
    root: Definitions<'d>,
    own: Definitions<'d>,
    /// The state and side, which precede the names of their types.
    place: String,
    table: Vec<(String, TypeExpr)>,
    levels: Vec<Level<'d>>,
    depth: usize,
    /// The number of types inside the current definition.
    parts: usize,
    /// The number of types that may still follow.
    left: usize,
    named_nbt: bool,
    nameless_nbt: bool,
    /// Whether the next switch selects the parameters of a packet.
    is_list: bool,
    /// Whether no text has hidden characters, because all are ASCII without escapes.
    is_plain: bool,
}

/// Returns the values of the keys of an object.
fn members<'d, const N: usize>(node: JsonNode<'d>, keys: [&str; N]) -> [Option<JsonNode<'d>>; N] {
    let mut found = [None; N];
    if !node.is_object() {
        return found;
    }
    for (name, value) in node.entries() {
        let mut places = found.iter_mut().zip(keys);
        if let Some((place, _)) = places.find(|(place, key)| place.is_none() && name.is(key)) {
            *place = Some(value);
        }
    }
    found
}

/// Returns the value of a required key of an object.
fn need<'d>(value: Option<JsonNode<'d>>, key: &str) -> Made<JsonNode<'d>> {
    value.ok_or_else(|| format!("{key:?} is missing"))
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
        let packet = self.expr(packet, None);
        self.is_list = false;
        let mut packet = packet?;
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
            && let [Some(counted)] = members(arguments, ["type"])
        {
            of = self.resolve(counted);
        }
        let int = of.string().ok().and_then(|name| int_type(&name));
        int.ok_or_else(|| format!("{} is not an integer type", of.shown()))
    }

    fn length(&self, prefix: Option<JsonNode<'d>>, count: Option<JsonNode<'d>>) -> Made<Length> {
        if let Some(prefix) = prefix {
            return Ok(Length::Prefixed(self.int(prefix)?));
        }
        let count = need(count, "count")?;
        match count.json_type() {
            JsonType::Number => {
                let number = count.raw().parse().map(Length::Known);
                number.map_err(|_| format!("the count {} is not valid", count.shown()))
            }
            _ => Ok(Length::Field(self.selector(&self.text(count)?)?.0)),
        }
    }

    /// Returns the selector of a path, and the type of the field.
    fn selector(&self, path: &str) -> Made<(Selector, JsonNode<'d>)> {
        let (mut rest, mut up) = (path, 0);
        while let Some(inner) = rest.strip_prefix("../") {
            (rest, up) = (inner, up + 1);
        }
        let (name, member) = rest.split_once('/').map_or((rest, None), |(name, member)| (name, Some(member)));
        let depth = self.depth_of_levels();
        let known = self.levels.len().saturating_sub(up);
        for level in self.levels.iter().take(known).rev() {
            let Some(field) = level.fields.iter().rev().find(|field| field.name == name) else { continue };
            let selector = Selector {
                field: field.own.clone().into_owned(),
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

    /// Returns whether the labels of a field of this type are text.
    fn has_text(&self, of: JsonNode<'d>, depth: usize) -> Result<bool, &'static str> {
        let of = self.resolve(of);
        match call(of) {
            _ if depth > MAX_DEPTH => Err("types are nested too deeply"),
            Some((kind, _)) if matches!(&*kind, "mapper" | "pstring") => Ok(true),
            Some((kind, inner)) if kind == "option" => self.has_text(inner, depth + 1),
            Some((kind, arguments)) if kind == "switch" => {
                let [cases] = members(arguments, ["fields"]);
                let mut cases = cases.into_iter().flat_map(JsonNode::entries).map(|(_, case)| case);
                let case = cases
                    .find(|case| !case.is("void"))
                    .ok_or("a switch without cases cannot select a type")?;
                self.has_text(case, depth + 1)
            }
            _ => Ok(false),
        }
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
                let reference = TypeName::new(&full, self.table.len());
                *known = Some(reference.clone());
                self.table.push((full, TypeExpr::Named(reference.clone())));
                let of = *of;
                let (levels, parts) = (take(&mut self.levels), take(&mut self.parts));
                // Global types can refer only to each other.
                let own = if is_root { take(&mut self.own) } else { HashMap::new() };
                let made = self
                    .expr(of, None)
                    .unwrap_or_else(|reason| TypeExpr::Unknown(format!("{name}: {reason}")));
                (self.levels, self.parts) = (levels, parts);
                if is_root {
                    self.own = own;
                }
                if let Some((_, place)) = self.table.get_mut(reference.at()) {
                    *place = made;
                }
                reference
            }
        };
        const SMALL: usize = 16;
        Ok(Some(match self.table.get(reference.at()) {
            Some((_, TypeExpr::Enum(int, names))) => {
                let (int, count) = (*int, names.entries().len());
                let small = (count <= SMALL).then(|| TypeExpr::Enum(int, names.clone()));
                self.spend(count.min(SMALL))?;
                small.unwrap_or(TypeExpr::Named(reference))
            }
            Some((_, of)) if of.is_small() => of.clone(),
            _ => TypeExpr::Named(reference),
        }))
    }

    /// Returns the number of structures around the current type.
    fn depth_of_levels(&self) -> usize {
        self.levels.last().map_or(0, |level| level.depth)
    }

    /// Translates the fields of a container. If it is anonymous, they are added to the structure around it.
    fn fields(
        &mut self,
        list: JsonNode<'d>,
        arguments: Option<JsonNode<'d>>,
        out: &mut Vec<(String, TypeExpr)>,
        repeated: &mut Repeated<'d>,
    ) -> Made<()> {
        if !list.is_array() {
            return Err("a container needs a list of fields".to_owned());
        }
        for field in list.children() {
            let [name, of, anonymous] = members(field, ["name", "type", "anon"]);
            let (of, anonymous) = (need(of, "type")?, is_true(anonymous));
            let inside = if anonymous { call(of) } else { None };
            if let Some((kind, inner)) = &inside
                && kind == "container"
            {
                self.levels.push(Level { fields: Vec::new(), depth: self.depth_of_levels() });
                self.fields(*inner, arguments, out, repeated)?;
                let level = self.levels.pop();
                // Later fields can refer to the fields inside.
                if let (Some(inner), Some(outer)) = (level, self.levels.last_mut()) {
                    outer.fields.extend(inner.fields);
                }
                continue;
            }
            let name = if anonymous { Cow::Borrowed(ANONYMOUS) } else { self.text(need(name, "name")?)? };
            let made = self.expr(of, arguments).map_err(|reason| format!("{name}: {reason}"))?;
            let mut are_new = true;
            let has_members = anonymous && made.members(&mut |name| are_new &= !has_name(out, name));
            let is_around = has_members && are_new;
            let base = if anonymous && !is_around { Cow::Borrowed("anonymous") } else { name.clone() };
            let mut own = base.clone();
            while !is_around && (own == ANONYMOUS || has_name(out, &own)) {
                let number = repeated.entry(base.clone()).or_insert(1);
                *number += 1;
                own = format!("{base}#{number}").into();
            }
            out.push((own.clone().into_owned(), made));
            let bits = inside.filter(|(kind, _)| kind == "bitfield").map(|(_, parts)| parts);
            for part in bits.into_iter().flat_map(JsonNode::children) {
                let [name] = members(part, ["name"]);
                let name = self.text(need(name, "name")?)?;
                let own = if is_around { name.clone() } else { own.clone() };
                self.learn(Known { own, name, of, is_member: true });
            }
            self.learn(Known { name, own, of, is_member: false });
        }
        Ok(())
    }

    /// Adds a field to the current structure.
    fn learn(&mut self, field: Known<'d>) {
        if let Some(level) = self.levels.last_mut() {
            level.fields.push(field);
        }
    }

    /// Counts types, and names that take as much memory.
    fn spend(&mut self, count: usize) -> Made<()> {
        self.left =
            self.left.checked_sub(count).ok_or("the description is too large once its types are expanded")?;
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
            Some((kind, inner)) => with_stack(|| self.of_kind(&kind, inner, arguments)),
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

    fn of_kind(&mut self, kind: &str, of: JsonNode<'d>, arguments: Option<JsonNode<'d>>) -> Made<TypeExpr> {
        if let Some(definition) = self.definition(kind) {
            return self.expr(definition, Some(of));
        }
        let boxed = |made: Made<TypeExpr>| made.map(Box::new);
        Ok(match kind {
            "container" => {
                self.levels.push(Level { fields: Vec::new(), depth: self.depth_of_levels() + 1 });
                let mut out = Vec::new();
                let made = self.fields(of, arguments, &mut out, &mut HashMap::new());
                self.levels.pop();
                made?;
                TypeExpr::Struct(out)
            }
            "switch" => self.switch(of, arguments)?,
            "option" => TypeExpr::Option(boxed(self.expr(of, arguments))?),
            "array" => {
                let [prefix, count, element] = members(of, ["countType", "count", "type"]);
                let length = self.length(prefix, count)?;
                TypeExpr::Array(length, boxed(self.expr(need(element, "type")?, arguments))?)
            }
            "buffer" => {
                let [prefix, count] = members(of, ["countType", "count"]);
                TypeExpr::Bytes(self.length(prefix, count)?)
            }
            "pstring" => match self.int(need(members(of, ["countType"])[0], "countType")?)? {
                IntType::VarInt => TypeExpr::String(u32::MAX),
                other => TypeExpr::Text(other),
            },
            "count" => TypeExpr::Int(self.int(need(members(of, ["type"])[0], "type")?)?),
            "mapper" => self.mapper(of)?,
            "bitfield" => TypeExpr::Bits(self.bit_fields(of)?),
            "bitflags" => self.flags(of)?,
            "entityMetadataLoop" => {
                let [end, element] = members(of, ["endVal", "type"]);
                let end = need(end, "endVal")?;
                let end = end.raw().parse().map_err(|_| format!("the end {} is not a byte", end.shown()))?;
                TypeExpr::Until(end, boxed(self.expr(need(element, "type")?, arguments))?)
            }
            "topBitSetTerminatedArray" => self.marked(of, arguments)?,
            "registryEntryHolder" => {
                let [id, otherwise] = members(of, ["baseName", "otherwise"]);
                let (value, inner) = self.part(need(otherwise, "otherwise")?, arguments)?;
                let id = self.text(need(id, "baseName")?)?.into_owned();
                let base = TypeExpr::Unknown(String::new());
                TypeExpr::Holder(Box::new(holder(id, base, value, inner)?))
            }
            "registryEntryHolderSet" => {
                let [base, otherwise] = members(of, ["base", "otherwise"]);
                let (id, base) = self.part(need(base, "base")?, arguments)?;
                let (value, inner) = self.part(need(otherwise, "otherwise")?, arguments)?;
                let entries = TypeExpr::Array(Length::Prefixed(IntType::VarInt), Box::new(inner));
                TypeExpr::Holders(Box::new(holder(id, base, value, entries)?))
            }
            other => return Err(format!("the type {other:?} of the description is not known")),
        })
    }

    fn switch(&mut self, of: JsonNode<'d>, arguments: Option<JsonNode<'d>>) -> Made<TypeExpr> {
        let (is_list, levels) = (take(&mut self.is_list), self.levels.len());
        let [path, value, fields, default] =
            members(of, ["compareTo", "compareToValue", "fields", "default"]);
        let mut path = self.text(need(path, "compareTo")?)?;
        if let Some(parameter) = path.strip_prefix('$') {
            let given = arguments.and_then(|arguments| members(arguments, [parameter])[0]);
            path = self.text(given.ok_or_else(|| format!("the argument {parameter:?} is missing"))?)?;
        }
        if value.is_some() {
            return Err("a switch with compareToValue is not supported".to_owned());
        }
        let (selector, field) = self.selector(&path)?;
        let has_text = self.has_text(field, 0);
        let (mut cases, mut known) = (Vec::new(), HashSet::new());
        for (label, case) in need(fields, "fields")?.entries() {
            let label = self.text(label)?;
            let label = match &*label {
                _ if has_text? => Label::Text(label),
                "true" | "false" => Label::Number((label == "true").into()),
                digits => Label::Number(number(digits)?),
            };
            // `0` and `false` are the same label of a Boolean.
            if known.insert(label.clone()) {
                let made = match self.expr(case, arguments) {
                    // The other packets can be read.
                    Err(reason) if is_list && self.left > 0 => {
                        self.levels.truncate(levels);
                        TypeExpr::Unknown(format!("{label}: {reason}"))
                    }
                    made => made?,
                };
                cases.push((Some(label.into_owned()), made));
            }
        }
        let other = default.map_or(Ok(nothing()), |of| self.expr(of, arguments))?;
        cases.push((None, other));
        Ok(TypeExpr::Switch(selector, Cases::from(cases)))
    }

    fn flags(&self, of: JsonNode<'d>) -> Made<TypeExpr> {
        let [int, names, shift] = members(of, ["type", "flags", "shift"]);
        let int = self.int(need(int, "type")?)?;
        let names = need(names, "flags")?;
        let names: Vec<_> =
            names.children().map(|name| self.text(name).map(Cow::into_owned)).collect::<Made<_>>()?;
        if names.len() > int.width() || !all_differ(names.iter()) || shift.is_some() {
            return Err("these flags are not supported".to_owned());
        }
        Ok(TypeExpr::Flags(int, names))
    }

    fn marked(&mut self, of: JsonNode<'d>, arguments: Option<JsonNode<'d>>) -> Made<TypeExpr> {
        let element = self.expr(need(members(of, ["type"])[0], "type")?, arguments)?;
        if !element.may_have_mark() {
            return Err("the elements of topBitSetTerminatedArray must begin with an i8".to_owned());
        }
        Ok(TypeExpr::Marked(Box::new(element)))
    }

    /// Translates a name and a type.
    fn part(&mut self, of: JsonNode<'d>, arguments: Option<JsonNode<'d>>) -> Made<(String, TypeExpr)> {
        let [name, of] = members(of, ["name", "type"]);
        Ok((self.text(need(name, "name")?)?.into_owned(), self.expr(need(of, "type")?, arguments)?))
    }

    fn mapper(&mut self, of: JsonNode<'d>) -> Made<TypeExpr> {
        let [int, names] = members(of, ["type", "mappings"]);
        let int = self.int(need(int, "type")?)?;
        let (min, max) = int.range();
        let mut entries = Vec::new();
        for (digits, name) in need(names, "mappings")?.entries() {
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
        if !ascends || !all_differ(entries.iter().map(|(name, _)| name)) {
            return Err("two numbers have the same name".to_owned());
        }
        Ok(TypeExpr::Enum(int, EnumNames::new(entries, true)))
    }

    fn bit_fields(&self, of: JsonNode<'d>) -> Made<Vec<BitField>> {
        let part = |part| {
            let [name, size, signed] = members(part, ["name", "size", "signed"]);
            let name = self.text(need(name, "name")?)?.into_owned();
            let size = need(size, "size")?.raw();
            let size = size.parse().ok().filter(|size| (1..=64).contains(size));
            Ok(BitField {
                name,
                size: size.ok_or("a bit field needs a size from 1 to 64")?,
                signed: is_true(signed),
            })
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
