//! NBT as text (SNBT), which the game's commands use. `Display` of a [`Tag`](super::nbt::Tag) writes it, and `FromStr`
//! reads it.
//!
//! | tag | text |
//! |-----|------|
//! | Byte, Short, Int, Long | `1b`, `1s`, `1`, `1L`; `true` and `false` are read as `1b` and `0b` |
//! | Float, Double | `1.5f`, `1.5d`, `1.0E10d`; a number with a point and without a suffix is read as a Double |
//! | String | `"text"`, or `'text'` if the first quote in it is `"`; without quotes it is read too, if its characters are `A-Z a-z 0-9 . _ + -` and it does not begin like a number |
//! | List | `[1,2]`; since 1.21.5 of several types, too: see [`SnbtVersion`]; `[0:1,1:2]`, as before 1.12, is read |
//! | Compound | `{name:1,"other name":2}`, in the order of the entries |
//! | ByteArray, IntArray, LongArray | `[B;1B,2B]`, `[I;1,2]`, `[L;1L,2L]`; the suffix may be missing |
//!
//! `{:#}` writes a line for each entry of a compound and for each element of a list, except for lists of numbers. `{}`
//! writes a single line.
//!
//! The rules changed in 1.21.5. [`SnbtVersion`] describes the differences. `FromStr` uses the newer rules, and
//! [`parse`] supports both.
//!
//! The text equals the text of 1.14 to 1.21.4, with two exceptions: entries keep their order, and control characters
//! are written as `\n`, `\t`, `\b`, `\f`, `\r` and `\x1B`, as in 1.21.5 and later, and other characters that are
//! invisible or turn the text around as `\u202e`. These escapes are read, and also `\s`, `\u00e9` and `\U0001f600`.
//!
//! The text does not contain the bits of a NaN, the type of an empty list, and non-canonical bytes of modified UTF-8.
//! All other values are read back as equal values.
//!
//! | text | the game | this crate |
//! |------|----------|------------|
//! | `NaNd`, `Infinityf`, `-Infinityd`, which are written for numbers | reads a string | reads the number |
//! | `1e39f`, `1e309d` | up to 1.21.4 reads infinity | reports an error |
//! | `{"":1}`, an empty name | since 1.21.5 reports an error | reads it: files have such names |
//! | `\N{Snowman}` | since 1.21.5 reads the character | reads it |
//! | a line end for a comma, lines that begin with `#` or `//`, names such as `größe` without quotes | reports an error | reads them: FTB's mods (FTB Quests) write such files. It writes commas and quotes, and no comments |
//!
//! ```
//! use gamewire::minecraft::nbt::{Tag, nbt};
//! let tag: Tag = "{Pos: [0.5, 64.0d], id: 'minecraft:pig', Age: 3s, UUID: [I; 1, 2]}".parse()?;
//! assert_eq!(tag["Age"], Tag::Short(3));
//! assert_eq!(tag.to_string(), r#"{Pos:[0.5d,64.0d],id:"minecraft:pig",Age:3s,UUID:[I;1,2]}"#);
//! assert_eq!(format!("{:#}", nbt!({ "hp": 20, "at": [1.5, 2.0] })), "{\n  hp: 20,\n  at: [1.5d,2.0d]\n}");
//! let error = "{a:1,b:[I;1,2L]}".parse::<Tag>().unwrap_err();
//! assert_eq!(error.to_string(), "at character 13: an Int_Array cannot hold a Long");
//! # Ok::<(), gamewire::TextError>(())
//! ```

mod leaf;
mod names;
mod number;
pub(crate) mod read;
mod write;

pub use read::parse;

use std::str::FromStr;

use crate::error::TextFault;

/// The rules for reading text, named after the first release of the game that uses them. The text that this crate
/// writes is read in the same way by both, except for escapes of control characters, which only `V1_21_5` of the game
/// knows.
///
/// | text | `V1_12` | `V1_21_5` |
/// |------|---------|-----------|
/// | `0xff`, `0b11`, `1_000`, `5i` | text | 255, 3, 1000, 5 |
/// | `255ub`, `0xffub`, `-1sb` | text | Byte: `u` is unsigned, `s` signed. Without them, decimal numbers are signed and others unsigned |
/// | `1e3` | text | a Double |
/// | `300b`, `05`, `-`, `.a`: begins like a number but is none | text | an error |
/// | `bool(1)`, `uuid("069a79f4-44e9-4726-a5be-fca90e38aaf5")` | an error | a Byte, an IntArray |
/// | `[1,"x"]`, a list of several types | an error | compounds with an empty name, `[{"":1},{"":"x"}]`: which is how the game stores it |
/// | `[B;0xff]`, `[I;1b]` | an error; the second is read | an array |
///
/// ```
/// use gamewire::minecraft::snbt::SnbtVersion;
/// assert_eq!("1.20.4".parse(), Ok(SnbtVersion::V1_12));
/// assert_eq!("1.21.5".parse(), Ok(SnbtVersion::V1_21_5));
/// assert!("new".parse::<SnbtVersion>().is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum SnbtVersion {
    /// The rules of 1.12 to 1.21.4, including the lists of earlier releases.
    V1_12,
    /// The rules of 1.21.5 and later.
    #[default]
    V1_21_5,
}

/// Parses the number of a release.
impl FromStr for SnbtVersion {
    type Err = SnbtVersionError;

    fn from_str(text: &str) -> Result<Self, SnbtVersionError> {
        let numbers: Result<Vec<u32>, _> = text.split('.').map(str::parse).collect();
        match numbers.map_err(|_| SnbtVersionError)?.as_slice() {
            numbers @ [_, _, ..] if *numbers >= [1, 21, 5][..] => Ok(Self::V1_21_5),
            [_, _, ..] => Ok(Self::V1_12),
            _ => Err(SnbtVersionError),
        }
    }
}

/// The error of parsing an [`SnbtVersion`]: the text is not the number of a release.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a release of the game is written as 1.20.4 or 1.21.5")]
pub struct SnbtVersionError;

/// The result of a parser of this module. It is a `Failure` if no other parser can succeed.
type Read<'t, T> = nom::IResult<&'t str, T, TextFault<'t>>;
