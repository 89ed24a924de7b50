"""How does one deal go, from the cut to the eighth trick? A value, and `apply` that changes it.

A deal passes through phases: the pack is cut, the dealer chooses the packets, trump is settled (or
the deal dies), eight tricks are played. `apply(deal, seat, action)` gives the next deal or raises
`IllegalAction`; nothing else changes a deal.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any, Final, Literal

import msgspec

from rebelote import auction, deck, melds, play, scoring
from rebelote.auction import Call, Contract
from rebelote.cards import Card, CardSet, Trump
from rebelote.deck import Pack
from rebelote.melds import Contest, Kind, Melds
from rebelote.play import Law
from rebelote.refusals import IllegalAction
from rebelote.rules import Rules

HAND: Final = 8
"""Cards each once trump is settled, and so tricks a deal (`2:L11-12`)."""


class Phase(Enum):
    """What a deal waits for."""

    CUT = "cut"
    PACKETS = "packets"
    BIDDING = "bidding"
    PLAY = "play"
    OVER = "over"


class _Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    pass


class Cut(_Action, frozen=True, tag="cut"):
    """Lift `depth` cards from the pack (`2:L5`): the seat before the dealer."""

    depth: int


class Packets(_Action, frozen=True, tag="packets"):
    """Deal the first five cards in these packets (`2:L8`): the dealer."""

    packets: tuple[int, int]


class Pass(_Action, frozen=True, tag="pass"):
    """Pass in the auction (`2:L9`)."""


class Take(_Action, frozen=True, tag="take"):
    """Take, with this trump (`2:L9`)."""

    contract: Trump


class Play(_Action, frozen=True, tag="play"):
    """Play a card; at one's first, name one's announcements by kind (`2:L30`), or stay silent."""

    card: Card
    announce: tuple[Kind, ...] = ()


Action = Cut | Packets | Pass | Take | Play


Said = Literal["", "belote", "rebelote"]


class Trick(msgspec.Struct, frozen=True):
    """Four cards in order of play, the seat that led and the seat that won."""

    leader: int
    cards: tuple[Card, ...]
    winner: int


class Deal(msgspec.Struct, frozen=True, kw_only=True):
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
    announced: tuple[Melds, ...] = ()
    contest: Contest | None = None
    tricks: tuple[Trick, ...] = ()
    leader: int = 0
    trick: Pack = ()

    @property
    def eldest(self) -> int:
        """The seat after the dealer: first to be dealt, to speak and to lead (`2:L7,L14`)."""
        return (self.dealer + 1) % self.rules.players

    @property
    def contract(self) -> Contract | None:
        """Who took, and at what trump."""
        return auction.contract_of(self.calls)

    @property
    def turned(self) -> Card | None:
        """The turned card, once there is one (`2:L9`)."""
        return deck.turned_card(self.pack, self.rules.players) if self.packets else None

    @property
    def dead(self) -> bool:
        """Whether everyone passed."""
        return auction.passed_out(self.calls, self.rules.players)

    @property
    def phase(self) -> Phase:
        """What the deal waits for."""
        if self.depth is None:
            return Phase.CUT
        if self.packets is None:
            return Phase.PACKETS
        if self.law is None:
            return Phase.OVER if self.dead else Phase.BIDDING
        return Phase.OVER if len(self.tricks) == HAND else Phase.PLAY

    @property
    def to_act(self) -> int | None:
        """The seat whose turn it is; None when the deal is over."""
        players = self.rules.players
        turns: dict[Phase, Callable[[], int | None]] = {
            Phase.CUT: lambda: (self.dealer - 1) % players,
            Phase.PACKETS: lambda: self.dealer,
            Phase.BIDDING: lambda: (self.eldest + len(self.calls)) % players,
            Phase.PLAY: lambda: (self.leader + len(self.trick)) % players,
            Phase.OVER: lambda: None,
        }
        return turns[self.phase]()

    @property
    def round(self) -> int:
        """The round of the next call, from 1."""
        return auction.round_of(self.calls, self.rules.players)

    def said(self, seat: int, card: Card) -> Said:
        """What is said with this card: `belote`, `rebelote` or nothing (`1:L27`, FFB-B 7)."""
        for holder, pair in self.belotes:
            if holder == seat and card in pair:
                return "belote" if pair.without(card) <= self.hands[seat] else "rebelote"
        return ""

    def melds_offered(self, seat: int) -> Melds:
        """The announcements worth most that `seat` may still name (`2:L30`)."""
        if self.rules.melds == "none" or self.tricks or self.law is None:
            return ()
        return melds.best_melds(self.hands[seat], self.rules.meld_rules)

    def shown(self, seat: int) -> Melds:
        """The announcements `seat` has shown: with its second card, if its side's count."""
        played = len(self.tricks) + any(s == seat for s in self._on_table())
        due = played >= self.rules.meld_show_trick
        counts = self.contest is not None and self.contest.side == self.rules.sides[seat]
        return self.announced[seat] if due and counts else ()

    def _on_table(self) -> list[int]:
        return [(self.leader + turn) % self.rules.players for turn in range(len(self.trick))]


# --- what may be done -----------------------------------------------------------------------------


def cut_range(rules: Rules) -> range:
    """The depths at which the pack may be cut (`2:L5`: 2 to 30)."""
    return range(rules.cut_min, 32 - rules.cut_min + 1)


def trumps_on_offer(deal: Deal) -> tuple[Trump, ...]:
    """What may be named now; nothing outside the auction."""
    if deal.phase is not Phase.BIDDING or deal.turned is None:
        return ()
    return auction.trumps_on_offer(deal.turned, deal.round, deal.rules.round2_turned_suit)


def legal_cards(deal: Deal) -> CardSet:
    """The cards the seat to act may play; none outside the play."""
    if deal.phase is not Phase.PLAY or deal.law is None or deal.to_act is None:
        return CardSet()
    return play.legal(deal.hands[deal.to_act], deal.trick, deal.law)


def legal_actions(deal: Deal) -> list[Action]:
    """What the seat to act may do; never empty before the deal is over.

    A card is listed once, with the announcements that score most where they are due; naming fewer
    is legal too.
    """
    if deal.phase is Phase.CUT:
        return [Cut(depth) for depth in cut_range(deal.rules)]
    if deal.phase is Phase.PACKETS:
        return [Packets(packets) for packets in deal.rules.packets]
    if deal.phase is Phase.BIDDING:
        return [Pass(), *(Take(trump) for trump in trumps_on_offer(deal))]
    if deal.to_act is None:
        return []
    kinds = tuple(meld.kind for meld in deal.melds_offered(deal.to_act))
    return [Play(card, kinds) for card in legal_cards(deal)]


# --- what it changes ------------------------------------------------------------------------------


def apply(deal: Deal, seat: int, action: Action) -> Deal:
    """The deal after `seat` has done this; raises IllegalAction when the rules refuse it."""
    phase, step = _STEPS[type(action)]
    if deal.phase is not phase:
        raise IllegalAction("not-now")
    if seat != deal.to_act:
        raise IllegalAction("not-your-turn")
    return step(deal, seat, action)


def _cut(deal: Deal, seat: int, action: Cut) -> Deal:
    if action.depth not in cut_range(deal.rules):
        raise IllegalAction("cut-too-thin")
    pack = deck.cut(deal.pack, action.depth)
    after = msgspec.structs.replace(deal, depth=action.depth, pack=pack)
    only = deal.rules.packets
    return after if len(only) > 1 else _deal_first(after, only[0])


def _packets(deal: Deal, seat: int, action: Packets) -> Deal:
    if action.packets not in deal.rules.packets:
        raise IllegalAction("packets-unknown")
    return _deal_first(deal, action.packets)


def _deal_first(deal: Deal, packets: tuple[int, int]) -> Deal:
    dealt = deck.deal_first(deal.pack, packets, deal.rules.players, deal.eldest)
    hands = tuple(map(CardSet.of, dealt))
    return msgspec.structs.replace(deal, packets=packets, dealt=dealt, hands=hands)


def _pass(deal: Deal, seat: int, action: Pass) -> Deal:
    return msgspec.structs.replace(deal, calls=(*deal.calls, Call(seat, deal.round, None)))


def _take(deal: Deal, seat: int, action: Take) -> Deal:
    if action.contract not in trumps_on_offer(deal):
        raise IllegalAction("wrong-suit")
    dealt = deck.deal_rest(deal.pack, deal.dealt, deal.eldest, seat)
    hands = tuple(map(CardSet.of, dealt))
    pairs = play.belote_pairs(action.contract)
    return msgspec.structs.replace(
        deal,
        calls=(*deal.calls, Call(seat, deal.round, action.contract)),
        law=deal.rules.law(action.contract),
        dealt=dealt,
        hands=hands,
        belotes=tuple((s, pair) for pair in pairs for s, hand in enumerate(hands) if pair <= hand),
        announced=((),) * deal.rules.players,
        leader=deal.eldest,
    )


def _play(deal: Deal, seat: int, action: Play) -> Deal:
    _check_card(deal, seat, action.card)
    announced = _announce(deal, seat, action.announce)
    hand = deal.hands[seat].without(action.card)
    after = msgspec.structs.replace(
        deal,
        hands=(*deal.hands[:seat], hand, *deal.hands[seat + 1 :]),
        announced=announced,
        contest=deal.contest or _contest(deal),
        trick=(*deal.trick, action.card),
    )
    return _close_trick(after) if len(after.trick) == deal.rules.players else after


def _check_card(deal: Deal, seat: int, card: Card) -> None:
    hand = deal.hands[seat]
    if card not in hand:
        raise IllegalAction("not-your-card")
    if card not in legal_cards(deal):
        assert deal.law is not None
        raise IllegalAction(play.refusal(card, hand, deal.trick, deal.law))


def _announce(deal: Deal, seat: int, kinds: tuple[Kind, ...]) -> tuple[Melds, ...]:
    if not kinds:
        return deal.announced
    if deal.tricks:
        raise IllegalAction("too-late-to-announce")
    rules = deal.rules
    named = (
        melds.named(deal.hands[seat], kinds, rules.meld_rules) if rules.melds == "full" else None
    )
    if named is None:
        raise IllegalAction("not-held")
    return (*deal.announced[:seat], named, *deal.announced[seat + 1 :])


def _contest(deal: Deal) -> Contest | None:
    """Settled as the trick of showing begins, when everyone has spoken (FFB-C 8.3)."""
    if len(deal.tricks) != deal.rules.meld_show_trick - 1 or deal.law is None:
        return None
    by_seat = dict(enumerate(deal.announced))
    return melds.contest(
        by_seat, deal.law.trump, deal.rules.meld_rules, deal.rules.sides, deal.eldest
    )


def _close_trick(deal: Deal) -> Deal:
    assert deal.law is not None
    won = (deal.leader + play.winner(deal.trick, deal.law.trump)) % deal.rules.players
    trick = Trick(deal.leader, deal.trick, won)
    return msgspec.structs.replace(deal, tricks=(*deal.tricks, trick), leader=won, trick=())


_STEPS: Final[dict[type, tuple[Phase, Callable[[Deal, int, Any], Deal]]]] = {
    Cut: (Phase.CUT, _cut),
    Packets: (Phase.PACKETS, _packets),
    Pass: (Phase.BIDDING, _pass),
    Take: (Phase.BIDDING, _take),
    Play: (Phase.PLAY, _play),
}


# --- what it was worth ----------------------------------------------------------------------------


def tally(deal: Deal) -> scoring.Tally:
    """What each side won in a deal played to its end."""
    assert deal.law is not None and deal.contract is not None
    sides, trump = deal.rules.sides, deal.law.trump
    cards, tricks, bonus, belote = [0, 0], [0, 0], [0, 0], [0, 0]
    for trick in deal.tricks:
        cards[sides[trick.winner]] += play.trick_points(trick.cards, trump)
        tricks[sides[trick.winner]] += 1
    for seat, named in enumerate(deal.announced):
        if deal.contest is not None and deal.contest.side == sides[seat]:
            bonus[sides[seat]] += sum(meld.kind.points for meld in named)
    for seat, _ in deal.belotes:
        belote[sides[seat]] += scoring.BELOTE
    return scoring.Tally(
        attack=sides[deal.contract.attacker],
        cards=(cards[0], cards[1]),
        tricks=(tricks[0], tricks[1]),
        last_trick=sides[deal.tricks[-1].winner],
        melds=(bonus[0], bonus[1]),
        belote=(belote[0], belote[1]),
    )


def gathered(deal: Deal, next_dealer: int) -> Pack:
    """The pack as it lies after the deal, for the next one (`2:L9,L17`)."""
    if deal.dead:
        return deck.gather_dead(deal.pack, deal.dealt, deal.eldest)
    sides = deal.rules.sides
    piles = [[t.cards for t in deal.tricks if sides[t.winner] == side] for side in (0, 1)]
    return deck.gather_tricks(piles, sides[next_dealer])
