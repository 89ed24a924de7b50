"""Faults that a decent partner never commits, checked for every level."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import count, islice
from random import Random

import pytest
from needs import needs_kernel
from volume import volume

from rebelote import bots
from rebelote.bots import LEVELS, Thought
from rebelote.bots.heuristics import Observation
from rebelote.i18n import LANGUAGES, words
from rebelote.i18n.speech import why
from rebelote.knowledge.conduct import fair
from rebelote.rules import deck, match, play, presets
from rebelote.rules.actions import Action, Play, Take
from rebelote.rules.cards import Card, CardSet, Rank, Trump
from rebelote.rules.options import Signals
from rebelote.rules.view import View, view

DECISIONS = {
    "beginner": volume(1_000, 10_000),
    "regular": volume(150, 1_500, 10_000),
    "club": volume(30, 500, 10_000),
    "expert": volume(15, 200, 10_000),
    "master": volume(10, 150, 10_000),
}
"""Cards to choose from that are looked at."""
AGREED: tuple[Signals, ...] = ("none", "direct", "inverted")
PENALTY = 1.0
"""Points that an unusual card must bring to have a cause."""


def decisions(level: str) -> Iterator[tuple[View, Thought]]:
    """Yield cards that a level chose among others, in deals by every rule set and convention."""
    for seed in count():
        preset = list(presets.PRESETS)[seed % len(presets.PRESETS)]
        agreed = AGREED[seed % len(AGREED)]
        rules = presets.rules(preset, shuffle="each_deal_full", signals=agreed)
        state = match.start(rules, deck.shuffled(Random(seed), rules.pack), seed % rules.players)
        players = [bots.make(level, seed * 4 + seat) for seat in range(rules.players)]
        while (seat := state.to_act) is not None:
            now = view(state, seat)
            thought = players[seat].think(now)
            if isinstance(thought.action, Play) and len(fair(now).cards) > 1:
                yield now, thought
            state = match.apply(state, seat, thought.action)


@cache
def _begun(level: str) -> tuple[Iterator[tuple[View, Thought]], list[tuple[View, Thought]]]:
    """Begin the decisions of a level, and the list of those already made."""
    return decisions(level), []


def first(level: str, number: int) -> list[tuple[View, Thought]]:
    """Return so many decisions of a level, each made once for all tests."""
    others, made = _begun(level)
    made.extend(islice(others, max(0, number - len(made))))
    return made[:number]


def gain(now: View, thought: Thought, others: CardSet) -> float:
    """Return the card's lead in points over the best of these; 0 if nothing was reckoned."""
    assert isinstance(thought.action, Play)
    if not thought.worth:
        return 0.0
    mine = thought.worth[thought.action.card.text]
    return now.rules.unit * (mine - max(thought.worth[c.text] for c in others))


def ruffs_partner(now: View, thought: Thought, at: Observation, card: Card) -> bool:
    plain = at.legal - at.trumps
    ruffs = _gives_to_partner(at) and card in at.trumps
    return bool(ruffs and plain and gain(now, thought, plain) < PENALTY)


def wastes_a_master(now: View, thought: Thought, at: Observation, card: Card) -> bool:
    """Return whether a master is wasted: another card would bring partner as much.

    A signal that costs nothing is no waste: the deal may be decided.
    """
    if thought.code == "signal":
        return False
    plain = at.legal - at.trumps
    kept = card in plain and at.is_master(card) and not at.last_trick_near
    rest = (c for c in plain if not at.is_master(c) and at.points(c) >= at.points(card))
    instead = CardSet.of(rest) if _gives_to_partner(at) and kept else CardSet()
    return bool(instead) and gain(now, thought, instead) < PENALTY


def wastes_an_ace(now: View, thought: Thought, at: Observation, card: Card) -> bool:
    if not at.trick or now.trick.winner in (at.partner, at.me):
        return False
    winning = at.trick[_winning(now)]
    ruffed = winning in at.trumps and at.trick[0] not in at.trumps
    plain = at.legal - at.trumps
    small = CardSet.of(c for c in plain if at.points(c) == 0)
    wasted = card.rank is Rank.ACE and card in plain and not at.wins_now(card)
    lost = ruffed and wasted and at.last_to_play
    return bool(lost and small and gain(now, thought, small) < PENALTY)


def draws_for_the_others(now: View, thought: Thought, at: Observation, card: Card) -> bool:
    plain = at.legal - at.trumps
    if at.trick or at.attacking or card not in at.trumps or not plain:
        return False
    asked = at.is_master(card) or gain(now, thought, plain) >= PENALTY
    return not asked and thought.code != "draw_trumps"


def _gives_to_partner(at: Observation) -> bool:
    """Return whether the trick is partner's, whatever I play that is no trump."""
    return at.partner_wins and at.last_to_play and at.trick[0] not in at.trumps


OFFENCES: dict[str, Callable[[View, Thought, Observation, Card], bool]] = {
    "ruffs a trick that is the partner's": ruffs_partner,
    "throws a master away for nothing": wastes_a_master,
    "throws an ace under an opponent's trump": wastes_an_ace,
    "leads trumps as a defender without cause": draws_for_the_others,
}
"""Plays that a decent partner avoids, without a cause that can be named in marks."""


def offences(now: View, thought: Thought) -> Iterator[str]:
    assert isinstance(thought.action, Play)
    at = Observation(now, fair(now))
    for name, offends in OFFENCES.items():
        if offends(now, thought, at, thought.action.card):
            yield name


def _winning(now: View) -> int:
    assert now.trick.winner is not None
    return (now.trick.winner - now.trick.leader) % now.rules.players


@needs_kernel
@pytest.mark.parametrize("level", LEVELS)
def test_a_level_is_a_decent_partner(level: str) -> None:
    result = [
        (offence, now.hand, now.trick.cards, thought)
        for now, thought in first(level, DECISIONS[level])
        for offence in offences(now, thought)
    ]
    assert not result


@pytest.mark.parametrize("name", OFFENCES)
def test_an_offence_would_be_noticed(name: str) -> None:
    """The eye of the suite: each offence, made on purpose, where the cards leave a choice."""
    for now, _ in first("beginner", DECISIONS["beginner"]):
        cards = fair(now).cards
        made = [
            card for card in cards if name in offences(now, Thought(action=Play(card), code="any"))
        ]
        if made:
            assert len(made) < len(cards)
            return
    raise AssertionError("nobody could have done it")


@pytest.mark.parametrize("level", LEVELS)
def test_a_seed_gives_the_same_thoughts(level: str) -> None:
    assert list(islice(decisions(level), 6)) == first(level, 6)


def test_every_thought_is_a_sentence_in_every_language() -> None:
    thoughts = [thought for level in LEVELS for _, thought in first(level, volume(20, 30))]
    assert len({thought.code for thought in thoughts}) >= 8
    for language in LANGUAGES:
        for thought in thoughts:
            said = why(words(language), thought)
            assert said or not thought.code
            assert "{" not in said and said.endswith((".", "!", "։", ""))


def test_a_reason_says_what_a_player_would_say() -> None:
    """No worlds are counted, and an unusual choice says by how much it leads."""
    reckoned = {"card": "AH", "other": "7S", "gain": 3.4, "worlds": 600, "safe": "yes"}
    said = why(words("en"), Thought(action=Play(Card("AH")), code="cash_a_master", values=reckoned))
    assert said == (
        "Nothing higher is out in the suit: it should win. "
        "It should be worth about 3 points more than the seven of spades."
    )
    unusual = {**reckoned, "instead": "7S", "lead": 12, "interval": 4}
    assert why(
        words("fr"), Thought(action=Play(Card("AH")), code="cash_a_master", values=unusual)
    ).endswith(
        "(ce serait le sept de pique), mais elle rapporte environ 12 points de plus, à 4 près."
    )
    unread = {"card": "H", "other": "pass", "gain": 12.3, "ahead": 64, "worlds": 300}
    received = {**unread, "instead": "pass", "lead": 12, "interval": 9}
    assert "No jack or nine, yet" in why(
        words("en"), Thought(action=Take(Trump.HEARTS), code="take", values=received)
    )
    taken = Thought(
        action=Take(Trump.HEARTS), code="take", values={"card": "H", "other": "pass", "gain": 12.3}
    )
    assert why(words("fr"), taken).endswith("environ 12 points de plus que passer.")
    close = {**reckoned, "gain": 0.7}
    assert "It is a little better than" in why(
        words("en"), Thought(action=Play(Card("AH")), code="finesse", values=close)
    )


@needs_kernel
def test_how_often_a_card_stands_is_reported_as_it_is() -> None:
    """Said of many cards, the share in which nobody can beat them is the share that was said."""
    said, held = [], []
    for seed in range(volume(60, 120)):
        rules = presets.rules(list(presets.PRESETS)[seed % len(presets.PRESETS)])
        state = match.start(rules, deck.shuffled(Random(seed), rules.pack), 0)
        players = [bots.make("regular", seed + own) for own in range(rules.players)]
        while (seat := state.to_act) is not None:
            now = view(state, seat)
            thought = players[seat].think(now)
            if isinstance(thought.action, Play) and "stands" in thought.values:
                at = Observation(now, fair(now))
                said.append(thought.values["stands"] / 100)
                held.append(_stands(at, thought.action.card, state.deal.hands))
            state = match.apply(state, seat, thought.action)
    assert len(said) > volume(50, 100)
    assert sum(said) / len(said) == pytest.approx(sum(held) / len(held), abs=0.1)


def _stands(at: Observation, card: Card, hands: tuple[CardSet, ...]) -> bool:
    """Return whether no opponent after me can beat it, in these hands."""
    trick = (*at.trick, card)
    opponents = [s for s in at.after_me(at.players - len(trick)) if s != at.partner]
    replies = (reply for s in opponents for reply in play.legal(hands[s], trick, at.law))
    return all(play.winner((*trick, reply), at.trump) != len(trick) for reply in replies)


def test_a_false_player_does_not_stop_a_bot() -> None:
    """A person revoked: no hands agree with that, and rules of thumb are left."""
    rules = presets.rules("flemish").as_in_real_life()
    state = match.start(rules, deck.shuffled(Random(3)), 0)
    master = bots.make("master", 1)
    chance = Random(4)
    while (seat := state.to_act) is not None:
        now = view(state, seat)
        if seat == 1 and now.phase == "play" and now.legal is not None:
            action: Action = Play(chance.choice(sorted(now.hand)))
        else:
            action = master.think(now).action
        state = match.apply(state, seat, action)
    assert state.deal.law is not None
