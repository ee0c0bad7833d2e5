//! Checks that files of this crate are opened by a live Godot 3 and 4, where `GAMEWIRE_GODOT3` and `GAMEWIRE_GODOT4` name them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::support::{engine_file, fixture_bytes};
use gamewire::godot::{Decoder, Dialect, Dictionary, Framing, Variant, Vector2};
use gamewire_files::godot::{Compression, Encryption, EncryptionKey, ProjectFile, compress, encrypt};

const MODES: [Compression; 4] =
    [Compression::FastLz, Compression::Deflate, Compression::Zstd, Compression::Gzip];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Contents of every length around the edges of blocks, and something longer.
fn contents(version: &str) -> Vec<Vec<u8>> {
    let lengths = [0_usize, 1, 15, 16, 17, 4095, 4096, 4097, 8191, 8192, 20_000];
    let mixed = |length: usize| (0..length).map(|at| (at * at % 251).to_le_bytes()[0]).collect();
    lengths.map(mixed).into_iter().chain([engine_file(version, "store_var_large.bin")]).collect()
}

/// The requests to the engine, and the expected answers.
#[derive(Default)]
struct Questions {
    lines: String,
    answers: Vec<Vec<u8>>,
}

impl Questions {
    fn ask(&mut self, line: &str, answer: Vec<u8>) {
        self.lines.push_str(line);
        self.lines.push('\n');
        self.answers.push(answer);
    }
}

/// Settings as text, from a file that the engine wrote, with a new name.
fn project_text(folder: &Path, dialect: Dialect, version: &str) -> Questions {
    let saved = fixture_bytes(&format!("project/godot-{version}/project.binary"));
    let mut project = ProjectFile::parse(&saved).unwrap();
    project.set("application/config/name", dialect, &"written as text".into()).unwrap();
    let text = project.to_text(&Decoder::new(dialect).allow_objects(true)).unwrap();
    fs::write(folder.join("project.godot"), text).unwrap();
    let mut questions = Questions::default();
    for setting in &project.settings {
        // The lines of a question end at a line end, and the engine has its own features. It reads the settings before it has
        // classes, Godot 3.2.3 the bytes of names as characters, and releases of Godot 3 have other properties of events.
        let own = ["application/config/features", "fixture/tn"].contains(&setting.key.as_ref())
            || (dialect == Dialect::GODOT_3 && setting.key == "input/jump");
        if !own && setting.key.is_ascii() && !setting.key.contains('\n') {
            questions.ask(&format!("setting\t{}", setting.key), setting.value.to_vec());
        }
    }
    questions
}

fn questions(folder: &Path, dialect: Dialect, version: &str, encryption: Encryption) -> Questions {
    let mut questions = Questions::default();
    let write = |name: String, bytes: Vec<u8>| {
        let path = folder.join(name);
        fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_string()
    };
    let key: [u8; 32] = std::array::from_fn(|at| at.to_le_bytes()[0]);
    let digits: String = key.iter().map(|byte| format!("{byte:02x}")).collect();
    for (at, contents) in contents(version).into_iter().enumerate() {
        for mode in MODES {
            let path = write(format!("{mode}-{at}"), compress(&contents, mode).unwrap());
            questions.ask(&format!("{mode}\t{path}"), contents.clone());
        }
        let key = encrypt(&contents, &EncryptionKey::new(key), encryption).unwrap();
        let path = write(format!("key-{at}"), key);
        questions.ask(&format!("key\t{path}\t{digits}"), contents.clone());
        let pass = encrypt(&contents, &EncryptionKey::from_password("pässword 1"), encryption).unwrap();
        let path = write(format!("pass-{at}"), pass);
        questions.ask(&format!("pass\t{path}\tpässword 1"), contents);
    }
    let mut project = ProjectFile::default();
    let nested = Dictionary::from_iter([("pos", Variant::from(Vector2::new(1.5, 2.5)))]);
    for (key, value) in [
        ("application/config/name", "written elsewhere".into()),
        ("gamewire/int", Variant::Int(7)),
        ("gamewire/schlüssel/ключ", "héllo".into()),
        ("gamewire/nested", nested.into()),
    ] {
        project.set(key, dialect, &value).unwrap();
        questions.ask(&format!("setting\t{key}"), dialect.encode(&value).unwrap());
    }
    write("project.binary".into(), project.encode().unwrap());
    questions
}

/// Has the engine answer in a folder of its own, which is said aloud if the variable is not set.
fn live(
    variable: &str,
    arguments: &[&str],
    script: &str,
    dialect: Dialect,
    version: &str,
    encryption: Encryption,
) {
    ask(variable, arguments, script, dialect, |folder| questions(folder, dialect, version, encryption));
    ask(variable, arguments, script, dialect, |folder| project_text(folder, dialect, version));
}

/// Godot 3 leaves the padding of names in a NodePath unset, so that each run of the engine writes other bytes there.
fn is_same_node_path(dialect: Dialect, answer: &[u8], expected: &[u8]) -> bool {
    match (dialect.parse(answer), dialect.parse(expected)) {
        (Ok(Variant::NodePath(answer)), Ok(Variant::NodePath(expected))) => answer == expected,
        _ => false,
    }
}

fn ask(
    variable: &str,
    arguments: &[&str],
    script: &str,
    dialect: Dialect,
    questions: impl FnOnce(&Path) -> Questions,
) {
    let Ok(command) = std::env::var(variable) else {
        eprintln!("SKIPPED: {variable} names no engine, so no file was opened by a live {dialect}");
        return;
    };
    let folder: PathBuf =
        std::env::temp_dir().join(format!("gamewire-files-{dialect}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let questions = questions(&folder);
    let (input, output) = (folder.join("in"), folder.join("out"));
    fs::write(&input, &questions.lines).unwrap();
    let status = Command::new(command)
        .args(arguments)
        .args(["--path", folder.to_str().unwrap(), "-s"])
        .arg(root().join("tests/live").join(script))
        .env("GAMEWIRE_IN", &input)
        .env("GAMEWIRE_OUT", &output)
        .current_dir(&folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .unwrap();
    assert!(status.success(), "the engine ended with {status}");
    let answers = fs::read(&output).unwrap();
    let answers: Vec<_> =
        Framing::STORE_VAR.frames(&answers).map(|frame| frame.unwrap().payload.to_vec()).collect();
    assert_eq!(answers.len(), questions.answers.len(), "the engine refused, died, or answered too often");
    for ((answer, expected), line) in answers.iter().zip(&questions.answers).zip(questions.lines.lines()) {
        let same = answer == expected || is_same_node_path(dialect, answer, expected);
        assert!(same, "{line}: {} bytes, not {}", answer.len(), expected.len());
    }
    fs::remove_dir_all(&folder).unwrap();
    eprintln!("{} files and settings were read by a live {dialect}", answers.len());
}

#[test]
fn godot_3_opens_what_we_write() {
    live("GAMEWIRE_GODOT3", &[], "files3.gd", Dialect::GODOT_3, "3.6.2", Encryption::Godot3);
}

#[test]
fn godot_4_opens_what_we_write() {
    let encryption = Encryption::Godot4 { iv: *b"sixteen bytes..." };
    live("GAMEWIRE_GODOT4", &["--headless"], "files4.gd", Dialect::GODOT_4, "4.6.3", encryption);
}
