//! Checks types as text: the text of a type is read back as that type, and errors have their places. The text is written in the
//! tests.

use crate::support::positions::exhaustive;
use gamewire::TextError;
use gamewire::minecraft::{Cases, Length, Selector, TypeExpr};

fn parse(text: &str) -> Result<TypeExpr, TextError> {
    text.parse()
}

#[test]
fn printed_types_are_read() {
    for text in [
        "bool",
        "string(16)",
        "array(varint,option(f32))",
        "array(3,i16)",
        "optional(uuid)",
        "enum(i32;nether=-1|overworld|end)",
        "enum(varint;a|b|c=7|d)",
        "fixed(i16,12)",
        "bytes(varint)",
        "bytes(0)",
        "array(i16,slot)",
        "bytes(u16)",
        "struct(id:varint,slot:i16,item:slot)",
        "array(varint,struct(at:position,names:array(u8,string(16))))",
        "struct()",
    ] {
        let expr = parse(text).unwrap();
        assert_eq!(expr.to_string(), text);
    }
    assert_eq!(parse(" array( varint , ushort ) ").unwrap().to_string(), "array(varint,u16)");
}

/// A type that only descriptions in ProtoDef can express is shown by its name.
#[test]
fn other_types_are_shown_by_their_names() {
    let field = Selector::default();
    let list = TypeExpr::Array(Length::Field(field), Box::new(TypeExpr::Bool));
    let fields = [("a", list), ("b", TypeExpr::Switch(field, Cases::default()))];
    let expr = TypeExpr::Struct(fields.map(|(name, of)| (name.into(), of)).into());
    assert_eq!(expr.to_string(), "struct(a:<Array>,b:<Switch>)");
    for (text, reason) in [
        (&*expr.to_string(), "at character 10: there is no type \"<Array>\""),
        ("struct(f:u8,a:if(f,i8))", "at character 15: there is no type \"if\""),
        ("array(=f,u8)", "at character 7: array needs a number or an integer type here, not \"\""),
        ("struct(..:struct())", "at character 8: \"..\" is not a name"),
        ("'a'", "at character 1: there is no type \"'a'\""),
    ] {
        assert_eq!(parse(text).unwrap_err().to_string(), reason);
    }
}

#[test]
fn an_enumeration_of_many_names_is_read() {
    // Each name compared to all before it, this would be ten thousand million comparisons.
    let names: Vec<String> =
        (0..if exhaustive() { 150_000 } else { 50_000 }).map(|n| format!("n{n}")).collect();
    let text = format!("enum(varint;{})", names.join("|"));
    assert_eq!(parse(&text).unwrap().to_string(), text);
}

#[test]
fn errors_have_their_column() {
    let reason = |text: &str| parse(text).unwrap_err().to_string();
    assert_eq!(reason("array(varint,slott)"), "at character 14: there is no type \"slott\"");
    assert_eq!(reason("option(bool"), "at character 12: option needs a ')' here, but the text ends");
    assert_eq!(reason("bool)"), "at character 5: ')' follows a complete type");
    assert_eq!(reason("fixed(i8,8)"), "at character 10: i8 has fewer than 9 bits");
    assert_eq!(reason("enum(u8;a=-1)"), "at character 9: the number of \"a\" is not a valid u8");
    assert_eq!(reason(""), "at character 1: a type is missing");
    assert!(reason("array(varint,bytes(0))").contains("at least one byte"));
    assert_eq!(reason("struct(id:varint,id:i16)"), "at character 18: the name \"id\" occurs twice");
    assert_eq!(
        reason("enum(u8;a\u{1c}b)"),
        "at character 9: the name \"a\\u{1c}b\" has a control or invisible character"
    );
    assert_eq!(reason("struct(id)"), "at character 10: a field needs a ':' here, not ')'");
    assert_eq!(reason("struct(,a:i8)"), "at character 8: the name of a field is missing");
    assert_eq!(
        reason("array(f32,bool)"),
        "at character 7: array needs a number or an integer type here, not \"f32\""
    );
    assert!(reason(&"option(".repeat(4000)).contains("nested deeper"));
}
