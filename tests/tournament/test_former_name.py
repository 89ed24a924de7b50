"""The name that the package had until version 0.2."""

from __future__ import annotations

import sys
from importlib import import_module

import pytest

from rebelote.tournament.draws import draw
from rebelote.tournament.state import replayed


def test_the_former_name_warns_and_gives_the_same_modules() -> None:
    sys.modules.pop("rebelote.club", None)
    with pytest.warns(DeprecationWarning, match=r"import rebelote\.tournament"):
        import_module("rebelote.club")
    assert import_module("rebelote.club.draws").draw is draw
    assert import_module("rebelote.club.event").replayed is replayed
