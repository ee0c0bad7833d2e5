"""Whether the pages of the format are enough to write a decoder: runs `pages.py` and `pages_places.py` over the fixtures.

pages_test.py FIXTURES, which is what `gamewire fixtures` wrote.
"""
import json
import pathlib
import sys

import pages
import pages_places as places

sys.setrecursionlimit(20000)
fixtures = pathlib.Path(sys.argv[1])
tests = pathlib.Path(__file__).parent.parent / "fixtures"

# Rows of the tables that the engines answer in another way than the pages: page 14 has the reason.
LOOKS_UP = {"ERR_UNAVAILABLE", "ERR_INVALID_DATA"}  # Classes and scripts are looked up by engines alone.
WRAPS = {"nodepath/subnames_ffffffff", "nodepath/total_wraps", "nodepath/names_and_subnames_wrap", "mut/1665", "mut/1763"}


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


def accepts(decode):
    try:
        decode()
    except pages.Wrong:
        return False
    return True


values = 0
for sample in json.loads((fixtures / "manifest.json").read_text())["fixtures"]:
    dialect, data = sample["dialect"], bytes.fromhex(sample["bytes"])
    if dialect in ("godot3", "godot4", "godot4.2", "godot4-double"):
        value = pages.godot(data, int(dialect[5]), minor=2 if dialect == "godot4.2" else 4)
    elif dialect == "minecraft" and sample["kind"] in ("nbt", "slot") and "value" in sample:
        value = pages.minecraft(data, sample["kind"])
    else:
        continue
    if not same(value, sample.get("value")):
        sys.exit(f"{sample['file']}: {value} is not {sample.get('value')}")
    values += 1

dumps = 0
for file in sorted((tests / "dumps").glob("godot[34]*/*/*.hex")):
    dialect, verdict = file.parts[-3:-1]
    if dialect not in ("godot3", "godot4", "godot4-double"):
        continue
    text = file.read_text()
    data = bytes.fromhex("".join(line for line in text.splitlines() if not line.startswith("#")))
    decode = lambda: pages.godot(data, int(dialect[5]), objects="objects: allowed" in text)
    if accepts(decode) == (verdict == "rejected"):
        sys.exit(f"{file.relative_to(tests)} is {verdict}")
    dumps += 1

rows = 0
for table in ("malformed-3.6.2", "mutations-3.6.2", "malformed-4.6.3", "mutations-4.6.3", "malformed-4.6.3-double"):
    generation = 3 if "3.6.2" in table else 4
    for line in (tests / f"godot{generation}" / f"{table}.tsv").read_text().strip("\n").split("\n"):
        if line.startswith("#"):
            continue
        name, mode, data, status, *_, note = line.split("\t")
        looks_up = note in LOOKS_UP or "script" in note
        for objects in {"full": [True], "plain": [False]}.get(mode, [True, False]):
            decode = lambda: pages.godot(bytes.fromhex(data), generation, objects, trailing=True)
            accepted = accepts(decode)
            if name not in WRAPS and accepted != (status == "ok") and not (accepted and looks_up):
                sys.exit(f"{table}: the engine's answer to {name} is {status}")
            rows += 1
print(f"by the pages alone: {values} values; {dumps} dumps and {rows} answers of engines accepted or refused alike")


def same_json(value, other):
    return json.dumps(value, sort_keys=True) == json.dumps(other, sort_keys=True)


def read(dialect, kind, data, objects):
    """The value as JSON, by the second decoder; `None` if it does not know the dialect."""
    if dialect in ("godot4", "godot4-double"):
        source = places.Godot4(data, objects)
        return places.json_of(places.whole(source, source.value()))
    source = places.Nbt(data)
    return places.whole(source, source.slot() if kind == "slot" else source.root())


manifest = json.loads((fixtures / "manifest.json").read_text())
known = lambda sample: sample["dialect"] in ("godot4", "godot4-double") or (
    sample["dialect"] == "minecraft" and sample.get("kind") in ("nbt", "slot") and ("value" in sample or "error" in sample))
exact = 0
for sample in filter(known, manifest["fixtures"]):
    value = read(sample["dialect"], sample["kind"], bytes.fromhex(sample["bytes"]), True)
    if not same(value, sample["value"]):
        sys.exit(f"{sample['file']}: {value} is not {sample['value']}")
    exact += 1


def offset(decode, what):
    try:
        value = decode()
    except places.Wrong as error:
        return error.at
    sys.exit(f"{what} is read as {value}")


errors = 0
for sample in filter(known, manifest["rejected"]):
    data, right = bytes.fromhex(sample["bytes"]), sample["error"]["offset"]
    at = offset(lambda: read(sample["dialect"], sample.get("kind"), data, False), sample["file"])
    if at != right:
        sys.exit(f"{sample['file']}: the error is at {right}, by the pages at {at}")
    errors += 1

minecraft = tests / "minecraft"
rejected = (minecraft / "reject.tsv").read_text().splitlines()
offsets = (minecraft / "reject_offsets.tsv").read_text().splitlines()
for line, right in zip(rejected, offsets, strict=True):
    kind, data = line.split("\t")[:2]
    if kind not in ("nbt", "slot"):
        continue
    at = offset(lambda: read("minecraft", kind, bytes.fromhex(data), False), line)
    if at != int(right.split("\t")[0]):
        sys.exit(f"{line}: the error is at {right}, by the pages at {at}")
    errors += 1

forms = {"little-endian": "files", "VarInt": "packets"}
bedrock = 0
for line in (minecraft / "bedrock.tsv").read_text().splitlines():
    if line.startswith("#"):
        continue
    codec, form, java, own = line.split("\t")
    sources = [places.Nbt(bytes.fromhex(java)), places.Nbt(bytes.fromhex(own), forms[form])]
    values_of_forms = [places.whole(source, source.root()) for source in sources]
    if not same_json(*values_of_forms):
        sys.exit(f"a root of {codec} in the form {form} is {values_of_forms[1]}")
    bedrock += 1

lists = {}
for line in (minecraft / "list_roots.tsv").read_text().splitlines():
    if line.startswith("#"):
        continue
    codec, form, elements, own = line.split("\t")
    source = places.Nbt(bytes.fromhex(own), forms.get(form, "java"))
    if form == "big-endian":
        if offset(lambda: places.whole(source, source.root()), line) != 0:
            sys.exit(f"a root that is a List is read in the form of the Java edition: {line}")
        continue
    value = places.whole(source, source.root())
    if value["tag"]["value"]["type"] != elements.lower() or not same_json(lists.setdefault(elements, value), value):
        sys.exit(f"a root of {codec} in the form {form} is {value}")
    bedrock += 1

regions = 0
for (x, z), time, contents in places.chunks((minecraft / "region/r.0.0.mca").read_bytes()):
    source = places.Nbt(contents)
    level = dict(dict(places.whole(source, source.root())["tag"]["value"])["Level"]["value"])
    if (level["xPos"]["value"], level["zPos"]["value"], time) != (x, z, 1600000000):
        sys.exit(f"chunk {x}, {z} of the region is {level}")
    regions += 1
print(f"with places: {exact} values, {errors} errors at their offsets, {bedrock} roots of Bedrock, {regions} chunks")
