"""Reasons: each is said where it is so and nowhere else, and is true of real deals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from needs import needs_kernel
from positions import seen as shown
from positions import trick
from recorded_deals import played

from rebelote.analysis import commentary, reasons
from rebelote.analysis.reasons import Reasons
from rebelote.analysis.report import Fact
from rebelote.i18n import LANGUAGES, catalogue, words
from rebelote.rules import presets
from rebelote.rules.actions import Bid, Call, Pass, Play, Take
from rebelote.rules.cards import Card, CardSet, Suit, Trump
from rebelote.rules.deal import Playing, legal_cards
from rebelote.rules.options import Rules
from rebelote.rules.records.record import Record, Step
from rebelote.rules.view import View, rule_card, view

pytestmark = needs_kernel


def result(
    hand: str,
    on_table: str,
    did: str,
    better: str,
    *,
    trump: str = "H",
    attacker: int = 0,
    tricks: tuple[Any, ...] = (),
    rules: Any = None,
) -> dict[str, dict[str, str | int]]:
    """Return the values of seat 0's reasons with this hand, by code."""
    seen = shown(hand, on_table, trump, attacker, tricks)
    if rules is not None:
        seen = msgspec.structs.replace(seen, rules=rule_card(rules))
    said = reasons.of_card(seen, Play(Card(did)), better.split())
    return {each.code: each.values for each in (*said.known, *said.why)}


OUR_SPADES = trick(0, "AS 7S 7D 8S", "H")
"""Partner threw the seven of diamonds on my ace."""
RUFFED = trick(0, "AS 7H 8S 9S", "H")
"""Seat 1 ruffed spades."""
NOT_RUFFED = trick(0, "AS 7D 8S 9S", "H")
"""Seat 1 had neither spades nor trumps."""
TRUMPS_GONE = (trick(0, "AH TH KH QH", "H"), trick(0, "JH 9H 8H 7H", "H"))
EIGHTY_THREE = (trick(0, "JH 9H AH TH", "H"), trick(0, "AS TS KS QS", "H"))
DIRECT = presets.rules(signals="direct")
BULGARIAN = presets.rules("bulgarian")


def at(hand: str, on_table: str, did: str, better: str, **more: Any) -> dict[str, Any]:
    return {"hand": hand, "on_table": on_table, "did": did, "better": better, **more}


CASES: list[tuple[str, dict[str, Any], dict[str, Any], dict[str, Any]]] = [
    (
        "partner_sure",
        {},
        at("TS 9S KD", "7S AS 8S", "9S", "TS"),
        at("TS 9S KD", "AS 7S", "9S", "TS"),
    ),
    (
        "partner_wins",
        {},
        at("TS 9S KD", "AS 7S", "9S", "TS"),
        at("TS 9S KD", "AS 7S 8S", "9S", "TS"),
    ),
    (
        "trick_lost",
        {},
        at("TS 9S", "7S 8S AS", "TS", "9S"),
        at("TS 9S", "AS", "TS", "9S"),
    ),
    (
        "may_ruff",
        {"suit": "S"},
        at("KS KD", "", "KS", "KD", tricks=(RUFFED,)),
        at("KS KD", "", "KS", "KD", tricks=(NOT_RUFFED,)),
    ),
    (
        "trumps_out",
        {"trumps": 6},
        at("JH 9H AS", "", "AS", "JH"),
        at("JH 9H AS", "", "9H", "JH"),
    ),
    (
        "no_trumps_out",
        {},
        at("JH AS", "", "JH", "AS", tricks=(TRUMPS_GONE[0], trick(0, "9H 8H 7H 7S", "H"))),
        at("JH AS", "", "JH", "AS", tricks=TRUMPS_GONE[:1]),
    ),
    (
        "called",
        {"suit": "D"},
        at("8D KC", "", "KC", "8D", tricks=(OUR_SPADES,), rules=DIRECT),
        at("8D KC", "", "KC", "8D", tricks=(OUR_SPADES,)),
    ),
    (
        "contract_made",
        {},
        at("KH 8C AD", "", "AD", "8C", tricks=EIGHTY_THREE),
        at("8H 8C AD", "", "AD", "8C", tricks=EIGHTY_THREE),
    ),
    (
        "contract_failed",
        {},
        at("KH 8C AD", "", "AD", "8C", tricks=EIGHTY_THREE, attacker=1),
        at("KH 8C AD", "", "AD", "8C", tricks=EIGHTY_THREE[:1], attacker=1),
    ),
    (
        "fed",
        {"points": 10},
        at("TS 9S KD", "7S AS 8S", "9S", "TS"),
        at("TS 9S KD", "AS 7S", "9S", "TS"),
    ),
    (
        "fed_maybe",
        {"points": 10},
        at("TS 9S KD", "AS 7S", "9S", "TS"),
        at("TS 9S KD", "AS 7S", "TS", "9S"),
    ),
    (
        "risked",
        {"points": 10},
        at("TS 9S KD", "AS 7S", "TS", "9S"),
        at("TS 9S KD", "7S AS 8S", "TS", "9S"),
    ),
    (
        "given",
        {"points": 10},
        at("TS 9S", "7S 8S AS", "TS", "9S"),
        at("TS 9S", "AS", "TS", "9S"),
    ),
    (
        "given_maybe",
        {"points": 10},
        at("TS 9S", "AS", "TS", "9S"),
        at("TS 9S", "KS", "TS", "9S"),
    ),
    (
        "ten_under_ace",
        {},
        at("TS 9S", "7S 8S AS", "TS", "9S"),
        at("TS 9S", "7S AS 8S", "TS", "9S"),
    ),
    (
        "took_over",
        {},
        at("AS 9S", "7S KS 8S", "AS", "9S"),
        at("AS 9S", "KS 7S 8S", "AS", "9S"),
    ),
    (
        "ruffed_partner",
        {},
        at("7H 7D", "7S AS 8S", "7H", "7D"),
        at("7H 8H", "7S AS 8S", "8H", "7H"),
    ),
    (
        "ruff",
        {},
        at("7H 7D", "AS 7S 8S", "7D", "7H"),
        at("7H 9H", "AS 7S 8H", "7H", "9H"),
    ),
    (
        "wins",
        {},
        at("AS 9S", "7S 8S KS", "9S", "AS"),
        at("AS 9S", "KS", "9S", "AS"),
    ),
    (
        "wins_now",
        {},
        at("AS 9S", "KS", "9S", "AS"),
        at("AS QS", "7S", "QS", "AS"),
    ),
    (
        "surely",
        {"card": "KS"},
        at("AS KS", "7S", "KS", "AS", tricks=TRUMPS_GONE),
        at("AS KS", "7S", "KS", "AS"),
    ),
    (
        "finesse",
        {"card": "AS"},
        at("AS KS", "7S", "AS", "KS"),
        at("AS TS", "7S", "AS", "TS"),
    ),
    (
        "keep_trump",
        {"card": "7H"},
        at("7H 7D", "AS 7S 8S", "7H", "7D"),
        at("7H 8H", "AS 7S 8S", "8H", "7H"),
    ),
    (
        "keep_winner",
        {"card": "AS"},
        at("AS 9S", "KS", "AS", "9S"),
        at("AS 9S", "7S KS 8S", "AS", "9S"),
    ),
    (
        "keep_card",
        {"card": "AS"},
        at("AS KS", "7S 8S 9S", "AS", "KS"),
        at("AS KS", "7S", "AS", "KS"),
    ),
    (
        "wasted_trump",
        {"card": "7H"},
        at("7H 7D", "AS 7S 8H", "7H", "7D"),
        at("9H 7D", "AS 7S 8H", "9H", "7D"),
    ),
    (
        "saved_trump",
        {"card": "8H"},
        at("8H 7D", "", "8H", "7D"),
        at("8H 7D", "", "8H", "7D", attacker=1),
    ),
    (
        "lower_trump",
        {"card": "AH"},
        at("AH TH 7H", "QH", "AH", "TH"),
        at("AH TH 7H", "QH", "AH", "7H"),
    ),
    (
        "threw_master",
        {"card": "AS"},
        at("AS 7D", "7H 8H 9H", "AS", "7D"),
        at("KS 7D", "7H 8H 9H", "KS", "7D"),
    ),
    (
        "into_a_ruff",
        {"suit": "S"},
        at("KS KD", "", "KS", "KD", tricks=(RUFFED,)),
        at("KS QS", "", "KS", "QS", tricks=(RUFFED,)),
    ),
    (
        "answer",
        {"suit": "D"},
        at("8D KC", "", "KC", "8D", tricks=(OUR_SPADES,), rules=DIRECT),
        at("8D KC", "", "8D", "KC", tricks=(OUR_SPADES,), rules=DIRECT),
    ),
    (
        "for_a_ruff",
        {"suit": "S"},
        at("9S 9D", "", "9D", "9S", tricks=(trick(0, "KS AS 7H 8S", "H"),)),
        at("9S 9D", "", "9D", "9S", tricks=(trick(0, "KS AS 7S 8S", "H"),)),
    ),
    (
        "draw",
        {},
        at("JH 9H AS", "", "AS", "JH"),
        at("JH AS", "", "AS", "JH", tricks=(TRUMPS_GONE[0], trick(0, "9H 8H 7H 7S", "H"))),
    ),
    (
        "led_trump",
        {},
        at("8H 7D", "", "8H", "7D", attacker=1),
        at("8H 7D", "", "8H", "7D"),
    ),
    (
        "lead_master",
        {},
        at("AD KD 9C", "", "9C", "AD"),
        at("KD 9C", "", "9C", "KD"),
    ),
    (
        "ten_in_the_open",
        {},
        at("TD 7C", "", "TD", "7C"),
        at("TD AD 7C", "", "TD", "7C"),
    ),
    (
        "thrown",
        {"suit": "D"},
        at("9D 9C", "", "9D", "9C", tricks=(OUR_SPADES,)),
        at("9D 9C", "", "9C", "9D", tricks=(OUR_SPADES,)),
    ),
    (
        "belote",
        {},
        at("KS QS 7D", "AH", "KS", "7D", trump="all", rules=BULGARIAN),
        at("KS JS 7D", "AH", "KS", "7D", trump="all", rules=BULGARIAN),
    ),
    (
        "unsaid",
        {},
        at("AS 9S", "", "AS", "AS"),
        at("AS 9S", "", "AS", "9S"),
    ),
]


@pytest.mark.parametrize(("code", "values", "so", "not_so"), CASES, ids=[c[0] for c in CASES])
def test_a_reason_is_said_where_it_is_so_alone(
    code: str, values: dict[str, Any], so: dict[str, Any], not_so: dict[str, Any]
) -> None:
    assert result(**so).get(code) == values
    assert code not in result(**not_so)


# --- calls ----------------------------------------------------------------------------------------


def of_call(hand: str, made: Call, *better: Call, turned: str = "") -> list[Fact]:
    seen = msgspec.structs.replace(
        shown(hand, "", "H", 0), contract=None, turned=Card(turned) if turned else None
    )
    said = reasons.of_call(seen, made, better)
    return [*said.known, *said.why]


def test_a_call_is_explained_by_what_the_hand_has() -> None:
    hearts, clubs = Take(Trump("H")), Bid(Trump("C"), 80)
    assert of_call("JH 8H AS 7D 7C", hearts, Pass(), turned="9H") == [
        Fact("hand_trumps_turned", {"trump": "H", "trumps": 3}),
        Fact("hand_both"),
        Fact("hand_aces", {"aces": 1}),
        Fact("call_less"),
    ]
    assert of_call("9C 8C AC AS 7D", Pass(), clubs) == [
        Fact("hand_trumps", {"trump": "C", "trumps": 3}),
        Fact("hand_nine"),
        Fact("hand_aces", {"aces": 1}),
        Fact("call_more"),
    ]
    assert of_call("JC 8C AS 7D", Bid(Trump("D"), 80), clubs)[-1] == Fact("call_other")
    assert of_call("JC", clubs, Pass())[1] == Fact("hand_jack")
    assert of_call("8C", clubs, Pass())[1] == Fact("hand_neither")
    assert of_call("AC AS JD", Bid(Trump.NONE, 80), Pass())[0].values == {"aces": 2, "jacks": 1}
    assert not of_call("8C", clubs)
    assert Fact("call_more") not in of_call("8C", Pass(), clubs, Pass())


# --- real deals -----------------------------------------------------------------------------------


def choices(record: Record) -> Iterator[tuple[Step, Playing, View, Reasons]]:
    """Yield the reasons for every other legal card at every card of a deal."""
    for step in record.steps():
        deal, action = step.before.deal, step.action
        if isinstance(deal, Playing) and isinstance(action, Play) and step.seat == deal.to_act:
            for other in legal_cards(deal) - CardSet.of((action.card,)):
                seen = view(step.before, deal.to_act)
                yield step, deal, seen, reasons.of_card(seen, action, [other.text])


REAL_LIFE = {"assistance": "none", "revoke_policy": "challenge"}
RULES = [*map(presets.rules, sorted(presets.PRESETS)), presets.rules("flemish").agree(REAL_LIFE)]


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: f"{rules.preset}-{rules.revocable}")
def test_what_is_said_of_hidden_cards_is_so(rules: Rules) -> None:
    said = set()
    for seed in range(8):
        record = played(rules, seed, ("beginner", "random"))
        steps = list(record.steps())
        end = steps[-1].after
        for step, deal, seen, given in choices(record):
            for reason in (*given.known, *given.why):
                said.add(reason.code)
                assert so(reason, step, deal, seen, end), (reason, seed, step)
    assert "partner_sure" in said or rules.players == 3, said


def so(reason: Fact, step: Step, deal: Playing, seen: View, end: Any) -> bool:
    """Return whether a reason is true with all cards seen."""
    me, rules = deal.to_act, deal.rules
    hidden = [hand for seat, hand in enumerate(deal.hands) if seat != me]
    trumps = deal.law.trump.cards
    suit = next((s for s in Suit if s.letter == reason.values.get("suit")), None)
    opponents = [
        hand for seat, hand in enumerate(deal.hands) if rules.sides[seat] != rules.sides[me]
    ]
    number = len(deal.tricks)
    after = end.deal.tricks[number].winner if number < len(end.deal.tricks) else None
    match reason.code:
        case "partner_sure" if after is not None:
            return bool(rules.sides[after] == rules.sides[me])
        case "trick_lost" if after is not None:
            return bool(rules.sides[after] != rules.sides[me])
        case "trumps_out":
            return reason.values["trumps"] == sum(len(hand & trumps) for hand in hidden)
        case "no_trumps_out":
            return not any(hand & trumps for hand in hidden)
        case "may_ruff" | "into_a_ruff":
            return suit is not None and any(not hand & suit.cards for hand in opponents)
        case "for_a_ruff":
            partner = rules.partner(me)
            return suit is not None and partner is not None and not deal.hands[partner] & suit.cards
        case "contract_made" | "contract_failed":
            return end.settlement is None or f"contract_{end.settlement.outcome}" == reason.code
    return True


# --- words ----------------------------------------------------------------------------------------


def codes() -> list[str]:
    start = "reason.is."
    return [key.removeprefix(start) for key in catalogue("en") if key.startswith(start)]


def test_every_sentence_is_tried() -> None:
    called = {"hand_trumps", "hand_trumps_turned", "hand_both", "hand_jack", "hand_nine"}
    called |= {"hand_neither", "hand_aces", "hand_honours", "call_less", "call_more", "call_other"}
    assert set(codes()) == {case[0] for case in CASES} | called


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_them(language: str) -> None:
    values: dict[str, str | int] = {
        "points": 3,
        "trumps": 1,
        "aces": 0,
        "jacks": 2,
        "suit": "S",
        "trump": "all",
    }
    stop = "։" if language == "hy" else "."
    for code in codes():
        said = commentary.reason(words(language), Fact(code, {**values, "card": "JH"}))
        assert (
            said.endswith(stop) and not said[0].islower() and "{" not in said and "JH" not in said
        )
