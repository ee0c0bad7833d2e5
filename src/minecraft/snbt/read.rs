//! The parsers of lists, arrays and compounds. Open containers are kept in a list instead of the stack.

use std::str::FromStr;

use nom::Parser;
use nom::branch::alt;
use nom::character::complete::{anychar, char, digit1, multispace0, one_of};
use nom::combinator::{map, opt, peek, recognize, verify};
use nom::sequence::{delimited, terminated};

use super::leaf::{comment, element, leaf, long, name, space, token};
use super::{Read, SnbtVersion};
use crate::error::{TextError, TextFault, with_article};
use crate::limits::Limits;
use crate::minecraft::ids::TagId;
use crate::minecraft::nbt::{Compound, JavaStr, List, Numbers, Tag};
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
    Err(fault.in_text(text, "a value is expected"))
}

/// A container whose end was not read yet.
enum Open {
    List(Vec<Tag>),
    Bytes(Vec<i8>),
    Ints(Vec<i32>),
    Longs(Vec<i64>),
    Compound { entries: Vec<(JavaStr, Tag)>, name: Option<JavaStr> },
}

impl Open {
    /// Returns the closing bracket.
    fn end(&self) -> char {
        match self {
            Self::Compound { .. } => '}',
            Self::List(_) | Self::Bytes(_) | Self::Ints(_) | Self::Longs(_) => ']',
        }
    }

    fn inside(&self) -> Inside {
        match self {
            Self::Compound { .. } => Inside::Entries,
            Self::List(_) | Self::Bytes(_) | Self::Ints(_) | Self::Longs(_) => Inside::Items,
        }
    }

    /// Parses the name of an entry, or the position of an element.
    fn before_element<'t>(&mut self, i: &'t str, places: &mut Places) -> Read<'t, ()> {
        match self {
            Self::Compound { name: place, .. } => {
                places.begin(i, Inside::Nothing);
                let (end, name) = name(i)?;
                places.end(end);
                let rest = space(end)?.0;
                let Ok((rest, _)) = token(char::<_, TextFault<'_>>(':')).parse(rest) else {
                    return TextFault::sure(rest, "a : is expected after the name of an entry");
                };
                *place = Some(name);
                Ok((rest, ()))
            }
            Self::List(tags) => map(opt(|i| position(i, tags.len())), |_| ()).parse(i),
            Self::Bytes(_) | Self::Ints(_) | Self::Longs(_) => Ok((i, ())),
        }
    }

    /// Adds the next value, or returns the reason why it is not allowed here.
    fn take(&mut self, tag: Tag, version: SnbtVersion) -> Result<(), String> {
        let found = tag.id();
        match self {
            Self::List(tags) => match tags.first().map(Tag::id) {
                Some(first) if first != found && version == SnbtVersion::V1_12 => {
                    return Err(format!(
                        "all elements of a list have one type, but element 0 is {first} and this is {found}"
                    ));
                }
                _ => tags.push(tag),
            },
            Self::Bytes(bytes) => bytes.push(of_array(&tag, TagId::ByteArray)?),
            Self::Ints(ints) => ints.push(of_array(&tag, TagId::IntArray)?),
            Self::Longs(longs) => longs.push(of_array(&tag, TagId::LongArray)?),
            Self::Compound { entries, name } => entries.push((name.take().unwrap_or_default(), tag)),
        }
        Ok(())
    }

    fn close(self) -> Tag {
        match self {
            Self::List(tags) => Tag::List(list_of(tags)),
            Self::Bytes(bytes) => Tag::ByteArray(Numbers::from(bytes)),
            Self::Ints(ints) => Tag::IntArray(Numbers::from(ints)),
            Self::Longs(longs) => Tag::LongArray(Numbers::from(longs)),
            Self::Compound { entries, .. } => Tag::Compound(Compound::from(entries)),
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

/// Parses one value, and the white space before it.
fn value_of<'t>(i: &'t str, version: SnbtVersion, places: &mut Places) -> Read<'t, Tag> {
    let mut open: Vec<Open> = Vec::new();
    // Text without brackets may begin in the same way as a comment.
    let commented = terminated(recognize((multispace0, opt(comment), space)), peek(one_of("[{")));
    let (mut i, _) = alt((commented, multispace0)).parse(i)?;
    loop {
        // Parses the next element or the end of the container, which may also follow a comma.
        let mut complete = None;
        if !open.last().is_some_and(|innermost| i.starts_with(innermost.end())) {
            if let Some(innermost) = open.last_mut() {
                (i, ()) = innermost.before_element(i, places)?;
            }
            match opening(i) {
                Ok((rest, container)) => {
                    if open.len() > Limits::NBT.depth as usize {
                        return TextFault::sure(i, "values are nested too deeply");
                    }
                    places.begin(i, container.inside());
                    i = rest;
                    open.push(container);
                    continue;
                }
                Err(nom::Err::Failure(fault)) => return Err(nom::Err::Failure(fault)),
                Err(_) => {
                    let (rest, tag) = leaf_of(open.last(), i, version)?;
                    places.begin(i, Inside::Nothing);
                    places.end(rest);
                    complete = Some((std::mem::replace(&mut i, rest), tag));
                }
            }
        }
        // A complete value is added to its container, which may then be complete too.
        loop {
            if let Some((before, tag)) = complete.take() {
                let Some(innermost) = open.last_mut() else { return Ok((i, tag)) };
                if let Err(why) = innermost.take(tag, version) {
                    return TextFault::sure(before, why);
                }
                let (rest, between) = space(i)?;
                let comma = token(char::<_, TextFault<'_>>(',')).parse(rest);
                i = comma.as_ref().map_or(rest, |(rest, _)| rest);
                // FTB's mods write a line end instead of a comma.
                if comma.is_ok() || between.contains('\n') {
                    break;
                }
            }
            let Some(innermost) = open.pop() else { return TextFault::sure(i, "a value is expected") };
            let end = innermost.end();
            let Ok((rest, _)) = char::<_, TextFault<'_>>(end).parse(i) else {
                return TextFault::sure(i, format!("a comma or {end} is expected"));
            };
            places.end(rest);
            complete = Some((std::mem::replace(&mut i, rest), innermost.close()));
        }
    }
}

/// Parses a value without others inside, in a container.
fn leaf_of<'t>(open: Option<&Open>, i: &'t str, version: SnbtVersion) -> Read<'t, Tag> {
    match open {
        Some(Open::Longs(_)) if version == SnbtVersion::V1_12 => alt((long, |i| leaf(i, version))).parse(i),
        Some(Open::Bytes(_)) => element(i, version, TagId::ByteArray, TagId::Byte),
        Some(Open::Ints(_)) => element(i, version, TagId::IntArray, TagId::Int),
        Some(Open::Longs(_)) => element(i, version, TagId::LongArray, TagId::Long),
        _ => leaf(i, version),
    }
}

/// Parses the start of a container, up to its first value.
fn opening(i: &str) -> Read<'_, Open> {
    // If the letter is a quote, text begins here, which may contain a semicolon.
    let letter = verify(anychar, |letter| !matches!(letter, '"' | '\''));
    let array = delimited(char('['), letter, char(';'));
    if let Ok((rest, letter)) = token(array).parse(i) {
        return match letter {
            'B' => Ok((rest, Open::Bytes(Vec::new()))),
            'I' => Ok((rest, Open::Ints(Vec::new()))),
            'L' => Ok((rest, Open::Longs(Vec::new()))),
            other => TextFault::sure(i, format!("an array begins with B, I or L, not with {other}")),
        };
    }
    token(alt((
        map(char('['), |_| Open::List(Vec::new())),
        map(char('{'), |_| Open::Compound { entries: Vec::new(), name: None }),
    )))
    .parse(i)
}
