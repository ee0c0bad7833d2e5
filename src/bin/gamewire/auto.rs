//! `--as auto`: which dialect are these bytes?

use std::borrow::Cow;

use anstream::eprint;
use gamewire::godot::{Guess, guess};

use crate::args::Allow;
use crate::codec::Codec;
use crate::format::{Format, Wanted};
use crate::problem::Problem;

/// A codec, or the wish that one be found for each value.
#[derive(Debug, Clone)]
pub enum Chooser {
    /// The user has said.
    Named(Codec),
    /// The bytes shall say.
    Auto(Allow),
}

/// What a value is wanted for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// The value alone: dialects that all read the same one need not be told apart.
    Value,
    /// Also whose bytes they are.
    Origin,
}

impl Chooser {
    /// As the command line says.
    pub fn new(wanted: &Wanted, allow: Allow) -> Self {
        match wanted {
            Wanted::Format(format) => Self::Named(Codec::new(format, allow)),
            Wanted::Auto => Self::Auto(allow),
        }
    }

    /// The codec for some bytes; with `aloud`, a guess and its reasons go to standard error.
    pub fn choose(&self, bytes: &[u8], purpose: Purpose, aloud: bool) -> Result<Cow<'_, Codec>, Problem> {
        let allow = match self {
            Self::Named(codec) => return Ok(Cow::Borrowed(codec)),
            Self::Auto(allow) => *allow,
        };
        let guess = guess(bytes);
        if aloud {
            eprint!("{guess}");
        }
        match dialect(&guess, purpose) {
            Some(dialect) => Ok(Cow::Owned(Codec::new(&Format::Godot(dialect), allow))),
            None => Err(undecided(&guess)),
        }
    }
}

fn dialect(guess: &Guess, purpose: Purpose) -> Option<gamewire::godot::Dialect> {
    let any = || guess.candidates().first().filter(|_| purpose == Purpose::Value && guess.same_value());
    guess.best().or_else(|| any().map(|candidate| candidate.dialect))
}

fn undecided(guess: &Guess) -> Problem {
    let fitting: Vec<_> =
        guess.candidates().iter().filter(|one| one.fits()).map(|one| one.dialect.name()).collect();
    let message = match fitting.as_slice() {
        [] => "no dialect of Godot reads the whole input".into(),
        names => format!("several dialects fit, name one with --as: {}", names.join(", ")),
    };
    Problem { offset: 0, kind: "dialect", message }
}
