"""*Kraken* as on klaverjas.nl: the others may double trumps that were named (`klaverjas-kraken`).

All else is as in Utrecht.
"""

from __future__ import annotations

from typing import Final

from rebelote.rules.options import Rules
from rebelote.rules.presets import klaverjas_utrecht

RULES: Final = Rules.of(
    {
        **klaverjas_utrecht.RULES.flat(),
        "preset": "klaverjas-kraken",
        "named_doubles": "superkraken",
    }
)
