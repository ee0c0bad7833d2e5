//! `gamewire fixtures`: writes the samples as files.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use gamewire::__private::fixtures::{self as golden, Golden, Summary};
use gamewire::fixtures;
use gamewire::godot::{Decoder, Dialect, json};
use gamewire::minecraft::{self, Protocol, TypeExpr};

use crate::commands::kinds::{self, TypeTable};
use crate::output::outcome::{Outcome, Status, Stop};
use crate::output::say::shown;
use crate::output::signals;

/// Write samples as files: named values with their bytes, for tests of any codec
///
/// Each sample has four files: FORMAT/NAME.bin with its bytes, .hex with the same in hexadecimal, .json with its value,
/// and .txt with its dump. manifest.json lists all samples, with dialect, kind, file, bytes, value, and the engine or
/// codec that wrote the bytes; manifest.tsv has the same list. FORMAT/lenient has bytes that engines read but write differently.
/// FORMAT/rejected has bytes that engines refuse; the manifest has the offset and the kind of each error. README.md in the folder
/// explains the files. The same release of gamewire always writes the same files.
///
/// The folder must not be a link. It must be new or empty, or have the files of an earlier run, which MD5SUMS lists. They are
/// replaced, or removed if this run does not write them and they were not changed. If a file would be replaced that was changed
/// or that MD5SUMS does not list, nothing is written.
#[derive(Debug, clap::Args)]
pub struct Fixtures {
    /// The folder to write to; it is created if necessary
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// Write only the samples of one format: godot2, godot3, godot4, .., or minecraft; default: all
    #[arg(long = "as", value_name = "FORMAT", value_parser = kinds::listed)]
    list: Option<TypeTable>,
}

pub fn run(args: &Fixtures) -> Outcome {
    let samples = match &args.list {
        None => all(),
        Some(TypeTable::Minecraft(_) | TypeTable::Packets(_) | TypeTable::Packet(_)) => of_minecraft(),
        Some(TypeTable::Godot(dialect)) => {
            let samples = fixtures::godot_samples(*dialect);
            let samples = samples.iter().map(|sample| Golden::godot(sample, of_godot(sample)));
            samples.chain(lenient(Some(*dialect))).chain(rejected(Some(*dialect))).collect::<Vec<_>>()
        }
    };
    let written = write(&args.out, &samples).map_err(|error| Stop::file(&args.out, &error))?;
    let Summary { samples, lenient, rejected, files, .. } = written;
    let counts = format!("{samples} samples, {lenient} lenient and {rejected} rejected ones");
    writeln!(io::stdout(), "{counts} in {files} files below {}", shown(&args.out))?;
    Ok(Status::Success)
}

/// Writes the files. A signal that ends the program first stops the run, so that nothing is left of it.
fn write(folder: &Path, samples: &[Golden]) -> io::Result<Summary> {
    let run = Arc::new((AtomicBool::new(false), Mutex::new(())));
    let ((), _at_end) = signals::at_end(|| {
        let run = Arc::clone(&run);
        let stop = move || {
            run.0.store(true, Ordering::Relaxed);
            drop(run.1.lock());
        };
        Ok(((), Box::new(stop)))
    })?;
    let _running = run.1.lock();
    golden::write(folder, samples, &run.0)
}

pub fn all() -> Vec<Golden> {
    let all = golden::godot(of_godot).into_iter().chain(of_minecraft());
    all.chain(lenient(None)).chain(rejected(None)).collect()
}

/// Returns the JSON of a sample.
fn of_godot(sample: &fixtures::GodotSample) -> Option<String> {
    of_bytes(sample.dialect, &sample.bytes)
}

/// Returns the value of bytes as JSON. Infinite numbers are text, because many JSON readers have no number for them
/// and could not read the manifest.
fn of_bytes(dialect: Dialect, bytes: &[u8]) -> Option<String> {
    let decoder = Decoder::new(dialect).allow_objects(true);
    decoder.parse(bytes).ok().map(|value| json::to_value(&value).to_string())
}

/// Returns the samples of bytes that engines write differently, for one dialect or for all.
fn lenient(dialect: Option<Dialect>) -> impl Iterator<Item = Golden> {
    let samples = golden::lenient(of_bytes).into_iter();
    samples.filter(move |sample| dialect.is_none_or(|one| one.name() == sample.format))
}

/// Returns the samples of bytes that engines refuse, for one dialect or for all.
fn rejected(dialect: Option<Dialect>) -> impl Iterator<Item = Golden> {
    let samples = fixtures::rejected_samples().into_iter();
    samples
        .filter(move |sample| dialect.is_none_or(|one| one == sample.dialect))
        .map(|sample| Golden::rejected(&sample))
}

/// Returns the samples of Minecraft's types, and the tables of other codecs.
fn of_minecraft() -> Vec<Golden> {
    let json = |expr: &TypeExpr, protocol: Protocol, bytes: &[u8]| {
        let value = expr.parse(protocol, bytes).ok()?;
        Some(minecraft::json::to_string(expr, protocol, &value))
    };
    let of_one = |sample: &fixtures::MinecraftSample| {
        Some(Golden::minecraft(sample, json(&sample.type_expr()?, Protocol::V1_14, sample.bytes)))
    };
    let samples = fixtures::minecraft_samples().iter().filter_map(of_one);
    samples.chain(golden::minecraft_tables(json)).collect()
}
