"""All samples of `gamewire fixtures`, and `gamewire conform` against the package. Needs the command: `GAMEWIRE=path/to/gamewire`."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import gamewire

COMMAND = os.environ.get("GAMEWIRE", "gamewire")


def format_of(one):
    return one["dialect"] if one["dialect"].startswith("godot") else one.get("format") or f"{one['dialect']}/{one['kind']}"


class Samples(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        subprocess.run([COMMAND, "fixtures", "--out", cls.folder.name], check=True, stdout=subprocess.DEVNULL)
        cls.manifest = json.loads(pathlib.Path(cls.folder.name, "manifest.json").read_text("utf-8"))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def samples(self, kind):
        self.assertGreater(len(self.manifest[kind]), 500)
        for one in self.manifest[kind]:
            yield one, pathlib.Path(self.folder.name, one["file"]).read_bytes(), format_of(one)

    def test_what_is_decoded_is_encoded_to_the_same_bytes(self):
        for one, data, name in self.samples("fixtures"):
            # Full objects are refused unless they are asked for.
            with self.subTest(name, sample=one["name"]):
                value = gamewire.decode(data, name, objects="objects" in one or one["name"].startswith("object_"))
                self.assertEqual(gamewire.encode(value, name), data)

    def test_bad_bytes_are_refused_with_a_place(self):
        for _, data, name in self.samples("rejected"):
            with self.subTest(name), self.assertRaises(gamewire.GamewireError) as caught:
                gamewire.decode(data, name)
            self.assertIsNotNone(caught.exception.offset)
            self.assertIsNotNone(caught.exception.path)

    def test_every_sample_is_explained_to_its_last_byte(self):
        for _, data, name in self.samples("fixtures"):
            rows = gamewire.explain(data, name, rows=True)
            self.assertEqual(max((row.offset + row.length for row in rows), default=0), len(data))

    def test_no_sample_that_is_cut_short_does_harm(self):
        for _, data, name in self.samples("fixtures"):
            for end in range(0, len(data), len(data) // 5 + 1):
                try:
                    gamewire.decode(data[:end], name)
                except gamewire.GamewireError:
                    pass

    def test_conform(self):
        codec = [sys.executable, str(pathlib.Path(__file__).with_name("codec.py"))]
        run = subprocess.run([COMMAND, "conform", "--", *codec], capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, run.stdout[-2000:] + run.stderr[-500:])


if __name__ == "__main__":
    unittest.main()
