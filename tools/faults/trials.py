"""Trials: a fault is put in the copy, and tests are run until one of them notices.

A test that fails has to pass without the fault: else it says nothing about it. That is looked at in
the end, for all of them together.
"""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple

from faults import CARGO, HOME, Fault
from faults.copies import MANIFEST, Copy

Tier = Literal["quick", "test", "full"]
"""`make test-quick`, `make test`, `make test-full`."""
Result = Literal["caught", "missed", "timed out"]
VOLUMES: Final[dict[Tier, str]] = {"quick": "quick", "test": "quick", "full": "full"}
"""REBELOTE_TESTS of each."""
QUICK: Final = "tests/quick.txt"
"""The Python tests of `make test-quick`, for pytest."""
STRUCTURE: Final = "tests/project/test_structure.py"
PYTEST: Final = ("-x", "-q", "--no-header", "--tb=no", "-rfE", "-p", "no:cacheprovider")
NO_TESTS: Final = 5
"""pytest's exit status where it has run no test."""
WHOLE_SECONDS: Final = 3600.0
"""The seconds that a whole tier may take for one fault."""
ALL_OF: Final = "all of"
"""The prefix of the name of a check that is a whole tier."""
BROWSER: Final = "tests/browser/"


class Check(NamedTuple):
    """A program that fails where it notices a fault, its arguments, and where it runs."""

    name: str
    program: tuple[str, ...]
    asked: tuple[str, ...] = ()
    within: str = ""
    in_browser: bool = False


class Ended(NamedTuple):
    """The end of a check; no status: it took too long."""

    status: int | None
    output: str


class Outcome(NamedTuple):
    """The result of a fault: the check that caught it, and the seconds it took."""

    fault: Fault
    result: Result
    seconds: float
    by: Check | None = None


# --- which tests ----------------------------------------------------------------------------------


def checks(copy: Copy, fault: Fault, tier: Tier, whole: bool) -> Iterator[Check]:
    """Yield the tests of a tier that should notice, and then all that could."""
    for test in fault.first:
        yield from _first(copy, test, tier)
    if whole:
        yield from _whole(copy, fault, tier)


def _first(copy: Copy, test: str, tier: Tier) -> Iterator[Check]:
    """Yield a test as far as the tier runs it."""
    if test.startswith(CARGO):
        if tier != "quick":
            yield _rust(test.removeprefix(CARGO))
    elif test.startswith("web/"):
        yield _client(copy, test.removeprefix("web/"))
    else:
        ids = _quick(test) if tier == "quick" else [test]
        if ids:
            yield _python(copy, test, ids)


def _quick(test: str) -> list[str]:
    """Return the part of a test file or a test that `make test-quick` runs."""
    listed = (HOME / QUICK).read_text("utf-8").split()
    if any(_contains(one, test) for one in listed):
        return [test]
    return [one for one in listed if _contains(test, one)]


def _contains(outer: str, inner: str) -> bool:
    """Return whether a test is the other, or within that file or folder."""
    return inner == outer or inner.startswith((f"{outer}::", f"{outer.rstrip('/')}/"))


def _whole(copy: Copy, fault: Fault, tier: Tier) -> Iterator[Check]:
    """Yield all tests of a tier; those of the client and of Rust where the fault is theirs."""
    if fault.in_client or "/i18n/" in fault.file:
        yield _client(copy, "")
        yield Check("types of the client", ("npm", "run", "--silent", "types"), within="web")
    if fault.in_kernel and tier != "quick":
        yield _rust("")
    if tier == "quick":
        yield _python(copy, f"{ALL_OF} test-quick", [f"@{QUICK}"])
    else:
        spread = (
            "--numprocesses=auto",
            "--dist=loadscope",
            "--no-loadscope-reorder",
            f"--ignore={STRUCTURE}",
        )
        yield _python(copy, f"{ALL_OF} {tier}", spread)._replace(in_browser=True)


def _python(copy: Copy, name: str, asked: Sequence[str]) -> Check:
    program = (str(copy.bin / "pytest"), *PYTEST)
    return Check(name, program, tuple(asked), in_browser=BROWSER in name)


def _client(copy: Copy, file: str) -> Check:
    asked = tuple(filter(None, [file]))
    return Check(f"web/{file}", ("npx", "vitest", "run"), asked, "web")


def _rust(which: str) -> Check:
    build = ("--profile", "checked", "--no-default-features")
    program = ("cargo", "test", "--quiet", *build, *MANIFEST)
    return Check(f"{CARGO}{which}", program, tuple(filter(None, [which])))


# --- a trial --------------------------------------------------------------------------------------


def trial(copy: Copy, fault: Fault, tier: Tier, whole: bool, seconds: float) -> Outcome:
    """Put a fault in and run tests until one notices; afterwards the copy is as it was."""
    began, late = time.monotonic(), None
    try:
        copy.put(fault)
        for check in checks(copy, fault, tier, whole):
            limit = WHOLE_SECONDS if check.name.startswith(ALL_OF) else seconds
            ended = run(copy, check, tier, limit)
            if ended.status is None:
                late = check
            elif ended.status not in (0, NO_TESTS):
                return Outcome(fault, "caught", time.monotonic() - began, _failed(check, ended))
    finally:
        copy.restore()
    return Outcome(fault, "timed out" if late else "missed", time.monotonic() - began, late)


def _failed(check: Check, ended: Ended) -> Check:
    """Return the failed test, where the output names only one."""
    outcome = re.findall(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", ended.output, re.MULTILINE)
    if not outcome:
        return check
    return check._replace(name=outcome[0], asked=(outcome[0],), in_browser=BROWSER in outcome[0])


def confirmed(copy: Copy, outcomes: Sequence[Outcome], tier: Tier) -> list[Outcome]:
    """Confirm the outcomes: a fault whose test fails without it, too, was missed."""
    noticed = {one.by for one in outcomes if one.by is not None and one.result == "caught"}
    failing = set(_failing(copy, noticed, tier))
    return [
        one._replace(result="missed") if one.result == "caught" and one.by in failing else one
        for one in outcomes
    ]


def _failing(copy: Copy, noticed: set[Check], tier: Tier) -> Iterator[Check]:
    """Yield the checks that fail where there is no fault."""
    for program in {check.program for check in noticed}:
        those = [check for check in noticed if check.program == program]
        asked = tuple(one for check in those for one in check.asked)
        together = those[0]._replace(asked=asked, in_browser=any(c.in_browser for c in those))
        alike = len(those) > 1 and program[0] != "cargo"  # which takes one filter
        if not alike or run(copy, together, tier, WHOLE_SECONDS).status != 0:
            for check in those:
                if run(copy, check, tier, WHOLE_SECONDS).status != 0:
                    yield check


def run(copy: Copy, check: Check, tier: Tier, seconds: float) -> Ended:
    """Run a check to its end, or for so long; what it has started ends with it."""
    if check.in_browser:
        copy.build_client()
    process = subprocess.Popen(
        (*check.program, *check.asked),
        cwd=copy.folder / check.within,
        env={**copy.environment, "REBELOTE_TESTS": VOLUMES[tier]},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        start_new_session=True,
    )
    try:
        output, _ = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        return Ended(None, "")
    finally:
        _end(process)
    return Ended(process.returncode, output)


def _end(process: subprocess.Popen[str]) -> None:
    """End a process and all that it has started, as far as they are still there."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
