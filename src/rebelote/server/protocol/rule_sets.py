"""What a page knows of rule sets: ours when it is built, those of games when it is served."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from rebelote import games, i18n
from rebelote.rules.cards import (
    CARDS,
    ORDERS,
    POINTS,
    SCALES,
    RankPoints,
    SuitKind,
)
from rebelote.rules.options import Rules


class PresetSummary(msgspec.Struct, frozen=True, kw_only=True):
    """What a page asks of each rule set; `left_out`: the cards that are not in its pack."""

    players: int
    hand_size: int
    left_out: str
    auction: str
    turns_up: bool
    round3: str
    no_suit_bids: str
    no_suit_points: str
    target: int
    end_deals: int | None
    belote: str
    trick_melds: str
    beat_defence: bool


class Games(msgspec.Struct, frozen=True):
    """Games from outside, as they are in the page: rule sets, scales, and words by language.

    What is not said in a language is said in English. `overruled`: by rule set and language what
    its tables say in words of their own.
    """

    presets: dict[str, PresetSummary]
    points: dict[str, list[tuple[str, int]]]
    words: dict[str, dict[str, str]]
    overruled: dict[str, dict[str, dict[str, str]]]


def summary_of(rules: Rules) -> PresetSummary:
    """Summarize a rule set."""
    return PresetSummary(
        players=rules.players,
        hand_size=rules.hand_size,
        left_out=" ".join(str(card) for card in CARDS if card not in rules.pack),
        auction=rules.auction.auction_kind,
        turns_up=rules.bidding.turns_up,
        round3=rules.auction.round3,
        no_suit_bids=rules.auction.no_suit_bids,
        no_suit_points=rules.scoring.no_suit_points,
        target=rules.ending.target,
        end_deals=rules.ending.end_deals,
        belote=rules.belote.belote,
        trick_melds=rules.melds.trick_melds,
        beat_defence=rules.scoring.beat_defence,
    )


def card_points() -> dict[str, list[tuple[str, int]]]:
    """What each rank counts, from high to low, by kind of suit and, with a dash, our scale."""
    usual = {str(kind): _high_to_low(kind, points) for kind, points in POINTS.items()}
    return usual | dict(_of_scales(SCALES))


def _of_scales(names: Iterable[str]) -> Iterator[tuple[str, list[tuple[str, int]]]]:
    for name in names:
        for kind, points in SCALES[name].items():
            yield f"{kind}-{name}", _high_to_low(kind, points)


def _high_to_low(kind: SuitKind, points: RankPoints) -> list[tuple[str, int]]:
    return [(rank, points.get(rank, 0)) for rank in reversed(ORDERS[kind])]


def games_served() -> Games | None:
    """The games from outside that are loaded; None without any."""
    if not (result := games.own_presets()):
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
    details = {rules.preset: summary_of(rules) for rules in result}
    return Games(details, dict(_of_scales(games.own_scales())), words, _overruled())


def _overruled() -> dict[str, dict[str, dict[str, str]]]:
    """By rule set and language what its tables say in words of their own."""
    result: dict[str, dict[str, dict[str, str]]] = {}
    for (preset, file), said in i18n.OVERRULED.items():
        if file in i18n.LANGUAGES:
            result.setdefault(preset, {})[file] = said
    return result
