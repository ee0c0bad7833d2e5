//! The table of types, for documentation and help.

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
    /// The page and section of [`format`](super::format) that describe the type, such as `numbers#varint`.
    pub page: &'static str,
}

impl TypeRow {
    /// Every type, in the order of the specification.
    pub const ALL: &'static [Self] = ROWS;
}

const fn row([name, expression, size, layout, versions, page]: [&'static str; 6]) -> TypeRow {
    TypeRow { name, expression, size, layout, versions, page }
}

#[rustfmt::skip] // A table.
const ROWS: &[TypeRow] = &[
    row(["Boolean",         "bool, boolean",     "1",         "00 false, 01 true",                                             "all",                                 "numbers#boolean"]),
    row(["Byte",            "i8, byte",          "1",         "two's complement",                                              "all",                                 "numbers#byte"]),
    row(["Unsigned Byte",   "u8, ubyte",         "1",         "unsigned",                                                      "all",                                 "numbers#unsigned-byte"]),
    row(["Short",           "i16, short",        "2",         "big-endian",                                                    "all",                                 "numbers#short"]),
    row(["Unsigned Short",  "u16, ushort",       "2",         "big-endian",                                                    "all",                                 "numbers#unsigned-short"]),
    row(["Int",             "i32, int",          "4",         "big-endian",                                                    "all",                                 "numbers#int"]),
    row(["Long",            "i64, long",         "8",         "big-endian",                                                    "all",                                 "numbers#long"]),
    row(["Float",           "f32, float",        "4",         "IEEE 754, big-endian",                                          "all",                                 "numbers#float"]),
    row(["Double",          "f64, double",       "8",         "IEEE 754, big-endian",                                          "all",                                 "numbers#double"]),
    row(["String",          "string(n)",         "1..4n+3",   "VarInt byte length, UTF-8 of at most n UTF-16 units",           "all",                                 "text#string"]),
    row(["Chat",            "chat",              "1..4n+3",   "String of JSON text",                                           "n = 262144; 32767 to 1.12.2",         "text#chat"]),
    row(["Identifier",      "identifier",        "1..131071", "String(32767), namespace:path",                                 "checked from 1.13",                   "text#identifier"]),
    row(["VarInt",          "varint",            "1..5",      "7-bit groups of an Int, lowest first",                          "all",                                 "numbers#varint"]),
    row(["VarLong",         "varlong",           "1..10",     "7-bit groups of a Long, lowest first",                          "all",                                 "numbers#varlong"]),
    row(["Entity Metadata", "metadata",          "1..",       "index, VarInt type, value; until index ff",                     "types 0..18; 0..15 in 1.13",          "metadata#entity-metadata"]),
    row(["Slot",            "slot",              "1..",       "Boolean; VarInt item, Byte count, NBT",                         "1.13.2 to 1.20.4",                    "items#slot"]),
    row(["NBT",             "nbt",               "1..",       "named Compound, or 00",                                         "root unnamed from 1.20.2",            "nbt#nbt"]),
    row(["Modified UTF-8",  "mutf8",             "2..",       "Unsigned Short byte length, modified UTF-8",                    "all",                                 "nbt#modified-utf-8"]),
    row(["Position",        "position",          "8",         "x 26 bits, z 26 bits, y 12 bits",                               "x, y, z in 1.8 to 1.13.2",            "places#position"]),
    row(["Angle",           "angle",             "1",         "steps of 1/256 turn",                                           "all",                                 "places#angle"]),
    row(["UUID",            "uuid",              "16",        "high half, low half",                                           "all",                                 "places#uuid"]),
    row(["Optional X",      "optional(T)",       "0 or X",    "nothing, or X; known from context",                             "all",                                 "combined#optional-x"]),
    row(["Option of X",     "option(T)",         "1..",       "Boolean; X if true",                                            "all",                                 "combined#option-of-x"]),
    row(["Array of X",      "array(k,T)",        "k × X",     "count known from context",                                      "all",                                 "combined#array-of-x"]),
    row(["Array of X",      "array(varint,T)",   "1..",       "VarInt count, elements",                                        "all",                                 "combined#array-of-x"]),
    row(["Array of X",      "array(I,T)",        "1..",       "count of integer type I, elements",                             "all",                                 "combined#array-of-x"]),
    row(["X Enum",          "enum(T;a|b|c=7)",   "as X",      "a number from a list",                                          "all",                                 "combined#x-enum"]),
    row(["Byte Array",      "bytes(k)",          "k",         "length known from context",                                     "all",                                 "combined#byte-array"]),
    row(["Byte Array",      "bytes(varint)",     "1..",       "VarInt length, bytes",                                          "all",                                 "combined#byte-array"]),
    row(["Byte Array",      "bytes(I)",          "1..",       "length of integer type I, bytes",                               "all",                                 "combined#byte-array"]),
    row(["Structure",       "struct(name:T,..)", "sum",       "the fields in order: a whole packet",                           "all",                                 "combined#structure"]),
    row(["Fixed-point",     "fixed(T,f)",        "as T",      "integer = value × 2^f",                                         "all",                                 "numbers#fixed-point"]),
    row(["Particle",        "particle",          "1..",       "VarInt id, data by id",                                         "0..57; 0..49 in 1.13, 0..61 in 1.15", "items#particle"]),
];
