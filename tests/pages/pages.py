"""A decoder for Godot 3, Godot 4, and slots with NBT, written from the pages of the format alone.

It is a test of the pages, not of the library: each rule here is a sentence of a page. `compare.py` runs it over the fixtures.
"""
import math
import struct

NAMES = "Nil bool int float String Vector2 Vector2i Rect2 Rect2i Vector3 Vector3i Transform2D Vector4 Vector4i Plane Quaternion AABB Basis Transform3D Projection Color StringName NodePath RID Object Callable Signal Dictionary Array PackedByteArray PackedInt32Array PackedInt64Array PackedFloat32Array PackedFloat64Array PackedStringArray PackedVector2Array PackedVector3Array PackedColorArray PackedVector4Array".split()
GODOT4 = dict(enumerate(NAMES))
GODOT3 = dict(enumerate(
    "Nil bool int float String Vector2 Rect2 Vector3 Transform2D Plane Quaternion AABB Basis Transform3D Color NodePath RID Object Dictionary Array PackedByteArray PackedInt32Array PackedFloat32Array PackedStringArray PackedVector2Array PackedVector3Array PackedColorArray".split()
))
REALS = {"Vector2": 2, "Rect2": 4, "Vector3": 3, "Transform2D": 6, "Vector4": 4, "Plane": 4, "Quaternion": 4, "AABB": 6, "Basis": 9, "Transform3D": 12, "Projection": 16}
INTS = {"Vector2i": 2, "Rect2i": 4, "Vector3i": 3, "Vector4i": 4}
PACKED = {"PackedVector2Array": 2, "PackedVector3Array": 3, "PackedVector4Array": 4}


class Wrong(Exception):
    pass


class Input:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, n):
        if n < 0 or self.at + n > len(self.data):
            raise Wrong(f"{n} bytes at {self.at}")
        self.at += n
        return self.data[self.at - n : self.at]

    def numbers(self, format, n=1):
        return list(struct.unpack(format[0] + str(n) + format[1], self.take(n * struct.calcsize(format))))

    def number(self, format):
        return self.numbers(format)[0]


class Godot(Input):
    def __init__(self, data, generation, objects=True, minor=4):
        super().__init__(data)
        self.generation, self.objects, self.minor = generation, objects, minor
        self.types = GODOT4 if generation == 4 else GODOT3

    # Page 4: text.
    def block(self):
        n = self.number("<i")
        raw = self.take(n)
        self.take(-n % 4)
        raw = raw.split(b"\0")[0]
        if raw.startswith(b"\xef\xbb\xbf"):
            raw = raw[3:]
        if self.generation == 4:
            try:
                raw.decode()
            except UnicodeDecodeError:
                raise Wrong("text")
        else:
            self.check3(raw)
        return raw

    @staticmethod
    def check3(raw):
        at = 0
        while at < len(raw):
            lead = raw[at]
            length = 1 if lead < 0x80 else 0 if lead < 0xC2 else 2 if lead < 0xE0 else 3 if lead < 0xF0 else 4 if lead < 0xF8 else 5 if lead < 0xFC else 6 if lead < 0xFE else 0
            rest = raw[at + 1 : at + length]
            if length == 0 or len(rest) != length - 1 or any(byte >> 6 != 2 for byte in rest):
                raise Wrong("text")
            if length >= 3 and lead & (1 << 7 - length) - 1 == 0 and rest[0] & 0x3F == 0 and rest[1] & 0x3F < 1 << 7 - length:
                raise Wrong("overlong")
            at += length

    def text(self):
        raw = self.block()
        try:
            return raw.decode()
        except UnicodeDecodeError:
            return {"bytes": raw.hex()}

    # Page 2: the header.
    def value(self, level=0):
        if level > 1024:
            raise Wrong("nesting")
        header = self.number("<I")
        kind = self.types.get(header & 0xFF)
        if kind is None:
            raise Wrong("type")
        wide = header >> 16 & 1
        tagged = lambda **members: {"type": kind, **members}
        if kind == "Nil":
            return None
        if kind == "bool":
            return self.number("<I") != 0
        if kind == "int":
            return f"i:{self.number('<q' if wide else '<i')}"
        if kind == "float":
            return self.float(self.number("<d" if wide else "<f"))
        if kind in ("String", "StringName"):
            text = self.text()
            return tagged(**text) if isinstance(text, dict) else ("s:" if kind == "String" else "sn:") + text
        if kind in INTS:
            return tagged(args=self.numbers("<i", INTS[kind]))
        if kind in REALS:
            return self.reals(tagged, REALS[kind], wide and self.generation == 4, kind in ("Basis", "Transform3D"))
        if kind == "Color":
            return self.reals(tagged, 4, False)
        if kind == "NodePath":
            return self.path()
        if kind == "RID":
            id = self.number("<q") if self.generation == 4 else 0
            return tagged(id=f"i:{id}") if id else tagged()
        if kind == "Callable":
            return tagged()
        if kind == "Signal":
            name, id = self.text(), self.number("<q")
            return tagged(**({"name": name} if name else {}), **({"object": f"i:{id}"} if id else {}))
        if kind == "Object":
            return self.object(wide, level)
        if kind == "Dictionary":
            return self.dictionary(header, level)
        if kind == "Array":
            declared = self.declared(header >> 16 & 3, self.generation == 4 and self.minor >= 3)
            count = self.count(4)
            args = [self.value(level + 1) for _ in range(count)]
            return {"type": "Array", "elem_type": declared, "args": args} if declared else args
        # Page 8: packed arrays.
        n = self.number("<i")
        if kind == "PackedStringArray":
            return tagged(args=[self.text() for _ in range(max(n, 0))])
        if n < 0:
            raise Wrong("count")
        if kind == "PackedByteArray":
            args = list(self.take(n))
            self.at = min(self.at + -n % 4, len(self.data))
            return tagged(args=args)
        if kind in ("PackedInt32Array", "PackedInt64Array"):
            return tagged(args=self.numbers("<i" if kind == "PackedInt32Array" else "<q", n))
        if kind in ("PackedFloat32Array", "PackedFloat64Array"):
            return tagged(args=list(map(self.component, self.numbers("<f" if kind == "PackedFloat32Array" else "<d", n))))
        if kind == "PackedColorArray":
            return self.reals(tagged, 4 * n, False)
        return self.reals(tagged, PACKED[kind] * n, wide and self.generation == 4)

    def count(self, least):
        count = self.number("<I") & 0x7FFFFFFF
        if count * least > len(self.data) - self.at:
            raise Wrong("count")
        return count

    @staticmethod
    def float(x):
        return "f:" + (repr(x) if math.isfinite(x) else "nan" if math.isnan(x) else "inf" if x > 0 else "-inf")

    @staticmethod
    def component(x):
        return x if math.isfinite(x) else None if math.isnan(x) else "inf" if x > 0 else "-inf"

    def reals(self, tagged, n, wide, rows=False):
        x = list(map(self.component, self.numbers("<d" if wide else "<f", n)))
        if rows:  # The bytes have rows, scripts and JSON have axes.
            x = [x[3 * row + column] for column in range(3) for row in range(3)] + x[9:]
        return tagged(args=x, **({"precision": "double"} if wide else {}))

    def path(self):
        names, subnames, flags = self.numbers("<I", 3)
        if names >> 31 == 0:
            raise Wrong("path as text")
        names, subnames = ([self.text() for _ in range(n)] for n in (names & 0x7FFFFFFF, subnames))
        names = list(names)
        subnames = list(subnames)
        if flags & 2:
            subnames.append(self.text())
        return "np:" + "/" * (flags & 1) + "/".join(map(str, names)) + "".join(f":{name}" for name in subnames)

    # Page 6: references.
    def object(self, by_id, level):
        if by_id:
            return {"type": "EncodedObjectAsID", "props": ["object_id", f"i:{self.number('<q')}", "script", None]}
        if not self.objects:
            raise Wrong("objects")
        name = self.text()
        if not name:
            return {"type": "Object"}
        props = []
        for _ in range(max(self.number("<i"), 0)):
            props += [self.text(), self.value(level + 1)]
        return {"type": name, "props": props}

    # Page 7: containers.
    def declared(self, kind, has):
        if not has or kind == 0:
            return None
        if kind == 1:
            id = self.number("<I")
            if id not in self.types:
                raise Wrong("declared type")
            return self.types[id] if id else None
        return self.text()

    def dictionary(self, header, level):
        has = self.generation == 4 and self.minor >= 4
        key, value = self.declared(header >> 16 & 3, has), self.declared(header >> 18 & 3, has)
        pairs = []
        for _ in range(self.count(8)):
            k, v = self.value(level + 1), self.value(level + 1)
            for pair in pairs:
                if self.equal(pair[0], k):
                    pair[1] = v
                    break
            else:
                pairs.append([k, v])
        members = ({"key_type": key} if key else {}) | ({"value_type": value} if value else {})
        return {"type": "Dictionary", **members, "args": [x for pair in pairs for x in pair]}

    def equal(self, a, b, inside=False):
        """Whether two keys are equal, in the JSON form of values."""
        if self.generation == 4 and not inside:
            a, b = ("s:" + x[3:] if isinstance(x, str) and x.startswith("sn:") else x for x in (a, b))
        if isinstance(a, str) and isinstance(b, str) and a[:2] == b[:2] == "f:":
            if a[2:] == b[2:] == "nan":
                return not (inside and self.generation == 4)
            return float(a[2:]) == float(b[2:])
        if isinstance(a, list) and isinstance(b, list):
            return len(a) == len(b) and all(self.equal(x, y, True) for x, y in zip(a, b))
        if isinstance(a, dict) and isinstance(b, dict) and a["type"] == b["type"]:
            kind = a["type"]
            if kind in ("Object", "EncodedObjectAsID") or "props" in a:
                return kind == "Object" and "props" not in a and "props" not in b
            if kind == "Dictionary":
                if self.generation == 3 or len(a["args"]) != len(b["args"]):
                    return False
                pairs = list(zip(a["args"], b["args"]))
                return all(self.equal(x, y, at % 2 == 1) for at, (x, y) in enumerate(pairs))
            if kind == "Array":
                return self.equal(a["args"], b["args"])
            if "args" in a:
                x, y = a["args"], b["args"]
                if self.generation == 3 and kind == "PackedFloat32Array":
                    return None not in x and repr(x) == repr(y)
                nan = self.generation == 3 or not kind.startswith("Packed") or True
                same = lambda p, q: p == q or (p is None and q is None and nan)
                return len(x) == len(y) and all(map(same, x, y))
        return type(a) is type(b) and a == b


class Minecraft(Input):
    def varint(self):
        value = 0
        for at in range(5):
            (byte,) = self.take(1)
            value |= (byte & 0x7F) << 7 * at
            if byte < 0x80:
                value &= 0xFFFFFFFF
                return value - (value >> 31 << 32)
        raise Wrong("varint")

    def slot(self):
        (present,) = self.take(1)
        if present > 1:
            raise Wrong("boolean")
        return {"id": self.varint(), "count": self.number(">b"), "nbt": self.nbt()} if present else None

    def nbt(self):
        (kind,) = self.take(1)
        if kind not in (0, 10):
            raise Wrong("root")
        if kind == 0:
            return None
        return {"name": self.text(), "tag": {"type": "compound", "value": self.compound(0)}}

    def text(self):
        raw = self.take(self.number(">H"))
        units, at = [], 0
        while at < len(raw):
            lead = raw[at]
            length = 1 if lead < 0x80 else 2 if 0xC0 <= lead < 0xE0 else 3 if 0xE0 <= lead < 0xF0 else 0
            rest = raw[at + 1 : at + length]
            if length == 0 or len(rest) != length - 1 or any(byte >> 6 != 2 for byte in rest):
                raise Wrong("modified UTF-8")
            unit = lead & (0x7F, 0x1F, 0x0F)[length - 1]
            for byte in rest:
                unit = unit << 6 | byte & 0x3F
            units.append(unit)
            at += length
        canonical = b"".join(
            bytes([u]) if 1 <= u < 0x80 else bytes([0xC0 | u >> 6, 0x80 | u & 0x3F]) if u < 0x800 else bytes([0xE0 | u >> 12, 0x80 | u >> 6 & 0x3F, 0x80 | u & 0x3F])
            for u in units
        )
        try:
            text = b"".join(struct.pack(">H", unit) for unit in units).decode("utf-16-be")
        except UnicodeDecodeError:
            text = None
        return text if text is not None and canonical == raw else {"mutf8": raw.hex()}

    def compound(self, level):
        if level > 512:
            raise Wrong("nesting")
        tags = []
        while kind := self.take(1)[0]:
            if kind > 12:
                raise Wrong("tag")
            tags.append([self.text(), {"type": self.TAGS[kind], "value": self.payload(kind, level)}])
        return tags

    TAGS = "end byte short int long float double byteArray string list compound intArray longArray".split()

    def count(self, least):
        count = self.number(">i")
        if count < 0 or count * least > len(self.data) - self.at:
            raise Wrong("count")
        return count

    @staticmethod
    def json_float(x, bits, quiet):
        if math.isnan(x):
            return "NaN" if bits == quiet else f"NaN:{bits}"
        return ("Infinity" if x > 0 else "-Infinity") if math.isinf(x) else "-0" if x == 0 and math.copysign(1, x) < 0 else x

    def payload(self, kind, level):
        if kind in (1, 2, 3):
            return self.number((">b", ">h", ">i")[kind - 1])
        if kind == 4:
            return str(self.number(">q"))
        if kind == 5 or kind == 6:
            raw = self.take(4 if kind == 5 else 8)
            return self.json_float(struct.unpack(">f" if kind == 5 else ">d", raw)[0], raw.hex(), ("7fc00000", "7ff8" + "0" * 12)[kind - 5])
        if kind == 7:
            return [byte - 256 * (byte > 127) for byte in self.take(self.count(1))]
        if kind == 8:
            return self.text()
        if kind == 9:
            if level + 1 > 512:
                raise Wrong("nesting")
            (of,) = self.take(1)
            if of > 12:
                raise Wrong("tag")
            count = self.count((0, 1, 2, 4, 8, 4, 8, 4, 2, 5, 1, 4, 4)[of])
            if of == 0 and count:
                raise Wrong("list of End")
            return {"type": self.TAGS[of], "value": [self.payload(of, level + 1) for _ in range(count)]}
        if kind == 10:
            return self.compound(level + 1)
        if kind == 11:
            return self.numbers(">i", self.count(4))
        return list(map(str, self.numbers(">q", self.count(8))))


def godot(data, generation, objects=True, minor=4, trailing=False):
    input = Godot(data, generation, objects, minor)
    value = input.value()
    if input.at != len(data) and not trailing:
        raise Wrong("bytes after the value")
    return value


def minecraft(data, kind):
    input = Minecraft(data)
    value = {"nbt": input.nbt, "slot": input.slot, "mutf8": input.text, "varint": input.varint}[kind]()
    if input.at != len(data):
        raise Wrong("bytes after the value")
    return value
