//! gamewire for Python. The classes that Python has no type for are in `python/gamewire/_types.py`.

mod fault;
mod file;
mod godot;
mod nbt;
mod packets;

use std::borrow::Cow;
use std::sync::Arc;

use fault::{Any, Fault, types};
use gamewire::minecraft::TypeExpr;
use gamewire::minecraft::nbt::OptNbt;
use gamewire::path::EditError;
use gamewire_files::document::{AnyValue, Document, Format, OpenOptions, PacketPart};
use gamewire_files::shared::packages::{self, RowParts};
use pyo3::prelude::*;

/// Returns the format with a name.
fn format(name: &str, objects: bool) -> Result<Arc<Format>, Fault> {
    packages::format(name, objects).map_err(Fault::of)
}

/// Returns what `json.dumps` makes of a value.
fn dumps(value: &Any<'_>) -> PyResult<String> {
    types(value.py())?.dumps.bind(value.py()).call1((value,))?.extract()
}

/// Decodes one value.
fn value_of<'py>(py: Python<'py>, format: &Format, bytes: &[u8], plain: bool) -> PyResult<Any<'py>> {
    match format {
        Format::Godot(decoder) => {
            let value = py.detach(|| decoder.parse(bytes)).map_err(Fault::from)?;
            godot::to_py(py, &value)
        }
        Format::Minecraft(protocol, TypeExpr::Nbt) => {
            let OptNbt(root) = py.detach(|| protocol.parse(bytes)).map_err(Fault::from)?;
            root.map_or(Ok(py.None().into_bound(py)), |root| nbt::root(py, &root, plain))
        }
        Format::Minecraft(protocol, expr) => packets::to_py(py, *protocol, expr, bytes),
    }
}

/// Converts an element of a file.
fn any<'py>(py: Python<'py>, value: &AnyValue) -> PyResult<Any<'py>> {
    match value {
        AnyValue::Godot(value) => godot::to_py(py, value),
        AnyValue::Nbt(tag) => nbt::to_py(py, tag.into(), false),
        AnyValue::Packet(part) => types(py)?.loads.bind(py).call1((part.as_json(),)),
        _ => Err(Fault::of("this value has no form in Python").into()),
    }
}

/// Converts a Python object to an element of a file.
fn value_from(format: &Format, x: &Any<'_>) -> PyResult<AnyValue> {
    Ok(match format {
        Format::Godot(_) => godot::from_py(x)?.into(),
        Format::Minecraft(_, TypeExpr::Nbt) => nbt::from_py(x)?.into(),
        Format::Minecraft(..) => PacketPart::from_json(dumps(x)?).into(),
    })
}

/// Decodes one value.
///
/// Without a format, the bytes are those of a file: compression is removed and the format is detected. The file must hold
/// one value; `open` reads files of several. Full objects of Godot are refused unless `objects` is true. With `plain`, numbers
/// of NBT are `int` and `float` and lose their types, which is faster.
///
/// >>> import gamewire
/// >>> gamewire.decode(bytes.fromhex("0200000007000000"), "godot4")
/// 7
/// >>> gamewire.decode(bytes.fromhex("0a000004000474696d6500000000000000ff00"), "minecraft/nbt")
/// {'time': Long(255)}
#[pyfunction]
#[pyo3(signature = (data, format=None, *, objects=false, plain=false))]
fn decode<'py>(
    py: Python<'py>,
    data: Cow<'_, [u8]>,
    format: Option<&str>,
    objects: bool,
    plain: bool,
) -> PyResult<Any<'py>> {
    if let Some(name) = format {
        return value_of(py, &*self::format(name, objects)?, &data, plain);
    }
    let options = OpenOptions::new().allow_objects(objects);
    let document = py.detach(|| Document::open_with(&*data, &options)).map_err(Fault::from)?;
    let count = document.len();
    if count != 1 {
        return Err(Fault::of(format!("the file has {count} values; gamewire.open reads them")).into());
    }
    let value = document.value(0).map_err(Fault::from)?;
    value_of(py, &value.format(), &value.as_wire().map_err(Fault::from)?, plain)
}

/// Encodes one value. What `decode` returned (without `plain`) becomes the same bytes, if they were canonical.
///
/// >>> import gamewire
/// >>> gamewire.encode(7, "godot4").hex()
/// '0200000007000000'
/// >>> gamewire.decode(gamewire.encode({"hp": 9, "at": gamewire.Value("Vector2", (1.5, 2.0))}, "godot4"), "godot4")
/// {'hp': 9, 'at': Value(type='Vector2', args=(1.5, 2.0), wide=False)}
#[pyfunction]
fn encode(py: Python<'_>, value: &Any<'_>, format: &str) -> PyResult<Vec<u8>> {
    let format = self::format(format, true)?;
    let placed = |error| fault::within(py, error, "$");
    Ok(match &*format {
        Format::Godot(decoder) => {
            let (dialect, value) = (decoder.dialect(), godot::from_py(value).map_err(placed)?);
            py.detach(|| dialect.encode(&value)).map_err(EditError::from).map_err(Fault::from)?
        }
        Format::Minecraft(protocol, TypeExpr::Nbt) => {
            let root = nbt::to_root(value).map_err(placed)?;
            py.detach(|| protocol.encode(&root)).map_err(EditError::from).map_err(Fault::from)?
        }
        Format::Minecraft(..) => {
            let json = dumps(value)?;
            py.detach(|| format.from_json(&json)).map_err(Fault::of)?.bytes
        }
    })
}

/// Returns one value as JSON text that keeps all types, as `gamewire decode` prints it.
///
/// >>> import gamewire
/// >>> gamewire.to_json(bytes.fromhex("0200000007000000"), "godot4")
/// '"i:7"'
#[pyfunction]
#[pyo3(signature = (data, format, *, objects=false))]
fn to_json(py: Python<'_>, data: Cow<'_, [u8]>, format: &str, objects: bool) -> PyResult<String> {
    let format = self::format(format, objects)?;
    Ok(py.detach(|| format.to_json(&data)).map_err(Fault::from)?)
}

/// Encodes the JSON text of `to_json`.
///
/// >>> import gamewire
/// >>> gamewire.from_json('"i:7"', "godot4").hex()
/// '0200000007000000'
#[pyfunction]
fn from_json(py: Python<'_>, text: &str, format: &str) -> PyResult<Vec<u8>> {
    let format = self::format(format, true)?;
    Ok(py.detach(|| format.from_json(text)).map_err(Fault::of)?.bytes)
}

/// Says what bytes are: compression, encryption, format and dialect.
///
/// >>> import gamewire
/// >>> "Godot" in gamewire.identify(bytes.fromhex("040000000500000068656c6c6f000000"))
/// True
#[pyfunction]
fn identify(py: Python<'_>, data: Cow<'_, [u8]>) -> PyResult<String> {
    Ok(py.detach(|| gamewire_files::identify::identify(&data).to_string()))
}

/// Explains bytes, as text.
#[pyfunction]
fn explain_text(py: Python<'_>, data: Cow<'_, [u8]>, format: Option<&str>) -> PyResult<String> {
    let format = format.map(|name| self::format(name, true)).transpose()?;
    Ok(py.detach(|| packages::explain(&data, format.as_deref())).map_err(Fault::from)?)
}

/// Explains bytes, as the parts of `Row`.
#[pyfunction]
fn explain_rows(py: Python<'_>, data: Cow<'_, [u8]>, format: Option<&str>) -> PyResult<Vec<RowParts>> {
    let format = format.map(|name| self::format(name, true)).transpose()?;
    Ok(py.detach(|| packages::explain_rows(&data, format.as_deref())).map_err(Fault::from)?)
}

/// Returns the names of the versions of Minecraft whose packets are known.
#[pyfunction]
fn versions() -> Vec<&'static str> {
    gamewire::minecraft::Packets::versions().map(|(name, _)| name).collect()
}

#[pymodule]
mod _gamewire {
    #[pymodule_export]
    use super::file::{File, chunks, open, recording, region_chunk};
    #[pymodule_export]
    use super::{decode, encode, explain_rows, explain_text, from_json, identify, to_json, versions};
}
