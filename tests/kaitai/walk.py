"""A decoder that knows nothing of any format: it follows the structures of `gamewire kinds --json`.

A structure becomes a dict of its fields, with its name under "" and the structure around it under "..".
"""
import struct

SCALARS = {"u8": "B", "i8": "b", "u16": "H", "i16": "h", "u32": "I", "i32": "i", "u64": "Q", "i64": "q", "f32": "f", "f64": "d"}


class Walk:
    def __init__(self, format, data):
        self.order = "<" if format["endianness"] == "little" else ">"
        self.structures = {structure["name"]: structure for structure in format["structures"]}
        self.data, self.at = data, 0

    def take(self, size):
        if self.at + size > len(self.data):
            raise EOFError(f"{size} bytes at {self.at}")
        self.at += size
        return self.data[self.at - size : self.at]

    def varint(self, bits):
        value = shift = 0
        while True:
            (byte,) = self.take(1)
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                value &= (1 << bits) - 1
                return value - (1 << bits) * (value >> (bits - 1))

    def number(self, of, scope):
        first, *rest = of["field"].split(".")
        while first not in scope:
            scope = scope[".."]
        value = scope[first]
        for name in rest:
            value = value[name]
        return value & of["mask"] if "mask" in of else value

    def holds(self, test, scope):
        value = self.number(test, scope)
        if "in" in test or "not_in" in test:
            return value in test["in"] if "in" in test else value not in test["not_in"]
        return value >= test["at_least"] if "at_least" in test else value <= test["at_most"]

    def structure(self, name, around=None):
        fields = {"": name, "..": around}
        for field in self.structures[name]["fields"]:
            if not all(self.holds(test, fields) for test in field.get("if", [])):
                continue
            one = lambda: self.value(field["type"], fields)
            if "times" in field:
                fields[field["name"]] = [one() for _ in range(self.number(field["times"], fields))]
            elif "until" in field:
                fields[field["name"]] = elements = [one()]
                while not self.holds(field["until"], elements[-1]):
                    elements.append(one())
            else:
                fields[field["name"]] = one()
            if "valid" in field and not self.holds(field["valid"], fields):
                raise ValueError(f"{name}.{field['name']} is {fields[field['name']]}")
        return fields

    def value(self, kind, scope):
        if kind == "R":
            kind = self.structures[scope[""]]["R"]
        if isinstance(kind, dict) and "switch" in kind:
            return self.value(kind["cases"][str(self.number(kind["switch"], scope))], scope)
        if isinstance(kind, dict) and "bytes" in kind:
            return self.take(self.number(kind["bytes"], scope))
        if isinstance(kind, dict):
            return self.take(-self.number(kind["padding"], scope) % 4)
        if kind in ("varint", "varlong"):
            return self.varint(32 if kind == "varint" else 64)
        if kind in SCALARS:
            return struct.unpack(self.order + SCALARS[kind], self.take(struct.calcsize("<" + SCALARS[kind])))[0]
        return self.structure(kind, scope)


def decode(format, data, root=None):
    walk = Walk(format, data)
    value = walk.structure(root or format["root"])
    if walk.at != len(data):
        raise ValueError(f"{len(data) - walk.at} bytes after the value")
    return value
