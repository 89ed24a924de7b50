"""The points of a deal with every card seen, and of each lead."""

from rebelote import Game

game = Game("ffb-contree-2016", seed=3)
game.bid("80H").pass_().pass_().pass_()
print(game)
solved = game.solve(values=True, line=True)
print(f"with best play {solved.points[0]} to {solved.points[1]}")
for card, points in sorted((solved.values or {}).items(), key=lambda lead: -lead[1]):
    print(f"  {card} brings its side {points}")
print("best line:", " ".join(map(str, solved.line or ())))
