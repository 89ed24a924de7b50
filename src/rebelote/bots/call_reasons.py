"""Explanations of a call: the cards that speak for it, or its lead over every other call."""

from __future__ import annotations

from typing import Final

from rebelote.bots import calling, match_point
from rebelote.bots.bidding import CallValues
from rebelote.rules.actions import Bid, Call, NamedCall, Pass, Redeal, Take
from rebelote.rules.cards import Card, CardSet, Rank, Trump
from rebelote.rules.view import VERBS, View, rules_of

LIKELY: Final = 0.6
"""The share of worlds in which a double must bring more marks, to be explained by that."""
HONOURS: Final = (Rank.JACK, Rank.NINE)
"""The trumps that make a player take."""

Values = dict[str, object]


def of_call(view: View, call: Call, worths: CallValues | None = None) -> tuple[str, Values]:
    """Return the code and values of the reason for a call; empty where nothing certain is known.

    `worths`: the payoffs of the calls, where they were tried out.
    """
    trump = _weak_trump(view) if isinstance(call, Pass) else trump_of(call)
    if trump is not None:
        code, values = of_hand(held_cards(view), trump, view.turned)
        if code == "hand_for" and _raises(view, call):
            supports = _supports(held_cards(view), trump)
            return ("raise_for", values) if supports else ("", {})
        speaks = isinstance(call, Pass) or _speaks_for(held_cards(view), trump)
        return (code, values) if speaks else ("", {})
    if worths is None:
        return _by_hand(view, call), {}
    return (_verb(view, call), {}) if _clear(view, call, worths) else ("", {})


def _by_hand(view: View, call: Call) -> str:
    """Return the code for a call by the hand only: a pass where it meets the needs of no call.

    Empty for new cards that are asked for: neither trumps nor aces speak for those.
    """
    if isinstance(call, Redeal):
        return ""
    kind = calling.of(rules_of(view))
    if not isinstance(call, Pass):
        return _raise(view, call) or kind.by_hand
    worths = kind.worths(view)
    return _silent(view) if all(w <= 0 for one, w in worths.items() if one != call) else ""


def _raise(view: View, call: Call) -> str:
    """Return the code of a raise of the stake, by the side that makes it; empty for others."""
    standing = view.standing
    if standing is None or not match_point.raises_stake(view, call, standing):
        return ""
    return "redouble" if _own(view) else "double"


def _silent(view: View) -> str:
    """Return the code of a pass: where nothing is left to be taken, it is not said to be cheaper
    than taking."""
    kind = calling.of(rules_of(view))
    taken = any(trump_of(call) is not None for call in kind.worths(view))
    return kind.silent if taken and not _own(view) else "no_bid"


def _own(view: View) -> bool:
    """Return whether the standing contract is of the own side."""
    rules, standing = rules_of(view), view.standing
    return standing is not None and rules.sides[standing.attacker] == rules.sides[view.seat]


def _raises(view: View, call: Call) -> bool:
    """Return whether a bid names a trump that partner has named."""
    partner, trump = rules_of(view).partner(view.seat), trump_of(call)
    named = {trump_of(one.call) for one in view.calls if one.seat == partner}
    return trump is not None and partner is not None and trump in named


def trump_of(call: Call) -> Trump | None:
    """Return the trump that a call names."""
    return call.trump if isinstance(call, Take | Bid | NamedCall) else None


def of_hand(held: CardSet, trump: Trump, turned: Card | None = None) -> tuple[str, Values]:
    """Return what cards hold for a trump; `turned`: the turned card, if it is among them."""
    if trump.suit is None:
        return "hand_honours", {"aces": _count(held, Rank.ACE), "jacks": _count(held, Rank.JACK)}
    mine = held & trump.suit.cards
    return "hand_for", {
        "trump": trump.value,
        "trumps": len(mine),
        "honours": honours(mine),
        "aces": _count(held - mine, Rank.ACE),
        "turned": "yes" if turned is not None and turned in mine else "no",
    }


def honours(trumps: CardSet) -> str:
    """Name the honours among these trumps: both, jack, nine, neither; none without a trump."""
    jack, nine = (bool(_count(trumps, rank)) for rank in HONOURS)
    if not trumps:
        return "none"
    return "both" if jack and nine else "jack" if jack else "nine" if nine else "neither"


def held_cards(view: View) -> CardSet:
    """Return the hand of a seat, with the turned card."""
    return view.hand | CardSet.of(() if view.turned is None else (view.turned,))


def _count(held: CardSet, rank: Rank) -> int:
    return sum(card.rank is rank for card in held)


def _weak_trump(view: View) -> Trump | None:
    """Return the best trump of a hand that shows at a glance why its player passes, else None.

    With a contract of the own side a pass has other reasons.
    """
    if _own(view):
        return None
    worths = calling.of(rules_of(view)).worths(view)
    named = {trump: worth for call, worth in worths.items() if (trump := trump_of(call))}
    best = max(named, key=lambda trump: named[trump], default=None)
    return best if best is not None and _is_weak(held_cards(view), best) else None


def _is_weak(held: CardSet, trump: Trump) -> bool:
    if trump.suit is None:
        return not _count(held, Rank.JACK if trump is Trump.ALL else Rank.ACE)
    mine = held & trump.suit.cards
    return honours(mine) in ("none", "neither") or (len(mine) <= 2 and honours(mine) != "both")


def _speaks_for(held: CardSet, trump: Trump) -> bool:
    """Return whether cards are a reason to take: an honour of the suit, or two for none."""
    if trump.suit is None:
        return _count(held, Rank.JACK if trump is Trump.ALL else Rank.ACE) >= 2
    return honours(held & trump.suit.cards) not in ("none", "neither")


def _supports(held: CardSet, trump: Trump) -> bool:
    """Return whether cards are a reason to support partner: two trumps, an honour, or an ace."""
    mine = CardSet() if trump.suit is None else held & trump.suit.cards
    return len(mine) >= 2 or _speaks_for(held, trump) or _count(held - mine, Rank.ACE) > 0


def _clear(view: View, call: Call, worths: CallValues) -> bool:
    """Return whether a call leads every other by more than the interval of its lead."""
    others = (other for other in worths.payoffs if other != call)
    ahead = all(worths.worth(call) - worths.worth(o) > worths.interval(call, o) for o in others)
    return ahead and not (_raise(view, call) and worths.ahead(call) < LIKELY)


def _verb(view: View, call: Call) -> str:
    return _silent(view) if isinstance(call, Pass) else _raise(view, call) or VERBS[type(call)]
