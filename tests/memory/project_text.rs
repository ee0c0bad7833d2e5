//! Measures that settings as text are read in memory proportional to the text, which is built in the tests.

use gamewire_files::godot::ProjectFile;

use crate::{alone, peak};

/// At most so many times the text: a setting of four bytes is a name and a value of 24 bytes each, and their bytes.
const TIMES: usize = 32;
const FIXED: usize = 16 << 10;

#[test]
fn memory_is_proportional_to_the_text() {
    if !alone() {
        return;
    }
    let section = |length: usize| format!("config_version=5\n[{}]\n", "s".repeat(length));
    for (what, text) in [
        ("short lines", section(1) + &"a=1\n".repeat(40_000)),
        ("sections", section(1) + &"[a]\n".repeat(40_000)),
        ("equal signs", section(1) + "a=\"" + &"=".repeat(160_000) + "\"\n"),
        ("values", section(1) + &"a=[1,2,3]\n".repeat(16_000)),
        ("a long section", section(80_000) + &"a=1\n".repeat(20_000)),
    ] {
        let (most, read) = peak(|| ProjectFile::from_text(&text, None).is_ok());
        eprintln!("{what}: {} bytes, {:.1} times, {read}", text.len(), most as f64 / text.len() as f64);
        let names = if read { 0 } else { 32 * text.len() + (64 << 10) };
        assert!(most <= TIMES * text.len() + names + FIXED, "{what}: {most} bytes for {}", text.len());
    }
}
