/// Creates a [`Compound`](crate::minecraft::nbt::Compound), a [`List`](crate::minecraft::nbt::List), an array or a
/// [`Tag`](crate::minecraft::nbt::Tag) of NBT.
///
/// | written | result |
/// |---------|--------|
/// | `{ name: value }` | `Compound`. If several names are equal, the last value is kept |
/// | `[value, value]` | `List`. Elements of different types do not compile |
/// | `[B; 1, 2]`, `[I; 1, 2]`, `[L; 1, 2]` | `Numbers<i8>`, `Numbers<i32>`, `Numbers<i64>`: a ByteArray, an IntArray, a LongArray |
/// | any other expression | `Tag`, by its `From` |
///
/// Values are written in the same forms. A name is a literal, a variable, or an expression in parentheses.
///
/// ```
/// use gamewire::minecraft::nbt::{Nbt, Tag, nbt};
/// let name = "Ada";
/// let player = nbt!({
///     "Name": name,
///     "Health": 20.0_f32,
///     "Pos": [0.5, 64.0, -3.5],
///     "UUID": [I; 1, 2, 3, 4],
///     "Inventory": [{ "Slot": 0_i8, "id": "minecraft:stone" }],
///     "Tags": [],
/// });
/// assert_eq!(player.get("Pos"), Some(&Tag::List(vec![0.5, 64.0, -3.5].into())));
/// let root = Nbt::unnamed(player);
/// assert_eq!(root.root.as_compound().map(|entries| entries.len()), Some(6));
/// assert_eq!(nbt!(5_i16), Tag::Short(5));
/// ```
#[macro_export]
macro_rules! nbt {
    ([]) => { $crate::minecraft::nbt::List::End };
    ([B; $($items:expr),* $(,)?]) => { $crate::minecraft::nbt::Numbers::<i8>::from([$($items),*]) };
    ([I; $($items:expr),* $(,)?]) => { $crate::minecraft::nbt::Numbers::<i32>::from([$($items),*]) };
    ([L; $($items:expr),* $(,)?]) => { $crate::minecraft::nbt::Numbers::<i64>::from([$($items),*]) };
    ([$($items:tt)+]) => { $crate::nbt!(@items [] $($items)+) };
    ({$($pairs:tt)*}) => { $crate::nbt!(@pairs [] $($pairs)*) };

    // Elements: the converted ones in brackets, then the rest.
    (@items [$($done:expr),*]) => { $crate::minecraft::nbt::List::from(::std::vec![$($done),*]) };
    (@items [$($done:expr),*] [$($inner:tt)*] $(, $($rest:tt)*)?) => {
        $crate::nbt!(@items [$($done,)* $crate::nbt!([$($inner)*])] $($($rest)*)?)
    };
    (@items [$($done:expr),*] {$($inner:tt)*} $(, $($rest:tt)*)?) => {
        $crate::nbt!(@items [$($done,)* $crate::nbt!({$($inner)*})] $($($rest)*)?)
    };
    (@items [$($done:expr),*] $value:expr $(, $($rest:tt)*)?) => {
        $crate::nbt!(@items [$($done,)* $value] $($($rest)*)?)
    };

    // Pairs: the converted ones in brackets, then the rest.
    (@pairs [$($key:tt => $value:expr),*]) => {{
        #[allow(unused_mut)]
        let mut compound = $crate::minecraft::nbt::Compound::new();
        $(compound.insert($key, $value);)*
        compound
    }};
    (@pairs [$($done:tt)*] $key:tt: [$($inner:tt)*] $(, $($rest:tt)*)?) => {
        $crate::nbt!(@pair [$($done)*] $key $crate::nbt!([$($inner)*]), $($($rest)*)?)
    };
    (@pairs [$($done:tt)*] $key:tt: {$($inner:tt)*} $(, $($rest:tt)*)?) => {
        $crate::nbt!(@pair [$($done)*] $key $crate::nbt!({$($inner)*}), $($($rest)*)?)
    };
    (@pairs [$($done:tt)*] $key:tt: $value:expr $(, $($rest:tt)*)?) => {
        $crate::nbt!(@pair [$($done)*] $key $value, $($($rest)*)?)
    };
    (@pair [] $key:tt $value:expr, $($rest:tt)*) => {
        $crate::nbt!(@pairs [$key => $value] $($rest)*)
    };
    (@pair [$($done:tt)+] $key:tt $value:expr, $($rest:tt)*) => {
        $crate::nbt!(@pairs [$($done)+, $key => $value] $($rest)*)
    };

    ($value:expr) => { $crate::minecraft::nbt::Tag::from($value) };
}
