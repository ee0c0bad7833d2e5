//! Makes `gamewire.html`: the library as WebAssembly, the scripts, the style, the pages of the format and an example, in one file.
//!
//! - The library is bound for JavaScript.
//! - The pages of the format are the output of rustdoc, by a list of allowed tags ([`book`]).
//! - Everything except the frame, `page.html` and `boot.js`, is one Deflate stream, as text of seven bits a character.
//! - The policy of the page names its scripts and its style by their hashes.
//!
//! `pack WASM DOC PAGE OUT`: the compiled library, the output of `cargo doc`, the folder of the page's parts, and the file to write.

mod book;

use std::error::Error;
use std::path::Path;
use std::{env, fs};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};
use wasm_bindgen_cli_support::Bindgen;
use zopfli::{Format, Options};

/// Where the documentation of the crate is, unless `GAMEWIRE_DOCS` says so: an address, or a path from the page.
const DOCS: &str = "https://docs.rs/gamewire/latest/";
/// The most bytes that the page may have.
const LARGEST: usize = 1_200_000;
/// A save that the engine wrote, for the guide.
const EXAMPLE: &[u8] = include_bytes!("../../../tests/fixtures/framing/godot-4.6.3/store_var_one.bin");
/// The parts of the page's script, in order.
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
    let [wasm, documentation, page, out] = arguments.as_slice() else {
        return Err("usage: pack WASM DOC PAGE OUT".into());
    };
    let part = |name: &str| fs::read_to_string(Path::new(page).join(name));

    let mut bindgen = Bindgen::new();
    let mut bound = bindgen
        .remove_name_section(true)
        .remove_producers_section(true)
        .input_path(wasm)
        .no_modules(true)?
        .typescript(false)
        .generate_output()?;
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
    // In the order of `boot.js`.
    let parts =
        [style.as_bytes(), script.as_bytes(), worker.as_bytes(), book.as_bytes(), EXAMPLE, wasm.as_slice()];
    let sizes = parts.map(<[u8]>::len);
    println!("compressing, which takes a minute");
    let mut packed = Vec::new();
    // A twentieth less room than other compressors for the same format.
    zopfli::compress(Options::default(), Format::Deflate, parts.concat().as_slice(), &mut packed)?;
    let packed = in_text(&packed);

    // The page runs these scripts and no others, and asks for nothing from outside.
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

/// Bytes as text of a page in UTF-8: seven bits a character. Those that HTML changes inside a script (NUL, CR, `<`) are the characters
/// 128 further on, which take two bytes. Base64 takes a seventh more.
fn in_text(bytes: &[u8]) -> String {
    let (mut text, mut bits, mut count) = (String::with_capacity(bytes.len() * 7 / 6), 0_u32, 0);
    let mut put = |bits: u32| {
        let seven = (bits & 0x7f) as u8;
        text.push(char::from(if matches!(seven, 0 | b'\r' | b'<') { seven | 0x80 } else { seven }));
    };
    for byte in bytes {
        bits |= u32::from(*byte) << count;
        count += 8;
        while count >= 7 {
            put(bits);
            bits >>= 7;
            count -= 7;
        }
    }
    // The last bits, and zeros: less than a byte.
    put(bits);
    text
}

/// A script or style without indentation and lines of comments. No text in them has several lines.
fn shortened(text: &str) -> String {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//"));
    let lines = lines.filter(|line| !(line.starts_with("/*") && line.ends_with("*/")));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// The hash by which a policy names a script.
fn hash(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)))
}
