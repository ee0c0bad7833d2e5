//! Packets and other values of Minecraft's types as Python objects.

use gamewire::minecraft::json::{Visitor, visit};
use gamewire::minecraft::{Protocol, TypeExpr};
use pyo3::IntoPyObjectExt as _;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::fault::{Any, Fault};

/// Decodes a value.
pub(crate) fn to_py<'py>(
    py: Python<'py>,
    protocol: Protocol,
    expr: &TypeExpr,
    bytes: &[u8],
) -> PyResult<Any<'py>> {
    let value = py.detach(|| expr.parse(protocol, bytes)).map_err(Fault::from)?;
    let mut to = To { py, open: Vec::new(), made: Ok(py.None().into_bound(py)) };
    visit(expr, protocol, &value, &mut to);
    to.made
}

/// A container whose values follow.
enum Open<'py> {
    List(Vec<Any<'py>>),
    Dict(Bound<'py, PyDict>, Bound<'py, PyString>),
}

/// Makes objects of the parts of a value.
struct To<'py> {
    py: Python<'py>,
    open: Vec<Open<'py>>,
    /// The outermost value, or the first error.
    made: PyResult<Any<'py>>,
}

impl<'py> To<'py> {
    fn put(&mut self, x: impl IntoPyObject<'py>) {
        let put = x.into_bound_py_any(self.py).and_then(|x| {
            match self.open.last_mut() {
                Some(Open::List(items)) => items.push(x),
                Some(Open::Dict(dict, key)) => dict.set_item(&*key, x)?,
                None if self.made.is_ok() => self.made = Ok(x),
                None => {}
            }
            Ok(())
        });
        if let Err(error) = put {
            self.made = Err(error);
        }
    }
}

/// The methods for values that Python has.
macro_rules! puts {
    ($($method:ident: $type:ty,)+) => {$(
        fn $method(&mut self, x: $type) {
            self.put(x);
        }
    )+};
}

impl Visitor for To<'_> {
    fn null(&mut self) {
        self.put(self.py.None());
    }

    puts! {
        boolean: bool, integer: i64, long: i64, unsigned_long: u64, float: f64, text: &str, bytes: &[u8],
    }

    fn begin_list(&mut self) {
        self.open.push(Open::List(Vec::new()));
    }

    fn end_list(&mut self) {
        if let Some(Open::List(items)) = self.open.pop() {
            self.put(items);
        }
    }

    fn begin_object(&mut self) {
        self.open.push(Open::Dict(PyDict::new(self.py), PyString::new(self.py, "")));
    }

    fn key(&mut self, name: &str) -> &mut Self {
        if let Some(Open::Dict(_, key)) = self.open.last_mut() {
            *key = PyString::new(self.py, name);
        }
        self
    }

    fn end_object(&mut self) {
        if let Some(Open::Dict(dict, _)) = self.open.pop() {
            self.put(dict);
        }
    }
}
