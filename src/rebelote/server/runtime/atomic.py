"""Marks for code that others must not interrupt: an act that follows from a check, without `await`.

On one event loop nothing else happens between two `await`s. Whatever relies on that says so here,
and a test looks that no `await` has come in between (`tests/project/test_atomic.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import Final, ParamSpec, TypeVar

_Given = ParamSpec("_Given")
_Found = TypeVar("_Found")


def atomic(function: Callable[_Given, _Found]) -> Callable[_Given, _Found]:
    """Mark a function that is carried out in one go: it is neither a coroutine nor a generator."""
    return function


ATOMIC: Final = nullcontext()
"""`with ATOMIC:` marks the part of a coroutine that is carried out in one go."""
