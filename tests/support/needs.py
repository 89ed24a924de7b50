"""Marks for tests that need the kernel, or PostgreSQL."""

from __future__ import annotations

import functools
import importlib.util
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from databases import new_database
from postgres_server import NoPostgres, programs, shared

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


@contextmanager
def a_database(empty: bool = False) -> Iterator[str]:
    """Yield a new database in PostgreSQL; skip the test where there can be none."""
    try:
        shared()
    except NoPostgres as error:
        pytest.skip(str(error))
    with new_database(empty) as database:
        yield database
