"""Transitions of a deal: the effect of each action, and its refusals.

`apply(deal, seat, action)` gives the next deal or raises `IllegalActionError`; nothing else
changes one.
"""

from __future__ import annotations

from typing import Final, TypeVar, assert_never

import msgspec

from rebelote.rules import deck, melds, play
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
)
from rebelote.rules.auctions.state import first_to_lead
from rebelote.rules.cards import Card, CardSet
from rebelote.rules.contract import Contract
from rebelote.rules.deal import (
    CLAIM_FAILED,
    AnyDeal,
    Bidding,
    Contracted,
    Cutting,
    Dead,
    Deal,
    Dealing,
    Judged,
    LaidDown,
    Misdealt,
    PlayedOut,
    Playing,
    Trick,
    Verdict,
    calls_on_offer,
    calls_out_of_turn,
    cut_range,
    deal_first,
    dealt_out,
    legal_cards,
    ready,
    turned_into,
    whole_suit,
)
from rebelote.rules.melds import Contest, Kind, Melds
from rebelote.rules.refusals import IllegalActionError

_with: Final = msgspec.structs.replace
_Phase = TypeVar("_Phase", bound=AnyDeal)


def apply(deal: Deal, seat: int, action: Action) -> Deal:
    """Return the deal after this action of `seat`; IllegalActionError when the rules refuse it."""
    if not 0 <= seat < deal.rules.players:
        raise IllegalActionError("not-your-turn")
    match action:
        case Play():
            return _play(_in_turn(deal, Playing, seat), seat, action)
        case Pass() | Take() | Bid() | Double() | Redouble() | Redeal() | NamedCall():
            return _call(deal, seat, action)
        case Cut():
            return _cut(_in_turn(deal, Cutting, seat), action)
        case Packets():
            return _packets(_in_turn(deal, Dealing, seat), action)
        case Announce():
            return _announce_first(_in_turn(deal, Playing, seat), seat, action)
        case Show():
            return _show(_in_turn(deal, Playing, seat), seat)
        case Demand():
            return _demand(deal, seat, action)
        case Challenge():
            return _challenge(deal, seat, action)
        case Refuse():
            return _refuse(deal, seat, action)
        case Misdeal():
            return _misdeal(deal)
    assert_never(action)


def _in_turn(deal: Deal, phase: type[_Phase], seat: int) -> _Phase:
    """Return the deal, in the phase in which this is done, and with this seat to act."""
    if not isinstance(deal, phase):
        raise IllegalActionError("not-now")
    if seat != deal.to_act:
        raise IllegalActionError("not-your-turn")
    return deal


# --- before the play ------------------------------------------------------------------------------


def _cut(deal: Cutting, action: Cut) -> Dealing | Bidding:
    if action.depth not in cut_range(deal.rules):
        raise IllegalActionError("cut-too-thin")
    pack = deck.cut(deal.pack, action.depth)
    return ready(
        Dealing(
            rules=deal.rules,
            dealer=deal.dealer,
            pack=pack,
            scores=deal.scores,
            depth=action.depth,
        )
    )


def _packets(deal: Dealing, action: Packets) -> Bidding:
    if action.packets not in deal.rules.deal.packets:
        raise IllegalActionError("packets-unknown")
    return deal_first(deal, action.packets)


def _call(deal: Deal, seat: int, call: Call) -> Bidding | Dead | LaidDown | Playing:
    """Make a call; where it settles the auction, the rest is dealt, or the deal is over."""
    if not (isinstance(deal, Bidding) and call in calls_out_of_turn(deal, seat)):
        deal = _in_turn(deal, Bidding, seat)
        if call not in calls_on_offer(deal):
            raise IllegalActionError(deal.rules.bidding.refusal(deal.auction, call))
    so_far = deal.auction
    form = deal.rules.bidding.pass_form(so_far) if isinstance(call, Pass) else None
    return called(_with(deal, calls=so_far.after(seat, call, form).calls))


def called(deal: Bidding) -> Bidding | Dead | LaidDown | Playing:
    """Return the deal after its calls: still in the auction, dealt out once only the stake is open,
    dead, won by a hand, or in play."""
    auction, so_far = deal.rules.bidding, deal.auction
    contract, over = auction.contract(so_far), auction.over(so_far)
    if contract is None:
        return turned_into(Dead, deal) if over else deal
    if over or auction.settled(so_far):
        deal = _with_rest(deal, contract.gets_turned)
    return _opened(_taken(deal, contract)) if over else deal


def _with_rest(deal: Bidding, turned_to: int) -> Bidding:
    """Return the deal with the rest of the pack dealt, where that has not been done."""
    if len(deal.dealt[0]) == deal.rules.hand_size:
        return deal
    dealt = dealt_out(deal.rules, deal.pack, deal.dealt, deal.eldest, turned_to)
    return _with(deal, dealt=dealt, hands=tuple(map(CardSet.of, dealt)))


def _taken(deal: Bidding, contract: Contract) -> Playing:
    """Return the play of a deal that is wholly dealt; the calls are all made."""
    hands, law = deal.hands, deal.rules.law_of(contract)
    held = ((s, pair) for pair in law.belotes for s, hand in enumerate(hands) if pair <= hand)
    return Playing(
        rules=deal.rules,
        dealer=deal.dealer,
        pack=deal.pack,
        scores=deal.scores,
        depth=deal.depth,
        packets=deal.packets,
        turned=deal.turned,
        dealt=deal.dealt,
        hands=hands,
        calls=deal.calls,
        contract=contract,
        law=law,
        belotes=tuple(held),
        announced=((),) * deal.rules.players,
        leader=first_to_lead(deal.auction, contract.attacker),
    )


def _opened(deal: Playing) -> LaidDown | Playing:
    """Open the play; over at once where a hand wins the game, the earliest in turn."""
    turns = ((deal.eldest + turn) % deal.rules.players for turn in range(deal.rules.players))
    holder = next((seat for seat in turns if whole_suit(deal.hands[seat], deal.rules.melds)), None)
    if holder is None:
        return deal
    named = melds.best_melds(deal.hands[holder], deal.rules.melds)
    announced = tuple(named if seat == holder else () for seat in range(deal.rules.players))
    return turned_into(LaidDown, deal, holder=holder, announced=announced)


def check_at_table(action: Action) -> None:
    """Refuse what cannot be done there by oneself.

    A table that deals the cards gives every seat its number of them, so no misdeal can be called
    (`french:11`); a claim is refused by answering it (`baloot:sawa`).
    """
    if isinstance(action, Misdeal):
        raise IllegalActionError("no-misdeal")
    if isinstance(action, Refuse):
        raise IllegalActionError("no-claim-asked")


def _misdeal(deal: Deal) -> Misdealt:
    """Stop a deal before its first card; the match decides what follows (`french:11`)."""
    possible = deal.rules.deal.misdeal != "none" and not (deal.tricks or deal.trick)
    if not (possible and isinstance(deal, Bidding | Playing)):
        raise IllegalActionError("no-misdeal")
    return turned_into(Misdealt, deal)


# --- the play -------------------------------------------------------------------------------------


def _play(deal: Playing, seat: int, action: Play) -> Playing | Judged | PlayedOut:
    if deal.announcer is not None:
        raise IllegalActionError("announce-first")
    _check_card(deal, seat, action.card)
    if action.belote and not deal.may_say(seat, action.card):
        led = deal.rules.conduct.akka and not deal.trick and action.card not in deal.law.trump.cards
        raise IllegalActionError("no-akka" if led else "no-belote")
    hand = deal.hands[seat].without(action.card)
    belote = action.belote and deal.pair_of(seat, action.card) is not None
    said = CardSet.of((action.card,)) if belote else CardSet()
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


def _check_card(deal: Playing, seat: int, card: Card) -> None:
    """Refuse a card that is not in the hand, and an illegal one where revokes are prevented."""
    hand = deal.hands[seat]
    if card not in hand:
        raise IllegalActionError("not-your-card")
    if not deal.rules.revocable and card not in legal_cards(deal):
        raise IllegalActionError(play.refusal(card, hand, deal.trick, deal.law))


def _announce_first(deal: Playing, seat: int, action: Announce) -> Playing:
    """Say what a seat holds before the first card (`bela:announcements`)."""
    if deal.announcer is None:
        raise IllegalActionError("not-now")
    announced = _announce(deal, seat, action.announce)
    return _with(deal, announced=announced, heard=deal.heard + 1)


def _announce(deal: Playing, seat: int, kinds: tuple[Kind, ...]) -> tuple[Melds, ...]:
    if not kinds:
        return deal.announced
    said = deal.rules.melds.meld_said == "before_play" and deal.announcer is None
    if deal.tricks or said:
        raise IllegalActionError("too-late-to-announce")
    agreed, trump = deal.rules.melds, deal.law.trump
    held = deal.hands[seat] if agreed.announced_in(trump) else CardSet()
    named = melds.named(held, kinds, agreed.under(trump))
    if named is None:
        raise IllegalActionError("not-held")
    return (*deal.announced[:seat], named, *deal.announced[seat + 1 :])


def _close_trick(deal: Playing) -> Playing | Judged | PlayedOut:
    won = deal.winning_seat
    trick = Trick(deal.leader, deal.trick, won)
    after = _with(deal, tricks=(*deal.tricks, trick), leader=won, trick=())
    after = _with(after, contest=contest_of(after))
    if after.claimant is not None and after.claim_fails:
        taken_by = trick.cards[(won - trick.leader) % deal.rules.players]
        of = Verdict(
            accuser=won,
            accused=after.claimant,
            card=taken_by,
            trick=len(after.tricks),
            code=CLAIM_FAILED,
        )
        return turned_into(Judged, after, verdict=of)
    return turned_into(PlayedOut, after) if after.played_out else after


def contest_of(deal: Playing) -> Contest | None:
    """Settle the announcements before the trick of showing (`ffb-coinche:8.3`), and again when a
    player forgot to show."""
    rules, played = deal.rules, len(deal.tricks)
    again = played == rules.show_trick and bool(deal.forgotten)
    if not (again or played == rules.show_trick - 1):
        return deal.contest
    live = {s: () if s in deal.forgotten else named for s, named in enumerate(deal.announced)}
    first = deal.eldest if rules.melds.meld_tie_order == "first_trick" else deal.leader
    agreed = rules.melds.under(deal.law.trump)
    return melds.contest(live, deal.law.trump, agreed, rules.sides, first)


# --- announcements, shown and asked for -----------------------------------------------------------


def _show(deal: Playing, seat: int) -> Playing:
    """Lay announcements open, with the card of their trick, not before and not later
    (`flemish:51`)."""
    if not (deal.rules.shown_by_hand and deal.may_show(seat)):
        raise IllegalActionError("nothing-to-show")
    return _with(deal, showing=True)


def no_demand(deal: Deal, seat: int, other: int) -> str | None:
    """Explain why `seat` may not ask `other` to show; None where it may (`french:30`)."""
    may = isinstance(deal, Playing) and _may_demand(deal, seat, other)
    return None if may else "nothing-to-demand"


def _may_demand(deal: Playing, seat: int, other: int) -> bool:
    return (
        deal.rules.shown_by_hand
        and deal.rules.melds.meld_show_on_demand
        and _other_seat(deal, seat, other)
        and other not in (*deal.demanded, *deal.shown_by)
        and deal.may_show(other)
    )


def _demand(deal: Deal, seat: int, action: Demand) -> Playing:
    """Ask a player to show, before its card of the trick of showing."""
    if not isinstance(deal, Playing) or not _may_demand(deal, seat, action.seat):
        raise IllegalActionError("nothing-to-demand")
    return _with(deal, demanded=(*deal.demanded, action.seat))


def _other_seat(deal: Deal, seat: int, other: int) -> bool:
    return other != seat and 0 <= other < deal.rules.players


# --- a claim that is refused ----------------------------------------------------------------------


def _refuse(deal: Deal, seat: int, action: Refuse) -> Playing:
    """Have an opponent's claim of the rest played out; it fails with a trick (`baloot:sawa`)."""
    claims = isinstance(deal, Playing) and _other_seat(deal, seat, action.seat)
    if not isinstance(deal, Playing) or not claims or not deal.rules.claims_are_risked:
        raise IllegalActionError("no-claim-asked")
    sides = deal.rules.sides
    if sides[seat] == sides[action.seat] or not deal.may_ask_for_rest(action.seat):
        raise IllegalActionError("no-claim-asked")
    return _with(deal, claimant=action.seat)


# --- false play -----------------------------------------------------------------------------------


def no_challenge(deal: Deal, seat: int, accused: int) -> str | None:
    """Explain why `seat` may not challenge `accused`; None where it may (`flemish:67`)."""
    if not deal.rules.revocable or not isinstance(deal, Contracted):
        return "no-challenge"
    if deal.verdict is not None and not deal.verdict.of_claim:
        return "no-challenge"
    sides = deal.rules.sides
    if not _other_seat(deal, seat, accused) or sides[seat] == sides[accused]:
        return "not-an-opponent"
    return None if deal.turn_of(accused) else "nothing-played"


def _challenge(deal: Deal, seat: int, action: Challenge) -> Judged:
    """Look at what an opponent played; the deal is over, right or wrong (`flemish:67`)."""
    code = no_challenge(deal, seat, action.seat)
    if code is not None or not isinstance(deal, Contracted):
        raise IllegalActionError(code or "no-challenge")
    return turned_into(Judged, deal, verdict=_verdict(deal, seat, action.seat))


def _verdict(deal: Contracted, accuser: int, accused: int) -> Verdict:
    tricks = [*((t.leader, t.cards) for t in deal.tricks), (deal.leader, deal.trick)]
    plays = play.plays_of(accused, deal.rules.players, tricks)
    offence = play.first_offence(plays, deal.hands[accused], deal.law)
    if offence is None:
        return Verdict(accuser=accuser, accused=accused)
    number, card, code = offence
    return Verdict(accuser=accuser, accused=accused, card=card, trick=number + 1, code=code)
