//! The subcommands.

mod conform;
mod convert;
mod decode;
mod diff;
mod edit;
mod encode;
mod explain;
mod find;
mod fixtures;
mod get;
mod identify;
mod kinds;
mod manual;
mod pack;
mod set;
mod unpack;
mod verify;
mod world;

use std::io::Write as _;

use clap::Subcommand;

use crate::output::outcome::{Outcome, Status, Stop};
use crate::values::format::{Formats, help};

/// A subcommand with its arguments.
#[derive(Debug, Subcommand)]
pub enum Command {
    Identify(identify::Identify),
    Explain(explain::Explain),
    Decode(decode::Decode),
    Encode(encode::Encode),
    Verify(verify::Verify),
    Convert(convert::Convert),
    Unpack(unpack::Unpack),
    Pack(pack::Pack),
    Get(get::Get),
    Find(find::Find),
    Set(set::Set),
    Edit(edit::Edit),
    Diff(diff::Diff),
    Kinds(kinds::Kinds),
    Formats(Formats),
    Fixtures(fixtures::Fixtures),
    Conform(conform::Conform),
    Completions(manual::Completions),
    Man(manual::Man),
}

pub fn run(command: &Command) -> Outcome {
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
        Command::Find(args) => find::run(args).map_err(Stop::without_answer),
        Command::Set(args) => set::run(args),
        Command::Edit(args) => edit::run(args),
        Command::Diff(args) => diff::run(args).map_err(Stop::without_answer),
        Command::Kinds(args) => kinds::run(args),
        Command::Formats(Formats {}) => {
            std::io::stdout().write_all(help().as_bytes())?;
            Ok(Status::Success)
        }
        Command::Fixtures(args) => fixtures::run(args),
        Command::Conform(args) => conform::run(args),
        Command::Completions(args) => manual::completions(args, crate::command_line()),
        Command::Man(args) => manual::man(args, crate::command_line()),
    }
}
