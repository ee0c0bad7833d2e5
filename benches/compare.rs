//! `cargo bench`: runs the benches of `benches/compare`, and passes the arguments after `--` to them. They
//! are a package of their own, so that the crates that they compare with are not dependencies of this crate
//! or its tests.

use std::path::Path;
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    // Cargo passes --bench to a bench. `cargo test --all-targets` does not, and then there is nothing to do.
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
