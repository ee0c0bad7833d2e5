//! The command `gamewire`: explains, decodes, encodes, checks and converts bytes.

#![allow(unreachable_pub)] // In a program, `pub` means: for its other files.

mod say;

mod args;
mod auto;
mod codec;
mod convert;
mod decode;
mod diff;
mod document;
mod edit;
mod encode;
mod explain;
mod files;
mod fixtures;
mod format;
mod get;
mod godot_value;
mod hex;
mod identify;
mod input;
mod kinds;
mod lines;
mod manual;
mod many;
mod memory;
mod nbt_value;
mod nearest;
mod outcome;
mod pack;
mod piece;
mod problem;
mod report;
mod sample;
mod secret;
mod set;
mod signals;
mod target;
mod unpack;
mod verify;
mod write;

use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand};

use crate::outcome::Outcome;

/// Reads, writes and explains the bytes that games speak: Godot's Variants and Minecraft's data types.
///
/// What the bytes are, and what is around them, is found out where it is not said. Without an INPUT, standard input
/// is read; where that is a terminal, every subcommand works on an embedded sample, so that there is something to
/// look at.
#[derive(Debug, Parser)]
#[command(name = "gamewire", version, max_term_width = 100)]
#[command(after_help = "\
Examples:
  gamewire identify save.bin                       what a file is, and how to go on
  gamewire explain save.bin                        what each of its bytes means
  gamewire decode save.bin                         its values as JSON
  gamewire decode --hex --as godot4 packet.txt     JSON of bytes as text
  echo '\"s:hello\"' | gamewire encode --hex -       bytes
  gamewire verify --as godot3 --lines packets.txt  one value in hex per line, one answer per line
  gamewire verify saves/                           one answer for each file of a folder
  gamewire unpack save.bin                         what is inside a compressed or encrypted file
  gamewire convert --to godot4 old.bin --out new.bin
  gamewire get save.bin player.gold                a value inside a file, whatever is around it
  gamewire set save.bin player.gold 999            another one in its place; all else stays as it is
  gamewire diff old.bin save.bin                   what changed

Exit status: 0 all is well, 1 some input was rejected or differs, 2 the command line is wrong.")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Identify(identify::Identify),
    Explain(explain::Explain),
    Decode(decode::Decode),
    Encode(encode::Encode),
    Verify(verify::Verify),
    Convert(convert::Convert),
    Unpack(unpack::Unpack),
    Pack(pack::Pack),
    Get(get::Get),
    Set(set::Set),
    Edit(edit::Edit),
    Diff(diff::Diff),
    Kinds(kinds::Kinds),
    Fixtures(fixtures::Fixtures),
    Completions(manual::Completions),
    Man(manual::Man),
}

/// Room for values that are nested as deeply as the formats allow, in unoptimised builds too. The main
/// thread's stack is not the same everywhere.
pub const STACK: usize = 32 << 20;

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
        Command::Identify(args) => identify::run(args),
        Command::Explain(args) => explain::run(args),
        Command::Decode(args) => decode::run(args),
        Command::Encode(args) => encode::run(args),
        Command::Verify(args) => verify::run(args),
        Command::Convert(args) => convert::run(args),
        Command::Unpack(args) => unpack::run(args),
        Command::Pack(args) => pack::run(args),
        Command::Get(args) => get::run(args),
        Command::Set(args) => set::run(args),
        Command::Edit(args) => edit::run(args),
        Command::Diff(args) => diff::run(args),
        Command::Kinds(args) => kinds::run(args),
        Command::Fixtures(args) => fixtures::run(args),
        Command::Completions(args) => manual::completions(args, Cli::command()),
        Command::Man(args) => manual::man(args, Cli::command()),
    }
}
