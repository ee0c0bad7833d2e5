//! Detection of file formats. Use this module if you do not know what a file contains: it finds the containers, the
//! arrangement of the values, and their dialect and precision. It also recognizes common types of other files.
//!
//! [`identify`] does all steps in one call. Each step is public as well:
//! [`OpenOptions::containers`](crate::document::OpenOptions::containers) opens compressed, encrypted and packed files,
//! [`examine`] detects the format and the arrangement of the contents, and [`Foreign`] names formats that this crate
//! does not read.
//!
//! ```
//! use gamewire_files::identify::identify;
//!
//! // FileAccess.open_compressed(path, WRITE, COMPRESSION_ZSTD).store_var("hello")
//! let file = b"GCPF\x02\0\0\0\0\x10\0\0\x14\0\0\0\x1d\0\0\0\
//!     \x28\xb5\x2f\xfd\x20\x14\xa1\0\0\x10\0\0\0\x04\0\0\0\x05\0\0\0hello\0\0\0GCPF";
//! let identity = identify(file);
//! assert_eq!(identity.to_string(), "compressed (zstd): a value of Godot 4 after its length (store_var)");
//! ```

pub(crate) mod arrangement;
mod candidate;
pub(crate) mod clue;
mod containers;
pub(crate) mod converted;
pub(crate) mod examine;
mod foreign;
pub(crate) mod identity;
mod layer;
pub(crate) mod layers;
mod packet_stream;
mod root;
mod shapes;
mod untyped;

pub use crate::godot::EncryptionKey;
pub use arrangement::Arrangement;
pub(crate) use arrangement::{EncodedValue, level_head};
pub(crate) use candidate::Expect;
pub use clue::Clue;
pub use examine::{examine, identify};
pub use foreign::Foreign;
pub use identity::{Alternative, Contents, Differs, Identity, Nearest, ValueFormat};
pub use layer::{Layer, OpenError, OpenErrorKind};
pub use layers::Opened;
pub(crate) use layers::Opener;
pub use packet_stream::{Login, PacketStream};
