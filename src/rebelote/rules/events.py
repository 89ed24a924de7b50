"""Events: what has just happened, as everyone at the table perceived it.

Events are public, the same for every seat; what only one seat knows is in its `View`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, assert_never

import msgspec

from rebelote.rules.actions import (
    Action,
    Announce,
    Bid,
    Call,
    Challenge,
    Cut,
    Demand,
    Double,
    Misdeal,
    NamedCall,
    Packets,
    Pass,
    Play,
    Redeal,
    Redouble,
    Refuse,
    Show,
    Take,
    Value,
)
from rebelote.rules.cards import Card, Trump
from rebelote.rules.contract import PassForm
from rebelote.rules.deal import (
    Bidding,
    Contracted,
    Dead,
    Deal,
    Judged,
    LaidDown,
    Playing,
    SaidWithCard,
)
from rebelote.rules.match import Match, draws_pack
from rebelote.rules.melds import (
    SHAPES,
    DecidedBy,
    Kind,
    MeldAnswer,
    Melds,
    Shape,
    exchange,
    of_shape,
)
from rebelote.rules.play import trick_bonus, trick_points
from rebelote.rules.tallies import Points


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


class PackSealed(_Event, frozen=True, tag="pack_sealed", kw_only=True):
    """The pack of a deal is sealed; `match` of this table and `number` say which, from 1 on.

    `commitment`: the server's, the digest of its secret. `commitments`: the players', by seat,
    empty for who made none; where there are any, the pack is made once they have revealed them.
    `riffles`: how often the gathered pack is riffled, null where it is shuffled afresh; `joined`:
    whether it is drawn before that which side's pile lies on top.
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
    """The dealer, `seat`, has dealt the first cards in these packets, and perhaps turned one."""

    seat: int
    packets: tuple[int, ...]
    turned: Card | None


class Passed(_Event, frozen=True, tag="passed"):
    """`seat` passed in this round; `form`: where that has a word of its own."""

    seat: int
    round: int
    form: PassForm | msgspec.UnsetType = msgspec.UNSET


class Took(_Event, frozen=True, tag="took"):
    """`seat` took at `trump`, and the rest of the pack was dealt."""

    seat: int
    round: int
    trump: Trump


class BidMade(_Event, frozen=True, tag="bid_made"):
    """`seat` bid so much at `trump`; `value` is None where trumps alone are bid."""

    seat: int
    round: int
    trump: Trump
    value: Value | None = None


class Doubled(_Event, frozen=True, tag="doubled"):
    """`seat` doubled what the other side had bid (`contree:double`); `early`: out of turn, against
    the rules (`cannes`)."""

    seat: int
    early: bool = False


class Redoubled(_Event, frozen=True, tag="redoubled"):
    """`seat` redoubled what its own side had bid (`contree:redouble`)."""

    seat: int


class RedealAsked(_Event, frozen=True, tag="redeal_asked"):
    """`seat`, whose bid was doubled out of turn, has the cards dealt again (`cannes`)."""

    seat: int


class CallSaid(_Event, frozen=True, tag="call_said"):
    """`seat` made a call by its name, in a game that has such calls; perhaps with a trump."""

    seat: int
    name: str
    trump: Trump | None = None


class DealDied(_Event, frozen=True, tag="deal_died"):
    """Nobody took."""

    number: int


class Announced(_Event, frozen=True, tag="announced"):
    """`seat` named its announcements, by kind only; none where it has said that it has none."""

    seat: int
    kinds: tuple[Kind, ...]


class CardPlayed(_Event, frozen=True, tag="card_played"):
    """`seat` played `card`; `said`: `belote`, `rebelote`, `akka` or nothing."""

    seat: int
    card: Card
    said: SaidWithCard


class Disclosed(_Event, frozen=True, tag="disclosed"):
    """`seat` says how high its announcement is, or answers one who has said it (`flemish:51`)."""

    seat: int
    answer: MeldAnswer
    rank: str


class ContestSettled(_Event, frozen=True, tag="contest_settled"):
    """The side whose announcements count, and the deciding criterion; only after announcements.

    `shape`: whether it is about runs or about squares, where each is contested.
    """

    side: int | None
    by: DecidedBy
    shape: Literal[""] | Shape = ""


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


class TrickWon(_Event, frozen=True, tag="trick_won", kw_only=True):
    """Trick `number` (from 1), its cards in order of play, goes to `seat`.

    `fallen`: how many of the points are for what fell together in it (`klaverjas:roem`).
    """

    number: int
    seat: int
    leader: int
    cards: tuple[Card, ...]
    points: int
    fallen: int | msgspec.UnsetType = msgspec.UNSET


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


class ClaimRefused(_Event, frozen=True, tag="claim_refused"):
    """`seat` has the rest played out that `of` claims; with a trick the claim fails
    (`baloot:sawa`)."""

    seat: int
    of: int


class ClaimFailed(_Event, frozen=True, tag="claim_failed"):
    """`seat` claimed the rest and lost trick `trick`: its side loses the deal (`baloot:sawa`)."""

    seat: int
    trick: int


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
    """Side `winner` has won the match; None: it is a draw."""

    winner: int | None
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
    | BidMade
    | Doubled
    | Redoubled
    | CallSaid
    | RedealAsked
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
    | ClaimRefused
    | ClaimFailed
    | DealMisdealt
    | DealEnded
    | BoomEnded
    | MatchEnded
    | SealOpened
)
Events = tuple[Event, ...]


def deal_began(match: Match) -> Events:
    """Return the events at the beginning of a deal."""
    deal = match.deal
    began = DealBegan(match.number, deal.dealer, draws_pack(match.rules, match.earlier))
    return (began, *_dealt(deal))


def match_began(match: Match, drawn: tuple[Card, ...] = ()) -> Events:
    """Return the events at the beginning of a match."""
    return (MatchBegan(drawn), *deal_began(match))


def narrate_end(after: Match) -> Events:
    """Return the events of a match that ended between two actions: by time, or given up."""
    return (MatchEnded(after.winner, after.scores),) if after.over else ()


def narrate(before: Match, seat: int, action: Action, after: Match) -> Events:
    """Return the events that everyone perceives of `action`, from `before` to `after`."""
    events = tuple(_of_action(before.deal, seat, action, after.deal))
    if isinstance(after.deal, Dead):
        return events if after.deal.auction.redealt else (*events, DealDied(after.number))
    return (*events, *_ended(after)) if after.written else events


def _of_action(before: Deal, seat: int, action: Action, after: Deal) -> Iterator[Event]:
    match action:
        case Play():
            return _played(before, seat, action, after)
        case Pass() | Take() | Bid() | Double() | Redouble() | Redeal() | NamedCall():
            return iter((_called(before, seat, action), *_laid_down(after)))
        case Cut():
            return iter((PackCut(seat, action.depth), *_dealt(after)))
        case Packets():
            return _dealt(after)
        case Announce():
            return iter((_announced(seat, after),))
        case Show():
            return iter((MeldsShown(seat, after.announced[seat]),))
        case Demand():
            return iter((Demanded(seat, action.seat),))
        case Challenge():
            return _challenged(seat, action, after)
        case Refuse():
            return iter((ClaimRefused(seat, action.seat),))
        case Misdeal():
            return iter((DealMisdealt(seat),))
    assert_never(action)


def _called(before: Deal, seat: int, call: Call) -> Event:
    match call:
        case Pass():
            assert isinstance(before, Bidding)
            form = before.rules.bidding.pass_form(before.auction)
            return Passed(seat, before.round, form or msgspec.UNSET)
        case Take():
            return Took(seat, before.round, call.trump)
        case Bid():
            return BidMade(seat, before.round, call.trump, call.value)
        case Double():
            return Doubled(seat, before.rules.early_doubles and seat != before.to_act)
        case Redouble():
            return Redoubled(seat)
        case Redeal():
            return RedealAsked(seat)
        case NamedCall():
            return CallSaid(seat, call.name, call.trump)
    assert_never(call)


def _laid_down(deal: Deal) -> Iterator[Event]:
    """Yield the hand that wins the game before the first card."""
    if isinstance(deal, LaidDown):
        yield MeldsShown(deal.holder, deal.announced[deal.holder])


def _dealt(deal: Deal) -> Iterator[Event]:
    if deal.packets is not None:
        yield CardsDealt(deal.dealer, deal.packets, deal.turned)


def _played(before: Deal, seat: int, action: Play, after: Deal) -> Iterator[Event]:
    if not (isinstance(before, Playing) and isinstance(after, Contracted)):
        return
    if action.announce:
        yield _announced(seat, after)
    yield CardPlayed(seat, action.card, _said(before, seat, action))
    if seat in after.forgotten and seat not in before.forgotten:
        yield MeldsLost(seat)
    if not after.played_out:
        yield from _shown(before, after)
    if len(after.tricks) > len(before.tricks):
        yield _trick_won(after)
        yield from _contest(before, after)
    if after.played_out:
        yield from _shown(before, after)
    if isinstance(after, Judged):
        yield _verdict_event(after)


def _announced(seat: int, after: Deal) -> Announced:
    return Announced(seat, tuple(meld.kind for meld in after.announced[seat]))


def _shown(before: Contracted, after: Contracted) -> Iterator[Event]:
    """Yield the announcements that the table shows now."""
    for seat, named in enumerate(after.announced if not after.rules.shown_by_hand else ()):
        if named and after.shown(seat) and not before.shown(seat):
            yield MeldsShown(seat, after.shown(seat))


def _said(deal: Playing, seat: int, action: Play) -> SaidWithCard:
    aloud = action.belote or not deal.rules.belote_by_mouth
    return deal.said(seat, action.card) if aloud else ""


def _trick_won(deal: Contracted) -> Event:
    trick = deal.tricks[-1]
    points, fallen = trick_points(trick.cards, deal.law), trick_bonus(trick.cards, deal.law)
    return TrickWon(
        number=len(deal.tricks),
        seat=trick.winner,
        leader=trick.leader,
        cards=trick.cards,
        points=points,
        fallen=fallen or msgspec.UNSET,
    )


def _contest(before: Contracted, after: Contracted) -> Iterator[Event]:
    """Yield the comparison of announcements of the same kind, and the side that wins it."""
    if after.contest is None or after.contest == before.contest or not any(after.announced):
        return
    if before.contest is None and not after.played_out:
        yield from _disclosed(after)
    if after.contest.squares is None:
        yield ContestSettled(after.contest.side, after.contest.by)
        return
    for shape, settled in zip(SHAPES, (after.contest, after.contest.squares), strict=True):
        if any(of_shape(dict(enumerate(after.announced)), shape).values()):
            yield ContestSettled(settled.side, settled.by, shape)


def _disclosed(after: Contracted) -> Iterator[Event]:
    """Yield the heights of the best announcements, before the trick in which they are shown."""
    by_seat, rules = dict(enumerate(after.announced)), after.rules
    order = after.eldest if rules.melds.meld_tie_order == "first_trick" else after.leader
    separate = rules.melds.meld_contest == "apart"
    for named in [of_shape(by_seat, shape) for shape in SHAPES] if separate else [by_seat]:
        agreed = rules.melds.under(after.law.trump)
        for seat, answer, rank in exchange(named, agreed, rules.sides, order):
            yield Disclosed(seat, answer, rank.letter if answer == "top" else "")


def _challenged(seat: int, action: Challenge, after: Deal) -> Iterator[Event]:
    yield Challenged(seat, action.seat)
    if isinstance(after, Judged):
        yield _verdict_event(after)


def _verdict_event(deal: Judged) -> Event:
    verdict = deal.verdict
    if verdict.of_claim and verdict.trick is not None:
        return ClaimFailed(verdict.accused, verdict.trick)
    if verdict.card is None or verdict.trick is None or verdict.code is None:
        return FalseAccusation(verdict.accused)
    return FalsePlayFound(verdict.accused, verdict.card, verdict.trick, verdict.code)


def _ended(after: Match) -> Iterator[Event]:
    """Yield the end of the deal, perhaps of a boom, perhaps of the match."""
    if after.settlement is None:
        return
    row = after.sheet[-1]
    yield DealEnded(after.number, row.marks)
    if row.boom_winner is not None and after.rules.ending.booms > 1:
        yield BoomEnded(row.boom, row.boom_winner, row.totals)
    if after.over:
        yield MatchEnded(after.winner, after.scores)
