//! Files of Godot and Minecraft: what a file is, and its values, which can be read, changed and written again. All other bytes of
//! the file are kept.
//!
//! - [`identify`]: what the bytes are: compression, encryption, format, dialect, framing.
//! - [`document`]: a whole file, opened, changed and written again as it was.
//! - [`godot`]: project settings, compressed and encrypted files.
//! - [`minecraft`]: NBT files and region files.
//!
//! The values themselves are those of [`gamewire`].
//!
//! ```
//! use gamewire::godot::{Dialect, Framing, variant};
//! use gamewire_files::document::Document;
//!
//! let mut file = Vec::new();
//! Framing::STORE_VAR.write(Dialect::GODOT_4, &variant!({ "hp": 9 }), &mut file)?;
//! let mut document = Document::open(&file)?;
//! document.set_path(&"$.hp".parse()?, variant!(10))?;
//! assert_eq!(document.encode()?.len(), file.len());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod document;
pub mod godot;
pub mod identify;
pub mod minecraft;
mod packages;
mod pasted;

/// Items that the command and the page share with this package. They are hidden from the documentation and exempt from semantic
/// versioning. No other public item has a type in its signature that is only here.
#[doc(hidden)]
pub mod shared {
    /// Parts of documents.
    pub mod document {
        pub use crate::document::explain::{explain_part, recording_title};
        pub use crate::document::value::packet_path;
    }

    /// Parts of the detection of files.
    pub mod identify {
        pub use crate::identify::arrangement::{encoded_values, incomplete_value, nbt_arrangement};
        pub use crate::identify::clue::{after_header, frame_option, header_clue, packet_clues, writer_of};
        pub use crate::identify::converted::converted;
        pub use crate::identify::examine::same_nbt;
        pub use crate::identify::identity::reads_nothing;
        pub use crate::identify::layers::wrap;
    }

    /// The packages for Python and JavaScript.
    pub mod packages {
        pub use crate::packages::{
            CHUNK, DEPTH, MOST_PATHS, RowParts, chunk, explain, explain_rows, format, recording,
        };
    }

    /// Bytes in text, as other programs print them.
    pub mod pasted {
        pub use crate::pasted::{are_rather_bits, bytes, text};
    }
}
