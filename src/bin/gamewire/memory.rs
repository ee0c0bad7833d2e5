//! Memory that there is not is an error, not the end of the program.

use crate::problem::Problem;

/// Inputs up to this size are read without asking.
const SMALL: usize = 4 << 20;
/// What a value takes at the worst, in lengths of its bytes: see `Limits` of the library.
const WORST: usize = 10;

/// Whether there is memory for the value of an input so long. It is asked for and given back at once.
pub fn ensure(bytes: usize) -> Result<(), Problem> {
    if bytes <= SMALL {
        return Ok(());
    }
    let wanted = bytes.saturating_mul(WORST);
    let mut probe: Vec<u8> = Vec::new();
    probe.try_reserve_exact(wanted).map_err(|_| {
        let message =
            format!("there is not enough memory: {bytes} bytes may take {wanted} when they are read");
        Problem { offset: 0, kind: "memory", message }
    })
}
