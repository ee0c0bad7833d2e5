//! What opens encrypted files.

use clap::Args;
use gamewire::godot::files::Key;

use crate::hex::unhex;

/// What opens an encrypted file.
#[derive(Debug, Clone, Args)]
pub struct Secret {
    /// The password of an encrypted file of Godot, as open_encrypted_with_pass takes it
    #[arg(long, value_name = "TEXT")]
    pub password: Option<String>,

    /// The key of an encrypted file of Godot, as open_encrypted takes it: 64 hexadecimal digits
    #[arg(long, value_name = "HEX", value_parser = key, conflicts_with = "password")]
    pub key: Option<Key>,
}

impl Secret {
    /// The key that was named, or that the password makes.
    pub fn key(&self) -> Option<Key> {
        self.password.as_deref().map(Key::from_password).or_else(|| self.key.clone())
    }
}

fn key(digits: &str) -> Result<Key, String> {
    let mut bytes = Vec::new();
    unhex(digits.as_bytes(), &mut bytes).map_err(|problem| problem.message)?;
    let bytes = <[u8; 32]>::try_from(bytes);
    bytes.map(Key::new).map_err(|bytes| format!("a key has 32 bytes, not {}", bytes.len()))
}
