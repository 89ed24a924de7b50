"""Marks for code that no other task may interrupt: a check, and an act that relies on it.

On one event loop nothing else happens between two `await`s. Code that relies on that is marked, and
a test checks that there is no `await` in it (`tests/project/test_atomic.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import Final, ParamSpec, TypeVar

_Args = ParamSpec("_Args")
_Result = TypeVar("_Result")


def atomic(function: Callable[_Args, _Result]) -> Callable[_Args, _Result]:
    """Mark a function that is atomic: it is neither a coroutine nor a generator."""
    return function


ATOMIC: Final = nullcontext()
"""`with ATOMIC:` marks the part of a coroutine that is atomic."""
