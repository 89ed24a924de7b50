"""Facts on rule sets for pages: ours when they are built, those of games when served."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from rebelote import games, i18n
from rebelote.rules.cards import (
    CARDS,
    ORDERS,
    POINTS,
    SCALES,
    CardSet,
    RankPoints,
    SuitKind,
    Trump,
)
from rebelote.rules.options import Rules
from rebelote.rules.trick_melds import KINDS

OWN_ROEM = dict(KINDS)
"""The kinds of roem of the package, without those of games from outside."""


class PresetSummary(msgspec.Struct, frozen=True, kw_only=True):
    """The facts of a rule set that a page needs; `left_out`: the cards missing from its pack."""

    players: int
    direction: str
    hand_size: int
    left_out: str
    auction: str
    must_name: str
    turns_up: bool
    round3: str
    no_suit_bids: str
    no_suit_points: str
    target: int
    end_deals: int | None
    belote: str
    trick_melds: str
    beat_defence: bool
    melds: str
    run_points: list[int]
    squares: str
    low_carre_points: int


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
    return PresetSummary(
        players=rules.players,
        direction=rules.table.direction,
        hand_size=rules.hand_size,
        left_out=" ".join(str(card) for card in CARDS if card not in rules.pack),
        auction=rules.auction.auction_kind,
        must_name=rules.auction.must_name,
        turns_up=rules.bidding.turns_up,
        round3=rules.auction.round3,
        no_suit_bids=rules.auction.no_suit_bids,
        no_suit_points=rules.scoring.no_suit_points,
        target=rules.ending.target,
        end_deals=rules.ending.end_deals,
        belote=rules.belote.belote,
        trick_melds=rules.melds.trick_melds,
        beat_defence=rules.scoring.beat_defence,
        melds=rules.melds.melds,
        run_points=list(rules.melds.run_points),
        squares=rules.melds.squares,
        low_carre_points=rules.melds.low_carre_points,
    )


def roem_points() -> dict[str, dict[str, int]]:
    """Return what each combination in a trick counts, by kind of roem, for the help at a table."""
    combinations = {
        "three": "9H TH JH",
        "four": "9H TH JH QH",
        "pair": "KS QS",
        "alike": "AS AH AD AC",
        "jacks": "JS JH JD JC",
    }
    counting = {kind: of(Trump.SPADES) for kind, of in OWN_ROEM.items() if kind != "none"}
    return {
        kind: {
            name: sum(points for needed, points in bonuses if needed <= CardSet.parse(cards))
            for name, cards in combinations.items()
        }
        for kind, bonuses in counting.items()
    }


def card_points() -> dict[str, list[tuple[str, int]]]:
    """Return the points of each rank, from high to low, by suit kind and, dashed, our scale."""
    usual = {str(kind): _high_to_low(kind, points) for kind, points in POINTS.items()}
    return usual | dict(_of_scales(SCALES))


def _of_scales(names: Iterable[str]) -> Iterator[tuple[str, list[tuple[str, int]]]]:
    for name in names:
        for kind, points in SCALES[name].items():
            yield f"{kind}-{name}", _high_to_low(kind, points)


def _high_to_low(kind: SuitKind, points: RankPoints) -> list[tuple[str, int]]:
    return [(rank, points.get(rank, 0)) for rank in reversed(ORDERS[kind])]


def games_served() -> Games | None:
    """Return the games from outside that are loaded; None without any."""
    if not (own := games.own_presets()):
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
    details = {rules.preset: summary_of(rules) for rules in own}
    return Games(details, dict(_of_scales(games.own_scales())), words, _overruled())


def _overruled() -> dict[str, dict[str, dict[str, str]]]:
    """Return the words that tables of a rule set have of their own, by rule set and language."""
    result: dict[str, dict[str, dict[str, str]]] = {}
    for (preset, file), said in i18n.OVERRULED.items():
        if file in i18n.LANGUAGES:
            result.setdefault(preset, {})[file] = said
    return result
