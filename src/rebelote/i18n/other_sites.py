"""The tables of other sites: the rule sets that follow them (docs/as-there.md)."""

from __future__ import annotations

from typing import Final, NamedTuple


class Site(NamedTuple):
    """A site by its name, its rule sets, and the sentence on what was read of it."""

    name: str
    presets: tuple[str, ...]
    sentence: str = "there.page"


SITES: Final = (
    Site("Jawaker", ("baloot-jawaker",), "there.jawaker"),
    Site("klaverjas.nl", ("klaverjas-kraken",), "there.klaverjas-nl"),
    Site("Blot Star", ("bazar-blot", "bazar-blot-301"), "there.blot-star"),
    Site("Belote & Coinche (IsCool)", ("iscool-coinche",)),
    Site("Exoty", ("exoty-coinche",)),
    Site("Board Game Arena", ("bga", "bga-coinche")),
)
"""The sites in the order of docs/as-there.md."""
