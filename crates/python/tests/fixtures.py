"""Decodes, encodes and refuses every sample of `gamewire fixtures --out FOLDER`: `python tests/fixtures.py FOLDER`."""

import json
import pathlib
import sys

import gamewire

folder = pathlib.Path(sys.argv[1])
manifest = json.loads((folder / "manifest.json").read_text("utf-8"))


def format_of(one):
    return one["dialect"] if one["dialect"].startswith("godot") else one.get("format") or f"{one['dialect']}/{one['kind']}"


failed = []
for one in manifest["fixtures"]:
    data, name = (folder / one["file"]).read_bytes(), format_of(one)
    try:
        # Full objects are refused unless they are asked for.
        value = gamewire.decode(data, name, objects="objects" in one or one["name"].startswith("object_"))
        written = gamewire.encode(value, name)
        if written != data:
            failed.append((name, one["name"], f"{data.hex()[:80]} became {written.hex()[:80]} by {value!r}"[:240]))
    except Exception as error:
        failed.append((name, one["name"], repr(error)[:200]))
accepted = []
for one in manifest["rejected"]:
    try:
        gamewire.decode((folder / one["file"]).read_bytes(), format_of(one))
        accepted.append((format_of(one), one["name"]))
    except gamewire.GamewireError as error:
        if (error.offset is None) or error.path is None:
            failed.append((format_of(one), one["name"], f"no place: {error}"))

print(f"{len(manifest['fixtures'])} samples, {len(manifest['rejected'])} rejected ones")
print(f"{len(failed)} failed, {len(accepted)} accepted")
for one in failed[:25] + accepted[:10]:
    print(" ", *one)
sys.exit(bool(failed or accepted))
