//! JSON over several lines, for people.

/// What fits in so many characters stays on its line.
const LINE: usize = 76;

/// Puts line ends into JSON of one line, as deeply as it may nest.
pub fn pretty(json: &str) -> String {
    let ends = ends(json);
    let mut text = String::with_capacity(json.len() * 2);
    let mut depth = 0;
    let mut skip_until = 0;
    let mut in_text = false;
    let mut escaped = false;
    let line = |text: &mut String, depth: usize| {
        text.push('\n');
        text.extend(std::iter::repeat_n("  ", depth));
    };
    for (at, character) in json.char_indices() {
        if in_text || at < skip_until {
            text.push(character);
            if in_text && character == '"' && !escaped {
                in_text = false;
            } else if !in_text && character == '"' {
                in_text = true;
            }
            escaped = in_text && character == '\\' && !escaped;
            if !in_text && character == ',' {
                text.push(' ');
            }
            continue;
        }
        match character {
            '"' => {
                in_text = true;
                text.push(character);
            }
            '[' | '{' => {
                text.push(character);
                let end = ends.get(&at).copied().unwrap_or(json.len());
                if end - at < LINE {
                    skip_until = end + 1;
                } else {
                    depth += 1;
                    line(&mut text, depth);
                }
            }
            ']' | '}' => {
                depth = depth.saturating_sub(1);
                line(&mut text, depth);
                text.push(character);
            }
            ',' => {
                text.push(character);
                line(&mut text, depth);
            }
            ':' => text.push_str(": "),
            other => text.push(other),
        }
    }
    text
}

/// Where each bracket is closed.
fn ends(json: &str) -> std::collections::HashMap<usize, usize> {
    let mut ends = std::collections::HashMap::new();
    let mut open = Vec::new();
    let (mut in_text, mut escaped) = (false, false);
    for (at, byte) in json.bytes().enumerate() {
        match byte {
            b'"' if !escaped => in_text = !in_text,
            b'[' | b'{' if !in_text => open.push(at),
            b']' | b'}' if !in_text => {
                if let Some(start) = open.pop() {
                    ends.insert(start, at);
                }
            }
            _ => {}
        }
        escaped = byte == b'\\' && !escaped;
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_things_stay_on_their_line_and_nothing_but_space_is_added() {
        let long = "x".repeat(80);
        let json = format!(r#"{{"a":[1,2,"\"],["],"b":{{"c":"{long}","d":[]}},"e":"i:1"}}"#);
        let text = pretty(&json);
        assert_eq!(
            text,
            format!(
                "{{\n  \"a\": [1, 2, \"\\\"],[\"],\n  \"b\": {{\n    \"c\": \"{long}\",\n    \"d\": []\n  }},\n  \"e\": \"i:1\"\n}}"
            )
        );
        let read = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        assert_eq!(read(&text), read(&json));
        assert_eq!(pretty("\"s:a, b\""), "\"s:a, b\"");
    }
}
