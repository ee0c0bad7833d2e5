//! Text with a specific form: Chat and Identifier.

use std::fmt;

/// A JSON text component, whose text is kept unchanged.
///
/// ```
/// use gamewire::minecraft::{Chat, Protocol};
/// let hello = Chat::new(r#"{"text":"Hello"}"#);
/// let bytes = Protocol::V1_14.encode(&hello)?;
/// assert_eq!(Protocol::V1_14.parse::<Chat>(&bytes)?, hello);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Chat(Box<str>);

impl Chat {
    /// Creates a component from its text, which is not validated. See [`is_json`](Self::is_json).
    #[must_use]
    pub fn new(json: impl Into<Box<str>>) -> Self {
        Self(json.into())
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns whether the text is valid JSON, and an object, an array or a string, as text components are.
    ///
    /// ```
    /// use gamewire::minecraft::Chat;
    /// assert!(Chat::new("{\"text\":\"Hello\"}").is_json());
    /// assert!(!Chat::new("Hello").is_json());
    /// ```
    #[cfg(feature = "json")]
    pub fn is_json(&self) -> bool {
        // The depth does not matter, because the contents are skipped and not built.
        crate::json::JsonDocument::new(&self.0, crate::json::JsonRules::JSON).is_ok()
            && self.0.trim_start().starts_with(['{', '[', '"'])
    }
}

impl fmt::Display for Chat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The error of [`Identifier::new`].
///
/// ```
/// use gamewire::minecraft::Identifier;
///
/// let error = "minecraft:Stone".parse::<Identifier>().unwrap_err();
/// assert_eq!(error.to_string(), "an identifier must not contain 'S', which is at byte 10");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an identifier must not contain {character:?}, which is at byte {offset}")]
pub struct IdentifierError {
    offset: usize,
    character: char,
}

impl IdentifierError {
    /// Returns the offset in bytes of the first character that is not allowed.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the first character that is not allowed.
    pub fn character(&self) -> char {
        self.character
    }
}

/// A name such as `minecraft:stone`. The text is kept unchanged: `stone` has the same meaning, but does not become
/// `minecraft:stone`.
///
/// ```
/// use gamewire::minecraft::{Identifier, Protocol};
/// let stone: Identifier = "minecraft:stone".parse()?;
/// let bytes = Protocol::V1_14.encode(&stone)?;
/// let read: Identifier = Protocol::V1_14.parse(&bytes)?;
/// assert_eq!((read.namespace(), read.path()), ("minecraft", "stone"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Identifier(Box<str>);

impl Identifier {
    /// Creates an identifier.
    ///
    /// # Errors
    /// Returns an error if a character is not allowed. The error has the offset of the first one.
    ///
    /// ```
    /// use gamewire::minecraft::Identifier;
    /// let stone = Identifier::new("stone").unwrap();
    /// assert_eq!((stone.namespace(), stone.path()), ("minecraft", "stone"));
    /// let error = Identifier::new("a/b:c").unwrap_err();
    /// assert_eq!(error.to_string(), "an identifier must not contain '/', which is at byte 1");
    /// ```
    pub fn new(text: impl Into<Box<str>>) -> Result<Self, IdentifierError> {
        let text = text.into();
        // The rules of a namespace apply only before the first colon.
        let colon = text.find(':');
        let wrong = text.char_indices().find(|(at, character)| match (character, colon) {
            ('a'..='z' | '0'..='9' | '_' | '-' | '.', _) => false,
            ('/', Some(colon)) => *at < colon,
            ('/', None) => false,
            (':', Some(colon)) => *at != colon,
            _ => true,
        });
        match wrong {
            Some((offset, character)) => Err(IdentifierError { offset, character }),
            None => Ok(Self(text)),
        }
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the part before the first colon, or `minecraft` if that part is missing or empty.
    pub fn namespace(&self) -> &str {
        match self.0.split_once(':') {
            Some((namespace, _)) if !namespace.is_empty() => namespace,
            _ => "minecraft",
        }
    }

    /// Returns the part after the first colon, or the whole text if there is no colon.
    pub fn path(&self) -> &str {
        self.0.split_once(':').map_or(&*self.0, |(_, path)| path)
    }
}

impl std::str::FromStr for Identifier {
    type Err = IdentifierError;
    fn from_str(text: &str) -> Result<Self, IdentifierError> {
        Self::new(text)
    }
}

impl fmt::Display for Identifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
