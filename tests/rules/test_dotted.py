"""Deals in the dotted form of PBN."""

from __future__ import annotations

import pytest

from rebelote.rules.cards import CARDS, CardSet
from rebelote.rules.records import dotted

DEAL = "AKQJ.T9.8.7 T987.AKQJ.. .87.AKQJ.T9 ...AKQJ8"
"""Not of eight cards each: the reader says how many there are to be."""


def seats(text: str) -> list[str]:
    return [" ".join(map(str, hand)) for hand in dotted.hands(text)]


def test_a_deal_is_read_from_the_seat_it_begins_with() -> None:
    north = seats(f"N:{DEAL}")
    assert north[0] == "AS KS QS JS TH 9H 8D 7C"
    assert seats(f"W:{DEAL}") == [*north[1:], north[0]]
    assert seats(f'[Deal "e:{DEAL}"]') == [north[3], *north[:3]]


def test_a_ten_may_be_two_digits_and_hands_unknown() -> None:
    assert seats("N:10...7 - 10..10. -") == ["TS 7C", "", "TS TD", ""]
    assert seats("E:7... 8... 9...") == ["9S", "7S", "8S"]


def test_every_deal_of_the_pack_can_be_written() -> None:
    hands = [CardSet.of(CARDS[seat::4]) for seat in range(4)]
    written = " ".join(
        ".".join(
            "".join(card.rank.letter for card in hand if card.suit == suit) for suit in range(4)
        )
        for hand in hands
    )
    assert [CardSet.of(hand) for hand in dotted.hands(f"N:{written}")] == hands


@pytest.mark.parametrize(
    "wrong",
    ["", "N:", DEAL, "X:7...", "W:7... 8... 9...", "N:7.. 8...", "N:72... -", "N:AB...", "NE:7..."],
)
def test_what_is_no_deal_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError):
        dotted.hands(wrong)
