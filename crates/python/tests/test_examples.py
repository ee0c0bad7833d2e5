"""The examples, with the engines that are installed."""

import importlib.util
import pathlib
import shutil
import struct
import tempfile
import unittest
import zlib

import gamewire

ROOT = pathlib.Path(__file__).parents[1]
SESSIONS = ROOT.parents[1] / "tests/fixtures/protodef"


def has(*modules):
    return all(importlib.util.find_spec(module) for module in modules)


def region():
    """A region file of two chunks."""
    head, body = bytearray(8192), b""
    for number, version in enumerate([3465, 3700]):
        chunk = {"DataVersion": version, "Status": "full", "InhabitedTime": gamewire.Long(5), "block_entities": [{"id": "chest"}] * (number + 1)}
        packed = zlib.compress(gamewire.encode(chunk, "minecraft/nbt"))
        struct.pack_into(">I", head, 4 * number, (2 + number) << 8 | 1)
        struct.pack_into(">I", head, 4096 + 4 * number, 1700000000)
        body += (struct.pack(">IB", len(packed) + 1, 2) + packed).ljust(4096, b"\0")
    return bytes(head) + body


@unittest.skipUnless(has("pyarrow"), "pyarrow is not installed")
class Lake(unittest.TestCase):
    def setUp(self):
        spec = importlib.util.spec_from_file_location("lake", ROOT / "examples/lake.py")
        self.lake = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self.lake)
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        for name in ["r.0.0.mca", "r.0.1.mca"]:
            (pathlib.Path(self.folder) / name).write_bytes(region())
        for name in ["sessions/1.20.toServer.bin", "mcpr/1.20.1.mcpr"]:
            shutil.copy(SESSIONS / name, self.folder)

    def check(self, engine):
        self.assertEqual(engine("chunks", self.folder), [(3465, 2, 2, 10), (3700, 2, 4, 10)])
        packets = engine("packets", self.folder)
        self.assertEqual({row[:2] for row in packets}, {("1.20.1", "toClient"), ("1.20.1", "toServer")})
        self.assertEqual(sum(row[3] for row in packets), 52)

    @unittest.skipUnless(has("duckdb"), "duckdb is not installed")
    def test_duckdb(self):
        self.check(self.lake.by_duckdb)

    @unittest.skipUnless(has("pyspark", "pandas") and shutil.which("java"), "pyspark or Java is not installed")
    def test_spark(self):
        self.check(self.lake.by_spark)


if __name__ == "__main__":
    unittest.main()
