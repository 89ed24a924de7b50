"""House rules: every option can be chosen, in words, and what cannot be agreed is said at once."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from urllib.parse import parse_qsl, urlsplit

import pytest
from drawn_matches import drawn_rules
from volume import volume

from rebelote.i18n import LANGUAGES, house_rules, rule_catalogue, rulecard
from rebelote.rules import presets
from rebelote.rules.options import OPTIONS, REAL_LIFE, RuleConflictError
from rebelote.server.features.quickmatch.queue import rules_of


def written(value: object) -> str:
    """Return a value as an address has it."""
    return value if isinstance(value, str) else json.dumps(value)


def offered(preset: str, **options: object) -> set[str]:
    """Return the options that a page shows when these are chosen."""
    asked = {key: written(value) for key, value in options.items()}
    result = house_rules.house_rules(preset, asked, "en")
    return {option.key for option in result.options if option.offered}


def test_every_option_is_reached_from_a_rule_set_by_changing_one_other_at_most() -> None:
    reached: set[str] = set()
    choosable = set(OPTIONS) - {*house_rules.FIXED, "misdeal"}
    for preset, changed in changes():
        reached |= offered(preset, **changed)
        assert reached <= choosable
        if reached == choosable:
            return
    pytest.fail(f"never offered: {choosable - reached}")


def changes() -> Iterator[tuple[str, dict[str, object]]]:
    """Yield every rule set as it is, and then with one option changed."""
    yield from ((preset, {}) for preset in presets.PRESETS)
    for preset in presets.PRESETS:
        for option in house_rules.house_rules(preset, {}, "en").options:
            for value in [one.value for one in option.values] or [2]:
                if option.kind == "choice" or option.key == "booms":
                    yield preset, {option.key: value}


def test_what_means_something_only_in_records_is_neither_offered_nor_shown_nor_counted() -> None:
    rules = presets.rules("french", misdeal="penalty_162")
    assert "misdeal" not in offered("french", misdeal="penalty_162")
    assert "misdeal" not in {line.key for line in rulecard.lines(rules, "en")}
    assert house_rules.house_rules("french", {"misdeal": "penalty_162"}, "en").points == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_has_a_title_and_every_value_its_words(language: str) -> None:
    result = house_rules.house_rules("flemish", {}, language)
    assert {option.key for option in result.options} == set(OPTIONS)
    assert set(result.first) <= set(OPTIONS) and len(result.first) == 10
    for option in result.options:
        assert option.title and "{" not in option.sentence
        assert option.values or option.kind in ("number", "numbers")
        for one in option.values:
            assert one.sentence and "{" not in one.sentence
    contree = house_rules.house_rules("ffb-contree-2016", {}, language)
    assert next(one.value for one in contree.options if one.key == "packets")[0] == (3, 3, 2)
    shown = {option.key for option in contree.options if option.offered}
    assert set(contree.first) <= shown and len(contree.first) == 10
    titles = {f"title.{key}" for key in OPTIONS}
    assert {key for key in rule_catalogue(language) if key.startswith("title.")} == titles


def test_what_is_chosen_reads_back_as_the_rules_it_stands_for() -> None:
    chance = Random(8)
    for _ in range(volume(50, 200)):
        rules = drawn_rules(chance)
        query = dict(parse_qsl(urlsplit(rulecard.link(rules)).query))
        result = house_rules.house_rules(rules.preset, query, "fr")
        assert result.problem is None
        assert result.link == rulecard.link(rules)
        assert result.differs == rules.differs(presets.PRESETS[rules.preset])
        changed = {option.key for option in result.options if option.value != option.usual}
        assert changed == set(result.differs)


CONFLICTS: dict[str, tuple[str, dict[str, object]]] = {
    "cut-min": ("french", {"cut_min": 17}),
    "packets": ("french", {"players": 3}),
    "settlement-unbid": ("french", {"settlement": "bid"}),
    "settlement-sides": ("ffb-contree-2016", {"players": 3}),
    "highest-bid": ("ffb-contree-2016", {"highest_bid": 165}),
    "scale-settlement": ("ffb-contree-2016", {"no_suit_points": "unscaled"}),
    "sweep-points": ("french", {"sweep_points": 1001}),
    "draw-of-games": ("flemish", {"end_level": "draw", "booms": 3}),
    "bid-worth": ("ffb-contree-2016", {"capot_value": 10_001}),
    "remember-shuffled": ("flemish", {"bots_remember": True}),
    "stock": ("ffb-contree-2016", {"players": 2}),
    "dead-deals": ("french", {"dead_deals_per_dealer": 0}),
    "dead-deals-shuffle": ("french", {"dead_deals_shuffle": 11}),
    "run-cap": ("french", {"run_length_rank_cap": 9}),
    "run-points": ("french", {"run_points": [0, 50, 100, 100, 100, 100]}),
    "fallback-trick": ("french", {"meld_fallback_trick": 4}),
    "unit-rounding": ("flemish", {"rounding": "none"}),
    "rounding-sides": ("flemish3", {"rounding": "complement"}),
    "goal-sides": ("flemish3", {"contract_goal": "fixed_82_tricks"}),
    "for-four": ("bela", {"players": 2}),
    "trick-melds-players": ("flemish3", {"trick_melds": "roem"}),
    "melds-sides": ("flemish3", {"swept_melds": "to_winner"}),
    "target": ("french", {"target": 0}),
    "booms": ("flemish", {"booms": 21}),
    "end-deals": ("french", {"end_deals": 101}),
    "two-lengths": ("flemish", {"end_deals": 4, "booms": 3}),
    "time-limit": ("french", {"time_limit": 601}),
    "time-of-games": ("flemish", {"time_limit": 30, "booms": 3}),
}


@pytest.mark.parametrize("code", CONFLICTS)
def test_what_cannot_be_agreed_is_said_in_every_language(code: str) -> None:
    preset, options = CONFLICTS[code]
    with pytest.raises(RuleConflictError) as refused:
        presets.rules(preset).agree(options)
    assert refused.value.code == code
    said = set()
    for language in LANGUAGES:
        asked = {key: written(value) for key, value in options.items()}
        problem = house_rules.house_rules(preset, asked, language).problem
        assert problem is not None and set(problem.options) & set(options)
        assert "{" not in problem.sentence
        said.add(problem.sentence)
    assert len(said) == len(LANGUAGES)


def test_every_conflict_of_the_catalogue_is_one_of_the_rules() -> None:
    received = {key.removeprefix("conflict.") for key in rule_catalogue("en") if "conflict." in key}
    assert received == set(CONFLICTS)


def test_a_table_without_help_is_no_point_of_difference() -> None:
    real = presets.rules("french", undertrump="free").as_in_real_life()
    differs = real.differs(presets.rules("french"))
    assert set(differs) > set(REAL_LIFE) & set(differs) and rulecard.points(differs) == 1
    assert rulecard.points({**REAL_LIFE, "belote_announce": "auto"}) == 1


def test_a_quick_match_is_by_unchanged_rules() -> None:
    """Its packs are shuffled before each deal, as a place for strangers does."""
    for preset, rules in presets.PRESETS.items():
        played = rules_of(preset)
        assert rulecard.points(played.differs(rules)) == 0
        assert rulecard.points_text(played, "fr") == rulecard.points_text(rules, "fr")


def test_a_value_that_is_none_is_refused() -> None:
    for asked in (
        {"undertrump": "never"},
        {"auction_kind": "silent"},
        {"colour": "red"},
        {"target": "far"},
    ):
        with pytest.raises(ValueError, match="|".join(asked)):
            house_rules.house_rules("french", asked, "en")
