//! The command `gamewire`: explains, decodes, encodes, checks and converts bytes.

#![allow(unreachable_pub)] // In a program, `pub` means: for its other files.

mod args;
mod auto;
mod codec;
mod convert;
mod decode;
mod encode;
mod explain;
mod files;
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
mod secret;
mod verify;
mod write;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::outcome::Outcome;

/// Reads, writes and explains the bytes that games speak: Godot's Variants and Minecraft's data types.
///
/// Without an INPUT, every subcommand works on an embedded sample, so that there is something to look at.
#[derive(Debug, Parser)]
#[command(name = "gamewire", version, max_term_width = 100)]
#[command(after_help = "\
Examples:
  gamewire explain                                 what each byte of an embedded packet means
  gamewire explain save.bin --frame store-var      the same for a file that store_var wrote
  gamewire decode save.bin --as godot4 --frame store-var --password TEXT
  gamewire decode --hex --as godot4 packet.txt     JSON
  echo '\"s:hello\"' | gamewire encode --hex -       bytes
  gamewire verify --as godot3 --lines packets.txt  one value in hex per line, one answer per line
  gamewire convert --from godot3 --to godot4 old.bin --out new.bin

Exit status: 0 all is well, 1 some input was rejected or differs, 2 the command line is wrong.")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Explain(explain::Explain),
    Decode(decode::Decode),
    Encode(encode::Encode),
    Verify(verify::Verify),
    Convert(convert::Convert),
    Kinds(kinds::Kinds),
    Fixtures(fixtures::Fixtures),
}

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
