//! Named types, and the names in type expressions.

use std::fmt;
use std::sync::Arc;

use foldhash::HashMap;

use super::select::Scope;
use super::{IntType, Length, TypeExpr};
use crate::minecraft::dependent::Label;

/// Named types, which may refer to each other and to themselves. It is the table of [`TypeExpr::Types`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Types(pub(super) Vec<(String, TypeExpr)>, Option<String>);

/// A reference to a type of [`Types`], such as `$Slot`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeName {
    pub(super) name: String,
    /// The position of the type in the table.
    pub(super) at: usize,
    /// The least number of bytes of a value.
    pub(super) min_len: usize,
}

impl TypeName {
    /// Creates a name that [`Types::new`] looks up in the table.
    pub(in crate::minecraft) fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), at: usize::MAX, min_len: 0 }
    }

    /// Returns the name.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Display for TypeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", Quoted(&self.name, ""))
    }
}

/// The number of passes that compute the least number of bytes of types that refer to each other. The number may grow
/// in each pass.
const ROUNDS: usize = 4;

impl Types {
    /// Creates the table of these types, and looks up all names and selectors in them. Returns a name that is not in
    /// the table as the error.
    pub(in crate::minecraft) fn new(list: Vec<(String, TypeExpr)>) -> Result<Self, String> {
        let mut types = Self(list, None);
        let numbers: HashMap<_, _> =
            types.0.iter().enumerate().map(|(at, (name, _))| (name.clone(), at)).collect();
        let mut unknown = None;
        for (_, of) in &mut types.0 {
            of.each_name(&mut |name| match numbers.get(&name.name) {
                Some(at) => name.at = *at,
                None => unknown = Some(name.name.clone()),
            });
        }
        if let Some(name) = unknown {
            return Err(name);
        }
        for at in 0..types.0.len() {
            let mut of = types.take(at);
            of.settle(&Scope::of_types(Some(&types)));
            types.put(at, of);
        }
        let mut least: Vec<usize> = Vec::new();
        for _ in 0..ROUNDS {
            let now = types.0.iter().map(|(_, of)| of.min_len()).collect();
            if least == now {
                break;
            }
            least = now;
            for (_, of) in &mut types.0 {
                of.each_name(&mut |name| name.min_len = least.get(name.at).copied().unwrap_or(0));
                of.measure();
            }
        }
        Ok(types)
    }

    /// Sets the name of the table for headings, which is the version of its packets.
    #[cfg(feature = "json")]
    pub(in crate::minecraft) fn with_title(self, title: &str) -> Self {
        Self(self.0, Some(title.to_owned()))
    }

    pub(in crate::minecraft) fn title(&self) -> Option<&str> {
        self.1.as_deref()
    }

    fn take(&mut self, at: usize) -> TypeExpr {
        self.0.get_mut(at).map_or(TypeExpr::Bool, |(_, of)| std::mem::replace(of, TypeExpr::Bool))
    }

    fn put(&mut self, at: usize, of: TypeExpr) {
        if let Some((_, place)) = self.0.get_mut(at) {
            *place = of;
        }
    }

    /// Creates a type that refers to types of this table. Returns a name that is not in the table as the error.
    pub(in crate::minecraft) fn naming(self: Arc<Self>, of: TypeExpr) -> Result<TypeExpr, String> {
        let numbers = self.numbers();
        Arc::clone(&self).naming_by(&numbers, of)
    }

    /// Like [`naming`](Self::naming), with the given [`numbers`](Self::numbers).
    pub(in crate::minecraft) fn naming_by(
        self: Arc<Self>,
        numbers: &HashMap<&str, usize>,
        mut of: TypeExpr,
    ) -> Result<TypeExpr, String> {
        let mut unknown = None;
        of.each_name(&mut |name| match numbers.get(&*name.name).and_then(|at| self.at(*at)) {
            Some(known) => *name = known,
            None => unknown = Some(name.name.clone()),
        });
        of.measure();
        of.settle(&Scope::of_types(Some(&self)));
        unknown.map_or(Ok(TypeExpr::Types(self, Box::new(of))), Err)
    }

    /// Returns the position of each name.
    pub(in crate::minecraft) fn numbers(&self) -> HashMap<&str, usize> {
        self.0.iter().enumerate().map(|(at, (name, _))| (&**name, at)).collect()
    }

    /// Returns a reference to the type at a position.
    fn at(&self, at: usize) -> Option<TypeName> {
        let (name, of) = self.0.get(at)?;
        Some(TypeName { name: name.clone(), at, min_len: of.min_len() })
    }

    /// Returns a reference to the type with this name.
    #[cfg(feature = "json")]
    pub(in crate::minecraft) fn find(&self, name: &str) -> Option<TypeName> {
        self.at(self.0.iter().position(|(own, _)| own == name)?)
    }

    /// Returns the names and the types.
    pub fn entries(&self) -> &[(String, TypeExpr)] {
        &self.0
    }

    /// Returns the type that a reference refers to.
    pub fn get(&self, name: &TypeName) -> Option<&TypeExpr> {
        self.0.get(name.at).map(|(_, of)| of)
    }

    /// Returns the types that a type refers to, directly or not, in the order of the table.
    pub(super) fn needed_by(&self, expr: &TypeExpr) -> impl Iterator<Item = &(String, TypeExpr)> {
        let mut needed = vec![false; self.0.len()];
        let mut waiting = vec![expr];
        while let Some(of) = waiting.pop() {
            if let TypeExpr::Named(name) = of
                && let Some(known) = needed.get_mut(name.at)
                && !std::mem::replace(known, true)
            {
                waiting.extend(self.get(name));
            }
            of.each_part(&mut |part| waiting.push(part));
        }
        self.0.iter().zip(needed).filter_map(|(entry, needed)| needed.then_some(entry))
    }
}

impl TypeExpr {
    /// Returns whether the first byte of a value may be the `i8` with a mark.
    pub(in crate::minecraft) fn may_have_mark(&self) -> bool {
        match self {
            Self::Int(IntType::I8) | Self::Named(_) => true,
            Self::Struct(fields) => fields.first().is_some_and(|(_, field)| field.may_have_mark()),
            _ => false,
        }
    }

    fn each_name(&mut self, f: &mut dyn FnMut(&mut TypeName)) {
        if let Self::Named(name) = self {
            f(name);
        }
        self.each_part_mut(&mut |part| part.each_name(f));
    }

    /// Computes the least numbers of bytes of selections again.
    fn measure(&mut self) {
        self.each_part_mut(&mut Self::measure);
        if let Self::Switch(_, cases) = self {
            cases.measure();
        }
    }

    pub(super) fn settle(&mut self, scope: &Scope<'_>) {
        match self {
            Self::Struct(fields) => {
                for at in 0..fields.len() {
                    let (before, rest) = fields.split_at_mut(at);
                    if let Some((_, field)) = rest.first_mut() {
                        field.settle(&scope.field(before, &[]));
                    }
                }
                return;
            }
            Self::Types(types, inner) => return inner.settle(&Scope::of_types(Some(types))),
            Self::If(of, ..) | Self::Array(Length::Field(of), _) | Self::Bytes(Length::Field(of)) => {
                scope.settle(of);
            }
            Self::Switch(of, cases) => {
                scope.settle(of);
                if let Some(field) = scope.type_of(of) {
                    cases.number(field);
                }
            }
            _ => {}
        }
        self.each_part_mut(&mut |part| part.settle(scope));
    }
}

/// A label as it is written in expressions. Text that looks like a number is in quotes.
pub(super) struct QuotedLabel<'n>(pub(super) &'n Label<'n>);

impl fmt::Display for QuotedLabel<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Label::Text(text) if text.parse::<i64>().is_ok() => write!(f, "'{text}'"),
            // A colon has no special meaning here.
            Label::Text(text) if is_plain(&text.replace(':', "")) => f.write_str(text),
            Label::Text(text) => Quoted(text, "").fmt(f),
            Label::Number(number) => number.fmt(f),
        }
    }
}

/// The characters that have a special meaning in expressions.
pub(super) const MARKS: &str = "(),;|=:'";

/// A name, which is written in quotes if it has special characters of expressions, or one of the given characters.
pub(super) struct Quoted<'n>(pub(super) &'n str, pub(super) &'static str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(name, others) = *self;
        match is_plain(name) && !name.contains(|c| others.contains(c)) {
            true => f.write_str(name),
            false => write!(f, "'{}'", name.replace('\'', "''")),
        }
    }
}

fn is_plain(name: &str) -> bool {
    !name.is_empty()
        && name.trim() == name
        && !name.starts_with(['*', '$'])
        && !name.contains(|c| MARKS.contains(c))
}

impl TypeExpr {
    #[cfg_attr(not(feature = "packets"), allow(dead_code))]
    /// Returns the reason why a part of this type cannot be read, if there is one. Of named types, only those that this
    /// type refers to are searched.
    pub(in crate::minecraft) fn unknown_part(&self) -> Option<String> {
        let mut reason = None;
        let mut look = |of: &Self| of.find_unknown(&mut reason);
        look(self);
        if let Self::Types(types, inner) = self {
            types.needed_by(inner).for_each(|(_, of)| look(of));
        }
        reason
    }

    fn find_unknown(&self, reason: &mut Option<String>) {
        match self {
            Self::Unknown(why) if reason.is_none() && !why.is_empty() => *reason = Some(why.clone()),
            _ => self.each_part(&mut |part| part.find_unknown(reason)),
        }
    }

    /// Returns whether the members of a value can become members of the structure around it, and calls `f` with each
    /// name that it may have. Members of named types are not included.
    pub(in crate::minecraft) fn members<'e>(&'e self, f: &mut dyn FnMut(&'e str)) -> bool {
        match self {
            Self::Named(_) => true,
            Self::Bits(parts) => {
                parts.iter().for_each(|part| f(&part.name));
                true
            }
            Self::Struct(fields) => fields.iter().all(|(name, field)| {
                if name == super::ANONYMOUS {
                    return field.members(f);
                }
                f(name);
                true
            }),
            Self::Switch(_, cases) => cases.list.iter().all(|(_, case)| case.members(f)),
            _ => false,
        }
    }

    /// Returns whether the type takes no more memory than a reference to it.
    #[cfg(feature = "json")]
    pub(in crate::minecraft) fn is_small(&self) -> bool {
        let is_small = matches!(self, Self::Bool | Self::Int(_) | Self::F32 | Self::F64 | Self::String(_));
        is_small || matches!(self, Self::Uuid | Self::Nbt | Self::Bytes(_) | Self::Bits(_) | Self::Flags(..))
    }
}
