//! `gamewire completions` and `gamewire man`: shell completions and the manual page.

use std::io::{self, Write as _};
use std::path::PathBuf;

use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man as Page;

use crate::output::outcome::{Outcome, Status, Stop};
use crate::output::write::Out;

/// Print a completion script for a shell
///
/// A shell that starts with this script completes subcommands, options, formats and files. For bash: gamewire completions
/// bash --out ~/.local/share/bash-completion/completions/gamewire. For fish: gamewire completions fish --out
/// ~/.config/fish/completions/gamewire.fish. For zsh: --out _gamewire, in a folder of $fpath.
#[derive(Debug, clap::Args)]
pub struct Completions {
    /// bash, elvish, fish, powershell, zsh
    #[arg(value_enum, hide_possible_values = true)]
    shell: Shell,

    #[command(flatten)]
    out: Out,
}

/// Print the manual page
///
/// To install all pages: gamewire man --out ~/.local/share/man/man1, or /usr/local/share/man/man1 for all users. `man
/// gamewire` then shows the main page, `man gamewire-set` the page of a subcommand.
#[derive(Debug, clap::Args)]
pub struct Man {
    /// Write one page per subcommand to this folder instead
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Prints the completion script of a shell.
pub fn completions(args: &Completions, mut command: Command) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "gamewire", &mut script);
    args.out.bytes(&script)?;
    Ok(Status::Success)
}

/// Prints the main page, or writes all pages.
pub fn man(args: &Man, command: Command) -> Outcome {
    if let Some(folder) = &args.out {
        let failed = |error: io::Error| Stop::file(folder, &error);
        std::fs::create_dir_all(folder).map_err(failed)?;
        clap_mangen::generate_to(command, folder).map_err(failed)?;
        return Ok(Status::Success);
    }
    let mut page = Vec::new();
    Page::new(command).render(&mut page)?;
    io::stdout().lock().write_all(&page)?;
    Ok(Status::Success)
}
