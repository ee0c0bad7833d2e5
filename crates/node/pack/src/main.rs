//! Makes the WebAssembly part of the package of `crates/node`, and builds `gamewire.html`, which contains the package, the scripts, the
//! style, the pages of the format, the samples and an example in one file.
//!
//! - wasm-bindgen generates the JavaScript interface of the library.
//! - The worker of the page and the modules of the package that it imports become one script ([`bundle`]).
//! - The pages of the format are taken from the output of rustdoc, limited to a list of allowed tags
//!   ([`book`]).
//! - The samples are those of `gamewire fixtures`.
//! - Everything except the frame (`page.html` and `boot.js`) is one Deflate stream in Base64, which the browser
//!   unpacks.
//! - The policy of the page lists its scripts and its style by their hashes.
//!
//! Usage: `pack WASM FOLDER` for the package, and `pack WASM DOC SAMPLES PAGE OUT` for the page, with the compiled library, the output of
//! `cargo doc` and of `gamewire fixtures`, the folder with the parts of the page, and the output file.

mod book;

use std::error::Error;
use std::num::NonZeroU64;
use std::path::Path;
use std::{env, fs};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use wasm_bindgen_cli_support::Bindgen;
use zopfli::{Format, Options};

/// The location of the crate's documentation, as an address or as a path relative to the page.
/// `GAMEWIRE_DOCS` replaces it.
const DOCS: &str = "https://docs.rs/gamewire/latest/";
/// The maximum size of the page in bytes.
const LARGEST: usize = 1_700_000;
/// The rounds of compression. More of them take longer, and save less than a thousandth of the page.
const ROUNDS: NonZeroU64 = NonZeroU64::new(5).unwrap();
/// The most parts of a megabyte that have codes of their own. With the usual 15, the page is larger by 7 KB.
const BLOCKS: u16 = 150;
/// A save that the engine wrote, which the guide uses.
const EXAMPLE: &[u8] = include_bytes!("../../../../tests/fixtures/framing/godot-4.6.3/store_var_one.bin");
/// The scripts of the page, in order.
const SCRIPTS: [&str; 13] = [
    "library.js",
    "list.js",
    "open.js",
    "rows.js",
    "bytes.js",
    "tree.js",
    "book.js",
    "detail.js",
    "changes.js",
    "find.js",
    "files.js",
    "guide.js",
    "start.js",
];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let (wasm, parts) =
        arguments.split_first().ok_or("usage: pack WASM FOLDER, or pack WASM DOC SAMPLES PAGE OUT")?;
    let mut bindgen = Bindgen::new();
    bindgen.remove_name_section(true).remove_producers_section(true).input_path(wasm).typescript(false);
    if let [folder] = parts {
        bindgen.web(true)?.out_name("gamewire_wasm").generate(folder)?;
        return Ok(());
    }
    let [documentation, samples, page, out] = parts else {
        return Err("usage: pack WASM DOC SAMPLES PAGE OUT".into());
    };
    let part = |name: &str| fs::read_to_string(Path::new(page).join(name));
    let mut bound = bindgen.no_modules(true)?.generate_output()?;
    let glue = bound.js().to_owned();
    let wasm = bound.wasm_mut().emit_wasm();
    let boot = shortened(&part("boot.js")?);
    let style = shortened(&part("page.css")?);
    let mut script = String::from("'use strict';\n");
    for name in SCRIPTS {
        script.push_str(&shortened(&part(name)?));
    }
    let mut worker = format!("'use strict';\n{glue}\nconst modules = {{ gamewire_wasm: wasm_bindgen }};\n");
    bundle(&Path::new(page).join("worker.js"), &mut Vec::new(), &mut worker)?;
    let book = book::book(Path::new(documentation))?;
    let samples = self::samples(Path::new(samples))?;
    // The order is the one that `boot.js` expects.
    let text = [&style, &script, &worker, &book, &samples];
    let text = text.map(String::as_bytes);
    let parts = [&text[..], &[EXAMPLE, wasm.as_slice()]].concat();
    let sizes: Vec<usize> = parts.iter().map(|part| part.len()).collect();
    // Zopfli's Deflate streams are 4 % smaller than those of zlib.
    let options = Options { iteration_count: ROUNDS, maximum_block_splits: BLOCKS, ..Options::default() };
    let mut packed = Vec::new();
    zopfli::compress(options, Format::Deflate, parts.concat().as_slice(), &mut packed)?;
    let packed = STANDARD.encode(packed);

    // The page runs only these scripts, and requests nothing from other hosts.
    let policy = format!(
        "default-src 'none'; script-src {} {} 'wasm-unsafe-eval'; worker-src blob:; style-src {}; \
         base-uri 'none'; form-action 'none'",
        hash(&boot),
        hash(&script),
        hash(&style),
    );
    let docs = env::var("GAMEWIRE_DOCS").unwrap_or_else(|_| DOCS.to_owned());
    let html = part("page.html")?
        .replace("{policy}", &policy)
        .replace("{docs}", &docs)
        .replace("{boot}", &boot)
        .replace("{sizes}", &format!("{sizes:?}"))
        .replace("{packed}", &packed);
    fs::write(out, &html)?;
    println!(
        "{out}: {} bytes; before compression: style, script, worker, pages, samples, example, library: {sizes:?}",
        html.len()
    );
    if html.len() > LARGEST {
        return Err(format!("the page may have at most {LARGEST} bytes").into());
    }
    Ok(())
}

/// Adds a module to a script, after the modules that it imports: as a function, which returns what the module exports. Imports and exports
/// have one line each.
fn bundle(path: &Path, made: &mut Vec<String>, script: &mut String) -> Result<(), Box<dyn Error>> {
    let (mut body, mut exports) = (String::new(), Vec::new());
    for line in shortened(&fs::read_to_string(path)?).lines() {
        if let Some((names, from)) = line.strip_prefix("import ").and_then(|line| line.split_once(" from '"))
        {
            let from = path.with_file_name(from.trim_end_matches("';"));
            let module = from.file_stem().unwrap_or_default().display().to_string();
            if module != "gamewire_wasm" && !made.contains(&module) {
                bundle(&from, made, script)?;
                made.push(module.clone());
            }
            body += &format!("const {} = modules.{module};\n", names.trim_start_matches("* as "));
        } else if let Some(names) = line.strip_prefix("export {") {
            exports.push(names.trim_end_matches("};").to_owned());
        } else {
            let line = line
                .strip_prefix("export ")
                .inspect(|declared| {
                    exports.push(declared.split([' ', '(']).nth(1).unwrap_or_default().to_owned());
                })
                .unwrap_or(line);
            body += &format!("{line}\n");
        }
    }
    let module = path.file_stem().unwrap_or_default().display();
    *script += &format!("modules.{module} = (() => {{\n{body}return {{ {} }};\n}})();\n", exports.join(", "));
    Ok(())
}

/// Returns the samples of a folder as JSON: format, name, description and bytes of each. Those of Minecraft that other programs wrote have
/// numbers for names, and are left out.
fn samples(folder: &Path) -> Result<String, Box<dyn Error>> {
    let manifest: Value = serde_json::from_slice(&fs::read(folder.join("manifest.json"))?)?;
    let sample = |one: &Value| {
        let [dialect, kind, name] =
            ["dialect", "kind", "name"].map(|key| one[key].as_str().unwrap_or_default());
        let format = if dialect == "minecraft" { format!("minecraft/{kind}") } else { dialect.to_owned() };
        let is_named = !name.ends_with(|last: char| last.is_ascii_digit()) || !name.contains("__");
        let is_here = is_named && !dialect.starts_with("minecraft-");
        is_here
            .then(|| json!({ "format": format, "name": name, "about": one["about"], "bytes": one["bytes"] }))
    };
    let all = manifest["fixtures"].as_array().ok_or("the manifest has no samples")?;
    Ok(all.iter().filter_map(sample).collect::<Value>().to_string())
}

/// Removes indentation and comment lines from a script or style. None of its string literals spans several
/// lines.
fn shortened(text: &str) -> String {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//"));
    let lines = lines.filter(|line| !(line.starts_with("/*") && line.ends_with("*/")));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// Returns the hash that a policy uses for a script.
fn hash(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)))
}
