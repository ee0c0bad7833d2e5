//! The rows and sentences about the fields in explanations. Reading does not depend on this file, apart from two numbers whose row
//! depends on them: [`wide`] and [`modifiers`] read what they report.

use std::borrow::Cow;

use memchr::memchr;

use super::{Cx, Header, SHARED};
use crate::godot::dialect::{Dialect, HeaderRule, RealRule};
use crate::godot::generalized;
use crate::godot::ids::{Doubles, Kind, Shape};
use crate::godot::model::{BYTE_ORDER_MARK, ImageFormat, NodePath, PackedElement, TextRef};
use crate::grammar::{Parse, Show, le_u32};
use crate::trace::{Encoding, Form, Meaning, Order, Part, Shown, Trace, Unit};
use crate::utf8::utf8;

pub(super) const ELEMENTS: Meaning = Meaning::new("element count").counting(Unit::ELEMENTS);
pub(super) const PAIRS: Meaning =
    Meaning::new("pair count").counting(&Unit { one: "pair", many: "pairs of a key and its value" });
pub(super) const DECLARED: Meaning = Meaning::new("type id")
    .of(Form::unsigned(Order::Little))
    .saying("The container declares this type; each value still has a header of its own.");
pub(super) const NAMES: Meaning = Meaning::new("name count")
    .of(Form::low_bits(Order::Little, 31))
    .counting(&Unit { one: "name", many: "names, each a node of the path" });
pub(super) const SUBNAMES: Meaning = Meaning::new("subname count")
    .counting(&Unit { one: "subname", many: "subnames, which follow the names" });
pub(super) const FLAGS: Meaning = Meaning::new("flags").of(Form::unsigned(Order::Little));
pub(super) const PIXELS: Meaning = Meaning::new("byte length")
    .counting(&Unit { one: "byte of a pixel", many: "bytes of the pixels, without the padding after them" });
pub(super) const EVENT_TYPE: Meaning =
    Meaning::new("event type").saying("It decides which fields follow the length.");
pub(super) const EVENT_LENGTH: Meaning = Meaning::new("length of the event").saying(
    "The engine writes how many bytes the event has from its type on, without the header of the value, \
     and ignores the number when it reads.",
);
pub(super) const INSTANCE: Meaning = Meaning::new("instance id").saying(
    "The number of the object in the process that wrote it, which no other process knows; 0 is null.",
);

pub(super) const PROPERTIES: Meaning = Meaning::new("property count")
    .counting(&Unit { one: "property", many: "properties, each a name and its value" });

/// Returns the meaning of a number of 32 bits. In Godot 2 the header does not state the width.
pub(super) fn narrow(dialect: &Dialect) -> Meaning {
    let value = Meaning::new("value");
    match dialect.header {
        HeaderRule::WholeWord => value,
        HeaderRule::WholeWordOr64 | HeaderRule::LowByte => {
            value.saying("Bit 16 of the header is 0, so the number has 32 bits.")
        }
    }
}
/// Reads a number of 64 bits.
pub(super) fn wide<'a, X: Show, T: Trace>(
    cx: Cx<'_, T>,
    p: impl Parse<'a, X>,
    is_narrow: impl Fn(&X) -> bool,
) -> impl Parse<'a, X> {
    move |i: &'a [u8]| {
        let (rest, x) = p(i)?;
        if T::ENABLED {
            let says = match is_narrow(&x) {
                true => {
                    "Bit 16 of the header is 1, so the number has 64 bits. It fits in 32 bits: the engine writes 4 bytes."
                }
                false => "Bit 16 of the header is 1, so the number has 64 bits.",
            };
            cx.row(i, rest, Meaning::new("value").of(X::FORM).saying(says), x.shown());
            cx.go_on(rest)?;
        }
        Ok((rest, x))
    }
}

pub(super) fn shared(word: u32, has_meaning: bool) -> Shown<'static> {
    match (word & !SHARED, word & SHARED != 0, has_meaning) {
        (n, true, true) => Shown::Noted(n.into(), "shared"),
        (n, true, false) => Shown::Noted(n.into(), "bit 31 is ignored"),
        (n, false, _) => Shown::Uint(n.into()),
    }
}
pub(super) fn declared(id: u32, kind: Option<Kind>, dialect: &Dialect) -> Shown<'static> {
    match kind {
        Some(kind) => Shown::Named(id.into(), dialect.table.name(kind)),
        None => Shown::Uint(id.into()),
    }
}
pub(super) fn name_count(count: u32) -> Shown<'static> {
    Shown::Noted((count & !(1 << 31)).into(), "bit 31 set: the form with counts")
}
pub(super) fn path_flags(flags: u32) -> Shown<'static> {
    Shown::Noted(
        flags.into(),
        match (flags & 1 != 0, flags & 2 != 0) {
            (false, false) => "relative",
            (true, false) => "bit 0: absolute",
            (false, true) => "bit 1: a property follows",
            (true, true) => "bits 0 and 1: absolute, a property follows",
        },
    )
}
pub(super) fn path_text<'x>(text: &'x [u8], path: &NodePath) -> (Meaning, Shown<'x>) {
    let (form, shown) = match form_of_text(text) {
        (Form::Bytes, shown) if path.names.is_empty() && path.subnames.is_empty() => (Form::Lost, shown),
        kept => kept,
    };
    (Meaning::new("path as text, the old form").of(form), shown)
}
pub(super) fn image_format(number: u32) -> Shown<'static> {
    match ImageFormat::from_number(number) {
        Some(format) => Shown::Named(number.into(), format.name()),
        None => Shown::Uint(number.into()),
    }
}
pub(super) fn modifiers<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, u32> {
    const BITS: [(u32, &str); 4] = [(25, "shift"), (26, "alt"), (27, "meta"), (28, "control")];
    move |i: &'a [u8]| {
        let (rest, word) = le_u32(i)?;
        if T::ENABLED {
            let set = BITS.into_iter().filter(|(bit, _)| word >> bit & 1 == 1);
            let words = set.map(|(bit, name)| format!("{name}: bit {bit}")).collect::<Vec<_>>().join(", ");
            let shown =
                if words.is_empty() { Shown::Uint(word.into()) } else { Shown::Named(word.into(), &words) };
            cx.row(i, rest, Meaning::new("modifiers").of(u32::FORM), shown);
            cx.go_on(rest)?;
        }
        Ok((rest, word))
    }
}
pub(super) fn padding(n: usize, size: usize) -> Meaning {
    let what = Meaning::new("padding to a multiple of 4");
    match (n.wrapping_add(size) % 4, size) {
        (0, 1) => what.saying("It fills up the bytes before it to a multiple of 4."),
        (0, _) => what.saying("They fill up the bytes before them to a multiple of 4."),
        _ => what,
    }
}

/// The unit that the length of a block counts.
pub(super) fn unit_of_text(n: i32, is_padded: bool, rest: &[u8]) -> &'static Unit {
    macro_rules! units {
        ($one:literal, $many:literal) => {
            [
                &Unit { one: $one, many: $many },
                &Unit { one: $one, many: concat!($many, ", without the padding after them") },
            ]
        };
    }
    let Some((raw, after)) = usize::try_from(n).ok().and_then(|n| rest.split_at_checked(n)) else {
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
/// The rows of the block `raw`, with which `i` begins: the byte order mark, the `bytes` of the text, and the bytes after a NUL.
pub(super) fn rows_of_text<T: Trace>(cx: Cx<'_, T>, i: &[u8], raw: &[u8], bytes: &[u8], text: &TextRef<'_>) {
    let from = |n: usize| i.split_at(n).1;
    let start = if raw.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    let end = start + bytes.len();
    cx.row(i, from(start), "byte order mark, dropped by the engine", Shown::Padding);
    let (what, shown) = match (form_of_text(bytes), text.as_str()) {
        _ if text.is_empty() => {
            (Meaning::new("bytes that are not text, read as empty").of(Form::Lost), Shown::Bytes(bytes))
        }
        ((form, _), Some(text)) => (Meaning::new("text").of(form), Shown::Text(text)),
        ((form, shown), None) => (Meaning::new("text").of(form), shown),
    };
    cx.row(from(start), from(end), what, shown);
    if raw.len() > end {
        cx.row(
            from(end),
            from(end + 1),
            Meaning::new("terminating NUL").saying("It ends the text."),
            Shown::Padding,
        );
        cx.row(
            from(end + 1),
            from(raw.len()),
            Meaning::new("bytes after the NUL, ignored").of(Form::Skipped),
            Shown::Padding,
        );
    }
}
pub(super) fn form_of_text(bytes: &[u8]) -> (Form, Shown<'_>) {
    match utf8(bytes) {
        Some(text) => (Form::Text(Encoding::Utf8), Shown::Text(text)),
        None if generalized::is_generalized_utf8(bytes) => {
            (Form::Text(Encoding::Generalized), Shown::Bytes(bytes))
        }
        None => (Form::Bytes, Shown::Bytes(bytes)),
    }
}
/// A row for each of the first eight elements, and one for the rest.
pub(super) fn rows_of_elements<E: PackedElement, T: Trace>(cx: Cx<'_, T>, i: &[u8], n: usize) {
    let from = |index: usize| i.split_at(index * E::SIZE).1;
    let rows = n.min(8);
    for index in 0..rows {
        cx.open(Part::Index(index));
        cx.row(from(index), from(index + 1), Meaning::new(E::NAME).of(E::FORM), E::read(from(index)).shown());
        cx.close();
    }
    let rest = Shown::Run { count: n - rows, size: E::SIZE, of: E::NAME };
    cx.row(from(rows), from(n), Meaning::new("more elements").of(E::FORM), rest);
}

pub(super) fn row_of_header<T: Trace>(cx: Cx<'_, T>, i: &[u8], rest: &[u8], header: Header) {
    let dialect = cx.dialect();
    let form = match dialect.header {
        HeaderRule::WholeWord => Form::unsigned(Order::Little),
        HeaderRule::WholeWordOr64 | HeaderRule::LowByte => Form::low_bits(Order::Little, 8),
    };
    let name = dialect.table.name(header.kind);
    cx.reading(name);
    let flags = header.flags_in_words(dialect);
    let shown = Shown::Type { name, id: header.word & 0xff, flags: &flags };
    cx.row(i, rest, Meaning::new("type").of(form), shown);
}

impl Header {
    /// Returns a description of the flags.
    fn flags_in_words(self, dialect: &Dialect) -> Cow<'static, str> {
        let flags = self.word >> 16;
        let (known, words) = match self.kind.shape() {
            Shape::Int | Shape::Float if self.is_wide() => (1, "bit 16: 64-bit".into()),
            Shape::Int | Shape::Float => (0, "32-bit".into()),
            Shape::Object if dialect.objects && self.is_wide() => (1, "bit 16: by id".into()),
            Shape::Object if dialect.objects => (0, "full".into()),
            Shape::Array if dialect.typed_arrays && flags & 0b11 != 0 => {
                (0b11, format!("bits 16 to 17: element kind {}", flags & 3).into())
            }
            Shape::Dictionary if dialect.typed_dictionaries && flags & 0b1111 != 0 => {
                let (key, value) = (flags & 3, flags >> 2 & 3);
                (0b1111, format!("bits 16 to 17: key kind {key}, bits 18 to 19: value kind {value}").into())
            }
            Shape::Reals | Shape::PackedReals
                if self.is_wide()
                    && dialect.reals == RealRule::Flagged
                    && self.kind.doubles() == Doubles::Flagged =>
            {
                (1, "bit 16: 64-bit components".into())
            }
            _ => (0, Cow::Borrowed("")),
        };
        let is_ignored = self.word >> 8 & 0xff != 0 || flags & !known != 0;
        match (&*words, is_ignored) {
            ("", false) => "no flags".into(),
            ("", true) => "flags ignored".into(),
            ("full", true) => "full, flags ignored".into(),
            (words, true) => format!("{words}, other flags ignored").into(),
            (_, false) => words,
        }
    }
}
