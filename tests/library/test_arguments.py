"""Every public callable answers a wrong argument with a documented exception and a sentence."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from random import Random
from typing import Any, get_args

import pytest
from needs import needs_kernel

import rebelote
from rebelote import agents, arena, batch, bots, data, env
from rebelote.analysis import par, review
from rebelote.env import actions, observation
from rebelote.kernel import solver
from rebelote.rules import presets

WRONG: tuple[Any, ...] = (None, "", -1, [], object())
ANSWERS = (
    ValueError,  # RecordError and UnfinishedMatchError are ValueErrors
    rebelote.IllegalActionError,
    rebelote.ArgumentError,
    arena.UnreachableWorkerError,
)
"""What the reference names."""


def game() -> rebelote.Game:
    """A game whose cards are played."""
    made = rebelote.Game("french", seed=1, dealer=0)
    while made.contract is None:
        made.act(made.legal[-1])
    return made


def over() -> rebelote.Game:
    """A game between two deals."""
    made = game()
    while made.turn is not None:
        made.act(made.legal[0])
    return made


GAME, OVER, TABLE = game(), over(), rebelote.Game("ffb-contree-2016", seed=1)
MATCH, RECORD, RULES = GAME.match, OVER.record, GAME.rules
PACK, CARD = rebelote.shuffled(Random(1)), next(iter(GAME.legal_cards))
LAW = RULES.law(rebelote.Trump.SPADES)
HANDS = [rebelote.CardSet(0xFF << 8 * seat) for seat in range(4)]

Case = tuple[str, Callable[..., Any], dict[str, Any]]
CASES: list[Case] = [
    ("apply", rebelote.apply, {"match": MATCH, "seat": GAME.turn, "action": GAME.legal[0]}),
    ("draw_dealer", rebelote.draw_dealer, {"rules": RULES, "chance": Random(1)}),
    ("legal_actions", rebelote.legal_actions, {"position": MATCH}),
    ("new_pack", rebelote.new_pack, {"match": OVER.match, "chance": Random(1)}),
    ("next_deal", rebelote.next_deal, {"match": OVER.match, "pack": None}),
    (
        "read_many",
        lambda **kw: list(rebelote.read_many(**kw)),
        {"lines": str(RECORD), "broken": None},
    ),
    ("shuffled", rebelote.shuffled, {"chance": Random(1), "cards": PACK}),
    ("spectator", rebelote.spectator, {"match": MATCH}),
    ("start", rebelote.start, {"rules": RULES, "pack": PACK, "dealer": 0}),
    ("view", rebelote.view, {"match": MATCH, "seat": 0}),
    ("views", rebelote.views, {"match": MATCH}),
    ("Cut", rebelote.Cut, {"depth": 16}),
    ("Packets", rebelote.Packets, {"packets": (3, 2)}),
    ("Take", rebelote.Take, {"trump": rebelote.Trump.SPADES}),
    ("Bid", rebelote.Bid, {"trump": rebelote.Trump.SPADES, "value": "capot"}),
    ("NamedCall", rebelote.NamedCall, {"name": "three", "trump": None}),
    ("Play", rebelote.Play, {"card": CARD, "announce": (), "belote": False}),
    ("Demand", rebelote.Demand, {"seat": 1}),
    ("Challenge", rebelote.Challenge, {"seat": 1}),
    ("Refuse", rebelote.Refuse, {"seat": 1}),
    ("Card", rebelote.Card, {"text": "JS", "suit": None}),
    ("Card", rebelote.Card, {"text": rebelote.Rank.JACK, "suit": rebelote.Suit.SPADES}),
    ("CardSet.of", rebelote.CardSet.of, {"cards": PACK}),
    ("CardSet.parse", rebelote.CardSet.parse, {"text": "JS 9S"}),
    ("CardSet.without", HANDS[0].without, {"card": CARD}),
    ("Suit", rebelote.Suit, {"value": 0}),
    ("Rank", rebelote.Rank, {"value": 0}),
    ("Trump", rebelote.Trump, {"value": "S"}),
    ("Rules", rebelote.Rules, {"preset": "french"}),
    ("Rules.of", rebelote.Rules.of, {"flat": {"preset": "french"}}),
    ("Rules.agree", RULES.agree, {"options": {"target": 5}}),
    ("Rules.law", RULES.law, {"trump": rebelote.Trump.SPADES}),
    ("Rules.differs", RULES.differs, {"base": RULES}),
    *(
        ("Rules.option", rebelote.Rules, {"preset": "french", name: value})
        for name, value in RULES.flat().items()
        if name != "preset"
    ),
    ("presets.rules", lambda preset: presets.rules(preset), {"preset": "french"}),
    (
        "Game",
        rebelote.Game,
        {
            "rules": "french",
            "seed": 1,
            "dealer": 0,
            "names": ("a", "b", "c", "d"),
            "by_hand": False,
        },
    ),
    ("Game.from_record", rebelote.Game.from_record, {"record": RECORD, "seed": 1}),
    ("Game.view", GAME.view, {"seat": 0}),
    ("Game.text", GAME.text, {"action": GAME.legal[0]}),
    ("Game.act", lambda **kw: GAME.copy().act(**kw), {"action": GAME.legal[0], "seat": GAME.turn}),
    (
        "Game.play",
        lambda **kw: GAME.copy().play(**kw),
        {"card": CARD, "announce": None, "belote": None},
    ),
    ("Game.bid", lambda **kw: TABLE.copy().bid(**kw), {"bid": "90H"}),
    ("Game.take", lambda **kw: rebelote.Game("french", seed=1).take(**kw), {"trump": "C"}),
    ("Game.double", lambda **kw: TABLE.copy().bid("90H").double(**kw), {"seat": None}),
    ("Game.redouble", lambda **kw: TABLE.copy().bid("90H").double().redouble(**kw), {"seat": None}),
    ("Game.undo", lambda **kw: GAME.copy().undo(**kw), {"steps": 1}),
    ("Game.hint", GAME.hint, {"level": "beginner", "seed": 1, "language": "en"}),
    (
        "Game.play_out",
        lambda **kw: GAME.copy().play_out(kw["player"], seed=kw["seed"]),
        {"player": "beginner", "seed": 1},
    ),
    ("Game.solve", GAME.solve, {"values": False, "line": False}),
    ("Game.review", OVER.review, {"deal": 1}),
    ("Game.svg", GAME.svg, {"seat": 0}),
    ("Record.parse", rebelote.Record.parse, {"text": str(RECORD), "first_line": 1, "bounds": None}),
    ("Record.from_json", rebelote.Record.from_json, {"text": RECORD.json()}),
    ("Record.begin", rebelote.Record.begin, {"match": MATCH, "names": ()}),
    (
        "Record.act",
        lambda **kw: str(GAME.record.act(**kw)),
        {"action": GAME.legal[0], "seat": None},
    ),
    ("Record.comment", GAME.record.comment, {"text": "well"}),
    ("Record.next_deal", lambda **kw: OVER.record.next_deal(**kw).replay(), {"pack": None}),
    ("Record.time_up", lambda **kw: OVER.record.time_up(**kw).replay(), {"when": ""}),
    ("Record.give_up", lambda **kw: OVER.record.give_up(**kw).replay(), {"side": 0}),
    ("Recorded.begin", rebelote.Recorded.begin, {"match": MATCH, "names": ()}),
    (
        "Recorded.act",
        rebelote.Recorded(MATCH, GAME.record).act,
        {"seat": GAME.turn, "action": GAME.legal[0]},
    ),
    ("Recorded.give_up", rebelote.Recorded(MATCH, GAME.record).give_up, {"side": 0}),
    ("Recorded.next_deal", rebelote.Recorded(OVER.match, OVER.record).next_deal, {"pack": None}),
    ("Env", env.Env, {"rules": "french", "seed": 1, "table": 0, "silence": False}),
    ("Env.reset", lambda **kw: env.Env().reset(**kw), {"seed": 1, "table": 0}),
    ("Env.observe", env.Env().observe, {"seat": 0}),
    ("Env.step", lambda **kw: env.Env().step(**kw), {"action": actions.PASS.first}),
    ("Batch", env.Batch, {"rules": "french", "tables": 2, "seed": 1, "threads": 1}),
    ("Batch.reset", lambda **kw: env.Batch().reset(**kw), {"seed": 1}),
    ("Batch.step", lambda **kw: env.Batch().step(**kw), {"actions": [actions.PASS.first]}),
    ("Batch.play", lambda **kw: env.Batch().play(**kw), {"steps": 1}),
    ("actions.number", actions.number, {"action": GAME.legal[0]}),
    ("actions.offered", actions.offered, {"deal": GAME.deal, "silence": False}),
    ("actions.size", actions.size, {"rules": RULES}),
    ("actions.text", actions.text, {"action": 0}),
    ("observation.slice_of", observation.slice_of, {"name": "hand"}),
    ("observation.encode", observation.encode, {"seen": GAME.view()}),
    (
        "solve",
        solver.solve,
        {
            "hands": HANDS,
            "leader": 0,
            "trick": (),
            "law": LAW,
            "values": False,
            "line": False,
            "sweep": 0,
            "taken": (0, 0),
            "belote": 0,
            "last_trick": 10,
            "maximisers": None,
        },
    ),
    (
        "solve_many",
        solver.solve_many,
        {
            "hands": [[hand.mask for hand in HANDS]],
            "leader": [0],
            "laws": LAW,
            "values": False,
            "sweep": 0,
            "belote": 0,
            "last_trick": 10,
            "maximisers": None,
            "threads": 1,
        },
    ),
    (
        "playouts",
        solver.playouts,
        {"hands": HANDS, "leader": 0, "trick": (), "law": LAW, "count": 1, "seed": 1},
    ),
    ("par", par.par, {"match": TABLE.match}),
    (
        "review_deal",
        review.review_deal,
        {"record": RECORD, "deal": 1, "known": False, "progress": None},
    ),
    (
        "review_many",
        lambda **kw: list(batch.review_many(**kw)),
        {"records": [RECORD], "deal": 1, "known": False, "jobs": 1, "cluster": None},
    ),
    ("bots.make", bots.make, {"name": "club", "seed": 1}),
    ("agents.make", agents.make, {"text": "club", "seed": 1}),
    (
        "compare",
        arena.compare,
        {"first": "random", "second": "random", "rules": RULES, "deals": 2, "seed": 1, "jobs": 1},
    ),
    (
        "pool",
        arena.pool,
        {"names": ("random", "beginner"), "rules": RULES, "deals": 2, "seed": 1, "jobs": 1},
    ),
    ("deal_rows", lambda **kw: list(data.deal_rows(**kw)), {"record": RECORD}),
    ("decision_rows", lambda **kw: list(data.decision_rows(**kw)), {"record": RECORD}),
]


def accidents(function: Callable[..., Any], right: dict[str, Any]) -> list[str]:
    """What a function does with wrong arguments that it should not do."""
    faults = []
    for name in right:
        for wrong in WRONG:
            try:
                function(**{**right, name: wrong})
            except ANSWERS as error:
                if len(str(error).split()) < 3:
                    faults.append(f"{name}={wrong!r}: {error!r} is no sentence")
            except Exception as error:
                faults.append(f"{name}={wrong!r}: {error!r}")
    return faults


@needs_kernel
@pytest.mark.parametrize(("name", "function", "right"), CASES, ids=[case[0] for case in CASES])
def test_a_wrong_argument_is_answered(
    name: str, function: Callable[..., Any], right: dict[str, Any]
) -> None:
    function(**right)
    assert not accidents(function, right), name


def test_every_function_that_is_exported_is_tried() -> None:
    tried = {name for name, _, _ in CASES}
    functions = {name for name in rebelote.__all__ if inspect.isfunction(getattr(rebelote, name))}
    assert functions <= tried
    made = {
        kind.__name__ for kind in get_args(rebelote.Action) if inspect.signature(kind).parameters
    }
    assert made <= tried
    methods = {
        f"{kind.__name__}.{name}"
        for kind in (rebelote.Game, rebelote.Recorded, env.Env, env.Batch)
        for name, method in inspect.getmembers(kind, callable)
        if name in vars(kind) and not name.startswith("_")
        if len(inspect.signature(method).parameters) > inspect.isfunction(method)
    }
    assert methods <= tried


def test_an_action_of_wrong_fields_is_not_made() -> None:
    anything: Any = None
    for make in (rebelote.Take, rebelote.Bid, rebelote.Play, rebelote.Cut, rebelote.Demand):
        with pytest.raises(rebelote.ArgumentError, match=f"{make.__name__}: .* is None, and"):
            make(anything)
    with pytest.raises(rebelote.ArgumentError) as raised:
        anything = "all"
        rebelote.Bid(rebelote.Trump.SPADES, anything)
    assert str(raised.value) == "'all' is no value of a bid, such as 90 or 'capot'"


def test_the_sentence_names_the_argument() -> None:
    anything: Any = None
    with pytest.raises(rebelote.ArgumentError) as raised:
        rebelote.Game.from_record(anything)
    assert str(raised.value) == (
        "Game.from_record: record is None, and should be Record or str or Path"
    )
    with pytest.raises(TypeError, match="missing 2 required positional arguments"):
        anything = rebelote.apply
        anything(MATCH)
