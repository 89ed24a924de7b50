"""The server's messages about chosen positions, for the tests of the client's components.

`make generated` writes them to `tests/client_positions.json`, for `web/tests/support/positions.ts`.
"""

from __future__ import annotations

import gzip
import itertools
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

from drawn_matches import play_match

from rebelote.i18n.house_rules import house_rules
from rebelote.rules import deck, match, presets
from rebelote.rules.actions import Action, Bid, Challenge, Double, Pass, Redouble, Take
from rebelote.rules.cards import Trump
from rebelote.rules.deal import Phase, legal_actions
from rebelote.rules.match import Match
from rebelote.rules.options import Rules
from rebelote.rules.view import for_a_person, spectator, view
from rebelote.server.base.protocol import schemas
from rebelote.server.features.history.work import replayed

FILE: Final = Path(__file__).parents[1] / "client_positions.json"
NAMES: Final = ("Ann", "Bea", "Cas", "Dov")
ME: Final = 0
OPTIONS: Final = ("undertrump", "melds", "target", "end_deals", "run_points", "packets")
"""Options of house rules, among them each kind of field."""
Expected = Callable[[Match], bool]
Begin = Callable[[int], Match]
Sent = dict[str, Any]

FRENCH: Final = presets.rules("french")
FLEMISH: Final = presets.rules("flemish")
COINCHE: Final = presets.rules("bga-coinche")
BULGARIAN: Final = presets.rules("bulgarian")
BALOOT: Final = presets.rules("baloot")
KLAVERJAS: Final = presets.rules("klaverjas-rotterdam-nku")
REAL: Final = FLEMISH.as_in_real_life()
CANNES: Final = presets.rules("cannes-2016").as_in_real_life()


# --- on the way to a position ---------------------------------------------------------------------


def begun(rules: Rules, dealer: int, seed: int = 1) -> Match:
    """Begin a match whose first pack waits to be cut."""
    return match.start(rules, deck.shuffled(Random(seed), rules.pack), dealer)


def to(phase: Phase, state: Match) -> Match:
    """Play the first legal actions until the deal has come so far."""
    while state.deal.phase is not phase:
        state = act(state, legal_actions(state.deal)[0])
    return state


def act(state: Match, action: Action) -> Match:
    """Apply an action of the seat to act."""
    assert state.to_act is not None
    return match.apply(state, state.to_act, action)


def bidding(rules: Rules, dealer: int = 3, seed: int = 1) -> Match:
    """Deal the cards; the seat after the dealer speaks first."""
    return to(Phase.BIDDING, begun(rules, dealer, seed))


def said(state: Match, *calls: tuple[int, Action]) -> Match:
    """Play an auction with these calls, each in its turn; all others pass."""
    for seat, call in calls:
        while state.to_act != seat:
            state = act(state, Pass())
        state = act(state, call)
    return state


def passed(state: Match, times: int) -> Match:
    """Pass so many times."""
    for _ in range(times):
        state = act(state, Pass())
    return state


def taken(rules: Rules, seed: int) -> Match:
    """Take the turned suit with my seat, and lead."""
    state = bidding(rules, dealer=rules.players - 1, seed=seed)
    return act(state, next(one for one in legal_actions(state.deal) if isinstance(one, Take)))


def playing(state: Match, seed: int) -> Iterator[Match]:
    """Yield every position to the end of the deal: all others pass, and play is random."""
    chance = Random(seed)
    yield state
    while state.to_act is not None:
        actions = legal_actions(state.deal)
        said = isinstance(actions[0], Pass)
        state = act(state, actions[0] if said else chance.choice(actions))
        yield state


def result(begin: Begin, expected: Expected) -> Match:
    """Find the first position of this kind in deals that begin so."""
    seeds = itertools.count(1)
    states = itertools.chain.from_iterable(playing(begin(seed), seed) for seed in seeds)
    return next(filter(expected, states))


def ended(outcome: str) -> Expected:
    return lambda state: state.settlement is not None and state.settlement.outcome == outcome


def my_turn(state: Match) -> bool:
    return state.deal.phase is Phase.PLAY and state.to_act == ME


# --- positions ------------------------------------------------------------------------------------


def auctions() -> Iterator[tuple[str, Match]]:
    """Yield positions before the first card."""
    hearts, spades, clubs = Bid(Trump.HEARTS, 90), Bid(Trump.SPADES, 80), Bid(Trump.CLUBS)
    yield "cut", begun(FRENCH, dealer=1)
    yield "packets", to(Phase.PACKETS, begun(FRENCH, dealer=0))
    yield "turned", bidding(FRENCH)
    yield "passed", passed(bidding(FRENCH), 1)
    yield "second-round", passed(bidding(FRENCH), 4)
    yield "third-round", passed(bidding(presets.rules("bga")), 8)
    yield "coinche", bidding(COINCHE)
    yield "coinche-ninety", said(bidding(COINCHE, dealer=2), (3, hearts))
    yield "coinche-out-of-turn", passed(said(bidding(COINCHE, dealer=2), (3, hearts)), 1)
    yield "coinche-doubled", passed(said(bidding(COINCHE), (0, hearts), (1, Double())), 1)
    yield "bulgarian", bidding(BULGARIAN)
    yield "bulgarian-doubled", passed(said(bidding(BULGARIAN), (0, clubs), (1, Double())), 2)
    yield "klaverjas", passed(bidding(KLAVERJAS), 1)
    yield "klaverjas-bound", passed(bidding(KLAVERJAS, dealer=0), 4)
    yield "hokum-kept", passed(taken(BALOOT, seed=1), 3)
    yield "early", said(bidding(CANNES, dealer=0), (1, spades))
    yield "early-answer", match.apply(said(bidding(CANNES), (0, spades)), 3, Double())


def plays() -> Iterator[tuple[str, Match]]:
    """Yield positions from the first card to the last."""
    yield "lead", result(french, lambda one: my_turn(one) and announces(one))
    yield "follow", result(french, lambda one: my_turn(one) and choice(one))
    yield "fourth", result(french, lambda one: my_turn(one) and len(one.deal.trick) == 3)
    yield "thinking", result(french, lambda one: len(one.deal.trick) == 1 and one.to_act == 2)
    yield "shown", result(french, lambda one: my_turn(one) and melds_of_others(one))
    yield "real", result(real, my_turn)
    yield "real-show", result(real, lambda one: my_turn(one) and "show" in verbs(one))
    yield "real-later", result(real, lambda one: my_turn(one) and len(one.deal.tricks) == 1)


def ends() -> Iterator[tuple[str, Match]]:
    """Yield deals that are over, and matches."""
    short = presets.rules("french", end_deals=1)
    for outcome in ("made", "failed", "tie"):
        yield outcome, result(french, ended(outcome))
    yield "dead", passed(bidding(FRENCH), 8)
    yield "three", result(lambda seed: taken(presets.rules("flemish3"), seed), ended("made"))
    yield "won", result(lambda seed: taken(short, seed), lambda one: one.winner == 0)
    yield "doubled-failed", result(doubled, ended("failed"))
    yield "capot-failed", result(capot, ended("failed"))
    yield "hangs", result(hung, lambda one: one.settlement is not None and one.held > 0)
    later = result(real, lambda one: len(one.deal.tricks) == 1)
    yield "accused", match.apply(later, ME, Challenge(1))
    yield "sheet", play_match(FRENCH, 7, NAMES, deals=6)[0][-1]


def french(seed: int) -> Match:
    return taken(FRENCH, seed)


def real(seed: int) -> Match:
    return taken(REAL, seed)


def doubled(seed: int) -> Match:
    """Double their bid over mine."""
    calls = (0, Bid(Trump.HEARTS, 90)), (1, Bid(Trump.SPADES, 100)), (0, Double())
    return said(bidding(COINCHE, seed=seed), *calls)


def capot(seed: int) -> Match:
    return said(bidding(COINCHE, seed=seed), (0, Bid(Trump.SPADES, "capot")))


def hung(seed: int) -> Match:
    """Bid redoubled clubs, and all trumps over them."""
    calls = (0, Bid(Trump.CLUBS)), (1, Double()), (0, Redouble()), (1, Bid(Trump.ALL))
    return said(bidding(BULGARIAN, seed=seed), *calls)


def announces(state: Match) -> bool:
    legal = view(state, ME).legal
    return legal is not None and bool(legal.announce)


def choice(state: Match) -> bool:
    """Return whether some of my cards may be played, and some may not."""
    legal = view(state, ME).legal
    return legal is not None and len(legal.cards) > 1 and len(legal.refused) > 1


def verbs(state: Match) -> tuple[str, ...]:
    legal = view(state, ME).legal
    return legal.actions if legal else ()


def melds_of_others(state: Match) -> bool:
    """Return whether a neighbour has shown what it announced."""
    return any(one.shown and one.seat == 1 for one in view(state, ME).melds)


# --- what is sent ---------------------------------------------------------------------------------


def sent(message: object) -> Sent:
    result: Sent = json.loads(schemas.encode(message))
    return result


def views() -> Sent:
    """Build each position as it is sent to me, some as they are sent to others."""
    states = dict(itertools.chain(auctions(), plays(), ends()))
    mine = {name: sent(for_a_person(view(state, ME))) for name, state in states.items()}
    return mine | {
        "lost": sent(for_a_person(view(states["won"], 1))),
        "watched": sent(for_a_person(spectator(states["made"]))),
    }


def replay() -> Sent:
    """Build a match of two deals, as it is sent to the page that shows it."""
    record = play_match(FRENCH, 39, NAMES, deals=2)[1]
    result: Sent = json.loads(gzip.decompress(replayed(str(record))))
    return result


def rules(asked: dict[str, str] | None = None, language: str = "en") -> Sent:
    """Build some options of the French rules, as they are sent to the page of house rules."""
    page = sent(house_rules("french", asked or {}, language))
    page["options"] = [one for one in page["options"] if one["key"] in OPTIONS]
    return page


def positions() -> Sent:
    return {
        "views": views(),
        "replay": replay(),
        "rules": rules(),
        "changed": rules({"target": "700", "undertrump": "free"}),
        "conflict": rules({"target": "0"}),
    }


def written(result: Sent) -> str:
    parts = {name: f"{json.dumps(name)}: {json.dumps(one)}" for name, one in result.items()}
    lines = [f"{json.dumps(name)}: {json.dumps(one)}" for name, one in result["views"].items()]
    parts["views"] = '"views": {\n' + ",\n".join(lines) + "\n}"
    return "{\n" + ",\n".join(parts.values()) + "\n}\n"


def files() -> Iterator[tuple[Path, str]]:
    """Yield the file and its right content."""
    yield FILE, written(positions())
