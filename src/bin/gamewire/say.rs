//! What is said on standard error. That it cannot be said is no reason to fail: the answer is the exit status.

/// Writes to standard error, colours only where a terminal shows them.
macro_rules! eprint {
    ($($arg:tt)*) => {{
        use std::io::Write as _;
        let _ = write!(anstream::stderr(), $($arg)*);
    }};
}

/// The same and a line end.
macro_rules! eprintln {
    ($($arg:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(anstream::stderr(), $($arg)*);
    }};
}

pub(crate) use {eprint, eprintln};
