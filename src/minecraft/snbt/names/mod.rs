//! The characters that SNBT names, as in `\N{Snowman}`. See `build.js`.

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::minecraft::deflate::inflated_text;

/// The names of Unicode 15.0, which the Java of 1.21.5 has, as deflate data.
const PACKED: &[u8] = include_bytes!("names.txt.deflate");

/// The names of characters.
#[derive(Default)]
struct Names {
    /// The characters that have a name of their own.
    single: HashMap<&'static str, u32, foldhash::fast::RandomState>,
    /// The characters whose name is a prefix and their number, such as `TANGUT 17000`: the prefix, the first of them and
    /// their count.
    numbered: Vec<(&'static str, u32, u32)>,
}

impl Names {
    /// Reads the text that `build.js` describes.
    fn new(text: &'static str) -> Self {
        let mut names = Self::default();
        let mut code = 0;
        for line in text.lines() {
            let count = |count: &str| count.parse().unwrap_or(1);
            code += if let Some(skipped) = line.strip_prefix('+') {
                count(skipped)
            } else if let Some((prefix, length)) = line.split_once('*') {
                names.numbered.push((prefix, code, count(length)));
                count(length)
            } else {
                names.single.insert(line, code);
                1
            };
        }
        names
    }

    fn get(&self, name: &str) -> Option<u32> {
        self.single.get(name).copied().or_else(|| {
            let (prefix, number) = name.split_at(name.rfind([' ', '-'])? + 1);
            let code = u32::from_str_radix(number, 16).ok().filter(|code| format!("{code:X}") == number)?;
            let in_range = |&(of, first, count): &(&str, u32, u32)| {
                of == prefix && (first..first + count).contains(&code)
            };
            self.numbered.iter().any(in_range).then_some(code)
        })
    }
}

/// Returns the code point with a name, as Java's `Character.codePointOf`: in any case, with spaces around it. It may be
/// half of a character, such as `HIGH SURROGATES D800`.
pub(super) fn code_point(name: &str) -> Option<u32> {
    static NAMES: OnceLock<Names> = OnceLock::new();
    NAMES.get_or_init(|| Names::new(inflated_text(PACKED).leak())).get(&name.trim().to_ascii_uppercase())
}
