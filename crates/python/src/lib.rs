//! gamewire for Python. The classes that Python has no type for are in `python/gamewire/_types.py`.

mod fault;
mod file;
mod godot;
mod nbt;
mod packets;

use fault::{Any, Fault};
use gamewire::minecraft::TypeExpr;
use gamewire::minecraft::nbt::OptNbt;
use gamewire_files::document::{AnyValue, Document, Format, OpenOptions};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

/// The most levels of containers in a value: more than the 512 of Minecraft, and few enough for a stack of 8 MB.
const DEPTH: usize = 520;

fn format(name: &str) -> Result<Format, Fault> {
    name.parse().map_err(Fault::of)
}

/// Returns what `json.loads` makes of a text.
fn loads<'py>(py: Python<'py>, text: &str) -> PyResult<Any<'py>> {
    py.import("json")?.getattr("loads")?.call1((text,))
}

/// Returns what `json.dumps` makes of a value.
fn dumps(value: &Any<'_>) -> PyResult<String> {
    value.py().import("json")?.getattr("dumps")?.call1((value,))?.extract()
}

/// Decodes one value.
fn value_of<'py>(py: Python<'py>, format: &Format, bytes: &[u8]) -> PyResult<Any<'py>> {
    match format {
        Format::Godot(decoder) => {
            let value = py.detach(|| decoder.parse(bytes)).map_err(Fault::from)?;
            godot::to_py(py, &value, DEPTH)
        }
        Format::Minecraft(protocol, TypeExpr::Nbt) => {
            let OptNbt(root) = py.detach(|| protocol.parse(bytes)).map_err(Fault::from)?;
            root.map_or(Ok(py.None().into_bound(py)), |root| nbt::root(py, &root))
        }
        Format::Minecraft(..) => {
            let json = py.detach(|| format.to_json(bytes)).map_err(Fault::from)?;
            loads(py, &json)
        }
    }
}

/// Converts an element of a file.
fn any<'py>(py: Python<'py>, value: &AnyValue) -> PyResult<Any<'py>> {
    match value {
        AnyValue::Godot(value) => godot::to_py(py, value, DEPTH),
        AnyValue::Nbt(tag) => nbt::to_py(py, tag.into(), DEPTH),
        AnyValue::Packet(part) => loads(py, part.as_json()),
        _ => Err(Fault::of("this value has no form in Python").into()),
    }
}

/// Decodes one value.
///
/// Without a format, the bytes are those of a file: compression is removed and the format is detected. The file must hold
/// one value; `open` reads files of several.
///
/// >>> import gamewire
/// >>> gamewire.decode(bytes.fromhex("0200000007000000"), "godot4")
/// 7
/// >>> gamewire.decode(bytes.fromhex("ac02"), "minecraft/varint")
/// 300
#[pyfunction]
#[pyo3(signature = (data, format=None, *, objects=false))]
fn decode<'py>(py: Python<'py>, data: &[u8], format: Option<&str>, objects: bool) -> PyResult<Any<'py>> {
    if let Some(name) = format {
        return value_of(py, &self::format(name)?.allow_objects(objects), data);
    }
    let options = OpenOptions::new().allow_objects(objects);
    let document = py.detach(|| Document::open_with(data, &options)).map_err(Fault::from)?;
    if document.len() != 1 {
        let count = document.len();
        return Err(
            Fault::of(format!("the file has {count} values; use gamewire.open(data).values()")).into()
        );
    }
    let value = document.value(0).map_err(Fault::from)?;
    value_of(py, document.format(), &value.as_wire().map_err(Fault::from)?)
}

/// Encodes one value.
///
/// >>> import gamewire
/// >>> gamewire.encode(7, "godot4").hex()
/// '0200000007000000'
/// >>> gamewire.decode(gamewire.encode({"hp": 9, "at": gamewire.Value("Vector2", (1.5, 2.0))}, "godot4"), "godot4")
/// {'hp': 9, 'at': Value(type='Vector2', args=(1.5, 2.0), wide=False)}
#[pyfunction]
fn encode<'py>(py: Python<'py>, value: &Any<'py>, format: &str) -> PyResult<Bound<'py, PyBytes>> {
    let format = self::format(format)?;
    let bytes = match &format {
        Format::Godot(decoder) => {
            let (dialect, value) = (decoder.dialect(), godot::from_py(value, DEPTH)?);
            py.detach(|| dialect.encode(&value)).map_err(Fault::from)?
        }
        Format::Minecraft(protocol, TypeExpr::Nbt) => {
            let root = nbt::to_root(value)?;
            py.detach(|| protocol.encode(&root)).map_err(Fault::from)?
        }
        Format::Minecraft(..) => {
            let json = dumps(value)?;
            py.detach(|| format.from_json(&json)).map_err(Fault::of)?.bytes
        }
    };
    Ok(PyBytes::new(py, &bytes))
}

/// Says what bytes are: compression, encryption, format and dialect.
///
/// >>> import gamewire
/// >>> "Godot" in gamewire.identify(bytes.fromhex("040000000500000068656c6c6f000000"))
/// True
#[pyfunction]
fn identify(py: Python<'_>, data: &[u8]) -> String {
    py.detach(|| gamewire_files::identify::identify(data).to_string())
}

/// Explains every byte, also of damaged data: as text, or with `rows=True` as a list of dicts.
///
/// >>> import gamewire
/// >>> row = gamewire.explain(bytes.fromhex("0200000007000000"), "godot4", rows=True)[-1]
/// >>> row["offset"], row["length"], row["path"], row["meaning"]
/// (4, 4, '$', 'value = 7')
#[pyfunction]
#[pyo3(signature = (data, format=None, *, rows=false))]
fn explain<'py>(py: Python<'py>, data: &[u8], format: Option<&str>, rows: bool) -> PyResult<Any<'py>> {
    let format = format.map(self::format).transpose()?;
    let (mut text, mut all) = (String::new(), Vec::new());
    py.detach(|| {
        let mut each = |explainer: &gamewire::explain::Explainer<'_>| match rows {
            true => all.extend(explainer.all_rows()),
            false => text.push_str(&explainer.explain().text()),
        };
        match &format {
            Some(format) => each(&format.explainer(data)),
            None => {
                let options = OpenOptions::new().allow_damaged(true).allow_incomplete(true);
                Document::open_with(data, &options)?.explain().iter().for_each(each);
            }
        }
        Ok::<_, Fault>(())
    })?;
    if !rows {
        return Ok(text.into_pyobject(py)?.into_any());
    }
    let rows = all.iter().map(|row| {
        let dict = PyDict::new(py);
        dict.set_item("offset", row.start)?;
        dict.set_item("length", row.len)?;
        dict.set_item("depth", row.depth)?;
        dict.set_item("path", row.path().to_string())?;
        dict.set_item("type", row.type_name())?;
        dict.set_item("meaning", &row.meaning)?;
        Ok(dict)
    });
    rows.collect::<PyResult<Vec<_>>>()?.into_pyobject(py)
}

#[pymodule]
fn _gamewire(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<file::File>()?;
    m.add_class::<file::Region>()?;
    m.add_class::<packets::Packets>()?;
    m.add_class::<packets::Recording>()?;
    m.add_function(wrap_pyfunction!(decode, m)?)?;
    m.add_function(wrap_pyfunction!(encode, m)?)?;
    m.add_function(wrap_pyfunction!(identify, m)?)?;
    m.add_function(wrap_pyfunction!(explain, m)?)?;
    m.add_function(wrap_pyfunction!(file::open, m)?)?;
    m.add_function(wrap_pyfunction!(file::chunks, m)?)
}
