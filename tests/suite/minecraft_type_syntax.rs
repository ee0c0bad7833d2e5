//! Types as text: what is printed is read, and errors have their places.
#![cfg(feature = "minecraft")]

use gamewire::minecraft::{TypeExpr, TypeExprError};

fn parse(text: &str) -> Result<TypeExpr, TypeExprError> {
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
    ] {
        assert_eq!(parse(text).unwrap().to_string(), text);
    }
    assert_eq!(parse(" array( varint , ushort ) ").unwrap().to_string(), "array(varint,u16)");
}

#[test]
fn an_enumeration_of_many_names_is_read() {
    // Each name compared to all before it, this would be ten thousand million comparisons.
    let names: Vec<String> = (0..150_000).map(|n| format!("n{n}")).collect();
    let text = format!("enum(varint;{})", names.join("|"));
    assert_eq!(parse(&text).unwrap().to_string(), text);
}

#[test]
fn errors_have_their_column() {
    let reason = |text| parse(text).unwrap_err().to_string();
    assert_eq!(reason("array(varint,slott)"), "at column 14 of the type: there is no type \"slott\"");
    assert_eq!(reason("option(bool"), "at column 12 of the type: option needs a ')' here, the text ends");
    assert_eq!(reason("bool)"), "at column 5 of the type: ')' follows a complete type");
    assert_eq!(reason("fixed(i8,8)"), "at column 10 of the type: i8 has fewer than 9 bits");
    assert_eq!(reason("enum(u8;a=-1)"), "at column 9 of the type: the number of \"a\" is no u8");
    assert_eq!(reason(""), "at column 1 of the type: a type is missing");
    assert!(reason("array(varint,bytes(0))").contains("a byte at least"));
    assert_eq!(reason("struct(id:varint,id:i16)"), "at column 18 of the type: the name \"id\" is here twice");
    assert_eq!(
        reason("enum(u8;a\u{1c}b)"),
        "at column 9 of the type: the name \"a\\u{1c}b\" has a control or invisible character"
    );
    assert_eq!(reason("struct(id)"), "at column 10 of the type: a field needs a ':' here, not ')'");
    assert_eq!(reason("struct()"), "at column 8 of the type: the name of a field is missing");
    assert_eq!(
        reason("array(f32,bool)"),
        "at column 7 of the type: array needs a number or an integer type here, not \"f32\""
    );
    let tower = format!("array(varint,{}bool{})", "array(1,".repeat(30), ")".repeat(30));
    assert!(reason(&tower).contains("bytes of memory for one of the input"), "{}", reason(&tower));
    assert!(reason(&"option(".repeat(4000)).contains("nested deeper"));
}
