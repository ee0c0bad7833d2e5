//! The end of a run: its exit status and error message.

use std::io::{self, ErrorKind, Write as _};
use std::path::Path;
use std::process::ExitCode;

use crate::output::problem::Problem;
use crate::output::say::{ERROR, RESET, eprintln, shortened, shown};

/// The exit status if input was rejected, or differs.
const REJECTED: u8 = 1;
/// The exit status for an invalid command line, and for errors of files or of the system.
pub const WRONG: u8 = 2;

/// The result of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// All values were as expected.
    Success,
    /// Some input was rejected, or differs.
    Rejected,
}

impl Status {
    /// Returns `Rejected` if either is.
    pub fn and(self, other: Self) -> Self {
        if self == Self::Success { other } else { self }
    }
}

/// The reason why a run stopped early.
#[derive(Debug)]
pub enum Stop {
    /// The reader of standard output closed the pipe.
    Pipe,
    /// The input was read and rejected.
    Rejected(String),
    /// An error of the command line, a file or the system.
    Wrong(String),
    /// Like `Wrong`, because another program changed the file after it was read. The command may read it again.
    Changed(String),
}

/// The return type of each subcommand.
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
    /// Returns the error for a file that could not be read or written.
    pub fn file(path: &Path, error: &io::Error) -> Self {
        Self::Wrong(format!("{}: {error}", shown(path)))
    }

    /// Returns the error for the contents of a file.
    pub fn rejected<'p>(path: impl Into<Option<&'p Path>>, problem: &Problem) -> Self {
        Self::Rejected(of_file(path.into(), problem))
    }

    /// Changes the status of rejected input for subcommands whose exit status 1 is an answer: nothing was found, or
    /// something differs.
    pub fn without_answer(self) -> Self {
        match self {
            Self::Rejected(message) => Self::Wrong(message),
            stop @ (Self::Pipe | Self::Wrong(_) | Self::Changed(_)) => stop,
        }
    }
}

/// Returns the message about the contents of a file. Standard input has no name.
pub fn of_file(path: Option<&Path>, problem: &Problem) -> String {
    match path.filter(|path| *path != Path::new("-")) {
        Some(path) => format!("{}: {problem}", shown(path)),
        None => problem.to_string(),
    }
}

/// Flushes standard output and returns the exit code.
pub fn exit(outcome: Outcome) -> ExitCode {
    let flushed = io::stdout().flush().map_err(Stop::from);
    let (message, status) = match outcome.and_then(|status| flushed.map(|()| status)) {
        Ok(Status::Success) | Err(Stop::Pipe) => return ExitCode::SUCCESS,
        Ok(Status::Rejected) => return ExitCode::from(REJECTED),
        Err(Stop::Rejected(message)) => (message, REJECTED),
        Err(Stop::Wrong(message) | Stop::Changed(message)) => (message, WRONG),
    };
    eprintln!("{ERROR}error:{RESET} {}", shortened(&message));
    ExitCode::from(status)
}
