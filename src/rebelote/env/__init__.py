"""Environments for learning: fixed action ids, legal masks, observations, returns and seeds.

`Env` is one table in Python, by the rules themselves; `Batch` is thousands of tables in the kernel,
which does the same faster; `aec` has the environment of PettingZoo. An episode is one deal.
`docs/learning.md` describes ids and layout. Needs `pip install 'rebelote[learn]'`.
"""

from rebelote.env.batch import Batch
from rebelote.env.single import Env

__all__ = ["Batch", "Env"]
