"""One task: two bots play the same deal, or match, in every seating. Nothing else differs.

Packs, first dealer, cuts and the seeds of the bots are fixed before anybody acts.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from random import Random
from statistics import fmean

import msgspec

from rebelote import agents, bots
from rebelote.agents import AgentError, Fault
from rebelote.rules import deck, match, scoring, tallies
from rebelote.rules.actions import Action, Cut
from rebelote.rules.deal import Phase, PlayedOut, cut_range, tally
from rebelote.rules.deck import Pack
from rebelote.rules.options import Rules
from rebelote.rules.refusals import IllegalActionError
from rebelote.rules.view import view

Pair = tuple[str, str]
"""The bot that is measured, and the one it plays against."""


class Setting(msgspec.Struct, frozen=True, kw_only=True):
    """A deal, or a match, before anybody acts: the same however the bots are seated.

    `seed` is that of the bots, and of the packs and cuts after the first deal.
    """

    number: int
    pack: Pack
    dealer: int
    depth: int
    seed: int


class Task(msgspec.Struct, frozen=True):
    """A setting that a pair of bots has to play."""

    pair: Pair
    setting: Setting

    @property
    def key(self) -> tuple[Pair, int]:
        """The key of the task within its run."""
        return self.pair, self.setting.number


class AgentFault(msgspec.Struct, frozen=True, kw_only=True):
    """A fault of an agent: in which setting, deal of it and seat, and in which words."""

    agent: str
    fault: Fault
    number: int
    deal: int
    seat: int
    sentence: str

    @property
    def kind(self) -> str:
        return f"{self.agent}: {self.fault}"


class TaskResult(msgspec.Struct, frozen=True, kw_only=True):
    """One deal or match, seated in every way: what the first bot gained a deal, on average.

    `marks` and trick `points` more than the others; the share of the matches it `won`, None where a
    single deal was played; the number of `seatings`, and of `deals` in all of them; of these how
    many it has `taken` and `made`; `seconds` and `decisions` of its thinking, and the `longest`.
    `faults`: how often an agent could not go on, by its text and the kind of fault; `sentences` has
    each of them.
    """

    pair: Pair
    number: int
    marks: float
    points: float
    won: float | None
    seatings: int
    deals: int
    taken: int
    made: int
    seconds: float
    decisions: int
    longest: float
    faults: dict[str, int] = {}
    sentences: tuple[AgentFault, ...] = ()

    @property
    def key(self) -> tuple[Pair, int]:
        return self.pair, self.number

    @property
    def lead(self) -> float:
        """Above nought where the first bot did better than an equal would have, below if worse."""
        return self.marks if self.won is None else self.won - 1 / self.seatings


def settings(rules: Rules, count: int, seed: int) -> Iterator[Setting]:
    """So many of them, each from a fresh pack."""
    chance = Random(seed)
    for number in range(count):
        pack, dealer = deck.shuffled(chance, rules.pack), chance.randrange(rules.players)
        yield Setting(
            number=number,
            pack=pack,
            dealer=dealer,
            depth=_depth(rules, chance),
            seed=chance.randrange(1 << 30),
        )


def _depth(rules: Rules, chance: Random) -> int:
    return chance.choice(cut_range(rules)) if rules.deal.cut_min is not None else 0


class DecisionTimer:
    """The time that a bot takes for its decisions."""

    def __init__(self) -> None:
        self.seconds, self.decisions, self.longest = 0.0, 0, 0.0

    def time(self, player: bots.Bot, state: match.Match, seat: int) -> match.Match:
        """Return the match after the player's decision.

        It is timed without making its view; one that never comes counts as long as it is waited
        for.
        """
        now = view(state, seat)
        began = time.perf_counter()
        try:
            action = agents.decide(player, now)
        finally:
            taken = time.perf_counter() - began
            self.seconds += taken
            self.decisions += 1
            self.longest = max(self.longest, taken)
        return _applied(state, seat, player, action)


def _applied(state: match.Match, seat: int, player: bots.Bot, action: Action) -> match.Match:
    """Return the match after an action. AgentError where the rules refuse it."""
    try:
        return match.apply(state, seat, action)
    except IllegalActionError as error:
        raise agents.illegal(player, action, error) from error


class SeatedPair:
    """The first bot of the pair on one side, the second everywhere else.

    An agent that cannot go on ends its deal and match: the others write a misdeal's penalty more.
    """

    def __init__(self, rules: Rules, task: Task, side: int, clock: DecisionTimer) -> None:
        self.rules, self.setting, self.clock = rules, task.setting, clock
        self.mine = [side_of == side for side_of in rules.sides]
        self.names = [task.pair[not own] for own in self.mine]
        self.players = [
            agents.make(name, task.setting.seed + seat) for seat, name in enumerate(self.names)
        ]
        self.fault: AgentFault | None = None
        """The first fault of the agent; None where it made none."""

    def deals(self, whole: bool) -> Iterator[match.Match]:
        """Yield the match at the end of each deal: of the first, or of all until a side has won."""
        state = match.start(self.rules, self.setting.pack, self.setting.dealer)
        state = self._played(state, self.setting.depth)
        yield state
        while whole and not state.over and not self.fault:
            # A chance for each deal, so that what one seating asks of it moves no pack of the next.
            chance = Random(f"{self.setting.seed}:{state.number + 1}")
            state = match.next_deal(state, match.new_pack(state, chance))
            state = self._played(state, _depth(self.rules, chance))
            yield state

    def _played(self, state: match.Match, depth: int) -> match.Match:
        while (seat := state.to_act) is not None:
            if state.deal.phase is Phase.CUT:
                state = match.apply(state, seat, Cut(depth))
                continue
            try:
                state = self._after(state, seat)
            except AgentError as error:
                return self._forfeited(state, seat, error)
        return state

    def _after(self, state: match.Match, seat: int) -> match.Match:
        if self.mine[seat]:
            return self.clock.time(self.players[seat], state, seat)
        player = self.players[seat]
        return _applied(state, seat, player, agents.decide(player, view(state, seat)))

    def _forfeited(self, state: match.Match, seat: int, error: AgentError) -> match.Match:
        """Return the match, ended by the fault of this seat: its side pays as for a misdeal."""
        self.fault = AgentFault(
            agent=self.names[seat],
            fault=error.fault,
            number=self.setting.number + 1,
            deal=state.number,
            seat=seat,
            sentence=str(error),
        )
        return forfeited(state, self.rules.sides[seat])


def forfeited(state: match.Match, side: int) -> match.Match:
    """Return the match with a last row on its sheet: the penalty of `side`, which has given up.

    The deal in play stays as it is, and nobody need have won.
    """
    rules = state.rules
    paid = scoring.penalty(side, rules.side_count, state.held, rules.scoring)
    totals = tuple(map(sum, zip(state.scores, paid.marks, strict=True)))
    row = match.SheetRow(
        number=state.number,
        dealer=state.deal.dealer,
        contract=None,
        outcome=None,
        sweep=False,
        marks=paid.marks,
        held=state.held,
        totals=totals,
    )
    return msgspec.structs.replace(state, sheet=(*state.sheet, row))


def play(rules: Rules, whole: bool, task: Task) -> TaskResult:
    """Play the deal, or the whole match, with the first bot on each side in turn."""
    clock = DecisionTimer()
    sides = range(rules.side_count)
    tables = [SeatedPair(rules, task, side, clock) for side in sides]
    seated = [list(table.deals(whole)) for table in tables]
    ends = [(side, end) for side, deals in enumerate(seated) for end in deals]
    faults = tuple(table.fault for table in tables if table.fault)
    made = [end.sheet[-1].outcome == "made" for side, end in ends if _took(end, side)]
    return TaskResult(
        pair=task.pair,
        number=task.setting.number,
        marks=fmean(_ahead(end.sheet[-1].marks, side) for side, end in ends),
        points=fmean(_ahead(_points(end), side) for side, end in ends),
        won=fmean(leads(deals[-1], side) for side, deals in enumerate(seated)) if whole else None,
        seatings=len(sides),
        deals=len(ends),
        taken=len(made),
        made=sum(made),
        seconds=clock.seconds,
        decisions=clock.decisions,
        longest=clock.longest,
        faults=dict(Counter(fault.kind for fault in faults)),
        sentences=faults,
    )


def leads(ended: match.Match, side: int) -> bool:
    """Return whether this side has won the match, or has most marks after a fault."""
    if ended.winner is not None:
        return ended.winner == side
    return match.highest(ended.sheet[-1].totals, range(ended.rules.side_count)) == side


def _took(ended: match.Match, side: int) -> bool:
    contract = ended.sheet[-1].contract
    return contract is not None and ended.rules.sides[contract.attacker] == side


def _points(ended: match.Match) -> tallies.Points:
    """Return the points of the tricks by side; nought in a dead deal."""
    return tally(ended.deal).points if isinstance(ended.deal, PlayedOut) else ended.nothing


def _ahead(by_side: tallies.Points, side: int) -> float:
    """Return the lead of a side over the mean of the others."""
    return by_side[side] - (sum(by_side) - by_side[side]) / (len(by_side) - 1)
