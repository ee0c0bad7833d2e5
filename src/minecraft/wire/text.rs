//! String(n), Chat and Identifier: a VarInt byte length, then UTF-8.

use std::borrow::Cow;
use std::fmt;
use std::io::Write;

use cookie_factory::WriteContext;

use super::combine::{gen_length, parse_length};
use super::lent::Lent;
use crate::cx::Cx;
use crate::error::{DecodeErrorKind, EncodeErrorKind, Fault, PResult};
use crate::minecraft::protocol::{Protocol, Wire};
use crate::sink::{Gen, put};
use crate::trace::{Shown, Trace};

/// The largest `n` of String(n), and the one of Identifier.
pub const STRING_MAX: u32 = 32767;

/// How many UTF-16 code units the text has: what Java counts, and what limits are in.
pub fn units(text: &str) -> usize {
    // Every scalar is one unit; those of four bytes in UTF-8 are two.
    text.bytes().map(|byte| usize::from(byte & 0xc0 != 0x80) + usize::from(byte >= 0xf0)).sum()
}

/// Checks text, long text with SIMD instructions where the feature is on.
#[cfg_attr(not(debug_assertions), inline(always))]
fn utf8(bytes: &[u8]) -> Option<&str> {
    #[cfg(feature = "simdutf8")]
    if bytes.len() >= 64 {
        return simdutf8::basic::from_utf8(bytes).ok();
    }
    std::str::from_utf8(bytes).ok()
}

/// | size   | field |
/// |--------|-------|
/// | 1..5   | byte length: VarInt, at most 4 × n |
/// | length | UTF-8, of at most n UTF-16 units |
///
/// The length is refused by the prefix alone, before its bytes are waited for. Malformed UTF-8 is refused,
/// or replaced under [`Protocol::lossy_text`].
pub fn parse_string<'a, T: Trace>(cx: Cx<'_, Protocol, T>, n: u32, i: &'a [u8]) -> PResult<'a, Cow<'a, str>> {
    let (rest, (after, text)) = read_string(cx, n, i)?;
    cx.field(after, rest, "text", Shown::Text(&text));
    Ok((rest, text))
}

/// Text and where it starts; what it says is for the caller to report.
fn read_string<'a, T: Trace>(
    cx: Cx<'_, Protocol, T>,
    n: u32,
    i: &'a [u8],
) -> PResult<'a, (&'a [u8], Cow<'a, str>)> {
    let (after, length) = parse_length(cx, "byte length", i)?;
    let limit = n.saturating_mul(4);
    if length > limit {
        return Fault::number(i, after, DecodeErrorKind::TooLong { length, limit });
    }
    cx.reserve(i, after, length, 1)?;
    let (rest, bytes) = cx.take(after, length as usize)?;
    let text = match utf8(bytes) {
        Some(text) => Cow::Borrowed(text),
        None if cx.rules.lossy_text => String::from_utf8_lossy(bytes),
        None => return malformed(cx, after, rest, bytes),
    };
    // Text of no more bytes than n has no more units than n.
    if length > n || matches!(text, Cow::Owned(_)) {
        let length = u32::try_from(units(&text)).unwrap_or(u32::MAX);
        if length > n {
            return Fault::number(i, after, DecodeErrorKind::TooLong { length, limit: n });
        }
    }
    Ok((rest, (after, text)))
}

/// Fails at the first byte that is not UTF-8.
#[cold]
fn malformed<T: Trace, O>(
    cx: Cx<'_, Protocol, T>,
    after: &[u8],
    rest: &[u8],
    bytes: &[u8],
) -> Result<O, nom::Err<Fault>> {
    let valid = std::str::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), str::len);
    let (good, _) = bytes.split_at(valid);
    let at = after.get(valid..).unwrap_or_default();
    cx.field(after, at, "text", Shown::Bytes(good));
    cx.field(at, rest, "not UTF-8", Shown::Bytes(bytes.get(valid..).unwrap_or_default()));
    Fault::at(at, DecodeErrorKind::Utf8)
}

/// Mirrors [`parse_string`]: both limits hold for writing too.
pub fn gen_string<T: Trace, W: Write>(
    cx: Cx<'_, Protocol, T>,
    n: u32,
    x: &str,
    out: &mut WriteContext<W>,
) -> Gen {
    let limit = n as usize;
    if x.len() > limit {
        let length = units(x);
        if length > limit {
            return cx.refuse(EncodeErrorKind::TooLong { length, limit });
        }
    }
    gen_length(cx, x.len(), out)?;
    put(out, x.as_bytes())
}

/// A JSON text component, as text: it is never reformatted.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Chat<'a>(pub Lent<'a, str>);

impl Chat<'_> {
    /// The same, borrowing nothing.
    pub fn into_owned(self) -> Chat<'static> {
        Chat(self.0.into_owned())
    }

    /// Whether the game would take the text: valid JSON, and an object, an array or a string.
    ///
    /// ```
    /// use gamewire::minecraft::Chat;
    /// assert!(Chat("{\"text\":\"Hello\"}".into()).is_json());
    /// assert!(!Chat("Hello".into()).is_json());
    /// ```
    #[cfg(feature = "json")]
    pub fn is_json(&self) -> bool {
        // Depth is no question: what stands inside is passed over, not built.
        serde_json::from_str::<serde::de::IgnoredAny>(&self.0).is_ok()
            && self.0.trim_start().starts_with(['{', '[', '"'])
    }
}

/// | size   | field |
/// |--------|-------|
/// | 1..5   | byte length |
/// | length | JSON text, of at most [`Protocol::chat_limit`] UTF-16 units; its grammar is not checked here |
pub fn parse_chat<'a, T: Trace>(cx: Cx<'_, Protocol, T>, i: &'a [u8]) -> PResult<'a, Chat<'a>> {
    let (i, text) = parse_string(cx, cx.rules.chat_limit, i)?;
    Ok((i, Chat(text.into())))
}

/// Mirrors [`parse_chat`].
pub fn gen_chat<T: Trace, W: Write>(cx: Cx<'_, Protocol, T>, x: &Chat<'_>, out: &mut WriteContext<W>) -> Gen {
    gen_string(cx, cx.rules.chat_limit, &x.0, out)
}

/// A name such as `minecraft:stone`, kept as it was written: `stone` means the same and stays `stone`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Identifier<'a>(Lent<'a, str>);

impl<'a> Identifier<'a> {
    /// An identifier, if every character is allowed; else the position of the first that is not.
    ///
    /// ```
    /// use gamewire::minecraft::Identifier;
    /// let stone = Identifier::new("stone").unwrap();
    /// assert_eq!((stone.namespace(), stone.path()), ("minecraft", "stone"));
    /// assert_eq!(Identifier::new("a/b:c"), Err(1));
    /// ```
    pub fn new(text: impl Into<Cow<'a, str>>) -> Result<Self, usize> {
        let text = text.into();
        // Only in front of the first colon the rules are those of a namespace.
        let colon = text.find(':');
        let wrong = text.char_indices().find(|(at, character)| match (character, colon) {
            ('a'..='z' | '0'..='9' | '_' | '-' | '.', _) => false,
            ('/', Some(colon)) => *at < colon,
            ('/', None) => false,
            (':', Some(colon)) => *at != colon,
            _ => true,
        });
        match wrong {
            Some((at, _)) => Err(at),
            None => Ok(Self(text.into())),
        }
    }

    /// The text as it was written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What stands before the first colon; `minecraft` if that is nothing.
    pub fn namespace(&self) -> &str {
        match self.0.split_once(':') {
            Some((namespace, _)) if !namespace.is_empty() => namespace,
            _ => "minecraft",
        }
    }

    /// What stands behind the first colon, or all of it.
    pub fn path(&self) -> &str {
        self.0.split_once(':').map_or(&*self.0, |(_, path)| path)
    }

    /// The same, borrowing nothing.
    pub fn into_owned(self) -> Identifier<'static> {
        Identifier(self.0.into_owned())
    }
}

impl fmt::Display for Identifier<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// | size   | field |
/// |--------|-------|
/// | 1..5   | byte length |
/// | length | `namespace:path`, or a path alone; namespace `a-z 0-9 _ - .`, path `a-z 0-9 _ - . /` |
pub fn parse_identifier<'a, T: Trace>(cx: Cx<'_, Protocol, T>, i: &'a [u8]) -> PResult<'a, Identifier<'a>> {
    // Replaced characters are never allowed ones: no lossy reading here.
    let (rest, (after, text)) = read_string(cx, STRING_MAX, i)?;
    match Identifier::new(text.clone()) {
        Ok(identifier) => {
            cx.field(after, rest, "text", Shown::Text(&text));
            Ok((rest, identifier))
        }
        Err(at) => {
            let (good, bad) = text.split_at_checked(at).unwrap_or_default();
            let wrong = after.get(at..).unwrap_or_default();
            let character = bad.chars().next().unwrap_or_default();
            let behind = wrong.get(character.len_utf8()..).unwrap_or_default();
            cx.field(after, wrong, "text", Shown::Text(good));
            cx.field(wrong, behind, "not allowed", Shown::Text(character.encode_utf8(&mut [0; 4])));
            Fault::at(wrong, DecodeErrorKind::IdentifierChar { character })
        }
    }
}

/// Mirrors [`parse_identifier`].
pub fn gen_identifier<T: Trace, W: Write>(
    cx: Cx<'_, Protocol, T>,
    x: &Identifier<'_>,
    out: &mut WriteContext<W>,
) -> Gen {
    gen_string(cx, STRING_MAX, &x.0, out)
}

impl<'a> Wire<'a> for Cow<'a, str> {
    const NAME: &'static str = "String";
    fn parse<T: Trace>(cx: Cx<'_, Protocol, T>, i: &'a [u8]) -> PResult<'a, Self> {
        parse_string(cx, STRING_MAX, i)
    }
    fn gen_to<T: Trace, W: Write>(&self, cx: Cx<'_, Protocol, T>, out: &mut WriteContext<W>) -> Gen {
        gen_string(cx, STRING_MAX, self, out)
    }
}

impl<'a> Wire<'a> for Chat<'a> {
    const NAME: &'static str = "Chat";
    fn parse<T: Trace>(cx: Cx<'_, Protocol, T>, i: &'a [u8]) -> PResult<'a, Self> {
        parse_chat(cx, i)
    }
    fn gen_to<T: Trace, W: Write>(&self, cx: Cx<'_, Protocol, T>, out: &mut WriteContext<W>) -> Gen {
        gen_chat(cx, self, out)
    }
}

impl<'a> Wire<'a> for Identifier<'a> {
    const NAME: &'static str = "Identifier";
    fn parse<T: Trace>(cx: Cx<'_, Protocol, T>, i: &'a [u8]) -> PResult<'a, Self> {
        parse_identifier(cx, i)
    }
    fn gen_to<T: Trace, W: Write>(&self, cx: Cx<'_, Protocol, T>, out: &mut WriteContext<W>) -> Gen {
        gen_identifier(cx, self, out)
    }
}

#[cfg(test)]
mod tests {
    use super::units;
    use crate::minecraft::{Chat, Identifier, Protocol};

    #[test]
    fn units_are_what_java_counts() {
        assert_eq!(units("aé日"), 3);
        assert_eq!(units("\u{1f600}"), 2);
    }

    #[test]
    fn the_chat_limit_is_a_choice() {
        let chat = Chat(format!("\"{}\"", "x".repeat(40_000)).into());
        let bytes = Protocol::V1_14.encode(&chat).unwrap();
        assert_eq!(Protocol::V1_14.decode::<Chat>(&bytes), Ok(chat.clone()));
        let page = Protocol::V1_14.chat_limit(32767);
        assert_eq!(page.decode::<Chat>(&bytes).unwrap_err().kind().code(), "length_limit");
        assert!(page.encode(&chat).is_err());
    }

    #[test]
    fn lossy_text_replaces_what_is_malformed() {
        use std::borrow::Cow;
        let lossy = Protocol::V1_14.lossy_text(true);
        assert_eq!(lossy.decode::<Cow<str>>(&[2, b'a', 0x80]).unwrap(), "a\u{fffd}");
    }

    #[test]
    fn an_empty_namespace_means_minecraft() {
        assert_eq!(Identifier::new(":x").unwrap().namespace(), "minecraft");
        assert_eq!(Identifier::new("a:b:c"), Err(3));
    }
}
