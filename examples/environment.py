"""The environment for learning: what random play gains against the bots of the level club."""

import random

from rebelote import bots, view
from rebelote.env import Env, actions

DEALS = 10

env, chance = Env("ffb-contree-2016", seed=1), random.Random(1)
club = bots.make("club")
gained = 0
for _ in range(DEALS):
    while env.seat is not None:
        if env.seat % 2 == 0:
            number = chance.choice(env.legal)
        else:
            number = actions.number(club.choose(view(env.match, env.seat)))
        env.step(number)
    gained += env.returns[0] - env.returns[1]
    env.reset()
print(f"random play gains {gained / DEALS:+.0f} marks a deal against club")
