"""Region files and packets of Minecraft, on the functions of the other half."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Tuple

from ._explain import explain
from ._gamewire import chunks, decode, encode, recording, region_chunk, versions


class Region(Mapping[Tuple[int, int], bytes]):
    """A region file: a mapping from the places of its chunks, `(x, z)` of 0 to 31, to their NBT, which `decode` reads.

    >>> import gamewire
    >>> list(gamewire.Region(bytes(8192)))
    []
    """

    def __init__(self, data: bytes) -> None:
        self._data = bytes(data)
        #: The seconds from 1970 to when each chunk was saved.
        self.times = {(x, z): time for x, z, time, _ in chunks(self._data, [])}

    def __len__(self) -> int:
        return len(self.times)

    def __iter__(self) -> "Iterator[tuple[int, int]]":
        return iter(self.times)

    def __contains__(self, at: object) -> bool:
        return at in self.times

    def __getitem__(self, at: "tuple[int, int]") -> bytes:
        chunk = region_chunk(self._data, *at) if at in self.times else None
        if chunk is None:
            raise KeyError(at)
        return chunk


class Packets:
    """The packets of a version of the Java edition.

    A packet is a dict with a name and params, as in minecraft-protocol. `direction` is `toClient` or `toServer`.

    >>> from gamewire import Packets
    >>> packets = Packets("1.20.4")
    >>> ping = packets.decode("status", "toServer", bytes.fromhex("010000000000000007"))
    >>> ping["name"]
    'ping'
    >>> packets.encode("status", "toServer", ping).hex()
    '010000000000000007'
    """

    def __init__(self, version: str) -> None:
        if version not in versions():
            raise ValueError(f"there is no version {version} of Minecraft; Packets.versions() lists them")
        self._prefix = f"minecraft-{version}/"

    @staticmethod
    def versions() -> "list[str]":
        """The names of all versions."""
        return versions()

    def decode(self, state: str, direction: str, data: bytes) -> Any:
        """Decodes a packet, which begins with its id."""
        return decode(data, f"{self._prefix}{state}.{direction}")

    def encode(self, state: str, direction: str, packet: Any) -> bytes:
        """Encodes a packet in the form that `decode` returns."""
        return encode(packet, f"{self._prefix}{state}.{direction}")

    def explain(self, state: str, direction: str, data: bytes) -> str:
        """Explains every byte of a packet, also of a damaged one."""
        return explain(data, f"{self._prefix}{state}.{direction}")


class Recording(Sequence[Any]):
    """The packets that one side sent, from the bytes of a recording or of a `.mcpr` file.

    A sequence of `(state, name, offset, packet)`. A packet that cannot be read is its bytes.
    """

    def __init__(self, data: bytes, version: "str | None" = None) -> None:
        #: The version, if it is known; the side that sent the packets; and why the rest cannot be read, if it cannot.
        self.version, self.direction, self.error, self._packets = recording(bytes(data), version)

    def __len__(self) -> int:
        return len(self._packets)

    def __getitem__(self, number: Any) -> Any:
        if isinstance(number, slice):
            return [self[at] for at in range(*number.indices(len(self)))]
        state, name, offset, readable, data = self._packets[number]
        packet = decode(data, f"minecraft-{self.version}/{state}.{self.direction}") if readable else data
        return state, name, offset, packet
