"""What each level would do with a hand, and why."""

from rebelote import Game
from rebelote.bots import LEVELS

game = Game("ffb-contree-2016", seed=11)
print(game)
for level in LEVELS:
    hint = game.hint(level)
    print(f"{level:>9}: {game.text(hint.action):<6} {hint.why}")
