"""The environment of PettingZoo: agents `seat_0` to `seat_3` act in turn, an episode is a deal.

>>> from rebelote.env.aec import env
>>> table = env("ffb-contree-2016")
>>> table.reset(seed=1)
>>> observation, *_ = table.last()
>>> observation["observation"].shape, observation["action_mask"].shape
((560,), (151,))
"""

from __future__ import annotations

from typing import ClassVar, Unpack

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from rebelote import drawing
from rebelote.env import observation
from rebelote.env.single import Env
from rebelote.rules.option_types import Options
from rebelote.rules.options import Rules

Observation = dict[str, NDArray[np.generic]]
"""`observation` as in `Env.observe`, and `action_mask`, 1 for what the agent may do now."""


class RebeloteAEC(AECEnv):  # type: ignore[misc]  # it has no types
    """One table for PettingZoo; the rewards are the marks of the deal, once it is over.

    An illegal action raises a `ValueError` and changes nothing, and `infos` are empty.

    Args:
        rules: the name of a rule set, or `Rules`.
        render_mode: `ansi` for a table in text.
        options: options of the rules to change.

    Raises:
        ValueError: for an unknown rule set, option or value.
    """

    metadata: ClassVar[dict[str, object]] = {
        "name": "rebelote_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        rules: str | Rules = "french",
        render_mode: str | None = None,
        **options: Unpack[Options],
    ) -> None:
        super().__init__()
        self.render_mode = render_mode
        self.table = Env(rules, **options)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.table.rules.players)]
        size, count = observation.SIZE, self.table.action_count
        self._observations = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, observation.MOST, (size,), np.uint8),
                    "action_mask": spaces.Box(0, 1, (count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._actions = {agent: spaces.Discrete(count) for agent in self.possible_agents}
        whole = (len(self.possible_agents), size)
        self.state_space = spaces.Box(0, observation.MOST, whole, np.uint8)

    def observation_space(self, agent: str) -> spaces.Space[object]:
        """Return the space of an agent's observations."""
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Space[object]:
        """Return the space of an agent's actions."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        """Deal the next deal; with a seed the first one of that seed."""
        self.table.reset(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self._next()

    def _next(self) -> None:
        if self.table.seat is not None:
            self.agent_selection = self.possible_agents[self.table.seat]

    def observe(self, agent: str) -> Observation:
        """Return an agent's observation and its action mask, which is empty out of turn."""
        seat = self.possible_agents.index(agent)
        mask = self.table.mask if seat == self.table.seat else np.zeros(self.table.action_count)
        return {"observation": self.table.observe(seat), "action_mask": mask.astype(np.int8)}

    def state(self) -> NDArray[np.uint8]:
        """Return what all agents know together, for a critic: the observation of each, by seat."""
        return np.stack([self.table.observe(seat) for seat in range(len(self.possible_agents))])

    def step(self, action: int | None) -> None:
        """Do this for the agent in turn; None once the deal is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("an agent that plays needs an action")
        self._cumulative_rewards[agent] = 0.0
        self.table.step(action)
        if self.table.over:
            for name, marks in zip(self.possible_agents, self.table.returns, strict=True):
                self.rewards[name], self.terminations[name] = float(marks), True
        self._next()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the table as text, with every hand."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() does something where render_mode is set")
            return None
        return drawing.text(self.table.match)

    def close(self) -> None:
        """Do nothing: the environment holds no resource."""


def env(
    rules: str | Rules = "french",
    render_mode: str | None = None,
    **options: Unpack[Options],
) -> AECEnv:
    """Return the environment with the usual wrappers: it says what is called in a wrong order."""
    made = RebeloteAEC(rules, render_mode, **options)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(made))
