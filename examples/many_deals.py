"""Many random deals, solved on all cores with a progress bar:  python examples/many_deals.py 10000

It needs numpy and rich: pip install 'rebelote[solver,arena]'.
"""

import sys
from random import Random

import numpy as np

from rebelote import PRESETS, CardSet, Trump, shuffled
from rebelote.arena.progress import shown
from rebelote.kernel.solver import solve_many

DEALS = int(sys.argv[1]) if len(sys.argv) > 1 else 300
AT_ONCE = 500

chance, law = Random(1), PRESETS["french"].law(Trump.HEARTS)
result: list[int] = []
for begin in shown(range(0, DEALS, AT_ONCE), "deals", 0, -(-DEALS // AT_ONCE)):
    packs = [shuffled(chance) for _ in range(min(AT_ONCE, DEALS - begin))]
    hands = [[CardSet.of(pack[at : at + 8]).mask for at in range(0, 32, 8)] for pack in packs]
    leaders = np.zeros(len(packs), np.uint8)
    result += solve_many(np.array(hands, np.uint32), leaders, law).tolist()
print(f"hearts trump, side 0 leads: it makes {np.mean(result):.1f} points on average")
