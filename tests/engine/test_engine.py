"""The engine as a real program over pipes: every request, and anything else one may send."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import fastjsonschema
import msgspec
import pytest
from drawn_matches import play_match
from hypothesis import given, settings
from hypothesis import strategies as st
from needs import needs_kernel
from volume import volume

from rebelote import REFUSALS, Game
from rebelote.engine import LINE_LIMIT, Engine, messages
from rebelote.rules import presets
from rebelote.rules.cards import CARDS
from rebelote.rules.codec import encode_hook
from rebelote.rules.deal import Bidding, Phase, calls_on_offer, calls_out_of_turn
from rebelote.rules.records import notation
from rebelote.rules.view import view
from rebelote.server.base.protocol.schemas import encode

ENGINE = [str(Path(sys.executable).parent / "rebelote"), "engine"]
SCHEMA = json.loads(messages.encoder.encode(messages.schema()))
Reply = dict[str, Any]


class Line:
    """A running engine, asked line by line."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(ENGINE, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def send(self, line: bytes) -> Reply:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        assert answer.endswith(b"\n")
        result: Reply = json.loads(answer)
        return result

    def ask(self, op: str, **fields: Any) -> Reply:
        return self.send(json.dumps({"id": op, "op": op, **fields}).encode())


@contextmanager
def running() -> Iterator[Line]:
    """Yield an engine that ends with status 0 when its input ends."""
    line = Line()
    try:
        yield line
    finally:
        assert line.process.stdin is not None
        line.process.stdin.close()
        assert line.process.wait(timeout=60) == 0
        assert line.process.stdout is not None
        line.process.stdout.close()


@pytest.fixture(scope="module")
def line() -> Iterator[Line]:
    with running() as started:
        yield started


@cache
def validator(name: str) -> Any:
    """Compile the schema of answers of this name; done once, since it takes time."""
    answers = SCHEMA["answers"]
    return fastjsonschema.compile(older({**answers[name], "$defs": SCHEMA["$defs"]}))


def older(schema: Any) -> Any:
    """Return the schema in the validator's draft, which writes tuples otherwise."""
    if isinstance(schema, list):
        return [older(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    read = {key: older(part) for key, part in schema.items()}
    if "prefixItems" in read:
        read = {**read, "items": read.pop("prefixItems"), "additionalItems": False}
    return read


def check(answer: Reply, op: str) -> None:
    """Check the answer against the schema; an error has a documented code."""
    validator(op if answer["ok"] else "error")(answer)
    if not answer["ok"]:
        assert answer["error"]["code"] in REFUSALS
        assert answer["error"]["message"] and answer["error"]["rule"]


# --- every question -------------------------------------------------------------------------------


def test_hello_names_every_request_and_rule_set(line: Line) -> None:
    answer = line.ask("hello")
    assert answer["ok"] and answer["id"] == "hello"
    assert set(answer["ops"]) == set(SCHEMA["requests"])
    assert set(answer["rules"]) == set(presets.PRESETS)


def test_legal_says_why_for_each_card_that_is_not(line: Line) -> None:
    hand, trick = ["KS", "8S", "AH"], ["QS"]
    answer = line.ask("legal", rules="flemish", contract="S", hand=hand, trick=trick)
    assert answer["cards"] == ["KS"]
    assert answer["refused"]["8S"]["code"] == "must-rise"
    assert answer["refused"]["AH"]["code"] == "must-follow"
    bga = {"base": "bga", "undertrump": "forced"}
    free = line.ask("legal", rules="bga", contract="S", hand="TS 8S KH", trick="QD AS")
    forced = line.ask("legal", rules=bga, contract="S", hand="TS 8S KH", trick="QD AS")
    assert (free["cards"], forced["cards"]) == (["8S", "KH", "TS"], ["8S", "TS"])


def test_three_players_have_no_partner(line: Line) -> None:
    asked = {"contract": "S", "hand": "7H AH 9S", "trick": "KD AD"}
    answer = line.ask("legal", rules="flemish3", **asked)
    assert answer["cards"] == ["9S"]


def test_who_wins_and_what_for(line: Line) -> None:
    answer = line.ask("winner", rules="bga", contract="all", trick="9H JH JS AH")
    assert (answer["index"], answer["points"]) == (1, 41)


def test_announcements_and_whose_count(line: Line) -> None:
    result = line.ask("melds", rules="flemish", hand="9S 9H 9D 9C TD JD QD AH")
    assert result["points"] == 170
    assert [meld["kind"] for meld in result["melds"]] == ["square", "run"]
    runs = [[{"cards": "KH QH JH"}], [{"cards": "TC 9C 8C 7C"}], [], []]
    whose = line.ask("contest", rules="flemish", contract="S", eldest=0, melds=runs)
    assert (whose["side"], whose["points"], whose["by_seat"]) == (1, 50, [0, 50, 0, 0])


def test_baloot_is_asked_by_its_contract_and_as_a_closed_game(line: Line) -> None:
    aces = "AS AH AD AC 7S 8H 9D TC"
    worth = [
        line.ask("melds", rules="baloot", hand=aces, contract=it)["points"] for it in ("S", "none")
    ]
    assert worth[1] > worth[0]
    led = {"rules": "baloot", "contract": "H", "hand": "AH 7S", "trick": ""}
    assert line.ask("legal", **led)["cards"] == ["7S", "AH"]
    assert line.ask("legal", **led, closed=True)["cards"] == ["7S"]


@pytest.mark.parametrize(
    ("rules", "bid", "why"),
    [
        ("ffb-contree-2016", {"value": 115}, "115 cannot be bid by these rules"),
        ("ffb-contree-2016", {"value": 85}, "85 cannot be bid by these rules"),
        ("ffb-contree-2016", {"value": 100, "stake": 3}, "makes a stake of 3"),
        ("cannes-2016", {"value": 100, "stake": 4}, "makes a stake of 4"),
        ("bulgarian", {"stake": 3}, "makes a stake of 3"),
        ("french", {"stake": 2}, "makes a stake of 2"),
        ("french", {"value": 90}, "90 cannot be bid"),
        ({"base": "french", "belote": "none"}, {"belote": [20, 0]}, "there is no belote"),
    ],
)
def test_what_no_auction_ends_with_is_not_settled(
    line: Line, rules: Any, bid: dict[str, Any], why: str
) -> None:
    deal = {"contract": "S", "attacker": 0, "points": [100, 62], "tricks": [5, 3]}
    error = line.ask("settle", rules=rules, **deal, **bid)["error"]
    assert error["code"] == "impossible-position" and why in error["message"]


def test_a_score_is_derived_in_words(line: Line) -> None:
    deal = {"contract": "S", "attacker": 0, "points": [81, 81], "tricks": [4, 4]}
    answer = line.ask("settle", rules="flemish", **deal)
    assert (answer["outcome"], answer["marks"], answer["held"]) == ("tie", [0, 8], 8)
    assert any("flemish:73" in text for text in answer["lines"])
    three = {"contract": "S", "attacker": 0, "points": [50, 62, 50], "tricks": [4, 3, 3]}
    assert line.ask("settle", rules="flemish3", **three)["marks"] == [0, 11, 5]


def test_the_pack_is_dealt(line: Line) -> None:
    pack = [card.text for card in CARDS]
    answer = line.ask("deal", rules="french", deck=pack, dealer=3, attacker=2)
    assert answer["turned"] == pack[20]
    assert answer["hands"][0] == pack[:3] + pack[12:14]
    assert answer["full"][2] == pack[6:9] + pack[16:18] + [pack[20], pack[27], pack[28]]


def test_rules_in_full_and_what_differs_in_words(line: Line) -> None:
    asked = {"base": "flemish", "undertrump": "free"}
    answer = line.ask("rules", rules=asked, language="nl")
    assert answer["differs"] == {"undertrump": "free"}
    assert answer["options"]["meld_show_trick"] == 3
    assert len(answer["card"]) == 1


def test_a_position_is_solved(line: Line) -> None:
    """The last card of each hand: spades trump, the jack takes everything and the last ten."""
    asked = {"contract": "S", "leader": 0, "hands": ["JS", "9S", "AS", "TS"], "cards": True}
    result = line.ask("solve", rules="french", **asked)
    assert (result["points"], result["values"]) == ([20 + 14 + 11 + 10 + 10, 0], {"JS": 65})
    for dotted in (["J...", "9S", "A...", "10..."], "E:9... A... T... J..."):
        assert line.ask("solve", rules="french", **{**asked, "hands": dotted}) == result
    wrong = line.ask("solve", rules="french", **{**asked, "hands": "J... 9... A... T..."})
    assert wrong["error"]["code"] == "wrong-field"
    asked["hands"] = ["JS", "JS", "AS", "TS"]
    assert line.ask("solve", rules="french", **asked)["error"]["code"] == "impossible-position"
    asked["hands"] = ["JS", "9S", "AS"]
    three = line.ask("solve", rules="flemish3", **asked)
    assert three["error"]["code"] == "impossible-position"


def test_a_solution_counts_the_points_of_its_options(line: Line) -> None:
    asked = {"leader": 1, "hands": ["KH QH", "7H AS", "8S 9S", "TS KS"], "taken": [6, 0]}
    terms = {"sweep": 90, "belote": 20, "last_trick": 0}
    result = line.ask("solve", rules="french", contract="H", **asked, **terms)
    assert result["points"] == [142, 0]
    lost = {"base": "bga", "belote_discard_ok": False}
    error = line.ask("solve", rules=lost, contract="all", **asked, **terms)["error"]
    assert error["code"] == "impossible-position" and "can be lost" in error["message"]
    assert line.ask("solve", rules=lost, contract="H", **asked, **terms)["ok"]


@pytest.mark.parametrize("preset", presets.PRESETS)
def test_a_whole_match_and_its_record(line: Line, preset: str) -> None:
    target = {"base": preset, "target": 15 if "flemish" in preset else 150}
    others = {str(seat): "beginner" for seat in range(1, presets.PRESETS[preset].players)}
    answer = line.ask("new", rules=target, seed=5, bots=others)
    check(answer, "new")
    game, over = answer["game"], False
    for _ in range(2000):
        if over:
            break
        seen = answer["view"]
        assert seen["seat"] == 0
        answer = line.ask("act", game=game, seat=0, action=some_action(line, seen))
        assert answer["ok"], answer
        check(answer, "act")
        over = answer["over"]
    text = line.ask("record", game=game)["text"]
    replayed = line.ask("replay", text=text)
    assert replayed["scores"] == answer["view"]["scores"]
    assert replayed["result"] == answer["view"]["winner"]
    seen = line.ask("view", game=game, spectator=True)["view"]
    assert (seen["seat"], seen["hand"]) == (-1, [])


def some_action(line: Line, seen: Reply) -> Reply:
    legal = seen["legal"]
    if "cut" in legal["actions"]:
        return {"do": "cut", "depth": 12}
    if "packets" in legal["actions"]:
        return {"do": "packets", "packets": legal["packets"][0]}
    shown = {k: v for k, v in seen.items() if k != "legal"}
    if seen["phase"] == "bidding":
        asked = line.ask("bid", view=shown, bot="beginner")
    else:
        asked = line.ask("play", view=shown, bot="beginner")
    assert asked["ok"], asked
    assert isinstance(asked["why"], str)
    action: Reply = asked["action"]
    return action


def test_announcements_may_be_named_by_length_alone(line: Line) -> None:
    deck = "7S 8S 9S AH KD QC 7H 8H 9H TH AD KC TS JS 7D 8D 9D TD AS KS "
    deck += "QS JH QH KH JD QD 7C 8C 9C TC JC AC"
    rules = {"base": "flemish", "cut_min": None}
    game = line.ask("new", rules=rules, deck=deck, dealer=3)["game"]
    line.ask("act", game=game, seat=0, action={"do": "take", "contract": "S"})
    card = {"do": "play", "card": "7S", "announce": [{"kind": "run", "length": 6}]}
    answer = line.ask("act", game=game, seat=0, action=card)
    said = next(event for event in answer["events"] if event["event"] == "announced")
    assert said["kinds"] == [{"kind": "run", "length": 6, "points": 100}]


def test_bots_notice_a_false_card_and_the_deal_goes_to_them() -> None:
    """Seat 0 plays anything it holds; as soon as the cards prove it, the deal is over."""
    engine, judged = Engine(), 0
    rules = {"base": "flemish", "assistance": "none", "target": 10_000}
    asked = {"op": "new", "rules": rules, "seed": 8, "bots": {str(s): "regular" for s in (1, 2, 3)}}
    answer = json.loads(engine.answer(json.dumps(asked).encode()))
    chance = Random(1)
    for _ in range(volume(300, 1500)):
        legal, game = answer["view"]["legal"], "g1"
        if "play" in legal["actions"]:
            action: Reply = {"do": "play", "card": chance.choice(legal["cards"])}
        elif "cut" in legal["actions"]:
            action = {"do": "cut", "depth": 16}
        else:
            action = {"do": "pass"}
        request = {"op": "act", "game": game, "seat": 0, "action": action}
        answer = json.loads(engine.answer(json.dumps(request).encode()))
        kinds = [event["event"] for event in answer["events"]]
        assert "false_accusation" not in kinds, "a bot challenges only when it is sure"
        judged += "false_play_found" in kinds
    assert judged >= volume(4, 20)


# --- garbage --------------------------------------------------------------------------------------

SETTLE = b'{"op": "settle", "rules": "french", "contract": "S", '
BAD = {
    "malformed": [b"xx", b"[]", b'"op"', b"{", b'{"op": "hello"}x', b"\xff\xfe", b"[" * 100_000],
    "unknown-op": [b'{"op": "castle"}', b"{}", b'{"op": 7}', b'{"op": null, "id": 3}'],
    "wrong-field": [
        b'{"op": "legal"}',
        b'{"op": "winner", "rules": "french", "contract": "X", "trick": []}',
        b'{"op": "winner", "rules": "french", "contract": "S", "trick": "JS 1X"}',
        SETTLE + b'"attacker": 9, "points": [81, 81], "tricks": [4, 4]}',
        SETTLE + b'"attacker": 0, "points": [162], "tricks": [8]}',
        b'{"op": "hello", "colour": "red"}',
        b'{"op": "new", "rules": "french", "bots": {"x": "regular"}}',
        b'{"op": "new", "rules": "french", "bots": {"1": "grandma"}}',
        b'{"op": "bid", "view": {}}',
    ],
    "wrong-options": [
        b'{"op": "rules", "rules": "whist"}',
        b'{"op": "rules", "rules": {"base": "french", "undertrump": "sometimes"}}',
        b'{"op": "rules", "rules": {"base": "flemish3", "rounding": "complement"}}',
    ],
    "impossible-position": [
        b'{"op": "winner", "rules": "french", "contract": "S", "trick": "JS JS"}',
        b'{"op": "winner", "rules": "flemish3", "contract": "S", "trick": "7S 8S"}',
        b'{"op": "legal", "rules": "french", "contract": "S", "hand": "JS", "trick": "JS"}',
        SETTLE + b'"attacker": 0, "points": [80, 80], "tricks": [4, 4]}',
        SETTLE + b'"attacker": 0, "points": [162, 0], "tricks": [9, 0]}',
        b'{"op": "deal", "rules": "french", "deck": "JS", "dealer": 0}',
    ],
    "no-such-game": [b'{"op": "view", "game": "g999", "seat": 0}'],
    "broken-record": [b'{"op": "replay", "text": "[Record 1]"}', b'{"op": "replay", "text": ""}'],
}


@pytest.mark.parametrize(("code", "bad"), [(c, bad) for c, many in BAD.items() for bad in many])
def test_what_is_wrong_is_said(line: Line, code: str, bad: bytes) -> None:
    answer = line.send(bad)
    check(answer, "error")
    assert answer["error"]["code"] == code, answer
    assert line.ask("hello")["ok"]


def test_a_line_that_is_too_long_is_refused_and_the_next_is_served(line: Line) -> None:
    answer = line.send(b'{"op": "hello", "x": "' + b"a" * (LINE_LIMIT + 10) + b'"}')
    assert answer["error"]["code"] == "too-large"
    assert line.ask("hello")["ok"]


def test_ids_come_back_as_they_were(line: Line) -> None:
    for given_id in (1, "a", None, [1, {"b": 2}], 10**30, 1.5):
        text = json.dumps({"op": "hello", "id": given_id})
        assert line.send(text.encode())["id"] == given_id


@needs_kernel
def test_a_bot_remembers_what_the_view_holds_and_nonsense_in_it_is_refused(line: Line) -> None:
    rules = presets.rules("french", bots_remember=True)
    states, _ = play_match(rules, 3, deals=3)
    state = next(s for s in states if s.past and s.deal.phase is Phase.PLAY and not s.deal.trick)
    seen = json.loads(encode(view(state, state.to_act or 0)))
    assert "unshuffled" in line.ask("play", view=seen, bot="club")["why"]
    past = seen["remembered"][0]
    nonsense: list[tuple[str, Reply]] = [
        ("wrong-field", {"dealer": 7}),
        ("wrong-field", {"tricks": [{**past["tricks"][0], "winner": 4}]}),
        ("wrong-field", {"calls": [{"seat": -1, "round": 1, "trump": "S"}]}),
        ("impossible-position", {"tricks": past["tricks"][:1] * 2}),
        ("impossible-position", {"tricks": [{**past["tricks"][0], "cards": ["JS"]}]}),
    ]
    for code, wrong in nonsense:
        answer = line.ask("play", view={**seen, "remembered": [{**past, **wrong}]}, bot="club")
        assert answer["error"]["code"] == code, answer
    odd: list[Reply] = [{"tricks": past["tricks"][::-1]}, {"tricks": []}, {"dealer": 0}]
    for harmless in odd:
        given = {**seen, "remembered": [{**past, **harmless}]}
        assert line.ask("play", view=given, bot="beginner")["ok"]
        assert line.ask("play", view=given, bot="regular")["ok"]
    assert line.ask("play", view={**seen, "dealer": 9}, bot="club")["error"]


@needs_kernel
def test_a_review_adds_up_and_names_what_each_decision_cost(line: Line) -> None:
    deck = "7S 8S 9S AH KD QC 7H 8H 9H TH AD KC TS JS 7D 8D 9D TD AS KS "
    deck += "QS JH QH KH JD QD 7C 8C 9C TC JC AC"
    bots = {str(seat): "beginner" for seat in range(4)}
    rules = {"base": "french", "target": 10}
    game = line.ask("new", rules=rules, seed=1, deck=deck, dealer=3, bots=bots)["game"]
    answer = line.ask("review", game=game, deal=1)
    check(answer, "review")
    parts = sum(share["known"] + share["chance"] for share in answer["shares"])
    assert answer["worth"] + parts == answer["marks"][0] - answer["marks"][1]
    cards = [decision for decision in answer["decisions"] if not decision.get("call")]
    assert len(cards) == 32
    assert all(decision["loss_true"] >= 0 <= decision["loss_known"] for decision in cards)
    text = line.ask("record", game=game)["text"]
    every = line.ask("review", record=text, rules=rules)
    check(every, "review")
    assert every["deals"][0]["decisions"] == answer["decisions"]
    assert "decisions" not in every
    for wrong in ({}, {"game": game, "record": text}, {"game": game, "deal": 99}):
        assert line.ask("review", **wrong)["error"]["code"] == "wrong-field"
    assert line.ask("review", record=text, rules="bga")["error"]["code"] == "wrong-field"
    unfinished = line.ask("new", rules="french", seed=1)["game"]
    assert line.ask("review", game=unfinished, deal=1)["error"]["code"] == "deal-not-over"
    assert line.ask("review", game=unfinished)["deals"] == []


texts = st.text(max_size=8)
some_cards = st.sampled_from(CARDS).map(str)
junk = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | texts
    | st.sampled_from(CARDS).map(str),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)
ENGINE_IN_PROCESS = Engine()


def fields_of(op: str) -> list[str]:
    name = SCHEMA["requests"][op]["$ref"].rpartition("/")[2]
    return [field for field in SCHEMA["$defs"][name]["properties"] if field not in ("op", "id")]


@st.composite
def half_right(draw: st.DrawFn) -> bytes:
    """Return a request with the right fields, filled with anything, now and then rightly."""
    op = draw(st.sampled_from(sorted(SCHEMA["requests"])))
    likely: dict[str, st.SearchStrategy[Any]] = {
        "rules": st.sampled_from(["french", "flemish", "flemish3", "bga", {"base": "bga"}]),
        "contract": st.sampled_from(["S", "H", "all", "none"]),
        "hand": st.lists(some_cards, max_size=10),
        "trick": st.lists(some_cards, max_size=5),
        "points": st.lists(st.integers(-10, 170), max_size=4),
        "tricks": st.lists(st.integers(-1, 9), max_size=4),
        "attacker": st.integers(-2, 5),
        "view": st.dictionaries(
            st.sampled_from(["hand", "turned", "seat", "contract", "calls", "trick", "rules"]), junk
        ),
    }
    fields = {
        name: draw(st.one_of(likely.get(name, junk), junk))
        for name in fields_of(op)
        if draw(st.booleans())
    }
    return json.dumps({"op": op, "id": draw(junk), **fields}).encode()


@settings(max_examples=volume(120, 1500))
@given(half_right() | st.binary(max_size=200))
def test_anything_is_answered(bad: bytes) -> None:
    bad = bad.replace(b"\n", b" ")
    answer = json.loads(ENGINE_IN_PROCESS.answer(bad))
    assert answer["ok"] in (True, False)
    if not answer["ok"]:
        assert answer["error"]["code"] in REFUSALS
        assert answer["error"]["code"] != "engine-fault", bad


def test_records_of_every_rule_set_are_replayed(line: Line) -> None:
    for number, preset in enumerate(presets.PRESETS):
        rules = presets.rules(preset, target=40).as_in_real_life()
        states, record = play_match(rules, number)
        answer = line.ask("replay", text=str(record))
        assert answer["ok"], answer
        assert (answer["scores"], answer["result"]) == (list(states[-1].scores), states[-1].winner)
        broken = str(record).replace("made", "failed", 1).replace("[Dealer", "[Deal er", 1)
        assert line.ask("replay", text=broken)["error"]["code"] == "broken-record"


def test_the_schema_is_printed() -> None:
    printed = subprocess.run([*ENGINE, "--schema"], capture_output=True, check=True)
    assert json.loads(printed.stdout) == SCHEMA


# --- auctions -------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", presets.PRESETS)
def test_an_auction_stands_as_at_the_table(line: Line, preset: str) -> None:
    """After every call of random auctions, with those out of turn."""
    chance = Random(preset)
    for seed in range(4):
        game = Game(preset, seed=seed)
        while isinstance(game.deal, Bidding):
            deal, asked = game.deal, auction_of(line, game)
            assert asked["to_speak"] == game.turn and not asked["over"]
            assert asked["offers"] == [notation.call_text(call) for call in calls_on_offer(deal)]
            early = {str(s): calls_out_of_turn(deal, s) for s in range(game.rules.players)}
            texts = {s: [notation.call_text(c) for c in calls] for s, calls in early.items()}
            assert asked["out_of_turn"] == {s: calls for s, calls in texts.items() if calls}
            seat = int(chance.choice([*asked["out_of_turn"], game.turn]))
            calls = early[str(seat)] or calls_on_offer(deal)
            game.act(chance.choice(calls), seat)
        asked = auction_of(line, game)
        assert asked["over"] and asked["to_speak"] is None and asked["offers"] == []
        assert asked["dead"] == (game.contract is None)
        assert asked["contract"] == msgspec.to_builtins(game.contract, enc_hook=encode_hook)


def auction_of(line: Line, game: Game) -> dict[str, Any]:
    """Return the engine's answer on the auction of a game."""
    deal = game.deal
    calls = [
        {"seat": called.seat, "call": notation.call_text(called.call)} for called in deal.calls
    ]
    turned = None if deal.turned is None else deal.turned.text
    fields = {"rules": game.rules.preset, "eldest": deal.eldest, "calls": calls, "turned": turned}
    answer = line.ask("auction", **fields)
    check(answer, "auction")
    return answer


@pytest.mark.parametrize(
    ("calls", "code", "index"),
    [
        (["80 S", "pass", "70 H"], "no-such-bid", 2),
        (["90 S", "80 H"], "bid-too-low", 1),
        (["pass", "jump"], "wrong-field", 1),
        (["pass", "pass", "pass", "pass", "pass"], "not-now", 4),
        ([{"seat": 3, "call": "pass"}], "not-your-turn", 0),
        (["double"], "no-double", 0),
    ],
)
def test_the_call_that_is_not_allowed_is_named(
    line: Line, calls: list[object], code: str, index: int
) -> None:
    answer = line.ask("auction", rules="ffb-contree-2016", eldest=0, calls=calls)
    check(answer, "auction")
    assert (answer["error"]["code"], answer["error"]["index"]) == (code, index)


def test_an_auction_has_a_turned_card_exactly_where_one_is_turned(line: Line) -> None:
    for asked in ({"rules": "french"}, {"rules": "bulgarian", "turned": "JS"}):
        answer = line.ask("auction", eldest=0, **asked)
        assert answer["error"]["code"] == "wrong-field"
