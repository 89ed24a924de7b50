"""A sample of advice to be read by eye: positions of every rule set, each with its hint.

    python tools/read_reasons.py --number 300 --language fr

Regular players play; at some turns a level is asked for a hint. The table at the end counts the
hints by reason, an empty one for those without.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from itertools import count, islice
from random import Random
from typing import Final

from rebelote import bots
from rebelote.bots import Thought
from rebelote.i18n import words
from rebelote.i18n.speech import advice, advised_name
from rebelote.rules import deck, match, presets
from rebelote.rules.view import View, tricks_of, view

SHARE: Final = 0.12
"""The share of turns at which a hint is asked for."""


def hints(level: str, seed: int) -> Iterator[tuple[str, View, Thought]]:
    """Yield hints with the name of the rule set, deal after deal of another one."""
    names = list(presets.PRESETS)
    for number in count(seed):
        rules, chance = presets.rules(name := names[number % len(names)]), Random(number)
        state = match.start(rules, deck.shuffled(chance, rules.pack), number % rules.players)
        players = [bots.make("regular", 4 * number + seat) for seat in range(rules.players)]
        while (seat := state.to_act) is not None:
            now = view(state, seat)
            thought = players[seat].think(now)
            asked = now.phase in ("bidding", "play") and thought.code != "only"
            if asked and chance.random() < SHARE:
                yield name, now, bots.make(level, number).think(now)
            state = match.apply(state, seat, thought.action)


def board(now: View) -> str:
    """Write what a seat sees, on one line."""
    hand = f"seat {now.seat}, hand {' '.join(map(str, now.hand))}"
    if now.contract is None:
        calls = ", ".join(f"{each.seat}: {each.call}" for each in now.calls)
        return f"{hand}; turned {now.turned}; calls {calls}"
    *before, current = (
        f"{leader}: {' '.join(map(str, cards))}" for leader, cards in tricks_of(now)
    )
    taken = f"{now.contract.trump.value} by {now.contract.attacker}"
    return f"{hand}; {taken}; trick {current}; before {' / '.join(before)}"


def main() -> None:
    """Print hints with their boards, and how often each reason was given."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--number", type=int, default=300)
    asked.add_argument("--language", default="fr")
    asked.add_argument("--level", default="club")
    asked.add_argument("--seed", type=int, default=0)
    given = asked.parse_args()
    reasons: Counter[str] = Counter()
    sample = islice(hints(given.level, given.seed), given.number)
    for number, (name, now, thought) in enumerate(sample, 1):
        say = words(given.language, name)
        print(f"{number}. {name}: {board(now)}")
        said = f"{advised_name(say, thought.action)}. {advice(say, thought)}"
        print(f"   {thought.code}: {say('ui.hint.text', action=said)}", flush=True)
        reasons[thought.code] += 1
    for code, times in reasons.most_common():
        print(f"{times:5} {code}")


if __name__ == "__main__":
    main()
