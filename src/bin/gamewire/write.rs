//! Files are written whole or not at all: into a new file beside the old one, which it replaces when it is complete.

use std::ffi::OsString;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use crate::say::eprintln;
use clap::Args;
use tempfile::NamedTempFile;

use crate::outcome::Stop;

/// Where bytes go.
#[derive(Debug, Clone, Default, Args)]
pub struct Out {
    /// Write to this file, which is replaced only when all is written; it may be the INPUT
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,

    #[command(flatten)]
    pub keep: Keep,
}

/// What becomes of a file that is replaced.
#[derive(Debug, Clone, Copy, Default, Args)]
pub struct Keep {
    /// Keep what the file held before, as FILE.bak; FILE.bak1 and so on where that exists
    #[arg(long)]
    pub backup: bool,
}

/// Makes `bytes` the contents of a file. Until they are all on disk, the old contents stay.
///
/// Who may read the file stays as it was. A link leads to the file that is replaced; what is no file at all, as
/// `/dev/stdout`, is written to.
pub fn write(path: &Path, bytes: &[u8], keep: Keep) -> Result<(), Stop> {
    write_to(path, bytes, keep).map_err(|error| Stop::file(path, &error))
}

fn write_to(path: &Path, bytes: &[u8], keep: Keep) -> io::Result<()> {
    let (target, old) = match fs::metadata(path) {
        Ok(old) => {
            // Fails where the file itself may not be written, though its folder may.
            let mut place = OpenOptions::new().write(true).open(path)?;
            if !old.is_file() {
                return place.write_all(bytes).and_then(|()| place.flush());
            }
            (fs::canonicalize(path)?, Some(old))
        }
        // A link to nothing yet: the file is made where it leads, and nothing is lost if that fails.
        Err(error) if error.kind() == ErrorKind::NotFound && fs::symlink_metadata(path).is_ok() => {
            let mut file = File::create(path)?;
            return file.write_all(bytes).and_then(|()| file.sync_all());
        }
        Err(error) if error.kind() == ErrorKind::NotFound => (path.to_path_buf(), None),
        Err(error) => return Err(error),
    };
    let folder = match target.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let mut new = beside(&target, folder).map_err(|error| {
        let why = format!("no new file can be written beside it, so it stays as it was: {error}");
        io::Error::new(error.kind(), why)
    })?;
    new.write_all(bytes)?;
    if let Some(old) = &old {
        same_access(new.as_file(), old)?;
    }
    new.as_file().sync_all()?;
    if keep.backup && old.is_some() {
        eprintln!("the old file is kept as {}", back_up(&target)?.display());
    }
    new.persist(&target).map_err(|error| error.error)?;
    sync_folder(folder);
    Ok(())
}

/// A new file in the same folder, so that moving it is one step. It vanishes unless it is moved.
fn beside(target: &Path, folder: &Path) -> io::Result<NamedTempFile> {
    let mut prefix = OsString::from(".");
    prefix.push(target.file_name().unwrap_or_default());
    prefix.push(".");
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(".new");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // As any new file; the system takes away what the user does not want.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

/// Gives a file the permissions of another, and its owner where that is allowed.
fn same_access(new: &File, old: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        // Only a privileged user may give files away; for all others they have the right owner already.
        let _ = std::os::unix::fs::fchown(new, Some(old.uid()), Some(old.gid()));
    }
    new.set_permissions(old.permissions())
}

/// Gives the old contents a second name, the first that is free.
fn back_up(target: &Path) -> io::Result<PathBuf> {
    for number in 0..u32::MAX {
        let mut name = target.as_os_str().to_owned();
        name.push(".bak");
        if number > 0 {
            name.push(number.to_string());
        }
        let backup = PathBuf::from(name);
        match fs::hard_link(target, &backup) {
            Ok(()) => return Ok(backup),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            // Not every file system has links.
            Err(_) => match OpenOptions::new().write(true).create_new(true).open(&backup) {
                Ok(mut copy) => {
                    let copied = File::open(target).and_then(|mut old| io::copy(&mut old, &mut copy));
                    copied.and_then(|_| copy.sync_all()).inspect_err(|_| drop(fs::remove_file(&backup)))?;
                    return Ok(backup);
                }
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            },
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

/// Moving a file changes its folder: only then is the new file there for good. Not every system can be asked.
fn sync_folder(folder: &Path) {
    #[cfg(unix)]
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    #[cfg(not(unix))]
    let _ = folder;
}
