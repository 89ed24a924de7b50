"""Ready formats of contests, from which a secretary chooses."""

from __future__ import annotations

from typing import Final

import msgspec

from rebelote.tournament.formats import Format

EXACT: Final[dict[str, object]] = {"rounding": "none"}
"""Contests by French rules count exact points: twelve deals hold 1,944."""
KLAVERJAS: Final = "klaverjas-rotterdam-nku"


class Model(msgspec.Struct, frozen=True):
    """A format with a name, by which the client finds its words."""

    name: str
    format: Format


MODELS: Final = (
    Model("standing", Format(house=EXACT)),
    Model("lots", Format(house=EXACT, draw="lots", deals=10)),
    Model("finals", Format(house=EXACT, rounds=6, finalists=8)),
    Model("melee", Format(house=EXACT, entrants="melee", draw="lots")),
    Model("round-robin", Format(house=EXACT, draw="round-robin", rounds=0, ranking="wins")),
    Model(
        "groups",
        Format(house=EXACT, draw="groups", groups=4, rounds=0, finalists=8, ranking="wins"),
    ),
    Model(
        "knock-out",
        Format(preset="bela", deals=0, draw="knock-out", rounds=0, third_place=True),
    ),
    Model("boom", Format(preset="flemish", deals=0, ranking="wins", ties=("difference",))),
    Model(
        "grote-kaarting",
        Format(preset="flemish", deals=0, ranking="wins", excess="tally", ties=("difference",)),
    ),
    Model("coinche", Format(preset="coinche", deals=0, rounds=5, ranking="wins")),
    Model("howell", Format(house=EXACT, draw="howell", rounds=0, deals=4, ties=())),
    Model("mitchell", Format(house=EXACT, draw="mitchell", rounds=0, deals=4, ties=())),
    Model(
        "fours",
        Format(
            house=EXACT,
            entrants="fours",
            draw="round-robin",
            rounds=0,
            deals=8,
            comparison="butler",
            ties=(),
        ),
    ),
    Model("drive", Format(preset=KLAVERJAS, deals=16, rounds=3, entrants="melee", draw="lots")),
    Model("moving", Format(preset=KLAVERJAS, deals=16, rounds=6, draw="moving")),
)
