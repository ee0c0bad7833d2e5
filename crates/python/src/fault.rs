//! Errors as `GamewireError`, and what the Python half of the package has.

use std::fmt::Display;

use gamewire_files::document::DocumentError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

pub(crate) type Any<'py> = Bound<'py, PyAny>;

/// The classes and functions of the Python half, which calls them `shared`.
#[derive(FromPyObject)]
pub(crate) struct Types {
    pub(crate) error: Py<PyAny>,
    pub(crate) value: Py<PyAny>,
    pub(crate) string_name: Py<PyAny>,
    pub(crate) node_path: Py<PyAny>,
    pub(crate) byte: Py<PyAny>,
    /// All values of `Byte`, by their bits.
    pub(crate) bytes: Vec<Py<PyAny>>,
    pub(crate) short: Py<PyAny>,
    pub(crate) long: Py<PyAny>,
    pub(crate) float: Py<PyAny>,
    pub(crate) empty_list: Py<PyAny>,
    pub(crate) root: Py<PyAny>,
    pub(crate) array: Py<PyAny>,
    pub(crate) wire: Py<PyAny>,
    pub(crate) replace: Py<PyAny>,
    pub(crate) like: Py<PyAny>,
    pub(crate) loads: Py<PyAny>,
    pub(crate) dumps: Py<PyAny>,
}

/// Returns the classes and functions, which are looked up once.
pub(crate) fn types(py: Python<'_>) -> PyResult<&Types> {
    static TYPES: PyOnceLock<Types> = PyOnceLock::new();
    TYPES.get_or_try_init(py, || py.import("gamewire._types")?.getattr("shared")?.extract())
}

/// Returns the levels below a container.
pub(crate) fn below(depth: usize) -> Result<usize, Fault> {
    depth.checked_sub(1).ok_or_else(|| Fault::of("the value is nested too deeply"))
}

/// Adds a step to the front of the path of an error.
pub(crate) fn within(py: Python<'_>, error: PyErr, step: impl Display) -> PyErr {
    let value = error.value(py);
    let path = value.getattr("path").and_then(|path| path.extract::<String>()).unwrap_or_default();
    // An exception that takes no attributes stays as it is.
    let _ = value.setattr("path", format!("{step}{}", path.trim_start_matches('$')));
    error
}

/// An error before it is an exception, so that it can be made while the GIL is released: its message, offset and path.
#[derive(Debug)]
pub(crate) struct Fault(String, Option<usize>, Option<String>);

impl Fault {
    /// Creates an error without a place.
    pub(crate) fn of(error: impl Display) -> Self {
        Self(error.to_string(), None, None)
    }
}

impl<E> From<E> for Fault
where
    DocumentError: From<E>,
{
    fn from(error: E) -> Self {
        let error = DocumentError::from(error);
        Self(error.to_string(), error.offset(), error.path().map(ToString::to_string))
    }
}

impl From<Fault> for PyErr {
    fn from(Fault(text, offset, path): Fault) -> Self {
        Python::attach(|py| {
            let made = types(py).and_then(|types| types.error.bind(py).call1((text, offset, path)));
            made.map_or_else(|error| error, Self::from_value)
        })
    }
}
