//! Sizes as people write them.

/// A number of bytes, with K, M or G for 1024 and its powers.
pub fn size(text: &str) -> Result<usize, &'static str> {
    let upper = text.trim().to_ascii_uppercase();
    let upper = upper.trim_end_matches("IB").trim_end_matches('B');
    let (digits, unit) = match upper.char_indices().last() {
        Some((at, 'K')) => (upper.get(..at), 1 << 10),
        Some((at, 'M')) => (upper.get(..at), 1 << 20),
        Some((at, 'G')) => (upper.get(..at), 1 << 30),
        _ => (Some(upper), 1_usize),
    };
    let number = digits.and_then(|digits| digits.trim().parse::<usize>().ok());
    let bytes = number.and_then(|number| number.checked_mul(unit));
    bytes.ok_or("not a size; examples: 10000, 64K, 500M, 2G")
}
