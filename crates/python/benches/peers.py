"""NBT beside amulet-nbt and nbtlib, in microseconds: `pip install amulet-nbt nbtlib`, then `python benches/peers.py`."""

import io
import pathlib
import time

import amulet_nbt
import gamewire
import nbtlib

SAMPLES = pathlib.Path(__file__).parents[3] / "tests/fixtures/minecraft/nbt"


def least(calls, rounds=60):
    """The least time of each call, of rounds that take turns."""
    best = dict.fromkeys(calls, float("inf"))
    for _ in range(rounds):
        for name, call in calls.items():
            start = time.perf_counter()
            for _ in range(5):
                call()
            best[name] = min(best[name], (time.perf_counter() - start) / 5 * 1e6)
    return ", ".join(f"{name} {best[name]:.0f}" for name in calls)


for name in ["complex_player", "chunk_1_14"]:
    data = (SAMPLES / f"{name}.nbt").read_bytes()
    value = gamewire.decode(data, "minecraft/nbt")
    assert gamewire.encode(value, "minecraft/nbt") == data
    amulet = amulet_nbt.load(data, compressed=False)
    lib = nbtlib.File.parse(io.BytesIO(data))
    print(f"{name}, {len(data)} bytes")
    print("  read:", least({
        "gamewire plain": lambda: gamewire.decode(data, "minecraft/nbt", plain=True),
        "gamewire": lambda: gamewire.decode(data, "minecraft/nbt"),
        "amulet-nbt": lambda: amulet_nbt.load(data, compressed=False),
        "nbtlib": lambda: nbtlib.File.parse(io.BytesIO(data)),
    }))
    print("  write:", least({
        "gamewire": lambda: gamewire.encode(value, "minecraft/nbt"),
        "amulet-nbt": lambda: amulet.to_nbt(compressed=False),
        "nbtlib": lambda: lib.write(io.BytesIO()),
    }))
