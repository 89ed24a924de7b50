"""Reasons of a decision: the facts known to its seat, and the merits of the better choice.

Each is a fact that is certain from the seat's view. The rules give the winner of a trick, and
`knowledge` the cards that are out and the seats that may hold them. A reason is a code
(`reason.is.<code>` in the catalogues) with its parameters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Final, NamedTuple

from rebelote.analysis.report import Fact
from rebelote.analysis.worth import loses_belote
from rebelote.bots import principles, signals
from rebelote.bots.certainties import Certainties
from rebelote.bots.heuristics import Observation
from rebelote.bots.payoffs import MarksOnly, deal_state
from rebelote.kernel.solver import Outcome
from rebelote.knowledge import conduct
from rebelote.rules.actions import Bid, Call, Pass, Play, Take
from rebelote.rules.cards import Card, CardSet, Rank, Suit, Trump
from rebelote.rules.tallies import LAST_TRICK
from rebelote.rules.view import View

DEAR: Final = 10
"""Points from which a plain card is dear: those of a ten."""


class Reasons(NamedTuple):
    """The facts known to a seat before a decision, and the merits of a better choice."""

    known: tuple[Fact, ...] = ()
    why: tuple[Fact, ...] = ()


# --- cards ----------------------------------------------------------------------------------------


def of_card(seen: View, action: Play, better: Iterable[str]) -> Reasons:
    """Return the reasons why these cards, by their text, were better than the card played."""
    cards = tuple(Card(name) for name in better if len(name) == 2)
    if not cards:
        return Reasons()
    if action.card in cards:
        return Reasons(why=(Fact("unsaid"),))
    moment = Moment(seen, action.card, cards)
    return Reasons(_those(KNOWN, moment), _those(WHY, moment))


def _those(checks: Sequence[Check], moment: Moment) -> tuple[Fact, ...]:
    return tuple(reason for check in checks if (reason := check(moment)) is not None)


class Moment(Certainties):
    """A choice among cards as its seat saw it: the card played, and those that were better."""

    def __init__(self, seen: View, played: Card, better: Sequence[Card]) -> None:
        super().__init__(Observation(seen, conduct.fair(seen)))
        self.played, self.better = played, CardSet.of(better)

    @property
    def about_trumps(self) -> bool:
        """Whether the question was to play a trump or not."""
        all_of_them = self.better | CardSet.of((self.played,))
        return bool(all_of_them & self.at.trumps) and bool(all_of_them - self.at.trumps)

    @property
    def fewer(self) -> int:
        """The points that every better card counts less, if all do."""
        return self.at.points(self.played) - max(map(self.at.points, self.better))

    @property
    def more(self) -> int:
        """The points that every better card counts more, if all do."""
        return min(map(self.at.points, self.better)) - self.at.points(self.played)

    def each(self, holds: Callable[[Card], bool]) -> bool:
        """Return whether something holds of every better card, and not of the one played."""
        return all(map(holds, self.better)) and not holds(self.played)

    def only_played(self, holds: Callable[[Card], bool]) -> bool:
        """Return whether something holds of the card played, and of no better one."""
        return holds(self.played) and not any(map(holds, self.better))


Check = Callable[[Moment], Fact | None]


def _if(condition: object, code: str, **values: str | int) -> Fact | None:
    return Fact(code, dict(values)) if condition else None


# --- what was known -------------------------------------------------------------------------------


def trick_so_far(moment: Moment) -> Fact | None:
    """Note the side that had the trick."""
    if moment.partner_sure:
        return Fact("partner_sure")
    if moment.at.partner_wins:
        return Fact("partner_wins")
    return _if(moment.lost, "trick_lost")


def may_ruff(moment: Moment) -> Fact | None:
    """Note that an opponent still to play had none of the suit, and may have a trump."""
    suit = moment.at.trick[0].suit if moment.at.trick else moment.played.suit
    ruffs = moment.could_ruff(moment.opponents_to_play, suit)
    return _if(ruffs, "may_ruff", suit=suit.letter)


def trumps_out(moment: Moment) -> Fact | None:
    """Note the number of trumps that the others still had, where that mattered."""
    if moment.at.trump.suit is None or moment.rules.left_in_stock:
        return None
    left = len(moment.at.out & moment.at.trumps)
    if not left:
        return _if(moment.at.hand & moment.at.trumps, "no_trumps_out")
    return _if(moment.about_trumps, "trumps_out", trumps=left)


def called(moment: Moment) -> Fact | None:
    """Note that partner called a suit and may still hold its master."""
    suit = _called(moment)
    if suit is None or moment.at.trick or not moment.at.legal & suit.cards:
        return None
    return Fact("called", {"suit": suit.letter})


def _called(moment: Moment) -> Suit | None:
    at = moment.at
    for thrown in reversed(signals.seen(moment.at.view)):
        meaning, partner = thrown.meaning, at.partner
        if partner is not None and thrown.seat == partner and meaning.suit is not None:
            return meaning.suit if meaning.master & moment.may_hold[partner] else None
    return None


def contract(moment: Moment) -> Fact | None:
    """Note that the contract was settled, whichever side takes the tricks to come."""
    outcomes = _outcomes(moment)
    if len(outcomes) != 1:
        return None
    (outcome,) = outcomes
    return _if(outcome in ("made", "failed"), f"contract_{outcome}")


def _outcomes(moment: Moment) -> set[str | None]:
    """Return the possible results of the contract; empty where announcements leave them open."""
    rules, at = moment.rules, moment.at
    assisted = rules.conduct.assistance == "full"
    open_still = not moment.at.view.tricks or not assisted or rules.left_in_stock
    open_still = open_still or not _one_belote_at_most(moment)
    if open_still or rules.side_count != 2 or rules.melds.trick_melds != "none":
        return set()
    left = sum(map(at.points, chain(at.out, at.hand, at.trick))) + LAST_TRICK
    now = MarksOnly(rules, (0, 0))
    ends = (Outcome((left, 0), 0b01, 0), Outcome((0, left), 0b10, 1))
    states = [deal_state(moment.at.view, holder, now) for holder in _belote_holders(moment)]
    return {state.settled(end).outcome for state in states for end in ends}


def _one_belote_at_most(moment: Moment) -> bool:
    """Return whether at most one belote is unsaid, and the seat itself can lose none."""
    rules, pairs = moment.rules, moment.at.law.belotes
    can_be_lost = rules.belote_order_forfeits or not rules.belote.belote_discard_ok
    mine = any(pair <= moment.at.hand for pair in pairs)
    return sum(pair <= moment.at.out for pair in pairs) <= 1 and not (mine and can_be_lost)


def _belote_holders(moment: Moment) -> list[int | None]:
    """Return the possible holders of an unsaid belote, None for no holder included."""
    pairs = [pair for pair in moment.at.law.belotes if pair <= moment.at.out]
    seats = range(moment.rules.players)
    return [None, *(s for s in seats if any(pair <= moment.may_hold[s] for pair in pairs))]


KNOWN: Final[tuple[Check, ...]] = (trick_so_far, may_ruff, trumps_out, called, contract)
"""The facts known to a seat before it played."""


# --- why another card was better ------------------------------------------------------------------


FED: Final = 3
"""Points that a card must add to partner's trick before they are the reason it was better."""


def points_to_partner(moment: Moment) -> Fact | None:
    """Note that clearly more points could have gone into partner's trick."""
    at = moment.at
    if not at.partner_wins or moment.more < FED or any(map(at.wins_now, moment.better)):
        return None
    return Fact("fed" if moment.partner_sure else "fed_maybe", {"points": moment.more})


def points_given(moment: Moment) -> Fact | None:
    """Note that fewer points could have gone into a trick of the opponents."""
    at = moment.at
    if moment.fewer <= 0 or not at.trick or at.wins_now(moment.played):
        return None
    if at.partner is None and not (at.attacking or at.view.trick.winner == at.attacker):
        return None
    if at.partner_wins:
        return _if(not moment.partner_sure, "risked", points=moment.fewer)
    if any(at.wins_now(card) for card in moment.better):
        return None
    return Fact("given" if moment.lost else "given_maybe", {"points": moment.fewer})


def ten_under_ace(moment: Moment) -> Fact | None:
    """Note that a ten was laid under an opponent's ace."""
    at, ten = moment.at, moment.played
    if not at.trick or at.partner_wins or ten.rank is not Rank.TEN or ten in at.trumps:
        return None
    under = moment.winning.rank is Rank.ACE and moment.winning.suit == ten.suit
    others = not any(at.points(card) >= DEAR for card in moment.better)
    return _if(under and others, "ten_under_ace")


def on_partners_trick(moment: Moment) -> Fact | None:
    """Note that partner's trick was taken over, perhaps by a ruff."""
    if not (moment.at.partner_wins and moment.only_played(moment.at.wins_now)):
        return None
    ruffed = moment.played in moment.at.trumps and moment.at.trick[0] not in moment.at.trumps
    return Fact("ruffed_partner" if ruffed else "took_over")


def winning(moment: Moment) -> Fact | None:
    """Note that another card would have taken the trick, by a ruff or for good."""
    at = moment.at
    if not at.trick or moment.partner_sure or not moment.each(at.wins_now):
        return None
    if at.partner_wins:
        return _if(all(map(moment.wins_surely, moment.better)), "wins")
    if {at.trick[0], moment.played}.isdisjoint(at.trumps) and moment.better <= at.trumps:
        return Fact("ruff")
    return Fact("wins" if all(map(moment.wins_surely, moment.better)) else "wins_now")


def surely(moment: Moment) -> Fact | None:
    """Note that another card could not be beaten, unlike the one played: a needless finesse."""
    at, played = moment.at, moment.played
    both = bool(at.trick) and not at.partner_wins and at.wins_now(played)
    return _if(both and moment.each(moment.wins_surely), "surely", card=played.text)


def kept(moment: Moment) -> Fact | None:
    """Note that a trump or a winner could be kept, as the trick was not worth it."""
    at, played = moment.at, moment.played
    if not at.trick or at.partner_wins or not moment.only_played(at.wins_now):
        return None
    trump = played in at.trumps and not moment.better & at.trumps
    return Fact("keep_trump" if trump else "keep_winner", {"card": played.text})


def finesse(moment: Moment) -> Fact | None:
    """Note that a lower card of the suit wins for now, and the master stays in hand: a finesse."""
    risky = all(map(moment.could_be_taken, moment.better))
    return _if(_below_the_master(moment) and risky, "finesse", card=moment.played.text)


def master_kept(moment: Moment) -> Fact | None:
    """Note that a lower card surely takes the trick, and the master stays in hand."""
    certain = all(map(moment.wins_surely, moment.better))
    return _if(_below_the_master(moment) and certain, "keep_card", card=moment.played.text)


def _below_the_master(moment: Moment) -> bool:
    """Return whether the master won, and lower cards of its suit were winning as well."""
    at, played = moment.at, moment.played
    if not at.trick or not at.is_master(played) or not at.wins_now(played):
        return False
    lower = moment.better <= played.suit.cards and all(map(at.wins_now, moment.better))
    return lower and not any(map(at.is_master, moment.better))


def lower_trump(moment: Moment) -> Fact | None:
    """Note that a lower trump would have been winning as well, or not winning either."""
    at, played = moment.at, moment.played
    alike = all(at.wins_now(card) == at.wins_now(played) for card in moment.better)
    if not at.trick or not CardSet.of((played,)) | moment.better <= at.trumps or not alike:
        return None
    below = all(at.height(card) < at.height(played) for card in moment.better)
    return _if(below and not _below_the_master(moment), "lower_trump", card=played.text)


def trump_wasted(moment: Moment) -> Fact | None:
    """Note that a trump was spent without winning, and another card could have been thrown."""
    at, played = moment.at, moment.played
    spent = bool(at.trick) and played in at.trumps and not at.wins_now(played)
    return _if(spent and not moment.better & at.trumps, "wasted_trump", card=played.text)


def trump_kept(moment: Moment) -> Fact | None:
    """Note that a trump was led by those who took, and another suit could have been."""
    at, played = moment.at, moment.played
    led = not at.trick and at.attacking and played in at.trumps
    return _if(led and not moment.better & at.trumps, "saved_trump", card=played.text)


def threw_master(moment: Moment) -> Fact | None:
    """Note that the master of a plain suit was thrown on a trick that it does not win."""
    at, played = moment.at, moment.played
    if not at.trick or at.trump.suit == played.suit or at.wins_now(played):
        return None
    return _if(moment.only_played(at.is_master), "threw_master", card=played.text)


def lead_master(moment: Moment) -> Fact | None:
    """Note that the master of a plain suit could have been led."""
    at = moment.at
    led = not at.trick and not moment.better & at.trumps
    return _if(led and moment.each(at.is_master), "lead_master")


def draw_trumps(moment: Moment) -> Fact | None:
    """Note that trumps could have been drawn, or were led by those who defend."""
    at, played = moment.at, moment.played
    if at.trick or at.trump.suit is None:
        return None
    held = any(moment.may_hold[seat] & at.trumps for seat in moment.opponents_to_play)
    if held and moment.each(lambda card: card in at.trumps):
        return Fact("draw")
    against = not at.attacking and played in at.trumps and not moment.better & at.trumps
    return _if(against, "led_trump")


def into_a_ruff(moment: Moment) -> Fact | None:
    """Note that an opponent could ruff the suit that was led, and not the better one."""
    at = moment.at
    risky = not at.trick and moment.only_played(
        lambda card: moment.could_ruff(moment.opponents_to_play, card.suit)
    )
    return _if(risky, "into_a_ruff", suit=moment.played.suit.letter)


def for_a_ruff(moment: Moment) -> Fact | None:
    """Note that partner could ruff the better suit."""
    at, partner = moment.at, moment.at.partner
    if at.trick or partner is None or len({card.suit for card in moment.better}) > 1:
        return None
    for_partner = moment.each(lambda card: moment.could_ruff([partner], card.suit))
    return _if(for_partner, "for_a_ruff", suit=next(iter(moment.better)).suit.letter)


def answer(moment: Moment) -> Fact | None:
    """Note that partner called the better suit."""
    suit = None if moment.at.trick else _called(moment)
    if suit is None:
        return None
    return _if(moment.each(lambda card: card.suit == suit), "answer", suit=suit.letter)


def thrown(moment: Moment) -> Fact | None:
    """Note that the suit that was led is one that partner threw away."""
    kept_to = principles.not_what_partner_threw(moment.at, moment.played)
    suit = moment.played.suit.letter
    return _if(kept_to and moment.better <= kept_to, "thrown", suit=suit)


def ten_in_the_open(moment: Moment) -> Fact | None:
    """Note that a ten was led while a higher card of its suit was out."""
    at, played = moment.at, moment.played
    dear = not at.trick and played.suit != at.trump.suit and played.rank is Rank.TEN
    others = not any(at.points(card) >= DEAR for card in moment.better)
    return _if(dear and others and not at.is_master(played), "ten_in_the_open")


def belote(moment: Moment) -> Fact | None:
    """Note that the card that was played loses a belote."""
    hand = (moment.at.hand, moment.at.trick)
    loses = moment.only_played(
        lambda card: loses_belote(*hand, card, moment.at.law, moment.rules),
    )
    return _if(loses, "belote")


WHY: Final[tuple[Check, ...]] = (
    belote,
    on_partners_trick,
    ten_under_ace,
    points_to_partner,
    points_given,
    winning,
    surely,
    finesse,
    master_kept,
    kept,
    lower_trump,
    trump_wasted,
    trump_kept,
    threw_master,
    into_a_ruff,
    answer,
    for_a_ruff,
    draw_trumps,
    lead_master,
    ten_in_the_open,
    thrown,
)
"""The merits of better cards over the one played."""


# --- calls ----------------------------------------------------------------------------------------


def of_call(seen: View, made: Call, better: Sequence[Call]) -> Reasons:
    """Return the reasons why these calls were better than the one made."""
    if not better:
        return Reasons()
    trump = next((t for call in (made, *better) if (t := _named(call)) is not None), None)
    known = () if trump is None else tuple(_of_a_hand(seen, trump))
    return Reasons(known, _of_calls(made, better))


def _named(call: Call) -> Trump | None:
    """Return the trump that a call names."""
    return call.trump if isinstance(call, Take | Bid) else None


def _of_a_hand(seen: View, trump: Trump) -> Iterable[Fact]:
    """Yield facts about a hand for a trump, with the turned card, which goes to the taker."""
    turned = () if seen.turned is None else (seen.turned,)
    held = seen.hand | CardSet.of(turned)
    if trump.suit is None:
        aces, jacks = (_count(held, rank) for rank in (Rank.ACE, Rank.JACK))
        yield Fact("hand_honours", {"aces": aces, "jacks": jacks})
        return
    mine = held & trump.suit.cards
    code = "hand_trumps_turned" if turned else "hand_trumps"
    yield Fact(code, {"trump": trump.value, "trumps": len(mine)})
    yield Fact(f"hand_{_top(mine)}")
    yield Fact("hand_aces", {"aces": _count(held - mine, Rank.ACE)})


def _count(held: CardSet, rank: Rank) -> int:
    return sum(card.rank is rank for card in held)


def _top(trumps: CardSet) -> str:
    """Name the honours among these trumps: jack, nine, both or neither."""
    ranks = {card.rank for card in trumps}
    jack, nine = Rank.JACK in ranks, Rank.NINE in ranks
    return "both" if jack and nine else "jack" if jack else "nine" if nine else "neither"


def _of_calls(made: Call, better: Sequence[Call]) -> tuple[Fact, ...]:
    if all(isinstance(call, Pass) for call in better):
        return (Fact("call_less"),)
    trump = _named(made)
    others = {_named(call) for call in better}
    if isinstance(made, Pass) and None not in others:
        return (Fact("call_more"),)
    if trump is not None and None not in others and trump not in others:
        return (Fact("call_other"),)
    return ()
