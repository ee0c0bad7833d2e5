//! Files that are met beside saved games, and are not read here: what they are, and who reads them.

use std::fmt;

use super::shapes;
use crate::minecraft::nbt::Tag;

/// A known file type that gamewire does not read.
///
/// ```
/// use gamewire::identify::{Finding, Foreign, examine};
///
/// let Finding::Foreign(kind) = examine(b"GDPC\x02\0\0\0") else { panic!() };
/// assert_eq!(kind, Foreign::Pack);
/// println!("{kind}: {}", kind.advice());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Foreign {
    /// `RSRC`: a resource or scene of Godot.
    Resource,
    /// `RSCC`: the same, compressed.
    CompressedResource,
    /// `GDSC`: a compiled script of Godot.
    Script,
    /// `GDSC` with `GSBD` at byte 16, or `GLSC`: a compiled shader in Godot 4's shader cache.
    ShaderCache,
    /// `GDST` (Godot 3) or `GST2` (Godot 4): an imported texture.
    Texture,
    /// `GDPC`: the packed files of an exported game.
    Pack,
    /// `.mca`, `.mcr`: chunks of a Minecraft world.
    Region,
    /// A zip archive.
    Zip,
    /// A PNG image.
    Png,
    /// A region of Minecraft without chunks: a header of 8192 bytes.
    EmptyRegion,
    /// Packets of a network: pcap or pcapng, of Wireshark and tcpdump.
    Capture,
    /// `AC ED 00 05`: objects that Java serialized.
    JavaObjects,
    /// A file of LevelDB: a table, the manifest or `CURRENT`. Worlds of the Bedrock edition have their players and chunks in it.
    LevelDb,
    /// Nothing but zeros.
    Zeros,
    /// JSON text.
    Json,
    /// NBT as text, in the form of the game's commands.
    Snbt,
    /// NBT as text whose entries end with their lines, without commas, as FTB's mods write it.
    SnbtLines,
    /// Text of Godot's ConfigFile: sections and `key=value`.
    ConfigFile,
    /// A resource or scene of Godot as text.
    TextResource,
    /// `uid_cache.bin`: Godot's table of resource ids.
    UidCache,
    /// Hexadecimal digits.
    HexText,
    /// Other text.
    Text,
}

impl Foreign {
    /// Detects a type by its magic number. No input that this crate reads begins with one of them.
    #[must_use]
    pub fn by_magic(bytes: &[u8]) -> Option<Self> {
        Some(match bytes {
            [b'R', b'S', b'R', b'C', ..] => Self::Resource,
            [b'R', b'S', b'C', b'C', ..] => Self::CompressedResource,
            [b'G', b'D', b'S', b'C', ..] if bytes.get(16..20) == Some(b"GSBD") => Self::ShaderCache,
            [b'G', b'L', b'S', b'C', ..] => Self::ShaderCache,
            [b'G', b'D', b'S', b'C', ..] => Self::Script,
            [b'G', b'D', b'S', b'T', ..] | [b'G', b'S', b'T', b'2', ..] => Self::Texture,
            [b'G', b'D', b'P', b'C', ..] => Self::Pack,
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] | [b'P', b'K', 7, 8, ..] => Self::Zip,
            [0x89, b'P', b'N', b'G', b'\r', b'\n', ..] => Self::Png,
            [0xac, 0xed, 0, 5, ..] => Self::JavaObjects,
            _ => return None,
        })
    }

    /// Recognizes a format by all of the bytes. Call it only for bytes that no format of this crate reads.
    #[must_use]
    pub fn by_shape(bytes: &[u8]) -> Option<Self> {
        Self::by_magic(bytes).or_else(|| {
            Some(if shapes::is_empty_region(bytes) {
                Self::EmptyRegion
            } else if !bytes.is_empty() && bytes.iter().all(|byte| *byte == 0) {
                Self::Zeros
            } else if shapes::is_capture(bytes) {
                Self::Capture
            } else if shapes::is_level_db(bytes) {
                Self::LevelDb
            } else if shapes::is_uid_cache(bytes) {
                Self::UidCache
            } else if shapes::is_region(bytes) {
                Self::Region
            } else {
                return text(bytes);
            })
        })
    }

    /// Returns the type as one word, for programs: `RSRC`, `region`, `json`, ..
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Resource => "RSRC",
            Self::CompressedResource => "RSCC",
            Self::Script => "GDSC",
            Self::ShaderCache => "shader_cache",
            Self::Texture => "texture",
            Self::Pack => "GDPC",
            Self::Region => "region",
            Self::Zip => "zip",
            Self::Png => "png",
            Self::EmptyRegion => "empty_region",
            Self::Capture => "capture",
            Self::JavaObjects => "java_objects",
            Self::LevelDb => "leveldb",
            Self::Zeros => "zeros",
            Self::Json => "json",
            Self::Snbt => "snbt",
            Self::SnbtLines => "snbt_lines",
            Self::ConfigFile => "config_file",
            Self::TextResource => "text_resource",
            Self::UidCache => "uid_cache",
            Self::HexText => "hex",
            Self::Text => "text",
        }
    }

    /// Returns the program that reads the file, or what to do with it.
    #[must_use]
    pub fn advice(self) -> &'static str {
        match self {
            Self::Resource | Self::CompressedResource | Self::Texture => "Godot's own load() reads it",
            Self::Script => "a decompiler of GDScript reads it",
            Self::ShaderCache => "Godot compiles it again if it is deleted",
            Self::Pack => "a tool for .pck files extracts its files, including project.binary",
            Self::Region => "each of its chunks is NBT, which can be read alone",
            Self::Zip => "unzip extracts its files",
            Self::Png => "an image viewer reads it",
            Self::EmptyRegion => "there is nothing to read: the game adds chunks to it",
            Self::Capture => "Wireshark reads it, and prints the bytes of its packets",
            Self::Zeros => {
                "the contents are lost, as after a crash while the file was written: look for a backup"
            }
            Self::JavaObjects => "the Java program that wrote it reads it",
            Self::LevelDb => {
                "a library for LevelDB reads the folder of the file; in the folder db of a world of the Bedrock edition its \
                 values are NBT, the players among them"
            }
            Self::Snbt => "the game's commands read it",
            Self::SnbtLines => "FTB Quests reads it",
            Self::Json | Self::ConfigFile | Self::TextResource | Self::Text => "any text editor reads it",
            Self::UidCache => "Godot writes it again if it is deleted",
            Self::HexText => "its digits encode bytes",
        }
    }
}

/// `a PNG image`
impl fmt::Display for Foreign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Resource => "a binary resource or scene of Godot (RSRC)",
            Self::CompressedResource => "a compressed resource or scene of Godot (RSCC)",
            Self::Script => "a compiled script of Godot (GDSC)",
            Self::ShaderCache => "a compiled shader of Godot's shader cache (GDSC, GLSC)",
            Self::Texture => "a texture that Godot imported (GDST, GST2)",
            Self::Pack => "a pack of an exported Godot game (GDPC)",
            Self::Region => "a region file of Minecraft (.mca)",
            Self::Zip => "a zip archive",
            Self::Png => "a PNG image",
            Self::EmptyRegion => "a region file of Minecraft (.mca) without chunks",
            Self::Capture => "a capture of a network (pcap)",
            Self::JavaObjects => "serialized Java objects",
            Self::LevelDb => "a file of LevelDB, the database of worlds of Minecraft's Bedrock edition",
            Self::Zeros => "only zero bytes",
            Self::Json => "JSON text",
            Self::Snbt => "NBT as text (SNBT)",
            Self::SnbtLines => "NBT as text (SNBT) without commas between its lines",
            Self::ConfigFile => "a Godot ConfigFile",
            Self::TextResource => "a resource or scene of Godot as text",
            Self::UidCache => "Godot's table of resource ids (uid_cache.bin)",
            Self::HexText => "hexadecimal digits as text",
            Self::Text => "plain text",
        })
    }
}

/// Returns the type of a text, if the bytes are text.
fn text(bytes: &[u8]) -> Option<Foreign> {
    let text = std::str::from_utf8(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)).ok()?;
    let control = |character: char| character.is_control() && !character.is_whitespace();
    if text.is_empty() || text.contains(control) {
        return None;
    }
    let trimmed = text.trim();
    let lines = || trimmed.lines().map(str::trim).filter(|line| !line.is_empty());
    let section = |line: &str| {
        let name = line.strip_prefix('[').and_then(|line| line.strip_suffix(']'));
        name.is_some_and(|name| name.starts_with(|first: char| first.is_alphabetic() || first == '_'))
    };
    let assigns = |line: &str| {
        line.split_once('=').is_some_and(|(key, value)| {
            // Base64 ends with one or two of these signs.
            let is_value = !matches!(value, "" | "=");
            is_value
                && !key.is_empty()
                && !key.starts_with(['{', '[', '"'])
                && !key.contains(char::is_whitespace)
        })
    };
    if trimmed.starts_with("[gd_scene") || trimmed.starts_with("[gd_resource") {
        return Some(Foreign::TextResource);
    }
    if lines().next().is_some_and(|first| section(first) || assigns(first) || first.starts_with(';'))
        && lines().any(assigns)
    {
        return Some(Foreign::ConfigFile);
    }
    if matches!(
        (trimmed.chars().next(), trimmed.chars().last()),
        (Some('{'), Some('}')) | (Some('['), Some(']'))
    ) {
        return Some(in_brackets(trimmed));
    }
    if trimmed.starts_with(['#', '/']) && trimmed.ends_with('}') {
        return Some(snbt(trimmed).unwrap_or(Foreign::Text));
    }
    let mut words = trimmed.split_whitespace();
    let is_hex =
        trimmed.len() >= 8 && words.clone().all(|word| word.bytes().all(|byte| byte.is_ascii_hexdigit()));
    // Decimal numbers have words of one and of three digits.
    let has_letters = trimmed.contains(|character: char| character.is_ascii_alphabetic());
    if is_hex && (has_letters || words.all(|word| word.len().is_multiple_of(2))) {
        return Some(Foreign::HexText);
    }
    Some(Foreign::Text)
}

/// Returns the type of text in brackets. SNBT has a word that JSON has not, such as a name without quotes or `5b`.
fn in_brackets(text: &str) -> Foreign {
    let in_word =
        |character: char| character.is_ascii_alphanumeric() || matches!(character, '.' | '_' | '+' | '-');
    let is_json = |word: &str| {
        let digits = word.strip_prefix('-').unwrap_or(word).starts_with(|first: char| first.is_ascii_digit());
        matches!(word, "true" | "false" | "null") || digits && word.parse::<f64>().is_ok()
    };
    let mut rest = text;
    while let Some(at) = rest.find(|character| character == '"' || character == '\'' || in_word(character)) {
        let (_, found) = rest.split_at_checked(at).unwrap_or_default();
        let end = match found.strip_prefix('"') {
            Some(quoted) => {
                let mut escaped = false;
                let end = quoted.find(|character| {
                    let ends = character == '"' && !escaped;
                    escaped = character == '\\' && !escaped;
                    ends
                });
                end.map_or(found.len(), |end| end + 2)
            }
            None => {
                let end = found.find(|character| !in_word(character)).unwrap_or(found.len());
                if !is_json(found.get(..end).unwrap_or_default()) {
                    return snbt(text).unwrap_or(Foreign::Text);
                }
                end
            }
        };
        rest = found.get(end..).unwrap_or_default();
    }
    Foreign::Json
}

/// Returns the type of SNBT: text that only its line ends separate is none on one line.
fn snbt(text: &str) -> Option<Foreign> {
    text.parse::<Tag<'_>>().ok()?;
    let has_commas = text.replace(['\r', '\n'], " ").parse::<Tag<'_>>().is_ok();
    Some(if has_commas { Foreign::Snbt } else { Foreign::SnbtLines })
}
