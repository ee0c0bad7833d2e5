//! Secrets of encrypted files: a key, or a password from a file, the environment or a prompt.

use std::fmt::Display;
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PathBufValueParser, TypedValueParser};
use gamewire::godot::files::EncryptionKey;

use crate::input;
use crate::output::problem::Problem;
use crate::output::say::shown;
use crate::values::hex::unhex;

/// The environment variable that can have the password. It is used if the arguments have none.
pub const VARIABLE: &str = "GAMEWIRE_PASSWORD";

/// The password or key of an encrypted file.
#[derive(Debug, Clone, Default, Args)]
pub struct Secret {
    /// The password of an encrypted file of Godot, as in open_encrypted_with_pass; prefer --password-file
    ///
    /// Other users of the machine can see the arguments of a command, and shells record them. The environment variable
    /// GAMEWIRE_PASSWORD can have the password instead. If there is no password, gamewire prompts for it, without echo.
    #[arg(long, value_name = "TEXT", hide_short_help = true)]
    pub password: Option<String>,

    /// The first line of this file is the password of an encrypted file
    #[arg(long, value_name = "FILE", value_parser = existing(), conflicts_with = "password")]
    pub password_file: Option<PathBuf>,

    /// The key of an encrypted file of Godot, as in open_encrypted: 64 hexadecimal digits
    #[arg(long = "file-key", alias = "key", value_name = "HEX", value_parser = key, hide_short_help = true)]
    #[arg(conflicts_with_all = ["password", "password_file"])]
    pub key: Option<EncryptionKey>,
}

impl Secret {
    /// Returns whether the arguments have a password or a key.
    pub fn is_named(&self) -> bool {
        self.password.is_some() || self.password_file.is_some() || self.key.is_some()
    }

    pub fn is_in_environment(&self) -> bool {
        std::env::var_os(VARIABLE).is_some()
    }

    /// Returns the key in the arguments, or the key that is derived from the password in them.
    pub fn named(&self) -> Result<Option<EncryptionKey>, Problem> {
        if let Some(file) = &self.password_file {
            return first_line(file).map(|password| Some(EncryptionKey::from_password(&password)));
        }
        Ok(self.password.as_deref().map(EncryptionKey::from_password).or_else(|| self.key.clone()))
    }

    /// Returns the key of an encrypted file from the arguments, the environment or a prompt, in this order.
    pub fn key(&self) -> Result<EncryptionKey, Problem> {
        if let Some(key) = self.named()? {
            return Ok(key);
        }
        if let Some(password) = std::env::var_os(VARIABLE) {
            let password = password.into_string();
            let message = format!("the password in {VARIABLE} is not UTF-8");
            return password
                .map(|password| EncryptionKey::from_password(&password))
                .map_err(|_| problem(message));
        }
        if !io::stderr().is_terminal() {
            let message = "encrypted files need a password or key: pass --password-file, --password or --file-key, or set GAMEWIRE_PASSWORD";
            return Err(problem(message.into()));
        }
        match rpassword::prompt_password("The file is encrypted. Password: ") {
            Ok(password) => Ok(EncryptionKey::from_password(&password)),
            Err(error) => {
                Err(problem(format!("the file is encrypted, and the password could not be read: {error}")))
            }
        }
    }
}

fn first_line(file: &Path) -> Result<String, Problem> {
    let wrong = |error: &dyn Display| problem(format!("the password file {}: {error}", shown(file)));
    let text = input::utf8(std::fs::read(file).map_err(|error| wrong(&error))?);
    let text = String::from_utf8(text).map_err(|error| wrong(&error))?;
    Ok(text.lines().next().unwrap_or_default().to_owned())
}

fn problem(message: String) -> Problem {
    Problem::new("encrypted", message)
}

/// Parses the path of a file that exists. It is not opened yet, because a pipe can only be read once.
fn existing() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| std::fs::metadata(&path).map(|_| path))
}

fn key(digits: &str) -> Result<EncryptionKey, String> {
    let mut bytes = Vec::new();
    unhex(digits.as_bytes(), &mut bytes).map_err(|problem| problem.to_string())?;
    let bytes = <[u8; 32]>::try_from(bytes);
    bytes.map(EncryptionKey::new).map_err(|bytes| format!("a key must have 32 bytes, not {}", bytes.len()))
}
