"""The functions of the package, its docstrings and its README."""

import array
import doctest
import gzip
import inspect
import os
import pathlib
import struct
import tempfile
import threading
import unittest
import zlib

import gamewire
from gamewire import _gamewire, _minecraft

try:
    import numpy
except ImportError:
    numpy = None


def nbt(*entries):
    """A root without a name with entries of (type, name, payload)."""
    wire = b"".join(bytes([kind]) + struct.pack(">H", len(name)) + name.encode() + payload for kind, name, payload in entries)
    return b"\x0a\0\0" + wire + b"\0"


PLAYER = nbt((1, "hp", b"\x14"), (3, "gold", b"\0\0\0\7"), (9, "bag", b"\x0a\0\0\0\1\x03\0\4gold\0\0\0\x09\0"))


class Docs(unittest.TestCase):
    def test_docstrings_run(self):
        finder, runner, found = doctest.DocTestParser(), doctest.DocTestRunner(verbose=False), 0
        for module in (_gamewire, _minecraft):
            for name, value in vars(module).items():
                if name.startswith("__") or not (text := inspect.getdoc(value)) or ">>>" not in text:
                    continue
                runner.run(finder.get_doctest(text, {}, name, None, None))
                found += 1
        self.assertGreater(found, 7)
        self.assertEqual(runner.failures, 0)

    def test_the_readme_runs(self):
        readme = pathlib.Path(__file__).parent.with_name("README.md")
        text = readme.read_text("utf-8").split("```pycon")
        self.assertGreater(len(text), 1)
        test = "\n".join(part.split("```")[0] for part in text[1:])
        runner = doctest.DocTestRunner(verbose=False)
        runner.run(doctest.DocTestParser().get_doctest(test, {}, "README.md", None, None))
        self.assertEqual(runner.failures, 0)

    def test_the_stub_has_every_function(self):
        stub = pathlib.Path(gamewire.__file__).with_name("_gamewire.pyi").read_text("utf-8")
        for name in [*_gamewire.__all__, *(name for name in dir(gamewire.File) if name[0] != "_")]:
            self.assertRegex(stub, rf"(def|class) {name}\b")


class Values(unittest.TestCase):
    def test_numbers_of_nbt_keep_their_types(self):
        value = gamewire.decode(PLAYER, "minecraft/nbt")
        self.assertEqual(repr(value), "{'hp': Byte(20), 'gold': 7, 'bag': [{'gold': 9}]}")
        self.assertEqual(value["hp"] + 1, 21)
        plain = gamewire.decode(PLAYER, "minecraft/nbt", plain=True)
        self.assertIs(type(plain["hp"]), int)
        self.assertEqual(gamewire.decode(bytearray(PLAYER), "minecraft/nbt"), value)

    def test_errors_have_a_path(self):
        for value, path in [({"a": [1, {"b": 2**70}]}, "$['a'][1]['b']"), ([object()], "$[0]")]:
            for name in ["godot4", "minecraft/nbt"]:
                with self.assertRaises((gamewire.GamewireError, OverflowError)) as caught:
                    gamewire.encode(value, name)
                self.assertEqual(caught.exception.path, path)
        with self.assertRaises(gamewire.GamewireError) as caught:
            gamewire.decode(bytes.fromhex("1c000000e8030000"), "godot4")
        self.assertEqual((caught.exception.offset, caught.exception.path), (4, "$"))
        with self.assertRaises(gamewire.GamewireError):
            gamewire.decode(b"", "no such format")

    def test_arrays_need_no_numpy(self):
        wire = gamewire.encode(array.array("f", [1.5, 2.5]), "godot4")
        self.assertEqual(wire, bytes.fromhex("20000000020000000000c03f00002040"))
        wire = gamewire.encode({"x": array.array("q", [1, -1])}, "minecraft/nbt")
        self.assertEqual(wire, nbt((12, "x", struct.pack(">iqq", 2, 1, -1))))

    @unittest.skipIf(numpy is None, "numpy is not installed")
    def test_arrays_of_numpy(self):
        wire = nbt((12, "x", struct.pack(">iqq", 2, 1, -1)))
        value = gamewire.decode(wire, "minecraft/nbt")
        self.assertEqual(value["x"].tolist(), [1, -1])
        self.assertEqual(gamewire.encode({"x": numpy.array([1, -1])}, "minecraft/nbt"), wire)
        vectors = gamewire.decode(bytes.fromhex("23000000010000000000803f00000040"), "godot4")
        self.assertEqual(vectors.args.tolist(), [[1.0, 2.0]])
        self.assertEqual(gamewire.encode(vectors, "godot4").hex(), "23000000010000000000803f00000040")
        for strange in [numpy.float32(1.5), numpy.zeros((2, 2), "f4"), numpy.zeros(2, "f2"), numpy.array(["a"]), numpy.array([object()])]:
            with self.assertRaises(gamewire.GamewireError):
                gamewire.encode(strange, "godot4")

    def test_deep_values_are_an_error_and_no_crash(self):
        deep = []
        for _ in range(10000):
            deep = [deep]
        for name in ["godot4", "minecraft/nbt"]:
            with self.assertRaises(gamewire.GamewireError):
                gamewire.encode(deep, name)
        deep = {}
        deep["self"] = deep
        with self.assertRaises(gamewire.GamewireError):
            gamewire.encode(deep, "minecraft/nbt")

    def test_the_deepest_value_of_the_game_fits_in_a_thread(self):
        # A name that is there twice at each level: nothing may be built twice for it.
        wire = b"\x0a\0\0" + b"\x0a\0\1a\0\x0a\0\1a" * 500 + b"\0" * 501
        done = []

        def run():
            done.append(gamewire.encode(gamewire.decode(wire, "minecraft/nbt"), "minecraft/nbt"))

        threading.stack_size(8 << 20)
        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
        self.assertEqual(done, [wire])


class Files(unittest.TestCase):
    def test_a_file_is_changed_and_saved_in_its_container(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "level.dat")
            path.write_bytes(gzip.compress(PLAYER))
            file = gamewire.open(path)
            self.assertEqual((len(file), file.format), (1, "minecraft/nbt"))
            self.assertEqual(file.find("gold"), ["$.gold", "$.bag[0].gold"])
            # A Byte remains one.
            file.set("$.hp", 5)
            file.remove("$.gold")
            saved = file.save()
            self.assertEqual(path.read_bytes(), saved)
            self.assertEqual(gzip.decompress(saved), PLAYER.replace(b"hp\x14", b"hp\5").replace(b"\3\0\4gold\0\0\0\7", b""))
            self.assertEqual(os.listdir(folder), ["level.dat"])
            self.assertEqual(gamewire.open(path).values(), [{"hp": 5, "bag": [{"gold": 9}]}])
            with self.assertRaises(gamewire.GamewireError):
                file.get("$.gold")
            with self.assertRaises(OverflowError):
                file.set("$.hp", 500)
            with self.assertRaises(FileNotFoundError):
                gamewire.open(path.with_name("none"))

    def test_values_of_godot_keep_their_types(self):
        Value = gamewire.Value
        start = {"speed": 2.0, "at": Value("Vector2", (1.0, 2.0)), "ids": array.array("i", [1]), "name": gamewire.StringName("a")}
        file = gamewire.open(gamewire.encode(start, "godot4"), "godot4")
        for path, new in [("$.speed", 3), ("$.at", [3, 4]), ("$.ids", [7, 8]), ("$.name", "b")]:
            file.set(path, new)
        self.assertIs(type(file.get("$.speed")), float)
        self.assertEqual(file.get("$.at"), Value("Vector2", (3.0, 4.0)))
        self.assertEqual(list(file.get("$.ids")), [7, 8])
        self.assertEqual(repr(file.get("$.name")), "StringName('b')")

    def test_diff(self):
        old = gamewire.open(PLAYER)
        new = gamewire.open(PLAYER.replace(b"gold\0\0\0\7", b"gold\0\0\0\x63"))
        self.assertEqual(old.diff(new), [("$.gold", 7, 99)])
        self.assertEqual(old.diff(old), [])

    def region(self, root=PLAYER):
        packed = zlib.compress(root)
        chunk = struct.pack(">IB", len(packed) + 1, 2) + packed
        header = bytearray(8192)
        header[4 * 33:4 * 34] = struct.pack(">I", 2 << 8 | 1)
        header[4096 + 4 * 33:4096 + 4 * 34] = struct.pack(">I", 1700000000)
        return bytes(header) + chunk.ljust(4096, b"\0")

    def test_regions(self):
        region = gamewire.Region(self.region())
        self.assertEqual(dict(region), {(1, 1): PLAYER})
        self.assertEqual(region.times, {(1, 1): 1700000000})
        with self.assertRaises(KeyError):
            region[0, 0]
        rows = gamewire.chunks(self.region(), ["$.gold", "$.none"])
        self.assertEqual(rows, [(1, 1, 1700000000, [7, None])])
        file = gamewire.open(self.region(), chunk="1,1")
        file.set("$.gold", 8)
        self.assertEqual(gamewire.chunks(file.save(), ["$.gold"])[0][3], [8])
        with self.assertRaises(gamewire.GamewireError):
            gamewire.Region(b"short")
        with self.assertRaises(gamewire.GamewireError) as damaged:
            gamewire.chunks(self.region(PLAYER[:-5]), ["$.gold"])
        # The last number begins two bytes before the end.
        self.assertEqual((damaged.exception.offset, damaged.exception.path), (len(PLAYER) - 6, "$.bag[0].gold"))

    def test_packets(self):
        packets = gamewire.Packets("1.20.4")
        wire = bytes.fromhex("5a3f8000007f48")
        value = packets.decode("play", "toClient", wire)
        self.assertEqual(value["params"], {"experienceBar": 1.0, "level": 127, "totalExperience": 72})
        self.assertEqual(packets.encode("play", "toClient", value), wire)
        # Numbers of 64 bits are numbers, and bytes are bytes.
        wire = bytes.fromhex("18016107ff")
        value = packets.decode("play", "toClient", wire)
        self.assertEqual(value["params"], {"channel": "a", "data": b"\x07\xff"})
        self.assertEqual(packets.encode("play", "toClient", value), wire)
        wire = bytes.fromhex("01fffffffffffffffe")
        value = packets.decode("status", "toServer", wire)
        self.assertEqual(value["params"], {"time": -2})
        self.assertEqual(packets.encode("status", "toServer", value), wire)
        wire = bytes.fromhex("5a3f8000007f48")
        self.assertIn("totalExperience", packets.explain("play", "toClient", wire))
        self.assertIn("1.8.9", packets.versions())
        with self.assertRaises(ValueError):
            gamewire.Packets("0.0")
        with self.assertRaises(gamewire.GamewireError) as caught:
            packets.decode("play", "toClient", wire[:3])
        self.assertEqual(caught.exception.offset, 1)

    def test_recordings(self):
        recording = gamewire.Recording(b"")
        self.assertEqual((len(recording), recording[:]), (0, []))
        with self.assertRaises(IndexError):
            recording[0]
        data = (pathlib.Path(__file__).parents[3] / "tests/fixtures/protodef/sessions/1.20.toServer.bin").read_bytes()
        recording, file = gamewire.Recording(data, "1.20"), gamewire.open(data)
        self.assertEqual(file.values(), [packet for *_, packet in recording])
        self.assertEqual(file.get("[3].params.x"), 3.5)


if __name__ == "__main__":
    unittest.main()
