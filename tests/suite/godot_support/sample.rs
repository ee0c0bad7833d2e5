//! Paths as they are written.

use gamewire::path::Path;

pub fn path(text: &str) -> Path {
    text.parse().unwrap()
}
