//! `gamewire diff`

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use gamewire::godot::text::to_text_of;
use gamewire::godot::{self, Variant};
use gamewire::minecraft::{self, nbt::Tag};
use gamewire::path::{Change, Difference};

use crate::nbt_value;
use crate::outcome::{self, Status, Stop};
use crate::target::{Reader, Save, Target};

/// Print what differs between the values of two files
///
/// The files are compared by their values: one may be compressed and the other not. A line for each difference: ~ and
/// what a value was and is, - and what only the first file has, + and what only the second has. Exit status: 0 if
/// nothing differs, 1 if something does, 2 if a file cannot be read.
#[derive(Debug, clap::Args)]
pub struct Diff {
    /// The first file
    #[arg(value_name = "A")]
    old: PathBuf,

    /// The second file
    #[arg(value_name = "B")]
    new: PathBuf,

    /// Print nothing: the exit status tells
    #[arg(long, short)]
    quiet: bool,

    #[command(flatten)]
    target: Target,
}

/// Prints the differences.
pub fn run(args: &Diff) -> outcome::Outcome {
    let (old, new) = (args.target.load(&args.old)?, args.target.load(&args.new)?);
    let mut out = Lines { out: BufWriter::new(io::stdout().lock()), quiet: args.quiet, found: false };
    let wrong = |problem: crate::problem::Problem| Stop::Wrong(problem.message);
    let (old_parts, new_parts) = (old.parts(), new.parts());
    match (old.reader, new.reader) {
        (Reader::Godot(a), Reader::Godot(b)) => {
            let names = b.dialect().table();
            let (old, new) =
                (old.values(a, &old_parts).map_err(wrong)?, new.values(b, &new_parts).map_err(wrong)?);
            let several = old.len() > 1 || new.len() > 1;
            for at in 0..old.len().max(new.len()) {
                let label = if several { format!("value {at}: ") } else { String::new() };
                match (old.get(at), new.get(at)) {
                    (Some(old), Some(new)) => {
                        for difference in godot::diff(old, new) {
                            out.difference(&label, &difference, |value: &Variant<'_>| {
                                to_text_of(value, names)
                            })?;
                        }
                    }
                    (Some(old), None) => out.line(&format!("- {label}$: {}", to_text_of(old, names)))?,
                    (None, Some(new)) => out.line(&format!("+ {label}$: {}", to_text_of(new, names)))?,
                    (None, None) => {}
                }
            }
        }
        (Reader::Nbt, Reader::Nbt) => {
            let (Some(old), Some(new)) = (old_parts.first(), new_parts.first()) else {
                return Err(Stop::Wrong("a file has no value".into()));
            };
            let (old, new) = (Save::nbt(old).map_err(wrong)?, Save::nbt(new).map_err(wrong)?);
            for difference in minecraft::diff(&old, &new) {
                out.difference("", &difference, |tag: &Tag<'_>| nbt_value::to_text(tag))?;
            }
        }
        _ => return Err(Stop::Wrong("one file is NBT, and the other holds values of Godot".into())),
    }
    out.out.flush()?;
    Ok(if out.found { Status::Rejected } else { Status::Well })
}

struct Lines<W: Write> {
    out: W,
    quiet: bool,
    found: bool,
}

impl<W: Write> Lines<W> {
    fn line(&mut self, line: &str) -> io::Result<()> {
        self.found = true;
        if self.quiet { Ok(()) } else { writeln!(self.out, "{line}") }
    }

    fn difference<V>(
        &mut self,
        label: &str,
        Difference { path, change }: &Difference<V>,
        text: impl Fn(&V) -> String,
    ) -> io::Result<()> {
        self.line(&match change {
            Change::Added(new) => format!("+ {label}{path:#}: {}", text(new)),
            Change::Removed(old) => format!("- {label}{path:#}: {}", text(old)),
            Change::Changed(old, new) => format!("~ {label}{path:#}: {} -> {}", text(old), text(new)),
            _ => format!("~ {label}{path:#}: the entries are in another order"),
        })
    }
}
