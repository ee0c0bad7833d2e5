//! Fields that select the type of a later one.

use std::fmt;

use super::{TypeExpr, Value, int_of};
use crate::error::DecodeErrorKind;
use crate::minecraft::dependent::Label;

/// A reference to an earlier field by its name, in this structure or in one around it. With a mask, only these bits of a number
/// are used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Selector {
    /// The name of the field.
    pub field: String,
    /// The bits that count.
    pub mask: Option<i64>,
}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.field)?;
        self.mask.map_or(Ok(()), |mask| write!(f, "&{mask}"))
    }
}

/// The cases of a `switch`, in the order of the expression; `None` is the case of all other labels.
pub type Cases = Vec<(Option<Label<'static>>, TypeExpr)>;

/// The fields before a type: those of its structure, and of the structures around it.
#[derive(Clone, Copy)]
pub(in crate::minecraft) struct Scope<'s> {
    /// Whether types of these fields depend on others, so that a check makes values.
    pub(super) selects: bool,
    pub(super) fields: &'s [(String, TypeExpr)],
    /// The values of the fields that were read, as many as there are.
    pub(super) values: &'s [Value<'s>],
    pub(super) outer: Option<&'s Self>,
}

impl<'s> Scope<'s> {
    pub(in crate::minecraft) const NONE: Self =
        Self { selects: false, fields: &[], values: &[], outer: None };

    /// The scope of a field, after those of its structure that have `values`.
    pub(in crate::minecraft) fn field(
        &'s self,
        fields: &'s [(String, TypeExpr)],
        values: &'s [Value<'s>],
    ) -> Self {
        Self { selects: self.selects, fields, values, outer: Some(self) }
    }

    /// The type of the field with this name, and its value.
    fn find(&self, name: &str) -> Option<(&'s TypeExpr, Option<&'s Value<'s>>)> {
        let own = self.fields.iter().rposition(|(field, _)| field == name);
        let own = own.and_then(|at| Some((&self.fields.get(at)?.1, self.values.get(at))));
        own.or_else(|| self.outer?.find(name))
    }

    /// The type of the field with this name.
    pub(super) fn type_of(&self, name: &str) -> Option<&'s TypeExpr> {
        self.find(name).map(|(of, _)| of)
    }

    /// The label that a field has. `None`: there is no such field, or none with a label.
    fn label(&self, of: &Selector) -> Option<Label<'s>> {
        let (of_type, value) = self.find(&of.field)?;
        let label = match (of_type, value?) {
            (TypeExpr::Enum(_, names), Value::Enum(number)) => Label::from(names.name(*number)?),
            (_, Value::String(text)) => Label::from(&**text),
            (_, Value::Identifier(text)) => Label::from(text.as_str()),
            (_, Value::Bool(value)) => Label::Number((*value).into()),
            (_, value) => Label::Number(int_of(value)?),
        };
        Some(match (label, of.mask) {
            (Label::Number(number), Some(mask)) => Label::Number(number & mask),
            (label, _) => label,
        })
    }

    /// Returns whether the value of an `if` is there.
    pub(in crate::minecraft) fn holds(
        &self,
        of: &Selector,
        is: Option<&Label<'_>>,
    ) -> Result<bool, DecodeErrorKind> {
        let label = self.label(of).ok_or(NO_FIELD)?;
        Ok(is.map_or(label != Label::Number(0), |is| label == *is))
    }

    /// The type that a `switch` selects.
    pub(in crate::minecraft) fn select<'e>(
        &self,
        of: &Selector,
        cases: &'e Cases,
    ) -> Result<&'e TypeExpr, DecodeErrorKind> {
        let label = self.label(of).ok_or(NO_FIELD)?;
        let case = |label: Option<&Label<'_>>| cases.iter().find(|(case, _)| case.as_ref() == label);
        let case = case(Some(&label)).or_else(|| case(None));
        case.map(|(_, of)| of).ok_or_else(|| label.unlisted())
    }
}

/// The error of a type that was made by hand: text is refused.
const NO_FIELD: DecodeErrorKind = DecodeErrorKind::Custom("no field before this one selects its type");

impl TypeExpr {
    /// Returns whether a field of this type can select the type of another.
    pub(super) fn has_labels(&self) -> bool {
        matches!(self, Self::Bool | Self::Int(_) | Self::Enum(..) | Self::String(_) | Self::Identifier)
    }

    /// Returns whether a type in this one depends on the value of a field.
    pub(in crate::minecraft) fn selects(&self) -> bool {
        self.any_selecting(&mut |_| true)
    }

    /// Returns whether `f` is true for an `if` or a `switch` in this type.
    pub(in crate::minecraft) fn any_selecting<'e>(&'e self, f: &mut dyn FnMut(&'e Self) -> bool) -> bool {
        match self {
            Self::If(_, _, inner) => f(self) || inner.any_selecting(f),
            Self::Switch(_, cases) => f(self) || cases.iter().any(|(_, case)| case.any_selecting(f)),
            Self::Optional(inner) | Self::Option(inner) | Self::Array(_, inner) => inner.any_selecting(f),
            Self::Struct(fields) => fields.iter().any(|(_, field)| field.any_selecting(f)),
            Self::Bool
            | Self::Int(_)
            | Self::F32
            | Self::F64
            | Self::String(_)
            | Self::Chat
            | Self::Identifier
            | Self::Position
            | Self::Angle
            | Self::Uuid
            | Self::Nbt
            | Self::Mutf8
            | Self::Slot
            | Self::Particle
            | Self::Metadata
            | Self::Bytes(_)
            | Self::Enum(..)
            | Self::Fixed(..) => false,
        }
    }
}
