"""Packs, and whole matches, for checkers in other languages: writes tests/packs.json.

    python tests/support/pack_vectors.py

`web/tests/fairness/packs.test.ts` reads the same file: what one side makes, the other must, too.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from drawn_matches import act

from rebelote.rules import deck, match, presets
from rebelote.rules.deal import Deal
from rebelote.rules.fairness import NONCE_BYTES, SECRET_BYTES, Stream, commitment, pack_seed, seal
from rebelote.rules.match import Match
from rebelote.rules.options import Rules
from rebelote.rules.records.record import Record

FILE = Path(__file__).parents[1] / "packs.json"
DEALS = 5
RULES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("bga", {}),
    ("french", {}),
    ("french", {"shuffle": "each_deal_full", "misdeal": "redeal"}),
    ("french", {"assistance": "none", "revoke_policy": "challenge"}),
    ("french", {"pile_join": "random"}),
    ("flemish", {}),
    ("flemish3", {}),
    ("french", {"players": 2, "packets": [[3, 3]], "shuffle": "each_deal_full"}),
)
Vector = dict[str, Any]


def text(cards: deck.Pack) -> str:
    return " ".join(map(str, cards))


def seeds() -> list[Vector]:
    """Build the seeds of secrets and nonces; the first is the worked example of the page."""
    chance = Random(1)
    cases: list[tuple[bytes, tuple[str, ...]]] = [
        (bytes(SECRET_BYTES), ()),
        (bytes(SECRET_BYTES), ("00" * NONCE_BYTES, "", "", "")),
    ]
    for revealed in ((0, 1, 2, 3), (1, 3), (2,), ()):
        drawn = [chance.randbytes(NONCE_BYTES).hex() if s in revealed else "" for s in range(4)]
        cases.append((chance.randbytes(SECRET_BYTES), tuple(drawn)))
    return [_seed(secret, nonces) for secret, nonces in cases]


def _seed(secret: bytes, nonces: tuple[str, ...]) -> Vector:
    made = pack_seed(secret, nonces)
    return {
        "secret": secret.hex(),
        "seal": seal(secret),
        "nonces": nonces,
        "commitments": [commitment(bytes.fromhex(it)) if it else "" for it in nonces],
        "seed": made.hex(),
        "of_four": text(deck.shuffled(Stream(made))),
        "of_three": text(deck.shuffled(Stream(made), presets.rules("flemish3").pack)),
    }


def matches() -> list[Vector]:
    return [_match(presets.rules(name, **options), n) for n, (name, options) in enumerate(RULES)]


def _match(rules: Rules, number: int) -> Vector:
    chance = Random(number)
    sealed = _sealed(rules, chance)
    state = match.start(rules, match.first_pack(rules, _stream(sealed)), number % rules.players)
    record, deals = Record.begin(state), [sealed | _begun(state)]
    while state.winner is None and (state.to_act is not None or state.number < DEALS):
        if state.to_act is not None:
            state, record = act(chance, state, record)
            deals[-1] |= _ended(state.deal)
            continue
        sealed = _sealed(rules, chance)
        pack = match.new_pack(state, _stream(sealed))
        state = match.next_deal(state, pack)
        record = record.next_deal(pack)
        deals.append((sealed if pack else {}) | _begun(state))
    return {"players": rules.players, "preset": rules.preset, "deals": deals}


def _stream(sealed: Vector) -> Stream:
    return Stream(pack_seed(bytes.fromhex(sealed["secret"]), sealed["nonces"]))


def _sealed(rules: Rules, chance: Random) -> Vector:
    nonces = [chance.randbytes(NONCE_BYTES).hex() if chance.random() < 0.7 else ""]
    nonces += ["" for _ in range(rules.players - 1)]
    return {"secret": chance.randbytes(SECRET_BYTES).hex(), "nonces": nonces}


def _begun(state: Match) -> Vector:
    how = match.making(state.rules, state.earlier)
    return {
        "dealer": state.deal.dealer,
        "riffles": how.riffles,
        "joined": how.joined,
        "pack": text(state.deal.pack),
    }


def _ended(deal: Deal) -> Vector:
    """Describe the progress of a deal: the open facts, and every hand as it was dealt."""
    return {
        "depth": deal.depth or 0,
        "packets": deal.packets,
        "attacker": None if deal.contract is None else deal.contract.attacker,
        "turned": None if deal.turned is None else str(deal.turned),
        "tricks": [[t.leader, t.winner, text(t.cards)] for t in deal.tricks],
        "trick": [deal.leader, text(deal.trick)],
        "hands": [text(hand) for hand in deal.dealt],
    }


def vectors() -> Vector:
    """Build all vectors."""
    result: Vector = json.loads(json.dumps({"seeds": seeds(), "matches": matches()}))
    return result


if __name__ == "__main__":
    FILE.write_text(json.dumps(vectors(), indent=1) + "\n", encoding="utf-8")
