"""Write every file that is generated from the sources: `make generated`.

`--check` writes nothing and names each file that is out of date. Not among them are what takes a
browser (`REBELOTE_LOOKS=write`), the network (`make lock`) or a build (`tools/notices.py`).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import client_positions
import growth
import learning
import limits
import option_types
import packages
import pages
import plurals
import refusals
import table_life

from rebelote.server.main import typescript

HOME: Final = Path(__file__).resolve().parent.parent
COMMAND: Final = "make generated"
# The refusals first: the others read the catalogue, which is read once.
GENERATORS: Final = (
    refusals,
    option_types,
    pages,
    limits,
    growth,
    table_life,
    learning,
    packages,
    plurals,
    client_positions,
    typescript,
)


def out_of_date(write: bool) -> Iterator[str]:
    """Yield by name the files whose text is out of date; with `write` they are written."""
    for generator in GENERATORS:
        for path, text in generator.files():
            if path.is_file() and path.read_text(encoding="utf-8") == text:
                continue
            if write:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            yield path.resolve().relative_to(HOME).as_posix()


def main() -> int:
    """Write the files, or with --check say which are out of date."""
    check = "--check" in sys.argv
    names = list(out_of_date(write=not check))
    for name in names:
        print(f"{name} is out of date: run {COMMAND}" if check else f"written: {name}")
    return int(check and bool(names))


if __name__ == "__main__":
    sys.exit(main())
