//! `gamewire conform`: tests another codec with the samples of this crate.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

use gamewire::__private::fixtures::Golden;
use gamewire::document::Format;
use gamewire::{godot, minecraft};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::commands::fixtures;
use crate::output::outcome::{Outcome, Status, Stop};
use crate::output::problem::Problem;
use crate::output::report;
use crate::output::say::shortened;
use crate::output::write::Out;
use crate::values::format;
use crate::values::hex::unhex;
use crate::values::text::FromJson;

/// Test another codec with the samples of `gamewire fixtures`
///
/// The program is started once. For each case, it reads one line of JSON from its standard input and writes one line
/// to its standard output:
///
///   {"op":"decode","dialect":"godot4","hex":"0200000005000000"}   {"value":"i:5"}
///   {"op":"encode","dialect":"minecraft/varint","value":300}      {"hex":"ac02"}
///
/// If it cannot answer, it writes {"error":".."}. Full objects must be refused, unless the line has "objects":true.
/// "dialect" is a format as for --as, and "value" is the JSON of `gamewire decode`. A program that buffers its output
/// must flush it after each line. Values are compared by their meaning: for example, 5 and 5.0 are the same float. For
/// bytes that engines refuse, the answer must be an error. If the program hangs, ends or answers something else, the
/// case fails, and the program is started again for the next case. A program that has not answered any of the first
/// ten cases is not started again, and all other cases fail.
#[derive(Debug, clap::Args)]
pub struct Conform {
    /// The program that is tested, and its arguments
    #[arg(last = true, value_name = "PROGRAM", required_unless_present = "answer")]
    program: Vec<OsString>,

    /// Test only one format or type: godot4, godot4/Dictionary, minecraft/slot
    #[arg(long, value_name = "FORMAT[/TYPE]")]
    only: Option<String>,

    /// The time for one answer, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    timeout: u64,

    /// Print one JSON object: the sums of each type and format, and all failures
    #[arg(long)]
    json: bool,

    /// Write the results to this file as XML of JUnit
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,

    /// Answer the cases on standard input, as a program that is tested does
    #[arg(long, conflicts_with_all = ["only", "timeout", "json", "junit"])]
    answer: bool,

    #[command(flatten)]
    out: Out,
}

/// A program that has answered none of this many cases is not started again.
const DEAD: usize = 10;
/// The maximum length of an answer, in bytes.
const LONGEST: u64 = 64 << 20;

/// Runs the program on all cases.
pub fn run(args: &Conform) -> Outcome {
    if args.answer {
        return answer_all();
    }
    let wanted = |case: &Case| args.only.as_deref().is_none_or(|only| case.is_in(only));
    let cases: Vec<Case> = fixtures::all().iter().flat_map(Case::all_of).filter(wanted).collect();
    if cases.is_empty() {
        let only = args.only.as_deref().unwrap_or_default();
        return Err(Stop::Wrong(format!(
            "there are no cases of {only}: gamewire kinds --as FORMAT lists types"
        )));
    }
    if let Some(path) = &args.junit {
        // The run can be long, and its results would be lost.
        let opened = File::options().create(true).append(true).open(path);
        opened.map_err(|error| Stop::file(path, &error))?;
    }
    let mut codec = Codec::new(&args.program, Duration::from_secs(args.timeout));
    let results: Vec<(Case, Option<Failure>)> = cases
        .into_iter()
        .map(|case| {
            let failure = codec.ask(&case.request()).and_then(|answer| case.judge(&answer)).err();
            (case, failure)
        })
        .collect();
    codec.stop();
    if let Some(reason) = codec.unstartable {
        return Err(Stop::Wrong(reason));
    }
    let report = Report::new(&results);
    if let Some(path) = &args.junit {
        std::fs::write(path, report.junit()).map_err(|error| Stop::file(path, &error))?;
    }
    args.out.report(|out| {
        if args.json {
            writeln!(out, "{}", report.json())?
        } else {
            out.write_all(report.text().as_bytes())?
        }
        Ok(if report.failed() == 0 { Status::Success } else { Status::Rejected })
    })
}

/// The question that a case asks.
#[derive(Debug)]
enum Op {
    /// Decode these bytes to a value.
    Decode,
    /// Encode this value to bytes.
    Encode,
    /// Decode bytes that would be written differently.
    Lenient,
    /// Refuse these bytes.
    Refuse,
}

impl Op {
    const NAMES: [&str; 4] = ["decode", "encode", "lenient", "refuse"];

    fn name(&self) -> &'static str {
        match self {
            Self::Decode => "decode",
            Self::Encode => "encode",
            Self::Lenient => "lenient",
            Self::Refuse => "refuse",
        }
    }
}

#[derive(Debug)]
struct Case {
    /// The format and the type: `godot4/Dictionary`, `minecraft/slot`.
    group: String,
    name: String,
    /// The name of the format, as for `--as`.
    dialect: String,
    op: Op,
    bytes: Vec<u8>,
    /// The bytes that are written for the value.
    written: Vec<u8>,
    /// The value, as JSON on one line. It can be nested more deeply than a [`Value`].
    value: String,
}

/// Why a case failed.
#[derive(Debug)]
struct Failure {
    why: String,
    got: Option<Value>,
    /// The bytes that the answer stands for, if it can be encoded.
    bytes: Option<Vec<u8>>,
}

impl Failure {
    fn new(why: impl Into<String>, got: Option<Value>) -> Self {
        Self { why: why.into(), got, bytes: None }
    }
}

impl Case {
    fn all_of(sample: &Golden) -> Vec<Self> {
        let is_minecraft = sample.format.starts_with("minecraft");
        let dialect = match is_minecraft {
            true => format!("{}/{}", sample.format, sample.kind),
            false => sample.format.clone(),
        };
        let group = match is_minecraft || sample.kind.is_empty() {
            true => dialect.clone(),
            false => format!("{}/{}", sample.format, sample.kind),
        };
        let value = sample.json.as_ref().map(|json| json.trim_end().to_owned());
        let ops = match (&sample.rejection, &sample.written, &value) {
            (Some(_), ..) => vec![Op::Refuse],
            (None, _, None) => Vec::new(),
            (None, None, Some(_)) => vec![Op::Decode, Op::Encode],
            (None, Some(_), Some(_)) => vec![Op::Lenient],
        };
        let case = |op| Self {
            group: group.clone(),
            name: sample.name.clone(),
            dialect: dialect.clone(),
            op,
            bytes: sample.bytes.clone(),
            written: sample.written.clone().unwrap_or_else(|| sample.bytes.clone()),
            value: value.clone().unwrap_or_default(),
        };
        ops.into_iter().map(case).collect()
    }

    /// Returns whether the case belongs to a format or type.
    fn is_in(&self, only: &str) -> bool {
        let within =
            |name: &str| name.strip_prefix(only).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        within(&self.group) || within(&self.dialect)
    }

    /// Returns the line that the program reads.
    fn request(&self) -> String {
        let dialect = &self.dialect;
        match self.op {
            Op::Encode => {
                format!(r#"{{"op":"encode","dialect":{},"value":{}}}"#, json!(dialect), self.value)
            }
            Op::Decode | Op::Lenient | Op::Refuse => {
                let mut request = json!({ "op": "decode", "dialect": dialect, "hex": hex(&self.bytes) });
                if let (true, Some(fields)) = (self.has_objects(), request.as_object_mut()) {
                    fields.insert("objects".into(), true.into());
                }
                request.to_string()
            }
        }
    }

    /// Returns whether the bytes can only be read if full objects are allowed.
    fn has_objects(&self) -> bool {
        let format = self.format().map(|format| format.allow_objects(false));
        !matches!(self.op, Op::Refuse) && format.is_ok_and(|format| format.check(&self.bytes).is_err())
    }

    /// Compares an answer with the correct one.
    fn judge(&self, answer: &Answer) -> Result<(), Failure> {
        let text = |key: &str| answer.get(key).map(|value| value.get());
        // Many languages write a field that has no value as null, but null is also a value.
        let (error, value) = (text("error").filter(|error| *error != "null"), text("value"));
        let digits = text("hex").and_then(|digits| serde_json::from_str::<String>(digits).ok());
        match (&self.op, error, value, digits) {
            (Op::Refuse, Some(_), ..) => Ok(()),
            (Op::Refuse, None, Some(value), _) => {
                Err(Failure::new("bytes that must be refused were read", Some(shown(value))))
            }
            (_, Some(error), ..) => Err(Failure::new("an error", Some(shown(error)))),
            (Op::Encode, None, _, Some(digits)) => {
                let mut bytes = Vec::new();
                match unhex(digits.as_bytes(), &mut bytes) {
                    Ok(()) if bytes == self.written || self.is_reordered(&bytes) => Ok(()),
                    Ok(()) => Err(Failure {
                        bytes: Some(bytes),
                        ..Failure::new("other bytes", Some(digits.into()))
                    }),
                    Err(problem) => Err(Failure::new(problem.to_string(), Some(digits.into()))),
                }
            }
            (Op::Decode | Op::Lenient, None, Some(value), _) => self.compare(value),
            _ => {
                let fields = answer.iter().map(|(key, value)| (key.clone(), shown(value.get())));
                Err(Failure::new("the answer lacks the requested value", Some(fields.collect())))
            }
        }
    }

    /// Returns whether bytes encode the entries of the value in another order, for a format whose entries have no
    /// order.
    fn is_reordered(&self, bytes: &[u8]) -> bool {
        let Ok(format @ Format::Minecraft(..)) = self.format() else { return false };
        bytes.len() == self.written.len() && json_of(&format, bytes).is_ok_and(|value| self.is_value(&value))
    }

    /// Compares a value by its meaning: decoding its encoding must give the expected value. Entries may be in another
    /// order if their order has no meaning.
    fn compare(&self, value: &str) -> Result<(), Failure> {
        let read = self.format().and_then(|format| {
            let bytes = FromJson::read(&format, value.as_bytes())?.into_bytes()?;
            // The codec may also keep the bytes of the question.
            let is_same = bytes == self.written
                || bytes == self.bytes
                || json_of(&format, &bytes).is_ok_and(|again| self.is_value(&again));
            Ok((bytes, is_same))
        });
        match read {
            Ok((_, true)) => Ok(()),
            _ if self.is_value(value) => Ok(()),
            Ok((bytes, false)) => {
                Err(Failure { bytes: Some(bytes), ..Failure::new("another value", Some(shown(value))) })
            }
            Err(problem) => Err(Failure::new(format!("not a valid value: {problem}"), Some(shown(value)))),
        }
    }

    /// Returns whether the JSON represents the value. Entries whose order has no meaning may be in another order.
    fn is_value(&self, json: &str) -> bool {
        json.trim_end() == self.value
            || match [json, &self.value].map(serde_json::from_str::<Value>) {
                [Ok(one), Ok(other)] => unordered(&one) == unordered(&other),
                _ => false,
            }
    }

    fn format(&self) -> Result<Format, Problem> {
        format_of(&self.dialect)
    }

    /// Returns the correct answer as text.
    fn expected(&self) -> String {
        match self.op {
            Op::Encode => hex(&self.written),
            Op::Refuse => "an error".into(),
            Op::Decode | Op::Lenient => self.value.clone(),
        }
    }

    /// Returns the rows around the first difference between the answer's bytes and the correct ones.
    fn dump(&self, failure: &Failure) -> String {
        let (Ok(format), Some(bytes)) = (self.format(), &failure.bytes) else { return String::new() };
        let place = self.written.iter().zip(bytes).take_while(|(a, b)| a == b).count();
        report::excerpt_of(&format, &self.written, place)
    }
}

/// Returns a value of NBT with the entries of its compounds sorted by name.
fn unordered(value: &Value) -> Value {
    match value {
        Value::Array(items) => {
            let mut items: Vec<Value> = items.iter().map(unordered).collect();
            let name = |item: &Value| match item.as_array().map(Vec::as_slice) {
                Some([Value::String(name), Value::Object(_)]) => Some(name.clone()),
                _ => None,
            };
            if items.iter().all(|item| name(item).is_some()) {
                items.sort_by_key(name);
            }
            items.into()
        }
        Value::Object(fields) => fields.iter().map(|(key, value)| (key.clone(), unordered(value))).collect(),
        other => other.clone(),
    }
}

/// The fields of an answer, as JSON text. A [`Value`] could not hold every answer: its numbers are finite, and Godot writes
/// infinity as a number that is too large; and it cannot be nested as deeply.
type Answer = BTreeMap<String, Box<RawValue>>;

/// Parses JSON for a report, or returns its text if it cannot be parsed.
fn shown(json: &str) -> Value {
    serde_json::from_str(json).unwrap_or_else(|_| json.into())
}

/// The tested program, which is started as often as necessary.
struct Codec<'a> {
    program: &'a [OsString],
    timeout: Duration,
    running: Option<Running>,
    /// The number of cases without an answer, or `None` after the first answer.
    dead: Option<usize>,
    /// The reason why the program could not be started.
    unstartable: Option<String>,
}

struct Running {
    child: Child,
    requests: Sender<String>,
    lines: Receiver<io::Result<Vec<u8>>>,
}

impl<'a> Codec<'a> {
    fn new(program: &'a [OsString], timeout: Duration) -> Self {
        Self { program, timeout, running: None, dead: Some(0), unstartable: None }
    }

    fn start(&self) -> io::Result<Running> {
        let (program, args) = self.program.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut child =
            Command::new(program).args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        // Requests are written by a thread, because writing blocks if the program does not read and the pipe is full.
        let (requests, queue) = mpsc::channel::<String>();
        std::thread::spawn(move || {
            for request in queue {
                // If the program has ended, this is noticed when its answer is read.
                if stdin.write_all(request.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                    return;
                }
            }
        });
        // At most one line waits, so that a program that writes without end is held back.
        let (send, lines) = mpsc::sync_channel(1);
        std::thread::spawn(move || {
            let mut stdout = BufReader::new(stdout);
            loop {
                let mut line = Vec::new();
                match stdout.by_ref().take(LONGEST).read_until(b'\n', &mut line) {
                    Ok(0) => return,
                    read => {
                        if send.send(read.map(|_| line)).is_err() {
                            return;
                        }
                    }
                }
            }
        });
        Ok(Running { child, requests, lines })
    }

    /// Asks the program one question.
    fn ask(&mut self, request: &str) -> Result<Answer, Failure> {
        if self.unstartable.is_some() || self.dead >= Some(DEAD) {
            return Err(Failure::new("not asked: the program has not answered any case", None));
        }
        let running = match self.running.take().map_or_else(|| self.start(), Ok) {
            Ok(running) => running,
            Err(error) => {
                let program = self.program.first().map(|name| name.display().to_string()).unwrap_or_default();
                let reason = format!("{program}: {error}");
                self.unstartable = Some(reason.clone());
                return Err(Failure::new(reason, None));
            }
        };
        let surplus = running.lines.try_recv().is_ok();
        let _ = running.requests.send(format!("{request}\n"));
        let answer = match running.lines.recv_timeout(self.timeout) {
            _ if surplus => Err("more than one line for the previous case".to_owned()),
            Ok(Ok(line)) => match serde_json::from_slice::<Answer>(&line) {
                Ok(answer) => {
                    self.running = Some(running);
                    self.dead = None;
                    return Ok(answer);
                }
                Err(_) => Err(format!("not a JSON object: {}", String::from_utf8_lossy(line.trim_ascii()))),
            },
            Ok(Err(error)) => Err(error.to_string()),
            Err(RecvTimeoutError::Timeout) => Err(format!("no answer in {:?}", self.timeout)),
            Err(RecvTimeoutError::Disconnected) => Err("the program ended".to_owned()),
        };
        end(running);
        self.dead = self.dead.map(|dead| dead + 1);
        answer.map_err(|why| Failure::new(shortened(&why), None))
    }

    fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            end(running);
        }
    }
}

fn end(mut running: Running) {
    drop(running.requests);
    let _ = running.child.kill();
    let _ = running.child.wait();
}

/// The results, grouped by type.
struct Report<'r> {
    results: &'r [(Case, Option<Failure>)],
    sums: Sums<'r>,
    formats: Sums<'r>,
}

/// For each type or format, the number of passed cases and of all cases of each kind.
type Sums<'r> = BTreeMap<&'r str, [(usize, usize); 4]>;

impl<'r> Report<'r> {
    fn new(results: &'r [(Case, Option<Failure>)]) -> Self {
        let (mut sums, mut formats) = (Sums::new(), Sums::new());
        for (case, failure) in results {
            let format = case.group.split('/').next().unwrap_or_default();
            for kinds in [sums.entry(&case.group).or_default(), formats.entry(format).or_default()] {
                for ((passed, all), _) in
                    kinds.iter_mut().zip(Op::NAMES).filter(|(_, name)| *name == case.op.name())
                {
                    *all += 1;
                    *passed += usize::from(failure.is_none());
                }
            }
        }
        Self { results, sums, formats }
    }

    fn failures(&self) -> impl Iterator<Item = (&'r Case, &'r Failure)> {
        self.results.iter().filter_map(|(case, failure)| Some((case, failure.as_ref()?)))
    }

    fn failed(&self) -> usize {
        self.failures().count()
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for (case, failure) in self.failures() {
            let Failure { why, got, .. } = failure;
            let _ = writeln!(text, "{} {} ({}): {why}", case.group, case.name, case.op.name());
            let _ = writeln!(text, "  expected  {}", shortened(&case.expected()));
            if let Some(got) = got {
                // The answer is printed in the form of the expected one: bytes as digits, values as JSON on one line.
                let bytes = failure.bytes.as_deref().filter(|_| matches!(case.op, Op::Encode));
                let got = bytes.map_or_else(|| got.to_string(), hex);
                let _ = writeln!(text, "  got       {}", shortened(&got));
            }
            text.push_str(&case.dump(failure));
            text.push('\n');
        }
        let width = self.sums.keys().map(|group| group.len()).max().unwrap_or(0).max(6);
        for (name, rows) in [("type", &self.sums), ("format", &self.formats)] {
            let _ = write!(text, "{name:<width$}");
            let _ = writeln!(text, "{}", Op::NAMES.map(|name| format!("{name:>12}")).concat());
            for (group, kinds) in rows {
                let sums = kinds.map(|(passed, all)| match all {
                    0 => format!("{:>12}", "-"),
                    _ => format!("{:>12}", format!("{passed}/{all}")),
                });
                let _ = writeln!(text, "{group:<width$}{}", sums.concat());
            }
            text.push('\n');
        }
        let all = self.results.len();
        let _ = writeln!(text, "{} of {all} cases passed", all - self.failed());
        text
    }

    fn json(&self) -> Value {
        let rows = |name: &str, sums: &Sums<'_>| -> Vec<Value> {
            let row = |(group, kinds): (&&str, &[(usize, usize); 4])| {
                let sums = Op::NAMES.into_iter().zip(kinds).filter(|(_, (_, all))| *all > 0);
                let sums = sums.map(|(name, (passed, all))| {
                    (name.to_owned(), json!({ "cases": all, "passed": passed }))
                });
                Value::Object([(name.to_owned(), (*group).into())].into_iter().chain(sums).collect())
            };
            sums.iter().map(row).collect()
        };
        let failures = self.failures().map(|(case, failure)| {
            json!({
                "type": case.group, "name": case.name, "case": case.op.name(), "why": failure.why, "got": failure.got,
                "expected": match case.op { Op::Encode => hex(&case.written).into(), Op::Refuse => Value::Null, _ => shown(&case.value) },
                "request": case.request(), "dump": case.dump(failure),
            })
        });
        let all = self.results.len();
        json!({
            "cases": all, "passed": all - self.failed(), "types": rows("type", &self.sums), "formats": rows("format", &self.formats),
            "failures": failures.collect::<Vec<_>>(),
        })
    }

    fn junit(&self) -> String {
        let mut xml = String::from(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"gamewire conform\">\n",
        );
        for (group, kinds) in &self.sums {
            let (passed, all) = kinds.iter().fold((0, 0), |sum, kind| (sum.0 + kind.0, sum.1 + kind.1));
            let (suite, failed) = (escaped(group), all - passed);
            let _ = writeln!(xml, "<testsuite name=\"{suite}\" tests=\"{all}\" failures=\"{failed}\">");
            for (case, failure) in self.results.iter().filter(|(case, _)| case.group == **group) {
                let name = escaped(&format!("{} {}", case.op.name(), case.name));
                let _ = write!(xml, "<testcase classname=\"{suite}\" name=\"{name}\"");
                let _ = match failure {
                    None => writeln!(xml, "/>"),
                    Some(failure) => {
                        let got = failure.got.as_ref().map(Value::to_string).unwrap_or_default();
                        let all = format!("expected {}\ngot {got}\n{}", case.expected(), case.dump(failure));
                        let (why, all) = (escaped(&failure.why), escaped(&all));
                        writeln!(xml, "><failure message=\"{why}\">{all}</failure></testcase>")
                    }
                };
            }
            xml.push_str("</testsuite>\n");
        }
        xml + "</testsuites>\n"
    }
}

/// Escapes text for XML, which does not allow control characters.
fn escaped(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut xml, character| {
        match character {
            '<' => xml.push_str("&lt;"),
            '>' => xml.push_str("&gt;"),
            '&' => xml.push_str("&amp;"),
            '"' => xml.push_str("&quot;"),
            '\n' | '\t' => xml.push(character),
            '\u{fffe}' | '\u{ffff}' => xml.push('\u{fffd}'),
            control if control.is_control() => xml.push('\u{fffd}'),
            other => xml.push(other),
        }
        xml
    })
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns a format that may use half of the thread's stack, so that builds without optimization read every case.
fn format_of(dialect: &str) -> Result<Format, Problem> {
    let format = format::named(dialect, "minecraft/TYPE").map_err(|error| Problem::new("dialect", error))?;
    Ok(match format {
        Format::Minecraft(protocol, expr) => Format::Minecraft(protocol.max_stack(crate::STACK / 2), expr),
        format @ Format::Godot(_) => format,
    })
}

fn json_of(format: &Format, bytes: &[u8]) -> Result<String, Problem> {
    Ok(match format {
        Format::Godot(decoder) => godot::json::to_value(&decoder.parse(bytes)?).to_string(),
        Format::Minecraft(protocol, expr) => {
            minecraft::json::to_string(expr, *protocol, &expr.parse(*protocol, bytes)?)
        }
    })
}

/// Answers each line of standard input.
fn answer_all() -> Outcome {
    let (mut out, mut failed) = (io::stdout().lock(), false);
    for line in io::stdin().lock().lines() {
        let answer = answer(&line?).unwrap_or_else(|problem| {
            failed = true;
            json!({ "error": shortened(&problem.to_string()) }).to_string()
        });
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
    Ok(if failed { Status::Rejected } else { Status::Success })
}

fn answer(line: &str) -> Result<String, Problem> {
    // A value can be nested more deeply than a [`Value`].
    let request: Answer = serde_json::from_str(line).map_err(|error| Problem::of_serde(&error))?;
    let json = |key: &str| request.get(key).map_or("null", |value| value.get());
    let text = |key: &str| serde_json::from_str::<String>(json(key)).unwrap_or_default();
    let format = format_of(&text("dialect"))?.allow_objects(json("objects") == "true");
    match &*text("op") {
        "decode" => {
            let mut bytes = Vec::new();
            unhex(text("hex").as_bytes(), &mut bytes)?;
            Ok(format!("{{\"value\":{}}}", json_of(&format, &bytes)?))
        }
        "encode" => {
            Ok(json!({ "hex": hex(&FromJson::read(&format, json("value").as_bytes())?.encode(true)?) })
                .to_string())
        }
        other => Err(Problem::new("op", format!("{other:?} is neither decode nor encode"))),
    }
}
