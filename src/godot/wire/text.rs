//! The string block, which is the layout of all text.

use std::io::Write;

use cookie_factory::sequence::tuple;
use cookie_factory::{GenError, SerializeFn};
use memchr::memchr;
use nom::sequence::terminated;

use super::Cx;
use super::number::gen_count;
use super::shortcuts::large_text;
use crate::error::{DecodeErrorKind, EncodeErrorKind};
use crate::godot::dialect::TextRule;
use crate::godot::generalized;
use crate::godot::model::{BYTE_ORDER_MARK, Text, TextRef};
use crate::grammar::{
    Grammar, accept, apart, checked, convert, field_as, grammar, le_i32, observed, shortcut_by_use, slice,
    take, with_input,
};
use crate::trace::{Encoding, Form, Meaning, Order, Shown, Trace, Unit};
use crate::utf8::utf8;

grammar!(
    /// Parses a string block.
    ///
    /// | at  | size   | field |
    /// |----:|-------:|-------|
    /// | 0   | 4      | length n in bytes, signed, without the padding |
    /// | 4   | n      | UTF-8; see [the text of each release](crate::godot::format::text) |
    /// | 4+n | 0 to 3 | padding to a multiple of four, written 0, any value read |
    ///
    /// Text ends at its first NUL. The bytes after it are neither kept nor checked. A byte order mark at the start is
    /// not part of the text, but is written again. Elements of packed string arrays are written with a NUL inside the
    /// length. Both forms are accepted everywhere.
    pub fn text<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Text> {
        text_ref(cx).map(Text::from)
    }
);

grammar!(
    /// Parses [`text`] without a copy. The caller copies the text if it keeps it.
    pub(super) fn text_ref<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, TextRef<'a>> {
        apart(string_block(cx, cx.rules().dialect.padding_required))
    }
);

/// Writes a `Text`, in the layout of [`text`].
pub fn gen_text<T: Trace, W: Write>(cx: Cx<'_, T>, text: &Text) -> impl SerializeFn<W> {
    checked(
        move || encodable(cx, text),
        move |raw| tuple((gen_count(cx, raw.len()), slice(raw), gen_padding(raw.len()))),
    )
}

grammar!(
    /// Parses [`text`] whose padding is required or not. Some readers accept text without padding at the end of the
    /// input, but not in paths.
    pub(super) fn string_block<'a, T: Trace>(
        cx: Cx<'_, T>,
        padding_required: bool,
    ) -> impl Grammar<'a, TextRef<'a>> {
        byte_length(cx, true)
            .flat_map(move |length| terminated(characters(cx, length), padding(cx, length, padding_required)))
    }
);

/// Writes text as an element of a packed string array, with a NUL inside the length.
pub(super) fn gen_terminated_text<T: Trace, W: Write>(cx: Cx<'_, T>, text: &Text) -> impl SerializeFn<W> {
    checked(
        move || encodable(cx, text),
        move |raw| {
            let length = raw.len() + 1;
            tuple((gen_count(cx, length), slice(raw), slice(b"\0"), gen_padding(length)))
        },
    )
}

grammar!(
    /// | size | field |
    /// |-----:|-------|
    /// | 4    | length in bytes, not negative; at least as many bytes follow |
    ///
    /// `is_padded` says only whether an explanation mentions padding.
    pub(super) fn byte_length<'a, T: Trace>(cx: Cx<'_, T>, is_padded: bool) -> impl Grammar<'a, usize> {
        let length = observed(cx, le_i32(), move |length, i, rest| {
            let what = Meaning::new("byte length").of(Form::signed(Order::Little));
            cx.field(i, rest, what.counting(counted(*length, is_padded, rest)), Shown::Length(*length));
        });
        // A length beyond the input is an error here, so that the error is at the length and not at the text.
        accept(length, move |length, rest| match usize::try_from(length) {
            Err(_) => Err(DecodeErrorKind::NegativeLength { value: length.into() }),
            Ok(length) => match cx.missing(rest, length) {
                0 => Ok(length),
                missing => Err(DecodeErrorKind::Incomplete { missing: missing as u64 }),
            },
        })
    }
);

/// Returns the unit that the length of a block counts.
fn counted(length: i32, is_padded: bool, rest: &[u8]) -> &'static Unit {
    macro_rules! units {
        ($one:literal, $many:literal) => {
            [
                &Unit { one: $one, many: $many },
                &Unit { one: $one, many: concat!($many, ", without the padding after them") },
            ]
        };
    }
    let Some((raw, after)) = usize::try_from(length).ok().and_then(|length| rest.split_at_checked(length))
    else {
        return Unit::BYTES;
    };
    let [plain, padded] = match memchr(0, raw) {
        None if utf8(raw).is_some() && !raw.starts_with(BYTE_ORDER_MARK) => {
            units!("byte of text", "bytes of text")
        }
        None => units!("byte", "bytes"),
        Some(end) if end + 1 == raw.len() => units!("byte", "bytes of text and the NUL that ends it"),
        Some(_) => units!("byte", "bytes of text, the NUL that ends it, and what follows that"),
    };
    if is_padded && raw.len() % 4 != 0 && !after.is_empty() { padded } else { plain }
}

/// Parses the characters of a block of this length in bytes.
fn characters<'a, T: Trace>(cx: Cx<'_, T>, length: usize) -> impl Grammar<'a, TextRef<'a>> {
    let rule = cx.rules().dialect.text;
    observed(cx, convert(take(cx, length), move |raw| text_of(rule, raw)), move |text, i, rest| {
        report(cx, i, i.len() - rest.len(), text);
    })
}

/// Decodes the bytes of a block, by the rule of the dialect.
fn text_of(rule: TextRule, raw: &[u8]) -> Result<TextRef<'_>, DecodeErrorKind> {
    let (bytes, has_mark) = content(raw);
    let text = match utf8(bytes) {
        Some(text) => TextRef::Utf8(text),
        None => TextRef::Other(generalized::decode(rule, bytes)?),
    };
    Ok(if has_mark { TextRef::Other(Text::from(text).with_bom()) } else { text })
}

/// Returns the contents of a block up to its first NUL and without its byte order mark, and whether it had one.
fn content(raw: &[u8]) -> (&[u8], bool) {
    let (bytes, _) = raw.split_at(memchr(0, raw).unwrap_or(raw.len()));
    match bytes.strip_prefix(BYTE_ORDER_MARK) {
        Some(bytes) => (bytes, true),
        None => (bytes, false),
    }
}

/// Parses [`text`] as a value of its own. A shortcut copies large text block by block, and skips text that was validated
/// before.
pub(super) fn kept_text<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Text> {
    shortcut_by_use(large_text(cx), move || text(cx))
}

grammar!(
    /// Parses up to three bytes of padding after `length` bytes, to a multiple of four.
    pub(super) fn padding<'a, T: Trace>(
        cx: Cx<'_, T>,
        length: usize,
        required: bool,
    ) -> impl Grammar<'a, ()> {
        with_input(move |i| {
            let padding = length.wrapping_neg() % 4;
            let padding = if required { padding } else { padding.min(i.len()) };
            let what = Meaning::new("padding to a multiple of 4").of(Form::Skipped);
            let what = match (length.wrapping_add(padding) % 4, padding) {
                (0, 1) => what.saying("It fills up the bytes before it to a multiple of 4."),
                (0, _) => what.saying("They fill up the bytes before them to a multiple of 4."),
                _ => what, // The input ends.
            };
            // Without padding, the field is empty and has no row.
            field_as(cx, what, take(cx, padding), |_| Shown::Padding)
        })
        .map(drop)
    }
);

/// Mirrors [`padding`].
pub(super) fn gen_padding<W: Write>(length: usize) -> impl SerializeFn<W> {
    let (zeros, _) = [0; 3].split_at(length.wrapping_neg() % 4);
    slice(zeros)
}

/// Returns the bytes of a text, if readers of the dialect decode them to the same text.
pub(super) fn encodable<'t, T: Trace>(cx: Cx<'_, T>, text: &'t Text) -> Result<&'t [u8], GenError> {
    let bytes = text.as_bytes();
    if memchr(0, bytes).is_some() {
        return refuse(cx, "text ends at its first NUL, what follows it would be lost");
    }
    if text.is_non_utf8() && !generalized::is_read_back(cx.rules().dialect.text, text.content()) {
        return match cx.rules().dialect.text {
            TextRule::Strict => {
                refuse(cx, "Godot 4 has no text with surrogates or code points beyond Unicode")
            }
            TextRule::Lenient | TextRule::Any => {
                refuse(cx, "the engine reads these bytes as other text, or as none")
            }
        };
    }
    Ok(bytes)
}

#[cold]
fn refuse<T: Trace, O>(cx: Cx<'_, T>, what: &'static str) -> Result<O, GenError> {
    cx.refuse(EncodeErrorKind::NotExpressible { what })
}

/// Reports the rows of a block of this length: the byte order mark, the text, and the bytes after a NUL.
fn report<T: Trace>(cx: Cx<'_, T>, at: &[u8], length: usize, text: &TextRef<'_>) {
    let (raw, _) = at.split_at(length);
    let (bytes, has_mark) = content(raw);
    let from = |n: usize| at.split_at(n).1;
    let start = if has_mark { BYTE_ORDER_MARK.len() } else { 0 };
    let end = start + bytes.len();
    cx.field(at, from(start), "byte order mark, dropped by the engine", Shown::Padding);
    let (what, shown) = match (form_of_text(bytes), text.as_str()) {
        _ if text.is_empty() => {
            (Meaning::new("bytes that are not text, read as empty").of(Form::Lost), Shown::Bytes(bytes))
        }
        // A form that is longer than necessary may still be read as text.
        ((form, _), Some(text)) => (Meaning::new("text").of(form), Shown::Text(text)),
        ((form, shown), None) => (Meaning::new("text").of(form), shown),
    };
    cx.field(from(start), from(end), what, shown);
    if raw.len() > end {
        cx.field(
            from(end),
            from(end + 1),
            Meaning::new("terminating NUL").saying("It ends the text."),
            Shown::Padding,
        );
        let ignored = Meaning::new("bytes after the NUL, ignored").of(Form::Skipped);
        cx.field(from(end + 1), from(raw.len()), ignored, Shown::Padding);
    }
}

/// Returns the form of bytes that are stored as text.
pub(super) fn form_of_text(bytes: &[u8]) -> (Form, Shown<'_>) {
    match utf8(bytes) {
        Some(text) => (Form::Text(Encoding::Utf8), Shown::Text(text)),
        None if generalized::is_generalized_utf8(bytes) => {
            (Form::Text(Encoding::Generalized), Shown::Bytes(bytes))
        }
        None => (Form::Bytes, Shown::Bytes(bytes)),
    }
}
