"""Read, write and explain Godot's Variants, NBT, region files and packets of Minecraft."""

from ._explain import Row, explain
from ._gamewire import File, chunks, decode, encode, from_json, identify, open, to_json
from ._minecraft import Packets, Recording, Region
from ._types import Byte, EmptyList, Float, GamewireError, Long, NodePath, Root, Short, StringName, Value

__all__ = [
    "Byte", "EmptyList", "File", "Float", "GamewireError", "Long", "NodePath", "Packets", "Recording", "Region", "Root",
    "Row", "Short", "StringName", "Value", "chunks", "decode", "encode", "explain", "from_json", "identify", "open", "to_json",
]

# They are parts of this module, also where they are printed and pickled.
for _class in (Byte, EmptyList, Float, GamewireError, Long, NodePath, Packets, Recording, Region, Root, Row, Short, StringName, Value):
    _class.__module__ = __name__
