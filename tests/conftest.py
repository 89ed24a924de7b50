"""Settings of the tests: volumes, groups that share a worker, and databases.

How much is tried follows from REBELOTE_TESTS (tests/support/volume.py). `pytest --postgresql` has
every server of the tests keep its data in PostgreSQL.
"""

from __future__ import annotations

import gc
import os
import sys
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import databases
import passed
import pytest
import volume
from _pytest.doctest import DoctestModule
from hypothesis import settings

if TYPE_CHECKING:
    from server_process import Server
    from xdist.remote import Producer
    from xdist.scheduler import Scheduling

settings.register_profile("here", deadline=None, max_examples=volume.EXAMPLES)
settings.register_profile("ci", settings.get_profile("here"), derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")

# Hundreds of servers and commands are started, and every worker reads all tests: each would compile
# every module anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

TESTS = Path(__file__).parent
ALIKE = frozenset(
    {
        *("baloot-jawaker", "bazar-blot-301", "klaverjas-kraken", "pilotta-kypros"),
        *("bela-bitola", "bga-coinche", "cannes-2016", "coinche", "coinchons", "exoty-coinche"),
        *("ffb-coinchee-2015", "french-plain", "iscool-coinche", "klaverjas-amsterdam-kbn"),
        *("klaverjas-forehand", "klaverjas-utrecht", "montpellier-2016", "stephanoise-1996"),
    }
)
"""Rule sets that differ from one that is not here in few options, for all but the rules."""
PLAYED_ALIKE = (
    "analysis",
    "bots",
    "datasets",
    "engine",
    "env",
    "fairplay",
    "kernel/test_habits.py",
    "knowledge",
    "library",
    "offline",
    "rules/test_fairness.py",
    "rules/test_variation.py",
    "server/features/history/test_entered_deals.py",
    "server/features/history/test_replays.py",
    "server/web/test_server_pages.py",
    "terminal",
)
"""Tests that `make test` does not run for each of these: rules and words are tried for all."""
LONG = (
    *("analysis/test_review.py", "arena/test_arena.py", "arena/test_audit.py"),
    *("bots/test_levels.py", "bots/test_signals.py", "kernel/test_habits.py"),
    *("knowledge/test_memory.py", "offline/test_offline.py", "rules/test_every_variant.py"),
    *("server/features/daily/test_comparison.py", "server/table/test_bot_pace.py"),
    *("server/features/ratings/test_rated_match.py", "server/features/study/test_practice.py"),
    *("server/test_chaos.py", "server/test_chaos_cluster.py", "server/test_fuzz.py"),
    *("server/test_load.py", "server/test_table_memory.py"),
)
"""Files of few tests, each of which takes long."""
APART = ("server/web/test_attack.py",)
"""Files whose tests share nothing and take long."""
OLDEST = 100
"""After how many collections of garbage one covers all objects; Python's own figure is ten."""
BROWSERS = 2
"""Browsers that may run beside each other: each has two processes that want a processor."""


class Examples:
    """Looks for examples in docstrings only where there are some: every worker reads all files.

    A plugin, for the hook of a conftest.py is called for files of its folder alone.
    """

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(
        self, file_path: Path
    ) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
        """Leave out the docstrings of a file without examples."""
        collected = yield
        if file_path.suffix == ".py" and ">>> " not in file_path.read_text("utf-8"):
            return [one for one in collected if not isinstance(one, DoctestModule)]
        return collected


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--postgresql`, and the options by which one run leaves its results to another."""
    parser.addoption("--postgresql", action="store_true", help="servers use PostgreSQL")
    parser.addoption("--note-passed", metavar="FOLDER", help="note there which tests passed")
    parser.addoption("--omit-passed", metavar="FOLDER", help="omit those noted there")


def pytest_configure(config: pytest.Config) -> None:
    """Say what the marks mean; begin the note of what passes where the reports are collected."""
    config.pluginmanager.register(Examples())
    config.addinivalue_line("markers", "sqlite: about the file that SQLite keeps")
    config.addinivalue_line("markers", "full: left out by `make test`; `make test-full` runs it")
    config.addinivalue_line("markers", "journey: in a browser, and run by `make test` all the same")
    config.addinivalue_line("markers", "service_worker: in a browser, with the page that is kept")
    if config.getoption("--postgresql"):
        os.environ[databases.IN_POSTGRES] = "1"
    if (folder := config.getoption("--note-passed")) and not hasattr(config, "workerinput"):
        file = passed.note(config.rootpath / folder, config.getoption("--postgresql"))
        config.pluginmanager.register(passed.Noting(file, config.rootpath))


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
    """Drop the PostgreSQL databases that stand for files of a module's tests."""
    yield
    databases.drop_all()


@pytest.fixture(scope="module")
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """Yield one server for the tests of a file, started by its `SERVING` with its `OPTIONS`."""
    from server_process import serving

    serve = getattr(request.module, "SERVING", serving)
    options = getattr(request.module, "OPTIONS", ())
    with serve(tmp_path_factory.mktemp("server") / "log.sqlite", *options) as server:
        yield server


@pytest.fixture(autouse=True)
def sockets_close() -> Iterator[None]:
    """Close the sockets that people have opened in a test; those of wider fixtures stay."""
    before = len(people.CONNECTED) if (people := sys.modules.get("server_process")) else 0
    yield
    if people := sys.modules.get("server_process"):
        for person in people.CONNECTED[before:]:
            person.close()
        del people.CONNECTED[before:]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Read the tests without looking for garbage, and let none be looked for in them later.

    A server in this process lets them be looked at again as it ends: seldom from then on.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()
        gc.set_threshold(*gc.get_threshold()[:2], OLDEST)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what only `make test-full` runs; say which tests share a worker, and begin first.

    Those of a file do, because they share what is started for it, unless they say otherwise; those
    in browsers are two groups, which begin first.
    """
    if volume.LEVEL == "quick":
        leave_out(config, items, is_full)
    if folder := config.getoption("--omit-passed"):
        file = passed.note(config.rootpath / folder, config.getoption("--postgresql"))
        before = passed.passed(file, passed.state(config.rootpath))
        leave_out(config, items, lambda item: item.nodeid in before)
    for item in items:
        item.user_properties.append((passed.TEST, item.nodeid))
    group = groups([item.nodeid for item in items])
    place = {name: at for at, name in enumerate(queue(group))}
    items.sort(key=lambda item: place[group[item.nodeid]])


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Scheduling | None:
    """Give the tests of a group to one worker.

    The marks of pytest-xdist have no effect since pytest 9.2: it writes them into a field that is
    no longer read.
    """
    if config.getvalue("dist") != "loadscope":
        return None
    from xdist.scheduler import LoadScopeScheduling

    class GroupScheduling(LoadScopeScheduling):  # type: ignore[misc]
        def schedule(self) -> None:
            tests = next(iter(self.registered_collections.values()))
            self.groups = groups(tests)
            super().schedule()

        def _split_scope(self, nodeid: str) -> str:
            return self.groups[nodeid]

    return GroupScheduling(config, log)


def leave_out(
    config: pytest.Config, items: list[pytest.Item], which: Callable[[pytest.Item], bool]
) -> None:
    kept: list[pytest.Item] = []
    left_out: list[pytest.Item] = []
    for item in items:
        (left_out if which(item) else kept).append(item)
    config.hook.pytest_deselected(items=left_out)
    items[:] = kept


def groups(tests: Sequence[str]) -> dict[str, str]:
    """Return the group of each test; the tests of a group share a worker.

    Those of a file are a group, because they share what is started for it, unless it is one of
    `APART`. The files in browsers form as many groups as there may be browsers, each with about as
    many tests.
    """
    files = {test: test.split("::", 1)[0] for test in tests}
    sizes = Counter(file for file in files.values() if lies_in(file, "browser"))
    filled = [0] * BROWSERS
    names = {}
    for file, size in sizes.most_common():
        smallest = filled.index(min(filled))
        filled[smallest] += size
        names[file] = f"browser-{smallest + 1}"
    return {
        test: test if lies_in(file, *APART) else names.get(file, file)
        for test, file in files.items()
    }


@cache
def lies_in(file: str, *places: str) -> bool:
    """Return whether a file, relative to the root, is in one of these places of the tests."""
    return any(f"{file}/".startswith(f"{TESTS.name}/{it}/") for it in places)


def queue(group: dict[str, str]) -> list[str]:
    """Return the groups in the order in which they begin.

    After those in browsers, tests of the server alternate with the others: a worker that waits for
    a server leaves its processor to one that calculates. Of both the longest begin first, so that
    none is left over.
    """
    sizes = Counter(group.values())
    file = {name: test.split("::", 1)[0] for test, name in group.items()}
    longest = sorted(sizes, key=lambda it: (not lies_in(file[it], *LONG), -sizes[it], it))
    browsers = [it for it in longest if lies_in(file[it], "browser")]
    servers = [it for it in longest if lies_in(file[it], "server")]
    others = [it for it in longest if not lies_in(file[it], "browser", "server")]
    share = [(at / len(kind), group) for kind in (servers, others) for at, group in enumerate(kind)]
    return browsers + [group for _, group in sorted(share)]


def file_of(item: pytest.Item) -> str:
    return item.nodeid.split("::", 1)[0]


def in_browser(item: pytest.Item) -> bool:
    return lies_in(file_of(item), "browser")


def is_full(item: pytest.Item) -> bool:
    """Return whether only `make test-full` runs a test: in a browser, all but the journeys."""
    if item.get_closest_marker("full") or is_played_alike(item):
        return True
    return in_browser(item) and not item.get_closest_marker("journey")


def is_played_alike(item: pytest.Item) -> bool:
    """Return whether a test plays by a rule set much like another one of its own."""
    if not lies_in(file_of(item), *PLAYED_ALIKE):
        return False
    given = (
        item.callspec.params
        if isinstance(item, pytest.Function) and hasattr(item, "callspec")
        else {}
    )
    of_rules = getattr(given.get("rules"), "preset", None)
    values = (given.get("preset"), given.get("name"), of_rules)
    return not ALIKE.isdisjoint(values)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int | None:
    """Return one worker more than processors: tests often wait for browsers and timers."""
    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None
    return (os.cpu_count() or 1) + 1
