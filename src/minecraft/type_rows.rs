//! The table of types, for documentation and help.

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
    /// The page and section of [`format`](super::format) that describe the type, such as `numbers#varint`.
    pub page: &'static str,
}

impl TypeRow {
    /// Every type, in the order of the specification.
    pub const ALL: &'static [Self] = ROWS;
}

/// Calls a macro with every type: name, expressions, size, layout, versions, and the page of the format that describes
/// it.
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
            "Chat"             "chat"                 "1..4n+3" "String of JSON text"                                "n = 262144; 32767 to 1.12.2"                "text#chat";
            "Identifier"       "identifier"           "1..131071""String(32767), namespace:path"                      "checked from 1.13"                          "text#identifier";
            "VarInt"           "varint"               "1..5"    "7-bit groups of an Int, lowest first"               "all"                                        "numbers#varint";
            "VarLong"          "varlong"              "1..10"   "7-bit groups of a Long, lowest first"               "all"                                        "numbers#varlong";
            "Entity Metadata"  "metadata"             "1.."     "index, VarInt type, value; until index ff"          "types 0..18; 0..15 in 1.13"                 "metadata#entity-metadata";
            "Slot"             "slot"                 "1.."     "Boolean; VarInt item, Byte count, NBT"              "1.13.2 to 1.20.4"                           "items#slot";
            "NBT"              "nbt"                  "1.."     "named Compound, or 00"                              "root unnamed from 1.20.2"                   "nbt#nbt";
            "Modified UTF-8"   "mutf8"                "2.."     "Unsigned Short byte length, modified UTF-8"         "all"                                        "nbt#modified-utf-8";
            "Position"         "position"             "8"       "x 26 bits, z 26 bits, y 12 bits"                    "x, y, z in 1.8 to 1.13.2"                   "places#position";
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
            "If"               "if(f&8,T)"            "0 or T"  "T if f & 8 is not 0; (f,T): if f is not 0; (f=1,T): if f is 1" "all"                                        "combined#if";
            "Switch"           "switch(f;0=T|*=U)"    "as T"    "T if field f is 0, else U"                          "all"                                        "combined#switch";
            "Fixed-point"      "fixed(T,f)"           "as T"    "integer = value × 2^f"                              "all"                                        "numbers#fixed-point";
            "Particle"         "particle"             "1.."     "VarInt id, data by id"                              "0..57; 0..49 in 1.13, 0..61 in 1.15"        "items#particle";
        }
    };
}

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
