"""Configuration of the levels: how many worlds each searches. All in which the levels differ."""

from __future__ import annotations

from typing import Final, NamedTuple

from rebelote.rules.view import View, rules_of


class LevelConfig(NamedTuple):
    """The configuration of one level. Without worlds it plays by heuristics only.

    For a card `worlds` are rolled out; with at most `exact` cards left in hand `solved` worlds are
    solved double dummy instead. For a call `bid_worlds` are rolled out. `weigh`: whether worlds are
    weighted by the likelihood of calls and silence. `oversampling`: the multiple of worlds
    drawn, before they are resampled by the likelihood of the cards played. `rounds`: the most
    searches of so many worlds, where a choice that breaks a principle leads, but not clearly.
    `policy`: the weight of the policy network against the worlds, at tables that it knows
    (`bots.policy`); without worlds it plays the cards by itself.
    """

    worlds: int = 0
    exact: int = 0
    solved: int = 0
    bid_worlds: int = 0
    weigh: bool = False
    oversampling: int = 1
    rounds: int = 1
    policy: float = 0.0

    def solves(self, view: View) -> bool:
        """Return whether worlds are solved here; with three sides they are rolled out."""
        return len(view.hand) <= self.exact and rules_of(view).side_count == 2

    def worlds_for_card(self, view: View) -> int:
        """Return the number of worlds to search for a card here."""
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
