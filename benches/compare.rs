//! `cargo bench`: runs the benches of `benches/compare`, a package of its own so that what they compare with is
//! never a dependency of the crate or its tests. Arguments after `--` go there.

use std::path::Path;
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    // Cargo passes --bench to a bench; with `cargo test --all-targets` there is nothing to do.
    if !std::env::args_os().any(|argument| argument == "--bench") {
        return ExitCode::SUCCESS;
    }
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/compare/Cargo.toml");
    let arguments = std::env::args_os().skip(1).filter(|argument| argument != "--bench");
    let mut bench = Command::new(env!("CARGO"));
    bench.arg("bench").arg("--manifest-path").arg(manifest).arg("--").args(arguments);
    match bench.status() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(status) => {
            eprintln!("the benches stopped: {status}");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("cargo does not run: {error}");
            ExitCode::FAILURE
        }
    }
}
