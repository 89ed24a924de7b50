"""Rule cards: the rules of a table in words, in every language, and by an address."""

from __future__ import annotations

import json
import re
from functools import cache
from itertools import product
from random import Random
from typing import Literal, get_args
from urllib.parse import parse_qsl, urlsplit

import pytest
from documented import resolve
from drawn_matches import OPTIONS, drawn_rules
from msgspec import structs
from outside_games import known
from volume import volume

from rebelote.i18n import (
    LANGUAGES,
    messages,
    rule_catalogue,
    rule_words,
    rulebook,
    rulecard,
    sources,
)
from rebelote.rules import presets
from rebelote.rules.options import OPTIONS as OPTIONS_OF_RULES
from rebelote.rules.options import Rules, applies
from rebelote.rules.play import Obligations, Situation, duty
from rebelote.rules.refusals import REFUSALS
from rebelote.rules.settlements.kind import unit
from rebelote.rules.switch import ALL_TRUMPS, NO_TRUMPS, holds


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_sentences(language: str) -> None:
    english, other = rule_catalogue("en"), rule_catalogue(language)
    assert other.keys() == english.keys()
    for key, sentence in other.items():
        assert sentence.strip() and messages.placeholders(sentence) == messages.placeholders(
            english[key]
        ), key


def test_every_option_has_a_place_a_source_and_a_function() -> None:
    received = {
        key: where for options in rulecard.SECTIONS.values() for key, where in options.items()
    }
    assert set(received) | {"preset"} == set(Rules().flat())
    for where in received.values():
        assert resolve(where.function) is not None
        assert all(map(sources.resolves, sources.citations(where.source)))


@cache
def rules_of_all_kinds() -> list[Rules]:
    """Return rules drawn once for all languages."""
    chance = Random(5)
    return [drawn_rules(chance) for _ in range(volume(60, 300))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_value_of_every_option_has_its_words(language: str) -> None:
    said = set()
    for rules in rules_of_all_kinds():
        for line in rulecard.lines(rules, language):
            assert not re.search(r"[{}]", line.sentence), line
            said.add((line.key, str(line.value)))
    assert {key for key, _ in said} >= set(OPTIONS) - {"assistance", "misdeal"}


def test_what_differs_stands_first() -> None:
    rules = presets.rules("flemish", undertrump="free", booms=3)
    text = rulecard.text(rules, "en")
    assert text.index("you may play any card") < text.index("The table and the cards")
    assert [line.key for line in rulecard.differing(rules, "en")] == ["undertrump", "booms"]
    assert "Exactly as Flemish belot." in rulecard.text(presets.rules("flemish"), "en")


@pytest.mark.parametrize(
    ("options", "without"),
    [
        ({"partner_exempts": "none"}, {"voluntary_trump"}),
        ({"cut_when_void": "never"}, {"partner_exempts", "undertrump"}),
        ({"belote": "none", "melds": "none"}, {"contract_counts"}),
    ],
)
def test_what_cannot_happen_has_no_line(options: dict[str, str], without: set[str]) -> None:
    def keys(rules: Rules) -> set[str]:
        return {line.key for line in rulecard.lines(rules, "en")}

    assert without <= keys(presets.rules("french"))
    assert not without & keys(presets.rules("french").agree(options))


@pytest.mark.parametrize("index", range(128))
def test_an_option_of_the_law_that_has_no_line_changes_nothing(index: int) -> None:
    at = Situation.at(index)
    cut: tuple[Literal["always", "never"], ...] = ("always", "never")
    exempts: tuple[Literal["any", "trump_only", "none"], ...] = ("any", "trump_only", "none")
    for cut_when_void, partner_exempts in product(cut, exempts):
        law = Obligations(cut_when_void=cut_when_void, partner_exempts=partner_exempts)
        values = {**Rules().flat(), **structs.asdict(law)}
        for key in ("voluntary_trump", "undertrump"):
            if not applies(key, values):
                result = {
                    duty(structs.replace(law, **{key: value}), at)
                    for value in get_args(OPTIONS_OF_RULES[key].type)
                }
                assert len(result) == 1, (key, law)


def test_a_deal_that_cannot_die_has_no_line() -> None:
    for rules in presets.PRESETS.values():
        keys = {line.key for line in rulecard.lines(rules, "en")}
        assert ("dead_deals_per_dealer" in keys) is (rules.auction.auction_kind != "named")
    with known("made_up_game", trusted=True):
        for preset in ("forehand", "forehand-two"):
            keys = {line.key for line in rulecard.lines(presets.rules(preset), "en")}
            assert "auction_kind" in keys and "dead_deals_per_dealer" not in keys


def test_a_link_is_read_back() -> None:
    chance = Random(6)
    for _ in range(volume(50, 200)):
        rules = drawn_rules(chance)
        address = urlsplit(rulecard.link(rules))
        preset = address.path.removeprefix("/rules/")
        assert rulecard.rules_from(preset, dict(parse_qsl(address.query))) == rules


def test_what_the_law_refuses_leads_to_a_line_of_the_card() -> None:
    lines = {*Rules().flat(), *(f"section-{name}" for name in rulecard.SECTIONS)}
    assert set(rulecard.REFUSED_BY.values()) <= lines
    owed = {code for code in REFUSALS if code.startswith("must-")}
    assert (
        {*owed, "no-undertrump", "king-before-queen"} <= set(rulecard.REFUSED_BY) <= set(REFUSALS)
    )


def test_a_rule_card_as_json() -> None:
    card = json.loads(rulecard.as_json(presets.rules("bga", target=500), "sv"))
    assert (card["preset"], card["differs"]) == ("bga", {"target": 500})
    assert {line["key"] for line in card["rules"]} >= {"round3", "undertrump", "target"}


def test_rules_that_cannot_be_are_refused_with_the_reason() -> None:
    with pytest.raises(ValueError, match="colour is not an option"):
        rulecard.rules_from("french", {"colour": "red"})
    with pytest.raises(ValueError, match="needs two sides"):
        rulecard.rules_from("flemish3", {"rounding": "complement"})


def test_a_sweep_that_counts_something_else_is_said_once() -> None:
    rules = presets.rules("french", sweep_points=100)
    say = rule_words("en")
    said = [one.sentence for one in rulebook.openings("score", rules, say)]
    said += [line.sentence for line in rulecard.lines(rules, "en")]
    assert not [sentence for sentence in said if "252" in sentence]
    assert "Taking every trick scores 100 on top of the tricks." in said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "option", ["cut_min", "end_deals", "time_limit", "dead_deals_per_dealer", "dead_deals_shuffle"]
)
def test_one_of_something_is_said_in_words(language: str, option: str) -> None:
    """And so in the singular: one card, one deal, one minute."""
    said = rulecard.sentence(option, 1, rule_words(language))
    assert "1" not in said and said != rulecard.sentence(option, 2, rule_words(language))


@pytest.mark.parametrize("preset", presets.PRESETS)
def test_a_rule_card_has_no_line_of_another_game(preset: str) -> None:
    """All trumps only where they can be played, nothing that counts 0, and of marks no points."""
    rules = presets.PRESETS[preset]
    lines = {line.key: line.sentence for line in rulecard.lines(rules, "en")}
    said = " ".join(lines.values())
    if not holds(ALL_TRUMPS, rules.flat()):
        assert "all trumps" not in said.lower() and "258" not in said
    if not holds(NO_TRUMPS, rules.flat()):
        assert "no_suit_points" not in lines
    assert " 0 " not in said
    if rules.settling.points_a_mark is not unit:  # a deal counts in marks of its own
        assert not {"sweep_points", "rounding", "unit"} & lines.keys()
        assert "no trumps" not in said.lower()


def test_a_game_with_no_trumps_alone_says_what_its_cards_count() -> None:
    blot = presets.PRESETS["bazar-blot"]
    lines = {line.key: line.sentence for line in rulecard.lines(blot, "en")}
    assert lines["no_suit_points"] == "In boy an ace counts 19."
    assert "no trumps" not in " ".join(lines.values())


def test_the_arabic_rule_card_of_baloot_speaks_of_buying() -> None:
    lines = {line.key: line.sentence for line in rulecard.lines(presets.PRESETS["baloot"], "ar")}
    assert "الشراء" in lines["packets"]
    assert not [key for key, said in lines.items() if "مزايد" in said]
