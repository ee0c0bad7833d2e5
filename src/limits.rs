//! How much a reader or writer puts up with, each default with its reason.

/// Limits of one decode or encode.
///
/// ```
/// use gamewire::limits::Limits;
/// let mut limits = Limits::GODOT;
/// limits.depth = 64;
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// How deep values may be nested, in levels; the outermost is at depth 0.
    pub depth: u32,
    /// The most bytes that are looked at. Memory stays in proportion to the input anyway, so this is for those
    /// who want to refuse earlier. At the worst a decode holds eight times the length of its input for a Godot
    /// value (ten times for Godot 4's typed dictionaries), 20 times for NBT, 24 times for other Minecraft types (96 for
    /// arrays of structures or of arrays of known count, see `TypeExpr::memory_per_byte`);
    /// the memory tests measure it.
    pub bytes: usize,
}

impl Limits {
    /// What Godot itself allows since 3.5: a value at depth 1024 is read, one at 1025 is not. Reading,
    /// writing, cloning, comparing, printing and dropping such a value fits a 2 MiB stack, unoptimized too.
    pub const GODOT: Self = Self { depth: 1024, bytes: usize::MAX };

    /// What Minecraft allows in NBT: the root compound is at depth 0, and depth 512 is the last allowed.
    pub const NBT: Self = Self { depth: 512, bytes: usize::MAX };
}
