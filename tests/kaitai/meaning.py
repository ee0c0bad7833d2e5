"""What decoded fields mean, as the JSON of gamewire's fixtures. The decoders under test know only layouts."""
import math
import struct


def text(block):
    """The bytes of a string block up to their first NUL."""
    return block["text"].split(b"\0")[0].removeprefix(b"\xef\xbb\xbf")


def plain(block):
    """A text inside something else."""
    return text(block).decode()


def component(x):
    if isinstance(x, float) and not math.isfinite(x):
        return None if math.isnan(x) else "inf" if x > 0 else "-inf"
    return x


def flat(x):
    """The numbers of a structure, in order."""
    if isinstance(x, dict):
        return [n for key, member in x.items() if key not in ("", "..") for n in flat(member)]
    return [component(x)]


def rows_to_columns(numbers):
    return [numbers[row * 3 + column] for column in range(3) for row in range(3)] + numbers[9:]


class Godot:
    def __init__(self, format):
        self.types = {s["id"]: s["godot4"] for s in format["structures"] if "id" in s}
        self.doubled = format["name"] == "godot3-double"

    def value(self, value):
        header, p = value["header"], value["payload"]
        kind = self.types[header & 0xFF]
        tagged = lambda **members: {"type": kind, **members}
        match kind:
            case "Nil":
                return None
            case "bool":
                return p["value"] != 0
            case "int":
                return f"i:{p['value']}"
            case "float":
                x = p["value"]
                return "f:" + (repr(x) if math.isfinite(x) else "nan" if math.isnan(x) else "inf" if x > 0 else "-inf")
            case "String" | "StringName":
                try:
                    return ("s:" if kind == "String" else "sn:") + plain(p["text"])
                except UnicodeDecodeError:
                    return tagged(bytes=text(p["text"]).hex())
            case "NodePath":
                return self.path(p)
            case "RID":
                return tagged(id=f"i:{p['id']}") if p.get("id") else tagged()
            case "Callable":
                return tagged()
            case "Signal":
                members = {"name": plain(p["name"])} if text(p["name"]) else {}
                return tagged(**members, **({"object": f"i:{p['object_id']}"} if p["object_id"] else {}))
            case "Object":
                return self.object(p)
            case "Image":
                names = {0: "GRAYSCALE", 3: "RGB"}
                sizes = {name: p[name] for name in ("width", "height", "mipmaps")}
                return tagged(format=names[p["format"]], **sizes, data=p["pixels"].hex())
            case "InputEvent":
                return self.event(p)
            case "Dictionary":
                args = [self.value(x) for entry in p["entries"] for x in (entry["key"], entry["value"])]
                shared = {"shared": True} if p["count"] >> 31 else {}
                return tagged(**self.declared(p, "key"), **self.declared(p, "value"), args=args, **shared)
            case "Array":
                args = [self.value(x) for x in p["elements"]]
                members = self.declared(p, "element") | ({"shared": True} if p["count"] >> 31 else {})
                return {"type": kind, **members, "args": args} if members else args
            case "PackedByteArray":
                return tagged(args=list(p["elements"]))
            case "PackedStringArray":
                return tagged(args=[plain(x) for x in p["elements"]])
            case _:
                numbers = flat(p) if "elements" not in p else [n for x in p["elements"] for n in flat(x)]
                numbers = rows_to_columns(numbers) if kind in ("Basis", "Transform3D") else numbers
                wide = self.width(kind, header)
                return tagged(args=numbers, **({"precision": "double"} if wide else {}))

    def width(self, kind, header):
        """Whether components have 64 bits."""
        if self.doubled:
            names = ("Vector", "Rect2", "Transform", "Plane", "Quaternion", "AABB", "Basis", "Projection", "Color", "Float32")
            return not kind.endswith("i") and any(name in kind for name in names)
        reals = ("Vector", "Rect2", "Transform", "Plane", "Quaternion", "AABB", "Basis", "Projection")
        return header >> 16 & 1 == 1 and any(name in kind for name in reals)

    def declared(self, p, of):
        if of + "_type" in p:
            id = p[of + "_type"] & 0x7FFFFFFF
            name = plain(p[of + "_class"]["payload"]["text"]) if of + "_class" in p else self.types[id]
        elif of + "_class" in p or of + "_script" in p:
            name = plain(p.get(of + "_class") or p[of + "_script"])
        else:
            return {}
        return {("elem" if of == "element" else of) + "_type": name}

    def path(self, p):
        names, subnames = ([plain(x) for x in p[of]] for of in ("names", "subnames"))
        absolute = p["flags"] & 1
        if "property" in p:
            return {"type": "NodePath", "names": names, "subnames": subnames, "property": plain(p["property"])}
        return "np:" + "/" * absolute + "/".join(names) + "".join(":" + subname for subname in subnames)

    def object(self, p):
        if "instance_id" in p:
            return {"type": "EncodedObjectAsID", "props": ["object_id", f"i:{p['instance_id']}", "script", None]}
        if "properties" not in p:
            return {"type": "Object"}
        props = [x for property in p["properties"] for x in (plain(property["name"]), self.value(property["value"]))]
        return {"type": plain(p["class_name"]), "props": props}

    def event(self, p):
        names = {1: "key", 3: "mouse_button", 4: "joystick_motion", 5: "joystick_button", 6: "screen_touch"}
        members = {name: p[name] for name in ("modifiers", "scancode", "button", "axis", "index") if name in p}
        members |= {"args": [p["value"]]} if "value" in p else {}
        return {"type": "InputEvent", "device": p["device"], "event": names.get(p["event"], p["event"]), **members}


class Minecraft:
    def __init__(self, format):
        ids = lambda table: {int(id): name for id, name in format.get("ids", {}).get(table, {}).items()}
        self.metadata, self.particles, self.directions = ids("metadata types"), ids("particles"), ids("directions")

    @staticmethod
    def float(x, single):
        if math.isnan(x):
            bits = struct.pack(">f" if single else ">d", x).hex()
            return "NaN" if bits in ("7fc00000", "7ff8000000000000") else "NaN:" + bits
        if math.isinf(x):
            return "Infinity" if x > 0 else "-Infinity"
        return "-0" if x == 0 and math.copysign(1, x) < 0 else x

    @staticmethod
    def units(block):
        units, data, at = [], block["text"], 0
        while at < len(data):
            length = 1 if data[at] < 0x80 else 2 if data[at] < 0xE0 else 3
            bits = data[at] & (0x7F, 0x1F, 0x0F)[length - 1]
            for byte in data[at + 1 : at + length]:
                bits = bits << 6 | byte & 0x3F
            units.append(bits)
            at += length
        return units

    def mutf8(self, block):
        units = self.units(block)
        length = sum(1 if 0 < unit < 0x80 else 2 if unit < 0x800 else 3 for unit in units)
        try:
            text = b"".join(struct.pack(">H", unit) for unit in units).decode("utf-16-be")
        except UnicodeDecodeError:
            text = None
        return {"mutf8": block["text"].hex()} if text is None or length != len(block["text"]) else text

    def nbt(self, p):
        if p["type"] == 0:
            return None
        return {"name": self.mutf8(p["name"]), "tag": {"type": "compound", "value": self.compound(p["root"])}}

    def compound(self, p):
        return [[self.mutf8(e["name"]), self.tag(e["type"], e["payload"])] for e in p["entries"] if e["type"] != 0]

    NAMES = "end byte short int long float double byteArray string list compound intArray longArray".split()

    def tag(self, id, p):
        return {"type": self.NAMES[id], "value": self.payload(id, p)}

    def payload(self, id, p):
        match self.NAMES[id]:
            case "byte" | "short" | "int":
                return p["value"]
            case "long":
                return str(p["value"])
            case "float" | "double":
                return self.float(p["value"], id == 5)
            case "string":
                return self.mutf8(p["value"])
            case "byteArray":
                return p["elements"]
            case "intArray":
                return p["elements"]
            case "longArray":
                return [str(x) for x in p["elements"]]
            case "compound":
                return self.compound(p)
            case "list":
                return {"type": self.NAMES[p["type"]], "value": [self.payload(p["type"], x) for x in p["elements"]]}

    def slot(self, p):
        if not p["present"]:
            return None
        return {"id": p["item"]["id"], "count": p["item"]["count"], "nbt": self.nbt(p["item"]["nbt"])}

    def particle(self, p):
        match p["data"][""]:
            case "Nothing":
                data = None
            case "VarInt":
                data = {"block_state": p["data"]["value"]}
            case "Dust":
                data = {name: self.float(p["data"][name], True) for name in ("red", "green", "blue", "scale")}
            case "Slot":
                data = {"item": self.slot(p["data"])}
        return {"id": p["id"], "name": self.particles[p["id"]], "data": data}

    def entry(self, p):
        name = self.metadata[p["type"]]
        value = p["value"]
        match name:
            case "Slot":
                value = self.slot(value)
            case "Particle":
                value = self.particle(value)
            case "OptVarInt":
                value = None if value["value"] == 0 else (value["value"] - 1 + 2**31) % 2**32 - 2**31
            case "OptBlockID":
                value = value["value"] or None
            case "OptChat" | "OptPosition" | "OptUUID":
                value = value.get("value") and self.value(value["value"][""], value["value"])
            case "NBT":
                value = self.nbt(value)
            case "Rotation":
                value = [self.float(value[axis], True) for axis in ("x", "y", "z")]
            case "Villager Data":
                value = {key: value[key] for key in ("type", "profession", "level")}
            case _:
                value = self.value(value[""], value)
        return {"index": p["index"], "type": p["type"], "name": name.lower().replace(" ", ""), "value": value}

    def value(self, structure, p):
        match structure:
            case "NBT":
                return self.nbt(p)
            case "Slot":
                return self.slot(p)
            case "Particle":
                return self.particle(p)
            case "Entity_Metadata":
                return [self.entry(entry) for entry in p["entries"] if entry["index"] != 255]
            case "Modified_UTF8":
                return self.units(p)
            case "String" | "Chat" | "Identifier":
                return p["text"].decode()
            case "Position":
                v = p["value"]
                cut = lambda x, bits: (x & (1 << bits) - 1) - ((x & 1 << bits - 1) << 1)
                return {"x": v >> 38, "y": cut(v, 12), "z": cut(v >> 12, 26)}
            case "UUID":
                digits = f"{p['high']:016x}{p['low']:016x}"
                return "-".join(digits[a:b] for a, b in ((0, 8), (8, 12), (12, 16), (16, 20), (20, 32)))
            case "Boolean":
                return p["value"] == 1
            case "Float" | "Double":
                return self.float(p["value"], structure == "Float")
            case "Long" | "VarLong":
                return str(p["value"])
            case _:
                return p["value"]
