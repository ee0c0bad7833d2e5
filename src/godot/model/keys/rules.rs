//! The rules by which engines compare keys.

/// The differences between engines. In all of them, 0.0 equals -0.0 and numbers of 32 and 64 bits are equal
/// if nothing else is stated, and objects are never equal except for null, because an engine compares their
/// identity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct KeyRules {
    /// Whether 0.0 and -0.0 are different keys.
    pub(crate) zeros_differ: bool,
    /// The rule for NaNs.
    pub(crate) nan: Nan,
    /// Whether dictionaries are compared by their contents, in order. Otherwise they are never equal, like
    /// objects.
    pub(crate) dictionaries: bool,
    /// The rule for packed arrays of floats, of vectors and of colors.
    pub(crate) packed: PackedRule,
}

/// The values that a NaN is equal to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Nan {
    /// A NaN is not equal to anything.
    Nothing,
    /// A NaN equals every other NaN.
    Every,
    /// A NaN equals every other NaN, except as an element of an array or a value of a dictionary.
    OutsideContainers,
}

/// The comparison of packed arrays of floats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum PackedRule {
    /// The rules of floats that are keys themselves apply.
    Numbers,
    /// Arrays of vectors and colors follow the rules of floats. Arrays of floats are compared by their bits,
    /// and are never equal if they contain a NaN.
    VectorsAsNumbers,
    /// All packed arrays are compared by their bits.
    Bits,
}

impl KeyRules {
    /// The rules before Godot 2.1.5. Each later release changes some of them.
    pub(crate) const GODOT_2: Self =
        Self { zeros_differ: true, nan: Nan::Nothing, dictionaries: false, packed: PackedRule::Bits };
    pub(crate) const GODOT_2_1_5: Self = Self { zeros_differ: false, ..Self::GODOT_2 };
    pub(crate) const GODOT_3: Self =
        Self { nan: Nan::Every, packed: PackedRule::VectorsAsNumbers, ..Self::GODOT_2_1_5 };
    pub(crate) const GODOT_4: Self = Self {
        zeros_differ: false,
        nan: Nan::OutsideContainers,
        dictionaries: true,
        packed: PackedRule::Numbers,
    };
}
