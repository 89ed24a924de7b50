"""A picture of the table in mid-trick:  python examples/picture.py > table.svg"""

from rebelote import Game

game = Game("flemish", seed=2)
for _ in game:
    if len(game.trick) == 2:
        break
    game.act(game.hint("beginner").action)
print(game.svg())
