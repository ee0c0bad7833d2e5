//! NBT as Python objects, and back.

use gamewire::minecraft::nbt::{Compound, JavaStr, List, Nbt, OptNbt, Tag, TagId, TagRef};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};

use crate::DEPTH;
use crate::fault::{Any, Fault, class};

fn text<'py>(py: Python<'py>, text: &JavaStr) -> PyResult<Any<'py>> {
    if let Some(plain) = text.to_str() {
        return Ok(PyString::new(py, &plain).into_any());
    }
    // Half of a surrogate pair.
    let units: Vec<u8> = text.units().flat_map(u16::to_le_bytes).collect();
    PyBytes::new(py, &units).call_method1("decode", ("utf-16-le", "surrogatepass"))
}

fn java(text: &Any<'_>) -> PyResult<JavaStr> {
    if let Ok(plain) = text.extract::<String>() {
        return Ok(plain.into());
    }
    let units: Vec<u8> = text.call_method1("encode", ("utf-16-le", "surrogatepass"))?.extract()?;
    Ok(JavaStr::from_units(
        &units.as_chunks().0.iter().map(|unit| u16::from_le_bytes(*unit)).collect::<Vec<_>>(),
    ))
}

/// Converts a root. Only one with a name is a `Root`.
pub(crate) fn root<'py>(py: Python<'py>, root: &Nbt) -> PyResult<Any<'py>> {
    let value = to_py(py, (&root.root).into(), DEPTH)?;
    if root.name.is_empty() {
        return Ok(value);
    }
    class(py, "Root")?.call1((text(py, &root.name)?, value))
}

pub(crate) fn to_root(value: &Any<'_>) -> PyResult<OptNbt> {
    if value.is_none() {
        return Ok(OptNbt(None));
    }
    if value.is_instance(&class(value.py(), "Root")?)? {
        let (name, value): (Any<'_>, Any<'_>) = value.extract()?;
        return Ok(OptNbt(Some(Nbt::new(java(&name)?, from_py(&value, None, DEPTH)?))));
    }
    Ok(OptNbt(Some(Nbt::unnamed(from_py(value, None, DEPTH)?))))
}

pub(crate) fn to_py<'py>(py: Python<'py>, tag: TagRef<'_>, depth: usize) -> PyResult<Any<'py>> {
    let depth = depth.checked_sub(1).ok_or_else(|| Fault::of("the value is nested too deeply"))?;
    let array = |wire: &[u8], name: &str| class(py, "array")?.call1((PyBytes::new(py, wire), name, 1));
    Ok(match tag {
        TagRef::Byte(x) => class(py, "Byte")?.call1((x,))?,
        TagRef::Short(x) => class(py, "Short")?.call1((x,))?,
        TagRef::Int(x) => x.into_pyobject(py)?.into_any(),
        TagRef::Long(x) => class(py, "Long")?.call1((x,))?,
        // The bits of a NaN are not kept by every conversion.
        TagRef::Float(x) if x.is_nan() => {
            class(py, "Value")?.call1(("Float", PyBytes::new(py, &x.to_be_bytes())))?
        }
        TagRef::Double(x) if x.is_nan() => {
            class(py, "Value")?.call1(("Double", PyBytes::new(py, &x.to_be_bytes())))?
        }
        TagRef::Float(x) => class(py, "Float")?.call1((x,))?,
        TagRef::Double(x) => PyFloat::new(py, x).into_any(),
        TagRef::String(x) => text(py, x)?,
        TagRef::ByteArray(x) => array(x.as_wire(), ">i1")?,
        TagRef::IntArray(x) => array(x.as_wire(), ">i4")?,
        TagRef::LongArray(x) => array(x.as_wire(), ">i8")?,
        TagRef::List(list) if list.is_empty() && list.element_type() != TagId::End => {
            class(py, "EmptyList")?.call1((list.element_type().name(),))?
        }
        TagRef::List(list) => {
            let items = list.iter().map(|item| to_py(py, item, depth)).collect::<PyResult<Vec<_>>>()?;
            PyList::new(py, items)?.into_any()
        }
        TagRef::Compound(compound) => {
            let dict = PyDict::new(py);
            for (name, tag) in compound.entries() {
                dict.set_item(text(py, name)?, to_py(py, tag.into(), depth)?)?;
            }
            if dict.len() == compound.len() {
                return Ok(dict.into_any());
            }
            // A name is there twice.
            let pairs = compound
                .entries()
                .iter()
                .map(|(name, tag)| Ok((text(py, name)?, to_py(py, tag.into(), depth)?)));
            let pairs = PyTuple::new(py, pairs.collect::<PyResult<Vec<_>>>()?)?;
            class(py, "Value")?.call1(("Compound", pairs))?
        }
        _ => return Err(Fault::of("this tag has no form in Python").into()),
    })
}

/// Returns the tag of an int. Ints that have no type of their own get that of `like`.
fn int(x: &Any<'_>, like: Option<&Tag>) -> PyResult<Tag> {
    let py = x.py();
    let number: i64 = x.extract()?;
    let is = |name| x.is_instance(&class(py, name)?);
    let id = match like {
        _ if is("Byte")? || x.is_instance_of::<PyBool>() => TagId::Byte,
        _ if is("Short")? => TagId::Short,
        _ if is("Long")? => TagId::Long,
        Some(tag) => tag.id(),
        None => TagId::Int,
    };
    let tag = match id {
        TagId::Byte => number.try_into().ok().map(Tag::Byte),
        TagId::Short => number.try_into().ok().map(Tag::Short),
        TagId::Long => Some(Tag::Long(number)),
        TagId::Float => return Ok(Tag::Float(x.extract()?)),
        TagId::Double => return Ok(Tag::Double(x.extract()?)),
        _ => number.try_into().ok().map(Tag::Int),
    };
    Ok(tag
        .ok_or_else(|| Fault::of(format!("{number} is too large for its type; gamewire.Long has 64 bits")))?)
}

/// Converts a Python object. A number without a type of its own gets that of `like`.
pub(crate) fn from_py(x: &Any<'_>, like: Option<&Tag>, depth: usize) -> PyResult<Tag> {
    let py = x.py();
    let depth = depth.checked_sub(1).ok_or_else(|| Fault::of("the value is nested too deeply"))?;
    if x.is_instance_of::<PyString>() {
        return Ok(Tag::String(java(x)?));
    }
    if let Ok(dict) = x.cast::<PyDict>() {
        let mut compound = Compound::new();
        for (name, value) in dict.iter() {
            compound.push(java(&name)?, from_py(&value, None, depth)?);
        }
        return Ok(Tag::Compound(compound));
    }
    if x.is_instance_of::<PyInt>() {
        return int(x, like);
    }
    if let Ok(number) = x.cast::<PyFloat>() {
        let is_float = x.is_instance(&class(py, "Float")?)? || matches!(like, Some(Tag::Float(_)));
        return Ok(if is_float { Tag::Float(x.extract()?) } else { Tag::Double(number.value()) });
    }
    if x.is_instance(&class(py, "EmptyList")?)? && x.len()? == 0 {
        let element: String = x.getattr("element")?.extract()?;
        return Ok(Tag::List(List::empty(element.parse().map_err(Fault::of)?)));
    }
    if x.is_instance(&class(py, "Value")?)? {
        let (name, args, _): (String, Any<'_>, bool) = x.extract()?;
        return Ok(match name.as_str() {
            "Float" => Tag::Float(f32::from_be_bytes(args.extract()?)),
            "Double" => Tag::Double(f64::from_be_bytes(args.extract()?)),
            "Compound" => {
                let mut compound = Compound::new();
                for (name, value) in args.extract::<Vec<(Any<'_>, Any<'_>)>>()? {
                    compound.push(java(&name)?, from_py(&value, None, depth)?);
                }
                Tag::Compound(compound)
            }
            _ => return Err(Fault::of(format!("NBT has no Value of type {name}")).into()),
        });
    }
    if x.hasattr("tobytes")? {
        let (name, wire): (String, Vec<u8>) = class(py, "big")?.call1((x,))?.extract()?;
        // The bytes of an array are whole numbers.
        return Ok(match name.as_str() {
            ">i1" => {
                Tag::ByteArray(gamewire::minecraft::nbt::Numbers::try_from_wire(wire).map_err(Fault::of)?)
            }
            ">i4" => {
                Tag::IntArray(gamewire::minecraft::nbt::Numbers::try_from_wire(wire).map_err(Fault::of)?)
            }
            ">i8" => {
                Tag::LongArray(gamewire::minecraft::nbt::Numbers::try_from_wire(wire).map_err(Fault::of)?)
            }
            _ => return Err(Fault::of(format!("NBT has no array of {name}")).into()),
        });
    }
    let no_tag = || Fault::of(format!("{} is no type of NBT", x.get_type()));
    let items = x.try_iter().map_err(|_| no_tag())?;
    let items = items.map(|item| from_py(&item?, None, depth)).collect::<PyResult<Vec<_>>>()?;
    Ok(Tag::List(List::from_tags(items).map_err(Fault::of)?))
}
