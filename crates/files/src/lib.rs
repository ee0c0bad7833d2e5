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
mod segments;

/// Items that the command and the page share with this package. They are exempt from semantic versioning.
pub mod shared {
    /// Parts of documents.
    pub mod document {
        pub use crate::document::shared::{explain_value, packet_path, recording_title};
    }

    /// Parts of the detection of files.
    pub mod identify {
        pub use crate::identify::shared::{
            after_header, encoded_values, frame_option, incomplete_value, nbt_arrangement, packet_clues,
            reads_nothing, same_nbt, wrap, writer_of,
        };
    }

    /// The packages for Python and JavaScript.
    pub mod packages {
        pub use crate::packages::{
            CHUNK, DEPTH, MOST_PATHS, RowParts, chunk, explain, explain_rows, format, recording,
        };
    }

    /// Bytes in text, as other programs print them.
    pub mod pasted {
        pub use crate::pasted::{bytes, text};
    }
}
