"""The life of a table: its table of transitions, walked from where each table begins."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import pytest
from msgspec.structs import replace

from rebelote import bots
from rebelote.rules import presets
from rebelote.rules.view import view
from rebelote.server.base.protocol.occupants import Occupant
from rebelote.server.base.protocol.table_settings import Terms
from rebelote.server.table.model import event_log
from rebelote.server.table.model.event_log import CalledOff, Entry, PauseVote, Sealed, Started
from rebelote.server.table.model.life import (
    CLOCK,
    MATCH,
    PACK,
    ClockState,
    ImpossibleStepError,
    Life,
    MatchState,
    PackState,
    Step,
)
from rebelote.server.table.model.state import Change
from rebelote.server.table.model.table import Table

MACHINES = (MATCH, PACK, CLOCK)


def steps_from(life: Life) -> Iterator[tuple[Step, Life]]:
    """Yield the steps that exist from a state, and where they lead."""
    for step in Step:
        with suppress(ImpossibleStepError):
            yield step, life.after(step)


def reached() -> dict[Life, dict[Step, Life]]:
    """Return all states that a table can reach, with the steps from each."""
    known: dict[Life, dict[Step, Life]] = {}
    open_states = [Life()]
    while open_states:
        life = open_states.pop()
        if life not in known:
            known[life] = dict(steps_from(life))
            open_states += known[life].values()
    return known


def test_a_table_is_in_one_of_ten_states() -> None:
    """Each state of the match has a pack sealed or not, and a match in play a pause or not."""
    lives = reached()
    between = {(state, pack) for state in MatchState for pack in PackState}
    assert {(life.match, life.pack) for life in lives} == between
    paused = {life for life in lives if life.clock is ClockState.PAUSED}
    assert {life.match for life in paused} == {MatchState.PLAYING}
    assert len(lives) == len(between) + len(PackState)


def test_no_state_is_a_dead_end_and_none_leads_back_to_the_first() -> None:
    lives = reached()
    for life, steps in lives.items():
        assert Step.START in steps or life.match is MatchState.PLAYING, life
        others = {after.match for after in steps.values()} - {MatchState.WAITING}
        assert others, life
        if life.match is not MatchState.WAITING:
            assert all(after.match is not MatchState.WAITING for after in steps.values())


def test_every_state_and_every_step_is_named() -> None:
    assert [set(machine) for machine in MACHINES] == [
        set(MatchState), set(PackState), set(ClockState)
    ]  # fmt: skip
    named = {step for machine in MACHINES for known in machine.values() for step in known}
    assert named == set(Step)


@pytest.mark.parametrize(
    ("life", "step"),
    [
        (Life(), Step.DEAL),
        (Life(), Step.PLAY),
        (Life(), Step.PAUSE),
        (Life(MatchState.PLAYING), Step.START),
        (Life(MatchState.OVER), Step.CALL_OFF),
        (Life(MatchState.CALLED_OFF), Step.CALL_OFF),
        (Life(MatchState.CALLED_OFF), Step.PLAY),
        (Life(pack=PackState.SEALED), Step.SEAL),
    ],
)
def test_what_is_not_named_cannot_happen(life: Life, step: Step) -> None:
    with pytest.raises(ImpossibleStepError, match=str(step)):
        life.after(step)


class Logged:
    """A table of a person with three bots, and its log."""

    def __init__(self, preset: str = "french") -> None:
        self.table = Table("table")
        self.log: list[tuple[int, str | None, bytes]] = []
        seats = (Occupant(person="ann"), *(Occupant(bot="casual") for _ in range(3)))
        self.commit(self.table.agree(presets.rules(preset), Terms(), seats))
        started = self.table.start(bytes(32))
        assert isinstance(started.entry, Started)
        self.commit(replace(started, entry=replace(started.entry, at=1.0)))

    def state(self) -> tuple[Life, bool]:
        """Return the state of the table, and whether its clocks stand."""
        return self.table.life, self.table.clock.paused

    def write(self, entry: Entry) -> None:
        """Add an entry to the log alone."""
        self.log.append((len(self.log) + 1, None, event_log.encode(entry)))

    def take(self, entry: Entry) -> None:
        """Add an entry to the log and the table."""
        self.commit(self.table.followed_by(entry, None))

    def play_a_deal(self) -> None:
        """Play until a deal has given one side more than the other."""
        table, bot = self.table, bots.make("random", 3)
        while table.match.settlement is None or len(set(table.match.scores)) == 1:
            if (seat := table.to_act) is None:
                following = table.go_on(bytes(32))
                assert following is not None
                self.commit(following)
            else:
                self.commit(table.act(seat, bot.choose(view(table.match, seat))))

    def commit(self, change: Change) -> None:
        """Add a change to the log and the table."""
        self.table.commit(change)
        self.write(change.entry)


def test_a_table_lives_as_its_log_says() -> None:
    logged = Logged()
    assert logged.state() == (Life(MatchState.PLAYING), False)
    logged.take(PauseVote(0, on=True))
    assert logged.state() == (Life(MatchState.PLAYING, clock=ClockState.PAUSED), True)
    logged.take(CalledOff())
    assert logged.state() == (Life(MatchState.CALLED_OFF), False)
    assert Table.restore("table", logged.log).life == logged.table.life


def test_an_impossible_entry_is_neither_proposed_nor_read() -> None:
    logged = Logged()
    logged.take(CalledOff())
    with pytest.raises(ImpossibleStepError):
        logged.table.followed_by(CalledOff(), None)
    logged.write(CalledOff())
    with pytest.raises(ImpossibleStepError):
        Table.restore("table", logged.log)


def test_a_match_whose_time_is_up_waits_for_a_sealed_pack() -> None:
    """The pack would begin a rematch to which nobody has agreed."""
    logged = Logged("cannes-2016")
    logged.play_a_deal()
    logged.take(Sealed(bytes(32).hex(), ("ab" * 32, "", "", "")))
    late = logged.table.ends_at
    assert late is not None and logged.table.time_up(late) is None
    logged.commit(logged.table.deal())
    assert logged.table.matches == 1 and logged.table.time_up(late) is not None
