"""Attacks on a server of ours: `make attack`.

    PYTHONPATH=perf:tools .venv/bin/python tools/attack.py [--short] [--only H1,M4]

Every attack that worked in the audit of the first release is tried again, each against a fresh
server on loopback with its defaults; what still works is printed. Then the attacks that go on are
made from four connections while strangers play at honest tables: their moves must be on disk in
time, and the server's memory must come back. The last line is JSON; the exit code is 1 where
anything works.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import attacks
from attacks.floods import FLOODS, SECONDS, attack, felt
from attacks.once import FINDINGS, Finding

for module in iter_modules(attacks.__path__):
    import_module(f"attacks.{module.name}")  # each puts its attacks on the list

LONGEST = 120.0
"""Seconds that one attack may take."""


async def attempt(result: Finding) -> str:
    """Return what still works of one attack; one that breaks off has not shown that it fails."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "again").mkdir()
        try:
            async with asyncio.timeout(LONGEST):
                return await result.attack(folder)
        except Exception as error:
            return f"could not be tried: {error!r}"


async def attempts(short: bool, only: set[str]) -> dict[str, str]:
    """Return what works of each attack, by its name; empty where it held."""
    works = {}
    for result in FINDINGS:
        if (only and result.name not in only) or (short and not result.quick):
            continue
        began = time.monotonic()
        works[result.name] = says = await attempt(result)
        seconds = time.monotonic() - began
        received = f"WORKS: {says}" if says else "held"
        print(f"{result.name:4} {result.what}: {received} ({seconds:.1f} s)", flush=True)
    return works


async def floods(only: set[str]) -> dict[str, str]:
    """Return by attack what strangers feel of it while it goes on, where that is too much."""
    works = {}
    for name in FLOODS:
        if only and name not in only:
            continue
        with tempfile.TemporaryDirectory() as folder:
            result = await felt(name, Path(folder))
        works[f"{name} meanwhile"] = result.wrong
        print(
            f"{name:4} from four connections: a stranger's move p50 {result.attacked.get('p50')}, "
            f"p99 {result.attacked.get('p99')}, most {result.attacked.get('max')} ms "
            f"(quiet p99 {result.quiet.get('p99')}), {result.moves} moves; memory "
            f"{result.memory_before:.0f} -> {result.memory_after:.0f} MB: "
            f"{'NOT HELD: ' + result.wrong if result.wrong else 'held'}",
            flush=True,
        )
    return works


async def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--short", action="store_true", help="only what is tried once, and quickly")
    asked.add_argument("--only", default="", help="names of attacks, by comma")
    asked.add_argument("--flood", help=argparse.SUPPRESS)
    asked.add_argument("--port", type=int, help=argparse.SUPPRESS)
    asked.add_argument("--seconds", type=float, default=SECONDS, help=argparse.SUPPRESS)
    given = asked.parse_args()
    if given.flood:
        await attack(given.flood, given.port, given.seconds)
        return 0
    only = set(filter(None, given.only.split(",")))
    works = await attempts(given.short, only)
    if not given.short:
        works |= await floods(only)
    print(json.dumps({name: says for name, says in works.items() if says}))
    return int(any(works.values()))


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
