//! `gamewire explain`: prints the meaning of each byte.

use std::cell::RefCell;
use std::io::Write as _;

use gamewire::__private::escape::visible;
use gamewire::__private::explain::Page;
use gamewire::document::{self, Format};
use gamewire::identify::{Arrangement, Opened};

use crate::args::{Allow, Meaning, Source};
use crate::input::file_values::FileValues;
use crate::input::{self, InputValue, Item};
use crate::output::outcome::{Outcome, Status, Stop};
use crate::output::problem::Problem;
use crate::output::report;
use crate::output::say::eprintln;
use crate::output::write::{Out, Sink};

/// Explain each byte
///
/// Prints one row per field: offset, bytes, meaning. If the input is invalid, it is explained up to the invalid
/// number; if it is cut short, up to its end. Lengths before values, the settings of a project and the headers of
/// containers have rows, too. Compressed or encrypted contents follow, with offsets of their own: contents+0x0010.
///
/// Rows are printed while the input is read. For inputs up to 1 MiB, the head shows the value and whether the bytes are
/// canonical. For longer inputs, use `gamewire decode` and `gamewire verify`.
#[derive(Debug, clap::Args)]
pub struct Explain {
    #[command(flatten)]
    source: Source,

    /// Print one HTML page instead of text; it shows at most 4000 rows
    ///
    /// A compressed or encrypted file and its contents are on one page, each with a heading.
    #[arg(long)]
    html: bool,

    /// Show only the value at this path, such as $.player.gold or $.items[3]
    #[arg(long, value_name = "PATH")]
    at: Option<gamewire::path::Path>,

    /// Show only rows up to this number of levels below the first
    #[arg(long, value_name = "LEVELS")]
    depth: Option<usize>,

    /// Show at most this number of rows
    ///
    /// The other rows are still validated: the exit status is that of the whole value.
    #[arg(long, value_name = "ROWS")]
    limit: Option<usize>,

    /// Show ASCII characters beside the bytes
    #[arg(long, conflicts_with = "html")]
    chars: bool,

    /// Add sentences to each row: how its bytes are read, and what they count or decide
    ///
    /// A page of HTML always has them.
    #[arg(long)]
    sentences: bool,

    #[command(flatten)]
    out: Out,
}

pub fn run(args: &Explain) -> Outcome {
    let Source { meaning, input } = &args.source;
    let meaning = &Meaning { allow: Allow { incomplete: true, ..meaning.allow }, ..meaning.clone() };
    args.out.report(|out| {
        // A file is explained as a whole. If the input is not held in memory, each value is explained on its own.
        let out = &RefCell::new(out);
        let mut first = true;
        let mut page = Page::new();
        let path = input.path.as_deref();
        let mut whole = |opened: &Opened<'_>, values: &FileValues<'_>| {
            explain_file(args, meaning, opened, values, &mut out.borrow_mut())
        };
        let answer = |item: Item<'_>| match item {
            Ok((encoded, format)) => {
                let page = (args.html && encoded.framed).then_some(&mut page);
                let (first, out) = (std::mem::take(&mut first), &mut out.borrow_mut());
                let status = explain(args, format, encoded, first, page, out)?;
                report::unread(format, encoded, &meaning.allow);
                Ok(status)
            }
            Err(problem) => {
                report::sentence(path, &problem);
                if !page.is_empty() {
                    page.problem(&problem.to_string());
                }
                Ok(Status::Rejected)
            }
        };
        let outcome = input::each_or_whole(path, input.sample, meaning, &input.spelling, &mut whole, answer)?;
        if !page.is_empty() {
            out.borrow_mut().write_all(page.finish().as_bytes())?;
        }
        Ok(outcome)
    })
}

/// Explains a file, unless it is a single value without anything around it.
fn explain_file(
    args: &Explain,
    meaning: &Meaning,
    opened: &Opened<'_>,
    values: &FileValues<'_>,
    out: &mut Sink,
) -> Result<Option<Status>, Stop> {
    let reading = &values.reading;
    let is_skipped = args.source.input.spelling.skip.skip > 0;
    if reading.arrangement == Arrangement::Single && opened.layers().is_empty() && !is_skipped {
        return Ok(None);
    }
    let path = args.source.input.path.as_deref();
    let mut page = Page::new();
    let (mut shown, mut said) = (0, None);
    for (number, file) in document::explain_file(opened, reading).into_iter().enumerate() {
        let mut file = file.characters(args.chars).sentences(args.sentences);
        if let Some(path) = &args.at {
            file = file.at(path);
        }
        if let Some(levels) = args.depth {
            file = file.depth(levels);
        }
        if let Some(rows) = args.limit {
            file = file.limit(rows.saturating_sub(shown));
        }
        if args.html {
            let is_container = number == 0 && !opened.layers().is_empty();
            page.add_file(if is_container { "The file" } else { "The contents" }, &file);
            shown += 1;
            continue;
        }
        let (mut out, colors) = out.colored();
        if number > 0 {
            writeln!(out)?;
        }
        let outcome = file.color(colors).write(out)?;
        shown += outcome.shown;
        said = said.or(outcome.error);
    }
    if args.html {
        out.write_all(page.finish().as_bytes())?;
    }
    let mut status = Status::Success;
    for encoded in reading.values.iter().chain(&reading.incomplete) {
        let value = values.input_value(encoded);
        report::unread(&reading.format, &value, &meaning.allow);
        let Err(error) = reading.format.check(encoded.bytes) else { continue };
        // The first error is printed at the end of the dump.
        let problem = Problem::from(error.after(encoded.offset));
        if said.take().is_none() {
            report::sentence(path, &problem);
        }
        report::hint(&problem, &value, &reading.format);
        status = Status::Rejected;
    }
    if let Some(error) = &reading.broken {
        if said.take().is_none() {
            report::sentence(path, &error.clone().into());
        }
        status = Status::Rejected;
    }
    if let (0, Status::Success, Some(path)) = (shown, status, &args.at) {
        eprintln!("there is no value at {path:#}");
        status = Status::Rejected;
    }
    Ok(Some(status))
}

/// Explains one value as text, as a page, or as a section of a page with several values.
fn explain(
    args: &Explain,
    format: &Format,
    encoded: &InputValue<'_>,
    first: bool,
    page: Option<&mut Page>,
    out: &mut Sink,
) -> Outcome {
    let mut explainer = format.explainer(encoded.bytes).characters(args.chars).sentences(args.sentences);
    if let Some(path) = &args.at {
        explainer = explainer.at(path.clone());
    }
    if let Some(levels) = args.depth {
        explainer = explainer.depth(levels);
    }
    if let Some(rows) = args.limit {
        explainer = explainer.limit(rows);
    }
    let mut said = false;
    let mut nowhere = false;
    if let Some(page) = page {
        let heading = match encoded.name {
            Some(name) => format!("{}, at byte {:#06x}", visible(name), encoded.offset),
            None => format!("At byte {:#06x}", encoded.offset),
        };
        page.add(&heading, &explainer);
    } else if args.html {
        out.write_all(explainer.html().as_bytes())?;
    } else {
        let (mut out, colors) = out.colored();
        if !first {
            writeln!(out)?;
        }
        if encoded.framed || encoded.offset > 0 {
            let name = encoded.name.map_or(String::new(), |name| format!(", {}", visible(name)));
            let sent = encoded.sent.map(|(state, side)| format!(", {state}.{side}"));
            let name = sent.unwrap_or(name);
            writeln!(out, "at byte {:#06x} of the input{name}:", encoded.offset)?;
        }
        let outcome = explainer.color(colors).write(out)?;
        said = outcome.error.is_some();
        nowhere = outcome.shown == 0 && args.limit != Some(0);
    }
    let Err(error) = format.check(encoded.bytes) else {
        if let (true, Some(path)) = (nowhere, &args.at) {
            eprintln!("there is no value at {path:#}");
            return Ok(Status::Rejected);
        }
        return Ok(Status::Success);
    };
    let problem = Problem::of_value(format, encoded.bytes, error, encoded.offset);
    if !said {
        report::sentence(args.source.input.path.as_deref(), &problem);
    } else if let Some(meaning) = format.unknown_id(encoded.bytes) {
        eprintln!("\nhint: {meaning}");
    }
    report::hint(&problem, encoded, format);
    Ok(Status::Rejected)
}
