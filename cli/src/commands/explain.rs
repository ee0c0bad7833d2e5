//! `gamewire explain`

use std::io::Write as _;

use gamewire::__private::escape::visible;
use gamewire::__private::explain::Page;
use gamewire::document::Format;

use crate::args::{Allow, Meaning, Source};
use crate::input::{self, InputValue};
use crate::output::outcome::{Outcome, Status};
use crate::output::problem::Problem;
use crate::output::report;
use crate::output::say::eprintln;
use crate::output::write::{Out, Sink};

/// Explain each byte
///
/// Prints one row per field: offset, bytes, meaning. An invalid input is explained up to the invalid number, a cut file
/// up to its end.
///
/// Rows are printed while the input is read. For inputs up to 1 MiB, the head shows the value and whether the bytes are
/// canonical. For longer inputs, use `gamewire decode` and `gamewire verify`.
#[derive(Debug, clap::Args)]
pub struct Explain {
    #[command(flatten)]
    source: Source,

    /// Print one HTML page instead of text; it shows at most 4000 rows
    ///
    /// All frames, or all settings of a project, are on one page, each with a heading.
    #[arg(long)]
    html: bool,

    /// Show only the value at this path, such as $.player.gold or $.items[3]
    #[arg(long, value_name = "PATH")]
    at: Option<gamewire::path::Path>,

    /// Show only rows up to this number of levels below the first
    #[arg(long, value_name = "LEVELS")]
    depth: Option<usize>,

    /// Show at most this number of rows per value
    ///
    /// The other rows are still validated: the exit status is that of the whole value.
    #[arg(long, value_name = "ROWS")]
    limit: Option<usize>,

    /// Show ASCII characters beside the bytes
    #[arg(long, conflicts_with = "html")]
    chars: bool,

    /// Add two sentences to each row: how its bytes are read, and what they mean
    ///
    /// A page of HTML always has them.
    #[arg(long)]
    sentences: bool,

    #[command(flatten)]
    out: Out,
}

/// Explains every value of the input.
pub fn run(args: &Explain) -> Outcome {
    let Source { meaning, input } = &args.source;
    let meaning = &Meaning { allow: Allow { incomplete: true, ..meaning.allow }, ..meaning.clone() };
    args.out.report(|out| {
        let mut first = true;
        let mut page = Page::new();
        let outcome =
            input::each(input.path.as_deref(), input.sample, meaning, &input.spelling, |item| match item {
                Ok((encoded, format)) => {
                    let page = (args.html && encoded.framed).then_some(&mut page);
                    let status = explain(args, format, encoded, std::mem::take(&mut first), page, out)?;
                    report::unread(format, encoded, &meaning.allow);
                    Ok(status)
                }
                Err(problem) => {
                    report::sentence(args.source.input.path.as_deref(), &problem);
                    if !page.is_empty() {
                        page.problem(&problem.to_string());
                    }
                    Ok(Status::Rejected)
                }
            })?;
        if !page.is_empty() {
            out.write_all(page.finish().as_bytes())?;
        }
        Ok(outcome)
    })
}

/// Explains one value as text, as a page, or as a section of the common page.
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
    let problem = Problem::from(error.after(encoded.offset));
    if !said {
        report::sentence(args.source.input.path.as_deref(), &problem);
    }
    report::hint(&problem, encoded, format);
    Ok(Status::Rejected)
}
