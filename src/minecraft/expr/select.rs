//! Selectors: fields that select the type of a later field, or have its count.

use super::bits::{bits_of, has_bit};
use super::shape::{FLAG, NUMBER};
use super::{Label, TypeExpr, Types, Value, int_of};
use crate::error::DecodeErrorKind;

/// A reference to an earlier field by its name, in the same structure or in one around it: `f`, `../f`, `f.member` or
/// `f&8`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Selector {
    /// The name of the field.
    pub field: String,
    /// The bits of the number that are used. For `f&8` it is 8.
    pub mask: Option<i64>,
    /// The number of structures to leave before the field is searched. For `../f` it is 1.
    pub up: usize,
    /// The member of a field of [`Bits`](TypeExpr::Bits) or [`Flags`](TypeExpr::Flags).
    pub member: Option<String>,
    /// The place of the field, if the type was parsed from text or from a description.
    pub(in crate::minecraft) place: Option<Place>,
}

/// The place of a field, relative to the selector.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::minecraft) struct Place {
    /// The number of structures to leave.
    levels: u32,
    /// The position of the field in its structure.
    index: u32,
    /// The position of the member of bits, or of the bit of flags.
    part: Option<u8>,
}

/// The cases of a `switch`, in the order of the expression. The label `None` is the case for all other labels.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Cases {
    pub(super) list: Vec<Case>,
    /// The index is in a box, because types should be small.
    index: Box<Index>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Index {
    /// The position of the case for all other labels.
    other: Option<usize>,
    /// If the labels are numbers in a small range: the first number, and for each number the position of its case or of
    /// `other`.
    table: Option<(i64, Vec<Option<usize>>)>,
    /// The least number of bytes of a case.
    min_len: usize,
}

/// The most numbers in the table of cases.
const TABLE: i64 = 1024;

impl Cases {
    /// Returns the labels and their types.
    pub fn entries(&self) -> &[(Option<Label<'static>>, TypeExpr)] {
        &self.list
    }

    /// Returns the least number of bytes of a case.
    pub(super) fn min_len(&self) -> usize {
        self.index.min_len
    }

    /// Computes the least number of bytes again, after that of named types has changed.
    pub(super) fn measure(&mut self) {
        self.index.min_len = self.list.iter().map(|(_, case)| case.min_len()).min().unwrap_or(0);
    }

    /// Builds the table for the labels, if the type of the field is known.
    pub(super) fn number(&mut self, field: &TypeExpr) {
        let labels = self.list.iter().enumerate().filter_map(|(at, (label, _))| match label {
            Some(Label::Number(number)) => Some((*number, at)),
            _ => None,
        });
        let mut numbers: Vec<_> = labels.collect();
        if let TypeExpr::Enum(_, names) = field {
            numbers.retain(|(number, _)| names.name(*number).is_none());
            // The names are unique, and most labels are in their order.
            let (entries, mut next) = (names.entries(), 0);
            for (at, (label, _)) in self.list.iter().enumerate() {
                let Some(Label::Text(label)) = label else { continue };
                let has_label = |place: &usize| entries.get(*place).is_some_and(|(name, _)| name == label);
                let place = (next..entries.len()).chain(0..next).find(has_label);
                next = place.map_or(next, |place| place + 1);
                let number = place.and_then(|place| entries.get(place)).map(|(_, number)| *number);
                let shown = number.filter(|number| names.name(*number) == Some(label));
                numbers.extend(shown.map(|number| (number, at)));
            }
        }
        let (Some(first), Some(last)) = (numbers.iter().min(), numbers.iter().max()) else { return };
        let (first, last) = (first.0, last.0);
        let Some(room) = last.checked_sub(first).filter(|room| *room < TABLE) else { return };
        let mut table = vec![self.index.other; usize::try_from(room).map_or(0, |room| room + 1)];
        for (number, at) in numbers.into_iter().rev() {
            if let Some(place) = usize::try_from(number - first).ok().and_then(|at| table.get_mut(at)) {
                *place = Some(at);
            }
        }
        self.index.table = Some((first, table));
    }
}

type Case = (Option<Label<'static>>, TypeExpr);

impl From<Vec<Case>> for Cases {
    fn from(list: Vec<Case>) -> Self {
        let other = list.iter().position(|(label, _)| label.is_none());
        let mut cases = Self { list, index: Box::new(Index { other, ..Index::default() }) };
        cases.measure();
        cases
    }
}

/// The fields before a type: those of its structure, and those of the structures around it.
#[derive(Clone, Copy)]
pub(in crate::minecraft) struct Scope<'s, 't> {
    pub(in crate::minecraft) fields: &'s [(String, TypeExpr)],
    /// The values of these fields, as far as they are known.
    pub(in crate::minecraft) values: &'s [Value],
    pub(in crate::minecraft) outer: Option<&'s Self>,
    /// The named types.
    pub(in crate::minecraft) types: Option<&'t Types>,
}

/// The value of a field that a selector refers to.
enum Asked<'s> {
    Number(i64),
    /// A number above `i64::MAX`, which no label has.
    Large(u64),
    Text(&'s str),
    /// An option without a value.
    Absent,
}

impl<'s, 't> Scope<'s, 't> {
    pub(in crate::minecraft) const NONE: Self = Self { fields: &[], values: &[], outer: None, types: None };

    /// Creates the scope of the types of a table, and of a type that refers to them.
    pub(in crate::minecraft) fn of_types(types: Option<&'t Types>) -> Self {
        Self { types, ..Self::NONE }
    }

    /// Creates the scope of a field, which comes after the fields of its structure that have `values`.
    pub(in crate::minecraft) fn field(
        &'s self,
        fields: &'s [(String, TypeExpr)],
        values: &'s [Value],
    ) -> Self {
        Self { fields, values, outer: Some(self), types: self.types }
    }

    /// Returns the type of the field, and its place.
    pub(super) fn find(&self, of: &Selector) -> Option<(&'s TypeExpr, Place)> {
        let mut scope = self;
        for _ in 0..of.up {
            scope = scope.outer?;
        }
        let mut levels = u32::try_from(of.up).ok()?;
        loop {
            let own = scope.fields.iter().enumerate().rev().find_map(|(index, (name, field))| {
                let part = |member: &str| field.in_scope(scope.types)?.part(member);
                let part = match (name == ANONYMOUS, &of.member) {
                    (true, _) => Some(part(&of.field)?),
                    (false, _) if *name != of.field => return None,
                    (false, None) => None,
                    (false, Some(member)) => Some(part(member)?),
                };
                Some((field, Place { levels, index: u32::try_from(index).ok()?, part }))
            });
            if own.is_some() {
                return own;
            }
            (scope, levels) = (scope.outer?, levels + 1);
        }
    }

    /// Returns the type that a selector refers to: that of the field or of its member, without options and names.
    pub(super) fn type_of(&self, of: &Selector) -> Option<&'s TypeExpr> {
        let (field, place) = self.find(of)?;
        let field = field.in_scope(self.types)?;
        Some(match (field, place.part) {
            (TypeExpr::Flags(..), Some(_)) => &FLAG,
            (TypeExpr::Bits(_), Some(_)) => &NUMBER,
            (field, _) => field,
        })
    }

    /// Stores the place of the field in the selector.
    pub(super) fn settle(&self, of: &mut Selector) {
        of.place = self.find(of).map(|(_, place)| place);
    }

    /// Returns the type and the value of a field.
    fn get(&self, of: &Selector) -> Option<(&'s TypeExpr, &'s Value, Option<u8>)> {
        let place = match of.place {
            Some(place) => place,
            None => self.find(of)?.1,
        };
        let mut scope = self;
        for _ in 0..place.levels {
            scope = scope.outer?;
        }
        let index = place.index as usize;
        Some((&scope.fields.get(index)?.1, scope.values.get(index)?, place.part))
    }

    fn asked(&self, of: &Selector) -> Option<Asked<'s>> {
        let (_, mut value, part) = self.get(of)?;
        let number = loop {
            break match (value, part) {
                (Value::Struct(parts), Some(part)) => int_of(parts.get(usize::from(part))?)?,
                (Value::Option(None), _) => return Some(Asked::Absent),
                (Value::Option(Some(inner)), _) => {
                    value = inner;
                    continue;
                }
                (value, Some(bit)) => has_bit(bits_of(value)?, usize::from(bit)).into(),
                (Value::Enum(number), None) => *number,
                (Value::Bool(value), None) => (*value).into(),
                (Value::String(text), None) => return Some(Asked::Text(text)),
                (Value::Identifier(text), None) => return Some(Asked::Text(text.as_str())),
                // A type that reads nothing has no value.
                (Value::Struct(_), None) => return Some(Asked::Absent),
                (Value::U64(value), None) => match (of.mask, i64::try_from(*value)) {
                    (Some(_), _) => value.cast_signed(),
                    (None, Ok(number)) => number,
                    (None, Err(_)) => return Some(Asked::Large(*value)),
                },
                (value, None) => int_of(value)?,
            };
        };
        Some(Asked::Number(of.mask.map_or(number, |mask| number & mask)))
    }

    /// Returns the label of a field, which is a name for an enumeration. The outer option is `None` if there is no such
    /// field, or if it has no label.
    fn label(&self, of: &Selector) -> Option<Option<Label<'s>>> {
        Some(match self.asked(of)? {
            Asked::Absent => None,
            Asked::Text(text) => Some(text.into()),
            Asked::Large(number) => Some(Label::Text(number.to_string().into())),
            Asked::Number(number) => {
                let name = match self.get(of)?.0.in_scope(self.types) {
                    Some(TypeExpr::Enum(_, names)) => names.name(number).map(Label::from),
                    _ => None,
                };
                Some(name.unwrap_or(Label::Number(number)))
            }
        })
    }

    /// Returns whether the value of an `if` is present.
    pub(in crate::minecraft) fn holds(
        &self,
        of: &Selector,
        is: Option<&Label<'_>>,
    ) -> Result<bool, DecodeErrorKind> {
        let Some(label) = self.label(of).ok_or(NO_FIELD)? else { return Ok(false) };
        Ok(is.map_or(label != Label::Number(0), |is| label == *is))
    }

    /// Returns the type that a `switch` selects.
    pub(in crate::minecraft) fn select<'e>(
        &self,
        of: &Selector,
        cases: &'e Cases,
    ) -> Result<&'e TypeExpr, DecodeErrorKind> {
        let index = &*cases.index;
        let (Asked::Number(value), Some((first, table))) = (self.asked(of).ok_or(NO_FIELD)?, &index.table)
        else {
            return self.select_by_label(of, cases);
        };
        let at = value.checked_sub(*first).and_then(|at| usize::try_from(at).ok());
        let at = at.and_then(|at| table.get(at)).copied().unwrap_or(index.other);
        let case = at.and_then(|at| cases.list.get(at)).map(|(_, case)| case);
        case.ok_or(DecodeErrorKind::EnumValue { value })
    }

    #[inline(never)]
    fn select_by_label<'e>(&self, of: &Selector, cases: &'e Cases) -> Result<&'e TypeExpr, DecodeErrorKind> {
        let label = self.label(of).ok_or(NO_FIELD)?;
        let case = cases.list.iter().find(|(case, _)| *case == label);
        let case = case.or_else(|| cases.list.get(cases.index.other?));
        case.map(|(_, of)| of).ok_or_else(|| label.map_or(NO_FIELD, |label| label.unlisted()))
    }

    /// Returns the number in a field, as a count or length.
    pub(in crate::minecraft) fn count(&self, of: &Selector) -> Result<u32, DecodeErrorKind> {
        let value = match self.asked(of) {
            Some(Asked::Number(value)) => value,
            Some(Asked::Large(length)) => return Err(DecodeErrorKind::TooLong { length, limit: u32::MAX }),
            _ => return Err(NO_FIELD),
        };
        match u32::try_from(value) {
            Ok(count) => Ok(count),
            Err(_) if value < 0 => Err(DecodeErrorKind::NegativeLength { value }),
            Err(_) => Err(DecodeErrorKind::TooLong { length: value.unsigned_abs(), limit: u32::MAX }),
        }
    }
}

/// The name of a field whose members become members of the structure around it.
pub(in crate::minecraft) const ANONYMOUS: &str = "..";

/// The error of a type that was built by a program. Text with such a selector is rejected.
const NO_FIELD: DecodeErrorKind = DecodeErrorKind::Custom("no field before this one selects its type");

impl TypeExpr {
    /// Returns the type that has the labels, after names, options and the cases of a `switch` are resolved.
    pub(super) fn in_scope<'s>(&'s self, types: Option<&'s Types>) -> Option<&'s Self> {
        let mut of = self;
        for _ in 0..MOST_NAMES {
            of = match of {
                Self::Named(name) => types?.get(name)?,
                Self::Option(inner) | Self::Optional(inner) | Self::If(_, _, inner) => inner,
                Self::Switch(_, cases) => {
                    let has_fields = |of: &&Self| !matches!(of, Self::Struct(fields) if fields.is_empty());
                    cases.list.iter().map(|(_, case)| case).find(has_fields)?
                }
                of => return Some(of),
            }
        }
        None
    }

    /// Returns the position of a member of bits or flags.
    fn part(&self, member: &str) -> Option<u8> {
        let part = match self {
            Self::Bits(parts) => parts.iter().position(|part| part.name == member)?,
            Self::Flags(_, names) => names.iter().position(|name| name == member)?,
            _ => return None,
        };
        u8::try_from(part).ok().filter(|part| u32::from(*part) < u64::BITS)
    }

    /// Returns whether `f` returns true for an `if`, a `switch`, or another type inside this one that depends on a
    /// field, including named types.
    #[cfg(feature = "arbitrary")]
    pub(in crate::minecraft) fn any_selecting<'e>(&'e self, f: &mut dyn FnMut(&'e Self) -> bool) -> bool {
        let by_field = |length: &super::Length| matches!(length, super::Length::Field(_));
        let selects = match self {
            Self::If(..) | Self::Switch(..) | Self::Named(_) => true,
            Self::Array(length, _) | Self::Bytes(length) => by_field(length),
            _ => false,
        };
        let mut found = selects && f(self);
        self.each_part(&mut |part| found = found || part.any_selecting(f));
        found
    }
}

/// The most names and options between a field and the type of its label.
pub(super) const MOST_NAMES: usize = 32;
