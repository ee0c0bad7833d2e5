//! Differences between the engines.

/// When an engine takes two keys for the same. Everywhere 0.0 is -0.0 and 32 bits are as good as 64 for the same number,
/// unless it is said otherwise; objects are never the same, save null: an engine compares which object it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct KeyRules {
    /// 0.0 and -0.0 are not.
    pub(crate) zeros_differ: bool,
    /// The rule for NaNs.
    pub(crate) nan: Nan,
    /// Dictionaries are compared by what is inside, in order; else they are never the same, as objects.
    pub(crate) dictionaries: bool,
    /// The rule for packed arrays of floats, of vectors and of colors.
    pub(crate) packed: PackedRule,
}

/// The values that a NaN is equal to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Nan {
    /// Nothing.
    Nothing,
    /// Every other NaN.
    Every,
    /// Every other NaN, but not where it is an element of an array or the value of a dictionary.
    OutsideContainers,
}

/// The comparison of packed arrays of floats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum PackedRule {
    /// By the rules of floats that are keys themselves.
    Numbers,
    /// Arrays of vectors and colors: by the rules of floats. Arrays of floats: by their bits, and never equal if they contain NaN.
    VectorsAsNumbers,
    /// All packed arrays by their bits.
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
