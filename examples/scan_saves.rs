//! Searches all files of a folder for the value at a path, on all processors.
//!
//! `cargo run --release --example scan_saves -- FOLDER PATH`

#![allow(clippy::print_stdout)] // An example shows something.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;

use gamewire_files::document::{AnyValue, Document, DocumentError};

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, path] = &arguments[..] else { return Err("usage: scan_saves FOLDER PATH".into()) };
    let files =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>, std::io::Error>>()?;
    for (file, found) in scan(files, path)? {
        match found {
            Ok(value) => println!("{}: {value}", file.display()),
            Err(error) => println!("{}: {error}", file.display()),
        }
    }
    Ok(())
}

type Failure = Box<dyn Error + Send + Sync>;

/// A file, and the result of the search in it.
type Found = (PathBuf, Result<String, Failure>);

/// Returns every file with its value at the path, sorted by name.
pub(crate) fn scan(files: Vec<PathBuf>, path: &str) -> Result<Vec<Found>, Failure> {
    let path = path.parse()?;
    let queue = Mutex::new(files.into_iter());
    let found = Mutex::new(Vec::new());
    // The lock is held only while the next name is taken.
    let next = || queue.lock().ok().and_then(|mut files| files.next());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(file) = next() {
                    let value = read(&file, &path);
                    if let Ok(mut found) = found.lock() {
                        found.push((file, value));
                    }
                }
            });
        }
    });
    let mut found = found.into_inner().unwrap_or_default();
    found.sort_by(|(a, _), (b, _)| a.cmp(b));
    Ok(found)
}

/// Containers, framing and format are detected. Only the value at the path is decoded.
fn read(file: &Path, path: &gamewire::path::Path) -> Result<String, Failure> {
    let bytes = fs::read(file)?;
    let value = |save: &Document<'_>| -> Result<String, DocumentError> {
        Ok(match save.get_path(path)? {
            AnyValue::Godot(value) => value.to_string(),
            AnyValue::Nbt(tag) => tag.to_string(),
            other => format!("{other:?}"),
        })
    };
    Ok(value(&Document::open(&bytes)?)?)
}
