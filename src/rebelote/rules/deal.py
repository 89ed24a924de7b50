"""The state of one deal, from the cut to the last trick, and what may be done in it.

A deal passes through phases: the pack is cut, the dealer chooses the packets, trump is settled (or
the deal dies), the tricks are played. `moves.apply` gives the next deal; nothing else changes one.
"""

from __future__ import annotations

from enum import Enum
from typing import Literal

import msgspec

from rebelote.rules import auction, deck, melds, play, scoring
from rebelote.rules.actions import Action, Cut, Packets, Pass, Play, Show, Take
from rebelote.rules.auction import Call, Contract
from rebelote.rules.cards import Card, CardSet, Rank, Trump
from rebelote.rules.deck import Pack
from rebelote.rules.melds import Contest, Melds
from rebelote.rules.options import Rules
from rebelote.rules.play import Law


class Phase(Enum):
    """What a deal waits for."""

    CUT = "cut"
    PACKETS = "packets"
    BIDDING = "bidding"
    PLAY = "play"
    OVER = "over"


Said = Literal["", "belote", "rebelote"]


class Trick(msgspec.Struct, frozen=True, gc=False):
    """A card a seat in order of play, the seat that led and the seat that won."""

    leader: int
    cards: tuple[Card, ...]
    winner: int


class Verdict(msgspec.Struct, frozen=True, gc=False):
    """What looking at the tricks of an accused player brought to light (`flemish:67`).

    `card`, `trick` (from 1) and `code`: the first false card, and the rule it broke; none where the
    accusation was wrong.
    """

    accuser: int
    accused: int
    card: Card | None = None
    trick: int | None = None
    code: str | None = None

    @property
    def wronged(self) -> int:
        """The seat whose side gets all points."""
        return self.accuser if self.card is not None else self.accused


class Deal(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One deal as it stands. `pack` is as it lay before the cut, and afterwards as it was dealt.

    `dealt` holds by seat the cards in the order received, `hands` those not yet played, `announced`
    what each seat named, `belotes` who holds which king and queen of trump.
    """

    rules: Rules
    dealer: int
    pack: Pack
    depth: int | None = None
    packets: tuple[int, int] | None = None
    dealt: tuple[Pack, ...] = ()
    hands: tuple[CardSet, ...] = ()
    calls: tuple[Call, ...] = ()
    law: Law | None = None
    belotes: tuple[tuple[int, CardSet], ...] = ()
    belote_said: CardSet = CardSet()
    """The kings and queens with which belote or rebelote was said."""
    announced: tuple[Melds, ...] = ()
    contest: Contest | None = None
    demanded: tuple[int, ...] = ()
    """The seats that were asked to show (`french:30`)."""
    showing: bool = False
    """Whether the seat to act has laid its announcements open."""
    shown_by: tuple[int, ...] = ()
    forgotten: tuple[int, ...] = ()
    """The seats whose announcements are lost, for they were not shown (`flemish:51`,
    `french:30`)."""
    tricks: tuple[Trick, ...] = ()
    leader: int = 0
    trick: Pack = ()
    verdict: Verdict | None = None
    misdealt: bool = False

    @property
    def eldest(self) -> int:
        """The seat after the dealer: first to be dealt, to speak and to lead (`french:7,14`)."""
        return (self.dealer + 1) % self.rules.players

    @property
    def contract(self) -> Contract | None:
        """Who took, and at what trump."""
        return auction.contract_of(self.calls)

    @property
    def turned(self) -> Card | None:
        """The turned card, once there is one (`french:9`)."""
        if self.packets is None:
            return None
        return deck.turned_card(self.pack, self.rules.players, self.packets)

    @property
    def dead(self) -> bool:
        """Whether everyone passed."""
        return auction.passed_out(self.calls, self.rules.players, self.rules.rounds)

    @property
    def stopped(self) -> bool:
        """Whether the deal ended before its last card: a verdict, or a misdeal."""
        return self.verdict is not None or self.misdealt

    @property
    def played_out(self) -> bool:
        """Whether every trick has been played."""
        return len(self.tricks) == self.rules.hand_size

    @property
    def phase(self) -> Phase:
        """What the deal waits for."""
        if self.stopped:
            return Phase.OVER
        if self.depth is None and self.rules.deal.cut_min is not None:
            return Phase.CUT
        if self.packets is None:
            return Phase.PACKETS
        if self.law is None:
            return Phase.OVER if self.dead else Phase.BIDDING
        return Phase.OVER if self.played_out else Phase.PLAY

    @property
    def to_act(self) -> int | None:
        """The seat whose turn it is; None once the deal is over."""
        players = self.rules.players
        match self.phase:
            case Phase.PLAY:
                return (self.leader + len(self.trick)) % players
            case Phase.BIDDING:
                return (self.eldest + len(self.calls)) % players
            case Phase.PACKETS:
                return self.dealer
            case Phase.CUT:
                return (self.dealer - 1) % players
        return None

    @property
    def round(self) -> int:
        """The round of the next call, from 1."""
        return auction.round_of(self.calls, self.rules.players)

    def turn_of(self, seat: int) -> int:
        """How many cards `seat` has played."""
        return len(self.tricks) + (seat in self.on_table)

    @property
    def on_table(self) -> list[int]:
        """The seats that have played to the trick, in order."""
        return [(self.leader + turn) % self.rules.players for turn in range(len(self.trick))]

    def pair_of(self, seat: int, card: Card) -> CardSet | None:
        """The king and queen of trump that `seat` was dealt, if `card` is one of them."""
        pairs = (pair for holder, pair in self.belotes if holder == seat and card in pair)
        return next(pairs, None)

    def said(self, seat: int, card: Card) -> Said:
        """What may be said with this card: `belote`, `rebelote` or nothing (`bga:27`, `ffb:7`)."""
        pair = self.pair_of(seat, card)
        if pair is None:
            return ""
        return "belote" if pair.without(card) <= self.hands[seat] else "rebelote"

    def melds_offered(self, seat: int) -> Melds:
        """The announcements worth most that `seat` may still name (`french:30`)."""
        if not self.rules.melds.announced or self.law is None or self.turn_of(seat):
            return ()
        return melds.best_melds(self.hands[seat], self.rules.melds)

    def counts(self, seat: int) -> bool:
        """Whether the announcements of `seat` count, as far as is known."""
        if self.contest is None or seat in self.forgotten or not self.announced[seat]:
            return False
        return self.contest.side == self.rules.sides[seat]

    def may_show(self, seat: int) -> bool:
        """Whether `seat` may lay its announcements open now: with this card, no other
        (`flemish:51`)."""
        lost = bool(self.forgotten) and len(self.tricks) >= self.rules.melds.meld_show_trick
        trick = self.rules.melds.meld_fallback_trick if lost else self.rules.melds.meld_show_trick
        laid = self.showing and seat == self.to_act
        if not self.counts(seat) or seat in self.shown_by or laid:
            return False
        return self.phase is Phase.PLAY and self.turn_of(seat) + 1 == trick

    def must_show(self, seat: int) -> bool:
        """Whether `seat` loses its announcements unless it shows them with this card."""
        asked = seat in self.demanded or not self.rules.melds.meld_show_on_demand
        return self.rules.shown_by_hand and asked and self.may_show(seat)

    def shown(self, seat: int) -> Melds:
        """The announcements `seat` has shown."""
        if self.rules.shown_by_hand:
            return self.announced[seat] if seat in self.shown_by else ()
        due = self.turn_of(seat) >= self.rules.melds.meld_show_trick
        return self.announced[seat] if due and self.counts(seat) else ()


def begin(rules: Rules, dealer: int, pack: Pack) -> Deal:
    """A new deal; where there is nothing to cut or to choose, the first cards are dealt at once."""
    return deal_first(Deal(rules=rules, dealer=dealer, pack=pack))


def deal_first(deal: Deal, packets: tuple[int, int] | None = None) -> Deal:
    """Deal the first cards once the pack lies ready, in the only packets there are or in these."""
    only = deal.rules.deal.packets
    packets = packets or (only[0] if len(only) == 1 else None)
    if deal.phase is not Phase.PACKETS or packets is None:
        return deal
    dealt = deck.deal_first(deal.pack, packets, deal.rules.players, deal.eldest)
    hands = tuple(map(CardSet.of, dealt))
    return msgspec.structs.replace(deal, packets=packets, dealt=dealt, hands=hands)


# --- what may be done -----------------------------------------------------------------------------


def cut_range(rules: Rules) -> range:
    """The depths at which the pack may be cut (`french:5`: 2 to 30); empty where none cuts."""
    if rules.deal.cut_min is None:
        return range(0)
    return range(rules.deal.cut_min, len(rules.pack) - rules.deal.cut_min + 1)


def trumps_on_offer(deal: Deal) -> tuple[Trump, ...]:
    """What may be named now; nothing outside the auction."""
    if deal.phase is not Phase.BIDDING or deal.turned is None:
        return ()
    return auction.trumps_on_offer(deal.turned, deal.round, deal.rules.auction.round2_turned_suit)


def legal_cards(deal: Deal) -> CardSet:
    """The cards the seat to act may play by the law; none outside the play."""
    if deal.phase is not Phase.PLAY or deal.law is None or deal.to_act is None:
        return CardSet()
    return play.legal(deal.hands[deal.to_act], deal.trick, deal.law)


def legal_actions(deal: Deal) -> list[Action]:
    """What the seat to act may do; never empty before the deal is over.

    A card is listed once, with all that is worth saying with it; saying less is legal too.
    """
    if deal.phase is Phase.CUT:
        return [Cut(depth) for depth in cut_range(deal.rules)]
    if deal.phase is Phase.PACKETS:
        return [Packets(packets) for packets in deal.rules.deal.packets]
    if deal.phase is Phase.BIDDING:
        return [Pass(), *(Take(trump) for trump in trumps_on_offer(deal))]
    if deal.to_act is None:
        return []
    return [Show()] if deal.must_show(deal.to_act) else _plays(deal, deal.to_act)


def _plays(deal: Deal, seat: int) -> list[Action]:
    kinds = tuple(meld.kind for meld in deal.melds_offered(seat))
    aloud = deal.rules.belote_by_mouth
    return [Play(card, kinds, aloud and deal.said(seat, card) != "") for card in legal_cards(deal)]


# --- what it was worth ----------------------------------------------------------------------------


def tally(deal: Deal) -> scoring.Tally:
    """What each side won in a deal played to its end."""
    assert deal.law is not None and deal.contract is not None
    sides, trump = deal.rules.sides, deal.law.trump
    points, tricks = [0] * deal.rules.side_count, [0] * deal.rules.side_count
    for trick in deal.tricks:
        points[sides[trick.winner]] += play.trick_points(trick.cards, trump)
        tricks[sides[trick.winner]] += 1
    last = sides[deal.tricks[-1].winner]
    melds_count = [p * deal.counts(seat) for seat, p in enumerate(_announced_points(deal))]
    won = scoring.Tally(
        attack=sides[deal.contract.attacker],
        points=tuple(points),
        tricks=tuple(tricks),
        melds=deal.rules.by_side(melds_count),
        belote=deal.rules.by_side(_belote_points(deal)),
        last_trick=last,
    )
    points[last] += scoring.LAST_TRICK * (not won.one_without)
    return msgspec.structs.replace(won, points=tuple(points))


def said_so_far(deal: Deal) -> tuple[scoring.Points, scoring.Points]:
    """Announcements and belotes that have been said in a deal that is stopped, by side."""
    begun = [0] * deal.rules.players
    for seat, pair in deal.belotes:
        aloud = pair & deal.belote_said if deal.rules.belote_by_mouth else pair - deal.hands[seat]
        begun[seat] += scoring.BELOTE * bool(aloud)
    return deal.rules.by_side(_announced_points(deal)), deal.rules.by_side(begun)


def _announced_points(deal: Deal) -> list[int]:
    return [sum(meld.kind.points for meld in named) for named in deal.announced]


def _belote_points(deal: Deal) -> list[int]:
    """Twenty a belote that was played as the table wants it, by seat."""
    points = [0] * deal.rules.players
    for seat, pair in deal.belotes:
        points[seat] += scoring.BELOTE * belote_counts(deal, seat, pair)
    return points


def belote_counts(deal: Deal, seat: int, pair: CardSet) -> bool:
    """Whether a belote was said (`ffb:7`), begun with the king (`flemish:59`), and not by a
    discard."""
    rules = deal.rules
    tricks = [trick for trick in deal.tricks if pair & CardSet.of(trick.cards)]
    first = tricks[0].cards[(seat - tricks[0].leader) % rules.players]
    discarded = first.suit not in (tricks[0].cards[0].suit, deal.law and deal.law.trump.suit)
    return not (
        (rules.belote_by_mouth and not pair <= deal.belote_said)
        or (rules.belote_order_forfeits and first.rank is Rank.QUEEN)
        or (discarded and not rules.belote.belote_discard_ok)
    )


def gathered(deal: Deal, on_top: int) -> Pack:
    """The pack as it lies after the deal, the pile of side `on_top` uppermost (`french:9,17`)."""
    if not deal.played_out:
        return _regrouped(deal)
    sides = deal.rules.sides
    piles = [
        [t.cards for t in deal.tricks if sides[t.winner] == side] for side in sorted(set(sides))
    ]
    return deck.gather_tricks(piles, on_top)


def _regrouped(deal: Deal) -> Pack:
    """After a deal that died or was stopped: what was played, the hands, the stock (`french:9`)."""
    hands = [
        tuple(card for card in dealt if card in hand)
        for dealt, hand in zip(deal.dealt, deal.hands, strict=True)
    ]
    stock = deal.pack[sum(map(len, deal.dealt)) :]
    laid = deck.gather_dead(stock, hands, deal.eldest)
    tricks = [trick.cards for trick in deal.tricks]
    return (*deal.trick, *deck.gather_tricks([tricks], 0), *laid)
