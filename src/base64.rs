//! Base64 with both alphabets, with or without padding. It occurs in Godot's text form and in text that
//! people paste.

/// Decodes Base64. Whitespace is ignored. The error is the offset of the first invalid character.
pub fn bytes(text: &str) -> Result<Vec<u8>, usize> {
    let (mut bytes, mut bits, mut held) = (Vec::new(), 0_u32, 0);
    for (at, one) in without_padding(text).char_indices().filter(|(_, one)| !one.is_whitespace()) {
        bits = bits << 6 | digit(one).ok_or(at)?;
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push(u8::try_from(bits >> held & 0xff).unwrap_or_default());
        }
    }
    Ok(bytes)
}

/// Returns the text up to its padding.
pub fn without_padding(text: &str) -> &str {
    text.trim_end_matches('=')
}

/// Returns the six bits of a digit.
pub fn digit(one: char) -> Option<u32> {
    Some(match one {
        'A'..='Z' => u32::from(one) - u32::from('A'),
        'a'..='z' => u32::from(one) - u32::from('a') + 26,
        '0'..='9' => u32::from(one) - u32::from('0') + 52,
        '+' | '-' => 62,
        '/' | '_' => 63,
        _ => return None,
    })
}
