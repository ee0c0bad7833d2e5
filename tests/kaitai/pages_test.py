"""Whether the pages of the format are enough to write a decoder: runs `pages.py` over the fixtures.

pages_test.py FIXTURES, which is what `gamewire fixtures` wrote.
"""
import json
import pathlib
import sys

import pages
from compare import same

sys.setrecursionlimit(20000)
fixtures = pathlib.Path(sys.argv[1])
tests = pathlib.Path(__file__).parent.parent / "fixtures"

# Rows of the tables that the engines answer in another way than the pages: page 14 has the reason.
LOOKS_UP = {"ERR_UNAVAILABLE", "ERR_INVALID_DATA"}  # Classes and scripts are looked up by engines alone.
WRAPS = {"nodepath/subnames_ffffffff", "nodepath/total_wraps", "nodepath/names_and_subnames_wrap", "mut/1665", "mut/1763"}


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
    elif sample["kind"] in ("nbt", "slot"):
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
