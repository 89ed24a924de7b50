"""Configuration of the levels: how many worlds each searches. All in which the levels differ."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from rebelote.rules.view import View, rules_of

if TYPE_CHECKING:
    from rebelote.kernel.solver import Ownership


class LevelConfig(NamedTuple):
    """The configuration of one level. With no worlds it plays by heuristics alone.

    For a card `worlds` are rolled out; with at most `exact` cards left in hand `solved` worlds are
    solved double dummy instead. For a call `bid_worlds` are rolled out. `weigh`: whether worlds are
    weighted by the likelihood of calls and silence. `oversampling`: how many times as many worlds
    are drawn and then resampled by the likelihood of what was played. `rounds`: how often so many
    worlds are searched at most, where a choice that breaks a principle leads, but not clearly.
    `ownership`: a model by which worlds are drawn instead, at tables that it knows
    (`bots.ownership`); no level has one. `policy`: the weight of the policy network beside the
    worlds, at tables that it knows (`bots.policy`); without worlds it plays the cards alone.
    """

    worlds: int = 0
    exact: int = 0
    solved: int = 0
    bid_worlds: int = 0
    weigh: bool = False
    oversampling: int = 1
    rounds: int = 1
    ownership: Ownership | None = None
    policy: float = 0.0

    def solves(self, view: View) -> bool:
        """Whether worlds are solved here; with three players, each alone, they are rolled out."""
        return len(view.hand) <= self.exact and rules_of(view).side_count == 2

    def worlds_for_card(self, view: View) -> int:
        """The number of worlds to search for a card here."""
        return self.solved if self.solves(view) else self.worlds


LEVEL_CONFIGS: Final = {
    "beginner": LevelConfig(),
    "regular": LevelConfig(worlds=16, rounds=8, policy=1.0),
    "club": LevelConfig(
        worlds=60, exact=2, solved=40, bid_worlds=40, weigh=True, rounds=8, policy=0.8
    ),
    "expert": LevelConfig(
        worlds=150,
        exact=3,
        solved=60,
        bid_worlds=100,
        weigh=True,
        oversampling=3,
        rounds=5,
        policy=0.8,
    ),
    "master": LevelConfig(
        worlds=600,
        exact=4,
        solved=120,
        bid_worlds=300,
        weigh=True,
        oversampling=4,
        rounds=3,
        policy=0.8,
    ),
}
"""The levels, weakest first."""
