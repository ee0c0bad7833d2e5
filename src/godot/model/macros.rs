/// Creates a [`Variant`](crate::godot::Variant) from a notation similar to JSON.
///
/// `[..]` is an array, `{ key: value }` is a dictionary, and `null` is `Nil`. Anything else is an expression of a type
/// that converts to a `Variant`. A key is a literal, a name, or an expression in parentheses. If several keys are the
/// same, the last value is kept.
///
/// ```
/// use gamewire::godot::{Vector2, variant};
/// let name = "Ada";
/// let player = variant!({
///     "name": name,
///     "hp": 9,
///     "pos": Vector2::new(1.0, 2.0),
///     "bag": ["sword", { "potion": 3 }, null],
///     ("level".to_owned() + "s"): [],
/// });
/// assert_eq!(
///     player.to_string(),
///     r#"{"name": "Ada", "hp": 9, "pos": Vector2(1, 2), "bag": ["sword", {"potion": 3}, null], "levels": []}"#
/// );
/// ```
#[macro_export]
macro_rules! variant {
    (null) => { $crate::godot::Variant::Nil };
    ([$($items:tt)*]) => { $crate::godot::Variant::Array($crate::variant!(@items [] $($items)*)) };
    ({$($pairs:tt)*}) => { $crate::godot::Variant::Dictionary($crate::variant!(@pairs [] $($pairs)*)) };

    // Elements: the converted ones in brackets, then the rest.
    (@items [$($done:expr),*]) => { $crate::godot::Array::from(::std::vec![$($done),*]) };
    (@items [$($done:expr),*] null $(, $($rest:tt)*)?) => {
        $crate::variant!(@items [$($done,)* $crate::variant!(null)] $($($rest)*)?)
    };
    (@items [$($done:expr),*] [$($inner:tt)*] $(, $($rest:tt)*)?) => {
        $crate::variant!(@items [$($done,)* $crate::variant!([$($inner)*])] $($($rest)*)?)
    };
    (@items [$($done:expr),*] {$($inner:tt)*} $(, $($rest:tt)*)?) => {
        $crate::variant!(@items [$($done,)* $crate::variant!({$($inner)*})] $($($rest)*)?)
    };
    (@items [$($done:expr),*] $value:expr $(, $($rest:tt)*)?) => {
        $crate::variant!(@items [$($done,)* $crate::variant!($value)] $($($rest)*)?)
    };

    // Pairs: the converted ones in brackets, then the rest.
    (@pairs [$($key:tt => $value:expr),*]) => {{
        #[allow(unused_mut)]
        let mut dictionary = $crate::godot::Dictionary::new();
        $(dictionary.insert($key, $value);)*
        dictionary
    }};
    (@pairs [$($done:tt)*] $key:tt: null $(, $($rest:tt)*)?) => {
        $crate::variant!(@pair [$($done)*] $key $crate::variant!(null), $($($rest)*)?)
    };
    (@pairs [$($done:tt)*] $key:tt: [$($inner:tt)*] $(, $($rest:tt)*)?) => {
        $crate::variant!(@pair [$($done)*] $key $crate::variant!([$($inner)*]), $($($rest)*)?)
    };
    (@pairs [$($done:tt)*] $key:tt: {$($inner:tt)*} $(, $($rest:tt)*)?) => {
        $crate::variant!(@pair [$($done)*] $key $crate::variant!({$($inner)*}), $($($rest)*)?)
    };
    (@pairs [$($done:tt)*] $key:tt: $value:expr $(, $($rest:tt)*)?) => {
        $crate::variant!(@pair [$($done)*] $key $crate::variant!($value), $($($rest)*)?)
    };
    (@pair [] $key:tt $value:expr, $($rest:tt)*) => {
        $crate::variant!(@pairs [$key => $value] $($rest)*)
    };
    (@pair [$($done:tt)+] $key:tt $value:expr, $($rest:tt)*) => {
        $crate::variant!(@pairs [$($done)+, $key => $value] $($rest)*)
    };

    ($value:expr) => { $crate::godot::Variant::from($value) };
}
