//! NBT as Python objects, and back.

use gamewire::minecraft::nbt::{Compound, JavaStr, List, Nbt, Numbers, OptNbt, Tag, TagId, TagRef};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyList, PyString};

use crate::fault::{Any, Fault, Types, below, types, within};
use gamewire_files::shared::packages::DEPTH;

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
    let units = units.as_chunks().0.iter().map(|unit| u16::from_le_bytes(*unit));
    Ok(JavaStr::from_units(&units.collect::<Vec<_>>()))
}

/// Converts a root. Only one with a name is a `Root`.
pub(crate) fn root<'py>(py: Python<'py>, root: &Nbt, plain: bool) -> PyResult<Any<'py>> {
    let value = to_py(py, (&root.root).into(), plain)?;
    if root.name.is_empty() {
        return Ok(value);
    }
    types(py)?.root.bind(py).call1((text(py, &root.name)?, value))
}

pub(crate) fn to_root(value: &Any<'_>) -> PyResult<OptNbt> {
    if value.is_none() {
        return Ok(OptNbt(None));
    }
    if value.get_type().is(&types(value.py())?.root) {
        let (name, value): (Any<'_>, Any<'_>) = value.extract()?;
        return Ok(OptNbt(Some(Nbt::new(java(&name)?, from_py(&value)?))));
    }
    Ok(OptNbt(Some(Nbt::unnamed(from_py(value)?))))
}

/// Converts a tag. With `plain`, all numbers are `int` and `float`, and lose their types.
pub(crate) fn to_py<'py>(py: Python<'py>, tag: TagRef<'_>, plain: bool) -> PyResult<Any<'py>> {
    To { py, types: types(py)?, plain }.tag(tag, DEPTH)
}

#[derive(Clone, Copy)]
struct To<'py> {
    py: Python<'py>,
    types: &'py Types,
    plain: bool,
}

impl<'py> To<'py> {
    fn tag(self, tag: TagRef<'_>, depth: usize) -> PyResult<Any<'py>> {
        let (py, types) = (self.py, self.types);
        let value = |name: &str, args: Any<'py>| types.value.bind(py).call1((name, args));
        let array = |wire: &[u8], name: &str| types.array.bind(py).call1((PyBytes::new(py, wire), name, 1));
        match tag {
            TagRef::Int(x) => Ok(x.into_pyobject(py)?.into_any()),
            TagRef::Byte(x) if self.plain => Ok(x.into_pyobject(py)?.into_any()),
            TagRef::Short(x) if self.plain => Ok(x.into_pyobject(py)?.into_any()),
            TagRef::Long(x) if self.plain => Ok(x.into_pyobject(py)?.into_any()),
            TagRef::Float(x) if self.plain => Ok(PyFloat::new(py, x.into()).into_any()),
            TagRef::Double(x) if self.plain || !x.is_nan() => Ok(PyFloat::new(py, x).into_any()),
            TagRef::Byte(x) => Ok(types.bytes[usize::from(x.cast_unsigned())].bind(py).clone()),
            TagRef::Short(x) => types.short.bind(py).call1((x,)),
            TagRef::Long(x) => types.long.bind(py).call1((x,)),
            // The bits of a NaN are not kept by every conversion.
            TagRef::Float(x) if x.is_nan() => value("Float", PyBytes::new(py, &x.to_be_bytes()).into_any()),
            TagRef::Double(x) => value("Double", PyBytes::new(py, &x.to_be_bytes()).into_any()),
            TagRef::Float(x) => types.float.bind(py).call1((x,)),
            TagRef::String(x) => text(py, x),
            TagRef::ByteArray(x) => array(x.as_wire(), ">i1"),
            TagRef::IntArray(x) => array(x.as_wire(), ">i4"),
            TagRef::LongArray(x) => array(x.as_wire(), ">i8"),
            TagRef::List(list) if list.is_empty() && list.element_type() != TagId::End => {
                types.empty_list.bind(py).call1((list.element_type().name(),))
            }
            TagRef::List(list) => {
                let depth = below(depth)?;
                let items = list.iter().map(|item| self.tag(item, depth)).collect::<PyResult<Vec<_>>>()?;
                Ok(PyList::new(py, items)?.into_any())
            }
            TagRef::Compound(compound) => {
                let (dict, depth) = (PyDict::new(py), below(depth)?);
                let mut pairs = Vec::with_capacity(compound.len());
                for (name, tag) in compound.entries() {
                    let pair = (text(py, name)?, self.tag(tag.into(), depth)?);
                    dict.set_item(&pair.0, &pair.1)?;
                    pairs.push(pair);
                }
                // A name can be there twice.
                if dict.len() == pairs.len() {
                    Ok(dict.into_any())
                } else {
                    value("Compound", pairs.into_pyobject(py)?)
                }
            }
            _ => Err(Fault::of("this tag has no form in Python").into()),
        }
    }
}

/// Converts a Python object.
pub(crate) fn from_py(x: &Any<'_>) -> PyResult<Tag> {
    from(types(x.py())?, x, DEPTH)
}

/// Converts an array.
fn array(types: &Types, x: &Any<'_>) -> PyResult<Tag> {
    let (name, wire): (String, Bound<'_, PyBytes>) = types.wire.bind(x.py()).call1((x, ">"))?.extract()?;
    let wire = wire.as_bytes().to_vec();
    Ok(match name.as_str() {
        ">i1" => Tag::ByteArray(Numbers::try_from_wire(wire).map_err(Fault::of)?),
        ">i4" => Tag::IntArray(Numbers::try_from_wire(wire).map_err(Fault::of)?),
        ">i8" => Tag::LongArray(Numbers::try_from_wire(wire).map_err(Fault::of)?),
        _ => return Err(Fault::of(format!("NBT has no array of {name}")).into()),
    })
}

fn compound<'py>(
    types: &Types,
    pairs: impl Iterator<Item = (Any<'py>, Any<'py>)>,
    depth: usize,
) -> PyResult<Tag> {
    let (depth, mut compound) = (below(depth)?, Compound::new());
    for (name, value) in pairs {
        let tag = from(types, &value, depth);
        let tag = tag.map_err(|error| within(value.py(), error, format_args!("[{name:?}]")))?;
        compound.push(java(&name)?, tag);
    }
    Ok(Tag::Compound(compound))
}

fn from(types: &Types, x: &Any<'_>, depth: usize) -> PyResult<Tag> {
    let (py, class) = (x.py(), x.get_type());
    if let Ok(dict) = x.cast::<PyDict>() {
        return compound(types, dict.iter(), depth);
    }
    if let Ok(list) = x.cast::<PyList>() {
        if list.is_empty() && class.is(&types.empty_list) {
            let element: String = x.getattr("element")?.extract()?;
            return Ok(Tag::List(List::empty(element.parse().map_err(Fault::of)?)));
        }
        let depth = below(depth)?;
        let items = list.iter().enumerate().map(|(at, item)| {
            from(types, &item, depth).map_err(|error| within(py, error, format_args!("[{at}]")))
        });
        return Ok(Tag::List(List::from_tags(items.collect::<PyResult<_>>()?).map_err(Fault::of)?));
    }
    Ok(match () {
        () if x.is_instance_of::<PyString>() => Tag::String(java(x)?),
        () if class.is(&types.byte) || x.is_instance_of::<PyBool>() => Tag::Byte(x.extract()?),
        () if class.is(&types.short) => Tag::Short(x.extract()?),
        () if class.is(&types.long) => Tag::Long(x.extract()?),
        () if x.is_instance_of::<PyInt>() => Tag::Int(x.extract()?),
        () if class.is(&types.float) => Tag::Float(x.extract()?),
        () if x.is_instance_of::<PyFloat>() => Tag::Double(x.extract()?),
        () if class.is(&types.value) => {
            let (name, args, _): (String, Any<'_>, bool) = x.extract()?;
            match name.as_str() {
                "Float" => Tag::Float(f32::from_be_bytes(args.extract()?)),
                "Double" => Tag::Double(f64::from_be_bytes(args.extract()?)),
                "Compound" => compound(types, args.extract::<Vec<_>>()?.into_iter(), depth)?,
                _ => return Err(Fault::of(format!("NBT has no Value of type {name}")).into()),
            }
        }
        () if x.hasattr("tobytes")? => array(types, x)?,
        () => {
            let name = class.name()?;
            let text = "is no type of NBT; arrays are those of numpy or of the module array";
            return Err(Fault::of(format!("{name} {text}")).into());
        }
    })
}
