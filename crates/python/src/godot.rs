//! Values of Godot as Python objects, and back.

use gamewire::godot::shape::{Leaf, NumberType, Numbers};
use gamewire::godot::{Dictionary, Kind, NodePath, Variant, json};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};

use crate::fault::{Any, Fault, class};

/// The types of numbers, with their names in `struct` and numpy.
const TYPES: [(NumberType, &str); 5] = [
    (NumberType::U8, "<u1"),
    (NumberType::I32, "<i4"),
    (NumberType::I64, "<i8"),
    (NumberType::F32, "<f4"),
    (NumberType::F64, "<f8"),
];

fn value<'py>(py: Python<'py>, kind: &str, args: impl IntoPyObject<'py>, wide: bool) -> PyResult<Any<'py>> {
    class(py, "Value")?.call1((kind, args, wide))
}

pub(crate) fn to_py<'py>(py: Python<'py>, x: &Variant, depth: usize) -> PyResult<Any<'py>> {
    // A value that Python's types would not bring back has the form of JSON that keeps all.
    let exact = || value(py, "json", json::to_string(x), false);
    let depth = depth.checked_sub(1).ok_or_else(|| Fault::of("the value is nested too deeply"))?;
    Ok(match x.leaf() {
        Leaf::Unit if x.kind() == Kind::Nil => py.None().into_bound(py),
        Leaf::Bool(x) => PyBool::new(py, x).to_owned().into_any(),
        Leaf::Int(x) => x.into_pyobject(py)?.into_any(),
        Leaf::Float(x) if !x.is_nan() => PyFloat::new(py, x).into_any(),
        Leaf::Text(text) => match text.as_str() {
            Some(plain) if plain.len() == text.len() => match x.kind() {
                Kind::StringName => class(py, "StringName")?.call1((plain,))?,
                _ => PyString::new(py, plain).into_any(),
            },
            _ => return exact(),
        },
        Leaf::NodePath(path) => {
            let text = path.to_string();
            if NodePath::parse(&text) != *path {
                return exact();
            }
            class(py, "NodePath")?.call1((text,))?
        }
        Leaf::Array(array) if array.element_type().is_none() && !array.is_shared() => {
            let list = PyList::empty(py);
            for item in array.iter() {
                list.append(to_py(py, item, depth)?)?;
            }
            list.into_any()
        }
        Leaf::Dictionary(pairs)
            if pairs.entry_types().is_none_or(|types| types.is_empty()) && !pairs.is_shared() =>
        {
            let dict = PyDict::new(py);
            for (key, item) in pairs.iter() {
                // Arrays are no keys in Python, and 1, 1.0 and True are the same key.
                let (key, item) = (to_py(py, key, depth)?, to_py(py, item, depth)?);
                if dict.set_item(key, item).is_err() {
                    return exact();
                }
            }
            if dict.len() != pairs.len() {
                return exact();
            }
            dict.into_any()
        }
        Leaf::Packed(packed) => {
            let (number, wire) = (packed.numbers.number_type(), packed.numbers.as_wire());
            if number == NumberType::U8 {
                return Ok(PyBytes::new(py, wire).into_any());
            }
            let name = TYPES.iter().find(|of| of.0 == number).map_or("", |of| of.1);
            let array = class(py, "array")?.call1((PyBytes::new(py, wire), name, packed.parts))?;
            // Godot 3 in double precision has two arrays of 64-bit floats.
            match packed.parts {
                1 if number != NumberType::F64 || x.kind() == Kind::PackedFloat64Array => array,
                _ => value(py, x.kind().name(), array, number == NumberType::F64)?,
            }
        }
        Leaf::Structure(structure) => {
            let numbers = structure.numbers();
            let args = match &numbers {
                Numbers::I32(ints) => PyTuple::new(py, ints.iter())?,
                Numbers::F32(reals) if reals.iter().all(|x| !x.is_nan()) => PyTuple::new(py, reals.iter())?,
                Numbers::F64(reals) if reals.iter().all(|x| !x.is_nan()) => PyTuple::new(py, reals.iter())?,
                _ => return exact(),
            };
            value(py, x.kind().name(), args, numbers.number_type() == NumberType::F64)?
        }
        _ => return exact(),
    })
}

/// Builds a value of a type from the bytes of its numbers.
fn of_wire(kind: Kind, number: NumberType, wire: Vec<u8>) -> PyResult<Variant> {
    let made = Variant::from_numbers(kind, Numbers::from_wire(number, wire));
    Ok(made.ok_or_else(|| Fault::of(format!("{kind} does not have this type or count of numbers")))?)
}

/// Returns the bytes of the numbers of an array of numpy or of the module `array`, with their type.
fn wire(array: &Any<'_>) -> PyResult<(NumberType, Vec<u8>)> {
    let (name, wire): (String, Vec<u8>) = class(array.py(), "little")?.call1((array,))?.extract()?;
    let number = TYPES.iter().find(|of| of.1 == name).map(|of| of.0);
    Ok((number.ok_or_else(|| Fault::of(format!("Godot has no packed array of {name}")))?, wire))
}

pub(crate) fn from_py(x: &Any<'_>, depth: usize) -> PyResult<Variant> {
    let py = x.py();
    let depth = depth.checked_sub(1).ok_or_else(|| Fault::of("the value is nested too deeply"))?;
    if x.is_none() {
        return Ok(Variant::Nil);
    }
    if let Ok(x) = x.cast::<PyBool>() {
        return Ok(Variant::Bool(x.is_true()));
    }
    if let Ok(x) = x.cast::<PyInt>() {
        return Ok(Variant::Int(x.extract()?));
    }
    if let Ok(x) = x.cast::<PyFloat>() {
        return Ok(Variant::Float(x.value()));
    }
    if let Ok(text) = x.cast::<PyString>() {
        let plain: String = text.extract()?;
        if x.is_instance(&class(py, "StringName")?)? {
            return Ok(Variant::StringName(plain.as_str().into()));
        }
        if x.is_instance(&class(py, "NodePath")?)? {
            return Ok(Variant::NodePath(Box::new(NodePath::parse(&plain))));
        }
        return Ok(Variant::String(plain.as_str().into()));
    }
    if let Ok(bytes) = x.cast::<PyBytes>() {
        return Ok(Variant::PackedByteArray(bytes.as_bytes().into()));
    }
    if x.is_instance(&class(py, "Value")?)? {
        let (name, args, wide): (String, Any<'_>, bool) = x.extract()?;
        if name == "json" {
            return Ok(json::from_str(&args.extract::<String>()?).map_err(Fault::of)?);
        }
        let kind = Kind::from_name(&name).ok_or_else(|| Fault::of(format!("Godot has no type {name}")))?;
        let numeric =
            kind.numeric().ok_or_else(|| Fault::of(format!("{name} does not consist of numbers")))?;
        if numeric.element.is_some() {
            let (number, wire) = wire(&args)?;
            return of_wire(kind, number, wire);
        }
        let number = numeric.number_type(wide);
        let wire = match number {
            NumberType::I32 => args.extract::<Vec<i32>>()?.into_iter().flat_map(i32::to_le_bytes).collect(),
            NumberType::F32 => args.extract::<Vec<f32>>()?.into_iter().flat_map(f32::to_le_bytes).collect(),
            NumberType::F64 => args.extract::<Vec<f64>>()?.into_iter().flat_map(f64::to_le_bytes).collect(),
            NumberType::U8 | NumberType::I64 => {
                return Err(Fault::of(format!("{name} needs no Value")).into());
            }
        };
        return of_wire(kind, number, wire);
    }
    if let Ok(dict) = x.cast::<PyDict>() {
        let mut pairs = Vec::with_capacity(dict.len());
        for (key, value) in dict.iter() {
            pairs.push((from_py(&key, depth)?, from_py(&value, depth)?));
        }
        return Ok(Variant::Dictionary(Dictionary::from(pairs)));
    }
    if x.hasattr("tobytes")? {
        let (number, wire) = wire(x)?;
        let kind = match number {
            NumberType::U8 => Kind::PackedByteArray,
            NumberType::I32 => Kind::PackedInt32Array,
            NumberType::I64 => Kind::PackedInt64Array,
            NumberType::F32 => Kind::PackedFloat32Array,
            NumberType::F64 => Kind::PackedFloat64Array,
        };
        return of_wire(kind, number, wire);
    }
    let no_value = || Fault::of(format!("{} is no type of Godot", x.get_type()));
    let items = x.try_iter().map_err(|_| no_value())?;
    Ok(Variant::Array(items.map(|item| from_py(&item?, depth)).collect::<PyResult<Vec<_>>>()?.into()))
}
