"""Transitions of a deal: what each action changes, and when it is refused.

`apply(deal, seat, action)` gives the next deal or raises `IllegalAction`; nothing else changes one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from rebelote.rules import deck, melds, play
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
from rebelote.rules.auction import Call
from rebelote.rules.cards import Card, CardSet
from rebelote.rules.deal import (
    Deal,
    Phase,
    Trick,
    Verdict,
    cut_range,
    deal_first,
    legal_cards,
    trumps_on_offer,
)
from rebelote.rules.melds import Contest, Kind, Melds
from rebelote.rules.refusals import IllegalAction

_with = msgspec.structs.replace


def apply(deal: Deal, seat: int, action: Action) -> Deal:
    """The deal after `seat` has done this; raises IllegalAction when the rules refuse it."""
    if not 0 <= seat < deal.rules.players:
        raise IllegalAction("not-your-turn")
    if intervene := _OUT_OF_TURN.get(type(action)):
        return intervene(deal, seat, action)
    phase, step = _STEPS[type(action)]
    if deal.phase is not phase:
        raise IllegalAction("not-now")
    if seat != deal.to_act:
        raise IllegalAction("not-your-turn")
    return step(deal, seat, action)


# --- before the play ------------------------------------------------------------------------------


def _cut(deal: Deal, seat: int, action: Cut) -> Deal:
    if action.depth not in cut_range(deal.rules):
        raise IllegalAction("cut-too-thin")
    pack = deck.cut(deal.pack, action.depth)
    return deal_first(_with(deal, depth=action.depth, pack=pack))


def _packets(deal: Deal, seat: int, action: Packets) -> Deal:
    if action.packets not in deal.rules.deal.packets:
        raise IllegalAction("packets-unknown")
    return deal_first(deal, action.packets)


def _pass(deal: Deal, seat: int, action: Pass) -> Deal:
    return _with(deal, calls=(*deal.calls, Call(seat, deal.round, None)))


def _take(deal: Deal, seat: int, action: Take) -> Deal:
    if action.contract not in trumps_on_offer(deal):
        raise IllegalAction("wrong-suit")
    dealt = deck.deal_rest(deal.pack, deal.dealt, deal.eldest, seat)
    hands = tuple(map(CardSet.of, dealt))
    pairs = play.belote_pairs(action.contract)
    return _with(
        deal,
        calls=(*deal.calls, Call(seat, deal.round, action.contract)),
        law=deal.rules.law(action.contract),
        dealt=dealt,
        hands=hands,
        belotes=tuple((s, pair) for pair in pairs for s, hand in enumerate(hands) if pair <= hand),
        announced=((),) * deal.rules.players,
        leader=deal.eldest,
    )


def _misdeal(deal: Deal, seat: int, action: Misdeal) -> Deal:
    """A misdeal is told before the first card; what follows is the match's (`french:11`)."""
    begun = bool(deal.tricks or deal.trick)
    if deal.rules.deal.misdeal == "none" or begun or deal.phase not in (Phase.BIDDING, Phase.PLAY):
        raise IllegalAction("no-misdeal")
    return _with(deal, misdealt=True)


# --- the play -------------------------------------------------------------------------------------


def _play(deal: Deal, seat: int, action: Play) -> Deal:
    _check_card(deal, seat, action.card)
    if action.belote and deal.pair_of(seat, action.card) is None:
        raise IllegalAction("no-belote")
    hand = deal.hands[seat].without(action.card)
    said = CardSet.of((action.card,)) if action.belote else CardSet()
    after = _with(
        deal,
        announced=_announce(deal, seat, action.announce),
        shown_by=(*deal.shown_by, seat) if deal.showing else deal.shown_by,
        forgotten=(*deal.forgotten, seat) if deal.must_show(seat) else deal.forgotten,
        showing=False,
        hands=(*deal.hands[:seat], hand, *deal.hands[seat + 1 :]),
        belote_said=deal.belote_said | said,
        trick=(*deal.trick, action.card),
    )
    return _close_trick(after) if len(after.trick) == deal.rules.players else after


def _check_card(deal: Deal, seat: int, card: Card) -> None:
    """A card must be in the hand; that it be legal is checked only where revokes are prevented."""
    hand = deal.hands[seat]
    if card not in hand:
        raise IllegalAction("not-your-card")
    if card not in legal_cards(deal) and not deal.rules.revocable:
        assert deal.law is not None
        raise IllegalAction(play.refusal(card, hand, deal.trick, deal.law))


def _announce(deal: Deal, seat: int, kinds: tuple[Kind, ...]) -> tuple[Melds, ...]:
    if not kinds:
        return deal.announced
    if deal.tricks:
        raise IllegalAction("too-late-to-announce")
    rules = deal.rules
    named = melds.named(deal.hands[seat], kinds, rules.melds) if rules.melds.announced else None
    if named is None:
        raise IllegalAction("not-held")
    return (*deal.announced[:seat], named, *deal.announced[seat + 1 :])


def _close_trick(deal: Deal) -> Deal:
    assert deal.law is not None
    won = (deal.leader + play.winner(deal.trick, deal.law.trump)) % deal.rules.players
    trick = Trick(deal.leader, deal.trick, won)
    after = _with(deal, tricks=(*deal.tricks, trick), leader=won, trick=())
    return _with(after, contest=contest_of(after))


def contest_of(deal: Deal) -> Contest | None:
    """Settled before the trick of showing (`ffb-coinche:8.3`); again when somebody forgot to
    show."""
    rules, played = deal.rules, len(deal.tricks)
    again = played == rules.melds.meld_show_trick and bool(deal.forgotten)
    if deal.law is None or not (again or played == rules.melds.meld_show_trick - 1):
        return deal.contest
    live = {s: () if s in deal.forgotten else named for s, named in enumerate(deal.announced)}
    first = deal.eldest if rules.melds.meld_tie_order == "first_trick" else deal.leader
    return melds.contest(live, deal.law.trump, rules.melds, rules.sides, first)


# --- announcements, shown and asked for -----------------------------------------------------------


def _show(deal: Deal, seat: int, action: Show) -> Deal:
    """Announcements lie open with the card of their trick, not before and not later
    (`flemish:51`)."""
    if not (deal.rules.shown_by_hand and deal.may_show(seat)):
        raise IllegalAction("nothing-to-show")
    return _with(deal, showing=True)


def no_demand(deal: Deal, seat: int, asked: int) -> str | None:
    """Why `seat` may not ask `asked` to show; None where it may (`french:30`)."""
    rules = deal.rules
    wanted = rules.shown_by_hand and rules.melds.meld_show_on_demand and deal.phase is Phase.PLAY
    may = (
        wanted
        and _other_seat(deal, seat, asked)
        and asked not in (*deal.demanded, *deal.shown_by)
        and deal.may_show(asked)
    )
    return None if may else "nothing-to-demand"


def _demand(deal: Deal, seat: int, action: Demand) -> Deal:
    """Ask a player to show, before its card of the trick of showing."""
    if (code := no_demand(deal, seat, action.seat)) is not None:
        raise IllegalAction(code)
    return _with(deal, demanded=(*deal.demanded, action.seat))


def _other_seat(deal: Deal, seat: int, other: int) -> bool:
    return other != seat and 0 <= other < deal.rules.players


# --- false play -----------------------------------------------------------------------------------


def no_challenge(deal: Deal, seat: int, accused: int) -> str | None:
    """Why `seat` may not challenge `accused`; None where it may (`flemish:67`)."""
    if not deal.rules.revocable or deal.law is None or deal.stopped:
        return "no-challenge"
    sides = deal.rules.sides
    if not _other_seat(deal, seat, accused) or sides[seat] == sides[accused]:
        return "not-an-opponent"
    return None if deal.turn_of(accused) else "nothing-played"


def _challenge(deal: Deal, seat: int, action: Challenge) -> Deal:
    """Look at what an opponent played; the deal is over, whoever is right (`flemish:67`)."""
    if (code := no_challenge(deal, seat, action.seat)) is not None:
        raise IllegalAction(code)
    return _with(deal, verdict=_verdict(deal, seat, action.seat))


def _verdict(deal: Deal, accuser: int, accused: int) -> Verdict:
    assert deal.law is not None
    tricks = [*((t.leader, t.cards) for t in deal.tricks), (deal.leader, deal.trick)]
    plays = play.plays_of(accused, deal.rules.players, tricks)
    found = play.first_offence(plays, deal.hands[accused], deal.law)
    if found is None:
        return Verdict(accuser, accused)
    number, card, code = found
    return Verdict(accuser, accused, card, number + 1, code)


_Step = Callable[[Deal, int, Any], Deal]
_STEPS: Final[dict[type, tuple[Phase, _Step]]] = {
    Cut: (Phase.CUT, _cut),
    Packets: (Phase.PACKETS, _packets),
    Pass: (Phase.BIDDING, _pass),
    Take: (Phase.BIDDING, _take),
    Play: (Phase.PLAY, _play),
    Show: (Phase.PLAY, _show),
}
_OUT_OF_TURN: Final[dict[type, _Step]] = {
    Demand: _demand,
    Challenge: _challenge,
    Misdeal: _misdeal,
}
