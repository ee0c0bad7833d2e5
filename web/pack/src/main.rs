//! Makes `gamewire.html`: the library as WebAssembly, the script that calls it and the page, in one file.
//!
//! `pack WASM PAGE OUT`: the compiled library, the folder of the page's parts, and the file to write.

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
const LARGEST: usize = 1_000_000;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [wasm, page, out] = arguments.as_slice() else { return Err("usage: pack WASM PAGE OUT".into()) };
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
    let mut packed = Vec::new();
    // Takes seconds, and a twentieth less room than other compressors for the same format.
    zopfli::compress(Options::default(), Format::Deflate, wasm.as_slice(), &mut packed)?;
    let packed = STANDARD.encode(packed);

    let (style, script) = (part("page.css")?, part("page.js")?);
    let worker = format!("{glue}\n{}", part("worker.js")?);
    for (name, text) in [("page.css", &style), ("page.js", &script), ("worker.js", &worker)] {
        // Inside a script or a style nothing else ends it.
        if text.contains("</script") || text.contains("</style") {
            return Err(format!("{name} has an end tag").into());
        }
    }
    // The page runs these scripts and no others, and asks for nothing from outside.
    let policy = format!(
        "default-src 'none'; script-src {} 'wasm-unsafe-eval'; worker-src blob:; style-src {}; \
         base-uri 'none'; form-action 'none'",
        hash(&script),
        hash(&style),
    );
    let docs = env::var("GAMEWIRE_DOCS").unwrap_or_else(|_| DOCS.to_owned());
    let html = part("page.html")?
        .replace("{policy}", &policy)
        .replace("{docs}", &docs)
        .replace("{style}", &style)
        .replace("{wasm}", &packed)
        .replace("{worker}", &worker)
        .replace("{script}", &script);
    fs::write(out, &html)?;
    println!(
        "{out}: {} bytes, {} of them the library ({} before compression)",
        html.len(),
        packed.len(),
        wasm.len()
    );
    if html.len() > LARGEST {
        return Err(format!("the page may have at most {LARGEST} bytes").into());
    }
    Ok(())
}

/// The hash by which a policy names a script.
fn hash(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)))
}
