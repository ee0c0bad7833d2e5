//! The table of NBT's types: a row for each that a tag can have.

/// Hands every type to a macro, a row each in the order of their ids: shape, then the name that it has in
/// [`TagId`](super::TagId), [`Tag`](super::Tag), [`TagRef`](super::TagRef) and [`List`](super::List).
///
/// | shape | a tag holds | a list holds |
/// |-------|-------------|--------------|
/// | `number` | a number | `Numbers` numbers |
/// | `array` | `Numbers` numbers | a slice of such |
/// | `text` | `JavaStr` | a slice of such |
/// | `list` | `List` | `Lists` |
/// | `compound` | `Compound` | a slice of such |
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
