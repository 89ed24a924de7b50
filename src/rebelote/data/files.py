"""Files of rows: Parquet, CSV or JSON lines, by the end of the name; there once they are whole."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Final, TextIO

import msgspec

from rebelote.data.rows import columns

GROUP: Final = 65_536
"""Rows of a group of a Parquet file, which are in memory together."""

_Row = type[msgspec.Struct]
_Rows = Iterable[msgspec.Struct]
_About = Mapping[str, str]


def write(
    path: Path,
    row: type[msgspec.Struct],
    rows: Iterable[msgspec.Struct],
    about: Mapping[str, str] = MappingProxyType({}),
) -> int:
    """Write rows of this type to a file, and return how many they were.

    `about` says what they are, in the metadata of a Parquet file; other formats have none.

    The file is written beside and renamed at the end, so that one that stops leaves nothing behind.

    Raises:
        ValueError: for a name whose end is none of `FORMATS`.
        ModuleNotFoundError: for Parquet without pyarrow.
    """
    check(path)
    beside = path.with_name(f"{path.name}.part")
    try:
        count = FORMATS[path.suffix](beside, row, rows, about)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
    return count


def check(path: Path) -> None:
    """Raise what `write` would raise for this name, or for a folder that there is not."""
    if path.suffix not in FORMATS:
        raise ValueError(f"{path} is no data file: its name ends in {', '.join(FORMATS)}")
    if not path.parent.is_dir():
        raise ValueError(f"there is no folder {path.parent}")
    if path.suffix == ".parquet":
        import_module("pyarrow")


def _csv(path: Path, row: _Row, rows: _Rows, about: _About) -> int:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(row.__struct_fields__)
        return _counted(
            file, rows, lambda _, one: writer.writerow(msgspec.to_builtins(one).values())
        )


def _json_lines(path: Path, row: _Row, rows: _Rows, about: _About) -> int:
    encode = msgspec.json.Encoder().encode
    with path.open("w", encoding="utf-8") as file:
        return _counted(file, rows, lambda to, one: to.write(f"{encode(one).decode()}\n"))


def _counted(
    file: TextIO,
    rows: Iterable[msgspec.Struct],
    write_one: Callable[[TextIO, msgspec.Struct], object],
) -> int:
    count = 0
    for one in rows:
        write_one(file, one)
        count += 1
    return count


def _parquet(path: Path, row: _Row, rows: _Rows, about: _About) -> int:
    import pyarrow
    from pyarrow import parquet

    kinds = {
        "int": pyarrow.int32(),
        "mask": pyarrow.uint32(),
        "str": pyarrow.string(),
        "bool": pyarrow.bool_(),
        "bytes": pyarrow.binary(),
    }
    fields = [
        pyarrow.field(one.name, kinds[one.kind], one.empty, {"description": one.description})
        for one in columns(row)
    ]
    schema = pyarrow.schema(fields, dict(about))
    count = 0
    with parquet.ParquetWriter(path, schema, compression="zstd") as file:
        for group in _groups(rows):
            values = zip(*map(msgspec.structs.astuple, group), strict=True)
            arrays = [
                pyarrow.array(column, field.type)
                for column, field in zip(values, fields, strict=True)
            ]
            file.write_table(pyarrow.Table.from_arrays(arrays, schema=schema))
            count += len(group)
    return count


def _groups(rows: Iterable[msgspec.Struct]) -> Iterator[Sequence[msgspec.Struct]]:
    each = iter(rows)
    while group := list(islice(each, GROUP)):
        yield group


FORMATS: Final = {".parquet": _parquet, ".csv": _csv, ".jsonl": _json_lines, ".ndjson": _json_lines}
"""The writers of rows, by the end of a file's name."""
