//! Named types, and the members of structures.

use std::fmt;
use std::mem::replace;
use std::sync::Arc;

use super::select::{ANONYMOUS, Scope};
use super::{IntType, Length, TypeExpr};

/// The named types of a [`TypeExpr::Types`], which may refer to each other and to themselves.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Types(pub(super) Vec<(String, TypeExpr)>, Option<String>);

/// A reference to a type of [`Types`], such as `$Slot`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeName {
    name: Arc<str>,
    /// The position of the type in the table.
    at: usize,
    /// The least number of bytes of a value.
    pub(super) min_len: usize,
}

impl TypeName {
    /// Creates a reference to the type with this name, which is at a position of the table.
    pub(in crate::minecraft) fn new(name: &str, at: usize) -> Self {
        Self { name: name.into(), at, min_len: 0 }
    }

    pub(in crate::minecraft) fn at(&self) -> usize {
        self.at
    }

    /// Returns the name.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Display for TypeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.name)
    }
}

/// The number of passes that compute the least number of bytes of types that refer to each other. The number may grow
/// in each pass.
const ROUNDS: usize = 4;

impl Types {
    /// Creates the table of types that refer to each other by position, and looks up all selectors in them.
    pub(in crate::minecraft) fn new(list: Vec<(String, TypeExpr)>) -> Self {
        let mut types = Self(list, None);
        for at in 0..types.0.len() {
            let mut of = types.take(at);
            of.settle(&Scope::of_types(Some(&types)));
            types.put(at, of);
        }
        let mut least = vec![0; types.0.len()];
        for _ in 0..ROUNDS {
            let mut grows = false;
            // Most types of descriptions refer to later ones, whose numbers are then known.
            for (at, (_, of)) in types.0.iter_mut().enumerate().rev() {
                of.measure(&|name| least.get(name.at).copied().unwrap_or(0));
                let now = of.min_len();
                grows |= least.get_mut(at).is_some_and(|least| replace(least, now) != now);
            }
            if !grows {
                break;
            }
        }
        types
    }

    /// Sets the name of the table for headings, which is the version of its packets.
    pub(in crate::minecraft) fn with_title(self, title: &str) -> Self {
        Self(self.0, Some(title.to_owned()))
    }

    pub(in crate::minecraft) fn title(&self) -> Option<&str> {
        self.1.as_deref()
    }

    fn take(&mut self, at: usize) -> TypeExpr {
        self.0.get_mut(at).map_or(TypeExpr::Bool, |(_, of)| replace(of, TypeExpr::Bool))
    }

    fn put(&mut self, at: usize, of: TypeExpr) {
        if let Some((_, place)) = self.0.get_mut(at) {
            *place = of;
        }
    }

    /// Creates a type that refers to types of this table by position.
    pub(in crate::minecraft) fn around(self: Arc<Self>, mut of: TypeExpr) -> TypeExpr {
        of.measure(&|name| self.get(name).map_or(0, TypeExpr::min_len));
        of.settle(&Scope::of_types(Some(&self)));
        TypeExpr::Types(self, Box::new(of))
    }

    /// Returns a reference to the type with this name.
    pub(in crate::minecraft) fn find(&self, name: &str) -> Option<TypeName> {
        Some(TypeName::new(name, self.0.iter().position(|(own, _)| own == name)?))
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
                && !replace(known, true)
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

    /// Computes the least numbers of bytes of selections again. `of_name` returns that of a named type.
    fn measure(&mut self, of_name: &dyn Fn(&TypeName) -> usize) {
        self.each_part_mut(&mut |part| part.measure(of_name));
        match self {
            Self::Named(name) => name.min_len = of_name(name),
            Self::Switch(_, cases) => cases.measure(),
            _ => {}
        }
    }

    fn settle(&mut self, scope: &Scope<'_, '_>) {
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

impl TypeExpr {
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
                if name == ANONYMOUS {
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
    pub(in crate::minecraft) fn is_small(&self) -> bool {
        let is_small = matches!(self, Self::Bool | Self::Int(_) | Self::F32 | Self::F64 | Self::String(_));
        is_small || matches!(self, Self::Uuid | Self::Nbt | Self::Bytes(_) | Self::Bits(_) | Self::Flags(..))
    }
}

/// Returns whether one of these fields has the name, or one of the members that they add to the structure.
pub(in crate::minecraft) fn has_name(fields: &[(String, TypeExpr)], name: &str) -> bool {
    fields.iter().any(|(own, field)| {
        let mut has_name = own != ANONYMOUS && own == name;
        if own == ANONYMOUS {
            field.members(&mut |member| has_name |= member == name);
        }
        has_name
    })
}
