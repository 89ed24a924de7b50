"""Bulgarian belot as it is played at the table: belote, announcements, what is public when."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rebelote import IllegalActionError, Match, Play, apply, start, views
from rebelote.rules import presets
from rebelote.rules.actions import Bid, Pass
from rebelote.rules.cards import Card, Trump
from rebelote.rules.deal import Contracted, PlayedOut, legal_cards, tally
from rebelote.rules.events import CardPlayed, ContestSettled, Event, MeldsShown, narrate
from rebelote.rules.melds import Kind
from rebelote.rules.options import Rules

RULES = presets.rules("bulgarian", cut_min=None)
HANDS = [
    "7S KS QS JS TS 9H TH JH",
    "KH QH 8H 7H 9D TD JD QD",
    "KD 8D 7D AD 9C TC JC AC",
    "8S 9S AS AH 8C 7C QC KC",
]
"""Seat 0 has a run of four in spades and one of three in hearts, 1 one of four, 2 one of three."""
RUNS = [
    "7S 8S 9S TS JH QH KH AH",
    "JS KD QD 9D TD JD 8D 7D",
    "JC 9H 9C TH TC 7C 8C 7H",
    "QS KS AS AD AC KC QC 8H",
]


def bid(rules: Rules, hands: list[str], trump: Trump) -> Match:
    """Begin a match in which seat 0 was dealt the first of these hands and plays this contract."""
    held = [[Card(word) for word in hand.split()] for hand in hands]
    pack = [c for a, b in ((0, 3), (3, 5), (5, 8)) for hand in held for c in hand[a:b]]
    state = apply(start(rules, tuple(pack), 3), 0, Bid(trump))
    for seat in (1, 2, 3):
        state = apply(state, seat, Pass())
    assert [set(map(str, hand)) for hand in state.deal.hands] == [set(h.split()) for h in hands]
    return state


def incoming(
    state: Match, cards: str, said: Mapping[str, tuple[Kind, ...]] | None = None
) -> tuple[Match, list[Event]]:
    """Play these cards in order, and return what is seen and said; `!` after one says belote."""
    events: list[Event] = []
    for word in cards.split():
        seat, card = state.to_act, Card(word.removesuffix("!"))
        assert seat is not None
        action = Play(card, (said or {}).get(card.text, ()), word.endswith("!"))
        after = apply(state, seat, action)
        events += narrate(state, seat, action, after)
        state = after
    return state, events


def spoken(events: list[Event]) -> dict[str, str]:
    return {str(e.card): e.said for e in events if isinstance(e, CardPlayed) and e.said}


def play_out(state: Match) -> tuple[Match, list[Event]]:
    """Play the deal to its end, each seat the first legal card."""
    events: list[Event] = []
    while state.to_act is not None:
        after, more = incoming(state, str(next(iter(legal_cards(state.deal)))))
        state, events = after, events + more
    return state, events


def test_belote_is_said_once_and_counts_where_it_is_led() -> None:
    state, events = incoming(bid(RULES, HANDS, Trump.SPADES), "KS 7H 7D AS 8S TS")
    assert spoken(events) == {"KS": "belote"}
    assert views(state)[2].belote == (0,)
    over, later = play_out(state)
    assert spoken(later) == {}
    assert isinstance(over.deal, PlayedOut) and tally(over.deal).belote == (20, 0)


def test_a_belote_that_is_discarded_is_neither_said_nor_published_nor_counted() -> None:
    """In all trumps seat 1 throws the king of hearts on a spade."""
    state, events = incoming(bid(RULES, HANDS, Trump.ALL), "JS KH 7D 8S")
    assert spoken(events) == {}
    assert all(view.belote == () for view in views(state))
    over, later = play_out(state)
    assert "QH" not in spoken(later)
    assert isinstance(over.deal, PlayedOut)
    thrown = [pair for seat, pair in over.deal.belotes if Card("KH") in pair]
    assert len(thrown) == 1 and over.deal.lost_belote(1, thrown[0])


def test_in_all_trumps_each_suit_has_its_belote() -> None:
    deal = bid(RULES, HANDS, Trump.ALL).deal
    assert isinstance(deal, Contracted)
    assert {(seat, str(pair)) for seat, pair in deal.belotes} == {
        (0, "QS KS"),
        (1, "QH KH"),
        (3, "QC KC"),
    }


def test_in_real_life_an_unsaid_belote_is_lost_and_the_second_card_does_not_mend_it() -> None:
    rules = RULES.as_in_real_life()
    over, _ = play_out(bid(rules, HANDS, Trump.SPADES))
    assert isinstance(over.deal, PlayedOut) and tally(over.deal).belote == (0, 0)
    state, _ = incoming(bid(rules, HANDS, Trump.SPADES), "KS 7H 7D AS 8S TS")
    with pytest.raises(IllegalActionError, match="belote"):
        incoming(state, "8H 8D QS!")
    over, events = incoming(bid(rules, HANDS, Trump.SPADES), "KS! 7H 7D AS 8S TS")
    assert spoken(events) == {"KS": "belote"}
    over, _ = play_out(over)
    assert isinstance(over.deal, PlayedOut) and tally(over.deal).belote == (20, 0)


def test_announcements_are_published_after_the_last_trick() -> None:
    said = {"7S": (Kind("run", 4),), "JS": (Kind("run", 5),)}
    state, events = incoming(bid(RULES, RUNS, Trump.CLUBS), "7S JS", said)
    assert not any(isinstance(event, ContestSettled | MeldsShown) for event in events)
    while len(state.deal.hands[0]) > 1 or state.deal.trick:
        state, more = incoming(state, str(next(iter(legal_cards(state.deal)))))
        assert not any(isinstance(event, ContestSettled | MeldsShown) for event in more)
        assert all(
            view.contest is None and not any(m.shown for m in view.melds) for view in views(state)
        )
    over, last = play_out(state)
    received = [event for event in last if isinstance(event, ContestSettled | MeldsShown)]
    assert [type(event) for event in received] == [ContestSettled, MeldsShown]
    settled, shown = received
    assert isinstance(settled, ContestSettled) and isinstance(shown, MeldsShown)
    assert (settled.side, settled.by, settled.shape) == (1, "kind", "run")
    assert shown.seat == 1 and " ".join(map(str, shown.melds[0].cards)) == "KD QD JD TD 9D"
    assert isinstance(over.deal, PlayedOut) and tally(over.deal).melds == (0, 100)


def test_nothing_is_announced_in_no_trumps() -> None:
    state = bid(RULES, HANDS, Trump.NONE)
    legal = views(state)[0].legal
    assert legal is not None and legal.announce == ()
    with pytest.raises(IllegalActionError):
        incoming(state, "7S", {"7S": (Kind("run", 4),)})
    legal = views(bid(RULES, HANDS, Trump.ALL))[0].legal
    assert legal is not None and [meld.kind.length for meld in legal.announce] == [4, 3]
