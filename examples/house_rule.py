"""The effect of a house rule on the game: contracts made with it, and without."""

from rebelote import Game, Rules
from rebelote.rules.presets import PRESETS

MATCHES = 4


def made(rules: Rules) -> str:
    """Count the contracts that beginners make by these rules."""
    rows = [
        row for seed in range(MATCHES) for row in Game(rules, seed=seed).play_out("beginner").sheet
    ]
    played = [row for row in rows if row.contract is not None]
    return f"{sum(row.outcome == 'made' for row in played)} of {len(played)}"


french = PRESETS["french"]
print(f"French belote: {made(french)} contracts made")
print(f"if one need not undertrump: {made(french.agree({'undertrump': 'free'}))}")
