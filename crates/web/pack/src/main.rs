//! Builds `gamewire.html`, which contains the library as WebAssembly, the scripts, the style, the pages of
//! the format and an example in one file.
//!
//! - wasm-bindgen generates the JavaScript interface of the library.
//! - The pages of the format are taken from the output of rustdoc, limited to a list of allowed tags
//!   ([`book`]).
//! - Everything except the frame (`page.html` and `boot.js`) is one Deflate stream in Base64, which the browser
//!   unpacks.
//! - The policy of the page lists its scripts and its style by their hashes.
//!
//! Usage: `pack WASM DOC PAGE OUT`, with the compiled library, the output of `cargo doc`, the folder with the
//! parts of the page, and the output file. `pack WASM FOLDER` makes the WebAssembly part of the package of `crates/node`.

mod book;

use std::error::Error;
use std::io::Write as _;
use std::path::Path;
use std::{env, fs};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use sha2::{Digest as _, Sha256};
use wasm_bindgen_cli_support::Bindgen;

/// The location of the crate's documentation, as an address or as a path relative to the page.
/// `GAMEWIRE_DOCS` replaces it.
const DOCS: &str = "https://docs.rs/gamewire/latest/";
/// The maximum size of the page in bytes.
const LARGEST: usize = 1_700_000;
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
        arguments.split_first().ok_or("usage: pack WASM DOC PAGE OUT, or pack WASM FOLDER")?;
    let mut bindgen = Bindgen::new();
    bindgen.remove_name_section(true).remove_producers_section(true).input_path(wasm).typescript(false);
    if let [folder] = parts {
        bindgen.web(true)?.out_name("gamewire_wasm").generate(folder)?;
        return Ok(());
    }
    let [documentation, page, out] = parts else { return Err("usage: pack WASM DOC PAGE OUT".into()) };
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
    let worker = format!("{glue}\n{}", shortened(&part("worker.js")?));
    let book = book::book(Path::new(documentation))?;
    // The order is the one that `boot.js` expects.
    let parts =
        [style.as_bytes(), script.as_bytes(), worker.as_bytes(), book.as_bytes(), EXAMPLE, wasm.as_slice()];
    let sizes = parts.map(<[u8]>::len);
    let mut packed = DeflateEncoder::new(Vec::new(), Compression::best());
    packed.write_all(&parts.concat())?;
    let packed = STANDARD.encode(packed.finish()?);

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
        "{out}: {} bytes; before compression: style, script, worker, pages, example, library: {sizes:?}",
        html.len()
    );
    if html.len() > LARGEST {
        return Err(format!("the page may have at most {LARGEST} bytes").into());
    }
    Ok(())
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
