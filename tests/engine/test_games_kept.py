"""The games that an engine keeps: so many, and of these the ones asked about last."""

from __future__ import annotations

import pytest

from rebelote.engine import messages
from rebelote.engine.games import MOST_GAMES, Games
from rebelote.engine.handlers import RequestRefusedError


def test_the_game_that_nobody_has_asked_about_for_longest_is_forgotten() -> None:
    games = Games()
    handles = [games.new(messages.NewGame(rules="french", seed=1)).game for _ in range(MOST_GAMES)]
    games.find(handles[0])
    games.new(messages.NewGame(rules="french", seed=1))
    games.find(handles[0])
    with pytest.raises(RequestRefusedError):
        games.find(handles[1])
