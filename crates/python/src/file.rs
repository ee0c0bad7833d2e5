//! Files and regions.

use std::borrow::Cow;
use std::path::PathBuf;

use gamewire::minecraft::nbt::Tag;
use gamewire::path::Path;
use gamewire_files::document::{AnyValue, Document, OpenOptions};
use gamewire_files::godot::EncryptionKey;
use gamewire_files::minecraft::region::Region;
use gamewire_files::shared::packages::{self, CHUNK, MOST_PATHS};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::fault::{Any, Fault, types, within};
use crate::{any, nbt, value_from, value_of};

/// The most bytes of all chunks together.
const CHUNKS: usize = 4 << 30;

fn path(text: &str) -> Result<Path, Fault> {
    text.parse().map_err(Fault::of)
}

/// An opened file. `open` returns it.
#[pyclass(module = "gamewire")]
pub(crate) struct File {
    document: Document<'static>,
    path: Option<PathBuf>,
}

/// Opens a file, by its path or its bytes, with compression and encryption.
///
/// >>> import gamewire
/// >>> file = gamewire.open(bytes.fromhex("0a0000030004476f6c640000000700"))
/// >>> file.get("$.Gold")
/// 7
/// >>> file.set("$.Gold", 999)
/// >>> file.save().hex()
/// '0a0000030004476f6c64000003e700'
#[pyfunction]
#[pyo3(signature = (file, format=None, *, password=None, chunk=None))]
pub(crate) fn open(
    py: Python<'_>,
    file: &Any<'_>,
    format: Option<&str>,
    password: Option<&str>,
    chunk: Option<&str>,
) -> PyResult<File> {
    let (bytes, path) = match file.extract::<Cow<'_, [u8]>>() {
        Ok(bytes) => (bytes.into_owned(), None),
        Err(_) => {
            let path: PathBuf = file.extract()?;
            (py.detach(|| std::fs::read(&path))?, Some(path))
        }
    };
    let options = OpenOptions::new()
        .format(format.map(|name| crate::format(name, true)).transpose()?.map(|format| (*format).clone()))
        .key(password.map(EncryptionKey::from_password))
        .chunk(chunk.map(str::parse).transpose().map_err(Fault::of)?);
    let document = py.detach(|| Document::open_with(bytes, &options)).map_err(Fault::from)?;
    Ok(File { document, path })
}

#[pymethods]
impl File {
    fn __len__(&self) -> usize {
        self.document.len()
    }

    /// The name of the format, which `decode` and `encode` take.
    #[getter]
    fn format(&self) -> String {
        self.document.format().to_string()
    }

    /// Returns all values of the file.
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Vec<Any<'py>>> {
        let values =
            self.document.values().map(|value| (value.format(), value.as_wire().map_err(Fault::from)));
        values.map(|(format, wire)| value_of(py, &format, &wire?, false)).collect()
    }

    /// Returns the value at a path, such as `$.player.items[0]`.
    fn get<'py>(&self, py: Python<'py>, path: &str) -> PyResult<Any<'py>> {
        any(py, &self.document.get_path(&self::path(path)?).map_err(Fault::from)?)
    }

    /// Sets the value at a path. A number, a text and a list of numbers take the type of the value that is there.
    fn set(&mut self, py: Python<'_>, path: &str, value: &Any<'_>) -> PyResult<()> {
        let (at, format) = (self::path(path)?, self.document.format());
        // A dictionary stays as it is, so that the old value need not be built.
        let old = if value.is_instance_of::<PyDict>() { None } else { self.get(py, path).ok() };
        let like = types(py)?.like.bind(py).call1((value, old, format.nbt().is_some()));
        let new = like.and_then(|new| value_from(format, &new)).map_err(|error| within(py, error, path))?;
        Ok(py.detach(|| self.document.set_path(&at, new)).map_err(Fault::from)?)
    }

    /// Removes the value at a path, with its key.
    fn remove(&mut self, path: &str) -> PyResult<()> {
        Ok(self.document.remove_path(&self::path(path)?).map_err(Fault::from)?)
    }

    /// Returns the paths of all entries with this key. If the file has several values, paths begin with their number.
    fn find(&self, py: Python<'_>, key: &str) -> PyResult<Vec<String>> {
        Ok(py.detach(|| self.document.find_key(key, MOST_PATHS)).map_err(Fault::from)?)
    }

    /// Returns the differences to another file: the path, and the old and the new value. `None` stands for a value that is
    /// not there.
    fn diff<'py>(&self, py: Python<'py>, other: &Self) -> PyResult<Vec<Change<'py>>> {
        let changes = py.detach(|| self.document.diff(&other.document, MOST_PATHS)).map_err(Fault::from)?;
        let side = |side: Option<AnyValue>| side.map(|value| any(py, &value)).transpose();
        let row = |(path, (old, new))| Ok((path, side(old)?, side(new)?));
        changes.into_iter().map(|(path, change)| (path, change.sides())).map(row).collect()
    }

    /// Returns the bytes of the file, and writes them to `path`, or to the path that was opened. The file is replaced as a whole.
    /// Containers and all bytes that were not changed are kept.
    #[pyo3(signature = (path=None))]
    fn save<'py>(&self, py: Python<'py>, path: Option<PathBuf>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = PyBytes::new(py, &py.detach(|| self.document.encode()).map_err(Fault::from)?);
        if let Some(path) = path.as_ref().or(self.path.as_ref()) {
            types(py)?.replace.bind(py).call1((path, &bytes))?;
        }
        Ok(bytes)
    }
}

/// A path, and the old and the new value.
type Change<'py> = (String, Option<Any<'py>>, Option<Any<'py>>);

/// Returns the NBT of one chunk of a region.
#[pyfunction]
pub(crate) fn region_chunk(py: Python<'_>, data: &[u8], x: u8, z: u8) -> PyResult<Option<Vec<u8>>> {
    Ok(py.detach(|| packages::chunk(data, x, z)).map_err(Fault::from)?)
}

/// The x, z and time of a chunk, and the values at the paths.
type Row<'py> = (u8, u8, u32, Vec<Option<Any<'py>>>);

/// Returns the values at paths in all chunks of a region, for tables: rows of `(x, z, time, values)`. Other values are not built. A
/// value that is not there is `None`. Without paths, no chunk is unpacked.
///
/// >>> import gamewire
/// >>> gamewire.chunks(bytes(8192), ["$.DataVersion", "$.Status"])
/// []
#[pyfunction]
#[pyo3(signature = (data, paths, *, plain=false))]
pub(crate) fn chunks<'py>(
    py: Python<'py>,
    data: Cow<'_, [u8]>,
    paths: Vec<String>,
    plain: bool,
) -> PyResult<Vec<Row<'py>>> {
    let paths = paths.iter().map(|text| path(text)).collect::<Result<Vec<_>, _>>()?;
    let rows =
        py.detach(|| Region::parse(&data)?.values(&paths, CHUNK, CHUNKS).collect::<Result<Vec<_>, _>>());
    let rows = rows.map_err(Fault::from)?.into_iter().map(|(chunk, tags)| {
        let value = |tag: &Option<Tag>| tag.as_ref().map(|tag| nbt::to_py(py, tag.into(), plain)).transpose();
        let values = tags.iter().map(value).collect::<PyResult<_>>()?;
        Ok((chunk.at.x(), chunk.at.z(), chunk.time, values))
    });
    rows.collect()
}

/// The state, name and offset of a packet, whether it can be read, and its bytes.
type Packet<'py> = (&'static str, Option<String>, usize, bool, Bound<'py, PyBytes>);
/// The version, the direction, the error at the end, and the packets.
type Packets<'py> = (Option<String>, &'static str, Option<String>, Vec<Packet<'py>>);

/// Returns the packets that one side sent.
#[pyfunction]
pub(crate) fn recording<'py>(
    py: Python<'py>,
    data: Vec<u8>,
    version: Option<&str>,
) -> PyResult<Packets<'py>> {
    let all = py.detach(|| packages::recording(data, version)).map_err(Fault::of)?;
    let rows = all.packets().map(|one| {
        let (state, name) = (one.packet.state().name(), one.packet.name().map(str::to_owned));
        (state, name, one.frame.start, one.error.is_none(), PyBytes::new(py, &one.bytes))
    });
    Ok((all.version.clone(), all.side.name(), all.error().map(ToString::to_string), rows.collect()))
}
