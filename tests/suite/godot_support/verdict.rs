//! What `verify` must answer for bytes that the dialect itself wrote.

use gamewire::godot::{Decoder, Variant, Verdict};

/// Identical; but where an element is not of its container's declared type, which this crate writes and an engine would
/// not, that element is named.
#[track_caller]
pub fn assert_own(decoder: &Decoder, bytes: &[u8], value: &Variant<'_>) {
    match (value.check_declared(), decoder.verify(bytes)) {
        (Ok(()), verdict) => assert_eq!(verdict, Verdict::Identical, "{bytes:x?}"),
        (Err(error), Verdict::Differs { why, .. }) => {
            assert!(why.contains(&error.reason()), "{why}: {error}")
        }
        (Err(error), verdict) => panic!("{error}, and yet {verdict:?}"),
    }
}
