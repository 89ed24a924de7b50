"""The options of the rules as keyword arguments, for editors and type checkers.

They are `src/rebelote/rules/option_types.py`, written from the declarations of the options.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import NoneType, UnionType
from typing import Final, Literal, Union, get_args, get_origin

from rebelote.rules.options import OPTIONS

FILE: Final = Path(__file__).parent.parent / "src/rebelote/rules/option_types.py"
HEAD: Final = '''"""The options of the rules as keyword arguments.

Written by `make generated`.
"""

from typing import Literal, TypedDict


class Options(TypedDict, total=False):
    """Every option of `Rules`, each with its values; `docs/rules/README.md` explains them."""

'''
WIDTH: Final = 100


def source(kind: object) -> str:
    """Write a type as in a program."""
    if kind is NoneType:
        return "None"
    if kind is Ellipsis:
        return "..."
    arguments = get_args(kind)
    if get_origin(kind) is Literal:
        return f"Literal[{', '.join(map(_quoted, arguments))}]"
    if get_origin(kind) in (Union, UnionType):
        return " | ".join(map(source, arguments))
    if arguments:
        return f"tuple[{', '.join(map(source, arguments))}]"
    assert isinstance(kind, type)
    return kind.__name__


def _quoted(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else repr(value)


def line(name: str, kind: object) -> str:
    """Write the declaration of one option, on several lines where it is long."""
    whole = f"    {name}: {source(kind)}\n"
    if len(whole) <= WIDTH + 1:
        return whole
    values = ", ".join(map(_quoted, get_args(kind)))
    middle = f"        {values}\n"
    if len(middle) <= WIDTH + 1:
        return f"    {name}: Literal[\n{middle}    ]\n"
    each = "".join(f"        {_quoted(value)},\n" for value in get_args(kind))
    return f"    {name}: Literal[\n{each}    ]\n"


def text() -> str:
    return HEAD + "".join(line(name, option.type) for name, option in OPTIONS.items())


def files() -> Iterator[tuple[Path, str]]:
    yield FILE, text()
