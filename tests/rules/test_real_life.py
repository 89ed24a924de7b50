"""Real-life tables: forgetting, showing, false play, misdeals."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest
from dealing import dealt
from volume import volume

from rebelote import (
    Challenge,
    Demand,
    IllegalActionError,
    Match,
    Misdeal,
    Play,
    Show,
    apply,
    bots,
    legal_actions,
    next_deal,
    start,
    views,
)
from rebelote.i18n import words
from rebelote.i18n.speech import Teller
from rebelote.knowledge.conduct import intervention
from rebelote.rules import presets
from rebelote.rules.actions import Bid, Call, Double, Packets, Pass, Redeal, Redouble
from rebelote.rules.cards import Card, CardSet, Trump
from rebelote.rules.deal import Contracted, PlayedOut, legal_cards, tally
from rebelote.rules.events import Doubled, RedealAsked, narrate
from rebelote.rules.match import first_pack, new_pack
from rebelote.rules.melds import Kind
from rebelote.rules.options import Rules
from rebelote.rules.records.record import Record, Recorded
from rebelote.rules.scoring import Penalty
from rebelote.rules.settlements import award

RUN3, RUN4 = Kind("run", 3), Kind("run", 4)
FLEMISH = presets.rules("flemish", cut_min=None).as_in_real_life()
FRENCH = presets.rules("french", cut_min=None, packets=((3, 2),)).as_in_real_life()

# Seat 0 holds a tierce to the king of hearts, seat 1 one to the ace of diamonds, trump is spades.
HANDS = [
    "KH QH JH 7S 8S 7C 9C 8D",
    "AD KD QD 9S TS 8C TC 7H",
    "AH TH 9H JS QS JC 7D 9D",
    "8H AS KS QC KC AC TD JD",
]


def play(state: Match, cards: str, said: Mapping[str, tuple[Kind, ...]] | None = None) -> Match:
    """Play these cards in order; `show` before a card shows, `!` after it says belote."""
    for word in cards.split():
        seat = state.to_act
        assert seat is not None
        if word == "show":
            state = apply(state, seat, Show())
            continue
        card = Card(word.removesuffix("!"))
        kinds = (said or {}).get(card.text, ())
        state = apply(state, seat, Play(card, kinds, word.endswith("!")))
    return state


BOTH = {"KH": (RUN3,), "7H": (RUN3,)}
"""Announcements made with the first cards below."""


def two_tricks(rules: Rules) -> Match:
    """Return two tricks, in which seats 0 and 1 announced a tierce each; seat 1's is higher."""
    state = play(dealt(rules, HANDS), "KH 7H AH 8H", BOTH)
    assert state.deal.leader == 2
    return play(state, "9H AS QH 9S")


def begun(state: Match) -> Contracted:
    """Return the deal, which a seat took."""
    assert isinstance(state.deal, Contracted)
    return state.deal


def melds_of(state: Match) -> list[int]:
    """Return the points that each seat's announcements would count as things stand."""
    deal = begun(state)
    worth = [sum(m.kind.points for m in named) for named in deal.announced]
    return [points * deal.counts(seat) for seat, points in enumerate(worth)]


# --- announcements --------------------------------------------------------------------------------


def test_the_higher_one_counts_and_is_shown_with_the_third_card() -> None:
    state = two_tricks(FLEMISH)
    contest = begun(state).contest
    assert contest is not None
    assert (contest.side, contest.by) == (1, "height")
    assert not begun(state).shown(1)
    state = play(until_seat(state, 1), "show")
    assert views(state)[0].legal is None
    state = play_any(state)
    assert begun(state).shown(1) and melds_of(state) == [0, 20, 0, 0]


def until_seat(state: Match, seat: int) -> Match:
    """Play something legal with every seat before `seat`."""
    while state.to_act != seat:
        state = play_any(state)
    return state


def play_any(state: Match) -> Match:
    seat = state.to_act
    assert seat is not None
    return apply(state, seat, Play(next(iter(legal_cards(state.deal)))))


def finish_trick(state: Match) -> Match:
    tricks = len(state.deal.tricks)
    while len(state.deal.tricks) == tricks:
        state = play_any(state)
    return state


def test_v35_the_best_forgets_and_the_lesser_shows_with_the_fourth_card() -> None:
    state = finish_trick(two_tricks(FLEMISH))
    assert begun(state).forgotten == (1,)
    contest = begun(state).contest
    assert contest is not None and contest.side == 0
    state = play(until_seat(state, 0), "show")
    state = finish_trick(play_any(state))
    assert melds_of(state) == [20, 0, 0, 0]
    assert begun(state).shown(0)


def test_both_forget_and_nobody_counts() -> None:
    state = finish_trick(finish_trick(two_tricks(FLEMISH)))
    assert set(begun(state).forgotten) == {0, 1}
    assert melds_of(state) == [0, 0, 0, 0]


@pytest.mark.parametrize("tricks", [0, 1, 3])
def test_showing_is_neither_early_nor_late(tricks: int) -> None:
    state = (
        dealt(FLEMISH, HANDS) if tricks == 0 else play(dealt(FLEMISH, HANDS), "KH 7H AH 8H", BOTH)
    )
    for _ in range(tricks - 1):
        state = finish_trick(state)
    seat = state.to_act
    assert seat is not None
    with pytest.raises(IllegalActionError, match="nothing-to-show"):
        apply(until_seat(state, 1) if tricks else state, 1 if tricks else seat, Show())


def test_v36_asked_and_not_shown_is_cancelled_and_the_others_count() -> None:
    state = play(dealt(FRENCH, HANDS), "KH 7H AH 8H", BOTH)
    contest = begun(state).contest
    assert contest is not None and contest.side == 1
    assert views(state)[0].may.demand == (1,)
    state = finish_trick(apply(state, 0, Demand(1)))
    assert begun(state).forgotten == (1,)
    assert melds_of(state) == [20, 0, 0, 0]


def test_nobody_asks_and_it_counts_unshown() -> None:
    state = finish_trick(play(dealt(FRENCH, HANDS), "KH 7H AH 8H", BOTH))
    assert melds_of(state) == [0, 20, 0, 0]
    assert not begun(state).shown(1)


def test_asked_and_shown_counts() -> None:
    state = apply(play(dealt(FRENCH, HANDS), "KH 7H AH 8H", BOTH), 2, Demand(1))
    state = play_any(play(until_seat(state, 1), "show"))
    assert melds_of(state) == [0, 20, 0, 0]
    assert begun(state).shown(1)


def test_only_who_counts_can_be_asked_and_only_once() -> None:
    state = play(dealt(FRENCH, HANDS), "KH 7H AH 8H", BOTH)
    for seat, asked in ((1, 0), (0, 3), (1, 1), (0, 7)):
        with pytest.raises(IllegalActionError, match="nothing-to-demand"):
            apply(state, seat, Demand(asked))
    with pytest.raises(IllegalActionError, match="nothing-to-demand"):
        apply(apply(state, 0, Demand(1)), 2, Demand(1))


def test_what_is_not_announced_is_lost() -> None:
    state = play(dealt(FLEMISH, HANDS), "KH 7H AH 8H", {"KH": (RUN3,)})
    assert begun(finish_trick(state)).contest is not None
    assert melds_of(finish_trick(state)) == [20, 0, 0, 0]
    with pytest.raises(IllegalActionError, match="too-late-to-announce"):
        seat = state.to_act
        assert seat is not None
        apply(state, seat, Play(Card("9H"), (RUN3,)))


def test_what_one_does_not_hold_is_not_announced() -> None:
    with pytest.raises(IllegalActionError, match="not-held"):
        play(dealt(FLEMISH, HANDS), "KH", {"KH": (RUN4,)})


def test_nothing_in_a_view_reminds_the_player() -> None:
    legal = views(dealt(FLEMISH, HANDS))[0].legal
    assert legal is not None
    assert (legal.announce, legal.refused, len(legal.cards)) == ((), (), 8)


# --- belote ---------------------------------------------------------------------------------------

BELOTE = [
    "KS QS 7S 7H 8H 9H 7D 8D",
    "AS TS 9S 8S TH JH QH KH",
    "JS AH 9D TD JD QD KD AD",
    "7C 8C 9C TC JC QC KC AC",
]


@pytest.mark.parametrize(
    ("cards", "points"), [("KS! AS", 0), ("KS!", 20), ("KS", 0)], ids=["first", "both", "second"]
)
def test_belote_is_said_with_both_cards_or_lost(cards: str, points: int) -> None:
    rules = FLEMISH.agree({"meld_show_mode": "auto"})
    state = play(dealt(rules, BELOTE), f"{cards.split()[0]} AS JS 7C")
    state = until_seat(state, 0)
    while Card("QS") not in legal_of(state):
        state = until_seat(play_any(state), 0)
    state = play(state, "QS!" if cards != "KS! AS" else "QS")
    while state.to_act is not None:
        state = play_any(state)
    settled = state.settlement
    assert settled is not None
    said = [line.points for line in settled.lines if line.code == "belote"]
    assert said == ([points] if points else [])


@pytest.mark.parametrize(("king", "points"), [("KS!", 20), ("KS", 0)])
def test_in_bitola_belote_is_said_with_the_first_card_alone(king: str, points: int) -> None:
    rules = presets.rules("bela-bitola", cut_min=None).as_in_real_life()
    hands = [BELOTE[0].replace("7D", "7C"), *BELOTE[1:3], BELOTE[3].replace("7C", "7D")]
    state = until_seat(play(dealt(rules, hands), f"{king} AS JS 8C"), 0)
    while Card("QS") not in legal_of(state):
        state = until_seat(play_any(state), 0)
    with pytest.raises(IllegalActionError, match="no-belote"):
        play(state, "QS!")
    state = play(state, "QS")
    while state.to_act is not None:
        state = play_any(state)
    assert isinstance(state.deal, PlayedOut)
    assert tally(state.deal).belote == (points, 0)


def legal_of(state: Match) -> CardSet:
    return legal_cards(state.deal)


def test_belote_is_not_said_of_another_card() -> None:
    with pytest.raises(IllegalActionError, match="no-belote"):
        play(dealt(FLEMISH, BELOTE), "7S!")


def test_the_queen_before_the_king_loses_the_twenty_where_it_is_no_false_card() -> None:
    rules = presets.rules("flemish", cut_min=None, belote_order_violation="forfeits_20")
    state = play(dealt(rules, BELOTE), "QS AS JS 7C")
    while state.to_act is not None:
        state = play_any(state)
    assert state.settlement is not None
    assert not [line for line in state.settlement.lines if line.code == "belote"]


# --- false play -----------------------------------------------------------------------------------


def test_a_revoke_can_be_played_and_is_punished() -> None:
    state = play(dealt(FLEMISH, HANDS), "KH TC")  # seat 1 holds the seven of hearts
    state = apply(state, 0, Challenge(1))
    result = state.deal.verdict
    assert result is not None and result.card == Card("TC")
    assert (result.trick, result.code) == (1, "must-follow")
    assert state.sheet[-1].marks == (16, 0)
    assert state.sheet[-1].outcome == "false_play"
    assert state.to_act is None and next_deal(state, pack_for(state)).number == 2


def pack_for(state: Match) -> tuple[Card, ...] | None:
    return new_pack(state, Random(1))


def test_a_false_accusation_gives_all_points_to_the_other_side() -> None:
    state = play(dealt(FLEMISH, HANDS), "KH 7H", {"KH": (RUN3,)})
    state = apply(state, 0, Challenge(1))
    assert state.deal.verdict is not None and state.deal.verdict.card is None
    assert state.sheet[-1].marks == (0, 18)  # 162 and the tierce that was announced


@pytest.mark.parametrize(("kind", "marks"), [("162", 16), ("252", 25), ("162_and_bonuses", 18)])
def test_what_all_points_are(kind: str, marks: int) -> None:
    rules = FLEMISH.agree({"false_play_award": kind})
    state = apply(play(dealt(rules, HANDS), "KH 7H", {"KH": (RUN3,)}), 0, Challenge(1))
    assert state.sheet[-1].marks == (0, marks)


def test_the_queen_before_the_king_and_not_undertrumping_are_false_play() -> None:
    state = apply(play(dealt(FLEMISH, BELOTE), "QS"), 1, Challenge(0))
    assert state.deal.verdict is not None and state.deal.verdict.code == "king-before-queen"


def test_a_deal_may_be_challenged_until_the_next_begins() -> None:
    state = play(dealt(FLEMISH, HANDS), "KH TC")
    while state.to_act is not None:
        state = play_any(state)
    written = state.sheet[-1].marks
    state = apply(state, 2, Challenge(1))
    assert len(state.sheet) == 1 and state.sheet[-1].marks != written
    assert state.sheet[-1].outcome == "false_play"
    with pytest.raises(IllegalActionError, match="no-challenge"):
        apply(state, 0, Challenge(1))


def test_whom_one_may_challenge() -> None:
    state = play(dealt(FLEMISH, HANDS), "KH 7H")
    for seat, accused, code in ((0, 2, "not-an-opponent"), (0, 0, "not-an-opponent")):
        with pytest.raises(IllegalActionError, match=code):
            apply(state, seat, Challenge(accused))
    with pytest.raises(IllegalActionError, match="nothing-played"):
        apply(state, 0, Challenge(3))
    with pytest.raises(IllegalActionError, match="no-challenge"):
        apply(dealt(presets.rules("flemish", cut_min=None), HANDS), 0, Challenge(1))


def test_held_points_go_to_the_wronged_side() -> None:
    settled = award(Penalty(1, 0, (0, 0), (0, 0)), 8, FLEMISH.scoring)
    assert settled.marks == (0, 24) and settled.held == 0


def test_a_careful_player_challenges_what_is_proven_and_nothing_else() -> None:
    """Seat 1 throws a club on hearts: false, but only proven when it plays a heart."""
    state = play(dealt(FLEMISH, HANDS), "KH TC AH 8H")
    assert all(intervention(view) is None for view in views(state))
    while Card("7H") in state.deal.hands[1]:
        assert all(intervention(view) is None for view in views(state))
        state = play(until_seat(state, 1), "7H")
    result = [intervention(view) for view in views(state)]
    assert Challenge(1) in result
    assert apply(state, result.index(Challenge(1)), Challenge(1)).sheet[-1].marks[0] >= 16


def test_fair_play_is_never_challenged() -> None:
    """Random legal games: nothing that the rules allow is ever proven false."""
    for seed in range(volume(4, 15, 300)):
        for preset in presets.PRESETS:
            rules = presets.rules(preset).as_in_real_life()
            chance = Random(seed)
            state = start(rules, first_pack(rules, chance), 0)
            while (seat := state.to_act) is not None:
                offered = views(state)[seat].legal
                assert offered is not None
                if "play" in offered.actions:
                    state = apply(state, seat, Play(chance.choice(list(legal_cards(state.deal)))))
                    challenges = [intervention(view) for view in views(state)]
                    assert not any(isinstance(action, Challenge) for action in challenges)
                else:
                    state = apply(state, seat, chance.choice(legal_actions(state.deal)))


# --- misdeals -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("policy", "dealer", "marks"),
    [("redeal", 3, (0, 0)), ("next_dealer", 0, (0, 0)), ("penalty_162", 0, (0, -160))],
)
def test_a_misdeal_is_reported_before_the_first_card(
    policy: str, dealer: int, marks: tuple[int, int]
) -> None:
    state = dealt(FRENCH.agree({"misdeal": policy}), HANDS)
    received = apply(state, 2, Misdeal())
    assert received.sheet[-1].marks == marks and received.sheet[-1].outcome == "misdeal"
    after = next_deal(received)
    assert after.deal.dealer == dealer
    assert CardSet.of(after.deal.pack) == CardSet.of(state.deal.pack)
    with pytest.raises(IllegalActionError, match="no-misdeal"):
        apply(play_any(state), 2, Misdeal())
    with pytest.raises(IllegalActionError, match="no-misdeal"):
        apply(dealt(FRENCH, HANDS), 2, Misdeal())


# --- a double out of turn -------------------------------------------------------------------------

CANNES = presets.rules("cannes-2016").as_in_real_life()


def called(*calls: tuple[int, Call]) -> Recorded:
    """Return a match in which seat 0 speaks first, and these calls were made."""
    begun = start(CANNES.agree({"cut_min": None}), first_pack(CANNES, Random(3)), 3)
    result = Recorded.begin(begun).act(3, Packets((3, 3, 2)))
    for seat, call in calls:
        result = result.act(seat, call)
    return result


EARLY: list[tuple[int, Call]] = [(0, Bid(Trump.SPADES, 80)), (3, Double())]


def test_after_a_double_out_of_turn_the_cards_are_dealt_again_by_the_same_dealer() -> None:
    before = called(*EARLY)
    over = before.act(0, Redeal())
    received = narrate(before.match, 0, Redeal(), over.match)
    assert received == (RedealAsked(0),), "nobody passed"
    assert [view.may.calls for view in views(before.match)] == [()] * 4
    assert over.match.to_act is None and over.match.scores == (0, 0)
    assert next_deal(over.match).deal.dealer == 3
    text = str(over.record)
    assert "call 80S 3:double redeal\ndead" in text
    assert Record.parse(text).replay() == over.match
    assert Record.from_json(over.record.json()).replay() == over.match


def test_it_is_described_as_one_out_of_turn_and_in_turn_as_one() -> None:
    for seat, early in ((3, True), (1, False)):
        before = called(EARLY[0]).match
        after = apply(before, seat, Double())
        assert narrate(before, seat, Double(), after) == (Doubled(seat, early),)
        sentence = Teller(words("en"), 0, ("Ann", "Bea", "Cas", "Dov")).event(Doubled(seat, early))
        assert ("out of turn" in sentence) is early


def test_a_bot_whose_bid_was_doubled_out_of_turn_plays_on() -> None:
    for seed in range(2):
        pack = first_pack(CANNES, Random(seed))
        state = apply(start(CANNES.agree({"cut_min": None}), pack, 3), 3, Packets((3, 3, 2)))
        for seat, call in EARLY:
            state = apply(state, seat, call)
        for level in ("regular", "club"):
            assert bots.make(level, seed).choose(views(state)[0]) in (Pass(), Redouble())
