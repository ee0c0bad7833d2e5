//! The command `gamewire`: explains, decodes, encodes, verifies and converts bytes.

#![allow(unreachable_pub)] // In a program, `pub` makes an item visible to the other files.

mod answer;
mod args;
mod commands;
mod input;
mod open;
mod output;
mod values;

use std::path::Path;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory as _, FromArgMatches as _, Parser};
use gamewire::shared::escape::{is_hidden, visible};

use crate::commands::{Command, kinds, manual};
use crate::output::{Stop, eprint, outcome, write};
use crate::values::{format, nearest};

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
    let parsed = manual::shortened(command_line()).try_get_matches().and_then(|matches| {
        let clash = matches.subcommand().and_then(|(name, of)| write::clash(name, of));
        Ok((Cli::from_arg_matches(&matches)?, clash))
    });
    let (cli, clash) = parsed.unwrap_or_else(|error| refuse(error));
    if let Some(clash) = clash {
        return outcome::exit(Err(Stop::Wrong(clash)));
    }
    let worker = std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(move || outcome::exit(commands::run(&cli.command)));
    match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(code)) => code,
        Ok(Err(_)) => ExitCode::from(outcome::WRONG),
        Err(error) => outcome::exit(Err(error.into())),
    }
}

/// Words of other programs, and what to type instead. A word can have a value after a sign =, which is FILE for any file,
/// and the name of a subcommand before it.
const INSTEAD: &str = include_str!("instead.txt");

/// Returns what to type in a subcommand instead of a word of another program. A tip to pass an option is for subcommands
/// that have it.
fn instead(subcommand: &str, word: &str, value: &str) -> Option<String> {
    let has = |option: &str| owners(option).iter().any(|owner| owner == subcommand);
    let fits = |tip: &str| {
        let option = tip.strip_prefix("pass --").and_then(|rest| rest.split([' ', ',']).next());
        subcommand.starts_with('-') || option.is_none_or(has)
    };
    if has(word) {
        return None;
    }
    let kind = if Path::new(value).is_file() { "FILE" } else { value };
    let wanted = [format!("{word}={kind}"), format!("{subcommand}{word}"), word.into()];
    let tip = wanted.iter().find_map(|wanted| {
        let mut lines = INSTEAD.lines().filter_map(|line| line.split_once(": "));
        Some(lines.find(|(words, tip)| words.split(' ').any(|one| one == wanted) && fits(tip))?.1)
    })?;
    let Some(option) = tip.strip_suffix("FORMAT") else { return Some(tip.into()) };
    Some(match format::named(value, None, "") {
        Ok(_) => format!("{option}{value}"),
        Err(advice) => match advice.strip_prefix("pass ").filter(|_| option.ends_with("--as ")) {
            Some(right) if right.contains('/') => format!("{option}{right}"),
            Some(right) => {
                format!("{option}{right}, or for one packet its state and side, as in {right}/play.toClient")
            }
            None => tip.into(),
        },
    })
}

/// Returns the subcommands that have an option.
fn owners(word: &str) -> Vec<String> {
    let (line, name) = (command_line(), word.trim_start_matches('-'));
    let has = |option: &clap::Arg| {
        let is_short = option.get_short().is_some_and(|short| name.strip_prefix(short) == Some(""));
        let mut aliases = option.get_all_aliases().into_iter().flatten();
        !option.is_hide_set()
            && (is_short || option.get_long() == Some(name) || aliases.any(|alias| alias == name))
    };
    let owners = line.get_subcommands().filter(|subcommand| subcommand.get_arguments().any(has));
    owners.map(|subcommand| subcommand.get_name().to_owned()).collect()
}

/// Returns a tip about a word that the command line does not have, which stands at the place of an argument or a subcommand.
fn tip(word: &str, is_argument: bool) -> Option<String> {
    let words: Vec<_> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let nth = |number: usize| words.get(number).map_or("", String::as_str);
    let is_file = |name: &str| Path::new(name).is_file();
    let (subcommand, has_end) = (nth(1), Path::new(word).extension().is_some());
    let name = word.trim_start_matches('-');
    let is_format = kinds::listed(name, None).is_ok();
    if name != word {
        let at = words.iter().position(|typed| typed.starts_with(word)).unwrap_or_default();
        let value = nth(at).get(word.len()..).filter(|value| !value.is_empty()).unwrap_or(nth(at + 1));
        let owners = owners(word);
        let bare = subcommand.trim_start_matches('-');
        let subcommands =
            command_line().get_subcommands().map(|one| one.get_name().to_owned()).collect::<Vec<_>>();
        let near = nearest(bare, subcommands).filter(|_| at == 1);
        // Letters after an option of one letter are options of their own.
        let is_bundle = word.len() == 2 && nth(at).len() > 2 && !nth(at).contains('=');
        return match instead(subcommand, word, value.trim_start_matches('=')).filter(|_| !is_bundle) {
            _ if near.as_deref() == Some(bare) => Some(format!("write gamewire {bare}")),
            _ if subcommand.starts_with('-') && !owners.is_empty() => {
                Some("the options of a subcommand follow it".into())
            }
            Some(tip) => Some(tip),
            None if is_format => Some(format!("pass --as {name}")),
            None if name.parse::<f64>().is_ok() => Some("options take no negative numbers".into()),
            None if (1..=4).contains(&owners.len()) => {
                Some(format!("this is an option of gamewire {}", owners.join(", ")))
            }
            None => near
                .map(|near| format!("write gamewire {near}"))
                .or_else(|| instead("", bare, "").filter(|_| at == 1)),
        };
    }
    let takes_one = matches!(subcommand, "get" | "set") && is_file(nth(2));
    Some(match subcommand {
        // Paths may begin with a hyphen.
        "get" | "set" if is_argument && instead(subcommand, nth(3), nth(4)).is_some() => {
            format!("{} is no option: {}", nth(3), instead(subcommand, nth(3), nth(4))?)
        }
        "man" if command_line().find_subcommand(word).is_some() => format!("write gamewire help {word}"),
        "conform" => format!("write -- before the program, {word}"),
        _ if is_argument && takes_one && is_file(nth(3)) => {
            format!("{subcommand} takes one file; {} is one too many", nth(3))
        }
        "fixtures" => format!("pass --out {word}"),
        _ if is_argument && is_format && subcommand != "formats" => format!("pass --as {word}"),
        _ if is_format => format!("gamewire kinds --as {word} lists the types of this format"),
        _ if !is_argument && instead("", word, "").is_some() => instead("", word, "")?,
        _ if words.iter().any(|word| word == "=") => "leave out the sign =".into(),
        _ if is_argument && Path::new(word).exists() => "this file is one too many".into(),
        _ if Path::new(word).exists() => format!("write gamewire identify {word}"),
        _ if !is_argument => return None,
        "set" if words.len() > 6 || !has_end => "set changes one value: join the keys of its path with dots, as in player.gold, and put a path or value with spaces in quotes".into(),
        "get" => "get takes one path: join its keys with dots, as in player.gold, and put keys with spaces in quotes".into(),
        "explain" if is_file(nth(2)) && !word.ends_with(".html") && !word.ends_with(".txt") => {
            format!("to explain one value, pass --at {word}")
        }
        "explain" | "encode" | "pack" | "unpack" | "edit" if input::is_value(word) => input::FROM_FILE.into(),
        _ if has_end && words.iter().all(|word| word != "--out") => {
            format!("to write to a file, pass --out {word}")
        }
        _ => return None,
    })
}

/// Ends the program with an error of the command line, or with the help. The error can repeat arguments, so control
/// characters in them are escaped.
fn refuse(mut error: clap::Error) -> ! {
    let wrong = error.get(ContextKind::InvalidArg).or_else(|| error.get(ContextKind::InvalidSubcommand));
    if let (Some(ContextValue::String(word)), ErrorKind::UnknownArgument | ErrorKind::InvalidSubcommand) =
        (wrong.cloned(), error.kind())
    {
        let is_argument = error.kind() == ErrorKind::UnknownArgument;
        let tip = tip(&word, is_argument).map(|tip| visible(&tip).into_owned());
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
            error.remove(ContextKind::SuggestedSubcommand);
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
        }
    }
    if error.kind() == ErrorKind::ArgumentConflict {
        // It would show the options that do not go together.
        error.remove(ContextKind::Usage);
        let words = std::env::args_os().skip(2).map(|word| word.to_string_lossy().into_owned());
        if let Some(format) = words.into_iter().find(|word| kinds::listed(word, None).is_ok()) {
            let tip = format!("a format follows --as: pass --as {format}").into();
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
        }
    }
    for kind in [ContextKind::InvalidArg, ContextKind::InvalidSubcommand, ContextKind::InvalidValue] {
        if let Some(ContextValue::String(text)) = error.get(kind) {
            let escaped = visible(text).into_owned();
            error.insert(kind, ContextValue::String(escaped));
        }
    }
    // The reasons of the standard library are not for people.
    let text = error.render().to_string();
    let shown = text.replace("invalid digit found in string", "it is not a whole number");
    let shown = shown.replace("number would be zero for non-zero type", "it must not be 0");
    // The reason why a value was refused can repeat the value as well.
    let is_hidden = |character| character != '\n' && is_hidden(character);
    if shown != text || error.use_stderr() && text.contains(is_hidden) {
        eprint!("{shown}");
        std::process::exit(error.exit_code());
    }
    error.exit()
}
