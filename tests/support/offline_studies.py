"""Requests to the page about deals that are over, and values to ask with."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from rebelote.offline import study
from rebelote.offline.table import Finished
from rebelote.rules import presets
from rebelote.rules.deck import shuffled


def ask(of: str, **asked: object) -> dict[str, Any]:
    """Return the answer of the page."""
    result: dict[str, Any] = json.loads(study.answer(json.dumps({"of": of, **asked})))
    return result


def deal_by_hand(preset: str, seed: int = 1) -> dict[str, Any]:
    """Return a deal from a shuffled pack, as it is laid out; eldest has the turned card."""
    rules = presets.rules(preset)
    pack = list(map(str, shuffled(Random(seed), rules.pack)))
    size = rules.hand_size
    hands = [pack[seat * size : (seat + 1) * size] for seat in range(rules.players)]
    return {
        "preset": preset,
        "dealer": rules.players - 1,
        "hands": list(map(" ".join, hands)),
        "turned": hands[0][5] if rules.bidding.turns_up else "",
        "actions": [],
    }


def errors_in(proof: str, deal: int = 1) -> dict[str, Any]:
    """Have the page review a deal, and return the answer with the person's errors in it."""
    asked = {"table_id": "local-a", "version": 2, "preset": "french", "proof": proof}
    return ask("errors", **asked, deal=deal)


def kept_errors(match: Finished) -> list[dict[str, Any]]:
    """Return the person's errors in every deal of a match."""
    deals = ask("deals", record=match.record)["answer"]
    return [one for deal in deals for one in errors_in(match.proof, deal)["answer"]]
