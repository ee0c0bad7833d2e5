//! Checks types as text: the text of a type is read back as that type, and errors have their places. The text is written in the
//! tests.

use gamewire::TextError;
use gamewire::minecraft::TypeExpr;

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
        "struct(f:u8,a:if(f,i8),b:if(f&8,i8),c:if(f&8=8,i8),d:if(f=2,struct()))",
        "struct(a&b:u8,a:i16,x:if(a&b,i8),y:if(a&4,i8))",
        "struct(k:enum(u8;a|b=7),x:switch(k;a=i8|b=struct()),y:if(k=b,i8))",
        "struct(p:identifier,b:bool,x:switch(p;a:b=i8|c d=i16|*=struct(p:i8,y:if(p,i8))),z:if(b=0,i8))",
        "struct(n:varlong,x:array(varint,struct(y:i8,z:switch(n;-1=i8|1=option(i16)))))",
    ] {
        let expr = parse(text).unwrap();
        assert_eq!(expr.to_string(), text);
        assert_eq!(parse(&format!("{expr:#}")).unwrap(), expr);
    }
    assert_eq!(parse(" array( varint , ushort ) ").unwrap().to_string(), "array(varint,u16)");
}

#[test]
fn the_alternate_form_has_lines() {
    let text = "types(A B=option(array(3,struct(x:$A B)))|C=struct();struct(n:u8,..:switch(n;0=$A B|*=bits(a:u4,b:i4)),e:enum(u8;a|b=7)))";
    let lines = "\
types(
    A B = option(array(3,struct(
        x: $A B
    )));
    struct(
        n: u8,
        ..: switch(n;
            0 = $A B|
            * = bits(a:u4,b:i4)
        ),
        e: enum(u8;a|b=7)
    )
)";
    assert_eq!(format!("{:#}", parse(text).unwrap()), lines);
    assert_eq!(format!("{:#}", parse("enum(u8;a|b|c=7|d|e|f|g|h)").unwrap()), "enum(u8;a|b|c=7|d|e|f|g|h)");
    let long = "enum(u8;\n    a=0|\n    b=1|\n    c=7|\n    d=8|\n    e=9|\n    f=10|\n    g=11|\n    h=12|\n    i=13|*\n)";
    let expr = parse("enum(u8;a|b|c=7|d|e|f|g|h|i|*)").unwrap();
    assert_eq!(format!("{expr:#}"), long);
    assert_eq!(parse(long).unwrap(), expr);
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
    let field = |rest: &str| reason(&format!("struct(f:u8,s:string,k:enum(u8;a|b|c=0),x:f32,{rest})"));
    assert_eq!(reason("if(f,i8)"), "at character 4: if needs the name of an earlier field here, not \"f\"");
    assert!(field("y:if(y,i8)").contains("an earlier field here, not \"y\""));
    assert!(field("y:if(x,i8)").contains("a string or an identifier, and \"x\" is none of these"));
    assert!(field("y:if(s,i8)").contains("if needs a '=' and a label of the field \"s\" here"));
    assert!(field("y:if(s&1=a,i8)").contains("the field \"s\" is not an integer and has no bits"));
    assert!(field("y:if(f=256,i8)").contains("\"256\" is not a valid u8"));
    assert!(field("y:if(k=c,i8)").contains("\"c\" has the same number as \"a\"; write \"a\""));
    assert!(field("y:switch(k;d=i8)").contains("\"d\" is not a name of the enum"));
    assert!(field("y:switch(f;1=i8|1=i16)").contains("the label occurs twice"));
    assert!(field("y:switch(f;*=i8|*=i16)").contains("the label occurs twice"));
    assert!(field("y:switch(f;=i8)").contains("a label is missing"));
    assert!(field("y:array(varint,if(f,i8))").contains("an array element takes at least one byte"));
    assert!(
        field("y:array(varint,switch(f;1=i8|*=struct()))")
            .contains("an array element takes at least one byte")
    );
    assert!(field("y:switch(f;1=i8|2=slott)").contains("there is no type \"slott\""));
    let tower = format!("array(varint,{}bool{})", "array(1,".repeat(30), ")".repeat(30));
    assert!(reason(&tower).contains("bytes of memory for each byte of input"), "{}", reason(&tower));
    assert!(reason(&"option(".repeat(4000)).contains("nested deeper"));
}
