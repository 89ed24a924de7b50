"""The choice of each level with a hand, and the reason for it."""

from rebelote import Game
from rebelote.bots import LEVELS

game = Game("ffb-contree-2016", seed=11)
print(game)
for level in LEVELS:
    hint = game.hint(level)
    print(f"{level:>9}: {game.text(hint.action):<6} {hint.why}")
