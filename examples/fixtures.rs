//! Writes the samples of every type as files, and checks a folder of such files: does this crate read them and write the same bytes?
//!
//! `cargo run --example fixtures [FOLDER]`

#![allow(clippy::print_stdout)] // An example shows something.

use std::error::Error;
use std::ffi::OsString;
use std::fs;
use std::path::Path;

use gamewire::godot::{Decoder, Dialect, Verdict};
use gamewire_fixtures as fixtures;

fn main() -> Result<(), Box<dyn Error>> {
    run(std::env::args_os().nth(1))
}

/// Writes the files to the given folder, or to a temporary one, and checks them.
pub(crate) fn run(folder: Option<OsString>) -> Result<(), Box<dyn Error>> {
    let temporary = tempfile::tempdir()?;
    let folder = folder.map_or(temporary.path().to_owned(), Into::into);
    println!("{} samples", write(&folder)?);
    let checked = check(&folder)?;
    println!("{} files are what an engine writes", checked.right);
    for complaint in &checked.wrong {
        println!("{complaint}");
    }
    Ok(())
}

/// Writes every sample as `DIALECT/NAME.bin`, and returns their number.
fn write(folder: &Path) -> Result<usize, Box<dyn Error>> {
    let mut written = 0;
    for &dialect in fixtures::GODOT {
        let inside = folder.join(dialect.name());
        fs::create_dir_all(&inside)?;
        for sample in fixtures::godot_samples(dialect) {
            fs::write(inside.join(format!("{}.bin", sample.name)), &sample.bytes)?;
            written += 1;
        }
    }
    Ok(written)
}

/// The results for the files of a folder.
#[derive(Debug, Default)]
pub(crate) struct Checked {
    pub(crate) right: usize,
    pub(crate) wrong: Vec<String>,
}

/// Decodes every `DIALECT/NAME.bin`, encodes it again and compares.
pub(crate) fn check(folder: &Path) -> Result<Checked, Box<dyn Error>> {
    let mut checked = Checked::default();
    for &dialect in fixtures::GODOT {
        let decoder = Decoder::new(dialect).allow_objects(true);
        checked.folder(&folder.join(dialect.name()), dialect, &decoder)?;
    }
    Ok(checked)
}

impl Checked {
    fn folder(&mut self, folder: &Path, dialect: Dialect, decoder: &Decoder) -> Result<(), Box<dyn Error>> {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.extension().is_none_or(|ending| ending != "bin") {
                continue;
            }
            match decoder.verify(&fs::read(&path)?) {
                Verdict::Identical => self.right += 1,
                other => self.wrong.push(format!("{}, as {dialect}: {other:?}", path.display())),
            }
        }
        Ok(())
    }
}
