//! Compares the sizes and layouts of Godot's table of types with the rows of explanations.

use std::collections::BTreeSet;

use gamewire::explain::Row;
use gamewire::godot::{Decoder, Dialect, TypeRow};
use gamewire_fixtures::{GODOT, godot_samples};

/// The name of a field as it stands in a layout: `element count` of `element count = 2`, `name` of `name 1: byte length = 4`.
fn name(row: &Row) -> Option<&str> {
    let field =
        row.meaning.split([':', '=']).next()?.trim().trim_end_matches(|c: char| c.is_ascii_digit()).trim();
    match field {
        "padding to a multiple of" => Some("padding"),
        "terminating NUL" | "" => None,
        element if element.starts_with('[') => Some("elements"),
        // The value of a property has the name of that property.
        property if property.starts_with('"') => Some("value"),
        field => Some(field),
    }
}

/// The fields of a layout without their types, and those of structures in it as `position.x`.
fn fields(rows: &[TypeRow], dialect: Dialect, layout: &str) -> Vec<String> {
    let mut found = Vec::new();
    for part in layout.split([',', ';']) {
        let part = part.trim().trim_end_matches("..");
        let part = part.split_once(": ").map_or(part, |(_, field)| field);
        let part = part.strip_prefix("else ").unwrap_or(part);
        let part = part.strip_prefix("and ").unwrap_or(part);
        let part = part.split(" with ").next().unwrap().split(" if ").next().unwrap();
        let (of, name) = part.split_once(' ').unwrap_or(("", part));
        let structure = rows.iter().find(|row| dialect.table().name(row.kind) == of);
        match structure {
            Some(row) if name != "elements" && !row.size.contains("..") => {
                let prefix = if name == "basis" { String::new() } else { format!("{name}.") };
                let inside = fields(rows, dialect, &row.layout).into_iter();
                found.extend(inside.map(|field| format!("{prefix}{field}")));
            }
            _ if of.starts_with(|c: char| c.is_ascii_uppercase()) || is_number(of) => found.push(name.into()),
            _ => found.extend(part.split(" and ").map(String::from)),
        }
    }
    found
}

fn is_number(name: &str) -> bool {
    ["u8", "i32", "u32", "i64", "u64", "f32", "f64", "i32/i64", "f32/f64"].contains(&name)
}

/// Whether a value of this many bytes after its header has the size of a row.
fn is_size(size: &str, len: usize, is_wide: bool) -> bool {
    match (size.strip_suffix(".."), size.split_once('/')) {
        (Some(least), _) => len >= least.parse().unwrap(),
        (None, Some((narrow, wide))) => len == if is_wide { wide } else { narrow }.parse::<usize>().unwrap(),
        (None, None) => len == size.parse::<usize>().unwrap(),
    }
}

#[test]
fn layouts_have_the_fields_that_explanations_have() {
    for &dialect in GODOT {
        let rows = dialect.type_rows();
        let mut seen = vec![BTreeSet::new(); rows.len()];
        for sample in godot_samples(dialect) {
            let place = rows.iter().position(|row| row.id == sample.bytes[0]).unwrap();
            let (row, is_wide) = (&rows[place], sample.bytes[2] & 1 != 0);
            let context = format!("{dialect}/{}: {row:?}", sample.name);
            assert!(is_size(&row.size, sample.bytes.len() - 4, is_wide), "{context}");
            let dump = Decoder::new(dialect).allow_objects(true).explain(&sample.bytes);
            let parts = dump.rows().iter().filter(|part| part.depth == 1);
            let names: Vec<String> = parts.filter_map(name).map(String::from).collect();
            let fields = fields(&rows, dialect, &row.layout);
            if !row.size.contains("..") && row.size != "0" {
                assert_eq!(names, fields, "{context}");
            }
            for name in names {
                assert!(fields.contains(&name), "{context}: {name}");
                seen[place].insert(name);
            }
        }
        for (row, seen) in rows.iter().zip(seen).filter(|(row, _)| row.size != "0") {
            let fields = BTreeSet::from_iter(fields(&rows, dialect, &row.layout));
            assert_eq!(seen, fields, "{dialect}: {row:?}");
        }
    }
}
