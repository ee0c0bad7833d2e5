//! Detection of other files that are found beside saved games. This crate does not read these files, but recognizes
//! their types and names the programs that read them.

use std::fmt;

use super::shapes;
use crate::godot::ConfigText;
use crate::minecraft::region::is_lfs_pointer;
use gamewire::godot::text::from_text;
use gamewire::minecraft::nbt::Tag;

/// Defines the file types, each with its code, its name, and advice on what reads it.
macro_rules! foreign {
    ($(#[$doc:meta])* enum Foreign { $($(#[$about:meta])+ $name:ident, $code:literal, $text:literal, $advice:literal;)+ }) => {
        $(#[$doc])*
        pub enum Foreign {
            $($(#[$about])+ $name,)+
            /// A file of another kind, such as an image or an archive.
            Other {
                /// The MIME type, such as `image/png`.
                mime: &'static str,
                /// The usual extension of such files, such as `png`.
                extension: &'static str,
            },
        }

        impl Foreign {
            /// Returns the file type as one word, for programs: `RSRC`, `region`, `json`, and so on.
            pub fn code(self) -> &'static str {
                match self {
                    $(Self::$name => $code,)+
                    Self::Other { extension, .. } => extension,
                }
            }

            /// Returns advice: the program that reads the file, or what to do with it.
            pub fn advice(self) -> &'static str {
                match self {
                    $(Self::$name => $advice,)+
                    Self::Other { extension: "zip", .. } => "unzip extracts its files",
                    Self::Other { extension: "zst", .. } => "zstd -d decompresses it",
                    Self::Other { extension: "bz2", .. } => "bzip2 -d decompresses it",
                    Self::Other { extension: "xz", .. } => "xz -d decompresses it",
                    Self::Other { extension: "lz4", .. } => "lz4 -d decompresses it",
                    Self::Other { .. } => "a program for files of this type opens it",
                }
            }
        }

        /// Writes the name with an article: `a region file of Minecraft (.mca)`, `a .png file (image/png)`.
        impl fmt::Display for Foreign {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$name => f.write_str($text),)+
                    Self::Other { mime, extension } => write!(f, "a .{extension} file ({mime})"),
                }
            }
        }
    };
}

foreign! {
/// A known file type that is not read by default: other programs read it, or gamewire does with an option.
///
/// ```
/// use gamewire_files::identify::{Contents, Foreign, examine};
///
/// let Contents::Foreign(kind) = examine(b"GDPC\x02\0\0\0") else { panic!() };
/// assert_eq!(kind, Foreign::Pack);
/// println!("{kind}: {}", kind.advice());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
enum Foreign {
    /// `RSRC`: a resource or scene of Godot.
    Resource, "RSRC", "a binary resource or scene of Godot (RSRC)", "Godot's own load() reads it";
    /// `RSCC`: a compressed resource or scene of Godot.
    CompressedResource, "RSCC", "a compressed resource or scene of Godot (RSCC)", "Godot's own load() reads it";
    /// `GDSC`: a compiled script of Godot.
    Script, "GDSC", "a compiled script of Godot (GDSC)", "a GDScript decompiler reads it";
    /// `GDSC` with `GSBD` at byte 16, or `GLSC`: a compiled shader in Godot 4's shader cache.
    ShaderCache, "shader_cache", "a compiled shader of Godot's shader cache (GDSC, GLSC)", "Godot compiles it again if it is deleted";
    /// `GDST` (Godot 3) or `GST2` (Godot 4): an imported texture.
    Texture, "texture", "a texture that Godot imported (GDST, GST2)", "Godot's own load() reads it";
    /// `GDPC`: the packed files of an exported game.
    Pack, "GDPC", "a pack of an exported Godot game (GDPC)", "a tool for .pck files extracts its files, including project.binary";
    /// `.mca`, `.mcr`: chunks of a Minecraft world.
    Region, "region", "a region file of Minecraft (.mca)", "each of its chunks is NBT, which can be read alone";
    /// A region of Minecraft without chunks: a header of 8192 bytes.
    EmptyRegion, "empty_region", "a region file of Minecraft (.mca) without chunks", "there is nothing to read: the game adds chunks to it";
    /// Packets of a network: pcap or pcapng, of Wireshark and tcpdump.
    Capture, "capture", "a network capture (pcap)", "Wireshark and tshark -x print the bytes of its packets, and --hex reads those of one packet";
    /// `AC ED 00 05`: objects that Java serialized.
    JavaObjects, "java_objects", "serialized Java objects", "the Java program that wrote it reads it";
    /// A file of LevelDB: a table, the manifest or `CURRENT`. Worlds of the Bedrock edition have their players and chunks in it.
    LevelDb, "leveldb", "a file of LevelDB, in which Minecraft's Bedrock edition stores its worlds", "a library for LevelDB reads the folder that contains it; in a world of the Bedrock edition, the players and many other values in this folder are NBT";
    /// A pointer of Git LFS, which stands for a large file.
    LfsPointer, "lfs_pointer", "a pointer of Git LFS to a file that is elsewhere", "git lfs pull fetches the file";
    /// `session.lock` of a world: the time at which it was opened, or a snowman since 1.16.
    SessionLock, "session_lock", "the lock of a world (session.lock)", "it tells the game that the world is open, and has no values";
    /// `uid.dat` of a world on a server: 16 bytes of a random UUID.
    WorldUid, "uid", "a random UUID, such as that of a world in uid.dat", "it names the world, and has no values";
    /// A packet of the query protocol of servers.
    Query, "query", "a packet of the query protocol of Minecraft servers", "it asks for the state of a server, or answers";
    /// Packets of RCON, the remote console of servers.
    Rcon, "rcon", "packets of RCON, the remote console of servers", "each has a length, a number, a type and the text of a command or an answer";
    /// A region of Minecraft in the Linear format of some servers.
    LinearRegion, "linear", "a region file of Minecraft in the Linear format (.linear)", "tools of the server convert it to .mca";
    /// `ENT`: the entities of old versions of the Pocket Edition.
    PocketEntities, "ent", "the entities of an old version of Minecraft's Pocket Edition (ENT)", "its NBT begins after 12 bytes: pass --skip 12 --as minecraft-bedrock/nbt";
    /// `_cl_`: the command line of a Godot game for Android.
    CommandLine, "command_line", "the command line of a Godot game for Android (_cl_)", "it has the arguments that the game is started with";
    /// Objects that .NET's BinaryFormatter serialized.
    DotNetObjects, "dotnet_objects", "serialized .NET objects (BinaryFormatter)", "the .NET program that wrote it reads it";
    /// A file that contains only zero bytes.
    Zeros, "zeros", "only zero bytes", "the contents are lost, as after a crash while the file was written: look for a backup";
    /// JSON text.
    Json, "json", "JSON text", "gamewire get, find, set and diff read and change it, and gamewire encode reads what gamewire decode printed";
    /// JSON text with a value on each line.
    JsonLines, "json_lines", "JSON text with a value on each line", "gamewire get, find, set and diff read and change it, and gamewire encode reads what gamewire decode printed";
    /// A dictionary, an array or a constructor of Godot as text.
    ValueText, "value_text", "a value of Godot as text (var_to_str)", "gamewire get, find, set and diff read and change it; gamewire encode --text writes it as bytes";
    /// NBT as text, in the form of the game's commands.
    Snbt, "snbt", "NBT as text (SNBT)", "gamewire get, find, set and diff read and change it; gamewire encode --snbt writes it as NBT";
    /// NBT as text whose entries end with their lines, without commas, as FTB's mods write it.
    SnbtLines, "snbt_lines", "NBT as text (SNBT) without commas between its lines", "gamewire get, find, set and diff read and change it; gamewire encode --snbt writes it as NBT";
    /// Text of Godot's ConfigFile: sections and `key=value`.
    ConfigFile, "config_file", "a Godot ConfigFile", "gamewire get, find, set and diff read and change it; gamewire encode --text writes a project.godot as project.binary";
    /// A resource or scene of Godot as text.
    TextResource, "text_resource", "a resource or scene of Godot as text", "a text editor opens it";
    /// `uid_cache.bin`: Godot's table of resource ids.
    UidCache, "uid_cache", "Godot's table of resource ids (uid_cache.bin)", "Godot writes it again if it is deleted";
    /// Hexadecimal digits.
    HexText, "hex", "hexadecimal digits as text", "pass --hex to decode its digits";
    /// Text in UTF-16, after a byte order mark.
    Utf16, "utf16", "text in UTF-16", "save it as UTF-8, or pass --hex if it spells out bytes";
    /// The first four bytes of a file of Godot.
    Cut, "cut", "a cut file of Godot, with only its first four bytes", "the contents are lost: look for a backup";
    /// Other text.
    Text, "text", "plain text", "a text editor opens it";
}
}

impl Foreign {
    /// Detects a type by its magic number. No file that this crate reads begins with one of these.
    #[must_use]
    pub fn by_magic(bytes: &[u8]) -> Option<Self> {
        const OF_GODOT: [&[u8]; 6] = [b"RSRC", b"RSCC", b"GDSC", b"GDST", b"GST2", b"GDPC"];
        Some(match bytes {
            [_, _, _, _] if OF_GODOT.contains(&bytes) => Self::Cut,
            [b'R', b'S', b'R', b'C', ..] => Self::Resource,
            [b'R', b'S', b'C', b'C', ..] => Self::CompressedResource,
            [b'G', b'D', b'S', b'C', ..] if bytes.get(16..20) == Some(b"GSBD") => Self::ShaderCache,
            [b'G', b'L', b'S', b'C', ..] => Self::ShaderCache,
            [b'G', b'D', b'S', b'C', ..] => Self::Script,
            [b'G', b'D', b'S', b'T', ..] | [b'G', b'S', b'T', b'2', ..] => Self::Texture,
            [b'G', b'D', b'P', b'C', ..] => Self::Pack,
            [0xac, 0xed, 0, 5, ..] => Self::JavaObjects,
            [0xc3, 0xff, 0x13, 0x18, 0x3c, 0xca, 0x9d, 0x9a, ..] => Self::LinearRegion,
            [b'E', b'N', b'T', 0, ..] => Self::PocketEntities,
            [0, 1, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 1, 0, 0, 0, ..] => Self::DotNetObjects,
            _ if shapes::is_session_lock(bytes) => Self::SessionLock,
            [0xfe, 0xfd, 0 | 9, _, _, _, _, ..] => Self::Query,
            // The answer to a query has a number as text.
            [9, _, _, _, _, digits @ .., 0] if shapes::is_number(digits) => Self::Query,
            // The first block of a table may begin with the magic number of a compressed file.
            _ if shapes::is_table_of_level_db(bytes) => Self::LevelDb,
            _ => return Self::other(bytes).filter(|_| bytes.first() >= Some(&b' ')),
        })
    }

    /// Detects the type of an image, an archive, and so on, by a magic number of more than two bytes.
    fn other(bytes: &[u8]) -> Option<Self> {
        let kind = infer::get(bytes)?;
        let (mime, extension) = (kind.mime_type(), kind.extension());
        let two = bytes.get(..2)?;
        let is_short = infer::get(&[two, &[0; 62]].concat()).is_some_and(|found| found.mime_type() == mime);
        // gzip is a container, and text is told apart below.
        let is_known = extension == "gz" || kind.matcher_type() == infer::MatcherType::Text;
        (!is_short && !is_known).then_some(Self::Other { mime, extension })
    }

    /// Detects a type by all of the bytes. Call this only for bytes that no format of this crate reads.
    #[must_use]
    pub fn by_shape(bytes: &[u8]) -> Option<Self> {
        let shape = || SHAPES.iter().find(|(is, _)| is(bytes)).map(|(_, kind)| *kind);
        Self::by_magic(bytes).or_else(shape).or_else(|| Self::other(bytes)).or_else(|| text(bytes))
    }
}

type Test = fn(&[u8]) -> bool;

/// The types without a magic number, in the order in which they are tried.
const SHAPES: [(Test, Foreign); 9] = [
    (shapes::is_rcon, Foreign::Rcon),
    (shapes::is_empty_region, Foreign::EmptyRegion),
    (|bytes| !bytes.is_empty() && bytes.iter().all(|byte| *byte == 0), Foreign::Zeros),
    (shapes::is_capture, Foreign::Capture),
    (shapes::is_level_db, Foreign::LevelDb),
    (shapes::is_uid_cache, Foreign::UidCache),
    (shapes::is_command_line, Foreign::CommandLine),
    (shapes::is_region, Foreign::Region),
    (shapes::is_random_uuid, Foreign::WorldUid),
];

/// Returns the type of a text, if the bytes are text.
fn text(bytes: &[u8]) -> Option<Foreign> {
    if let [0xff, 0xfe, ..] | [0xfe, 0xff, ..] = bytes {
        let text = crate::pasted::text(bytes);
        let (binary, has_words) =
            (['\0', char::REPLACEMENT_CHARACTER], |one: char| one.is_ascii_alphanumeric());
        return (text.contains(has_words) && !text.contains(binary)).then_some(Foreign::Utf16);
    }
    let text = std::str::from_utf8(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)).ok()?;
    let kind = kind_of_text(text)?;
    // Engines and games write control characters in values as they are. Other text has none.
    let control = |character: char| character.is_control() && !character.is_whitespace();
    let is_text = !text.contains(control) || kind != Foreign::Text && !text.contains('\0');
    (is_text && !text.is_empty()).then_some(kind)
}

/// Returns the value of a line of ConfigFile.
fn assigned(line: &str) -> Option<&str> {
    let is_quoted = line.starts_with('"');
    let (key, value) = line.split_once(if is_quoted { "\"=" } else { "=" })?;
    let is_key = is_quoted || !key.is_empty() && !key.contains(['[', '"', ';', '{']);
    is_key.then(|| value.trim())
}

fn kind_of_text(text: &str) -> Option<Foreign> {
    let trimmed = text.trim();
    let lines = || trimmed.lines().map(str::trim).filter(|line| !line.is_empty());
    let section = |line: &str| {
        let name = line.strip_prefix('[').and_then(|line| line.strip_suffix(']'));
        name.is_some_and(|name| name.starts_with(|first: char| first.is_alphabetic() || first == '_'))
    };
    // The start of a value of Godot. A line of Base64 can end with one or two equals signs, which assign nothing.
    let is_value = |value: &str| {
        let word = value.split(|one: char| !one.is_alphanumeric()).next().unwrap_or_default();
        let is_word = matches!(word, "true" | "false" | "null" | "nil" | "inf" | "nan") && word == value;
        let is_number = || value.parse::<f64>().is_ok();
        value.starts_with(['"', '{', '[', '&', '^'])
            || is_word
            || is_number()
            || word.starts_with(|one: char| one.is_ascii_uppercase())
                && value.get(word.len()..).is_some_and(|rest| rest.starts_with(['(', '[']))
    };
    if trimmed.starts_with("[gd_scene") || trimmed.starts_with("[gd_resource") {
        return Some(Foreign::TextResource);
    }
    // Files of other programs have sections and keys, too.
    let is_begun = lines().next().is_some_and(|first| {
        section(first) || first.starts_with(';') || assigned(first).is_some_and(is_value)
    });
    let (values, others): (Vec<&str>, Vec<&str>) =
        lines().filter_map(assigned).partition(|text| is_value(text));
    if is_begun && lines().any(section) && values.len() > others.len()
        || !values.is_empty() && ConfigText::is_whole(text)
    {
        return Some(Foreign::ConfigFile);
    }
    let is_nested = |text: &str| {
        text.starts_with('{') && text.ends_with('}') || text.starts_with('[') && text.ends_with(']')
    };
    let is_json = |line: &str| {
        line.len() > 1 && line.starts_with('"') && line.ends_with('"')
            || is_nested(line) && in_brackets(line) == Foreign::Json
    };
    if lines().nth(1).is_some() && lines().all(is_json) {
        return Some(Foreign::JsonLines);
    }
    if is_nested(trimmed) {
        return Some(in_brackets(trimmed));
    }
    // The bytes of an array may be meant instead of the array.
    if trimmed.starts_with(|first: char| first.is_ascii_uppercase())
        && trimmed.ends_with(')')
        && !trimmed.contains("ByteArray")
        && from_text(trimmed).is_ok()
    {
        return Some(Foreign::ValueText);
    }
    if trimmed.starts_with(['#', '/']) && trimmed.ends_with('}') {
        return Some(snbt(trimmed).unwrap_or(Foreign::Text));
    }
    if is_lfs_pointer(trimmed.as_bytes()) {
        return Some(Foreign::LfsPointer);
    }
    let mut words = trimmed.split_whitespace();
    let is_hex =
        trimmed.len() >= 8 && words.clone().all(|word| word.bytes().all(|byte| byte.is_ascii_hexdigit()));
    // Text with decimal numbers has only digits as well, but not always an even number of them in each word.
    let has_letters = trimmed.contains(|character: char| character.is_ascii_alphabetic());
    if is_hex && (has_letters || words.all(|word| word.len().is_multiple_of(2))) {
        return Some(Foreign::HexText);
    }
    Some(Foreign::Text)
}

/// Returns the type of text in brackets. It is SNBT if it has a word that JSON does not allow, such as a name without
/// quotes or `5b`.
fn in_brackets(text: &str) -> Foreign {
    let in_word =
        |character: char| character.is_ascii_alphanumeric() || matches!(character, '.' | '_' | '+' | '-');
    let is_json = |word: &str| {
        let digits = word.strip_prefix('-').unwrap_or(word).starts_with(|first: char| first.is_ascii_digit());
        matches!(word, "true" | "false" | "null") || digits && word.parse::<f64>().is_ok()
    };
    let mut is_string = false;
    let are_json = text.split('"').all(|part| {
        if is_string {
            // A string goes on after an escaped quote.
            is_string = (part.len() - part.trim_end_matches('\\').len()) % 2 == 1;
            return true;
        }
        is_string = true;
        let mut words = part.split(|character| !in_word(character)).filter(|word| !word.is_empty());
        !part.contains('\'') && words.all(is_json)
    });
    // Words that only blanks separate are no JSON.
    let is_one_word = || !text.trim_matches(|one| !in_word(one)).contains(char::is_whitespace);
    if are_json && (text.contains([',', '"']) || is_one_word()) {
        return Foreign::Json;
    }
    let value = || from_text(text).is_ok().then_some(Foreign::ValueText);
    snbt(text).or_else(value).unwrap_or(Foreign::Text)
}

/// Returns the type of SNBT. Text whose entries are separated only by line ends does not parse if it is joined to one
/// line.
fn snbt(text: &str) -> Option<Foreign> {
    text.parse::<Tag>().ok()?;
    let has_commas = text.replace(['\r', '\n'], " ").parse::<Tag>().is_ok();
    Some(if has_commas { Foreign::Snbt } else { Foreign::SnbtLines })
}
