"""What a page is told of rule sets: ours when it is built, those of games when it is served."""

from __future__ import annotations

import msgspec

from rebelote import games, i18n
from rebelote.rules.options import Rules


class PresetFacts(msgspec.Struct, frozen=True):
    """What a page asks of each rule set."""

    players: int
    auction: str
    round3: str
    no_suit_bids: str
    no_suit_points: str
    target: int
    beat_defence: bool


class Games(msgspec.Struct, frozen=True):
    """Games from outside, as they stand in the page: rule sets, and words by language.

    What is not said in a language is said in English.
    """

    presets: dict[str, PresetFacts]
    words: dict[str, dict[str, str]]


def facts_of(rules: Rules) -> PresetFacts:
    """The facts of a rule set."""
    return PresetFacts(
        players=rules.players,
        auction=rules.auction.auction_kind,
        round3=rules.auction.round3,
        no_suit_bids=rules.auction.no_suit_bids,
        no_suit_points=rules.scoring.no_suit_points,
        target=rules.ending.target,
        beat_defence=rules.scoring.beat_defence,
    )


def games_served() -> Games | None:
    """The games from outside that are loaded; None without any."""
    if not (found := games.own_presets()):
        return None
    english = i18n.ADDED["en"]
    words = {
        language: {
            key: said
            for key, said in i18n.ADDED[language].items()
            if language == "en" or said != english[key]
        }
        for language in i18n.LANGUAGES
    }
    return Games({rules.preset: facts_of(rules) for rules in found}, words)
