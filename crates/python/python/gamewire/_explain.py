"""The meaning of bytes, as text or as rows."""

from typing import Any, List, Literal, NamedTuple, Optional, Union, overload

from ._gamewire import explain_rows, explain_text


class Row(NamedTuple):
    """A row of `explain`: a few bytes and their meaning."""

    offset: int
    length: int
    depth: int
    path: str
    type: "str | None"
    meaning: str


@overload
def explain(data: Union[bytes, bytearray], format: Optional[str] = None, *, rows: Literal[False] = False) -> str: ...
@overload
def explain(data: Union[bytes, bytearray], format: Optional[str] = None, *, rows: Literal[True]) -> List[Row]: ...
def explain(data: Union[bytes, bytearray], format: Optional[str] = None, *, rows: bool = False) -> Any:
    """Explains every byte, also of damaged data: as text, or with `rows=True` as a list of `Row`.

    >>> import gamewire
    >>> row = gamewire.explain(bytes.fromhex("0200000007000000"), "godot4", rows=True)[-1]
    >>> row.offset, row.length, row.path, row.meaning
    (4, 4, '$', 'value = 7')
    """
    return [Row(*row) for row in explain_rows(data, format)] if rows else explain_text(data, format)
