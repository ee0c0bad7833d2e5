//! Writes the initial inputs of every target, created from the fixtures, to subdirectories of the given
//! directory.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use properties::TARGETS;
use properties::seeds::Fixtures;

fn main() -> io::Result<()> {
    let Some(folder) = env::args_os().nth(1).map(PathBuf::from) else {
        return Err(io::Error::other("name the directory to write to"));
    };
    let crate_root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let fixtures = Fixtures::read(&crate_root);
    for (target, _) in TARGETS {
        let folder = folder.join(target);
        fs::create_dir_all(&folder)?;
        let seeds = fixtures.seeds(target);
        for (at, seed) in seeds.iter().enumerate() {
            fs::write(folder.join(format!("seed-{at:05}")), seed)?;
        }
        println!("{target}: {} inputs", seeds.len());
    }
    Ok(())
}
