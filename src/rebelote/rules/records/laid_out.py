"""A deal whose cards were given by hand: the pack that deals them, and what may follow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain

from rebelote.rules import match as matches
from rebelote.rules.cards import Card, CardSet
from rebelote.rules.deal import cut_range, legal_actions
from rebelote.rules.deck import Pack, cut, pack_of
from rebelote.rules.match import Match
from rebelote.rules.options import Rules
from rebelote.rules.records import variation
from rebelote.rules.records.notation import Deed
from rebelote.rules.records.record import Recorded, whose
from rebelote.rules.refusals import IllegalActionError


def begin(
    rules: Rules,
    dealer: int,
    hands: Sequence[Pack],
    turned: Card | None = None,
    names: tuple[str, ...] = (),
) -> Recorded:
    """Begin a match whose first deal gives these hands, in the order received; it is cut and dealt.

    `turned`: the card turned up, in the hand of its taker. IllegalActionError says what
    cannot have been dealt.
    """
    check_hands(rules, dealer, hands, turned)
    packets, depths = rules.deal.packets[0], cut_range(rules)
    dealt = pack_of(hands, packets, rules.eldest(dealer), turned)
    stock = tuple(card for card in rules.pack if card not in dealt)
    depth = depths[0] if depths else 0
    pack = cut((*dealt, *stock), len(rules.pack) - depth)
    state = Recorded.begin(matches.start(rules, pack, dealer), names)
    while not state.match.deal.dealt:
        state = done(state, legal_actions(state.match.deal)[0])
    return state


def check_hands(rules: Rules, dealer: int, hands: Sequence[Pack], turned: Card | None) -> None:
    """Raise IllegalActionError unless these rules could deal these hands."""
    cards = list(chain(*hands))
    if not 0 <= dealer < rules.players:
        raise IllegalActionError("no-such-seat")
    if set(cards) - set(rules.pack):
        raise IllegalActionError("not-in-pack")
    if max(Counter(cards).values(), default=0) > 1:
        raise IllegalActionError("card-twice")
    if len(hands) != rules.players or any(len(hand) != rules.hand_size for hand in hands):
        raise IllegalActionError("wrong-hand-size")
    turns_up = rules.bidding.turns_up
    if (turned is not None) != turns_up or (turns_up and turned not in cards):
        raise IllegalActionError("wrong-turned-card")


def done(state: Recorded, deed: Deed) -> Recorded:
    """Return the match after one more deed. IllegalActionError as `match.apply` says."""
    return state.act(*whose(deed, state.match))


def choices(match: Match, hands: Sequence[Pack]) -> dict[str, Deed]:
    """Return the possible next actions in a deal of these hands, by their words in a record.

    A call after which other hands would be dealt is left out: only the player who was given the
    turned card can take it.
    """
    offered = variation.offered(match)
    return {said: deed for said, deed in offered.items() if _dealt_so(match, deed, hands)}


def _dealt_so(match: Match, deed: Deed, hands: Sequence[Pack]) -> bool:
    """Return whether these hands are dealt still after this, or can be: a purchase that waits deals
    nothing before the others have passed."""
    if _is_dealt(match):
        return True
    after = matches.apply(match, *whose(deed, match))
    if not all(
        CardSet.of(d) <= CardSet.of(h) for d, h in zip(after.deal.dealt, hands, strict=True)
    ):
        return False
    if after.written or _is_dealt(after):
        return True
    return any(_dealt_so(after, other, hands) for other in variation.offered(after).values())


def _is_dealt(match: Match) -> bool:
    return len(match.deal.dealt[0]) == match.rules.hand_size
