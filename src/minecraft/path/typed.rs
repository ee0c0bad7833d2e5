//! Values of types that are known at run time, as trees whose parts have paths.

use std::borrow::Cow;
use std::iter::{Empty, Map};
use std::{fmt, slice};

use super::super::expr::{IntType, Scope, TypeExpr, Value};
use super::super::json::{Text, Visitor as _, is_absent, payload, plain};
use super::super::nbt::{JavaStrView, TagRef};
use super::super::releases::Release;
use super::super::{NbtForm, Protocol};
use crate::path::{
    ChildIter, ChildStep, Difference, Fingerprint, Path, PathError, PathErrorKind, Segment, Tree, Walk,
    failed, follow,
};

/// A value with its type, whose parts have names and [paths](crate::path). Use it to find, list and compare the fields
/// of packets.
///
/// [`Packet::tree`](super::super::Packet::tree) and [`TypeExpr::tree`] return it. Its parts are:
///
/// | part | path |
/// |------|------|
/// | a field of a structure, also of a field without a name; a number of a `bitfield`; a name of `bitflags` | `$.slot` |
/// | the id or value of a `registryEntryHolder`, the name or entries of a `registryEntryHolderSet` | `$.sound.soundId` |
/// | an element of an array, a byte of `bytes` | `$.items[2]` |
/// | a coordinate of a `position` or `lpvec3` | `$.location.x` |
/// | a tag inside NBT | `$.nbtData.Damage` |
///
/// An option that is present has the path of its value. Absent fields have none. Bytes, and the numbers of arrays of
/// NBT, have paths, but [walks](Self::walk) do not visit them. `slot`, `particle` and `metadata` are single values. The
/// tree takes about 100 bytes of memory for each part.
///
/// It is displayed as plain JSON; see [`json::to_plain_string`](super::super::json::to_plain_string).
///
/// ```
/// use gamewire::minecraft::{Protocol, TypeExpr, Value};
/// let expr: TypeExpr = "struct(slot:i16,item:option(struct(id:varint,count:i8)))".parse()?;
/// let value = expr.parse(Protocol::V1_15, &[0, 36, 1, 7, 64])?;
/// let tree = expr.tree(Protocol::V1_15, &value);
/// assert_eq!(tree.get_path(&"$.item.count".parse()?)?.value(), Some(&Value::I8(64)));
/// assert_eq!(tree.to_string(), r#"{"slot":36,"item":{"id":7,"count":64}}"#);
///
/// let paths: Vec<_> = tree.walk().with_paths().map(|(path, part)| format!("{path} = {part}")).collect();
/// assert_eq!(paths[1..], ["$.slot = 36", r#"$.item = {"id":7,"count":64}"#, "$.item.id = 7", "$.item.count = 64"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct TypedValue<'v> {
    /// The release, which selects the names of particles.
    release: Release,
    part: Part<'v>,
    inside: Inside<'v>,
}

#[derive(Debug, Clone, PartialEq)]
enum Part<'v> {
    /// A value, whose type is not a `switch` or the name of a type.
    Value(&'v TypeExpr, Cow<'v, Value>),
    /// A tag inside NBT.
    Tag(TagRef<'v>),
}

#[derive(Debug, Clone, PartialEq)]
enum Inside<'v> {
    Nothing,
    Items(Box<[TypedValue<'v>]>),
    Named(Box<[Member<'v>]>),
}

type Member<'v> = (JavaStrView<'v>, TypedValue<'v>);

/// The type of a byte of `bytes`.
pub(super) static BYTE: TypeExpr = TypeExpr::Int(IntType::U8);

impl TypeExpr {
    /// Returns a value of this type as a tree, whose parts have paths. If a part of the value does not have the form of
    /// its type, it has no parts inside.
    ///
    /// See [`TypedValue`] for an example.
    pub fn tree<'v>(&'v self, protocol: Protocol, value: &'v Value) -> TypedValue<'v> {
        tree(protocol.release, self, &Scope::NONE, value, false)
    }
}

impl<'v> TypedValue<'v> {
    /// Returns the value, or `None` if this is a [tag](Self::tag) inside NBT.
    pub fn value(&self) -> Option<&Value> {
        if let Part::Value(_, value) = &self.part { Some(value) } else { None }
    }

    /// Returns the type of the value, which is not the name of a type or a `switch`, or `None` if this is a tag inside NBT.
    pub fn expr(&self) -> Option<&'v TypeExpr> {
        if let Part::Value(expr, _) = &self.part { Some(expr) } else { None }
    }

    /// Returns the tag, if this is NBT or a tag inside it.
    pub fn tag(&self) -> Option<TagRef<'v>> {
        match self.part {
            Part::Tag(tag) => Some(tag),
            Part::Value(_, Cow::Borrowed(Value::Nbt(Some(nbt)))) => Some((&nbt.root).into()),
            Part::Value(..) => None,
        }
    }

    /// Returns the part at a path. In a packet, the path may begin with a field of `params`. Bytes and numbers of arrays
    /// are copies; the other parts are borrowed.
    ///
    /// # Errors
    /// Returns an error if there is no such part. The error has the step that failed, and what exists instead.
    pub fn get_path(&self, path: &Path) -> Result<Cow<'_, Self>, PathError> {
        let steps = self.expr().map_or(path.segments().into(), |expr| in_packet(expr, path.segments()));
        let (part, taken) = follow(self, &steps)?;
        let inside = match steps.get(taken..).unwrap_or_default() {
            [] => return Ok(Cow::Borrowed(part)),
            [Segment::Index(at)] => part.packed_at(*at),
            _ => None,
        };
        let kind = match (steps.get(taken), part.packed_count()) {
            (Some(Segment::Index(at)), Some(len)) if *at >= len => PathErrorKind::PastEnd { len },
            (Some(Segment::Name(_) | Segment::Literal(_)), Some(len)) => {
                PathErrorKind::NoKeys { kind: part.type_name(), len }
            }
            _ => PathErrorKind::NoWay { kind: part.type_name() },
        };
        inside.map(Cow::Owned).ok_or_else(|| failed(&steps, taken, kind))
    }

    /// Returns an iterator over this value and every part inside it. See [`Walk`].
    pub fn walk(&self) -> Walk<&Self> {
        Walk::new(self)
    }

    /// Returns the differences to another value, as [`diff`](super::super::diff) does for NBT.
    ///
    /// ```
    /// use gamewire::minecraft::{Protocol, TypeExpr};
    /// let expr: TypeExpr = "struct(food:varint,ids:array(i8,u8))".parse()?;
    /// let parse = |bytes| expr.parse(Protocol::V1_15, bytes);
    /// let (old, new) = (parse(&[20, 2, 5, 7])?, parse(&[18, 3, 5, 6, 7])?);
    /// let (old, new) = (expr.tree(Protocol::V1_15, &old), expr.tree(Protocol::V1_15, &new));
    /// let differences: Vec<_> = old.diff(&new).map(|one| one.to_string()).collect();
    /// assert_eq!(differences, ["~ $.food: 20 -> 18", "+ $.ids[1]: 6"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn diff<'n>(&'n self, new: &'n Self) -> impl Iterator<Item = Difference<Self>> + use<'n, 'v> {
        crate::path::diff(self, new)
    }

    fn new(release: Release, part: Part<'v>) -> Self {
        Self { release, part, inside: Inside::Nothing }
    }

    fn of_tag(release: Release, tag: TagRef<'v>) -> Self {
        Self { inside: tags(release, tag), ..Self::new(release, Part::Tag(tag)) }
    }

    fn write(&self, out: &mut Text) {
        match (&self.part, &self.inside) {
            (Part::Tag(tag), _) => payload(out, *tag, true),
            (Part::Value(TypeExpr::Flags(..) | TypeExpr::LpVec3 | TypeExpr::Nbt, _), _)
            | (_, Inside::Nothing) => {
                if let Part::Value(expr, value) = &self.part {
                    plain(out, expr, self.release, value);
                }
            }
            (_, Inside::Items(items)) => {
                out.begin_list();
                items.iter().for_each(|item| item.write(out));
                out.end_list();
            }
            (_, Inside::Named(members)) => {
                out.begin_object();
                for (name, member) in members {
                    out.key(&name.to_string_lossy());
                    member.write(out);
                }
                out.end_object();
            }
        }
    }
}

/// Returns the steps of a path in a packet, which may begin with a field of `params`.
pub(super) fn in_packet<'s>(expr: &TypeExpr, steps: &'s [Segment]) -> Cow<'s, [Segment]> {
    match steps.first() {
        Some(Segment::Name(name)) if !matches!(&**name, "name" | "params") && expr.packets().is_some() => {
            [&[Segment::text("params")], steps].concat().into()
        }
        _ => steps.into(),
    }
}

/// Builds the tree of a value. `is_inside` tells whether it is inside a structure.
fn tree<'v>(
    release: Release,
    of: &'v TypeExpr,
    scope: &Scope<'_, 'v>,
    value: &'v Value,
    is_inside: bool,
) -> TypedValue<'v> {
    let (of, named) = scope.resolve(of);
    let scope = named.as_ref().unwrap_or(scope);
    let inside = match (of.optional(), of.element(), value) {
        (Some(of), _, Value::Option(Some(value))) => return tree(release, of, scope, value, is_inside),
        (_, Some(of), Value::Array(values)) => {
            Inside::Items(values.iter().map(|value| tree(release, of, scope, value, is_inside)).collect())
        }
        (_, Some(of), Value::Integers(numbers)) => {
            let part = |number| TypedValue::new(release, Part::Value(of, Cow::Owned(number)));
            let numbers = of.packed_element().into_iter().flat_map(|int| int.values(numbers));
            Inside::Items(numbers.map(part).collect())
        }
        (.., Value::Nbt(Some(nbt))) => tags(release, (&nbt.root).into()),
        _ => {
            let mut members = Vec::new();
            let has_members = scope.members(of, value, &mut |name, of, scope, value| {
                let member = match value {
                    Cow::Borrowed(value) if is_absent(value, is_inside) => return,
                    Cow::Borrowed(value) => tree(release, of, scope, value, true),
                    Cow::Owned(value) => TypedValue::new(release, Part::Value(of, Cow::Owned(value))),
                };
                members.push((JavaStrView::lent(name), member));
            });
            if has_members { Inside::Named(members.into()) } else { Inside::Nothing }
        }
    };
    TypedValue { inside, ..TypedValue::new(release, Part::Value(of, Cow::Borrowed(value))) }
}

/// Returns the tags inside a tag.
fn tags<'v>(release: Release, tag: TagRef<'v>) -> Inside<'v> {
    let part = |tag| TypedValue::of_tag(release, tag);
    match tag.children() {
        ChildIter::Items(items) => Inside::Items(items.map(|(_, tag)| part(tag)).collect()),
        ChildIter::Named(named) => {
            let named = named.map(|(_, (name, tag))| {
                (JavaStrView::of_form(name.as_bytes(), NbtForm::BigEndian), part(tag))
            });
            Inside::Named(named.collect())
        }
        ChildIter::Entries(_) | ChildIter::Nothing => Inside::Nothing,
    }
}

/// Writes plain JSON.
impl fmt::Display for TypedValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Text { plain: true, ..Text::default() };
        self.write(&mut text);
        f.pad(&text.out)
    }
}

impl<'n, 'v> Tree for &'n TypedValue<'v> {
    type Value = TypedValue<'v>;
    type Ref<'r>
        = &'r TypedValue<'v>
    where
        Self: 'r;
    type Name = &'n JavaStrView<'v>;
    type Items = slice::Iter<'n, TypedValue<'v>>;
    type Entries = Empty<(Self, Self)>;
    type Named = Map<slice::Iter<'n, Member<'v>>, fn(&'n Member<'v>) -> (Self::Name, Self)>;

    fn type_name(self) -> &'static str {
        match &self.part {
            Part::Value(expr, _) => expr.name(),
            Part::Tag(tag) => tag.type_name(),
        }
    }

    fn to_tree(self) -> TypedValue<'v> {
        self.clone()
    }

    fn children(self) -> ChildIter<Self> {
        match &self.inside {
            Inside::Nothing => ChildIter::Nothing,
            Inside::Items(items) => ChildIter::items(items.iter()),
            Inside::Named(members) => {
                let pair: fn(&'n Member<'v>) -> _ = |(name, part)| (name, part);
                ChildIter::named(members.iter().map(pair))
            }
        }
    }

    fn child_at(self, at: usize) -> Option<(ChildStep<Self>, Self)> {
        match &self.inside {
            Inside::Nothing => None,
            Inside::Items(items) => items.get(at).map(|item| (ChildStep::Index(at), item)),
            Inside::Named(members) => members.get(at).map(|(name, part)| (ChildStep::Name(at, name), part)),
        }
    }

    fn packed_count(self) -> Option<usize> {
        match (self.value(), &self.inside) {
            (Some(Value::Bytes(bytes)), Inside::Nothing) => Some(bytes.len()),
            _ => self.tag()?.count(),
        }
    }

    fn packed_at(self, at: usize) -> Option<TypedValue<'v>> {
        let part = match self.value() {
            Some(Value::Bytes(bytes)) => Part::Value(&BYTE, Cow::Owned(Value::U8(*bytes.get(at)?))),
            _ => Part::Tag(self.tag()?.child_at(at)?.1),
        };
        Some(TypedValue::new(self.release, part))
    }

    fn same_apart_from_children(self, other: Self) -> bool {
        if let (Some(old), Some(new)) = (self.tag(), other.tag()) {
            return old.same_apart_from_children(new);
        }
        match (&self.part, &other.part) {
            (Part::Value(_, old), Part::Value(_, new)) => match (&self.inside, &other.inside) {
                (Inside::Nothing, Inside::Nothing) => match (&**old, &**new) {
                    (Value::F32(old), Value::F32(new)) => old.to_bits() == new.to_bits(),
                    (Value::F64(old), Value::F64(new)) => old.to_bits() == new.to_bits(),
                    // The bytes are compared one by one.
                    (Value::Bytes(_), Value::Bytes(_)) => true,
                    // The numbers of an enumeration may have other names.
                    (Value::Enum(_), Value::Enum(_)) => old == new && self.to_string() == other.to_string(),
                    (old, new) => old == new,
                },
                (Inside::Items(_), Inside::Items(_)) | (Inside::Named(_), Inside::Named(_)) => true,
                _ => false,
            },
            _ => false,
        }
    }

    fn print(self, print: &mut Fingerprint) {
        match (&self.part, &self.inside) {
            (Part::Tag(tag), _) => tag.print(print),
            (_, Inside::Nothing) if self.packed_count().is_none() => print.ends(self.to_string().as_bytes()),
            _ => print.ends(self.type_name().as_bytes()),
        }
    }
}
