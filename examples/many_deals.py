"""Many random deals, solved on all cores at once:  python examples/many_deals.py 10000

It needs numpy: pip install 'rebelote[solver]'.
"""

import sys
from random import Random

import numpy as np

from rebelote import PRESETS, CardSet, Trump, shuffled
from rebelote.kernel.solver import solve_many

DEALS = int(sys.argv[1]) if len(sys.argv) > 1 else 300

chance = Random(1)
packs = [shuffled(chance) for _ in range(DEALS)]
hands = [[CardSet.of(pack[at : at + 8]).mask for at in range(0, 32, 8)] for pack in packs]
leaders = np.zeros(DEALS, np.uint8)
for trump in (Trump.HEARTS, Trump.SPADES):
    law = PRESETS["french"].law(trump)
    points = solve_many(np.array(hands, np.uint32), leaders, law)
    print(f"{trump.name.lower()}: side 0 makes {points.mean():.1f} points on average")
