//! Hand-written codecs for comparison. They handle only the types of the payloads, and only aim at speed:
//! they use neither nom nor cookie-factory, and have no dialects, limits, paths or checks for duplicate keys.

use std::mem;

use gamewire::godot::{Packed, Variant, Vector2, Vector3};

use crate::tree::Tree;

const WIDE: u32 = 1 << 16;

/// The position of a reader.
pub struct Cursor<'a>(pub &'a [u8]);

impl<'a> Cursor<'a> {
    #[inline(always)]
    fn chunk<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (chunk, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*chunk)
    }
    #[inline(always)]
    fn word(&mut self) -> Option<u32> {
        self.chunk().map(u32::from_le_bytes)
    }
    #[inline(always)]
    fn take(&mut self, n: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(n)?;
        self.0 = rest;
        Some(taken)
    }
    #[inline(always)]
    fn padded(&mut self) -> Option<&'a [u8]> {
        let length = self.word()? as usize;
        let bytes = self.take(length)?;
        self.take(length.wrapping_neg() % 4)?;
        Some(bytes)
    }
    #[inline(always)]
    fn reals<const N: usize>(&mut self) -> Option<[f32; N]> {
        let bytes = self.take(N * 4)?;
        Some(std::array::from_fn(|at| {
            bytes[at * 4..].first_chunk().map_or(0.0, |bytes| f32::from_le_bytes(*bytes))
        }))
    }
}

#[inline(always)]
fn utf8(bytes: &[u8]) -> Option<&str> {
    if bytes.len() >= 64 { simdutf8::basic::from_utf8(bytes).ok() } else { std::str::from_utf8(bytes).ok() }
}

/// Walks a value without building anything. Text is validated only if `TEXT` is true.
pub fn walk<const TEXT: bool>(i: &mut Cursor<'_>) -> Option<()> {
    match i.word()? {
        0 => {}
        1..=3 => {
            i.chunk::<4>()?;
        }
        0x1_0002 | 0x1_0003 | 5 => {
            i.chunk::<8>()?;
        }
        4 => {
            let bytes = i.padded()?;
            if TEXT {
                utf8(bytes)?;
            }
        }
        9 => {
            i.chunk::<12>()?;
        }
        27 => {
            for _ in 0..i.word()? {
                walk::<TEXT>(i)?;
                walk::<TEXT>(i)?;
            }
        }
        28 => {
            for _ in 0..i.word()? {
                walk::<TEXT>(i)?;
            }
        }
        29 => {
            i.padded()?;
        }
        36 => {
            let count = i.word()? as usize;
            i.take(count * 12)?;
        }
        _ => return None,
    }
    Some(())
}

/// Writes a value to a slot that is still `Nil`.
#[inline(always)]
fn fill(slot: &mut Variant, value: Variant) {
    mem::forget(mem::replace(slot, value));
}

/// Decodes a value of this crate's model into its slot.
pub fn decode(i: &mut Cursor<'_>, slot: &mut Variant) -> Option<()> {
    match i.word()? {
        0 => {}
        1 => fill(slot, Variant::Bool(i.word()? != 0)),
        2 => fill(slot, Variant::Int(i32::from_le_bytes(i.chunk()?).into())),
        3 => fill(slot, Variant::Float(f32::from_le_bytes(i.chunk()?).into())),
        0x1_0002 => fill(slot, Variant::Int(i64::from_le_bytes(i.chunk()?))),
        0x1_0003 => fill(slot, Variant::Float(f64::from_le_bytes(i.chunk()?))),
        4 => fill(slot, Variant::String(utf8(i.padded()?)?.into())),
        5 => {
            let [x, y] = i.reals()?;
            fill(slot, Variant::Vector2(Vector2 { x, y }));
        }
        9 => {
            let [x, y, z] = i.reals()?;
            fill(slot, Variant::Vector3(Vector3 { x, y, z }));
        }
        27 => {
            let count = i.word()? as usize;
            if count > i.0.len() / 8 {
                return None;
            }
            let mut pairs: Vec<(Variant, Variant)> = Vec::new();
            pairs.resize_with(count, Default::default);
            for (key, value) in &mut pairs {
                decode(i, key)?;
                decode(i, value)?;
            }
            fill(slot, Variant::Dictionary(pairs.into()));
        }
        28 => {
            let count = i.word()? as usize;
            if count > i.0.len() / 4 {
                return None;
            }
            let mut items: Vec<Variant> = Vec::new();
            items.resize_with(count, Default::default);
            for item in &mut items {
                decode(i, item)?;
            }
            fill(slot, Variant::Array(items.into()));
        }
        29 => fill(slot, Variant::PackedByteArray(Packed::from(i.padded()?))),
        36 => {
            let count = i.word()? as usize;
            fill(
                slot,
                Variant::PackedVector3Array(Packed::try_from_wire(i.take(count.checked_mul(12)?)?).ok()?),
            );
        }
        _ => return None,
    }
    Some(())
}

/// Decodes a plain tree, which owns everything, into its slot.
pub fn decode_tree(i: &mut Cursor<'_>, slot: &mut Tree) -> Option<()> {
    let value = match i.word()? {
        0 => return Some(()),
        1 => Tree::Bool(i.word()? != 0),
        2 => Tree::Int(i32::from_le_bytes(i.chunk()?).into()),
        3 => Tree::Float(f32::from_le_bytes(i.chunk()?).into()),
        0x1_0002 => Tree::Int(i64::from_le_bytes(i.chunk()?)),
        0x1_0003 => Tree::Float(f64::from_le_bytes(i.chunk()?)),
        4 => Tree::Text(utf8(i.padded()?)?.into()),
        5 => Tree::Vector2(i.reals()?),
        9 => Tree::Vector3(i.reals()?),
        27 => {
            let count = i.word()? as usize;
            if count > i.0.len() / 8 {
                return None;
            }
            let mut pairs: Box<[(Tree, Tree)]> =
                std::iter::repeat_with(|| (Tree::Nil, Tree::Nil)).take(count).collect();
            for (key, value) in &mut pairs {
                decode_tree(i, key)?;
                decode_tree(i, value)?;
            }
            Tree::Dictionary(pairs)
        }
        28 => {
            let count = i.word()? as usize;
            if count > i.0.len() / 4 {
                return None;
            }
            let mut items: Box<[Tree]> = std::iter::repeat_with(|| Tree::Nil).take(count).collect();
            for item in &mut items {
                decode_tree(i, item)?;
            }
            Tree::Array(items)
        }
        29 => Tree::Bytes(i.padded()?.into()),
        36 => {
            let count = i.word()? as usize;
            let bytes = i.take(count.checked_mul(12)?)?;
            Tree::Vectors(
                bytes.as_chunks::<12>().0.iter().filter_map(|chunk| Cursor(chunk).reals()).collect(),
            )
        }
        _ => return None,
    };
    mem::forget(mem::replace(slot, value));
    Some(())
}

/// Encodes a plain tree, with one write for each leaf. Leaves are written in the loops of their containers,
/// and text is copied in whole words.
#[inline(always)]
pub fn encode(tree: &Tree, out: &mut Vec<u8>) {
    match tree {
        Tree::Array(items) => encode_array(items, out),
        Tree::Dictionary(pairs) => encode_dictionary(pairs, out),
        leaf => encode_leaf(leaf, out),
    }
}

fn encode_array(items: &[Tree], out: &mut Vec<u8>) {
    head(28, items.len(), out);
    for item in items {
        encode(item, out);
    }
}

fn encode_dictionary(pairs: &[(Tree, Tree)], out: &mut Vec<u8>) {
    head(27, pairs.len(), out);
    for (key, value) in pairs {
        encode(key, out);
        encode(value, out);
    }
}

#[inline(always)]
fn head(id: u32, count: usize, out: &mut Vec<u8>) {
    out.extend_from_slice(&pair(id, count as u32));
}

#[inline(always)]
fn pair(a: u32, b: u32) -> [u8; 8] {
    (u64::from(a) | u64::from(b) << 32).to_le_bytes()
}

#[inline(always)]
fn encode_leaf(leaf: &Tree, out: &mut Vec<u8>) {
    match leaf {
        Tree::Nil => out.extend_from_slice(&[0; 4]),
        Tree::Bool(value) => out.extend_from_slice(&pair(1, u32::from(*value))),
        Tree::Int(value) => match i32::try_from(*value) {
            Ok(value) => out.extend_from_slice(&pair(2, value.cast_unsigned())),
            Err(_) => wide(2, value.to_le_bytes(), out),
        },
        Tree::Float(value) => {
            let narrow = *value as f32;
            if f64::from(narrow) == *value {
                out.extend_from_slice(&pair(3, narrow.to_bits()));
            } else {
                wide(3, value.to_le_bytes(), out);
            }
        }
        Tree::Text(text) => padded(4, text.as_bytes(), out),
        Tree::Vector2([x, y]) => {
            let mut bytes = [0; 12];
            bytes[..8].copy_from_slice(&pair(5, x.to_bits()));
            bytes[8..].copy_from_slice(&y.to_le_bytes());
            out.extend_from_slice(&bytes);
        }
        Tree::Vector3([x, y, z]) => {
            let mut bytes = [0; 16];
            bytes[..8].copy_from_slice(&pair(9, x.to_bits()));
            bytes[8..].copy_from_slice(&pair(y.to_bits(), z.to_bits()));
            out.extend_from_slice(&bytes);
        }
        Tree::Bytes(bytes) => padded(29, bytes, out),
        Tree::Vectors(vectors) => {
            head(36, vectors.len(), out);
            out.reserve(vectors.len() * 12);
            for [x, y, z] in vectors {
                let mut bytes = [0; 12];
                bytes[..8].copy_from_slice(&pair(x.to_bits(), y.to_bits()));
                bytes[8..].copy_from_slice(&z.to_le_bytes());
                out.extend_from_slice(&bytes);
            }
        }
        Tree::Array(_) | Tree::Dictionary(_) => {}
    }
}

#[inline(always)]
fn wide(id: u32, payload: [u8; 8], out: &mut Vec<u8>) {
    let mut bytes = [0; 12];
    bytes[..4].copy_from_slice(&(id | WIDE).to_le_bytes());
    bytes[4..].copy_from_slice(&payload);
    out.extend_from_slice(&bytes);
}

#[inline(always)]
fn padded(id: u32, bytes: &[u8], out: &mut Vec<u8>) {
    head(id, bytes.len(), out);
    let (words, tail) = bytes.as_chunks::<4>();
    if words.len() <= 8 {
        for word in words {
            out.extend_from_slice(word);
        }
    } else {
        out.extend_from_slice(words.as_flattened());
    }
    let last = match tail {
        [] => return,
        [a] => [*a, 0, 0, 0],
        [a, b] => [*a, *b, 0, 0],
        [a, b, c, ..] => [*a, *b, *c, 0],
    };
    out.extend_from_slice(&last);
}
