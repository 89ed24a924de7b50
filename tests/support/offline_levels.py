"""Deals played by the levels of the bots, with their reviews, as JSON.

Run as a program, in the Python of the page, it writes what it saw as JSON lines.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from datetime import date
from random import Random
from typing import Any, Final

import msgspec
import offline_play
import offline_studies

from rebelote import bots
from rebelote.analysis import puzzle_choice
from rebelote.kernel import solver
from rebelote.offline import study
from rebelote.offline.table import HINTS, finished
from rebelote.rules import match
from rebelote.rules.presets import PRESETS
from rebelote.rules.records.record import Recorded
from rebelote.rules.view import view
from rebelote.server.base.protocol import schemas

LEVELS: Final = (*bots.LEVELS[1:], bots.LEVELS[0])
"""The levels by seat; at smaller tables the first ones."""
REVIEWED: Final = ("french", "flemish3", "bga-coinche")
"""The rule sets of which a deal is reviewed: one for each number of sides and way of bidding."""
BATCHES: Final[dict[str, Sequence[str]]] = {"few": ("french", "coinche"), "all": tuple(PRESETS)}


def thoughts(preset: str, seed: int) -> Iterator[dict[str, Any]]:
    """Yield every thought of a deal, a level a seat, and the review of the deal."""
    rules, chance = PRESETS[preset], Random(seed)
    pack = match.first_pack(rules, chance)
    game = Recorded.begin(match.start(rules, pack, chance.randrange(rules.players)))
    while (seat := game.match.to_act) is not None:
        level, number = LEVELS[(seat + seed) % len(LEVELS)], chance.getrandbits(32)
        seen = view(game.match, seat)
        thought = bots.make(level, number).think(seen)
        # Its words are left out: where an interval is 0, the last digit of a lead chooses them.
        said = msgspec.structs.replace(thought, code="", values={})
        yield {preset: level, "thought": written(said)}
        if level == HINTS:
            position = json.loads(schemas.encode(seen))
            hint = offline_studies.ask("hint", seed=number, view=position)["answer"]
            assert hint == json.loads(schemas.encode(thought)), (preset, hint)
        game = game.act(seat, thought.action)
    if preset in REVIEWED:
        about = {"record": str(game.record), "deal": 1}
        review = offline_studies.ask("review", **about)
        yield {preset: "review", **written(review)}
        last = review["answer"]["reviewed"]["report"]["decisions"][-1]["number"]
        yield {preset: "opinion", **written(offline_studies.ask("opinion", **about, action=last))}


def puzzles(preset: str) -> Iterator[dict[str, Any]]:
    """Yield the puzzles of three days, right and wrong answers to them, and what is no answer."""
    for day in ("2026-11-30", "2026-12-01", "2026-12-02"):
        asked = {"of": "puzzle", "preset": preset, "day": day}
        unsolved = json.loads(study.answer(json.dumps(asked)))["answer"]
        puzzle = puzzle_choice.chosen(date.fromisoformat(day), b"", unsolved["preset"])
        for choice in ("", puzzle.answer, puzzle.decision.choice, "nonsense"):
            yield {day: json.loads(study.answer(json.dumps(asked | {"choice": choice})))}


def studies(preset: str) -> Iterator[dict[str, Any]]:
    """Yield a deal by hand with its variations, the puzzles by theme, and errors to practise."""
    deal = offline_studies.deal_by_hand(preset)
    for _ in range(6):
        entered = offline_studies.ask("entered", deal=deal)
        yield entered
        record = entered["answer"]["record"]
        if choices := entered["answer"]["choices"]:
            deal["actions"].append(choices[0]["word"])
    yield offline_studies.ask("replay", record=record)
    varied = {"deal": 1, "step": 1, "actions": []}
    yield offline_studies.ask("variation", record=record, varied=varied)
    yield offline_studies.ask("puzzles", preset=preset, day="2026-12-01")


def practice() -> Iterator[dict[str, Any]]:
    """Yield the errors of a match on this device, a position, and answers to it."""
    player = offline_play.played_out("french", 400)
    match = finished(player.table.table, [line for _, _, line in player.log], "Ann")
    assert match is not None
    for error in offline_studies.kept_errors(match):
        place = {"record": match.record, "deal": error["deal"], "step": error["step"]}
        yield {"error": written(error), **offline_studies.ask("position", **place)}
        asked = {"record": match.record, "error": error, "now": 1_800_000_000.0}
        for choice in (error["decision"]["choice"], error["decision"]["advised"][0]):
            yield written(offline_studies.ask("practised", **asked, choice=choice))


def written(value: object) -> Any:
    """Return a value as JSON reads it."""
    return json.loads(schemas.encode(value))


def everything(presets: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Yield all of these: a deal of each rule set."""
    yield {"kernel": solver.KERNEL, "speed": offline_studies.ask("speed")}
    for number, preset in enumerate(presets):
        yield from thoughts(preset, number)
        yield from puzzles(preset)
        yield from studies(preset)
    yield from practice()


if __name__ == "__main__":
    for line in everything(BATCHES[sys.argv[1]]):
        sys.stdout.write(json.dumps(line) + "\n")
