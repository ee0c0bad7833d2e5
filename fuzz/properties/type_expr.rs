//! Type expressions of Minecraft as text, values of them, and their JSON.

use super::text_and_bytes;
use gamewire::minecraft::json::{from_str as from_json, to_string as to_json};
use gamewire::minecraft::{Chat, Identifier, IntType, Length, Packets, Position, Uuid, Value, Wire};
use gamewire::minecraft::{Metadata, Particle, PositionOrder, Protocol, Slot, TypeExpr, VarInt, VarLong};

/// The versions, with every optional rule of a protocol.
pub const PROTOCOLS: [Protocol; 3] = [Protocol::V1_14, Protocol::V1_13, Protocol::V1_15];

fn bent() -> [Protocol; 2] {
    [
        Protocol::V1_14.allow_lenient_booleans(true).allow_lossy_text(true).nameless_nbt(true),
        Protocol::V1_15.strict_varints(true).position_order(PositionOrder::Xyz).chat_limit(16),
    ]
}

/// Types that are tried more often than the input would generate them.
const COMMON: [&str; 15] = [
    "slot",
    "particle",
    "metadata",
    "nbt",
    "array(varint,slot)",
    "struct(window:u8,items:array(i16,slot))",
    "array(varint,option(chat))",
    "struct(a:varint,b:varlong,c:string(16),d:identifier,e:position,f:angle,g:uuid)",
    "array(varint,struct(kind:enum(varint;a|b|c=7),by:fixed(i32,5)))",
    "array(varint,array(1,array(1,bool)))",
    "struct(a:bytes(varint),b:bytes(3),c:mutf8,d:optional(i64))",
    "option(array(2,struct(x:f32,y:f64,z:bool)))",
    r#"["container",[{"name":"f","type":"u8"},{"name":"n","type":"varint"},{"name":"a","type":["switch",{"compareTo":"f","fields":{"0":"void","1":"string"},"default":"i32"}]},{"name":"l","type":["array",{"count":"n","type":"u8"}]}]]"#,
    r#"["array",{"countType":"varint","type":["container",[{"name":"k","type":["mapper",{"type":"u8","mappings":{"0":"a","7":"b"}}]},{"anon":true,"type":["switch",{"compareTo":"k","fields":{"a":["container",[{"name":"x","type":"f32"}]]},"default":"void"}]}]]}]"#,
    r#"["container",[{"name":"b","type":["bitfield",[{"name":"x","size":4,"signed":true},{"name":"y","size":12,"signed":false}]]},{"name":"f","type":["bitflags",{"type":"u8","flags":["p","q"]}]},{"name":"o","type":["option",["registryEntryHolder",{"baseName":"id","otherwise":{"name":"v","type":"i64"}}]]}]]"#,
];

/// Returns the type of a text, or of a definition in ProtoDef, which begins with a bracket.
fn common(text: &str) -> TypeExpr {
    if !text.starts_with('[') {
        return text.parse().expect("a type");
    }
    let natives = "varint pstring u8 i32 i64 f32 option bitfield bitflags container switch void array \
        registryEntryHolder mapper";
    let natives: String = natives.split(' ').map(|name| format!("\"{name}\":\"native\",")).collect();
    let string = r#""string":["pstring",{"countType":"varint"}]"#;
    let packets = Packets::from_protodef(&format!(r#"{{"types":{{{natives}{string},"T":{text}}}}}"#));
    packets.expect("a description").type_of("T").expect("a type")
}

/// Returns the type and the rest of the input. If the first byte is less than a space, it chooses one of the
/// common types; otherwise the text before a NUL is the type.
pub fn expression_and_bytes(data: &[u8]) -> Option<(TypeExpr, &[u8])> {
    match data.split_first()? {
        (choice @ 0..=0x1f, bytes) => Some((common(COMMON[usize::from(*choice) % COMMON.len()]), bytes)),
        _ => {
            let (text, bytes) = text_and_bytes(data)?;
            Some((text.parse().ok()?, bytes))
        }
    }
}

/// The text of a type is read back as the same type, and its values can be read and written.
pub fn expression(data: &[u8]) {
    let text = text_and_bytes(data).map_or_else(|| str::from_utf8(data).ok(), |(text, _)| Some(text));
    let Some(text) = text else { return };
    match text.parse::<TypeExpr>() {
        Ok(expr) => {
            let printed = expr.to_string();
            assert_eq!(printed.parse().as_ref(), Ok(&expr), "{printed}");
            let wrapped = TypeExpr::Array(Length::Prefixed(IntType::VarInt), Box::new(expr.clone()));
            let _ = wrapped.to_string().parse::<TypeExpr>().map(|again| assert_eq!(again, wrapped));
            if let Some((_, bytes)) = text_and_bytes(data) {
                values(&expr, bytes);
            }
        }
        Err(error) => assert!(text.is_char_boundary(error.offset()), "{error}"),
    }
}

/// `parse`, `check`, `verify` and `encode` of a type agree with each other, and with the corresponding type
/// of Rust.
pub fn packet(data: &[u8]) {
    let Some((expr, bytes)) = expression_and_bytes(data) else { return };
    values(&expr, bytes);
    known::<Slot>(bytes);
    known::<Particle>(bytes);
    known::<Metadata>(bytes);
    known::<VarLong>(bytes);
    known::<Vec<VarInt>>(bytes);
    known::<Vec<Position>>(bytes);
    known::<Vec<Uuid>>(bytes);
    known::<Chat>(bytes);
    known::<Identifier>(bytes);
}

fn values(expr: &TypeExpr, bytes: &[u8]) {
    for protocol in PROTOCOLS.into_iter().chain(bent()) {
        let parsed = expr.parse(protocol, bytes);
        assert_eq!(expr.check(protocol, bytes), parsed.as_ref().map(|_| ()).map_err(Clone::clone));
        let _ = expr.verify(protocol, bytes);
        let (value, rest) = match expr.parse_prefix(protocol, bytes) {
            Ok(read) => read,
            Err(error) => {
                assert!(error.offset() <= bytes.len() && !error.to_string().is_empty(), "{error}");
                continue;
            }
        };
        let written = expr.encode(protocol, &value).unwrap_or_else(|error| panic!("{error}: {value:?}"));
        let again = expr.parse(protocol, &written).unwrap_or_else(|error| panic!("{error}: {value:?}"));
        assert_eq!(format!("{again:?}"), format!("{value:?}"));
        if parsed.is_ok() {
            assert!(rest.is_empty());
        }
        other_types(protocol, &value);
    }
}

/// Encoding a value with another type gives an error or bytes, but never a panic.
fn other_types(protocol: Protocol, value: &Value) {
    let int = TypeExpr::Int(IntType::I16);
    for expr in
        [TypeExpr::Fixed(IntType::I32, 64), TypeExpr::Array(Length::Known(2), Box::new(int)), TypeExpr::Slot]
    {
        let _ = expr.encode(protocol, value);
        let _ = to_json(&expr, protocol, value);
    }
}

fn known<'a, X: Wire<'a> + std::fmt::Debug>(bytes: &'a [u8]) {
    for protocol in PROTOCOLS {
        let parsed = protocol.parse::<X>(bytes);
        assert_eq!(protocol.check::<X>(bytes), parsed.as_ref().map(|_| ()).map_err(Clone::clone));
        let Ok((value, _)) = protocol.parse_prefix::<X>(bytes) else { continue };
        let written = protocol.encode(&value).expect("what was read can be written");
        let mut buffer = b"kept".to_vec();
        protocol.encode_into(&value, &mut buffer).expect("here too");
        assert_eq!(buffer[4..], written);
    }
}

/// The JSON of a value is read back to the same bytes. Any text is a value or an error with a place.
pub fn json(data: &[u8]) {
    let Some((expr, bytes)) = expression_and_bytes(data) else { return };
    for protocol in PROTOCOLS {
        let Ok((value, _)) = expr.parse_prefix(protocol, bytes) else { continue };
        let written = expr.encode(protocol, &value).expect("what was read can be written");
        let text = to_json(&expr, protocol, &value);
        let read = from_json(&expr, &text).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(to_json(&expr, protocol, &read), text);
        // JSON contains the UTF-16 units of text of NBT, but does not preserve overlong encodings, which are
        // also accepted.
        let java = ["mutf8", "nbt", "slot", "particle", "metadata"];
        if !java.iter().any(|name| expr.to_string().contains(name)) {
            assert_eq!(expr.encode(protocol, &read).as_ref(), Ok(&written), "{text}");
        }
        assert!(serde_json::from_str::<serde::de::IgnoredAny>(&text).is_ok() || text.len() > 128, "{text}");
    }
    let Ok(text) = str::from_utf8(bytes) else { return };
    match from_json(&expr, text) {
        Ok(value) => {
            let Ok(written) = expr.encode(Protocol::V1_14, &value) else { return };
            let again = to_json(&expr, Protocol::V1_14, &value);
            let read = from_json(&expr, &again).unwrap_or_else(|error| panic!("{error}: {again}"));
            assert_eq!(expr.encode(Protocol::V1_14, &read).as_ref(), Ok(&written), "{again}");
        }
        Err(error) => assert!(
            error.offset().is_some_and(|at| at <= text.len()) && !error.reason().is_empty(),
            "{error}"
        ),
    }
}
