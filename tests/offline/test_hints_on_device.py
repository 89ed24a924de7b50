"""Hints that the page gives at a table of the server, from the position that it is sent."""

from __future__ import annotations

import json
from random import Random

import pytest
from needs import needs_kernel
from offline_studies import ask

from rebelote import bots
from rebelote.bots.bot import is_choice
from rebelote.rules import match
from rebelote.rules.presets import PRESETS
from rebelote.rules.view import view
from rebelote.server.base.protocol import schemas
from rebelote.server.table.hints import LEVEL

REMEMBERED = {"target": 10**6, "shuffle": "first_only", "bots_remember": True}


@needs_kernel
@pytest.mark.parametrize("preset", PRESETS)
def test_a_hint_is_the_one_that_the_server_gives_by_the_same_seed(preset: str) -> None:
    """From all tricks, and from the deal before, which such a table has its bots remember."""
    player, asked = bots.make("beginner", 3), set[int]()
    rules = PRESETS[preset].agree(REMEMBERED)
    game = match.start(rules, match.first_pack(rules, Random(3)), 0)
    while asked != {0, 5}:
        assert game.number < 50
        if (seat := game.to_act) is None:
            game = match.next_deal(game)
            continue
        seen = view(game, seat)
        tricks = len(seen.tricks)
        if seen.remembered and tricks in {0, 5} - asked and is_choice(seen):
            seed = game.number
            here = ask("hint", seed=seed, view=json.loads(schemas.encode(seen)))["answer"]
            assert here == json.loads(schemas.encode(bots.make(LEVEL, seed).think(seen)))
            asked.add(tricks)
        game = match.apply(game, seat, player.choose(seen))
