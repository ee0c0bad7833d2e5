//! Named sample values, the ones that fixtures and snapshots are made of, and the table of types.

use super::expr::TypeExpr;

/// A sample: bytes of one value, as the specification spells them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct MinecraftSample {
    /// The file of `wire` that has the type.
    pub family: &'static str,
    /// The special property of the sample, in lower case.
    pub case: &'static str,
    /// The type, as an expression.
    pub expression: &'static str,
    /// The bytes.
    pub bytes: &'static [u8],
}

impl MinecraftSample {
    /// `varint__three_hundred`: the name for files.
    pub fn name(&self) -> String {
        format!("{}__{}", self.family, self.case)
    }

    /// The type.
    pub fn type_expr(&self) -> Option<TypeExpr> {
        self.expression.parse().ok()
    }
}

const fn s(
    family: &'static str,
    case: &'static str,
    expression: &'static str,
    bytes: &'static [u8],
) -> MinecraftSample {
    MinecraftSample { family, case, expression, bytes }
}

/// MinecraftSample values of every type, each in its canonical bytes.
///
/// ```
/// use gamewire::fixtures::minecraft_samples;
/// use gamewire::minecraft::Protocol;
/// for sample in minecraft_samples() {
///     let expr = sample.type_expr().unwrap();
///     let value = expr.parse(Protocol::V1_14, sample.bytes)?;
///     assert_eq!(expr.encode(Protocol::V1_14, &value)?, sample.bytes);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn minecraft_samples() -> &'static [MinecraftSample] {
    SAMPLES
}

const DIRECTION: &str = "enum(varint;down|up|north|south|west|east)";

const SAMPLES: &[MinecraftSample] = &[
    s("prim", "boolean", "bool", b"\x01"),
    s("prim", "byte", "i8", b"\xff"),
    s("prim", "unsigned_byte", "u8", b"\xc8"),
    s("prim", "short", "i16", b"\xff\xfe"),
    s("prim", "unsigned_short", "u16", b"\x63\xdd"),
    s("prim", "int", "i32", b"\0\0\x01\xf2"),
    s("prim", "long", "i64", b"\xff\xff\xff\xff\xff\xff\xff\xff"),
    s("prim", "float", "f32", b"\x3f\0\0\0"),
    s("prim", "float_nan_with_payload", "f32", b"\x7f\xa0\0\x01"),
    s("prim", "double", "f64", b"\x3f\xb9\x99\x99\x99\x99\x99\x9a"),
    s("varint", "one_byte", "varint", b"\x7f"),
    s("varint", "three_hundred", "varint", b"\xac\x02"),
    s("varint", "negative_takes_five", "varint", b"\xff\xff\xff\xff\x0f"),
    s("varint", "long_negative_takes_ten", "varlong", b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"),
    s("varint", "long_above_an_int", "varlong", b"\xff\xff\xff\xff\x0f"),
    s("text", "string", "string(16)", b"\x05Notch"),
    s("text", "string_empty", "string(32767)", b"\0"),
    s("text", "string_of_surrogate_pair", "string(2)", b"\x04\xf0\x9f\x98\x80"),
    s("text", "chat", "chat", b"\x10{\"text\":\"Hello\"}"),
    s("text", "identifier", "identifier", b"\x0fminecraft:stone"),
    s("text", "identifier_without_namespace", "identifier", b"\x05stone"),
    s("position", "position", "position", b"\x46\x07\x63\x2c\x15\xb4\x83\x3f"),
    s("position", "position_negative_y", "position", b"\0\0\0\0\0\0\x0f\xff"),
    s("position", "angle", "angle", b"\x40"),
    s("position", "uuid", "uuid", b"\x06\x9a\x79\xf4\x44\xe9\x47\x26\xa5\xbe\xfc\xa9\x0e\x38\xaa\xf5"),
    s("fixed", "coordinate", "fixed(i32,5)", b"\0\0\x0c\x90"),
    s("fixed", "relative_move", "fixed(i16,12)", b"\xc4\0"),
    s("combine", "optional_absent", "optional(position)", b""),
    s("combine", "option_absent", "option(varint)", b"\0"),
    s("combine", "option_present", "option(varint)", b"\x01\xac\x02"),
    s("combine", "array_of_known_count", "array(3,i16)", b"\0\x01\xff\xff\x7f\xff"),
    s("combine", "array_with_count", "array(varint,varint)", b"\x03\x7f\x80\x01\xff\xff\xff\xff\x0f"),
    s("combine", "enum_direction", DIRECTION, b"\x02"),
    s(
        "combine",
        "struct_of_set_slot",
        "struct(window:i8,slot:i16,item:slot)",
        b"\xff\0\x24\x01\x9d\x04\x01\0",
    ),
    s("combine", "struct_with_array", "struct(window:u8,items:array(i16,slot))", b"\0\0\x02\0\x01\x05\x40\0"),
    s(
        "combine",
        "if_of_flags",
        "struct(flags:u8,min:if(flags&1,i32),max:if(flags&2,i32))",
        b"\x02\0\0\0\x40",
    ),
    s(
        "combine",
        "if_of_action",
        "struct(act:i8,goal:string(16),score:if(act=0,varint))",
        b"\0\x05kills\xac\x02",
    ),
    s(
        "combine",
        "switch_of_action",
        "struct(act:i8,all:array(i8,switch(act;1=i16|4=uuid)))",
        b"\x01\x02\0\x05\xff\xff",
    ),
    s("combine", "bytes_of_known_length", "bytes(4)", b"\xca\xfe\xba\xbe"),
    s("combine", "bytes_with_length", "bytes(varint)", b"\x04\xde\xad\xbe\xef"),
    s("nbt", "absent", "nbt", b"\0"),
    s("nbt", "empty", "nbt", b"\x0a\0\0\0"),
    s("nbt", "hello_world", "nbt", b"\x0a\0\x0bhello world\x08\0\x04name\0\x09Bananrama\0"),
    s(
        "nbt",
        "list_array_and_nested_text",
        "nbt",
        b"\x0a\0\0\x09\0\x01l\x04\0\0\0\x02\0\0\0\0\0\0\0\x01\xff\xff\xff\xff\xff\xff\xff\xff\
          \x0b\0\x01i\0\0\0\x01\x7f\xff\xff\xff\x0a\0\x01c\x08\0\x01s\0\x02\xc0\x80\0\0",
    ),
    s(
        "nbt",
        "list_of_compounds",
        "nbt",
        b"\x0a\0\0\x09\0\x01e\x0a\0\0\0\x02\x02\0\x03lvl\0\x03\x08\0\x02id\0\x01x\0\0\0",
    ),
    s("nbt", "empty_list_keeps_its_type", "nbt", b"\x0a\0\0\x09\0\x01l\x01\0\0\0\0\0"),
    s("nbt", "text_with_unpaired_surrogate", "mutf8", b"\0\x03\xed\xa0\x80"),
    s("slot", "empty", "slot", b"\0"),
    s("slot", "stone", "slot", b"\x01\x01\x01\0"),
    s("slot", "with_nbt", "slot", b"\x01\x9d\x04\x01\x0a\0\0\x03\0\x06Damage\0\0\0\x0c\0"),
    s("particle", "flame", "particle", b"\x1a"),
    s("particle", "block", "particle", b"\x03\x80\x01"),
    s("particle", "dust", "particle", b"\x0e\x3f\x80\0\0\0\0\0\0\0\0\0\0\x3f\x80\0\0"),
    s("particle", "item", "particle", b"\x20\x01\x01\x01\0"),
    s("metadata", "no_entries", "metadata", b"\xff"),
    s("metadata", "byte_and_varint", "metadata", b"\0\0\x20\x01\x01\xac\x02\xff"),
    s("metadata", "villager", "metadata", b"\x11\x10\x02\x05\x01\xff"),
    s("metadata", "opt_varint_is_one_more", "metadata", b"\x08\x11\x80\x01\xff"),
    s(
        "metadata",
        "slot_pose_and_particle",
        "metadata",
        b"\x07\x06\x01\x01\x40\0\x06\x12\x05\x0a\x0f\x14\xff",
    ),
];

/// A row of the table of types.
///
/// ```
/// use gamewire::minecraft::TypeRow;
/// let long = TypeRow::ALL.iter().find(|row| row.name == "VarLong").unwrap();
/// assert_eq!((long.expression, long.size), ("varlong", "1..10"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct TypeRow {
    /// The name in the specification.
    pub name: &'static str,
    /// The type expression.
    pub expression: &'static str,
    /// The size in bytes.
    pub size: &'static str,
    /// The layout.
    pub layout: &'static str,
    /// The differences in other versions.
    pub versions: &'static str,
    /// The page and section of [`format`](super::format) that describe it: `numbers#varint`.
    pub page: &'static str,
}

impl TypeRow {
    /// Every type, in the order of the specification.
    pub const ALL: &'static [Self] = ROWS;
}

/// Hands every type to a macro: name, expressions, size, layout, versions, and where the pages of the format have it.
macro_rules! for_each_kind {
    ($callback:ident) => {
        $callback! {
            "Boolean"          "bool, boolean"        "1"       "00 false, 01 true"                                  "all"                                        "numbers#boolean";
            "Byte"             "i8, byte"             "1"       "two's complement"                                   "all"                                        "numbers#byte";
            "Unsigned Byte"    "u8, ubyte"            "1"       "unsigned"                                           "all"                                        "numbers#unsigned-byte";
            "Short"            "i16, short"           "2"       "big-endian"                                         "all"                                        "numbers#short";
            "Unsigned Short"   "u16, ushort"          "2"       "big-endian"                                         "all"                                        "numbers#unsigned-short";
            "Int"              "i32, int"             "4"       "big-endian"                                         "all"                                        "numbers#int";
            "Long"             "i64, long"            "8"       "big-endian"                                         "all"                                        "numbers#long";
            "Float"            "f32, float"           "4"       "IEEE 754, big-endian"                               "all"                                        "numbers#float";
            "Double"           "f64, double"          "8"       "IEEE 754, big-endian"                               "all"                                        "numbers#double";
            "String"           "string(n)"            "1..4n+3" "VarInt byte length, UTF-8 of at most n UTF-16 units" "all"                                        "text#string";
            "Chat"             "chat"                 "1.."     "String of JSON text"                                "n = 262144; 32767 to 1.12.2"                "text#chat";
            "Identifier"       "identifier"           "1.."     "String(32767), namespace:path"                      "checked from 1.13"                          "text#identifier";
            "VarInt"           "varint"               "1..5"    "7-bit groups of an Int, lowest first"               "all"                                        "numbers#varint";
            "VarLong"          "varlong"              "1..10"   "7-bit groups of a Long, lowest first"               "all"                                        "numbers#varlong";
            "Entity Metadata"  "metadata"             "1.."     "index, VarInt type, value; until index ff"          "types 0..18; 0..15 in 1.13"                 "metadata#entity-metadata";
            "Slot"             "slot"                 "1.."     "Boolean; VarInt item, Byte count, NBT"              "1.13.2 to 1.20.4"                           "items#slot";
            "NBT"              "nbt"                  "1.."     "named Compound, or 00"                              "root unnamed from 1.20.2"                   "nbt#nbt";
            "Modified UTF-8"   "mutf8"                "2.."     "Unsigned Short byte length, modified UTF-8"         "all"                                        "nbt#modified-utf-8";
            "Position"         "position"             "8"       "x 26 bits, z 26 bits, y 12 bits"                    "x, y, z to 1.13.2"                          "places#position";
            "Angle"            "angle"                "1"       "steps of 1/256 turn"                                "all"                                        "places#angle";
            "UUID"             "uuid"                 "16"      "high half, low half"                                "all"                                        "places#uuid";
            "Optional X"       "optional(T)"          "0 or X"  "nothing, or X; known from context"                  "all"                                        "combined#optional-x";
            "Option of X"      "option(T)"            "1.."     "Boolean; X if true"                                 "all"                                        "combined#option-of-x";
            "Array of X"       "array(k,T)"           "k × X"   "count known from context"                           "all"                                        "combined#array-of-x";
            "Array of X"       "array(varint,T)"      "1.."     "VarInt count, elements"                             "all"                                        "combined#array-of-x";
            "Array of X"       "array(I,T)"           "1.."     "count of integer type I, elements"                  "all"                                        "combined#array-of-x";
            "X Enum"           "enum(T;a|b|c=7)"      "as X"    "a number from a list"                               "all"                                        "combined#x-enum";
            "Byte Array"       "bytes(k)"             "k"       "length known from context"                          "all"                                        "combined#byte-array";
            "Byte Array"       "bytes(varint)"        "1.."     "VarInt length, bytes"                               "all"                                        "combined#byte-array";
            "Byte Array"       "bytes(I)"             "1.."     "length of integer type I, bytes"                    "all"                                        "combined#byte-array";
            "Structure"        "struct(name:T,..)"    "sum"     "the fields in order: a whole packet"                "all"                                        "combined#structure";
            "If"               "if(f&8,T)"            "0 or T"  "T if field f has a bit of 8; f: not 0; f=1: is 1"   "all"                                        "combined#if";
            "Switch"           "switch(f;0=T|*=U)"    "as T"    "T if field f is 0, else U"                          "all"                                        "combined#switch";
            "Fixed-point"      "fixed(T,f)"           "as T"    "integer = value × 2^f"                              "all"                                        "numbers#fixed-point";
            "Particle"         "particle"             "1.."     "VarInt id, data by id"                              "0..57; 0..49 in 1.13, 0..61 in 1.15"        "items#particle";
        }
    };
}
pub(crate) use for_each_kind;

macro_rules! kind_rows {
    ($($name:literal $expression:literal $size:literal $layout:literal $versions:literal $section:literal;)+) => {
        const ROWS: &[TypeRow] = &[$(
            TypeRow {
                name: $name,
                expression: $expression,
                size: $size,
                layout: $layout,
                versions: $versions,
                page: $section,
            },
        )+];
    };
}

for_each_kind!(kind_rows);
