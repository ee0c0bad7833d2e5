"""Decodes all fixtures by their layouts alone, in three ways, and compares the values: compare.py FIXTURES MODULES.

FIXTURES is what `gamewire fixtures` wrote, MODULES the parsers that Kaitai Struct generated for Python and JavaScript, one
for each format that is read by it.
"""
import importlib
import json
import math
import pathlib
import subprocess
import sys

import meaning
import walk

EXPRESSIONS = {
    "bool": "Boolean", "i8": "Byte", "u8": "Unsigned_Byte", "i16": "Short", "u16": "Unsigned_Short", "i32": "Int",
    "i64": "Long", "f32": "Float", "f64": "Double", "varint": "VarInt", "varlong": "VarLong", "string(16)": "String",
    "string(32767)": "String", "string(2)": "String", "chat": "Chat", "identifier": "Identifier", "position": "Position",
    "angle": "Angle", "uuid": "UUID", "nbt": "NBT", "mutf8": "Modified_UTF8", "slot": "Slot", "particle": "Particle",
    "metadata": "Entity_Metadata",
}  # fmt: skip


def same(a, b):
    """Equal, numbers bit for bit."""
    if isinstance(a, float) or isinstance(b, float):
        return isinstance(a, (int, float)) and isinstance(b, (int, float)) and repr(float(a)) == repr(float(b))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(b, str) and b.startswith("NaN:"):
        # Python sets the quiet bit of a NaN of 32 bits when it makes one of 64 bits.
        return a == f"NaN:{int(b[4:], 16) | 1 << 22:08x}"
    return type(a) is type(b) and a == b


def of_kaitai(object):
    """The fields of a generated class, as `walk` has them."""
    if isinstance(object, list):
        return [of_kaitai(element) for element in object]
    if not hasattr(object, "_io"):
        return object
    fields = {name: of_kaitai(field) for name, field in vars(object).items() if not name.startswith("_") and name != "header"}
    if "payload" in vars(object) and hasattr(object, "header"):
        fields["header"] = object.header
    return {name: field for name, field in fields.items() if field is not None}


def kaitai(module, data):
    from kaitaistruct import KaitaiStream, BytesIO

    stream = KaitaiStream(BytesIO(data))
    root = getattr(module, "".join(part.capitalize() for part in module.__name__.split("_")))(stream)
    if not stream.is_eof():
        raise ValueError("bytes after the value")
    return of_kaitai(root.root)


def javascript(modules, asked):
    """The fields of each pair of a module and bytes, by the JavaScript parsers."""
    lines = "".join(f"{module} {data.hex()}\n" for module, data in asked)
    program = pathlib.Path(__file__).parent / "decode.js"
    done = subprocess.run(["node", program, modules], input=lines, stdout=subprocess.PIPE, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def camel(name):
    first, *others = name.split("_")
    return first + "".join(part.capitalize() for part in others)


def same_in_javascript(a, b):
    """Whether the fields `a` of the Python parser are the fields `b` of the JavaScript parser, whose numbers are doubles."""
    if isinstance(a, dict) and isinstance(b, dict):
        a = {camel(name): field for name, field in a.items()}
        return a.keys() == b.keys() and all(same_in_javascript(a[name], b[name]) for name in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same_in_javascript, a, b))
    if isinstance(a, bytes):
        return b == {"hex": a.hex()}
    if isinstance(a, int) and abs(a) > 1 << 53:
        # The runtime has doubles for ints of 64 bits, and adds the halves of a negative one with the wrong sign.
        return abs(a - b) <= 1 << 33
    if isinstance(a, (int, float)) and isinstance(b, (int, float, str)):
        a, b = float(a), float(b)
        return math.isnan(a) and math.isnan(b) or (a == b and math.copysign(1, a) == math.copysign(1, b))
    return a is None and b is None


def check(sample, decoder, found):
    if not same(found, sample.get("value")):
        sys.exit(f"{decoder}: {sample['file']} is {found}, not {sample.get('value')}")


def main(fixtures, modules):
    sys.path.insert(0, str(modules))
    formats = {format["name"]: format for format in json.loads((fixtures / "kinds.json").read_text())["formats"]}
    samples = json.loads((fixtures / "manifest.json").read_text())["fixtures"]

    walked = read = 0
    skipped = []
    asked = []
    for sample in samples:
        dialect, data = sample["dialect"], bytes.fromhex(sample["bytes"])
        if dialect.startswith("minecraft-"):
            skipped.append(dialect)
            continue
        if dialect == "minecraft":
            format, structure = formats["minecraft 1.14"], EXPRESSIONS.get(sample["kind"])
            # Values that are too deep for readers of JSON are in files of their own.
            if structure is None or "value" not in sample:
                skipped.append(sample["kind"])
                continue
            means = lambda tree: meaning.Minecraft(format).value(structure, tree)
            module = "nbt_format" if structure == "NBT" else None
        else:
            format, structure, module = formats[dialect], None, dialect.replace(".", "_").replace("-", "_")
            means = meaning.Godot(format).value
        check(sample, "walk.py", means(walk.decode(format, data, structure)))
        walked += 1
        if module and (modules / f"{module}.py").exists():
            tree = kaitai(importlib.import_module(module), data)
            asked.append((sample, module, data, tree))
            check(sample, "Kaitai", means(tree))
            read += 1
        for length in range(min(len(data), 400)):
            # A packed array of bytes may lack its padding at the end of the input.
            if sample["kind"] in ("PackedByteArray", "PoolByteArray", "RawArray") or "packed" in sample["name"]:
                continue
            try:
                walk.decode(format, data[:length], structure)
            except (EOFError, ValueError, KeyError):
                continue
            sys.exit(f"walk.py: {length} bytes of {sample['file']} are a value")
    found = javascript(modules, [(module, data) for _, module, data, _ in asked])
    for (sample, _, _, tree), answer in zip(asked, found, strict=True):
        if not same_in_javascript(tree, answer):
            sys.exit(f"Kaitai in JavaScript: {sample['file']} is {answer}, not {tree}")
    print(f"{walked} samples by the JSON document, {read} of them also by Kaitai Struct in Python and in JavaScript")
    print(f"not described, because their types are composed by the caller: {len(skipped)} ({', '.join(sorted(set(skipped)))})")


if __name__ == "__main__":
    main(*map(pathlib.Path, sys.argv[1:]))
