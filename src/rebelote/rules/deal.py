"""The state of one deal, from the cut to the last trick, and what may be done in it.

The type of a deal says its phase: the pack is cut (`Cutting`), the dealer chooses the packets
(`Dealing`), trump is settled (`Bidding`), the tricks are played (`Playing`); a deal that is over
has died, was misdealt, was judged or was played out. `moves.apply` gives the next deal; nothing
else changes one.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from functools import lru_cache
from operator import add
from typing import Any, ClassVar, Final, Literal, TypeVar, assert_never

import msgspec

from rebelote.rules import deck, melds, play, tallies
from rebelote.rules.actions import Action, Announce, Call, Cut, Packets, Play, Show
from rebelote.rules.auctions import AuctionSoFar
from rebelote.rules.auctions.state import calls_of, first_to_lead
from rebelote.rules.cards import Card, CardSet, Rank, Suit
from rebelote.rules.contract import Called, Contract, round_of
from rebelote.rules.deck import Pack
from rebelote.rules.melds import Contest, Melds
from rebelote.rules.options import Rules
from rebelote.rules.play import Law

HUNDRED: Final = 100
"""The least points of a project that may block a belote (`baloot:blocked`)."""


class Phase(Enum):
    """The step that a deal waits for, in the word that is sent."""

    CUT = "cut"
    PACKETS = "packets"
    BIDDING = "bidding"
    PLAY = "play"
    OVER = "over"


SaidWithCard = Literal["", "belote", "rebelote", "akka"]
"""The word said with a king or queen of trump, or the highest card left of a plain suit; mostly
nothing."""


FEWEST_CLAIMED: Final = 2
"""The fewest tricks left that can be claimed: the last one is as soon played."""


class Trick(msgspec.Struct, frozen=True, gc=False):
    """A card a seat in order of play, the seat that led and the seat that won."""

    leader: int
    cards: tuple[Card, ...]
    winner: int


CLAIM_FAILED: Final = "claim-failed"
"""The code of a verdict on a claim of the rest that lost a trick (`baloot:sawa`)."""


class Verdict(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The finding after a look at the tricks of an accused player (`flemish:67`).

    `card`, `trick` (from 1) and `code`: the first false card, and the rule it broke; none where the
    accusation was wrong. Of a claim that failed (`claim-failed`): the card that took the trick, and
    `accuser` is who played it.
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

    @property
    def of_claim(self) -> bool:
        """Whether it is on a claim of the rest."""
        return self.code == CLAIM_FAILED


class AnyDeal(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A deal in any phase. `pack` is as it lay before the cut, and afterwards as it was dealt.

    What has not happened yet can be asked all the same, and the answer is empty.
    """

    phase: ClassVar[Phase]
    rules: Rules
    dealer: int
    pack: Pack
    scores: tallies.Points = ()
    """The scores of the sides before it."""

    @property
    def eldest(self) -> int:
        """The seat after the dealer."""
        return self.rules.eldest(self.dealer)

    @property
    def to_act(self) -> int | None:
        """The seat whose turn it is; None once the deal is over."""
        return None

    @property
    def depth(self) -> int | None:
        """The number of cards lifted in the cut."""
        return None

    @property
    def packets(self) -> tuple[int, ...] | None:
        """The packets in which the first cards were dealt."""
        return None

    @property
    def turned(self) -> Card | None:
        """The turned card (`french:9`)."""
        return None

    @property
    def dealt(self) -> tuple[Pack, ...]:
        """The cards of each seat in the order received."""
        return ()

    @property
    def hands(self) -> tuple[CardSet, ...]:
        """The cards of each seat that are not yet played."""
        return ()

    @property
    def calls(self) -> tuple[Called, ...]:
        """The calls made."""
        return ()

    @property
    def round(self) -> int:
        """The round of the next call, from 1."""
        return round_of(self.calls, self.rules.players)

    @property
    def contract(self) -> Contract | None:
        """The contract, once the auction has made one."""
        return None

    @property
    def law(self) -> Law | None:
        """The law of play of the contract."""
        return None

    @property
    def announced(self) -> tuple[Melds, ...]:
        """The announcements of each seat."""
        return ()

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The tricks turned."""
        return ()

    @property
    def leader(self) -> int:
        """The seat that leads to the trick on the table."""
        return 0

    @property
    def trick(self) -> Pack:
        """The cards on the table."""
        return ()

    @property
    def verdict(self) -> Verdict | None:
        """The finding of a challenge."""
        return None

    @property
    def played_out(self) -> bool:
        """Whether every trick has been played."""
        return len(self.tricks) == self.rules.hand_size

    @property
    def hides_nothing(self) -> bool:
        """Whether no card that is still to be played follows from how its pack lay.

        Each has been seen, or the pack is shuffled afresh. What stayed in the stock has not been
        seen by anybody, and goes into the next pack.
        """
        fresh = self.rules.deal.shuffle == "each_deal_full"
        return self.played_out and (fresh or not self.rules.left_in_stock)


class Cutting(AnyDeal, frozen=True, gc=False, kw_only=True):
    """The pack waits for the cut, by the seat before the dealer (`french:5`)."""

    phase = Phase.CUT

    @property
    def to_act(self) -> int:
        """The seat before the dealer."""
        return (self.dealer - 1) % self.rules.players


class Dealing(AnyDeal, frozen=True, gc=False, kw_only=True):
    """The dealer chooses the packets of the first cards (`french:8`)."""

    phase = Phase.PACKETS
    depth: int | None

    @property
    def to_act(self) -> int:
        """The dealer."""
        return self.dealer


class HandsDealt(AnyDeal, frozen=True, gc=False, kw_only=True):
    """A deal whose first cards are dealt, in any phase after it.

    `turned`: the card turned up, where the auction is about one.
    """

    depth: int | None
    packets: tuple[int, ...]
    turned: Card | None
    dealt: tuple[Pack, ...]
    hands: tuple[CardSet, ...]
    calls: tuple[Called, ...] = ()

    @property
    def auction(self) -> AuctionSoFar:
        """The auction so far."""
        rules = self.rules
        return AuctionSoFar(
            rules.auction,
            rules.sides,
            self.eldest,
            self.turned,
            self.calls,
            rules.early_doubles,
            self.scores,
        )


class Bidding(HandsDealt, frozen=True, gc=False, kw_only=True):
    """The auction: trump is being settled (`french:9`, `contree:auction`)."""

    phase = Phase.BIDDING

    @property
    def to_act(self) -> int:
        """The seat whose call it is, from eldest on."""
        return self.rules.bidding.speaker(self.auction)


class Contracted(HandsDealt, frozen=True, gc=False, kw_only=True):
    """A deal that was taken, in any phase after it.

    `belotes`: who holds which king and queen of trump.
    """

    contract: Contract
    law: Law
    belotes: tuple[tuple[int, CardSet], ...]
    belote_said: CardSet = CardSet()
    """The kings and queens with which belote or rebelote was said."""
    announced: tuple[Melds, ...]
    heard: int = 0
    """The number of seats that have said what they hold, where all do before the first card."""
    contest: Contest | None = None
    demanded: tuple[int, ...] = ()
    """The seats that were asked to show (`french:30`)."""
    shown_by: tuple[int, ...] = ()
    forgotten: tuple[int, ...] = ()
    """The seats whose announcements are lost, for they were not shown (`flemish:51`,
    `french:30`)."""
    tricks: tuple[Trick, ...] = ()
    leader: int
    trick: Pack = ()
    claimant: int | None = None
    """The seat whose claim of the rest was refused, and is played out (`baloot:sawa`)."""

    @property
    def claim_fails(self) -> bool:
        """Whether the last trick went to the opponents of a seat that had claimed the rest
        (`baloot:sawa`)."""
        if self.claimant is None or not self.tricks:
            return False
        sides = self.rules.sides
        return sides[self.tricks[-1].winner] != sides[self.claimant]

    def turn_of(self, seat: int) -> int:
        """Count the cards that `seat` has played."""
        return len(self.tricks) + (seat in self.on_table)

    @property
    def on_table(self) -> list[int]:
        """The seats that have played to the trick, in order."""
        return [(self.leader + turn) % self.rules.players for turn in range(len(self.trick))]

    @property
    def winning_seat(self) -> int:
        """The seat that wins the trick as it lies, of one card at least."""
        return (self.leader + play.winner(self.trick, self.law.trump)) % self.rules.players

    def counting(self, seat: int) -> Melds:
        """Return the announcements of `seat` that count, as far as is known."""
        if self.contest is None or seat in self.forgotten:
            return ()
        return self.contest.counting(self.announced[seat], self.rules.sides[seat])

    def counts(self, seat: int) -> bool:
        """Return whether announcements of `seat` count, as far as is known."""
        return bool(self.counting(seat))

    def lost_belote(self, seat: int, pair: CardSet) -> bool:
        """Return whether a discard began a belote, and thereby lost it (`bulgaria:belote`), or a
        hundred holds both of its cards (`baloot:blocked`)."""
        if self.rules.belote.belote_blocked and any(
            meld.kind.points >= HUNDRED and pair <= CardSet.of(meld.cards)
            for meld in self.announced[seat]
        ):
            return True
        if self.rules.belote.belote_discard_ok:
            return False
        return play.begun_by_discard(self.plays_of(seat), pair, self.law.trump)

    def plays_of(self, seat: int) -> play.Plays:
        """Return the cards that `seat` has played, each with those that lay there before it."""
        tricks = [*((t.leader, t.cards) for t in self.tricks), (self.leader, self.trick)]
        return play.plays_of(seat, self.rules.players, tricks)

    def shown(self, seat: int) -> Melds:
        """Return the announcements `seat` has shown."""
        if self.rules.shown_by_hand:
            return self.announced[seat] if seat in self.shown_by else ()
        to_show = self.turn_of(seat) >= self.rules.show_trick or self.played_out
        return self.counting(seat) if to_show else ()


class Playing(Contracted, frozen=True, gc=False, kw_only=True):
    """The tricks are being played."""

    phase = Phase.PLAY
    showing: bool = False
    """Whether the seat to act has laid its announcements open."""

    @property
    def announcer(self) -> int | None:
        """The seat that says what it holds before the first card, from the first in turn on; None
        once all have, and where it is said with the card (`bela:announcements`)."""
        agreed = self.rules.melds
        if agreed.meld_said == "first_card" or self.heard == self.rules.players:
            return None
        turn = (self.eldest + self.heard) % self.rules.players
        return turn if agreed.announced_in(self.law.trump) else None

    @property
    def to_act(self) -> int:
        """The seat that announces or plays next."""
        announcer = self.announcer
        plays = (self.leader + len(self.trick)) % self.rules.players
        return plays if announcer is None else announcer

    def pair_of(self, seat: int, card: Card) -> CardSet | None:
        """Return the king and queen of trump that `seat` was dealt, if `card` is one of them."""
        pairs = (pair for holder, pair in self.belotes if holder == seat and card in pair)
        return next(pairs, None)

    def may_ask_for_rest(self, seat: int) -> bool:
        """Return whether `seat` leads to a trick, not the last, once announcements have been shown.

        Where it counts what falls together, nobody can say beforehand what the rest is worth; where
        trumps may not be led, the proof would lead them (`reading:claims`).
        """
        if self.trick or self.to_act != seat or len(self.hands[seat]) < FEWEST_CLAIMED:
            return False
        if self.law.bonuses or self.law.not_led or self.claimant is not None:
            return False
        at_end = self.rules.melds.meld_show_trick == "end"
        shown = max(self.rules.show_trick, self.rules.melds.meld_fallback_trick or 0)
        return len(self.tricks) >= (shown if any(self.announced) and not at_end else 1)

    @property
    def fallen(self) -> CardSet:
        """The cards of the tricks that are turned."""
        return CardSet.of(card for trick in self.tricks for card in trick.cards)

    def is_akka(self, card: Card) -> bool:
        """Return whether akka may be said of this card, which is led (`baloot:akka`)."""
        possible = self.rules.conduct.akka and not self.trick
        return possible and play.is_akka(card, self.fallen, self.law.trump)

    def said(self, seat: int, card: Card) -> SaidWithCard:
        """Return the word to say with this card: `belote`, `rebelote`, `akka` or none (`bga:27`,
        `ffb:7`, `baloot:akka`)."""
        pair = self.pair_of(seat, card)
        if pair is None:
            return "akka" if self.is_akka(card) and self._may_be_ruffed else ""
        if not self.may_say(seat, card):
            return ""
        if not pair.without(card) <= self.hands[seat]:
            return "" if self.lost_belote(seat, pair) else "rebelote"
        if self.rules.belote.belote_said == "second":
            return ""
        thrown = play.is_discard(card, self.trick, self.law.trump)
        return "" if thrown and not self.rules.belote.belote_discard_ok else "belote"

    @property
    def _may_be_ruffed(self) -> bool:
        """Whether a trump is left, and not only one trick: every seat sees that."""
        last = len(self.tricks) == self.rules.hand_size - 1
        return not last and bool(self.law.trump.cards - self.fallen)

    def may_say(self, seat: int, card: Card) -> bool:
        """Return whether belote, rebelote or akka may be said with this card, though it may gain
        nothing."""
        pair = self.pair_of(seat, card)
        if pair is None:
            return self.is_akka(card)
        whole = pair <= self.hands[seat]
        return {"twice": True, "once": whole, "second": not whole}[self.rules.belote.belote_said]

    def melds_offered(self, seat: int) -> Melds:
        """Return the announcements worth most that `seat` may still name (`french:30`)."""
        if not self.rules.melds.announced_in(self.law.trump) or self.turn_of(seat):
            return ()
        if self.rules.melds.meld_said == "before_play" and seat != self.announcer:
            return ()
        return melds.best_melds(self.hands[seat], self.rules.melds.under(self.law.trump))

    def may_show(self, seat: int) -> bool:
        """Return whether `seat` may lay its announcements open now: with this card, no other
        (`flemish:51`)."""
        lost = bool(self.forgotten) and len(self.tricks) >= self.rules.show_trick
        trick = self.rules.melds.meld_fallback_trick if lost else self.rules.show_trick
        laid = self.showing and seat == self.to_act
        if not self.counts(seat) or seat in self.shown_by or laid:
            return False
        return self.turn_of(seat) + 1 == trick

    def must_show(self, seat: int) -> bool:
        """Return whether `seat` loses its announcements unless it shows them with this card."""
        due = seat in self.demanded or not self.rules.melds.meld_show_on_demand
        return self.rules.shown_by_hand and due and self.may_show(seat)


class Dead(HandsDealt, frozen=True, gc=False, kw_only=True):
    """Over: everyone passed."""

    phase = Phase.OVER


class Misdealt(HandsDealt, frozen=True, gc=False, kw_only=True):
    """Over before the first card: the cards were dealt wrongly (`french:11`)."""

    phase = Phase.OVER

    @property
    def contract(self) -> Contract | None:
        """The contract, if the auction had ended before the mistake was seen."""
        of = self.rules.bidding
        return of.contract(self.auction) if of.over(self.auction) else None

    @property
    def leader(self) -> int:
        """The seat that would have led, once a seat took."""
        contract = self.contract
        return 0 if contract is None else first_to_lead(self.auction, contract.attacker)


class Judged(Contracted, frozen=True, gc=False, kw_only=True):
    """Over: a challenge was settled (`flemish:67`)."""

    phase = Phase.OVER
    verdict: Verdict


class LaidDown(Contracted, frozen=True, gc=False, kw_only=True):
    """Over before the first card: a hand that wins the game was laid open (`bela:eight`)."""

    phase = Phase.OVER
    holder: int

    def shown(self, seat: int) -> Melds:
        """Return the hand that wins."""
        return self.announced[seat]


class PlayedOut(Contracted, frozen=True, gc=False, kw_only=True):
    """Over: every trick has been played."""

    phase = Phase.OVER


Over = Dead | Misdealt | Judged | LaidDown | PlayedOut
"""A deal that has ended, by how it ended."""
Deal = Cutting | Dealing | Bidding | Playing | Over
"""One deal, by its phase."""

_Phase = TypeVar("_Phase", bound=AnyDeal)


def turned_into(kind: type[_Phase], deal: HandsDealt, **more: Any) -> _Phase:
    """Turn the deal into a later phase with the common fields; read by name, so `Any`."""
    kept = {name: getattr(deal, name) for name in kind.__struct_fields__ if name not in more}
    return kind(**kept, **more)


def begin(
    rules: Rules, dealer: int, pack: Pack, scores: tallies.Points = ()
) -> Cutting | Dealing | Bidding:
    """Begin a deal; with nothing to cut or to choose, the first cards are dealt at once."""
    if rules.deal.cut_min is not None:
        return Cutting(rules=rules, dealer=dealer, pack=pack, scores=scores)
    return ready(Dealing(rules=rules, dealer=dealer, pack=pack, scores=scores, depth=None))


def ready(deal: Dealing) -> Dealing | Bidding:
    """Deal the first cards from a pack that lies ready, where the rules leave no choice how."""
    packets = deal.rules.deal.packets
    return deal_first(deal, packets[0]) if len(packets) == 1 else deal


def turned_card(rules: Rules, pack: Pack, packets: tuple[int, ...]) -> Card | None:
    """Return the card turned up after these packets, where the auction is about one."""
    return deck.turned_card(pack, rules.players, packets) if rules.bidding.turns_up else None


def dealt_out(
    rules: Rules, pack: Pack, dealt: Sequence[Pack], eldest: int, turned_to: int
) -> tuple[Pack, ...]:
    """Return the hands once the rest is dealt; `turned_to` gets the turned card, if any."""
    taker = turned_to if rules.bidding.turns_up else None
    return deck.deal_rest(pack, dealt, eldest, rules.hand_size, taker)


def deal_first(deal: Dealing, packets: tuple[int, ...]) -> Bidding:
    """Deal the first cards in these packets, and turn one up where the auction is about one."""
    rules = deal.rules
    dealt = deck.deal_first(deal.pack, packets, rules.players, deal.eldest)
    return Bidding(
        rules=deal.rules,
        dealer=deal.dealer,
        pack=deal.pack,
        scores=deal.scores,
        depth=deal.depth,
        packets=packets,
        turned=turned_card(rules, deal.pack, packets),
        dealt=dealt,
        hands=tuple(map(CardSet.of, dealt)),
    )


def whole_suit(hand: CardSet, agreed: melds.MeldRules) -> bool:
    """Return whether a hand wins the game unplayed: all eight cards of a suit (`bela:eight`)."""
    counts = agreed.announced and agreed.eight_of_suit == "wins_game"
    return counts and any(suit.cards <= hand for suit in Suit)


# --- what may be done -----------------------------------------------------------------------------


def cut_range(rules: Rules) -> range:
    """Return the depths at which the pack may be cut (`french:5`: 2 to 30); empty without a cut."""
    if rules.deal.cut_min is None:
        return range(0)
    return range(rules.deal.cut_min, len(rules.pack) - rules.deal.cut_min + 1)


def calls_on_offer(deal: Deal) -> tuple[Call, ...]:
    """Return the calls of the seat to act, a pass first; none outside the auction."""
    if not isinstance(deal, Bidding):
        return ()
    return calls_of(deal.rules.bidding, deal.auction, deal.hands[deal.to_act])


def calls_out_of_turn(deal: Deal, seat: int) -> tuple[Call, ...]:
    """Return the calls that `seat` may make out of turn (`contree:double`)."""
    if not isinstance(deal, Bidding):
        return ()
    return deal.rules.bidding.out_of_turn(deal.auction, seat)


def legal_cards(deal: Deal) -> CardSet:
    """Return the cards the seat to act may play by the law; none outside the play."""
    if not isinstance(deal, Playing) or deal.announcer is not None:
        return CardSet()
    return _legal(deal.hands[deal.to_act], deal.trick, deal.law)


@lru_cache(maxsize=512)
def _legal(hand: CardSet, trick: Pack, law: Law) -> CardSet:
    """Return the legal cards, used when they are shown and again when one is played."""
    return play.legal(hand, trick, law)


def legal_actions(deal: Deal) -> list[Action]:
    """Return the actions of the seat to act; never empty before the deal is over.

    A card is listed once, with all that is worth saying with it; saying less is legal too.
    """
    match deal:
        case Playing():
            return _in_play(deal, deal.to_act)
        case Bidding():
            return list(calls_on_offer(deal))
        case Dealing():
            return [Packets(packets) for packets in deal.rules.deal.packets]
        case Cutting():
            return [Cut(depth) for depth in cut_range(deal.rules)]
        case Dead() | Misdealt() | Judged() | LaidDown() | PlayedOut():
            return []
    assert_never(deal)


def _in_play(deal: Playing, seat: int) -> list[Action]:
    kinds = tuple(meld.kind for meld in deal.melds_offered(seat))
    if deal.announcer is not None:
        return [Announce(kinds)]
    if deal.must_show(seat):
        return [Show()]
    aloud = deal.rules.belote_by_mouth
    return [Play(card, kinds, aloud and deal.said(seat, card) != "") for card in legal_cards(deal)]


# --- what it was worth ----------------------------------------------------------------------------


def tally(deal: PlayedOut) -> tallies.Tally:
    """Count the winnings of each side in a deal played to its end."""
    sides = deal.rules.sides
    points, tricks = [0] * deal.rules.side_count, [0] * deal.rules.side_count
    for trick in deal.tricks:
        points[sides[trick.winner]] += play.card_points(trick.cards, deal.law)
        tricks[sides[trick.winner]] += 1
    last, in_play = sides[deal.tricks[-1].winner], sum(points)
    melds_count = [_points_of(deal.counting(seat)) for seat in range(deal.rules.players)]
    won = tallies.Tally(
        attack=sides[deal.contract.attacker],
        points=tuple(points),
        tricks=tuple(tricks),
        melds=deal.rules.by_side(melds_count),
        belote=deal.rules.by_side(_belote_points(deal)),
        last_trick=last,
        alone=all(trick.winner == deal.contract.attacker for trick in deal.tricks),
        dealt=deal.rules.part_dealt,
        trick_melds=_trick_melds(deal) if deal.law.bonuses else (),
        **tallies.ContractTerms.of(deal.contract, deal.law)._replace(cards=in_play)._asdict(),
    )
    points[last] += tallies.LAST_TRICK * (not won.one_without)
    return msgspec.structs.replace(won, points=tuple(points))


def _trick_melds(deal: Contracted) -> tallies.Points:
    """Count the points of melds in the tricks turned, by side (`klaverjas:roem`)."""
    points = [0] * deal.rules.players
    for trick in deal.tricks:
        points[trick.winner] += play.trick_bonus(trick.cards, deal.law)
    return deal.rules.by_side(points)


def said_so_far(deal: Contracted) -> tuple[tallies.Points, tallies.Points]:
    """Return the points said so far by side: announcements with melds in tricks, and belotes."""
    begun = [0] * deal.rules.players
    for seat, pair in deal.belotes:
        begun[seat] += tallies.BELOTE * has_begun(deal, seat, pair)
    announced = map(add, deal.rules.by_side(_announced_points(deal)), _trick_melds(deal))
    return tuple(announced), deal.rules.by_side(begun)


def counted_so_far(deal: Contracted) -> tuple[tallies.Points, tallies.Points]:
    """Return the points said so far by side: announcements that count, and belotes."""
    counting = [_points_of(deal.counting(seat)) for seat in range(deal.rules.players)]
    return deal.rules.by_side(counting), said_so_far(deal)[1]


def has_begun(deal: Contracted, seat: int, pair: CardSet) -> bool:
    """Return whether a belote has been said, or was begun where the table says it."""
    if deal.rules.belote_by_mouth:
        return bool(pair & deal.belote_said)
    played = pair - deal.hands[seat]
    aloud = played == pair if deal.rules.belote.belote_said == "second" else bool(played)
    return aloud and not deal.lost_belote(seat, pair)


def _announced_points(deal: Contracted) -> list[int]:
    return list(map(_points_of, deal.announced))


def _points_of(named: Melds) -> int:
    return sum(meld.kind.points for meld in named)


def _belote_points(deal: PlayedOut) -> list[int]:
    """Return the points of belotes by seat: 20 for each played as the rules require."""
    points = [0] * deal.rules.players
    for seat, pair in deal.belotes:
        points[seat] += tallies.BELOTE * belote_counts(deal, seat, pair)
    return points


def belote_counts(deal: Contracted, seat: int, pair: CardSet) -> bool:
    """Return whether a belote-rebelote counts: said (`ffb:7`), begun with the king (`flemish:59`),
    and not by a discard. During the play: whether it still may."""
    rules, begun = deal.rules, [card for _, card in deal.plays_of(seat) if card in pair]
    with_which = {"twice": slice(None), "once": slice(1), "second": slice(1, None)}
    expected = CardSet.of(begun[with_which[rules.belote.belote_said]])
    return not (
        (rules.belote_by_mouth and not expected <= deal.belote_said)
        or (rules.belote_order_forfeits and bool(begun) and begun[0].rank is Rank.QUEEN)
        or deal.lost_belote(seat, pair)
    )


def gathered(deal: HandsDealt, on_top: int) -> Pack:
    """Gather the pack after the deal, the pile of side `on_top` uppermost (`french:9,17`)."""
    if not deal.played_out:
        return _regrouped(deal)
    return gathered_tricks(deal.rules, deal.tricks, on_top) + stock(deal)


def stock(deal: HandsDealt) -> Pack:
    """Return the cards that were not dealt; they lie below all others at the next gathering."""
    return deal.pack[sum(map(len, deal.dealt)) :]


def gathered_tricks(rules: Rules, tricks: Sequence[Trick], on_top: int) -> Pack:
    """Return the pack after a deal of these tricks, each on the pile of the side that won it."""
    piles = [
        [trick.cards for trick in tricks if rules.sides[trick.winner] == side]
        for side in range(rules.side_count)
    ]
    return deck.gather_tricks(piles, on_top)


def _regrouped(deal: HandsDealt) -> Pack:
    """Gather a dead or stopped deal: the cards played, the hands, the stock (`french:9`)."""
    hands = [
        tuple(card for card in dealt if card in hand)
        for dealt, hand in zip(deal.dealt, deal.hands, strict=True)
    ]
    laid = deck.gather_dead(stock(deal), hands, deal.eldest)
    tricks = [trick.cards for trick in deal.tricks]
    return (*deal.trick, *deck.gather_tricks([tricks], 0), *laid)
