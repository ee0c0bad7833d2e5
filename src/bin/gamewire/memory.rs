//! Memory that there is not is an error, not the end of the program.

use crate::format::{Format, Wanted};
use crate::problem::Problem;

/// Inputs up to this size are read without asking.
const SMALL: usize = 4 << 20;
/// What a value of Godot takes at the worst, in lengths of its bytes: see `Limits` of the library.
const GODOT: usize = 10;
/// What NBT takes.
const NBT: usize = 20;

/// Whether there is memory for the value of an input so long. It is asked for and given back at once.
pub fn ensure(bytes: usize, format: &Wanted) -> Result<(), Problem> {
    let worst = match format {
        Wanted::Auto => NBT,
        Wanted::Format(Format::Godot(_)) => GODOT,
        Wanted::Format(Format::Minecraft(_, expr)) => NBT.max(expr.memory_per_byte()),
    };
    ensure_times(bytes, worst)
}

/// Whether there is memory for so many times an input so long.
pub fn ensure_times(bytes: usize, times: usize) -> Result<(), Problem> {
    if bytes <= SMALL {
        return Ok(());
    }
    let wanted = bytes.saturating_mul(times);
    let mut probe: Vec<u8> = Vec::new();
    probe.try_reserve_exact(wanted).map_err(|_| {
        let message =
            format!("there is not enough memory: {bytes} bytes may take {wanted} when they are read");
        Problem { offset: 0, kind: "memory", message }
    })
}
