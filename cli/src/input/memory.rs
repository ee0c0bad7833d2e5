//! Reports a lack of memory as an error, so that the program does not crash.

use gamewire::document::Format;

use crate::output::problem::Problem;

/// Inputs up to this size are decoded without a check.
const SMALL: usize = 4 << 20;
/// The upper bound of a Godot value's memory, as a multiple of its encoded length; see `Limits` of the library.
const GODOT: usize = 10;
/// The upper bound of the memory of NBT, as a multiple of its encoded length.
const NBT: usize = 20;

/// Checks that the value of an input of this length fits in memory, by allocating and freeing that much.
pub fn ensure(bytes: usize, format: Option<&Format>) -> Result<(), Problem> {
    let worst = match format {
        None => NBT,
        Some(Format::Godot(_)) => GODOT,
        Some(Format::Minecraft(_, expr)) => NBT.max(expr.memory_per_byte()),
    };
    if bytes <= SMALL {
        return Ok(());
    }
    let wanted = bytes.saturating_mul(worst);
    let mut probe: Vec<u8> = Vec::new();
    probe.try_reserve_exact(wanted).map_err(|_| {
        let message = format!("not enough memory: decoding {bytes} bytes may need {wanted}");
        Problem::new("memory", message)
    })
}
