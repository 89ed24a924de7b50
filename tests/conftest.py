"""Settings of the tests: no deadlines, and reproducible in continuous integration.

`pytest --postgresql` has every server of the tests keep its data in PostgreSQL.
"""

import os
from collections.abc import Iterator

import databases
import pytest
from hypothesis import settings

settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")

# Hundreds of servers and commands are started: each would compile every module anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


LONG = {
    "browser",
    "test_chaos.py",
    "test_chaos_cluster.py",
    "test_hidden_cards.py",
    "test_matchmaking.py",
    "test_state_machine.py",
    "test_wheel.py",
}
"""Folders and files with the tests that take longest."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--postgresql`."""
    parser.addoption("--postgresql", action="store_true", help="servers use PostgreSQL")


def pytest_configure(config: pytest.Config) -> None:
    """Say for which tests there is no PostgreSQL to be had instead of a file."""
    config.addinivalue_line("markers", "sqlite: about the file that SQLite keeps")
    if config.getoption("--postgresql"):
        os.environ[databases.IN_POSTGRES] = "1"


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Leave out what is about a file, and everything where there is no PostgreSQL."""
    if databases.in_postgres():
        if item.get_closest_marker("sqlite"):
            pytest.skip("it is about an SQLite file")
        from needs import no_postgres

        if why := no_postgres():
            pytest.skip(why)


@pytest.fixture(scope="module", autouse=True)
def databases_end() -> Iterator[None]:
    """What stands in PostgreSQL for the files of a module's tests ends with them."""
    yield
    databases.drop_all()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Each worker begins with its share of the longest tests.

    What is stolen at the end, by whoever has nothing left to do, is short then.
    """
    workers = int(getattr(config, "workerinput", {}).get("workercount", 1))
    long = [item for item in items if LONG & {*item.path.parts}]
    short = [item for item in items if not LONG & {*item.path.parts}]
    items[:] = [
        item
        for number in range(workers)
        for group in (long, short)
        for item in group[len(group) * number // workers : len(group) * (number + 1) // workers]
    ]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int | None:
    """One worker more than processors: browsers and timers are waited for much of the time."""
    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None
    return (os.cpu_count() or 1) + 1
