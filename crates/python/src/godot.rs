//! Values of Godot as Python objects, and back.

use gamewire::godot::shape::{Leaf, NumberType, Numbers};
use gamewire::godot::{Dictionary, Kind, NodePath, Variant, json};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};

use crate::fault::{Any, Fault, Types, below, types, within};
use gamewire_files::shared::packages::DEPTH;

/// The types of numbers, with their names in numpy and their arrays.
const TYPES: [(NumberType, &str, Kind); 5] = [
    (NumberType::U8, "<u1", Kind::PackedByteArray),
    (NumberType::I32, "<i4", Kind::PackedInt32Array),
    (NumberType::I64, "<i8", Kind::PackedInt64Array),
    (NumberType::F32, "<f4", Kind::PackedFloat32Array),
    (NumberType::F64, "<f8", Kind::PackedFloat64Array),
];

pub(crate) fn to_py<'py>(py: Python<'py>, x: &Variant) -> PyResult<Any<'py>> {
    to(py, types(py)?, x, DEPTH)
}

fn to<'py>(py: Python<'py>, types: &'py Types, x: &Variant, depth: usize) -> PyResult<Any<'py>> {
    let value = |kind: &str, args: Any<'py>, wide: bool| types.value.bind(py).call1((kind, args, wide));
    // A value that Python's types would not bring back has the form of JSON that keeps all.
    let exact = || value("json", PyString::new(py, &json::to_string(x)).into_any(), false);
    Ok(match x.leaf() {
        Leaf::Unit if x.kind() == Kind::Nil => py.None().into_bound(py),
        Leaf::Bool(x) => PyBool::new(py, x).to_owned().into_any(),
        Leaf::Int(x) => x.into_pyobject(py)?.into_any(),
        Leaf::Float(x) if !x.is_nan() => PyFloat::new(py, x).into_any(),
        Leaf::Text(text) => match text.as_str() {
            Some(plain) if plain.len() == text.len() => match x.kind() {
                Kind::StringName => types.string_name.bind(py).call1((plain,))?,
                _ => PyString::new(py, plain).into_any(),
            },
            _ => return exact(),
        },
        Leaf::NodePath(path) => {
            let text = path.to_string();
            if NodePath::parse(&text) != *path {
                return exact();
            }
            types.node_path.bind(py).call1((text,))?
        }
        Leaf::Array(array) if array.element_type().is_none() && !array.is_shared() => {
            let depth = below(depth)?;
            let items = array.iter().map(|item| to(py, types, item, depth)).collect::<PyResult<Vec<_>>>()?;
            PyList::new(py, items)?.into_any()
        }
        Leaf::Dictionary(pairs)
            if pairs.entry_types().is_none_or(|types| types.is_empty()) && !pairs.is_shared() =>
        {
            let (dict, depth) = (PyDict::new(py), below(depth)?);
            // Containers are no keys in Python, and 1, 1.0 and True are the same key.
            let mut keys = Vec::with_capacity(pairs.len());
            for key in pairs.keys() {
                if matches!(key.leaf(), Leaf::Array(_) | Leaf::Dictionary(_) | Leaf::Packed(_)) {
                    return exact();
                }
                let key = to(py, types, key, depth)?;
                dict.set_item(&key, py.None())?;
                keys.push(key);
            }
            if dict.len() != pairs.len() {
                return exact();
            }
            for (key, item) in keys.iter().zip(pairs.values()) {
                dict.set_item(key, to(py, types, item, depth)?)?;
            }
            dict.into_any()
        }
        Leaf::Packed(packed) => {
            let (number, wire) = (packed.numbers.number_type(), PyBytes::new(py, packed.numbers.as_wire()));
            if number == NumberType::U8 {
                return Ok(wire.into_any());
            }
            let name = TYPES.iter().find(|of| of.0 == number).map_or("", |of| of.1);
            let array = types.array.bind(py).call1((wire, name, packed.parts))?;
            // Godot 3 in double precision has two arrays of 64-bit floats.
            match packed.parts {
                1 if number != NumberType::F64 || x.kind() == Kind::PackedFloat64Array => array,
                _ => value(x.kind().name(), array, number == NumberType::F64)?,
            }
        }
        Leaf::Structure(structure) => {
            let numbers = structure.numbers();
            let args = match &numbers {
                Numbers::I32(ints) => PyTuple::new(py, ints.iter())?,
                reals if reals.reals().iter().any(|x| x.is_nan()) => return exact(),
                reals => PyTuple::new(py, reals.reals())?,
            };
            value(x.kind().name(), args.into_any(), numbers.number_type() == NumberType::F64)?
        }
        _ => return exact(),
    })
}

/// Builds a value of a type from an array of numpy or of the module `array`, or from a list of numbers.
fn numbers(types: &Types, kind: Option<Kind>, args: &Any<'_>, wide: bool) -> PyResult<Variant> {
    let numeric = kind.and_then(Kind::numeric).map(|numeric| numeric.number_type(wide));
    let name = TYPES.iter().find(|of| Some(of.0) == numeric).map_or("", |of| of.1);
    let (name, wire): (String, Bound<'_, PyBytes>) =
        types.wire.bind(args.py()).call1((args, "<", name))?.extract()?;
    let of = TYPES.iter().find(|of| of.1 == name);
    let (number, _, packed) = *of.ok_or_else(|| Fault::of(format!("Godot has no packed array of {name}")))?;
    let kind = kind.unwrap_or(packed);
    let made = Variant::from_numbers(kind, Numbers::from_wire(number, wire.as_bytes()).into_owned());
    Ok(made.ok_or_else(|| Fault::of(format!("{kind} does not have this type or count of numbers")))?)
}

/// Converts a Python object.
pub(crate) fn from_py(x: &Any<'_>) -> PyResult<Variant> {
    from(types(x.py())?, x, DEPTH)
}

fn from(types: &Types, x: &Any<'_>, depth: usize) -> PyResult<Variant> {
    let (py, class) = (x.py(), x.get_type());
    if let Ok(dict) = x.cast::<PyDict>() {
        let (depth, mut pairs) = (below(depth)?, Vec::with_capacity(dict.len()));
        for (key, value) in dict.iter() {
            let value = from(types, &value, depth);
            let value = value.map_err(|error| within(py, error, format_args!("[{key:?}]")))?;
            pairs.push((from(types, &key, depth)?, value));
        }
        return Ok(Variant::Dictionary(Dictionary::from(pairs)));
    }
    if let Ok(list) = x.cast::<PyList>() {
        let depth = below(depth)?;
        let items = list.iter().enumerate().map(|(at, item)| {
            from(types, &item, depth).map_err(|error| within(py, error, format_args!("[{at}]")))
        });
        return Ok(Variant::Array(items.collect::<PyResult<Vec<_>>>()?.into()));
    }
    Ok(match () {
        () if x.is_none() => Variant::Nil,
        () if x.is_instance_of::<PyBool>() => Variant::Bool(x.extract()?),
        () if x.is_instance_of::<PyInt>() => Variant::Int(x.extract()?),
        () if x.is_instance_of::<PyFloat>() => Variant::Float(x.extract()?),
        () if class.is(&types.string_name) => Variant::StringName(x.extract::<String>()?.into()),
        () if class.is(&types.node_path) => NodePath::parse(&x.extract::<String>()?).into(),
        () if x.is_instance_of::<PyString>() => x.extract::<String>()?.into(),
        () if x.is_instance_of::<PyBytes>() => Variant::PackedByteArray(x.extract::<&[u8]>()?.into()),
        () if class.is(&types.value) => {
            let (name, args, wide): (String, Any<'_>, bool) = x.extract()?;
            match Kind::from_name(&name) {
                None if name == "json" => json::from_str(&args.extract::<String>()?).map_err(Fault::of)?,
                None => return Err(Fault::of(format!("Godot has no type {name}")).into()),
                kind => numbers(types, kind, &args, wide)?,
            }
        }
        () if x.hasattr("tobytes")? => numbers(types, None, x, false)?,
        () => {
            let name = class.name()?;
            let text = "is no type of Godot; gamewire.Value has those that Python does not have";
            return Err(Fault::of(format!("{name} {text}")).into());
        }
    })
}
