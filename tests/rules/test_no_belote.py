"""Rules without belote: nothing is said, shown or counted of king and queen of trump."""

from __future__ import annotations

import pytest
from drawn_matches import play_match

from rebelote import bots
from rebelote.i18n import LANGUAGES, house_rules, rule_words, rulebook, rulecard
from rebelote.rules import presets
from rebelote.rules.cards import SUIT_TRUMPS, Trump
from rebelote.rules.deal import PlayedOut, tally
from rebelote.rules.records.record import Record
from rebelote.rules.view import view

WRITTEN = {
    "en": "belote",
    "fr": "belote",
    "nl": "belot",
    "sv": "belote",
    "bg": "белот",
    "hr": "bela",
    "el": "μπελότ",
    "ar": "بلوت",
    "hy": "բլոտ",
}
OF_BELOTE = {"belote_order", "belote_said", "belote_safe_on_fail", "tie_belote_held"}


@pytest.mark.parametrize("preset", ["french", "bulgarian", "ffb-contree-2016"])
def test_none_is_said_or_counted_in_a_match(preset: str) -> None:
    rules = presets.rules(preset, belote="none")
    assert not any(rules.law(trump).belotes for trump in (*SUIT_TRUMPS, Trump.ALL))
    states, record = play_match(rules, 1, deals=6)
    assert Record.parse(str(record)).replay() == states[-1]
    for state in states:
        assert not view(state, 0).belote
        if isinstance(state.deal, PlayedOut):
            assert not any(tally(state.deal).belote)
        elif state.to_act is not None:
            seen = view(state, state.to_act)
            bots.make("beginner").think(seen)


def test_the_card_and_the_house_rules_speak_of_none() -> None:
    rules = presets.rules("french", belote="none")
    keys = {line.key for line in rulecard.lines(rules, "en")}
    assert "belote" in keys and not keys & OF_BELOTE
    assert not [*rulebook.openings("belote", rules, rule_words("en"))]
    result = house_rules.house_rules("french", {"belote": "none"}, "en")
    assert not {option.key for option in result.options if option.offered} & OF_BELOTE


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("preset", presets.PRESETS)
def test_no_other_line_of_the_card_names_it(preset: str, language: str) -> None:
    """Lines that differ from the rule set stand on the card whatever the other options are."""
    rules, say = presets.rules(preset, belote="none"), rule_words(language)
    named = [
        line.sentence
        for agreed in (rules, rules.as_in_real_life())
        for line in rulecard.lines(agreed, language)
        if line.key != "belote" and not line.differs and WRITTEN[language] in line.sentence.lower()
    ]
    for section in rulecard.SECTIONS:
        openings = (one.sentence for one in rulebook.openings(section, rules, say))
        named += [said for said in openings if WRITTEN[language] in said.lower()]
    assert not named


def test_what_counts_for_the_contract_names_what_there_is() -> None:
    def counted(**options: str) -> list[str]:
        lines = rulecard.lines(presets.rules("french").agree(options), "en")
        return [line.sentence for line in lines if line.key == "contract_counts"]

    assert counted() == ["Belote and announcements count towards the contract."]
    only = "Besides the tricks, only {} towards the contract."
    assert counted(belote="none") == [only.format("announcements count")]
    assert counted(melds="none") == [only.format("belote counts")]
    assert not counted(belote="none", melds="none")


@pytest.mark.parametrize("preset", presets.PRESETS)
def test_a_table_with_help_says_that_belote_is_said_for_you(preset: str) -> None:
    rules, say = presets.rules(preset), rule_words("en")
    twice = rules.belote.belote_said == "twice" and rules.belote.belote != "none"
    for agreed, received in ((rules, twice), (rules.as_in_real_life(), False)):
        openings = [one.sentence for one in rulebook.openings("belote", agreed, say)]
        assert (say("basics.said") in openings) is received
