//! Checks the FastLZ codec itself on blocks that are written by hand or made from pseudorandom bytes; a compressed file shows only
//! the length of a block.

#[path = "../../crates/files/src/godot/fastlz.rs"]
mod fastlz;

use self::fastlz::{decode, encode};

const TOO_LONG: &str = "the block decompresses to more bytes than it should";

fn decoded(input: &[u8], limit: usize) -> Result<Vec<u8>, &'static str> {
    let mut out = b"before".to_vec();
    decode(input, limit, &mut out)?;
    Ok(out.split_off(6))
}

#[test]
fn every_kind_of_token_is_decoded() {
    assert_eq!(decoded(&[2, b'a', b'b', b'c'], 3).unwrap(), b"abc");
    assert_eq!(decoded(&[0, b'a', 0x20, 0], 4).unwrap(), b"aaaa");
    assert_eq!(decoded(&[1, b'a', b'b', 0xe0, 1, 1, 0, b'c'], 13).unwrap(), b"ababababababc");
    assert_eq!(decoded(&[0x20, 7, 0xe0, 255, 1, 0], 266).unwrap(), [7; 266]);
    // 1 + 256 * 40 bytes, then 3 of them from 8191 + 0x0102 + 1 bytes back.
    let mut far = vec![0x20, 9, 0xe0];
    far.extend([255; 40]);
    far.extend([31, 0, 31]);
    far.extend((0..32).collect::<Vec<u8>>());
    far.extend([0x3f, 0xff, 1, 2]);
    let long = decoded(&far, 20_000).unwrap();
    assert_eq!(long.len(), 1 + 9 + 255 * 40 + 31 + 32 + 3);
    assert_eq!(long.last(), Some(&9));
}

#[test]
fn damaged_blocks_are_refused() {
    assert!(decoded(&[], 9).is_err());
    assert!(decoded(&[2, b'a', b'b'], 9).is_err());
    assert!(decoded(&[0x40, b'a'], 9).is_err());
    assert_eq!(decoded(&[0, b'a', 0x20, 0], 3), Err(TOO_LONG));
    assert_eq!(decoded(&[2, b'a', b'b', b'c'], 2), Err(TOO_LONG));
    assert!(decoded(&[0, b'a', 0x20, 1], 9).is_err(), "reaches back into what stood there before");
    assert!(decoded(&[0, b'a', 0x20], 9).is_err());
    assert!(decoded(&[0x20, 7, 0xff, 255, 255], 1 << 20).is_err());
}

#[test]
fn encoded_blocks_are_decoded() {
    let mut random = 1_u32;
    let mut byte = || {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        random.to_be_bytes()[0]
    };
    for length in (0..300).chain([4095, 4096, 20_000]) {
        for alphabet in [1, 2, 5, 255] {
            let bytes: Vec<u8> = (0..length).map(|_| byte() % alphabet).collect();
            let packed = encode(&bytes);
            match length {
                0 => assert!(packed.is_empty()),
                _ => assert_eq!(decoded(&packed, length).unwrap(), bytes),
            }
        }
    }
}
