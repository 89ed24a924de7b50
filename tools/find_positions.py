"""A search in deals for positions with one right card, which are stored as a suite.

    python tools/find_positions.py --rules french --deals 150 > positions.jsonl

Regular players play deals. Where a card is clearly best over many worlds, each solved exactly, and
stays so over other worlds, the position is written down with the motive that the card has.
`tests/bots/test_positions.py` asks every level.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from random import Random

import msgspec

from rebelote import bots
from rebelote.bots import search
from rebelote.bots.explanations import Case, reason
from rebelote.bots.heuristics import Observation
from rebelote.bots.level_config import LevelConfig
from rebelote.knowledge.conduct import fair
from rebelote.rules import deck, match, presets
from rebelote.rules.actions import Play
from rebelote.rules.cards import Card
from rebelote.rules.codec import encode_hook
from rebelote.rules.view import View, view

LOOK = LevelConfig(exact=6, solved=50)
"""A first look, so that the judge decides only where it is worth it."""
JUDGE = LevelConfig(exact=6, solved=1000, weigh=True)
LEAD = 6.0
"""Points by which the best card must lead, both times."""
ENOUGH = 8
"""Positions stored of one motive."""


def clear(now: View, seed: int) -> tuple[Card, float] | None:
    """Return the best card and its lead, if it is the same and clear over two sets of worlds."""
    leads: list[tuple[Card, float]] = []
    for again, config in enumerate((LOOK, JUDGE, JUDGE)):
        worth = search.evaluate(Observation(now, fair(now)), config, Random(3 * seed + again)).worth
        ranked = sorted(worth, key=lambda card: -worth[card])
        leads.append((ranked[0], now.rules.unit * (worth[ranked[0]] - worth[ranked[1]])))
        if leads[-1][0] != leads[0][0] or leads[-1][1] < LEAD:
            return None
    return leads[0][0], round(min(lead for _, lead in leads[1:]), 1)


def positions(preset: str, deals: int, seed: int) -> Iterator[tuple[View, Card, float]]:
    """Yield positions with one clear card, in deals by this rule set."""
    rules = presets.rules(preset, shuffle="each_deal_full")
    for number in range(deals):
        chance = Random(f"{preset} {seed} {number}")
        state = match.start(rules, deck.shuffled(chance, rules.pack), number % rules.players)
        players = [bots.make("regular", number * 4 + seat) for seat in range(rules.players)]
        while (seat := state.to_act) is not None:
            now = view(state, seat)
            action = players[seat].choose(now)
            if isinstance(action, Play) and 2 <= len(now.hand) <= 6 and len(fair(now).cards) > 1:
                result = clear(now, number)
                if result is not None:
                    yield now, *result
            state = match.apply(state, seat, action)


def main() -> None:
    """Write positions, a line each, until there are enough of every motive or no deal is left."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--rules", default="french")
    asked.add_argument("--deals", type=int, default=100)
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    kept: Counter[str] = Counter()
    for now, card, lead in positions(given.rules, given.deals, given.seed):
        why = reason(Case(Observation(now, fair(now)), card))[0].replace("_", " ")
        simple = bots.make("beginner").choose(now)
        easy = isinstance(simple, Play) and simple.card == card
        if kept[why] >= ENOUGH or (easy and kept[f"{why}, easy"] >= 2):
            continue
        kept[why] += 1
        kept[f"{why}, easy"] += easy
        name = f"{given.rules}: {why} {kept[why]}"
        seen = json.loads(msgspec.json.encode(now, enc_hook=encode_hook))
        line = {"name": name, "card": card.text, "lead": lead, "view": seen}
        print(json.dumps(line, separators=(",", ":")), flush=True)


if __name__ == "__main__":
    main()
