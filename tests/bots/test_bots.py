"""Bots as partners: named positions, thousands of decisions, and strength."""

from __future__ import annotations

import cProfile
from collections.abc import Iterator
from random import Random
from statistics import median

import msgspec
import pytest
from positions import seen, trick

from rebelote import bots
from rebelote.rules import deck, match, play, presets
from rebelote.rules.actions import Pass, Play, Take
from rebelote.rules.cards import Card, CardSet, Rank, Trump
from rebelote.rules.view import Legal, View, views

FRENCH = presets.rules("french")


POSITIONS = [
    # why, hand, trick, trump, attacker, earlier tricks, what is right
    ("draws trumps with the jack", "JS 9S AS AH 7H 8D 9C KC", "", "S", 0, (), "JS"),
    ("draws on with the nine", "9S AS AH 7H 8D 9C KC", "", "S", 0, ("0 JS 7S QS 8S",), "9S"),
    (
        "stops drawing when they have none",
        "AS 9S AH 7H",
        "",
        "S",
        0,
        ("0 JS 7S 8S QS", "0 TS 7D KS 8D", "0 7C 8C TC AC"),
        "AH",
    ),
    ("cashes an ace as a defender", "AH 7H 8H 7D 8D 9D 7S 8S", "", "S", 1, (), "AH"),
    (
        "leads no trump as a defender",
        "7H 8H 9H 7D 8D 9D 9S 8S",
        "",
        "S",
        1,
        (),
        "7H 8H 9H 7D 8D 9D",
    ),
    ("gives partner the ten under his ace", "TH 7H 8D 9D", "AH 9H", "S", 1, (), "7H TH"),
    ("gives the ten when last to play", "TH 7H 8D 9D", "8H AH 9H", "S", 1, (), "TH"),
    ("throws ten points on partner's sure trick", "TD 7D 8C 9S", "7H AH 9H", "S", 1, (), "TD"),
    ("does not ruff partner's ace", "7S 8S 7D 8D", "7H AH 9H", "S", 1, (), "7D 8D"),
    (
        "does not overtake partner's king",
        "AH 7H 8D 9D",
        "7H KH 9H".replace("7H", "8H"),
        "S",
        1,
        (),
        "AH 7H",
    ),
    ("throws nothing good under their ace", "TH 7H 8D 9D", "8H 9H AH", "S", 1, (), "7H"),
    ("ruffs with the least that wins", "JS 7S 8D 9D", "8H 9H AH", "S", 1, (), "7S"),
    ("overruffs with the least that wins", "JS AS 8D 9D", "8H 9H TS", "S", 1, (), "AS"),
    ("takes with the ace when last", "AH 7H 8D 9D", "8H 9H TH", "S", 1, (), "AH"),
    (
        "keeps the ace's suit, throws from another",
        "AH KH 7D 8D",
        "TS 9S JS".replace("TS", "8S"),
        "S",
        1,
        (),
        "7D 8D",
    ),
    (
        "plays the master ten once the ace is gone",
        "TH 7D 8D 9D",
        "",
        "S",
        1,
        ("1 AH 8H 9H 7H",),
        "TH",
    ),
    ("does not put the ten under a standing ace", "TH 8H 7D 8D", "9H", "S", 1, (), "8H"),
    ("keeps the jack of all trumps for a trick", "JD 7D 8C 9S", "8H JH 9H", "all", 1, (), "9S"),
    ("keeps the ten beside its ace", "AD TD KC 8S", "7H AH 9H", "none", 1, (), "KC"),
    ("leads away from the nine of all trumps", "9S 7S 8H QH", "", "all", 1, (), "8H"),
]


@pytest.mark.parametrize(
    ("hand", "on_table", "trump", "attacker", "before", "right"),
    [position[1:] for position in POSITIONS],
    ids=[position[0] for position in POSITIONS],
)
def test_a_sound_partner(
    hand: str, on_table: str, trump: str, attacker: int, before: tuple[str, ...], right: str
) -> None:
    earlier = tuple(trick(int(text[0]), text[2:], trump) for text in before)
    choice = bots.make("beginner").choose(seen(hand, on_table, trump, attacker, earlier))
    assert isinstance(choice, Play)
    assert choice.card in CardSet.parse(right), choice.card


@pytest.mark.parametrize(
    ("hand", "turned", "takes"),
    [
        ("9S AS KS AH 7D", "JS", True),
        ("7H 8H QD 9C KC", "7S", False),
        ("JS AH AD 7C 8C", "9S", True),
        ("TH KH QD 9C KC", "QS", False),
    ],
)
def test_takes_with_a_reason(hand: str, turned: str, takes: bool) -> None:
    card = Card(turned)
    legal = Legal(actions=("pass", "take"), trumps=(Trump(card.suit.letter),))
    asked = msgspec.structs.replace(
        seen("7S", "", "S", 0), hand=CardSet.parse(hand), turned=card, calls=(), legal=legal
    )
    assert isinstance(bots.make("beginner").choose(asked), Take if takes else Pass)


# --- thousands of decisions -----------------------------------------------------------------------


def decisions(deals: int, seed: int) -> Iterator[tuple[View, Play]]:
    """Yield every card of so many deals, with the view it was chosen from."""
    chance = Random(seed)
    rules = FRENCH.agree({"shuffle": "each_deal_full", "target": 10**9})
    state = match.start(rules, deck.shuffled(chance), 0)
    players = [bots.make("beginner", seat) for seat in range(4)]
    while deals:
        if state.to_act is None:
            state, deals = match.next_deal(state, match.new_pack(state, chance)), deals - 1
            continue
        seat = state.to_act
        now = views(state)[seat]
        action = players[seat].choose(now)
        if isinstance(action, Play):
            yield now, action
        state = match.apply(state, seat, action)


def test_never_offends_partner_in_ten_thousand_decisions() -> None:
    count = 0
    for now, action in decisions(350, seed=5):
        count += 1
        assert not ruffs_partner(now, action.card), (now.hand, now.trick, action.card)
        assert not throws_an_ace_away(now, action.card), (now.hand, now.trick, action.card)
    assert count >= 10_000


def ruffs_partner(now: View, card: Card) -> bool:
    """Return whether a trump falls on partner's winning card although a plain card was legal."""
    assert now.contract is not None and now.legal is not None
    trump = now.contract.trump.suit
    cards = now.trick.cards
    partner_wins = bool(cards) and now.trick.winner == (now.seat + 2) % 4
    free = any(c.suit != trump for c in now.legal.cards)
    return partner_wins and card.suit == trump and cards[0].suit != trump and free


def throws_an_ace_away(now: View, card: Card) -> bool:
    """Return whether a plain ace falls under an opponent's trump although a lower was legal."""
    assert now.contract is not None and now.legal is not None
    trump, cards = now.contract.trump, now.trick.cards
    if not cards or card.rank is not Rank.ACE or card.suit == trump.suit:
        return False
    best = cards[play.winner(cards, trump)]
    theirs = now.trick.winner is not None and now.trick.winner % 2 != now.seat % 2
    smaller = any(c.rank is not Rank.ACE and c.suit != trump.suit for c in now.legal.cards)
    return theirs and best.suit == trump.suit and smaller


def test_sees_only_its_view_and_plays_the_same_game_with_the_same_seed() -> None:
    games = [[str(action.card) for _, action in decisions(5, seed=3)] for _ in range(2)]
    assert games[0] == games[1]


def test_beats_a_random_player() -> None:
    """A coarse guard; the figure itself is measured by `rebelote arena`."""
    from rebelote import arena

    result = arena.compare("beginner", "random", deals=120, seed=8)
    assert result.points > 20


def test_decides_by_arithmetic_and_not_by_search() -> None:
    """Counted in calls of functions, which are as many on a busy machine."""
    player = bots.make("beginner")
    counts = [calls(player, now) for now, _ in decisions(20, seed=1)]
    assert 0 < median(counts) < 500 and max(counts) < 5_000


def calls(player: bots.Bot, now: View) -> int:
    """Count the Python functions called for one decision."""
    with cProfile.Profile(builtins=False) as profile:
        player.choose(now)
    return sum(entry.callcount for entry in profile.getstats())


def test_unknown_bots_are_refused() -> None:
    with pytest.raises(ValueError, match="is not a bot"):
        bots.make("nobody")
    assert set(bots.LEVELS) < set(bots.BOTS)
