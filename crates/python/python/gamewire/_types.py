"""The types of the games that Python has no type for, and arrays of numbers."""

import sys
from array import array as _plain
from typing import Any, NamedTuple

try:
    import numpy as _numpy
except ImportError:
    _numpy = None


class GamewireError(ValueError):
    """An error, with the offset of the byte and the path of the value where they are known."""

    def __init__(self, message: str, offset: "int | None" = None, path: "str | None" = None) -> None:
        super().__init__(message)
        self.offset = offset
        self.path = path


class Value(NamedTuple):
    """A value of a type that Python does not have, for example `Value("Vector2", (1.0, 2.0))`.

    `wide` says that the numbers have 64 bits, as in engines of double precision. The type `json` has values that no type of
    Python would bring back, as the text of JSON.
    """

    type: str
    args: Any
    wide: bool = False


class StringName(str):
    """A `StringName` of Godot."""


class NodePath(str):
    """A `NodePath` of Godot."""


class Byte(int):
    """A byte of NBT. An `int` is an Int."""


class Short(int):
    """A Short of NBT."""


class Long(int):
    """A Long of NBT."""


class Float(float):
    """A Float of NBT. A `float` is a Double."""


class EmptyList(list):
    """An empty list of NBT that has a type of elements."""

    def __init__(self, element: str) -> None:
        super().__init__()
        self.element = element


class Root(NamedTuple):
    """A root of NBT that has a name."""

    name: str
    value: Any


_CODES = {"u1": "B", "i1": "b", "i4": "i", "i8": "q", "f4": "f", "f8": "d"}
_NAMES = {code: name for name, code in _CODES.items()}


def array(data: bytes, dtype: str, columns: int) -> Any:
    """An array of numpy that holds the bytes, or one of the module `array` if numpy is not installed."""
    if _numpy is not None:
        flat = _numpy.frombuffer(data, dtype)
        return flat if columns == 1 else flat.reshape(-1, columns)
    plain = _plain(_CODES[dtype[1:]], data)
    if (dtype[0] == ">") != (sys.byteorder == "big"):
        plain.byteswap()
    return plain


def _wire(numbers: Any, order: str) -> "tuple[str, bytes]":
    if isinstance(numbers, _plain):
        if numbers.typecode not in _NAMES:
            raise GamewireError(f"no type has an array of {numbers.typecode}")
        if (order == ">") != (sys.byteorder == "big"):
            numbers = numbers[:]
            numbers.byteswap()
        return order + _NAMES[numbers.typecode], numbers.tobytes()
    name = order + numbers.dtype.str[1:]
    return name, numbers.astype(name, copy=False).tobytes()


def little(numbers: Any) -> "tuple[str, bytes]":
    return _wire(numbers, "<")


def big(numbers: Any) -> "tuple[str, bytes]":
    return _wire(numbers, ">")
