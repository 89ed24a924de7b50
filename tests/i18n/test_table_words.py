"""The sentences that a table of each rule set can show have no word that its game forbids."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

import pytest

from rebelote.i18n import (
    SPOKEN,
    TABLE_WORDS,
    USUAL_PRESETS,
    VARIANTS,
    glossary,
    overruled,
    rulecard,
    sentences,
    spoken_at,
)
from rebelote.proofreading.lints import matches
from rebelote.proofreading.sentences import Sentence
from rebelote.rules.options import Rules, applies
from rebelote.rules.presets import PRESETS

AT_A_TABLE: Final = re.compile(
    r"(action|advice|ask|bid|call|choice|contract|end|event|guide|invitation|match|meld|notify"
    r"|outcome|puzzle|rank|reason|refusal|review|said|score|settled|sheet|state|suit|taker"
    r"|turned|value|why)\.|ui\.(auction|challenge|claim|fairness\.by|heading\.table|help|hint"
    r"|invite|over|paper|practice|real|replay|review|title\.table|why|winner)\b"
)
"""The beginnings of the keys that a table, its help, sheet, review and replay can show."""
BY_RISING_BIDS: Final = (
    r"bid\.|ask\.bid|action\.bid|event\.bid_made|settled\.(bid|every)|score\.(bid-|written-bid)"
    r"|refusal\.(bid-too-low|no-such-bid|same-suit|doubled|early)|(why|advice|choice)\.(bid|by_worth)"
    r"|ui\.help\.(goal\.bid|failed\.bid|keys\.(bid|value|trump))|ui\.paper\.value|end\.fact\.bid"
    r"|puzzle\.contract\.bid|event\.double_redealt|action\.double\.early"
)
BY_DOUBLES: Final = (
    r".*\.(double|redouble)\b|refusal\.(no-double|doubled)"
    r"|contract\.(re)?doubled|event\.(re)?doubled"
)
APPLIES: Final[dict[str, Callable[[Rules], bool]]] = {
    BY_RISING_BIDS: lambda rules: rules.bidding.names_values,
    BY_DOUBLES: lambda rules: len(rules.bidding.outcomes(rules.auction).stakes) > 1,
    r"ask\.auction\.named": lambda rules: rules.auction.auction_kind == "named",
    r"ask\.auction\.purchase": lambda rules: rules.auction.auction_kind == "purchase",
    r"ui\.help\.(goal|failed|keys)\.ranked": lambda rules: rules.bidding.ranks_trumps,
    r"score\.tens": lambda rules: rules.scoring.rounding == "by_contract",
    r"score\.attack-taken": lambda rules: rules.players == 3,
    r"(ui\.help\.|said\.|score\.|ui\.real\.|reason\.is\.|ui\.paper\.|ui\.fairness\.by\.)(re)?belotes?\b"
    r"|score\.(written-bonuses|defence-bonus|belote-).*|refusal\.(no-belote|king-before-queen)": (
        lambda rules: rules.belote.belote != "none"
    ),
    r".*\bredeal|refusal\.no-redeal": lambda rules: rules.auction.kawesh != "none",
    r"(said|action|event)\.demand|action\.show": lambda rules: rules.melds.melds != "none",
}
"""Kinds of sentences by their keys, with the rule sets that can show them."""
GAMES: Final = sorted(TABLE_WORDS)


def shown(language: str, preset: str) -> Iterator[Sentence]:
    """Yield the sentences that a table of a rule set can show, as it says them."""
    rules, folder = PRESETS[preset], TABLE_WORDS[preset]
    for part, keys in (("", None), ("rules", rule_keys(rules))):
        for key, text in said(language, preset, part).items():
            if keys is None and not AT_A_TABLE.match(key):
                continue
            if keys is not None and key not in keys:
                continue
            if keys is not None or all(
                is_shown(rules) for kind, is_shown in APPLIES.items() if re.match(kind, key)
            ):
                yield Sentence(f"tables/{folder}/{part or 'table'}.json", key, text)


def said(language: str, preset: str, part: str) -> dict[str, str]:
    """Return the sentences of a part with those that the tables of the game say otherwise."""
    there = spoken_at(language, preset)
    result = sentences(part, there)
    for layer in (VARIANTS.get(there), there):
        if layer:
            result = {**result, **overruled(preset, f"{part}/{layer}" if part else layer)}
    return result


def rule_keys(rules: Rules) -> set[str]:
    """Return the keys of the sentences of a rule card, as it asks for them."""
    asked: set[str] = set()

    def say(key: str, /, **values: object) -> str:
        asked.add(key)
        return key

    for options in rulecard.sections(rules.preset).values():
        for option in options:
            if applies(option, rules.flat()):
                rulecard.sentence(option, rules.flat()[option], say)
                say(f"title.{option}")
    return asked


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("preset", GAMES)
def test_a_table_says_no_word_that_its_game_forbids(preset: str, language: str) -> None:
    rows = glossary.glossaries()[VARIANTS.get(language, language)].terms
    own = [row for row in rows if TABLE_WORDS[preset] in row.games and row.forbidden]
    there = list(shown(language, preset))
    wrong = [
        f"{sentence.key}: {match!r}, say {row.word}"
        for row in own
        for sentence in there
        if re.search(row.keys, sentence.key) and sentence.key not in row.allowed_in
        for match in matches(row, sentence)
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("language", [one for one in SPOKEN if USUAL_PRESETS[one] in TABLE_WORDS])
def test_the_usual_game_of_a_language_has_words_of_its_own(language: str) -> None:
    rows = glossary.glossaries()[VARIANTS.get(language, language)].terms
    assert any(TABLE_WORDS[USUAL_PRESETS[language]] in row.games for row in rows)
