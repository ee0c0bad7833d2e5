//! Repairs values that are incomplete or damaged.

use super::{Layout, Options, check_without_path, validate};
use crate::cx::Cx;
use crate::error::DecodeErrorKind;
use crate::straight::run::Repairer;
pub use crate::straight::run::{Counts, Recount, Repaired};
use crate::trace::Dynamic;

/// Returns the part before the damage, or `None` if there is no damage or no container before it. The caller checks
/// that the result is a valid value.
pub fn repair<'a, S: Options, L: Layout<'a, Rules = S::Rules>>(
    options: &S,
    layout: &L,
    counts: &Counts<'_>,
    bytes: &'a [u8],
) -> Option<Repaired> {
    if bytes.len() > options.limits().bytes {
        return None;
    }
    let fault = check_without_path(options, layout, bytes).err()?;
    if let DecodeErrorKind::TrailingBytes { .. } = fault.kind {
        let end = bytes.len() - fault.left;
        return bytes.get(..end).map(|bytes| Repaired { bytes: bytes.to_vec(), end });
    }
    let repairer = Repairer::new(bytes.len());
    let _ = validate(layout, Cx::traced(&options.settings(), Dynamic::new(&repairer)), bytes);
    repairer.repaired(bytes, counts)
}
