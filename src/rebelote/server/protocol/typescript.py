"""What do the messages look like to the client? Its TypeScript types, written from `messages`.

`python -m rebelote.server.protocol.typescript` writes web/src/net/messages.ts; `--check` compares.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from msgspec import inspect

from rebelote.rules.actions import Action
from rebelote.rules.cards import Card, CardSet
from rebelote.rules.events import Event
from rebelote.server.protocol import http_schemas, messages

TARGET: Final = Path(__file__).parents[4] / "web" / "src" / "net" / "messages.ts"
_HEAD: Final = """\
// Written by `python -m rebelote.server.protocol.typescript` from its messages; do not edit.

/** A card's text: rank 789TJQKA, then suit SHDC. */
export type Card = string;
"""
_UNIONS: Final[dict[str, Any]] = {
    "Action": Action,
    "Event": Event,
    "FromClient": messages.FromClient,
    "FromServer": messages.FromServer,
}
_HTTP: Final = (
    http_schemas.Problem,
    http_schemas.NewTable,
    http_schemas.Seated,
    http_schemas.TableCard,
    http_schemas.NewName,
    http_schemas.NewAccount,
    http_schemas.Login,
    http_schemas.NewPassword,
    http_schemas.Me,
    http_schemas.Session,
    http_schemas.SecurityNotice,
    http_schemas.Known,
    http_schemas.NewKnown,
    http_schemas.Found,
    http_schemas.Farewell,
    http_schemas.Report,
    http_schemas.Reported,
    http_schemas.Settled,
    http_schemas.SettledAll,
    http_schemas.ReportPage,
    http_schemas.NewMeasure,
    http_schemas.Measure,
    http_schemas.NewRole,
    http_schemas.Deed,
    http_schemas.Standing,
    http_schemas.Profile,
    http_schemas.Daily,
    http_schemas.Health,
)
_ASKED: Final = (
    http_schemas.NewTable,
    http_schemas.NewName,
    http_schemas.NewAccount,
    http_schemas.Login,
    http_schemas.NewPassword,
    http_schemas.NewKnown,
    http_schemas.Farewell,
    http_schemas.Report,
    http_schemas.Settled,
    http_schemas.SettledAll,
    http_schemas.NewMeasure,
    http_schemas.NewRole,
)
"""The forms people fill in: what has a default may be left out."""
_SIMPLE: Final[dict[type, str]] = {
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
    inspect.AnyType: "unknown",
}


def _custom(kind: type) -> str:
    return {Card: "Card", CardSet: "Card[]"}[kind]


def _union(parts: Iterator[str]) -> str:
    return " | ".join(dict.fromkeys(parts))


def _array(item: str) -> str:
    return f"({item})[]" if " | " in item else f"{item}[]"


def name_of(kind: inspect.Type) -> str:
    """The TypeScript name of a type."""
    match kind:
        case inspect.StructType():
            return kind.cls.__name__
        case inspect.LiteralType() | inspect.EnumType():
            values = kind.values if isinstance(kind, inspect.LiteralType) else kind.cls
            return _union(f'"{getattr(v, "value", v)}"' for v in values)
        case inspect.UnionType():
            return _union(name_of(part) for part in kind.types)
        case inspect.VarTupleType() | inspect.ListType():
            return _array(name_of(kind.item_type))
        case inspect.TupleType():
            return f"[{', '.join(name_of(item) for item in kind.item_types)}]"
        case inspect.DictType():
            return f"Record<string, {name_of(kind.value_type)}>"
        case inspect.CustomType():
            return _custom(kind.cls)
    return _SIMPLE[type(kind)]


def _structs(kind: inspect.Type, found: dict[str, inspect.StructType]) -> None:
    """Every struct that a type speaks of, each before what it is part of.

    TypeError where two of them have one name: only one would be there for the client.
    """
    if isinstance(kind, inspect.StructType):
        known = found.get(kind.cls.__name__)
        if known is not None and known.cls is not kind.cls:
            raise TypeError(f"two messages are called {kind.cls.__name__}")
        if known is not None:
            return
        for field in kind.fields:
            _structs(field.type, found)
        found[kind.cls.__name__] = kind
    for part in (*getattr(kind, "types", ()), *getattr(kind, "item_types", ())):
        _structs(part, found)
    for name in ("item_type", "value_type"):
        if hasattr(kind, name):
            _structs(getattr(kind, name), found)


def _interface(kind: inspect.StructType, may_leave_out: bool) -> str:
    first = (kind.cls.__doc__ or "").strip().splitlines()[0]
    tag = [f'  {kind.tag_field}: "{kind.tag}";'] if kind.tag_field else []
    fields = (
        f"  {f.encode_name}{'?' if may_leave_out and not f.required else ''}: {name_of(f.type)};"
        for f in kind.fields
    )
    return "\n".join(
        [f"/** {first} */", f"export interface {kind.cls.__name__} {{", *tag, *fields, "}"]
    )


def typescript() -> str:
    """The whole file."""
    sent: dict[str, inspect.StructType] = {}
    found: dict[str, inspect.StructType] = {}
    for kind in (messages.FromClient, *_ASKED):
        _structs(inspect.type_info(kind), sent)
    for kind in (*_UNIONS.values(), *_HTTP):
        _structs(inspect.type_info(kind), found)
    blocks = [
        _interface(kind, name in sent or kind.cls.__struct_config__.omit_defaults)
        for name, kind in found.items()
    ]
    for name, union in _UNIONS.items():
        blocks.append(f"export type {name} = {name_of(inspect.type_info(union))};")
    return "\n\n".join([_HEAD.rstrip(), *blocks]) + "\n"


def main() -> None:
    """Write the file, or with --check say whether it is as it should be."""
    text = typescript()
    if "--check" not in sys.argv:
        TARGET.write_text(text, encoding="utf-8")
    elif not TARGET.exists() or TARGET.read_text(encoding="utf-8") != text:
        sys.exit(f"{TARGET.name} is out of date: run python -m rebelote.server.protocol.typescript")


if __name__ == "__main__":
    main()
