//! Layouts that have no magic number: the whole of the bytes must make sense.

/// How deep NBT may nest, as in the game.
const DEEPEST: usize = 512;
/// Bytes of a sector of a region file.
const SECTOR: usize = 4096;

/// `uid_cache.bin`: a count, then an id, a length and a path for each.
pub(super) fn is_uid_cache(bytes: &[u8]) -> bool {
    let mut read = Reader { rest: bytes };
    let Some(count) = read.u32().filter(|count| *count > 0) else { return false };
    for _ in 0..count {
        let path = read.take(8).and_then(|_| read.u32()).and_then(|length| read.take(length as usize));
        if !path.is_some_and(|path| path.starts_with(b"res://") && std::str::from_utf8(path).is_ok()) {
            return false;
        }
    }
    read.rest.is_empty()
}

/// Little-endian NBT, in `level.dat` after a version and a length.
pub(super) fn is_bedrock_nbt(bytes: &[u8]) -> bool {
    let nbt = |bytes| {
        let mut read = Reader { rest: bytes };
        // A root without entries says nothing of the order of bytes.
        read.rest.len() > 4 && read.root() && read.rest.is_empty()
    };
    let mut read = Reader { rest: bytes };
    let headed = read.u32().is_some() && read.u32().is_some_and(|length| length as usize == read.rest.len());
    headed && nbt(read.rest) || nbt(bytes)
}

/// A region: 1024 places of chunks, 1024 times, then the chunks in sectors.
pub(super) fn is_region(bytes: &[u8]) -> bool {
    let Some(places) = bytes.get(..SECTOR).filter(|_| bytes.len() > 2 * SECTOR) else { return false };
    let sectors = bytes.len().div_ceil(SECTOR);
    let (places, _) = places.as_chunks::<4>();
    let mut chunks = 0;
    for place in places.iter().filter(|place| **place != [0; 4]) {
        let [high, middle, low, count] = *place;
        let first = usize::from(high) << 16 | usize::from(middle) << 8 | usize::from(low);
        if first < 2 || count == 0 || first >= sectors {
            return false;
        }
        let chunk = bytes.get(first * SECTOR..).and_then(|chunk| chunk.first_chunk::<5>());
        let Some([a, b, c, d, packing]) = chunk else { return false };
        let length = u32::from_be_bytes([*a, *b, *c, *d]) as usize;
        // Gzip, zlib, none, LZ4, a scheme of one's own; or the same in a file beside.
        if length == 0 || length > usize::from(count) * SECTOR || !matches!(packing & 0x7f, 1..=4 | 127) {
            return false;
        }
        chunks += 1;
    }
    chunks > 0
}

/// Reads little-endian numbers.
struct Reader<'a> {
    rest: &'a [u8],
}

/// A container of NBT that is being read.
enum OpenContainer {
    Compound,
    List { tag: u8, left: u32 },
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.rest.split_first_chunk::<N>()?;
        self.rest = rest;
        Some(*taken)
    }

    fn u16(&mut self) -> Option<u16> {
        Some(u16::from_le_bytes(self.array()?))
    }

    fn u32(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(self.array()?))
    }

    fn text(&mut self) -> Option<()> {
        let length = self.u16()?;
        std::str::from_utf8(self.take(length.into())?).ok().map(|_| ())
    }

    /// A root with its name; whether there is one.
    fn root(&mut self) -> bool {
        let Some(tag) = self.rest.first().copied().filter(|tag| matches!(tag, 9 | 10)) else {
            return false;
        };
        self.rest = self.rest.get(1..).unwrap_or_default();
        self.text().is_some() && self.contents(tag).is_some()
    }

    /// What is inside a root, without recursion.
    fn contents(&mut self, root: u8) -> Option<()> {
        let mut open = Vec::new();
        self.payload(root, &mut open)?;
        while let Some(container) = open.last_mut() {
            let tag = match container {
                OpenContainer::List { left: 0, .. } => {
                    open.pop();
                    continue;
                }
                OpenContainer::List { tag, left } => {
                    *left -= 1;
                    *tag
                }
                OpenContainer::Compound => match self.array()? {
                    [0] => {
                        open.pop();
                        continue;
                    }
                    [tag] => {
                        self.text()?;
                        tag
                    }
                },
            };
            self.payload(tag, &mut open)?;
        }
        Some(())
    }

    fn payload(&mut self, tag: u8, open: &mut Vec<OpenContainer>) -> Option<()> {
        let size = match tag {
            1 => 1,
            2 => 2,
            3 | 5 => 4,
            4 | 6 => 8,
            7 => self.u32()? as usize,
            8 => return self.text(),
            9 => {
                let [tag] = self.array()?;
                let left = self.u32()?;
                // Elements of no size would be counted for ever.
                let sensible = tag <= 12 && (tag != 0 || left == 0) && left as usize <= self.rest.len();
                open.push(OpenContainer::List { tag, left });
                return (sensible && open.len() <= DEEPEST).then_some(());
            }
            10 => {
                open.push(OpenContainer::Compound);
                return (open.len() <= DEEPEST).then_some(());
            }
            11 => (self.u32()? as usize).checked_mul(4)?,
            12 => (self.u32()? as usize).checked_mul(8)?,
            _ => return None,
        };
        self.take(size).map(|_| ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_without_magic_numbers_are_told_by_the_whole() {
        let uid = b"\x01\0\0\0\x07\0\0\0\0\0\0\0\x08\0\0\0res://ab";
        assert!(is_uid_cache(uid) && !is_uid_cache(&uid[..uid.len() - 1]));
        let bedrock = b"\x0a\0\0\x03\x04\0gold\x05\0\0\0\0";
        assert!(is_bedrock_nbt(bedrock));
        let headed = [b"\x0a\0\0\0\x0f\0\0\0", bedrock.as_slice()].concat();
        assert!(is_bedrock_nbt(&headed) && !is_bedrock_nbt(&headed[..headed.len() - 1]));
        assert!(!is_bedrock_nbt(b"\x0a\x03\0\x04gold\0\0\0\x05\0"));
        let mut region = vec![0; 2 * SECTOR];
        assert!(!is_region(&region));
        region[..4].copy_from_slice(&[0, 0, 2, 1]);
        region.extend([0, 0, 0, 9, 2]);
        assert!(!is_region(&region[..2 * SECTOR]) && is_region(&region));
        region[2 * SECTOR + 4] = 9;
        assert!(!is_region(&region));
    }

    /// A hundred thousand lists inside each other are refused, not followed.
    #[test]
    fn depth_is_bounded() {
        let mut deep = vec![10, 0, 0, 9, 0, 0];
        deep.extend([9, 1, 0, 0, 0].repeat(100_000));
        assert!(!is_bedrock_nbt(&deep));
    }
}
