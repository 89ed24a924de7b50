"""Servers that end soon: hundreds are started and stopped, each by uvicorn."""

from __future__ import annotations

import asyncio
from types import ModuleType
from typing import Any, Final

import uvicorn.server

TENTHS: Final = 10
"""The factor by which uvicorn checks more often whether to end: every hundredth of a second."""


def end_soon() -> None:
    """Shorten the tenths of a second for which uvicorn, and nothing else, sleeps."""
    module: Any = ModuleType("asyncio")
    vars(module).update(vars(asyncio))
    module.sleep = lambda seconds: asyncio.sleep(seconds / TENTHS)
    vars(uvicorn.server)["asyncio"] = module
