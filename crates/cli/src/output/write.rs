//! Atomic output: a new file is written beside the old one, and replaces it when it is complete.

use std::fs::{self, File, Metadata, OpenOptions, Permissions};
use std::io::{self, BufWriter, ErrorKind, IntoInnerError, IsTerminal as _, Read as _, Stdout, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{ArgMatches, Args, Id};
use gamewire::shared::escape::visible_but;
use tempfile::{NamedTempFile, TempPath};

use crate::open::Open;
use crate::output::{AtEnd, Outcome, Status, Stop, access, eprintln, shown, signals};
use crate::values::hex;

/// The destination of the output.
#[derive(Debug, Clone, Default, Args)]
pub struct Out {
    /// Write to this file instead of standard output
    ///
    /// `-` is standard output. In convert, pack and unpack, the file may be the one that is read.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

impl Out {
    /// Returns the file of `--out`, unless it is standard output.
    pub fn file(&self) -> Option<&Path> {
        self.out.as_deref().filter(|path| *path != Path::new("-"))
    }

    /// Writes the output of `answer`, even if some input was rejected.
    pub fn report(&self, answer: impl FnOnce(&mut Sink) -> Outcome) -> Outcome {
        let mut sink = Sink::new(self.file())?;
        let status = answer(&mut sink)?;
        match sink.finish() {
            // The reader has closed the pipe before the end. The result is known anyway.
            Err(Stop::Pipe) => Ok(status),
            finished => finished.map(|()| status),
        }
    }

    /// Writes the output. A file is written only if no input was rejected, because an incomplete file would look
    /// complete, or if `partial` parts of rejected input could be read.
    pub fn whole(&self, partial: bool, answer: impl FnOnce(&mut Sink) -> Outcome) -> Outcome {
        let mut sink = Sink::new(self.file())?;
        let status = answer(&mut sink)?;
        let reason = match partial {
            _ if status == Status::Success => None,
            true => sink.is_empty().then_some("nothing could be read"),
            false => Some("the output would be incomplete"),
        };
        match (reason, self.file()) {
            (Some(reason), Some(path)) => eprintln!("{} is not written: {reason}", shown(path)),
            _ => sink.finish()?,
        }
        Ok(status)
    }

    /// Writes bytes. On a terminal, they are printed as hexadecimal digits unless they are text.
    pub fn bytes(&self, bytes: &[u8]) -> Result<(), Stop> {
        let mut sink = Sink::new(self.file())?;
        if sink.is_terminal() && !is_text(bytes) {
            eprintln!("(hexadecimal, since standard output is a terminal; pipes and files get raw bytes)");
            writeln!(sink, "{}", hex(bytes))?;
        } else {
            sink.write_all(bytes)?;
        }
        sink.finish()
    }
}

fn is_text(bytes: &[u8]) -> bool {
    let odd = |character: char| character.is_control() && !character.is_whitespace();
    std::str::from_utf8(bytes).is_ok_and(|text| !text.contains(odd))
}

/// Standard output, or a new file.
pub enum Sink {
    /// Standard output, which another program reads.
    Standard(BufWriter<Stdout>),
    /// A terminal. Unprintable characters are escaped, in the syntax of JSON and of the text form of values.
    Terminal(BufWriter<Stdout>),
    File(Box<NewFile>),
}

impl Sink {
    fn new(file: Option<&Path>) -> Result<Self, Stop> {
        Ok(match file {
            None if io::stdout().is_terminal() => Self::Terminal(BufWriter::new(io::stdout())),
            None => Self::Standard(BufWriter::new(io::stdout())),
            Some(path) => Self::File(Box::new(NewFile::new(path)?)),
        })
    }

    pub fn is_terminal(&self) -> bool {
        matches!(self, Self::Terminal(_))
    }

    /// Returns whether the output is a new file to which nothing was written.
    fn is_empty(&self) -> bool {
        matches!(self, Self::File(file) if file.is_empty)
    }

    /// Returns the output for colored text, and whether it has colors. It has colors only on a terminal, or with
    /// CLICOLOR_FORCE.
    pub fn colored(&mut self) -> (Box<dyn Write + '_>, bool) {
        match self {
            Self::Standard(out) => {
                let choice = anstream::AutoStream::choice(&io::stdout());
                (Box::new(out), choice != anstream::ColorChoice::Never)
            }
            Self::Terminal(_) => (Box::new(anstream::stdout().lock()), true),
            Self::File(file) => (Box::new(file), false),
        }
    }

    fn finish(self) -> Result<(), Stop> {
        match self {
            Self::Standard(mut out) | Self::Terminal(mut out) => Ok(out.flush()?),
            Self::File(file) => file.finish(),
        }
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Standard(out) => out.write(bytes),
            Self::Terminal(out) => {
                for part in bytes.utf8_chunks() {
                    let text = visible_but(part.valid(), |character| matches!(character, '\n' | '\t'));
                    out.write_all(text.as_bytes())?;
                    out.write_all(part.invalid())?;
                }
                Ok(bytes.len())
            }
            Self::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Standard(out) | Self::Terminal(out) => out.flush(),
            Self::File(file) => file.flush(),
        }
    }
}

/// Returns the error if a subcommand would write what it prints over a file that it reads.
pub fn clash(subcommand: &str, args: &ArgMatches) -> Option<String> {
    let words = |id: &Id| args.try_get_raw(id.as_str()).ok().flatten().into_iter().flatten().map(Path::new);
    let inputs = || args.ids().filter(|id| !matches!(id.as_str(), "out" | "like" | "junit")).flat_map(words);
    let input = |out: &Path| inputs().find(|input| input.is_file() && is_same(input, out)).map(shown);
    if let Some(input) = input(Path::new("/dev/stdout")) {
        return Some(format!(
            "{input} is the input and standard output, which replaces it before it is read: redirect to another file"
        ));
    }
    let out = args.try_get_raw("out").ok().flatten().and_then(|mut out| out.next()).map(Path::new);
    // Those write a file in its own form.
    let input = out
        .filter(|_| !["convert", "edit", "pack", "set", "unpack"].contains(&subcommand))
        .and_then(input)?;
    Some(format!("{input} is the input, and {subcommand} would replace it: pass another file to --out"))
}

/// Writes a changed file to `out`, or back to the file that it was read from. That file is replaced only if it still
/// has the bytes that were read, so that nothing is lost that a game or another run has saved in the meantime.
pub fn replace(out: Option<&Path>, save: &Open<'_>) -> Result<(), Stop> {
    let (path, out) = (save.path, out.unwrap_or(save.path));
    let mut sink = Sink::new(Some(out).filter(|out| *out != Path::new("-")))?;
    let file = save.written().map_err(|problem| Stop::rejected(path, &problem))?;
    if sink.is_terminal() {
        return Out { out: None }.bytes(&file);
    }
    sink.write_all(&file)?;
    let mut locked = None;
    if let Sink::File(file) = &sink
        && let Some(Beside { target, .. }) = &file.beside
        && (out == path || is_same(out, path))
    {
        let failed = |error: io::Error| Stop::file(path, &error);
        sweep(target);
        locked = Some(lock::acquire(target).map_err(failed)?);
        if !is_still(target, save).map_err(failed)? {
            let path = shown(path);
            return Err(Stop::Changed(format!(
                "{path}: another program has changed the file since it was read; the file is not replaced"
            )));
        }
    }
    let finished = sink.finish();
    drop(locked);
    finished
}

/// Returns whether a file still has the bytes that were read from it. This needs little memory.
fn is_still(path: &Path, save: &Open<'_>) -> io::Result<bool> {
    let (file, mut rest, mut part) = (File::open(path)?, save.file(), Vec::new());
    while (&file).take(1 << 16).read_to_end(&mut part)? > 0 {
        let Some(after) = rest.strip_prefix(&*part) else { return Ok(false) };
        rest = after;
        part.clear();
    }
    Ok(rest.is_empty())
}

fn is_same(a: &Path, b: &Path) -> bool {
    fs::canonicalize(a).is_ok_and(|a| fs::canonicalize(b).is_ok_and(|b| a == b))
}

/// A lock that each run takes before it replaces a file. Without it, two runs that have read the same contents could
/// both replace the file.
#[cfg(unix)]
mod lock {
    use std::fs::File;
    use std::io::{self, ErrorKind};
    use std::os::unix::fs::MetadataExt as _;
    use std::path::Path;
    use std::thread;
    use std::time::{Duration, Instant};

    use rustix::fs::{FlockOperation, flock};
    use rustix::io::Errno;

    use crate::output::say::{eprintln, shown};

    /// The time after which a message says that another program has the lock.
    const SILENT: Duration = Duration::from_secs(1);
    /// The time after which the run gives up.
    const LONGEST: Duration = Duration::from_secs(5);

    /// Takes the lock on a file, until the file is closed. Returns `false` if another run has it.
    pub fn take(file: &File) -> bool {
        flock(file, FlockOperation::NonBlockingLockExclusive).is_ok()
    }

    /// Waits for the lock on the current target of the path. Dropping the result releases it.
    pub fn acquire(path: &Path) -> io::Result<File> {
        let (start, mut is_said) = (Instant::now(), false);
        loop {
            let file = File::open(path)?;
            match flock(&file, FlockOperation::NonBlockingLockExclusive) {
                Ok(()) => {}
                Err(Errno::WOULDBLOCK) if start.elapsed() > LONGEST => {
                    let message = "another program holds a lock on the file; the file is not replaced";
                    return Err(io::Error::new(ErrorKind::ResourceBusy, message));
                }
                Err(Errno::WOULDBLOCK | Errno::INTR) => {
                    if start.elapsed() > SILENT && !is_said {
                        is_said = true;
                        eprintln!("{}: waiting for another program to release its lock", shown(path));
                    }
                    thread::sleep(Duration::from_millis(10));
                    continue;
                }
                // Some file systems have no locks. Then only the contents are compared.
                Err(_) => return Ok(file),
            }
            let (ours, there) = (file.metadata()?, std::fs::metadata(path)?);
            if (ours.dev(), ours.ino()) == (there.dev(), there.ino()) {
                return Ok(file);
            }
        }
    }
}

/// Other systems have no lock; only the contents are compared.
#[cfg(not(unix))]
mod lock {
    pub fn acquire(_: &std::path::Path) -> std::io::Result<()> {
        Ok(())
    }

    pub fn take(_: &std::fs::File) -> bool {
        true
    }
}

/// The new contents of a file. The old contents stay until all new ones are on disk. Dropping this earlier discards
/// the new contents.
///
/// Owner, group and permissions are kept; for those that cannot be kept, a note is printed.
/// Links are followed. A path that is not a regular file, such as `/dev/stdout`, is written directly.
pub struct NewFile {
    path: PathBuf,
    new: BufWriter<File>,
    beside: Option<Beside>,
    is_empty: bool,
}

/// A new file beside the old one (if there is one), which it replaces.
struct Beside {
    new: TempPath,
    target: PathBuf,
    old: Option<Metadata>,
    /// The final permissions, if there is no old file.
    access: Permissions,
    /// Removes the new file if a signal ends the program, because it can have the contents of an encrypted file.
    at_end: AtEnd,
}

impl NewFile {
    fn new(path: &Path) -> Result<Self, Stop> {
        let (new, beside) = create(path).map_err(|error| Stop::file(path, &error))?;
        Ok(Self { path: path.to_path_buf(), new: BufWriter::new(new), beside, is_empty: true })
    }

    fn finish(self) -> Result<(), Stop> {
        let Self { path, new, beside, .. } = self;
        let finish = || -> io::Result<()> {
            let new = new.into_inner().map_err(IntoInnerError::into_error)?;
            let Some(Beside { new: place, target, old, access, at_end }) = beside else { return Ok(()) };
            let differences = match &old {
                Some(old) => access::keep(&new, old)?,
                None => new.set_permissions(access).map(|()| Vec::new())?,
            };
            new.sync_all()?;
            place.persist(&target).map_err(|error| error.error)?;
            drop(at_end);
            for difference in differences {
                eprintln!("{}: {difference}", shown(&target));
            }
            // The renaming is durable then. Some systems do not support that.
            if let Ok(folder) = File::open(folder_of(&target)) {
                let _ = folder.sync_all();
            }
            Ok(())
        };
        finish().map_err(|error| Stop::file(&path, &error))
    }

    /// Adds the path to the message of an error.
    fn named(&self, error: &io::Error) -> io::Error {
        io::Error::new(error.kind(), format!("{}: {error}", shown(&self.path)))
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.is_empty &= bytes.is_empty();
        self.new.write(bytes).map_err(|error| self.named(&error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.new.flush().map_err(|error| self.named(&error))
    }
}

/// Opens a file that is not a regular one, or creates a new file beside the regular one.
fn create(path: &Path) -> io::Result<(File, Option<Beside>)> {
    let (target, old) = match fs::metadata(path) {
        Ok(old) => {
            // This fails if the file is read-only, although its folder is writable.
            let place = OpenOptions::new().write(true).open(path)?;
            if !old.is_file() {
                return Ok((place, None));
            }
            (fs::canonicalize(path)?, Some(old))
        }
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        Err(error) if path.to_string_lossy().ends_with(std::path::is_separator) => {
            return Err(no_folder(path.components().as_path(), &error));
        }
        Err(_) => (end_of_links(path), None),
    };
    let ((new, access), at_end) = beside(&target).map_err(|error| {
        let folder = folder_of(&target);
        if !folder.is_dir() {
            return no_folder(folder, &error);
        }
        // The error of `tempfile` names the temporary file.
        let cause = error.get_ref().and_then(std::error::Error::source).map(ToString::to_string);
        let cause = cause.unwrap_or_else(|| error.to_string());
        let why = format!("the temporary file beside it cannot be written, so it is unchanged: {cause}");
        io::Error::new(error.kind(), why)
    })?;
    let (file, new) = new.into_parts();
    Ok((file, Some(Beside { new, target, old, access, at_end })))
}

fn no_folder(folder: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("there is no folder {}", shown(folder)))
}

/// Returns the target of a link, or of a chain of links, that does not exist yet.
fn end_of_links(path: &Path) -> PathBuf {
    let mut end = path.to_path_buf();
    // This is the maximum number of links that systems follow.
    for _ in 0..40 {
        let Ok(next) = fs::read_link(&end) else { break };
        end = folder_of(&end).join(next);
    }
    end
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// The names of temporary files begin and end with this, so a later run may remove them.
const TEMPORARY: [&str; 2] = [".gamewire-", ".new"];

/// Runs that were killed this long ago do not need their temporary files any more.
const STALE: Duration = Duration::from_secs(3600);

/// Removes the temporary files of runs that were killed before they replaced a file of the same folder. A run that still
/// waits for its input holds a lock on its file.
fn sweep(target: &Path) {
    for entry in fs::read_dir(folder_of(target)).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let random =
            name.to_str().and_then(|name| name.strip_prefix(TEMPORARY[0])?.strip_suffix(TEMPORARY[1]));
        let written = entry.metadata().and_then(|file| file.modified());
        if random
            .is_some_and(|random| random.len() == 6 && random.bytes().all(|one| one.is_ascii_alphanumeric()))
            && written.is_ok_and(|time| time.elapsed().is_ok_and(|age| age > STALE))
            && File::open(entry.path()).is_ok_and(|file| lock::take(&file))
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Creates a temporary file in the same folder, so that renaming it is atomic, and returns it with the permissions of
/// new files. It is deleted unless it is renamed. Until then, only the user may read it, because it can have the
/// contents of an encrypted file.
fn beside(target: &Path) -> io::Result<((NamedTempFile, Permissions), AtEnd)> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY[0]).suffix(TEMPORARY[1]);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // These are the permissions of any new file. The system removes those in the user's umask.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    signals::at_end(|| {
        let new = builder.tempfile_in(folder_of(target))?;
        lock::take(new.as_file());
        let access = new.as_file().metadata()?.permissions();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            new.as_file().set_permissions(fs::Permissions::from_mode(0o600))?;
        }
        let path = new.path().to_path_buf();
        Ok(((new, access), Box::new(move || drop(fs::remove_file(&path)))))
    })
}
