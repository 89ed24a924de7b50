"""A match of four bots, deal by deal."""

from rebelote import Game

game = Game("bga", seed=7)
for _ in game:
    game.act(game.hint("beginner").action)
for row in game.sheet:
    taken = (
        f"{row.contract.trump.name.lower()} by seat {row.contract.attacker}"
        if row.contract
        else "nobody"
    )
    print(f"{row.number:>2}  {taken:<20} {row.marks}  ->  {row.totals}")
print(f"side {game.winner} has won")
