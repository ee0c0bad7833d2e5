//! How type expressions are written.

use std::collections::HashSet;

use thiserror::Error;

use super::{EnumNames, IntType, Length, TypeExpr};
use crate::minecraft::wire::STRING_MAX;

/// Types may be inside each other so deep.
const MAX_DEPTH: usize = 32;

/// The most memory that an element of an array may take for each byte of the input: see the limits of the crate.
const MAX_MEMORY: usize = 96;

/// A type expression that cannot be understood.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("at column {column} of the type: {reason}")]
pub struct TypeExprError {
    column: usize,
    reason: String,
}

impl TypeExprError {
    /// Which character, counted from 1, is wrong.
    pub fn column(&self) -> usize {
        self.column
    }
}

/// Reads an expression; spaces between its parts do not matter.
pub(super) fn parse(text: &str) -> Result<TypeExpr, TypeExprError> {
    let mut reader = Reader { text, at: 0, depth: 0 };
    let expr = reader.expr()?;
    reader.space();
    match reader.rest().chars().next() {
        None => Ok(expr),
        Some(next) => reader.fail(format!("{next:?} follows a complete type")),
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
}

type Read<T> = Result<T, TypeExprError>;

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn fail_at<T>(&self, at: usize, reason: impl Into<String>) -> Read<T> {
        let column = self.text.get(..at).unwrap_or_default().chars().count() + 1;
        Err(TypeExprError { column, reason: reason.into() })
    }

    fn fail<T>(&self, reason: impl Into<String>) -> Read<T> {
        self.fail_at(self.at, reason)
    }

    fn space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// Everything up to a character that has a meaning here.
    fn word(&mut self) -> &'t str {
        self.space();
        let rest = self.rest();
        let end = rest.find(|c: char| "(),;|=:".contains(c)).unwrap_or(rest.len());
        let (word, _) = rest.split_at(end);
        self.at += end;
        word.trim_end()
    }

    fn takes(&mut self, mark: char) -> bool {
        self.space();
        let found = self.rest().starts_with(mark);
        self.at += if found { mark.len_utf8() } else { 0 };
        found
    }

    fn expect(&mut self, mark: char, of: &str) -> Read<()> {
        if self.takes(mark) {
            return Ok(());
        }
        match self.rest().chars().next() {
            None => self.fail(format!("{of} needs a {mark:?} here, the text ends")),
            Some(next) => self.fail(format!("{of} needs a {mark:?} here, not {next:?}")),
        }
    }

    fn expr(&mut self) -> Read<TypeExpr> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return self.fail(format!("types are nested deeper than {MAX_DEPTH}"));
        }
        self.space();
        let start = self.at;
        let name = self.word();
        let expr = match name {
            "bool" | "boolean" => TypeExpr::Bool,
            "f32" | "float" => TypeExpr::F32,
            "f64" | "double" => TypeExpr::F64,
            "chat" => TypeExpr::Chat,
            "identifier" => TypeExpr::Identifier,
            "position" => TypeExpr::Position,
            "angle" => TypeExpr::Angle,
            "uuid" => TypeExpr::Uuid,
            "nbt" => TypeExpr::Nbt,
            "mutf8" => TypeExpr::Mutf8,
            "slot" => TypeExpr::Slot,
            "particle" => TypeExpr::Particle,
            "metadata" => TypeExpr::Metadata,
            "string" => self.string()?,
            "optional" => TypeExpr::Optional(Box::new(self.inner("optional")?)),
            "option" => TypeExpr::Option(Box::new(self.inner("option")?)),
            "array" => self.array()?,
            "bytes" => {
                self.expect('(', "bytes")?;
                let length = self.length("bytes")?;
                self.expect(')', "bytes")?;
                TypeExpr::Bytes(length)
            }
            "enum" => self.names()?,
            "fixed" => self.fixed()?,
            "struct" => self.structure()?,
            "" => return self.fail("a type is missing"),
            name => match int_type(name) {
                Some(int) => TypeExpr::Int(int),
                None => return self.fail_at(start, format!("there is no type {name:?}")),
            },
        };
        self.depth -= 1;
        Ok(expr)
    }

    fn inner(&mut self, of: &str) -> Read<TypeExpr> {
        self.expect('(', of)?;
        let inner = self.expr()?;
        self.expect(')', of)?;
        Ok(inner)
    }

    fn string(&mut self) -> Read<TypeExpr> {
        if !self.takes('(') {
            return Ok(TypeExpr::String(STRING_MAX));
        }
        let n = self.number("string")?;
        self.expect(')', "string")?;
        Ok(TypeExpr::String(n))
    }

    fn array(&mut self) -> Read<TypeExpr> {
        self.expect('(', "array")?;
        let length = self.length("array")?;
        self.expect(',', "array")?;
        self.space();
        let start = self.at;
        let element = self.expr()?;
        if element.min_len() == 0 {
            return self
                .fail_at(start, format!("an array element takes a byte at least, {element} may take none"));
        }
        if element.memory_per_byte() > MAX_MEMORY {
            let reason = format!(
                "an element of this array may take {} bytes of memory for one of the input, {MAX_MEMORY} are the limit",
                element.memory_per_byte()
            );
            return self.fail_at(start, reason);
        }
        self.expect(')', "array")?;
        Ok(TypeExpr::Array(length, Box::new(element)))
    }

    fn int(&mut self, of: &str) -> Read<IntType> {
        self.space();
        let start = self.at;
        let name = self.word();
        match int_type(name) {
            Some(int) => Ok(int),
            None => self.fail_at(start, format!("{of} needs an integer type, {name:?} is none")),
        }
    }

    fn fixed(&mut self) -> Read<TypeExpr> {
        self.expect('(', "fixed")?;
        self.space();
        let start = self.at;
        let int = self.int("fixed")?;
        let Some(width) = int.bits() else {
            return self.fail_at(start, format!("fixed needs an integer of fixed size, not {}", int.name()));
        };
        self.expect(',', "fixed")?;
        self.space();
        let start = self.at;
        let bits: u32 = self.number("fixed")?;
        if bits >= width {
            return self
                .fail_at(start, format!("{} has fewer than {} bits", int.name(), bits.saturating_add(1)));
        }
        self.expect(')', "fixed")?;
        Ok(TypeExpr::Fixed(int, bits))
    }

    fn names(&mut self) -> Read<TypeExpr> {
        self.expect('(', "enum")?;
        let int = self.int("enum")?;
        self.expect(';', "enum")?;
        let (min, max) = int.range();
        let mut entries: Vec<(String, i64)> = Vec::new();
        let mut known = HashSet::new();
        let mut next = Some(0);
        loop {
            self.space();
            let start = self.at;
            let name = self.word();
            if name.is_empty() {
                return self.fail_at(start, "a name is missing");
            }
            if !known.insert(name) {
                return self.fail_at(start, format!("the name {name:?} is here twice"));
            }
            let number = if self.takes('=') { Some(self.number("enum")?) } else { next };
            let Some(number) = number.filter(|number| (min..=max).contains(number)) else {
                return self.fail_at(start, format!("the number of {name:?} is no {}", int.name()));
            };
            entries.push((name.to_string(), number));
            next = number.checked_add(1);
            if !self.takes('|') {
                break;
            }
        }
        self.expect(')', "enum")?;
        Ok(TypeExpr::Enum(int, EnumNames(entries)))
    }

    /// Fields: a name, a colon and a type each.
    fn structure(&mut self) -> Read<TypeExpr> {
        self.expect('(', "struct")?;
        let (mut fields, mut known) = (Vec::new(), HashSet::new());
        loop {
            self.space();
            let start = self.at;
            let name = self.word();
            if name.is_empty() {
                return self.fail_at(start, "the name of a field is missing");
            }
            if !known.insert(name) {
                return self.fail_at(start, format!("the name {name:?} is here twice"));
            }
            self.expect(':', "a field")?;
            fields.push((name.to_string(), self.expr()?));
            if !self.takes(',') {
                break;
            }
        }
        self.expect(')', "struct")?;
        Ok(TypeExpr::Struct(fields))
    }

    fn length(&mut self, of: &str) -> Read<Length> {
        self.space();
        let start = self.at;
        let word = self.word();
        match (word.parse(), int_type(word)) {
            (Ok(number), _) => Ok(Length::Known(number)),
            (_, Some(int)) => Ok(Length::Prefixed(int)),
            _ => self.fail_at(start, format!("{of} needs a number or an integer type here, not {word:?}")),
        }
    }

    fn number<N: std::str::FromStr>(&mut self, of: &str) -> Read<N> {
        self.space();
        let start = self.at;
        let word = self.word();
        match word.parse() {
            Ok(number) => Ok(number),
            Err(_) => self.fail_at(start, format!("{of} needs a number in range here, not {word:?}")),
        }
    }
}

fn int_type(name: &str) -> Option<IntType> {
    Some(match name {
        "i8" | "byte" => IntType::I8,
        "u8" | "ubyte" => IntType::U8,
        "i16" | "short" => IntType::I16,
        "u16" | "ushort" => IntType::U16,
        "i32" | "int" => IntType::I32,
        "i64" | "long" => IntType::I64,
        "varint" => IntType::VarInt,
        "varlong" => IntType::VarLong,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn what_is_printed_reads_back() {
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
    fn errors_say_where() {
        let reason = |text| parse(text).unwrap_err().to_string();
        assert_eq!(reason("array(varint,slott)"), "at column 14 of the type: there is no type \"slott\"");
        assert_eq!(reason("option(bool"), "at column 12 of the type: option needs a ')' here, the text ends");
        assert_eq!(reason("bool)"), "at column 5 of the type: ')' follows a complete type");
        assert_eq!(reason("fixed(i8,8)"), "at column 10 of the type: i8 has fewer than 9 bits");
        assert_eq!(reason("enum(u8;a=-1)"), "at column 9 of the type: the number of \"a\" is no u8");
        assert_eq!(reason(""), "at column 1 of the type: a type is missing");
        assert!(reason("array(varint,bytes(0))").contains("a byte at least"));
        assert_eq!(
            reason("struct(id:varint,id:i16)"),
            "at column 18 of the type: the name \"id\" is here twice"
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
}
