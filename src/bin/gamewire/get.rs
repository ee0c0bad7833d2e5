//! `gamewire get`

use std::io::{self, Write as _};

use gamewire::godot::text::to_text_of;
use gamewire::godot::{Variant, json};
use gamewire::minecraft::nbt::Tag;

use crate::nbt_value;
use crate::outcome::{Outcome, Status, Stop};
use crate::problem::Problem;
use crate::target::{At, Reader, Save};

/// Print a value inside a file: gamewire get save.bin player.gold
///
/// The file may be compressed, encrypted, packed and framed: what it is, is found out. Values of Godot are printed
/// as its own var_to_str prints them.
#[derive(Debug, clap::Args)]
pub struct Get {
    #[command(flatten)]
    at: At,

    /// Print JSON, in the form of `gamewire decode`
    #[arg(long, conflicts_with = "raw")]
    json: bool,

    /// Print text without quotes and without a line end, and byte arrays as their bytes
    #[arg(long)]
    raw: bool,
}

/// Prints the value.
pub fn run(args: &Get) -> Outcome {
    let save = args.at.target.load(&args.at.file)?;
    let found = find(args, &save).map_err(|problem| Stop::Wrong(problem.message))?;
    let mut out = io::stdout().lock();
    out.write_all(&found)?;
    out.flush()?;
    Ok(Status::Well)
}

fn find(args: &Get, save: &Save) -> Result<Vec<u8>, Problem> {
    let line = |text: String| Ok((text + "\n").into_bytes());
    if let (Reader::Godot(decoder), true, []) = (save.reader, save.has_settings(), args.at.path.segments()) {
        let parts = save.parts();
        let values = save.values(decoder, &parts)?;
        let texts = values.iter().map(|value| match args.json {
            true => json::to_string(value),
            false => to_text_of(value, decoder.dialect().table()),
        });
        return line(texts.collect());
    }
    let (part, path) = save.part(&args.at.path, args.at.value)?;
    match save.reader {
        Reader::Godot(decoder) => {
            let whole = decoder.parse(&part.bytes).map_err(|error| error.after(part.start))?;
            let value = whole.get_path(&path)?;
            match &*value {
                Variant::PackedByteArray(bytes) if args.raw => Ok(bytes.as_slice().to_vec()),
                Variant::String(text) | Variant::StringName(text) if args.raw => {
                    Ok(text.to_string_lossy().into_owned().into_bytes())
                }
                value if args.json => line(json::to_string(value)),
                value if args.raw => Ok(to_text_of(value, decoder.dialect().table()).into_bytes()),
                value => line(to_text_of(value, decoder.dialect().table())),
            }
        }
        Reader::Nbt => {
            let tag = Save::nbt(&part)?.get_path(&path)?;
            match &tag {
                Tag::ByteArray(bytes) if args.raw => Ok(bytes.as_bytes().to_vec()),
                Tag::String(text) if args.raw => Ok(text.to_str_lossy().into_owned().into_bytes()),
                tag if args.json => line(nbt_value::to_json(tag)),
                tag if args.raw => Ok(nbt_value::to_text(tag).into_bytes()),
                tag => line(nbt_value::to_text(tag)),
            }
        }
    }
}
