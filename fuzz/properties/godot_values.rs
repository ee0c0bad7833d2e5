//! Values of Godot that were built by a program: writing them, and converting them between all dialects.

use super::bits::same;
use super::build_godot::value;
use super::verdict::assert_own;
use super::{chosen, keys, shown};
use arbitrary::Unstructured;
use gamewire::godot::convert::{Converted, Rule};
use gamewire::godot::{Converter, Decoder, Dialect, Encoder, Object, Precision, Variant, diff, json, wire};

fn built<'a>(data: &'a [u8]) -> Option<(Dialect, Dialect, Variant)> {
    let mut u = Unstructured::new(data);
    let dialect =
        |u: &mut Unstructured<'a>| u.choose_index(Dialect::ALL.len()).ok().map(|at| Dialect::ALL[at]);
    let (from, to) = (dialect(&mut u)?, dialect(&mut u)?);
    Some((from, to, value(&mut u, 4).ok()?))
}

/// A value that is written is read back unchanged. A value that cannot be written gives an error with a path.
pub fn build(data: &[u8]) {
    let Some((dialect, _, value)) = built(data) else { return };
    let encoder = Encoder::new(dialect);
    let written = encoder.encode(&value);
    let without_shortcuts = encoder.encode_with(|cx, out| wire::gen_variant(cx, &value)(out));
    assert_eq!(without_shortcuts.ok(), written.as_ref().ok().cloned());
    assert_eq!(encoder.encoded_len(&value), written.as_ref().map(Vec::len).map_err(Clone::clone));
    let mut buffer = b"kept".to_vec();
    assert_eq!(encoder.encode_into(&value, &mut buffer).is_ok(), written.is_ok());
    let copy = value.clone();
    assert!(same(&copy, &value) && diff(&copy, &value).next().is_none());
    let _ = (value.to_string(), format!("{value:?}"), copy == value);
    match written {
        Ok(written) => {
            assert_eq!(buffer[4..], written);
            written_well(dialect, &value, &written);
        }
        Err(error) => {
            assert_eq!(buffer, b"kept");
            assert!(!error.to_string().is_empty());
            shown::line(&error.to_string());
        }
    }
    let said = json::to_string(&value);
    let back = json::from_str(&said).unwrap_or_else(|error| panic!("{error}: {said}"));
    assert!(same(&back, &value), "{value:?} comes back from {said} as {back:?}");
}

fn written_well(dialect: Dialect, value: &Variant, written: &[u8]) {
    let decoder = Decoder::new(dialect).allow_objects(true).keep_duplicates(true);
    let back = decoder.parse(written).unwrap_or_else(|error| panic!("{error}: {value:?}"));
    assert_eq!(dialect.encode(&back).as_deref(), Ok(written));
    assert_own(&decoder, written, &back);
    // If the dialect can express the whole value, conversion to the same dialect does not change it.
    let converted = Converter::new(dialect, dialect).convert(value.clone());
    if converted.is_ok_and(|converted| converted.report.is_empty()) && of_width(value, dialect.precision()) {
        assert!(same_but_null(&back, value), "{value:?} comes back as {back:?}");
    }
}

/// Returns whether two values are equal, except for an object with id 0, which is read as null.
fn same_but_null(read: &Variant, written: &Variant) -> bool {
    let said = format!("{written:?}");
    let null = said.replace("Object(Id(0))", "Object(Null)");
    same(read, written)
        || null != said && format!("{read:?}").replace("Object(Id(0))", "Object(Null)") == null
}

/// Returns whether all vectors and matrices have the component width of the dialect. With the other width
/// they are read back as the same numbers in another type.
fn of_width(value: &Variant, precision: Precision) -> bool {
    let of_width = |value: &Variant| of_width(value, precision);
    match value {
        Variant::Array(array) => array.iter().all(of_width),
        Variant::Dictionary(pairs) => pairs.iter().all(|(key, value)| of_width(key) && of_width(value)),
        Variant::Object(Object::Full(data)) => data.properties.iter().all(|(_, value)| of_width(value)),
        // Only in Godot 3, colors and packed floats can be wide.
        Variant::Double(double) => {
            let name = double.kind().name();
            precision == Precision::Double && !name.contains("Color") && !name.contains("Float32")
        }
        leaf => {
            let has_reals = [
                "Vector",
                "Rect2",
                "Transform",
                "Plane",
                "Quat",
                "AABB",
                "Basis",
                "Projection",
                "Color",
                "Float32",
            ];
            let name = leaf.kind().name();
            let whole = name.ends_with('i') || name.ends_with("iArray");
            precision == Precision::Single || whole || !has_reals.iter().any(|part| name.contains(part))
        }
    }
}

/// The result of a conversion can be written, and converting it again changes nothing.
pub fn convert(data: &[u8]) {
    if let Some((from, to, value)) = built(data) {
        converted(from, to, value);
    }
    let Some((decoder, bytes)) = chosen(data) else { return };
    if let Ok((value, _)) = decoder.allow_objects(true).parse_prefix(bytes) {
        for &to in Dialect::ALL {
            converted(decoder.dialect(), to, value.clone());
        }
    }
}

fn converted(from: Dialect, to: Dialect, value: Variant) {
    let sayable = from.encode(&value).is_ok();
    let result = Converter::new(from, to).convert(value.clone());
    let lossy = Converter::new(from, to).allow_lossy(true).convert(value.clone());
    let Ok(converted) = result else { return };
    shown::lines(&converted.report.to_string());
    let lossy = lossy.expect("what is converted exactly is converted with loss too");
    assert!(same(&lossy.value, &converted.value));
    if !sayable {
        let _ = to.encode(&converted.value);
        return;
    }
    let written = to.encode(&converted.value).unwrap_or_else(|error| panic!("{from} to {to}: {error}"));
    let decoder = Decoder::new(to).allow_objects(true).keep_duplicates(true);
    let arrived = decoder.parse(&written).expect("what was converted is read");
    assert_eq!(to.encode(&arrived).as_ref(), Ok(&written));
    let again = Converter::new(to, to).convert(arrived).expect("what has arrived is at home");
    assert_eq!(again.report.total(), 0, "{from} to {to}: {}", again.report);
    reported(from, to, &value, &converted, &written);
}

/// The report lists everything that the target lacks or reads differently.
fn reported(from: Dialect, to: Dialect, value: &Variant, converted: &Converted, written: &[u8]) {
    let report = &converted.report;
    let decoder = Decoder::new(to).allow_objects(true);
    let read = decoder.parse(written).expect("what was converted is read");
    let (there, arrived) = (entries(value), entries(&read));
    assert_eq!(arrived, entries(&converted.value), "{from} to {to}: {value}: {report}");
    // Objects are removed with all entries inside them, and images and events become dictionaries.
    if [Rule::Object, Rule::Image, Rule::InputEvent].iter().all(|rule| report.count(*rule) == 0) {
        let lost = there - arrived;
        assert_eq!(lost > 0, report.count(Rule::SameKeys) > 0, "{from} to {to}: {value}: {report}");
        // If all changes are listed, the list has as many as the count.
        let listed: Vec<_> = report.changes().iter().filter(|change| change.rule == Rule::SameKeys).collect();
        if listed.len() == report.count(Rule::SameKeys) {
            let said = listed.iter().map(|change| {
                let (before, after) = change.what.split_once(" entries → ").expect("two numbers");
                before.parse::<usize>().unwrap() - after.parse::<usize>().unwrap()
            });
            assert!(said.sum::<usize>() <= lost, "{from} to {to}: {value}: {report}");
        }
    }
    // A change of the component width is reported only if digits are lost.
    if report.is_empty() && of_width(value, to.precision()) {
        assert!(same(value, &converted.value), "{from} to {to}: {value} becomes {}", converted.value);
        assert!(same_but_null(&read, value), "{from} to {to}: {value} arrives as {read}");
    }
    keys::once(&decoder, written);
}

/// Returns the number of entries of all dictionaries in a value.
fn entries(value: &Variant) -> usize {
    match value {
        Variant::Array(array) => array.iter().map(entries).sum(),
        Variant::Dictionary(pairs) => {
            pairs.iter().map(|(key, value)| 1 + entries(key) + entries(value)).sum()
        }
        Variant::Object(Object::Full(data)) => data.properties.iter().map(|(_, value)| entries(value)).sum(),
        _ => 0,
    }
}
