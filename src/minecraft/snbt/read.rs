//! The parsers of lists, arrays and compounds.

use std::str::FromStr;

use nom::Parser;
use nom::branch::alt;
use nom::character::complete::{anychar, char, digit1, multispace0, one_of};
use nom::combinator::{opt, peek, recognize, value, verify};
use nom::sequence::{delimited, terminated};

use super::leaf::{comment, element, leaf, long, name, space, token};
use super::{Read, SnbtVersion};
use crate::error::{TextError, TextFault, with_article};
use crate::limits::{Limits, with_stack};
use crate::minecraft::nbt::{Compound, JavaStr, List, Tag, TagId};
use crate::path::{Inside, Places};

/// Parses a tag by the rules of 1.21.5 and later. See [`parse`]. Lists and compounds may be nested at most 512 levels
/// deep.
impl FromStr for Tag {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        parse(text, SnbtVersion::default())
    }
}

/// Parses a tag by the rules of a version. Lists and compounds may be nested at most 512 levels deep.
///
/// ```
/// use gamewire::minecraft::snbt::{SnbtVersion, parse};
/// use gamewire::minecraft::nbt::Tag;
/// assert_eq!(parse("0xff", SnbtVersion::V1_21_5)?, Tag::Int(255));
/// assert_eq!(parse("0xff", SnbtVersion::V1_12)?, Tag::from("0xff"));
/// # Ok::<(), gamewire::TextError>(())
/// ```
///
/// # Errors
/// Returns an error if the text is not a tag. The error has the place and the reason.
pub fn parse(text: &str, version: SnbtVersion) -> Result<Tag, TextError> {
    read(text, version, &mut Places::default())
}

/// Parses a tag, and records the places in its text.
pub fn read(text: &str, version: SnbtVersion, places: &mut Places) -> Result<Tag, TextError> {
    let fault = match terminated(|i| value_of(i, version, places), multispace0).parse(text) {
        Ok(("", tag)) => return Ok(tag),
        Ok((rest, _)) => TextFault::new(rest, "text follows the value"),
        Err(error) => error.into(),
    };
    let error = fault.in_text(text, "a value is expected");
    let (before, rest) = text.split_at_checked(error.offset()).unwrap_or_default();
    let is_cut = rest.trim_start_matches('<').starts_with("...")
        || before.trim_end().ends_with("...")
        || text.trim_end().ends_with("...");
    if !is_cut {
        return Err(error);
    }
    let reason = format!("{}; if the game printed it, ... stands for data that it left out", error.reason());
    Err(TextFault::new(rest, reason).in_text(text, ""))
}

/// Parses one value, and the white space before it.
fn value_of<'t>(i: &'t str, version: SnbtVersion, places: &mut Places) -> Read<'t, Tag> {
    // Text without brackets may begin in the same way as a comment.
    let commented = terminated(recognize((multispace0, opt(comment), space)), peek(one_of("[{")));
    let (i, _) = alt((commented, multispace0)).parse(i)?;
    Reader { version, places }.value(i, TagId::End, 0)
}

struct Reader<'p> {
    version: SnbtVersion,
    places: &'p mut Places,
}

impl Reader<'_> {
    /// Parses a value directly inside a container of type `around`, in `depth` containers.
    fn value<'t>(&mut self, i: &'t str, around: TagId, depth: u32) -> Read<'t, Tag> {
        match opening(i) {
            Ok((inside, id)) => {
                if depth > Limits::NBT.depth {
                    return TextFault::sure(i, "values are nested too deeply");
                }
                let contents = if id == TagId::Compound { Inside::Entries } else { Inside::Items };
                self.places.begin(i, contents);
                let (end, tag) = with_stack(|| self.contents(inside, id, depth + 1))?;
                self.places.end(end);
                Ok((end, tag))
            }
            Err(nom::Err::Failure(fault)) => Err(nom::Err::Failure(fault)),
            Err(_) => {
                let (end, tag) = leaf_in(around, i, self.version)?;
                self.places.begin(i, Inside::Nothing);
                self.places.end(end);
                Ok((end, tag))
            }
        }
    }

    fn contents<'t>(&mut self, i: &'t str, id: TagId, depth: u32) -> Read<'t, Tag> {
        match id {
            TagId::ByteArray => {
                self.array(i, id, depth).map(|(end, bytes)| (end, Tag::ByteArray(bytes.into())))
            }
            TagId::IntArray => self.array(i, id, depth).map(|(end, ints)| (end, Tag::IntArray(ints.into()))),
            TagId::LongArray => {
                self.array(i, id, depth).map(|(end, longs)| (end, Tag::LongArray(longs.into())))
            }
            TagId::Compound => self.compound(i, depth),
            _ => self.list(i, depth),
        }
    }

    fn array<'t, N: TryFrom<i64>>(&mut self, i: &'t str, id: TagId, depth: u32) -> Read<'t, Vec<N>> {
        let mut numbers = Vec::new();
        let (end, ()) = self.parts(i, ']', |reader, i| {
            let (rest, tag) = reader.value(i, id, depth)?;
            match of_array(&tag, id) {
                Ok(number) => numbers.push(number),
                Err(why) => return TextFault::sure(i, why),
            }
            Ok((rest, ()))
        })?;
        Ok((end, numbers))
    }

    fn list<'t>(&mut self, i: &'t str, depth: u32) -> Read<'t, Tag> {
        let mut tags: Vec<Tag> = Vec::new();
        let (end, ()) = self.parts(i, ']', |reader, i| {
            let (i, _) = opt(|i| position(i, tags.len())).parse(i)?;
            let (rest, tag) = reader.value(i, TagId::List, depth)?;
            let (first, found) = (tags.first().map_or(tag.id(), Tag::id), tag.id());
            if first != found && reader.version == SnbtVersion::V1_12 {
                return TextFault::sure(
                    i,
                    format!(
                        "all elements of a list have one type, but element 0 is {first} and this is {found}"
                    ),
                );
            }
            tags.push(tag);
            Ok((rest, ()))
        })?;
        Ok((end, Tag::List(list_of(tags))))
    }

    fn compound<'t>(&mut self, i: &'t str, depth: u32) -> Read<'t, Tag> {
        let mut entries = Vec::new();
        let (end, ()) = self.parts(i, '}', |reader, i| {
            reader.places.begin(i, Inside::Nothing);
            let (end, name) = name(i)?;
            reader.places.end(end);
            let (rest, _) = space(end)?;
            let Ok((rest, _)) = token(char::<_, TextFault<'_>>(':')).parse(rest) else {
                return TextFault::sure(rest, "a : is expected after the name of an entry");
            };
            let (rest, tag) = reader.value(rest, TagId::Compound, depth)?;
            entries.push((name, tag));
            Ok((rest, ()))
        })?;
        Ok((end, Tag::Compound(Compound::from(entries))))
    }

    /// Parses parts of a container with commas between them, and its closing bracket. A comma may also follow the last
    /// part. FTB's mods write a line end instead of a comma.
    fn parts<'t>(
        &mut self,
        mut i: &'t str,
        end: char,
        mut part: impl FnMut(&mut Self, &'t str) -> Read<'t, ()>,
    ) -> Read<'t, ()> {
        while !i.starts_with(end) {
            let (after, ()) = part(self, i)?;
            let (rest, between) = space(after)?;
            let comma = token(char::<_, TextFault<'_>>(',')).parse(rest);
            i = comma.as_ref().map_or(rest, |(rest, _)| rest);
            if comma.is_err() && !between.contains('\n') {
                break;
            }
        }
        match i.strip_prefix(end) {
            Some(rest) => Ok((rest, ())),
            None if i.starts_with(':') => TextFault::sure(
                i,
                format!("a comma or {end} is expected; text that has a colon needs quotes"),
            ),
            None => TextFault::sure(i, format!("a comma or {end} is expected")),
        }
    }
}

/// Converts an element of an array, which is a number of its type, of a smaller type, or an Int that fits.
fn of_array<N: TryFrom<i64>>(tag: &Tag, array: TagId) -> Result<N, String> {
    let number = match tag {
        Tag::Byte(number) => Some(i64::from(*number)),
        Tag::Short(number) if array != TagId::ByteArray => Some(i64::from(*number)),
        Tag::Int(number) => Some(i64::from(*number)),
        Tag::Long(number) if array == TagId::LongArray => Some(*number),
        _ => None,
    };
    let array = with_article(array.name());
    let Some(number) = number else {
        return Err(format!("{array} cannot hold {}", with_article(tag.id().name())));
    };
    N::try_from(number).map_err(|_| format!("{number} does not fit {array}"))
}

/// Creates the list of these elements. If they have several types, each is put into a compound with an empty name, as
/// the game stores them since 1.21.5. Compounds are not put into another one, unless they look like such a compound.
fn list_of(tags: Vec<Tag>) -> List {
    let first = tags.first().map(Tag::id);
    if tags.iter().all(|tag| Some(tag.id()) == first) {
        return List::from_tags(tags).unwrap_or_default();
    }
    let is_wrapper = |compound: &Compound| matches!(compound.entries(), [(name, _)] if name.is_empty());
    let wrapped = tags.into_iter().map(|tag| match tag {
        Tag::Compound(compound) if !is_wrapper(&compound) => compound,
        tag => Compound::from(vec![(JavaStr::default(), tag)]),
    });
    List::Compound(wrapped.collect())
}

/// Parses the position before an element, such as `0:`, which lists had before 1.12.
fn position(i: &str, expected: usize) -> Read<'_, ()> {
    let (rest, number) = terminated(digit1, (space, char(':'), space)).parse(i)?;
    match number.parse() == Ok(expected) {
        true => Ok((rest, ())),
        false => TextFault::sure(i, format!("this element must have the position {expected}")),
    }
}

/// Parses a value without others inside, in a container of type `around`.
fn leaf_in(around: TagId, i: &str, version: SnbtVersion) -> Read<'_, Tag> {
    match around {
        TagId::LongArray if version == SnbtVersion::V1_12 => alt((long, |i| leaf(i, version))).parse(i),
        TagId::ByteArray => element(i, version, around, TagId::Byte),
        TagId::IntArray => element(i, version, around, TagId::Int),
        TagId::LongArray => element(i, version, around, TagId::Long),
        _ => leaf(i, version),
    }
}

/// Parses the start of a container, up to its first value.
fn opening(i: &str) -> Read<'_, TagId> {
    // If the letter is a quote, text begins here, which may contain a semicolon.
    let letter = verify(anychar, |letter| !matches!(letter, '"' | '\''));
    let array = delimited(char('['), letter, char(';'));
    if let Ok((rest, letter)) = token(array).parse(i) {
        return match letter {
            'B' => Ok((rest, TagId::ByteArray)),
            'I' => Ok((rest, TagId::IntArray)),
            'L' => Ok((rest, TagId::LongArray)),
            other => TextFault::sure(i, format!("an array begins with B, I or L, not with {other}")),
        };
    }
    token(alt((value(TagId::List, char('[')), value(TagId::Compound, char('{'))))).parse(i)
}
