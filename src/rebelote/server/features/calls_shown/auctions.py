"""An auction whose last call is to be explained, by the rules and calls that all have heard.

It holds no hand, so that the answer tells no more than the convention. Needs no library of the
server: the page explains the same without a network.
"""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from rebelote.bots.call_shown import CallShown
from rebelote.rules import presets
from rebelote.rules.actions import Call, Redeal
from rebelote.rules.auctions import AuctionSoFar
from rebelote.rules.codec import decode_hook
from rebelote.rules.contract import Called
from rebelote.rules.options import Rules
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.limits import limit
from rebelote.server.base.protocol.schemas import JsonObject, Message

CALLS: Final = limit(
    100, "calls of an auction whose last is explained", per="request", beyond="malformed"
)


class AskedAuction(Message, frozen=True, kw_only=True):
    """POST /api/auctions/shown: an auction whose last call is explained.

    `differs`: what the rules have other than the preset. `calls`: as a view has them. `turned`:
    empty where no card is. `call`: one that the seat to speak could make, explained as if made.
    """

    preset: str
    differs: JsonObject = msgspec.field(default_factory=dict)
    dealer: int
    turned: Annotated[str, msgspec.Meta(max_length=2)] = ""
    calls: Annotated[tuple[JsonObject, ...], msgspec.Meta(max_length=CALLS)] = ()
    call: Call | None = None
    scores: Annotated[tuple[int, ...], msgspec.Meta(max_length=4)] = ()


def explained(asked: AskedAuction) -> CallShown:
    """Return what the last call shows. IllegalActionError `wrong-options`, `not-now`."""
    # The worker alone holds the bots.
    from rebelote.bots import shown

    rules = _rules(asked)
    so_far = _replayed(asked, rules)
    if asked.call is not None:
        speaks = not rules.bidding.over(so_far)
        seat = rules.bidding.speaker(so_far) if speaks else 0
        so_far = _with(so_far, Called.by(seat, so_far.round, asked.call), rules)
    if not so_far.calls:
        raise IllegalActionError("not-now")
    return shown.in_auction(rules, so_far, len(so_far.calls) - 1)


def _rules(asked: AskedAuction) -> Rules:
    try:
        return presets.rules(asked.preset).agree(asked.differs)
    except ValueError:
        raise IllegalActionError("wrong-options") from None


def _replayed(asked: AskedAuction, rules: Rules) -> AuctionSoFar:
    """Return the auction, each call of which could follow those before it."""
    turned = next((card for card in rules.pack if card.text == asked.turned), None)
    dealt = (turned is not None) == rules.bidding.turns_up
    if asked.dealer not in range(rules.players) or not dealt:
        raise IllegalActionError("not-now")
    eldest, early = rules.eldest(asked.dealer), rules.early_doubles
    scores = asked.scores if len(asked.scores) == rules.side_count else ()
    so_far = AuctionSoFar(rules.auction, rules.sides, eldest, turned, early=early, scores=scores)
    for called in _calls(asked):
        so_far = _with(so_far, called, rules)
    return so_far


def _calls(asked: AskedAuction) -> tuple[Called, ...]:
    try:
        return msgspec.convert(asked.calls, tuple[Called, ...], strict=False, dec_hook=decode_hook)
    except msgspec.ValidationError:
        raise IllegalActionError("malformed") from None


def _with(so_far: AuctionSoFar, called: Called, rules: Rules) -> AuctionSoFar:
    """Return the auction with one more call, which must be possible."""
    if called.seat not in range(rules.players) or not offered(rules, so_far, called):
        raise IllegalActionError("not-now")
    # As the rules count rounds, whatever was sent.
    return so_far._replace(
        calls=(*so_far.calls, msgspec.structs.replace(called, round=so_far.round))
    )


def offered(rules: Rules, so_far: AuctionSoFar, called: Called) -> bool:
    """Return whether a call may come next: in turn, out of it, or for the cards of some hand."""
    auction, by_hand = rules.bidding, isinstance(called.call, Redeal)
    if called.call in auction.out_of_turn(so_far, called.seat):
        return True
    in_turn = not auction.over(so_far) and auction.speaker(so_far) == called.seat
    return in_turn and (by_hand or called.call in auction.offers(so_far))
