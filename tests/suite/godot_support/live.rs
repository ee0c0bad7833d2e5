//! Values through a running engine. The framing is described in `tests/live/README.md`.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use gamewire::godot::generate::Values;
use gamewire::godot::{Decoder, Dialect, Variant};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// The number of values that are sent through the engine. `GAMEWIRE_LIVE_VALUES` replaces it.
const VALUES: usize = 10_000;
/// Values per start of the engine.
const BATCH: usize = 5_000;
/// The length that stands for a value that the engine rejected.
const REFUSED: u32 = u32::MAX;

/// The results for the values.
#[derive(Debug, Default)]
pub struct Tally {
    pub values: usize,
    pub bytes: usize,
    /// Values that the engine made smaller, since it takes some of their keys for the same, and so did we.
    pub merged: usize,
}

/// Sends generated values through the engine that the variable names, and compares what comes back with what
/// decoding and encoding make of the same bytes here. `None`, said aloud, if the variable is not set.
///
/// `forgive` says whether two different answers mean the same, where an engine writes what it pleases.
pub fn round_trip(
    variable: &str,
    arguments: &[&str],
    script: &str,
    dialect: Dialect,
    forgive: impl Fn(&[u8], &[u8]) -> bool,
) -> Option<Tally> {
    let Ok(command) = std::env::var(variable) else {
        eprintln!("SKIPPED: {variable} names no engine, so no value went through a live {dialect}");
        return None;
    };
    let number = |name: &str| std::env::var(name).ok().and_then(|number| number.parse::<usize>().ok());
    let wanted = number("GAMEWIRE_LIVE_VALUES").unwrap_or(VALUES);
    let seed = number("GAMEWIRE_LIVE_SEED").unwrap_or(1);
    let surrogates = number("GAMEWIRE_LIVE_SURROGATES") != Some(0);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/live").join(script);
    let folder = folder(dialect);
    let mut tally = Tally::default();
    let mut random = [0; 32];
    random[..8].copy_from_slice(&(seed as u64).to_le_bytes());
    let random = TestRng::from_seed(RngAlgorithm::ChaCha, &random);
    let mut runner =
        TestRunner::new_with_rng(Config { failure_persistence: None, ..Config::default() }, random);
    let strategy = Values::new(dialect).unchanged_by_engines(true).any();
    while tally.values < wanted {
        let batch = BATCH.min(wanted - tally.values);
        let made = std::iter::repeat_with(|| {
            strategy.new_tree(&mut runner).expect("no value is rejected").current()
        });
        let encoded = made.map(|value: Variant| {
            let bytes = dialect.encode(&value).expect("a value of the dialect");
            (value, bytes)
        });
        let (values, sent): (Vec<_>, Vec<_>) =
            encoded.filter(|(_, bytes)| surrogates || !has_surrogate(bytes)).take(batch).unzip();
        let answers = ask(&command, arguments, &script, &folder, &sent);
        assert_eq!(answers.len(), sent.len(), "the engine died, or answered too often");
        for (value, (sent, answer)) in values.iter().zip(sent.iter().zip(&answers)) {
            let ours = Decoder::new(dialect).parse(sent);
            let ours = ours.map(|value| dialect.encode(&value).expect("what was read can be written"));
            let ours = ours.unwrap_or_else(|error| panic!("{error}: {sent:02x?}, from {value:?}"));
            let answer =
                answer.as_ref().unwrap_or_else(|| panic!("the engine refuses {sent:02x?}, {value:?}"));
            assert!(
                *answer == ours || forgive(answer, &ours),
                "seed {seed}, after {} values: {value:?}\n  sent {sent:02x?}\n  ours {ours:02x?}\nengine {answer:02x?}",
                tally.values,
            );
            tally.merged += usize::from(ours.len() < sent.len());
            tally.bytes += sent.len();
            tally.values += 1;
        }
    }
    std::fs::remove_dir_all(&folder).expect("the folder was made here");
    eprintln!(
        "{} values, {} bytes, came back from a live {dialect} as they should; keys were merged in {}",
        tally.values, tally.bytes, tally.merged
    );
    Some(tally)
}

/// Whether some text may have a lone surrogate.
fn has_surrogate(bytes: &[u8]) -> bool {
    bytes.windows(3).any(|window| matches!(window, [0xed, 0xa0..=0xbf, 0x80..=0xbf]))
}

/// A folder of its own: the engine leaves things where it runs.
fn folder(dialect: Dialect) -> PathBuf {
    let name = format!("gamewire-live-{dialect}-{}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    std::fs::create_dir_all(&folder).expect("a folder for the engine");
    folder
}

/// One run of the engine: `None` where it refuses.
fn ask(
    command: &str,
    arguments: &[&str],
    script: &Path,
    folder: &Path,
    values: &[Vec<u8>],
) -> Vec<Option<Vec<u8>>> {
    let (input, output) = (folder.join("in"), folder.join("out"));
    let framed = |bytes: &Vec<u8>| [&(bytes.len() as u32).to_le_bytes()[..], bytes].concat();
    std::fs::write(&input, values.iter().flat_map(framed).collect::<Vec<u8>>())
        .expect("the input is written");
    let status = Command::new(command)
        .args(arguments)
        .arg("-s")
        .arg(script)
        .env("GAMEWIRE_IN", &input)
        .env("GAMEWIRE_OUT", &output)
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .expect("the engine starts");
    assert!(status.success(), "the engine ended with {status}");
    let answers = std::fs::read(&output).expect("the engine wrote answers");
    let mut rest = &answers[..];
    let mut all = Vec::new();
    while let Some((length, after)) = rest.split_first_chunk::<4>() {
        let length = u32::from_le_bytes(*length);
        if length == REFUSED {
            all.push(None);
            rest = after;
            continue;
        }
        let (bytes, after) = after.split_at(length as usize);
        all.push(Some(bytes.to_vec()));
        rest = after;
    }
    all
}
