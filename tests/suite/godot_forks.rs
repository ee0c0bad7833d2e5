//! Pandemonium's three tables of types, by the layouts of the format's description. The bytes are put together
//! here: no engine of that line was at hand.

use gamewire::godot::{
    Array, Dialect, ElementType, Kind, Object, Packed, Projection, Rect2i, Rid, Variant, Vector2i, Vector3i,
    Vector4, Vector4i,
};

const ALL: [Dialect; 3] = [Dialect::PANDEMONIUM_3_5, Dialect::PANDEMONIUM_3_8, Dialect::PANDEMONIUM_5_0];

/// A header word, then words of payload.
fn words(id: u32, payload: &[u32]) -> Vec<u8> {
    std::iter::once(&id).chain(payload).flat_map(|word| word.to_le_bytes()).collect()
}

fn floats(numbers: &[f32]) -> Vec<u32> {
    numbers.iter().map(|number| number.to_bits()).collect()
}

fn both_ways(dialect: Dialect, bytes: &[u8], value: &Variant<'_>) {
    assert_eq!(dialect.parse(bytes).as_ref(), Ok(value), "{dialect} {bytes:?}");
    assert_eq!(dialect.encode(value).as_deref(), Ok(bytes), "{dialect} {value:?}");
}

/// The ids of a type in the three tables; 0 where a table lacks it.
type Ids = [u32; 3];

fn each(ids: Ids, payload: &[u32], value: impl Into<Variant<'static>>) {
    let value = value.into();
    for (dialect, id) in ALL.into_iter().zip(ids) {
        match id {
            0 => assert!(dialect.encode(&value).is_err(), "{dialect} has no {value:?}"),
            id => both_ways(dialect, &words(id, payload), &value),
        }
    }
}

const MINUS_2: u32 = (-2_i32).cast_unsigned();

#[test]
fn vectors_of_integers() {
    each([6, 8, 8], &[1, MINUS_2], Vector2i::new(1, -2));
    let rect = Rect2i { position: Vector2i::new(1, -2), size: Vector2i::new(3, 4) };
    each([8, 6, 6], &[1, MINUS_2, 3, 4], rect);
    each([10, 10, 10], &[1, MINUS_2, 3], Vector3i::new(1, -2, 3));
    each([0, 12, 12], &[1, MINUS_2, 3, 4], Vector4i::new(1, -2, 3, 4));
}

#[test]
fn a_vector4_has_16_bytes_also_inside_a_container() {
    each([0, 11, 11], &floats(&[1.0, 2.0, 3.0, 4.0]), Vector4::new(1.0, 2.0, 3.0, 4.0));
    // [Vector4(1, 2, 3, 4), true]: Pandemonium's own reader loses its place here.
    let mut payload = vec![2, 11];
    payload.extend(floats(&[1.0, 2.0, 3.0, 4.0]));
    payload.extend([1, 1]);
    let array = vec![Variant::Vector4(Vector4::new(1.0, 2.0, 3.0, 4.0)), true.into()];
    each([0, 26, 26], &payload, array);
}

#[test]
fn a_projection_takes_64_bytes() {
    let column = |x: f32| Vector4::new(x, x + 1.0, x + 2.0, x + 3.0);
    let projection = Projection { x: column(1.0), y: column(5.0), z: column(9.0), w: column(13.0) };
    let numbers: Vec<f32> = (1_u8..=16).map(f32::from).collect();
    each([0, 19, 19], &floats(&numbers), projection);
}

#[test]
fn names_and_ids() {
    let abc = u32::from_le_bytes(*b"abc\0");
    each([21, 24, 24], &[3, abc], Variant::StringName("abc".into()));
    each([4, 4, 4], &[3, abc], "abc");
    each([19, 22, 22], &[], Rid(0));
    for (dialect, id) in ALL.into_iter().zip([20, 23, 23]) {
        both_ways(dialect, &words(id | 1 << 16, &[5, 0]), &Object::Id(5).into());
    }
}

#[test]
fn packed_arrays() {
    each([29, 32, 34], &[1, 1, MINUS_2], Packed::from(vec![Vector2i::new(1, -2)]));
    each([31, 34, 36], &[1, 1, MINUS_2, 3], Packed::from(vec![Vector3i::new(1, -2, 3)]));
    each([0, 36, 38], &[1, 1, MINUS_2, 3, 4], Packed::from(vec![Vector4i::new(1, -2, 3, 4)]));
    let mut payload = vec![1];
    payload.extend(floats(&[1.0, 2.0, 3.0, 4.0]));
    each([0, 35, 37], &payload, Packed::from(vec![Vector4::new(1.0, 2.0, 3.0, 4.0)]));
    each([24, 27, 29], &[2, 0x0201], Packed::from(vec![1_u8, 2]));
    each([25, 28, 30], &[1, MINUS_2], Packed::from(vec![-2_i32]));
    each([26, 29, 31], &[1, 1.5_f32.to_bits()], Packed::from(vec![1.5_f32]));
}

#[test]
fn typed_arrays_of_5_0() {
    let array = |element, items| Array::typed(element, items);
    // Of ints.
    let ints = array(ElementType::Builtin(Kind::Int), vec![7.into()]);
    let payload = [2, 1, 2, 7];
    both_ways(Dialect::PANDEMONIUM_5_0, &words(27, &payload), &Variant::Array(ints.clone()));
    both_ways(Dialect::PANDEMONIUM_5_0, &words(28, &payload), &Variant::PackedTypedArray(ints.clone()));
    // Bit 31 of the type and of the count is masked.
    let odd = words(27, &[1 << 31 | 2, 1 << 31 | 1, 2, 7]);
    assert_eq!(Dialect::PANDEMONIUM_5_0.parse(&odd), Ok(Variant::Array(ints)));
    // Of objects: with bit 16 ids, otherwise the class follows as a StringName.
    let ids = array(ElementType::Builtin(Kind::Object), vec![Object::Id(5).into()]);
    let bytes = words(27 | 1 << 16, &[23, 1, 23 | 1 << 16, 5, 0]);
    both_ways(Dialect::PANDEMONIUM_5_0, &bytes, &Variant::Array(ids));
    let nodes = array(ElementType::Class("Node".into()), Vec::new());
    let bytes = words(27, &[23, 24, 4, u32::from_le_bytes(*b"Node"), 0]);
    both_ways(Dialect::PANDEMONIUM_5_0, &bytes, &Variant::Array(nodes));
    for dialect in [Dialect::PANDEMONIUM_3_5, Dialect::PANDEMONIUM_3_8] {
        let ints = array(ElementType::Builtin(Kind::Int), vec![7.into()]);
        assert!(dialect.encode(&ints.into()).is_err(), "{dialect} has no typed arrays");
    }
}

/// The header's bit 16 widens ints and floats, and nothing else: there are no doubles.
#[test]
fn no_doubles() {
    for dialect in ALL {
        both_ways(dialect, &words(2 | 1 << 16, &[0, 1]), &Variant::Int(1 << 32));
        let vector =
            words(if dialect == Dialect::PANDEMONIUM_3_5 { 5 } else { 7 } | 1 << 16, &floats(&[1.0, 2.0]));
        assert_eq!(dialect.parse(&vector).unwrap().as_vector2().map(|v| (v.x, v.y)), Some((1.0, 2.0)));
        // What the table does not have is no type.
        let last = dialect.table().count();
        assert_eq!(dialect.parse(&words(last.into(), &[0; 16])).unwrap_err().kind().code(), "type");
    }
}
