//! Builds `gamewire.html`, which contains the library as WebAssembly, the scripts, the style, the pages of
//! the format and an example in one file.
//!
//! - wasm-bindgen generates the JavaScript interface of the library.
//! - The pages of the format are taken from the output of rustdoc, limited to a list of allowed tags
//!   ([`book`]).
//! - Everything except the frame (`page.html` and `boot.js`) is one Deflate stream, without long repetitions that
//!   Deflate cannot reach, encoded as text with 23 characters for 20 bytes.
//! - The policy of the page lists its scripts and its style by their hashes.
//!
//! Usage: `pack WASM DOC PAGE OUT`, with the compiled library, the output of `cargo doc`, the folder with the
//! parts of the page, and the output file.

mod book;

use std::collections::HashMap;
use std::error::Error;
use std::path::Path;
use std::{env, fs};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};
use wasm_bindgen_cli_support::Bindgen;
use zopfli::{Format, Options};

/// The location of the crate's documentation, as an address or as a path relative to the page.
/// `GAMEWIRE_DOCS` replaces it.
const DOCS: &str = "https://docs.rs/gamewire/latest/";
/// The maximum size of the page in bytes.
const LARGEST: usize = 1_300_000;
/// The distance that Deflate can reach.
const WINDOW: usize = 32 << 10;
/// The length of the shortest repetition that is removed.
const SHORTEST: usize = 24;
/// The length of the shortest repetition that is removed at the same distance as the one before it.
const REPEATED: usize = 16;
/// The number of places of the same bytes among which the longest repetition is searched for.
const TRIED: usize = 64;
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
    // The order is the one that `boot.js` expects.
    let parts =
        [style.as_bytes(), script.as_bytes(), worker.as_bytes(), book.as_bytes(), EXAMPLE, wasm.as_slice()];
    let sizes = parts.map(<[u8]>::len);
    println!("compressing, which takes a minute");
    let (rest, copies) = without_repetitions(&parts.concat());
    let mut packed = Vec::new();
    // This takes 5 % less space than other compressors for the same format. More blocks have codes that fit better.
    let options = Options { maximum_block_splits: 250, ..Options::default() };
    zopfli::compress(options, Format::Deflate, [&*rest, &copies.concat()].concat().as_slice(), &mut packed)?;
    let packed = in_text(&packed);

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
        .replace("{rest}", &rest.len().to_string())
        .replace("{copies}", &format!("{:?}", copies.each_ref().map(Vec::len)))
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

/// Removes long repetitions that are too far apart for Deflate. Returns the other bytes, and the copies that put the
/// repetitions into them again, as VarInts: the number of bytes before each, then all lengths, then all distances. Numbers of
/// one kind beside each other compress better. A distance is the difference to the one before it, because functions that are
/// alike repeat in parts.
fn without_repetitions(bytes: &[u8]) -> (Vec<u8>, [Vec<u8>; 3]) {
    let mut places: HashMap<&[u8], Vec<usize>> = HashMap::new();
    let (mut rest, mut copies) = (Vec::new(), [const { Vec::new() }; 3]);
    let (mut start, mut at, mut distance) = (0, 0, 0);
    while let Some(short) = bytes.get(at..at + SHORTEST) {
        let same = |from: usize| {
            bytes[at..].iter().zip(&bytes[from..at]).take_while(|(one, other)| one == other).count()
        };
        let again = at.checked_sub(distance).filter(|from| distance > WINDOW && same(*from) >= REPEATED);
        let known = places.entry(short).or_default();
        let far = known.iter().rev().copied().filter(|from| at - from > WINDOW).take(TRIED);
        let longest = again.or_else(|| far.max_by_key(|from| same(*from)));
        known.push(at);
        let Some(from) = longest else {
            at += 1;
            continue;
        };
        let (length, last) = (same(from), distance);
        distance = at - from;
        let change = (distance.abs_diff(last) * 2).saturating_sub(usize::from(distance < last));
        for (copies, mut number) in copies.iter_mut().zip([at - start, length, change]) {
            while number > 0x7f {
                copies.push(number as u8 | 0x80);
                number >>= 7;
            }
            copies.push(number as u8);
        }
        rest.extend_from_slice(&bytes[start..at]);
        at += length;
        start = at;
    }
    rest.extend_from_slice(&bytes[start..]);
    (rest, copies)
}

/// Encodes bytes as text of a page: 20 bytes are a number, of which 23 digits of base 125 are written, the lowest first.
/// The last bytes, if they are fewer, have as many digits as they need. The digits are the characters of ASCII except for
/// the three that HTML changes inside a script: NUL, CR and `<`. Base64 would take 16 % more.
fn in_text(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() / 20 * 23 + 23);
    for bytes in bytes.chunks(20) {
        let mut number = bytes.to_vec();
        for _ in 0..(bytes.len() * 23).div_ceil(20) {
            let digit = number.iter_mut().rev().fold(0, |rest, byte| {
                let divided = rest << 8 | u32::from(*byte);
                *byte = (divided / 125) as u8;
                divided % 125
            });
            let digit = digit as u8 + 1;
            let digit = digit + u8::from(digit >= b'\r');
            text.push(char::from(digit + u8::from(digit >= b'<')));
        }
    }
    text
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
