"""Seeded faults: small mistakes, each of which some test should notice.

A `.toml` beside this holds those of one part of Rebelote. `tools/seeded_faults.py` tries them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

HOME: Final = Path(__file__).resolve().parent.parent.parent
CARGO: Final = "cargo:"
"""The prefix of a filter of Rust tests in `first`."""


class Fault(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A change of one place in one file: `old`, which stands there once, becomes `new`.

    `notice`: what a user would notice. `first`: the tests that are tried first, the cheapest first:
    ids of pytest, files of vitest, or `cargo:` and a filter.
    """

    name: str
    file: str
    old: str
    new: str
    notice: str
    first: tuple[str, ...]
    part: str = ""

    @property
    def in_client(self) -> bool:
        """Whether a browser has to be sent another client."""
        return self.file.startswith("web/")

    @property
    def in_kernel(self) -> bool:
        """Whether the native module has to be rebuilt."""
        return self.file.startswith("kernel/")


class _File(msgspec.Struct, forbid_unknown_fields=True):
    fault: list[Fault]


def faults() -> list[Fault]:
    """Return every fault, part by part."""
    result = []
    for file in sorted(Path(__file__).parent.glob("*.toml")):
        each = msgspec.toml.decode(file.read_bytes(), type=_File).fault
        result += [msgspec.structs.replace(fault, part=file.stem) for fault in each]
    return result


def problems(every: list[Fault]) -> Iterator[str]:
    """Yield a sentence for each thing that is out of date in these faults."""
    for name, times in Counter(fault.name for fault in every).items():
        if times > 1:
            yield f"{name}: {times} faults have this name"
    for fault in every:
        path = HOME / fault.file
        times = path.read_text("utf-8").count(fault.old) if path.is_file() else 0
        if times != 1:
            yield f"{fault.name}: its old text occurs {times} times in {fault.file}"
        if fault.old == fault.new:
            yield f"{fault.name}: its new text is the old one"
        if not fault.first:
            yield f"{fault.name}: it names no test"
        for test in fault.first:
            if not _exists(test):
                yield f"{fault.name}: there is no test {test}"


def _exists(test: str) -> bool:
    """Return whether there is a test of this id."""
    if test.startswith(CARGO):
        return len(test) > len(CARGO)
    file, *names = test.split("::")
    path = HOME / file
    if not path.is_file():
        return False
    name = names[-1].partition("[")[0] if names else ""
    return re.search(rf"\b{re.escape(name)}\b", path.read_text("utf-8")) is not None
