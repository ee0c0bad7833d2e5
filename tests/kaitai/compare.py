"""Decodes all fixtures by their layouts alone, in two ways, and compares the values: compare.py FIXTURES MODULES.

FIXTURES is what `gamewire fixtures` wrote, MODULES the parsers that Kaitai Struct generated for Python, one for each format
that is read by it.
"""
import importlib
import json
import pathlib
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


def check(sample, decoder, found):
    if not same(found, sample.get("value")):
        sys.exit(f"{decoder}: {sample['file']} is {found}, not {sample.get('value')}")


def main(fixtures, modules):
    sys.path.insert(0, str(modules))
    formats = {format["name"]: format for format in json.loads((fixtures / "kinds.json").read_text())["formats"]}
    samples = json.loads((fixtures / "manifest.json").read_text())["fixtures"]

    walked = read = 0
    skipped = []
    for sample in samples:
        dialect, data = sample["dialect"], bytes.fromhex(sample["bytes"])
        if dialect == "minecraft":
            format, structure = formats["minecraft 1.14"], EXPRESSIONS.get(sample["kind"])
            if structure is None:
                skipped.append(sample["kind"])
                continue
            means = lambda tree: meaning.Minecraft(format).value(structure, tree)
            module = "nbt" if structure == "NBT" else None
        else:
            format, structure, module = formats[dialect], None, dialect.replace(".", "_").replace("-", "_")
            means = meaning.Godot(format).value
        check(sample, "walk.py", means(walk.decode(format, data, structure)))
        walked += 1
        if module and (modules / f"{module}.py").exists():
            check(sample, "Kaitai", means(kaitai(importlib.import_module(module), data)))
            read += 1
        for length in range(len(data)):
            # A packed array of bytes may lack its padding at the end of the input.
            if sample["kind"] in ("PackedByteArray", "PoolByteArray", "RawArray") or "packed" in sample["name"]:
                continue
            try:
                walk.decode(format, data[:length], structure)
            except (EOFError, ValueError, KeyError):
                continue
            sys.exit(f"walk.py: {length} bytes of {sample['file']} are a value")
    print(f"{walked} samples by the JSON document, {read} of them also by Kaitai Struct")
    print(f"not described, because their types are composed by the caller: {len(skipped)} ({', '.join(sorted(set(skipped)))})")


if __name__ == "__main__":
    main(*map(pathlib.Path, sys.argv[1:]))
