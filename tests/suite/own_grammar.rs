//! Checks grammars of a caller's own: places inside slices that a length cuts off, limits, paths and reasons, in both directions.
//! The bytes are written in the tests.

use std::cell::{Cell, RefCell};

use cookie_factory::bytes::{be_u16 as out_be_u16, le_u32 as out_le_u32};
use cookie_factory::gen_simple;
use cookie_factory::sequence::{pair, tuple};
use gamewire::EncodeErrorKind;
use gamewire::error::DecodeErrorKind;
use gamewire::godot::{Array, Dictionary, ElementType, EntryTypes, Kind, Variant};
use gamewire::godot::{Decoder, Dialect, Encoder, wire};
use gamewire::grammar::{
    Parse, Read, Settings, be_u8, be_u16, fail_after, gen_part, gen_with_length, in_slice, le_u32, list,
    part, sized,
};
use gamewire::limits::Limits;
use gamewire::minecraft::{Protocol, wire as minecraft};
use gamewire::trace::{Event, Part, Trace};
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::combinator::{all_consuming, rest};
use nom::multi::many0;
use nom::sequence::preceded;
use nom::{Err, Parser};

/// Reads a value after its length in bytes.
fn sliced<'a, T: Trace, O>(cx: wire::Cx<'_, T>, p: impl Parse<'a, O>) -> impl Parse<'a, O> {
    move |i: &'a [u8]| {
        let (i, length) = le_u32(i)?;
        in_slice(cx, length as usize, &p)(i)
    }
}

/// `ab`, a slice with `c` and a slice with an int and values, and `!` after both: byte 0 is `a`.
fn nested(values: &[u8]) -> Vec<u8> {
    let word = |n: usize| u32::try_from(n).unwrap().to_le_bytes();
    let inner = [&word(values.len())[..], values].concat();
    [b"ab", &word(inner.len() + 1)[..], b"c", &inner, b"!"].concat()
}

/// A number, a byte and values inside of two slices, and what follows.
type Message<'a> = (u16, (u8, Vec<Variant>), &'a [u8]);

fn message<'a, T: Trace>(cx: wire::Cx<'_, T>, i: &'a [u8]) -> Read<'a, Message<'a>> {
    let values = move |i| all_consuming(many0(part(cx, "value", wire::variant(cx)))).parse(i);
    let inner = sliced(cx, values);
    let outer = sliced(cx, move |i| (be_u8, &inner).parse(i));
    (be_u16, outer, rest).parse(i)
}

/// An int of Godot 4, and one whose header is of no type.
const INT: [u8; 8] = [2, 0, 0, 0, 7, 0, 0, 0];
const NO_TYPE: [u8; 8] = [200, 0, 0, 0, 7, 0, 0, 0];

#[test]
fn values_inside_of_two_slices_are_read() {
    let bytes = nested(&[INT, INT].concat());
    let (_, (_, (c, values), after)) =
        message(Settings::new(&Dialect::GODOT_4.into(), Limits::GODOT).cx(), &bytes).unwrap();
    assert_eq!((c, values, after), (b'c', vec![Variant::Int(7); 2], &b"!"[..]));
}

#[test]
fn a_fault_inside_of_two_slices_has_its_place_in_the_whole_input() {
    // 2 of the first number, 4 of the length, 1, 4 of the length, 8 of the first int: the wrong header is at 19.
    let bytes = nested(&[INT, NO_TYPE].concat());
    assert_eq!(bytes[19], 200);
    let rules = wire::Rules::from(Dialect::GODOT_4);
    let settings = Settings::new(&rules, Limits::GODOT);
    let cx = settings.cx();
    let inner = sliced(cx, move |i| (wire::variant(cx), wire::variant(cx)).parse(i));
    let outer = sliced(cx, move |i| (be_u8, &inner).parse(i));
    let Err(Err::Error(fault)) = (be_u16, outer).parse(&bytes[..]) else { panic!("the header is wrong") };
    assert_eq!(
        (fault.offset(bytes.len()), *fault.kind()),
        (19, DecodeErrorKind::UnknownType { id: 200, dialect: "godot4" })
    );
    assert_eq!(fault.to_string(), "type id 200 does not exist in godot4");
    let _: &dyn std::error::Error = &fault;
    let error = fault.in_input(bytes.len(), "a message");
    assert_eq!(
        error.to_string(),
        "at byte 0x0013, reading a message at $: type id 200 does not exist in godot4"
    );
}

#[test]
fn a_slice_that_ends_too_early_says_what_its_own_bytes_lack() {
    let bytes = nested(&INT[..6]);
    let error = Decoder::new(Dialect::GODOT_4)
        .parse_with(&bytes, |cx, i| {
            let inner = sliced(cx, part(cx, "value", wire::variant(cx)));
            let outer = sliced(cx, move |i| (be_u8, &inner).parse(i));
            (be_u16, outer, rest).parse(i)
        })
        .unwrap_err();
    // The payload of the int: byte 15, of which two are in the slice.
    assert_eq!(
        (error.offset(), *error.kind()),
        (15, DecodeErrorKind::SliceTooShort { count: None, missing: 2 })
    );
    // Both slices are whole: a reader that waits for more would wait for ever.
    assert!(!error.is_incomplete());
    assert_eq!(error.path().to_string(), "$.value");
    assert_eq!(error.reading(), "int");
}

#[test]
fn an_input_that_ends_before_its_slice_does_is_incomplete() {
    let read = |bytes: &[u8]| {
        Decoder::new(Dialect::GODOT_4)
            .parse_with(bytes, |cx, i| sliced(cx, wire::variant(cx))(i))
            .map(|_| ())
            .unwrap_err()
    };
    let whole = b"\x06\0\0\0\x02\0\0\0\x07\0";
    for end in 0..whole.len() {
        assert!(read(&whole[..end]).is_incomplete(), "{end}");
    }
    for follows in [&b""[..], b"\0\0!"] {
        let error = read(&[&whole[..], follows].concat());
        assert_eq!(
            (error.offset(), *error.kind()),
            (8, DecodeErrorKind::SliceTooShort { count: None, missing: 2 })
        );
        assert!(!error.is_incomplete());
    }
}

/// The positions of all fields, as offsets.
#[derive(Clone, Copy)]
struct Offsets<'l>(&'l RefCell<(usize, Vec<usize>)>);

impl Trace for Offsets<'_> {
    fn event(self, event: Event<'_>) {
        let (total, offsets) = &mut *self.0.borrow_mut();
        match event {
            Event::Field { from, to, .. } => offsets.extend((from > to).then_some(*total - from)),
            Event::EnterSlice(after) => *total -= after,
            Event::LeaveSlice(after) => *total += after,
            _ => {}
        }
    }
}

#[test]
fn rows_inside_of_slices_have_their_place_in_the_whole_input() {
    let bytes = nested(&[INT, INT].concat());
    let rules = wire::Rules::from(Dialect::GODOT_4);
    let offsets = RefCell::new((bytes.len(), Vec::new()));
    let settings = Settings::new(&rules, Limits::GODOT);
    let cx = settings.traced(Offsets(&offsets));
    message(cx, &bytes).unwrap();
    let (total, mut offsets) = offsets.into_inner();
    offsets.dedup();
    assert_eq!(total, bytes.len());
    assert!(offsets.starts_with(&[11, 15, 19, 23]), "{offsets:?}");
}

#[test]
fn limits_and_trailing_bytes_hold_for_grammars_of_users() {
    let decoder = Decoder::new(Dialect::GODOT_4);
    let one = |decoder: Decoder, bytes: &[u8]| {
        decoder.parse_with(bytes, |cx, i| wire::variant(cx)(i).map(|(i, _)| (i, ())))
    };
    assert_eq!(one(decoder, &INT), Ok(()));
    let two = [INT, INT].concat();
    assert_eq!(one(decoder, &two), decoder.parse(&two).map(drop));
    assert_eq!(one(decoder.allow_trailing(true), &two), Ok(()));
    assert_eq!(one(decoder.max_bytes(4), &INT), decoder.max_bytes(4).parse(&INT).map(drop));
    let nested = [[28, 0, 0, 0, 1, 0, 0, 0]; 3].concat();
    assert_eq!(one(decoder.max_depth(2), &nested), decoder.max_depth(2).parse(&nested).map(drop));
    for end in 0..nested.len() {
        assert_eq!(one(decoder, &nested[..end]), decoder.parse(&nested[..end]).map(drop), "{end}");
    }
}

fn even<'a, T: Trace>(cx: wire::Cx<'_, T>, i: &'a [u8]) -> Read<'a, u16> {
    let number = |i: &'a [u8]| match be_u16(i)? {
        (i, n) if n % 2 == 0 => Ok((i, n)),
        (rest, _) => fail_after(i, rest, DecodeErrorKind::Custom("the number is odd")),
    };
    part(cx, "number", number)(i)
}

#[test]
fn reasons_of_users_have_an_offset_and_a_path() {
    let decoder = Decoder::new(Dialect::GODOT_4);
    assert_eq!(decoder.parse_with(&[0, 8], |cx, i| even(cx, i)), Ok(8));
    let error = decoder.parse_with(&[0, 7], |cx, i| even(cx, i)).unwrap_err();
    assert_eq!(error.to_string(), "at byte 0x0000, reading a value at $.number: the number is odd");
    assert_eq!(error.kind().code(), "custom");

    let encoder = Encoder::new(Dialect::GODOT_4);
    let error = encoder
        .encode_with(|cx, out| {
            let odd = move |_| cx.refuse(EncodeErrorKind::Custom("the number is odd"));
            pair(out_be_u16(1), gen_part(cx, "number", odd))(out)
        })
        .unwrap_err();
    assert_eq!(error.to_string(), "at $.number: the number is odd");
}

/// The reason and the place of a refused value come from the one run.
#[test]
fn a_serializer_that_fails_is_called_once() {
    let calls = Cell::new(0);
    let value = gamewire::godot::variant!({ "a": [7, { [1, 2]: "a\0b" }] });
    let error = Encoder::new(Dialect::GODOT_4)
        .encode_with(|cx, out| {
            calls.set(calls.get() + 1);
            gen_part(cx, "body", wire::gen_variant(cx, &value))(out)
        })
        .unwrap_err();
    assert_eq!(calls.get(), 1);
    assert_eq!(error.path().to_string(), "$.body.a[1].value(0)");
    assert_eq!(error.path().segments().len(), 4);
}

#[test]
fn written_values_are_read_again() {
    let values = [Variant::Int(7), Variant::from("a")];
    let encoder = Encoder::new(Dialect::GODOT_4);
    let length = |n: usize| out_le_u32(u32::try_from(n).unwrap());
    let bytes = encoder
        .encode_with(|cx, out| {
            let all = pair(wire::gen_variant(cx, &values[0]), wire::gen_variant(cx, &values[1]));
            tuple((out_be_u16(9), gen_with_length(length, all)))(out)
        })
        .unwrap();
    let read = Decoder::new(Dialect::GODOT_4).parse_with(&bytes, |cx, i| {
        (be_u16, sliced(cx, move |i| many0(wire::variant(cx)).parse(i))).parse(i)
    });
    assert_eq!(read, Ok((9, values.to_vec())));
}

#[test]
fn the_same_for_minecraft() {
    let strict = Protocol::V1_14.strict_varints(true);
    let score =
        |bytes| strict.parse_with(bytes, |cx, i| part(cx, "score", minecraft::varint(cx, "score"))(i));
    assert_eq!(score(&[0xac, 2]), Ok(300));
    let error = score(&[0x80, 0]).unwrap_err();
    assert_eq!((error.offset(), error.path().to_string()), (0, "$.score".into()));
    assert_eq!(score(&[1, 1]).unwrap_err().kind(), &DecodeErrorKind::TrailingBytes { count: 1 });

    let error = strict
        .encode_with(|cx, out| gen_part(cx, "name", minecraft::gen_string(cx, 2, "abc"))(out))
        .unwrap_err();
    assert_eq!(
        (error.path().to_string(), error.kind()),
        ("$.name".into(), &EncodeErrorKind::TooLong { length: 3, limit: 2 })
    );
    let written = strict.encode_with(|_, out| minecraft::gen_varint(300)(out));
    assert_eq!(written, Ok(vec![0xac, 2]));
}

#[test]
fn a_slice_inside_of_a_container_may_use_all_of_its_bytes() {
    // Two elements are announced; what is reserved for the second is not taken from the slice of the first.
    let rules = wire::Rules::from(Dialect::GODOT_4);
    let settings = Settings::new(&rules, Limits::GODOT);
    let cx = settings.cx();
    let bytes = b"\x03\0\0\0abc\x01\0\0\0d";
    let count = cx.promise(bytes, bytes, 2, 4).unwrap();
    let two = list(cx, count, 4, |n| part(cx, Part::Index(n), sliced(cx, rest)));
    assert_eq!(two(bytes).unwrap().1, [&b"abc"[..], b"d"]);
}

/// The number of missing bytes is that of the whole structure, not of the number at which the input ends.
#[test]
fn a_structure_that_is_cut_lacks_its_whole_rest() {
    fn kind<X>(read: Read<'_, X>) -> Option<DecodeErrorKind> {
        match read {
            Err(Err::Error(fault)) => Some(*fault.kind()),
            _ => None,
        }
    }
    let rules = wire::Rules::from(Dialect::GODOT_4);
    let settings = Settings::new(&rules, Limits::GODOT);
    let cx = settings.cx();
    macro_rules! lacks {
        ($($structure:ident $floats:literal)+) => {$(
            for cut in 0..4 * $floats {
                let missing = DecodeErrorKind::Incomplete { missing: 4 * $floats - cut as u64 };
                let read = wire::$structure::<f32, _>(cx)(&[0; 64][..cut]);
                assert_eq!(kind(read), Some(missing), "{} of {cut} bytes", stringify!($structure));
                let missing = DecodeErrorKind::Incomplete { missing: 8 * $floats - cut as u64 };
                let read = wire::$structure::<f64, _>(cx)(&[0; 64][..cut]);
                assert_eq!(kind(read), Some(missing), "{} of {cut} bytes", stringify!($structure));
            }
        )+};
    }
    lacks! { rect2 4 plane 4 quaternion 4 aabb 6 transform2d 6 basis 9 transform3d 12 projection 16 }
    // Another error of a structure that is complete stays what it is.
    let refused = |bytes: &[u8]| {
        let refuse = |i| -> Read<'_, ()> {
            let (rest, id) = le_u32(i)?;
            fail_after(i, rest, DecodeErrorKind::UnknownType { id, dialect: "mine" })
        };
        kind(sized(4, refuse)(bytes))
    };
    assert_eq!(refused(&[7, 0, 0, 0]), Some(DecodeErrorKind::UnknownType { id: 7, dialect: "mine" }));
    assert_eq!(refused(&[7, 0, 0, 0, 1]), Some(DecodeErrorKind::UnknownType { id: 7, dialect: "mine" }));
    assert_eq!(refused(&[7, 0, 0]), Some(DecodeErrorKind::Incomplete { missing: 1 }));
}

/// Godot 4 has declared types since 4.3 (arrays) and 4.4 (dictionaries).
#[test]
fn a_payload_with_declared_types_is_refused_where_no_reader_has_them() {
    let array = Array::typed(ElementType::Builtin(Kind::Int), vec![Variant::Int(7)]);
    let types = EntryTypes { key: Some(ElementType::Builtin(Kind::Int)), value: None };
    let dictionary = Dictionary::typed(types, vec![(Variant::Int(7), Variant::Nil)]);
    for (dialect, has_types) in [(Dialect::GODOT_3, false), (Dialect::GODOT_4, true)] {
        let rules = dialect.into();
        let settings = Settings::new(&rules, Limits::GODOT);
        let (cx, out) = (settings.cx(), Vec::new());
        assert_eq!(gen_simple(wire::gen_array(cx, &array), out.clone()).is_ok(), has_types);
        assert_eq!(gen_simple(wire::gen_dictionary(cx, &dictionary), out).is_ok(), has_types);
    }
}

/// A parser of this crate is a function of the input, which nom's combinators take. What it has promised to its elements is taken
/// back where it fails, so that another one may be tried.
#[test]
fn combinators_of_nom_take_the_parsers() {
    let rules = wire::Rules::from(Dialect::GODOT_4);
    let settings = Settings::new(&rules, Limits::GODOT);
    let cx = settings.cx();
    let list = [&[28, 0, 0, 0, 2, 0, 0, 0][..], &INT, &NO_TYPE].concat();
    let text = |i| rest.parse(i).map(|(i, text): (_, &[u8])| (i, Variant::from(text.len() as i64)));
    let read: Read<'_, _> = alt((wire::variant(cx), text)).parse(&list[..]);
    assert_eq!(read.unwrap(), (&b""[..], Variant::Int(24)));
    let saved = [&b"SAVE"[..], &INT, &INT, b"!"].concat();
    let (rest, values) = preceded(tag(&b"SAVE"[..]), many0(wire::variant(cx))).parse(&saved[..]).unwrap();
    assert_eq!((rest, values), (&b"!"[..], vec![Variant::Int(7); 2]));
}
