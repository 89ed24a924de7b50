"""What has just happened, as everyone at the table saw and heard it?

Events are public facts, the same for every seat; what only one seat knows stands in its `View`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec

from rebelote.cards import Card, Trump
from rebelote.deal import Action, Cut, Packets, Pass, Phase, Play, Said, Take
from rebelote.match import Match
from rebelote.melds import Kind, Melds, Verdict
from rebelote.play import trick_points


class _Event(msgspec.Struct, frozen=True, tag_field="event"):
    pass


class MatchBegan(_Event, frozen=True, tag="match_began"):
    """A match begins: the first at a table, or a rematch."""


class DealBegan(_Event, frozen=True, tag="deal_began"):
    """A deal begins; `number` counts from 1, dead deals included; `shuffled`: from a fresh pack."""

    number: int
    dealer: int
    shuffled: bool


class PackCut(_Event, frozen=True, tag="pack_cut"):
    """The pack was cut by `seat`."""

    seat: int
    depth: int


class CardsDealt(_Event, frozen=True, tag="cards_dealt"):
    """The dealer, `seat`, has dealt five cards each in these packets and turned one."""

    seat: int
    packets: tuple[int, int]
    turned: Card


class Passed(_Event, frozen=True, tag="passed"):
    """`seat` passed in this round."""

    seat: int
    round: int


class Took(_Event, frozen=True, tag="took"):
    """`seat` took at `trump`, and the rest of the pack was dealt."""

    seat: int
    round: int
    trump: Trump


class DealDied(_Event, frozen=True, tag="deal_died"):
    """Nobody took."""

    number: int


class Announced(_Event, frozen=True, tag="announced"):
    """`seat` named its announcements, by kind only."""

    seat: int
    kinds: tuple[Kind, ...]


class CardPlayed(_Event, frozen=True, tag="card_played"):
    """`seat` played `card`; `said`: `belote`, `rebelote` or nothing."""

    seat: int
    card: Card
    said: Said


class ContestSettled(_Event, frozen=True, tag="contest_settled"):
    """Whose announcements count, and what decided it; only where somebody announced."""

    side: int | None
    by: Verdict


class MeldsShown(_Event, frozen=True, tag="melds_shown"):
    """`seat` showed its announcements."""

    seat: int
    melds: Melds


class TrickWon(_Event, frozen=True, tag="trick_won"):
    """Trick `number` (from 1), its cards in order of play, goes to `seat`."""

    number: int
    seat: int
    leader: int
    cards: tuple[Card, ...]
    points: int


class DealEnded(_Event, frozen=True, tag="deal_ended"):
    """The deal was played and written: marks by side."""

    number: int
    marks: tuple[int, int]


class MatchEnded(_Event, frozen=True, tag="match_ended"):
    """Side `winner` has won the match."""

    winner: int
    scores: tuple[int, int]


Event = (
    MatchBegan
    | DealBegan
    | PackCut
    | CardsDealt
    | Passed
    | Took
    | DealDied
    | Announced
    | CardPlayed
    | ContestSettled
    | MeldsShown
    | TrickWon
    | DealEnded
    | MatchEnded
)
Events = tuple[Event, ...]


def deal_began(match: Match) -> Events:
    """What is seen as a deal begins."""
    shuffled = match.needs_pack or match.number == 1
    return (DealBegan(match.number, match.deal.dealer, shuffled),)


def match_began(match: Match) -> Events:
    """What is seen as a match begins."""
    return (MatchBegan(), *deal_began(match))


def narrate(before: Match, seat: int, action: Action, after: Match) -> Events:
    """What was seen and heard as `action` turned the match `before` into `after`."""
    return tuple(_NARRATORS[type(action)](before, seat, action, after))


def _pack_cut(before: Match, seat: int, action: Cut, after: Match) -> Iterator[Event]:
    yield PackCut(seat, action.depth)
    if after.deal.packets is not None:
        yield from _cards_dealt(before, after.deal.dealer, Packets(after.deal.packets), after)


def _cards_dealt(before: Match, seat: int, action: Packets, after: Match) -> Iterator[Event]:
    assert after.deal.turned is not None
    yield CardsDealt(seat, action.packets, after.deal.turned)


def _passed(before: Match, seat: int, action: Pass, after: Match) -> Iterator[Event]:
    yield Passed(seat, before.deal.round)
    if after.deal.dead:
        yield DealDied(after.number)


def _took(before: Match, seat: int, action: Take, after: Match) -> Iterator[Event]:
    yield Took(seat, before.deal.round, action.contract)


def _played(before: Match, seat: int, action: Play, after: Match) -> Iterator[Event]:
    if action.announce:
        yield Announced(seat, action.announce)
    yield CardPlayed(seat, action.card, before.deal.said(seat, action.card))
    if before.deal.contest is None and after.deal.contest is not None and any(after.deal.announced):
        yield ContestSettled(after.deal.contest.side, after.deal.contest.by)
    if after.deal.shown(seat) and not before.deal.shown(seat):
        yield MeldsShown(seat, after.deal.shown(seat))
    if len(after.deal.tricks) > len(before.deal.tricks):
        yield from _trick_won(after)


def _trick_won(after: Match) -> Iterator[Event]:
    deal = after.deal
    trick = deal.tricks[-1]
    assert deal.law is not None
    points = trick_points(trick.cards, deal.law.trump)
    yield TrickWon(len(deal.tricks), trick.winner, trick.leader, trick.cards, points)
    if deal.phase is Phase.OVER:
        yield DealEnded(after.number, after.sheet[-1].marks)
    if after.winner is not None:
        yield MatchEnded(after.winner, after.scores)


_NARRATORS: Final[dict[type, Callable[[Match, int, Any, Match], Iterator[Event]]]] = {
    Cut: _pack_cut,
    Packets: _cards_dealt,
    Pass: _passed,
    Take: _took,
    Play: _played,
}
