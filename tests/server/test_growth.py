"""Bounds of everything that grows: each table of the schema and each cache has a row."""

from __future__ import annotations

import ast
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import limits
import pytest

from rebelote import server
from rebelote.server.base.runtime import rate_limits
from rebelote.server.base.storage import schema
from rebelote.server.main.growth import CACHES, TABLES

SERVER = Path(server.__file__).parent
CONTAINERS = {"OrderedDict", "LruCache", "Counter", "WeakValueDictionary", "defaultdict", "deque"}
DECORATORS = {"cache", "lru_cache"}


def name_of(node: ast.expr) -> str:
    """Return the name of a class, function or decorator, without its arguments."""
    match node:
        case ast.Call(func=inner) | ast.Subscript(value=inner):
            return name_of(inner)
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
    return ""


def caches_in(tree: ast.Module) -> Iterator[str]:
    """Yield the functions with cached answers, and the attributes and constants that can grow."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name, decorator_list=decorators):
                if DECORATORS & set(map(name_of, decorators)):
                    yield name
            case ast.AnnAssign(target=ast.Attribute(attr=name), value=ast.Call() as made):
                if name_of(made) in CONTAINERS:
                    yield name
            case ast.Assign(targets=[ast.Attribute(attr=name)], value=ast.Call() as made):
                if name_of(made) in CONTAINERS:
                    yield name
    for node in tree.body:
        match node:
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.Call() as made):
                if name_of(made) in CONTAINERS:
                    yield name


def all_caches() -> set[str]:
    """Return the caches of all modules of the server, as `module:name`."""
    return {
        f"{'.'.join(path.relative_to(SERVER).with_suffix('').parts)}:{name}"
        for path in SERVER.rglob("*.py")
        for name in caches_in(ast.parse(path.read_text("utf-8")))
    }


def test_every_table_has_bounds() -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as file:
        schema.bring_up_to_date(file)
        rows = file.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
    assert {name for (name,) in rows if not name.startswith("sqlite_")} == set(TABLES)


def test_every_cache_has_a_bound() -> None:
    assert all_caches() == set(CACHES)


def test_bounds_rest_on_limits_that_there_are() -> None:
    known = {one.name for one in limits.declared()} | set(rate_limits.rows())
    named = {name for table in TABLES.values() for name in table.limits}
    named |= {name for cache in CACHES.values() for name in cache.limits}
    assert named <= known, sorted(named - known)


def test_every_table_to_which_people_append_rests_on_a_limit() -> None:
    free = {name for name, one in TABLES.items() if not one.limits and one.person != "nothing"}
    few = ("one row", "what moderators")
    assert not [name for name in free if not TABLES[name].person.startswith(few)]


@pytest.mark.parametrize(
    "source",
    [
        "class It:\n    def __init__(self):\n        self._known = OrderedDict()",
        "class It:\n    def __init__(self):\n        self._known: deque[int] = deque()",
        "@lru_cache(3)\ndef _known(): ...",
        "@functools.cache\ndef _known(): ...",
        "_known: Final = defaultdict(list)",
    ],
)
def test_a_cache_is_detected(source: str) -> None:
    assert list(caches_in(ast.parse(source))) == ["_known"]
