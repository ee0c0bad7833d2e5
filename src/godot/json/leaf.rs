//! Values without values inside, by their type: what the rows of the table of types become in JSON.

use super::parts::bare;
use crate::error::Segment;
use crate::godot::Precision;
use crate::godot::ids::{Kind, for_each_type};
use crate::godot::model::{Double, OwnedVariant, Variant};
use crate::json::{JsonType, Object, Res, Within};

/// The payload of a value without values inside.
pub(super) trait Leaf: Sized {
    /// Writes the value of type `kind`. `further` is what is to be said beside its numbers.
    fn write(&self, kind: Kind, further: &str, out: &mut String);

    /// Reads it from an object of the text whose `"type"` is `kind`.
    fn read(object: &Object<'_>, kind: Kind) -> Res<Self>;
}

impl<T: Leaf> Leaf for Box<T> {
    fn write(&self, kind: Kind, further: &str, out: &mut String) {
        (**self).write(kind, further, out);
    }
    fn read(object: &Object<'_>, kind: Kind) -> Res<Self> {
        T::read(object, kind).map(Self::new)
    }
}

/// What a value with 64-bit components says beside them.
const DOUBLE: &str = ",\"precision\":\"double\"";

/// A row becomes an arm that writes its payload, narrow or wide, and an arm that reads it.
macro_rules! leaves {
    ($(
        #$doc:tt $kind:ident ($($x:ident: $payload:ty)?) $shape:ident $wire:tt
            ($($width:ident $y:ident: $wide:ty)?) $names:tt $ids:tt;
    )+) => {
        /// Writes a value without values inside.
        pub(super) fn write(value: &Variant<'_>, out: &mut String) {
            match value {
                $(Variant::$kind$(($x))? => leaf_to_text!($shape $kind out $($x)?),)+
                Variant::Double(double) => match &**double {
                    $($(Double::$kind($y) => $y.write(Kind::$kind, DOUBLE, out),)?)+
                },
            }
        }

        /// Reads a value without values inside from an object of the text.
        ///
        /// Components have this precision where the text does not say.
        pub(super) fn read(object: &Object<'_>, kind: Kind, precision: Precision) -> Res<OwnedVariant> {
            match kind {
                $(Kind::$kind => {
                    $(if is_wide(object, precision)? {
                        let $y = Leaf::read(object, kind)?;
                        return Ok(Double::$kind($y).into());
                    })?
                    leaf_from_object!($shape $kind object $($x)?)
                })+
                Kind::TypedArray => object.refuse(kind),
            }
        }
    };
}

macro_rules! leaf_to_text {
    (unit Nil $out:ident) => {
        $out.push_str("null")
    };
    (unit $kind:ident $out:ident) => {
        bare($out, Kind::$kind)
    };
    // Told apart before.
    (array $kind:ident $out:ident $x:ident) => {{
        let _ = $x;
    }};
    (packed_array $kind:ident $out:ident $x:ident) => {{
        let _ = $x;
    }};
    (dictionary $kind:ident $out:ident $x:ident) => {{
        let _ = $x;
    }};
    ($shape:ident $kind:ident $out:ident $x:ident) => {
        $x.write(Kind::$kind, "", $out)
    };
}

macro_rules! leaf_from_object {
    (unit Nil $object:ident) => {
        $object.refuse(Kind::Nil)
    };
    (unit $kind:ident $object:ident) => {
        $object.only(&["type"]).map(|()| Variant::$kind)
    };
    // Told apart before.
    (array $kind:ident $object:ident $x:ident) => {
        $object.refuse(Kind::$kind)
    };
    (packed_array $kind:ident $object:ident $x:ident) => {
        $object.refuse(Kind::$kind)
    };
    (dictionary $kind:ident $object:ident $x:ident) => {
        $object.refuse(Kind::$kind)
    };
    ($shape:ident $kind:ident $object:ident $x:ident) => {
        Leaf::read($object, Kind::$kind).map(Variant::$kind)
    };
}

for_each_type!(leaves);

/// Whether the components are 64-bit floats: as the text says, else as the bits of the first NaN are, else as the
/// caller says.
fn is_wide(object: &Object<'_>, precision: Precision) -> Res<bool> {
    const DIGITS_OF_F32: usize = 8;
    let Some(node) = object.get("precision") else {
        let nans = object.get("nan").filter(|nans| nans.json_type() == JsonType::Array);
        let first = nans.and_then(|nans| nans.children().next());
        let is_narrow =
            first.is_some_and(|nan| nan.json_type() == JsonType::Plain && nan.raw().len() == DIGITS_OF_F32);
        return Ok(precision == Precision::Double && !is_narrow);
    };
    let in_place = || Segment::Field("precision");
    match &*node.string().within(in_place)? {
        "double" => Ok(true),
        "single" => Ok(false),
        other => {
            Err(node.fault(format!("{other:?} is no precision; single and double are"))).within(in_place)
        }
    }
}

impl Object<'_> {
    /// For types that are not written as objects.
    pub(super) fn refuse<T>(&self, kind: Kind) -> Res<T> {
        let reason = format!("{kind} is not written as an object");
        Err(self.need("type")?.fault(reason)).within(|| Segment::Field("type"))
    }
}
