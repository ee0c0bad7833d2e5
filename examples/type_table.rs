//! Walks through the layouts of a dialect, as a program does that generates a decoder in another language. Prints a C
//! struct for every type whose size is fixed, and a comment for every other type.
//!
//! `cargo run --example type_table [DIALECT]`

#![allow(clippy::print_stdout)] // An example shows something.

use std::error::Error;
use std::fmt::Write as _;

use gamewire::godot::Dialect;
use gamewire::schema::{RealWidth, Repeat, Scalar, Schema, Size, Structure, Type, VariantType};

fn main() -> Result<(), Box<dyn Error>> {
    let dialect: Dialect = std::env::args().nth(1).as_deref().unwrap_or("godot4").parse()?;
    print!("{}", c_structs(&dialect.schema())?);
    Ok(())
}

pub(crate) fn c_structs(schema: &Schema) -> Result<String, std::fmt::Error> {
    let mut out = format!(
        "/* {}, {} */\n",
        schema.name,
        if schema.big_endian { "big-endian" } else { "little-endian" }
    );
    for structure in &schema.structures {
        match fields(schema, structure) {
            Some(fields) => writeln!(out, "struct {} {{{fields} }};", c_name(structure.name))?,
            None => writeln!(out, "/* {}: {} */", structure.name, structure.about)?,
        }
        if let Some(VariantType { id, .. }) = structure.variant_type {
            writeln!(out, "enum {{ TYPE_{} = {id} }};", c_name(structure.name).to_uppercase())?;
        }
    }
    Ok(out)
}

/// Returns the fields as C, if each of them occurs exactly once and has a fixed size.
fn fields(schema: &Schema, structure: &Structure) -> Option<String> {
    let mut text = String::new();
    for (index, field) in structure.fields.iter().enumerate() {
        if field.repeat != Repeat::Once || !field.conditions.is_empty() {
            return None;
        }
        let Size::Fixed { bytes, reals } = schema.offset(structure, index)? else { return None };
        let offset = match structure.real {
            Some(RealWidth::F64) => (bytes + 8 * reals).to_string(),
            Some(RealWidth::ByHeader) => format!("{bytes} + {reals} reals"),
            _ => (bytes + 4 * reals).to_string(),
        };
        let of = match (&field.of, structure.real) {
            (Type::Scalar(scalar), _) => c_scalar(*scalar)?.to_owned(),
            (Type::Real, Some(RealWidth::F32)) => "float".to_owned(),
            (Type::Real, Some(RealWidth::F64)) => "double".to_owned(),
            // Godot 4 reads both widths, so the generated program defines this width as a macro.
            (Type::Real, Some(RealWidth::ByHeader)) => "real".to_owned(),
            (Type::Structure(name), _) => {
                fields(schema, schema.structure(name)?)?;
                format!("struct {}", c_name(name))
            }
            _ => return None,
        };
        write!(text, " {of} {}; /* at {offset} */", c_name(field.name)).ok()?;
    }
    Some(text)
}

fn c_scalar(scalar: Scalar) -> Option<&'static str> {
    Some(match scalar {
        Scalar::U8 => "uint8_t",
        Scalar::I8 => "int8_t",
        Scalar::U16 => "uint16_t",
        Scalar::I16 => "int16_t",
        Scalar::U32 => "uint32_t",
        Scalar::I32 => "int32_t",
        Scalar::U64 => "uint64_t",
        Scalar::I64 => "int64_t",
        Scalar::F32 => "float",
        Scalar::F64 => "double",
        // VarInts have no fixed size.
        _ => return None,
    })
}

fn c_name(name: &str) -> String {
    name.chars().map(|character| if character.is_ascii_alphanumeric() { character } else { '_' }).collect()
}
