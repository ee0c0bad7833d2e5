//! Numbers of things, such as bytes, in messages.

use std::fmt;

/// A number of things with this name: `1 byte`, `2 bytes`.
///
/// ```
/// use gamewire::shared::Counted;
/// assert_eq!([0, 1, 2].map(|count| Counted(count, "row").to_string()), ["0 rows", "1 row", "2 rows"]);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Counted(pub usize, pub &'static str);

impl Counted {
    /// Returns the verb after the number.
    pub fn is(self) -> &'static str {
        if self.0 == 1 { "is" } else { "are" }
    }
}

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(count, name) = self;
        write!(f, "{count} {name}{}", if *count == 1 { "" } else { "s" })
    }
}
