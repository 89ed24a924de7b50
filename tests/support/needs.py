"""Marks for tests that need the kernel, or PostgreSQL."""

from __future__ import annotations

import functools
import importlib.util

import pytest
from postgres_server import NoPostgres, programs

from rebelote.kernel import solver

needs_kernel = pytest.mark.skipif(
    not solver.KERNEL, reason="the kernel is not built here: install Rust and run `make setup`"
)


@functools.cache
def no_postgres() -> str:
    """Return the reason why PostgreSQL cannot run here; empty where it can."""
    if importlib.util.find_spec("asyncpg") is None:
        return "asyncpg is not installed: run `make setup`"
    try:
        programs()
    except NoPostgres as error:
        return str(error)
    return ""


needs_postgres = pytest.mark.skipif(bool(no_postgres()), reason=no_postgres() or "it is there")
