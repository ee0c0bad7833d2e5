//! Checks that no finite number is written or read as infinity without an error. The numbers are written in the tests.

use gamewire::godot::json::from_str as variant_from_str;
use gamewire::godot::text::{from_text, from_text_as};
use gamewire::godot::{Dialect, Double, Precision, Variant, Vector2};

#[test]
fn godot_2_has_floats_of_32_bits() {
    let encoded = |float: f64| Dialect::GODOT_2.encode(&vec![Variant::Float(float)].into());
    for float in [1e300, -1e39, f64::MAX] {
        let error = encoded(float).unwrap_err();
        let said = "at $[0]: the float is too large for 32 bits, the only width that this dialect writes";
        assert_eq!(error.to_string(), said, "{float}");
        assert!(Dialect::GODOT_3.encode(&Variant::Float(float)).is_ok());
    }
    // The greatest number that rounds to a finite one (IEEE 754), and infinity itself.
    for (float, bits) in [(3.402_823_56e38, 0x7f7f_ffff_u32), (f64::INFINITY, 0x7f80_0000)] {
        assert_eq!(encoded(float).unwrap()[12..], bits.to_le_bytes(), "{float}");
    }
}

#[test]
fn components_have_the_range_of_their_type() {
    let wide = Variant::Double(Box::new(Double::Vector2(Vector2 { x: 1e39, y: 0.0 })));
    // A dialect of single precision writes what such an engine makes of components of 64 bits: see docs/book/godot/differences.md.
    assert_eq!(Dialect::GODOT_4.encode(&wide).unwrap()[4..8], f32::INFINITY.to_le_bytes());
    let error = from_text("[Vector2(0, 1e39)]").unwrap_err();
    assert_eq!(error.to_string(), "at character 2: Vector2 takes 32-bit floats, not 1e39");
    assert_eq!(from_text_as("Vector2(1e39, 0)", Precision::Double).unwrap(), wide);
    assert!(from_text("Vector2(inf, inf_neg)").is_ok());
    let error = from_text("1e400").unwrap_err();
    assert!(error.to_string().contains("beyond the range of a 64-bit float"), "{error}");

    let error = variant_from_str(r#"{"type":"Vector2","args":[0.0,1e39]}"#).unwrap_err();
    assert!(error.to_string().ends_with("$.args[1]: 1e39 is beyond the range of a 32-bit float"), "{error}");
    let error = variant_from_str(r#""f:1e400""#).unwrap_err();
    assert!(error.to_string().contains("beyond the range of a 64-bit float"), "{error}");
    // The engine writes an infinite component as a number that no double has.
    let infinite = variant_from_str(r#"{"type":"Vector2","args":[1e99999,-1e99999]}"#).unwrap();
    assert_eq!(infinite, Variant::from(Vector2::new(f32::INFINITY, f32::NEG_INFINITY)));
    assert_eq!(variant_from_str(r#""f:inf""#).unwrap(), Variant::Float(f64::INFINITY));
}
