//! Creates initial inputs for every target from the fixtures, which engines, games and other codecs wrote.

use std::fs;
use std::path::{Path, PathBuf};

use gamewire::godot::{Dialect, json};
use gamewire::minecraft::nbt::OptNbt;
use gamewire::minecraft::{Protocol, TypeExpr};
use gamewire_files::minecraft::{Packing, pack};

/// The greatest length of an input. Longer ones would slow down fuzzing.
const LONGEST: usize = 4096;

/// The fixtures from which inputs are created.
pub struct Fixtures {
    /// Inputs for `chosen`: the byte that chooses the dialect and the options, and the bytes.
    godot: Vec<Vec<u8>>,
    /// Types with the JSON of a value, if it is known, and its bytes.
    minecraft: Vec<(String, String, Vec<u8>)>,
    /// Roots that codecs of the Bedrock edition wrote.
    bedrock: Vec<Vec<u8>>,
    /// Types of ProtoDef with bytes of them.
    constructs: Vec<(String, Vec<u8>)>,
    /// The bytes that clients sent, and a `.mcpr` file.
    recordings: Vec<Vec<u8>>,
    /// Whole files.
    files: Vec<Vec<u8>>,
    /// Texts of projects that editors wrote.
    projects: Vec<String>,
}

impl Fixtures {
    /// Reads the fixtures. `root` is the directory of the crate.
    pub fn read(root: &Path) -> Self {
        let folder = root.join("tests/fixtures");
        let godot =
            ["godot2", "godot3", "godot4"].into_iter().flat_map(|name| tables(&folder.join(name))).collect();
        let mut files: Vec<Vec<u8>> =
            ["minecraft/nbt", "framing/godot-3.2.3", "framing/godot-3.6.2", "framing/godot-4.6.3"]
                .into_iter()
                .flat_map(|name| sorted(&folder.join(name)))
                .filter(|path| {
                    path.extension().is_some_and(|kind| kind == "bin" || kind == "nbt" || kind == "binary")
                })
                .map(|path| fs::read(path).expect("a file"))
                .collect();
        files.retain(|file| file.len() <= LONGEST);
        let table = fs::read_to_string(folder.join("minecraft/bedrock.tsv")).expect("a table");
        let bedrock = table.lines().filter_map(|line| unhex(line.split('\t').nth(3)?)).collect();
        let projects = sorted(&folder.join("project")).into_iter().flat_map(|folder| sorted(&folder));
        let projects = projects.filter(|path| path.extension().is_some_and(|kind| kind == "godot"));
        let projects = projects.map(|path| fs::read_to_string(path).expect("a text")).collect();
        let table = fs::read_to_string(folder.join("protodef/constructs.tsv")).expect("a table");
        let constructs = table.lines().filter_map(|line| {
            let mut cells = line.split('\t').skip(1);
            Some((cells.next()?.to_owned(), unhex(cells.next()?)?))
        });
        let sessions = sorted(&folder.join("protodef/sessions")).into_iter();
        let sessions = sessions.filter(|path| path.to_string_lossy().ends_with("toServer.bin"));
        let recordings = sessions.chain(sorted(&folder.join("protodef/mcpr")));
        Self {
            godot,
            minecraft: rows(&folder.join("minecraft")),
            bedrock,
            constructs: constructs.collect(),
            recordings: recordings.map(|path| fs::read(path).expect("a file")).collect(),
            files,
            projects,
        }
    }

    /// Returns the inputs for a target.
    pub fn seeds(&self, target: &str) -> Vec<Vec<u8>> {
        let mut seeds = match target {
            "frames" => self.frames(),
            "files" | "identify" => {
                let bare = self.godot.iter().map(|seed| seed[1..].to_vec());
                self.files.iter().cloned().chain(bare).collect()
            }
            "nbt" => self.nbt().collect(),
            "nbt_bedrock" => self.bedrock(),
            "project_text" => self.project_texts(),
            "descriptions" => self.descriptions(),
            "recordings" => self.recordings(),
            "region" => self.regions(),
            "paths" => self.paths(),
            "paths_nbt" => self.paths_nbt(),
            "explain_minecraft" => {
                let roots = self.bedrock().into_iter().map(|root| [b"nbt\0", root.as_slice()].concat());
                self.typed().into_iter().chain(roots).collect()
            }
            "minecraft_json" | "packet" | "type_expr" => self.typed(),
            "json" => self.said(json::to_string),
            "serde" => self.said(|value| serde_json::to_string(value).unwrap_or_default()),
            "var_to_str" => self.said(ToString::to_string),
            "mutf8" => self.godot.iter().flat_map(|seed| seed.get(9..60).map(<[u8]>::to_vec)).collect(),
            _ => self.godot.clone(),
        };
        seeds.retain(|seed| seed.len() <= LONGEST);
        seeds.sort();
        seeds.dedup();
        seeds
    }

    fn frames(&self) -> Vec<Vec<u8>> {
        let with = |framing: u8, bytes: &[u8]| [&[4, framing, 0xff, 2, 50, 170][..], bytes].concat();
        let files = self.files.iter().flat_map(|file| (0..6).map(|framing| with(framing, file)));
        let frame =
            |bytes: &[u8]| [&u32::try_from(bytes.len()).expect("short").to_le_bytes()[..], bytes].concat();
        let pairs = self.godot.chunks(3).map(|three| {
            let frames: Vec<u8> = three.iter().flat_map(|seed| frame(&seed[1..])).collect();
            with(0, &frames)
        });
        files.chain(pairs).collect()
    }

    /// Returns constructs of ProtoDef as the type of a packet, complete and with a part removed.
    fn descriptions(&self) -> Vec<Vec<u8>> {
        let head = r#"{"types":{"varint":"native","string":["pstring",{"countType":"varint"}],"T":"#;
        let tail = r#"},"play":{"toClient":{"types":{"packet":["container",[{"name":"name","type":["mapper",{"type":"varint","mappings":{"0":"one"}}]},{"name":"params","type":["switch",{"compareTo":"name","fields":{"one":"T"}}]}]]}}}}"#;
        let seed = |(of, bytes): &(String, Vec<u8>)| {
            [head.as_bytes(), of.as_bytes(), tail.as_bytes(), b"\0\0", bytes].concat()
        };
        let nested = |(of, bytes): &(String, Vec<u8>)| {
            seed(&(format!("[\"option\",{of}]"), [&[1], &**bytes].concat()))
        };
        self.constructs.iter().map(seed).chain(self.constructs.iter().map(nested)).collect()
    }

    /// Returns recordings, complete and truncated.
    fn recordings(&self) -> Vec<Vec<u8>> {
        let cut =
            |file: &Vec<u8>| (1..40).map(|part| file[..file.len() * part / 40].to_vec()).collect::<Vec<_>>();
        self.recordings.iter().flat_map(|file| [cut(file), vec![file.clone()]].concat()).collect()
    }

    fn nbt(&self) -> impl Iterator<Item = Vec<u8>> {
        let files = self.files.iter().filter(|file| file.first() == Some(&10)).cloned();
        files.chain(self.minecraft.iter().filter(|(kind, ..)| kind == "nbt").map(|(.., bytes)| bytes.clone()))
    }

    /// Returns roots in both forms of the Bedrock edition, and roots that its codecs wrote.
    fn bedrock(&self) -> Vec<Vec<u8>> {
        let both = |bytes: Vec<u8>| {
            let root = Protocol::V1_14.parse::<OptNbt>(&bytes).ok()?;
            let forms = [Protocol::BEDROCK, Protocol::BEDROCK_NETWORK];
            Some(forms.map(|protocol| protocol.encode(&root).unwrap_or_default()))
        };
        let written = self.nbt().filter_map(both).flatten();
        written.chain(self.bedrock.iter().cloned()).collect()
    }

    /// Returns regions with one chunk, in each compression, in the short form of the target.
    fn regions(&self) -> Vec<Vec<u8>> {
        let region = |(at, root): (usize, Vec<u8>)| {
            let packings = [(1, Packing::Gzip), (2, Packing::Zlib), (3, Packing::None)];
            let (id, packing) = packings[at % packings.len()];
            let data = pack(&root, packing).ok()?;
            let place = u16::try_from(at % 1024).ok()?.to_be_bytes();
            let entry = [&place[..], &[0, 0, 2, 1], &[0, 0, 0, 1]].concat();
            let length = u32::try_from(data.len() + 1).ok()?.to_be_bytes();
            Some([&[1, 0][..], &entry, &length, &[id], &data].concat())
        };
        self.nbt().enumerate().filter_map(region).collect()
    }

    /// Returns the texts of projects, and for each value a project with one setting, in its dialect and in
    /// that of Godot 4.
    fn project_texts(&self) -> Vec<Vec<u8>> {
        let whole = self.projects.iter().map(|text| [&[0], text.as_bytes()].concat());
        let of_value = |seed: &Vec<u8>| {
            let (decoder, bytes) = super::chosen(seed)?;
            let (value, _) = decoder.parse_prefix(bytes).ok()?;
            let dialect = Dialect::ALL.iter().position(|other| *other == decoder.dialect())?;
            let text = format!("config_version=5\n\n[a]\n\nb/c={value}\n");
            Some([0, u8::try_from(dialect + 1).ok()?].map(|choice| [&[choice], text.as_bytes()].concat()))
        };
        whole.chain(self.godot.iter().filter_map(of_value).flatten()).collect()
    }

    /// Returns paths into each value, each from another row of its explanation, before the value.
    fn paths(&self) -> Vec<Vec<u8>> {
        let with_path = |(at, seed): (usize, &Vec<u8>)| {
            let (decoder, bytes) = super::chosen(seed)?;
            let explanation = decoder.explain(bytes);
            let row = explanation.rows().get(at % explanation.rows().len().max(1))?;
            Some([format!("{:#}", row.path()).as_bytes(), &[0], seed].concat())
        };
        self.godot.iter().enumerate().filter_map(with_path).collect()
    }

    fn paths_nbt(&self) -> Vec<Vec<u8>> {
        let with_paths = |bytes: Vec<u8>| {
            let explanation = TypeExpr::Nbt.explain(Protocol::V1_14, &bytes);
            let mut paths: Vec<_> =
                explanation.rows().iter().map(|row| format!("{:#}", row.path())).collect();
            paths.dedup();
            paths.truncate(40);
            paths.into_iter().map(move |path| [path.as_bytes(), &[0], &bytes].concat()).collect::<Vec<_>>()
        };
        self.nbt().flat_map(with_paths).collect()
    }

    /// Returns a type, a NUL and bytes of the type; and the same with JSON, if it is known.
    fn typed(&self) -> Vec<Vec<u8>> {
        let both = |(kind, json, bytes): &(String, String, Vec<u8>)| {
            [bytes, json.as_bytes()].map(|after| [kind.as_bytes(), &[0], after].concat())
        };
        self.minecraft.iter().flat_map(both).collect()
    }

    /// Returns the bytes with the value as text.
    fn said(&self, say: impl Fn(&gamewire::godot::Variant) -> String) -> Vec<Vec<u8>> {
        let text = |seed: &Vec<u8>| {
            let (decoder, bytes) = super::chosen(seed)?;
            let (value, _) = decoder.parse_prefix(bytes).ok()?;
            Some(say(&value).into_bytes())
        };
        self.godot.iter().cloned().chain(self.godot.iter().filter_map(text)).collect()
    }
}

fn sorted(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}

/// Returns all values in tables of Godot that are in hexadecimal, each after the byte that chooses the
/// dialect of the table.
fn tables(folder: &Path) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    for path in sorted(folder) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let Ok(table) = fs::read_to_string(&path) else { continue };
        if !name.ends_with(".tsv") {
            continue;
        }
        let dialect = match folder.file_name().and_then(|name| name.to_str()) {
            Some("godot2") if name.contains("2.1.5") => Dialect::GODOT_2_1_5,
            Some("godot2") => Dialect::GODOT_2,
            Some("godot3") => Dialect::GODOT_3,
            _ if name.contains("double") => Dialect::GODOT_4.double(),
            _ => Dialect::GODOT_4,
        };
        let at = Dialect::ALL.iter().position(|other| *other == dialect).expect("a dialect");
        let choice = u8::try_from(at).expect("few dialects") | 0x10;
        let values = table.split(['\t', '\n']).filter_map(unhex);
        found.extend(values.map(|bytes| [&[choice], &bytes[..]].concat()));
    }
    found.sort();
    found.dedup();
    found
}

/// Returns the rows of Minecraft's tables, including the rejected ones, and the library's samples.
fn rows(folder: &Path) -> Vec<(String, String, Vec<u8>)> {
    let mut found = Vec::new();
    for path in sorted(folder).into_iter().filter(|path| path.extension().is_some_and(|kind| kind == "tsv")) {
        let table = fs::read_to_string(&path).expect("a table");
        for line in table.lines() {
            let columns: Vec<&str> = line.split('\t').collect();
            let (json, hex) = match columns[..] {
                [_, hex, _, _] if path.ends_with("reject.tsv") => ("", hex),
                [_, json, hex, ..] => (json, hex),
                _ => continue,
            };
            if json.len() <= LONGEST
                && let Some(bytes) = unhex(hex)
            {
                found.push((columns[0].to_string(), json.to_string(), bytes));
            }
        }
    }
    let samples = gamewire_fixtures::minecraft_samples().iter();
    found.extend(samples.map(|sample| (sample.expression.to_string(), String::new(), sample.bytes.to_vec())));
    found
}

/// Returns the bytes if the field is hexadecimal.
fn unhex(field: &str) -> Option<Vec<u8>> {
    if !(2..2 * LONGEST).contains(&field.len()) || !field.len().is_multiple_of(2) {
        return None;
    }
    field.as_bytes().chunks(2).map(|pair| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok()).collect()
}
