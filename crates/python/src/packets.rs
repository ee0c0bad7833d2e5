//! Packets of Minecraft and recordings of them.

use gamewire::minecraft::{self, Packet, Side, State};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::fault::{Any, Fault};
use crate::{dumps, loads};

/// The limit for the unpacked packets of a recording.
const MOST: usize = 1 << 30;

fn version(name: &str) -> Result<minecraft::Packets, Fault> {
    minecraft::Packets::named(name)
        .ok_or_else(|| Fault::of(format!("there is no version {name} of Minecraft")))
}

/// The packets of a version of Minecraft.
///
/// >>> from gamewire import Packets
/// >>> packets = Packets("1.20.4")
/// >>> ping = packets.decode("status", "toServer", bytes.fromhex("010000000000000007"))
/// >>> packets.encode("status", "toServer", ping).hex()
/// '010000000000000007'
#[pyclass(module = "gamewire", frozen)]
pub(crate) struct Packets(minecraft::Packets);

impl Packets {
    fn all(&self, state: &str, direction: &str) -> Result<&Packet, Fault> {
        let of = State::ALL.into_iter().find(|x| x.name() == state);
        let of = of.ok_or_else(|| Fault::of(format!("there is no state {state}")))?;
        let side = Side::ALL.into_iter().find(|x| x.direction() == direction);
        let side = side.ok_or_else(|| Fault::of(format!("{direction} is not toClient or toServer")))?;
        self.0
            .all(of, side)
            .ok_or_else(|| Fault::of(format!("this version has no packets in {state}.{direction}")))
    }
}

#[pymethods]
impl Packets {
    #[new]
    fn new(version: &str) -> PyResult<Self> {
        Ok(Self(self::version(version)?))
    }

    /// Decodes a packet, which begins with its id. `direction` is `toClient` or `toServer`.
    fn decode<'py>(&self, py: Python<'py>, state: &str, direction: &str, data: &[u8]) -> PyResult<Any<'py>> {
        let all = self.all(state, direction)?;
        let json = py.detach(|| all.parse(data).map(|value| all.to_json(&value)));
        loads(py, &json.map_err(|error| Fault::from(error.error().clone()))?)
    }

    /// Encodes a packet in the form that `decode` returns.
    fn encode<'py>(
        &self,
        py: Python<'py>,
        state: &str,
        direction: &str,
        value: &Any<'py>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let all = self.all(state, direction)?;
        let value = all.from_json(&dumps(value)?).map_err(Fault::of)?;
        Ok(PyBytes::new(py, &all.encode(&value).map_err(Fault::of)?))
    }

    /// Explains every byte of a packet.
    fn explain(&self, state: &str, direction: &str, data: &[u8]) -> PyResult<String> {
        Ok(self.all(state, direction)?.explain(data).text())
    }
}

/// The packets that one side sent, from the bytes of a recording or of a `.mcpr` file.
#[pyclass(module = "gamewire", frozen)]
pub(crate) struct Recording(minecraft::Recording<'static>);

#[pymethods]
impl Recording {
    #[new]
    #[pyo3(signature = (data, version=None))]
    fn new(py: Python<'_>, data: Vec<u8>, version: Option<&str>) -> PyResult<Self> {
        let packets = version.map(self::version).transpose()?;
        Ok(Self(py.detach(|| minecraft::Recording::read(packets, data, MOST))))
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// The version, if it is known.
    #[getter]
    fn version(&self) -> Option<&str> {
        self.0.version.as_deref()
    }

    /// The reason why the rest of the recording cannot be read, if there is one.
    #[getter]
    fn error(&self) -> Option<String> {
        self.0.error().map(ToString::to_string)
    }

    /// Returns a packet by its number: its state, name, offset and value. The value of an unreadable packet is its bytes.
    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        number: usize,
    ) -> PyResult<(&str, Option<&str>, usize, Any<'py>)> {
        let one = self.0.packet(number).ok_or_else(|| pyo3::exceptions::PyIndexError::new_err(number))?;
        let json = match one.error {
            None => py.detach(|| one.packet.parse(&one.bytes).map(|value| one.packet.to_json(&value))).ok(),
            Some(_) => None,
        };
        let value =
            json.map_or_else(|| Ok(PyBytes::new(py, &one.bytes).into_any()), |json| loads(py, &json))?;
        Ok((one.packet.state().name(), one.packet.name(), one.frame.start, value))
    }
}
