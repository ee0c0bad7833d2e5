//! The command `gamewire`: explains, decodes, encodes, verifies and converts bytes.

#![allow(unreachable_pub)] // In a program, `pub` makes an item visible to the other files.

mod answer;
mod args;
mod commands;
mod input;
mod open;
mod output;
mod values;

use std::borrow::Cow;
use std::path::Path;
use std::process::ExitCode;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory as _, FromArgMatches as _, Parser};
use gamewire::shared::escape::{is_hidden, visible};

use crate::commands::{Command, kinds};
use crate::output::{eprint, outcome};
use crate::values::nearest;

/// Reads, writes and explains Godot's Variants and Minecraft's data types.
///
/// Without `--as` or `--frame`, gamewire detects the format, the framing, compression and encryption. Without INPUT,
/// it reads standard input.
#[derive(Debug, Parser)]
#[command(name = "gamewire", version, max_term_width = 100)]
#[command(after_help = include_str!("examples.txt").trim_end())]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// The stack size of the worker thread. It is enough for the deepest nesting that the formats allow, even in
/// unoptimized builds. The stack size of the main thread depends on the system.
pub const STACK: usize = 32 << 20;

/// Returns the command line. In `find`, `--key` is a key of the values; in all other subcommands, it is another name
/// of `--file-key`.
pub fn command_line() -> clap::Command {
    Cli::command().mut_subcommand("find", |find| find.mut_arg("key", |key| key.alias(None)))
}

fn main() -> ExitCode {
    let matches = command_line().try_get_matches();
    let cli =
        matches.and_then(|matches| Cli::from_arg_matches(&matches)).unwrap_or_else(|error| refuse(error));
    let worker = std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(move || outcome::exit(commands::run(&cli.command)));
    match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(code)) => code,
        Ok(Err(_)) => ExitCode::from(outcome::WRONG),
        Err(error) => outcome::exit(Err(error.into())),
    }
}

/// Returns what to type instead of a word of another program, or one without its option or subcommand.
fn instead(word: &str) -> Option<String> {
    let right = match word {
        "-o" | "-O" | "--output" | "--output-file" => "pass --out FILE",
        "-a" | "-f" | "--format" | "--version" | "--dialect" | "--game" => "pass --as FORMAT",
        "--gzip" | "--zlib" | "--zstd" => {
            "compression is detected when a file is read; to compress, pass --in to pack, or --compress to encode"
        }
        "--decompress" | "--unzip" => "compression is detected without an option",
        "--as" => "this subcommand takes no format",
        "-x" => "pass --hex",
        "--little-endian" => "lengths are little-endian without an option",
        "--project" => "gamewire decode reads a project.binary without an option",
        "-j" | "--json" | "--compact" => "gamewire decode prints JSON",
        "--pretty" | "--indent" => "gamewire decode prints each value on one line, which jq formats",
        "-p" => "pass --password-file FILE",
        "cat" | "dump" | "json" | "parse" | "print" | "read" | "show" | "view" => "write gamewire decode",
        "build" | "serialize" | "write" => "write gamewire encode",
        "detect" | "file" | "info" | "ls" | "stat" | "type" => "write gamewire identify",
        "annotate" | "hexdump" | "inspect" | "xxd" => "write gamewire explain",
        "check" | "test" | "validate" => "write gamewire verify",
        "grep" | "search" => "write gamewire find",
        "change" | "modify" | "replace" | "update" => "write gamewire set",
        "cmp" | "compare" => "write gamewire diff",
        "decompress" | "decrypt" | "extract" | "gunzip" | "unzip" => "write gamewire unpack",
        "compress" | "encrypt" | "gzip" => "write gamewire pack",
        "list" => "gamewire find FILE lists the values of a file, and gamewire kinds the types of a format",
        "packets" | "types" => "write gamewire kinds",
        "add" | "insert" => "write gamewire set FILE PATH VALUE --add",
        "delete" | "remove" | "rm" | "unset" => "write gamewire set FILE PATH --remove",
        "format" | "formats" => "write gamewire help formats",
        "version" => "write gamewire --version",
        name if kinds::listed(name, None).is_ok() => return Some(format!("pass --as {name}")),
        number if number.parse::<i64>().is_ok_and(|number| number < 0) => "this number cannot be negative",
        _ => return None,
    };
    Some(right.to_owned())
}

/// Returns whether a subcommand has this option.
fn is_option(word: &str) -> bool {
    let (line, name) = (command_line(), word.trim_start_matches('-'));
    let has = |option: &clap::Arg| {
        let is_short = option.get_short().is_some_and(|short| name.strip_prefix(short) == Some(""));
        let mut aliases = option.get_all_aliases().into_iter().flatten();
        is_short || option.get_long() == Some(name) || aliases.any(|alias| alias == name)
    };
    line.get_subcommands().any(|subcommand| subcommand.get_arguments().any(has))
}

/// Ends the program with an error of the command line, or with the help. The error can repeat arguments, so control
/// characters in them are escaped.
fn refuse(mut error: clap::Error) -> ! {
    let wrong = [ContextKind::InvalidArg, ContextKind::InvalidSubcommand]
        .into_iter()
        .find_map(|kind| error.get(kind));
    if let (Some(ContextValue::String(word)), ErrorKind::UnknownArgument | ErrorKind::InvalidSubcommand) =
        (wrong.cloned(), error.kind())
    {
        let (is_file, is_argument) = (Path::new(&word).exists(), error.kind() == ErrorKind::UnknownArgument);
        let subcommand = std::env::args_os().nth(1).unwrap_or_default();
        let (is_set, is_before) = (subcommand == "set", subcommand.to_string_lossy().starts_with('-'));
        let is_file_of =
            |number| std::env::args_os().nth(number).is_some_and(|word| Path::new(&word).is_file());
        let has_files = (is_set || subcommand == "get") && is_file_of(2) && is_file_of(3);
        let value = std::env::args_os().skip_while(|other| *other != *word).nth(1).unwrap_or_default();
        let tip = match instead(&word) {
            Some(_) if word == "--format" && value == "json" => Some("gamewire decode prints JSON".into()),
            _ if is_before && is_option(&word) => Some("the options of a subcommand follow it".into()),
            _ if is_argument && has_files && !word.starts_with('-') => {
                let (name, file) = (subcommand.display(), std::env::args_os().nth(3).unwrap_or_default());
                Some(format!("{name} takes one file; {} is one too many", file.display()))
            }
            Some(_) if (subcommand == "formats" || !is_argument) && kinds::listed(&word, None).is_ok() => {
                Some(format!("gamewire kinds --as {word} lists the types of this format"))
            }
            Some(tip) if !is_argument || word.starts_with('-') || kinds::listed(&word, None).is_ok() => {
                Some(tip)
            }
            _ if word.starts_with('-') => None,
            _ if std::env::args_os().any(|word| word == "=") => Some("leave out the sign =".into()),
            _ if is_file && is_argument => Some("this file is one too many".into()),
            _ if is_file => Some(format!("write gamewire identify {word}")),
            _ if is_argument
                && is_set
                && (std::env::args_os().count() > 6 || Path::new(&word).extension().is_none()) =>
            {
                Some("set changes one value; a path or value with spaces must be in quotes".into())
            }
            _ if is_argument && subcommand == "get" => {
                Some("get takes one path: join its keys with dots, as in player.gold, and put keys with spaces in quotes".into())
            }
            _ if is_argument && subcommand == "explain" && is_file_of(2) && !word.ends_with(".html") && !word.ends_with(".txt") => Some(format!("to explain one value, pass --at {word}")),
            _ if is_argument
                && Path::new(&word).extension().is_some()
                && std::env::args_os().all(|word| word != "--out") =>
            {
                Some(format!("to write to a file, pass --out {word}"))
            }
            _ => None,
        };
        if is_argument {
            // Clap proposes to pass an unknown option as a file.
            error.remove(ContextKind::Suggested);
        }
        // Options that only share some letters with the word are no help, and the usage would name them.
        let bare = |option: &str| option.trim_start_matches('-').to_owned();
        let is_near = |option: &ContextValue| matches!(option, ContextValue::String(option) if nearest(&bare(&word), [bare(option)]).is_some());
        if let Some(option) = error.get(ContextKind::SuggestedArg)
            && (tip.is_some() || !is_near(option))
        {
            error.remove(ContextKind::SuggestedArg);
            error.remove(ContextKind::Usage);
        }
        if let Some(tip) = tip {
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
        }
    }
    let escaped: Vec<_> = error
        .context()
        .filter_map(|(kind, value)| match value {
            ContextValue::String(text) => Some((kind, ContextValue::String(visible(text).into_owned()))),
            // Tips. Those that need no escapes keep their styles.
            ContextValue::StyledStrs(texts) => {
                let escaped = |text: &StyledStr| match visible(&text.to_string()) {
                    Cow::Borrowed(_) => text.clone(),
                    Cow::Owned(escaped) => escaped.into(),
                };
                Some((kind, ContextValue::StyledStrs(texts.iter().map(escaped).collect())))
            }
            _ => None,
        })
        .collect();
    for (kind, value) in escaped {
        error.insert(kind, value);
    }
    // The reason of the standard library is not for people.
    let text = error.render().to_string();
    let shown = text.replace("invalid digit found in string", "it is not a whole number");
    // The reason why a value was refused can repeat the value as well.
    let is_hidden = |character| character != '\n' && is_hidden(character);
    if shown != text || error.use_stderr() && text.contains(is_hidden) {
        eprint!("{shown}");
        std::process::exit(error.exit_code());
    }
    error.exit()
}
