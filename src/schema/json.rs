//! Writes schemas as a JSON document.

use super::{
    Condition, Field, FieldRef, RealWidth, Repeat, Schema, Size, Structure, Test, Type, VariantType,
};
use crate::json::write::string;

/// The version of the JSON document's form, which is the number under `"schema"`.
pub const VERSION: u32 = 1;

/// Returns a JSON document of several schemas, with a line for each field.
///
/// ```
/// use gamewire::godot::Dialect;
/// let document = gamewire::schema::to_json(&[Dialect::GODOT_4.schema()]);
/// let field = r#"{"name": "y", "offset": "R", "size": "R", "type": "R"}"#;
/// assert!(document.contains(field));
/// ```
#[must_use]
pub fn to_json(schemas: &[Schema]) -> String {
    let version = quoted(env!("CARGO_PKG_VERSION"));
    let formats = schemas.iter().map(format).collect::<Vec<_>>().join(",\n");
    format!("{{\"schema\": {VERSION}, \"gamewire\": {version}, \"formats\": [\n{formats}\n]}}\n")
}

fn format(schema: &Schema) -> String {
    let structures: Vec<String> =
        schema.structures.iter().map(|structure| of_structure(schema, structure)).collect();
    let tables = schema.tables.iter().map(|table| {
        let ids = table.ids.iter().map(|id| format!("{}: {}", quoted(&id.id.to_string()), quoted(id.name)));
        format!("{}: {{{}}}", quoted(table.name), ids.collect::<Vec<_>>().join(", "))
    });
    let tables: Vec<String> = tables.collect();
    let ids = if tables.is_empty() {
        String::new()
    } else {
        format!("  \"ids\": {{\n    {}\n  }},\n", tables.join(",\n    "))
    };
    let rules: Vec<String> = schema.rules.iter().map(|rule| quoted(rule)).collect();
    let endianness = if schema.big_endian { "big" } else { "little" };
    format!(
        "{{\"name\": {}, \"endianness\": {}, \"root\": {},\n  \"structures\": [\n{}\n  ],\n{ids}  \"rules\": [\n    {}\n  ]}}",
        quoted(&schema.name),
        quoted(endianness),
        quoted(schema.root),
        structures.join(",\n"),
        rules.join(",\n    "),
    )
}

fn of_structure(schema: &Schema, structure: &Structure) -> String {
    let mut members = vec![format!("\"name\": {}", quoted(structure.name))];
    if let Some(VariantType { id, godot4 }) = structure.variant_type {
        members.push(format!("\"id\": {id}"));
        members.push(format!("\"godot4\": {}", quoted(godot4)));
    }
    members.push(format!("\"about\": {}", quoted(structure.about)));
    match structure.real {
        None => {}
        Some(RealWidth::F32) => members.push("\"R\": \"f32\"".into()),
        Some(RealWidth::F64) => members.push("\"R\": \"f64\"".into()),
        Some(RealWidth::ByHeader) => members.push(
            "\"R\": {\"switch\": {\"field\": \"header\", \"mask\": 65536}, \"cases\": {\"0\": \"f32\", \"65536\": \"f64\"}}"
                .into(),
        ),
    }
    let fields = structure.fields.iter().enumerate().map(|(at, field)| {
        let offset = schema.offset(structure, at).map_or_else(|| "null".into(), size);
        format!("      {}", of_field(schema, field, &offset))
    });
    let fields: Vec<String> = fields.collect();
    let fields = if fields.is_empty() { "[]".into() } else { format!("[\n{}]", fields.join(",\n")) };
    members.push(format!("\"fields\": {fields}"));
    format!("    {{{}}}", members.join(", "))
}

fn of_field(schema: &Schema, field: &Field, offset: &str) -> String {
    let mut members = vec![
        format!("\"name\": {}", quoted(field.name)),
        format!("\"offset\": {offset}"),
        format!("\"size\": {}", size(schema.size(field))),
        format!("\"type\": {}", of_type(&field.of)),
    ];
    match &field.repeat {
        Repeat::Once => {}
        Repeat::Times(times) => members.push(format!("\"times\": {}", number(*times))),
        Repeat::Until(until) => members.push(format!("\"until\": {}", condition(until))),
    }
    if !field.conditions.is_empty() {
        let conditions: Vec<String> = field.conditions.iter().map(condition).collect();
        members.push(format!("\"if\": [{}]", conditions.join(", ")));
    }
    if let Some(valid) = &field.valid {
        members.push(format!("\"valid\": {}", condition(valid)));
    }
    format!("{{{}}}", members.join(", "))
}

fn of_type(of: &Type) -> String {
    match of {
        Type::Scalar(scalar) => quoted(scalar.name()),
        Type::Real => quoted("R"),
        Type::Structure(name) => quoted(name),
        Type::Bytes(length) => format!("{{\"bytes\": {}}}", number(*length)),
        Type::Padding(length) => format!("{{\"padding\": {}}}", number(*length)),
        Type::Switch { on, cases } => {
            let cases = cases.iter().map(|case| format!("\"{}\": {}", case.number, of_type(&case.of)));
            let cases = cases.collect::<Vec<_>>().join(", ");
            format!("{{\"switch\": {}, \"cases\": {{{cases}}}}}", number(*on))
        }
    }
}

fn number(number: FieldRef) -> String {
    format!("{{{}}}", members_of_number(number))
}

fn members_of_number(FieldRef { field, mask }: FieldRef) -> String {
    let mask = mask.map(|mask| format!(", \"mask\": {mask}")).unwrap_or_default();
    format!("\"field\": {}{mask}", quoted(field))
}

fn condition(Condition { number, test }: &Condition) -> String {
    let list = |values: &[u32]| values.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
    let test = match test {
        Test::In(values) => format!("\"in\": [{}]", list(values)),
        Test::NotIn(values) => format!("\"not_in\": [{}]", list(values)),
        Test::AtLeast(least) => format!("\"at_least\": {least}"),
        Test::AtMost(most) => format!("\"at_most\": {most}"),
    };
    format!("{{{}, {test}}}", members_of_number(*number))
}

fn size(size: Size) -> String {
    match size {
        Size::Fixed { bytes, reals: 0 } => bytes.to_string(),
        Size::Fixed { bytes: 0, reals: 1 } => quoted("R"),
        Size::Fixed { bytes: 0, reals } => format!("\"{reals}R\""),
        Size::Fixed { bytes, reals } => format!("\"{bytes}+{reals}R\""),
        Size::Range { least, most } => {
            let most = most.map_or_else(|| "null".into(), |most| most.to_string());
            format!("[{least}, {most}]")
        }
    }
}

/// Returns a JSON string in quotes.
pub(crate) fn quoted(text: &str) -> String {
    let mut quoted = String::new();
    string(&mut quoted, text);
    quoted
}
