//! Checks explanations of a part of a value (by path, by depth, by number of rows) and row by row, which gives the same as all at
//! once. The bytes are the samples of the crate.

use crate::support::positions::{exhaustive, least, positions, share};
use gamewire::error::{Path, Segment};
use gamewire::explain::{Explainer, Role, Row};
use gamewire::godot::{Decoder, Dialect, Dictionary, Variant, Vector2};
use gamewire::minecraft::{Protocol, nbt::OptNbt};
use gamewire::shared::explain::{outline as outline_of, rows_at};
use gamewire_fixtures::{GODOT, godot_samples};

/// Every sample of Godot, and each with its last byte missing.
fn samples() -> Vec<(Decoder, Vec<u8>)> {
    let whole = GODOT.iter().copied().flat_map(godot_samples).map(|sample| {
        let decoder = Decoder::new(sample.dialect).allow_objects(true);
        (decoder, sample.bytes)
    });
    whole
        .flat_map(|(decoder, bytes)| [(decoder, bytes[..bytes.len() - 1].to_vec()), (decoder, bytes)])
        .collect()
}

fn written(explainer: &Explainer<'_>) -> String {
    let mut text = Vec::new();
    explainer.write(&mut text).unwrap();
    String::from_utf8(text).unwrap()
}

fn rows(explainer: &Explainer<'_>) -> Vec<Row> {
    let mut rows = Vec::new();
    explainer.rows(|row| rows.push(row.clone()));
    rows
}

/// Rows leave no gap and do not overlap, whatever is left out.
fn assert_tiles(rows: &[Row], bytes: &[u8]) {
    let end = rows.iter().fold(0, |at, row| {
        assert_eq!(row.start, at, "{rows:#?}");
        at + row.len
    });
    assert_eq!(end, bytes.len(), "{rows:#?}");
}

#[test]
fn rows_one_by_one_are_the_rows_of_the_whole() {
    for (decoder, bytes) in samples() {
        let explanation = decoder.explain(&bytes);
        let explainer = decoder.explainer(&bytes);
        assert_eq!(written(&explainer), explanation.text());
        let colored = written(&decoder.explainer(&bytes).color(true));
        let codes = ["0", "1;36", "33", "32", "2", "31"].map(|code| format!("\x1b[{code}m"));
        let plain = codes.iter().fold(colored, |text, code| text.replace(code, ""));
        assert_eq!(plain, explanation.text());
        let outcome = explainer.rows(|_| ());
        assert_eq!(outcome.error.as_ref(), explanation.error());
        assert_eq!(outcome.shown, explanation.rows().len());
        assert_eq!(explainer.html(), explanation.html());
    }
}

/// The color of a row begins after its indent and ends with its meaning.
#[test]
fn meanings_are_colored_by_their_roles() {
    let bytes = b"\x12\0\0\0\x01\0\0\0\x04\0\0\0\x02\0\0\0ab\0\x01\x63\0\0\0";
    let colored = written(&Decoder::new(Dialect::GODOT_3).explainer(bytes).color(true));
    let expected = "\
godot3, single precision: 24 bytes, rejected

offset  bytes                    meaning
0x0000  12 00 00 00              E[1;36mDictionary  (type id 18, no flags)E[0m
0x0004  01 00 00 00                E[33mpair count = 1E[0m
0x0008  04 00 00 00                E[1;36mkey 0: String  (type id 4, no flags)E[0m
0x000c  02 00 00 00                  E[33mbyte length = 2E[0m
0x0010  61 62                        E[32mtext = \"ab\"E[0m
0x0012  00 01                        E[2mpadding to a multiple of 4E[0m
0x0014  63 00 00 00                  E[31mnot read        <- hereE[0m
error   at byte 0x0014, reading Dictionary at $.ab: type id 99 does not exist in godot3
";
    assert_eq!(colored.replace('\x1b', "E"), expected);
}

#[test]
fn rows_at_a_path_have_paths_that_begin_with_it() {
    for (decoder, bytes) in samples() {
        let all = rows(&decoder.explainer(&bytes));
        let mut paths: Vec<Path> = all.iter().map(Row::path).collect();
        paths.dedup();
        for path in paths {
            let part = rows(&decoder.explainer(&bytes).at(path.clone()));
            assert_tiles(&part, &bytes);
            let within =
                |row: &&Row| row.path().segments().starts_with(path.segments()) && row.role != Role::Unread;
            let wanted: Vec<_> = all.iter().filter(within).map(|row| (row.start, &row.meaning)).collect();
            let shown = part.iter().filter(|row| !matches!(row.role, Role::Omitted | Role::Unread));
            let shown: Vec<_> = shown.map(|row| (row.start, &row.meaning)).collect();
            // The failing row is shown wherever it is.
            let shown: Vec<_> =
                shown.into_iter().filter(|row| wanted.contains(row) || !row.1.ends_with("<- here")).collect();
            assert_eq!(shown, wanted, "{path}");
            let first = part.iter().find(|row| row.role != Role::Omitted).unwrap();
            assert_eq!(first.depth, 0, "depth is counted from there");
        }
    }
}

#[test]
fn depth_and_limit_leave_out_and_count() {
    for (decoder, bytes) in samples() {
        let all = rows(&decoder.explainer(&bytes));
        for number in 0..6 {
            let shallow = rows(&decoder.explainer(&bytes).depth(number));
            assert_tiles(&shallow, &bytes);
            let wrong = |row: &Row| row.role == Role::Unread || row.meaning.ends_with("<- here");
            let omitted = |row: &Row| row.role == Role::Omitted;
            assert!(shallow.iter().all(|row| row.depth <= number || wrong(row) || omitted(row)));
            let wanted = all.iter().filter(|row| row.depth <= number || wrong(row)).count();
            assert_eq!(shallow.iter().filter(|row| row.role != Role::Omitted).count(), wanted);

            let few = rows(&decoder.explainer(&bytes).limit(number));
            assert_tiles(&few, &bytes);
            let all: Vec<_> = all.iter().filter(|row| !wrong(row)).collect();
            let few: Vec<_> = few.iter().filter(|row| row.role != Role::Omitted && !wrong(row)).collect();
            assert_eq!(few, &all[..number.min(all.len())]);
        }
    }
}

#[test]
fn the_explanation_of_a_part() {
    // {"a": [1, 2], "b": "x"}
    let bytes = b"\x12\0\0\0\x02\0\0\0\x04\0\0\0\x01\0\0\0a\0\0\0\x13\0\0\0\x02\0\0\0\x02\0\0\0\x01\0\0\0\x02\0\0\0\x02\0\0\0\
        \x04\0\0\0\x01\0\0\0b\0\0\0\x04\0\0\0\x01\0\0\0x\0\0\0";
    let path: Path = vec![Segment::text("a")].into();
    let explainer = Decoder::new(Dialect::GODOT_3).explainer(bytes).at(path).depth(1).characters(true);
    insta::assert_snapshot!(written(&explainer), @r#"
    godot3, single precision: 68 bytes, canonical
    value: {"a": [1, 2], "b": "x"}

    offset  bytes                    characters  meaning
    0x0000  … 20 bytes                           6 rows not shown
    0x0014  13 00 00 00              |....|      value 0: Array  (type id 19, no flags)
    0x0018  02 00 00 00              |....|        element count = 2
    0x001c  02 00 00 00              |....|        [0]: int  (type id 2, 32-bit)
    0x0020  … 4 bytes                                1 row not shown
    0x0024  02 00 00 00              |....|        [1]: int  (type id 2, 32-bit)
    0x0028  … 28 bytes                           9 rows not shown
    0x0044  end                      16 of 68 bytes explained
    "#);
}

/// Paths that people write lead where those that rows have lead.
#[test]
fn paths_are_followed_as_they_are_read() {
    // {"a": {5: Vector2(1.5, 2.5)}}
    let bytes = b"\x12\0\0\0\x01\0\0\0\x04\0\0\0\x01\0\0\0a\0\0\0\x12\0\0\0\x01\0\0\0\x02\0\0\0\x05\0\0\0\
        \x05\0\0\0\0\0\xc0\x3f\0\0\x20\x40";
    for (path, meanings) in [
        ("$.a[5].y", &["y = 2.5"][..]),
        ("$.a[5]", &["value 0: Vector2  (type id 5, no flags)", "x = 1.5", "y = 2.5"]),
        ("a.key(0)", &["key 0: int  (type id 2, 32-bit)", "value = 5"]),
        ("$.a.b", &[]),
        ("$.a[5].y.z", &[]),
    ] {
        let explainer = Decoder::new(Dialect::GODOT_3).explainer(bytes).at(path.parse().unwrap());
        let rows: Vec<_> = rows(&explainer).into_iter().filter(|row| row.role != Role::Omitted).collect();
        assert_eq!(rows.iter().map(|row| row.meaning.as_str()).collect::<Vec<_>>(), meanings, "{path}");
    }
}

/// Names that no text equals are selected by position, and others as well.
#[test]
fn entries_and_properties_are_selected_by_position() {
    // {a: 5b, (U+D800): 7b, c: {d: 9b}}
    let nbt = b"\x0a\0\0\x01\0\x01a\x05\x01\0\x03\xed\xa0\x80\x07\x0a\0\x01c\x01\0\x01d\x09\0\0";
    // An object of the class Node with the properties a = 7 and b = 9.
    let object = b"\x18\0\0\0\x04\0\0\0Node\x02\0\0\0\x01\0\0\0a\0\0\0\x02\0\0\0\x07\0\0\0\
        \x01\0\0\0b\0\0\0\x02\0\0\0\x09\0\0\0";
    let nbt = |path: &str| rows(&Protocol::V1_14.explainer::<OptNbt>(nbt).at(path.parse().unwrap()));
    let decoder = Decoder::new(Dialect::GODOT_4).allow_objects(true);
    let object = |path: &str| rows(&decoder.explainer(object).at(path.parse().unwrap()));
    for (by_position, by_name) in [
        (nbt("$.value(0)"), nbt("$.a")),
        (nbt("$.value(2)"), nbt("$.c")),
        (nbt("$.value(2).value(0)"), nbt("$.c.d")),
        (object("$.value(0)"), object("$.a")),
        (object("$.value(1)"), object("$.b")),
    ] {
        assert!(by_name.len() > 1);
        assert_eq!(by_position, by_name);
    }
    let surrogate = nbt("$.value(1)");
    let shown = surrogate.iter().filter(|row| row.role != Role::Omitted);
    assert_eq!(shown.map(|row| row.start).collect::<Vec<_>>(), [8, 9, 11, 14]);
    assert!(
        [nbt("$.value(3)"), nbt("$.value(0).value(0)"), object("$.value(2)")]
            .iter()
            .all(|rows| rows.len() == 1)
    );
}

#[test]
fn a_path_without_a_value_shows_nothing() {
    let bytes = [2, 0, 0, 0, 5, 0, 0, 0];
    let explainer = Decoder::new(Dialect::GODOT_3).explainer(&bytes).at(vec![Segment::Index(3)].into());
    let rows = rows(&explainer);
    assert_eq!(rows.len(), 1);
    assert_eq!((rows[0].role, rows[0].meaning.as_str()), (Role::Omitted, "2 rows not shown"));
    assert_eq!(explainer.rows(|_| ()).shown, 0);
}

/// Bytes of every sample, wrong in four ways: errors of all kinds, at all places.
#[test]
fn rows_tile_wrong_input_too() {
    let mut rejected = 0;
    for (number, (decoder, bytes)) in samples().into_iter().enumerate() {
        // Every fifth byte.
        let places = positions(bytes.len().div_ceil(5)).map(|fifth| 5 * fifth);
        let wrong = |at: usize| share(&[0, 1, 0x80, 0xff], number + at).map(move |wrong| (at, *wrong));
        for (at, wrong) in places.flat_map(wrong) {
            let mut bytes = bytes.clone();
            bytes[at] = wrong;
            let error = decoder.check(&bytes).err();
            let first: Path = vec![Segment::Index(0)].into();
            let part = decoder.explainer(&bytes).at(first);
            let few = decoder.explainer(&bytes).limit(2);
            for explainer in [decoder.explainer(&bytes), part, few] {
                let mut rows = Vec::new();
                assert_eq!(explainer.rows(|row| rows.push(row.clone())).error, error);
                assert_tiles(&rows, &bytes);
                let is_marked = |row: &Row| row.meaning.ends_with("<- here");
                let place = error.as_ref().map(|error| error.offset()).filter(|offset| *offset < bytes.len());
                let marked = rows.iter().find(|row| is_marked(row)).map(|row| row.start);
                assert_eq!(marked, place, "the mark is where the error is: {rows:#?}");
                rejected += usize::from(marked.is_some());
            }
        }
    }
    assert!(rejected > least(10_000), "{rejected} errors were marked");
}

#[test]
fn near_gives_the_row_and_its_neighbours() {
    for (number, (decoder, bytes)) in samples().into_iter().enumerate() {
        let explainer = decoder.explainer(&bytes);
        let all = rows(&explainer);
        let offsets = Vec::from_iter(0..=bytes.len());
        for &offset in share(&offsets, number) {
            let at = all.iter().position(|row| row.start <= offset && offset < row.start + row.len);
            let at = at.unwrap_or(all.len());
            let wanted = &all[at.saturating_sub(2)..(at + 2).min(all.len())];
            assert_eq!(explainer.near(offset, 2, 1), wanted, "around {offset}");
        }
    }
}

#[test]
fn an_output_that_is_full_is_an_error() {
    let bytes = [2, 0, 0, 0, 5, 0, 0, 0];
    let mut small = [0; 20];
    let written = Decoder::new(Dialect::GODOT_3).explainer(&bytes).write(&mut small[..]);
    assert_eq!(written.unwrap_err().kind(), std::io::ErrorKind::WriteZero);
}

#[test]
fn minecraft_is_the_same_row_by_row() {
    use gamewire_fixtures::minecraft_samples;
    for sample in minecraft_samples() {
        let expr = sample.type_expr().unwrap();
        for end in 0..=sample.bytes.len() {
            let bytes = &sample.bytes[..end];
            let explanation = expr.explain(Protocol::V1_14, bytes);
            let explainer = expr.explainer(Protocol::V1_14, bytes);
            assert_eq!(written(&explainer), explanation.text());
            assert_tiles(&rows(&explainer.at(vec![Segment::Index(0)].into())), bytes);
            // Without making the value: the same answer.
            assert_eq!(expr.check(Protocol::V1_14, bytes), expr.parse(Protocol::V1_14, bytes).map(drop));
        }
    }
}

/// The numbers of a row and of the rows around it, in ascending order.
fn with_rows_around(rows: &[Row], number: usize) -> Vec<usize> {
    let (mut numbers, mut depth) = (vec![number], rows[number].depth);
    for outer in (0..number).rev() {
        if rows[outer].depth < depth {
            depth = rows[outer].depth;
            numbers.push(outer);
        }
    }
    numbers.reverse();
    numbers
}

#[test]
fn rows_by_number_are_those_of_all() {
    for (decoder, bytes) in samples() {
        let explainer = decoder.explainer(&bytes).sentences(true);
        let all = rows(&explainer);
        let (_, outline) = outline_of(&explainer, |_| ());
        assert_eq!(rows_at(&explainer, &outline, &(0..all.len()).collect::<Vec<_>>()), all);
        for number in 0..all.len() {
            let numbers = with_rows_around(&all, number);
            let expected: Vec<Row> = numbers.iter().map(|number| all[*number].clone()).collect();
            assert_eq!(rows_at(&explainer, &outline, &numbers), expected, "{} of {all:#?}", number);
        }
        assert_eq!(rows_at(&explainer, &outline, &[all.len()]), []);
    }
}

#[test]
fn an_outline_has_the_place_of_every_row() {
    for (decoder, bytes) in samples() {
        let explainer = decoder.explainer(&bytes);
        let place = |row: &Row| (row.start, row.len, row.depth, row.role, row.type_name());
        let mut outline = Vec::new();
        let (error, _) = outline_of(&explainer, |row| outline.push(place(row)));
        assert_eq!(outline, rows(&explainer).iter().map(place).collect::<Vec<_>>());
        assert_eq!(error, explainer.rows(|_| ()).error);
    }
}

#[test]
fn rows_have_the_type_that_they_belong_to() {
    let value =
        Dialect::GODOT_4.parse(&[27, 0, 0, 0, 1, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 5, 0, 0, 0]);
    assert!(value.is_ok());
    let bytes = Dialect::GODOT_4.encode(&value.unwrap()).unwrap();
    let names: Vec<&str> =
        rows(&Decoder::new(Dialect::GODOT_4).explainer(&bytes)).iter().map(Row::type_name).collect();
    assert_eq!(names, ["Dictionary", "Dictionary", "String", "String", "int", "int"]);
}

/// In long input, rows that are not shown are not read: the last row is the rest. Errors after the limit are
/// shown nevertheless.
#[test]
fn few_rows_of_long_input_are_all_that_is_read() {
    const COUNT: usize = 140_000;
    let array: Vec<Variant> = (0..COUNT as i64).map(Variant::Int).collect();
    let mut bytes = Dialect::GODOT_4.encode(&Variant::Array(array.into())).unwrap();
    let all = bytes.len();
    let decoder = Decoder::new(Dialect::GODOT_4);
    let lines = |explainer: Explainer<'_>| {
        let mut lines = Vec::new();
        let outcome = explainer.rows(|row| lines.push(format!("{:#x} {}", row.start, row.meaning)));
        lines.push(format!("{} rows, {} bytes", outcome.shown, outcome.explained));
        lines.join("\n")
    };
    let limited = lines(decoder.explainer(&bytes).limit(3));
    assert_eq!(
        limited,
        format!(
            "0x0 Array  (type id 28, no flags)\n0x4 element count = {COUNT}\n0x8 [0]: int  (type id 2, 32-bit)\n\
             0xc the rest is not shown\n3 rows, 12 bytes"
        )
    );
    let at = lines(decoder.explainer(&bytes).at("$[1]".parse().unwrap()));
    assert_eq!(
        at,
        "0x0 4 rows not shown\n0x10 [1]: int  (type id 2, 32-bit)\n0x14 value = 1\n0x18 the rest is not shown\n\
         2 rows, 8 bytes"
    );
    let nowhere = lines(decoder.explainer(&bytes).at(vec![Segment::Index(COUNT)].into()));
    assert_eq!(nowhere, format!("0x0 {} rows not shown\n0 rows, 0 bytes", 2 + 2 * COUNT));
    // The type of the last element.
    bytes[all - 8] = 0xff;
    let damaged = lines(decoder.explainer(&bytes).limit(1));
    let end = format!("{} rows not shown\n{:#x} not read        <- here\n", 2 * COUNT - 1, 8 * COUNT);
    assert!(damaged.contains(&end), "{damaged}");
}

/// A byte whose parser shows how much of the input is read.
mod progress {
    use std::cell::Cell;

    use cookie_factory::SerializeFn;
    use gamewire::grammar::{Parse, map};
    use gamewire::minecraft::Wire;
    use gamewire::minecraft::wire::Cx;
    use gamewire::trace::Trace;

    thread_local! {
        /// The bytes that are left.
        pub(super) static LEFT: Cell<usize> = const { Cell::new(0) };
    }

    pub(super) struct Byte(u8);

    impl<'a> Wire<'a> for Byte {
        const NAME: &'static str = "Byte";

        fn parser<T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Self> {
            move |i: &'a [u8]| {
                LEFT.set(i.len());
                map(u8::parser(cx), Self)(i)
            }
        }

        fn serializer<T: Trace, W: std::io::Write>(&self, cx: Cx<'_, T>) -> impl SerializeFn<W> {
            self.0.serializer(cx)
        }
    }
}

/// Each row is passed on before the bytes after it are read, however many there are.
#[test]
fn rows_do_not_wait_for_those_after_them() {
    let bytes = [&[0x90, 0x4e], &[7; 10_000][..]].concat();
    let (mut waited, mut starts) = (Vec::new(), Vec::new());
    Protocol::V1_14.explainer::<Vec<progress::Byte>>(&bytes).rows(|row| {
        starts.push(row.start);
        waited.push(bytes.len() - progress::LEFT.get() - row.start);
    });
    assert_eq!(starts.len(), 10_001);
    assert_eq!(starts[1..], (2..bytes.len()).collect::<Vec<_>>());
    // The row of an element is there before the next one is read. The bytes were checked before the first row.
    assert!(waited[1..].iter().all(|waited| *waited == 0));
}

/// Rows are read again from the last mark before them: what is passed over is not read, and the rows are the same.
#[test]
fn rows_far_from_the_start_are_read_without_those_before_them() {
    let decoder = Decoder::new(Dialect::GODOT_4);
    let entry = |at: i64| {
        let names = Variant::Array((0..at % 40).map(Variant::Int).collect::<Vec<_>>().into());
        let inner = Dictionary::from(vec![
            (Variant::from("names"), names),
            (Variant::from("at"), Variant::Vector2(Vector2::new(1.5, 2.5))),
        ]);
        (Variant::Int(at), Variant::Dictionary(inner))
    };
    let dictionary = Variant::Dictionary(Dictionary::from((0..600).map(entry).collect::<Vec<_>>()));
    let texts = Variant::PackedStringArray((0..900).map(|at| format!("text {at}").into()).collect());
    let value = Variant::Array(vec![dictionary, texts, Variant::Int(7)].into());
    let bytes = Dialect::GODOT_4.encode(&value).unwrap();
    let cut = bytes[..bytes.len() - 9].to_vec();
    for bytes in [&bytes, &cut] {
        let explainer = decoder.explainer(bytes).sentences(true);
        let all = rows(&explainer);
        let (_, outline) = outline_of(&explainer, |_| ());
        let mut damaged = bytes.clone();
        // The types of everything in the first third.
        let third = bytes.len() / 3;
        damaged[64..third].fill(0xff);
        for number in (all.len() / 2..all.len() - 100).step_by(if exhaustive() { 97 } else { 397 }) {
            let numbers = with_rows_around(&all, number);
            let expected: Vec<Row> = numbers.iter().map(|number| all[*number].clone()).collect();
            assert_eq!(rows_at(&explainer, &outline, &numbers), expected, "{number}");
            assert_eq!(rows_at(&decoder.explainer(&damaged), &outline, &numbers), expected, "{number}");
        }
        // Folded rows between two visible rows are skipped, too.
        let shown: Vec<usize> = (0..all.len()).filter(|number| all[*number].depth < 3).collect();
        let expected: Vec<Row> = shown.iter().map(|number| all[*number].clone()).collect();
        assert_eq!(rows_at(&explainer, &outline, &shown), expected);
    }
}

/// Sentences for every row of both games.
#[test]
fn every_row_has_a_sentence() {
    let mut seen = Vec::new();
    let mut check = |explainer: &Explainer<'_>| {
        let all = rows(explainer);
        let (_, outline) = outline_of(explainer, |_| ());
        for number in 0..all.len() {
            let read = rows_at(explainer, &outline, &with_rows_around(&all, number));
            let said = read.last().unwrap().sentences().to_owned();
            assert!(said.ends_with('.'), "{}: {said}", all[number].meaning);
            seen.push(said);
        }
    };
    for (decoder, bytes) in samples() {
        check(&decoder.explainer(&bytes));
    }
    for sample in gamewire_fixtures::minecraft_samples() {
        let expr: gamewire::minecraft::TypeExpr = sample.expression.parse().unwrap();
        check(&expr.explainer(Protocol::V1_14, sample.bytes));
    }
    let decoder = Decoder::new(Dialect::GODOT_4);
    // A float that the engine writes in 4 bytes.
    let mut wide = vec![3, 0, 1, 0];
    wide.extend(87.5_f64.to_le_bytes());
    check(&decoder.explainer(&wide));
    for expected in [
        "Four bytes, least significant first: 1b 00 00 00 = 0x0000001b; the low 8 bits are 27, the type id of Dictionary.",
        "Eight bytes, least significant first: 00 00 00 00 00 e0 55 40 = 0x4055e00000000000, the bits of the float 87.5 \
         (IEEE 754). Bit 16 of the header is 1, so the number has 64 bits. It fits in 32 bits: the engine writes 4 \
         bytes.",
    ] {
        assert!(seen.iter().any(|said| said == expected), "{expected}");
    }
}

/// The sentences under each row of a dump are those of its row, whatever is selected.
#[test]
fn a_dump_has_the_sentences_below_its_rows() {
    // {"a": 1250}
    let bytes = b"\x1b\0\0\0\x01\0\0\0\x04\0\0\0\x01\0\0\0a\0\0\0\x02\0\0\0\xe2\x04\0\0";
    let path: Path = vec![Segment::text("a")].into();
    let explainer = Decoder::new(Dialect::GODOT_4).explainer(bytes).at(path).sentences(true);
    insta::assert_snapshot!(written(&explainer), @r#"
    godot4, single precision: 28 bytes, canonical
    value: {"a": 1250}

    offset  bytes                    meaning
    0x0000  … 20 bytes               6 rows not shown
    0x0014  02 00 00 00              value 0: int  (type id 2, 32-bit)
            Four bytes, least significant first: 02 00 00 00 = 0x00000002; the low 8 bits are 2,
            the type id of int.
    0x0018  e2 04 00 00                value = 1250
            Four bytes, least significant first, signed: e2 04 00 00 = 0x000004e2 = 1250. Bit 16
            of the header is 0, so the number has 32 bits.
    0x001c  end                      8 of 28 bytes explained
    "#);
    for (decoder, bytes) in samples() {
        let explainer = decoder.explainer(&bytes).sentences(true);
        let whole = decoder.explain(&bytes);
        let all = rows(&decoder.explainer(&bytes));
        let (_, outline) = outline_of(&explainer, |_| ());
        for (number, row) in rows(&explainer).iter().enumerate() {
            let read = rows_at(&explainer, &outline, &with_rows_around(&all, number));
            let said = read.last().unwrap().sentences();
            assert_eq!([row.sentences(), whole.rows()[number].sentences()], [said; 2], "{}", row.meaning);
        }
    }
}
