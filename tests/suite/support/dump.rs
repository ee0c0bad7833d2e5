//! Values in the form of the tables' `dump` column: floats as the hex of their bits, names of the engine's
//! own generation.

use gamewire::godot::{
    Aabb, Array, Basis, Color, Dialect, Dictionary, Double, ElementType, Event, Image, InputEvent, Kind,
    NodePath, Object, Packed, PackedElement, Plane, Projection, Quaternion, Rect2, Table, Text, Transform2D,
    Transform3D, Variant, Vector2, Vector3, Vector4,
};
use serde_json::{Map, Value, json};

use super::tsv::hex;

/// A component of a vector, as hex of its bits.
pub(crate) trait Bits: Copy {
    fn bits(self) -> Value;
}

impl Bits for f32 {
    fn bits(self) -> Value {
        format!("{:08x}", self.to_bits()).into()
    }
}

impl Bits for f64 {
    fn bits(self) -> Value {
        format!("{:016x}", self.to_bits()).into()
    }
}

/// The value as an engine of this dialect shows it.
pub(crate) fn dump(value: &Variant, dialect: Dialect) -> Value {
    let name = dialect.table().name(value.kind());
    let of = |content: Value| json!({ name: content });
    match value {
        Variant::Nil => Value::Null,
        Variant::Bool(value) => (*value).into(),
        Variant::Int(value) => json!({"int": value.to_string()}),
        Variant::Float(value) => json!({"float": value.bits()}),
        Variant::String(value) => text(value),
        Variant::StringName(value) => of(text(value)),
        Variant::Vector2(v) => of(vector2(v)),
        Variant::Vector2i(v) => of(json!([v.x, v.y])),
        Variant::Rect2(v) => of(rect2(v)),
        Variant::Rect2i(v) => {
            of(json!({"position": [v.position.x, v.position.y], "size": [v.size.x, v.size.y]}))
        }
        Variant::Vector3(v) => of(vector3(v)),
        Variant::Vector3i(v) => of(json!([v.x, v.y, v.z])),
        Variant::Transform2D(v) => of(transform2d(v)),
        Variant::Vector4(v) => of(vector4(v)),
        Variant::Vector4i(v) => of(json!([v.x, v.y, v.z, v.w])),
        Variant::Plane(v) => of(plane(v)),
        Variant::Quaternion(v) => of(quaternion(v)),
        Variant::Aabb(v) => of(aabb(v)),
        Variant::Basis(v) => of(basis(v)),
        Variant::Transform3D(v) => of(transform3d(v)),
        Variant::Projection(v) => of(projection(v)),
        Variant::Color(v) => of(color(v)),
        Variant::NodePath(path) => of(node_path(path)),
        Variant::Rid(rid) if dialect.table() == Table::Godot2 => {
            assert_eq!(rid.0, 0);
            of(Value::Null)
        }
        Variant::Rid(rid) => of(rid.0.cast_signed().to_string().into()),
        Variant::Object(object) => object_dump(object, dialect),
        Variant::Callable => of(json!({"null": true, "custom": false})),
        Variant::Signal(signal) => {
            of(json!({"object": signal.object.cast_signed().to_string(), "name": text(&signal.name)}))
        }
        Variant::Array(array) => array_dump(array, dialect),
        Variant::Dictionary(dictionary) => dictionary_dump(dictionary, dialect),
        Variant::PackedByteArray(array) => of(hex(array.as_slice()).into()),
        Variant::PackedInt32Array(array) => of(list(array, |number| number.into())),
        Variant::PackedInt64Array(array) => of(list(array, |number| number.to_string().into())),
        Variant::PackedFloat32Array(array) => of(list(array, Bits::bits)),
        Variant::PackedFloat64Array(array) => of(list(array, Bits::bits)),
        Variant::PackedStringArray(texts) => of(texts.iter().map(text).collect()),
        Variant::PackedVector2Array(array) => of(list(array, |v| vector2(&v))),
        Variant::PackedVector3Array(array) => of(list(array, |v| vector3(&v))),
        Variant::PackedVector4Array(array) => of(list(array, |v| vector4(&v))),
        Variant::PackedColorArray(array) => of(list(array, |v| color(&v))),
        Variant::Double(double) => of(double_dump(double)),
        Variant::Image(image) => of(image_dump(image)),
        Variant::InputEvent(event) => of(event_dump(event)),
        other => panic!("no engine table has a {}", other.kind()),
    }
}

fn list<T: PackedElement>(array: &Packed<T>, element: impl Fn(T) -> Value) -> Value {
    array.iter().map(element).collect()
}

/// Text, or its code points where it is no valid Unicode.
fn text(text: &Text) -> Value {
    match text.as_str() {
        Some(text) => text.into(),
        None => json!({"code_points": text.code_points().collect::<Vec<_>>()}),
    }
}

fn vector2<R: Bits>(v: &Vector2<R>) -> Value {
    json!([v.x.bits(), v.y.bits()])
}

fn vector3<R: Bits>(v: &Vector3<R>) -> Value {
    json!([v.x.bits(), v.y.bits(), v.z.bits()])
}

fn vector4<R: Bits>(v: &Vector4<R>) -> Value {
    json!([v.x.bits(), v.y.bits(), v.z.bits(), v.w.bits()])
}

fn quaternion<R: Bits>(v: &Quaternion<R>) -> Value {
    json!([v.x.bits(), v.y.bits(), v.z.bits(), v.w.bits()])
}

fn color<R: Bits>(v: &Color<R>) -> Value {
    json!([v.r.bits(), v.g.bits(), v.b.bits(), v.a.bits()])
}

fn rect2<R: Bits>(v: &Rect2<R>) -> Value {
    json!({"position": vector2(&v.position), "size": vector2(&v.size)})
}

fn plane<R: Bits>(v: &Plane<R>) -> Value {
    json!({"normal": vector3(&v.normal), "d": v.d.bits()})
}

fn aabb<R: Bits>(v: &Aabb<R>) -> Value {
    json!({"position": vector3(&v.position), "size": vector3(&v.size)})
}

fn transform2d<R: Bits>(v: &Transform2D<R>) -> Value {
    json!({"x": vector2(&v.x), "y": vector2(&v.y), "origin": vector2(&v.origin)})
}

fn basis<R: Bits>(v: &Basis<R>) -> Value {
    json!({"x": vector3(&v.x), "y": vector3(&v.y), "z": vector3(&v.z)})
}

fn transform3d<R: Bits>(v: &Transform3D<R>) -> Value {
    json!({"basis": basis(&v.basis), "origin": vector3(&v.origin)})
}

fn projection<R: Bits>(v: &Projection<R>) -> Value {
    json!({"x": vector4(&v.x), "y": vector4(&v.y), "z": vector4(&v.z), "w": vector4(&v.w)})
}

fn double_dump(double: &Double) -> Value {
    match double {
        Double::Vector2(v) => vector2(v),
        Double::Rect2(v) => rect2(v),
        Double::Vector3(v) => vector3(v),
        Double::Transform2D(v) => transform2d(v),
        Double::Vector4(v) => vector4(v),
        Double::Plane(v) => plane(v),
        Double::Quaternion(v) => quaternion(v),
        Double::Aabb(v) => aabb(v),
        Double::Basis(v) => basis(v),
        Double::Transform3D(v) => transform3d(v),
        Double::Projection(v) => projection(v),
        Double::PackedVector2Array(array) => list(array, |v| vector2(&v)),
        Double::PackedVector3Array(array) => list(array, |v| vector3(&v)),
        Double::PackedVector4Array(array) => list(array, |v| vector4(&v)),
        other => panic!("no engine writes a double {}", other.kind()),
    }
}

fn node_path(path: &NodePath) -> Value {
    let mut fields = Map::new();
    fields.insert("absolute".into(), path.absolute.into());
    fields.insert("names".into(), path.names.iter().map(text).collect());
    fields.insert("subnames".into(), path.subnames.iter().map(text).collect());
    if let Some(property) = path.property.as_ref().filter(|property| !property.is_empty()) {
        fields.insert("property".into(), text(property));
    }
    fields.into()
}

fn object_dump(object: &Object, dialect: Dialect) -> Value {
    match object {
        Object::Null | Object::Id(0) => json!({"Object": null}),
        Object::Id(id) => {
            let id = json!({"int": id.cast_signed().to_string()});
            json!({"Object": {"class": "EncodedObjectAsID", "properties": [["object_id", id], ["script", null]]}})
        }
        Object::Full(data) => {
            let property = |(name, value): &(Text, Variant)| json!([text(name), dump(value, dialect)]);
            let properties: Value = data.properties.iter().map(property).collect();
            json!({"Object": {"class": text(&data.class), "properties": properties}})
        }
        other => panic!("a new form of object: {other:?}"),
    }
}

fn element_type(element: Option<&ElementType>, dialect: Dialect) -> Value {
    match element {
        None => Value::Null,
        Some(ElementType::Builtin(Kind::Object)) => "".into(),
        Some(ElementType::Builtin(kind)) => dialect.table().name(*kind).into(),
        Some(ElementType::Class(name) | ElementType::Script(name)) => text(name),
        Some(other) => panic!("a new form of element type: {other:?}"),
    }
}

fn array_dump(array: &Array, dialect: Dialect) -> Value {
    let mut fields = Map::new();
    fields.insert("Array".into(), array.iter().map(|item| dump(item, dialect)).collect());
    if array.element_type().is_some() {
        fields.insert("type".into(), element_type(array.element_type(), dialect));
    }
    if array.is_shared() {
        fields.insert("shared".into(), true.into());
    }
    fields.into()
}

fn dictionary_dump(dictionary: &Dictionary, dialect: Dialect) -> Value {
    let mut fields = Map::new();
    let pairs = dictionary.iter().map(|(key, value)| json!([dump(key, dialect), dump(value, dialect)]));
    fields.insert("Dictionary".into(), pairs.collect());
    if let Some(types) = dictionary.entry_types() {
        fields.insert("key_type".into(), element_type(types.key.as_ref(), dialect));
        fields.insert("value_type".into(), element_type(types.value.as_ref(), dialect));
    }
    if dictionary.is_shared() {
        fields.insert("shared".into(), true.into());
    }
    fields.into()
}

fn image_dump(image: &Image) -> Value {
    json!({
        "format": image.format as u8, "mipmaps": image.mipmaps,
        "width": image.width, "height": image.height, "data": hex(&image.data),
    })
}

fn event_dump(InputEvent { device, event }: &InputEvent) -> Value {
    let signed = |number: u32| number.cast_signed();
    match *event {
        Event::Key { modifiers, scancode } => {
            let held = |bit: u32| modifiers >> bit & 1 == 1;
            json!({
                "type": 1, "device": device, "scancode": scancode,
                "shift": held(25), "alt": held(26), "meta": held(27), "control": held(28),
            })
        }
        Event::MouseButton { button } => json!({"type": 3, "device": device, "button_index": signed(button)}),
        Event::JoystickMotion { axis, value } => {
            json!({"type": 4, "device": device, "axis": signed(axis), "value": value.unwrap_or(0.0).bits()})
        }
        Event::JoystickButton { button } => {
            json!({"type": 5, "device": device, "button_index": signed(button)})
        }
        Event::ScreenTouch { index } => json!({"type": 6, "device": device, "index": signed(index)}),
        Event::Other { kind } => json!({"type": signed(kind), "device": device}),
        other => panic!("a new event: {other:?}"),
    }
}

/// Returns the greatest depth of the containers in a value.
pub(crate) fn depth(value: &Variant) -> usize {
    let inner = match value {
        Variant::Array(array) => array.iter().map(depth).max(),
        Variant::Dictionary(pairs) => pairs.iter().map(|(key, value)| depth(key).max(depth(value))).max(),
        Variant::Object(Object::Full(data)) => data.properties.iter().map(|(_, value)| depth(value)).max(),
        _ => return 0,
    };
    1 + inner.unwrap_or(0)
}
