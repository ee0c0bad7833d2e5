//! NBT from the bytes of a fuzzer.

use arbitrary::{Arbitrary, Result, Unstructured};

use super::Values;
use crate::minecraft::nbt::{Compound, JavaStr, List, Nbt, Numbers, OptNbt, Tag};
use crate::unstructured::{LEVELS, several, some_bytes};

/// The greatest number of elements.
const MOST: usize = 4;

impl Values {
    /// Creates a root, or none, from the bytes of a fuzzer.
    ///
    /// ```
    /// use arbitrary::Unstructured;
    /// use gamewire::minecraft::{Protocol, generate::Values};
    /// let mut u = Unstructured::new(b"bytes of a fuzzer");
    /// let nbt = Values::new(Protocol::V1_14).arbitrary_nbt(&mut u)?;
    /// assert!(Protocol::V1_14.encode(&nbt).is_ok());
    /// # Ok::<(), arbitrary::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`Unstructured`].
    pub fn arbitrary_nbt(&self, u: &mut Unstructured<'_>) -> Result<OptNbt> {
        if u.ratio(1, 16)? {
            return Ok(OptNbt(None));
        }
        let name = if self.protocol.nameless_nbt { JavaStr::default() } else { self.name(u)? };
        let root = match self.protocol.has_list_roots() && u.ratio(1, 4)? {
            true => Tag::List(self.made_list(u, LEVELS)?),
            false => Tag::Compound(self.made_compound(u, LEVELS)?),
        };
        Ok(Nbt { name, root }.into())
    }

    /// Creates a tag that contains at most this number of levels, from the bytes of a fuzzer.
    ///
    /// # Errors
    /// Returns the errors of [`Unstructured`].
    pub fn arbitrary_tag(&self, u: &mut Unstructured<'_>, levels: u32) -> Result<Tag> {
        self.made_tag(u, levels)
    }

    /// Creates text of any UTF-16 units.
    fn name(self, u: &mut Unstructured<'_>) -> Result<JavaStr> {
        let bytes = some_bytes(u, 24)?;
        Ok(match str::from_utf8(bytes) {
            Ok(text) => String::from(text).into(),
            Err(_) if self.has_surrogates() => {
                let units: Vec<u16> = bytes
                    .chunks(2)
                    .map(|pair| pair.iter().fold(0, |unit, byte| unit << 8 | u16::from(*byte)))
                    .collect();
                JavaStr::from_units(&units)
            }
            Err(_) => String::from_utf8_lossy(bytes).into_owned().into(),
        })
    }

    fn made_compound(self, u: &mut Unstructured<'_>, levels: u32) -> Result<Compound> {
        Ok(Compound::from(several(u, MOST, |u| Ok((self.name(u)?, self.made_tag(u, levels)?)))?))
    }

    fn made_tag(self, u: &mut Unstructured<'_>, levels: u32) -> Result<Tag> {
        Ok(match u.int_in_range(0..=if levels == 0 { 9 } else { 12 })? {
            0 => Tag::Byte(u.arbitrary()?),
            1 => Tag::Short(u.arbitrary()?),
            2 => Tag::Int(u.arbitrary()?),
            3 => Tag::Long(u.arbitrary()?),
            4 => Tag::Float(self.float(f32::from_bits(u.arbitrary()?))),
            5 => Tag::Double(self.float(f64::from_bits(u.arbitrary()?))),
            6 => Tag::ByteArray(several(u, MOST, |u| u.arbitrary::<i8>())?.into()),
            7 => Tag::String(self.name(u)?),
            8 => Tag::IntArray(several(u, MOST, |u| u.arbitrary::<i32>())?.into()),
            9 => Tag::LongArray(several(u, MOST, |u| u.arbitrary::<i64>())?.into()),
            10 | 11 => Tag::Compound(self.made_compound(u, levels - 1)?),
            _ => Tag::List(self.made_list(u, levels - 1)?),
        })
    }

    fn made_list(self, u: &mut Unstructured<'_>, levels: u32) -> Result<List> {
        Ok(match u.int_in_range(0..=if levels == 0 { 10 } else { 12 })? {
            0 => List::End,
            1 => List::Byte(several(u, MOST, |u| u.arbitrary::<i8>())?.into()),
            2 => List::Short(several(u, MOST, |u| u.arbitrary::<i16>())?.into()),
            3 => List::Int(several(u, MOST, |u| u.arbitrary::<i32>())?.into()),
            4 => List::Long(several(u, MOST, |u| u.arbitrary::<i64>())?.into()),
            5 => List::Float(several(u, MOST, |u| Ok(self.float(f32::from_bits(u.arbitrary()?))))?.into()),
            6 => List::Double(several(u, MOST, |u| Ok(self.float(f64::from_bits(u.arbitrary()?))))?.into()),
            7 => List::ByteArray(
                several(u, MOST, |u| Ok(Numbers::from(several(u, MOST, |u| u.arbitrary::<i8>())?)))?.into(),
            ),
            8 => List::String(several(u, MOST, |u| self.name(u))?.into()),
            9 => List::IntArray(
                several(u, MOST, |u| Ok(Numbers::from(several(u, MOST, |u| u.arbitrary::<i32>())?)))?.into(),
            ),
            10 => List::LongArray(
                several(u, MOST, |u| Ok(Numbers::from(several(u, MOST, |u| u.arbitrary::<i64>())?)))?.into(),
            ),
            11 => List::List(several(u, MOST, |u| self.made_list(u, levels - 1))?.into()),
            _ => List::Compound(several(u, MOST, |u| self.made_compound(u, levels - 1))?.into()),
        })
    }
}

/// Creates a tag of the Java edition.
impl<'b> Arbitrary<'b> for Tag {
    fn arbitrary(u: &mut Unstructured<'b>) -> Result<Self> {
        Values::default().arbitrary_tag(u, LEVELS)
    }
}

/// Creates a compound of the Java edition.
impl<'b> Arbitrary<'b> for Compound {
    fn arbitrary(u: &mut Unstructured<'b>) -> Result<Self> {
        Values::default().made_compound(u, LEVELS)
    }
}

/// Creates a root of the Java edition, or none.
impl<'b> Arbitrary<'b> for OptNbt {
    fn arbitrary(u: &mut Unstructured<'b>) -> Result<Self> {
        Values::default().arbitrary_nbt(u)
    }
}
