"""Read, write and explain Godot's Variants, NBT, region files and packets of Minecraft."""

from ._gamewire import (
    File, Packets, Recording, Region, chunks, decode, encode, explain, identify, open,
)
from ._types import Byte, EmptyList, Float, GamewireError, Long, NodePath, Root, Short, StringName, Value

__all__ = [
    "Byte", "EmptyList", "File", "Float", "GamewireError", "Long", "NodePath", "Packets", "Recording", "Region", "Root",
    "Short", "StringName", "Value", "chunks", "decode", "encode", "explain", "identify", "open",
]
