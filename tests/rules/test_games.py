"""Golden matches: whole games whose records show a changed rule as a diff.

The games are records; reading one replays it and checks every line.
`python tests/rules/test_games.py` writes them again, on purpose.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from drawn_matches import play_match

from rebelote import Record, Rules
from rebelote.rules import presets

GAMES = Path(__file__).parents[1] / "games"
SEEDS = {
    "gathered-pack": (Rules(), 11),
    "fresh-packs": (Rules(shuffle="each_deal_full"), 12),
    "ties-are-held": (Rules(), 23),
    "swept": (Rules(), 146),
    "no-announcements": (Rules(melds="none", target=500), 14),
    "bulgarian": (presets.rules("bulgarian"), 136),
    "house-rules": (Rules(undertrump="free", low_carre_points=50, rounding="complement"), 15),
}


@pytest.mark.parametrize("file", sorted(GAMES.glob("*.txt")), ids=lambda file: file.stem)
def test_a_golden_game(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    record = Record.parse(text)
    assert str(record) == text
    assert record.replay().winner is not None


def test_the_games_show_what_is_rare() -> None:
    texts = {file.stem: file.read_text(encoding="utf-8") for file in GAMES.glob("*.txt")}
    assert texts.keys() == SEEDS.keys()
    together = "\n".join(texts.values())
    for word in ("made", "failed", "tie", "dead", "held", "run3", "run4", "run5", "failed 250 0"):
        assert word in together, word
    for word in ("bidC", "bidall", "double", "tie", "held"):
        assert word in texts["bulgarian"], word


if __name__ == "__main__":
    for name, (rules, seed) in SEEDS.items():
        (GAMES / f"{name}.txt").write_text(str(play_match(rules, seed)[1]), encoding="utf-8")
