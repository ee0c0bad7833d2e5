//! How a run ends: exit status, and what is said about it.

use std::io::{self, ErrorKind, Write as _};
use std::path::Path;
use std::process::ExitCode;

use crate::say::{ERROR, RESET, eprintln, shortened, shown};

/// Exit status of a command line that cannot be carried out.
pub const WRONG: u8 = 2;

/// What a run came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Every value was what it should be.
    Success,
    /// Some input was rejected, or differs.
    Rejected,
}

impl Status {
    /// Rejected if either is.
    pub fn and(self, other: Self) -> Self {
        if self == Self::Success { other } else { self }
    }
}

/// Why a run could not go on.
#[derive(Debug)]
pub enum Stop {
    /// Whoever read our output has had enough.
    Pipe,
    /// The command line, a file, the system.
    Wrong(String),
}

/// What each subcommand returns.
pub type Outcome = Result<Status, Stop>;

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            ErrorKind::BrokenPipe => Self::Pipe,
            _ => Self::Wrong(error.to_string()),
        }
    }
}

impl Stop {
    /// A file could not be read or written.
    pub fn file(path: &Path, error: &io::Error) -> Self {
        Self::Wrong(format!("{}: {error}", shown(path)))
    }
}

/// Ends the program; what standard output still holds goes out first.
pub fn exit(outcome: Outcome) -> ExitCode {
    let flushed = io::stdout().flush().map_err(Stop::from);
    match outcome.and_then(|status| flushed.map(|()| status)) {
        Ok(Status::Success) | Err(Stop::Pipe) => ExitCode::SUCCESS,
        Ok(Status::Rejected) => ExitCode::from(1),
        Err(Stop::Wrong(message)) => {
            eprintln!("{ERROR}error:{RESET} {}", shortened(&message));
            ExitCode::from(WRONG)
        }
    }
}
