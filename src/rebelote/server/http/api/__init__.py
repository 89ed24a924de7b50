"""What can be asked over HTTP? One module a subject; each names its `HANDLERS`, `app` serves them.

A handler is given `state` (`lobby`, `accounts`, `store`), `me` (the person the cookie says; refused
as `who-are-you` without one) and `somebody` (the same, or None).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from typing import Any, Final, TypeVar

from litestar.datastructures import State

from rebelote.server.runtime.rate_limits import Limits, address

_DRAWING: Final = ThreadPoolExecutor(1, "drawing")
_Drawn = TypeVar("_Drawn")


async def draw(what: Callable[..., _Drawn], *given: Any) -> _Drawn:
    """A page or picture that takes a while; one is drawn at a time, beside the event loop."""
    return await asyncio.get_running_loop().run_in_executor(_DRAWING, what, *given)


def home(asked: Any, state: State) -> str:
    """The address by which others find this server: the one that its keeper says, or is asked."""
    return str(state.public_url or asked.base_url).rstrip("/")


def count_address(what: str, asked: Any, state: State) -> None:
    """Count this once more from where it is asked. IllegalAction `too-many`."""
    limits: Limits = state.limits
    limits.by_address(what, address(asked))


def count_person(what: str, person: str, asked: Any, state: State) -> None:
    """Count this once more of a person. IllegalAction `too-many`."""
    limits: Limits = state.limits
    limits.by_person(what, person, address(asked))


def place(what: str, asked: Any, state: State) -> AbstractContextManager[None]:
    """A place within the quota of this name by address. IllegalAction where there is none."""
    limits: Limits = state.limits
    return limits.place(what, address(asked))
