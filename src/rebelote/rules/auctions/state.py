"""The calls so far, the options of auctions, and the interface of a kind of auction."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from itertools import takewhile
from typing import Annotated, Final, Literal, NamedTuple

import msgspec

from rebelote.rules.actions import (
    CALL_NAMES,
    OUR_CALLS,
    Bid,
    Call,
    Double,
    NamedCall,
    Redouble,
    Take,
    Value,
)
from rebelote.rules.cards import SUIT_TRUMPS, Card, CardSet, Trump
from rebelote.rules.contract import Called, Contract, PassForm, round_of
from rebelote.rules.own_options import NONE, Own
from rebelote.rules.switch import Switch

_TURNED: Final = "auction_kind=turned"
_RISING: Final = "auction_kind=rising"
_DOUBLING: Final = _RISING + " double!=none"
_NAMED: Final = "auction_kind=named"
_PURCHASE: Final = "auction_kind=purchase"


class AuctionRules(msgspec.Struct, frozen=True, cache_hash=True, kw_only=True):
    """The options of an auction: the bids, and the outcome where all pass."""

    auction_kind: Annotated[
        str,
        Switch(
            "french:9 contree:auction bulgaria:auction klaverjas-nku:naming baloot:purchase",
            "rules.options.Rules.bidding",
            only="auction_kind!=turned",
        ),
    ] = "turned"
    """The kind of auction: a turned card is taken (`french:9`), bids rise (`contree:auction`),
    trumps are bid in an order (`bulgaria:auction`), a suit is named (`klaverjas-nku:naming`), or
    the turned card is bought and its stake raised (`baloot:purchase`)."""
    first_speaker: Annotated[
        Literal["eldest", "dealer"],
        Switch(
            "klaverjas-nku:naming klaverjas-kbn:naming", "rules.auctions.named.opener", only=_NAMED
        ),
    ] = "eldest"
    """The first to speak where a suit is named: the player after the dealer
    (`klaverjas-kbn:naming`), or the dealer (`klaverjas-nku:naming`)."""
    must_name: Annotated[
        Literal["first_again", "last", "first"],
        Switch(
            "klaverjas-nku:naming klaverjas-forehand:naming question:55",
            "rules.auctions.named.bound",
            only=_NAMED,
        ),
    ] = "first_again"
    """The seat that must name a suit: the first, once all have passed
    (`klaverjas-nku:naming`), the last to speak, or the first at once
    (`klaverjas-forehand:naming`)."""
    named_doubles: Annotated[
        Literal["none", "double", "redouble", "superkraken"],
        Switch("klaverjas-kraken:doubles", "rules.auctions.named.raises", only=_NAMED),
    ] = "none"
    """Whether the others may double once a suit is named, the side that named it redouble, and the
    others once more (`klaverjas-kraken:doubles`)."""
    round2_turned_suit: Annotated[
        bool,
        Switch("flemish:9 bga:10 french:9", "rules.auctions.turned.trumps_on_offer", only=_TURNED),
    ] = True
    """Whether the turned suit may be named in round 2 (`french:9` "any suit", `question:10`)."""
    round3: Annotated[
        Literal["none", "all_or_no_trump"],
        Switch("bga:49", "rules.auctions.turned.rounds", only=_TURNED),
    ] = "none"
    """A third round for all trumps or no trumps (`bga:49`, `question:21`)."""
    dead_deals_per_dealer: Annotated[
        int, Switch("flemish:9 bga:50 french:9", "rules.match.deals_again")
    ] = 1
    """Dead deals before the deal passes on (`french:9` one; `flemish:9` two)."""
    first_lead: Annotated[
        Literal["eldest", "first_bidder"],
        Switch(
            "french:14 pilotta:lead",
            "rules.auctions.state.first_to_lead",
            only="first_lead=first_bidder",
        ),
    ] = "eldest"
    """The leader of the first trick: the player after the dealer (`french:14`), or the first who
    named a trump (`pilotta:lead`)."""
    hokum_waits: Annotated[
        Literal["both_rounds", "first_round"],
        Switch("baloot:purchase question:70", "rules.auctions.purchase.waits", only=_PURCHASE),
    ] = "both_rounds"
    """Whether a hokum may still be turned into a sun, by the others and last by its caller: in both
    rounds, or in the first alone (`baloot:purchase`, `question:70`)."""
    ashkal: Annotated[
        bool, Switch("baloot:purchase", "rules.auctions.purchase.may_say_ashkal", only=_PURCHASE)
    ] = True
    """Whether a sun may be bought whose card goes to partner (`baloot:purchase`)."""
    ashkal_round2: Annotated[
        bool,
        Switch(
            "baloot:ashkal question:91",
            "rules.auctions.purchase.may_say_ashkal",
            only=_PURCHASE + " ashkal=true",
        ),
    ] = False
    """Whether it may be said in the second round, too (`baloot:ashkal`)."""
    gablak: Annotated[
        bool,
        Switch("jawaker:gablak question:93", "rules.auctions.purchase.may_take", only=_PURCHASE),
    ] = False
    """Whether opponents who come earlier may take a sun of the first round for themselves
    (`jawaker:gablak`)."""
    sun_double: Annotated[
        Literal["past_100", "from_100"],
        Switch(
            "baloot:raises question:73", "rules.auctions.purchase.may_double_sun", only=_PURCHASE
        ),
    ] = "past_100"
    """The score of buyers whose sun may be doubled by a side that has not got so far: past 100, or
    100 itself (`question:73`)."""
    kawesh: Annotated[
        Literal["none", "same_dealer", "next_dealer"],
        Switch("baloot:kawesh question:78", "rules.auctions.purchase.may_redeal", only=_PURCHASE),
    ] = "none"
    """Whether a hand of nothing but sevens, eights and nines may be dealt again before anybody has
    bought, and who deals then (`baloot:kawesh`)."""
    kawesh_bought: Annotated[
        bool,
        Switch(
            "baloot:kawesh question:78",
            "rules.auctions.purchase.too_late_to_redeal",
            only=_PURCHASE + " kawesh!=none",
        ),
    ] = False
    """Whether it may be said after a purchase, too; then the next dealer deals
    (`baloot:kawesh`)."""
    closed_play: Annotated[
        bool, Switch("baloot:closed", "rules.auctions.purchase.raises", only=_PURCHASE)
    ] = True
    """Whether who raises may close the game, so that trumps are not led (`baloot:closed`)."""
    least_bid: Annotated[
        Literal[80, 82], Switch("contree:bids", "rules.auctions.rising.ladder", only=_RISING)
    ] = 80
    """The least bid (`contree:bids`); the one after it is 90."""
    highest_bid: Annotated[
        int, Switch("contree:bids", "rules.auctions.rising.ladder", only=_RISING)
    ] = 160
    """The highest bid in points, in steps of ten (`contree:bids`)."""
    all_tricks_bid: Annotated[
        Literal["none", "capot", "capot_and_generale", "with_points"],
        Switch("contree:capot bazar-blot:capot", "rules.auctions.rising.ladder", only=_RISING),
    ] = "capot"
    """Whether every trick can be bid, and above it every trick by oneself (`contree:capot`); or
    every trick besides points, after which every higher bid asks for it (`bazar-blot:capot`)."""
    no_suit_bids: Annotated[
        Literal["none", "no_trumps", "both"],
        Switch("contree:trumps", "rules.auctions.rising.trumps", only=_RISING),
    ] = "none"
    """Whether no trumps, or all trumps as well, can be bid (`contree:trumps`)."""
    double: Annotated[
        Literal["none", "in_turn", "any_time"],
        Switch("contree:double", "rules.auctions.rising.may_double", only=_RISING),
    ] = "in_turn"
    """Whether the other side may double, in turn or at any moment (`contree:double`)."""
    double_from: Annotated[
        Literal[80, 90],
        Switch("contree:double", "rules.auctions.rising.may_double", only=_DOUBLING),
    ] = 80
    """The least bid that may be doubled (`contree:double`)."""
    overbid_double: Annotated[
        bool, Switch("contree:double", "rules.auctions.rising.bids", only=_DOUBLING)
    ] = False
    """Whether a higher bid may follow a double (`contree:double`)."""
    after_double: Annotated[
        Literal["everybody", "doubled_side", "bidder"],
        Switch(
            "contree:double bazar-blot:kontra", "rules.auctions.rising.next_speaker", only=_DOUBLING
        ),
    ] = "everybody"
    """The speakers once a bid is doubled (`contree:double`): everyone, the side that was
    doubled, or its bidder alone (`bazar-blot:kontra`)."""
    raise_oneself: Annotated[
        bool, Switch("contree:passes", "rules.auctions.rising.passes_to_end", only=_RISING)
    ] = False
    """Whether the last to bid is asked again, and may change the suit (`contree:passes`)."""
    capot_ends: Annotated[
        bool,
        Switch(
            "contree:capot",
            "rules.auctions.rising.is_last",
            only=_RISING + " all_tricks_bid!=none all_tricks_bid!=with_points",
        ),
    ] = False
    """Whether a bid of every trick ends the auction at once (`contree:capot`)."""
    redouble: Annotated[
        Literal["none", "3", "4"],
        Switch("contree:redouble", "rules.auctions.rising.may_redouble", only=_DOUBLING),
    ] = "4"
    """Whether the doubled side may redouble, and what a redouble multiplies by
    (`contree:redouble`)."""
    own: Own = NONE
    """The options of a game's own."""


DOUBLED: Final = 2
"""The factor of a double (`contree:double`, `bulgaria:double`)."""


class AuctionSoFar(NamedTuple):
    """An auction so far: what was agreed on, who speaks first, and the calls.

    `sides`: the side of each seat; `turned`: the card turned up before it, where there is one;
    `early`: whether a double out of turn can be said, and the other side chooses what follows;
    `scores`: those of the sides before the deal, none where they are not known.
    """

    rules: AuctionRules
    sides: Sequence[int]
    eldest: int
    turned: Card | None = None
    calls: tuple[Called, ...] = ()
    early: bool = False
    scores: Sequence[int] = ()

    @property
    def redealt(self) -> bool:
        """Whether a seat has had the cards dealt again."""
        return bool(self.calls) and self.calls[-1].said == "redeal"

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.sides)

    @property
    def round(self) -> int:
        """The round of the next call."""
        return round_of(self.calls, self.players)

    @property
    def passes(self) -> int:
        """The number of passes since the last other call."""
        return len(list(takewhile(lambda one: one.passed, reversed(self.calls))))

    def standing(self, redoubled: int) -> Contract | None:
        """Return the last bid, at twice the stake where it was doubled, or so many times."""
        contract: Contract | None = None
        for one in self.calls:
            if one.trump is not None:
                contract = Contract(one.seat, one.trump, one.value)
            elif one.said and contract is not None:
                stake = DOUBLED if one.said == "double" else redoubled
                contract = Contract(contract.attacker, contract.trump, contract.value, stake)
        return contract

    def is_own(self, standing: Contract, seat: int) -> bool:
        """Return whether the standing bid is of the seat's own side."""
        return self.sides[standing.attacker] == self.sides[seat]

    def after(self, seat: int, call: Call, form: PassForm | None = None) -> AuctionSoFar:
        """Return the auction with one more call; `form`: of a pass that has a word of its own."""
        called = Called.by(seat, self.round, call)
        if form is not None:
            called = msgspec.structs.replace(called, form=form)
        return self._replace(calls=(*self.calls, called))


def seat_after(so_far: AuctionSoFar) -> int:
    """Return the seat after the one that spoke last; eldest at first."""
    last = so_far.calls[-1].seat if so_far.calls else so_far.eldest - 1
    return (last + 1) % so_far.players


def first_to_lead(so_far: AuctionSoFar, taker: int) -> int:
    """Return the seat that leads to the first trick of `taker` (`french:14`, `pilotta:lead`)."""
    if so_far.rules.first_lead == "eldest":
        return so_far.eldest
    return next((one.seat for one in so_far.calls if one.trump is not None), taker)


class Outcomes(NamedTuple):
    """The possible outcomes of an auction; `values` is empty where no points are bid."""

    trumps: tuple[Trump, ...] = SUIT_TRUMPS
    values: tuple[Value, ...] = ()
    stakes: tuple[int, ...] = (1, DOUBLED, 2 * DOUBLED)


class Auction:
    """A kind of auction: pure functions of an auction so far, as most answer them.

    All speak in turn from eldest on, nothing is said out of turn, nor for the cards of a hand; no
    card is turned, no points are bid, and the rest of the pack is dealt when it is over. A kind
    says what is offered and what comes of it.
    """

    turns_up: bool = False
    """Whether a card is turned up before it, which goes to the taker."""
    names_values: bool = False
    """Whether points are bid."""
    ranks_trumps: bool = False
    """Whether trumps alone are bid, in an order."""
    by_four: bool = False
    """Whether no source has it played by fewer than four."""
    tabulated: bool = False
    """Whether the kernel can follow it by a table of states (`env.auctions`)."""
    debated: tuple[str, ...] = (
        *("melds", "undertrump", "target", "belote_safe_on_fail", "rise_trump_led"),
        *("rounding", "last_trick_view"),
    )
    """The options that people argue about first."""

    def speaker(self, so_far: AuctionSoFar) -> int:
        """Return the seat whose call it is."""
        return seat_after(so_far)

    @abstractmethod
    def offers(self, so_far: AuctionSoFar) -> tuple[Call, ...]:
        """Return the calls of the seat to act; a pass first."""

    def by_hand(self, so_far: AuctionSoFar, hand: CardSet) -> tuple[Call, ...]:
        """Return the further calls that this hand allows the seat to act."""
        return ()

    def out_of_turn(self, so_far: AuctionSoFar, seat: int) -> tuple[Call, ...]:
        """Return the calls that `seat` may make out of turn."""
        return ()

    def refusal(self, so_far: AuctionSoFar, call: Call) -> str:
        """Return the code of the rule by which a call that is not offered is refused."""
        if isinstance(call, Double | Redouble):
            return "no-double"
        return "wrong-suit" if isinstance(call, Take) else "not-now"

    @abstractmethod
    def contract(self, so_far: AuctionSoFar) -> Contract | None:
        """Return the contract of the calls so far, if there is one."""

    @abstractmethod
    def over(self, so_far: AuctionSoFar) -> bool:
        """Return whether the auction has ended: with a contract, or without one, a dead deal."""

    def settled(self, so_far: AuctionSoFar) -> bool:
        """Return whether only the stake may still be raised, with the rest of the pack dealt."""
        return self.over(so_far)

    def pass_form(self, so_far: AuctionSoFar) -> PassForm | None:
        """Return the word for a pass of the seat to call, where it has one of its own."""
        return None

    def outcomes(self, rules: AuctionRules) -> Outcomes:
        """Return the possible outcomes; values from low to high."""
        return Outcomes()

    def stakes(self, rules: AuctionRules, trump: Trump) -> tuple[int, ...]:
        """Return the possible stakes of a contract with this trump."""
        return self.outcomes(rules).stakes

    def calls(self, rules: AuctionRules) -> tuple[Call, ...]:
        """Return every call with an effect that may ever be offered: unless a kind says so, takes
        and bids of all outcomes, doubles, and the calls by name of other games."""
        trumps, values, _ = self.outcomes(rules)
        return (
            *map(Take, trumps),
            *(Bid(trump, value) for value in values or (None,) for trump in trumps),
            *(Double(), Redouble()),
            *(
                NamedCall(name, trump)
                for name in CALL_NAMES
                if name not in OUR_CALLS
                for trump in (None, *Trump)
            ),
        )

    def told_by(self, turned: Card) -> object:
        """Return what of the turned card decides which calls are offered."""
        return turned.suit


def calls_of(auction: Auction, so_far: AuctionSoFar, hand: CardSet) -> tuple[Call, ...]:
    """Return the calls of the seat to act with this hand; a pass first."""
    return (*auction.offers(so_far), *auction.by_hand(so_far, hand))
