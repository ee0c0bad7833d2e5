//! The layouts around deflated data: gzip (RFC 1952) and zlib (RFC 1950).

use std::io;

use flate2::bufread::DeflateDecoder;
use nom::Parser as _;
use nom::combinator::{cond, rest};

use gamewire::error::DecodeErrorKind;
use gamewire::grammar::{
    Cx, Parse, accept, be_u8, be_u16, be_u32, ends, fail, field, field_as, le_u16, le_u32, map, part, said,
    take,
};
use gamewire::trace::{Form, Meaning, Order, Part, Shown, Trace};

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

/// A gzip member: its header, its data and its end.
pub(crate) fn gzip_member<'a, T: Trace>(cx: Cx<'_, (), T>) -> impl Parse<'a, ()> {
    move |i: &'a [u8]| {
        let (i, _) = gzip_head(cx)(i)?;
        let (i, ()) = deflated(cx)(i)?;
        let (i, _) = gzip_end(cx)(i)?;
        Ok((i, ()))
    }
}

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
pub(super) fn gzip_head<'a, T: Trace>(cx: Cx<'_, (), T>) -> impl Parse<'a, GzipHead<'a>> {
    move |i: &'a [u8]| {
        let (i, ()) = gzip_magic(cx)(i)?;
        let (i, flags) = gzip_flags(cx)(i)?;
        let time = |time: &u32| format!("time = {time} seconds");
        let (i, time) = said(cx, Meaning::from("time").of(LITTLE), le_u32, time)(i)?;
        let (i, _) = field(cx, "extra flags", be_u8)(i)?;
        let (i, system) = said(cx, Meaning::from("system").of(LITTLE), be_u8, |system| {
            let name = match system {
                0 => " (MS-DOS, Windows)",
                3 => " (Unix)",
                7 => " (Macintosh)",
                11 => " (NTFS)",
                255 => " (unknown)",
                _ => "",
            };
            format!("system = {system}{name}")
        })(i)?;
        let (i, extra) = cond(flags & EXTRA != 0, extra(cx)).parse(i)?;
        let (i, name) = cond(flags & NAME != 0, terminated(cx, "name, ended by a zero byte")).parse(i)?;
        let comment = terminated(cx, "comment, ended by a zero byte");
        let (i, comment) = cond(flags & COMMENT != 0, comment).parse(i)?;
        let (i, checksum) = cond(flags & HEAD_CHECKSUM != 0, head_checksum(cx)).parse(i)?;
        Ok((i, GzipHead { time, system, extra, name, comment, checksum }))
    }
}

fn gzip_magic<'a, T: Trace>(cx: Cx<'_, (), T>) -> impl Parse<'a, ()> {
    let head = move |i: &'a [u8]| {
        let (i, magic) = field_as(cx, "magic", be_u16, |_| Shown::Said("magic = 1f 8b"))(i)?;
        let (i, method) = said(cx, Meaning::from("compression").of(LITTLE), be_u8, |method| {
            let name = if *method == 8 { " (deflate)" } else { "" };
            format!("compression = {method}{name}")
        })(i)?;
        Ok((i, (magic, method)))
    };
    accept(head, |head, _| match head {
        (0x1f8b, 8) => Ok(()),
        _ => Err(DecodeErrorKind::Magic { expected: "1f 8b" }),
    })
}

fn gzip_flags<'a, T: Trace>(cx: Cx<'_, (), T>) -> impl Parse<'a, u8> {
    let says =
        "Bits 1 to 4 are set if a checksum of the header, an extra field, a name and a comment follow.";
    let flags = field(cx, Meaning::from("flags").saying(says), be_u8);
    accept(flags, |flags, _| match flags & RESERVED {
        0 => Ok(flags),
        _ => Err(DecodeErrorKind::EnumValue { value: flags.into() }),
    })
}

fn extra<'a, T: Trace>(cx: Cx<'_, (), T>) -> impl Parse<'a, &'a [u8]> {
    move |i: &'a [u8]| {
        let (i, length) = field(cx, "length of the extra field", le_u16)(i)?;
        let meaning = Meaning::from("extra field").of(Form::Bytes);
        let extra = field_as(cx, meaning, take(cx, length.into()), |_| Shown::Said("extra field"));
        part(cx, Part::Member("extra field"), extra)(i)
    }
}

/// Parses bytes up to a zero byte.
fn terminated<'a, T: Trace>(cx: Cx<'_, (), T>, text: &'static str) -> impl Parse<'a, &'a [u8]> {
    let until_zero = move |i: &'a [u8]| {
        let Some(length) = memchr::memchr(0, i) else { return ends(i, i.len() + 1) };
        let (rest, bytes) = take(cx, length + 1)(i)?;
        Ok((rest, bytes.get(..length).unwrap_or_default()))
    };
    field_as(cx, Meaning::from("text").of(Form::Bytes), until_zero, move |_| Shown::Said(text))
}

fn head_checksum<'a, T: Trace>(cx: Cx<'_, (), T>) -> impl Parse<'a, u16> {
    field_as(cx, "checksum", le_u16, |_| Shown::Said("checksum of the header"))
}

/// The end of a gzip member: the CRC-32 and the length of its contents.
pub(super) fn gzip_end<'a, T: Trace>(cx: Cx<'_, (), T>) -> impl Parse<'a, (u32, u32)> {
    move |i: &'a [u8]| {
        let (i, sum) = checksum(cx, "CRC-32 of the contents", false)(i)?;
        let length = "length of the contents";
        let (i, length) = last_word(cx, length, field(cx, length, le_u32))(i)?;
        Ok((i, (sum, length)))
    }
}

/// zlib data.
///
/// | size | field |
/// |------|-------|
/// | 1    | compression in the low 4 bits, 8: deflate; and the size of the window |
/// | 1    | flags |
/// | ..   | deflated data |
/// | 4    | Adler-32 of the contents, big-endian |
pub(crate) fn zlib<'a, T: Trace>(cx: Cx<'_, (), T>) -> impl Parse<'a, ()> {
    move |i: &'a [u8]| {
        let (i, ()) = zlib_head(cx)(i)?;
        let (i, ()) = deflated(cx)(i)?;
        let (i, _) = checksum(cx, "Adler-32 of the contents", true)(i)?;
        Ok((i, ()))
    }
}

pub(super) fn zlib_head<'a, T: Trace>(cx: Cx<'_, (), T>) -> impl Parse<'a, ()> {
    move |i: &'a [u8]| {
        let (i, _) =
            field_as(cx, "compression", be_u8, |_| Shown::Said("compression and window: deflate"))(i)?;
        let (i, _) = field_as(cx, "flags", be_u8, |_| Shown::Said("flags"))(i)?;
        Ok((i, ()))
    }
}

fn checksum<'a, T: Trace>(cx: Cx<'_, (), T>, name: &'static str, is_big: bool) -> impl Parse<'a, u32> {
    let form = Form::unsigned(if is_big { Order::Big } else { Order::Little });
    let word = map(be_u32, move |word| if is_big { word } else { word.swap_bytes() });
    last_word(
        cx,
        name,
        said(cx, Meaning::from(name).of(form), word, move |sum| format!("{name} = {sum:#010x}")),
    )
}

/// Parses a number of four bytes after the data. If only a part of it is there, that part is reported as a field.
fn last_word<'a, T: Trace>(
    cx: Cx<'_, (), T>,
    name: &'static str,
    word: impl Parse<'a, u32>,
) -> impl Parse<'a, u32> {
    move |i: &'a [u8]| {
        if i.len() < 4 {
            let text = format!("{name}, cut off");
            field_as(cx, Meaning::from(name).of(Form::Bytes), rest, |_| Shown::Said(&text))(i)?;
        }
        word(i)
    }
}

/// Parses deflated data, without keeping its contents.
fn deflated<'a, T: Trace>(cx: Cx<'_, (), T>) -> impl Parse<'a, ()> {
    let data = move |i: &'a [u8]| {
        let mut decoder = DeflateDecoder::new(i);
        match io::copy(&mut decoder, &mut io::sink()) {
            Ok(_) => Ok((decoder.into_inner(), "data, compressed")),
            // The contents of data that is cut off can be read.
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                Ok((i.get(i.len()..).unwrap_or_default(), "data, compressed, cut off"))
            }
            Err(_) => fail(i, DecodeErrorKind::Custom("the data is damaged")),
        }
    };
    move |i: &'a [u8]| {
        let (i, _) = field_as(cx, Meaning::from("data").of(Form::Bytes), data, |said| Shown::Said(said))(i)?;
        Ok((i, ()))
    }
}
