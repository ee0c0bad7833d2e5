//! Values of any type, and the containers of values. Their methods are in files of their own. Everything that is
//! specific to one type is in its row of [`for_each_type`].

use super::container::Repr;
use super::*;
use crate::godot::ids::for_each_type;
use crate::limits::with_stack;

/// Defines [`Variant`] from the rows, with a documentation comment and a payload for each variant, and [`Double`] from those
/// that have an entry in the column `wide`.
macro_rules! variants {
    ($(
        #$doc:tt $kind:ident ($($x:ident: $payload:ty)?) $shape:ident
            ($($width:ident $y:ident: $wide:ty)?) $names:tt $ids:tt $page:ident;
    )+) => {
        /// A value of any generation of Godot.
        ///
        /// It owns its contents. To read values in place, use a [`VariantView`](crate::godot::VariantView).
        ///
        /// Types have their names in Godot 4. `==` compares floats as Rust does, so a NaN does not equal itself. The
        /// encoding of each type is described in [`format`](crate::godot::format#the-table-of-types).
        ///
        /// ```
        /// use gamewire::godot::{Dialect, Kind, Variant, variant};
        /// let player = variant!({ "name": "Ada", "hp": 9 });
        /// assert_eq!(player.kind(), Kind::Dictionary);
        /// assert_eq!(player.get("hp").and_then(Variant::as_i64), Some(9));
        /// assert_eq!(Dialect::GODOT_3.encode(&player)?[..8], [18, 0, 0, 0, 2, 0, 0, 0]); // two pairs
        /// # Ok::<(), gamewire::EncodeError>(())
        /// ```
        ///
        /// # Double precision
        /// Games in double precision have vectors and matrices with 64-bit components. These values are a
        /// [`Variant::Double`], with the same [`kind`](Variant::kind) as those with 32-bit components. A `match` on
        /// `Variant::Vector2(_)` finds only the 32-bit ones. To handle both widths, convert them with `try_from`. A
        /// conversion to 32 bits rounds as an engine of single precision does:
        ///
        /// ```
        /// use gamewire::godot::{Double, Kind, Variant, Vector2};
        /// let narrow = Variant::from(Vector2::<f32>::new(0.5, 2.0));
        /// let wide = Variant::from(Double::from(Vector2::<f64>::new(0.5, 2.0)));
        /// for value in [narrow, wide] {
        ///     assert_eq!(value.kind(), Kind::Vector2);
        ///     assert_eq!(Vector2::<f32>::try_from(&value)?, Vector2::new(0.5, 2.0));
        ///     assert_eq!(Vector2::<f64>::try_from(&value)?, Vector2::new(0.5, 2.0));
        /// }
        /// # Ok::<(), gamewire::godot::TryFromVariantError>(())
        /// ```
        ///
        /// # Nesting
        /// By default, decoders and the readers of JSON return values of at most 1024 levels. Any operation on such a value needs
        /// at most 2 MiB of stack. A value that a program builds may be nested more deeply. Dropping it takes no more
        /// stack, and encoding it is an error. Cloning, comparing, printing and converting it are recursive, and take
        /// up to 2 KiB of stack for each level, and much less in optimized builds.
        #[doc(alias("packet", "string array", "StringArray"))]
        #[derive(Clone, PartialEq)]
        #[non_exhaustive]
        pub enum Variant {
            $(#$doc $kind$(($payload))?,)+
            /// A vector, a matrix, a color, or a packed array of floats, vectors or colors, with 64-bit components. See [Double
            /// precision](Variant#double-precision).
            Double(Box<Double>),
        }

        impl Variant {
            /// Returns the type of the value.
            pub fn kind(&self) -> Kind {
                match self {
                    $(Self::$kind { .. } => Kind::$kind,)+
                    Self::Double(double) => double.kind(),
                }
            }

            /// Returns whether dropping the value does nothing. `false` is always a correct result.
            #[cfg_attr(not(debug_assertions), inline(always))]
            #[allow(unreachable_patterns)] // The rows of the texts.
            pub(in crate::godot) fn owns_nothing(&self) -> bool {
                match self {
                    Self::String(text) | Self::StringName(text) => text.owns_nothing(),
                    $(Self::$kind { .. } => true $(&& !std::mem::needs_drop::<$payload>())?,)+
                    Self::Double(_) => false,
                }
            }
        }

        /// A value whose components are 64-bit floats, as double-precision builds of the engine write them.
        ///
        /// Few games use such builds, so [`Variant`](crate::godot::Variant) keeps these values in a box, so that
        /// they do not make it larger. Colors and `PackedFloat32Array`s are included only for the double-precision layout
        /// that Godot 3's documentation describes. Engines always write them with 32 bits.
        ///
        /// ```
        /// use gamewire::godot::{Dialect, Double, Kind, Variant, Vector2};
        /// let wide = Variant::from(Double::Vector2(Vector2::new(0.1, 0.2)));
        /// let bytes = Dialect::GODOT_4.double().encode(&wide)?;
        /// let value = Dialect::GODOT_4.double().parse(&bytes)?;
        /// // Conversions read both widths; a `match` on `Variant::Vector2` reads one.
        /// assert_eq!((value.kind(), Vector2::try_from(&value)), (Kind::Vector2, Ok(Vector2::new(0.1, 0.2))));
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        #[derive(Debug, Clone, PartialEq)]
        #[non_exhaustive]
        pub enum Double {
            $($(#$doc $kind($wide),)?)+
        }

        impl Double {
            /// Returns the type of the value.
            pub fn kind(&self) -> Kind {
                match self {
                    $($(Self::$kind($y) => { let _ = $y; Kind::$kind })?)+
                }
            }
        }
    };
}

for_each_type!(variants);

/// An array of values, which may have a declared element type. It dereferences to a vector; `push` and `insert` also
/// convert what they add.
///
/// ```
/// use gamewire::godot::{Array, Variant};
/// let mut scores = Array::from(vec![Variant::Int(3)]);
/// scores.push("four");
/// scores.insert(0, 2);
/// assert_eq!(scores.len(), 3);
/// assert_eq!(scores.remove(0), Variant::Int(2));
/// assert_eq!(scores[1].as_str(), Some("four"));
/// ```
#[derive(Clone, PartialEq)]
pub struct Array(pub(super) Repr<Vec<Variant>, ElementType>);

pub(super) type Pair = (Variant, Variant);

/// A dictionary: pairs in order, with any values as keys.
///
/// It behaves as an ordered map. A look-up goes through the pairs one by one; for many look-ups, build a map of
/// [`Key`](super::Key)s.
///
/// [`Variant::same_key`] decides which keys are the same. For example, `"hp"` and `&"hp"` are the same key. Inserting a
/// key that is already in the dictionary keeps the old key and its position. A dictionary that was decoded with
/// [`keep_duplicates`](crate::godot::Decoder::keep_duplicates) may contain a key several times; a look-up then returns
/// the last value. To give an entry another key, set the value at its path `$.key(0)`, where 0 is its position:
/// see [`Variant::set_path`](super::Variant::set_path).
///
/// ```
/// use gamewire::godot::{Dictionary, Variant};
/// let mut player = Dictionary::new();
/// player.insert("name", "Ada");
/// player.insert("hp", 10);
/// assert_eq!(player.insert("hp", 9), Some(Variant::Int(10)));
/// *player.entry("gold").or_insert(0) = Variant::Int(50);
/// if let Some(hp) = player.get_mut("hp") {
///     *hp = Variant::Int(8);
/// }
/// assert_eq!(player.remove("name"), Some("Ada".into()));
/// assert_eq!(player.to_string(), r#"{"hp": 8, "gold": 50}"#);
/// ```
#[derive(Clone, PartialEq)]
pub struct Dictionary(pub(super) Repr<Vec<Pair>, EntryTypes>);

/// An object as data. Decoding never instantiates an object.
///
/// ```
/// use gamewire::godot::{Dialect, Object, variant};
///
/// // Scripts send objects as their number, which means something only in the game that wrote it.
/// let bytes = Dialect::GODOT_4.encode(&variant!({ "target": Object::Id(42) }))?;
/// let message = Dialect::GODOT_4.parse(&bytes)?;
/// assert_eq!(message["target"].as_object_id(), Some(42));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub enum Object {
    /// A null object that has an `Object` header. In Godot 2 this is the only form of a null object. Later it is a full
    /// object without a class, which engines read only where objects are allowed. To write null, use [`Variant::Nil`].
    #[default]
    Null,
    /// The id that the object had in the engine that wrote it. The id 0 is null.
    Id(u64),
    /// The class and the properties of the object.
    Full(Box<ObjectData>),
}

/// A full object: its class and its stored properties, in the order of the bytes.
///
/// ```
/// use gamewire::godot::{Decoder, Dialect, ObjectData, Variant};
/// let node = ObjectData { class: "Node2D".into(), properties: vec![("z_index".into(), 5.into())] };
/// let bytes = Dialect::GODOT_4.encode(&node.into())?;
/// // Decoders refuse full objects unless they are allowed.
/// assert!(Dialect::GODOT_4.parse(&bytes).is_err());
/// let value = Decoder::new(Dialect::GODOT_4).allow_objects(true).parse(&bytes)?;
/// assert_eq!(value.as_object().and_then(|node| node.get("z_index")), Some(&Variant::Int(5)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct ObjectData {
    /// The name of the class.
    pub class: Text,
    /// The names and values of the properties, including `script`.
    pub properties: Vec<(Text, Variant)>,
}

impl Clone for ObjectData {
    fn clone(&self) -> Self {
        with_stack(|| Self { class: self.class.clone(), properties: self.properties.clone() })
    }
}

impl PartialEq for ObjectData {
    fn eq(&self, other: &Self) -> bool {
        with_stack(|| self.class == other.class && self.properties == other.properties)
    }
}

const _: () = assert!(size_of::<Variant>() <= 32, "a value is small: arrays of values are common");

impl Default for Variant {
    fn default() -> Self {
        Self::Nil
    }
}
