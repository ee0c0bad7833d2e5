//! The layouts around deflated data: gzip (RFC 1952) and zlib (RFC 1950).

use std::io;

use flate2::bufread::DeflateDecoder;
use nom::combinator::cond;
use nom::sequence::preceded;

use gamewire::cx::Cx;
use gamewire::error::{DecodeErrorKind, Fault, PResult};
use gamewire::grammar::{
    Grammar, accept, be_u32, field_as, fixed, grammar, le_u16, le_u32, member, number, said, take, then, u8,
};
use gamewire::trace::{Form, Meaning, Order, Shown, Trace};

const LITTLE: Form = Form::unsigned(Order::Little);

/// The bits of the flags of gzip that say which fields follow.
const HEAD_CHECKSUM: u8 = 2;
const EXTRA: u8 = 4;
const NAME: u8 = 8;
const COMMENT: u8 = 16;
/// The bits that must be zero.
const RESERVED: u8 = 0xe0;

/// The header of a gzip member.
#[derive(Debug, Clone, Copy)]
pub(super) struct GzipHead<'a> {
    pub(super) time: u32,
    pub(super) system: u8,
    pub(super) extra: Option<&'a [u8]>,
    pub(super) name: Option<&'a [u8]>,
    pub(super) comment: Option<&'a [u8]>,
    /// The low 16 bits of the CRC-32 of the bytes before it.
    pub(super) checksum: Option<u16>,
}

grammar!(
    /// A gzip member: its header, its data and its end.
    pub(crate) fn gzip_member<'a, T: Trace>(cx: Cx<'_, (), T>) -> impl Grammar<'a, ()> {
        (gzip_head(cx), deflated(cx), gzip_end(cx)).map(|_| ())
    }
);

grammar!(
    /// The header of a gzip member. Numbers are little-endian.
    ///
    /// | size | field |
    /// |------|-------|
    /// | 2    | magic, `1f 8b` |
    /// | 1    | compression, 8: deflate |
    /// | 1    | flags, which say which of the last fields are present |
    /// | 4    | time of the last change in seconds since 1970 |
    /// | 1    | extra flags |
    /// | 1    | system |
    /// | 2    | length of the extra field |
    /// | ..   | extra field |
    /// | ..   | name, ended by a zero byte |
    /// | ..   | comment, ended by a zero byte |
    /// | 2    | checksum of the header |
    pub(super) fn gzip_head<'a, T: Trace>(cx: Cx<'_, (), T>) -> impl Grammar<'a, GzipHead<'a>> {
        let time =
            said(cx, Meaning::from("time").of(LITTLE), le_u32(), |time| format!("time = {time} seconds"));
        let rest = (time, number(cx, "extra flags", u8()), number(cx, "system", u8()));
        then((preceded(gzip_magic(cx), gzip_flags(cx)), rest), move |(flags, (time, _, system))| {
            (
                cond(flags & EXTRA != 0, extra(cx)),
                cond(flags & NAME != 0, terminated(cx, "name, ended by a zero byte")),
                cond(flags & COMMENT != 0, terminated(cx, "comment, ended by a zero byte")),
                cond(flags & HEAD_CHECKSUM != 0, head_checksum(cx)),
            )
                .map(move |(extra, name, comment, checksum)| GzipHead {
                    time,
                    system,
                    extra,
                    name,
                    comment,
                    checksum,
                })
        })
    }
);

grammar!(
    fn gzip_magic<'a, T: Trace>(cx: Cx<'_, (), T>) -> impl Grammar<'a, ()> {
        let magic = field_as(cx, "magic", fixed(), |_| Shown::Said("magic = 1f 8b"));
        let method = said(cx, Meaning::from("compression").of(LITTLE), u8(), |method| {
            let name = if *method == 8 { " (deflate)" } else { "" };
            format!("compression = {method}{name}")
        });
        accept((magic, method), |head, _| match head {
            ([0x1f, 0x8b], 8) => Ok(()),
            _ => Err(DecodeErrorKind::Magic { expected: "1f 8b" }),
        })
    }
);

grammar!(
    fn gzip_flags<'a, T: Trace>(cx: Cx<'_, (), T>) -> impl Grammar<'a, u8> {
        let says =
            "Bits 1 to 4 are set if a checksum of the header, an extra field, a name and a comment follow.";
        let flags = number(cx, Meaning::from("flags").saying(says), u8());
        accept(flags, |flags, _| match flags & RESERVED {
            0 => Ok(flags),
            _ => Err(DecodeErrorKind::EnumValue { value: flags.into() }),
        })
    }
);

grammar!(
    fn extra<'a, T: Trace>(cx: Cx<'_, (), T>) -> impl Grammar<'a, &'a [u8]> {
        then(number(cx, "length of the extra field", le_u16()), move |length| {
            let meaning = Meaning::from("extra field").of(Form::Bytes);
            member(
                cx,
                "extra field",
                field_as(cx, meaning, take(cx, length.into()), |_| Shown::Said("extra field")),
            )
        })
    }
);

grammar!(
    /// Parses bytes up to a zero byte.
    fn terminated<'a, T: Trace>(cx: Cx<'_, (), T>, text: &'static str) -> impl Grammar<'a, &'a [u8]> {
        let until_zero = move |i: &'a [u8]| -> PResult<'a, &'a [u8]> {
            let Some(length) = memchr::memchr(0, i) else { return Fault::short(i, i.len() + 1) };
            let (rest, bytes) = cx.take(i, length + 1)?;
            Ok((rest, bytes.get(..length).unwrap_or_default()))
        };
        field_as(cx, Meaning::from("text").of(Form::Bytes), until_zero, move |_| Shown::Said(text))
    }
);

grammar!(
    fn head_checksum<'a, T: Trace>(cx: Cx<'_, (), T>) -> impl Grammar<'a, u16> {
        field_as(cx, "checksum", le_u16(), |_| Shown::Said("checksum of the header"))
    }
);

grammar!(
    /// The end of a gzip member: the CRC-32 and the length of its contents.
    pub(super) fn gzip_end<'a, T: Trace>(cx: Cx<'_, (), T>) -> impl Grammar<'a, (u32, u32)> {
        (checksum(cx, "CRC-32 of the contents", false), number(cx, "length of the contents", le_u32()))
    }
);

grammar!(
    /// zlib data.
    ///
    /// | size | field |
    /// |------|-------|
    /// | 1    | compression in the low 4 bits, 8: deflate; and the size of the window |
    /// | 1    | flags |
    /// | ..   | deflated data |
    /// | 4    | Adler-32 of the contents, big-endian |
    pub(crate) fn zlib<'a, T: Trace>(cx: Cx<'_, (), T>) -> impl Grammar<'a, ()> {
        (zlib_head(cx), deflated(cx), checksum(cx, "Adler-32 of the contents", true)).map(|_| ())
    }
);

grammar!(
    pub(super) fn zlib_head<'a, T: Trace>(cx: Cx<'_, (), T>) -> impl Grammar<'a, ()> {
        let method = field_as(cx, "compression", u8(), |_| Shown::Said("compression and window: deflate"));
        (method, field_as(cx, "flags", u8(), |_| Shown::Said("flags"))).map(|_| ())
    }
);

grammar!(
    fn checksum<'a, T: Trace>(cx: Cx<'_, (), T>, name: &'static str, is_big: bool) -> impl Grammar<'a, u32> {
        let form = Form::unsigned(if is_big { Order::Big } else { Order::Little });
        let word = be_u32().map(move |word| if is_big { word } else { word.swap_bytes() });
        said(cx, Meaning::from(name).of(form), word, move |sum| format!("{name} = {sum:#010x}"))
    }
);

grammar!(
    /// Parses deflated data, without keeping its contents.
    fn deflated<'a, T: Trace>(cx: Cx<'_, (), T>) -> impl Grammar<'a, ()> {
        let data = move |i: &'a [u8]| -> PResult<'a, ()> {
            let mut decoder = DeflateDecoder::new(i);
            match io::copy(&mut decoder, &mut io::sink()) {
                Ok(_) => Ok((decoder.into_inner(), ())),
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Fault::short(i, i.len() + 1),
                Err(_) => Fault::at(i, DecodeErrorKind::Custom("the data is damaged")),
            }
        };
        field_as(cx, Meaning::from("data").of(Form::Bytes), data, |()| Shown::Said("data, compressed"))
    }
);
