//! The command `gamewire`: explains, decodes, encodes, checks and converts bytes.

#![allow(unreachable_pub)] // In a program, `pub` means: for its other files.

mod args;
mod auto;
mod codec;
mod convert;
mod decode;
mod encode;
mod explain;
mod fixtures;
mod format;
mod hex;
mod input;
mod kinds;
mod lines;
mod outcome;
mod problem;
mod report;
mod sample;
mod verify;

use std::process::ExitCode;

use clap::Parser;

use crate::args::{Cli, Command};
use crate::outcome::Outcome;

/// Room for values that are nested as deeply as the formats allow, in unoptimised builds too. The main
/// thread's stack is not the same everywhere.
const STACK: usize = 32 << 20;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let worker =
        std::thread::Builder::new().stack_size(STACK).spawn(move || outcome::exit(run(&cli.command)));
    match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(code)) => code,
        Ok(Err(_)) => ExitCode::from(outcome::WRONG),
        Err(error) => outcome::exit(Err(error.into())),
    }
}

fn run(command: &Command) -> Outcome {
    match command {
        Command::Explain(args) => explain::run(args),
        Command::Decode(args) => decode::run(args),
        Command::Encode(args) => encode::run(args),
        Command::Verify(args) => verify::run(args),
        Command::Convert(args) => convert::run(args),
        Command::Kinds(args) => kinds::run(args),
        Command::Fixtures(args) => fixtures::run(args),
    }
}
