//! Dumps of lengths, compressed, encrypted and settings files around values. The library reads what a row says, and the
//! rows account for every byte.
#![cfg(all(feature = "compress", feature = "crypto"))]

use std::fmt::Write as _;
use std::path::Path;

use crate::dump_support::{assert_dump, read_hex};
use gamewire::explain::Row;
use gamewire::godot::files::{CompressedFile, EncryptedFile, Encryption, EncryptionKey};
use gamewire::godot::{Decoder, Dialect, Framing, ProjectFile};

fn bytes_of(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/dumps/files");
    read_hex(&folder.join(format!("{name}.hex"))).0
}

/// Rows as the dumps of values have them.
pub(crate) struct Sheet<'b> {
    bytes: &'b [u8],
    at: usize,
    text: String,
}

impl<'b> Sheet<'b> {
    pub(crate) fn new(title: &str, bytes: &'b [u8]) -> Self {
        let text = format!("{title}: {} bytes\n\n{:<8}{:<25}meaning\n", bytes.len(), "offset", "bytes");
        Self { bytes, at: 0, text }
    }

    /// The next bytes, and what they mean.
    pub(crate) fn row(&mut self, len: usize, depth: usize, meaning: &str) {
        let lines: Vec<_> = self.bytes[self.at..self.at + len].chunks(8).collect();
        for (number, line) in lines.iter().enumerate() {
            let hex: Vec<_> = line.iter().map(|byte| format!("{byte:02x}")).collect();
            let meaning =
                if number == 0 { format!("{}{meaning}", "  ".repeat(depth)) } else { String::new() };
            let row = format!("{:#06x}  {:<23}  {meaning}", self.at + number * 8, hex.join(" "));
            let _ = writeln!(self.text, "{}", row.trim_end());
        }
        self.at += len;
    }

    /// The next bytes, up to `end`, in a row that does not show them.
    #[cfg(feature = "minecraft")]
    pub(crate) fn up_to(&mut self, end: usize, meaning: &str) {
        let row = format!("{:#06x}  {:<23}  {meaning}", self.at, "..");
        let _ = writeln!(self.text, "{}", row.trim_end());
        self.at = end;
    }

    /// The rows of an explanation of the next bytes.
    pub(crate) fn rows(&mut self, rows: &[Row], depth: usize) {
        for row in rows {
            self.row(row.len, row.depth + depth, &row.meaning);
        }
    }

    /// The next bytes are a value.
    fn value(&mut self, value: &[u8], depth: usize) {
        assert!(self.bytes[self.at..].starts_with(value));
        self.rows(Decoder::new(Dialect::GODOT_4).explain(value).rows(), depth);
    }

    pub(crate) fn keep(mut self, name: &str) {
        assert_eq!(self.at, self.bytes.len(), "every byte has a row");
        let _ = writeln!(self.text, "{:#06x}  end", self.at);
        assert_dump(name, &self.text);
    }
}

#[test]
fn lengths_before_values() {
    for (name, framing, title) in [
        ("store_var", Framing::STORE_VAR, "two values in a file, in a stream, or as packets of a stream"),
        ("store_var_big_endian", Framing::STORE_VAR.big_endian(), "a value in a file with big_endian = true"),
    ] {
        let bytes = bytes_of(name);
        let mut sheet = Sheet::new(title, &bytes);
        for frame in framing.frames(&bytes) {
            let payload = frame.unwrap().payload;
            sheet.row(framing.head_len(), 0, &format!("length = {}", payload.len()));
            sheet.value(payload, 1);
        }
        sheet.keep(&format!("files/{name}"));
    }
}

#[test]
fn compressed() {
    let bytes = bytes_of("compressed");
    let file = CompressedFile::parse(&bytes).unwrap();
    let mut sheet = Sheet::new("a file written by open_compressed", &bytes);
    sheet.row(4, 0, "magic = \"GCPF\"");
    sheet.row(4, 0, &format!("mode = {} ({:?})", file.mode() as u32, file.mode()));
    sheet.row(4, 0, &format!("block size = {}", file.block_size()));
    sheet.row(4, 0, &format!("total size = {}", file.total()));
    for (number, block) in file.blocks().enumerate() {
        sheet.row(4, 0, &format!("size of block {number} = {}", block.bytes.len()));
    }
    for (number, block) in file.blocks().enumerate() {
        sheet.row(
            block.bytes.len(),
            0,
            &format!("block {number}, compressed: {} bytes uncompressed", block.length),
        );
    }
    sheet.row(4, 0, "magic again, ignored by readers");
    sheet.keep("files/compressed");

    let contents = file.decompress(1 << 20).unwrap();
    let mut sheet = Sheet::new("contents of that file", &contents);
    let frame = Framing::STORE_VAR.frames(&contents).next().unwrap().unwrap();
    sheet.row(4, 0, &format!("length = {}", frame.payload.len()));
    sheet.value(frame.payload, 1);
    sheet.keep("files/compressed_contents");
}

#[test]
fn encrypted() {
    let key = EncryptionKey::new(std::array::from_fn(|at| u8::try_from(at).unwrap()));
    for (name, title) in [
        ("encrypted_godot3", "a file written by open_encrypted, Godot 1.0 to 3.6"),
        ("encrypted_godot4", "a file written by open_encrypted, Godot 4"),
    ] {
        let bytes = bytes_of(name);
        let file = EncryptedFile::parse(&bytes).unwrap();
        let contents = file.decrypt(&key).unwrap();
        let mut sheet = Sheet::new(title, &bytes);
        sheet.row(4, 0, "magic = \"GDEC\"");
        let old = file.encryption() == Encryption::Godot3;
        if old {
            sheet.row(4, 0, "mode = 1 (AES-256)");
        }
        sheet.row(16, 0, "MD5 of the contents");
        sheet.row(8, 0, &format!("length of the contents = {}", contents.len()));
        if !old {
            sheet.row(16, 0, "initialization vector");
        }
        sheet.row(
            contents.len().next_multiple_of(16),
            0,
            "contents, extended with zeros to 16·n bytes, encrypted",
        );
        sheet.keep(&format!("files/{name}"));
    }
}

#[test]
fn settings() {
    let bytes = bytes_of("settings");
    let file = ProjectFile::parse(&bytes).unwrap();
    let mut sheet = Sheet::new("project.binary", &bytes);
    sheet.row(4, 0, "magic = \"ECFG\"");
    sheet.row(4, 0, &format!("number of settings = {}", file.settings.len()));
    for setting in &file.settings {
        sheet.row(4, 0, &format!("key length = {}", setting.key.len()));
        sheet.row(setting.key.len(), 1, &format!("key = {:?}", setting.key));
        sheet.row(4, 0, &format!("value length = {}", setting.value.len()));
        sheet.value(&setting.value, 1);
    }
    sheet.keep("files/settings");
}
