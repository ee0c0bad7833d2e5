//! `--protocol FILE`: packets that the user describes in a file.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use gamewire::minecraft::{Packets, State};

/// The option on the command line.
const OPTION: &str = "--protocol";

/// The description of the packets that `--as minecraft/..` refers to.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct OwnPackets {
    /// The packets of --as minecraft/play.toClient: a protocol.json, as minecraft-data has it, of another or a modded version
    #[arg(long = "protocol", value_name = "FILE", hide_short_help = true, value_parser = |_: &str| own().map(|_| ()))]
    #[allow(dead_code, reason = "names of formats before it need it, too: they read it by themselves")]
    protocol: Option<()>,
}

/// Returns the packets of the file that the command line names. The command line is searched directly, because names
/// of formats before the option need the packets, too.
pub fn own() -> Result<Option<&'static Packets>, String> {
    static OWN: OnceLock<Result<Option<Packets>, String>> = OnceLock::new();
    OWN.get_or_init(|| file().map(|file| read(Path::new(&file))).transpose())
        .as_ref()
        .map(Option::as_ref)
        .map_err(Clone::clone)
}

/// Returns whether a name after `minecraft/` is a name of packets, such as `play.toClient` or `$Slot`.
pub fn is_name(name: &str) -> bool {
    name.starts_with('$') || name.split('.').next().is_some_and(|state| state.parse::<State>().is_ok())
}

fn file() -> Option<OsString> {
    let mut args = std::env::args_os().skip(1).take_while(|arg| arg != "--");
    args.find_map(|arg| match arg.to_str()?.strip_prefix(OPTION)? {
        "" => Some(None),
        value => value.strip_prefix('=').map(|value| Some(OsString::from(value))),
    })?
    .or_else(|| args.next())
}

fn read(file: &Path) -> Result<Packets, String> {
    let name = file.file_stem().map_or("own".into(), OsStr::to_string_lossy);
    let json = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let packets = Packets::from_protodef(&json).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(packets.with_name(&name))
}
