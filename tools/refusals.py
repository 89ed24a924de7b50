"""Write the sentences of refusals where they are repeated, from `rules.refusals`.

They are in the English catalogue, which the client reads, and in the tables of docs/engine.md and
docs/server.md.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from rebelote.rules.refusals import REFUSALS, Refusal

HOME: Final = Path(__file__).parent.parent
CATALOGUE: Final = HOME / "src" / "rebelote" / "i18n" / "en.json"
ENGINE: Final = HOME / "docs" / "engine.md"
SERVER: Final = HOME / "docs" / "server.md"

OF_REQUESTS: Final = frozenset({"malformed", "too-large", "wrong-options"})
"""Refusals of the server that the engine answers too."""


def of_the_engine(refusal: Refusal) -> bool:
    """Return whether a refusal answers a request of the engine as such."""
    return refusal.rule == "engine" or refusal.code in OF_REQUESTS


def of_the_rules(refusal: Refusal) -> bool:
    """Return whether a refusal follows from a rule of the game."""
    return refusal.rule not in ("engine", "table")


def of_the_server(refusal: Refusal) -> bool:
    """Return whether only the server refuses so."""
    return not of_the_engine(refusal) and not of_the_rules(refusal)


TABLES: Final[dict[Path, dict[str, Callable[[Refusal], bool]]]] = {
    ENGINE: {"requests": of_the_engine, "rules": of_the_rules},
    SERVER: {"server": of_the_server},
}


def table(belongs: Callable[[Refusal], bool], with_rule: bool) -> str:
    """Tabulate these refusals in Markdown."""
    columns = 3 if with_rule else 2
    rows = [("code", "sentence", "rule"), ("---",) * 3]
    rows += [(f"`{r.code}`", r.sentence, r.rule) for r in REFUSALS.values() if belongs(r)]
    return "".join(f"|{'|'.join(f' {cell} ' for cell in row[:columns])}|\n" for row in rows)


def page(path: Path) -> str:
    """Write a page with its tables as the code has them."""
    text = path.read_text(encoding="utf-8")
    for name, belongs in TABLES[path].items():
        begun = f"<!-- refusals: {name}; by `make generated` -->\n\n"
        rows = table(belongs, with_rule=path == ENGINE).replace("\\", r"\\")
        text, places = re.subn(f"{begun}([|].*\\n)+", begun + rows, text)
        assert places == 1, f"{path.name} has no place for the refusals of {name}"
    return text


def english() -> str:
    """Write the English catalogue with the sentences of the code; new ones follow the others."""
    catalogue = json.loads(CATALOGUE.read_text(encoding="utf-8"))
    ours = {f"refusal.{refusal.code}": refusal.sentence for refusal in REFUSALS.values()}
    last = max(index for index, key in enumerate(catalogue) if key.startswith("refusal."))
    lines = list(catalogue.items())
    added = [(key, sentence) for key, sentence in ours.items() if key not in catalogue]
    written = dict([*lines[: last + 1], *added, *lines[last + 1 :]]) | ours
    return json.dumps(written, ensure_ascii=False, indent=2) + "\n"


def files() -> Iterator[tuple[Path, str]]:
    yield CATALOGUE, english()
    for path in TABLES:
        yield path, page(path)
