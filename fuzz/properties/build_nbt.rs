//! NBT and values of Minecraft's types made by hand, so to speak.

use arbitrary::{Result, Unstructured};
use gamewire::minecraft::nbt::{Compound, JavaStr, List, Nbt, Numbers, Tag};

/// A root, or none.
pub fn nbt(u: &mut Unstructured<'_>) -> Result<Option<Nbt<'static>>> {
    Ok(if u.ratio(1, 16)? { None } else { Some(Nbt { name: name(u)?, root: compound(u, 4)? }) })
}

fn several<'a, T>(
    u: &mut Unstructured<'a>,
    mut one: impl FnMut(&mut Unstructured<'a>) -> Result<T>,
) -> Result<Vec<T>> {
    let count = u.int_in_range(0..=4)?;
    (0..count).map(|_| one(u)).collect()
}

/// Text of any UTF-16 units.
pub fn name(u: &mut Unstructured<'_>) -> Result<JavaStr<'static>> {
    let length = u.int_in_range(0..=u.len().min(24))?;
    let bytes = u.bytes(length)?;
    Ok(match str::from_utf8(bytes) {
        Ok(text) => JavaStr::from(text).into_owned(),
        Err(_) => {
            let units: Vec<u16> = bytes
                .chunks(2)
                .map(|pair| pair.iter().fold(0, |unit, byte| unit << 8 | u16::from(*byte)))
                .collect();
            JavaStr::from_units(&units).into_owned()
        }
    })
}

pub fn compound(u: &mut Unstructured<'_>, depth: u32) -> Result<Compound<'static>> {
    Ok(Compound::from(several(u, |u| Ok((name(u)?, tag(u, depth)?)))?))
}

/// A tag, with at most so many levels inside.
pub fn tag(u: &mut Unstructured<'_>, depth: u32) -> Result<Tag<'static>> {
    Ok(match u.int_in_range(0..=if depth == 0 { 9 } else { 12 })? {
        0 => Tag::Byte(u.arbitrary()?),
        1 => Tag::Short(u.arbitrary()?),
        2 => Tag::Int(u.arbitrary()?),
        3 => Tag::Long(u.arbitrary()?),
        4 => Tag::Float(f32::from_bits(u.arbitrary()?)),
        5 => Tag::Double(f64::from_bits(u.arbitrary()?)),
        6 => Tag::ByteArray(several(u, |u| u.arbitrary::<i8>())?.into()),
        7 => Tag::String(name(u)?),
        8 => Tag::IntArray(several(u, |u| u.arbitrary::<i32>())?.into()),
        9 => Tag::LongArray(several(u, |u| u.arbitrary::<i64>())?.into()),
        10 | 11 => Tag::Compound(compound(u, depth - 1)?),
        _ => Tag::List(list(u, depth - 1)?),
    })
}

fn list(u: &mut Unstructured<'_>, depth: u32) -> Result<List<'static>> {
    Ok(match u.int_in_range(0..=if depth == 0 { 10 } else { 12 })? {
        0 => List::End,
        1 => List::Byte(several(u, |u| u.arbitrary::<i8>())?.into()),
        2 => List::Short(several(u, |u| u.arbitrary::<i16>())?.into()),
        3 => List::Int(several(u, |u| u.arbitrary::<i32>())?.into()),
        4 => List::Long(several(u, |u| u.arbitrary::<i64>())?.into()),
        5 => List::Float(several(u, |u| Ok(f32::from_bits(u.arbitrary()?)))?.into()),
        6 => List::Double(several(u, |u| Ok(f64::from_bits(u.arbitrary()?)))?.into()),
        7 => List::ByteArray(several(u, |u| Ok(Numbers::from(several(u, |u| u.arbitrary::<i8>())?)))?.into()),
        8 => List::String(several(u, name)?.into()),
        9 => List::IntArray(several(u, |u| Ok(Numbers::from(several(u, |u| u.arbitrary::<i32>())?)))?.into()),
        10 => {
            List::LongArray(several(u, |u| Ok(Numbers::from(several(u, |u| u.arbitrary::<i64>())?)))?.into())
        }
        11 => List::List(several(u, |u| list(u, depth - 1))?.into()),
        _ => List::Compound(several(u, |u| compound(u, depth - 1))?.into()),
    })
}
