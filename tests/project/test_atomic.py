"""No `await` between a check and the act that relies on it, where the code says so."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest
from packages import MODULES, tree

INTERRUPTED = ast.Await | ast.AsyncFor | ast.AsyncWith | ast.Yield | ast.YieldFrom
FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
SYNCHRONOUS = [
    name
    for name in MODULES
    if name.startswith(("server.table.model.", "server.base.protocol."))
    or name
    in {
        "server.base.cluster.node",
        "server.base.cluster.signing",
        "server.table.broadcaster",
        "server.base.workers.fair_queue",
        "server.table.room",
        "server.features.quickmatch.matchmaking",
    }
]
"""Modules whose every function is carried out in one go: others rely on it."""
MARKED = {
    "server.base.workers.bots._serve",
    "server.table.bots.advance",
    "server.table.live_table._add",
    "server.table.lobby.find",
    "server.table.lobby.set_aside",
    "server.table.lobby.unload_idle",
    "server.table.session._take_over",
    "server.table.session.commit",
    "server.table.session.follow",
    "server.table.timers._do_overdue",
    "server.features.quickmatch.queue._begun",
    "server.features.quickmatch.queue._send_matched",
    "server.features.quickmatch.queue._open",
    "server.table.table_chat.post",
}
"""Functions that are known to rely on it, wholly or in part."""


def within(nodes: list[ast.stmt]) -> Iterator[ast.AST]:
    """Yield all that is carried out here: not what stands in functions that are only defined."""
    waiting: list[ast.AST] = [*nodes]
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, FUNCTIONS):
            waiting += ast.iter_child_nodes(node)


def is_mark(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def marked(result: ast.Module) -> Iterator[tuple[str, list[ast.stmt], bool]]:
    """Yield each function with a mark: its name, what is marked of it, and whether that may be."""
    for function in ast.walk(result):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if any(is_mark(it, "atomic") for it in function.decorator_list):
            yield function.name, function.body, isinstance(function, ast.FunctionDef)
        for node in within(function.body):
            if isinstance(node, ast.With) and is_mark(node.items[0].context_expr, "ATOMIC"):
                yield function.name, node.body, len(node.items) == 1


def interrupted(result: ast.Module) -> list[str]:
    """Return the functions with a mark in which something else may happen."""
    return [
        name
        for name, body, may_be in marked(result)
        if not may_be or any(isinstance(node, INTERRUPTED) for node in within(body))
    ]


def modules_with_marks() -> list[str]:
    """Return the modules in which there may be a mark: those that name one."""
    return [name for name, path in MODULES.items() if "atomic" in path.read_text("utf-8").lower()]


def test_what_is_to_be_done_in_one_go_is() -> None:
    result = {name: interrupted(tree(name)) for name in modules_with_marks()}
    assert not {name: where for name, where in result.items() if where}


def test_what_relies_on_it_is_marked() -> None:
    modules = modules_with_marks()
    result = {f"{name}.{function}" for name in modules for function, *_ in marked(tree(name))}
    assert result >= MARKED, "a mark was taken away"


@pytest.mark.parametrize("name", SYNCHRONOUS)
def test_a_module_that_others_rely_on_waits_for_nothing(name: str) -> None:
    waits = ast.AsyncFunctionDef | ast.Await | ast.AsyncFor | ast.AsyncWith
    assert not [node for node in ast.walk(tree(name)) if isinstance(node, waits)]


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("@atomic\ndef act(): return 1", []),
        ("@atomic\nasync def act(): return 1", ["act"]),
        ("@atomic\ndef act(): yield 1", ["act"]),
        ("async def act():\n    await x\n    with ATOMIC:\n        y()\n    await z", []),
        ("async def act():\n    with ATOMIC:\n        if y:\n            await x", ["act"]),
        ("async def act():\n    with ATOMIC:\n        async with x:\n            y()", ["act"]),
        ("def act():\n    with ATOMIC:\n        y = lambda: [await_ for await_ in x]", []),
    ],
)
def test_what_is_interrupted_is_found(text: str, result: list[str]) -> None:
    assert interrupted(ast.parse(text)) == result
