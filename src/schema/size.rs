//! Sizes and offsets of fields, computed from their types.

use super::{Field, Repeat, Schema, Structure, Type};

/// A number of bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Size {
    /// A fixed number of bytes: `bytes`, plus `reals` times the width of a [`Type::Real`].
    Fixed {
        /// The number of bytes that do not depend on the width of reals.
        bytes: usize,
        /// The number of [`Type::Real`] numbers.
        reals: usize,
    },
    /// A size between a minimum and an optional maximum.
    Range {
        /// The minimum number of bytes.
        least: usize,
        /// The maximum number of bytes, or `None` if there is no bound.
        most: Option<usize>,
    },
}

/// The size of the narrowest real.
const REAL: usize = 4;

impl Size {
    const EMPTY: Self = Self::Fixed { bytes: 0, reals: 0 };

    fn least(self) -> usize {
        match self {
            Self::Fixed { bytes, reals } => bytes + REAL * reals,
            Self::Range { least, .. } => least,
        }
    }

    fn most(self) -> Option<usize> {
        match self {
            Self::Fixed { bytes, reals } => Some(bytes + 2 * REAL * reals),
            Self::Range { most, .. } => most,
        }
    }

    /// Returns the size of both, one after the other.
    fn then(self, next: Self) -> Self {
        match (self, next) {
            (Self::Fixed { bytes, reals }, Self::Fixed { bytes: more, reals: more_reals }) => {
                Self::Fixed { bytes: bytes + more, reals: reals + more_reals }
            }
            (first, next) => Self::Range {
                least: first.least() + next.least(),
                most: first.most().zip(next.most()).map(|(first, next)| first + next),
            },
        }
    }

    /// Returns the size of either of two alternatives.
    fn or(self, other: Self) -> Self {
        if self == other {
            return self;
        }
        Self::Range {
            least: self.least().min(other.least()),
            most: self.most().zip(other.most()).map(|(one, other)| one.max(other)),
        }
    }
}

impl Schema {
    /// Returns the size of one element of a field.
    #[must_use]
    pub fn size(&self, field: &Field) -> Size {
        self.of_type(&field.of, &mut Vec::new())
    }

    /// Returns the offset of the field with this index in its structure, or `None` if it depends on the bytes.
    #[must_use]
    pub fn offset(&self, structure: &Structure, index: usize) -> Option<Size> {
        let before = structure.fields.iter().take(index);
        let size = before.fold(Size::EMPTY, |size, field| size.then(self.of_field(field, &mut Vec::new())));
        matches!(size, Size::Fixed { .. }).then_some(size)
    }

    fn of_field(&self, field: &Field, inside: &mut Vec<&'static str>) -> Size {
        let one = self.of_type(&field.of, inside);
        let all = match field.repeat {
            Repeat::Once => one,
            Repeat::Times(_) => Size::Range { least: 0, most: None },
            Repeat::Until(_) => Size::Range { least: one.least(), most: None },
        };
        if field.conditions.is_empty() { all } else { all.or(Size::EMPTY) }
    }

    fn of_type(&self, of: &Type, inside: &mut Vec<&'static str>) -> Size {
        match of {
            Type::Scalar(scalar) => match scalar.size() {
                (least, most) if least == most => Size::Fixed { bytes: least, reals: 0 },
                (least, most) => Size::Range { least, most: Some(most) },
            },
            Type::Real => Size::Fixed { bytes: 0, reals: 1 },
            Type::Bytes(_) => Size::Range { least: 0, most: None },
            Type::Padding(_) => Size::Range { least: 0, most: Some(3) },
            Type::Switch { cases, .. } => {
                let mut sizes = cases.iter().map(|case| self.of_type(&case.of, inside));
                let first = sizes.next().unwrap_or(Size::EMPTY);
                sizes.fold(first, Size::or)
            }
            // A structure inside itself is absent in its shortest value.
            Type::Structure(name) if inside.contains(name) => Size::Range { least: 0, most: None },
            Type::Structure(name) => {
                inside.push(name);
                let fields = self.structure(name).map(|structure| &*structure.fields).unwrap_or_default();
                let sizes = fields.iter().map(|field| self.of_field(field, inside)).collect::<Vec<_>>();
                inside.pop();
                sizes.into_iter().fold(Size::EMPTY, Size::then)
            }
        }
    }
}
