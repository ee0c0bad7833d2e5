//! `gamewire verify`

use std::io::{self, Write};

use serde_json::json;

use crate::args::Source;
use crate::auto::{Chooser, Purpose};
use crate::codec::{Answer, Codec};
use crate::outcome::{Outcome, Status};
use crate::problem::Problem;
use crate::{input, lines, report};

/// Check that bytes are what the engine itself would write
///
/// Decodes, encodes the value again, and compares. Answers with one line of JSON:
/// {"status":"identical"}, {"status":"differs","offset":N,"why":".."} or
/// {"status":"rejected","offset":N,"message":".."}.
#[derive(Debug, clap::Args)]
pub struct Verify {
    #[command(flatten)]
    source: Source,

    /// Each line of the input is one value in hex (or --base64); each gets one line of answer
    ///
    /// The run goes on after a bad line. Without INPUT, standard input is read.
    #[arg(long, conflicts_with_all = ["frame", "key", "password", "password_file"])]
    lines: bool,
}

/// Checks every value of the input.
pub fn run(args: &Verify) -> Outcome {
    let Source { input, format, allow } = &args.source;
    let chooser = Chooser::new(format, *allow);
    if args.lines {
        return lines::each_value(input, |bytes, out| {
            let answer = bytes.and_then(|bytes| {
                let codec = chooser.choose(bytes, Purpose::Origin, false)?;
                Ok(answer(&codec, bytes, 0))
            });
            write(&answer.unwrap_or_else(Verdict::Rejected), None, out)
        });
    }
    input::each(input, format, |piece| {
        let chosen = piece.and_then(|piece| {
            let codec = chooser.choose(piece.bytes, Purpose::Origin, true)?;
            Ok((piece, codec))
        });
        let answer = match &chosen {
            Ok((piece, codec)) => answer(codec, piece.bytes, piece.offset),
            Err(problem) => Verdict::Rejected(problem.clone()),
        };
        let mut out = io::stdout().lock();
        let name = chosen.as_ref().ok().and_then(|(piece, _)| piece.name);
        let status = write(&answer, name, &mut out)?;
        writeln!(out)?;
        if let Verdict::Rejected(problem) = &answer {
            report::problem(problem, chosen.as_ref().ok().map(|(piece, codec)| (piece, codec.as_ref())));
        }
        Ok(status)
    })
}

/// An answer about bytes of the input.
enum Verdict {
    Identical,
    Differs(usize, String),
    Rejected(Problem),
}

/// The answer about bytes that begin at `start` of the input.
fn answer(codec: &Codec, bytes: &[u8], start: usize) -> Verdict {
    match codec.verify(bytes) {
        Answer::Identical => Verdict::Identical,
        Answer::Differs(offset, why) => Verdict::Differs(start + offset, why),
        Answer::Rejected(error) => Verdict::Rejected(error.behind(start).into()),
    }
}

/// Writes an answer, without a line end; behind that about a setting stands its name.
fn write(answer: &Verdict, name: Option<&str>, out: &mut dyn Write) -> io::Result<Status> {
    let mut text = match answer {
        Verdict::Identical => json!({ "status": "identical" }),
        Verdict::Differs(offset, why) => json!({ "status": "differs", "offset": offset, "why": why }),
        Verdict::Rejected(Problem { offset, message, .. }) => {
            json!({ "status": "rejected", "offset": offset, "message": message })
        }
    };
    if let (Some(name), Some(fields)) = (name, text.as_object_mut()) {
        fields.insert("key".into(), name.into());
    }
    write!(out, "{text}")?;
    Ok(if matches!(answer, Verdict::Identical) { Status::Well } else { Status::Rejected })
}
