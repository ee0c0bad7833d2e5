"""The types of the games that Python has no type for, and arrays of numbers."""

import json
import os
import sys
from array import array as _plain
from types import SimpleNamespace
from typing import Any, List, NamedTuple

try:
    import numpy as _numpy
except ImportError:
    _numpy = None  # type: ignore[assignment]


class GamewireError(ValueError):
    """An error, with the offset of the byte and the path of the value where they are known."""

    def __init__(self, message: str, offset: "int | None" = None, path: "str | None" = None) -> None:
        super().__init__(message)
        self.offset = offset
        self.path = path


def dumps(value: Any) -> str:
    """JSON in the form of packets, whose bytes are hexadecimal digits."""
    return json.dumps(value, default=bytes.hex)


def _repr(self: Any) -> str:
    """The value with its type, in the form that makes it again."""
    return f"{type(self).__name__}({type(self).__mro__[1].__repr__(self)})"  # type: ignore[call-arg]


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

    __slots__ = ()
    __repr__ = _repr


class NodePath(str):
    """A `NodePath` of Godot."""

    __slots__ = ()
    __repr__ = _repr


class Byte(int):
    """A Byte of NBT, from -128. An `int` is an Int."""

    __slots__ = ()
    __repr__ = _repr


class Short(int):
    """A Short of NBT."""

    __slots__ = ()
    __repr__ = _repr


class Long(int):
    """A Long of NBT."""

    __slots__ = ()
    __repr__ = _repr


class Float(float):
    """A Float of NBT. A `float` is a Double."""

    __slots__ = ()
    __repr__ = _repr


class EmptyList(List[Any]):
    """An empty list of NBT that has a type of elements."""

    def __init__(self, element: str) -> None:
        super().__init__()
        self.element = element


class Root(NamedTuple):
    """A root of NBT that has a name."""

    name: str
    value: Any


_CODES = {"u1": "B", "i1": "b", "i4": "i", "i8": "q", "f4": "f", "f8": "d"}
# `l` has 32 or 64 bits.
_NAMES = {**{code: name for name, code in _CODES.items()}, "l": f"i{_plain('l').itemsize}"}


def array(data: bytes, dtype: str, columns: int) -> Any:
    """An array of numpy that holds the bytes, or one of the module `array` if numpy is not installed."""
    if _numpy is not None:
        flat = _numpy.frombuffer(data, dtype)
        return flat if columns == 1 else flat.reshape(-1, columns)
    plain = _plain(_CODES[dtype[1:]], data)
    if (dtype[0] == ">") != (sys.byteorder == "big"):
        plain.byteswap()
    return plain


def wire(numbers: Any, order: str, name: "str | None" = None) -> "tuple[str, bytes]":
    """The type of numbers and their bytes in an order, `<` or `>`. `name` is the type of a list, which has none."""
    if name and not hasattr(numbers, "tobytes"):
        numbers = _plain(_CODES[name[1:]], numbers)
    if isinstance(numbers, _plain):
        if numbers.typecode not in _NAMES:
            raise GamewireError(f"no type has an array of {numbers.typecode}")
        if (order == ">") != (sys.byteorder == "big"):
            numbers = numbers[:]
            numbers.byteswap()
        return order + _NAMES[numbers.typecode], numbers.tobytes()
    if not hasattr(numbers, "dtype"):
        raise GamewireError(f"{type(numbers).__name__} is no array of numbers")
    if numbers.ndim == 0:
        raise GamewireError(f"{type(numbers).__name__} of numpy has no type here: convert it by int(), float() or bool()")
    if numbers.ndim > 1 and not name:
        raise GamewireError("no type has arrays of more than one dimension; gamewire.Value has arrays of vectors")
    name = order + numbers.dtype.str[1:]
    return name, numbers.astype(name, copy=False).tobytes()


_CONTAINERS = ("Array", "Dictionary", "Object")


def like(new: Any, old: Any, is_nbt: bool) -> Any:
    """The new value at a path. A number, a text and a list of numbers get the type of the old one."""
    if isinstance(old, Value) and old.type == "json":
        # A NaN is null in the list of numbers.
        exact = json.loads(old.args)
        if exact in ("f:nan", "f:-nan") or (isinstance(exact, dict) and exact["type"] == "float"):
            old = 0.0
        elif isinstance(exact, dict) and exact["type"] not in _CONTAINERS and None in exact.get("args", ()):
            old = Value(exact["type"], (), exact.get("precision") == "double")
        else:
            old = None
    elif isinstance(old, Value) and is_nbt:
        old = {"Float": Float(0), "Double": 0.0}.get(old.type)
    if isinstance(new, (list, tuple)):
        if isinstance(old, bytes):
            return Value("PackedByteArray", new)
        if isinstance(old, Value):
            return Value(old.type, new, old.wide)
        if hasattr(old, "tobytes"):
            return _plain(old.typecode if isinstance(old, _plain) else _CODES[old.dtype.str[1:]], new)
    elif isinstance(new, str):
        if type(new) is str and isinstance(old, (StringName, NodePath)):
            return type(old)(new)
    elif isinstance(new, (Byte, Short, Long, Float)) or (isinstance(new, bool) and not is_nbt):
        pass
    elif isinstance(old, Float) and isinstance(new, (int, float)):
        return Float(new)
    elif isinstance(old, (Byte, Short, Long)) and isinstance(new, int):
        return type(old)(new)
    elif type(old) in (int, float) and isinstance(new, int):
        return float(new) if isinstance(old, float) else int(new)
    return new


def replace(path: "str | os.PathLike[str]", data: bytes) -> None:
    """Replaces a file as a whole, so that a failure leaves the old one. A link stays one."""
    path = os.path.realpath(path)
    part = f"{path}.{os.getpid()}.part"
    with open(part, "xb") as file:
        try:
            if os.path.exists(path):
                os.chmod(part, os.stat(path).st_mode & 0o7777)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            file.close()
            os.replace(part, path)
        except BaseException:
            file.close()
            os.unlink(part)
            raise


#: What the other half calls.
shared = SimpleNamespace(
    error=GamewireError, value=Value, string_name=StringName, node_path=NodePath, byte=Byte, short=Short, long=Long, float=Float,
    bytes=[Byte((bits ^ 128) - 128) for bits in range(256)], empty_list=EmptyList, root=Root,
    array=array, wire=wire, replace=replace, like=like, loads=json.loads, dumps=dumps,
)
