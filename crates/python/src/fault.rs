//! Errors as `GamewireError`, and the classes of the Python half.

use std::fmt::Display;

use gamewire::error::{DecodeError, EncodeError};
use gamewire::path::EditError;
use gamewire_files::document::DocumentError;
use pyo3::prelude::*;

pub(crate) type Any<'py> = Bound<'py, PyAny>;

/// Returns a class or a function of `gamewire._types`.
pub(crate) fn class<'py>(py: Python<'py>, name: &str) -> PyResult<Any<'py>> {
    py.import("gamewire._types")?.getattr(name)
}

/// An error before it is an exception, so that it can be made while the GIL is released.
#[derive(Debug)]
pub(crate) struct Fault {
    text: String,
    offset: Option<usize>,
    path: Option<String>,
}

impl Fault {
    /// Creates an error without a place.
    pub(crate) fn of(error: impl Display) -> Self {
        Self { text: error.to_string(), offset: None, path: None }
    }
}

impl From<DecodeError> for Fault {
    fn from(error: DecodeError) -> Self {
        let path = Some(error.path().to_string());
        Self { text: error.to_string(), offset: Some(error.offset()), path }
    }
}

impl From<EncodeError> for Fault {
    fn from(error: EncodeError) -> Self {
        Self { text: error.to_string(), offset: None, path: Some(error.path().to_string()) }
    }
}

impl From<EditError> for Fault {
    fn from(error: EditError) -> Self {
        match error {
            EditError::Decode(error) => error.into(),
            EditError::Encode(error) => error.into(),
            error => Self::of(error),
        }
    }
}

impl From<DocumentError> for Fault {
    fn from(error: DocumentError) -> Self {
        let text = error.to_string();
        match error {
            DocumentError::Edit(error) => error.into(),
            DocumentError::Unknown { error, .. } => Self { text, ..error.into() },
            DocumentError::Open(error) => Self { text, offset: error.reason.offset(), path: None },
            _ => Self::of(text),
        }
    }
}

impl From<Fault> for PyErr {
    fn from(fault: Fault) -> Self {
        Python::attach(|py| {
            let made = class(py, "GamewireError")
                .and_then(|class| class.call1((fault.text, fault.offset, fault.path)));
            made.map_or_else(|error| error, PyErr::from_value)
        })
    }
}
