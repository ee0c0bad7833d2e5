//! The table of NBT's types, with a row for each type that a tag can have.

/// Calls a macro with every type in the order of their ids: the shape, then the name in [`TagId`](super::TagId),
/// [`Tag`](super::Tag), [`TagRef`](super::TagRef) and [`List`](super::List).
///
/// | shape | a tag holds | a list holds |
/// |-------|-------------|--------------|
/// | `number` | a number | `Numbers` numbers |
/// | `array` | `Numbers` numbers | a slice of these |
/// | `text` | `JavaStr` | a slice of these |
/// | `list` | `List` | `Lists` |
/// | `compound` | `Compound` | a slice of these |
macro_rules! for_each_tag {
    ($callback:ident) => {
        $callback! {
            number Byte;
            number Short;
            number Int;
            number Long;
            number Float;
            number Double;
            array ByteArray;
            text String;
            list List;
            compound Compound;
            array IntArray;
            array LongArray;
        }
    };
}
pub(in crate::minecraft) use for_each_tag;
