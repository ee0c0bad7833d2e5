//! Files and regions.

use std::path::PathBuf;

use gamewire::minecraft::Protocol;
use gamewire::minecraft::nbt::{OptNbtView, Tag};
use gamewire::path::{Change, Path};
use gamewire_files::document::{AnyValue, AnyView, Document, Format, OpenOptions, PacketPart};
use gamewire_files::godot::EncryptionKey;
use gamewire_files::minecraft::region;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::fault::{Any, Fault};
use crate::{DEPTH, any, dumps, godot, nbt, value_of};

/// The limit for an unpacked chunk.
const CHUNK: usize = 256 << 20;

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
    let (bytes, path) = match file.cast::<PyBytes>() {
        Ok(bytes) => (bytes.as_bytes().to_vec(), None),
        Err(_) => {
            let path: PathBuf = file.extract()?;
            (py.detach(|| std::fs::read(&path))?, Some(path))
        }
    };
    let options = OpenOptions::new()
        .format(format.map(crate::format).transpose()?)
        .key(password.map(EncryptionKey::from_password))
        .chunk(chunk.map(str::parse).transpose().map_err(Fault::of)?);
    let document = py.detach(|| Document::open_with(bytes, &options)).map_err(Fault::from)?;
    Ok(File { document, path })
}

/// Collects the paths of the entries with a key.
fn search(view: &AnyView<'_>, at: &str, key: &str, depth: usize, found: &mut Vec<String>) {
    for child in view.children() {
        let place = format!("{at}{}", child.step);
        if child.key.as_deref() == Some(key) {
            found.push(place.clone());
        }
        if depth > 0 {
            search(&child.view, &place, key, depth - 1, found);
        }
    }
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
        let values = self.document.values();
        values
            .map(|value| value_of(py, self.document.format(), &value.as_wire().map_err(Fault::from)?))
            .collect()
    }

    /// Returns the value at a path, such as `$.player.items[0]`.
    fn get<'py>(&self, py: Python<'py>, path: &str) -> PyResult<Any<'py>> {
        any(py, &self.document.get_path(&self::path(path)?).map_err(Fault::from)?)
    }

    /// Sets the value at a path. A number takes the type of the tag that is there.
    fn set(&mut self, path: &str, value: &Any<'_>) -> PyResult<()> {
        let path = self::path(path)?;
        let new = match self.document.format() {
            Format::Godot(_) => {
                let new = godot::from_py(value, DEPTH)?;
                // An int where a float is remains a float.
                match (self.document.get_path(&path), new) {
                    (
                        Ok(AnyValue::Godot(gamewire::godot::Variant::Float(_))),
                        gamewire::godot::Variant::Int(_),
                    ) => gamewire::godot::Variant::Float(value.extract()?).into(),
                    (_, new) => new.into(),
                }
            }
            format if format.nbt().is_some() => {
                let old = self.document.get_path(&path).ok();
                nbt::from_py(value, old.as_ref().and_then(AnyValue::as_nbt), DEPTH)?.into()
            }
            _ => AnyValue::Packet(PacketPart::from_json(dumps(value)?)),
        };
        Ok(self.document.set_path(&path, new).map_err(Fault::from)?)
    }

    /// Removes the value at a path, with its key.
    fn remove(&mut self, path: &str) -> PyResult<()> {
        Ok(self.document.remove_path(&self::path(path)?).map_err(Fault::from)?)
    }

    /// Returns the paths of all entries with this key. If the file has several values, paths begin with their number.
    fn find(&self, py: Python<'_>, key: &str) -> PyResult<Vec<String>> {
        let found = py.detach(|| {
            let mut found = Vec::new();
            for (number, value) in self.document.values().enumerate() {
                let at = if self.document.len() == 1 { "$".into() } else { format!("$[{number}]") };
                let wire = value.as_wire()?;
                let look = |view: AnyView<'_>| search(&view, &at, key, DEPTH, &mut found);
                self.document.format().view(&wire, &Path::default(), look)?;
            }
            Ok::<_, Fault>(found)
        });
        Ok(found?)
    }

    /// Returns the differences to another file: the path, and the old and the new value. `None` stands for a value that is
    /// not there.
    fn diff<'py>(&self, py: Python<'py>, other: &Self) -> PyResult<Vec<(String, Any<'py>, Any<'py>)>> {
        if self.document.len() != 1 || other.document.len() != 1 {
            return Err(Fault::of("only files of one value are compared").into());
        }
        let (old, new) = (&self.document, &other.document);
        let changes = py.detach(|| {
            let mut changes = Vec::new();
            let (one, two) = (old.value(0)?, new.value(0)?);
            let (one, two) = (one.as_wire()?, two.as_wire()?);
            let same = old.format().diff_each(&one, (new.format(), &two), |path, change| {
                changes.push((path.to_string(), change));
                Ok::<_, Fault>(())
            })?;
            if same { Ok(changes) } else { Err(Fault::of("the files are of different games")) }
        })?;
        let none = || py.None().into_bound(py);
        let rows = changes.into_iter().map(|(path, change)| {
            Ok(match change {
                Change::Added(new) => (path, none(), any(py, &new)?),
                Change::Removed(old) => (path, any(py, &old)?, none()),
                Change::Changed(old, new) => (path, any(py, &old)?, any(py, &new)?),
                _ => (path, none(), none()),
            })
        });
        rows.collect()
    }

    /// Returns the bytes of the file, and writes them to `path`, or to the path that was opened. Containers and all bytes
    /// that were not changed are kept.
    #[pyo3(signature = (path=None))]
    fn save<'py>(&self, py: Python<'py>, path: Option<PathBuf>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = py.detach(|| self.document.encode()).map_err(Fault::from)?;
        if let Some(path) = path.as_ref().or(self.path.as_ref()) {
            py.detach(|| std::fs::write(path, &bytes))?;
        }
        Ok(PyBytes::new(py, &bytes))
    }
}

/// A region file, which holds up to 1,024 chunks.
#[pyclass(module = "gamewire", frozen)]
pub(crate) struct Region(Vec<u8>);

#[pymethods]
impl Region {
    #[new]
    fn new(data: Vec<u8>) -> PyResult<Self> {
        region::Region::parse(&data).map_err(Fault::of)?;
        Ok(Self(data))
    }

    fn __len__(&self) -> PyResult<usize> {
        Ok(region::Region::parse(&self.0).map_err(Fault::of)?.chunks().count())
    }

    /// Returns the x, z and time of each chunk, and its NBT as bytes for `decode`.
    fn chunks<'py>(&self, py: Python<'py>) -> PyResult<Vec<(u8, u8, u32, Bound<'py, PyBytes>)>> {
        let rows = py.detach(|| {
            let region = region::Region::parse(&self.0).map_err(Fault::of)?;
            let rows = region.chunks().map(|chunk| {
                let bytes = chunk.unpack(CHUNK).map_err(Fault::of)?.into_owned();
                Ok((chunk.at().x(), chunk.at().z(), chunk.time(), bytes))
            });
            rows.collect::<Result<Vec<_>, Fault>>()
        })?;
        Ok(rows.into_iter().map(|(x, z, time, bytes)| (x, z, time, PyBytes::new(py, &bytes))).collect())
    }
}

/// The x, z and time of a chunk, and the values at the paths.
type Row<T> = (u8, u8, u32, Vec<T>);

/// Returns the values at paths in all chunks of a region, for tables. Other values are not built. A value that is not there
/// is `None`.
#[pyfunction]
pub(crate) fn chunks<'py>(py: Python<'py>, data: &[u8], paths: Vec<String>) -> PyResult<Vec<Row<Any<'py>>>> {
    let paths = paths.iter().map(|text| path(text)).collect::<Result<Vec<_>, _>>()?;
    let rows = py.detach(|| {
        let region = region::Region::parse(data).map_err(Fault::of)?;
        let rows = region.chunks().map(|chunk| {
            let bytes = chunk.unpack(CHUNK).map_err(Fault::of)?;
            let OptNbtView(view) = Protocol::V1_14.parse(&bytes)?;
            let value = |path| Some(view.as_ref()?.view_path(path).ok()?.to_tag());
            Ok((chunk.at().x(), chunk.at().z(), chunk.time(), paths.iter().map(value).collect()))
        });
        rows.collect::<Result<Vec<Row<Option<Tag>>>, Fault>>()
    })?;
    let rows = rows.into_iter().map(|(x, z, time, tags)| {
        let values = tags.iter().map(|tag| match tag {
            Some(tag) => nbt::to_py(py, tag.into(), DEPTH),
            None => Ok(py.None().into_bound(py)),
        });
        Ok((x, z, time, values.collect::<PyResult<_>>()?))
    });
    rows.collect()
}
