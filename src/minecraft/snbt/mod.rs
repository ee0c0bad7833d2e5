//! NBT as text (SNBT): the form of the game's commands, which `Display` of a [`Tag`](super::nbt::Tag) writes and `FromStr` reads.
//!
//! | tag | text |
//! |-----|------|
//! | Byte, Short, Int, Long | `1b`, `1s`, `1`, `1L`; `true` and `false` are read as `1b` and `0b` |
//! | Float, Double | `1.5f`, `1.5d`, `1.0E10d`; a number with a point and without a suffix is read as a Double |
//! | String | `"text"`, or `'text'` if the first quote in it is `"`; without quotes it is read too, if its characters are `A-Z a-z 0-9 . _ + -` and it is no number |
//! | List | `[1,2]`, elements of one type |
//! | Compound | `{name:1,"other name":2}`, in the order of the entries |
//! | ByteArray, IntArray, LongArray | `[B;1B,2B]`, `[I;1,2]`, `[L;1L,2L]`; the suffix may be missing |
//!
//! `{:#}` writes a line for each entry of a compound and for each element of a list, except for lists of numbers. The other form is one
//! line.
//!
//! The text equals what 1.14 to 1.21.4 write, with two exceptions: entries keep their order, and control characters are written as
//! `\n`, `\t`, `\b`, `\f`, `\r` and `\x1B`, as 1.21.5 and later write them. These escapes, `\s`, `\u00e9` and `\U0001f600` are read.
//!
//! The text does not show the bits of a NaN, the type of a list without elements, and non-canonical bytes of modified UTF-8. Other
//! values read back equal.
//!
//! | text | the game | this crate |
//! |------|----------|------------|
//! | `NaNd`, `Infinityf`, `-Infinityd`, which are written for numbers | reads a string | reads the number |
//! | `1e39f`, `1e309d` | up to 1.21.4 reads infinity | reports an error |
//! | an integer that does not fit its suffix (`300b`) | up to 1.21.4 reads a string | reads a string |
//! | a line end for a comma, lines that begin with `#` or `//`, names such as `größe` without quotes | reports an error | reads them: FTB's mods (FTB Quests) write such files. It writes commas and quotes, and no comments |
//!
//! ```
//! use gamewire::minecraft::nbt::{Tag, nbt};
//! let tag: Tag = "{Pos: [0.5, 64.0d], id: 'minecraft:pig', Age: 3s, UUID: [I; 1, 2]}".parse()?;
//! assert_eq!(tag["Age"], Tag::Short(3));
//! assert_eq!(tag.to_string(), r#"{Pos:[0.5d,64.0d],id:"minecraft:pig",Age:3s,UUID:[I;1,2]}"#);
//! assert_eq!(format!("{:#}", nbt!({ "hp": 20, "at": [1.5, 2.0] })), "{\n  hp: 20,\n  at: [1.5d,2.0d]\n}");
//! let error = "{a:1,b:[1,2s]}".parse::<Tag>().unwrap_err();
//! assert_eq!(error.to_string(), "at character 11: a list holds one type: element 0 is Int, this is Short");
//! # Ok::<(), gamewire::TextError>(())
//! ```

mod leaf;
mod read;
mod write;

use crate::error::TextFault;

/// The result of a parser of this module; `Failure` if no other parser can succeed.
type Read<'t, T> = nom::IResult<&'t str, T, TextFault<'t>>;
