"""A state machine of matches: any actions in any order, under any rules."""

from __future__ import annotations

from random import Random

import msgspec
from drawn_matches import act, drawn_rules, intrusion
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from volume import volume

from rebelote import (
    REFUSALS,
    Action,
    Challenge,
    Cut,
    Demand,
    IllegalActionError,
    Misdeal,
    Packets,
    Pass,
    Play,
    Record,
    Show,
    Take,
    views,
)
from rebelote.rules import match
from rebelote.rules.actions import Bid, Double, Redeal, Redouble, Value
from rebelote.rules.cards import CARDS, Card, CardSet, Trump
from rebelote.rules.deal import Contracted, Deal, HandsDealt, PlayedOut, stock, tally
from rebelote.rules.melds import Kind

seeds = st.integers(0, 2**32)
VALUES: tuple[Value | None, ...] = (
    None,
    -10,
    0,
    80,
    82,
    85,
    90,
    160,
    170,
    660,
    "capot",
    "generale",
)
"""Bids that some rules or none have, and None for a trump alone."""
anything = st.one_of(
    st.builds(Cut, st.integers(-2, 40)),
    st.builds(Packets, st.tuples(st.integers(0, 6), st.integers(0, 6))),
    st.just(Pass()),
    st.builds(Take, st.sampled_from(list(Trump))),
    st.builds(Bid, st.sampled_from(list(Trump)), st.sampled_from(VALUES)),
    st.just(Double()),
    st.just(Redouble()),
    st.just(Redeal()),
    st.builds(
        Play,
        st.sampled_from(CARDS),
        st.sampled_from([(), (Kind("run", 3),), (Kind("square", 4, 100), Kind("run", 4))]),
        st.booleans(),
    ),
    st.just(Show()),
    st.builds(Demand, st.integers(-1, 4)),
    st.builds(Challenge, st.integers(-1, 4)),
    st.just(Misdeal()),
)


def everywhere(deal: Deal) -> list[Card]:
    """Return every card, wherever it lies."""
    if not deal.dealt:
        return list(deal.pack)
    stock = deal.pack[sum(map(len, deal.dealt)) :]
    tricks = [card for trick in deal.tricks for card in trick.cards]
    return [*stock, *(c for hand in deal.hands for c in hand), *deal.trick, *tricks]


def without_belotes(deal: Deal) -> Deal:
    """Return the deal as if no hand held a belote, which a view shows."""
    return msgspec.structs.replace(deal, belotes=()) if isinstance(deal, Contracted) else deal


class MatchMachine(RuleBasedStateMachine):
    """A match under random switches, beside the simplest model of it: what was written."""

    @initialize(seed=seeds)
    def begin(self, seed: int) -> None:
        self.chance = Random(seed)
        self.agreed = drawn_rules(self.chance)
        _, dealer = match.draw_dealer(self.agreed, self.chance)
        pack = match.first_pack(self.agreed, self.chance)
        self.match = match.start(self.agreed, pack, dealer)
        self.record = Record.begin(self.match)

    @precondition(lambda self: self.match.to_act is not None)
    @rule(times=st.integers(1, 12))
    def go_on(self, times: int) -> None:
        for _ in range(times):
            if self.match.to_act is not None:
                self.match, self.record = act(self.chance, self.match, self.record)

    @precondition(lambda self: self.match.to_act is None and not self.match.over)
    @rule()
    def next_deal(self) -> None:
        pack = match.new_pack(self.match, self.chance)
        self.match, self.record = match.next_deal(self.match, pack), self.record.next_deal(pack)

    @rule()
    def intrude(self) -> None:
        """Act out of turn where possible, also after the last card."""
        result = intrusion(self.chance, self.match)
        if result is not None:
            seat, action = result
            self.match = match.apply(self.match, seat, action)
            self.record = self.record.act(action, seat)

    @rule(action=anything, seat=st.integers(0, 3))
    def try_anything(self, action: Action, seat: int) -> None:
        """Try an action: a refusal has a known code and changes nothing; else a match follows."""
        before = self.match
        try:
            after = match.apply(self.match, seat, action)
        except IllegalActionError as error:
            assert error.refusal == REFUSALS[error.refusal.code]
            assert self.match == before
        else:
            assert after != before

    @rule(remark=st.text(max_size=20))
    def remark(self, remark: str) -> None:
        self.record = self.record.comment(remark)

    @invariant()
    def every_card_is_somewhere(self) -> None:
        cards = everywhere(self.match.deal)
        assert len(cards) == len(self.agreed.pack)
        assert CardSet.of(cards) == self.agreed.pack

    @invariant()
    def the_sheet_adds_up(self) -> None:
        totals: dict[int, list[int]] = {}
        for row in self.match.sheet:
            marks = totals.setdefault(row.boom, [0] * len(row.marks))
            totals[row.boom] = [a + b for a, b in zip(marks, row.marks, strict=True)]
            paid = self.agreed.scoring.held_at_end == "paid" and row.boom_winner is not None
            if self.agreed.ending.excess != "carry" and not paid:
                assert tuple(totals[row.boom]) == row.totals
            assert row.held >= 0

    @invariant()
    def a_played_deal_is_worth_what_it_is(self) -> None:
        deal = self.match.deal
        if isinstance(deal, PlayedOut):
            won = tally(deal)
            assert sum(won.points) in (won.cards, won.cards + 10)
            assert self.match.settlement is not None

    @invariant()
    def nobody_sees_what_is_hidden(self) -> None:
        """Check that each seat's view is the same however the other hands are mixed."""
        deal = self.match.deal
        if len(deal.hands) < 2 or deal.to_act is None or (deal.announced and any(deal.announced)):
            return
        for seat, seen in enumerate(views(self.match)):
            if seat != deal.to_act or self.agreed.conduct.assistance == "none":
                assert views(self.stirred(deal, seat))[seat] == views(self.plain(deal))[seat]
            assert seen.hand == deal.hands[seat]

    def plain(self, deal: Deal) -> match.Match:
        return msgspec.structs.replace(self.match, deal=without_belotes(deal))

    def stirred(self, deal: Deal, seat: int) -> match.Match:
        """Return the match with the other hands mixed with one another, and with the stock."""
        others = [s for s in range(self.agreed.players) if s != seat]
        cards = [card for other in others for card in deal.hands[other]]
        if isinstance(deal, HandsDealt):
            cards += [card for card in stock(deal) if card is not deal.turned]
        self.chance.shuffle(cards)
        hands = list(deal.hands)
        for other in others:
            hands[other] = CardSet.of(cards[: len(hands[other])])
            cards = cards[len(hands[other]) :]
        mixed = msgspec.structs.replace(without_belotes(deal), hands=tuple(hands))
        return msgspec.structs.replace(self.match, deal=mixed)

    def teardown(self) -> None:
        """Check that the record, written and read, replays to this very state."""
        text = str(self.record)
        assert str(Record.parse(text)) == text
        assert self.record.replay() == self.match


TestMatch = MatchMachine.TestCase
TestMatch.settings = settings(
    max_examples=volume(50, 400, 5_000), stateful_step_count=60, deadline=None
)
