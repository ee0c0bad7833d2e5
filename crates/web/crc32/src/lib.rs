//! CRC-32 as in gzip, one byte after the other.

/// The polynomial, with the lowest power in the highest bit.
const POLYNOMIAL: u32 = 0xedb8_8320;

/// Each byte, times x^8.
static TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut product, mut bits) = (byte as u32, 0);
        while bits < 8 {
            product = times_x(product);
            bits += 1;
        }
        table[byte] = product;
        byte += 1;
    }
    table
};

/// The checksum of the bytes so far.
#[derive(Debug, Clone, Default)]
pub struct Hasher {
    sum: u32,
    length: u64,
}

impl Hasher {
    /// Creates the checksum of no bytes.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        let sum = bytes.iter().fold(!self.sum, |sum, byte| {
            let [lowest, ..] = sum.to_le_bytes();
            sum >> 8 ^ TABLE[usize::from(lowest ^ byte)]
        });
        (self.sum, self.length) = (!sum, self.length + bytes.len() as u64);
    }

    /// Returns the checksum.
    #[must_use]
    pub fn finalize(self) -> u32 {
        self.sum
    }

    /// Forgets all bytes.
    pub fn reset(&mut self) {
        *self = Self::default();
    }

    /// Adds the bytes of another checksum.
    pub fn combine(&mut self, other: &Self) {
        // The checksum of these bytes, followed by as many zeros as the other has bytes: x^8 for each byte.
        let (mut power, mut left) = (1_u32 << 23, other.length);
        while left > 0 {
            if left & 1 == 1 {
                self.sum = product(self.sum, power);
            }
            power = product(power, power);
            left >>= 1;
        }
        self.sum ^= other.sum;
        self.length += other.length;
    }
}

const fn times_x(a: u32) -> u32 {
    a >> 1 ^ if a & 1 == 1 { POLYNOMIAL } else { 0 }
}

fn product(a: u32, b: u32) -> u32 {
    let add = |(sum, b): (u32, u32), bit: u32| (if a >> bit & 1 == 1 { sum ^ b } else { sum }, times_x(b));
    (0..32).rev().fold((0, b), add).0
}

#[test]
fn sums_are_those_of_gzip() {
    // The check value of CRC-32/ISO-HDLC in the catalogue of CRC algorithms.
    let mut all = Hasher::new();
    all.update(b"123456789");
    assert_eq!(all.clone().finalize(), 0xcbf4_3926);
    let (mut first, mut last) = (Hasher::new(), Hasher::new());
    first.update(b"1234");
    last.update(b"56789");
    first.combine(&last);
    assert_eq!(first.finalize(), 0xcbf4_3926);
}
