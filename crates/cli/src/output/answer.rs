//! Writes the answers of `verify`, one per line, in words or as JSON.

use std::io::{self, Write};
use std::path::Path;

use gamewire::shared::escape::visible;
use serde_json::{Map, Value};

use crate::output::say::shown;

/// Writes an answer about a file, or about standard input.
pub fn write(out: &mut dyn Write, json: bool, file: Option<&Path>, answer: Value) -> io::Result<()> {
    let Value::Object(answer) = answer else { return Ok(()) };
    if !json {
        return writeln!(out, "{}", in_words(file, &answer));
    }
    let mut line = Map::new();
    if let Some(file) = file {
        line.insert("file".into(), file.display().to_string().into());
        if file.to_str().is_none() {
            let bytes = file.as_os_str().as_encoded_bytes().iter().map(|byte| format!("{byte:02x}"));
            line.insert("file_bytes".into(), bytes.collect::<String>().into());
        }
    }
    line.extend(answer);
    writeln!(out, "{}", Value::Object(line))
}

/// Returns an answer in words: `save.dat: differs at byte 0x0012: padding is not zero`.
fn in_words(file: Option<&Path>, answer: &Map<String, Value>) -> String {
    let text = |name: &str| answer.get(name).and_then(Value::as_str);
    let number = |name: &str| answer.get(name).and_then(Value::as_u64);
    let counted = |name: &str, one: &str| {
        number(name).map(|count| format!("{count} {one}{}", if count == 1 { "" } else { "s" }))
    };
    let at = number("offset").map_or(String::new(), |offset| format!(" at byte {offset:#06x}"));
    let why = text("why").or(text("message")).map_or(String::new(), |why| format!(": {why}"));
    // The messages of most errors begin with the place.
    let at = if why.starts_with(": at byte ") { String::new() } else { at };
    let many =
        counted("chunks", "chunk").or(counted("values", "value").filter(|_| number("values") > Some(1)));
    let many = many.map_or(String::new(), |many| format!(", {many}"));
    let said = match text("status").unwrap_or_default() {
        "identical" => format!("canonical{many}: gamewire writes the same bytes"),
        "differs" => format!("differs{at}{why}"),
        "padding" => {
            let bytes = counted("bytes", "byte").unwrap_or_default();
            format!("differs only in {bytes} that readers ignore, the first{at}{why}")
        }
        "rejected" => match (counted("wrong", "problem"), counted("free_sectors", "free sector")) {
            (Some(wrong), Some(free)) => format!("{wrong}{many}, {free}"),
            _ => format!("cannot be read{at}{why}"),
        },
        "foreign" => format!("not checked{why}"),
        "saved" => {
            let lost = match answer.get("lost") {
                Some(Value::Array(lost)) if lost.is_empty() => "nothing".into(),
                Some(Value::Array(lost)) => {
                    let chunks: Vec<&str> = lost.iter().filter_map(Value::as_str).collect();
                    format!("chunk {}", chunks.join(" and "))
                }
                lost => lost.and_then(Value::as_str).unwrap_or("nothing").to_owned(),
            };
            format!("saved{many}; lost: {lost}")
        }
        "lost" => "nothing could be saved".into(),
        status => format!("{status}{at}{why}"),
    };
    let key = text("key").map(|key| format!("{key}: ")).unwrap_or_default();
    let file = file.map(|file| format!("{}: ", shown(file))).unwrap_or_default();
    format!("{file}{}", visible(&format!("{key}{said}")))
}
