//! Modified UTF-8: it is valid exactly if each of its sequences is, and decodes to its UTF-16 units. In the
//! Bedrock edition, any bytes are text.

use gamewire::minecraft::nbt::JavaStr;
use gamewire::minecraft::{Protocol, TypeExpr, Value};

/// Reads the input as text of NBT, as UTF-16 units, and as text of Rust.
pub fn mutf8(data: &[u8]) {
    match (JavaStr::from_bytes(data), first_malformed(data)) {
        (Ok(text), None) => held(&text),
        (Err(error), Some(expected)) => assert_eq!(error.offset(), expected, "{data:02x?}"),
        (text, expected) => panic!("{text:?} and {expected:?}: {data:02x?}"),
    }
    let units: Vec<u16> =
        data.chunks_exact(2).map(|pair| u16::from(pair[0]) << 8 | u16::from(pair[1])).collect();
    let text = JavaStr::from_units(&units);
    assert!(text.units().eq(units.iter().copied()) && text.is_canonical());
    held(&text);
    let lossy = String::from_utf8_lossy(data);
    let text = JavaStr::from(lossy.as_ref());
    assert_eq!(text.to_str().as_deref(), Some(lossy.as_ref()));
    held(&text);
    let text = JavaStr::from_utf8(data);
    assert_eq!(text.to_utf8().as_deref(), Some(data));
    held(&text);
}

fn held(text: &JavaStr) {
    let units: Vec<u16> = text.units().collect();
    let again = JavaStr::from_units(&units);
    assert_eq!(text.is_canonical(), again.as_bytes() == text.as_bytes());
    assert_eq!(text.to_str().map(std::borrow::Cow::into_owned), String::from_utf16(&units).ok());
    assert_eq!(text.to_string_lossy(), String::from_utf16_lossy(&units));
    assert_eq!(JavaStr::from_bytes(text.as_bytes()).as_ref(), Ok(text));
    let utf8 = text.to_utf8();
    assert!(utf8.is_none_or(|bytes| JavaStr::from_utf8(&bytes).units().eq(units)));
    let expr = TypeExpr::Mutf8;
    let Ok(bytes) = expr.encode(Protocol::V1_14, &Value::Mutf8(Box::new(text.clone()))) else {
        return assert!(text.as_bytes().len() > 65_535);
    };
    assert_eq!(expr.parse(Protocol::V1_14, &bytes), Ok(Value::Mutf8(Box::new(text.clone()))));
}

/// Decodes like `DataInputStream.readUTF`: sequences of one to three bytes, determined by the leading bits,
/// without further checks.
fn first_malformed(bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    while let Some(first) = bytes.get(at) {
        let length = match first >> 4 {
            0..=7 => 1,
            0xc | 0xd => 2,
            0xe => 3,
            _ => return Some(at),
        };
        let following = bytes.get(at + 1..at + length);
        if !following.is_some_and(|following| following.iter().all(|byte| byte & 0xc0 == 0x80)) {
            return Some(at);
        }
        at += length;
    }
    None
}
