"""Events: what has just happened, as everyone at the table saw and heard it.

Events are public facts, the same for every seat; what only one seat knows stands in its `View`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec

from rebelote.rules.actions import (
    Action,
    Challenge,
    Cut,
    Demand,
    Misdeal,
    Packets,
    Pass,
    Play,
    Show,
    Take,
)
from rebelote.rules.cards import Card, Trump
from rebelote.rules.deal import Deal, Said
from rebelote.rules.match import Match
from rebelote.rules.melds import Answer, Kind, Melds, Verdict, exchange
from rebelote.rules.play import trick_points
from rebelote.rules.scoring import Points


class _Event(msgspec.Struct, frozen=True, gc=False, tag_field="event"):
    pass


class MatchBegan(_Event, frozen=True, tag="match_began"):
    """A match begins: the first at a table, or a rematch; `drawn` for the deal, by seat."""

    drawn: tuple[Card, ...] = ()


class DealBegan(_Event, frozen=True, tag="deal_began"):
    """A deal begins; `number` counts from 1, dead deals included; `shuffled`: from a fresh pack."""

    number: int
    dealer: int
    shuffled: bool


class PackSealed(_Event, frozen=True, tag="pack_sealed"):
    """The pack of a deal is sealed; `match` of this table and `number` say which, from 1 on.

    `commitment`: the server's, the digest of its secret. `commitments`: the players', by seat,
    empty for who made none; where there are any, the pack is made once they have revealed them.
    `riffles` and `joined` as in `match.Making`.
    """

    commitment: str
    commitments: tuple[str, ...] = ()
    match: int = 1
    number: int = 1
    riffles: int | None = None
    joined: bool = False


class PackMade(_Event, frozen=True, tag="pack_made"):
    """The pack is made from the sealed secret and these nonces, by seat, empty for who has none."""

    nonces: tuple[str, ...]


class SealOpened(_Event, frozen=True, tag="seal_opened"):
    """The secret and nonces that the pack was made from, once deal `number` is over."""

    number: int
    secret: str
    nonces: tuple[str, ...] = ()


class PackCut(_Event, frozen=True, tag="pack_cut"):
    """The pack was cut by `seat`."""

    seat: int
    depth: int


class CardsDealt(_Event, frozen=True, tag="cards_dealt"):
    """The dealer, `seat`, has dealt the first cards in these packets and turned one."""

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


class Disclosed(_Event, frozen=True, tag="disclosed"):
    """`seat` tells how high its announcement is, or answers one who has told (`flemish:51`)."""

    seat: int
    answer: Answer
    rank: str


class ContestSettled(_Event, frozen=True, tag="contest_settled"):
    """Whose announcements count, and what decided it; only where somebody announced."""

    side: int | None
    by: Verdict


class MeldsShown(_Event, frozen=True, tag="melds_shown"):
    """`seat` showed its announcements."""

    seat: int
    melds: Melds


class Demanded(_Event, frozen=True, tag="demanded"):
    """`seat` asks `of` to show what it announced (`french:30`)."""

    seat: int
    of: int


class MeldsLost(_Event, frozen=True, tag="melds_lost"):
    """`seat` did not show its announcements in time: they are lost (`flemish:51`, `french:30`)."""

    seat: int


class TrickWon(_Event, frozen=True, tag="trick_won"):
    """Trick `number` (from 1), its cards in order of play, goes to `seat`."""

    number: int
    seat: int
    leader: int
    cards: tuple[Card, ...]
    points: int


class Challenged(_Event, frozen=True, tag="challenged"):
    """`seat` accuses `accused` of false play: the tricks are looked at (`flemish:67`)."""

    seat: int
    accused: int


class FalsePlayFound(_Event, frozen=True, tag="false_play_found"):
    """`seat` played `card` falsely in trick `trick`; `code` names the broken rule."""

    seat: int
    card: Card
    trick: int
    code: str


class FalseAccusation(_Event, frozen=True, tag="false_accusation"):
    """`seat` was accused and has played by the rules."""

    seat: int


class DealMisdealt(_Event, frozen=True, tag="deal_misdealt"):
    """The cards were dealt wrongly, says `seat` (`french:11`)."""

    seat: int


class BoomEnded(_Event, frozen=True, tag="boom_ended"):
    """Side `winner` has won game `number` of several (`flemish:61`)."""

    number: int
    winner: int
    scores: Points


class DealEnded(_Event, frozen=True, tag="deal_ended"):
    """The deal was played and written: marks by side."""

    number: int
    marks: Points


class MatchEnded(_Event, frozen=True, tag="match_ended"):
    """Side `winner` has won the match."""

    winner: int
    scores: Points


Event = (
    MatchBegan
    | DealBegan
    | PackSealed
    | PackMade
    | PackCut
    | CardsDealt
    | Passed
    | Took
    | DealDied
    | Announced
    | CardPlayed
    | Disclosed
    | ContestSettled
    | Demanded
    | MeldsShown
    | MeldsLost
    | TrickWon
    | Challenged
    | FalsePlayFound
    | FalseAccusation
    | DealMisdealt
    | DealEnded
    | BoomEnded
    | MatchEnded
    | SealOpened
)
Events = tuple[Event, ...]


def deal_began(match: Match) -> Events:
    """What is seen as a deal begins."""
    deal = match.deal
    began = DealBegan(match.number, deal.dealer, match.needs_pack or match.number == 1)
    return (began, *_dealt(deal))


def match_began(match: Match, drawn: tuple[Card, ...] = ()) -> Events:
    """What is seen as a match begins."""
    return (MatchBegan(drawn), *deal_began(match))


def narrate(before: Match, seat: int, action: Action, after: Match) -> Events:
    """What was seen and heard as `action` turned the match `before` into `after`."""
    return (*_NARRATORS[type(action)](before, seat, action, after), *_ended(before, after))


def _dealt(deal: Deal) -> Iterator[Event]:
    if deal.packets is not None and deal.turned is not None:
        yield CardsDealt(deal.dealer, deal.packets, deal.turned)


def _pack_cut(before: Match, seat: int, action: Cut, after: Match) -> Iterator[Event]:
    yield PackCut(seat, action.depth)
    yield from _dealt(after.deal)


def _cards_dealt(before: Match, seat: int, action: Packets, after: Match) -> Iterator[Event]:
    yield from _dealt(after.deal)


def _passed(before: Match, seat: int, action: Pass, after: Match) -> Iterator[Event]:
    yield Passed(seat, before.deal.round)
    if after.deal.dead:
        yield DealDied(after.number)


def _took(before: Match, seat: int, action: Take, after: Match) -> Iterator[Event]:
    yield Took(seat, before.deal.round, action.contract)


def _played(before: Match, seat: int, action: Play, after: Match) -> Iterator[Event]:
    if action.announce:
        yield Announced(seat, tuple(meld.kind for meld in after.deal.announced[seat]))
    yield CardPlayed(seat, action.card, _said(before.deal, seat, action))
    if seat in after.deal.forgotten and seat not in before.deal.forgotten:
        yield MeldsLost(seat)
    if not after.rules.shown_by_hand and after.deal.shown(seat) and not before.deal.shown(seat):
        yield MeldsShown(seat, after.deal.shown(seat))
    if len(after.deal.tricks) > len(before.deal.tricks):
        yield _trick_won(after.deal)
        yield from _contest(before.deal, after.deal)


def _said(deal: Deal, seat: int, action: Play) -> Said:
    aloud = action.belote or not deal.rules.belote_by_mouth
    return deal.said(seat, action.card) if aloud else ""


def _trick_won(deal: Deal) -> Event:
    trick = deal.tricks[-1]
    assert deal.law is not None
    points = trick_points(trick.cards, deal.law.trump)
    return TrickWon(len(deal.tricks), trick.winner, trick.leader, trick.cards, points)


def _contest(before: Deal, after: Deal) -> Iterator[Event]:
    """What is told of announcements of the same kind, and whose count."""
    if after.contest is None or after.contest == before.contest or not any(after.announced):
        return
    if before.contest is None:
        by_seat, rules = dict(enumerate(after.announced)), after.rules
        order = after.eldest if rules.melds.meld_tie_order == "first_trick" else after.leader
        for seat, answer, rank in exchange(by_seat, rules.melds, rules.sides, order):
            yield Disclosed(seat, answer, rank.letter if answer == "top" else "")
    yield ContestSettled(after.contest.side, after.contest.by)


def _shown(before: Match, seat: int, action: Show, after: Match) -> Iterator[Event]:
    yield MeldsShown(seat, after.deal.announced[seat])


def _demanded(before: Match, seat: int, action: Demand, after: Match) -> Iterator[Event]:
    yield Demanded(seat, action.seat)


def _challenged(before: Match, seat: int, action: Challenge, after: Match) -> Iterator[Event]:
    found = after.deal.verdict
    assert found is not None
    yield Challenged(seat, action.seat)
    if found.card is not None and found.trick is not None and found.code is not None:
        yield FalsePlayFound(found.accused, found.card, found.trick, found.code)
    else:
        yield FalseAccusation(found.accused)


def _misdealt(before: Match, seat: int, action: Misdeal, after: Match) -> Iterator[Event]:
    yield DealMisdealt(seat)


def _ended(before: Match, after: Match) -> Iterator[Event]:
    """What ends with an action: the deal, perhaps a boom, perhaps the match."""
    if not after.written or after.sheet == before.sheet or after.settlement is None:
        return
    row = after.sheet[-1]
    yield DealEnded(after.number, row.marks)
    if row.boom_winner is not None and after.rules.ending.booms > 1:
        yield BoomEnded(row.boom, row.boom_winner, row.totals)
    if after.winner is not None:
        yield MatchEnded(after.winner, after.scores)


_NARRATORS: Final[dict[type, Callable[[Match, int, Any, Match], Iterator[Event]]]] = {
    Cut: _pack_cut,
    Packets: _cards_dealt,
    Pass: _passed,
    Take: _took,
    Play: _played,
    Show: _shown,
    Demand: _demanded,
    Challenge: _challenged,
    Misdeal: _misdealt,
}
